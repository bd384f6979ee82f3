"""What each side does: one row a policy level and side, over its matchups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from balance.frames.feel import courses, side_totals
from balance.runs.executor import CellResult, RunResult
from balance.stats import merge_histograms, quantile

if TYPE_CHECKING:
    from balance.rules.ruleset import MeasureInfo, Ruleset

SCHEMA = {
    "policy": pl.String,
    "side": pl.String,  # file stem
    "provenance": pl.String,
    "games": pl.Int64,  # against other sides; mirrors count only where there is nothing else
    "rounds_p10": pl.Int64,
    "rounds_p50": pl.Int64,
    "rounds_p90": pl.Int64,
    "watched_games": pl.Int64,  # of the first blocks, which the next three columns are about
    "lead_changes": pl.Float64,  # a game, the end included
    "comebacks": pl.Float64,  # per mille of the won games, of either side: the winner's chance was below 20 %
    "decided_early": pl.Float64,  # per mille of the won games, decided before the last round
}


def schema(ruleset: Ruleset) -> dict[str, type[pl.DataType]]:
    """Return the columns: `SCHEMA`, then what the ruleset counts of a side.

    Those are ``NAME_per_game`` for each measure of a side (signatures called) and each group of totals (rounds won),
    ``NAME_per_mille`` for each total of a group (the share of it won by initiative), and ``NAME_per_GROUP`` for a total
    that is counted for each of a group's (damage per round won).
    """
    columns = [f"{name}_per_game" for name in (*side_measures(ruleset.measures), *ruleset.groups)]
    columns += [f"{total.name}_per_mille" if total.group else f"{total.name}_per_{total.per or 'game'}"
                for total in ruleset.totals]  # fmt: skip
    return SCHEMA | dict.fromkeys(columns, pl.Float64)


def sides(result: RunResult) -> pl.DataFrame:
    """Return one row a policy level and side, in sorted order within a level; columns as in `schema`.

    Columns of the course are empty where no game was watched, shares where there is nothing to share out.
    """
    ruleset = result.plan.ruleset
    rows = []
    for level, policy in enumerate(result.plan.levels):
        cells = between_sides([cell for cell in result.cells if cell.cell.level == level])
        totals = side_totals(ruleset, cells)
        for stem in sorted(totals):
            rows.append(
                {
                    "policy": policy,
                    "side": stem,
                    "provenance": result.plan.data.sides[stem].provenance.value,
                    **_course([cell for cell in cells if stem in (cell.cell.a, cell.cell.b)], ruleset),
                    **_totals(totals[stem], _seats(stem, cells), ruleset),
                    **_measures(stem, cells, ruleset),
                }
            )
    return pl.DataFrame(rows, schema=schema(ruleset), orient="row")


def side_measures(measures: Sequence[MeasureInfo]) -> dict[str, str]:
    """Return the measures that come once for side a and once for side b: name without the side -> title."""
    found = {info.name: info.title for info in measures}
    return {
        name[:-2]: title.removesuffix(" by the first side")
        for name, title in found.items()
        if name.endswith("_a") and f"{name[:-2]}_b" in found
    }


def between_sides(cells: Sequence[CellResult]) -> list[CellResult]:
    """Return the cells of two different sides; the mirrors where there are only mirrors."""
    return [cell for cell in cells if cell.cell.a != cell.cell.b] or list(cells)


def _seats(stem: str, cells: Sequence[CellResult]) -> int:
    """Return how many games of a side there are; one against itself counts for both of its seats."""
    return sum(cell.tally.games * ((cell.cell.a == stem) + (cell.cell.b == stem)) for cell in cells)


def _course(cells: Sequence[CellResult], ruleset: Ruleset) -> dict[str, Any]:
    column = [info.name for info in ruleset.measures].index("rounds")
    rounds = merge_histograms(*(cell.histograms[column] for cell in cells))
    course = courses(cells)
    row: dict[str, Any] = {"games": sum(cell.tally.games for cell in cells)}
    row |= {f"rounds_p{percent}": quantile(rounds, percent / 100) for percent in (10, 50, 90)}
    if course.games:
        row |= {"watched_games": course.games, "lead_changes": round(course.mean_lead_changes, 3)}
    if course.won:
        row |= {
            "comebacks": round(1000 * course.comebacks / course.won, 1),
            "decided_early": round(1000 * course.decided_early / course.won, 1),
        }
    return row


def _measures(stem: str, cells: Sequence[CellResult], ruleset: Ruleset) -> dict[str, float]:
    position = {info.name: column for column, info in enumerate(ruleset.measures)}
    games, row = _seats(stem, cells), {}
    for name in side_measures(ruleset.measures):
        total = sum(
            int(cell.histograms[position[f"{name}_{side}"]] @ np.arange(ruleset.bins))
            for cell in cells
            for side, other in (("a", cell.cell.a), ("b", cell.cell.b))
            if other == stem
        )
        row[f"{name}_per_game"] = round(total / games, 4)
    return row


def _totals(totals: np.ndarray, games: int, ruleset: Ruleset) -> dict[str, float]:
    infos = list(zip(ruleset.totals, totals.tolist(), strict=True))
    wholes = {group: sum(n for total, n in infos if total.group == group) for group in ruleset.groups}
    row = {f"{group}_per_game": round(whole / games, 4) for group, whole in wholes.items()}
    for total, n in infos:
        if total.group and wholes[total.group]:
            row[f"{total.name}_per_mille"] = round(1000 * n / wholes[total.group], 1)
        elif total.per and wholes[total.per]:
            row[f"{total.name}_per_{total.per}"] = round(n / wholes[total.per], 4)
        elif not total.group and not total.per:
            row[f"{total.name}_per_game"] = round(n / games, 4)
    return row
