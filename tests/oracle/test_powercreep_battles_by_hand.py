"""The oracle of Powercreep!Beta against battles worked out by hand, by the readings' ids."""

from tests.oracle.powercreep_oracle import Result
from tests.oracle.powercreep_prompts import END, FIGHT, LIFE_STACK, NO_TARGET, PASS
from tests.oracle.powercreep_scenes import Scene

# Battles


def test_no_battle_on_the_first_turn_of_the_game():
    assert not Scene(fields=("9C", ""), turn=1).acts("battle")
    assert Scene(fields=("9C", ""), turn=1, first_turn_battle=True).acts("battle")
    assert Scene(fields=("", "9C"), turn=2, seat=1).acts("battle")


def test_pc_30_only_battles_once_the_first_has_started():
    scene = Scene(hands=("5C JH AS 9H 9S 9D", ""), fields=("9C 8C", ""), discard="4D")
    scene.answer("battle", "9C", LIFE_STACK)
    assert scene.asks(0, "act") == {END, ("battle", "8C", LIFE_STACK)}
    scene.answer("battle", "8C", LIFE_STACK)
    assert scene.asks(0, "act") == {END}


def test_pc_31_and_51_summoned_and_turned_fighters_battle():
    scene = Scene(hands=("5C", ""), fields=("9C-", ""))
    assert not scene.acts("battle")
    scene.answer("turn", "9C")
    scene.answer("pay", "5C", "attack")
    assert scene.acts("battle") == {("battle", name, LIFE_STACK) for name in ("9C", "5C")}
    assert scene.acts("turn") == {("turn", "5C")}


def test_every_own_turn_a_fighter_turns_and_battles_again():
    scene = Scene(fields=("9C-", ""), turns=3, damage_hand_limit=0)
    for position in ("attack", "defense"):
        scene.answer("turn", "9C")
        assert scene.fighter("9C").position == position
        assert not scene.acts("turn")
        if position == "attack":
            scene.answer("battle", "9C", LIFE_STACK)
            assert scene.asks(0, "act") == {END}
            scene.answer("end")
            assert not scene.acts("battle")  # of seat 1, without a fighter
            scene.answer("end")
            assert scene.acts("battle")


def test_pc_32_an_attacker_loses_against_defense():
    scene = Scene(fields=("4C", "9D-"))
    scene.answer("battle", "4C", "9D")
    assert scene.asks(0, "protect") >= {PASS}
    hand = len(scene.table.hands[0])
    scene.answer("pass")
    assert scene.field(0) == []
    assert len(scene.table.hands[0]) == hand + 5
    assert not scene.table.hands[1]


def test_pc_33_no_damage_for_a_fighter_in_defense():
    scene = Scene(fields=("9C", "4D-/JD(1)"))
    scene.answer("battle", "9C", "4D")
    assert scene.field(1) == []
    assert scene.is_discarded("4D", "JD")
    assert not scene.table.hands[1]


def test_pc_34_a_tie_against_defense_does_nothing():
    scene = Scene(fields=("9C", "9D-"))
    scene.answer("battle", "9C", "9D")
    assert scene.asks(0, "act") == {END}
    assert (scene.field(0), scene.field(1)) == (["9C"], ["9D"])


def test_pc_35_both_may_protect_in_a_tie():
    def scene(first, second):
        scene = Scene(hands=("3C", "3D"), fields=("9C", "9D"))
        scene.answer("battle", "9C", "9D")
        assert scene.asks(1, "protect") == {PASS, ("3D",)}  # PC-55: the defending player first, as in the exchange
        scene.answer(second)
        scene.asks(0, "protect")
        scene.answer(first)
        return scene.field(0), scene.field(1)

    assert scene("pass", "pass") == ([], [])
    assert scene("3C", "pass") == (["9C"], [])
    assert scene("pass", "3D") == ([], ["9D"])
    assert scene("3C", "3D") == (["9C"], ["9D"])


def test_protecting_does_not_spare_the_damage():
    scene = Scene(hands=("", "3D"), fields=("9C", "4D"))
    scene.answer("battle", "9C", "4D")
    assert scene.asks(1, "protect") == {PASS, ("3D",)}
    scene.answer("3D")
    assert scene.field(1) == ["4D"]
    assert len(scene.table.hands[1]) == 5
    assert scene.is_discarded("3D")


def test_pc_36_nothing_drawn_can_protect_unless_damage_comes_first():
    scene = Scene(fields=("9C", "4D"))
    scene.answer("battle", "9C", "4D")  # an empty hand is not asked
    assert scene.field(1) == []
    scene = Scene(fields=("9C", "4D"), protect_after_damage=True)
    scene.answer("battle", "9C", "4D")
    assert len(scene.asks(1, "protect")) == 6
    scene = Scene(fields=("9C", "4D"), protect_after_damage=True, left=(9, 5))
    scene.answer("battle", "9C", "4D")
    assert scene.result == Result(1, "attack", 9)


def test_losing_an_attack_can_lose_the_game():
    scene = Scene(fields=("4C", "9D"), left=(6, 9))
    scene.answer("battle", "4C", "9D")
    scene.answer("pass")
    assert scene.result == Result(0, "counter", 9)


def test_protecting_can_be_switched_off():
    scene = Scene(hands=("", "3D"), fields=("9C", "4D"), protect=False)
    scene.answer("battle", "9C", "4D")
    assert scene.field(1) == []


# Bombs


def test_pc_37_a_bomb_takes_the_winner_and_only_the_loser_is_hurt():
    scene = Scene(hands=("3C", "3D"), fields=("9C/KC(3)", "2D/JD(1)"))
    scene.answer("battle", "9C", "2D")
    scene.answer("pass")  # of the bomb's owner; the other is not asked
    assert (scene.field(0), scene.field(1)) == ([], [])
    assert scene.is_discarded("9C", "KC", "2D", "JD")
    assert len(scene.table.hands[1]) == 1 + 6  # of 9 points the rest is discarded
    assert len(scene.table.hands[0]) == 2
    assert len(scene.table.discard) == 4 + 3


def test_a_bomb_in_defense_takes_the_winner_too():
    scene = Scene(fields=("9C", "2D-"))
    scene.answer("battle", "9C", "2D")
    assert (scene.field(0), scene.field(1)) == ([], [])
    assert not scene.table.hands[1]


def test_pc_38_a_protected_fighter_goes_with_the_other_bomb():
    scene = Scene(hands=("3C", "3D"), fields=("2C", "2D"))
    scene.answer("battle", "2C", "2D")
    scene.answer("pass")
    scene.answer("3C")
    assert (scene.field(0), scene.field(1)) == ([], [])
    scene = Scene(hands=("3C", "3D"), fields=("2C", "2D"))
    scene.answer("battle", "2C", "2D")
    scene.answer("3D")
    scene.answer("3C")
    assert (scene.field(0), scene.field(1)) == (["2C"], ["2D"])


def test_pc_39_a_stack_of_twos():
    def left(attackers, **options):
        scene = Scene(fields=(attackers, "2C+2D-"), **options)
        scene.answer("battle", attackers.split("/")[0], "2C")
        return scene.field(0)

    assert left("9C") == []
    assert left("9C", stack_of_twos_is_bomb=False) == ["9C"]
    assert left("9C", bombs_by_value=True) == ["9C"]
    assert left("9C", bombs=False) == ["9C"]


def test_pc_40_a_protected_bomb_takes_nothing():
    scene = Scene(hands=("", "3D"), fields=("9C", "2D"))
    scene.answer("battle", "9C", "2D")
    scene.answer("3D")
    assert (scene.field(0), scene.field(1)) == (["9C"], ["2D"])


def test_pc_41_a_two_attacks_a_stack():
    scene = Scene(fields=("2C", "10C+10D"))
    scene.answer("battle", "2C", "10C")
    scene.answer("pass")
    assert (scene.field(0), scene.field(1)) == ([], [])
    assert scene.is_discarded("2C", "10C", "10D")
    assert len(scene.table.hands[0]) == 7
    scene = Scene(fields=("2C", "10C+10D"), left=(19, 9))
    scene.answer("battle", "2C", "10C")
    scene.answer("pass")
    assert scene.result == Result(0, "counter", 9)


def test_a_two_with_more_is_a_bomb_by_rank_and_not_by_value():
    def left(fields, **options):
        scene = Scene(fields=fields, **options)
        scene.answer("battle", "9C", scene.field(1)[0])
        return scene.field(0)

    assert left(("9C", "2D-/JH(1)")) == []
    assert left(("9C", "2D-/JH(1)"), bombs_by_value=True) == ["9C"]
    assert left(("9C", "3D-/JC(-1)")) == ["9C"]
    assert left(("9C", "3D-/JC(-1)"), bombs_by_value=True) == []
    assert left(("9C", "2D+2H-/JC(-1)/JS(-1)"), bombs_by_value=True) == []  # a stack worth 2
    assert left(("9C", "3D-/JC(-1)"), bombs_by_value=True, bombs=False) == ["9C"]


def test_pc_42_later_attackers_strike_the_life_stack():
    scene = Scene(fields=("9C 5C", "2D-"))
    assert scene.acts("battle") == {("battle", "9C", "2D"), ("battle", "5C", "2D")}
    scene.answer("battle", "9C", "2D")
    assert scene.acts("battle") == {("battle", "5C", LIFE_STACK)}


def test_pc_43_a_worthless_fighter_is_a_fighter():
    scene = Scene(fields=("9C", "2D-/KC(-3)"))
    assert scene.acts("battle") == {("battle", "9C", "2D")}


# Modifiers in combat


def combat(hands, fields=("9C", "8D"), attack=("9C", "8D"), **options):
    """A scene in which the attack has just been declared; the attacker draws a card that cannot be played."""
    scene = Scene(hands=hands, fields=fields, tops=("3C", ""), modifiers_in_combat=True, **options)
    scene.answer("battle", *attack)
    return scene


def test_pc_45_the_defender_begins_and_two_in_a_row_fight():
    scene = combat(("JC KS", "QD KD 4S"))
    assert scene.asks(1, "combat") == {FIGHT} | {
        ("play", card, target) for card in ("QD", "KD") for target in ("9C", "8D")
    }
    scene.answer("play", "QD", "8D")  # nobody holds a diamond against it
    assert scene.fighter("8D").value == 10
    scene.asks(0, "combat")
    scene.answer("fight")
    scene.asks(1, "combat")
    scene.answer("play", "KD", "9C")
    assert scene.fighter("9C").value == 6
    scene.asks(0, "combat")
    scene.answer("fight")
    scene.asks(0, "protect")  # the defender has nothing left to play: a pass, and 6 against 10 is fought


def test_pc_45_after_a_play_both_must_pass_again():
    scene = combat(("JC KS", "QD"))
    scene.answer("fight")
    scene.answer("play", "JC", "9C")
    scene.asks(1, "combat")
    scene.answer("fight")
    assert scene.asks(0, "combat")  # one pass in a row so far
    scene.answer("fight")
    assert scene.asks(1, "protect") == {PASS, ("QD",)}  # 10 against 8


def test_who_has_nothing_to_play_is_not_asked():
    scene = combat(("3D 4D", "5D"))
    assert scene.asks(1, "protect") == {PASS, ("5D",)}


def test_the_usual_cancels_apply_and_a_canceled_play_was_one():
    scene = combat(("JC", "QD 5C"))
    scene.answer("fight")
    scene.answer("play", "JC", "9C")
    assert scene.asks(1, "cancel") == {PASS, ("5C",)}
    scene.answer("5C")
    assert scene.asks(0, "cancel") == {PASS, ("3C",)}
    scene.answer("pass")
    assert scene.fighter("9C").value == 9
    scene.asks(1, "combat")  # one pass is not enough after a play


def test_only_the_player_whose_turn_it_is_shoots():
    scene = combat(("AD", "AS JH"))
    assert scene.asks(1, "combat") == {FIGHT, ("play", "JH", "9C"), ("play", "JH", "8D")}
    scene.answer("fight")
    assert scene.asks(0, "combat") == {FIGHT, ("play", "AD", "9C"), ("play", "AD", "8D")}


def test_jokers_in_combat_are_an_option():
    hands = ("Joker1", "Joker2")
    assert combat(hands, discard="4C").prompt.kind == "protect"
    scene = combat(hands, discard="4C JC", joker_in_combat=True)
    assert scene.asks(1, "combat") == {FIGHT, ("play", "Joker2", NO_TARGET)}
    scene.answer("play", "Joker2", NO_TARGET)
    scene.asks(0, "cancel")
    scene.answer("pass")
    assert scene.asks(1, "take") == {("4C",), ("JC",)}
    scene.answer("JC")
    scene.asks(0, "combat")


def test_pc_46_and_56_a_shot_stops_the_battle_and_leaves_only_attacks():
    scene = combat(("AD", ""), fields=("9C 7C", "8D"))
    scene.answer("play", "AD", "8D")
    assert scene.asks(0, "act") == {END, ("battle", "9C", LIFE_STACK), ("battle", "7C", LIFE_STACK)}
    scene = combat(("AD", ""), fields=("9C 7C", "8D"), shot_battle_is_used=True)
    scene.answer("play", "AD", "8D")
    assert scene.asks(0, "act") == {END, ("battle", "7C", LIFE_STACK)}
    scene = combat(("AD", "5C"), fields=("9C 7C", "8D"))
    scene.answer("play", "AD", "9C")
    assert scene.asks(0, "act") == {END, ("battle", "7C", "8D")}
    assert scene.table.hands[1] == ["5C"]


def test_another_fighter_shot_does_not():
    scene = combat(("AD", "5C"), fields=("9C 7C", "8D 6D"))
    scene.answer("play", "AD", "6D")
    assert scene.asks(1, "protect")


def test_pc_47_what_was_played_in_combat_leaves_at_the_end_of_the_turn():
    scene = combat(("JC", "QD"), fields=("9C/KC(3)", "8D"))
    scene.answer("play", "QD", "9C")
    scene.asks(0, "combat")
    scene.answer("play", "JC", "9C")
    assert scene.field(1) == []  # 11 against 8, and the defender's hand is empty
    assert len(scene.table.hands[1]) == 3
    assert scene.fighter("9C").value == 11
    scene.answer("end")
    assert scene.fighter("9C").value == 12
    assert scene.is_discarded("JC", "QD")


def test_pc_52_targets_any_or_battling():
    fields = ("9C/KC(3) 7C", "8D 6D/JD(1)")
    hands = ("AD QH", "")
    every = {"9C", "7C", "8D", "6D"}
    scene = combat(hands, fields)
    assert {play[2] for play in scene.asks(0, "combat") if play[1:2] == ("QH",)} == every
    assert {play[2] for play in scene.asks(0, "combat") if play[1:2] == ("AD",)} == every | {"KC", "JD"}
    scene = combat(hands, fields, combat_targets="battling")
    assert {play[2] for play in scene.asks(0, "combat") if play[1:2] == ("QH",)} == {"9C", "8D"}
    assert {play[2] for play in scene.asks(0, "combat") if play[1:2] == ("AD",)} == {"9C", "8D", "KC"}


def test_pc_54_the_exchange_comes_before_a_direct_attack_too():
    scene = combat(("JC", "KD"), fields=("9C", ""), attack=("9C", LIFE_STACK))
    assert scene.asks(1, "combat") == {FIGHT, ("play", "KD", "9C")}
    scene.answer("play", "KD", "9C")
    scene.answer("play", "JC", "9C")
    assert len(scene.table.hands[1]) == 7  # 9 - 3 + 1


def test_a_bomb_made_in_combat():
    scene = combat(("", "JC"), fields=("9C", "3D-"), attack=("9C", "3D"), bombs_by_value=True)
    scene.answer("play", "JC", "3D")
    scene.asks(0, "cancel")
    scene.answer("pass")
    assert (scene.field(0), scene.field(1)) == ([], [])
