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
    FORCE = 6  # what makes room for a card that is forced into an opening hand


class Mode(IntEnum):
    """How a policy turns the values of legal actions into a choice."""

    NONE = 0
    RANDOM = 1  # uniform over legal actions, a card kind weighted by its copies
    BEST = 2  # the highest value, ties broken by the race
    MIXED = 3  # in proportion to the values; like RANDOM when no value is positive
    SEARCH = 4  # the most points in rollouts; see `core.search`
    SOFT = 5  # twice as often for every 4,096 of value more


class Event(IntEnum):
    """One row of a trace. Columns are (event, seat, a, b); the comment says what a and b hold."""

    NONE = 0
    ASK = 1  # decision kind, number of legal actions
    LEGAL = 2  # action code, copies
    CHOICE = 3  # action code
    SHUFFLE = 4  # number of cards; that many CARD rows follow, top card first
    CARD = 5  # card kind
    ROUND = 6  # round number; where players take turns, the turn and whose it is
    HAND = 7  # hand, cards in the deck
    PILE = 8  # discard pile, is staggering
    REVEAL = 9  # card kind, initiative with what a token adds
    WINNER = 10  # the winning seat in the seat column, -1 for a tie
    SIGNATURE = 11  # signature version, damage
    DAMAGE = 12  # the victim in the seat column; points
    KNOCK_OUT = 13
    MILL = 14  # card kind discarded from the top of the deck
    DRAW = 15  # card kind
    STAGGER = 16
    END = 17  # the winning seat in the seat column, -1 for a draw or a truncated game; end reason
    TOKEN = 18  # power token at the start of a round: face up side (0 is A), counter
    OFFER = 19  # an optional effect is put to the seat: index of the effect; ASK follows
    FLIP = 20  # side now face up
    COUNTER = 21  # new value
    TOTAL = 22  # the victim in the seat column; damage of the round after the change
    REMOVE = 23  # card kind that leaves the game
    VALUE = 24  # card kind just played, its damage as it was valued
    SUMMON = 25  # card from the hand that becomes a fighter, its position
    SHOW = 26  # card of the hand that is shown
    STACK = 27  # card of the hand or fighter that is laid on another, the fighter it is laid on
    POSITION = 28  # fighter, its new position
    PLAY = 29  # modifier from the hand, its target
    CANCEL = 30  # card discarded to cancel what was played last
    CANCELED = 31  # the modifier that has no effect
    MODIFY = 32  # fighter, what is added to its value; the modifier stays on it
    SHOOT = 33  # fighter or modifier that is shot
    TAKE = 34  # card taken from the discard pile
    ATTACK = 35  # attacking fighter, the one attacked
    COMPARE = 36  # value of the attacker, of the defender
    PROTECT = 37  # fighter that stays, the card discarded for it
    FALL = 38  # fighter that leaves the field, the bits of all its cards
    BOMB = 39  # fighter that takes another one along, that other one
    DISCARD = 40  # card that goes to the discard pile, from a hand or off a fighter


# ---------------------------------------------------------------- effects in words
#
# The words of card and token texts. A word is written as its member is called, in lower case with spaces; `written`
# knows the exceptions. `data.words` parses them, each ruleset allows a subset and handles it in its `effects.py`.


class Trigger(IntEnum):
    """When an effect acts; the comment says what stands behind the word."""

    NONE = 0
    ALWAYS = 1  # as long as its side is active
    PLAYING = 2  # cards: one of these was put on the table
    WINNING_WITH = 3  # cards: the round is won with such an opener; before the combo
    EMPTYING_A_HAND_OF = 4  # number: the last card of the hand was played, at least so many this round
    CALLING = 5  # perhaps a name: a signature combo was called
    WON = 6  # the round is won and the combo over; before the damage is totalled
    LOST = 7  # the same, for the loser
    TIED = 8
    DEALING = 9  # a point or more is about to be dealt
    TAKING = 10  # a point or more is about to be taken
    HIT = 11  # a point or more was taken
    CLEARING_THE_TABLE = 12
    END_OF_ROUND = 13  # with the discards, before drawing


class Condition(IntEnum):
    """What must hold for an effect or a step."""

    NONE = 0
    WON = 1  # this round
    LOST = 2
    TIED = 3
    SIGNATURE = 4  # one was called this round
    NO_SIGNATURE = 5
    HOLDING = 6  # cards: one of these is in hand
    COUNTER = 7  # number: the counter is at least so high
    AGAINST_INITIATIVE = 8  # number: the opposing opener is red and at least so fast
    ALIKE = 9  # two of the cards that paid the cost have one colour


class Cost(IntEnum):
    """What an optional effect costs."""

    NONE = 0
    DISCARD = 1  # number, cards: from the hand
    REVEAL = 2  # number: from the top of the deck, discarded
    DEAL_NOTHING = 3  # the damage of this round


class Verb(IntEnum):
    """What an effect does."""

    NONE = 0
    FLIP = 1  # the power token
    TOTAL = 2  # amount: change of the damage dealt (won, dealing) or taken (lost, taking) this round
    DAMAGE = 3  # amount, cards: change of the damage of own cards
    INITIATIVE = 4  # amount, cards
    NO_SIGNATURES = 5  # none may be called
    X_IS_OPPOSING_DAMAGE = 6  # X is the larger printed damage of the opposing opener; else X is the counter
    COUNTER = 7  # amount, perhaps a limit
    DOUBLE_ONE = 8  # the damage of one played card, or of the signature
    DRAW = 9  # number
    REMOVE = 10  # cards: from the game instead of to the discard pile
    WIN = 11  # the game


class Operator(IntEnum):
    """How an amount changes a number."""

    NONE = 0
    ADD = 1
    SUBTRACT = 2
    TIMES = 3
    SET = 4


_WRITTEN = {
    "X_IS_OPPOSING_DAMAGE": "X is opposing damage",
    "ADD": "+",
    "SUBTRACT": "-",
    "TIMES": "x",
    "SET": "=",
}


def written(word: IntEnum) -> str:
    """Return a word as texts have it."""
    return _WRITTEN.get(word.name, word.name.lower().replace("_", " "))
