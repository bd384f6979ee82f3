"""The words of Combo Fighter power tokens: one line of a sheet becomes one effect.

Every word is an entry of one of the four tables below. What a word does is written in the game, not here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

SIDES = ("A", "B")
COLOURS = {"R": "red", "B": "blue", "Y": "yellow"}

_NAME = r"(?:red|blue|yellow|[RBY][A-Z])"
_CARDS = rf"(?: (?P<cards>{_NAME}(?: {_NAME})*))?"
_NUMBER = r"(?P<number>\d+)"
_RANGE = r"(?P<number>\d+)(?: to (?P<most>\d+))?"
_AMOUNT = r"(?P<number>\d*)(?P<x>X)|(?P<plain>\d+)"  # "2", "2X" or "X"

TRIGGERS = {
    "always": "always",
    "playing": f"playing{_CARDS}",
    "winning with": f"winning with{_CARDS}",
    "emptying": f"emptying a hand of {_NUMBER}",
    "calling": 'calling(?: "(?P<name>[^"]+)")?',
    "won": "won",
    "lost": "lost",
    "tied": "tied",
    "dealing": "dealing",
    "taking": "taking",
    "hit": "hit",
    "clearing the table": "clearing the table",
    "end of round": "end of round",
}

CONDITIONS = {
    "won": "won",
    "lost": "lost",
    "tied": "tied",
    "signature": "signature",
    "no signature": "no signature",
    "holding": f"holding{_CARDS}",
    "counter": f"counter {_NUMBER}",
    "against initiative": f"against initiative {_NUMBER}",
}

COSTS = {
    "discard": f"discard {_RANGE}{_CARDS}",
    "reveal": f"reveal {_RANGE}",
    "deal nothing": "deal nothing",
}

STEPS = {
    "flip": "flip",
    "total": rf"total (?P<sign>[+x-]|= )(?:{_AMOUNT})(?P<each> each{_CARDS})?",
    "damage": rf"damage (?P<sign>[+x-])(?:{_AMOUNT}){_CARDS}",
    "initiative": rf"initiative (?P<sign>[+-]){_NUMBER}{_CARDS}",
    "no signatures": "no signatures",
    "X is opposing damage": "X is opposing damage",
    "counter": rf"counter (?P<sign>[+-]|= )(?:{_AMOUNT})(?: up to (?P<most>\d+))?",
    "double one": "double one",
    "draw": f"draw {_NUMBER}",
    "remove": f"remove{_CARDS}",
    "win": "win",
}

# Triggers that a step or cost needs; one that is not named here goes with every trigger but `always`.
NEEDS = {
    "total": ("won", "lost", "dealing", "taking"),
    "damage": ("always",),
    "initiative": ("always",),
    "no signatures": ("always",),
    "X is opposing damage": ("always",),
    "double one": ("won", "tied", "dealing"),
    "deal nothing": ("won", "tied", "dealing"),
    "remove": ("clearing the table",),  # CF-36
}
EVENTS = tuple(word for word in TRIGGERS if word != "always")


@dataclass(frozen=True)
class Phrase:
    """A trigger, condition, cost or step with what it is about."""

    word: str
    cards: tuple[str, ...] = ()  # none: all cards
    number: int = 0
    most: int | None = None
    is_of_x: bool = False  # the number is a multiple of X
    sign: str = ""
    name: str | None = None
    each: bool = False
    if_alike: bool = False

    def means(self, icon: str) -> bool:
        """Is a card with this icon among those named?"""
        return not self.cards or icon in self.cards or COLOURS[icon[0]] in self.cards


@dataclass(frozen=True)
class Effect:
    """One line of a side."""

    side: str
    index: int
    when: Phrase
    condition: Phrase | None
    is_optional: bool
    cost: Phrase | None
    steps: tuple[Phrase, ...]

    def has(self, word: str) -> bool:
        return any(step.word == word for step in self.steps)


def read_power(power: Mapping[str, Any]) -> dict[str, list[Effect]]:
    """Return the effects of each side of a power token; ValueError for anything that the words do not say."""
    active = power.get("active", "face_up")
    if active not in ("face_up", "both"):
        raise ValueError(f"unknown kind of token {active!r}")
    sides: dict[str, list[Effect]] = {}
    for side in SIDES:
        lines = (power.get(side.lower()) or {}).get("effects") or ()
        sides[side] = [_read_effect(side, index, line) for index, line in enumerate(lines)]
        if sum(effect.is_optional and effect.when.word == "end of round" for effect in sides[side]) > 1:
            raise ValueError(f"side {side} has two offers at the end of the round")
    flips = any(effect.has("flip") for side in SIDES for effect in sides[side])
    if flips and (active == "both" or not power.get("b")):
        raise ValueError("the token has no side to flip to")
    return sides


def _read_effect(side: str, index: int, line: Mapping[str, str]) -> Effect:
    if len(line) != 1:
        raise ValueError(f"not one effect: {line!r}")
    [(when, what)] = line.items()
    trigger, condition = _split_when(when)
    is_optional, cost, steps = _split_what(what)
    effect = Effect(
        side=side,
        index=index,
        when=_read(TRIGGERS, trigger),
        condition=None if condition is None else _read(CONDITIONS, condition),
        is_optional=is_optional,
        cost=None if cost is None else _read(COSTS, cost),
        steps=tuple(_read_step(step) for step in steps),
    )
    _check(effect, f"{when}: {what}")
    return effect


def _split_when(text: str) -> tuple[str, str | None]:
    """Split a trigger from its condition; an "if" inside the quoted name of a signature is no condition."""
    match = re.fullmatch(r'(.*?)(?: if ([^"]*))?', text)
    if match is None:
        raise ValueError(f"unknown words {text!r}")
    return match[1], match[2]


def _split_what(text: str) -> tuple[bool, str | None, list[str]]:
    is_optional = text.startswith("may ")
    cost, arrow, steps = text.removeprefix("may ").rpartition(" -> ")
    if arrow and not is_optional:
        raise ValueError(f"a cost without a choice: {text!r}")
    return is_optional, cost if arrow else None, steps.split(", ")


def _read_step(text: str) -> Phrase:
    plain = text.removesuffix(" if alike")
    return _read(STEPS, plain, if_alike=plain != text)


def _read(table: Mapping[str, str], text: str, if_alike: bool = False) -> Phrase:
    for word, pattern in table.items():
        match = re.fullmatch(pattern, text)
        if match is not None:
            return _phrase(word, match.groupdict(), if_alike)
    raise ValueError(f"unknown words {text!r}")


def _phrase(word: str, found: Mapping[str, str | None], if_alike: bool) -> Phrase:
    number = found.get("number") or found.get("plain")
    is_of_x = found.get("x") is not None
    most = found.get("most")
    return Phrase(
        word=word,
        cards=tuple((found.get("cards") or "").split()),
        number=int(number) if number else int(is_of_x),  # "X" is 1 X
        most=None if most is None else int(most),
        is_of_x=is_of_x,
        sign=(found.get("sign") or "").strip(),
        name=found.get("name"),
        each=found.get("each") is not None,
        if_alike=if_alike,
    )


def _check(effect: Effect, line: str) -> None:
    """Refuse words that mean nothing together."""
    trigger = effect.when.word
    words = [step.word for step in effect.steps] + ([effect.cost.word] if effect.cost else [])
    for word in words:
        if trigger not in NEEDS.get(word, EVENTS):
            raise ValueError(f"{word!r} does not go with {trigger!r}: {line!r}")
    if effect.is_optional and trigger == "always":
        raise ValueError(f"no choice where nothing happens: {line!r}")
    if "double one" in words and (words.count("double one") > 1 or effect.cost or not effect.is_optional):
        raise ValueError(f"one free choice of one card is all that can be doubled: {line!r}")
    if _asks_about_payment(effect.steps) and (effect.cost is None or effect.cost.word == "deal nothing"):
        raise ValueError(f"no cards pay: {line!r}")
    if effect.condition and effect.condition.word == "against initiative" and "initiative" in words:
        raise ValueError(f"each initiative would wait for the other: {line!r}")
    if effect.cost and effect.cost.most is not None and effect.cost.most < effect.cost.number:
        raise ValueError(f"an empty range: {line!r}")


def _asks_about_payment(steps: Iterable[Phrase]) -> bool:
    return any(step.each or step.if_alike for step in steps)
