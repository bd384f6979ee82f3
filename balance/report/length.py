"""How long games take: rounds or turns as they were played, and minutes against those on the box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any

from balance.report.measures import merged
from balance.report.model import TRUNCATED_MAX
from balance.report.numbers import count_text, listed, percent_text, plural
from balance.report.plots import Mark, Plot, Row, fighter_row
from balance.report.scopes import scopes_of

if TYPE_CHECKING:
    from balance.report.model import Side
    from balance.runs.executor import RunResult

ROUND_SECONDS = 45  # of people at a table, nothing that a run could tell: an option of the command
MEASURE = "rounds"
STEP = 5  # minutes


@dataclass(frozen=True, slots=True)
class Length:
    """How long games take, in sentences and as a plot in minutes."""

    sentences: tuple[str, ...]
    plot: Plot


def length_of(result: RunResult, sides: Sequence[Side], minutes: Sequence[int], round_seconds: int) -> Length:
    """Return how long the games of a run take: p10, median and p90 of the rounds or turns.

    Those of the main sides come first, then those of all. Mirrors count only where there is nothing else.

    Parameters
    ----------
    minutes : sequence of int
        What the publisher gives as the length of a game: the shortest and the longest, one for both, or nothing.
    round_seconds : int
        What a round or turn takes at the table, in seconds.
    """
    plan = result.plan
    box = (min(minutes), max(minutes)) if minutes else None
    turn = plan.ruleset.turn
    column = [info.name for info in plan.ruleset.measures].index(MEASURE)
    cells = [cell for cell in result.cells if cell.cell.a != cell.cell.b] or list(result.cells)
    levels = [[cell for cell in cells if cell.cell.level == i] for i in range(len(plan.levels))]
    rows: list[Row] = []
    sentences: list[str] = []
    for scope in scopes_of(sides, cells):
        counts = [merged(scope.at(i), column) for i in range(len(plan.levels))]
        rows.append(Row(scope.label, "", tuple(_mark(one, turn, round_seconds) for one in counts)))
        said = _sentences(counts[0], plan.levels[0], box, turn, round_seconds, scope.who)
        sentences += [said[0], said[-1]] if sentences else said
    sentences += _mirrors(result, sides, box, round_seconds)
    for side in sides:
        found = [[cell for cell in of_level if side.stem in (cell.cell.a, cell.cell.b)] for of_level in levels]
        rows.append(
            fighter_row(side, [_mark(merged(some, column), turn, round_seconds) if some else None for some in found])
        )
    longest = max(mark.high for row in rows for mark in row.marks if mark is not None)
    plot = Plot(
        title=f"How long a game takes, at {round_seconds} seconds a {turn}",
        note=(
            "Dot: median; line: from the tenth of the games that end first to the tenth that end last; the matchups of"
            f" each {sides[0].nouns[0]}."
        ),
        label=sides[0].nouns[0].title(),
        axis="minutes",
        start=0,
        stop=STEP * ceil(max(longest, *(box or (0, 0)), STEP) / STEP),
        band=(float(box[0]), float(box[1])) if box else None,
        band_title=f"{box[0]} to {box[1]} minutes: on the box" if box else "",
        line=None,
        series=plan.levels,
        rows=tuple(rows),
    )
    return Length(tuple(sentences), plot)


def _mark(counts: Any, turn: str, round_seconds: int) -> Mark:
    from balance.stats import quantile

    low, middle, high = (quantile(counts, q) for q in (0.1, 0.5, 0.9))
    minutes = [rounds * round_seconds / 60 for rounds in (middle, low, high)]
    return Mark(minutes[0], minutes[1], minutes[2], f"{plural(middle, turn)} ({low} to {high})")


def _sentences(
    counts: Any, policy: str, box: tuple[int, int] | None, turn: str, round_seconds: int, who: str
) -> list[str]:
    from balance.stats import quantile

    low, middle, high = (quantile(counts, q) for q in (0.1, 0.5, 0.9))
    of = f" of {who}" if who else ""
    first = (
        f"Under {policy} half of the games{of} are over after {plural(middle, turn)}, a tenth after {low}, nine tenths"
        f" after {high}."
    )
    if box is None:
        return [
            first,
            f"At {round_seconds} seconds a {turn} the median game{of} takes {_minutes(middle, round_seconds)}.",
        ]
    seconds = [60 * minutes / middle for minutes in box]
    inside = sum(int(n) for rounds, n in enumerate(counts) if box[0] <= rounds * round_seconds / 60 <= box[1])
    return [
        first,
        f"The box says {box[0]} to {box[1]} minutes, which the median game keeps if a {turn} takes"
        f" {count_text(ceil(seconds[0]))} to {count_text(int(seconds[1]))} seconds.",
        f"At {round_seconds} seconds a {turn}, which is an assumption (--round-seconds), the median game{of} takes"
        f" {_minutes(middle, round_seconds)}, and {percent_text(100 * inside / int(counts.sum()), 0)} of the games take"
        f" {box[0]} to {box[1]} minutes.",
    ]


def _mirrors(result: RunResult, sides: Sequence[Side], box: tuple[int, int] | None, round_seconds: int) -> list[str]:
    """Return a sentence that names the mirrors whose games are no such games: out of the box, or truncated."""
    from balance.stats import quantile

    plan = result.plan
    column = [info.name for info in plan.ruleset.measures].index(MEASURE)
    cells = [cell for cell in result.cells if cell.cell.level == 0]
    mirrors = {cell.cell.a: cell for cell in cells if cell.cell.is_mirror}
    if len(mirrors) == len(cells):
        return []
    truncated = sum(cell.tally.truncated for cell in cells)
    parts = []
    for side in sides:
        if side.stem not in mirrors:
            continue
        tally, middle = mirrors[side.stem].tally, quantile(mirrors[side.stem].histograms[column], 0.5)
        is_stopped = 100 * tally.truncated > TRUNCATED_MAX * tally.games
        if is_stopped or (box and not box[0] <= middle * round_seconds / 60 <= box[1]):
            part = f"{side.name} (median {plural(middle, plan.ruleset.turn)}, {_minutes(middle, round_seconds)}"
            part += f"; {count_text(tally.truncated)} of {plural(truncated, 'truncated game')}" * is_stopped
            parts.append(f"{part})")
    if not parts:
        return []
    return [f"Mirrors are not counted here; under {plan.levels[0]} some are games of another length: {listed(parts)}."]


def _minutes(rounds: int, round_seconds: int) -> str:
    return plural(round(rounds * round_seconds / 60), "minute")
