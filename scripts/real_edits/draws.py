"""Edits as a designer makes them: one place of one fighter, by a little.

Every such edit of a fighter is listed; a draw takes a kind, then a fighter, then one of its edits of that kind, each
evenly likely and none twice. Edits are lists of PATH=VALUE, as ``--set`` takes them.
"""

import json
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from balance.data.edits import slug
from balance.rules.combo_fighter.schema import Card, Fighter

KINDS = ("opening", "combo damage", "initiative", "star", "copies moved", "box", "signature", "token")
STEPS = (-2, -1, 1, 2)  # of a printed number
TOKEN_STEPS = (-1, 1)  # of a number in the words of a power token
_QUOTED_OR_NUMBER = re.compile(r'"[^"]*"|\d+')

Edits = list[str]


@dataclass(frozen=True, slots=True)
class Draw:
    """One edit: its kind, and what is laid over the data."""

    kind: str
    edits: Edits


def draws(fighters: Mapping[str, Fighter], seed: int) -> Iterator[Draw]:
    """Yield edits until there are none left; the same fighters, by file name, and seed yield the same ones."""
    luck = random.Random(f"one-place edits {seed}")
    left = {stem: edits_of(stem, fighter) for stem, fighter in sorted(fighters.items())}
    while any(places for kinds in left.values() for places in kinds.values()):
        kind = luck.choice(KINDS)
        stems = [stem for stem, kinds in left.items() if kinds[kind]]
        if stems:
            places = left[luck.choice(stems)][kind]
            yield Draw(kind, places.pop(luck.randrange(len(places))))


def edits_of(stem: str, fighter: Fighter) -> dict[str, list[Edits]]:
    """Return every one-place edit of a fighter by kind, some of which the data check may refuse."""
    found: dict[str, list[Edits]] = {kind: [] for kind in KINDS}
    for card in fighter.cards:
        path = f"fighters.{stem}.cards.{slug(card.name)}"
        found["opening"] += _numbers(f"{path}.opening", card.opening)
        found["combo damage"] += _numbers(f"{path}.combo", card.combo)
        found["initiative"] += _numbers(f"{path}.initiative", card.initiative)
        if card.icon[0] != "R":  # red cards have an initiative instead
            found["star"].append([f"{path}.star={str(not card.star).lower()}"])
        found["box"] += [[f"{path}.box=[{', '.join(box)}]"] for box in _boxes(card, fighter)]
        for other in fighter.cards:
            if other is not card and card.copies > 1 + card.start:
                to = f"fighters.{stem}.cards.{slug(other.name)}"
                found["copies moved"].append([f"{path}.copies={card.copies - 1}", f"{to}.copies={other.copies + 1}"])
    for signature in fighter.signatures:
        path = f"fighters.{stem}.signatures.{slug(signature.name)}"
        found["signature"] += _numbers(f"{path}.damage", signature.damage)
        if signature.moxie:
            found["signature"] += _numbers(f"{path}.moxie.damage", signature.moxie.damage)
    for side, face in fighter.power.faces() if fighter.power else ():
        for effects in _other_words(face.effects):
            text = json.dumps(effects, ensure_ascii=False)  # which YAML reads as well
            found["token"].append([f"fighters.{stem}.power.{side}.effects={text}"])
    return found


def _numbers(path: str, value: int | str | None) -> list[Edits]:
    """Return the edits of a number; none where there is an X, or nothing."""
    return [[f"{path}={value + step}"] for step in STEPS if value + step >= 0] if isinstance(value, int) else []


def _boxes(card: Card, fighter: Fighter) -> Iterator[list[str]]:
    """Yield a card's box with one icon more or one less, never an empty one."""
    for other in fighter.cards:
        box: list[str] = [icon for icon in card.box if icon != other.icon]
        box += [other.icon] * (len(box) == len(card.box))
        if box:
            yield box


def _other_words(effects: list[dict[str, str]]) -> Iterator[list[dict[str, str]]]:
    """Yield the lines of a token's side with one number moved; what is quoted is a name."""
    for i, line in enumerate(effects):
        for when, what in line.items():
            words = (when, what)
            for j, text in enumerate(words):
                for found in _QUOTED_OR_NUMBER.finditer(text):
                    for number in [int(found[0]) + step for step in TOKEN_STEPS] if found[0].isdigit() else ():
                        moved = text[: found.start()] + str(number) + text[found.end() :]
                        key, value = (moved, what) if j == 0 else (when, moved)
                        yield [*effects[:i], {key: value}, *effects[i + 1 :]]
