"""Base and head side by side, look by look: the same integers as in one go, each stored chunk read once."""

from dataclasses import replace

import pytest

from balance import rules
from balance.runs.chunks import BLOCKS
from balance.runs.paired import Looks, plan_pairs, play_pairs
from balance.runs.store import Store
from tests.games import data_of

NAME = "combo-fighter"
EDIT = ("fighters.boris.cards.headbutt.opening=9",)


class Watched(Store):
    """A store that remembers which of its chunks were read."""

    def __init__(self, folder):
        super().__init__(folder)
        self.read = []

    def load(self, chunk):
        found = super().load(chunk)
        if found is not None:
            self.read.append((chunk.cell.key, chunk.first, chunk.count))
        return found


def plan_of():
    levels = [("greedy", 4 * BLOCKS)]
    return plan_pairs(rules.get(NAME), data_of(NAME), data_of(NAME, EDIT), levels=levels, sides=["boris", "grace"])


def integers(pair):
    cells = [
        (cell.tally, cell.histograms.tobytes(), cell.extremes.tobytes(), cell.totals.tobytes(), cell.decisions)
        for cell in (pair.base, pair.head)
    ]
    return cells, pair.tally, pair.base.outcomes.tobytes(), pair.head.outcomes.tobytes()


def test_looks_add_up_to_what_one_run_counts(tmp_path):
    plan = plan_of()
    looks = Looks(plan, Store(tmp_path / "a"), jobs=2)
    other = Store(tmp_path / "b")
    for blocks in (700, BLOCKS - 5, BLOCKS, BLOCKS + 9, 2 * BLOCKS + 3):
        (found,) = looks.look(plan.touched, blocks)
        (expected,) = play_pairs(plan, plan.touched, other, jobs=1, blocks=blocks).pairs
        assert integers(found) == integers(expected)
        assert found.head.cell.blocks == blocks
        assert len(found.moved_games) == found.tally.discordant_games > 0
    assert looks.games_played == 2 * 2 * (2 * BLOCKS + 3)
    assert looks.spent.head > 0


def test_a_whole_stretch_is_read_once(tmp_path):
    plan, store = plan_of(), Watched(tmp_path)
    sizes = (BLOCKS // 2, BLOCKS + 7, 2 * BLOCKS + 7, 2 * BLOCKS + 9)
    for pair in plan.touched:  # as another run left the base: whole stretches, which the first look cannot use
        play_pairs(plan, [pair], store, jobs=1, blocks=2 * BLOCKS)
    played = Looks(plan, store, jobs=1)
    for blocks in sizes:
        played.look(plan.touched, blocks)
    assert played.games_played == 2 * 2 * (BLOCKS // 2 + 7 + 7 + 2)
    store.read.clear()
    again = Looks(plan, store, jobs=1)
    for blocks in sizes:
        again.look(plan.touched, blocks)
    assert again.games_played == 0
    whole = [read for read in store.read if read[2] == BLOCKS]
    assert len(whole) == len(set(whole)) == 2 * 2


def test_where_the_time_goes(tmp_path):
    plan, store = plan_of(), Store(tmp_path)
    cold = play_pairs(plan, plan.touched, store, jobs=1, blocks=64)
    warm = play_pairs(plan, plan.touched, store, jobs=1, blocks=64)
    assert cold.spent.base > 0
    assert cold.spent.head > 0
    assert (warm.spent.base, warm.spent.head) == (0, 0)
    assert warm.spent.store > 0
    for result in (cold, warm):
        spent = result.spent
        parts = [spent.getting_ready, spent.base, spent.head, spent.store, spent.counting]
        assert sum(parts) == pytest.approx(result.seconds)
        assert spent + spent == type(spent)(*(2 * part for part in parts))


def test_a_range_begins_where_it_is_told(tmp_path):
    cell = replace(plan_of().touched[0].head, first=BLOCKS - 10, blocks=2 * BLOCKS + 5)
    chunks = Store(tmp_path).chunks(cell)
    assert [(chunk.first, chunk.count) for chunk in chunks] == [
        (BLOCKS - 10, 10), (BLOCKS, BLOCKS), (2 * BLOCKS, 5)
    ]  # fmt: skip
