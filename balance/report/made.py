"""How a run was made and can be made again, and what its numbers do not say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from balance.frames import formats
from balance.report.numbers import count_text, listed, plural

if TYPE_CHECKING:
    from balance.report.model import Level, Side
    from balance.runs.manifest import Manifest


def changes_of(manifest: Manifest) -> str:
    """Return the variant and the edits of a run in a line; empty without any."""
    variant = [f"variant {manifest.variant}"] if manifest.variant else []
    return ": ".join(variant + ([", ".join(manifest.edits)] if manifest.edits else []))


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
        *([("Number of games", precision_of(manifest))] if manifest.precision else []),
        ("Games", f"{count_text(manifest.games)}, of which {count_text(manifest.truncated)} truncated"),
        ("Epoch of the luck", str(manifest.epoch)),
        ("Luck goes by", manifest.luck_by),
        ("Digest of the behaviour", manifest.behaviour_digest),
        ("Compile key", manifest.compile_key),
        ("Versions", ", ".join(f"{name} {version}" for name, version in manifest.versions.items())),
    ]


def precision_of(manifest: Manifest) -> str:
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


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def limits_of(manifest: Manifest, sides: Sequence[Side], levels: Sequence[Level], scope: str) -> tuple[str, ...]:
    """Return what the numbers do not say, in sentences."""
    sentences = [
        "How people play. Every number is of scripts that play both sides; an interval covers the luck of the sample"
        f" and nothing else.{_differences(levels)}",
        f"Whether the data are right. {_data(sides)}",
        f"Anything outside the scope: {scope}.",
        "Whether it is fun. A lopsided matchup may be worth having and an even one dull.",
    ]
    if manifest.truncated:
        sentences.append(
            f"How {plural(manifest.truncated, 'game')} would have ended that the turn limit stopped: they count one"
            " half."
        )
    return tuple(sentences)


def _differences(levels: Sequence[Level]) -> str:
    """Return how much the score of a matchup hangs on the policy."""
    found = sorted(
        cell.script_difference for cell in levels[0].matchups if cell.script_difference is not None
    )  # fmt: skip
    if not found:
        return " Under other play a matchup may be another one."
    names = listed([level.policy for level in levels])
    return (
        f" Between {names} the score of a matchup differs by {found[len(found) // 2]:.1f} points in the middle case and"
        f" by {found[-1]:.1f} at most, noise included; expect no less between a script and a person."
    )


def _data(sides: Sequence[Side]) -> str:
    if sides[0].is_policy:
        return "All numbers are those of the rules, so this hangs on how the rules are read."
    kinds = sorted({side.provenance for side in sides})
    by_kind = [f"{sum(side.provenance == kind for side in sides)} {kind}" for kind in kinds]
    doubtful = sum(len(side.doubtful) for side in sides)
    text = f"Provenance of the {sides[0].nouns[1]}: {listed(by_kind)}."
    if doubtful:
        text += f" {plural(doubtful, 'point')} of the sources {'is' if doubtful == 1 else 'are'} doubtful."
    if not all(side.is_main for side in sides):
        text += " Numbers of stand-ins are invented, so they say nothing about those fighters as sold."
    return text
