"""What the games were like: how they end, how long they are, what each side does in them; from the histograms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from balance.frames.sides import between_sides, side_measures
from balance.report.feel import SideRows, feel_sentences, feel_tables, luck_sentences, luck_table
from balance.report.scopes import Scope, scopes_of
from balance.report.tables import MeasureColumn, MeasureTable

if TYPE_CHECKING:
    import polars as pl

    from balance.report.model import Side
    from balance.report.numbers import Score
    from balance.rules.ruleset import MeasureInfo
    from balance.runs.executor import CellResult, RunResult

QUANTILES = ((0.1, "p10"), (0.5, "median"), (0.9, "p90"))
# A measure of a side that is a part of another one, and the title of the share.
SHARES = {"moxie": ("signatures", "Moxie share of signature combos")}
# One that counts some of a group of totals, and the title of that share.
OF_GROUP = {"signatures": ("won", "Won rounds with a signature combo")}


@dataclass(frozen=True, slots=True)
class Measures:
    """The measure tables of a run, what they come to, and the games that they count, in words."""

    basis: str
    tables: tuple[MeasureTable, ...]
    sentences: tuple[str, ...] = ()


def measures_of(result: RunResult, sides: Sequence[Side], rows: SideRows, luck: pl.DataFrame | None = None) -> Measures:
    """Return the measures of all matchups of different sides; of the mirrors where there are only mirrors.

    What counts matchups together counts those of the main sides first, then all.
    `rows` are those of `frames.sides`, `luck` is `frames.luck.field_luck`.
    """
    cells = between_sides(result.cells)
    is_mirrors = cells[0].cell.a == cells[0].cell.b
    basis = "Counted over the mirrors, there being no other matchups."
    if not is_mirrors:
        basis = f"Counted over all matchups of two different {sides[0].nouns[1]}; mirrors are left out."
    measures = result.plan.ruleset.measures
    policies, turn = result.plan.levels, result.plan.ruleset.turn
    scopes = scopes_of(sides, cells)
    tables = [
        _shares(info, column, scope, policies) for column, info in enumerate(measures) if info.names for scope in scopes
    ]
    if not result.plan.ruleset.is_simultaneous:
        tables.append(_first_seat(result, sides))
    tables += [_lengths(measures, scope, policies) for scope in scopes]
    tables.append(_by_side(rows, measures, policies, sides))
    tables += feel_tables(result.plan.ruleset, scopes, policies, sides, rows)
    sentences = [one for scope in scopes for one in feel_sentences(scope, policies[0], turn)]
    if luck is not None:
        tables.append(luck_table(luck, sides))
        sentences += luck_sentences(luck, sides)
    one = sides[0].nouns[0].title()
    apart = {side.name: side.apart for side in sides if side.apart}
    tables = [replace(table, apart=apart) if table.label == one else table for table in tables]
    shown = tuple(table for table in tables if table.rows and table.columns)
    return Measures(basis, shown, tuple(sentences))


def first_seats(result: RunResult, first: str) -> dict[str, Score]:
    """Return the score of whoever has the first turn under the first policy, by the side that meets itself.

    In percent, the side `first` first; empty where play is simultaneous.
    """
    from balance.report.numbers import Score
    from balance.stats import seat_score_interval

    found: dict[str, Score] = {}
    for cell in result.cells:
        if cell.cell.is_mirror and cell.cell.level == 0 and not result.plan.ruleset.is_simultaneous:
            score = seat_score_interval(cell.tally)
            found[cell.cell.a] = Score(100 * score.estimate, 100 * score.low, 100 * score.high)
    return dict(sorted(found.items(), key=lambda item: item[0] != first))


def _first_seat(result: RunResult, sides: Sequence[Side]) -> MeasureTable:
    """Return the score of whoever has the first turn when both sides are the same, for each side that met itself."""
    from balance.report.numbers import Score, score_text
    from balance.stats import seat_score_interval

    values: dict[str, dict[str, str]] = {}
    for cell in result.cells:
        if cell.cell.is_mirror:
            found = seat_score_interval(cell.tally)
            score = Score(100 * found.estimate, 100 * found.low, 100 * found.high)
            values.setdefault(cell.cell.a, {})[result.plan.levels[cell.cell.level]] = score_text(score)
    columns = tuple(MeasureColumn(policy, "score of the first seat", "text") for policy in result.plan.levels)
    rows = tuple(
        (side.name, tuple(values[side.stem].get(policy) for policy in result.plan.levels))
        for side in sides
        if side.stem in values
    )
    label = sides[0].nouns[0].title()
    return MeasureTable("What the first turn is worth", label, columns, rows, "Mirrors alone; 95 % intervals.")


def _is_of_side(info: MeasureInfo) -> bool:
    return info.name.endswith(("_a", "_b"))


def merged(cells: Sequence[CellResult], column: int) -> Any:
    """Return the histogram of a measure over several cells."""
    from balance.stats import merge_histograms

    return merge_histograms(*(cell.histograms[column] for cell in cells))


def _shares(info: MeasureInfo, column: int, scope: Scope, policies: Sequence[str]) -> MeasureTable:
    """Return the shares of the values of an enum; a value that no game had is left out."""
    counts = [merged(scope.at(i), column) for i in range(len(policies))]
    rows = []
    for value, name in enumerate(info.names):
        of_value = [int(count[value]) if value < len(count) else 0 for count in counts]
        if any(of_value):
            shares = (100 * n / int(count.sum()) for n, count in zip(of_value, counts, strict=True))
            rows.append((name.replace("_", " "), tuple(shares)))
    columns = tuple(MeasureColumn(policy, "share of games", "percent") for policy in policies)
    label = "End" if info.name == "end" else info.title
    return MeasureTable(scope.titled(info.title), label, columns, tuple(rows), "")


def _lengths(measures: Sequence[MeasureInfo], scope: Scope, policies: Sequence[str]) -> MeasureTable:
    """Return quantiles of every measure of a whole game."""
    from balance.stats import quantile

    rows = []
    for column, info in enumerate(measures):
        if not info.names and not _is_of_side(info):
            counts = [merged(scope.at(i), column) for i in range(len(policies))]
            rows.append((info.title, tuple(float(quantile(count, q)) for count in counts for q, _ in QUANTILES)))
    columns = tuple(MeasureColumn(policy, title, "count") for policy in policies for _, title in QUANTILES)
    explained = "A tenth of the games is at p10 or below, nine tenths are at p90 or below."
    return MeasureTable(scope.titled("Length and course of the games"), "Measure", columns, tuple(rows), explained)


def _by_side(
    rows: SideRows, measures: Sequence[MeasureInfo], policies: Sequence[str], sides: Sequence[Side]
) -> MeasureTable:
    """Return means a game for each side, from the measures that come once for side a and once for side b."""
    names = side_measures(measures)
    columns: list[MeasureColumn] = []
    values: dict[str, list[float | None]] = {side.stem: [] for side in sides}
    for policy in policies:
        columns += [MeasureColumn(policy, f"{title} a game", "mean") for title in names.values()]
        shares = {part: of for part, of in SHARES.items() if part in names and of[0] in names}
        columns += [MeasureColumn(policy, title, "percent") for _, title in shares.values()]
        for stem, of_side in values.items():
            row = rows.get((policy, stem))
            if row is None:
                of_side += [None] * (len(names) + len(shares))
            else:
                of_side += [row[f"{name}_per_game"] for name in names]
                of_side += [part_of(row, part) for part in shares]
    shown = tuple((side.name, tuple(values[side.stem])) for side in sides)
    one = sides[0].nouns[0]
    return MeasureTable(f"What each {one} does in a game", one.title(), tuple(columns), shown, "")


def part_of(row: dict[str, Any], part: str) -> float | None:
    """Return what percentage of another measure one of `SHARES` is, from a row of `frames.sides`; None of nothing."""
    whole = row[f"{SHARES[part][0]}_per_game"]
    return 100 * row[f"{part}_per_game"] / whole if whole else None
