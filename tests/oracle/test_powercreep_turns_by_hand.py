"""The oracle of Powercreep!Beta against summons and modifiers worked out by hand, by the readings' ids."""

from tests.oracle.powercreep_prompts import LIFE_STACK, NO_TARGET, PASS
from tests.oracle.powercreep_scenes import Scene
from tests.oracle.powercreep_table import Options

# Summons


def test_pc_7_a_free_pay_summon_is_the_one_of_the_turn():
    scene = Scene(hands=("2C 6D", ""))
    assert scene.acts("pay") == {("pay", card, way) for card in ("2C", "6D") for way in ("attack", "defense")}
    scene.answer("pay", "2C", "defense")
    assert scene.fighter("2C").position == "defense"
    assert not scene.acts("pay")


def test_pc_8_stacks_and_modified_fighters_pay_as_one_and_go_with_all():
    scene = Scene(hands=("9C", ""), fields=("5C+5D/KH(3) 3S 8D", ""))
    scene.answer("pay", "9C", "attack")
    assert scene.asks(0, "payment") == {("5C",), ("3S",), ("8D",)}
    scene.answer("5C")
    assert scene.asks(0, "payment") == {("3S",), ("8D",)}
    scene.answer("8D")
    assert scene.is_discarded("5C", "5D", "KH", "8D")
    assert scene.field(0) == ["3S", "9C"]


def test_pc_9_what_cannot_be_paid_is_not_offered():
    scene = Scene(hands=("9C 7C 6C 10H", ""), fields=("3S", "4S 4D"))
    assert {act[1] for act in scene.acts("pay")} == {"7C", "6C"}


def test_pc_10_no_bomb_in_a_payment():
    scene = Scene(hands=("7C", ""), fields=("2C 9S", "10S"))
    scene.answer("pay", "7C", "attack")
    scene.answer("2C")
    assert scene.field(0) == ["7C", "9S"]
    assert scene.field(1) == ["10S"]


def test_pc_11_four_of_a_rank_trip_twice():
    scene = Scene(hands=("5C 5D 5H 5S 6C", ""))
    assert {act[1] for act in scene.acts("trip")} == {"5C", "5D", "5H", "5S"}
    scene.answer("trip", "5H", "attack")
    assert scene.asks(0, "show") == {("5C",), ("5D",), ("5S",)}
    scene.answer("5D")
    assert scene.asks(0, "show") == {("5C",), ("5S",)}
    scene.answer("5S")
    assert scene.field(0) == ["5H"]
    assert {act[1] for act in scene.acts("trip")} == {"5C", "5D", "5S"}
    scene.answer("trip", "5C", "defense")
    scene.answer("5D")
    scene.answer("5S")
    assert not scene.acts("trip")
    assert {act[1] for act in scene.acts("pay")} == {"5D", "5S", "6C"}  # none was used


def test_pc_13_a_nine_comes_by_a_run():
    scene = Scene(hands=("8C 9D 10H", ""))
    assert scene.acts("run") == {("run", "9D", "attack"), ("run", "9D", "defense")}
    scene.answer("run", "9D", "attack")
    assert scene.asks(0, "show") == {("8C",)}
    scene.answer("8C")
    assert scene.asks(0, "show") == {("10H",)}
    scene.answer("10H")
    assert scene.field(0) == ["9D"]
    assert set(scene.table.hands[0]) >= {"8C", "10H"}


def test_pc_13_aces_and_jacks_are_no_neighbours():
    assert not Scene(hands=("AC 2C 3C", "")).acts("run")
    assert not Scene(hands=("9C 10C JC QC", "")).acts("run")


def test_pc_14_every_suit_of_a_run_may_be_summoned_and_shown():
    scene = Scene(hands=("4C 5D 5S 6H 6D", ""))
    assert {act[1] for act in scene.acts("run")} == {"5D", "5S"}
    scene.answer("run", "5S", "attack")
    scene.answer("4C")
    assert scene.asks(0, "show") == {("6H",), ("6D",)}


def test_pc_15_stacks_from_hand_and_field():
    def stacks(**options):
        return Scene(hands=("5C 9S", ""), fields=("5D 5H- 8S", "5S 9D"), **options).acts("stack")

    from_hand = {("stack", "5C", "5D"), ("stack", "5C", "5H")}
    from_field = {("stack", "5D", "5H"), ("stack", "5H", "5D")}
    assert stacks() == from_hand | from_field
    assert stacks(stack_from="hand") == from_hand
    assert stacks(stack_from="field") == from_field


def test_pc_16_a_stack_keeps_the_position_of_the_lower_fighter_and_battles():
    scene = Scene(fields=("5D 5H-", ""))
    scene.answer("stack", "5H", "5D")
    assert scene.acts("battle") == {("battle", "5D", LIFE_STACK)}
    scene = Scene(fields=("5D 5H-", ""))
    scene.answer("stack", "5D", "5H")
    assert not scene.acts("battle")
    scene.answer("turn", "5H")
    assert scene.acts("battle")


def test_pc_51_a_stack_has_turned_if_its_lower_fighter_has():
    def turns(upper, lower):
        scene = Scene(fields=("5D 5H", ""))
        scene.answer("turn", "5D")
        scene.answer("stack", upper, lower)
        return scene.acts("turn")

    assert turns("5H", "5D") == set()
    assert turns("5D", "5H") == {("turn", "5H")}


def test_pc_17_every_modifier_of_both_stays():
    scene = Scene(hands=("5S", ""), fields=("5D/KH(3)/QC(-2) 5H/JC(-1)", ""))
    scene.answer("stack", "5H", "5D")
    assert scene.fighter("5D").value == 5 + 5 + 3 - 2 - 1
    scene.answer("stack", "5S", "5D")
    assert scene.fighter("5D").value == 15
    assert scene.fighter("5D").cards == ["5D", "5H", "5S"]


def test_pc_18_and_19_the_top_card_gives_the_colour_of_later_modifiers_alone():
    scene = Scene(hands=("5S KH QC JD", ""), fields=("5D", ""))
    scene.answer("play", "KH", "5D")
    scene.answer("stack", "5S", "5D")
    scene.answer("play", "QC", "5D")
    scene.answer("play", "JD", "5D")
    assert [modifier.amount for modifier in scene.fighter("5D").modifiers] == [3, 2, -1]
    assert scene.fighter("5D").value == 14


def test_a_stack_lies_on_a_stack():
    scene = Scene(fields=("5D+5H 5C+5S-", ""))
    assert scene.acts("stack") == {("stack", "5D", "5C"), ("stack", "5C", "5D")}
    scene.answer("stack", "5D", "5C")
    assert scene.fighter("5C").cards == ["5C", "5S", "5D", "5H"]
    assert scene.fighter("5C").is_red


# Modifiers


def test_pc_20_either_field_the_same_signs():
    scene = Scene(hands=("KH QS", ""), fields=("9C", "4D 6S"))
    assert {act[1:] for act in scene.acts("play") if act[1] == "KH"} == {("KH", name) for name in ("9C", "4D", "6S")}
    scene.answer("play", "KH", "4D")
    scene.answer("play", "QS", "4D")
    assert scene.fighter("4D").value == 5


def test_pc_21_values_below_nothing():
    scene = Scene(hands=("", ""), fields=("2C/KH(-3)", "2D/KC(-3)/QC(-2)"), bombs=False)
    assert scene.fighter("2D").value == -3
    scene.answer("battle", "2C", "2D")  # -1 against -3; the defender has no card to protect with
    assert scene.field(1) == []
    assert len(scene.table.hands[1]) == 2
    scene = Scene(fields=("2C/KH(-3)", ""))
    scene.answer("battle", "2C", LIFE_STACK)
    assert not scene.table.hands[1]


def test_pc_22_one_cancel_cancels_and_two_do_not():
    def scene(*answers, hands=("JH 9H", "5H KH")):
        scene = Scene(hands=hands, fields=("9D", ""))
        scene.answer("play", "JH", "9D")
        for answer in answers:
            scene.answer(answer)
        return scene

    first = scene()
    assert first.asks(1, "cancel") == {PASS, ("5H",), ("KH",)}
    first.answer("pass")
    assert first.fighter("9D").value == 10
    assert not first.table.discard
    second = scene("5H")
    assert second.asks(0, "cancel") == {PASS, ("9H",)}
    second.answer("pass")
    assert second.fighter("9D").value == 9
    assert second.is_discarded("JH", "5H")
    third = scene("5H", "9H")
    assert third.asks(1, "cancel") == {PASS, ("KH",)}
    third.answer("pass")
    assert third.fighter("9D").value == 10
    assert third.is_discarded("5H", "9H")
    fourth = scene("5H", "9H", "KH")  # the player of the Jack has no heart left and is not asked
    assert fourth.acts("end")
    assert fourth.fighter("9D").value == 9
    assert fourth.is_discarded("JH", "5H", "9H", "KH")
    unasked = scene(hands=("JH 9H", "5D"))
    assert unasked.acts("end")


def test_pc_23_and_24_a_joker_is_canceled_by_the_other_alone():
    scene = Scene(hands=("Joker1 9H", "5H AC KD Joker2"), discard="4C")
    scene.answer("play", "Joker1", NO_TARGET)
    assert scene.asks(1, "cancel") == {PASS, ("Joker2",)}
    scene.answer("Joker2")
    assert scene.acts("end")  # and nobody is asked again
    assert scene.is_discarded("Joker1", "Joker2", "4C")


def test_pc_23_a_joker_cancels_nothing_else():
    scene = Scene(hands=("JH", "Joker1"), fields=("9D", ""))
    scene.answer("play", "JH", "9D")
    assert scene.acts("end")


def test_cancels_can_be_switched_off():
    scene = Scene(hands=("JH", "5H"), fields=("9D", ""), cancels=False)
    scene.answer("play", "JH", "9D")
    assert scene.fighter("9D").value == 10


def test_pc_25_a_joker_needs_another_card_to_take():
    assert not any(act[1] == "Joker1" for act in Scene(hands=("Joker1", "")).acts("play"))
    scene = Scene(hands=("Joker1", ""), discard="4C QS")
    scene.answer("play", "Joker1", NO_TARGET)
    assert scene.asks(0, "take") == {("4C",), ("QS",)}
    scene.answer("QS")
    assert "QS" in scene.table.hands[0]
    assert scene.table.discard == ["4C", "Joker1"]


def test_pc_27_a_joker_takes_a_joker_once_a_turn():
    scene = Scene(hands=("Joker1", ""), discard="4C Joker2")
    scene.answer("play", "Joker1", NO_TARGET)
    scene.answer("Joker2")
    scene.answer("play", "Joker2", NO_TARGET)
    assert scene.asks(0, "take") == {("4C",)}
    scene.answer("4C")
    assert scene.table.discard == ["Joker1", "Joker2"]
    scene = Scene(hands=("Joker1", ""), discard="Joker2")
    scene.answer("play", "Joker1", NO_TARGET)
    scene.answer("Joker2")
    assert not any(act[1] == "Joker2" for act in scene.acts("play"))  # only Joker1 lies there


def test_an_ace_shoots_any_card_on_either_field():
    scene = Scene(hands=("AH", ""), fields=("9C/KC(3)", "5D+5S/JD(1)/QH(2) 2S"), tops=("3C", ""))
    targets = ("9C", "KC", "5D", "JD", "QH", "2S")
    assert scene.acts("play") == {("play", "AH", target) for target in targets}
    scene.answer("play", "AH", "5D")
    assert scene.is_discarded("AH", "5D", "5S", "JD", "QH")
    assert scene.field(1) == ["2S"]


def test_pc_28_a_shot_modifier_no_longer_counts():
    scene = Scene(hands=("AH", ""), fields=("9C/KC(3)", ""))
    scene.answer("play", "AH", "KC")
    assert scene.fighter("9C").value == 9
    assert scene.is_discarded("AH", "KC")


def test_pc_29_a_shot_asks_nobody_and_sets_off_nothing():
    scene = Scene(hands=("AH", "5C"), fields=("9C", "2S"))
    scene.answer("play", "AH", "2S")
    assert scene.acts("end")
    assert scene.field(0) == ["9C"]
    assert scene.table.hands[1] == ["5C"]


def test_without_a_target_there_is_no_play():
    assert not Scene(hands=("AH JC QD KS", "")).acts("play")


# Numbers


def test_numbers_are_options():
    costs = {**Options().summon_costs, "5": 1, "10": 0}
    scene = Scene(
        hands=("5C 10C KH", "3D"), fields=("", "9C"), summon_costs=costs, modifier_values={"J": 1, "Q": 2, "K": 7}
    )
    assert {act[1] for act in scene.acts("pay")} == {"10C"}
    scene.answer("play", "KH", "9C")
    assert scene.fighter("9C").value == 2
    scene = Scene(fields=("9C", ""), damage_hand_limit=4)
    scene.answer("battle", "9C", LIFE_STACK)
    assert (len(scene.table.hands[1]), len(scene.table.discard)) == (4, 5)
    scene = Scene(hands=("5C 6C", ""), hand_limit=2)
    scene.answer("end")
    scene.answer("5C")
    assert scene.prompt is None


def test_summons_can_be_switched_off():
    assert not Scene(hands=("5C 5D 5H", ""), trips=False).acts("trip")
    assert not Scene(hands=("5C 6D 7H", ""), runs=False).acts("run")
    assert not Scene(hands=("5C", ""), fields=("5D 5H", ""), stacks=False).acts("stack")
