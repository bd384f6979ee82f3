"""The claims of a gate on one comparison, and playing until each is judged.

A claim is about one measure of one matchup under one policy level; truncated games are so rare that all touched
matchups of a level make one claim together. What is unchanged by content is judged without a game.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from balance.data.gate_files import GateFile, Margin
from balance.frames.diff import mean_length
from balance.runs.executor import Progress
from balance.runs.paired import CellPair, Looks, PairedPlan, PairResult, Spent
from balance.runs.store import Store
from balance.stats.gate import Evidence, Judgement, Question, run_gate
from balance.stats.looks import look_sizes, split
from balance.stats.measures import Measure, length_interval, recoded
from balance.stats.pairs import PairedTally, tally_pair
from balance.stats.ranges import Range
from balance.stats.targets import Target

ALL = "all touched matchups"
SHARE = 0.5  # of alpha: one half each for the scores and for everything else


class Claim(NamedTuple):
    """What is claimed: `matchup` is A:B, or ALL."""

    level: int
    matchup: str
    measure: Measure

    @property
    def text(self) -> str:
        """Return the claim as accepted changes and outputs write it: ``boris:grace``, ``boris:grace draws``."""
        return self.matchup if self.measure is Measure.SCORE else f"{self.matchup} {self.measure}"


@dataclass(slots=True)
class Judged:
    """A comparison with a judgement on each claim.

    Attributes
    ----------
    results : dict of (level, matchup) -> PairResult
        All games that were played of each touched matchup; a claim may have been decided by the first of them.
    looks : tuple of int
        By level, blocks at which was looked, whether it came to it or not.
    games_played : int
        Those that the store did not have.
    spent : tuple of Spent
        By level, where the time of playing went.
    judging : float
        Seconds of statistics.
    """

    plan: PairedPlan
    questions: dict[Claim, Question]
    judgements: dict[Claim, Judgement]
    results: dict[tuple[int, str], PairResult]
    looks: tuple[tuple[int, ...], ...]
    games_played: int = 0
    spent: tuple[Spent, ...] = ()
    judging: float = 0.0

    @property
    def seconds(self) -> float:
        """Return the time that it took, by the clock."""
        return sum(spent.seconds for spent in self.spent) + self.judging

    def of_level(self, level: int) -> dict[Claim, Judgement]:
        """Return the judgements of one policy level."""
        return {claim: judgement for claim, judgement in self.judgements.items() if claim.level == level}


def name_of(pair: CellPair) -> str:
    """Return a matchup as A:B."""
    return f"{pair.head.a}:{pair.head.b}"


def range_of(points: Sequence[float]) -> Range:
    """Return a range given in points as fractions."""
    return Range(points[0] / 100, points[1] / 100)


def budgets_of(gate: GateFile, blocks: int | None) -> tuple[int, int]:
    """Return the budgets of both policy levels, in blocks a matchup; `blocks` stands in for the first."""
    if blocks is None:
        return gate.blocks, gate.second_blocks
    return blocks, max(1, blocks * gate.second_blocks // gate.blocks)


def questions_of(
    plan: PairedPlan, gate: GateFile, looks: Sequence[Sequence[int]], declared: Mapping[str, Range]
) -> dict[Claim, Question]:
    """Return the claims of a base and a head, with margins, declared ranges and targets.

    Parameters
    ----------
    looks
        By policy level.
    declared
        Accepted ranges by the text of the claim; they hold under every policy level.
    """
    per_cell = [Measure.DRAWS, Measure.LENGTH]
    if not plan.head.ruleset.is_simultaneous:
        per_cell.append(Measure.FIRST_SEAT)
    touched = len(plan.touched)
    others = touched * len(per_cell) + len({pair.head.level for pair in plan.touched})
    margins: dict[Measure, Margin] = {
        Measure.DRAWS: gate.draws, Measure.LENGTH: gate.length, Measure.FIRST_SEAT: gate.first_seat,
        Measure.TRUNCATED: gate.truncated,
    }  # fmt: skip
    found: dict[Claim, Question] = {}

    def ask(claim: Claim, margin: Margin, claims: int, target: Target | None = None) -> None:
        levels = split(len(looks[claim.level]), max(1, claims), share=SHARE)
        allowed, limit = margin.allowed / 100, margin.limit / 100
        found[claim] = Question.about_zero(allowed, limit, levels, declared.get(claim.text), target)

    for pair in plan.pairs:
        a, b, level = pair.head.a, pair.head.b, pair.head.level
        band = gate.target(a, b)
        target = Target(range_of(band)) if band else None
        ask(Claim(level, name_of(pair), Measure.SCORE), gate.margin(plan.head.data, a, b), touched, target)
        if pair.is_touched:
            for measure in per_cell:
                ask(Claim(level, name_of(pair), measure), margins[measure], others)
    for level in sorted({pair.head.level for pair in plan.touched}):
        ask(Claim(level, ALL, Measure.TRUNCATED), margins[Measure.TRUNCATED], others)
    return found


def drift_questions(
    plan: PairedPlan, gate: GateFile, looks: Sequence[int], declared: Mapping[str, Range]
) -> dict[Claim, Question]:
    """Return the claims that no score drifted from an anchor beyond the budget, under the first policy level.

    Parameters
    ----------
    declared
        By matchup, the range of all that was accepted since the anchor.
    """
    pairs = [pair for pair in plan.pairs if pair.head.level == 0]
    levels = split(len(looks), max(1, sum(pair.is_touched for pair in pairs)))
    allowed, limit = gate.drift.allowed / 100, gate.drift.limit / 100
    found = {}
    for pair in pairs:
        accepted = [declared[name_of(pair)]] if name_of(pair) in declared else []
        found[Claim(0, name_of(pair), Measure.SCORE)] = Question.of_drift(allowed, limit - allowed, levels, accepted)
    return found


def judge_all(
    plan: PairedPlan,
    questions: dict[Claim, Question],
    looks: Sequence[Sequence[int]],
    store: Store,
    *,
    jobs: int,
    is_over: Callable[[], bool] = lambda: False,
    progress: Progress | None = None,
) -> Judged:
    """Play look by look until every claim is decided or the budget is used up.

    Raises
    ------
    InterruptedRunError, StorageError
        As `executor.run`.
    """
    start = time.perf_counter()
    judged = Judged(plan, questions, {}, {}, tuple(map(tuple, looks)))
    by_name = {(pair.head.level, name_of(pair)): pair for pair in plan.pairs}
    for level, sizes in enumerate(looks):
        playing = Looks(plan, store, jobs=jobs, progress=progress)

        def evidence(claims: Sequence[Claim], blocks: int) -> dict[Claim, Evidence | None]:
            everything = any(claim.matchup == ALL for claim in claims)
            wanted = {claim.matchup for claim in claims}
            names = [
                name for (at, name), pair in by_name.items()
                if at == level and pair.is_touched and (everything or name in wanted)  # noqa: B023
            ]  # fmt: skip
            pairs = [by_name[level, name] for name in names]  # noqa: B023
            found = dict(zip(names, playing.look(pairs, blocks), strict=True))  # noqa: B023
            judged.results.update({(level, name): result for name, result in found.items()})  # noqa: B023
            return {claim: _evidence(claim, found) for claim in claims}

        mine = {claim: question for claim, question in questions.items() if claim.level == level}
        if mine:
            judged.judgements |= run_gate(mine, sizes, evidence, is_over)
        judged.games_played += playing.games_played
        judged.spent = (*judged.spent, playing.spent)
    judged.judging = max(0.0, time.perf_counter() - start - judged.seconds)
    return judged


def _evidence(claim: Claim, found: Mapping[str, PairResult]) -> Evidence | None:
    """Return what was seen of a claim; None where its matchup is untouched."""
    if claim.matchup == ALL:
        total: PairedTally | None = None
        for result in found.values():
            mine = _recoded(result, claim.measure)
            total = mine if total is None else total + mine
        return None if total is None else Evidence.of_pair(total)
    if claim.matchup not in found:
        return None
    result = found[claim.matchup]
    if claim.measure is Measure.SCORE:
        return Evidence.of_pair(result.tally)
    if claim.measure is Measure.LENGTH:
        base, head, rotations = result.base.histograms[0], result.head.histograms[0], result.tally.rotations
        return Evidence(
            lambda level: length_interval(base, head, rotations, level),
            mean_length(base), mean_length(head), result.tally.blocks,
        )  # fmt: skip
    return Evidence.of_pair(_recoded(result, claim.measure))


def _recoded(result: PairResult, measure: Measure) -> PairedTally:
    return tally_pair(recoded(result.base.outcomes, measure), recoded(result.head.outcomes, measure))


def looks_of(gate: GateFile, blocks: int | None) -> list[tuple[int, ...]]:
    """Return the looks of both policy levels, from their budgets."""
    return [look_sizes(budget) for budget in budgets_of(gate, blocks)]
