"""How many games it takes: for an interval of a given width, and to tell on which side of a line a score is."""

from collections.abc import Sequence
from math import ceil
from statistics import NormalDist

from balance.stats.intervals import Interval, check_level
from balance.stats.tables import Moments

EVEN = (0.5,)
BAND = (0.45, 0.55)


def blocks_for_width(intervals: Sequence[tuple[int, Interval]], half_width: float) -> int:
    """Return the blocks that bring the widest of these intervals down to a half-width.

    Parameters
    ----------
    intervals
        (blocks, interval) of every cell of a pilot; widths fall with the root of the number of blocks.
    half_width
        In the unit of the intervals, above 0.

    Raises
    ------
    ValueError
        No intervals, or a half-width of 0 or less.
    """
    if not intervals or not half_width > 0:
        raise ValueError(f"half-width {half_width} of {len(intervals)} intervals; expected above 0, of 1 or more")
    return max(ceil(blocks * (interval.half_width / half_width) ** 2) for blocks, interval in intervals)


def games_to_settle(cell: Moments, games: int, lines: Sequence[float] = EVEN, level: float = 0.95) -> int | None:
    """Return the games after which the interval would hold none of the lines, should the score stay where it is.

    A line t is outside of a Wilson interval on n trials exactly when (score - t)^2 > z^2 t (1 - t) / n, so this is
    solved for n, with as many games for a trial as in the cell so far. For the lines of a band, 0.45 and 0.55, the
    interval is then within it or beside it.

    Parameters
    ----------
    cell
        The score so far, of a single game or a fight.
    games
        Games so far.
    lines
        Scores, strictly between 0 and 1.
    level
        Two-sided coverage, 0 to 1.

    Returns
    -------
    int or None
        Less than `games` where the cell is settled already; None where the score is on a line, so that no number does.

    Raises
    ------
    ValueError
        A level out of range.
    """
    check_level(level)
    distances = [(abs(cell.estimate - line), line) for line in lines]
    if min(distance for distance, _ in distances) < 1e-12:
        return None
    z = NormalDist().inv_cdf((1 + level) / 2)
    trials = max(z * z * line * (1 - line) / distance**2 for distance, line in distances)
    games_a_trial = games * cell.variance / (cell.smoothed * (1 - cell.smoothed))
    return ceil(trials * games_a_trial)
