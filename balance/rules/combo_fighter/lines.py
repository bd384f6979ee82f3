"""The table of best lines: what a hand can still do, worked out once per sheet instead of at every decision.

For every multiset of cards left in hand and every card just played, two numbers:

tail    16 x (most further combo damage) - (cards that takes): more damage first, then fewer cards; 0 to stop
useful  bit mask of the kinds in some continuation that ends in a card that deals damage

A multiset is found by its rank: all smaller multisets first, then the combinatorial number system (colex order).
"""

import numpy as np

from balance.core.jit import kernel
from balance.core.piles import CHOOSE, count, lowest, one
from balance.rules.combo_fighter.legal import is_linked
from balance.rules.combo_fighter.state import TAIL_MAX

DAMAGE = 16  # unit of `tail`; more than the cards of any line


@kernel
def rank(sheet, hand):
    """Return the row of a multiset of at most TAIL_MAX cards."""
    place = 0
    cards = 0
    while hand:
        kind = lowest(hand)
        place += CHOOSE[kind + cards, cards + 1]
        cards += 1
        hand -= one(kind)
    return sheet.rank_offset[cards] + place


@kernel
def fill(sheet, hand_max):
    """Fill the table for hands of up to `hand_max` cards, the opener included."""
    kinds = sheet.kinds_n
    for cards in range(hand_max):
        sheet.rank_offset[cards + 1] = sheet.rank_offset[cards] + CHOOSE[kinds + cards - 1, cards]
    picked = np.zeros(TAIL_MAX, np.int64)
    for cards in range(1, hand_max):
        picked[:] = 0
        while True:
            hand = 0
            for i in range(cards):
                hand += one(picked[i])
            fill_row_of(sheet, hand)
            # The next non-decreasing sequence of `cards` kinds.
            i = cards - 1
            while i >= 0 and picked[i] == kinds - 1:
                i -= 1
            if i < 0:
                break
            following = picked[i] + 1
            for j in range(i, cards):
                picked[j] = following


@kernel
def fill_row_of(sheet, hand):
    """Fill one multiset's row from the rows of the multisets with one card less."""
    row = rank(sheet, hand)
    for last in range(sheet.kinds_n):
        top = 0
        useful = 0
        for kind in range(sheet.kinds_n):
            if count(hand, kind) > 0 and is_linked(sheet, last, kind):
                rest = rank(sheet, hand - one(kind))
                top = max(top, DAMAGE * sheet.combo[kind] - 1 + sheet.tail[rest, kind])
                if sheet.combo[kind] > 0 or sheet.useful[rest, kind]:
                    useful |= (1 << kind) | sheet.useful[rest, kind]
        sheet.tail[row, last] = top
        sheet.useful[row, last] = useful


@kernel
def damage_of(tail):
    """Return the damage part of a `tail` value."""
    return (tail + DAMAGE - 1) // DAMAGE


@kernel
def opening_tail(sheet, hand, kind):
    """Return the best plain line that `kind` opens, in the unit of `tail` (the opener is not counted as a card)."""
    return DAMAGE * sheet.opening[kind] + sheet.tail[rank(sheet, hand - one(kind)), kind]
