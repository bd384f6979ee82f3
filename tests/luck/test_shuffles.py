"""Every card is equally likely at every place of a deck, first and remade, and an edit leaves the others in order."""

from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest
from scipy.stats import chi2

import balance
from balance import rules
from balance.core.jit import JIT, kernel
from balance.core.luck import SHUFFLE_MAX, SHUFFLER, card_key, game_key, identity, sort_by_key, stream
from balance.core.piles import one, shuffle_into
from balance.core.play import begin, play
from balance.core.protocol import records, setup
from balance.core.trace import NO_TRACE, is_complete, new_trace
from balance.runs.chunks import Player
from balance.runs.plan import Cell, plan_matchups
from balance.vocab import Event, Purpose

only_compiled = pytest.mark.skipif(not JIT, reason="the counts need compiled kernels")

P = 1e-5  # chance that a good generator fails one of these tests; the keys are fixed, so a pass stays a pass
CARDS = 45
KINDS = 9
FIGHTERS = ["boris", "francisco", "gaekere", "grace", "kagami", "renee"]
RULESETS = Path(__file__).parents[2] / "rulesets"


@cache
def cell_of(a: str, b: str, policy: str) -> Cell:
    data = balance.load("combo-fighter", rulesets=RULESETS)
    plan = plan_matchups(rules.get("combo-fighter"), data, sides=(a, b), levels=((policy, 2),))
    return next(cell for cell in plan.cells if (cell.a, cell.b) == tuple(sorted((a, b))))


def permutation_statistic(seen: np.ndarray, expected: np.ndarray) -> float:
    """Return the chi-square statistic of a table of places by kinds that comes from whole shuffles.

    A card that lies at one place lies at no other, which makes the plain statistic of n places larger by n / (n - 1);
    corrected it has (places - 1) x (kinds - 1) degrees of freedom.
    """
    return float(((seen - expected) ** 2 / expected).sum() * (len(seen) - 1) / len(seen))


# ---------------------------------------------------------------- the shuffle itself


@kernel
def count_places(epoch, games, identities, shuffler, places, pairs):
    """Shuffle nine kinds of five copies, each physical card told apart; count card by place, and the top two."""
    for game in range(games):
        luck = stream(game_key(epoch, np.uint64(12345), game), 0, Purpose.SHUFFLE, 0)
        for card in range(45):
            shuffler.keys[card] = card_key(luck, identities[card // 5], card % 5, card)
        sort_by_key(shuffler, 45)
        for place in range(45):
            places[place, np.int64(shuffler.ordered[place] & np.uint64(255))] += 1
        top, second = shuffler.ordered[44] & np.uint64(255), shuffler.ordered[43] & np.uint64(255)
        pairs[np.int64(top), np.int64(second)] += 1


@only_compiled
@pytest.mark.parametrize("epoch", [1, 2, 3])
def test_every_card_is_equally_likely_at_every_place_and_under_every_other(epoch):
    games = 200_000
    identities = np.array([identity(slot) for slot in range(1, KINDS + 1)], np.uint64)
    places, pairs = np.zeros((CARDS, CARDS), np.int64), np.zeros((CARDS, CARDS), np.int64)
    count_places(epoch, games, identities, records(1, SHUFFLER)[0], places, pairs)
    expected = np.full((CARDS, CARDS), games / CARDS)
    assert permutation_statistic(places, expected) < chi2.isf(P, (CARDS - 1) ** 2)
    # The 45 x 44 ordered pairs of the top two cards: 101 games each.
    assert np.diag(pairs).sum() == 0
    seen = pairs[~np.eye(CARDS, dtype=bool)]
    share = games / (CARDS * (CARDS - 1))
    assert ((seen - share) ** 2 / share).sum() < chi2.isf(P, CARDS * (CARDS - 1) - 1)


@pytest.mark.parametrize("n", [0, 1, 2, 9, 45, SHUFFLE_MAX])
@pytest.mark.parametrize("spread", ["all buckets", "one bucket", "two buckets", "ties"])
def test_sorting(n, spread):
    random = Random(n)
    masks = {"all buckets": 2**64 - 1, "one bucket": 2**58 - 1, "two buckets": 2**59 - 1, "ties": 3 << 62}
    keys = [random.getrandbits(64) & masks[spread] & ~0xFF | card for card in range(n)]
    shuffler = records(1, SHUFFLER)[0]
    shuffler.keys[:n] = np.array(keys, np.uint64)
    shuffler.counts[:] = 77  # left from an earlier shuffle
    sort_by_key(shuffler, n)
    assert shuffler.ordered[:n].tolist() == sorted(keys)


# ---------------------------------------------------------------- the decks of a real game


@kernel
def count_first_decks(cards, epoch, matchup, games, blank, state, trace, seen):
    for block in range(games):
        state[0] = blank[0]
        game = state[0]
        begin(game, game_key(epoch, matchup, block), 0, False)
        setup(cards, game, trace)
        for seat in range(2):
            for i in range(game.seat[seat].deck_n):
                seen[seat, i, game.seat[seat].deck[i]] += 1


@only_compiled
@pytest.mark.parametrize("epoch", [1, 2])
@pytest.mark.parametrize("fighter", FIGHTERS)
def test_first_deck_of_a_real_game(fighter, epoch):
    """Kind by place in the decks of both seats of a mirror, each against the copies in the deck."""
    cell, player = cell_of(fighter, fighter, "random"), Player(rules.get("combo-fighter"))
    games = 20_000
    seen = np.zeros((2, CARDS, KINDS), np.int64)
    count_first_decks(cell.cards, epoch, np.uint64(cell.matchup), games, player.blank, player.state, NO_TRACE, seen)
    sheet = cell.cards.side[0]
    kinds = int(sheet.kinds_n)
    copies = np.array([int(sheet.rest) >> 4 * kind & 15 for kind in range(kinds)])
    assert copies.sum() == CARDS
    shuffled = np.flatnonzero(copies)  # a kind whose only copy starts in hand is not
    expected = np.broadcast_to(games * copies[shuffled] / CARDS, (CARDS, len(shuffled)))
    for seat in range(2):
        assert (seen[seat].sum(axis=1) == games).all()
        assert seen[seat][:, shuffled].sum() == games * CARDS
        assert permutation_statistic(seen[seat][:, shuffled], expected) < chi2.isf(P, 44 * (len(shuffled) - 1))


@kernel
def collect_reshuffles(
    cards, policies, epoch, matchup, games, player_state, actions, memo, trace, occasion, shuffles, decks
):
    """Play games with the recorder on and keep, by seat, the deck of that occasion: decks[game, seat, place], -1 after.

    Place 0 is the top; `shuffles` is room for a count by seat. Returns the number of games whose trace was too long.
    """
    blank, state = player_state
    lost = 0
    for block in range(games):
        state[0] = blank[0]
        game = state[0]
        trace[0, 0] = 0
        begin(game, game_key(epoch, matchup, block), 0, False)
        play(cards, policies, game, actions, memo, trace)
        if trace[0, 0] >= len(trace):
            lost += 1
            continue
        shuffles[:] = 0
        for row in range(1, trace[0, 0] + 1):
            if trace[row, 0] == Event.SHUFFLE:
                seat = trace[row, 1]
                if shuffles[seat] == occasion:
                    for i in range(trace[row, 2]):
                        decks[block, seat, i] = trace[row + 1 + i, 2]
                shuffles[seat] += 1
    return lost


@only_compiled
@pytest.mark.parametrize("place", ["top", "second", "middle", "bottom"])
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_reshuffle_of_a_real_game(policy, place):
    """The remade decks differ in size and in cards, so each game has its own expectation and variance.

    Given its cards, a deck's place holds kind k with chance n_k / n; summed over games the difference between seen and
    expected, weighed with the inverse of its covariance, is chi-square.
    """
    for seat, decks in enumerate(decks_of(policy)):
        seen = decks[(decks >= 0).sum(axis=1) >= 10]
        assert len(seen) > 2000
        sizes = (seen >= 0).sum(axis=1)
        at = {"top": 0 * sizes, "second": 0 * sizes + 1, "middle": sizes // 2, "bottom": sizes - 1}[place]
        kinds = [kind for kind in range(KINDS) if (seen == kind).any()][1:]  # the first follows from the others
        shares = np.stack([(seen == kind).sum(axis=1) / sizes for kind in kinds], axis=1)
        found = seen[np.arange(len(seen)), at][:, np.newaxis] == np.array(kinds)
        difference = (found - shares).sum(axis=0)
        covariance = np.diag(shares.sum(axis=0)) - shares.T @ shares
        statistic = difference @ np.linalg.solve(covariance, difference)
        assert 0 < statistic < chi2.isf(P, len(kinds)), f"seat {seat}"


@only_compiled
@pytest.mark.parametrize(("a", "b"), [((0, 0), (1, 0)), ((0, 1), (1, 1)), ((0, 0), (0, 1)), ((1, 0), (1, 1))], ids=str)
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_decks_of_a_real_game_are_independent(policy, a, b):
    """Decks are named by (occasion, seat). Where a kind lies in one says nothing about where it lies in another.

    In a fair deck a kind's mean place is the middle, whatever its cards and whatever came before; so the products of
    the distances from the middle sum to zero, within 4.42 standard errors (two-sided 1e-5).
    """
    first, second = decks_of(policy, a[0])[a[1]], decks_of(policy, b[0])[b[1]]
    products_of = [off_middle(first, kind) * off_middle(second, kind) for kind in range(KINDS)]
    compared = [products for products in products_of if (products != 0).sum() > 500]
    assert len(compared) >= 7  # not a kind that is in hand from the start
    for kind, products in enumerate(compared):
        assert abs(products.sum()) < 4.42 * np.sqrt((products**2).sum()), f"kind {kind}"


def off_middle(decks: np.ndarray, kind: int) -> np.ndarray:
    """Return by deck how far the kind's mean place is from the middle, as a fraction of the deck; 0 without any."""
    sizes, copies = (decks >= 0).sum(axis=1), (decks == kind).sum(axis=1)
    places = ((decks == kind) * (np.arange(decks.shape[1]) + 0.5)).sum(axis=1)
    return np.where(copies > 0, places / np.maximum(copies * sizes, 1) - 0.5, 0)


@cache
def decks_of(policy: str, occasion: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Return the decks of both seats that were made at an occasion, 0 for the first, in many games."""
    cell, player = cell_of("boris", "grace", policy), Player(rules.get("combo-fighter"))
    games = 20_000
    decks = np.full((games, 2, 50), -1, np.int8)
    lost = collect_reshuffles(
        cell.cards, cell.policies, 1, np.uint64(cell.matchup), games, (player.blank, player.state), player.actions,
        player.memo[0], new_trace(20_000), occasion, np.zeros(2, np.int64), decks,
    )  # fmt: skip
    assert lost == 0
    return decks[:, 0], decks[:, 1]


def test_a_trace_that_is_too_short_says_so():
    trace = new_trace(3)
    trace[0, 0] = 4
    assert not is_complete(trace)


# ---------------------------------------------------------------- edits leave the rest in order


def order_of(multiset: int, slots: list[int], luck: int) -> list[int]:
    """Return the slots of a shuffled deck."""
    deck = np.zeros(SHUFFLE_MAX, np.int8)
    identities = np.array([identity(slot) for slot in slots], np.uint64)
    n = shuffle_into(deck, multiset, identities, np.uint64(luck), records(1, SHUFFLER)[0])
    return [slots[kind] for kind in deck[:n].tolist()]


def multiset_of(copies: list[int]) -> int:
    return sum(n * int(one(kind)) for kind, n in enumerate(copies))


@pytest.mark.parametrize("seed", [1, 2])
def test_one_more_copy_leaves_the_others_in_order(seed):
    random = Random(seed)
    for _ in range(400):
        slots = sorted(random.sample(range(1, 100), KINDS))
        copies = [random.randint(0, 6) for _ in slots]
        luck, kind = random.getrandbits(64), random.randrange(KINDS)
        before = order_of(multiset_of(copies), slots, luck)
        copies[kind] += 1
        after = order_of(multiset_of(copies), slots, luck)
        assert sorted([*before, slots[kind]]) == sorted(after)
        without = [after[:i] + after[i + 1 :] for i, slot in enumerate(after) if slot == slots[kind]]
        assert before in without


@pytest.mark.parametrize("seed", [1, 2])
def test_without_a_kind_the_others_keep_their_order(seed):
    """Kinds are renumbered by it, slots are not."""
    random = Random(seed)
    for _ in range(400):
        slots = sorted(random.sample(range(1, 100), KINDS))
        copies = [random.randint(0, 6) for _ in slots]
        luck, gone = random.getrandbits(64), random.randrange(KINDS)
        before = order_of(multiset_of(copies), slots, luck)
        rest = [n for kind, n in enumerate(copies) if kind != gone]
        after = order_of(multiset_of(rest), [slot for slot in slots if slot != slots[gone]], luck)
        assert after == [slot for slot in before if slot != slots[gone]]


def test_the_order_depends_on_the_stream():
    orders = {tuple(order_of(0x5555, [1, 2, 3, 4], luck)) for luck in range(100)}
    assert len(orders) == 100
