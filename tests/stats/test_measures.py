"""Draws, truncated games and the first seat as scores of recoded outcomes; lengths from histograms."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import norm

from balance.stats import score_interval, seat_score_interval, tally, tally_pair
from balance.stats.measures import Measure, length_interval, recoded
from balance.vocab import Outcome

L, D, W, T = Outcome.LOSS, Outcome.DRAW, Outcome.WIN, Outcome.TRUNCATED
cells = st.tuples(st.integers(1, 40), st.integers(1, 2)).flatmap(
    lambda shape: arrays(np.uint8, shape, elements=st.sampled_from([1, 2, 3, 4]))
)


@given(cells)
@settings(deadline=None)
def test_scores_of_recoded_outcomes(outcomes: np.ndarray) -> None:
    cell = tally(outcomes)
    assert tally(recoded(outcomes, Measure.DRAWS)).score == cell.draws / cell.games
    assert tally(recoded(outcomes, Measure.TRUNCATED)).score == cell.truncated / cell.games
    assert recoded(outcomes, Measure.SCORE) is outcomes
    seat = tally(recoded(outcomes, Measure.FIRST_SEAT))
    assert score_interval(seat) == seat_score_interval(cell)
    if outcomes.shape[1] == 2:
        assert 2 * seat.score - 1 == pytest.approx(cell.seat_gap)


def test_by_hand() -> None:
    outcomes = np.array([[W, W], [D, L], [T, D], [L, T]], dtype=np.uint8)
    before = outcomes.copy()
    assert recoded(outcomes, Measure.DRAWS).tolist() == [[L, L], [W, L], [L, W], [L, L]]
    assert recoded(outcomes, Measure.TRUNCATED).tolist() == [[L, L], [L, L], [W, L], [L, W]]
    assert recoded(outcomes, Measure.FIRST_SEAT).tolist() == [[W, L], [D, W], [T, D], [L, T]]
    assert (outcomes == before).all()


def test_a_draw_that_becomes_a_loss_and_one_that_becomes_a_win_are_two_draws_less() -> None:
    base, head = np.array([[D, D], [W, W]], dtype=np.uint8), np.array([[L, W], [W, W]], dtype=np.uint8)
    assert tally_pair(base, head).half_points == 0
    assert tally_pair(recoded(base, Measure.DRAWS), recoded(head, Measure.DRAWS)).half_points == -4


@pytest.mark.parametrize("measure", [Measure.DRAWS, Measure.TRUNCATED, Measure.FIRST_SEAT])
@pytest.mark.parametrize("byte", [0, 5, 255])
def test_a_byte_that_is_no_outcome_is_still_refused(measure: Measure, byte: int) -> None:
    outcomes = np.array([[W, L], [W, byte]], dtype=np.uint8)
    with pytest.raises(ValueError, match="is not the outcome of a game"):
        tally(recoded(outcomes, measure))


def test_refusals() -> None:
    with pytest.raises(ValueError, match="do not tell"):
        recoded(np.full((2, 2), W, dtype=np.uint8), Measure.LENGTH)
    with pytest.raises(ValueError, match="one or two"):
        recoded(np.full((2, 3), W, dtype=np.uint8), Measure.FIRST_SEAT)
    with pytest.raises(ValueError, match="uint8"):
        recoded(np.full((2, 2), W, dtype=np.int64), Measure.DRAWS)


# ---------------------------------------------------------------- lengths


def histogram(lengths: np.ndarray) -> np.ndarray:
    return np.bincount(lengths)


def test_many_games_give_the_normal_interval_of_means() -> None:
    luck = np.random.default_rng(2)
    base, head = luck.poisson(30, 20_000), luck.poisson(32, 20_000)
    found = length_interval(histogram(base), histogram(head), 1, 0.99)
    deviation = sqrt((base.var() + head.var()) / 20_000)
    expected = norm.interval(0.99, head.mean() - base.mean(), deviation)
    median = np.median(base)
    assert found.estimate == pytest.approx((head.mean() - base.mean()) / median)
    assert (found.low, found.high) == pytest.approx((expected[0] / median, expected[1] / median), rel=0.02)


def test_a_block_counts_as_one_game() -> None:
    luck = np.random.default_rng(3)
    lengths = histogram(luck.poisson(30, 20_000))
    one, two = (length_interval(lengths, lengths, rotations).half_width for rotations in (1, 2))
    assert two / one == pytest.approx(sqrt(2), rel=0.01)


def test_games_that_all_last_as_long_still_have_a_width() -> None:
    found = length_interval(np.bincount([7] * 100), np.bincount([7] * 100), 2)
    assert found.estimate == 0
    assert 0 < found.half_width < 0.1


@given(st.lists(st.integers(1, 60), min_size=1, max_size=50), st.integers(0, 5))
def test_swapping_changes_the_sign(lengths: list[int], more: int) -> None:
    base = np.array(lengths)
    head = base + more
    forward = length_interval(histogram(base), histogram(head), 1)
    back = length_interval(histogram(head), histogram(base), 1)
    ratio = sorted(head)[(len(head) - 1) // 2] / sorted(base)[(len(base) - 1) // 2]
    assert (back.estimate * ratio, back.low * ratio, back.high * ratio) == pytest.approx(
        (-forward.estimate, -forward.high, -forward.low)
    )
    assert forward.low <= forward.estimate <= forward.high


def test_it_holds_the_truth_where_the_games_of_a_block_are_alike() -> None:
    """R = 2,000 replications at 95 %: less than 93 % come once in 30,000 tests. Means of 12 and 12.6."""
    luck = np.random.default_rng(4)
    held = 0
    for _ in range(2000):
        common = luck.poisson(6, (200, 1))
        base, head = common + luck.poisson(6, (200, 2)), common + luck.poisson(6.6, (200, 2))
        found = length_interval(histogram(base.ravel()), histogram(head.ravel()), 2)
        scale = np.median(base)
        held += found.low * scale <= 0.6 <= found.high * scale
    assert held >= 1860


def test_lengths_refused() -> None:
    one, two = np.bincount([3, 4]), np.bincount([3, 4, 4])
    with pytest.raises(ValueError, match="same blocks"):
        length_interval(one, two, 1)
    with pytest.raises(ValueError, match="same blocks"):
        length_interval(two, two, 2)
    with pytest.raises(ValueError, match="median length of 0"):
        length_interval(np.bincount([0, 0]), one, 1)
    with pytest.raises(ValueError, match="level"):
        length_interval(one, one, 1, 95)
    with pytest.raises(ValueError, match="no games"):
        length_interval(np.zeros(3, int), np.zeros(3, int), 1)
