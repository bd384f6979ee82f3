"""The order of a deck: keyed luck worked out again in plain integers, and what it promises."""

import numpy as np
import pytest

from balance.core.luck import SHUFFLER
from balance.core.piles import shuffle_into
from balance.core.protocol import records
from balance.vocab import Purpose
from tests.rules.combo_fighter.cast import BORIS, GRACE, fighter
from tests.rules.combo_fighter.harness import Duel, by_speed

M = 2**64
GOLDEN, LANE, PURPOSE, OCCASION = 0x9E3779B97F4A7C15, 0xD1342543DE82EF95, 0xAF251AF3B0F025B5, 0xB564EF22EC7AECE5


def mix(z: int) -> int:
    """SplitMix64's finaliser."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % M
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % M
    return z ^ (z >> 31)


def expected_deck(key: int, lane: int, shuffles: int, cards: dict[str, tuple[int, int]]) -> str:
    """Return the deck, top card first, of {icon: (slot, copies)}: sorted by the key of each (slot, copy)."""
    stream = mix((key + mix((lane * LANE + Purpose.SHUFFLE * PURPOSE + shuffles * OCCASION + GOLDEN) % M)) % M)
    keyed = [
        (mix((stream + mix((slot + 1) * GOLDEN % M) + copy * OCCASION) % M), icon)
        for icon, (slot, copies) in cards.items()
        for copy in range(copies)
    ]
    return " ".join(icon for _, icon in sorted(keyed, reverse=True))


@pytest.mark.parametrize("block", range(3))
@pytest.mark.parametrize("rotation", [0, 1])
def test_first_deck_in_the_order_of_its_keys(block: int, rotation: int) -> None:
    duel = Duel(BORIS, GRACE, block=block, rotation=rotation).deal()
    rest = {card.icon: (card.slot, card.copies - card.start) for card in BORIS.cards}
    assert duel.deck(rotation) == expected_deck(int(duel.state.key), rotation, 0, rest)


def test_second_deck_has_luck_of_its_own() -> None:
    duel = Duel(GRACE, BORIS).put(0, "BT RS", "RT " * 9).put(1, "BT RT RT RT", "RT YT", "YT YS YS BC BC BC").start()
    duel.state.seat[1].shuffles_n = 1
    duel.do("BT", "BT", "", "")  # Boris draws two, the second empties the deck
    cards = {"YT": (4, 1), "YS": (5, 2), "BC": (8, 3), "BT": (6, 1)}
    assert duel.deck(1) == expected_deck(int(duel.state.key), 1, 1, cards)
    assert duel.state.seat[1].shuffles_n == 2


def test_an_edit_leaves_the_order_of_all_other_cards() -> None:
    fewer = fighter("Fewer", *(_line(card, 2 if card.icon == "BC" else 0) for card in BORIS.cards))
    before = Duel(BORIS, BORIS).deal().deck(0).split()
    after = Duel(fewer, BORIS).deal().deck(0).split()
    assert len(after) == len(before) - 2
    assert [icon for icon in after if icon != "BC"] == [icon for icon in before if icon != "BC"]


def _line(card: object, fewer: int) -> str:
    initiative = "" if card.initiative is None else f"i{card.initiative}"
    start = "s" if card.start else ""
    return f"{card.icon} {card.copies - fewer}{start} {initiative} {card.opening}/{card.combo}"


def test_seats_and_blocks_have_different_decks() -> None:
    decks = [Duel(BORIS, BORIS, block=block).deal().deck(seat) for block in range(4) for seat in range(2)]
    assert len(set(decks)) == 8


@pytest.mark.parametrize("n", [0, 1, 2, 45, 50])
def test_shuffle_keeps_every_card(n: int) -> None:
    shuffler = records(1, SHUFFLER)[0]
    deck = np.full(50, -1, np.int8)
    identities = np.arange(9, dtype=np.uint64)
    copies = [n // 5 + (kind < n % 5) for kind in range(5)]
    packed = sum(number << (4 * kind) for kind, number in enumerate(copies))
    for stream in range(by_speed(200, 10)):
        assert shuffle_into(deck, packed, identities, np.uint64(mix(stream)), shuffler) == n
        assert sorted(deck[:n].tolist()) == [kind for kind in range(5) for _ in range(copies[kind])]
        assert (deck[n:] == -1).all()
