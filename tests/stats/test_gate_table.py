"""The whole truth table of a gate against another reading of it: ranges as sets of points, edges included.

Limits lie on whole numbers of half points, and the sets hold quarter points, so a common end is a common element and
an excluded end is none.
"""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.stats import Interval
from balance.stats.gate import Evidence, Question, Verdict, judge
from balance.stats.looks import Levels
from balance.stats.ranges import Range
from balance.stats.synthetic import BlockLaw, pair_of
from balance.stats.targets import Target

LEVELS = Levels(0.9, 0.99)
STEP = 2.0**-7  # of half a point; a power of two, so that no edge is blurred
REACH = 7  # half points
ALLOWED, LIMIT = 2, 4
DECLARED = [None, (3, 6), (4, 5), (-1, 3), (-6, -4)]
TARGETS = [None, ("low", 80), ("even", 100), ("high", 120)]  # base, in half points, about a band from 96 to 104

Ends = tuple[int, int]


def points(ends: Ends, is_open: bool = False) -> int:
    """The quarter points of a range of half points, as bits."""
    low, high = 2 * ends[0] + is_open, 2 * ends[1] - is_open
    return sum(1 << (place + 4 * REACH) for place in range(low, high + 1))


ALLOWED_POINTS, LIMIT_POINTS = points((-ALLOWED, ALLOWED)), points((-LIMIT, LIMIT), is_open=True)


def is_subset(one: int, other: int) -> bool:
    return one & ~other == 0


def expected(e: int, s: int, r: int | None, target: tuple[str, int] | None, move: float) -> tuple[Verdict, bool]:
    """The table as it is written, line by line, and the warning."""
    is_inside = is_subset(e, LIMIT_POINTS)
    has_moved = not s & ALLOWED_POINTS
    is_elsewhere = r is None or not s & r
    is_still = r is not None and is_subset(e, points((-ALLOWED, ALLOWED), is_open=True)) and not e & r
    if is_inside and has_moved:
        return Verdict.A_LITTLE, is_still
    if r is not None and is_subset(s, r):
        return Verdict.AS_DECLARED, is_still
    if has_moved and is_elsewhere:
        if target is not None:
            base, head = target[1], target[1] + move
            far = 104 if base < 100 else 96
            is_beyond = head > far if base < 100 else head < far
            if abs(head - 100) < abs(base - 100) and not is_beyond:
                return Verdict.IMPROVED, is_still
        return Verdict.REGRESSED, is_still
    return (Verdict.SAME if is_inside else Verdict.INCONCLUSIVE), is_still


@pytest.mark.parametrize("declared", DECLARED)
def test_every_place_of_both_intervals(declared: Ends | None) -> None:
    r = None if declared is None else points(declared)
    declared_range = None if declared is None else Range(declared[0] * STEP, declared[1] * STEP)
    seen = set()
    for target in TARGETS:
        aim = None if target is None else Target(Range(96 * STEP, 104 * STEP))
        question = Question.about_zero(ALLOWED * STEP, LIMIT * STEP, LEVELS, declared_range, aim)
        base = 100 if target is None else target[1]
        for low, high in product(range(-REACH, REACH + 1), repeat=2):
            for inner_low, inner_high in product(range(low, high + 1), repeat=2):
                if inner_low > inner_high or inner_low - low > 2 or high - inner_high > 2:
                    continue
                ends = {LEVELS.equivalence: (inner_low, inner_high), LEVELS.simultaneous: (low, high)}
                move = (inner_low + inner_high) / 2

                def interval(level: float, ends=ends, move=move) -> Interval:
                    return Interval(move * STEP, ends[level][0] * STEP, ends[level][1] * STEP, level)

                found = judge(question, Evidence(interval, base * STEP, (base + move) * STEP, 100))
                wanted = expected(points((inner_low, inner_high)), points((low, high)), r, target, move)
                assert (found.verdict, found.is_declared_still) == wanted, (target, ends)
                seen.add(found.verdict)
    never = {Verdict.UNCHANGED} | ({Verdict.AS_DECLARED} if declared is None else set())
    assert seen == set(Verdict) - never


laws = st.builds(
    lambda score, move, draws, shared, alike: BlockLaw.edited(score, move, draws=draws, shared=shared, alike=alike),
    st.floats(0.1, 0.9), st.floats(-0.08, 0.08), st.floats(0, 0.5), st.floats(0, 1), st.floats(0, 1),
)  # fmt: skip


@given(laws, st.integers(1, 20_000), st.integers(0, 2**32))
@settings(deadline=None)
def test_verdicts_agree_with_the_estimate_and_do_not_depend_on_the_direction(
    law: BlockLaw, blocks: int, seed: int
) -> None:
    counts = law.sample(blocks, np.random.default_rng(seed))
    swapped = counts.reshape((3,) * 4).transpose(1, 0, 3, 2).ravel()  # base for head, in both games
    question = Question.about_zero(0.01, 0.02, LEVELS)
    found = judge(question, Evidence.of_pair(pair_of(counts)))
    back = judge(question, Evidence.of_pair(pair_of(swapped)))
    assert back.verdict is found.verdict
    assert found.equivalence is not None
    estimate = found.equivalence.estimate
    assert back.equivalence is not None
    assert back.equivalence.estimate == -estimate
    if found.verdict in (Verdict.REGRESSED, Verdict.A_LITTLE):
        assert abs(estimate) > 0.01
    if found.verdict in (Verdict.SAME, Verdict.A_LITTLE):
        assert abs(estimate) < 0.02
