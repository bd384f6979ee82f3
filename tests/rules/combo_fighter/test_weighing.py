"""Actions weighed in numbers worked out by hand: without tables of the matchup, or with tables made up for the test."""

from __future__ import annotations

import numpy as np
import pytest

from balance.rules.combo_fighter.lines import rank
from balance.rules.combo_fighter.state import LIFE_MAX, TABLED_MAX
from tests.rules.combo_fighter.cast import PLAIN
from tests.rules.combo_fighter.harness import Duel

RT20 = "RT " * 20
HAND = "RT RS BT YT BC"


def opening(**weights: int) -> dict[str, int]:
    """Return what the openers of PLAIN are worth against PLAIN, which holds five cards of which nothing is known."""
    return Duel(PLAIN, PLAIN).put(0, HAND, RT20).put(1, HAND, RT20).start().weighed(**weights)


def test_shares_that_an_opener_beats_and_loses_to() -> None:
    """A fifth each; the red ones differ by initiative, the blue ones by the star, equal ones tie."""
    assert opening(BEATS=1) == {"RT": 400, "RS": 200, "BT": 400, "YT": 400, "BC": 600}
    assert opening(LOSES=1) == {"RT": 400, "RS": 600, "BT": 400, "YT": 400, "BC": 200}
    assert opening(BEATS=2, LOSES=-3)["BC"] == 2 * 600 - 3 * 200


@pytest.mark.parametrize(
    ("known", "pile", "beaten"),
    [
        ("", "RT RT RT RT RT RT RT RT RT RT", 250),  # Of the four others the slow red one beats a quarter.
        ("YT", "", 1000 * (49 + 9 * 4) // (5 * 49)),  # One of five is sure, of 49 cards 9 are like it.
        ("YT YT YT YT YT", "", 1000),
    ],
)
def test_what_was_seen_counts(known: str, pile: str, beaten: int) -> None:
    duel = Duel(PLAIN, PLAIN).put(0, HAND, RT20).put(1, known or HAND, RT20, pile)
    if known == "YT":
        duel.put(1, HAND, RT20)
    duel.state.seat[1].known = duel.packed(1, known)
    assert duel.start().weighed(BEATS=1)["RS"] == beaten


def test_what_is_blue_is_worth_its_weight() -> None:
    assert opening(BLUE=-7) == {"RT": 0, "RS": 0, "BT": -7, "YT": 0, "BC": -7}


# ---------------------------------------------------------------- tables made up


def won(hand: str, deck: str = RT20, staggering: bool = False) -> Duel:
    """Return a round that PLAIN has won with RT for 4; a card more or less is worth 300, and so is a row of hands."""
    duel = Duel(PLAIN, PLAIN).put(0, f"RT {hand}", RT20).put(1, "YT RT RT RT", deck, staggering=staggering)
    life = np.arange(LIFE_MAX)
    duel.cards.outlook[:] = 32_768 + 300 * (life[:, None] - life)
    for sheet in duel.cards.side:
        sheet.worth[:] = 10 * np.arange(sheet.worth.shape[-1])
    return duel.start().do("RT", "YT")


def test_life_after_the_round() -> None:
    """22 and 23 cards are left, with hands of five to come; each further card costs one."""
    assert won("RS BC").weighed(OUTLOOK=1) == {"stop": 32_768 + 300 * (22 - 19), "RS": 32_768 + 300 * (21 - 16)}
    assert won("RS BT YT").weighed(OUTLOOK=1)["RS"] == 32_768 + 300 * (22 - 16)  # the best of all stops
    # A third RT deals 2 more for a card.
    assert won("RT RT").weighed(OUTLOOK=2)["RT"] == 2 * (32_768 + 300 * (20 - 15))


def test_a_knock_out_is_certain() -> None:
    assert won("RS BC", "RT").weighed(OUTLOOK=1)["stop"] == 65_536
    assert won("RS BC", "RT RT").weighed(OUTLOOK=1)["stop"] == 32_768 + 300 * (22 - 5)  # one card is left
    assert won("RS BC", RT20, staggering=True).weighed(OUTLOOK=1)["stop"] == 65_536


def test_the_cards_kept() -> None:
    duel = won("RS BC")
    sheet = duel.cards.side[0]
    kept = {words: 10 * rank(sheet, duel.packed(0, words)) for words in ("RS BC", "BC")}
    assert duel.weighed(HAND=3) == {"stop": 3 * kept["RS BC"], "RS": 3 * kept["BC"]}


# ---------------------------------------------------------------- openers by the table


def tabled(duel: Duel, staggering: str, hand: str, opener: str, promise: int, habit: int) -> None:
    """Write what an opener of a hand of seat 0 promises, while those named by a digit (0 or 1) are staggering."""
    kinds = sorted({duel.icons[0].index(icon) for icon in hand.split()})
    at = TABLED_MAX * int(rank(duel.cards.side[0], duel.packed(0, hand))) + kinds.index(duel.icons[0].index(opener))
    situation = 2 * ("0" in staggering) + ("1" in staggering)
    duel.cards.promise[0, situation, 0, 0, at] = promise
    duel.cards.habit[0, situation, 0, 0, at] = habit


@pytest.mark.parametrize("staggering", ["", "0", "1", "01"])
def test_promises_by_hand(staggering: str) -> None:
    duel = Duel(PLAIN, PLAIN).put(0, "RT BT BT YT", RT20, staggering="0" in staggering)
    duel.put(1, HAND, RT20, staggering="1" in staggering).start()
    duel.cards.promise[:] = 999
    duel.cards.habit[:] = 999
    for opener, promise, habit in (("RT", 5, -1024), ("BT", -7, 0), ("YT", 0, -32_000)):
        tabled(duel, staggering, "RT BT BT YT", opener, promise, habit)
    assert duel.weighed(PROMISE=10) == {"RT": 50, "BT": -70, "YT": 0}
    assert duel.weighed(HABIT=2) == {"RT": -8192, "BT": 0, "YT": -256_000}
    assert duel.weighed(PROMISE=1, HABIT=1) == {"RT": 5 - 4096, "BT": -7, "YT": -128_000}


def test_promises_of_a_large_hand() -> None:
    """Each kind is looked up with the last four of the others, by its place among the kinds of these five."""
    duel = Duel(PLAIN, PLAIN, hand_size=7).put(0, "RT RT RS BT YT BC BC", RT20).put(1, HAND, RT20).start()
    for few, opener, promise in (
        ("RT BT YT BC BC", "RT", 1), ("RS BT YT BC BC", "RS", 2), ("RS BT YT BC BC", "BT", 3),
        ("RS BT YT BC BC", "YT", 4), ("RS BT YT BC BC", "BC", 5),
    ):  # fmt: skip
        tabled(duel, "", few, opener, promise, 0)
    assert duel.weighed(PROMISE=1) == {"RT": 1, "RS": 2, "BT": 3, "YT": 4, "BC": 5}
