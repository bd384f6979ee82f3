"""The dictionary: outcomes, decisions' bookkeeping, policy modes, luck purposes and event words.

Kernels, data files, tests and reports use these names; the numbers behind them are part of every stored result, so a
number is never reused. Every enum is singular and starts with ``NONE = 0``.
"""

from enum import IntEnum


class Outcome(IntEnum):
    """How one game ended, seen from one side. One byte per game in the store."""

    NONE = 0
    LOSS = 1
    DRAW = 2
    WIN = 3
    TRUNCATED = 4  # stopped by the turn limit; scored one half, never called a draw


class Purpose(IntEnum):
    """What a stream of luck is for; each (key, lane, purpose) is a stream of its own."""

    NONE = 0
    SHUFFLE = 1
    DICE = 2
    POLICY = 3
    SHARED = 4  # a common deck or display
    REDEAL = 5  # hidden cards resampled for a search or a test; never used by a real game


class Mode(IntEnum):
    """How a policy turns the values of legal actions into a choice."""

    NONE = 0
    RANDOM = 1  # uniform over legal actions, a card kind weighted by its copies
    BEST = 2  # the highest value, ties broken by the race
    MIXED = 3  # in proportion to the values; like RANDOM when no value is positive


class Event(IntEnum):
    """One row of a trace. Columns are (event, seat, a, b); the comment says what a and b hold."""

    NONE = 0
    ASK = 1  # decision kind, number of legal actions
    LEGAL = 2  # action code, copies
    CHOICE = 3  # action code
    SHUFFLE = 4  # number of cards; that many CARD rows follow, top card first
    CARD = 5  # card kind
    ROUND = 6  # round number
    HAND = 7  # hand, cards in the deck
    PILE = 8  # discard pile, is staggering
    REVEAL = 9  # card kind
    WINNER = 10  # the winning seat in the seat column, -1 for a tie
    SIGNATURE = 11  # signature version, damage
    DAMAGE = 12  # the victim in the seat column; points
    KNOCK_OUT = 13
    MILL = 14  # card kind discarded from the top of the deck
    DRAW = 15  # card kind
    STAGGER = 16
    END = 17  # the winning seat in the seat column, -1 for a draw or a truncated game; end reason
