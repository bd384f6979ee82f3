"""The same matchups under two versions of the data, block by block with the same luck.

A matchup whose key is equal in both is the same games, and is not played for the comparison: its identity covers the
lowered sheets, options, policies and luck, its key the kernels too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from balance.data.load import RulesetData
from balance.errors import IncomparableError, UsageError, unknown
from balance.rules.ruleset import Ruleset
from balance.runs.executor import CellResult, Progress, run
from balance.runs.plan import Cell, Plan, default_sides, plan_matchups
from balance.runs.store import Store
from balance.stats import PairedTally, tally_pair


@dataclass(frozen=True, slots=True)
class CellPair:
    """One matchup under one policy level, in base and in head: same sides by name, same luck."""

    base: Cell
    head: Cell

    @property
    def is_touched(self) -> bool:
        """Say whether the games can differ."""
        return self.base.key != self.head.key


@dataclass(frozen=True, slots=True)
class PairedPlan:
    """What is compared.

    Attributes
    ----------
    base, head : Plan
        All matchups of each.
    pairs : tuple of CellPair
        Matchups that both have, mirrors left out: they have no score.
    come, gone : tuple of str
        Sides that only the head, or only the base, has.
    """

    base: Plan
    head: Plan
    pairs: tuple[CellPair, ...]
    come: tuple[str, ...]
    gone: tuple[str, ...]

    @property
    def touched(self) -> tuple[CellPair, ...]:
        """Return the pairs whose games can differ."""
        return tuple(pair for pair in self.pairs if pair.is_touched)

    @property
    def edited(self) -> tuple[str, ...]:
        """Return the sides whose own sheets differ; none where rules or policies do, which touch all sides alike."""
        base, head = self.base, self.head
        if base.options_hash != head.options_hash or list(base.policy_hashes.values()) != list(
            head.policy_hashes.values()
        ):
            return ()
        return tuple(stem for stem, key in head.side_hashes.items() if base.side_hashes.get(stem, key) != key)


@dataclass(frozen=True, slots=True)
class PairResult:
    """The integers of one pair: both cells, and the paired counts."""

    base: CellResult
    head: CellResult
    tally: PairedTally

    @property
    def moved_games(self) -> np.ndarray:
        """Return the games whose winner changed, int64[n, 2] of (block, rotation), in order."""
        return np.argwhere(self.base.outcomes != self.head.outcomes)


@dataclass(frozen=True, slots=True)
class PairedResult:
    """A finished comparison: the touched pairs in the order of the plan, and what it took."""

    plan: PairedPlan
    pairs: tuple[PairResult, ...]
    games_played: int
    games_stored: int
    seconds: float


def plan_pairs(
    ruleset: Ruleset,
    base: RulesetData,
    head: RulesetData,
    *,
    levels: Sequence[tuple[str, int]],
    sides: Sequence[str] = (),
    epoch: int = 1,
) -> PairedPlan:
    """Plan the comparison of two versions of a ruleset's data.

    Parameters
    ----------
    levels : sequence of (policy, games a cell)
        "standard" and "second" are each version's own.
    sides : sequence of str
        Only matchups among these; all when empty.

    Raises
    ------
    UsageError
        For an unknown side or policy of the head.
    IncomparableError
        If the base has no such policy, or no matchup is in both.
    """
    for stem in sides:
        if stem not in head.sides and stem not in base.sides:
            raise UsageError(unknown(head.nouns[0], stem, {*base.sides, *head.sides}))
    plans = []
    for data in (head, base):
        try:
            named = tuple((data.policy_name(name), games) for name, games in levels)
        except UsageError as error:
            if data is head:
                raise
            raise IncomparableError(f"the base has {error}") from None
        stems = tuple(stem for stem in sides or default_sides(ruleset, data) if stem in data.sides)
        plans.append(plan_matchups(ruleset, data, sides=stems, levels=named, epoch=epoch))
    there, here = plans[1], plans[0]
    old = {(cell.a, cell.b, cell.level): cell for cell in there.cells}
    pairs = tuple(
        CellPair(old[cell.a, cell.b, cell.level], cell)
        for cell in here.cells
        if cell.a != cell.b and (cell.a, cell.b, cell.level) in old
    )
    if not pairs:
        raise IncomparableError(f"nothing to compare: no two {head.nouns[1]} are in both, base and head")
    come = tuple(stem for stem in here.side_hashes if stem not in there.side_hashes)
    gone = tuple(stem for stem in there.side_hashes if stem not in here.side_hashes)
    return PairedPlan(there, here, pairs, come, gone)


def play_pairs(
    plan: PairedPlan,
    pairs: Sequence[CellPair],
    store: Store,
    *,
    jobs: int,
    blocks: int | None = None,
    progress: Progress | None = None,
) -> PairedResult:
    """Play pairs that the store does not have yet, base and head, and count them block against block.

    Parameters
    ----------
    blocks : int, optional
        Blocks a cell, instead of the plan's own numbers.

    Raises
    ------
    InterruptedRunError, StorageError
        As `executor.run`.
    """
    cells = [cell for pair in pairs for cell in (pair.base, pair.head)]
    if blocks is not None:
        cells = [replace(cell, blocks=blocks) for cell in cells]
    if not cells:
        return PairedResult(plan, (), 0, 0, 0.0)
    result = run(replace(plan.head, cells=tuple(cells)), store, jobs=jobs, is_keeping=True, progress=progress)
    both = zip(result.cells[::2], result.cells[1::2], strict=True)
    counted = tuple(PairResult(a, b, tally_pair(a.outcomes, b.outcomes)) for a, b in both)
    return PairedResult(plan, counted, result.games_played, result.games_stored, result.seconds)
