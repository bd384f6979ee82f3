"""Means of whole-number measures of games, and what changed in them between base and head.

Where the value of each game is kept, base and head are compared block by block (`block_difference`), so the luck that
they share is taken out. A histogram does not tell blocks apart, so there base and head count as independent
(`histogram_difference`): wider than need be, never narrower as long as luck in common makes games alike. What is judged
by other blocks is compared between halves of them (`halves_interval`).
"""

from math import hypot, sqrt
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from balance.stats.intervals import Interval, check_level, effective_trials, wilson
from balance.stats.quantiles import Histogram, merge_histograms

Values = npt.NDArray[np.integer]
"""A measure of games, shape (blocks, rotations), any integer type."""


def histogram_mean(counts: Histogram, rotations: int, level: float = 0.95) -> Interval:
    """Interval for the mean of a measure, from its histogram.

    The mean, as a share of the largest value seen, has Wilson's interval on its effective number of trials; the games
    of a block are taken for one game.

    Parameters
    ----------
    counts
        Games by value.
    rotations
        Games in a block, 1 or more.
    level
        Two-sided coverage, 0 to 1.

    Raises
    ------
    ValueError
        No games, games that are no whole blocks, or a level out of range.
    """
    whole = merge_histograms(counts)
    games = int(whole.sum())
    if not games or rotations < 1 or games % rotations:
        raise ValueError(f"{games} games in blocks of {rotations}; expected one whole block or more")
    return _scaled_mean(whole, _top(whole), rotations, level)


def histogram_difference(base: Histogram, head: Histogram, rotations: int, level: float = 0.95) -> Interval:
    """Interval for the mean in head minus that in base, from histograms, as of independent games.

    Each mean has the interval of `histogram_mean`, on one scale; the two are put together as independent ones (Newcombe
    1998, Statistics in Medicine 17, 873, method 10).

    Parameters
    ----------
    base, head
        Games by value, over the same blocks.
    rotations, level
        As in `histogram_mean`.

    Raises
    ------
    ValueError
        As `histogram_mean`, or for unequal numbers of games.
    """
    counts = [merge_histograms(histogram) for histogram in (base, head)]
    games = [int(count.sum()) for count in counts]
    if not any(games):
        raise ValueError("no games in these histograms; a mean needs at least one")
    if games[0] != games[1] or rotations < 1 or games[0] % rotations:
        raise ValueError(f"{games[0]} and {games[1]} games in blocks of {rotations}; expected the same blocks in both")
    top = max(map(_top, counts))
    before, after = (_scaled_mean(count, top, rotations, level) for count in counts)
    estimate = after.estimate - before.estimate
    below = sqrt((after.estimate - after.low) ** 2 + (before.high - before.estimate) ** 2)
    above = sqrt((after.high - after.estimate) ** 2 + (before.estimate - before.low) ** 2)
    return Interval(estimate, estimate - below, estimate + above, level)


def _top(counts: npt.NDArray[np.int64]) -> int:
    """Return the end of the scale; 1 at least, where all games have 0."""
    return max(1, int(np.flatnonzero(counts)[-1]))


def _scaled_mean(counts: npt.NDArray[np.int64], top: int, rotations: int, level: float) -> Interval:
    values, games = np.arange(len(counts), dtype=np.int64), int(counts.sum())
    total, squared = int(counts @ values), int(counts @ values**2)
    share = wilson(total / (top * games), effective_trials(games, total, squared, top) / rotations, level)
    return Interval(top * share.estimate, top * share.low, top * share.high, level)


def block_difference(base: Values, head: Values, level: float = 0.95) -> Interval:
    """Interval for the mean in head minus that in base, block against block.

    The normal interval of the differences of the blocks, for some hundred blocks or more. One more block is counted in
    their variance, half of it one up and half one down, so that blocks that did not differ at all are not taken for a
    proof that none does.

    Parameters
    ----------
    base, head
        Of each game; equal in shape and row by row on the same luck.
    level
        Two-sided coverage, 0 to 1.

    Raises
    ------
    ValueError
        Unequal shapes, no blocks, or a level out of range.
    """
    if base.shape != head.shape:
        raise ValueError(f"base of shape {base.shape}, head of shape {head.shape}; expected the same blocks in both")
    return _normal((np.asarray(head, np.int64) - np.asarray(base, np.int64)).mean(axis=1), level)


def partly_paired_difference(
    base: tuple[Histogram, Values], head: tuple[Histogram, Values], level: float = 0.95
) -> Interval:
    """Interval for the mean in head minus that in base, where the values of the first blocks alone are kept.

    Those are compared block by block, the others by their histograms; each part weighs as many blocks as it has, so the
    estimate is that of all games.

    Parameters
    ----------
    base, head
        Games by value, over the same blocks; and the values of the first of these blocks.
    level
        Two-sided coverage, 0 to 1.

    Raises
    ------
    ValueError
        As `block_difference` and `histogram_difference`.
    """
    (base_counts, base_first), (head_counts, head_first) = base, head
    first = block_difference(base_first, head_first, level)
    games, rotations = int(base_counts.sum()), base_first.shape[1]
    if games == base_first.size:
        return first
    rest = histogram_difference(_without(base_counts, base_first), _without(head_counts, head_first), rotations, level)
    weights = base_first.size / games, 1 - base_first.size / games
    parts = list(zip(weights, (first, rest), strict=True))
    estimate = sum(weight * part.estimate for weight, part in parts)
    below = hypot(*(weight * (part.estimate - part.low) for weight, part in parts))
    above = hypot(*(weight * (part.high - part.estimate) for weight, part in parts))
    return Interval(estimate, estimate - below, estimate + above, level)


def _without(counts: Histogram, values: Values) -> npt.NDArray[np.int64]:
    """Return the histogram of the other games."""
    return merge_histograms(counts - np.bincount(values.ravel(), minlength=len(counts)))


def halves_interval(whole: float, halves: npt.NDArray[np.float64], blocks: int, level: float = 0.95) -> Interval:
    """Interval for a mean that is no plain mean of blocks, from what it is in halves of them.

    Balanced half-samples (McCarthy 1969, Review of the International Statistical Institute 37, 239): half of the
    difference of two halves has the standard error of the whole, here with Student's t on as many degrees of freedom as
    there are splits. As in `block_difference` one more block of 1 counts in the variance.

    Parameters
    ----------
    whole
        Of all blocks; for a difference under the same luck, that of head minus that of base.
    halves
        float64, shape (splits, 2): the same of both halves of each split.
    blocks
        Number of blocks.
    level
        Two-sided coverage, 0 to 1.

    Raises
    ------
    ValueError
        No blocks, or a level out of range.
    """
    check_level(level)
    if not blocks:
        raise ValueError("no blocks; an interval needs at least one")
    splits = len(halves)
    variance = float(((halves[:, 0] - halves[:, 1]) ** 2).mean()) / 4 if splits else 0.0
    z = NormalDist().inv_cdf((1 + level) / 2)
    t = z + (z**3 + z) / (4 * max(1, splits))  # Fisher's expansion: within 1 % at 95 % from 7 degrees of freedom on
    reach = t * sqrt(variance + blocks**-2)
    return Interval(whole, whole - reach, whole + reach, level)


def _normal(blocks: npt.NDArray[np.float64], level: float) -> Interval:
    check_level(level)
    n = len(blocks)
    if not n:
        raise ValueError("no blocks; an interval needs at least one")
    mean = float(blocks.mean())
    reach = NormalDist().inv_cdf((1 + level) / 2) * sqrt(float(((blocks - mean) ** 2).sum()) + 1) / n
    return Interval(mean, mean - reach, mean + reach, level)
