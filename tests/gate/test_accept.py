"""`balance accept`: what failed and is meant passes from then on, and nothing else does."""

import pytest

CHECK = ("check", "combo-fighter", "--blocks", "512")
ACCEPT = ("accept", "combo-fighter")
BUFF = ("fighters/boris.yaml", "opening: 7, combo: 3", "opening: 25, combo: 12")
WHY = ("--reason", "Thunder Clap: was never opened")


def changes(repository):
    return sorted((repository.rules / "changes").glob("*.yaml"))


@pytest.fixture
def failed(gated):
    gated.edit(*BUFF)
    assert gated.balance(*CHECK)[0] == 1
    return gated


def test_the_same_buff_accepted_passes(failed):
    code, out, err = failed.balance(*ACCEPT, "--all", *WHY)
    assert (code, err) == (0, "")
    (path,) = changes(failed)
    assert path.name == "thunder-clap-was-never-opened.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.startswith(
        "# yaml-language-server: $schema=../schema/changes.json\n"
        'reason: "Thunder Clap: was never opened"\nedits:\n  - "Boris Wolfram / Thunder Clap: opening 7'
    )
    assert '  "boris:grace": [' in text
    code, out, _ = failed.balance(*CHECK)
    assert code == 0, out
    assert "2 claims moved as declared" in out
    failed.commit()
    assert failed.balance(*CHECK)[0] == 0


def test_one_matchup_accepted_leaves_the_other(failed):
    assert failed.balance(*ACCEPT, "renee:boris", *WHY, "--name", "renee")[0] == 0
    code, out, _ = failed.balance(*CHECK)
    assert code == 1
    assert "FAIL boris:grace" in out
    assert "FAIL boris:renee" not in out
    assert [path.name for path in changes(failed)] == ["renee.yaml"]


def test_a_buff_beyond_the_accepted_range_fails(failed):
    failed.balance(*ACCEPT, "--all", *WHY)
    (path,) = changes(failed)
    text = path.read_text(encoding="utf-8")
    lines = ['  "boris:grace": [1, 2]' if line.startswith('  "boris:grace": [') else line for line in text.split("\n")]
    path.write_text("\n".join(lines), encoding="utf-8")
    code, out, _ = failed.balance(*CHECK)
    assert code == 1
    assert "FAIL boris:grace" in out


def test_a_stale_file_is_not_honoured(failed):
    failed.balance(*ACCEPT, "--all", *WHY)
    failed.edit("fighters/boris.yaml", "opening: 25", "opening: 26")
    code, out, _ = failed.balance(*CHECK)
    assert code == 1
    assert "warning: thunder-clap-was-never-opened.yaml: boris:grace is not honoured: measured on other data" in out


def test_what_was_accepted_on_the_main_branch_says_nothing_of_this_change(failed):
    failed.balance(*ACCEPT, "--all", *WHY)
    failed.commit()
    failed.git("branch", "-f", "main", "HEAD")
    failed.edit("fighters/boris.yaml", "opening: 25, combo: 12", "opening: 50, combo: 50")
    code, out, _ = failed.balance(*CHECK)
    assert code == 1
    assert "warning: thunder-clap" not in out


def test_a_declared_change_that_does_not_happen_is_a_warning(gated):
    """An intent may be written before the edit; sides in any order, the score of the first."""
    folder = gated.rules / "changes"
    folder.mkdir()
    (folder / "plan.yaml").write_text('reason: plan\nexpect: {"grace:boris": [-40, -20]}\n', encoding="utf-8")
    code, out, _ = gated.balance(*CHECK)
    assert code == 0
    assert "warning: boris:grace: declared, but it did not move" in out
    gated.edit(*BUFF)
    code, out, _ = gated.balance(*CHECK)
    assert "boris:grace" not in out.split("FAIL: ")[1].split("\n")[0]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ([*WHY], 2, "which ones? boris:"),
        (["grace:renee", *WHY], 2, "no matchup that failed 'grace:renee'"),
        (["boris", *WHY], 2, "boris: expected two sides as A:B"),
        (["--all", "--reason", " "], 2, "--reason: say why"),
    ],
)
def test_refused(failed, words, code, message):
    found, out, err = failed.balance(*ACCEPT, *words)
    assert (found, out) == (code, "")
    assert err.startswith(message)
    assert changes(failed) == []


def test_a_run_of_other_data_is_refused(failed):
    failed.edit("fighters/boris.yaml", "opening: 25", "opening: 26")
    code, out, err = failed.balance(*ACCEPT, "--all", *WHY)
    assert (code, out) == (5, "")
    assert "the last check was of other data than there is now" in err
    assert changes(failed) == []


def test_no_run(gated):
    code, _, err = gated.balance(*ACCEPT, "--all", *WHY)
    assert code == 5
    assert "no gate run to accept; run balance check combo-fighter first" in err


def test_what_is_inconclusive_cannot_be_accepted(gated):
    gated.edit("gate.yaml", "allowed: 2, limit: 12", "allowed: 0, limit: 0.5")
    gated.edit("fighters/boris.yaml", "opening: 4, combo: 3", "opening: 5, combo: 3")
    assert gated.balance("check", "combo-fighter", "--blocks", "64")[0] == 3
    code, _, err = gated.balance(*ACCEPT, "boris:grace", *WHY)
    assert code == 2
    assert err.startswith("boris:grace is inconclusive")
    code, _, err = gated.balance(*ACCEPT, "--all", *WHY)
    assert (code, err) == (2, "nothing failed in the last check, so there is nothing to accept\n")
    assert gated.balance(*ACCEPT, "boris:grcae", *WHY) == (2, "", err)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("expect: {}", "field 'reason' is missing"),
        ("reason: x\nexpect: {}", "expected at least 1"),
        ("reason: x\nexpect: {boris:grace: [4, 1]}", "expected two numbers, the smaller first"),
        ("reason: x\nexpect: {boris: [1, 4]}", "'boris' is no matchup; expected A:B"),
        ("reason: x\nexpect: {boris:grace drows: [1, 4]}", "no measure 'drows'; known: draws, first seat, length."),
    ],
)
def test_a_broken_file_is_4(gated, text, message):
    (gated.rules / "changes").mkdir()
    (gated.rules / "changes" / "x.yaml").write_text(text + "\n", encoding="utf-8")
    code, out, err = gated.balance(*CHECK)
    assert (code, out) == (4, "")
    assert err.startswith("rulesets/combo-fighter/changes/x.yaml:")
    assert message in err


@pytest.mark.parametrize(
    ("score", "others"), [("{allowed: 2, limit: 12}", "grace:renee: +"), ("{allowed: 90, limit: 99}", None)]
)
def test_games_without_an_end_are_not_accepted(gated, score, others):
    """They are about all matchups together; what may be says the gate file. The score fails besides, or not."""
    margins = [f"{name}: {{allowed: 90, limit: 99}}" for name in ("draws", "length")]
    margins = [f"score: {score}", *margins, "truncated: {allowed: 1, limit: 2}", ""]
    (gated.rules / "gate.yaml").write_text("\n".join(margins), encoding="utf-8")
    gated.edit("options.yaml", "round_limit: 500", "round_limit: 8")
    code, out, _ = gated.balance(*CHECK)
    assert code == 1
    assert "FAIL all touched matchups truncated" in out
    code, out, err = gated.balance(*ACCEPT, "--all", "--yes", *WHY)
    said = "games without an end are not accepted one by one; what may be is 'truncated' in gate.yaml"
    if others is None:
        assert (code, out, err) == (2, "", f"all touched matchups truncated: {said}\n")
    else:
        assert (code, err) == (0, "")
        assert out.startswith(others)
        assert f"all touched matchups truncated failed too: {said}\n" in out


def test_one_matchup_from_both_sides_is_refused(gated):
    folder = gated.rules / "changes"
    folder.mkdir()
    (folder / "twice.yaml").write_text(
        "reason: why\nexpect:\n  boris:grace: [1, 2]\n  grace:boris: [3, 4]\n  boris:grace draws: [0, 1]\n"
        "  grace:boris draws: [0, 1]\n",
        encoding="utf-8",
    )
    code, out, err = gated.balance("validate", "combo-fighter")
    assert (code, out) == (4, "")
    assert "twice.yaml:4:3: 'grace:boris' is 'boris:grace' from the other side; expected one of them" in err
    assert "twice.yaml:6:3: 'grace:boris draws' is 'boris:grace draws' from the other side" in err
