"""A range of numbers that an interval may lie in, lie beside, or straddle."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from balance.stats.intervals import Interval


@dataclass(frozen=True, slots=True)
class Range:
    """All numbers from `low` to `high`, both included.

    Parameters
    ----------
    low, high
        In one unit, low <= high; scores and their differences are fractions, so one point is 0.01.

    Raises
    ------
    ValueError
        `low` above `high`, or no numbers.
    """

    low: float
    high: float

    def __post_init__(self) -> None:
        if not self.low <= self.high:
            raise ValueError(f"range from {self.low} to {self.high}; expected the smaller number first")

    @classmethod
    def about_zero(cls, reach: float) -> Self:
        """Return -reach to reach."""
        return cls(-reach, reach)

    @classmethod
    def total(cls, ranges: Iterable["Range"]) -> "Range":
        """Return the range of a sum with one number from each range; 0 to 0 for none."""
        found = list(ranges)
        return Range(sum(one.low for one in found), sum(one.high for one in found))

    def widened(self, by: float) -> "Range":
        """Return the range that reaches further by so much at both ends."""
        return Range(self.low - by, self.high + by)

    def has(self, value: float) -> bool:
        """Say whether a number is in it, ends included."""
        return self.low <= value <= self.high

    def holds(self, interval: Interval) -> bool:
        """Say whether all of an interval is in it, ends included."""
        return self.low <= interval.low and interval.high <= self.high

    def surrounds(self, interval: Interval) -> bool:
        """Say whether all of an interval is in it, ends excluded."""
        return self.low < interval.low and interval.high < self.high

    def is_apart(self, interval: Interval) -> bool:
        """Say whether nothing of an interval is in it: a common end is in both."""
        return interval.low > self.high or interval.high < self.low
