"""Commands that a report hands to its reader: what to ask next."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from balance.data.load import RulesetData
    from balance.report.model import Side
    from balance.report.standings import Field


@dataclass(frozen=True, slots=True)
class Command:
    """A command line and what it answers."""

    title: str
    line: str


def next_questions(data: RulesetData, sides: Sequence[Side], fields: Sequence[Field]) -> tuple[Command, ...]:
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
        Command(asked, _line(["skill", data.name], data)),
        *(Command(f"What is each card of {names[stem]} worth?", _line(["cards", data.name, stem], data))
          for stem in (best, worst)),
        Command(f"How much of {names[best]} against {names[worst]} is luck, and whose?",
                _line(["luck", data.name, pair], data)),
    )  # fmt: skip


def _line(words: list[str], data: RulesetData) -> str:
    """Return a command line that asks of the data of the run."""
    return shlex.join(["balance", *words, *data.named_by])
