"""Fixed games of the frozen roster and of power tokens, told as the plain events that the oracle reads."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from functools import cache
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
from tests.rules.combo_fighter.cast import (
    FRANCISCO,
    GAEKERE,
    KAGAMI,
    RADIANT,
    RENEE,
    STAFF,
    frozen_fighters,
    frozen_roster,
    wordsmiths,
)

Sheets = dict[tuple[str, str], np.ndarray]
Game = tuple[list[Any], dict[str, Any], list[tuple[Any, ...]]]
TRACE_ROWS = 30_000
TOKENS = {
    "boris": RADIANT, "grace": STAFF, "renee": RENEE, "francisco": FRANCISCO, "kagami": KAGAMI, "gaekere": GAEKERE,
}  # fmt: skip
# What a greedy policy of the frozen roster needs for power tokens.
TOKEN_WEIGHTS = {"flip": 64, "count": 48, "taken": 40, "gain": 16, "cost": -8}
# (option set, pairs of sides, policies, blocks)
SERIES = (
    ("default", (("anvil", "bellows"), ("anvil", "anvil"), ("bellows", "bellows")), ("lively", "random"), 4),
    ("default", (("scribe", "glossator"), ("glossator", "scribe")), ("lively", "random"), 4),
    ("end_of_round", (("bellows", "anvil"), ("anvil", "anvil")), ("lively", "random"), 4),
    ("default", (("renee", "scribe"), ("gaekere", "gaekere"), ("kagami", "francisco")), ("lively",), 4),
    ("default", (("boris", "grace"), ("grace", "kagami"), ("francisco", "gaekere")), ("lively", "random"), 3),
    ("ignore_boxes", (("anvil", "bellows"), ("bellows", "bellows")), ("lively", "random"), 4),
    ("no_moxie", (("anvil", "bellows"),), ("lively",), 3),
    ("no_signatures", (("anvil", "bellows"),), ("lively",), 3),
    ("short", (("anvil", "bellows"),), ("greedy",), 2),
    ("small_hand", (("bellows", "anvil"),), ("lively",), 3),
    ("large_hand", (("bellows", "bellows"),), ("lively",), 2),
    ("end_of_round", (("scribe", "scribe"), ("boris", "scribe")), ("lively",), 3),
    ("ignore_boxes", (("scribe", "boris"),), ("lively",), 3),
)


def fixed_sheets() -> Sheets:
    """Return the lowered sheet of each option set and fighter: with JIT off their tables of best lines take long."""
    found = {}
    for option_set, pairs, _, _ in SERIES:
        options = RULESET.options_model.model_validate(frozen_roster()["options"][option_set])
        for stem in {stem for pair in pairs for stem in pair}:
            if (option_set, stem) not in found:
                found[option_set, stem] = np.array(RULESET.lower_side(options, _fighters()[stem]))
    return found


def fixed_games(sheets: Sheets) -> Iterator[tuple[str, Game]]:
    """Yield (what is played, the game for the oracle); the option sets take turns, so that each is met early."""
    waiting = [_series(sheets, number, *one) for number, one in enumerate(SERIES)]
    while waiting:
        series = waiting.pop(0)
        game = next(series, None)
        if game is not None:
            waiting.append(series)
            yield game


@cache
def _fighters() -> dict[str, Any]:
    return frozen_fighters() | wordsmiths() | TOKENS


def _series(
    sheets: Sheets,
    number: int,
    option_set: str,
    pairs: tuple[tuple[str, str], ...],
    names: tuple[str, ...],
    blocks: int,
) -> Iterator[tuple[str, Game]]:
    roster = frozen_roster()
    options = RULESET.options_model.model_validate(roster["options"][option_set])
    lowered = RULESET.lower_options(options)
    fighters = _fighters()
    policies = {name: _policies(name, roster["policies"]) for name in names}
    for block in range(blocks):
        for i, pair in enumerate(pairs):
            for name in names:
                cards = RULESET.join(lowered, *(sheets[option_set, stem].view(np.recarray) for stem in pair))[0]
                rotation = (block + i) % 2
                trace = _play(cards, policies[name], 10 * number + block, rotation)
                by_seat = tuple(fighters[pair[(seat + rotation) % 2]] for seat in range(2))
                yield f"{option_set} {'-'.join(pair)} {name} {block}", oracle_game(by_seat, options, trace)


def _policies(name: str, models: dict[str, Any]) -> Any:
    """Return a policy for both sides; "lively" is greedy play with noise, so that every option is used."""
    noise = {"lively": 150}.get(name, 0)
    model_of = models["greedy" if name == "lively" else name]
    choose = {**model_of["choose"], "offer": "random" if name == "random" else "best"}
    weights = {**model_of["weights"], **TOKEN_WEIGHTS} if "weights" in model_of else {}
    model = PolicyModel.model_validate({**model_of, "choose": choose, "weights": weights, "noise": noise})
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


if __name__ == "__main__":
    sys.stdout.buffer.write(pickle.dumps(fixed_sheets()))
