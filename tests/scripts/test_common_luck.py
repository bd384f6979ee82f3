"""The table of what common luck saves: every edit is one, and is of the kind that it is said to be."""

import runpy
from pathlib import Path

import pytest

from balance import rules
from balance.data.differences import edits_between
from balance.runs.store import Store
from tests.games import data_of

ROOT = Path(__file__).parents[2]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "common-luck"))
KINDS = {
    "opening": {"opening"}, "combo damage": {"combo"}, "initiative": {"initiative"}, "copies moved": {"copies"},
    "box": {"box"}, "star": {"star"}, "signature": {"signatures"}, "token word": {"power"}, "rule option": {"option"},
    "policy weight": {"policy"}, "opening hand": {"option"}, "hand limit": {"option"}, "Life Stack": {"option"},
    "summon cost": {"option"}, "modifier value": {"option"}, "number of Jokers": {"option"}, "rule off": {"option"},
    "setup option": {"option"},
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(SCRIPT["EDITS"]))
def test_every_edit_is_of_its_kind(name):
    assert name in rules.names()
    edited, others, kinds = SCRIPT["EDITS"][name]
    data = data_of(name)
    assert {edited, *others} <= set(data.sides)
    for kind, templates in kinds:
        edits = tuple(text.replace("{policy}", data.standard) for text in templates)
        found = edits_between(data, data_of(name, edits))
        assert {edit.kind for edit in found} == KINDS[kind], kind
        assert len(found) == len(edits)


@pytest.mark.parametrize(("name", "policy"), [("combo-fighter", "greedy"), ("powercreep", None)])
def test_the_table(tmp_path, name, policy):
    rows = SCRIPT["rows_of"](name, policy, 40, 1, Store(tmp_path), 2)
    lines = SCRIPT["table"](rows)
    assert [row[0] for row in rows] == [kind for kind, _ in SCRIPT["EDITS"][name][2]]
    assert all(line.count(" | ") == lines[0].count(" | ") for line in lines if "---" not in line)
    for row in rows:
        gain = row[4].removesuffix(" *")
        if gain != "–":
            assert row[4].endswith(" *") == (float(gain) < SCRIPT["WANTED"]) or float(gain) == SCRIPT["WANTED"]
