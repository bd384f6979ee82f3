"""Powercreep!Beta by hand: a table set up card by card, and a game answered prompt by prompt."""

from __future__ import annotations

from dataclasses import replace

from tests.oracle.powercreep_oracle import Game, Result
from tests.oracle.powercreep_prompts import Answer, Prompt
from tests.oracle.powercreep_table import ATTACK, DEFENSE, Fighter, Lost, Modifier, Options, deck

HARMLESS = ("AC", "AD", "AH", "AS")  # drawn at the start of a turn unless a scene says otherwise


class Driver:
    """Runs a coroutine of the oracle; `prompt` is what is asked now, None when it has returned."""

    def __init__(self, coroutine) -> None:
        self.coroutine = coroutine
        self.prompt: Prompt | None = None
        self.result: Result | None = None
        self._go_on(None)

    def _go_on(self, answer: Answer | None) -> None:
        try:
            self.prompt = self.coroutine.send(answer)
        except StopIteration as stop:
            self.prompt, self.result = None, stop.value

    def asks(self, seat: int, kind: str) -> set[Answer]:
        """Assert who is asked what; return the legal answers."""
        assert self.prompt is not None, f"nobody is asked, {self.result}"
        assert (self.prompt.seat, self.prompt.kind) == (seat, kind)
        return set(self.prompt.legal)

    def answer(self, *words: str) -> None:
        assert self.prompt is not None
        assert words in self.prompt.legal, f"{words} is not among {sorted(self.prompt.legal)}"
        self._go_on(words)


class Scene(Driver):
    """A turn of `seat`, or several from it on, on a table of its own.

    Hands and the discard pile are words of cards. A word of a field is a fighter: its cards, bottom first, joined by
    "+"; "-" if it lies sideways; each modifier with its fixed amount behind "/", as in "5C+5D-/KH(3)". `tops` are the
    cards that the two Life Stacks begin with; what is left of the deck is dealt out below them, Aces first, so that the
    card drawn at the start of the turn changes little. `left` cuts the stacks to so many cards.
    """

    def __init__(
        self, hands=("", ""), fields=("", ""), discard="", tops=("", ""), seat=0, turn=9, turns=1, left=None, **options
    ):
        self.game = Game.__new__(Game)
        settings = replace(Options(), **options)
        cards = deck(settings.jokers)
        half = settings.life_stack
        # Any legal deal will do for a start; then every card is put where the scene wants it.
        Game.__init__(self.game, settings, (cards[:half], cards[half : 2 * half]))
        table = self.table = self.game.table
        table.hands = [hand.split() for hand in hands]
        table.fields = [[_fighter(text) for text in field.split()] for field in fields]
        table.discard = discard.split()
        stacks = [top.split() for top in tops]
        placed = [card for _, fighter in table.fighters() for card in fighter.all_cards]
        placed += [*table.hands[0], *table.hands[1], *table.discard, *stacks[0], *stacks[1]]
        assert len(set(placed)) == len(placed)
        rest = [card for card in table.all_cards if card not in placed]
        rest.sort(key=lambda card: (card not in HARMLESS, card))
        for i, card in enumerate(rest):
            stacks[i % 2].append(card)
        if left is not None:  # cards left in a Life Stack; the others lie on the discard pile
            for which, number in enumerate(left):
                table.discard += stacks[which][number:]
                del stacks[which][number:]
        table.stacks = stacks
        table.audit()
        self.game.turn, self.game.active = turn - 1, 1 - seat
        super().__init__(self._take(turns))

    def _take(self, turns):
        try:
            for _ in range(turns):
                yield from self.game.take_turn()
        except Lost as lost:
            return Result(lost.seat, lost.by, self.game.turn)

    def acts(self, word: str, seat=None) -> set[Answer]:
        """The legal acts of one kind."""
        return {act for act in self.asks(self.game.active if seat is None else seat, "act") if act[0] == word}

    def fighter(self, name: str) -> Fighter:
        return self.table.fighter(name)

    def field(self, seat: int) -> list[str]:
        return sorted(fighter.name for fighter in self.table.fields[seat])

    def is_discarded(self, *cards: str) -> bool:
        return set(cards) <= set(self.table.discard)


def _fighter(text: str) -> Fighter:
    body, *modifiers = text.split("/")
    cards = body.rstrip("-").split("+")
    fighter = Fighter(cards, DEFENSE if body.endswith("-") else ATTACK)
    for modifier in modifiers:
        card, amount = modifier.rstrip(")").split("(")
        fighter.modifiers.append(Modifier(card, int(amount)))
    return fighter
