"""Fixed games of the frozen roster, told as the plain events that the oracle reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from balance.core.luck import game_key
from balance.core.play import begin, play
from balance.core.policies import POLICY
from balance.core.protocol import ACTION, records
from balance.core.trace import is_complete, new_trace, rows
from balance.data.lower import lower_policy
from balance.data.schema import PolicyModel
from balance.rules.combo_fighter import RULESET
from tests.oracle.convert import oracle_game
from tests.rules.combo_fighter.cast import frozen_roster

Game = tuple[list[Any], dict[str, Any], list[tuple[Any, ...]]]
TRACE_ROWS = 30_000
# (option set, pairs of sides, policies, blocks)
SERIES = (
    ("default", (("anvil", "bellows"), ("anvil", "anvil"), ("bellows", "bellows")), ("lively", "random"), 4),
    ("end_of_round", (("bellows", "anvil"), ("anvil", "anvil")), ("lively", "random"), 4),
    ("ignore_boxes", (("anvil", "bellows"), ("bellows", "bellows")), ("lively", "random"), 4),
    ("no_moxie", (("anvil", "bellows"),), ("lively",), 3),
    ("no_signatures", (("anvil", "bellows"),), ("lively",), 3),
    ("short", (("anvil", "bellows"),), ("greedy",), 2),
    ("small_hand", (("bellows", "anvil"),), ("lively",), 3),
    ("large_hand", (("bellows", "bellows"),), ("lively",), 2),
)


def fixed_games() -> Iterator[tuple[str, Game]]:
    """Yield (what is played, the game for the oracle); the option sets take turns, so that each is met early."""
    waiting = [_series(number, *one) for number, one in enumerate(SERIES)]
    while waiting:
        series = waiting.pop(0)
        game = next(series, None)
        if game is not None:
            waiting.append(series)
            yield game


def _series(
    number: int, option_set: str, pairs: tuple[tuple[str, str], ...], names: tuple[str, ...], blocks: int
) -> Iterator[tuple[str, Game]]:
    roster = frozen_roster()
    options = RULESET.options_model.model_validate(roster["options"][option_set])
    lowered = RULESET.lower_options(options)
    fighters = {stem: RULESET.side_model.model_validate(side) for stem, side in roster["sides"].items()}
    stems = {stem for pair in pairs for stem in pair}
    sheets = {stem: RULESET.lower_side(options, fighters[stem]) for stem in sorted(stems)}
    policies = {name: _policies(name, roster["policies"]) for name in names}
    for block in range(blocks):
        for i, pair in enumerate(pairs):
            for name in names:
                cards = RULESET.join(lowered, sheets[pair[0]], sheets[pair[1]])[0]
                rotation = (block + i) % 2
                trace = _play(cards, policies[name], 10 * number + block, rotation)
                by_seat = tuple(fighters[pair[(seat + rotation) % 2]] for seat in range(2))
                yield f"{option_set} {'-'.join(pair)} {name} {block}", oracle_game(by_seat, options, trace)


def _policies(name: str, models: dict[str, Any]) -> Any:
    """Return a policy for both sides; "lively" is greedy play with noise, so that every option is used."""
    noise = {"lively": 150}.get(name, 0)
    model = PolicyModel.model_validate({**models["greedy" if name == "lively" else name], "noise": noise})
    both = records(2, POLICY)
    both[0] = both[1] = lower_policy(model, POLICY, RULESET.decisions, RULESET.features)[0]
    return both


def _play(cards: Any, policies: Any, block: int, rotation: int) -> np.ndarray:
    state = records(1, RULESET.game.state)[0]
    begin(state, np.uint64(game_key(np.uint64(5), np.uint64(8), np.uint64(block))), rotation, False)
    trace = new_trace(TRACE_ROWS)
    play(cards, policies, state, records(RULESET.actions_max, ACTION), records(1, RULESET.memo)[0], trace)
    assert is_complete(trace)
    return rows(trace)
