"""What a gate watches besides the score: draws, truncated games, the first seat, and how long games take.

The first three are outcomes read in another way. `recoded` writes a 'win' wherever a game was a draw, and a loss
elsewhere; then the score is the share of draws, and everything that is known about paired scores applies, intervals for
few moved blocks included. Lengths are kept as histograms, so base and head are compared without pairing.
"""

from enum import StrEnum
from math import sqrt

import numpy as np

from balance.stats.counting import Outcomes, check_outcomes
from balance.stats.intervals import Interval, effective_trials, wilson
from balance.stats.quantiles import Histogram, merge_histograms, quantile
from balance.vocab import Outcome


class Measure(StrEnum):
    """What a claim is about; the values are the words that are shown."""

    SCORE = "score"
    DRAWS = "draws"
    TRUNCATED = "truncated"
    FIRST_SEAT = "first seat"
    LENGTH = "length"


def _codes(one: Outcome) -> Outcomes:
    codes = np.full(max(Outcome) + 1, Outcome.LOSS, dtype=np.uint8)
    codes[one] = Outcome.WIN
    codes[Outcome.NONE] = Outcome.NONE
    return codes


_CODES = {Measure.DRAWS: _codes(Outcome.DRAW), Measure.TRUNCATED: _codes(Outcome.TRUNCATED)}
_OTHER_SIDE = np.arange(max(Outcome) + 1, dtype=np.uint8)
_OTHER_SIDE[[Outcome.LOSS, Outcome.WIN]] = Outcome.WIN, Outcome.LOSS


def recoded(outcomes: Outcomes, measure: Measure) -> Outcomes:
    """Return outcomes whose score is a measure.

    Parameters
    ----------
    outcomes
        uint8, shape (blocks, rotations), for side a, which sits in seat r in rotation r.
    measure
        SCORE gives them as they are; DRAWS and TRUNCATED give the share of such games as a score; FIRST_SEAT gives the
        score of whoever sits in seat 0, whose distance from one half is the advantage of sitting there.

    Returns
    -------
    numpy.ndarray
        uint8, same shape; for `tally` and `tally_pair`. Bytes that are no outcome stay, for these to refuse.

    Raises
    ------
    ValueError
        LENGTH, which outcomes do not tell; the first seat with more than two rotations; wrong type or shape.
    """
    check_outcomes(outcomes)
    if measure is Measure.SCORE:
        return outcomes
    if measure is Measure.FIRST_SEAT:
        if outcomes.shape[1] > 2:
            raise ValueError(f"{outcomes.shape[1]} rotations; the score of seat 0 is known from one or two")
        seats = outcomes.copy()
        seats[:, 1:] = _coded(_OTHER_SIDE, outcomes[:, 1:])
        return seats
    if measure not in _CODES:
        raise ValueError(f"outcomes do not tell the measure '{measure}'; see length_interval")
    return _coded(_CODES[measure], outcomes)


def _coded(codes: Outcomes, outcomes: Outcomes) -> Outcomes:
    coded = outcomes.copy()
    known = outcomes < len(codes)
    coded[known] = codes[outcomes[known]]
    return coded


def length_interval(base: Histogram, head: Histogram, rotations: int, level: float = 0.95) -> Interval:
    """Interval for the change of the mean length, as a share of the median length of the base.

    The means rather than the medians are compared: medians of whole rounds jump, and one round may be more than a
    margin. Each mean, as a share of the longest game seen, has Wilson's interval on its effective number of trials; the
    two are put together as independent ones (Newcombe 1998, Statistics in Medicine 17, 873, method 10). Two things make
    it wider than need be, never narrower as long as luck in common makes lengths alike: the luck that base and head
    share is not used, and the games of a block are taken for one game, since a histogram does not tell blocks apart.

    Parameters
    ----------
    base, head
        Games by length, over the same blocks.
    rotations
        Games in a block, 1 or more.
    level
        Two-sided coverage, 0 to 1.

    Returns
    -------
    Interval
        0.05 is 5 % of the base's median. Swapping base and head changes the sign of the difference of means.

    Raises
    ------
    ValueError
        No games, unequal numbers of games, a median of 0, or a level out of range.
    """
    counts = [merge_histograms(histogram) for histogram in (base, head)]
    games = [int(count.sum()) for count in counts]
    if games[0] != games[1] or rotations < 1 or games[0] % rotations:
        raise ValueError(f"{games[0]} and {games[1]} games in blocks of {rotations}; expected the same blocks in both")
    median = quantile(counts[0], 0.5)
    if not median:
        raise ValueError("a median length of 0; expected games that take some time")
    top = max(int(np.flatnonzero(count)[-1]) for count in counts)
    before, after = (_mean_length(count, games[0], top, rotations, level) for count in counts)
    estimate = after.estimate - before.estimate
    below = sqrt((after.estimate - after.low) ** 2 + (before.high - before.estimate) ** 2)
    above = sqrt((after.high - after.estimate) ** 2 + (before.estimate - before.low) ** 2)
    scale = top / median
    return Interval(scale * estimate, scale * (estimate - below), scale * (estimate + above), level)


def _mean_length(counts: Histogram, games: int, top: int, rotations: int, level: float) -> Interval:
    lengths = np.arange(len(counts), dtype=np.int64)
    total, squared = int(counts @ lengths), int(counts @ lengths**2)
    return wilson(total / (top * games), effective_trials(games, total, squared, top) / rotations, level)
