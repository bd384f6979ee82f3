"""What a report of skill says: which imbalance survives good play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from balance.frames.skill import EVEN, GONE, GROWN, SURVIVES, TURNED
from balance.report.made import changes_of, made_of
from balance.report.numbers import count_text, listed, plural
from balance.report.page import Page, TextCell, TextTable

if TYPE_CHECKING:
    import polars as pl

    from balance.data.load import RulesetData
    from balance.runs.manifest import Manifest
    from balance.runs.skill import SkillPlan

_ORDER = (SURVIVES, GROWN, TURNED, GONE, EVEN)
_NOTES = (
    "Noise: of a thousand decisions, so many are made at random; all columns share their luck.",
    "A matchup is lopsided where its 95 % interval lies outside 45 to 55 %.",
)


def build(planned: SkillPlan, averages: pl.DataFrame, manifest: Manifest, table: pl.DataFrame) -> Page:
    """Return the report of a skill run from `frames.skill.averages` and `frames.skill.skill` of it."""
    data = planned.plan.data
    return Page(
        title=f"{data.about.title}: skill",
        scope=manifest.scope,
        changes=changes_of(manifest),
        lead=tuple(_lead(planned, data, table)),
        tables=(_sides(planned, data, averages), _matchups(planned, data, table)),
        made=tuple(made_of(manifest)),
    )


def _name(data: RulesetData, stem: str) -> str:
    side = data.side(stem)
    return f"{side.name}{'' if side.provenance.is_published else '*'}"


def _lead(planned: SkillPlan, data: RulesetData, table: pl.DataFrame) -> list[str]:
    """Say it of the published sides; the tables have all."""
    published = {stem for stem, side in data.sides.items() if side.provenance.is_published}
    found: dict[str, list[str]] = {verdict: [] for verdict in _ORDER}
    for row in table.filter(noise=planned.noises[0]).iter_rows(named=True):
        if {row["a"], row["b"]} <= published:
            found[row["verdict"]].append(f"{data.sides[row['a']].name} against {data.sides[row['b']].name}")
    total = sum(map(len, found.values()))
    noises = f"noise {planned.noises[0]} and {planned.noises[-1]} per mille"
    if not total:
        return [f"No matchup of two published sides; {planned.policy}, {noises}."]
    sentences = [
        f"Of {plural(total, 'matchup')} between published sides, {len(found[SURVIVES])}"
        f" {'is' if len(found[SURVIVES]) == 1 else 'are'} lopsided the same way from the best play to the worst"
        f" ({planned.policy}, {noises}): that imbalance is in the data."
    ]
    for verdict, text in (
        (GROWN, "Lopsided under good play only"),
        (GONE, "Lopsided under poor play only, so good play mends it"),
        (TURNED, "Good play turns round"),
    ):
        if found[verdict]:
            sentences.append(f"{text}: {listed(found[verdict])}.")
    return sentences


def _sides(planned: SkillPlan, data: RulesetData, averages: pl.DataFrame) -> TextTable:
    rows = []
    stems = sorted(set(averages["side"]), key=lambda stem: (not data.sides[stem].provenance.is_published, stem))
    for stem in stems:
        cells = [TextCell(_name(data, stem))]
        for noise in planned.noises:
            row = averages.filter(side=stem, noise=noise, scope="all").row(0, named=True)
            cells.append(_percent(row, "average_per_mille", "average_lo", "average_hi"))
        rows.append(tuple(cells))
    has_stand_ins = not all(data.sides[stem].provenance.is_published for stem in stems)
    return TextTable(
        title="Average against the field, in %",
        notes=(*_NOTES, *(["* stand-in: numbers invented here."] if has_stand_ins else [])),
        heads=("Fighter", *(f"noise {noise}" for noise in planned.noises)),
        rows=tuple(rows),
        terminal=1 + len(planned.noises),
    )


def _matchups(planned: SkillPlan, data: RulesetData, table: pl.DataFrame) -> TextTable:
    n = len(planned.noises)
    found = list(table.iter_rows(named=True))
    groups = [found[first : first + n] for first in range(0, len(found), n)]
    groups.sort(key=lambda rows: _ORDER.index(rows[0]["verdict"]))
    games = sorted({row["games"] for row in found})
    return TextTable(
        title="Every matchup: score of the first in %",
        notes=(f"{listed([count_text(count) for count in games])} games a matchup and noise.",),
        heads=("First", "Second", *(f"noise {noise}" for noise in planned.noises), "Lopsided"),
        rows=tuple(
            (
                TextCell(_name(data, rows[0]["a"])),
                TextCell(_name(data, rows[0]["b"])),
                *(_percent(row, "score_per_mille", "lo", "hi") for row in rows),
                TextCell(rows[0]["verdict"]),
            )
            for rows in groups
        ),
        terminal=3 + n,
    )


def _percent(row: dict[str, Any], estimate: str, low: str, high: str) -> TextCell:
    half = (row[high] - row[low]) / 20
    return TextCell(f"{row[estimate] / 10:.1f} ± {half:.1f}", row[estimate])
