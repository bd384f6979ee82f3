"""Pictures for a rulebook, a chat or a slide: the first table of scores, and interval plots."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from balance.report import figures, palette
from balance.report.figures import FOOT, HEAD, LINE
from balance.report.model import TRUNCATED_MAX
from balance.report.numbers import notation, plural, spread_text, value_text
from balance.report.plots import tier_plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from balance.report.model import Cell, Level, Report
    from balance.report.plots import Plot

CELL = (1.15, 0.72)  # inches
LEFT, RIGHT = 1.6, 0.2  # inches, margins
NAMES = 0.45  # inches above the grid, for the names of the columns
WIDTH = 9.6  # inches, of a plot
ROW = 0.36  # inches, of a plot with one mark a row
MARK = 0.15  # inches more for each further mark
AXIS = 0.5  # inches below the rows of a plot
TEXT = 2.3  # inches right of the rows, for the numbers of each series
MARK_COLOUR, BAND_COLOUR = "#0563aa", "#dcebd9"


def pngs(report: Report) -> dict[str, bytes | None]:
    """Return the pictures of a report by file name; equal reports give equal bytes with one version of matplotlib.

    ``matchups.png`` is the table of scores under the first policy, ``tiers.png`` how strong the fighters are (all of
    them) and ``lengths.png`` how long games take; None where there is nothing to show, as of one fighter alone.
    """
    tiers = tier_plot(report.fields[-1], report.format.noun) if report.fields else None
    return {
        "matchups.png": heatmap_png(report),
        "tiers.png": plot_png(report, tiers) if tiers else None,
        "lengths.png": plot_png(report, report.length.plot) if report.length else None,
    }


def heatmap_png(report: Report) -> bytes:
    """Return the table of scores under the first policy, the strongest fighter first."""
    level = report.levels[0]
    count = len(report.sides)
    grid_width, grid_height = CELL[0] * count, CELL[1] * count
    width = max(LEFT + grid_width + RIGHT, 7.2)

    def draw(figure: Figure, below: float) -> None:
        height = figure.get_figheight()
        axes = figure.add_axes((LEFT / width, below / height, grid_width / width, grid_height / height))
        _draw_grid(axes, report, level)

    shown = report.format.score.capitalize()
    head = [*figures.head_of(report), f"{shown}, 95 % interval; both play {level.policy}: {level.title}"]
    with figures.settings():
        return figures.drawn(report.title, head, _foot(report), (width, NAMES + grid_height), draw)


def _draw_grid(axes: Axes, report: Report, level: Level) -> None:
    from matplotlib.patches import Rectangle

    count = len(report.sides)
    axes.set(xlim=(0, count), ylim=(count, 0), xticks=[], yticks=[])
    style: dict[str, Any] = {"size": 8.5, "color": HEAD, "parse_math": False}
    for place, i in enumerate(report.order):
        lines = textwrap.wrap(report.sides[i].name, 15)
        axes.text(-0.07, place + 0.5, "\n".join(lines), ha="right", va="center", **style)
        for above, line in enumerate(reversed(lines)):
            axes.text(place + 0.5, -0.1 - 0.19 * above, line, ha="center", va="baseline", **style)
    for y, i in enumerate(report.order):
        for x, j in enumerate(report.order):
            cell = level.grid[i][j]
            shade = palette.Shade("#f3f4f6", FOOT) if cell.score is None else palette.shade(cell.score.estimate)
            axes.add_patch(Rectangle((x, y), 1, 1, facecolor=shade.background, edgecolor=LINE, linewidth=0.8))
            if not cell.is_published:
                hatch: dict[str, Any] = {"fill": False, "hatch": "///", "edgecolor": "#80808090", "linewidth": 0}
                axes.add_patch(Rectangle((x, y), 1, 1, **hatch))
            _write_cell(axes, x, y, cell, shade.text, report.turn)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _write_cell(axes: Axes, x: int, y: int, cell: Cell, colour: str, turn: str) -> None:
    style: dict[str, Any] = {"ha": "center", "va": "center", "color": colour}
    if cell.score is None:
        draws = f"{100 * cell.draws / cell.games:.1f} % draws"
        axes.text(x + 0.5, y + 0.5, f"mirror\n{draws}\n{plural(cell.rounds[1], turn)}", size=6.5, **style)
        return
    axes.text(x + 0.5, y + 0.33, f"{value_text(cell.score)} %", size=11, weight="bold", **style)
    mark = "" if cell.is_published else "\nstand-in"
    below = f"{spread_text(cell.score)}\n{notation(cell.score.estimate)}{mark}"
    axes.text(x + 0.5, y + 0.71, below, size=7, linespacing=1.1, **style)


def _foot(report: Report) -> str:
    text = f"{figures.foot_of(report)} {report.format.draws.capitalize()}."
    if report.has_stand_ins:
        text += " Hatched: a stand-in is involved, its numbers are not published ones."
    truncated = sum(cell.bounds is not None for cell in report.levels[0].matchups)
    if truncated:
        text += f" {plural(truncated, 'matchup')} with over {TRUNCATED_MAX:g} % truncated games: bounds in the report."
    policies = [other.policy for other in report.levels[1:]]
    if policies:
        text += f" Also played, not shown: {', '.join(policies)}."
    return text


def plot_png(report: Report, plot: Plot) -> bytes:
    """Return an interval plot, its numbers as text beside the marks."""
    row = ROW + MARK * (len(plot.series) - 1)
    text = TEXT * len(plot.series)
    left = 2.2
    size = (WIDTH, 0.3 + row * len(plot.rows) + AXIS)

    def draw(figure: Figure, below: float) -> None:
        width, height = figure.get_figwidth(), figure.get_figheight()
        box = (left / width, (below + AXIS) / height, (width - left - text) / width, row * len(plot.rows) / height)
        _draw_plot(figure.add_axes(box), plot, text / len(plot.series) / (width - left - text))

    foot = figures.foot_of(report)
    if not all(row.is_published for row in plot.rows):
        foot += " Hatched: a stand-in, its numbers are not published ones."
    with figures.settings():
        return figures.drawn(plot.title, [*figures.head_of(report), plot.note], foot, size, draw)


def _draw_plot(axes: Axes, plot: Plot, text_width: float) -> None:
    """Draw rows, marks and numbers; `text_width` is that of a series' numbers, as a part of the axes."""
    from matplotlib.patches import Rectangle
    from matplotlib.transforms import blended_transform_factory

    count = len(plot.rows)
    axes.set(xlim=(plot.start, plot.stop), ylim=(count, 0), yticks=[], xticks=plot.ticks)
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
    for y, row in enumerate(plot.rows):
        axes.axhline(y, color=LINE, linewidth=0.6)
        if not row.is_published:
            hatch: dict[str, Any] = {"fill": False, "hatch": "///", "edgecolor": "#80808050", "linewidth": 0}
            axes.add_patch(Rectangle((plot.start, y), plot.stop - plot.start, 1, **hatch))
        name = row.label if row.is_published else f"{row.label}\n(stand-in)"
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
