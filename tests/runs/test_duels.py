"""Duels of policies: who plays what in a cell, what its key stands on, and scores that are those of the policies."""

from dataclasses import replace

import numpy as np
import pytest

from balance import rules
from balance.errors import UsageError
from balance.runs import executor
from balance.runs.chunks import BLOCKS, SEARCHED_BLOCKS, Chunk, Player
from balance.runs.duels import arena, duel_score, plan_duels, scores_by_side
from balance.runs.executor import run
from balance.runs.plan import is_searching, plan_matchups
from balance.runs.replay import trace_game
from balance.runs.store import Store
from tests.games import data_of

NAME = "combo-fighter"
SIDES = ("boris", "grace", "kagami")
SCRIPT = data_of(NAME).policies["search"].search.script


def field_of(edits=(), sides=SIDES, **more):
    return arena(rules.get(NAME), data_of(NAME, edits), sides=sides, **more)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    store = Store(tmp_path_factory.mktemp("store"))
    return run(plan_duels(field_of(), [("greedy", "random"), ("random", "greedy")], 60), store, jobs=1).cells


def test_every_ordered_pair_meets_equally_often():
    plan = plan_duels(field_of(), [("greedy", "random"), ("greedy", "greedy")], 5)
    for level in range(2):
        pairs = [(cell.a, cell.b) for cell in plan.cells if cell.level == level]
        assert len(set(pairs)) == len(pairs) == len(SIDES) ** 2
    assert {(cell.rotations, cell.blocks) for cell in plan.cells} == {(2, 3)}


def test_luck_is_that_of_the_ordered_pair_whatever_the_policies():
    plan = plan_duels(field_of(), [("greedy", "random"), ("random", "greedy")], 2)
    luck = {(cell.a, cell.b): cell.matchup for cell in plan.cells}
    assert len(set(luck.values())) == len(SIDES) ** 2
    assert all(luck[cell.a, cell.b] == cell.matchup for cell in plan.cells)


def test_side_a_plays_policy_a(played):
    ahead, behind = ([cell for cell in played if cell.cell.level == level] for level in range(2))
    assert duel_score(ahead).low > 0.6
    assert duel_score(behind).high < 0.4
    for cells in (ahead, behind):
        of_a, of_b = scores_by_side(cells)
        assert list(of_a) == list(of_b) == sorted(SIDES)
        total = sum(score.estimate for score in of_a.values()) / len(SIDES)
        assert total == pytest.approx(duel_score(cells).estimate)
        assert sum(score.estimate for score in of_b.values()) / len(SIDES) == pytest.approx(1 - total)
    assert duel_score(ahead).opposite().high == 1 - duel_score(ahead).low


def test_a_policy_against_itself_is_even(tmp_path):
    cells = run(plan_duels(field_of(), [("greedy", "greedy")], 200), Store(tmp_path), jobs=1).cells
    found = duel_score(cells)
    assert found.low <= 0.5 <= found.high
    for cell in cells:
        if cell.cell.a == cell.cell.b:  # the second game of a block only relabels the first
            assert cell.tally.score == 0.5


def keys(edits=(), pairs=(("search", "greedy"),)):
    return {cell.key for cell in plan_duels(field_of(edits, SIDES[:1]), pairs, 2).cells}


def test_a_key_covers_the_search_and_its_script():
    plain = keys()
    assert keys() == plain
    assert keys(("policies.search.search.rollouts=255",)) != plain
    assert keys(("policies.search.choose.combo=best",)) != plain
    assert keys(pairs=(("greedy", "search"),)) != plain
    # A weight that the searching side itself never uses: it is in the rollouts.
    assert keys((f"policies.{SCRIPT}.weights.hand=61",), (("search", "random"),)) != keys((), (("search", "random"),))


def test_scripts_stand_behind_the_policies_of_their_sides():
    cell = plan_duels(field_of((), SIDES[:1]), [("random", "search")], 2).cells[0]
    data, features = data_of(NAME), rules.get(NAME).features
    hand = data.policies[SCRIPT].weights["hand"]
    assert is_searching(cell.policies)
    assert cell.policies.rollouts.tolist() == [0, 256, 0, 0]
    assert cell.policies.weight[:, features.HAND].tolist() == [0, hand, 0, hand]
    plain = plan_duels(field_of((), SIDES[:1]), [("random", "greedy")], 2).cells[0]
    assert not plain.is_searching
    assert len(plain.policies) == 2


def test_the_matchups_of_a_policy_that_searches_can_be_planned():
    plan = plan_matchups(rules.get(NAME), data_of(NAME), sides=SIDES, levels=(("search", 4), ("greedy", 4)))
    assert {(cell.level, cell.is_searching) for cell in plan.cells} == {(0, True), (1, False)}
    assert plan.policy_hashes["search"] != plan.policy_hashes["greedy"]


def test_chunks_of_a_search_are_short(tmp_path):
    cells = plan_duels(field_of((), SIDES[:1]), [("search", "greedy"), ("random", "greedy")], 4 * BLOCKS).cells
    lengths = {cell.policy_a: {chunk.count for chunk in Store(tmp_path).chunks(cell)} for cell in cells}
    assert lengths == {"search": {SEARCHED_BLOCKS}, "random": {BLOCKS}}


def test_a_search_gives_the_same_games_however_it_is_cut():
    edits = ("policies.search.search.rollouts=2", "round_limit=6")
    cell = plan_duels(field_of(edits, SIDES[:2]), [("search", "greedy")], 12).cells[1]
    whole = Player(rules.get(NAME)).play(Chunk(cell, 0, 6))
    other = Player(rules.get(NAME))
    parts = [other.play(Chunk(cell, first, count)) for first, count in ((4, 2), (0, 3), (3, 1))]
    assert np.array_equal(whole.outcomes, np.concatenate([parts[1].outcomes, parts[2].outcomes, parts[0].outcomes]))
    more = replace(cell, policies=cell.policies.copy())
    more.policies.rollouts[0] = 40
    assert not np.array_equal(
        np.concatenate([other.play(Chunk(more, 0, 6)).histograms]), np.concatenate([whole.histograms])
    )


@pytest.mark.parametrize(
    ("pairs", "games", "message"),
    [((("gredy", "random"),), 2, "no policy 'gredy'"), ((("greedy", "random"),), 0, "0 games: expected at least 1")],
)
def test_what_cannot_be_planned(pairs, games, message):
    with pytest.raises(UsageError, match=message):
        plan_duels(field_of(), pairs, games)


def test_an_epoch_out_of_range():
    with pytest.raises(UsageError, match="--epoch -1: expected"):
        field_of(epoch=-1)


def test_compiling_ahead_is_told_for_a_search_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setattr(executor, "CACHE_FOLDER", tmp_path)
    for files, found in enumerate([(False, False), (True, False), (True, True)]):
        assert (executor.is_compiled(), executor.is_compiled(True)) == found
        (tmp_path / f"play.play_chunk-1.{files}.nbc").touch()


def test_a_replay_of_a_search_is_the_batch_game():
    edits = ("policies.search.search.rollouts=2", "round_limit=6")
    cell = plan_duels(field_of(edits, SIDES[:2]), [("greedy", "search")], 4).cells[2]
    player = Player(rules.get(NAME))
    batch = player.play(Chunk(cell, 0, 2)).outcomes
    assert [[trace_game(player, cell, block, game)[1] for game in range(2)] for block in range(2)] == batch.tolist()
