"""`balance baseline`: what is committed, what it is good for, and what it refuses."""

import json
from unittest.mock import Mock

import pytest

from balance import rules
from balance.gate.baseline import read_anchor
from balance.gate.release import with_epoch
from tests.games import RULESETS, data_of

BUILD = ("baseline", "build", "combo-fighter", "--games", "800")
CHECK = ("check", "combo-fighter", "--blocks", "512")
BUFF = ("fighters/boris.yaml", "opening: 7, combo: 3", "opening: 25, combo: 12")


def lines(repository):
    return (repository.rules / "baseline.jsonl").read_text(encoding="utf-8").splitlines()


@pytest.fixture
def built(gated):
    code, _, err = gated.balance(*BUILD)
    assert (code, err) == (0, "")
    gated.git("switch", "-q", "main")
    gated.commit()
    gated.git("switch", "-q", "-C", "edit")
    return gated


def test_lines_are_sorted_integers(built):
    found = [json.loads(line) for line in lines(built)]
    assert found[0]["kind"] == "header"
    cells = [row for row in found if row["kind"] == "cell"]
    names = [(row["policy"], row["a"], row["b"]) for row in cells]
    assert names == sorted(names)
    assert len(names) == 12
    for row in cells:
        assert row["blocks"] * len(row["outcomes"]) == sum(map(sum, row["outcomes"]))
        assert sum(map(sum, row["counts"])) == row["blocks"]
        assert sum(count for _, count in row["length"]) == row["blocks"] * len(row["outcomes"])
        assert "." not in json.dumps([row[key] for key in ("outcomes", "counts", "length", "blocks")])
    before = lines(built)
    assert built.balance(*BUILD, "--jobs", "1")[0] == 0
    assert lines(built) == before


def test_it_verifies_and_a_changed_number_does_not(built):
    code, out, _ = built.balance("baseline", "verify", "combo-fighter", "--cells", "12")
    assert code == 0
    assert "fine, 12 of 12 cells played again" in out
    path = built.rules / "baseline.jsonl"
    row = next(line for line in lines(built) if '"kind":"cell"' in line and '"b":"renee"' in line)
    wrong = row.replace('"outcomes":[[', '"outcomes":[[1')
    path.write_text(path.read_text(encoding="utf-8").replace(row, wrong), encoding="utf-8")
    code, out, err = built.balance("baseline", "verify", "combo-fighter", "--cells", "12")
    assert (code, out) == (5, "")
    assert "played again it is another result" in err


def test_a_check_plays_an_untouched_matchup_of_it_again(built):
    built.edit(*BUFF)
    row = next(line for line in lines(built) if '"policy":"greedy","a":"grace","b":"renee"' in line)
    path = built.rules / "baseline.jsonl"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(row, row.replace('"digest":"', '"digest":"0')), encoding="utf-8")
    code, out, err = built.balance(*CHECK)
    assert (code, out) == (5, "")
    assert "greedy grace:renee: played again it is another result, though nothing that it stands on changed" in err


def test_small_moves_add_up_against_it(built):
    """Each step is accepted against its base, and the drift since the baseline still fails."""
    built.edit(*BUFF)
    built.edit("gate.yaml", "allowed: 2, limit: 12", "allowed: 60, limit: 90")
    code, out, _ = built.balance(*CHECK)
    assert code == 1
    assert "FAIL boris:grace" in out
    assert "regressed since the baseline under greedy" in out
    assert "Since the baseline 2 matchups changed" in out
    built.edit("gate.yaml", "drift: {allowed: 5, limit: 15}", "drift: {allowed: 60, limit: 90}")
    assert built.balance(*CHECK)[0] == 0


def test_what_was_accepted_since_is_no_drift(built):
    built.edit(*BUFF)
    assert built.balance(*CHECK)[0] == 1
    assert built.balance("accept", "combo-fighter", "--all", "--reason", "buff")[0] == 0
    code, out, _ = built.balance(*CHECK)
    assert code == 0, out
    built.commit()
    built.git("branch", "-f", "main", "HEAD")
    assert built.balance(*CHECK)[0] == 0
    (built.rules / "changes" / "buff.yaml").unlink()
    code, out, _ = built.balance(*CHECK)
    assert code == 1
    assert "since the baseline" in out


def test_alone_it_needs_no_history(built):
    import shutil

    built.edit(*BUFF)
    shutil.rmtree(built.folder / ".git")
    code, out, _ = built.balance(*CHECK, "--anchor")
    assert code == 1
    assert "Compared with the baseline alone." in out
    assert "Boris Wolfram / Thunder Clap: opening 7 -> 25" in out
    assert built.balance(*CHECK)[0] == 5


def test_a_release_renews_the_luck_and_files_the_changes(built):
    built.edit(*BUFF)
    built.balance(*CHECK)
    built.balance("accept", "combo-fighter", "--all", "--reason", "a buff of Boris")
    code, out, err = built.balance("baseline", "release", "combo-fighter", "--games", "800")
    assert (code, err) == (0, "")
    assert "- a buff of Boris (boris:" in out
    assert json.loads(lines(built)[0])["epoch"] == 2
    assert (built.rules / "gate.yaml").read_text(encoding="utf-8").endswith("\nepoch: 2\n")
    assert not list((built.rules / "changes").glob("*.yaml"))
    assert [path.name for path in (built.rules / "changes/released/2").iterdir()] == ["a-buff-of-boris.yaml"]
    archived = (built.rules / "changes/released/2/a-buff-of-boris.yaml").read_text(encoding="utf-8")
    assert archived.startswith("# yaml-language-server: $schema=../../../schema/changes.json\n")
    code, out, _ = built.balance(*CHECK, "--anchor")
    assert code == 0
    assert "PASS" in out


def test_a_release_that_was_stopped_is_the_same_one_when_it_is_begun_again(built, monkeypatch):
    built.edit(*BUFF)
    built.balance(*CHECK)
    built.balance("accept", "combo-fighter", "--all", "--reason", "a buff of Boris")
    with monkeypatch.context() as stopped:
        stopped.setattr("balance.gate.release.write_whole", Mock(side_effect=KeyboardInterrupt))
        assert built.balance("baseline", "release", "combo-fighter", "--games", "2")[0] != 0
    code, out, _ = built.balance("baseline", "release", "combo-fighter", "--games", "2")
    assert (code, "- a buff of Boris (boris:" in out) == (0, True)
    assert (built.rules / "gate.yaml").read_text(encoding="utf-8").endswith("\nepoch: 2\n")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"behaviour":"', '"behaviour":"0', "a baseline of another behaviour"),
        ('"schema":1', '"schema":9', "no baseline of combo-fighter that this version reads"),
        ('"ruleset":"combo-fighter"', '"ruleset":"chess"', "no baseline of combo-fighter that this version reads"),
        (
            '{"kind":"about"',
            '<<<<<<< HEAD\n{"kind":"about"',
            "baseline.jsonl:2: no line of a baseline; a conflict is solved",
        ),
        ('"kind":"options"', '"kind":"optionz"', "damaged"),
        (
            '"behaviour"',
            '"behavior"',
            "a baseline of another behaviour: it was built by rules, policies or luck of digest None",
        ),
        ('"levels":{', '"levels":{"random":"many",', "damaged (ValueError)"),
    ],
)
def test_another_or_a_damaged_baseline_is_5(built, old, new, message):
    path = built.rules / "baseline.jsonl"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    code, out, err = built.balance(*CHECK)
    assert (code, out) == (5, "")
    assert message in err


def test_cards_that_mean_something_else_now_are_refused(built):
    path = built.rules / "baseline.jsonl"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"combo":3', '"combo":4', 1), encoding="utf-8")
    code, _, err = built.balance(*CHECK)
    assert code == 5
    assert "this version makes other cards of the same data (boris)" in err


@pytest.mark.parametrize("path", sorted(RULESETS.glob("*/baseline.jsonl")), ids=lambda path: path.parent.name)
def test_the_shipped_baselines_are_of_this_behaviour(path):
    """Otherwise `balance baseline release` is due, with a word in the change log."""
    anchor = read_anchor(rules.get(path.parent.name), path, data_of(path.parent.name))
    assert set(anchor.data.sides) == {stem for row in anchor.rows for stem in row[1:]}


@pytest.mark.parametrize("games", ["100", "101", "103"])
def test_any_number_of_games_verifies(gated, games):
    """A mirror plays as many games as were asked for, a matchup an even number."""
    assert gated.balance("baseline", "build", "combo-fighter", "--games", games)[0] == 0
    code, out, err = gated.balance("baseline", "verify", "combo-fighter", "--cells", "12")
    assert (code, err) == (0, "")
    assert "fine, 12 of 12 cells played again" in out


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("epoch: 3\nblocks: 64\n", "epoch: 4\nblocks: 64\n"),
        ("# why\nblocks: 64\nepoch : +3 # luck\n", "# why\nblocks: 64\nepoch : 4 # luck\n"),
        ("{'epoch': 0x3, blocks: 64}", "{'epoch': 4, blocks: 64}"),
        ("blocks: 64 # pairs\r\nepoch: 3\r\n", "blocks: 64 # pairs\r\nepoch: 4\r\n"),
        ("blocks: 64", "blocks: 64\nepoch: 4\n"),
        ("# nothing yet\n", "# nothing yet\nepoch: 4\n"),
        ("", "epoch: 4\n"),
        (None, "epoch: 4\n"),
    ],
)
def test_a_release_writes_the_epoch_wherever_it_stands(tmp_path, before, after):
    if before is not None:
        (tmp_path / "gate.yaml").write_bytes(before.encode())
    assert with_epoch(tmp_path, 4).decode() == after


def test_a_release_that_cannot_write_the_epoch_does_nothing(built):
    (built.rules / "gate.yaml").write_text("blocks: 64\n...\n", encoding="utf-8")
    before = lines(built)
    code, _, err = built.balance("baseline", "release", "combo-fighter", "--games", "100")
    assert code == 2
    assert "gate.yaml: the epoch cannot be written into it; write 'epoch: 1' on a line of its own" in err
    assert lines(built) == before
