"""Edits laid over the data before it is checked: ``--set path=value`` and the lines of a variant.

hand_size=6                                    an option
fighters.boris.cards.headbutt.opening=5        a field of a card, by the card's name or slot
fighters.boris.signatures.drill-and-blast.moxie.damage=11
policies.greedy.weights.spent=0
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from balance.data.files import Document, read_text
from balance.data.schema import Path_
from balance.errors import Place, Problem, UsageError, unknown

VALUES_MAX = 100  # of one range

_PATHS = 3  # shown of those that may be meant


def slug(name: str) -> str:
    """Return a name as it is written in a path: lower case, ASCII, hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


def edit_for_each(edit: str) -> list[str]:
    """Return an edit for each value of a list or a range: ``a=1,2,3`` or ``a=4..7``, ends included.

    Commas within brackets, braces or quotes are part of a value. Equal ones are named once.

    Raises
    ------
    UsageError
        Where no value stands, or a range that has no end or no number in it.
    """
    path, is_assignment, text = edit.partition("=")
    if not is_assignment or not path.strip():
        raise UsageError(f"--set {edit or repr(edit)}: expected PATH=VALUES, for example hand_size=4..7")
    values = [value.strip() for value in _at_commas(text)]
    if not all(values):
        raise UsageError(f"--set {edit}: a value is empty; expected for example {path}=1,2,3 or {path}=4..7")
    found: list[str] = []
    for value in values:
        found += _counted(edit, value) if re.fullmatch(r"[\w-]*\.\.[\w-]*", value) else [value]
    return [f"{path.strip()}={value}" for value in dict.fromkeys(found)]


def _counted(edit: str, value: str) -> list[str]:
    """Return the whole numbers of a range."""
    ends = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", value)
    if ends is None:
        raise UsageError(f"--set {edit}: '{value}' is no range; expected two whole numbers, for example 4..7")
    low, high = int(ends[1]), int(ends[2])
    if low > high:
        raise UsageError(f"--set {edit}: nothing is from {low} up to {high}; expected {high}..{low}")
    if high - low >= VALUES_MAX:
        raise UsageError(f"--set {edit}: {high - low + 1:,} values; expected {VALUES_MAX} at most")
    return [str(number) for number in range(low, high + 1)]


def _at_commas(text: str) -> list[str]:
    """Return the parts of a text between commas that stand outside of brackets, braces and quotes."""
    parts, depth, quote = [""], 0, ""
    for sign in text:
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        depth += not quote and ((sign in "[{(") - (sign in ")}]"))
        if sign == "," and not quote and depth <= 0:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def lay_over(edits: list[str], documents: dict[str, Document], options: list[str], said_by: Path) -> list[Problem]:
    """Apply each edit to the tree it names; return a problem for each that names nothing.

    Parameters
    ----------
    edits : list of str
        ``path=value``; the value is read as YAML.
    documents : dict
        By the first words of a path: "options", "policies", "fighters.boris", ...
    options : list of str
        The rule options that exist; the file may leave them at their defaults.
    said_by : Path
        Where the edits come from, for messages: "--set" or a variant's file.
    """
    problems = []
    for edit in edits:
        place = Place(said_by, edit=edit or "''")
        message = _lay_one(edit, documents, options, place)
        if message:
            problems.append(Problem(place, message))
    return problems


def _lay_one(edit: str, documents: dict[str, Document], options: list[str], place: Place) -> str:
    path, is_assignment, text = edit.partition("=")
    if not is_assignment or not path.strip():
        return "expected PATH=VALUE, for example hand_size=6"
    words = path.strip().split(".")
    name, rest = _document(words, documents)
    if name is None:
        return _unknown("data file", ".".join(words[:2]), documents, _elsewhere(words, documents))
    if not rest:
        return f"'{path}' names a whole file; go on to a field"
    value = Document(Path())
    if wrong := read_text(text.strip(), value):
        return f"the value is {wrong[0].message}" if "YAML" in wrong[0].message else wrong[0].message
    is_level = len(rest) == 1 and rest[0] in ("standard", "second")  # a policy may have the name of a level
    if name == "policies" and rest[0] != "policies" and not is_level:
        rest = ["policies", *rest]  # policies.greedy... for short
    if name == "options":
        rest = [next((option for option in options if rest[0] in (option, slug(option))), rest[0]), *rest[1:]]
        if rest[0] not in options:
            return _unknown("option", rest[0], options, _elsewhere(words, documents))
    return _replace(documents[name], rest, value.tree, place)


def _replace(document: Document, words: list[str], value: Any, place: Place) -> str:
    """Put a value at the end of a path; return what is wrong with the path, or nothing."""
    node: Any = document.tree
    at: Path_ = ()
    for i, word in enumerate(words):
        is_last = i == len(words) - 1
        key = _key(node, word)
        if key is None and isinstance(node, dict) and (is_last or word in ("weights", "moxie")):
            key = word  # a field that the file leaves out; the check refuses an unknown one
            if not is_last:
                node[key] = {}
        if key is None:
            known = _known(node)
            what = "policy" if words[:i] == ["policies"] else f"'{words[i - 1]}' entry" if i else "field"
            if not known:
                return f"'{word}' leads nowhere"
            within = next((key for key in known if isinstance(node, dict) and _key(node[key], word) is not None), None)
            return unknown(what, word, known) + (f" There is '{within}.{word}'." if within else "")
        at = (*at, key)
        if is_last:
            node[key] = value
            document.forget(at)
            document.edited[at] = place
        else:
            node = node[key]
    return ""


def _document(words: list[str], documents: dict[str, Document]) -> tuple[str | None, list[str]]:
    """Return the document that a path starts with, and the words that are left."""
    if ".".join(words[:2]) in documents:
        return ".".join(words[:2]), words[2:]
    if words[0] in documents:
        return words[0], words[1:]
    if len(words) == 1:
        return "options", words
    return None, words


def _elsewhere(words: list[str], documents: dict[str, Document]) -> list[str]:
    """Return the whole paths that may be meant by one that begins in the middle: with a side, a card or a policy."""
    if len(words) > 1 and any(name.startswith(f"{words[0]}.") for name in documents):
        words = words[1:]  # fighters.headbutt.opening
    words = [slug(words[0]), *words[1:]]
    found = []
    for name, document in sorted(documents.items()):
        folder, _, stem = name.partition(".")
        if stem and stem == words[0]:
            within = _way_to(document.tree, words[1]) if len(words) > 1 else []
            found.append(".".join([name, *within, *words[1:]]))
        elif within := _way_to(document.tree, words[0]):
            # policies.greedy... for short
            found.append(".".join([name, *(key for key in within if key != folder), *words]))
    return found


def _way_to(node: Any, word: str) -> list[str]:
    """Return what stands between a table and an entry of one of its lists or tables; nothing if there is none."""
    if not isinstance(node, dict) or _key(node, word) is not None or word.isdigit():
        return []
    return next(([str(key)] for key, entry in node.items() if _key(entry, word) is not None), [])


def _unknown(what: str, word: str, known: Iterable[str], paths: list[str]) -> str:
    """Return the sentence for an unknown word, with the paths that are meant instead of the word nearest to it."""
    if not paths:
        return unknown(what, word, known)
    more = f", or one of {len(paths) - _PATHS} more" if len(paths) > _PATHS else ""
    meant = " or ".join(f"'{path}'" for path in paths[:_PATHS])
    return f"no {what} '{word}'; known: {', '.join(sorted(known))}. Did you mean {meant}{more}?"


def _key(node: Any, word: str) -> str | int | None:
    """Return the key of `node` that a word means: a field, or a list entry by name or slot."""
    if isinstance(node, dict):
        return next((key for key in node if word in (key, slug(str(key)))), None)
    if isinstance(node, list):
        for i, entry in enumerate(node):
            if isinstance(entry, dict) and word in (slug(str(entry.get("name", ""))), str(entry.get("slot", ""))):
                return i
    return None


def _known(node: Any) -> list[str]:
    if isinstance(node, dict):
        return [str(key) for key in node]
    if isinstance(node, list):
        return [slug(str(entry["name"])) for entry in node if isinstance(entry, dict) and "name" in entry]
    return []
