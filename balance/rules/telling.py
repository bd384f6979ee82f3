"""A game told in words: lines that know whose they are, so that a terminal and a page can lay them out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

NOBODY = -1


class Part(StrEnum):
    """What a line is about."""

    KEY = "key"  # how to read the lines; of nobody, before all others
    STATE = "state"  # what somebody has when a turn begins
    MOVE = "move"  # what somebody does, and what comes of it
    WHY = "why"  # who comes out on top of the turn, and why
    END = "end"  # how the game ends


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence.

    Attributes
    ----------
    turn : str
        The heading that it stands under ("Round 4"); empty before the first turn.
    seat : int
        Whose line it is; `NOBODY` for a sentence about both.
    part : Part
    text : str
        What the seat does, without its name in front ("opens with Block (BT) for 0"); of `NOBODY` the whole sentence.
    """

    turn: str
    seat: int
    part: Part
    text: str

    def sentence(self, names: Sequence[str]) -> str:
        """Return the line with the name of its seat in front."""
        return self.text if self.seat == NOBODY else f"{names[self.seat]} {self.text}"


def names_by_seat(sides: Sequence[str]) -> tuple[str, ...]:
    """Return what the seats are called: the names of their sides, numbered where a name comes twice."""
    return tuple(f"{name} ({seat + 1})" if sides.count(name) > 1 else name for seat, name in enumerate(sides))


def paragraphs(lines: Iterable[Line], names: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a plain text: a paragraph for each turn, the end by itself."""
    for turn, told in groupby(lines, key=lambda line: line.turn):
        if turn:
            yield from ("", turn)
        for line in told:
            if line.part == Part.END:
                yield from ("", line.sentence(names))
            else:
                yield f"  {line.sentence(names)}"
