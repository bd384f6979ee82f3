"""A small report: some sentences and tables of texts, as a web page and for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from balance.report.numbers import NO_BREAK, kept

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
    from rich.table import Table


@dataclass(frozen=True, slots=True)
class TextCell:
    """What a cell says, and the number that it is sorted by."""

    text: str
    sort: float | None = None


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table of texts; `terminal` says how many of its first columns a terminal shows."""

    title: str
    notes: tuple[str, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[TextCell, ...], ...]
    terminal: int


@dataclass(frozen=True, slots=True)
class Page:
    """A report; `made` are (label, value) pairs that say how its numbers can be made again."""

    title: str
    scope: str
    changes: str
    lead: tuple[str, ...]
    tables: tuple[TextTable, ...]
    made: tuple[tuple[str, str], ...]


def render(page: Page) -> str:
    """Return the page as HTML that needs no other file; equal pages give equal texts."""
    from balance.report.html import filled

    return filled("tables.html.j2", page=page)


def terminal(page: Page) -> Iterator[RenderableType]:
    """Yield what a terminal shows: the first table, unless it is empty, and the sentences."""
    yield _Said(page.title, "bold")
    yield _Said(f"Scope: {page.scope}")
    if page.changes:
        yield _Said(f"Changes laid over the data: {page.changes}", "bold")
    yield _Said("")
    if page.tables[0].rows:
        yield from _table(page.tables[0])
    for i, sentence in enumerate(page.lead):
        yield _Said(sentence, "" if i else "bold")


@dataclass(frozen=True, slots=True)
class _Said:
    """A text whose lines end where a number and its unit do not; rich would break at any blank, and leave it there."""

    text: str
    style: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.text import Text

        lines = textwrap.fill(kept(self.text), options.max_width, break_on_hyphens=False)
        yield Text(lines.replace(NO_BREAK, " "), style=self.style)


@dataclass(frozen=True, slots=True)
class _Trimmed:
    """A table without the blanks at the ends of its lines."""

    table: Table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.cells import cell_len
        from rich.segment import Segment

        for line in console.render_lines(self.table, options, pad=False):
            whole = "".join(segment.text for segment in line)
            yield from Segment.adjust_line_length(line, cell_len(whole.rstrip()), pad=False)
            yield Segment.line()


def _table(shown: TextTable) -> Iterator[RenderableType]:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for i, head in enumerate(shown.heads[: shown.terminal]):
        # Heads give way first, so that what stands below them is not broken where there is room for it.
        width = max(map(len, [*(row[i].text for row in shown.rows), *head.split()]))
        heading = textwrap.fill(head, width) if i else head
        table.add_column(heading, justify="right" if i else "left", no_wrap=i == 0)
    for row in shown.rows:
        table.add_row(*(Text(cell.text) for cell in row[: shown.terminal]))
    yield _Trimmed(table)
    yield _Said("")
    for note in shown.notes:
        yield _Said(note, "dim")
    yield _Said("")
