"""Where the data is, and YAML read so that everything in it still knows its line and column."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from balance.data.schema import Path_
from balance.errors import Place, Problem, UsageError, nearest, unknown

PACKAGED = Path(__file__).resolve().parent.parent / "_rulesets"
M = TypeVar("M", bound=BaseModel)
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
    for folder, found_by in ((rulesets, "--rulesets"), (os.environ.get("BALANCE_RULESETS"), "$BALANCE_RULESETS")):
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
    if name not in names:
        raise UsageError(f"{location.folder}: {unknown('ruleset', name, names)}")
    return location.folder / name


@dataclass(slots=True)
class Document:
    """One YAML file: its plain tree, the position of every node, and which nodes an edit has replaced."""

    path: Path
    tree: Any = None
    positions: dict[Path_, tuple[int, int]] = field(default_factory=dict)
    edited: dict[Path_, str] = field(default_factory=dict)

    def place(self, at: Path_) -> Place:
        """Return the place of the node at `at`, or of its nearest ancestor that is in the file."""
        for end in range(len(at), -1, -1):
            if at[:end] in self.edited:
                return Place(Path(self.edited[at[:end]]))
            if at[:end] in self.positions:
                line, column = self.positions[at[:end]]
                return Place(self.path, line, column)
        return Place(self.path)


def read_yaml(path: Path) -> tuple[Document, list[Problem]]:
    """Read one YAML 1.2 file; syntax errors, duplicate keys, tags and aliases are problems, never exceptions."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    document = Document(path)
    yaml = YAML(typ="safe", pure=True)
    try:
        root = yaml.compose(path.read_text(encoding="utf-8"))
        problems: list[Problem] = []
        if root is not None:
            document.tree = _plain(root, (), document, yaml.constructor, set(), problems)
        return document, problems
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(path, mark.line + 1, mark.column + 1) if mark else Place(path)
        what = " ".join(str(error.problem or error.context).split())
        return document, [Problem(place, f"not valid YAML: {what}")]
    except (YAMLError, ValueError) as error:
        return document, [Problem(Place(path), f"not valid YAML: {' '.join(str(error).split())}")]
    except RecursionError:
        return document, [Problem(Place(path), "not valid YAML: nested too deeply")]


def _plain(node: Any, at: Path_, document: Document, constructor: Any, seen: set[int], problems: list[Problem]) -> Any:
    """Return a composed node as dicts, lists and scalars, noting the position of every value and key."""
    place = Place(document.path, node.start_mark.line + 1, node.start_mark.column + 1)
    document.positions[at] = (place.line, place.column)
    if id(node) in seen:
        problems.append(Problem(place, "an alias (*name) is not supported; write the value out"))
        return None
    seen.add(id(node))
    if node.id == "sequence":
        return [_plain(item, (*at, i), document, constructor, seen, problems) for i, item in enumerate(node.value)]
    if node.id == "scalar":
        if node.tag not in constructor.yaml_constructors:
            problems.append(Problem(place, f"the tag {node.tag} is not supported; remove it"))
            return None
        return constructor.construct_object(node)
    tree: dict[Any, Any] = {}
    for key_node, value_node in node.value:
        where = Place(document.path, key_node.start_mark.line + 1, key_node.start_mark.column + 1)
        if key_node.id != "scalar":
            problems.append(Problem(where, "a field's name must be a word"))
            continue
        key = constructor.construct_object(key_node)
        if key in tree:
            problems.append(Problem(where, f"field '{key}' stands twice; keep one"))
        document.positions[(*at, key, KEY)] = (where.line, where.column)
        tree[key] = _plain(value_node, (*at, key), document, constructor, seen, problems)
    return tree


KEY = "\0key"  # path suffix of the position of a key itself


def check_model(model: type[M], document: Document) -> tuple[M | None, list[Problem]]:
    """Return the model read from a document, or None with every problem found."""
    try:
        return model.model_validate(document.tree), []
    except ValidationError as error:
        return None, [_problem(document, model, details) for details in error.errors()]


def _problem(document: Document, model: type[BaseModel], details: Any) -> Problem:
    at = tuple(part for part in details["loc"] if part != "[key]")
    kind, context = details["type"], details.get("ctx", {})
    if kind == "extra_forbidden":
        known = _fields(model, at[:-1])
        message = f"unknown field '{at[-1]}'; known: {', '.join(known)}.{nearest(str(at[-1]), known)}"
        return Problem(document.place((*at, KEY)), message)
    if kind == "missing":
        return Problem(document.place(at[:-1]), f"field '{at[-1]}' is missing; {_wanted(model, at)}")
    given = details["input"]
    shown = f"'{given}'" if isinstance(given, str) else repr(given)
    if kind in ("literal_error", "enum"):
        known = [word.strip("' ") for word in context["expected"].replace(" or ", ", ").split(",")]
        return Problem(document.place(at), f"{shown} is not one of {', '.join(known)}.{nearest(str(given), known)}")
    if isinstance(given, dict | list):
        shown = "this value"
    wanted = details["msg"].removeprefix("Input should be ")
    return Problem(document.place(at), f"{shown} is wrong; expected {wanted}")


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
    return f"expected {node.get('description') or node.get('type') or 'a value'}"
