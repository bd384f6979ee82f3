"""A git repository with a small ruleset in it, and the command line run from its folder."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from balance.cli.main import run
from tests.games import RULESETS


def small_ruleset(folder: Path, *stems: str) -> None:
    """Write the shipped ruleset with a few fighters, and two fast policies as its levels."""
    shutil.copytree(RULESETS / "combo-fighter", folder)
    for path in folder.glob("fighters/*.yaml"):
        if path.stem not in stems:
            path.unlink()
    for name in ("variants", "schema", "changes"):
        shutil.rmtree(folder / name, ignore_errors=True)
    for name in ("gate.yaml", "baseline.jsonl"):
        (folder / name).unlink(missing_ok=True)
    path = folder / "policies.yaml"
    text = path.read_text(encoding="utf-8")
    text = text.replace("standard: standard\nsecond: expert\n", "standard: greedy\nsecond: aggressive\n")
    assert "second: aggressive" in text
    path.write_text(text, encoding="utf-8")


class Repository:
    """Runs git and the command line in one folder."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], ruleset: str = "combo-fighter") -> None:
        self.folder = folder
        self.rules = folder / "rulesets" / ruleset
        self.capsys = capsys

    def begin(self) -> None:
        """Commit everything to the main branch of a new repository, and leave it for a branch."""
        self.git("init", "-q", "-b", "main")
        self.commit()
        self.git("switch", "-q", "-c", "edit")

    def git(self, *words: str) -> str:
        """Run git; nobody's own configuration counts."""
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
            "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull,
            "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a",
        }  # fmt: skip
        words_run = ["git", *words]
        return subprocess.run(
            words_run, cwd=self.folder, env=environment, capture_output=True, text=True, check=True
        ).stdout

    def commit(self, message: str = "x") -> None:
        """Commit everything."""
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)

    def balance(self, *words: str) -> tuple[int, str, str]:
        """Return exit code, standard output and standard error of a command line."""
        self.capsys.readouterr()
        code = run(list(words))
        said = self.capsys.readouterr()
        return code, said.out, said.err

    def edit(self, name: str, old: str, new: str) -> int:
        """Replace a text that stands in a data file exactly once; return its line."""
        path = self.rules / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, (name, old, text.count(old))
        path.write_text(text.replace(old, new), encoding="utf-8")
        return text[: text.index(old)].count("\n") + 1


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gate_store: Path) -> Path:
    """Return the folder that commands run in."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("BALANCE_STORE", str(gate_store))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.delenv("BALANCE_RULESETS", raising=False)
    return folder


@pytest.fixture
def bare(here: Path, capsys: pytest.CaptureFixture[str]) -> Repository:
    """Return a folder that is no repository, with a small ruleset of three fighters."""
    small_ruleset(here / "rulesets" / "combo-fighter", "boris", "grace", "renee")
    return Repository(here, capsys)


@pytest.fixture
def repository(bare: Repository) -> Repository:
    """Return a repository whose main branch has the ruleset, on a branch of its own."""
    bare.begin()
    return bare


@pytest.fixture(scope="session")
def gate_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return one store for all of these tests: what was played once is not played again."""
    return tmp_path_factory.mktemp("gate") / "store"


# Wide where a few hundred blocks cannot decide: these tests are about scores.
GATE = """\
score: {allowed: 2, limit: 12}
draws: {allowed: 20, limit: 60}
truncated: {allowed: 20, limit: 60}
length: {allowed: 40, limit: 90}
drift: {allowed: 5, limit: 15}
"""


@pytest.fixture
def gated(repository: Repository) -> Repository:
    """Return the repository with margins that a few hundred blocks decide."""
    repository.git("switch", "-q", "main")
    (repository.rules / "gate.yaml").write_text(GATE, encoding="utf-8")
    repository.commit()
    repository.git("switch", "-q", "-C", "edit")
    return repository
