"""`balance diff`: what an edit of the data moved, base against head under the same luck."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from balance.cli import options, running


def diff(
    ruleset: options.RulesetName,
    base: options.BaseOption = None,
    head: options.HeadOption = None,
    games: Annotated[
        int, typer.Option(help="Games a touched matchup, of each; a second policy gets a quarter.", min=1, max=10**9)
    ] = running.GAMES,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            help="Policy level, once or twice; by default each version's standard and second.", metavar="NAME"
        ),
    ] = None,
    fighters: options.Fighters = None,
    direct: Annotated[
        bool,
        typer.Option("--direct", help="Also what printed numbers do while both sides still choose as before."),
    ] = False,
    variant: options.Variant = None,
    edits: options.Edits = [],  # noqa: B006
    epoch: options.Epoch = 1,
    jobs: options.Jobs = None,
    out: options.Out = None,
    store: options.StoreFolder = None,
    is_json: options.Json = False,
    rulesets: options.Rulesets = None,
) -> None:
    """Say what an edit moved: every matchup that it touches, before and after, with the same luck.

    The head is the data as found, with --set and --variant laid over it. The base is, unless --base names one, the data
    without these, or without any the merge base with the main branch. Written as diff.html, diff.csv, diff.md and
    diff.json.

    Example: balance diff combo-fighter --set fighters.boris.cards.headbutt.opening=5
    """
    from balance import rules
    from balance.data.differences import edits_between
    from balance.errors import UsageError
    from balance.frames.diff import diff as diff_table
    from balance.gate.base import find_base
    from balance.gate.diff_page import Diff, build, edit_lines, to_json
    from balance.gate.markdown import diff_markdown
    from balance.gate.sources import load_head
    from balance.report import page
    from balance.runs.executor import default_jobs
    from balance.runs.manifest import behaviour_digest
    from balance.runs.paired import plan_direct, plan_pairs, play_pairs
    from balance.runs.store import Store, default_store, write_whole

    found = rules.get(ruleset)
    stems = running.named("--fighters", fighters)
    data = load_head(found, rulesets, head, variant, edits)
    for name in policy or []:
        data.policy_of_both(name)
    names = policy or data.levels
    if len(names) > 2 or len({data.policy_name(name) for name in names}) < len(names):
        raise UsageError(f"--policy {' --policy '.join(names)}: expected one policy or two different ones")
    other = find_base(found, data, base)
    levels = list(zip(names, [games, -(-games // running.SECOND_SHARE)], strict=False))
    plan = plan_pairs(found, other.data, data, levels=levels, sides=stems, epoch=epoch)
    believed = plan_direct(plan) if direct else None
    folder = out or Path("reports") / "out" / ruleset
    running.check_writable(folder)
    with running.Bar() as progress:
        kept, threads = Store(store or default_store()), jobs or default_jobs()
        result = play_pairs(plan, plan.touched, kept, jobs=threads, progress=progress)
        apart = play_pairs(believed, believed.pairs, kept, jobs=threads, progress=progress) if believed else None
    again = options.command_line(
        "diff", [ruleset], data,
        {"base": base, "head": head, "games": games, "policy": policy, "fighters": fighters, "epoch": epoch},
    )  # fmt: skip
    command = shlex.join(again + ["--direct"] * direct)
    told = Diff(
        other,
        edits_between(other.data, data),
        result,
        diff_table(result, apart),
        behaviour_digest(found),
        command,
        apart,
    )
    report = build(told)
    plain = json.dumps(to_json(told), indent=1, ensure_ascii=False) + "\n"
    write_whole(folder / "diff.csv", told.table.write_csv().encode())
    write_whole(folder / "diff.html", page.render(report).encode())
    write_whole(folder / "diff.json", plain.encode())
    write_whole(folder / "diff.md", diff_markdown(told).encode())
    if is_json:
        sys.stdout.write(plain)
    else:
        from rich.console import Console

        print("\n".join(edit_lines(told)) + "\n")
        Console().print(*page.terminal(report), sep="\n")
    runs = [result, *([apart] if apart else [])]
    played, stored = sum(run.games_played for run in runs), sum(run.games_stored for run in runs)
    print(
        f"{played + stored:,} games in {sum(run.seconds for run in runs):.1f} s: {played:,} played, {stored:,} from the"
        f" store. Written to {folder}",
        file=sys.stderr if is_json else sys.stdout,
    )
