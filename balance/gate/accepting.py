"""Accepting what a gate measured: one small file a change, with ranges and a reason, for a reviewer to read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from balance.data.edits import slug
from balance.data.gate_files import CHANGES
from balance.data.load import RulesetData
from balance.errors import IncomparableError, UsageError, unknown
from balance.rules.ruleset import Ruleset
from balance.runs.plan import plan_matchups
from balance.runs.store import write_whole
from balance.stats.declared import proposal
from balance.stats.gate import Judgement, Verdict
from balance.stats.intervals import Interval

MATCHUPS_MAX = 10  # accepted at once without being asked twice
SLUG_MAX = 40
NOTHING_FAILED = "nothing failed in the last check, so there is nothing to accept"
NOT_ACCEPTED = "games without an end are not accepted one by one; what may be is 'truncated' in gate.yaml"


@dataclass(frozen=True, slots=True)
class Accepted:
    """What was written, and where.

    Attributes
    ----------
    expect : dict of str -> (float, float)
        By claim, in points.
    left : tuple of str
        Claims that failed and that a gate file alone can allow: those about all matchups together.
    """

    path: Path
    expect: dict[str, tuple[float, float]]
    left: tuple[str, ...]


def accept(
    ruleset: Ruleset,
    data: RulesetData,
    report: Path,
    matchups: Sequence[str],
    *,
    reason: str,
    name: str | None = None,
    is_all: bool = False,
    is_sure: bool = False,
) -> Accepted:
    """Write down that what failed in a gate run is meant.

    Parameters
    ----------
    report : Path
        ``check.json`` of the run.
    matchups : sequence of str
        As A:B, A before B in the alphabet; everything that failed of each is accepted, draws and length included.
    name : str, optional
        Of the file; made from the reason by default.
    is_all : bool
        All matchups that failed, instead of naming them.
    is_sure : bool
        More than `MATCHUPS_MAX` at once.

    Raises
    ------
    UsageError
        Without a reason or a matchup, for one that did not fail, or for too many at once.
    IncomparableError
        If there is no such run, or the data, rules or policies changed since.
    """
    run = _read(ruleset, report)
    if not reason.strip():
        raise UsageError("--reason: say why, for whoever reads it later")
    failed = [
        claim for claim in run["claims"]
        if claim["against"] == "base" and claim["policy"] == run["levels"][0]
        and claim["verdict"] in (Verdict.REGRESSED, Verdict.IMPROVED) and claim["result"] == "FAIL"
    ]  # fmt: skip
    left = tuple(claim["claim"] for claim in failed if ":" not in claim["matchup"])
    failed = [claim for claim in failed if ":" in claim["matchup"]]
    names = list(dict.fromkeys(claim["matchup"] for claim in failed))
    wanted = names if is_all else list(matchups)
    if not wanted:
        nothing = f"{', '.join(left)}: {NOT_ACCEPTED}" if left else NOTHING_FAILED
        raise UsageError(
            nothing if not names else f"which ones? {', '.join(names)} failed in the last check; name them, or --all"
        )
    for matchup in wanted:
        if matchup not in names:
            raise UsageError(_why_not(run, matchup, names))
    if len(wanted) > MATCHUPS_MAX and not is_sure:
        raise UsageError(f"{len(wanted)} matchups at once are much to review; say --yes to accept all of them")
    _refuse_other_data(ruleset, data, run, failed, wanted)
    chosen = [claim for claim in failed if claim["matchup"] in wanted]
    expect = {claim["claim"]: _range(claim) for claim in chosen}
    folder = data.folder / CHANGES
    folder.mkdir(exist_ok=True)
    path = _free(folder, (slug(name or reason) or "change")[:SLUG_MAX].rstrip("-"))
    write_whole(path, _text(run, reason, expect, {claim["claim"]: claim["data"] for claim in chosen}).encode())
    return Accepted(path, expect, left)


def _read(ruleset: Ruleset, report: Path) -> dict[str, Any]:
    try:
        run = json.loads(report.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise IncomparableError(f"{report}: no gate run to accept; run balance check {ruleset.name} first") from None
    except ValueError:
        run = {}
    if not isinstance(run, dict) or run.get("kind") != "check" or run.get("schema") != 1:
        raise IncomparableError(
            f"{report}: no gate run that this version reads; run balance check {ruleset.name} again"
        )
    if run["ruleset"] != ruleset.name:
        raise IncomparableError(f"{report}: a gate run of {run['ruleset']}; expected one of {ruleset.name}")
    if run["base"] is None:
        raise IncomparableError(f"{report}: compared with the baseline alone; changes are accepted against a base")
    return run


def _why_not(run: dict[str, Any], matchup: str, names: list[str]) -> str:
    """Say why a matchup cannot be accepted."""
    mine = [claim for claim in run["claims"] if claim["matchup"] == matchup and claim["policy"] == run["levels"][0]]
    if any(claim["verdict"] == Verdict.INCONCLUSIVE for claim in mine):
        return f"{matchup} is inconclusive; what is not known cannot be accepted, play more: balance check --blocks"
    if mine:
        return f"{matchup} did not fail in the last check; expected some of {', '.join(names) or 'none'}"
    return unknown("matchup that failed", matchup, names) if names else NOTHING_FAILED


def _refuse_other_data(
    ruleset: Ruleset, data: RulesetData, run: dict[str, Any], failed: list[dict[str, Any]], wanted: list[str]
) -> None:
    """Refuse a run of other data, rules or policies than there are now."""
    stems = sorted({stem for matchup in wanted for stem in matchup.split(":")})
    gone = [stem for stem in stems if stem not in data.sides]
    if not gone:
        plan = plan_matchups(ruleset, data, sides=tuple(stems), levels=((data.standard, 1),), epoch=run["epoch"])
        now = {f"{cell.a}:{cell.b}": cell.identity for cell in plan.cells}
        gone = [
            claim["matchup"]
            for claim in failed
            if claim["matchup"] in wanted and now[claim["matchup"]] != claim["data"]
        ]
    if gone:
        laid = f" with --set {' --set '.join(run['set'])}" if run["set"] else ""
        raise IncomparableError(
            f"{gone[0]}: the last check{laid} was of other data than there is now; run balance check {ruleset.name}"
            " again"
        )


def _range(claim: dict[str, Any]) -> tuple[float, float]:
    """Return what to accept, in points: the interval that was seen, widened by the allowed margin."""
    interval = Interval(claim["difference"], claim["low"], claim["high"], claim["level"])
    found = proposal(Judgement(Verdict(claim["verdict"]), interval, interval), claim["allowed"][1])
    return round(100 * found.low, 1) + 0.0, round(100 * found.high, 1) + 0.0


def _free(folder: Path, name: str) -> Path:
    path, number = folder / f"{name}.yaml", 2
    while path.exists():
        path, number = folder / f"{name}-{number}.yaml", number + 1
    return path


def _text(run: dict[str, Any], reason: str, expect: dict[str, tuple[float, float]], identities: dict[str, str]) -> str:
    """Return the file; texts in quotes, which JSON and YAML write alike."""
    lines = [
        f"# yaml-language-server: $schema=../schema/{CHANGES}.json",
        f"reason: {_quoted(' '.join(reason.split()))}",
    ]
    if run["edits"]:
        lines.append("edits:")
        lines += [f"  - {_quoted(edit['subject'] + ': ' + edit['what'])}" for edit in run["edits"]]
    lines.append("expect:  # move of the score, head minus base, in points; edit the ranges as you mean them")
    lines += [f"  {_quoted(claim)}: [{low:g}, {high:g}]" for claim, (low, high) in expect.items()]
    lines += ["measured:", f"  epoch: {run['epoch']}", "  cells:"]
    lines += [f"    {_quoted(claim)}: {_quoted(identity)}" for claim, identity in identities.items()]
    return "\n".join([*lines, ""])


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
