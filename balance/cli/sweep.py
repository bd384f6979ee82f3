"""`balance sweep`: what each variant or value of a rule option does to the games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli import options, running

GAMES = 2048  # as many blocks as are watched, so that lengths are compared block by block too


def sweep(
    ruleset: options.RulesetName,
    variants: Annotated[
        str | None,
        typer.Option(
            "--variants",
            help="Only these variants: no-moxie,small-hand. By default all, unless there is a --set.",
            metavar="A,B,...",
        ),
    ] = None,
    edits: Annotated[
        list[str],
        typer.Option(
            "--set",
            help="A row for each value: hand_size=4..7 or king=1,2,3. As often as you like, each for itself.",
            metavar="PATH=VALUES",
        ),
    ] = [],  # noqa: B006
    games: Annotated[
        int,
        typer.Option(help="Games a matchup and version; a second policy gets a quarter.", min=1, max=10**9),
    ] = GAMES,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            help="Policy level, once or twice; by default each version's standard and second.", metavar="NAME"
        ),
    ] = None,
    fighters: options.Fighters = None,
    epoch: options.Epoch = 1,
    jobs: options.Jobs = None,
    out: options.Out = None,
    store: options.StoreFolder = None,
    is_json: options.Json = False,
    rulesets: options.Rulesets = None,
) -> None:
    """Say what each rule is worth: every variant, or every value of an option, against the rules as they are.

    How long games get, what going first is worth, how often the lead changes, how games end and what moves in the table
    of matchups, each by itself and with the same luck. Stand-ins and policies that do not play to win are left out
    unless --fighters names them. Written as sweep.csv, sweep.html and sweep.json.

    Example: balance sweep combo-fighter --set hand_size=4..7
    """
    from balance.errors import UsageError
    from balance.frames.sweep import sweep as sweep_table
    from balance.report.sweep import build
    from balance.runs.sweep import SweepResult, changed, changes_of, plan_sweep

    stems = running.named("--fighters", fighters)
    chosen = running.named("--variants", variants, "names nothing; expected for example no-moxie,small-hand")
    data = options.load(ruleset, rulesets)
    for name in policy or []:
        data.policy_of_both(name)
    names = policy or data.levels
    if len(names) > 2 or len({data.policy_name(name) for name in names}) < len(names):
        raise UsageError(f"--policy {' --policy '.join(names)}: expected one policy or two different ones")
    levels = list(zip(names, [games, -(-games // running.SECOND_SHARE)], strict=False))
    planned = plan_sweep(
        data, changed(data, changes_of(data, chosen or None, edits)), levels=levels, sides=stems, epoch=epoch
    )
    folder = out or Path("reports") / "out" / ruleset
    again = options.command_line(
        "sweep", [ruleset], data,
        {"variants": variants, "set": edits, "games": games, "policy": policy, "fighters": fighters, "epoch": epoch},
    )  # fmt: skip
    result = running.play(planned.plan, folder, jobs=jobs, store=store)
    running.write_page(
        result, again, sweep_table(planned, SweepResult(planned, result)),
        lambda manifest, table: build(planned, manifest, table), folder, "sweep", is_json,
    )  # fmt: skip
