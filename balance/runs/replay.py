"""One game of a run again, with the recorder on; and what names that game, so that no other one is taken for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from re import fullmatch

import numpy as np

from balance import rules
from balance.core.play import play
from balance.core.trace import is_complete, new_trace, rows
from balance.data.load import RulesetData
from balance.data.lower import hash_of
from balance.errors import IncomparableError, UsageError
from balance.rules.telling import Line, names_by_seat, paragraphs
from balance.runs.chunks import Player
from balance.runs.manifest import behaviour_digest
from balance.runs.plan import Cell, Plan, plan_matchups
from balance.vocab import Outcome

_ROWS = 4096
_DIGITS = 6  # of each part of a stamp
_OPTIONS = "the rule options"


@dataclass(frozen=True, slots=True)
class Replay:
    """A game played again.

    Attributes
    ----------
    plan : Plan
        The plan of a run that plays the game.
    cell : Cell
        The matchup that it belongs to.
    block, game : int
        Index of the block from 0, and the game within it from 1.
    sides : tuple of str
        File stems by seat.
    names : tuple of str
        What the seats are called.
    outcome : Outcome
        For side a of the cell.
    rows : list of [event, seat, a, b]
        What happened, as `vocab.Event` rows.
    told : tuple of Line
        The same in words.
    """

    plan: Plan
    cell: Cell
    block: int
    game: int
    sides: tuple[str, str]
    names: tuple[str, ...]
    outcome: Outcome
    rows: list[list[int]]
    told: tuple[Line, ...]

    @property
    def lines(self) -> list[str]:
        """Return the game as the lines of a plain text."""
        return list(paragraphs(self.told, self.names))


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
    stamp: str | None = None,
) -> Replay:
    """Play one game of a matchup again.

    Parameters
    ----------
    block, game : int
        Index of the block from 0, and the game within it from 1.
    stamp : str, optional
        `stamp_of` in the run that the game comes from.

    Raises
    ------
    UsageError
        For unknown names, a game that the block does not have, or a stamp that is none.
    IncomparableError
        If anything that the game depends on is not as it was in the run, so that it would be another game.
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
    if stamp is not None:
        check_stamp(stamp, plan, cell)
    cell = replace(cell, blocks=block + 1)
    trace, outcome = trace_game(Player(ruleset), cell, block, game - 1)
    seats = (first, second) if game == 1 else (second, first)
    table: list[list[int]] = trace.tolist()
    fighters = (data.side(seats[0]), data.side(seats[1]))
    names = names_by_seat([fighter.name for fighter in fighters])
    told = tuple(ruleset.narrate(fighters, data.options, table))
    return Replay(plan, cell, block, game, seats, names, outcome, table, told)


# ---------------------------------------------------------------- what names a game


def _parts(plan: Plan, cell: Cell, behaviour: str | None) -> dict[str, str]:
    """Return the hashes of everything that the games of a cell depend on, by what it is called."""
    sides = plan.ruleset.sides
    policies = dict.fromkeys((cell.policy_a, cell.policy_b))
    parts = {}
    if not plan.ruleset.is_between_policies:
        parts = {
            f"side a ({sides}/{cell.a}.yaml)": plan.side_hashes[cell.a],
            f"side b ({sides}/{cell.b}.yaml)": plan.side_hashes[cell.b],
        }
    parts |= {
        _OPTIONS: hash_of(plan.data.options.model_dump_json()),
        f"the policy ({' and '.join(policies)})": hash_of(*(plan.policy_hashes[name] for name in policies)),
        "the luck (--epoch or --luck-by)": hash_of(plan.luck_by, plan.epoch),
    }
    return parts | ({} if behaviour is None else {"what this version of the rules does": behaviour})


def stamp_of(plan: Plan, cell: Cell, behaviour: str | None = None) -> str:
    """Return what tells the games of a cell from those of other data: a short hash of each thing they depend on.

    In this order: both sides as lowered (where they bring more than a policy), rule options, policy, luck, and what the
    rules do. Names, notes and sources of cards are not in it.

    Parameters
    ----------
    behaviour : str, optional
        `manifest.behaviour_digest` of the plan's ruleset; without it the last part is left out. To find it out takes as
        long as a small run, once a version.
    """
    return "-".join(part[:_DIGITS] for part in _parts(plan, cell, behaviour).values())


def check_stamp(stamp: str, plan: Plan, cell: Cell) -> None:
    """Refuse a stamp that is not this cell's, and say what differs.

    Raises
    ------
    UsageError
        If it is no stamp.
    IncomparableError
        If something differs.
    """
    parts = _parts(plan, cell, None)
    if not fullmatch(f"[0-9a-f]{{{_DIGITS}}}(-[0-9a-f]{{{_DIGITS}}}){{{len(parts) - 1},{len(parts)}}}", stamp):
        counts = f"{len(parts)} or {len(parts) + 1}"
        raise UsageError(
            f"--data {stamp}: expected {counts} times {_DIGITS} digits with - between, for example"
            f" {stamp_of(plan, cell)}; copy the command from the report, or leave --data out"
        )
    given = stamp.split("-")
    if len(given) > len(parts):
        parts = _parts(plan, cell, behaviour_digest(plan.ruleset))
    differs = [name for part, (name, here) in zip(given, parts.items(), strict=True) if part != here[:_DIGITS]]
    if _OPTIONS in differs:  # what a side is lowered to hangs on them, so its difference says nothing then
        differs = [name for name in differs if not name.startswith("side ")]
    if differs:
        raise IncomparableError(
            f"{cell.a}:{cell.b}: not as it was in the run: {', '.join(differs)}; this would be another game. Go back to"
            " what the run had (its command has --set, --variant and --epoch), or leave --data out to see this one"
        )


def replay_command(plan: Plan, cell: Cell, block: int, game: int, stamp: str) -> list[str]:
    """Return the command line that tells one game of a run, with everything that it takes to be that game.

    `stamp` is that of the cell. Data found without being named is not named here either: the stamp speaks for it.
    """
    data = plan.data
    line = ["balance", "replay", data.name, f"{cell.a}:{cell.b}", "--block", str(block), "--game", str(game)]
    if not plan.ruleset.is_between_policies:
        line += ["--policy", cell.policy_a]
    line += [*data.named_by, "--epoch", str(plan.epoch)]
    if plan.luck_by != "seat":
        line += ["--luck-by", plan.luck_by]
    return [*line, "--data", stamp]
