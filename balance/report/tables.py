"""Small tables of measures, as every report shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Unit = Literal["percent", "mean", "count", "text"]


@dataclass(frozen=True, slots=True)
class MeasureColumn:
    """A column of a measure table; `policy` names the level that it is from."""

    policy: str
    title: str
    unit: Unit


@dataclass(frozen=True, slots=True)
class MeasureTable:
    """A small table of measures: a label and one value a column in each row, None where there is nothing to count.

    `apart` has the word for what keeps a side apart, by the label of its row.
    """

    title: str
    label: str
    columns: tuple[MeasureColumn, ...]
    rows: tuple[tuple[str, tuple[float | str | None, ...]], ...]
    note: str
    apart: Mapping[str, str] = field(default_factory=dict)
