"""What each card did in a finished game, read off its trace; and a card forced into the opening hand."""

from enum import IntEnum

import numpy as np

from balance.core.jit import kernel
from balance.core.luck import draw, game_stream
from balance.core.piles import count, every, lowest, one
from balance.rules.combo_fighter.state import SEATS, STOP, Decision
from balance.vocab import Cost, Event, Outcome, Purpose


class CardCount(IntEnum):
    """Column of each count of a card; column 0 counts the games."""

    NONE = 0
    OPENING = 1  # copies in the opening hand
    DRAWN = 2  # copies that came to the hand, the opening hand included
    OPENED = 3  # rounds that it opened
    WON = 4  # of these, rounds won
    COMBO = 5  # times played later in a combo
    DAMAGE = 6  # dealt as it was valued, in rounds not lost; a signature's is shared out among its cards
    PAID = 7  # copies that paid for damage from the hand
    MILLED = 8  # copies lost from the deck
    DISCARDED = 9  # copies discarded from the hand, as the cost of an offer too
    IDLE = 10  # rounds that a copy was in hand from the start to the end, each copy for itself
    GAMES_DRAWN = 11  # games in which a copy came to the hand
    GAMES_PLAYED = 12  # games in which it was an opener or in a combo


@kernel
def force(state, seat, sheet, trace):
    """Put a copy of the forced card from the deck into the opening hand, in place of another starting card.

    The card that makes room is chosen by luck among those of another kind, the copy by luck among those in the deck,
    and the two change places, so that all other cards stay where they lie. Without a copy in the deck nothing happens.
    The opening hand is public, so the opponent knows the forced card too.
    """
    me = state.seat[seat]
    kind = state.forced[state.side[seat]] - 1
    luck = game_stream(state, seat, Purpose.FORCE, 0)
    at = -1
    top = np.uint64(0)
    for i in range(me.deck_n):
        if me.deck[i] == kind:
            u = draw(luck, np.uint64(i))
            if u > top:
                at, top = i, u
    if at < 0:
        return
    leaving = -1
    top = np.uint64(0)
    hand = me.hand & ~every(kind)
    while hand:
        other = lowest(hand)
        hand &= ~every(other)
        u = draw(luck, sheet.identity[other])
        if u > top:
            leaving, top = other, u
    me.hand += one(kind) - one(leaving)
    me.known = me.hand
    me.deck[at] = leaving
    if len(trace) > 0:  # the deck was recorded top card first, so its lowest card is in the last row
        row = trace[0, 0] - at
        if row < len(trace):
            trace[row, 2] = leaving


@kernel
def count_cards(cards, state, outcome, trace, counts):
    """Add what each card did to counts[side, kind, result, CardCount]; the result is of the side: loss, none, win."""
    for seat in range(SEATS):
        side = state.side[seat]
        result = 1
        if outcome == Outcome.WIN:
            result = 2 - 2 * side
        elif outcome == Outcome.LOSS:
            result = 2 * side
        seen, played = walk(cards.side[side], seat, trace, counts, side, result)
        for kind in range(cards.side[side].kinds_n):
            mine = counts[side, kind, result]
            mine[0] += 1
            mine[CardCount.GAMES_DRAWN] += (seen >> kind) & 1
            mine[CardCount.GAMES_PLAYED] += (played >> kind) & 1


@kernel
def walk(sheet, seat, trace, counts, side, result):
    """Walk through the trace for one seat; return the bits of the kinds that came to the hand, and that were played."""
    seen = played = 0
    asked = offer = round_at = 0
    opener = -1
    value = 0
    start = gone = 0  # multisets: the hand at the start of the round, what has left it since
    is_dealt = False
    for row in range(1, trace[0, 0] + 1):
        event, who, a, b = trace[row, 0], trace[row, 1], trace[row, 2], trace[row, 3]
        if event == Event.ROUND:
            round_at = row
        elif event == Event.WINNER:
            if who == seat or who < 0:
                counts[side, opener, result, CardCount.DAMAGE] += value
                counts[side, opener, result, CardCount.WON] += who == seat
        elif who != seat:
            continue
        elif event == Event.HAND:
            if is_dealt:
                add(counts, side, result, CardCount.IDLE, sheet, start, gone)
            else:
                add(counts, side, result, CardCount.OPENING, sheet, a, 0)
                add(counts, side, result, CardCount.DRAWN, sheet, a, 0)
                seen = kinds_of(a)
                is_dealt = True
            start, gone = a, 0
        elif event == Event.DRAW and is_dealt:
            counts[side, a, result, CardCount.DRAWN] += 1
            seen |= 1 << a
        elif event == Event.REVEAL:
            opener = a
            gone += one(a)
            played |= 1 << a
            counts[side, a, result, CardCount.OPENED] += 1
        elif event == Event.VALUE:
            if asked == Decision.OPENER:
                value = b
            else:
                counts[side, a, result, CardCount.DAMAGE] += b
        elif event == Event.SIGNATURE:
            share_out(trace, round_at, row, seat, b, counts, side, result)
        elif event == Event.MILL:
            counts[side, a, result, CardCount.MILLED] += 1
        elif event == Event.OFFER:
            offer = a
        elif event == Event.ASK:
            asked = a
        elif event == Event.CHOICE:
            if asked == Decision.COMBO and a < STOP:
                gone += one(a)
                played |= 1 << a
                counts[side, a, result, CardCount.COMBO] += 1
            elif asked == Decision.PAYMENT:
                gone += a
                add(counts, side, result, CardCount.PAID, sheet, a, 0)
            elif asked == Decision.DISCARDS or (asked == Decision.OFFER and sheet.effect[offer].cost == Cost.DISCARD):
                gone += a
                add(counts, side, result, CardCount.DISCARDED, sheet, a, 0)
    return seen, played


@kernel
def add(counts, side, result, column, sheet, cards, less):
    """Add to a column the copies of each kind in `cards`, less those in another multiset."""
    for kind in range(sheet.kinds_n):
        counts[side, kind, result, column] += max(count(cards, kind) - count(less, kind), 0)


@kernel
def kinds_of(cards):
    """Return the bits of the kinds in a multiset."""
    bits = 0
    while cards:
        kind = lowest(cards)
        bits |= 1 << kind
        cards &= ~every(kind)
    return bits


@kernel
def share_out(trace, first, last, seat, damage, counts, side, result):
    """Take back what the cards of the round were valued at and share a signature's damage out, the rest to the opener.

    The opener's value was added when the round was won.
    """
    n = 0
    for row in range(first, last):
        n += trace[row, 0] == Event.VALUE and trace[row, 1] == seat
    more = damage % n
    for row in range(first, last):
        if trace[row, 0] == Event.VALUE and trace[row, 1] == seat:
            counts[side, trace[row, 2], result, CardCount.DAMAGE] += damage // n + more - trace[row, 3]
            more = 0
