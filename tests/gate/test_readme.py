"""The README's commands about a branch, in a repository with an edit."""

import re
import shlex

from tests.cli.test_readme import OF_A_BRANCH, README

COMMANDS = [
    line for line in re.findall(r"^ +scripts/balance (.+)$", README, re.MULTILINE) if OF_A_BRANCH.fullmatch(line)
]


def test_a_branch_from_the_edit_to_its_acceptance(gated):
    gated.edit("fighters/boris.yaml", "opening: 7, combo: 3", "opening: 25, combo: 12")
    few = {"diff": ["--games", "400"], "check": ["--blocks", "512"], "accept": []}
    ends = []
    for line in COMMANDS:
        words = shlex.split(line)
        code, out, err = gated.balance(*words, *few[words[0]])
        assert err == ""
        ends.append((words[0], code))
    assert ends == [("diff", 0), ("check", 1), ("accept", 0)]
    assert re.search(r"boris:grace: \+\d.* is accepted", out)
