"""Play a few games of the policies that weigh positions and print their integers as JSON (see test_weighing.py).

The fighters have few kinds of cards: filling the tables of a matchup is what takes time in plain Python.
"""

import json
import sys
import warnings

import numpy as np

from balance.core.luck import game_key
from balance.core.play import begin, play
from balance.core.policies import POLICY
from balance.core.protocol import records
from balance.core.trace import new_trace, rows
from balance.data.lower import hash_of, record_hash
from balance.rules.combo_fighter import RULESET
from tests.rules.combo_fighter.cast import GAEKERE, KAGAMI, PLAIN, STAFF, fighter, tokened
from tests.rules.combo_fighter.harness import Duel, shipped_policy

# Totals either way, an initiative that matters, turns by playing and by losing.
ODD = tokened(
    fighter(
        "Odd",
        "RT 10s i9 4/2 RT RS",
        "RS 10s i3 2/3 BT",
        "BT 10s 0/1 YT",
        "YT 10s 0/1 RT",
        "BC 10s * 0/4 BC",
        signatures=("RT RS BT 9 YT 12",),
    ),
    a=("playing RS: flip", "taking: total -1"),
    b=("dealing: total +2", "taking if against initiative 4: total x2", "lost: flip"),
)


def weigh_some(games: int) -> dict[str, list[str]]:
    """Return, by matchup and policies, hashes of the tables and of all that happened."""
    played = {}
    for one, two, hand_size in ((ODD, PLAIN, 5), (GAEKERE, KAGAMI, 4), (KAGAMI, ODD, 4), (ODD, STAFF, 4)):
        duel = Duel(one, two, hand_size=hand_size)
        pairs = (("expert", "standard"), ("cautious", "aggressive"))
        for pair in pairs:
            policies = records(2, POLICY)
            for side, name in enumerate(pair):
                policies[side] = shipped_policy(name)
            RULESET.study(duel.cards, policies)  # the compiled twin's are filled already
            found = [record_hash(duel.cards)]
            for game in range(games):
                state, trace = records(1, RULESET.game.state), new_trace(60_000)
                begin(state[0], np.uint64(game_key(np.uint64(1), np.uint64(9), game)), game % 2, False)
                play(duel.cards, policies, state[0], duel.actions, duel.memo, trace)
                found.append(hash_of(rows(trace).tobytes()))
            played[f"{one.name} {two.name} {' '.join(pair)}"] = found
    return played


if __name__ == "__main__":
    warnings.simplefilter("error")
    print(json.dumps(weigh_some(int(sys.argv[1]))))
