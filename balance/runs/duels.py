"""One policy against another over the field: every ordered pair of sides, the same side on both included.

Which sides meet is balanced, so what is left is how they are played. The luck of a cell belongs to the ordered pair of
sides, not to the policies: all policies are measured with the same luck, and each cell of a duel with luck of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from balance.core.jit import compile_key
from balance.data.load import RulesetData
from balance.data.lower import hash_of, record_hash
from balance.errors import UsageError
from balance.rules.ruleset import Ruleset
from balance.runs.executor import CellResult
from balance.runs.plan import EPOCH_MAX, Cell, Plan, by_side, hash_of_policy, lower_with_script
from balance.stats import Interval, field_interval

ROTATIONS = 2


@dataclass(frozen=True, slots=True)
class Arena:
    """A field of sides, lowered once, on which policies meet.

    Attributes
    ----------
    tables : dict of (a, b) -> record
        The card table of every ordered pair of sides.
    """

    ruleset: Ruleset
    data: RulesetData
    sides: tuple[str, ...]
    tables: dict[tuple[str, str], Any]
    side_hashes: dict[str, str]
    options_hash: str
    epoch: int

    def cells(self, name_a: str, a: Any, name_b: str, b: Any, games: int, level: int = 0) -> list[Cell]:
        """Return the cells of a duel, side a of each under policy a.

        Parameters
        ----------
        name_a, name_b : str
            What the policies are called; names are no part of what a cell stands on.
        a, b : POLICY[1] or POLICY[2]
            As `plan.lower_with_script` returns them.
        games : int
            Games a cell, rounded up to whole blocks of two.
        """
        policies, version = by_side(a, b), compile_key(self.ruleset.package)
        hashes = hash_of_policy(a), hash_of_policy(b)
        cells = []
        for (one, other), table in self.tables.items():
            matchup = int(hash_of("duel", one, other), 16)
            identity = hash_of(
                self.side_hashes[one], self.side_hashes[other], self.options_hash, *hashes, "seat", self.epoch,
                matchup, ROTATIONS,
            )  # fmt: skip
            cells.append(
                Cell(
                    one, other, name_a, name_b, level, table, policies, matchup, ROTATIONS, False, self.epoch,
                    -(-games // ROTATIONS), identity, hash_of(version, identity),
                )
            )  # fmt: skip
        return cells


def arena(ruleset: Ruleset, data: RulesetData, *, sides: Sequence[str] = (), epoch: int = 1) -> Arena:
    """Return the field of the given sides, all of the data when none is given.

    Where the seats bring nothing but a policy the field is a single side that stands for that.

    Raises
    ------
    UsageError
        For an unknown side or an epoch out of range.
    """
    if not 0 <= epoch <= EPOCH_MAX:
        raise UsageError(f"--epoch {epoch}: expected a whole number from 0 to {EPOCH_MAX}")
    stems = tuple(sorted(set(sides or data.sides)))
    if ruleset.is_between_policies:  # the seats bring the same, whatever it is called
        stems = (data.nouns[1],)
    options = ruleset.lower_options(data.options)
    brought = {stem: None if ruleset.is_between_policies else data.side(stem) for stem in stems}
    lowered = {stem: ruleset.lower_side(data.options, side) for stem, side in brought.items()}
    tables = {(a, b): ruleset.join(options, lowered[a], lowered[b])[0] for a, b in product(stems, repeat=2)}
    hashes = {stem: record_hash(record[0], ruleset.hidden) for stem, record in lowered.items()}
    return Arena(ruleset, data, stems, tables, hashes, record_hash(options[0]), epoch)


def plan_duels(field: Arena, pairs: Sequence[tuple[str, str]], games: int) -> Plan:
    """Plan duels of named policies; cell.level is the position of the pair.

    Parameters
    ----------
    pairs : sequence of (policy a, policy b)
        Names as in `policies.yaml`.
    games : int
        Games a cell, the same for each of the ordered pairs of sides.

    Raises
    ------
    UsageError
        For an unknown policy or fewer than one game.
    """
    if games < 1:
        raise UsageError(f"{games} games: expected at least 1 a cell")
    data = field.data
    names = sorted({data.policy_name(name) for pair in pairs for name in pair})
    lowered = {name: lower_with_script(field.ruleset, data.policy(name), data.script(name)) for name in names}
    cells: list[Cell] = []
    for level, pair in enumerate(pairs):
        a, b = (data.policy_name(name) for name in pair)
        cells += field.cells(a, lowered[a], b, lowered[b], games, level)
    return Plan(
        field.ruleset, data, tuple(cells), tuple(":".join(pair) for pair in pairs), "seat", field.epoch,
        compile_key(field.ruleset.package), field.side_hashes, field.options_hash,
        {name: hash_of_policy(lowered[name]) for name in names},
    )  # fmt: skip


def duel_score(cells: Sequence[CellResult], level: float = 0.95) -> Interval:
    """Return the score of policy a over the cells of one duel, 0 to 1, with an interval that respects blocks."""
    return field_interval([cell.tally for cell in cells], level)


def scores_by_side(cells: Sequence[CellResult], level: float = 0.95) -> tuple[dict[str, Interval], dict[str, Interval]]:
    """Return the score of policy a by the side that it played, over all sides that b played; and that of b likewise."""
    stems = sorted({cell.cell.a for cell in cells})
    of_a = {stem: duel_score([cell for cell in cells if cell.cell.a == stem], level) for stem in stems}
    of_b = {stem: duel_score([cell for cell in cells if cell.cell.b == stem], level).opposite() for stem in stems}
    return of_a, of_b
