"""How strong each side is, and what the table as a whole is like, in words a designer uses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balance.frames.ratings import ALL, MAIN
from balance.report.numbers import Score, listed, notation, score_text
from balance.report.scopes import all_title, main_title
from balance.report.structure import Surprise, rings_of, rings_text, surprises_of

if TYPE_CHECKING:
    import polars as pl

    from balance.report.model import Level, Side

MIX_SHOWN = 0.05  # percent; a smaller share of the best mix is none


@dataclass(frozen=True, slots=True)
class Standing:
    """A fighter under one policy, against the field of a scope.

    Attributes
    ----------
    average, mix : Score
        Percent: against the others of the field, and against its best mix.
    share : Score
        Percent: of the best mix.
    ranks : tuple of int
        The best and the worst rank that the numbers allow.
    points : Score
        Bradley-Terry, in Elo points about the average of the field.
    best, worst : (str, Score)
        The opponents of the field against whom the score is highest and lowest, by name, and the scores.
    """

    policy: str
    average: Score
    rank: int
    ranks: tuple[int, int]
    points: Score
    mix: Score
    share: Score
    best: tuple[str, Score]
    worst: tuple[str, Score]

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
    """The sides that are compared with each other: the main ones, or all.

    Attributes
    ----------
    title : str
        Who they are.
    is_main : bool
        Whether they are the main sides.
    standings : tuple of (Side, one Standing a policy)
        The best under the first policy first.
    tiers : tuple of int
        The tier of each of the standings, from 1: a new one begins where all who are above surely are.
    sentences : tuple of tuple of str
        What the table as a whole is like, for each policy.
    surprises : tuple of Surprise
        Matchups that strength does not explain, under the first policy.
    rings : str
        Which fighters beat each other in a ring, under the first policy; empty below three fighters.
    """

    title: str
    is_main: bool
    policies: tuple[str, ...]
    standings: tuple[tuple[Side, tuple[Standing, ...]], ...]
    tiers: tuple[int, ...]
    sentences: tuple[tuple[str, ...], ...]
    surprises: tuple[Surprise, ...]
    rings: str

    @property
    def extremes(self) -> str:
        """Return who does best and who does worst on average under the first policy."""
        (best, of_best), (worst, of_worst) = self.standings[0], self.standings[-1]
        return (
            f"On average {best.name} does best, with {score_text(of_best[0].average)}, and {worst.name} worst, with"
            f" {score_text(of_worst[0].average)}."
        )


def fields_of(
    ratings: pl.DataFrame, structure: pl.DataFrame, sides: Sequence[Side], levels: Sequence[Level]
) -> tuple[Field, ...]:
    """Return the field of main sides, then that of all where some are kept apart; none of fewer than two.

    Parameters
    ----------
    ratings, structure : polars.DataFrame
        Of `balance.frames.ratings`, in the format of the cells.
    """
    is_whole = all(side.is_main for side in sides)
    found = []
    for scope in (MAIN, ALL):
        chosen = [side for side in sides if scope == ALL or side.is_main]
        if len(chosen) < 2 or (scope == ALL and is_whole):
            continue
        title = all_title(sides) if scope == ALL else main_title(sides, "The ")
        stems = {side.stem for side in chosen}
        rows = {(row["policy"], row["side"]): row for row in _of_scope(ratings, scope)}
        shapes = {row["policy"]: row for row in _of_scope(structure, scope)}
        by_side: dict[str, list[Standing]] = {side.stem: [] for side in chosen}
        for level in levels:
            for side in chosen:
                row = rows[level.policy, side.stem]
                by_side[side.stem].append(_standing(row, *_best_and_worst(side, level, stems, sides)))
        standings = tuple(
            sorted(((side, tuple(by_side[side.stem])) for side in chosen), key=lambda pair: pair[1][0].rank)
        )
        found.append(
            Field(
                title=title,
                is_main=scope == MAIN,
                policies=tuple(level.policy for level in levels),
                standings=standings,
                tiers=tiers_of([of_side[0].ranks[1] for _, of_side in standings]),
                sentences=tuple(
                    _sentences(shapes[level.policy], [rows[level.policy, side.stem] for side in chosen], chosen)
                    for level in levels
                ),
                surprises=surprises_of(standings, levels[0]),
                rings=rings_text(rings_of(chosen, levels[0]), chosen[0].nouns[1]) if len(chosen) > 2 else "",
            )
        )
    return tuple(found)


def tiers_of(lowest: Sequence[int]) -> tuple[int, ...]:
    """Return the tier of each fighter, from 1, from the lowest ranks that they can have, the best fighter first.

    The first n fighters are above all others for sure when none of them can be lower than n.
    """
    tiers, tier, reach = [], 1, 0
    for above, rank in enumerate(lowest):
        if above and reach <= above:
            tier += 1
        tiers.append(tier)
        reach = max(reach, rank)
    return tuple(tiers)


def _best_and_worst(
    side: Side, level: Level, stems: set[str], sides: Sequence[Side]
) -> tuple[tuple[str, Score], tuple[str, Score]]:
    names = {other.stem: other.name for other in sides}
    row = next(row for row in level.grid if row[0].row == side.stem)
    scores = [(names[cell.column], cell.score) for cell in row if cell.score is not None and cell.column in stems]
    ordered = sorted(scores, key=lambda pair: -pair[1].estimate)
    return ordered[0], ordered[-1]


def _of_scope(frame: pl.DataFrame, scope: str) -> list[dict[str, Any]]:
    return [row for row in frame.iter_rows(named=True) if row["scope"] == scope]


def _standing(row: dict[str, Any], best: tuple[str, Score], worst: tuple[str, Score]) -> Standing:
    return Standing(
        policy=row["policy"],
        average=_score(row, "average_per_mille", "average"),
        rank=row["rank"],
        ranks=(row["rank_lo"], row["rank_hi"]),
        points=Score(row["bradley_terry"], row["bradley_terry_lo"], row["bradley_terry_hi"]),
        mix=_score(row, "nash_score_per_mille", "nash_score"),
        share=_score(row, "nash_weight_per_mille", "nash_weight"),
        best=best,
        worst=worst,
    )


def _score(row: dict[str, Any], estimate: str, name: str) -> Score:
    """Return three columns, per mille, in percent."""
    return Score(row[estimate] / 10, row[f"{name}_lo"] / 10, row[f"{name}_hi"] / 10)


def _sentences(shape: dict[str, Any], rows: Sequence[dict[str, Any]], sides: Sequence[Side]) -> tuple[str, ...]:
    if shape["matchups"] == 1:  # which the score itself says all about
        return ()
    return _spread(shape), _mix(rows, {side.stem: side.name for side in sides})


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
