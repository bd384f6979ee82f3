"""The ruleset's README shows every shipped power token as the files have it."""

from pathlib import Path

import balance
from balance.rules.combo_fighter.tokens import lines_of

ROOT = Path(__file__).parents[2]
README = (ROOT / "balance" / "rules" / "combo_fighter" / "README.md").read_text(encoding="utf-8")


def test_the_readme_shows_all_tokens():
    shown = 0
    for fighter in balance.load("combo-fighter", rulesets=ROOT / "rulesets").sides.values():
        (row,) = (line for line in README.splitlines() if line.startswith(f"| {fighter.name}"))
        assert ("stand-in" in row) == (not fighter.provenance.is_published)
        for _, face in fighter.power.faces():
            assert f"{face.name}: `" in row
        for _, _, when, what in lines_of(fighter.power):
            assert f"`{when}: {what}`" in row
            shown += 1
    assert shown >= 20
