"""The commands of the README work as they stand, with fewer games."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import SHIPPED

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^ +scripts/balance (.+)$", README, re.MULTILINE)


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_of_the_readme(cli, line):
    """In a folder with the shipped data, in which the copy that the README asks for has been made."""
    shutil.copytree(SHIPPED, cli.folder / "rulesets")
    copied = re.search(r"^ +cp (\S+) (\S+)$", README, re.MULTILINE)
    shutil.copy(cli.folder / copied[1], cli.folder / copied[2])
    words = shlex.split(line)
    few = ["--games", "2"] if words[0] in ("matchups", "cards", "luck", "skill") else []
    code, _, err = cli(*words, *few)
    assert code == 0, err


def test_there_are_commands():
    assert len(COMMANDS) > 10
    assert {shlex.split(line)[0] for line in COMMANDS} >= {"matchups", "replay", "cards", "luck", "skill", "validate"}
