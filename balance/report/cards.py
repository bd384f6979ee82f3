"""What a report of a side's cards says: what having each is worth, and what each does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from balance.frames.cards import FALSE_DISCOVERY_RATE, MAIN, answer
from balance.report.made import changes_of, made_of
from balance.report.numbers import count_text, listed, signed_text
from balance.report.page import Page, TextCell, TextTable
from balance.report.scopes import MEANING

if TYPE_CHECKING:
    import polars as pl

    from balance.data.load import RulesetData
    from balance.rules.ruleset import CountInfo
    from balance.runs.manifest import Manifest
    from balance.runs.variations import CardsPlan

EFFECT_NOTE = (
    "Effect: one more copy in the opening hand, in place of a starting card drawn by lot that goes to where the copy"
    " lay; the score in percentage points against the same games without it, same luck. Interval 95 %."
)
BIAS_NOTE = (
    "Biased: the score of the games in which the card came to the hand (was played) less the average. Long games show"
    " more cards and whoever is ahead plays others, so this says what goes with a card, not what the card does."
)


def build(planned: CardsPlan, manifest: Manifest, table: pl.DataFrame) -> Page:
    """Return the report of a card run from `balance.frames.cards.cards` of it."""
    data = planned.plan.data
    fighter = data.side(planned.side)
    rows = answer(table.to_dicts(), planned.side)
    infos = planned.plan.ruleset.card_counts
    ordered = by_effect(rows)
    tables = [effects_table(ordered), uses_table(ordered, infos)]
    if len(planned.opponents) > 1:
        tables.append(_by_opponent(planned, table, ordered))
    return Page(
        title=f"{data.about.title}: the cards of {fighter.name}",
        scope=manifest.scope,
        changes=changes_of(manifest),
        lead=tuple(_lead(planned, ordered)),
        tables=tuple(tables),
        made=tuple(made_of(manifest)),
    )


def by_effect(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows of cards, the most worth having first, those without an effect last and as they came."""
    return sorted(rows, key=lambda row: (row["effect"] is None, -(row["effect"] or 0)))


def _lead(planned: CardsPlan, rows: list[dict[str, Any]]) -> list[str]:
    data = planned.plan.data
    good = [_said(row) for row in rows if row["is_found"] and row["effect"] > 0]
    bad = [_said(row) for row in reversed(rows) if row["is_found"] and row["effect"] < 0]
    sentences = []
    if good:
        sentences.append(f"Worth having at the start: {listed(good)} percentage points.")
    if bad:
        sentences.append(f"Better not there: {listed(bad)} percentage points.")
    if not sentences:
        sentences.append("No card makes a difference in the opening hand that could not be luck.")
    apart = data.apart(planned.side)
    if apart:
        sentences.append(f"{data.side(planned.side).name} is a {apart}: {MEANING[apart]}.")
    is_main = rows[0]["opponent"] == MAIN
    against = listed([_named(data, stem) for stem in planned.opponents if not (is_main and data.apart(stem))])
    sentences.append(
        f"Against {against}, averaged; both sides play {planned.plan.levels[0]};"
        f" {count_text(rows[0]['games'])} games a card."
    )
    if is_main:
        apart = listed([_named(data, stem) for stem in planned.opponents if data.apart(stem)])
        sentences.append(f"The averages leave out {apart}; each opponent by itself is below, and the CSV has all.")
    sentences.append(
        "A card is named here where the difference stands at a false discovery rate of"
        f" {100 * FALSE_DISCOVERY_RATE:.0f} % over all cards (marked + or -): of those named about one in ten may be"
        " luck."
    )
    return sentences


def _named(data: RulesetData, stem: str) -> str:
    apart = data.apart(stem)
    return str(data.side(stem).name) + (f" ({apart})" if apart else "")


def _said(row: dict[str, Any]) -> str:
    return f"{row['card']} {signed_text(row['effect'] / 10)}"


def effects_table(rows: list[dict[str, Any]]) -> TextTable:
    """Return what each card is worth in the opening hand, from rows of `frames.cards` for opponents together."""
    return TextTable(
        title="What each card is worth",
        notes=(EFFECT_NOTE, BIAS_NOTE),
        heads=("Card", "Copies", "Effect", "95 %", "Found", "Seen (biased)", "Played (biased)", "Games moved"),
        rows=tuple(
            (
                _head(row),
                TextCell(str(row["copies"])),
                *_effect(row),
                _points(row["biased_seen"]),
                _points(row["biased_played"]),
                TextCell("–" if row["moved"] is None else f"{row['moved'] / 10:.1f} %", row["moved"] or 0.0),
            )
            for row in rows
        ),
        terminal=7,
    )


def uses_table(rows: list[dict[str, Any]], infos: tuple[CountInfo, ...]) -> TextTable:
    """Return what each card does in a game, from the same rows: how often it is played, and what it brings."""
    shown = [info for info in infos if not info.name.startswith("games") and info.name != "opening"]
    return TextTable(
        title="What each card does, a game",
        notes=tuple(info.note for info in shown if info.note),
        heads=("Card", "Copies", "Games in which it is played", *(info.title for info in shown)),
        rows=tuple(
            (
                _head(row),
                TextCell(str(row["copies"])),
                TextCell(f"{100 * row['games_played_per_game']:.0f} %", row["games_played_per_game"]),
                *(_count(row, info) for info in shown),
            )
            for row in rows
        ),
        terminal=0,
    )


def _head(row: dict[str, Any]) -> TextCell:
    return TextCell(f"{row['card']} ({row['text']})")


def _effect(row: dict[str, Any]) -> tuple[TextCell, TextCell, TextCell]:
    if row["effect"] is None:
        return TextCell("–", -1e9), TextCell("no copy left to add"), TextCell("–")
    found = "no" if not row["is_found"] else "+" if row["effect"] > 0 else "-"
    return (
        TextCell(signed_text(row["effect"] / 10), row["effect"]),
        TextCell(f"{signed_text(row['lo'] / 10)} to {signed_text(row['hi'] / 10)}", row["lo"]),
        TextCell(found),
    )


def _points(per_mille: float | None) -> TextCell:
    return TextCell("–", -1e9) if per_mille is None else TextCell(signed_text(per_mille / 10), per_mille)


def _count(row: dict[str, Any], info: CountInfo) -> TextCell:
    """Return a count a game, or its share of the one that it is a part of."""
    value = row[f"{info.name}_per_game"]
    if not info.per:
        return TextCell(f"{value:.2f}", value)
    whole = row[f"{info.per}_per_game"]
    return TextCell(f"{100 * value / whole:.0f} %", value / whole) if whole else TextCell("–", -1.0)


def _by_opponent(planned: CardsPlan, table: pl.DataFrame, order: list[dict[str, Any]]) -> TextTable:
    found = {(row["card"], row["opponent"]): row for row in table.iter_rows(named=True)}
    names = planned.plan.data.sides
    rows = []
    for row in order:
        if row["effect"] is not None:
            cells = [_head(row)]
            for opponent in planned.opponents:
                here = found[row["card"], opponent]
                text = f"{signed_text(here['effect'] / 10)} ({here['lo'] / 10:+.1f} to {here['hi'] / 10:+.1f})"
                cells.append(TextCell(text, here["effect"]))
            rows.append(tuple(cells))
    return TextTable(
        title="The effect against each opponent, percentage points",
        notes=("Each interval by itself: among many, some leave 0 out by luck.",),
        heads=("Card", *(names[stem].name for stem in planned.opponents)),
        rows=tuple(rows),
        terminal=0,
    )
