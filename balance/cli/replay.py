"""`balance replay`: one game of a run in words."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.cli import options, running

if TYPE_CHECKING:
    from balance.runs.replay import Replay
    from balance.runs.store import Store


def replay(
    ruleset: options.RulesetName,
    matchup: Annotated[str, typer.Argument(metavar="A:B", help="For example boris:grace.")],
    block: Annotated[int, typer.Option(help="Index of the block, from 0.", min=0, max=2**62)] = 0,
    game: Annotated[int, typer.Option(help="Game within the block, 1 or 2.", min=1)] = 1,
    policy: options.PolicyOfBoth = None,
    variant: options.Variant = None,
    edits: options.Edits = [],  # noqa: B006
    epoch: options.Epoch = 1,
    luck_by: options.LuckBy = "seat",
    stamp: Annotated[
        str | None,
        typer.Option(
            "--data", help="What the game stands on, as reports print it; on other data it is refused.", metavar="HASH"
        ),
    ] = None,
    is_html: Annotated[
        bool, typer.Option("--html", help="Write a web page instead, with a row a round; says where.")
    ] = False,
    is_json: options.Json = False,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the page; ./reports/out/RULESET by default.", metavar="DIR")
    ] = None,
    store: options.StoreFolder = None,
    rulesets: options.Rulesets = None,
) -> None:
    """Tell one game of a run in words.

    Hands, choices, why each round was won, combos, payments, staggering, power tokens: the very game that a run of at
    least so many blocks plays; with --data, as reports print it for games worth a look, or none at all.

    Example: balance replay combo-fighter boris:grace --block 17 --game 2
    """
    from balance.errors import UsageError
    from balance.runs.manifest import behaviour_digest
    from balance.runs.replay import replay as play_again
    from balance.runs.replay import replay_command, stamp_of
    from balance.runs.store import Store, default_store

    if is_html and is_json:
        raise UsageError("--html and --json: expected at most one of them")
    a, b = options.pair_of(matchup)
    data = options.load(ruleset, rulesets, variant, edits)
    folder = out or Path("reports") / "out" / ruleset
    if is_html:
        running.check_writable(folder)
    told = play_again(
        data,
        a,
        b,
        block=block,
        game=game,
        policy=data.policy_of_both(policy),
        epoch=epoch,
        luck_by=luck_by,
        stamp=stamp,
    )
    _compare(told, Store(store or default_store()))
    whole = stamp_of(told.plan, told.cell, behaviour_digest(told.plan.ruleset))
    again = replay_command(told.plan, told.cell, block, game, whole)
    if is_html:
        _write_page(told, again, folder)
    elif is_json:
        print(json.dumps(_plain(told, again), indent=1, ensure_ascii=False))
    else:
        print(f"{data.about.title}: {' against '.join(told.names)} ({data.about.scope})")
        play = f"both {told.cell.policy_a}, " if told.cell.policy_a == told.cell.policy_b else ""
        print(f"block {block}, game {game}, {play}epoch {epoch}")
        print("\n".join(told.lines))
        print(f"\nThe same game again: {shlex.join(again)}")


def _compare(told: Replay, store: Store) -> None:
    """Hold the game against what runs kept of it; say so where they kept others of the matchup, but not this one."""
    from balance.errors import IncomparableError

    cell, block = told.cell, told.block
    chunks = store.played(cell)
    holding = next((chunk for chunk in chunks if chunk.first <= block < chunk.first + chunk.count), None)
    kept = store.load(holding) if holding else None
    if holding and kept and kept.outcomes[block - holding.first, told.game - 1] != told.outcome:
        raise IncomparableError(
            f"{cell.a}:{cell.b}, block {block}, game {told.game}: ends otherwise than in the run that {store.folder}"
            " keeps; one of the two is broken, play the matchup again with --fresh to see which"
        )
    if chunks and not holding:
        print(
            f"note: block {block} is beyond the runs kept of {cell.a}:{cell.b} under {cell.policy_a}, which end at"
            f" block {max(chunk.first + chunk.count for chunk in chunks) - 1}; a longer run plays this game",
            file=sys.stderr,
        )


def _plain(told: Replay, command: list[str]) -> dict[str, Any]:
    """Return a game as plain data: what names it, what happened, and the same in words."""
    from balance.vocab import Event

    data, cell = told.plan.data, told.cell
    return {
        "ruleset": data.name, "scope": data.about.scope, "a": cell.a, "b": cell.b, "seats": told.sides,
        "names": told.names, "block": told.block, "game": told.game, "policy": cell.policy_a, "policy_b": cell.policy_b,
        "variant": data.variant, "edits": data.edits, "epoch": told.plan.epoch, "command": shlex.join(command),
        "outcome_for_a": told.outcome.name,
        "rows": [{"event": Event(row[0]).name, "seat": row[1], "a": row[2], "b": row[3]} for row in told.rows],
        "told": [
            {"turn": line.turn, "seat": line.seat, "part": line.part.value, "text": line.text} for line in told.told
        ],
        "lines": told.lines,
    }  # fmt: skip


def _write_page(told: Replay, command: list[str], folder: Path) -> None:
    from balance.report import replay as page
    from balance.runs.store import write_whole

    path = folder / f"replay-{told.cell.a}-{told.cell.b}-{told.cell.policy_a}-{told.block}-{told.game}.html"
    write_whole(path, page.render(page.build(told, command)).encode())
    print(f"Written to {path}")
