"""The same play at several levels of skill: some of its decisions are made at random instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from balance import rules
from balance.data.load import EACH_ITS_OWN, RulesetData
from balance.data.lower import hash_of
from balance.errors import UsageError
from balance.runs.plan import Cell, Plan, default_sides, plan_matchups

NOISES = (0, 100, 300)
NOISE_MAX = 1000


@dataclass(frozen=True, slots=True)
class SkillPlan:
    """A plan whose levels are the same play at several noises, best play first.

    Behind the matchups of all levels, in which both sides err alike, its cells are those of each side that errs against
    itself at its best.

    Attributes
    ----------
    playing : str
        The policy of both sides, or `EACH_ITS_OWN`.
    noises : tuple of int
        By level: per mille of the decisions that are made at random.
    noise_of : dict of str -> int
        By name of the policies that play.
    """

    plan: Plan
    playing: str
    noises: tuple[int, ...]
    noise_of: dict[str, int]


def plan_skill(
    data: RulesetData,
    *,
    policy: str | None = None,
    noises: Sequence[int],
    games: int,
    sides: Sequence[str] = (),
    luck_by: str = "seat",
    epoch: int = 1,
) -> SkillPlan:
    """Plan every matchup of the sides at every noise, and each side against itself at its best, with the same luck.

    Parameters
    ----------
    policy : str, optional
        Name of a policy, by default the standard one; its own noise is replaced. Where a side is a policy and nothing
        else each plays itself, and none can be named.
    noises : sequence of int
        Per mille, 0 to NOISE_MAX; at least two different ones.
    games : int
        Games a matchup and noise.
    luck_by : str
        As in `plan_matchups`.

    Raises
    ------
    UsageError
        For an unknown policy or side, a policy where sides are policies, or noises that are out of range or fewer than
        two.
    """
    ruleset = rules.get(data.name)
    both = data.policy_of_both(policy)
    chosen = tuple(sorted(set(noises)))
    if len(chosen) < 2 or not 0 <= chosen[0] <= chosen[-1] <= NOISE_MAX:
        given = ",".join(str(noise) for noise in noises)
        raise UsageError(f"--noise {given}: expected two or more different numbers from 0 to {NOISE_MAX} (per mille)")
    stems = tuple(sorted(set(sides or default_sides(ruleset, data))))
    for stem in stems:
        data.side(stem)
    name = EACH_ITS_OWN if ruleset.is_between_policies else both
    policies = {stem: stem if ruleset.is_between_policies else name for stem in stems}
    noise_of: dict[str, int] = {}
    playing: dict[str, dict[str, str]] = {}
    for noise in chosen:
        labels = {one: _label(data, one, noise) for one in set(policies.values())}
        noise_of |= dict.fromkeys(labels.values(), noise)
        data = replace(data, policies=data.policies | {
            label: data.policies[one].model_copy(update={"noise": noise}) for one, label in labels.items()
        })  # fmt: skip
        level = labels.get(name) or (name if labels == {one: one for one in labels} else f"{name} with noise {noise}")
        playing[level] = {stem: labels[one] for stem, one in policies.items()}
    plan = plan_matchups(
        ruleset, data, sides=stems, levels=tuple((level, games) for level in playing), playing=playing,
        luck_by=luck_by, epoch=epoch,
    )  # fmt: skip
    mirrors = {(cell.a, cell.level): cell for cell in plan.cells if cell.a == cell.b}
    erring = [
        _against_its_best(plan, mirrors[stem, level], mirrors[stem, 0], games)
        for stem in stems
        for level in range(1, len(chosen))
    ]
    return SkillPlan(replace(plan, cells=(*plan.cells, *erring)), name, chosen, noise_of)


def _label(data: RulesetData, name: str, noise: int) -> str:
    return name if data.policies[name].noise == noise else f"{name} with noise {noise}"


def _against_its_best(plan: Plan, erring: Cell, best: Cell, games: int) -> Cell:
    """Return the games of a side under the policy of one mirror against itself under that of another."""
    policies = best.policies.copy()
    policies[::2] = erring.policies[::2]  # side 0's, with the script of its rollouts where there is one
    identity = hash_of("skill", erring.identity, best.identity)
    return replace(
        erring, policy_b=best.policy_b, policies=policies, rotations=2, blocks=-(-games // 2), identity=identity,
        key=hash_of(plan.compile_key, identity),
    )  # fmt: skip
