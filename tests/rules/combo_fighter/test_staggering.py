"""Running out of cards: the reshuffle, and what staggering does and does not do."""

import pytest

from tests.rules.combo_fighter.cast import BORIS, GRACE, frozen_fighters
from tests.rules.combo_fighter.harness import Duel, by_speed, count, games

RT20 = "RT " * 20


def emptied(**options: object) -> Duel:
    """Grace opens a Spin against a Headbutt and pays all four points with her last four deck cards."""
    duel = Duel(BORIS, GRACE, **options).put(0, "RS BT BT", RT20)
    duel.put(1, "YT BS BS", "RT RS BT YS", "RT RT RT RT RT RT").start()
    duel.do("RS", "YT", "stop", "")
    return duel


def quiet(hand: str, deck: str, pile: str = "", *, staggering: bool = False, **options: object) -> Duel:
    """A tie without damage; Grace holds `hand` and has an Elbow on the table."""
    duel = Duel(BORIS, GRACE, **options).put(0, "BT RT RT RT RT", RT20)
    return duel.put(1, f"BT {hand}", deck, pile, staggering).start().do("BT", "BT")


def test_cf_07_at_once_the_discards_without_the_table_become_the_deck() -> None:
    duel = emptied(reshuffle="at_once")
    happened = duel.events()
    assert happened[-5:-3] == [("stagger", 1), ("shuffle", 1, 10)]  # six of the pile and the four just milled
    assert [event[:2] for event in happened[-3:]] == [("draw", 1)] * 3  # to five, in mid-round
    assert duel.asked == (0, "discards")
    assert duel.sizes(1) == (5, 7)
    assert count(duel.hand(1) + " " + duel.deck(1)) == count("BS BS RT RS BT YS RT RT RT RT RT RT")
    assert duel.pile(1) == "YT"  # the Spin left the table only after the damage


def test_cf_07_at_once_the_discards_of_the_round_follow() -> None:
    duel = emptied(reshuffle="at_once").do("", "BS BS")
    assert duel.sizes(1) == (5, 5)
    assert duel.pile(1) == "BS BS YT"


def test_cf_07_end_of_round_the_table_and_the_discards_are_in_the_deck() -> None:
    duel = emptied(reshuffle="end_of_round")
    assert duel.events()[-1] == ("stagger", 1)
    assert duel.asked == (0, "discards")
    assert duel.hand(1) == "BS BS"
    assert duel.deck(1) == ""
    duel.do("", "BS")
    happened = [event for event in duel.events() if event[1] == 1]
    assert happened[0] == ("shuffle", 1, 12)  # six, four milled, the Spin and the Evade
    assert [event[:2] for event in happened[1:]] == [("draw", 1)] * 4
    assert duel.sizes(1) == (5, 8)
    assert duel.pile(1) == ""


@pytest.mark.parametrize("reshuffle", ["at_once", "end_of_round"])
def test_cf_07_a_deck_emptied_by_drawing_is_made_anew_at_once(reshuffle: str) -> None:
    duel = quiet("RT RT RT", "RS", "YT YT YT YT", reshuffle=reshuffle).do("", "")
    assert [event for event in duel.events() if event[:2] in (("stagger", 1), ("shuffle", 1))] == [
        ("stagger", 1),
        ("shuffle", 1, 5),
    ]
    assert duel.sizes(1) == (5, 4)


def test_cf_08_the_last_card_completing_the_hand_means_staggering() -> None:
    duel = quiet("RT RT RT", "RS YS", "YT YT YT").do("", "")
    happened = [event for event in duel.events() if event[0] in ("draw", "stagger", "shuffle") and event[1] == 1]
    assert happened == [("draw", 1, "RS"), ("draw", 1, "YS"), ("stagger", 1), ("shuffle", 1, 4)]
    assert duel.hand(1) == "RT RT RT RS YS"
    assert duel.is_staggering(1)


def test_cf_08_one_card_to_spare_is_not_staggering() -> None:
    duel = quiet("RT RT RT", "RS YS YC", "YT YT YT").do("", "")
    assert not duel.is_staggering(1)
    assert duel.deck(1) == "YC"
    assert duel.pile(1) == "BT YT YT YT"


def test_cf_09_the_second_deck_may_run_out_without_penalty() -> None:
    duel = quiet("RT RT RT", "RS YS", "YT YT YT YT", staggering=True).do("", "")
    happened = [event[0] for event in duel.events() if event[1] == 1]
    assert "stagger" not in happened  # the card is face up already
    assert happened.count("shuffle") == 1
    assert duel.sizes(1) == (5, 5)
    assert not duel.is_over
    assert duel.is_staggering(1)


def test_cf_09_a_deck_may_run_out_in_the_middle_of_drawing() -> None:
    duel = quiet("RT", "RS", "YT YT YT YT", staggering=True).do("", "RT")
    # One is drawn; the pile of four, the Elbow and the discarded Snake Snap make six, four more are drawn.
    assert duel.sizes(1) == (5, 2)
    assert duel.pile(1) == ""


def test_cf_10_discarding_the_whole_hand_without_a_deck_is_no_knock_out() -> None:
    duel = emptied(reshuffle="end_of_round")
    duel.events()
    duel.do("", "BS BS")
    assert not duel.is_over
    assert [event[:2] for event in duel.events() if event[1] == 1][:2] == [("shuffle", 1), ("draw", 1)]
    assert duel.sizes(1) == (5, 8)


@pytest.mark.parametrize("digs", [False, True])
def test_cf_10_cannot_arise_when_the_reshuffle_is_at_once(digs: bool) -> None:
    # Whoever is asked for discards has a deck; "digs" always throws the whole hand away.
    anvil, bellows = frozen_fighters().values()

    def prefer(question: str, offered: set[str]) -> str | None:
        return max(offered, key=len) if digs and question == "discards" else None

    asked = 0
    for duel, rng in games(anvil, bellows, by_speed(60, 4)):
        while not duel.is_over:
            if duel.asked[1] == "discards":
                asked += 1
                assert all(duel.sizes(seat)[1] > 0 for seat in range(2))
            duel.random(rng, prefer)
    assert asked > by_speed(400, 20)


def test_cf_11_digging_into_staggering_is_allowed() -> None:
    duel = quiet("RT RT RT RT", "RS YS YC", "YT YT YT")
    duel.do("")
    assert "RT RT RT RT" in duel.legal()
    duel.do("RT RT RT")
    assert duel.is_staggering(1)  # one kept, three drawn, the deck is empty with four in hand
    assert duel.sizes(1) == (5, 6)


def test_cf_11_not_digging_keeps_the_deck() -> None:
    duel = quiet("RT RT RT RT", "RS YS YC", "YT YT YT").do("", "RT")
    assert not duel.is_staggering(1)
    assert duel.sizes(1) == (5, 1)


@pytest.mark.parametrize("reshuffle", ["at_once", "end_of_round"])
def test_staggering_lasts_until_the_end(reshuffle: str) -> None:
    anvil, bellows = frozen_fighters().values()
    for duel, rng in games(anvil, bellows, by_speed(15, 3), reshuffle=reshuffle):
        staggered = [False, False]
        while not duel.is_over:
            for seat in range(2):
                assert staggered[seat] <= duel.is_staggering(seat)
                staggered[seat] = duel.is_staggering(seat)
            duel.random(rng)
        seats = [event[1] for event in duel.events() if event[0] == "stagger"]
        assert len(seats) == len(set(seats))  # the card is turned once a fighter
