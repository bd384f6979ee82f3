"""The table of a comparison: one row a touched matchup and policy level, head minus base under the same luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from balance.frames.matchups import per_mille
from balance.runs.paired import PairedResult, PairResult
from balance.stats import Interval, difference_interval, simultaneous_level
from balance.stats.discoveries import movers
from balance.stats.intervals import mean_interval

LEVEL = 0.95

SCHEMA = {
    "policy": pl.String,  # the level's, in the head
    "a": pl.String,  # file stems in sorted order; all scores are those of side a
    "b": pl.String,
    "blocks": pl.Int64,
    "games": pl.Int64,  # of each, base and head
    "base_per_mille": pl.Float64,
    "head_per_mille": pl.Float64,
    "difference": pl.Float64,  # head minus base, per mille
    "lo": pl.Float64,  # pointwise 95 % interval
    "hi": pl.Float64,
    "lo_simultaneous": pl.Float64,  # 95 % for all touched matchups of the policy at once
    "hi_simultaneous": pl.Float64,
    "is_mover": pl.Boolean,  # moved at all, by Holm's method: 5 % chance that any of the policy is named falsely
    "winner_changed": pl.Float64,  # games with another outcome, per mille
    "moved_blocks": pl.Int64,
    "gain": pl.Float64,  # times fewer blocks than independent runs would take; empty where nothing moved
    "draws_base": pl.Int64,
    "draws_head": pl.Int64,
    "truncated_base": pl.Int64,
    "truncated_head": pl.Int64,
    "length_base": pl.Float64,  # mean of the ruleset's first measure: rounds or turns
    "length_head": pl.Float64,
    "direct": pl.Float64,  # the part of the difference that needs nobody to play otherwise; empty unless asked for
    "direct_lo": pl.Float64,
    "direct_hi": pl.Float64,
}


@dataclass(frozen=True, slots=True)
class FieldMove:
    """What an edit did to a side on average over its opponents, untouched ones included.

    Attributes
    ----------
    difference : Interval
        -1 to 1, 95 %.
    opponents : int
    """

    side: str
    policy: str
    difference: Interval
    opponents: int


def diff(result: PairedResult, direct: PairedResult | None = None) -> pl.DataFrame:
    """Return one row a touched matchup and policy level, the largest differences first within a level.

    Parameters
    ----------
    result
        Base against head.
    direct
        The same pairs by `plan_direct`, where that was played.
    """
    rows = []
    apart = {_key(pair): difference_interval(pair.tally, LEVEL) for pair in direct.pairs} if direct else {}
    for level in sorted({pair.head.cell.level for pair in result.pairs}):
        pairs = [pair for pair in result.pairs if pair.head.cell.level == level]
        named = movers([pair.tally for pair in pairs])
        rows += [
            (level, _row(pair, result.plan.head.levels[level], len(pairs), is_mover) | _direct(apart.get(_key(pair))))
            for pair, is_mover in zip(pairs, named, strict=True)
        ]
    rows.sort(key=lambda item: (item[0], -abs(item[1]["difference"]), item[1]["a"], item[1]["b"]))
    return pl.DataFrame([row for _, row in rows], schema=SCHEMA, orient="row")


def _key(pair: PairResult) -> tuple[int, str, str]:
    return pair.head.cell.level, pair.head.cell.a, pair.head.cell.b


def _direct(interval: Interval | None) -> dict[str, float | None]:
    limits = (None, None, None) if interval is None else (interval.estimate, interval.low, interval.high)
    numbers = (None if limit is None else per_mille(limit) for limit in limits)
    return dict(zip(("direct", "direct_lo", "direct_hi"), numbers, strict=True))


def _row(pair: PairResult, policy: str, cells: int, is_mover: bool) -> dict[str, Any]:
    tally, cell = pair.tally, pair.head.cell
    interval = difference_interval(tally, LEVEL)
    at_once = difference_interval(tally, simultaneous_level(cells, LEVEL))
    return {
        "policy": policy,
        "a": cell.a,
        "b": cell.b,
        "blocks": tally.blocks,
        "games": tally.games,
        "base_per_mille": per_mille(tally.base.score),
        "head_per_mille": per_mille(tally.head.score),
        "difference": per_mille(interval.estimate),
        "lo": per_mille(interval.low),
        "hi": per_mille(interval.high),
        "lo_simultaneous": per_mille(at_once.low),
        "hi_simultaneous": per_mille(at_once.high),
        "is_mover": is_mover,
        "winner_changed": per_mille(tally.discordant_games / tally.games),
        "moved_blocks": tally.moved_blocks,
        "gain": None if tally.gain is None else round(tally.gain, 2),
        "draws_base": tally.base.draws,
        "draws_head": tally.head.draws,
        "truncated_base": tally.base.truncated,
        "truncated_head": tally.head.truncated,
        "length_base": mean_length(pair.base.histograms[0]),
        "length_head": mean_length(pair.head.histograms[0]),
    }


def mean_length(histogram: np.ndarray) -> float:
    """Return the mean of a histogram, int64[bins], with two decimals."""
    return round(float(histogram @ np.arange(len(histogram)) / histogram.sum()), 2)


def realised_gain(pairs: Sequence[PairResult]) -> float | None:
    """Return how many times fewer blocks common luck took than independent runs, over all cells together.

    The variance of the sum of the differences had base and head been independent, over its paired variance; None where
    nothing moved.
    """
    paired = independent = 0
    for pair in pairs:
        tally = pair.tally
        paired += tally.blocks * tally.half_points_squared - tally.half_points**2
        for cell in (tally.base, tally.head):
            independent += tally.blocks * cell.half_points_squared - cell.half_points**2
    return independent / paired if paired else None


def field_moves(result: PairedResult) -> Iterator[FieldMove]:
    """Yield, for each level and edited side, its move on average over its opponents; for rules or policies, all sides.

    The intervals of its matchups are put together as for a mean of independent estimates (`mean_interval`).
    """
    for level, policy in enumerate(result.plan.head.levels):
        for side in result.plan.edited or result.plan.head.side_hashes:
            pairs = [
                pair for pair in result.plan.pairs if pair.head.level == level and side in (pair.head.a, pair.head.b)
            ]
            moves = [
                _turned(difference_interval(pair.tally, LEVEL), pair.head.cell.a == side)
                for pair in result.pairs
                if pair.head.cell.level == level and side in (pair.head.cell.a, pair.head.cell.b)
            ]
            if not moves:
                continue
            yield FieldMove(side, policy, mean_interval(moves, len(pairs)), len(pairs))


def _turned(interval: Interval, is_first: bool) -> Interval:
    return interval if is_first else interval.opposite(0)
