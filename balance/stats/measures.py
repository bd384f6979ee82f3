"""What a gate watches besides the score: draws, truncated games, the first seat, and how long games take.

The first three are outcomes read in another way. `recoded` writes a 'win' wherever a game was a draw, and a loss
elsewhere; then the score is the share of draws, and everything that is known about paired scores applies, intervals for
few moved blocks included. Lengths are kept as histograms, so base and head are compared without pairing.
"""

from enum import StrEnum

import numpy as np

from balance.stats.counting import Outcomes, check_outcomes
from balance.stats.intervals import Interval
from balance.stats.means import histogram_difference
from balance.stats.quantiles import Histogram, quantile
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
    margin. The interval is that of `means.histogram_difference`, in which base and head count as independent.

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
    change = histogram_difference(base, head, rotations, level)
    median = quantile(base, 0.5)
    if not median:
        raise ValueError("a median length of 0; expected games that take some time")
    return Interval(change.estimate / median, change.low / median, change.high / median, level)
