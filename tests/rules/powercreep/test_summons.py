"""Pay, trip, run and stack summons."""

import pytest

from tests.rules.powercreep.harness import Table


def pay(hand, field, **options):
    return Table(**options).put(0, hand=hand, field=field).turn(0)


def test_pc_7_a_free_summon_uses_the_one_pay_summon():
    table = pay("2c 3c 7c", "").do("pay 2c attack")
    assert table.field(0) == "2c"
    assert not table.legal("pay")


@pytest.mark.parametrize("rank", [2, 3, 4, 5, 6])
def test_small_fighters_cost_nothing(rank):
    assert pay(f"{rank}c", "").do(f"pay {rank}c defense").field(0) == f"{rank}c-"


@pytest.mark.parametrize(("rank", "cost"), [(7, 1), (8, 1), (9, 2), (10, 2)])
def test_large_fighters_cost_others(rank, cost):
    table = pay(f"{rank}c", "2d 3d 4d").do(f"pay {rank}c attack")
    for fighter in ("2d", "3d")[:cost]:
        assert table.asked == (0, "payment")
        assert table.legal() >= {f"pick {fighter}", "pick 4d"}
        table.do(f"pick {fighter}")
    assert table.field(0) == ("3d 4d" if cost == 1 else "4d") + f" {rank}c"
    assert table.pile() == ("2d" if cost == 1 else "2d 3d")


def test_pc_8_a_stack_pays_as_one_and_takes_its_modifiers_along():
    table = pay("7c", "4c/4d+Jc+Kh").do("pay 7c attack", "pick 4c")
    assert table.field(0) == "7c"
    assert table.pile() == "4c 4d Jc Kh"


def test_pc_9_a_cost_that_cannot_be_met_cannot_be_begun():
    table = pay("7c 9c", "4c")
    assert table.legal("pay") == {"pay 7c attack", "pay 7c defense"}
    assert not pay("7c 9c", "").legal("pay")


def test_pc_10_a_2_that_pays_explodes_on_nobody():
    table = pay("7c", "2c 5c").do("pay 7c attack", "pick 2c")
    assert table.field(0) == "5c 7c"


def test_costs_are_options():
    assert pay("7c", "", cost_of_7=0).do("pay 7c attack").field(0) == "7c"
    assert not pay("3c", "", cost_of_3=1).legal("pay")


def test_a_trip_shows_three_of_a_rank_and_summons_one():
    table = pay("9c 9d 9h 3c", "")
    assert table.legal("trip") == {f"trip 9{suit} {position}" for suit in "cdh" for position in ("attack", "defense")}
    table.do("trip 9d defense")
    assert table.asked == (0, "show")
    table.do("pick 9c", "pick 9h")
    assert table.field(0) == "9d-"
    assert table.hand(0) == "3c 9c 9h"
    assert table.legal("pay")  # a trip is no pay summon


def test_trips_can_be_switched_off():
    hand = "9c 9d 9h 8c 10c"
    assert pay(hand, "").legal("trip")
    table = pay(hand, "", trips=False)
    assert not table.legal("trip")
    assert table.legal("run")


def test_runs_can_be_switched_off():
    hand = "9c 9d 9h 8c 10c"
    assert pay(hand, "").legal("run")
    table = pay(hand, "", runs=False)
    assert not table.legal("run")
    assert table.legal("trip")


def test_pc_11_four_of_a_rank_make_two_trips():
    table = pay("9c 9d 9h 9s", "").do("trip 9d attack", "pick 9c", "pick 9h", "trip 9s attack", "pick 9c", "pick 9h")
    assert table.field(0) == "9d 9s"
    assert table.hand(0) == "9c 9h"
    assert not table.legal("trip")


def test_pc_57_which_cards_are_shown_is_a_choice():
    table = pay("9c 9d 9h 9s", "").do("trip 9d attack")
    assert table.legal() == {"pick 9c", "pick 9h", "pick 9s"}
    table.do("pick 9s")
    assert table.legal() == {"pick 9c", "pick 9h"}
    table.do("pick 9h")
    assert table.known(0) == "9h 9s"


def test_pc_12_what_was_shown_is_known_until_it_is_gone():
    table = pay("9c 9d 9h 3c", "").do("trip 9c attack", "pick 9d", "pick 9h")
    assert table.known(0) == "9d 9h"
    table.do("stack 9d on 9c")
    assert table.known(0) == "9h"


def test_pc_13_only_the_middle_of_a_run_is_summoned_and_8_9_10_is_the_highest():
    table = pay("8c 9d 10h", "")
    assert table.legal("run") == {"run 9d attack", "run 9d defense"}
    table.do("run 9d attack", "pick 8c", "pick 10h")
    assert table.field(0) == "9d"
    assert table.hand(0) == "8c 10h"
    assert not pay("Ac 2d 3h", "").legal("run")
    assert not pay("9c 10d Jh", "").legal("run")


def test_pc_14_a_run_needs_no_suit():
    assert pay("4c 5d 6h", "").legal("run 5d")
    assert pay("4c 5c 6c", "").legal("run 5c")


def test_a_run_shows_the_rank_below_then_the_one_above():
    table = pay("4c 4d 5d 6h 6s", "").do("run 5d attack")
    assert table.legal() == {"pick 4c", "pick 4d"}
    table.do("pick 4d")
    assert table.legal() == {"pick 6h", "pick 6s"}
    assert table.do("pick 6s").known(0) == "4d 6s"


def test_pc_15_a_stack_is_laid_from_the_hand_or_from_the_field():
    table = pay("4c", "4d 4h 5c")
    assert table.legal("stack") == {"stack 4c on 4d", "stack 4c on 4h", "stack 4d on 4h", "stack 4h on 4d"}
    assert table.do("stack 4c on 4d", "stack 4h on 4d").field(0) == "4d/4c/4h 5c"
    assert table.worth("4d") == 12
    assert pay("4c", "4d 4h", stack_from="hand").legal("stack") == {"stack 4c on 4d", "stack 4c on 4h"}
    assert pay("4c", "4d 4h", stack_from="field").legal("stack") == {"stack 4d on 4h", "stack 4h on 4d"}


@pytest.mark.parametrize("stack_from", ["both", "hand", "field"])
def test_stacks_can_be_switched_off_wherever_they_come_from(stack_from):
    assert pay("4c", "4d 4h", stack_from=stack_from).legal("stack")
    table = pay("4c", "4d 4h", stack_from=stack_from, stacks=False)
    assert not table.legal("stack")
    assert table.legal("pay")


def test_a_stack_is_only_on_the_own_field_and_of_one_rank():
    table = Table().put(0, hand="4c", field="5d").put(1, field="4d").turn(0)
    assert not table.legal("stack")


def test_pc_16_a_stack_lies_as_the_lower_fighter_and_may_battle():
    table = Table().put(0, hand="4c", field="4d 6c-").put(1, field="3c").turn(0)
    table.do("stack 4c on 4d")
    assert table.legal("attack") == {"attack 4d on 3c"}
    table = pay("6d", "6c-").do("stack 6d on 6c")
    assert table.field(0) == "6c/6d-"
    table = pay("", "4c 4d-").do("stack 4c on 4d")
    assert table.field(0) == "4d/4c-"


def test_pc_17_a_stack_is_worth_its_ranks_and_its_modifiers():
    table = pay("", "4c+Jc 4d+Kc").do("stack 4c on 4d")
    assert table.field(0) == "4d/4c+Jc+Kc"
    assert table.worth("4d") == 4 + 4 + 1 - 3


def test_pc_18_the_top_card_is_the_colour_of_a_stack():
    table = Table().put(0, hand="Kc", field="4d/4c").turn(0).do("play Kc on 4d")
    assert table.worth("4d") == 11
    table = Table().put(0, hand="Kc", field="4c/4d").turn(0).do("play Kc on 4c")
    assert table.worth("4c") == 5


def test_pc_19_a_modifier_keeps_its_sign_when_the_colour_changes():
    table = Table().put(0, hand="4d Qc", field="4c+Kc").turn(0)
    assert table.worth("4c") == 7
    table.do("stack 4d on 4c")
    assert table.worth("4c") == 11
    table.do("play Qc on 4c")
    assert table.worth("4c") == 9


def test_pc_44_a_field_has_no_limit():
    fighters = " ".join(f"{rank}{suit}" for rank in range(2, 7) for suit in "cdhs")
    table = Table().put(0, hand="7c 8c", field=fighters).put(1, stack="9c 9d").turn(0)
    assert table.legal("pay 7c")


def test_pc_51_a_fighter_that_comes_back_in_the_same_turn_may_turn_again():
    table = pay("7d Joker 9d 9h", "9c").do("turn 9c", "pay 7d attack", "pick 9c", "play Joker", "pick 9c")
    assert "turn 9c" not in table.legal("turn")
    table.do("trip 9c attack", "pick 9d", "pick 9h")
    assert "turn 9c" in table.legal("turn")
