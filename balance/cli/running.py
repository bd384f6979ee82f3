"""What commands that play games share: a progress bar, and a look at the output folder before a long run."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl
    from rich.progress import Progress as RichProgress

    from balance.report.page import Page
    from balance.runs.executor import Progress, RunResult
    from balance.runs.manifest import Manifest
    from balance.runs.plan import Plan

GAMES = 20_000  # a matchup, where nobody says how many
SECOND_SHARE = 4  # a second policy level gets a quarter of the games


def check_writable(folder: Path) -> None:
    """Find out before a long run that its outputs could not be written."""
    import os

    from balance.errors import StorageError

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"{folder}: cannot be made ({error.strerror}); choose another folder with --out") from error
    if not os.access(folder, os.W_OK):
        raise StorageError(f"{folder}: cannot be written; choose another folder with --out")


def named(
    option: str, given: str | None, expected: str = "names nobody; expected for example boris,grace"
) -> tuple[str, ...]:  # fmt: skip
    """Return the names of a list with commas, none if it was not given; refuse one that was given and names nobody.

    That a name stands there twice is said on standard error.
    """
    from balance.errors import UsageError

    names = tuple(word.strip() for word in (given or "").split(",") if word.strip())
    if given is not None and not names:
        raise UsageError(f"{option} '{given}': {expected}")
    repeated = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if repeated:
        print(f"note: {option} names {', '.join(repeated)} more than once, which counts once", file=sys.stderr)
    return names


def note_odd(games: int, plan: Plan) -> None:
    """Say on standard error that an odd number of games is rounded up where a block has two."""
    if games % 2 and any(cell.rotations == 2 for cell in plan.cells):
        print(
            f"note: --games {games} is odd; two {plan.data.nouns[1]} play blocks of two games, so {games + 1}",
            file=sys.stderr,
        )


def play(plan: Plan, folder: Path, *, jobs: int | None, store: Path | None) -> RunResult:
    """Play a plan with all outcomes kept, behind a progress bar."""
    from balance.runs.executor import default_jobs, run
    from balance.runs.store import Store, default_store

    check_writable(folder)
    with Bar() as progress:
        return run(
            plan, Store(store or default_store()), jobs=jobs or default_jobs(), is_keeping=True, progress=progress
        )


def write_page(
    result: RunResult,
    command: list[str],
    table: pl.DataFrame,
    build: Callable[[Manifest, pl.DataFrame], Page],
    folder: Path,
    name: str,
    is_json: bool,
) -> None:
    """Write a table as CSV, JSON and HTML, and show it."""
    from balance.report import page
    from balance.runs.manifest import manifest_of
    from balance.runs.store import write_whole

    manifest = manifest_of(result, command)
    report = build(manifest, table)
    plain = json.dumps(manifest.to_json() | {"rows": table.to_dicts()}, indent=1, ensure_ascii=False) + "\n"
    write_whole(folder / f"{name}.csv", table.write_csv().encode())
    write_whole(folder / f"{name}.html", page.render(report).encode())
    write_whole(folder / f"{name}.json", plain.encode())
    if is_json:
        sys.stdout.write(plain)
    else:
        from rich.console import Console

        Console().print(*page.terminal(report), sep="\n")
    print(
        f"{result.plan.games:,} games in {result.seconds:.1f} s: {result.games_played:,} played,"
        f" {result.games_stored:,} from the store. Written to {folder}",
        file=sys.stderr if is_json else sys.stdout,
    )


class Bar:
    """A progress bar on standard error; when that is no terminal, only the line that compiling takes a while."""

    def __enter__(self) -> Progress:
        from balance.runs import executor

        def compiling() -> None:
            print("Compiling the rules (once after an install or an update, about a minute) ...", file=sys.stderr)

        self.bar: RichProgress | None = None
        if not sys.stderr.isatty():
            return executor.Progress(compiling)

        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self.bar = bar = Progress(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
            console=Console(stderr=True), transient=True,
        )  # fmt: skip
        bar.start()
        task = bar.add_task("games", total=None)
        return executor.Progress(
            compiling, lambda games: bar.reset(task, total=games), lambda games: bar.advance(task, games)
        )

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.stop()
