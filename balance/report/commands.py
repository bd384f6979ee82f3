"""Commands that a report hands to its reader: the games worth a look, and what to ask next."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from balance.report.numbers import count_text

if TYPE_CHECKING:
    from balance.report.model import Side
    from balance.report.standings import Field
    from balance.rules.ruleset import Ruleset
    from balance.runs.executor import CellResult
    from balance.runs.manifest import Manifest

SMALLEST, LARGEST = range(2)
# The games of a matchup that are offered: a measure of the ruleset, which of its extremes, what that game is, and how
# its value is said (and how a value of 0 is). A ruleset without the measure offers one game less.
EXTREMES = (
    ("life_left", LARGEST, "The most one-sided game", "{} life left to the winner", "nobody won any"),
    ("life_left", SMALLEST, "The closest game", "{} life left to the winner", "nobody won"),
    ("rounds", LARGEST, "The longest game", "{} rounds", ""),
    ("rounds", SMALLEST, "The shortest game", "{} rounds", ""),
)


@dataclass(frozen=True, slots=True)
class Command:
    """A command line and what it answers."""

    title: str
    line: str


def replays_of(found: CellResult, ruleset: Ruleset, manifest: Manifest) -> tuple[Command, ...]:
    """Return the commands that tell games of a cell: the first one, then those that a measure singles out.

    Every command has the identity of the cell, so that it is refused where the data are no longer those of the run.
    """
    columns = {info.name: column for column, info in enumerate(ruleset.measures)}
    commands = [Command("The first game (others by --block and --game)", _replay(found, 0, 0, manifest))]
    for name, end, title, said, of_none in EXTREMES:
        if name in columns:
            value, block, rotation = (int(number) for number in found.extremes[columns[name], end])
            if block >= 0:
                words = said.format(count_text(value)) if value or not of_none else of_none
                commands.append(Command(f"{title}: {words}", _replay(found, block, rotation, manifest)))
    return tuple(commands)


def _replay(found: CellResult, block: int, rotation: int, manifest: Manifest) -> str:
    cell = found.cell
    return _line(
        ["replay", manifest.ruleset, f"{cell.a}:{cell.b}", "--block", str(block), "--game", str(rotation + 1)],
        manifest,
        [
            "--policy", cell.policy_a, "--epoch", str(manifest.epoch), "--luck-by", manifest.luck_by,
            "--data", cell.identity,
        ],
    )  # fmt: skip


def next_questions(manifest: Manifest, sides: Sequence[Side], fields: Sequence[Field]) -> tuple[Command, ...]:
    """Return commands that say more about this run's data: skill, the cards of a fighter, the luck of a matchup."""
    if not fields:
        return ()
    names = {side.stem: side.name for side in sides}
    ranked = [side.stem for side, _ in fields[0].standings]
    best, worst = ranked[0], ranked[-1]
    pair = ":".join(sorted((best, worst)))
    return (
        Command("Which imbalance survives good play, and which only poor play makes?",
                _line(["skill", manifest.ruleset], manifest)),
        *(Command(f"What is each card of {names[stem]} worth?", _line(["cards", manifest.ruleset, stem], manifest))
          for stem in (best, worst)),
        Command(f"How much of {names[best]} against {names[worst]} is luck, and whose?",
                _line(["luck", manifest.ruleset, pair], manifest)),
    )  # fmt: skip


def _line(words: list[str], manifest: Manifest, options: Sequence[str] = ()) -> str:
    """Return a command line with the variant and the edits of the run."""
    line = ["balance", *words]
    if manifest.variant is not None:
        line += ["--variant", manifest.variant]
    for edit in manifest.edits:
        line += ["--set", edit]
    return shlex.join([*line, *options])
