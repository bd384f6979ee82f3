"""The records of a Powercreep!Beta game: options (read only), state, and a policy's memo.

Every card is one number, and a set of cards is the bits of an int64. Cards 0 to 51 are four a rank, in the order 2, 3,
... 10, A, J, Q, K, with the suits clubs, diamonds, hearts, spades; 52 and 53 are the Jokers. So the kind of a card is
`card >> 2` (a fighter is worth its kind + 2) and its suit is `card & 3`.

A fighter on a field is named by its bottom card, which stays the same when cards are laid on it. Of every card on one,
fighter or modifier alike, the state knows what it lies on (`laid`, `under`); `moves.pack_of` puts them together.
"""

from enum import IntEnum

import numpy as np

from balance.core.protocol import HEADER

SEATS = 2
SUITS = 4
CARDS_MAX = 54
FIGHTERS = 36  # the cards 0 to 35 are fighters, all others modifiers
JOKER_CARD = 52  # the first of the Jokers
STACK_MAX = 27  # cards of a Life Stack at most
TURNS_MAX = 2 * STACK_MAX  # every turn draws a card or more from a stack that ends the game when it is empty
ACTIONS_MAX = 2048  # 36 fighters in hands and on fields, 18 modifiers: far fewer are legal at once
NOBODY = 63  # stands for "no card" in an action code and in `defender`: the Life Stack itself


class Kind(IntEnum):
    """Kind of a card, `card >> 2`; the ranks 2 to 10 are the kinds 0 to 8."""

    TWO = 0
    TEN = 8
    ACE = 9
    JACK = 10
    QUEEN = 11
    KING = 12
    JOKER = 13


KINDS = len(("2", "3", "4", "5", "6", "7", "8", "9", "10", "A", "J", "Q", "K", "Joker"))
RANKS = 9  # kinds of fighters


class Position(IntEnum):
    """How a fighter lies on the field."""

    NONE = 0
    ATTACK = 1  # upright
    DEFENSE = 2  # sideways


class Decision(IntEnum):
    """What is being asked; NONE when the game is over. The comment names the moves (`Move`) among the answers."""

    NONE = 0
    TURN = 1  # the own turn: everything from PAY_SUMMON to ATTACK, END and END_DRAWING
    SHOW = 2  # which card is shown for a trip or run summon, one by one: PICK
    PAYMENT = 3  # which fighter is discarded for a pay summon, one by one: PICK (the bottom card)
    CANCEL = 4  # the other's modifier or cancel: PICK (the card discarded) or PASS
    TAKE = 5  # what a Joker takes from the discard pile: PICK
    COMBAT = 6  # the exchange before a battle: PLAY, or PASS to fight
    PROTECT = 7  # a fighter about to be discarded: PICK (the card discarded) or PASS
    DISCARD = 8  # at the end of the turn, one by one down to the hand limit: PICK


class Move(IntEnum):
    """What an action does. An action code is `move << 12 | a << 6 | b`; the comment says what a and b are.

    Where a or b is not named it is NOBODY. Two Jokers in one place are one kind: only the lower one is offered, with
    two copies.
    """

    NONE = 0
    END = 1  # end the turn
    END_DRAWING = 2  # draw one more card (option `idle_draw`), then end the turn; only after no action at all
    PAY_SUMMON = 3  # a: card in hand; b: Position. PAYMENT follows, as often as there are fighters to discard
    TRIP = 4  # a: card in hand that is summoned; b: Position. SHOW follows twice: two more of its rank
    RUN = 5  # a: card in hand that is summoned; b: Position. SHOW follows twice: the rank below, then the one above
    STACK = 6  # a: card in hand, or bottom card of an own fighter; b: bottom card of the own fighter it is laid on
    TURN = 7  # a: bottom card of an own fighter that changes its position
    PLAY = 8  # a: modifier in hand; b: bottom card of a fighter, modifier on a fighter (Ace only), NOBODY (Joker)
    ATTACK = 9  # a: bottom card of an own fighter; b: bottom card of the other's, NOBODY for the Life Stack
    PICK = 10  # a: card; what for, the decision says
    PASS = 11


class Stage(IntEnum):
    """What comes next: each part returns the one after it, NONE when somebody decides or the game is over."""

    NONE = 0
    START = 1  # turns.start_turn
    TURN = 2  # turns.ask_turn
    SUMMON = 3  # summons.ask_summon
    CANCEL = 4  # modifiers.ask_cancel
    TAKE = 5  # modifiers.ask_take
    COMBAT = 6  # battles.ask_combat
    BATTLE = 7  # battles.compare
    PROTECT = 8  # battles.ask_protect
    CASUALTIES = 9  # battles.bury
    END = 10  # turns.end_turn


class End(IntEnum):
    """How the game ended: what emptied the Life Stack of the loser."""

    NONE = 0
    DRAW = 1  # the card at the start of the turn
    IDLE_DRAW = 2  # the card at the end of an idle turn
    BATTLE = 3  # damage of a battle that the attacker won, or of a tie
    COUNTER = 4  # damage of a battle that the attacker lost
    DIRECT = 5  # a direct attack


class StackFrom(IntEnum):
    """Option `stack_from` (PC-15)."""

    NONE = 0
    BOTH = 1
    HAND = 2
    FIELD = 3


class CombatTargets(IntEnum):
    """Option `combat_targets` (PC-52)."""

    NONE = 0
    ANY = 1
    BATTLING = 2


class Summon(IntEnum):
    """Kind of a summon, and its place among the counts of a seat."""

    NONE = 0
    PAY = 1
    TRIP = 2
    RUN = 3
    STACK = 4


class Measure(IntEnum):
    """Column of each measure in a game's row; column 0 is the outcome for side 0."""

    NONE = 0
    TURNS = 1  # of both players
    END = 2  # an End
    WINNER = 3  # 1 for the first player, 2 for the second
    LIFE_LEFT = 4  # cards in the Life Stack of the winner
    GUARDS = 5  # times a Joker took a Joker or a fighter turned: what is limited only so that a turn must end
    MODIFIERS_A = 6  # played by side 0
    MODIFIERS_B = 7
    CANCELS_A = 8  # cards discarded to cancel
    CANCELS_B = 9
    PROTECTS_A = 10
    PROTECTS_B = 11
    BOMBS_A = 12  # fighters that own bombs took along
    BOMBS_B = 13


class Total(IntEnum):
    """Column of each total in a game's row for side 0; that of side 1 is the next one."""

    NONE = 0
    PAY = 14  # summons, four kinds (see `Summon`)
    STOOD = 22  # modifiers that took effect
    CANCELED = 24
    BATTLES = 26  # fought out against a fighter
    DIRECTS = 28
    DAMAGE = 30


BINS = 128
FIELD_STEPS = 4  # fighters on a field that a standing tells apart: none, one, two, more
LIFE_STEPS = 2 + STACK_MAX // 2  # steps of two cards of the Life Stack


OPTIONS = np.dtype(
    [
        ("is_combat", np.int64),  # variant: modifiers in combat
        ("is_bomb_by_value", np.int64),  # variant: bombs by value
        ("is_joker_in_combat", np.int64),  # PC-45
        ("combat_targets", np.int64),  # a CombatTargets (PC-52)
        ("stack_from", np.int64),  # a StackFrom (PC-15)
        ("has_trips", np.int64),  # the rule is in force; so are the next ones
        ("has_runs", np.int64),
        ("has_stacks", np.int64),
        ("has_cancels", np.int64),
        ("has_bombs", np.int64),  # of either kind
        ("can_protect", np.int64),
        ("is_damage_first", np.int64),  # PC-36: protecting is asked after the damage is drawn
        ("is_stack_bomb", np.int64),  # PC-39: a stack of 2s is a bomb (printed bombs only)
        ("is_shot_attack_used", np.int64),  # PC-46: an attack that a shot stopped counts as the fighter's battle
        ("is_first_turn_battle", np.int64),  # the first player may battle on the first turn
        ("life_stack", np.int64),  # cards dealt to each player
        ("hand_size", np.int64),  # drawn at the start
        ("hand_limit", np.int64),  # at the end of the own turn
        ("damage_limit", np.int64),  # a hand of so many takes no more damage cards
        ("idle_draw", np.int64),  # cards that an idle turn may draw at its end
        ("jokers", np.int64),
        ("cost", np.int64, (RANKS,)),  # fighters that a pay summon discards, by kind
        ("worth", np.int64, (KINDS,)),  # what a modifier adds or takes off, by kind
    ],
    align=True,
)

# A side brings a policy and nothing else; the one deck belongs to the table.
SHEET = np.dtype([("nothing", np.int64)])

CARDS = np.dtype([("options", OPTIONS)], align=True)

# Sets are int64, all else is as narrow as it can be: a state is cleared for every game, and copied for every world that
# a search imagines. Whoever passes a narrow number on widens it first, or else the compiler would make a second version
# of what it is passed to.
SEAT = np.dtype(
    [
        ("hand", np.int64),  # cards
        ("known", np.int64),  # of these, those the other has seen: shown, or taken by a Joker (PC-12)
        ("field", np.int64),  # fighters, by bottom card
        ("attack", np.int64),  # of these, those in attack position
        # Counted over the game.
        ("summons_n", np.int16, (len(Summon),)),
        ("battles_n", np.int16),  # attacks on fighters that were fought out
        ("directs_n", np.int16),  # direct attacks
        ("damage", np.int16),  # dealt to the other, as cards that left the other's Life Stack
        ("modifiers_n", np.int16),  # played
        ("canceled_n", np.int16),  # of these, those that had no effect
        ("cancels_n", np.int16),  # cards discarded to cancel
        ("protects_n", np.int16),
        ("bombs_n", np.int16),  # fighters of the other that own bombs took along
        ("stack_n", np.int8),  # cards left in the Life Stack
    ],
    align=True,
)

STATE = np.dtype(
    [
        *HEADER,
        ("seat", SEAT, (SEATS,)),
        # Sets of cards.
        ("discards", np.int64),  # the one discard pile (PC-26)
        ("removed", np.int64),  # never dealt
        ("laid", np.int64),  # fighters and modifiers that lie on a fighter of either field
        ("adverse", np.int64),  # of these, modifiers that take off; fixed as they took effect (PC-19)
        ("lent", np.int64),  # of these, modifiers played in combat: discarded at the end of the turn
        ("turned", np.int64),  # fighters that changed position in this turn (PC-51)
        ("battled", np.int64),  # fighters that attacked in this turn
        ("shown", np.int64),  # cards shown for the summon on its way
        ("falling", np.int64),  # fighters that the battle at hand sends to the discard pile
        ("asking", np.int64),  # of these, those whose owner is still to be asked whether to protect
        ("keys", np.uint64, (STACK_MAX,)),  # scratch of a shuffle: of the cards of one Life Stack, in order
        # Card by card.
        ("worth", np.int16, (FIGHTERS,)),  # the value of a fighter on a field, by bottom card
        ("top", np.int8, (FIGHTERS,)),  # the card on top of it; its colour is that of the fighter (PC-18)
        ("under", np.int8, (JOKER_CARD,)),  # of a card in `laid`: the bottom card of the fighter that it lies on
        ("deck", np.int8, (SEATS * STACK_MAX,)),  # both Life Stacks, a half for each seat, the last card on top
        ("guards_n", np.int16),  # times in the game that a Joker took a Joker or a fighter turned (PC-27, PC-51)
        ("step_n", np.int16),  # decisions of this turn before this one
        ("points", np.int16),  # damage of the battle at hand
        ("decision", np.int8),  # a Decision
        ("actor", np.int8),  # the deciding seat, -1 when the game is over
        ("active", np.int8),  # the seat whose turn it is
        ("turn_n", np.int8),  # from 1, both players' turns counted
        ("winner", np.int8),
        ("end", np.int8),  # an End
        # This turn.
        ("is_idle", np.int8),  # nothing was done yet (PC-6)
        ("is_battling", np.int8),  # the first battle has begun
        ("has_paid", np.int8),  # the pay summon is used
        ("has_dug", np.int8),  # a Joker took a Joker (PC-27)
        # A summon on its way.
        ("summon", np.int8),  # a Summon, NONE when there is none
        ("summoned", np.int8),  # card
        ("position", np.int8),  # a Position
        ("due", np.int8),  # fighters still to discard, or cards still to show
        # A modifier on its way.
        ("player", np.int8),  # the seat that played it
        ("played", np.int8),  # the modifier, -1 when there is none
        ("target", np.int8),  # fighter or modifier, NOBODY for a Joker
        ("chain_n", np.int8),  # cancels so far
        # A battle on its way.
        ("attacker", np.int8),  # bottom card, -1 when there is no battle
        ("defender", np.int8),  # bottom card, NOBODY for a direct attack
        ("speaker", np.int8),  # the seat that may play next in the exchange before it
        ("passes_n", np.int8),  # in a row
        ("hit", np.int8),  # the seat that takes the damage, -1 for nobody
        ("is_hurt", np.int8),  # the damage has been drawn
        ("course", np.uint8, (TURNS_MAX, SEATS)),  # standing of each side at the start of each turn
    ],
    align=True,
)

MEMO = np.dtype(
    [
        ("can_battle", np.int64),  # the deciding seat may battle in this turn
        ("strongest", np.int64),  # largest value on the other's field
        ("outcome", np.int64),  # worth of the own attacks of this turn, or of the battle at hand (`prospects.outcome`)
        # As things stand (`foresight.look_ahead`).
        ("is_sure", np.int64),  # this turn can end the game, whatever the other protects (`plans.plan`)
        ("is_open", np.int64),  # or if it neither protects nor cancels
        ("is_sure_now", np.int64),  # so can the attacks alone
        ("is_open_now", np.int64),
        ("margin", np.int64),  # what is in attack position less what stands in its way
        ("is_in_danger", np.int64),  # the other's next turn could end the game
        ("reply", np.int64),  # what the other's attacks would be worth in it
        ("worth", np.int16, (FIGHTERS,)),  # values that a plan changes, to be put back
    ],
    align=True,
)
