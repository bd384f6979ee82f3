"""Parts `reference`, `games`, `tokens`, `threads`, `table`, `search` and `powercreep`: the kernels alone, no store."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from statistics import mean

from balance.rules.ruleset import Ruleset
from balance.runs.chunks import Chunk, Player
from balance.runs.executor import default_jobs
from balance.runs.plan import Cell, Plan

from .measure import BETWEEN_POLICIES, Bar, Figure, in_turn, ratios
from .workload import Games, Played, Reference, plan_of

BARS = {"random": Bar(60), "greedy": Bar(120), "standard": Bar(150), "expert": None}  # reference shuffles a game
GREEDY_TO_RANDOM_MAX = 2
POLICIES = ("random", "standard", "expert")  # of the ruleset whose sides are policies
DECISIONS_MAX = 3  # a real decision of its standard policy against one at random
TOKENS_MAX = 1.5
SPEED_UP_MIN = 1.8
# Policy, games a cell, runs, bar in seconds.
TABLES = (
    ("standard", 20_000, 3, Bar(30)),
    ("standard", 100_000, 1, Bar(150)),
    ("expert", 2_000, 3, None),
)
QUICK_MAX = 20_000
TABLE_CHUNK = 1024  # blocks
SEARCH_MIN = Bar(100, is_floor=True)
BLOCKS = 512  # a chunk of the threads' work; small, so that no thread waits long for the other at the end
RUN_SECONDS = 2


def reference(is_quick: bool) -> list[Figure]:
    """Measure the unit of everything."""
    shuffle = Reference()
    return [Figure("reference shuffle", "ns", [shuffle() for _ in range(21 if is_quick else 61)])]


def games(is_quick: bool) -> list[Figure]:
    """Measure games under each policy against reference shuffles right before and after."""
    shuffle = Reference()
    sides = {policy: Games(policy) for policy in BARS}
    played: dict[str, list[Played]] = {policy: [] for policy in BARS}
    shuffles: dict[str, list[float]] = {policy: [] for policy in BARS}
    before = shuffle()
    for _ in range(15 if is_quick else 45):
        for policy, side in sides.items():
            done = side()
            after = shuffle()
            played[policy].append(done)
            shuffles[policy].append(done.us_per_game * 1000 / mean((before, after)))
            before = after
    figures = []
    for policy, runs in played.items():
        figures += [
            Figure(f"{policy}: time a game", "us", [run.us_per_game for run in runs]),
            Figure(f"{policy}: real decisions a game", "", [run.decisions / run.games for run in runs]),
            Figure(f"{policy}: time a real decision", "ns", [run.ns_per_decision for run in runs]),
            Figure(f"{policy}: reference shuffles a game", "", shuffles[policy], BARS[policy]),
        ]
    greedy_to_random = ratios(shuffles["greedy"], shuffles["random"])
    return [*figures, Figure("greedy / random", "x", greedy_to_random, Bar(GREEDY_TO_RANDOM_MAX))]


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

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
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
    return two_threads(plan_of("random", "greedy"), is_quick)


def two_threads(plan: Plan, is_quick: bool) -> list[Figure]:
    """Measure the cells of a plan on one and on two threads, in turn."""
    if default_jobs() < 2:
        return [Figure("two threads / one", "x", [1.0], note="skipped: this process may use one processor only")]
    work = Threads(plan)
    one, two = in_turn(5 if is_quick else 11, work.next_round, lambda: work.rate(2))
    return [
        Figure("one thread", "games/s", one),
        Figure("two threads", "games/s", two),
        Figure("processors that two threads got", "", work.processors, note="less than 2: others were at work"),
        Figure("two threads / one", "x", ratios(two, one), Bar(SPEED_UP_MIN, is_floor=True)),
    ]


def full_table(is_quick: bool) -> list[Figure]:
    """Measure the kernels over all matchups of different fighters, on as many threads as a run takes."""
    figures = []
    for policy, games_a_cell, runs, bar in TABLES:
        if is_quick and games_a_cell > QUICK_MAX:
            continue
        plan = plan_of(policy)
        cells = [cell for cell in plan.cells if not cell.is_mirror]
        table = Table(plan.ruleset, cells, games_a_cell)
        name = f"{policy}: {len(cells)} matchups of {games_a_cell:,} games"
        figures.append(Figure(name, "s", [table() for _ in range(1 if is_quick else runs)], bar))
    return figures


class Table:
    """Runs of so many games of every cell, no block twice, no store."""

    def __init__(self, ruleset: Ruleset, cells: list[Cell], games_a_cell: int) -> None:
        self.ruleset, self.cells, self.games_a_cell = ruleset, cells, games_a_cell
        self.local = threading.local()
        self.next_block = 0
        player = Player(ruleset)
        for cell in cells:  # compiles, and works out what the policies look up
            player.play(Chunk(cell, 0, 1))

    def __call__(self) -> float:
        """Return the seconds of one run."""
        chunks = [
            Chunk(cell, self.next_block + first, min(TABLE_CHUNK, self.games_a_cell // 2 - first))
            for first in range(0, self.games_a_cell // 2, TABLE_CHUNK)
            for cell in self.cells
        ]
        self.next_block += self.games_a_cell // 2
        with ThreadPoolExecutor(default_jobs(), initializer=self.make_player) as pool:
            start = time.perf_counter()
            list(pool.map(lambda chunk: self.local.player.play(chunk), chunks))
            return time.perf_counter() - start

    def make_player(self) -> None:
        """Make this thread's player."""
        self.local.player = Player(self.ruleset)


def searching(is_quick: bool) -> list[Figure]:
    """Measure games of the policy that searches, both sides searching, on as many threads as a run takes."""
    plan = plan_of("search")
    table = Table(plan.ruleset, [cell for cell in plan.cells if not cell.is_mirror], 2)
    games = 2 * len(table.cells)
    return [
        Figure("search: games a minute", "", [60 * games / table() for _ in range(1 if is_quick else 3)], SEARCH_MIN)
    ]


def powercreep(is_quick: bool) -> list[Figure]:
    """Measure the ruleset whose sides are policies: each against itself in turn, then two threads against one."""
    sides = [Games(policy, ruleset=BETWEEN_POLICIES) for policy in POLICIES]
    runs = [[side() for side in sides] for _ in range(15 if is_quick else 45)]
    figures = []
    for policy, played in zip(POLICIES, zip(*runs, strict=True), strict=True):
        figures += [
            Figure(f"{policy}: time a game", "us", [run.us_per_game for run in played]),
            Figure(f"{policy}: real decisions a game", "", [run.decisions / run.games for run in played]),
            Figure(f"{policy}: time a real decision", "ns", [run.ns_per_decision for run in played]),
        ]
    random, standard, expert = ([run.ns_per_decision for run in played] for played in zip(*runs, strict=True))
    return [
        *figures,
        Figure("standard / random, a real decision", "x", ratios(standard, random), Bar(DECISIONS_MAX)),
        Figure("expert / random, a real decision", "x", ratios(expert, random)),
        *two_threads(plan_of("random", "standard", ruleset=BETWEEN_POLICIES), is_quick),
    ]
