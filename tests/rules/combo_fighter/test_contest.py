"""Who wins a round: the win circle, initiative, the star, and what a tie does."""

import pytest

from tests.rules.combo_fighter.cast import BORIS, GRACE, fighter
from tests.rules.combo_fighter.harness import Duel

# Ties with Boris: initiative 4 for 1 damage, initiative 7 for 2.
EVEN = fighter("Even", "RT 10s i4 1/0", "RS 10s i7 2/0", "BT 10s 0/0", "BS 10s 0/0", "YT 10s 0/0")
DECK = "RT RT RT RT RT RT RT RT RT RT"


def revealed(boris: str, grace: str) -> Duel:
    """Open a round with these two cards; each keeps two cards in hand."""
    duel = Duel(BORIS, GRACE).put(0, f"{boris} RT BS", DECK).put(1, f"{grace} RT YT", DECK).start()
    return duel.do(boris, grace)


def winner_of(boris: str, grace: str) -> int:
    return next(event[1] for event in revealed(boris, grace).events() if event[0] == "winner")


@pytest.mark.parametrize(
    ("boris", "grace", "winner"),
    [
        ("BT", "RT", 0),
        ("RT", "YT", 0),
        ("YT", "BT", 0),
        ("RT", "BT", 1),
        ("YT", "RT", 1),
        ("BT", "YT", 1),
    ],
)
def test_win_circle(boris: str, grace: str, winner: int) -> None:
    # Blue beats red, red beats yellow, yellow beats blue.
    assert winner_of(boris, grace) == winner


def test_example_snake_snap_beats_headbutt() -> None:
    # Snake Snap has initiative 6, Headbutt 4.
    assert winner_of("RS", "RT") == 1


def test_higher_initiative_wins_whoever_plays_it() -> None:
    assert winner_of("RT", "RT") == 0  # Laser Flash 7, Snake Snap 6
    assert winner_of("RC", "RS") == 1  # Thunder Clap 2, Tiger Slash 3
    assert winner_of("RT", "RC") == 1  # Laser Flash 7, Phoenix Strike 10


def test_equal_initiative_ties() -> None:
    duel = Duel(BORIS, BORIS).put(0, "RS BT", DECK).put(1, "RS BT", DECK).start().do("RS", "RS")
    assert ("winner", -1) in duel.events()
    assert duel.asked == (0, "payment")  # no combo for anyone


def test_cf_21_rush_beats_elbow_by_its_star() -> None:
    duel = revealed("BC", "BT")
    assert ("winner", 0) in duel.events()
    assert duel.asked == (0, "combo")


def test_cf_21_star_decides_yellow_too() -> None:
    assert winner_of("YT", "YC") == 1


def test_cf_21_two_stars_or_none_tie() -> None:
    duel = Duel(BORIS, BORIS).put(0, "BC RT", DECK).put(1, "BC RT", DECK).start().do("BC", "BC")
    assert ("winner", -1) in duel.events()
    assert winner_of("BT", "BS") == -1
    assert winner_of("YS", "YT") == -1


def test_cf_22_star_does_not_help_against_another_colour() -> None:
    assert winner_of("BC", "YT") == 1  # Rush is starred, yellow beats blue
    assert winner_of("RT", "YC") == 0  # Swoop is starred, red beats yellow
    assert winner_of("BC", "RC") == 0  # and the star does not hurt


def test_tie_deals_both_opening_damages_and_no_combo() -> None:
    duel = Duel(GRACE, GRACE).put(0, "RS RT RT", DECK).put(1, "RS BT BT", DECK).start().do("RS", "RS")
    assert duel.events()[-3:] == [("winner", -1), ("damage", 0, 3), ("damage", 1, 3)]
    duel.do("RT", "BT")
    assert duel.asked == (0, "discards")
    # Each pays one card from hand and two from the deck; the table cards follow.
    assert duel.pile(0) == "RT RT RT RS"
    assert duel.pile(1) == "RT RT RS BT"


def test_tie_deals_the_opponents_damage_not_the_own() -> None:
    # Headbutt deals 4 and ties at initiative 4 with a card that deals 1.
    duel = Duel(BORIS, EVEN).put(0, "RS RT", DECK).put(1, "RT BT", DECK).start().do("RS", "RT")
    assert duel.events()[-3:] == [("winner", -1), ("damage", 0, 1), ("damage", 1, 4)]


def test_cf_19_both_knocked_out_is_a_draw() -> None:
    duel = Duel(GRACE, GRACE)
    duel.put(0, "RT RT RT", DECK, staggering=True).put(1, "RT YT YT", DECK, staggering=True).start().do("RT", "RT")
    assert duel.events()[-5:] == [
        ("damage", 0, 1),
        ("damage", 1, 1),
        ("knock_out", 0),
        ("knock_out", 1),
        ("end", -1, "DOUBLE_KNOCK_OUT"),
    ]
    assert duel.is_over


def test_cf_19_one_knocked_out_in_a_tie_loses() -> None:
    duel = Duel(GRACE, GRACE).put(0, "RT RT", DECK, staggering=True).put(1, "RT YT", DECK).start().do("RT", "RT")
    assert duel.events()[-2:] == [("knock_out", 0), ("end", 1, "HIT_STAGGERING")]
    assert duel.sizes(1) == (1, 10)  # the survivor pays nothing any more


def test_cf_19_lethal_for_both_without_staggering() -> None:
    duel = Duel(GRACE, GRACE).put(0, "RS RT", "RT RT").put(1, "RS YT", "YT").start().do("RS", "RS")
    assert duel.result == (-1, "DOUBLE_KNOCK_OUT")  # life 3 and 2, damage 3


def test_cf_20_tie_without_damage() -> None:
    duel = revealed("BT", "BS")
    assert not [event for event in duel.events() if event[0] in ("damage", "mill", "stagger")]
    assert duel.asked == (0, "discards")  # nobody pays
    duel.do("", "")
    assert ("round", 2) in duel.events()  # the round counts
    assert duel.pile(0) == "BT"  # and the cards are gone: life was 13
    assert duel.pile(1) == "BS"
    assert (duel.life(0), duel.life(1)) == (12, 12)


def test_cf_20_tie_with_damage_on_one_side_only() -> None:
    # Laser Flash deals 0 and ties at initiative 7 with a card that deals 2.
    duel = Duel(BORIS, EVEN).put(0, "RT RT", DECK).put(1, "RS BT", DECK).start().do("RT", "RS")
    assert duel.events()[-2:] == [("winner", -1), ("damage", 0, 2)]
    assert duel.asked == (0, "payment")
    assert duel.do("").asked == (0, "discards")


def test_cf_23_losers_card_is_discarded_deals_nothing_and_cannot_pay() -> None:
    # Grace loses her Tiger Slash (3 damage) to a Block; Boris goes on with Laser Flash and Laser Flash for 4.
    duel = Duel(BORIS, GRACE).put(0, "BT RT RT", DECK).put(1, "RS YT BT", "RT RT RT RT").start()
    duel.do("BT", "RS", "RT", "RT", "stop")
    assert [event for event in duel.events() if event[0] == "damage"] == [("damage", 1, 4)]
    assert duel.legal() == {"", "YT", "BT", "BT YT"}
    duel.do("BT YT")
    assert duel.pile(1) == "RT RT RS BT YT"


def test_cf_24_winner_may_stop_at_once_even_without_damage() -> None:
    duel = Duel(BORIS, GRACE).put(0, "RT RT RC", DECK).put(1, "YT RT", DECK).start().do("RT", "YT")
    assert duel.legal() == {"RT", "RC", "stop"}
    duel.do("stop")
    assert not [event for event in duel.events() if event[0] == "damage"]
    assert duel.asked == (0, "discards")


def test_cf_24_stop_is_asked_even_when_nothing_else_is_possible() -> None:
    duel = Duel(BORIS, GRACE).put(0, "RC YT", DECK).put(1, "YT RT", DECK).start().do("RC", "YT")
    assert duel.asked == (0, "combo")
    assert duel.legal() == {"stop"}


def test_example_thunder_clap_combo_follows_the_icons() -> None:
    # Thunder Clap 7, then Headbutt 3, Circle 0, Laser Flash 2: each next icon is in the box of the card before.
    duel = Duel(BORIS, GRACE).put(0, "RT RS RC YT YS", DECK).put(1, "YT RT", "RT " * 13).start().do("RC", "YT")
    assert duel.legal() == {"RT", "RS", "stop"}
    assert duel.do("RS").legal() == {"YT", "YS", "stop"}
    assert duel.do("YT").legal() == {"RT", "stop"}
    assert duel.do("RT").legal() == {"stop"}  # Laser Flash leads to RT, RC and BS; none is left
    duel.do("stop")
    assert ("damage", 1, 12) in duel.events()


def test_the_same_card_deals_opening_first_and_combo_later() -> None:
    duel = Duel(BORIS, GRACE).put(0, "RS YT RS", DECK).put(1, "YT RT", "RT " * 13).start()
    duel.do("RS", "YT", "YT", "RS", "stop")  # Headbutt 4, Circle 0, Headbutt 3
    assert ("damage", 1, 7) in duel.events()
