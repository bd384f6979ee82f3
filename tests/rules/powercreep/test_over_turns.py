"""What a turn takes away comes back with the next one, and what was played before a turn ends stays."""

from tests.rules.powercreep.harness import Table


def round_of(table):
    """End this turn and the other's, doing nothing."""
    return table.do("end", "end")


def table_of(hand="", field="", *, other="", against="", pile="", **options):
    return Table(**options).put(0, hand=hand, field=field).put(1, hand=other, field=against).turn(0, pile=pile)


def test_pc_7_there_is_a_pay_summon_in_every_turn():
    table = table_of("5c 6c").do("pay 5c attack")
    assert not table.legal("pay")
    assert round_of(table).legal("pay 6c")


def test_pc_27_a_joker_takes_a_joker_in_every_turn():
    table = table_of("Joker", pile="Joker2")
    table.do("play Joker", "pick Joker2")
    assert "play Joker2" not in table.legal("play")  # nothing else lies there
    round_of(table)
    assert "play Joker2" in table.legal("play")


def test_pc_51_a_fighter_turns_in_every_turn():
    table = table_of("", "5c").do("turn 5c")
    assert not table.legal("turn")
    assert round_of(table).legal("turn 5c")


def test_pc_30_in_the_next_turn_all_of_it_is_open_again():
    table = table_of("5d", "9c", against="3d-").do("attack 9c on 3d")
    assert not table.legal("pay")
    assert not table.legal("attack")
    round_of(table)
    assert table.legal("pay 5d")
    assert table.legal("attack 9c on life")


def test_pc_47_what_was_played_before_a_battle_stays():
    table = table_of("Kc Qc", "9c", against="10d-", modifiers_in_combat=True)
    table.do("play Kc on 9c", "attack 9c on 10d")
    while table.asked[1] == "combat":
        table.do("play Qc on 9c" if "play Qc on 9c" in table.legal() else "pass")
    assert table.worth("9c") == 9 + 3 + 2
    round_of(table)
    assert table.worth("9c") == 9 + 3
    assert table.pile() == "10d Qc"


def test_pc_19_pc_28_a_shot_modifier_takes_away_what_it_brought():
    """It lay on a club; now a heart is on top, for which it would count the other way about."""
    table = table_of("Kc 9h Ad", "9c").do("play Kc on 9c", "stack 9h on 9c")
    assert table.worth("9c") == 9 + 3 + 9
    table.do("play Ad on Kc")
    assert table.worth("9c") == 18


def test_pc_18_a_stack_laid_on_another_brings_the_colour_of_its_top_card():
    table = table_of("Kh", "9c/9h 9d/9s").do("stack 9c on 9d", "play Kh on 9d")
    assert table.worth("9d") == 36 + 3  # the heart is on top


def test_pc_39_a_modified_two_is_a_bomb_where_stacks_are_none():
    def falls(field):
        table = table_of("", "10c", against=field, stacks_of_twos_are_bombs=False)
        return table.do(f"attack 10c on {field[:2]}").field(0) == ""

    assert falls("2c-")
    assert falls("2c+Kc-")
    assert not falls("2c/2d-")


def test_pc_36_damage_before_protecting_may_end_the_game():
    table = (
        Table(protect_after_damage=True).put(0, field="10c").put(1, hand="Kd", field="4c", stack="2s 3s 4s 5s 6s 7s")
    )
    assert table.turn(0).do("attack 10c on 4c").result == (0, "BATTLE")
