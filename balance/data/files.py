"""Where the data is, and YAML read so that everything in it still knows its line and column."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from balance.data.schema import Column, Path_
from balance.data.yaml_text import KEY, read_tree
from balance.errors import Place, Problem, UsageError, nearest, unknown

PACKAGED = Path(__file__).resolve().parent.parent / "_rulesets"
M = TypeVar("M", bound=BaseModel)
RULESETS = "--rulesets"  # the option that names a folder of rulesets
CHECKOUT = Path(__file__).resolve().parent.parent.parent / "rulesets"


@dataclass(frozen=True, slots=True)
class Location:
    """A folder of rulesets and how it was found."""

    folder: Path
    found_by: str


def locate(rulesets: Path | None = None) -> Location:
    """Return the folder of rulesets: the argument, ``$BALANCE_RULESETS``, ``./rulesets``, then the packaged copy.

    Raises
    ------
    UsageError
        If the named folder does not exist.
    """
    for folder, found_by in ((rulesets, RULESETS), (os.environ.get("BALANCE_RULESETS"), "$BALANCE_RULESETS")):
        if folder:
            if not Path(folder).is_dir():
                raise UsageError(f"{found_by} {folder}: no such folder; expected a folder with one folder a ruleset")
            return Location(Path(folder), found_by)
    if Path("rulesets").is_dir():
        return Location(Path("rulesets"), "./rulesets")
    return Location(PACKAGED if PACKAGED.is_dir() else CHECKOUT, "packaged")


def ruleset_names(location: Location) -> list[str]:
    """Return the names of the rulesets in a folder, sorted."""
    return sorted(path.parent.name for path in location.folder.glob("*/ruleset.yaml"))


def ruleset_folder(location: Location, name: str) -> Path:
    """Return one ruleset's folder.

    Raises
    ------
    UsageError
        If there is none of that name.
    """
    names = ruleset_names(location)
    if not names and (location.folder / "ruleset.yaml").is_file():
        raise UsageError(
            f"{location.found_by} {location.folder}: this is the folder of one ruleset; expected the one it lies in,"
            f" {location.folder.parent}"
        )
    if name not in names:
        raise UsageError(f"{location.folder}: {unknown('ruleset', name, names)}")
    return location.folder / name


@dataclass(slots=True)
class Document:
    """One YAML file: its plain tree, the position of every node, and which nodes an edit has replaced."""

    path: Path
    tree: Any = None
    positions: dict[Path_, tuple[int, int]] = field(default_factory=dict)
    edited: dict[Path_, Place] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    def place(self, at: Path_) -> Place:
        """Return the place of the node at `at`, or of its nearest ancestor that is in the file."""
        if at and isinstance(at[-1], Column):
            return self._within(at[:-1], at[-1])
        for end in range(len(at), -1, -1):
            if at[:end] in self.edited:
                return self.edited[at[:end]]
            if at[:end] in self.positions:
                line, column = self.positions[at[:end]]
                return Place(self.path, line, column)
        return Place(self.path)

    def _within(self, at: Path_, characters: int) -> Place:
        """Return the place some characters into the text of a node; of one of several lines, its beginning."""
        place = self.place(at)
        if at not in self.positions or place.edit:
            return place
        line = self.lines[place.line - 1].rstrip("\r")
        first = line[place.column - 1 : place.column]
        column = place.column + (first in ("'", '"')) + characters
        if first in ("|", ">") or column > len(line) + 1:
            return place
        return Place(self.path, place.line, column)

    def forget(self, at: Path_) -> None:
        """Forget the positions of everything at and within a node that is being replaced."""
        for path in [path for path in self.positions if path[: len(at)] == at]:
            del self.positions[path]

    def problem(self, at: Path_, message: str) -> Problem:
        """Return a problem with its place; one that an edit within the node may have caused names the edit."""
        edits = [str(place) for path, place in self.edited.items() if path[: len(at)] == at and path != at]
        return Problem(self.place(at), f"{message} (after {', '.join(edits)})" if edits else message)


def read_yaml(path: Path) -> tuple[Document, list[Problem]]:
    """Read one YAML 1.2 file; whatever is wrong with it is a problem, never an exception.

    Only plain data is read: a second document, aliases, tags and fields that stand twice are problems too.
    """
    document = Document(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        return document, [Problem(Place(path), f"cannot be read ({error.strerror})")]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        return document, [Problem(_place_after(path, before), "not UTF-8 text; save the file as UTF-8")]
    control = _CONTROL.search(text)
    if control:
        what = f"not valid YAML: the control character U+{ord(control[0]):04X} is not allowed; remove it"
        return document, [Problem(_place_after(path, text[: control.start()]), what)]
    return document, read_text(text, document)


_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


def _place_after(path: Path, before: str) -> Place:
    lines = before.split("\n")
    return Place(path, len(lines), len(lines[-1]) + 1)


def read_text(text: str, document: Document) -> list[Problem]:
    """Read YAML text into a document's tree and positions; return what is wrong."""
    wrong: list[tuple[tuple[int, int], str]] = []
    document.lines = text.split("\n")
    document.tree = read_tree(text, document.positions, wrong)
    return [Problem(Place(document.path, *position), message) for position, message in wrong]


def check_model(model: type[M], document: Document) -> tuple[M | None, list[Problem]]:
    """Return the model read from a document, or None with every problem found."""
    try:
        return model.model_validate(document.tree), []
    except ValidationError as error:
        return None, [_problem(document, model, details) for details in error.errors()]


def _problem(document: Document, model: type[BaseModel], details: Any) -> Problem:
    at = tuple(part for part in details["loc"] if part != "[key]")
    kind, context, given = details["type"], details.get("ctx", {}), details["input"]
    if kind == "extra_forbidden":
        known = _fields(model, at[:-1])
        message = f"unknown field '{at[-1]}'; known: {', '.join(known)}.{nearest(str(at[-1]), known)}"
        return Problem(document.place((*at, KEY)), message)
    if kind == "missing":
        return document.problem(at[:-1], f"field '{at[-1]}' is missing; {_wanted(model, at)}")
    if kind in ("literal_error", "enum"):
        known = [word.strip("' ") for word in context["expected"].replace(" or ", ", ").split(",")]
        message = f"{_shown(given)} is not one of {', '.join(known)}.{nearest(str(given), known)}"
        return Problem(document.place(at), message)
    wanted = {
        "string_too_short": "a text that is not empty",
        "too_short": f"at least {context.get('min_length')} entries",
        "too_long": f"at most {context.get('max_length')} entries",
        "model_type": "a table of fields",
        "dict_type": "a table of fields",
    }.get(kind, details["msg"].removeprefix("Input should be "))
    if kind in ("less_than_equal", "greater_than_equal"):
        wanted = _range(model, at) or wanted
    if not at and given is None:
        return Problem(document.place(at), f"the file is empty; expected {wanted}")
    return Problem(document.place(at), f"{_shown(given)} is wrong; expected {wanted}")


def _shown(given: Any) -> str:
    """Return a value as a file would have it, shortened."""
    if given is None:
        return "no value"
    if isinstance(given, dict | list):
        return "this value"
    text = str(given).lower() if isinstance(given, bool) else str(given)
    text = text if len(text) <= 60 else f"{text[:57]}..."
    return f"'{text}'" if isinstance(given, str) else text


def _fields(model: type[BaseModel], at: Path_) -> list[str]:
    """Return the fields known at a path, by walking the JSON schema of the model."""
    schema = model.model_json_schema()
    node = schema
    for part in at:
        node = _child(schema, node, part)
    return list(_resolve(schema, node).get("properties", {}))


def _child(schema: dict[str, Any], node: dict[str, Any], part: str | int) -> dict[str, Any]:
    node = _resolve(schema, node)
    if isinstance(part, int):
        return dict(node.get("items", {}))
    return dict(node.get("properties", {}).get(part) or node.get("additionalProperties") or {})


def _range(model: type[BaseModel], at: Path_) -> str:
    """Return between which numbers a field may be; nothing where one end is open."""
    schema = model.model_json_schema()
    node = schema
    for part in at:
        node = _child(schema, node, part)
    for one in (node, *node.get("anyOf", [])):
        if "minimum" in one and "maximum" in one:
            return f"a number from {one['minimum']} to {one['maximum']}"
    return ""


def _resolve(schema: dict[str, Any], node: dict[str, Any]) -> dict[str, Any]:
    for option in node.get("anyOf", [node]):
        if "$ref" in option:
            return dict(schema["$defs"][option["$ref"].rsplit("/", 1)[1]])
    return node


def _wanted(model: type[BaseModel], at: Path_) -> str:
    schema = model.model_json_schema()
    node = schema
    for part in at:
        node = _child(schema, node, part)
    words = {"array": f"a list of {at[-1]}", "object": "a table of fields", "string": "a text", "integer": "a number"}
    return f"expected {node.get('description') or words.get(node.get('type', ''), 'a value')}"
