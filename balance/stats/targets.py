"""Where a score should be: bands for a cell, a fighter's average or a whole table, and what becomes of them.

Only leaving a band fails. What was outside before is listed, and getting nearer is an improvement, so old sins block
nobody who did not commit them.
"""

from dataclasses import dataclass
from enum import StrEnum

from balance.stats.intervals import Interval
from balance.stats.ranges import Range


@dataclass(frozen=True, slots=True)
class Target:
    """A band and the place in it that is aimed at.

    Parameters
    ----------
    band
        Acceptable values, ends included; of scores 0 to 1.
    aim
        The best value, in the band; its middle by default. For the spread of a table, which cannot be too small, the
        lower end.

    Raises
    ------
    ValueError
        An aim outside of the band.
    """

    band: Range
    aim: float | None = None

    def __post_init__(self) -> None:
        if not self.band.has(self.best):
            raise ValueError(f"aim {self.aim} outside of the band {self.band.low} to {self.band.high}")

    @property
    def best(self) -> float:
        """The aim, or the middle of the band."""
        return (self.band.low + self.band.high) / 2 if self.aim is None else self.aim

    def is_nearer(self, base: float, head: float) -> bool:
        """Say whether head is nearer to the aim than base is, and not beyond the far side of the band."""
        is_overshot = head > self.band.high if base < self.best else head < self.band.low
        return abs(head - self.best) < abs(base - self.best) and not is_overshot


class TargetVerdict(StrEnum):
    """What became of a target; the values are the words that are shown. Only LEFT fails."""

    IN_BAND = "in band"
    ENTERED = "entered its band"
    NEARER = "nearer to its band"
    OUT = "out of band"
    LEFT = "left its band"


def judge_target(target: Target, base: float | None, head: Interval) -> TargetVerdict:
    """Return what became of a target.

    Parameters
    ----------
    target
        The band.
    base
        The estimate before; None where there was nothing before, as for a new fighter, which so cannot have left.
    head
        The interval after, in the unit of the band, at a level split over all targets and looks. Base and head rest on
        the same luck, so what did not move has equal estimates.

    Returns
    -------
    TargetVerdict
        LEFT where the estimate before was in the band and all of the interval after is out of it: leaving must be
        shown. So in a band is also what may be just beyond its edge. Of what was out before, ENTERED is said by the
        estimate, and OUT is said where it is out and not nearer to the aim.
    """
    band = target.band
    if base is None or not band.has(base):
        if band.has(head.estimate):
            return TargetVerdict.IN_BAND if base is None else TargetVerdict.ENTERED
        is_nearer = base is not None and target.is_nearer(base, head.estimate)
        return TargetVerdict.NEARER if is_nearer else TargetVerdict.OUT
    return TargetVerdict.LEFT if band.is_apart(head) else TargetVerdict.IN_BAND
