"""A report's first table and its main sentences for a terminal, from 80 columns on, with or without colour."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from balance.report import palette
from balance.report.headline import SENTENCES_SHOWN
from balance.report.model import TRUNCATED_MAX
from balance.report.numbers import NO_BREAK, count_text, kept, plural, score_text, value_text
from balance.report.scopes import MEANING

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.table import Table
    from rich.text import Text

    from balance.report.headline import Headline
    from balance.report.model import Cell, Report
    from balance.report.standings import Field

HEAD_WIDE, HEAD_NARROW = 12, 5  # letters of a stem at the head of a column


def matchup_table(report: Report) -> RenderableType:
    """Return what the terminal shows: scores of the first policy, headline, scope, data, policies and games."""
    return _MatchupTable(report)


@dataclass(frozen=True, slots=True)
class _MatchupTable:
    report: Report

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        from rich.text import Text

        report, width = self.report, options.max_width

        def said(text: str, style: str = "", indent: str = "") -> Text:
            return Text(_wrapped(text, width, indent), style=style)

        yield said(f"{report.title}, {report.format.score} in %", "bold")
        yield said(f"Scope: {report.scope}")
        if report.format.is_series:
            yield said(f"Format: {report.format.title}")
        if report.changes:
            yield said(f"Changes laid over the data: {report.changes}", "bold")
        yield Text()
        for table in _grids(report, width):
            yield table
            yield Text()
        for line in _key(report):
            yield said(line, "dim")
        yield Text()
        yield said(f"{report.headline.verdict} {report.headline.lead}".strip(), "bold")
        for sentence in (one for group in _groups(report.headline) for one in _first(group)):
            yield said(f"- {sentence}", indent="  ")
        for sentence in report.headline.sure:
            yield said(f"- {sentence}", indent="  ")
        for note in report.headline.notes:
            yield said(note)
        for line in _truncated(report):
            yield said(line, indent="  ")
        yield Text()
        for field in report.fields:
            yield said(_field_title(field, report), "bold")
            for line in _standings(field):
                yield said(line, indent=" " * 7)
            for sentence in field.sentences[0]:
                yield said(f"- {sentence}", indent="  ")
            yield Text()
        for line in _made(report):
            yield said(line)


def _wrapped(text: str, width: int, indent: str) -> str:
    """Return lines of at most `width` letters, with no break within a number and its interval."""
    filled = textwrap.fill(kept(text), width, subsequent_indent=indent, break_on_hyphens=False)
    return filled.replace(NO_BREAK, " ")


def _grids(report: Report, width: int) -> Iterator[Table]:
    """Yield the square of scores, cut into bands of columns where the terminal is too narrow for all of them."""
    from rich.table import Table

    stems = [side.stem for side in report.sides]
    grid = report.levels[0].grid
    labels = shortened(stems, HEAD_WIDE)
    label = max(map(len, labels))
    for separator, gap, most in ((" ", 2, HEAD_WIDE), ("\n", 1, HEAD_NARROW)):
        heads = shortened(stems, most)
        widths = [_width(head, [row[j] for row in grid], separator) for j, head in enumerate(heads)]
        if label + sum(widths) + gap * len(widths) <= width:
            break
    for band in _bands(widths, gap, width - label):
        table = Table(box=None, padding=(0, gap, 0, 0), pad_edge=False, header_style="bold")
        table.add_column("", no_wrap=True, width=label)
        for j in band:
            table.add_column(heads[j], justify="right", no_wrap=True, width=widths[j])
        for row_label, row in zip(labels, grid, strict=True):
            table.add_row(row_label, *(_styled(row[j], separator) for j in band))
        yield table


def _width(head: str, column: Sequence[Cell], separator: str) -> int:
    lines = [line for cell in column for line in cell_text(cell, separator).splitlines()]
    return max(map(len, [head, *lines]))


def _bands(widths: Sequence[int], gap: int, room: int) -> Iterator[list[int]]:
    """Yield the columns that fit side by side, one band after the other; at least one column a band."""
    band: list[int] = []
    used = 0
    for j, width in enumerate(widths):
        if band and used + gap + width > room:
            yield band
            band, used = [], 0
        band.append(j)
        used += gap + width
    yield band


def cell_text(cell: Cell, separator: str = " ") -> str:
    """Return a cell in as few letters as possible: ``51.3 ±0.4``, or ``2.5 +2.0 -1.3`` where asymmetric."""
    score = cell.score
    if score is None:
        return "--"
    mark = ("" if cell.is_main else "*") + ("!" if cell.bounds else "")
    if score.is_symmetric:
        spread = f"±{score.half_width:.{score.decimals}f}"
    else:
        spread = f"+{score.above:.{score.decimals}f}{separator}-{score.below:.{score.decimals}f}"
    return f"{mark}{value_text(score)}{separator}{spread}"


def shortened(stems: Sequence[str], most: int) -> list[str]:
    """Return stems of at most so many letters that are still different from each other."""
    heads: list[str] = []
    for stem in stems:
        head, number = stem[:most], 2
        while head in heads:
            head = f"{stem[: most - len(str(number))]}{number}"
            number += 1
        heads.append(head)
    return heads


def _styled(cell: Cell, separator: str) -> Text:
    """Return a cell's text, in the colour of its side of 50 % where there are colours."""
    from rich.text import Text

    text = Text(cell_text(cell, separator))
    if cell.score is None:
        text.stylize("dim")
    elif palette.bucket(cell.score.estimate) != palette.bucket(50):
        value = text.plain.index(value_text(cell.score))
        colour = "blue" if cell.score.estimate > 50 else "yellow"
        text.stylize(colour, value, value + len(value_text(cell.score)))
    return text


def _key(report: Report) -> list[str]:
    draws = f"; {report.draws}" if report.draws else ""
    lines = [f"± is a 95 % interval; -- is a mirror, which has no win rate{draws}."]
    if report.apart:
        lines.append(f"* a {report.apart} is involved: {MEANING[report.apart]}.")
    return lines


def _groups(headline: Headline) -> tuple[tuple[str, ...], ...]:
    return headline.lopsided, headline.in_part, headline.depends


def _first(sentences: Sequence[str]) -> list[str]:
    more = len(sentences) - SENTENCES_SHOWN
    return [*sentences[:SENTENCES_SHOWN], *([f"and {more} more, in the report"] if more > 0 else [])]


def _truncated(report: Report) -> list[str]:
    names = {side.stem: side.name for side in report.sides}
    sentences = [
        f"{names[cell.row]} against {names[cell.column]}: {count_text(cell.truncated)} of {count_text(cell.games)}"
        f" games; the {report.format.noun} would be {cell.bounds[0]:.1f} to {cell.bounds[1]:.1f} % had all of them"
        " been lost, or all won."
        for cell in report.levels[0].matchups
        if cell.bounds
    ]
    if not sentences:
        return []
    return [
        f"! over {TRUNCATED_MAX:g} % of the games were stopped by the turn limit:",
        *map("- {}".format, _first(sentences)),
    ]


def _field_title(field: Field, report: Report) -> str:
    return (
        f"{field.title}, under {field.policies[0]}: range of ranks; average {report.format.noun} against the others in"
        f" %; Elo points (Bradley-Terry, 0 is the average); {report.format.noun} against the best mix"
    )


def _standings(field: Field) -> list[str]:
    """Return a line for each fighter, in columns as long as they fit."""
    first = [standings[0] for _, standings in field.standings]
    columns = (
        [one.rank_text for one in first],
        [side.name + ("" if side.is_main else "*") for side, _ in field.standings],
        _beneath([score_text(one.average).replace(" %", "") for one in first]),
        [one.points_text for one in first],
        _beneath([f"{one.mix.estimate:.1f}" + (f" ({one.mix_limits})" if one.mix_limits else "") for one in first]),
    )
    rows = list(zip(*columns, strict=True))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    return [line.rstrip().replace("± ", "±") for line in lines]


def _beneath(texts: Sequence[str]) -> list[str]:
    """Return numbers, each with what stands behind it, their decimal points one beneath the other."""
    points = [text.index(".") for text in texts]
    return [" " * (max(points) - point) + text for text, point in zip(texts, points, strict=True)]


def _made(report: Report) -> list[str]:
    provenances = ", ".join(sorted({side.provenance for side in report.sides}))
    lines = [f"Data: {report.data_folder} (found by {report.data_found_by}), {provenances}."]
    for i, level in enumerate(report.levels):
        games = f"{plural(level.games_per_cell, 'game')} a matchup"
        where = "shown above" if i == 0 else "in the report"
        of_one = "" if report.sides[0].is_policy else f"Policy {level.policy} ({where}), "
        lines.append(f"{of_one}{games}: {level.title}.")
    doubtful = sum(len(side.doubtful) for side in report.sides)
    if doubtful:
        lines.append(f"Doubtful in the source: {plural(doubtful, 'point')}, listed in the report.")
    if report.precision:
        lines.append(report.precision)
    lines.append(f"{plural(report.games, 'game')}, {count_text(report.truncated)} truncated; epoch {report.epoch}.")
    return lines
