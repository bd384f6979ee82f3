"""The policies that weigh positions, and the tables they look up, without the compiler and with bounds checks."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = 2


def played(**settings: str) -> dict[str, list[str]]:
    environment = os.environ | settings | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "error", "-m", "tests.twins.weigh_some", str(GAMES)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


@pytest.mark.long
def test_weighing_is_the_same_without_the_compiler():
    expected = played()
    assert len(expected) == 8
    assert len({text for found in expected.values() for text in found}) == 4 + 8 * GAMES
    assert played(NUMBA_DISABLE_JIT="1") == expected


@pytest.mark.long
def test_weighing_keeps_within_bounds():
    assert played(NUMBA_BOUNDSCHECK="1") == played()
