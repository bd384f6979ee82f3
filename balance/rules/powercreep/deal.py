"""The deal: one deck in two halves, a card forced into an opening hand, and what a seat cannot see dealt anew."""

import numpy as np

from balance.core.jit import kernel
from balance.core.luck import (
    CARD_MASK,
    NO_LANE,
    card_key,
    draw,
    game_stream,
    identity,
    shared_stream,
    sort_by_key,
    stream,
)
from balance.core.trace import record
from balance.rules.powercreep import moves
from balance.rules.powercreep.cards import bit, card_at, first, kind_of, rest, size
from balance.rules.powercreep.state import CARDS_MAX, JOKER_CARD, SEATS
from balance.vocab import Event, Purpose

# What a card is called in a shuffle; that is luck and no data, so it may be a global.
_NAMES = np.array([identity(card) for card in range(CARDS_MAX)], np.uint64)


@kernel
def setup(cards, state, trace):
    """Deal the Life Stacks and draw the opening hands; the first turn is still to begin.

    Which cards go to which lane is luck of the table, the order in which they lie that of the lane: so either can be
    renewed without the other.
    """
    state.played = -1
    state.attacker = -1
    n = shuffle(state, deck(cards), shared_stream(state, Purpose.SHARED, 0))
    for i in range(n):
        half = i // cards.options.life_stack
        if half < SEATS:
            state.seat[0 if state.lane[0] == half else 1].hand |= bit(shuffled(state, i))
        else:
            state.removed |= bit(shuffled(state, i))
    for seat in range(SEATS):
        me = state.seat[seat]
        shuffle(state, me.hand, game_stream(state, seat, Purpose.SHUFFLE, 0))
        me.hand = 0
        lay_stack(state, me, 0, cards.options.life_stack)
    for seat in range(SEATS):
        if state.forced[state.side[seat]]:
            force(cards, state, seat)
    for seat in range(SEATS):
        record_stack(state, seat, trace)
    for seat in range(SEATS):
        for _ in range(cards.options.hand_size):
            moves.draw(state, seat, trace)


@kernel
def deck(cards):
    """Return all cards of the game."""
    return (1 << (JOKER_CARD + cards.options.jokers)) - 1


@kernel
def shuffle(state, cards_in, luck):
    """Put a set of cards in the order of their luck, for `shuffled`; return their number."""
    n = 0
    while cards_in:
        card = first(cards_in)
        cards_in = rest(cards_in)
        state.shuffler.keys[n] = card_key(luck, _NAMES[card], 0, card)
        n += 1
    sort_by_key(state.shuffler, n)
    return n


@kernel
def shuffled(state, i):
    """Return a card of the last shuffle."""
    return np.int64(state.shuffler.ordered[i] & CARD_MASK)


@kernel
def lay_stack(state, me, start, n):
    """Make the cards of the last shuffle from `start` on a Life Stack of `n`."""
    for i in range(n):
        me.stack[i] = shuffled(state, start + i)
    me.stack_n = n


@kernel
def record_stack(state, seat, trace):
    """Record a Life Stack as it was dealt."""
    if len(trace) > 0:
        me = state.seat[seat]
        record(trace, Event.SHUFFLE, seat, me.stack_n, 0)
        for i in range(me.stack_n - 1, -1, -1):
            record(trace, Event.CARD, seat, me.stack[i], 0)


@kernel
def force(cards, state, seat):
    """Put a card of the forced kind among those that the opening hand is drawn from, in place of another by lot.

    It comes from below in the own Life Stack or, where there is none of the kind, from the other's; both change
    places, and all other cards stay where they lie. Where neither has one, nothing happens.
    """
    me, other = state.seat[seat], state.seat[1 - seat]
    kind = state.forced[state.side[seat]] - 1
    luck = game_stream(state, seat, Purpose.FORCE, 0)
    below = cards.options.life_stack - cards.options.hand_size
    leaving = by_lot(me.stack, below, cards.options.life_stack, kind, False, luck)
    at = by_lot(me.stack, 0, below, kind, True, luck)
    if leaving < 0:
        return
    if at >= 0:
        me.stack[leaving], me.stack[at] = me.stack[at], me.stack[leaving]
        return
    at = by_lot(other.stack, 0, below, kind, True, luck)
    if at >= 0:
        me.stack[leaving], other.stack[at] = other.stack[at], me.stack[leaving]


@kernel
def by_lot(stack, start, stop, kind, is_of_kind, luck):
    """Return the place of a card that is of a kind, or is not, drawn by lot; -1 when there is none."""
    place = -1
    top = np.uint64(0)
    for i in range(start, stop):
        card = card_at(stack, i)
        if (kind_of(card) == kind) == is_of_kind:
            u = draw(luck, _NAMES[card])
            if u > top:
                place, top = i, u
    return place


@kernel
def redeal(cards, state, seat, luck):
    """Resample the Life Stacks and the other's hand, uniformly over the worlds that `seat` cannot tell apart.

    Public are fields, the discard pile, a modifier on its way, and the cards of the other's hand that were shown or
    taken by a Joker (PC-12, PC-49). No choice is ever hidden.
    """
    me, other = state.seat[seat], state.seat[1 - seat]
    seen = me.hand | other.known | state.discards
    for owner in range(SEATS):
        field = state.seat[owner].field
        while field:
            seen |= state.pack[first(field)]
            field = rest(field)
    if state.played >= 0:
        seen |= bit(state.played)
    n = shuffle(state, deck(cards) & ~seen, stream(luck, NO_LANE, Purpose.REDEAL, 0))
    missing = size(other.hand & ~other.known)
    lay_stack(state, me, 0, me.stack_n)
    lay_stack(state, other, me.stack_n, other.stack_n)
    at = me.stack_n + other.stack_n
    other.hand = other.known
    state.removed = 0
    for i in range(at, n):
        if i < at + missing:
            other.hand |= bit(shuffled(state, i))
        else:
            state.removed |= bit(shuffled(state, i))
