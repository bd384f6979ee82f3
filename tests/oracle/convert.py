"""Trace rows to the plain events that the oracle reads: names and tuples instead of codes and packed integers."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.rules.combo_fighter.schema import playable_versions
from balance.rules.combo_fighter.state import CALL, STOP, Decision, End
from balance.vocab import Event

_ASKED = {
    Decision.OPENER: "opener",
    Decision.COMBO: "combo",
    Decision.PAYMENT: "payment",
    Decision.DISCARDS: "discards",
}


def oracle_game(fighters: tuple[Any, Any], options: Any, table: np.ndarray) -> tuple[list, dict, list]:
    """Return (sheets, options, events) for `check_game`.

    `fighters` are by seat; `table` holds the rows of a complete trace without its header, int64[n, 4].
    """
    sheets = [fighter.model_dump(mode="json", exclude_none=True) for fighter in fighters]
    slots = [sorted(card.slot for card in fighter.cards) for fighter in fighters]
    versions = [_versions(fighter, options) for fighter in fighters]
    return sheets, options.model_dump(), list(_events(table.tolist(), slots, versions))


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


def _events(table: list[list[int]], slots: list[list[int]], versions: list[list[tuple[str, bool]]]) -> Any:
    i = 0
    hands: dict[int, tuple] = {}
    while i < len(table):
        code, seat, a, b = table[i]
        event = Event(code)
        i += 1
        if event == Event.ASK:
            decision = Decision(a)
            legal = [_action(decision, row[2], slots[seat]) for row in table[i : i + b]]
            assert all(row[0] == Event.LEGAL for row in table[i : i + b])
            i += b
            yield "ask", seat, _ASKED[decision], legal
            assert table[i][0] == Event.CHOICE
            yield "choice", seat, _action(decision, table[i][2], slots[seat])
            i += 1
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
        elif event in (Event.REVEAL, Event.MILL, Event.DRAW):
            yield event.name.lower(), seat, slots[seat][a]
        elif event == Event.END:
            is_truncated = a == End.ROUND_LIMIT
            yield "end", "truncated" if is_truncated else "draw" if seat < 0 else f"seat_{seat}"
        else:
            raise AssertionError(f"no words for the row {table[i - 1]}")
