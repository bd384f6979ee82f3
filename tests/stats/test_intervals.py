"""Intervals: formulas against other libraries, limits of the scale, symmetry."""

import math
from dataclasses import astuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import binomtest, norm
from statsmodels.stats.proportion import proportion_confint

from balance.stats import BlockTally, Interval, score_interval, seat_score_interval, tally, wilson
from balance.stats.intervals import effective_trials, mean_interval
from balance.vocab import Outcome

L, D, W, T = Outcome.LOSS, Outcome.DRAW, Outcome.WIN, Outcome.TRUNCATED
SWAP = np.array([Outcome.NONE, W, D, L, T], dtype=np.uint8)
POINTS = np.array([0, 0, 1, 2, 1])

shapes = st.tuples(st.integers(1, 60), st.integers(1, 4))
cells = shapes.flatmap(lambda shape: arrays(np.uint8, shape, elements=st.sampled_from([1, 2, 3, 4])))
levels = st.sampled_from([0.5, 0.9, 0.95, 1 - 0.05 / 45])


def repeat(*blocks_and_times: tuple[tuple[Outcome, ...], int]) -> BlockTally:
    rows = [block for block, times in blocks_and_times for _ in range(times)]
    return tally(np.array(rows, dtype=np.uint8))


@pytest.mark.parametrize("level", [0.8, 0.95, 1 - 0.05 / 45])
@pytest.mark.parametrize(("wins", "n"), [(0, 1), (0, 40), (1, 40), (13, 40), (40, 40), (500_123, 1_000_000)])
def test_wilson_against_statsmodels_and_scipy(wins: int, n: int, level: float) -> None:
    interval = wilson(wins / n, n, level)
    assert (interval.low, interval.high) == pytest.approx(
        proportion_confint(wins, n, alpha=1 - level, method="wilson"), abs=1e-12
    )
    other = binomtest(wins, n).proportion_ci(level, method="wilson")
    assert (interval.low, interval.high) == pytest.approx((other.low, other.high), abs=1e-12)
    assert (interval.estimate, interval.level) == (wins / n, level)


def test_wilson_by_hand() -> None:
    # p = 1/2, n = 4, z = 1.959964: centre 1/2, reach z / (1 + z^2 / 4) x sqrt(1/16 + z^2 / 64) = z / sqrt(4 + z^2) / 2.
    z = norm.ppf(0.975)
    interval = wilson(0.5, 4)
    assert interval.high == pytest.approx(0.5 + z / (4 + z * z) ** 0.5 / 2)
    assert interval.half_width == pytest.approx(0.349961, abs=1e-6)
    # No win in n: the lower limit is exactly 0, the upper one z^2 / (n + z^2).
    none = wilson(0.0, 100)
    assert (none.low, none.high) == (0.0, pytest.approx(z * z / (100 + z * z)))
    assert wilson(1.0, 100).high == 1.0


@pytest.mark.parametrize(("p", "n", "level"), [(-0.1, 5, 0.9), (1.1, 5, 0.9), (0.5, 0, 0.9), (0.5, float("nan"), 0.9)])
def test_wilson_refuses_what_is_no_proportion(p: float, n: float, level: float) -> None:
    with pytest.raises(ValueError, match="expected"):
        wilson(p, n, level)


@pytest.mark.parametrize("level", [0.0, 1.0, 95])
def test_a_level_is_a_fraction(level: float) -> None:
    with pytest.raises(ValueError, match=r"such as 0\.95"):
        wilson(0.5, 10, level)


def test_an_interval_encloses_its_estimate() -> None:
    with pytest.raises(ValueError, match="do not enclose"):
        Interval(0.5, 0.6, 0.7, 0.95)
    with pytest.raises(ValueError, match="such as"):
        Interval(0.5, 0.4, 0.7, 95)


@given(st.integers(0, 200), st.integers(0, 200))
@settings(deadline=None)
def test_single_games_won_or_lost_are_plain_wilson(wins: int, losses: int) -> None:
    if wins + losses:
        counts = BlockTally(((losses, 0, wins, 0),), ((losses, 0, wins), (0, 0, 0)))
        expected = proportion_confint(wins, wins + losses, method="wilson")
        for interval in (score_interval(counts), seat_score_interval(counts)):
            assert (interval.low, interval.high) == pytest.approx(expected, abs=1e-12)


def test_identical_games_of_a_block_count_once() -> None:
    counts = repeat(((W, W), 30), ((L, L), 20))
    interval = score_interval(counts)
    assert (interval.low, interval.high) == pytest.approx(proportion_confint(30, 50, method="wilson"), abs=1e-12)


def test_independent_games_of_a_block_count_twice() -> None:
    # A cell with the exact frequencies of independent fair games, so large that the added block does not matter.
    counts = repeat(((W, W), 25_000), ((W, L), 25_000), ((L, W), 25_000), ((L, L), 25_000))
    interval = score_interval(counts)
    assert (interval.low, interval.high) == pytest.approx(
        proportion_confint(100_000, 200_000, method="wilson"), abs=1e-7
    )


def test_effective_trials_by_hand() -> None:
    # Two blocks of two games, scores 1 and 1/2. With half a block at 0 and half at 1: mean 2 / 3, mean square
    # (1 + 1/4 + 1/2) / 3 = 7 / 12, variance 7 / 12 - 4 / 9 = 5 / 36; 2 x (2 / 9) / (5 / 36) = 3.2.
    assert effective_trials(2, 4 + 2, 16 + 4, 4) == pytest.approx(3.2)
    # All blocks drawn: n (n + 1). All at an end of the scale: n.
    assert effective_trials(50, 100, 200, 4) == pytest.approx(50 * 51)
    assert effective_trials(50, 200, 800, 4) == pytest.approx(50)


def test_cells_without_variance() -> None:
    drawn = score_interval(repeat(((D, D), 50)))
    assert astuple(drawn) == astuple(wilson(0.5, 200))  # capped at twice the 100 games
    won = score_interval(repeat(((W, W), 50)))
    assert astuple(won) == astuple(wilson(1.0, 50))
    lost = score_interval(repeat(((L, L), 1)))
    assert (lost.low, lost.estimate) == (0.0, 0.0)
    assert 0.7 < lost.high < 1
    split = score_interval(repeat(((W, L), 50)))
    assert split.half_width == pytest.approx(drawn.half_width)


@given(cells, levels)
@settings(deadline=None)
def test_swapping_the_sides_mirrors_the_interval(outcomes: np.ndarray, level: float) -> None:
    a, b = score_interval(tally(outcomes), level), score_interval(tally(SWAP[outcomes]), level)
    assert (b.estimate, b.low, b.high) == pytest.approx((1 - a.estimate, 1 - a.high, 1 - a.low), abs=1e-12)


@given(cells, levels)
@settings(deadline=None)
def test_limits_stay_on_the_scale_and_enclose_the_score(outcomes: np.ndarray, level: float) -> None:
    counts = tally(outcomes)
    interval = score_interval(counts, level)
    assert 0 <= interval.low <= interval.estimate == counts.score <= interval.high <= 1
    assert interval.half_width > 0
    wider = score_interval(counts, 1 - (1 - level) / 2)
    assert wider.low <= interval.low
    assert interval.high <= wider.high


@given(cells)
@settings(deadline=None)
def test_the_interval_is_never_more_precise_than_the_cap_nor_less_than_its_blocks(outcomes: np.ndarray) -> None:
    counts = tally(outcomes)
    interval = score_interval(counts)
    narrowest, widest = wilson(counts.score, 2 * counts.games), wilson(counts.score, counts.blocks)
    assert widest.low - 1e-12 <= interval.low <= narrowest.low + 1e-12
    assert narrowest.high - 1e-12 <= interval.high <= widest.high + 1e-12


@given(st.integers(1, 60).flatmap(lambda n: arrays(np.uint8, (n, 2), elements=st.sampled_from([1, 2, 3, 4]))), levels)
@settings(deadline=None)
def test_seat_0_of_two_rotations_is_the_cell_turned_round(outcomes: np.ndarray, level: float) -> None:
    # Seen from seat 0, rotation 1 is scored for the other side: the same as a cell whose second column is swapped.
    turned = outcomes.copy()
    turned[:, 1] = SWAP[outcomes[:, 1]]
    seat = seat_score_interval(tally(outcomes), level)
    assert seat == score_interval(tally(turned), level)
    assert tally(outcomes).seat_gap == pytest.approx(2 * seat.estimate - 1, abs=1e-12)


def test_no_interval_without_blocks_nor_a_seat_score_from_three_seats() -> None:
    for function in (score_interval, seat_score_interval):
        with pytest.raises(ValueError, match="no blocks"):
            function(BlockTally.empty(2))
    with pytest.raises(ValueError, match="3 rotations"):
        seat_score_interval(BlockTally.empty(3))


def test_the_mean_of_independent_estimates() -> None:
    parts = [Interval(0.5, 0.2, 0.9, 0.95), Interval(0.3, 0.3, 0.6, 0.95)]
    mean = mean_interval(parts)
    assert (mean.estimate, mean.low) == (0.4, 0.25)
    assert math.isclose(mean.high, 0.65)  # (0.4² + 0.3²)½ / 2 above
    over = mean_interval(parts, 4)  # two more that are surely 0
    assert (over.estimate, over.low) == (0.2, 0.125)


def test_the_other_side_has_what_is_left() -> None:
    assert Interval(0.5, 0.25, 1.0, 0.95).opposite() == Interval(0.5, 0.0, 0.75, 0.95)
    assert Interval(0.5, 0.25, 1.0, 0.95).opposite(0) == Interval(-0.5, -1.0, -0.25, 0.95)
