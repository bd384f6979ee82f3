"""Choosing by rollouts: every option is tried in worlds that the seat cannot tell apart, played on to the end.

A world is the position with everything hidden dealt anew (`redeal`) and a key of its own, so neither the real hands nor
the real luck to come is ever looked at. In each world every option is tried once, under the same luck, and a script
plays both seats to the end. The same worlds serve all options, so their luck cancels out of the comparison (common
random numbers; for determinised rollouts see Ginsberg 2001, "GIB: imperfect information in a computationally
challenging game").

A script never searches, so no kernel here calls itself: `play` calls `search`, and `search` plays on with `choose`.
"""

from typing import Any, NamedTuple

import numpy as np

from balance.core.jit import kernel
from balance.core.luck import beats, decision_key, draw, game_stream, stream
from balance.core.policies import choose, is_noise, take_key
from balance.core.protocol import ACTION, actor, apply, decision, fill_row, legal, records, redeal
from balance.core.trace import COLUMNS
from balance.vocab import Mode, Outcome, Purpose

SCRIPTS = 2  # the script of side s stands at policies[SCRIPTS + s]


class Searcher(NamedTuple):
    """The scratch of a search; its fields are arrays, since kernels allocate nothing."""

    world: Any  # state[1]: the position in the world that is being tried
    game: Any  # state[1]: the rollout
    actions: Any  # ACTION[n]: of the rollout
    memo: Any  # memo[1]: of the rollout
    row: Any  # int64[row_length]: the result of the rollout
    points: Any  # int64[n]: half points of each option over all worlds
    silent: Any  # int64[0, 4]: a rollout is not recorded


def new_searcher(state: np.dtype, memo: np.dtype, actions_max: int, row_length: int) -> Searcher:
    """Return the scratch of one thread for a ruleset's records."""
    return Searcher(
        records(1, state), records(1, state), records(actions_max, ACTION), records(1, memo),
        np.zeros(row_length, np.int64), np.zeros(actions_max, np.int64), np.zeros((0, COLUMNS), np.int64),
    )  # fmt: skip


@kernel
def search(cards, policies, state, seat, searcher, actions, n):
    """Return the index of the option with the most points, -1 where the policy of the seat does not search.

    Parameters
    ----------
    policies : POLICY[4]
        By side, then the scripts of their rollouts.
    searcher : Searcher
        Scratch; nothing in it outlives the decision.
    actions : ACTION[n]
        The options.
    """
    side = state.side[seat]
    policy = policies[side]
    kind, turn, step = decision(cards, state)
    lane = state.lane[seat]
    luck = decision_key(state.policy_luck[seat], kind, turn, step)
    if policy.mode[kind] != Mode.SEARCH or (policy.noise > 0 and is_noise(luck, policy.noise)):
        return -1
    script = policies[SCRIPTS + side]
    searcher.points[:n] = 0
    worlds = decision_key(game_stream(state, seat, Purpose.REDEAL, 0), kind, turn, step)
    for world in range(policy.rollouts):
        imagine(cards, script, state, seat, stream(worlds, lane, Purpose.REDEAL, world), searcher)
        for i in range(n):
            searcher.points[i] += rollout(cards, script, side, actions[i].code, searcher)
    return most_points(searcher.points, actions, n, luck)


@kernel
def imagine(cards, script, state, seat, key, searcher):
    """Make the world of `key`: hidden cards dealt anew, all luck to come its own, hidden choices made by the script.

    The seat is to move in it, as in `state`, with the same options.
    """
    searcher.world[0] = state
    world = searcher.world[0]
    take_key(world, key)
    redeal(cards, world, seat, key)
    while actor(cards, world) != seat:
        step_on(cards, script, world, searcher)


@kernel
def step_on(cards, script, game, searcher):
    """Let the script make one decision."""
    n = legal(cards, game, searcher.actions)
    i = 0
    if n > 1:
        i = choose(cards, game, actor(cards, game), script, searcher.memo[0], searcher.actions, n)
    apply(cards, game, searcher.actions[i].code, searcher.silent)


@kernel
def rollout(cards, script, side, code, searcher):
    """Carry out an option in the present world, play on to the end, and return the half points of `side`."""
    searcher.game[0] = searcher.world[0]
    game = searcher.game[0]
    apply(cards, game, code, searcher.silent)
    while actor(cards, game) >= 0:
        step_on(cards, script, game, searcher)
    fill_row(cards, game, searcher.row)
    if searcher.row[0] == Outcome.WIN:
        return 2 - 2 * side
    if searcher.row[0] == Outcome.LOSS:
        return 2 * side
    return 1


@kernel
def most_points(points, actions, n, luck):
    """Return the option with the most points; equal ones are decided by the race, copies as weights."""
    winner = 0
    u = draw(luck, actions[0].identity)
    for i in range(1, n):
        if points[i] >= points[winner]:
            rival = draw(luck, actions[i].identity)
            if points[i] > points[winner] or beats(rival, actions[i].copies, u, actions[winner].copies):
                winner, u = i, rival
    return winner
