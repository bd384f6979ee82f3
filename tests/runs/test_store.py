"""The store: top-ups, resuming, damage, and results that do not depend on threads or on what was stored before."""

import numpy as np
import pytest

import balance
from balance import rules
from balance.data.load import variant_names
from balance.errors import StorageError, UsageError
from balance.runs.chunks import BLOCKS, Chunk
from balance.runs.executor import run
from balance.runs.plan import plan_matchups
from balance.runs.store import Store, write_whole
from tests.games import RULESETS, data_of

NAME = "combo-fighter"
SIDES = ("boris", "grace")


def plan_of(games, edits=(), sides=SIDES, **more):
    return plan_matchups(rules.get(NAME), data_of(NAME, edits), sides=sides, levels=(("greedy", games),), **more)


def integers(result):
    return [(cell.tally, cell.histograms.tobytes(), cell.extremes.tobytes(), cell.decisions) for cell in result.cells]


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "store")


def test_a_second_run_plays_nothing(store):
    first = run(plan_of(200), store, jobs=1)
    again = run(plan_of(200), store, jobs=1)
    assert first.games_played == 200 + 2 * 200
    assert first.games_stored == 0
    assert (again.games_played, again.games_stored) == (0, first.games_played)
    assert integers(again) == integers(first)


def test_more_games_are_a_top_up(store, tmp_path):
    run(plan_of(200), store, jobs=1)
    topped = run(plan_of(500), store, jobs=1)
    assert topped.games_stored == 3 * 200
    assert topped.games_played == 3 * 300
    assert integers(topped) == integers(run(plan_of(500), Store(tmp_path / "other"), jobs=1))


def test_fewer_games_are_a_prefix(store, tmp_path):
    run(plan_of(500), store, jobs=1)
    fewer = run(plan_of(200), store, jobs=1)
    assert integers(fewer) == integers(run(plan_of(200), Store(tmp_path / "other"), jobs=1))


def test_chunks_of_a_cell_cover_it_once(store):
    cell = plan_of(4 * BLOCKS + 600).cells[1]
    for have in ([], [(0, 100), (100, 50)], [(0, 100), (150, 50)], [(BLOCKS, BLOCKS), (2 * BLOCKS, 7)]):
        for first, count in have:
            path = store._path(Chunk(cell, first, count))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"")
        chunks = store.chunks(cell)
        blocks = [block for chunk in chunks for block in range(chunk.first, chunk.first + chunk.count)]
        assert blocks == list(range(cell.blocks))
        assert all(chunk.first // BLOCKS == (chunk.first + chunk.count - 1) // BLOCKS for chunk in chunks)
        used = {(chunk.first, chunk.count) for chunk in chunks}
        assert have == [] or have[0] in used


def test_threads_do_not_matter(tmp_path):
    plan = plan_of(4 * BLOCKS)
    results = [run(plan, Store(tmp_path / str(jobs)), jobs=jobs) for jobs in (1, 2, 5)]
    assert integers(results[0]) == integers(results[1]) == integers(results[2])
    names = [sorted(path.relative_to(tmp_path / str(j)) for path in (tmp_path / str(j)).rglob("*.zst")) for j in (1, 5)]
    assert names[0] == names[1]
    for name in names[0]:
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "5" / name).read_bytes()


def test_a_damaged_chunk_is_played_again(store):
    first = run(plan_of(200), store, jobs=1)
    for path in store.folder.rglob("*.zst"):
        path.write_bytes(path.read_bytes()[:-5])
    again = run(plan_of(200), store, jobs=1)
    assert again.games_stored == 0
    assert integers(again) == integers(first)


def test_an_edit_plays_only_what_it_touches(store):
    sides = ("boris", "francisco", "grace")
    run(plan_of(100, sides=sides), store, jobs=1)
    edited = run(plan_of(100, ("fighters.grace.cards.spin.combo=1",), sides=sides), store, jobs=1)
    assert edited.games_stored == 100 + 100 + 100  # boris:boris, boris:francisco, francisco:francisco
    assert edited.games_played == 3 * 100


def test_an_edited_number_changes_the_result_with_a_warm_cache(store):
    """Card data is an argument of the kernels: nothing of it may be frozen into the machine code."""
    base = run(plan_of(400), store, jobs=1).cells[1].tally
    edited = run(plan_of(400, ("fighters.boris.cards.headbutt.opening=9",)), store, jobs=1).cells[1].tally
    assert edited.score > base.score


def test_an_a_a_run_is_equal_in_every_block(store, tmp_path):
    a, b = (run(plan_of(2000), Store(tmp_path / name), jobs=2) for name in "ab")
    assert integers(a) == integers(b)


def test_another_epoch_is_other_luck_about_the_same_score(store):
    one = run(plan_of(4000), store, jobs=2).cells[1]
    other = run(plan_of(4000, epoch=2), store, jobs=2).cells[1]
    assert one.tally != other.tally
    assert abs(one.tally.score - other.tally.score) < 4 * (2 * one.tally.score_variance / one.tally.blocks) ** 0.5


def test_luck_by_side_is_refused_for_simultaneous_play():
    with pytest.raises(UsageError, match="simultaneously"):
        plan_of(10, luck_by="side")


def test_a_write_that_fails_leaves_nothing_behind(tmp_path):
    path = tmp_path / "whole.txt"
    write_whole(path, b"old")
    with pytest.raises(TypeError):
        write_whole(path, "not bytes")  # type: ignore[arg-type]
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["whole.txt"]


def test_a_store_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError, match="--store"):
        run(plan_of(10), Store(tmp_path / "file" / "store"), jobs=1)


def test_a_block_is_counted_for_its_side(store):
    """Score of a plus score of b over the same cell is one: wins of one are losses of the other."""
    cell = run(plan_of(1000), store, jobs=1).cells[1]
    tally = cell.tally
    assert tally.wins + tally.losses + tally.draws + tally.truncated == tally.games == 1000
    assert np.isclose(tally.score, (tally.wins + (tally.draws + tally.truncated) / 2) / tally.games)


@pytest.mark.parametrize("variant", variant_names(RULESETS / NAME))
def test_every_variant_changes_some_game(tmp_path, variant):
    """An option that no game can notice would be a promise that nothing keeps."""
    results = []
    for name in (None, variant):
        data = balance.load(NAME, rulesets=RULESETS, variant=name)
        results.append(balance.simulate(data, games=400, policies=("greedy",), jobs=2, store=tmp_path))
    assert integers(results[0]) != integers(results[1])


def test_files_of_others_are_left_alone(store):
    """A copy that a file service made, a chunk of no blocks, a name that is no number."""
    plan = plan_of(100)
    first = run(plan, store, jobs=1)
    folder = store._folder(plan.cells[1])
    for name in ("0-32 (conflicted copy).zst", "0-0.zst", "00-5.zst", "-1-5.zst", "x-y.zst"):
        (folder / name).write_bytes(b"")
    assert [(chunk.first, chunk.count) for chunk in store.played(plan.cells[1])] == [(0, 50)]
    again = run(plan, store, jobs=1)
    assert again.games_played == 0
    assert integers(again) == integers(first)


def test_any_damaged_byte_is_noticed(store):
    """Those of the frame's header too, which say how much memory it takes."""
    plan = plan_of(8)
    run(plan, store, jobs=1)
    chunk = Chunk(plan.cells[1], 0, 4)
    path = store._path(chunk)
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0xC0]) + whole[at + 1 :])
        assert store.load(chunk) is None, at
    path.write_bytes(whole)
    assert store.load(chunk) is not None


def test_a_fresh_store_has_what_it_saved_itself_alone(store):
    first = run(plan_of(200), store, jobs=1)
    fresh = Store(store.folder, is_fresh=True)
    again = run(plan_of(100), fresh, jobs=1)
    assert (again.games_played, again.games_stored) == (3 * 100, 0)
    topped = run(plan_of(200), fresh, jobs=1)
    assert (topped.games_played, topped.games_stored) == (3 * 100, 3 * 100)
    assert integers(topped) == integers(first)
