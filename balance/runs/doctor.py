"""Is this installation to be trusted? Checks of the simulator and of the gate that need no known result.

On real rules the truth about an edit is not known. What is known: the same games played again are the same to the byte;
where both seats choose in secret, neither is better; and a change that was put into the outcomes by hand has the size
that was put in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from balance.core.luck import renewed_bit
from balance.runs.executor import CellResult, RunResult
from balance.runs.plan import Cell, Plan, varied
from balance.stats import BlockTally, Interval, field_interval, gate_truth, tally, tally_pair
from balance.stats.counting import Outcomes
from balance.stats.gate import Evidence, Judgement, Question, Verdict, run_gate
from balance.stats.looks import look_sizes, split
from balance.stats.measures import Measure, recoded
from balance.vocab import Outcome, Purpose

BLOCKS = 256  # of each cell, for what looks at all cells
BLOCKS_OF_ONE = 16_384  # of the one cell that a change is put into
MOVE = 0.03
ALLOWED, LIMIT = 0.01, 0.02
SEED = 3
EDITS = 100
FOUND_MIN, ALARMS_MAX = 84, 16  # of 100, where 95 found and 5 alarms are promised; beyond comes once in 30,000
COVERAGE_CELLS = 2000
COVERAGE_MIN = 0.93  # of 95 %, four standard errors below
SEAT_LEVEL = 0.999  # a sound simulator is called unsound once in a thousand versions of the rules

Play = Callable[[Plan, bool], RunResult]
"""Play a plan with all outcomes kept; True: in another folder, cut and threaded another way than False."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found.

    Attributes
    ----------
    name : str
        What was looked at.
    is_fine : bool or None
        None where there is nothing that could be wrong.
    text : str
        The numbers, in a sentence.
    """

    name: str
    is_fine: bool | None
    text: str


def examine(plan: Plan, play: Play) -> list[Finding]:
    """Examine a ruleset: every game twice, the seats, and a change of known size in one cell.

    Parameters
    ----------
    plan : Plan
        All matchups under one policy, `BLOCKS` blocks each.
    play : Play
        Where games come from.
    """
    first, second = play(plan, False), play(plan, True)
    findings = [_again(first.cells, second.cells), _seats(first)]
    # A change is losses turned into wins; twice as many as that takes, so that the longer run has enough of them too.
    cells = [
        cell for cell in first.cells if not cell.cell.is_mirror and cell.tally.losses >= 2 * MOVE * cell.tally.games
    ]
    if cells:
        even = min(cells, key=lambda cell: abs(cell.tally.score - 0.5))
        findings.append(_injected(plan, even.cell, play))
    return findings


def examine_gate() -> list[Finding]:
    """Check intervals and gate on synthetic cells of known moves; the last text is the one to remember."""
    held, hidden = gate_truth.coverage(COVERAGE_CELLS), gate_truth.hidden_edits(EDITS)
    covering = (
        f"{100 * held:.1f} % of {COVERAGE_CELLS:,} intervals of 95 % hold the true difference of synthetic cells."
    )
    finding = (
        f"The gate found a 3-point change in {hidden.found} of {hidden.edits} hidden edits of a synthetic ruleset,"
        f" and raised {hidden.alarms} false alarm{'' if hidden.alarms == 1 else 's'} in {hidden.edits} without one."
    )
    return [
        Finding("intervals", held >= COVERAGE_MIN, covering),
        Finding("hidden edits", hidden.found >= FOUND_MIN and hidden.alarms <= ALARMS_MAX, finding),
    ]


def injected(outcomes: Outcomes, move: float, seed: int = SEED) -> Outcomes:
    """Return the outcomes with so many losses turned into wins that the score has moved by `move`, to the game.

    Parameters
    ----------
    outcomes : uint8[blocks, rotations]
        For side a.
    move : float
        0 to the share of lost games; rounded to whole games.
    seed : int
        Which of the losses, drawn by lot.

    Raises
    ------
    ValueError
        Too few losses.
    """
    losses = np.flatnonzero(outcomes.ravel() == Outcome.LOSS)
    turned = round(move * outcomes.size)
    if not 0 <= turned <= len(losses):
        raise ValueError(f"{turned} of {len(losses)} losses to turn into wins; expected no more than there are")
    changed = outcomes.copy()
    changed.ravel()[np.random.default_rng(seed).choice(losses, turned, replace=False)] = Outcome.WIN
    return changed


def _again(first: Sequence[CellResult], second: Sequence[CellResult]) -> Finding:
    pairs = [tally_pair(one.outcomes, other.outcomes) for one, other in zip(first, second, strict=True)]
    differing, games = sum(pair.discordant_games for pair in pairs), sum(pair.games for pair in pairs)
    text = f"{games:,} games played twice, in other chunks and on other threads: {differing:,} ended in another way."
    return Finding("the same games again", differing == 0, text)


def _seats(result: RunResult) -> Finding:
    """Look at the score of seat 0: in mirrors, a single game a key, and over the blocks of all other cells.

    Two games of one mirror under one key would prove nothing: the second is the first with the seats relabelled.
    """
    parts, scores = [], []
    for word, rotations in (("mirrors", 1), ("other matchups", 2)):
        seats = [_of_seat_0(cell) for cell in result.cells if cell.cell.rotations == rotations]
        if seats:
            scores.append(field_interval(seats, SEAT_LEVEL))
            parts.append(
                f"{_percent(field_interval(seats))} over {sum(seat.games for seat in seats):,} games of {word}"
            )
    text = f"Seat 0 scores {', and '.join(parts)}"
    if not result.plan.ruleset.is_simultaneous:
        return Finding("the seats", None, f"{text}; seats differ in this ruleset, so that is no fault.")
    is_even = all(score.low <= 0.5 <= score.high for score in scores)
    return Finding("the seats", is_even, f"{text}; 50 % is {'within' if is_even else 'not within'} reach of luck.")


def _of_seat_0(cell: CellResult) -> BlockTally:
    return tally(recoded(cell.outcomes, Measure.FIRST_SEAT))


def _injected(plan: Plan, cell: Cell, play: Play) -> Finding:
    """Compare a cell with itself under renewed choices, which moves nothing, and with a change put in on top."""
    base = replace(cell, blocks=BLOCKS_OF_ONE)
    choices = renewed_bit(0, Purpose.POLICY) | renewed_bit(1, Purpose.POLICY)
    result = play(replace(plan, cells=(base, varied(base, renewed=choices))), False)
    before, after = (found.outcomes for found in result.cells)
    looks = look_sizes(BLOCKS_OF_ONE)
    question = Question.about_zero(ALLOWED, LIMIT, split(len(looks), 1))
    heads = {"without": after, "with": injected(after, MOVE)}

    def evidence(keys: Sequence[str], blocks: int) -> dict[str, Evidence]:
        return {key: Evidence.of_pair(tally_pair(before[:blocks], heads[key][:blocks])) for key in keys}

    judged = run_gate(dict.fromkeys(heads, question), looks, evidence)
    is_fine = judged["with"].verdict is Verdict.REGRESSED and judged["without"].verdict is not Verdict.REGRESSED
    text = (
        f"{cell.a} against {cell.b}, with {100 * MOVE:g} points put into the outcomes: {_told(judged['with'])};"
        f" with nothing put in: {_told(judged['without'])}."
    )
    return Finding("a change of known size", is_fine, text)


def _told(judgement: Judgement) -> str:
    seen = judgement.simultaneous if judgement.verdict is Verdict.REGRESSED else judgement.equivalence
    assert seen is not None
    numbers = f"{100 * seen.estimate:+.1f}, {100 * seen.low:+.1f} to {100 * seen.high:+.1f}"
    return f"{judgement.verdict} ({numbers}, {judgement.blocks:,} blocks)"


def _percent(score: Interval) -> str:
    return f"{100 * score.estimate:.1f} % ({100 * score.low:.1f} to {100 * score.high:.1f})"
