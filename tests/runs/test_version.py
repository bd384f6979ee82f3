"""The version of the package: from its sources or its installation, with the commit, and never a failure."""

import os
import subprocess
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from balance.runs import version
from balance.runs.manifest import versions

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Return the folder of a package with a pyproject.toml beside it."""
    folder = tmp_path / "balance"
    folder.mkdir()
    (folder / "code.py").write_text("1\n")
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "balance"\nversion = "7.8"\n')
    monkeypatch.setattr(version, "PACKAGE", folder)
    monkeypatch.setattr(version.metadata, "version", lambda name: "installed")
    return folder


def git(folder, *words):
    name = {f"GIT_{who}_{what}": "a@b" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    done = subprocess.run(["git", *words], cwd=folder, env=os.environ | name, capture_output=True, check=True)
    return done.stdout.decode().strip()


def found():
    return version.package_version.__wrapped__()


def test_sources_say_their_own_version():
    number = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert versions()["balance"].split(" (")[0] == number


def test_without_a_work_tree_there_is_no_commit(package):
    assert found() == "7.8"


def test_the_commit_and_whether_the_package_was_changed(package, monkeypatch):
    git(package.parent, "init", "-q")
    assert found() == "7.8"  # nothing committed yet
    git(package.parent, "add", ".")
    git(package.parent, "commit", "-qm", "first")
    commit = git(package.parent, "rev-parse", "HEAD")[:10]
    assert found() == f"7.8 (commit {commit})"
    (package.parent / "data.yaml").write_text("edited data are no change of the sources\n")
    monkeypatch.setenv("GIT_DIR", "/nowhere")  # as in a hook of another repository
    assert found() == f"7.8 (commit {commit})"
    (package / "code.py").write_text("2\n")
    assert found() == f"7.8 (commit {commit}, with changes)"
    (package / "code.py").write_text("1\n")
    (package / "new.py").write_text("")
    assert found() == f"7.8 (commit {commit}, with changes)"


def test_of_an_installation_the_version_is_that_of_its_metadata(package, monkeypatch):
    git(package.parent, "init", "-q")  # an environment may lie within somebody's own work tree
    (package.parent / "pyproject.toml").write_text('[project]\nname = "my-game"\nversion = "1"\n')
    assert found() == "installed"

    def missing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(version.metadata, "version", missing)
    (package.parent / "pyproject.toml").write_text("damaged [")
    assert found() == version.UNKNOWN


@pytest.mark.parametrize("error", [FileNotFoundError(), subprocess.TimeoutExpired("git", 2), PermissionError()])
def test_git_that_is_missing_or_slow_is_no_failure(package, monkeypatch, error):
    def fail(*words, timeout, **given):
        assert timeout <= 2
        raise error

    monkeypatch.setattr(version.subprocess, "run", fail)
    assert found() == "7.8"
