"""Every error a user can cause, with the exit code the command line gives it.

One shape: *place: what is wrong; what was expected; nearest fix.*
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path


class BalanceError(Exception):
    """Base of all errors that are the user's to fix; `exit_code` is what the CLI returns."""

    exit_code = 70


class UsageError(BalanceError):
    """A command or an API call that asks for something that does not exist."""

    exit_code = 2


class IncomparableError(BalanceError):
    """Results, runs or data that must not be compared or mixed."""

    exit_code = 5


class StorageError(BalanceError):
    """The disk said no: full, missing or not writable."""

    exit_code = 74


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A position in a data file, or an edit: lines and columns count from 1, 0 means the whole file.

    An edit's place is who says it ("--set" or a variant's file) and the edit as it is written.
    """

    path: Path
    line: int = 0
    column: int = 0
    edit: str = ""

    def __str__(self) -> str:
        if self.edit:
            return f"{self.path} {self.edit}"
        if not self.line:
            return str(self.path)
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing wrong in the data, with its place and, where there is one, the nearest fix."""

    place: Place
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


class DataError(BalanceError):
    """Invalid ruleset data: all problems of all files at once, sorted by place."""

    exit_code = 4

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = sorted(set(problems))
        super().__init__("\n".join(str(problem) for problem in self.problems))


def nearest(word: str, known: Iterable[str]) -> str:
    """Return `` Did you mean 'x'?`` for the known word nearest to `word`, or an empty string."""
    by_folded = {name.casefold(): name for name in known}
    match = get_close_matches(word.casefold(), by_folded, n=1, cutoff=0.5)
    return f" Did you mean '{by_folded[match[0]]}'?" if match else ""


def unknown(what: str, word: str, known: Iterable[str]) -> str:
    """Return the sentence for an unknown word: what it is, what is known, the nearest of them."""
    names = sorted(known)
    return f"no {what} '{word}'; known: {', '.join(names) or 'none'}.{nearest(word, names)}"
