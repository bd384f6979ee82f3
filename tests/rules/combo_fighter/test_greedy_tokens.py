"""What the greedy policy makes of power tokens, in points worked out by hand.

16 a point of damage, 8 for a signature, -1 for each card still to play, 64 for a flip, 48 for a step of the counter.
What offers weigh is read from the shipped policy.
"""

from __future__ import annotations

from typing import Any

import pytest

from balance.rules.combo_fighter.policies import Feature
from tests.rules.combo_fighter.cast import (
    FRANCISCO,
    GAEKERE,
    KAGAMI,
    PLAIN,
    RADIANT,
    RENEE,
    STAFF,
    fighter,
    tokened,
)
from tests.rules.combo_fighter.harness import Duel, shipped_policy
from tests.rules.combo_fighter.test_words import met, token

RT20 = "RT " * 20
_WEIGHT = {feature: int(shipped_policy("greedy").weight[feature]) for feature in Feature}
FLIP, TAKEN, GAIN, FINISH = (_WEIGHT[f] for f in (Feature.FLIP, Feature.TAKEN, Feature.GAIN, Feature.FINISH))
COST, MORE, OF_LINE, DIG = (_WEIGHT[f] for f in (Feature.COST, Feature.COST_MORE, Feature.COST_LINE, Feature.COST_DIG))
HARMLESS = fighter("Harmless", "RT 10s i5 0/0 RT", "RS 10s i3 0/0", "BT 10s 0/0", "BS 10s 0/0", "YT 10s 0/0")


def opening(one: Any, hand: str, *, rival: Any = PLAIN, **token: Any) -> dict[str, int]:
    """Return what the openers are worth."""
    return Duel(one, rival).put(0, hand, RT20, **token).put(1, "YT RT", RT20).start().values()


def test_a_wrestle_is_planned_on_the_other_side() -> None:
    # Standing: Elbow 3; Mount, Elbow 2; Wrestle flips, and then Mount, Elbow 2 x 3.
    assert opening(GAEKERE, "BC YT RT") == {"RT": 48, "YT": 32, "BC": 64 + 96}
    assert opening(GAEKERE, "BC YT RT", side="B") == {"RT": 144, "YT": 96, "BC": 96}


def test_a_flip_that_is_not_sure_is_not_planned() -> None:
    one = token("winning with BT if holding RS: flip", b=("always: damage +9 RT", "lost: flip"))
    assert opening(one, "BT RT")["BT"] == 32


def test_a_bonus_of_a_card_in_hand_is_planned() -> None:
    # Snake Snap 1 + 1, Tiger Slash 2 + 1; the Elbow only leads to Phoenix Strike or the Snap.
    with_it = opening(STAFF, "RC RT RS BT")
    assert (with_it["RT"], with_it["RC"]) == (16 * (2 + 3 + 0), 16 * 8)
    assert opening(STAFF, "RT RS")["RT"] == 16 * 3
    assert opening(STAFF, "RC RT RS", side="B")["RT"] == 16 * 3


def test_x_is_planned_as_the_usual_damage_of_that_deck() -> None:
    # 4, 3, 1, 0 and 4, ten cards each: 2.4.
    assert opening(KAGAMI, "BT YS") == {"BT": 32, "YS": 0}
    assert opening(KAGAMI, "BT YS", rival=HARMLESS) == {"BT": 0, "YS": 0}


def test_x_is_known_once_the_opener_is_seen() -> None:
    # Lead 4, Sticky Hands 0, Direct 4 against Rush; Hip Throw is two steps of the track.
    duel = met(KAGAMI, "YT RT BS", "BC")
    assert duel.values() == {"RT": 16 * 8 - 2, "stop": 64}
    duel = met(KAGAMI, "YT RT BS", "BT")
    assert duel.values() == {"RT": 8 + 2 * 48 - 2, "stop": 16}
    assert duel.follow() == ["RT", "BS", "call"]


def test_a_huge_x_is_planned_as_the_largest() -> None:
    giant = fighter("Giant", "RT 10s i5 20/0", "RS 10s i3 0/0", "BT 10s 0/0", "BS 10s 0/30", "YT 10s 0/0")
    duel = met(KAGAMI, "YT RT BS", "BS", rival=giant)
    assert duel.values()["RT"] == 16 * (30 + 15) - 2
    assert duel.do("RT", "BS").values()["stop"] == 16 * 60


def test_without_the_line_x_is_the_counter() -> None:
    cards = ("RT 10s i5 X/X RT", "RS 10s i2 2/0", "BT 10s 0/0", "BC 10s 0/0", "YT 10s 0/0")
    one = fighter("Count", *cards, a=("won: counter +1 up to 3",))
    for counter, x in ((0, 0), (2, 2), (3, 3), (9, 3)):  # planned up to the limit
        assert opening(one, "RT RT", counter=counter)["RT"] == 16 * 2 * x


def test_a_call_that_flips_is_worth_more() -> None:
    # Superman Punch 6; Jab, Cross 1 + 3.
    assert opening(RENEE, "RT YT RS")["RT"] == 16 * 6 + 8 + 64
    assert opening(RENEE, "RT YT RS", side="B")["RT"] == 16 * 6 + 8
    duel = met(RENEE, "RT YT RS")
    assert duel.values()["YT"] == 16 * 6 + 8 + 64 - 2
    assert duel.do("YT", "RS").values() == {"stop": 64, "call": 16 * 6 + 8 + 64}


@pytest.mark.parametrize(("counter", "steps"), [(0, 2), (1, 2), (2, 1), (3, 0), (7, 0)])
def test_a_call_counts_as_far_as_it_goes(counter: int, steps: int) -> None:
    one = token("calling: counter +2 up to 3")
    assert opening(one, "BT YT BT", counter=counter)["BT"] == 16 * 6 + 8 + 48 * steps


def test_signatures_that_cannot_be_called_are_not_planned() -> None:
    assert opening(GAEKERE, "YC BT YT") == {"BT": 0, "YT": 0, "YC": 0}
    assert opening(GAEKERE, "YC BT YT", side="B")["YC"] == 16 * 12 + 8


def paying(side: str) -> str:
    """Return what Baako pays with after a lost Mount."""
    duel = Duel(tokened(GAEKERE, a=("always: no signatures", "winning with BC: flip"), b=("lost: counter +1",)), PLAIN)
    duel.put(0, "YT YC BT YT RT", RT20[:9], side=side).put(1, "RT YT", RT20).start()
    return duel.do("YT", "RT", "stop").choice()


def test_the_line_to_keep_depends_on_the_side() -> None:
    assert paying("A") in ("YC", "BT", "YT")  # the Elbow is the line
    assert paying("B") == "RT"  # Heel Hook


def discarding(one: Any, hand: str, *, rival: Any = PLAIN, **token: Any) -> str:
    """Return what goes after a tie without damage."""
    duel = Duel(one, rival).put(0, f"YT {hand}", RT20, **token).put(1, "YT RT", RT20).start().do("YT", "YT")
    return duel.choice()


def test_junk_depends_on_the_side() -> None:
    assert discarding(GAEKERE, "YC BT YT BC") == "BT BC YT YC"
    assert discarding(GAEKERE, "YC BT YT BC", side="B") == ""


def test_a_signature_that_moves_the_token_is_kept() -> None:
    # Hip Throw deals nothing, but it is two steps of the track.
    assert discarding(KAGAMI, "YT RT BS BT", rival=HARMLESS) == "BT"
    cards = ("RT 10s i5 0/0", "BT 10s 0/0 BS", "BS 10s 0/0", "BC 10s 0/0", "YT 10s 0/0")
    for when, junk in (("calling: flip", ""), ("calling: counter +1", ""), ("lost: flip", "BT BS")):
        one = fighter("Still", *cards, signatures=("BT BS 0",), a=(when,), b=("won: flip",))
        assert discarding(one, "BT BS") == junk


# ------------------------------------------------------------------------------------------------ offers


def test_boris_weighs_three_cards_against_a_flip() -> None:
    def offer(hand: str) -> dict[str, int]:
        return met(RADIANT, f"YT {hand}", "YT").values()

    assert offer("BT BT BT YT") == {"decline": 0, "BT BT BT": TAKEN + FLIP + 3 * COST}
    # Rush, Shoulder Tackle 3 is the best line.
    assert offer("BT BS BC") == {"decline": 0, "BT BS BC": TAKEN + FLIP + 3 * COST + 2 * OF_LINE}


def test_less_damage_taken_is_gained() -> None:
    one = token("lost: may discard 1 to 2 yellow -> total -2 each")
    # Of 4 points; the Scrolls are the best line of the hand.
    values = met(one, "BC YT YT BC", "YT", rival=tokened(PLAIN, a=("won: total = 4",))).do("stop").values()
    assert values == {
        "decline": 0,
        "YT": TAKEN + 2 * GAIN + COST + OF_LINE,
        "YT YT": TAKEN + 4 * GAIN + 2 * (COST + OF_LINE) + MORE,
    }
    most = token("lost: may discard 1 BC -> total -9")
    values = met(most, "BC YT YT BC", "YT", rival=tokened(PLAIN, a=("won: total = 4",))).do("stop").values()
    assert values == {"decline": 0, "BC": TAKEN + 4 * GAIN + COST}


def test_reveals_are_counted_by_their_share() -> None:
    one = token("won: may reveal 1 to 3 -> total +2 each red")
    # 22 of 50 cards are red: 0, 1 and 2 points, rounded down; where nothing is gained, nothing is worth taking.
    values = met(one, "RT RT").do("stop").values()
    assert values == {
        "decline": 0,
        "reveal 1": COST,
        "reveal 2": TAKEN + GAIN + 2 * COST + MORE,
        "reveal 3": TAKEN + 2 * GAIN + 3 * COST + 2 * MORE,
    }
    assert met(one, "RT RT", deck="RT").do("stop").values()["reveal 1"] == COST + DIG  # digs into staggering
    staggering = Duel(one, PLAIN).put(0, "RT RT", "RT", staggering=True).put(1, "YT RT RT RT", RT20).start()
    assert staggering.do("RT", "YT", "stop").values()["reveal 1"] == COST


def test_doubling_gains_what_is_doubled() -> None:
    duel = met(FRANCISCO, "RT RS BT", side="B").do("RS", "BT", "stop")
    assert duel.values() == {"decline": 0, "double 0": TAKEN + 2 * GAIN, "double 1": TAKEN + 3 * GAIN}
    called = met(FRANCISCO, "BT YT RT", "RT", side="B").do("YT", "RT", "call")
    assert called.values() == {"decline": 0, "double signature": TAKEN + 5 * GAIN}


def test_what_is_done_besides_is_worth_taking() -> None:
    def worth(line: str, **state: Any) -> dict[str, int]:
        return met(token(line, b=(line,)), "RT RT BC", **state).do("stop").values()

    assert worth("won: may flip")["accept"] == TAKEN + FLIP
    assert worth("won: may flip", side="B")["accept"] == TAKEN  # only to side B
    assert worth("won: may counter +1")["accept"] == TAKEN
    assert worth("won: may discard 1 red -> flip if alike")["RT"] == COST + OF_LINE  # not sure


def test_discards_are_planned_without_what_was_paid() -> None:
    # Rush, Shoulder Tackle, Circle: with the blue cards paid nothing is left to deal damage.
    duel = met(RADIANT, "YT BS BC BC YT", "YT").do("BS BC BC")
    assert duel.choice() == "YT"


def test_x_is_gained() -> None:
    values = met(token("won: may total +2X"), "RT RT", counter=3).do("stop").values()
    assert values == {"decline": 0, "accept": TAKEN + 6 * GAIN}
    paid = met(token("won: may discard 1 to 2 -> total +1 each red"), "RT RT BC", counter=3).do("stop").values()
    # The Quill is the best line that is left.
    assert paid == {
        "decline": 0,
        "RT": TAKEN + GAIN + COST + OF_LINE,
        "BC": COST,
        "RT BC": TAKEN + GAIN + 2 * COST + OF_LINE + MORE,
    }


@pytest.mark.parametrize(
    ("line", "deck", "staggering", "worth"),
    [
        ("won: may total +3", 4, False, TAKEN + 3 * GAIN),  # seven cards left
        ("won: may total +3", 3, False, TAKEN + 3 * GAIN + FINISH),  # six
        ("won: may total +3", 0, False, TAKEN + 3 * GAIN),  # three points are enough for three
        ("won: may total +3", 9, True, TAKEN + 3 * GAIN),  # one is enough
        ("won: may deal nothing -> flip", 9, False, TAKEN + FLIP - 3 * GAIN),
        ("won: may deal nothing -> flip", 9, True, TAKEN + FLIP - 3 * GAIN - FINISH),
        ("won: may deal nothing -> flip", 0, False, TAKEN + FLIP - 3 * GAIN - FINISH),
    ],
)
def test_a_knock_out_decides(line: str, deck: int, staggering: bool, worth: int) -> None:
    duel = Duel(token(line), PLAIN).put(0, "RT RT", RT20).put(1, "YT RT RT RT", "RT " * deck, staggering=staggering)
    values = duel.start().do("RT", "YT", "stop").values()
    assert values == {"decline": 0, "accept": worth}


def test_the_loser_finishes_nobody() -> None:
    one = token("lost: may total -1")
    winner = tokened(PLAIN, a=("won: total = 4",))
    duel = Duel(one, winner).put(0, "BT RT", RT20).put(1, "YT RT", RT20, staggering=True).start()
    assert duel.do("BT", "YT", "stop").values() == {"decline": 0, "accept": TAKEN + GAIN}
