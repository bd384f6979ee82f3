"""A recorded game in sentences: one paragraph a round, in the words of the cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from balance.rules.combo_fighter.state import ACCEPT, CALL, DECLINE, DOUBLE_SIGNATURE, STOP, Colour, Decision, End
from balance.vocab import Cost, Event, Verb

_COLOUR = {"R": Colour.RED, "B": Colour.BLUE, "Y": Colour.YELLOW}
_BEATS = {Colour.BLUE: "blue beats red", Colour.RED: "red beats yellow", Colour.YELLOW: "yellow beats blue"}
_ENDS = {
    End.OUT_OF_CARDS: "out of cards",
    End.HIT_STAGGERING: "hit while staggering",
    End.DOUBLE_KNOCK_OUT: "double knock-out: a draw",
    End.ROUND_LIMIT: "stopped at the round limit, nobody wins",
    End.POWER_TOKEN: "by the power token",
}


def narrate(fighters: tuple[Any, Any], options: Any, rows: list[list[int]]) -> Iterator[str]:
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
    def __init__(self, fighters: tuple[Any, Any], options: Any) -> None:
        self.cards = [sorted(fighter.cards, key=lambda card: card.slot) for fighter in fighters]
        self.names = [fighter.name for fighter in fighters]
        if self.names[0] == self.names[1]:
            self.names = [f"{name} ({seat + 1})" for seat, name in enumerate(self.names)]
        self.signatures = [_versions(fighter, options) for fighter in fighters]
        self.tokens = [_Token(fighter, options) for fighter in fighters]
        self.asked = Decision.NONE
        self.offered = [0, 0]  # index of the effect offered last
        self.openers = [0, 0]
        self.initiative = [0, 0]  # of the openers
        self.played: list[list[int]] = [[], []]
        self.moved: dict[tuple[str, int], list[str]] = {}  # cards drawn or milled, not told yet

    def lines(self, rows: list[list[int]]) -> Iterator[str]:
        """Yield the lines of a trace."""
        for code, seat, a, b in rows:
            event = Event(code)
            # Draws and milled cards come one by one; the line that lists them waits for something else to happen.
            if event in (Event.CARD, Event.LEGAL):
                continue
            if event not in (Event.DRAW, Event.MILL):
                yield from self._moved()
            if event == Event.ASK:
                self.asked = Decision(a)
            else:
                yield from self._line(event, seat, a, b)

    def _line(self, event: Event, seat: int, a: int, b: int) -> Iterator[str]:
        if event == Event.ROUND:
            self.played = [[], []]
            yield ""
            yield f"Round {a}"
        elif event == Event.HAND:
            yield f"  {self.names[seat]} holds {self._cards(seat, a)}; {b} in the deck"
        elif event == Event.CHOICE:
            yield from self._choice(seat, a)
        elif event == Event.REVEAL:
            yield f"  {self.names[seat]} opens with {self._card(seat, a)}"
            self.openers[seat] = a
            self.initiative[seat] = b
            self.played[seat].append(a)
        elif event == Event.OFFER:
            self.offered[seat] = a
        elif event in _TOKEN_EVENTS:
            yield from self._token(event, seat, a, b)
        elif event == Event.WINNER:
            yield f"  {self._why(seat)}"
        elif event == Event.SIGNATURE:
            yield f"  {self.names[seat]} calls {self.signatures[seat][a]} for {b}"
        elif event == Event.DAMAGE:
            yield f"  {self.names[seat]} takes {a}"
        elif event in (Event.DRAW, Event.MILL):
            word = "draws" if event == Event.DRAW else "loses from the deck"
            self.moved.setdefault((word, seat), []).append(self.cards[seat][a].name)
        elif event == Event.SHUFFLE:
            yield f"  {self.names[seat]} shuffles {a} cards into a deck"
        elif event == Event.STAGGER:
            yield f"  {self.names[seat]} is staggering"
        elif event == Event.KNOCK_OUT:
            yield f"  {self.names[seat]} is knocked out"
        elif event == Event.END:
            yield ""
            end = _ENDS[End(a)]
            yield f"{self.names[seat]} wins: {end}" if seat >= 0 else end[0].upper() + end[1:]

    def _token(self, event: Event, seat: int, a: int, b: int) -> Iterator[str]:
        token = self.tokens[seat]
        if event == Event.TOKEN and (a or b):
            yield f"  {self.names[seat]}'s power token: {token.sides[a]}{f', counter {b}' if b else ''}"
        elif event == Event.FLIP:
            yield f"  {self.names[seat]} turns the power token to {token.sides[a]}"
        elif event == Event.COUNTER:
            yield f"  {self.names[seat]}'s counter is now {a}"
        elif event == Event.TOTAL:
            yield f"  that makes {a} for {self.names[seat]} to take"
        elif event == Event.REMOVE:
            yield f"  {self._card(seat, a)} leaves the game"

    def _moved(self) -> Iterator[str]:
        """Tell the cards drawn or milled since the last line."""
        for (word, seat), names in self.moved.items():
            yield f"  {self.names[seat]} {word} {_listed(names)}"
        self.moved.clear()

    def _choice(self, seat: int, code: int) -> Iterator[str]:
        if self.asked == Decision.COMBO:
            if code != CALL:  # the signature's own line says it
                done = "stops" if code == STOP else f"goes on with {self._card(seat, code)}"
                if code < STOP:
                    self.played[seat].append(code)
                yield f"  {self.names[seat]} {done}"
        elif self.asked == Decision.OFFER:
            side, effect = self.tokens[seat].effects[self.offered[seat]]
            yield f"  {self.names[seat]} {self._answer(seat, effect, code)} ({side})"
        elif self.asked == Decision.PAYMENT:
            yield f"  {self.names[seat]} pays with {self._cards(seat, code) if code else 'the deck alone'}"
        elif self.asked == Decision.DISCARDS and code:
            yield f"  {self.names[seat]} discards {self._cards(seat, code)}"

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
        a, b = (self.cards[seat][self.openers[seat]] for seat in (0, 1))
        colour_a, colour_b = _COLOUR[a.icon[0]], _COLOUR[b.icon[0]]
        if winner < 0:
            reason = "equal initiative" if colour_a == Colour.RED else "both starred" if a.star else "no star"
            return f"A tie: {colour_a.name.lower()} on {colour_b.name.lower()}, {reason}"
        if colour_a != colour_b:
            return f"{self.names[winner]} wins the round: {_BEATS[(colour_a, colour_b)[winner]]}"
        if colour_a == Colour.RED:
            mine, other = self.initiative[winner], self.initiative[1 - winner]
            return f"{self.names[winner]} wins the round: initiative {mine} against {other}"
        return f"{self.names[winner]} wins the round: the star"

    def _card(self, seat: int, kind: int) -> str:
        card = self.cards[seat][kind]
        star = "*" if card.star else ""
        return f"{card.name} ({card.icon}{star})"

    def _cards(self, seat: int, multiset: int) -> str:
        cards = self.cards[seat]
        names = [cards[kind].name for kind in range(len(cards)) for _ in range((multiset >> (4 * kind)) & 15)]
        return _listed(names)


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
