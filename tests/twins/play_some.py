"""Play fixed games and print their integers as JSON; run in processes with other compiler settings (see test_twins)."""

import json
import sys
import warnings

from balance.core.luck import renewed_bit
from balance.data.lower import hash_of, record_hash
from balance.runs.chunks import Chunk
from balance.runs.plan import Cell, varied
from balance.vocab import Purpose
from tests.games import OPTION_SETS, cells_of, data_of, player_of

# Options that make games short.
SHORT = {"combo-fighter": ("hand_size=4", "round_limit=4"), "powercreep": ("hand_size=4", "life_stack=8")}
# A policy that weighs what it does and needs no table of a matchup, which takes plain Python long to fill.
WEIGHING = {"combo-fighter": "greedy", "powercreep": "standard"}


def play_some(name: str, blocks: int) -> dict[str, list]:
    """Return, by cell, the outcome bytes and hashes of everything else a chunk keeps."""
    played = {}
    weighing = WEIGHING[name]
    for edits in OPTION_SETS[name]:
        # Each pair of policies plays cells of its own; plain Python has no time for all of them.
        pairs = ((weighing, "random"), ("random", weighing), (weighing, weighing))
        for i, (policy_a, policy_b) in enumerate(pairs):
            for cell in cells_of(name, edits, policy_a, policy_b)[i :: 3 if not edits else 15]:
                # Some are varied, so that forced cards, renewed luck and the counts of cards are twins as well.
                forced, renewed = (i, 2 - i), i * renewed_bit(0, Purpose.SHUFFLE)
                other = varied(cell, forced=forced, renewed=renewed, is_counting=True)
                label = " ".join((*edits, cell.a, cell.b, cell.policy_a, cell.policy_b))
                played[label] = integers(name, cell, blocks) + integers(name, other, 1)
    assert data_of(name).sides
    return played | search_some(name)


def search_some(name: str) -> dict[str, list]:
    """Return the same of short games in which a side searches, a rollout or two an option."""
    searching = [policy for policy, model in data_of(name).policies.items() if model.search]
    played = {}
    for rollouts, policy in enumerate(searching, 1):
        edits = (
            *SHORT[name], f"policies.{policy}.search.rollouts={rollouts}",
            f"policies.{policy}.search.script={WEIGHING[name]}",
        )  # fmt: skip
        for cell in cells_of(name, edits, policy, "random")[1::20]:
            played[" ".join((policy, cell.a, cell.b))] = integers(name, cell, 1)
    return played


def integers(name: str, cell: Cell, blocks: int) -> list:
    """Return what a chunk keeps: its outcome bytes, and hashes of the rest; and a hash of what was looked up."""
    result = player_of(name).play(Chunk(cell, 100, blocks))
    return [
        result.outcomes.tobytes().hex(),
        result.decisions,
        *(hash_of(array.tobytes()) for array in result.arrays),
        record_hash(cell.cards),
    ]


if __name__ == "__main__":
    warnings.simplefilter("error")
    print(json.dumps(play_some(sys.argv[1], int(sys.argv[2]))))
