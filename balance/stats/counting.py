"""From outcome bytes to integer tallies."""

from typing import NoReturn

import numpy as np
import numpy.typing as npt

from balance.stats.blocks import BlockTally
from balance.vocab import Outcome

Outcomes = npt.NDArray[np.uint8]
"""Outcome bytes for side a, shape (blocks, rotations)."""

ROWS_AT_ONCE = 1 << 16
"""Blocks counted at a time, so that working memory stays flat and within the processor's cache."""

_COLUMNS = (Outcome.LOSS, Outcome.DRAW, Outcome.WIN, Outcome.TRUNCATED)  # the order of BlockTally.rotation_outcomes
_HALF_POINTS = np.zeros(max(Outcome) + 1, dtype=np.int64)
_HALF_POINTS[[Outcome.DRAW, Outcome.TRUNCATED]] = 1
_HALF_POINTS[Outcome.WIN] = 2


def check_outcomes(outcomes: Outcomes) -> None:
    """Refuse an array that cannot hold outcomes, by shape and type; the bytes are checked when they are counted.

    Raises
    ------
    ValueError
        Not uint8, or not of shape (blocks, rotations) with a rotation or more.
    """
    if outcomes.dtype != np.uint8 or outcomes.ndim != 2 or outcomes.shape[1] == 0:
        raise ValueError(
            f"outcomes of type {outcomes.dtype} and shape {outcomes.shape}; expected uint8 of shape (blocks, rotations)"
        )


def tally(outcomes: Outcomes) -> BlockTally:
    """Count the outcomes of one cell, or of one chunk of it.

    Parameters
    ----------
    outcomes
        uint8, shape (blocks, rotations): the outcome of each game for side a. Working memory does not grow with it.

    Returns
    -------
    BlockTally
        Tallies of chunks of blocks add up to the tally of the whole.

    Raises
    ------
    ValueError
        Wrong type or shape, or a byte that is no outcome; the message names the first such block and rotation, counted
        from the start of this array.
    """
    check_outcomes(outcomes)
    rotations = outcomes.shape[1]
    counts = np.zeros((rotations, len(_HALF_POINTS)), dtype=np.int64)
    scores = 2 * rotations + 1
    # Adds up, over the games of a block, to its place in the flattened table of draws by half points.
    places = _HALF_POINTS.copy()
    places[Outcome.DRAW] += scores
    block_counts = np.zeros((rotations + 1) * scores, dtype=np.int64)
    for start in range(0, len(outcomes), ROWS_AT_ONCE):
        chunk = outcomes[start : start + ROWS_AT_ONCE]
        for i in range(rotations):
            column = np.bincount(chunk[:, i], minlength=len(_HALF_POINTS))
            if column[Outcome.NONE] or len(column) > len(_HALF_POINTS):
                _refuse(chunk, start)
            counts[i] += column
        block_counts += np.bincount(_block_sums(chunk, places), minlength=len(block_counts))
    rows = counts[:, _COLUMNS].tolist()
    return BlockTally(
        tuple((row[0], row[1], row[2], row[3]) for row in rows),
        tuple(map(tuple, block_counts.reshape(-1, scores).tolist())),
    )


def block_half_points(outcomes: Outcomes) -> npt.NDArray[np.int64]:
    """Score the blocks one by one.

    Parameters
    ----------
    outcomes
        uint8, shape (blocks, rotations), every byte an outcome.

    Returns
    -------
    numpy.ndarray
        int64, shape (blocks,): half points of side a, 0 to 2 x rotations.
    """
    return _block_sums(outcomes, _HALF_POINTS)


def _block_sums(outcomes: Outcomes, values: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Sum a value of each outcome, int64[outcomes], over the games of each block."""
    sums = np.zeros(len(outcomes), dtype=np.int64)
    for i in range(outcomes.shape[1]):
        sums += values[outcomes[:, i]]
    return sums


def _refuse(chunk: Outcomes, start: int) -> NoReturn:
    block, rotation = np.argwhere((chunk == Outcome.NONE) | (chunk > max(Outcome)))[0].tolist()
    allowed = ", ".join(f"{outcome.name} = {outcome.value}" for outcome in _COLUMNS)
    place = f"block {start + block}, rotation {rotation}"
    raise ValueError(f"{place}: {chunk[block, rotation]} is not the outcome of a game; expected {allowed}")
