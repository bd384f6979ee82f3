"""`balance doctor`: is this installation to be trusted, and does its gate find what it should?"""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli import options, running

if TYPE_CHECKING:
    from balance.runs.executor import RunResult
    from balance.runs.plan import Plan

FAILED = 70


def doctor(
    ruleset: Annotated[str, typer.Argument(metavar="[RULESET]", help="For example combo-fighter.")] = "combo-fighter",
    policy: options.PolicyOfBoth = None,
    epoch: options.Epoch = 1,
    jobs: options.Jobs = None,
    is_json: options.Json = False,
    rulesets: options.Rulesets = None,
) -> int:
    """Check the simulator and the gate, and say in one sentence how well the gate finds what it should.

    The same games twice must be equal to the byte; seats of a simultaneous game must be even; a change of known size
    must be caught; intervals must hold what they promise, and hidden edits of a synthetic ruleset must be found. Keeps
    nothing. Exit code 70 if anything is wrong.

    Example: balance doctor combo-fighter
    """
    from balance import rules
    from balance.runs import doctor as checks
    from balance.runs.plan import plan_matchups

    data = options.load(ruleset, rulesets)
    name = data.policy_of_both(policy)
    plan = plan_matchups(rules.get(ruleset), data, levels=((name, 2 * checks.BLOCKS),), epoch=epoch)
    # A mirror of a simultaneous game has one game a block; all cells get as many blocks.
    plan = _cut(plan, checks.BLOCKS)
    with TemporaryDirectory(prefix="balance-doctor-") as folder:
        findings = checks.examine(plan, lambda wanted, is_other: _played(wanted, is_other, Path(folder), jobs))
    findings += checks.examine_gate()
    is_fine = all(finding.is_fine is not False for finding in findings)
    if is_json:
        rows = [{"name": one.name, "is_fine": one.is_fine, "text": one.text} for one in findings]
        print(json.dumps({"ruleset": ruleset, "is_fine": is_fine, "findings": rows}, indent=1, ensure_ascii=False))
    else:
        words = {True: "fine", False: "WRONG", None: "to know"}
        for one in findings:
            print(f"{words[one.is_fine]:>7}  {one.name}: {one.text}")
    return 0 if is_fine else FAILED


def _cut(plan: Plan, blocks: int) -> Plan:
    from dataclasses import replace

    return replace(plan, cells=tuple(replace(cell, blocks=blocks) for cell in plan.cells))


def _played(plan: Plan, is_other: bool, folder: Path, jobs: int | None) -> RunResult:
    """Play a plan with all threads; or first a quarter of it with one thread, and then the rest."""
    from balance.runs.executor import default_jobs, run
    from balance.runs.store import Store

    store, threads = Store(folder / str(is_other)), jobs or default_jobs()
    with running.Bar() as progress:
        if is_other:
            run(_cut(plan, max(1, plan.cells[0].blocks // 4)), store, jobs=1)
        return run(plan, store, jobs=threads, is_keeping=True, progress=progress)
