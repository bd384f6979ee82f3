"""A gate run in words: a row for each claim that games were played for, the worst first, and sentences around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from balance.gate.check import Checked
from balance.gate.claims import Claim, Judged, name_of
from balance.report.numbers import count_text, listed, percent_text, plural, signed_text
from balance.stats.gate import Judgement, Result, Verdict, blocks_to_decide
from balance.stats.measures import Measure
from balance.stats.targets import TargetVerdict

WORDS = {Result.PASS: "PASS", Result.FAIL: "FAIL", Result.INCONCLUSIVE: "INCONCLUSIVE"}
_RANK = {
    Verdict.REGRESSED: 0, Verdict.INCONCLUSIVE: 1, Verdict.IMPROVED: 2, Verdict.AS_DECLARED: 3, Verdict.A_LITTLE: 4,
    Verdict.SAME: 5, Verdict.UNCHANGED: 6,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """A claim and its verdict, with numbers as they are shown.

    Attributes
    ----------
    against : str
        "base" or "anchor".
    is_decisive : bool
        It counts for the result of the run; otherwise it only warns.
    difference, low, high : float
        In points, or in percent of the median for lengths; the interval holds for all looks and claims at once.
    needed : int or None
        Of what is inconclusive, the blocks that would decide it if the estimate stayed; None where no number would.
    winner_changed : float or None
        Percent of games; None for other measures than the score.
    """

    claim: Claim
    policy: str
    against: str
    verdict: Verdict
    result: Result
    is_decisive: bool
    base: str
    head: str
    difference: float
    low: float
    high: float
    blocks: int
    needed: int | None
    winner_changed: float | None
    identity: str | None

    @property
    def word(self) -> str:
        """Return PASS, FAIL or INCONCLUSIVE; WARN for what fails without deciding."""
        return "WARN" if self.result is not Result.PASS and not self.is_decisive else WORDS[self.result]

    @property
    def judged(self) -> str:
        """Return the word with the verdict behind it, where that says more."""
        return self.word if self.word.lower() == self.verdict else f"{self.word}: {self.verdict}"

    @property
    def interval(self) -> str:
        """Return the limits: ``+3.9 to +5.5``."""
        return f"{signed_text(self.low)} to {signed_text(self.high)}"

    @property
    def change(self) -> str:
        """Return the difference with its unit."""
        unit = "% of the median" if self.claim.measure is Measure.LENGTH else "points"
        return f"{signed_text(self.difference)} {unit}"

    @property
    def difference_text(self) -> str:
        """Return the difference for a cell of a table: in points, those of lengths with their unit."""
        return signed_text(self.difference) + (" %" if self.claim.measure is Measure.LENGTH else "")

    def sentence(self) -> str:
        """Return the row as a sentence."""
        text = f"{self.claim.text} {self.base} -> {self.head} ({self.change}, {self.interval}; "
        text += "" if self.verdict is Verdict.INCONCLUSIVE else f"{self.verdict} "
        text += "since the baseline " if self.against == "anchor" else ""
        text += f"under {self.policy}, {plural(self.blocks, 'block')}"
        if self.winner_changed is not None:
            text += f", winner changed in {percent_text(self.winner_changed)} of games"
        if self.verdict is Verdict.INCONCLUSIVE:
            needed = self.needed
            text += ", no number of blocks decides" if needed is None else f", about {count_text(needed)} blocks decide"
        return text + ")"


def rows_of(checked: Checked) -> list[Row]:
    """Return a row for each claim that games were played for, the worst first."""
    rows = list(_rows(checked, checked.judged, "base"))
    if checked.drift is not None:
        rows += _rows(checked, checked.drift, "anchor")
    return sorted(
        rows,
        key=lambda row: (
            not row.is_decisive, _RANK[row.verdict], row.against == "anchor", row.claim.level,
            row.claim.measure is not Measure.SCORE, -abs(row.difference), row.claim.text,
        ),
    )  # fmt: skip


def _rows(checked: Checked, judged: Judged, against: str) -> Iterator[Row]:
    plan = judged.plan
    identities = {(pair.head.level, name_of(pair)): pair.head.identity for pair in plan.pairs}
    for claim, judgement in judged.judgements.items():
        if judgement.verdict is not Verdict.UNCHANGED:
            is_any_move = checked.request.is_any_move and against == "base"
            yield _row(
                claim, judgement, plan.head.levels[claim.level], against,
                judgement.verdict.result(is_any_move=is_any_move), claim.level == 0 or checked.request.is_strict,
                blocks_to_decide(judged.questions[claim], judgement),
                identities.get((claim.level, claim.matchup)),
            )  # fmt: skip


def _row(
    claim: Claim, judgement: Judgement, policy: str, against: str, result: Result, is_decisive: bool,
    needed: int | None, identity: str | None,
) -> Row:  # fmt: skip
    interval = judgement.simultaneous
    assert interval is not None
    assert judgement.base is not None
    assert judgement.head is not None
    texts = [
        f"{value:.1f}" if claim.measure is Measure.LENGTH else percent_text(100 * value, _decimals(claim))
        for value in (judgement.base, judgement.head)
    ]
    changed = None
    if claim.measure is Measure.SCORE and judgement.changed is not None:
        changed = 100 * judgement.changed
    return Row(
        claim, policy, against, judgement.verdict, result, is_decisive, texts[0], texts[1], 100 * interval.estimate,
        100 * interval.low, 100 * interval.high, judgement.blocks, needed, changed, identity,
    )  # fmt: skip


def _decimals(claim: Claim) -> int:
    return 2 if claim.measure is Measure.TRUNCATED else 1


def sentences(checked: Checked) -> Iterator[str]:
    """Yield what a gate run says before its rows, the result first."""
    everything = rows_of(checked)
    rows = [row for row in everything if row.is_decisive]
    failed = [row for row in rows if row.result is Result.FAIL]
    open_ones = [row for row in rows if row.result is Result.INCONCLUSIVE]
    yield f"{WORDS[checked.result]}: {_why(checked, failed, open_ones)}."
    untouched = sum(1 for pair in checked.judged.plan.pairs if not pair.is_touched)
    total = len(checked.judged.plan.pairs)
    if checked.base is None:
        yield "Compared with the baseline alone."
    else:
        yield f"{count_text(untouched)} of {plural(total, 'cell')} are unchanged, proved by equal hashes."
    advisory = Counter(row.verdict for row in everything if not row.is_decisive)
    if advisory:
        counts = [f"{count_text(n)} {verdict}" for verdict, n in sorted(advisory.items(), key=lambda i: _RANK[i[0]])]
        yield f"Under {checked.judged.plan.head.levels[1]}, which only warns: {listed(counts)}."
    for target in checked.targets.rows:
        yield (
            f"Target {target.name}, {100 * target.band.low:g} to {100 * target.band.high:g} %: {target.verdict},"
            f" {100 * target.base:.1f} -> {100 * target.head.estimate:.1f} %."
        )
    if checked.drift is not None and checked.anchor is not None:
        touched = len(checked.drift.plan.touched)
        worst = max(
            (row for row in rows_of(checked) if row.against == "anchor"), key=lambda r: abs(r.difference), default=None
        )
        most = f", most of all {worst.claim.text} by {worst.change}" if worst else ""
        yield f"Since the baseline {plural(touched, 'matchup')} changed{most}."
    if checked.request.seconds is not None:
        yield (
            f"Cut after {checked.request.seconds:g} seconds (--seconds): another machine may come to another verdict;"
            " a budget of blocks does not."
        )


def _why(checked: Checked, failed: list[Row], open_ones: list[Row]) -> str:
    left = [row.name for row in checked.targets.rows if row.verdict is TargetVerdict.LEFT]
    if failed or left:
        said = [f"{_claims(failed)} moved beyond what is allowed"] if failed else []
        said += [f"{listed(left)} left the target band"] if left else []
        undecided = f"; {plural(len(open_ones), 'claim')} undecided" if open_ones else ""
        return " and ".join(said) + undecided
    if open_ones:
        return f"{_claims(open_ones)} can be neither passed nor failed within the budget"
    counts = Counter(row.verdict for row in rows_of(checked) if row.is_decisive)
    if not counts:
        return "nothing that is compared changed"
    return ", ".join(
        f"{plural(n, 'claim')} {verdict}" for verdict, n in sorted(counts.items(), key=lambda i: _RANK[i[0]])
    )


def _claims(rows: list[Row]) -> str:
    names = list(dict.fromkeys(row.claim.text for row in rows))
    more = [f"{len(names) - 3} more"] if len(names) > 3 else []
    return listed(names[:3] + more)


def time_spent(checked: Checked, reading: float, checking: float, writing: float) -> str:
    """Return where the seconds of a gate run went, in a sentence.

    Parameters
    ----------
    reading, checking, writing : float
        By the clock: the data before, the gate run itself, and the outputs after it.
    """
    plan = checked.judged.plan
    parts: dict[str, float] = {"data": reading}
    of_targets = (checked.targets.spent,)
    of_drift = checked.drift.spent if checked.drift else ()
    for all_spent, against in ((checked.judged.spent, "base"), (of_targets, "base"), (of_drift, "baseline")):
        for policy, spent in zip(plan.head.levels, all_spent, strict=False):
            for name, seconds in (
                (f"games of the head under {policy}", spent.head), (f"games of the {against}", spent.base),
                ("kernels", spent.getting_ready), ("store", spent.store), ("statistics", spent.counting),
            ):  # fmt: skip
                parts[name] = parts.get(name, 0.0) + seconds
    for judged in filter(None, (checked.judged, checked.drift)):
        parts["statistics"] = parts.get("statistics", 0.0) + judged.judging
    parts["plans"] = reading + checking - sum(parts.values())
    parts["outputs"] = writing
    said = [f"{name} {seconds:.1f}" for name, seconds in parts.items() if seconds >= 0.05]
    return f"{reading + checking + writing:.1f} s in all: {', '.join(said)}."


def to_json(checked: Checked, command: str, digest: str) -> dict[str, Any]:
    """Return a gate run as plain data; it holds what `balance accept` needs."""
    from balance.gate.diff_page import edits_json

    plan = checked.judged.plan
    return {
        "schema": 1,
        "kind": "check",
        "ruleset": plan.head.data.name,
        "scope": plan.head.data.about.scope,
        "command": command,
        "result": WORDS[checked.result],
        "exit_code": int(checked.result),
        "base": checked.base and checked.base.name,
        "head": str(plan.head.data.folder),
        "variant": plan.head.data.variant,
        "set": list(plan.head.data.edits),
        "anchor": checked.anchor and str(checked.anchor.path),
        "epoch": checked.gate.epoch,
        "levels": list(plan.head.levels),
        "looks": [list(looks) for looks in checked.judged.looks],
        "is_reproducible": checked.request.seconds is None,
        "behaviour_digest": digest,
        "gate": checked.gate.model_dump(mode="json"),
        "edits": edits_json(plan, checked.edits),
        "cells": len(plan.pairs),
        "unchanged": len(plan.pairs) - len(plan.touched),
        "warnings": checked.warnings,
        "targets": [
            {
                "name": row.name, "band": [100 * row.band.low, 100 * row.band.high], "base": round(100 * row.base, 2),
                "head": round(100 * row.head.estimate, 2), "verdict": str(row.verdict),
            }
            for row in checked.targets.rows
        ],
        "claims": [_row_json(checked, row) for row in rows_of(checked)],
    }  # fmt: skip


def _row_json(checked: Checked, row: Row) -> dict[str, Any]:
    judged = checked.drift if row.against == "anchor" else checked.judged
    assert judged is not None
    question, judgement = judged.questions[row.claim], judged.judgements[row.claim]
    interval = judgement.simultaneous
    assert interval is not None
    return {
        "claim": row.claim.text,
        "matchup": row.claim.matchup,
        "measure": str(row.claim.measure),
        "policy": row.policy,
        "against": row.against,
        "verdict": str(row.verdict),
        "result": row.word,
        "is_decisive": row.is_decisive,
        "base": judgement.base,
        "head": judgement.head,
        "difference": interval.estimate,
        "low": interval.low,
        "high": interval.high,
        "level": interval.level,
        "allowed": [question.allowed.low, question.allowed.high],
        "limit": [question.limit.low, question.limit.high],
        "blocks": row.blocks,
        "blocks_to_decide": row.needed,
        "winner_changed": row.winner_changed,
        "data": row.identity,
    }
