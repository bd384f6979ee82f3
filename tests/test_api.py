"""The public functions of the package, as its docstring shows them."""

import pytest

import balance
from balance import rules
from balance.errors import DataError, UsageError
from balance.runs.plan import plan_matchups
from balance.runs.skill import plan_skill
from balance.runs.variations import plan_cards
from tests.games import RULESETS


def test_everything_public_is_there():
    assert sorted(balance.__all__) == balance.__all__
    assert all(callable(getattr(balance, name)) for name in balance.__all__)


def test_load_simulate_matchups_replay(tmp_path):
    data = balance.load("combo-fighter", rulesets=RULESETS, edits=["hand_size=6"])
    result = balance.simulate(data, games=40, sides=("boris", "grace"), store=tmp_path)
    table = balance.matchups(result)
    assert table["games"].to_list() == [40, 40, 40]
    assert balance.ratings(result)["side"].to_list() == ["boris", "grace"] * 2
    assert balance.structure(result, format="best-of-three")["scope"].to_list() == ["main", "all"]
    told = balance.replay(data, "grace", "boris", block=17, game=2)
    assert told == balance.replay(data, "boris", "grace", block=17, game=2)
    assert "holds" in "\n".join(told)


def test_a_level_is_played_once_and_sides_that_are_policies_play_themselves(tmp_path):
    data = balance.load("combo-fighter", rulesets=RULESETS)
    with pytest.raises(UsageError, match=r"policy expert is named 2 times; expected different ones"):
        balance.simulate(data, games=2, policies=("expert", "second"), store=tmp_path)
    with pytest.raises(UsageError, match=r"policy standard is named 2 times"):
        balance.compare(data, data, games=2, policies=("standard", "standard"), store=tmp_path)
    creatures = balance.load("powercreep", rulesets=RULESETS)
    with pytest.raises(UsageError, match=r"random: the sides of powercreep are its policies, and each plays itself"):
        balance.simulate(creatures, games=2, policies=("random",), store=tmp_path)
    table = balance.matchups(balance.simulate(creatures, games=2, sides=("random", "passive"), store=tmp_path))
    assert table.select("policy_a", "policy_b").rows() == [
        ("passive", "passive"),
        ("passive", "random"),
        ("random", "random"),
    ]


def test_one_level_where_both_are_one_policy():
    data = balance.load("combo-fighter", rulesets=RULESETS)
    assert data.levels == ["standard", "second"]
    same = balance.load("combo-fighter", rulesets=RULESETS, edits=[f"policies.standard={data.second}"])
    assert same.levels == ["standard"]


def test_plans_share_tables_and_keep_the_scheme_of_luck():
    data, ruleset = balance.load("powercreep", rulesets=RULESETS), rules.get("powercreep")
    first, again = (plan_matchups(ruleset, data, levels=(("standard", n),), luck_by="side") for n in (2, 4))
    assert all(one.cards.base is other.cards.base for one, other in zip(first.cells, again.cells, strict=True))
    assert len({id(cell.cards.base) for cell in first.cells}) == len(first.cells)
    told = {"against": ("random",), "policy": "standard", "games": 2}
    for luck_by in ("seat", "side"):
        counted = plan_cards(data, "rush", luck_by=luck_by, **told).plan
        assert {cell.is_luck_by_side for cell in counted.cells} == {luck_by == "side"}
        slider = plan_skill(data, noises=(0, 100), games=2, sides=("random", "rush"), luck_by=luck_by).plan
        assert {cell.is_luck_by_side for cell in slider.cells} == {luck_by == "side"}


def test_tables_of_a_run(tmp_path):
    data = balance.load("combo-fighter", rulesets=RULESETS)
    result = balance.simulate(data, games=40, sides=("boris", "grace"), policies=("standard", "expert"), store=tmp_path)
    grid = balance.square(balance.matchups(result), "expert")
    assert list(grid.index) == list(grid.columns) == ["boris", "grace"]
    assert grid.loc["boris", "grace"] + grid.loc["grace", "boris"] == 1000
    assert balance.feel(result)["end_hit_staggering"].sum() > 0
    assert balance.sides(result).select("policy", "side").rows() == [
        (policy, side) for policy in ("standard", "expert") for side in ("boris", "grace")
    ]
    told = balance.games(result)
    assert told["command"].str.starts_with("balance replay combo-fighter ").all()
    with pytest.raises(UsageError, match=r"no policy level 'exprt'.*expert"):
        balance.square(balance.matchups(result), "exprt")


def test_cards_luck_and_skill(tmp_path):
    """Each is the table of the command of that name, and again taken from the store."""
    data = balance.load("combo-fighter", rulesets=RULESETS)
    few = {"games": 40, "jobs": 1, "store": tmp_path}
    worth = balance.cards(data, "boris", against=("grace",), **few)
    assert worth["opponent"].to_list() == ["all"] * 8 + ["grace"] * 8
    assert worth["effect"].null_count() == 0
    assert balance.cards(data, "boris", against=("grace",), **few).equals(worth)
    sources = balance.luck(data, "grace", "boris", **few)
    assert sources["source"].to_list()[2::3] == ["all shuffles", "all choices"]
    skill = balance.skill(data, sides=("boris", "grace"), noises=(0, 200), **few)
    assert skill.matchups.select("question", "noise").rows() == [
        ("matchup", 0), ("matchup", 200), ("errors", 200), ("errors", 200),
    ]  # fmt: skip
    assert set(skill.averages["noise"]) == {0, 200}
    single = balance.simulate(data, sides=("boris", "grace"), **few)
    assert single.games_played == 0  # noise 0 is the ordinary table
    assert skill.matchups["score_per_mille"][0] == balance.matchups(single)["score_per_mille"][1]


def test_a_precision_chooses_the_games(tmp_path, monkeypatch):
    from balance.runs import precision

    monkeypatch.setattr(precision, "PILOT_BLOCKS", 200)
    data = balance.load("combo-fighter", rulesets=RULESETS)
    result = balance.simulate(data, precision=3, sides=("boris", "grace"), jobs=1, store=tmp_path)
    row = balance.matchups(result).row(1, named=True)
    assert row["games"] > 400
    assert (row["hi"] - row["lo"]) / 20 == pytest.approx(3, rel=0.15)
    with pytest.raises(UsageError, match="--precision"):
        balance.simulate(data, precision=-1, store=tmp_path)


def test_a_replayed_game_is_the_game_of_the_run(tmp_path):
    data = balance.load("combo-fighter", rulesets=RULESETS)
    result = balance.simulate(data, games=2, sides=("boris", "grace"), store=tmp_path)
    cell = result.cells[1].tally
    winners = [balance.replay(data, "boris", "grace", block=0, game=game)[-1] for game in (1, 2)]
    assert sum(line.startswith("Boris Wolfram wins") for line in winners) == cell.wins
    assert sum(line.startswith("Grace Lee wins") for line in winners) == cell.losses


def test_compare(tmp_path):
    base = balance.load("combo-fighter", rulesets=RULESETS)
    head = balance.load("combo-fighter", rulesets=RULESETS, edits=["fighters.boris.cards.headbutt.opening=20"])
    table = balance.compare(base, head, games=40, sides=("boris", "grace", "renee"), store=tmp_path)
    assert table.select("a", "b", "blocks").rows() == [
        (row["a"], row["b"], 20) for row in sorted(table.to_dicts(), key=lambda row: -abs(row["difference"]))
    ]
    assert set(table["b"]) == {"grace", "renee"}
    assert balance.compare(base, base, games=40, store=tmp_path).is_empty()


def test_errors_are_balance_errors():
    with pytest.raises(UsageError, match="Did you mean 'combo-fighter'"):
        balance.load("combo-figther", rulesets=RULESETS)
    with pytest.raises(DataError, match="hand_size=12"):
        balance.load("combo-fighter", rulesets=RULESETS, edits=["hand_size=12"])
