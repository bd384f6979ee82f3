"""Play fixed games and print their integers as JSON; run in processes with other compiler settings (see test_twins)."""

import json
import sys
import warnings

from balance.data.lower import hash_of
from balance.runs.chunks import Chunk
from balance.runs.plan import Cell
from tests.games import OPTION_SETS, cells_of, data_of, player_of


def play_some(name: str, blocks: int) -> dict[str, list]:
    """Return, by cell, the outcome bytes and hashes of everything else a chunk keeps."""
    played = {}
    for edits in OPTION_SETS:
        # Each pair of policies plays cells of its own; plain Python has no time for all of them.
        pairs = (("standard", "second"), ("second", "standard"), ("standard", "standard"))
        for i, (policy_a, policy_b) in enumerate(pairs):
            for cell in cells_of(name, edits, policy_a, policy_b)[i :: 3 if not edits else 15]:
                label = " ".join((*edits, cell.a, cell.b, cell.policy_a, cell.policy_b))
                played[label] = integers(name, cell, blocks)
    assert data_of(name).sides
    return played | search_some(name)


def search_some(name: str) -> dict[str, list]:
    """Return the same of short games in which a side searches, a rollout or two an option."""
    searching = [policy for policy, model in data_of(name).policies.items() if model.search]
    played = {}
    for rollouts, policy in enumerate(searching, 1):
        edits = ("round_limit=4", f"policies.{policy}.search.rollouts={rollouts}")
        for cell in cells_of(name, edits, policy, "second")[1::20]:
            played[" ".join((policy, cell.a, cell.b))] = integers(name, cell, 1)
    return played


def integers(name: str, cell: Cell, blocks: int) -> list:
    """Return what a chunk keeps: its outcome bytes, and hashes of the rest."""
    result = player_of(name).play(Chunk(cell, 100, blocks))
    return [
        result.outcomes.tobytes().hex(),
        hash_of(result.histograms.tobytes()),
        hash_of(result.extremes.tobytes()),
        result.decisions,
        hash_of(cell.cards.tobytes()),
    ]


if __name__ == "__main__":
    warnings.simplefilter("error")
    print(json.dumps(play_some(sys.argv[1], int(sys.argv[2]))))
