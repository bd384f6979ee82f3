"""A server that breaks the kernels one way at a time and says who notices.

``python -m tests.mutation.judge`` reads names of mutants, a line each, and answers each with a line of JSON. Every
mutant gets a forked process, in which the broken module is imported for the first time: with JIT off it is plain
Python, and nothing of it is left behind.
"""

from __future__ import annotations

import importlib.machinery
import json
import os
import pickle
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

# What takes time to import and is not broken; the modules under test must not be imported here.
import numba  # noqa: F401
import numpy  # noqa: F401
import pydantic  # noqa: F401
import pytest
import ruamel.yaml  # noqa: F401
import scipy.optimize  # noqa: F401

from tests.mutation.mutants import ROOT, Mutant
from tests.mutation.suspects import SUSPECTS
from tests.oracle.combo_fighter_oracle import check_game

RULE_TESTS = Path("tests") / "rules"
# The names under which nothing is broken, and whose tests are asked then.
NONE = {"none of Combo Fighter": "combo_fighter", "none of Powercreep": "powercreep"}
SECONDS = 60  # for one test, of the clock
# Rules do not know how a policy chooses, so no trace can show a broken one.
BLIND = (
    "rules.combo_fighter.policies", "rules.combo_fighter.offers", "rules.combo_fighter.forecast",
    "rules.combo_fighter.prospects", "rules.combo_fighter.position", "rules.combo_fighter.opening_game",
    "rules.combo_fighter.opening_table",
    "rules.combo_fighter.lines", "core.search", "core.equilibrium",
)  # fmt: skip
_SHEETS: list[bytes] = []  # of the fixed games, pickled; lowered once for all mutants


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, mutant: Mutant) -> None:
        super().__init__(name, path)
        self.mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.mutant.broken(), self.path, "exec", dont_inherit=True)


class _Finder:
    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> Any:
        if name != f"balance.{self.mutant.module}":
            return None
        file = str(self.mutant.path)
        return spec_from_file_location(name, file, loader=_Loader(name, file, self.mutant))


class _FirstFailure:
    def __init__(self) -> None:
        self.where = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.where:
            self.where = report.nodeid.rpartition("::")[2]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.where:
            self.where = f"collecting {report.nodeid}"


def judge(mutant: Mutant | None, ruleset: str) -> dict[str, Any]:
    """Break the kernels and ask one opinion after the other; stop at the first that objects.

    A mutant that nobody can notice is shown to the oracle and to the tests it names, not to all.
    """
    if mutant is not None:
        sys.meta_path.insert(0, _Finder(mutant))
    verdict: dict[str, Any] = {"by": None, "what": "", "games": 0, "seen": []}
    opinion = OPINIONS[ruleset]
    quick = [f"--deselect={test}" for test in opinion.too_slow]
    if mutant is not None and mutant.first:
        named = "::" in mutant.first
        if ask_tests([path_of(mutant.first, ruleset), *([] if named else quick)], verdict):
            return verdict
    is_blind = mutant is not None and mutant.module in BLIND
    if not is_blind and ask_oracle(opinion, verdict):
        return verdict
    if mutant is None or not mutant.equivalent:
        ask_tests([str(RULE_TESTS / ruleset), *quick], verdict)
    return verdict


def ask_oracle(opinion: Opinion, verdict: dict[str, Any]) -> bool:
    """Play the fixed games and say whether the oracle objects; a crash is an objection too."""
    seen: set[str] = set()
    label = "the first game"
    signal.setitimer(signal.ITIMER_PROF, opinion.seconds)
    try:
        for label, kinds in opinion.games():  # noqa: B007
            signal.setitimer(signal.ITIMER_PROF, opinion.seconds)
            verdict["games"] += 1
            seen |= kinds
    except AssertionError as error:
        verdict.update(by="oracle", what=f"after {label}: {error}"[:300])
    except Exception:
        verdict.update(by="crash", what=f"after {label}: {traceback.format_exc(limit=-1)}"[-300:])
    signal.setitimer(signal.ITIMER_PROF, 0)
    verdict["seen"] = sorted(seen)
    return verdict["by"] is not None


def games_of_combo_fighter() -> Iterator[tuple[str, set[str]]]:
    """Yield (what is played, what came up) of games that the oracle agrees with."""
    from tests.mutation.games import fixed_games

    for label, game in fixed_games(pickle.loads(_SHEETS[0])):
        check_game(*game)
        yield label, {name for event in game[2] for name in _kinds(event)}


def games_of_powercreep() -> Iterator[tuple[str, set[str]]]:
    """Yield (what is played, what came up) of games that the oracle agrees with."""
    from tests.mutation.lockstep import fixed_games
    from tests.oracle.powercreep_situations import situations

    for label, told in fixed_games():
        yield label, set(situations(told))


@dataclass(frozen=True)
class Opinion:
    """What is asked about a broken rule.

    Attributes
    ----------
    games : function
        Yields (what is played, what came up) of games that the oracle agrees with; it raises where it does not.
    seconds : float
        Of processor time for one game; a mutant that does not end is noticed by that.
    too_slow : tuple of str
        Rule tests that are not asked unless a mutant names them, since they play many games or speak of policies.
    """

    games: Callable[[], Iterator[tuple[str, set[str]]]]
    seconds: float
    too_slow: tuple[str, ...] = ()


_POWERCREEP = "tests/rules/powercreep/test_"
OPINIONS = {
    "combo_fighter": Opinion(games_of_combo_fighter, 60),
    "powercreep": Opinion(
        games_of_powercreep,
        5,
        (
            f"{_POWERCREEP}policies.py",
            f"{_POWERCREEP}secrets.py::test_pc_49_every_hidden_card_is_as_likely_in_the_other_hand",
            f"{_POWERCREEP}setup.py::test_a_game_in_which_nobody_acts_ends_on_turn_41",
            f"{_POWERCREEP}setup.py::test_a_game_of_extra_cards_alone_ends_on_turn_21",
            f"{_POWERCREEP}turns.py::test_pc_2_no_two_stacks_are_empty",
        ),
    ),
}


def _kinds(event: tuple[Any, ...]) -> tuple[str, ...]:
    """Return what an event counts as, for the question whether the fixed games touch everything."""
    if event[0] == "end":
        return (f"end {event[1]}",)
    if event[0] == "signature":
        return ("signature moxie" if event[3] else "signature base",)
    if event[0] == "ask" and event[2] == "combo" and "stop" not in event[3]:
        return ("committed",)
    if event[0] == "choice" and event[2] in ("decline", "accept"):
        return event[0], event[2]
    if event[0] == "choice" and isinstance(event[2], tuple) and event[2] and isinstance(event[2][0], str):
        return event[0], event[2][0]
    return (event[0],)


def path_of(first: str, ruleset: str) -> str:
    """Return where a test stands that a mutant names: "file::test" of the rules, "folder/file::test" of other tests."""
    file, _, test = first.partition("::")
    folder, _, name = file.rpartition("/")
    path = (Path("tests") / folder if folder else RULE_TESTS / ruleset) / f"test_{name}.py"
    return f"{path}::{test}" if test else str(path)


def ask_tests(paths: list[str], verdict: dict[str, Any]) -> bool:
    """Run tests in this process and say whether one fails."""
    failure = _FirstFailure()
    words = ["-x", "-q", "-p", "no:cacheprovider", "-p", "pytest_timeout", "-o", f"timeout={SECONDS}"]
    code = pytest.main([*words, "-o", "timeout_method=signal", *paths], plugins=[failure])
    if code != pytest.ExitCode.OK:
        verdict.update(by="tests", what=failure.where or f"pytest says {code!r}")
    return verdict["by"] is not None


def serve() -> None:
    """Answer names from the standard input until it ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    _SHEETS.append(_sheets())
    for line in sys.stdin:
        answers.write(json.dumps(in_a_fork(line.strip())) + "\n")
        answers.flush()


def in_a_fork(name: str) -> dict[str, Any]:
    """Judge one mutant in a process of its own."""
    mutant = SUSPECTS.get(name)
    ruleset = mutant.ruleset if mutant is not None else NONE[name]

    def judged() -> bytes:
        try:
            answer = judge(mutant, ruleset)
        except BaseException:
            answer = {"by": None, "what": f"the judge failed: {traceback.format_exc()}", "games": 0, "seen": []}
        return json.dumps(answer).encode()

    try:
        answer: dict[str, Any] = json.loads(_asked_in_a_fork(judged))
    except ChildProcessError as error:
        by = "clock" if error.errno == signal.SIGPROF else "crash"
        return {"by": by, "what": str(error), "games": 0, "seen": []}
    return answer


def _asked_in_a_fork(question: Callable[[], bytes]) -> bytes:
    """Return what a function answers in a process of its own; ChildProcessError with the signal that ends it."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(question())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        raise ChildProcessError(os.WTERMSIG(status), "ended by a signal")
    return answer


def _sheets() -> bytes:
    """Lower the fighters of the fixed games with the kernels as they are; a policy's tables break no rule.

    With JIT off that takes minutes, so a process with JIT does it.
    """
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    words = [sys.executable, "-m", "tests.mutation.games"]
    return subprocess.run(words, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE).stdout


if __name__ == "__main__":
    serve()
