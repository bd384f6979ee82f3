"""The tables of a matchup with hands of one or three cards: small enough for plain Python and for work by hand."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

import numpy as np
import pytest

from balance.core.equilibrium import GAME, ONE
from balance.core.protocol import records
from balance.rules.combo_fighter.forecast import odds
from balance.rules.combo_fighter.lines import rank
from balance.rules.combo_fighter.prospects import (
    face_behind,
    fill,
    first_hand,
    hand_of,
    line_behind,
    next_hand,
    usual_round,
    ways,
)
from balance.rules.combo_fighter.state import HAND_MAX
from tests.rules.combo_fighter.cast import PLAIN, fighter, tokened
from tests.rules.combo_fighter.harness import Duel

KINDS = 5
# RT leads to RT and RS, RS to BT, BT to YT, YT to RT, BC to BC.
SIGNED = fighter(
    "Signed", "RT 10s i5 4/2 RT RS", "RS 10s i3 2/3 BT", "BT 10s 0/1 YT", "YT 10s 0/0 RT", "BC 10s * 0/4 BC",
    signatures=("RT RS BT 9", "YT RT RS 5", "BT YT RT 4"),
)  # fmt: skip
# Suffers two points more; on the other side it deals twice as much and has no signatures.
TURNING = tokened(SIGNED, a=("taking: total +2", "hit: flip"), b=("dealing: total x2", "always: no signatures"))

MIRROR = fighter(
    "Mirror", "RT 10s i5 X/0", "RS 10s i3 2/0", "BT 10s 0/0", "YT 10s 0/0", "BC 10s 0/0",
    a=("always: X is opposing damage",),
)  # fmt: skip


@cache
def filled(one: str, other: str, hand_size: int) -> Any:
    named = {"plain": PLAIN, "signed": SIGNED, "turning": TURNING, "mirror": MIRROR}
    cards = Duel(named[one], named[other]).cards
    cards.options.hand_size = hand_size
    fill(cards, records(1, GAME)[0], np.zeros(HAND_MAX, np.int64))
    assert cards.is_studied
    return cards


def packed(hand: tuple[int, ...]) -> int:
    return sum(1 << 4 * kind for kind in hand)


def worth(cards: Any, *hand: int, side: int = 0, face: int = 0, rival_face: int = 0) -> int:
    sheet = cards.side[side]
    return int(sheet.worth[face, rival_face, rank(sheet, packed(hand))])


# ---------------------------------------------------------------- hands


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_a_walk_meets_every_hand_once(cards: int) -> None:
    picked = np.full(HAND_MAX, 7, np.int64)
    first_hand(picked, cards)
    found = [hand_of(picked, cards)]
    while next_hand(picked, cards, KINDS) and len(found) < 100:
        found.append(hand_of(picked, cards))
    assert found == [packed(hand) for hand in combinations_with_replacement(range(KINDS), cards)]


def test_ways_to_hold_a_hand() -> None:
    deck = (4, 0, 1, 10, 2)
    whole = sum(n << 4 * kind for kind, n in enumerate(deck))
    for hand in combinations_with_replacement(range(KINDS), 3):
        assert ways(whole, packed(hand)) == prod(comb(deck[kind], n) for kind, n in Counter(hand).items())


# ---------------------------------------------------------------- lines


def lines_of(hand: tuple[int, ...], opener: int) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return (damage, cards, kinds) of every plain line."""
    boxes = ((0, 1), (2,), (3,), (0,), (4,))
    combo, opening = (2, 3, 1, 0, 4), (4, 2, 0, 0, 0)
    rest = list(hand)
    rest.remove(opener)
    found = [(opening[opener], (opener,), rest)]
    for damage, line, left in found:
        for kind in set(left) & set(boxes[line[-1]]):
            after = list(left)
            after.remove(kind)
            found.append((damage + combo[kind], (*line, kind), after))
    return [(damage, len(line), line) for damage, line, _ in found]


def best_of(hand: tuple[int, ...], opener: int, is_mute: bool) -> tuple[int, int, int]:
    """Return (damage, cards, version): most damage, fewest cards; a signature that leaves more after its cards."""
    damage, fewer = max((damage, -cards) for damage, cards, _ in lines_of(hand, opener))
    top = (damage, -fewer, -1)
    for version, (sequence, called) in enumerate((((0, 1, 2), 9), ((3, 0, 1), 5), ((2, 3, 0), 4))):
        is_held = sequence[0] == opener and not Counter(sequence) - Counter(hand)
        if is_held and not is_mute and called - 3 > top[0] - top[1]:
            top = (called, 3, version)
    return top


@pytest.mark.parametrize("face", [0, 1])
def test_the_line_that_pays_best(face: int) -> None:
    sheet = filled("turning", "plain", 1).side[0]
    for hand in combinations_with_replacement(range(KINDS), 3):
        for opener in set(hand):
            assert line_behind(sheet, face, 0, packed(hand), opener) == best_of(hand, opener, face == 1)


def test_usual_lines_are_averages_over_the_rest_of_the_hand() -> None:
    """Nine of the opener and ten of all others are in the deck."""
    sheet = filled("turning", "plain", 3).side[0]
    for face in range(2):
        for opener in range(KINDS):
            total = damage = cards = 0
            for others in combinations_with_replacement(range(KINDS), 2):
                n = prod(comb(10 - (kind == opener), m) for kind, m in Counter(others).items())
                dealt, played, _ = best_of((opener, *others), opener, face == 1)
                total, damage, cards = total + n, damage + n * dealt, cards + n * played
            assert sheet.usual_damage[face, opener] == 16 * damage // total
            assert sheet.usual_cards[face, opener] == 16 * cards // total


def test_x_is_planned_as_usual() -> None:
    """The larger damage of a card of PLAIN, 4, 3, 1, 0 and 4, is 2.4 on average."""
    assert filled("mirror", "plain", 1).side[0].usual_damage[0, :KINDS].tolist() == [32, 32, 0, 0, 0]


# ---------------------------------------------------------------- worth


def test_a_hand_of_one_card_by_hand() -> None:
    """On average over ten cards each, in sixteenths; the opener's damage and nothing else."""
    cards = filled("plain", "plain", 1)
    by_hand = (
        16 * (4 + 4) / 5,  # two openers are hit for 4; blue ones deal nothing
        16 * (2 - 4) / 5,  # the slower red card is beaten by the faster
        0,
        16 * (-4 - 2) / 5,
        0,
    )
    for kind, expected in enumerate(by_hand):
        assert abs(worth(cards, kind) - expected) <= 1
    assert worth(cards) == sum(10 * worth(cards, kind) for kind in range(KINDS)) // 50


def test_tokens_change_what_a_hand_is_worth() -> None:
    """A rival that suffers 2 more (but nothing from nothing), or deals twice as much."""
    cards = filled("plain", "turning", 1)
    first = [worth(cards, kind) for kind in range(KINDS)]
    second = [worth(cards, kind, rival_face=1) for kind in range(KINDS)]
    assert np.allclose(first, [16 * (6 + 6 + 6 - 4) / 5, 16 * (4 - 4 + 4 - 2) / 5, 0, -16 * 6 / 5, 0], atol=1.5)
    assert np.allclose(second, [16 * (4 + 4 + 4 - 8) / 5, 16 * (2 - 8 + 2 - 4) / 5, 0, -16 * 12 / 5, 0], atol=1.5)
    turned = [worth(cards, kind, side=1, face=1) for kind in range(KINDS)]
    assert np.allclose(turned, [16 * (8 + 8 + 8 - 4) / 5, 16 * (4 - 4 + 4 - 2) / 5, 0, -16 * 6 / 5, 0], atol=1.5)


def test_an_opener_that_wins_may_turn_the_token() -> None:
    one = tokened(PLAIN, a=("winning with YT: flip",), b=("dealing: total +1",))
    sheet = Duel(one, PLAIN).cards.side[0]
    assert [int(face_behind(sheet, 0, kind)) for kind in range(KINDS)] == [0, 0, 0, 1, 0]
    assert [int(face_behind(sheet, 1, kind)) for kind in range(KINDS)] == [1] * KINDS


@pytest.mark.parametrize(("hand_size", "won"), [(2, (5, 2, 3)), (3, (6, 2, 6))])
def test_equal_cards_against_what_comes_most_often(hand_size: int, won: tuple[int, int, int]) -> None:
    """One opener has no choice: the rival answers with what hurts most, as often as it is in a hand.

    `won` is what the lines of RT, RS (no combo) and BC deal, less the cards played behind the opener.
    """
    cards = filled("plain", "signed", hand_size)
    rival = cards.side[1]
    damage = [int(n) if n >= 16 else 0 for n in rival.usual_damage[0]]  # less than a point is no hit
    loss = [int(rival.usual_cards[0, kind]) - 16 - damage[kind] for kind in range(KINDS)]
    often = odds(10, 50, hand_size, ONE)
    for kind, payoffs in {
        0: (0, 16 * won[0], loss[2], 16 * won[0], loss[4]),
        1: (loss[0], 0, loss[2], 16 * won[1], loss[4]),
        4: (16 * won[2], 16 * won[2], 16 * won[2], loss[3], 0),
    }.items():
        expected, left = 0.0, ONE
        for payoff in sorted(payoffs):
            expected += min(often, left) * payoff / ONE
            left -= min(often, left)
        assert abs(worth(cards, *[kind] * hand_size) - expected) <= 1


def test_fewer_cards_are_worth_what_they_become() -> None:
    cards = filled("plain", "turning", 3)
    for rival_face in range(2):
        for n in range(3):
            for hand in combinations_with_replacement(range(KINDS), n):
                left = [10 - hand.count(kind) for kind in range(KINDS)]
                after = [worth(cards, *hand, kind, rival_face=rival_face) for kind in range(KINDS)]
                assert worth(cards, *hand, rival_face=rival_face) == int(np.dot(left, after)) // (50 - n)


# ---------------------------------------------------------------- outlook


def test_the_usual_round() -> None:
    sheet = filled("plain", "signed", 3).side[0]
    damage, cards = sum(sheet.usual_damage[0, :KINDS]) // 5, sum(sheet.usual_cards[0, :KINDS]) // 5
    assert usual_round(sheet) == (damage, (cards + 8) // 16)
    harmless = fighter("Harmless", "RT 10s i5 0/0", "RS 10s i3 0/0", "BT 10s 0/0", "BS 10s 0/0", "YT 10s 0/0")
    assert usual_round(Duel(harmless, PLAIN).cards.side[0]) == (16, 1)  # at least a point and a card


def test_the_outlook_is_played_round_by_round() -> None:
    """Two rounds of five each side wins, and hits by half, all, all or one and a half of the usual damage."""
    cards = filled("signed", "plain", 3)
    (damage, spent), (rival_damage, rival_spent) = usual_round(cards.side[0]), usual_round(cards.side[1])
    chance: dict[tuple[int, int], float] = {}

    def after(a: int, b: int) -> float:
        return chance[max(a, 0), max(b, 0)]

    for a in range(13):
        for b in range(13):
            chance[a, b] = 0.5
            if a or b:
                even = 0.2 * after(a - 1, b - 1)
                for half in (1, 2, 2, 3):
                    left = b - 1 - half * damage // 32
                    even += 0.1 * (1.0 if b == 0 or left <= -3 else after(a - spent, left))
                    left = a - 1 - half * rival_damage // 32
                    even += 0.1 * (0.0 if a == 0 or left <= -3 else after(left, b - rival_spent))
                chance[a, b] = even
    for (a, b), expected in chance.items():
        assert abs(int(cards.outlook[a, b]) - 65536 * expected) <= 6 * 13
