"""`balance replay`: one game of a run in words."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from balance.cli import options


def replay(
    ruleset: options.RulesetName,
    matchup: Annotated[str, typer.Argument(metavar="A:B", help="For example boris:grace.")],
    block: Annotated[int, typer.Option(help="Index of the block, from 0.", min=0, max=2**62)] = 0,
    game: Annotated[int, typer.Option(help="Game within the block, 1 or 2.", min=1)] = 1,
    policy: Annotated[str, typer.Option(help="The policy of both sides.", metavar="NAME")] = "standard",
    variant: options.Variant = None,
    edits: options.Edits = [],  # noqa: B006
    epoch: options.Epoch = 1,
    luck_by: options.LuckBy = "seat",
    data_hash: Annotated[
        str | None,
        typer.Option("--data", help="The cell's identity in the run; other data is refused.", metavar="HASH"),
    ] = None,
    is_json: options.Json = False,
    rulesets: options.Rulesets = None,
) -> None:
    """Tell one game of a run in words.

    Hands, choices, why each round was won, payments, staggering: the game that the run played, and no other.

    Example: balance replay combo-fighter boris:grace --block 17 --game 2
    """
    from balance.runs.replay import replay as play_again
    from balance.vocab import Event

    a, b = options.pair_of(matchup)
    data = options.load(ruleset, rulesets, variant, edits)
    told = play_again(
        data, a, b, block=block, game=game, policy=policy, epoch=epoch, luck_by=luck_by, identity=data_hash
    )
    if is_json:
        rows = [{"event": Event(row[0]).name, "seat": row[1], "a": row[2], "b": row[3]} for row in told.rows]
        head = {
            "ruleset": ruleset, "scope": data.about.scope, "a": told.cell.a, "b": told.cell.b, "seats": told.sides,
            "block": block, "game": game, "policy": told.cell.policy_a, "policy_b": told.cell.policy_b, "epoch": epoch,
            "data": told.cell.identity, "outcome_for_a": told.outcome.name,
        }  # fmt: skip
        print(json.dumps(head | {"rows": rows, "lines": told.lines}, indent=1, ensure_ascii=False))
        return
    seats = " against ".join(data.side(stem).name for stem in told.sides)
    print(f"{data.about.title}: {seats} ({data.about.scope})")
    play = "" if told.cell.policy_a != told.cell.policy_b else f"both {told.cell.policy_a}, "
    print(f"block {block}, game {game}, {play}epoch {epoch}, data {told.cell.identity}")
    print("\n".join(told.lines))
