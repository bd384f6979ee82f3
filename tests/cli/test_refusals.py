"""What is refused: the whole message and the exit code, nothing on standard output, no traceback."""

import json
import os
import re
import shlex

import pytest

import balance
from balance.data.load import variant_names
from balance.runs import executor, precision
from tests.games import RULESETS, data_of

FIGHTERS = ", ".join(data_of("combo-fighter").sides)
VARIANTS = ", ".join(variant_names(RULESETS / "combo-fighter"))
POLICIES = ", ".join(sorted({*data_of("combo-fighter").policies, "second", "standard"}))
MISSPELT = "no ruleset 'combo-figter'; known: combo-fighter, powercreep. Did you mean 'combo-fighter'?"
EXAMPLE = "Example: balance matchups combo-fighter --fighters boris,grace --set hand_size=6"
REPLAY = "Example: balance replay combo-fighter boris:grace --block 17 --game 2"
OPTIONS = "hand_size, moxie, power_tokens, reshuffle, round_limit, signatures, signatures_ignore_boxes"


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("matchup combo-fighter", 2,
         "balance: No such command 'matchup'. Did you mean 'matchups'?\nTry 'balance --help'."),
        ("matchups", 2,
         f"balance matchups: Missing argument 'RULESET'.\n{EXAMPLE}\nTry 'balance matchups --help'."),
        ("replay combo-fighter", 2,
         f"balance replay: Missing argument 'A:B'.\n{REPLAY}\nTry 'balance replay --help'."),
        ("replay combo-fighter boris grace", 2,
         "balance replay: Got unexpected extra argument(s) (grace)\n"
         f"{REPLAY}\nTry 'balance replay --help'."),
        *(
            (
                f"matchups combo-fighter {option} {value}",
                2,
                f"balance matchups: {option} {value}: expected {expected}\n{EXAMPLE}\nTry 'balance matchups --help'.",
            )
            for option, value, expected in (
                ("--games", "ten", "a whole number from 1 to 1000000000"),
                ("--games", "0", "a whole number from 1 to 1000000000"),
                ("--games", "20,000", "a whole number from 1 to 1000000000"),
                ("--jobs", "1.5", "a whole number of 1 or more"),
                ("--jobs", "0", "a whole number of 1 or more"),
                ("--epoch", "-1", "a whole number from 0 to 4294967295"),
                ("--round-seconds", "3601", "a whole number from 1 to 3600"),
                ("--precision", "half", "a number"),
            )
        ),
        ("replay combo-fighter boris:grace --game two", 2,
         "balance replay: --game two: expected a whole number of 1 or more\n"
         f"{REPLAY}\nTry 'balance replay --help'."),
        ("validate here/boris.yaml", 2,
         "here/boris.yaml: no such file or folder; expected a ruleset's folder or one of its files"),
        ("matchups combo-fighter --set fighters.boris.headbutt.opening=5", 4,
         "--set fighters.boris.headbutt.opening=5: no field 'headbutt'; known: cards, name, power, provenance,"
         " signatures, source, style. There is 'cards.headbutt'."),
        (
            "matchups combo-fighter grace",
            2,
            "balance matchups: Got unexpected extra argument(s) (grace)\n"
            f"{EXAMPLE}\nTry 'balance matchups --help'.",
        ),
        ("matchups combo-figter", 2, MISSPELT),
        ("replay combo-figter a:b", 2, MISSPELT),
        ("policies combo-figter", 2, MISSPELT),
        ("variants combo-figter", 2, MISSPELT),
        ("validate combo-figter", 2, MISSPELT),
        (
            "matchups combo-fighter --fighters boris,grase",
            2,
            f"no fighter 'grase'; known: {FIGHTERS}. Did you mean 'grace'?",
        ),
        ("replay combo-fighter boris:grase", 2, f"no fighter 'grase'; known: {FIGHTERS}. Did you mean 'grace'?"),
        (
            "matchups combo-fighter --policy gredy",
            2,
            f"no policy 'gredy'; known: {POLICIES}. Did you mean 'greedy'?",
        ),
        (
            "replay combo-fighter boris:grace --policy rnd",
            2,
            f"no policy 'rnd'; known: {POLICIES}. Did you mean 'random'?",
        ),
        (
            "matchups combo-fighter --format best-of-tree",
            2,
            "no format 'best-of-tree'; known: best-of-three, duel. Did you mean 'best-of-three'?",
        ),
        ("matchups combo-fighter --format duels", 2,
         "no format 'duels'; known: best-of-three, duel. Did you mean 'duel'?"),
        ("matchups combo-fighter --format 7", 2, "no format '7'; known: best-of-three, duel."),
        (
            "matchups combo-fighter --policy random --policy random",
            2,
            "--policy random --policy random: expected one policy or two different ones",
        ),
        (
            "matchups combo-fighter --policy expert --policy second",
            2,
            "--policy expert --policy second: expected one policy or two different ones",
        ),
        (
            "matchups combo-fighter --policy random --policy greedy --policy second",
            2,
            "--policy random --policy greedy --policy second: expected one policy or two different ones",
        ),
        (
            "matchups combo-fighter --variant larg-hand",
            2,
            f"no variant 'larg-hand'; known: {VARIANTS}. Did you mean 'large-hand'?",
        ),
        (
            "matchups combo-fighter --set hand_sise=6",
            4,
            f"--set hand_sise=6: no option 'hand_sise'; known: {OPTIONS}. Did you mean 'hand_size'?",
        ),
        (
            "replay combo-fighter boris:grace --set hand_size=66",
            4,
            "--set hand_size=66: 66 is wrong; expected a number from 4 to 7",
        ),
        (
            "matchups combo-fighter --rulesets not-there",
            2,
            "--rulesets not-there: no such folder; expected a folder with one folder a ruleset",
        ),
        (
            "rulesets --rulesets not-there",
            2,
            "--rulesets not-there: no such folder; expected a folder with one folder a ruleset",
        ),
        (
            "matchups combo-fighter --luck-by side",
            2,
            "--luck-by side: combo-fighter is played simultaneously, so no seat has an advantage to measure and the"
            " second game of each pair would repeat the first; use --luck-by seat",
        ),
        *(
            (
                f"matchups combo-fighter --precision {value}",
                2,
                f"--precision {value}: expected the half-width of the intervals in percentage points, 0.05 to 10; for"
                " example 0.5",
            )
            for value in ("0", "-1", "nan", "inf", "0.01", "50")
        ),
        (
            "matchups combo-fighter --precision 0.5 --games 20000",
            2,
            "--precision chooses the number of games; expected either --games or --precision",
        ),
        (
            "matchups combo-fighter --precision 0.5 --fighters boris",
            2,
            "--precision 0.5: a mirror has no score; expected two fighters or more",
        ),
        ("matchups combo-fighter --luck-by chair", 2, "--luck-by chair: no such scheme; expected seat or side"),
        ("replay combo-fighter boris:grace --html --json", 2, "--html and --json: expected at most one of them"),
        ("replay combo-fighter boris", 2, "boris: expected two sides as A:B, for example boris:grace"),
        ("replay combo-fighter boris:", 2, "boris:: expected two sides as A:B, for example boris:grace"),
        ("replay combo-fighter :boris", 2, ":boris: expected two sides as A:B, for example boris:grace"),
        ("replay combo-fighter a:b:c", 2, "a:b:c: expected two sides as A:B, for example boris:grace"),
        (
            "replay combo-fighter boris:grace --game 3",
            2,
            "--game 3: a block of boris:grace has games 1 to 2",
        ),
        (
            "replay combo-fighter boris:boris --game 2",
            2,
            "--game 2: a block of boris:boris has games 1 to 1 (a mirror is one game a block)",
        ),
    ],
)  # fmt: skip
def test_refused(cli, line, code, message):
    assert cli.refused(*line.split()) == (code, message + "\n")


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("matchups combo-fighter --games 0", "--games"),
        ("matchups combo-fighter --games -5", "--games"),
        ("matchups combo-fighter --games many", "--games"),
        ("matchups combo-fighter --jobs 0", "--jobs"),
        ("matchups combo-fighter --epoch -1", "--epoch"),
        ("matchups combo-fighter --epoch 4294967296", "--epoch"),
        ("replay combo-fighter boris:grace --block -1", "--block"),
        ("replay combo-fighter boris:grace --block 9223372036854775808", "--block"),
        ("replay combo-fighter boris:grace --block 99999999999999999999", "--block"),
        ("replay combo-fighter boris:grace --game 0", "--game"),
    ],
)
def test_number_out_of_range(cli, line, option):
    command = line.split()[0]
    code, err = cli.refused(*line.split())
    assert code == 2
    assert option in err.splitlines()[0]
    assert "Traceback" not in err
    if len(err.splitlines()) > 1:
        assert err.splitlines()[1].startswith(f"Example: balance {command}")
        assert err.splitlines()[2:] == [f"Try 'balance {command} --help'."]


def test_more_games_than_there_are_blocks(cli, monkeypatch):
    """A list of their chunks would fill the memory, so it must be refused before."""
    monkeypatch.setattr(executor, "run", lambda *_, **__: pytest.fail("would have run"))
    code, err = cli.refused("matchups", "combo-fighter", "--games", str(10**19))
    assert code == 2
    assert "--games" in err


@pytest.mark.parametrize(
    ("word", "near"), [("--gamess", "--games"), ("--fighter", "--fighters"), ("--varian", "--variant")]
)
def test_misspelt_option(cli, word, near):
    code, err = cli.refused("matchups", "combo-fighter", word, "1")
    assert code == 2
    assert err.startswith(f"balance matchups: No such option: {word}")
    assert near in err.removeprefix(f"balance matchups: No such option: {word}")
    assert err.endswith("\nTry 'balance matchups --help'.\n")


@pytest.mark.parametrize("fighters", [",", "", " , "])
def test_fighters_without_a_name(cli, fighters, monkeypatch):
    """Not silently all of them."""
    monkeypatch.setattr(executor, "run", lambda *_, **__: pytest.fail("would have run"))
    code, err = cli.refused("matchups", "combo-fighter", "--fighters", fighters)
    assert code == 2
    assert "--fighters" in err


def test_more_precise_than_is_chosen(cli, monkeypatch):
    """Whoever wants it knows what it takes, and can have it by --games."""
    monkeypatch.setattr(precision, "PILOT_BLOCKS", 300)
    code, err = cli.refused("matchups", "combo-fighter", "--fighters", "boris,kagami", "--precision", "0.05")
    assert code == 2
    told = re.fullmatch(
        r"--precision 0\.05: takes ([\d,]+) games a matchup under standard; at most 1,000,000 are chosen; ask for a"
        r" larger half-width, or for all of them by --games\n",
        err.splitlines(keepends=True)[-1],
    )
    assert int(told[1].replace(",", "")) == pytest.approx(3_841_459, rel=0.15)
    assert not (cli.folder / "reports" / "out" / "combo-fighter" / "matchups.csv").exists()


def test_no_arguments(cli):
    code, out, err = cli()
    assert (code, err) == (2, "")
    assert "Usage: balance" in out
    assert "matchups" in out


def test_replay_of_a_run_with_other_data(cli):
    """The printed command tells the same game again; with anything else under it, it is refused and says what."""
    code, out, _ = cli("replay", "combo-fighter", "boris:grace", "--block", "3", "--json")
    assert code == 0
    again = shlex.split(json.loads(out)["command"])[1:]
    assert cli(*again, "--json")[:2] == (0, out)
    for words, what in (
        (["--set", "hand_size=6"], "the rule options"),
        (["--set", "fighters.boris.cards.headbutt.opening=5"], "side a (fighters/boris.yaml)"),
        (["--set", "fighters.grace.cards.elbow.combo=1"], "side b (fighters/grace.yaml)"),
        (["--variant", "no-moxie"], "the rule options"),
        (["--epoch", "2"], "the luck (--epoch or --luck-by)"),
        (["--policy", "random"], "the policy (random)"),
        (["--set", "policies.standard.weights.hand=1"], "the policy (standard)"),
    ):
        code, err = cli.refused(*again, *words)
        assert (code, err) == (
            5,
            f"boris:grace: not as it was in the run: {what}; this would be another game. Go back to what the run had"
            " (its command has --set, --variant and --epoch), or leave --data out to see this one\n",
        )
    # Another version of the rules, which the last part of the stamp tells.
    code, err = cli.refused(*again[:-1], again[-1][:-6] + "000000")
    assert code == 5
    assert "not as it was in the run: what this version of the rules does;" in err


@pytest.mark.parametrize("stamp", ["0123456789abcdef", "", "a-b-c-d-e-f", "-----"])
def test_replay_with_what_is_no_stamp(cli, stamp):
    code, err = cli.refused("replay", "combo-fighter", "boris:grace", "--data", stamp)
    assert code == 2
    assert re.fullmatch(
        rf"--data {stamp}: expected 5 or 6 times 6 digits with - between, for example ([0-9a-f]{{6}}-?){{5}};"
        r" copy the command from the report, or leave --data out\n",
        err,
    )


def test_rulesets_is_one_ruleset(cli, rulesets):
    assert cli.refused("matchups", "combo-fighter", "--rulesets", "rulesets/combo-fighter") == (
        2,
        "--rulesets rulesets/combo-fighter: this is the folder of one ruleset; expected the one it lies in, rulesets\n",
    )


def test_broken_data(cli, problems):
    for command in ("matchups", "policies", "variants"):
        assert cli.refused(command, "combo-fighter") == (4, "".join(problems))


# ---------------------------------------------------------------- the disk


def test_out_is_a_file(cli):
    (cli.folder / "taken").write_text("", encoding="utf-8")
    for out in ("taken", "taken/deeper"):
        reason = "File exists" if out == "taken" else "Not a directory"
        assert cli.refused("matchups", "combo-fighter", "--games", "4", "--out", out) == (
            74,
            f"{out}: cannot be made ({reason}); choose another folder with --out\n",
        )


@pytest.mark.parametrize("line", ["matchups combo-fighter", "replay combo-fighter boris:grace --html"])
def test_out_that_may_not_be_written(cli, monkeypatch, line):
    """Found before anything is played; the superuser of a test may write everywhere, so the answer is given here."""
    monkeypatch.setattr(executor, "run", lambda *_, **__: pytest.fail("would have run"))
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert cli.refused(*line.split(), "--out", "locked") == (
        74,
        "locked: cannot be written; choose another folder with --out\n",
    )


def test_store_is_a_file(cli):
    (cli.folder / "taken").write_text("", encoding="utf-8")
    code, err = cli.refused(
        "matchups", "combo-fighter", "--games", "4", "--fighters", "boris", "--policy", "random", "--store", "taken"
    )
    assert code == 74
    assert err.startswith("taken")
    assert err.endswith(" cannot be written (Not a directory); choose another folder with --store\n")


def test_disk_error_that_nobody_foresaw(cli, monkeypatch):
    def full(*_args, **_options):
        raise OSError(28, "No space left on device", "some/file")

    monkeypatch.setattr(balance, "load", full)
    assert cli.refused("policies", "combo-fighter") == (74, "some/file: No space left on device\n")


# ---------------------------------------------------------------- crashes and Ctrl-C


def boom(*_args, **_options):
    raise RuntimeError("boom")


@pytest.mark.parametrize(
    "line",
    ["matchups combo-fighter", "replay combo-fighter boris:grace", "policies combo-fighter", "variants combo-fighter"],
)
def test_internal_error(cli, monkeypatch, line):
    monkeypatch.setattr(balance, "load", boom)
    assert cli.refused(*line.split()) == (
        70,
        "balance: internal error, RuntimeError: boom\nRun it again with --debug for the traceback.\n",
    )


def test_debug(cli, monkeypatch):
    """A traceback on top for whoever wants one, wherever the option stands; the message and exit code stay."""
    for words in (["--debug", "policies", "x"], ["policies", "--debug", "x"], ["policies", "x", "--debug"]):
        code, err = cli.refused(*words)
        assert code == 2
        assert err.startswith("Traceback (most recent call last)")
        assert err.endswith("no ruleset 'x'; known: combo-fighter, powercreep.\n")
    monkeypatch.setattr(balance, "load", boom)
    code, err = cli.refused("policies", "combo-fighter", "--debug")
    assert code == 70
    assert "RuntimeError: boom" in err


def interrupt(*_args, **_options):
    raise KeyboardInterrupt


def test_interrupted_before_the_run(cli, monkeypatch):
    monkeypatch.setattr(balance, "load", interrupt)
    assert cli.refused("matchups", "combo-fighter") == (130, "interrupted\n")


def test_interrupted_during_the_run(cli, monkeypatch):
    monkeypatch.setattr(executor, "as_completed", interrupt)
    words = ["matchups", "combo-fighter", "--fighters", "boris", "--policy", "random", "--games", "5000"]
    code, err = cli.refused(*words)
    assert (code, err) == (130, "interrupted: 0 of 3 chunks are kept; run the same command again to go on\n")
    monkeypatch.undo()


def test_interrupted_while_loading_kernels(cli, monkeypatch):
    monkeypatch.setattr(executor, "warm_up", interrupt)
    assert cli.refused("matchups", "combo-fighter", "--games", "4") == (130, "interrupted\n")
