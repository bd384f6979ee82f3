"""The openers of a round: both cards turned over, valued and compared."""

import numpy as np

from balance.core.jit import kernel
from balance.core.trace import record
from balance.rules.combo_fighter.combo import begin_combo, put_on_table
from balance.rules.combo_fighter.effects import act, card_damage, modified, x_of
from balance.rules.combo_fighter.moves import TIE
from balance.rules.combo_fighter.state import SEATS, WAYS, Colour, Stage
from balance.vocab import Event, Trigger, Verb


@kernel
def reveal(cards, state, trace):
    """Turn both openers over, value them, and find the winner of the round; return the next Stage."""
    for seat in range(SEATS):
        me = state.seat[seat]
        me.is_pending = 0
        put_on_table(cards, state, seat, me.pending)
    for seat in range(SEATS):  # only now: X is read off the other's opener
        value_opener(cards, state, seat)
        record(trace, Event.REVEAL, seat, state.seat[seat].pending, state.seat[seat].initiative)
        record(trace, Event.VALUE, seat, state.seat[seat].pending, state.seat[seat].part[0])
    for seat in range(SEATS):
        act(cards, state, seat, Trigger.PLAYING, state.seat[seat].pending, trace)
    state.winner = round_winner(cards, state)
    record(trace, Event.WINNER, state.winner, 0, 0)
    if state.winner >= 0:
        count_win(cards, state)
        act(cards, state, state.winner, Trigger.WINNING_WITH, state.seat[state.winner].pending, trace)
        begin_combo(cards, state)
        return Stage.COMBO
    state.ties_n += 1
    for seat in range(SEATS):  # a tie: both deal their opening damage (CF-20: which may be nothing)
        state.seat[1 - seat].damage = state.seat[seat].dealt
    for seat in range(SEATS):
        act(cards, state, seat, Trigger.TIED, 0, trace)
    return Stage.DAMAGE


@kernel
def value_opener(cards, state, seat):
    """Fix the damage and the initiative of an opener."""
    me = state.seat[seat]
    sheet = cards.side[state.side[seat]]
    kind = np.int64(me.played[0])
    x = x_of(cards, state, seat)
    me.part[0] = card_damage(sheet, me.face, x, me.hand, kind, np.int64(sheet.opening[kind]))
    me.dealt = me.part[0]
    if sheet.colour[kind] == Colour.RED:
        me.initiative = modified(sheet, me.face, me.hand, kind, Verb.INITIATIVE, np.int64(sheet.initiative[kind]))


@kernel
def round_winner(cards, state):
    """Compare the openers: the win circle, then initiative for red and the star for the others (CF-21, CF-22)."""
    sheet_a, sheet_b = cards.side[state.side[0]], cards.side[state.side[1]]
    a, b = state.seat[0].played[0], state.seat[1].played[0]
    ahead = (sheet_a.colour[a] - sheet_b.colour[b]) % 3
    if ahead != 0:
        return ahead - 1  # one step ahead on the circle beats, two steps are one behind
    if sheet_a.colour[a] == Colour.RED:
        edge = state.seat[0].initiative - state.seat[1].initiative
    else:
        edge = sheet_a.star[a] - sheet_b.star[b]
    if edge == 0:
        return TIE
    return 0 if edge > 0 else 1


@kernel
def count_win(cards, state):
    """Count the won round by the colour of its opener, and whether the circle or the edge among equals decided."""
    me, rival = state.seat[state.winner], state.seat[1 - state.winner]
    colour = np.int64(cards.side[state.side[state.winner]].colour[me.played[0]])
    is_by_edge = colour == cards.side[state.side[1 - state.winner]].colour[rival.played[0]]
    me.won[WAYS * (colour - 1) + is_by_edge] += 1
