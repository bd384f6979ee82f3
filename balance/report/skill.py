"""What a report of skill says: which imbalance survives good play, who goes first, and what errors cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import polars as pl

from balance.data.load import EACH_ITS_OWN
from balance.frames.ratings import ALL
from balance.frames.skill import ERRORS, EVEN, FIRST, GONE, GROWN, MATCHUP, SURVIVES, TURNED
from balance.report.made import changes_of, made_of
from balance.report.numbers import Score, count_text, listed, plural, score_text, spread_text, value_text
from balance.report.page import Page, TextCell, TextTable
from balance.report.scopes import MEANING

if TYPE_CHECKING:
    from balance.data.load import RulesetData
    from balance.runs.manifest import Manifest
    from balance.runs.skill import SkillPlan

Row = dict[str, Any]

_ORDER = (SURVIVES, GROWN, TURNED, GONE, EVEN)
SKEW_MAX = 1.5  # up to which ratio of its arms an interval is shown as ±
_NOTES = (
    "Noise: of a thousand decisions, so many are made at random; all columns share their luck.",
    "A matchup is lopsided where its 95 % interval lies outside 45 to 55 %.",
)


def build(planned: SkillPlan, averages: pl.DataFrame, manifest: Manifest, table: pl.DataFrame) -> Page:
    """Return the report of a skill run from `frames.skill.averages` and `frames.skill.skill` of it."""
    data = planned.plan.data
    stems = sorted(manifest.sides, key=lambda stem: (data.apart(stem) != "", stem))
    tables = [
        _averages(planned, data, averages, stems),
        _of_sides(
            planned, data, table, FIRST, stems, "Who goes first: score of the first player in %",
            ("Each meets itself, so that nothing but the seat differs.",),
        ),
        _of_sides(
            planned, data, table, ERRORS, stems, "What errors cost: score of play that errs in %",
            ("Each errs against itself at its best, from both seats: 50 % would be errors that cost nothing.",),
        ),
        _matchups(planned, data, table),
    ]  # fmt: skip
    return Page(
        title=f"{data.about.title}: skill",
        scope=manifest.scope,
        changes=changes_of(manifest),
        lead=tuple(_lead(planned, data, table)),
        tables=tuple(shown for shown in tables if shown.rows),
        made=tuple(made_of(manifest)),
    )


def _name(data: RulesetData, stem: str) -> str:
    return f"{data.side(stem).name}{'*' if data.apart(stem) else ''}"


def _lead(planned: SkillPlan, data: RulesetData, table: pl.DataFrame) -> Iterator[str]:
    """Say it of the main sides; the tables have all."""
    main = [stem for stem in data.sides if not data.apart(stem)]
    told = table.filter(pl.col("a").is_in(main), pl.col("b").is_in(main))
    yield from _matchups_said(planned, data, told.filter(question=MATCHUP, noise=planned.noises[0]))
    yield from _first_said(planned, data, told.filter(question=FIRST))
    yield from _errors_said(planned, data, told.filter(question=ERRORS, noise=planned.noises[-1]))


def _matchups_said(planned: SkillPlan, data: RulesetData, best: pl.DataFrame) -> Iterator[str]:
    found: dict[str, list[str]] = {verdict: [] for verdict in _ORDER}
    for row in best.iter_rows(named=True):
        found[row["verdict"]].append(f"{data.sides[row['a']].name} against {data.sides[row['b']].name}")
    is_own = planned.playing == EACH_ITS_OWN
    noises = f"noise {planned.noises[0]} and {planned.noises[-1]} per mille"
    play = noises if is_own else f"{planned.playing}, {noises}"
    if not best.height:
        yield f"No matchup of two {'policies that play to win' if is_own else 'published sides'}; {play}."
        return
    yield (
        f"Of {plural(best.height, 'matchup')} between {'policies that play to win' if is_own else 'published sides'},"
        f" {len(found[SURVIVES])} {'is' if len(found[SURVIVES]) == 1 else 'are'} lopsided the same way from the best"
        f" play to the worst ({play}): that {'order of strength' if is_own else 'imbalance'}"
        f" {'survives errors' if is_own else 'is in the data'}."
    )
    for verdict, text in (
        (GROWN, "Lopsided under good play only"),
        (GONE, "Lopsided under poor play only, so good play mends it"),
        (TURNED, "Good play turns round"),
    ):
        if found[verdict]:
            yield f"{text}: {listed(found[verdict])}."


def _first_said(planned: SkillPlan, data: RulesetData, mirrors: pl.DataFrame) -> Iterator[str]:
    """Say whom going first helps, at the best play and at the worst."""
    if not mirrors.height:
        return
    said = []
    for noise in (planned.noises[0], planned.noises[-1]):
        rows = mirrors.filter(noise=noise)
        helped = [data.sides[stem].name for stem in rows.filter(pl.col("lo") > 500)["a"]]
        hurt = [data.sides[stem].name for stem in rows.filter(pl.col("hi") < 500)["a"]]
        words = [f"{verb} {listed(names)}" for verb, names in (("helps", helped), ("hurts", hurt)) if names]
        said.append(f"{listed(words) if words else 'helps and hurts nobody'} at noise {noise}")
    yield f"Going first {said[0]}, and {said[1]}; only what is sure is named."


def _errors_said(planned: SkillPlan, data: RulesetData, rows: pl.DataFrame) -> Iterator[str]:
    """Say what errors cost the two levels of play where sides are policies; else whom they cost most and least."""
    noise = planned.noises[-1]
    if planned.playing == EACH_ITS_OWN:
        said = [
            f"{score_text(_score(row))} under {stem}"
            for stem in (data.standard, data.second)
            for row in rows.filter(a=stem).iter_rows(named=True)
        ]
        if said:
            yield f"Against itself without errors, noise {noise} scores {listed(said)}."
        return
    ranked = rows.sort("score_per_mille").to_dicts()
    if len(ranked) > 1:
        hardest, easiest = (
            (data.sides[row["a"]].name, score_text(_score(row))) for row in (ranked[0], ranked[-1])
        )  # fmt: skip
        yield (
            f"Errors cost {hardest[0]} most, {hardest[1]}, and {easiest[0]} least, {easiest[1]}: scores of noise"
            f" {noise} against the same side without errors."
        )


def _averages(planned: SkillPlan, data: RulesetData, averages: pl.DataFrame, stems: list[str]) -> TextTable:
    of_all = averages.filter(scope=ALL).to_dicts()
    by_side = {(row["side"], row["noise"]): row for row in of_all}
    apart = next(filter(None, map(data.apart, stems)), "")
    return TextTable(
        title="Average against the field, in %",
        notes=(*_NOTES, *([f"* {apart}: {MEANING[apart]}."] if apart else [])),
        heads=_heads(data, planned.noises),
        rows=tuple(
            (
                TextCell(_name(data, stem)),
                *(_percent(by_side[stem, noise], "average_per_mille", "average_lo", "average_hi")
                  for noise in planned.noises),
            )
            for stem in stems if by_side
        ),
        terminal=1 + len(planned.noises),
    )  # fmt: skip


def _of_sides(
    planned: SkillPlan, data: RulesetData, table: pl.DataFrame, question: str, stems: list[str], title: str,
    notes: tuple[str, ...],
) -> TextTable:  # fmt: skip
    """Return a table of the sides by noise, without noises that the question is not asked of."""
    found = {(row["a"], row["noise"]): row for row in table.filter(question=question).iter_rows(named=True)}
    noises = tuple(noise for noise in planned.noises if any((stem, noise) in found for stem in stems))
    return TextTable(
        title=title,
        notes=(*notes, *_games_note(found.values())),
        heads=_heads(data, noises),
        rows=tuple(
            (TextCell(_name(data, stem)), *(_percent(found[stem, noise]) for noise in noises))
            for stem in stems if found
        ),
        terminal=1 + len(noises),
    )  # fmt: skip


def _matchups(planned: SkillPlan, data: RulesetData, table: pl.DataFrame) -> TextTable:
    n = len(planned.noises)
    found = table.filter(question=MATCHUP).to_dicts()
    groups = [found[first : first + n] for first in range(0, len(found), n)]
    groups.sort(key=lambda rows: _ORDER.index(rows[0]["verdict"]))
    return TextTable(
        title="Every matchup: score of the first in %",
        notes=tuple(_games_note(found)),
        heads=("First", "Second", *(f"noise {noise}" for noise in planned.noises), "Lopsided"),
        rows=tuple(
            (
                TextCell(_name(data, rows[0]["a"])),
                TextCell(_name(data, rows[0]["b"])),
                *(_percent(row) for row in rows),
                TextCell(rows[0]["verdict"]),
            )
            for rows in groups
        ),
        terminal=3 + n,
    )


def _heads(data: RulesetData, noises: tuple[int, ...]) -> tuple[str, ...]:
    return (data.nouns[0].capitalize(), *(f"noise {noise}" for noise in noises))


def _games_note(rows: Any) -> list[str]:
    games = sorted({row["games"] for row in rows})
    return [f"{listed([count_text(count) for count in games])} games each."] if games else []


def _score(row: Row, estimate: str = "score_per_mille", low: str = "lo", high: str = "hi") -> Score:
    return Score(row[estimate] / 10, row[low] / 10, row[high] / 10)


def _percent(row: Row, *columns: str) -> TextCell:
    score = _score(row, *columns)
    is_even = max(score.above, score.below) <= SKEW_MAX * min(score.above, score.below)
    spread = f"± {score.half_width:.{score.decimals}f}" if is_even else f"({spread_text(score)})"
    return TextCell(f"{value_text(score)} {spread}", row[columns[0] if columns else "score_per_mille"])
