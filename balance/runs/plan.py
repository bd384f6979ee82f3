"""What is to be played: cells, each with everything its games depend on, named by content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement
from typing import Any, Literal
from weakref import WeakValueDictionary

from balance.core.jit import compile_key
from balance.core.policies import POLICY
from balance.core.protocol import records
from balance.data.load import EACH_ITS_OWN, Models, RulesetData
from balance.data.lower import hash_of, lower_policy, matchup_id, model_hash, record_hash
from balance.data.schema import PolicyModel
from balance.errors import UsageError
from balance.rules.ruleset import Ruleset

LuckBy = Literal["seat", "side"]
EPOCH_MAX = 2**32 - 1
_KEPT = 64  # lowered sides
_lowered_sides: dict[str, Any] = {}
_joined_sides: WeakValueDictionary[tuple[str, str], Any] = WeakValueDictionary()


@dataclass(frozen=True, slots=True)
class Cell:
    """One matchup under one pair of policies: the unit that a table shows.

    `cards` and `policies` are records for the kernels. `identity` names the data, options, policies and luck; `key`
    adds the version of the kernels, so equal keys mean equal games.
    """

    a: str
    b: str
    policy_a: str
    policy_b: str
    level: int  # position of the policy pair among the plan's levels
    cards: Any
    policies: Any
    matchup: int
    rotations: int
    is_luck_by_side: bool
    epoch: int
    blocks: int
    identity: str
    key: str
    # Variations of the same games; `varied` makes them, so that the key says so.
    renewed: int = 0  # luck.renewed_bit of the luck that comes from the other epoch
    forced: tuple[int, int] = (0, 0)  # by side: 1 + the card forced into the opening hand
    is_counting: bool = False  # count what each card does
    first: int = 0  # the block to begin with, where those before were played apart
    believed: Any = None  # the card table that policies weigh actions by, where it is not `cards`

    @property
    def is_varied(self) -> bool:
        """Say whether these are other games than the ordinary ones of the same keys."""
        return self.renewed != 0 or self.forced != (0, 0)

    @property
    def is_searching(self) -> bool:
        """Say whether a side searches."""
        return is_searching(self.policies)

    @property
    def is_mirror(self) -> bool:
        """Say whether a side meets itself under the same policy."""
        return self.a == self.b and self.policy_a == self.policy_b


@dataclass(frozen=True, slots=True)
class Plan:
    """All cells of a run, and what they stand on."""

    ruleset: Ruleset
    data: RulesetData
    cells: tuple[Cell, ...]
    levels: tuple[str, ...]  # policy names, the first is the main one
    luck_by: LuckBy
    epoch: int
    compile_key: str
    side_hashes: dict[str, str]
    options_hash: str
    policy_hashes: dict[str, str]
    outlines: dict[str, str] = field(default_factory=dict)  # hashes of the sides without `Ruleset.numbers`

    @property
    def games(self) -> int:
        """Return the games of all cells."""
        return sum((cell.blocks - cell.first) * cell.rotations for cell in self.cells)


def together(plans: Sequence[Plan]) -> Plan:
    """Return several plans of the same data as one, with the cells that they share once, as long as the longest.

    The first plan must have the sides of all. `RunResult.part` takes the result apart.
    """
    cells: dict[str, Cell] = {}
    for cell in (cell for plan in plans for cell in plan.cells):
        cells[cell.key] = max(cell, cells.get(cell.key, cell), key=lambda one: one.blocks)
    return replace(plans[0], cells=tuple(cells.values()))


def varied(cell: Cell, *, renewed: int = 0, forced: tuple[int, int] = (0, 0), is_counting: bool = False) -> Cell:
    """Return the same games varied: some luck renewed, a card forced into an opening hand; or just with cards counted.

    The identity stays that of the data and luck; the key, under which chunks are kept, is another one.
    """
    key = hash_of(cell.key, renewed, *forced, int(is_counting))
    return replace(cell, key=key, renewed=renewed, forced=forced, is_counting=is_counting)


def believing(cell: Cell, other: Cell) -> Cell:
    """Return the games of a cell among policies that weigh every action by the cards of another one.

    What is legal and what it does goes by the true cards.

    Raises
    ------
    UsageError
        If a side searches: its rollouts play by the cards that it is given.
    """
    if cell.is_searching:
        raise UsageError(f"{cell.policy_a}: a policy that searches has no beliefs of its own; expected another policy")
    return replace(cell, believed=other.cards, key=hash_of(cell.key, "believing", other.key))


def models_of(ruleset: Ruleset) -> Models:
    """Return what the data layer must know of a ruleset."""
    return Models(
        ruleset.sides, ruleset.side_model, ruleset.options_model, ruleset.decisions, ruleset.features,
        ruleset.searched, ruleset.check,
    )  # fmt: skip


def lower_with_script(ruleset: Ruleset, policy: PolicyModel, script: PolicyModel | None) -> Any:
    """Return POLICY[1], or POLICY[2] for a policy that searches: then the script of its rollouts stands behind it."""
    lowered = records(1 if script is None else 2, POLICY)
    lowered[0] = lower_policy(policy, POLICY, ruleset.decisions, ruleset.features, script)[0]
    if script is not None:
        lowered[1] = lower_policy(script, POLICY, ruleset.decisions, ruleset.features)[0]
    return lowered


def by_side(a: Any, b: Any) -> Any:
    """Return the policies of both sides for the kernels: POLICY[2], or POLICY[4] with the scripts if a side searches.

    Parameters
    ----------
    a, b : POLICY[1] or POLICY[2]
        As `lower_with_script` returns them.
    """
    longest = max(len(a), len(b))
    policies = records(2 * longest, POLICY)
    for side, lowered in enumerate((a, b)):
        for i in range(len(lowered)):
            policies[2 * i + side] = lowered[i]
    return policies


def is_searching(policies: Any) -> bool:
    """Say whether one of the policies of both sides, as `by_side` returns them, searches."""
    return len(policies) > 2


def hash_of_policy(lowered: Any) -> str:
    """Return the hash of a policy as `lower_with_script` returns it, the script included."""
    return hash_of(*(record_hash(record) for record in lowered)) if len(lowered) > 1 else record_hash(lowered[0])


def check_luck_by(ruleset: Ruleset, luck_by: str) -> LuckBy:
    """Return `luck_by`, or refuse it.

    Raises
    ------
    UsageError
        If it is no scheme, or "side" for simultaneous play: there the second game of a pair would only relabel the
        first, so it would count every game twice.
    """
    if luck_by not in ("seat", "side"):
        raise UsageError(f"--luck-by {luck_by}: no such scheme; expected seat or side")
    if luck_by == "side" and ruleset.is_simultaneous:
        raise UsageError(
            f"--luck-by side: {ruleset.name} is played simultaneously, so no seat has an advantage to measure and the"
            " second game of each pair would repeat the first; use --luck-by seat"
        )
    return "seat" if luck_by == "seat" else "side"


def default_sides(ruleset: Ruleset, data: RulesetData) -> tuple[str, ...]:
    """Return the sides that take part when none is named: all, but for sides that are policies that search."""
    is_any = not ruleset.is_between_policies
    return tuple(stem for stem in data.sides if is_any or data.policy(stem).search is None)


def _lowered(ruleset: Ruleset, data: RulesetData, stems: Sequence[str]) -> dict[str, tuple[str, Any]]:
    """Return sides as records, and what names each: many plans have the same sides, and each takes 10 ms to lower."""
    lowered, options_name = {}, model_hash(data.options)
    for stem in stems:
        side = data.side(stem)
        name = hash_of(ruleset.name, options_name, model_hash(side))
        side_records = _lowered_sides.get(name)
        if side_records is None:
            if len(_lowered_sides) >= _KEPT:
                _lowered_sides.clear()
            side_records = _lowered_sides[name] = ruleset.lower_side(data.options, side)
        lowered[stem] = name, side_records
    return lowered


def _joined(ruleset: Ruleset, options: Any, a: tuple[str, Any], b: tuple[str, Any]) -> Any:
    """Return the card table of a matchup, the same for all plans that there are: what is studied is studied once."""
    name = a[0], b[0]
    table = _joined_sides.get(name)
    if table is None:
        table = _joined_sides[name] = ruleset.join(options, a[1], b[1])
    return table[0]  # which keeps the table


def plan_matchups(
    ruleset: Ruleset,
    data: RulesetData,
    *,
    sides: tuple[str, ...] = (),
    levels: tuple[tuple[str, int], ...],
    playing: Mapping[str, Mapping[str, str]] | None = None,
    luck_by: str = "seat",
    epoch: int = 1,
) -> Plan:
    """Plan every matchup of the sides, mirrors included, under each policy level.

    Where a side is a policy and nothing else, and nothing is said of what is played, there is one level,
    `EACH_ITS_OWN`, with the games of the first.

    Parameters
    ----------
    sides : tuple of str
        File stems, or policies; all of the data when empty, but for policies that search.
    levels : tuple of (policy name, games a cell)
        A cell plays whole blocks, so an odd number of games is rounded up.
    playing : mapping of level -> side -> policy name, optional
        What each side plays at a level; the level itself by default.

    Raises
    ------
    UsageError
        For an unknown side or policy, the same level twice, a scheme of luck that does not apply, or numbers out of
        range.
    """
    luck = check_luck_by(ruleset, luck_by)
    if not 0 <= epoch <= EPOCH_MAX:
        raise UsageError(f"--epoch {epoch}: expected a whole number from 0 to {EPOCH_MAX}")
    stems = tuple(sorted(set(sides or default_sides(ruleset, data))))
    lowered = _lowered(ruleset, data, stems)
    side_hashes = {stem: record_hash(records[0], ruleset.hidden) for stem, (_, records) in lowered.items()}
    unnumbered = (*ruleset.hidden, *ruleset.numbers)
    outlines = {stem: record_hash(records[0], unnumbered) for stem, (_, records) in lowered.items()}
    options = ruleset.lower_options(data.options)
    options_hash = record_hash(options[0])
    if playing is None and ruleset.is_between_policies:
        levels = ((EACH_ITS_OWN, levels[0][1]),)
        playing = {EACH_ITS_OWN: {stem: stem for stem in stems}}
    elif playing is None:
        for name, n in Counter(level for level, _ in levels).items():
            if n > 1:
                raise UsageError(f"policy {name} is named {n} times; expected different ones")
        playing = {level: dict.fromkeys(stems, level) for level, _ in levels}
    names = dict.fromkeys(playing[level][stem] for level, _ in levels for stem in stems)
    policies = {name: lower_with_script(ruleset, data.policy(name), data.script(name)) for name in names}
    policy_hashes = {name: hash_of_policy(records) for name, records in policies.items()}
    version = compile_key(ruleset.package)
    tables = {
        (a, b): _joined(ruleset, options, lowered[a], lowered[b]) for a, b in combinations_with_replacement(stems, 2)
    }
    cells = []
    for level, (level_name, games) in enumerate(levels):
        if games < 1:
            raise UsageError(f"{games} games: expected at least 1 a cell")
        for a, b in combinations_with_replacement(stems, 2):
            policy_a, policy_b = playing[level_name][a], playing[level_name][b]
            # Where luck stays with the seat, the second game of a mirror would only relabel the first.
            rotations = 1 if a == b and luck == "seat" else 2
            identity = hash_of(
                side_hashes[a], side_hashes[b], options_hash, policy_hashes[policy_a], policy_hashes[policy_b],
                luck, epoch, matchup_id(a, b), rotations,
            )  # fmt: skip
            cells.append(
                Cell(
                    a, b, policy_a, policy_b, level, tables[a, b], by_side(policies[policy_a], policies[policy_b]),
                    matchup_id(a, b), rotations, luck == "side", epoch, -(-games // rotations), identity,
                    hash_of(version, identity),
                )
            )  # fmt: skip
    return Plan(
        ruleset, data, tuple(cells), tuple(name for name, _ in levels), luck, epoch, version, side_hashes,
        options_hash, policy_hashes, outlines,
    )  # fmt: skip
