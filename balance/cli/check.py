"""`balance check`: the gate. Says whether an edit of the data moved more than is allowed; exits with the answer."""

from __future__ import annotations

import json
import shlex
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli import options, running

if TYPE_CHECKING:
    from balance.gate.asked import Asked
    from balance.gate.check import Checked

FORMATS = ("github", "gitlab")


def check(
    ruleset: options.RulesetName,
    base: options.BaseOption = None,
    head: options.HeadOption = None,
    anchor: Annotated[
        bool, typer.Option("--anchor", help="Compare with the released baseline alone; needs no history.")
    ] = False,
    blocks: Annotated[
        int | None,
        typer.Option(help="Budget: blocks a touched matchup; by default that of gate.yaml.", min=16, max=2**24),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(help="Budget of time, cut between looks. The verdict then depends on the machine.", min=0),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="The second policy decides too, and what is inconclusive fails.")
    ] = False,
    any_move: Annotated[bool, typer.Option("--any-move", help="Moves towards a target fail as well.")] = False,
    annotate: Annotated[
        list[str] | None,
        typer.Option(help="Mark the edited lines: github prints them, gitlab writes gitlab.json.", metavar="HOST"),
    ] = None,
    variant: options.Variant = None,
    edits: options.Edits = [],  # noqa: B006
    jobs: options.Jobs = None,
    out: options.Out = None,
    store: options.StoreFolder = None,
    is_json: options.Json = False,
    rulesets: options.Rulesets = None,
) -> int:
    """Say whether an edit moved more than is allowed: PASS (exit 0), FAIL (1) or INCONCLUSIVE (3).

    The head is compared with its base, as `balance diff` does, and with the released baseline where there is one.
    Margins, targets and the budget are in gate.yaml beside the cards, accepted moves in changes/. The standard policy
    decides, the second one warns. Written as check.html, check.md, check.xml (JUnit) and check.json.

    Example: balance check combo-fighter --base main
    """
    from balance import rules
    from balance.data.gate_files import read_changes, read_gate
    from balance.errors import UsageError, unknown
    from balance.gate import check as gates
    from balance.gate import outputs, told
    from balance.gate.asked import Asked
    from balance.gate.base import find_base
    from balance.gate.baseline import BASELINE, read_anchor
    from balance.gate.sources import load_head
    from balance.report import page
    from balance.runs.executor import default_jobs
    from balance.runs.manifest import behaviour_digest
    from balance.runs.store import Store, default_store, write_whole

    for host in annotate or []:
        if host not in FORMATS:
            raise UsageError(unknown("host", host, FORMATS))
    if anchor and base is not None:
        raise UsageError("--anchor compares with the baseline alone; expected either --anchor or --base")
    clock = [time.perf_counter()]
    found = rules.get(ruleset)
    data = load_head(found, rulesets, head, variant, edits)
    gate, changes = read_gate(data.folder, data), read_changes(data.folder)
    other = None if anchor else find_base(found, data, base)
    path = data.folder / BASELINE
    released = read_anchor(found, path, data) if anchor or path.is_file() else None
    folder = out or Path("reports") / "out" / ruleset
    running.check_writable(folder)
    clock.append(time.perf_counter())
    request = gates.Request(blocks, seconds, strict, any_move)
    with running.Bar() as progress:
        checked = gates.check(
            found, data, other, released, gate, changes, request, Store(store or default_store()),
            jobs=jobs or default_jobs(), progress=progress,
        )  # fmt: skip
    clock.append(time.perf_counter())
    again = options.command_line(
        "check", [ruleset], data, {"base": base, "head": head, "blocks": blocks, "seconds": seconds}
    )
    command = shlex.join(again + ["--anchor"] * anchor + ["--strict"] * strict + ["--any-move"] * any_move)
    where = options.command_line("check", [ruleset], data, {"base": base, "head": head})
    asked = Asked(command, shlex.join(where[2:]), out)
    digest = behaviour_digest(found)
    report = outputs.build(checked, command, digest)
    plain = json.dumps(told.to_json(checked, command, digest), indent=1, ensure_ascii=False) + "\n"
    written = {
        "check.html": page.render(report).encode(), "check.md": outputs.markdown(checked, asked).encode(),
        "check.xml": outputs.junit(checked), "check.json": plain.encode(),
    }  # fmt: skip
    if "gitlab" in (annotate or []):
        written["gitlab.json"] = outputs.gitlab(checked).encode()
    for name, content in written.items():
        write_whole(folder / name, content)
    errors = sys.stderr if is_json else sys.stdout
    if is_json:
        sys.stdout.write(plain)
    else:
        _show(checked, asked)
    for line in outputs.github(checked) if "github" in (annotate or []) else []:
        print(line, file=errors)
    clock.append(time.perf_counter())
    print(
        f"{checked.games_played:,} games played, all others taken from the store."
        f" Written to {folder}\n{told.time_spent(checked, *(b - a for a, b in pairwise(clock)))}",
        file=errors,
    )
    return int(checked.result)


def _show(checked: Checked, asked: Asked) -> None:
    from balance.gate.asked import hints
    from balance.gate.diff_page import touched_by
    from balance.gate.outputs import terminal_lines
    from balance.gate.told import sentences

    plan = checked.judged.plan
    against = checked.base.name if checked.base else "the baseline"
    print(f"{plan.head.data.about.title}: head against {against}")
    for edit in checked.edits:
        print(f"{edit.place}: {edit} ({touched_by(plan, edit)})")
    if not checked.edits:
        print("No edits: base and head say the same.")
    print()
    lines = list(terminal_lines(checked))
    print("\n".join([*lines, ""] if lines else []), end="\n" if lines else "")
    print("\n".join(sentences(checked)))
    for warning in checked.warnings:
        print(f"warning: {warning}")
    for hint in hints(checked, asked):
        print(hint)
