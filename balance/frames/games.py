"""The games of a run that are worth a look: for each cell the typical, the closest, the most one-sided, the longest."""

from __future__ import annotations

import shlex
from typing import Any

import polars as pl

from balance.frames.matchups import pair_of
from balance.runs.executor import CellResult, RunResult
from balance.runs.games import NotableGame, longest_game
from balance.runs.replay import replay_command, stamp_of

SCHEMA = {
    "a": pl.String,  # file stems in sorted order
    "b": pl.String,
    "provenance_a": pl.String,
    "provenance_b": pl.String,
    "policy": pl.String,
    "notable": pl.String,  # `runs.games.Notable`: typical, closest, one-sided, longest
    "rounds": pl.Int64,
    "block": pl.Int64,
    "game": pl.Int64,  # within the block, from 1
    "command": pl.String,  # that tells it, with everything it takes to be that game
}


def games(result: RunResult, behaviour: str) -> pl.DataFrame:
    """Return the notable games, four rows a cell in the order of the run's cells; columns as in `SCHEMA`.

    Parameters
    ----------
    behaviour : str
        The `behaviour_digest` of the run's manifest, which the commands carry.
    """
    rows = [row for cell in result.cells for row in _rows(result, cell, behaviour)]
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def notable_games(result: RunResult, cell: CellResult) -> tuple[NotableGame, ...]:
    """Return the notable games of one cell."""
    measures = [measure.name for measure in result.plan.ruleset.measures]
    return cell.watched_games + longest_game(cell.extremes, measures.index("rounds"))


def _rows(result: RunResult, cell: CellResult, behaviour: str) -> list[dict[str, Any]]:
    stamp = stamp_of(result.plan, cell.cell, behaviour)
    return [
        pair_of(result, cell)
        | {
            "policy": result.plan.levels[cell.cell.level],
            "notable": found.notable.value,
            "rounds": found.rounds,
            "block": found.block,
            "game": found.game,
            "command": shlex.join(replay_command(result.plan, cell.cell, found.block, found.game, stamp)),
        }
        for found in notable_games(result, cell)
    ]
