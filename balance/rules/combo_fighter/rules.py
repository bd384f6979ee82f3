"""The duel as the play loop sees it: dealing, whose turn it is, carrying out a choice, the finished game.

A round runs through `openers`, `combo`, `damage` and `cleanup`; `moves` and `effects` are what all of them use.
Reading ids (CF-...) are those of this folder's README.
"""

import numpy as np

from balance.core.jit import kernel
from balance.core.luck import stream
from balance.core.piles import one, shuffle_into, size
from balance.rules.combo_fighter.cleanup import ask_last, end_round, find_last
from balance.rules.combo_fighter.combo import answer_offer, ask_combo, begin_combo, end_combo, play_card, settle
from balance.rules.combo_fighter.counts import force
from balance.rules.combo_fighter.damage import ask_payment, resolve_damage
from balance.rules.combo_fighter.moves import draw_up, life, shuffle, start_round
from balance.rules.combo_fighter.openers import reveal
from balance.rules.combo_fighter.state import PLAYED_MAX, SEATS, STOP, Decision, End, Measure, Stage, Total
from balance.vocab import Outcome, Purpose, Trigger


@kernel
def setup(cards, state, trace):
    """Deal: five starting cards in hand, the rest shuffled; a larger hand size draws up, a smaller one waits."""
    for seat in range(SEATS):
        me = state.seat[seat]
        sheet = cards.side[state.side[seat]]
        me.hand = sheet.start
        me.known = sheet.start
        shuffle(state, seat, sheet, sheet.rest, trace)
        if state.forced[state.side[seat]]:
            force(state, seat, sheet, trace)
    for seat in range(SEATS):
        draw_up(cards, state, seat, trace)
    start_round(cards, state, trace)


@kernel
def actor(cards, state):
    """Return the deciding seat, -1 when the game is over."""
    return state.actor


@kernel
def decision(cards, state):
    """Return (Decision, round, step): a combo asks once a card, and no effect is offered twice between two cards."""
    step = 0
    if state.decision == Decision.COMBO:
        step = state.seat[state.actor].played_n
    elif state.decision == Decision.OFFER:
        step = PLAYED_MAX * state.seat[state.actor].offer + state.seat[state.actor].played_n
    return state.decision, state.round_n, step


@kernel
def apply(cards, state, code, trace):
    """Carry out one choice; a choice of a simultaneous step stays hidden until both are made (CF-3, CF-53)."""
    seat = state.actor
    if state.decision == Decision.COMBO:
        if code < STOP:
            play_card(cards, state, seat, code, trace)
            begin_combo(cards, state)
            stage = Stage.COMBO
        else:
            end_combo(cards, state, seat, code, trace)
            stage = Stage.SETTLE
    elif state.decision == Decision.OFFER:
        stage = answer_offer(cards, state, seat, code, trace)
    else:
        state.seat[seat].pending = code
        state.seat[seat].is_pending = 1
        if state.decision == Decision.PAYMENT:
            stage = Stage.PAYMENT
        elif state.decision == Decision.DISCARDS:
            stage = Stage.LAST
        elif seat == 0:
            state.actor = 1
            stage = Stage.NONE
        else:
            stage = Stage.REVEAL
    advance(cards, state, stage, trace)


@kernel
def advance(cards, state, stage, trace):
    """Run through the parts of the round up to the next decision; each part names the one after it."""
    while stage != Stage.NONE:
        if stage == Stage.ROUND:
            start_round(cards, state, trace)
            stage = Stage.NONE
        elif stage == Stage.REVEAL:
            stage = reveal(cards, state, trace)
        elif stage == Stage.COMBO:
            stage = ask_combo(cards, state, trace)
        elif stage == Stage.SETTLE:
            stage = settle(cards, state, trace)
        elif stage == Stage.DAMAGE:
            stage = resolve_damage(cards, state, trace)
        elif stage == Stage.PAYMENT:
            stage = ask_payment(cards, state, trace)
        elif stage == Stage.LAST:
            stage = ask_last(cards, state, trace)
        else:
            stage = end_round(cards, state, trace)


@kernel
def fill_row(cards, state, row):
    """Write the outcome for side 0, the measures and the totals (`state.Measure`, `state.Total`)."""
    if state.end == End.ROUND_LIMIT:
        row[0] = Outcome.TRUNCATED
    elif state.winner < 0:
        row[0] = Outcome.DRAW
    else:
        row[0] = Outcome.WIN if state.side[state.winner] == 0 else Outcome.LOSS
    row[Measure.ROUNDS] = state.round_n
    row[Measure.END] = state.end
    row[Measure.TIES] = state.ties_n
    for seat in range(SEATS):
        me = state.seat[seat]
        row[Measure.SIGNATURES_A + state.side[seat]] = me.signatures_n
        row[Measure.MOXIE_A + state.side[seat]] = me.moxie_n
        row[Measure.FLIPS_A + state.side[seat]] = me.flips_n
        row[Total.DAMAGE + state.side[seat]] = me.hits
        for i in range(len(me.won)):
            row[Total.WON + 2 * i + state.side[seat]] = me.won[i]
    row[Measure.LIFE_LEFT] = life(state.seat[state.winner]) if state.winner >= 0 else 0


@kernel
def fill_course(cards, state, course, at):
    """Write the standing of both sides at the start of each round."""
    for i in range(state.round_n):
        course[at + i, 0] = state.course[i, 0]
        course[at + i, 1] = state.course[i, 1]
    return state.round_n


@kernel
def redeal(cards, state, seat, luck):
    """Resample the other hand and both decks, uniformly over the worlds that `seat` cannot tell apart.

    The other's starting cards that were not seen leaving the hand are known to be in it (a copy that leaves is taken to
    be the known one, which is what a player who watched the physical card sees). A hidden choice of the other seat is
    taken back and asked again (CF-47: discard piles are public, so the unseen cards are those of the deck and hand).
    """
    for target in range(SEATS):
        me = state.seat[target]
        sheet = cards.side[state.side[target]]
        unseen = sheet.start + sheet.rest - me.pile - me.removed
        for i in range(me.played_n):
            unseen -= one(np.int64(me.played[i]))
        hand = me.hand if target == seat else me.known
        missing = size(me.hand) - size(hand)
        mine = stream(luck, state.lane[target], Purpose.REDEAL, 0)
        me.deck_n = shuffle_into(me.deck, unseen - hand, sheet.identity, mine, state.shuffler)
        for _ in range(missing):
            me.deck_n -= 1
            hand += one(np.int64(me.deck[me.deck_n]))
        me.hand = hand
    rival = state.seat[1 - seat]
    is_last = state.decision == Decision.DISCARDS or (
        state.decision == Decision.OFFER and state.trigger == Trigger.END_OF_ROUND
    )
    if rival.is_pending:
        rival.is_pending = 0
        rival.pending = 0
        state.actor = 1 - seat
        if is_last:  # what comes first then is its offer
            rival.is_answered = 0
            rival.offered = 0
            find_last(cards, state)
