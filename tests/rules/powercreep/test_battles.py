"""Battles, protecting, bombs and damage."""

import pytest

from tests.rules.powercreep.harness import Table


def battle(field, against, *, hand="", other="", **options):
    return Table(**options).put(0, hand=hand, field=field).put(1, hand=other, field=against).turn(0)


def test_the_lower_value_falls_and_its_owner_takes_the_difference():
    table = battle("7c", "4c+Jc").do("attack 7c on 4c")
    assert table.field(1) == ""
    assert table.pile() == "4c Jc"
    assert table.stack(1) == 8
    assert len(table.hand(1).split()) == 2  # damage is drawn


def test_pc_3_more_damage_than_cards_loses():
    table = Table().put(0, field="9c").put(1, stack="2d 3d 4d").turn(0).do("attack 9c on life")
    assert table.result == (0, "DIRECT")
    assert [event for event in table.events() if event[0] == "draw"] == [
        ("draw", 1, card) for card in ("2d", "3d", "4d")
    ]


def test_pc_4_a_full_hand_takes_no_damage_cards():
    table = battle("3c", "5c", hand="2d 3d 4d 5d 6d 7d 8d 9d 10d").do("attack 3c on 5c", "pass")
    assert len(table.hand(0).split()) == 9
    assert table.stack(0) == 8
    assert len(table.pile().split()) == 3


def test_damage_fills_the_hand_then_the_discard_pile():
    table = battle("9c", "", other="2d 3d 4d 5d").do("attack 9c on life")
    assert len(table.hand(1).split()) == 7
    assert len(table.pile().split()) == 6
    assert len(battle("9c", "", other="2d 3d 4d 5d", damage_limit=5).do("attack 9c on life").hand(1).split()) == 5


def test_pc_30_after_the_first_battle_there_are_only_battles():
    table = battle("7c 8c 9c-", "4c 5c", hand="3c Jc 7d Ac").do("attack 7c on 4c")
    assert table.legal() == {"end", "attack 8c on 5c"}


def test_each_fighter_battles_once_a_turn():
    table = battle("7c 8c", "4c- 5c-").do("attack 7c on 4c")
    assert table.legal("attack") == {"attack 8c on 5c"}


def test_pc_31_a_fighter_may_battle_in_the_turn_it_comes_or_turns():
    table = battle("8c-", "4c", hand="5c").do("pay 5c attack", "turn 8c")
    assert table.legal("attack") == {"attack 5c on 4c", "attack 8c on 4c"}


def test_pc_32_an_attacker_that_loses_to_a_defender_falls_and_its_owner_pays():
    table = battle("4c", "9c-").do("attack 4c on 9c")
    assert table.field(0) == ""
    assert table.field(1) == "9c-"
    assert (table.stack(0), table.stack(1)) == (5, 10)


def test_pc_32_losing_an_attack_can_lose_the_game():
    table = Table().put(0, field="2c", stack="3d 4d").put(1, field="9c-").turn(0).do("attack 2c on 9c")
    assert table.result == (1, "COUNTER")


def test_pc_33_a_beaten_defender_costs_no_damage():
    table = battle("9c", "4c-").do("attack 9c on 4c")
    assert table.field(1) == ""
    assert table.stack(1) == 10


def test_pc_34_a_tie_with_a_defender_does_nothing():
    table = battle("4c", "4d-", hand="3c", other="3d").do("attack 4c on 4d")
    assert (table.field(0), table.field(1)) == ("4c", "4d-")
    assert not table.legal("attack")


def test_pc_35_in_a_tie_of_attackers_both_fall_and_both_may_protect():
    table = battle("4c", "4d", hand="3c", other="3d").do("attack 4c on 4d")
    assert table.asked == (1, "protect")
    table.do("pick 3d")
    assert table.asked == (0, "protect")
    table.do("pass")
    assert (table.field(0), table.field(1)) == ("", "4d")
    assert (table.stack(0), table.stack(1)) == (10, 10)


def test_pc_55_in_a_tie_the_defender_is_asked_first():
    table = Table().put(0, hand="3d", field="4d").put(1, hand="3c", field="4c").turn(1).do("attack 4c on 4d")
    assert table.asked == (0, "protect")
    table.do("pass")
    assert table.asked == (1, "protect")


def test_pc_36_protecting_is_asked_before_the_damage_is_drawn():
    table = battle("7c", "4c").do("attack 7c on 4c")
    assert table.field(1) == ""  # with no card in hand there is nothing to ask
    table = battle("7c", "4c", other="2d").do("attack 7c on 4c")
    assert table.legal() == {"pick 2d", "pass"}
    table.do("pick 2d")
    assert table.field(1) == "4c"
    assert table.stack(1) == 7  # the damage is dealt all the same


def test_pc_36_the_option_draws_the_damage_first():
    table = battle("7c", "4c", protect_after_damage=True).do("attack 7c on 4c")
    assert table.asked == (1, "protect")
    assert len(table.hand(1).split()) == 3
    table.do(f"pick {table.hand(1).split()[0]}")
    assert table.field(1) == "4c"
    assert table.stack(1) == 7


def test_without_protecting_nobody_is_asked():
    table = battle("7c", "4c", other="2d", protect=False).do("attack 7c on 4c")
    assert table.asked == (0, "turn")
    assert table.field(1) == ""


def test_a_bomb_takes_along_what_fells_it():
    table = battle("7c", "2c-").do("attack 7c on 2c")
    assert (table.field(0), table.field(1)) == ("", "")
    assert ("bomb", 1, "2c", "7c") in table.events()
    assert table.row()[12:14] == [0, 1]


def test_what_a_bomb_takes_along_cannot_be_protected():
    table = battle("7c", "2c-", hand="9c 9d").do("attack 7c on 2c")
    assert table.asked == (0, "turn")
    assert table.field(0) == ""


def test_pc_37_the_winner_that_a_bomb_takes_costs_its_owner_nothing():
    table = battle("7c", "2c").do("attack 7c on 2c")
    assert (table.stack(0), table.stack(1)) == (10, 5)


def test_pc_38_a_protected_2_is_taken_along_by_the_other_one():
    table = battle("2c", "2d", hand="3c", other="4d").do("attack 2c on 2d", "pass", "pick 3c")
    assert (table.field(0), table.field(1)) == ("", "")
    assert table.pile() == "2c 2d 3c"


def test_pc_39_a_stack_of_2s_is_a_bomb():
    assert battle("7c", "2c/2d-").do("attack 7c on 2c").field(0) == ""
    assert battle("7c", "2c/2d-", stacks_of_twos_are_bombs=False).do("attack 7c on 2c").field(0) == "7c"
    assert battle("7c", "2c-", stacks_of_twos_are_bombs=False).do("attack 7c on 2c").field(0) == ""


def test_pc_40_a_protected_bomb_takes_nothing():
    table = battle("7c", "2c", other="9d").do("attack 7c on 2c", "pick 9d")
    assert (table.field(0), table.field(1)) == ("7c", "2c")
    assert table.stack(1) == 5


def test_pc_41_a_2_may_be_thrown_at_anything():
    table = battle("2c", "9c/9d").do("attack 2c on 9c")
    assert (table.field(0), table.field(1)) == ("", "")
    assert table.result == (1, "COUNTER")  # 16 points
    table = Table(life_stack=27).put(0, field="2c").put(1, field="9c").turn(0).do("attack 2c on 9c")
    assert table.stack(0) == 3


def test_a_bomb_works_in_both_directions_of_a_battle_and_with_modifiers():
    assert battle("2c+Kc", "9c").do("attack 2c on 9c").field(1) == ""
    assert battle("9c", "2c+Kc").do("attack 9c on 2c").field(0) == ""


def test_pc_42_when_the_last_fighter_is_gone_others_may_attack_directly():
    table = battle("4c 5c", "4d").do("attack 4c on 4d")
    assert table.legal("attack") == {"attack 5c on life"}
    table.do("attack 5c on life")
    assert table.stack(1) == 5


@pytest.mark.parametrize("fighter", ["2d+Kc", "3d-"])
def test_pc_43_a_fighter_of_no_value_or_in_defense_is_a_fighter(fighter):
    table = battle("9c", fighter)
    assert table.legal("attack") == {f"attack 9c on {fighter[:2]}"}


@pytest.mark.parametrize(
    ("fighter", "is_bomb"), [("2c", True), ("3d+Jc", True), ("2c+Jc", False), ("2c/2d", False), ("4d+Qc", True)]
)
def test_bombs_by_value(fighter, is_bomb):
    table = battle("9c", f"{fighter}-", bombs_by_value=True).do(f"attack 9c on {fighter[:2]}")
    assert (table.field(0) == "") == is_bomb


@pytest.mark.parametrize("by_value", [False, True])
def test_bombs_of_either_kind_can_be_switched_off(by_value):
    for fighter in ("2c-", "2c/2d+Qc-"):
        table = battle("9c", fighter, bombs=False, bombs_by_value=by_value).do("attack 9c on 2c")
        assert (table.field(0), table.field(1)) == ("9c", "")
        assert ("bomb", 1, "2c", "9c") not in table.events()
