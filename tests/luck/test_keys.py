"""Keys and streams: all distinct, and none says anything about another."""

from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

from balance.core.jit import JIT, kernel
from balance.core.luck import card_key, decision_key, game_key, identity, joined, stream
from balance.core.piles import one
from balance.vocab import Purpose

pytestmark = pytest.mark.skipif(not JIT, reason="the counts need compiled kernels")

P = 1e-5  # chance that a good generator fails one of these tests; the keys are fixed, so a pass stays a pass
CARDS = 45
GAMES = 200_000  # 99 games in each of the 45 x 45 cells of a table


@kernel
def fill_keys(epochs, matchups, blocks, keys):
    i = 0
    for epoch in range(epochs):
        for matchup in range(matchups):
            for block in range(blocks):
                keys[i] = game_key(epoch, matchup, block)
                i += 1


@kernel
def fill_streams(key, lanes, purposes, occasions, streams):
    i = 0
    for lane in range(lanes):
        for purpose in range(purposes):
            for occasion in range(occasions):
                streams[i] = stream(key, lane, purpose, occasion)
                i += 1


@kernel
def fill_decisions(stream_of_policy, kinds, turns, steps, keys):
    i = 0
    for kind in range(kinds):
        for turn in range(turns):
            for step in range(steps):
                keys[i] = decision_key(stream_of_policy, kind, turn, step)
                i += 1


@kernel
def streams_of_games(epoch, matchup, first, lane, purpose, occasion, streams):
    for i in range(len(streams)):
        streams[i] = stream(game_key(epoch, matchup, first + i), lane, purpose, occasion)


@kernel
def top_card(luck, identities):
    """Return the top card of a shuffle of nine kinds with five copies each."""
    top = np.uint64(0)
    for kind in range(9):
        for copy in range(5):
            top = max(top, card_key(luck, identities[kind], copy, 5 * kind + copy))
    return np.int64(top & np.uint64(255))


@kernel
def fill_table(streams_a, streams_b, identities, table):
    for i in range(len(streams_a)):
        table[top_card(streams_a[i], identities), top_card(streams_b[i], identities)] += 1


def test_a_million_game_keys_are_distinct():
    keys = np.zeros(10**6, np.uint64)
    fill_keys(20, 50, 1000, keys)
    assert len(np.unique(keys)) == 10**6


def test_a_million_streams_of_one_game_are_distinct():
    streams = np.zeros(10**6, np.uint64)
    fill_streams(game_key(np.uint64(1), np.uint64(2), np.uint64(3)), 100, 10, 1000, streams)
    assert len(np.unique(streams)) == 10**6


def test_all_decisions_of_a_long_game_have_keys_of_their_own():
    keys = np.zeros(16 * 500 * 13, np.uint64)
    fill_decisions(np.uint64(7), 16, 500, 13, keys)
    assert len(np.unique(keys)) == len(keys)


def test_every_set_of_cards_has_an_identity_of_its_own():
    """All 11,440 hands of up to seven cards of nine kinds, whatever order the cards are joined in."""
    slots = [np.uint64(identity(slot)) for slot in range(1, 10)]
    identities: dict[int, int] = {0: 0}
    layer = {0: 0}
    for _ in range(7):
        bigger: dict[int, int] = {}
        for hand, name in layer.items():
            for kind, slot in enumerate(slots):
                name_of_more = int(joined(np.uint64(name), slot))
                assert bigger.setdefault(hand + int(one(kind)), name_of_more) == name_of_more
        identities |= bigger
        layer = bigger
    words = {int(identity(slot)) for slot in range(1002)}
    assert len(identities) == 11440
    assert len(set(identities.values())) == 11440
    assert len(words) == 1002
    assert len(set(identities.values()) | words) == 11440 + 1002 - 9  # only the nine single cards are in both


BASE: dict[str, Any] = {
    "epoch": 0, "matchup": 12345, "first": 0, "lane": 0, "purpose": Purpose.SHUFFLE, "occasion": 0
}  # fmt: skip
PAIRS = {  # the epoch is added to that of the test
    "lanes": {"lane": 1},
    "purpose dice": {"purpose": Purpose.DICE},
    "purpose policy": {"purpose": Purpose.POLICY},
    "purpose shared": {"purpose": Purpose.SHARED},
    "purpose redeal": {"purpose": Purpose.REDEAL},
    "next reshuffle": {"occasion": 1},
    "later reshuffle": {"occasion": 5},
    "reshuffle of the other seat": {"lane": 1, "occasion": 1},
    "next block": {"first": 1},
    "far block": {"first": GAMES},
    "next epoch": {"epoch": 1},
    "next epoch, next block": {"epoch": 1, "first": 1},
    "far epoch": {"epoch": 2**31},
    "next matchup": {"matchup": 12346},
    "matchup with another top bit": {"matchup": 12345 + 2**63},
    "next matchup, next block": {"matchup": 12346, "first": 1},
}


def top_cards(epoch: int, *pair: dict[str, Any]) -> np.ndarray:
    both = []
    for at in pair:
        streams = np.zeros(GAMES, np.uint64)
        streams_of_games(
            epoch + at["epoch"], np.uint64(at["matchup"]), at["first"], at["lane"], int(at["purpose"]), at["occasion"],
            streams,
        )  # fmt: skip
        both.append(streams)
    identities = np.array([identity(slot) for slot in range(1, 10)], np.uint64)
    table = np.zeros((CARDS, CARDS), np.int64)
    fill_table(*both, identities, table)
    return table


@pytest.mark.parametrize("epoch", [1, 77])
@pytest.mark.parametrize("name", PAIRS)
def test_first_cards_of_two_streams_are_independent(name, epoch):
    """Chi-square of the 45 x 45 table against the uniform one: 2024 degrees of freedom, margins included."""
    table = top_cards(epoch, BASE, BASE | PAIRS[name])
    expected = GAMES / CARDS**2
    assert ((table - expected) ** 2 / expected).sum() < chi2.isf(P, CARDS**2 - 1)


def test_the_table_notices_streams_that_agree():
    table = top_cards(1, BASE, BASE)
    expected = GAMES / CARDS**2
    assert ((table - expected) ** 2 / expected).sum() > 100 * chi2.isf(P, CARDS**2 - 1)
