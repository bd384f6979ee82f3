"""A ruleset made of nothing but chances: blocks of base and head drawn from a joint law that is known exactly.

It stands in for a game where a method has to be held against the truth. A game of base and head together is one of nine
results, a loss, a draw or a win in each; a block is two such games. Sampling the blocks of a cell is one draw from a
multinomial distribution, the same as playing them one by one, so thousands of gates can be run in a minute.
"""

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Self

import numpy as np
import numpy.typing as npt

from balance.stats.blocks import BlockTally
from balance.stats.counting import Outcomes
from balance.stats.measures import Measure, recoded
from balance.stats.pairs import PairedTally, tally_pair
from balance.vocab import Outcome

Chances = npt.NDArray[np.float64]

RESULTS = (Outcome.LOSS, Outcome.DRAW, Outcome.WIN)
ROTATIONS = 2
_GAMES = list(product(range(3), repeat=2))  # (base, head), the order of a raveled 3 x 3 table
_POINTS = np.array([0.0, 0.5, 1.0])


@dataclass(frozen=True, slots=True, eq=False)
class BlockLaw:
    """The joint law of a block under base and head.

    Parameters
    ----------
    game
        float64[3, 3]: chance of each result (loss, draw, win) in base and in head, one game; sums to 1.
    alike
        Chance that the second game of a block repeats the first, 0 to 1: the correlation of the two.

    Raises
    ------
    ValueError
        Chances that are none.
    """

    game: Chances
    alike: float = 0.0

    def __post_init__(self) -> None:
        if self.game.shape != (3, 3) or (self.game < -1e-12).any() or not np.isclose(self.game.sum(), 1):
            raise ValueError(f"chances {self.game.tolist()}; expected a 3 x 3 table that adds up to 1")
        if not 0 <= self.alike <= 1:
            raise ValueError(f"games alike with chance {self.alike}; expected 0 to 1")

    @classmethod
    def edited(
        cls, score: float, move: float, *,
        draws: float = 0.03, more_draws: float = 0.0, shared: float = 0.5, alike: float = 0.0,
    ) -> Self:  # fmt: skip
        """Return the law of an edit that moves the score by so much.

        Parameters
        ----------
        score
            Of base, side a, 0 to 1.
        move
            Score of head minus that of base.
        draws, more_draws
            Share of draws of base, 0 to 1, and what head has more; less where the score leaves no room for so many.
        shared
            Chance that a game of head has the luck of its game of base, so that the edit alone changes results, and all
            the same way; otherwise the two are independent.
        alike
            As for the class.
        """
        base, head = _results(score, draws), _results(score + move, draws + more_draws)
        return cls(shared * _one_luck(base, head) + (1 - shared) * np.outer(base, head), alike)

    @property
    def base(self) -> float:
        """True score of side a before, 0 to 1."""
        return float(self.game.sum(1) @ _POINTS)

    @property
    def head(self) -> float:
        """True score of side a after, 0 to 1."""
        return float(self.game.sum(0) @ _POINTS)

    @property
    def move(self) -> float:
        """True score of head minus that of base."""
        return self.head - self.base

    @property
    def discordant_share(self) -> float:
        """Chance that a game has another result in head than in base."""
        return 1 - float(np.trace(self.game))

    @property
    def chances(self) -> Chances:
        """float64[81]: chance of each pair of results of a block, the first game's slower than the second's."""
        game = np.clip(self.game.ravel(), 0, None)
        block = (1 - self.alike) * np.outer(game, game) + self.alike * np.diag(game)
        return np.asarray(block.ravel() / block.sum())

    def sample(self, blocks: int, luck: np.random.Generator) -> npt.NDArray[np.int64]:
        """Return so many blocks as int64[81], counts in the order of `chances`; counts of further blocks add up."""
        return luck.multinomial(blocks, self.chances)


def pair_of(counts: npt.NDArray[np.int64], measure: Measure = Measure.SCORE) -> PairedTally:
    """Return sampled counts as the tallies of base and head, read as a measure."""
    return _unflat((counts @ _flat_blocks(measure)).tolist())


def outcomes_of(counts: npt.NDArray[np.int64]) -> tuple[Outcomes, Outcomes]:
    """Return sampled counts block by block, sorted: the outcomes of base and of head, uint8[blocks, 2] each."""
    base, head = _kinds()
    return np.repeat(base, counts, axis=0), np.repeat(head, counts, axis=0)


def _results(score: float, draws: float) -> Chances:
    """Return the chances of loss, draw and win: of the given draws, or as many as the score leaves room for."""
    draws = min(draws, 2 * score, 2 * (1 - score))
    return np.array([1 - score - draws / 2, draws, score - draws / 2])


def _one_luck(base: Chances, head: Chances) -> Chances:
    """Return the joint chances with those margins in which both have the result of one uniform number."""
    before, after = (np.array([0, chances[0], chances[0] + chances[1], 1]) for chances in (base, head))
    return np.asarray(np.diff(np.diff(np.minimum.outer(before, after), axis=0), axis=1))


@cache
def _kinds() -> tuple[Outcomes, Outcomes]:
    """Return the 81 kinds of blocks: outcomes of base and of head, uint8[81, 2] each."""
    pairs = np.array(list(product(_GAMES, repeat=2)))  # [81, game, base or head]
    codes = np.array(RESULTS, dtype=np.uint8)
    return codes[pairs[:, :, 0]], codes[pairs[:, :, 1]]


@cache
def _flat_blocks(measure: Measure) -> npt.NDArray[np.int64]:
    """Return the tally of a single block of each kind, flattened: int64[81, numbers of a tally]."""
    base, head = (recoded(outcomes, measure) for outcomes in _kinds())
    pairs = (tally_pair(base[i : i + 1], head[i : i + 1]) for i in range(len(base)))
    return np.array([_flat(pair) for pair in pairs], dtype=np.int64)


def _flat(pair: PairedTally) -> list[int]:
    cells = (pair.base, pair.head)
    rows = [row for cell in cells for row in (*cell.rotation_outcomes, *cell.block_counts)]
    return [number for row in rows for number in row] + [*pair.block_changes, pair.discordant_games]


def _unflat(numbers: list[int]) -> PairedTally:
    rest = iter(numbers)

    def row(length: int) -> tuple[int, ...]:
        return tuple(next(rest) for _ in range(length))

    def cell() -> BlockTally:
        first, second = row(4), row(4)
        rotations = ((first[0], first[1], first[2], first[3]), (second[0], second[1], second[2], second[3]))
        return BlockTally(rotations, tuple(row(2 * ROTATIONS + 1) for _ in range(ROTATIONS + 1)))

    base, head = cell(), cell()
    return PairedTally(base, head, row(4 * ROTATIONS + 1), next(rest))
