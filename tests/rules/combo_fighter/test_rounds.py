"""The deal, the round's steps, hidden simultaneous choices, and how long a game lasts."""

from random import Random

import numpy as np
import pytest

from balance.core.protocol import decision, redeal
from tests.rules.combo_fighter.cast import BORIS, CALM, GRACE, frozen_fighters
from tests.rules.combo_fighter.harness import Duel, by_speed, count, games

RT20 = "RT " * 20


def test_deal() -> None:
    duel = Duel(BORIS, GRACE).deal()
    # Five starting cards in hand, the other 45 in the deck, nobody staggering, round 1, seat 0 is asked first.
    assert duel.hand(0) == "RT RC YT BT BS"
    assert duel.hand(1) == "RC RT RS BT YT"
    assert count(duel.deck(0)) == {"RT": 5, "RS": 6, "RC": 5, "YT": 6, "YS": 5, "BT": 6, "BS": 6, "BC": 6}
    assert count(duel.deck(1)) == {"RT": 11, "RS": 9, "BT": 5, "BS": 6, "YT": 5, "YS": 5, "YC": 4}
    assert (duel.pile(0), duel.pile(1)) == ("", "")
    assert not duel.is_staggering(0)
    assert not duel.is_staggering(1)
    assert duel.asked == (0, "opener")
    assert duel.events() == [("shuffle", 0, 45), ("shuffle", 1, 45), ("round", 1)]


def test_second_game_of_a_pair_swaps_the_sides() -> None:
    duel = Duel(BORIS, GRACE, rotation=1).deal()
    assert duel.hand(0) == "RC RT RS BT YT"  # Grace sits at seat 0
    assert duel.hand(1) == "RT RC YT BT BS"
    assert count(duel.deck(0)).total() == 45


def test_order_of_the_steps_of_a_round() -> None:
    duel = Duel(BORIS, GRACE).put(0, "RC RT BT BT BT", RT20).put(1, "YT RT RT RT RT", RT20).start()
    asked = []
    for action in ("RC", "YT", "RT", "stop", "RT", "BT", ""):
        asked.append(duel.asked)
        duel.do(action)
    assert asked == [
        (0, "opener"),
        (1, "opener"),
        (0, "combo"),
        (0, "combo"),
        (1, "payment"),
        (0, "discards"),
        (1, "discards"),
    ]
    assert [event[0] for event in duel.events()] == [
        "round", "reveal", "reveal", "winner", "damage", *["mill"] * 8, *["draw"] * 3, *["draw"] * 2, "round",
    ]  # fmt: skip
    # Boris played two and discarded one; Grace played one and paid one.
    assert (duel.hand(0), duel.pile(0)) == ("RT RT RT BT BT", "RT RC BT")
    assert (duel.hand(1), duel.pile(1)) == ("RT RT RT RT RT", "RT " * 9 + "YT")
    assert duel.asked == (0, "opener")


def test_each_decision_has_coordinates_of_its_own() -> None:
    # (kind, round, cards played so far), so that "stop" draws new luck at every step of a combo.
    duel = Duel(BORIS, GRACE).put(0, "RC RT RT RT BT", RT20).put(1, "YT RT RT RT RT", RT20).start()
    found = []
    for action in ("RC", "YT", "RT", "RT", "stop", "", "", "", "BT"):
        found.append(tuple(int(part) for part in decision(duel.cards, duel.state)))
        duel.do(action)
    assert found == [(1, 1, 0), (1, 1, 0), (2, 1, 1), (2, 1, 2), (2, 1, 3), (3, 1, 0), (4, 1, 0), (4, 1, 0), (1, 2, 0)]


@pytest.mark.parametrize("reshuffle", ["at_once", "end_of_round"])
@pytest.mark.parametrize("hand_size", [4, 5, 7])
def test_cf_25_everyone_has_a_full_hand_to_open_from(hand_size: int, reshuffle: str) -> None:
    bellows = frozen_fighters()["bellows"]
    for duel, rng in games(bellows, bellows, by_speed(12, 2), hand_size=hand_size, reshuffle=reshuffle):
        while not duel.is_over:
            seat, question = duel.asked
            if question == "opener":
                assert duel.sizes(seat)[0] == (max(hand_size, 5) if duel.round_n == 1 else hand_size)
                assert duel.legal() == set(duel.hand(seat).split())  # a card, no pass
            duel.random(rng)


def test_cf_25_every_kind_in_hand_may_open_once() -> None:
    duel = Duel(BORIS, GRACE).put(0, "RT RT BS BC", RT20).put(1, "YT", RT20).start()
    assert duel.copies() == {"RT": 2, "BS": 1, "BC": 1}


def test_cf_26_each_side_loses_a_card_a_round_so_staggering_comes_by_round_45() -> None:
    anvil, bellows = frozen_fighters().values()

    def keep(question: str, offered: set[str]) -> str | None:
        return {"discards": "", "combo": "stop"}.get(question)

    latest = 0
    for duel, rng in games(anvil, bellows, by_speed(25, 3)):
        while not duel.is_over:
            if duel.asked == (0, "opener"):
                for seat in range(2):
                    assert duel.is_staggering(seat) or duel.life(seat) <= 51 - duel.round_n
            duel.random(rng, keep)
        latest = max(latest, duel.round_n)
        assert duel.result[1] != "ROUND_LIMIT"
    assert latest > 10  # it is a slow game, so the watch saw something


def test_cf_26_a_loop_without_damage_is_truncated_at_500_rounds() -> None:
    assert Duel(CALM, CALM).options.round_limit == 500
    rounds = by_speed(500, 60)
    for duel, rng in games(CALM, CALM, 1, rounds=rounds):
        while not duel.is_over:
            duel.random(rng, lambda question, offered: "stop" if question == "combo" else None)
        assert duel.events()[-1] == ("end", -1, "ROUND_LIMIT")
        assert duel.round_n == rounds
        assert duel.is_staggering(0)
        assert duel.is_staggering(1)


def test_cf_45_the_two_ends_of_a_round_do_not_interact() -> None:
    seen = set()
    for discards in ("", "RT", "RT RT RC"):
        duel = Duel(BORIS, GRACE).put(0, "BT RT RT RC RC", RT20).put(1, "BT RT RT YT", "RS BS " * 9).start()
        duel.do("BT", "BT", discards, "YT")
        seen.add((duel.hand(1), duel.deck(1), duel.pile(1)))
        assert count(duel.pile(0)) == count("BT " + discards)
    assert seen == {("RT RT RS RS BS", "BS" + " RS BS" * 7, "BT YT")}


def test_cf_53_openers_stay_hidden_until_both_have_chosen() -> None:
    duel = Duel(BORIS, GRACE).put(0, "BT RT", RT20).put(1, "BT RT", RT20).start()
    duel.events()
    before = duel.legal()
    duel.do("RT")
    assert duel.events() == []
    assert duel.hand(0) == "RT BT"  # still held
    assert before == {"BT", "RT"}
    assert duel.asked == (1, "opener")


def test_cf_53_payments_of_a_tie_are_chosen_before_either_is_carried_out() -> None:
    duel = Duel(GRACE, GRACE).put(0, "RS RT BT", RT20).put(1, "RS YT YT", RT20).start().do("RS", "RS")
    duel.events()
    assert duel.asked == (0, "payment")
    duel.do("RT BT")
    assert duel.events() == []
    assert (duel.hand(0), duel.pile(0)) == ("RT BT", "")
    assert duel.asked == (1, "payment")
    assert duel.legal() == {"", "YT", "YT YT"}
    duel.do("YT")
    assert duel.events() == [("mill", 0, "RT"), ("mill", 1, "RT"), ("mill", 1, "RT")]


def test_cf_53_discards_are_chosen_before_either_is_carried_out() -> None:
    duel = Duel(BORIS, GRACE).put(0, "BT RT RT", RT20).put(1, "BT RT RT", RT20).start().do("BT", "BT")
    duel.events()
    duel.do("RT RT")
    assert duel.events() == []
    assert (duel.hand(0), duel.pile(0)) == ("RT RT", "BT")
    assert duel.asked == (1, "discards")


def test_cf_53_a_hidden_choice_can_be_taken_back_and_asked_again() -> None:
    duel = Duel(BORIS, GRACE).deal().do("RT")
    redeal(duel.cards, duel.state, 1, np.uint64(7))
    assert duel.asked == (0, "opener")
    assert duel.do("BS", "YT").events()[-3:] == [("reveal", 0, "BS"), ("reveal", 1, "YT"), ("winner", 1)]


def test_cf_53_what_has_been_carried_out_is_not_taken_back() -> None:
    # At each decision of seat 0 nothing of seat 1 is hidden, whatever it chose before.
    duel = Duel(GRACE, GRACE).deal()
    for action in ("RS", "RS", "RC", "RT", "", "BT"):
        if duel.asked[0] == 0:
            asked = duel.asked
            redeal(duel.cards, duel.state, 0, np.uint64(7))
            assert duel.asked == asked
        duel.do(action)
    redeal(duel.cards, duel.state, 0, np.uint64(7))
    assert duel.asked == (0, "opener")


def test_cf_53_the_own_choice_stands() -> None:
    duel = Duel(BORIS, GRACE).deal().do("RT")
    redeal(duel.cards, duel.state, 0, np.uint64(7))
    assert duel.asked == (1, "opener")
    assert ("reveal", 0, "RT") in duel.do("YT").events()


def test_cf_47_what_a_player_cannot_see_is_the_other_hand_and_the_decks() -> None:
    # Discard piles are public: whatever is dealt again, they, the table and the own hand stay.
    anvil, bellows = frozen_fighters().values()
    changed = 0
    for duel, rng in games(anvil, bellows, by_speed(30, 3)):
        for _ in range(60):
            if not duel.is_over:
                duel.random(rng)
        if not duel.is_over:
            changed += _watch_redeal(duel, rng)
    assert changed > 0


def _watch_redeal(duel: Duel, rng: Random) -> int:
    seat = rng.randrange(2)
    other = 1 - seat
    seen = [duel.hand(seat), *(view(s) for s in range(2) for view in (duel.pile, duel.table, duel.sizes))]
    unseen = [count(duel.deck(seat)), count(duel.deck(other) + " " + duel.hand(other))]
    hand, asked = duel.hand(other), duel.asked
    redeal(duel.cards, duel.state, seat, np.uint64(rng.getrandbits(64)))
    assert seen == [duel.hand(seat), *(view(s) for s in range(2) for view in (duel.pile, duel.table, duel.sizes))]
    assert unseen == [count(duel.deck(seat)), count(duel.deck(other) + " " + duel.hand(other))]
    # Only the other's hidden choice is asked again.
    assert duel.asked == asked or asked[0] == seat == 1
    return duel.hand(other) != hand


def test_cf_47_starting_cards_not_seen_leaving_are_known() -> None:
    duel = Duel(BORIS, GRACE).deal()
    for luck in range(20):
        redeal(duel.cards, duel.state, 0, np.uint64(luck))
        assert duel.hand(1) == "RC RT RS BT YT"
    # Grace plays the Elbow and discards the Spin: three are known, two may be anything unseen.
    duel.do("BT", "BT", "", "YT")
    others = set()
    for luck in range(40):
        redeal(duel.cards, duel.state, 0, np.uint64(luck))
        assert not count("RC RT RS") - count(duel.hand(1))
        others.add(" ".join(sorted((count(duel.hand(1)) - count("RC RT RS")).elements())))
    assert len(others) > 5
