"""The same matchups under two versions of the data, block by block with the same luck.

A matchup whose key is equal in both is the same games, and is not played for the comparison: its identity covers the
lowered sheets, options, policies and luck, its key the kernels too.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from balance.data.load import RulesetData
from balance.errors import IncomparableError, UsageError, unknown
from balance.rules.ruleset import Ruleset
from balance.runs.chunks import blocks_of
from balance.runs.executor import CellResult, Progress, RunResult, run
from balance.runs.plan import Cell, Plan, believing, default_sides, plan_matchups
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
        Matchups that both have; mirrors, which have no score, only where they were asked for.
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

    def __add__(self, other: PairResult) -> PairResult:
        """Return the result of two ranges of blocks, of which the other follows on this one."""
        return PairResult(self.base + other.base, self.head + other.head, self.tally + other.tally)

    @property
    def moved_games(self) -> np.ndarray:
        """Return the games whose winner changed, int64[n, 2] of (block, rotation), in order."""
        return np.argwhere(self.base.outcomes != self.head.outcomes)


@dataclass(frozen=True, slots=True)
class Spent:
    """Where the seconds of a comparison went, by the clock.

    Threads play and read side by side, so the seconds of a run are shared out by what its threads did.

    Attributes
    ----------
    getting_ready : float
        Compiling or loading the kernels.
    base, head : float
        Playing the games that the store did not have.
    store : float
        Reading, writing and adding up chunks.
    counting : float
        Setting base and head against each other.
    """

    getting_ready: float = 0.0
    base: float = 0.0
    head: float = 0.0
    store: float = 0.0
    counting: float = 0.0

    def __add__(self, other: Spent) -> Spent:
        return Spent(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))

    @property
    def seconds(self) -> float:
        """Return all of it."""
        return self.getting_ready + self.base + self.head + self.store + self.counting

    @classmethod
    def of_run(cls, result: RunResult, base: float, head: float, counting: float) -> Spent:
        """Return where the time of a run went, of which threads played the base and the head so long."""
        share = (result.seconds - result.getting_ready) / max(base + head + result.handling, 1e-9)
        return cls(result.getting_ready, share * base, share * head, share * result.handling, counting)


@dataclass(frozen=True, slots=True)
class PairedResult:
    """A finished comparison: the touched pairs in the order of the plan, and what it took."""

    plan: PairedPlan
    pairs: tuple[PairResult, ...]
    games_played: int
    games_stored: int
    spent: Spent

    @property
    def seconds(self) -> float:
        """Return the time that it took, by the clock."""
        return self.spent.seconds


def plan_pairs(
    ruleset: Ruleset,
    base: RulesetData,
    head: RulesetData,
    *,
    levels: Sequence[tuple[str, int]],
    sides: Sequence[str] = (),
    epoch: int = 1,
    is_with_mirrors: bool = False,
) -> PairedPlan:
    """Plan the comparison of two versions of a ruleset's data.

    Parameters
    ----------
    levels : sequence of (policy, games a cell)
        "standard" and "second" are each version's own; where both are one policy in either, the latter is left out.
    sides : sequence of str
        Only matchups among these; all when empty.
    is_with_mirrors : bool
        Pair the mirrors too: they have no score, but a length and a first seat.

    Raises
    ------
    UsageError
        For an unknown side or policy of the head, a policy that is named twice, or a single side without its mirror.
    IncomparableError
        If the base has no such policy, or no matchup is in both.
    """
    for stem in sides:
        if stem not in head.sides and stem not in base.sides:
            raise UsageError(unknown(head.nouns[0], stem, {*base.sides, *head.sides}))
    if len(set(sides)) == 1 and not is_with_mirrors:
        raise UsageError(f"{sides[0]} alone: a mirror has no score to compare; expected two {head.nouns[1]} or more")
    names = {name: (head.policy_name(name), _name_in_base(base, name)) for name, _ in levels}
    for name, n in Counter(name for name, _ in levels).items():
        if n > 1:
            raise UsageError(f"policy {name} is named {n} times; expected different ones")
    earlier: set[tuple[int, str]] = set()
    chosen = []
    for name, games in levels:
        both = set(enumerate(names[name]))
        if not both & earlier:
            chosen.append((name, games))
        earlier |= both

    def planned(data: RulesetData, version: int) -> Plan:
        stems = tuple(stem for stem in sides or default_sides(ruleset, data) if stem in data.sides)
        named = tuple((names[name][version], games) for name, games in chosen)
        return plan_matchups(ruleset, data, sides=stems, levels=named, epoch=epoch)

    here, there = planned(head, 0), planned(base, 1)
    old = {(cell.a, cell.b, cell.level): cell for cell in there.cells}
    pairs = tuple(
        CellPair(old[cell.a, cell.b, cell.level], cell)
        for cell in here.cells
        if (is_with_mirrors or cell.a != cell.b) and (cell.a, cell.b, cell.level) in old
    )
    if not pairs:
        raise IncomparableError(f"nothing to compare: no two {head.nouns[1]} are in both, base and head")
    come = tuple(stem for stem in here.side_hashes if stem not in there.side_hashes)
    gone = tuple(stem for stem in there.side_hashes if stem not in here.side_hashes)
    return PairedPlan(there, here, pairs, come, gone)


def _name_in_base(base: RulesetData, name: str) -> str:
    try:
        return base.policy_name(name)
    except UsageError as error:
        raise IncomparableError(f"the base has {error}") from None


def plan_direct(plan: PairedPlan) -> PairedPlan:
    """Return the base against a head in which both sides still weigh every action by the cards of the base.

    That is the direct effect of an edit: what it does before anybody plays otherwise because of it. It exists where
    printed numbers alone changed (`Ruleset.numbers`): else an action of the head means nothing in the base, and the
    cards that a policy counts are not those of the deck.

    Raises
    ------
    UsageError
        If anything else changed, or a side searches.
    """
    base, head = plan.base, plan.head
    if base.options_hash != head.options_hash:
        raise UsageError("--direct: the rules changed; expected an edit of printed numbers, which one can overlook")
    if list(base.policy_hashes.values()) != list(head.policy_hashes.values()):
        raise UsageError("--direct: a policy changed; expected an edit of printed numbers, which it can overlook")
    for stem in (*plan.edited, *plan.come, *plan.gone):
        if base.outlines.get(stem) != head.outlines.get(stem):
            raise UsageError(
                f"--direct: more changed in {stem} than printed numbers"
                f" ({', '.join(head.ruleset.numbers) or 'this ruleset has none'}), so nobody can play as if it had not;"
                " expected one of them"
            )
    pairs = tuple(replace(pair, head=believing(pair.head, pair.base)) for pair in plan.touched)
    return replace(plan, pairs=pairs)


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

    What base and head have in common is played once.

    Parameters
    ----------
    blocks : int, optional
        Blocks a cell, instead of the plan's own numbers.

    Raises
    ------
    InterruptedRunError, StorageError
        As `executor.run`.
    """
    if not pairs:
        return PairedResult(plan, (), 0, 0, Spent())
    if blocks is not None:
        pairs = [CellPair(replace(pair.base, blocks=blocks), replace(pair.head, blocks=blocks)) for pair in pairs]
    places = [(_place(pair.base), _place(pair.head)) for pair in pairs]
    heads = {place: pair.head for (_, place), pair in zip(places, pairs, strict=True)}
    bases = {place: pair.base for (place, _), pair in zip(places, pairs, strict=True) if place not in heads}
    together = replace(plan.head, cells=(*bases.values(), *heads.values()))
    result = run(together, store, jobs=jobs, is_keeping=True, progress=progress)
    start = time.perf_counter()
    found = dict(zip((*bases, *heads), result.cells, strict=True))
    counted = tuple(
        PairResult(found[base], found[head], tally_pair(found[base].outcomes, found[head].outcomes))
        for base, head in places
    )
    seconds = [sum(found[place].seconds for place in of_version) for of_version in (bases, heads)]
    spent = Spent.of_run(result, seconds[0], seconds[1], time.perf_counter() - start)
    return PairedResult(plan, counted, result.games_played, result.games_stored, spent)


class Looks:
    """A comparison that is looked at after more and more blocks, each stored chunk read once.

    Whole stretches of the store (`chunks.blocks_of`) are kept as they are. What lies behind the last one is taken up
    again at the next look, since the store may have that stretch in one piece from another run.

    Attributes
    ----------
    games_played : int
    spent : Spent
        Over all looks.
    """

    def __init__(self, plan: PairedPlan, store: Store, *, jobs: int, progress: Progress | None = None) -> None:
        self.plan, self.store, self.jobs, self.progress = plan, store, jobs, progress
        self.games_played = 0
        self.spent = Spent()
        self._whole: dict[tuple[str, str, int], PairResult] = {}

    def look(self, pairs: Sequence[CellPair], blocks: int) -> list[PairResult]:
        """Return the first so many blocks of some pairs, not fewer than at the last look at each.

        Raises
        ------
        InterruptedRunError, StorageError
            As `executor.run`.
        """
        ranges: list[tuple[CellPair, bool]] = []  # with whether it is whole stretches
        for pair in pairs:
            seen = self._whole.get(_name(pair))
            first, stretch = seen.tally.blocks if seen else 0, blocks_of(pair.head)
            end = max(first, blocks // stretch * stretch)
            ranges += [(_between(pair, first, end), True)] * (first < end)
            ranges += [(_between(pair, end, blocks), False)] * (end < blocks)
        played = play_pairs(self.plan, [pair for pair, _ in ranges], self.store, jobs=self.jobs, progress=self.progress)
        self.games_played += played.games_played
        self.spent += played.spent
        found: dict[tuple[str, str, int], PairResult] = {}
        for (pair, is_whole), result in zip(ranges, played.pairs, strict=True):
            name = _name(pair)
            before = self._whole.get(name)
            found[name] = result if before is None else before + result
            if is_whole:
                self._whole[name] = found[name]
        return [found.get(_name(pair)) or self._whole[_name(pair)] for pair in pairs]


def _place(cell: Cell) -> tuple[str, int, int]:
    """Return what tells the games of a cell from those of others."""
    return cell.key, cell.first, cell.blocks


def _name(pair: CellPair) -> tuple[str, str, int]:
    return pair.head.a, pair.head.b, pair.head.level


def _between(pair: CellPair, first: int, blocks: int) -> CellPair:
    return CellPair(replace(pair.base, first=first, blocks=blocks), replace(pair.head, first=first, blocks=blocks))
