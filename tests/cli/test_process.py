"""What only a process of its own can show: exit codes, tracebacks, imports, a real Ctrl-C."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from balance.cli.main import app

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ["numba", "polars", "pydantic", "ruamel", "matplotlib", "numpy", "jinja2", "pandas", "zstandard"]


def environment(folder: Path) -> dict[str, str]:
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path, "BALANCE_STORE": str(folder / "store"), "COLUMNS": "100", "NO_COLOR": "1"}


def python(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment(folder), capture_output=True, text=True, check=False
    )


def balance(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return python(folder, "-m", "balance", *words)


def test_module_and_exit_codes(tmp_path):
    fine = balance(tmp_path, "rulesets")
    assert (fine.returncode, fine.stderr) == (0, "")
    found, *rulesets = fine.stdout.splitlines()
    assert found.endswith("(found by packaged)")
    assert rulesets == [
        "  combo-fighter: Combo Fighter, Plotmaker Games; two-player duel with power tokens",
        "  powercreep: Powercreep!Beta, publisher not known; two players, one deck; policies against policies",
    ]
    refused = balance(tmp_path, "policies", "combo-figter")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert (
        refused.stderr == "no ruleset 'combo-figter'; known: combo-fighter, powercreep. Did you mean 'combo-fighter'?\n"
    )


CRASH = """
import sys
import balance
from balance.cli import main

def boom(*_args, **_options):
    raise RuntimeError("boom")

balance.load = boom
sys.argv[1:] = {words}
main.main()
"""


def test_traceback_of_an_internal_error(tmp_path):
    """The traceback comes on top; the exit code stays that of a crash, 1 would mean something else."""
    done = python(tmp_path, "-c", CRASH.format(words=["policies", "x", "--debug"]))
    assert "Traceback (most recent call last)" in done.stderr
    assert "RuntimeError: boom" in done.stderr
    assert (done.returncode, done.stdout) == (70, "")


def test_no_traceback_without_debug(tmp_path):
    done = python(tmp_path, "-c", CRASH.format(words=["policies", "x"]))
    assert (done.returncode, done.stdout) == (70, "")
    assert done.stderr == "balance: internal error, RuntimeError: boom\nRun it again with --debug for the traceback.\n"


def test_help_lists_the_commands(tmp_path):
    done = balance(tmp_path, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Example: balance matchups combo-fighter" in done.stdout
    assert re.findall(r"^  ([a-z]+)  ", done.stdout, re.MULTILINE) == [
        command.name for command in [*app.registered_commands, *app.registered_groups]
    ]


WRONG = """
import runpy
import sys

{change}
sys.argv = ["balance", "rulesets"]
runpy.run_module("balance", run_name="__main__")
"""


def test_a_python_that_is_too_old(tmp_path):
    done = python(tmp_path, "-c", WRONG.format(change="sys.version_info = (3, 10, 2)"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"{sys.executable}: this is Python 3.10; expected 3.11 or newer; start scripts/balance, which looks for one\n"
    )


def test_a_python_without_the_libraries(tmp_path):
    done = python(tmp_path, "-c", WRONG.format(change="sys.modules['typer'] = None"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"{sys.executable}: no module 'typer'; expected an environment with balance in it; start scripts/balance, which"
        " makes one, or install it with pip install .\n"
    )


IMPORTS = """
import sys
from balance.cli.main import run
code = run({words})
print(code, sorted(set({heavy}) & set(sys.modules)), file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("words", "code"), [(["--help"], 0), ([], 2), (["matchups", "--help"], 0), (["matchup", "x"], 2)], ids=str
)
def test_help_does_not_wait_for_heavy_imports(tmp_path, words, code):
    """Only typer itself may load pydantic, when it reads the options of a command."""
    done = python(tmp_path, "-c", IMPORTS.format(words=words, heavy=HEAVY))
    allowed = ("[]", "['pydantic']") if len(words) == 2 else ("[]",)
    assert done.stderr.splitlines()[-1] in [f"{code} {found}" for found in allowed]


OUTPUTS = ["feel.csv", "matchups.csv", "matchups.png", "report.html", "run.json"]
LONG_RUN = ["matchups", "combo-fighter", "--fighters", "boris,grace", "--policy", "greedy", "--games", "30000"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_and_go_on(cli, tmp_path):
    """Stopped in the middle, what is finished is kept; the same command goes on and ends as if nothing had been."""
    parted = tmp_path / "parted"
    parted.mkdir()
    started = subprocess.Popen(
        [sys.executable, "-m", "balance", *LONG_RUN, "--jobs", "1"],
        cwd=parted,
        env=environment(parted),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 300
    while len(list((parted / "store").rglob("*.zst"))) < 3:
        assert started.poll() is None, started.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.005)
    started.send_signal(signal.SIGINT)
    out, err = started.communicate(timeout=120)
    assert (started.returncode, out) == (130, "")
    found = re.fullmatch(
        r"(Compiling .*\n)?interrupted: (\d+) of (\d+) chunks are kept; run the same command again to go on\n", err
    )
    assert found, err
    kept, wanted = int(found[2]), int(found[3])
    assert 0 < kept < wanted
    assert kept <= len(list((parted / "store").rglob("*.zst"))) < wanted
    assert not (parted / "reports" / "out" / "combo-fighter" / "run.json").exists()
    again = balance(parted, *LONG_RUN, "--jobs", "2")
    assert again.returncode == 0, again.stderr
    summary = re.search(r"([\d,]+) games in [\d.]+ s: ([\d,]+) played .*, ([\d,]+) from the store\.", again.stdout)
    assert summary
    games, played, stored = (int(number.replace(",", "")) for number in summary.groups())
    assert games == played + stored == 90_000 + 512 + 2 * 512  # cards counted, and luck renewed
    assert stored > 0
    assert cli(*LONG_RUN, "--out", "whole")[0] == 0
    for name in OUTPUTS:
        parts = (parted / "reports" / "out" / "combo-fighter" / name).read_bytes()
        assert parts == (cli.folder / "whole" / name).read_bytes(), name
