"""Effects in words: text to checked parts, and back.

An effect is one line, ``WHEN: WHAT``::

    end of round: may discard 3 blue -> flip
    always if holding RC: initiative +3 red, damage +1 red
    lost: may discard 2 yellow -> total -2X

The grammar (`words.lark`) and the words (`balance.vocab`) are the same for all rulesets; `data.dialect` checks which of
them a ruleset allows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from balance.errors import nearest
from balance.vocab import Condition, Cost, Operator, Trigger, Verb, written

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

DIGITS_MAX = 9
Words = tuple[str, ...]
E = TypeVar("E", bound=IntEnum)


@dataclass(frozen=True, slots=True)
class Amount:
    """How a number is changed: by `n`, or by `n` times X."""

    operator: Operator  # NONE for a plain number
    n: int
    is_x: bool = False

    def __str__(self) -> str:
        """Return the amount as texts have it."""
        number = f"{'' if self.n == 1 else self.n}X" if self.is_x else str(self.n)
        space = " " if self.operator == Operator.SET else ""
        return f"{written(self.operator) if self.operator else ''}{space}{number}"


@dataclass(frozen=True, slots=True)
class If:
    """A condition with its number or its cards."""

    word: Condition
    n: int | None = None
    cards: Words = ()
    column: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """Return the condition as texts have it."""
        return _joined("if", self.word, self.n, *self.cards)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that an effect does."""

    verb: Verb
    amount: Amount | None = None
    is_each: bool = False  # once for each card that paid the cost (of the kinds named)
    limit: int | None = None
    cards: Words = ()
    condition: If | None = None
    column: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """Return the step as texts have it."""
        limit = None if self.limit is None else f"up to {self.limit}"
        return _joined(self.verb, self.amount, "each" if self.is_each else None, limit, *self.cards, self.condition)


@dataclass(frozen=True, slots=True)
class Price:
    """What an optional effect costs: `least` to `most` cards, or nothing counted."""

    word: Cost
    least: int | None = None
    most: int | None = None
    cards: Words = ()
    column: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """Return the price as texts have it."""
        more = None if self.most == self.least else f"to {self.most}"
        return _joined(self.word, self.least, more, *self.cards)


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect; columns count the characters before a word, in WHEN for trigger and condition, else in WHAT."""

    trigger: Trigger
    steps: tuple[Step, ...]
    n: int | None = None
    name: str | None = None
    cards: Words = ()
    condition: If | None = None
    is_optional: bool = False
    price: Price | None = None

    @property
    def when(self) -> str:
        """Return the first half as texts have it."""
        name = None if self.name is None else f'"{self.name}"'
        return _joined(self.trigger, self.n, name, *self.cards, self.condition)

    @property
    def what(self) -> str:
        """Return the second half as texts have it."""
        steps = ", ".join(str(step) for step in self.steps)
        return _joined("may" if self.is_optional else None, f"{self.price} ->" if self.price else None, steps)

    def __str__(self) -> str:
        """Return the whole line; reading it gives an equal effect."""
        return f"{self.when}: {self.what}"


def _joined(*parts: object) -> str:
    words = [written(part) if isinstance(part, IntEnum) else str(part) for part in parts if part is not None]
    return " ".join(words)


class EffectError(Exception):
    """A text that is no effect: which half, characters before the fault, and what is wrong."""

    def __init__(self, is_when: bool, column: int, message: str) -> None:
        super().__init__(message)
        self.is_when = is_when
        self.column = column
        self.message = message


# ------------------------------------------------------------------------------------------------ reading

_ENUMS: dict[str, type[IntEnum]] = {
    "TRIGGER": Trigger,
    "CONDITION": Condition,
    "COST": Cost,
    "VERB": Verb,
    "OPERATOR": Operator,
}
_NAMED = {
    "INT": "a number", "CARD": "a card or a colour", "STRING": "a name in double quotes", "X": "X", "MAY": "'may'",
    "IF": "'if'", "COMMA": "','", "EACH": "'each'", "UP": "'up to N'", "TO": "'to'", "__ANON_0": "'->'",
}  # fmt: skip


def all_words(enum: type[IntEnum]) -> list[str]:
    """Return the words of an enum as texts have them, without NONE."""
    return [written(word) for word in enum if word]


@cache
def _parser() -> Lark:
    from lark import Lark

    grammar = (Path(__file__).parent / "words.lark").read_text(encoding="utf-8")
    for name, enum in _ENUMS.items():
        # The longest first: no word hides behind its own beginning.
        alternatives = sorted((re.escape(word) for word in all_words(enum)), key=lambda word: -len(word))
        pattern = "|".join(word.replace(r"\ ", r"\s+") for word in alternatives)
        end = r"(?=\s*[0-9X])" if enum is Operator else r"\b"
        grammar += f"{name}.3: /({pattern}){end}/\n"
    return Lark(grammar, start=["when", "what"], parser="lalr", propagate_positions=True)


def read_effect(when: str, what: str) -> Effect:
    """Return the effect that two halves of a line spell.

    Raises
    ------
    EffectError
        At the first word that cannot stand where it stands, with what could and the nearest word.
    """
    head, tail = _parse(when, True), _parse(what, False)
    trigger: dict[str, Any] = {"trigger": _word(Trigger, head.children[0])}
    for node in head.children[1:]:
        if node.data == "condition":
            trigger["condition"] = _condition(node)
        else:
            trigger |= _subject(node.children[0])
    steps = []
    for node in tail.children:
        if node.data == "offer":
            trigger["is_optional"] = True
            if len(node.children) > 1:
                trigger["price"] = _price(node.children[1])
        else:
            steps.append(_step(node))
    return Effect(steps=tuple(steps), **trigger)


def _parse(text: str, is_when: bool) -> Any:
    from lark import UnexpectedInput
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    try:
        return _parser().parse(text, start="when" if is_when else "what")
    except UnexpectedInput as error:
        wanted: Iterable[str] = ()
        if isinstance(error, UnexpectedCharacters):
            wanted = error.allowed or ()
        elif isinstance(error, UnexpectedToken):
            wanted = error.accepts or error.expected
        at = len(text)  # of an end that comes too early the parser has the word before, or nothing
        if isinstance(error.pos_in_stream, int) and error.pos_in_stream >= 0:
            at = error.pos_in_stream
        if isinstance(error, UnexpectedToken) and error.token.type == "$END":
            at = len(text)
        at += len(text[at:]) - len(text[at:].lstrip())
        raise EffectError(is_when, at, _unexpected(text[at:], set(wanted) - {"WS"})) from None


def _unexpected(rest: str, wanted: set[str]) -> str:
    """Say what stands in a text instead of what was wanted."""
    words: list[str] = []
    others = []
    for name in sorted(wanted):
        if name in ("TRIGGER", "CONDITION", "COST", "VERB"):
            words += all_words(_ENUMS[name])
        elif name == "OPERATOR":
            others.append("'+', '-', 'x' or '='")
        elif name != "$END":
            others.append(_NAMED.get(name, f"'{name.lower()}'"))
    phrase = re.split(r"[,:]|->|\bif\b", rest)[0].strip() or rest.strip()
    given = f"'{phrase}' cannot stand here" if phrase else "the text ends too early"
    expected = " or ".join(part for part in (f"one of {', '.join(words)}" if words else "", *others) if part)
    return f"{given}; expected {expected or 'the end'}.{_hint(phrase, words, wanted)}"


def _hint(phrase: str, words: list[str], wanted: set[str]) -> str:
    """Return what was probably meant, or nothing."""
    if "MAY" in wanted and any(re.match(rf"{cost}\b", phrase) for cost in all_words(Cost)):
        return f" Did you mean 'may {phrase} -> ...'?"
    if begun := [word for word in words if phrase and word.startswith(f"{phrase} ")]:
        return f" Did you mean '{begun[0]}'?"
    # A longer phrase may begin with the misspelt word.
    for n in range(len(phrase.split()), 0, -1):
        if near := nearest(" ".join(phrase.split()[:n]), words):
            return near
    is_after_comma = "VERB" in wanted and not wanted & {"MAY", "COST"}
    return " Several cards stand without commas." if is_after_comma and re.fullmatch(r"[\w-]+", phrase) else ""


def _word(enum: type[E], token: Token) -> E:
    """Return the member that a token spells."""
    spelt = " ".join(token.split())
    return next(word for word in enum if word and written(word) == spelt)


def _number(token: Token) -> int:
    return int(token.lstrip("0")[:DIGITS_MAX] or 0)  # whatever is larger is refused as too large all the same


def _cards(tree: Tree[Token]) -> Words:
    return tuple(str(token) for token in tree.children)


def _subject(node: Any) -> dict[str, Any]:
    if getattr(node, "type", "") == "INT":
        return {"n": _number(node)}
    if getattr(node, "type", "") == "STRING":
        return {"name": node[1:-1]}
    return {"cards": _cards(node)}


def _condition(tree: Any) -> If:
    parts: dict[str, Any] = {}
    for node in tree.children[1:]:
        parts |= _subject(node)
    return If(_word(Condition, tree.children[0]), column=tree.children[0].start_pos, **parts)


def _price(tree: Any) -> Price:
    numbers = [_number(node) for node in tree.children[1:] if getattr(node, "type", "") == "INT"]
    cards = next((_cards(node) for node in tree.children[1:] if not hasattr(node, "type")), ())
    least, most = (numbers[0], numbers[-1]) if numbers else (None, None)
    return Price(_word(Cost, tree.children[0]), least, most, cards, tree.children[0].start_pos)


def _step(tree: Any) -> Step:
    parts: dict[str, Any] = {}
    for node in tree.children[1:]:
        kind = getattr(node, "type", None) or node.data
        if kind == "amount":
            parts["amount"] = _amount(node)
        elif kind == "EACH":
            parts["is_each"] = True
        elif kind == "limit":
            parts["limit"] = _number(node.children[0])
        elif kind == "cards":
            parts["cards"] = _cards(node)
        else:
            parts["condition"] = _condition(node)
    return Step(_word(Verb, tree.children[0]), column=tree.children[0].start_pos, **parts)


def _amount(tree: Any) -> Amount:
    tokens = {token.type: token for token in tree.children}
    operator = _word(Operator, tokens["OPERATOR"]) if "OPERATOR" in tokens else Operator.NONE
    n = _number(tokens["INT"]) if "INT" in tokens else 1
    return Amount(operator, n, "X" in tokens)
