"""A small ruleset folder of the tests' own, to be broken at will; whoever edits the shipped data does not move it."""

from collections.abc import Sequence
from pathlib import Path

import pytest

import balance
from balance import rules
from balance.data.files import Location
from balance.data.load import RulesetData, check_variants
from balance.errors import BalanceError, DataError
from balance.runs.plan import models_of

FILES = {
    "ruleset.yaml": """\
title: Small
publisher: Nobody
scope: for tests
""",
    "options.yaml": """\
# In force.
hand_size: 5
reshuffle: at_once
signatures: true
moxie: true
power_tokens: true
signatures_ignore_boxes: false
round_limit: 500
""",
    "policies.yaml": """\
standard: clever
second: random
policies:
  random:
    title: uniform
    choose: {opener: random, combo: random, payment: random, discards: random, offer: random}
  clever:
    title: plays lines
    choose: {opener: mixed, combo: best, payment: best, discards: best, offer: best}
    weights:
      line: 16
      spent: -1
""",
    "fighters/ann.yaml": """\
name: Ann
provenance: stand-in
cards:
  - {slot: 1, name: Red Hook, copies: 10, icon: RT, start: true, initiative: 5, opening: 3, combo: 2, box: [BT, YT]}
  - {slot: 2, name: Red Kick, copies: 10, icon: RS, start: true, initiative: 2, opening: 5, combo: 0, box: [RT]}
  - {slot: 3, name: Guard, copies: 10, icon: BT, start: true, star: true, opening: 1, combo: 1, box: [RT, YT]}
  - {slot: 4, name: Sweep, copies: 10, icon: BS, start: true, opening: 0, combo: 3, box: []}
  - {slot: 5, name: Throw, copies: 10, icon: YT, start: true, opening: 2, combo: 4, box: [RT, BT, BS]}
signatures:
  - {name: One Two, sequence: [RT, BT, YT], damage: 7, moxie: {icon: BS, damage: 10}}
  - {name: Low Blow, sequence: [RS, RT], damage: 6}
""",
    "fighters/bob.yaml": """\
name: Bob
provenance: rulebook
cards:
  - {slot: 1, name: Punch, copies: 15, icon: RT, start: true, initiative: 1, opening: 1, combo: 1, box: [YS]}
  - {slot: 2, name: Block, copies: 12, icon: BT, start: true, opening: 1, combo: 1, box: [RT]}
  - {slot: 3, name: Step, copies: 11, icon: YT, start: true, opening: 1, combo: 1, box: [BT]}
  - {slot: 7, name: Leap, copies: 6, icon: YS, start: true, opening: 1, combo: 1, box: [YT, YS]}
  - {slot: 9, name: Duck, copies: 6, icon: YC, start: true, opening: 1, combo: 1, box: [YT]}
""",
    "variants/big.yaml": """\
title: "A hand of six"
set:
  - hand_size=6
""",
}


class Shop:
    """A folder of rulesets that holds the small one."""

    def __init__(self, folder: Path) -> None:
        self.rulesets = folder
        self.folder = folder / "combo-fighter"
        for name, text in FILES.items():
            self.write(name, text)

    def write(self, name: str, content: str | bytes) -> Path:
        """Write a file of the ruleset."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace a text that stands in the file exactly once."""
        text = (self.folder / name).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        self.write(name, text.replace(old, new))

    def load(self, edits: Sequence[str] = (), variant: str | None = None) -> RulesetData:
        """Load the ruleset."""
        return balance.load("combo-fighter", rulesets=self.rulesets, edits=edits, variant=variant)

    def said(self, edits: Sequence[str] = (), variant: str | None = None) -> list[str]:
        """Return the lines of the error, paths from the ruleset's folder; none when all is fine."""
        try:
            self.load(edits, variant)
        except BalanceError as error:
            return str(error).replace(f"{self.folder}/", "").splitlines()
        return []

    def broken(self, name: str, old: str, new: str) -> list[str]:
        """Return what is said after an edit of a file."""
        self.edit(name, old, new)
        return self.said()

    def said_of_variants(self) -> list[str]:
        """Return the problems of all variants."""
        models = models_of(rules.get("combo-fighter"))
        problems = check_variants("combo-fighter", models, Location(self.rulesets, "a test"))
        return str(DataError(problems)).replace(f"{self.folder}/", "").splitlines()


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    """Return a fresh shop."""
    return Shop(tmp_path / "rulesets")
