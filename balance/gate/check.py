"""A gate run: base against head, head against the anchor, targets, and what follows from all of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from balance.data.differences import Edit, edits_between
from balance.data.gate_files import MEASURES, Change, GateFile
from balance.data.load import RulesetData
from balance.errors import IncomparableError
from balance.gate.base import Base
from balance.gate.baseline import Anchor, verify
from balance.gate.claims import (
    Judged,
    drift_questions,
    judge_all,
    looks_of,
    name_of,
    questions_of,
    range_of,
)
from balance.gate.targets import JudgedTargets, judge_targets
from balance.rules.ruleset import Ruleset
from balance.runs.executor import Progress
from balance.runs.paired import PairedPlan, plan_pairs
from balance.runs.store import Store
from balance.stats.declared import Declaration, Standing, honoured, since_anchor, standings
from balance.stats.gate import Result, overall
from balance.stats.ranges import Range
from balance.stats.targets import TargetVerdict


@dataclass(frozen=True, slots=True)
class Request:
    """What a gate run is asked for.

    Attributes
    ----------
    blocks : int or None
        Budget of a matchup under the first policy, instead of the gate file's.
    seconds : float or None
        Budget of time, cut at looks: the verdict then depends on the machine. Targets are judged by what was played.
    is_strict : bool
        The second policy decides too, and what is inconclusive fails.
    is_any_move : bool
        Moves towards a target fail as well.
    """

    blocks: int | None = None
    seconds: float | None = None
    is_strict: bool = False
    is_any_move: bool = False


@dataclass(slots=True)
class Checked:
    """A finished gate run."""

    base: Base | None  # None where the anchor alone is compared
    edits: list[Edit]
    gate: GateFile
    request: Request
    judged: Judged
    drift: Judged | None
    anchor: Anchor | None
    targets: JudgedTargets
    declarations: list[tuple[Declaration, Standing]]
    warnings: list[str] = field(default_factory=list)

    @property
    def result(self) -> Result:
        """Return what the run says in the end; its value is the exit code."""
        any_move = self.request.is_any_move
        decisive = [judgement.verdict.result(is_any_move=any_move) for judgement in self.judged.of_level(0).values()]
        decisive += [judgement.verdict.result() for judgement in self.drift.judgements.values()] if self.drift else []
        decisive += [Result.FAIL for row in self.targets.rows if row.verdict is TargetVerdict.LEFT]
        advisory = [judgement.verdict.result(is_any_move=any_move) for judgement in self.judged.of_level(1).values()]
        return overall(decisive, advisory, is_strict=self.request.is_strict)

    @property
    def games_played(self) -> int:
        """Return the games that the store did not have."""
        return self.judged.games_played + self.targets.games_played + (self.drift.games_played if self.drift else 0)


def declarations_of(
    base: Base | None, changes: Sequence[Change], identities: dict[str, str]
) -> tuple[list[Declaration], list[Declaration]]:
    """Return the declarations that came since the base, and those of before.

    Without files of a base to tell them apart, those that were measured on these very matchups are of now.
    """
    now: list[Declaration] = []
    before: list[Declaration] = []
    for change in changes:
        known = None if base is None else base.changes
        is_old = known is not None and known.get(change.path.name) == change.path.read_bytes()
        for claim, move in change.expect.items():
            identity = change.identities.get(claim)
            one = Declaration(change.path.name, claim, range_of(move), identity)
            is_now = identity == identities.get(claim) if known is None else not is_old
            (now if is_now else before).append(one)
    return now, before


def check(
    ruleset: Ruleset,
    head: RulesetData,
    base: Base | None,
    anchor: Anchor | None,
    gate: GateFile,
    changes: Sequence[Change],
    request: Request,
    store: Store,
    *,
    jobs: int,
    progress: Progress | None = None,
) -> Checked:
    """Run the gate: compare the head with its base and with the anchor, whichever there is, and judge.

    Raises
    ------
    IncomparableError
        If nothing can be compared.
    InterruptedRunError, StorageError
        As `executor.run`.
    """
    start = time.monotonic()

    def is_over() -> bool:
        return request.seconds is not None and time.monotonic() - start >= request.seconds

    looks = looks_of(gate, request.blocks)
    levels = [(name, 2 * sizes[-1]) for name, sizes in zip(head.levels, looks, strict=False)]
    against = base.data if base is not None else anchor.data if anchor is not None else head
    plan = plan_pairs(ruleset, against, head, levels=levels, epoch=gate.epoch)
    looks = looks[: len(plan.head.levels)]
    identities = {name_of(pair): pair.head.identity for pair in plan.pairs if pair.head.level == 0}
    identities |= {f"{name} {word}": key for name, key in identities.items() for word in MEASURES}
    now, before = declarations_of(base, changes, identities)
    standing = standings(now, identities)
    accepted = honoured(standing)
    questions = questions_of(plan, gate, looks, accepted) if base is not None else {}
    judged = judge_all(plan, questions, looks, store, jobs=jobs, is_over=is_over, progress=progress)
    drift = None
    if anchor is not None:
        valid = [one for one, found in standing if found is Standing.VALID]
        drift = _drift(
            ruleset, anchor, head, gate, looks[0], since_anchor([*before, *valid]), store, jobs, is_over, progress
        )
    checked = Checked(
        base, edits_between(against, head), gate, request, judged, drift, anchor,
        judge_targets(judged, gate, looks[0], store, jobs=jobs, progress=progress), standing,
    )  # fmt: skip
    checked.warnings = list(_warnings(checked, plan))
    return checked


def _drift(
    ruleset: Ruleset,
    anchor: Anchor,
    head: RulesetData,
    gate: GateFile,
    looks: Sequence[int],
    declared: dict[str, Range],
    store: Store,
    jobs: int,
    is_over: Callable[[], bool],
    progress: Progress | None,
) -> Judged:
    plan = plan_pairs(ruleset, anchor.data, head, levels=[("standard", 2 * looks[-1])], epoch=anchor.epoch)
    # Equal digests say that both versions play the same; a matchup that nobody touched shows it on these very cards.
    untouched = {name_of(pair) for pair in plan.pairs if pair.head.level == 0 and not pair.is_touched}
    if wrong := verify(ruleset, anchor, store, cells=1, jobs=jobs, among=untouched, progress=progress):
        raise IncomparableError(f"{anchor.path}: {wrong[0]}, though nothing that it stands on changed; build it again")
    questions = drift_questions(plan, gate, looks, declared)
    return judge_all(plan, questions, [looks], store, jobs=jobs, is_over=is_over, progress=progress)


def _warnings(checked: Checked, plan: PairedPlan) -> Iterator[str]:
    for one, standing in checked.declarations:
        if standing is not Standing.VALID:
            yield f"{one.source}: {one.cell} is not honoured: {standing}"
    for claim, judgement in checked.judged.of_level(0).items():
        if judgement.is_declared_still:
            yield f"{claim.text}: declared, but it did not move"
    for claim, judgement in checked.judged.of_level(1).items():
        if judgement.verdict.result() is Result.FAIL:
            yield f"{claim.text} {judgement.verdict} under {plan.head.levels[1]}, which decides only with --strict"
    if checked.base is not None and checked.base.gate is not None and checked.base.gate != checked.gate:
        yield "gate.yaml differs from the base's: the head is judged by its own margins"
    if plan.come:
        yield f"new and not compared: {', '.join(plan.come)}"
    if plan.gone:
        yield f"gone and not compared: {', '.join(plan.gone)}"
