"""What a game of Powercreep!Beta counts for, from the words of its events: what the kernels count on their way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from balance.rules.powercreep import RULESET
from balance.rules.powercreep.counts import CardCount
from balance.rules.powercreep.state import TURNS_MAX, Measure, Total
from balance.vocab import Outcome
from tests.oracle.powercreep_check import OracleError
from tests.oracle.powercreep_prompts import LIFE_STACK
from tests.oracle.powercreep_table import FIGHTER_RANKS, MODIFIER_RANKS, is_joker, rank_of

Event = tuple[Any, ...]
KINDS = (*FIGHTER_RANKS, *MODIFIER_RANKS, "Joker")
_SUMMONS = ("pay", "trip", "run")
_WAYS = {"pay": "paid", "trip": "tripped", "run": "run"}
_COLUMNS = {
    "draw": "drawn", "take": "drawn", "summon": "summoned", "play": "played", "canceled": "canceled",
    "cancel": "cancels", "mill": "milled", "show": "shown",
}  # fmt: skip
_ENDS = {"draw": 1, "idle draw": 2, "attack": 3, "counter": 4, "direct": 5}


def check_counts(cards: Any, state: Any, trace: np.ndarray, told: Sequence[Event]) -> None:
    """Raise OracleError where a finished game counts for something else than its events say.

    Parameters
    ----------
    cards, state : record
        The card table, and the state at the end.
    trace : int64[rows + 1, 4]
        With its header; the events are told from it.
    """
    side = [int(one) for one in state.side]
    game, seats = totals(told)
    winner = int(game["winner"])
    row = np.zeros(RULESET.row_length, np.int64)
    RULESET.game.functions["fill_row"](cards, state, row)
    wanted = np.zeros_like(row)
    wanted[0] = Outcome.WIN if side[winner] == 0 else Outcome.LOSS
    wanted[[Measure.TURNS, Measure.END, Measure.WINNER, Measure.LIFE_LEFT, Measure.GUARDS]] = (
        game["turns"], _ENDS[told[-1][2]], 1 + winner, game["life"], game["guards"],
    )  # fmt: skip
    for seat, mine in enumerate(seats):
        for first, count in (
            (Measure.MODIFIERS_A, mine["play"]), (Measure.CANCELS_A, mine["cancel"]),
            (Measure.PROTECTS_A, mine["protect"]), (Measure.BOMBS_A, mine["bomb"]), (Total.PAY, mine["pay"]),
            (Total.PAY + 2, mine["trip"]), (Total.PAY + 4, mine["run"]), (Total.PAY + 6, mine["stack"]),
            (Total.STOOD, mine["play"] - mine["canceled"]), (Total.CANCELED, mine["canceled"]),
            (Total.BATTLES, mine["battles"]), (Total.DIRECTS, mine["directs"]), (Total.DAMAGE, mine["damage"]),
        ):  # fmt: skip
            wanted[first + side[seat]] = count
    _same("the row", row.tolist(), wanted.tolist())
    course = np.zeros((TURNS_MAX + 1, 2), np.uint8)
    turns = RULESET.game.functions["fill_course"](cards, state, course, 1)
    at_turns = standings(told)
    _same("the course", course[1 : 1 + turns].tolist(), [[one[side.index(0)], one[side.index(1)]] for one in at_turns])
    counts = np.zeros((2, len(KINDS), 3, len(CardCount)), np.int64)
    RULESET.game.functions["count_cards"](cards, state, wanted[0], trace, counts)
    for seat in range(2):
        for kind, did in enumerate(of_cards(told, seat).values()):
            found = np.zeros((3, len(CardCount)), np.int64)
            found[2 if seat == winner else 0] = [1, *(did[column.name.lower()] for column in CardCount if column)]
            _same(f"what {KINDS[kind]} did for seat {seat}", counts[side[seat], kind].tolist(), found.tolist())


def _same(what: str, actual: Any, wanted: Any) -> None:
    if actual != wanted:
        raise OracleError(f"{what}: the events say {wanted}, the game counts {actual}")


def standings(told: Sequence[Event]) -> list[tuple[int, int]]:
    """Return how both seats stand at the start of each turn: Life Stack in steps of two cards, fighters up to three."""
    fields: tuple[set[str], set[str]] = (set(), set())
    found: list[list[int]] = []
    for word, seat, *rest in told:
        if word == "turn":
            found.append([0, 0])
        elif word == "hand":
            found[-1][seat] = 4 * -(-rest[1] // 2) + min(3, len(fields[seat]))
        elif word == "summon":
            fields[seat].add(rest[0])
        elif word in ("fall", "stack"):
            fields[seat].discard(rest[0])
    return [(one[0], one[1]) for one in found]


def totals(told: Sequence[Event]) -> tuple[dict[str, int], list[Counter[str]]]:
    """Return what a whole game counts, and what each seat does."""
    seats: list[Counter[str]] = [Counter(), Counter()]
    life = [0, 0]
    game: dict[str, int] = Counter()
    summon = target = ""
    for word, seat, *rest in told:
        mine = seats[seat]
        match word, rest:
            case "shuffle", (cards,):
                life[seat] = len(cards)
            case "draw" | "mill", _:
                life[seat] -= 1
            case "turn", _:
                game["turns"] += 1
            case "ask", (_, _, (way, *_)) if way in _SUMMONS:
                summon = way
            case "summon", _:
                mine[summon] += 1
            case "stack", _:
                mine["stack"] += 1
            case "position", _:
                game["guards"] += 1
            case "take", (card,):
                game["guards"] += is_joker(card)
            case "play" | "canceled" | "cancel" | "protect" | "bomb", _:
                mine[word] += 1
            case "attack", (_, other):
                target = other
            case "compare", _:
                mine["directs" if target == LIFE_STACK else "battles"] += 1
            case "damage", (points,):
                seats[1 - seat]["damage"] += min(points, life[seat])
            case "end", _:
                game |= {"winner": seat, "life": life[seat]}
    return game, seats


def of_cards(told: Sequence[Event], seat: int) -> dict[str, Counter[str]]:
    """Return what each kind of card did for a seat, by kind; "games_drawn" and "games_played" are 0 or 1."""
    found: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    field: set[str] = set()
    sent = way = ""
    has_fought = is_dealt = False
    for word, who, *rest in told:
        if word in ("attack", "turn"):
            has_fought = False
        elif word == "compare":
            has_fought = who == seat
        elif word == "fall" and who != seat and has_fought:
            found[rank_of(sent)]["felled"] += 1
        if who != seat:
            continue
        match word, rest:
            case "hand", (cards, _) if not is_dealt:
                is_dealt = True
                for card in cards:
                    found[rank_of(card)]["opening"] += 1
            case "ask", (_, _, (asked, *_)) if asked in _SUMMONS:
                way = asked
            case "attack", (fighter, _):
                sent = fighter
                found[rank_of(fighter)]["attacked"] += 1
            case "protect", (_, card):
                found[rank_of(card)]["protects"] += 1
            case "fall", (fighter, _):
                field.discard(fighter)
            case "stack", (upper, _):
                if upper in field:
                    field.discard(upper)
                else:
                    found[rank_of(upper)]["summoned"] += 1
                    found[rank_of(upper)]["stacked"] += 1
            case _:
                if word in _COLUMNS:
                    found[rank_of(rest[0])][_COLUMNS[word]] += 1
                if word == "summon":
                    field.add(rest[0])
                    found[rank_of(rest[0])][_WAYS[way]] += 1
    for counted in found.values():
        counted["games_drawn"] = int(counted["drawn"] > 0)
        counted["games_played"] = int(counted["summoned"] + counted["played"] > 0)
    return found
