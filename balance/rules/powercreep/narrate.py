"""A recorded game in words, turn by turn, in the names of cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from balance.rules.powercreep.moves import pack_of
from balance.rules.powercreep.state import FIGHTERS, JOKER_CARD, Decision, End, Move, Position
from balance.rules.powercreep.state import NOBODY as NO_CARD
from balance.rules.telling import NOBODY, Line, Part, names_by_seat
from balance.vocab import Event

_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A", "J", "Q", "K")
_SUITS = "♣♦♥♠"
_KEY = "A stack is written 10♣+10♦; behind 'with' is what a fighter carries. 20 against 7: the attacker's value first."
_POSITIONS = {Position.ATTACK: "attack", Position.DEFENSE: "defense"}
_ENDS = {
    End.DRAW: "the first card of the turn was the last of the Life Stack of {}",
    End.IDLE_DRAW: "the card at the end of an idle turn was the last of the Life Stack of {}",
    End.BATTLE: "damage of a battle emptied the Life Stack of {}",
    End.COUNTER: "damage of its own attack emptied the Life Stack of {}",
    End.DIRECT: "a direct attack emptied the Life Stack of {}",
}
_WAYS = {Move.TRIP: "a trip", Move.RUN: "a run"}
# What a choice is called that names no card, or one card and what it is for.
_ENDINGS = {Move.END: "ends the turn", Move.END_DRAWING: "does nothing and draws once more"}
_PASSES = {
    Decision.CANCEL: "cancels nothing", Decision.COMBAT: "leaves it at that", Decision.PROTECT: "lets {} fall",
}  # fmt: skip
_PICKS = {
    Decision.SHOW: "shows {}", Decision.PAYMENT: "pays with {}", Decision.CANCEL: "cancels with {}",
    Decision.TAKE: "takes {} from the discard pile", Decision.DISCARD: "discards {}",
}  # fmt: skip
_GATHERED = {Event.DRAW: "draws {}", Event.MILL: "loses {} from the Life Stack"}


def card_name(card: int) -> str:
    """Return how a card is written: ``10♥``, ``Joker``."""
    return "Joker" if card >= JOKER_CARD else f"{_RANKS[card >> 2]}{_SUITS[card & 3]}"


def card_names(cards: int) -> str:
    """Return a set of cards in words."""
    return ", ".join(card_name(card) for card in range(JOKER_CARD + 2) if (cards >> card) & 1) or "nothing"


def fighter_name(pack: int) -> str:
    """Return a fighter with all it is made of, from its cards; or the name of any other card."""
    cards = [card_name(card) for card in range(FIGHTERS) if (pack >> card) & 1]
    carried = pack >> FIGHTERS << FIGHTERS
    if not cards:
        return card_names(pack)
    return "+".join(cards) + (f" (with {card_names(carried)})" if carried else "")


def name_action(state: Any, code: int) -> str:
    """Return what the deciding seat would do by an action, in the words of its line.

    Parameters
    ----------
    state : record
        At the decision.
    code : int
        Of one of the legal actions.
    """
    move, a, b = Move(code >> 12), (code >> 6) & NO_CARD, code & NO_CARD
    asked = Decision(int(state.decision))

    def named(card: int) -> str:
        return fighter_name(int(pack_of(state, card)))

    if move in (Move.PAY_SUMMON, Move.TRIP, Move.RUN):
        way = f" by {_WAYS[move]}" if move in _WAYS else ""
        return f"summons {card_name(a)} in {_POSITIONS[Position(b)]} position{way}"
    if move == Move.STACK:
        return f"lays {named(a)} on {named(b)}"
    if move == Move.TURN:
        is_upright = (int(state.seat[state.actor].attack) >> a) & 1
        return f"turns {named(a)} to {_POSITIONS[Position.DEFENSE if is_upright else Position.ATTACK]} position"
    if move == Move.PLAY:
        return f"plays {card_name(a)}" + ("" if a >= JOKER_CARD else f" on {named(b)}")
    if move == Move.ATTACK:
        return f"attacks {'the Life Stack' if b == NO_CARD else named(b)} with {named(a)}"
    if asked == Decision.PROTECT:
        is_defender = state.defender != NO_CARD and (int(state.asking) >> int(state.defender)) & 1
        fighter = named(int(state.defender if is_defender else state.attacker))
        return _PASSES[asked].format(fighter) if move == Move.PASS else f"discards {card_name(a)} to keep {fighter}"
    if move == Move.PICK:
        return _PICKS[asked].format(named(a) if asked == Decision.PAYMENT else card_name(a))
    return _PASSES[asked] if move == Move.PASS else _ENDINGS[move]


def narrate(sides: tuple[Any, Any], options: Any, rows: list[list[int]]) -> Iterator[Line]:
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
    return _Narrator([side.name for side in sides]).lines(rows)


class _Narrator:
    """Turns the rows of a trace into lines; remembers of earlier rows what a later line needs."""

    def __init__(self, names: list[str]) -> None:
        self.names = names_by_seat(names)
        self.turn = ""
        self.asked = Decision.NONE
        self.way = ""  # how the fighter on its way is summoned
        self.shown = 0  # cards shown for it
        self.played = 0  # the modifier on its way
        self.is_direct = False  # the attack is on a Life Stack
        self.packs: dict[int, int] = {}  # cards of each fighter on the field, by bottom card
        self.changes: dict[int, int] = {}  # what each J, Q or K on the field adds
        self.is_paying = False  # what falls now pays for a summon
        # Cards that come one by one and are told in one line: (what happens to them, whose they are), and the cards.
        self.gathering = (Event.NONE, NOBODY)
        self.gathered = 0

    def lines(self, rows: list[list[int]]) -> Iterator[Line]:
        """Yield the lines of a trace."""
        yield Line("", NOBODY, Part.KEY, _KEY)
        for code, seat, a, b in rows:
            event = Event(code)
            if event in (Event.LEGAL, Event.CARD, Event.SHUFFLE):
                continue
            if (event, seat) != self.gathering:
                yield from self._told()
            if event in _GATHERED:
                self.gathering = event, seat
                self.gathered |= 1 << a
            elif event == Event.ASK:
                self.asked = Decision(a)
            elif event == Event.ROUND:
                self.turn = f"Turn {a}: {self.names[seat]}"
            elif event == Event.END:
                why = _ENDS[End(a)].format(self.names[1 - seat])
                yield Line(self.turn, seat, Part.END, f"wins: {why}")
            else:
                part = Part.STATE if event == Event.HAND else Part.MOVE
                for text in self._texts(event, seat, a, b):
                    yield Line(self.turn, seat, part, text)

    def _texts(self, event: Event, seat: int, a: int, b: int) -> Iterator[str]:
        """Yield what a row says of its seat."""
        if event == Event.HAND:
            yield f"holds {card_names(a)}; {b} in the Life Stack"
        elif event == Event.CHOICE:
            yield from self._choice(Move(a >> 12))
        elif event in (Event.SUMMON, Event.SHOW, Event.STACK, Event.POSITION):
            yield from self._fighters(event, a, b)
        elif event in (Event.PLAY, Event.CANCEL, Event.CANCELED, Event.MODIFY, Event.TAKE):
            yield from self._modifier(event, a, b)
        elif event in (Event.ATTACK, Event.COMPARE, Event.DAMAGE, Event.PROTECT, Event.BOMB):
            yield from self._battle(event, a, b)
        elif event == Event.FALL:
            self.packs.pop(a, None)
            yield f"{'pays with' if self.is_paying else 'loses'} {card_names(b)}"
        elif event == Event.DISCARD:
            for bottom in self.packs:
                if a != bottom and self.packs[bottom] >> a & 1:  # a modifier that lay on a fighter
                    self.packs[bottom] &= ~(1 << a)
                    yield f"loses {card_name(a)} on {self._fighter(bottom)}, now {self._value(bottom)}"
            if self.asked == Decision.DISCARD:
                yield f"discards {card_name(a)}"

    def _choice(self, move: Move) -> Iterator[str]:
        """Tell the choices that no event tells."""
        self.way = _WAYS.get(move, self.way if self.asked in (Decision.SHOW, Decision.PAYMENT) else "")
        if move in (Move.PAY_SUMMON, Move.TRIP, Move.RUN):
            self.is_paying = move == Move.PAY_SUMMON
        if move in _ENDINGS:
            yield _ENDINGS[move]
        elif move == Move.PASS and self.asked == Decision.COMBAT:
            yield _PASSES[self.asked]

    def _fighters(self, event: Event, a: int, b: int) -> Iterator[str]:
        """Tell how a fighter comes to the field, grows or turns."""
        if event == Event.SHOW:
            self.shown |= 1 << a
        elif event == Event.SUMMON:
            self.packs[a] = 1 << a
            self.is_paying = False
            shown = f" by {self.way}, showing {card_names(self.shown)}" if self.shown else ""
            self.shown = 0
            yield f"summons {card_name(a)} in {_POSITIONS[Position(b)]} position{shown}"
        elif event == Event.STACK:
            yield f"lays {self._fighter(a)} on {self._fighter(b)}"
            self.packs[b] |= self.packs.pop(a, 1 << a)
        else:
            yield f"turns {self._fighter(a)} to {_POSITIONS[Position(b)]} position"

    def _modifier(self, event: Event, a: int, b: int) -> Iterator[str]:
        """Tell what becomes of a modifier."""
        if event == Event.PLAY:
            self.played = a
            yield f"plays {card_name(a)}" + ("" if a >= JOKER_CARD else f" on {self._fighter(b)}")
        elif event == Event.CANCEL:
            yield f"cancels with {card_name(a)}"
        elif event == Event.CANCELED:
            yield f"plays {card_name(a)} in vain"
        elif event == Event.MODIFY:
            name = self._fighter(a)
            self.packs[a] |= 1 << self.played
            self.changes[self.played] = b
            yield f"makes {name} {b:+d}, now {self._value(a)}"
        else:
            yield f"takes {card_name(a)} from the discard pile"

    def _battle(self, event: Event, a: int, b: int) -> Iterator[str]:
        """Tell an attack and what comes of it."""
        if event == Event.ATTACK:
            self.is_direct = b < 0
            yield f"attacks {'the Life Stack' if self.is_direct else self._fighter(b)} with {self._fighter(a)}"
        elif event == Event.COMPARE:
            yield f"strikes for {a}" if self.is_direct else f"fights {a} against {b}"
        elif event == Event.DAMAGE:
            yield f"takes {a}"
        elif event == Event.PROTECT:
            yield f"discards {card_name(b)} to keep {self._fighter(a)}"
        else:
            yield f"has a bomb in {self._fighter(a)}, which takes {self._fighter(b)} along"

    def _told(self) -> Iterator[Line]:
        """Tell the cards that came one by one since the last line."""
        event, seat = self.gathering
        if event in _GATHERED:
            yield Line(self.turn, seat, Part.MOVE, _GATHERED[event].format(card_names(self.gathered)))
        self.gathering, self.gathered = (Event.NONE, NOBODY), 0

    def _value(self, fighter: int) -> int:
        """Return what a fighter is worth with all that it is made of."""
        pack = self.packs[fighter]
        cards = [card for card in range(JOKER_CARD) if pack >> card & 1]
        return sum((card >> 2) + 2 if card < FIGHTERS else self.changes[card] for card in cards)

    def _fighter(self, fighter: int) -> str:
        """Return a fighter with all it is made of, or the name of another card."""
        return fighter_name(self.packs.get(fighter, 1 << fighter))
