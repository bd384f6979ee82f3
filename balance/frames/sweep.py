"""The table of a sweep: the rules as they are, and what each change of them does, one row a policy level and change.

Each measure of `questions` is a mean over cells that weigh the same. What changed is head minus base, block by block,
so that the luck that both share is taken out. Two measures are not kept block by block: how games end, where base and
head count as independent (`stats.means`), and the length behind the blocks that are watched, where they do so too.
Cells that a change does not touch are surely 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from balance.frames.matchups import LEVEL, per_mille
from balance.stats import (
    Interval,
    difference_interval,
    score_interval,
    score_moments,
    score_table,
    seat_score_interval,
    simultaneous_level,
    spread,
    tally,
    tally_pair,
)
from balance.stats.course import course_means
from balance.stats.discoveries import discoveries, interval_p, movers
from balance.stats.intervals import mean_interval
from balance.stats.means import (
    halves_interval,
    histogram_difference,
    histogram_mean,
    partly_paired_difference,
)
from balance.stats.measures import Measure, recoded

if TYPE_CHECKING:
    from balance.rules.ruleset import Ruleset
    from balance.runs.executor import CellResult
    from balance.runs.paired import PairResult
    from balance.runs.plan import Cell, Plan
    from balance.runs.sweep import SweepPlan, SweepResult, SweptVariant

FALSE_DISCOVERY_RATE = 0.1
BASE = "as they are"  # the row of the rules without a change

SCHEMA = {
    "policy": pl.String,  # the level's; empty for a change that cannot be compared
    "change": pl.String,  # a variant or an edit; BASE is the first row of each level
    "edits": pl.String,  # what it lays over the data
    "status": pl.String,  # BASED, COMPARED, UNCHANGED, or why it cannot be compared
    "games": pl.Int64,  # of all cells, mirrors included
    "cells": pl.Int64,  # matchups and mirrors
    "touched": pl.Int64,  # of them those that the change touches; the others are the same games by their hashes
    # Of matchups of two different sides:
    "winner_changed": pl.Float64,  # games with another outcome, per mille
    "movers": pl.Int64,  # matchups that surely moved, by Holm's method: 5 % chance that any is named falsely
    "largest_a": pl.String,  # of the matchup that moved most
    "largest_b": pl.String,
    "largest_difference": pl.Float64,  # of the score of a, per mille
    "largest_lo": pl.Float64,  # 95 % for all touched matchups at once, as it is the largest of them
    "largest_hi": pl.Float64,
    "spread_per_mille": pl.Float64,  # of the scores about even, a standard deviation, without noise
    "spread_lo": pl.Float64,
    "spread_hi": pl.Float64,
}
BASED, COMPARED, UNCHANGED = "the rules as they are", "compared", "unchanged: the same games by equal hashes"


@dataclass(frozen=True, slots=True)
class Question:
    """A measure of the games of a cell.

    Attributes
    ----------
    name : str
        Of its columns.
    title : str
    scale : float
        1 for what is counted, 1000 for shares and scores, which are shown per mille.
    is_asked_of : callable
        Of a cell.
    value : callable
        From a cell to the measure with its interval.
    difference : callable
        From a touched pair to head minus base with its interval.
    """

    name: str
    title: str
    scale: float
    is_asked_of: Callable[[Cell], bool]
    value: Callable[[CellResult], Interval]
    difference: Callable[[PairResult], Interval]

    def columns(self, value: Interval, change: Interval | None) -> dict[str, Any]:
        """Return the columns of a row, those of the rules as they are where there is no change."""
        shown = change or value
        numbers = {
            self.name: value.estimate, f"{self.name}_difference": None if change is None else change.estimate,
            f"{self.name}_lo": shown.low, f"{self.name}_hi": shown.high,
        }  # fmt: skip
        digits = 3 if self.scale == 1 else 1
        return {
            name: None if number is None else round(self.scale * number, digits) + 0.0
            for name, number in numbers.items()
        }


def schema(planned: SweepPlan) -> dict[str, type[pl.DataType]]:
    """Return the columns: `SCHEMA`, then six for each of `questions`.

    Those are ``NAME``, ``NAME_difference``, ``NAME_lo`` and ``NAME_hi``, the pointwise 95 % interval of the difference
    (in the row of the rules as they are that of the value itself), ``NAME_p``, read off that interval, and
    ``NAME_found``: whether it is a difference at a false discovery rate of 10 % over all differences of the policy
    level, those that are surely 0 left out.
    """
    kinds = {"": pl.Float64, "_difference": pl.Float64, "_lo": pl.Float64, "_hi": pl.Float64, "_p": pl.Float64,
             "_found": pl.Boolean}  # fmt: skip
    asked = questions(planned.base)
    return SCHEMA | {f"{question.name}{end}": kind for question in asked for end, kind in kinds.items()}


def questions(plan: Plan) -> list[Question]:
    """Return what is asked, in the order of the columns.

    ``length`` (rounds, or turns of both), ``first_seat`` (score of seat 0, mirrors included; only where players take
    turns), ``draws``, ``truncated``, ``lead_changes`` (a game) and ``comebacks`` (games whose winner had a chance below
    20 %), both of the first blocks that are watched, ``end_NAME`` (share of the games that end so), and ``score_SIDE``
    (average against the others). All but the first seat are asked of matchups of two sides, or of the mirror where
    there is one side alone; the scores only of the former.
    """
    ruleset, stems = plan.ruleset, tuple(plan.side_hashes)
    is_alone = len(stems) == 1

    def between(cell: Cell) -> bool:
        return is_alone or cell.a != cell.b

    found = [_length(between, ruleset)]
    if not ruleset.is_simultaneous:
        found.append(
            Question(
                "first_seat", "Score of the first player", 1000.0, lambda cell: True,
                lambda cell: seat_score_interval(cell.tally, LEVEL), _recoded_difference(Measure.FIRST_SEAT),
            )
        )  # fmt: skip
    for measure in (Measure.DRAWS, Measure.TRUNCATED):
        name = measure.value
        found.append(
            Question(
                name, f"{name.capitalize()}", 1000.0, between, _recoded_value(measure), _recoded_difference(measure)
            )
        )  # fmt: skip
    means = _Courses(ruleset.standings)
    found += [
        _of_course("lead_changes", "Lead changes a game", 1.0, between, means, 0),
        _of_course("comebacks", "Comebacks", 1000.0, between, means, 1),
    ]
    end = _column(ruleset, "end")
    found += [_ending(name, between, end, value) for value, name in enumerate(ruleset.measures[end].names)]
    return found + [_score(stem, plan.data.sides[stem].name) for stem in stems if not is_alone]


def _column(ruleset: Ruleset, measure: str) -> int:
    return [info.name for info in ruleset.measures].index(measure)


def _length(asked: Callable[[Cell], bool], ruleset: Ruleset) -> Question:
    column = _column(ruleset, "rounds")

    def lengths(cell: CellResult) -> tuple[np.ndarray, np.ndarray]:
        return cell.histograms[column], cell.lengths.reshape(-1, cell.tally.rotations)

    return Question(
        "length", f"Mean length in {ruleset.turn}s", 1.0, asked,
        lambda cell: histogram_mean(cell.histograms[column], cell.tally.rotations, LEVEL),
        lambda pair: partly_paired_difference(lengths(pair.base), lengths(pair.head), LEVEL),
    )  # fmt: skip


def _ending(name: str, asked: Callable[[Cell], bool], column: int, value: int) -> Question:
    """Return the question after the share of games that end in one way."""

    def counts(cell: CellResult) -> np.ndarray:
        histogram = cell.histograms[column]
        return np.array([histogram.sum() - histogram[value], histogram[value]])

    return Question(
        f"end_{name}".replace(" ", "_"), name.replace("_", " ").capitalize(), 1000.0, asked,
        lambda cell: histogram_mean(counts(cell), cell.tally.rotations, LEVEL),
        lambda pair: histogram_difference(counts(pair.base), counts(pair.head), pair.tally.rotations, LEVEL),
    )  # fmt: skip


def _recoded_value(measure: Measure) -> Callable[[CellResult], Interval]:
    return lambda cell: score_interval(tally(recoded(cell.outcomes, measure)), LEVEL)


def _recoded_difference(measure: Measure) -> Callable[[PairResult], Interval]:
    return lambda pair: difference_interval(
        tally_pair(recoded(pair.base.outcomes, measure), recoded(pair.head.outcomes, measure)), LEVEL
    )


class _Courses:
    """The means of `course_means` of cells, each worked out once."""

    def __init__(self, standings: tuple[int, int]) -> None:
        self.standings = standings
        self._means: dict[tuple[str, int], tuple[np.ndarray, np.ndarray]] = {}

    def of(self, cell: CellResult) -> tuple[np.ndarray, np.ndarray]:
        """Return lead changes and comebacks of all that is watched, and of halves of it."""
        name = cell.cell.key, watched(cell)
        if name not in self._means:
            outcomes = cell.outcomes[: watched(cell)]
            self._means[name] = course_means(outcomes, cell.lengths, cell.standings, self.standings)
        return self._means[name]

    def interval(self, cell: CellResult, column: int) -> Interval:
        """Return one of them."""
        whole, halves = self.of(cell)
        return halves_interval(whole[column], halves[..., column], watched(cell), LEVEL)

    def difference(self, pair: PairResult, column: int) -> Interval:
        """Return head minus base, half by half under the same luck."""
        (base, base_halves), (head, head_halves) = self.of(pair.base), self.of(pair.head)
        halves = (head_halves - base_halves)[..., column]
        return halves_interval(head[column] - base[column], halves, watched(pair.head), LEVEL)


def watched(cell: CellResult) -> int:
    """Return how many of its first blocks are watched."""
    return len(cell.lengths) // cell.tally.rotations


def _of_course(
    name: str, title: str, scale: float, asked: Callable[[Cell], bool], courses: _Courses, column: int
) -> Question:  # fmt: skip
    return Question(
        name, title, scale, asked,
        lambda cell: courses.interval(cell, column), lambda pair: courses.difference(pair, column),
    )  # fmt: skip


def _score(stem: str, name: str) -> Question:
    def turned(interval: Interval, cell: CellResult, whole: float) -> Interval:
        return interval if cell.cell.a == stem else interval.opposite(whole)

    return Question(
        f"score_{stem}", name, 1000.0, lambda cell: cell.a != cell.b and stem in (cell.a, cell.b),
        lambda cell: turned(score_interval(cell.tally, LEVEL), cell, 1),
        lambda pair: turned(difference_interval(pair.tally, LEVEL), pair.head, 0),
    )  # fmt: skip


def sweep(planned: SweepPlan, result: SweepResult) -> pl.DataFrame:
    """Return one row a policy level and change, levels in their order; columns as in `schema`.

    The rules as they are come first, then the changes as they were asked for; those that cannot be compared are behind
    all levels.
    """
    asked = questions(planned.base)
    rows = []
    base = result.of(planned.base)
    for level, policy in enumerate(base.plan.levels):
        cells = _of_level(base.cells, level)
        rows.append(_about(policy, BASE, "", BASED, cells) | _spread(cells))
        rows[-1] |= _answers(asked, cells)
    for variant in planned.variants:
        edits = _edits(planned, variant)
        if variant.pairs is None:
            status = f"cannot be compared: {variant.reason}"
            rows.append({"policy": None, "change": variant.name, "edits": edits, "status": status})
            continue
        run, pairs = result.of(variant.pairs.head), result.pairs(variant.pairs)
        for level, policy in enumerate(run.plan.levels):
            cells = _of_level(run.cells, level)
            moved = [pair for pair in pairs if pair.head.cell.level == level]
            row = _about(policy, variant.name, edits, COMPARED if moved else UNCHANGED, cells)
            row |= {"touched": len(moved)} | _moves(cells, moved) | _spread(cells)
            rows.append(row | _answers(asked, cells, moved))
    _mark(asked, rows)
    order = {policy: i for i, policy in enumerate(dict.fromkeys(row["policy"] for row in rows if row["policy"]))}
    rows.sort(key=lambda row: order.get(row["policy"], len(order)))  # stable: else as they came
    return pl.DataFrame(rows, schema=schema(planned), orient="row")


def _of_level(cells: Sequence[CellResult], level: int) -> list[CellResult]:
    return [cell for cell in cells if cell.cell.level == level]


def _about(policy: str, name: str, edits: str, status: str, cells: Sequence[CellResult]) -> dict[str, Any]:
    games = sum(cell.tally.games for cell in cells)
    return {"policy": policy, "change": name, "edits": edits, "status": status, "games": games, "cells": len(cells)}


def _edits(planned: SweepPlan, variant: SweptVariant) -> str:
    """Return what a change lays over the data, without what lies over the base as well."""
    own = planned.base.data.edits
    return " ".join(edit for edit in variant.data.edits if edit not in own)


def _answers(
    asked: Sequence[Question], cells: Sequence[CellResult], moved: Sequence[PairResult] | None = None
) -> dict[str, Any]:
    """Return the columns of all questions; with the touched pairs, those of what changed.

    What changed is the mean over cells, of which those that are not touched are 0.
    """
    row: dict[str, Any] = {}
    for question in asked:
        values = [question.value(cell) for cell in cells if question.is_asked_of(cell.cell)]
        if not values:
            continue
        change = None
        if moved is not None:
            parts = [question.difference(pair) for pair in moved if question.is_asked_of(pair.head.cell)]
            change = mean_interval(parts, len(values)) if parts else Interval(0.0, 0.0, 0.0, LEVEL)
            row[f"{question.name}_p"] = float(f"{interval_p(change):.3g}") if parts else 1.0
        row |= question.columns(mean_interval(values), change)
    return row


def _mark(asked: Sequence[Question], rows: Sequence[dict[str, Any]]) -> None:
    """Say of every difference whether it is one, within each policy level; what is surely 0 is no test."""
    names = [question.name for question in asked]
    for policy in {row["policy"] for row in rows}:
        told = [row for row in rows if row["policy"] == policy and "touched" in row]
        for row in told:
            row |= {f"{name}_found": False for name in names if f"{name}_p" in row}
        tests = [(row, name) for row in told if row["touched"] for name in names if f"{name}_p" in row]
        found = discoveries([row[f"{name}_p"] for row, name in tests], FALSE_DISCOVERY_RATE) if tests else []
        for (row, name), is_found in zip(tests, found, strict=True):
            row[f"{name}_found"] = is_found


def _moves(cells: Sequence[CellResult], moved: Sequence[PairResult]) -> dict[str, Any]:
    """Return how much the table moves."""
    games = sum(cell.tally.games for cell in cells if cell.cell.a != cell.cell.b)
    pairs = [pair for pair in moved if pair.head.cell.a != pair.head.cell.b]
    if not games:
        return {}
    row: dict[str, Any] = {
        "winner_changed": per_mille(sum(pair.tally.discordant_games for pair in pairs) / games),
        "movers": sum(movers([pair.tally for pair in pairs])),
    }
    if any(pair.tally.half_points for pair in pairs):
        level = simultaneous_level(len(pairs), LEVEL)
        largest = max(pairs, key=lambda pair: abs(pair.tally.half_points) / pair.tally.games)
        move = difference_interval(largest.tally, level)
        row |= {
            "largest_a": largest.head.cell.a, "largest_b": largest.head.cell.b,
            "largest_difference": per_mille(move.estimate), "largest_lo": per_mille(move.low),
            "largest_hi": per_mille(move.high),
        }  # fmt: skip
    return row


def _spread(cells: Sequence[CellResult]) -> dict[str, Any]:
    scored = [cell for cell in cells if cell.cell.a != cell.cell.b]
    stems = sorted({stem for cell in scored for stem in (cell.cell.a, cell.cell.b)})
    if not scored:
        return {}
    at = {stem: i for i, stem in enumerate(stems)}
    table = score_table(len(stems), [(at[c.cell.a], at[c.cell.b], score_moments(c.tally)) for c in scored])
    found = spread(table, LEVEL)
    return {
        "spread_per_mille": per_mille(found.estimate), "spread_lo": per_mille(found.low),
        "spread_hi": per_mille(found.high),
    }  # fmt: skip
