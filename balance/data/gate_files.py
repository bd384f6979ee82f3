"""What the gate is told: ``gate.yaml`` beside the cards, and the accepted changes in ``changes/*.yaml``.

All numbers are points, hundredths of a score; lengths are percent of the median length of the base.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from balance.data.files import Document, check_model, read_yaml
from balance.data.load import RulesetData
from balance.data.schema import StrictModel
from balance.data.yaml_text import KEY
from balance.errors import DataError, Problem, unknown

GATE, CHANGES = "gate.yaml", "changes"
MEASURES = ("draws", "length", "first seat")  # besides the score, which is claimed by the matchup alone
Points = Annotated[float, Field(ge=0, le=100)]
Blocks = Annotated[int, Field(ge=16, le=2**24)]


class Margin(StrictModel):
    """How far something may move: within `allowed` it does not fail, beyond `limit` it does not pass."""

    allowed: Points = Field(description="A move of so much, either way, never fails.")
    limit: Points = Field(description="A move of so much never passes; above 'allowed', a guard band apart.")

    @model_validator(mode="after")
    def _guarded(self) -> Self:
        if not self.allowed < self.limit:
            raise PydanticCustomError("no_guard_band", "a 'limit' above 'allowed': between them is the guard band")
        return self


def _band(given: list[float]) -> list[float]:
    if given[0] > given[1]:
        raise PydanticCustomError("not_a_range", "two numbers, the smaller first")
    return given


Band = Annotated[list[Points], Field(min_length=2, max_length=2), AfterValidator(_band)]
Move = Annotated[
    list[Annotated[float, Field(ge=-100, le=100)]], Field(min_length=2, max_length=2), AfterValidator(_band)
]


class Targets(StrictModel):
    """Where scores should be. Only leaving a band fails; what was outside before is listed."""

    cells: dict[str, Band] = Field(default={}, description="By matchup A:B: a band of the score of A.")
    averages: dict[str, Band] = Field(
        default={}, description="By fighter, or by policy where these meet: a band of the average over all opponents."
    )
    spread: Band | None = Field(
        default=None, description="A band of the distance of all matchups from even, as a standard deviation."
    )


class GateFile(StrictModel):
    """`gate.yaml`: margins, budget, targets; every field has a default."""

    epoch: Annotated[int, Field(ge=0, lt=2**32)] = Field(default=1, description="Renews all luck of the gate.")
    blocks: Blocks = Field(default=32_768, description="Budget: blocks a touched matchup, under the standard policy.")
    second_blocks: Blocks = Field(default=8_192, description="The same under the second policy, which warns only.")
    score: Margin = Field(default=Margin(allowed=1, limit=2), description="Of the score of a matchup.")
    draws: Margin = Field(default=Margin(allowed=1, limit=2), description="Of the share of drawn games.")
    truncated: Margin = Field(
        default=Margin(allowed=0.05, limit=0.1),
        description="Of the share of truncated games, touched matchups together.",
    )
    first_seat: Margin = Field(default=Margin(allowed=1, limit=2), description="Of the score of the first seat.")
    length: Margin = Field(default=Margin(allowed=2.5, limit=5), description="Of the mean length, in % of the median.")
    drift: Margin = Field(default=Margin(allowed=5, limit=6), description="Of the score since the released baseline.")
    cells: dict[str, Margin] = Field(
        default={},
        description="Other margins of the score by matchup, for example 'boris:*' or 'stand-in:*'; the last that fits.",
    )
    targets: Targets = Targets()

    def margin(self, data: RulesetData, a: str, b: str) -> Margin:
        """Return the margin of a matchup's score: the last pattern that fits it in either order, else the general."""
        found = self.score
        for pattern, margin in self.cells.items():
            first, _, second = pattern.partition(":")
            if any(_fits(data, first, one) and _fits(data, second, other) for one, other in ((a, b), (b, a))):
                found = margin
        return found

    def target(self, a: str, b: str) -> list[float] | None:
        """Return the band of a matchup's score, for the side `a`, in points."""
        if f"{a}:{b}" in self.targets.cells:
            return self.targets.cells[f"{a}:{b}"]
        band = self.targets.cells.get(f"{b}:{a}")
        return band and [100 - band[1], 100 - band[0]]


def _fits(data: RulesetData, pattern: str, stem: str) -> bool:
    """Say whether a pattern is the name of a fighter, with wildcards, or where its numbers come from."""
    return fnmatchcase(stem, pattern) or data.sides[stem].provenance.value == pattern


class Measured(StrictModel):
    """What an accepted change was measured on."""

    epoch: int
    cells: dict[str, str] = Field(description="By claim: what the head's matchup was, as a hash.")


class ChangeFile(StrictModel):
    """One file of `changes/`: moves that are meant, with the reason, for a reviewer to read."""

    reason: str = Field(min_length=1, description="Why, for whoever reads it later.")
    edits: list[str] = Field(default=[], description="What was edited, in words.")
    expect: dict[str, Move] = Field(
        min_length=1,
        description="By matchup A:B, for other measures 'A:B draws', 'A:B length' or 'A:B first seat': the range of the"
        " move in points.",
    )
    measured: Measured | None = Field(default=None, description="Left out where a move is declared before it is made.")


@dataclass(frozen=True, slots=True)
class Change:
    """An accepted change with the file it stands in; its claims have their two sides in sorted order."""

    path: Path
    file: ChangeFile

    @property
    def expect(self) -> Mapping[str, tuple[float, float]]:
        """Return the ranges by claim, in points."""
        return {claim: move for claim, move, _ in self._claims()}

    @property
    def identities(self) -> Mapping[str, str]:
        """Return the hash of what each claim was measured on, by claim."""
        return {claim: identity for claim, _, identity in self._claims() if identity is not None}

    def _claims(self) -> Iterator[tuple[str, tuple[float, float], str | None]]:
        for text, (low, high) in self.file.expect.items():
            claim, is_turned = _sorted(text)
            identity = self.file.measured.cells.get(text) if self.file.measured else None
            yield claim, (-high, -low) if is_turned else (low, high), identity


def _sorted(claim: str) -> tuple[str, bool]:
    """Return a claim with its two sides in sorted order, and whether its move is now the other way about.

    The score of the other side moves the other way; a share of draws, or a length, has no sides.
    """
    matchup, _, measure = claim.partition(" ")
    a, _, b = matchup.partition(":")
    return f"{min(a, b)}:{max(a, b)}" + (f" {measure}" if measure else ""), a > b and not measure


def read_gate(folder: Path, data: RulesetData | None = None) -> GateFile:
    """Return a ruleset's ``gate.yaml``, all defaults where it has none.

    Parameters
    ----------
    data : RulesetData, optional
        Names in the file are checked against its sides.

    Raises
    ------
    DataError
        With every problem of the file.
    """
    path = folder / GATE
    if not path.is_file():
        return GateFile()
    document, problems = read_yaml(path)
    model = None
    if not problems and document.tree is not None:
        model, problems = check_model(GateFile, document)
    if model is not None and data is not None:
        problems = list(_unknown_names(model, document, data))
    if problems:
        raise DataError(problems)
    return model or GateFile()


def _unknown_names(gate: GateFile, document: Document, data: RulesetData) -> Iterator[Problem]:
    for pattern in gate.cells:
        first, _, second = pattern.partition(":")
        for part in (first, second):
            if not any(_fits(data, part, stem) for stem in data.sides):
                words = {*data.sides, *(side.provenance.value for side in data.sides.values())}
                message = f"'{pattern}' fits no matchup: {unknown(data.nouns[0], part, words)}"
                yield Problem(document.place(("cells", pattern, KEY)), message)
                break
    for matchup in gate.targets.cells:
        a, _, b = matchup.partition(":")
        wrong = [stem for stem in (a, b) if stem not in data.sides]
        if wrong or a == b:
            message = (
                unknown(data.nouns[0], wrong[0], data.sides) if wrong else f"'{matchup}' is a mirror, it has no score"
            )
            yield Problem(document.place(("targets", "cells", matchup, KEY)), message)
    for stem in gate.targets.averages:
        if stem not in data.sides:
            message = unknown(data.nouns[0], stem, data.sides)
            yield Problem(document.place(("targets", "averages", stem, KEY)), message)


def read_changes(folder: Path) -> list[Change]:
    """Return the accepted changes of a ruleset's folder by name; DataError with every problem of all files."""
    problems: list[Problem] = []
    found = []
    for path in sorted((folder / CHANGES).glob("*.yaml")):
        document, broken = read_yaml(path)
        model = None
        if not broken:
            model, broken = check_model(ChangeFile, document)
        said: dict[str, str] = {}  # by claim with its sides in sorted order, as it was written
        for claim in model.expect if model else ():
            if claim.count(":") != 1 or not all(claim.partition(" ")[0].split(":")):
                message = f"'{claim}' is no matchup; expected A:B, for example boris:grace"
                broken = [*broken, Problem(document.place(("expect", claim, KEY)), message)]
            elif (measure := claim.partition(" ")[2]) and measure not in MEASURES:
                message = f"'{claim}': {unknown('measure', measure, MEASURES)}"
                broken = [*broken, Problem(document.place(("expect", claim, KEY)), message)]
            elif (other := said.setdefault(_sorted(claim)[0], claim)) != claim:
                message = f"'{claim}' is '{other}' from the other side; expected one of them"
                broken = [*broken, Problem(document.place(("expect", claim, KEY)), message)]
        problems += broken
        if model is not None:
            found.append(Change(path, model))
    if problems:
        raise DataError(problems)
    return found


def check_gate_files(data: RulesetData) -> list[Problem]:
    """Return the problems of a ruleset's ``gate.yaml`` and of its accepted changes."""
    problems: list[Problem] = []
    try:
        read_gate(data.folder, data)
    except DataError as error:
        problems += error.problems
    try:
        read_changes(data.folder)
    except DataError as error:
        problems += error.problems
    return problems
