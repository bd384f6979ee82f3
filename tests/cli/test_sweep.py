"""`balance sweep`: what it prints, writes and refuses."""

import csv
import io
import json
import shlex

import pytest

from balance.data.load import variant_names
from tests.games import RULESETS

VARIANTS = ", ".join(variant_names(RULESETS / "combo-fighter"))
PAIR = ["sweep", "combo-fighter", "--fighters", "boris,grace", "--policy", "greedy"]


def rows_of(folder):
    return list(csv.DictReader(io.StringIO((folder / "sweep.csv").read_text(encoding="utf-8"))))


def test_a_row_for_each_value(cli):
    code, out, err = cli(*PAIR, "--set", "hand_size=4..6", "--games", "8", "--out", "made")
    assert code == 0, err
    folder = cli.folder / "made"
    assert sorted(path.name for path in folder.iterdir()) == ["sweep.csv", "sweep.html", "sweep.json"]
    rows = rows_of(folder)
    assert [row["change"] for row in rows] == ["as they are", "hand_size=4", "hand_size=5", "hand_size=6"]
    assert [row["games"] for row in rows] == ["24"] * 4
    told = [line.split() for line in out.splitlines() if line.startswith("hand_size=")]
    assert [line[0] for line in told] == ["hand_size=4", "hand_size=5", "hand_size=6"]
    assert told[1][1:] == ["=", "=", "0.0", "%"]
    assert "The same games, by equal hashes: hand_size=5." in out
    assert out.splitlines()[-1].startswith("72 games in ")
    page = (folder / "sweep.html").read_text(encoding="utf-8")
    for text in (
        "What each change does",
        "How games end, in %",
        "Average score against the others, in %",
        "hand_size=6",
    ):
        assert text in page
    run = json.loads((folder / "sweep.json").read_text(encoding="utf-8"))
    assert [row["change"] for row in run["rows"]] == [row["change"] for row in rows]
    # The command that is named makes the same bytes, all from the store.
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    code, out, _ = cli(*shlex.split(run["command"])[1:], "--out", "again")
    assert code == 0
    assert "0 played, 72 from the store" in out.splitlines()[-1]
    assert {path.name: path.read_bytes() for path in (cli.folder / "again").iterdir()} == before


def test_all_variants_under_both_policies(cli, rulesets):
    code, out, err = cli("sweep", "combo-fighter", "--games", "8", "--rulesets", str(rulesets), "--json")
    assert code == 0, err
    run = json.loads(out)
    assert [(row["policy"], row["change"]) for row in run["rows"]] == [
        (policy, change) for policy in ("standard", "expert") for change in ("as they are", "large-hand", "small-hand")
    ]
    assert [row["games"] for row in run["rows"]] == 3 * [24] + 3 * [6]
    assert run["rows"][1]["edits"] == "hand_size=6"


def test_the_first_player_where_players_take_turns(cli):
    words = ["sweep", "powercreep", "--fighters", "rush,builder", "--variants", "no-bombs", "--games", "8"]
    code, out, err = cli(*words)
    assert code == 0, err
    assert "First" in out  # a head of two lines
    assert "The first player scores" in out
    (base, row) = rows_of(cli.folder / "reports" / "out" / "powercreep")
    assert base["policy"] == row["policy"] == "their own policies"
    assert base["first_seat"]


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("--variants no-moxi", 2, f"no variant 'no-moxi'; known: {VARIANTS}. Did you mean 'no-moxie'?"),
        ("--variants ,", 2, "--variants ',': names nothing; expected for example no-moxie,small-hand"),
        ("--set hand_size=4..", 2,
         "--set hand_size=4..: '4..' is no range; expected two whole numbers, for example 4..7"),
        ("--set hand_size=", 2,
         "--set hand_size=: a value is empty; expected for example hand_size=1,2,3 or hand_size=4..7"),
        ("--set hand_sise=4..5", 4,
         "--set hand_sise=4: no option 'hand_sise'; known: hand_size, moxie, power_tokens, reshuffle, round_limit,"
         " signatures, signatures_ignore_boxes. Did you mean 'hand_size'?\n"
         "--set hand_sise=5: no option 'hand_sise'; known: hand_size, moxie, power_tokens, reshuffle, round_limit,"
         " signatures, signatures_ignore_boxes. Did you mean 'hand_size'?"),
        ("--set hand_size=7..8", 4, "--set hand_size=8: 8 is wrong; expected a number from 4 to 7"),
        ("--fighters boris,grase --set hand_size=6", 2,
         "no fighter 'grase'; known: boris, francisco, gaekere, grace, kagami, luyan, renee, ruby, sno, tele."
         " Did you mean 'grace'?"),
        ("--policy random --policy random", 2,
         "--policy random --policy random: expected one policy or two different ones"),
    ],
)  # fmt: skip
def test_refusals(cli, line, code, message):
    assert cli.refused("sweep", "combo-fighter", *shlex.split(line)) == (code, message + "\n")


def test_a_policy_where_sides_are_policies(cli):
    code, err = cli.refused("sweep", "powercreep", "--policy", "standard")
    assert code == 2
    assert err.startswith("--policy standard: the sides of powercreep are its policies")


def test_nothing_to_sweep(cli, rulesets):
    for path in (rulesets / "combo-fighter" / "variants").iterdir():
        path.unlink()
    code, err = cli.refused("sweep", "combo-fighter", "--rulesets", str(rulesets))
    assert (code, err) == (
        2, "combo-fighter has no variants: nothing to sweep; expected for example --set hand_size=4..7\n"
    )  # fmt: skip
