"""One game as a web page: a table with a row a turn, what each seat did side by side."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from balance.report.scopes import MEANING
from balance.rules.telling import Part

if TYPE_CHECKING:
    from balance.rules.telling import Line
    from balance.runs.replay import Replay


@dataclass(frozen=True, slots=True)
class Turn:
    """A row of the page.

    Attributes
    ----------
    label : str
        "Round 4"; empty for what comes before the first turn.
    why : tuple of str
        Who came out on top and why, in whole sentences.
    seats : tuple of tuple of Line
        What each seat had and did, in the order in which it happened.
    """

    label: str
    why: tuple[str, ...]
    seats: tuple[tuple[Line, ...], ...]


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """Everything that the page of a game says; `made` are (label, value) pairs, the command first."""

    title: str
    scope: str
    changes: str
    lead: str
    key: tuple[str, ...]
    names: tuple[str, ...]
    apart: tuple[str, ...]
    turns: tuple[Turn, ...]
    made: tuple[tuple[str, str], ...]


def build(replay: Replay, command: list[str]) -> ReplayPage:
    """Return the page of a game.

    Parameters
    ----------
    replay : Replay
        The game.
    command : list of str
        The command line that tells it again.
    """
    plan, cell = replay.plan, replay.cell
    data = plan.data
    turns = tuple(_turn(label, list(lines), replay.names) for label, lines in groupby(replay.told, lambda x: x.turn))
    end = " ".join(line.sentence(replay.names) for line in replay.told if line.part == Part.END)
    changes = [f"variant {data.variant}"] if data.variant else []
    changes += [", ".join(data.edits)] if data.edits else []
    return ReplayPage(
        title=f"{data.about.title}: {' against '.join(replay.names)}",
        scope=data.about.scope,
        changes=": ".join(changes),
        lead=f"{end}, in {turns[-1].label.lower()}.",
        key=tuple(line.text for line in replay.told if line.part == Part.KEY),
        names=replay.names,
        apart=tuple(
            f"{data.side(stem).name} is a {word}: {MEANING[word]}."
            for stem in dict.fromkeys(replay.sides)
            if (word := data.apart(stem))
        ),
        turns=turns,
        made=(
            ("Command", shlex.join(command)),
            ("Game", f"block {replay.block}, game {replay.game} of {cell.a}:{cell.b}"),
            *(
                ("Policy", f"{name}: {data.policy(name).title}")
                for name in dict.fromkeys((cell.policy_a, cell.policy_b))
            ),
            ("Epoch of the luck", str(plan.epoch)),
            ("Data", f"{data.folder} (found by {data.location.found_by})"),
        ),
    )


def _turn(label: str, lines: list[Line], names: tuple[str, ...]) -> Turn:
    told = [line for line in lines if line.part in (Part.STATE, Part.MOVE)]
    why = tuple(line.sentence(names) for line in lines if line.part in (Part.WHY, Part.END))
    return Turn(label, why, tuple(tuple(line for line in told if line.seat == seat) for seat in range(len(names))))


def render(page: ReplayPage) -> str:
    """Return the page as HTML that needs no other file; equal games give equal texts."""
    from markupsafe import Markup

    from balance.report.html import TEMPLATES, filled, hash_of_text

    own = (TEMPLATES / "replay.css").read_text(encoding="utf-8")
    return filled("replay.html.j2", page=page, own_style=Markup(own), own_style_hash=hash_of_text(own))
