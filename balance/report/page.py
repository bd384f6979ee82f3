"""A small report: some sentences and tables of texts, as a web page and for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType


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
    from rich.text import Text

    yield Text(page.title, style="bold")
    yield Text(f"Scope: {page.scope}")
    if page.changes:
        yield Text(f"Changes laid over the data: {page.changes}", style="bold")
    yield Text()
    if page.tables[0].rows:
        yield from _table(page.tables[0])
    for i, sentence in enumerate(page.lead):
        yield Text(sentence, style="" if i else "bold")


def _table(shown: TextTable) -> Iterator[RenderableType]:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for i, head in enumerate(shown.heads[: shown.terminal]):
        table.add_column(head, justify="right" if i else "left", no_wrap=i == 0)
    for row in shown.rows:
        table.add_row(*(Text(cell.text) for cell in row[: shown.terminal]))
    yield table
    yield Text()
    for note in shown.notes:
        yield Text(note, style="dim")
    yield Text()
