"""Averages, ranges of ranks and Bradley-Terry ratings: formulas against oracles, intervals by simulation.

Coverage: of R replications the share that holds may lie four standard deviations below 95 % (`worlds.floor`). Here
R = 400; the true Bradley-Terry ratings are those fitted to the true scores, which is what the estimates converge to
where no ratings fit.
"""

from dataclasses import replace
from math import sqrt

import choix
import numpy as np
import pytest
from scipy.optimize import minimize

from balance.stats import (
    averages,
    bradley_terry,
    score_interval,
    score_moments,
    score_table,
    series_chance,
    series_moments,
    spread,
    tally,
)
from balance.stats.ratings import ELO, surely_better
from balance.vocab import Outcome
from tests.stats.worlds import (
    BLOCKS,
    REPLICATIONS,
    WORLDS,
    draw_table,
    draw_tallies,
    exact_table,
    floor,
    logistic,
    tally_of,
    transitive,
)


def field_means(scores):
    return (scores.sum(1) - 0.5) / (len(scores) - 1)


def test_of_two_sides_the_average_is_the_cell():
    cell = tally_of(300, 150, 120, 430)
    found = averages(score_table(2, [(0, 1, score_moments(cell))]))
    interval = score_interval(cell)
    assert (found[0].interval.low, found[0].interval.high) == pytest.approx((interval.low, interval.high), rel=1e-12)
    assert found[1].interval.estimate == pytest.approx(1 - cell.score)
    assert [(average.rank, average.rank_low, average.rank_high) for average in found] == [(1, 1, 1), (2, 2, 2)]


def test_the_standard_error_of_an_average():
    generator = np.random.default_rng(3)
    means = [field_means(draw_table(WORLDS["both"], 300, generator).scores) for _ in range(2000)]
    found = averages(draw_table(WORLDS["both"], 300, generator))
    assert [average.standard_error for average in found] == pytest.approx(np.std(means, 0), rel=0.12)


def test_the_shared_cell_counts_twice_in_a_difference():
    """Of three sides the difference of two averages has a variance of 1.5 times the sum of their variances."""
    deviation = 0.01
    generator = np.random.default_rng(4)
    differences = []
    for _ in range(4000):
        noise = np.triu(generator.normal(0, deviation, (3, 3)), 1)
        means = (0.5 + noise - noise.T).sum(1) / 2
        differences.append(means[0] - means[1])
    due = sqrt(1.5 * 2 * 2 * deviation**2 / 4)
    assert np.std(differences) == pytest.approx(due, rel=0.04)
    scores = exact_table(np.full((3, 3), 0.5), deviation)
    for factor, is_sure in ((2.38, False), (2.41, True)):  # 2.394 is the two-sided z of 3 pairs
        scores.scores[0, 2], scores.scores[2, 0] = 0.5 + 2 * factor * due, 0.5 - 2 * factor * due
        scores.scores[1, 2], scores.scores[2, 1] = 0.5, 0.5
        assert surely_better(scores)[0, 1] == is_sure


def test_ranks():
    scores = logistic(transitive(6, 1.0))
    exact = averages(exact_table(scores, 1e-4))
    assert [(average.rank, average.rank_low, average.rank_high) for average in exact] == [
        (i, i, i) for i in range(6, 0, -1)
    ]
    vague = averages(exact_table(scores, 0.5))
    assert {(average.rank_low, average.rank_high) for average in vague} == {(1, 6)}
    assert {average.rank for average in averages(exact_table(np.full((4, 4), 0.5)))} == {1}


@pytest.mark.parametrize("blocks", BLOCKS)
@pytest.mark.parametrize("name", WORLDS)
def test_averages_and_ranks_hold(name, blocks):
    odds, generator = WORLDS[name], np.random.default_rng(blocks)
    truth = field_means(logistic(odds))
    is_better = truth[:, None] > truth[None, :] + 1e-12
    held, wrong = np.zeros(len(odds)), 0
    for _ in range(REPLICATIONS):
        found = averages(draw_table(odds, blocks, generator))
        held += [
            average.interval.low <= true <= average.interval.high for average, true in zip(found, truth, strict=True)
        ]
        # A side's true ranks, all of those that it shares with its equals, must be in its range; all sides at once.
        wrong += any(
            average.rank_low > 1 + better or average.rank_high < len(odds) - worse
            for average, better, worse in zip(found, is_better.sum(0), is_better.sum(1), strict=True)
        )
    assert (held / REPLICATIONS).min() >= floor(0.95)
    assert 1 - wrong / REPLICATIONS >= floor(0.95)


def test_ranges_of_ranks_are_not_wider_than_need_be():
    """Two sides whose averages are 4.5 standard errors of their difference apart are told apart nine times in ten."""
    n, blocks = 5, 600
    generator = np.random.default_rng(9)
    odds = np.zeros((n, n))
    deviation = sqrt(0.25 * 1.3 / 2 / blocks)
    apart = 4.5 * sqrt(2 * n) * deviation / n  # of each score of the better side against the others
    odds[0, 1:] = np.log((0.5 + apart) / (0.5 - apart))
    odds -= odds.T
    found = [averages(draw_table(odds, blocks, generator))[0].rank_high for _ in range(REPLICATIONS)]
    assert np.mean(np.array(found) < n) > 0.9


# ---------------------------------------------------------------- Bradley-Terry


def test_bradley_terry_is_that_of_choix():
    """Cells of unequal size, so that their weights matter, and the one block more of each."""
    generator = np.random.default_rng(11)
    cells = [
        (i, j, score_moments(draw_tallies(np.array([[0, 0.5], [-0.5, 0]]), 3 + 7 * i + 20 * j, generator)[0][2]))
        for i in range(5)
        for j in range(i + 1, 5)
    ]
    table = score_table(5, cells)
    wins = (table.blocks + 1) * table.smoothed * (1 - np.eye(5))
    expected = choix.ilsr_pairwise_dense(wins, alpha=0.0, max_iter=1000, tol=1e-12)
    found = np.array([points.estimate for points in bradley_terry(table)]) / ELO
    assert found == pytest.approx(expected - expected.mean(), abs=1e-6)


def test_bradley_terry_has_the_greatest_likelihood():
    table = draw_table(WORLDS["clones"], 40, np.random.default_rng(12))
    weight = (table.blocks + 1) * (1 - np.eye(5))

    def loss(rating):
        return -(weight * table.smoothed * np.log(logistic(rating[:, None] - rating[None, :]))).sum() / weight.sum()

    best = minimize(loss, np.zeros(5), tol=1e-12).x
    found = np.array([points.estimate for points in bradley_terry(table)]) / ELO
    assert found == pytest.approx(best - best.mean(), abs=1e-4)


def test_ratings_that_fit_are_found():
    rating = np.array([0.5, 0.1, -0.2, -0.4])
    scores = logistic(rating[:, None] - rating[None, :])
    found = bradley_terry(exact_table(scores))
    assert [points.estimate / ELO for points in found] == pytest.approx(rating)
    assert 100 * logistic(np.array([100, 200]) / ELO) == pytest.approx([64, 76], abs=0.1)


@pytest.mark.parametrize("blocks", [1, 50, 500_000])
def test_cells_of_0_and_100_percent_stay_finite(blocks):
    cells = [(i, j, score_moments(tally_of(0, 0, 0, blocks))) for i in range(4) for j in range(i + 1, 4)]
    found = bradley_terry(score_table(4, cells))
    points = [interval.estimate for interval in found]
    assert points == sorted(points, reverse=True)
    assert np.isfinite([limit for interval in found for limit in (interval.low, interval.high)]).all()
    assert sum(points) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("blocks", BLOCKS)
@pytest.mark.parametrize("name", WORLDS)
def test_bradley_terry_holds(name, blocks):
    odds, generator = WORLDS[name], np.random.default_rng(blocks + 1)
    truth = [points.estimate for points in bradley_terry(exact_table(logistic(odds)))]
    held = np.zeros(len(odds))
    for _ in range(REPLICATIONS):
        found = bradley_terry(draw_table(odds, blocks, generator))
        held += [points.low <= true <= points.high for points, true in zip(found, truth, strict=True)]
    assert (held / REPLICATIONS).min() >= floor(0.95)


def test_the_simulation_can_tell_the_variance_of_the_model():
    """Blocks taken as independent games, which the model would expect, give intervals that are too narrow."""
    odds, generator = WORLDS["transitive"], np.random.default_rng(13)
    truth = [points.estimate for points in bradley_terry(exact_table(logistic(odds)))]
    held = np.zeros(len(odds))
    for _ in range(REPLICATIONS):
        cells = draw_tallies(odds, 300, generator, correlation=0.9)
        table = score_table(5, [(i, j, score_moments(cell)) for i, j, cell in cells])
        of_games = table.smoothed * (1 - table.smoothed) / 600 * (1 - np.eye(5))
        as_games = replace(table, variances=of_games)
        found = bradley_terry(as_games)
        held += [points.low <= true <= points.high for points, true in zip(found, truth, strict=True)]
    assert (held / REPLICATIONS).max() < floor(0.95)


def test_averages_spread_and_ratings_of_series_hold():
    """Chances to win a best of three, of fights of which 15 % are drawn: the delta method carries the moments."""
    odds, generator, blocks = WORLDS["both"] * 0.7, np.random.default_rng(14), 400
    true = np.vectorize(series_chance)(logistic(odds))
    truth = field_means(true), [points.estimate for points in bradley_terry(exact_table(true))]
    true_spread = sqrt(((true - 0.5) ** 2).sum() / 20)
    held, of_ratings, of_spread = np.zeros(5), np.zeros(5), 0
    for _ in range(REPLICATIONS):
        cells = []
        for i, j in zip(*np.triu_indices(5, 1), strict=True):
            p = 0.85 * logistic(odds[i, j])
            outcomes = np.array([Outcome.LOSS, Outcome.DRAW, Outcome.WIN], dtype=np.uint8)
            games = generator.choice(outcomes, p=[0.85 - p, 0.15, p], size=(blocks, 2))
            cells.append((int(i), int(j), series_moments(tally(games))))
        table = score_table(5, cells)
        found = averages(table)
        held += [
            average.interval.low <= mean <= average.interval.high for average, mean in zip(found, truth[0], strict=True)
        ]
        fitted = bradley_terry(table)
        of_ratings += [points.low <= point <= points.high for points, point in zip(fitted, truth[1], strict=True)]
        width = spread(table, draws=400)
        of_spread += width.low <= true_spread <= width.high
    assert (held / REPLICATIONS).min() >= floor(0.95)
    assert (of_ratings / REPLICATIONS).min() >= floor(0.95)
    assert of_spread / REPLICATIONS >= floor(0.95)
