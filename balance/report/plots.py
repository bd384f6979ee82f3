"""Interval plots: a row of marks on one axis for each fighter or matchup. What is shown; renderers draw it.

A row is a label, and for each series a value with its limits. The same plot is a table of a web page with a track in
each row, and a picture for a slide, so nothing is told by colour or position alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import TYPE_CHECKING

from balance.report.kinds import BAND, EVEN
from balance.report.numbers import Score, percent_text, score_text

if TYPE_CHECKING:
    from balance.report.model import Side
    from balance.report.standings import Field
    from balance.report.structure import Surprise

TICKS_MAX = 7
STEPS = (1, 2, 5, 10, 20, 25, 50)
MIX_SHOWN = 0.5  # percent; a fighter whose share of the best mix cannot be as large is not in its plot


@dataclass(frozen=True, slots=True)
class Mark:
    """A value with its limits, where it has some, and both as text."""

    estimate: float
    low: float
    high: float
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a plot: one mark a series, None where a series has nothing to say."""

    label: str
    apart: str  # as of a side
    marks: tuple[Mark | None, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Plot:
    """Rows of intervals on one axis.

    Attributes
    ----------
    label : str
        What the rows are.
    axis : str
        What the axis shows, its unit included.
    start, stop : float
        The ends of the axis.
    band : tuple of float, or None
        A range that is marked, and `band_title` says what it is.
    line : float or None
        A value that is marked.
    series : tuple of str
        What the marks of a row are, first to last.
    breaks : tuple of int
        The rows above which a line is drawn.
    """

    title: str
    note: str
    label: str
    axis: str
    start: float
    stop: float
    band: tuple[float, float] | None
    band_title: str
    line: float | None
    series: tuple[str, ...]
    rows: tuple[Row, ...]
    breaks: tuple[int, ...] = ()

    def at(self, value: float) -> float:
        """Return the place of a value on the axis, in percent of its length; held within it."""
        return 100 * min(max((value - self.start) / (self.stop - self.start), 0.0), 1.0)

    @property
    def ticks(self) -> tuple[float, ...]:
        """Return round values along the axis."""
        length = self.stop - self.start
        step = next((step for step in STEPS if length / step <= TICKS_MAX), length)
        first = ceil(self.start / step)
        return tuple(float(step * i) for i in range(first, floor(self.stop / step) + 1))


def tier_plot(field: Field, noun: str) -> Plot:
    """Return the average of each fighter of a field against the others, the best first."""
    rows = tuple(
        Row(
            side.name,
            side.apart,
            tuple(_mark(standing.average) for standing in standings),
            f"tier {tier}, rank {standings[0].rank_text}",
        )
        for (side, standings), tier in zip(field.standings, field.tiers, strict=True)
    )
    start, stop = _range(rows, 10, (40, 60))
    return Plot(
        title=f"How strong are {field.title[0].lower()}{field.title[1:]}?",
        note=(
            "Dot: average against the others, each counting the same; line: 95 % interval. A new tier begins where"
            f" no range of ranks under {field.policies[0]} reaches across, 95 % for all at once."
        ),
        label=field.standings[0][0].nouns[0].title(),
        axis=f"average {noun} in %",
        start=start,
        stop=stop,
        band=BAND,
        band_title="45 to 55 %",
        line=EVEN,
        series=field.policies,
        rows=rows,
        breaks=tuple(i for i in range(1, len(rows)) if field.tiers[i] != field.tiers[i - 1]),
    )


def mix_plot(field: Field) -> Plot:
    """Return the shares of the best mix of a field, those that may have one, the largest first."""
    chosen = sorted(
        ((side, of) for side, of in field.standings if any(one.share.high >= MIX_SHOWN for one in of)),
        key=lambda pair: -pair[1][0].share.estimate,
    )
    rows = tuple(Row(side.name, side.apart, tuple(_mark(one.share, _share_text) for one in of)) for side, of in chosen)
    one_of = field.standings[0][0].nouns[0]
    return Plot(
        title="Whom to pick if you may pick anybody",
        note=(
            f"The best mix: how often to pick each {one_of} so that no pick of the other side is better than even. Dot:"
            f" share of the mix; line: 95 % interval. No other {one_of} has a part in it."
        ),
        label=one_of.title(),
        axis="share of the picks in %",
        start=0,
        stop=100,
        band=None,
        band_title="",
        line=None,
        series=field.policies,
        rows=rows,
    )


def surprise_plot(surprises: Sequence[Surprise], policy: str) -> Plot:
    """Return matchups whose score is not what the strength of both would make it, the largest difference first."""
    rows = tuple(
        Row(
            f"{surprise.first.name} against {surprise.second.name}",
            surprise.first.apart or surprise.second.apart,
            (
                _mark(surprise.score),
                Mark(surprise.expected, surprise.expected, surprise.expected, percent_text(surprise.expected)),
            ),
        )
        for surprise in surprises
    )
    start, stop = _range(rows, 10, (40, 60))
    return Plot(
        title="Matchups that strength does not explain",
        note=(
            f"Under {policy}: the score as played with its interval, which holds for all matchups at once, and the"
            " score that the strength of both sides (Elo) would make it. The further apart, the more this matchup is"
            " a matter of who meets whom."
        ),
        label="Matchup",
        axis="score of the first in %",
        start=start,
        stop=stop,
        band=None,
        band_title="",
        line=EVEN,
        series=("as played", "by strength"),
        rows=rows,
    )


def skill_plot(side: Side, field: str, policy: str, scores: dict[int, Score], ends: tuple[int, int]) -> Plot:
    """Return the average of a side by how many decisions of both sides are made at random, in per mille."""
    return Plot(
        title=f"{side.name} by skill",
        note=f"Average against {field}, each counting the same.",
        label="Decisions at random",
        axis="average in %",
        start=ends[0],
        stop=ends[1],
        band=BAND,
        band_title="45 to 55 %",
        line=EVEN,
        series=(policy,),
        rows=tuple(Row(f"{noise / 10:g} %", "", (_mark(score),)) for noise, score in sorted(scores.items())),
    )


def skill_range(limits: Sequence[float]) -> tuple[int, int]:
    """Return the ends of an axis for all sides, in whole tens, from the limits of their averages."""
    return 10 * floor(min([*limits, 40]) / 10), 10 * ceil(max([*limits, 60]) / 10)


def fighter_row(side: Side, marks: Iterable[Mark | None]) -> Row:
    """Return the row of a fighter."""
    return Row(side.name, side.apart, tuple(marks))


def _mark(score: Score, text: object = None) -> Mark:
    said = text(score) if callable(text) else score_text(score)
    return Mark(score.estimate, score.low, score.high, str(said))


def _share_text(share: Score) -> str:
    if share.low == share.high:
        return f"{share.estimate:.0f} %"
    return f"{share.estimate:.0f} % ({share.low:.0f} to {share.high:.0f})"


def _range(rows: Sequence[Row], step: int, least: tuple[float, float]) -> tuple[float, float]:
    """Return the ends of an axis that holds all marks, in whole steps."""
    marks = [mark for row in rows for mark in row.marks if mark is not None]
    low = min([least[0], *(mark.low for mark in marks)])
    high = max([least[1], *(mark.high for mark in marks)])
    return step * floor(low / step), step * ceil(high / step)
