"""`balance baseline`: the released baseline, against which small moves add up."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli import options, running

if TYPE_CHECKING:
    from balance.data.load import RulesetData

app = typer.Typer(
    help="Build, verify and release the baseline that `balance check` measures drift from.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Games = Annotated[
    int, typer.Option(help="Games a matchup under the first policy; the second gets a quarter.", min=2, max=10**9)
]


@app.command("build")
def build(
    ruleset: options.RulesetName,
    games: Games = running.GAMES,
    jobs: options.Jobs = None,
    store: options.StoreFolder = None,
    rulesets: options.Rulesets = None,
) -> None:
    """Write baseline.jsonl beside the cards: the data as it is now, and the integers of every matchup.

    Example: balance baseline build combo-fighter
    """
    from balance import rules
    from balance.data.gate_files import read_gate
    from balance.gate.sources import load_head

    data = load_head(rules.get(ruleset), rulesets)
    _build(data, read_gate(data.folder, data).epoch, games, jobs, store)


@app.command("verify")
def verify(
    ruleset: options.RulesetName,
    cells: Annotated[int, typer.Option(help="Matchups that are played again.", min=1)] = 3,
    jobs: options.Jobs = None,
    store: options.StoreFolder = None,
    rulesets: options.Rulesets = None,
) -> None:
    """Play some of the baseline again and compare every integer; exit code 5 if one differs.

    Example: balance baseline verify combo-fighter --cells 5
    """
    from balance import rules
    from balance.errors import IncomparableError
    from balance.gate import baseline
    from balance.gate.sources import load_head
    from balance.runs.executor import default_jobs
    from balance.runs.store import Store, default_store

    found = rules.get(ruleset)
    data = load_head(found, rulesets)
    path = data.folder / baseline.BASELINE
    anchor = baseline.read_anchor(found, path, data)
    with running.Bar() as progress:
        wrong = baseline.verify(
            found, anchor, Store(store or default_store()), cells=cells, jobs=jobs or default_jobs(), progress=progress
        )
    if wrong:
        raise IncomparableError(
            "\n".join(f"{path}: {line}" for line in [*wrong, f"build it again: balance baseline build {ruleset}"])
        )
    print(f"{path}: fine, {min(cells, len(anchor.rows))} of {len(anchor.rows)} cells played again")


@app.command("release")
def release(
    ruleset: options.RulesetName,
    games: Games = running.GAMES,
    jobs: options.Jobs = None,
    store: options.StoreFolder = None,
    rulesets: options.Rulesets = None,
) -> None:
    """Make the present data the new baseline: fresh luck, and the accepted changes go to changes/released/EPOCH.

    Prints what was accepted since the last one, for a changelog.

    Example: balance baseline release combo-fighter
    """
    from balance import rules
    from balance.data.gate_files import GATE, read_changes, read_gate
    from balance.gate.release import archive, with_epoch
    from balance.gate.sources import load_head
    from balance.runs.store import write_whole

    data = load_head(rules.get(ruleset), rulesets)
    epoch = read_gate(data.folder, data).epoch + 1
    changes = read_changes(data.folder)
    renewed = with_epoch(data.folder, epoch)
    _build(data, epoch, games, jobs, store)
    told = archive(data.folder, changes, epoch)
    # Last, so that a release that was stopped is the same one when it is begun again.
    write_whole(data.folder / GATE, renewed)
    for line in told:
        print(line)


def _build(data: RulesetData, epoch: int, games: int, jobs: int | None, store: Path | None) -> None:
    from balance import rules
    from balance.gate import baseline
    from balance.runs.executor import default_jobs, run
    from balance.runs.store import Store, default_store, write_whole

    running.check_writable(data.folder)
    levels = list(zip(data.levels, [games, -(-games // running.SECOND_SHARE)], strict=False))
    plan = baseline.build(rules.get(data.name), data, levels, epoch)
    with running.Bar() as progress:
        result = run(
            plan, Store(store or default_store()), jobs=jobs or default_jobs(), is_keeping=True, progress=progress
        )
    path = data.folder / baseline.BASELINE
    write_whole(path, "".join(f"{line}\n" for line in baseline.lines_of(result)).encode())
    print(f"{path}: {len(plan.cells)} cells, {plan.games:,} games, epoch {epoch}")
