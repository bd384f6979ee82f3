"""The games of a cell that are worth a look, so that a number has a face: typical, closest, most one-sided, longest.

The first three are of the games whose courses a run keeps, by the chance to win at the start of each round
(`stats.course`); the longest is of all games.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from balance.stats.course import chances
from balance.vocab import Outcome


class Notable(StrEnum):
    """What a game is picked for; of games that are equally so, the first."""

    TYPICAL = "typical"  # as long as the median, with the commonest result, and of those the one as close as the median
    CLOSEST = "closest"  # the chance to win stayed nearest to even, on average over the rounds
    ONE_SIDED = "one-sided"  # the winner's chance was highest, on average over the rounds
    LONGEST = "longest"


@dataclass(frozen=True, slots=True)
class NotableGame:
    """A game of a cell.

    Attributes
    ----------
    notable : Notable
        What it is picked for.
    block, game : int
        Index of the block from 0, and the game within it from 1, as `balance replay` takes them.
    rounds : int
    """

    notable: Notable
    block: int
    game: int
    rounds: int


def watched_games(
    outcomes: npt.NDArray[np.uint8],
    lengths: npt.NDArray[np.uint16],
    course: npt.NDArray[np.uint8],
    standings: tuple[int, int],
) -> tuple[NotableGame, ...]:
    """Pick games by their courses; none of no games, and no one-sided one where nobody wins.

    Parameters
    ----------
    outcomes, lengths, course, standings
        As in `stats.course.course_tally`.
    """
    if not len(lengths):
        return ()
    rotations = outcomes.shape[1]
    result = outcomes.ravel()
    game = np.repeat(np.arange(len(lengths)), lengths)
    chance = chances(game, outcomes, course, standings)
    # bincount adds up in the order of the rows, so that every machine picks the same game.
    rounds = np.maximum(lengths.astype(np.int64), 1)
    distance = np.bincount(game, np.abs(chance - 0.5), len(lengths)) / rounds
    of_winner = np.bincount(game, np.where(result[game] == Outcome.WIN, chance, 1 - chance), len(lengths)) / rounds

    def named(notable: Notable, index: int) -> NotableGame:
        return NotableGame(notable, index // rotations, index % rotations + 1, int(lengths[index]))

    median = int(np.sort(lengths)[(len(lengths) - 1) // 2])
    common = int(np.argmax(np.bincount(result[lengths == median])))
    alike = np.flatnonzero((lengths == median) & (result == common))
    middle = float(np.sort(distance)[(len(distance) - 1) // 2])
    found = [
        named(Notable.TYPICAL, int(alike[np.argmin(np.abs(distance[alike] - middle))])),
        named(Notable.CLOSEST, int(np.argmin(distance))),
    ]
    won = np.flatnonzero((result == Outcome.WIN) | (result == Outcome.LOSS))
    if len(won):
        found.append(named(Notable.ONE_SIDED, int(won[np.argmax(of_winner[won])])))
    return tuple(found)


def longest_game(extremes: npt.NDArray[np.int64], rounds: int) -> tuple[NotableGame, ...]:
    """Return the longest game; none of no games.

    Parameters
    ----------
    extremes
        int64[measures, 2, 3]: smallest and largest (value, block, rotation) of each measure.
    rounds
        Position of the number of rounds among the measures.
    """
    value, block, rotation = (int(number) for number in extremes[rounds, 1])
    return (NotableGame(Notable.LONGEST, block, rotation + 1, value),) if block >= 0 else ()
