"""All mutants by name: those of `mutants.txt`, and what the operators make of the rules of Powercreep!Beta.

`equivalent.txt` says of some of the latter why nobody can notice them; a few words stand for those of one kind.
"""

from __future__ import annotations

from pathlib import Path

from tests.mutation.mutants import MUTANTS, Mutant, read
from tests.mutation.operators import Turned, turned

TURNED_MODULES = ("rules", "deal", "turns", "summons", "modifiers", "battles", "moves", "legal", "cards", "counts")
# By function, the rule tests that are asked first: of what never happens in an ordinary game.
FIRST = {
    "deal.force": "setup::test_a_forced_kind_comes_to_the_opening_hand",
    "deal.by_lot": "setup::test_a_forced_kind_comes_to_the_opening_hand",
    "deal.redeal": "secrets::test_pc_49_only_hidden_cards_are_dealt_anew",
}


def made() -> list[Turned]:
    """Return what the operators make, with the reasons of those that nobody can notice, and the tests to ask first."""
    known = {mutant.name: mutant for mutant in read((Path(__file__).parent / "turned.txt").read_text(encoding="utf-8"))}
    found = [mutant for name in TURNED_MODULES for mutant in turned(f"rules.powercreep.{name}")]
    for mutant in found:
        mutant.first = FIRST.get(mutant.name.partition(":")[0], "")
        if mutant.name in known:
            mutant.equivalent = known[mutant.name].equivalent
            mutant.first = known[mutant.name].first or mutant.first
    strangers = set(known) - {mutant.name for mutant in found}
    if strangers:
        raise ValueError(f"turned.txt: no operator makes {sorted(strangers)}")
    return found


TURNED = made()
SUSPECTS: dict[str, Mutant] = {mutant.name: mutant for mutant in [*MUTANTS, *TURNED]}
