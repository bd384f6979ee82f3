"""The commands of the README work as they stand, with fewer games."""

import re
import shlex
import shutil
import textwrap
from pathlib import Path

import pytest

from tests.cli.conftest import SHIPPED

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
PLAYING = ("matchups", "cards", "luck", "skill", "sweep", "diff")  # these can be asked for fewer games
# The doctor takes its time: other tests have it.
TRIED = (*PLAYING, "explain", "replay", "validate", "variants", "policies", "rulesets", "schema")
COMMANDS = [
    line for line in re.findall(r"^ +scripts/balance (.+)$", README, re.MULTILINE) if shlex.split(line)[0] in TRIED
]
# These ask about the branch of a repository; tests/gate runs them in one.
OF_A_BRANCH = re.compile(r"(diff|check) \S+|accept .+")


@pytest.mark.parametrize("line", [line for line in COMMANDS if not OF_A_BRANCH.fullmatch(line)])
def test_a_command_of_the_readme(cli, line):
    """In a folder with the shipped data, in which the copy that the README asks for has been made."""
    shutil.copytree(SHIPPED, cli.folder / "rulesets")
    copied = re.search(r"^ +cp (\S+) (\S+)$", README, re.MULTILINE)
    shutil.copy(cli.folder / copied[1], cli.folder / copied[2])
    words = shlex.split(line)
    few = ["--games", "2"] if words[0] in PLAYING else []
    code, _, err = cli(*words, *few)
    assert code == 0, err


def test_there_are_commands():
    assert len(COMMANDS) > 10
    assert {shlex.split(line)[0] for line in COMMANDS} >= {"matchups", "replay", "cards", "luck", "skill", "validate"}


def test_the_python_of_the_readme(cli, monkeypatch):
    """Both listings run as they stand, with fewer games, and leave what their names say."""
    monkeypatch.setenv("BALANCE_RULESETS", str(SHIPPED))
    listings = re.findall(r"^    import balance\n(?:    .*\n|\n(?=    ))+", README, re.MULTILINE)
    assert len(listings) == 2
    left: dict = {}
    for listing in listings:
        exec(re.sub(r"games=[\d_]+", "games=4", textwrap.dedent(listing)), left)
    assert set(left["table"]["policy_a"]) == {"standard", "expert"}
    assert list(left["grid"].index) == sorted(left["data"].sides)
    assert left["found"].columns == ["card", "effect", "lo", "hi"]
    assert left["sources"].height == 6
    assert left["skill"].matchups.height == 15  # three matchups at three levels of noise, and what errors cost
    assert left["survives"].columns == ["a", "b", "score_per_mille"]
    for name in ("strength", "shape", "moved", "deeds", "course", "told", "worth"):
        assert left[name].height > 0, name
