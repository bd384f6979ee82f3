"""What a comparison says: the edits in words, what moved and how surely, and what was proved not to have moved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balance.data.differences import Edit
from balance.frames.diff import FieldMove, field_moves, realised_gain
from balance.gate.base import Base
from balance.report.numbers import count_text, listed, percent_text, plural, signed_text
from balance.report.page import Page, TextCell, TextTable
from balance.runs.paired import PairedPlan, PairedResult

if TYPE_CHECKING:
    import polars as pl

SCHEMA = 1  # raise when a field of diff.json is renamed, removed or changes its meaning; additions do not count
HEADS = ("Matchup", "Base", "Head", "Difference", "95 %", "Winner changed", "Blocks", "Common luck", "Draws", "Length")
TERMINAL_HEADS = 6
DIRECT_AT = 5  # behind the interval of the difference
TOTAL_EFFECT = (
    "This is the total effect of the edits: the policies know the head. The direct effect, of policies that still"
    " believe the base, is measured where it is asked for (--direct)."
)
DIRECT_EFFECT = (
    "The difference is the total effect of the edits: the policies know the head. Its direct part is what they do while"
    " both sides still weigh every action by the cards of the base."
)


@dataclass(frozen=True, slots=True)
class Diff:
    """A finished comparison and what it is about."""

    base: Base
    edits: list[Edit]
    result: PairedResult
    table: pl.DataFrame
    digest: str  # of the behaviour
    command: str
    direct: PairedResult | None = None  # of the same pairs, where it was asked for

    @property
    def plan(self) -> PairedPlan:
        """Return what was compared."""
        return self.result.plan


def touched_by(plan: PairedPlan, edit: Edit) -> str:
    """Say in words which matchups an edit can touch, from the hashes of what it belongs to."""
    base, head = plan.base, plan.head
    part, _, stem = edit.document.partition(".")
    if stem:
        if stem not in head.side_hashes or stem not in base.side_hashes:
            return "not compared" if stem in (*plan.come, *plan.gone) else "none of those compared"
        if head.side_hashes[stem] == base.side_hashes[stem]:
            return "no game"
        count = sum(stem in (pair.head.a, pair.head.b) and pair.head.level == 0 for pair in plan.pairs)
        return f"the {plural(count, 'matchup')} of {stem}"
    if part == "options":
        same = base.options_hash == head.options_hash and base.side_hashes == head.side_hashes
        return "no game" if same else "every matchup"
    if part == "policies" and plan.head.data.is_between_policies:
        shared = head.policy_hashes.keys() & base.policy_hashes.keys()
        moved = sorted(name for name in shared if head.policy_hashes[name] != base.policy_hashes[name])
        return f"every matchup of {listed(moved)}" if moved else "no game that is compared"
    if part == "policies":
        both = zip(head.policy_hashes.items(), base.policy_hashes.values(), strict=False)
        moved = [name for (name, here), there in both if here != there]
        return f"every matchup under {listed(moved)}" if moved else "no game that is compared"
    return "no game"


def edit_lines(diff: Diff) -> Iterator[str]:
    """Yield the edits, a line each: place, what, and which matchups it can touch."""
    if not diff.edits:
        yield "No edits: base and head say the same."
    for edit in diff.edits:
        yield f"{edit.place}: {edit} ({touched_by(diff.plan, edit)})"


def build(diff: Diff) -> Page:
    """Return the report of a comparison, movers first."""
    head = diff.plan.head
    effect = DIRECT_EFFECT if diff.direct else TOTAL_EFFECT
    tables = [_level_table(diff, policy, effect if i == 0 else "") for i, policy in enumerate(head.levels)]
    edits = TextTable(
        title="Edits",
        notes=(),
        heads=("Where", "What", "Can touch"),
        rows=tuple(
            (TextCell(str(edit.place)), TextCell(str(edit)), TextCell(touched_by(diff.plan, edit)))
            for edit in diff.edits
        ),
        terminal=3,
    )
    return Page(
        title=f"{head.data.about.title}: head against {diff.base.name}",
        scope=head.data.about.scope,
        changes=changes(diff),
        lead=tuple(sentences(diff)),
        tables=(*tables, edits),
        made=tuple(made(diff)),
    )


def changes(diff: Diff) -> str:
    """Return the variant and the edits laid over the head, in a line."""
    data = diff.plan.head.data
    return ": ".join(
        [*([f"variant {data.variant}"] if data.variant else []), *([", ".join(data.edits)] if data.edits else [])]
    )


def sentences(diff: Diff) -> Iterator[str]:
    """Yield the main sentences, the most important first."""
    plan = diff.plan
    for policy in plan.head.levels:
        rows = rows_of(diff, policy)
        if not rows:
            yield f"Under {policy} no matchup is touched: all {_count(plan, policy)} are the same games."
            continue
        moved = [row for row in rows if row["is_mover"]]
        largest = [
            f"{row['name']} {signed_text(row['difference'] / 10)}" for row in moved[:3]
        ]  # fmt: skip
        more = f", most of all {listed(largest)} points" if moved else ""
        yield f"Under {policy} {len(moved)} of {plural(len(rows), 'touched matchup')} surely moved{more}."
    for move in field_moves(diff.result):
        yield field_text(plan, move)
    for move in field_moves(diff.direct) if diff.direct else ():
        yield f"By the cards alone, nobody playing otherwise: {field_text(plan, move)}"
    untouched = len(plan.pairs) - len(plan.touched)
    if untouched:
        yield (
            f"{plural(untouched, 'cell')} of {count_text(len(plan.pairs))} are untouched: equal card, option and policy"
            f" hashes under behaviour {diff.digest}, so the same games."
        )
    if plan.come or plan.gone:
        said = [f"new: {listed(list(plan.come))}"] * bool(plan.come) + [f"gone: {listed(list(plan.gone))}"] * bool(
            plan.gone
        )
        yield f"Not compared, since only one of base and head has them ({'; '.join(said)})."
    gain = realised_gain(diff.result.pairs)
    if gain is not None:
        cells = [row["gain"] for row in diff.table.iter_rows(named=True) if row["gain"] is not None]
        yield (
            f"Common luck took {gain:.1f} times fewer blocks than independent runs would have"
            f" ({min(cells):.1f} to {max(cells):.1f} by matchup)."
        )


def field_text(plan: PairedPlan, move: FieldMove) -> str:
    """Say how a side moved on average."""
    difference = move.difference
    low, high = (signed_text(100 * limit) for limit in (difference.low, difference.high))
    name = plan.head.data.sides[move.side].name
    return (
        f"{name} moved by {signed_text(100 * difference.estimate)} points ({low} to {high}) on average over"
        f" {plural(move.opponents, 'opponent')} under {move.policy}."
    )


def rows_of(diff: Diff, policy: str) -> list[dict[str, Any]]:
    """Return the rows of a level, each seen from the side that was edited where only one was; `name` says A:B."""
    edited = diff.plan.edited
    rows = []
    for row in diff.table.iter_rows(named=True):
        if row["policy"] == policy:
            is_turned = row["b"] in edited and row["a"] not in edited
            rows.append(_turned(row) if is_turned else row | {"name": f"{row['a']}:{row['b']}"})
    return rows


def _turned(row: dict[str, Any]) -> dict[str, Any]:
    return row | {
        "name": f"{row['b']}:{row['a']}",
        "base_per_mille": 1000 - row["base_per_mille"],
        "head_per_mille": 1000 - row["head_per_mille"],
        "difference": -row["difference"] + 0.0,
        "lo": -row["hi"] + 0.0,
        "hi": -row["lo"] + 0.0,
        "lo_simultaneous": -row["hi_simultaneous"] + 0.0,
        "hi_simultaneous": -row["lo_simultaneous"] + 0.0,
        **({} if row["direct"] is None else {
            "direct": -row["direct"] + 0.0, "direct_lo": -row["direct_hi"] + 0.0, "direct_hi": -row["direct_lo"] + 0.0,
        }),
    }  # fmt: skip


def _level_table(diff: Diff, policy: str, note: str) -> TextTable:
    rows = rows_of(diff, policy)
    title = f"Under {policy}, the largest differences first; scores of the first one named"
    heads: tuple[str, ...] = HEADS
    terminal, cells = TERMINAL_HEADS, [_cells(row) for row in rows]
    if diff.direct is not None:
        heads, terminal = (*HEADS[:DIRECT_AT], "Direct", *HEADS[DIRECT_AT:]), TERMINAL_HEADS + 1
        cells = [
            (*line[:DIRECT_AT], TextCell(direct_text(row), row["direct"]), *line[DIRECT_AT:])
            for line, row in zip(cells, rows, strict=True)
        ]
    return TextTable(title, (note,) if note else (), heads, tuple(cells), terminal)


def direct_text(row: dict[str, Any]) -> str:
    """Return the direct effect in points with its interval."""
    direct, low, high = (signed_text(row[name] / 10) for name in ("direct", "direct_lo", "direct_hi"))
    return f"{direct} ({low} to {high})"


def _cells(row: dict[str, Any]) -> tuple[TextCell, ...]:
    low, high = signed_text(row["lo"] / 10), signed_text(row["hi"] / 10)
    draws = [100 * row[f"draws_{side}"] / row["games"] for side in ("base", "head")]
    return (
        TextCell(row["name"]),
        TextCell(f"{row['base_per_mille'] / 10:.1f} %", row["base_per_mille"]),
        TextCell(f"{row['head_per_mille'] / 10:.1f} %", row["head_per_mille"]),
        TextCell(signed_text(row["difference"] / 10), row["difference"]),
        TextCell(f"{low} to {high}", row["lo"]),
        TextCell(percent_text(row["winner_changed"] / 10), row["winner_changed"]),
        TextCell(count_text(row["blocks"]), row["blocks"]),
        TextCell("–" if row["gain"] is None else f"{row['gain']:.1f} x", row["gain"]),
        TextCell(f"{draws[0]:.1f} -> {draws[1]:.1f} %", draws[1]),
        TextCell(f"{row['length_base']:.1f} -> {row['length_head']:.1f}", row["length_head"]),
    )


def _count(plan: PairedPlan, policy: str) -> int:
    return sum(plan.head.levels[pair.head.level] == policy for pair in plan.pairs)


def made(diff: Diff) -> list[tuple[str, str]]:
    """Return (label, value) pairs that say how the comparison was made."""
    from balance.runs.manifest import versions

    head = diff.plan.head
    return [
        ("Command", diff.command),
        ("Base", diff.base.name),
        ("Head", f"{head.data.folder} (found by {head.data.location.found_by})"),
        ("Changes laid over the head", changes(diff) or "none"),
        ("Policies", listed(list(head.levels))),
        ("Cells played", f"{len(diff.result.pairs)} of {len(diff.plan.pairs)}, base and head"),
        ("Epoch of the luck", str(head.epoch)),
        ("Luck goes by", head.luck_by),
        ("Digest of the behaviour", diff.digest),
        ("Compile key", head.compile_key),
        ("Versions", ", ".join(f"{name} {version}" for name, version in versions().items())),
    ]


def to_json(diff: Diff) -> dict[str, Any]:
    """Return the comparison as plain data."""
    from balance.runs.manifest import versions

    plan, head = diff.plan, diff.plan.head
    gain = realised_gain(diff.result.pairs)
    return {
        "schema": SCHEMA,
        "kind": "diff",
        "ruleset": head.data.name,
        "scope": head.data.about.scope,
        "command": diff.command,
        "base": diff.base.name,
        "head": str(head.data.folder),
        "variant": head.data.variant,
        "set": list(head.data.edits),
        "effect": "total",
        "has_direct": diff.direct is not None,
        "levels": list(head.levels),
        "epoch": head.epoch,
        "luck_by": head.luck_by,
        "behaviour_digest": diff.digest,
        "compile_key": head.compile_key,
        "versions": versions(),
        "edits": edits_json(plan, diff.edits),
        "cells": len(plan.pairs),
        "untouched": len(plan.pairs) - len(plan.touched),
        "new": list(plan.come),
        "gone": list(plan.gone),
        "gain": None if gain is None else round(gain, 2),
        "rows": diff.table.to_dicts(),
    }


def edits_json(plan: PairedPlan, edits: Sequence[Edit]) -> list[dict[str, Any]]:
    """Return the edits as plain data."""
    return [
        {
            "file": None if edit.place.edit else str(edit.place.path),
            "line": edit.place.line or None,
            "column": edit.place.column or None,
            "set": edit.place.edit or None,
            "subject": edit.subject,
            "what": edit.what,
            "kind": edit.kind,
            "can_touch": touched_by(plan, edit),
        }
        for edit in edits
    ]
