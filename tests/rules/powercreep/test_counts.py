"""What each kind of card is counted for, where games hardly ever come to it."""

import numpy as np
import pytest

from balance.rules.powercreep.counts import CardCount, count_cards
from balance.rules.powercreep.state import KINDS
from balance.vocab import Outcome
from tests.rules.powercreep.harness import NUMBER, Table


@pytest.mark.parametrize(
    ("hand", "field", "actions", "summoned"),
    [
        ("2c", "2d", ["stack 2c on 2d"], 1),
        ("2c", "2d", ["pay 2c attack", "stack 2c on 2d"], 1),
        ("6c Ac Joker", "6d", ["pay 6c attack", "play Ac on 6c", "play Joker", "pick 6c", "stack 6c on 6d"], 2),
        (
            "6c Ac Joker", "6d 6h",
            ["pay 6c attack", "stack 6c on 6d", "play Ac on 6d", "play Joker", "pick 6c", "stack 6c on 6h"], 2,
        ),
    ],
)  # fmt: skip
def test_a_card_is_summoned_as_often_as_it_comes_from_the_hand(hand, field, actions, summoned):
    table = Table().put(0, hand=hand, field=field).turn(0)
    table.do(*actions)
    counts = np.zeros((2, KINDS, 3, len(CardCount)), np.int64)
    count_cards(table.cards, table.state, Outcome.WIN, table.trace, counts)
    kind = NUMBER[actions[0].split()[1]] >> 2
    assert counts[0, kind, 2, CardCount.SUMMONED] == summoned
    assert counts[1].sum() == KINDS  # the games


@pytest.mark.parametrize(
    ("hand", "field", "actions", "ways"),
    [
        ("7c", "2d 3d", ["pay 7c attack", "pick 2d"], (0, 0, 0)),
        ("9c 9d 9h", "", ["trip 9c attack", "pick 9d", "pick 9h"], (1, 0, 0)),
        ("8c 9d 10h", "", ["run 9d attack", "pick 8c", "pick 10h"], (0, 1, 0)),
        ("8c 9d 10h 2c", "", ["run 9d attack", "pick 8c", "pick 10h", "pay 2c attack"], (0, 0, 0)),
        ("9c", "9d", ["stack 9c on 9d"], (0, 0, 1)),
    ],
)
def test_how_a_card_is_summoned(hand, field, actions, ways):
    """By a trip, by a run, laid on another; the rest is paid for. Of the card that came last."""
    table = Table().put(0, hand=hand, field=field).turn(0)
    table.do(*actions)
    counts = np.zeros((2, KINDS, 3, len(CardCount)), np.int64)
    count_cards(table.cards, table.state, Outcome.WIN, table.trace, counts)
    name = [action for action in actions if "pick" not in action][-1].split()[1]
    found = counts[0, NUMBER[name] >> 2, 2]
    assert tuple(found[[CardCount.TRIPPED, CardCount.RUN, CardCount.STACKED]]) == ways
    assert found[CardCount.SUMMONED] == 1
