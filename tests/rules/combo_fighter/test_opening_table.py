"""The table of openings against plain Python: hands one by one, play of the round by turns, and how it is looked up."""

from __future__ import annotations

from collections import Counter
from math import comb, floor, log2
from typing import Any

import numpy as np
import pytest

from balance.core.jit import JIT
from balance.rules.combo_fighter import RULESET
from balance.rules.combo_fighter.state import SITUATIONS, STEPS, TABLED_MAX
from tests.core.test_equilibrium import played_out
from tests.rules.combo_fighter.cast import BORIS, GAEKERE, KAGAMI, PLAIN, RADIANT, RENEE, fighter, tokened
from tests.rules.combo_fighter.harness import Duel
from tests.rules.combo_fighter.test_prospects import Sheet, contest, ranks, table_of, without

pytestmark = pytest.mark.skipif(not JIT, reason="the tables of whole decks need compiled kernels")

HAND = 4  # small enough for usual lines hand by hand
KNOCK_OUT = 512
RT20 = "RT " * 20
WON, TIED, LOST = 1, 0, -1


def kept(sheet: Sheet, hand: tuple[int, ...], opener: int) -> tuple[int, ...]:
    """Return the cards left behind the line that pays best; of equal ones the first kind goes on."""
    damage, cards = sheet.line(hand, opener)
    left, last = without(hand, opener), opener
    for sequence, called in sheet.versions:
        if sequence[0] == sheet.icons[opener] and (called, len(sequence)) == (damage, cards):
            kinds = [sheet.icons.index(icon) for icon in sequence]
            if not Counter(kinds) - Counter(hand):
                return tuple(sorted((Counter(hand) - Counter(kinds)).elements()))
    while sheet.best(left, last) > (0, 0):
        for kind in sorted(set(left)):
            if sheet.icons[kind] in sheet.cards[last]["box"]:
                more, spent = sheet.best(without(left, kind), kind)
                if (more + sheet.cards[kind]["combo"], spent - 1) == sheet.best(left, last):
                    left, last = without(left, kind), kind
                    break
    return left


def hits(i: int, hit: int, loss: int) -> int:
    """Return what hits on staggering fighters are worth in a situation: the rival's is the low bit."""
    return KNOCK_OUT * (i % 2 == 1 and hit > 0) - KNOCK_OUT * (i >= 2 and loss > 0)


def points(sixteenths: int) -> int:
    """Return usual damage as it counts: what is less than a point is none."""
    return sixteenths if sixteenths >= 16 else 0


def private(sheet: Sheet, rival: Sheet, hand: tuple[int, ...], worth: dict[tuple[int, ...], int], i: int) -> list[Any]:
    """Return the payoff of each opener of a hand against each of the rival's."""
    rows = []
    for kind in sorted(set(hand)):
        damage, cards = sheet.line(hand, kind)
        row = []
        for other in range(len(rival.icons)):
            suffered, spent = rival.usual(other, HAND)
            result = contest(sheet.cards[kind], rival.cards[other])
            if result == WON:
                row.append(16 * (damage - cards + 1) + worth[kept(sheet, hand, kind)] + hits(i, damage, 0))
            elif result == TIED:
                mine, theirs = sheet.cards[kind]["opening"], rival.cards[other]["opening"]
                row.append(16 * (mine - theirs) + worth[without(hand, kind)] + hits(i, mine, theirs))
            else:
                loss = points(suffered)
                row.append(spent - 16 - loss + worth[without(hand, kind)] + hits(i, 0, loss))
        rows.append(row)
    return rows


def public(sheet: Sheet, rival: Sheet, i: int) -> list[Any]:
    """Return the payoff of each opener of a deck against each of the rival's, by what they usually bring."""
    rows = []
    for kind in range(len(sheet.icons)):
        row = []
        for other in range(len(rival.icons)):
            mine, theirs = sheet.usual(kind, HAND), rival.usual(other, HAND)
            result = contest(sheet.cards[kind], rival.cards[other])
            if result == WON:
                hit = points(mine[0])
                row.append(hit - mine[1] + 16 + hits(i, hit, 0))
            elif result == TIED:
                hit, loss = sheet.cards[kind]["opening"], rival.cards[other]["opening"]
                row.append(16 * (hit - loss) + hits(i, hit, loss))
            else:
                loss = points(theirs[0])
                row.append(theirs[1] - 16 - loss + hits(i, 0, loss))
        rows.append(row)
    return rows


def held(sheet: Sheet) -> list[int]:
    """Return how often each kind is in a hand, of 4096, rounded as `odds` rounds: a card at a time."""
    found = []
    for copies in sheet.copies:
        none = 4096
        for drawn in range(HAND):
            none = none * (50 - copies - drawn) // (50 - drawn)
        found.append(4096 - none)
        assert abs(found[-1] / 4096 - 1 + comb(50 - copies, HAND) / comb(50, HAND)) < 2e-3
    return found


def some_hands(sheet: Sheet, n: int) -> list[tuple[int, ...]]:
    hands = [hand for cards in range(1, TABLED_MAX + 1) for hand in sheet.hands(cards, sheet.copies)]
    return hands[:: len(hands) // n]


@pytest.mark.parametrize(("a", "b"), [("boris", "renee"), ("gaekere", "grace")])
def test_promises_and_habits(a: str, b: str) -> None:
    sheet, rival = Sheet(a), Sheet(b)
    table = table_of(a, b, hand_size=HAND, power_tokens=False)
    row = ranks(len(sheet.icons), TABLED_MAX)
    worth = {hand: int(table.side[0].worth[0, 0, at]) for hand, at in row.items() if len(hand) < HAND + 1}
    seen = set()
    for n, hand in enumerate(some_hands(sheet, 40)):
        i = n % SITUATIONS
        payoff = private(sheet, rival, hand, worth, i)
        for at, line in enumerate(payoff, TABLED_MAX * row[hand]):
            expected = floor(sum(x * copies for x, copies in zip(line, rival.copies, strict=True)) / 50)
            assert table.promise[0, i, 0, 0, at] == expected
        mix, _ = played_out(public(sheet, rival, i), payoff, held(sheet), held(rival), STEPS)
        for at, weight in enumerate(mix, TABLED_MAX * row[hand]):
            habit = int(table.habit[0, i, 0, 0, at])
            seen.add(habit)
            if weight:
                assert abs(habit - 1024 * log2(weight / sum(mix))) <= 1
            else:
                assert habit == -32_000
    assert len(seen) > 20


@pytest.mark.parametrize("staggering", [(False, False), (False, True), (True, False), (True, True)])
def test_the_situation_and_the_sides_of_the_tokens_are_looked_up(staggering: tuple[bool, bool]) -> None:
    for faces in ("AA", "AB", "BA", "BB"):
        duel = Duel(GAEKERE, RADIANT).put(0, "RT BT YT", RT20, side=faces[0], staggering=staggering[0])
        duel.put(1, "RT RT RT RT RT", RT20, side=faces[1], staggering=staggering[1]).start()
        table = duel.cards
        at = TABLED_MAX * ranks(int(table.side[0].kinds_n), 3)[kinds_of(duel, "RT BT YT")]
        part = (0, 2 * staggering[0] + staggering[1], *("AB".index(face) for face in faces))
        order = sorted(["RT", "BT", "YT"], key=lambda icon: duel.icons[0].index(icon))
        assert duel.weighed(PROMISE=1) == {icon: int(table.promise[(*part, at + n)]) for n, icon in enumerate(order)}
        assert duel.weighed(PROMISE=2, HABIT=3) == {
            icon: 2 * int(table.promise[(*part, at + n)]) + 12 * int(table.habit[(*part, at + n)])
            for n, icon in enumerate(order)
        }


def kinds_of(duel: Duel, words: str) -> tuple[int, ...]:
    return tuple(sorted(duel.icons[0].index(icon) for icon in words.split()))


def test_of_a_larger_hand_each_kind_is_looked_up_with_the_last_of_the_others() -> None:
    duel = Duel(PLAIN, BORIS, hand_size=7).put(0, "RT RT RS BT BT YT BC", RT20).put(1, "RT " * 7, RT20).start()
    hand = kinds_of(duel, "RT RT RS BT BT YT BC")
    row = ranks(int(duel.cards.side[0].kinds_n), TABLED_MAX)
    expected = {}
    for kind in sorted(set(hand)):
        few = tuple(sorted((*without(hand, kind)[-4:], kind)))
        at = TABLED_MAX * row[few] + sorted(set(few)).index(kind)
        expected[duel.icons[0][kind]] = int(duel.cards.promise[0, 0, 0, 0, at])
    assert duel.weighed(PROMISE=1) == expected
    assert len(set(expected.values())) > 2


def test_seats_are_no_matter() -> None:
    one, two = Duel(GAEKERE, RADIANT).cards, Duel(RADIANT, GAEKERE).cards
    for name in ("promise", "habit"):
        for face in range(2):
            for rival_face in range(2):
                for i in range(SITUATIONS):
                    assert np.array_equal(one[name][0, i, face, rival_face], two[name][1, i, face, rival_face])
                    assert np.array_equal(one[name][1, i, face, rival_face], two[name][0, i, face, rival_face])


def test_a_side_that_makes_no_difference_is_not_filled() -> None:
    table = Duel(KAGAMI, RENEE).cards
    assert table.promise[0, :, 0].any()
    assert not table.promise[0, :, 1].any()
    assert not table.habit[1, :, :, 1].any()


def test_an_edited_number_changes_the_table() -> None:
    sheet = BORIS.model_dump(mode="json", exclude_none=True)
    sheet["cards"][1]["opening"] += 3
    edited = RULESET.side_model.model_validate(sheet)
    before, after = Duel(BORIS, PLAIN).cards, Duel(edited, PLAIN).cards
    assert not np.array_equal(before.promise[0], after.promise[0])
    assert (after.promise[1, 0] <= before.promise[1, 0]).mean() > 0.9  # it is worse to lose to Boris


def test_turning_the_token_for_the_better_is_worth_four_rounds_of_it() -> None:
    """The same card promises more where winning with it turns the token to a side that deals 6 more."""
    base = fighter("Turner", "RT 10s i5 4/2", "RS 10s i3 2/3", "BT 10s 0/1", "YT 10s 0/0", "BC 10s * 2/4")
    promised, turned = [], 0
    for opener in ("YT", "BC"):
        one = tokened(base, a=(f"winning with {opener}: flip",), b=("dealing: total +6",))
        duel = Duel(one, PLAIN).put(0, "RT RS BT BC", RT20).put(1, "RT " * 5, RT20).start()
        promised.append(duel.weighed(PROMISE=1)["BC"])
        worth = duel.cards.side[0].worth
        turned = int(worth[1, 0, 0]) - int(worth[0, 0, 0])
    assert turned > 16
    # It beats the red cards, two fifths of the deck, and of the blue ones the one without a star.
    assert promised[1] - promised[0] > 3 / 5 * 4 * turned


def test_an_opener_that_turns_the_others_token_is_feared() -> None:
    """Losing to YT, which is what blue cards do, costs more where it turns the other's token for the better."""
    base = fighter("Turner", "RT 10s i5 4/2", "RS 10s i3 2/3", "BT 10s 0/1", "YT 10s 2/0", "BC 10s * 2/4")
    promised: dict[str, list[int]] = {"BT": [], "YT": []}
    expected: dict[str, list[int]] = {"BT": [], "YT": []}
    for opener in ("RT", "YT"):
        other = tokened(base, a=(f"winning with {opener}: flip",), b=("dealing: total +6",))
        duel = Duel(PLAIN, other).put(0, "RS BT YT", RT20).put(1, "RT RS BT YT BC", RT20).start()
        table, live = duel.weighed(PROMISE=1), duel.weighed(OUTLOOK=1, TURN=240, EXPECTED=1)
        for icon in promised:
            promised[icon].append(table[icon])
            expected[icon].append(live[icon])
    assert promised["BT"][1] < promised["BT"][0] - 16  # YT beats it
    assert promised["YT"][1] > promised["YT"][0] + 16  # RT beats it
    assert expected["BT"][1] < expected["BT"][0] - 1000
    assert expected["YT"][1] > expected["YT"][0] + 1000
