"""What a result stands on: versions, digests, data and its folder, options, policies, luck, and the command."""

from __future__ import annotations

import json
import shlex
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from balance.core.jit import cache_root
from balance.core.policies import POLICY
from balance.core.protocol import records
from balance.data.files import read_yaml
from balance.data.load import RulesetData
from balance.data.lower import hash_of, lower_policy, matchup_id
from balance.data.schema import PolicyModel
from balance.errors import DataError
from balance.rules.ruleset import Ruleset
from balance.runs.chunks import Chunk, Player
from balance.runs.executor import CellResult, RunResult
from balance.runs.plan import Cell, Plan
from balance.runs.precision import Precision
from balance.runs.store import write_whole
from balance.runs.version import package_version
from balance.stats.course import CourseTally

SCHEMA = 1  # raise when a field of run.json is renamed, removed or changes its meaning; additions do not count
DIGEST_BLOCKS = 512


@dataclass(frozen=True, slots=True)
class Manifest:
    """The identity of a run, as written to ``run.json`` and shown under every table."""

    schema: int
    ruleset: str
    scope: str
    versions: dict[str, str]
    compile_key: str
    behaviour_digest: str
    data_folder: str
    data_found_by: str
    variant: str | None
    edits: list[str]
    options: dict[str, Any]
    options_hash: str
    sides: dict[str, dict[str, str]]
    policies: dict[str, dict[str, Any]]
    levels: list[str]
    luck_by: str
    epoch: int
    format: str  # what the scores of the reports count; the games are the same
    precision: Precision | None  # how the number of games was chosen, where a pilot chose it
    blocks: dict[str, int]
    games: int
    truncated: int
    command: str

    def to_json(self) -> dict[str, Any]:
        """Return the manifest as plain data."""
        return asdict(self)


def manifest_of(
    result: RunResult, command: list[str], format: str = "duel", precision: Precision | None = None
) -> Manifest:
    """Return the manifest of a finished run.

    Parameters
    ----------
    command : list of str
        The command line that makes it again.
    format : str
        What its reports count: a single game, or a series.
    precision : Precision, optional
        How a pilot chose the number of games.
    """
    plan, data = result.plan, result.plan.data
    used = [stem for stem in data.sides if stem in plan.side_hashes]
    return Manifest(
        schema=SCHEMA,
        ruleset=data.name,
        scope=data.about.scope,
        versions=versions(),
        compile_key=plan.compile_key,
        behaviour_digest=behaviour_digest(plan.ruleset),
        data_folder=str(data.folder),
        data_found_by=data.location.found_by,
        variant=data.variant,
        edits=list(data.edits),
        options=data.options.model_dump(mode="json"),
        options_hash=plan.options_hash,
        sides={
            stem: {
                "name": data.sides[stem].name,
                "provenance": data.sides[stem].provenance.value,
                "hash": plan.side_hashes[stem],
            }
            for stem in used
        },
        policies={name: _policy(data, name) | {"hash": plan.policy_hashes[name]} for name in plan.policy_hashes},
        levels=list(plan.levels),
        luck_by=plan.luck_by,
        epoch=plan.epoch,
        format=format,
        precision=precision,
        blocks={level: _blocks(plan, i) for i, level in enumerate(plan.levels)},
        games=plan.games,
        truncated=sum(cell.tally.truncated for cell in result.cells),
        command=shlex.join(command),
    )


def _blocks(plan: Plan, level: int) -> int:
    """Return the blocks of a matchup at a level; mirrors, which may have twice as many, say it where nobody else is."""
    cells = [cell for cell in plan.cells if cell.level == level]
    scored = [cell for cell in cells if not cell.is_mirror]
    return int(max(cell.blocks for cell in scored or cells))


def _policy(data: RulesetData, name: str) -> dict[str, Any]:
    """Return a policy as plain data, the script of its rollouts included."""
    policy, script = data.policy(name).model_dump(mode="json", exclude_none=True), data.script(name)
    return policy | ({"script": script.model_dump(mode="json", exclude_none=True)} if script else {})


def versions() -> dict[str, str]:
    """Return the versions of this package and of the libraries that touch the numbers."""
    return {"balance": package_version()} | {name: version(name) for name in ("numba", "numpy", "polars")}


def behaviour_digest(ruleset: Ruleset) -> str:
    """Return the hash of what this version's rules, policies and luck do, whatever their source looks like.

    The outcome bytes of `DIGEST_BLOCKS` fixed blocks for every option set and policy of the frozen roster that the
    ruleset's package carries (``roster.yaml``); results of versions with equal digests are comparable. It is computed
    once per compile key, roster and way to lower it, and kept beside the compiled kernels.
    """
    from balance.core.jit import compile_key

    sources = sorted((_package(ruleset).parent.parent / "data").glob("*.py")) + sorted(_package(ruleset).glob("*.*"))
    key = hash_of(compile_key(ruleset.package), *(path.read_bytes() for path in sources if path.is_file()))
    kept = cache_root() / f"digest-{ruleset.name}-{key}.json"
    try:
        return str(json.loads(kept.read_text())["digest"])
    except (OSError, ValueError, KeyError):
        pass
    digest = hash_of(*(outcomes for _, outcomes in digest_parts(ruleset)))
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        write_whole(kept, json.dumps({"digest": digest}).encode())
    except OSError:
        pass  # computed again next time
    return digest


def digest_parts(ruleset: Ruleset, blocks: int = DIGEST_BLOCKS) -> list[tuple[str, bytes]]:
    """Return (label, outcome bytes) for every option set and policy of the frozen roster, neighbours by name paired."""
    roster = _roster(ruleset)
    stems = sorted(roster["sides"])
    player = Player(ruleset)
    parts = []
    for label, options_given in roster["options"].items():
        options = ruleset.options_model.model_validate(options_given)
        models = {stem: ruleset.side_model.model_validate(roster["sides"][stem]) for stem in stems}
        sides = {stem: ruleset.lower_side(options, model) for stem, model in models.items()}
        for name, policy_given in roster["policies"].items():
            policy = PolicyModel.model_validate(policy_given)
            both: Any = records(2, POLICY)
            both[0] = both[1] = lower_policy(policy, POLICY, ruleset.decisions, ruleset.features)[0]
            outcomes = b""
            for a, b in zip(stems[::2], stems[1::2], strict=True):
                table = ruleset.join(ruleset.lower_options(options), sides[a], sides[b])
                luck = matchup_id(a, b)
                cell = Cell(a, b, name, name, 0, table[0], both, luck, 2, False, 0, blocks, "", "")
                outcomes += np.ascontiguousarray(player.play(Chunk(cell, 0, blocks)).outcomes).tobytes()
            parts.append((f"{label} {name}", outcomes))
    return parts


def _package(ruleset: Ruleset) -> Path:
    return Path(__file__).resolve().parent.parent / "rules" / ruleset.package


def _roster(ruleset: Ruleset) -> Any:
    document, problems = read_yaml(_package(ruleset) / "roster.yaml")
    if problems:
        raise DataError(problems)
    return document.tree


def totals_of(ruleset: Ruleset, cell: CellResult) -> dict[str, int]:
    """Return the totals of a cell by name, with _a or _b for the side."""
    names = [f"{total.name}_{side}" for total in ruleset.totals for side in "ab"]
    return dict(zip(names, cell.totals.tolist(), strict=True))


def _sparse(course: CourseTally) -> dict[str, dict[str, int]]:
    """Return the counts of how games went, values that no game had left out."""
    counts = asdict(course)
    return {name: {str(i): int(column[i]) for i in np.flatnonzero(column)} for name, column in counts.items()}


def run_json(result: RunResult, manifest: Manifest) -> dict[str, Any]:
    """Return a run as plain data: the manifest and the integers of every cell, enough to make every table again."""
    measures = [measure.name for measure in result.plan.ruleset.measures]
    cells = []
    for cell in result.cells:
        histograms = {
            name: {str(value): int(counts[value]) for value in np.flatnonzero(counts)}
            for name, counts in zip(measures, cell.histograms, strict=True)
        }
        cells.append(
            {
                "a": cell.cell.a,
                "b": cell.cell.b,
                "policy_a": cell.cell.policy_a,
                "policy_b": cell.cell.policy_b,
                "identity": cell.cell.identity,
                "blocks": cell.tally.blocks,
                "rotations": cell.tally.rotations,
                "rotation_outcomes": cell.tally.rotation_outcomes,  # lost, drawn, won, truncated in each rotation
                "block_scores": cell.tally.block_scores,  # blocks by score in half points
                "block_counts": cell.tally.block_counts,  # the same, a row for each number of draws
                "decisions": cell.decisions,
                "histograms": histograms,
                "extremes": dict(zip(measures, cell.extremes.tolist(), strict=True)),
                "totals": totals_of(result.plan.ruleset, cell),
                "course": None if cell.course is None else _sparse(cell.course),
            }
        )
    return manifest.to_json() | {"cells": cells}
