"""What games are like: totals and courses by cell and by side."""

import numpy as np
import polars as pl
import pytest

import balance
from balance.frames import games as notable
from balance.frames.feel import SCHEMA, courses, feel, side_totals
from balance.frames.matchups import matchups
from tests.games import RULESETS

STEMS = ("boris", "grace", "renee")
GAMES = 300


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    data = balance.load("combo-fighter", rulesets=RULESETS)
    return balance.simulate(data, games=GAMES, sides=STEMS, jobs=1, store=tmp_path_factory.mktemp("store"))


def test_columns_and_ranges(result):
    table = feel(result)
    ends = next(info.names for info in result.plan.ruleset.measures if info.name == "end")
    totals = [f"{total.name}_{side}" for total in result.plan.ruleset.totals for side in "ab"]
    assert table.columns == [*SCHEMA, *(f"end_{name}" for name in ends), *totals]
    assert table.select(pl.sum_horizontal(pl.col("^end_.*$")) == pl.col("games")).to_series().all()
    assert len(table) == len(result.cells)
    assert table["watched_games"].to_list() == [GAMES] * len(table)
    assert (
        table.select(pl.col("no_lead_change", "winner_low", "comebacks", "decided_early").is_between(0, 1000))
        .min()
        .min_horizontal()
        .item()
    )
    assert (table["lead_changes"] > 0).all()


def test_a_row_says_what_the_numbers_of_both_sides_rest_on(tmp_path):
    """As in the table of matchups, in every table whose rows are cells."""
    data = balance.load("combo-fighter", rulesets=RULESETS, edits=["fighters.boris.provenance=stand-in"])
    result = balance.simulate(data, games=4, sides=("boris", "grace"), jobs=1, store=tmp_path)
    names = ("a", "b", "provenance_a", "provenance_b")
    for table in (feel(result), notable.games(result, "")):
        assert table.columns[:4] == list(names)
        assert set(table.select(names).rows()) == set(matchups(result).select(names).rows())
        assert ("boris", "boris", "stand-in", "stand-in") in table.select(names).rows()


def test_every_round_is_won_by_one_side_in_one_way_or_tied(result):
    names = [measure.name for measure in result.plan.ruleset.measures]
    for cell in result.cells:
        rounds, ties = (
            int((np.arange(len(cell.histograms[i])) * cell.histograms[i]).sum())
            for i in (names.index("rounds"), names.index("ties"))
        )
        won = [total.group == "won" for total in result.plan.ruleset.totals]
        assert cell.totals[np.repeat(won, 2)].sum() == rounds - ties


def test_totals_are_those_of_the_sides(result):
    sums = side_totals(result.plan.ruleset, result.cells)
    assert sorted(sums) == list(STEMS)
    assert sum(sums.values()).sum() == sum(cell.totals.sum() for cell in result.cells)
    alone = [cell for cell in result.cells if (cell.cell.a, cell.cell.b) == ("boris", "grace")]
    assert side_totals(result.plan.ruleset, alone)["grace"].tolist() == alone[0].totals[1::2].tolist()


def test_courses_add_up(result):
    assert courses(result.cells).games == sum(cell.tally.games for cell in result.cells)
    won = sum(cell.tally.wins + cell.tally.losses for cell in result.cells)
    assert courses(result.cells).won == won


def test_courses_do_not_depend_on_how_a_cell_was_cut(result, tmp_path):
    """A small run first, then a larger one on top of it: the same courses as in one go."""
    data = balance.load("combo-fighter", rulesets=RULESETS)
    for games in (30, 100, GAMES):
        again = balance.simulate(data, games=games, sides=STEMS, jobs=2, store=tmp_path)
    assert again.games_stored > 0
    assert feel(again).equals(feel(result))


def test_more_games_leave_the_courses_as_they_are(tmp_path):
    data = balance.load("combo-fighter", rulesets=RULESETS)
    watched = [
        balance.simulate(data, games=games, sides=("boris", "grace"), jobs=2, store=tmp_path).cells[1].course
        for games in (2048, 5000)
    ]
    assert watched[0].games == watched[1].games == 2048
    assert np.array_equal(watched[0].low_points, watched[1].low_points)
