"""What the commands print and write when all is fine."""

import csv
import html
import io
import json
import re
import shlex
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from balance import rules
from balance.cli.main import app
from balance.frames.matchups import SCHEMA, schema
from balance.frames.ratings import RATINGS, STRUCTURE
from balance.runs import precision
from balance.runs.plan import plan_matchups
from balance.runs.store import Store
from balance.vocab import Outcome
from tests.games import data_of

RUN = ["matchups", "combo-fighter", "--games", "40"]
LUCK = [f"{share}{end}" for share in ("first_order", "with_interactions") for end in ("", "_lo", "_hi")]
OUTPUTS = [
    "cards.csv",
    "feel.csv",
    "games.csv",
    "lengths.png",
    "luck-field.csv",
    "matchups.csv",
    "matchups.png",
    "ratings.csv",
    "report.html",
    "run.json",
    "sides.csv",
    "structure.csv",
    "tiers.png",
]
COMPILING = "Compiling the rules (once after an install or an update, about a minute) ...\n"
STEMS = list(data_of("combo-fighter").sides)
CELLS = len(STEMS) * (len(STEMS) + 1) // 2
COUNTED = CELLS - len(STEMS)  # matchups that are played again to count cards
PUBLISHED = [stem for stem, side in data_of("combo-fighter").sides.items() if side.provenance.is_published]
RENEWED = len(PUBLISHED) * (len(PUBLISHED) - 1)  # cells with luck renewed: two a matchup of published fighters


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def rows_of(folder: Path, name: str = "matchups") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((folder / f"{name}.csv").read_text(encoding="utf-8"))))


# ---------------------------------------------------------------- matchups


def test_files_and_table(cli):
    code, out, err = cli(*RUN, "--out", "made/here")
    assert code == 0
    assert err.removeprefix(COMPILING).startswith("note: 40 games a matchup leave intervals of up to ± ")
    assert len(err.removeprefix(COMPILING).splitlines()) == 1
    folder = cli.folder / "made" / "here"
    assert sorted(path.name for path in folder.iterdir()) == OUTPUTS
    assert (folder / "matchups.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    assert (folder / "report.html").read_text(encoding="utf-8").lstrip().lower().startswith("<!doctype html>")
    assert "two-player duel with power tokens" in out
    assert all(stem in out for stem in STEMS)
    assert out.splitlines()[-1].endswith("Written to made/here")
    games = CELLS * (40 + 10)
    assert out.splitlines()[-1].startswith(f"{games + 40 * COUNTED + 40 * RENEWED:,} games in ")
    # The CSV.
    text = (folder / "matchups.csv").read_text(encoding="utf-8")
    assert text.splitlines()[0] == ",".join(SCHEMA)
    assert text.endswith("\n")
    assert "\r" not in text
    rows = rows_of(folder)
    pairs = [(a, b) for i, a in enumerate(STEMS) for b in STEMS[i:]]
    assert [(row["a"], row["b"], row["policy_a"]) for row in rows] == [
        (a, b, policy) for policy in ("standard", "expert") for a, b in pairs
    ]
    for row in rows:
        of_level = 40 if row["policy_a"] == "standard" else 10
        results = sum(int(row[name]) for name in ("wins", "draws", "losses", "truncated"))
        assert results == int(row["games"]) == of_level
        score_columns = ("score_per_mille", "lo", "hi", "variance", "design_effect", "seat_gap", "script_difference")
        if row["a"] == row["b"]:
            assert int(row["blocks"]) == of_level
            assert [row[name] for name in score_columns] == [""] * 7
        else:
            assert int(row["blocks"]) == of_level // 2
            assert all(row[name] for name in score_columns)
            assert 0 <= float(row["lo"]) <= float(row["score_per_mille"]) <= float(row["hi"]) <= 1000
        assert int(row["rounds_p10"]) <= int(row["rounds_p50"]) <= int(row["rounds_p90"])
    # The JSON.
    run = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    assert run["command"] == "balance matchups combo-fighter --games 40 --format duel --epoch 1 --luck-by seat"
    assert run["format"] == "duel"
    for cell in run["cells"]:
        assert [sum(scores) for scores in zip(*cell["block_counts"], strict=True)] == cell["block_scores"]
        assert "series_per_mille" not in cell
    assert (run["data_found_by"], run["levels"], run["games"]) == ("packaged", ["standard", "expert"], games)
    assert [(cell["a"], cell["b"]) for cell in run["cells"][:CELLS]] == pairs
    assert sum(sum(outcomes) for cell in run["cells"] for outcomes in cell["rotation_outcomes"]) == games
    assert run["precision"] is None
    # Strength and structure.
    for name, columns in (("ratings", RATINGS), ("structure", STRUCTURE)):
        rows = rows_of(folder, name)
        assert list(rows[0]) == list(columns)
        assert [{key: "" if value is None else str(value) for key, value in row.items()} for row in run[name]] == rows
    # Games to read, of every cell; the command of one tells it.
    games_told = rows_of(folder, "games")
    assert run["notable"] == [row | {key: int(row[key]) for key in ("rounds", "block", "game")} for row in games_told]
    picked = ["typical", "closest", "one-sided", "longest"]
    assert [row["notable"] for row in games_told] == 2 * CELLS * picked
    longest = games_told[7]
    assert (longest["a"], longest["b"]) == pairs[1]
    assert int(longest["rounds"]) == run["cells"][1]["extremes"]["rounds"][1][0]
    code, again, _ = cli(*shlex.split(longest["command"])[1:])
    assert code == 0
    assert f"Round {longest['rounds']}" in again
    assert again.endswith(f"\nThe same game again: {longest['command']}\n")  # as the run has it, digest included
    assert f"Round {int(longest['rounds']) + 1}" not in again
    assert f"  {games_told[4]['command']}\n" in out
    ranked = [row["side"] for row in run["ratings"] if (row["policy"], row["scope"]) == ("standard", "main")]
    assert f"The {len(ranked)} fighters with published numbers, under standard" in out
    assert f"All {len(STEMS)} fighters, {len(STEMS) - len(ranked)} stand-ins included, under standard" in " ".join(
        out.split()
    )
    assert out.index("fighters with published numbers") < out.index("stand-ins included")


def test_default_folder(cli):
    folder = cli.folder / "reports" / "out" / "combo-fighter"
    folder.mkdir(parents=True)
    for name in ("tiers.png", "cards.csv", "luck-field.csv"):
        (folder / name).write_bytes(b"of another run")
    assert cli(*RUN, "--fighters", "boris")[0] == 0
    assert sorted(contents(folder)) == [
        name for name in OUTPUTS if name not in ("tiers.png", "cards.csv", "luck-field.csv")
    ]  # of one fighter there are none


def test_same_bytes_whatever_the_threads_and_the_store(cli):
    few = [*RUN, "--fighters", "boris,grace"]
    assert cli(*few, "--out", "a", "--jobs", "1", "--store", "store-a")[0] == 0
    _, out, _ = cli(*few, "--out", "b", "--jobs", "2", "--store", "store-b")
    assert " 270 played " in out
    _, out, _ = cli(*few, "--out", "c", "--jobs", "2", "--store", "store-a")
    assert " 0 played " in out
    assert " 270 from the store." in out
    _, out, _ = cli(*few, "--out", "d", "--fresh", "--store", "store-a")
    assert " 270 played " in out
    wanted = contents(cli.folder / "a")
    assert sorted(wanted) == OUTPUTS
    assert contents(cli.folder / "b") == wanted
    assert contents(cli.folder / "c") == wanted
    assert contents(cli.folder / "d") == wanted
    stores = [sorted((path.name, path.read_bytes()) for path in (cli.folder / name).rglob("*.zst"))
              for name in ("store-a", "store-b")]  # fmt: skip
    assert stores[0] == stores[1] != []


def test_more_games_are_a_top_up(cli):
    words = ["matchups", "combo-fighter", "--fighters", "boris,grace", "--policy", "greedy", "--games"]
    assert cli(*words, "40")[0] == 0
    _, out, _ = cli(*words, "100")
    assert "600 games in " in out
    assert " 360 played " in out
    assert " 240 from the store." in out


def test_json_only(cli):
    code, out, err = cli(*RUN, "--fighters", "boris,grace", "--json", "--out", "o")
    assert code == 0
    assert out == (cli.folder / "o" / "run.json").read_text(encoding="utf-8")
    run = json.loads(out)
    assert len(run["cells"]) == 6
    assert err.splitlines()[-1].startswith("270 games in ")


def test_command_in_the_manifest_makes_the_same_again(cli):
    words = [
        *[
            "matchups",
            "combo-fighter",
            "--fighters",
            "grace, boris",
            "--policy",
            "random",
            "--games",
            "30",
            "--epoch",
            "7",
        ],
        *["--variant", "large-hand", "--set", "fighters.boris.cards.headbutt.opening=5", "--set", "moxie=false"],
    ]
    assert cli(*words, "--out", "a", "--jobs", "2", "--fresh")[0] == 0
    run = json.loads((cli.folder / "a" / "run.json").read_text(encoding="utf-8"))
    again = shlex.split(run["command"])
    assert again[0] == "balance"
    assert cli(*again[1:], "--out", "b")[0] == 0
    assert contents(cli.folder / "a") == contents(cli.folder / "b")
    assert run["edits"] == ["hand_size=6", "fighters.boris.cards.headbutt.opening=5", "moxie=false"]
    assert (run["variant"], run["epoch"], run["levels"]) == ("large-hand", 7, ["random"])


def test_a_series_plays_nothing_new_and_says_so_everywhere(cli):
    few = [*RUN, "--fighters", "boris,grace"]
    assert cli(*few, "--out", "a")[0] == 0
    code, out, _ = cli(*few, "--format", "best-of-three", "--out", "b")
    assert code == 0
    assert " 0 played " in out
    assert "Combo Fighter: matchups, best of three, chance of the row to win the series" in out
    assert "Format: best of three, drawn fights replayed" in out
    page = (cli.folder / "b" / "report.html").read_text(encoding="utf-8")
    assert "<h1>Combo Fighter: matchups, best of three</h1>" in page
    assert "--format best-of-three" in page
    single, series = rows_of(cli.folder / "a"), rows_of(cli.folder / "b")
    for row, more in zip(single, series, strict=True):
        assert more | row == more
    assert list(series[0]) == list(schema("best-of-three"))
    before, run = (json.loads((cli.folder / name / "run.json").read_text(encoding="utf-8")) for name in "ab")
    assert run["format"] == "best-of-three"
    assert run["command"] == (
        "balance matchups combo-fighter --games 40 --fighters boris,grace --format best-of-three --epoch 1"
        " --luck-by seat"
    )
    for cell, plain, row in zip(run["cells"], before["cells"], series, strict=True):
        assert cell | plain == cell
        for name in cell.keys() - plain.keys():
            assert str("" if cell[name] is None else cell[name]) == row[name]
    assert run["cells"][1].keys() - before["cells"][1].keys() == set(series[0]) - set(single[0]) != set()
    assert run["ratings"] != before["ratings"]
    assert run["structure"] != before["structure"]
    assert cli(*shlex.split(run["command"])[1:], "--out", "c")[0] == 0
    assert contents(cli.folder / "c") == contents(cli.folder / "b")


def test_a_series_as_json(cli):
    code, out, _ = cli(*RUN, "--fighters", "boris,grace", "--json", "--format", "best-of-three", "--out", "o")
    assert code == 0
    run = json.loads(out)
    mirror, cell, _ = run["cells"][:3]
    assert mirror["series_per_mille"] is None
    assert 0 <= cell["series_lo"] < cell["series_per_mille"] < cell["series_hi"] <= 1000


def test_one_policy_and_few_fighters(cli):
    words = ["matchups", "combo-fighter", "--policy", "second", "--games", "5", "--out", "o", "--fighters"]
    code, _, err = cli(*words, "grace,boris,grace")
    assert code == 0
    assert err.removeprefix(COMPILING).splitlines()[:2] == [
        "note: --fighters names grace more than once, which counts once",
        "note: --games 5 is odd; two fighters play blocks of two games, so 6",
    ]
    rows = rows_of(cli.folder / "o")
    assert [(row["a"], row["b"], row["policy_a"], row["games"]) for row in rows] == [
        ("boris", "boris", "expert", "5"),
        ("boris", "grace", "expert", "6"),
        ("grace", "grace", "expert", "5"),
    ]
    assert {row["script_difference"] for row in rows} == {""}


def test_only_a_mirror(cli):
    """Whose block is one game, so that there is nothing to round."""
    code, out, err = cli("matchups", "combo-fighter", "--fighters", "boris", "--games", "3", "--out", "o")
    assert code == 0
    assert "boris" in out
    assert "odd" not in err


@pytest.mark.parametrize(
    "words", ["luck combo-fighter boris:grace", "cards combo-fighter boris --against grace", "skill combo-fighter"]
)
def test_an_odd_number_of_games_is_noted(cli, words):
    more = ["--fighters", "boris,grace"] if words.startswith("skill") else []
    code, _, err = cli(*words.split(), *more, "--games", "3", "--policy", "random", "--out", "o")
    assert code == 0
    assert err.endswith("note: --games 3 is odd; two fighters play blocks of two games, so 4\n")


def test_few_games_are_pointed_out(cli):
    """On standard error, so that it is in nobody's table; not where the games suffice."""
    words = ["matchups", "combo-fighter", "--fighters", "boris,grace", "--policy", "greedy", "--out", "o", "--games"]
    code, _, err = cli(*words, "6")
    assert code == 0
    found = re.fullmatch(
        r"note: 6 games a matchup leave intervals of up to ± (\d+) points, too wide to tell much; ask for more with"
        r" --games \(20,000 by default\)\n",
        err,
    )
    assert found
    row = rows_of(cli.folder / "o")[1]
    assert int(found[1]) == round((float(row["hi"]) - float(row["lo"])) / 20)
    assert cli(*words, "400")[2] == ""


def test_cards_and_skill_are_measured_when_asked_for(cli):
    few = [*RUN, "--fighters", "boris,grace", "--out", "o"]
    assert cli(*few, "--cards", "--skill")[0] == 0
    folder = cli.folder / "o"
    measured = contents(folder)
    assert sorted(measured) == sorted([*OUTPUTS, "skill.csv", "skill-averages.csv"])
    assert "--round-seconds" not in json.loads(measured["run.json"])["command"]
    assert " --cards --skill --epoch 1" in json.loads(measured["run.json"])["command"]
    cards = rows_of(folder, "cards")
    assert {row["side"] for row in cards} == {"boris", "grace"}
    assert all(row["effect"] for row in cards if row["card"] != "Phoenix Strike")  # of which there is one
    asked = [(row["question"], row["noise"]) for row in rows_of(folder, "skill")]
    assert asked == [
        ("matchup", "0"),
        ("matchup", "100"),
        ("matchup", "300"),
        *(2 * [("errors", "100"), ("errors", "300")]),
    ]
    assert {row["side"] for row in rows_of(folder, "skill-averages")} == {"boris", "grace"}
    _, out, _ = cli(*few, "--skill", "--cards", "--jobs", "1")
    assert " 0 played " in out
    assert contents(folder) == measured
    # What the commands of their own measure is the same, and was played already.
    _, out, _ = cli("cards", "combo-fighter", "boris", "--against", "grace", "--games", "40", "--out", "p")
    assert " 0 played, " in out
    alone = rows_of(cli.folder / "p", "cards-boris")
    assert alone == [row for row in cards if row["side"] == "boris"]
    _, out, _ = cli("skill", "combo-fighter", "--fighters", "boris,grace", "--games", "40", "--out", "p")
    assert " 0 played, " in out
    assert rows_of(cli.folder / "p", "skill") == rows_of(folder, "skill")
    # A plain run leaves nothing of another one behind.
    assert cli(*few)[0] == 0
    assert sorted(contents(folder)) == OUTPUTS
    assert not any(row["effect"] for row in rows_of(folder, "cards"))
    assert all(row["games_played_per_game"] for row in rows_of(folder, "cards"))


def test_luck_of_the_field(cli):
    """Of the published fighters under the first policy; `balance luck` plays the same games."""
    few = [*RUN, "--fighters", "boris,grace,ruby"]
    assert cli(*few, "--out", "a")[0] == 0
    rows = rows_of(cli.folder / "a", "luck-field")
    assert [(row["policy"], row["sides"], row["matchups"], row["games"], row["source"]) for row in rows] == [
        ("standard", "2", "1", "40", "shuffles"),
        ("standard", "2", "1", "40", "choices"),
    ]
    page = (cli.folder / "a" / "report.html").read_text(encoding="utf-8")
    assert "What luck decides" in page
    assert "When both sides play standard, the order of the decks decides " in page
    assert cli(*few, "--cards", "--out", "b")[0] == 0
    assert rows_of(cli.folder / "b", "luck-field") == rows
    _, out, _ = cli("luck", "combo-fighter", "boris:grace", "--games", "40", "--out", "p")
    assert " 120 from the store" in out  # the games themselves, with all shuffles renewed, with all choices
    alone = {row["source"]: row for row in rows_of(cli.folder / "p", "luck-boris-grace")}
    for row in rows:
        of_both = alone[f"all {row['source']}"]
        assert [row[name] for name in LUCK] == [of_both[name] for name in LUCK]
    # Where it is not measured, nothing of another run is left.
    assert cli("matchups", "combo-fighter", "--games", "38", "--fighters", "boris,grace", "--out", "a")[0] == 0
    assert not (cli.folder / "a" / "luck-field.csv").exists()
    assert "What luck decides" not in (cli.folder / "a" / "report.html").read_text(encoding="utf-8")


def test_precision(cli, monkeypatch):
    """A small pilot chooses the number of games once; it is part of the run, and everything says so."""
    monkeypatch.setattr(precision, "PILOT_BLOCKS", 30)
    words = ["matchups", "combo-fighter", "--fighters", "boris,grace,ruby", "--precision", "6"]
    code, out, _ = cli(*words, "--out", "a")
    assert code == 0
    run = json.loads((cli.folder / "a" / "run.json").read_text(encoding="utf-8"))
    chosen = run["precision"]
    assert (chosen["half_width"], chosen["other_half_width"], chosen["pilot_blocks"]) == (6, 12, 30)
    of_level = {}
    for row in rows_of(cli.folder / "a"):
        of_level.setdefault(row["policy_a"], []).append(row)
    assert chosen["games"] == {policy: max(int(row["games"]) for row in rows) for policy, rows in of_level.items()}
    assert list(chosen["games"]) == ["standard", "expert"]
    assert 180 < chosen["games"]["standard"] < 350  # a fair coin takes 267
    assert 60 <= chosen["games"]["expert"] < 90  # and 67 for twice the width; the pilot has 60
    widest = max(float(row["hi"]) - float(row["lo"]) for row in of_level["standard"] if row["a"] != row["b"])
    # Thirty blocks tell a variance to a quarter (a standard deviation), so a width to an eighth; this is two of them.
    assert widest / 20 == pytest.approx(6, rel=0.25)
    said = (
        "Asked for ± 6 percentage points (± 12 under expert). A pilot of 30 blocks a matchup chose once how many games"
        f" that takes, {chosen['games']['standard']} under standard and {chosen['games']['expert']} under expert; the"
        " pilot is part of them."
    )
    assert said in " ".join(out.split())
    assert said in (cli.folder / "a" / "report.html").read_text(encoding="utf-8")
    games = run["games"] + 5 * chosen["games"]["standard"]  # cards of three, luck of one that is published
    assert out.splitlines()[-1].startswith(f"{games:,} games in ")
    assert f" {games:,} played " in out
    assert " 0 from the store." in out
    # The command that it gives makes the same bytes, with the pilot played again or taken from the store.
    again = shlex.split(run["command"])[1:]
    assert "--precision" in again
    assert "--games" not in again
    for more in ([], ["--fresh"]):
        _, out, _ = cli(*again, *more, "--out", "b")
        assert f" {games if more else 0:,} played " in out
        assert contents(cli.folder / "a") == contents(cli.folder / "b")


def test_precision_in_another_format(cli, monkeypatch):
    """The widest chance to win a series is as wide as asked for, which takes more fights than a score does."""
    monkeypatch.setattr(precision, "PILOT_BLOCKS", 200)
    words = ["matchups", "combo-fighter", "--fighters", "boris,grace", "--policy", "greedy", "--precision", "3"]
    assert cli(*words, "--format", "best-of-three", "--out", "o")[0] == 0
    row = rows_of(cli.folder / "o")[1]
    assert int(row["games"]) > 1500
    assert (float(row["series_hi"]) - float(row["series_lo"])) / 20 == pytest.approx(3, rel=0.1)


def test_an_edit_plays_only_what_it_touches(cli):
    words = [*RUN, "--policy", "greedy", "--set"]
    assert cli(*words, "fighters.boris.cards.headbutt.opening=4")[0] == 0  # what the file says
    _, out, _ = cli(*words, "fighters.boris.cards.headbutt.opening=5")
    touched = 2 * len(STEMS) - 1  # the cells with Boris, and those but the mirror again to count cards
    touched += 2 * (len(PUBLISHED) - 1)  # and twice again with luck renewed
    assert f" {40 * touched:,} played " in out
    assert f" {40 * (CELLS + COUNTED + RENEWED - touched):,} from the store." in out


# ---------------------------------------------------------------- help


@pytest.mark.parametrize("command", [command.name for command in app.registered_commands])
def test_help_of_a_command(cli, command):
    code, out, err = cli(command, "--help")
    assert (code, err) == (0, "")
    text = " ".join(out.split())
    assert f"Usage: balance {command}" in text
    assert f"Example: balance {command}" in text
    assert cli(command, "-h") == (0, out, "")


# ---------------------------------------------------------------- replay


def test_replay(cli):
    code, out, err = cli("replay", "combo-fighter", "grace:boris", "--block", "17", "--game", "2")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Combo Fighter: Grace Lee against Boris Wolfram (two-player duel with power tokens)"
    assert lines[1] == "block 17, game 2, both standard, epoch 1"
    assert "Round 1" in lines
    # The last line is the whole command, and does the same again.
    again = shlex.split(lines[-1].removeprefix("The same game again: "))
    assert again[:5] == ["balance", "replay", "combo-fighter", "boris:grace", "--block"]
    assert cli(*again[1:]) == (0, out, "")
    assert cli("replay", "combo-fighter", "boris:grace", "--block", "17", "--game", "2")[1] == out
    assert cli("replay", "combo-fighter", "boris:grace", "--block", "17", "--game", "1")[1] != out
    assert cli("replay", "combo-fighter", "boris:grace", "--block", "18", "--game", "2")[1] != out


def test_replay_as_json(cli):
    code, out, err = cli("replay", "combo-fighter", "boris:grace", "--block", "3", "--json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert (told["a"], told["b"], told["seats"]) == ("boris", "grace", ["boris", "grace"])
    assert told["outcome_for_a"] in ("WIN", "LOSS", "DRAW", "TRUNCATED")
    assert told["rows"][-1]["event"] == "END"
    plain = cli("replay", "combo-fighter", "boris:grace", "--block", "3")[1].splitlines()
    assert plain[2:-2] == told["lines"]
    assert {line["part"] for line in told["told"]} == {"key", "state", "move", "why", "end"}


def test_replay_as_a_page(cli):
    words = ["replay", "combo-fighter", "boris:ruby", "--block", "3", "--game", "2", "--variant", "large-hand"]
    code, out, err = cli(*words, "--html")
    path = Path("reports/out/combo-fighter/replay-boris-ruby-standard-3-2.html")
    assert (code, out, err) == (0, f"Written to {path}\n", "")
    page = path.read_text(encoding="utf-8")
    told = json.loads(cli(*words, "--json")[1])
    assert page.count("<tr>") == 2 + len({line["turn"] for line in told["told"] if line["turn"]})
    assert "Ruby Fox is a stand-in" in page
    assert "Changes laid over the data: variant large-hand: hand_size=6" in page
    assert html.escape(told["command"]) in page
    for line in told["told"]:
        assert html.escape(line["text"]) in html.escape(html.unescape(page)), line
    assert cli(*words, "--html", "--out", "b")[0] == 0
    assert (cli.folder / "b" / path.name).read_bytes() == path.read_bytes()


def test_replay_beyond_the_run(cli):
    """A game that no run here came to is told all the same, with a note."""
    run = ["matchups", "combo-fighter", "--fighters", "boris,grace", "--policy", "greedy", "--games", "6", "--out", "o"]
    assert cli(*run)[0] == 0
    words = ["replay", "combo-fighter", "boris:grace", "--policy", "greedy", "--block"]
    assert cli(*words, "2")[2] == ""
    code, out, err = cli(*words, "3")
    assert (code, err) == (
        0,
        "note: block 3 is beyond the runs kept of boris:grace under greedy, which end at block 2; a longer run plays"
        " this game\n",
    )
    assert "Round 1" in out


def test_replay_of_a_game_that_the_store_knows_otherwise(cli):
    run = ["matchups", "combo-fighter", "--fighters", "boris,grace", "--policy", "greedy", "--games", "6", "--out", "o",
           "--store", "kept"]  # fmt: skip
    assert cli(*run)[0] == 0
    store = Store(cli.folder / "kept")
    plan = plan_matchups(rules.get("combo-fighter"), data_of("combo-fighter"), sides=("boris", "grace"),
                         levels=(("greedy", 6),))  # fmt: skip
    (chunk,) = store.played(plan.cells[1])
    result = store.load(chunk)
    store.save(chunk, replace(result, outcomes=np.full_like(result.outcomes, Outcome.TRUNCATED)))
    words = ["replay", "combo-fighter", "boris:grace", "--policy", "greedy", "--block", "1", "--store", "kept"]
    assert cli.refused(*words) == (
        5,
        "boris:grace, block 1, game 1: ends otherwise than in the run that kept keeps; one of the two is broken, play"
        " the matchup again with --fresh to see which\n",
    )


def test_replay_is_the_game_of_the_run(cli):
    """The outcomes of a run of one block are those of the replays of its games."""
    assert cli("matchups", "combo-fighter", "--fighters", "boris,grace", "--policy", "greedy", "--games", "2",
               "--out", "o")[0] == 0  # fmt: skip
    cell = json.loads((cli.folder / "o" / "run.json").read_text(encoding="utf-8"))["cells"][1]
    assert (cell["a"], cell["b"]) == ("boris", "grace")
    for game in (1, 2):
        _, out, _ = cli(
            "replay",
            "combo-fighter",
            "boris:grace",
            "--policy",
            "greedy",
            "--game",
            str(game),
            "--json",
        )
        told = json.loads(out)
        outcomes = dict(zip(("LOSS", "DRAW", "WIN", "TRUNCATED"), cell["rotation_outcomes"][game - 1], strict=True))
        assert outcomes == dict.fromkeys(outcomes, 0) | {told["outcome_for_a"]: 1}


# ---------------------------------------------------------------- validate


def fine(folder: Path | str, found_by: str = "the path given") -> str:
    policies = len(data_of("combo-fighter").policies)
    return f"{folder}: fine (2 fighters, {policies} policies, 2 variants; found by {found_by})\n"


def test_validate_fine(cli, rulesets):
    game = rulesets / "combo-fighter"
    assert cli("validate") == (0, fine(game, "./rulesets"), "")
    assert cli("validate", "combo-fighter") == (0, fine(game, "./rulesets"), "")
    assert cli("validate", "--rulesets", "rulesets") == (0, fine(game, "--rulesets"), "")
    for target in (game, game / "fighters", game / "ruleset.yaml", (cli.folder / game).resolve()):
        folder = game if not target.is_absolute() else target
        code, out, err = cli("validate", str(target))
        assert (code, out, err) == (0, fine(folder), "")


@pytest.mark.parametrize("place", ["", "fighters"])
@pytest.mark.parametrize("target", ["ruleset.yaml", "fighters/boris.yaml", "."])
def test_validate_from_within_the_folder(cli, rulesets, monkeypatch, place, target):
    folder = cli.folder / rulesets / "combo-fighter"
    monkeypatch.chdir(folder / place)
    path = Path(*[".."] * bool(place), target) if place else Path(target)
    code, out, err = cli("validate", str(path))
    assert (code, err) == (0, "")
    assert ": fine" in out


def test_validate_a_bare_file_name(cli, rulesets, monkeypatch):
    monkeypatch.chdir(cli.folder / rulesets / "combo-fighter" / "fighters")
    code, out, err = cli("validate", "boris.yaml")
    assert (code, err) == (0, "")
    assert ": fine" in out


def test_validate_broken(cli, broken, problems):
    boris, options = problems
    assert cli.refused("validate") == (4, boris + options)
    assert cli.refused("validate", "combo-fighter") == (4, boris + options)
    assert cli.refused("validate", f"{broken}/combo-fighter") == (4, boris + options)
    assert cli.refused("validate", f"{broken}/combo-fighter/fighters/boris.yaml") == (4, boris)
    assert cli.refused("validate", f"{broken}/combo-fighter/options.yaml") == (4, options)
    other = f"{broken}/combo-fighter/fighters/grace.yaml"
    assert cli("validate", other) == (0, f"{other}: fine\n", "")


def test_validate_a_broken_variant(cli, broken_variant):
    path = f"{broken_variant}/combo-fighter/variants/large-hand.yaml"
    said = f"{path} hand_size=66: 66 is wrong; expected a number from 4 to 7\n"
    assert cli.refused("validate") == (4, said)
    assert cli.refused("validate", path) == (4, said)
    code, out, _ = cli("validate", f"{broken_variant}/combo-fighter/variants/small-hand.yaml")
    assert code == 0
    assert ": fine" in out


def test_validate_a_path_without_a_ruleset(cli):
    (cli.folder / "some.yaml").write_text("", encoding="utf-8")
    assert cli.refused("validate", "some.yaml") == (
        2,
        "some.yaml: no ruleset.yaml here or above; expected a ruleset's folder or one of its files\n",
    )


def test_data_that_this_version_cannot_play(cli, rulesets):
    """Someone's draft beside the shipped data does not stop the check of the rest."""
    (cli.folder / rulesets / "other-game").mkdir()
    (cli.folder / rulesets / "other-game" / "ruleset.yaml").write_text("title: Other\n", encoding="utf-8")
    assert cli("rulesets") == (
        0,
        "rulesets (found by ./rulesets)\n"
        "  combo-fighter: Combo Fighter, Plotmaker Games; two-player duel with power tokens\n"
        "  other-game: data only, this version cannot play it\n",
        "",
    )
    code, out, err = cli("validate")
    assert (code, err) == (0, "")
    assert fine(rulesets / "combo-fighter", "./rulesets") in out
    assert "other-game" in out


# ---------------------------------------------------------------- lists


def test_policies(cli):
    code, out, err = cli("policies", "combo-fighter")
    assert (code, err) == (0, "")
    assert out.startswith("random (reference): uniform over legal actions\n  opener random, combo random, ")
    assert "\nstandard (first level): " in out
    assert "\nexpert (second level): " in out
    assert "\n  opener mixed, combo best, payment best, discards best, offer best\n  weights line 16, " in out
    script = data_of("combo-fighter").policies["search"].search.script
    assert (
        f"\n  opener search, combo search\n  search by 256 rollouts of {script} an option; the rest as it does" in out
    )


def test_variants(cli):
    code, out, err = cli("variants", "combo-fighter")
    assert (code, err) == (0, "")
    assert out.startswith("Options, for --set:\n  hand_size=5  Cards in hand ")
    assert "[4 to 7]\n" in out
    assert "\n  moxie=true  " in out
    assert "\nVariants, for --variant:\n" in out
    assert "\n  large-hand: A hand of six (hand_size=6)\n" in out


def test_where_the_data_was_found_is_in_the_outputs(cli, rulesets):
    code, out, _ = cli(*RUN, "--fighters", "boris,grace", "--rulesets", "rulesets", "--out", "o")
    assert code == 0
    assert "found by --rulesets" in " ".join(out.split())
    run = json.loads((cli.folder / "o" / "run.json").read_text(encoding="utf-8"))
    assert (run["data_folder"], run["data_found_by"]) == ("rulesets/combo-fighter", "--rulesets")
    for command in (run["command"], run["notable"][0]["command"]):
        assert " --rulesets rulesets " in command
    report = (cli.folder / "o" / "report.html").read_text(encoding="utf-8")
    assert "balance cards combo-fighter boris --rulesets rulesets" in report
    assert "found by --rulesets" in report


@pytest.mark.parametrize(("ruleset", "stem"), [("combo-fighter", "boris"), ("powercreep", "standard")])
def test_skill_of_one_alone(cli, ruleset, stem):
    """It errs against itself; there is no opponent whose games could say how many blocks there are."""
    code, out, err = cli("skill", ruleset, "--fighters", stem, "--games", "20", "--out", "o")
    assert (code, err) == (0, "")
    assert {"boris": "Each errs against itself", "standard": "Each meets itself"}[stem] in out
    assert rows_of(cli.folder / "o", "skill")
