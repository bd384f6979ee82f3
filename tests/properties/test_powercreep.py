"""Properties of Powercreep for any options and luck."""

from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from balance import rules
from balance.runs.chunks import Chunk
from balance.runs.replay import trace_game
from balance.vocab import Event, Outcome
from tests.games import cells_of, player_of
from tests.rules.powercreep.harness import Table

NAME = "powercreep"
RULESET = rules.get(NAME)
POLICIES = ("random", "rush", "builder", "control", "standard", "expert")
BLOCKS = st.integers(0, 2**31)
many = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
some = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@st.composite
def options(draw: Any) -> dict[str, Any]:
    """Any options that go together."""
    jokers = draw(st.integers(0, 2))
    life_stack = draw(st.integers(4, (52 + jokers) // 2))
    given: dict[str, Any] = {
        "jokers": jokers,
        "life_stack": life_stack,
        "hand_size": draw(st.integers(1, min(12, life_stack - 1))),
        "hand_limit": draw(st.integers(0, 10)),
        "damage_limit": draw(st.integers(0, 10)),
        "idle_draw": draw(st.integers(0, 3)),
        "combat_targets": draw(st.sampled_from(["any", "battling"])),
        "stack_from": draw(st.sampled_from(["both", "hand", "field"])),
    }
    for rank in range(2, 11):
        given[f"cost_of_{rank}"] = draw(st.integers(0, 2))
    for name in ("jack", "queen", "king"):
        given[name] = draw(st.integers(0, 9))
    for name, field in RULESET.options_model.model_fields.items():
        if field.annotation is bool:
            given[name] = draw(st.booleans())
    return given


def cell_of(given_options: dict[str, Any], policy_a: str, policy_b: str) -> Any:
    """Return a cell with any options, its two sides under two policies."""
    lowered = RULESET.lower_options(RULESET.options_model(**given_options))
    return replace(cells_of(NAME, (), policy_a, policy_b)[1], cards=RULESET.join(lowered, None, None)[0])


@some
@given(options(), st.sampled_from(POLICIES), BLOCKS)
def test_every_card_stays_in_the_game_and_every_game_ends(given_options, policy, block):
    table = Table(block=block, **given_options).deal()
    while not table.is_over:
        table.do(table.choice(policy))  # which looks for every card
    assert table.turn_n <= 2 * (given_options["life_stack"] - given_options["hand_size"])
    assert table.everything() == (1 << (52 + given_options["jokers"])) - 1


@many
@given(options(), st.sampled_from(POLICIES), st.sampled_from(POLICIES), BLOCKS)
def test_somebody_wins_and_the_other_has_no_card_left(given_options, policy_a, policy_b, block):
    player = player_of(NAME)
    trace, outcome = trace_game(player, cell_of(given_options, policy_a, policy_b), block, 0)
    left = [int(seat.stack_n) for seat in player.state[0].seat]
    winner = int(trace[-1, 1])
    assert trace[-1, 0] == Event.END
    assert (left[winner] > 0, left[1 - winner]) == (True, 0)
    assert outcome == (Outcome.WIN if winner == 0 else Outcome.LOSS)


@some
@given(options(), st.sampled_from(POLICIES), st.sampled_from(POLICIES), BLOCKS)
def test_swapping_the_labels_swaps_the_results(given_options, policy_a, policy_b, block):
    """Luck stays with the seats, so a game with the policies changed over is the other game of the pair."""
    here, there = (
        player_of(NAME).play(Chunk(cell_of(given_options, *pair), block, 8)).outcomes
        for pair in ((policy_a, policy_b), (policy_b, policy_a))
    )
    turned = np.choose(there[:, ::-1], [0, Outcome.WIN, Outcome.DRAW, Outcome.LOSS, Outcome.TRUNCATED])
    assert np.array_equal(here, turned)
