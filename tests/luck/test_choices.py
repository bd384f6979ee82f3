"""Random choices are uniform over physical cards at every decision of a real game, and weights mean what they say."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

import balance
from balance import rules
from balance.core.jit import JIT, kernel
from balance.core.luck import WEIGHT_MAX, decision_key, game_key, identity, stream
from balance.core.piles import one
from balance.core.play import begin, play
from balance.core.policies import POLICY, SOFT_UNIT, choose, is_noise, race_of_copies, soft_weight
from balance.core.protocol import ACTION, legal, records, setup
from balance.core.trace import NO_TRACE, new_trace
from balance.data.lower import lower_policy
from balance.data.schema import PolicyModel
from balance.rules.combo_fighter.state import STOP, Decision
from balance.runs.chunks import Player
from balance.runs.plan import plan_matchups
from balance.vocab import Event, Purpose

pytestmark = pytest.mark.skipif(not JIT, reason="the counts need compiled kernels")

P = 1e-5  # chance that a good generator fails one of these tests; the keys are fixed, so a pass stays a pass
RACES = 200_000
RULESET = rules.get("combo-fighter")
RULESETS = Path(__file__).parents[2] / "rulesets"


def chi_square(seen: np.ndarray, expected: np.ndarray) -> float:
    return float(((seen - expected) ** 2 / expected).sum())


# ---------------------------------------------------------------- the race


def actions_of(copies: tuple[int, ...]) -> np.recarray:
    actions = records(len(copies), ACTION)
    for i, weight in enumerate(copies):
        actions[i].code, actions[i].copies, actions[i].identity = i, weight, identity(i)
    return actions


@kernel
def race_at(actions, epoch, at_a, at_b, table):
    """Race the same actions at two decisions of each game; (lane, decision, turn, step) name one."""
    n = len(actions)
    for game in range(RACES):
        key = game_key(epoch, np.uint64(12345), game)
        a = decision_key(stream(key, at_a[0], Purpose.POLICY, 0), at_a[1], at_a[2], at_a[3])
        b = decision_key(stream(key, at_b[0], Purpose.POLICY, 0), at_b[1], at_b[2], at_b[3])
        table[race_of_copies(actions, n, a), race_of_copies(actions, n, b)] += 1


@pytest.mark.parametrize("epoch", [1, 2])
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ((0, 2, 1, 1), (0, 2, 1, 2)),
        ((0, 2, 1, 2), (0, 2, 1, 3)),
        ((0, 2, 1, 1), (0, 2, 2, 1)),
        ((0, 2, 1, 2), (0, 2, 2, 1)),
        ((0, 1, 1, 0), (0, 1, 2, 0)),
        ((0, 1, 1, 0), (0, 2, 1, 0)),
        ((0, 3, 4, 0), (0, 4, 4, 0)),
        ((0, 1, 1, 0), (1, 1, 1, 0)),
        ((0, 4, 3, 0), (1, 4, 3, 0)),
    ],
    ids=str,
)
@pytest.mark.parametrize("copies", [(1, 1, 1, 1, 1, 1), (1, 2, 3, 1)], ids=str)
def test_winners_at_two_decisions_are_independent(copies, a, b, epoch):
    """Chi-square of winner by winner against the product of the shares, both margins included."""
    actions = actions_of(copies)
    table = np.zeros((len(copies), len(copies)), np.int64)
    race_at(actions, epoch, a, b, table)
    share = np.array(copies) / sum(copies)
    assert chi_square(table, RACES * np.outer(share, share)) < chi2.isf(P, len(copies) ** 2 - 1)


@pytest.mark.parametrize("n", [2, 3, 40, 128])
def test_race_of_many_actions(n):
    copies = tuple(1 + i % 5 for i in range(n))
    table = np.zeros((n, n), np.int64)
    race_at(actions_of(copies), 3, (0, 4, 1, 0), (0, 4, 2, 0), table)
    expected = RACES * np.array(copies) / sum(copies)
    assert chi_square(table.sum(axis=1), expected) < chi2.isf(P, n - 1)
    assert chi_square(table.sum(axis=0), expected) < chi2.isf(P, n - 1)


# ---------------------------------------------------------------- the random policy in a real game

CATEGORIES = 16
KINDS = len(Decision)
STEPS = 6


@kernel
def collect(
    cards, policies, epoch, matchup, games, blank, state, actions, memo, trace, view, seen, shares, products, share
):
    """Play games with the recorder on; by decision and step, count the categories that were chosen.

    `shares` gets the expected counts, each action weighing its copies, and `products` the sums of the products of
    shares, from which the covariance follows; `share` is room to work in. `view` 0: a card, "stop" or "call" is its own
    category, and of a set of cards its place among the legal ones; view 1: of a set the number of cards. Returns the
    number of traces that were too short.
    """
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
        step = 0
        for row in range(1, trace[0, 0] + 1):
            if trace[row, 0] == Event.ROUND:
                step = 0
            if trace[row, 0] != Event.ASK:
                continue
            kind, n = trace[row, 2], trace[row, 3]
            if kind == Decision.COMBO:
                step += 1
            at = min(step, 5) if kind == Decision.COMBO else 0
            choice = trace[row + 1 + n, 2]
            total = 0
            for i in range(n):
                total += trace[row + 1 + i, 3]
            share[:] = 0
            for i in range(n):
                code = trace[row + 1 + i, 2]
                if kind == Decision.OPENER or kind == Decision.COMBO:
                    category = code
                elif view == 0:
                    category = i * 16 // n
                else:
                    category = 0
                    while code:
                        category += code & 15
                        code >>= 4
                share[category] += trace[row + 1 + i, 3] / total
                if trace[row + 1 + i, 2] == choice:
                    seen[kind, at, category] += 1
            for i in range(16):
                if share[i] > 0:
                    shares[kind, at, i] += share[i]
                    for j in range(16):
                        products[kind, at, i, j] += share[i] * share[j]
    return lost


@cache
def collected(epoch: int, view: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    data = balance.load("combo-fighter", rulesets=RULESETS)
    plan = plan_matchups(RULESET, data, sides=("boris", "grace"), levels=(("random", 2),))
    cell = next(cell for cell in plan.cells if not cell.is_mirror)
    player = Player(RULESET)
    seen, shares = np.zeros((KINDS, STEPS, CATEGORIES)), np.zeros((KINDS, STEPS, CATEGORIES))
    products = np.zeros((KINDS, STEPS, CATEGORIES, CATEGORIES))
    lost = collect(
        cell.cards, cell.policies, epoch, np.uint64(cell.matchup), 10_000, player.blank, player.state, player.actions,
        player.memo[0], new_trace(100_000), view, seen, shares, products, np.zeros(CATEGORIES),
    )  # fmt: skip
    assert lost == 0
    return seen, shares, products


@pytest.mark.parametrize("epoch", [1, 2])
@pytest.mark.parametrize(
    ("decision", "step", "view"),
    [
        (Decision.OPENER, 0, 0),
        (Decision.COMBO, 1, 0),
        (Decision.COMBO, 2, 0),
        (Decision.COMBO, 3, 0),
        (Decision.COMBO, 4, 0),
        (Decision.PAYMENT, 0, 0),
        (Decision.PAYMENT, 0, 1),
        (Decision.DISCARDS, 0, 0),
        (Decision.DISCARDS, 0, 1),
        (Decision.OFFER, 0, 0),
    ],
)
def test_random_is_uniform_at_every_decision_of_a_real_game(decision, step, view, epoch):
    """What is chosen against what the legal actions and their copies give, whatever came before.

    Decisions differ in what is legal, so each has its own expectation p and covariance diag(p) - p p'. Their sums make
    a chi-square statistic; one category less than there are, since the first follows from the others. Luck that comes
    back from an earlier step ("stop" that lost once) would show as a bias of the later one.
    """
    seen, shares, products = (table[decision, step] for table in collected(epoch, view))
    assert seen.sum() == pytest.approx(shares.sum())
    assert seen.sum() > 1000
    others = np.flatnonzero(shares > 0)[1:]
    assert len(others) >= 4
    assert (seen[shares == 0] == 0).all()
    covariance = (np.diag(shares) - products)[np.ix_(others, others)]
    difference = (seen - shares)[others]
    assert 0 < difference @ np.linalg.solve(covariance, difference) < chi2.isf(P, len(others))


def test_stop_is_as_likely_at_the_second_step_as_its_weight():
    """The one case by hand: having gone on at step 1, "stop" wins at step 2 as often as its share says (4.42 sigma)."""
    seen, shares, products = collected(1, 0)
    for step in (1, 2, 3):
        got, expected = seen[Decision.COMBO, step, STOP], shares[Decision.COMBO, step, STOP]
        deviation = np.sqrt(expected - products[Decision.COMBO, step, STOP, STOP])
        assert expected > 500
        assert abs(got - expected) < 4.42 * deviation


# ---------------------------------------------------------------- best, mixed, soft and noise

# Nothing follows anything, so the best line of an opener is its printed damage.
OPENINGS = {"RT": 0, "RS": 1, "RC": 2, "BT": 3, "BS": 10, "BC": 10}


@cache
def table_with_openers() -> Any:
    cards = [
        {"slot": slot, "name": icon, "copies": 9, "icon": icon, "start": slot <= 5, "opening": points, "combo": 0,
         "box": []} | ({"initiative": 1} if icon[0] == "R" else {})
        for slot, (icon, points) in enumerate(OPENINGS.items(), 1)
    ]  # fmt: skip
    side = RULESET.side_model.model_validate({"name": "Six", "provenance": "stand-in", "cards": cards})
    options = RULESET.options_model()
    sheet = RULESET.lower_side(options, side)
    return RULESET.join(RULESET.lower_options(options), sheet, sheet)[0]


@kernel
def count_openers(cards, epoch, hand, policy, state, memo, actions, trace, counts):
    """Ask seat 0 for its opener with this hand in many games; the first round of one game stands for all."""
    begin(state, game_key(epoch, np.uint64(5), 0), 0, False)
    setup(cards, state, trace)
    state.seat[0].hand = hand
    n = legal(cards, state, actions)
    for game in range(RACES):
        begin(state, game_key(epoch, np.uint64(5), game), 0, False)
        counts[actions[choose(cards, state, 0, policy, memo, actions, n)].code] += 1


def openers(mode: str, hand: tuple[int, ...], epoch: int = 1, noise: int = 0, line: int = 1) -> np.ndarray:
    """Return how often each card opens; `hand` holds the copies by kind."""
    choice = dict.fromkeys(("combo", "payment", "discards"), "random") | {"opener": mode}
    model = PolicyModel(title="", choose=choice, weights={"line": line}, noise=noise)
    policy = lower_policy(model, POLICY, RULESET.decisions, RULESET.features)
    as_record = records(1, POLICY)
    as_record[0] = policy[0]
    player, counts = Player(RULESET), np.zeros(len(hand), np.int64)
    cards = sum(copies * int(one(kind)) for kind, copies in enumerate(hand))
    count_openers(
        table_with_openers(), epoch, cards, as_record[0], player.state[0], player.memo[0], player.actions, NO_TRACE,
        counts,
    )  # fmt: skip
    assert counts.sum() == RACES
    return counts


@pytest.mark.parametrize("epoch", [1, 2])
def test_mixed_follows_the_values_and_copies_do_not_count(epoch):
    counts = openers("mixed", (1, 3, 1, 1, 1), epoch)
    assert counts[0] == 0  # worth nothing
    expected = RACES * np.array([1, 2, 3, 10]) / 16
    assert chi_square(counts[1:], expected) < chi2.isf(P, 3)


def test_mixed_without_a_positive_value_is_random():
    expected = RACES * np.array([1, 2, 1, 1]) / 5
    assert chi_square(openers("mixed", (1, 2, 1, 1), line=0), expected) < chi2.isf(P, 3)
    assert chi_square(openers("mixed", (1, 2, 1, 1), line=-1), expected) < chi2.isf(P, 3)


def test_mixed_caps_a_weight():
    """Beyond the cap of 2**24 all weigh the same."""
    counts = openers("mixed", (0, 1, 1, 1), line=2**25)
    assert chi_square(counts[1:], np.full(3, RACES / 3)) < chi2.isf(P, 2)


@pytest.mark.parametrize("epoch", [1, 2])
def test_soft_doubles_with_every_unit_and_copies_do_not_count(epoch):
    """Values of 0, 1, 2 and 3 units."""
    counts = openers("soft", (1, 3, 1, 2), epoch, line=SOFT_UNIT)
    assert chi_square(counts, RACES * np.array([1, 2, 4, 8]) / 15) < chi2.isf(P, 3)


def test_soft_knows_differences_alone():
    """A negative weight turns the order round; the best is the one of no damage."""
    counts = openers("soft", (1, 1, 1, 1), line=-SOFT_UNIT)
    assert chi_square(counts, RACES * np.array([8, 4, 2, 1]) / 15) < chi2.isf(P, 3)


def test_soft_of_parts_of_a_unit_lies_on_a_straight_line_between():
    """Three halves of a unit short: between a half and a quarter."""
    counts = openers("soft", (1, 1, 1, 1), line=SOFT_UNIT // 2)
    weights = np.array([0.375, 0.5, 0.75, 1])
    assert chi_square(counts, RACES * weights / weights.sum()) < chi2.isf(P, 3)


def test_soft_of_equal_values_is_even():
    assert chi_square(openers("soft", (1, 5, 1, 1), line=0), np.full(4, RACES / 4)) < chi2.isf(P, 3)


def test_soft_never_takes_what_is_far_below():
    """Ten units short is one in 1,024; thirty units short would be one in a thousand millions and is nothing."""
    counts = openers("soft", (1, 0, 0, 0, 1), line=SOFT_UNIT)
    assert chi_square(counts[[0, 4]], RACES * np.array([1, 1024]) / 1025) < chi2.isf(P, 1)
    assert openers("soft", (1, 0, 0, 0, 1), line=3 * SOFT_UNIT)[0] == 0
    assert openers("soft", (1, 0, 0, 0, 1), line=10**9)[0] == 0


def test_soft_weights_are_exact_at_every_unit_and_fall_between():
    for units in range(25):
        assert soft_weight(units * SOFT_UNIT) == WEIGHT_MAX >> units
    weights = [soft_weight(short) for short in range(26 * SOFT_UNIT)]
    assert weights == sorted(weights, reverse=True)
    assert soft_weight(25 * SOFT_UNIT) == soft_weight(2**62) == 0
    # The straight line is above the curve by at most 6.15 %, where (1 - t / 2) x 2**t is highest.
    for short in range(0, 12 * SOFT_UNIT, 37):
        exact = WEIGHT_MAX * 2.0 ** (-short / SOFT_UNIT)
        assert exact - 1 <= soft_weight(short) <= 1.0615 * exact


def test_best_takes_the_highest_value():
    assert openers("best", (1, 1, 1, 2)).tolist() == [0, 0, 0, RACES]


@pytest.mark.parametrize("epoch", [1, 2])
@pytest.mark.parametrize("copies", [(1, 1), (2, 1), (1, 3)], ids=str)
def test_best_breaks_ties_by_the_race_with_copies_as_weights(copies, epoch):
    counts = openers("best", (1, 0, 0, 1, *copies), epoch)
    assert counts[:4].sum() == 0
    expected = RACES * np.array(copies) / sum(copies)
    assert chi_square(counts[4:], expected) < chi2.isf(P, 1)


def test_best_of_equal_values_is_the_random_choice():
    assert openers("best", (1, 2, 1, 1), line=0).tolist() == openers("random", (1, 2, 1, 1)).tolist()


@pytest.mark.parametrize("per_mille", [0, 1, 2, 5, 33, 250, 500, 999, 1000])
def test_noise_is_the_stated_share(per_mille):
    """A noisy decision picks one of four, the best with chance 1/4: 3/4 of the noise shows."""
    others = openers("best", (1, 1, 1, 1), noise=per_mille)[:3]
    shown = per_mille / 1000 * 3 / 4
    assert abs(others.sum() - RACES * shown) <= 4.42 * np.sqrt(RACES * shown * (1 - shown))
    if shown:
        share = np.full(3, others.sum() / 3)
        assert chi_square(others, share) < chi2.isf(P, 2)


@kernel
def count_noise(first, per_mille, decisions):
    found = 0
    for i in range(decisions):
        found += is_noise(decision_key(first, 1, i, 0), per_mille)
    return found


@pytest.mark.parametrize("per_mille", [0, 1, 2, 3, 10, 333, 500, 998, 999, 1000])
def test_share_of_noisy_decisions(per_mille):
    decisions, share = 1_000_000, per_mille / 1000
    found = count_noise(np.uint64(9), per_mille, decisions)
    assert abs(found - decisions * share) <= 4.42 * np.sqrt(decisions * share * (1 - share))


def test_more_noise_keeps_the_noise_there_was():
    """One draw decides, so a policy with more noise differs in the added decisions alone."""
    for turn in range(300):
        luck = np.uint64(decision_key(np.uint64(9), 1, turn, 0))
        noisy = [bool(is_noise(luck, per_mille)) for per_mille in range(0, 1001, 50)]
        assert noisy == sorted(noisy)
