"""The tables of skill: what becomes of a matchup when play errs more and more."""

from __future__ import annotations

import polars as pl
import pytest

from balance.errors import UsageError
from balance.frames import skill as frames
from balance.frames.matchups import matchups
from balance.report.skill import build
from balance.runs.executor import run
from balance.runs.manifest import manifest_of
from balance.runs.skill import plan_skill
from balance.runs.store import Store
from tests.games import data_of

SIDES = ("boris", "grace", "renee")
DATA = data_of("combo-fighter")


@pytest.fixture(scope="module")
def planned():
    return plan_skill(DATA, policy="greedy", noises=(300, 0, 1000), games=200, sides=SIDES, epoch=4)


@pytest.fixture(scope="module")
def result(planned, tmp_path_factory):
    return run(planned.plan, Store(tmp_path_factory.mktemp("store")), jobs=1)


def test_levels_are_one_policy_at_each_noise(planned):
    assert planned.noises == (0, 300, 1000)
    assert planned.plan.levels == ("greedy", "greedy with noise 300", "greedy with noise 1000")
    noises = {cell.policy_a: int(cell.policies[0].noise) for cell in planned.plan.cells}
    assert noises == planned.noise_of == {"greedy": 0, "greedy with noise 300": 300, "greedy with noise 1000": 1000}
    weights = {cell.policies[0].weight.tobytes() for cell in planned.plan.cells}
    assert len(weights) == 1


def test_the_policy_itself_keeps_its_cells(planned):
    """What `matchups` has played is not played again."""
    from balance import rules
    from balance.runs.plan import plan_matchups

    plain = plan_matchups(rules.get("combo-fighter"), DATA, sides=SIDES, levels=(("greedy", 200),), epoch=4)
    assert {cell.key for cell in plain.cells} <= {cell.key for cell in planned.plan.cells}


def test_all_noise_is_random_play(result, tmp_path):
    """At 1,000 per mille every decision is made at random, with the luck that random play would have."""
    from balance import rules
    from balance.runs.plan import plan_matchups

    at_random = plan_matchups(rules.get("combo-fighter"), DATA, sides=SIDES, levels=(("random", 200),), epoch=4)
    played = run(at_random, Store(tmp_path), jobs=1)
    noisy = [cell.tally for cell in result.cells if cell.cell.policy_b == "greedy with noise 1000"]
    assert [cell.tally for cell in played.cells] == noisy


def test_a_side_that_errs_meets_itself_at_its_best(planned, result):
    """As the games of two policies, one of which errs, on the luck of the mirror."""
    at_best = {cell.a: cell for cell in planned.plan.cells if cell.is_mirror and cell.level == 0}
    erring = [cell for cell in planned.plan.cells if cell.a == cell.b and not cell.is_mirror]
    assert [(cell.a, cell.level) for cell in erring] == [(stem, level) for stem in SIDES for level in (1, 2)]
    assert len({cell.key for cell in planned.plan.cells}) == len(planned.plan.cells)
    for cell in erring:
        assert [int(policy.noise) for policy in cell.policies] == [planned.noises[cell.level], 0]
        assert (cell.rotations, cell.blocks, cell.matchup) == (2, 100, at_best[cell.a].matchup)
    table = frames.skill(planned, result).filter(question=frames.ERRORS)
    assert table.select("a", "b", "noise", "verdict").rows() == [
        (stem, stem, noise, "") for stem in SIDES for noise in (300, 1000)
    ]
    assert table.filter(noise=1000)["hi"].max() < 300  # greedy play beats random play nine times in ten
    assert (table.filter(noise=300)["score_per_mille"] > table.filter(noise=1000)["score_per_mille"]).all()


def test_nobody_goes_first_in_simultaneous_play(planned, result):
    assert frames.FIRST not in set(frames.skill(planned, result)["question"])


def test_rows_are_those_of_the_matchup_table(planned, result):
    table = frames.skill(planned, result)
    assert table.columns == list(frames.SCHEMA)
    table = table.filter(question=frames.MATCHUP)
    assert table.select("a", "b", "noise").rows() == [
        (a, b, noise)
        for a, b in (("boris", "grace"), ("boris", "renee"), ("grace", "renee"))
        for noise in (0, 300, 1000)
    ]
    plain = matchups(result).filter(pl.col("policy_a") == "greedy", pl.col("a") != pl.col("b"))
    assert table.filter(noise=0)["score_per_mille"].to_list() == plain["score_per_mille"].to_list()


@pytest.mark.parametrize(
    ("best", "worst", "verdict"),
    [
        (1, 1, frames.SURVIVES), (-1, -1, frames.SURVIVES), (1, -1, frames.TURNED), (-1, 1, frames.TURNED),
        (1, 0, frames.GROWN), (-1, 0, frames.GROWN), (0, 1, frames.GONE), (0, -1, frames.GONE), (0, 0, frames.EVEN),
    ],
)  # fmt: skip
def test_verdict(best, worst, verdict):
    assert frames._verdict(best, worst) == verdict


@pytest.mark.parametrize(
    ("lo", "hi", "lean"), [(551, 600, 1), (550, 600, 0), (400, 449, -1), (400, 450, 0), (440, 560, 0)]
)
def test_lopsided_is_surely_outside_the_band(lo, hi, lean):
    assert frames._lean({"lo": lo, "hi": hi}) == lean


def test_the_report_says_what_survives(planned, result):
    table, means = frames.skill(planned, result), frames.averages(planned, result)
    page = build(planned, means, manifest_of(result, ["balance", "skill", "combo-fighter"]), table)
    survivors = table.filter(question=frames.MATCHUP, noise=0, verdict=frames.SURVIVES).height
    verb = "is" if survivors == 1 else "are"
    assert page.lead[0].startswith(f"Of 3 matchups between published sides, {survivors} {verb} lopsided the same way")
    assert page.lead[-1].startswith("Errors cost ")
    assert page.lead[-1].endswith(": scores of noise 1000 against the same side without errors.")
    sides, errors, cells = page.tables
    assert errors.heads == ("Fighter", "noise 300", "noise 1000")
    assert [row[0].text for row in errors.rows] == [row[0].text for row in sides.rows]
    assert [row[0].text for row in sides.rows] == [DATA.sides[stem].name for stem in SIDES]
    assert sides.heads == ("Fighter", "noise 0", "noise 300", "noise 1000")
    assert len(cells.rows) == 3
    first = means.filter(side="boris", noise=0, scope="all")["average_per_mille"].item()
    assert sides.rows[0][1].text.startswith(f"{first / 10:.1f} ± ")


@pytest.mark.parametrize("noises", [(), (100,), (100, 100), (-1, 100), (0, 1001)])
def test_refused_noises(noises):
    with pytest.raises(UsageError, match=r"--noise .*: expected two or more different numbers from 0 to 1000"):
        plan_skill(DATA, policy="greedy", noises=noises, games=2)
