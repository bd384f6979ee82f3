"""A table for two: put any state by hand, play it in icons, read what happened in icons.

A multiset of cards is written as its icons in slot order, "RT RT BS"; a deck is written with its top card first. An
offer is answered with "decline", "accept", the cards that pay, "reveal 2", "double 0" (a place on the table) or "double
signature".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from ruamel.yaml import YAML

from balance.core.jit import JIT
from balance.core.luck import game_key
from balance.core.play import begin
from balance.core.policies import POLICY, choose
from balance.core.protocol import ACTION, actor, apply, decision, legal, records, setup, weigh
from balance.core.trace import is_complete, new_trace, rows
from balance.data.lower import lower_policy
from balance.data.schema import PolicyModel
from balance.rules.combo_fighter import RULESET, moves, rules
from balance.rules.combo_fighter.state import (
    ACCEPT,
    CALL,
    DECLINE,
    DOUBLE_SIGNATURE,
    SEATS,
    STOP,
    Decision,
    End,
)
from balance.rules.combo_fighter.tokens import effects_of
from balance.vocab import Cost, Event, Verb

_WORDS = {STOP: "stop", CALL: "call"}
_SILENT = (Event.ASK, Event.LEGAL, Event.CHOICE, Event.CARD, Event.HAND, Event.PILE, Event.VALUE)
_POLICIES = Path(__file__).parents[3] / "rulesets" / RULESET.name / "policies.yaml"


def by_speed(compiled: int, plain: int) -> int:
    """Return how much of something a test tries: compiled, or in plain Python."""
    return compiled if JIT else plain


class Duel:
    """One game under full control.

    `rotation` 1 seats the second fighter at seat 0, like the second game of a pair.
    """

    def __init__(self, first: Any, second: Any, *, rotation: int = 0, block: int = 0, **options: Any) -> None:
        self.options = RULESET.options_model(**options)
        self.rotation = rotation
        self.by_seat = (second, first) if rotation else (first, second)
        self.icons = [[card.icon for card in fighter.cards] for fighter in self.by_seat]
        self.effects = [
            [effect for _, _, effect in effects_of(fighter.power)] if fighter.power else [] for fighter in self.by_seat
        ]
        self.cards = joined(first, second, self.options)
        self.state = records(1, RULESET.game.state)[0]
        self.actions = records(RULESET.actions_max, ACTION)
        self.memo = records(1, RULESET.memo)[0]
        self.trace = new_trace(20_000)
        key = np.uint64(game_key(np.uint64(1), np.uint64(2), np.uint64(block)))
        begin(self.state, key, rotation, False)

    def rekey(self, number: int) -> Duel:
        """Give the game other luck; what lies on the table stays."""
        begin(self.state, np.uint64(0x9E3779B97F4A7C15 * number % 2**64), self.rotation, False)
        return self

    # ------------------------------------------------------------ cards in words

    def packed(self, seat: int, words: str) -> int:
        """Return a multiset as the kernels hold it."""
        return sum(1 << (4 * self.icons[seat].index(icon)) for icon in words.split())

    def words(self, seat: int, packed: int) -> str:
        """Return a packed multiset as icons in slot order."""
        found = []
        rest = int(packed)
        for icon in self.icons[seat]:
            found += [icon] * (rest & 15)
            rest >>= 4
        return " ".join(found)

    # ------------------------------------------------------------ the state

    def deal(self) -> Duel:
        """Set the game up by the rules."""
        setup(self.cards, self.state, self.trace)
        return self

    def put(
        self,
        seat: int,
        hand: str,
        deck: str = "",
        pile: str = "",
        staggering: bool = False,
        *,
        side: str = "A",
        counter: int = 0,
    ) -> Duel:
        """Lay out one seat by hand, its power token included."""
        me = self.state.seat[seat]
        me.hand, me.pile = self.packed(seat, hand), self.packed(seat, pile)
        order = [self.icons[seat].index(icon) for icon in deck.split()]
        me.deck[: len(order)] = order[::-1]
        me.deck_n = len(order)
        me.is_staggering = staggering
        me.face, me.counter = "AB".index(side), counter
        return self

    def start(self) -> Duel:
        """Open the next round."""
        moves.start_round(self.cards, self.state, self.trace)
        return self

    def hand(self, seat: int) -> str:
        """Return a hand."""
        return self.words(seat, self.state.seat[seat].hand)

    def pile(self, seat: int) -> str:
        """Return a discard pile."""
        return self.words(seat, self.state.seat[seat].pile)

    def deck(self, seat: int) -> str:
        """Return a deck, top card first."""
        me = self.state.seat[seat]
        return " ".join(self.icons[seat][kind] for kind in reversed(me.deck[: me.deck_n]))

    def table(self, seat: int) -> str:
        """Return the cards played this round, in order."""
        me = self.state.seat[seat]
        return " ".join(self.icons[seat][kind] for kind in me.played[: me.played_n])

    def sizes(self, seat: int) -> tuple[int, int]:
        """Return the numbers of cards in hand and deck."""
        return len(self.hand(seat).split()), int(self.state.seat[seat].deck_n)

    def life(self, seat: int) -> int:
        """Return the life as the rules count it."""
        return int(moves.life(self.state.seat[seat]))

    def is_staggering(self, seat: int) -> bool:
        """Say whether the staggering card of a seat is face up."""
        return bool(self.state.seat[seat].is_staggering)

    def side(self, seat: int) -> str:
        """Return the side of the power token that is face up."""
        return "AB"[self.state.seat[seat].face]

    def counter(self, seat: int) -> int:
        """Return the counter of the power token."""
        return int(self.state.seat[seat].counter)

    def removed(self, seat: int) -> str:
        """Return the cards that have left the game."""
        return self.words(seat, self.state.seat[seat].removed)

    @property
    def round_n(self) -> int:
        """Return the number of the round."""
        return int(decision(self.cards, self.state)[1])

    @property
    def is_over(self) -> bool:
        """Say whether the game has ended."""
        return bool(actor(self.cards, self.state) < 0)

    @property
    def result(self) -> tuple[int, str]:
        """Return (winning seat or -1, how it ended)."""
        return int(self.state.winner), End(self.state.end).name

    def row(self) -> list[int]:
        """Return the game's row."""
        row = np.zeros(RULESET.row_length, np.int64)
        rules.fill_row(self.cards, self.state, row)
        return row.tolist()

    # ------------------------------------------------------------ decisions

    @property
    def asked(self) -> tuple[int, str]:
        """Return (deciding seat, what it is asked)."""
        return int(actor(self.cards, self.state)), Decision(self.state.decision).name.lower()

    def offered(self) -> dict[str, tuple[int, int, int]]:
        """Return (code, copies, identity) of every legal action, and see that nothing is offered twice."""
        seat, question = self.asked
        n = legal(self.cards, self.state, self.actions)
        actions = [action[:3] for action in self.actions[:n].tolist()]
        if question in ("payment", "discards"):
            found = {self.words(seat, action[0]): action for action in actions}
        elif question == "offer":
            found = {self._answer(seat, action[0]): action for action in actions}
        else:
            found = {_WORDS.get(action[0]) or self.icons[seat][action[0]]: action for action in actions}
        assert len(found) == n
        return found

    def _answer(self, seat: int, code: int) -> str:
        """Return a way to answer an offer in words."""
        effect = self.effects[seat][self.state.seat[seat].offer]
        if code == DECLINE:
            return "decline"
        if effect.price and effect.price.word == Cost.DISCARD:
            return self.words(seat, code)
        if effect.price and effect.price.word == Cost.REVEAL:
            return f"reveal {code}"
        if any(step.verb == Verb.DOUBLE_ONE for step in effect.steps):
            return "double signature" if code == DOUBLE_SIGNATURE else f"double {code - ACCEPT}"
        assert code == ACCEPT
        return "accept"

    def legal(self) -> set[str]:
        """Return everything legal."""
        return set(self.offered())

    def copies(self) -> dict[str, int]:
        """Return the weight of every legal action for a random policy."""
        return {word: copies for word, (_, copies, _) in self.offered().items()}

    def do(self, *actions: str) -> Duel:
        """Take legal actions one after the other."""
        for action in actions:
            offered = self.offered()
            assert action in offered, (action, self.asked, sorted(offered))
            apply(self.cards, self.state, offered[action][0], self.trace)
        return self

    def random(self, rng: Random, prefer: Callable[[str, set[str]], str | None] | None = None) -> None:
        """Take one random legal action, or the one that `prefer` names for (question, legal actions)."""
        offered = self.offered()
        wish = prefer(self.asked[1], set(offered)) if prefer else None
        word = wish if wish is not None else rng.choice(sorted(offered))
        apply(self.cards, self.state, offered[word][0], self.trace)

    # ------------------------------------------------------------ greedy play

    def values(self, policy: str = "greedy") -> dict[str, int]:
        """Return what every legal action is worth to a policy."""
        return self._weighed(shipped_policy(policy))

    def weighed(self, **weights: int) -> dict[str, int]:
        """Return what every legal action is worth to a policy with these weights alone."""
        policy: Any = records(1, POLICY)[0]
        for name, weight in weights.items():
            policy.weight[RULESET.features[name]] = weight
        return self._weighed(policy)

    def _weighed(self, policy: Any) -> dict[str, int]:
        words = list(self.offered())
        weigh(self.cards, self.state, policy, self.memo, self.actions, len(words))
        return {word: int(self.actions[i].worth) for i, word in enumerate(words)}

    def choice(self, policy: str = "greedy") -> str:
        """Return what a policy chooses with the luck of this game."""
        words = list(self.offered())
        n, seat = len(words), self.asked[0]
        i = choose(self.cards, self.state, seat, shipped_policy(policy), self.memo, self.actions, n) if n > 1 else 0
        return words[i]

    def follow(self, policy: str = "greedy") -> list[str]:
        """Let a policy play the rest of the combo; return its actions."""
        taken: list[str] = []
        while self.asked[1] == "combo":
            taken.append(self.choice(policy))
            self.do(taken[-1])
        return taken

    # ------------------------------------------------------------ what happened

    def events(self) -> list[tuple[Any, ...]]:
        """Return what happened since the last call, without questions and snapshots."""
        assert is_complete(self.trace)
        happened = [self._event(*row) for row in rows(self.trace).tolist() if row[0] not in _SILENT]
        self.trace[0, 0] = 0
        return happened

    def _event(self, code: int, seat: int, a: int, b: int) -> tuple[Any, ...]:
        event = Event(code)
        word = event.name.lower()
        if event in (Event.REVEAL, Event.MILL, Event.DRAW, Event.REMOVE):
            return word, seat, self.icons[seat][a]
        if event == Event.SIGNATURE:
            return word, seat, b
        if event in (Event.DAMAGE, Event.SHUFFLE, Event.COUNTER, Event.TOTAL):
            return word, seat, a
        if event == Event.TOKEN:
            return word, seat, "AB"[a], b
        if event == Event.FLIP:
            return word, seat, "AB"[a]
        if event == Event.OFFER:
            return word, seat, str(self.effects[seat][a])
        if event == Event.ROUND:
            return word, a
        return (word, seat, End(a).name) if event == Event.END else (word, seat)


_LOWERED: dict[tuple[str, str], Any] = {}


def lowered(fighter: Any, options: Any) -> Any:
    """Return a lowered sheet; each is made once, since the table of best lines takes time."""
    key = (fighter.model_dump_json(), options.model_dump_json())
    if key not in _LOWERED:
        _LOWERED[key] = RULESET.lower_side(options, fighter)
    return _LOWERED[key]


_JOINED: dict[tuple[str, str, str], Any] = {}


def joined(first: Any, second: Any, options: Any) -> Any:
    """Return a card table of a matchup of its own; what policies look up is in it where the compiler is on."""
    key = (first.model_dump_json(), second.model_dump_json(), options.model_dump_json())
    if key not in _JOINED:
        sheets = (lowered(fighter, options) for fighter in (first, second))
        table = RULESET.join(RULESET.lower_options(options), *sheets)
        if JIT:
            RULESET.study(table[0], policies_like("standard"))
        _JOINED[key] = table
    return _JOINED[key].copy()[0]


@cache
def policies_like(name: str) -> Any:
    """Return a policy of the ruleset's own policies.yaml as a record array of one."""
    models = YAML(typ="safe", pure=True).load(_POLICIES)["policies"]
    policy = records(1, POLICY)
    policy[0] = lower_policy(PolicyModel.model_validate(models[name]), POLICY, RULESET.decisions, RULESET.features)[0]
    return policy


def shipped_policy(name: str) -> Any:
    """Return a policy of the ruleset's own policies.yaml as a record."""
    return policies_like(name)[0]


def count(words: str) -> Counter[str]:
    """Return cards in words as a counter."""
    return Counter(words.split())


def games(first: Any, second: Any, n: int, *, rounds: int = 500, **options: Any) -> Iterator[tuple[Duel, Random]]:
    """Yield `n` dealt duels, each with its own source of random choices."""
    for block in range(n):
        duel = Duel(first, second, block=block, rotation=block % 2, round_limit=rounds, **options)
        yield duel.deal(), Random(block)


__all__ = ["SEATS", "Duel", "by_speed", "count", "games", "lowered", "shipped_policy"]
