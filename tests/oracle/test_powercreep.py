"""The oracle reads recorded games of Powercreep!Beta and agrees with each row, under every policy pair and option."""

import os
from functools import cache
from itertools import combinations_with_replacement
from math import ceil
from random import Random

import pytest

from balance import rules
from balance.core.trace import rows
from balance.runs.plan import default_sides
from balance.vocab import Outcome
from tests.games import OPTION_SETS, data_of, plan_of, player_of, trace_of
from tests.oracle.powercreep_check import OracleError, check_game
from tests.oracle.powercreep_convert import events, options_in_words
from tests.oracle.powercreep_counts import check_counts
from tests.oracle.powercreep_lockstep import play_in_lockstep
from tests.oracle.powercreep_oracle import Result
from tests.oracle.powercreep_prompts import END_DRAWING
from tests.oracle.powercreep_situations import BY_VALUE, COMMON, IN_COMBAT, situations

NAME = "powercreep"
IS_FULL = os.environ.get("BALANCE_TEST_LEVEL") == "full"
GAMES = 2000 if IS_FULL else 500  # of a policy pair under a variant
VARIANTS = (
    (),
    ("modifiers_in_combat=true",),
    ("bombs_by_value=true",),
    ("modifiers_in_combat=true", "bombs_by_value=true"),
)
OTHERS = (
    *(edits for edits in OPTION_SETS[NAME] if edits not in VARIANTS),
    ("jokers=1", "life_stack=26", "jack=4", "queen=0", "cost_of_5=3", "cost_of_9=1"),
    ("modifiers_in_combat=true", "bombs_by_value=true", "joker_in_combat=true", "protect_after_damage=true"),
    ("modifiers_in_combat=true", "combat_targets=battling", "joker_in_combat=true", "first_turn_battle=true"),
    ("idle_draw=0", "damage_limit=0", "hand_limit=1", "hand_size=1"),
)
# Many of a rank come together, and modifiers bring two of them down to a value of 2.
TALL = ("hand_size=12", "hand_limit=15", "damage_limit=27", "bombs_by_value=true", "jack=2", "queen=4", "king=6")


def name_of(edits):
    return " ".join(edits) or "as printed"


@cache
def options_of(edits):
    return options_in_words(data_of(NAME, edits).options)


def cells(edits, epoch):
    """Every policy against every policy."""
    return plan_of(NAME, edits, epoch).cells


def check(cell, edits, games):
    """Check at least `games` games of a cell; but for a mirror, either side goes first in half of them."""
    for block in range(ceil(games / cell.rotations)):
        for rotation in range(cell.rotations):
            try:
                result = check_game(options_of(edits), events(trace_of(NAME, cell, block, rotation)))
            except OracleError as error:
                pytest.fail(f"{cell.a}:{cell.b} {name_of(edits)}, block {block} game {rotation + 1}: {error}")
            assert result.turn <= 2 * options_of(edits).life_stack


PAIRS = list(combinations_with_replacement(default_sides(rules.get(NAME), data_of(NAME)), 2))


@pytest.mark.parametrize("edits", VARIANTS, ids=name_of)
def test_the_oracle_agrees_with_a_sample(edits):
    for cell in cells(edits, 3):
        check(cell, edits, 4)


@pytest.mark.long
@pytest.mark.parametrize("edits", VARIANTS, ids=name_of)
@pytest.mark.parametrize("pair", PAIRS, ids=":".join)
def test_the_oracle_agrees_for_every_policy_pair(pair, edits):
    cell = next(cell for cell in cells(edits, 5) if (cell.a, cell.b) == pair)
    check(cell, edits, GAMES)


@pytest.mark.long
@pytest.mark.parametrize("edits", OTHERS, ids=name_of)
def test_the_oracle_agrees_under_every_option(edits):
    for cell in cells(edits, 7):
        check(cell, edits, 500 if IS_FULL else 500 / len(PAIRS))


@pytest.mark.parametrize("edits", [*VARIANTS, TALL], ids=name_of)
def test_the_oracle_agrees_with_restless_players(edits):
    assert restless(edits, 40)


@pytest.mark.long
@pytest.mark.parametrize("edits", OTHERS, ids=name_of)
def test_the_oracle_agrees_with_restless_players_under_every_option(edits):
    assert restless(edits, GAMES // 10)


@pytest.mark.long
def test_everything_comes_up():
    seen = set()
    for edits in (*VARIANTS, TALL):
        seen |= restless(edits, GAMES // 2)
    assert seen >= COMMON | BY_VALUE | IN_COMBAT


def restless(edits, games):
    """Check games of restless players, states and traces; return what came up."""
    cell = cells(edits, 9)[0]
    seen = set()
    for block in range(games):
        luck = Random(f"{name_of(edits)} {block}")
        try:
            trace = play_in_lockstep(player_of(NAME), cell, block, options_of(edits), luck, block % 2)
            told = list(events(rows(trace)))
            check_game(options_of(edits), told)
            check_counts(cell.cards, player_of(NAME).state[0], trace, told)
        except OracleError as error:
            pytest.fail(f"{name_of(edits)}, block {block}: {error}")
        seen |= set(situations(told))
    return seen


# Games known beforehand


@pytest.mark.parametrize(
    ("pair", "edits", "result"),
    [
        (("passive", "passive"), (), Result(0, "draw", 41)),
        (("idle", "idle"), (), Result(0, "draw", 21)),
        (("passive", "passive"), VARIANTS[3], Result(0, "draw", 41)),
        (("idle", "idle"), ("idle_draw=0",), Result(0, "draw", 41)),
        (("passive", "passive"), ("jokers=0", "life_stack=20"), Result(0, "draw", 27)),
    ],
)
def test_a_game_in_which_nobody_acts(pair, edits, result):
    cell = next(cell for cell in cells(edits, 1) if (cell.a, cell.b) == pair)
    for block in range(20):
        assert check_game(options_of(edits), events(trace_of(NAME, cell, block))) == result


def test_the_outcome_of_a_game_is_the_oracles():
    functions = player_of(NAME).ruleset.game.functions
    for cell in cells((), 3):
        for rotation in range(cell.rotations):
            result = check_game(options_of(()), events(trace_of(NAME, cell, 0, rotation)))
            player = player_of(NAME)
            functions["fill_row"](cell.cards, player.state[0], player.row)
            has_lost = result.loser == rotation  # side a sits at seat 0 in the first game of a block
            assert player.row[0] == (Outcome.LOSS if has_lost else Outcome.WIN)


# The oracle can disagree


@cache
def a_told_game():
    """The shortest of some games with everything in it that is broken below."""
    wanted = {"bomb", "mill", "protect", "cancel", "take", "show", "stack", "modify"}
    traces = (trace_of(NAME, cell, block) for cell in cells(VARIANTS[3], 5) for block in range(20))
    told = (list(events(trace)) for trace in traces)
    return min((game for game in told if wanted <= set(situations(game))), key=len)


def refuses(told):
    with pytest.raises(OracleError):
        check_game(options_of(VARIANTS[3]), told)


def test_it_misses_every_event_that_is_left_out():
    told = a_told_game()
    check_game(options_of(VARIANTS[3]), told)
    for i in range(len(told)):
        refuses(told[:i] + told[i + 1 :])


def test_it_misses_every_legal_answer_that_is_left_out_or_made_up():
    told = a_told_game()
    for i, event in enumerate(told):
        if event[0] == "ask":
            word, seat, kind, legal, chosen = event
            for j in range(len(legal)):
                refuses([*told[:i], (word, seat, kind, legal[:j] + legal[j + 1 :], chosen), *told[i + 1 :]])
            for extra in (legal[0], (END_DRAWING, 1), (("play", "KS", "9H"), 1), (legal[0][0], legal[0][1] + 1)):
                if extra not in legal or extra == legal[0]:
                    refuses([*told[:i], (word, seat, kind, [*legal, extra], chosen), *told[i + 1 :]])


def test_it_notices_every_number_and_name_that_is_changed():
    told = a_told_game()
    for i, event in enumerate(told):
        if event[0] in ("ask", "shuffle"):
            continue
        for j in range(1, len(event)):
            other = event[j] + 1 if isinstance(event[j], int) else "another"
            refuses([*told[:i], (*event[:j], other, *event[j + 1 :]), *told[i + 1 :]])


def test_a_hidden_card_in_the_wrong_stack_is_noticed():
    told = a_told_game()
    cards = told[0][2]
    refuses([("shuffle", 0, [cards[1], cards[0], *cards[2:]]), *told[1:]])
    refuses([("shuffle", 0, cards[:-1]), *told[1:]])
