"""What is won: a single game, or a series of them. The games played are the same; a format says what is reported.

The list holds for every ruleset until one of them wants another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from balance.errors import UsageError, unknown
from balance.stats import (
    BlockTally,
    Interval,
    Moments,
    fight_chance,
    fight_moments,
    games_to_settle,
    score_interval,
    score_moments,
    series_bounds,
    series_interval,
    series_moments,
)


@dataclass(frozen=True, slots=True)
class Format:
    """A format: how a cell is scored in it, and how that is said.

    Attributes
    ----------
    title : str
        What is played for, in a few words.
    noun, score : str
        What a score is; and what it is of the row against the column.
    draws : str
        What becomes of a drawn game.
    unit : str
        What the percentages of a headline are of; empty where they are scores.
    ten : str
        What a notation such as 6-4 counts ten of.
    columns : tuple of str
        Columns of the matchup table: the score, its limits, its largest difference between policies; per mille.
    simultaneous : tuple of str
        Columns of the limits that hold for all matchups of a policy level at once; per mille.
    truncation : tuple of str
        Columns of the score if every truncated game had been lost, and if it had been won; per mille.
    interval, bounds : callable
        The score of side a, a fraction, with its interval at a level; and the score if every truncated game had been
        lost, and if it had been won.
    moments : callable
        What a table of scores needs of a cell.
    games_to_settle : callable
        The games after which the interval at a level would hold none of some scores, None if no number does.
    """

    name: str
    title: str
    noun: str
    score: str
    draws: str
    unit: str
    ten: str
    columns: tuple[str, str, str, str]
    simultaneous: tuple[str, str]
    truncation: tuple[str, str]
    interval: Callable[[BlockTally, float], Interval]
    bounds: Callable[[BlockTally], tuple[float, float]]
    moments: Callable[[BlockTally], Moments]
    games_to_settle: Callable[[BlockTally, Sequence[float], float], int | None]

    @property
    def score_columns(self) -> tuple[str, ...]:
        """Return all columns of the matchup table that are of this format."""
        return self.columns + self.simultaneous + self.truncation

    @property
    def is_series(self) -> bool:
        """Say whether more than one game is played for the win."""
        return self is not DUEL


DUEL = Format(
    name="duel",
    title="a single game",
    noun="score",
    score="score of the row against the column",
    draws="a draw counts half a win",
    unit="",
    ten="games",
    columns=("score_per_mille", "lo", "hi", "script_difference"),
    simultaneous=("lo_simultaneous", "hi_simultaneous"),
    truncation=("truncated_lost", "truncated_won"),
    interval=score_interval,
    bounds=lambda tally: tally.truncation_bounds,
    moments=score_moments,
    games_to_settle=lambda tally, lines, level: games_to_settle(score_moments(tally), tally.games, lines, level),
)
BEST_OF_THREE = Format(
    name="best-of-three",
    title="best of three, drawn fights replayed",
    noun="chance",
    score="chance of the row to win the series against the column",
    draws="a game is one fight, and drawn fights are replayed",
    unit=" of series",
    ten="series",
    columns=("series_per_mille", "series_lo", "series_hi", "series_script_difference"),
    simultaneous=("series_lo_simultaneous", "series_hi_simultaneous"),
    truncation=("series_truncated_lost", "series_truncated_won"),
    interval=series_interval,
    bounds=series_bounds,
    moments=series_moments,
    # A limit of the series excludes a chance exactly when that of the fight excludes the chance in a fight.
    games_to_settle=lambda tally, lines, level: games_to_settle(
        fight_moments(tally), tally.games, [fight_chance(line) for line in lines], level
    ),
)
FORMATS = {format.name: format for format in (DUEL, BEST_OF_THREE)}


def named(name: str) -> Format:
    """Return a format by its name.

    Raises
    ------
    UsageError
        If there is none, with the nearest one.
    """
    if name not in FORMATS:
        raise UsageError(unknown("format", name, FORMATS))
    return FORMATS[name]
