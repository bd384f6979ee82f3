"""Edits in words, from two versions of the shipped data."""

import shutil

import pytest

import balance
from balance.data.differences import edits_between, shown
from tests.games import RULESETS, data_of

NAME = "combo-fighter"


def between(*edits):
    return edits_between(data_of(NAME), data_of(NAME, edits))


@pytest.mark.parametrize(
    ("edit", "said", "kind"),
    [
        ("fighters.boris.cards.headbutt.opening=5", "Boris Wolfram / Headbutt: opening 4 -> 5", "opening"),
        ("fighters.boris.cards.rush.star=false", "Boris Wolfram / Rush: star true -> false", "star"),
        ("fighters.boris.cards.headbutt.box=[BT, YT]", "Boris Wolfram / Headbutt: box [BT, YT, YS] -> [BT, YT]", "box"),
        ("fighters.boris.cards.headbutt.name=Nut", "Boris Wolfram / Headbutt: name Headbutt -> Nut", "name"),
        ("fighters.boris.signatures.drill-and-blast.moxie.damage=11",
         "Boris Wolfram / Drill and Blast / moxie: damage 10 -> 11", "signatures"),
        ('fighters.boris.power.b.effects=[{dealing: "total +3"}]',
         "Boris Wolfram / power / Powered by Radiation: effects: 'dealing: total +2' -> 'dealing: total +3'", "power"),
        ("hand_size=6", "option: hand_size 5 -> 6", "option"),
        ("policies.greedy.weights.spent=-2", "policy greedy / weights: spent -1 -> -2", "policy"),
        ("policies.standard=greedy", "policies: standard standard -> greedy", "policy"),
    ],
)  # fmt: skip
def test_one_edit_in_words(edit, said, kind):
    (found,) = between(edit)
    assert (str(found), found.kind) == (said, kind)
    assert str(found.place) == f"--set {edit}"


def test_nothing_differs_from_itself():
    assert edits_between(data_of(NAME), balance.load(NAME, rulesets=RULESETS)) == []


def test_place_is_the_line_of_the_head(tmp_path):
    folder = tmp_path / "rulesets"
    shutil.copytree(RULESETS / NAME, folder / NAME)
    path = folder / NAME / "fighters" / "boris.yaml"
    lines = path.read_text(encoding="utf-8").splitlines()
    at = next(i for i, line in enumerate(lines) if "Headbutt" in line)
    lines[at] = lines[at].replace("opening: 4", "opening: 5").replace("copies: 6", "copies: 7")
    column = lines[at].index("copies: 7") + len("copies: ") + 1
    other = next(i for i, line in enumerate(lines) if "Circle" in line)
    lines[other] = lines[other].replace("copies: 7", "copies: 6")
    path.write_text("\n".join(lines), encoding="utf-8")
    found = edits_between(data_of(NAME), balance.load(NAME, rulesets=folder))
    assert [str(edit) for edit in found] == [
        "Boris Wolfram / Headbutt: copies 6 -> 7",
        "Boris Wolfram / Headbutt: opening 4 -> 5",
        "Boris Wolfram / Circle: copies 7 -> 6",
    ]
    assert (found[0].place.path, found[0].place.line, found[0].place.column) == (path, at + 1, column)
    assert found[2].place.line == other + 1


def test_comments_order_and_written_defaults_are_no_edits(tmp_path):
    folder = tmp_path / "rulesets"
    shutil.copytree(RULESETS / NAME, folder / NAME)
    path = folder / NAME / "fighters" / "boris.yaml"
    lines = path.read_text(encoding="utf-8").splitlines()
    first = next(i for i, line in enumerate(lines) if "Laser Flash" in line)
    lines[first], lines[first + 1] = lines[first + 1].replace("icon: RS,", "icon: RS, star: false,"), lines[first]
    path.write_text("# a comment\n" + "\n".join(lines), encoding="utf-8")
    assert edits_between(data_of(NAME), balance.load(NAME, rulesets=folder)) == []


def test_fighters_come_and_go(tmp_path):
    folder = tmp_path / "rulesets"
    shutil.copytree(RULESETS / NAME, folder / NAME)
    (folder / NAME / "fighters" / "boris.yaml").rename(folder / NAME / "fighters" / "boriz.yaml")
    variants = folder / NAME / "variants"
    shutil.rmtree(variants)
    found = edits_between(data_of(NAME), balance.load(NAME, rulesets=folder))
    assert [str(edit) for edit in found] == ["Boris Wolfram: removed", "Boris Wolfram: new"]
    assert [edit.place.path.stem for edit in found] == ["boris", "boriz"]


def test_a_card_removed_a_renamed_signature_and_another_order(tmp_path):
    folder = tmp_path / "rulesets"
    shutil.copytree(RULESETS / NAME, folder / NAME)
    path = folder / NAME / "fighters" / "boris.yaml"
    text = path.read_text(encoding="utf-8").replace("name: Drill and Blast", "name: Drill")
    lines = text.splitlines()
    a, b = (next(i for i, line in enumerate(lines) if name in line) for name in ("Kiev Coal", "Ukrainian"))
    lines[a], lines[b] = lines[b], lines[a]
    path.write_text("\n".join(lines), encoding="utf-8")
    found = [str(edit) for edit in edits_between(data_of(NAME), balance.load(NAME, rulesets=folder))]
    assert found == [
        "Boris Wolfram / Drill and Blast: name Drill and Blast -> Drill",
        "Boris Wolfram: order of the signatures changed",
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "none"), ("", "none"), (True, "true"), (["RT", "BS"], "[RT, BS]"), ({"won": "flip"}, "won: flip"),
        ({"icon": "RT", "damage": 9}, "{icon: RT, damage: 9}"), ("X", "X"), (0, "0"),
    ],
)  # fmt: skip
def test_shown(value, text):
    assert shown(value) == text
