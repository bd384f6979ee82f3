"""Hold the gate's verdicts on real edits of Combo Fighter against what long runs say that they move.

Edits are drawn: one place of one of the ten fighters, by a little. A long run under common luck, of another epoch than
the gate's, tells how far the score of each touched matchup truly moves under the standard policy: it goes on until the
largest move is clearly at most 0.5 or clearly at least 2.5 points. Other edits are drawn anew. Then the gate judges as
`balance check` does, by the shipped gate.yaml and against the base alone, with the games of the base in the store, and
its seconds are taken. What is found is kept edit by edit in a folder, so a run that was stopped goes on where it was.
What is printed is Markdown.

    scripts/gate-edits                  # 200 edits; hours
    scripts/gate-edits --again 5        # and judge the first 5 once more, for their seconds on a quiet machine
    scripts/gate-edits --show           # the table of what is there
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from balance.errors import BalanceError
from balance.runs.executor import default_jobs
from balance.runs.store import write_whole
from balance.stats.gate import Result

from .bench import Bench
from .draws import KINDS, draws
from .truth import SIZES, Other, Size, is_right

ROOT = Path(__file__).resolve().parents[2]
RULESETS = ROOT / "rulesets"
BINS = ((0.0, 0.25), (0.25, 0.5), (2.5, 4.0), (4.0, 8.0), (8.0, 100.0))  # rows of the table, in points

Found = dict[str, Any]
"""What is kept of a draw: version, kind, edits, truth and, where its size is told, gate."""


def main(arguments: Sequence[str]) -> int:
    """Draw, play, judge and print; return the exit code."""
    options = parse(arguments)
    try:
        bench = Bench(RULESETS, options.folder, options.epoch, options.jobs or default_jobs())
        if options.epoch == bench.gate.epoch:
            print(f"--epoch {options.epoch} is that of the gate; the truth needs luck of its own", file=sys.stderr)
            return 2
        found, went = collect(bench, options)
    except BalanceError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    if not found:
        print(f"{options.folder}: no edits judged yet", file=sys.stderr)
        return 5
    print("\n".join([*table(found), "", *sentences(found, went)]))
    return 0


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Return the options."""
    first, rest = (__doc__ or "").split("\n", 1)
    parser = argparse.ArgumentParser(
        prog="scripts/gate-edits", description=first + "\n" + rest,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("--edits", type=int, default=200, help="edits whose true move is told (default: 200)")
    parser.add_argument("--seed", type=int, default=7, help="of the draws (default: 7)")
    parser.add_argument("--epoch", type=int, default=1001, help="luck of the long runs (default: 1001)")
    parser.add_argument("--again", type=int, default=0, metavar="N", help="judge the first N edits once more")
    parser.add_argument("--show", action="store_true", help="play nothing: the table of what is there")
    parser.add_argument("--jobs", type=int, default=0, help="threads (default: all processors)")
    parser.add_argument(
        "--folder", type=Path, default=ROOT / "reports" / "out" / "gate-edits",
        help="where findings and games of the base are kept (default: reports/out/gate-edits)",
    )  # fmt: skip
    options = parser.parse_args(list(arguments))
    if options.edits < 1 or min(options.jobs, options.again, options.epoch) < 0:
        parser.error("expected --edits of 1 or more, and no negative numbers")
    return options


def collect(bench: Bench, options: argparse.Namespace) -> tuple[list[Found], Counter[str]]:
    """Return the edits of told size with their verdicts, as many as are asked for, and what became of all draws."""
    options.folder.mkdir(parents=True, exist_ok=True)
    version, judged, went = bench.version(), list[Found](), Counter[str]()
    for i, draw in enumerate(draws(bench.base.sides, options.seed)):
        if len(judged) == options.edits:
            break
        path = options.folder / f"{options.seed}-{i:04d}.json"
        found: Found = json.loads(path.read_bytes()) if path.is_file() else {}
        is_there = found.get("version") == version
        if options.show and not is_there:
            break
        if not is_there:
            found = {"version": version, "kind": draw.kind, "edits": draw.edits, "truth": {"size": "refused"}}
            head = bench.head(draw.edits)
            if head is not None:
                found["truth"] = bench.truth(head)
                if found["truth"]["size"] in (Size.SMALL, Size.LARGE):
                    found["gate"] = bench.judge(head)
            _keep(path, found)
        elif "gate" in found and len(judged) < options.again and not options.show:
            head = bench.head(draw.edits)
            assert head is not None
            again = bench.judge(head)
            if again["verdict"] != found["gate"]["verdict"]:
                raise BalanceError(f"{path}: {found['gate']['verdict']}, and {again['verdict']} the second time")
            _keep(path, found | {"gate": again})
            found["gate"] = again
        went[found["truth"]["size"]] += 1
        judged += [found] if "gate" in found else []
        if not options.show:
            print(f"{len(judged)}: {_said(i, found)}", file=sys.stderr, flush=True)
    return judged, went


def _keep(path: Path, found: Found) -> None:
    write_whole(path, (json.dumps(found, indent=1, ensure_ascii=False) + "\n").encode())


def _said(i: int, found: Found) -> str:
    text = f"draw {i}, {', '.join(found['edits'])}: {found['truth']['size']}"
    if "largest" in found["truth"]:
        text += f", {found['truth']['largest']:.2f} points in {max(found['truth']['blocks'].values()):,} blocks"
    if "gate" in found:
        text += f"; {found['gate']['verdict']} in {found['gate']['seconds']:.1f} s"
    return text


def verdict_of(found: Found) -> Result:
    """Return the gate's verdict on an edit."""
    return Result[found["gate"]["verdict"]]


def others_of(found: Found) -> list[Other]:
    """Return what else an edit moved."""
    return [Other(**other) for other in found["truth"]["others"]]


def table(judged: Sequence[Found]) -> list[str]:
    """Return the lines of the table, a row for each size of the true move and one for all."""
    lines = [
        "| largest true move, in points | edits | PASS | FAIL | INCONCLUSIVE | right | blocks a matchup, median |"
        " seconds: median | 95 % | most | of a processor: median | most |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for low, high in BINS:
        mine = [found for found in judged if low <= found["truth"]["largest"] < high]
        lines += [_row(f"{low:g} to {high:g}" if high < 100 else f"above {low:g}", mine)] if mine else []
    return [*lines, _row("all", judged)]


def _row(name: str, judged: Sequence[Found]) -> str:
    verdicts = Counter(map(verdict_of, judged))
    right = sum(is_right(Size(found["truth"]["size"]), others_of(found), verdict_of(found)) for found in judged)
    blocks, seconds, processor = (
        sorted(found["gate"][key] for found in judged) for key in ("blocks", "seconds", "processor")
    )
    cells = [
        name, f"{len(judged)}", *(f"{verdicts[result]}" for result in Result), f"{right}",
        f"{at(blocks, 0.5):,.0f}", *(f"{at(seconds, share):.1f}" for share in (0.5, 0.95, 1.0)),
        *(f"{at(processor, share):.1f}" for share in (0.5, 1.0)),
    ]  # fmt: skip
    return f"| {' | '.join(cells)} |"


def at(ordered: Sequence[float], share: float) -> float:
    """Return the smallest of some ordered values that at least this share of them does not exceed."""
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def sentences(judged: Sequence[Found], went: Counter[str]) -> list[str]:
    """Return what stands below the table."""
    anew = {
        Size.BETWEEN.value: "in between", Size.UNTOLD.value: f"too near to a border to be told in {SIZES[-1]:,} blocks",
        "refused": "refused by the data check", "without effect": "without effect on any game",
    }  # fmt: skip
    kinds = Counter(found["kind"] for found in judged)
    others = sum(any(other.move > 1 for other in others_of(found)) for found in judged)
    return [
        f"{went.total()} draws; drawn anew: {', '.join(f'{went[key]} {said}' for key, said in anew.items())}.",
        f"Kinds of edits: {', '.join(f'{kinds[kind]} {kind}' for kind in KINDS)}.",
        f"In {others} of them draws, truncated games or lengths moved by more than is allowed, too.",
    ]
