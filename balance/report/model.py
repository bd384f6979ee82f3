"""What a report of a matchup run says, before anything is rendered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from balance.data.load import EACH_ITS_OWN
from balance.frames import formats
from balance.frames.matchups import LEVEL
from balance.report.headline import Headline, headline
from balance.report.measures import Measures, measures_of
from balance.report.numbers import Score, count_text, listed, plural
from balance.report.standings import Field, fields_of
from balance.stats import BAND

if TYPE_CHECKING:
    import polars as pl

    from balance.runs.executor import CellResult, RunResult
    from balance.runs.manifest import Manifest

TRUNCATED_MAX = 0.1  # percent of a cell's games; above it the bounds of the score are shown


@dataclass(frozen=True, slots=True)
class Side:
    """A fighter of the report: who it is and what its numbers rest on."""

    stem: str
    name: str
    provenance: str
    is_published: bool
    source: str
    doubtful: tuple[str, ...]
    digest: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One matchup under one policy, seen from the row's side; percentages, and rounds as whole numbers.

    Attributes
    ----------
    score : Score or None
        In the report's format; None for a mirror, which has no win rate; so are `seat_gap` and `design_effect`, which
        are of single games.
    single : Score or None
        The score in a single game, where `score` is that of a series.
    script_difference : float or None
        Largest difference of the score between the policies; None with one policy.
    bounds : tuple of float, or None
        The score if all truncated games had been lost, and if all had been won; None where they are too few to matter.
    at_once : Score or None
        `score` with limits that hold for all matchups of the policy at once.
    games_to_settle : int or None
        Games for the interval to hold neither end of the band of even matchups, the score staying where it is; None
        where no number does, or where the score is none.
    """

    row: str
    column: str
    policy: str
    is_published: bool
    score: Score | None
    single: Score | None
    blocks: int
    games: int
    wins: int
    draws: int
    losses: int
    truncated: int
    bounds: tuple[float, float] | None
    seat_gap: float | None
    design_effect: float | None
    script_difference: float | None
    rounds: tuple[int, int, int]  # p10, p50, p90
    at_once: Score | None = None
    games_to_settle: int | None = None

    @property
    def is_mirror(self) -> bool:
        """Say whether a side meets itself."""
        return self.row == self.column

    def swapped(self) -> Cell:
        """Return the same matchup seen from the other side."""
        return replace(
            self,
            row=self.column,
            column=self.row,
            score=self.score.swapped() if self.score else None,
            single=self.single.swapped() if self.single else None,
            at_once=self.at_once.swapped() if self.at_once else None,
            wins=self.losses,
            losses=self.wins,
            bounds=(100 - self.bounds[1], 100 - self.bounds[0]) if self.bounds else None,
        )


@dataclass(frozen=True, slots=True)
class Level:
    """All matchups under one policy, as a square in the order of the report's sides: row against column."""

    policy: str
    title: str
    digest: str
    grid: tuple[tuple[Cell, ...], ...]

    @property
    def matchups(self) -> tuple[Cell, ...]:
        """Return each matchup once, mirrors included, in the order of the sides."""
        return tuple(cell for i, row in enumerate(self.grid) for cell in row[i:])

    @property
    def games(self) -> int:
        """Return the games of all matchups."""
        return sum(cell.games for cell in self.matchups)

    @property
    def games_per_cell(self) -> int:
        """Return the games of the largest matchup."""
        return max(cell.games for cell in self.matchups)


@dataclass(frozen=True, slots=True)
class SelfCheck:
    """The score of seat 0 over the mirrors, which simultaneous play puts at 50 %."""

    score: Score
    games: int


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that a report says.

    Attributes
    ----------
    scope : str
        What of the game is covered; shown in every output.
    changes : str
        The variant and the edits laid over the data; empty without any.
    made : tuple of (label, value)
        How the numbers were made and can be made again.
    fields : tuple of Field
        How strong the fighters are: the published ones, then all.
    precision : str
        How the number of games was chosen; empty where it was given.
    nouns : tuple of str
        What a side is called, and what several are.
    """

    title: str
    format: formats.Format
    publisher: str
    scope: str
    changes: str
    sides: tuple[Side, ...]
    levels: tuple[Level, ...]
    headline: Headline
    measures: Measures
    self_check: SelfCheck | None
    games: int
    truncated: int
    data_folder: str
    data_found_by: str
    epoch: int
    made: tuple[tuple[str, str], ...]
    fields: tuple[Field, ...] = ()
    precision: str = ""
    nouns: tuple[str, str] = ("fighter", "fighters")

    @property
    def has_stand_ins(self) -> bool:
        """Say whether any side's numbers are not published ones."""
        return not all(side.is_published for side in self.sides)

    @property
    def truncated_cells(self) -> tuple[Cell, ...]:
        """Return the matchups with so many truncated games that their bounds are shown."""
        return tuple(cell for level in self.levels for cell in level.matchups if cell.bounds)


def build(
    result: RunResult,
    manifest: Manifest,
    table: pl.DataFrame,
    ratings: pl.DataFrame | None = None,
    structure: pl.DataFrame | None = None,
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
    """
    from balance.frames import ratings as frames

    if ratings is None:
        ratings = frames.ratings(result, manifest.format)
    if structure is None:
        structure = frames.structure(result, manifest.format)
    data = result.plan.data
    sides = tuple(_side(stem, data.sides[stem], manifest.sides[stem]["hash"]) for stem in manifest.sides)
    rows = {(row["policy_a"], row["policy_b"], row["a"], row["b"]): row for row in table.iter_rows(named=True)}
    levels = tuple(_level(i, result, manifest, sides, rows) for i in range(len(result.plan.levels)))
    format = formats.named(manifest.format)
    return Report(
        title=f"{data.about.title}: matchups" + (f", {format.name.replace('-', ' ')}" if format.is_series else ""),
        format=format,
        publisher=data.about.publisher,
        scope=manifest.scope,
        changes=changes_of(manifest),
        sides=sides,
        levels=levels,
        headline=headline(sides, levels, format, data.nouns[1]),
        measures=measures_of(result, sides),
        self_check=_self_check(result),
        games=manifest.games,
        truncated=manifest.truncated,
        data_folder=manifest.data_folder,
        data_found_by=manifest.data_found_by,
        epoch=manifest.epoch,
        made=tuple(made_of(manifest)),
        fields=fields_of(ratings, structure, sides, levels, format, data.nouns[1]),
        nouns=data.nouns,
        precision=_precision(manifest),
    )


def _side(stem: str, side: Any, digest: str) -> Side:
    provenance = side.provenance
    # Not every ruleset marks doubtful fields.
    doubtful = tuple(side.doubtful()) if hasattr(side, "doubtful") else ()
    return Side(stem, side.name, provenance.value, provenance.is_published, side.source, doubtful, digest)


def _level(
    i: int,
    result: RunResult,
    manifest: Manifest,
    sides: tuple[Side, ...],
    rows: dict[tuple[str, str, str, str], dict[str, Any]],
) -> Level:
    published = {side.stem: side.is_published for side in sides}
    format = formats.named(manifest.format)
    cells: dict[tuple[str, str], Cell] = {}
    for found in result.cells:
        if found.cell.level == i:
            plan = found.cell
            row = rows[plan.policy_a, plan.policy_b, plan.a, plan.b]
            cell = _cell(found, row, result.plan.levels[i], format, published[plan.a] and published[plan.b])
            cells[plan.b, plan.a] = cell.swapped()
            cells[plan.a, plan.b] = cell
    grid = tuple(tuple(cells[a.stem, b.stem] for b in sides) for a in sides)
    policy = result.plan.levels[i]
    if policy == EACH_ITS_OWN:
        return Level(policy, "each side plays the policy that it is called after", "", grid)
    return Level(policy, manifest.policies[policy]["title"], manifest.policies[policy]["hash"], grid)


def _cell(found: CellResult, row: dict[str, Any], policy: str, format: formats.Format, is_published: bool) -> Cell:
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
        is_published=is_published,
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


def _precision(manifest: Manifest) -> str:
    """Return how a pilot chose the number of games; empty without one."""
    chosen = manifest.precision
    if chosen is None:
        return ""
    games = [f"{count_text(games)} under {policy}" for policy, games in chosen.games.items()]
    other = f" (± {chosen.other_half_width:g} under {listed(manifest.levels[1:])})" if len(manifest.levels) > 1 else ""
    return (
        f"Asked for ± {chosen.half_width:g} percentage points{other}. A pilot of {plural(chosen.pilot_blocks, 'block')}"
        f" a matchup chose once how many games that takes, {listed(games)}; the pilot is part of them."
    )


def changes_of(manifest: Manifest) -> str:
    """Return the variant and the edits of a run in a line; empty without any."""
    variant = [f"variant {manifest.variant}"] if manifest.variant else []
    return ": ".join(variant + ([", ".join(manifest.edits)] if manifest.edits else []))


def _self_check(result: RunResult) -> SelfCheck | None:
    from balance.frames.matchups import self_check

    score, low, high, games = self_check(result)
    if not games or not result.plan.ruleset.is_simultaneous:
        return None
    return SelfCheck(Score(100 * score, 100 * low, 100 * high), games)


def made_of(manifest: Manifest) -> list[tuple[str, str]]:
    """Return (label, value) pairs that say how a run was made."""
    blocks = [f"{policy} {count_text(n)}" for policy, n in manifest.blocks.items()]
    return [
        ("Command", manifest.command),
        ("Format", f"{manifest.format}: {formats.named(manifest.format).title}"),
        ("Data", f"{manifest.data_folder} (found by {manifest.data_found_by})"),
        ("Changes to the data", changes_of(manifest) or "none"),
        ("Rule options", ", ".join(f"{name}={_plain(value)}" for name, value in manifest.options.items())),
        ("Digest of the options", manifest.options_hash),
        ("Policies", listed(manifest.levels)),
        ("Blocks a matchup", ", ".join(blocks)),
        *([("Number of games", _precision(manifest))] if manifest.precision else []),
        ("Games", f"{count_text(manifest.games)}, of which {count_text(manifest.truncated)} truncated"),
        ("Epoch of the luck", str(manifest.epoch)),
        ("Luck goes by", manifest.luck_by),
        ("Digest of the behaviour", manifest.behaviour_digest),
        ("Compile key", manifest.compile_key),
        ("Versions", ", ".join(f"{name} {version}" for name, version in manifest.versions.items())),
    ]


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
