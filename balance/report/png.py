"""Pictures for a rulebook, a chat or a slide: the first table of scores, and interval plots."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balance.report import figures, palette
from balance.report.figures import FOOT, HEAD, LINE, Picture
from balance.report.model import TRUNCATED_MAX
from balance.report.numbers import notation, plural, spread_text, value_text
from balance.report.plots import tier_plot
from balance.report.scopes import MEANING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from balance.report.model import Cell, Report
    from balance.report.plots import Plot

CELL = (1.15, 0.72)  # inches
LEFT, RIGHT = 1.6, 0.2  # inches, margins
NAMES = 0.45  # inches above the grid, for the names of the columns
WIDTH = 9.6  # inches, of a plot
ROW = 0.36  # inches, of a plot with one mark a row
MARK = 0.15  # inches more for each further mark
AXIS = 0.5  # inches below the rows of a plot
LABELS = 2.2  # inches left of the rows
MARGIN = 0.015  # of the axis at both of its ends, for a dot that stands there
TEXT = 2.3  # inches right of the rows, for the numbers of each series
MARK_COLOUR, BAND_COLOUR = "#0563aa", "#dcebd9"


@dataclass(frozen=True, slots=True)
class Square:
    """A cell of the table: two colours and two texts, hatched where a side that is kept apart is involved."""

    background: str
    colour: str
    is_hatched: bool
    value: str
    below: str


@dataclass(frozen=True, slots=True)
class Grid:
    """The table of scores: the names of its rows, which are those of its columns too, and its cells."""

    names: tuple[str, ...]
    rows: tuple[tuple[Square, ...], ...]


def pictures(report: Report) -> dict[str, Picture | None]:
    """Return the pictures of a report by file name.

    ``matchups.png`` is the table of scores under the first policy, ``tiers.png`` how strong the fighters are and
    ``lengths.png`` how long games take; None where there is nothing to show, as of one fighter alone.

    Ranks and tiers are those among the main sides, where there are two or more: they are the answer of the report, and
    what is kept apart should not move it. Else they are those among all.
    """
    tiers = tier_plot(report.fields[0], report.format.noun) if report.fields else None
    more = ""
    if tiers and (left_out := len(report.sides) - len(tiers.rows)):
        more = f" Not shown: {plural(left_out, report.apart)}."
    return {
        "matchups.png": heatmap(report),
        "tiers.png": interval_plot(report, tiers, more) if tiers else None,
        "lengths.png": interval_plot(report, report.length.plot) if report.length else None,
    }


def heatmap(report: Report) -> Picture:
    """Return the table of scores under the first policy, the strongest fighter first."""
    level = report.levels[0]
    grid = Grid(
        tuple(report.sides[i].name for i in report.order),
        tuple(tuple(_square(level.grid[i][j], report) for j in report.order) for i in report.order),
    )
    shown = f"{report.format.score.capitalize()}, 95 % interval; both play {level.policy}: {level.title}"
    size = (max(LEFT + CELL[0] * len(grid.names) + RIGHT, 7.2), NAMES + CELL[1] * len(grid.names))
    return Picture(report.title, figures.head_of(report, shown), _foot(report), size, grid, _draw_grid)


def _square(cell: Cell, report: Report) -> Square:
    is_hatched = bool(cell.apart)
    if cell.score is None:
        draws = f"{100 * cell.draws / cell.games:.1f} % draws\n" if report.has_draws else ""
        return Square("#f3f4f6", FOOT, is_hatched, "", f"mirror\n{draws}{plural(cell.rounds[1], report.turn)}")
    shade = palette.shade(cell.score.estimate)
    below = f"{spread_text(cell.score)}\n{notation(cell.score.estimate)}" + f"\n{cell.apart}" * is_hatched
    return Square(shade.background, shade.text, is_hatched, f"{value_text(cell.score)} %", below)


def _draw_grid(figure: Figure, below: float, grid: Grid) -> None:
    from matplotlib.patches import Rectangle

    count = len(grid.names)
    width, height = figure.get_figwidth(), figure.get_figheight()
    box = (LEFT / width, below / height, CELL[0] * count / width, CELL[1] * count / height)
    axes = figure.add_axes(box)
    axes.set(xlim=(0, count), ylim=(count, 0), xticks=[], yticks=[])
    style: dict[str, Any] = {"size": 8.5, "color": HEAD, "parse_math": False}
    for place, name in enumerate(grid.names):
        lines = textwrap.wrap(name, 15)
        axes.text(-0.07, place + 0.5, "\n".join(lines), ha="right", va="center", **style)
        for above, line in enumerate(reversed(lines)):
            axes.text(place + 0.5, -0.1 - 0.19 * above, line, ha="center", va="baseline", **style)
    for y, row in enumerate(grid.rows):
        for x, square in enumerate(row):
            axes.add_patch(Rectangle((x, y), 1, 1, facecolor=square.background, edgecolor=LINE, linewidth=0.8))
            if square.is_hatched:
                hatch: dict[str, Any] = {"fill": False, "hatch": "///", "edgecolor": "#80808090", "linewidth": 0}
                axes.add_patch(Rectangle((x, y), 1, 1, **hatch))
            _write_square(axes, x, y, square)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _write_square(axes: Axes, x: int, y: int, square: Square) -> None:
    style: dict[str, Any] = {"ha": "center", "va": "center", "color": square.colour}
    if square.value:
        axes.text(x + 0.5, y + 0.33, square.value, size=11, weight="bold", **style)
        axes.text(x + 0.5, y + 0.71, square.below, size=7, linespacing=1.1, **style)
    else:
        axes.text(x + 0.5, y + 0.5, square.below, size=6.5, **style)


def _foot(report: Report) -> str:
    text = figures.foot_of(report) + (f" {report.draws.capitalize()}." if report.draws else "")
    if report.apart:
        text += f" Hatched: a {report.apart} is involved, {MEANING[report.apart]}."
    truncated = sum(cell.bounds is not None for cell in report.levels[0].matchups)
    if truncated:
        text += f" {plural(truncated, 'matchup')} with over {TRUNCATED_MAX:g} % truncated games: bounds in the report."
    policies = [other.policy for other in report.levels[1:]]
    if policies:
        text += f" Also played, not shown: {', '.join(policies)}."
    return text


def interval_plot(report: Report, plot: Plot, more: str = "") -> Picture:
    """Return an interval plot, its numbers as text beside the marks; `more` ends the lines below."""
    size = (WIDTH, 0.3 + _row_height(plot) * len(plot.rows) + AXIS)
    foot = figures.foot_of(report)
    apart = next((row.apart for row in plot.rows if row.apart), "")
    if apart:
        foot += f" Hatched: a {apart}, {MEANING[apart]}."
    title = f"{report.game}: {plot.title[0].lower()}{plot.title[1:]}" if report.game else plot.title
    return Picture(title, figures.head_of(report, plot.note), foot + more, size, plot, _draw_interval_plot)


def _row_height(plot: Plot) -> float:
    return ROW + MARK * (len(plot.series) - 1)


def _draw_interval_plot(figure: Figure, below: float, plot: Plot) -> None:
    width, height = figure.get_figwidth(), figure.get_figheight()
    inner = width - LABELS - TEXT * len(plot.series)
    box = (LABELS / width, (below + AXIS) / height, inner / width, _row_height(plot) * len(plot.rows) / height)
    _draw_rows(figure.add_axes(box), plot, TEXT / inner)


def _draw_rows(axes: Axes, plot: Plot, text_width: float) -> None:
    """Draw rows, marks and numbers; `text_width` is that of a series' numbers, as a part of the axes."""
    from matplotlib.patches import Rectangle
    from matplotlib.transforms import blended_transform_factory

    count = len(plot.rows)
    margin = MARGIN * (plot.stop - plot.start)
    ends = (plot.start - margin, plot.stop + margin)
    axes.set(xlim=ends, ylim=(count, 0), yticks=[], xticks=plot.ticks)
    axes.set_xlabel(plot.axis + (f"   (shaded: {plot.band_title})" if plot.band else ""), size=8.5, color=HEAD)
    axes.tick_params(labelsize=8, colors=FOOT, length=0)
    axes.grid(axis="x", color=LINE, linewidth=0.6)
    axes.set_axisbelow(True)
    for spine in axes.spines.values():
        spine.set_visible(False)
    if plot.band:
        axes.axvspan(*plot.band, color=BAND_COLOUR, linewidth=0, zorder=0)
    if plot.line is not None:
        axes.axvline(plot.line, color=FOOT, linewidth=1, linestyle=(0, (3, 2)))
    # Text beside the marks: along the axes in parts of their width, down them in rows.
    beside = blended_transform_factory(axes.transAxes, axes.transData)
    style: dict[str, Any] = {"va": "center", "parse_math": False, "transform": beside}
    for i, name in enumerate(plot.series):
        sign = "●" if i == 0 else "○"
        x = 1.03 + i * text_width
        axes.text(x, -0.25, f"{sign} {name}", size=8.5, weight="bold", color=HEAD, **style)
    inch = text_width / TEXT  # in parts of the axes
    reach = (-(LABELS - 0.15) * inch, 1 + (TEXT * len(plot.series) - 0.15) * inch)
    for y in plot.breaks:
        axes.plot(reach, (y, y), color=FOOT, linewidth=0.9, zorder=2.1, transform=beside, clip_on=False)
    for y, row in enumerate(plot.rows):
        axes.axhline(y, color=LINE, linewidth=0.6)
        if row.apart:
            hatch: dict[str, Any] = {"fill": False, "hatch": "///", "edgecolor": "#80808050", "linewidth": 0}
            axes.add_patch(Rectangle((ends[0], y), ends[1] - ends[0], 1, **hatch))
        name = f"{row.label}\n({row.apart})" if row.apart else row.label
        axes.text(-0.02, y + 0.5, name, size=8.5, color=HEAD, ha="right", **style)
        for i, mark in enumerate(row.marks):
            if mark is None:
                continue
            at = y + (i + 1) / (len(row.marks) + 1)
            axes.plot([mark.low, mark.high], [at, at], color=MARK_COLOUR, linewidth=2, solid_capstyle="butt")
            fill = MARK_COLOUR if i == 0 else "white"
            axes.plot([mark.estimate], [at], "o", color=MARK_COLOUR, markerfacecolor=fill, markersize=5.5)
            note = f"   {row.note}" if row.note and i == 0 else ""
            axes.text(1.03 + i * text_width, y + 0.5, f"{mark.text}{note}", size=8, color=HEAD, **style)
