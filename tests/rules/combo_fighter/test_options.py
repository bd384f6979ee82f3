"""What each rule option changes, and that it changes nothing else."""

import pytest

from balance.vocab import Outcome
from tests.rules.combo_fighter.cast import BORIS, CALM, GRACE, PLAIN, frozen_fighters, frozen_roster
from tests.rules.combo_fighter.harness import Duel, by_speed, games

RT20 = "RT " * 20


def spelled(*icons: str, **options: object) -> Duel:
    """Boris wins a round against Grace and has played these icons."""
    loser = {"R": "YT", "B": "RT", "Y": "BT"}[icons[0][0]]
    duel = Duel(BORIS, GRACE, **options).put(0, " ".join(icons), RT20).put(1, f"{loser} RT RT", RT20).start()
    return duel.do(icons[0], loser, *icons[1:])


@pytest.mark.parametrize("icons", ["BT YT BS", "BT YT BS YS", "BC BT RT", "BC BT RT RT", "BS YS RC", "BS YS RC RS"])
def test_signatures_off_means_no_call(icons: str) -> None:
    assert "call" in spelled(*icons.split()).legal()
    assert spelled(*icons.split(), signatures=False).legal() == {"stop"}


def test_moxie_off_leaves_the_base_versions() -> None:
    base = spelled("BT", "YT", "BS", moxie=False)
    assert base.legal() == {"stop", "call"}
    base.do("call")
    assert ("damage", 1, 6) in base.events()
    assert spelled("BT", "YT", "BS", "YS", moxie=False).legal() == {"stop"}
    assert spelled("BT", "YT", "BS", "YS").legal() == {"stop", "call"}


@pytest.mark.parametrize(("hand_size", "hand", "deck"), [(4, 5, 45), (5, 5, 45), (6, 6, 44), (7, 7, 43)])
def test_hand_size_at_the_setup(hand_size: int, hand: int, deck: int) -> None:
    # A larger hand is drawn up; with a smaller one the five starting cards are kept.
    duel = Duel(PLAIN, CALM, hand_size=hand_size).deal()
    assert duel.sizes(0) == duel.sizes(1) == (hand, deck)


@pytest.mark.parametrize(("hand_size", "drawn"), [(4, 1), (5, 2), (6, 3), (7, 4)])
def test_hand_size_at_the_refill(hand_size: int, drawn: int) -> None:
    duel = Duel(PLAIN, PLAIN, hand_size=hand_size).put(0, "BT RT RT RT", RT20).put(1, "BT RT RT RT", RT20).start()
    duel.do("BT", "BT", "", "")
    assert duel.sizes(0) == duel.sizes(1) == (hand_size, 20 - drawn)


def test_a_hand_over_the_hand_size_draws_nothing() -> None:
    duel = Duel(PLAIN, PLAIN, hand_size=4).deal().do("BT", "BT", "", "")
    assert duel.sizes(0) == (4, 45)  # the first refill of a small hand finds four cards


@pytest.mark.parametrize(("hand_size", "deck"), [(4, 9), (5, 8), (6, 7), (7, 6)])
def test_hand_size_at_staggering(hand_size: int, deck: int) -> None:
    # Three cards are left in hand; six of the pile and the four milled become the deck.
    duel = Duel(PLAIN, PLAIN, hand_size=hand_size).put(0, "RT BT", RT20)
    duel.put(1, "YT RT RT RT", "RT RS BT YT", "RT RT RT RT RT RT").start().do("RT", "YT", "stop", "")
    assert duel.is_staggering(1)
    assert duel.sizes(1) == (hand_size, deck)


@pytest.mark.parametrize("limit", [1, 2, 7])
def test_round_limit_truncates(limit: int) -> None:
    duel = Duel(BORIS, GRACE, round_limit=limit).deal()
    for _ in range(limit):
        assert not duel.is_over
        duel.do("BT" if "BT" in duel.legal() else sorted(duel.legal())[0])
        duel.do("BT" if "BT" in duel.legal() else sorted(duel.legal())[0])
        while duel.asked[1] not in ("opener", "none"):
            duel.do("stop" if duel.asked[1] == "combo" else min(duel.legal(), key=len))
    assert duel.is_over
    assert duel.row()[0] == Outcome.TRUNCATED
    assert duel.events()[-1] == ("end", -1, "ROUND_LIMIT")


def test_a_knock_out_in_the_last_round_counts() -> None:
    duel = Duel(BORIS, GRACE, round_limit=1).put(0, "RC", RT20).put(1, "YT", "RT RT").start().do("RC", "YT", "stop")
    assert duel.result == (0, "OUT_OF_CARDS")
    assert duel.row()[0] == Outcome.WIN


def test_random_choice_weighs_copies() -> None:
    # Openers by copies; a multiset by the ways to pick its cards: 1, 3, 3, 1 of three equal cards, times 1 or 1.
    duel = Duel(BORIS, GRACE).put(0, "BT RT RT RT BS", RT20).put(1, "BT RT", RT20).start()
    assert duel.copies() == {"RT": 3, "BT": 1, "BS": 1}
    duel.do("BT", "BT")
    assert duel.copies() == {
        "": 1, "RT": 3, "RT RT": 3, "RT RT RT": 1, "BS": 1, "RT BS": 3, "RT RT BS": 3, "RT RT RT BS": 1,
    }  # fmt: skip


def test_every_action_has_luck_of_its_own_whatever_else_is_legal() -> None:
    identities: dict[str, set[int]] = {}
    for hand in ("BT RT RT RT BS", "BT RT RT RS BS", "BT RT RT BS YT"):
        duel = Duel(BORIS, GRACE).put(0, hand, RT20).put(1, "BT RT", RT20).start().do("BT", "BT")
        offered = duel.offered()
        assert len({identity for _, _, identity in offered.values()}) == len(offered)
        for word, (_, _, identity) in offered.items():
            identities.setdefault(word, set()).add(identity)
    assert all(len(found) == 1 for found in identities.values())


def test_combo_actions_have_luck_of_their_own() -> None:
    duel = spelled("BT", "YT", "BS").put(0, "YT YS", RT20)
    assert duel.copies() == {"YT": 1, "YS": 1, "stop": 1, "call": 1}
    assert len({identity for _, _, identity in duel.offered().values()}) == 4


@pytest.mark.parametrize("name", list(frozen_roster()["options"]))
def test_random_games_end_under_every_option(name: str) -> None:
    options = dict(frozen_roster()["options"][name])
    rounds = options.pop("round_limit", 500)
    anvil, bellows = frozen_fighters().values()
    for duel, rng in games(anvil, bellows, by_speed(20, 1), rounds=rounds, **options):
        while not duel.is_over:
            duel.random(rng)
        assert duel.result[1] != "ROUND_LIMIT" or rounds < 10
