"""How strong each side is: its average against the field with a range of ranks, and Bradley-Terry ratings."""

from dataclasses import dataclass
from math import log
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from balance.stats.intervals import Interval, check_level, wilson
from balance.stats.tables import Array, ScoreTable, simultaneous_level

ELO = 400 / log(10)
"""Elo points for one unit of log odds: 100 points ahead are an expected 64 %, 200 points 76 %."""


@dataclass(frozen=True, slots=True)
class Average:
    """A side's average score against all others, every one of them weighing the same.

    Parameters
    ----------
    interval
        Pointwise, 0 to 1.
    standard_error
        Of the average, in the same unit.
    rank
        1 for the best; equal averages share the better rank.
    rank_low, rank_high
        The best and the worst rank that the numbers allow, for all sides at once.
    """

    interval: Interval
    standard_error: float
    rank: int
    rank_low: int
    rank_high: int


def averages(table: ScoreTable, level: float = 0.95) -> list[Average]:
    """Return the average of each side against the field, in the order of the table.

    The interval is Wilson's on as many trials as are as precise as the average is; of two sides it is that of their
    one cell. A side is surely better than another if the interval of the difference of their averages, at a level that
    holds for all pairs at once, excludes 0; its range of ranks is 1 + the number of sides surely better, to n - the
    number surely worse (simultaneous confidence sets for ranks: Mogstad, Romano, Shaikh and Wilhelm 2024, Review of
    Economic Studies 91).

    Raises ValueError for a level out of range.
    """
    check_level(level)
    n = table.sides
    mean = (table.scores.sum(1) - 0.5) / (n - 1)
    smoothed = (table.smoothed.sum(1) - 0.5) / (n - 1)
    variance = table.variances.sum(1) / (n - 1) ** 2
    better = surely_better(table, level)
    found = []
    for i in range(n):
        interval = wilson(float(mean[i]), float(smoothed[i] * (1 - smoothed[i]) / variance[i]), level)
        rank = 1 + int((mean > mean[i]).sum())
        low, high = 1 + int(better[:, i].sum()), n - int(better[i].sum())
        found.append(Average(interval, float(variance[i]) ** 0.5, rank, low, high))
    return found


def surely_better(table: ScoreTable, level: float = 0.95) -> npt.NDArray[np.bool_]:
    """Say for every pair whether the row's average against the field is surely above the column's.

    The two averages share the cell of the two sides, in which one wins what the other loses: it counts twice in their
    difference, so the variance is the sum of both plus twice that of the cell over (n - 1)^2.

    Returns
    -------
    numpy.ndarray
        bool[n, n]; all of it holds at once with the chance `level` (Bonferroni over all pairs).
    """
    n = table.sides
    mean = table.scores.sum(1) / (n - 1)
    variance = table.variances.sum(1)
    deviation = np.sqrt(variance[:, None] + variance[None, :] + 2 * table.variances) / (n - 1)
    z = NormalDist().inv_cdf((1 + simultaneous_level(table.cells, level)) / 2)
    found: npt.NDArray[np.bool_] = mean[:, None] - mean[None, :] > z * deviation
    return found


def bradley_terry(table: ScoreTable, level: float = 0.95) -> list[Interval]:
    """Fit one number a side to the whole table: the model of Bradley and Terry (1952, Biometrika 39).

    Ratings r make the expected score of i against j 1 / (1 + 10^((r_j - r_i) / 400)), as near as possible to the
    scores (maximum likelihood, on blocks). One drawn block is added to each cell, so that 0 and 100 % stay finite.
    Where matchups are not transitive no ratings fit well; then these are the best that one number can do.

    The intervals are pointwise, from the variances of the blocks instead of those that the model expects (the sandwich
    of Huber 1967), so draws and blocks of games that are alike are in them.

    Returns
    -------
    list of Interval
        Elo points; the average of the field is 0.

    Raises
    ------
    ValueError
        A level out of range.
    """
    check_level(level)
    weight = np.where(table.blocks > 0, table.blocks + 1.0, 0.0)
    rating = _fit(table.smoothed, weight)
    rows, columns = np.triu_indices(table.sides, 1)
    pull = np.linalg.inv(_information(weight, rating))
    moved = (pull[:, rows] - pull[:, columns]) * weight[rows, columns]  # of the ratings, by the score of each cell
    variance = moved**2 @ table.variances[rows, columns]
    reach = NormalDist().inv_cdf((1 + level) / 2) * np.sqrt(variance)
    return [
        Interval(float(ELO * r), float(ELO * (r - d)), float(ELO * (r + d)), level)
        for r, d in zip(rating, reach, strict=True)
    ]


def _fit(scores: Array, weight: Array, steps: int = 500, tolerance: float = 1e-12) -> Array:
    """Return the ratings of greatest likelihood, in log odds about 0, by Newton's method with steps of 1 at most."""
    rating = np.zeros(len(scores))
    for _ in range(steps):
        gradient = (weight * (scores - _expected(rating))).sum(1)
        step = np.linalg.solve(_information(weight, rating), gradient)
        largest = float(np.abs(step).max())
        rating = rating + step / max(1.0, largest)
        if largest < tolerance:
            break
    found: Array = rating - rating.mean()
    return found


def _expected(rating: Array) -> Array:
    found: Array = 1 / (1 + np.exp(rating[None, :] - rating[:, None]))
    return found


def _information(weight: Array, rating: Array) -> Array:
    """Return the information matrix; a constant that ratings may be shifted by is held, so that it has an inverse."""
    expected = _expected(rating)
    pairs = weight * expected * (1 - expected)
    total = pairs.sum(1)
    found: Array = np.diag(total) - pairs + total.mean() / len(rating)
    return found
