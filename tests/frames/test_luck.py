"""Shares of luck, on fighters whose games end in the first round: only the choice of openers matters."""

import pytest

from balance.errors import UsageError
from balance.frames.luck import FIELD, SCHEMA, field_luck, luck
from balance.runs.executor import run
from balance.runs.plan import together
from balance.runs.store import Store
from balance.runs.variations import plan_cards, plan_field_luck, plan_luck
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


# ---------------------------------------------------------------- a field of matchups

SIDES = ("boris", "grace", "ruby")


def test_a_field_of_one_matchup_has_the_shares_of_the_matchup(tmp_path):
    """The same games, though those that both are held against are found where cards were counted, in more games."""
    data, store = data_of("combo-fighter"), Store(tmp_path)
    alone = plan_luck(data, "boris", "grace", policy="greedy", games=60)
    of_one = luck(alone, run(alone.plan, store, jobs=1, is_keeping=True))
    planned = plan_field_luck(data, ("grace", "boris"), policy="greedy", games=1000, most=60)
    cards = plan_cards(data, "boris", against=("grace",), policy="greedy", games=100, is_forcing=False)
    for plans in ((cards, *planned), (*planned, cards)):
        result = run(together([one.plan for one in plans]), store, jobs=1, is_keeping=True)
        assert sum(cell.tally.games for cell in result.cells) == 100 + 2 * 60
        table = field_luck(planned, result)
        assert list(table.columns) == list(FIELD)
        assert table.select("policy", "sides", "matchups", "games", "source").rows() == [
            ("greedy", 2, 1, 60, "shuffles"),
            ("greedy", 2, 1, 60, "choices"),
        ]
        for row in table.iter_rows(named=True):
            of_both = of_one.filter(source=f"all {row['source']}").row(0, named=True)
            assert {name: row[name] for name in list(SCHEMA)[5:]} == {name: of_both[name] for name in list(SCHEMA)[5:]}


def test_games_are_shared_out_over_the_matchups():
    data = data_of("combo-fighter")
    planned = plan_field_luck(data, SIDES, policy="greedy", games=600, most=512, epoch=3)
    assert [one.plan.cells[0].a + one.plan.cells[0].b for one in planned] == ["borisgrace", "borisruby", "graceruby"]
    assert [[cell.blocks for cell in one.plan.cells] for one in planned] == 3 * [[50, 50, 50]]  # 600 / (3 x 2) games
    assert {cell.epoch for one in planned for cell in one.plan.cells} == {3}
    few = plan_field_luck(data, SIDES, policy="greedy", games=6000, most=50)
    assert [cell.blocks for cell in few[0].plan.cells] == [25, 25, 25]


def test_the_luck_of_powercreep_is_of_three_kinds():
    (planned,) = plan_field_luck(
        data_of("powercreep"), ("control", "rush"), policy="control", games=600, most=512, luck_by="side"
    )
    assert [source.name for source in planned.sources] == ["shared cards", "shuffles", "choices"]
    assert len({(source.kept, source.renewed) for source in planned.sources}) == 3
    assert all(cell.is_luck_by_side and cell.blocks == 50 for cell in planned.plan.cells)


@pytest.mark.parametrize(
    ("sides", "policy", "games"),
    [(("boris",), "greedy", 9999), (SIDES, "search", 9999), (SIDES, "greedy", 239), (SIDES, "greedy", 0)],
)
def test_no_luck_of_a_single_side_of_searches_or_of_few_games(sides, policy, games):
    assert plan_field_luck(data_of("combo-fighter"), sides, policy=policy, games=games, most=512) == ()
    assert plan_field_luck(data_of("combo-fighter"), SIDES, policy="greedy", games=240, most=512)
