"""What all pictures of a report share: settings that no configuration changes, lines of text, bytes that repeat.

A `Picture` says all that is drawn, so that what was drawn before can be found again: drawing takes longer than all else
in a run whose games are in the store.
"""

from __future__ import annotations

import hashlib
import io
import os
import textwrap
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.data.lower import hash_of
from balance.report.numbers import plural
from balance.runs.store import write_whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from balance.report.model import Report

DPI = 160
TOP_LINE, BOTTOM_LINE = 0.2, 0.13  # inches a line of text, above and below
TITLE, TITLE_LINE = 0.5, 0.28  # inches: above the lines of text with one line of title, and each further one
HEAD, FOOT, LINE = "#1b1d20", "#54595f", "#c9cdd2"
KEPT = 120  # pictures
_SUFFIX = ".drawn"


@dataclass(frozen=True, slots=True)
class Picture:
    """What is drawn: a title and lines above, the drawing, lines below.

    Attributes
    ----------
    size : (float, float)
        Width of the picture and height of the drawing, in inches.
    subject : object
        What `draw` draws, frozen dataclasses whose `repr` says all of it.
    draw : callable
        Draws the subject into the figure; it is given the height of the lines below, in inches.
    """

    title: str
    head: tuple[str, ...]
    foot: str
    size: tuple[float, float]
    subject: Any
    draw: Callable[[Figure, float, Any], None]

    @property
    def name(self) -> str:
        """Return a file's name, of all that the bytes hang on: what is drawn, our code, the versions of libraries."""
        parts = (self.title, self.head, self.foot, self.size, self.subject, self.draw.__qualname__)
        return hash_of(*map(repr, parts), _code(), version("matplotlib"), version("pillow")) + _SUFFIX


@cache
def _code() -> str:
    """Return the hash of the modules that draw; the ends and ticks of an axis are told by `plots`."""
    folder = Path(__file__).parent
    return hash_of(*((folder / name).read_bytes() for name in ("figures.py", "png.py", "plots.py")))


class Pictures:
    """A folder of the pictures drawn last, each behind a checksum; a damaged one is drawn again.

    Parameters
    ----------
    folder : pathlib.Path
        Made when the first picture is kept. A folder that cannot be written costs time only.
    is_fresh : bool
        Whether to draw everything again.
    """

    def __init__(self, folder: Path, is_fresh: bool = False) -> None:
        self.folder = folder
        self.is_fresh = is_fresh

    def png(self, picture: Picture) -> bytes:
        """Return a picture as PNG, drawn only if it is not kept."""
        path = self.folder / picture.name
        found = None if self.is_fresh else self._load(path)
        if found is None:
            found = drawn(picture)
            self._save(path, found)
        return found

    def _load(self, path: Path) -> bytes | None:
        try:
            checksum, _, png = path.read_bytes().partition(b"\n")
            os.utime(path)
        except OSError:
            return None
        return png if checksum == _checksum(png) else None

    def _save(self, path: Path, png: bytes) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, _checksum(png) + b"\n" + png)
            kept = self.folder.glob(f"*{_SUFFIX}")  # the folder may be somebody's own
            for old in sorted(kept, key=lambda path: path.stat().st_mtime)[:-KEPT]:
                old.unlink(missing_ok=True)
        except OSError:
            pass  # drawn again next time


def _checksum(png: bytes) -> bytes:
    return hashlib.blake2b(png, digest_size=16).hexdigest().encode()


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


@settings()
def drawn(picture: Picture) -> bytes:
    """Return a picture as PNG; equal pictures give equal bytes with one version of matplotlib."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    width = picture.size[0]
    above_lines = [part for line in picture.head for part in textwrap.wrap(line, int(15.5 * (width - 0.3)))]
    below_lines = textwrap.wrap(picture.foot, int(21 * (width - 0.3)))
    below = 0.2 + BOTTOM_LINE * len(below_lines)
    title_lines = textwrap.wrap(picture.title, int(7.4 * (width - 0.3)))
    title_height = TITLE + TITLE_LINE * (len(title_lines) - 1)
    height = title_height + TOP_LINE * len(above_lines) + picture.size[1] + below
    figure = Figure(figsize=(width, height), dpi=DPI, facecolor="white")
    FigureCanvasAgg(figure)
    for i, line in enumerate(title_lines):
        y = 1 - (0.32 + TITLE_LINE * i) / height
        figure.text(0.15 / width, y, line, size=15, weight="bold", color=HEAD, parse_math=False)
    for i, line in enumerate(above_lines):
        y = 1 - (title_height + 0.08 + TOP_LINE * i) / height
        figure.text(0.15 / width, y, line, size=9, color=HEAD if i == 0 else FOOT, parse_math=False)
    for i, line in enumerate(reversed(below_lines)):
        y = (0.08 + BOTTOM_LINE * i) / height
        figure.text(0.15 / width, y, line, size=6.5, color=FOOT, parse_math=False)
    picture.draw(figure, below, picture.subject)
    out = io.BytesIO()
    figure.savefig(out, format="png", metadata={"Software": None})
    return out.getvalue()


def head_of(report: Report, *more: str) -> tuple[str, ...]:
    """Return the lines above every picture: the scope, what was changed, the format, and what else there is to say."""
    lines = [f"Scope: {report.scope}"]
    if report.changes:
        lines.append(f"Changes laid over the data: {report.changes}")
    if report.format.is_series:
        lines.append(f"Format: {report.format.title}")
    return (*lines, *more)


def foot_of(report: Report) -> str:
    """Return what every picture stands on: data, games, luck."""
    provenances = sorted({side.provenance for side in report.sides})
    games = ", ".join(f"{plural(level.games_per_cell, 'game')} under {level.policy}" for level in report.levels)
    data = f"Data: {', '.join(provenances)}; {report.data_folder} (found by {report.data_found_by})"
    return f"{data}. A matchup: {games}; epoch {report.epoch}, {plural(report.truncated, 'game')} truncated."
