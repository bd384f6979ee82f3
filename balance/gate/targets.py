"""Targets of a gate: bands for the score of a matchup, the average of a side, and the spread of the whole table.

Only leaving a band fails; what was outside before is listed. A target that no edit can touch is not asked about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from balance.data.gate_files import GateFile
from balance.gate.claims import Judged, name_of, range_of
from balance.runs.executor import Progress
from balance.runs.paired import CellPair, PairResult, Spent, play_pairs
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


@dataclass(slots=True)
class JudgedTargets:
    """The targets that an edit can touch, and what judging them took besides; games of the store are not counted."""

    rows: list[TargetRow] = field(default_factory=list)
    games_played: int = 0
    spent: Spent = field(default_factory=Spent)


def judge_targets(
    judged: Judged, gate: GateFile, looks: Sequence[int], store: Store, *, jobs: int, progress: Progress | None = None
) -> JudgedTargets:
    """Judge the targets that an edit can touch: of matchups, of averages, of the table.

    An average and the table need untouched matchups too; they get the blocks of the first look.

    Raises
    ------
    InterruptedRunError, StorageError
        As `executor.run`.
    """
    targets = gate.targets
    claims = len(targets.cells) + len(targets.averages) + (targets.spread is not None)
    results = {name: result for (level, name), result in judged.results.items() if level == 0}
    found = JudgedTargets()
    if not claims or not results:
        return found
    pairs = {name_of(pair): pair for pair in judged.plan.pairs if pair.head.level == 0}
    stems = [stem for stem in targets.averages if any(stem in name.split(":") for name in results)]
    wanted = pairs if targets.spread is not None else _of_stems(pairs, stems)
    rest = {name: pair for name, pair in wanted.items() if name not in results}
    played = play_pairs(judged.plan, list(rest.values()), store, jobs=jobs, blocks=looks[0], progress=progress)
    found.games_played, found.spent = played.games_played, played.spent
    results |= dict(zip(rest, played.pairs, strict=True))
    found.rows += _rows(gate, stems, pairs, results, split(len(looks), claims).simultaneous)
    return found


def _of_stems(pairs: Mapping[str, CellPair], stems: Iterable[str]) -> dict[str, CellPair]:
    """Return the matchups of some sides."""
    return {name: pair for name, pair in pairs.items() if {pair.head.a, pair.head.b} & set(stems)}


def _rows(
    gate: GateFile, stems: Sequence[str], pairs: Mapping[str, CellPair], results: Mapping[str, PairResult], level: float
) -> Iterator[TargetRow]:
    targets = gate.targets
    for matchup, band in targets.cells.items():
        a, _, b = matchup.partition(":")
        if (result := results.get(f"{min(a, b)}:{max(a, b)}")) is not None:
            yield _mean_row(matchup, band, [(result, a < b)], level)
    for stem in stems:
        mine = _of_stems(pairs, [stem])
        scores = [(results[name], pair.head.a == stem) for name, pair in mine.items()]
        yield _mean_row(stem, targets.averages[stem], scores, level)
    if targets.spread is not None:
        base = _table(pairs, {name: results[name].tally.base for name in pairs})
        head = _table(pairs, {name: results[name].tally.head for name in pairs})
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
