"""A series of fights, the best of three, from single fights (CF-51).

Only single fights are simulated. The fights of a series are independent and alike, and a drawn fight is replayed, so a
series is won with chance p^2 (3 - 2p), where p is the chance to win a fight that is not drawn: two fights in a row, or
two of the first three. A truncated fight is not a draw: it counts as half a fight won and is not replayed, as it counts
half a win in a score.
"""

from math import asin, sin

from balance.stats.blocks import BlockTally
from balance.stats.intervals import EFFECTIVE_TRIALS_PER_GAME_MAX, Interval, check_level, ratio_trials, wilson
from balance.stats.tables import Moments


def series_chance(p: float) -> float:
    """Return the chance to win a best of three, p^2 (3 - 2p) (CF-51).

    Parameters
    ----------
    p
        Chance to win one fight, drawn fights replayed, 0 to 1.

    Returns
    -------
    float
        0 to 1, rising with p. Of the other side, with 1 - p, it is 1 minus this.
    """
    # The upper half by way of the lower one: near p = 1 the polynomial itself would round to above 1.
    return p * p * (3 - 2 * p) if 2 * p <= 1 else 1 - series_chance(1 - p)


def fight_chance(chance: float) -> float:
    """Return the chance to win a fight that makes for this chance to win the series: the inverse of `series_chance`."""
    return 0.5 - sin(asin(1 - 2 * chance) / 3)


def fight_interval(tally: BlockTally, level: float = 0.95) -> Interval:
    """Interval for the chance to win one fight when drawn fights are replayed.

    The estimate (wins + truncated / 2) / (games - draws) is a ratio of two sums over blocks, since not every block
    holds as many decided fights. The interval is Wilson's, like that of `score_interval`, with the effective number of
    trials from the linearised variance of the ratio (`ratio_trials`), under the same cap for each decided fight.
    Without draws it is `score_interval`, to the last bit.

    Parameters
    ----------
    tally
        The cell; truncated games count one half and are not replayed.
    level
        Two-sided coverage, 0 to 1.

    Returns
    -------
    Interval
        Chance of side a, 0 to 1. Where every game was drawn nothing is known: one half, from 0 to 1.

    Raises
    ------
    ValueError
        No blocks, or a level out of range.
    """
    check_level(level)
    if not tally.blocks:
        raise ValueError("no blocks in this tally; an interval needs at least one")
    if not tally.decided:
        return Interval(0.5, 0.0, 1.0, level)
    total, size, trials = _fights(tally)
    return wilson(total / size, trials, level)


def fight_moments(tally: BlockTally) -> Moments:
    """Return the moments of the chance to win one fight, drawn fights replayed, as `score_moments` does for a score.

    Where every game was drawn nothing is known: one half, with the variance of an even chance from 0 to 1. Raises
    ValueError without blocks.
    """
    if not tally.blocks:
        raise ValueError("no blocks in this tally; moments need at least one")
    if not tally.decided:
        return Moments(0.5, 0.5, 1 / 12, tally.blocks)
    total, size, trials = _fights(tally)
    top = 2 * tally.rotations
    smoothed = (2 * total + top) / (2 * (size + top))
    return Moments(total / size, smoothed, smoothed * (1 - smoothed) / trials, tally.blocks)


def series_moments(tally: BlockTally) -> Moments:
    """Return the moments of the chance to win a best of three: `fight_moments` through `series_chance`.

    The variance is that of the fight times the squared slope, 6 p (1 - p), of the function (the delta method).
    """
    fight = fight_moments(tally)
    slope = 6 * fight.smoothed * (1 - fight.smoothed)
    chances = series_chance(fight.estimate), series_chance(fight.smoothed)
    return Moments(*chances, slope**2 * fight.variance, fight.blocks)


def _fights(tally: BlockTally) -> tuple[int, int, float]:
    """Return half points won and all half points of the decided games, and the effective number of trials."""
    total = size = total_squared = total_by_size = size_squared = 0
    for draws, row in enumerate(tally.block_counts):
        worth = 2 * (tally.rotations - draws)  # half points that the decided games of such a block are about
        for half_points, count in enumerate(row):
            won = half_points - draws
            total += won * count
            size += worth * count
            total_squared += won * won * count
            total_by_size += won * worth * count
            size_squared += worth * worth * count
    trials = ratio_trials(total, size, total_squared, total_by_size, size_squared, 2 * tally.rotations)
    return total, size, min(trials, EFFECTIVE_TRIALS_PER_GAME_MAX * tally.decided)


def series_interval(tally: BlockTally, level: float = 0.95) -> Interval:
    """Interval for the chance to win a best of three: `fight_interval` through `series_chance` (CF-51).

    The function rises, so the limits of the one hold the truth exactly when those of the other do.

    Parameters
    ----------
    tally
        The cell, of single fights.
    level
        Two-sided coverage, 0 to 1.

    Returns
    -------
    Interval
        Chance of side a, 0 to 1. Swapping the sides mirrors it about one half.

    Raises
    ------
    ValueError
        No blocks, or a level out of range.
    """
    fight = fight_interval(tally, level)
    return Interval(series_chance(fight.estimate), series_chance(fight.low), series_chance(fight.high), level)


def series_bounds(tally: BlockTally) -> tuple[float, float]:
    """Return the chance to win a best of three if side a had lost, and if it had won, every truncated fight.

    Raises ValueError where every game was drawn: there are no truncated ones then.
    """
    if not tally.decided:
        raise ValueError("no decided games in this tally; bounds need at least one")
    won, open_ones = tally.wins / tally.decided, tally.truncated / tally.decided
    return series_chance(won), series_chance(won + open_ones)
