"""`balance check` from end to end: every exit code, and what is written for other programs."""

import json
import re
import shlex
from xml.etree import ElementTree

import pytest

from balance.runs.chunks import Player
from tests.gate.conftest import GATE

CHECK = ("check", "combo-fighter", "--blocks", "512")
BUFF = ("fighters/boris.yaml", "opening: 7, combo: 3", "opening: 25, combo: 12")
BORIS = "rulesets/combo-fighter/fighters/boris.yaml"


def output(repository, name):
    return (repository.folder / "reports" / "out" / "combo-fighter" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("name: Boris Wolfram", "name: Boris"),
        ("name: Boris Wolfram", "# said once more\nname: Boris Wolfram"),
        ("power:\n", "\n\npower:\n"),
    ],
)
def test_a_harmless_edit_passes_without_a_game(gated, old, new):
    gated.edit("fighters/boris.yaml", old, new)
    code, out, err = gated.balance(*CHECK)
    assert (code, err) == (0, "")
    assert "PASS: nothing that is compared changed." in out
    assert "6 of 6 cells are unchanged, proved by equal hashes." in out
    assert "0 games played" in out


def test_cards_in_another_order_pass_with_equal_hashes(gated):
    path = gated.rules / "fighters/boris.yaml"
    lines = path.read_text(encoding="utf-8").split("\n")
    first = next(i for i, line in enumerate(lines) if "slot: 1," in line)
    lines[first], lines[first + 1] = lines[first + 1], lines[first]
    path.write_text("\n".join(lines), encoding="utf-8")
    code, out, _ = gated.balance(*CHECK)
    assert code == 0
    assert "No edits" in out
    assert "6 of 6 cells are unchanged" in out


def test_a_buff_fails_and_names_the_matchups(gated):
    line = gated.edit(*BUFF)
    code, out, err = gated.balance(*CHECK, "--annotate", "github", "--annotate", "gitlab")
    assert (code, err) == (1, "")
    assert "FAIL boris:grace" in out
    assert "FAIL boris:renee" in out
    assert "FAIL: boris:" in out
    assert "see why:   balance explain combo-fighter boris:" in out
    assert "grace:renee" not in out
    seconds = re.fullmatch(r"([\d.]+) s in all: (.+)\.", out.splitlines()[-1])
    parts = dict(part.rsplit(" ", 1) for part in seconds[2].split(", "))
    assert "data" in parts
    assert sum(map(float, parts.values())) == pytest.approx(float(seconds[1]), abs=0.05 * (len(parts) + 4))
    plain = json.loads(output(gated, "check.json"))
    assert (plain["schema"], plain["result"], plain["exit_code"], plain["unchanged"]) == (1, "FAIL", 1, 2)
    failed = {claim["claim"] for claim in plain["claims"] if claim["result"] == "FAIL"}
    assert {"boris:grace", "boris:renee"} <= failed
    suites = ElementTree.fromstring(output(gated, "check.xml"))
    cases = {case.get("name"): case for case in suites.iter("testcase") if "greedy" in case.get("classname")}
    assert cases["boris:grace"].find("failure") is not None
    assert cases["boris:grace draws"].find("failure") is None
    assert sum(int(suite.get("failures")) for suite in suites) == len(list(suites.iter("failure"))) == len(failed)
    (marked,) = [said for said in out.splitlines() if said.startswith("::")]
    assert marked.startswith(
        f"::error file={BORIS},line={line},col=93,title=balance%3A FAIL::Boris Wolfram / Thunder Clap"
    )
    assert "51.3 %" not in marked
    assert "%25" in marked
    (noted,) = json.loads(output(gated, "gitlab.json"))
    assert noted["location"] == {"path": BORIS, "lines": {"begin": line}}
    assert (noted["severity"], len(noted["fingerprint"])) == ("major", 64)
    text = output(gated, "check.md")
    assert text.startswith("<!-- balance:check:combo-fighter -->\n### Combo Fighter: FAIL: boris:")
    assert "| boris:grace | FAIL: regressed |" in text
    (length,) = [line for line in text.splitlines() if line.startswith("| boris:grace length |") and "greedy" in line]
    assert length.split(" | ")[4].endswith(" %")  # of the median; all others are in points
    assert "FAIL: regressed" in output(gated, "check.html")


def test_the_commands_that_are_printed_find_data_that_was_named(gated):
    gated.git("switch", "-q", "main")
    gated.git("mv", "rulesets", "the cards")
    gated.commit()
    gated.git("switch", "-q", "-C", "edit")
    gated.rules = gated.folder / "the cards" / "combo-fighter"
    gated.edit(*BUFF)
    code, out, err = gated.balance(*CHECK, "--rulesets", "the cards", "--out", "o")
    assert (code, err) == (1, "")
    hints = {title.strip(): line for title, _, line in (one.partition(": ") for one in out.splitlines())}
    why, accepting = shlex.split(hints["see why"]), shlex.split(hints["accept it"])
    assert why[:5] == ["balance", "explain", "combo-fighter", "--rulesets", "the cards"]
    assert accepting[-6:] == ["--rulesets", "the cards", "--out", "o", "--reason", "..."]
    assert gated.balance(*why[1:])[::2] == (0, "")
    again = shlex.split((gated.folder / "o" / "check.md").read_text(encoding="utf-8").split("Made again by `")[1][:-2])
    code, once_more, err = gated.balance(*again[1:], "--out", "o")
    assert (code, err) == (1, "")
    # But for the games played and the seconds: the store has the games by then.
    assert once_more.splitlines()[:-2] == out.splitlines()[:-2]
    assert once_more.splitlines()[-2] == "0 games played, all others taken from the store. Written to o"
    assert gated.balance(*accepting[1:])[::2] == (0, "")
    assert list((gated.rules / "changes").glob("*.yaml"))


def test_an_edit_that_is_only_laid_over_cannot_be_accepted(gated):
    code, out, _ = gated.balance(*CHECK, "--set", "fighters.boris.cards.thunder-clap.opening=25")
    assert code == 1
    assert "see why: " in out
    assert "accept it: " not in out


def test_the_same_verdict_again_and_on_any_number_of_threads(gated):
    gated.edit(*BUFF)
    first = gated.balance(*CHECK, "--json", "--jobs", "1", "--store", "one")
    again = gated.balance(*CHECK, "--json", "--jobs", "2", "--store", "two")
    assert first[:2] == again[:2]


def test_a_buff_too_small_to_call_is_inconclusive(gated):
    gated.edit("gate.yaml", "allowed: 2, limit: 12", "allowed: 0, limit: 0.5")
    gated.edit("fighters/boris.yaml", "opening: 4, combo: 3", "opening: 5, combo: 3")
    code, out, _ = gated.balance("check", "combo-fighter", "--blocks", "64")
    assert code == 3
    assert "INCONCLUSIVE boris:" in out
    assert "decide it: balance check combo-fighter --blocks" in out
    assert "warning: gate.yaml differs from the base's" in out
    assert gated.balance("check", "combo-fighter", "--blocks", "64", "--strict")[0] == 1


def test_wider_margins_for_a_group_let_it_pass(gated):
    gated.edit(*BUFF)
    (gated.rules / "gate.yaml").write_text(
        (gated.rules / "gate.yaml").read_text(encoding="utf-8")
        + 'cells: {"boris:*": {allowed: 60, limit: 90}, "fan-transcription:renee": {allowed: 1, limit: 2}}\n',
        encoding="utf-8",
    )
    code, out, _ = gated.balance(*CHECK)
    assert code == 1
    assert "FAIL boris:renee" in out
    assert "FAIL boris:grace " not in out.replace("FAIL boris:grace length", "")


def test_a_move_towards_its_target_is_improved(gated):
    gated.edit(*BUFF)
    text = (gated.rules / "gate.yaml").read_text(encoding="utf-8")
    (gated.rules / "gate.yaml").write_text(
        text + "targets: {cells: {grace:boris: [0, 4], boris:renee: [96, 100]}, averages: {boris: [96, 100]}}\n",
        encoding="utf-8",
    )
    code, out, _ = gated.balance(*CHECK)
    assert code == 0, out
    assert "2 claims improved" in out
    assert "Target boris, 96 to 100 %: nearer to its band" in out
    assert gated.balance(*CHECK, "--any-move")[0] == 1


def test_leaving_the_target_band_fails(gated):
    gated.edit(*BUFF)
    text = (
        (gated.rules / "gate.yaml")
        .read_text(encoding="utf-8")
        .replace("allowed: 2, limit: 12", "allowed: 60, limit: 90")
    )
    (gated.rules / "gate.yaml").write_text(text + "targets: {averages: {boris: [40, 50]}}\n", encoding="utf-8")
    code, out, _ = gated.balance(*CHECK)
    assert "Target boris, 40 to 50 %: left its band" in out
    assert code == 1


@pytest.mark.parametrize(("band", "verdict", "code"), [("[0, 50]", "in band", 0), ("[0, 25]", "left its band", 1)])
def test_the_spread_of_the_table_has_a_target(gated, band, verdict, code):
    gated.edit("fighters/grace.yaml", "opening: 1, combo: 2", "opening: 30, combo: 30")
    path = gated.rules / "gate.yaml"
    text = path.read_text(encoding="utf-8").replace("allowed: 2, limit: 12", "allowed: 90, limit: 99")
    path.write_text(text + f"targets: {{spread: {band}}}\n", encoding="utf-8")
    found, out, _ = gated.balance(*CHECK)
    assert f"Target spread of the table, {band[1:-1].replace(', ', ' to ')} %: {verdict}" in out
    assert found == code


def test_broken_data_is_4_with_its_place(gated):
    line = gated.edit("fighters/boris.yaml", "opening: 4, combo: 3", "opening: 400, combo: 3")
    code, out, err = gated.balance(*CHECK)
    assert (code, out) == (4, "")
    assert err.startswith(f"{BORIS}:{line}:")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("score: {allowed: 2, limit: 2}", "gate.yaml:1:8: this value is wrong; expected a 'limit' above 'allowed'"),
        ("marginz: 2", "gate.yaml:1:1: unknown field 'marginz'"),
        ('cells: {"boriz:*": {allowed: 1, limit: 2}}', "'boriz:*' fits no matchup: no fighter 'boriz'"),
        ("targets: {averages: {boriz: [40, 60]}}", "gate.yaml:1:22: no fighter 'boriz'"),
        ("targets: {cells: {boris:boris: [40, 60]}}", "is a mirror, it has no score"),
        ("targets: {averages: {boris: [60, 40]}}", "expected two numbers, the smaller first"),
        ("blocks: 3", "3 is wrong; expected a number from 16 to 16777216"),
    ],
)
def test_a_broken_gate_file_is_4(gated, text, message):
    (gated.rules / "gate.yaml").write_text(text + "\n", encoding="utf-8")
    code, out, err = gated.balance(*CHECK)
    assert (code, out) == (4, "")
    assert message in err
    assert gated.balance("validate", "combo-fighter")[::2] == (4, err)


def test_no_base_is_5(bare):
    code, out, err = bare.balance(*CHECK)
    assert (code, out) == (5, "")
    assert err.startswith("no base: not a git repository")


def test_no_baseline_is_5(gated):
    code, out, err = gated.balance(*CHECK, "--anchor")
    assert (code, out) == (5, "")
    assert "no baseline; build one with balance baseline build" in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--anchor", "--base", "main"], "--anchor compares with the baseline alone"),
        (["--annotate", "gitlap"], "no host 'gitlap'; known: github, gitlab. Did you mean 'gitlab'?"),
    ],
)
def test_usage_is_2(gated, words, message):
    code, out, err = gated.balance(*CHECK, *words)
    assert (code, out) == (2, "")
    assert err.startswith(message)


def test_a_shallow_clone_says_what_is_missing(gated, tmp_path, monkeypatch):
    gated.edit(*BUFF)
    gated.commit()
    gated.git("switch", "-q", "main")
    gated.git("clone", "-q", "--depth", "1", "--branch", "edit", f"file://{gated.folder}", str(tmp_path / "clone"))
    monkeypatch.chdir(tmp_path / "clone")
    code, out, err = gated.balance(*CHECK)
    assert (code, out) == (5, "")
    assert err.startswith("no base: none of origin/HEAD, ")
    gated.git("-C", str(tmp_path / "clone"), "fetch", "-q", "--depth", "1", "origin", "main:refs/remotes/origin/main")
    gated.git("-C", str(tmp_path / "clone"), "commit", "-q", "--allow-empty", "-m", "x")
    code, out, err = gated.balance(*CHECK)
    assert (code, out) == (5, "")
    assert "this clone is shallow; fetch the whole history" in err


def test_seconds_are_labelled(gated):
    gated.edit(*BUFF)
    code, out, _ = gated.balance(*CHECK, "--seconds", "0")
    assert code in (1, 3)
    assert "another machine may come to another verdict" in out
    assert json.loads(output(gated, "check.json"))["is_reproducible"] is False


def test_names_in_the_data_stay_text(gated):
    """Fighters and cards may be called anything: no markup, no tag, no second workflow command."""
    gated.edit("fighters/boris.yaml", "name: Boris Wolfram", 'name: "<script>|@all::error::"')
    gated.edit(*BUFF)
    code, out, _ = gated.balance(*CHECK, "--annotate", "github")
    assert code == 1
    assert "<script>" not in output(gated, "check.html").split("<body>")[1].split("<script>")[0]
    assert "<script>" not in output(gated, "check.md")
    assert sum(line.startswith("::") for line in out.splitlines()) == len(
        {edit["line"] for edit in json.loads(output(gated, "check.json"))["edits"]}
    )


@pytest.mark.parametrize("where", ["both", "head", "base"])
def test_one_level_where_both_are_one_policy(gated, where):
    """In either version: what there is to compare is the first level alone."""
    single = ("policies.yaml", "second: aggressive", "second: greedy")
    if where != "head":
        gated.git("switch", "-q", "main")
        gated.edit(*single)
        gated.commit()
        gated.git("switch", "-q", "-C", "edit")
    if where == "head":
        gated.edit(*single)
    elif where == "base":
        gated.edit(single[0], single[2], single[1])
    gated.edit(*BUFF)
    code, out, err = gated.balance(*CHECK)
    assert (code, err) == (1, "")
    assert "FAIL boris:grace" in out
    assert json.loads(output(gated, "check.json"))["levels"] == ["greedy"]
    code, out, err = gated.balance("diff", "combo-fighter", "--games", "200")
    assert (code, err) == (0, "")


def test_games_of_targets_are_played_once_and_counted(gated, tmp_path, monkeypatch):
    """An untouched matchup has the same games before and after; so has the store, and so says the closing line."""
    gated.edit(*BUFF)
    text = (gated.rules / "gate.yaml").read_text(encoding="utf-8")
    (gated.rules / "gate.yaml").write_text(text + "targets: {spread: [0, 50]}\n", encoding="utf-8")
    played = []
    play = Player.play

    def counted(player, chunk, *more):
        if chunk.count:
            played.append((chunk.cell.key, chunk.first, chunk.count))
        return play(player, chunk, *more)

    monkeypatch.setattr(Player, "play", counted)
    _, out, _ = gated.balance(*CHECK, "--store", str(tmp_path / "store"), "--jobs", "2")
    assert len(set(played)) == len(played)
    games = sum(2 * count for _, _, count in played)
    assert f"{games:,} games played" in out


def test_a_row_tells_the_games_that_it_was_decided_by(gated):
    """Another claim may go on playing; what changed is counted over the blocks that the row names."""
    gated.edit(*BUFF)
    margins = GATE.replace("truncated: {allowed: 20, limit: 60}", "truncated: {allowed: 0, limit: 0.01}")
    (gated.rules / "gate.yaml").write_text(margins, encoding="utf-8")
    gated.balance("check", "combo-fighter", "--blocks", "4096")
    claims = json.loads(output(gated, "check.json"))["claims"]
    row = next(claim for claim in claims if (claim["claim"], claim["policy"]) == ("boris:grace", "greedy"))
    assert row["blocks"] < 4096 <= max(claim["blocks"] for claim in claims)
    asked = ("diff", "combo-fighter", "--games", str(2 * row["blocks"]), "--policy", "greedy", "--json")
    told = next(found for found in json.loads(gated.balance(*asked)[1])["rows"] if found["b"] == "grace")
    assert row["winner_changed"] == pytest.approx(told["winner_changed"] / 10, abs=0.05)
