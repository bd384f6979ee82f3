"""YAML 1.2 text to plain dicts, lists and scalars, with the position of every node.

The parser is ruamel's; scalars follow the core schema of YAML 1.2 (chapter 10.3), in which dates, `yes` and `1:30` are
text. Names of fields are always text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from balance.data.schema import Path_

KEY = "\0key"  # path suffix of the position of a field's name
DEPTH_MAX = 40
_BRACKETS_MAX = 200  # counted without looking at quotes, hence so many

Position = tuple[int, int]  # line and column, from 1
_INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "Null": None, "NULL": None}
_WORDS |= {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_DIGITS_MAX = 300  # longer numbers stay text, which no field takes for a number


class _Wrong(Exception):
    """The text cannot be read any further."""


def read_tree(text: str, positions: dict[Path_, Position], wrong: list[tuple[Position, str]]) -> Any:
    """Return the tree of one YAML document, None when it is empty or cannot be read.

    Parameters
    ----------
    positions : dict
        Filled: the position of the node at each path, and of each field's name under (..., name, KEY).
    wrong : list of (position, message)
        Filled with everything that is not plain YAML data.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    if (deep := _too_deep(text)) is not None:
        wrong.append((deep, "not valid YAML: nested too deeply"))
        return None
    try:
        return _Reader(YAML(typ="safe", pure=True).parse(text), positions, wrong).document()
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = " ".join(str(error.problem or error.context).split())
        wrong.append(((mark.line + 1, mark.column + 1) if mark else (1, 1), f"not valid YAML: {what}"))
    except (YAMLError, ValueError, OverflowError):
        wrong.append(((1, 1), "not valid YAML"))
    except _Wrong:
        pass
    return None


def _too_deep(text: str) -> Position | None:
    """Return where brackets nest absurdly deep: the parser would take minutes to get there."""
    depth = 0
    for bracket in re.finditer(r"[\[{\]}]", text):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > _BRACKETS_MAX:
            before = text[: bracket.start()].split("\n")
            return len(before), len(before[-1]) + 1
    return None


class _Reader:
    def __init__(
        self, events: Iterator[Any], positions: dict[Path_, Position], wrong: list[tuple[Position, str]]
    ) -> None:
        self.events = events
        self.positions = positions
        self.wrong = wrong
        self.anchors: set[str] = set()

    def document(self) -> Any:
        """Read the one document."""
        tree: Any = None
        documents = 0
        for event in self.events:
            name = type(event).__name__
            if name == "DocumentStartEvent":
                documents += 1
                if documents > 1:
                    self.refuse(event, "not valid YAML: but found another document")
            elif name not in ("StreamStartEvent", "StreamEndEvent", "DocumentEndEvent"):
                tree = self.node(event, ())
        return tree

    def refuse(self, event: Any, message: str) -> None:
        """Give up at an event."""
        self.wrong.append((_position(event), message))
        raise _Wrong

    def note(self, event: Any, message: str) -> None:
        """Note what is wrong and go on."""
        self.wrong.append((_position(event), message))

    def node(self, event: Any, at: Path_) -> Any:
        """Return the node that starts with an event."""
        self.positions[at] = _position(event)
        if len(at) > DEPTH_MAX:
            self.refuse(event, "not valid YAML: nested too deeply")
        name = type(event).__name__
        if name == "AliasEvent":
            if event.anchor not in self.anchors:
                self.refuse(event, f"not valid YAML: found undefined alias '{event.anchor}'")
            self.note(event, "an alias (*name) is not supported; write the value out")
            return None
        if event.anchor:
            self.anchors.add(event.anchor)
        tag = getattr(event, "tag", None)
        if tag and str(tag) != "!":
            self.note(event, f"the tag {tag} is not supported; remove it")
        if name == "ScalarEvent":
            return _scalar(event.value) if event.implicit[0] else event.value
        return self.sequence(at) if name == "SequenceStartEvent" else self.mapping(at)

    def sequence(self, at: Path_) -> list[Any]:
        """Return the rest of a list."""
        items: list[Any] = []
        while type(event := next(self.events)).__name__ != "SequenceEndEvent":
            items.append(self.node(event, (*at, len(items))))
        return items

    def mapping(self, at: Path_) -> dict[str, Any]:
        """Return the rest of a table of fields."""
        fields: dict[str, Any] = {}
        while type(event := next(self.events)).__name__ != "MappingEndEvent":
            if type(event).__name__ != "ScalarEvent":
                self.refuse(event, "a field's name must be a word")
            if event.tag and str(event.tag) != "!":
                self.note(event, f"the tag {event.tag} is not supported; remove it")
            if event.value in fields:
                self.note(event, f"field '{event.value}' stands twice; keep one")
            self.positions[(*at, event.value, KEY)] = _position(event)
            value = next(self.events)
            fields[event.value] = self.node(value, (*at, event.value))
            if (
                type(value).__name__ == "ScalarEvent" and value.start_mark.index == value.end_mark.index
            ):  # left out: its place is behind the name
                mark = event.end_mark
                self.positions[(*at, event.value)] = (mark.line + 1, mark.column + 1)
        return fields


def _position(event: Any) -> Position:
    return event.start_mark.line + 1, event.start_mark.column + 1


def _scalar(text: str) -> Any:
    """Return a plain scalar by the core schema."""
    if text in _WORDS:
        return _WORDS[text]
    if len(text) > _DIGITS_MAX:
        return text
    if _INTEGER.fullmatch(text):
        return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
    if _FLOAT.fullmatch(text):
        return float(
            text.replace(".inf", "inf")
            .replace(".Inf", "inf")
            .replace(".INF", "inf")
            .replace(".n", "n")
            .replace(".N", "N")
        )
    return text
