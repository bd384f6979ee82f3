"""The table of a sweep: exact zeros where nothing changed, and numbers counted out by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import balance
from balance.frames import sweep as frames
from balance.frames.sweep import BASE, BASED, COMPARED, UNCHANGED, questions, sweep
from balance.report.sweep import build
from balance.runs.executor import run
from balance.runs.manifest import manifest_of
from balance.runs.store import Store
from balance.runs.sweep import SweepResult, changed, changes_of, plan_sweep
from balance.vocab import Outcome
from tests.frames.sudden import sudden
from tests.games import data_of

NAME = "combo-fighter"
SIDES = ("boris", "grace", "renee")


def played(data, folder, edits=(), variants=(), sides=(), levels=(("greedy", 60),), heads=None):
    heads = changed(data, changes_of(data, variants, edits)) if heads is None else heads
    planned = plan_sweep(data, heads, levels=levels, sides=sides)
    return SweepResult(planned, run(planned.plan, Store(folder), jobs=2, is_keeping=True))


def table_of(result):
    return sweep(result.planned, result)


def numbers(row, end):
    return {name: value for name, value in row.items() if name.endswith(end)}


def test_the_same_rules_give_exact_zeros(tmp_path):
    data = data_of(NAME)
    result = played(data, tmp_path, ["hand_size=5"], sides=SIDES)
    table = table_of(result)
    base, same = table.to_dicts()
    assert (base["change"], base["status"], base["policy"]) == (BASE, BASED, "greedy")
    assert (same["change"], same["status"], same["touched"]) == ("hand_size=5", UNCHANGED, 0)
    assert (same["winner_changed"], same["movers"], same["largest_a"]) == (0, 0, None)
    assert len(result.planned.plan.cells) == len(result.planned.base.cells)
    names = [question.name for question in questions(result.planned.base)]
    for name in names:
        assert same[name] == base[name]
        assert [same[f"{name}{end}"] for end in ("_difference", "_lo", "_hi")] == [0, 0, 0]
        assert (same[f"{name}_p"], same[f"{name}_found"]) == (1, False)
        assert base[f"{name}_difference"] is None
        assert base[f"{name}_lo"] <= base[name] <= base[f"{name}_hi"]
    assert same["spread_per_mille"] == base["spread_per_mille"]
    assert "first_seat" not in table.columns  # both act at once


def test_a_change_that_no_game_meets_is_zero_with_an_interval(tmp_path):
    """A limit that no game comes near is another rule by its hash; nothing moved, which is no proof."""
    result = played(data_of(NAME), tmp_path, ["round_limit=58"], sides=SIDES)
    row = table_of(result).to_dicts()[1]
    assert (row["status"], row["touched"], row["winner_changed"]) == (COMPARED, 6, 0)
    for question in questions(result.planned.base):
        name = question.name
        assert row[f"{name}_difference"] == 0
        assert row[f"{name}_lo"] < 0 < row[f"{name}_hi"]
        assert (row[f"{name}_p"], row[f"{name}_found"]) == (1, False)
    assert row["largest_a"] is None
    page = build(result.planned, manifest_of(result.played, ["balance"]), table_of(result))
    assert page.lead[-1].startswith(
        "No game has another winner, nor the games another mean length, under round_limit=58"
    )


def test_differences_by_hand(tmp_path):
    """Every number of a row from the outcomes and histograms of the cells themselves."""
    acting, levels = ("rush", "builder", "control"), (("standard", 60),)
    result = played(data_of("powercreep"), tmp_path, variants=["first-turn-battle"], sides=acting, levels=levels)
    (variant,) = result.planned.variants
    row = table_of(result).to_dicts()[1]
    base, head = (result.of(plan).cells for plan in (variant.pairs.base, variant.pairs.head))
    points = np.zeros(5)
    points[Outcome.WIN], points[[Outcome.DRAW, Outcome.TRUNCATED]] = 1, 0.5

    def first(cell):
        scores = points[cell.outcomes]
        scores[:, 1:] = 1 - scores[:, 1:]
        return 1000 * scores.mean()

    def over(cells, of, is_with_mirrors=False):
        return np.mean([of(cell) for cell in cells if is_with_mirrors or cell.cell.a != cell.cell.b])

    def ended(cell):
        return 1000 * cell.histograms[1][2] / cell.tally.games

    def length(cell):
        return cell.histograms[0] @ np.arange(cell.histograms.shape[1]) / cell.tally.games

    end = result.planned.base.ruleset.measures[1].names[2].replace(" ", "_")
    asked = (("first_seat", first, True), ("length", length, False), (f"end_{end}", ended, False))
    for name, of, with_mirrors in asked:
        before, after = over(base, of, with_mirrors), over(head, of, with_mirrors)
        assert row[name] == pytest.approx(after, abs=0.06)
        assert row[f"{name}_difference"] == pytest.approx(after - before, abs=0.06)
        assert row[f"{name}_lo"] <= row[f"{name}_difference"] <= row[f"{name}_hi"]
    assert row["first_seat_difference"] > 50  # whoever begins may battle at once
    assert row["lead_changes"] == pytest.approx(over(head, lambda cell: cell.course.mean_lead_changes), abs=0.001)
    comebacks = over(head, lambda cell: 1000 * cell.course.comebacks / cell.tally.games)
    assert row["comebacks"] == pytest.approx(comebacks, abs=0.06)
    # Rush meets control as the second in sorted order, and builder too.
    moves = {(a.cell.a, a.cell.b): b.tally.score - a.tally.score for a, b in zip(base, head, strict=True)}
    rush = -(moves["builder", "rush"] + moves["control", "rush"]) / 2
    assert row["score_rush_difference"] == pytest.approx(1000 * rush, abs=0.06)
    largest = max((pair for pair in moves if pair[0] != pair[1]), key=lambda pair: abs(moves[pair]))
    assert (row["largest_a"], row["largest_b"]) == largest
    assert row["largest_difference"] == pytest.approx(1000 * moves[largest], abs=0.06)
    changed_games = [np.mean(a.outcomes != b.outcomes) for a, b in zip(base, head, strict=True) if a.cell.a != a.cell.b]
    assert row["winner_changed"] == pytest.approx(1000 * np.mean(changed_games), abs=0.06)


def test_what_is_not_touched_weighs_as_much(tmp_path):
    """An edit of one fighter leaves the matchups of the others as they are."""
    result = played(data_of(NAME), tmp_path, ["fighters.boris.cards.headbutt.opening=9"], sides=SIDES)
    row = table_of(result).to_dicts()[1]
    assert (row["cells"], row["touched"]) == (6, 3)
    (variant,) = result.planned.variants
    moves = {pair.head.cell.b: pair for pair in result.pairs(variant.pairs)}
    by_boris = [moves[stem].tally.half_points / (2 * moves[stem].tally.games) for stem in ("grace", "renee")]
    assert row["score_boris_difference"] == pytest.approx(1000 * sum(by_boris) / 2, abs=0.06)
    assert row["score_grace_difference"] == pytest.approx(-1000 * by_boris[0] / 2, abs=0.06)
    assert row["score_renee_difference"] == pytest.approx(-1000 * by_boris[1] / 2, abs=0.06)


def test_a_known_difference_is_found(tmp_path):
    """Games that end in the first round, against ones that take at least two as every opener deals half as much."""
    slow, fast = sudden(tmp_path / "slow", damage=25), sudden(tmp_path / "fast")
    result = played(fast, tmp_path / "store", levels=(("random", 400),), heads={"slow": slow})
    base, row = table_of(result).to_dicts()
    assert (base["length"], base["length_lo"]) == (1, pytest.approx(1, abs=0.02))
    assert row["length"] >= 2
    assert row["length_difference"] == pytest.approx(row["length"] - 1)
    assert row["length_lo"] > 0.9
    assert row["length_found"] is True
    assert row["draws_difference"] < 0  # a tie in the one round was a draw


def test_levels_stand_one_behind_the_other_and_what_cannot_be_compared_behind_all(tmp_path):
    data = data_of(NAME)
    without = replace(data, sides={stem: side for stem, side in data.sides.items() if stem != "grace"})
    heads = {"without": without, "six": data_of(NAME, ("hand_size=6",))}
    result = played(data, tmp_path, sides=SIDES, levels=(("greedy", 8), ("random", 4)), heads=heads)
    table = table_of(result)
    assert table.select("policy", "change").rows() == [
        ("greedy", BASE), ("greedy", "six"), ("random", BASE), ("random", "six"), (None, "without"),
    ]  # fmt: skip
    assert table["status"].to_list()[-1] == "cannot be compared: it has no grace"
    assert table["edits"].to_list()[1] == "hand_size=6"
    assert table["length"].to_list()[-1] is None
    page = build(result.planned, manifest_of(result.played, ["balance"]), table)
    assert "without cannot be compared: it has no grace." in page.lead


def test_one_side_has_its_mirror(tmp_path):
    result = played(data_of("powercreep"), tmp_path, ["king=5"], sides=("rush",), levels=(("standard", 60),))
    table = table_of(result)
    row = table.to_dicts()[1]
    assert (row["cells"], row["touched"], row["winner_changed"], row["spread_per_mille"]) == (1, 1, None, None)
    assert row["length"] > 2
    assert row["first_seat"] is not None
    assert not [name for name in table.columns if name.startswith("score_")]
    page = build(result.planned, manifest_of(result.played, ["balance"]), table)
    assert [shown.title for shown in page.tables] == [
        "What each change does", "How games end, in %", "What is laid over the rules",
    ]  # fmt: skip
    ends = page.tables[1].heads
    assert "Direct" in ends
    assert "Idle draw" not in ends  # which no game of such a policy does


def test_few_differences_are_named_where_nothing_moves(tmp_path, monkeypatch):
    """Marks hold over all differences of a level: one p-value of 4 % among many is none."""
    result = played(data_of(NAME), tmp_path, ["hand_size=6"], sides=SIDES)
    asked = questions(result.planned.base)
    monkeypatch.setattr(frames, "interval_p", lambda interval: 0.04)
    assert all(numbers(table_of(result).to_dicts()[1], "_found").values())
    values = iter([0.04] + [0.9] * len(asked))
    monkeypatch.setattr(frames, "interval_p", lambda interval: next(values))
    assert not any(numbers(table_of(result).to_dicts()[1], "_found").values())


def test_python(tmp_path):
    data = data_of(NAME)
    table = balance.sweep(data, edits=["hand_size=5..6"], games=4, sides=("boris", "grace"), store=tmp_path)
    assert isinstance(table, pl.DataFrame)
    assert table["change"].to_list() == [BASE, "hand_size=5", "hand_size=6"]
    assert table["policy"].unique().to_list() == ["standard"]
