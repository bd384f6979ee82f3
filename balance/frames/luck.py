"""The tables of luck: how much of the outcome each source of luck decides, in a matchup and in a field of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from balance.frames.matchups import per_mille
from balance.stats.shares import Share, field_share, share

if TYPE_CHECKING:
    from balance.runs.executor import RunResult
    from balance.runs.variations import LuckPlan

LEVEL = 0.95

_SHARES = {
    "first_order": pl.Float64,  # per mille of the variance of the outcome that the source decides by itself
    "first_order_lo": pl.Float64,  # pointwise 95 % interval
    "first_order_hi": pl.Float64,
    "with_interactions": pl.Float64,  # that would be left open if all other luck were known
    "with_interactions_lo": pl.Float64,
    "with_interactions_hi": pl.Float64,
}
SCHEMA = {
    "a": pl.String,
    "b": pl.String,
    "policy": pl.String,
    "games": pl.Int64,
    "source": pl.String,
    **_SHARES,
}
FIELD = {
    "policy": pl.String,
    "sides": pl.Int64,
    "matchups": pl.Int64,  # of two different sides
    "games": pl.Int64,  # of all of them
    "source": pl.String,
    **_SHARES,
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
        rows.append(row | _columns(found))
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def field_luck(planned: Sequence[LuckPlan], result: RunResult) -> pl.DataFrame:
    """Return one row a source of luck, with its share in all matchups together: columns as in `FIELD`.

    Parameters
    ----------
    planned : sequence of LuckPlan
        A plan a matchup, all with the same sources.
    result : RunResult
        A run of all of them together, with all outcomes kept.
    """
    parts = [(one, result.part(one.plan).cells) for one in planned]
    rows = []
    for i, name in enumerate(source.name for source in planned[0].sources):
        games = []
        for one, cells in parts:
            source, blocks = one.sources[i], one.plan.cells[0].blocks
            # Cards may have been counted in more games than had their luck renewed.
            games.append((cells[0].outcomes[:blocks], cells[source.kept].outcomes, cells[source.renewed].outcomes))
        found = field_share(games, LEVEL)
        row: dict[str, Any] = dict.fromkeys(FIELD)
        row |= {
            "policy": planned[0].plan.levels[0],
            "sides": len(planned[0].plan.side_hashes),
            "matchups": len(games),
            "games": sum(base.size for base, _, _ in games),
            "source": name,
        }
        rows.append(row | _columns(found))
    return pl.DataFrame(rows, schema=FIELD, orient="row")


def _columns(found: Share | None) -> dict[str, float]:
    """Return the columns of a share in per mille, none where there is no variance to share."""
    columns: dict[str, float] = {}
    for name, interval in (("first_order", found and found.first), ("with_interactions", found and found.total)):
        if interval:
            columns |= {
                name: per_mille(interval.estimate),
                f"{name}_lo": per_mille(interval.low),
                f"{name}_hi": per_mille(interval.high),
            }
    return columns
