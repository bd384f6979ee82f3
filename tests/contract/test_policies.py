"""What every shipped policy must keep: legal, deterministic, blind to what its seat cannot see, the same from any seat.

A policy that is added to a ruleset's `policies.yaml` is tested without a word here. Policies that search do so with few
rollouts: what is asked does not depend on their number.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest

from balance import rules
from balance.core.policies import choose, take_key
from balance.core.protocol import ACTION, records
from balance.core.search import new_searcher, search
from balance.core.trace import NO_TRACE
from balance.runs.chunks import Player
from balance.runs.plan import Cell, by_side, is_searching, lower_with_script
from tests.games import cells_of, data_of

STATES = 1_000
ROLLOUTS = 3
POLICIES = [(name, policy) for name in rules.names() for policy in data_of(name).policies]


@dataclass
class Position:
    """A decision reached by random play; `at` names it among those of its game, whoever sits where."""

    cell: Cell
    state: np.recarray
    seat: int
    at: tuple[int, ...]  # side, kind, turn, step


class Asked:
    """One policy on both sides, with scratch memory of its own."""

    def __init__(self, name: str, policy: str) -> None:
        self.names = name, policy
        self.ruleset = rules.get(name)
        data = data_of(name)
        lowered = lower_with_script(self.ruleset, data.policy(policy), data.script(policy))
        lowered[0].rollouts = min(lowered[0].rollouts, ROLLOUTS)
        self.policies = by_side(lowered, lowered)
        self.actions = records(self.ruleset.actions_max, ACTION)
        self.memo = records(1, self.ruleset.memo)
        self.searcher: Any = None
        if is_searching(self.policies):
            state, memo = self.ruleset.game.state, self.ruleset.memo
            self.searcher = new_searcher(state, memo, self.ruleset.actions_max, self.ruleset.row_length)

    def choice(self, position: Position) -> int:
        """Return the code of the action that the policy takes."""
        cards, state = position.cell.cards, position.state[0]
        n = self.ruleset.game.functions["legal"](cards, state, self.actions)
        i = -1
        if self.searcher is not None:
            i = search(cards, self.policies, state, position.seat, self.searcher, self.actions, n)
        if i < 0:
            policy = self.policies[state.side[position.seat]]
            i = choose(cards, state, position.seat, policy, self.memo[0], self.actions, n)
        assert 0 <= i < n
        return int(self.actions[i].code)


def positions_of(cell: Cell, ruleset: Any, block: int, rotation: int) -> list[Position]:
    """Return every real decision of a random game; in rotation 1 the sides swap seats and take their luck along."""
    functions, player = ruleset.game.functions, Player(ruleset)
    state = player.begin(cell, block, rotation)
    if rotation:
        state.lane[0], state.lane[1] = 1, 0
        take_key(state, state.key)
    functions["setup"](cell.cards, state, NO_TRACE)
    found = []
    while (seat := functions["actor"](cell.cards, state)) >= 0:
        n = functions["legal"](cell.cards, state, player.actions)
        assert 1 <= n <= len(player.actions)
        i = 0
        if n > 1:
            copy = records(1, ruleset.game.state)
            copy[0] = state
            at = tuple(map(int, functions["decision"](cell.cards, state)))
            found.append(Position(cell, copy, int(seat), (int(state.side[seat]), *at)))
            i = choose(cell.cards, state, seat, cell.policies[state.side[seat]], player.memo[0], player.actions, n)
        functions["apply"](cell.cards, state, player.actions[i].code, NO_TRACE)
    return found


@cache
def positions(name: str) -> list[Position]:
    """Return `STATES` decisions of random games, from all matchups alike."""
    ruleset = rules.get(name)
    cells = cells_of(name, (), "random", "random")
    found = [position for i, cell in enumerate(cells) for position in positions_of(cell, ruleset, i, 0)]
    assert len(found) >= STATES
    return found[:: len(found) // STATES][:STATES]


@pytest.fixture(params=POLICIES, ids="-".join)
def asked(request):
    return Asked(*request.param)


def test_choices_are_legal_and_deterministic_and_leave_the_state_alone(asked):
    states = positions(asked.ruleset.name)
    before = [position.state.tobytes() for position in states]
    first = [asked.choice(position) for position in states]
    assert [position.state.tobytes() for position in states] == before
    # The other way round, so that the scratch memory holds something else; and then with memory that holds nothing.
    backwards = [asked.choice(position) for position in reversed(states)]
    assert backwards[::-1] == first
    assert [Asked(*asked.names).choice(position) for position in states[::50]] == first[::50]


def test_nobody_peeks(asked):
    """After hidden cards are dealt anew a seat sees the same legal actions and chooses the same."""
    functions = asked.ruleset.game.functions
    fresh = records(asked.ruleset.actions_max, ACTION)
    redealt = 0
    for number, position in enumerate(positions(asked.ruleset.name)):
        cards = position.cell.cards
        n = functions["legal"](cards, position.state[0], fresh)
        codes = set(fresh[:n]["code"].tolist())
        other = Position(position.cell, position.state.copy(), position.seat, position.at)
        state = other.state[0]
        functions["redeal"](cards, state, position.seat, np.uint64(number))
        redealt += state.tobytes() != position.state[0].tobytes()
        while functions["actor"](cards, state) != position.seat:  # a hidden choice was taken back: ask again
            m = functions["legal"](cards, state, fresh)
            functions["apply"](cards, state, fresh[number % m].code, NO_TRACE)
        m = functions["legal"](cards, state, fresh)
        assert set(fresh[:m]["code"].tolist()) == codes
        assert asked.choice(other) == asked.choice(position)
    assert redealt > STATES / 2


def test_a_choice_is_the_same_from_both_seats(asked):
    """The same game with the seats swapped, each side keeping its luck: every choice is the same."""
    ruleset = asked.ruleset
    if not ruleset.is_simultaneous:
        pytest.skip("the seats are not alike")
    compared = 0
    for block, cell in enumerate(cells_of(ruleset.name, (), "random", "random")[::2]):
        here, there = (positions_of(cell, ruleset, block, rotation) for rotation in range(2))
        seats = {position.at: position for position in there}
        assert len(seats) == len(there) == len(here)
        for position in here[::3]:
            other = seats[position.at]
            assert other.seat == 1 - position.seat
            assert asked.choice(other) == asked.choice(position)
            compared += 1
    assert compared > 400
