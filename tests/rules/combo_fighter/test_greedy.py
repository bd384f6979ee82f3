"""The greedy policy in words: what opens, what follows, what pays, what is discarded. Boris's lines by hand.

Boxes: RT RT/RC/BS, RS BT/YT/YS, RC RT/RS, YT RT/RS/BS, YS RS/RC/BC, BT RT/RS/YT, BS YT/YS, BC BT/BS/BC.
Damage: RS 4/3, RC 7/3, RT 0/2, BS 0/3, BC 0/5, the others nothing.
"""

import math
from collections import Counter

import pytest

from tests.rules.combo_fighter.cast import BORIS, GRACE, fighter
from tests.rules.combo_fighter.harness import Duel, by_speed

RT20 = "RT " * 20
# A signature below its printed damage, one out of the boxes.
ODD = fighter(
    "Odd",
    "RT 10s i5 3/2 RS",
    "RS 10s i3 2/1 BT",
    "BT 10s    0/1 YT",
    "YT 10s    0/1 RT",
    "BC 10s    0/4",
    signatures=("RT RS BT 1", "RT YT BT 9 BC 12", "RT YT RT 4"),
)
# A signature that deals as much as the best opener.
EQUAL = fighter(
    "Equal", "RC 10s i5 6/0", "BT 10s 0/0 YT", "YT 10s 0/0 BS", "BS 10s 0/0", "YS 10s 0/0", signatures=("BT YT BS 6",)
)
# Nothing but its signature deals damage.
STILL = fighter(
    "Still", "RT 10s i5 0/0", "BT 10s 0/0 YT", "YT 10s 0/0 BS", "BS 10s 0/0", "YS 10s 0/0", signatures=("BT YT BS 4",)
)


def opening(hand: str, **options: object) -> Duel:
    return Duel(BORIS, GRACE, **options).put(0, hand, RT20).put(1, "YT BT RT", RT20).start()


def won(first: object, hand: str, opener: str, **options: object) -> Duel:
    loser = {"R": "YT", "B": "RT", "Y": "BT"}[opener[0]]
    duel = Duel(first, GRACE, **options).put(0, hand, RT20).put(1, f"{loser} RT RT", RT20).start()
    return duel.do(opener, loser)


@pytest.mark.parametrize(
    ("hand", "lines"),
    [
        # RC RT BS 7+2+3; YT RT RC 2+3; BS YT RT RC 2+3; RT RC 3; BT YT BS is Drill and Blast, 6 over the printed 5.
        ("RT RC YT BT BS", {"RT": (3, 0), "RC": (12, 0), "YT": (5, 0), "BT": (6, 1), "BS": (5, 0)}),
        # RT RT RT 2+2; BC BC 5.
        ("RT RT RT BC BC", {"RT": (4, 0), "BC": (5, 0)}),
        # RS YS BC 4+5; YS BC BT RS 5+3; BC BT RS 3; BT RS YS BC 3+5.
        ("RS YS YS BT BC", {"RS": (9, 0), "YS": (8, 0), "BT": (8, 0), "BC": (3, 0)}),
        # RC RS YS BC BS 7+3+5+3; RS YS BC BS 4+5+3; YS BC BS 5+3; BC BS YS RC RS 3+3+3; BS YS RC RS with Moxie 12.
        ("RS RC YS BS BC", {"RS": (12, 0), "RC": (18, 0), "YS": (8, 0), "BC": (9, 0), "BS": (12, 1)}),
        # BT RS YT BS deals 3+3, as much as Drill and Blast: it counts as the signature. RS YT BS 4+3; YT RS 3;
        # YT BS 3; BS YT RS 3.
        ("RS YT BT BS", {"RS": (7, 0), "YT": (3, 0), "BT": (6, 1), "BS": (3, 0)}),
        # BC BC BT RT 5+2 is more than Kiev Coal Train.
        ("RT BT BC BC", {"RT": (0, 0), "BT": (2, 0), "BC": (7, 0)}),
    ],
)
def test_openers_weigh_their_best_line(hand: str, lines: dict[str, tuple[int, int]]) -> None:
    # 16 a point of damage, 8 more for a signature.
    assert opening(hand).values() == {icon: 16 * damage + 8 * called for icon, (damage, called) in lines.items()}


@pytest.mark.parametrize("hand", ["RT RC YT BT BS", "RT RT RT BC BC", "YS BC BC"])
def test_openers_are_mixed_in_proportion(hand: str) -> None:
    duel = opening(hand)
    weights = duel.values()
    n = by_speed(3000, 300)
    seen: Counter[str] = Counter()
    for key in range(n):
        duel.rekey(key)
        seen[duel.choice()] += 1
    for icon, weight in weights.items():
        p = weight / sum(weights.values())
        # Five standard deviations: wrong once in a million runs.
        assert abs(seen[icon] - n * p) <= 5 * math.sqrt(n * p * (1 - p))


def test_openers_without_damage_are_drawn_by_copies() -> None:
    duel = opening("YT BT BT BT")
    assert duel.values() == {"YT": 0, "BT": 0}
    n = by_speed(3000, 300)
    seen = 0
    for key in range(n):
        duel.rekey(key)
        seen += duel.choice() == "BT"
    assert abs(seen - 0.75 * n) <= 5 * math.sqrt(n * 0.75 * 0.25)


@pytest.mark.parametrize(
    ("hand", "opener", "line"),
    [
        ("RT RC YT BT BS", "RC", ["RT", "BS", "stop"]),  # a Circle would add nothing
        ("RT RC YT BT BS", "BT", ["YT", "BS", "call"]),
        ("RS RC YS BS BC", "RC", ["RS", "YS", "BC", "BS", "stop"]),
        ("RS RC YS BS BC", "BS", ["YS", "RC", "RS", "call"]),  # on to the Moxie version
        ("RT BT BC BC", "BC", ["BC", "BT", "RT", "stop"]),  # 7 printed instead of 6 called
        ("RS YT BT BS", "BT", ["YT", "BS", "call"]),  # equal damage: called
        ("RS YT BT", "BT", ["RS", "stop"]),  # equal damage: the short way, not by the Circle
        ("RC YT BT", "RC", ["stop"]),
    ],
)
def test_the_line_is_followed(hand: str, opener: str, line: list[str]) -> None:
    assert won(BORIS, hand, opener).follow() == line


def test_base_version_when_moxie_is_out_of_reach() -> None:
    assert won(BORIS, "BS YS RC BT", "BS").follow() == ["YS", "RC", "call"]
    assert won(BORIS, "RS RC YS BS BC", "BS", moxie=False).follow() == ["YS", "RC", "call"]
    # Without signatures: Shoulder Tackle, Step Back, Thunder Clap 3, Headbutt 3.
    assert won(BORIS, "RS RC YS BS", "BS", signatures=False).follow() == ["YS", "RC", "RS", "stop"]


def test_a_signature_below_the_printed_damage_is_not_called() -> None:
    duel = won(ODD, "RT RS BT", "RT")
    assert duel.follow() == ["RS", "BT", "stop"]  # 3 + 1 + 1 against 1
    assert ("damage", 1, 5) in duel.events()


def test_a_signature_out_of_the_boxes_is_played_when_it_may_be() -> None:
    assert won(ODD, "RT YT BT BC", "RT", signatures_ignore_boxes=True).follow() == ["YT", "BT", "BC", "call"]
    # 9 called against 3 + 1 + 1 + 1 along the boxes.
    assert won(ODD, "RT RS YT BT", "RT", signatures_ignore_boxes=True).follow() == ["YT", "BT", "call"]
    assert won(ODD, "RT RS YT BT", "RT").follow() == ["RS", "BT", "YT", "stop"]
    assert won(ODD, "RT YT BC", "RT", signatures_ignore_boxes=True).follow() == ["stop"]


def test_out_of_the_boxes_only_the_signature_counts() -> None:
    # 3 + 1 printed so far; the next Jab is in the box and would make it 6, but only the call for 4 is left.
    duel = won(ODD, "RT RT YT", "RT", signatures_ignore_boxes=True).do("YT")
    assert duel.values() == {"RT": 16 * 4 + 8 - 1}
    assert duel.do("RT").values() == {"call": 16 * 4 + 8}


def test_only_signatures_that_were_begun_count() -> None:
    cards = ("RT 10s i5 0/0 BT", "BT 10s 0/0 BT YT", "YT 10s 0/0", "BS 10s 0/0", "YS 10s 0/0")
    begun = fighter("Begun", *cards, signatures=("RT BT YT 5", "BT BT YT 20"))
    assert won(begun, "RT BT YT", "RT").values() == {"BT": 16 * 5 + 8 - 2, "stop": 0}


def paying(hand: str, deck: int, boris: object = BORIS) -> Duel:
    """Boris has lost a Circle to a Tiger Slash and pays three points."""
    duel = Duel(GRACE, boris).put(0, "RS BT", RT20).put(1, f"YT {hand}", "YT " * deck).start()
    return duel.do("RS", "YT", "stop")


@pytest.mark.parametrize("deck", [3, 4, 20])
def test_the_deck_pays_first(deck: int) -> None:
    assert paying("YT YT BT BT", deck).choice() == ""  # even if that empties it


@pytest.mark.parametrize(("deck", "paid"), [(2, "YT"), (1, "YT BS"), (0, "YT BS BC")])
def test_then_the_least_damaging_cards_outside_the_best_line(deck: int, paid: str) -> None:
    # Thunder Clap alone deals 7, nothing else more than 3; Circle 0, Shoulder Tackle 3, Rush 5.
    assert paying("RC YT BS BC", deck).choice() == paid


def test_what_a_card_deals_as_the_opener_is_kept_like_what_it_deals_in_a_combo() -> None:
    # The line is the RT alone; the RC is printed 5/0, the BT 0/3.
    heavy = fighter("Heavy", "RT 10s i5 7/0", "RC 10s i5 5/0", "BT 10s 0/3", "BS 10s 0/0", "YT 10s 0/0")
    assert paying("RT RC BT", 2, heavy).choice() == "BT"


def test_the_best_line_is_kept_even_if_its_cards_are_printed_low() -> None:
    # Drill and Blast (6) needs Block, Circle and Shoulder Tackle; the Rush, printed 5, goes.
    assert paying("YT BT BS BC", 2).choice() == "BC"
    assert paying("YT BT BS BC", 1).choice() in ("YT BC", "BT BC")


def test_the_best_line_is_a_signature_only_when_it_deals_as_much() -> None:
    # Rush, Rush, Block, Laser Flash 7 beats Kiev Coal Train 6, so the second Rush is in the line and the Circle is not.
    assert paying("RT BT BC BC YT", 2).choice() == "YT"
    # Without the second Rush the signature is the line.
    assert paying("RT BT BC YT", 2).choice() == "YT"
    # At equal damage the signature is the line: the 6 of the opener is outside.
    assert paying("RC BT YT BS", 2, EQUAL).choice() == "RC"


def test_the_shorter_of_two_equal_lines_is_kept() -> None:
    # Headbutt, Circle, Shoulder Tackle 7, with or without a Block in between; Drill and Blast deals 6.
    assert paying("RS YT BT BS", 2).choice() == "BT"


def discarding(hand: str, deck: int, *, staggering: bool = False, boris: object = BORIS) -> Duel:
    """Boris's turn to discard after a tie without damage."""
    duel = Duel(boris, GRACE).put(0, f"BT {hand}", "RT " * deck, "RT " * 10, staggering).put(1, "BT RT", RT20)
    return duel.start().do("BT", "BT")


@pytest.mark.parametrize(
    ("hand", "junk"),
    [
        ("YT YS BT BT BC", "YT BT BT"),  # Step Back, Rush deals 5; no other chain ends in damage
        ("RT RC YT BT BS", ""),
        ("RT YT YS YS BT", "YS YS"),  # Block, Circle, Laser Flash deals 2
        ("RS YT YS BT", ""),  # Block, Circle and Step Back all lead to the Headbutt's 3
        ("RC YT BT", "YT BT"),  # Thunder Clap opens; Block and Circle lead nowhere
        ("BC BT YT", "YT BT BC"),  # a Rush alone deals nothing
        ("YT", "YT"),
    ],
)
def test_junk_is_discarded_and_nothing_else(hand: str, junk: str) -> None:
    assert discarding(hand, 20).choice() == junk


def test_cards_of_a_signature_in_hand_are_kept() -> None:
    assert discarding("BT YT BS YS", 20, boris=STILL).choice() == "YS"
    assert discarding("BT YT YS YS", 20, boris=STILL).choice() == "BT YT YS YS"


def test_a_signature_without_damage_keeps_nothing() -> None:
    nothing = STILL.model_copy(update={"signatures": [STILL.signatures[0].model_copy(update={"damage": 0})]})
    assert discarding("BT YT BS YS", 20, boris=nothing).choice() == "BT YT BS YS"


@pytest.mark.parametrize(
    ("hand", "deck", "discards"),
    [
        ("YT YS BT BT BC", 4, 3),  # three discarded, three drawn, one left
        ("YT YS BT BT BC", 3, 2),
        ("YT YS BT BT BC", 2, 1),
        ("YT YS BT BT BC", 1, 0),
        ("YS BC YT", 4, 1),  # two are drawn anyway
        ("YS BC YT", 3, 0),
        ("YS BC YT", 2, 0),  # staggering cannot be helped: nothing is thrown after it
    ],
)
def test_junk_is_kept_rather_than_digging_into_staggering(hand: str, deck: int, discards: int) -> None:
    choice = discarding(hand, deck).choice()
    assert len(choice.split()) == discards
    assert not set(choice.split()) - {"YT", "BT"}


def test_a_staggering_fighter_digs_freely() -> None:
    assert discarding("YT YS BT BT BC", 1, staggering=True).choice() == "YT BT BT"


@pytest.mark.parametrize("hand_size", [4, 6])
def test_digging_counts_the_hand_size(hand_size: int) -> None:
    duel = Duel(STILL, GRACE, hand_size=hand_size).put(0, "BT YS YS YS", "RT " * 6).put(1, "BT", RT20).start()
    duel.do("BT", "BT")
    # Three in hand: one or three are drawn anyway, one must stay in the deck of six.
    assert len(duel.choice().split()) == {4: 3, 6: 2}[hand_size]
