"""The table of best lines: what a hand can still do, worked out once per sheet instead of at every decision.

For every multiset of cards left in hand and every card just played, four numbers:

tail       16 x (most further combo damage) - (cards that takes): more damage first, then fewer cards; 0 to stop
opened     the same if that card was the opener, its own damage included (the card is not counted)
following  1 + the kind that this continuation begins with, the first of equal ones; 0 to stop
useful     bit mask of the kinds in some continuation that ends in a card that deals damage

A multiset is found by its rank: all smaller multisets first, then the combinatorial number system (colex order). What
a card deals may depend on the side of the power token that is up and on X, so the table has a part for each side and
value of X that make a difference, its *forms*. A bonus that depends on a card in hand (`holding`) needs no form: the
multiset says it.
"""

import numpy as np

from balance.core.jit import kernel
from balance.core.piles import CHOOSE, count, lowest, one
from balance.rules.combo_fighter.effects import card_damage
from balance.rules.combo_fighter.legal import is_linked
from balance.rules.combo_fighter.state import X

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
def form(sheet, face, x):
    """Return the part of the table for a side of the token and a value of X; a larger X is planned as the largest."""
    side = face if sheet.faces_n > 1 else 0
    return side * sheet.levels_n + min(x, sheet.levels_n - 1)


@kernel
def place(sheet, form_i, hand, last):
    """Return the index of (hand, last card) in the table."""
    return (form_i * sheet.rows_n + rank(sheet, hand)) * sheet.kinds_n + int(last)


@kernel
def combo_damage(sheet, form_i, hand, kind):
    """Return the damage of a later card of a combo, with `hand` still in hand."""
    return damage_in(sheet, form_i, hand, kind, np.int64(sheet.combo[kind]))


@kernel
def opening_damage(sheet, form_i, hand, kind):
    """Return the damage of an opener, with `hand` still in hand."""
    return damage_in(sheet, form_i, hand, kind, np.int64(sheet.opening[kind]))


@kernel
def damage_in(sheet, form_i, hand, kind, printed):
    """Return the damage of a card under a form; most cards deal what is printed, which needs no look at the form."""
    if printed != X and sheet.changed[0] | sheet.changed[1] == 0:
        return printed
    return card_damage(sheet, form_i // sheet.levels_n, form_i % sheet.levels_n, hand, kind, printed)


@kernel
def fill(sheet, hand_max, picked):
    """Fill the table for hands of up to `hand_max` cards, the opener included; `levels_n` is cut to what fits.

    `picked` is int64[TAIL_MAX] of scratch.
    """
    kinds = sheet.kinds_n
    for cards in range(hand_max):
        sheet.rank_offset[cards + 1] = sheet.rank_offset[cards] + CHOOSE[kinds + cards - 1, cards]
    sheet.rows_n = sheet.rank_offset[hand_max]
    for cards in range(hand_max + 1, len(sheet.rank_offset)):
        sheet.rank_offset[cards] = sheet.rows_n  # so that larger hands are told by their rank
    sheet.levels_n = min(sheet.levels_n, len(sheet.tail) // (sheet.faces_n * sheet.rows_n * kinds))
    for form_i in range(sheet.faces_n * sheet.levels_n):
        fill_row_of(sheet, form_i, 0)
    for cards in range(1, hand_max):
        picked[:] = 0
        while True:
            hand = 0
            for i in range(cards):
                hand += one(picked[i])
            for form_i in range(sheet.faces_n * sheet.levels_n):
                fill_row_of(sheet, form_i, hand)
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
def fill_row_of(sheet, form_i, hand):
    """Fill one multiset's row of a form from the rows of the multisets with one card less."""
    for last in range(sheet.kinds_n):
        top = following = useful = 0
        for kind in range(sheet.kinds_n):
            if count(hand, kind) > 0 and is_linked(sheet, last, kind):
                left = hand - one(kind)
                damage = combo_damage(sheet, form_i, left, kind)
                rest = place(sheet, form_i, left, kind)
                tail = DAMAGE * damage - 1 + sheet.tail[rest]
                if tail > top:
                    top, following = tail, kind + 1
                if damage > 0 or sheet.useful[rest]:
                    useful |= (1 << kind) | sheet.useful[rest]
        here = place(sheet, form_i, hand, last)
        sheet.tail[here] = top
        sheet.opened[here] = DAMAGE * opening_damage(sheet, form_i, hand, last) + top
        sheet.following[here] = following
        sheet.useful[here] = useful


@kernel
def damage_of(tail):
    """Return the damage part of a `tail` value."""
    return (tail + DAMAGE - 1) // DAMAGE


@kernel
def next_tail(sheet, form_i, hand, kind):
    """Return the best plain line that goes on with `kind` out of `hand`, in the unit of `tail`."""
    left = hand - one(kind)
    return DAMAGE * combo_damage(sheet, form_i, left, kind) - 1 + sheet.tail[place(sheet, form_i, left, kind)]


@kernel
def opening_tail(sheet, form_i, hand, kind):
    """Return the best plain line that `kind` opens, in the unit of `tail` (the opener is not counted as a card).

    Of a hand larger than the table knows, as a token may draw it, the opener alone counts.
    """
    left = hand - one(kind)
    row = rank(sheet, left)
    if row >= sheet.rows_n:
        return DAMAGE * opening_damage(sheet, form_i, left, kind)
    return np.int64(sheet.opened[(form_i * sheet.rows_n + row) * sheet.kinds_n + kind])


@kernel
def plain_line(sheet, form_i, hand, opener):
    """Return the multiset of the best plain line that `opener` starts."""
    line = one(opener)
    last = opener
    while True:
        following = np.int64(sheet.following[place(sheet, form_i, hand - line, last)])
        if following == 0:
            return line
        last = following - 1
        line += one(last)
