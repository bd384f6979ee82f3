"""What a part hands back, and how it measures: sides in turn, child processes."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CHILD = str(Path(__file__).resolve().parent / "child.py")
RULESET = "combo-fighter"
BETWEEN_POLICIES = "powercreep"


@dataclass(frozen=True)
class Bar:
    """A limit: a ceiling, or with `is_floor` a floor."""

    limit: float
    is_floor: bool = False

    def is_met(self, value: float) -> bool:
        """Say whether a figure keeps to the bar."""
        return value >= self.limit if self.is_floor else value <= self.limit


@dataclass(frozen=True)
class Figure:
    """One figure: the median of several runs."""

    name: str
    unit: str
    values: Sequence[float]
    bar: Bar | None = None
    note: str = ""

    @property
    def median(self) -> float:
        """Return the median of the runs."""
        return statistics.median(self.values)

    @property
    def quartiles(self) -> tuple[float, float]:
        """Return the lower and upper quartile; the extremes of fewer than four runs."""
        ordered = sorted(self.values)
        cut = len(ordered) // 4
        return ordered[cut], ordered[-1 - cut]

    @property
    def verdict(self) -> str:
        """Return "pass" or "MISS", nothing without a bar."""
        if self.bar is None:
            return ""
        return "pass" if self.bar.is_met(self.median) else "MISS"


def in_turn(rounds: int, *sides: Callable[[], float]) -> list[list[float]]:
    """Measure the sides A B A B ...; return the figures of each side."""
    figures: list[list[float]] = [[] for _ in sides]
    for _ in range(rounds):
        for side, of_side in zip(sides, figures, strict=True):
            of_side.append(side())
    return figures


def ratios(numerators: Sequence[float], denominators: Sequence[float]) -> list[float]:
    """Return the ratio of each pair of neighbouring runs."""
    return [a / b for a, b in zip(numerators, denominators, strict=True)]


@dataclass(frozen=True)
class Finished:
    """A child process that ended well."""

    started: float  # on the clock of time.time
    seconds: float
    output: str


def run_python(arguments: Sequence[str], **environ: str) -> Finished:
    """Run this environment's Python to its end.

    Raises
    ------
    RuntimeError
        If it fails, with what it wrote to standard error.
    """
    started, begin = time.time(), time.perf_counter()
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT, env=os.environ | environ, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    seconds = time.perf_counter() - begin
    if done.returncode != 0:
        raise RuntimeError(f"python {' '.join(arguments)}: exit {done.returncode}\n{done.stderr}")
    return Finished(started, seconds, done.stdout)
