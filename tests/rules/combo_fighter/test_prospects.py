"""The tables of a matchup against plain Python that reads the YAML: hands one by one, whole numbers and fractions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, floor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ruamel.yaml import YAML
from scipy.optimize import linprog

from balance.core.jit import JIT
from balance.rules.combo_fighter import RULESET
from balance.rules.combo_fighter.forecast import odds
from tests.rules.combo_fighter.cast import BORIS, CALM, GAEKERE, GRACE, KAGAMI, PLAIN, RADIANT, RENEE, fighter, tokened
from tests.rules.combo_fighter.harness import Duel

pytestmark = pytest.mark.skipif(not JIT, reason="the tables of whole decks need compiled kernels")

FIGHTERS = Path(__file__).parents[3] / "rulesets" / RULESET.name / "fighters"
HAND = 4  # small enough for hands one by one


# ---------------------------------------------------------------- a fighter in plain Python


class Sheet:
    """A fighter's numbers; the power token is not read, so only sides that leave damage alone are compared."""

    def __init__(self, stem: str) -> None:
        data = YAML(typ="safe", pure=True).load(FIGHTERS / f"{stem}.yaml")
        self.cards = sorted(data["cards"], key=lambda card: card["slot"])
        self.icons = [card["icon"] for card in self.cards]
        self.copies = [card["copies"] for card in self.cards]
        self.versions = []
        for one in data.get("signatures", []):
            self.versions.append((one["sequence"], one["damage"]))
            if moxie := one.get("moxie"):
                self.versions.append(([*one["sequence"], moxie["icon"]], moxie["damage"]))

    def hands(self, cards: int, deck: list[int]) -> dict[tuple[int, ...], int]:
        """Return every hand as sorted kinds, and the number of physical hands that are it."""
        found = {}
        for hand in combinations_with_replacement(range(len(self.cards)), cards):
            n = 1
            for kind, copies in Counter(hand).items():
                n *= comb(deck[kind], copies)
            if n:
                found[hand] = n
        return found

    @cache  # noqa: B019
    def best(self, hand: tuple[int, ...], last: int) -> tuple[int, int]:
        """Return (damage, -cards) of the most damaging way on after a card; fewer cards at equal damage."""
        top = (0, 0)
        for kind in set(hand):
            if self.icons[kind] in self.cards[last]["box"]:
                damage, cards = self.best(without(hand, kind), kind)
                top = max(top, (damage + self.cards[kind]["combo"], cards - 1))
        return top

    def line(self, hand: tuple[int, ...], opener: int) -> tuple[int, int]:
        """Return (damage, cards) of the line behind an opener; a signature where it leaves more after its cards."""
        damage, fewer = self.best(without(hand, opener), opener)
        damage, cards = damage + self.cards[opener]["opening"], 1 - fewer
        for sequence, called in self.versions:
            is_held = not Counter(sequence) - Counter(self.icons[k] for k in hand)
            if sequence[0] == self.icons[opener] and is_held and called - len(sequence) > damage - cards:
                damage, cards = called, len(sequence)
        return damage, cards

    def usual(self, opener: int, hand_size: int) -> tuple[int, int]:
        """Return (damage, cards) behind an opener over the rest of a hand, in sixteenths."""
        deck = [n - (kind == opener) for kind, n in enumerate(self.copies)]
        total = damage = cards = 0
        for others, n in self.hands(hand_size - 1, deck).items():
            d, c = self.line(tuple(sorted((*others, opener))), opener)
            total, damage, cards = total + n, damage + n * d, cards + n * c
        return floor(Fraction(16 * damage, total)), floor(Fraction(16 * cards, total))


def without(hand: tuple[int, ...], kind: int) -> tuple[int, ...]:
    at = hand.index(kind)
    return hand[:at] + hand[at + 1 :]


def contest(one: dict[str, Any], other: dict[str, Any]) -> int:
    """Return 1, 0 or -1: red beats yellow, yellow beats blue, blue beats red; then initiative or the star."""
    beaten = {"R": "Y", "Y": "B", "B": "R"}
    a, b = one["icon"][0], other["icon"][0]
    if a != b:
        return 1 if beaten[a] == b else -1
    field = "initiative" if a == "R" else "star"
    edge = int(one.get(field, 0)) - int(other.get(field, 0))
    return (edge > 0) - (edge < 0)


def table_of(a: str, b: str, **options: Any) -> Any:
    models = [
        RULESET.side_model.model_validate(YAML(typ="safe", pure=True).load(FIGHTERS / f"{stem}.yaml"))
        for stem in (a, b)
    ]
    return Duel(*models, **options).cards


def ranks(kinds: int, hand_max: int) -> dict[tuple[int, ...], int]:
    """Return the row of every hand: smaller hands first, then by the last card, the last but one, ..."""
    found: dict[tuple[int, ...], int] = {}
    for cards in range(hand_max + 1):
        hands = sorted(combinations_with_replacement(range(kinds), cards), key=lambda hand: hand[::-1])
        found |= {hand: len(found) + i for i, hand in enumerate(hands)}
    return found


# ---------------------------------------------------------------- usual lines


@pytest.mark.parametrize("stem", ["boris", "renee"])
@pytest.mark.parametrize("hand_size", [4, 5])
def test_usual_lines(stem: str, hand_size: int) -> None:
    sheet, table = Sheet(stem), table_of(stem, "francisco", hand_size=hand_size).side[0]
    usual = [sheet.usual(kind, hand_size) for kind in range(len(sheet.icons))]
    assert table.usual_damage[0, : len(usual)].tolist() == [damage for damage, _ in usual]
    assert table.usual_cards[0, : len(usual)].tolist() == [cards for _, cards in usual]


# ---------------------------------------------------------------- worth of a hand


@pytest.mark.parametrize(("copies", "cards", "drawn"), [(7, 50, 5), (1, 50, 4), (10, 12, 2), (3, 3, 1), (0, 20, 5)])
def test_odds_to_hold_a_card(copies: int, cards: int, drawn: int) -> None:
    exact = 1 - Fraction(comb(cards - copies, drawn), comb(cards, drawn))
    # Each draw rounds the chance of none down by less than one.
    assert 4096 * exact <= odds(copies, cards, drawn, 4096) < 4096 * exact + drawn


def value(payoff: np.ndarray, most: list[Fraction]) -> float:
    """Return the value of a round to the rows when the columns are held only so often."""
    rows, columns = payoff.shape
    found = linprog(
        np.append(np.zeros(columns), 1),
        A_ub=np.hstack([payoff, -np.ones((rows, 1))]),
        b_ub=np.zeros(rows),
        A_eq=np.append(np.ones(columns), 0)[None],
        b_eq=[1],
        bounds=[(0, float(m)) for m in most] + [(None, None)],
    )
    assert found.success
    return float(found.fun)


def payoffs(sheet: Sheet, rival: Sheet, hand: tuple[int, ...]) -> np.ndarray:
    """Return what each opener of a hand gains against each of the rival's, in sixteenths of points and cards."""
    usual = [rival.usual(kind, HAND) for kind in range(len(rival.icons))]
    rows = []
    for kind in sorted(set(hand)):
        damage, cards = sheet.line(hand, kind)
        row = []
        for other, (suffered, spent) in enumerate(usual):
            result = contest(sheet.cards[kind], rival.cards[other])
            if result > 0:
                row.append(16 * (damage - (cards - 1)))
            elif result == 0:
                row.append(16 * (sheet.cards[kind]["opening"] - rival.cards[other]["opening"]))
            else:  # what is less than a point does not count as damage
                row.append(spent - 16 - (suffered if suffered >= 16 else 0))
        rows.append(row)
    return np.array(rows)


def test_a_full_hand_is_worth_a_round_in_equilibrium() -> None:
    sheet, rival = Sheet("boris"), Sheet("renee")
    worth = table_of("boris", "renee", hand_size=HAND).side[0].worth[0, 0]
    row = ranks(len(sheet.icons), HAND)
    most = [1 - Fraction(comb(50 - copies, HAND), comb(50, HAND)) for copies in rival.copies]
    hands = list(sheet.hands(HAND, sheet.copies))
    short = []
    for hand in hands[:: len(hands) // 60]:
        payoff = payoffs(sheet, rival, hand)
        exact = value(payoff, most)
        # Never more than the value but for rounding (caps rounded up by at most HAND of 4096 a column).
        spread = int(payoff.max() - payoff.min())
        assert worth[row[hand]] <= exact + 2
        assert worth[row[hand]] >= exact - 2 * spread * np.sqrt(len(payoff) / 12)
        short.append(exact - worth[row[hand]])
    assert np.mean(short) < 4  # a quarter of a point: twelve steps are enough for a plan


def test_a_smaller_hand_is_worth_what_it_can_become() -> None:
    sheet = Sheet("boris")
    table = table_of("boris", "renee", hand_size=HAND)
    row = ranks(len(sheet.icons), HAND)
    for face in range(2):
        for rival_face in range(2):
            worth = table.side[0].worth[face, rival_face]
            for hand, at in row.items():
                held = Counter(hand)
                left = [n - held[kind] for kind, n in enumerate(sheet.copies)]
                if min(left) < 0:
                    assert worth[at] == 0
                elif len(hand) < HAND:
                    after = [int(worth[row[tuple(sorted((*hand, kind)))]]) for kind in range(len(left))]
                    expected = Fraction(sum(n * w for n, w in zip(left, after, strict=True)), sum(left))
                    assert worth[at] == floor(expected)
            assert len(np.unique(worth)) > 50


def test_a_token_that_adds_to_damage_makes_every_hand_worth_more() -> None:
    """Boris's side B deals 2 more: every round that is won."""
    table = Duel(RADIANT, GRACE).cards.side[0]
    assert table.worth[1, 0, 0] > table.worth[0, 0, 0] + 8
    assert np.array_equal(table.usual_damage[0], table.usual_damage[1])  # totals are not card damage


def test_the_sides_of_both_tokens_are_told_apart() -> None:
    table = Duel(GAEKERE, RADIANT).cards
    mine, theirs = table.side[0].worth[:, :, 0], table.side[1].worth[:, :, 0]
    assert mine[1, 0] > mine[0, 0]  # on the ground nothing is taken and red deals three times as much
    assert theirs[0, 0] > theirs[0, 1]
    assert theirs[1, 0] > theirs[0, 0]
    assert theirs[1, 1] <= theirs[0, 1] + 8  # + 2 of nothing


def test_a_token_of_which_both_sides_hold_is_looked_up_on_side_a() -> None:
    for duel in (Duel(KAGAMI, GAEKERE), Duel(KAGAMI, BORIS)):
        sheet, rival = duel.cards.side
        assert sheet.is_turning == 0
        assert not sheet.usual_damage[1].any()
        assert not sheet.usual_cards[1].any()
        assert not sheet.worth[1].any()
        assert sheet.worth[0, 0].any()
        assert not rival.worth[:, 1].any()  # nor does the other look at a side B of it
        assert rival.worth[0, 0].any()
        assert sheet.worth[0, 1].any() == rival.worth[1, 0].any() == (duel.cards.side[1].is_turning == 1)
    duel = Duel(KAGAMI, GAEKERE).put(0, "BT YT RT", "RT " * 20, side="A").put(1, "RT", "RT " * 20).start()
    before = duel.values("standard")
    duel.state.seat[0].face = 1  # nothing of it may be looked up
    assert duel.values("standard") == before


# ---------------------------------------------------------------- outlook


def outlook(one: Any, two: Any, **options: Any) -> np.ndarray:
    return Duel(one, two, **options).cards.outlook.astype(np.int64)


@pytest.mark.parametrize(("one", "two"), [(BORIS, GRACE), (GAEKERE, KAGAMI), (RENEE, RENEE), (CALM, PLAIN)])
def test_more_life_is_a_better_outlook(one: Any, two: Any) -> None:
    table = outlook(one, two)
    assert (np.diff(table, axis=0) >= -1).all()
    assert (np.diff(table, axis=1) <= 1).all()
    assert table.min() >= 0
    assert table.max() <= 65536
    assert table[50, 1] > 60_000
    assert table[1, 50] < 5_000
    assert table[0, 0] == 32768


@pytest.mark.parametrize("one", [BORIS, RENEE, GAEKERE])
@pytest.mark.parametrize("hand_size", [4, 5, 6, 7])
def test_a_mirror_is_even(one: Any, hand_size: int) -> None:
    """The chances of both add up to one. A round loses less than 2 of 65,536 to rounding."""
    table = outlook(one, one, hand_size=hand_size)
    missing = 65536 - (table + table.T)
    assert (missing >= 0).all()
    assert (missing <= 2 * 51).all()


def test_the_outlook_by_hand() -> None:
    """Both stagger: even. One staggers: it is out by any hit, the other by what its life is."""
    table = outlook(PLAIN, PLAIN)
    sheet = Duel(PLAIN, PLAIN).cards.side[0]
    damage = sum(10 * int(n) for n in sheet.usual_damage[0, :5]) // 50
    assert 3 * 16 <= damage < 6 * 16  # so that half, all and more of it leave something different
    chance = 26214 // 4 * 4 * 65536 + 13112 * int(table[5, 0])  # the staggering one is out, or a tie
    for half in (1, 2, 2, 3):
        left = 6 - 1 - half * damage // 32
        chance += 26214 // 4 * (0 if left <= -5 else int(table[max(left, 0), 0]))
    assert table[6, 0] == chance // 65536


def test_a_heavier_hitter_has_the_better_outlook() -> None:
    strong = fighter(
        "Strong", "RT 10s i5 9/2 RT RS", "RS 10s i3 9/3 BT", "BT 10s 5/1 YT", "YT 10s 5/0 RT", "BC 10s * 5/4 BC"
    )
    assert outlook(strong, PLAIN)[20, 20] > 45_000 > 32_768 > 20_000 > outlook(PLAIN, strong)[20, 20]


# ---------------------------------------------------------------- what the tables depend on


def test_an_edited_number_changes_the_tables() -> None:
    sheet = BORIS.model_dump(mode="json", exclude_none=True)
    sheet["cards"][1]["opening"] += 9  # whole halves of points count in the outlook
    edited = RULESET.side_model.model_validate(sheet)
    before, after = Duel(BORIS, GRACE).cards, Duel(edited, GRACE).cards
    assert after.side[0].usual_damage[0, 1] > before.side[0].usual_damage[0, 1]
    assert after.side[0].worth[0, 0, 0] > before.side[0].worth[0, 0, 0]
    assert after.side[1].worth[0, 0, 0] < before.side[1].worth[0, 0, 0]
    assert after.outlook[20, 20] > before.outlook[20, 20]
    assert np.array_equal(after.side[1].usual_damage, before.side[1].usual_damage)


def test_the_rival_changes_the_worth_but_not_the_usual_line() -> None:
    one, two = Duel(BORIS, GRACE).cards.side[0], Duel(BORIS, PLAIN).cards.side[0]
    assert np.array_equal(one.usual_damage, two.usual_damage)
    assert not np.array_equal(one.worth, two.worth)


def test_seats_are_no_matter() -> None:
    one, two = Duel(GAEKERE, RADIANT).cards, Duel(RADIANT, GAEKERE).cards
    for name in ("usual_damage", "usual_cards", "worth"):
        assert np.array_equal(one.side[0][name], two.side[1][name])
        if name == "worth":
            assert np.array_equal(one.side[1][name], two.side[0][name])


@pytest.mark.parametrize("hand_size", [4, 5, 6, 7])
def test_every_hand_size(hand_size: int) -> None:
    nine = fighter(
        "Nine", "RT 6s i5 4/2 RT RS", "RS 6s i3 2/3 BT", "RC 6 i1 5/0", "BT 6s 0/1 YT", "BS 6 0/0 YT", "BC 5 * 0/4 BC",
        "YT 5s 0/0 RT", "YS 5s 0/0 RS", "YC 5 0/2 YC",
    )  # fmt: skip
    kinds = 9
    table = Duel(nine, GRACE, hand_size=hand_size).cards.side[0]
    row = ranks(kinds, hand_size)
    assert len(row) == comb(kinds + hand_size, hand_size)
    full = [at for hand, at in row.items() if len(hand) == hand_size]
    assert (table.worth[0, 0, full] != 0).mean() > 0.9
    assert not table.worth[0, 0, len(row) :].any()
    everything = table.usual_damage[0, :kinds].tolist()
    assert everything[0] > 16 * 4
    assert everything[2] == 16 * 5  # nothing follows it
    larger = tokened(nine, a=("dealing: total +2",))
    assert Duel(larger, GRACE, hand_size=hand_size).cards.side[0].worth[0, 0, 0] > table.worth[0, 0, 0]
