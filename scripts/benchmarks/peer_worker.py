"""One peer, in the environment where it is installed: prints its title, then plays a slice for each line it reads.

Real decisions (two or more legal actions) are counted beforehand, apart from the slices that are timed.
"""

from __future__ import annotations

import importlib
import random
import sys
import time
from collections.abc import Callable
from typing import Any

COUNTED = 400  # games
SLICE = 0.3  # seconds
DEALS = 20  # different deals that rollouts start from

# The title, the real decisions a game, and a function that plays n games.
Peer = tuple[str, float, Callable[[int], None]]


def finish(state: Any) -> int:
    """Play an open_spiel state to its end at random; return the real decisions."""
    real = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, chances)[0])
        else:
            actions = state.legal_actions()
            real += len(actions) > 1
            state.apply_action(random.choice(actions))
    return real


def open_spiel_bots(name: str) -> Peer:
    """Return whole games, deal included, between the library's uniform random bots; the loop is in C++."""
    pyspiel = importlib.import_module("pyspiel")
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]
    decisions = sum(finish(game.new_initial_state()) for _ in range(COUNTED)) / COUNTED

    def play(n: int) -> None:
        for _ in range(n):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, random.getrandbits(30))

    return f"open_spiel {name}, bots in C++", decisions, play


def open_spiel_rollouts(name: str) -> Peer:
    """Return rollouts of dealt games by the library's own evaluator, wholly in C++: a search of one simulation."""
    pyspiel = importlib.import_module("pyspiel")
    game = pyspiel.load_game(name)
    deals = []
    for _ in range(DEALS):
        state = game.new_initial_state()
        while state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, chances)[0])
        deals.append(state)
    decisions = sum(finish(state.clone()) for state in deals * (COUNTED // DEALS)) / COUNTED

    def play(n: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(max(n // DEALS, 1), random.getrandbits(30))
        for state in deals:
            pyspiel.MCTSBot(game, evaluator, 1.0, 1, 16, False, 1, False).mcts_search(state)

    return f"open_spiel {name}, rollouts in C++ after the deal", decisions, play


def pokerkit() -> Peer:
    """Return hands of fixed-limit hold'em among six; everything but the betting is automated."""
    kit = importlib.import_module("pokerkit")

    def hand() -> int:
        state = kit.FixedLimitTexasHoldem.create_state(tuple(kit.Automation), True, 0, (1, 2), 2, 4, 200, 6)
        real = 0
        while state.status:
            actions = []
            if state.can_fold():
                actions.append(state.fold)
            if state.can_check_or_call():
                actions.append(state.check_or_call)
            if state.can_complete_bet_or_raise_to():
                actions.append(state.complete_bet_or_raise_to)
            real += len(actions) > 1
            random.choice(actions)()
        return real

    def play(n: int) -> None:
        for _ in range(n):
            hand()

    return "pokerkit fixed-limit hold'em, Python", sum(hand() for _ in range(COUNTED)) / COUNTED, play


def essence_wars() -> Peer:
    """Return games between all decks that are not made for tests; engine and choice in Rust, the loop in Python."""
    wars = importlib.import_module("essence_wars")
    decks = [name for name in wars.PyGame.list_decks() if "test" not in name]
    games = [wars.PyGame(a, b) for a, b in zip(decks, decks[1:] + decks[:1], strict=True)]
    real = 0
    for i in range(COUNTED):
        game = games[i % len(games)]
        game.reset(i)
        while not game.is_done():
            real += int(game.action_mask().sum()) > 1
            game.step(game.random_action())

    def play(n: int) -> None:
        for i in range(n):
            game = games[i % len(games)]
            game.reset(random.getrandbits(30))
            is_done = False
            while not is_done:
                _, is_done = game.step(game.random_action())

    return "essence-wars, Rust called from Python", real / COUNTED, play


PEERS: dict[str, Callable[[], Peer]] = {
    "hearts-rollouts": lambda: open_spiel_rollouts("hearts"),
    "hearts-bots": lambda: open_spiel_bots("hearts"),
    "crazy_eights-rollouts": lambda: open_spiel_rollouts("crazy_eights"),
    "crazy_eights-bots": lambda: open_spiel_bots("crazy_eights"),
    "pokerkit": pokerkit,
    "essence-wars": essence_wars,
}


def main(name: str) -> None:
    """Make the peer ready and play a slice for each line of standard input."""
    title, decisions, play = PEERS[name]()

    def seconds(n: int) -> float:
        start = time.perf_counter()
        play(n)
        return time.perf_counter() - start

    n = 2 * DEALS
    seconds(n)
    n = max(round(SLICE / seconds(n) * n / DEALS), 1) * DEALS  # whole rounds of the deals
    print(f"{title} ({decisions:.1f} real decisions a game)", flush=True)
    for _ in sys.stdin:
        print(seconds(n) / n / decisions * 1e9, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
