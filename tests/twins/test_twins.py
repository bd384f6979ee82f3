"""The same keys without the compiler, and with bounds checks: every integer is equal.

Without the compiler an index out of range, an overflow or a float where an integer is meant raises or warns, and a
warning is an error; so a difference is a miscompiled kernel, a wrapped int8 or a stale cache.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from balance import rules

ROOT = Path(__file__).resolve().parents[2]
BLOCKS = 2


def played(name: str, **settings: str) -> dict[str, list]:
    environment = os.environ | settings | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "error", "-m", "tests.twins.play_some", name, str(BLOCKS)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


@pytest.fixture(scope="module", params=rules.names())
def compiled(request):
    return request.param, played(request.param)


@pytest.mark.long
def test_without_the_compiler(compiled):
    name, expected = compiled
    assert len(expected) > {"combo-fighter": 80, "powercreep": 60}[name]
    assert played(name, NUMBA_DISABLE_JIT="1") == expected


@pytest.mark.long
def test_with_bounds_checks(compiled):
    name, expected = compiled
    assert played(name, NUMBA_BOUNDSCHECK="1") == expected
