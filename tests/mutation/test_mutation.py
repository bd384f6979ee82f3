"""Each rule step is broken once; the oracle or a test must notice."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.mutation.mutants import MUTANTS, ROOT, Mutant
from tests.mutation.operators import one_a_line
from tests.mutation.suspects import TURNED, TURNED_MODULES

pytestmark = [pytest.mark.long, pytest.mark.skipif(not hasattr(os, "fork"), reason="the judge forks")]
Judge = Callable[[str], dict[str, Any]]
IS_FULL = os.environ.get("BALANCE_TEST_LEVEL") == "full"
LINES = one_a_line(TURNED, 1 if IS_FULL else 2)
# Modules of which every function must be broken, and the functions of the luck that make a shuffle. Of
# position and opening_game of Combo Fighter only what tests can ask without the tables of a whole matchup is broken:
# these take tens of seconds in plain Python. The tables themselves are tested with small hands.
WHOLE = (
    "rules.combo_fighter.rules",
    "rules.combo_fighter.moves",
    "rules.combo_fighter.openers",
    "rules.combo_fighter.combo",
    "rules.combo_fighter.damage",
    "rules.combo_fighter.cleanup",
    "rules.combo_fighter.counts",
    "rules.combo_fighter.effects",
    "rules.combo_fighter.legal",
    "rules.combo_fighter.policies",
    "rules.combo_fighter.offers",
    "rules.combo_fighter.forecast",
    "rules.combo_fighter.prospects",
    "rules.combo_fighter.lines",
    "core.piles",
    "core.search",
    "core.equilibrium",
)
SHUFFLE = {"core.luck": {"mix", "stream", "identity", "joined", "card_key", "sort_by_key"}}
# What the fixed games must have in them to be worth watching.
TOUCHED_IN_POWERCREEP = {
    "attack", "bomb", "cancel", "canceled", "compare", "damage", "discard", "draw", "fall", "mill", "modify", "play",
    "position", "protect", "shoot", "show", "stack", "summon", "take", "three cancels", "a canceled Joker",
    "a Joker takes a Joker", "a stack of two is laid on", "a stack is a bomb", "a value below 0", "a shot modifier",
    "a direct attack worth nothing", "an exchange before a direct attack", "the attacker is shot",
    "a canceled play in combat",
}  # fmt: skip
TOUCHED_IN_COMBO_FIGHTER = {
    "accept", "ask", "choice", "committed", "counter", "damage", "decline", "double", "draw", "end draw", "end seat_0",
    "end seat_1", "end truncated", "flip", "knock_out", "mill", "offer", "remove", "reveal", "round", "shuffle",
    "signature base", "signature moxie", "snapshot", "stagger", "token", "total", "winner",
}  # fmt: skip


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    """Return a function from a mutant's name to the verdict; one server answers all."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    # Other plugins take longer to import than most mutants take to be noticed.
    environment |= {"NUMBA_DISABLE_JIT": "1", "OPENBLAS_NUM_THREADS": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    words = [sys.executable, "-m", "tests.mutation.judge"]
    server = subprocess.Popen(
        words, cwd=ROOT, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert server.stdin is not None
    assert server.stdout is not None
    stdin, stdout = server.stdin, server.stdout

    def ask(name: str) -> dict[str, Any]:
        stdin.write(name + "\n")
        stdin.flush()
        verdict: dict[str, Any] = json.loads(stdout.readline())
        return verdict

    yield ask
    stdin.close()
    server.wait(60)
    stdout.close()


@pytest.mark.parametrize(
    ("name", "games", "touched"),
    [("none of Combo Fighter", 50, TOUCHED_IN_COMBO_FIGHTER), ("none of Powercreep", 28, TOUCHED_IN_POWERCREEP)],
)
def test_nobody_objects_to_the_kernels_as_they_are(judge: Judge, name: str, games: int, touched: set[str]) -> None:
    verdict = judge(name)
    assert (verdict["by"], verdict["what"]) == (None, "")
    assert games <= verdict["games"] <= 200
    assert not touched - set(verdict["seen"])


@pytest.mark.parametrize("mutant", [*MUTANTS, *LINES], ids=lambda mutant: mutant.name)
def test_mutant_is_noticed(judge: Judge, mutant: Mutant) -> None:
    verdict = judge(mutant.name)
    if mutant.equivalent:
        assert (verdict["by"], verdict["what"]) == (None, ""), f"noticed, so not equivalent: {mutant.equivalent}"
    else:
        assert verdict["by"], verdict["what"] or "nobody noticed"


def test_every_mutant_is_one_change_of_the_present_source() -> None:
    everything = [*MUTANTS, *TURNED]
    assert not [name for name, n in Counter(mutant.name for mutant in everything).items() if n > 1]
    for mutant in everything:
        assert mutant.broken() != mutant.source()
        compile(mutant.broken(), mutant.name, "exec")


def test_half_of_the_lines_are_a_few_hundred() -> None:
    assert 200 <= len(one_a_line(TURNED, 2)) <= 350
    assert {mutant.module.rpartition(".")[2] for mutant in LINES} == set(TURNED_MODULES)


@pytest.mark.parametrize("module", [*WHOLE, *SHUFFLE])
def test_every_function_is_broken_at_least_once(module: str) -> None:
    mine = [mutant for mutant in MUTANTS if mutant.module == module and not mutant.equivalent]
    functions = {
        node.name: (node.lineno, node.end_lineno)
        for node in ast.parse(mine[0].source()).body
        if isinstance(node, ast.FunctionDef)
    }
    broken = {
        name
        for mutant in mine
        for name, (first, last) in functions.items()
        if first <= mutant.line() <= (last or first)
    }
    assert not SHUFFLE.get(module, set(functions)) - broken
