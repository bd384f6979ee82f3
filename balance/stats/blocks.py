"""The integer tally of one matchup cell, block by block, and the estimates that come from it.

A block is one key of luck, played once per rotation of the sides over the seats. The games of a block share their luck,
so they are not independent; blocks are. Every estimate is therefore computed from whole blocks, and everything it needs
is a count: tallies of separate chunks add up to the tally of all of them, in any order.

Scores are kept in half points: a loss is 0, a draw or a truncated game 1, a win 2. With two rotations the counts of
blocks by half points, 0 to 4, are the pentanomial frequencies used for paired games in engine testing. Blocks are
counted by their draws as well, since a format that replays drawn games needs to know which blocks they were in.
"""

from dataclasses import dataclass
from typing import Self

_LOSS, _DRAW, _WIN, _TRUNCATED = range(4)


@dataclass(frozen=True, slots=True)
class BlockTally:
    """The counts of one matchup cell, for side a.

    Parameters
    ----------
    rotation_outcomes
        For each rotation the number of games lost, drawn, won and truncated, in this order. In rotation r of a
        two-sided cell side a sits in seat r.
    block_counts
        The number of blocks by drawn games and block score, shape (rotations + 1, 2 x rotations + 1): row d, column s
        counts the blocks of d draws and s half points.

    Raises
    ------
    ValueError
        The counts contradict each other: no rotation, a negative count, rotations of unequal length, or blocks whose
        scores or draws do not add up to those of the games.
    """

    rotation_outcomes: tuple[tuple[int, int, int, int], ...]
    block_counts: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        rows, counts = self.rotation_outcomes, self.block_counts
        shape = (len(rows) + 1, 2 * len(rows) + 1)
        if not rows or len(counts) != shape[0] or any(len(row) != shape[1] for row in counts):
            raise ValueError(
                f"block counts of {[len(row) for row in counts]} scores for {len(rows)} rotations; expected rows of "
                f"2 x rotations + 1, one for each number of draws, of 1 rotation or more"
            )
        if min(map(min, counts)) < 0 or min(map(min, rows)) < 0:
            raise ValueError("negative count in a tally; expected counts of 0 or more")
        scores = self.block_scores
        if any(sum(row) != sum(scores) for row in rows):
            raise ValueError(
                f"rotations of {[sum(row) for row in rows]} games; expected {sum(scores)} each, one a block"
            )
        if sum(self.rotation_half_points) != self.half_points:
            raise ValueError(
                f"block scores add up to {self.half_points} half points, games to {sum(self.rotation_half_points)}"
            )
        if sum(draws * sum(row) for draws, row in enumerate(counts)) != self.draws:
            raise ValueError(f"blocks with {[sum(row) for row in counts]} by draws; expected {self.draws} draws in all")
        if any(sum(row[:draws]) + sum(row[shape[1] - draws :]) for draws, row in enumerate(counts)):
            raise ValueError("a block whose draws alone score more, or leave less, than it scored")

    @classmethod
    def empty(cls, rotations: int) -> Self:
        """Return the tally of no blocks, the start of a sum."""
        return cls(((0, 0, 0, 0),) * rotations, ((0,) * (2 * rotations + 1),) * (rotations + 1))

    def __add__(self, other: "BlockTally") -> "BlockTally":
        if self.rotations != other.rotations:
            raise ValueError(f"cannot add a tally of {other.rotations} rotations to one of {self.rotations}")
        pairs = zip(self.rotation_outcomes, other.rotation_outcomes, strict=True)
        return BlockTally(
            tuple((a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]) for a, b in pairs),
            tuple(
                tuple(a + b for a, b in zip(mine, theirs, strict=True))
                for mine, theirs in zip(self.block_counts, other.block_counts, strict=True)
            ),
        )

    @property
    def block_scores(self) -> tuple[int, ...]:
        """Number of blocks by block score in half points, from 0 to twice the number of rotations."""
        return tuple(map(sum, zip(*self.block_counts, strict=True)))

    @property
    def blocks(self) -> int:
        """Number of blocks."""
        return sum(self.block_scores)

    @property
    def rotations(self) -> int:
        """Games in a block."""
        return len(self.rotation_outcomes)

    @property
    def games(self) -> int:
        """Number of games."""
        return self.blocks * self.rotations

    @property
    def losses(self) -> int:
        """Games that side a lost."""
        return sum(row[_LOSS] for row in self.rotation_outcomes)

    @property
    def draws(self) -> int:
        """Games drawn under the rules; truncated games are not among them."""
        return sum(row[_DRAW] for row in self.rotation_outcomes)

    @property
    def wins(self) -> int:
        """Games that side a won."""
        return sum(row[_WIN] for row in self.rotation_outcomes)

    @property
    def truncated(self) -> int:
        """Games stopped by the turn limit."""
        return sum(row[_TRUNCATED] for row in self.rotation_outcomes)

    @property
    def decided(self) -> int:
        """Games that were not drawn; truncated games are among them."""
        return self.games - self.draws

    @property
    def rotation_half_points(self) -> tuple[int, ...]:
        """Half points of side a in each rotation."""
        return tuple(2 * row[_WIN] + row[_DRAW] + row[_TRUNCATED] for row in self.rotation_outcomes)

    @property
    def rotation_half_points_squared(self) -> tuple[int, ...]:
        """Sum over games of the squared half points of side a, in each rotation."""
        return tuple(4 * row[_WIN] + row[_DRAW] + row[_TRUNCATED] for row in self.rotation_outcomes)

    @property
    def half_points(self) -> int:
        """Sum of the block scores, in half points."""
        return sum(i * count for i, count in enumerate(self.block_scores))

    @property
    def half_points_squared(self) -> int:
        """Sum of the squared block scores, in half points squared."""
        return sum(i * i * count for i, count in enumerate(self.block_scores))

    @property
    def score(self) -> float:
        """Score of side a per game, 0 to 1; half a point for a draw and for a truncated game.

        Raises ValueError without blocks, like every estimate below.
        """
        return self.half_points / (2 * self._some_blocks() * self.rotations)

    @property
    def score_variance(self) -> float:
        """Sample variance of the block score, a block score being the mean score of its games, 0 to 1.

        The divisor is blocks - 1. It is 0.0 for a single block. The squared standard error of `score` is this over
        `blocks`.
        """
        blocks = self._some_blocks()
        if blocks == 1:
            return 0.0
        scatter = blocks * self.half_points_squared - self.half_points**2
        return scatter / (blocks * (blocks - 1) * (2 * self.rotations) ** 2)

    @property
    def design_effect(self) -> float:
        """Variance of the score over its variance if the games of a block were independent (Kish 1965).

        The variance of the block score, over the sum of the variances within each rotation divided by the square of the
        rotations. A gap between the seats is in neither, since both are taken within rotations. With two rotations of
        equal variance it is 1 + the correlation of the two games of a block: above 1 when luck shared by a block makes
        its games alike, below 1 when it offsets. With one rotation it is 1.0, and it is 1.0 by convention when
        all games of each rotation scored the same, where the ratio is 0 / 0.
        """
        blocks = self._some_blocks()
        scatter = blocks * self.half_points_squared - self.half_points**2
        rotations = zip(self.rotation_half_points, self.rotation_half_points_squared, strict=True)
        independent = sum(blocks * squares - total**2 for total, squares in rotations)
        return scatter / independent if independent else 1.0

    @property
    def seat_gap(self) -> float | None:
        """Score of side a in seat 0 minus its score in seat 1, -1 to 1; None unless a block has two rotations."""
        blocks = self._some_blocks()
        if self.rotations != 2:
            return None
        first, second = self.rotation_half_points
        return (first - second) / (2 * blocks)

    @property
    def truncation_bounds(self) -> tuple[float, float]:
        """Score of side a if it had lost, and if it had won, every truncated game."""
        whole = 2 * self._some_blocks() * self.rotations
        return (self.half_points - self.truncated) / whole, (self.half_points + self.truncated) / whole

    def _some_blocks(self) -> int:
        if not self.blocks:
            raise ValueError("no blocks in this tally; an estimate needs at least one")
        return self.blocks
