"""What a Combo Fighter policy can weigh.

The features are words of `policies.yaml`; the value of an action is the weighted sum of its features. All of them look
at what the deciding seat may know: its own hand, open piles, both deck lists, tokens, the sizes of hands and decks, and
the starting cards that the other is known to hold still.
"""

from enum import IntEnum


class Feature(IntEnum):
    """Index of each weight; the comment says what is counted, and at which decision."""

    NONE = 0
    LINE = 1  # opener, combo: damage of the best line that goes through the action
    SIGNATURE = 2  # opener, combo: 1 if that line is a signature
    SPENT = 3  # combo: cards that line still plays
    PAID = 4  # payment: cards from the hand
    PAID_LINE = 5  # payment: of these, cards of the best line of the hand
    PAID_DAMAGE = 6  # payment: printed opening and combo damage of the cards from the hand
    JUNK = 7  # discards: cards of a kind that is in no damaging line of the hand
    USEFUL = 8  # discards: all other cards
    DIG = 9  # discards: 1 if drawing up again would dig into staggering
    FLIP = 10  # opener, combo: 1 if that line turns the power token over (by winning or by calling); offer: to side B
    COUNT = 11  # opener, combo: what calling that signature adds to the counter
    TAKEN = 12  # offer: 1 if it is taken and does something
    GAIN = 13  # offer: damage dealt more (less: negative) as far as it can be known, reveals by the usual damage
    COST = 14  # offer: cards that pay
    COST_MORE = 15  # offer: of these, cards beyond the least
    COST_LINE = 16  # offer: of these, cards of the best line of the hand
    COST_DIG = 17  # offer: 1 if it empties the deck
    FINISH = 18  # offer: 1 if the hit knocks the other out when it is taken, but not without; -1 the other way round
    OUTLOOK = 19  # combo, discards, EXPECTED, ANSWER, EQUILIBRIUM: chance to win by life alone, of 65,536 (prospects)
    HAND = 20  # all but offers: worth of the cards then left in hand, in sixteenths of a point (prospects)
    TURN = 21  # beside OUTLOOK or HAND: what turning a token is worth a round, in sixteenths of a point
    EXPECTED = 22  # opener: what it brings (the three above) on average over what the other may hold
    ANSWER = 23  # opener: what it brings on average if the other plays the equilibrium of the round
    EQUILIBRIUM = 24  # opener: how often that equilibrium opens with it, holding this hand: 4,096 for each doubling
    BEATS = 25  # opener: how much of what the other may hold it beats, per mille
    LOSES = 26  # opener: how much of it beats it, per mille
    BLUE = 27  # opener: 1 if it is blue; payment, discards: blue cards that leave the hand
    PROMISE = 28  # opener: what it brings on average against the whole deck, in sixteenths of a point (opening_table)
    HABIT = 29  # opener: how often the equilibrium of that round opens with it: 4,096 for each doubling


# The features that need the table of openings, and those that need the other tables of the matchup (prospects).
TABLED = [Feature.PROMISE, Feature.HABIT]
LOOKED_UP = [
    Feature.OUTLOOK, Feature.HAND, Feature.TURN, Feature.EXPECTED, Feature.ANSWER, Feature.EQUILIBRIUM, *TABLED,
]  # fmt: skip
