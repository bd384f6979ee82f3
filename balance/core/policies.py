"""The policy record, and how values become a choice."""

import numpy as np

from balance.core.jit import kernel
from balance.core.luck import WEIGHT_MAX, beats, decision_key, draw, game_stream
from balance.core.protocol import decision, weigh
from balance.vocab import Mode, Purpose

DECISIONS_MAX = 16
WEIGHTS_MAX = 32
SOFT_UNIT = 4096

POLICY = np.dtype(
    [
        ("mode", np.int64, (DECISIONS_MAX,)),  # a vocab.Mode by kind of decision
        ("weight", np.int64, (WEIGHTS_MAX,)),  # integer weights of the ruleset's features
        ("noise", np.int64),  # per mille of decisions made at random instead
        ("rollouts", np.int64),  # of each option, where the mode is SEARCH; that is `search`'s, not `choose`'s
    ],
    align=True,
)

_NOISE_IDENTITY = np.uint64(0x6E6F697365)  # the draw that decides whether a decision is noise


@kernel
def take_key(state, key):
    """Give a game the key of all its luck, and with it the streams of its choices; the lanes are already set."""
    state.key = key
    for seat in range(2):
        state.policy_luck[seat] = game_stream(state, seat, Purpose.POLICY, 0)


@kernel
def choose(cards, state, seat, policy, memo, actions, n):
    """Return the index of the action that `policy` takes among the first `n` of `actions` (n >= 2).

    Every random or mixed choice is an exponential race: each action draws its own variate from the decision and its
    identity, and the smallest variate / weight wins. So the choice follows the weights exactly, and a small change of
    one weight changes few choices (Efraimidis and Spirakis 2006 for the race; common random numbers for the reason).
    """
    kind, turn, step = decision(cards, state)
    luck = decision_key(state.policy_luck[seat], kind, turn, step)
    mode = policy.mode[kind]
    if policy.noise > 0 and mode != Mode.RANDOM and is_noise(luck, policy.noise):
        mode = Mode.RANDOM
    if mode == Mode.RANDOM:
        return race_of_copies(actions, n, luck)
    weigh(cards, state, policy, memo, actions, n)
    if mode == Mode.BEST:
        return best(actions, n, luck)
    if mode == Mode.SOFT:
        return soft(actions, n, luck)
    return mixed(actions, n, luck)


@kernel
def is_noise(luck, per_mille):
    """Say whether this decision is among the `per_mille` that are made at random."""
    # A draw is odd, hence the shift.
    return (draw(luck, _NOISE_IDENTITY) >> np.uint64(1)) % np.uint64(1000) < np.uint64(per_mille)


@kernel
def race_of_copies(actions, n, luck):
    """Return the winner of the race in which each action weighs its copies."""
    winner = 0
    u = draw(luck, actions[0].identity)
    weight = actions[0].copies
    for i in range(1, n):
        rival = draw(luck, actions[i].identity)
        if beats(rival, actions[i].copies, u, weight):
            winner, u, weight = i, rival, actions[i].copies
    return winner


@kernel
def best(actions, n, luck):
    """Return the action of the highest worth; equal ones are decided by the race, copies as weights."""
    winner = 0
    u = draw(luck, actions[0].identity)
    for i in range(1, n):
        if actions[i].worth >= actions[winner].worth:
            rival = draw(luck, actions[i].identity)
            if actions[i].worth > actions[winner].worth or beats(rival, actions[i].copies, u, actions[winner].copies):
                winner, u = i, rival
    return winner


@kernel
def mixed(actions, n, luck):
    """Return an action in proportion to the positive worths; like RANDOM when there is none."""
    winner = -1
    u = np.uint64(0)
    weight = 0
    for i in range(n):
        mine = min(actions[i].worth, WEIGHT_MAX)
        if mine > 0:
            rival = draw(luck, actions[i].identity)
            if winner < 0 or beats(rival, mine, u, weight):
                winner, u, weight = i, rival, mine
    if winner < 0:
        return race_of_copies(actions, n, luck)
    return winner


@kernel
def soft(actions, n, luck):
    """Return an action by a logit choice: its weight doubles with every SOFT_UNIT of worth (McKelvey, Palfrey 1995)."""
    top = actions[0].worth
    for i in range(1, n):
        top = max(top, actions[i].worth)
    winner = -1
    u = np.uint64(0)
    weight = 0
    for i in range(n):
        mine = soft_weight(top - actions[i].worth)
        if mine > 0:
            rival = draw(luck, actions[i].identity)
            if winner < 0 or beats(rival, mine, u, weight):
                winner, u, weight = i, rival, mine
    return winner


@kernel
def soft_weight(short):
    """Return the weight of an action whose worth is `short` of the best: halved every SOFT_UNIT, linear between."""
    halvings = short // SOFT_UNIT
    if halvings > 24:
        return 0
    return (WEIGHT_MAX >> halvings) * (2 * SOFT_UNIT - short % SOFT_UNIT) // (2 * SOFT_UNIT)
