"""The doctor: sound games are called sound, and each thing that may be wrong is noticed."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import balance
from balance import rules
from balance.runs import doctor
from balance.runs.executor import RunResult, run
from balance.runs.plan import Plan, plan_matchups
from balance.runs.store import Store
from balance.stats import gate_truth
from balance.stats.gate_truth import HiddenEdits
from balance.vocab import Outcome
from tests.games import RULESETS

L, D, W, T = Outcome.LOSS, Outcome.DRAW, Outcome.WIN, Outcome.TRUNCATED
NAME = "combo-fighter"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory):
    """A plan of three fighters, and how to play it."""
    plan = plan_matchups(
        rules.get(NAME), balance.load(NAME, rulesets=RULESETS), sides=("boris", "grace", "renee"),
        levels=(("standard", 128),),
    )  # fmt: skip
    plan = replace(plan, cells=tuple(replace(cell, blocks=64) for cell in plan.cells))
    store = Store(tmp_path_factory.mktemp("store"))
    return plan, lambda wanted, is_other: run(wanted, store, jobs=1, is_keeping=True)


@pytest.fixture
def large_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight points among few blocks: as sure to be caught as three among many."""
    monkeypatch.setattr(doctor, "MOVE", 0.08)
    monkeypatch.setattr(doctor, "BLOCKS_OF_ONE", 2048)


@pytest.mark.usefixtures("large_change")
def test_sound_games(games) -> None:
    again, seats, change = doctor.examine(*games)
    assert (again.is_fine, seats.is_fine, change.is_fine) == (True, True, True)
    assert again.text.startswith(f"{3 * 128 + 3 * 64:,} games played twice")
    assert "192 games of mirrors, and" in seats.text
    assert "384 games of other matchups" in seats.text
    assert "with 8 points put into the outcomes: regressed (+" in change.text


def test_games_that_nobody_loses_have_no_losses_to_turn(tmp_path: Path) -> None:
    data = balance.load(NAME, rulesets=RULESETS, edits=["round_limit=1"])  # every game is truncated
    plan = plan_matchups(rules.get(NAME), data, sides=("boris", "grace"), levels=(("random", 8),))
    store = Store(tmp_path)
    found = doctor.examine(plan, lambda wanted, is_other: run(wanted, store, jobs=1, is_keeping=True))
    assert [(finding.name, finding.is_fine) for finding in found] == [
        ("the same games again", True),
        ("the seats", True),
    ]


def altered(result: RunResult, change) -> RunResult:
    cells = []
    for cell in result.cells:
        outcomes = cell.outcomes.copy()
        change(outcomes)
        cells.append(replace(cell, outcomes=outcomes))
    return replace(result, cells=cells)


def test_a_single_game_that_ends_in_another_way(games) -> None:
    plan, play = games

    def flip(outcomes: np.ndarray) -> None:
        if outcomes.shape[1] == 1:
            outcomes[5] = W if outcomes[5] != W else L

    first = play(plan, False)
    found = doctor._again(first.cells, altered(first, flip).cells)
    assert found.is_fine is False
    assert found.text.endswith("3 ended in another way.")


@pytest.mark.parametrize("rotations", [1, 2])
def test_a_seat_that_is_better(games, rotations: int) -> None:
    plan, play = games

    def favour(outcomes: np.ndarray) -> None:
        if outcomes.shape[1] == rotations:
            outcomes[:, 0][::2] = W
            if rotations == 2:
                outcomes[:, 1][::2] = L

    found = doctor._seats(altered(play(plan, False), favour))
    assert found.is_fine is False
    assert found.text.endswith("50 % is not within reach of luck.")


def test_seats_that_may_differ_are_only_told(games) -> None:
    plan, play = games
    other = replace(plan, ruleset=replace(plan.ruleset, is_simultaneous=False))
    found = doctor._seats(replace(play(plan, False), plan=other))
    assert found.is_fine is None


@pytest.mark.usefixtures("large_change")
def test_a_gate_that_misses_the_change_is_noticed(games, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "injected", lambda outcomes, move: outcomes)
    assert doctor.examine(*games)[-1].is_fine is False


@pytest.mark.usefixtures("large_change")
def test_a_gate_that_raises_alarms_is_noticed(games) -> None:
    plan, play = games

    def biased(wanted: Plan, is_other: bool) -> RunResult:
        result = play(wanted, is_other)
        head = result.cells[-1]
        if head.cell.is_varied:
            result.cells[-1] = replace(head, outcomes=doctor.injected(head.outcomes, 0.08, seed=9))
        return result

    assert doctor.examine(plan, biased)[-1].is_fine is False


def test_injected_by_hand() -> None:
    outcomes = np.array([[L, L], [D, L], [T, W], [L, W]], dtype=np.uint8)
    before = outcomes.copy()
    changed = doctor.injected(outcomes, 0.25)
    assert (outcomes == before).all()
    assert np.count_nonzero(changed != outcomes) == 2
    assert set(outcomes[changed != outcomes]) == {L}
    assert set(changed[changed != outcomes]) == {W}
    assert (doctor.injected(outcomes, 0.25) == changed).all()
    assert (doctor.injected(outcomes, 0.5) != outcomes).sum() == 4
    for move in (0.7, -0.2):
        with pytest.raises(ValueError, match="losses to turn"):
            doctor.injected(outcomes, move)


def test_the_gate_is_examined(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(held: float, edits: HiddenEdits) -> list[bool | None]:
        monkeypatch.setattr(gate_truth, "coverage", lambda cells: held)
        monkeypatch.setattr(gate_truth, "hidden_edits", lambda count: edits)
        return [one.is_fine for one in doctor.examine_gate()]

    assert found(0.95, HiddenEdits(100, 97, 1)) == [True, True]
    assert doctor.examine_gate()[-1].text == (
        "The gate found a 3-point change in 97 of 100 hidden edits of a synthetic ruleset, and raised 1 false alarm in"
        " 100 without one."
    )
    assert found(0.92, HiddenEdits(100, 83, 0)) == [False, False]
    assert found(0.95, HiddenEdits(100, 100, 17)) == [True, False]


# ---------------------------------------------------------------- the command


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, large_change: None, tmp_path: Path) -> None:
    monkeypatch.setattr(doctor, "BLOCKS", 8)
    monkeypatch.setattr(gate_truth, "coverage", lambda cells: 0.951)
    monkeypatch.setattr(gate_truth, "hidden_edits", lambda count: HiddenEdits(100, 97, 1))
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("small")
def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from balance.cli.main import run as cli

    assert cli(["doctor", NAME, "--jobs", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["fine"] * 5
    assert "97 of 100 hidden edits" in lines[-1]
    assert list(tmp_path.iterdir()) == []
    assert cli(["doctor", NAME, "--jobs", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["is_fine"] is True
    assert len(found["findings"]) == 5


@pytest.mark.usefixtures("small")
def test_what_is_wrong_exits_with_70(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from balance.cli.main import run as cli

    monkeypatch.setattr(doctor, "injected", lambda outcomes, move: outcomes)
    assert cli(["doctor", NAME, "--jobs", "1"]) == 70
    assert "  WRONG  a change of known size: " in capsys.readouterr().out


def test_refusals(capsys: pytest.CaptureFixture[str]) -> None:
    from balance.cli.main import run as cli

    assert cli(["doctor", "combo-figter"]) == 2
    assert cli(["doctor", NAME, "--policy", "standart"]) == 2
    assert "standard" in capsys.readouterr().err
