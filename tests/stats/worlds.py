"""Tables of matchups whose truth is known, and samples of them, for the tests of everything that looks at a table."""

from __future__ import annotations

from math import sqrt

import numpy as np

from balance.stats import BlockTally, ScoreTable, score_moments, score_table

REPLICATIONS = 400
SIGMAS = 4


def floor(level: float, replications: int = REPLICATIONS) -> float:
    """Return the share of intervals that hold, below which bad luck comes once in 30,000 tests."""
    return level - SIGMAS * sqrt(level * (1 - level) / replications)


def logistic(odds: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-odds))


def transitive(n: int, reach: float) -> np.ndarray:
    rating = np.linspace(-reach, reach, n)
    return rating[:, None] - rating[None, :]


def cycle(n: int, size: float) -> np.ndarray:
    """Rock-paper-scissors of an odd number of sides: each beats the next half of them."""
    odds = np.zeros((n, n))
    for i in range(n):
        for k in range(1, (n + 1) // 2):
            odds[i, (i + k) % n], odds[(i + k) % n, i] = size, -size
    return odds


CLONES = np.kron(cycle(3, 0.4), np.ones((2, 2)))[:5, :5]  # rock twice, paper twice, scissors once
WORLDS = {  # log odds
    "even": np.zeros((5, 5)),
    "transitive": transitive(5, 0.5),
    "cyclic": cycle(5, 0.35),
    "both": transitive(5, 0.3) + cycle(5, 0.25),
    "clones": CLONES,
}
BLOCKS = [150, 1500]


def tally_of(lost: int, first: int, second: int, won: int) -> BlockTally:
    """Return a cell by its blocks: both games lost, only the first won, only the second, both won."""
    scores = (lost, 0, first + second, 0, won)
    nothing = (0,) * 5
    return BlockTally(
        ((lost + second, 0, first + won, 0), (lost + first, 0, second + won, 0)), (scores, nothing, nothing)
    )  # fmt: skip


def draw_tallies(
    odds: np.ndarray, blocks: int, generator: np.random.Generator, correlation: float = 0.3
) -> list[tuple[int, int, BlockTally]]:
    """Return a sample of every cell; the two games of a block are alike, so it counts for fewer than two games."""
    found = []
    for i, j in zip(*np.triu_indices(len(odds), 1), strict=True):
        p = float(logistic(odds[i, j]))
        both = correlation * p * (1 - p)
        chances = [(1 - p) ** 2 + both, p * (1 - p) - both, p * (1 - p) - both, p**2 + both]
        found.append((int(i), int(j), tally_of(*generator.multinomial(blocks, chances).tolist())))
    return found


def draw_table(
    odds: np.ndarray, blocks: int, generator: np.random.Generator, correlation: float = 0.3
) -> ScoreTable:  # fmt: skip
    cells = draw_tallies(odds, blocks, generator, correlation)
    return score_table(len(odds), [(i, j, score_moments(tally)) for i, j, tally in cells])


def exact_table(scores: np.ndarray, deviation: float = 0.01, blocks: int = 1000) -> ScoreTable:
    """Return a table of these scores, all of the same standard error."""
    off = 1 - np.eye(len(scores))
    return ScoreTable(scores, scores, deviation**2 * off, (blocks * off).astype(np.int64))
