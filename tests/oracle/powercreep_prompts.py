"""How the oracle of Powercreep!Beta asks: prompts, answers in words, and what every part of the rules shares.

The rules are coroutines: they yield a prompt (who is asked what, and every legal answer) and are sent the answer.
Answers are tuples of words, by prompt:

    act       ("end",)  ("end drawing",)  ("turn", fighter)
              ("pay", card, position)  ("trip", card, position)  ("run", card, position)
              ("stack", card or fighter, fighter)
              ("play", card, fighter or modifier)  ("play", Joker, NO_TARGET)
              ("battle", fighter, fighter or LIFE_STACK)
    show      (card,)     one of the hand that goes with a trip or a run
    payment   (fighter,)  one of the own field, until the cost is paid
    cancel    ("pass",)  (card,)
    take      (card,)     one of the discard pile, when a Joker takes effect
    combat    ("fight",)  ("play", card, target)
    protect   ("pass",)  (card,)
    discard   (card,)     until the hand is down to the limit
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from tests.oracle.powercreep_table import Options, Table

LIFE_STACK = "Life Stack"
NO_TARGET = "no target"
END, END_DRAWING, PASS, FIGHT = ("end",), ("end drawing",), ("pass",), ("fight",)

Answer = tuple[str, ...]


@dataclass(frozen=True)
class Prompt:
    """What is asked of whom."""

    seat: int
    kind: str
    legal: frozenset[Answer]


Asking = Generator[Prompt, Answer, None]
Choosing = Generator[Prompt, Answer, Answer]
Deciding = Generator[Prompt, Answer, bool]


class Rules:
    """A game between two prompts."""

    def __init__(self, options: Options, stacks: tuple[list[str], list[str]]) -> None:
        self.options = options
        self.table = Table(options, stacks)
        self.turn = 0  # counted over both players, from 1
        self.active = 1
        self.start_turn()

    def start_turn(self) -> None:
        """Forget what was done in the turn before."""
        self.has_paid = self.has_acted = self.has_battled = self.joker_took_joker = False
        for fighter in self.table.fields[self.active]:
            fighter.has_battled = fighter.has_turned = False

    def ask(self, seat: int, kind: str, legal: set[Answer]) -> Choosing:
        self.table.audit()
        answer = yield Prompt(seat, kind, frozenset(legal))
        assert answer in legal, f"{answer} is none of {sorted(legal)}"
        return answer
