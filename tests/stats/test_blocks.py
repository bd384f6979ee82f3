"""Tallies: the counts, the estimates that come from them, and what is refused."""

import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from balance.stats import BlockTally, tally
from balance.vocab import Outcome

L, D, W, T = Outcome.LOSS, Outcome.DRAW, Outcome.WIN, Outcome.TRUNCATED
SWAP = np.array([Outcome.NONE, W, D, L, T], dtype=np.uint8)
POINTS = np.array([0, 0, 1, 2, 1])

shapes = st.tuples(st.integers(1, 60), st.integers(1, 4))
cells = shapes.flatmap(lambda shape: arrays(np.uint8, shape, elements=st.sampled_from([1, 2, 3, 4])))


def cell(*blocks: tuple[Outcome, ...]) -> np.ndarray:
    return np.array(blocks, dtype=np.uint8)


def test_hand_worked_cell() -> None:
    # Block scores in half points: WW 4, WL 2, LW 2, DW 3, LL 0, TL 1.
    counts = tally(cell((W, W), (W, L), (L, W), (D, W), (L, L), (T, L)))
    assert counts.rotation_outcomes == ((2, 1, 2, 1), (3, 0, 3, 0))
    assert counts.block_counts == ((1, 1, 2, 0, 1), (0, 0, 0, 1, 0), (0, 0, 0, 0, 0))  # DW is the one with a draw
    assert counts.block_scores == (1, 1, 2, 1, 1)
    assert counts.decided == 11
    assert (counts.blocks, counts.rotations, counts.games) == (6, 2, 12)
    assert (counts.wins, counts.draws, counts.losses, counts.truncated) == (5, 1, 5, 1)
    assert counts.rotation_half_points == (6, 6)
    assert (counts.half_points, counts.half_points_squared) == (12, 34)
    assert counts.score == 0.5
    # Squares about the mean of 2 half points: 4 + 0 + 0 + 1 + 4 + 1 = 10; over 5, and over 16 for the unit score.
    assert counts.score_variance == pytest.approx(10 / 5 / 16)
    # Seat 0: 2 2 0 1 0 1, sum of squares about 1: 4. Seat 1: 2 0 2 2 0 0, about 1: 6. Independent: 10 of 10.
    assert counts.design_effect == 1.0
    assert counts.seat_gap == 0.0
    assert counts.truncation_bounds == (11 / 24, 13 / 24)


def test_truncated_scores_one_half_and_is_no_draw() -> None:
    counts = tally(cell((T,), (T,), (W,), (L,)))
    assert (counts.score, counts.draws, counts.truncated) == (0.5, 0, 2)
    assert counts.truncation_bounds == (0.25, 0.75)


def test_seat_gap_and_design_effect_at_the_extremes() -> None:
    always_first = tally(cell((W, L), (W, L), (W, L)))
    assert always_first.seat_gap == 1.0
    assert always_first.design_effect == 1.0  # 0 / 0, by convention
    alike = tally(cell((W, W), (L, L), (W, W), (L, L)))
    assert (alike.design_effect, alike.seat_gap) == (2.0, 0.0)
    offset = tally(cell((W, L), (L, W), (W, L), (L, W)))
    assert offset.design_effect == 0.0
    three = tally(cell((W, W, W), (L, L, L)))
    assert three.design_effect == 3.0
    assert three.seat_gap is None
    single = tally(cell((W,), (L,), (D,)))
    assert (single.design_effect, single.seat_gap) == (1.0, None)


def test_a_single_block_shows_no_variance() -> None:
    assert tally(cell((W, L))).score_variance == 0.0


@given(cells)
@settings(deadline=None)
def test_against_numpy(outcomes: np.ndarray) -> None:
    counts = tally(outcomes)
    points = POINTS[outcomes]
    per_block = points.sum(axis=1)
    assert counts.half_points == per_block.sum()
    assert counts.half_points_squared == (per_block**2).sum()
    assert counts.rotation_half_points == tuple(points.sum(axis=0))
    assert counts.rotation_half_points_squared == tuple((points**2).sum(axis=0))
    assert counts.block_scores == tuple(np.bincount(per_block, minlength=2 * outcomes.shape[1] + 1))
    draws = (outcomes == D).sum(axis=1)
    table = np.zeros((outcomes.shape[1] + 1, 2 * outcomes.shape[1] + 1), dtype=int)
    np.add.at(table, (draws, per_block), 1)
    assert counts.block_counts == tuple(map(tuple, table.tolist()))
    assert counts.decided == outcomes.size - draws.sum()
    assert counts.score == pytest.approx(points.mean() / 2)
    if len(outcomes) > 1:
        assert counts.score_variance == pytest.approx(points.mean(axis=1).var(ddof=1) / 4)
    independent = points.var(axis=0).sum() / outcomes.shape[1] ** 2
    if independent > 0:
        assert counts.design_effect == pytest.approx(points.mean(axis=1).var() / independent)


@given(cells)
@settings(deadline=None)
def test_swapping_the_sides_gives_exactly_one_minus_p(outcomes: np.ndarray) -> None:
    a, b = tally(outcomes), tally(SWAP[outcomes])
    assert Fraction(a.half_points, 2 * a.games) == 1 - Fraction(b.half_points, 2 * b.games)
    assert b.block_scores == a.block_scores[::-1]
    assert b.score == pytest.approx(1 - a.score, abs=1e-15)
    assert (b.score_variance, b.design_effect) == (a.score_variance, a.design_effect)
    assert (b.wins, b.draws, b.losses, b.truncated) == (a.losses, a.draws, a.wins, a.truncated)
    assert a.seat_gap is None or b.seat_gap == -a.seat_gap
    assert b.truncation_bounds == pytest.approx(tuple(1 - bound for bound in reversed(a.truncation_bounds)), abs=1e-15)


@given(cells, st.lists(st.integers(0, 60), max_size=6))
@settings(deadline=None)
def test_chunks_add_up(outcomes: np.ndarray, cuts: list[int]) -> None:
    chunks = np.split(outcomes, sorted(min(cut, len(outcomes)) for cut in cuts))
    assert sum(map(tally, chunks), start=BlockTally.empty(outcomes.shape[1])) == tally(outcomes)


@given(cells, st.randoms(use_true_random=False))
@settings(deadline=None)
def test_order_of_blocks_is_irrelevant(outcomes: np.ndarray, random: object) -> None:
    order = list(range(len(outcomes)))
    random.shuffle(order)
    assert tally(outcomes[order]) == tally(outcomes)


def test_beyond_one_internal_chunk() -> None:
    rng = np.random.default_rng(20)
    outcomes = rng.integers(1, 5, size=(200_001, 2), dtype=np.uint8)
    counts = tally(outcomes)
    assert counts.blocks == 200_001
    assert counts.block_scores == tuple(np.bincount(POINTS[outcomes].sum(axis=1), minlength=5))
    assert tally(np.asfortranarray(outcomes)) == counts


def test_memory_does_not_grow_with_the_games() -> None:
    outcomes = np.full((3_000_000, 2), W, dtype=np.uint8)
    tracemalloc.start()
    tally(outcomes)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4_000_000  # bytes; the outcomes are 6,000,000


@pytest.mark.parametrize("byte", [0, 5, 255])
@pytest.mark.parametrize("block", [2, 70_000])
def test_a_byte_that_is_no_outcome_is_refused_with_its_place(byte: int, block: int) -> None:
    outcomes = np.full((70_001, 2), D, dtype=np.uint8)
    outcomes[block, 1] = byte
    with pytest.raises(
        ValueError, match=rf"^block {block}, rotation 1: {byte} is not .* expected LOSS = 1, DRAW = 2, W"
    ):
        tally(outcomes)


@pytest.mark.parametrize(
    "outcomes",
    [
        np.ones((3, 2), dtype=np.int64),
        np.ones(3, dtype=np.uint8),
        np.ones((3, 0), dtype=np.uint8),
        np.ones((3, 2), dtype=bool),
    ],
)
def test_wrong_type_or_shape_is_refused(outcomes: np.ndarray) -> None:
    with pytest.raises(ValueError, match="expected uint8 of shape"):
        tally(outcomes)


def test_no_blocks_give_a_tally_but_no_estimate() -> None:
    empty = tally(np.zeros((0, 2), dtype=np.uint8))
    assert empty == BlockTally.empty(2)
    for name in ("score", "score_variance", "design_effect", "seat_gap", "truncation_bounds"):
        with pytest.raises(ValueError, match="no blocks"):
            getattr(empty, name)


def test_unlike_or_contradictory_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="cannot add a tally of 1 rotations to one of 2"):
        BlockTally.empty(2) + BlockTally.empty(1)
    with pytest.raises(ValueError, match="2 x rotations"):
        BlockTally((), ((0,),))
    with pytest.raises(ValueError, match="2 x rotations"):
        BlockTally(((0, 0, 1, 0),), ((0, 0, 0, 0, 1), (0, 0, 0, 0, 0)))
    with pytest.raises(ValueError, match="one for each number of draws"):
        BlockTally(((0, 0, 1, 0),), ((0, 0, 1),))
    with pytest.raises(ValueError, match="negative"):
        BlockTally(((-1, 0, 1, 0),), ((-1, 0, 1), (0, 0, 0)))
    with pytest.raises(ValueError, match="one a block"):
        BlockTally(((0, 0, 1, 0), (0, 0, 2, 0)), ((0, 0, 0, 0, 1), (0,) * 5, (0,) * 5))
    with pytest.raises(ValueError, match="half points"):
        BlockTally(((0, 0, 1, 0),), ((1, 0, 0), (0, 0, 0)))
    with pytest.raises(ValueError, match="expected 0 draws"):  # truncated, and counted as drawn
        BlockTally(((0, 0, 0, 1),), ((0, 0, 0), (0, 1, 0)))
    with pytest.raises(ValueError, match="draws alone"):  # a loss and a draw, the draw in the wrong block
        BlockTally(((1, 1, 0, 0),), ((0, 1, 0), (1, 0, 0)))
