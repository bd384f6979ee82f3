"""A recorded game in sentences: one paragraph a turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from balance.rules.powercreep.state import FIGHTERS, JOKER_CARD, Decision, End, Move, Position
from balance.vocab import Event

_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A", "J", "Q", "K")
_SUITS = "♣♦♥♠"
_POSITIONS = {Position.ATTACK: "attack", Position.DEFENSE: "defense"}
_ENDS = {
    End.DRAW: "the other's Life Stack is drawn empty",
    End.IDLE_DRAW: "the other drew the last card of an idle turn",
    End.BATTLE: "damage of a battle emptied the other's Life Stack",
    End.COUNTER: "the other's own attack emptied its Life Stack",
    End.DIRECT: "a direct attack emptied the other's Life Stack",
}
_WAYS = {Move.TRIP: "a trip", Move.RUN: "a run"}


def card_name(card: int) -> str:
    """Return how a card is written: ``10♥``, ``Joker``."""
    return "Joker" if card >= JOKER_CARD else f"{_RANKS[card >> 2]}{_SUITS[card & 3]}"


def card_names(cards: int) -> str:
    """Return a set of cards in words."""
    return ", ".join(card_name(card) for card in range(JOKER_CARD + 2) if (cards >> card) & 1) or "nothing"


def narrate(sides: tuple[Any, Any], options: Any, rows: list[list[int]]) -> Iterator[str]:
    """Yield the lines of a game.

    Parameters
    ----------
    sides : tuple of Side
        By seat.
    options : Options
        The rule options of the game.
    rows : list of [event, seat, a, b]
        The rows of a complete trace.
    """
    return _Narrator(sides).lines(rows)


class _Narrator:
    def __init__(self, sides: tuple[Any, Any]) -> None:
        self.names = [side.name for side in sides]
        if self.names[0] == self.names[1]:
            self.names = [f"{name} ({seat + 1})" for seat, name in enumerate(self.names)]
        self.asked = Decision.NONE
        self.way = ""  # how the fighter on its way is summoned
        self.packs: dict[int, int] = {}  # cards of each fighter on the field, by bottom card
        self.gathered: dict[tuple[str, int], int] = {}  # cards drawn or lost, not told yet
        self.shown = 0

    def lines(self, rows: list[list[int]]) -> Iterator[str]:
        """Yield the lines of a trace."""
        for code, seat, a, b in rows:
            event = Event(code)
            if event in (Event.LEGAL, Event.CARD, Event.SHUFFLE):
                continue
            if event not in _GATHERED:
                yield from self._told()
            if event == Event.ASK:
                self.asked = Decision(a)
            elif event == Event.CHOICE:
                yield from self._choice(seat, Move(a >> 12))
            else:
                yield from self._line(event, seat, a, b)

    def _choice(self, seat: int, move: Move) -> Iterator[str]:
        """Tell the choices that no event tells."""
        self.way = _WAYS.get(move, self.way if self.asked in (Decision.SHOW, Decision.PAYMENT) else "")
        if move == Move.END and self.asked == Decision.TURN:
            yield f"  {self.names[seat]} ends the turn"
        elif move == Move.END_DRAWING:
            yield f"  {self.names[seat]} does nothing and draws once more"
        elif move == Move.PASS and self.asked == Decision.COMBAT:
            yield f"  {self.names[seat]} fights"

    def _line(self, event: Event, seat: int, a: int, b: int) -> Iterator[str]:
        name = self.names[seat] if seat >= 0 else ""
        if event in _GATHERED:
            key = (_GATHERED[event], seat)
            self.gathered[key] = self.gathered.get(key, 0) | 1 << a
        elif event == Event.ROUND:
            yield ""
            yield f"Turn {a}: {name}"
        elif event == Event.HAND:
            yield f"  {name} holds {card_names(a)}; {b} in the Life Stack"
        elif event == Event.SUMMON:
            self.packs[a] = 1 << a
            shown = f" by {self.way}, showing {card_names(self.shown)}" if self.shown else ""
            self.shown = 0
            yield f"  {name} summons {card_name(a)} in {_POSITIONS[Position(b)]} position{shown}"
        elif event == Event.SHOW:
            self.shown |= 1 << a
        elif event == Event.STACK:
            yield f"  {name} lays {self._fighter(a)} on {self._fighter(b)}"
            self.packs[b] |= self.packs.pop(a, 1 << a)
        elif event == Event.POSITION:
            yield f"  {name} turns {self._fighter(a)} to {_POSITIONS[Position(b)]} position"
        elif event == Event.PLAY:
            at = "" if a >= JOKER_CARD else f" on {self._fighter(b)}"
            yield f"  {name} plays {card_name(a)}{at}"
            self.played = a
        elif event == Event.CANCEL:
            yield f"  {name} cancels with {card_name(a)}"
        elif event == Event.CANCELED:
            yield f"  {card_name(a)} has no effect"
        elif event == Event.MODIFY:
            yield f"  that makes {b:+d} for {self._fighter(a)}"
            self.packs[a] |= 1 << self.played
        elif event in (Event.ATTACK, Event.COMPARE, Event.DAMAGE):
            yield from self._battle(event, name, a, b)
        elif event == Event.PROTECT:
            yield f"  {name} discards {card_name(b)} to keep {self._fighter(a)}"
        elif event == Event.BOMB:
            yield f"  the bomb {self._fighter(a)} takes {self._fighter(b)} along"
        elif event == Event.FALL:
            self.packs.pop(a, None)
            yield f"  {name} loses {card_names(b)}"
        elif event == Event.TAKE:
            yield f"  {name} takes {card_name(a)} from the discard pile"
        elif event == Event.DISCARD:
            yield from self._discard(name, a)
        elif event == Event.END:
            yield ""
            yield f"{name} wins: {_ENDS[End(a)]}"

    def _battle(self, event: Event, name: str, a: int, b: int) -> Iterator[str]:
        if event == Event.ATTACK:
            yield f"  {name} attacks {self._fighter(b) if b >= 0 else 'the Life Stack'} with {self._fighter(a)}"
            self.is_direct = b < 0
        elif event == Event.COMPARE:
            yield f"  {a} for the Life Stack" if self.is_direct else f"  {a} against {b}"
        else:
            yield f"  {name} takes {a}"

    def _discard(self, name: str, card: int) -> Iterator[str]:
        """Tell a discard that nothing else tells: at the end of a turn, from the hand or off a fighter."""
        for pack in self.packs:
            self.packs[pack] &= ~(1 << card) | (1 << pack)
        if self.asked == Decision.DISCARD:
            yield f"  {name} discards {card_name(card)}"

    def _told(self) -> Iterator[str]:
        """Tell the cards drawn or lost since the last line."""
        for (word, seat), cards in self.gathered.items():
            yield f"  {self.names[seat]} {word} {card_names(cards)}"
        self.gathered.clear()

    def _fighter(self, fighter: int) -> str:
        """Return a fighter with all it is made of, or the name of another card."""
        pack = self.packs.get(fighter, 1 << fighter)
        cards = [card_name(card) for card in range(FIGHTERS) if (pack >> card) & 1]
        carried = pack >> FIGHTERS << FIGHTERS
        return "+".join(cards or [card_name(fighter)]) + (f" (with {card_names(carried)})" if carried else "")


_GATHERED = {Event.DRAW: "draws", Event.MILL: "loses from the Life Stack"}
