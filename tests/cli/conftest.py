"""The command line run in this process, from an empty folder, with a store of its own."""

import shutil
from pathlib import Path

import pytest

from balance.cli.main import run

SHIPPED = Path(__file__).parents[2] / "rulesets"


class Cli:
    """Runs command lines and keeps what they printed."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys

    def __call__(self, *words: str) -> tuple[int, str, str]:
        """Return exit code, standard output and standard error of a command line."""
        self.capsys.readouterr()
        code = run(list(words))
        said = self.capsys.readouterr()
        return code, said.out, said.err

    def refused(self, *words: str) -> tuple[int, str]:
        """Return exit code and standard error of a command line that must not print anything else."""
        code, out, err = self(*words)
        assert out == ""
        return code, err


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Return a command line in an empty folder."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("BALANCE_STORE", str(tmp_path / "store"))
    monkeypatch.delenv("BALANCE_RULESETS", raising=False)
    return Cli(folder, capsys)


@pytest.fixture
def rulesets(cli: Cli) -> Path:
    """Return ./rulesets with a part of the shipped one: two fighters and two variants, which is faster."""
    folder = cli.folder / "rulesets" / "combo-fighter"
    shutil.copytree(SHIPPED / "combo-fighter", folder)
    for path in [*folder.glob("fighters/*.yaml"), *folder.glob("variants/*.yaml")]:
        if path.stem not in ("boris", "grace", "large-hand", "small-hand"):
            path.unlink()
    return Path("rulesets")


def edit(path: Path, old: str, new: str) -> None:
    """Replace a text that stands in the file exactly once."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def place(path: Path, text: str) -> str:
    """Return PATH:LINE:COLUMN of the first place where a text stands."""
    before = path.read_text(encoding="utf-8").partition(text)[0]
    return f"{path}:{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"


@pytest.fixture
def problems(broken: Path) -> tuple[str, str]:
    """Return what is said about the broken folder: Boris's line, then the options' line."""
    boris = broken / "combo-fighter" / "fighters" / "boris.yaml"
    options = broken / "combo-fighter" / "options.yaml"
    return (
        f"{place(boris, '- {slot: 1,')}: the deck has 49 cards; expected 50 (+1)\n",
        f"{place(options, '55')}: 55 is wrong; expected a number from 4 to 7\n",
    )


@pytest.fixture
def broken(rulesets: Path) -> Path:
    """Return a folder of rulesets with a mistake in one fighter and one in the options."""
    folder = rulesets / "combo-fighter"
    edit(folder / "fighters" / "boris.yaml", "copies: 6, icon: RT", "copies: 5, icon: RT")
    edit(folder / "options.yaml", "hand_size: 5", "hand_size: 55")
    return rulesets


@pytest.fixture
def broken_variant(rulesets: Path) -> Path:
    """Return a folder of rulesets of which only a variant is broken."""
    edit(rulesets / "combo-fighter" / "variants" / "large-hand.yaml", "hand_size=6", "hand_size=66")
    return rulesets
