"""`balance luck`: how much of a matchup's outcome which luck decides."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli import options, running

GAMES = 8000


def luck(
    ruleset: options.RulesetName,
    matchup: Annotated[str, typer.Argument(metavar="A:B", help="For example boris:grace.")],
    games: Annotated[int, typer.Option(help="Games, each played again for every source.", min=1, max=10**9)] = GAMES,
    policy: options.PolicyOfBoth = None,
    variant: options.Variant = None,
    edits: options.Edits = [],  # noqa: B006
    epoch: options.Epoch = 1,
    jobs: options.Jobs = None,
    out: options.Out = None,
    store: options.StoreFolder = None,
    is_json: options.Json = False,
    rulesets: options.Rulesets = None,
) -> None:
    """Say which luck decides a matchup: the shuffles and the choices of each side.

    Every game is played again with part of its luck renewed. Written as luck-A-B.csv, luck-A-B.html and luck-A-B.json.

    Example: balance luck combo-fighter boris:grace
    """
    from balance.frames.luck import luck as luck_table
    from balance.report.luck import build
    from balance.runs.variations import plan_luck

    a, b = options.pair_of(matchup)
    data = options.load(ruleset, rulesets, variant, edits)
    planned = plan_luck(data, a, b, policy=data.policy_of_both(policy), games=games, epoch=epoch)
    folder = out or Path("reports") / "out" / ruleset
    again = options.command_line("luck", [ruleset, matchup], data, {"games": games, "policy": policy, "epoch": epoch})
    running.note_odd(games, planned.plan)
    result = running.play(planned.plan, folder, jobs=jobs, store=store)
    first = planned.plan.cells[0]
    running.write_page(
        result, again, luck_table(planned, result), lambda manifest, table: build(planned, manifest, table),
        folder, f"luck-{first.a}-{first.b}", is_json,
    )  # fmt: skip
