"""Openers weighed by what the other may hold, in shares worked out by hand; this needs no tables of the matchup."""

from __future__ import annotations

from typing import Any

import pytest

from balance.core.policies import POLICY
from balance.core.protocol import prepare, records, value
from balance.rules.combo_fighter.features import Feature
from tests.rules.combo_fighter.cast import PLAIN
from tests.rules.combo_fighter.harness import Duel

RT20 = "RT " * 20
HAND = "RT RS BT YT BC"


def opening(**weights: int) -> dict[str, int]:
    """Return what the openers of PLAIN are worth against PLAIN, which holds five cards of which nothing is known."""
    return values_of(Duel(PLAIN, PLAIN).put(0, HAND, RT20).put(1, HAND, RT20), **weights)


def values_of(duel: Duel, **weights: int) -> dict[str, int]:
    policy: Any = records(1, POLICY)[0]
    for name, weight in weights.items():
        policy.weight[Feature[name]] = weight
    duel.start()
    prepare(duel.cards, duel.state, policy, duel.memo)
    return {
        word: int(value(duel.cards, duel.state, policy, duel.memo, code))
        for word, (code, _, _) in duel.offered().items()
    }


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
    assert values_of(duel, BEATS=1)["RS"] == beaten


def test_what_is_blue_is_worth_its_weight() -> None:
    assert opening(BLUE=-7) == {"RT": 0, "RS": 0, "BT": -7, "YT": 0, "BC": -7}
