"""CF-46: a mirror match is one game a key, and neither seat is better."""

from pathlib import Path

import numpy as np
import pytest

from balance.core.jit import JIT
from balance.core.play import begin, no_extremes, play, play_chunk
from balance.core.policies import POLICY
from balance.core.protocol import ACTION, VARIATION, records
from balance.core.trace import NO_TRACE, is_complete, new_trace, rows
from balance.data.files import Location
from balance.data.load import load_data
from balance.rules.combo_fighter import RULESET
from balance.runs.plan import models_of, plan_matchups
from balance.vocab import Outcome
from tests.rules.combo_fighter.cast import frozen_fighters
from tests.rules.combo_fighter.harness import Duel, by_speed, shipped_policy

RULESETS = Location(Path(__file__).parents[3] / "rulesets", "test")


def test_cf_46_a_mirror_is_planned_as_one_game_a_key() -> None:
    data = load_data(RULESET.name, models_of(RULESET), RULESETS)
    sides = tuple(data.sides)[:2]
    plan = plan_matchups(RULESET, data, sides=sides, levels=((data.standard, 100),))
    assert {(cell.a, cell.b): (cell.rotations, cell.blocks) for cell in plan.cells} == {
        (sides[0], sides[0]): (1, 100),
        (sides[0], sides[1]): (2, 50),
        (sides[1], sides[1]): (1, 100),
    }


@pytest.mark.parametrize("policy", ["greedy", "random"])
def test_cf_46_the_second_game_of_a_mirror_repeats_the_first(policy: str) -> None:
    anvil = frozen_fighters()["anvil"]
    policies = records(2, POLICY)
    policies[0] = policies[1] = shipped_policy(policy)
    for block in range(by_speed(50, 2)):
        traces, outcomes = [], []
        for rotation in range(2):
            duel = Duel(anvil, anvil, block=block)
            begin(duel.state, np.uint64(duel.state.key), rotation, False)
            trace = new_trace(20_000)
            play(duel.cards, policies, duel.state, duel.actions, duel.memo, trace)
            assert is_complete(trace)
            traces.append(rows(trace).tolist())
            outcomes.append(duel.row()[0])
        assert traces[0] == traces[1]
        # Seat by seat the same game, so for the first side it is the other outcome.
        assert sorted(outcomes) in ([Outcome.LOSS, Outcome.WIN], [Outcome.DRAW, Outcome.DRAW])


@pytest.mark.skipif(not JIT, reason="too many games for plain Python")
@pytest.mark.parametrize("policy", ["greedy", "random"])
@pytest.mark.parametrize("name", ["anvil", "bellows"])
def test_cf_46_neither_seat_is_better(name: str, policy: str) -> None:
    side = frozen_fighters()[name]
    policies = records(2, POLICY)
    policies[0] = policies[1] = shipped_policy(policy)
    n = 20_000
    cards = Duel(side, side).cards
    outcomes = np.zeros((n, 1), np.uint8)
    measures, totals = len(RULESET.measures), 2 * len(RULESET.totals)
    play_chunk(
        cards, policies, np.uint64(46), np.uint64(46), 0, 1, False, records(1, VARIATION)[0],
        records(1, RULESET.game.state), records(1, RULESET.game.state), records(RULESET.actions_max, ACTION),
        records(1, RULESET.memo)[0], NO_TRACE, outcomes, np.zeros(RULESET.row_length, np.int64),
        np.zeros((measures, RULESET.bins), np.int64), no_extremes(measures), np.zeros(totals, np.int64),
        np.zeros(0, np.uint16), np.zeros((0, 2), np.uint8), np.zeros((0, 1, 3, 1), np.int64),
    )  # fmt: skip
    points = {Outcome.WIN: 1.0, Outcome.DRAW: 0.5, Outcome.TRUNCATED: 0.5, Outcome.LOSS: 0.0}
    score = float(np.mean([points[Outcome(outcome)] for outcome in outcomes[:, 0].tolist()]))
    # A game's score has a standard deviation of at most one half. Five of the mean's: wrong once in a million runs.
    assert abs(score - 0.5) <= 5 * 0.5 / n**0.5
