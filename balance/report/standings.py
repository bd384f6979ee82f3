"""How strong each fighter is, and what the table as a whole is like, in words a designer uses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balance.frames.formats import Format
from balance.frames.ratings import ALL, PUBLISHED
from balance.report.headline import BAND
from balance.report.numbers import Score, count_text, listed, notation, plural

if TYPE_CHECKING:
    import polars as pl

    from balance.report.model import Cell, Level, Side

MIX_SHOWN = 0.05  # percent; a smaller share of the best mix is none


@dataclass(frozen=True, slots=True)
class Standing:
    """A fighter under one policy, against the field of a scope.

    Attributes
    ----------
    average, mix : Score
        Percent: against the others of the field, and against its best mix.
    ranks : tuple of int
        The best and the worst rank that the numbers allow.
    points : Score
        Bradley-Terry, in Elo points about the average of the field.
    """

    policy: str
    average: Score
    rank: int
    ranks: tuple[int, int]
    points: Score
    mix: Score

    @property
    def rank_text(self) -> str:
        """Return the range of ranks: ``1``, or ``1-2``."""
        low, high = self.ranks
        return f"{low}" if low == high else f"{low}-{high}"

    @property
    def points_text(self) -> str:
        """Return the Elo points with their interval, which is symmetric: ``+90 ± 4``."""
        return f"{self.points.estimate:+.0f} ± {self.points.half_width:.0f}"

    @property
    def mix_limits(self) -> str:
        """Return the limits of the score against the best mix, mostly one half on one side; empty where they agree."""
        return "" if self.mix.low == self.mix.high else f"{self.mix.low:.1f} to {self.mix.high:.1f}"


@dataclass(frozen=True, slots=True)
class Field:
    """The fighters that are compared with each other: those with published numbers, or all.

    Attributes
    ----------
    title : str
        Who they are.
    is_published : bool
        Whether all their numbers are published ones.
    standings : tuple of (Side, one Standing a policy)
        The best under the first policy first.
    sentences : tuple of tuple of str
        What the table as a whole is like, for each policy.
    """

    title: str
    is_published: bool
    policies: tuple[str, ...]
    standings: tuple[tuple[Side, tuple[Standing, ...]], ...]
    sentences: tuple[tuple[str, ...], ...]


def fields_of(
    ratings: pl.DataFrame, structure: pl.DataFrame, sides: Sequence[Side], levels: Sequence[Level], format: Format,
    many: str = "fighters",
) -> tuple[Field, ...]:  # fmt: skip
    """Return the field of published sides, then that of all where there are stand-ins; none of fewer than two.

    Parameters
    ----------
    ratings, structure : polars.DataFrame
        Of `balance.frames.ratings`, in this format.
    many : str
        What sides are called.
    """
    stand_ins = [side for side in sides if not side.is_published]
    found = []
    for scope in (PUBLISHED, ALL):
        chosen = [side for side in sides if scope == ALL or side.is_published]
        if len(chosen) < 2 or (scope == ALL and not stand_ins):
            continue
        title = f"The {len(chosen)} {many} with published numbers"
        if scope == ALL:
            title = f"All {len(chosen)} {many}, {plural(len(stand_ins), 'stand-in')} included"
        by_side: dict[str, list[Standing]] = {side.stem: [] for side in chosen}
        rows = {(row["policy"], row["side"]): row for row in _of_scope(ratings, scope)}
        for level in levels:
            for side in chosen:
                by_side[side.stem].append(_standing(rows[level.policy, side.stem]))
        standings = sorted(((side, tuple(by_side[side.stem])) for side in chosen), key=lambda pair: pair[1][0].rank)
        shapes = {row["policy"]: row for row in _of_scope(structure, scope)}
        sentences = tuple(
            _sentences(shapes[level.policy], level, chosen, [rows[level.policy, side.stem] for side in chosen], format)
            for level in levels
        )
        found.append(
            Field(title, scope == PUBLISHED, tuple(level.policy for level in levels), tuple(standings), sentences)
        )  # fmt: skip
    return tuple(found)


def _of_scope(frame: pl.DataFrame, scope: str) -> list[dict[str, Any]]:
    return [row for row in frame.iter_rows(named=True) if row["scope"] == scope]


def _standing(row: dict[str, Any]) -> Standing:
    return Standing(
        policy=row["policy"],
        average=_score(row, "average_per_mille", "average"),
        rank=row["rank"],
        ranks=(row["rank_lo"], row["rank_hi"]),
        points=Score(row["bradley_terry"], row["bradley_terry_lo"], row["bradley_terry_hi"]),
        mix=_score(row, "nash_score_per_mille", "nash_score"),
    )


def _score(row: dict[str, Any], estimate: str, name: str) -> Score:
    """Return three columns, per mille, in percent."""
    return Score(row[estimate] / 10, row[f"{name}_lo"] / 10, row[f"{name}_hi"] / 10)


def _sentences(
    shape: dict[str, Any], level: Level, sides: Sequence[Side], rows: Sequence[dict[str, Any]], format: Format
) -> tuple[str, ...]:
    names = {side.stem: side.name for side in sides}
    stems = set(names)
    cells = [cell for cell in level.matchups if not cell.is_mirror and {cell.row, cell.column} <= stems]
    if shape["matchups"] == 1:  # which the score itself says all about
        return ()
    return _spread(shape), _at_once(shape, format), _unsettled(cells, names, format), _mix(rows, names)


def _spread(shape: dict[str, Any]) -> str:
    """Return how far matchups are from even, and how much of that no order of strength explains."""
    spread = _score(shape, "spread_per_mille", "spread")
    limits = f"{spread.low:.1f} to {spread.high:.1f}, with the luck of the sample taken out"
    away = f"{spread.estimate:.1f} points from even ({limits})"
    text = f"A typical matchup is {away}, about {notation(50 + spread.estimate)}"
    if shape["intransitive_per_mille"] is None:
        return f"{text}; that is too little to tell plain strength from rock-paper-scissors."
    share = _score(shape, "intransitive_per_mille", "intransitive")
    return (
        f"{text}; {share.estimate:.0f} % of that ({share.low:.0f} to {share.high:.0f}) is rock-paper-scissors, where it"
        f" matters who meets whom, and the rest is plain strength."
    )


def _at_once(shape: dict[str, Any], format: Format) -> str:
    count, lines = shape["lopsided_at_once"], f"{BAND[0]:.0f} to {BAND[1]:.0f} %{format.unit}"
    verb = "is" if count == 1 else "are"
    all_of_them = plural(shape["matchups"], "matchup")
    return f"{count} of {all_of_them} {verb} surely outside {lines}, by intervals that hold for all of them at once."


def _mix(rows: Sequence[dict[str, Any]], names: dict[str, str]) -> str:
    """Return whom somebody would pick who may pick anybody."""
    shares = [(_score(row, "nash_weight_per_mille", "nash_weight"), names[row["side"]]) for row in rows]
    shares = sorted((pair for pair in shares if pair[0].estimate >= MIX_SHOWN), key=lambda pair: -pair[0].estimate)
    if len(shares) == 1:
        share, name = shares[0]
        sure = "" if share.low == 100 else f" (a share of {share.low:.0f} to 100 % by a 95 % interval)"
        return f"Who may pick anybody picks {name}{sure}: nobody scores above 50 % against that."
    parts = [f"{name} {share.estimate:.0f} % ({share.low:.0f} to {share.high:.0f})" for share, name in shares]
    return f"Who may pick anybody mixes {listed(parts)}: nobody scores above 50 % against that."


def _unsettled(cells: Sequence[Cell], names: dict[str, str], format: Format) -> str:
    """Return which matchups are still on a line of the band, and what it would take to tell."""
    lines = f"{BAND[0]:.0f} to {BAND[1]:.0f} %{format.unit}"
    open_ones = [cell for cell in cells if cell.score and any(cell.score.holds(line) for line in BAND)]
    if not open_ones:
        return f"Every matchup is clearly inside or outside {lines}."
    least = min(open_ones, key=lambda cell: cell.games_to_settle or float("inf"))
    needed = ""
    if least.games_to_settle is not None:
        needed = (
            f"; the next to become clear is {names[least.row]} against {names[least.column]}, at about"
            f" {rounded_up(least.games_to_settle)} games"
        )
    verb = "is" if len(open_ones) == 1 else "are"
    return f"{plural(len(open_ones), 'matchup')} {verb} not yet clearly inside or outside {lines}{needed}."


def rounded_up(count: int) -> str:
    """Return a count rounded up to two digits, since it is an estimate: ``2,300``."""
    step = 10 ** max(0, len(str(count)) - 2)
    return count_text(-(-count // step) * step)
