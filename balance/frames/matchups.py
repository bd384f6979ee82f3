"""The matchup table: one row a cell and policy level."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from balance.frames import formats
from balance.runs.executor import CellResult, RunResult
from balance.stats import BAND, EVEN, quantile, seat_score_interval, simultaneous_level

if TYPE_CHECKING:
    import pandas as pd

LEVEL = 0.95  # of the pointwise intervals

# Of single games, whatever the format.
SCHEMA = {
    "a": pl.String,  # file stems in sorted order; all scores are those of side a
    "b": pl.String,
    "provenance_a": pl.String,
    "provenance_b": pl.String,
    "policy_a": pl.String,
    "policy_b": pl.String,
    "blocks": pl.Int64,
    "games": pl.Int64,
    "score_per_mille": pl.Float64,  # a draw or a truncated game counts one half; empty for mirrors
    "lo": pl.Float64,  # pointwise 95 % interval of the score, per mille
    "hi": pl.Float64,
    "lo_simultaneous": pl.Float64,  # 95 % for all matchups of the policy level at once
    "hi_simultaneous": pl.Float64,
    "truncated_lost": pl.Float64,  # the score if every truncated game had been lost, and if it had been won; per mille
    "truncated_won": pl.Float64,
    "variance": pl.Float64,  # of the block score, in (score per game) squared
    "design_effect": pl.Float64,
    "wins": pl.Int64,  # of side a; in a mirror, of seat 0, or of the first side where luck goes by side
    "draws": pl.Int64,
    "losses": pl.Int64,
    "truncated": pl.Int64,
    "seat_gap": pl.Float64,  # score in seat 0 minus score in seat 1, per mille
    "script_difference": pl.Float64,  # largest difference of the score between policy levels, per mille
    "rounds_p10": pl.Int64,
    "rounds_p50": pl.Int64,
    "rounds_p90": pl.Int64,
    "games_to_settle_even": pl.Int64,  # games for lo and hi to leave out 500, the score staying where it is
    "games_to_settle_band": pl.Int64,  # games for them to leave out 450 and 550
}


def schema(format: str = "duel") -> dict[str, type[pl.DataType]]:
    """Return the columns of the matchup table: `SCHEMA`, and behind it those of a series, per mille."""
    chosen = formats.named(format)
    return SCHEMA | dict.fromkeys(chosen.score_columns, pl.Float64)


def matchups(result: RunResult, format: str = "duel") -> pl.DataFrame:
    """Return the matchup table of a run, sorted by policy level, then a, then b; columns as in `schema`.

    Parameters
    ----------
    result : RunResult
        Single games; a format plays nothing new.
    format : str
        One of `formats.FORMATS`. A series adds its own score, interval and difference between policies to those of the
        single game, which stay.
    """
    chosen = formats.named(format)
    rows = [_row(result, cell) for cell in result.cells]
    _score(rows, result, formats.DUEL)
    if chosen.is_series:
        _score(rows, result, chosen)
    return pl.DataFrame(rows, schema=schema(format), orient="row")


def _score(rows: list[dict[str, Any]], result: RunResult, format: formats.Format) -> None:
    """Add the score in a format to the rows, and its largest difference between policy levels; empty for mirrors."""
    estimate, low, high, difference = format.columns
    all_low, all_high = format.simultaneous
    lost, won = format.truncation
    level_cells = Counter(cell.cell.level for cell in result.cells if not cell.cell.is_mirror)
    scores: dict[tuple[str, str], list[float]] = {}
    for row, cell in zip(rows, result.cells, strict=True):
        row |= dict.fromkeys(format.score_columns)
        if not cell.cell.is_mirror:
            interval = format.interval(cell.tally, LEVEL)
            at_once = format.interval(cell.tally, simultaneous_level(level_cells[cell.cell.level], LEVEL))
            same = interval.estimate, interval.estimate
            worst, best = format.bounds(cell.tally) if cell.tally.truncated else same
            row |= {
                estimate: per_mille(interval.estimate),
                low: per_mille(interval.low),
                high: per_mille(interval.high),
                all_low: per_mille(at_once.low),
                all_high: per_mille(at_once.high),
                lost: per_mille(worst),
                won: per_mille(best),
            }
            scores.setdefault((row["a"], row["b"]), []).append(interval.estimate)
    for row in rows:
        levels = scores.get((row["a"], row["b"]), [])
        if len(levels) > 1:
            row[difference] = per_mille(max(levels) - min(levels))


def _row(result: RunResult, cell: CellResult) -> dict[str, Any]:
    plan, tally = cell.cell, cell.tally
    names = [measure.name for measure in result.plan.ruleset.measures]
    rounds = cell.histograms[names.index("rounds")]
    row: dict[str, Any] = dict.fromkeys(SCHEMA)
    row |= {
        **pair_of(result, cell),
        "policy_a": plan.policy_a,
        "policy_b": plan.policy_b,
        "blocks": tally.blocks,
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "truncated": tally.truncated,
        "rounds_p10": quantile(rounds, 0.1),
        "rounds_p50": quantile(rounds, 0.5),
        "rounds_p90": quantile(rounds, 0.9),
    }
    if not plan.is_mirror:
        row |= {
            "variance": round(tally.score_variance, 6),
            "design_effect": round(tally.design_effect, 4),
            "seat_gap": None if tally.seat_gap is None else per_mille(tally.seat_gap),
            "games_to_settle_even": formats.DUEL.games_to_settle(tally, EVEN, LEVEL),
            "games_to_settle_band": formats.DUEL.games_to_settle(tally, BAND, LEVEL),
        }
    return row


def pair_of(result: RunResult, cell: CellResult) -> dict[str, str]:
    """Return who meets in a cell, and what the numbers of both rest on: a, b, provenance_a, provenance_b."""
    a, b = cell.cell.a, cell.cell.b
    of_a, of_b = (result.plan.data.sides[stem].provenance.value for stem in (a, b))
    return {"a": a, "b": b, "provenance_a": of_a, "provenance_b": of_b}


def per_mille(fraction: float) -> float:
    """Return a fraction in per mille with one decimal; never -0.0."""
    return round(1000 * fraction, 1) + 0.0


def histogram(result: RunResult, measure: str) -> pl.DataFrame:
    """Return the histogram of one measure in long form: a, b, policy, value, games; values nobody saw are left out."""
    column = [info.name for info in result.plan.ruleset.measures].index(measure)
    rows = []
    for cell in result.cells:
        counts = cell.histograms[column]
        for value in np.flatnonzero(counts):
            rows.append((cell.cell.a, cell.cell.b, cell.cell.policy_a, int(value), int(counts[value])))
    schema = {"a": pl.String, "b": pl.String, "policy": pl.String, "value": pl.Int64, "games": pl.Int64}
    return pl.DataFrame(rows, schema=schema, orient="row")


def self_check(result: RunResult) -> tuple[float, float, float, int]:
    """Return the seat-0 score over all mirrors of the first level: (score, low, high, games), fractions.

    Simultaneous play has no seat advantage, so the interval should hold one half. Cells with two rotations cannot
    show it: their luck swaps seats, so an error in the seats cancels.
    """
    total = None
    for cell in result.cells:
        if cell.cell.is_mirror and cell.cell.level == 0:
            total = cell.tally if total is None else total + cell.tally
    if total is None:
        return 0.5, 0.0, 1.0, 0
    interval = seat_score_interval(total, LEVEL)
    return interval.estimate, interval.low, interval.high, total.games


def square(table: pl.DataFrame, policy: str, format: str = "duel") -> pd.DataFrame:
    """Return the scores of one policy level as a square pandas frame, per mille, the row's against the column's.

    Scores below the diagonal are 1000 minus those above it; the diagonal is empty (a mirror has no win rate). A format
    other than the single game must be the one that the table was made with.
    """
    import pandas as pd

    rows = table.filter(pl.col("policy_a") == policy, pl.col("policy_b") == policy)
    stems = sorted(set(rows["a"]) | set(rows["b"]))
    grid = pd.DataFrame(np.nan, index=stems, columns=stems)
    for a, b, score in rows.select("a", "b", formats.named(format).columns[0]).iter_rows():
        if a != b and score is not None:
            grid.loc[a, b] = score
            grid.loc[b, a] = 1000 - score
    return grid
