"""All mutants by name: those of `mutants.txt`, and what the operators make of the rules of Powercreep!Beta.

`equivalent.txt` says of some of the latter why nobody can notice them; a few words stand for those of one kind.
"""

from __future__ import annotations

from pathlib import Path

from tests.mutation.mutants import MUTANTS, Mutant, read
from tests.mutation.operators import Turned, turned

# Modules that the operators break, and the rule tests that are asked first: the oracle believes whatever is dealt.
TURNED_MODULES = {
    "rules": "", "deal": "setup", "turns": "", "summons": "", "modifiers": "", "battles": "", "moves": "", "legal": "",
    "cards": "", "counts": "",
}  # fmt: skip


def made() -> list[Turned]:
    """Return what the operators make, with the reasons of those that nobody can notice, and the tests to ask first."""
    known = {mutant.name: mutant for mutant in read((Path(__file__).parent / "turned.txt").read_text(encoding="utf-8"))}
    found = [mutant for name in TURNED_MODULES for mutant in turned(f"rules.powercreep.{name}")]
    for mutant in found:
        mutant.first = TURNED_MODULES[mutant.module.rpartition(".")[2]]
        if mutant.name in known:
            mutant.equivalent = known[mutant.name].equivalent
            mutant.first = known[mutant.name].first or mutant.first
    strangers = set(known) - {mutant.name for mutant in found}
    if strangers:
        raise ValueError(f"turned.txt: no operator makes {sorted(strangers)}")
    return found


TURNED = made()
SUSPECTS: dict[str, Mutant] = {mutant.name: mutant for mutant in [*MUTANTS, *TURNED]}
