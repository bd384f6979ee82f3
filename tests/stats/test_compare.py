"""Differences of two cells on the same keys: counts, the interval in its three regimes, symmetry, what is refused."""

from math import log, sqrt
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import norm
from statsmodels.stats.proportion import proportion_confint

from balance.stats import Interval, PairedTally, difference_interval, tally, tally_pair
from balance.vocab import Outcome

L, D, W, T = Outcome.LOSS, Outcome.DRAW, Outcome.WIN, Outcome.TRUNCATED
SWAP = np.array([Outcome.NONE, W, D, L, T], dtype=np.uint8)
POINTS = np.array([0, 0, 1, 2, 1])

outcome = st.sampled_from([1, 2, 3, 4])
shapes = st.tuples(st.integers(1, 50), st.integers(1, 3))
two_cells = shapes.flatmap(lambda s: st.tuples(*[arrays(np.uint8, s, elements=outcome)] * 2))


class Compared(NamedTuple):
    interval: Interval
    discordant_share: float
    moved_blocks: int
    gain: float | None


def compare(base: np.ndarray, head: np.ndarray, level: float = 0.95) -> Compared:
    pair = tally_pair(base, head)
    interval = difference_interval(pair, level)
    return Compared(interval, pair.discordant_games / pair.games, pair.moved_blocks, pair.gain)


def cell(*blocks: tuple[Outcome, ...]) -> np.ndarray:
    return np.array(blocks, dtype=np.uint8)


def test_hand_worked_pair() -> None:
    base = cell((W, L), (L, L), (D, D), (W, W))
    head = cell((W, W), (L, L), (D, T), (L, W))
    pair = tally_pair(base, head)
    assert pair.block_changes == (0, 0, 1, 0, 2, 0, 1, 0, 0)  # -2 once, 0 twice, +2 once
    assert (pair.blocks, pair.rotations, pair.games) == (4, 2, 8)
    assert (pair.half_points, pair.half_points_squared) == (0, 8)
    assert pair.discordant_games == 3  # L to W, D to T, W to L
    assert pair.moved_blocks == 2
    # Scores in half points: base 2 0 2 4 scatters by 8 about 2, head 4 0 2 2 by 8 too, the difference by 8.
    assert pair.gain == 2.0
    result = compare(base, head)
    assert (result.interval.estimate, result.discordant_share, result.gain) == (0.0, 3 / 8, 2.0)
    assert result.moved_blocks == 2


def test_one_gain_in_a_hundred_by_hand() -> None:
    base = np.full((100, 1), L, dtype=np.uint8)
    head = base.copy()
    head[7] = W
    interval = compare(base, head).interval
    low, high = proportion_confint(1, 100, method="wilson")
    nothing = proportion_confint(0, 100, method="wilson")[1]
    # The correlation of gains and losses is 0, since there are no losses.
    assert interval.estimate == 0.01
    assert interval.low == pytest.approx(0.01 - sqrt((0.01 - low) ** 2 + nothing**2), abs=1e-12)
    assert interval.high == pytest.approx(high, abs=1e-12)


@given(shapes.flatmap(lambda s: arrays(np.uint8, s, elements=outcome)), st.sampled_from([0.9, 0.95]))
@settings(deadline=None)
def test_a_cell_against_itself_is_exactly_zero(outcomes: np.ndarray, level: float) -> None:
    result = compare(outcomes, outcomes.copy(), level)
    bound = min(1.0, -log((1 - level) / 2) / len(outcomes))
    assert result.interval.estimate == 0.0
    assert (result.interval.low, result.interval.high) == (-bound, bound)
    assert (result.discordant_share, result.moved_blocks, result.gain) == (0.0, 0, None)


def test_bound_of_nothing_seen() -> None:
    same = np.full((1000, 2), W, dtype=np.uint8)
    # At level 0.9 each limit is a one-sided limit at 5 %: the rule of three.
    assert compare(same, same, 0.9).interval.high == pytest.approx(0.002996, abs=1e-6)


def test_games_that_offset_within_blocks_are_discordant_but_move_nothing() -> None:
    base, head = np.tile(cell((W, L)), (50, 1)), np.tile(cell((L, W)), (50, 1))
    result = compare(base, head)
    assert (result.moved_blocks, result.discordant_share) == (0, 1.0)
    assert result.interval.high == pytest.approx(-log(0.025) / 50)


def test_everything_moved() -> None:
    base, head = np.full((50, 2), L, dtype=np.uint8), np.full((50, 2), W, dtype=np.uint8)
    result = compare(base, head)
    assert (result.interval.estimate, result.interval.high, result.gain) == (1.0, 1.0, None)
    assert 0.85 < result.interval.low < 1


@pytest.mark.parametrize("rotations", [1, 2, 3])
@pytest.mark.parametrize("level", [0.9, 0.95, 1 - 0.05 / 9])
def test_many_moved_blocks_give_the_normal_interval(rotations: int, level: float) -> None:
    rng = np.random.default_rng(31)
    base = rng.choice(np.array([L, D, W], dtype=np.uint8), size=(40_000, rotations), p=[0.45, 0.1, 0.45])
    head = np.where(rng.random(base.shape) < 0.15, rng.choice(np.array([L, W], dtype=np.uint8), base.shape), base)
    head = np.where(rng.random(base.shape) < 0.02, W, head).astype(np.uint8)
    interval = compare(base, head, level).interval
    change = (POINTS[head] - POINTS[base]).mean(axis=1) / 2
    assert interval.estimate == pytest.approx(change.mean())
    expected = norm.interval(level, change.mean(), change.std() / sqrt(len(change)))
    assert (interval.low, interval.high) == pytest.approx(expected, abs=0.01 * (expected[1] - expected[0]))


@given(two_cells)
@settings(deadline=None)
def test_against_numpy(pair: tuple[np.ndarray, np.ndarray]) -> None:
    base, head = pair
    result = compare(base, head)
    change = (POINTS[head].mean(axis=1) - POINTS[base].mean(axis=1)) / 2
    assert result.interval.estimate == pytest.approx(change.mean(), abs=1e-12)
    assert result.discordant_share == np.mean(base != head)
    assert result.moved_blocks == np.count_nonzero(POINTS[head].sum(axis=1) != POINTS[base].sum(axis=1))
    if change.var() > 1e-12:
        independent = (POINTS[head].mean(axis=1).var() + POINTS[base].mean(axis=1).var()) / 4
        assert result.gain == pytest.approx(independent / change.var())
    else:
        assert result.gain is None


@given(two_cells)
@settings(deadline=None)
def test_swapping_base_and_head_or_the_sides_changes_the_sign(pair: tuple[np.ndarray, np.ndarray]) -> None:
    base, head = pair
    forward = compare(base, head).interval
    for back in (compare(head, base).interval, compare(SWAP[base], SWAP[head]).interval):
        assert (back.estimate, back.low, back.high) == pytest.approx(
            (-forward.estimate, -forward.high, -forward.low), abs=1e-12
        )
    both = compare(SWAP[head], SWAP[base]).interval
    assert (both.estimate, both.low, both.high) == pytest.approx(
        (forward.estimate, forward.low, forward.high), abs=1e-12
    )


@given(two_cells, st.sampled_from([0.5, 0.9, 0.95, 0.999]))
@settings(deadline=None)
def test_limits_stay_on_the_scale(pair: tuple[np.ndarray, np.ndarray], level: float) -> None:
    interval = compare(*pair, level).interval
    assert -1 <= interval.low <= interval.estimate <= interval.high <= 1
    assert interval.half_width > 0


@given(two_cells, st.lists(st.integers(0, 50), max_size=5))
@settings(deadline=None)
def test_chunks_add_up(pair: tuple[np.ndarray, np.ndarray], cuts: list[int]) -> None:
    base, head = pair
    places = sorted(min(cut, len(base)) for cut in cuts)
    chunks = zip(np.split(base, places), np.split(head, places), strict=True)
    total = sum((tally_pair(*chunk) for chunk in chunks), start=PairedTally.empty(base.shape[1]))
    assert total == tally_pair(base, head)
    assert difference_interval(total) == compare(base, head).interval
    assert (total.base, total.head) == (tally(base), tally(head))


def test_beyond_one_internal_chunk() -> None:
    rng = np.random.default_rng(32)
    base, head = rng.integers(1, 5, size=(2, 150_001, 2), dtype=np.uint8)
    pair = tally_pair(base, head)
    changes = (POINTS[head] - POINTS[base]).sum(axis=1)
    assert pair.block_changes == tuple(np.bincount(changes + 4, minlength=9))
    assert pair.discordant_games == np.count_nonzero(base != head)


def test_what_cannot_be_compared_is_refused() -> None:
    base = np.full((4, 2), W, dtype=np.uint8)
    with pytest.raises(ValueError, match=r"shape \(4, 2\) against head of shape \(3, 2\)"):
        compare(base, base[:3])
    with pytest.raises(ValueError, match="no blocks"):
        compare(base[:0], base[:0])
    with pytest.raises(ValueError, match=r"such as 0\.95"):
        compare(base, base, 95)
    wrong = base.copy()
    wrong[2, 0] = 9
    with pytest.raises(ValueError, match="block 2, rotation 0: 9"):
        compare(base, wrong)
    with pytest.raises(ValueError, match="expected uint8"):
        compare(base, base.astype(np.int64))


def test_contradictory_counts_are_refused() -> None:
    won, lost = tally(cell((W,))), tally(cell((L,)))
    assert difference_interval(PairedTally(lost, won, (0, 0, 0, 0, 1), 1)).estimate == 1.0
    with pytest.raises(ValueError, match="differ by another sum"):
        PairedTally(lost, won, (1, 0, 0, 0, 0), 1)
    with pytest.raises(ValueError, match="discordant"):
        PairedTally(lost, won, (0, 0, 0, 0, 1), 0)
    with pytest.raises(ValueError, match="classes"):
        PairedTally(lost, won, (0, 0, 0, 1), 1)
    with pytest.raises(ValueError, match="same blocks"):
        PairedTally(lost, won + won, (0, 0, 0, 0, 1), 1)
