"""When a gate looks at its blocks, and how the chance of error is split over looks and claims.

The looks are laid down before the first block is played: each about 1.41 times as large as the one before, the last one
the whole budget. A claim made at any of them is made at a level that holds for all of them together (Bonferroni), so a
gate may stop at the first look that decides. Splitting evenly suits a gate better than boundaries that save the error
for the end (O'Brien and Fleming 1979): stopping early is what it is for.
"""

from dataclasses import dataclass
from math import isqrt

ALPHA = 0.05  # error allowed to one comparison of a gate run, in each direction: a false failure, a false pass
FIRST = 1024  # blocks of the first look; below, the levels asked for here reach where few blocks moved
LOOKS_MAX = 13


def look_sizes(budget: int, first: int = FIRST) -> tuple[int, ...]:
    """Return after how many blocks a gate looks, smallest first: a geometric row by the root of 2, up to the budget.

    Parameters
    ----------
    budget
        Blocks of a cell at most, 1 or more.
    first
        The smallest look, 1 or more, unless the budget is smaller; there are at most `LOOKS_MAX` looks, so with a large
        budget the first one is larger too.

    Returns
    -------
    tuple of int
        Whole numbers from integers alone: the same on every machine.

    Raises
    ------
    ValueError
        A budget or a first look below 1.
    """
    if budget < 1 or first < 1:
        raise ValueError(f"a budget of {budget} blocks, looking first after {first}; expected 1 or more")
    sizes = [budget]
    for halvings in range(1, LOOKS_MAX):
        size = isqrt(budget * budget >> halvings)
        if size < first or size == sizes[-1]:
            break
        sizes.append(size)
    return tuple(reversed(sizes))


@dataclass(frozen=True, slots=True)
class Levels:
    """The two-sided levels of the two intervals that a verdict is read from, for one claim at one look.

    Parameters
    ----------
    equivalence
        Of the interval that must lie within the limits for a pass: 1 - 2 alpha / looks. A pass says that every claim
        holds, so each is tested at alpha (two one-sided tests, Schuirmann 1987) and no correction for their number is
        due (intersection-union, Berger 1982).
    simultaneous
        Of the interval that must lie outside of the allowed range for a failure: 1 - alpha x share / (looks x claims).
        A failure says that some claim is broken, so the chance of error is split over the claims.
    """

    equivalence: float
    simultaneous: float


def split(looks: int, claims: int, *, alpha: float = ALPHA, share: float = 1.0) -> Levels:
    """Split the chance of error over looks and claims.

    Parameters
    ----------
    looks
        Number of looks of the schedule, those not taken included.
    claims
        Claims of one family: for scores, touched cells x policy levels.
    alpha
        Error of the whole comparison, in each direction. A gate run has up to three: with the base, with the anchor, of
        the targets with where they were.
    share
        Part of alpha that this family may use for failures: one half each where scores and other measures are gated
        side by side. It has no part in a pass.

    Raises
    ------
    ValueError
        No looks or claims, alpha outside 0 to 0.5, or a share outside 0 to 1.
    """
    if looks < 1 or claims < 1:
        raise ValueError(f"{looks} looks and {claims} claims; expected 1 or more of each")
    if not 0 < alpha < 0.5 or not 0 < share <= 1:
        raise ValueError(f"alpha {alpha} and a share of {share}; expected above 0, to below 0.5 and to 1")
    return Levels(1 - 2 * alpha / looks, 1 - alpha * share / (looks * claims))
