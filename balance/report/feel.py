"""Game feel as tables: who leads and for how long, how a group of totals is shared out, what luck decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from balance.report.numbers import Score, plural, score_text
from balance.report.scopes import of_main
from balance.report.tables import MeasureColumn, MeasureTable

if TYPE_CHECKING:
    import polars as pl

    from balance.report.model import Side
    from balance.report.scopes import Scope
    from balance.rules.ruleset import Ruleset
    from balance.stats.course import CourseTally

_EXPLAINED = (
    "The chance to win at the start of a {turn} is how often other games of the matchup were won from where both stand."
    " A side leads from 55 % on; the first lead is no change, the end of the game may be one. A comeback is a win after"
    " a {turn} that began at less than 20 %. A game is decided when the winner's chance stays at 90 % or more."
)
_LUCK_EXPLAINED = (
    "Decides alone: the share of the variance of who wins that this luck decides whatever all other luck does"
    " (first-order). Has a part in: the share left open if all other luck were known (total). Choices are luck where a"
    " policy draws lots. {games} of the {matchups} of {field}, each played again with part of its luck renewed; a"
    " matchup weighs as its variance does. 95 % intervals."
)
_LUCK = {  # what a source is in a sentence and whether there are many of it, by its name in `runs.variations`
    "shuffles": ("the order of the decks", False),
    "choices": ("the lots that policies draw for their choices", True),
    "dice": ("the dice", True),
    "shared cards": ("the deal of the shared cards", False),
}
_SHARES = ("first_order", "with_interactions")

SideRows = dict[tuple[str, str], dict[str, Any]]  # rows of `frames.sides`, by policy and side


def feel_tables(
    ruleset: Ruleset,
    scopes: Sequence[Scope],
    policies: Sequence[str],
    sides: Sequence[Side],
    rows: SideRows,
) -> list[MeasureTable]:
    """Return the tables of how games go, of each scope together and by side, and of each group of totals."""
    turn = ruleset.turn
    tables = [*(_courses(scope, policies, turn) for scope in scopes), _courses_by_side(rows, policies, sides, turn)]
    for group, title in ruleset.groups.items():
        tables += [_group(ruleset, group, title, rows, policy, sides) for policy in policies]
    return tables


def feel_sentences(scope: Scope, policy: str, turn: str) -> list[str]:
    """Return what the games of a scope are like under the first policy, in words; nothing where none was watched.

    `turn` is what the steps of a game are called.
    """
    from balance.frames.feel import courses

    course = courses(scope.at(0))
    if not course.won:
        return []
    among = f"Among {scope.who} the" if scope.who else "The"
    return [
        f"{among} lead changes hands {course.mean_lead_changes:.1f} times a game under {policy},"
        f" {_percent(course.comebacks, course.won)} of the wins are comebacks from a chance below 20 %, and"
        f" {_percent(course.decided_early, course.won)} of them are decided before the last {turn}."
    ]


def luck_table(luck: pl.DataFrame, sides: Sequence[Side]) -> MeasureTable:
    """Return the shares of luck in the matchups of a field, from `frames.luck.field_luck`."""
    rows = _of_luck(luck)
    if not rows:
        return MeasureTable("What luck decides", "Luck", (), (), "")
    first = rows[0]
    many = sides[0].nouns[1]
    is_part = first["sides"] < len(sides)
    note = _LUCK_EXPLAINED.format(
        matchups=plural(first["matchups"], "matchup"),
        field=f"the {first['sides']} {many}" + (f" {of_main(sides)}" if is_part else ""),
        games=plural(first["games"], "game"),
    )
    columns = tuple(MeasureColumn(first["policy"], title, "text") for title in ("decides alone", "has a part in"))
    shown = [(row["source"].capitalize(), tuple(score_text(_score(row, name)) for name in _SHARES)) for row in rows]
    return MeasureTable("What luck decides", "Luck", columns, tuple(shown), note)


def luck_sentences(luck: pl.DataFrame, sides: Sequence[Side]) -> list[str]:
    """Return how much of who wins each source of luck decides, in words; nothing where all games ended alike."""
    parts: list[str] = []
    for row in _of_luck(luck):
        what, are_many = _LUCK.get(row["source"], (row["source"], True))
        decide, have, itself = ("decide", "have", "themselves") if are_many else ("decides", "has", "itself")
        alone, total = (_whole(_score(row, name)) for name in _SHARES)
        if not parts:
            between = "Between these policies" if sides[0].is_policy else f"When both sides play {row['policy']}"
            what, alone = f"{between}, {what}", f"{alone} of who wins"
        parts.append(f"{what} {decide} {alone} by {itself} and {have} a part in {total}")
    return [f"{'; '.join(parts)}."] if parts else []


def _of_luck(luck: pl.DataFrame) -> list[dict[str, Any]]:
    return [row for row in luck.iter_rows(named=True) if row["first_order"] is not None]


def _score(row: dict[str, Any], name: str) -> Score:
    """Return a share, in percent."""
    return Score(row[name] / 10, row[f"{name}_lo"] / 10, row[f"{name}_hi"] / 10)


def _whole(score: Score) -> str:
    return f"{score.estimate:.0f} % ({score.low:.0f} to {score.high:.0f})"


def _courses(scope: Scope, policies: Sequence[str], turn: str) -> MeasureTable:
    """Return what the chance to win does over a game, all matchups of a scope together."""
    from balance.frames.feel import courses

    found = [courses(scope.at(i)) for i in range(len(policies))]
    columns = tuple(MeasureColumn(policy, "all matchups", "text") for policy in policies)
    title = scope.titled("Who leads")
    if not all(course.won for course in found):
        return MeasureTable(title, "Measure", columns, (), "")
    rows = [
        ("Lead changes a game", [f"{course.mean_lead_changes:.2f}" for course in found]),
        ("Games without a lead change", [_percent(int(c.lead_changes[0]), c.games) for c in found]),
        ("Games with three lead changes or more", [_percent(int(c.lead_changes[3:].sum()), c.games) for c in found]),
        ("Lowest chance of the eventual winner, on average", [f"{100 * c.mean_low_point:.0f} %" for c in found]),
        ("Comebacks", [_percent(course.comebacks, course.won) for course in found]),
        (f"Decided before the last {turn}", [_percent(course.decided_early, course.won) for course in found]),
        ("Decided, the earliest tenth of the games", [f"by {_decided(c, 0.1)} % of the {turn}s" for c in found]),
        ("Games watched", [f"{course.games:,}" for course in found]),
    ]
    return MeasureTable(
        title,
        "Measure",
        columns,
        tuple((label, tuple(values)) for label, values in rows),
        _EXPLAINED.format(turn=turn),
    )


def _courses_by_side(rows: SideRows, policies: Sequence[str], sides: Sequence[Side], turn: str) -> MeasureTable:
    """Return the same of the matchups of each side."""
    columns = []
    values: dict[str, list[float | str | None]] = {side.stem: [] for side in sides}
    for policy in policies:
        columns += [
            MeasureColumn(policy, "Lead changes a game", "mean"),
            MeasureColumn(policy, "Comebacks, share of won games", "percent"),
            MeasureColumn(policy, f"Decided before the last {turn}", "percent"),
        ]
        for stem, of_side in values.items():
            row = rows.get((policy, stem))
            if row is None or row["comebacks"] is None:
                of_side += [None, None, None]
            else:
                of_side += [row["lead_changes"], row["comebacks"] / 10, row["decided_early"] / 10]
    shown = tuple((side.name, tuple(values[side.stem])) for side in sides)
    if all(value is None for _, row in shown for value in row):
        shown = ()
    one = sides[0].nouns[0]
    return MeasureTable(f"Who leads, in the matchups of each {one}", one.title(), tuple(columns), shown, "")


def _group(
    ruleset: Ruleset, group: str, title: str, rows: SideRows, policy: str, sides: Sequence[Side]
) -> MeasureTable:
    """Return each side's shares of a group of totals, and the totals that are counted for each of the group's."""
    members = [total for total in ruleset.totals if total.group == group]
    others = [total for total in ruleset.totals if total.per == group]
    columns = [MeasureColumn(policy, total.title, "percent") for total in members]
    columns += [MeasureColumn(policy, total.title, "mean") for total in others]
    shown = []
    for side in sides:
        row = rows.get((policy, side.stem))
        if row is not None and row[f"{members[0].name}_per_mille"] is not None:
            shares = [row[f"{total.name}_per_mille"] / 10 for total in members]
            shown.append((side.name, (*shares, *(row[f"{total.name}_per_{group}"] for total in others))))
    return MeasureTable(f"{title} under {policy}", sides[0].nouns[0].title(), tuple(columns), tuple(shown), "")


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %"


def _decided(course: CourseTally, share: float) -> int:
    from balance.stats import quantile

    return quantile(course.decided_at, share)
