"""Exact quantiles of whole-number measures from their histograms.

A histogram is a one-dimensional integer array: entry v is the number of games whose measure was v.
"""

from fractions import Fraction
from math import ceil

import numpy as np
import numpy.typing as npt

Histogram = npt.NDArray[np.integer]
"""Counts by value, shape (largest value + 1 or longer,), any integer type."""


def merge_histograms(*histograms: Histogram) -> npt.NDArray[np.int64]:
    """Add histograms, which may differ in length.

    Parameters
    ----------
    histograms
        Any number of histograms; none gives an empty one.

    Returns
    -------
    numpy.ndarray
        int64, as long as the longest argument.

    Raises
    ------
    ValueError
        An argument is not a one-dimensional array of whole counts of 0 or more.
    """
    checked = [_check(histogram) for histogram in histograms]
    merged = np.zeros(max(map(len, checked), default=0), dtype=np.int64)
    for histogram in checked:
        merged[: len(histogram)] += histogram
    return merged


def quantile(counts: Histogram, q: float | Fraction) -> int:
    """Return the smallest value that occurs and whose cumulative share is at least q.

    This is the inverse of the empirical distribution function, type 1 of Hyndman and Fan (1996): always a value that
    was seen, never a mean of two. A float q stands for the decimal it is written as, so 0.1 of ten games is one game.

    Parameters
    ----------
    counts
        The histogram.
    q
        Share of the games, 0 to 1; 0 gives the smallest value seen and 1 the largest.

    Raises
    ------
    ValueError
        q outside 0 to 1, an empty histogram, or one that is not a one-dimensional array of whole counts of 0 or more.
    """
    if not 0 <= q <= 1:
        raise ValueError(f"quantile {q}; expected a share from 0 to 1")
    cumulative = np.cumsum(_check(counts))
    total = int(cumulative[-1]) if len(cumulative) else 0
    if not total:
        raise ValueError("no games in this histogram; a quantile needs at least one")
    needed = max(1, ceil(Fraction(str(q)) * total))
    return int(np.searchsorted(cumulative, needed))


def _check(counts: Histogram) -> npt.NDArray[np.int64]:
    if counts.ndim != 1 or not np.issubdtype(counts.dtype, np.integer):
        raise ValueError(
            f"histogram of type {counts.dtype} and shape {counts.shape}; expected a one-dimensional integer array"
        )
    if (counts < 0).any():
        value = int(np.flatnonzero(counts < 0)[0])
        raise ValueError(f"value {value} has a count of {counts[value]}; expected 0 or more")
    return counts.astype(np.int64)
