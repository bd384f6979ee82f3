"""What plays games, for Python: load data, simulate matchups, compare versions, ask about cards, luck and skill.

Everything is imported when it is asked for, so that a command starts fast.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import polars as pl

    from balance.data.load import RulesetData
    from balance.runs.executor import RunResult
    from balance.runs.plan import Plan


class Skill(NamedTuple):
    """The tables of `skill`."""

    matchups: pl.DataFrame
    averages: pl.DataFrame


def load(
    ruleset: str,
    *,
    rulesets: str | Path | None = None,
    variant: str | None = None,
    edits: Sequence[str] = (),
) -> RulesetData:
    """Read and check a ruleset's data.

    Parameters
    ----------
    ruleset : str
        Its name, for example "combo-fighter".
    rulesets : path, optional
        The folder of rulesets; by default ``$BALANCE_RULESETS``, ``./rulesets``, then the packaged copy.
    variant : str, optional
        A variant of the ruleset.
    edits : sequence of str
        ``path=value``, laid over the data.

    Raises
    ------
    balance.errors.UsageError
        If the ruleset or the variant does not exist.
    balance.errors.DataError
        With every problem of every file.
    """
    from balance import rules
    from balance.data.files import locate
    from balance.data.load import load_data
    from balance.runs.plan import models_of

    found = rules.get(ruleset)
    return load_data(ruleset, models_of(found), locate(Path(rulesets) if rulesets else None), variant, tuple(edits))


def simulate(
    data: RulesetData,
    *,
    games: int = 20_000,
    policies: Sequence[str] = (),
    sides: Sequence[str] = (),
    epoch: int = 1,
    luck_by: str = "seat",
    jobs: int | None = None,
    store: str | Path | None = None,
    precision: float | None = None,
) -> RunResult:
    """Play every matchup; what the store holds already is not played again.

    Parameters
    ----------
    games : int
        Games a cell, the same under every policy.
    policies : sequence of str
        Policy levels by name; "standard" and "second" name the ruleset's own. The standard one when empty, and empty
        where sides are policies: each plays itself.
    sides : sequence of str
        File stems; all when empty.
    jobs : int, optional
        Threads; the results do not depend on it.
    precision : float, optional
        Instead of `games`: half-width of the intervals in percentage points, twice that under all but the first policy.
        A pilot of every matchup, which is part of the run, chooses the number of games once.

    Raises
    ------
    balance.errors.BalanceError
        For unknown names, bad numbers, or a store that cannot be written.
    """
    from balance import rules
    from balance.frames.formats import DUEL
    from balance.runs import precision as pilots
    from balance.runs.plan import plan_matchups

    for name in policies if data.is_between_policies else ():
        data.policy_of_both(name)
    names = [data.policy_name(name) for name in policies or ("standard",)]

    def planned(of_levels: Sequence[int]) -> Plan:
        levels = tuple(zip(names, of_levels, strict=True))
        return plan_matchups(
            rules.get(data.name), data, sides=tuple(sides), levels=levels, luck_by=luck_by, epoch=epoch
        )

    if precision is None:
        return _play(planned([games] * len(names)), jobs, store, is_keeping=False)
    pilots.check_half_width(precision)
    result, _ = pilots.run_to_precision(
        precision, len(names), planned, lambda plan: _play(plan, jobs, store, is_keeping=False), DUEL.interval
    )
    return result


def compare(
    base: RulesetData,
    head: RulesetData,
    *,
    games: int = 20_000,
    policies: Sequence[str] = ("standard",),
    sides: Sequence[str] = (),
    epoch: int = 1,
    jobs: int | None = None,
    store: str | Path | None = None,
) -> pl.DataFrame:
    """Return what moved between two versions of a ruleset's data, one row a touched matchup and policy level.

    Head minus base under the same luck; columns as in `frames.diff.SCHEMA`. Matchups that are not in the table are in
    only one of both, or are the same games.

    Parameters
    ----------
    games : int
        Games a touched matchup, of each version.
    policies, sides, jobs
        As in `simulate`.

    Raises
    ------
    balance.errors.BalanceError
        For two rulesets, unknown names, bad numbers, nothing to compare, or a store that cannot be written.
    """
    from balance import rules
    from balance.errors import IncomparableError
    from balance.frames.diff import diff
    from balance.runs.executor import default_jobs
    from balance.runs.paired import plan_pairs, play_pairs
    from balance.runs.store import Store, default_store

    if base.name != head.name:
        raise IncomparableError(f"the base is {base.name}, the head {head.name}; expected two versions of one ruleset")
    levels = [(name, games) for name in policies]
    plan = plan_pairs(rules.get(head.name), base, head, levels=levels, sides=tuple(sides), epoch=epoch)
    kept = Store(Path(store) if store else default_store())
    return diff(play_pairs(plan, plan.touched, kept, jobs=jobs or default_jobs()))


def sweep(
    data: RulesetData,
    *,
    variants: Sequence[str] | None = None,
    edits: Sequence[str] = (),
    games: int = 2048,
    policies: Sequence[str] = ("standard",),
    sides: Sequence[str] = (),
    epoch: int = 1,
    jobs: int | None = None,
    store: str | Path | None = None,
) -> pl.DataFrame:
    """Return what each variant and each value of an option does to the games, one row a policy level and change.

    Each by itself against the rules as they are, with the same luck; columns as in `frames.sweep.schema`.

    Parameters
    ----------
    data : RulesetData
        The rules as they are.
    variants : sequence of str, optional
        By name; all that the ruleset has, unless there are edits.
    edits : sequence of str
        ``path=values``, a list or a range: ``hand_size=4..7``, ``king=1,2,3``.
    games : int
        Games a matchup, of each version.
    sides : sequence of str
        File stems; the main ones when empty: no stand-ins, no reference policies.
    policies, jobs
        As in `simulate`.

    Raises
    ------
    balance.errors.BalanceError
        For unknown names, bad numbers or values, or a store that cannot be written.
    """
    from balance.frames.sweep import sweep as table
    from balance.runs.sweep import SweepResult, changed, changes_of, plan_sweep

    heads = changed(data, changes_of(data, variants, edits))
    levels = [(name, games) for name in policies]
    planned = plan_sweep(data, heads, levels=levels, sides=tuple(sides), epoch=epoch)
    return table(planned, SweepResult(planned, _play(planned.plan, jobs, store)))


def cards(
    data: RulesetData,
    side: str,
    *,
    against: Sequence[str] = (),
    games: int = 4000,
    policy: str | None = None,
    epoch: int = 1,
    jobs: int | None = None,
    store: str | Path | None = None,
) -> pl.DataFrame:
    """Return what each card of a side is worth in the opening hand, and what it does.

    Columns as in `frames.cards.SCHEMA`, behind them what the ruleset counts of a card, a game. One row a card for the
    main opponents together ("main", where others are kept apart), for all ("all"), then for each of them.

    Parameters
    ----------
    against : sequence of str
        Opponents by file stem; all others when empty.
    games : int
        Games a card and opponent.
    policy : str, optional
        Of both sides, by default the standard one; each plays itself where sides are policies.
    jobs
        As in `simulate`.

    Raises
    ------
    balance.errors.BalanceError
        For unknown names, bad numbers, or a store that cannot be written.
    """
    from balance.frames.cards import cards as table
    from balance.runs.variations import plan_cards

    planned = plan_cards(
        data, side, against=tuple(against), policy=data.policy_of_both(policy), games=games, epoch=epoch
    )  # fmt: skip
    return table(planned, _play(planned.plan, jobs, store))


def luck(
    data: RulesetData,
    a: str,
    b: str,
    *,
    games: int = 8000,
    policy: str | None = None,
    epoch: int = 1,
    jobs: int | None = None,
    store: str | Path | None = None,
) -> pl.DataFrame:
    """Return which luck decides a matchup, one row a source of luck; columns as in `frames.luck.SCHEMA`.

    Parameters
    ----------
    games : int
        Games, each played again for every source.
    policy, jobs
        As in `cards`.

    Raises
    ------
    balance.errors.BalanceError
        For unknown names, bad numbers, or a store that cannot be written.
    """
    from balance.frames.luck import luck as table
    from balance.runs.variations import plan_luck

    planned = plan_luck(data, a, b, policy=data.policy_of_both(policy), games=games, epoch=epoch)
    return table(planned, _play(planned.plan, jobs, store))


def skill(
    data: RulesetData,
    *,
    noises: Sequence[int] = (0, 100, 300),
    games: int = 4096,
    policy: str | None = None,
    sides: Sequence[str] = (),
    epoch: int = 1,
    jobs: int | None = None,
    store: str | Path | None = None,
) -> Skill:
    """Return the matchups and the averages at several levels of skill, all with the same luck.

    Columns as in `frames.skill.SCHEMA`, with a verdict on each matchup; who goes first and what errors cost are rows of
    their own (`question`). And as in `frames.ratings.RATINGS` with the noise behind them.

    Parameters
    ----------
    noises : sequence of int
        Per mille of the decisions that are made at random; two different ones at least.
    games : int
        Games a matchup and noise.
    policy, sides, jobs
        As in `simulate`, the policy that of both sides.

    Raises
    ------
    balance.errors.BalanceError
        For unknown names, bad numbers, or a store that cannot be written.
    """
    from balance.frames import skill as tables
    from balance.runs.skill import plan_skill

    planned = plan_skill(data, policy=policy, noises=tuple(noises), games=games, sides=tuple(sides), epoch=epoch)
    result = _play(planned.plan, jobs, store, is_keeping=False)
    return Skill(tables.skill(planned, result), tables.averages(planned, result))


def _play(plan: Plan, jobs: int | None, store: str | Path | None, is_keeping: bool = True) -> RunResult:
    from balance.runs.executor import default_jobs, run
    from balance.runs.store import Store, default_store

    kept = Store(Path(store) if store else default_store())
    return run(plan, kept, jobs=jobs or default_jobs(), is_keeping=is_keeping)


def replay(
    data: RulesetData, a: str, b: str, *, block: int, game: int = 1, policy: str | None = None, epoch: int = 1
) -> list[str]:
    """Return one game of a matchup in sentences: the game that a run plays at that block and place.

    Parameters
    ----------
    block : int
        Index of the block, from 0.
    game : int
        1 or 2: the place in the block; in game 1 the first side in sorted order sits in seat 0.
    """
    from balance.runs.replay import replay as play_again

    return play_again(data, a, b, block=block, game=game, policy=data.policy_of_both(policy), epoch=epoch).lines
