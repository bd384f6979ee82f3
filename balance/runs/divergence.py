"""Where two versions of one game part: the first decision that is made otherwise, and what the policy weighed in it.

Both games get the same luck and are stepped side by side, decision by decision. Actions are told apart by what they
are, their identity in the luck, so a card that was added to one of the decks does not shift the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from balance.core.policies import choose
from balance.core.protocol import records
from balance.core.search import search
from balance.core.trace import new_trace, record, rows
from balance.data.load import RulesetData
from balance.rules.ruleset import Ruleset
from balance.rules.telling import Line
from balance.runs.chunks import Player
from balance.runs.plan import Cell
from balance.vocab import Event, Mode

_ROWS = 1 << 14
_LOOK_AHEAD = 8  # decisions that are played on until an action shows in words
_PAUSE = [int(Event.NONE), -1, 0, 0]  # nothing happens: what was gathered for one line is told
_SHOWING = (
    Event.REVEAL,
    Event.VALUE,
    Event.SIGNATURE,
)  # rows that tell what a choice was, when it is no secret any more


@dataclass(frozen=True, slots=True)
class Option:
    """A legal action.

    Attributes
    ----------
    words : str
        What the seat would do, without its name.
    identity : int
        The same in both versions for the same action.
    value : int or None
        What the policy made of it; None where it weighs nothing.
    is_chosen : bool
    """

    words: str
    identity: int
    value: int | None
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Weighing:
    """One decision: whose, by which mode of which policy, and everything that was legal."""

    seat: int
    turn: str
    policy: str
    mode: Mode
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Parting:
    """The first decision that differs.

    Attributes
    ----------
    decision : int
        Its number in the game from 0, forced ones included; how many there were where none differs.
    base, head : Weighing or None
        None where that game was over, or no decision differs.
    """

    decision: int
    base: Weighing | None
    head: Weighing | None


class Stepper:
    """One game, decision by decision; owns all its memory."""

    def __init__(self, ruleset: Ruleset, data: RulesetData, cell: Cell, block: int, rotation: int) -> None:
        self.ruleset, self.data, self.cell = ruleset, data, cell
        self.player = Player(ruleset)
        self.functions = ruleset.game.functions
        self.trace = new_trace(_ROWS)
        self.state = self.player.begin(cell, block, rotation)
        stems = (cell.a, cell.b) if rotation == 0 else (cell.b, cell.a)
        self.sides = tuple(data.side(stem) for stem in stems)
        self.functions["setup"](cell.cards, self.state, self.trace)

    def ask(self, state: Any = None) -> tuple[int, int]:
        """Return (seat, number of legal actions) of the decision at hand; (-1, 0) when the game is over."""
        state = self.state if state is None else state
        seat = int(self.functions["actor"](self.cell.cards, state))
        if seat < 0:
            return -1, 0
        return seat, int(self.functions["legal"](self.cell.cards, state, self.player.actions))

    def choice(self, seat: int, n: int, state: Any = None) -> int:
        """Return the position of the action that the policy takes, after `ask`."""
        state = self.state if state is None else state
        cell, player = self.cell, self.player
        if n == 1:
            return 0
        if cell.is_searching:
            found = search(cell.cards, cell.policies, state, seat, player.searcher(cell), player.actions, n)
            if found >= 0:
                return int(found)
        policy = cell.policies[state.side[seat]]
        return int(choose(cell.cards, state, seat, policy, player.memo[0], player.actions, n))

    def kind(self) -> int:
        """Return the kind of the decision at hand."""
        return int(self.functions["decision"](self.cell.cards, self.state)[0])

    def take(self, i: int) -> None:
        """Carry out the action at a position."""
        self.functions["apply"](self.cell.cards, self.state, self.player.actions[i].code, self.trace)

    def weigh(self, seat: int, n: int, chosen: int) -> Weighing:
        """Return the decision at hand in words and values."""
        player, cell = self.player, self.cell
        kind = self.kind()
        side = int(self.state.side[seat])
        policy = cell.policies[side]
        mode = Mode(int(policy.mode[kind]))
        actions = [(int(a.code), int(a.identity)) for a in player.actions[:n]]
        values: list[int | None] = [None] * n
        if mode in (Mode.BEST, Mode.MIXED, Mode.SOFT) and n > 1:
            self.functions["weigh"](cell.cards, self.state, policy, player.memo[0], player.actions, n)
            values = [int(action.worth) for action in player.actions[:n]]
        told = self._lines([*self._rows(self.trace), _PAUSE])
        options = tuple(
            Option(self._words(seat, kind, n, code, len(told)), identity, values[i], i == chosen)
            for i, (code, identity) in enumerate(actions)
        )
        turn = told[-1].turn if told else ""
        return Weighing(seat, turn, (cell.policy_a, cell.policy_b)[side], mode, options)

    def _words(self, seat: int, kind: int, n: int, code: int, told: int) -> str:
        """Return what an action is called, or looks like when the game goes on from it as the policies would."""
        if self.ruleset.name_action is not None:
            return self.ruleset.name_action(self.state, code)
        copy = records(1, self.ruleset.game.state)
        copy[0] = self.state
        state, ahead = copy[0], new_trace(_ROWS)
        self.functions["apply"](self.cell.cards, state, code, ahead)
        for _ in range(_LOOK_AHEAD):
            other, legal = self.ask(state)
            if other < 0 or other == seat:
                break
            i = self.choice(other, legal, state)
            self.functions["apply"](self.cell.cards, state, self.player.actions[i].code, ahead)
        shown = [row for row in self._rows(ahead) if row[1] == seat and row[0] in _SHOWING]
        asked = [[int(Event.ASK), seat, kind, n], [int(Event.CHOICE), seat, code, 0]]
        for line in self._lines([*self._rows(self.trace), _PAUSE, *asked, *shown, _PAUSE])[told:]:
            if line.seat == seat:
                return line.text
        return "nothing"

    def _lines(self, table: list[list[int]]) -> list[Line]:
        return list(self.ruleset.narrate((self.sides[0], self.sides[1]), self.data.options, table))

    def _rows(self, trace: np.ndarray) -> list[list[int]]:
        found: list[list[int]] = rows(trace).tolist()
        return found


def parting(base: Stepper, head: Stepper) -> Parting:
    """Step two versions of a game side by side up to the first decision that differs."""
    for number in count():
        asked = [game.ask() for game in (base, head)]
        if asked[0][0] < 0 and asked[1][0] < 0:
            return Parting(number, None, None)
        chosen = [game.choice(*ask) if ask[0] >= 0 else -1 for game, ask in zip((base, head), asked, strict=True)]
        found = [
            (seat, int(game.player.actions[i].identity), game.kind())
            if seat >= 0 else None
            for game, (seat, _), i in zip((base, head), asked, chosen, strict=True)
        ]  # fmt: skip
        if found[0] != found[1]:
            weighed = [
                game.weigh(seat, n, i) if seat >= 0 else None
                for game, (seat, n), i in zip((base, head), asked, chosen, strict=True)
            ]
            return Parting(number, weighed[0], weighed[1])
        for game, i in zip((base, head), chosen, strict=True):
            # The recorder gets what `play` records of a decision that was made, without what else was legal.
            seat, n = asked[0]
            kind = found[0][2] if found[0] else 0
            record(game.trace, Event.ASK, seat, kind, n)
            record(game.trace, Event.CHOICE, seat, int(game.player.actions[i].code), 0)
            game.take(i)
    raise AssertionError("count() has no end")
