"""Parts `compile`, `start` and `memory`: whole processes."""

from __future__ import annotations

import json
import os
import tempfile

from .measure import BETWEEN_POLICIES, CHILD, RULESET, Bar, Figure, in_turn, ratios, run_python

COMPILE_MAX = 60  # seconds
START_FACTOR, START_MORE = 1.3, 1.0  # of the bare import, and seconds
HELP_MAX = 2.5
PEAK_MAX = 600  # MB
GROWTH_MAX = 1.1


def compile_all(is_quick: bool) -> list[Figure]:
    """Measure a first tiny run of each ruleset with nothing in the cache."""
    return [figure for ruleset in (RULESET, BETWEEN_POLICIES) for figure in compiling(ruleset, is_quick)]


def compiling(ruleset: str, is_quick: bool) -> list[Figure]:
    """Measure a first tiny run of a ruleset with nothing in the cache."""
    totals: list[float] = []
    splits: dict[str, list[float]] = {}
    for _ in range(1 if is_quick else 3):
        with tempfile.TemporaryDirectory() as folder:
            done = run_python([CHILD, "compile", ruleset, folder], BALANCE_CACHE=folder)
        totals.append(done.seconds)
        for name, seconds in json.loads(done.output).items():
            splits.setdefault(name, []).append(seconds)
    figures = [Figure(f"{ruleset}: first run, empty cache", "s", totals, Bar(COMPILE_MAX))]
    return figures + [Figure(f"{ruleset}: of which {name}", "s", seconds) for name, seconds in splits.items()]


def seconds_of(*arguments: str) -> float:
    """Return the seconds of a whole process."""
    return run_python(arguments).seconds


def seconds_to_stamps(*arguments: str) -> list[float]:
    """Return the seconds from a process's start to each time that it prints."""
    done = run_python([CHILD, *arguments])
    return [float(stamp) - done.started for stamp in done.output.split()]


def start(is_quick: bool) -> list[Figure]:
    """Measure how long a start takes against the imports that it cannot do without."""
    rounds = 5 if is_quick else 11
    begins: list[float] = []

    def first_chunk() -> float:
        """Return the seconds from the start of `balance matchups` to its first finished chunk, with an empty store."""
        with tempfile.TemporaryDirectory() as folder:
            begin, end = seconds_to_stamps("first-chunk", RULESET, folder)
        begins.append(begin)
        return end

    first_chunk()  # warms the cache
    chunk, bare = in_turn(rounds, first_chunk, lambda: seconds_to_stamps("import")[0])
    imports = Figure("import of numba and polars alone", "s", bare)
    limit = START_FACTOR * imports.median + START_MORE
    command = "-m", "balance", "--help"
    seconds_of(*command)
    told, typer = in_turn(rounds, lambda: seconds_of(*command), lambda: seconds_of("-c", "import typer"))
    return [
        imports,
        Figure("start to first finished chunk", "s", chunk, Bar(limit), f"= {START_FACTOR} x import + {START_MORE} s"),
        Figure("of which until it begins to play", "s", begins[1:]),
        Figure("import of typer alone", "s", typer),
        Figure("balance --help", "s", told),
        Figure("balance --help / import of typer", "x", ratios(told, typer), Bar(HELP_MAX)),
    ]


def peak(games: int) -> float:
    """Return the peak memory in MB of planning and playing `games` games in total into an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        return float(run_python([CHILD, "peak", CHILD, "play", RULESET, folder, str(games)]).output)


def memory(is_quick: bool) -> list[Figure]:
    """Measure peak memory by the size of a run."""
    if not hasattr(os, "wait4"):
        return [Figure("peak memory", "MB", [0.0], note="skipped: this system does not tell a child's peak")]
    peak(1000)  # warms the cache, so that no compiler is in the figures
    figures = [
        Figure(f"peak of 10^{power} games", "MB", [peak(10**power) for _ in range(runs)], Bar(PEAK_MAX))
        for power, runs in (((5, 3), (6, 1)) if is_quick else ((5, 3), (6, 3), (7, 1)))
    ]
    growth = figures[-1].median / figures[-2].median
    name = f"{figures[-1].name} / {figures[-2].name}"
    note = "the bar is for 10^7 / 10^6, without --quick" if is_quick else ""
    return [*figures, Figure(name, "x", [growth], None if is_quick else Bar(GROWTH_MAX), note)]
