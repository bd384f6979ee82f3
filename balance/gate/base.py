"""Where the base of a comparison comes from: a commit, a folder, a file, or the head without its edits.

git is asked to show what a commit holds; the working tree and the index are never touched.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from balance.data.files import Location
from balance.data.gate_files import CHANGES, GateFile, read_gate
from balance.data.load import RulesetData, load_data
from balance.errors import DataError, IncomparableError, UsageError
from balance.gate.baseline import BASELINE, read_anchor
from balance.rules.ruleset import Ruleset
from balance.runs.plan import models_of

# Tried in turn where nothing says which branch is the main one.
MAIN = ("origin/HEAD", "origin/main", "origin/master", "main", "master")


@dataclass(frozen=True, slots=True)
class Base:
    """What a head is compared with.

    Attributes
    ----------
    data : RulesetData
    name : str
        What to call it.
    gate : GateFile or None
        Its margins; None where they cannot be read, or are the head's own.
    changes : dict of str -> bytes or None
        Its accepted changes by file name; None where base and head have the same files, which then tell nothing.
    """

    data: RulesetData
    name: str
    gate: GateFile | None = None
    changes: dict[str, bytes] | None = None


def find_base(ruleset: Ruleset, head: RulesetData, given: str | None) -> Base:
    """Return the base of a head.

    Parameters
    ----------
    given : str, optional
        A folder of rulesets or one ruleset's; one data file of the ruleset, in an earlier version; a released
        ``baseline.jsonl``; or a commit, branch or tag of the repository that holds the head. Without it, the head's own
        files where edits or a variant are laid over them, else the merge base with the main branch.

    Raises
    ------
    UsageError
        If a base is given outside of any repository and is no folder and no file, or a file that the head has not.
    IncomparableError
        If there is no such base, or this version cannot read it.
    """
    if given is None and (head.edits or head.variant):
        return Base(_load(ruleset, head.location, f"{head.folder} without edits"), "the same data without the edits")
    if given and Path(given).is_dir():
        if _has_rules(Path(given), ruleset.name):
            return _of_folder(ruleset, Path(given))
        try:  # a branch may be called like a folder that lies here
            return _of_commit(ruleset, head, given)
        except (IncomparableError, UsageError) as error:
            raise UsageError(f"--base {given}: this folder has no {ruleset.name}, nor a commit: {error}") from None
    if given and Path(given).name == BASELINE and Path(given).is_file():
        return Base(read_anchor(ruleset, Path(given), head).data, given)
    if given and Path(given).is_file():
        return _of_file(ruleset, head, Path(given))
    return _of_commit(ruleset, head, given)


def _has_rules(folder: Path, name: str) -> bool:
    """Say whether a folder is one of rulesets, or one ruleset's: any other may have the name of a branch."""
    return (folder / "ruleset.yaml").is_file() or (folder / name / "ruleset.yaml").is_file()


def _of_folder(ruleset: Ruleset, folder: Path) -> Base:
    is_one = (folder / "ruleset.yaml").is_file()
    location = Location(folder.resolve().parent if is_one else folder, "--base")
    if is_one and folder.resolve().name != ruleset.name:  # a copy under another name
        with tempfile.TemporaryDirectory(prefix="balance-") as name:
            shutil.copytree(folder, Path(name) / ruleset.name)
            return _whole(ruleset, Location(Path(name), "--base"), str(folder))
    return _whole(ruleset, location, str(folder))


def _of_file(ruleset: Ruleset, head: RulesetData, file: Path) -> Base:
    """Return the head's files with one of them in the version given."""
    inside = {path.relative_to(head.folder): path for path in sorted(head.folder.rglob("*.yaml"))}
    of_that_name = [path for path in inside if path.name == file.name and path.parts[0] != CHANGES]
    if len(of_that_name) != 1:
        several = " and ".join(path.as_posix() for path in of_that_name)
        found = f"has several files of that name, {several}" if of_that_name else "has no file of that name"
        raise UsageError(f"--base {file}: {head.folder} {found}; expected a version of one of its files")
    with tempfile.TemporaryDirectory(prefix="balance-") as name:
        folder = Path(name) / ruleset.name
        shutil.copytree(head.folder, folder)
        shutil.copyfile(file, folder / of_that_name[0])
        return Base(_load(ruleset, Location(Path(name), "--base"), str(file)), f"the same data with {file}")


def _of_commit(ruleset: Ruleset, head: RulesetData, given: str | None) -> Base:
    folder = head.folder.resolve()
    try:
        top = Path(git(folder, "rev-parse", "--show-toplevel").strip())
    except IncomparableError as error:
        if given is not None:
            raise UsageError(f"--base {given}: no such file or folder, and no commit: {error}") from None
        raise IncomparableError(
            f"no base: {error}; name a folder or a file with --base, or an edit with --set"
        ) from None
    if given is None:
        commit, name = merge_base(folder)
    else:
        commit, name = _commit(folder, given), given
    inside = folder.relative_to(top.resolve()).as_posix()
    with tempfile.TemporaryDirectory(prefix="balance-") as temporary:
        _show(top, commit, inside, Path(temporary) / ruleset.name)
        name = f"{name} ({commit[:10]})"
        return _whole(ruleset, Location(Path(temporary), name), name)


def merge_base(folder: Path) -> tuple[str, str]:
    """Return the commit from which the work at a folder left the main branch, and its name in words.

    Raises
    ------
    IncomparableError
        If there is no main branch, or its history is not here (a shallow clone).
    """
    for branch in MAIN:
        try:
            commit = _commit(folder, branch)
        except IncomparableError:
            continue
        try:
            base = git(folder, "merge-base", "HEAD", commit).strip()
            is_here = base == _commit(folder, "HEAD")
            return base, f"merge base with {branch}" + (", the commit that is checked out" if is_here else "")
        except IncomparableError:
            is_shallow = git(folder, "rev-parse", "--is-shallow-repository").strip() == "true"
            why = (
                "this clone is shallow; fetch the whole history"
                if is_shallow
                else "the histories have no commit in common"
            )
            raise IncomparableError(
                f"no base: no merge base with {branch}, {why}, or name a base with --base"
            ) from None
    raise IncomparableError(
        f"no base: none of {', '.join(MAIN)} is here; fetch the main branch, or name a base with --base"
    )


def _commit(folder: Path, name: str) -> str:
    try:
        return git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}").strip()
    except IncomparableError:
        raise IncomparableError(f"no base: '{name}' is no folder, no file and no commit of this repository") from None


def _show(top: Path, commit: str, inside: str, folder: Path) -> None:
    """Write the files that a commit has below a path into a folder."""
    listed = git(top, "ls-tree", "-r", "-z", "--name-only", commit, "--", f"{inside}/")
    paths = [path for path in listed.split("\0") if path.endswith((".yaml", ".jsonl"))]
    if not paths:
        raise IncomparableError(f"no base: commit {commit[:10]} has no {inside}")
    for path in paths:
        target = folder / Path(path).relative_to(inside)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(git_bytes(top, "show", f"{commit}:{path}"))


def git_bytes(folder: Path, *words: str) -> bytes:
    """Return what git prints when it is run in a folder.

    Raises
    ------
    IncomparableError
        With what git says, or that there is none.
    """
    # A hook runs with the paths of its own repository in the environment; the folder alone says which one is meant.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(["git", *words], cwd=folder, env=environment, capture_output=True, check=True)
    except FileNotFoundError:
        raise IncomparableError("git is not installed") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode("utf-8", "replace").strip().splitlines()
        raise IncomparableError(said[0].removeprefix("fatal: ") if said else "git found nothing") from None
    return done.stdout


def git(folder: Path, *words: str) -> str:
    """Return what git prints, as text; see `git_bytes`."""
    return git_bytes(folder, *words).decode("utf-8", "surrogateescape")


def _whole(ruleset: Ruleset, location: Location, name: str) -> Base:
    """Return a base that has files of its own, margins and accepted changes included."""
    data = _load(ruleset, location, name)
    try:
        gate = read_gate(data.folder)
    except DataError:
        gate = None
    changes = {path.name: path.read_bytes() for path in sorted((data.folder / CHANGES).glob("*.yaml"))}
    return Base(data, name, gate, changes)


def _load(ruleset: Ruleset, location: Location, name: str) -> RulesetData:
    """Return the base's data; what is wrong with it leaves nothing to compare with, it is not the user's to mend."""
    try:
        return load_data(ruleset.name, models_of(ruleset), location)
    except (DataError, UsageError) as error:
        first = str(error).splitlines()[0].replace(f"{location.folder}{os.sep}", "")
        raise IncomparableError(f"no base: {name} cannot be read by this version: {first}") from error
