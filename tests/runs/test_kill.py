"""Killed at ten random moments and started again, a run ends with the bytes of a run that was left alone."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = ("matchups.csv", "matchups.png", "report.html", "run.json")


def command(folder: Path, games: int = 40_000) -> list[str]:
    return [
        sys.executable, "-m", "balance", "matchups", "combo-fighter", "--fighters", "boris,grace",
        "--games", str(games), "--rulesets", str(ROOT / "rulesets"), "--store", str(folder / "store"), "--out", str(folder / "out"),
    ]  # fmt: skip


def outputs(folder: Path) -> dict[str, bytes]:
    return {name: (folder / "out" / name).read_bytes() for name in FILES}


@pytest.mark.long
def test_kill_nine(tmp_path):
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    compiled = command(tmp_path / "compiled", 10)  # the runs that are timed and killed find the kernels ready
    subprocess.run(compiled, cwd=tmp_path, env=environment, check=True, capture_output=True)
    quiet = tmp_path / "quiet"
    start = time.monotonic()
    subprocess.run(command(quiet), cwd=tmp_path, env=environment, check=True, capture_output=True)
    seconds = time.monotonic() - start
    moments = random.Random(20_261)
    killed = tmp_path / "killed"
    hits = 0
    for _ in range(10):
        process = subprocess.Popen(
            command(killed), cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(moments.uniform(0.2, 0.95) * seconds)
        process.send_signal(signal.SIGKILL)
        hits += process.wait() == -signal.SIGKILL
    assert hits >= 3, "the run was too short to be killed"
    subprocess.run(command(killed), cwd=tmp_path, env=environment, check=True, capture_output=True)
    assert outputs(killed) == outputs(quiet)
    assert not list((killed / "store").rglob(".*")) or hits  # a half-written temporary file may stay; never a chunk
