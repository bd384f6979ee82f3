"""The table of best lines and the greedy values against plain Python that tries every chain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, pairwise
from random import Random
from typing import Any

import pytest

from balance.core.protocol import records
from balance.rules.combo_fighter import RULESET, lines, policies
from balance.rules.combo_fighter.state import SEAT
from tests.rules.combo_fighter.cast import BORIS, GRACE, fighter
from tests.rules.combo_fighter.harness import Duel, by_speed, lowered

ANYBODY = records(1, SEAT)[0]  # side A up, counter 0
ICONS = ("RT", "RS", "RC", "BT", "BS", "BC", "YT", "YS", "YC")


def chains(cards: dict[str, Any], hand: Counter[str], last: str) -> Iterator[tuple[str, ...]]:
    """Yield every chain that may follow `last`, the empty one first."""
    yield ()
    for icon in cards[last].box:
        if hand[icon]:
            hand[icon] -= 1
            for chain in chains(cards, hand, icon):
                yield (icon, *chain)
            hand[icon] += 1


def random_fighter(rng: Random, kinds: int) -> Any:
    """Return a fighter of random numbers, boxes and signatures; many of them are equal."""
    icons = rng.sample(ICONS, kinds)
    cards = []
    for i, icon in enumerate(icons):
        start = "s" if i < 5 else ""
        initiative = "i3" if icon[0] == "R" else ""
        box = " ".join(rng.sample(icons, rng.randint(0, min(kinds, 4))))
        cards.append(f"{icon} 5{start} {initiative} {rng.choice((0, 0, 2, 5))}/{rng.choice((0, 0, 1, 3))} {box}")
    signatures: dict[str, str] = {}
    for _ in range(3):
        sequence = " ".join(rng.choice(icons) for _ in range(rng.randint(2, 4)))
        moxie = f" {rng.choice(icons)} {rng.randint(8, 11)}" if rng.random() < 0.5 else ""
        signatures[sequence] = f"{sequence} {rng.choice((0, 3, 6, 7))}{moxie}"
    return fighter("Random", *cards, signatures=tuple(signatures.values()))


def cases(seed: int, hand_size: int) -> Iterator[tuple[Random, Any, dict[str, Any], list[str]]]:
    """Yield (rng, fighter, cards by icon, icons in slot order): Boris, Grace and random ones."""
    rng = Random(seed)
    fighters = [BORIS, GRACE] if hand_size <= 5 else []
    kinds = (3, 4, 5, 7, 9) if hand_size <= 5 else (4, 6)
    fighters += [random_fighter(rng, rng.choice(kinds)) for _ in range(by_speed(15, 3))]
    for one in fighters:
        yield rng, one, {card.icon: card for card in one.cards}, [card.icon for card in one.cards]


def packed(icons: list[str], hand: Counter[str]) -> int:
    return sum(n << (4 * icons.index(icon)) for icon, n in hand.items())


@pytest.mark.parametrize("hand_size", [5, 7])
def test_tails_against_every_chain(hand_size: int) -> None:
    for rng, one, cards, icons in cases(1, hand_size):
        sheet = lowered(one, RULESET.options_model(hand_size=hand_size))[0]
        for _ in range(by_speed(60, 25)):
            hand = Counter(rng.choices(icons, k=rng.randint(0, hand_size - 1)))
            last = rng.choice(icons)
            found = list(chains(cards, hand, last))
            damage = [sum(cards[icon].combo for icon in chain) for chain in found]
            most = max(damage)
            fewest = min(len(chain) for chain, points in zip(found, damage, strict=True) if points == most)
            useful = {icon for chain in found if chain and cards[chain[-1]].combo > 0 for icon in chain}
            place = lines.place(sheet, 0, packed(icons, hand), icons.index(last))
            assert sheet.tail[place] == 16 * most - fewest
            assert sheet.useful[place] == sum(1 << icons.index(icon) for icon in useful)
            assert lines.damage_of(sheet.tail[place]) == most


@pytest.mark.parametrize(("kinds", "hand_size"), [(1, 5), (3, 5), (4, 7), (6, 6)])
def test_every_multiset_has_a_row_of_its_own(kinds: int, hand_size: int) -> None:
    icons = list(ICONS[:kinds])
    cards = [f"{icon} 5 {'i3' if icon[0] == 'R' else ''} 0/1" for icon in icons]
    sheet = lowered(fighter("Rows", *cards), RULESET.options_model(hand_size=hand_size))[0]
    found = [
        lines.rank(sheet, packed(icons, Counter(hand)))
        for n in range(hand_size)
        for hand in combinations_with_replacement(icons, n)
    ]
    assert sorted(found) == list(range(len(found)))


def versions(one: Any) -> list[tuple[tuple[str, ...], int]]:
    """Return (icons, damage) of every version that the boxes let be played."""
    boxes = {card.icon: card.box for card in one.cards}
    found = []
    for signature in one.signatures:
        found.append((tuple(signature.sequence), signature.damage))
        if signature.moxie:
            found.append(((*signature.sequence, signature.moxie.icon), signature.moxie.damage))
    return [(icons, damage) for icons, damage in found if all(b in boxes[a] for a, b in pairwise(icons))]


def best_value(one: Any, played: tuple[str, ...], hand: Counter[str], action: str, is_opener: bool) -> set[int]:
    """Return what an action is worth by trying every way on: several numbers where the cards spent are ambiguous."""
    cards = {card.icon: card for card in one.cards}

    def printed(chain: tuple[str, ...]) -> int:
        return cards[chain[0]].opening + sum(cards[icon].combo for icon in chain[1:])

    if action == "stop":
        return {16 * printed(played)}
    if action == "call":
        return {16 * next(damage for icons, damage in versions(one) if icons == played) + 8}
    left = hand.copy()
    left[action] -= 1
    chosen = (*played, action)
    ways = [(printed(chosen + chain), 0, 1 + len(chain)) for chain in chains(cards, left, action)]
    for icons, damage in versions(one):
        rest = icons[len(played) :]
        if icons[: len(chosen)] == chosen and not Counter(rest) - hand:
            ways.append((damage, 1, len(rest)))
    top = max(way[:2] for way in ways)
    value = 16 * top[0] + 8 * top[1]
    if is_opener:
        return {value}
    spent = [way[2] for way in ways if way[:2] == top]
    return {value - n for n in spent} if top[1] else {value - min(spent)}


def test_values_against_every_way_on() -> None:
    tried = 0
    for rng, one, cards, icons in cases(2, 5):
        for _ in range(by_speed(25, 12)):
            hand = Counter(rng.choices(icons, k=5))
            duel = Duel(one, BORIS).put(0, " ".join(hand.elements())).put(1, "BT RT YT RS", "RT " * 20).start()
            for opener, value in duel.values().items():
                assert value in best_value(one, (), hand, opener, True)
            opener = rng.choice(sorted(hand))
            hand[opener] -= 1
            duel.do(opener, {"R": "YT", "B": "RT", "Y": "BT"}[opener[0]])
            played: tuple[str, ...] = (opener,)
            while duel.asked[1] == "combo":
                values = duel.values()
                for action, value in values.items():
                    assert value in best_value(one, played, hand, action, False), (played, hand, action)
                assert values[duel.choice()] == max(values.values())
                action = rng.choice(sorted(values))
                duel.do(action)
                if action in cards:
                    played = (*played, action)
                    hand[action] -= 1
                    tried += 1
    assert tried > 10


def lines_of(one: Any, hand: Counter[str]) -> list[tuple[int, int, tuple[str, ...]]]:
    """Return (damage, cards, icons) of every plain line of a hand."""
    cards = {card.icon: card for card in one.cards}
    found = []
    for opener in [icon for icon in hand if hand[icon]]:
        left = hand.copy()
        left[opener] -= 1
        for chain in chains(cards, left, opener):
            damage = cards[opener].opening + sum(cards[icon].combo for icon in chain)
            found.append((damage, 1 + len(chain), (opener, *chain)))
    return found


def test_best_line_and_junk_against_every_line() -> None:
    for rng, one, cards, icons in cases(3, 5):
        sheet = lowered(one, RULESET.options_model())[0]
        for _ in range(by_speed(60, 30)):
            hand = Counter(rng.choices(icons, k=rng.randint(1, 5)))
            held = packed(icons, hand)
            plain = lines_of(one, hand)
            called = [(damage, played) for played, damage in versions(one) if not Counter(played) - hand]
            most = max(damage for damage, _, _ in plain)
            allowed = [played for damage, played in called if damage >= max(most, 1)]
            if allowed:
                top = max(damage for damage, _ in called)
                allowed = [played for damage, played in called if damage == top]
            elif most > 0:
                # The fewest cards; among equal ones those of the first kind that opens them.
                fewest = min(n for damage, n, _ in plain if damage == most)
                best = [played for damage, n, played in plain if (damage, n) == (most, fewest)]
                first = min(best, key=lambda played: icons.index(played[0]))[0]
                allowed = [played for played in best if played[0] == first]
            else:
                allowed = [()]
            found = policies.best_line(sheet, ANYBODY, 0, held)
            assert found in {packed(icons, Counter(played)) for played in allowed}

            useful = {icon for damage, played in called if damage > 0 for icon in played}
            for _, n, played in plain:
                deals = cards[played[-1]].combo if n > 1 else cards[played[0]].opening
                useful |= set(played) if deals > 0 else set()
            junk = sum(15 << (4 * icons.index(icon)) for icon in set(hand) - useful)
            assert policies.junk_kinds(sheet, ANYBODY, 0, held) == junk


def test_plain_line_walks_the_first_best_chain() -> None:
    for rng, one, _, icons in cases(4, 5):
        sheet = lowered(one, RULESET.options_model())[0]
        for _ in range(by_speed(60, 30)):
            hand = Counter(rng.choices(icons, k=rng.randint(1, 5)))
            opener = rng.choice(sorted(hand))
            mine = [(damage, n, played) for damage, n, played in lines_of(one, hand) if played[0] == opener]
            most = max(damage for damage, _, _ in mine)
            fewest = min(n for damage, n, _ in mine if damage == most)
            equal = [played for damage, n, played in mine if (damage, n) == (most, fewest)]
            first = min(equal, key=lambda played: [icons.index(icon) for icon in played])
            place = icons.index(opener)
            assert policies.plain_line(sheet, 0, packed(icons, hand), place) == packed(icons, Counter(first))
            assert lines.damage_of(lines.opening_tail(sheet, 0, packed(icons, hand), place)) == most
