"""Where rulesets are looked for: the argument, the environment, the working folder, the packaged copy."""

from pathlib import Path

import pytest

from balance.data import files
from balance.data.files import locate, ruleset_folder, ruleset_names
from balance.errors import UsageError


@pytest.fixture
def places(tmp_path, monkeypatch):
    """Return four folders with a ruleset each; the working folder holds one of them."""
    folders = {}
    for name in ("argument", "environment", "here/rulesets", "packaged"):
        folders[name] = tmp_path / name
        (folders[name] / "some-game").mkdir(parents=True)
        (folders[name] / "some-game" / "ruleset.yaml").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("BALANCE_RULESETS", str(folders["environment"]))
    monkeypatch.setattr(files, "PACKAGED", folders["packaged"])
    return folders


def test_order(places, monkeypatch):
    found = locate(places["argument"])
    assert (found.folder, found.found_by) == (places["argument"], "--rulesets")
    found = locate()
    assert (found.folder, found.found_by) == (places["environment"], "$BALANCE_RULESETS")
    monkeypatch.setenv("BALANCE_RULESETS", "")
    assert locate().found_by == "./rulesets"
    monkeypatch.delenv("BALANCE_RULESETS")
    found = locate()
    assert (found.folder, found.found_by) == (Path("rulesets"), "./rulesets")
    monkeypatch.chdir(places["argument"])
    found = locate()
    assert (found.folder, found.found_by) == (places["packaged"], "packaged")


def test_checkout_stands_in_for_the_packaged_copy(places, monkeypatch):
    monkeypatch.delenv("BALANCE_RULESETS")
    monkeypatch.chdir(places["argument"])
    monkeypatch.setattr(files, "PACKAGED", places["argument"] / "not there")
    found = locate()
    assert (found.folder, found.found_by) == (Path(__file__).resolve().parents[2] / "rulesets", "packaged")


def test_a_named_folder_must_be_there(places, monkeypatch):
    gone = places["argument"] / "gone"
    with pytest.raises(UsageError) as caught:
        locate(gone)
    assert str(caught.value) == f"--rulesets {gone}: no such folder; expected a folder with one folder a ruleset"
    monkeypatch.setenv("BALANCE_RULESETS", str(gone))
    with pytest.raises(UsageError) as caught:
        locate()
    assert str(caught.value) == f"$BALANCE_RULESETS {gone}: no such folder; expected a folder with one folder a ruleset"


def test_names_are_folders_with_a_ruleset_file(places):
    (places["argument"] / "drafts").mkdir()
    (places["argument"] / "another-game").mkdir()
    (places["argument"] / "another-game" / "ruleset.yaml").write_text("", encoding="utf-8")
    location = locate(places["argument"])
    assert ruleset_names(location) == ["another-game", "some-game"]
    assert ruleset_folder(location, "some-game") == places["argument"] / "some-game"
    with pytest.raises(UsageError) as caught:
        ruleset_folder(location, "some-gme")
    assert str(caught.value) == (
        f"{places['argument']}: no ruleset 'some-gme'; known: another-game, some-game. Did you mean 'some-game'?"
    )


def test_an_empty_folder_of_rulesets(tmp_path):
    with pytest.raises(UsageError) as caught:
        ruleset_folder(locate(tmp_path), "some-game")
    assert str(caught.value) == f"{tmp_path}: no ruleset 'some-game'; known: none."
