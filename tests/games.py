"""How the tests get at games: the shipped data, cells of any policies and options, traces."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

import balance
from balance import rules
from balance.data.load import RulesetData
from balance.runs.chunks import Player
from balance.runs.plan import Cell, Plan, by_side, lower_with_script, plan_matchups
from balance.runs.replay import trace_game

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"

# By ruleset: every rule option away from its default, alone and together.
OPTION_SETS: dict[str, tuple[tuple[str, ...], ...]] = {
    "combo-fighter": (
        (),
        ("reshuffle=end_of_round",),
        ("signatures_ignore_boxes=true",),
        ("power_tokens=false",),
        ("signatures=false",),
        ("moxie=false",),
        ("hand_size=4",),
        ("hand_size=6",),
        ("hand_size=7", "reshuffle=end_of_round", "signatures_ignore_boxes=true"),
        ("round_limit=5",),
    ),
    "powercreep": (
        (),
        ("modifiers_in_combat=true",),
        ("bombs_by_value=true",),
        ("modifiers_in_combat=true", "bombs_by_value=true"),
        ("modifiers_in_combat=true", "joker_in_combat=true", "shot_attack_counts=true"),
        ("modifiers_in_combat=true", "combat_targets=battling"),
        ("stack_from=hand", "stacks_of_twos_are_bombs=false"),
        ("stack_from=field", "protect=false"),
        ("protect_after_damage=true", "first_turn_battle=true"),
        ("idle_draw=3", "hand_size=9", "hand_limit=4", "damage_limit=12"),
        ("jokers=0", "life_stack=20", "cost_of_2=1", "cost_of_10=0", "king=9"),
        ("trips=false",),
        ("runs=false",),
        ("stacks=false",),
        ("cancels=false",),
        ("bombs=false",),
        ("bombs=false", "bombs_by_value=true"),
    ),
}


@cache
def data_of(name: str, edits: tuple[str, ...] = ()) -> RulesetData:
    """Return the shipped data of a ruleset with edits laid over it."""
    return balance.load(name, rulesets=RULESETS, edits=edits)


@cache
def player_of(name: str) -> Player:
    """Return this process's player of a ruleset."""
    return Player(rules.get(name))


@cache
def plan_of(name: str, edits: tuple[str, ...], epoch: int) -> Plan:
    """Return a plan of every cell of the shipped data, kept since lowering takes a while with JIT off."""
    data = data_of(name, edits)
    return plan_matchups(rules.get(name), data, levels=((data.standard, 2),), epoch=epoch)


def cells_of(
    name: str, edits: tuple[str, ...] = (), policy_a: str = "standard", policy_b: str = "standard", epoch: int = 1
) -> tuple[Cell, ...]:
    """Return every cell of the shipped data, two rotations each, side a and b under policies of their own."""
    data = data_of(name, edits)
    ruleset = rules.get(name)
    names = [data.policy_name(policy_a), data.policy_name(policy_b)]
    lowered = [lower_with_script(ruleset, data.policy(policy), data.script(policy)) for policy in names]
    both = by_side(*lowered)
    return tuple(
        replace(cell, policy_a=names[0], policy_b=names[1], policies=both, rotations=2, key="")
        for cell in plan_of(name, edits, epoch).cells
    )


def dealt(name: str, state: np.record) -> list[int]:
    """Return every card that a game has after its setup, as numbers in order; copies of a kind have the same number."""
    seats = [state.seat[0], state.seat[1]]
    if name == "powercreep":
        places = [27 * i + place for i, seat in enumerate(seats) for place in range(seat.stack_n)]
        stacks = [int(state.deck[place]) for place in places]
        hands = int(seats[0].hand) | int(seats[1].hand) | int(state.removed)
        return sorted([*stacks, *(card for card in range(64) if (hands >> card) & 1)])
    found = []
    for i, seat in enumerate(seats):
        kinds = [kind for kind in range(9) for _ in range(int(seat.hand) >> (4 * kind) & 15)]
        kinds += [int(kind) for kind in seat.deck[: seat.deck_n]]
        found += [100 * int(state.side[i]) + kind for kind in kinds]
    return sorted(found)


def trace_of(name: str, cell: Cell, block: int, rotation: int = 0) -> np.ndarray:
    """Return the trace of one game, int64[rows, 4]."""
    return trace_game(player_of(name), cell, block, rotation)[0]
