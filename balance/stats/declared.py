"""Declared changes: ranges that were accepted for a move, what they make of a gate's questions, and when they are void.

A declaration is said of one cell, relative to the base that it was made against. It may be written before the edit, as
an intent, or after a gate measured it; then it names the data that it was measured on and holds for no other.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor

from balance.stats.gate import Judgement, Verdict
from balance.stats.ranges import Range

STEPS = 1000  # to the unit: ranges are rounded outwards to tenths of a point


@dataclass(frozen=True, slots=True)
class Declaration:
    """What one file of accepted changes says of one cell.

    Parameters
    ----------
    source
        Name of the file, for messages.
    cell
        The claim's key in text, for example "boris:grace".
    expected
        Accepted range of head minus base, a fraction.
    identity
        Content hash of the head cell that it was measured on; None where it was written before anything was measured.
    """

    source: str
    cell: str
    expected: Range
    identity: str | None = None


class Standing(StrEnum):
    """Whether a declaration can be honoured; the values are the words that are shown."""

    VALID = "valid"
    STALE = "measured on other data"
    UNKNOWN = "no such cell"
    CONFLICTING = "declared twice"


def standings(declarations: Iterable[Declaration], identities: Mapping[str, str]) -> list[tuple[Declaration, Standing]]:
    """Say of each declaration of one change whether it can be honoured.

    Only those that came since the base belong here: older ones were judged when they came, and the data moved on since.

    Parameters
    ----------
    declarations
        In any order.
    identities
        Content hash of each cell of the head, by key.

    Returns
    -------
    list of (Declaration, Standing)
        In the same order. STALE where the data changed after it was measured; UNKNOWN where the head has no such cell;
        CONFLICTING where another declaration that is not stale speaks of the same cell: both were made against the same
        base, so their ranges cannot be added, and neither is honoured.
    """
    found = list(declarations)
    fresh = [one for one in found if one.identity is None or one.identity == identities.get(one.cell)]
    spoken = [one.cell for one in fresh]

    def standing(one: Declaration) -> Standing:
        if one.cell not in identities:
            return Standing.UNKNOWN
        if one not in fresh:
            return Standing.STALE
        return Standing.CONFLICTING if spoken.count(one.cell) > 1 else Standing.VALID

    return [(one, standing(one)) for one in found]


def honoured(found: Iterable[tuple[Declaration, Standing]]) -> dict[str, Range]:
    """Return the accepted range of each cell that has a valid declaration, from what `standings` returned."""
    return {one.cell: one.expected for one, standing in found if standing is Standing.VALID}


def since_anchor(declarations: Iterable[Declaration]) -> dict[str, Range]:
    """Return the range that each cell may have moved in all since an anchor, by all declarations since.

    Each was made against the base of its own time, so ranges of one cell add up. Of declarations of the present change
    pass only the valid ones. For `Question.of_drift`.
    """
    by_cell: dict[str, list[Range]] = {}
    for one in declarations:
        by_cell.setdefault(one.cell, []).append(one.expected)
    return {cell: Range.total(ranges) for cell, ranges in by_cell.items()}


def proposal(judgement: Judgement, margin: float) -> Range:
    """Return the range to write down for a claim that a gate measured: its interval, widened by the allowed margin.

    Parameters
    ----------
    judgement
        Decided by a gate and not unchanged; the simultaneous interval is taken, rounded outwards to a tenth of a point,
        so the same run finds its own interval within the range.
    margin
        Not below 0: what may be added without another look.

    Raises
    ------
    ValueError
        There is nothing to accept: the claim is inconclusive or unchanged.
    """
    measured = judgement.simultaneous
    if measured is None or judgement.verdict is Verdict.INCONCLUSIVE:
        raise ValueError(f"verdict '{judgement.verdict}'; expected a claim that a gate decided from games")
    reach = Range(measured.low, measured.high).widened(margin)
    # In fractions, so that rounding outwards never ends a bit inside.
    return Range(floor(Fraction(reach.low) * STEPS) / STEPS, ceil(Fraction(reach.high) * STEPS) / STEPS)
