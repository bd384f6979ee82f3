"""The cache of compiled kernels: found again by a second process, never stale, never in the way."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from balance.core import jit

ROOT = Path(__file__).resolve().parents[2]

HITS = """
import tests.games as games
from balance.core.play import play_chunk
from balance.runs.chunks import Chunk
games.player_of("combo-fighter").play(Chunk(games.cells_of("combo-fighter")[1], 0, 1))
print(sum(play_chunk.stats.cache_hits.values()), sum(play_chunk.stats.cache_misses.values()))
"""

SEARCH_HITS = """
import tests.games as games
from balance.core.play import play_chunk
from balance.runs.chunks import Chunk
for policy in ("greedy", "search"):
    player = games.player_of("combo-fighter")
    player.play(Chunk(games.cells_of("combo-fighter", (), policy, policy)[1], 0, 0))
    print(sum(play_chunk.stats.cache_hits.values()), sum(play_chunk.stats.cache_misses.values()))
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A copy of the package's sources that a test may edit."""
    copy = tmp_path / "balance"
    shutil.copytree(jit.PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(jit, "PACKAGE", copy)
    return copy


@pytest.mark.parametrize(
    "file", ["core/luck.py", "core/play.py", "vocab.py", "rules/combo_fighter/rules.py", "rules/combo_fighter/state.py"]
)
def test_an_edit_of_any_kernel_source_makes_a_new_key(package, file):
    before = jit.compile_key(), jit.compile_key("combo_fighter")
    with (package / file).open("a") as source:
        source.write("\n# edited\n")
    after = jit.compile_key(), jit.compile_key("combo_fighter")
    assert before[0] != after[0]
    assert before[1] != after[1]


@pytest.mark.parametrize("file", ["cli/main.py", "rules/combo_fighter/narrate.py", "data/files.py", "rules/README.md"])
def test_what_no_kernel_reads_does_not_recompile(package, file):
    before = jit.compile_key()
    with (package / file).open("a") as source:
        source.write("\n# edited\n")
    assert jit.compile_key() == before


def test_another_ruleset_recompiles_but_keeps_the_chunks(package):
    before = jit.compile_key(), jit.compile_key("combo_fighter")
    (package / "rules" / "another").mkdir()
    (package / "rules" / "another" / "rules.py").write_text("# kernels\n")
    assert jit.compile_key() != before[0]
    assert jit.compile_key("combo_fighter") == before[1]


def test_the_flags_of_the_compiler_are_in_the_key(monkeypatch):
    before = jit.compile_key()
    monkeypatch.setattr(jit.numba.config, "BOUNDSCHECK", 1)
    assert jit.compile_key() != before


def test_old_keys_are_pruned_and_recent_ones_kept(tmp_path):
    now = time.time()
    for age, name in enumerate(["a", "b", "c", "d", "e", "f"]):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (now - age * 50_000, now - age * 50_000))
    jit._prune(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b", "c", "d"]


def test_a_second_process_compiles_nothing():
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    for _ in range(2):  # the first may have to compile
        done = subprocess.run(
            [sys.executable, "-c", HITS], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
    hits, misses = map(int, done.stdout.split())
    assert hits >= 1
    assert misses == 0


def test_a_search_is_compiled_for_those_who_search_and_found_again():
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", SEARCH_HITS], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
    assert done.stdout.split() == ["1", "0", "2", "0"]


def test_a_cache_that_cannot_be_written_is_no_obstacle(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    environment = os.environ | {"PYTHONPATH": str(ROOT), "BALANCE_CACHE": str(blocked), "NUMBA_DISABLE_JIT": "1"}
    code = (
        "import balance; data = balance.load('combo-fighter')\n"
        "print(*balance.replay(data, 'boris', 'grace', block=1, policy='random'), sep='\\n')"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "wins" in done.stdout
