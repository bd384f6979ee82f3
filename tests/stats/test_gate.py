"""The truth table of a gate line by line, edges included; the run over looks; what follows for the whole run."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.stats import Interval, PairedTally, tally_pair
from balance.stats.gate import (
    Evidence,
    Judgement,
    Question,
    Result,
    Verdict,
    blocks_to_decide,
    judge,
    overall,
    run_gate,
)
from balance.stats.looks import Levels
from balance.stats.ranges import Range
from balance.stats.synthetic import BlockLaw, outcomes_of
from balance.stats.targets import Target

LEVELS = Levels(equivalence=0.9, simultaneous=0.99)
POINT = 0.01
UP = 1e-9  # beyond an edge


def seen(
    equivalence: tuple[float, float], simultaneous: tuple[float, float], base: float = 50, head: float | None = None
) -> Evidence:
    """Evidence with these limits, in points."""
    middle = sum(equivalence) / 2
    limits = {LEVELS.equivalence: equivalence, LEVELS.simultaneous: simultaneous}

    def interval(level: float) -> Interval:
        low, high = limits[level]
        return Interval(middle * POINT, low * POINT, high * POINT, level)

    return Evidence(interval, base * POINT, (base + middle if head is None else head) * POINT, 1000)


def points(low: float, high: float) -> Range:
    return Range(low * POINT, high * POINT)


def verdict(question: Question, evidence: Evidence) -> Verdict:
    return judge(question, evidence).verdict


PLAIN = Question.about_zero(1 * POINT, 2 * POINT, LEVELS)
DECLARED = Question.about_zero(1 * POINT, 2 * POINT, LEVELS, declared=points(2, 5))
AIMED = Question.about_zero(1 * POINT, 2 * POINT, LEVELS, target=Target(points(45, 55)))

TABLE = {  # equivalence, simultaneous (points) -> verdict
    "nothing": ((-0.5, 0.5), (-0.9, 0.9), Verdict.SAME),
    "to the limit, excluded": ((-2, 0.5), (-2.5, 1), Verdict.INCONCLUSIVE),
    "just inside the limit": ((-2 + UP, 0.5), (-2.5, 1), Verdict.SAME),
    "upper limit excluded": ((0, 2), (-1, 2.5), Verdict.INCONCLUSIVE),
    "just below the upper limit": ((0, 2 - UP), (-1, 2.5), Verdict.SAME),
    "a little": ((1.2, 1.8), (1.1, 1.9), Verdict.A_LITTLE),
    "a little, down": ((-1.8, -1.2), (-1.9, -1.1), Verdict.A_LITTLE),
    "touching the allowed range is not apart": ((1.2, 1.8), (1, 1.9), Verdict.SAME),
    "just apart from it": ((1.2, 1.8), (1 + UP, 1.9), Verdict.A_LITTLE),
    "moved": ((2.5, 3.5), (2, 4), Verdict.REGRESSED),
    "moved down": ((-3.5, -2.5), (-4, -2), Verdict.REGRESSED),
    "moved, or within the guard band": ((1.5, 2.5), (1.1, 2.9), Verdict.REGRESSED),
    "touching the allowed range from outside": ((1.5, 2.5), (1, 3), Verdict.INCONCLUSIVE),
    "wide": ((-3, 3), (-5, 5), Verdict.INCONCLUSIVE),
    "over all of the limit": ((-1, 3), (-2, 4), Verdict.INCONCLUSIVE),
}


@pytest.mark.parametrize("name", TABLE)
def test_without_declaration_or_target(name: str) -> None:
    equivalence, simultaneous, expected = TABLE[name]
    assert verdict(PLAIN, seen(equivalence, simultaneous)) is expected


@pytest.mark.parametrize("name", TABLE)
def test_a_mirrored_move_gets_the_same_verdict(name: str) -> None:
    equivalence, simultaneous, expected = TABLE[name]
    mirrored = [(-high, -low) for low, high in (equivalence, simultaneous)]
    assert verdict(PLAIN, seen(*mirrored)) is expected


DECLARED_TABLE = {  # accepted: 2 to 5 points
    "within": ((2.8, 3.2), (2.5, 3.5), Verdict.AS_DECLARED),
    "within, ends included": ((2.8, 4), (2, 5), Verdict.AS_DECLARED),
    "sticking out below": ((2.2, 4), (2 - UP, 5), Verdict.INCONCLUSIVE),
    "sticking out above": ((3, 4.8), (2.5, 5 + UP), Verdict.INCONCLUSIVE),
    "touching from above": ((5.5, 6), (5, 7), Verdict.INCONCLUSIVE),
    "beyond": ((5.5, 6), (5 + UP, 7), Verdict.REGRESSED),
    "short of it, but moved": ((1.1, 1.9), (1.05, 1.95), Verdict.A_LITTLE),
    "short of it, and beyond the limit": ((1.2, 2), (1.05, 2 - UP), Verdict.REGRESSED),
    "the other way": ((-4, -3), (-5, -2), Verdict.REGRESSED),
    "still": ((-0.5, 0.5), (-0.9, 0.9), Verdict.SAME),
    "nothing known": ((-3, 3), (-5, 5), Verdict.INCONCLUSIVE),
}


@pytest.mark.parametrize("name", DECLARED_TABLE)
def test_with_a_declared_range(name: str) -> None:
    equivalence, simultaneous, expected = DECLARED_TABLE[name]
    found = judge(DECLARED, seen(equivalence, simultaneous))
    assert found.verdict is expected
    assert found.is_declared_still is (name == "still")


def test_a_little_comes_before_declared() -> None:
    question = Question.about_zero(POINT, 2 * POINT, LEVELS, declared=points(1, 3))
    assert verdict(question, seen((1.2, 1.8), (1.1, 1.9))) is Verdict.A_LITTLE


@pytest.mark.parametrize(
    ("declared", "equivalence", "is_still"),
    [
        ((2, 5), (-1, 0.5), False),  # on the edge of the allowed range: not shown to be still
        ((2, 5), (-1 + UP, 0.5), True),
        ((0.5, 5), (-0.9, 0.5), False),  # touches what was declared
        ((0.5, 5), (-0.9, 0.5 - UP), True),
        ((-1, 5), (-0.9, 0.5), False),
    ],
)
def test_a_declared_move_that_did_not_happen(
    declared: tuple[float, float], equivalence: tuple[float, float], is_still: bool
) -> None:
    question = Question.about_zero(POINT, 2 * POINT, LEVELS, declared=points(*declared))
    assert judge(question, seen(equivalence, (-1.5, 1.5))).is_declared_still is is_still


def test_equal_by_content() -> None:
    assert judge(PLAIN, None) == Judgement(Verdict.UNCHANGED)
    assert judge(DECLARED, None).is_declared_still
    assert not judge(Question.about_zero(0, POINT, LEVELS, declared=points(-1, 2)), None).is_declared_still


@pytest.mark.parametrize(
    ("base", "head", "expected"),
    [
        (40, 43, Verdict.IMPROVED),
        (60, 57, Verdict.IMPROVED),
        (46, 49, Verdict.IMPROVED),  # inside the band, nearer to its middle
        (48, 51, Verdict.IMPROVED),  # past the middle, and still nearer
        (48.5, 51.5, Verdict.REGRESSED),  # as far on the other side
        (43, 40, Verdict.REGRESSED),
        (52, 55, Verdict.REGRESSED),
        (40, 55, Verdict.IMPROVED),  # on the far edge of the band
        (40, 55.1, Verdict.REGRESSED),  # nearer, but out on the other side
        (60, 44.9, Verdict.REGRESSED),
    ],
)
def test_moves_towards_a_target(base: float, head: float, expected: Verdict) -> None:
    move = head - base
    evidence = seen((move - 0.5, move + 0.5), (move - 0.9, move + 0.9), base, head)
    assert verdict(AIMED, evidence) is expected


def test_declared_comes_before_target() -> None:
    question = Question.about_zero(POINT, 2 * POINT, LEVELS, declared=points(2, 5), target=Target(points(45, 55)))
    assert verdict(question, seen((2.5, 3.5), (2.2, 3.8), 40)) is Verdict.AS_DECLARED
    assert verdict(question, seen((6, 7), (5.5, 7.5), 40)) is Verdict.IMPROVED
    assert verdict(question, seen((4, 6), (3, 7), 40)) is Verdict.INCONCLUSIVE


def test_results_of_verdicts() -> None:
    by_result = {result: [verdict for verdict in Verdict if verdict.result() is result] for result in Result}
    assert by_result[Result.FAIL] == [Verdict.REGRESSED]
    assert by_result[Result.INCONCLUSIVE] == [Verdict.INCONCLUSIVE]
    assert Verdict.IMPROVED.result(is_any_move=True) is Result.FAIL
    assert Verdict.A_LITTLE.result(is_any_move=True) is Result.PASS


@pytest.mark.parametrize(
    ("decisive", "advisory", "plain", "strict"),
    [
        ("", "", "P", "P"),
        ("PP", "P", "P", "P"),
        ("PI", "", "I", "F"),
        ("PIF", "", "F", "F"),
        ("P", "F", "P", "F"),
        ("P", "I", "P", "F"),
        ("I", "F", "I", "F"),
    ],
)
def test_the_result_of_a_run(decisive: str, advisory: str, plain: str, strict: str) -> None:
    names = {"P": Result.PASS, "F": Result.FAIL, "I": Result.INCONCLUSIVE}
    found = [names[one] for one in decisive], [names[one] for one in advisory]
    assert overall(*found) is names[plain]
    assert overall(*found, is_strict=True) is names[strict]


# ---------------------------------------------------------------- drift


@pytest.mark.parametrize(
    ("declared", "equivalence", "simultaneous", "expected"),
    [
        ([], (4, 5.5), (3, 6.5), Verdict.SAME),
        ([], (4.5, 6.1), (4, 6.5), Verdict.INCONCLUSIVE),
        ([], (5.3, 5.8), (5.1, 5.9), Verdict.A_LITTLE),
        ([], (5.5, 7), (5.1, 7.5), Verdict.REGRESSED),
        ([], (-7, -5.5), (-7.5, -5.1), Verdict.REGRESSED),
        ([(1, 2)], (5.5, 7), (5.1, 7.5), Verdict.SAME),  # up to 7, for sure up to 8
        ([(1, 2), (0.5, 1)], (8.5, 9.5), (8.1, 9.9), Verdict.REGRESSED),
        ([(1, 2), (0.5, 1)], (7.5, 8.5), (7.1, 8.9), Verdict.SAME),
        ([(3, 4)], (-1.5, -0.5), (-2.5, 0.5), Verdict.SAME),  # -2 is five points short of the least declared
        ([(3, 4)], (-5, -3.5), (-6, -3.1), Verdict.REGRESSED),
    ],
)
def test_drift(
    declared: list[tuple[float, float]],
    equivalence: tuple[float, float],
    simultaneous: tuple[float, float],
    expected: Verdict,
) -> None:
    question = Question.of_drift(5 * POINT, POINT, LEVELS, [points(*one) for one in declared])
    assert verdict(question, seen(equivalence, simultaneous)) is expected


# ---------------------------------------------------------------- over looks


class Player:
    """Plays what it is asked for, and remembers it."""

    def __init__(self, known: dict[str, list[Evidence | None]]) -> None:
        self.known = known
        self.asked: list[tuple[list[str], int]] = []

    def __call__(self, keys: list[str], blocks: int) -> dict[str, Evidence | None]:
        self.asked.append((list(keys), blocks))
        return {key: self.known[key][len(self.asked) - 1] for key in keys}


WIDE, SAME, MOVED = seen((-3, 3), (-5, 5)), seen((-0.5, 0.5), (-0.9, 0.9)), seen((2.5, 3.5), (2, 4))


def test_claims_are_asked_about_until_they_are_decided() -> None:
    play = Player({"equal": [None], "slow": [WIDE, WIDE, MOVED], "fast": [SAME, MOVED], "open": [WIDE] * 3})
    judged = run_gate(dict.fromkeys(["equal", "slow", "fast", "open"], PLAIN), [10, 20, 30], play)
    assert [judged[key].verdict for key in ("equal", "slow", "fast", "open")] == [
        Verdict.UNCHANGED,
        Verdict.REGRESSED,
        Verdict.SAME,
        Verdict.INCONCLUSIVE,
    ]
    assert list(judged) == ["equal", "slow", "fast", "open"]
    assert play.asked == [(["equal", "slow", "fast", "open"], 10), (["slow", "open"], 20), (["slow", "open"], 30)]


def test_no_look_beyond_the_last_open_claim() -> None:
    play = Player({"fast": [SAME, SAME]})
    run_gate({"fast": PLAIN}, [10, 20], play)
    assert play.asked == [(["fast"], 10)]
    assert run_gate({}, [10], play) == {}


def test_a_budget_of_time_ends_after_a_whole_look() -> None:
    play = Player({"open": [WIDE, WIDE, SAME]})
    judged = run_gate({"open": PLAIN}, [10, 20, 30], play, is_over=lambda: len(play.asked) == 2)
    assert (judged["open"].verdict, len(play.asked)) == (Verdict.INCONCLUSIVE, 2)
    assert list(run_gate({"open": PLAIN}, [10, 20], Player({"open": [WIDE]}), is_over=lambda: True)) == ["open"]


@pytest.mark.parametrize("looks", [[], [10, 10], [20, 10]])
def test_looks_must_rise(looks: list[int]) -> None:
    with pytest.raises(ValueError, match="rising"):
        run_gate({"a": PLAIN}, looks, Player({"a": [SAME]}))


def test_evidence_of_a_pair() -> None:
    law = BlockLaw.edited(0.4, 0.05)
    base, head = outcomes_of(law.sample(500, np.random.default_rng(3)))
    pair = tally_pair(base, head)
    evidence = Evidence.of_pair(pair)
    assert (evidence.base, evidence.head, evidence.blocks) == (pair.base.score, pair.head.score, 500)
    assert evidence.interval(0.9).level == 0.9
    with pytest.raises(ValueError, match="no blocks"):
        Evidence.of_pair(PairedTally.empty(2))


# ---------------------------------------------------------------- blocks still needed


def needed(question: Question, equivalence: tuple[float, float], simultaneous: tuple[float, float]) -> int | None:
    return blocks_to_decide(question, judge(question, seen(equivalence, simultaneous)))


def test_blocks_to_decide() -> None:
    assert needed(PLAIN, (-4, 4), (-6, 6)) == pytest.approx(4000, abs=1)  # half the width fits into the limit
    assert needed(PLAIN, (-1, 3), (-2, 4)) == pytest.approx(4000, abs=1)  # one point to the limit, against a width of 2
    assert needed(PLAIN, (1, 5), (-1, 7)) == pytest.approx(
        4000, abs=1
    )  # two points above the allowed range, against a width of 4
    assert needed(PLAIN, (-5, -1), (-7, 1)) == pytest.approx(4000, abs=1)
    assert needed(PLAIN, (-0.5, 0.5), (-0.9, 0.9)) == 1000  # decided
    assert blocks_to_decide(PLAIN, judge(PLAIN, None)) == 0


def test_blocks_to_decide_with_a_declared_range() -> None:
    assert needed(DECLARED, (2, 5), (1.5, 5.5)) == pytest.approx(1778, abs=1)  # (2 / 1.5)^2, to fit between 2 and 5
    assert needed(DECLARED, (4, 8), (2, 10)) == pytest.approx(16_000, abs=1)  # one point above 5, against a width of 4


@given(st.floats(-6, 6), st.floats(0.1, 5), st.booleans())
def test_so_many_blocks_do_decide(middle: float, width: float, is_declared: bool) -> None:
    question = DECLARED if is_declared else PLAIN

    def judged(shrink: float) -> Judgement:
        reach, wider = width / shrink, 1.5 * width / shrink
        return judge(question, seen((middle - reach, middle + reach), (middle - wider, middle + wider)))

    blocks = blocks_to_decide(question, judged(1))
    if blocks is None or blocks > 10**9:
        return
    assert judged((blocks / 1000) ** 0.5 * 1.001).verdict is not Verdict.INCONCLUSIVE
    if blocks > 1000:
        assert judged(((blocks - 1) / 1000) ** 0.5 * 0.999).verdict is Verdict.INCONCLUSIVE


def test_a_question_needs_a_guard_band() -> None:
    for allowed, limit in product((0.01, 0.02), (0.01, 0.005)):
        with pytest.raises(ValueError, match="beyond both ends"):
            Question.about_zero(allowed, limit, LEVELS)
