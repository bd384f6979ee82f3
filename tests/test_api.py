"""The public functions of the package, as its docstring shows them."""

import pytest

import balance
from balance.errors import DataError, UsageError
from tests.games import RULESETS


def test_everything_public_is_there():
    assert sorted(balance.__all__) == ["compare", "load", "matchups", "ratings", "replay", "simulate", "structure"]
    assert all(callable(getattr(balance, name)) for name in balance.__all__)


def test_load_simulate_matchups_replay(tmp_path):
    data = balance.load("combo-fighter", rulesets=RULESETS, edits=["hand_size=6"])
    result = balance.simulate(data, games=40, sides=("boris", "grace"), store=tmp_path)
    table = balance.matchups(result)
    assert table["games"].to_list() == [40, 40, 40]
    assert balance.ratings(result)["side"].to_list() == ["boris", "grace"] * 2
    assert balance.structure(result, format="best-of-three")["scope"].to_list() == ["published", "all"]
    told = balance.replay(data, "grace", "boris", block=17, game=2)
    assert told == balance.replay(data, "boris", "grace", block=17, game=2)
    assert "holds" in "\n".join(told)


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
