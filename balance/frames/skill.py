"""The tables of skill: every matchup, and every side's average, at several noises."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from balance.frames.matchups import matchups
from balance.frames.ratings import ratings

if TYPE_CHECKING:
    from balance.runs.executor import RunResult
    from balance.runs.skill import SkillPlan

BAND = (450.0, 550.0)  # per mille: a matchup outside is lopsided

SCHEMA = {
    "a": pl.String,
    "b": pl.String,
    "provenance_a": pl.String,
    "provenance_b": pl.String,
    "policy": pl.String,
    "noise": pl.Int64,  # per mille of the decisions that are made at random
    "games": pl.Int64,
    "score_per_mille": pl.Float64,  # of side a
    "lo": pl.Float64,  # pointwise 95 % interval
    "hi": pl.Float64,
    "verdict": pl.String,  # of the matchup: the same in all of its rows
}

SURVIVES = "at every skill"
GONE = "goes with good play"
GROWN = "comes with good play"
TURNED = "turns round"
EVEN = "even or open"


def skill(planned: SkillPlan, result: RunResult) -> pl.DataFrame:
    """Return one row a matchup and noise, mirrors left out, sorted by matchup and noise; columns as in `SCHEMA`."""
    noise_of = dict(zip(planned.plan.levels, planned.noises, strict=True))
    rows = []
    for row in matchups(result).filter(pl.col("a") != pl.col("b")).iter_rows(named=True):
        kept = {name: row[name] for name in SCHEMA if name in row}
        rows.append(kept | {"policy": planned.policy, "noise": noise_of[row["policy_a"]], "verdict": ""})
    rows.sort(key=lambda row: (row["a"], row["b"], row["noise"]))
    n = len(planned.noises)
    for first in range(0, len(rows), n):
        verdict = _verdict(_lean(rows[first]), _lean(rows[first + n - 1]))
        for row in rows[first : first + n]:
            row["verdict"] = verdict
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def _lean(row: dict[str, float]) -> int:
    """Return 1 where side a is surely above the band, -1 where it is surely below."""
    return int(row["lo"] > BAND[1]) - int(row["hi"] < BAND[0])


def _verdict(best: int, worst: int) -> str:
    """Return what becomes of a lopsided matchup from the least noise to the most."""
    if best == worst:
        return SURVIVES if best else EVEN
    if best and worst:
        return TURNED
    return GROWN if best else GONE


def averages(planned: SkillPlan, result: RunResult) -> pl.DataFrame:
    """Return each side's average against the field at every noise: `frames.ratings.ratings` with a column `noise`."""
    noise_of = dict(zip(planned.plan.levels, planned.noises, strict=True))
    return ratings(result).with_columns(pl.col("policy").replace_strict(noise_of, return_dtype=pl.Int64).alias("noise"))
