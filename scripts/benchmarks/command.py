"""The command line of the benchmarks: which parts, the table, the JSON."""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
from collections.abc import Callable
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from . import frames, games, peers, pieces, processes
from .measure import Figure

PARTS: dict[str, Callable[[bool], list[Figure]]] = {
    "reference": games.reference,
    "games": games.games,
    "tokens": games.tokens,
    "threads": games.threads,
    "table": games.full_table,
    "frames": frames.frames,
    "search": games.searching,
    "powercreep": games.powercreep,
    "compile": processes.compile_all,
    "start": processes.start,
    "memory": processes.memory,
    "profile": pieces.profile,
    "peers": peers.peers,
}


def main(arguments: list[str]) -> None:
    """Measure the parts asked for, print each when it is ready, and the misses at the end."""
    options = parse(arguments)
    parts = options.only or [name for name in PARTS if name != "peers" or options.peers]
    told: list[dict[str, Any]] = []
    verdicts: dict[str, list[str]] = {"pass": [], "MISS": []}
    print(f"{machine()}; load average {load()} before")
    for part in parts:
        before, start = load(), time.perf_counter()
        print(f"\n{part}", flush=True)
        figures = PARTS[part](options.quick)
        print(table(figures))
        seconds = time.perf_counter() - start
        print(f"  {seconds:.0f} s; load average {before} before, {load()} after", flush=True)
        told.append({"part": part, "load_before": before, "load_after": load(), "figures": [plain(f) for f in figures]})
        for figure in figures:
            if figure.verdict:
                verdicts[figure.verdict].append(f"{part}: {figure.name}")
        if options.json:
            text = json.dumps({"machine": machine(), "quick": options.quick, "parts": told}, indent=1)
            options.json.write_text(text + "\n", encoding="utf-8")
    print(f"\nload average {load()} after; {len(verdicts['pass'])} bars kept, {len(verdicts['MISS'])} missed")
    for missed in verdicts["MISS"]:
        print(f"  MISS  {missed}")


def parse(arguments: list[str]) -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description="Measure the speed, the start and the memory. Each figure is a median with its quartiles.",
        epilog="Exit code 0 whatever was measured; the table says which bars were missed.",
    )
    parser.add_argument("--quick", action="store_true", help="fewer runs, no run of 10^7 games")
    parser.add_argument("--peers", action="store_true", help="also install other libraries for a while and play them")
    parser.add_argument("--only", nargs="+", choices=PARTS, metavar="PART", help=f"only these: {', '.join(PARTS)}")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all runs of all figures to this file")
    return parser.parse_args(arguments)


def machine() -> str:
    """Return what the figures depend on in one line."""
    versions = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy", "polars"))
    return f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}, {versions}"


def load() -> str:
    """Return the load average of the last minute."""
    return f"{os.getloadavg()[0]:.2f}" if hasattr(os, "getloadavg") else "unknown"


def table(figures: list[Figure]) -> str:
    """Return the figures as lines: the median, the quartiles, the runs, the bar and its verdict."""
    width = max(len(figure.name) for figure in figures)
    lines = []
    for figure in figures:
        low, high = figure.quartiles
        line = f"  {figure.name:{width}}  {short(figure.median):>9} {figure.unit:7}"
        line += f"  {f'{short(low)} to {short(high)}':>20}  {len(figure.values):3} runs"
        if figure.bar is not None:
            line += f"  {figure.verdict}  bar {'>=' if figure.bar.is_floor else '<='} {short(figure.bar.limit)}"
        lines.append(f"{line}  {figure.note}".rstrip())
    return "\n".join(lines)


def short(value: float) -> str:
    """Return a number with about three digits."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"


def plain(figure: Figure) -> dict[str, Any]:
    """Return a figure for JSON."""
    return asdict(figure) | {"median": figure.median, "quartiles": figure.quartiles, "verdict": figure.verdict}
