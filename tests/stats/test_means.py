"""Means of whole-number measures and what changed in them: by hand, and how often intervals hold."""

from math import sqrt
from statistics import NormalDist

import numpy as np
import pytest

from balance.stats.means import (
    block_difference,
    halves_interval,
    histogram_difference,
    histogram_mean,
    partly_paired_difference,
)

Z = NormalDist().inv_cdf(0.975)


def counted(values, bins=40):
    return np.bincount(values.ravel(), minlength=bins)


def test_a_mean_of_a_histogram_is_in_its_own_unit():
    counts = np.array([0, 0, 10, 20, 10])
    mean = histogram_mean(counts, 1)
    assert mean.estimate == pytest.approx(3)
    normal = Z * sqrt(0.5 / 40)
    assert mean.high - mean.low == pytest.approx(2 * normal, rel=0.1)
    assert histogram_mean(counts, 2).half_width == pytest.approx(sqrt(2) * mean.half_width, rel=0.05)


def test_a_difference_of_histograms():
    base, head = np.array([0, 30, 10]), np.array([0, 10, 10, 20])
    change = histogram_difference(base, head, 1)
    assert change.estimate == pytest.approx(2.25 - 1.25)
    back = histogram_difference(head, base, 1)
    assert (back.estimate, back.low, back.high) == pytest.approx((-change.estimate, -change.high, -change.low))
    # No game of either has what is counted: nothing changed, and that is not certain.
    never = histogram_difference(np.array([40, 0]), np.array([40, 0]), 2)
    assert never.estimate == 0
    assert 0 < never.high < 0.2


@pytest.mark.parametrize(
    ("base", "head", "rotations", "said"),
    [
        ([0, 2], [0, 3], 1, "same blocks"), ([0, 3], [0, 3], 2, "same blocks"), ([0, 0], [0, 0], 1, "no games"),
    ],
)  # fmt: skip
def test_histograms_refused(base, head, rotations, said):
    with pytest.raises(ValueError, match=said):
        histogram_difference(np.array(base), np.array(head), rotations)


def test_a_difference_block_by_block():
    base = np.array([[3, 4], [10, 2], [5, 5], [7, 7]])
    head = base + np.array([[1, 1], [0, 0], [2, 0], [0, 0]])
    change = block_difference(base, head)
    assert change.estimate == pytest.approx(0.5)
    assert change.high - 0.5 == pytest.approx(Z * sqrt(1 + 4 * 0.25) / 4)  # deviations of a half, and one block more
    same = block_difference(base, base)
    assert (same.estimate, same.high) == pytest.approx((0, Z / 4))
    with pytest.raises(ValueError, match="same blocks"):
        block_difference(base, head[:3])
    with pytest.raises(ValueError, match="at least one"):
        block_difference(base[:0], head[:0])


def test_a_difference_of_which_a_part_is_paired():
    rng = np.random.default_rng(3)
    base = rng.integers(5, 15, (400, 2))
    head = base + (rng.random((400, 2)) < 0.1)
    paired = partly_paired_difference((counted(base), base), (counted(head), head))
    assert paired == block_difference(base, head)
    partly = partly_paired_difference((counted(base), base[:100]), (counted(head), head[:100]))
    assert partly.estimate == pytest.approx(float((head - base).mean()))
    rest = histogram_difference(counted(base[100:]), counted(head[100:]), 2)
    first = block_difference(base[:100], head[:100])
    expected = sqrt((0.25 * first.half_width) ** 2 + (0.75 * rest.half_width) ** 2)
    assert partly.half_width == pytest.approx(expected, rel=0.01)


def test_halves():
    halves = np.array([[0.1, 0.3], [0.2, 0.2], [0.3, 0.1]])
    found = halves_interval(0.2, halves, 1000)
    t = Z + (Z**3 + Z) / 12
    assert found.high - 0.2 == pytest.approx(t * sqrt((0.04 + 0 + 0.04) / 3 / 4 + 1e-6))
    assert halves_interval(0.0, np.zeros((15, 2)), 1024).high == pytest.approx(2.14 / 1024, rel=0.02)
    with pytest.raises(ValueError, match="at least one"):
        halves_interval(0.0, halves, 0)


def test_intervals_hold_the_truth_often_enough():
    """Lengths of two versions that have half of their luck in common."""
    rng = np.random.default_rng(11)
    hits = {"paired": 0, "independent": 0}
    runs = 400
    for _ in range(runs):
        luck, own = rng.integers(4, 12, (300, 2)), rng.integers(0, 4, (2, 300, 2))
        base, head = luck + own[0], luck + own[1] + 1
        for name, found in (
            ("paired", block_difference(base, head)),
            ("independent", histogram_difference(counted(base), counted(head), 2)),
        ):
            hits[name] += found.low <= 1 <= found.high
    assert 0.92 * runs <= hits["paired"] <= 0.98 * runs
    assert hits["independent"] >= 0.98 * runs
