"""A whole table of matchups as arrays: scores with their variances, ready for everything that looks at all cells.

Cells are played on keys of their own, so their errors are independent; only the two halves of the square depend on each
other, the score of the column being 1 minus that of the row.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from balance.stats.blocks import BlockTally
from balance.stats.intervals import EFFECTIVE_TRIALS_PER_GAME_MAX, check_level, effective_trials

Array = npt.NDArray[np.float64]

SEED = 20_251
"""Of every bootstrap: the same table always gets the same intervals."""


@dataclass(frozen=True, slots=True)
class Moments:
    """What a table needs of a cell.

    Parameters
    ----------
    estimate
        Score of side a, 0 to 1.
    smoothed
        The same after one more block, half of it won and half lost: strictly between 0 and 1.
    variance
        Squared standard error of the estimate, above 0; it is that of the smoothed block scores, so that a cell in
        which all blocks scored the same is not taken to be free of error.
    blocks
        Number of blocks.
    """

    estimate: float
    smoothed: float
    variance: float
    blocks: int


def score_moments(tally: BlockTally) -> Moments:
    """Return the moments of a cell's score; its interval is Wilson's on smoothed (1 - smoothed) / variance trials.

    Raises ValueError without blocks.
    """
    score, blocks, top = tally.score, tally.blocks, 2 * tally.rotations
    smoothed = (2 * tally.half_points + top) / (2 * top * (blocks + 1))
    trials = effective_trials(blocks, tally.half_points, tally.half_points_squared, top)
    trials = min(trials, EFFECTIVE_TRIALS_PER_GAME_MAX * tally.games)
    return Moments(score, smoothed, smoothed * (1 - smoothed) / trials, blocks)


@dataclass(frozen=True, slots=True, eq=False)
class ScoreTable:
    """Every side against every other.

    Parameters
    ----------
    scores
        float64[n, n]: score of the row against the column; on the diagonal 0.5.
    smoothed
        float64[n, n]: the same, smoothed as in `Moments`.
    variances
        float64[n, n]: squared standard errors, symmetric; on the diagonal 0.
    blocks
        int64[n, n]: blocks of each cell, symmetric; on the diagonal 0.
    """

    scores: Array
    smoothed: Array
    variances: Array
    blocks: npt.NDArray[np.int64]

    @property
    def sides(self) -> int:
        """Number of sides."""
        return len(self.scores)

    @property
    def cells(self) -> int:
        """Number of matchups of two different sides."""
        return self.sides * (self.sides - 1) // 2

    def of(self, chosen: npt.ArrayLike) -> "ScoreTable":
        """Return the table of some of the sides, by their indices."""
        at = np.ix_(*[np.asarray(chosen, dtype=np.int64)] * 2)
        return ScoreTable(self.scores[at], self.smoothed[at], self.variances[at], self.blocks[at])


def score_table(sides: int, cells: Iterable[tuple[int, int, Moments]]) -> ScoreTable:
    """Put a table together.

    Parameters
    ----------
    sides
        Number of sides, 2 or more.
    cells
        (row, column, moments) of every matchup of two different sides, each once, in either direction.

    Raises
    ------
    ValueError
        Fewer than two sides, or a matchup that is missing, twice there or of a side with itself.
    """
    if sides < 2:
        raise ValueError(f"a table of {sides} sides; expected 2 or more")
    scores, smoothed, variances = np.full((sides, sides), 0.5), np.full((sides, sides), 0.5), np.zeros((sides, sides))
    blocks = np.zeros((sides, sides), dtype=np.int64)
    for i, j, cell in cells:
        if i == j or blocks[i, j]:
            raise ValueError(f"matchup ({i}, {j}) {'of a side with itself' if i == j else 'twice'}; expected each once")
        scores[i, j], scores[j, i] = cell.estimate, 1 - cell.estimate
        smoothed[i, j], smoothed[j, i] = cell.smoothed, 1 - cell.smoothed
        variances[i, j] = variances[j, i] = cell.variance
        blocks[i, j] = blocks[j, i] = cell.blocks
    missing = np.argwhere(np.triu(blocks == 0, 1)).tolist()
    if missing:
        raise ValueError(f"no blocks for matchups {missing}; expected every side against every other")
    return ScoreTable(scores, smoothed, variances, blocks)


def simultaneous_level(cells: int, level: float = 0.95) -> float:
    """Return the level that each of so many intervals needs for all of them to hold at once (Bonferroni).

    Cells have independent errors, so it is all but exact: for 45 cells at 95 % each interval is 3.261 standard errors
    wide where 3.254 (Sidak) would do.

    Raises
    ------
    ValueError
        No cells, or a level out of range.
    """
    check_level(level)
    if cells < 1:
        raise ValueError(f"{cells} cells; expected 1 or more")
    return 1 - (1 - level) / cells


def bootstrap_noise(variances: Array, draws: int) -> Array:
    """Return errors of a whole table, drawn anew: float64[draws, n, n], antisymmetric, normal, always the same ones.

    The second half is the first with its signs turned, and every cell has exactly its variance: that takes most of the
    luck of the draw out of the limits of a bootstrap. `draws` is even.
    """
    n = len(variances)
    rows, columns = np.triu_indices(n, 1)
    half = np.random.default_rng(SEED).standard_normal((draws // 2, len(rows)))
    half *= np.sqrt(variances[rows, columns]) / np.sqrt((half**2).mean(0))
    noise = np.zeros((draws, n, n))
    noise[:, rows, columns] = np.concatenate([half, -half])
    noise[:, columns, rows] = -noise[:, rows, columns]
    return noise
