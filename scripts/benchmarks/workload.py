"""The work that is measured: reference shuffles, and fresh games of every cell in equal shares."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import count

import numpy as np
import reference_shuffle

import balance
from balance import rules
from balance.runs.chunks import Chunk, Player
from balance.runs.plan import Plan, plan_matchups

from .measure import ROOT, RULESET

SLICE = 0.05  # seconds; short, so that two neighbouring slices see the same machine


def plan_of(*policies: str, ruleset: str = RULESET, edits: tuple[str, ...] = ()) -> Plan:
    """Return the plan of every cell of the shipped data, edits laid over it, under each policy.

    Where sides are policies, of every cell of these.
    """
    data = balance.load(ruleset, rulesets=ROOT / "rulesets", edits=edits)
    sides = policies if data.is_between_policies else ()
    return plan_matchups(rules.get(ruleset), data, sides=sides, levels=tuple((policy, 2) for policy in policies))


class Reference:
    """Slices of reference shuffles."""

    def __init__(self) -> None:
        self.scratch = np.zeros(64, np.int8), np.zeros(160, np.uint64), np.zeros(80, np.int16)
        self.epochs = count(1)
        self.shuffles = 10
        self()  # compiles
        self.shuffles = 10_000
        self.shuffles = max(int(SLICE * 1e9 / self()), 1)

    def __call__(self) -> float:
        """Return the nanoseconds of one shuffle, over one slice."""
        start = time.perf_counter()
        reference_shuffle.shuffles(next(self.epochs), self.shuffles, *self.scratch)
        return (time.perf_counter() - start) / self.shuffles * 1e9


@dataclass(frozen=True)
class Played:
    """What one slice of games took."""

    seconds: float
    games: int
    decisions: int  # real ones: two or more legal actions

    @property
    def us_per_game(self) -> float:
        """Return microseconds a game."""
        return self.seconds / self.games * 1e6

    @property
    def ns_per_decision(self) -> float:
        """Return nanoseconds a real decision."""
        return self.seconds / self.decisions * 1e9


class Games:
    """Slices of games under one policy: mirrors included, every cell the same number, no block twice, no store."""

    def __init__(
        self, policy: str, seconds: float = SLICE, edits: tuple[str, ...] = (), ruleset: str = RULESET
    ) -> None:
        self.policy = policy
        self.plan = plan_of(policy, ruleset=ruleset, edits=edits)
        self.player = Player(self.plan.ruleset)
        self.next_block = 0
        self.games_a_cell = 2
        self()  # compiles
        self.games_a_cell = 50
        took = self().seconds
        self.games_a_cell = 2 * max(round(25 * seconds / took), 1)

    def __call__(self) -> Played:
        """Play one slice."""
        games = decisions = 0
        first, self.next_block = self.next_block, self.next_block + self.games_a_cell
        start = time.perf_counter()
        for cell in self.plan.cells:
            result = self.player.play(Chunk(cell, first, self.games_a_cell // cell.rotations))
            games += result.outcomes.size
            decisions += result.decisions
        return Played(time.perf_counter() - start, games, decisions)
