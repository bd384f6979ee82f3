"""The integer exponential: its logarithm against exact ones, its distribution, and the race built on it."""

import math
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from scipy.stats import chi2, expon, ks_1samp, kstwo

from balance.core.jit import JIT, kernel
from balance.core.luck import WEIGHT_MAX, beats, decision_key, draw, exponential, identity, leading_zeros

P = 1e-5
UNIT = 2**32
DRAWS = 400_000
only_compiled = pytest.mark.skipif(not JIT, reason="the counts need compiled kernels")


@kernel
def fill_exponentials(first, action, variates):
    for i in range(len(variates)):
        variates[i] = exponential(draw(decision_key(first, 1, i, 0), action))


@kernel
def count_wins(luck, identities, weights, races, wins):
    """Race the weights' actions and count who wins; the first of them holds until it is beaten."""
    for i in range(races):
        of_race = decision_key(luck, 1, i, 0)
        winner = 0
        u = draw(of_race, identities[0])
        for rival in range(1, len(weights)):
            rival_u = draw(of_race, identities[rival])
            if beats(rival_u, weights[rival], u, weights[winner]):
                winner, u = rival, rival_u
        wins[winner] += 1


def log2_of(u: int) -> float:
    """Return the variate of a draw as it should be, in units of 2**-32."""
    return (64 - math.log2(u)) * UNIT


def draws_of_all_sizes() -> list[int]:
    """Return draws at every power of two, at the ends and in the middle of table segments, and many others."""
    random = Random(1)
    found = {1, 3, 2**64 - 1, 2**64 - 3}
    for bits in range(1, 65):
        top = 1 << (bits - 1)
        found |= {top, top + 1, 2 * top - 1}
        for segment in [0, 1, 2, 2047, 2048, 4094, 4095, *(random.randrange(4096) for _ in range(40))]:
            low = top + (segment * top >> 12)
            found |= {low, low + 1, low - 1, low + (top >> 13), low + random.randrange(max(top >> 12, 1))}
    return sorted(u for u in found if 0 < u < 2**64)


def test_error_is_below_its_bound():
    """The docstring promises 2**-25; the parabola of linear interpolation over 4096 segments peaks at 2**-26.47."""
    errors = {u: abs(int(exponential(np.uint64(u))) - log2_of(u)) / UNIT for u in draws_of_all_sizes()}
    assert len(errors) > 8000
    assert max(errors.values()) < 2**-25
    assert max(errors.values()) > 2**-27  # the middle of the first segment was among them


def test_falls_as_the_draw_rises():
    variates = [int(exponential(np.uint64(u))) for u in draws_of_all_sizes()]
    assert all(a >= b for a, b in pairwise(variates))


def test_ends():
    assert int(exponential(np.uint64(2**64 - 1))) == 0
    assert int(exponential(np.uint64(1))) == 64 * UNIT
    assert int(exponential(np.uint64(1))) * WEIGHT_MAX <= 2**63 - 1


def test_draws_are_odd():
    """So no draw is 0, of which there is no logarithm."""
    assert all(int(draw(np.uint64(luck), np.uint64(identity(1)))) % 2 == 1 for luck in range(200))


def test_leading_zeros_is_the_bit_length():
    random = Random(2)
    numbers = [1 << n for n in range(64)] + [(1 << n) - 1 for n in range(1, 65)]
    numbers += [random.getrandbits(64) >> random.randrange(64) or 1 for _ in range(500)]
    assert [int(leading_zeros(np.uint64(u))) for u in numbers] == [64 - u.bit_length() for u in numbers]


@only_compiled
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_variates_are_exponential(seed):
    """Kolmogorov-Smirnov against Exp of base 2, and the mean within its bound; never negative."""
    variates = np.zeros(DRAWS, np.int64)
    fill_exponentials(np.uint64(seed), np.uint64(identity(3)), variates)
    assert variates.min() >= 0
    assert variates.max() <= 64 * UNIT
    scale = 1 / math.log(2)
    times = variates / UNIT
    assert ks_1samp(times, expon(scale=scale).cdf).statistic < kstwo.isf(P, DRAWS)
    # Mean and standard deviation of Exp are both `scale`; 4.42 standard errors are two-sided 1e-5.
    assert abs(times.mean() - scale) < 4.42 * scale / math.sqrt(DRAWS)


@only_compiled
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    "weights",
    [(1, 1), (1, 1, 1, 1, 1), (1, 2), (3, 1, 5, 1, 2), (1000, 999), (1, 20, 300), (WEIGHT_MAX, WEIGHT_MAX // 3), (7,)],
)
def test_race_follows_the_weights(weights, seed):
    races = 200_000
    wins = np.zeros(len(weights), np.int64)
    identities = np.array([identity(action) for action in range(len(weights))], np.uint64)
    count_wins(np.uint64(seed), identities, np.array(weights, np.int64), races, wins)
    expected = races * np.array(weights) / sum(weights)
    assert ((wins - expected) ** 2 / expected).sum() <= chi2.isf(P, max(len(weights) - 1, 1))


@pytest.mark.parametrize("seed", [1, 2])
def test_race_has_one_winner_whatever_the_order(seed):
    """With equal and unequal weights mixed, whoever beats whom does not go round in a circle."""
    random = Random(seed)
    for _ in range(300):
        weights = [random.choice([1, 1, 2, 3]) for _ in range(4)]
        draws = [np.uint64(random.getrandbits(64) | 1) for _ in weights]
        winners = set()
        for _ in range(6):
            order = random.sample(range(4), 4)
            winner = order[0]
            for rival in order[1:]:
                if beats(draws[rival], weights[rival], draws[winner], weights[winner]):
                    winner = rival
            winners.add(winner)
        assert len(winners) == 1
