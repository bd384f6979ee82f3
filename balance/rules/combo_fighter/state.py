"""The records of a Combo Fighter duel: cards (read only), state, and a policy's memo.

A hand and a discard pile are multisets packed into one integer (`core.piles`); a deck is an ordered list of kinds. A
kind is the position of a card in its sheet, cards being sorted by slot.
"""

from enum import IntEnum

import numpy as np

from balance.core.luck import SHUFFLER
from balance.core.protocol import HEADER

SEATS = 2
KINDS_MAX = 9  # three colours by three shapes: an icon names a move
DECK_MAX = 50
HAND_MAX = 7
VERSIONS_MAX = 6  # three signatures, each with a Moxie version
SEQUENCE_MAX = 5
PLAYED_MAX = 12
ROUND_LIMIT_MAX = 500
ACTIONS_MAX = 1 << HAND_MAX
TAIL_MAX = HAND_MAX - 1  # cards left in hand when the opener has been played
LINES_MAX = 5005  # multisets of at most TAIL_MAX cards over KINDS_MAX kinds

STOP = 14  # combo action: end the combo with the printed damage
CALL = 15  # combo action: end the combo by calling the signature it spells


class Colour(IntEnum):
    """Each colour beats the one before it, round the win circle."""

    NONE = 0
    RED = 1
    BLUE = 2
    YELLOW = 3


class Decision(IntEnum):
    """What is being asked; NONE when the game is over."""

    NONE = 0
    OPENER = 1  # a kind in hand
    COMBO = 2  # a kind in hand, STOP or CALL
    PAYMENT = 3  # the multiset of hand cards that pay; the deck pays the rest
    DISCARDS = 4  # a multiset of hand cards


class End(IntEnum):
    """How the game ended."""

    NONE = 0
    OUT_OF_CARDS = 1  # damage took the last card
    HIT_STAGGERING = 2  # a hit on a staggering fighter
    DOUBLE_KNOCK_OUT = 3
    ROUND_LIMIT = 4


class Reshuffle(IntEnum):
    """Option `reshuffle` (CF-7)."""

    NONE = 0
    AT_ONCE = 1
    END_OF_ROUND = 2


class Measure(IntEnum):
    """Column of each measure in a game's row; column 0 is the outcome for side 0."""

    NONE = 0
    ROUNDS = 1
    END = 2  # an End
    TIES = 3  # rounds that nobody won
    SIGNATURES_A = 4  # signature combos called by side 0
    SIGNATURES_B = 5
    MOXIE_A = 6  # of these, Moxie versions
    MOXIE_B = 7
    LIFE_LEFT = 8  # cards in hand and deck of the winner; 0 without a winner


BINS = ROUND_LIMIT_MAX + 1

OPTIONS = np.dtype(
    [
        ("hand_size", np.int64),  # refill and staggering target
        ("reshuffle", np.int64),  # a Reshuffle
        ("is_ignoring_boxes", np.int64),  # signatures may leave the combo boxes
        ("round_limit", np.int64),
    ]
)

SHEET = np.dtype(
    [
        ("kinds_n", np.int64),
        ("identity", np.uint64, (KINDS_MAX,)),  # luck identity of each kind's slot
        ("start", np.int64),  # multiset of the starting hand
        ("rest", np.int64),  # multiset of all other cards
        ("colour", np.int8, (KINDS_MAX,)),
        ("star", np.int8, (KINDS_MAX,)),
        ("initiative", np.int8, (KINDS_MAX,)),
        ("opening", np.int16, (KINDS_MAX,)),
        ("combo", np.int16, (KINDS_MAX,)),
        ("box", np.int16, (KINDS_MAX,)),  # bit mask of the kinds that may follow
        # Signature versions: base and Moxie forms side by side, in the order of the sheet.
        ("versions_n", np.int64),
        ("signature", np.int8, (VERSIONS_MAX,)),  # which signature of the sheet
        ("is_moxie", np.int8, (VERSIONS_MAX,)),
        ("length", np.int8, (VERSIONS_MAX,)),
        ("sequence", np.int8, (VERSIONS_MAX, SEQUENCE_MAX)),  # kinds, -1 after the last
        ("damage", np.int16, (VERSIONS_MAX,)),
        ("need", np.int64, (VERSIONS_MAX, SEQUENCE_MAX + 1)),  # multiset of the cards from a position on
        ("steps", np.int8, (SEQUENCE_MAX, KINDS_MAX)),  # bit mask of versions with that kind at that position
        # Filled by `lines.fill`: what a hand can still do after `last` was played (see there).
        ("rank_offset", np.int64, (TAIL_MAX + 2,)),
        ("tail", np.int16, (LINES_MAX, KINDS_MAX)),
        ("useful", np.int16, (LINES_MAX, KINDS_MAX)),
    ],
    align=True,
)

CARDS = np.dtype([("options", OPTIONS), ("side", SHEET, (SEATS,))], align=True)

SEAT = np.dtype(
    [
        ("hand", np.int64),  # multiset; a pending hidden choice is still in it
        ("known", np.int64),  # the part of the hand that the opponent knows (starting cards not seen leaving)
        ("pile", np.int64),  # discard pile, a multiset
        ("deck_n", np.int64),
        ("played_n", np.int64),  # cards on the table this round
        ("live", np.int64),  # bit mask of signature versions that the played cards still spell
        ("dealt", np.int64),  # printed damage of the cards played this round
        ("damage", np.int64),  # points to take this round
        ("pending", np.int64),  # a choice that is hidden until both seats have chosen
        ("is_pending", np.int64),
        ("is_committed", np.int64),  # left the boxes for a signature that must now be completed
        ("is_staggering", np.int64),
        ("shuffles_n", np.int64),
        ("signatures_n", np.int64),  # called so far
        ("moxie_n", np.int64),
        ("played", np.int8, (PLAYED_MAX,)),  # kinds in the order played
        ("deck", np.int8, (DECK_MAX,)),  # kinds, the last element on top
    ],
    align=True,
)

STATE = np.dtype(
    [
        *HEADER,
        ("decision", np.int64),  # a Decision
        ("actor", np.int64),  # the deciding seat, -1 when the game is over
        ("round_n", np.int64),  # from 1
        ("winner", np.int64),  # of the round, -1 for a tie; of the game when it is over
        ("end", np.int64),  # an End
        ("ties_n", np.int64),
        ("seat", SEAT, (SEATS,)),
        ("shuffler", SHUFFLER),
    ],
    align=True,
)

MEMO = np.dtype(
    [
        ("line", np.int64),  # multiset of the best line of the hand
        ("junk", np.int64),  # bits of the kinds in no damaging line (piles.every)
        ("discards_max", np.int64),  # discards that do not dig into staggering
    ]
)
