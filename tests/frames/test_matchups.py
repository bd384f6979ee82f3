"""The matchup table: columns, mirrors, per mille, differences between policies, formats; and the square pandas view."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import balance
from balance import rules
from balance.errors import UsageError
from balance.frames.matchups import SCHEMA, histogram, matchups, per_mille, schema, self_check, square
from balance.runs.executor import run
from balance.runs.plan import plan_matchups
from balance.runs.store import Store
from balance.stats import score_interval, series_chance
from tests.games import RULESETS, data_of

GAMES = 600
STEMS = list(data_of("combo-fighter").sides)
COLUMNS = (
    "a,b,provenance_a,provenance_b,policy_a,policy_b,blocks,games,score_per_mille,lo,hi,lo_simultaneous,"
    "hi_simultaneous,truncated_lost,truncated_won,variance,design_effect,wins,draws,losses,truncated,seat_gap,script_difference,rounds_p10,"
    "rounds_p50,rounds_p90,games_to_settle_even,games_to_settle_band"
)
SERIES = [
    "series_per_mille", "series_lo", "series_hi", "series_script_difference", "series_lo_simultaneous",
    "series_hi_simultaneous", "series_truncated_lost", "series_truncated_won",
]  # fmt: skip
SETTLE = ["games_to_settle_even", "games_to_settle_band"]
EMPTY_FOR_MIRRORS = (
    "score_per_mille", "lo", "hi", "lo_simultaneous", "hi_simultaneous", "truncated_lost", "truncated_won",
    "variance", "design_effect", "seat_gap",
    "script_difference", *SETTLE,
)  # fmt: skip


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    data = balance.load("combo-fighter", rulesets=RULESETS)
    return balance.simulate(
        data, games=GAMES, policies=("standard", "second"), jobs=2, store=tmp_path_factory.mktemp("store")
    )


@pytest.fixture(scope="module")
def table(result):
    return matchups(result)


@pytest.fixture(scope="module")
def series(result):
    return matchups(result, "best-of-three")


def test_columns(table):
    assert ",".join(table.columns) == COLUMNS == ",".join(SCHEMA)


def test_a_series_adds_its_columns_and_leaves_the_others(table, series):
    assert series.columns == [*table.columns, *SERIES] == list(schema("best-of-three"))
    assert series.select(table.columns).equals(table)
    mirrors = series.filter(pl.col("a") == pl.col("b"))
    assert mirrors.select(SERIES).null_count().sum_horizontal().item() == len(SERIES) * len(mirrors)
    assert series.filter(pl.col("a") != pl.col("b")).select(SERIES).null_count().sum_horizontal().item() == 0


def test_a_series_is_won_by_fights_with_draws_replayed(series):
    for row in series.filter(pl.col("a") != pl.col("b")).iter_rows(named=True):
        p = (row["wins"] + row["truncated"] / 2) / (row["games"] - row["draws"])
        assert row["series_per_mille"] == pytest.approx(1000 * p * p * (3 - 2 * p), abs=0.0501)
        assert row["series_lo"] < row["series_per_mille"] < row["series_hi"]
        if not row["draws"]:
            for single, of_series in (("score_per_mille", SERIES[0]), ("lo", SERIES[1]), ("hi", SERIES[2])):
                assert row[of_series] == pytest.approx(1000 * series_chance(row[single] / 1000), abs=0.13)


def test_the_script_difference_of_a_series(series):
    cells = series.filter(pl.col("a") == "boris", pl.col("b") == "grace")
    standard, expert = cells["series_per_mille"]
    assert cells["series_script_difference"].to_list() == [pytest.approx(abs(standard - expert), abs=0.1)] * 2


def test_formats_in_python(result, table, series):
    assert balance.matchups(result).equals(balance.matchups(result, format="duel"))
    assert balance.matchups(result).equals(table)
    assert balance.matchups(result, format="best-of-three").equals(series)
    with pytest.raises(UsageError, match="no format 'best-of-5'; known: best-of-three, duel"):
        balance.matchups(result, format="best-of-5")


def test_a_row_a_cell_and_level_in_sorted_order(table):
    cells = len(STEMS) * (len(STEMS) + 1) // 2
    assert len(table) == 2 * cells
    keys = table.select("policy_a", "a", "b").rows()
    assert keys[:cells] == sorted(keys[:cells])
    assert [key[0] for key in keys] == ["standard"] * cells + ["expert"] * cells
    assert (table["a"] <= table["b"]).all()


def test_mirrors_have_no_win_rate(table):
    mirrors = table.filter(pl.col("a") == pl.col("b"))
    assert (mirrors["blocks"] == mirrors["games"]).all()
    for column in EMPTY_FOR_MIRRORS:
        assert mirrors[column].null_count() == len(mirrors)
    others = table.filter(pl.col("a") != pl.col("b"))
    assert others.drop(SETTLE).null_count().sum_horizontal().item() == 0
    assert (others["blocks"] * 2 == others["games"]).all()


def test_scores_are_the_counted_games(table):
    for row in table.filter(pl.col("a") != pl.col("b")).iter_rows(named=True):
        points = row["wins"] + (row["draws"] + row["truncated"]) / 2
        assert row["wins"] + row["draws"] + row["losses"] + row["truncated"] == row["games"] == GAMES
        assert row["score_per_mille"] == round(1000 * points / GAMES, 1)
        assert row["lo"] < row["score_per_mille"] < row["hi"]
        assert row["rounds_p10"] <= row["rounds_p50"] <= row["rounds_p90"]


def test_truncated_games_leave_bounds(tmp_path):
    """What the score would be if all of them had been lost, or won; without any both are the score."""
    data = data_of("combo-fighter", ("round_limit=9",))
    result = balance.simulate(data, games=40, sides=("boris", "grace"), jobs=1, store=tmp_path)
    row = matchups(result, "best-of-three").row(1, named=True)
    points = row["wins"] + row["draws"] / 2
    assert row["truncated"] > 0
    assert row["truncated_lost"] == per_mille(points / row["games"])
    assert row["truncated_won"] == per_mille((points + row["truncated"]) / row["games"])
    assert row["series_truncated_lost"] < row["series_per_mille"] < row["series_truncated_won"]


def test_games_that_all_ended_leave_none(series):
    for row in series.filter(pl.col("a") != pl.col("b"), pl.col("truncated") == 0).iter_rows(named=True):
        assert row["truncated_lost"] == row["truncated_won"] == row["score_per_mille"]
        assert row["series_truncated_lost"] == row["series_truncated_won"] == row["series_per_mille"]


def test_simultaneous_limits_are_bonferronis_over_the_cells_of_a_level(result, table, series):
    """Of 45 cells each interval is at a level of 1 - 0.05 / 45."""
    for row, of_series, cell in zip(
        table.iter_rows(named=True), series.iter_rows(named=True), result.cells, strict=True
    ):
        if row["a"] != row["b"]:
            found = score_interval(cell.tally, 1 - 0.05 / 45)
            assert (row["lo_simultaneous"], row["hi_simultaneous"]) == (per_mille(found.low), per_mille(found.high))
            assert row["lo_simultaneous"] < row["lo"] < row["hi"] < row["hi_simultaneous"]
            assert of_series["series_lo_simultaneous"] < of_series["series_lo"]
            assert of_series["series_hi"] < of_series["series_hi_simultaneous"]


def test_games_to_settle_tell_what_is_settled(table):
    for row in table.filter(pl.col("a") != pl.col("b")).iter_rows(named=True):
        for column, lines in ((SETTLE[0], (500,)), (SETTLE[1], (450, 550))):
            is_open = any(row["lo"] + 0.1 < line < row["hi"] - 0.1 for line in lines)
            is_settled = not any(row["lo"] - 0.1 < line < row["hi"] + 0.1 for line in lines)
            if is_open:
                assert row[column] is None or row[column] > GAMES
            if is_settled:
                assert row[column] <= GAMES


def test_the_script_difference_is_that_of_the_two_levels(table):
    cells = table.filter(pl.col("a") == "boris", pl.col("b") == "grace")
    standard, expert = cells["score_per_mille"]
    assert cells["script_difference"].to_list() == [pytest.approx(abs(standard - expert), abs=0.1)] * 2


def test_the_csv_reads_back(table):
    again = pl.read_csv(table.write_csv().encode(), schema=table.schema)
    assert again.equals(table)


def test_per_mille_has_one_decimal_and_no_negative_zero():
    assert per_mille(0.51234) == 512.3
    assert str(per_mille(-0.00001)) == "0.0"


def test_histograms_in_long_form(result):
    rounds = histogram(result, "rounds")
    totals = rounds.group_by("a", "b", "policy").agg(pl.col("games").sum())
    assert set(totals["games"]) == {GAMES}
    assert rounds["value"].min() >= 1


def test_the_square_is_antisymmetric_about_one_half(table):
    grid = square(table, "standard")
    assert list(grid.index) == list(grid.columns) == STEMS
    values = grid.to_numpy()
    assert np.isnan(np.diag(values)).all()
    off = ~np.eye(len(STEMS), dtype=bool)
    assert np.allclose((values + values.T)[off], 1000)
    assert grid.loc["boris", "grace"] == table.filter(pl.col("a") == "boris", pl.col("b") == "grace")[
        "score_per_mille"
    ].item(0)


def test_the_square_of_a_series(series):
    grid = square(series, "standard", "best-of-three")
    cell = series.filter(pl.col("a") == "boris", pl.col("b") == "grace", pl.col("policy_a") == "standard")
    assert grid.loc["boris", "grace"] == cell["series_per_mille"].item()
    assert grid.loc["grace", "boris"] == pytest.approx(1000 - grid.loc["boris", "grace"])


@pytest.mark.parametrize(
    ("policy", "each"), [("random", 30_000), ("greedy", 30_000), ("standard", 20_000), ("expert", 4000)]
)
def test_seat_0_scores_one_half_over_independent_games(policy, each, tmp_path):
    """CF-46: no seat acts first. So many games a fighter; the bound is 4.4 standard errors, two-sided chance 1e-5."""
    data = balance.load("combo-fighter", rulesets=RULESETS)
    plan = plan_matchups(rules.get("combo-fighter"), data, levels=((policy, each),), epoch=3)
    mirrors = replace(plan, cells=tuple(cell for cell in plan.cells if cell.is_mirror))
    score, low, high, games = self_check(run(mirrors, Store(tmp_path), jobs=2))
    assert games == len(data.sides) * each
    assert abs(score - 0.5) < 4.4 * 0.5 / games**0.5
    assert low < score < high
