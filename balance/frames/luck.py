"""The table of luck: how much of a matchup's outcome each source of luck decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from balance.frames.matchups import per_mille
from balance.stats.shares import share

if TYPE_CHECKING:
    from balance.runs.executor import RunResult
    from balance.runs.variations import LuckPlan

LEVEL = 0.95

SCHEMA = {
    "a": pl.String,
    "b": pl.String,
    "policy": pl.String,
    "games": pl.Int64,
    "source": pl.String,
    "first_order": pl.Float64,  # per mille of the variance of the outcome that the source decides by itself
    "first_order_lo": pl.Float64,  # pointwise 95 % interval
    "first_order_hi": pl.Float64,
    "with_interactions": pl.Float64,  # that would be left open if all other luck were known
    "with_interactions_lo": pl.Float64,
    "with_interactions_hi": pl.Float64,
}


def luck(planned: LuckPlan, result: RunResult) -> pl.DataFrame:
    """Return one row a source of luck: columns as in `SCHEMA`, empty shares where all games ended alike.

    Parameters
    ----------
    planned : LuckPlan
    result : RunResult
        The run of its plan, with all outcomes kept.
    """
    base = result.cells[0]
    rows = []
    for source in planned.sources:
        kept, renewed = result.cells[source.kept], result.cells[source.renewed]
        found = share(base.outcomes, kept.outcomes, renewed.outcomes, LEVEL)
        row: dict[str, Any] = dict.fromkeys(SCHEMA)
        row |= {
            "a": base.cell.a,
            "b": base.cell.b,
            "policy": planned.plan.levels[0],
            "games": base.tally.games,
            "source": source.name,
        }
        for name, interval in (("first_order", found and found.first), ("with_interactions", found and found.total)):
            if interval:
                row |= {
                    name: per_mille(interval.estimate),
                    f"{name}_lo": per_mille(interval.low),
                    f"{name}_hi": per_mille(interval.high),
                }
        rows.append(row)
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")
