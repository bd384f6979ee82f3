"""Made-up fighters whose games end in the first round, so that everything about them can be counted out.

Every opener deals 50, which is the life of a fighter: whoever wins the first round wins, a tie is a draw. Nobody
chooses but the opener, and the random policy opens with each card of the hand alike.
"""

from __future__ import annotations

import shutil
from itertools import product
from pathlib import Path

import balance
from balance.data.load import RulesetData
from tests.games import RULESETS

NAME = "combo-fighter"
START = ("RT", "RS", "BT", "YT", "YS")
# Cards of both; Ace beats every red card and, by the circle, yellow; Star every card that Ace does not.
INITIATIVE = {"RT": 3, "RS": 3, "RC": 9}
STARS = {"BC"}
COPIES = {"RT": 6, "RS": 6, "RC": 6, "BT": 7, "BC": 6, "YT": 6, "YS": 6, "YC": 7}


def sudden(folder: Path, damage: int = 50) -> RulesetData:
    """Return a ruleset of two fighters with the same cards, written into a folder."""
    target = folder / NAME
    shutil.copytree(RULESETS / NAME, target)
    for path in (target / "fighters").iterdir():
        path.unlink()
    shutil.rmtree(target / "variants")
    for stem in ("ace", "king"):
        lines = [f"name: {stem.title()}", "provenance: stand-in", "cards:"]
        for slot, (icon, copies) in enumerate(COPIES.items(), 1):
            extra = f", initiative: {INITIATIVE[icon]}" if icon in INITIATIVE else ""
            extra += ", star: true" if icon in STARS else ""
            extra += ", start: true" if icon in START else ""
            lines.append(
                f"  - {{slot: {slot}, name: {icon}, copies: {copies}, icon: {icon}, opening: {damage},"
                f" combo: 0, box: []{extra}}}"
            )
        (target / "fighters" / f"{stem}.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return balance.load(NAME, rulesets=folder)


def points(mine: str, other: str) -> float:
    """Return the score of an opener against another."""
    if mine[0] != other[0]:
        return float(mine[0] + other[0] in ("BR", "RY", "YB"))
    edge = INITIATIVE.get(mine, 0) - INITIATIVE.get(other, 0) or (mine in STARS) - (other in STARS)
    return 0.5 + 0.5 * ((edge > 0) - (edge < 0))


def score(mine: tuple[str, ...], other: tuple[str, ...] = START) -> float:
    """Return the score of a hand against another."""
    return sum(points(a, b) for a, b in product(mine, other)) / (len(mine) * len(other))


def effect(icon: str) -> float:
    """Return what one more copy in the opening hand is worth, in place of one of the others."""
    leaving = [other for other in START if other != icon]
    hands = [tuple(icon if card == gone else card for card in START) for gone in leaving]
    return sum(score(hand) for hand in hands) / len(hands) - score(START)


def choice_shares() -> tuple[float, float, float]:
    """Return the first-order shares of the choices of both sides, and the total share of either."""
    table = [[points(a, b) for b in START] for a in START]
    flat = [p for row in table for p in row]

    def variance(values: list[float]) -> float:
        mean = sum(values) / len(values)
        return sum((value - mean) ** 2 for value in values) / len(values)

    first = variance([sum(row) / 5 for row in table]) / variance(flat)
    second = variance([sum(row[i] for row in table) / 5 for i in range(5)]) / variance(flat)
    return first, second, 1 - second
