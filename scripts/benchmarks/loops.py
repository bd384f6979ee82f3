"""Loops around single kernels of Combo Fighter, and a play loop that counts; for the part `profile`."""

# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import numpy as np

from balance.core.jit import kernel
from balance.core.luck import draw, mix
from balance.core.piles import one, shuffle_into
from balance.core.play import begin
from balance.core.policies import choose, race_of_copies
from balance.core.protocol import actor, apply, legal, setup, weigh
from balance.rules.combo_fighter.legal import subsets

SAMPLES = 64  # decisions kept of each kind and cell
HAND = one(0) + one(1) + one(2) + one(3)  # four cards, 16 subsets
SUBSETS = 16
ASKED, LISTED, REAL, WEIGHED = range(4)  # decisions and their actions, then the same of real decisions


@kernel
def survey(cards, policies, games, blank, state, actions, memo, trace, counts, samples, codes, kept):
    """Play games as `core.play` does, count, and keep some real decisions; return the cards shuffled."""
    shuffled = 0
    for index in range(games):
        state[0] = blank[0]
        game = state[0]
        begin(game, mix(np.uint64(index)), index % 2, False)
        setup(cards, game, trace)
        shuffled += game.seat[0].deck_n + game.seat[1].deck_n
        while actor(cards, game) >= 0:
            kind = game.decision
            n = legal(cards, game, actions)
            counts[kind, ASKED] += 1
            counts[kind, LISTED] += n
            i = 0
            if n > 1:
                counts[kind, REAL] += 1
                counts[kind, WEIGHED] += n
                i = choose(cards, game, game.actor, policies[game.side[game.actor]], memo, actions, n)
                if kept[kind] < SAMPLES and index % 4 == 0:
                    samples[kind * SAMPLES + kept[kind]] = game
                    codes[kind * SAMPLES + kept[kind]] = actions[i].code
                    kept[kind] += 1
            before_0, before_1 = game.seat[0].shuffles_n, game.seat[1].shuffles_n
            apply(cards, game, actions[i].code, trace)
            # A deck just made has been drawn from already; near enough.
            shuffled += game.seat[0].deck_n * (game.seat[0].shuffles_n - before_0)
            shuffled += game.seat[1].deck_n * (game.seat[1].shuffles_n - before_1)
    return shuffled


@kernel
def copy_loop(n, blank, state):
    """Begin a game from a blank state."""
    total = 0
    for i in range(n):
        state[0] = blank[0]
        begin(state[0], np.uint64(i), 0, False)
        total += state[0].seat[1].deck_n
    return total


@kernel
def setup_loop(n, cards, blank, state, trace):
    """Begin games and deal them."""
    for i in range(n):
        state[0] = blank[0]
        begin(state[0], mix(np.uint64(i)), 0, False)
        setup(cards, state[0], trace)


@kernel
def legal_loop(n, cards, samples, first, kept, actions):
    """List the legal actions at each sample; return their number."""
    total = 0
    for _ in range(n):
        for i in range(first, first + kept):
            total += legal(cards, samples[i], actions)
    return total


@kernel
def choose_loop(n, cards, policies, samples, first, kept, actions, memo):
    """List and choose at each sample."""
    total = 0
    for _ in range(n):
        for i in range(first, first + kept):
            game = samples[i]
            listed = legal(cards, game, actions)
            total += choose(cards, game, game.actor, policies[game.side[game.actor]], memo, actions, listed)
    return total


@kernel
def apply_loop(n, cards, samples, codes, first, kept, state, trace):
    """Copy each sample and carry out its choice."""
    for _ in range(n):
        for i in range(first, first + kept):
            state[0] = samples[i]
            apply(cards, state[0], codes[i], trace)


@kernel
def value_loop(n, cards, policies, samples, first, kept, actions, memo):
    """Weigh every legal action at each sample, n times for one listing."""
    total = 0
    for i in range(first, first + kept):
        game = samples[i]
        policy = policies[game.side[game.actor]]
        listed = legal(cards, game, actions)
        for _ in range(n):
            weigh(cards, game, policy, memo, actions, listed)
            total += actions[listed - 1].worth
    return total


@kernel
def shuffle_loop(n, sheet, deck, shuffler):
    """Shuffle all the cards that start in the deck."""
    total = 0
    for i in range(n):
        total += shuffle_into(deck, sheet.rest, sheet.identity, mix(np.uint64(i)), shuffler)
    return total


@kernel
def subsets_loop(n, sheet, actions):
    """List the subsets of a hand of four different cards."""
    total = 0
    for _ in range(n):
        total += subsets(sheet, HAND, 0, 4, actions)
    return total


@kernel
def race_loop(n, actions):
    """Race among 16 actions of one copy each."""
    total = 0
    for i in range(n):
        total += race_of_copies(actions, SUBSETS, mix(np.uint64(i)))
    return total


@kernel
def draw_loop(n, actions):
    """Draw for an action when the luck of its decision is known."""
    total = np.uint64(0)
    for i in range(n):
        total ^= draw(np.uint64(i), actions[i & 15].identity)
    return total
