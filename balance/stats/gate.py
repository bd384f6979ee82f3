"""The verdict on a claim that something did not change, from paired differences: the truth table of a gate.

A gate asks `Question`s: is the score of this cell, its share of draws, its length still what it was, up to a margin
with a guard band? The answer comes from `Evidence`, the difference between head and base under the same luck, looked at
after more and more blocks (`run_gate`) until a line of the table decides or the budget is used up. Pure functions; what
is played, and where ranges and margins are written down, is the caller's.

    levels = split(looks=len(looks), claims=18, share=0.5)
    question = Question.about_zero(0.01, 0.02, levels)
    judged = run_gate({("boris:grace", "standard"): question}, looks, play)
    overall(judgement.verdict.result() for judgement in judged.values())

The guard band is there so that a decision always comes: a true move within the allowed range rarely fails, one beyond
the limit rarely passes, and for one in between either is right.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from itertools import pairwise
from math import ceil, inf
from typing import Self, TypeVar

from balance.stats.compare import difference_interval
from balance.stats.intervals import Interval
from balance.stats.looks import Levels
from balance.stats.pairs import PairedTally
from balance.stats.ranges import Range
from balance.stats.targets import Target

K = TypeVar("K", bound=Hashable)


class Result(IntEnum):
    """What a gate says in the end; the values are the exit codes of the command line."""

    PASS = 0
    FAIL = 1
    INCONCLUSIVE = 3


class Verdict(StrEnum):
    """What a gate says of one claim, in the order of the truth table; the values are the words that are shown."""

    UNCHANGED = "unchanged"
    A_LITTLE = "moved a little"
    AS_DECLARED = "moved as declared"
    IMPROVED = "improved"
    REGRESSED = "regressed"
    SAME = "same"
    INCONCLUSIVE = "inconclusive"

    def result(self, *, is_any_move: bool = False) -> Result:
        """Return what follows for the run.

        Parameters
        ----------
        is_any_move
            Fail on moves towards a target as well.
        """
        if self is Verdict.INCONCLUSIVE:
            return Result.INCONCLUSIVE
        if self is Verdict.REGRESSED or (is_any_move and self is Verdict.IMPROVED):
            return Result.FAIL
        return Result.PASS


@dataclass(frozen=True, slots=True)
class Question:
    """A claim, and what its verdict depends on besides the evidence.

    All ranges are differences of head minus base in the unit of the evidence; of scores 0.01 is one point.

    Parameters
    ----------
    allowed
        Within it a move must not fail: -m0 to m0.
    limit
        Outside of it a move must not pass: -m to m, ends included. It reaches beyond `allowed` at both ends.
    levels
        As `looks.split` returns them.
    declared
        The range that was accepted for this claim beforehand, if any.
    target
        Where the score of side a should be, if anybody said so.

    Raises
    ------
    ValueError
        No guard band: a limit that does not reach beyond the allowed range.
    """

    allowed: Range
    limit: Range
    levels: Levels
    declared: Range | None = None
    target: Target | None = None

    def __post_init__(self) -> None:
        if not self.limit.low < self.allowed.low <= self.allowed.high < self.limit.high:
            raise ValueError(f"limit {self.limit} about allowed {self.allowed}; expected it to reach beyond both ends")

    @classmethod
    def about_zero(
        cls, allowed: float, limit: float, levels: Levels, declared: Range | None = None, target: Target | None = None
    ) -> Self:
        """Return the question with the margins -allowed to allowed and -limit to limit, 0 <= allowed < limit."""
        return cls(Range.about_zero(allowed), Range.about_zero(limit), levels, declared, target)

    @classmethod
    def of_drift(cls, budget: float, guard: float, levels: Levels, declared: Iterable[Range] = ()) -> Self:
        """Return the question whether a score drifted from an anchor by more than a budget.

        What was declared since the anchor is no drift: the allowed range is the sum of all declared ranges of the
        claim, widened by the budget. The drift is a family of claims of its own, with levels of its own.

        Parameters
        ----------
        budget, guard
            Above 0; the limit is the budget plus the guard.
        levels
            As `looks.split` returns them for the comparison with the anchor.
        declared
            The accepted ranges of this claim since the anchor, those of this change included.
        """
        allowed = Range.total(declared).widened(budget)
        return cls(allowed, allowed.widened(guard), levels)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was seen of one claim up to a look.

    Parameters
    ----------
    interval
        From a two-sided level to the interval of head minus base at that level.
    base, head
        The scores before and after, 0 to 1; only looked at where there is a target.
    blocks
        Blocks that it rests on.
    changed
        Share of games with another outcome, 0 to 1, where it can be told.
    """

    interval: Callable[[float], Interval]
    base: float
    head: float
    blocks: int
    changed: float | None = None

    @classmethod
    def of_pair(cls, pair: PairedTally) -> Self:
        """Return the evidence of two cells on the same keys, for the score or a recoded measure (`measures`)."""
        changed = pair.discordant_games / pair.games if pair.games else None
        return cls(
            lambda level: difference_interval(pair, level), pair.base.score, pair.head.score, pair.blocks, changed
        )


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on one claim, with the intervals that it was read from.

    Parameters
    ----------
    verdict
        The first line of the truth table that applied.
    equivalence, simultaneous
        Intervals of head minus base, at the two levels of the question, and so adjusted for all looks. None where the
        claim is unchanged.
    base, head
        Scores as in `Evidence`.
    blocks
        Blocks after which it was made.
    is_declared_still
        A move was declared and did not happen: a warning, whatever the verdict.
    changed
        Of the evidence: the share of games with another outcome.
    """

    verdict: Verdict
    equivalence: Interval | None = None
    simultaneous: Interval | None = None
    base: float | None = None
    head: float | None = None
    blocks: int = 0
    is_declared_still: bool = False
    changed: float | None = None


def judge(question: Question, evidence: Evidence | None) -> Judgement:
    """Return the verdict on a claim: the first line of the truth table that applies.

    With E the interval at the level of equivalence and S the simultaneous one:

    1. no evidence, since base and head are equal by their names: unchanged, passes;
    2. E inside the limit and S apart from the allowed range: moved a little, passes;
    3. S within the declared range: moved as declared, passes;
    4. S apart from the allowed and from the declared range, and the score moved towards its target without leaving the
       band on the far side: improved, passes;
    5. S apart from the allowed and from the declared range: regressed, fails;
    6. E inside the limit: same, passes;
    7. otherwise inconclusive.

    "Inside" excludes the ends, "within" includes them, and intervals that touch a range are not apart from it.

    Parameters
    ----------
    question
        The claim.
    evidence
        What was seen; None where base and head are the same games, by content.
    """
    declared = question.declared
    if evidence is None:
        return Judgement(Verdict.UNCHANGED, is_declared_still=declared is not None and not declared.has(0.0))
    equivalence = evidence.interval(question.levels.equivalence)
    simultaneous = evidence.interval(question.levels.simultaneous)
    is_still = declared is not None and question.allowed.surrounds(equivalence) and declared.is_apart(equivalence)
    verdict = _line(question, evidence, equivalence, simultaneous)
    return Judgement(
        verdict, equivalence, simultaneous, evidence.base, evidence.head, evidence.blocks, is_still, evidence.changed
    )


def _line(question: Question, evidence: Evidence, equivalence: Interval, simultaneous: Interval) -> Verdict:
    declared, target = question.declared, question.target
    is_inside, has_moved = question.limit.surrounds(equivalence), question.allowed.is_apart(simultaneous)
    if is_inside and has_moved:
        return Verdict.A_LITTLE
    if declared is not None and declared.holds(simultaneous):
        return Verdict.AS_DECLARED
    if has_moved and (declared is None or declared.is_apart(simultaneous)):
        is_nearer = target is not None and target.is_nearer(evidence.base, evidence.head)
        return Verdict.IMPROVED if is_nearer else Verdict.REGRESSED
    return Verdict.SAME if is_inside else Verdict.INCONCLUSIVE


def run_gate(
    questions: Mapping[K, Question],
    looks: Sequence[int],
    evidence: Callable[[Sequence[K], int], Mapping[K, Evidence | None]],
    is_over: Callable[[], bool] = lambda: False,
) -> dict[K, Judgement]:
    """Judge all claims, look by look, until each is decided or the budget is used up.

    A claim keeps the verdict of the look that decided it, and is not asked about again.

    Parameters
    ----------
    questions
        The claims by any key, for example (cell, policy level, measure), with levels split over `looks`.
    looks
        Blocks in all at each look, rising, as `looks.look_sizes` returns them.
    evidence
        From the open claims, in the order of `questions`, and a number of blocks to what their first so many blocks
        show; None for a claim whose base and head are equal by content.
    is_over
        Asked between looks, for a budget of time: True ends the run with what is decided by then. The outcome then
        depends on the machine.

    Returns
    -------
    dict
        A judgement for each key, in the order of `questions`.

    Raises
    ------
    ValueError
        No looks, or looks that do not rise.
    """
    if not looks or any(a >= b for a, b in pairwise(looks)):
        raise ValueError(f"looks after {list(looks)} blocks; expected one or more, rising")
    judged: dict[K, Judgement] = {}
    open_ones = list(questions)
    for i, blocks in enumerate(looks):
        if not open_ones or (i and is_over()):
            break
        found = evidence(open_ones, blocks)
        judged |= {key: judge(questions[key], found[key]) for key in open_ones}
        open_ones = [key for key in open_ones if judged[key].verdict is Verdict.INCONCLUSIVE]
    return {key: judged[key] for key in questions}


def overall(decisive: Iterable[Result], advisory: Iterable[Result] = (), *, is_strict: bool = False) -> Result:
    """Return the result of a run: the worst of those that decide, where failing is worse than not knowing.

    Parameters
    ----------
    decisive
        Of the claims under the policy level that decides, and of targets.
    advisory
        Of the claims under other levels: they are listed, and count only in a strict run.
    is_strict
        The advisory ones decide too, and what is inconclusive fails.
    """
    found = {*decisive, *(advisory if is_strict else ())}
    if Result.FAIL in found or (is_strict and Result.INCONCLUSIVE in found):
        return Result.FAIL
    return Result.INCONCLUSIVE if Result.INCONCLUSIVE in found else Result.PASS


def blocks_to_decide(question: Question, judgement: Judgement) -> int | None:
    """Return how many blocks in all would decide a claim if the estimate stayed where it is.

    Widths are taken to fall with the root of the number of blocks. None where no number would do: the estimate is on an
    edge, or inside the guard band at a place that is neither clear of the allowed range nor inside the limit. What is
    decided needs the blocks that it has.
    """
    equivalence, simultaneous = judgement.equivalence, judgement.simultaneous
    if judgement.verdict is not Verdict.INCONCLUSIVE or equivalence is None or simultaneous is None:
        return judgement.blocks
    at, declared = equivalence.estimate, question.declared
    below, above = at - equivalence.low, equivalence.high - at
    needed = [max(_ratio(below, at - question.limit.low), _ratio(above, question.limit.high - at))]
    below, above = at - simultaneous.low, simultaneous.high - at
    if declared is not None:
        needed.append(max(_ratio(below, at - declared.low), _ratio(above, declared.high - at)))
    ranges = [question.allowed] if declared is None else [question.allowed, declared]
    needed.append(max(min(_ratio(below, at - one.high), _ratio(above, one.low - at)) for one in ranges))
    shrink = min(needed)
    return None if shrink == inf else ceil(judgement.blocks * shrink**2)


def _ratio(width: float, room: float) -> float:
    """Return by how much a width must shrink to fit into the room, infinity where there is none."""
    return width / room if room > 0 else inf
