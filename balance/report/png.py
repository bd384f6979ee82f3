"""A report's first table of scores as a picture, for a rulebook, a chat or a slide."""

from __future__ import annotations

import io
import textwrap
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.report import palette
from balance.report.model import TRUNCATED_MAX
from balance.report.numbers import notation, plural, spread_text, value_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from balance.report.model import Cell, Level, Report

DPI = 160
CELL = (1.15, 0.72)  # inches
LEFT, RIGHT, TOP_LINE, BOTTOM_LINE = 1.6, 0.2, 0.2, 0.13  # inches: margins, and lines of text above and below
_HEAD, _FOOT, _LINE = "#1b1d20", "#54595f", "#c9cdd2"


def png(report: Report) -> bytes:
    """Return the picture; equal reports give equal bytes with one version of matplotlib."""
    import matplotlib

    settings: dict[Any, Any] = {name: value for name, value in matplotlib.rcParamsDefault.items() if name != "backend"}
    settings |= {"font.family": "DejaVu Sans", "hatch.linewidth": 0.6}
    with matplotlib.rc_context(settings), warnings.catch_warnings():
        # A name in a script that DejaVu lacks is drawn as boxes, without a complaint for each letter.
        warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)
        return _drawn(report)


def write_png(report: Report, path: Path) -> None:
    """Write the picture to a file."""
    from balance.runs.store import write_whole

    write_whole(path, png(report))


def _drawn(report: Report) -> bytes:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    level = report.levels[0]
    count = len(report.sides)
    grid_width, grid_height = CELL[0] * count, CELL[1] * count
    width = max(LEFT + grid_width + RIGHT, 7.2)
    head = _head(report, level, width)
    foot = _foot(report, width)
    above = 0.5 + TOP_LINE * len(head) + 0.45  # title, lines, names of the columns
    below = 0.2 + BOTTOM_LINE * len(foot)
    height = above + grid_height + below
    figure = Figure(figsize=(width, height), dpi=DPI, facecolor="white")
    FigureCanvasAgg(figure)
    figure.text(0.15 / width, 1 - 0.32 / height, report.title, size=15, weight="bold", color=_HEAD, parse_math=False)
    for i, line in enumerate(head):
        y = 1 - (0.58 + TOP_LINE * i) / height
        figure.text(0.15 / width, y, line, size=9, color=_HEAD if i == 0 else _FOOT, parse_math=False)
    for i, line in enumerate(reversed(foot)):
        y = (0.08 + BOTTOM_LINE * i) / height
        figure.text(0.15 / width, y, line, size=6.5, color=_FOOT, parse_math=False)
    axes = figure.add_axes((LEFT / width, below / height, grid_width / width, grid_height / height))
    _draw_grid(axes, report, level)
    out = io.BytesIO()
    figure.savefig(out, format="png", metadata={"Software": None})
    return out.getvalue()


def _draw_grid(axes: Axes, report: Report, level: Level) -> None:
    from matplotlib.patches import Rectangle

    count = len(report.sides)
    axes.set(xlim=(0, count), ylim=(count, 0), xticks=[], yticks=[])
    style: dict[str, Any] = {"size": 8.5, "color": _HEAD, "parse_math": False}
    for i, side in enumerate(report.sides):
        lines = textwrap.wrap(side.name, 15)
        axes.text(-0.07, i + 0.5, "\n".join(lines), ha="right", va="center", **style)
        for above, line in enumerate(reversed(lines)):
            axes.text(i + 0.5, -0.1 - 0.19 * above, line, ha="center", va="baseline", **style)
    for y, row in enumerate(level.grid):
        for x, cell in enumerate(row):
            shade = palette.Shade("#f3f4f6", _FOOT) if cell.score is None else palette.shade(cell.score.estimate)
            axes.add_patch(Rectangle((x, y), 1, 1, facecolor=shade.background, edgecolor=_LINE, linewidth=0.8))
            if not cell.is_published:
                hatch: dict[str, Any] = {"fill": False, "hatch": "///", "edgecolor": "#80808090", "linewidth": 0}
                axes.add_patch(Rectangle((x, y), 1, 1, **hatch))
            _write_cell(axes, x, y, cell, shade.text)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _write_cell(axes: Axes, x: int, y: int, cell: Cell, colour: str) -> None:
    style: dict[str, Any] = {"ha": "center", "va": "center", "color": colour}
    if cell.score is None:
        draws = f"{100 * cell.draws / cell.games:.1f} % draws"
        axes.text(x + 0.5, y + 0.5, f"mirror\n{draws}\n{cell.rounds[1]} rounds", size=6.5, **style)
        return
    axes.text(x + 0.5, y + 0.33, f"{value_text(cell.score)} %", size=11, weight="bold", **style)
    mark = "" if cell.is_published else "\nstand-in"
    below = f"{spread_text(cell.score)}\n{notation(cell.score.estimate)}{mark}"
    axes.text(x + 0.5, y + 0.71, below, size=7, linespacing=1.1, **style)


def _head(report: Report, level: Level, width: float) -> list[str]:
    lines = [f"Scope: {report.scope}"]
    if report.changes:
        lines.append(f"Changes laid over the data: {report.changes}")
    if report.format.is_series:
        lines.append(f"Format: {report.format.title}")
    shown = report.format.score.capitalize()
    lines.append(f"{shown}, 95 % interval; both play {level.policy}: {level.title}")
    return [part for line in lines for part in textwrap.wrap(line, int(15.5 * (width - 0.3)))]


def _foot(report: Report, width: float) -> list[str]:
    provenances = sorted({side.provenance for side in report.sides})
    games = f"{plural(report.levels[0].games_per_cell, 'game')} a matchup, epoch {report.epoch}"
    data = f"Data: {', '.join(provenances)}; {report.data_folder} (found by {report.data_found_by})"
    text = f"{data}. {games}, {plural(report.truncated, 'game')} truncated. {report.format.draws.capitalize()}."
    if report.has_stand_ins:
        text += " Hatched: a stand-in is involved, its numbers are not published ones."
    truncated = sum(cell.bounds is not None for cell in report.levels[0].matchups)
    if truncated:
        text += f" {plural(truncated, 'matchup')} with over {TRUNCATED_MAX:g} % truncated games: bounds in the report."
    policies = [other.policy for other in report.levels[1:]]
    if policies:
        text += f" Also played, not shown: {', '.join(policies)}."
    return textwrap.wrap(text, int(21 * (width - 0.3)))
