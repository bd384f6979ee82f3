"""The games worth a look, as reports show them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from balance.report.numbers import plural

if TYPE_CHECKING:
    import polars as pl

TITLES = {"typical": "typical", "closest": "closest", "one-sided": "most one-sided", "longest": "longest"}


@dataclass(frozen=True, slots=True)
class Game:
    """A game of a matchup: what it is picked for, how long it is, and the command that tells it."""

    title: str
    rounds: int
    command: str


def games_of(notable: pl.DataFrame) -> dict[tuple[str, str, str], tuple[Game, ...]]:
    """Return the games of each cell by (policy, side a, side b).

    Parameters
    ----------
    notable : polars.DataFrame
        `frames.games.games` of the run.
    """
    found: dict[tuple[str, str, str], tuple[Game, ...]] = {}
    for row in notable.iter_rows(named=True):
        key = row["policy"], row["a"], row["b"]
        found[key] = (*found.get(key, ()), Game(TITLES[row["notable"]], row["rounds"], row["command"]))
    return found


def told(notable: pl.DataFrame, path: Path, turn: str) -> Iterator[str]:
    """Yield what a terminal shows: a typical game of the first matchup, and where all are.

    Parameters
    ----------
    notable : polars.DataFrame
        As in `games_of`.
    path : Path
        Where the table is written.
    turn : str
        What the steps of a game are called.
    """
    cells = games_of(notable)
    first = next((cell for cell in cells if cell[1] != cell[2]), next(iter(cells), None))
    if first is None:
        return
    policy, a, b = first
    game = cells[first][0]
    yield f"A {game.title} game to read, {a} against {b} under {policy}, {plural(game.rounds, turn)}:"
    yield f"  {game.command}"
    yield f"Four games of each matchup, the closest and the longest too: {path}"
