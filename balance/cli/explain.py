"""`balance explain`: why a matchup moved, told by games whose winner changed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli import options, running

if TYPE_CHECKING:
    from balance.gate.explaining import Story

GAMES = 2000
TURNS_SHOWN = 3  # by default, from the first that differs


def explain(
    ruleset: options.RulesetName,
    matchup: Annotated[str, typer.Argument(metavar="A:B", help="For example boris:grace.")],
    base: options.BaseOption = None,
    head: options.HeadOption = None,
    first: Annotated[int, typer.Option("--game", help="Which of the games whose winner changed, from 1.", min=1)] = 1,
    count: Annotated[int, typer.Option(help="How many of them.", min=1, max=100)] = 1,
    is_whole: Annotated[bool, typer.Option("--whole", help="All turns to the end, not only the first three.")] = False,
    games: Annotated[int, typer.Option(help="Games that are looked through.", min=1, max=10**7)] = GAMES,
    policy: options.PolicyOfBoth = None,
    variant: options.Variant = None,
    edits: options.Edits = [],  # noqa: B006
    epoch: options.Epoch = 1,
    jobs: options.Jobs = None,
    store: options.StoreFolder = None,
    is_json: options.Json = False,
    rulesets: options.Rulesets = None,
) -> None:
    """Tell games whose winner an edit changed: base and head side by side from where they part.

    Base and head are those of `balance diff`. With what the policy weighed at the first decision that differs.

    Example: balance explain combo-fighter boris:grace --set fighters.boris.cards.headbutt.opening=5
    """
    from balance import rules
    from balance.gate import explaining
    from balance.gate.base import find_base
    from balance.gate.sources import load_head
    from balance.runs.executor import default_jobs
    from balance.runs.paired import plan_pairs, play_pairs
    from balance.runs.store import Store, default_store

    sides = options.pair_of(matchup)
    found = rules.get(ruleset)
    data = load_head(found, rulesets, head, variant, edits)
    data.policy_of_both(policy)
    for stem in sides:
        data.side(stem)
    other = find_base(found, data, base)
    plan = plan_pairs(found, other.data, data, levels=[(policy or "standard", games)], sides=sides, epoch=epoch)
    with running.Bar() as progress:
        result = play_pairs(
            plan, plan.touched, Store(store or default_store()), jobs=jobs or default_jobs(), progress=progress
        )
    pair = result.pairs[0] if result.pairs else None
    moved = len(pair.moved_games) if pair else 0
    stories = list(explaining.explain(plan, pair, first, count)) if pair and (moved or first > 1) else []
    if is_json:
        plain = {
            "schema": 1, "kind": "explain", "ruleset": ruleset, "base": other.name, "matchup": matchup,
            "policy": plan.head.levels[0], "epoch": epoch, "games": pair.tally.games if pair else 0, "moved": moved,
            "stories": [explaining.to_json(story) for story in stories],
        }  # fmt: skip
        print(json.dumps(plain, indent=1, ensure_ascii=False))
        return
    print(f"{data.about.title}: {matchup}, head against {other.name}")
    if pair is None:
        print("The edit does not touch this matchup: equal hashes, the same games.")
        return
    play = "" if data.is_between_policies else f"both {plan.head.levels[0]}, "
    print(f"The winner changed in {moved:,} of {pair.tally.games:,} games, {play}epoch {epoch}")
    for story in stories:
        print(f"\n{explaining.headline(story, plan, pair)}")
        _show(story, is_whole)


def _show(story: Story, is_whole: bool) -> None:
    from itertools import zip_longest

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from balance.gate import explaining

    console = Console()
    console.print(Text(explaining.parting_text(story)))
    rows = explaining.options_table(story)
    if rows:
        weighed = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
        mode = explaining.mode_text(story.parting.head or story.parting.base)
        for heading, justify in ((f"  {mode}:" if mode else "", "left"), ("before", "right"), ("now", "right")):
            weighed.add_column(heading, justify="left" if justify == "left" else "right")
        for row in rows:
            weighed.add_row(Text(f"  {row[0]}"), *(Text(cell) for cell in row[1:]))
        console.print(weighed)
    shown = story.turns if is_whole else story.turns[:TURNS_SHOWN]
    for turn in shown:
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, expand=True)
        for heading in (f"{turn.heading}, before", f"{turn.heading}, now"):
            table.add_column(heading, ratio=1)
        for there, here in zip_longest(turn.base, turn.head, fillvalue=""):
            is_same = there == here
            table.add_row(Text(there, style="dim" if is_same else ""), Text(here, style="dim" if is_same else ""))
        console.print(Text())
        console.print(table)
    left = len(story.turns) - len(shown)
    if left:
        console.print(Text(f"... {left} more turns, with --whole"))
    console.print(Text(f"\nBefore: {story.ends[0]}. Now: {story.ends[1]}."))
