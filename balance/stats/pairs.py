"""Integer tallies of two cells played on the same keys, block against block.

Both cells got the same luck, so each block is compared with itself. As with the tallies of one cell, everything is a
count, and tallies of separate chunks add up.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np

from balance.stats.blocks import BlockTally
from balance.stats.counting import ROWS_AT_ONCE, Outcomes, block_half_points, check_outcomes, tally


@dataclass(frozen=True, slots=True)
class PairedTally:
    """The counts of two cells on the same keys.

    Parameters
    ----------
    base, head
        The tallies of the two cells, of equal shape.
    block_changes
        The number of blocks by head score minus base score in half points. Entry i stands for a change of i minus twice
        the rotations, so the middle entry counts the blocks whose score did not move.
    discordant_games
        Games with another outcome in head than in base; from drawn to truncated counts, though the score is the same.

    Raises
    ------
    ValueError
        The counts contradict each other.
    """

    base: BlockTally
    head: BlockTally
    block_changes: tuple[int, ...]
    discordant_games: int

    def __post_init__(self) -> None:
        if (self.base.blocks, self.base.rotations) != (self.head.blocks, self.head.rotations):
            raise ValueError(
                f"base has {self.base.blocks} blocks of {self.base.rotations}, head {self.head.blocks} of "
                f"{self.head.rotations}; expected the same blocks in both"
            )
        if len(self.block_changes) != 4 * self.rotations + 1 or sum(self.block_changes) != self.blocks:
            raise ValueError(
                f"{sum(self.block_changes)} changes in {len(self.block_changes)} classes; expected {self.blocks} in "
                f"{4 * self.rotations + 1}"
            )
        if min(self.block_changes) < 0 or not self.moved_blocks <= self.discordant_games <= self.games:
            raise ValueError(
                f"{self.discordant_games} discordant games of {self.games} and {self.moved_blocks} moved blocks; "
                f"expected no negative count, and a discordant game in every moved block"
            )
        if self.half_points != self.head.half_points - self.base.half_points:
            raise ValueError(
                f"the changes add up to {self.half_points} half points; the two cells differ by another sum"
            )

    @classmethod
    def empty(cls, rotations: int) -> Self:
        """Return the tally of no blocks, the start of a sum."""
        return cls(BlockTally.empty(rotations), BlockTally.empty(rotations), (0,) * (4 * rotations + 1), 0)

    def __add__(self, other: "PairedTally") -> "PairedTally":
        base, head = self.base + other.base, self.head + other.head
        changes = tuple(a + b for a, b in zip(self.block_changes, other.block_changes, strict=True))
        return PairedTally(base, head, changes, self.discordant_games + other.discordant_games)

    @property
    def blocks(self) -> int:
        """Number of blocks in each cell."""
        return self.base.blocks

    @property
    def rotations(self) -> int:
        """Games in a block."""
        return self.base.rotations

    @property
    def games(self) -> int:
        """Number of games in each cell."""
        return self.base.games

    @property
    def half_points(self) -> int:
        """Half points of side a in head minus in base."""
        return sum(change * count for change, count in enumerate(self.block_changes, -2 * self.rotations))

    @property
    def half_points_squared(self) -> int:
        """Sum over blocks of the squared change of the block score, in half points squared."""
        return sum(change * change * count for change, count in enumerate(self.block_changes, -2 * self.rotations))

    @property
    def moved_blocks(self) -> int:
        """Blocks whose score differs between base and head."""
        return self.blocks - self.block_changes[2 * self.rotations]

    @property
    def gain(self) -> float | None:
        """Variance of the difference had the two cells been independent, over its paired variance.

        How many times fewer games common luck asks for, at equal precision. None when every block changed by the same
        amount, in particular when none changed: there is nothing to divide by.
        """
        paired = self.blocks * self.half_points_squared - self.half_points**2
        cells = (self.base, self.head)
        independent = sum(self.blocks * cell.half_points_squared - cell.half_points**2 for cell in cells)
        return independent / paired if paired else None


def tally_pair(base: Outcomes, head: Outcomes) -> PairedTally:
    """Count two cells, or one chunk of each, block against block.

    Parameters
    ----------
    base, head
        uint8, shape (blocks, rotations), equal in shape and row by row on the same key.

    Raises
    ------
    ValueError
        Unequal shapes, or whatever `balance.stats.counting.tally` refuses.
    """
    check_outcomes(base)
    check_outcomes(head)
    if base.shape != head.shape:
        raise ValueError(
            f"base of shape {base.shape} against head of shape {head.shape}; expected the same blocks in both"
        )
    base_tally, head_tally = tally(base), tally(head)
    middle = 2 * base.shape[1]
    changes = np.zeros(2 * middle + 1, dtype=np.int64)
    discordant = 0
    for start in range(0, len(base), ROWS_AT_ONCE):
        rows = slice(start, start + ROWS_AT_ONCE)
        discordant += int(np.count_nonzero(base[rows] != head[rows]))
        changes += np.bincount(
            block_half_points(head[rows]) - block_half_points(base[rows]) + middle, minlength=len(changes)
        )
    return PairedTally(base_tally, head_tally, tuple(changes.tolist()), discordant)
