"""The oracle reads recorded games of every matchup, policy pair and option set and agrees with each row."""

import pytest

from tests.games import OPTION_SETS, cells_of, data_of, trace_of
from tests.oracle.combo_fighter_oracle import OracleError, check_game
from tests.oracle.convert import oracle_game

NAME = "combo-fighter"
GAMES_A_PAIR = 2000
PAIRS = [("random", "random"), ("random", "greedy"), ("greedy", "random"), ("greedy", "greedy")]


def check_games(edits, policy_a, policy_b, games, epoch):
    """Check at least `games` games, as many for each matchup; return their number."""
    data = data_of(NAME, edits)
    cells = cells_of(NAME, edits, policy_a, policy_b, epoch)
    blocks = -(-games // (2 * len(cells)))
    checked = 0
    for cell in cells:
        for block in range(blocks):
            for rotation in range(2):
                stems = (cell.a, cell.b) if rotation == 0 else (cell.b, cell.a)
                fighters = (data.sides[stems[0]], data.sides[stems[1]])
                sheets, options, events = oracle_game(fighters, data.options, trace_of(NAME, cell, block, rotation))
                try:
                    check_game(sheets, options, events)
                except OracleError as error:
                    pytest.fail(f"{cell.a}:{cell.b} {policy_a}/{policy_b} block {block} game {rotation + 1}: {error}")
                checked += 1
    return checked


@pytest.mark.parametrize(("policy_a", "policy_b"), PAIRS[:1] + PAIRS[3:])
def test_the_oracle_agrees_with_a_sample(policy_a, policy_b):
    assert check_games((), policy_a, policy_b, 150, epoch=7) >= 150


@pytest.mark.long
@pytest.mark.parametrize(("policy_a", "policy_b"), PAIRS)
def test_the_oracle_agrees_for_every_policy_pair(policy_a, policy_b):
    assert check_games((), policy_a, policy_b, GAMES_A_PAIR, epoch=11) >= GAMES_A_PAIR


@pytest.mark.parametrize("edits", OPTION_SETS["combo-fighter"][1:], ids=" ".join)
def test_the_oracle_agrees_under_every_option(edits):
    for policy_a, policy_b in (("random", "greedy"), ("greedy", "random")):
        assert check_games(edits, policy_a, policy_b, 60, epoch=13) >= 60


def test_the_oracle_can_disagree():
    data = data_of(NAME)
    cell = cells_of(NAME)[1]
    fighters = (data.sides[cell.a], data.sides[cell.b])
    sheets, options, events = oracle_game(fighters, data.options, trace_of(NAME, cell, 0))
    check_game(sheets, options, events)
    sheets[0]["cards"][1]["opening"] += 1
    hits = [event for event in events if event[0] == "damage"]
    assert hits
    for i, event in enumerate(events):
        if event[0] == "damage":
            broken = [*events[:i], ("damage", event[1], event[2] + 1), *events[i + 1 :]]
            with pytest.raises(OracleError):
                check_game(oracle_game(fighters, data.options, trace_of(NAME, cell, 0))[0], options, broken)
            break
