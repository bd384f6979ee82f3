"""One game of a run again, with the recorder on."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from balance import rules
from balance.core.play import play
from balance.core.trace import is_complete, new_trace, rows
from balance.data.load import RulesetData
from balance.errors import IncomparableError, UsageError
from balance.runs.chunks import Player
from balance.runs.plan import Cell, plan_matchups
from balance.vocab import Outcome

_ROWS = 4096


@dataclass(frozen=True, slots=True)
class Replay:
    """A game played again.

    Attributes
    ----------
    cell : Cell
        The matchup it belongs to.
    sides : tuple of str
        File stems by seat.
    outcome : Outcome
        For side a of the cell.
    rows : list of [event, seat, a, b]
        What happened, as `vocab.Event` rows.
    lines : list of str
        The same in sentences.
    """

    cell: Cell
    sides: tuple[str, str]
    outcome: Outcome
    rows: list[list[int]]
    lines: list[str]


def trace_game(player: Player, cell: Cell, block: int, rotation: int) -> tuple[np.ndarray, Outcome]:
    """Return the trace (int64[rows, 4]) and the outcome for side a of one game of a cell."""
    capacity = _ROWS
    while True:
        trace = new_trace(capacity)
        state = player.begin(cell, block, rotation)
        play(cell.cards, cell.policies, state, player.actions, player.memo[0], trace, player.searcher(cell))
        if is_complete(trace):
            player.ruleset.game.functions["fill_row"](cell.cards, state, player.row)
            return rows(trace), Outcome(int(player.row[0]))
        capacity = int(trace[0, 0]) + 1


def replay(
    data: RulesetData,
    a: str,
    b: str,
    *,
    block: int,
    game: int = 1,
    policy: str = "standard",
    epoch: int = 1,
    luck_by: str = "seat",
    identity: str | None = None,
) -> Replay:
    """Play one game of a matchup again.

    Parameters
    ----------
    block, game : int
        Index of the block from 0, and the game within it from 1.
    identity : str, optional
        The cell's identity in the run that the game comes from.

    Raises
    ------
    UsageError
        For unknown names or a game that the block does not have.
    IncomparableError
        If data, options, policies or luck differ from the run's, so that it would be another game.
    """
    ruleset = rules.get(data.name)
    first, second = sorted((a, b))
    plan = plan_matchups(
        ruleset, data, sides=(first, second), levels=((data.policy_name(policy), 1),), luck_by=luck_by, epoch=epoch
    )
    cell = next(cell for cell in plan.cells if (cell.a, cell.b) == (first, second))
    if block < 0:
        raise UsageError(f"--block {block}: expected 0 or more")
    if not 1 <= game <= cell.rotations:
        mirror = " (a mirror is one game a block)" if cell.rotations == 1 else ""
        raise UsageError(f"--game {game}: a block of {first}:{second} has games 1 to {cell.rotations}{mirror}")
    if identity is not None and identity != cell.identity:
        raise IncomparableError(
            f"{first}:{second} is {cell.identity} here and {identity} in the run: data, options, policies or luck"
            " differ, so this would be another game; go back to the run's data, or leave --data out to see this one"
        )
    cell = replace(cell, blocks=block + 1)
    trace, outcome = trace_game(Player(ruleset), cell, block, game - 1)
    seats = (first, second) if game == 1 else (second, first)
    table: list[list[int]] = trace.tolist()
    fighters = (data.side(seats[0]), data.side(seats[1]))
    return Replay(cell, seats, outcome, table, list(ruleset.narrate(fighters, data.options, table)))
