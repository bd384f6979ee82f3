"""The gate where sides are policies, from end to end: options and weights edited in a repository of its own."""

import json
import re
import shlex
import shutil

import pytest

from tests.games import RULESETS
from tests.gate.conftest import GATE, Repository

NAME = "powercreep"
FEW = ("--blocks", "512")
CHECK = ("check", NAME, *FEW)
WHY = ("--reason", "A larger hand")
HAND = ("options.yaml", "hand_size: 6", "hand_size: 12")
CELLS = 28  # of eight policies that do not search, mirrors apart


@pytest.fixture
def repository(here, capsys):
    """Return a repository with the ruleset in it, and margins that a few hundred blocks decide."""
    shutil.copytree(RULESETS / NAME, here / "rulesets" / NAME)
    found = Repository(here, capsys, NAME)
    (found.rules / "baseline.jsonl").unlink(missing_ok=True)
    (found.rules / "gate.yaml").write_text(f"{GATE}first_seat: {{allowed: 20, limit: 60}}\n", encoding="utf-8")
    found.begin()
    return found


def output(repository, name):
    return (repository.folder / "reports" / "out" / NAME / name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("policies.yaml", "title: everything upright and at the other at once", "title: at once"),
        ("options.yaml", "hand_size: 6\n", "# drawn before the first turn\nhand_size: 6\n"),
        ("options.yaml", "jack: 1\nqueen: 2\n", "queen: 2\njack: 1\n"),
    ],
)
def test_a_harmless_edit_passes_without_a_game(repository, name, old, new):
    repository.edit(name, old, new)
    code, out, err = repository.balance(*CHECK)
    assert (code, err) == (0, "")
    assert "PASS: nothing that is compared changed." in out
    assert f"{CELLS} of {CELLS} cells are unchanged, proved by equal hashes." in out
    assert "0 games played" in out


def test_a_larger_hand_fails_and_is_accepted(repository):
    line = repository.edit(*HAND)
    code, out, err = repository.balance(*CHECK, "--annotate", "github")
    assert (code, err) == (1, "")
    assert f"rulesets/{NAME}/options.yaml:{line}:12: option: hand_size 6 -> 12 (every matchup)" in out
    assert f"::error file=rulesets/{NAME}/options.yaml,line={line}," in out
    plain = json.loads(output(repository, "check.json"))
    failed = {claim["claim"] for claim in plain["claims"] if claim["result"] == "FAIL"}
    assert "control:expert" in failed
    assert (plain["cells"], plain["unchanged"]) == (CELLS, 0)
    for name in ("check.html", "check.md", "check.xml"):
        told = re.sub(r"<(style|script).*?</\1>", "", output(repository, name), flags=re.DOTALL)
        assert not re.search(r"\bfighters?\b", told)
    code, out, err = repository.balance("accept", NAME, "--all", "--yes", *WHY)
    assert (code, err) == (0, "")
    code, out, _ = repository.balance(*CHECK)
    assert code == 0, out
    assert "moved as declared" in out


def test_a_weight_moves_the_matchups_of_its_policy_alone(repository):
    line = repository.edit("policies.yaml", "end: 1000\n      modifier", "end: -1000\n      modifier")
    code, out, err = repository.balance(*CHECK)
    assert (code, err) == (1, "")
    assert f"rulesets/{NAME}/policies.yaml:{line}:" in out
    assert "policy passive / weights: end 1000 -> -1000 (every matchup of passive)" in out
    assert "21 of 28 cells are unchanged" in out
    claims = json.loads(output(repository, "check.json"))["claims"]
    assert {"passive" in claim["matchup"].split(":") for claim in claims if claim["claim"].count(":")} == {True}
    code, out, err = repository.balance("diff", NAME, "--games", "100")
    assert (code, err) == (0, "")
    rows = json.loads(output(repository, "diff.json"))
    assert rows["ruleset"] == NAME
    assert "passive moved by " in " ".join(out.split())


def test_what_was_weighed_is_told(repository):
    """Every action has a name of its own, and what was chosen stands in the game."""
    repository.edit(*HAND)
    words = ("explain", NAME, "builder:standard", "--games", "100")
    code, out, err = repository.balance(*words, "--json", "--count", "20")
    assert (code, err) == (0, "")
    stories = json.loads(out)["stories"]
    kinds = set()
    for story in stories:
        for version in ("base", "head"):
            weighed = story["parts"][version]
            actions = [option["action"] for option in weighed["options"]]
            assert len(set(actions)) == len(actions)
            assert "nothing" not in actions
            kinds |= {action.split()[0] for action in actions}
            assert weighed["policy"] in ("builder", "standard")
            (chosen,) = [option for option in weighed["options"] if option["is_chosen"]]
            assert chosen["value"] == max(option["value"] for option in weighed["options"])
            turn = next(turn for turn in story["turns"] if turn["turn"] == weighed["turn"])
            said = f"{story['seats'][weighed['seat']]} {chosen['action']}"
            if not chosen["action"].startswith(("shows", "pays with", "cancels nothing", "lets")):
                assert any(line.startswith(said) for line in turn[version]), (said, turn[version])
    assert kinds >= {"summons", "plays", "ends"}
    code, out, _ = repository.balance(*words)
    assert code == 0
    assert "The winner changed in" in out
    assert " takes the highest value:" in out
    assert "their own policies" not in out


def test_drift_from_a_released_baseline(repository):
    code, _, err = repository.balance("baseline", "release", NAME, "--games", "200")
    assert (code, err) == (0, "")
    repository.commit()
    assert "epoch: 2" in (repository.rules / "gate.yaml").read_text(encoding="utf-8")
    code, out, _ = repository.balance("baseline", "verify", NAME, "--cells", "4")
    assert code == 0
    assert "fine, 4 of 36 cells played again" in out
    code, out, _ = repository.balance("check", NAME, "--anchor", *FEW)
    assert code == 0
    assert "Compared with the baseline alone." in out
    repository.edit(*HAND)
    code, out, _ = repository.balance("check", NAME, "--anchor", *FEW)
    assert code == 1
    assert "regressed since the baseline" in out
    assert f"Since the baseline {CELLS} matchups changed" in out


def test_broken_data_is_4_and_no_base_is_5(repository, tmp_path, monkeypatch):
    line = repository.edit("options.yaml", "hand_size: 6", "hand_size: 60")
    code, out, err = repository.balance(*CHECK)
    assert (code, out) == (4, "")
    assert err.startswith(f"rulesets/{NAME}/options.yaml:{line}:12: 60 is wrong; expected a number from 1 to 12")
    shutil.rmtree(repository.folder / ".git")
    repository.edit("options.yaml", "hand_size: 60", "hand_size: 6")
    code, out, err = repository.balance(*CHECK)
    assert (code, out) == (5, "")
    assert err.startswith("no base: not a git repository")


@pytest.mark.parametrize(
    "line",
    [
        "diff powercreep --set hand_size=7 --policy rush", "explain powercreep rush:builder --policy rush --set jack=2",
        "cards powercreep rush --policy rush", "luck powercreep rush:builder --policy rush",
        "replay powercreep rush:builder --policy rush", "skill powercreep --policy rush",
        "matchups powercreep --policy rush", "doctor powercreep --policy rush",
    ],
)  # fmt: skip
def test_no_policy_of_both_sides_can_be_named(repository, line):
    code, out, err = repository.balance(*shlex.split(line))
    assert (code, out) == (2, "")
    assert err == "--policy rush: the sides of powercreep are its policies, and each plays itself\n"
