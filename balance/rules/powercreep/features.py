"""What a Powercreep policy can weigh.

The features are words of `policies.yaml`; the value of an action is the weighted sum of its features. All of them look
at what the deciding seat may know: its own hand, both fields, the discard pile, the sizes of the Life Stacks and the
cards of the other's hand that were shown.
"""

from enum import IntEnum


class Feature(IntEnum):
    """Index of each weight; the comment says what is counted, and at which decision.

    The points of a card are its rank for a fighter, and for a modifier what `prospects.points_of` says.
    """

    NONE = 0
    END = 1  # turn: 1 for ending it without an extra card
    IDLE = 2  # turn: 1 for ending it with the extra card
    DECK_OUT = 3  # turn: 1 if that card is the last of the Life Stack
    BEFORE = 4  # turn: 1 for what the first battle rules out, if it is worth something without this
    SUMMON = 5  # summons: points of the fighter
    FREE = 6  # summons: 1 for a trip or run
    COST = 7  # pay summon: points of the cheapest fighters that could pay for it; payment: of the fighter that pays
    STACK = 8  # stack: points that a fighter gains from the hand
    MERGE = 9  # stack: 1 if a fighter of the field is laid on another
    UPRIGHT = 10  # summons, turning: 1 if the fighter then is in attack position, -1 if it no longer is
    READY = 11  # summons, turning, stack: worth that the best attack of the fighter gains, of 1,000
    EXPOSED = 12  # summons, turning: points by which the other's best fighter beats one in attack position
    MODIFIER = 13  # modifiers: 1 for playing one
    JOKER = 14  # modifiers: 1 for playing a Joker
    BENEFIT = 15  # modifiers: points by which own fighters rise and the other's fall, shot ones included
    SWING = 16  # modifiers: worth that the own attacks, or the battle at hand, gain, of 1,000
    ATTACK = 17  # turn: 1 for attacking
    DEALT = 18  # battles: damage dealt
    TAKEN = 19  # battles: damage taken
    FELLED = 20  # battles: value of the other's fighters that fall, at least 1 each
    LOST = 21  # battles: value of own fighters that fall, at least 1 each
    LETHAL = 22  # battles: 1 if the damage empties the other's Life Stack, that of further direct attacks included; -1
    # if it empties the own
    NOTHING = 23  # battles: 1 if nothing comes of it
    CARD = 24  # modifiers, cancel, protect, discard: points of the card that leaves the hand
    TAKE = 25  # take: points of the card
    STAKES = 26  # cancel: points by which the modifier, if it stands, serves its player
    SAVED = 27  # protect: value of the fighter that stays, at least 1
    FINAL = 28  # turn, cancel: 1 for what keeps or brings about that this turn ends the game, whatever is protected
    DANGER = 29  # turn: 1 for the same if nobody protects or cancels; and turn, cancel, protect: 1 for what keeps the
    # other from it, -1 for what lets it
    REPLY = 30  # turn, cancel: worth that the other's attacks of its next turn, or of this one, lose, of 1,000
    SUIT = 31  # modifiers, cancel, protect, discard: 1 for the last card of its suit in hand
