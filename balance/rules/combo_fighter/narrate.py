"""A recorded game in words: one turn a round, in the words of the cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from balance.rules.combo_fighter.state import ACCEPT, DECLINE, DOUBLE_SIGNATURE, STOP, Colour, Decision, End
from balance.rules.telling import NOBODY, Line, Part, names_by_seat
from balance.vocab import Cost, Event, Verb

_COLOUR = {"R": Colour.RED, "B": Colour.BLUE, "Y": Colour.YELLOW}
_KEY = (
    "In brackets: the icon, * for a star. Behind 'for': its damage there, with what a power token adds. Life:"
    " cards in hand and deck."
)
_BEATS = {Colour.BLUE: "blue beats red", Colour.RED: "red beats yellow", Colour.YELLOW: "yellow beats blue"}


def narrate(fighters: tuple[Any, Any], options: Any, rows: list[list[int]]) -> Iterator[Line]:
    """Yield the lines of a game.

    Parameters
    ----------
    fighters : tuple of Fighter
        By seat.
    options : Options
        The rule options of the game.
    rows : list of [event, seat, a, b]
        The rows of a complete trace.
    """
    return _Narrator(fighters, options).lines(rows)


class _Narrator:
    """Turns the rows of a trace into lines; remembers of earlier rows what a later line needs."""

    def __init__(self, fighters: tuple[Any, Any], options: Any) -> None:
        self.cards = [sorted(fighter.cards, key=lambda card: card.slot) for fighter in fighters]
        self.names = names_by_seat([fighter.name for fighter in fighters])
        self.signatures = [_versions(fighter, options) for fighter in fighters]
        self.tokens = [_Token(fighter, options) for fighter in fighters]
        self.turn = ""
        self.asked = Decision.NONE
        self.is_forced = False  # nothing else could be chosen
        self.offered = [0, 0]  # index of the effect offered last
        self.played: list[list[int]] = [[], []]
        self.dealt = [0, 0]  # by the cards on the table, as they were valued
        self.initiative = [0, 0]  # of the openers
        self.hand = [(0, 0), (0, 0)]  # and the cards in the deck, when the round began
        # Cards that come one by one and are told in one line: (what happens to them, whose they are), and the cards.
        self.gathering = (Event.NONE, NOBODY)
        self.gathered: list[str] = []

    def lines(self, rows: list[list[int]]) -> Iterator[Line]:
        """Yield the lines of a trace."""
        yield Line("", NOBODY, Part.KEY, _KEY)
        for code, seat, a, b in rows:
            event = Event(code)
            if event in (Event.CARD, Event.LEGAL):
                continue
            if event == Event.ASK:
                self.asked, self.is_forced = Decision(a), b == 1
                continue
            if event == Event.CHOICE and self.asked == Decision.COMBO and a < STOP:
                continue  # the card comes with its value
            if (event, seat) != self.gathering:
                yield from self._gathered()
            part = Part.STATE if event in _STATE_EVENTS else Part.MOVE
            for text in self._texts(event, seat, a, b):
                yield Line(self.turn, seat, part, text)
            if event == Event.WINNER:
                yield Line(self.turn, seat, Part.WHY, self._why(seat))
            elif event == Event.END:
                yield Line(self.turn, seat, Part.END, self._end(seat, End(a)))

    def _texts(self, event: Event, seat: int, a: int, b: int) -> Iterator[str]:
        """Yield what a row says of its seat."""
        if event == Event.ROUND:
            self.turn = f"Round {a}"
            self.played, self.dealt = [[], []], [0, 0]
        elif event == Event.HAND:
            self.hand[seat] = a, b
        elif event == Event.PILE:
            yield self._holds(seat, is_staggering=bool(b))
        elif event == Event.CHOICE:
            yield from self._choice(seat, a)
        elif event == Event.REVEAL:
            self.initiative[seat] = b
        elif event == Event.VALUE:
            yield from self._valued(seat, a, b)
        elif event == Event.OFFER:
            self.offered[seat] = a
        elif event in _TOKEN_EVENTS:
            yield from self._token(event, seat, a, b)
        elif event == Event.SIGNATURE:
            yield f"calls {self.signatures[seat][a]} for {b}"
        elif event == Event.DAMAGE:
            yield f"takes {a}"
        elif event in (Event.DRAW, Event.MILL):
            self.gathering = event, seat
            self.gathered.append(self.cards[seat][a].name)
        elif event == Event.SHUFFLE:
            yield f"shuffles {a} cards into a deck"
        elif event == Event.STAGGER:
            yield "is staggering"
        elif event == Event.KNOCK_OUT:
            yield "is knocked out"

    def _holds(self, seat: int, *, is_staggering: bool) -> str:
        hand, deck = self.hand[seat]
        life = deck + sum((hand >> (4 * kind)) & 15 for kind in range(len(self.cards[seat])))
        staggers = ", staggering" if is_staggering else ""
        return f"holds {self._cards(seat, hand)}; life {life}, {deck} of it in the deck{staggers}"

    def _valued(self, seat: int, kind: int, damage: int) -> Iterator[str]:
        """Tell an opener with what it deals; a later card of the combo waits for those after it."""
        self.played[seat].append(kind)
        self.dealt[seat] += damage
        if len(self.played[seat]) == 1:
            yield f"opens with {self._card(seat, kind)} for {damage}"
        else:
            self.gathering = Event.VALUE, seat
            self.gathered.append(f"{self._card(seat, kind)} for {damage}")

    def _gathered(self) -> Iterator[Line]:
        """Tell the cards that came one by one since the last line."""
        event, seat = self.gathering
        if event == Event.VALUE:
            yield Line(self.turn, seat, Part.MOVE, f"goes on with {', '.join(self.gathered)}")
        elif event == Event.DRAW:
            yield Line(self.turn, seat, Part.MOVE, f"draws {_listed(self.gathered)}")
        elif event == Event.MILL:
            yield Line(self.turn, seat, Part.MOVE, f"loses {_listed(self.gathered)} from the deck")
        self.gathering, self.gathered = (Event.NONE, NOBODY), []

    def _token(self, event: Event, seat: int, a: int, b: int) -> Iterator[str]:
        token = self.tokens[seat]
        if event == Event.TOKEN and (a or b):
            yield f"has the power token at {token.sides[a]}{f', counter {b}' if b else ''}"
        elif event == Event.FLIP:
            yield f"turns the power token to {token.sides[a]}"
        elif event == Event.COUNTER:
            yield f"has the counter at {a} now"
        elif event == Event.TOTAL:
            yield f"is to take {a} now"
        elif event == Event.REMOVE:
            yield f"removes {self._card(seat, a)} from the game"

    def _choice(self, seat: int, code: int) -> Iterator[str]:
        if self.asked == Decision.COMBO:
            if code == STOP:
                yield f"{'cannot go on' if self.is_forced else 'stops'}, {self.dealt[seat]} in all"
        elif self.asked == Decision.OFFER:
            side, effect = self.tokens[seat].effects[self.offered[seat]]
            yield f"{self._answer(seat, effect, code)} ({side})"
        elif self.asked == Decision.PAYMENT:
            yield f"pays with {self._cards(seat, code) if code else 'the deck alone'}"
        elif self.asked == Decision.DISCARDS and code:
            yield f"discards {self._cards(seat, code)}"

    def _answer(self, seat: int, effect: Any, code: int) -> str:
        """Say how an offer is taken."""
        if code == DECLINE:
            return "passes the offer up"
        cost = effect.price.word if effect.price else Cost.NONE
        if cost == Cost.DISCARD:
            return f"pays {self._cards(seat, code)} for it"
        if cost == Cost.REVEAL:
            return f"reveals {code} {'card' if code == 1 else 'cards'}"
        if cost == Cost.DEAL_NOTHING:
            return "gives the damage up for it"
        if any(step.verb == Verb.DOUBLE_ONE for step in effect.steps):
            doubled = (
                "the signature" if code == DOUBLE_SIGNATURE else self._card(seat, self.played[seat][code - ACCEPT])
            )
            return f"doubles {doubled}"
        return "takes the offer"

    def _why(self, winner: int) -> str:
        """Say why the round was won."""
        a, b = (self.cards[seat][self.played[seat][0]] for seat in (0, 1))
        colour_a, colour_b = _COLOUR[a.icon[0]], _COLOUR[b.icon[0]]
        if winner < 0:
            reason = "equal initiative" if colour_a == Colour.RED else "both starred" if a.star else "no star"
            return f"A tie: {colour_a.name.lower()} on {colour_b.name.lower()}, {reason}"
        if colour_a != colour_b:
            return f"wins the round: {_BEATS[(colour_a, colour_b)[winner]]}"
        if colour_a == Colour.RED:
            return f"wins the round: initiative {self.initiative[winner]} against {self.initiative[1 - winner]}"
        return "wins the round: the star"

    def _end(self, winner: int, end: End) -> str:
        """Say how the game ended; of the winner, where there is one."""
        if end == End.DOUBLE_KNOCK_OUT:
            return "Double knock-out: a draw"
        if end == End.ROUND_LIMIT:
            return "Stopped at the round limit: nobody wins"
        if end == End.POWER_TOKEN:
            return "wins by the power token"
        other = self.names[1 - winner]
        return f"wins: {other} {'is out of cards' if end == End.OUT_OF_CARDS else 'was hit while staggering'}"

    def _card(self, seat: int, kind: int) -> str:
        card = self.cards[seat][kind]
        star = "*" if card.star else ""
        return f"{card.name} ({card.icon}{star})"

    def _cards(self, seat: int, multiset: int) -> str:
        cards = self.cards[seat]
        names = [cards[kind].name for kind in range(len(cards)) for _ in range((multiset >> (4 * kind)) & 15)]
        return _listed(names)


_STATE_EVENTS = (Event.PILE, Event.TOKEN)
_TOKEN_EVENTS = (Event.TOKEN, Event.FLIP, Event.COUNTER, Event.TOTAL, Event.REMOVE)


class _Token:
    """The names of a token's sides, and its effects with the side that each is on."""

    def __init__(self, fighter: Any, options: Any) -> None:
        from balance.rules.combo_fighter.tokens import effects_of

        power = fighter.power if options.power_tokens else None
        faces = dict(power.faces()) if power else {}
        self.sides = [face.name for face in faces.values()]
        if power and power.active == "both":
            self.sides = [" / ".join(self.sides)]
        self.effects = [(faces[letter].name, effect) for letter, _, effect in effects_of(power)] if power else []


def _versions(fighter: Any, options: Any) -> list[str]:
    """Return the names of the signature versions in the order of the lowered sheet."""
    from balance.rules.combo_fighter.schema import playable_versions

    return [
        f"{fighter.signatures[version.signature].name}{' (Moxie)' if version.is_moxie else ''}"
        for version in playable_versions(options, fighter)
    ]


def _listed(names: list[str]) -> str:
    """Return names with their counts, in the order in which they first come."""
    counts = {name: names.count(name) for name in names}
    return ", ".join(name if n == 1 else f"{n} {name}" for name, n in counts.items()) or "nothing"
