"""The records of a Combo Fighter duel: cards (read only), state, and a policy's memo.

A hand and a discard pile are multisets packed into one integer (`core.piles`); a deck is an ordered list of kinds. A
kind is the position of a card in its sheet, cards being sorted by slot. Effects of power tokens are rows of integers,
lowered from their words by `tokens.py` and carried out by `effects.py`.
"""

from enum import IntEnum

import numpy as np

from balance.core.equilibrium import GAME, OPTIONS_MAX
from balance.core.luck import SHUFFLER
from balance.core.protocol import HEADER
from balance.vocab import Trigger

SEATS = 2
FACES = 2  # sides of a power token: A is 0, B is 1
KINDS_MAX = 9  # three colours by three shapes: an icon names a move
DECK_MAX = 50
HAND_MAX = 7
VERSIONS_MAX = 6  # three signatures, each with a Moxie version
SEQUENCE_MAX = 5
PLAYED_MAX = 12  # a hand of seven, and five cards drawn by a token
ROUND_LIMIT_MAX = 500
ACTIONS_MAX = 1 << HAND_MAX
TAIL_MAX = HAND_MAX - 1  # cards left in hand when the opener has been played
LINES_MAX = 2 * 5005 * KINDS_MAX  # both sides of a token, multisets of at most TAIL_MAX cards, the card before
HANDS_MAX = 11440  # multisets of at most HAND_MAX cards
LIFE_MAX = DECK_MAX + 1
STEPS = 16  # of the equilibrium of a round, played out by turns
TABLED_MAX = 5  # cards of the hands in the table of openings
OPENINGS_MAX = 2002 * TABLED_MAX  # multisets of at most so many cards, by the kinds in them
SITUATIONS = 4  # of the table of openings: who is staggering
LEVELS_MAX = 16  # values of X that the table of best lines tells apart
EFFECTS_MAX = 12
STEPS_MAX = 24
TRIGGERS = len(Trigger)
COUNTER_MAX = 99
X = -1  # printed damage of a card that deals X

STOP = 14  # combo action: end the combo with the damage of its cards
CALL = 15  # combo action: end the combo by calling the signature it spells
DECLINE = 0  # offer action; every other one is positive
ACCEPT = 1  # offer action where there is nothing to choose
DOUBLE_SIGNATURE = 1 + PLAYED_MAX  # offer action; to double the card at a position is 1 + position


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
    OFFER = 5  # an optional effect of the power token: DECLINE or how it is taken (see `legal.legal_offer`)


class Stage(IntEnum):
    """What comes next in a round: each part returns the one after it, NONE when somebody decides or all is over."""

    NONE = 0
    ROUND = 1  # moves.start_round
    REVEAL = 2  # openers.reveal
    COMBO = 3  # combo.ask_combo
    SETTLE = 4  # combo.settle
    DAMAGE = 5  # damage.resolve_damage
    PAYMENT = 6  # damage.ask_payment
    LAST = 7  # cleanup.ask_last
    CLEANUP = 8  # cleanup.end_round


class End(IntEnum):
    """How the game ended."""

    NONE = 0
    OUT_OF_CARDS = 1  # damage took the last card
    HIT_STAGGERING = 2  # a hit on a staggering fighter
    DOUBLE_KNOCK_OUT = 3
    ROUND_LIMIT = 4
    POWER_TOKEN = 5  # an effect that wins the game


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
    FLIPS_A = 9  # times the power token was turned over
    FLIPS_B = 10


class Total(IntEnum):
    """Column of each total in a game's row for side 0; that of side 1 is the next one."""

    NONE = 0
    DAMAGE = 11  # dealt in won rounds
    WON = 13  # rounds won, first of six: the colour of the opener, then how (see SEAT.won)


BINS = ROUND_LIMIT_MAX + 1
WAYS = 2  # of a colour to win a round: by the circle, or by the edge among equals (initiative or star)
LIFE_STEP = 4  # cards of life that a standing takes for one
LIFE_STEPS = 2 + DECK_MAX // LIFE_STEP  # steps of life, staggering is the lowest
TOKENS = 4  # states of the power token that a standing tells apart: side B, or the counter

OPTIONS = np.dtype(
    [
        ("hand_size", np.int64),  # refill and staggering target
        ("reshuffle", np.int64),  # a Reshuffle
        ("is_ignoring_boxes", np.int64),  # signatures may leave the combo boxes
        ("round_limit", np.int64),
    ]
)

EFFECT = np.dtype(
    [
        ("trigger", np.int64),  # a vocab.Trigger
        ("trigger_n", np.int64),  # its number
        ("trigger_cards", np.int64),  # bits of the kinds it is about
        ("trigger_versions", np.int64),  # bits of the signature versions it is about
        ("condition", np.int64),  # a vocab.Condition
        ("condition_n", np.int64),
        ("condition_cards", np.int64),  # a multiset mask (piles.every) of the kinds it is about
        ("is_optional", np.int64),
        ("cost", np.int64),  # a vocab.Cost
        ("least", np.int64),  # cards that it takes
        ("most", np.int64),
        ("cost_cards", np.int64),  # a multiset mask of the kinds that may pay
        ("first", np.int64),  # its steps are step[first : first + steps_n]
        ("steps_n", np.int64),
    ]
)

STEP = np.dtype(
    [
        ("verb", np.int64),  # a vocab.Verb
        ("operator", np.int64),  # a vocab.Operator
        ("amount", np.int64),
        ("is_x", np.int64),  # amount times X
        ("is_each", np.int64),  # once for each card in `cards` that paid the cost
        ("limit", np.int64),
        ("cards", np.int64),  # a multiset mask of the kinds it is about
        ("condition", np.int64),
        ("condition_n", np.int64),
        ("condition_cards", np.int64),
    ]
)

SHEET = np.dtype(
    [
        ("kinds_n", np.int64),
        ("identity", np.uint64, (KINDS_MAX,)),  # luck identity of each kind's slot
        ("start", np.int64),  # multiset of the starting hand
        ("rest", np.int64),  # multiset of all other cards
        ("blue", np.int64),  # a multiset mask of the blue kinds
        ("colour", np.int8, (KINDS_MAX,)),
        ("star", np.int8, (KINDS_MAX,)),
        ("initiative", np.int8, (KINDS_MAX,)),
        ("opening", np.int16, (KINDS_MAX,)),
        ("combo", np.int16, (KINDS_MAX,)),
        ("printed", np.int16, (KINDS_MAX,)),  # both of them added, without X
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
        # The power token; without one everything is 0.
        ("effects_n", np.int64),
        ("effect", EFFECT, (EFFECTS_MAX,)),
        ("step", STEP, (STEPS_MAX,)),
        # What the effects come to, by the side that is up: bits of effects by trigger, of kinds, of signature versions.
        ("at", np.int64, (FACES, TRIGGERS)),
        ("changed", np.int64, (FACES,)),  # kinds whose damage or initiative depends on the token
        ("is_mute", np.int64, (FACES,)),  # no signatures
        ("is_x_opposing", np.int64, (FACES,)),  # X is read off the opposing opener; else it is the counter
        ("opener_flips", np.int64, (FACES,)),  # kinds that flip the token as the opener of a won round
        ("call_flips", np.int64, (FACES,)),  # versions that flip it when called
        ("call_counts", np.int64, (FACES, VERSIONS_MAX)),  # what calling one adds to the counter
        ("call_limit", np.int64, (FACES, VERSIONS_MAX)),  # the counter beyond which it adds nothing
        ("is_turning", np.int64),  # the sides differ
        ("playing_flips", np.int64, (FACES,)),  # kinds that flip it when put on the table
        ("loss_flips", np.int64, (FACES,)),  # a lost round flips it
        ("hit_flips", np.int64, (FACES,)),  # a hit flips it
        ("is_changing_dealt", np.int64, (FACES,)),  # a total that it deals may change
        ("is_changing_taken", np.int64, (FACES,)),  # a total that it takes may change
        ("counter_goal", np.int64, (FACES,)),  # the counter that wins the game; 0 where none does
        ("won_counts", np.int64, (FACES, 2)),  # what a won round adds to the counter: without and with a signature
        ("is_reset_by_loss", np.int64, (FACES,)),  # a lost round takes the counter back to 0
        ("is_reset_by_tie", np.int64, (FACES,)),
        ("x_usual", np.int64),  # X to plan with before the opposing opener is seen; filled by `schema.join`
        # Filled by `lines.fill`: what a hand can still do after `last` was played (see there).
        ("faces_n", np.int64),  # sides of the token that the table tells apart
        ("levels_n", np.int64),  # values of X that it tells apart
        ("rows_n", np.int64),  # multisets
        ("rank_offset", np.int64, (TAIL_MAX + 2,)),
        ("tail", np.int16, (LINES_MAX,)),
        ("opened", np.int16, (LINES_MAX,)),
        ("following", np.int8, (LINES_MAX,)),
        ("useful", np.int16, (LINES_MAX,)),
        # Filled by `prospects.fill` for the matchup, by the sides of both tokens; in sixteenths of a point or card.
        ("usual_damage", np.int16, (FACES, KINDS_MAX)),  # of the line behind an opener
        ("usual_cards", np.int16, (FACES, KINDS_MAX)),  # that line takes, the opener included
        ("worth", np.int16, (FACES, FACES, HANDS_MAX)),  # of cards kept for the next round, by rank
    ],
    align=True,
)

CARDS = np.dtype(
    [
        ("options", OPTIONS),
        ("side", SHEET, (SEATS,)),
        ("is_studied", np.int64),  # the tables of `prospects` are filled
        # Filled by `opening_table.fill`, see there; by side, situation, sides of both tokens and place.
        ("is_tabled", np.int64),
        ("promise", np.int16, (SEATS, SITUATIONS, FACES, FACES, OPENINGS_MAX)),
        ("habit", np.int16, (SEATS, SITUATIONS, FACES, FACES, OPENINGS_MAX)),
        # The chance of side 0 to win, of 65,536, by cards of each side's deck before it staggers; 0 has staggered.
        ("outlook", np.int32, (LIFE_MAX, LIFE_MAX)),
    ],
    align=True,
)

SEAT = np.dtype(
    [
        ("hand", np.int64),  # multiset; a pending hidden choice is still in it
        ("known", np.int64),  # the part of the hand that the opponent knows (starting cards not seen leaving)
        ("pile", np.int64),  # discard pile, a multiset
        ("deck_n", np.int64),
        ("played_n", np.int64),  # cards on the table this round
        ("live", np.int64),  # bit mask of signature versions that the played cards still spell
        ("dealt", np.int64),  # damage of the cards played this round, as it was valued
        ("damage", np.int64),  # points to take this round
        ("pending", np.int64),  # a choice that is hidden until both seats have chosen
        ("is_pending", np.int64),
        ("is_committed", np.int64),  # left the boxes for a signature that must now be completed
        ("is_staggering", np.int64),
        ("shuffles_n", np.int64),
        ("signatures_n", np.int64),  # called so far
        ("moxie_n", np.int64),
        ("flips_n", np.int64),
        ("face", np.int64),  # side of the power token that is up
        ("counter", np.int64),  # of the power token
        ("removed", np.int64),  # multiset of the cards that have left the game
        ("called", np.int64),  # signature version called this round, -1 without
        ("initiative", np.int64),  # of the opener of this round, the token's part included
        ("offer", np.int64),  # index of the effect offered last
        ("offered", np.int64),  # hidden answer to the offer at the end of the round
        ("hits", np.int64),  # damage dealt in won rounds
        ("won", np.int64, (3 * WAYS,)),  # rounds won, by WAYS * (colour of the opener - 1) + (1 by the edge)
        ("is_answered", np.int64),
        ("part", np.int64, (PLAYED_MAX,)),  # damage of each card played, as it was valued
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
        ("trigger", np.int64),  # a vocab.Trigger: what is being carried out when an offer interrupts it
        ("queue", np.int64),  # bits of the effects that are still to come
        ("paid", np.int64),  # multiset of the cards that paid the last cost
        ("seat", SEAT, (SEATS,)),
        ("course", np.uint8, (ROUND_LIMIT_MAX, SEATS)),  # standing of each side at the start of each round
        ("shuffler", SHUFFLER),
    ],
    align=True,
)

MEMO = np.dtype(
    [
        ("line", np.int64),  # multiset of the best line of the hand
        ("junk", np.int64),  # bits of the kinds in no damaging line (piles.every)
        ("discards_max", np.int64),  # discards that do not dig into staggering
        ("form", np.int64),  # which part of the table of best lines holds now (lines.form)
        ("is_weighing", np.int64),  # the policy weighs positions (position.py),
        ("is_weighing_openers", np.int64),  # openers against what the other may hold,
        ("is_looking_up", np.int64),  # openers in the table of openings,
        ("is_sorting", np.int64),  # and discards by whether they are junk
        ("life", np.int64, (PLAYED_MAX + 1,)),  # worth of life by the number of discards
        ("game", GAME),  # the round as a game of openers
        ("changes", np.int64, (STEPS, OPTIONS_MAX)),  # of the other side's mix in it (equilibrium.settle)
        ("row_kind", np.int64, (KINDS_MAX,)),  # own openers
        ("row_expected", np.int64, (KINDS_MAX,)),  # average payoff of those in hand
        ("column_kind", np.int64, (KINDS_MAX,)),  # what the other may open with
        ("column_copies", np.int64, (KINDS_MAX,)),  # expected copies of it in that hand, to a common scale
        ("column_loss", np.int64, (KINDS_MAX,)),  # worth of losing to it
        ("column_colour", np.int64, (KINDS_MAX,)),
        ("column_edge", np.int64, (KINDS_MAX,)),  # what decides among openers of its colour
        ("opener", np.int64, (KINDS_MAX,)),  # what each opener promises (opening_game.weigh_openers)
        ("promised", np.int64, (KINDS_MAX,)),  # the same by the table (opening_table.look_up_openers)
        # The walk over the lines of a combo, by the cards played in it.
        ("walk_kind", np.int64, (PLAYED_MAX,)),
        ("walk_hand", np.int64, (PLAYED_MAX,)),
        ("walk_damage", np.int64, (PLAYED_MAX,)),
        ("walk_face", np.int64, (PLAYED_MAX,)),
        ("walk_next", np.int64, (PLAYED_MAX,)),
    ],
    align=True,
)
