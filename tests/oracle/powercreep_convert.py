"""Trace rows of Powercreep!Beta to the words that the oracle speaks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from balance.rules.powercreep.state import JOKER_CARD, NOBODY, Decision, End, Move, Position
from balance.vocab import Event
from tests.oracle.powercreep_prompts import LIFE_STACK, NO_TARGET
from tests.oracle.powercreep_table import ATTACK, DEFENSE, FIGHTER_RANKS, JOKERS, MODIFIER_RANKS, SUITS, Options

_RANKS = FIGHTER_RANKS + MODIFIER_RANKS
ASKED = {
    Decision.TURN: "act",
    Decision.SHOW: "show",
    Decision.PAYMENT: "payment",
    Decision.CANCEL: "cancel",
    Decision.TAKE: "take",
    Decision.COMBAT: "combat",
    Decision.PROTECT: "protect",
    Decision.DISCARD: "discard",
}
_POSITIONS = {Position.ATTACK: ATTACK, Position.DEFENSE: DEFENSE}
_SUMMONS = {Move.PAY_SUMMON: "pay", Move.TRIP: "trip", Move.RUN: "run"}
_ENDS = {
    End.DRAW: "draw",
    End.IDLE_DRAW: "idle draw",
    End.BATTLE: "attack",
    End.COUNTER: "counter",
    End.DIRECT: "direct",
}

_RENAMED = {
    "damage_limit": "damage_hand_limit",
    "stacks_of_twos_are_bombs": "stack_of_twos_is_bomb",
    "shot_attack_counts": "shot_battle_is_used",
}


@cache
def card_name(card: int) -> str:
    """Return the name of a card number."""
    if card >= JOKER_CARD:
        return JOKERS[card - JOKER_CARD]
    return _RANKS[card >> 2] + SUITS[card & 3]


def card_names(bits: int) -> tuple[str, ...]:
    """Return the names of a set of cards, sorted."""
    return tuple(sorted(card_name(card) for card in range(64) if bits >> card & 1))


@cache
def answer(decision: Decision, code: int) -> tuple[str, ...]:
    """Return an action code in words."""
    move, a, b = Move(code >> 12), code >> 6 & 63, code & 63
    match move:
        case Move.END:
            return ("end",)
        case Move.END_DRAWING:
            return ("end drawing",)
        case Move.PAY_SUMMON | Move.TRIP | Move.RUN:
            return _SUMMONS[move], card_name(a), _POSITIONS[Position(b)]
        case Move.STACK:
            return "stack", card_name(a), card_name(b)
        case Move.TURN:
            return "turn", card_name(a)
        case Move.PLAY:
            return "play", card_name(a), NO_TARGET if b == NOBODY else card_name(b)
        case Move.ATTACK:
            return "battle", card_name(a), LIFE_STACK if b == NOBODY else card_name(b)
        case Move.PICK:
            return (card_name(a),)
        case Move.PASS:
            return ("fight",) if decision == Decision.COMBAT else ("pass",)
    raise AssertionError(f"no words for the action {code}")


def events(table: np.ndarray) -> Iterator[tuple[Any, ...]]:
    """Yield the events of a complete trace without its header, int64[n, 4]."""
    rows = table.tolist()
    i = 0
    while i < len(rows):
        code, seat, a, b = rows[i]
        event = Event(code)
        i += 1
        match event:
            case Event.SHUFFLE:
                assert all(row[0] == Event.CARD for row in rows[i : i + a])
                yield "shuffle", seat, [card_name(row[2]) for row in rows[i : i + a]]
                i += a
            case Event.ASK:
                decision = Decision(a)
                assert all(row[:2] == [Event.LEGAL, seat] for row in rows[i : i + b])
                legal = [(answer(decision, row[2]), row[3]) for row in rows[i : i + b]]
                i += b
                assert rows[i][:2] == [Event.CHOICE, seat]
                yield "ask", seat, ASKED[decision], legal, answer(decision, rows[i][2])
                i += 1
            case Event.ROUND:
                yield "turn", seat, a
            case Event.HAND:
                yield "hand", seat, card_names(a), b
            case Event.SUMMON:
                yield "summon", seat, card_name(a), _POSITIONS[Position(b)]
            case Event.POSITION:
                yield "position", seat, card_name(a), _POSITIONS[Position(b)]
            case Event.STACK:
                yield "stack", seat, card_name(a), card_name(b)
            case Event.PLAY:
                yield "play", seat, card_name(a), NO_TARGET if b < 0 else card_name(b)
            case Event.MODIFY:
                yield "modify", seat, card_name(a), b
            case Event.ATTACK:
                yield "attack", seat, card_name(a), LIFE_STACK if b < 0 else card_name(b)
            case Event.COMPARE:
                yield "compare", seat, a, b
            case Event.PROTECT | Event.BOMB:
                yield event.name.lower(), seat, card_name(a), card_name(b)
            case Event.FALL:
                yield "fall", seat, card_name(a), card_names(b)
            case Event.DAMAGE:
                yield "damage", seat, a
            case Event.END:
                yield "end", seat, _ENDS[End(a)]
            case _:  # draw, mill, show, cancel, canceled, take, shoot, discard
                yield event.name.lower(), seat, card_name(a)


def options_in_words(options: Any) -> Options:
    """Return the rule options of a game from those of the data."""
    data = options.model_dump(mode="json")
    costs = {rank: data.pop(f"cost_of_{rank}") for rank in FIGHTER_RANKS}
    values = {rank: data.pop(name) for rank, name in (("J", "jack"), ("Q", "queen"), ("K", "king"))}
    renamed = {_RENAMED.get(name, name): value for name, value in data.items()}
    return Options(summon_costs=costs, modifier_values=values, **renamed)
