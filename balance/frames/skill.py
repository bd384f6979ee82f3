"""The tables of skill: every matchup, every mirror and every side's average at several noises, and what errors cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import polars as pl

from balance.frames.matchups import LEVEL, matchups, per_mille
from balance.frames.ratings import ratings
from balance.stats import seat_score_interval

if TYPE_CHECKING:
    from balance.runs.executor import RunResult
    from balance.runs.skill import SkillPlan

BAND = (450.0, 550.0)  # per mille: a score outside is lopsided

SCHEMA = {
    "question": pl.String,  # MATCHUP, FIRST or ERRORS
    "a": pl.String,
    "b": pl.String,  # the same as a but for matchups
    "provenance_a": pl.String,
    "provenance_b": pl.String,
    "policy": pl.String,
    "noise": pl.Int64,  # per mille of the decisions that are made at random; by both sides, or by side a of ERRORS
    "games": pl.Int64,
    "score_per_mille": pl.Float64,  # of side a, or of the first player
    "lo": pl.Float64,  # pointwise 95 % interval
    "hi": pl.Float64,
    "verdict": pl.String,  # the same in all rows of one a and b; empty for ERRORS
}

MATCHUP = "matchup"
FIRST = "first player"  # of a side against itself; not asked of simultaneous play
ERRORS = "errors"  # a side that errs against itself at its best

SURVIVES = "at every skill"
GONE = "goes with good play"
GROWN = "comes with good play"
TURNED = "turns round"
EVEN = "even or open"


def skill(planned: SkillPlan, result: RunResult) -> pl.DataFrame:
    """Return one row a question, pair and noise, in this order, questions as above; columns as in `SCHEMA`."""
    rows = list(_rows(planned, result))
    order = (MATCHUP, FIRST, ERRORS)
    rows.sort(key=lambda row: (order.index(row["question"]), row["a"], row["b"], row["noise"]))
    n = len(planned.noises)
    for first in range(0, sum(row["question"] != ERRORS for row in rows), n):
        verdict = _verdict(_lean(rows[first]), _lean(rows[first + n - 1]))
        for row in rows[first : first + n]:
            row["verdict"] = verdict
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def _rows(planned: SkillPlan, result: RunResult) -> Iterator[dict[str, Any]]:
    for found, cell in zip(matchups(result).iter_rows(named=True), result.cells, strict=True):
        row = {name: found.get(name, "") for name in SCHEMA}
        row |= {"policy": planned.playing, "noise": planned.noise_of[found["policy_a"]]}
        if found["a"] != found["b"]:
            yield row | {"question": MATCHUP}
        elif found["policy_a"] != found["policy_b"]:
            yield row | {"question": ERRORS}
        elif not result.plan.ruleset.is_simultaneous:
            first = seat_score_interval(cell.tally, LEVEL)
            score, low, high = map(per_mille, (first.estimate, first.low, first.high))
            yield row | {"question": FIRST, "score_per_mille": score, "lo": low, "hi": high}


def _lean(row: dict[str, float]) -> int:
    """Return 1 where the score is surely above the band, -1 where it is surely below."""
    return int(row["lo"] > BAND[1]) - int(row["hi"] < BAND[0])


def _verdict(best: int, worst: int) -> str:
    """Return what becomes of a lopsided score from the least noise to the most."""
    if best == worst:
        return SURVIVES if best else EVEN
    if best and worst:
        return TURNED
    return GROWN if best else GONE


def averages(planned: SkillPlan, result: RunResult) -> pl.DataFrame:
    """Return each side's average against the field at every noise: `frames.ratings.ratings` with a column `noise`."""
    noise_of = dict(zip(planned.plan.levels, planned.noises, strict=True))
    return ratings(result).with_columns(pl.col("policy").replace_strict(noise_of, return_dtype=pl.Int64).alias("noise"))
