"""Commands that a report hands to its reader: what to ask next."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from balance.data.load import EACH_ITS_OWN, REFERENCE
from balance.report.numbers import listed

if TYPE_CHECKING:
    from balance.data.load import RulesetData
    from balance.report.standings import Field
    from balance.runs.manifest import Manifest


@dataclass(frozen=True, slots=True)
class Command:
    """A command line and what it answers."""

    title: str
    line: str


def next_questions(
    data: RulesetData, manifest: Manifest, fields: Sequence[Field], *, is_simultaneous: bool
) -> tuple[Command, ...]:
    """Return commands that say more about this run's data.

    They ask of skill, of the cards of the best side and of the worst, of the luck of the best against its nearest
    rival, and, where players take turns, of going first. None is about a reference policy: it does not play to win.

    Parameters
    ----------
    is_simultaneous : bool
        Whether nobody goes first.
    """
    if not fields:
        return ()
    ranked = [side for side, _ in fields[0].standings if side.apart != REFERENCE]
    if data.is_between_policies:
        asked = "Which order of policies survives errors, and what is going first worth to those who err?"
    else:
        asked = "Which imbalance survives good play, and which only poor play makes?"
    found = [Command(asked, _line(["skill", data.name], data, manifest))]
    for side in ranked[:1] + ranked[1:][-1:]:
        found.append(
            Command(f"What is each card of {side.name} worth?", _line(["cards", data.name, side.stem], data, manifest))
        )
    if len(ranked) > 1:
        best, rival = ranked[:2]
        pair = ":".join(sorted((best.stem, rival.stem)))
        asked = f"How much of {best.name} against {rival.name} is luck, and whose?"
        found.append(Command(asked, _line(["luck", data.name, pair], data, manifest)))
    if not is_simultaneous and manifest.luck_by == "seat":
        asked = "What is going first worth, if each side takes its luck along from seat to seat?"
        found.append(Command(asked, _line(["matchups", data.name, "--luck-by", "side"], data, manifest)))
    return tuple(found)


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
