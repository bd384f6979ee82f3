"""What was edited between two versions of a ruleset's data, in words: base and head as checked models.

Models are compared, not texts: a comment, the order of the cards or a default that is written out is no edit. Cards are
matched by slot, other entries by name, so a card that moves within its file, or gets another name, stays the same card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from balance.data.load import RulesetData
from balance.data.schema import Path_
from balance.errors import Place

NONE = "none"


@dataclass(frozen=True, slots=True)
class Edit:
    """One thing that differs.

    Attributes
    ----------
    place : Place
        In the head: its line, or the edit of --set or of a variant. Of what is gone, where it would stand.
    document : str
        The file by its key, "fighters.boris" or "options".
    subject : str
        Whose: "Boris Wolfram / Headbutt", "policy standard", "option".
    what : str
        "opening 4 -> 5".
    kind : str
        The field of a card ("opening", "box", "copies"), else the part of the file ("signatures", "power"), "option",
        "policy" or "fighters" for a whole file.
    """

    place: Place
    document: str
    subject: str
    what: str
    kind: str

    def __str__(self) -> str:
        return f"{self.subject}: {self.what}"


def edits_between(base: RulesetData, head: RulesetData) -> list[Edit]:
    """Return every edit, whole files first, then sides by name, options and policies."""
    edits = _edits_of_sides(base, head)
    edits += _Walk(head, "options", "option").between(_dump(base.options), _dump(head.options), (), ("option",))
    walk = _Walk(head, "policies", "policy")
    for name in sorted(set(base.policies) | set(head.policies)):
        both = [_dump(data.policies[name]) if name in data.policies else None for data in (base, head)]
        edits += walk.between(both[0], both[1], ("policies", name), (f"policy {name}",))
    levels = [{"standard": data.standard, "second": data.second} for data in (base, head)]
    edits += walk.between(levels[0], levels[1], (), ("policies",))
    about = [_dump(data.about) for data in (base, head)]
    return edits + list(_Walk(head, "ruleset", "ruleset").between(about[0], about[1], (), ("ruleset",)))


def _edits_of_sides(base: RulesetData, head: RulesetData) -> list[Edit]:
    """Return the edits of the sides that have files: none where a side is a policy and nothing else."""
    sides = next((key.split(".")[0] for key in head.documents if "." in key), None)
    if sides is None:
        return []
    edits = []
    for stem in sorted(set(base.sides) | set(head.sides)):
        key = f"{sides}.{stem}"
        if stem not in head.sides:
            place = Place(head.folder / sides / f"{stem}.yaml")
            edits.append(Edit(place, key, base.sides[stem].name, "removed", sides))
        elif stem not in base.sides:
            edits.append(Edit(Place(head.documents[key].path), key, head.sides[stem].name, "new", sides))
    for stem in sorted(set(base.sides) & set(head.sides)):
        walk = _Walk(head, f"{sides}.{stem}", "")
        edits += walk.between(_dump(base.sides[stem]), _dump(head.sides[stem]), (), (head.sides[stem].name,))
    return edits


def _dump(model: Any) -> Any:
    return model.model_dump(mode="json")


class _Walk:
    """Compares two trees of one file; `kind` is that of all its edits, or empty where the path says it."""

    def __init__(self, head: RulesetData, document: str, kind: str) -> None:
        self.document = document
        self.kind = kind
        self.source = head.documents[document]

    def between(self, base: Any, head: Any, at: Path_, subject: tuple[str, ...]) -> Iterator[Edit]:
        """Yield the edits between two nodes; `at` is the node's path in the head."""
        if base == head:
            return
        if isinstance(base, dict) and isinstance(head, dict) and not (_is_line(base) or _is_line(head)):
            yield from self._tables(base, head, at, subject)
        elif _is_entries(base) and _is_entries(head) and (base or head):
            yield from self._entries(base, head, at, subject)
        else:
            field = str(at[-1]) if at and isinstance(at[-1], str) else "entry"
            if base is None and isinstance(head, dict):
                what = "new" if subject[-1].endswith(field) else f"{field} is new: {shown(head)}"
            elif head is None and isinstance(base, dict):
                what = "removed" if subject[-1].endswith(field) else f"{field} removed"
            elif _is_lines(base) and _is_lines(head):
                what = f"{field}: {_lines(base, head)}"
            else:
                what = f"{field} {shown(base)} -> {shown(head)}"
            yield self._edit(at, subject, what)

    def _tables(
        self, base: dict[str, Any], head: dict[str, Any], at: Path_, subject: tuple[str, ...]
    ) -> Iterator[Edit]:
        for key in [*head, *(key for key in base if key not in head)]:
            mine, other = base.get(key), head.get(key)
            inner = subject
            if isinstance(mine, dict) and isinstance(other, dict) and not _is_line(other):
                inner = (*subject, str(other.get("name") or key))
            yield from self.between(mine, other, (*at, key), inner)

    def _entries(self, base: list[Any], head: list[Any], at: Path_, subject: tuple[str, ...]) -> Iterator[Edit]:
        """Yield the edits between two lists whose entries have a slot or a name."""
        identity = "slot" if "slot" in (base or head)[0] else "name"
        old = {entry[identity]: entry for entry in base}
        new = {entry[identity]: i for i, entry in enumerate(head)}
        pairs = {key: key for key in new if key in old}
        if identity == "name":  # what is left over in equal numbers was renamed
            gone, come = [key for key in old if key not in new], [key for key in new if key not in old]
            if len(gone) == len(come):
                pairs |= dict(zip(come, gone, strict=True))
        for key, i in new.items():
            name = str(head[i]["name"])
            if key in pairs:
                yield from self.between(old[pairs[key]], head[i], (*at, i), (*subject, str(old[pairs[key]]["name"])))
            else:
                yield self._edit((*at, i), (*subject, name), f"new: {shown(head[i])}")
        for key, entry in old.items():
            if key not in pairs.values():
                yield self._edit(at, (*subject, str(entry["name"])), "removed")
        order = [pairs[key] for key in new if key in pairs]
        if identity == "name" and order != [key for key in old if key in order]:
            yield self._edit(at, subject, f"order of the {at[-1]} changed")

    def _edit(self, at: Path_, subject: tuple[str, ...], what: str) -> Edit:
        words = [part for part in at if isinstance(part, str)]
        kind = self.kind or (words[-1] if words[0] == "cards" else words[0])
        return Edit(self.source.place(at), self.document, " / ".join(subject), what, kind)


def _is_entries(node: Any) -> bool:
    return isinstance(node, list) and all(isinstance(entry, dict) and "name" in entry for entry in node)


def _is_line(node: Any) -> bool:
    """Say whether a table is one line of an effect: a trigger and what it does."""
    return isinstance(node, dict) and len(node) == 1 and all(isinstance(value, str) for value in node.values())


def _is_lines(node: Any) -> bool:
    return isinstance(node, list) and all(isinstance(entry, dict) and "name" not in entry for entry in node)


def _lines(base: list[Any], head: list[Any]) -> str:
    """Say which lines of a list are gone and which are new; where one took the place of one, that."""
    gone = [shown(line) for line in base if line not in head]
    come = [shown(line) for line in head if line not in base]
    if len(gone) == len(come):
        return ", ".join(f"'{a}' -> '{b}'" for a, b in zip(gone, come, strict=True)) or "another order"
    return ", ".join([f"without '{line}'" for line in gone] + [f"with '{line}'" for line in come])


def shown(node: Any) -> str:
    """Return a value about as the file has it."""
    if node is None or node == "":
        return NONE
    if isinstance(node, bool):
        return str(node).lower()
    if isinstance(node, list):
        return f"[{', '.join(map(shown, node))}]"
    if isinstance(node, dict):
        if _is_line(node):
            return next(f"{key}: {value}" for key, value in node.items())
        return "{" + ", ".join(f"{key}: {shown(value)}" for key, value in node.items() if value is not None) + "}"
    return str(node)
