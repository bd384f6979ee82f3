"""How strong the sides are and what the table as a whole is like: two frames, each for the main sides and for all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from balance.frames import formats
from balance.frames.matchups import LEVEL, per_mille
from balance.runs.executor import RunResult
from balance.stats import (
    BAND,
    EVEN,
    Interval,
    ScoreTable,
    averages,
    bradley_terry,
    intransitive_share,
    nash_mix,
    score_table,
    simultaneous_level,
    spread,
)

# Main sides are those that nothing keeps apart (`RulesetData.apart`): no stand-ins, no reference policies.
MAIN, ALL = SCOPES = ("main", "all")

# Scores are in the format of the run, per mille; intervals are 95 % and pointwise.
RATINGS = {
    "policy": pl.String,
    "scope": pl.String,  # the field: main sides against each other, or all
    "side": pl.String,  # file stem
    "provenance": pl.String,
    "average_per_mille": pl.Float64,  # score against the others of the scope, each weighing the same
    "average_lo": pl.Float64,
    "average_hi": pl.Float64,
    "average_se": pl.Float64,  # standard error
    "rank": pl.Int64,  # by the average
    "rank_lo": pl.Int64,  # best and worst rank that the numbers allow, 95 % for all sides at once
    "rank_hi": pl.Int64,
    "bradley_terry": pl.Float64,  # Elo points; 0 is the average of the scope
    "bradley_terry_lo": pl.Float64,
    "bradley_terry_hi": pl.Float64,
    "nash_score_per_mille": pl.Float64,  # score against the best mix of the scope
    "nash_score_lo": pl.Float64,
    "nash_score_hi": pl.Float64,
    "nash_weight_per_mille": pl.Float64,  # share of that mix
    "nash_weight_lo": pl.Float64,
    "nash_weight_hi": pl.Float64,
}
STRUCTURE = {
    "policy": pl.String,
    "scope": pl.String,
    "sides": pl.Int64,
    "matchups": pl.Int64,  # of two different sides
    "spread_per_mille": pl.Float64,  # of the scores about even, a standard deviation, without noise
    "spread_lo": pl.Float64,
    "spread_hi": pl.Float64,
    "intransitive_per_mille": pl.Float64,  # share of the squared log odds that no order of strength explains
    "intransitive_lo": pl.Float64,  # all three empty below three sides, and where all may be even
    "intransitive_hi": pl.Float64,
    "settled_even": pl.Int64,  # matchups whose pointwise interval leaves out 500
    "settled_band": pl.Int64,  # and those whose interval leaves out 450 and 550
    "lopsided_at_once": pl.Int64,  # outside of 450 to 550 by intervals for all matchups of the scope at once
}


@dataclass(frozen=True, slots=True)
class _Field:
    """One policy level and scope: the sides that meet each other, and their scores."""

    policy: str
    scope: str
    stems: tuple[str, ...]
    table: ScoreTable
    cells: tuple[Any, ...]


def ratings(result: RunResult, format: str = "duel") -> pl.DataFrame:
    """Return one row a policy level, scope and side, sides in sorted order; columns as in `RATINGS`.

    A scope of fewer than two sides has no rows.

    Parameters
    ----------
    result : RunResult
        Single games.
    format : str
        One of `formats.FORMATS`: what a score is a score of.
    """
    rows = []
    for field in _fields(result, format):
        mix = nash_mix(field.table, LEVEL)
        of_sides = zip(
            field.stems, averages(field.table, LEVEL), bradley_terry(field.table, LEVEL), strict=True
        )  # fmt: skip
        for i, (stem, average, points) in enumerate(of_sides):
            rows.append(
                {
                    "policy": field.policy,
                    "scope": field.scope,
                    "side": stem,
                    "provenance": result.plan.data.sides[stem].provenance.value,
                    **_columns("average", average.interval, "_per_mille"),
                    "average_se": round(1000 * average.standard_error, 2),
                    "rank": average.rank,
                    "rank_lo": average.rank_low,
                    "rank_hi": average.rank_high,
                    "bradley_terry": round(points.estimate, 1) + 0.0,
                    "bradley_terry_lo": round(points.low, 1) + 0.0,
                    "bradley_terry_hi": round(points.high, 1) + 0.0,
                    **_columns("nash_score", _interval(mix.scores[i], mix.score_limits[i]), "_per_mille"),
                    **_columns("nash_weight", _interval(mix.weights[i], mix.weight_limits[i]), "_per_mille"),
                }
            )
    return pl.DataFrame(rows, schema=RATINGS, orient="row")


def structure(result: RunResult, format: str = "duel") -> pl.DataFrame:
    """Return one row a policy level and scope; columns as in `STRUCTURE`.

    A scope of fewer than two sides has no row.

    Parameters
    ----------
    result : RunResult
        Single games.
    format : str
        One of `formats.FORMATS`: what a score is a score of.
    """
    chosen = formats.named(format)
    rows = []
    for field in _fields(result, format):
        share = intransitive_share(field.table, LEVEL)
        own = [chosen.interval(cell.tally, LEVEL) for cell in field.cells]
        at_once = [
            chosen.interval(cell.tally, simultaneous_level(field.table.cells, LEVEL)) for cell in field.cells
        ]  # fmt: skip
        rows.append(
            {
                "policy": field.policy,
                "scope": field.scope,
                "sides": field.table.sides,
                "matchups": field.table.cells,
                **_columns("spread", spread(field.table, LEVEL), "_per_mille"),
                **_columns("intransitive", share, "_per_mille"),
                "settled_even": sum(_leaves_out(interval, EVEN) for interval in own),
                "settled_band": sum(_leaves_out(interval, BAND) for interval in own),
                "lopsided_at_once": sum(interval.high < BAND[0] or interval.low > BAND[1] for interval in at_once),
            }
        )
    return pl.DataFrame(rows, schema=STRUCTURE, orient="row")


def _fields(result: RunResult, format: str) -> Iterator[_Field]:
    """Yield every policy level and scope that has two sides or more."""
    moments = formats.named(format).moments
    data = result.plan.data
    for level, policy in enumerate(result.plan.levels):
        of_level = [cell for cell in result.cells if cell.cell.level == level and cell.cell.a != cell.cell.b]
        found = {stem for cell in of_level for stem in (cell.cell.a, cell.cell.b)}
        for scope in SCOPES:
            stems = tuple(sorted(stem for stem in found if scope == ALL or not data.apart(stem)))
            if len(stems) < 2:
                continue
            at = {stem: i for i, stem in enumerate(stems)}
            cells = tuple(cell for cell in of_level if cell.cell.a in at and cell.cell.b in at)
            table = score_table(
                len(stems), [(at[cell.cell.a], at[cell.cell.b], moments(cell.tally)) for cell in cells]
            )  # fmt: skip
            yield _Field(policy, scope, stems, table, cells)


def _interval(estimate: float, limits: np.ndarray) -> Interval:
    return Interval(float(estimate), float(limits[0]), float(limits[1]), LEVEL)


def _columns(name: str, interval: Interval | None, unit: str) -> dict[str, float | None]:
    """Return the three columns of an interval of fractions, per mille."""
    keys = (f"{name}{unit}", f"{name}_lo", f"{name}_hi")
    if interval is None:
        return dict.fromkeys(keys)
    return dict(zip(keys, map(per_mille, (interval.estimate, interval.low, interval.high)), strict=True))


def _leaves_out(interval: Interval, lines: tuple[float, ...]) -> bool:
    return not any(interval.low <= line <= interval.high for line in lines)
