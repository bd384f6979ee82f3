"""The frames of strength and structure: a row for every policy level, scope and side, and what their numbers are of."""

import json

import numpy as np
import polars as pl
import pytest

import balance
from balance.errors import UsageError
from balance.frames.matchups import matchups, square
from balance.frames.ratings import RATINGS, STRUCTURE, ratings, structure
from balance.stats import nash_mix, score_moments, score_table, spread
from tests.games import RULESETS, data_of

GAMES = 600
SIDES = data_of("combo-fighter").sides
PUBLISHED = [stem for stem, side in SIDES.items() if side.provenance.is_published]


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    data = balance.load("combo-fighter", rulesets=RULESETS)
    return balance.simulate(
        data, games=GAMES, policies=("standard", "second"), jobs=2, store=tmp_path_factory.mktemp("store")
    )


@pytest.fixture(scope="module")
def strength(result):
    return ratings(result)


@pytest.fixture(scope="module")
def shape(result):
    return structure(result)


def test_rows(strength, shape):
    assert strength.columns == list(RATINGS)
    assert shape.columns == list(STRUCTURE)
    fields = [(policy, scope) for policy in ("standard", "expert") for scope in ("main", "all")]
    stems = {"main": PUBLISHED, "all": list(SIDES)}
    assert strength.select("policy", "scope", "side").rows() == [
        (*field, stem) for field in fields for stem in stems[field[1]]
    ]
    assert shape.select("policy", "scope").rows() == fields
    assert shape["sides"].to_list() == [len(stems[scope]) for _, scope in fields]
    assert shape["matchups"].to_list() == [len(stems[scope]) * (len(stems[scope]) - 1) // 2 for _, scope in fields]
    assert strength.null_count().sum_horizontal().item() == 0


@pytest.mark.parametrize("policy", ["standard", "expert"])
@pytest.mark.parametrize("scope", ["main", "all"])
def test_averages_are_those_of_the_table(result, strength, policy, scope):
    grid = square(matchups(result), policy)
    stems = PUBLISHED if scope == "main" else list(SIDES)
    rows = strength.filter(policy=policy, scope=scope)
    means = np.nanmean(grid.loc[stems, stems].to_numpy(), axis=1)
    assert rows["average_per_mille"].to_numpy() == pytest.approx(means, abs=0.2)
    assert rows["rank"].to_list() == [1 + int((means > mean).sum()) for mean in means]
    for row in rows.iter_rows(named=True):
        assert 1 <= row["rank_lo"] <= row["rank"] <= row["rank_hi"] <= len(stems)
        assert row["average_lo"] < row["average_per_mille"] < row["average_hi"]
        assert row["average_hi"] - row["average_lo"] == pytest.approx(2 * 1.96 * row["average_se"], rel=0.02)
    assert rows["bradley_terry"].sum() == pytest.approx(0, abs=0.5)
    assert rows["nash_weight_per_mille"].sum() == pytest.approx(1000, abs=1)
    assert rows["nash_score_per_mille"].max() <= 500


def test_numbers_are_those_of_the_statistics(result, strength, shape):
    at = {stem: i for i, stem in enumerate(PUBLISHED)}
    cells = [cell for cell in result.cells if cell.cell.level == 0 and {cell.cell.a, cell.cell.b} <= set(at)]
    table = score_table(
        len(at), [(at[c.cell.a], at[c.cell.b], score_moments(c.tally)) for c in cells if c.cell.a != c.cell.b]
    )
    rows = strength.filter(policy="standard", scope="main")
    assert rows["nash_score_lo"].to_numpy() == pytest.approx(1000 * nash_mix(table).score_limits[:, 0], abs=0.051)
    row = shape.filter(policy="standard", scope="main").to_dicts()[0]
    assert row["spread_hi"] == pytest.approx(1000 * spread(table).high, abs=0.051)
    scores = matchups(result).filter(
        pl.col("policy_a") == "standard", pl.col("a").is_in(PUBLISHED), pl.col("b").is_in(PUBLISHED),
        pl.col("a") != pl.col("b"),
    )  # fmt: skip
    assert row["settled_even"] == sum((scores["lo"] > 500) | (scores["hi"] < 500))
    on_a_line = [any(lo <= line <= hi for line in (450, 550)) for lo, hi in scores.select("lo", "hi").rows()]
    assert row["settled_band"] == len(on_a_line) - sum(on_a_line)
    assert 0 < row["lopsided_at_once"] <= row["settled_band"]


def test_the_same_integers_give_the_same_frames(result, strength, shape):
    assert ratings(result).write_csv() == strength.write_csv()
    assert structure(result).write_csv() == shape.write_csv()
    assert pl.read_csv(strength.write_csv().encode(), schema=strength.schema).equals(strength)
    assert json.loads(json.dumps(shape.to_dicts())) == shape.to_dicts()


def test_a_series_spreads_wider(result, shape):
    series = structure(result, "best-of-three")
    assert (series["spread_per_mille"] > shape["spread_per_mille"]).all()
    assert series["intransitive_per_mille"].to_numpy() == pytest.approx(
        shape["intransitive_per_mille"].to_numpy(), abs=40
    )
    with pytest.raises(UsageError, match="no format"):
        structure(result, "best-of-5")
    with pytest.raises(UsageError, match="no format"):
        ratings(result, "best-of-5")


def test_scopes_of_fewer_than_two_sides_have_no_rows(tmp_path):
    data = balance.load("combo-fighter", rulesets=RULESETS)
    result = balance.simulate(data, games=2, sides=("boris", "ruby"), store=tmp_path)
    assert ratings(result)["scope"].to_list() == ["all"] * 2
    row = structure(result).to_dicts()[0]
    assert (row["scope"], row["sides"], row["intransitive_per_mille"]) == ("all", 2, None)
    alone = balance.simulate(data, games=2, sides=("boris",), store=tmp_path)
    assert len(ratings(alone)) == len(structure(alone)) == 0
    assert ratings(alone).columns == list(RATINGS)
