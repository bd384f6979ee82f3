"""Parts `reference`, `games`, `tokens` and `threads`: the kernels alone, no store and no report."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from statistics import mean

from balance.runs.chunks import Chunk, Player
from balance.runs.executor import default_jobs

from .measure import Bar, Figure, in_turn, ratios
from .workload import Games, Played, Reference, plan_of

RANDOM_MAX, GREEDY_MAX, GREEDY_TO_RANDOM_MAX = 60, 120, 2
TOKENS_MAX = 1.5
SPEED_UP_MIN = 1.8
BLOCKS = 512  # a chunk of the threads' work; small, so that no thread waits long for the other at the end
RUN_SECONDS = 2


def reference(is_quick: bool) -> list[Figure]:
    """Measure the unit of everything."""
    shuffle = Reference()
    return [Figure("reference shuffle", "ns", [shuffle() for _ in range(21 if is_quick else 61)])]


def games(is_quick: bool) -> list[Figure]:
    """Measure games under both policies against reference shuffles right before and after."""
    shuffle = Reference()
    sides = Games("random"), Games("greedy")
    played: list[list[Played]] = [[], []]
    shuffles: list[list[float]] = [[], []]
    before = shuffle()
    for _ in range(15 if is_quick else 45):
        for i, side in enumerate(sides):
            done = side()
            after = shuffle()
            played[i].append(done)
            shuffles[i].append(done.us_per_game * 1000 / mean((before, after)))
            before = after
    figures = []
    for i, most in enumerate((RANDOM_MAX, GREEDY_MAX)):
        name, runs = sides[i].policy, played[i]
        figures += [
            Figure(f"{name}: time a game", "us", [run.us_per_game for run in runs]),
            Figure(f"{name}: real decisions a game", "", [run.decisions / run.games for run in runs]),
            Figure(f"{name}: time a real decision", "ns", [run.ns_per_decision for run in runs]),
            Figure(f"{name}: reference shuffles a game", "", shuffles[i], Bar(most)),
        ]
    return [*figures, Figure("greedy / random", "x", ratios(shuffles[1], shuffles[0]), Bar(GREEDY_TO_RANDOM_MAX))]


def tokens(is_quick: bool) -> list[Figure]:
    """Measure a real decision of the same fighters with and without their power tokens, slice by slice in turn."""
    figures = []
    for policy in ("random", "greedy"):
        sides = Games(policy), Games(policy, edits=("power_tokens=false",))
        with_tokens, without = in_turn(15 if is_quick else 45, *(lambda s=s: s().ns_per_decision for s in sides))
        figures += [
            Figure(f"{policy}: time a real decision with power tokens", "ns", with_tokens),
            Figure(f"{policy}: the same without", "ns", without),
            Figure(f"{policy}: with / without", "x", ratios(with_tokens, without), Bar(TOKENS_MAX)),
        ]
    return figures


class Threads:
    """The same chunks on any number of threads, each with its own player."""

    def __init__(self) -> None:
        self.plan = plan_of("random", "greedy")
        self.local = threading.local()
        self.sweeps = 1
        self.next_block = 0
        self.processors: list[float] = []  # used by each run on two threads
        self.rate(1)  # compiles
        games = self.games
        self.sweeps = max(round(RUN_SECONDS * self.rate(1) / games), 1)

    @property
    def games(self) -> int:
        """Return the games of one run."""
        return self.sweeps * sum(BLOCKS * cell.rotations for cell in self.plan.cells)

    def play(self, chunk: Chunk) -> None:
        """Play a chunk with this thread's player."""
        self.local.player.play(chunk)

    def make_player(self) -> None:
        """Make this thread's player."""
        self.local.player = Player(self.plan.ruleset)

    def rate(self, jobs: int) -> float:
        """Return games a second of one run on `jobs` threads."""
        chunks = [
            Chunk(cell, self.next_block + BLOCKS * sweep, BLOCKS)
            for sweep in range(self.sweeps)
            for cell in self.plan.cells
        ]
        with ThreadPoolExecutor(jobs, initializer=self.make_player) as pool:
            start, used = time.perf_counter(), time.process_time()
            list(pool.map(self.play, chunks))
            seconds, used = time.perf_counter() - start, time.process_time() - used
        if jobs == 2:
            self.processors.append(used / seconds)
        return self.games / seconds

    def next_round(self) -> float:
        """Move on to fresh blocks and measure one thread; the run on two threads then plays the same games."""
        self.next_block += BLOCKS * self.sweeps
        return self.rate(1)


def threads(is_quick: bool) -> list[Figure]:
    """Measure the kernels on one and on two threads, in turn."""
    if default_jobs() < 2:
        return [Figure("two threads / one", "x", [1.0], note="skipped: this process may use one processor only")]
    work = Threads()
    one, two = in_turn(5 if is_quick else 11, work.next_round, lambda: work.rate(2))
    return [
        Figure("one thread", "games/s", one),
        Figure("two threads", "games/s", two),
        Figure("processors that two threads got", "", work.processors, note="less than 2: others were at work"),
        Figure("two threads / one", "x", ratios(two, one), Bar(SPEED_UP_MIN, is_floor=True)),
    ]
