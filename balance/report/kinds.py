"""What a matchup is, even, lopsided or open, by where the intervals of its scores are and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from balance.report.numbers import Score

BAND = (45.0, 55.0)  # percent; a matchup within it counts as even
EVEN = 50.0


class Where(StrEnum):
    """Where an interval is, as seen from the band of even matchups."""

    BELOW = "below"
    INSIDE = "inside"
    ABOVE = "above"
    OPEN = "open"  # it holds an end of the band


class Kind(StrEnum):
    """What a matchup is under all policies together."""

    LOPSIDED = "lopsided"
    IN_PART = "lopsided in part"  # under some policies; the others do not tell
    DEPENDS = "depends"
    EVEN = "even"
    OPEN = "open"


OUTSIDE = {Where.BELOW, Where.ABOVE}


def where(score: Score) -> Where:
    """Return where the interval of a score is."""
    if score.high < BAND[0]:
        return Where.BELOW
    if score.low > BAND[1]:
        return Where.ABOVE
    return Where.OPEN if any(score.holds(line) for line in BAND) else Where.INSIDE


def kind_of(scores: Sequence[Score]) -> Kind:
    """Return what a matchup is, from its score under each policy: from where the intervals are and nothing else.

    It is even where all intervals are inside the band, and lopsided where all are outside, on the same side. It depends
    on how it is played where the scores surely differ: one interval is above 50 % and another one below, or one is
    outside the band and another one inside. It is lopsided in part where some intervals are outside, on the same side,
    and the others do not tell. Otherwise it is open.
    """
    found = {where(score) for score in scores}
    if found == {Where.INSIDE}:
        return Kind.EVEN
    is_split = any(score.low > EVEN for score in scores) and any(score.high < EVEN for score in scores)
    if is_split or (found & OUTSIDE and Where.INSIDE in found):
        return Kind.DEPENDS
    if found & OUTSIDE:
        return Kind.IN_PART if Where.OPEN in found else Kind.LOPSIDED
    return Kind.OPEN
