"""The released baseline: the anchor against which small moves add up, as sorted lines of integers and plain data.

It carries the whole data that it was built from, so a comparison with it is paired like any other, in a shallow clone
too; the counts are there to be reviewed, and to verify it. Versions with equal behaviour digests play the same games.
"""

from __future__ import annotations

import json
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from balance.data.files import Location
from balance.data.load import RulesetData
from balance.data.lower import hash_of
from balance.data.schema import PolicyModel, RulesetFile
from balance.errors import IncomparableError, UsageError
from balance.rules.ruleset import Ruleset
from balance.runs.executor import CellResult, Progress, RunResult, run
from balance.runs.manifest import behaviour_digest
from balance.runs.plan import Plan, plan_matchups
from balance.runs.store import Store

BASELINE = "baseline.jsonl"
SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Anchor:
    """A baseline that this version can play again.

    Attributes
    ----------
    data : RulesetData
        What it was built from.
    levels : tuple of (policy, games a cell)
    rows : dict of (policy, a, b) -> dict
        The integers of each cell.
    """

    path: Path
    data: RulesetData
    epoch: int
    levels: tuple[tuple[str, int], ...]
    rows: dict[tuple[str, str, str], dict[str, Any]]


def build(ruleset: Ruleset, data: RulesetData, games: Sequence[tuple[str, int]], epoch: int) -> Plan:
    """Return the plan of a baseline: every matchup under the given policy levels."""
    levels = tuple((data.policy_name(name), count) for name, count in games)
    return plan_matchups(ruleset, data, levels=levels, epoch=epoch)


def lines_of(result: RunResult) -> list[str]:
    """Return a baseline's lines: a header, what it was built from, and one line of integers a cell, sorted."""
    plan, data = result.plan, result.plan.data
    head = {
        "kind": "header", "schema": SCHEMA, "ruleset": data.name, "epoch": plan.epoch, "luck_by": plan.luck_by,
        "behaviour": behaviour_digest(plan.ruleset), "standard": data.standard, "second": data.second,
        "levels": {
            # Of the mirrors, which are not rounded up to pairs of games: planned again it has to be the same blocks.
            level: min(cell.blocks * cell.rotations for cell in plan.cells if cell.level == i)
            for i, level in enumerate(plan.levels)
        },
    }  # fmt: skip
    lines = [head, {"kind": "about", **data.about.model_dump(mode="json")}]
    lines.append({"kind": "options", "hash": plan.options_hash, "values": data.options.model_dump(mode="json")})
    for name, policy in sorted(data.policies.items()):
        lines.append({"kind": "policy", "name": name, "values": policy.model_dump(mode="json", exclude_none=True)})
    for stem, digest in sorted(plan.side_hashes.items()):  # a policy that searches may be a side and not take part
        values = data.sides[stem].model_dump(mode="json", exclude_none=True)
        lines.append({"kind": "side", "stem": stem, "hash": digest, "values": values})
    lines += sorted(map(_row, result.cells), key=lambda row: (row["policy"], row["a"], row["b"]))
    return [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines]


def _row(cell: CellResult) -> dict[str, Any]:
    histogram = cell.histograms[0]
    return {
        "kind": "cell",
        "policy": cell.cell.policy_a,
        "a": cell.cell.a,
        "b": cell.cell.b,
        "blocks": cell.tally.blocks,
        "outcomes": cell.tally.rotation_outcomes,  # lost, drawn, won, truncated in each rotation
        "counts": cell.tally.block_counts,
        "length": [[int(value), int(histogram[value])] for value in np.flatnonzero(histogram)],
        "digest": hash_of(np.ascontiguousarray(cell.outcomes).tobytes()),
    }


def read_anchor(ruleset: Ruleset, path: Path, like: RulesetData) -> Anchor:
    """Return a baseline to compare with.

    Parameters
    ----------
    path : Path
        Its ``baseline.jsonl``.
    like : RulesetData
        Any data of the same ruleset; nothing of what was measured is taken from it.

    Raises
    ------
    IncomparableError
        If it is of another ruleset, of another behaviour, damaged, or means other cards in this version.
    """
    lines = _lines(path)
    head = lines[0] if lines else {}
    if head.get("kind") != "header" or head.get("schema") != SCHEMA or head.get("ruleset") != ruleset.name:
        raise IncomparableError(f"{path}: no baseline of {ruleset.name} that this version reads; build it again")
    digest = behaviour_digest(ruleset)
    if head.get("behaviour") != digest:
        raise IncomparableError(
            f"{path}: a baseline of another behaviour: it was built by rules, policies or luck of digest"
            f" {head.get('behaviour')}, this version has {digest}; build it again: balance baseline build"
            f" {ruleset.name}"
        )
    try:
        data = _data(ruleset, like, path, lines)
        levels = tuple((str(name), int(games)) for name, games in head["levels"].items())
        rows = {(row["policy"], row["a"], row["b"]): row for row in lines if row["kind"] == "cell"}
        plan = plan_matchups(ruleset, data, levels=levels, epoch=head["epoch"])
        hashes = {line["stem"]: line["hash"] for line in lines if line["kind"] == "side"}
    except (KeyError, TypeError, AttributeError, ValueError, UsageError) as error:
        raise IncomparableError(f"{path}: damaged ({type(error).__name__}); build it again") from error
    if plan.side_hashes != hashes:
        changed = sorted(stem for stem in hashes if plan.side_hashes.get(stem) != hashes[stem])
        raise IncomparableError(
            f"{path}: this version makes other cards of the same data ({', '.join(changed) or 'sides are missing'});"
            " build it again"
        )
    return Anchor(path, data, head["epoch"], levels, rows)


def _lines(path: Path) -> list[dict[str, Any]]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise IncomparableError(f"{path}: no baseline; build one with balance baseline build RULESET") from None
    except UnicodeDecodeError:
        raise IncomparableError(f"{path}: not a baseline; build it again") from None
    lines = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict) or "kind" not in found:
            hint = (
                "; a conflict is solved by building it again" if line[:7] in ("<<<<<<<", "=======", ">>>>>>>") else ""
            )
            raise IncomparableError(f"{path}:{number}: no line of a baseline{hint}")
        lines.append(found)
    return lines


def _data(ruleset: Ruleset, like: RulesetData, path: Path, lines: Sequence[dict[str, Any]]) -> RulesetData:
    """Return the data that a baseline carries, as if it had been read from files."""
    by_kind: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        by_kind.setdefault(line["kind"], []).append(line)
    about = {key: value for key, value in by_kind["about"][0].items() if key != "kind"}
    sides = {line["stem"]: ruleset.side_model.model_validate(line["values"]) for line in by_kind["side"]}
    policies = {line["name"]: PolicyModel.model_validate(line["values"]) for line in by_kind["policy"]}
    return replace(
        like,
        about=RulesetFile.model_validate(about),
        location=Location(path.parent.parent, "the baseline"),
        variant=None,
        edits=(),
        own_edits=(),
        options=ruleset.options_model.model_validate(by_kind["options"][0]["values"]),
        sides=dict(sorted(sides.items())),
        policies=policies,
        standard=lines[0]["standard"],
        second=lines[0]["second"],
        documents={},
    )


def verify(
    ruleset: Ruleset,
    anchor: Anchor,
    store: Store,
    *,
    cells: int,
    jobs: int,
    among: Container[str] | None = None,
    progress: Progress | None = None,
) -> list[str]:
    """Play some cells of a baseline again, spread over all of it, and return what is not as it says, a line each.

    Nothing is taken from the store, and what is played is kept there.

    Parameters
    ----------
    cells : int
        How many.
    among : container of str, optional
        Only these matchups, as A:B, and only under the first policy.
    """
    plan = plan_matchups(ruleset, anchor.data, levels=anchor.levels, epoch=anchor.epoch)
    names = [(cell.policy_a, cell.a, cell.b) for cell in plan.cells]
    wrong = [f"{policy} {a}:{b}: no line" for policy, a, b in names if (policy, a, b) not in anchor.rows]
    # The same ones every time for the same baseline, others for the next.
    order = sorted(plan.cells, key=lambda cell: hash_of(cell.identity, "verify"))
    if among is not None:
        order = [cell for cell in order if cell.level == 0 and f"{cell.a}:{cell.b}" in among]
    chosen = tuple(cell for cell in order if (cell.policy_a, cell.a, cell.b) in anchor.rows)[:cells]
    if not chosen:
        return wrong
    fresh = Store(store.folder, is_fresh=True)
    result = run(replace(plan, cells=chosen), fresh, jobs=jobs, is_keeping=True, progress=progress)
    for cell in result.cells:
        row = json.loads(json.dumps(_row(cell)))
        if row != anchor.rows[cell.cell.policy_a, cell.cell.a, cell.cell.b]:
            wrong.append(f"{cell.cell.policy_a} {cell.cell.a}:{cell.cell.b}: played again it is another result")
    return wrong
