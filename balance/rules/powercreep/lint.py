"""Warnings about data that can hardly be meant."""

from __future__ import annotations

from balance.data.schema import Problems, Side
from balance.rules.powercreep.schema import Options


def warnings(options: Options, side: Side) -> Problems:
    """Yield nothing: the options are all there is, and each of them is a choice."""
    yield from ()
