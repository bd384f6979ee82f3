"""The deal: one deck in two halves, a card forced into an opening hand, and what a seat cannot see dealt anew."""

import numpy as np

from balance.core.jit import kernel
from balance.core.luck import CARD_MASK, NO_LANE, card_key, draw, game_stream, identity, shared_stream, stream
from balance.core.trace import record
from balance.rules.powercreep import moves
from balance.rules.powercreep.cards import bit, first, kind_of, rest, size
from balance.rules.powercreep.state import CARDS_MAX, JOKER_CARD, SEATS, STACK_MAX
from balance.vocab import Event, Purpose

# What a card is called in a shuffle; that is luck and no data, so it may be a global.
_NAMES = np.array([identity(card) for card in range(CARDS_MAX)], np.uint64)
_NO_KEY, _ONE, _ANY_KEY = np.uint64(0), np.uint64(1), np.uint64(2**64 - 1)


@kernel
def setup(cards, state, trace):
    """Deal the Life Stacks and draw the opening hands; the first turn is still to begin.

    Which cards go to which lane is luck of the table, the order in which they lie that of the lane: so either can be
    renewed without the other.
    """
    state.played = -1
    state.attacker = -1
    everything = deck(cards)
    luck = shared_stream(state, Purpose.SHARED, 0)
    one_half = earliest(everything, cards.options.life_stack, luck)
    other_half = earliest(everything & ~one_half, cards.options.life_stack, luck)
    state.removed = everything & ~one_half & ~other_half
    for seat in range(SEATS):
        half = one_half if state.lane[seat] == 0 else other_half
        shuffle(state, seat, half, game_stream(state, seat, Purpose.SHUFFLE, 0))
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
def earliest(shuffled, n, luck):
    """Return the `n` cards of a set that a shuffle would lay first.

    The set is cut in two where the key of the n-th of so many is to be expected, and the part in which it lies once
    more; a shuffle of all cards would take longer, and room for their keys.
    """
    found = 0
    low, high = _NO_KEY, _ANY_KEY
    left_n = size(shuffled)
    while 0 < n < left_n:
        cut = low + max((high - low) // np.uint64(left_n) * np.uint64(n), _ONE)
        before, before_n = 0, 0
        left = shuffled
        while left:
            card = first(left)
            left = rest(left)
            is_before = np.int64(card_key(luck, _NAMES[card], 0, card) < cut)
            before |= is_before << card
            before_n += is_before
        if before_n <= n:
            found |= before
            shuffled &= ~before
            left_n -= before_n
            n -= before_n
            low = cut
        else:
            shuffled, left_n = before, before_n
            high = cut
    return found | shuffled if n > 0 else found


@kernel
def shuffle(state, seat, shuffled, luck):
    """Lay a set of cards as the Life Stack of a seat, in the order of their luck."""
    n = 0
    while shuffled:
        card = first(shuffled)
        shuffled = rest(shuffled)
        key = card_key(luck, _NAMES[card], 0, card)
        place = n
        while place > 0 and state.keys[place - 1] > key:
            state.keys[place] = state.keys[place - 1]
            place -= 1
        state.keys[place] = key
        n += 1
    for place in range(n):
        state.deck[STACK_MAX * seat + place] = np.int64(state.keys[place] & CARD_MASK)
    state.seat[seat].stack_n = n


@kernel
def card_at(state, place):
    """Return the card at a place of the deck."""
    return np.int64(state.deck[place])


@kernel
def record_stack(state, seat, trace):
    """Record a Life Stack as it was dealt."""
    if len(trace) > 0:
        stack_n = np.int64(state.seat[seat].stack_n)
        record(trace, Event.SHUFFLE, seat, stack_n, 0)
        for i in range(stack_n - 1, -1, -1):
            record(trace, Event.CARD, seat, card_at(state, STACK_MAX * seat + i), 0)


@kernel
def force(cards, state, seat):
    """Put a card of the forced kind among those that the opening hand is drawn from, in place of another by lot.

    It comes from below in the own Life Stack or, where there is none of the kind, from the other's; both change
    places, and all other cards stay where they lie. Where neither has one, nothing happens.
    """
    kind = state.forced[state.side[seat]] - 1
    luck = game_stream(state, seat, Purpose.FORCE, 0)
    below = cards.options.life_stack - cards.options.hand_size
    leaving = by_lot(state, seat, below, cards.options.life_stack, kind, False, luck)
    if leaving < 0:
        return
    at = by_lot(state, seat, 0, below, kind, True, luck)
    if at < 0:
        at = by_lot(state, 1 - seat, 0, below, kind, True, luck)
    if at >= 0:
        state.deck[leaving], state.deck[at] = state.deck[at], state.deck[leaving]


@kernel
def by_lot(state, seat, start, stop, kind, is_of_kind, luck):
    """Return the place in the deck of a card that is of a kind, or is not, drawn by lot; -1 when there is none.

    It is looked for in the Life Stack of a seat, from place `start` to `stop` - 1 of that.
    """
    found = -1
    top = np.uint64(0)
    for place in range(STACK_MAX * seat + start, STACK_MAX * seat + stop):
        card = card_at(state, place)
        if (kind_of(card) == kind) == is_of_kind:
            u = draw(luck, _NAMES[card])
            if u > top:
                found, top = place, u
    return found


@kernel
def redeal(cards, state, seat, luck):
    """Resample the Life Stacks and the other's hand, uniformly over the worlds that `seat` cannot tell apart.

    Public are fields, the discard pile, a modifier on its way, and the cards of the other's hand that were shown or
    taken by a Joker (PC-12, PC-49). No choice is ever hidden.
    """
    me, other = state.seat[seat], state.seat[1 - seat]
    seen = me.hand | other.known | state.discards | me.field | other.field | state.laid
    if state.played >= 0:
        seen |= bit(state.played)
    missing = size(other.hand & ~other.known)
    hidden = deck(cards) & ~seen
    luck = stream(luck, NO_LANE, Purpose.REDEAL, 0)
    for owner in (seat, 1 - seat):
        stack = earliest(hidden, np.int64(state.seat[owner].stack_n), luck)
        hidden &= ~stack
        shuffle(state, owner, stack, luck)
    in_hand = earliest(hidden, missing, luck)
    other.hand = other.known | in_hand
    state.removed = hidden & ~in_hand
