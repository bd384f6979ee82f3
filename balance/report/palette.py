"""Colours for scores: blue above 50 %, orange below; told apart by colour-blind readers, with text that stands out."""

from __future__ import annotations

from dataclasses import dataclass

STEP = 5  # percent of score from one colour to the next
FIRST, LAST = 20, 80  # the scores where the colours stop to grow stronger

RGB = tuple[int, int, int]

# From a lost matchup to a won one, evenly spaced between FIRST and LAST.
_LIGHT: tuple[RGB, ...] = ((217, 95, 14), (253, 180, 104), (255, 255, 255), (146, 197, 232), (5, 99, 170))
_DARK: tuple[RGB, ...] = ((243, 146, 66), (150, 82, 26), (38, 40, 44), (34, 92, 143), (96, 172, 238))
_BLACK: RGB = (0, 0, 0)
_WHITE: RGB = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class Shade:
    """A background and the text colour that reads best on it, as ``#rrggbb``."""

    background: str
    text: str


def bucket(percent: float) -> int:
    """Return the number of a score's colour, from 0 for a lost matchup to the highest for a won one."""
    held = min(max(percent, FIRST), LAST)
    # Counted from 50 outwards, so that both sides of a matchup get colours of equal strength.
    steps = int(abs(held - 50) / STEP + 0.5)
    middle = (50 - FIRST) // STEP
    return middle + steps if held > 50 else middle - steps


def shades(*, is_dark: bool = False) -> list[Shade]:
    """Return the colours of all buckets, for a light or a dark page."""
    anchors = _DARK if is_dark else _LIGHT
    count = (LAST - FIRST) // STEP + 1
    return [_shade(_between(anchors, i / (count - 1))) for i in range(count)]


def shade(percent: float) -> Shade:
    """Return the colour of a score on a light page."""
    return shades()[bucket(percent)]


def contrast(first: RGB, second: RGB) -> float:
    """Return the contrast ratio of two colours as WCAG 2 defines it, 1 to 21."""
    high, low = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _shade(background: RGB) -> Shade:
    text = max((_BLACK, _WHITE), key=lambda colour: contrast(colour, background))
    return Shade(_hex(background), _hex(text))


def _between(anchors: tuple[RGB, ...], share: float) -> RGB:
    """Return the colour at a share of the way along the anchors."""
    at = share * (len(anchors) - 1)
    i = min(int(at), len(anchors) - 2)
    part = at - i
    red, green, blue = (
        round(start + (end - start) * part) for start, end in zip(anchors[i], anchors[i + 1], strict=True)
    )
    return red, green, blue


def _luminance(colour: RGB) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (value / 255 for value in colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _hex(colour: RGB) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
