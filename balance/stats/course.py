"""How games go: who leads, how far behind the winner was, when it was decided; from the chance to win at each round.

The chance to win comes from the games themselves. At the start of each round both sides have a standing, and the chance
of side a in a pair of standings is its mean score over the rounds that had them. Games of even blocks are judged by the
table made of the odd ones and the other way round, so no game is judged by itself. The tables are made of a fixed
number of first blocks, so more games do not move them.

A standing is `fine * coarse state + fine state`. Few rounds have a given pair of them, so the mean of a pair is drawn
towards the mean of its coarse states, and that one towards the mean of all (`PRIOR` games' worth each).

The measures are those of Browne (2008, Automatic Generation and Evaluation of Recombination Games) in outline: lead
changes, drama as the winner's lowest chance, and the turn at which a game is decided.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from balance.stats.counting import Outcomes
from balance.vocab import Outcome

PRIOR = 8.0
MARGIN = 0.05  # a side leads from 55 % on; a lead changes hands when the other one has 55 %
DECIDED = 0.9
BEHIND = 0.2
LEADS_MAX = 63  # more lead changes are counted as so many
PERCENT = 101
GROUPS = 16  # of blocks, by which they are split into halves; a power of 2

Chances = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CourseTally:
    """The counts of how games went; tallies of separate cells add up.

    Parameters
    ----------
    lead_changes
        Games by the number of times that the lead changed hands, the end included; the first lead is no change.
    low_points
        Won games by the winner's lowest chance at the start of a round, whole percents rounded down.
    decided_at
        Won games by the round from whose end on the winner's chance stayed at 90 % or more, in percent of the rounds
        played, rounded down; 0 if it always was.
    """

    lead_changes: Counts
    low_points: Counts
    decided_at: Counts

    @classmethod
    def empty(cls) -> Self:
        """Return the tally of no games, the start of a sum."""
        return cls(np.zeros(LEADS_MAX + 1, np.int64), np.zeros(PERCENT, np.int64), np.zeros(PERCENT, np.int64))

    def __add__(self, other: "CourseTally") -> "CourseTally":
        return CourseTally(
            self.lead_changes + other.lead_changes,
            self.low_points + other.low_points,
            self.decided_at + other.decided_at,
        )

    @property
    def games(self) -> int:
        """Number of games."""
        return int(self.lead_changes.sum())

    @property
    def won(self) -> int:
        """Number of games that somebody won."""
        return int(self.low_points.sum())

    @property
    def comebacks(self) -> int:
        """Number of games whose winner had a chance below 20 % at the start of some round."""
        return int(self.low_points[: round(100 * BEHIND)].sum())

    @property
    def decided_early(self) -> int:
        """Number of games that were decided when their last round began."""
        return self.won - int(self.decided_at[-1])

    @property
    def mean_lead_changes(self) -> float:
        """Lead changes a game."""
        return float((self.lead_changes * np.arange(LEADS_MAX + 1)).sum() / max(self.games, 1))

    @property
    def mean_low_point(self) -> float:
        """Mean of the winner's lowest chance, 0 to 1, to half a percent."""
        return float((self.low_points * (np.arange(PERCENT) + 0.5)).sum() / (100 * max(self.won, 1)))


@dataclass(frozen=True, slots=True)
class GameCourses:
    """How each of some games went, as `CourseTally` counts it.

    Parameters
    ----------
    lead_changes, low_points, decided_at
        int64, shape (games,); the latter two -1 where nobody won.
    """

    lead_changes: Counts
    low_points: Counts
    decided_at: Counts

    @property
    def is_comeback(self) -> npt.NDArray[np.bool_]:
        """Whether the winner had a chance below 20 % at the start of some round; not where nobody won."""
        return (self.low_points >= 0) & (self.low_points < round(100 * BEHIND))

    def tally(self) -> CourseTally:
        """Count them."""
        won = self.low_points >= 0
        return CourseTally(
            np.bincount(np.minimum(self.lead_changes, LEADS_MAX), minlength=LEADS_MAX + 1),
            np.bincount(self.low_points[won], minlength=PERCENT),
            np.bincount(self.decided_at[won], minlength=PERCENT),
        )


def course_tally(
    outcomes: Outcomes, lengths: npt.NDArray[np.uint16], course: npt.NDArray[np.uint8], standings: tuple[int, int]
) -> CourseTally:
    """Count how games went; arguments as in `courses_of_games`."""
    return courses_of_games(outcomes, lengths, course, standings).tally()


def courses_of_games(
    outcomes: Outcomes, lengths: npt.NDArray[np.uint16], course: npt.NDArray[np.uint8], standings: tuple[int, int]
) -> GameCourses:
    """Return how each game went.

    Parameters
    ----------
    outcomes
        uint8, shape (blocks, rotations), for side a.
    lengths
        uint16, shape (blocks x rotations,): rows of `course` of each game, rotations of a block side by side.
    course
        uint8, shape (rows, 2): standings of side a and side b at the start of each round, game after game.
    standings
        How many coarse and how many fine states there are.

    Raises
    ------
    ValueError
        If the lengths do not add up to the rows, or there are not as many as games.
    """
    if len(lengths) != outcomes.size or int(lengths.sum(dtype=np.int64)) != len(course):
        raise ValueError(
            f"{len(lengths)} lengths of {int(lengths.sum(dtype=np.int64))} rows; expected {outcomes.size} games of "
            f"{len(course)} rows"
        )
    game = np.repeat(np.arange(len(lengths)), lengths)
    return judged_courses(outcomes.ravel(), lengths, chances(game, outcomes, course, standings))


def course_means(
    outcomes: Outcomes, lengths: npt.NDArray[np.uint16], course: npt.NDArray[np.uint8], standings: tuple[int, int]
) -> tuple[Chances, Chances]:
    """Return lead changes a game and the share of games that are comebacks; of all blocks, and of halves of them.

    The chances to win are worked out anew in each half, since their noise moves these means more than that of the games
    does. `means.halves_interval` makes intervals of it.

    Parameters
    ----------
    outcomes, lengths, course, standings
        As in `courses_of_games`.

    Returns
    -------
    whole
        float64, shape (2,).
    halves
        float64, shape (splits, 2, 2): of each half of each split. Blocks are split by groups of pairs of them, `GROUPS`
        or the largest power of 2 that there are pairs for, in all balanced ways: any two splits have a quarter of the
        groups in common. No splits of fewer than four blocks.
    """
    rotations = outcomes.shape[1]
    pair = np.arange(len(outcomes)) // 2  # so that a half has as many even blocks as odd ones
    groups = GROUPS
    while groups > max(1, len(outcomes) // 2):
        groups //= 2
    by_block, of_game = lengths.reshape(-1, rotations), np.repeat(pair, rotations)

    def means(is_in: npt.NDArray[np.bool_]) -> tuple[float, float]:
        kept = is_in[pair % groups]
        rows = np.repeat(is_in[of_game % groups], lengths)
        games = courses_of_games(outcomes[kept], by_block[kept].ravel(), course[rows], standings)
        return float(games.lead_changes.mean()), float(games.is_comeback.mean())

    halves = np.zeros((groups - 1, 2, 2))
    for split in range(1, groups):  # the rows of a Hadamard matrix
        is_first = np.array([(group & split).bit_count() % 2 == 0 for group in range(groups)])
        halves[split - 1] = means(is_first), means(~is_first)
    return np.array(means(np.ones(groups, np.bool_))), halves


def count_courses(result: npt.NDArray[np.uint8], lengths: npt.NDArray[np.uint16], chance: Chances) -> CourseTally:
    """Count how games went, from the chances of side a; arguments as in `judged_courses`."""
    return judged_courses(result, lengths, chance).tally()


def judged_courses(result: npt.NDArray[np.uint8], lengths: npt.NDArray[np.uint16], chance: Chances) -> GameCourses:
    """Return how each game went, from the chances of side a.

    Parameters
    ----------
    result
        uint8, shape (games,): outcomes for side a.
    lengths
        uint16, shape (games,): rounds of each.
    chance
        float64, shape (rounds,): at the start of each round, game after game.
    """
    game = np.repeat(np.arange(len(lengths)), lengths)
    ends = np.cumsum(lengths, dtype=np.int64)
    return GameCourses(_lead_changes(game, chance, result), *_of_winners(game, chance, result, ends))


def chances(game: Counts, outcomes: Outcomes, course: npt.NDArray[np.uint8], standings: tuple[int, int]) -> Chances:
    """Return the chance of side a at each row of `course`, from the games of the blocks of the other parity.

    Parameters
    ----------
    game
        int64, shape (rows,): the game that each row belongs to.
    outcomes, course, standings
        As in `course_tally`.
    """
    coarse_n, fine_n = standings
    points = np.zeros(max(Outcome) + 1)
    points[Outcome.WIN] = 1.0
    points[[Outcome.DRAW, Outcome.TRUNCATED]] = 0.5
    score = points[outcomes.ravel()]
    half = game // outcomes.shape[1] % 2
    a, b = course[:, 0].astype(np.int64), course[:, 1].astype(np.int64)
    coarse = a // fine_n * coarse_n + b // fine_n
    fine = coarse * fine_n * fine_n + a % fine_n * fine_n + b % fine_n
    found = np.empty(len(course))
    for judged in range(2):
        judges, rows = half != judged, half == judged
        scored = score[game[judges]]
        overall = (scored.sum() + PRIOR / 2) / (len(scored) + PRIOR)
        table = _means(coarse[judges], scored, np.full(coarse_n**2, overall))
        table = _means(fine[judges], scored, np.repeat(table, fine_n**2))
        found[rows] = table[fine[rows]]
    return found


def _means(places: Counts, scored: Chances, towards: Chances) -> Chances:
    """Return the mean score at each place, drawn towards another mean."""
    n = np.bincount(places, minlength=len(towards))
    total = np.bincount(places, scored, minlength=len(towards))
    mean: Chances = (total + PRIOR * towards) / (n + PRIOR)
    return mean


def _lead_changes(game: Counts, chance: Chances, result: npt.NDArray[np.uint8]) -> Counts:
    leader = (chance >= 0.5 + MARGIN).astype(np.int64) - (chance <= 0.5 - MARGIN)
    won = np.flatnonzero((result == Outcome.WIN) | (result == Outcome.LOSS))
    # The end of a won game is a lead too; it comes behind the game's last row.
    games = np.concatenate([game, won])
    leader = np.concatenate([leader, np.where(result[won] == Outcome.WIN, 1, -1)])
    order = np.argsort(games, kind="stable")
    games, leader = games[order], leader[order]
    games, leader = games[leader != 0], leader[leader != 0]
    is_change = (games[1:] == games[:-1]) & (leader[1:] != leader[:-1])
    return np.bincount(games[1:][is_change], minlength=len(result))


def _of_winners(game: Counts, chance: Chances, result: npt.NDArray[np.uint8], ends: Counts) -> tuple[Counts, Counts]:
    """Return the winner's lowest chance and when it was decided, of each game; -1 where nobody won."""
    is_won = (result == Outcome.WIN) | (result == Outcome.LOSS)
    of_winner = np.where(result[game] == Outcome.WIN, chance, 1 - chance)
    low = np.ones(len(result))
    np.minimum.at(low, game, of_winner)
    starts = np.concatenate([[0], ends[:-1]])
    last = np.zeros(len(result), np.int64)  # rounds up to the end of the last one that began undecided
    open_rows = np.flatnonzero(of_winner < DECIDED)
    np.maximum.at(last, game[open_rows], open_rows - starts[game[open_rows]] + 1)
    percent = 100 * last // np.maximum(ends - starts, 1)
    low_percent = np.minimum((100 * low).astype(np.int64), PERCENT - 1)
    return np.where(is_won, low_percent, -1), np.where(is_won, percent, -1)
