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
