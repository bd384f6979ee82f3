"""A ruleset whose seats bring nothing but a policy: one table of policies, told as such."""

import re

import pytest

from balance import rules
from balance.data.load import EACH_ITS_OWN
from balance.errors import IncomparableError, UsageError
from balance.frames import skill as skill_frames
from balance.frames.matchups import matchups
from balance.report import html
from balance.report.build import build
from balance.report.page import render
from balance.report.skill import build as build_skill
from balance.runs.executor import run
from balance.runs.manifest import manifest_of
from balance.runs.plan import plan_matchups
from balance.runs.replay import replay, replay_command, stamp_of
from balance.runs.skill import plan_skill
from balance.runs.store import Store
from balance.runs.variations import plan_cards, plan_luck
from tests.games import data_of

NAME = "powercreep"
SIDES = ("random", "rush", "standard")


def planned(**wishes):
    wishes = {"levels": (("standard", 20),), "sides": SIDES} | wishes
    return plan_matchups(rules.get(NAME), data_of(NAME), **wishes)


def test_sides_are_the_policies():
    data = data_of(NAME)
    assert list(data.sides) == sorted(data.policies)
    assert data.nouns == ("policy", "policies")
    with pytest.raises(UsageError, match=r"no policy 'rish'.*'rush'"):
        data.side("rish")


def test_each_side_plays_itself_and_there_is_one_level():
    plan = planned(levels=(("standard", 20), ("random", 4)))
    assert plan.levels == (EACH_ITS_OWN,)
    assert [(cell.a, cell.b) for cell in plan.cells] == [(cell.policy_a, cell.policy_b) for cell in plan.cells]
    assert len(plan.cells) == 6
    assert set(plan.policy_hashes) == set(SIDES)
    assert len({cell.matchup for cell in plan.cells}) == 6


def test_a_policy_that_searches_takes_part_only_when_it_is_named():
    assert "search" not in {cell.a for cell in planned(sides=()).cells}
    assert {cell.a for cell in planned(sides=("search", "rush")).cells} == {"search", "rush"}


def test_a_mirror_is_played_from_both_seats_only_where_that_is_another_game():
    for luck_by, rotations in (("seat", 1), ("side", 2)):
        mirrors = {cell.rotations for cell in planned(luck_by=luck_by).cells if cell.is_mirror}
        assert mirrors == {rotations}


def test_an_edit_of_a_policy_moves_its_own_cells_alone():
    edited = plan_matchups(
        rules.get(NAME), data_of(NAME, ("policies.rush.weights.dealt=7",)), levels=(("standard", 20),), sides=SIDES
    )
    for before, after in zip(planned().cells, edited.cells, strict=True):
        assert (before.key != after.key) == ("rush" in (before.a, before.b))


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    result = run(planned(), Store(tmp_path_factory.mktemp("store")), jobs=1)
    return build(result, manifest_of(result, ["balance"]), matchups(result))


def test_the_report_speaks_of_policies(report):
    page = re.sub(r"<(style|script).*?</\1>", "", html.render(report), flags=re.DOTALL)
    assert not re.search("(other|two different|each) fighters?|>Fighter<", page)
    assert "3 policies" in page
    assert "published numbers" not in page
    assert set(re.findall(r'class="badge[^>]*>([^<]*)<', page)) == {"reference"}  # random does not play to win
    assert "The 2 policies that play to win" in page
    assert "other play may give other favourites" not in page
    assert f"under {EACH_ITS_OWN}" in report.headline.lead


def test_the_report_counts_turns_where_players_take_turns(report):
    page = re.sub(r"<(style|script).*?</\1>", "", html.render(report), flags=re.DOTALL)
    assert not re.findall(r"[^.>]*\brounds?\b[^.<]*", page, flags=re.IGNORECASE)
    assert "Turns median" in page
    assert "Decided before the last turn" in page
    assert "seconds a turn" in report.length.plot.title


def test_the_report_says_what_the_first_turn_is_worth(report):
    table = next(table for table in report.measures.tables if table.title == "What the first turn is worth")
    assert [row[0] for row in table.rows] == list(SIDES)
    assert all("%" in value for _, values in table.rows for value in values)


def test_a_game_is_told_again_by_its_command():
    plan = planned()
    cell = plan.cells[1]
    command = replay_command(plan, cell, 3, 2, stamp_of(plan, cell))
    assert "--policy" not in command
    told = replay(data_of(NAME), cell.a, cell.b, block=3, game=2, stamp=command[-1])
    assert told.sides == (cell.b, cell.a)
    assert told.lines[-1].count("wins: ") == 1
    other = data_of(NAME, (f"policies.{cell.b}.weights.dealt=7",))
    with pytest.raises(IncomparableError, match=f"the policy .*{cell.b}"):
        replay(other, cell.a, cell.b, block=3, game=2, stamp=command[-1])


def test_what_the_deal_decides_is_one_source_of_luck():
    names = [source.name for source in plan_luck(data_of(NAME), "rush", "random", policy="standard", games=4).sources]
    assert [name for name in names if "shared" in name] == ["all shared cards"]
    assert len(names) == 1 + 3 + 3


def test_cards_are_counted_against_all_but_those_that_search():
    planned_cards = plan_cards(data_of(NAME), "standard", against=(), policy="standard", games=2)
    assert "search" not in planned_cards.opponents
    assert len(planned_cards.cards) == 14


def test_each_policy_errs_in_its_own_play():
    asked = plan_skill(data_of(NAME), noises=(0, 100), games=20, sides=SIDES)
    assert asked.plan.levels == (EACH_ITS_OWN, f"{EACH_ITS_OWN} with noise 100")
    matchups_and_mirrors = asked.plan.cells[:12]
    assert {cell.key for cell in planned().cells} == {cell.key for cell in matchups_and_mirrors if cell.level == 0}
    for cell in matchups_and_mirrors:
        name = " with noise 100" if cell.level else ""
        assert (cell.policy_a, cell.policy_b) == (cell.a + name, cell.b + name)
        assert {int(policy.noise) for policy in cell.policies} == {100 * cell.level}
    erring = [(cell.a, cell.b, cell.policy_a, cell.policy_b, cell.rotations) for cell in asked.plan.cells[12:]]
    assert erring == [(stem, stem, f"{stem} with noise 100", stem, 2) for stem in SIDES]
    assert set(asked.noise_of) == {*SIDES, *(f"{stem} with noise 100" for stem in SIDES)}


def test_a_policy_of_both_sides_is_refused():
    with pytest.raises(
        UsageError, match="--policy standard: the sides of powercreep are its policies, and each plays itself"
    ):
        plan_skill(data_of(NAME), policy="standard", noises=(0, 100), games=2)


def test_the_report_of_skill_speaks_of_policies_and_says_who_goes_first(tmp_path):
    asked = plan_skill(data_of(NAME), noises=(0, 1000), games=400, sides=SIDES)
    result = run(asked.plan, Store(tmp_path), jobs=1, is_keeping=True)
    table = skill_frames.skill(asked, result)
    first = table.filter(question=skill_frames.FIRST)
    mirrors = {
        (cell.cell.a, asked.noise_of[cell.cell.policy_a]): cell.tally for cell in result.cells if cell.cell.is_mirror
    }
    for row in first.iter_rows(named=True):
        tally = mirrors[row["a"], row["noise"]]
        assert row["score_per_mille"] == round(1000 * tally.wins / tally.games, 1)  # side a sits first, nobody draws
    page = build_skill(asked, skill_frames.averages(asked, result), manifest_of(result, ["balance"]), table)
    assert page.lead[0].startswith("Of 1 matchup between policies that play to win, ")  # random does not
    assert page.lead[-2].startswith("Going first ")
    assert page.lead[-1].startswith("Against itself without errors, noise 1000 scores ")
    assert page.lead[-1].endswith(" under standard.")
    titles = [shown.title.partition(":")[0] for shown in page.tables]
    assert titles == ["Average against the field, in %", "Who goes first", "What errors cost", "Every matchup"]
    assert {shown.heads[0] for shown in page.tables[:3]} == {"Policy"}
    html_page = re.sub(r"<(style|script).*?</\1>", "", render(page), flags=re.DOTALL)
    assert "fighter" not in html_page.lower()
