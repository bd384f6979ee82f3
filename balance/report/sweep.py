"""What a report of a sweep says: what each change of the rules does to the games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from balance.frames.sweep import BASE, COMPARED, UNCHANGED, Question, questions
from balance.report.made import changes_of, made_of
from balance.report.numbers import count_text, listed, plural
from balance.report.page import Page, TextCell, TextTable
from balance.runs.chunks import WATCHED

if TYPE_CHECKING:
    import polars as pl

    from balance.rules.ruleset import Ruleset
    from balance.runs.manifest import Manifest
    from balance.runs.sweep import SweepPlan

Row = dict[str, Any]

SKEW_MAX = 1.5  # up to which ratio of its arms an interval is shown as ±
_NOTES = (
    "First row: the rules as they are. Others: what each change adds to that, or takes away. Means over matchups that"
    " weigh the same, mirrors left out but for the first player. Shares and scores in percentage points.",
    "Intervals are pointwise, 95 %; of many tests some are off by chance. * marks what is a difference at a false"
    " discovery rate of 10 % over all numbers of the table's policy.",
    "Compared under the same luck, block by block, is all but how games end and, behind the first"
    f" {WATCHED:,} blocks of a matchup, the length: there both versions count as independent, so intervals are wide.",
    f"Lead changes and comebacks (the winner's chance was below 20 %; of all games) are of the first {WATCHED:,}"
    " blocks, each version judged by its own chances to win. Largest move: interval for all matchups of the change at"
    " once.",
    "Policies are made for the rules as they are: what a change is worth to play that learns to use it may be more.",
)


def build(planned: SweepPlan, manifest: Manifest, table: pl.DataFrame) -> Page:
    """Return the report of a sweep from `frames.sweep.sweep` of it."""
    data, asked = planned.base.data, questions(planned.base)
    rows = list(table.iter_rows(named=True))
    levels = list(dict.fromkeys(row["policy"] for row in rows if row["policy"]))
    tables: list[TextTable] = []
    for policy in levels:
        of_level = [row for row in rows if row["policy"] == policy]
        under = f" under {policy}" if len(levels) > 1 else ""
        tables += _tables(asked, of_level, under, planned.base.ruleset)
    tables.append(_edits_table(rows))
    return Page(
        title=f"{data.about.title}: {plural(len(planned.variants), 'change')} of the rules",
        scope=manifest.scope,
        changes=changes_of(manifest),
        lead=tuple(_lead(planned, asked, rows, levels)),
        tables=tuple(shown for shown in tables if shown.rows),
        made=tuple(made_of(manifest)),
    )


def _tables(
    asked: Sequence[Question], rows: list[Row], under: str, ruleset: Ruleset
) -> Iterator[TextTable]:  # fmt: skip
    by_name = {question.name: question for question in asked}
    shown = [by_name[name] for name in ("length", "first_seat", "lead_changes") if name in by_name]
    titles = {"length": f"{ruleset.turn.capitalize()}s", "first_seat": "First player", "lead_changes": "Lead changes"}
    yield TextTable(
        title=f"What each change does{under}",
        notes=(*_NOTES, f"{count_text(rows[0]['games'])} games of each version."),
        heads=("Change", *(titles[question.name] for question in shown), "Winner changed", "Comebacks", "Largest move"),
        rows=tuple(
            (
                TextCell(row["change"]), *(_cell(row, question) for question in shown), _share(row),
                _cell(row, by_name["comebacks"]), _largest(row),
            )
            for row in rows
        ),
        terminal=2 + len(shown),
    )  # fmt: skip
    ends = [question for question in asked if question.name.startswith(("draws", "truncated", "end_"))]
    seen = [question for question in ends if any(row[question.name] for row in rows)]
    kinds = next((info.title for info in ruleset.measures if info.name == "end"), "")
    yield _plain_table(f"How games end{under}, in %", rows, seen, [f"{kinds}. What no game did is left out."])
    scores = [question for question in asked if question.name.startswith("score_")]
    if scores:
        note = "Spread: how far matchups are from even, a standard deviation in points, without noise."
        table = _plain_table(f"Average score against the others{under}, in %", rows, scores, [note])
        spreads = tuple(
            TextCell(_text(row["spread_per_mille"], row["spread_lo"], row["spread_hi"], 10, False),
                     row["spread_per_mille"])
            for row in rows
        )  # fmt: skip
        yield TextTable(
            table.title,
            table.notes,
            (*table.heads, "Spread"),
            tuple((*cells, spread) for cells, spread in zip(table.rows, spreads, strict=True)),
            table.terminal + 1,
        )


def _plain_table(title: str, rows: list[Row], asked: Sequence[Question], notes: Sequence[str]) -> TextTable:
    return TextTable(
        title=title,
        notes=tuple(notes),
        heads=("Change", *(question.title for question in asked)),
        rows=tuple((TextCell(row["change"]), *(_cell(row, question) for question in asked)) for row in rows),
        terminal=1 + len(asked),
    )


def _edits_table(rows: list[Row]) -> TextTable:
    told = {row["change"]: row for row in rows if row["change"] != BASE}
    return TextTable(
        title="What is laid over the rules",
        notes=(),
        heads=("Change", "Edits", "What became of it"),
        rows=tuple((TextCell(row["change"]), TextCell(row["edits"]), TextCell(row["status"])) for row in told.values()),
        terminal=3,
    )


def _cell(row: Row, question: Question) -> TextCell:
    value, difference = row[question.name], row[f"{question.name}_difference"]
    if row["status"] == UNCHANGED:
        return TextCell("=", 0.0)
    is_base = difference is None
    shown = value if is_base else difference
    if shown is None:
        return TextCell("–")
    divisor = 1 if question.scale == 1 else 10
    text = _text(shown, row[f"{question.name}_lo"], row[f"{question.name}_hi"], divisor, not is_base)
    return TextCell(text + ("*" if row[f"{question.name}_found"] else ""), shown)


def _text(value: float, low: float, high: float, divisor: int, is_signed: bool) -> str:
    """Return a number with its interval: ``12.3 ±0.2``, ``+0.8 ±0.3``, or ``0.1 (0.0 to 0.4)`` where it is skew."""
    value, low, high = value / divisor, low / divisor, high / divisor
    reach = (high - low) / 2
    digits = 1 if reach >= 0.095 else 2 if reach >= 0.0095 else 3
    sign, above, below = "+" if is_signed else "", high - value, value - low
    if max(above, below) <= max(SKEW_MAX * min(above, below), 2 * 10.0**-digits):
        return f"{value:{sign}.{digits}f} ±{reach:.{digits}f}"
    return f"{value:{sign}.{digits}f} ({low:{sign}.{digits}f} to {high:{sign}.{digits}f})"


def _share(row: Row) -> TextCell:
    share = row["winner_changed"]
    return TextCell("" if share is None else f"{share / 10:.1f} %", share)


def _largest(row: Row) -> TextCell:
    if row["largest_a"] is None:
        return TextCell("")
    text = _text(row["largest_difference"], row["largest_lo"], row["largest_hi"], 10, True)
    return TextCell(f"{row['largest_a']}:{row['largest_b']} {text}", abs(row["largest_difference"]))


def _lead(planned: SweepPlan, asked: Sequence[Question], rows: list[Row], levels: list[str]) -> Iterator[str]:
    """Say what is found of the first policy level."""
    of_first = [row for row in rows if row["policy"] == levels[0]]
    by_name = {question.name: question for question in asked}
    base, turn = of_first[0], planned.base.ruleset.turn
    compared = [row for row in of_first if row["status"] == COMPARED]
    both = f"{levels[0]}: " if len(levels) > 1 else ""
    said = (
        ("length", f"A game takes {_value(base, by_name['length'])} {turn}s; ", "longer", "shorter"),
        ("first_seat", "The first player scores {} %; ", "more", "less"),
        ("lead_changes", "The lead changes {} times a game; ", "more often", "less often"),
    )
    for name, begin, more, less in said:
        if name in by_name:
            text = begin.format(_value(base, by_name[name]))
            yield both + text + _extremes(compared, by_name[name], more, less)
    moved = sorted((row for row in compared if row["movers"]), key=lambda row: -row["winner_changed"])
    if moved:
        most = listed([f"{row['change']} ({row['winner_changed'] / 10:.0f} %)" for row in moved[:3]])
        move = max(moved, key=lambda row: abs(row["largest_difference"]))
        yield (
            f"{both}Another winner has a game most often under {most}. {plural(len(moved), 'change')} surely"
            f" {'moves' if len(moved) == 1 else 'move'} a matchup, {move['change']} most: {_largest(move).text} points."
        )
    idle = [row["change"] for row in compared if not row["winner_changed"] and not row["length_difference"]]
    if idle:
        yield (
            f"{both}No game has another winner, nor the games another mean length, under {listed(idle)}: what plays"
            " here does not meet that rule."
        )
    still = [row["change"] for row in of_first if row["status"] == UNCHANGED]
    if still:
        yield f"The same games, by equal hashes: {listed(still)}."
    for row in rows:
        if row["policy"] is None:
            yield f"{row['change']} {row['status']}."
    if len(levels) > 1:
        yield f"The same under {listed(levels[1:])} stands in sweep.html and sweep.csv."


def _value(row: Row, question: Question) -> str:
    divisor = 1 if question.scale == 1 else 10
    return _text(row[question.name], row[f"{question.name}_lo"], row[f"{question.name}_hi"], divisor, False)


def _extremes(rows: list[Row], question: Question, more: str, less: str) -> str:
    """Name the changes that raise a measure most and lower it most, of those that surely do."""
    found = [row for row in rows if row[f"{question.name}_found"]]
    difference: Callable[[Row], float] = lambda row: row[f"{question.name}_difference"]  # noqa: E731
    up = sorted((row for row in found if difference(row) > 0), key=difference, reverse=True)
    down = sorted((row for row in found if difference(row) < 0), key=difference)
    divisor = 1 if question.scale == 1 else 10

    def told(chosen: list[Row]) -> str:
        return listed([f"{row['change']} ({difference(row) / divisor:+.2g})" for row in chosen[:3]])

    parts = [f"{word} with {told(chosen)}" for word, chosen in ((more, up), (less, down)) if chosen]
    return "; ".join(parts) + "." if parts else "no change moves that for sure."
