"""What an edit truly moves, from a long run under common luck that ends as soon as it tells."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from balance.data.gate_files import GateFile
from balance.runs.paired import CellPair, PairedPlan, PairResult
from balance.stats import PairedTally, difference_interval
from balance.stats.gate import Result
from balance.stats.looks import split
from balance.stats.measures import Measure, length_interval, recoded
from balance.stats.pairs import tally_pair
from balance.stats.ranges import Range

SMALL, LARGE = Range.about_zero(0.005), Range.about_zero(0.025)
ALPHA = 0.05  # error of a long run, in each direction
SIZES = tuple(2048 << i for i in range(5))  # blocks at which it looks
STOPPED = 0.95  # level at which an edit is given up as one in between: to be wrong there costs a draw


class Size(StrEnum):
    """The largest true move of a matchup's score; the values are the words that are kept."""

    SMALL = "small"
    LARGE = "large"
    BETWEEN = "between"
    UNTOLD = "untold"


@dataclass(frozen=True, slots=True)
class Other:
    """What else a gate watches, by the largest estimated move of a touched matchup.

    Attributes
    ----------
    move, limit : float
        In units of the allowed move: up to 1 must not fail, beyond `limit` must.
    """

    measure: str
    move: float
    limit: float


def told(tallies: Mapping[str, PairedTally]) -> tuple[Size, list[str]]:
    """Return what is known of the largest move, and which matchups need more blocks.

    Small is said when every move is shown to be at most 0.5 points: that claims all of them at once, so none is tested
    at a stricter level for there being several. Large is said when some move is shown to be at least 2.5 points, at a
    level that is split over all. Untold is what remains; then there are matchups that need more blocks.

    Parameters
    ----------
    tallies
        Of each touched matchup, as far as it was played.
    """
    levels = split(len(SIZES), len(tallies), alpha=ALPHA)
    if any(LARGE.is_apart(difference_interval(tally, levels.simultaneous)) for tally in tallies.values()):
        return Size.LARGE, []
    not_small = [
        name for name, tally in tallies.items()
        if not SMALL.surrounds(difference_interval(tally, levels.equivalence))
    ]  # fmt: skip
    if not not_small:
        return Size.SMALL, []
    roughly = {name: difference_interval(tally, STOPPED) for name, tally in tallies.items()}
    if any(SMALL.is_apart(interval) for interval in roughly.values()):
        maybe_large = [name for name, interval in roughly.items() if not LARGE.surrounds(interval)]
        return (Size.UNTOLD, maybe_large) if maybe_large else (Size.BETWEEN, [])
    return Size.UNTOLD, not_small


def truth(
    plan: PairedPlan, play: Callable[[Sequence[CellPair], int], Sequence[PairResult]]
) -> tuple[Size, dict[str, PairResult]]:
    """Return the size of an edit's move, and the last result of each touched matchup by A:B.

    Parameters
    ----------
    plan
        Of one policy level, with touched pairs.
    play
        From pairs and a number of blocks to the result of each.

    Returns
    -------
    Size
        UNTOLD for what is too near to a border to be told at the last look.
    """
    pairs = {f"{pair.head.a}:{pair.head.b}": pair for pair in plan.touched}
    results: dict[str, PairResult] = {}
    size, names = Size.UNTOLD, list(pairs)
    for blocks in SIZES:
        results.update(zip(names, play([pairs[name] for name in names], blocks), strict=True))
        size, names = told({name: result.tally for name, result in results.items()})
        if not names:
            break
    return size, results


def other_moves(results: Mapping[str, PairResult], gate: GateFile) -> list[Other]:
    """Return how far draws, truncated games and lengths moved."""
    moves: dict[Measure, list[float]] = {Measure.DRAWS: [], Measure.TRUNCATED: [], Measure.LENGTH: []}
    for result in results.values():
        for measure in (Measure.DRAWS, Measure.TRUNCATED):
            pair = tally_pair(recoded(result.base.outcomes, measure), recoded(result.head.outcomes, measure))
            moves[measure].append(pair.head.score - pair.base.score)
        base, head = result.base.histograms[0], result.head.histograms[0]
        moves[Measure.LENGTH].append(length_interval(base, head, result.tally.rotations).estimate)
    found = []
    for measure, margin in (
        (Measure.DRAWS, gate.draws), (Measure.TRUNCATED, gate.truncated), (Measure.LENGTH, gate.length)
    ):  # fmt: skip
        # Truncated games are one claim over all touched matchups.
        mean = abs(sum(moves[measure])) / len(moves[measure])
        most = mean if measure is Measure.TRUNCATED else max(map(abs, moves[measure]))
        found.append(Other(measure.value, 100 * most / margin.allowed, margin.limit / margin.allowed))
    return found


def is_right(size: Size, others: Sequence[Other], verdict: Result) -> bool:
    """Say whether a gate's verdict agrees with the truth.

    A large move must fail. A small one must pass, unless something else moved: beyond what is allowed of it either
    verdict is right, beyond its limit only a failure is.
    """
    if verdict is Result.INCONCLUSIVE:
        return False
    if size is Size.LARGE or any(one.move > one.limit for one in others):
        return verdict is Result.FAIL
    return verdict is Result.PASS or any(one.move > 1 for one in others)
