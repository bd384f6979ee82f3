"""A table as arrays, its moments, and intervals that hold for all of its cells at once."""

import numpy as np
import pytest
from scipy.stats import norm
from statsmodels.stats.proportion import proportion_confint

from balance.stats import (
    Moments,
    averages,
    bradley_terry,
    fight_interval,
    fight_moments,
    games_to_settle,
    intransitive_share,
    nash_mix,
    score_interval,
    score_moments,
    score_table,
    series_moments,
    simultaneous_level,
    spread,
    tally,
    wilson,
)
from balance.stats.series import fight_chance, series_chance
from balance.stats.tables import bootstrap_noise
from tests.stats.worlds import WORLDS, draw_table, draw_tallies, floor, logistic, tally_of


@pytest.mark.parametrize("counts", [(30, 5, 9, 40), (0, 0, 0, 7), (3, 0, 0, 0), (0, 1, 0, 0), (1, 2, 3, 400)])
def test_moments_are_those_of_the_interval(counts):
    cell = tally_of(*counts)
    moments = score_moments(cell)
    interval = score_interval(cell)
    again = wilson(moments.estimate, moments.smoothed * (1 - moments.smoothed) / moments.variance)
    assert (again.low, again.high) == pytest.approx((interval.low, interval.high), rel=1e-12)
    assert 0 < moments.smoothed < 1
    assert moments.variance > 0
    fight = fight_moments(cell)  # nothing was drawn, so a fight is a game
    assert (fight.estimate, fight.smoothed, fight.variance) == pytest.approx(
        (moments.estimate, moments.smoothed, moments.variance), rel=1e-12
    )


def test_the_variance_is_that_of_the_blocks():
    cell = tally_of(300, 150, 120, 430)
    assert score_moments(cell).variance == pytest.approx(cell.score_variance / cell.blocks, rel=0.005)


def test_moments_of_a_series_by_the_delta_method():
    cell = tally_of(300, 150, 120, 430)
    fight, series = fight_moments(cell), series_moments(cell)
    assert series.estimate == series_chance(fight.estimate)
    slope = (series_chance(fight.smoothed + 1e-6) - series_chance(fight.smoothed - 1e-6)) / 2e-6
    assert series.variance == pytest.approx(slope**2 * fight.variance, rel=1e-6)
    assert fight_interval(cell).estimate == fight.estimate


@pytest.mark.parametrize("chance", [0.0, 0.1, 0.45, 0.5, 0.55, 0.97, 1.0])
def test_the_fight_behind_a_series(chance):
    assert series_chance(fight_chance(chance)) == pytest.approx(chance, abs=1e-12)


def test_a_table_is_antisymmetric():
    table = score_table(3, [(0, 1, Moments(0.6, 0.59, 0.01, 9)), (2, 0, Moments(0.7, 0.69, 0.02, 8)),
                            (1, 2, Moments(0.5, 0.5, 0.03, 7))])  # fmt: skip
    assert np.allclose(table.scores + table.scores.T, 1)
    assert np.allclose(table.smoothed + table.smoothed.T, 1)
    assert table.scores[0, 2] == pytest.approx(0.3)
    assert table.variances.tolist() == [[0, 0.01, 0.02], [0.01, 0, 0.03], [0.02, 0.03, 0]]
    assert table.blocks.tolist() == [[0, 9, 8], [9, 0, 7], [8, 7, 0]]
    some = table.of([2, 0])
    assert (some.scores[0, 1], some.sides, some.cells) == (0.7, 2, 1)


def test_what_is_no_table():
    cell = Moments(0.6, 0.59, 0.01, 9)
    with pytest.raises(ValueError, match="1 sides; expected 2 or more"):
        score_table(1, [])
    with pytest.raises(ValueError, match=r"matchup \(1, 0\) twice"):
        score_table(2, [(0, 1, cell), (1, 0, cell)])
    with pytest.raises(ValueError, match="of a side with itself"):
        score_table(2, [(0, 0, cell)])
    with pytest.raises(ValueError, match=r"no blocks for matchups \[\[0, 2\], \[1, 2\]\]"):
        score_table(3, [(0, 1, cell)])


@pytest.mark.parametrize(("cells", "z"), [(1, 1.960), (9, 2.773), (14, 2.914), (45, 3.261), (105, 3.494)])
def test_simultaneous_level(cells, z):
    assert norm.ppf((1 + simultaneous_level(cells)) / 2) == pytest.approx(z, abs=5e-4)


def test_a_simultaneous_interval_is_bonferronis():
    level = simultaneous_level(45)
    low, high = proportion_confint(300, 700, alpha=0.05 / 45, method="wilson")
    interval = wilson(300 / 700, 700, level)
    assert (interval.low, interval.high) == pytest.approx((low, high), rel=1e-9)


@pytest.mark.parametrize("bad", [(0, 0.95), (45, 95)])
def test_what_is_no_simultaneous_level(bad):
    with pytest.raises(ValueError, match="expected"):
        simultaneous_level(*bad)


@pytest.mark.parametrize("blocks", [150, 1500])
def test_simultaneous_intervals_hold_all_at_once(blocks):
    """Ten cells at once, 1,000 tables; pointwise intervals would hold all of them in 60 % of the tables."""
    odds, generator = WORLDS["both"], np.random.default_rng(blocks)
    level = simultaneous_level(10)
    at_once = pointwise = 0
    for _ in range(1000):
        cells = draw_tallies(odds, blocks, generator)
        for_all = [(score_interval(t, level), score_interval(t), logistic(odds[i, j])) for i, j, t in cells]
        at_once += all(wide.low <= truth <= wide.high for wide, _, truth in for_all)
        pointwise += all(narrow.low <= truth <= narrow.high for _, narrow, truth in for_all)
    assert at_once / 1000 >= floor(0.95, 1000)
    assert pointwise / 1000 < 0.7


def test_the_noise_of_a_bootstrap_has_the_variance_of_the_table():
    variances = draw_table(WORLDS["both"], 150, np.random.default_rng(1)).variances
    noise = bootstrap_noise(variances, 1000)
    assert np.array_equal(noise, -noise.transpose(0, 2, 1))
    assert np.allclose(noise.mean(0), 0)
    assert np.allclose((noise**2).mean(0), variances)
    assert np.array_equal(noise, bootstrap_noise(variances, 1000))


@pytest.mark.parametrize("seed", range(40))
def test_no_table_is_too_small_or_too_odd(seed):
    """Tables of one to three blocks a cell, of wins, draws and truncated games, alone and together."""
    generator = np.random.default_rng(seed)
    n, rotations = int(generator.integers(2, 7)), int(generator.integers(1, 3))
    chances = generator.dirichlet([0.3] * 4)
    cells = []
    for i, j in zip(*np.triu_indices(n, 1), strict=True):
        outcomes = generator.choice(4, p=chances, size=(int(generator.integers(1, 4)), rotations)) + 1
        cells.append((int(i), int(j), tally(outcomes.astype(np.uint8))))
    for moments in (score_moments, series_moments):
        table = score_table(n, [(i, j, moments(cell)) for i, j, cell in cells])
        numbers = [spread(table, draws=50), *(average.interval for average in averages(table)), *bradley_terry(table)]
        share = intransitive_share(table, draws=50)
        numbers += [share] if share else []
        assert np.isfinite([(one.low, one.estimate, one.high) for one in numbers]).all()
        mix = nash_mix(table, draws=50)
        assert mix.weights.sum() == pytest.approx(1)
        assert mix.scores.max() <= 0.5 + 1e-8
        assert ((mix.score_limits >= 0) & (mix.score_limits <= 0.5 + 1e-8)).all()
    for _, _, cell in cells:
        for moments in (score_moments, fight_moments):
            assert (games_to_settle(moments(cell), cell.games) or 1) > 0
