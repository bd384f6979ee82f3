"""What happens to cards, and to the game as a whole: shuffling, drawing, staggering, a new round, the end."""

import numpy as np

from balance.core.jit import kernel
from balance.core.luck import game_stream
from balance.core.piles import minus, one, shuffle_into, size
from balance.core.trace import record
from balance.rules.combo_fighter.state import LIFE_STEP, LIFE_STEPS, SEATS, TOKENS, Decision, End, Reshuffle
from balance.vocab import Event, Purpose

UNDECIDED = -2  # winner of the round before it is found
TIE = -1


@kernel
def life(me):
    """Return cards in hand and deck; table, discard pile and staggering card do not count (CF-1)."""
    return size(me.hand) + me.deck_n


@kernel
def leave_hand(me, cards):
    """Take cards out of the hand; the ones the opponent knew of are taken first."""
    me.hand -= cards
    if me.known:
        me.known = minus(me.known, cards)


@kernel
def shuffle(state, seat, sheet, cards, trace):
    """Make `cards` the new deck; every deck of a game has a shuffle stream of its own."""
    me = state.seat[seat]
    luck = game_stream(state, seat, Purpose.SHUFFLE, me.shuffles_n)
    me.shuffles_n += 1
    me.deck_n = shuffle_into(me.deck, cards, sheet.identity, luck, state.shuffler)
    if len(trace) > 0:
        record(trace, Event.SHUFFLE, seat, me.deck_n, 0)
        for i in range(me.deck_n - 1, -1, -1):
            record(trace, Event.CARD, seat, me.deck[i], 0)


@kernel
def restock(cards, state, seat, trace):
    """Shuffle the discard pile into a new deck; cards on the table are not in it (CF-7)."""
    me = state.seat[seat]
    pile = me.pile
    me.pile = 0
    shuffle(state, seat, cards.side[state.side[seat]], pile, trace)


@kernel
def stagger(state, seat, trace):
    """Turn the staggering card face up; it stays so for the rest of the game."""
    me = state.seat[seat]
    if me.is_staggering == 0:
        me.is_staggering = 1
        record(trace, Event.STAGGER, seat, 0, 0)


@kernel
def draw(cards, state, seat, n, trace):
    """Draw `n` cards; a deck that runs out is made anew at once and drawing goes on (CF-6, CF-8, CF-9, CF-31)."""
    me = state.seat[seat]
    if me.deck_n == 0:
        restock(cards, state, seat, trace)
    while n > 0 and me.deck_n > 0:
        n -= 1
        me.deck_n -= 1
        kind = np.int64(me.deck[me.deck_n])
        me.hand += one(kind)
        record(trace, Event.DRAW, seat, kind, 0)
        if me.deck_n == 0:
            stagger(state, seat, trace)
            restock(cards, state, seat, trace)


@kernel
def draw_up(cards, state, seat, trace):
    """Draw to the hand size."""
    draw(cards, state, seat, cards.options.hand_size - size(state.seat[seat].hand), trace)


@kernel
def mill(cards, state, seat, n, trace):
    """Discard `n` cards from the top of the deck; return them.

    A deck that is empty then staggers the fighter; it is made anew at once or at the end of the round (CF-5, CF-7).
    """
    me = state.seat[seat]
    milled = 0
    for _ in range(n):
        me.deck_n -= 1
        kind = np.int64(me.deck[me.deck_n])
        milled += one(kind)
        record(trace, Event.MILL, seat, kind, 0)
    me.pile += milled
    if me.deck_n == 0:
        stagger(state, seat, trace)
        if cards.options.reshuffle == Reshuffle.AT_ONCE:
            draw_up(cards, state, seat, trace)
    return milled


@kernel
def finish(state, winner, end, trace):
    """End the game; `winner` is -1 for a draw or a truncated game."""
    state.decision = Decision.NONE
    state.actor = -1
    state.winner = winner
    state.end = end
    record(trace, Event.END, winner, end, 0)


@kernel
def standing(me):
    """Return how a fighter is off, as one small number: life in steps, lowest when staggering; how far the token is."""
    steps = 0 if me.is_staggering else 1 + min(life(me) // LIFE_STEP, LIFE_STEPS - 2)
    return TOKENS * steps + min(max(me.face, me.counter), TOKENS - 1)


@kernel
def start_round(cards, state, trace):
    """Open the next round, or stop at the round limit (CF-26)."""
    if state.round_n >= cards.options.round_limit:
        finish(state, -1, End.ROUND_LIMIT, trace)
        return
    state.round_n += 1
    state.winner = UNDECIDED
    state.decision = Decision.OPENER
    state.actor = 0
    for seat in range(SEATS):
        me = state.seat[seat]
        me.played_n = 0
        me.dealt = 0
        me.damage = 0
        me.is_committed = 0
        me.called = -1
        me.initiative = 0
        me.live = (1 << cards.side[state.side[seat]].versions_n) - 1
        state.course[state.round_n - 1, state.side[seat]] = standing(me)
    if len(trace) > 0:
        record(trace, Event.ROUND, -1, state.round_n, 0)
        for seat in range(SEATS):
            me = state.seat[seat]
            record(trace, Event.HAND, seat, me.hand, me.deck_n)
            record(trace, Event.PILE, seat, me.pile, me.is_staggering)
            if cards.side[state.side[seat]].effects_n > 0:
                record(trace, Event.TOKEN, seat, me.face, me.counter)
