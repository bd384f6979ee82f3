"""What lies where, and what no file may hold."""

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

ALLOWED = {
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "balance",
    "pyproject.toml",
    "reports",
    "requirements-test.lock",
    "requirements.lock",
    "rulesets",
    "scripts",
    "tests",
}
# Names that hosts and editors look for at the top.
ALLOWED_DOTFILES = re.compile(r"\.(ci|editorconfig|git\w*|github|gitlab-ci\.yml|pre-commit-config\.yaml)")

# Folders of one person's machine. Spelled in pieces, so that this file does not hold them itself.
MACHINE_PATH = re.compile(r"(?<![\w.~-])/" + r"(?:work|root|home/\w+|Users/\w+)/")
ADDRESS = re.compile(r"https?:|git\+|file:|@|--(?:hash|index-url|extra-index-url|find-links)")
PIN = re.compile(r'[a-z0-9-]+==[\w.]+( ; python_version (<|>=) "3\.\d+"( and python_version < "3\.\d+")?)?')


@cache
def files() -> tuple[str, ...]:
    """Return what is tracked or would be: everything that is not ignored."""
    try:
        words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return tuple(name for name in listed.split("\0") if name and (ROOT / name).is_file())


def text_of(name: str) -> str:
    """Return a file's text, nothing for a binary file."""
    try:
        return (ROOT / name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def test_top_level_holds_only_what_it_should():
    names = {name.split("/")[0] for name in files()}
    assert {name for name in names if name not in ALLOWED and not ALLOWED_DOTFILES.fullmatch(name)} == set()


def test_no_file_holds_a_path_of_someones_machine():
    found = [
        f"{name}:{number}: {line.strip()[:100]}"
        for name in files()
        for number, line in enumerate(text_of(name).splitlines(), start=1)
        if MACHINE_PATH.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("path", ["/" + "work/x", "see /" + "root/x", "/" + "home/ann/x", '"/' + 'Users/ann/x"'])
def test_a_path_of_someones_machine_is_found(path):
    assert MACHINE_PATH.search(path)


@pytest.mark.parametrize("path", ["rules/" + "work/x", "~/" + "work/x", "the/" + "root/x", "frame/" + "work"])
def test_other_paths_are_let_through(path):
    assert not MACHINE_PATH.search(path)


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-test.lock"])
def test_locks_are_sorted_pins_without_addresses(name):
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert [line for line in lines if ADDRESS.search(line)] == []
    assert [line for line in pins if not PIN.fullmatch(line)] == []
    names = [line.split("==")[0] for line in pins]
    assert names == sorted(names)


def test_the_locks_pin_all_that_the_project_names():
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pinned = {
        lock: {line.split("==")[0] for line in (ROOT / lock).read_text(encoding="utf-8").splitlines()}
        for lock in ("requirements.lock", "requirements-test.lock")
    }
    named = {
        "requirements.lock": project["project"]["dependencies"] + project["build-system"]["requires"],
        "requirements-test.lock": project["dependency-groups"]["test"],
    }
    for lock, ranges in named.items():
        names = {re.split(r"[<>=!~ ;\[]", text)[0].replace(".", "-").lower() for text in ranges}
        assert names - pinned[lock] == set(), f"{lock} is behind pyproject.toml: run scripts/lock"
    assert pinned["requirements.lock"] & pinned["requirements-test.lock"] <= {
        line for line in pinned["requirements.lock"] if line.startswith("#")
    }


def test_the_workflow_of_a_host_runs_what_everybody_runs():
    from ruamel.yaml import YAML

    (job,) = YAML(typ="safe").load(ROOT / ".github" / "workflows" / "ci.yml")["jobs"].values()
    assert [step["run"] for step in job["steps"] if "run" in step] == [".ci/run"]


@pytest.mark.parametrize("name", ["scripts/balance", "scripts/gallery", "scripts/test", "scripts/lock", ".ci/run"])
def test_scripts_can_be_started(name):
    path = ROOT / name
    assert path.read_bytes().startswith(b"#!/usr/bin/env ")
    assert path.stat().st_mode & 0o111
