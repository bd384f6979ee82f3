"""The difference between two cells played on the same keys: before and after an edit, or under two policies.

Both cells got the same luck, so each block is compared with itself and only the blocks whose score moved carry noise.
The interval must hold where few blocks moved. The normal interval does not: when the moves go one way it misses too
often on the side of the larger change, and the more so at the high levels that a verdict over many cells asks for.
The interval here is put together from the gains and the losses, each a mean from 0 to 1 with a Wilson interval.
"""

from math import log, sqrt

from balance.stats.intervals import Interval, check_level, effective_trials, wilson
from balance.stats.pairs import PairedTally


def difference_interval(pair: PairedTally, level: float = 0.95) -> Interval:
    """Interval for the score of side a in head minus in base.

    Gains and losses of the blocks are two means from 0 to 1, never both above 0 in one block. Each gets a Wilson
    interval on its effective number of trials, and the two are put together by the method for paired proportions of
    Newcombe (1998, Statistics in Medicine 17, 2635, method 10), in the general form of Zou and Donner (2008, Statistics
    in Medicine 27, 1693).

    Where no block moved, the limits are the bound that goes with seeing nothing in n blocks (the rule of three, Hanley
    and Lippman-Hand 1983): -ln(alpha) / n either way. Here alpha = (1 - level) / 2, the share of one direction, so that
    a one-sided claim read off either limit keeps its level.

    Parameters
    ----------
    pair
        The two cells.
    level
        Two-sided coverage, 0 to 1.

    Returns
    -------
    Interval
        Difference of scores per game, -1 to 1. Swapping base and head changes its sign.

    Raises
    ------
    ValueError
        No blocks, or a level out of range.
    """
    check_level(level)
    n, top = pair.blocks, 2 * pair.rotations
    if not n:
        raise ValueError("no blocks in this tally; an interval needs at least one")
    if not pair.moved_blocks:
        bound = min(1.0, -log((1 - level) / 2) / n)
        return Interval(0.0, -bound, bound, level)
    gain, gain_variance = _one_direction(pair, 1, level)
    loss, loss_variance = _one_direction(pair, -1, level)
    correlation = max(-1.0, -gain.estimate * loss.estimate / sqrt(gain_variance * loss_variance))
    estimate = pair.half_points / (top * n)
    below = _join(gain.estimate - gain.low, loss.high - loss.estimate, correlation)
    above = _join(gain.high - gain.estimate, loss.estimate - loss.low, correlation)
    return Interval(estimate, max(-1.0, estimate - below), min(1.0, estimate + above), level)


def _one_direction(pair: PairedTally, sign: int, level: float) -> tuple[Interval, float]:
    """Mean gain (sign 1) or loss (sign -1) of a block, 0 to 1, with limits; and its smoothed variance."""
    n, top = pair.blocks, 2 * pair.rotations
    moves = [(max(0, sign * change), count) for change, count in enumerate(pair.block_changes, -top)]
    total = sum(move * count for move, count in moves)
    trials = effective_trials(n, total, sum(move * move * count for move, count in moves), top)
    mean = (2 * total + top) / (2 * top * (n + 1))
    return wilson(total / (top * n), trials, level), n * mean * (1 - mean) / trials


def _join(first: float, second: float, correlation: float) -> float:
    """Distance to a limit of a difference, from the distances to the limits of its two terms."""
    return sqrt(max(0.0, first * first + second * second - 2 * correlation * first * second))
