"""Monte Carlo balance analysis of tabletop fighting and card games.

>>> import balance
>>> data = balance.load("combo-fighter", edits=["hand_size=6"])
>>> result = balance.simulate(data, games=20_000)
>>> table, strength, shape = balance.matchups(result), balance.ratings(result), balance.structure(result)
>>> moved = balance.compare(balance.load("combo-fighter"), data)
>>> told = balance.replay(data, "boris", "grace", block=17)
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

    from balance.data.load import RulesetData
    from balance.runs.executor import RunResult

__all__ = ["compare", "load", "matchups", "ratings", "replay", "simulate", "structure"]


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
    policies: Sequence[str] = ("standard",),
    sides: Sequence[str] = (),
    epoch: int = 1,
    luck_by: str = "seat",
    jobs: int | None = None,
    store: str | Path | None = None,
) -> RunResult:
    """Play every matchup; what the store holds already is not played again.

    Parameters
    ----------
    games : int
        Games a cell, the same under every policy.
    policies : sequence of str
        Policy levels by name; "standard" and "second" name the ruleset's own.
    sides : sequence of str
        File stems; all when empty.
    jobs : int, optional
        Threads; the results do not depend on it.

    Raises
    ------
    balance.errors.BalanceError
        For unknown names, bad numbers, or a store that cannot be written.
    """
    from balance import rules
    from balance.runs.executor import default_jobs, run
    from balance.runs.plan import plan_matchups
    from balance.runs.store import Store, default_store

    levels = tuple((data.policy_name(name), games) for name in policies)
    plan = plan_matchups(
        rules.get(data.name), data, sides=tuple(sides), levels=levels, luck_by=luck_by, epoch=epoch
    )  # fmt: skip
    return run(plan, Store(Path(store) if store else default_store()), jobs=jobs or default_jobs())


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


def matchups(result: RunResult, *, format: str = "duel") -> pl.DataFrame:
    """Return the matchup table of a run, one row a cell and policy level; columns as in `frames.matchups.schema`.

    Parameters
    ----------
    format : str
        "duel" for single games; "best-of-three" adds the chance to win a best of three, drawn fights replayed.

    Raises
    ------
    balance.errors.UsageError
        For an unknown format.
    """
    from balance.frames.matchups import matchups as table

    return table(result, format)


def ratings(result: RunResult, *, format: str = "duel") -> pl.DataFrame:
    """Return how strong the sides are, one row a policy level, scope and side; columns as in `frames.ratings.RATINGS`.

    Averages against the field with ranges of ranks, Bradley-Terry ratings in Elo points, and scores against the best
    mix; once for the published sides alone and once for all.

    Parameters
    ----------
    format : str
        As in `matchups`: what a score is a score of.

    Raises
    ------
    balance.errors.UsageError
        For an unknown format.
    """
    from balance.frames.ratings import ratings as table

    return table(result, format)


def structure(result: RunResult, *, format: str = "duel") -> pl.DataFrame:
    """Return what the table is like, one row a policy level and scope; columns as in `frames.ratings.STRUCTURE`.

    The spread of the matchups without noise, the share of it that is intransitive, and how many matchups are settled.

    Parameters
    ----------
    format : str
        As in `matchups`: what a score is a score of.

    Raises
    ------
    balance.errors.UsageError
        For an unknown format.
    """
    from balance.frames.ratings import structure as table

    return table(result, format)


def replay(
    data: RulesetData, a: str, b: str, *, block: int, game: int = 1, policy: str = "standard", epoch: int = 1
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

    return play_again(data, a, b, block=block, game=game, policy=policy, epoch=epoch).lines
