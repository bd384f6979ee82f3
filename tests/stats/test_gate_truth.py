"""The gate against the truth, on fixed seeds; `scripts/gate-truth` runs the same scenarios at length.

Bounds, set before any run. An end that is wrong has a chance of at most 5 % on any border, so of R runs the number of
wrong ones is at most binomial; a bound at the quantile of 1 - 1/30,000 is crossed by bad luck once in 30,000 tests.
Where nothing at all moves, no run may be wrong. A gate whose error is not split is far beyond these bounds.
"""

import os
from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from scipy.stats import binom

from balance.stats import gate_truth
from balance.stats.gate import Result, Verdict
from balance.stats.gate_truth import Wrong, count, coverage, gate_of, hidden_edits, result_of, scenarios
from balance.stats.looks import look_sizes
from balance.stats.measures import Measure
from balance.stats.synthetic import BlockLaw

RUNS = {"quick": 40, "full": 1000}.get(os.environ.get("BALANCE_TEST_LEVEL", ""), 100)
SCENARIOS = {scenario.name: scenario for scenario in scenarios()}


def most(runs: int, chance: float = 0.05) -> int:
    return int(binom.ppf(1 - 1 / 30_000, runs, chance))


@pytest.mark.parametrize("name", SCENARIOS)
def test_ends_of_runs(name: str) -> None:
    found = count(SCENARIOS[name], RUNS, seed=21)
    assert found.passed + found.failed + found.inconclusive == found.runs == RUNS
    assert found.errors <= (0 if SCENARIOS[name].wrong is Wrong.NOT_PASSED else most(RUNS))


def test_the_scenarios_stand_where_they_say() -> None:
    def moves(name: str) -> list[float]:
        return [round(100 * law.move, 9) for law in SCENARIOS[name].laws]

    assert all(len(scenario.laws) == 9 for scenario in SCENARIOS.values())
    assert moves("all +1") == moves("all +1, from 96 %") == [1] * 9
    assert moves("all +2") == [2] * 9
    assert moves("one +2") == [2] + [0] * 8
    assert moves("one +3") == [3] + [0] * 8
    assert moves("from -1 to +1") == [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1]
    assert max(law.discordant_share for law in SCENARIOS["no block moved"].laws) == pytest.approx(0)


def test_bounds_of_a_thousand_runs() -> None:
    def bound(name: str) -> int:
        return replace(count(SCENARIOS[name], 1, 1), runs=1000).errors_max

    assert bound("all +1") == 64  # 5 % and two standard errors
    assert bound("one +3") == 50
    assert bound("no block moved") == 0


@pytest.mark.parametrize(
    ("wrong", "verdicts", "expected"),
    [
        (Wrong.FAILED, [Verdict.REGRESSED, Verdict.SAME], True),
        (Wrong.FAILED, [Verdict.INCONCLUSIVE, Verdict.SAME], False),
        (Wrong.PASSED, [Verdict.SAME, Verdict.A_LITTLE], True),
        (Wrong.PASSED, [Verdict.SAME, Verdict.INCONCLUSIVE], False),
        (Wrong.NOT_PASSED, [Verdict.SAME, Verdict.INCONCLUSIVE], True),
        (Wrong.NOT_PASSED, [Verdict.SAME, Verdict.SAME], False),
        (Wrong.MISSED, [Verdict.SAME, Verdict.REGRESSED], True),
        (Wrong.MISSED, [Verdict.REGRESSED, Verdict.SAME], False),
    ],
)
def test_what_is_wrong(wrong: Wrong, verdicts: list[Verdict], expected: bool) -> None:
    judged = {(i, Measure.SCORE): gate_truth.Judgement(verdict) for i, verdict in enumerate(verdicts)}
    assert wrong.has(judged) is expected


def test_the_counts_can_tell_an_error_that_is_not_split(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failures at 95 % each and passes at 5 % each, whatever the number of looks and cells."""
    split = gate_truth.split
    monkeypatch.setattr(
        gate_truth, "split", lambda *given, **share: replace(split(*given, **share), simultaneous=0.95)
    )  # fmt: skip
    assert count(SCENARIOS["all +1"], 40, seed=22).errors > most(40)
    monkeypatch.setattr(gate_truth, "split", lambda *given, **share: replace(split(*given, **share), equivalence=0.9))
    assert count(SCENARIOS["one +2"], 200, seed=22).errors > most(200)


def test_an_edit_between_the_margins_is_decided_either_way() -> None:
    """+1.5 points in one cell: PASS and FAIL are both right; at the default budget most runs end in one of them."""
    luck = np.random.default_rng(23)
    laws = [BlockLaw.edited(0.5, 0.015)] + [BlockLaw.edited(0.5, 0.0)] * 8
    ends = [result_of(gate_of(laws, luck)) for _ in range(20)]
    assert ends.count(Result.INCONCLUSIVE) < 10


def test_the_same_seed_gives_the_same_counts() -> None:
    assert count(SCENARIOS["one +2"], 3, seed=24) == count(SCENARIOS["one +2"], 3, seed=24)


def test_no_more_blocks_than_needed() -> None:
    assert count(SCENARIOS["no block moved"], 2, seed=25).blocks == look_sizes(gate_truth.BUDGET)[0]
    assert count(SCENARIOS["one +3, from 96 %"], 20, seed=25).blocks < 2000


def test_hidden_edits() -> None:
    """At least 95 % found and at most 5 % false alarms, of 60 each."""
    found = hidden_edits(60, seed=26)
    assert 60 - found.found <= most(60)
    assert found.alarms <= most(60)
    assert hidden_edits(60, move=0.0, seed=26).found <= most(60)


def test_coverage() -> None:
    assert coverage(2000, seed=27) >= 0.95 - 4 * sqrt(0.95 * 0.05 / 2000)
