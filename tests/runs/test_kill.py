"""Killed at ten random moments and started again, a run ends with the bytes of a run that was left alone."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from balance.runs.executor import default_jobs

ROOT = Path(__file__).resolve().parents[2]
GAMES = 40_000
FILES = ("lengths.png", "matchups.csv", "matchups.png", "report.html", "run.json", "tiers.png")


def command(folder: Path, games: int) -> list[str]:
    return [
        sys.executable, "-m", "balance", "matchups", "combo-fighter", "--fighters", "boris,grace",
        "--games", str(games), "--rulesets", str(ROOT / "rulesets"),
        "--store", str(folder / "store"), "--out", str(folder / "out"),
    ]  # fmt: skip


def outputs(folder: Path) -> dict[str, bytes]:
    return {name: (folder / "out" / name).read_bytes() for name in FILES}


@pytest.mark.long
def test_kill_nine(tmp_path):
    environment = os.environ | {"PYTHONPATH": str(ROOT)}

    def run(name: str, games: int) -> None:
        subprocess.run(command(tmp_path / name, games), cwd=tmp_path, env=environment, check=True, capture_output=True)

    run("compiled", 10)  # nothing below waits for the compiler
    start = time.monotonic()
    run("timed", GAMES // 10)
    seconds = time.monotonic() - start
    run("quiet", GAMES)
    moments = random.Random(20_261)
    killed = tmp_path / "killed"
    hits = 0
    for tenth in range(1, 11):  # every run has a tenth of the games to play, and what the one before left unfinished
        process = subprocess.Popen(
            command(killed, tenth * GAMES // 10),
            cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        time.sleep(moments.uniform(0.2, 0.95) * seconds)
        process.send_signal(signal.SIGKILL)
        hits += process.wait() == -signal.SIGKILL
    assert hits >= 3, "the run was too short to be killed"
    run("killed", GAMES)
    assert outputs(killed) == outputs(tmp_path / "quiet")
    # A kill may leave the temporary file that each thread was writing; a run that ends leaves none.
    assert len(list((killed / "store").rglob(".*"))) <= hits * default_jobs()
    assert not list((tmp_path / "quiet" / "store").rglob(".*"))
