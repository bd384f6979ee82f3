"""How a gate was asked, and the commands that lead on from it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from balance.data.files import RULESETS
from balance.data.load import RulesetData
from balance.gate.accepting import MATCHUPS_MAX
from balance.gate.check import Checked
from balance.gate.sources import HEAD
from balance.gate.told import rows_of
from balance.stats.gate import Result


@dataclass(frozen=True, slots=True)
class Asked:
    """How a gate was asked, for the commands that lead on from it.

    Attributes
    ----------
    command : str
        The command line that asks it again.
    context : str
        Of it, what names the data: ruleset, edits, base and head.
    out : Path or None
        The folder of the outputs, if it was named.
    """

    command: str
    context: str
    out: Path | None = None

    def accepting(self, data: RulesetData, named: Sequence[str]) -> str:
        """Return the command line that accepts matchups, without the reason."""
        is_named = data.location.found_by in (RULESETS, HEAD)
        where = ["--rulesets", str(data.location.folder)] if is_named else []
        out = ["--out", str(self.out)] if self.out is not None else []
        return shlex.join(["balance", "accept", data.name, *named, *where, *out])


def hints(checked: Checked, asked: Asked) -> Iterator[str]:
    """Yield the commands that lead on from here."""
    data = checked.judged.plan.head.data
    rows = [row for row in rows_of(checked) if row.is_decisive and row.against == "base"]
    failed = list(
        dict.fromkeys(row.claim.matchup for row in rows if row.result is Result.FAIL and ":" in row.claim.matchup)
    )
    if failed:
        named = failed if len(failed) <= MATCHUPS_MAX else ["--all", "--yes"]
        yield f"see why:   balance explain {asked.context} {failed[0]}"
        if not data.edits:  # only what is in the files can be accepted
            yield f'accept it: {asked.accepting(data, named)} --reason "..."'
    needed = [row.needed for row in rows if row.result is Result.INCONCLUSIVE]
    known = [blocks for blocks in needed if blocks is not None]
    if known:
        yield f"decide it: balance check {asked.context} --blocks {max(known)}"
    if checked.result is not Result.PASS and checked.request.seconds is None:
        yield "The same data gives the same verdict again: trying once more changes nothing."
