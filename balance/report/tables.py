"""Small tables of measures, as every report shows them."""

from __future__ import annotations

from dataclasses import dataclass
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

    `stand_ins` are the labels of rows whose numbers are not published ones.
    """

    title: str
    label: str
    columns: tuple[MeasureColumn, ...]
    rows: tuple[tuple[str, tuple[float | str | None, ...]], ...]
    note: str
    stand_ins: frozenset[str] = frozenset()
