"""One score from many cells that were played with luck of their own: the mean over a field of matchups.

Every cell counts the same and has as many blocks as every other, so the variance of the mean is that within the cells
(stratified sampling; Cochran 1977, chapter 5): that one matchup is harder than another is no error of the mean.
"""

from collections.abc import Sequence

from balance.stats.blocks import BlockTally
from balance.stats.intervals import EFFECTIVE_TRIALS_PER_GAME_MAX, Interval, wilson


def field_interval(cells: Sequence[BlockTally], level: float = 0.95) -> Interval:
    """Interval for the mean score of side a over cells of independent luck: Wilson on the effective number of trials.

    That number is blocks x m (1 - m) / v, with v the variance of the block score within cells, pooled. As for a single
    cell (`intervals.effective_trials`) one more block is added, half of it at each end of the scale, so that v is above
    0. Cells of a single block show no variance within; they are then taken for one cell, which errs on the wide side.

    Parameters
    ----------
    cells
        One tally a matchup, all of the same number of blocks and rotations.
    level
        Two-sided coverage, 0 to 1.

    Returns
    -------
    Interval
        Score per game, 0 to 1. Swapping the sides of every cell mirrors it about one half.

    Raises
    ------
    ValueError
        No cells, no blocks, cells of unequal size, or a level out of range.
    """
    shapes = {(cell.blocks, cell.rotations) for cell in cells}
    if len(shapes) != 1:
        raise ValueError(f"cells of {sorted(shapes)} blocks and rotations; expected some, all of one size")
    [(blocks, rotations)] = shapes
    if not blocks:
        raise ValueError("no blocks in these cells; an interval needs at least one in each")
    top, n = 2 * rotations, blocks * len(cells)
    total = sum(cell.half_points for cell in cells)
    squares = sum(cell.half_points_squared for cell in cells)
    strata = [cell.half_points for cell in cells] if blocks > 1 else [total]
    # In half points of blocks; everything is a whole number up to the divisions below.
    within = (n // len(strata)) * squares - sum(part * part for part in strata)
    spread = within * len(strata) / n + (total**2 + (top * n - total) ** 2) / (2 * n**2)
    variance = spread / (n - len(strata) + 1)
    mean = (2 * total + top) / (2 * (n + 1))
    trials = n * mean * (top - mean) / variance
    return wilson(total / (top * n), min(trials, EFFECTIVE_TRIALS_PER_GAME_MAX * n * rotations), level)
