"""From a finished run to what its report says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from balance.data.load import EACH_ITS_OWN
from balance.frames import formats
from balance.frames.matchups import LEVEL
from balance.report.commands import next_questions, whole_command
from balance.report.extra import Extra
from balance.report.games import games_of
from balance.report.headline import answers
from balance.report.length import ROUND_SECONDS, length_of
from balance.report.made import changes_of, limits_of, made_of, precision_of
from balance.report.measures import first_seats, measures_of
from balance.report.model import TRUNCATED_MAX, Cell, Level, Report, SelfCheck, Side
from balance.report.numbers import Score
from balance.report.profiles import profiles_of
from balance.report.standings import fields_of
from balance.report.why import reasons_of
from balance.stats import BAND

if TYPE_CHECKING:
    import polars as pl

    from balance.data.load import RulesetData
    from balance.report.games import Game
    from balance.runs.executor import CellResult, RunResult
    from balance.runs.manifest import Manifest


NO_PUBLISHER = "publisher not known"  # what the data say then instead of a name


def build(
    result: RunResult,
    manifest: Manifest,
    table: pl.DataFrame,
    ratings: pl.DataFrame | None = None,
    structure: pl.DataFrame | None = None,
    games: pl.DataFrame | None = None,
    round_seconds: int | None = None,
    extra: Extra | None = None,
) -> Report:
    """Return the report of a finished run.

    Parameters
    ----------
    result : RunResult
        The integers of every cell.
    manifest : Manifest
        What the run stands on.
    table : polars.DataFrame
        `balance.frames.matchups.matchups` of the same result in the format of the manifest.
    ratings, structure : polars.DataFrame, optional
        Of `balance.frames.ratings`, likewise; made here if they are not given.
    games : polars.DataFrame, optional
        `balance.frames.games.games`, likewise.
    round_seconds : int, optional
        What a round or turn takes at the table, to say how long games are; `length.ROUND_SECONDS` by default.
    extra : Extra, optional
        What took games of its own.
    """
    from balance.frames import games as notable
    from balance.frames import ratings as frames
    from balance.frames.sides import sides as side_table

    extra = extra or Extra()
    if games is None:
        games = notable.games(result, manifest.behaviour_digest)
    if ratings is None:
        ratings = frames.ratings(result, manifest.format)
    if structure is None:
        structure = frames.structure(result, manifest.format)
    data = result.plan.data
    told_of = manifest.policies if data.is_between_policies else manifest.sides  # what tells one side from another
    sides = tuple(_side(stem, data, told_of[stem]["hash"]) for stem in manifest.sides)
    rows = {(row["policy_a"], row["policy_b"], row["a"], row["b"]): row for row in table.iter_rows(named=True)}
    told = games_of(games)
    levels = tuple(_level(i, result, manifest, sides, rows, told) for i in range(len(result.plan.levels)))
    format = formats.named(manifest.format)
    fields = fields_of(ratings, structure, sides, levels)
    by_side = {(row["policy"], row["side"]): row for row in side_table(result).iter_rows(named=True)}
    main, everybody = answers(sides, levels, format, first_seats(result, data.standard))
    return Report(
        title=f"{data.about.title}: matchups" + (f", {format.name.replace('-', ' ')}" if format.is_series else ""),
        format=format,
        publisher="" if data.about.publisher == NO_PUBLISHER else data.about.publisher,
        scope=manifest.scope,
        changes=changes_of(manifest),
        sides=sides,
        levels=levels,
        headline=main,
        everybody=everybody,
        length=length_of(result, sides, data.about.minutes, round_seconds or ROUND_SECONDS),
        measures=measures_of(result, sides, by_side, extra.luck),
        self_check=_self_check(result),
        games=manifest.games,
        truncated=manifest.truncated,
        data_folder=manifest.data_folder,
        data_found_by=manifest.data_found_by,
        epoch=manifest.epoch,
        made=tuple(made_of(manifest)),
        limits=limits_of(manifest, sides, levels, manifest.scope),
        more=next_questions(data, manifest, fields, is_simultaneous=result.plan.ruleset.is_simultaneous),
        fields=fields,
        profiles=profiles_of(
            result.plan.ruleset,
            fields,
            by_side,
            extra,
            whole_command(manifest, extra.has_effects, extra.averages is not None),
        ),
        precision=precision_of(manifest),
        turn=result.plan.ruleset.turn,
        game=data.about.title,
    )


def _side(stem: str, data: RulesetData, digest: str) -> Side:
    side = data.sides[stem]
    # Not every ruleset marks doubtful fields.
    doubtful = tuple(side.doubtful()) if hasattr(side, "doubtful") else ()
    return Side(
        stem, side.name, side.provenance.value, data.apart(stem), side.source, doubtful, digest, data.nouns
    )  # fmt: skip


def _level(
    i: int,
    result: RunResult,
    manifest: Manifest,
    sides: tuple[Side, ...],
    rows: dict[tuple[str, str, str, str], dict[str, Any]],
    told: dict[tuple[str, str, str], tuple[Game, ...]],
) -> Level:
    apart = {side.stem: side.apart for side in sides}
    format = formats.named(manifest.format)
    policy = result.plan.levels[i]
    cells: dict[tuple[str, str], Cell] = {}
    for found in result.cells:
        if found.cell.level == i:
            plan = found.cell
            row = rows[plan.policy_a, plan.policy_b, plan.a, plan.b]
            cell = replace(
                _cell(found, row, policy, format, apart[plan.a] or apart[plan.b]),
                why=reasons_of(found, result.plan.ruleset),
                replays=told.get((policy, plan.a, plan.b), ()),
            )
            cells[plan.b, plan.a] = cell.swapped()
            cells[plan.a, plan.b] = cell
    grid = tuple(tuple(cells[a.stem, b.stem] for b in sides) for a in sides)
    if policy == EACH_ITS_OWN:
        return Level(policy, "each side plays the policy that it is called after", "", grid)
    return Level(policy, manifest.policies[policy]["title"], manifest.policies[policy]["hash"], grid)


def _cell(found: CellResult, row: dict[str, Any], policy: str, format: formats.Format, apart: str) -> Cell:
    tally = found.tally
    score, difference = _score(row, format)
    bounds = None
    if score and 100 * tally.truncated > TRUNCATED_MAX * tally.games:
        low, high = format.bounds(tally)
        bounds = (100 * low, 100 * high)
    return Cell(
        row=row["a"],
        column=row["b"],
        policy=policy,
        apart=apart,
        score=score,
        single=_score(row, formats.DUEL)[0] if format.is_series else None,
        blocks=row["blocks"],
        games=row["games"],
        wins=row["wins"],
        draws=row["draws"],
        losses=row["losses"],
        truncated=row["truncated"],
        bounds=bounds,
        seat_gap=None if row["seat_gap"] is None else row["seat_gap"] / 10,
        design_effect=row["design_effect"],
        script_difference=difference,
        rounds=(row["rounds_p10"], row["rounds_p50"], row["rounds_p90"]),
        at_once=_at_once(row, format),
        games_to_settle=format.games_to_settle(tally, BAND, LEVEL) if score else None,
    )


def _score(row: dict[str, Any], format: formats.Format) -> tuple[Score | None, float | None]:
    """Return the score of a row in a format, and its largest difference between policies, in percent."""
    estimate, low, high, difference = (None if row[name] is None else row[name] / 10 for name in format.columns)
    if estimate is None or low is None or high is None:
        return None, None
    return Score(estimate, low, high), difference


def _at_once(row: dict[str, Any], format: formats.Format) -> Score | None:
    """Return the score of a row with the limits that hold for all matchups at once, in percent."""
    score, (low, high) = row[format.columns[0]], (row[name] for name in format.simultaneous)
    return None if score is None else Score(score / 10, low / 10, high / 10)


def _self_check(result: RunResult) -> SelfCheck | None:
    from balance.frames.matchups import self_check

    score, low, high, games = self_check(result)
    if not games or not result.plan.ruleset.is_simultaneous:
        return None
    return SelfCheck(Score(100 * score, 100 * low, 100 * high), games)
