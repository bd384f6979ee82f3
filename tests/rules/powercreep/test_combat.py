"""Modifiers in combat: the exchange before a battle."""

import pytest

from tests.rules.powercreep.harness import Table


def combat(field, against, *, hand="", other="", pile="", **options):
    table = Table(modifiers_in_combat=True, **options)
    return table.put(0, hand=hand, field=field).put(1, hand=other, field=against).turn(0, pile=pile)


def test_pc_45_the_defending_player_begins_and_two_passes_in_a_row_end_it():
    table = combat("7c", "4c", hand="Jc Jd", other="Ks Qs").do("attack 7c on 4c")
    assert table.asked == (1, "combat")
    table.do("play Ks on 4c")
    assert table.asked == (0, "combat")
    table.do("pass")
    assert table.asked == (1, "combat")
    table.do("play Qs on 4c")
    assert table.asked == (0, "combat")
    table.do("play Jc on 7c", "pass", "pass")
    assert ("compare", 0, 8, 9) in table.events()


def test_pc_45_cancels_apply():
    table = combat("7c", "4c", hand="2s", other="Ks").do("attack 7c on 4c", "play Ks on 4c")
    assert table.asked == (0, "cancel")
    table.do("pick 2s")
    assert ("compare", 0, 7, 4) in table.events()


@pytest.mark.parametrize("attacker", ["7c", "2c"])
def test_pc_45_only_the_active_player_may_shoot(attacker):
    table = combat(attacker, "4c", hand="Ad Jd", other="Ac Jc").do(f"attack {attacker} on 4c")
    assert table.asked == (1, "combat")
    assert table.legal("play") == {"play Jc on 4c", f"play Jc on {attacker}"}
    table.do("pass")
    assert table.legal("play") == {f"play {card} on {on}" for card in ("Ad", "Jd") for on in ("4c", attacker)}


def test_pc_45_a_joker_is_not_played_in_combat_but_by_an_option():
    table = combat("7c", "4c", hand="Joker", pile="Kc").do("attack 7c on 4c")
    assert table.asked == (0, "turn")
    table = combat("7c", "4c", hand="Joker", pile="Kc", joker_in_combat=True).do("attack 7c on 4c")
    table.do("play Joker", "pick Kc", "play Kc on 7c")
    assert ("compare", 0, 10, 4) in table.events()


def test_who_holds_nothing_to_play_is_not_asked():
    table = combat("7c", "4c", hand="2s 3s", other="").do("attack 7c on 4c")
    assert table.asked == (0, "turn")


def test_pc_54_the_exchange_comes_before_a_direct_attack_too():
    table = combat("7c", "", other="Kd").do("attack 7c on life", "play Kd on 7c")
    assert table.stack(1) == 6


def test_pc_46_a_shot_at_the_defender_calls_the_battle_off():
    table = combat("7c 8c", "4c 5c", hand="Ad").do("attack 7c on 4c", "play Ad on 4c")
    assert table.field(1) == "5c"
    assert table.stack(1) == 10
    assert table.legal() == {"end", "attack 7c on 5c", "attack 8c on 5c"}  # it has not battled


def test_pc_56_a_battle_that_was_called_off_has_begun():
    table = combat("7c", "4c", hand="Ad 3c Jc").do("attack 7c on 4c", "play Ad on 4c")
    assert table.legal() == {"end", "attack 7c on life"}


def test_pc_46_the_option_lets_the_attack_count():
    table = combat("7c 8c", "4c 5c", hand="Ad", shot_attack_counts=True).do("attack 7c on 4c", "play Ad on 4c")
    assert table.legal() == {"end", "attack 8c on 5c"}


def test_pc_46_a_shot_at_the_attacker_calls_the_battle_off():
    table = combat("7c 8c", "4c", hand="Ad").do("attack 7c on 4c", "play Ad on 7c")
    assert table.field(0) == "8c"
    assert table.field(1) == "4c"
    assert table.legal() == {"end", "attack 8c on 4c"}


def test_a_shot_at_somebody_else_lets_the_battle_go_on():
    table = combat("7c", "4c 5c", hand="Ad").do("attack 7c on 4c", "play Ad on 5c")
    assert ("compare", 0, 7, 4) in table.events()


def test_pc_47_what_was_played_in_combat_goes_at_the_end_of_the_turn():
    table = combat("7c+Js", "9c", hand="Kc").do("attack 7c on 9c", "play Kc on 7c")
    assert table.field(0) == "7c+Js+Kc"  # it beat the 9
    assert table.worth("7c") == 11
    table.do("end")
    assert table.field(0) == "7c+Js"
    assert table.worth("7c") == 8
    assert table.field(1) == ""  # what it did stands
    assert table.pile() == "9c Kc"


def test_pc_47_it_goes_off_the_others_fighter_too_and_only_once():
    table = combat("7c", "9c", hand="Kd", other="3s").do("attack 7c on 9c", "play Kd on 9c", "pass", "end")
    assert table.field(1) == ""
    assert table.pile() == "9c Kd"


def test_pc_52_any_fighter_may_be_a_target():
    table = combat("7c 8c", "4c 5c", other="Ks").do("attack 7c on 4c")
    assert table.legal("play") == {f"play Ks on {fighter}" for fighter in ("4c", "5c", "7c", "8c")}


def test_pc_52_the_option_leaves_only_the_two_that_battle():
    table = combat("7c+Jc 8c", "4c 5c+Js", hand="Ad", other="Ks", combat_targets="battling").do("attack 7c on 4c")
    assert table.legal("play") == {"play Ks on 4c", "play Ks on 7c"}
    table.do("pass")
    assert table.legal("play") == {"play Ad on 4c", "play Ad on 7c", "play Ad on Jc"}


def test_without_the_option_there_is_no_exchange():
    table = Table().put(0, hand="Kc", field="7c").put(1, hand="Ks", field="4c").turn(0).do("attack 7c on 4c")
    assert table.asked == (1, "protect")
