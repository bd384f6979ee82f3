"""Chunks to cell results on threads; the kernel releases the GIL and every thread owns its scratch memory."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field, replace

import numpy as np

from balance.core.jit import CACHE_FOLDER
from balance.core.play import no_extremes
from balance.errors import BalanceError
from balance.rules.ruleset import Ruleset
from balance.runs.chunks import RESULTS, WATCHED, Chunk, ChunkResult, Player
from balance.runs.games import NotableGame, watched_games
from balance.runs.plan import Cell, Plan
from balance.runs.store import Store
from balance.stats import BlockTally, tally
from balance.stats.course import CourseTally, course_tally


class InterruptedRunError(BalanceError):
    """Ctrl-C: what is finished is kept."""

    exit_code = 130


@dataclass(slots=True)
class CellResult:
    """The integers of one cell: all that tables and reports are made of.

    Attributes
    ----------
    tally : BlockTally
        Outcomes by block, for side a.
    histograms : int64[measures, bins]
    extremes : int64[measures, 2, 3]
        Smallest and largest (value, block, rotation) of each measure.
    totals : int64[2 x totals]
        Sums over games, side a and side b of each total in turn.
    course : CourseTally or None
        How the first games went; None for variations, and until all their chunks have come.
    watched_games : tuple of NotableGame
        The ones of them that are worth a look.
    counts : int64[sides, cards, results, columns]
        What each card did; of length 0 unless the cell counts cards.
    outcomes : uint8[blocks, rotations]
        Every game, where the run was asked to keep them; else of no blocks.
    lengths : uint16[games watched]
        Rows of `standings` of each of the first games, rotations of a block side by side; none where outcomes are not
        kept.
    standings : uint8[rows, 2]
        How both sides stood at the start of each round of these, game after game.
    games_played : int
        Those that the store did not have.
    seconds : float
        What playing them took, summed over threads.
    """

    cell: Cell
    tally: BlockTally
    histograms: np.ndarray
    extremes: np.ndarray
    totals: np.ndarray
    counts: np.ndarray
    outcomes: np.ndarray
    decisions: int = 0
    games_played: int = 0
    seconds: float = 0.0
    course: CourseTally | None = None
    watched_games: tuple[NotableGame, ...] = ()
    lengths: np.ndarray = field(default_factory=lambda: np.zeros(0, np.uint16))
    standings: np.ndarray = field(default_factory=lambda: np.zeros((0, 2), np.uint8))
    _watched: list[tuple[int, ChunkResult]] = field(default_factory=list)

    @classmethod
    def empty(cls, ruleset: Ruleset, cell: Cell, is_keeping: bool = False) -> CellResult:
        """Return the result of no games, the start of a sum."""
        measures = len(ruleset.measures)
        counts = (2 if cell.is_counting else 0, ruleset.cards_max, RESULTS, len(ruleset.card_counts))
        return cls(
            cell,
            BlockTally.empty(cell.rotations),
            np.zeros((measures, ruleset.bins), np.int64),
            no_extremes(measures),
            np.zeros(2 * len(ruleset.totals), np.int64),
            np.zeros(counts, np.int64),
            np.zeros((cell.blocks - cell.first if is_keeping else 0, cell.rotations), np.uint8),
        )

    def __add__(self, other: CellResult) -> CellResult:
        """Return the result of two ranges of a cell's blocks, of which the other follows on this one."""
        both = replace(
            self, cell=replace(self.cell, blocks=other.cell.blocks), tally=self.tally + other.tally,
            histograms=self.histograms + other.histograms, extremes=self.extremes.copy(),
            totals=self.totals + other.totals, counts=self.counts + other.counts,
            outcomes=np.concatenate([self.outcomes, other.outcomes]), decisions=self.decisions + other.decisions,
            games_played=self.games_played + other.games_played, seconds=self.seconds + other.seconds,
        )  # fmt: skip
        both._take_extremes(other.extremes)
        return both

    def add(self, chunk: ChunkResult, first: int, standings: tuple[int, int]) -> None:
        """Add a chunk that begins at block `first`; the order in which chunks come does not matter."""
        self.tally = self.tally + tally(chunk.outcomes)
        self.histograms += chunk.histograms
        self.decisions += chunk.decisions
        self.totals += chunk.totals
        self.counts += chunk.counts
        if len(self.outcomes):
            at = first - self.cell.first
            self.outcomes[at : at + len(chunk.outcomes)] = chunk.outcomes
        if len(chunk.lengths):
            self._watch(chunk, first, standings)
        self._take_extremes(chunk.extremes)

    def _take_extremes(self, extremes: np.ndarray) -> None:
        for measure in range(len(self.extremes)):
            for end, sign in ((0, 1), (1, -1)):
                value, block, rotation = extremes[measure, end]
                held, held_block, held_rotation = self.extremes[measure, end]
                is_better = (sign * value, block, rotation) < (sign * held, held_block, held_rotation)
                if block >= 0 and (held_block < 0 or is_better):
                    self.extremes[measure, end] = extremes[measure, end]

    def _watch(self, chunk: ChunkResult, first: int, standings: tuple[int, int]) -> None:
        """Keep the courses of a chunk until all are there, then count them; so memory does not grow with the cells."""
        self._watched.append((first, chunk))
        wanted = min(WATCHED, self.cell.blocks) * self.cell.rotations
        if sum(len(kept.lengths) for _, kept in self._watched) < wanted:
            return
        kept = [chunk for _, chunk in sorted(self._watched, key=lambda item: item[0])]
        outcomes = np.concatenate([chunk.outcomes[: len(chunk.lengths) // self.cell.rotations] for chunk in kept])
        lengths = np.concatenate([chunk.lengths for chunk in kept])
        course = np.concatenate([chunk.course for chunk in kept])
        self.course = course_tally(outcomes, lengths, course, standings)
        if len(self.outcomes):
            self.lengths, self.standings = lengths, course
        self.watched_games = watched_games(outcomes, lengths, course, standings)
        self._watched.clear()


@dataclass(slots=True)
class RunResult:
    """A finished run: the cells in the order of the plan, and what it took.

    Attributes
    ----------
    seconds, getting_ready : float
        By the clock, all in all; and of these, what went by until the first chunk: compiling or loading the kernels.
    handling : float
        What reading, writing and adding up the chunks took, summed over threads as `CellResult.seconds` is.
    """

    plan: Plan
    cells: list[CellResult]
    games_played: int
    games_stored: int
    seconds: float
    getting_ready: float
    handling: float

    def part(self, plan: Plan) -> RunResult:
        """Return the cells of one of the plans that were run `together`; what it took is that of all of them."""
        found = {cell.cell.key: cell for cell in self.cells}
        return replace(self, plan=plan, cells=[found[cell.key] for cell in plan.cells])


@dataclass(slots=True)
class Progress:
    """What a run reports while it goes on; the defaults say nothing."""

    compiling: Callable[[], None] = lambda: None
    started: Callable[[int], None] = lambda games: None
    advanced: Callable[[int], None] = lambda games: None


@dataclass(frozen=True, slots=True)
class _Done:
    """A chunk, and the seconds of its thread."""

    result: ChunkResult
    is_played: bool  # else it was in the store
    playing: float
    handling: float


def default_jobs() -> int:
    """Return the number of processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def is_compiled(is_special: bool = False) -> bool:
    """Say whether the kernel of chunks is in the cache, so that no compiling is ahead.

    Where somebody searches, or believes in other cards, it is compiled once more; the cache does not tell these apart,
    so the first one there counts as the ordinary one, and a second one as any other.
    """
    return len(list(CACHE_FOLDER.rglob("play.play_chunk-*.nbc"))) > int(is_special)


def warm_up(ruleset: Ruleset, cell: Cell) -> None:
    """Load or compile everything a run needs, in this thread, by playing no block at all."""
    Player(ruleset).play(Chunk(cell, 0, 0))


def run(
    plan: Plan,
    store: Store,
    *,
    jobs: int,
    is_keeping: bool = False,
    progress: Progress | None = None,
) -> RunResult:
    """Play what the store does not have yet and return the integers of every cell.

    Parameters
    ----------
    jobs : int
        Threads. The results do not depend on it.
    is_keeping : bool
        Keep the outcome of every game in the results, to compare cells block by block.

    Raises
    ------
    InterruptedRunError
        On Ctrl-C, when all finished chunks have been kept.
    StorageError
        If the store cannot be written.
    """
    progress = progress or Progress()
    start = time.perf_counter()
    results = [CellResult.empty(plan.ruleset, cell, is_keeping) for cell in plan.cells]
    # A cell for each kernel that the run needs.
    kernels = {(cell.is_searching, cell.believed is not None): cell for cell in plan.cells}
    if not is_compiled(any(any(kind) for kind in kernels)):
        progress.compiling()
    for cell in kernels.values():
        warm_up(plan.ruleset, cell)
    chunks = [(i, chunk) for i, cell in enumerate(plan.cells) for chunk in store.chunks(cell)]
    progress.started(plan.games)
    local, stop = threading.local(), threading.Event()
    getting_ready, handling = time.perf_counter() - start, 0.0

    def work(chunk: Chunk) -> _Done | None:
        if stop.is_set():
            return None
        began = time.perf_counter()
        result = store.load(chunk)
        loaded = played = time.perf_counter()
        is_played = result is None
        if result is None:
            if not hasattr(local, "player"):
                local.player = Player(plan.ruleset)
            result = local.player.play(chunk)
            played = time.perf_counter()
            store.save(chunk, result)
        return _Done(result, is_played, played - loaded, loaded - began + time.perf_counter() - played)

    done = 0
    with ThreadPoolExecutor(jobs) as pool:
        try:
            futures: dict[Future[_Done | None], tuple[int, int]] = {}
            waiting = iter(chunks)
            is_more = True
            while is_more or futures:
                # A short queue keeps memory flat: results are added and forgotten as they come.
                while is_more and len(futures) < 4 * jobs:
                    item = next(waiting, None)
                    is_more = item is not None
                    if item is not None:
                        futures[pool.submit(work, item[1])] = item[0], item[1].first
                if futures:
                    future = next(as_completed(futures))
                    i, first = futures.pop(future)
                    found = future.result()
                    assert found is not None
                    began, games = time.perf_counter(), found.result.outcomes.size
                    results[i].add(found.result, first, plan.ruleset.standings)
                    results[i].games_played += games * found.is_played
                    results[i].seconds += found.playing
                    handling += found.handling + time.perf_counter() - began
                    done += 1
                    progress.advanced(games)
        except KeyboardInterrupt:
            stop.set()
            raise InterruptedRunError(
                f"interrupted: {done} of {len(chunks)} chunks are kept; run the same command again to go on"
            ) from None
        except BaseException:
            stop.set()
            raise
    played = sum(result.games_played for result in results)
    return RunResult(
        plan, results, played, plan.games - played, time.perf_counter() - start, getting_ready, handling
    )  # fmt: skip
