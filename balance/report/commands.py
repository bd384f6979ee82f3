"""Commands that a report hands to its reader: what to ask next."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from balance.data.load import EACH_ITS_OWN
from balance.report.numbers import listed

if TYPE_CHECKING:
    from balance.data.load import RulesetData
    from balance.report.model import Side
    from balance.report.standings import Field
    from balance.runs.manifest import Manifest


@dataclass(frozen=True, slots=True)
class Command:
    """A command line and what it answers."""

    title: str
    line: str


def next_questions(
    data: RulesetData, manifest: Manifest, sides: Sequence[Side], fields: Sequence[Field]
) -> tuple[Command, ...]:
    """Return commands that say more about this run's data: skill, the cards of a side, the luck of a matchup."""
    if not fields:
        return ()
    names = {side.stem: side.name for side in sides}
    ranked = [side.stem for side, _ in fields[0].standings]
    best, worst = ranked[0], ranked[-1]
    pair = ":".join(sorted((best, worst)))
    if data.is_between_policies:
        asked = "Which order of policies survives errors, and what is going first worth to those who err?"
    else:
        asked = "Which imbalance survives good play, and which only poor play makes?"
    return (
        Command(asked, _line(["skill", data.name], data, manifest)),
        *(Command(f"What is each card of {names[stem]} worth?", _line(["cards", data.name, stem], data, manifest))
          for stem in (best, worst)),
        Command(f"How much of {names[best]} against {names[worst]} is luck, and whose?",
                _line(["luck", data.name, pair], data, manifest)),
    )  # fmt: skip


def whole_command(manifest: Manifest, has_effects: bool, has_skill: bool) -> Command | None:
    """Return the command that makes the same report with everything in it; None where it is there."""
    missing = [
        *([] if has_effects else ["cards"]),
        *([] if has_skill else ["skill"]),
    ]
    if not missing:
        return None
    what = {"cards": "what each card is worth", "skill": "what errors in play do"}
    title = f"The same report with {listed([what[name] for name in missing])}:"
    return Command(title, " ".join([manifest.command, *(f"--{name}" for name in missing)]))


def _line(words: list[str], data: RulesetData, manifest: Manifest) -> str:
    """Return a command line that asks of the data of the run, under its first policy and in its epoch."""
    line = ["balance", *words, *data.named_by]
    if manifest.levels[0] not in ("standard", EACH_ITS_OWN):
        line += ["--policy", manifest.levels[0]]
    if manifest.epoch != 1:
        line += ["--epoch", str(manifest.epoch)]
    return shlex.join(line)
