"""Rock-paper-scissors, said by matchups: scores that strength does not explain, and rings of three."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from balance.report.kinds import EVEN
from balance.report.numbers import Score, listed, percent_text, plural

if TYPE_CHECKING:
    from balance.report.model import Cell, Level, Side
    from balance.report.standings import Standing

SHOWN = 8  # matchups of the plot
ELO = 400.0  # Elo points for odds of ten to one


@dataclass(frozen=True, slots=True)
class Surprise:
    """A matchup that surely is not what the strength of both makes it; `first` does better than expected.

    Attributes
    ----------
    score : Score
        In percent, with limits that hold for all matchups at once.
    expected : float
        The score that the Bradley-Terry ratings of both make, in percent.
    """

    first: Side
    second: Side
    score: Score
    expected: float


def surprises_of(standings: Sequence[tuple[Side, tuple[Standing, ...]]], level: Level) -> tuple[Surprise, ...]:
    """Return the matchups of a field under its first policy that strength surely does not explain, largest first."""
    sides = {side.stem: (side, of[0].points.estimate) for side, of in standings}
    found = []
    for cell in _between(level, sides):
        first, second = sides[cell.row], sides[cell.column]
        expected = 100 / (1 + 10 ** ((second[1] - first[1]) / ELO))
        assert cell.at_once is not None
        if cell.at_once.holds(expected):
            continue
        if cell.at_once.estimate < expected:
            first, second, cell, expected = second, first, cell.swapped(), 100 - expected
        assert cell.at_once is not None
        found.append(Surprise(first[0], second[0], cell.at_once, expected))
    return tuple(sorted(found, key=lambda surprise: surprise.expected - surprise.score.estimate)[:SHOWN])


def rings_of(sides: Sequence[Side], level: Level) -> tuple[tuple[tuple[Side, Side, Score], ...], ...]:
    """Return rings of three, each beating the next for sure, as three matchups from the winner; the clearest first.

    Sure is what intervals for all matchups at once leave no doubt about; a ring is as clear as its closest matchup.
    """
    scores: dict[tuple[str, str], Score] = {}
    for cell in _between(level, {side.stem for side in sides}):
        assert cell.at_once is not None
        scores[cell.row, cell.column] = cell.at_once
        scores[cell.column, cell.row] = cell.at_once.swapped()
    rings = []
    for a, b, c in combinations(sides, 3):
        for ring in ((a, b, c), (a, c, b)):
            pairs = tuple(zip(ring, (*ring[1:], ring[0]), strict=True))
            found = tuple((x, y, scores[x.stem, y.stem]) for x, y in pairs if (x.stem, y.stem) in scores)
            if len(found) == 3 and all(score.low > EVEN for _, _, score in found):
                rings.append(found)
    return tuple(sorted(rings, key=lambda ring: -min(score.estimate for _, _, score in ring)))


def rings_text(rings: Sequence[tuple[tuple[Side, Side, Score], ...]], many: str) -> str:
    """Return what to say of rings of three; `many` is what sides are called."""
    if not rings:
        return f"No three {many} beat each other in a ring, as far as intervals for all matchups at once can tell."
    steps = [f"{x.name} beats {y.name} ({percent_text(score.estimate)})" for x, y, score in rings[0]]
    more = "" if len(rings) == 1 else ", the clearest"
    return f"{plural(len(rings), 'ring')} of three for sure{more}: {listed(steps)}."


def _between(level: Level, stems: object) -> list[Cell]:
    """Return the matchups of different sides of a field."""
    return [
        cell for cell in level.matchups
        if cell.at_once is not None and cell.row in stems and cell.column in stems  # type: ignore[operator]
    ]  # fmt: skip
