"""What the games of a run are like: one row a cell, and one a side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from balance.frames.matchups import pair_of
from balance.runs.executor import CellResult, RunResult
from balance.runs.manifest import totals_of
from balance.stats import quantile
from balance.stats.course import CourseTally

if TYPE_CHECKING:
    from balance.rules.ruleset import MeasureInfo, Ruleset

SCHEMA = {
    "a": pl.String,
    "b": pl.String,
    "provenance_a": pl.String,
    "provenance_b": pl.String,
    "policy": pl.String,
    "games": pl.Int64,
    "rounds_p10": pl.Int64,
    "rounds_p50": pl.Int64,
    "rounds_p90": pl.Int64,
    "watched_games": pl.Int64,  # of the first blocks, which the columns behind are about
    "lead_changes": pl.Float64,  # a game, the end included
    "no_lead_change": pl.Float64,  # per mille of the games
    "winner_low": pl.Float64,  # mean of the winner's lowest chance, per mille
    "comebacks": pl.Float64,  # per mille of the won games, the winner's chance was below 20 %
    "decided_early": pl.Float64,  # per mille of the won games, decided before the last round: the winner stays at 90 %
    "decided_p10": pl.Int64,  # percent of the rounds after which a game is decided
    "decided_p50": pl.Int64,
}


def schema(ruleset: Ruleset) -> dict[str, type[pl.DataType]]:
    """Return the columns: `SCHEMA`, then counts of the ruleset.

    Those are ``MEASURE_VALUE`` for each value of a measure that has names (games by how they ended), and ``TOTAL_a``
    and ``TOTAL_b``, the sums of each total for both sides.
    """
    names = [_of_value(info, name) for info in ruleset.measures for name in info.names]
    names += [f"{total.name}_{side}" for total in ruleset.totals for side in "ab"]
    return SCHEMA | dict.fromkeys(names, pl.Int64)


def feel(result: RunResult) -> pl.DataFrame:
    """Return one row a cell; columns as in `schema`, those of the course empty for cells that were not watched."""
    rows = [_row(result, cell) for cell in result.cells]
    return pl.DataFrame(rows, schema=schema(result.plan.ruleset), orient="row")


def _row(result: RunResult, cell: CellResult) -> dict[str, Any]:
    names = [measure.name for measure in result.plan.ruleset.measures]
    rounds = cell.histograms[names.index("rounds")]
    row: dict[str, Any] = dict.fromkeys(SCHEMA)
    level = result.plan.levels[cell.cell.level]
    row |= pair_of(result, cell) | {"policy": level, "games": cell.tally.games}
    row |= {f"rounds_p{percent}": quantile(rounds, percent / 100) for percent in (10, 50, 90)}
    course = cell.course
    if course is not None and course.games:
        row |= {
            "watched_games": course.games,
            "lead_changes": round(course.mean_lead_changes, 3),
            "no_lead_change": round(1000 * int(course.lead_changes[0]) / course.games, 1),
        }
    if course is not None and course.won:
        row |= {
            "winner_low": round(1000 * course.mean_low_point, 1),
            "comebacks": round(1000 * course.comebacks / course.won, 1),
            "decided_early": round(1000 * course.decided_early / course.won, 1),
            "decided_p10": quantile(course.decided_at, 0.1),
            "decided_p50": quantile(course.decided_at, 0.5),
        }
    for info, counts in zip(result.plan.ruleset.measures, cell.histograms, strict=True):
        row |= {_of_value(info, name): int(counts[value]) for value, name in enumerate(info.names)}
    return row | totals_of(result.plan.ruleset, cell)


def _of_value(info: MeasureInfo, name: str) -> str:
    return f"{info.name}_{name}".replace(" ", "_")


def courses(cells: Sequence[CellResult]) -> CourseTally:
    """Return the sum of how the games of several cells went."""
    total = CourseTally.empty()
    for cell in cells:
        if cell.course is not None:
            total = total + cell.course
    return total


def side_totals(ruleset: Ruleset, cells: Sequence[CellResult]) -> dict[str, np.ndarray]:
    """Return the totals of each side over cells: int64[totals], by file stem."""
    sums: dict[str, np.ndarray] = {}
    for cell in cells:
        for side, stem in enumerate((cell.cell.a, cell.cell.b)):
            here = cell.totals[side::2]
            sums[stem] = sums.get(stem, np.zeros(len(ruleset.totals), np.int64)) + here
    return sums
