"""Which games are picked to be read: small courses whose chances can be worked out by hand."""

import numpy as np
import pytest

from balance.runs.games import Notable, NotableGame, longest_game, watched_games
from balance.vocab import Outcome

STANDINGS = (3, 1)  # no fine states: a standing is 0 (behind), 1 (even) or 2 (ahead)
WIN, LOSS, DRAW = Outcome.WIN, Outcome.LOSS, Outcome.DRAW
# Each course is the standing of side a at each round; that of side b is 2 less it. Who is ahead has won, nearly always.
AHEAD, EVEN, BEHIND = [1, 2, 2], [1, 1, 1], [1, 0, 0]


def picked(games, rotations=2):
    """Return the picks of games given as (outcome, course of side a)."""
    outcomes = np.array([outcome for outcome, _ in games], np.uint8).reshape(-1, rotations)
    lengths = np.array([len(course) for _, course in games], np.uint16)
    a = np.array([standing for _, course in games for standing in course], np.uint8)
    found = watched_games(outcomes, lengths, np.stack([a, 2 - a], axis=1), STANDINGS)
    return {game.notable: (2 * game.block + game.game - 1, game.rounds) for game in found}


MANY = 16 * [(WIN, AHEAD), (LOSS, BEHIND)]


def test_a_game_that_stays_even_is_the_closest():
    games = [*MANY, (LOSS, [1, 1, 1, 1]), (WIN, AHEAD)]
    assert picked(games)[Notable.CLOSEST] == (len(MANY), 4)


def test_the_winner_of_a_one_sided_game_was_ahead_from_the_start():
    games = [*MANY, (WIN, EVEN), (WIN, [2, 2])]
    assert picked(games)[Notable.ONE_SIDED] == (len(MANY) + 1, 2)


def test_a_one_sided_game_was_won_by_who_was_ahead():
    games = [*MANY, (LOSS, [2, 2, 2, 2, 2]), (DRAW, [2, 2, 2, 2])]
    index, rounds = picked(games)[Notable.ONE_SIDED]
    assert (index < len(MANY), rounds) == (True, 3)


def test_a_typical_game_is_as_long_as_the_median_and_ends_as_most_do():
    games = [(LOSS, [1, 0, 0, 0]), (LOSS, BEHIND), *MANY, *4 * [(WIN, AHEAD)], (WIN, [2, 2]), (WIN, [2, 2])]
    index, rounds = picked(games)[Notable.TYPICAL]
    assert rounds == 3
    assert games[index] == (WIN, AHEAD)


def test_of_equal_games_the_first_is_picked():
    assert picked([(WIN, AHEAD)] * 8) == dict.fromkeys((Notable.TYPICAL, Notable.CLOSEST, Notable.ONE_SIDED), (0, 3))
    assert picked([(DRAW, EVEN)] * 4) == {Notable.TYPICAL: (0, 3), Notable.CLOSEST: (0, 3)}


@pytest.mark.parametrize("rotations", [1, 2])
def test_of_no_games_none_is_picked(rotations):
    none = np.zeros((0, 2), np.uint8)
    assert watched_games(np.zeros((0, rotations), np.uint8), np.zeros(0, np.uint16), none, STANDINGS) == ()


def test_one_rotation_counts_blocks():
    games = [*8 * [(WIN, [2, 2]), (WIN, [2, 2]), (LOSS, [0, 0]), (LOSS, [0, 0])], (WIN, EVEN)]
    outcomes = np.array([[outcome] for outcome, _ in games], np.uint8)
    a = np.array([standing for _, course in games for standing in course], np.uint8)
    lengths = np.array([len(course) for _, course in games], np.uint16)
    found = watched_games(outcomes, lengths, np.stack([a, 2 - a], axis=1), STANDINGS)
    assert NotableGame(Notable.CLOSEST, 32, 1, 3) in found


def test_the_longest_game_is_where_the_extremes_say():
    extremes = np.array([[[1, 5, 0], [4, 6, 1]], [[7, 8, 0], [23, 17, 1]]])
    assert longest_game(extremes, 1) == (NotableGame(Notable.LONGEST, 17, 2, 23),)
    assert longest_game(np.array([[[0, -1, 0], [0, -1, 0]]]), 0) == ()
