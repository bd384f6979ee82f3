"""Sides that are kept apart where sides are policies: the reference policies, which do not play to win."""

import shlex

import pytest

import balance
from balance import rules
from balance.report import build, html
from balance.runs.manifest import manifest_of
from balance.runs.plan import plan_matchups
from balance.stats import seat_score_interval
from tests.games import data_of

from .test_terminal import shown

REFERENCES = ["idle", "passive", "random"]


@pytest.fixture(scope="module")
def report_of(tmp_path_factory):
    store = tmp_path_factory.mktemp("store")

    def report_of(*sides, edits=(), luck_by="seat"):
        result = balance.simulate(
            data_of("powercreep", edits), games=20, sides=sides, jobs=1, store=store, luck_by=luck_by
        )
        return build.build(result, manifest_of(result, ["balance", "matchups"]), balance.matchups(result)), result

    return report_of


@pytest.fixture(scope="module")
def five(report_of):
    return report_of("control", "expert", "idle", "random", "standard")


def lines(report):
    return [shlex.split(command.line.partition(" --rulesets ")[0]) for command in report.more]


def test_which_sides_are_kept_apart():
    creatures, fighters = data_of("powercreep"), data_of("combo-fighter")
    assert [stem for stem in creatures.sides if creatures.apart(stem)] == REFERENCES
    assert {creatures.apart(stem) for stem in REFERENCES} == {"reference"}
    assert fighters.policy("random").reference
    for stem, side in fighters.sides.items():
        assert fighters.apart(stem) == ("" if side.provenance.is_published else "stand-in")


def test_a_reference_is_the_same_games():
    """The field is for readers of reports: no identity, key or luck of a cell hangs on it."""
    ruleset = rules.get("powercreep")
    plans = [
        plan_matchups(ruleset, data_of("powercreep", edits), sides=("idle", "rush"), levels=(("standard", 20),))
        for edits in ((), ("policies.idle.reference=false", "policies.rush.reference=true"))
    ]
    assert plans[0].policy_hashes == plans[1].policy_hashes
    assert [(cell.identity, cell.key) for cell in plans[0].cells] == [
        (cell.identity, cell.key) for cell in plans[1].cells
    ]


def test_the_answer_is_about_policies_that_play_to_win(five):
    report, result = five
    main, everybody = report.headline, report.everybody
    assert main.about == "3 policies that play to win"
    assert everybody.about == "All 5 policies, 2 references included"
    said = " ".join([main.lead, *main.lopsided, *main.in_part, *main.depends, *main.settle])
    assert not any(stem in said for stem in REFERENCES)
    assert main.notes[-1] == (
        "Left out here, because they are reference policies and do not play to win: idle and random."
    )
    assert any("beats idle 10-0" in sentence for sentence in everybody.lopsided)
    assert [field.title for field in report.fields] == [
        "The 3 policies that play to win",
        "All 5 policies, 2 references included",
    ]
    scopes = balance.ratings(result).group_by("scope").agg("side").rows()
    assert {scope: sorted(sides) for scope, sides in scopes} == {
        "main": ["control", "expert", "standard"],
        "all": ["control", "expert", "idle", "random", "standard"],
    }
    assert report.length.sentences[0].startswith(
        "Under their own policies half of the games of the 3 policies that play to win are over after"
    )


def test_what_going_first_is_worth_is_told_of_the_first_policy(five):
    report, result = five
    cell = next(cell for cell in result.cells if cell.cell.a == cell.cell.b == "standard")
    score = 100 * seat_score_interval(cell.tally).estimate
    assert report.headline.notes[0].startswith(f"Who goes first scores {score:.1f} % ")
    assert " where standard meets itself, " in report.headline.notes[0]
    assert "; of the 3 policies that play to win, from " in report.headline.notes[0]
    assert "; of all 5 policies, 2 references included, from " in report.everybody.notes[0]


def test_references_are_marked(five):
    report, _ = five
    page, text = html.render(report), shown(report)
    assert '<span class="badge stand-in">reference</span>' in page
    assert "a reference is involved: it does not play to win" in page
    assert "stand-in is" not in page
    assert "* a reference is involved: it does not play to win." in text
    assert "idle*" in text


def test_what_to_ask_next_is_about_no_reference(five, report_of):
    report, _ = five
    best, rival, worst = (side.stem for side, _ in report.fields[0].standings)
    assert lines(report) == [
        ["balance", "skill", "powercreep"],
        ["balance", "cards", "powercreep", best],
        ["balance", "cards", "powercreep", worst],
        ["balance", "luck", "powercreep", ":".join(sorted((best, rival)))],
        ["balance", "matchups", "powercreep", "--luck-by", "side"],
    ]
    by_side, _ = report_of("expert", "standard", luck_by="side")
    assert "--luck-by" not in " ".join(map(shlex.join, lines(by_side)))


def test_one_policy_that_plays_to_win_is_told_of_among_all(report_of):
    report, _ = report_of("random", "standard")
    assert report.headline.about == "All 2 policies, 1 reference included"
    assert len(report.headline.lopsided) == 1
    assert report.everybody is None
    assert [line for line in lines(report) if line[1] in ("cards", "luck")] == [
        ["balance", "cards", "powercreep", "standard"]
    ]
