"""Life, knock-outs and how a hit is paid."""

from random import Random

import pytest

from tests.rules.combo_fighter.cast import BORIS, GRACE, frozen_fighters
from tests.rules.combo_fighter.harness import Duel, by_speed, count, games

# What Boris plays, by the damage it deals.
COMBOS = {
    0: ("RT",),  # Laser Flash
    2: ("RT", "RT"),
    4: ("RS",),  # Headbutt
    5: ("BC", "BC"),  # Rush, Rush
    6: ("RT", "RC", "RS"),  # Laser Flash 0, Thunder Clap 3, Headbutt 3
    7: ("RC",),  # Thunder Clap
}


def hit(damage: int, hand: str, deck: str, pile: str = "", *, staggering: bool = False, **options: object) -> Duel:
    """Let Boris hit Grace, who loses with a card that is not in `hand`."""
    combo = COMBOS[damage]
    loser = "RT" if combo[0] == "BC" else "YT"
    duel = Duel(BORIS, GRACE, **options).put(0, " ".join(combo), "RT " * 20)
    duel.put(1, f"{loser} {hand}", deck, pile, staggering).start()
    return duel.do(combo[0], loser, *combo[1:], "stop")


def test_cf_01_life_is_hand_and_deck() -> None:
    duel = Duel(BORIS, GRACE).put(1, "RT BT", "RS RS RS", pile="YT YT YT YT", staggering=True)
    assert duel.life(1) == 5


def test_cf_01_cards_on_the_table_are_not_life() -> None:
    duel = Duel(BORIS, GRACE).put(0, "RT BT", "RS RS").put(1, "YT RT BT", "RS RS RS").start()
    assert duel.life(1) == 6
    duel.do("RT", "YT")
    assert duel.life(1) == 5
    duel.do("stop", "", "")  # the table is discarded; three cards are drawn from a deck of three, which is made anew
    assert duel.life(1) == 6
    assert duel.sizes(1) == (5, 1)


@pytest.mark.parametrize("reshuffle", ["at_once", "end_of_round"])
def test_cf_01_no_card_is_lost_or_made(reshuffle: str) -> None:
    anvil, bellows = frozen_fighters().values()
    for duel, rng in games(anvil, bellows, by_speed(20, 3), reshuffle=reshuffle):
        owned = [{card.icon: card.copies for card in fighter.cards} for fighter in duel.by_seat]
        while not duel.is_over:
            for seat in range(2):
                places = (duel.hand(seat), duel.deck(seat), duel.pile(seat), duel.table(seat))
                assert count(" ".join(places)) == owned[seat]
            duel.random(rng)


def test_cf_02_the_victim_chooses_between_hand_and_deck() -> None:
    duel = hit(2, "RT BT", "RS RS RS RS RS")
    assert duel.asked == (1, "payment")
    assert duel.legal() == {"", "RT", "BT", "RT BT"}


def test_cf_02_no_more_than_the_damage_and_no_less_than_the_deck_leaves() -> None:
    assert hit(2, "RT RT BT", "RS RS RS").legal() == {"", "RT", "BT", "RT RT", "RT BT"}
    assert hit(2, "RT RT BT", "RS").legal() == {"RT", "BT", "RT RT", "RT BT"}
    assert hit(4, "RT RT BT", "RS RS").legal() == {"RT RT", "RT BT", "RT RT BT"}


def test_cf_03_hand_cards_are_chosen_once_before_the_deck_is_seen() -> None:
    duel = hit(4, "RT BT", "RS RC YT BS YS")
    assert not [event for event in duel.events() if event[0] == "mill"]
    duel.do("BT")
    assert duel.events() == [("mill", 1, "RS"), ("mill", 1, "RC"), ("mill", 1, "YT")]
    assert duel.asked == (0, "discards")  # nothing more is asked
    assert duel.hand(1) == "RT"
    assert duel.deck(1) == "BS YS"


def test_cf_03_what_may_be_chosen_does_not_depend_on_the_hidden_cards() -> None:
    assert hit(4, "RT BT", "RS RC YT BS YS").legal() == hit(4, "RT BT", "YS YS YS YS YS").legal()


def test_cf_04_damage_of_all_life_knocks_out_at_once() -> None:
    duel = hit(7, "RT RT RS", "BT BT BT BT")  # life 7
    assert duel.events()[-3:] == [("damage", 1, 7), ("knock_out", 1), ("end", 0, "OUT_OF_CARDS")]
    assert duel.is_over


def test_cf_04_one_less_leaves_a_staggering_fighter() -> None:
    duel = hit(6, "RT RT RS", "BT BT BT BT", "YT YT YT YT YT YT").do("RT RT")
    assert duel.is_staggering(1)
    assert not duel.is_over
    # One card was left in hand; eight of the pile and two of the payment make the deck, four are drawn.
    assert duel.sizes(1) == (5, 8)


def test_cf_04_more_than_all_life_knocks_out() -> None:
    assert hit(7, "RT RT", "BT BT").result == (0, "OUT_OF_CARDS")


def test_cf_04_any_hit_takes_a_staggering_fighter() -> None:
    duel = Duel(GRACE, BORIS).put(0, "RT BT", "RT " * 9).put(1, "YT RT RT", "RT " * 40, staggering=True).start()
    duel.do("RT", "YT", "stop")  # Snake Snap deals 1
    assert duel.events()[-3:] == [("damage", 1, 1), ("knock_out", 1), ("end", 0, "HIT_STAGGERING")]


def test_cf_04_a_blow_without_damage_takes_nobody() -> None:
    duel = hit(0, "RT RT RS", "BT BT BT BT", staggering=True)
    assert not duel.is_over
    assert duel.asked == (0, "discards")


def test_cf_05_the_whole_hit_is_paid_before_staggering() -> None:
    duel = hit(5, "RT RT RS BT", "YT YS BS", "RT RT RT RT RT RT RT RT RT RT")
    assert duel.legal() == {"RT RT", "RT RS", "RT BT", "RS BT", "RT RT RS", "RT RT BT", "RT RS BT", "RT RT RS BT"}
    duel.events()
    duel.do("RT BT")
    events = duel.events()
    # Three from the deck, then the staggering card, then the pile of 10 + 2 + 3 as a new deck, then up to five.
    assert events[:5] == [("mill", 1, "YT"), ("mill", 1, "YS"), ("mill", 1, "BS"), ("stagger", 1), ("shuffle", 1, 15)]
    assert [event[:2] for event in events[5:]] == [("draw", 1)] * 3
    assert not duel.is_over
    assert duel.is_staggering(1)
    assert duel.sizes(1) == (5, 12)
    assert not count("RT RS") - count(duel.hand(1))


def test_cf_05_before_the_reshuffle_two_cards_are_left() -> None:
    duel = hit(5, "RT RT RS BT", "YT YS BS", reshuffle="end_of_round").do("RT BT")
    assert duel.hand(1) == "RT RS"
    assert duel.sizes(1) == (2, 0)
    assert duel.is_staggering(1)
    assert not duel.is_over


def test_cf_05_paying_with_the_whole_hand_keeps_the_deck() -> None:
    duel = hit(5, "RT RT RS BT", "YT YS BS").do("RT RT RS BT")
    assert not duel.is_staggering(1)
    assert duel.sizes(1) == (0, 2)


def test_cf_06_staggering_when_damage_empties_the_deck() -> None:
    duel = hit(2, "RT BT", "RS RS", "YT YT YT YT YT").do("")
    happened = [event[0] for event in duel.events()]
    assert happened[-7:] == ["mill", "mill", "stagger", "shuffle", "draw", "draw", "draw"]
    assert duel.is_staggering(1)


def test_cf_06_staggering_when_drawing_empties_the_deck() -> None:
    duel = hit(0, "RT BT", "RS RS", "YT YT YT YT YT").do("", "")
    assert duel.is_staggering(1)
    # Two drawn, five of the pile and the one on the table make the new deck, one more is drawn.
    assert duel.sizes(1) == (5, 5)


def test_cf_06_one_card_left_in_the_deck_is_not_staggering() -> None:
    assert not hit(2, "RT BT", "RS RS RS").do("").is_staggering(1)


def test_every_payment_adds_up() -> None:
    anvil, bellows = frozen_fighters().values()
    for duel, rng in games(anvil, bellows, by_speed(12, 2)):
        _watch_payments(duel, rng)


def _watch_payments(duel: Duel, rng: Random) -> None:
    while not duel.is_over:
        seat, question = duel.asked
        if question == "payment":
            amount = int(duel.state.seat[seat].damage)
            hand, deck = duel.sizes(seat)
            for choice in duel.legal():
                paid = count(choice)
                assert not paid - count(duel.hand(seat))
                assert 0 <= amount - paid.total() <= deck
            assert amount < hand + deck  # more would have been a knock-out
        duel.random(rng)
