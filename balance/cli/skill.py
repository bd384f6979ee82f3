"""`balance skill`: the same table under play that errs more and more, and what errors cost."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli import options, running

GAMES = 4096  # one chunk of a table of matchups, so that noise 0 comes from the store


def skill(
    ruleset: options.RulesetName,
    noise: Annotated[
        str, typer.Option(help="Per mille of decisions made at random, separated by commas.", metavar="N,N,...")
    ] = "0,100,300",
    policy: options.PolicyOfBoth = None,
    games: Annotated[int, typer.Option(help="Games a matchup and noise.", min=1, max=10**9)] = GAMES,
    fighters: options.Fighters = None,
    variant: options.Variant = None,
    edits: options.Edits = [],  # noqa: B006
    epoch: options.Epoch = 1,
    jobs: options.Jobs = None,
    out: options.Out = None,
    store: options.StoreFolder = None,
    is_json: options.Json = False,
    rulesets: options.Rulesets = None,
) -> None:
    """Say which imbalance survives good play: the matchup table at several levels of skill.

    With it what errors cost each fighter against itself without them and, where players take turns, what going first is
    worth at each level. Where the sides are policies each errs in its own play. Written as skill.csv, skill.html and
    skill.json.

    Example: balance skill combo-fighter --noise 0,100,300
    """
    from balance.errors import UsageError
    from balance.frames import skill as frames
    from balance.report.skill import build
    from balance.runs.skill import plan_skill

    words = [word.strip() for word in noise.split(",")]
    if not all(word.isdecimal() for word in words):
        raise UsageError(f"--noise '{noise}': expected whole numbers separated by commas, for example 0,100,300")
    stems = running.named("--fighters", fighters)
    data = options.load(ruleset, rulesets, variant, edits)
    planned = plan_skill(
        data, policy=policy, noises=[int(word) for word in words], games=games, sides=stems, epoch=epoch
    )
    folder = out or Path("reports") / "out" / ruleset
    again = options.command_line(
        "skill", [ruleset], data,
        {"noise": noise, "policy": policy, "games": games, "fighters": fighters, "epoch": epoch},
    )  # fmt: skip
    running.note_odd(games, planned.plan)
    result = running.play(planned.plan, folder, jobs=jobs, store=store)
    means = frames.averages(planned, result)
    running.write_page(
        result, again, frames.skill(planned, result), lambda manifest, table: build(planned, means, manifest, table),
        folder, "skill", is_json,
    )  # fmt: skip
