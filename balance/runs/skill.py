"""The same policy at several levels of skill: some of its decisions are made at random instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from balance import rules
from balance.data.load import RulesetData
from balance.errors import UsageError
from balance.runs.plan import Plan, plan_matchups

NOISES = (0, 100, 300)
NOISE_MAX = 1000


@dataclass(frozen=True, slots=True)
class SkillPlan:
    """A plan whose levels are one policy at several noises, best play first.

    Attributes
    ----------
    noises : tuple of int
        By level: per mille of the decisions that are made at random.
    """

    plan: Plan
    policy: str
    noises: tuple[int, ...]


def plan_skill(
    data: RulesetData, *, policy: str, noises: Sequence[int], games: int, sides: Sequence[str] = (), epoch: int = 1
) -> SkillPlan:
    """Plan every matchup of the sides at every noise, all with the same luck.

    Parameters
    ----------
    policy : str
        Name of a policy; its own noise is replaced.
    noises : sequence of int
        Per mille, 0 to NOISE_MAX; at least two different ones.
    games : int
        Games a matchup and noise.

    Raises
    ------
    UsageError
        For an unknown policy or side, or noises that are out of range or fewer than two.
    """
    if rules.get(data.name).is_between_policies:
        raise UsageError(f"skill {data.name}: its sides are policies, so there is no other play to compare them under")
    chosen = sorted(set(noises))
    if len(chosen) < 2 or not 0 <= chosen[0] <= chosen[-1] <= NOISE_MAX:
        given = ",".join(str(noise) for noise in noises)
        raise UsageError(f"--noise {given}: expected two or more different numbers from 0 to {NOISE_MAX} (per mille)")
    name, model = data.policy_name(policy), data.policy(policy)
    named = {noise: name if noise == model.noise else f"{name} with noise {noise}" for noise in chosen}
    noisy = {label: model.model_copy(update={"noise": noise}) for noise, label in named.items()}
    data = replace(data, policies={**data.policies, **noisy})
    plan = plan_matchups(
        rules.get(data.name), data, sides=tuple(sides), levels=tuple((label, games) for label in noisy), epoch=epoch
    )
    return SkillPlan(plan, name, tuple(chosen))
