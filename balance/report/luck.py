"""What a report of the luck of a matchup says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from balance.report.made import changes_of, made_of
from balance.report.numbers import count_text
from balance.report.page import Page, TextCell, TextTable

if TYPE_CHECKING:
    import polars as pl

    from balance.runs.manifest import Manifest
    from balance.runs.variations import LuckPlan

_NOTES = (
    "First-order: the share of the outcome's variance that this luck decides by itself, whatever all other luck does."
    " With interactions: the share that would be left open if all other luck were known. 95 % intervals.",
    "Choices are luck too: a policy that mixes draws lots. The gap between the columns is what sources decide only"
    " together, such as the right card in hand and the right guess.",
)


def build(planned: LuckPlan, manifest: Manifest, table: pl.DataFrame) -> Page:
    """Return the report of a luck run from `balance.frames.luck.luck` of it."""
    data = planned.plan.data
    rows = list(table.iter_rows(named=True))
    a, b = (data.side(rows[0][side]).name for side in ("a", "b"))
    return Page(
        title=f"{data.about.title}: the luck of {a} against {b}",
        scope=manifest.scope,
        changes=changes_of(manifest),
        lead=tuple(_lead(rows)),
        tables=(
            TextTable(
                title="What decides the outcome",
                notes=_NOTES,
                heads=("Luck", "First-order", "95 %", "With interactions", "95 %"),
                rows=tuple(_row(row) for row in rows),
                terminal=5,
            ),
        ),
        made=tuple(made_of(manifest)),
    )


def _lead(rows: list[dict[str, Any]]) -> list[str]:
    known = [row for row in rows if row["first_order"] is not None]
    if not known:
        return ["All games ended alike: there is no variance to share out."]
    together = [row for row in known if row["source"].startswith("all ")]
    sentences = [
        f"{row['source'].capitalize()}: {row['first_order'] / 10:.0f} % of the outcome's variance by themselves,"
        f" {row['with_interactions'] / 10:.0f} % with interactions."
        for row in together
    ]
    sentences.append(f"Both sides play {rows[0]['policy']}; {count_text(rows[0]['games'])} games, each played again.")
    return sentences


def _row(row: dict[str, Any]) -> tuple[TextCell, ...]:
    cells = [TextCell(row["source"])]
    for name in ("first_order", "with_interactions"):
        if row[name] is None:
            cells += [TextCell("–"), TextCell("")]
        else:
            low, high = row[f"{name}_lo"] / 10, row[f"{name}_hi"] / 10
            cells += [TextCell(f"{row[name] / 10:.1f} %", row[name]), TextCell(f"{low:.1f} to {high:.1f} %", low)]
    return tuple(cells)
