"""What all pictures of a report share: settings that no configuration changes, lines of text, bytes that repeat."""

from __future__ import annotations

import io
import textwrap
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from balance.report.numbers import plural

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from balance.report.model import Report

DPI = 160
TOP_LINE, BOTTOM_LINE = 0.2, 0.13  # inches a line of text, above and below
TITLE = 0.5  # inches
HEAD, FOOT, LINE = "#1b1d20", "#54595f", "#c9cdd2"


@contextmanager
def settings() -> Iterator[None]:
    """Draw with the settings of matplotlib itself and its own font, whatever the user has set."""
    import matplotlib

    chosen: dict[Any, Any] = dict(matplotlib.rcParamsDefault) | {"font.family": ["DejaVu Sans"], "hatch.linewidth": 0.6}
    # Only what differs: each setting is checked, which would take longer than drawing a plot.
    present = {name: matplotlib.rcParams[name] for name in chosen if name != "backend"}
    chosen = {name: chosen[name] for name, value in present.items() if value != chosen[name]}
    with matplotlib.rc_context(chosen), warnings.catch_warnings():
        # A name in a script that DejaVu lacks is drawn as boxes, without a complaint for each letter.
        warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)
        yield


def drawn(
    title: str,
    head: Sequence[str],
    foot: str,
    size: tuple[float, float],
    draw: Callable[[Figure, float], None],
) -> bytes:
    """Return a picture as PNG: a title and lines above, the drawing, lines below; equal drawings give equal bytes.

    Parameters
    ----------
    size : (float, float)
        Width of the picture and height of the drawing, in inches.
    draw : callable
        Draws into the figure; it is given the height of the lines below, in inches.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    width = size[0]
    above_lines = [part for line in head for part in textwrap.wrap(line, int(15.5 * (width - 0.3)))]
    below_lines = textwrap.wrap(foot, int(21 * (width - 0.3)))
    below = 0.2 + BOTTOM_LINE * len(below_lines)
    height = TITLE + TOP_LINE * len(above_lines) + size[1] + below
    figure = Figure(figsize=(width, height), dpi=DPI, facecolor="white")
    FigureCanvasAgg(figure)
    figure.text(0.15 / width, 1 - 0.32 / height, title, size=15, weight="bold", color=HEAD, parse_math=False)
    for i, line in enumerate(above_lines):
        y = 1 - (0.58 + TOP_LINE * i) / height
        figure.text(0.15 / width, y, line, size=9, color=HEAD if i == 0 else FOOT, parse_math=False)
    for i, line in enumerate(reversed(below_lines)):
        y = (0.08 + BOTTOM_LINE * i) / height
        figure.text(0.15 / width, y, line, size=6.5, color=FOOT, parse_math=False)
    draw(figure, below)
    out = io.BytesIO()
    figure.savefig(out, format="png", metadata={"Software": None})
    return out.getvalue()


def head_of(report: Report) -> list[str]:
    """Return the first lines of every picture: the scope, what was changed, the format."""
    lines = [f"Scope: {report.scope}"]
    if report.changes:
        lines.append(f"Changes laid over the data: {report.changes}")
    if report.format.is_series:
        lines.append(f"Format: {report.format.title}")
    return lines


def foot_of(report: Report) -> str:
    """Return what every picture stands on: data, games, luck."""
    provenances = sorted({side.provenance for side in report.sides})
    games = ", ".join(f"{plural(level.games_per_cell, 'game')} under {level.policy}" for level in report.levels)
    data = f"Data: {', '.join(provenances)}; {report.data_folder} (found by {report.data_found_by})"
    return f"{data}. A matchup: {games}; epoch {report.epoch}, {plural(report.truncated, 'game')} truncated."
