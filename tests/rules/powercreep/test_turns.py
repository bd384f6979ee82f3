"""Turns: their first card, what counts as an action, the end, positions."""

import pytest

from tests.rules.powercreep.harness import Table, games


def test_a_turn_begins_with_a_card():
    table = Table().put(1, stack="3c 4c 5c").turn(0).do("end")
    assert table.asked == (1, "turn")
    assert table.hand(1) == "3c"
    assert table.stack(1) == 2


def test_pc_1_the_last_card_loses_before_anything_is_done():
    table = Table().put(0, hand="9c").put(1, hand="Joker", stack="3c").turn(0).do("end")
    assert table.result == (0, "DRAW")


def test_pc_1_the_extra_card_may_be_the_last_one():
    table = Table().put(0, stack="3c").turn(0).do("end drawing")
    assert table.result == (1, "IDLE_DRAW")


def test_pc_2_no_two_stacks_are_empty():
    for table in games(30):
        while not table.is_over:
            table.do(table.choice("random"))
        winner, _ = table.result
        assert table.stack(winner) > 0
        assert table.stack(1 - winner) == 0


def test_pc_5_a_hand_is_discarded_down_at_the_end_of_the_own_turn():
    table = Table().put(0, hand="2c 3c 4c 5c 6c 7c 8c 9c 10c").put(1, hand="2d 3d 4d 5d 6d 7d 8d 9d").turn(0)
    table.do("end")
    assert table.asked == (0, "discard")
    assert table.legal() == {f"pick {rank}c" for rank in range(2, 11)}
    table.do("pick 3c", "pick 9c")
    assert table.asked == (1, "turn")
    assert table.pile() == "3c 9c"
    assert len(table.hand(1).split()) == 9  # the other's hand has no limit until its turn ends


def test_pc_6_an_extra_card_is_only_for_a_turn_without_any_action():
    table = Table().put(0, hand="3c Jc 4d", field="4c 5d").put(1, field="6c").turn(0)
    for action in ("pay 3c attack", "turn 4c", "play Jc on 4c", "attack 4c on 6c", "stack 4d on 4c"):
        again = Table().put(0, hand="3c Jc 4d", field="4c 5d").put(1, field="6c").turn(0)
        again.do(action)
        while again.asked != (0, "turn"):
            again.do("pass")
        assert "end drawing" not in again.legal()
    assert "end drawing" in table.legal()
    table.do("end drawing")
    assert table.asked == (1, "turn")
    assert len(table.hand(0).split()) == 4


def test_pc_6_canceling_in_the_others_turn_is_no_action():
    table = Table().put(0, hand="3c").put(1, hand="Jc", field="4c").turn(1).do("play Jc on 4c", "pick 3c", "end")
    assert table.asked == (0, "turn")
    assert "end drawing" in table.legal()


@pytest.mark.parametrize(("idle_draw", "drawn"), [(1, 1), (3, 3)])
def test_the_extra_cards_are_an_option(idle_draw, drawn):
    table = Table(idle_draw=idle_draw).turn(0).do("end drawing")
    assert len(table.hand(0).split()) == drawn
    assert "end drawing" not in Table(idle_draw=0).turn(0).legal()


def test_pc_48_a_turn_with_nothing_left_to_do_is_ended_by_saying_so():
    table = Table(idle_draw=0).turn(0)
    assert table.asked == (0, "turn")
    assert table.legal() == {"end"}


def test_pc_51_a_fighter_changes_position_once_a_turn():
    table = Table().put(0, hand="3c 3d", field="4c 5c-").turn(0)
    table.do("turn 4c", "turn 5c")
    assert table.field(0) == "4c- 5c"
    assert not table.legal("turn")
    table.do("pay 3c defense")
    assert table.legal("turn") == {"turn 3c"}
    table.do("turn 3c")
    assert table.field(0) == "3c 4c- 5c"
    assert table.row()[5] == 3  # guards


def test_the_first_player_may_not_battle_on_the_first_turn():
    for number, options, can in ((1, {}, False), (1, {"first_turn_battle": True}, True), (2, {}, True)):
        table = Table(**options).put(0, field="4c").put(1, field="3c").turn(0, number=number)
        assert bool(table.legal("attack")) == can


def test_the_limit_of_the_hand_is_an_option():
    table = Table(hand_limit=2).put(0, hand="2c 3c 4c 5c").turn(0).do("end", "pick 2c", "pick 5c")
    assert table.hand(0) == "3c 4c"


def test_two_jokers_among_other_cards_are_one_choice_of_two_copies():
    table = Table().put(0, hand="Joker Joker2 2c 3c 4c 5c 6c 7c 8c").turn(0).do("end")
    offered = table.offered()
    assert {card: offered[f"pick {card}"][1] for card in ("Joker", "2c")} == {"Joker": 2, "2c": 1}
    assert "pick Joker2" not in offered
    assert table.do("pick Joker").offered()["pick Joker2"][1] == 1
