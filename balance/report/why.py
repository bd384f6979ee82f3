"""Why a matchup goes as it does: what both sides did in its games, from the integers of one cell."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from balance.frames.sides import side_measures
from balance.report.measures import OF_GROUP, SHARES
from balance.report.numbers import percent_text

if TYPE_CHECKING:
    from balance.rules.ruleset import MeasureInfo, Ruleset
    from balance.runs.executor import CellResult

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Reason:
    """One line: what is counted, and its value for each side, or one for both (then `second` is None)."""

    label: str
    first: str
    second: str | None = None


@dataclass(frozen=True, slots=True)
class Reasons:
    """Lines that belong together."""

    title: str
    lines: tuple[Reason, ...]

    def swapped(self) -> Reasons:
        """Return the same with the sides in the other order."""
        return replace(
            self,
            lines=tuple(
                line if line.second is None else Reason(line.label, line.second, line.first) for line in self.lines
            ),
        )


def reasons_of(found: CellResult, ruleset: Ruleset) -> tuple[Reasons, ...]:
    """Return what happened in the games of a cell; a group of lines without any game to count is left out."""
    groups = [
        *(_of_group(found, ruleset, group, title) for group, title in ruleset.groups.items()),
        _actions(found, ruleset),
        _course(found, ruleset.turn),
        *(_shares(found, i, info) for i, info in enumerate(ruleset.measures) if info.names),
    ]
    return tuple(group for group in groups if group.lines)


def _of_group(found: CellResult, ruleset: Ruleset, group: str, title: str) -> Reasons:
    """Return both sides' shares of a group of totals, and what is counted for each of the group's."""
    members = [i for i, total in enumerate(ruleset.totals) if total.group == group]
    whole = _group_sums(found, members)
    lines = [
        Reason(ruleset.totals[i].title, *(_share(found.totals[2 * i + side], whole[side]) for side in range(2)))
        for i in members
        if any(found.totals[2 * i : 2 * i + 2])
    ]
    lines += [
        Reason(total.title, *(_mean(found.totals[2 * i + side], whole[side]) for side in range(2)))
        for i, total in enumerate(ruleset.totals)
        if total.per == group and any(whole)
    ]
    return Reasons(title, tuple(lines))


def _actions(found: CellResult, ruleset: Ruleset) -> Reasons:
    """Return what each side does in a game, from the measures that come once a side."""
    columns = {info.name: i for i, info in enumerate(ruleset.measures)}
    games = found.tally.games
    lines = []
    for name, title in side_measures(ruleset.measures).items():
        sums = [_sum(found.histograms[columns[f"{name}_{side}"]]) for side in "ab"]
        lines.append(Reason(f"{title} a game", *(_mean(n, games) for n in sums)))
        if name in OF_GROUP:
            group, of_title = OF_GROUP[name]
            whole = _group_sums(found, [i for i, total in enumerate(ruleset.totals) if total.group == group])
            lines.append(Reason(of_title, *map(_share, sums, whole)))
        if name in SHARES and f"{SHARES[name][0]}_a" in columns:
            part_of, of_title = SHARES[name]
            whole = [_sum(found.histograms[columns[f"{part_of}_{side}"]]) for side in "ab"]
            lines.append(Reason(of_title, *map(_share, sums, whole)))
    return Reasons("What each does in a game", tuple(lines))


def _course(found: CellResult, turn: str) -> Reasons:
    """Return who leads, as far as it was watched."""
    course = found.course
    if course is None or not course.won:
        return Reasons("Who leads", ())
    return Reasons(
        "Who leads",
        (
            Reason("Lead changes a game", f"{course.mean_lead_changes:.2f}"),
            Reason("Comebacks, share of won games", percent_text(100 * course.comebacks / course.won)),
            Reason(f"Decided before the last {turn}", percent_text(100 * course.decided_early / course.won)),
        ),
    )


def _shares(found: CellResult, column: int, info: MeasureInfo) -> Reasons:
    """Return the shares of the values of an enum, the most common first; a value that no game had is left out."""
    counts = found.histograms[column]
    values = sorted((value for value, n in enumerate(counts) if n), key=lambda value: -int(counts[value]))
    lines = (Reason(info.names[value].replace("_", " "), _share(counts[value], counts.sum())) for value in values)
    return Reasons(info.title, tuple(lines))


def _group_sums(found: CellResult, members: list[int]) -> list[int]:
    return [sum(int(found.totals[2 * i + side]) for i in members) for side in range(2)]


def _sum(counts: Any) -> int:
    return sum(value * int(n) for value, n in enumerate(counts) if n)


def _share(part: Any, whole: Any) -> str:
    return percent_text(100 * int(part) / int(whole)) if whole else NOTHING


def _mean(part: Any, whole: Any) -> str:
    return f"{int(part) / int(whole):.2f}" if whole else NOTHING
