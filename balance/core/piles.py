"""Piles of cards of one kind set: a multiset packed into one integer, and keyed reshuffles of an ordered deck.

A multiset holds up to 15 kinds with up to 15 copies each, four bits a kind, so that a whole hand is one integer, "take
these cards" is a subtraction and "holds these cards" is one comparison. Kinds are all a rule of such a game can see:
copies of a card are interchangeable.
"""

import numpy as np

from balance.core.jit import kernel, trailing_zeros, wrapping_kernel
from balance.core.luck import CARD_MASK, card_key, sort_by_key

KINDS_MAX = 15
COPIES_MAX = 15
_LOW_NIBBLES = int("0F" * 8, 16)
_ONES = np.uint64(int("01" * 8, 16))
_BORROW = int("8" * KINDS_MAX, 16)

CHOOSE = np.zeros((32, 9), np.int64)  # binomial coefficients n over k
CHOOSE[:, 0] = 1
for _n in range(1, 32):
    for _k in range(1, 9):
        CHOOSE[_n, _k] = CHOOSE[_n - 1, _k - 1] + CHOOSE[_n - 1, _k]


@kernel
def one(kind):
    """Return the multiset of one card of `kind`."""
    return 1 << (4 * int(kind))  # int: a kind from a deck is an int8, which would wrap with JIT off


@kernel
def every(kind):
    """Return the bits that hold the copies of `kind`: a mask to take all of them, or all but them."""
    return 15 << (4 * int(kind))


@kernel
def count(multiset, kind):
    """Return the copies of `kind` in a multiset."""
    return (multiset >> (4 * int(kind))) & 15


@wrapping_kernel
def size(multiset):
    """Return the number of cards in a multiset."""
    bytes_ = (multiset & _LOW_NIBBLES) + ((multiset >> 4) & _LOW_NIBBLES)
    # The top byte of the wrapped product sums all bytes. Unsigned: the compiler takes it that signed ones never wrap.
    return np.int64((np.uint64(bytes_) * _ONES) >> np.uint64(56))


@kernel
def holds(hand, cards):
    """Say whether `cards` is a sub-multiset of `hand` (both with at most 7 copies a kind)."""
    return ((hand | _BORROW) - cards) & _BORROW == _BORROW


@kernel
def minus(hand, cards):
    """Return `hand` less `cards`, never below zero copies of a kind (both with at most 7 copies a kind)."""
    left = (hand | _BORROW) - cards
    kept = left & _BORROW  # the kinds that had enough
    return left & (kept - (kept >> 3))


@kernel
def lowest(multiset):
    """Return the first kind in a multiset that is not empty; kinds are walked without looking at absent ones."""
    return trailing_zeros(multiset) >> 2


@kernel
def shuffle_into(deck, multiset, identities, stream, shuffler):
    """Lay a multiset of kinds as a shuffled deck, the last element on top; return the number of cards.

    The order is the keyed one: each (slot, copy) sorts by its own key, so adding or removing a card leaves the order of
    all others as it was. `identities` holds the luck identity of each kind's slot.
    """
    n = 0
    kind = 0
    while multiset:
        for copy in range(multiset & 15):
            shuffler.keys[n] = card_key(stream, identities[kind], copy, kind)
            n += 1
        multiset >>= 4
        kind += 1
    sort_by_key(shuffler, n)
    for i in range(n):
        deck[i] = np.int64(shuffler.ordered[i] & CARD_MASK)
    return n
