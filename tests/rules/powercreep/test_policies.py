"""What the scripts see and want."""

import pytest

from balance.rules.powercreep.features import Feature
from balance.rules.powercreep.foresight import look_ahead
from tests.rules.powercreep.harness import Table, games, lowered_policy

SCRIPTS = ("rush", "builder", "control", "standard", "expert")
LIFE = "2s 3s 4s 5s 6s 7s 8s 9s 10s As Js Qs"  # 12 cards
STACK_OF_15 = "2d 3d 4d 5d 6d 7d 8d 9d 10d 2h 3h 4h 5h 6h 7h"


def position(hand="", field="", *, other="", against="", pile="", **options):
    return Table(**options).put(0, hand=hand, field=field).put(1, hand=other, field=against).turn(0, pile=pile)


def kill(policy, table):
    """Play the turn; say whether that ended the game."""
    while not table.is_over and table.asked[0] == 0 and table.turn_n == 2:
        table.do(table.choice(policy))
    return table.is_over and table.result[0] == 0


@pytest.mark.parametrize("policy", SCRIPTS)
def test_a_direct_attack_that_ends_the_game_is_made(policy):
    table = Table().put(0, hand="10h", field="9c 3c-").put(1, stack="2d 3d 4d").turn(0)
    while table.asked[0] == 0:
        table.do(table.choice(policy))
    assert table.result == (0, "DIRECT")


@pytest.mark.parametrize("policy", SCRIPTS)
@pytest.mark.parametrize("field", ["7c 5h", "2c 3d 7h", "4c 4d 4h"])
def test_direct_attacks_that_end_the_game_together_are_made(policy, field):
    table = Table().put(0, field=field).put(1, stack=LIFE).turn(0)
    assert kill(policy, table)


@pytest.mark.parametrize("policy", SCRIPTS)
def test_direct_attacks_that_do_not_suffice_end_nothing(policy):
    table = Table().put(0, field="7c 4h").put(1, stack=LIFE).turn(0)
    assert table.values(policy)["attack 7c on life"] < lowered_policy(policy).weight[Feature.LETHAL] / 2
    table.do("attack 7c on life")
    assert table.stack(1) == 5
    assert table.values(policy)["attack 4h on life"] < lowered_policy(policy).weight[Feature.LETHAL] / 2


@pytest.mark.parametrize("policy", SCRIPTS)
def test_nobody_strengthens_the_other(policy):
    """Not even where two fighters could each fell the one that is worth more then."""
    values = position("Kh", "10c 9d", against="6h-").values(policy)
    assert values["play Kh on 6h"] < values["end"]


@pytest.mark.parametrize("policy", SCRIPTS)
def test_nobody_undoes_an_attack_of_its_own(policy):
    table = position("Ac Kc", "5d", against="", modifiers_in_combat=True).do("attack 5d on life")
    values = table.values(policy)
    assert max(values["play Ac on 5d"], values["play Kc on 5d"]) < 0


@pytest.mark.parametrize("policy", ["rush", "builder", "control", "standard"])
def test_a_fighter_that_can_attack_is_not_given_for_a_weaker_one(policy):
    """What is felled is the same; the 9 is lost. In defense position it could not have attacked."""
    values = position("8c", "9h", against="4c").values(policy)
    assert values["pay 8c attack"] < values["attack 9h on 4c"]
    assert values["pay 8c attack"] < position("8c", "9h-", against="4c").values(policy)["pay 8c attack"]


@pytest.mark.parametrize("policy", SCRIPTS)
def test_nobody_attacks_for_nothing(policy):
    values = position("", "4c", against="9c-").values(policy)
    assert values["attack 4c on 9c"] < values["end"]
    values = position("", "4c", against="4d-").values(policy)
    assert values["attack 4c on 4d"] < values["end"]


@pytest.mark.parametrize("policy", SCRIPTS)
def test_an_attack_that_would_lose_the_game_is_not_made(policy):
    table = Table().put(0, field="2c", stack="3d 4d").put(1, field="9c-").turn(0)
    values = table.values(policy)
    assert values["attack 2c on 9c"] < values["end"]


@pytest.mark.parametrize("policy", SCRIPTS)
def test_a_fighter_that_beats_one_beats_it(policy):
    values = position("", "9c", against="4c-").values(policy)
    assert values["attack 9c on 4c"] > values["end"]


def test_standard_takes_no_account_of_the_cards_that_damage_gives_the_other():
    for policy, is_made in (("standard", True), ("expert", False)):
        values = position("", "9c", against="4c").values(policy)
        assert (values["attack 9c on 4c"] > values["end"]) == is_made


@pytest.mark.parametrize("policy", SCRIPTS)
def test_what_the_first_battle_rules_out_is_done_before_it(policy):
    values = position("6c", "9c", against="4c").values(policy)
    assert max(values, key=values.__getitem__).startswith("pay 6c")


def test_a_bomb_is_reckoned_with():
    values = position("", "9c 3c", against="2d-").values("builder")
    assert values["attack 3c on 2d"] > values["attack 9c on 2d"]


@pytest.mark.parametrize("by_value", [False, True])
def test_a_bomb_that_is_switched_off_is_not_feared(by_value):
    def worth(**options):
        table = position("", "9c", against="2d-", bombs_by_value=by_value, **options)
        return table.values("builder")["attack 9c on 2d"]

    assert worth(bombs=False) > worth()


def test_a_modifier_is_played_where_it_turns_a_battle():
    values = position("Kc Kd", "5c", against="7c-").values("standard")
    best = max(values, key=values.__getitem__)
    assert best in ("play Kc on 5c", "play Kd on 7c")
    assert values["play Kd on 5c"] < values["end"]


def test_weighing_a_modifier_leaves_the_table_as_it_was():
    table = position("Kc Ac", "5c+Jd", against="7c-")
    before = table.state.tobytes()
    table.values("standard")
    assert table.state.tobytes() == before


def test_a_cancel_is_worth_what_the_modifier_would_move():
    def worth(modifier, target):
        table = Table().put(0, hand="2c 2d", field="9c").put(1, hand=modifier, field="5c").turn(1)
        return max(
            value
            for action, value in table.do(f"play {modifier} on {target}").values("standard").items()
            if action != "pass"
        )

    assert worth("Ac", "9c") > worth("Kd", "9c") > worth("Jd", "9c")


def test_the_largest_fighter_is_protected_first():
    def worth(field):
        table = Table().put(0, hand="2d", field=field).put(1, field="10c/10d").turn(1)
        return table.do(f"attack 10c on {field.removesuffix('-')}").values("standard")["pick 2d"]

    assert worth("9c-") > worth("3c-")


def test_the_cheapest_card_is_discarded():
    table = Table(hand_limit=2).put(0, hand="Ac 3c Kc").turn(0).do("end")
    assert table.choice("standard") == "pick 3c"


def test_the_cheapest_fighter_pays():
    table = position("7c", "3c 5c").do("pay 7c attack")
    assert table.choice("standard") == "pick 3c"


def test_a_joker_takes_the_best_card():
    table = position("Joker", pile="3c Ac Jc").do("play Joker")
    assert table.choice("standard") == "pick Ac"


def test_in_combat_a_modifier_is_played_where_it_saves_the_fighter():
    table = position("", "9c", other="Kc", against="7c", modifiers_in_combat=True).do("attack 9c on 7c")
    assert table.choice("standard") == "play Kc on 7c"
    table = position("", "10c/10d", other="Jc", against="3c-", modifiers_in_combat=True).do("attack 10c on 3c")
    assert table.values("control")["play Jc on 3c"] < 0


def test_passive_play_does_nothing():
    table = position("6c Kc Joker", "9c", against="4c", pile="3d")
    assert table.choice("passive") == "end"
    assert table.choice("idle") == "end drawing"


# The whole turn


def test_expert_clears_the_way_with_the_weakest_that_can():
    table = Table().put(0, field="9c 6c 3h").put(1, field="5d-", stack="2d 3d 4d 2h 4h 6h 7h 8h 9h 10h Jh Qh").turn(0)
    assert table.choice("expert") == "attack 6c on 5d"
    assert kill("expert", table)


def test_expert_turns_a_fighter_that_is_needed_to_end_the_game():
    table = Table().put(0, field="7c 5h-").put(1, stack="2d 3d 4d 5d 6d 7d 8d 9d 10d 2h 3h 4h").turn(0)
    assert table.choice("expert") == "turn 5h"
    assert kill("expert", table)


@pytest.mark.parametrize(
    ("hand", "field", "against"),
    [
        ("", "7c- 5h-", ""),  # both are turned
        ("5c 5d", "5h-", ""),  # turned, and two laid on it
        ("4c 4d 4h", "", ""),  # a trip, and those that were shown laid on it
        ("6c 7c 8c Jc Qc Kc", "", ""),  # a run and its modifiers
        ("6c 6d", "", ""),  # summoned, and the other one laid on it
        ("8c", "2c 5h-", ""),  # paid for by the 2: 8 and 5
        ("Ac Ad Kc", "9c", "10c- 9d-"),  # the way is shot free
    ],
)
def test_expert_finds_a_turn_that_ends_the_game(hand, field, against):
    table = Table().put(0, hand=hand, field=field).put(1, field=against, stack=LIFE).turn(0)
    assert kill("expert", table)


def planned(table):
    """Return the most damage of a sure plan, and of an open one, for the player whose turn it is."""
    state, other = table.state, table.state.seat[1 - table.state.active]
    found = []
    for cards in range(1, 60):
        other.stack_n = cards
        look_ahead(table.cards, state, lowered_policy("expert"), table.memo)
        found.append((bool(table.memo.is_sure), bool(table.memo.is_open)))
    return sum(is_sure for is_sure, _ in found), sum(is_open for _, is_open in found)


@pytest.mark.parametrize(
    ("hand", "field", "against", "other", "sure", "open_"),
    [
        ("", "7c 5h-", "", "", 12, 12),
        ("5c 5d", "5h-", "", "", 15, 15),
        ("4c 4d 4h", "", "", "", 12, 12),
        ("6c 7c 8c Jc Qc Kc", "", "", "", 7 + 6, 7 + 6 + 1 + 2 + 3),
        ("6c 6d", "", "", "", 12, 12),
        ("6c 5d", "", "", "", 6, 6),  # one pay summon a turn
        ("8c", "2c 5h-", "", "", 8 + 5, 8 + 5),
        ("8c", "", "", "", 0, 0),
        ("Kc", "7d", "", "", 7, 7),  # it would take off
        ("Ac Ad Kc", "9c", "10c- 9d-", "", 0, 12),
        ("Ac", "9c", "10c- 9d-", "", 0, 0),
        ("", "9c 9d 8c", "5d-", "", 18, 18),
        ("", "9c 9d 8c", "5d-", "Jh", 0, 18),
        ("", "9c 9d 8c", "5d", "Jh", 3 + 4 + 4, 3 + 9 + 9),
        ("", "9c 9d 8c", "", "Jh", 26, 26),
    ],
)
def test_a_plan_brings_everything_up(hand, field, against, other, sure, open_):
    table = Table().put(0, hand=hand, field=field).put(1, hand=other, field=against).turn(0)
    assert planned(table) == (sure, open_)


def test_a_plan_keeps_to_the_rules():
    def most(hand, field="", *done, **options):
        return planned(Table(**options).put(0, hand=hand, field=field).turn(0).do(*done))[0]

    assert most("6c 5d", "", "pay 6c attack") == 6
    assert most("", "7c 5h", "turn 7c") == 5
    assert most("5c 5d", "9c", "attack 9c on life") == 0
    assert most("6c 6d", stacks=False) == 6
    assert most("8c 8d 8h") == 24
    assert most("8c 8d 8h", trips=False) == 0
    assert most("3c 4d 5h", cost_of_3=1, cost_of_5=1) == 4
    assert most("3c 4d 5h", cost_of_3=1, cost_of_4=1, cost_of_5=1) == 4
    assert most("3c 4d 5h", cost_of_3=1, cost_of_4=1, cost_of_5=1, runs=False) == 0


def test_expert_prepares_only_what_brings_the_attacks_nearer():
    table = Table().put(0, hand="3h Kd", field="7c 5h-").put(1, stack=LIFE).turn(0)
    final = lowered_policy("expert").weight[Feature.FINAL]
    values = table.values("expert")
    assert values["turn 5h"] > final / 2
    assert values["pay 3h attack"] > final / 2
    assert max(values["pay 3h defense"], values["play Kd on 7c"], values["turn 7c"]) < final / 2


def test_expert_prepares_nothing_that_attacks_do_not_need():
    table = Table().put(0, hand="Kc 5c", field="7c 5h").put(1, stack=LIFE).turn(0)
    final = lowered_policy("expert").weight[Feature.FINAL]
    values = table.values("expert")
    assert {action for action, worth in values.items() if worth >= final / 2} == {
        "attack 7c on life",
        "attack 5h on life",
    }


def life_of(n):
    return " ".join(LIFE.split()[:n])


def worth_of_attack(against, cards, life):
    """Return what an attack on the first fighter is worth to expert, with 9, 9 and 8 in attack position."""
    table = Table().put(0, field="9c 9d 8c").put(1, hand=cards, field=against, stack=life_of(life)).turn(0)
    return table.values("expert")[f"attack 8c on {against[:2]}"]


def test_expert_reckons_with_what_the_other_may_protect_with():
    weight = lowered_policy("expert").weight
    final, danger = weight[Feature.FINAL], weight[Feature.DANGER]
    # A fighter in defense position in the way: with a card the other keeps it there.
    assert worth_of_attack("5d-", "", 9) > final / 2
    assert danger / 2 < worth_of_attack("5d-", "Jh", 9) < final / 2
    # In attack position it is hurt all the same: 3 + 4 + 4.
    assert worth_of_attack("5d", "Jh", 9) > final / 2
    assert danger / 2 < worth_of_attack("5d", "Jh", 12) < final / 2
    assert worth_of_attack("5d", "", 12) > final / 2


def test_where_nobody_may_protect_expert_does_not_reckon_with_it():
    table = Table(protect=False).put(0, field="9c 9d").put(1, hand="Jh", field="5d-", stack=life_of(9)).turn(0)
    assert table.values("expert")["attack 9c on 5d"] > lowered_policy("expert").weight[Feature.FINAL] / 2


def test_expert_does_not_stake_the_game_on_a_modifier_that_the_other_has_shown_the_answer_to():
    def gain(hand, known):
        table = Table().put(0, hand="Kc", field="7c 5c").put(1, hand=hand, known=known, stack=STACK_OF_15).turn(0)
        return table.values("expert")["play Kc on 7c"]

    weight = lowered_policy("expert").weight
    assert gain("2c", "") - gain("2c", "2c") == weight[Feature.DANGER]
    assert gain("", "") - gain("2c", "2c") == weight[Feature.FINAL]


def test_expert_remembers_a_fighter_that_was_shown():
    def gain(known):
        table = Table().put(0, hand="3h", stack="2d 4d 5d 6d 7d 8d").put(1, hand="6c", known=known).turn(0)
        values = table.values("expert")
        return values["pay 3h defense"] - values["end"]

    assert gain("6c") - gain("") == lowered_policy("expert").weight[Feature.DANGER]


def test_expert_cancels_what_would_end_the_game():
    def worth(life):
        table = Table().put(0, hand="Jc", field="7c 5c").put(1, hand="2c", stack=life).turn(0)
        return table.do("play Jc on 5c").values("expert")["pick 2c"]

    assert worth("2d 3d 4d 5d 6d 7d 8d 9d 10d 2h 3h 4h 5h") > worth(STACK_OF_15)


def test_expert_protects_the_fighter_that_holds_the_others_off():
    def worth(life):
        table = Table().put(0, field="7c 5c").put(1, hand="2c", field="3d-", stack=life).turn(0)
        return table.do("attack 7c on 3d").values("expert")["pick 2c"]

    assert worth("2d 4d 5d 6d 7d") > worth("2d 4d 5d 6d 7d 8d")


def test_expert_lets_a_bomb_fall_that_takes_a_larger_fighter_along():
    def is_kept(**options):
        table = Table(**options).put(0, field="10c/10d").put(1, hand="3c 4c", field="2c-").turn(0)
        return table.do("attack 10c on 2c").choice("expert") == "pick 3c"

    assert not is_kept()
    assert is_kept(bombs=False)


def test_expert_discards_nothing_for_what_a_bomb_takes_along():
    table = Table(bombs_by_value=True).put(0, hand="3c", field="2c").put(1, field="3d+Jc").turn(0)
    assert table.do("attack 2c on 3d").asked == (0, "protect")  # a tie of bombs: the other has nothing to protect with
    assert table.choice("expert") == "pass"


def test_expert_looks_at_no_hidden_card():
    for table in games(6, modifiers_in_combat=True):
        for _ in range(40):
            if table.is_over:
                break
            values = table.values("expert")
            assert table.redeal(table.asked[0], 5).values("expert") == values
            table.do(table.choice("expert"))


def test_looking_ahead_leaves_the_table_as_it_was():
    for table in games(6, modifiers_in_combat=True):
        while not table.is_over:
            before = table.state.tobytes()
            table.values("expert")
            assert table.state.tobytes() == before
            table.do(table.choice("random"))
