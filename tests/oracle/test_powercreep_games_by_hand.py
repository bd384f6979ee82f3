"""The oracle of Powercreep!Beta against games and draws worked out by hand, by the readings' ids."""

import random
from collections import Counter

import pytest

from tests.oracle.powercreep_oracle import Game, Result
from tests.oracle.powercreep_prompts import END, END_DRAWING, LIFE_STACK
from tests.oracle.powercreep_scenes import Driver, Scene
from tests.oracle.powercreep_table import Options, deck, is_fighter, rank_of


def shuffled(seed, jokers=2):
    cards = deck(jokers)
    random.Random(seed).shuffle(cards)
    half = len(cards) // 2
    return cards[:half], cards[half : 2 * half]


def play_out(choose, options=Options(), seed=1):  # noqa: B008
    """Play a whole game; `choose` picks from a prompt."""
    game = Game(options, shuffled(seed, options.jokers))
    driver = Driver(game.play())
    while driver.prompt is not None:
        driver.answer(*choose(driver.prompt))
    return driver.result, game


def nothing(prompt):
    """Do nothing, and discard whatever comes first."""
    return END if END in prompt.legal else min(prompt.legal)


def idle(prompt):
    return END_DRAWING if END_DRAWING in prompt.legal else nothing(prompt)


# Whole games


def test_the_deck():
    cards = deck()
    assert len(cards) == len(set(cards)) == 54
    assert sorted(Counter(rank_of(card) for card in cards).values()) == [2] + [4] * 13
    assert sum(is_fighter(card) for card in cards) == 36


def test_a_game_in_which_nobody_acts_ends_on_turn_41():
    result, game = play_out(nothing)
    assert result == Result(loser=0, by="draw", turn=41)
    assert not game.table.stacks[0]
    assert len(game.table.stacks[1]) == 1  # 27 - 6 - 20


def test_if_both_always_take_the_extra_card_it_ends_on_turn_21():
    result, game = play_out(idle)
    assert result == Result(loser=0, by="draw", turn=21)
    assert len(game.table.stacks[1]) == 1


def test_without_the_extra_card_there_is_none_to_take():
    assert play_out(idle, Options(idle_draw=0))[0].turn == 41


def test_two_extra_cards():
    assert play_out(idle, Options(idle_draw=2))[0] == Result(loser=0, by="idle draw", turn=13)  # 7 times 3 of 21


def test_one_who_takes_the_extra_card_loses_to_one_who_does_not():
    def one(prompt):
        return idle(prompt) if prompt.seat == 1 else nothing(prompt)

    assert play_out(one)[0] == Result(loser=1, by="draw", turn=22)  # the 11th own turn
    assert play_out(one, Options(hand_size=7))[0] == Result(loser=1, by="idle draw", turn=20)  # 10 times 2 of 20


@pytest.mark.parametrize(
    "options", [{}, {"modifiers_in_combat": True, "joker_in_combat": True, "bombs_by_value": True}]
)
def test_random_games_end_and_keep_every_card(options):
    """The audit runs at every prompt."""
    for seed in range(20):
        luck = random.Random(seed)
        result, game = play_out(lambda prompt: luck.choice(sorted(prompt.legal)), Options(**options), seed)  # noqa: B023
        assert result.turn <= 41
        assert not game.table.stacks[result.loser]
        assert game.table.stacks[1 - result.loser]  # PC-2


# Drawing, damage, hands


def test_pc_1_the_first_draw_of_a_turn_empties_the_stack():
    assert Scene(left=(1, 9)).result == Result(0, "draw", 9)


def test_pc_1_the_extra_draw_empties_the_stack():
    scene = Scene(left=(2, 9))
    scene.answer("end drawing")
    assert scene.result == Result(0, "idle draw", 9)


@pytest.mark.parametrize("left", [7, 9])
def test_pc_3_damage_of_the_stack_or_more_ends_it(left):
    scene = Scene(fields=("9C", ""), left=(9, left))
    scene.answer("battle", "9C", LIFE_STACK)
    assert scene.result == Result(1, "direct", 9)
    assert len(scene.table.hands[1]) == 7
    assert not scene.table.stacks[1]


def test_damage_below_the_stack_does_not():
    scene = Scene(fields=("9C", ""), left=(9, 10))
    scene.answer("battle", "9C", LIFE_STACK)
    assert len(scene.table.stacks[1]) == 1
    assert len(scene.table.hands[1]) == 7
    assert scene.acts("end")


def test_pc_4_damage_beyond_seven_in_hand_is_discarded():
    scene = Scene(hands=("", "2C 2D 2H 2S 3C"), fields=("9C", ""))
    scene.answer("battle", "9C", LIFE_STACK)
    assert len(scene.table.hands[1]) == 7
    assert len(scene.table.discard) == 7


def test_pc_4_all_of_it_when_the_own_hand_is_larger():
    scene = Scene(hands=("2C 2D 2H 2S 4C 4D 4H 4S", ""), fields=("3C", "8C"))
    before = len(scene.table.stacks[0])
    scene.answer("battle", "3C", "8C")
    scene.asks(0, "protect")
    scene.answer("pass")
    assert len(scene.table.hands[0]) == 9
    assert len(scene.table.stacks[0]) == before - 5
    assert len(scene.table.discard) == 6


def test_pc_5_down_to_seven_at_the_end_only():
    scene = Scene(hands=("2C 2D 2H 2S 4C 4D 4H 4S", "3C"), tops=("5C", ""))
    scene.answer("end")
    assert scene.asks(0, "discard") == {(card,) for card in ["2C", "2D", "2H", "2S", "4C", "4D", "4H", "4S", "5C"]}
    scene.answer("4C")
    assert ("4C",) not in scene.asks(0, "discard")
    scene.answer("2C")
    assert scene.prompt is None
    assert len(scene.table.hands[0]) == 7


def test_the_extra_card_comes_before_the_discards():
    scene = Scene(hands=("2C 2D 2H 2S 4C 4D", ""), tops=("5C 6C", ""))
    scene.answer("end drawing")
    assert ("6C",) in scene.asks(0, "discard")


@pytest.mark.parametrize(
    "act",
    [("turn", "9C"), ("battle", "9C", "3S"), ("play", "JH", "3S"), ("pay", "5C", "attack"), ("stack", "9D", "9C")],
)
def test_pc_6_any_act_forfeits_the_extra_card(act):
    scene = Scene(hands=("JH 5C 9D", ""), fields=("9C", "3S-"))
    assert END_DRAWING in scene.asks(0, "act")
    scene.answer(*act)
    assert END_DRAWING not in scene.asks(0, "act")


def test_pc_6_a_canceled_modifier_was_played():
    scene = Scene(hands=("JH", "4H"), fields=("9C", ""))
    scene.answer("play", "JH", "9C")
    scene.answer("4H")
    assert END_DRAWING not in scene.asks(0, "act")
