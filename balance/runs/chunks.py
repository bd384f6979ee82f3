"""One chunk: a range of blocks of one cell, played in one kernel call, as bytes in and out of the store."""

from __future__ import annotations

import json
from dataclasses import dataclass
from threading import Lock
from typing import Any

import numpy as np

from balance.core.luck import game_key
from balance.core.play import begin, no_extremes, play_chunk, vary
from balance.core.protocol import ACTION, VARIATION, records
from balance.core.search import Searcher, new_searcher
from balance.core.trace import NO_TRACE, new_trace
from balance.data.lower import hash_of
from balance.rules.ruleset import Ruleset
from balance.runs.plan import Cell

BLOCKS = 2048  # blocks of a full chunk; a cell's chunks start at its multiples
SEARCHED_BLOCKS = 4  # the same where a side searches: a game then takes as long as thousands of others
WATCHED = 1024  # first blocks of a cell whose courses are kept
_FORMAT = 4  # raise when the meaning of a stored byte changes
_TRACE_ROWS = 1 << 14


RESULTS = 3  # of a game for a side: lost, neither, won


@dataclass(frozen=True, slots=True)
class Chunk:
    """A range of blocks of one cell."""

    cell: Cell
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class ChunkResult:
    """What a chunk keeps.

    Attributes
    ----------
    outcomes : uint8[blocks, rotations]
        One `vocab.Outcome` a game, for side a.
    histograms : int64[measures, bins]
    extremes : int64[measures, 2, 3]
        Smallest and largest (value, block, rotation) of each measure.
    decisions : int
        Decisions with two or more legal actions.
    totals : int64[2 x totals]
        Sums over games, side 0 and side 1 of each total in turn.
    lengths : uint16[games watched]
        Rows of `course` that each of the first games left.
    course : uint8[rows, 2]
        Standings of both sides at the start of each round, game after game.
    counts : int64[sides, cards, results, columns]
        What each card did; of length 0 unless the cell counts cards.
    """

    outcomes: np.ndarray
    histograms: np.ndarray
    extremes: np.ndarray
    decisions: int
    totals: np.ndarray
    lengths: np.ndarray
    course: np.ndarray
    counts: np.ndarray

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """Return everything but the number of decisions, in the order in which it is stored."""
        return self.outcomes, self.histograms, self.extremes, self.totals, self.lengths, self.course, self.counts


def blocks_of(cell: Cell) -> int:
    """Return the blocks of a full chunk of a cell."""
    return SEARCHED_BLOCKS if cell.is_searching else BLOCKS


_STUDYING = Lock()


class Player:
    """The scratch memory of one thread; plays chunks one after the other."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.blank = records(1, ruleset.game.state)
        self.state = records(1, ruleset.game.state)
        self.actions = records(ruleset.actions_max, ACTION)
        self.memo = records(1, ruleset.memo)
        self.row = np.zeros(ruleset.row_length, np.int64)
        self.course = np.zeros((0, 2), np.uint8)
        self.trace = NO_TRACE
        self._searcher: Searcher | None = None

    def study(self, cell: Cell) -> None:
        """Let the ruleset fill what the policies of a cell look up about its matchup; only what is played needs it."""
        with _STUDYING:
            self.ruleset.study(cell.cards if cell.believed is None else cell.believed, cell.policies)

    def searcher(self, cell: Cell) -> Searcher | None:
        """Return the scratch of a search, None for a cell in which nobody searches."""
        if not cell.is_searching:
            return None
        if self._searcher is None:
            ruleset = self.ruleset
            self._searcher = new_searcher(ruleset.game.state, ruleset.memo, ruleset.actions_max, ruleset.row_length)
        return self._searcher

    def begin(self, cell: Cell, block: int, rotation: int) -> Any:
        """Return this player's state, with the header of one game set and nothing dealt."""
        self.study(cell)
        self.state[0] = self.blank[0]
        key = game_key(np.uint64(cell.epoch), np.uint64(cell.matchup), block)
        begin(self.state[0], np.uint64(key), rotation, cell.is_luck_by_side)
        vary(self.state[0], np.uint64(cell.epoch), np.uint64(cell.matchup), block, variation_of(cell)[0])
        return self.state[0]

    def play(self, chunk: Chunk, trace: np.ndarray = NO_TRACE) -> ChunkResult:
        """Play a chunk; with a trace, of one game."""
        cell, ruleset = chunk.cell, self.ruleset
        self.study(cell)
        measures = len(ruleset.measures)
        watched = watched_blocks(chunk) * cell.rotations
        if len(self.course) < watched * ruleset.turns_max:
            self.course = np.zeros((watched * ruleset.turns_max, 2), np.uint8)
        if cell.is_counting and not len(self.trace):
            self.trace = new_trace(_TRACE_ROWS)
        while True:
            outcomes = np.zeros((chunk.count, cell.rotations), np.uint8)
            histograms = np.zeros((measures, ruleset.bins), np.int64)
            extremes = no_extremes(measures)
            totals = np.zeros(2 * len(ruleset.totals), np.int64)
            lengths = np.zeros(watched, np.uint16)
            counts = np.zeros(
                (2 if cell.is_counting else 0, ruleset.cards_max, RESULTS, len(ruleset.card_counts)), np.int64
            )
            decisions = play_chunk(
                cell.cards, cell.policies, np.uint64(cell.epoch), np.uint64(cell.matchup), chunk.first, cell.rotations,
                cell.is_luck_by_side, variation_of(cell)[0], self.blank, self.state, self.actions, self.memo[0],
                self.trace if cell.is_counting else trace, outcomes, self.row, histograms, extremes, totals, lengths,
                self.course, counts, self.searcher(cell), cell.believed,
            )  # fmt: skip
            if decisions >= 0:
                course = self.course[: int(lengths.sum(dtype=np.int64))].copy()
                return ChunkResult(outcomes, histograms, extremes, int(decisions), totals, lengths, course, counts)
            self.trace = new_trace(2 * len(self.trace))


def watched_blocks(chunk: Chunk) -> int:
    """Return how many blocks at the start of a chunk leave their courses: those among a cell's first `WATCHED`."""
    return 0 if chunk.cell.is_varied else max(0, min(chunk.count, WATCHED - chunk.first))


def variation_of(cell: Cell) -> Any:
    """Return a cell's variation as a record for the kernels, a recarray[1] of `protocol.VARIATION`."""
    variation = records(1, VARIATION)
    variation[0].renewed = cell.renewed
    variation[0].forced[:] = cell.forced
    return variation


def encode(result: ChunkResult) -> bytes:
    """Return a chunk's result compressed, behind a checksum of that; equal results give equal bytes."""
    import zstandard

    arrays = result.arrays
    body = b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)
    head = {
        "format": _FORMAT,
        "arrays": [(array.dtype.str, array.shape) for array in arrays],
        "decisions": result.decisions,
    }
    packed = json.dumps(head, sort_keys=True).encode() + b"\n" + body
    compressed = zstandard.ZstdCompressor(level=3).compress(packed)
    return hash_of(compressed).encode() + b"\n" + compressed


def decode(data: bytes) -> ChunkResult | None:
    """Return a stored chunk, None if it is damaged or of another format (it is then played again)."""
    import zstandard

    # First of all: a damaged frame may ask for any amount of memory.
    checksum, _, compressed = data.partition(b"\n")
    if checksum != hash_of(compressed).encode():
        return None
    try:
        line, _, body = zstandard.ZstdDecompressor().decompress(compressed).partition(b"\n")
        head: dict[str, Any] = json.loads(line)
        if head["format"] != _FORMAT:
            return None
        arrays, at = [], 0
        for dtype, shape in head["arrays"]:
            size = int(np.prod(shape))
            arrays.append(np.frombuffer(body, dtype, size, at).reshape(shape))
            at += size * np.dtype(dtype).itemsize
        outcomes, histograms, extremes, totals, lengths, course, counts = arrays
        return ChunkResult(outcomes, histograms, extremes, head["decisions"], totals, lengths, course, counts)
    except (zstandard.ZstdError, ValueError, KeyError, TypeError):
        return None
