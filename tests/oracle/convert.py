"""Trace rows to the plain events that the oracle reads: names and tuples instead of codes and packed integers."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.rules.combo_fighter.schema import playable_versions
from balance.rules.combo_fighter.state import ACCEPT, CALL, DECLINE, DOUBLE_SIGNATURE, STOP, Decision, End
from balance.rules.combo_fighter.tokens import effects_of
from balance.vocab import Cost, Event, Verb

_ASKED = {
    Decision.OPENER: "opener",
    Decision.COMBO: "combo",
    Decision.PAYMENT: "payment",
    Decision.DISCARDS: "discards",
    Decision.OFFER: "offer",
}


def oracle_game(fighters: tuple[Any, Any], options: Any, table: np.ndarray) -> tuple[list, dict, list]:
    """Return (sheets, options, events) for `check_game`.

    `fighters` are by seat; `table` holds the rows of a complete trace without its header, int64[n, 4].
    """
    sheets = [fighter.model_dump(mode="json", exclude_none=True) for fighter in fighters]
    slots = [sorted(card.slot for card in fighter.cards) for fighter in fighters]
    versions = [_versions(fighter, options) for fighter in fighters]
    effects = [effects_of(fighter.power) if fighter.power else [] for fighter in fighters]
    return sheets, options.model_dump(), list(_events(table.tolist(), slots, versions, effects))


def _versions(fighter: Any, options: Any) -> list[tuple[str, bool]]:
    """Return (name, is Moxie) of each signature version in the order of the lowered sheet."""
    return [(fighter.signatures[v.signature].name, v.is_moxie) for v in playable_versions(options, fighter)]


def multiset(packed: int, slots: list[int]) -> tuple[int, ...]:
    """Return a packed multiset as a sorted tuple of slots."""
    return tuple(slot for kind, slot in enumerate(slots) for _ in range((packed >> (4 * kind)) & 15))


def _action(decision: Decision, code: int, slots: list[int]) -> Any:
    if decision in (Decision.PAYMENT, Decision.DISCARDS):
        return multiset(code, slots)
    return {STOP: "stop", CALL: "call"}.get(code) or slots[code]


def _offer(effect: Any, code: int, slots: list[int]) -> Any:
    """Return how an offer is taken, in words."""
    if code == DECLINE:
        return "decline"
    if effect.price and effect.price.word == Cost.DISCARD:
        return multiset(code, slots)
    if effect.price and effect.price.word == Cost.REVEAL:
        return "reveal", code
    if any(step.verb == Verb.DOUBLE_ONE for step in effect.steps):
        return "double", "signature" if code == DOUBLE_SIGNATURE else code - ACCEPT
    assert code == ACCEPT
    return "accept"


def _events(
    table: list[list[int]], slots: list[list[int]], versions: list[list[tuple[str, bool]]], effects: list[list[Any]]
) -> Any:
    i = 0
    offered: Any = None
    hands: dict[int, tuple] = {}
    while i < len(table):
        code, seat, a, b = table[i]
        event = Event(code)
        i += 1
        if event == Event.ASK:
            decision = Decision(a)

            def action(code: int, decision: Decision = decision, seat: int = seat, offered: Any = offered) -> Any:
                if decision == Decision.OFFER:
                    return _offer(offered, code, slots[seat])
                return _action(decision, code, slots[seat])

            legal = [action(row[2]) for row in table[i : i + b]]
            assert all(row[0] == Event.LEGAL for row in table[i : i + b])
            i += b
            yield "ask", seat, _ASKED[decision], legal
            assert table[i][0] == Event.CHOICE
            yield "choice", seat, action(table[i][2])
            i += 1
        elif event == Event.OFFER:
            letter, index, offered = effects[seat][a]
            yield "offer", seat, letter.upper(), index
        elif event in (Event.TOKEN, Event.FLIP):
            yield event.name.lower(), seat, "AB"[a], *([b] if event == Event.TOKEN else [])
        elif event in (Event.COUNTER, Event.TOTAL):
            yield event.name.lower(), seat, a
        elif event == Event.SHUFFLE:
            yield "shuffle", seat, tuple(slots[seat][row[2]] for row in table[i : i + a])
            i += a
        elif event == Event.ROUND:
            yield "round", a
        elif event == Event.HAND:
            hands[seat] = (multiset(a, slots[seat]), b)
        elif event == Event.PILE:
            yield "snapshot", seat, *hands[seat], multiset(a, slots[seat]), bool(b)
        elif event == Event.WINNER:
            yield "winner", seat
        elif event == Event.SIGNATURE:
            yield "signature", seat, *versions[seat][a], b
        elif event == Event.DAMAGE:
            yield "damage", seat, a
        elif event in (Event.KNOCK_OUT, Event.STAGGER):
            yield event.name.lower(), seat
        elif event in (Event.REVEAL, Event.MILL, Event.DRAW, Event.REMOVE):
            yield event.name.lower(), seat, slots[seat][a]
        elif event == Event.VALUE:  # for the counts of cards; the oracle has the damage of rounds
            continue
        elif event == Event.END:
            is_truncated = a == End.ROUND_LIMIT
            yield "end", "truncated" if is_truncated else "draw" if seat < 0 else f"seat_{seat}"
        else:
            raise AssertionError(f"no words for the row {table[i - 1]}")
