"""Declared changes: when they can be honoured, how they add up, and what is proposed to be written down."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.stats import Interval
from balance.stats.declared import STEPS, Declaration, Standing, honoured, proposal, since_anchor, standings
from balance.stats.gate import Evidence, Judgement, Question, Verdict, judge
from balance.stats.looks import Levels
from balance.stats.ranges import Range

HEAD = {"boris:grace": "h1", "grace:renee": "h2"}
RANGE = Range(0.01, 0.04)


def declared(cell: str, identity: str | None = None, source: str = "hook.yaml", expected: Range = RANGE) -> Declaration:
    return Declaration(source, cell, expected, identity)


def test_standings() -> None:
    found = standings(
        [
            declared("boris:grace", "h1"),
            declared("grace:renee", "h0"),
            declared("grace:renee", None, "intent.yaml"),
            declared("boris:sno"),
        ],
        HEAD,
    )
    assert [standing for _, standing in found] == [
        Standing.VALID,
        Standing.STALE,
        Standing.VALID,  # an intent; the stale one beside it does not count
        Standing.UNKNOWN,
    ]
    assert honoured(found) == {"boris:grace": RANGE, "grace:renee": RANGE}


@pytest.mark.parametrize("identity", ["h1", None])
def test_two_that_speak_of_one_cell_are_both_refused(identity: str | None) -> None:
    found = standings([declared("boris:grace", identity), declared("boris:grace", None, "again.yaml")], HEAD)
    assert [standing for _, standing in found] == [Standing.CONFLICTING] * 2
    assert honoured(found) == {}


def test_equal_declarations_of_two_files_conflict_too() -> None:
    found = standings([declared("boris:grace"), declared("boris:grace")], HEAD)
    assert {standing for _, standing in found} == {Standing.CONFLICTING}


def test_changes_since_the_anchor_add_up() -> None:
    found = since_anchor(
        [declared("boris:grace", "old"), declared("boris:grace", "h1", "b.yaml", Range(-0.02, 0.0)), declared("x:y")]
    )
    total = found["boris:grace"]
    assert (total.low, total.high) == (pytest.approx(-0.01), pytest.approx(0.04))
    assert found["x:y"] == RANGE


def judged(low: float, high: float, verdict: Verdict = Verdict.REGRESSED) -> Judgement:
    interval = Interval((low + high) / 2, low, high, 0.95)
    return Judgement(verdict, interval, interval, 0.5, 0.52, 1000)


def test_a_proposal_is_rounded_outwards() -> None:
    found = proposal(judged(0.02041, 0.03962), 0.01)
    assert (found.low, found.high) == (pytest.approx(0.010), pytest.approx(0.050))
    on_grid = proposal(judged(-0.03125, -0.02), 0.0)
    assert (on_grid.low, on_grid.high) == (-0.032, -0.02)


@given(st.floats(-0.5, 0.5), st.floats(1e-6, 0.2), st.sampled_from([0.0, 0.01]))
def test_the_same_run_lies_within_its_own_proposal(low: float, width: float, margin: float) -> None:
    interval = Interval(low + width / 2, low, low + width, 0.95)
    found = proposal(judged(interval.low, interval.high), margin)
    # Through the text of a file: tenths of a point.
    read = Range(float(f"{found.low:.3f}"), float(f"{found.high:.3f}"))
    assert read.holds(interval)
    assert width + 2 * margin <= read.high - read.low + 1e-9 <= width + 2 * margin + 2 / STEPS + 1e-8
    question = Question.about_zero(0.01, 0.02, Levels(0.9, 0.95), declared=read)
    evidence = Evidence(lambda level: interval, 0.5, 0.5 + interval.estimate, 1000)
    assert judge(question, evidence).verdict in (Verdict.AS_DECLARED, Verdict.A_LITTLE)


def test_nothing_to_accept() -> None:
    for one in (judged(-0.01, 0.03, Verdict.INCONCLUSIVE), Judgement(Verdict.UNCHANGED)):
        with pytest.raises(ValueError, match="expected a claim"):
            proposal(one, 0.01)
