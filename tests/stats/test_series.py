"""The best of three: its formula, the chance of a fight with draws replayed, and their intervals."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from balance.stats import (
    BlockTally,
    fight_interval,
    score_interval,
    series_bounds,
    series_chance,
    series_interval,
    tally,
    wilson,
)
from balance.stats.intervals import effective_trials, ratio_trials
from balance.vocab import Outcome

L, D, W, T = Outcome.LOSS, Outcome.DRAW, Outcome.WIN, Outcome.TRUNCATED
SWAP = np.array([Outcome.NONE, W, D, L, T], dtype=np.uint8)
POINTS = np.array([0, 0, 1, 2, 1])

shapes = st.tuples(st.integers(1, 60), st.integers(1, 4))
cells = shapes.flatmap(lambda shape: arrays(np.uint8, shape, elements=st.sampled_from([1, 2, 3, 4])))
undrawn = shapes.flatmap(lambda shape: arrays(np.uint8, shape, elements=st.sampled_from([1, 3, 4])))
levels = st.sampled_from([0.5, 0.9, 0.95, 1 - 0.05 / 45])
chances = st.floats(0, 1)


def cell(*blocks_and_times: tuple[tuple[Outcome, ...], int]) -> BlockTally:
    rows = [block for block, times in blocks_and_times for _ in range(times)]
    return tally(np.array(rows, dtype=np.uint8))


# ---------------------------------------------------------------- the formula


def enumerated(win: Fraction, draw: Fraction, fights: int) -> tuple[Fraction, Fraction]:
    """Chance to have won, and to be still playing, after so many fights, drawn ones included."""
    won = open_ones = Fraction(0)
    for series in product((L, D, W), repeat=fights):
        chance = Fraction(1)
        score = {L: 0, D: 0, W: 0}
        for fight in series:
            chance *= {L: 1 - win - draw, D: draw, W: win}[fight]
            score[fight] += score[L] < 2 and score[W] < 2  # what would follow does not count
        won += chance * (score[W] == 2)
        open_ones += chance * (score[L] < 2 and score[W] < 2)
    return won, open_ones


@pytest.mark.parametrize(
    "p", [Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(3, 5), Fraction(9, 10), Fraction(1)]
)
def test_without_draws_three_fights_decide(p: Fraction) -> None:
    assert enumerated(p, Fraction(0), 3) == (series_chance(p), 0)


@pytest.mark.parametrize(("win", "draw"), [(Fraction(1, 2), Fraction(1, 10)), (Fraction(1, 5), Fraction(1, 4))])
def test_cf_51_drawn_fights_are_replayed(win: Fraction, draw: Fraction) -> None:
    """By every sequence of nine fights; what is still open then is all that the formula may differ by."""
    won, open_ones = enumerated(win, draw, 9)
    assert won < series_chance(win / (1 - draw)) < won + open_ones
    assert open_ones < Fraction(1, 200)


def test_against_simulated_series() -> None:
    """200,000 series of fights with 30 % draws; the bound is 5 standard errors."""
    fights = np.random.default_rng(51).choice(3, size=(200_000, 40), p=[0.3, 0.3, 0.4])
    wins, losses = (fights == 2).cumsum(axis=1), (fights == 0).cumsum(axis=1)
    is_over = (wins == 2) | (losses == 2)
    assert is_over.any(axis=1).all()
    last = is_over.argmax(axis=1)
    won = wins[np.arange(len(fights)), last] == 2
    p = series_chance(0.4 / 0.7)
    assert abs(won.mean() - p) < 5 * (p * (1 - p) / len(fights)) ** 0.5


@given(chances)
def test_both_sides_share_one(p: float) -> None:
    assert 0 <= series_chance(p) <= 1
    assert series_chance(1 - p) == pytest.approx(1 - series_chance(p), abs=1e-15)
    exact = Fraction(p)
    assert series_chance(1 - exact) == 1 - series_chance(exact)
    assert series_chance(p) == pytest.approx(float(series_chance(exact)), abs=1e-15)


@given(chances, chances)
def test_it_rises_and_favours_the_favourite(p: float, q: float) -> None:
    low, high = sorted((p, q))
    assert low + 1e-9 > high or low < 1e-9 or high > 1 - 1e-9 or series_chance(low) < series_chance(high)
    assert series_chance(low) <= series_chance(high) + 1e-15
    assert abs(series_chance(p) - 0.5) >= abs(p - 0.5) - 1e-15


def test_the_ends_and_the_middle() -> None:
    assert [series_chance(p) for p in (0.0, 0.5, 1.0)] == [0.0, 0.5, 1.0]
    assert series_chance(0.6) == pytest.approx(0.648)
    assert series_chance(1 - 2**-53) <= 1


# ---------------------------------------------------------------- one fight, draws replayed


def test_hand_worked_ratio() -> None:
    # Blocks WD, WL, DD, TL: won of worth, in half points: 2 of 2, 2 of 4, 0 of 0, 1 of 4; 5 of 10 in all.
    counts = cell(((W, D), 1), ((W, L), 1), ((D, D), 1), ((T, L), 1))
    # With a block of 4, half at each end: m = 7 / 14; residuals 1, 0, 0, -1, and half of 2^2 and of (-2)^2, so that
    # v = (1 + 1 + 4) / 14^2, m (1 - m) / v = 49 / 6, and 10 / 14 of it is the true blocks'.
    trials = 49 / 6 * 10 / 14
    assert ratio_trials(5, 10, 4 + 4 + 1, 4 + 8 + 4, 4 + 16 + 16, 4) == pytest.approx(trials)
    interval, expected = fight_interval(counts), wilson(0.5, trials)
    assert (interval.low, interval.high) == pytest.approx((expected.low, expected.high))


@given(cells, levels)
@settings(deadline=None)
def test_against_numpy(outcomes: np.ndarray, level: float) -> None:
    is_decided = outcomes != D
    won, worth = (POINTS[outcomes] * is_decided).sum(axis=1), 2 * is_decided.sum(axis=1)
    interval = fight_interval(tally(outcomes), level)
    if not worth.any():
        assert (interval.estimate, interval.low, interval.high) == (0.5, 0, 1)
        return
    top = 2 * outcomes.shape[1]
    weights = np.r_[np.ones(len(won)), 0.5, 0.5]
    score, size = np.r_[won, 0, top], np.r_[worth, top, top]
    total = weights @ size
    m = weights @ score / total
    variance = weights @ (score - m * size) ** 2 / total**2
    trials = min(m * (1 - m) / variance * worth.sum() / total, 2 * is_decided.sum())
    expected = wilson(won.sum() / worth.sum(), trials, level)
    assert (interval.estimate, interval.low, interval.high) == pytest.approx(
        (expected.estimate, expected.low, expected.high), abs=1e-9
    )


@given(undrawn, levels)
@settings(deadline=None)
def test_without_draws_it_is_the_interval_of_the_score(outcomes: np.ndarray, level: float) -> None:
    counts = tally(outcomes)
    score = score_interval(counts, level)
    assert fight_interval(counts, level) == score
    series = series_interval(counts, level)
    assert [series.estimate, series.low, series.high] == [
        series_chance(limit) for limit in (score.estimate, score.low, score.high)
    ]


@given(st.integers(1, 10**6), st.integers(0, 10**6), st.integers(0, 10**6))
def test_blocks_of_one_size_have_the_trials_of_the_score(blocks: int, total: int, spread: int) -> None:
    total = min(total, 4 * blocks)
    squared = min(total * total // blocks + spread, 4 * total)
    assert effective_trials(blocks, total, squared, 4) == ratio_trials(
        total, 4 * blocks, squared, 4 * total, 16 * blocks, 4
    )


@given(cells, levels)
@settings(deadline=None)
def test_swapping_the_sides_mirrors_the_interval(outcomes: np.ndarray, level: float) -> None:
    for function in (fight_interval, series_interval):
        a, b = function(tally(outcomes), level), function(tally(SWAP[outcomes]), level)
        assert (b.estimate, b.low, b.high) == pytest.approx((1 - a.estimate, 1 - a.high, 1 - a.low), abs=1e-12)


@given(cells)
@settings(deadline=None)
def test_swapping_the_sides_gives_exactly_one_minus_x(outcomes: np.ndarray) -> None:
    def chance(counts: BlockTally) -> Fraction:
        return series_chance(Fraction(2 * counts.wins + counts.truncated, 2 * counts.decided))

    counts = tally(outcomes)
    if counts.decided:
        assert chance(tally(SWAP[outcomes])) == 1 - chance(counts)
        assert series_interval(counts).estimate == pytest.approx(float(chance(counts)), abs=1e-15)


@given(cells, levels)
@settings(deadline=None)
def test_limits_stay_on_the_scale_and_widen_with_the_level(outcomes: np.ndarray, level: float) -> None:
    counts = tally(outcomes)
    interval = series_interval(counts, level)
    assert 0 <= interval.low <= interval.estimate <= interval.high <= 1
    assert interval.half_width > 0
    wider = series_interval(counts, 1 - (1 - level) / 2)
    assert wider.low <= interval.low
    assert interval.high <= wider.high


@given(cells, st.integers(1, 40))
@settings(deadline=None)
def test_blocks_of_draws_alone_change_nothing(outcomes: np.ndarray, drawn: int) -> None:
    more = np.vstack([outcomes, np.full((drawn, outcomes.shape[1]), D, dtype=np.uint8)])
    assert series_interval(tally(more)) == series_interval(tally(outcomes))


# ---------------------------------------------------------------- edges


def test_draws_alone_say_nothing() -> None:
    interval = series_interval(cell(((D, D), 50)))
    assert (interval.estimate, interval.low, interval.high) == (0.5, 0.0, 1.0)


def test_every_fight_won_or_lost() -> None:
    won, lost = series_interval(cell(((W, W), 50))), series_interval(cell(((L, L), 50)))
    assert (won.estimate, won.high) == (1.0, 1.0)
    assert (lost.estimate, lost.low) == (0.0, 0.0)
    assert won.low == pytest.approx(series_chance(wilson(1.0, 50).low))
    assert lost.high == pytest.approx(1 - won.low)


def test_one_decided_fight_is_hardly_a_sample() -> None:
    interval = fight_interval(cell(((W, D), 1), ((D, D), 5000)))
    assert interval.estimate == 1.0
    assert interval.low < wilson(1.0, 1).low


def test_cf_51_a_truncated_fight_is_half_a_win_and_not_replayed() -> None:
    truncated, drawn = cell(((W, T), 10), ((W, W), 5)), cell(((W, D), 10), ((W, W), 5))
    assert fight_interval(truncated).estimate == pytest.approx((20 + 5) / 30)
    assert fight_interval(drawn).estimate == 1.0
    assert series_bounds(truncated) == (series_chance(20 / 30), 1.0)
    assert series_bounds(cell(((W, T), 1), ((D, L), 1))) == pytest.approx((series_chance(1 / 3), series_chance(2 / 3)))
    assert series_bounds(cell(((W, L), 3))) == (0.5, 0.5)


def test_what_there_is_no_interval_for() -> None:
    for function in (fight_interval, series_interval):
        with pytest.raises(ValueError, match="no blocks"):
            function(BlockTally.empty(2))
        with pytest.raises(ValueError, match=r"such as 0\.95"):
            function(cell(((D, D), 1)), 95)
    with pytest.raises(ValueError, match="no decided games"):
        series_bounds(cell(((D, D), 1)))
