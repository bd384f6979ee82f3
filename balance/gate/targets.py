"""Targets of a gate: bands for the score of a matchup, the average of a side, and the spread of the whole table.

Only leaving a band fails; what was outside before is listed. A target that no edit can touch is not asked about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from balance.data.gate_files import GateFile
from balance.gate.claims import Judged, name_of, range_of
from balance.runs.executor import Progress
from balance.runs.paired import CellPair, PairResult, play_pairs
from balance.runs.store import Store
from balance.stats import BlockTally, Interval, score_interval
from balance.stats.intervals import mean_interval
from balance.stats.looks import split
from balance.stats.ranges import Range
from balance.stats.structure import spread
from balance.stats.tables import ScoreTable, score_moments, score_table
from balance.stats.targets import Target, TargetVerdict, judge_target

SPREAD = "spread of the table"


@dataclass(frozen=True, slots=True)
class TargetRow:
    """A target and what became of it, under the first policy level; scores and the spread are fractions."""

    name: str
    band: Range
    base: float
    head: Interval
    verdict: TargetVerdict


def judge_targets(
    judged: Judged, gate: GateFile, looks: Sequence[int], store: Store, *, jobs: int, progress: Progress | None = None
) -> Iterator[TargetRow]:
    """Yield the targets that an edit can touch: of matchups, of averages, of the table.

    An average and the table need untouched matchups too; they get the blocks of the first look.

    Raises
    ------
    InterruptedRunError, StorageError
        As `executor.run`.
    """
    targets = gate.targets
    claims = len(targets.cells) + len(targets.averages) + (targets.spread is not None)
    results = {name: result for (level, name), result in judged.results.items() if level == 0}
    if not claims or not results:
        return
    level = split(len(looks), claims).simultaneous
    pairs = {name_of(pair): pair for pair in judged.plan.pairs if pair.head.level == 0}

    def whole(wanted: Mapping[str, CellPair]) -> dict[str, PairResult]:
        rest = {name: pair for name, pair in wanted.items() if name not in results}
        played = play_pairs(
            judged.plan, list(rest.values()), store, jobs=jobs, blocks=looks[0], progress=progress
        )  # fmt: skip
        return results | dict(zip(rest, played.pairs, strict=True))

    for matchup, band in targets.cells.items():
        a, _, b = matchup.partition(":")
        if (result := results.get(f"{min(a, b)}:{max(a, b)}")) is not None:
            yield _mean_row(matchup, band, [(result, a < b)], level)
    for stem, band in targets.averages.items():
        mine = {name: pair for name, pair in pairs.items() if stem in (pair.head.a, pair.head.b)}
        if mine.keys() & results.keys():
            found = whole(mine)
            yield _mean_row(stem, band, [(found[name], pair.head.a == stem) for name, pair in mine.items()], level)
    if targets.spread is not None:
        found = whole(pairs)
        base = _table(pairs, {name: found[name].tally.base for name in pairs})
        head = _table(pairs, {name: found[name].tally.head for name in pairs})
        target = Target(range_of(targets.spread), aim=targets.spread[0] / 100)  # it cannot be too small
        yield _row(SPREAD, target, spread(base, level).estimate, spread(head, level))


def _mean_row(name: str, band: Sequence[float], results: Sequence[tuple[PairResult, bool]], level: float) -> TargetRow:
    """Judge the mean over some matchups, each (result, whether the score is that of its first side)."""
    base, heads = 0.0, []
    for result, is_first in results:
        score, interval = result.tally.base.score, score_interval(result.tally.head, level)
        base += (score if is_first else 1 - score) / len(results)
        if not is_first:
            interval = interval.opposite()
        heads.append(interval)
    return _row(name, Target(range_of(band)), base, mean_interval(heads))


def _row(name: str, target: Target, base: float, head: Interval) -> TargetRow:
    return TargetRow(name, target.band, base, head, judge_target(target, base, head))


def _table(pairs: Mapping[str, CellPair], tallies: Mapping[str, BlockTally]) -> ScoreTable:
    stems = sorted({stem for pair in pairs.values() for stem in (pair.head.a, pair.head.b)})
    return score_table(
        len(stems),
        (
            (stems.index(pair.head.a), stems.index(pair.head.b), score_moments(tallies[name]))
            for name, pair in pairs.items()
        ),
    )
