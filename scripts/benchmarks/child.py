"""What the parts run in processes of their own; only the standard library is imported before a measurement begins."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent


def compile_all(ruleset_name: str, folder: str) -> None:
    """Play a first tiny run; print the seconds of its stages."""
    clock = [time.perf_counter()]

    def lap() -> float:
        clock.append(time.perf_counter())
        return clock[-1] - clock[-2]

    import balance
    from balance import rules
    from balance.runs.executor import run, warm_up
    from balance.runs.plan import plan_matchups
    from balance.runs.store import Store

    ruleset = rules.get(ruleset_name)
    seconds = {"import": lap()}
    data = balance.load(ruleset_name, rulesets=ROOT / "rulesets")
    seconds["reading the data"] = lap()
    if not data.is_between_policies:
        side = data.side(min(data.sides))
        ruleset.lower_side(data.options, side)
        first = lap()
        ruleset.lower_side(data.options, side)
        seconds["compiling the table of best lines"] = first - lap()
    plan = plan_matchups(ruleset, data, levels=((data.standard, 2),))
    lap()
    warm_up(ruleset, plan.cells[0])
    seconds["compiling play_chunk"] = lap()
    run(plan, Store(Path(folder) / "store"), jobs=1)
    print(json.dumps(seconds))


def bare_import() -> None:
    """Import what no start can do without; print the time."""
    import numba  # noqa: F401
    import polars  # noqa: F401

    print(time.time())


def first_chunk(ruleset: str, folder: str) -> None:
    """Run `balance matchups` as a user does; print when it begins to play and when its first chunk is finished."""
    from balance.runs import executor

    run = executor.run

    def advanced(games: int) -> None:
        print(time.time(), flush=True)
        os._exit(0)

    def watched(*arguments: Any, progress: executor.Progress, **options: Any) -> executor.RunResult:
        print(time.time())
        progress.advanced = advanced
        return run(*arguments, progress=progress, **options)

    executor.run = watched  # type: ignore[assignment]  # before the command imports it
    from balance.cli.main import run as command

    code = command(
        ["matchups", ruleset, "--store", f"{folder}/store", "--out", f"{folder}/out", "--rulesets", f"{ROOT}/rulesets"]
    )
    sys.exit(f"no chunk was reported before the end, exit code {code}")


def play(ruleset_name: str, folder: str, games: str) -> None:
    """Plan and run what `balance matchups` does, `games` in total, without the report."""
    import balance
    from balance import rules
    from balance.cli.running import SECOND_SHARE
    from balance.runs.executor import default_jobs, run
    from balance.runs.plan import plan_matchups
    from balance.runs.store import Store

    data = balance.load(ruleset_name, rulesets=ROOT / "rulesets")
    cells = len(data.sides) * (len(data.sides) + 1) // 2
    a_cell = int(int(games) / cells / (1 + 1 / SECOND_SHARE))
    levels = ((data.standard, max(a_cell, 1)), (data.policy_name("second"), max(a_cell // SECOND_SHARE, 1)))
    plan = plan_matchups(rules.get(ruleset_name), data, levels=levels)
    run(plan, Store(Path(folder) / "store"), jobs=default_jobs())


def peak(*arguments: str) -> None:
    """Run Python to its end and print its peak memory in MB.

    A process starts with the peak of the one that forked it, hence from this small one.
    """
    child = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(child.returncode)
    print(usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10))


JOBS: dict[str, Callable[..., None]] = {
    "compile": compile_all,
    "import": bare_import,
    "first-chunk": first_chunk,
    "play": play,
    "peak": peak,
}

if __name__ == "__main__":
    del sys.path[0]  # this folder, whose names are nobody else's business
    JOBS[sys.argv[1]](*sys.argv[2:])
