"""Shares of luck, on fighters whose games end in the first round: only the choice of openers matters."""

import pytest

from balance.errors import UsageError
from balance.frames.luck import SCHEMA, luck
from balance.runs.executor import run
from balance.runs.store import Store
from balance.runs.variations import plan_luck
from tests.frames.sudden import choice_shares, sudden
from tests.games import data_of


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    folder = tmp_path_factory.mktemp("luck")
    planned = plan_luck(sudden(folder / "rulesets"), "ace", "king", policy="random", games=40_000)
    result = run(planned.plan, Store(folder / "store"), jobs=2, is_keeping=True)
    return {row["source"]: row for row in luck(planned, result).iter_rows(named=True)}


def test_shuffles_decide_nothing_where_the_first_round_ends_the_game(table):
    for source in ("shuffles of ace", "shuffles of king", "all shuffles"):
        row = table[source]
        assert row["with_interactions"] == row["with_interactions_lo"] == 0.0
        assert 0 < row["with_interactions_hi"] < 1
        assert row["first_order_lo"] == 0.0
        assert row["first_order"] < 25  # five standard errors of 1/sqrt(40,000)
    assert table["all choices"]["first_order"] == 1000.0
    assert table["all choices"]["with_interactions"] == pytest.approx(1000, abs=25)


def test_choices_have_the_shares_that_can_be_counted_out(table):
    first, second, total = choice_shares()
    assert table["choices of ace"]["first_order"] == pytest.approx(1000 * first, abs=25)
    assert table["choices of king"]["first_order"] == pytest.approx(1000 * second, abs=25)
    assert table["choices of ace"]["with_interactions"] == pytest.approx(1000 * total, abs=25)


def test_shares_stay_in_their_bounds(table):
    assert len(table) == 6
    for row in table.values():
        assert list(row) == list(SCHEMA)
        for name in ("first_order", "with_interactions"):
            assert 0 <= row[f"{name}_lo"] <= row[name] <= row[f"{name}_hi"] <= 1000
        assert row["first_order_lo"] <= row["with_interactions_hi"]
    single = [row for source, row in table.items() if not source.startswith("all ")]
    assert sum(row["first_order_lo"] for row in single) <= 1000 <= sum(row["with_interactions_hi"] for row in single)


def test_a_matchup_without_variance_has_no_shares(tmp_path):
    planned = plan_luck(sudden(tmp_path / "rulesets", damage=0), "ace", "king", policy="random", games=20)
    result = run(planned.plan, Store(tmp_path / "store"), jobs=1, is_keeping=True)
    assert luck(planned, result)["first_order"].null_count() == 6


def test_a_mirror_tells_its_seats_apart(tmp_path):
    planned = plan_luck(data_of("combo-fighter"), "boris", "boris", policy="greedy", games=50)
    result = run(planned.plan, Store(tmp_path), jobs=1, is_keeping=True)
    assert luck(planned, result)["source"].to_list()[:2] == ["shuffles of boris (first)", "shuffles of boris (second)"]


def test_refusals():
    with pytest.raises(UsageError, match=r"no fighter 'grase'.*grace"):
        plan_luck(data_of("combo-fighter"), "boris", "grase", policy="greedy", games=2)
