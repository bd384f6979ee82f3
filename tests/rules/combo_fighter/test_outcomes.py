"""The row of a finished game: the outcome for the first side, and the measures."""

import numpy as np
import pytest

from balance.rules.combo_fighter import RULESET
from balance.rules.combo_fighter.state import End, Measure, Total
from balance.vocab import Outcome
from tests.rules.combo_fighter.cast import BORIS, GRACE
from tests.rules.combo_fighter.harness import Duel

RT20 = "RT " * 20


def lost_by_grace(rotation: int) -> Duel:
    """Boris knocks a staggering Grace out at seat `rotation`, with one card left in hand and 20 in the deck."""
    duel = Duel(BORIS, GRACE, rotation=rotation)
    duel.put(rotation, "RC BT", RT20).put(1 - rotation, "YT RT RT", "RT RT RT", staggering=True).start()
    return duel.do(*(("RC", "YT") if rotation == 0 else ("YT", "RC")), "stop")


@pytest.mark.parametrize("rotation", [0, 1])
def test_outcome_and_life_are_those_of_the_sides(rotation: int) -> None:
    duel = lost_by_grace(rotation)
    row = duel.row()
    assert duel.result == (rotation, "HIT_STAGGERING")
    assert row[0] == Outcome.WIN  # Boris is the first side
    assert row[Measure.ROUNDS] == 1
    assert row[Measure.END] == End.HIT_STAGGERING
    assert row[Measure.LIFE_LEFT] == 21


@pytest.mark.parametrize("rotation", [0, 1])
def test_loss_of_the_first_side(rotation: int) -> None:
    duel = Duel(BORIS, GRACE, rotation=rotation)
    duel.put(rotation, "YT", "RT").put(1 - rotation, "RC", "RT RT").start()
    duel.do(*(("YT", "RC") if rotation == 0 else ("RC", "YT")), "stop")  # 8 damage against a life of 1
    assert duel.row()[0] == Outcome.LOSS
    assert duel.row()[Measure.END] == End.OUT_OF_CARDS
    assert duel.row()[Measure.LIFE_LEFT] == 2


def test_draw_has_no_life_left() -> None:
    duel = Duel(GRACE, GRACE).put(0, "RT YT", RT20, staggering=True).put(1, "RT YT", RT20, staggering=True).start()
    row = duel.do("RT", "RT").row()
    assert row[0] == Outcome.DRAW
    assert row[Measure.END] == End.DOUBLE_KNOCK_OUT
    assert row[Measure.LIFE_LEFT] == 0
    assert row[Measure.TIES] == 1


def test_a_knock_out_in_a_tie_has_a_winner() -> None:
    duel = Duel(GRACE, GRACE).put(0, "RT YT", RT20).put(1, "RT YT", RT20, staggering=True).start().do("RT", "RT")
    assert duel.row()[0] == Outcome.WIN
    assert duel.row()[Measure.LIFE_LEFT] == 21


def test_the_winner_of_the_last_round_has_not_won_a_truncated_game() -> None:
    duel = Duel(BORIS, GRACE, round_limit=1).put(0, "RC BT", RT20).put(1, "YT RT", RT20).start()
    duel.do("RC", "YT", "stop", "", "", "")
    assert duel.result == (-1, "ROUND_LIMIT")
    assert duel.row()[Measure.LIFE_LEFT] == 0


def test_truncated_is_not_a_draw() -> None:
    duel = Duel(BORIS, GRACE, round_limit=1).put(0, "BT RT", RT20).put(1, "BT RT", RT20).start().do("BT", "BT", "", "")
    row = duel.row()
    assert row[0] == Outcome.TRUNCATED
    assert row[Measure.END] == End.ROUND_LIMIT
    assert row[Measure.LIFE_LEFT] == 0
    assert row[Measure.ROUNDS] == 1


@pytest.mark.parametrize("rotation", [0, 1])
def test_ties_and_signatures_are_counted_by_side(rotation: int) -> None:
    duel = Duel(BORIS, GRACE, rotation=rotation, round_limit=4)
    boris, grace = rotation, 1 - rotation

    def both(of_boris: str, of_grace: str) -> tuple[str, str]:
        return (of_boris, of_grace) if rotation == 0 else (of_grace, of_boris)

    duel.put(boris, "BT YT BS YS RT", RT20).put(grace, "RT RT BT YS", RT20).start()
    duel.do(*both("BT", "RT"), "YT", "BS", "YS", "call", "", "", "")  # Boris calls a Moxie version: 10
    duel.put(boris, "BS RT YS RC", RT20).put(grace, "RT RT BT", RT20)
    duel.do(*both("BS", "RT"), "YS", "RC", "call", "", "", "")  # Boris calls a base version: 7
    duel.put(boris, "BT RT RT", RT20).put(grace, "YT RT BT", RT20)
    duel.do(*both("BT", "YT"), "RT", "BT", "call", "", "", "")  # Grace calls a base version: 7
    duel.put(boris, "BT RT RT", RT20).put(grace, "BT RT BT", RT20)
    duel.do(*both("BT", "BT"), "", "")
    row = duel.row()
    assert duel.is_over
    assert row[Measure.SIGNATURES_A] == 2
    assert row[Measure.MOXIE_A] == 1
    assert row[Measure.SIGNATURES_B] == 1
    assert row[Measure.MOXIE_B] == 0
    assert row[Measure.TIES] == 1
    assert row[Measure.ROUNDS] == 4


@pytest.mark.parametrize("rotation", [0, 1])
def test_won_rounds_are_counted_by_side_colour_and_way(rotation: int) -> None:
    duel = Duel(BORIS, GRACE, rotation=rotation, round_limit=5)
    boris, grace = rotation, 1 - rotation

    def play(of_boris: str, of_grace: str, *then: str) -> None:
        duel.put(boris, f"{of_boris} YS", RT20).put(grace, f"{of_grace} YS", RT20)
        if not duel.state.round_n:
            duel.start()
        duel.do(*((of_boris, of_grace) if rotation == 0 else (of_grace, of_boris)), *then)

    play("RC", "YT", "stop", "", "", "")  # red beats yellow, 7
    play("RT", "RT", "stop", "", "")  # red by initiative, 0
    play("BC", "BT", "stop", "", "")  # blue by its star, 0
    play("YT", "RC", "stop", "", "", "")  # Grace: red beats yellow
    dealt = int(duel.state.seat[grace].hits)
    play("YS", "YT", "", "")  # a tie
    row = duel.row()
    won = {(way, side): row[Total.WON + 2 * way + side] for way in range(6) for side in range(2)}
    assert duel.is_over
    assert {key for key, n in won.items() if n} == {(0, 0), (1, 0), (3, 0), (0, 1)}
    assert sum(won.values()) == 4
    assert row[Total.DAMAGE] == 7
    assert row[Total.DAMAGE + 1] == dealt > 0


def test_the_course_is_lives_and_tokens_at_the_start_of_each_round() -> None:
    duel = Duel(BORIS, GRACE, rotation=1, round_limit=2)
    duel.put(1, "BT RT", RT20, side="B").put(0, "BT RT", "RT", staggering=True).start().do("BT", "BT", "", "")
    course = np.zeros((3, 2), np.uint8)
    assert RULESET.game.functions["fill_course"](duel.cards, duel.state, course, 1) == 2
    boris, grace = course[1]
    assert (boris, grace) == (4 * (1 + 22 // 4) + 1, 0)  # Boris is the first side
    assert course[0].tolist() == [0, 0]
    assert course[2, 0] == 4 * (1 + 21 // 4) + 1  # the opener is gone
