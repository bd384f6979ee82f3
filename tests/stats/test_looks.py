"""The schedule of looks, and the split of the error over looks and claims."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from balance.stats.looks import LOOKS_MAX, look_sizes, split


def test_a_schedule() -> None:
    assert look_sizes(8192) == (1024, 1448, 2048, 2896, 4096, 5792, 8192)
    assert look_sizes(100, first=50) == (50, 70, 100)
    assert look_sizes(100) == (100,)
    assert look_sizes(3, first=1) == (1, 2, 3)
    assert len(look_sizes(10**9)) == LOOKS_MAX


@given(st.integers(1, 10**9), st.integers(1, 5000))
def test_looks_rise_by_the_root_of_two_up_to_the_budget(budget: int, first: int) -> None:
    sizes = look_sizes(budget, first)
    assert sizes[-1] == budget
    assert len(sizes) == 1 or sizes[0] >= first
    assert 1 <= len(sizes) <= LOOKS_MAX
    assert list(sizes) == sorted(set(sizes))
    for i, size in enumerate(reversed(sizes)):
        assert 2**i * size**2 <= budget**2 < 2**i * (size + 1) ** 2


def test_levels_of_one_claim_at_one_look() -> None:
    levels = split(1, 1)
    assert levels.equivalence == pytest.approx(0.9)  # two one-sided tests at 5 %
    assert levels.simultaneous == pytest.approx(0.95)


@pytest.mark.parametrize(("cells", "z"), [(9, 2.773), (45, 3.261), (105, 3.494)])
def test_a_failure_is_corrected_for_the_number_of_claims_and_a_pass_is_not(cells: int, z: float) -> None:
    levels = split(1, cells)
    assert norm.ppf((1 + levels.simultaneous) / 2) == pytest.approx(z, abs=5e-4)
    assert norm.ppf((1 + levels.equivalence) / 2) == pytest.approx(1.645, abs=5e-4)


def test_both_are_split_over_looks_and_only_failures_share() -> None:
    levels = split(13, 9, share=0.5)
    assert levels.equivalence == pytest.approx(1 - 0.1 / 13)
    assert levels.simultaneous == pytest.approx(1 - 0.05 / 2 / 13 / 9)


def test_looks_at_a_random_walk_stop_rarely_enough() -> None:
    """5 % at most over all looks, where nothing moves; looking unsplit stops a quarter of the time.

    Bounds set before the run: with R = 4,000 walks and a chance of at most 5 %, more than 6.4 % come once in 30,000
    tests; unsplit, 13 looks at 5 % stop 28.6 % of the time, and less than 25 % come as rarely.
    """
    looks = look_sizes(65_536)
    luck = np.random.default_rng(5)
    steps = np.diff([0, *looks])
    walks = np.cumsum(luck.standard_normal((4000, len(looks))) * np.sqrt(steps), axis=1) / np.sqrt(looks)
    level = split(len(looks), 1).simultaneous
    assert (np.abs(walks) > norm.ppf((1 + level) / 2)).any(1).mean() <= 0.064
    assert (np.abs(walks) > norm.ppf(0.975)).any(1).mean() > 0.25


@pytest.mark.parametrize(
    "call",
    [
        lambda: look_sizes(0),
        lambda: look_sizes(10, 0),
        lambda: split(0, 1),
        lambda: split(1, 0),
        lambda: split(1, 1, alpha=0.5),
        lambda: split(1, 1, alpha=0.0),
        lambda: split(1, 1, share=0.0),
        lambda: split(1, 1, share=1.5),
    ],
)
def test_refusals(call) -> None:
    with pytest.raises(ValueError, match="expected"):
        call()
