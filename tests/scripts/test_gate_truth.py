"""The table of the gate against the truth: what it prints, and when it fails."""

import runpy
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from balance.stats import gate_truth

SCRIPT = runpy.run_path(str(Path(__file__).parents[2] / "scripts" / "gate-truth"))


def test_a_row_a_scenario(capsys):
    assert SCRIPT["main"](SCRIPT["parse"](shlex.split("--runs 1 --seed 3"))) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = [line for line in lines if line.startswith("|")]
    assert len(rows) == 2 + len(gate_truth.scenarios())
    assert {line.count("|") for line in rows} == {9}
    assert rows[2] == "| no block moved | not PASS | 1 | 0 | 0 | 0 | 0 | 1,024 |"
    assert lines[-1] == "Made by `scripts/gate-truth --runs 1 --seed 3`."


def test_too_many_errors_exit_with_1(capsys, monkeypatch):
    scenario = replace(gate_truth.scenarios()[0], wrong=gate_truth.Wrong.PASSED)
    monkeypatch.setattr(gate_truth, "scenarios", lambda: (scenario,))
    assert SCRIPT["main"](SCRIPT["parse"](["--runs", "3"])) == 1
    assert "| 3 | 0 | 0 | 3 | 1 | 1,024 |" in capsys.readouterr().out


@pytest.mark.parametrize("words", ["--runs 0", "--seed -1", "--runs many"])
def test_what_it_refuses(words, capsys):
    with pytest.raises(SystemExit, match="2"):
        SCRIPT["parse"](shlex.split(words))
    assert capsys.readouterr().err
