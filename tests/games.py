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

# Every rule option away from its default, alone and together.
OPTION_SETS: tuple[tuple[str, ...], ...] = (
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
)


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


def trace_of(name: str, cell: Cell, block: int, rotation: int = 0) -> np.ndarray:
    """Return the trace of one game, int64[rows, 4]."""
    return trace_game(player_of(name), cell, block, rotation)[0]
