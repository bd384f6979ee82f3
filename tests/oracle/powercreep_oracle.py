"""Independent rule oracle for Powercreep!Beta.

The rules as one coroutine: `Game.play` yields prompts, is sent answers (`powercreep_prompts`), and returns how the game
ended. Prompts within prompts are calls within calls. Luck is the order of the two Life Stacks; nothing else is hidden
from the oracle, and it chooses nothing.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from tests.oracle.powercreep_battles import Battles
from tests.oracle.powercreep_prompts import END, END_DRAWING, Answer, Asking, Prompt
from tests.oracle.powercreep_table import ATTACK, DEFENSE, Lost, is_fighter, rank_of

POSITIONS = (ATTACK, DEFENSE)


@dataclass(frozen=True)
class Result:
    """How the game ended."""

    loser: int
    by: str  # what emptied the Life Stack: draw, idle draw, attack (on the loser), counter (by it), direct
    turn: int  # counted over both players, from 1


class Game(Battles):
    """One game. The player who goes first is seat 0."""

    def play(self) -> Generator[Prompt, Answer, Result]:
        try:
            for seat in (0, 1):
                for _ in range(self.options.hand_size):
                    self.table.draw(seat, "setup")
            while True:
                yield from self.take_turn()
        except Lost as lost:
            self.table.audit()
            return Result(lost.seat, lost.by, self.turn)

    # A turn

    def take_turn(self) -> Asking:
        self.turn += 1
        self.active = 1 - self.active
        self.start_turn()
        self.table.tell("turn", self.active, self.turn)
        for seat in (0, 1):
            self.table.tell("hand", seat, tuple(sorted(self.table.hands[seat])), len(self.table.stacks[seat]))
        self.table.draw(self.active, "draw")  # the first player draws too
        while True:  # PC-48
            act = yield from self.ask(self.active, "act", self._acts())
            if act in (END, END_DRAWING):
                break
            self.has_acted = True  # PC-6
            yield from self._carry_out(act)
        yield from self._end_turn(self.active, act == END_DRAWING)

    def _acts(self) -> set[Answer]:
        acts = {END} | self.battles()
        if self.options.idle_draw and not self.has_acted:
            acts.add(END_DRAWING)
        if not self.has_battled:  # PC-30
            acts |= self._pays() | self._trips() | self._runs() | self._stacks() | self._turns()
            acts |= self.plays(self.active)
        return acts

    def _carry_out(self, act: Answer) -> Asking:
        match act:
            case "pay", card, position:
                yield from self._pay(card, position)
            case "trip", card, position:
                yield from self._trip(card, position)
            case "run", card, position:
                yield from self._run(card, position)
            case "stack", upper, lower:
                self.table.stack(self.active, upper, lower)
            case "turn", name:
                fighter = self.table.fighter(name)
                fighter.position = DEFENSE if fighter.position == ATTACK else ATTACK
                fighter.has_turned = True
                self.table.tell("position", self.active, name, fighter.position)
            case "play", card, target:
                yield from self.play_modifier(self.active, card, target)
            case "battle", name, target:
                yield from self.battle(self.table.fighter(name), target)

    def _end_turn(self, seat: int, is_drawing: bool) -> Asking:
        for _, fighter in self.table.fighters():  # PC-47
            for modifier in [modifier for modifier in fighter.modifiers if modifier.leaves_at_end_of_turn]:
                self.table.discard_modifier(modifier.card)
        if is_drawing:
            for _ in range(self.options.idle_draw):
                self.table.draw(seat, "idle draw")
        hand = self.table.hands[seat]
        while len(hand) > self.options.hand_limit:  # PC-5
            (card,) = yield from self.ask(seat, "discard", {(card,) for card in hand})
            self.table.discard_from_hand(seat, card)

    # Summoning

    def _fighters_in_hand(self) -> list[str]:
        return [card for card in self.table.hands[self.active] if is_fighter(card)]

    def _pays(self) -> set[Answer]:
        """Once a turn, free or not (PC-7), if the field has enough fighters to discard (PC-8, PC-9)."""
        if self.has_paid:
            return set()
        payers = len(self.table.fields[self.active])
        cards = [card for card in self._fighters_in_hand() if self._cost(card) <= payers]
        return {("pay", card, position) for card in cards for position in POSITIONS}

    def _cost(self, card: str) -> int:
        return self.options.summon_costs[rank_of(card)]

    def _pay(self, card: str, position: str) -> Asking:
        self.has_paid = True
        for _ in range(self._cost(card)):
            names = {(fighter.name,) for fighter in self.table.fields[self.active]}
            (name,) = yield from self.ask(self.active, "payment", names)
            self.table.discard_fighter(self.table.fighter(name))  # not a battle: no bomb (PC-10)
        self.table.summon(self.active, card, position)

    def _trips(self) -> set[Answer]:
        """Three of a rank in hand; with four it can be done twice (PC-11)."""
        if not self.options.trips:
            return set()
        fighters = self._fighters_in_hand()
        ranks = [rank_of(card) for card in fighters]
        cards = [card for card in fighters if ranks.count(rank_of(card)) >= 3]
        return {("trip", card, position) for card in cards for position in POSITIONS}

    def _trip(self, card: str, position: str) -> Asking:
        first = yield from self._show(rank_of(card), {card})
        yield from self._show(rank_of(card), {card, first})
        self.table.summon(self.active, card, position)

    def _show(self, rank: str, others: set[str]) -> Generator[Prompt, Answer, str]:
        """Show a card that stays in the hand (PC-12): one of this rank, other than these (PC-57)."""
        cards = {(card,) for card in self._fighters_in_hand() if rank_of(card) == rank and card not in others}
        (card,) = yield from self.ask(self.active, "show", cards)
        self.table.tell("show", self.active, card)
        self.table.show(self.active, card)
        return card

    def _runs(self) -> set[Answer]:
        """The middle of three consecutive ranks, of any suits (PC-13, PC-14); neither 1 nor 11 exists."""
        if not self.options.runs:
            return set()
        fighters = self._fighters_in_hand()
        ranks = {int(rank_of(card)) for card in fighters}
        cards = [card for card in fighters if {int(rank_of(card)) - 1, int(rank_of(card)) + 1} <= ranks]
        return {("run", card, position) for card in cards for position in POSITIONS}

    def _run(self, card: str, position: str) -> Asking:
        for neighbour in (int(rank_of(card)) - 1, int(rank_of(card)) + 1):
            yield from self._show(str(neighbour), {card})
        self.table.summon(self.active, card, position)

    def _stacks(self) -> set[Answer]:
        """From the hand and from the field (PC-15), on a fighter of the same printed rank."""
        if not self.options.stacks:
            return set()
        field = self.table.fields[self.active]
        uppers: list[str] = []
        if self.options.stack_from in ("both", "hand"):
            uppers += self._fighters_in_hand()
        if self.options.stack_from in ("both", "field"):
            uppers += [fighter.name for fighter in field]
        return {
            ("stack", upper, lower.name)
            for upper in uppers
            for lower in field
            if lower.name != upper and lower.rank == rank_of(upper)
        }

    def _turns(self) -> set[Answer]:
        """Each fighter once a turn (PC-51)."""
        return {("turn", fighter.name) for fighter in self.table.fields[self.active] if not fighter.has_turned}
