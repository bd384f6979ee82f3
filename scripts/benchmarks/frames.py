"""Part `frames`: what statistics and tables take beside the games of a run."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import balance
from balance import rules
from balance.runs.executor import RunResult, default_jobs, run
from balance.runs.plan import plan_matchups
from balance.runs.store import Store

from .measure import ROOT, RULESET, Bar, Figure

GAMES = 20_000, 5_000  # a matchup under the two policies, as `balance matchups` plays
QUICK = 10  # times fewer
SHARE_MAX = Bar(0.1)
TABLES: tuple[Callable[[RunResult], Any], ...] = (
    balance.matchups, balance.ratings, balance.structure, balance.sides, balance.feel, balance.games,
)  # fmt: skip


def frames(is_quick: bool) -> list[Figure]:
    """Measure every table of a whole run against playing it with an empty store, on as many threads as a run takes."""
    data = balance.load(RULESET, rulesets=ROOT / "rulesets")

    def play(games: tuple[int, ...]) -> RunResult:
        levels = tuple(zip((data.standard, data.second), games, strict=True))
        with tempfile.TemporaryDirectory() as folder:
            return run(plan_matchups(rules.get(RULESET), data, levels=levels), Store(Path(folder)), jobs=default_jobs())

    few = play((4, 4))  # compiles, and works out what the policies look up
    for table in TABLES:
        table(few)  # imports
    games = tuple(n // QUICK for n in GAMES) if is_quick else GAMES
    result = play(games)
    figures = []
    whole = 0.0
    for table in TABLES:
        seconds = []
        for _ in range(3):
            start = time.perf_counter()
            table(result)
            seconds.append(time.perf_counter() - start)
        figures.append(Figure(f"balance.{table.__name__}", "s", seconds))
        whole += figures[-1].median
    note = f"the bar is for {GAMES[0]:,} games, without --quick" if is_quick else ""
    return [
        Figure(f"{len(result.cells)} cells of {games[0]:,} and {games[1]:,} games", "s", [result.seconds]),
        *figures,
        Figure("all tables / (games and tables)", "x", [whole / (result.seconds + whole)],
               None if is_quick else SHARE_MAX, note),
    ]  # fmt: skip
