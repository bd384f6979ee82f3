"""p-values that agree with the intervals, and the rules for many of them against another implementation."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from balance.stats import tally_pair
from balance.stats.compare import difference_interval
from balance.stats.discoveries import SMALLEST, difference_p, discoveries, holm, interval_p, movers
from balance.stats.intervals import Interval
from balance.stats.synthetic import BlockLaw, pair_of
from balance.vocab import Outcome

W, L = Outcome.WIN, Outcome.LOSS


def pair(gained, lost, blocks=500):
    base, head = np.full((blocks, 1), L, np.uint8), np.full((blocks, 1), L, np.uint8)
    base[: blocks // 2] = head[: blocks // 2] = W
    head[blocks // 2 : blocks // 2 + gained] = W
    head[:lost] = L
    return tally_pair(base, head)


@pytest.mark.parametrize(("gained", "lost"), [(1, 0), (5, 1), (20, 8), (30, 30), (0, 12), (60, 20)])
def test_p_is_where_the_interval_touches_zero(gained, lost):
    p = difference_p(pair(gained, lost))
    assert 0 < p <= 1
    if p < 0.999:
        for alpha, is_out in ((p * 1.001, True), (p * 0.999, False)):
            interval = difference_interval(pair(gained, lost), 1 - alpha)
            assert (interval.low > 0 or interval.high < 0) == is_out


def test_p_does_not_depend_on_the_direction():
    assert difference_p(pair(20, 8)) == pytest.approx(difference_p(pair(8, 20)))


def test_p_ends():
    assert difference_p(pair(0, 0)) == 1.0
    assert difference_p(pair(250, 0)) == SMALLEST


def test_p_is_even_where_nothing_changes():
    """Under no difference p is below 0.05 in about 5 % of samples: of 1000, between 25 and 75."""
    rng = np.random.default_rng(4)
    low = 0
    for _ in range(1000):
        moved = rng.binomial(400, 0.2)
        gained = rng.binomial(moved, 0.5)
        low += difference_p(pair(gained, moved - gained, 400)) < 0.05
    assert 25 <= low <= 75


@pytest.mark.parametrize("rate", [0.05, 0.1, 0.3])
def test_discoveries_against_statsmodels(rate):
    rng = np.random.default_rng(8)
    for n in (1, 2, 9, 40):
        for _ in range(20):
            p = rng.random(n) ** rng.integers(1, 6)
            assert discoveries(p.tolist(), rate) == multipletests(p, rate, "fdr_bh")[0].tolist()


def test_a_small_p_takes_larger_ones_along():
    assert discoveries([0.09, 0.001, 0.06, 0.5], 0.1) == [False, True, False, False]
    assert discoveries([0.07, 0.001, 0.06, 0.5], 0.1) == [True, True, True, False]


def test_no_tests_no_discoveries():
    assert discoveries([]) == []
    with pytest.raises(ValueError, match="from 0 to 1"):
        discoveries([1.5])


# ---------------------------------------------------------------- no false one among those named


@pytest.mark.parametrize(
    ("estimate", "low", "high", "p"),
    [
        (1.959964, 0.0, 4.0, 0.05), (-1.959964, -9.0, 0.0, 0.05), (1.959964, -1.959964, 2.0, 0.3271),
        (3.0, 1.040036, 5.0, 0.0027), (0.0, -1.0, 1.0, 1.0), (0.5, 0.5, 0.9, 0.0),
    ],
)  # fmt: skip
def test_p_of_an_interval(estimate: float, low: float, high: float, p: float) -> None:
    """It looks at the side of 0, and is 5 % where the limit is 0."""
    assert interval_p(Interval(estimate, low, high, 0.95)) == pytest.approx(p, abs=1e-4)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
@settings(deadline=None, max_examples=50)
def test_holm_against_statsmodels(p_values: list[float]) -> None:
    expected = multipletests(p_values, method="holm")[1]
    assert holm(p_values) == pytest.approx(expected.tolist())


def test_holm_by_hand_and_refusals() -> None:
    assert holm([]) == []
    assert holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])
    with pytest.raises(ValueError, match="0 to 1"):
        holm([0.5, 1.1])


def test_movers() -> None:
    """R = 60 tables of five cells, two of which moved: a false one in at most 5 %; more than 12 such come once in
    30,000 tests. With 11 looks p-values count more, so no name is added.
    """
    luck = np.random.default_rng(8)
    laws = [BlockLaw.edited(0.5, move) for move in (0.05, 0.0, 0.0, -0.05, 0.0)]
    false = named = 0
    for _ in range(60):
        pairs = [pair_of(law.sample(2000, luck)) for law in laws]
        found = movers(pairs)
        false += any(found[i] for i in (1, 2, 4))
        named += found[0] and found[3]
        assert sum(movers(pairs, looks=11)) <= sum(found)
    assert false <= 12
    assert named >= 58
