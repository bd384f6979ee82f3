"""Why a matchup moved: games whose winner changed, base and head side by side from where they part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from balance.errors import UsageError
from balance.rules.telling import Line, Part, names_by_seat
from balance.runs.divergence import Parting, Stepper, Weighing, parting
from balance.runs.paired import PairedPlan, PairResult
from balance.runs.replay import trace_game
from balance.vocab import Mode, Outcome

_MODES = {
    Mode.BEST: "takes the highest value",
    Mode.MIXED: "chooses in proportion to the values",
    Mode.SOFT: "chooses twice as often for every 4,096 of value more",
    Mode.RANDOM: "chooses at random",
    Mode.SEARCH: "searches",
}
_ENDS = {Outcome.LOSS: "lost", Outcome.DRAW: "drew", Outcome.WIN: "won", Outcome.TRUNCATED: "was stopped undecided"}


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of both versions, as sentences; empty where that version has no such turn."""

    heading: str
    base: tuple[str, ...]
    head: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """A game whose winner changed.

    Attributes
    ----------
    block, game : int
        The block from 0, and the game within it from 1.
    outcomes : (Outcome, Outcome)
        For side a of the cell, in base and head.
    names : tuple of str
        By seat, in the head.
    turns : tuple of Turn
        From the turn on in which anything differs.
    ends : (str, str)
        How base and head end.
    """

    block: int
    game: int
    outcomes: tuple[Outcome, Outcome]
    names: tuple[str, ...]
    parting: Parting
    turns: tuple[Turn, ...]
    ends: tuple[str, str]


def explain(plan: PairedPlan, result: PairResult, first: int, count: int) -> Iterator[Story]:
    """Yield some of the games whose winner changed, in the order in which they were played.

    Parameters
    ----------
    first : int
        The position of the first among them, from 1.
    count : int

    Raises
    ------
    UsageError
        If there are not so many.
    """
    moved = result.moved_games
    if first > len(moved):
        raise UsageError(f"--game {first}: the winner changed in {len(moved)} of {result.tally.games} games; play more")
    for block, rotation in moved[first - 1 : first - 1 + count].tolist():
        yield _story(plan, result, block, rotation)


def _story(plan: PairedPlan, result: PairResult, block: int, rotation: int) -> Story:
    ruleset = plan.head.ruleset
    told, outcomes, steppers = [], [], []
    for data, cell in ((plan.base.data, result.base.cell), (plan.head.data, result.head.cell)):
        stepper = Stepper(ruleset, data, cell, block, rotation)
        trace, outcome = trace_game(stepper.player, cell, block, rotation)
        told.append(list(ruleset.narrate((stepper.sides[0], stepper.sides[1]), data.options, trace.tolist())))
        outcomes.append(outcome)
        steppers.append(Stepper(ruleset, data, cell, block, rotation))
    names = [names_by_seat([side.name for side in stepper.sides]) for stepper in steppers]
    sentences = [_turns(lines, by_seat) for lines, by_seat in zip(told, names, strict=True)]
    ends = [
        next((line.sentence(who) for line in lines if line.part is Part.END), "")
        for lines, who in zip(told, names, strict=True)
    ]
    return Story(
        block, rotation + 1, (outcomes[0], outcomes[1]), names[1], parting(steppers[0], steppers[1]),
        tuple(_side_by_side(sentences[0], sentences[1])), (ends[0], ends[1]),
    )  # fmt: skip


def _turns(lines: list[Line], names: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return the sentences of each turn, by its heading."""
    return {
        turn: tuple(line.sentence(names) for line in told if line.part is not Part.END)
        for turn, told in groupby((line for line in lines if line.turn), key=lambda line: line.turn)
    }


def _side_by_side(base: dict[str, tuple[str, ...]], head: dict[str, tuple[str, ...]]) -> Iterator[Turn]:
    """Yield the turns of both in order, from the first one that differs."""
    headings = list(head) if len(head) >= len(base) else list(base)
    is_apart = False
    for heading in headings:
        there, here = base.get(heading, ()), head.get(heading, ())
        is_apart = is_apart or there != here
        if is_apart:
            yield Turn(heading, there, here)


def headline(story: Story, plan: PairedPlan, result: PairResult) -> str:
    """Say which game it is and how it ended in both versions."""
    name = plan.head.data.sides[result.head.cell.a].name
    base, head = (_ENDS[outcome] for outcome in story.outcomes)
    return f"Block {story.block}, game {story.game}: {name} {base} before, and {head} now"


def parting_text(story: Story) -> str:
    """Say where the games part."""
    found = story.parting
    weighed = found.head or found.base
    if weighed is None:
        return f"All {found.decision} decisions are the same; what comes of them is not."
    choices = [
        next((option.words for option in one.options if option.is_chosen), "nothing") if one else "the game is over"
        for one in (found.base, found.head)
    ]
    if found.base and found.head and found.base.seat != found.head.seat:
        names = [story.names[one.seat] for one in (found.base, found.head)]
        where = f"{weighed.turn}: " if weighed.turn else ""
        return f"{where}another seat decides: {names[0]} {choices[0]} before, {names[1]} {choices[1]} now."
    who = story.names[weighed.seat]
    # Where players take turns the heading ends with the name already.
    where = weighed.turn if weighed.turn.endswith(f": {who}") else ": ".join(filter(None, (weighed.turn, who)))
    return f"{where} {choices[0]} before, and {choices[1]} now."


def options_table(story: Story) -> list[tuple[str, str, str]]:
    """Return (action, value before, value now) of the decision at which the games part, the chosen ones marked."""
    found = story.parting
    by_identity: dict[int, list[str]] = {}
    words: dict[int, str] = {}
    for i, weighed in enumerate((found.base, found.head)):
        for option in weighed.options if weighed else ():
            shown = "legal" if option.value is None else f"{option.value:,}"
            row = by_identity.setdefault(option.identity, ["–", "–"])
            row[i] = f"{shown} *" if option.is_chosen else shown
            words[option.identity] = option.words
    return [(words[identity], row[0], row[1]) for identity, row in by_identity.items()]


def mode_text(weighed: Weighing | None) -> str:
    """Say how the policy makes such a decision."""
    return f"{weighed.policy} {_MODES[weighed.mode]}" if weighed and weighed.mode in _MODES else ""


def to_json(story: Story) -> dict[str, Any]:
    """Return a game as plain data."""

    def weighing(one: Weighing | None) -> dict[str, Any] | None:
        if one is None:
            return None
        return {
            "seat": one.seat,
            "turn": one.turn,
            "policy": one.policy,
            "mode": one.mode.name.lower(),
            "options": [
                {"action": option.words, "value": option.value, "is_chosen": option.is_chosen} for option in one.options
            ],
        }

    return {
        "block": story.block,
        "game": story.game,
        "outcomes_for_a": {"base": story.outcomes[0].name, "head": story.outcomes[1].name},
        "seats": list(story.names),
        "decision": story.parting.decision,
        "parts": {"base": weighing(story.parting.base), "head": weighing(story.parting.head)},
        "turns": [{"turn": turn.heading, "base": list(turn.base), "head": list(turn.head)} for turn in story.turns],
        "ends": {"base": story.ends[0], "head": story.ends[1]},
    }
