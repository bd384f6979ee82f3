"""A table for two: put any position by hand, play it in words, read it in words.

A card is its rank and the first letter of its suit, "10h", or "Joker" and "Joker2". A fighter on a field is written
from the bottom card up with "/", its modifiers behind "+", and "-" at the end in defense position: "4h/4c+Jd-". It is
called by its bottom card. Actions are the words of `Table.do`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.core.luck import game_key
from balance.core.play import begin
from balance.core.policies import POLICY, choose
from balance.core.protocol import ACTION, actor, apply, decision, legal, records, redeal, setup, weigh
from balance.core.trace import is_complete, new_trace, rows
from balance.data.lower import lower_policy
from balance.rules.powercreep import RULESET
from balance.rules.powercreep.moves import pack_of
from balance.rules.powercreep.state import (
    CARDS_MAX,
    FIGHTERS,
    NOBODY,
    SEATS,
    STACK_MAX,
    Decision,
    End,
    Kind,
    Move,
    Position,
)
from balance.vocab import Event
from tests.games import data_of

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A", "J", "Q", "K")
NAMES = [f"{rank}{suit}" for rank in RANKS for suit in "cdhs"] + ["Joker", "Joker2"]
NUMBER = {name: card for card, name in enumerate(NAMES)}
RED = ("d", "h")
_POSITIONS = {"attack": Position.ATTACK, "defense": Position.DEFENSE}
_SUMMONS = {"pay": Move.PAY_SUMMON, "trip": Move.TRIP, "run": Move.RUN}
_SILENT = (Event.ASK, Event.LEGAL, Event.CHOICE, Event.CARD, Event.HAND, Event.SHUFFLE)


def bits(words: str) -> int:
    """Return a set of cards in words as bits."""
    return sum(1 << NUMBER[word] for word in words.split())


def words(cards: int) -> str:
    """Return a set of cards in words, by number."""
    return " ".join(NAMES[card] for card in range(CARDS_MAX) if (int(cards) >> card) & 1)


def lowered_policy(name: str) -> Any:
    """Return a shipped policy as a record."""
    policy = records(1, POLICY)
    policy[0] = lower_policy(data_of(RULESET.name).policy(name), POLICY, RULESET.decisions, RULESET.features)[0]
    return policy[0]


class Table:
    """One game under full control; in rotation 1 side 1 has the first turn."""

    def __init__(self, *, block: int = 0, rotation: int = 0, **options: Any) -> None:
        self.options = RULESET.options_model(**options)
        nothing = RULESET.lower_side(self.options, None)
        self.cards = RULESET.join(RULESET.lower_options(self.options), nothing, nothing)[0]
        self.state = records(1, RULESET.game.state)[0]
        self.actions = records(RULESET.actions_max, ACTION)
        self.memo = records(1, RULESET.memo)[0]
        self.trace = new_trace(5_000)
        begin(self.state, np.uint64(game_key(np.uint64(1), np.uint64(2), np.uint64(block))), rotation, False)

    # ------------------------------------------------------------ the position

    def deal(self) -> Table:
        """Set the game up by the rules."""
        setup(self.cards, self.state, self.trace)
        return self

    def put(self, seat: int, hand: str = "", field: str = "", *, stack: str = "", known: str = "") -> Table:
        """Lay out one seat by hand; a Life Stack with its top card first, or ten cards that nobody named."""
        me = self.state.seat[seat]
        me.hand, me.known = bits(hand), bits(known)
        order = [NUMBER[word] for word in stack.split()]
        self.half(seat)[: len(order)] = order[::-1]
        me.stack_n = len(order)
        for word in field.split():
            self._lay(me, word)
        return self

    def _lay(self, me: Any, word: str) -> None:
        pile, *modifiers = word.removesuffix("-").split("+")
        fighters = [NUMBER[card] for card in pile.split("/")]
        bottom, top = fighters[0], fighters[-1]
        me.field |= 1 << bottom
        if not word.endswith("-"):
            me.attack |= 1 << bottom
        self.state.top[bottom] = top
        self._lay_under(fighters[1:], bottom)
        self.state.worth[bottom] = sum((card >> 2) + 2 for card in fighters)
        for name in modifiers:
            is_same = (name[-1] in RED) == (NAMES[top][-1] in RED)
            if not is_same:
                self.state.adverse |= bits(name)
            change = int(self.cards.options.worth[NUMBER[name] >> 2])
            self.state.worth[bottom] += change if is_same else -change
            self._lay_under([NUMBER[name]], bottom)

    def _lay_under(self, cards: list[int], fighter: int) -> None:
        for card in cards:
            self.state.laid |= 1 << card
            self.state.under[card] = fighter

    def half(self, seat: int) -> Any:
        """Return the half of the deck that the Life Stack of a seat lies in, the last card on top (a view)."""
        return self.state.deck[STACK_MAX * seat : STACK_MAX * (seat + 1)]

    def turn(self, seat: int = 0, *, pile: str = "", number: int = 2) -> Table:
        """Begin a turn after its draw; every card that has no place yet is in a Life Stack or out of the game."""
        state = self.state
        state.played = state.attacker = -1
        state.discards = bits(pile)
        free = [card for card in range(51, -1, -1) if not (self.everything() >> card) & 1]
        for owner, me in enumerate(state.seat):
            if me.stack_n == 0:
                self.half(owner)[:10] = free[:10]
                me.stack_n = 10
                del free[:10]
        state.removed = sum(1 << card for card in free) | (bits("Joker Joker2") & ~self.everything())
        state.active = state.actor = seat
        state.turn_n, state.is_idle, state.decision = number, 1, Decision.TURN
        return self

    def everything(self) -> int:
        """Return every card that lies somewhere, and see that none lies in two places."""
        state = self.state
        places = [int(state.discards), int(state.removed), int(state.laid)]
        if state.played >= 0:
            places.append(1 << int(state.played) & ~int(state.discards))
        for seat, me in enumerate(state.seat):
            places += [int(me.hand), int(me.field)]
            places.append(sum(1 << int(card) for card in self.half(seat)[: me.stack_n]))
        assert sum(place.bit_count() for place in places) == sum(places).bit_count()
        fields = int(state.seat[0].field | state.seat[1].field)
        assert all((fields >> int(state.under[NUMBER[card]])) & 1 for card in words(state.laid).split())
        assert not int(state.adverse | state.lent) & ~int(state.laid)
        return sum(places)

    def hand(self, seat: int) -> str:
        """Return a hand."""
        return words(self.state.seat[seat].hand)

    def known(self, seat: int) -> str:
        """Return the cards of a hand that the other has seen."""
        return words(self.state.seat[seat].known)

    def field(self, seat: int) -> str:
        """Return a field, fighters by bottom card."""
        me = self.state.seat[seat]
        return " ".join(self._fighter(me, card) for card in range(FIGHTERS) if (int(me.field) >> card) & 1)

    def _fighter(self, me: Any, bottom: int) -> str:
        pack = int(pack_of(self.state, bottom))
        top = int(self.state.top[bottom])
        between = words(pack & ((1 << FIGHTERS) - 1) & ~(1 << bottom) & ~(1 << top)).split()
        fighters = [NAMES[bottom], *between, *([NAMES[top]] if top != bottom else [])]
        text = "+".join(["/".join(fighters), *words(pack >> FIGHTERS << FIGHTERS).split()])
        return text if (int(me.attack) >> bottom) & 1 else f"{text}-"

    def worth(self, fighter: str) -> int:
        """Return the value of a fighter."""
        return int(self.state.worth[NUMBER[fighter]])

    def pile(self) -> str:
        """Return the discard pile."""
        return words(self.state.discards)

    def stack(self, seat: int) -> int:
        """Return the number of cards in a Life Stack."""
        return int(self.state.seat[seat].stack_n)

    @property
    def turn_n(self) -> int:
        """Return the number of the turn."""
        return int(decision(self.cards, self.state)[1])

    @property
    def is_over(self) -> bool:
        """Say whether the game has ended."""
        return bool(actor(self.cards, self.state) < 0)

    @property
    def result(self) -> tuple[int, str]:
        """Return (winning seat, how it ended)."""
        assert self.is_over
        return int(self.state.winner), End(self.state.end).name

    def row(self) -> list[int]:
        """Return the game's row."""
        row = np.zeros(RULESET.row_length, np.int64)
        RULESET.game.functions["fill_row"](self.cards, self.state, row)
        return row.tolist()

    def redeal(self, seat: int, luck: int) -> Table:
        """Deal what a seat cannot see anew."""
        redeal(self.cards, self.state, seat, np.uint64(luck))
        return self

    # ------------------------------------------------------------ decisions

    @property
    def asked(self) -> tuple[int, str]:
        """Return (deciding seat, what it is asked)."""
        return int(actor(self.cards, self.state)), Decision(self.state.decision).name.lower()

    def offered(self) -> dict[str, tuple[int, int, int]]:
        """Return (code, copies, identity) of every legal action in words."""
        n = legal(self.cards, self.state, self.actions)
        found = {self._action(action[0]): action[:3] for action in self.actions[:n].tolist()}
        assert len(found) == n
        return found

    def _action(self, code: int) -> str:
        move, a, b = Move(code >> 12), (code >> 6) & 63, code & 63
        if move in _SUMMONS.values():
            way = next(word for word, one in _SUMMONS.items() if one == move)
            return f"{way} {NAMES[a]} {Position(b).name.lower()}"
        if move in (Move.STACK, Move.PLAY, Move.ATTACK) and b != NOBODY:
            return f"{move.name.lower()} {NAMES[a]} on {NAMES[b]}"
        if move == Move.ATTACK:
            return f"attack {NAMES[a]} on life"
        word = move.name.lower().replace("_", " ")
        return word if a == NOBODY else f"{word} {NAMES[a]}"

    def legal(self, start: str = "") -> set[str]:
        """Return everything legal that begins with some words."""
        return {action for action in self.offered() if action.startswith(start)}

    def do(self, *actions: str) -> Table:
        """Take legal actions one after the other; every card stays in the game."""
        for action in actions:
            before, offered = self.everything(), self.offered()
            assert action in offered, (action, self.asked, sorted(offered))
            apply(self.cards, self.state, offered[action][0], self.trace)
            assert self.everything() == before
        return self

    def values(self, policy: str) -> dict[str, int]:
        """Return what every legal action is worth to a policy."""
        record = lowered_policy(policy)
        offered = list(self.offered())
        weigh(self.cards, self.state, record, self.memo, self.actions, len(offered))
        return {action: int(self.actions[i].worth) for i, action in enumerate(offered)}

    def choice(self, policy: str) -> str:
        """Return what a policy chooses with the luck of this game."""
        offered = list(self.offered())
        seat, n = self.asked[0], len(offered)
        if n == 1:
            return offered[0]
        return offered[choose(self.cards, self.state, seat, lowered_policy(policy), self.memo, self.actions, n)]

    # ------------------------------------------------------------ what happened

    def events(self) -> list[tuple[Any, ...]]:
        """Return what happened since the last call, cards in words."""
        assert is_complete(self.trace)
        happened = [self._event(*row) for row in rows(self.trace).tolist() if row[0] not in _SILENT]
        self.trace[0, 0] = 0
        return happened

    def _event(self, code: int, seat: int, a: int, b: int) -> tuple[Any, ...]:
        event = Event(code)
        word = event.name.lower()
        if event == Event.FALL:
            return word, seat, words(b)
        if event in (Event.DRAW, Event.MILL, Event.SHOW, Event.CANCEL, Event.CANCELED, Event.TAKE, Event.DISCARD):
            return word, seat, NAMES[a]
        if event in (Event.PROTECT, Event.BOMB, Event.STACK):
            return word, seat, NAMES[a], NAMES[b]
        return word, seat, a, b


def games(n: int, **options: Any) -> list[Table]:
    """Return `n` dealt tables, the sides in turn in the first seat."""
    return [Table(block=block, rotation=block % 2, **options).deal() for block in range(n)]


__all__ = ["NAMES", "SEATS", "Kind", "Table", "bits", "games", "lowered_policy", "words"]
