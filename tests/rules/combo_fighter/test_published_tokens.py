"""The readings behind the six published power tokens, in rounds worked out by hand.

PLAIN deals RT 4/2 (initiative 5), RS 2/3 (3), BT 0/1, YT 0/0, BC 0/4 with a star.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from ruamel.yaml import YAML

from balance.core.protocol import decision, redeal
from tests.games import RULESETS, data_of
from tests.rules.combo_fighter.cast import (
    BORIS,
    FRANCISCO,
    GAEKERE,
    KAGAMI,
    PLAIN,
    RADIANT,
    RENEE,
    STAFF,
    tokened,
)
from tests.rules.combo_fighter.harness import Duel, count

RT20 = "RT " * 20


def met(
    first: Any,
    hand: str,
    opener: str,
    against: str,
    *,
    rival: Any = PLAIN,
    side: str = "A",
    counter: int = 0,
    rival_side: str = "A",
    **options: object,
) -> Duel:
    """Both openers are on the table: the first fighter's out of `hand`, and `against`."""
    duel = Duel(first, rival, **options)
    duel.put(0, hand, RT20, side=side, counter=counter).put(1, f"{against} RT RT RT", RT20, side=rival_side).start()
    duel.events()
    return duel.do(opener, against)


def told(duel: Duel, *words: str) -> list[tuple[Any, ...]]:
    """Return the events of some kinds."""
    return [event for event in duel.events() if event[0] in words]


@cache
def variant(name: str) -> Any:
    """Return the shipped data under one of its own variants."""
    edits = YAML(typ="safe", pure=True).load(RULESETS / "combo-fighter" / "variants" / f"{name}.yaml")["set"]
    return data_of("combo-fighter", tuple(edits))


# ------------------------------------------------------------------------------------------------ what adds up


def test_cf_16_a_bonus_of_single_cards_does_not_raise_a_signature() -> None:
    # Spin, Snake Snap 2 + 1, Elbow 2 with the staff whole; Spitting Cobra deals its 7.
    assert told(met(STAFF, "RC RT BT YT", "YT", "BT").do("RT", "BT", "stop"), "damage") == [("damage", 1, 5)]
    assert told(met(STAFF, "RC RT BT YT", "YT", "BT").do("RT", "BT", "call"), "damage") == [("damage", 1, 7)]


def test_cf_16_what_changes_the_total_applies_to_a_signature() -> None:
    duel = met(RADIANT, "BT YT BS", "BT", "RT", side="B").do("YT", "BS", "call")
    assert told(duel, "signature", "total", "damage") == [("signature", 0, 6), ("total", 1, 8), ("damage", 1, 8)]
    duel = met(BORIS, "BT YT BS", "BT", "RT", rival=GAEKERE).do("YT", "BS", "call")
    assert told(duel, "signature", "total", "damage") == [("signature", 0, 6), ("total", 1, 8), ("damage", 1, 8)]


def test_cf_17_francisco_doubles_five_against_a_standing_baako_for_twelve() -> None:
    duel = met(FRANCISCO, "BT YT RT", "BT", "RT", rival=GAEKERE, side="B").do("YT", "RT", "call")
    assert duel.legal() == {"decline", "double signature"}
    assert duel.do("double signature").events()[-4:] == [
        ("total", 1, 10),
        ("flip", 0, "A"),
        ("total", 1, 12),
        ("damage", 1, 12),
    ]


def test_cf_17_the_dealer_adds_before_the_victim_is_immune() -> None:
    duel = met(RADIANT, "RS", "RS", "YT", rival=GAEKERE, side="B", rival_side="B").do("stop")
    # Nobody pays: the round is at its end, where the lost round takes Baako off the ground.
    assert told(duel, "total", "damage") == [("total", 1, 6), ("total", 1, 0)]
    assert duel.asked == (0, "discards")


def test_cf_17_the_dealer_adds_before_the_victim_adds() -> None:
    double = tokened(PLAIN, a=("taking: total x2",))
    duel = met(RADIANT, "RS", "RS", "YT", rival=double, side="B").do("stop")
    assert told(duel, "total", "damage") == [("total", 1, 6), ("total", 1, 12), ("damage", 1, 12)]


def test_cf_17_nothing_dealt_is_nothing_added() -> None:
    duel = met(RADIANT, "BT", "BT", "RT", rival=GAEKERE, side="B").do("stop")
    assert told(duel, "total", "damage") == []


def test_cf_18_tokens_that_speak_of_damage_work_on_a_tie() -> None:
    # Headbutt and Renée's Kick, initiative 4 and 4 damage both.
    duel = met(RADIANT, "RS", "RS", "RC", rival=RENEE, side="B")
    assert told(duel, "total", "damage") == [("total", 1, 6), ("damage", 0, 4), ("damage", 1, 6)]
    # Elbow of Baako, initiative 5 and 3 damage, against 4.
    duel = met(GAEKERE, "RT RT", "RT", "RT")
    assert told(duel, "total", "damage") == [("total", 0, 6), ("damage", 0, 6), ("damage", 1, 3)]
    duel = met(FRANCISCO, "RS BT", "RS", "RT")
    assert told(duel, "damage", "flip") == [("damage", 0, 4), ("damage", 1, 3), ("flip", 0, "B")]


def test_cf_18_tokens_that_speak_of_winning_do_not_work_on_a_tie() -> None:
    duel = met(FRANCISCO, "RS BT", "RS", "RT", side="B")
    assert duel.asked == (0, "payment")  # no offer
    assert duel.side(0) == "B"
    assert met(GAEKERE, "BC RT", "BC", "BC").side(0) == "A"
    assert met(KAGAMI, "RT BT", "RT", "RT").counter(0) == 0


def test_cf_18_the_staff_is_counted_before_initiative_is_compared() -> None:
    def winner(hand: str, opener: str, against: str, side: str = "A") -> list[tuple[Any, ...]]:
        return told(met(STAFF, hand, opener, against, rival=RENEE, side=side), "winner")

    # Snake Snap 6 + 3 against the Jab's 8; Tiger Slash 3 + 3 against the Cross's 6.
    assert winner("RT RC", "RT", "RT") == [("winner", 0)]
    assert winner("RT RT", "RT", "RT") == [("winner", 1)]
    assert winner("RT RC", "RT", "RT", side="B") == [("winner", 1)]
    assert winner("RS RC", "RS", "RS") == [("winner", -1)]
    # In the tie Tiger Slash deals 3 + 1.
    duel = met(STAFF, "RS RC", "RS", "RS", rival=RENEE)
    assert told(duel, "damage") == [("damage", 0, 2), ("damage", 1, 4)]


# ------------------------------------------------------------------------------------------------ Gaekere Baako


def test_cf_27_no_hit_knocks_him_out_on_the_ground() -> None:
    duel = Duel(GAEKERE, PLAIN).put(0, "YT RT", "RT RT", staggering=True, side="B").put(1, "RT RT", RT20).start()
    duel.do("YT", "RT", "RT", "stop")
    assert told(duel, "damage", "knock_out", "end") == []
    assert duel.side(0) == "B"
    duel.do("", "")  # only the end of the lost round takes him off the ground
    assert told(duel, "flip", "round") == [("flip", 0, "A"), ("round", 2)]
    standing = Duel(GAEKERE, PLAIN).put(0, "YT RT", "RT RT", staggering=True).put(1, "RT RT", RT20).start()
    assert standing.do("YT", "RT", "stop").result == (1, "HIT_STAGGERING")


def test_cf_28_wrestle_flips_as_the_opener_of_a_won_round() -> None:
    duel = met(GAEKERE, "BC YT RT", "BC", "RT")
    assert told(duel, "winner", "flip") == [("winner", 0), ("flip", 0, "B")]
    duel.do("YT", "RT", "stop")
    assert told(duel, "damage") == [("damage", 1, 6)]  # Mount 0, Elbow 2 x 3


@pytest.mark.parametrize(("opener", "against"), [("BC", "YT"), ("BC", "BC"), ("YC", "BT")])
def test_cf_28_no_other_way_of_playing_it_flips(opener: str, against: str) -> None:
    # A lost round, a tied one, and Wrestle behind a Roll.
    duel = met(GAEKERE, "YC BC YT", opener, against)
    if opener == "YC":
        duel.do("BC", "stop")
    assert told(duel, "flip") == []
    assert duel.side(0) == "A"


def test_cf_28_signatures_are_back_from_the_next_round_on() -> None:
    standing = met(GAEKERE, "YC BT YT", "YC", "BT").do("BT", "YT")
    assert standing.legal() == {"stop"}
    ground = met(GAEKERE, "YC BT YT", "YC", "BT", side="B").do("BT", "YT")
    assert ground.legal() == {"stop", "call"}


def test_cf_28_variant_wrestle_anywhere_in_the_combo() -> None:
    gaekere = variant("wrestle-anywhere").sides["gaekere"]
    duel = met(gaekere, "YC BC YT RT", "YC", "BT").do("BC")
    assert told(duel, "flip") == [("flip", 0, "B")]
    duel.do("YT", "RT", "stop")
    assert told(duel, "damage") == [("damage", 1, 6)]
    assert told(met(gaekere, "BC YT RT", "BC", "RT"), "flip") == [("flip", 0, "B")]
    assert told(met(gaekere, "BC YT RT", "BC", "YT"), "flip") == []  # lost
    assert told(met(gaekere, "BC YT RT", "BC", "BC"), "flip") == []  # tied


def test_cf_29_a_tie_leaves_him_on_the_ground() -> None:
    duel = met(GAEKERE, "RT RT", "RT", "RT", side="B")
    assert told(duel, "total", "damage") == [("total", 0, 0), ("damage", 1, 9)]
    duel.do("", "", "")
    assert told(duel, "flip") == []
    assert duel.side(0) == "B"


# ------------------------------------------------------------------------------------------------ Renée


def rush(hand: str, *, deck: str = RT20, pile: str = "", side: str = "B", **options: object) -> Duel:
    """Renée has won with a Jab and plays Jabs until her hand is empty."""
    duel = Duel(RENEE, PLAIN, **options).put(0, hand, deck, pile, side=side).put(1, "YT RT RT", RT20 * 2).start()
    duel.do("RT", "YT", *hand.split()[1:])
    duel.events()
    return duel


def test_cf_30_the_opener_counts_among_the_five() -> None:
    duel = rush("RT RT RT RT RT", deck="RS RS YT BT RT " + RT20)
    assert duel.asked == (0, "offer")
    assert duel.legal() == {"decline", "accept"}
    duel.do("accept")
    drawn = [("draw", 0, icon) for icon in ("RS", "RS", "YT", "BT", "RT")]
    assert duel.events() == [*drawn, ("flip", 0, "A")]
    assert duel.asked == (0, "combo")
    assert duel.legal() == {"RT", "RS", "YT", "stop"}
    duel.do("RS", "YT", "RS", "stop")
    assert told(duel, "damage") == [("damage", 1, 1 + 4 * 2 + 3 + 0 + 3)]


def test_cf_30_four_cards_are_not_enough() -> None:
    duel = rush("RT RT RT RT")
    assert duel.asked == (0, "combo")
    assert duel.legal() == {"stop"}
    assert rush("RT RT RT RT RT", side="A").asked == (0, "combo")


def test_cf_30_it_may_be_kept_for_later() -> None:
    duel = rush("RT RT RT RT RT").do("decline")
    assert duel.asked == (0, "combo")
    assert duel.legal() == {"stop"}
    assert duel.side(0) == "B"


def test_cf_30_ten_cards_are_the_longest_chain() -> None:
    duel = rush("RT RT RT RT RT").do("accept", "RT", "RT", "RT", "RT", "RT")
    assert duel.asked == (0, "combo")  # flipped: nothing more to draw
    assert duel.do("stop").table(0) == " ".join(["RT"] * 10)
    assert ("damage", 1, 1 + 9 * 2) in duel.events()


def test_cf_31_drawing_runs_the_deck_out() -> None:
    duel = rush("RT RT RT RT RT", deck="RS BT", pile="YT YT YT YT")
    duel.do("accept")
    assert duel.events() == [
        ("draw", 0, "RS"),
        ("draw", 0, "BT"),
        ("stagger", 0),
        ("shuffle", 0, 4),  # the five on the table are not in it
        *[("draw", 0, "YT")] * 3,
        ("flip", 0, "A"),
    ]
    assert duel.sizes(0) == (5, 1)
    assert duel.asked == (0, "combo")


def test_cf_32_a_signature_on_side_b_changes_nothing() -> None:
    first = met(RENEE, "RT YT RS", "RT", "YT").do("YT", "RS", "call")
    assert told(first, "signature", "flip") == [("signature", 0, 6), ("flip", 0, "B")]
    again = met(RENEE, "RT YT RS", "RT", "YT", side="B").do("YT", "RS", "call")
    assert told(again, "signature", "flip") == [("signature", 0, 6)]
    assert again.side(0) == "B"


def test_cf_33_a_chain_that_drew_cards_is_no_signature() -> None:
    # Jab, Close Distance, Cross is Superman Punch: not behind five other cards, nor with them.
    duel = rush("RT RT RT RT RT", deck="RT YT RS YS RT " + RT20).do("accept", "RT", "YT", "RS")
    assert "call" not in duel.legal()
    assert "call" not in duel.do("YS").legal()


# ------------------------------------------------------------------------------------------------ Grace


def test_cf_34_phoenix_strike_itself_gets_no_bonus() -> None:
    duel = met(STAFF, "RC RT", "RC", "YT")
    assert duel.state.seat[0].initiative == 10
    assert told(duel.do("stop"), "damage") == [("damage", 1, 8)]


def test_cf_35_red_cards_played_before_it_keep_their_bonus() -> None:
    # Snake Snap 1 + 1, Elbow 2, Phoenix Strike 0 as a later card.
    duel = met(STAFF, "RC RT BT", "RT", "YT").do("BT", "RC")
    assert told(duel, "flip") == [("flip", 0, "B")]
    assert told(duel.do("stop"), "damage", "remove") == [("damage", 1, 4)]
    duel.do("")
    assert told(duel, "remove") == [("remove", 0, "RC")]


def test_cf_36_phoenix_strike_as_payment_is_not_removed() -> None:
    for side in "AB":
        duel = met(STAFF, "YT RC RT", "YT", "RS", side=side).do("stop", "RC")
        assert told(duel, "remove", "flip") == []
        assert duel.pile(0) == "RC RT YT"
        assert (duel.side(0), duel.removed(0)) == (side, "")
        # Without it in hand the staff is worth nothing.
        duel.do("", "").put(0, "RT RT", RT20, side=side).put(1, "YT RT", RT20).events()
        assert told(duel.do("RT", "YT", "stop"), "damage") == [("damage", 1, 1)]


def test_cf_36_the_bonus_returns_with_the_card() -> None:
    duel = met(STAFF, "RT RC", "RT", "YT").do("stop")
    assert told(duel, "damage") == [("damage", 1, 2)]


def test_cf_37_played_on_a_lost_round_it_flips_and_is_removed() -> None:
    duel = met(STAFF, "RC RT", "RC", "BT").do("stop")
    assert told(duel, "flip", "winner", "damage", "remove") == [
        ("flip", 0, "B"),
        ("winner", 1),
        ("remove", 0, "RC"),
    ]
    assert (duel.removed(0), duel.pile(0)) == ("RC", "")


def test_cf_47_a_card_that_left_the_game_is_never_dealt_again() -> None:
    duel = Duel(STAFF, PLAIN).deal()
    duel.do("RC", "BT", "stop", "", "")
    assert duel.removed(0) == "RC"
    for luck in range(10):
        redeal(duel.cards, duel.state, 1, np.uint64(luck))
        assert "RC" not in count(duel.hand(0) + " " + duel.deck(0))
        assert sum(duel.sizes(0)) + len(duel.pile(0).split()) == 49


# ------------------------------------------------------------------------------------------------ Francisco


def test_cf_38_one_card_of_a_combo_counts_twice() -> None:
    # Punch 2, Low Kick 3, Soak 0.
    for way, damage in (("decline", 5), ("double 0", 7), ("double 1", 8)):
        duel = met(FRANCISCO, "RT RS BT", "RT", "YT", side="B").do("RS", "BT", "stop")
        assert duel.legal() == {"decline", "double 0", "double 1"}
        assert told(duel.do(way), "damage") == [("damage", 1, damage)]
        assert duel.side(0) == ("B" if way == "decline" else "A")


def test_cf_38_equal_cards_are_one_choice_but_the_opener_is_another() -> None:
    duel = met(FRANCISCO, "RT RT RT RS RS", "RT", "YT", side="B").do("RS", "RT", "RS", "RT", "stop")
    assert duel.legal() == {"decline", "double 0", "double 1", "double 2"}


def test_cf_38_a_signature_is_the_only_choice() -> None:
    duel = met(FRANCISCO, "BT YT RT", "BT", "RT", side="B").do("YT", "RT")
    assert duel.do("stop").legal() == {"decline", "double 2"}
    duel = met(FRANCISCO, "BT YT RT", "BT", "RT", side="B").do("YT", "RT", "call")
    assert duel.legal() == {"decline", "double signature"}


def test_cf_38_without_damage_there_is_nothing_to_double() -> None:
    duel = met(FRANCISCO, "BS RT", "BS", "RT", side="B").do("stop")
    assert duel.asked[1] == "discards"
    assert duel.side(0) == "B"
    assert met(FRANCISCO, "RT RT", "RT", "YT", side="A").do("stop").asked == (1, "payment")


def test_cf_39_a_hit_on_side_b_changes_nothing() -> None:
    first = met(FRANCISCO, "YT RT", "YT", "RT").do("stop")
    assert told(first, "damage", "flip") == [("damage", 0, 4), ("flip", 0, "B")]
    assert first.asked == (0, "payment")
    again = met(FRANCISCO, "YT RT", "YT", "RT", side="B").do("stop")
    assert told(again, "damage", "flip") == [("damage", 0, 4)]


# ------------------------------------------------------------------------------------------------ Kagami


def test_cf_40_a_signature_is_two_steps_instead_of_one() -> None:
    plain = met(KAGAMI, "YT RT BS", "YT", "BT").do("RT", "BS", "stop")
    assert told(plain, "counter") == [("counter", 0, 1)]
    called = met(KAGAMI, "YT RT BS", "YT", "BT").do("RT", "BS", "call")
    assert told(called, "counter") == [("counter", 0, 2)]


def test_cf_40_two_signatures_in_a_row_win() -> None:
    duel = met(KAGAMI, "YT RT BS", "YT", "BT", counter=2).do("RT", "BS", "call")
    assert duel.result == (0, "POWER_TOKEN")
    assert duel.row()[:3] == [3, 1, 5]
    assert not met(KAGAMI, "YT RT BS", "YT", "BT", counter=2).do("RT", "BS", "stop").is_over


@pytest.mark.parametrize(("against", "counter"), [("BC", 4), ("RT", 0), ("YT", 0)])
def test_cf_41_a_round_not_won_goes_back_to_the_start(against: str, counter: int) -> None:
    # Lead beats blue, loses to red, ties yellow.
    duel = met(KAGAMI, "YT RT", "YT", against, counter=3)
    if against != "YT":
        duel.do("stop")
    assert duel.counter(0) == counter
    assert duel.is_over == (against == "BC")


@pytest.mark.parametrize(
    ("opener", "against", "rival", "damage"),
    [
        ("YT", "BC", PLAIN, 4),  # 0/4: the larger number, whichever it is
        ("BT", "RT", PLAIN, 4),  # 4/2
        ("BT", "RS", PLAIN, 3),  # 2/3
        ("BT", "RT", STAFF, 2),  # 1/2 as printed; with Phoenix Strike in hand it would be 2/3
        ("YT", "BT", KAGAMI, 0),  # X/0: an X counts 0
        ("BT", "RT", BORIS, 2),
    ],
)
def test_cf_42_x_is_the_larger_printed_number(opener: str, against: str, rival: Any, damage: int) -> None:
    duel = Duel(KAGAMI, rival).put(0, f"{opener} YS", RT20)
    duel.put(1, f"{against} {'RC' if rival is STAFF else 'RT'}", RT20).start().do(opener, against, "stop")
    assert told(duel, "damage") == ([("damage", 1, damage)] if damage else [])


def test_cf_42_x_works_on_a_tie_and_on_later_cards() -> None:
    assert told(met(KAGAMI, "BT YS", "BT", "BT"), "damage") == [("damage", 1, 1)]
    duel = met(KAGAMI, "YT RT BS", "YT", "BC").do("RT", "BS", "stop")
    assert told(duel, "damage") == [("damage", 1, 4 + 0 + 4)]


def test_cf_42_without_tokens_x_counts_nothing() -> None:
    duel = met(KAGAMI, "YT RT BS", "YT", "BC", power_tokens=False).do("RT", "BS", "stop")
    assert told(duel, "damage", "counter", "token") == []


def test_cf_43_a_full_track_wins_before_any_damage() -> None:
    # Both are staggering; the one who wins by the track was about to deal as well.
    duel = Duel(KAGAMI, RADIANT).put(0, "YT RT", RT20, staggering=True, counter=3)
    duel.put(1, "BC RT", RT20, staggering=True, side="B").start().do("YT", "BC", "stop")
    assert told(duel, "counter", "total", "damage", "knock_out", "end") == [
        ("counter", 0, 4),
        ("end", 0, "POWER_TOKEN"),
    ]


# ------------------------------------------------------------------------------------------------ Boris


def ended(blue: str, *, won: bool = True, boris: Any = RADIANT, side: str = "A") -> Duel:
    """A round of Boris's is over but for its end; he holds `blue` and two Circles."""
    duel = Duel(boris, PLAIN).put(0, f"BT YT YT {blue}", RT20, side=side).put(1, "YT RT", RT20).start()
    return duel.do("BT", "RT", "stop") if won else duel.do("BT", "YT", "stop")


@pytest.mark.parametrize("won", [True, False])
def test_cf_44_three_blue_cards_of_any_round_flip_the_token(won: bool) -> None:
    duel = ended("BT BS BC BC", won=won)
    assert duel.asked == (0, "offer")
    assert duel.legal() == {"decline", "BT BS BC", "BT BC BC", "BS BC BC"}
    duel.do("BT BC BC")
    assert duel.asked == (0, "discards")
    assert duel.legal() == {"", "YT", "BS", "YT YT", "YT BS", "YT YT BS"}  # what is paid is not there any more
    duel.do("YT", "")
    assert told(duel, "flip") == [("flip", 0, "B")]
    assert duel.hand(0) == "RT RT RT YT BS"
    assert duel.pile(0) == "YT BT BT BC BC"


def test_cf_44_it_needs_three_blue_cards_in_hand() -> None:
    assert ended("BT BS").asked == (0, "discards")
    assert ended("BT BS BC").asked == (0, "offer")
    assert ended("BT BS BC", side="B").asked == (0, "discards")


def test_cf_44_it_can_be_declined() -> None:
    duel = ended("BT BS BC").do("decline")
    assert duel.legal() >= {"", "BT BS BC"}
    duel.do("BT BS BC", "")
    assert told(duel, "flip") == []
    assert duel.side(0) == "A"


def test_cf_44_once_flipped_it_stays() -> None:
    duel = met(RADIANT, "RS RT", "RS", "YT", side="B").do("stop", "")
    assert told(duel, "total", "damage", "flip") == [("total", 1, 6), ("damage", 1, 6)]


def test_cf_44_variant_boris_flips_back() -> None:
    boris = variant("boris-flips-back").sides["boris"]
    duel = met(boris, "RS RT", "RS", "YT", side="B").do("stop")
    assert told(duel, "total", "flip", "damage") == [("total", 1, 6), ("flip", 0, "A"), ("damage", 1, 6)]
    assert told(met(boris, "BT RT", "BT", "RT", side="B").do("stop"), "total", "flip") == []
    assert ended("BT BS BC", boris=boris).asked == (0, "offer")


# ------------------------------------------------------------------------------------------------ ends of rounds


def both_ended() -> Duel:
    """Two fighters with three blue cards each, after a tie without damage."""
    duel = Duel(RADIANT, RADIANT).put(0, "BT BS BS BC YT", RT20).put(1, "BT BC BC BC YT", RT20).start()
    duel.do("BT", "BT")
    duel.events()
    return duel


def test_cf_45_each_takes_an_offer_on_its_own() -> None:
    duel = both_ended()
    asked = []
    for action in ("BS BS BC", "YT", "BC BC BC", ""):
        asked.append(duel.asked)
        duel.do(action)
    assert asked == [(0, "offer"), (0, "discards"), (1, "offer"), (1, "discards")]
    assert told(duel, "flip", "draw")[:2] == [("flip", 0, "B"), ("draw", 0, "RT")]
    assert (duel.side(0), duel.side(1)) == ("B", "B")
    assert (duel.hand(0), duel.hand(1)) == ("RT RT RT RT RT", "RT RT RT RT YT")


def test_cf_53_an_answer_stays_hidden_until_all_is_chosen() -> None:
    line = "end of round: may discard 3 blue -> flip"
    duel = both_ended().do("BS BS BC", "YT")
    assert duel.events() == [("offer", 1, line)]
    assert (duel.side(0), duel.hand(0), duel.pile(0)) == ("A", "YT BS BS BC", "BT")


def test_cf_53_a_hidden_answer_can_be_taken_back() -> None:
    duel = both_ended().do("BS BS BC", "YT")
    me = duel.state.seat[0]
    me.known = me.hand  # nothing of it can be dealt again
    held = duel.hand(1)
    redeal(duel.cards, duel.state, 1, np.uint64(7))
    assert duel.asked == (0, "offer")
    assert duel.legal() == {"decline", "BS BS BC"}
    assert duel.hand(1) == held
    duel.do("decline", "", "decline", "")
    assert told(duel, "flip") == []
    # All of it is asked again, whatever the other was just asked.
    late = both_ended().do("BS BS BC", "YT", "decline")
    late.state.seat[0].known = late.state.seat[0].hand
    redeal(late.cards, late.state, 1, np.uint64(7))
    assert late.asked == (0, "offer")
    # The own answer stands.
    again = both_ended().do("BS BS BC", "YT")
    redeal(again.cards, again.state, 0, np.uint64(7))
    assert again.asked[0] == 1


# ------------------------------------------------------------------------------------------------ bookkeeping


def test_every_answer_has_luck_of_its_own() -> None:
    doubles = met(FRANCISCO, "RT RS RT RS", "RT", "YT", side="B").do("RS", "RT", "RS", "stop")
    reveals = tokened(PLAIN, a=("won: may reveal 1 to 5 -> total +1",))
    for duel in (doubles, met(reveals, "RT RT", "RT", "YT").do("stop"), ended("BT BT BS BS BC")):
        identities = [identity for _, _, identity in duel.offered().values()]
        assert len(set(identities)) == len(identities) > 3


def test_every_offer_has_coordinates_of_its_own() -> None:
    one = tokened(PLAIN, a=("won: may total +1", "won: may total +2"), b=("lost: flip",))
    duel = met(one, "RT RS RT", "RT", "YT").do("RS", "stop")
    first = tuple(int(part) for part in decision(duel.cards, duel.state))
    duel.do("accept")
    second = tuple(int(part) for part in decision(duel.cards, duel.state))
    assert (first, second) == ((5, 1, 2), (5, 1, 14))


def test_flips_are_counted_by_side() -> None:
    for rotation in range(2):
        seats = (0, 1) if rotation == 0 else (1, 0)
        duel = Duel(FRANCISCO, PLAIN, rotation=rotation)
        duel.put(seats[0], "YT RT", RT20).put(seats[1], "RT YT", RT20).start()
        duel.do(*(("YT", "RT") if rotation == 0 else ("RT", "YT")), "stop")
        assert duel.row()[9:11] == [1, 0]
