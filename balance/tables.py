"""Tables of a run, for Python; the columns stand in the modules of `balance.frames`.

Everything is imported when it is asked for, so that a command starts fast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    from balance.runs.executor import RunResult


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


def square(table: pl.DataFrame, policy: str, *, format: str = "duel") -> pd.DataFrame:
    """Return the scores of one policy level of a matchup table as a square pandas frame, per mille.

    The row's side against the column's; the diagonal is empty, since a mirror has no win rate.

    Parameters
    ----------
    table : polars.DataFrame
        `matchups` of a run, in the same format.
    policy : str
        A policy level of the table.

    Raises
    ------
    balance.errors.UsageError
        For an unknown format, or a policy that the table does not have.
    """
    from balance.errors import UsageError, unknown
    from balance.frames.matchups import square as of_level

    levels = sorted(set(table["policy_a"]))
    if policy not in levels:
        raise UsageError(unknown("policy level", policy, levels))
    return of_level(table, policy, format)


def ratings(result: RunResult, *, format: str = "duel") -> pl.DataFrame:
    """Return how strong the sides are, one row a policy level, scope and side; columns as in `frames.ratings.RATINGS`.

    Averages against the field with ranges of ranks, Bradley-Terry ratings in Elo points, and scores against the best
    mix; once for the main sides alone (no stand-ins, no reference policies) and once for all.

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


def feel(result: RunResult) -> pl.DataFrame:
    """Return what games are like, one row a cell; columns as in `frames.feel.schema`.

    Length, how games end, who leads and when it is decided, and the totals of both sides.
    """
    from balance.frames.feel import feel as table

    return table(result)


def sides(result: RunResult) -> pl.DataFrame:
    """Return what each side does, one row a policy level and side; columns as in `frames.sides.schema`.

    Signature and Moxie use, how rounds are won, damage per won round, lead changes and comebacks.
    """
    from balance.frames.sides import sides as table

    return table(result)


def games(result: RunResult) -> pl.DataFrame:
    """Return four games of each cell to read, with the commands that tell them; columns as in `frames.games.SCHEMA`."""
    from balance.frames.games import games as table
    from balance.runs.manifest import behaviour_digest

    return table(result, behaviour_digest(result.plan.ruleset))
