"""Which version of this package runs: its number, and the commit where its sources lie in a work tree of git."""

from __future__ import annotations

import os
import subprocess
import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
SECONDS = 2.0  # that git may take
UNKNOWN = "unknown"


@cache
def package_version() -> str:
    """Return ``0.1.0``; for sources in a work tree ``0.1.0 (commit 3bfa4a72d1)`` or ``... (commit ..., with changes)``.

    A `pyproject.toml` beside the package says the number of its sources, whatever is installed; else the installation
    does. It never fails: what cannot be found out is left out.
    """
    number = _number_of_sources(PACKAGE.parent / "pyproject.toml")
    if number:
        commit = _commit(PACKAGE)
        return f"{number} ({commit})" if commit else number
    try:
        return metadata.version("balance")
    except metadata.PackageNotFoundError:
        return UNKNOWN


def _number_of_sources(path: Path) -> str:
    """Return the version that a `pyproject.toml` of ours gives; empty where there is none."""
    try:
        project = tomllib.loads(path.read_text(encoding="utf-8"))["project"]
        return str(project["version"]) if project["name"] == "balance" else ""
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _commit(folder: Path) -> str:
    """Return the commit that a folder is checked out at, and whether it was changed since; empty without git."""
    # A hook runs with the paths of its own repository in the environment; the folder alone says which one is meant.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    words = ["git", "status", "--porcelain=v2", "--branch", "--untracked-files=normal", "--", "."]
    try:
        done = subprocess.run(
            words, cwd=folder, env=environment | {"GIT_OPTIONAL_LOCKS": "0"}, capture_output=True, check=True,
            timeout=SECONDS,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return ""
    lines = done.stdout.decode("utf-8", "replace").splitlines()
    commit = next((line.split()[2] for line in lines if line.startswith("# branch.oid ")), "")
    if not commit.isalnum():  # "(initial)": nothing was committed yet
        return ""
    is_changed = any(not line.startswith("# ") for line in lines)
    return f"commit {commit[:10]}" + (", with changes" if is_changed else "")
