"""How much of the outcome's variance comes from one source of luck, by playing games again with part of it renewed.

Pick-freeze estimation of Sobol indices (Sobol 1993; Saltelli 2002). The first-order share of a source is the
correlation of games that share this source alone; its total share is 1 less the correlation of games that share
everything else. Correlations are estimated as by Janon, Klein, Lagnoux, Nodet and Prieur (2014, ESAIM: Probability and
Statistics 18, 342), from both games of each pair alike, so an estimate never leaves -1 to 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from statistics import NormalDist

import numpy as np

from balance.stats.counting import Outcomes, check_outcomes
from balance.stats.intervals import Interval, check_level
from balance.vocab import Outcome

Replayed = tuple[Outcomes, Outcomes, Outcomes]  # games as they are, with all luck but a source's renewed, with its own

_POINTS = np.zeros(max(Outcome) + 1)
_POINTS[[Outcome.DRAW, Outcome.TRUNCATED]] = 0.5
_POINTS[Outcome.WIN] = 1.0


@dataclass(frozen=True, slots=True)
class Share:
    """The share of one source of luck in the variance of the outcome, 0 to 1, each with its interval.

    Parameters
    ----------
    first
        First-order: what this source decides by itself, whatever the others do.
    total
        With interactions: what would be left open if all other luck were known.
    """

    first: Interval
    total: Interval


def share(base: Outcomes, kept: Outcomes, renewed: Outcomes, level: float = 0.95) -> Share | None:
    """Return the share of one source, None if all games scored the same, so that there is no variance to share.

    Parameters
    ----------
    base
        uint8, shape (blocks, rotations): the games as they are.
    kept
        The same games with all luck renewed but this source's.
    renewed
        The same games with this source's luck renewed and no other.
    level
        Two-sided coverage of the intervals, pointwise. Blocks are the unit.

    Raises
    ------
    ValueError
        Unequal shapes, no blocks, or a level out of range.
    """
    first, rest = correlation(base, kept, level), correlation(base, renewed, level)
    if first is None or rest is None:
        return None
    return Share(_clipped(first), _clipped(rest.opposite()))


def field_share(matchups: Sequence[Replayed], level: float = 0.95) -> Share | None:
    """Return the share of one source in the variance of several matchups together, None if none of them has any.

    A matchup weighs as its variance does: one that always goes the same way has no luck to share out, and one that
    hardly ever goes the other has too little for a correlation of its own.

    Parameters
    ----------
    matchups
        (base, kept, renewed) of each, as for `share`; all with as many blocks.
    level
        As for `share`; of the interval for these very matchups.
    """
    first = _correlation([(base, kept) for base, kept, _ in matchups], level)
    rest = _correlation([(base, renewed) for base, _, renewed in matchups], level)
    if first is None or rest is None:
        return None
    return Share(_clipped(first), _clipped(rest.opposite()))


def correlation(base: Outcomes, other: Outcomes, level: float = 0.95) -> Interval | None:
    """Return the correlation of the scores of two sets of games, place by place; None without variance.

    Scores count from the mean of their rotation: what a seat is worth in all games alike is no luck.

    The interval is normal, its variance linearised over blocks. Where no game moved, the lower limit is what goes with
    seeing nothing in n blocks (see `compare.difference_interval`).
    """
    return _correlation([(base, other)], level)


def _correlation(pairs: Sequence[tuple[Outcomes, Outcomes]], level: float) -> Interval | None:
    """Return the correlation within several matchups, which are strata of one ratio: covariances over variances."""
    check_level(level)
    products, squares, is_same = [], [], True
    for base, other in pairs:
        check_outcomes(base)
        if base.shape != other.shape or not len(base):
            raise ValueError(
                f"games of shape {base.shape} against {other.shape}; expected the same blocks, at least one"
            )
        x, y = _POINTS[base], _POINTS[other]
        is_same &= np.array_equal(x, y)
        means = (x.mean(0) + y.mean(0)) / 2
        x, y = x - means, y - means
        products.append((x * y).mean(1))
        squares.append(((x * x + y * y) / 2).mean(1))
    product, square = np.array(products), np.array(squares)  # by matchup and block
    variance = float(square.mean())
    if variance <= 1e-12:
        return None
    found = min(1.0, max(-1.0, float(product.mean()) / variance))
    if is_same:
        return Interval(1.0, 1 - min(2.0, -log((1 - level) / 2) / (2 * square.size * variance)), 1.0, level)
    # The means are estimated too, but to first order the correlation does not hang on them.
    moves = (product - product.mean(1, keepdims=True)) - found * (square - square.mean(1, keepdims=True))
    blocks = square.shape[1]
    error = sqrt(float((moves**2).sum()) * blocks / max(blocks - 1, 1)) / (square.size * variance)
    reach = NormalDist().inv_cdf((1 + level) / 2) * error
    return Interval(found, max(-1.0, found - reach), min(1.0, found + reach), level)


def _clipped(interval: Interval) -> Interval:
    """Return an interval within 0 and 1, where shares are."""
    estimate, low, high = (min(1.0, max(0.0, x)) for x in (interval.estimate, interval.low, interval.high))
    return Interval(estimate, low, high, interval.level)
