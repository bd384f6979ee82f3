"""The gate held against the truth: gates run on synthetic cells whose true moves are known exactly.

Nothing else shows that a gate is right. On real rules the truth is not known, and base against itself proves nothing:
it is exactly zero. What counts are the borders, where a method that is too bold errs most often: every cell moved by
exactly what is allowed, or by exactly the limit.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt

import numpy as np
import numpy.typing as npt

from balance.stats.compare import difference_interval
from balance.stats.gate import Evidence, Judgement, Question, Result, Verdict, overall, run_gate
from balance.stats.looks import ALPHA, look_sizes, split
from balance.stats.measures import Measure
from balance.stats.synthetic import BlockLaw, pair_of

ALLOWED, LIMIT = 0.01, 0.02  # the default margins of scores, one and two points; and of draws
BUDGET = 32_768  # blocks a cell
CELLS = 9  # what an edit to one fighter of ten touches
MEASURES = (Measure.SCORE, Measure.DRAWS)
SEED = 7

Key = tuple[int, Measure]  # (index of the cell, what is claimed)


def gate_of(laws: Sequence[BlockLaw], luck: np.random.Generator, budget: int = BUDGET) -> dict[Key, Judgement]:
    """Run the gate once over cells of known laws, with the default margins, on fresh luck.

    Scores and draws are gated side by side, half of the error for the failures of each.

    Parameters
    ----------
    laws
        One a cell.
    luck
        Where the blocks come from.
    budget
        Blocks a cell.
    """
    looks = look_sizes(budget)
    levels = split(len(looks), len(laws), share=1 / len(MEASURES))
    question = Question.about_zero(ALLOWED, LIMIT, levels)
    counts: list[npt.NDArray[np.int64]] = [np.zeros(81, np.int64) for _ in laws]

    def evidence(keys: Sequence[Key], blocks: int) -> dict[Key, Evidence]:
        for i in sorted({cell for cell, _ in keys}):
            counts[i] += laws[i].sample(blocks - int(counts[i].sum()), luck)
        return {(i, measure): Evidence.of_pair(pair_of(counts[i], measure)) for i, measure in keys}

    return run_gate({(i, measure): question for i in range(len(laws)) for measure in MEASURES}, looks, evidence)


def result_of(judged: dict[Key, Judgement]) -> Result:
    """Return the result of such a run."""
    return overall(judgement.verdict.result() for judgement in judged.values())


class Wrong(StrEnum):
    """Which end of a run is wrong; the values are the words that are shown."""

    FAILED = "FAIL"
    PASSED = "PASS"
    NOT_PASSED = "not PASS"
    MISSED = "the cell not named"

    def has(self, judged: dict[Key, Judgement]) -> bool:
        """Say whether a run ended so; the cell in question is the first one."""
        result = result_of(judged)
        if self is Wrong.MISSED:
            return judged[0, Measure.SCORE].verdict is not Verdict.REGRESSED
        if self is Wrong.NOT_PASSED:
            return result is not Result.PASS
        return result is (Result.FAIL if self is Wrong.FAILED else Result.PASS)


@dataclass(frozen=True, slots=True)
class Scenario:
    """Cells of known moves, and which end of a gate run on them is wrong.

    Parameters
    ----------
    name
        In words; moves in points.
    laws
        One a cell.
    wrong
        What must not happen.
    """

    name: str
    laws: tuple[BlockLaw, ...]
    wrong: Wrong


@dataclass(frozen=True, slots=True)
class Count:
    """How the runs of a scenario ended.

    Parameters
    ----------
    scenario
        What was run.
    runs, passed, failed, inconclusive
        Number of runs, and of each result.
    errors
        Number of wrong runs.
    blocks
        Mean number of blocks a cell that was played.
    """

    scenario: Scenario
    runs: int
    passed: int
    failed: int
    inconclusive: int
    errors: int
    blocks: float

    @property
    def errors_max(self) -> int:
        """The wrong runs that there may be: alpha and two standard errors at a border; none where nothing moves."""
        if self.scenario.wrong is Wrong.NOT_PASSED:
            return 0
        margin = 0 if self.scenario.wrong is Wrong.MISSED else 2 * sqrt(self.runs * ALPHA * (1 - ALPHA))
        return round(self.runs * ALPHA + margin)


def scenarios() -> tuple[Scenario, ...]:
    """Return what a gate is held against: nine touched cells each."""

    def law(move: float) -> BlockLaw:
        return BlockLaw.edited(0.5, move)

    def independent(move: float) -> BlockLaw:
        return BlockLaw.edited(0.5, move, shared=0.0)

    def gains(move: float) -> BlockLaw:
        return BlockLaw.edited(0.5, move, shared=1.0)

    def alike(move: float) -> BlockLaw:
        return BlockLaw.edited(0.5, move, alike=0.4)

    def lopsided(move: float) -> BlockLaw:
        return BlockLaw.edited(0.96, move, draws=0.0)

    def drawn(move: float) -> BlockLaw:
        return BlockLaw.edited(0.5, move, draws=0.9)

    def more_drawn(move: float) -> BlockLaw:
        return BlockLaw.edited(0.5, 0.0, more_draws=move)

    def nine(move: float, of: Callable[[float], BlockLaw] = law) -> tuple[BlockLaw, ...]:
        return (of(move),) * CELLS

    def one(move: float, of: Callable[[float], BlockLaw] = law) -> tuple[BlockLaw, ...]:
        return (of(move), *nine(0.0, of)[1:])

    within = tuple(law(ALLOWED * (i - 4) / 4) for i in range(CELLS))
    return (
        Scenario("no block moved", nine(0.0, gains), Wrong.NOT_PASSED),
        Scenario("all games drawn", (BlockLaw.edited(0.5, 0.0, draws=1.0),) * CELLS, Wrong.NOT_PASSED),
        Scenario("from -1 to +1", within, Wrong.FAILED),
        Scenario("all +1", nine(ALLOWED), Wrong.FAILED),
        Scenario("all +1, base and head independent", nine(ALLOWED, independent), Wrong.FAILED),
        Scenario("all +1, nothing but gains", nine(ALLOWED, gains), Wrong.FAILED),
        Scenario("all +1, games of a block alike", nine(ALLOWED, alike), Wrong.FAILED),
        Scenario("all +1, from 96 %", nine(ALLOWED, lopsided), Wrong.FAILED),
        Scenario("all +1, 90 % draws", nine(ALLOWED, drawn), Wrong.FAILED),
        Scenario("all +1 in the share of draws", nine(ALLOWED, more_drawn), Wrong.FAILED),
        Scenario("all +2", nine(LIMIT), Wrong.PASSED),
        Scenario("one +2", one(LIMIT), Wrong.PASSED),
        Scenario("one +2, nothing but gains", one(LIMIT, gains), Wrong.PASSED),
        Scenario("one +2, from 96 %", one(LIMIT, lopsided), Wrong.PASSED),
        Scenario("one +2 in the share of draws", one(LIMIT, more_drawn), Wrong.PASSED),
        Scenario("one +3", one(0.03), Wrong.MISSED),
        Scenario("one -3, the others from -1 to +1", (law(-0.03), *within[1:]), Wrong.MISSED),
        Scenario("one +3, from 96 %", one(0.03, lopsided), Wrong.MISSED),
    )


def count(scenario: Scenario, runs: int, seed: int = SEED) -> Count:
    """Run the gate so many times on a scenario, always with the same luck for the same seed."""
    luck = np.random.default_rng(seed)
    tallied = dict.fromkeys(Result, 0)
    errors = blocks = 0
    for _ in range(runs):
        judged = gate_of(scenario.laws, luck)
        tallied[result_of(judged)] += 1
        errors += scenario.wrong.has(judged)
        blocks += sum(max(judged[i, measure].blocks for measure in MEASURES) for i in range(CELLS))
    return Count(
        scenario, runs, tallied[Result.PASS], tallied[Result.FAIL], tallied[Result.INCONCLUSIVE], errors,
        blocks / (runs * CELLS),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class HiddenEdits:
    """What a gate made of edits that it did not know: `edits` runs with a large change and as many with none.

    Parameters
    ----------
    edits
        Runs of either kind.
    found
        Runs with a large change in which the cell that has it was called regressed.
    alarms
        Runs without one that failed.
    """

    edits: int
    found: int
    alarms: int


def hidden_edits(edits: int = 100, move: float = 0.03, seed: int = SEED) -> HiddenEdits:
    """Hide a change in one of nine cells, over and over, and look whether the gate finds it; and the same without.

    Scores, luck in common, draws and the direction are drawn by lot; every other cell has moved by anything that is
    allowed.

    Parameters
    ----------
    edits
        Runs with a change, and as many without.
    move
        How large it is.
    seed
        Of all luck.
    """
    luck = np.random.default_rng(seed)

    def law(size: float) -> BlockLaw:
        score, shared, draws, alike = luck.uniform((0.3, 0.2, 0.0, 0.0), (0.7, 0.8, 0.1, 0.3))
        return BlockLaw.edited(score, size, draws=draws, shared=shared, alike=alike)

    found = alarms = 0
    for is_hiding in (True, False):
        for _ in range(edits):
            laws = [law(luck.uniform(-ALLOWED, ALLOWED)) for _ in range(CELLS)]
            at = int(luck.integers(CELLS))
            if is_hiding:
                laws[at] = law(move * luck.choice((-1, 1)))
            judged = gate_of(laws, luck)
            found += is_hiding and judged[at, Measure.SCORE].verdict is Verdict.REGRESSED
            alarms += not is_hiding and result_of(judged) is Result.FAIL
    return HiddenEdits(edits, found, alarms)


def coverage(cells: int = 2000, blocks: int = 1024, level: float = 0.95, seed: int = SEED) -> float:
    """Return the share of cells, of all kinds, whose interval of the difference holds the true move."""
    luck = np.random.default_rng(seed)
    held = 0
    for _ in range(cells):
        score, move, shared, draws = luck.uniform((0.05, -0.04, 0.0, 0.0), (0.95, 0.04, 1.0, 0.5))
        law = BlockLaw.edited(score, move, shared=shared, draws=draws)
        interval = difference_interval(pair_of(law.sample(blocks, luck)), level)
        held += interval.low <= law.move <= interval.high
    return held / cells
