"""`balance accept`: write down that a move which the gate refused is meant."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli import options


def accept(
    ruleset: options.RulesetName,
    reason: Annotated[str, typer.Option(help="Why; goes into the file.", metavar="TEXT")],
    matchups: Annotated[
        list[str] | None, typer.Argument(metavar="[A:B]...", help="Matchups that failed in the last check.")
    ] = None,
    is_all: Annotated[bool, typer.Option("--all", help="All that failed.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="More than ten at once.")] = False,
    name: Annotated[str | None, typer.Option(help="Of the file; from the reason by default.", metavar="NAME")] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder of the check's outputs; ./reports/out/RULESET by default.", metavar="DIR"),
    ] = None,
    rulesets: options.Rulesets = None,
) -> None:
    """Accept what failed in the last `balance check`: a small file in changes/ beside the cards.

    It holds a range for each move, what was seen widened by the allowed margin; narrow or move it as you mean it, and
    commit it with the edit. The next check passes what moves within the range, warns of what does not move at all, and
    ignores the file once the data is another.

    Example: balance accept combo-fighter boris:grace --reason "Headbutt was never opened"
    """
    from balance import rules
    from balance.gate.accepting import NOT_ACCEPTED
    from balance.gate.accepting import accept as write
    from balance.gate.sources import load_head

    found = rules.get(ruleset)
    data = load_head(found, rulesets)
    report = (out or Path("reports") / "out" / ruleset) / "check.json"
    named = [":".join(sorted(options.pair_of(matchup))) for matchup in matchups or []]
    written = write(found, data, report, named, reason=reason, name=name, is_all=is_all, is_sure=yes)
    for claim, (low, high) in written.expect.items():
        print(f"{claim}: {low:+g} to {high:+g} is accepted")
    for claim in written.left:
        print(f"{claim} failed too: {NOT_ACCEPTED}")
    print(f"Written to {written.path}; commit it with the edit")
