"""Whom an answer is about, in words: the main sides first, then all, with those that are kept apart.

Sides are kept apart where their numbers are stand-ins, or, where sides are policies, where they do not play to win.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from balance.data.load import REFERENCE
from balance.data.schema import Provenance
from balance.report.numbers import listed, plural

if TYPE_CHECKING:
    from balance.report.model import Side
    from balance.runs.executor import CellResult

STAND_IN = Provenance.STAND_IN.value

# What is to be known of a side that is kept apart, by the word for it.
MEANING = {
    STAND_IN: "its numbers are not published ones",
    REFERENCE: "it does not play to win",
}
_LEFT_OUT = {
    STAND_IN: "because their numbers are stand-ins and not published",
    REFERENCE: "because they are reference policies and do not play to win",
}


@dataclass(frozen=True, slots=True)
class Scope:
    """Cells that are counted together: whose they are, empty where there is one scope only, and a short label."""

    who: str
    label: str
    cells: list[CellResult]

    def titled(self, title: str) -> str:
        """Return the title of a table with whose games it counts."""
        return f"{title}: {self.who}" if self.who else title

    def at(self, level: int) -> list[CellResult]:
        """Return the cells of a policy level."""
        return [cell for cell in self.cells if cell.cell.level == level]


def main_title(sides: Sequence[Side], article: str = "") -> str:
    """Return who the main ones of some sides are: "6 fighters with published numbers"."""
    count = sum(side.is_main for side in sides)
    return f"{article}{count:,} {sides[0].nouns[count != 1]} {of_main(sides)}"


def of_main(sides: Sequence[Side]) -> str:
    """Return what sets main sides off from others of their kind."""
    return "that play to win" if sides[0].is_policy else "with published numbers"


def all_title(sides: Sequence[Side]) -> str:
    """Return who all sides are, those that are kept apart counted: "All 10 fighters, 4 stand-ins included"."""
    apart = [side.apart for side in sides if side.apart]
    included = f", {plural(len(apart), apart[0])} included" if apart else ""
    return f"All {len(sides)} {sides[0].nouns[1]}{included}"


def scopes_of(sides: Sequence[Side], cells: Sequence[CellResult]) -> list[Scope]:
    """Return the cells between main sides, then all; only all where that is the same, or no main sides meet."""
    main = {side.stem for side in sides if side.is_main}
    between = [cell for cell in cells if {cell.cell.a, cell.cell.b} <= main]
    if not between or len(between) == len(cells):
        return [Scope("", "All matchups", list(cells))]
    return [
        Scope(main_title(sides, "the "), f"{sides[0].nouns[1].capitalize()} {of_main(sides)}", between),
        Scope(f"all {len(sides)} {sides[0].nouns[1]}", "All matchups", list(cells)),
    ]


def left_out(sides: Sequence[Side]) -> list[str]:
    """Return a note that names the sides which an answer about the main ones leaves out; none where there are none."""
    apart = [side for side in sides if side.apart]
    if not apart:
        return []
    return [f"Left out here, {_LEFT_OUT[apart[0].apart]}: {listed([side.name for side in apart])}."]
