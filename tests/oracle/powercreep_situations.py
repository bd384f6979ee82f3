"""What came up in games of Powercreep!Beta, so that a test can say that the oracle was asked about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tests.oracle.powercreep_prompts import LIFE_STACK
from tests.oracle.powercreep_table import is_joker, rank_of

# In any game.
COMMON = frozenset(
    {
        "a stack of two is laid on",
        "a stack on a stack",
        "a fighter that turned is laid on one that did not",
        "three cancels",
        "a canceled Joker",
        "a Joker takes a Joker",
        "a bomb takes a protected fighter",
        "both protect in a tie",
        "a stack is a bomb",
        "a value below 0",
        "a direct attack worth nothing",
        "a shot modifier",
    }
)
# With bombs by value.
BY_VALUE = frozenset({"a stack is a bomb by its value"})
# With modifiers in combat.
IN_COMBAT = frozenset(
    {
        "an exchange before a direct attack",
        "the attacker is shot",
        "the defender is shot",
        "another fighter is shot in combat",
        "a second round of an exchange",
        "a canceled play in combat",
    }
)


def situations(events: Iterable[tuple[Any, ...]]) -> Iterator[str]:
    """Yield the name of everything that comes up in a game, the words of plain events included."""
    heights: dict[str, int] = {}
    turned: set[str] = set()
    cancels = plays = 0
    battle: tuple[str, str] | None = None
    protected: list[str] = []
    for word, _, *rest in events:
        if word not in ("ask", "hand", "shuffle", "turn", "end"):
            yield word
        match word, rest:
            case "turn", _:
                turned.clear()
            case "summon", (card, _):
                heights[card] = 1
            case "position", (fighter, _):
                turned.add(fighter)
            case "stack", (upper, lower):
                if upper in heights:
                    if heights[upper] > 1 and heights[lower] > 1:
                        yield "a stack on a stack"
                    if upper in turned and lower not in turned:
                        yield "a fighter that turned is laid on one that did not"
                if heights[lower] > 1:
                    yield "a stack of two is laid on"
                heights[lower] += heights.pop(upper, 1)
            case "fall", (fighter, _):
                del heights[fighter]
            case "play", _:
                cancels = 0
                plays += 1
                if battle and plays > 2:
                    yield "a second round of an exchange"
            case "cancel", _:
                cancels += 1
                if cancels == 3:
                    yield "three cancels"
            case "canceled", (card,):
                if is_joker(card):
                    yield "a canceled Joker"
                if battle:
                    yield "a canceled play in combat"
            case "take", (card,):
                if is_joker(card):
                    yield "a Joker takes a Joker"
            case "shoot", (target,):
                if target not in heights:
                    yield "a shot modifier"
                elif battle:
                    names = ("the attacker is shot", "the defender is shot")
                    yield names[battle.index(target)] if target in battle else "another fighter is shot in combat"
            case "attack", (attacker, target):
                battle, plays, protected = (attacker, target), 0, []
            case "compare", (attacking, defending):
                assert battle
                if min(attacking, defending) < 0:
                    yield "a value below 0"
                if battle[1] == LIFE_STACK and attacking <= 0:
                    yield "a direct attack worth nothing"
                battle = None
            case "protect", (fighter, _):
                protected.append(fighter)
                if len(protected) == 2:
                    yield "both protect in a tie"
            case "bomb", (bomb, taken):
                if heights[bomb] > 1:
                    yield "a stack is a bomb" if rank_of(bomb) == "2" else "a stack is a bomb by its value"
                if taken in protected:
                    yield "a bomb takes a protected fighter"
            case "ask", ("act", _, _):
                battle = None
            case "ask", ("combat", _, _) if battle and battle[1] == LIFE_STACK:
                yield "an exchange before a direct attack"
