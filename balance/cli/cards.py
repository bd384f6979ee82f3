"""`balance cards`: what each card of a fighter is worth and does."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli import options, running

GAMES = 4000


def cards(
    ruleset: options.RulesetName,
    fighter: Annotated[
        str,
        typer.Argument(
            metavar="FIGHTER", help="By file name, for example boris; or a policy, where the sides are policies."
        ),
    ],
    against: Annotated[
        str | None, typer.Option(help="Only these opponents: grace,renee. All by default.", metavar="A,B,...")
    ] = None,
    games: Annotated[int, typer.Option(help="Games a card and opponent.", min=1, max=10**9)] = GAMES,
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
    """Say what each card of a fighter is worth in the opening hand, and what it does.

    Every game is played again with the card forced into the opening hand, everything else as it was. Written as
    cards-FIGHTER.csv, cards-FIGHTER.html and cards-FIGHTER.json, and what was counted by the result of the game as
    cards-FIGHTER-counts.csv.

    Example: balance cards combo-fighter boris --against grace,renee
    """
    from balance.frames.cards import cards as card_table
    from balance.frames.cards import counts
    from balance.report.cards import build
    from balance.runs.store import write_whole
    from balance.runs.variations import plan_cards

    data = options.load(ruleset, rulesets, variant, edits)
    opponents = running.named("--against", against)
    planned = plan_cards(data, fighter, against=opponents, policy=data.policy_of_both(policy), games=games, epoch=epoch)
    folder = out or Path("reports") / "out" / ruleset
    again = options.command_line(
        "cards", [ruleset, fighter], data,
        {"against": against, "games": games, "policy": policy, "epoch": epoch},
    )  # fmt: skip
    running.note_odd(games, planned.plan)
    result = running.play(planned.plan, folder, jobs=jobs, store=store)
    write_whole(folder / f"cards-{fighter}-counts.csv", counts(planned, result).write_csv().encode())
    running.write_page(
        result, again, card_table(planned, result), lambda manifest, table: build(planned, manifest, table),
        folder, f"cards-{fighter}", is_json,
    )  # fmt: skip
