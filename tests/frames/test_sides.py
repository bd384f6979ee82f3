"""What each side does, against the integers of its cells."""

import polars as pl
import pytest

import balance
from balance.frames.sides import schema, side_measures, sides
from tests.games import data_of

STEMS = ("boris", "grace", "renee")
GAMES = 200


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    return balance.simulate(
        data_of("combo-fighter"), games=GAMES, policies=("standard", "greedy"), sides=STEMS, jobs=1,
        store=tmp_path_factory.mktemp("store"),
    )  # fmt: skip


@pytest.fixture(scope="module")
def table(result):
    return sides(result)


def cells_of(result, level, stem):
    """Return (cell, 0 or 1 as the side is a or b) of the matchups of a side."""
    found = [cell for cell in result.cells if cell.cell.level == level and cell.cell.a != cell.cell.b]
    return [(cell, int(cell.cell.b == stem)) for cell in found if stem in (cell.cell.a, cell.cell.b)]


def test_rows_and_columns(result, table):
    assert table.columns == list(schema(result.plan.ruleset))
    assert table.select("policy", "side").rows() == [(p, s) for p in ("standard", "greedy") for s in STEMS]
    assert (table["games"] == 2 * GAMES).all()  # mirrors are left out
    assert table.null_count().sum_horizontal().item() == 0


def test_measures_are_means_over_the_games_of_the_side(result, table):
    position = {info.name: i for i, info in enumerate(result.plan.ruleset.measures)}
    assert set(side_measures(result.plan.ruleset.measures)) == {"signatures", "moxie", "flips"}
    for row in table.iter_rows(named=True):
        mine = cells_of(result, result.plan.levels.index(row["policy"]), row["side"])
        for name in ("signatures", "moxie", "flips"):
            counts = [cell.histograms[position[f"{name}_{'ab'[i]}"]] for cell, i in mine]
            total = sum(value * n for count in counts for value, n in enumerate(count.tolist()))
            assert row[f"{name}_per_game"] == pytest.approx(total / (2 * GAMES), abs=1e-4)


def test_shares_of_won_rounds_add_up(result, table):
    shares = [f"{total.name}_per_mille" for total in result.plan.ruleset.totals if total.group == "won"]
    assert table.select(pl.sum_horizontal(shares)).to_series().to_list() == pytest.approx([1000] * 6, abs=0.5)
    names = [total.name for total in result.plan.ruleset.totals]
    for row in table.iter_rows(named=True):
        mine = cells_of(result, result.plan.levels.index(row["policy"]), row["side"])
        won = sum(cell.totals.reshape(-1, 2)[1:, i].sum() for cell, i in mine)
        damage = sum(cell.totals.reshape(-1, 2)[names.index("damage"), i] for cell, i in mine)
        assert names.index("damage") == 0
        assert row["won_per_game"] == pytest.approx(won / (2 * GAMES), abs=1e-4)
        assert row["damage_per_won"] == pytest.approx(damage / won, abs=1e-4)


def test_a_side_alone_is_counted_over_its_mirror(tmp_path):
    """Both of its seats count, in each game."""
    result = balance.simulate(data_of("combo-fighter"), games=GAMES, sides=("boris",), jobs=1, store=tmp_path)
    (row,) = sides(result).to_dicts()
    (cell,) = result.cells
    assert row["games"] == GAMES
    assert row["won_per_game"] == pytest.approx(cell.totals[2:].sum() / (2 * GAMES), abs=1e-4)


def test_a_measure_that_is_also_a_group_is_the_same_number(tmp_path):
    """Modifiers that were played took effect or were canceled."""
    result = balance.simulate(
        data_of("powercreep"), games=GAMES, sides=("random", "standard"), jobs=1, store=tmp_path
    )  # fmt: skip
    ruleset = result.plan.ruleset
    names = [total.name for total in ruleset.totals]
    members = [i for i, total in enumerate(ruleset.totals) if total.group == "modifiers"]
    assert [names[i] for i in members] == ["stood", "canceled"]
    cell = next(cell for cell in result.cells if cell.cell.a != cell.cell.b)
    by_side = cell.totals.reshape(-1, 2)[members].sum(axis=0) / GAMES
    assert sides(result)["modifiers_per_game"].to_list() == pytest.approx(by_side.tolist(), abs=1e-4)
