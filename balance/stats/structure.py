"""What a whole table is like, its noise taken out: how far matchups are from even, and how intransitive they are.

An estimated table always looks wider and more intransitive than the true one, since noise adds to every square. What it
adds is known from the standard errors, and is subtracted.

Limits come from turning a test around: a value is within them if tables drawn about it, with the noise of this one,
give an estimate as low and as high as this one's often enough (Davison and Hinkley 1997, section 5.4).
"""

from collections.abc import Callable
from math import sqrt

import numpy as np

from balance.stats.intervals import Interval, check_level
from balance.stats.tables import Array, ScoreTable, bootstrap_noise

DRAWS = 2000


def spread(table: ScoreTable, level: float = 0.95, draws: int = DRAWS) -> Interval:
    """Return how far the true scores are from even: the root of the mean of (score - 1/2)^2, without noise.

    tau^2 = mean((estimate - 1/2)^2) - mean(SE^2), at least 0. It is the standard deviation over both halves of the
    square, whose mean is one half, so it does not depend on which side of a matchup is called a. Tables for the limits
    are this one with its distances from even stretched by one factor.

    Parameters
    ----------
    table
        The scores.
    level
        Two-sided coverage, 0 to 1.
    draws
        Tables drawn, an even number.

    Returns
    -------
    Interval
        A standard deviation of scores, 0 to 0.5.

    Raises
    ------
    ValueError
        A level out of range.
    """
    check_level(level)
    gap = table.scores - 0.5
    expected = float(_mean(table.variances))
    squared = float(_mean(gap**2)) - expected
    noise = bootstrap_noise(table.variances, draws)
    along, beyond = _mean(_unit(gap) * noise), _mean(noise**2) - expected
    estimate = sqrt(max(0.0, squared))
    low, high = _limits(lambda tau: tau * tau + 2 * tau * along + beyond, squared, 0.5, level)
    return Interval(estimate, min(low, estimate), max(high, estimate), level)


def intransitive_share(table: ScoreTable, level: float = 0.95, draws: int = DRAWS) -> Interval | None:
    """Return the share of the table that no order of strength explains, rock-paper-scissors being all of it.

    The antisymmetric matrix A of log odds splits into a transitive part, differences of the means of its rows, and a
    cyclic rest C (the combinatorial Hodge decomposition of a complete graph; Jiang, Lim, Yao and Ye 2011, Mathematical
    Programming 127). The share is <C, C> / <A, A> of the true table.

    Noise is in both products. Two halves of the blocks have independent noise, so <C1, C2> / <A1, A2> is free of it,
    but depends on how the blocks are halved. Here is the mean of both products over all ways to halve them, which needs
    no outcomes, only the variances v of the log odds: the halves are A + e and A - e with e of variance v, so the mean
    of <A1, A2> is <A, A> - sum(v); and with n sides C keeps 1 - 2 / n of the noise. It is exact up to the curvature of
    the logarithm within a standard error.

    Tables for the limits have the size and the two parts of this one, the parts turned larger and smaller.

    Parameters
    ----------
    table
        The scores.
    level
        Two-sided coverage, 0 to 1.
    draws
        Tables drawn, an even number.

    Returns
    -------
    Interval or None
        A share, 0 to 1. None for fewer than three sides, and where the log odds do not differ from 0 by more than
        noise can explain: of nothing there are no shares.

    Raises
    ------
    ValueError
        A level out of range.
    """
    check_level(level)
    if table.sides < 3:
        return None
    odds, variances = log_odds(table), log_odds_variance(table)
    transitive, cyclic = hodge(odds)
    expected = float(_mean(variances))
    expected_cyclic = (1 - 2 / table.sides) * expected
    size, part = float(_mean(odds**2)) - expected, float(_mean(cyclic**2)) - expected_cyclic
    if size <= 0:
        return None
    noise = bootstrap_noise(variances, draws)
    along_transitive, along_cyclic = _mean(_unit(transitive) * noise), _mean(_unit(cyclic) * noise)
    beyond, beyond_cyclic = _mean(noise**2) - expected, _mean(hodge(noise)[1] ** 2) - expected_cyclic

    def sizes(share: float) -> tuple[Array, Array]:
        """Return the estimated squares of both parts and of the cyclic one, of the tables drawn about a share."""
        of_cyclic = 2 * sqrt(share * size) * along_cyclic
        both: Array = size + 2 * sqrt((1 - share) * size) * along_transitive + of_cyclic + beyond
        return both, share * size + of_cyclic + beyond_cyclic

    estimate = min(1.0, max(0.0, part / size))
    if _quantile(sizes(estimate)[0], (1 - level) / 2) <= 0:
        return None

    def shares(share: float) -> Array:
        both, of_cyclic = sizes(share)
        found: Array = of_cyclic / both
        return found

    low, high = _limits(shares, part / size, 1.0, level)
    return Interval(estimate, min(low, estimate), max(high, estimate), level)


def log_odds(table: ScoreTable) -> Array:
    """Return the log odds of the smoothed scores, float64[n, n], antisymmetric."""
    odds: Array = np.log(table.smoothed / (1 - table.smoothed))
    return odds


def log_odds_variance(table: ScoreTable) -> Array:
    """Return the variances of `log_odds`, float64[n, n], by the delta method; 0 on the diagonal."""
    variance: Array = table.variances / (table.smoothed * (1 - table.smoothed)) ** 2
    return variance


def hodge(odds: Array) -> tuple[Array, Array]:
    """Split antisymmetric matrices into a transitive and a cyclic part, orthogonal to each other.

    Parameters
    ----------
    odds
        float64[..., n, n].

    Returns
    -------
    tuple of numpy.ndarray
        Both float64[..., n, n]; their sum is `odds`, and the rows of the second add up to 0.
    """
    rating = odds.mean(-1)
    transitive = rating[..., :, None] - rating[..., None, :]
    return transitive, odds - transitive


def _mean(square: Array) -> Array:
    """Return the mean over all matchups, of the last two axes; the diagonal, of zeros, does not count."""
    n = square.shape[-1]
    found: Array = square.sum((-2, -1)) / (n * (n - 1))
    return found


def _unit(part: Array) -> Array:
    """Return an antisymmetric matrix scaled to a mean square of 1; 0 stays 0."""
    size = sqrt(float(_mean(part**2)))
    return part / size if size > 1e-12 else np.zeros_like(part)


def _limits(drawn: Callable[[float], Array], estimate: float, top: float, level: float) -> tuple[float, float]:
    """Return the values, 0 to `top`, about which the drawn estimates just reach this one from below and from above."""

    def least(tail: float) -> float:
        """Return the smallest value whose quantile `tail` of the drawn estimates is this one's or above."""
        low, high = 0.0, top
        if _quantile(drawn(low), tail) >= estimate:
            return low
        for _ in range(25):
            middle = (low + high) / 2
            if _quantile(drawn(middle), tail) < estimate:
                low = middle
            else:
                high = middle
        return high

    return least((1 + level) / 2), least((1 - level) / 2)


def _quantile(values: Array, tail: float) -> float:
    """Return the nearest quantile, without the generality of numpy's, which takes ten times as long."""
    at = round(tail * (len(values) - 1))
    return float(np.partition(values, at)[at])
