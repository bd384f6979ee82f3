"""Sets of cards as bits, and what is printed on a card."""

from balance.core.jit import kernel, trailing_zeros
from balance.rules.powercreep.state import FIGHTERS, JOKER_CARD, KINDS, SUITS

ALL_FIGHTERS = (1 << FIGHTERS) - 1
ACES = 15 << FIGHTERS
CHANGERS = (1 << JOKER_CARD) - (1 << (FIGHTERS + SUITS))  # J, Q and K
BOTH_JOKERS = 3 << JOKER_CARD
_SUIT = sum(1 << card for card in range(0, JOKER_CARD, SUITS))  # the clubs
_KIND = (1 << SUITS) - 1


@kernel
def bit(card):
    """Return the set of one card."""
    return 1 << int(card)  # int: a card of a stack is an int8, which would wrap with JIT off


@kernel
def has(cards, card):
    """Say whether a card is in a set."""
    return (cards >> int(card)) & 1 == 1


@kernel
def first(cards):
    """Return the lowest card of a set that is not empty."""
    return trailing_zeros(cards)


@kernel
def rest(cards):
    """Return a set without its lowest card."""
    return cards & (cards - 1)


@kernel
def size(cards):
    """Return the number of cards in a set."""
    n = 0
    while cards:
        cards &= cards - 1
        n += 1
    return n


@kernel
def kind_of(card):
    """Return the kind of a card (`state.Kind`)."""
    return int(card) >> 2


@kernel
def every(kind):
    """Return all cards of a kind; the two Jokers are the kind 13."""
    return (3 if kind == KINDS - 1 else _KIND) << (SUITS * int(kind))


@kernel
def rank_of(card):
    """Return the printed value of a fighter."""
    return (int(card) >> 2) + 2


@kernel
def is_red(card):
    """Say whether a card is a diamond or a heart; a Joker has no colour that matters."""
    suit = int(card) & 3
    return suit == 1 or suit == 2


@kernel
def can_cancel(played):
    """Return the cards that cancel a modifier: those of its suit, of a Joker the other one (PC-23)."""
    if played >= JOKER_CARD:
        return BOTH_JOKERS
    return _SUIT << (int(played) & 3)


@kernel
def fighters_of(cards):
    """Return the fighters in a set."""
    return cards & ALL_FIGHTERS


@kernel
def one_joker(cards):
    """Return a set with one of two Jokers left out: they are one kind."""
    if cards & BOTH_JOKERS == BOTH_JOKERS:
        return cards & ~(2 << JOKER_CARD)
    return cards
