"""Intervals for the score of a matchup cell, and for the score of seat 0.

The method is Wilson's score interval (Wilson 1927) with the number of trials replaced by an effective number, as is
done for proportions in surveys (Kish 1965; Korn and Graubard 1998; Franco, Little, Louis and Slud 2019). The effective
number is the count of independent win-or-loss games that would be as precise as the blocks were, so one formula serves
draws, games of a block that are alike or that offset, and lopsided cells.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from statistics import NormalDist

from balance.stats.blocks import BlockTally

EFFECTIVE_TRIALS_PER_GAME_MAX = 2
"""Cap of the effective number of trials. A cell of draws alone shows no variance at all, and would otherwise look far
more precise than a sample of its size can be. The price: where more than half of the games are drawn, or where the
games of a block offset each other almost fully, the interval is wider than it need be (2.2 times at 90 % draws)."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its confidence limits.

    Parameters
    ----------
    estimate, low, high
        In one unit, low <= estimate <= high.
    level
        Nominal two-sided coverage, between 0 and 1.

    Raises
    ------
    ValueError
        The limits do not enclose the estimate, or the level is not strictly between 0 and 1.
    """

    estimate: float
    low: float
    high: float
    level: float

    def __post_init__(self) -> None:
        if not self.low <= self.estimate <= self.high:
            raise ValueError(f"limits {self.low} to {self.high} do not enclose the estimate {self.estimate}")
        check_level(self.level)

    def opposite(self, whole: float = 1.0) -> "Interval":
        """Return what is left of a whole: the score of the other side, or with a whole of 0 the difference turned."""
        return Interval(whole - self.estimate, whole - self.high, whole - self.low, self.level)

    @property
    def half_width(self) -> float:
        """Half the distance between the limits, which need not be symmetric about the estimate."""
        return (self.high - self.low) / 2


def mean_interval(parts: Sequence[Interval], n: int = 0) -> Interval:
    """Return the mean of independent estimates of one level, over `n` where the others are surely 0.

    The distance to a limit is the root of the sum of the squared distances, over the number (Zou and Donner 2008).
    """
    n = n or len(parts)
    mean = sum(part.estimate for part in parts) / n
    below = hypot(*(part.estimate - part.low for part in parts)) / n
    above = hypot(*(part.high - part.estimate for part in parts)) / n
    return Interval(mean, mean - below, mean + above, parts[0].level)


def check_level(level: float) -> None:
    """Refuse a confidence level that is not strictly between 0 and 1.

    Raises
    ------
    ValueError
        For example for 95, meant as a percentage.
    """
    if not 0 < level < 1:
        raise ValueError(f"level {level}; expected a fraction strictly between 0 and 1, such as 0.95")


def wilson(p: float, n: float, level: float = 0.95) -> Interval:
    """Wilson's score interval for a proportion (Wilson 1927, "Probable inference", JASA 22).

    Parameters
    ----------
    p
        Observed proportion, 0 to 1.
    n
        Number of independent trials, above 0; need not be whole.
    level
        Two-sided coverage, 0 to 1.

    Returns
    -------
    Interval
        Within 0 and 1, of a width above 0 even where p is 0 or 1.

    Raises
    ------
    ValueError
        An argument out of its range.
    """
    check_level(level)
    if not 0 <= p <= 1:
        raise ValueError(f"proportion {p}; expected 0 to 1")
    if not n > 0:
        raise ValueError(f"{n} trials; expected more than 0")
    z = NormalDist().inv_cdf((1 + level) / 2)
    shrink = 1 + z * z / n
    centre = (p + z * z / (2 * n)) / shrink
    reach = z / shrink * sqrt(p * (1 - p) / n + (z / (2 * n)) ** 2)
    return Interval(p, min(p, max(0.0, centre - reach)), max(p, min(1.0, centre + reach)), level)


def effective_trials(blocks: int, total: int, total_squared: int, top: int) -> float:
    """Return the number of win-or-loss trials that are as precise as these blocks.

    It is blocks x m (1 - m) / v, with m and v the mean and variance of the block score after one more block is added,
    half of it at each end of the scale. That keeps v above 0 whatever the data. The result lies between `blocks`, where
    every block is at an end of the scale, and blocks x (blocks + 1), where all are in the middle. It is computed in
    integers up to one division, so reversing the scale changes nothing.

    Parameters
    ----------
    blocks
        Number of blocks, 1 or more.
    total, total_squared
        Sum and sum of squares of the block scores, each score a whole number from 0 to `top`.
    top
        The largest possible block score.
    """
    return ratio_trials(total, top * blocks, total_squared, top * total, top * top * blocks, top)


def ratio_trials(total: int, size: int, total_squared: int, total_by_size: int, size_squared: int, top: int) -> float:
    """Return the number of win-or-loss trials that are as precise as blocks that do not all count as much.

    The mean is m = total / size, a ratio of two sums over blocks, and its variance the linearised one (the delta method
    for a ratio; Cochran 1977, chapter 6): v = sum of (score - m x size)^2 over the square of the sum of sizes. As in
    `effective_trials` one more block is added, of full size and half at each end of the scale; the result is
    m (1 - m) / v times the share that the true blocks have in the size. Where every block has size `top` that is
    blocks x m (1 - m) / v of `effective_trials`. It is computed in integers up to one division, so the two agree to the
    last bit, and reversing the scale changes nothing. It is 0 where no block has a size.

    Parameters
    ----------
    total, size
        Sums of the block scores and of the block sizes; a block's score is a whole number from 0 to its size, and its
        size one from 0 to `top`.
    total_squared, total_by_size, size_squared
        Sums of score x score, score x size and size x size.
    top
        The largest possible block size.
    """
    full = 2 * (size + top)
    mean = 2 * total + top  # over full
    scatter = (
        full * full * (2 * total_squared + top * top)
        - 2 * mean * full * (2 * total_by_size + top * top)
        + mean * mean * (2 * size_squared + 2 * top * top)
    )  # over 2 x full squared
    return size * mean * (full - mean) * full / scatter


def score_interval(tally: BlockTally, level: float = 0.95) -> Interval:
    """Interval for the score of side a: Wilson with the effective number of trials of its blocks.

    Parameters
    ----------
    tally
        The cell; truncated games score one half.
    level
        Two-sided coverage, 0 to 1.

    Returns
    -------
    Interval
        Score per game, 0 to 1, about the unsmoothed `tally.score`. Swapping the sides mirrors it about one half.

    Raises
    ------
    ValueError
        No blocks, or a level out of range.
    """
    return _from_blocks(tally, tally.half_points, tally.half_points_squared, level)


def seat_score_interval(tally: BlockTally, level: float = 0.95) -> Interval:
    """Interval for the score of whoever sits in seat 0.

    With one rotation, as in a mirror, each block is a single independent game and this is the score of side a, which
    sits in seat 0. With two rotations seat 0 scores what side a does in rotation 0 and what the other side does in
    rotation 1, block by block, so the correlation of the two games is in the interval; the seat gap is twice this score
    minus 1.

    Parameters
    ----------
    tally
        The cell, of one or two rotations.
    level
        Two-sided coverage, 0 to 1.

    Returns
    -------
    Interval
        Score per game, 0 to 1.

    Raises
    ------
    ValueError
        More than two rotations, no blocks, or a level out of range.
    """
    if tally.rotations == 1:
        return score_interval(tally, level)
    if tally.rotations != 2:
        raise ValueError(f"{tally.rotations} rotations; the score of seat 0 is known from one or two")
    first, second = tally.rotation_half_points
    gap = first - second
    gap_squared = 2 * sum(tally.rotation_half_points_squared) - tally.half_points_squared
    return _from_blocks(tally, gap + 2 * tally.blocks, gap_squared + 4 * gap + 4 * tally.blocks, level)


def _from_blocks(tally: BlockTally, total: int, total_squared: int, level: float) -> Interval:
    if not tally.blocks:
        raise ValueError("no blocks in this tally; an interval needs at least one")
    top = 2 * tally.rotations
    trials = effective_trials(tally.blocks, total, total_squared, top)
    return wilson(total / (top * tally.blocks), min(trials, EFFECTIVE_TRIALS_PER_GAME_MAX * tally.games), level)
