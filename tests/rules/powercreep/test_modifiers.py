"""Modifiers: J, Q and K, Aces, Jokers, and the chain of cancels."""

import pytest

from tests.rules.powercreep.harness import Table


def with_hand(hand, field="4c", *, other="", against="5d", pile="", **options):
    return Table(**options).put(0, hand=hand, field=field).put(1, hand=other, field=against).turn(0, pile=pile)


@pytest.mark.parametrize(("modifier", "change"), [("Jc", 1), ("Qs", 2), ("Ks", 3), ("Jd", -1), ("Qh", -2), ("Kd", -3)])
def test_a_modifier_adds_to_its_colour_and_takes_off_the_other(modifier, change):
    table = with_hand(modifier).do(f"play {modifier} on 4c")
    assert table.worth("4c") == 4 + change
    assert table.field(0) == f"4c+{modifier}"


def test_modifiers_are_worth_what_the_options_say():
    assert with_hand("Kc", king=5).do("play Kc on 4c").worth("4c") == 9


def test_pc_20_a_modifier_may_be_played_on_either_field():
    table = with_hand("Kc").do("play Kc on 5d")
    assert table.worth("5d") == 2
    assert table.field(1) == "5d+Kc"


def test_pc_21_a_value_may_fall_below_nothing():
    table = with_hand("Kc", against="2d").do("play Kc on 2d")
    assert table.worth("2d") == -1
    table.do("attack 4c on 2d")
    assert ("compare", 0, 4, -1) in table.events()
    assert table.stack(1) == 5


def test_pc_21_a_direct_attack_without_value_does_nothing():
    table = with_hand("", field="2d+Kc", against="").do("attack 2d on life")
    assert table.stack(1) == 10
    assert table.asked == (0, "turn")
    assert not table.legal("attack")


def test_pc_22_cancels_go_on_until_one_stops():
    table = with_hand("Kc 3c", other="4s 6c 7c", field="4d").do("play Kc on 4d")
    assert table.asked == (1, "cancel")
    assert table.legal() == {"pick 6c", "pick 7c", "pass"}
    table.do("pick 6c")
    assert table.asked == (0, "cancel")
    assert table.legal() == {"pick 3c", "pass"}
    table.do("pick 3c")
    assert table.asked == (1, "cancel")
    table.do("pass")
    assert table.worth("4d") == 1  # canceled twice: it stands
    assert table.pile() == "3c 6c"


def test_pc_22_an_odd_number_of_cancels_is_a_cancel():
    table = with_hand("Kc 3c", other="6c 7c").do("play Kc on 4c", "pick 6c", "pick 3c", "pick 7c")
    assert table.worth("4c") == 4
    assert table.pile() == "3c 6c 7c Kc"
    assert table.asked == (0, "turn")


@pytest.mark.parametrize("play", ["play Kc on 4c", "play Ac on 5d", "play Joker"])
def test_canceling_can_be_switched_off(play):
    def played(**options):
        return with_hand("Kc Ac Joker", other="6c Joker2", pile="7d", **options).do(play)

    assert played().asked == (1, "cancel")
    assert played(cancels=False).asked == (0, "take" if play == "play Joker" else "turn")


def test_pc_23_any_card_of_the_suit_cancels_fighters_too():
    table = with_hand("Kc", other="2c Ac Jd Joker").do("play Kc on 4c")
    assert table.legal() == {"pick 2c", "pick Ac", "pass"}


def test_pc_23_only_the_other_joker_cancels_a_joker():
    table = with_hand("Joker", other="2c Ac Kd Joker2", pile="9c").do("play Joker")
    assert table.legal() == {"pick Joker2", "pass"}
    table.do("pick Joker2")
    assert table.pile() == "9c Joker Joker2"
    assert table.hand(0) == ""


def test_nobody_is_asked_who_could_not_cancel():
    table = with_hand("Kc", other="2d").do("play Kc on 4c")
    assert table.asked == (0, "turn")


def test_pc_24_nobody_can_cancel_the_cancel_of_a_joker():
    table = with_hand("Joker 2c 3d Kh", other="Joker2", pile="9c").do("play Joker", "pick Joker2")
    assert table.asked == (0, "turn")
    assert "9c" in table.pile()


def test_pc_25_a_joker_needs_another_card_to_take():
    assert not with_hand("Joker").legal("play Joker")
    table = with_hand("Joker", pile="9c Kd").do("play Joker")
    assert table.asked == (0, "take")
    assert table.legal() == {"pick 9c", "pick Kd"}
    table.do("pick Kd")
    assert table.hand(0) == "Kd"
    assert table.known(0) == "Kd"
    assert table.pile() == "9c Joker"


def test_pc_53_what_a_joker_takes_is_chosen_after_the_time_to_cancel_it():
    table = with_hand("Joker", other="Joker2", pile="9c Kd").do("play Joker")
    assert table.asked == (1, "cancel")
    table.do("pass")
    assert table.asked == (0, "take")
    assert table.legal() == {"pick 9c", "pick Kd"}


def test_pc_26_both_discard_to_one_pile():
    table = Table().put(0, hand="Joker 9c 8c", field="4c").put(1, hand="Jc 3s", field="5c").turn(1)
    table.do("play Jc on 5c", "pick 9c", "end", "play Joker")
    assert table.legal() >= {"pick 9c", "pick Jc"}


def test_pc_27_a_joker_takes_a_joker_once_a_turn():
    table = with_hand("Joker", pile="Joker2 9c").do("play Joker", "pick Joker2", "play Joker2")
    assert table.legal() == {"pick 9c"}
    assert table.row()[5] == 1  # guards
    table.do("pick 9c")
    table = with_hand("Joker", pile="Joker2").do("play Joker", "pick Joker2")
    assert not table.legal("play Joker")


def test_two_jokers_are_one_kind():
    offered = with_hand("Joker Joker2", pile="9c").offered()
    assert offered["play Joker"][1] == 2
    assert "play Joker2" not in offered
    alone = with_hand("Joker2", pile="9c").offered()
    assert alone["play Joker2"][2] == offered["play Joker"][2]  # the same luck


def test_an_ace_shoots_a_fighter_with_all_it_carries():
    table = with_hand("Ac", against="5d/5c+Kc+Jd 6c").do("play Ac on 5d")
    assert table.field(1) == "6c"
    assert table.pile() == "5c 5d Ac Jd Kc"


def test_an_ace_is_aimed_at_any_card_on_either_field():
    table = with_hand("Ac", field="4c+Qc", against="5d+Kc")
    assert table.legal("play") == {"play Ac on 4c", "play Ac on 5d", "play Ac on Kc", "play Ac on Qc"}


def test_pc_28_a_shot_modifier_reverts_the_value_at_once():
    table = with_hand("Ac", field="4c+Kc+Jd").do("play Ac on Kc")
    assert table.worth("4c") == 3
    assert table.field(0) == "4c+Jd"
    assert table.pile() == "Ac Kc"
    table = with_hand("Ac", field="4c+Kc+Jd").do("play Ac on Jd")
    assert table.worth("4c") == 7


def test_pc_29_a_shot_is_no_battle():
    table = with_hand("Ac", field="4c", against="2d", other="9c").do("play Ac on 2d", "pass")
    assert table.field(0) == "4c"  # no bomb
    assert table.asked == (0, "turn")  # and nobody was asked to protect
    assert table.hand(1) == "9c"


def test_a_joker_may_take_the_one_that_was_played_before_it():
    table = with_hand("Joker Joker2", pile="9c").do("play Joker", "pick 9c")
    assert table.pile() == "Joker"
    assert table.do("play Joker2", "pick Joker").hand(0) == "9c Joker"
