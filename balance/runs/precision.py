"""A run as precise as asked for: a pilot chooses the number of games once, and the run then has that fixed size.

The pilot is the beginning of the run: its blocks are part of the estimates. It looks at widths only, never at who wins,
and chooses one number for all matchups of a policy level, so the intervals of a fixed number of games hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from balance.errors import UsageError
from balance.runs.chunks import BLOCKS
from balance.runs.executor import RunResult
from balance.runs.plan import Plan
from balance.stats import BlockTally, Interval, blocks_for_width

PILOT_BLOCKS = BLOCKS  # a matchup: one chunk
HALF_WIDTHS = (0.05, 10.0)  # what may be asked for, percentage points
GAMES_MAX = 1_000_000  # a matchup
OTHER_LEVELS = 2  # half-widths of the policy levels after the first: a quarter of the games
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Precision:
    """How the number of games was chosen.

    Attributes
    ----------
    half_width : float
        Of the pointwise 95 % interval of the widest matchup, in percentage points, under the first policy.
    other_half_width : float
        The same under the other policies.
    pilot_blocks : int
        Blocks of each matchup that were played first; they are part of the run.
    games : dict of str to int
        What was chosen, games a matchup by policy level.
    """

    half_width: float
    other_half_width: float
    pilot_blocks: int
    games: dict[str, int]


def check_half_width(half_width: float) -> None:
    """Refuse a half-width, in percentage points, that makes no sense.

    Raises
    ------
    UsageError
        Out of `HALF_WIDTHS`, or not a number.
    """
    low, high = HALF_WIDTHS
    if not low <= half_width <= high:
        raise UsageError(
            f"--precision {half_width:g}: expected the half-width of the intervals in percentage points,"
            f" {low:g} to {high:g}; for example 0.5"
        )


def run_to_precision(
    half_width: float,
    levels: int,
    planned: Callable[[Sequence[int]], Plan],
    played: Callable[[Plan], RunResult],
    interval: Callable[[BlockTally, float], Interval],
) -> tuple[RunResult, Precision]:
    """Play a pilot, choose the number of games, and play the rest.

    Parameters
    ----------
    half_width : float
        Percentage points, as `check_half_width` lets through.
    levels : int
        Number of policy levels.
    planned : callable
        The plan for a number of games a matchup under each policy level.
    played : callable
        A plan's result, with what is stored taken from the store.
    interval : callable
        The interval of a cell at a level.

    Raises
    ------
    UsageError
        If there is no matchup of two different sides, or if it takes more than `GAMES_MAX` games.
    """
    plan = planned([2 * PILOT_BLOCKS] * levels)
    if all(cell.is_mirror for cell in plan.cells):
        raise UsageError(
            f"--precision {half_width:g}: a mirror has no score; expected two {plan.data.nouns[1]} or more"
        )
    pilot = played(plan)
    precision = choose_games(pilot, half_width, interval)
    result = played(planned(list(precision.games.values())))
    stored = max(0, result.games_stored - pilot.games_played)
    seconds = pilot.seconds + result.seconds
    return replace(
        result, games_stored=stored, games_played=result.plan.games - stored, seconds=seconds
    ), precision  # fmt: skip


def choose_games(pilot: RunResult, half_width: float, interval: Callable[[BlockTally, float], Interval]) -> Precision:
    """Return how many games a matchup each policy level needs, never fewer than the pilot has.

    Parameters
    ----------
    pilot : RunResult
        `PILOT_BLOCKS` blocks of every matchup, of which at least one is no mirror.
    half_width : float
        Percentage points.
    interval : callable
        The interval of a cell at a level.

    Raises
    ------
    UsageError
        If it takes more than `GAMES_MAX` games.
    """
    games = {}
    for i, policy in enumerate(pilot.plan.levels):
        cells = [cell.tally for cell in pilot.cells if cell.cell.level == i and not cell.cell.is_mirror]
        wanted = half_width * (OTHER_LEVELS if i else 1)
        needed = blocks_for_width([(tally.blocks, interval(tally, LEVEL)) for tally in cells], wanted / 100)
        games[policy] = max(needed, PILOT_BLOCKS) * cells[0].rotations
        if games[policy] > GAMES_MAX:
            raise UsageError(
                f"--precision {half_width:g}: takes {games[policy]:,} games a matchup under {policy}; at most"
                f" {GAMES_MAX:,} are chosen; ask for a larger half-width, or for all of them by --games"
            )
    return Precision(half_width, half_width * OTHER_LEVELS, PILOT_BLOCKS, games)
