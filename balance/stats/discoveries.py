"""Which of many paired differences are more than luck: p-values that fit the intervals, and what many of them show.

Where a few false ones among those named do no harm, the rate of false discoveries is held (`discoveries`); where none
should be named falsely, the chance of a single one (`movers`).
"""

from collections.abc import Sequence
from statistics import NormalDist

from balance.stats.compare import difference_interval
from balance.stats.intervals import Interval
from balance.stats.pairs import PairedTally

SMALLEST = 1e-12  # p-values are not told apart below
_HALVINGS = 60


def difference_p(pair: PairedTally) -> float:
    """Return the p-value of no difference between head and base, by inverting `difference_interval`.

    It is the smallest alpha at which the two-sided interval of level 1 - alpha leaves 0 out, so a difference is in the
    interval of 95 % exactly if p is above 0.05. It is 1.0 where no block moved.

    Raises
    ------
    ValueError
        No blocks.
    """

    def leaves_out(alpha: float) -> bool:
        interval = difference_interval(pair, 1 - alpha)
        return interval.low > 0 or interval.high < 0

    low, high = SMALLEST, 1 - 1e-9
    if not leaves_out(high):
        return 1.0
    if leaves_out(low):
        return low
    for _ in range(_HALVINGS):
        middle = (low * high) ** 0.5 if high < 0.01 else (low + high) / 2
        if leaves_out(middle):
            high = middle
        else:
            low = middle
    return high


def interval_p(interval: Interval) -> float:
    """Return the p-value of a true value of 0 from an interval, taking the estimate for normal.

    Its standard error is read off the limit on the side of 0 (Altman and Bland 2011, BMJ 343, d2304), so p is below
    1 - level exactly if the interval leaves 0 out. It is 1.0 where the estimate is 0.
    """
    distance = abs(interval.estimate)
    arm = interval.estimate - interval.low if interval.estimate > 0 else interval.high - interval.estimate
    if not distance:
        return 1.0
    if not arm:
        return 0.0
    normal = NormalDist()
    return 2 * normal.cdf(-normal.inv_cdf((1 + interval.level) / 2) * distance / arm)


def discoveries(p_values: Sequence[float], rate: float = 0.1) -> list[bool]:
    """Return which hypotheses are rejected at a false discovery rate (Benjamini and Hochberg 1995).

    Parameters
    ----------
    p_values
        One each, in any order.
    rate
        Expected share of false ones among the rejected, at most; holds for independent or positively dependent tests.

    Raises
    ------
    ValueError
        A p-value or a rate outside 0 to 1.
    """
    if not 0 < rate < 1 or not all(0 <= p <= 1 for p in p_values):
        raise ValueError(f"rate {rate}, p-values {list(p_values)}; expected numbers from 0 to 1")
    ordered = sorted(p_values)
    limit = -1.0
    for i, p in enumerate(ordered, 1):
        if p <= rate * i / len(ordered):
            limit = p
    return [p <= limit for p in p_values]


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values adjusted so that all at or below alpha may be rejected with one error of alpha (Holm 1979).

    Parameters
    ----------
    p_values
        One each, in any order and however dependent.

    Raises
    ------
    ValueError
        A p-value outside 0 to 1.
    """
    if not all(0 <= p <= 1 for p in p_values):
        raise ValueError(f"p-values {list(p_values)}; expected numbers from 0 to 1")
    adjusted, largest = [0.0] * len(p_values), 0.0
    for rank, i in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = largest
    return adjusted


def movers(pairs: Sequence[PairedTally], *, alpha: float = 0.05, looks: int = 1) -> list[bool]:
    """Return which cells moved at all: none is named falsely, but for a chance of alpha (Holm 1979).

    Parameters
    ----------
    pairs
        Base and head of each cell, played on keys of its own.
    alpha
        Chance that any cell is named that did not move.
    looks
        Looks of the schedule, where cells were stopped at one of them by what was seen: p-values count so many times.

    Raises
    ------
    ValueError
        No blocks in a cell.
    """
    return [p <= alpha for p in holm([min(1.0, looks * difference_p(pair)) for pair in pairs])]
