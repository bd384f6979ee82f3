"""Play fixed games and print their integers as JSON; run in processes with other compiler settings (see test_twins)."""

import json
import sys
import warnings

from balance.core.luck import renewed_bit
from balance.data.lower import hash_of
from balance.runs.chunks import Chunk
from balance.runs.plan import varied
from balance.vocab import Purpose
from tests.games import OPTION_SETS, cells_of, data_of, player_of


def play_some(name: str, blocks: int) -> dict[str, list]:
    """Return, by cell, the outcome bytes and hashes of everything else a chunk keeps."""
    played = {}
    for edits in OPTION_SETS:
        # Each pair of policies plays cells of its own; plain Python has no time for all of them.
        pairs = (("standard", "second"), ("second", "standard"), ("standard", "standard"))
        for i, (policy_a, policy_b) in enumerate(pairs):
            for cell in cells_of(name, edits, policy_a, policy_b)[i :: 3 if not edits else 15]:
                # Some are varied, so that forced cards, renewed luck and the counts of cards are twins as well.
                forced, renewed = (i, 2 - i), i * renewed_bit(0, Purpose.SHUFFLE)
                other = varied(cell, forced=forced, renewed=renewed, is_counting=True)
                result = player_of(name).play(Chunk(cell, 100, blocks))
                of_other = player_of(name).play(Chunk(other, 100, 1))
                label = " ".join((*edits, cell.a, cell.b, cell.policy_a, cell.policy_b))
                played[label] = [
                    result.outcomes.tobytes().hex(),
                    hash_of(result.histograms.tobytes()),
                    hash_of(result.extremes.tobytes()),
                    result.decisions,
                    hash_of(*(array.tobytes() for array in (result.totals, result.lengths, result.course))),
                    hash_of(*(array.tobytes() for array in of_other.arrays)),
                    hash_of(cell.cards.tobytes()),
                ]
    assert data_of(name).sides
    return played


if __name__ == "__main__":
    warnings.simplefilter("error")
    print(json.dumps(play_some(sys.argv[1], int(sys.argv[2]))))
