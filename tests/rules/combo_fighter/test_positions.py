"""What the policies that weigh positions do in states put by hand: knock-outs, combos, signatures, tokens, discards.

The fighters are those of `cast`; nothing here depends on the exact weights of policies.yaml.
"""

from __future__ import annotations

import math
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from balance.core.jit import JIT
from balance.core.policies import soft_weight
from balance.core.protocol import records
from balance.rules.combo_fighter import RULESET, rules
from balance.rules.combo_fighter.features import Feature
from balance.rules.combo_fighter.opening_game import NEVER, worth_of_opening
from balance.rules.combo_fighter.policies import prepare
from tests.rules.combo_fighter.cast import (
    BORIS,
    FRANCISCO,
    GAEKERE,
    GRACE,
    KAGAMI,
    PLAIN,
    RENEE,
    STAFF,
    fighter,
    tokened,
)
from tests.rules.combo_fighter.harness import Duel, games, shipped_policy

pytestmark = pytest.mark.skipif(not JIT, reason="the tables of a matchup take long in plain Python")

WEIGHING = ("standard", "expert")
RT20 = "RT " * 20
# Long chains of one point each, and a signature.
CHAIN = fighter(
    "Chain", "RT 10s i5 3/1 RT RS", "RS 10s i3 2/1 BT", "BT 10s 0/1 YT", "YT 10s 0/1 RT", "BC 10s * 0/4",
    signatures=("RT RS BT 12", "BT YT RT 1"),
)  # fmt: skip
# The blocks and steps of these hurt nobody.
SOFTIE = fighter("Softie", "RT 10s i5 0/0", "RS 10s i3 6/0", "BT 10s 0/0", "BS 10s 0/0", "YT 10s 0/0")


def opening(one: Any, hand: str, other: Any = PLAIN, *, deck: str = RT20, lost: Any = None, **seat: Any) -> Duel:
    """Return a duel in which the first seat is to open."""
    duel = Duel(one, other).put(0, hand, deck, **seat).put(1, "RT RT BT BT YT", RT20, **(lost or {}))
    return duel.start()


def won(one: Any, hand: str, *, rival: Any = PLAIN, deck: str = RT20, against: dict[str, Any] | None = None) -> Duel:
    """Return a duel in which the first card of the hand has won the round."""
    opener = hand.split()[0]
    loser = {"R": "YT", "B": "RT", "Y": "BT"}[opener[0]]
    facts = {"hand": f"{loser} RT RT RT RT", "deck": RT20} | (against or {})
    duel = Duel(one, rival).put(0, hand, deck).put(1, **facts).start()
    return duel.do(opener, loser)


def ending(one: Any, hand: str, deck: str, *, rival: Any = SOFTIE, **seat: Any) -> Duel:
    """Return a duel in which the first seat is to discard: both have opened with a blue card that ties."""
    duel = Duel(one, rival).put(0, f"BT {hand}", deck, **seat).put(1, "BT RT RT YT YT", RT20).start()
    return duel.do("BT", "BT")


# ---------------------------------------------------------------- combos


@pytest.mark.parametrize("policy", WEIGHING)
def test_a_knock_out_is_enough(policy: str) -> None:
    """The rival has three cards left and took 3: no further card is played."""
    duel = won(CHAIN, "RT RS BT YT", against={"hand": "YT RT RT", "deck": "RT"})
    assert duel.values(policy)["stop"] == max(duel.values(policy).values())
    duel = won(CHAIN, "RT RT RS BT YT", against={"hand": "YT RT RT", "deck": "RT RT"})
    taken = duel.follow(policy)  # 3 of 4: one more point
    assert taken[-1] == "stop"
    assert duel.is_over
    assert duel.result[0] == 0


@pytest.mark.parametrize("policy", WEIGHING)
def test_a_knock_out_is_taken_whatever_it_costs(policy: str) -> None:
    """Five points to go: every card of the chain is needed."""
    duel = won(CHAIN, "RT RT BC RS BT YT", against={"hand": "YT RT RT RT RT", "deck": "RT"})
    duel.follow(policy)
    assert duel.is_over
    assert duel.result[0] == 0


@pytest.mark.parametrize("policy", WEIGHING)
def test_a_combo_ends_where_cards_cost_more_than_they_deal(policy: str) -> None:
    """A card that deals nothing, with nothing behind it, stays in hand; one that deals 4 is played."""
    rich = fighter("Rich", "RT 10s i5 4/0 BC BS", "RS 10s i3 2/0", "BC 10s 0/4 BC", "BS 10s 0/0 YT", "YT 10s 0/0")
    assert won(rich, "RT BS YT").follow(policy) == ["stop"]
    assert won(rich, "RT BS BC YT").follow(policy) == ["BC", "stop"]


@pytest.mark.parametrize("policy", WEIGHING)
def test_a_signature_is_called_when_it_is_worth_more(policy: str) -> None:
    assert won(CHAIN, "RT RS BT YT").follow(policy) == ["RS", "BT", "call"]  # 12 instead of 5
    assert "call" not in won(CHAIN, "BT YT RT").follow(policy)  # 1 instead of 2


@pytest.mark.parametrize("policy", WEIGHING)
def test_against_a_staggering_fighter_any_damage_will_do(policy: str) -> None:
    """The opener deals nothing: one card that deals a point ends the game; a second would change nothing."""
    duel = won(CHAIN, "BT YT RT RS BC", against={"hand": "RT RT RT", "deck": "", "staggering": True})
    assert duel.values(policy)["YT"] > duel.values(policy)["stop"]
    assert duel.follow(policy)[0] == "YT"
    assert duel.is_over
    assert duel.result[0] == 0


# ---------------------------------------------------------------- discards


# Of each colour a card that hits and wins against its like; two that do neither.
SORTED = fighter("Sorted", "RT 10s i9 9/0", "BT 10s * 9/0", "YT 10s * 9/0", "RS 10s i1 0/0", "BS 10s 0/0")


@pytest.mark.parametrize("policy", WEIGHING)
def test_a_staggering_fighter_discards_junk_for_nothing(policy: str) -> None:
    duel = Duel(SORTED, PLAIN).put(0, "BS RT YT RS BS", RT20, staggering=True).put(1, "BT RT RT YT YT", RT20).start()
    assert duel.do("BS", "BT").choice(policy) == "RS BS"


@pytest.mark.parametrize("policy", WEIGHING)
def test_a_healthy_fighter_does_not_dig_into_staggering(policy: str) -> None:
    """One card is drawn and one is left in the deck: the next would be the last."""
    duel = Duel(SORTED, PLAIN).put(0, "BS RT YT RS BS", "RT RT").put(1, "BT RT RT YT YT", RT20).start()
    assert duel.do("BS", "BT").choice(policy) == ""
    duel = Duel(SORTED, PLAIN).put(0, "BS RT YT RS BS", RT20).put(1, "BT RT RT YT YT", RT20).start()
    values = duel.do("BS", "BT").values(policy)
    assert values["RS"] > values["RT"]  # what is junk does not depend on it


# ---------------------------------------------------------------- payments


@pytest.mark.parametrize("policy", WEIGHING)
def test_junk_pays_and_good_cards_are_kept(policy: str) -> None:
    duel = Duel(SORTED, PLAIN).put(0, "YT RT BT RS BS", RT20).put(1, "RT RT BT BT YT", RT20).start().do("YT", "RT")
    while duel.asked[1] == "combo":
        duel.do("stop")
    assert duel.asked == (0, "payment")
    assert duel.choice(policy) == "RS BS"


# ---------------------------------------------------------------- openers


def opened(duel: Duel, policy: str, n: int = 400) -> Counter[str]:
    """Return how often each card opens over many keys."""
    return Counter(duel.rekey(key).choice(policy) for key in range(n))


@pytest.mark.parametrize("policy", WEIGHING)
def test_an_opener_that_everything_beats_stays_in_hand(policy: str) -> None:
    """All that the other can hold is blue or fast red: a slow red card without damage loses to it all."""
    one = fighter("One", "RT 10s i1 0/0", "RS 10 i2 0/0", "BT 10s 0/0", "YT 10s 4/4 YT", "YS 10 4/4")
    other = fighter("Other", "RT 10s i5 5/2", "RS 10s i6 5/3", "BT 10s 2/1", "BS 10s 2/0", "BC 10s 2/4")
    duel = Duel(one, other).put(0, "RT YT YT YS", RT20).put(1, "RT BT BS BC RS", RT20).start()
    assert opened(duel, policy)["RT"] <= 4


@pytest.mark.parametrize("policy", WEIGHING)
def test_a_fast_red_card_against_somebody_who_suffers_it_three_times(policy: str) -> None:
    """On side B damage is 2 less, but three times as much against initiative 8."""
    fast = fighter("Fast", "RT 10s i8 4/0", "RS 10s i7 4/0", "BT 10s 0/0", "YT 10s 0/0", "BS 10s 0/0")
    lead = tokened(
        PLAIN, a=("playing RT: flip",), b=("taking: total -2", "taking if against initiative 8: total x3"), name="Lead"
    )
    duel = Duel(fast, lead).put(0, "RT RS BT YT", RT20).put(1, "RT BT YT YT RT", RT20, side="B").start()
    values = duel.values(policy)
    assert values["RT"] > values["RS"]
    even = Duel(fast, lead).put(0, "RT RS BT YT", RT20).put(1, "RT BT YT YT RT", RT20).start().values("standard")
    edge = duel.values("standard")
    assert edge["RT"] - edge["RS"] > even["RT"] - even["RS"]


def test_expert_opens_in_proportion_to_the_equilibrium() -> None:
    """A value is the logarithm of a part of the mix and a lean; what is no part of it is never taken."""
    duel = opening(PLAIN, "RT RS BT YT BC")
    values = duel.values("expert")
    weights = {icon: int(soft_weight(max(values.values()) - worth)) for icon, worth in values.items()}
    assert sum(weight > 0 for weight in weights.values()) >= 2
    assert sum(worth < NEVER // 2 for worth in values.values()) >= 1
    n = 3000
    seen = opened(duel, "expert", n)
    for icon, weight in weights.items():
        p = weight / sum(weights.values())
        # Five standard deviations: wrong once in a million runs.
        assert abs(seen[icon] - n * p) <= 5 * math.sqrt(n * p * (1 - p))


def test_standard_mixes_too_and_prefers_the_better_opener() -> None:
    duel = opening(PLAIN, "RT RS BT YT BC")
    values, seen = duel.values("standard"), opened(duel, "standard", 2000)
    assert len(seen) >= 2
    assert seen.most_common(1)[0][0] == max(values, key=lambda icon: values[icon])


# ---------------------------------------------------------------- power tokens


def stop_worth(rival: Any, **token: Any) -> tuple[int, int]:
    """Return what stopping is worth to `standard` after an opener that deals 4, and after one that deals nothing."""
    found = []
    for opener in ("RT", "YT"):
        loser = {"RT": "YT", "YT": "BT"}[opener]
        one = Duel(PLAIN, rival).put(0, f"{opener} RS BC", RT20).put(1, f"{loser} RT RT RT", RT20, **token).start()
        found.append(one.do(opener, loser).values("standard")["stop"])
    return found[0], found[1]


def test_damage_that_a_token_adds_or_takes_away_is_known() -> None:
    """A standing wrestler takes 2 more; on the ground nothing is taken."""
    standing = tokened(GAEKERE, a=("taking: total +2",), b=("taking: total = 0",), name="Stands")
    hit, _ = stop_worth(standing)
    plain = tokened(GAEKERE, a=("always: initiative +1 RT",), b=("taking: total = 0",), name="Is")
    even, _ = stop_worth(plain)
    assert hit > even + 500  # two points; one is about a thousand
    hit, nothing = stop_worth(standing, side="B")
    assert abs(hit - nothing) < 200  # but for the cards kept, both deal nothing


@pytest.mark.parametrize("policy", WEIGHING)
def test_no_card_is_wasted_on_a_fighter_on_the_ground(policy: str) -> None:
    duel = Duel(CHAIN, GAEKERE).put(0, "RT RT RS BC", RT20).put(1, "YT RT RT RT", RT20, side="B").start()
    assert duel.do("RT", "YT").follow(policy) == ["stop"]
    duel = Duel(CHAIN, GAEKERE).put(0, "RT RS BT BC", RT20).put(1, "YT RT RT RT", "RT RT", side="B").start()
    assert duel.do("RT", "YT").follow(policy)[-1] != "call"


@pytest.mark.parametrize("policy", WEIGHING)
def test_two_more_points_of_a_standing_fighter_knock_out(policy: str) -> None:
    """3 + 2 points of 5 cards."""
    duel = Duel(CHAIN, GAEKERE).put(0, "RT RT RT RT", RT20).put(1, "YT RT RT RT RT", "RT").start().do("RT", "YT")
    assert duel.life(1) == 5
    assert duel.follow(policy) == ["stop"]
    assert duel.is_over


def test_a_track_is_worth_a_plain_won_round() -> None:
    """Three steps: one more by a won round wins the game, so Kagami stops at once instead of anything else."""
    for policy in WEIGHING:
        duel = Duel(KAGAMI, PLAIN).put(0, "YT RT BS YS", RT20, counter=3).put(1, "BT RT RT", RT20).start()
        duel.do("YT", "BT")
        values = duel.values(policy)
        assert values["stop"] > 60_000
        duel.follow(policy)
        assert duel.is_over
        assert duel.result == (0, "POWER_TOKEN")


def test_a_longer_track_is_worth_more() -> None:
    worth = []
    for counter in range(4):
        duel = Duel(KAGAMI, PLAIN).put(0, "YT RT BS YS", RT20, counter=counter).put(1, "BT RT RT", RT20).start()
        worth.append(duel.do("YT", "BT").values("standard")["stop"])
    assert worth == sorted(worth)
    assert worth[3] - worth[2] > worth[1] - worth[0] > 0


def test_the_other_fears_a_track() -> None:
    """At three steps every round that Kagami wins is lost: what loses to more of his deck is worth much less."""
    values = []
    for counter in (0, 3):
        duel = Duel(PLAIN, KAGAMI).put(0, "RT RS BT YT BC", RT20)
        values.append(duel.put(1, "RT BT BS YT YC", RT20, counter=counter).start().weighed(OUTLOOK=1, EXPECTED=1))
    assert all(values[1][icon] < values[0][icon] - 5000 for icon in values[0])


def test_winning_a_round_takes_a_track_back() -> None:
    worth = []
    for counter in (0, 3):
        duel = Duel(PLAIN, KAGAMI).put(0, "RT RS BC", RT20).put(1, "YT RT RT", RT20, counter=counter).start()
        worth.append(duel.do("RT", "YT").values("standard")["stop"])
    assert worth[0] == worth[1]


def test_a_token_that_turns_for_the_better_is_turned() -> None:
    """The same damage, but one of the cards turns the token to a side that deals 6 more a round."""
    cards = ("RT 10s i5 4/2 BT BS", "RS 10s i3 4/3 BT", "BT 10s 0/1", "BS 10s 0/1", "YT 10s 0/0 RT")
    base = fighter("Base", *cards)
    better = tokened(base, a=("playing BS: flip",), b=("dealing: total +6",), name="Better")
    worse = tokened(base, a=("playing BS: flip", "dealing: total +6"), b=("always: initiative +1 RT",), name="Worse")
    for policy in WEIGHING:
        assert won(better, "RT BT BS").choice(policy) == "BS"
        assert won(worse, "RT BT BS").choice(policy) != "BS"


TURNER = tokened(
    fighter(
        "Turner", "RT 10s i5 4/2 RT RS", "RS 10s i3 2/3 BT", "BT 10s 0/1 YT", "YT 10s 0/0 RT", "BC 10s * 0/4 BT",
        signatures=("BC BT YT 12", "RT RS BT 11"),
    ),
    a=("winning with BC: flip", 'calling "RT RS BT 11": flip'), b=("dealing: total +6",),
)  # fmt: skip


@pytest.mark.parametrize(
    "hand", ["BC BT YT RS RS", "RT RS BT YT YT", "BC BT RT RT RT", "RT RT RT BC BC", "YT RT RT BC BC"]
)
@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize("rival", [PLAIN, GAEKERE], ids=["plain", "grounded"])
def test_an_opener_promises_what_the_won_round_keeps(hand: str, side: str, rival: Any) -> None:
    """Before the round and after it is won the same line is worth the same, but for the token turned by winning."""
    opener = hand.split()[0]
    loser = {"R": "YT", "B": "RT", "Y": "BT"}[opener[0]]
    duel = Duel(TURNER, rival).put(0, hand, RT20, side=side).put(1, f"{loser} RT RT RT RT", RT20).start()
    policy = shipped_policy("standard")
    prepare(duel.cards, duel.state, policy, duel.memo)
    kind = duel.icons[0].index(opener)
    promised = int(worth_of_opening(duel.cards, duel.state, policy, duel.memo, kind))
    turned = 0
    if opener == "BC" and side == "A":
        worth = duel.cards.side[0].worth
        turned = int(policy.weight[Feature.TURN]) * (int(worth[1, 0, 0]) - int(worth[0, 0, 0]))
        assert turned > 0
    assert max(duel.do(opener, loser).values("standard").values()) + turned == promised


# ---------------------------------------------------------------- aggressive and cautious


def test_aggressive_opens_with_the_hardest_hitter() -> None:
    seen = opened(opening(BORIS, "RC BT RT BS", GRACE), "aggressive", 1000)
    assert seen["RC"] > 500
    assert seen["RC"] > 2 * seen["BT"]


def test_aggressive_plays_every_combo_out_and_discards_nothing() -> None:
    duel = won(CHAIN, "RT RT RT RT BC")
    assert duel.follow("aggressive") == ["RT", "RT", "RT", "stop"]
    assert ending(CHAIN, "BT BT BC YT", RT20).choice("aggressive") == ""
    assert ending(CHAIN, "BT BT BC YT", RT20, staggering=True).choice("aggressive") == ""


def test_cautious_opens_with_what_is_beaten_least() -> None:
    """A fast red card that loses to blue alone, a slow one that all red beats as well."""
    one = fighter("One", "RT 10s i9 3/0", "RS 10 i1 3/0", "BT 10s 0/0", "YT 10s 0/0", "YS 10 0/0")
    duel = Duel(one, PLAIN).put(0, "RT RS YT BT", RT20).put(1, "RT RT BT BT YT", RT20).start()
    seen = opened(duel, "cautious")
    assert seen["RT"] > 4 * max(seen["RS"], 1)
    assert seen["BT"] < seen["RT"]


def test_cautious_keeps_blocks_and_life() -> None:
    choice = ending(BORIS, "BS BS YT YT", RT20, rival=GRACE).choice("cautious").split()
    assert not [icon for icon in choice if icon[0] == "B"]
    weak = fighter("Weak", "RT 10s i5 4/0 BC", "RS 10s i3 2/0", "BC 10s 0/1 BC", "BS 10s 0/0 YT", "YT 10s 0/0")
    assert won(weak, "RT BC BC BC").follow("aggressive") == ["BC", "BC", "BC", "stop"]
    assert won(weak, "RT BC BC BC").follow("cautious") == ["stop"]


def test_cautious_pays_with_other_cards_than_blocks() -> None:
    duel = Duel(BORIS, PLAIN).put(0, "YT BT BS RT YS", "RT RT RT").put(1, "RT RT BT BT YT", RT20).start().do("YT", "RT")
    while duel.asked[1] == "combo":
        duel.do("stop")
    assert duel.asked == (0, "payment")
    paid = duel.choice("cautious").split()
    assert paid  # the deck has three cards for four points
    assert not [icon for icon in paid if icon[0] == "B"]


# ---------------------------------------------------------------- nobody peeks


@pytest.mark.parametrize("policy", ["standard", "expert", "aggressive", "cautious"])
def test_hidden_cards_change_no_choice(policy: str) -> None:
    """States reached by random play; after hidden cards are dealt anew a seat values every action the same."""
    checked = redealt = 0
    asked: Counter[str] = Counter()
    for one, two in ((GAEKERE, KAGAMI), (RENEE, FRANCISCO), (BORIS, STAFF)):
        for duel, rng in games(one, two, 6):
            while not duel.is_over and checked < 400:
                n = len(duel.offered())
                if n > 1 and rng.random() < 0.4:
                    redealt += stays_the_same(duel, policy, rng)
                    checked += 1
                    asked[duel.asked[1]] += 1
                duel.random(rng)
    assert checked > 200
    assert redealt > checked / 2
    assert min(asked[question] for question in ("opener", "combo", "payment", "discards")) > 5


def stays_the_same(duel: Duel, policy: str, rng: Random) -> bool:
    """See that a seat values everything the same with other hidden cards; return whether there were any."""
    seat, before = duel.asked[0], duel.state.tobytes()
    values, choice = duel.values(policy), duel.choice(policy)
    saved = duel.state
    other = records(1, RULESET.game.state)
    other[0] = saved
    duel.state = other[0]
    rules.redeal(duel.cards, duel.state, seat, np.uint64(rng.getrandbits(60)))
    is_new = duel.state.tobytes() != before
    while duel.asked[0] != seat:  # a hidden choice was taken back: ask again
        duel.random(rng)
    assert duel.values(policy) == values
    assert duel.choice(policy) == choice
    duel.state = saved
    return is_new
