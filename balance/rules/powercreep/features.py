"""What a Powercreep policy can weigh.

The features are words of `policies.yaml`; the value of an action is the weighted sum of its features. All of them look
at what the deciding seat may know: its own hand, both fields, the discard pile and the sizes of the Life Stacks.
"""

from enum import IntEnum


class Feature(IntEnum):
    """Index of each weight; the comment says what is counted, and at which decision.

    The points of a card are its rank for a fighter, and for a modifier what `policies.points_of` says.
    """

    NONE = 0
    END = 1  # turn: 1 for ending it without an extra card
    IDLE = 2  # turn: 1 for ending it with the extra card
    DECK_OUT = 3  # turn: 1 if that card is the last of the Life Stack
    SUMMON = 4  # summons: points of the fighter
    FREE = 5  # summons: 1 for a trip or run
    COST = 6  # pay summon: points of the cheapest fighters that pay for it; payment: of the fighter that pays
    STACK = 7  # stack: points that a fighter gains from the hand
    MERGE = 8  # stack: 1 if a fighter of the field is laid on another
    UPRIGHT = 9  # summons, turning: 1 if the fighter then is in attack position
    READY = 10  # summons, turning, stack: what the best attack then brings more than before, of 1,000
    EXPOSED = 11  # summons, turning: points by which the other's best fighter beats one in attack position
    BENEFIT = 12  # modifiers: points by which own fighters rise and the other's fall, falling fighters included
    SWING = 13  # modifiers: what the best attack, or the battle at hand, then brings more than before, of 1,000
    MODIFIER = 14  # modifiers: 1 for playing one
    JOKER = 15  # modifiers: 1 for playing a Joker
    DEALT = 16  # battles: damage dealt
    TAKEN = 17  # battles: damage taken
    FELLED = 18  # battles: value of the other's fighters that fall
    LOST = 19  # battles: value of own fighters that fall
    LETHAL = 20  # battles: 1 if the damage empties the other's Life Stack, -1 if it empties the own
    IDLE_BATTLE = 21  # battles: 1 if nothing comes of it
    CARD = 22  # cancel, protect, discard, modifiers: points of the card that leaves the hand
    TAKE = 23  # take: points of the card
    STAKES = 24  # cancel: points that the modifier, if it stands, moves in favour of its player
    SAVED = 25  # protect: value of the fighter that stays
    ATTACK = 26  # turn: 1 for attacking
