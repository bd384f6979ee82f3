"""Quantiles from histograms: the definition, against numpy and by hand."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.stats import merge_histograms, quantile

histograms = st.lists(st.integers(0, 30), min_size=1, max_size=40).filter(any).map(np.array)


def test_by_hand() -> None:
    counts = np.array([0, 1, 0, 4, 5])  # one game of 1, four of 3, five of 4
    assert [quantile(counts, q) for q in (0, 0.1, 0.11, 0.5, 0.51, 1)] == [1, 1, 3, 3, 4, 4]


def test_a_float_stands_for_its_decimal() -> None:
    # The binary numbers nearest to one and seven tenths are a little off; equal shares show it.
    counts = np.ones(10, dtype=np.int64)
    assert [quantile(counts, i / 10) for i in range(1, 11)] == list(range(10))
    assert [quantile(counts, Fraction(i, 10)) for i in range(1, 11)] == list(range(10))
    assert quantile(counts, np.float64(0.1)) == 0
    assert 0.07 * 100 > 7  # rounded up, this would be the eighth game
    assert quantile(np.ones(100, dtype=np.int64), 0.07) == 6


@given(histograms, st.fractions(0, 1))
@settings(deadline=None)
def test_definition(counts: np.ndarray, q: Fraction) -> None:
    value = quantile(counts, q)
    total = int(counts.sum())
    assert counts[value] > 0
    assert Fraction(int(counts[: value + 1].sum()), total) >= q
    below = int(counts[:value].sum())
    assert below == 0 or Fraction(below, total) < q


@given(histograms, st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]))
@settings(deadline=None)
def test_against_numpy(counts: np.ndarray, q: float) -> None:
    values = np.repeat(np.arange(len(counts)), counts)
    assert quantile(counts, q) == np.quantile(values, q, method="inverted_cdf")


@given(st.lists(histograms, max_size=5))
@settings(deadline=None)
def test_merging_is_counting_all_games_together(parts: list[np.ndarray]) -> None:
    merged = merge_histograms(*parts)
    values = [np.repeat(np.arange(len(counts)), counts) for counts in parts]
    expected = np.bincount(np.concatenate([*values, np.array([], dtype=np.int64)]), minlength=len(merged))
    assert merged.tolist() == expected.tolist()
    assert len(merged) == max(map(len, parts), default=0)


def test_narrow_counts_do_not_wrap() -> None:
    counts = np.array([200, 200, 200], dtype=np.uint8)
    assert quantile(counts, 0.5) == 1
    assert merge_histograms(counts, counts).tolist() == [400, 400, 400]


@pytest.mark.parametrize("q", [-0.1, 1.1, float("nan")])
def test_a_share_is_from_0_to_1(q: float) -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        quantile(np.array([1]), q)


@pytest.mark.parametrize("counts", [np.array([], dtype=np.int64), np.zeros(4, dtype=np.int64)])
def test_no_games_have_no_quantile(counts: np.ndarray) -> None:
    with pytest.raises(ValueError, match="no games"):
        quantile(counts, 0.5)


def test_what_is_no_histogram_is_refused() -> None:
    with pytest.raises(ValueError, match="value 1 has a count of -2"):
        quantile(np.array([3, -2]), 0.5)
    with pytest.raises(ValueError, match="one-dimensional integer"):
        quantile(np.array([0.5, 0.5]), 0.5)
    with pytest.raises(ValueError, match="one-dimensional integer"):
        merge_histograms(np.ones((2, 2), dtype=np.int64))
