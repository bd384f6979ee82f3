"""A report as one web page that needs nothing else: no network, no other file, no script to be readable."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.report import numbers, palette, plots
from balance.report.headline import SENTENCES_SHOWN
from balance.report.model import TRUNCATED_MAX
from balance.report.scopes import MEANING

if TYPE_CHECKING:
    from jinja2 import Environment

    from balance.report.model import Report
    from balance.report.tables import Unit

TEMPLATES = Path(__file__).resolve().parent / "templates"


def render(report: Report) -> str:
    """Return the page; equal reports give equal pages.

    The page forbids itself everything but its own style and script (by their hashes), so that not even a name that
    slipped through the escaping could run or fetch anything.
    """
    return filled(
        "matchups.html.j2",
        page=report,
        report=report,
        names={side.stem: side.name for side in report.sides},
        truncated_max=f"{TRUNCATED_MAX:g}",
        shades=palette,
        meaning=MEANING,
        shown=SENTENCES_SHOWN,
        one=report.sides[0].nouns[0],
        many=report.sides[0].nouns[1],
        tier_plots=[plots.tier_plot(field, report.format.noun) for field in report.fields],
        mix_plots=[plots.mix_plot(field) for field in report.fields],
        surprise_plots=[plots.surprise_plot(field.surprises, field.policies[0]) for field in report.fields],
    )


def filled(template: str, **values: Any) -> str:
    """Return a page: a template with its values, the style and the script, and their hashes."""
    from markupsafe import Markup

    templates = _environment()
    style = templates.get_template("page.css.j2").render(light=palette.shades(), dark=palette.shades(is_dark=True))
    script = templates.get_template("page.js").render()
    return templates.get_template(template).render(
        # Both are ours and hold no data.
        style=Markup(style),
        script=Markup(script),
        style_hash=hash_of_text(style),
        script_hash=hash_of_text(script),
        **values,
    )


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "count": numbers.count_text,
        "plural": numbers.plural,
        "percent": lambda value, decimals=1: _kept(numbers.percent_text(value, decimals)),
        "score": lambda score: _kept(numbers.score_text(score)),
        "value": numbers.value_text,
        "spread": lambda score: _kept(numbers.spread_text(score)),
        "notation": numbers.notation,
        "signed": numbers.signed_text,
        "kept": _kept,
        "parted": _parted,
        "rounded_up": numbers.rounded_up,
        "measure": _measure,
        "place": lambda percent: f"{percent:.2f}".rstrip("0").rstrip("."),
    }
    return environment


def _kept(text: str) -> str:
    """Return a text whose numbers stay on one line with their units, and a 6-4 and a (41.2 to 50.3) in one piece."""
    text = re.sub(r"\([-+]?[\d.]+ to [-+]?[\d.]+\)", lambda found: found[0].replace(" ", numbers.NO_BREAK), text)
    return re.sub(r"(?<=\d)-(?=\d)", "\N{NON-BREAKING HYPHEN}", numbers.kept(text))


def _parted(text: str) -> str:
    """Return the same for narrow columns: a number may stand above its ``± 0.4``."""
    return _kept(text).replace(f"{numbers.NO_BREAK}±", " ±")


def _measure(value: float | str | None, unit: Unit) -> str:
    if value is None:
        return "–"
    if isinstance(value, str):
        return _kept(value)
    if unit == "percent":
        return _kept(numbers.percent_text(value))
    return f"{value:.2f}" if unit == "mean" else f"{value:.0f}"


def hash_of_text(text: str) -> str:
    """Return how a content security policy names a style or a script of the page."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
