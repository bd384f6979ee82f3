"""Many changes of the rules, each by itself, against the rules as they are, with the same luck.

Everything is one run: what versions have in common, mirrors and matchups that a change does not touch, is played once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from balance import rules
from balance.data.edits import edit_for_each
from balance.data.load import RulesetData, load_data, variant_names
from balance.errors import DataError, IncomparableError, Problem, UsageError, unknown
from balance.runs.executor import CellResult, RunResult
from balance.runs.paired import PairedPlan, PairResult, plan_pairs
from balance.runs.plan import Cell, Plan, default_sides, models_of, plan_matchups
from balance.stats import tally_pair


@dataclass(frozen=True, slots=True)
class Change:
    """What is laid over the rules as they are: a variant, or one edit; `name` is what a row is called."""

    name: str
    variant: str | None = None
    edits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SweptVariant:
    """One change and its comparison.

    Attributes
    ----------
    name : str
    data : RulesetData
        The rules with the change.
    pairs : PairedPlan or None
        Mirrors included; None where it cannot be compared.
    reason : str
        Why it cannot; empty otherwise.
    """

    name: str
    data: RulesetData
    pairs: PairedPlan | None
    reason: str = ""

    @property
    def is_unchanged(self) -> bool:
        """Say whether all games are those of the base, which equal hashes prove."""
        return self.pairs is not None and not self.pairs.touched


@dataclass(frozen=True, slots=True)
class SweepPlan:
    """The rules as they are, and what is compared with them."""

    base: Plan
    variants: tuple[SweptVariant, ...]

    @property
    def plan(self) -> Plan:
        """Return everything as one run."""
        compared = [variant.pairs for variant in self.variants if variant.pairs is not None]
        plans = (self.base, *(plan for pairs in compared for plan in (pairs.base, pairs.head)))
        return replace(self.base, cells=tuple({_place(cell): cell for plan in plans for cell in plan.cells}.values()))


def changes_of(data: RulesetData, variants: Sequence[str] | None, edits: Sequence[str] = ()) -> tuple[Change, ...]:
    """Return the changes that are asked for: variants first, then each value of each edit by itself.

    Parameters
    ----------
    variants : sequence of str, optional
        By name. Without it all that the ruleset has, unless there are edits.
    edits : sequence of str
        ``path=values``, the values as a list or a range: ``hand_size=4..7``, ``king=1,2,3``.

    Raises
    ------
    UsageError
        For an unknown variant, no value, or a range that is none; or nothing to sweep.
    """
    known = variant_names(data.folder)
    chosen = variants if variants is not None else () if edits else known
    for name in chosen:
        if name not in known:
            raise UsageError(unknown("variant", name, known))
    swept = [Change(name, variant=name) for name in chosen]
    swept += [Change(edit, edits=(edit,)) for values in edits for edit in edit_for_each(values)]
    if not swept:
        raise UsageError(f"{data.name} has no variants: nothing to sweep; expected for example --set hand_size=4..7")
    return tuple(dict.fromkeys(swept))


def changed(data: RulesetData, changes: Sequence[Change]) -> dict[str, RulesetData]:
    """Return the data under each change, by its name; edits of the data itself stay.

    Raises
    ------
    UsageError
        For a variant of data that are a variant already.
    DataError
        With every problem of every change, and which one it is of where the place does not say so.
    """
    models = models_of(rules.get(data.name))
    found: dict[str, RulesetData] = {}
    problems: list[Problem] = []
    for change in changes:
        if change.variant and data.variant:
            raise UsageError(f"{change.variant}: the base is the variant {data.variant} already; expected edits alone")
        edits = (*data.own_edits, *change.edits)
        try:
            found[change.name] = load_data(data.name, models, data.location, change.variant or data.variant, edits)
        except DataError as error:
            problems += [
                problem if problem.place.edit else replace(problem, message=f"{problem.message} (with {change.name})")
                for problem in error.problems
            ]
    if problems:
        raise DataError(problems)
    return found


def plan_sweep(
    base: RulesetData,
    heads: dict[str, RulesetData],
    *,
    levels: Sequence[tuple[str, int]],
    sides: Sequence[str] = (),
    epoch: int = 1,
) -> SweepPlan:
    """Plan the comparison of each head with the base.

    Parameters
    ----------
    heads : dict of str -> RulesetData
        By the name of the row.
    levels : sequence of (policy, games a cell)
        As in `plan_pairs`.
    sides : sequence of str
        Who takes part; by default the main sides (`RulesetData.apart`), all where fewer than two are.

    Raises
    ------
    UsageError
        For an unknown side or policy.
    """
    ruleset = rules.get(base.name)
    stems = tuple(sides)
    if not stems:
        all_of_them = default_sides(ruleset, base)
        main = tuple(stem for stem in all_of_them if not base.apart(stem))
        stems = main if len(main) > 1 else all_of_them
    named = {base.policy_name(name): games for name, games in reversed(levels)}  # the first of two that are one
    plan = plan_matchups(ruleset, base, sides=stems, levels=tuple(reversed(named.items())), epoch=epoch)
    variants = []
    for name, head in heads.items():
        try:
            pairs = plan_pairs(ruleset, base, head, levels=levels, sides=stems, epoch=epoch, is_with_mirrors=True)
            if pairs.gone:
                raise IncomparableError(f"it has no {' and no '.join(pairs.gone)}")
        except IncomparableError as error:
            variants.append(SweptVariant(name, head, None, str(error)))
        else:
            variants.append(SweptVariant(name, head, pairs))
    return SweepPlan(plan, tuple(variants))


@dataclass(frozen=True, slots=True)
class SweepResult:
    """A sweep that was played: the cells of everything, outcomes kept."""

    planned: SweepPlan
    played: RunResult
    _found: dict[tuple[str, int], CellResult] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_found", {_place(cell.cell): cell for cell in self.played.cells})

    def of(self, plan: Plan) -> RunResult:
        """Return the run of one version."""
        return replace(self.played, plan=plan, cells=[self._cell(cell) for cell in plan.cells])

    def pairs(self, plan: PairedPlan) -> list[PairResult]:
        """Return the touched pairs of a comparison, counted block against block."""
        found = [(self._cell(pair.base), self._cell(pair.head)) for pair in plan.touched]
        return [PairResult(base, head, tally_pair(base.outcomes, head.outcomes)) for base, head in found]

    def _cell(self, cell: Cell) -> CellResult:
        """Return what was played of a cell; where levels were told apart otherwise, it has another number there."""
        return replace(self._found[_place(cell)], cell=cell)


def _place(cell: Cell) -> tuple[str, int]:
    """Return what tells the games of a cell from those of others: a level may have more games of them than another."""
    return cell.key, cell.blocks
