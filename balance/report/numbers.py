"""Numbers as every report prints them: a score never stands without its interval."""

from __future__ import annotations

import re
from dataclasses import dataclass

NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Score:
    """A score in percent with the limits of its interval."""

    estimate: float
    low: float
    high: float

    @property
    def above(self) -> float:
        """Return the distance from the estimate to the upper limit."""
        return self.high - self.estimate

    @property
    def below(self) -> float:
        """Return the distance from the lower limit to the estimate."""
        return self.estimate - self.low

    @property
    def half_width(self) -> float:
        """Return half the distance between the limits."""
        return (self.high - self.low) / 2

    @property
    def decimals(self) -> int:
        """Return the decimals to print: one, or two where the interval would vanish."""
        return 1 if self.half_width >= 0.05 else 2

    @property
    def is_symmetric(self) -> bool:
        """Say whether both limits are equally far away, as far as the printed decimals show."""
        unit: float = 10.0**-self.decimals
        return abs(self.above - self.below) < unit

    def holds(self, percent: float) -> bool:
        """Say whether a percentage lies within the limits."""
        return self.low <= percent <= self.high

    def swapped(self) -> Score:
        """Return the score of the other side."""
        return Score(100 - self.estimate, 100 - self.high, 100 - self.low)


def value_text(score: Score) -> str:
    """Return the estimate alone: ``51.3``."""
    return f"{score.estimate:.{score.decimals}f}"


def spread_text(score: Score) -> str:
    """Return the interval alone: ``± 0.4``, or ``1.2 to 4.5`` where it is asymmetric by more than rounding."""
    if score.is_symmetric:
        return f"± {score.half_width:.{score.decimals}f}"
    return f"{score.low:.{score.decimals}f} to {score.high:.{score.decimals}f}"


def score_text(score: Score) -> str:
    """Return estimate and interval: ``51.3 % ± 0.4`` or ``2.5 % (1.2 to 4.5)``."""
    spread = spread_text(score)
    return f"{value_text(score)} % {spread}" if score.is_symmetric else f"{value_text(score)} % ({spread})"


def notation(percent: float) -> str:
    """Return a score as players of fighting games say it: wins out of ten games, ``6-4``."""
    wins = round(percent / 10)
    return f"{wins}-{10 - wins}"


def count_text(count: int) -> str:
    """Return a whole number with separators: ``20,000``."""
    return f"{count:,}"


def rounded_up(count: int) -> str:
    """Return a count rounded up to two digits, since it is an estimate: ``2,300``."""
    step = 10 ** max(0, len(str(count)) - 2)
    return count_text(-(-count // step) * step)


def percent_text(percent: float | None, decimals: int = 1) -> str:
    """Return a percentage without an interval, for shares of games; a dash where there is none."""
    return "–" if percent is None else f"{percent:.{decimals}f} %"


def signed_text(value: float) -> str:
    """Return a difference with its sign: ``+0.4``; without one where it rounds to nothing."""
    text = f"{value:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text


def plural(count: int, word: str) -> str:
    """Return a count with its noun: ``1 matchup``, ``3 matchups``."""
    return f"{count_text(count)} {word}{'' if count == 1 else 's'}"


def listed(words: list[str]) -> str:
    """Return words as a list in a sentence: ``a, b and c``."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def kept(text: str) -> str:
    """Return a text whose numbers stay on one line with their units and intervals."""
    return re.sub(r"(?<=\d) (?=%)| (?=±)|(?<=±) ", NO_BREAK, text)
