"""What a sweep plans and plays: each change by itself, everything once, mirrors included."""

import re
from dataclasses import replace

import numpy as np
import pytest

from balance import rules
from balance.data.load import variant_names
from balance.errors import DataError, UsageError
from balance.runs.executor import run
from balance.runs.paired import plan_pairs
from balance.runs.plan import default_sides
from balance.runs.store import Store
from balance.runs.sweep import Change, SweepResult, changed, changes_of, plan_sweep
from tests.games import RULESETS, data_of

NAME = "combo-fighter"
SIDES = ("boris", "grace")


def swept(edits=(), variants=(), sides=SIDES, levels=(("greedy", 8),)):
    data = data_of(NAME)
    return plan_sweep(data, changed(data, changes_of(data, variants, edits)), levels=levels, sides=sides)


def played(planned, folder):
    return SweepResult(planned, run(planned.plan, Store(folder), jobs=2, is_keeping=True))


def test_what_is_asked_for():
    data = data_of(NAME)
    everything = [Change(name, variant=name) for name in variant_names(RULESETS / NAME)]
    assert list(changes_of(data, None)) == everything
    edit = Change("hand_size=4", edits=("hand_size=4",))
    assert changes_of(data, None, ["hand_size=4"]) == (edit,)
    both = changes_of(data, ["no-moxie", "no-moxie"], ["hand_size=4,4"])
    assert both == (Change("no-moxie", variant="no-moxie"), edit)
    with pytest.raises(UsageError, match=r"no variant 'no-moxi'; known: .* Did you mean 'no-moxie'"):
        changes_of(data, ["no-moxi"])


def test_each_change_is_laid_over_the_base_by_itself():
    data = data_of(NAME, ("round_limit=9",))
    found = changed(data, changes_of(data, ["no-moxie"], ["hand_size=4..6"]))
    assert list(found) == ["no-moxie", "hand_size=4", "hand_size=5", "hand_size=6"]
    assert [head.options.hand_size for head in found.values()] == [5, 4, 5, 6]
    assert [head.options.moxie for head in found.values()] == [False, True, True, True]
    assert {head.options.round_limit for head in found.values()} == {9}
    variant = replace(data, variant="small-hand")
    with pytest.raises(UsageError, match="the base is the variant small-hand already"):
        changed(variant, changes_of(data, ["no-moxie"]))


def test_problems_of_all_changes_come_at_once():
    data = data_of(NAME)
    with pytest.raises(DataError) as error:
        changed(data, changes_of(data, [], ["hand_size=7..9", "moxy=true"]))
    said = [str(problem) for problem in error.value.problems]
    assert [line.partition(":")[0] for line in said] == ["--set hand_size=8", "--set hand_size=9", "--set moxy=true"]
    box = "fighters.boris.cards.circle.box=[RT]"
    with pytest.raises(DataError, match=rf"boris.yaml:.* the combo cannot be played \(with {re.escape(box)}\)"):
        changed(data, changes_of(data, [], [box]))


def test_nothing_is_planned_twice():
    planned = swept(["hand_size=5..6", "hand_size=6"])
    same, other = planned.variants
    assert same.is_unchanged
    assert not other.is_unchanged
    assert len(other.pairs.touched) == len(planned.base.cells) == 3  # a matchup and two mirrors
    assert len(planned.plan.cells) == 2 * 3


def test_mirrors_are_paired_where_they_are_asked_for():
    data, head = data_of(NAME), data_of(NAME, ("hand_size=6",))
    found = rules.get(NAME)
    levels = [("greedy", 8)]
    assert len(plan_pairs(found, data, head, levels=levels, sides=SIDES).pairs) == 1
    assert len(plan_pairs(found, data, head, levels=levels, sides=SIDES, is_with_mirrors=True).pairs) == 3
    alone = plan_pairs(found, data, head, levels=levels, sides=["boris"], is_with_mirrors=True)
    assert len(alone.pairs) == 1


def test_main_sides_take_part_unless_somebody_is_named():
    for name in (NAME, "powercreep"):
        data = data_of(name)
        main = {stem for stem in default_sides(rules.get(name), data) if not data.apart(stem)}
        planned = plan_sweep(data, {}, levels=[("standard", 8)])
        assert set(planned.base.side_hashes) == main != set(data.sides)
    assert set(swept(["hand_size=6"], sides=("ruby", "boris")).base.side_hashes) == {"boris", "ruby"}


def test_a_version_without_a_side_cannot_be_compared():
    data = data_of(NAME)
    other = replace(data, sides={stem: side for stem, side in data.sides.items() if stem != "grace"})
    levels = [("greedy", 8)]
    planned = plan_sweep(data, {"a": other, "b": data}, levels=levels, sides=("boris", "grace", "renee"))
    assert [variant.reason for variant in planned.variants] == ["it has no grace", ""]
    assert planned.variants[0].pairs is None
    assert len(planned.plan.cells) == 6


def test_levels_with_other_numbers_of_games_are_told_apart(tmp_path):
    """The head plays as its first level what the base plays as its second."""
    planned = swept(["policies.standard=expert"], levels=(("standard", 8), ("second", 4)))
    result = played(planned, tmp_path)
    (variant,) = planned.variants
    head = result.of(variant.pairs.head)
    assert {(cell.cell.level, cell.tally.games) for cell in head.cells} == {(0, 8)}
    base = result.of(planned.base)
    assert {(cell.cell.policy_a, cell.tally.games) for cell in base.cells} == {("standard", 8), ("expert", 4)}
    assert [pair.tally.games for pair in result.pairs(variant.pairs)] == [8, 8, 8]


def test_what_is_watched_are_the_first_games(tmp_path):
    """The rows of a game's course are its rounds, so lengths can be compared game by game."""
    for name, sides in ((NAME, SIDES), ("powercreep", ("rush", "builder"))):
        data = data_of(name)
        planned = plan_sweep(data, {}, levels=[("standard", 50)], sides=sides)
        for cell in played(planned, tmp_path / name).played.cells:
            counts = np.bincount(cell.lengths, minlength=cell.histograms.shape[1])
            assert counts.tolist() == cell.histograms[0].tolist()
            assert len(cell.standings) == cell.lengths.sum()
