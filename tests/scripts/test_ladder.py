"""The ladder: what it measures, circles and all, and what it prints."""

import json
import runpy
import shlex
from pathlib import Path

import pytest

from balance.errors import UsageError
from balance.stats import Interval
from tests.games import data_of

ROOT = Path(__file__).parents[2]
NAMES = [side.name for side in data_of("combo-fighter").sides.values() if side.provenance.is_published]
LADDER = runpy.run_path(str(ROOT / "scripts" / "ladder"))


def scores(*beats, sure=True):
    """Return scores in which the first of each pair beats the second, surely or not, and all else is even."""
    names = sorted({name for pair in beats for name in pair})
    found = {(a, b): Interval(0.5, 0.48, 0.52, 0.95) for a in names for b in names if a != b}
    for a, b in beats:
        found[a, b] = Interval(0.6, 0.58 if sure else 0.49, 0.71, 0.95)
        found[b, a] = Interval(0.4, 0.29, 0.42 if sure else 0.51, 0.95)
    return found


def test_a_circle_is_found_and_said():
    found = scores("ab", "bc", "ca", "ad")
    assert LADDER["cycles"](found) == [["a", "b", "c", "a"]]
    assert LADDER["sentences"](found) == [
        "A circle: a beats b (60.0 ±6.5 %), b beats c (60.0 ±6.5 %), c beats a (60.0 ±6.5 %)."
    ]


@pytest.mark.parametrize("pairs", [("ab", "bc", "ac"), ("ab", "bc"), ("ab",)])
def test_an_order_is_no_circle(pairs):
    assert LADDER["cycles"](scores(*pairs)) == []
    assert LADDER["sentences"](scores(*pairs))[0].startswith("No circle")


def test_a_circle_that_is_not_sure_is_none():
    assert LADDER["cycles"](scores("ab", "bc", "ca", sure=False)) == []


def test_longer_circles_and_two_of_them():
    assert LADDER["cycles"](scores("ab", "bc", "cd", "da")) == [["a", "b", "c", "d", "a"]]
    two = LADDER["cycles"](scores("ab", "bc", "ca", "xy", "yz", "zx", "ax"))
    assert [set(path) for path in two] == [set("abc"), set("xyz")]


def test_policies_that_search_come_by_name_only():
    data = data_of("combo-fighter")
    assert "search" not in LADDER["names_of"](data, "")
    assert LADDER["names_of"](data, "search,random,search") == ["search", "random"]
    with pytest.raises(UsageError, match="expected two or more"):
        LADDER["names_of"](data, "random,random")
    assert "luyan" not in LADDER["sides_of"](data, "published")
    assert "luyan" in LADDER["sides_of"](data, "all")


@pytest.fixture
def ladder(tmp_path, capsys):
    """Return a function from a command line to what it prints."""

    def run(words):
        options = LADDER["parse"](shlex.split(f"{words} --store {tmp_path} --jobs 1"))
        assert LADDER["main"](options) == 0
        return capsys.readouterr().out

    return run


def test_what_is_printed(ladder):
    out = ladder("--policies random,greedy --games 8 --per-side")
    lines = out.splitlines()
    assert lines[0] == (
        "Score of the row against the column in %, over all 36 ordered pairs of the 6 published fighters, 8 games each:"
    )
    assert lines[2] == "| | greedy | random | mean |"  # the better one first, however they were named
    assert lines[4].startswith("| greedy |  | 8")
    assert "| | greedy with | greedy against random with |" in lines
    assert [line.split(" | ")[0] for line in lines if line.startswith("| Boris")] == ["| Boris Wolfram"]
    rows = [line.split(" | ")[1:] for line in lines if line.startswith(tuple(f"| {name}" for name in NAMES))]
    means = [sum(float(cell.split()[0]) for cell in column) / 6 for column in zip(*rows, strict=True)]
    total = float(lines[4].split(" | ")[2].split()[0])
    assert means == pytest.approx([total, total], abs=0.1)  # with and against, each over all
    assert lines[-1].startswith("Made by `scripts/ladder --policies random,greedy --games 8 --per-side --store")
    assert ladder("--policies random,greedy --games 8 --per-side") == out


def test_the_numbers_for_a_program(ladder):
    told = json.loads(ladder("--policies random,greedy --games 8 --json"))
    [ahead] = [duel for duel in told["duels"] if duel["a"] == "greedy"]
    assert 0.75 < ahead["low"] < ahead["score"] < 0.95
    assert [row["policy"] for row in told["ranking"]] == ["greedy", "random"]
    assert told["cycles"] == []
    assert told["games"] == 8


def test_another_epoch_is_other_luck(ladder):
    first, second = (ladder(f"--policies random,greedy --games 4 --json --epoch {epoch}") for epoch in (1, 2))
    assert json.loads(first)["duels"] != json.loads(second)["duels"]
