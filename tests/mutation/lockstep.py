"""Fixed games of Powercreep!Beta between restless players, rules and oracle side by side, with the state compared."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice
from random import Random
from typing import Any

from balance.core.luck import card_key, game_stream, identity, shared_stream
from balance.core.policies import POLICY
from balance.core.protocol import records
from balance.core.trace import rows
from balance.rules.powercreep import RULESET
from balance.runs.chunks import Player
from balance.runs.plan import Cell
from balance.vocab import Purpose
from tests.oracle.powercreep_check import OracleError, check_game
from tests.oracle.powercreep_convert import card_name, events, options_in_words
from tests.oracle.powercreep_counts import check_counts
from tests.oracle.powercreep_lockstep import play_in_lockstep

GAMES = 28
_BOTH = {"modifiers_in_combat": True, "bombs_by_value": True}
# Rule options away from their defaults. In the last three many of a rank come together, hands are large, or small.
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    _BOTH,
    {"modifiers_in_combat": True, "joker_in_combat": True, "shot_attack_counts": True, "first_turn_battle": True},
    {"modifiers_in_combat": True, "combat_targets": "battling", "protect_after_damage": True},
    {"stack_from": "hand", "stacks_of_twos_are_bombs": False, "runs": False, "idle_draw": 3},
    {"stack_from": "field", "protect": False, "cancels": False, "bombs": False},
    {"jokers": 1, "life_stack": 22, "cost_of_2": 1, "cost_of_10": 0, "trips": False, "stacks": False},
    {**_BOTH, "hand_size": 12, "hand_limit": 15, "damage_limit": 27, "jack": 2, "queen": 4, "king": 6},
    {"hand_size": 12, "hand_limit": 4, "damage_limit": 12, "cost_of_7": 0, "cost_of_9": 1},
    {"hand_size": 1, "hand_limit": 1, "damage_limit": 0, "idle_draw": 0},
)


def check_deal(state: Any, jokers: int, life_stack: int, told: list[tuple[Any, ...]]) -> None:
    """Raise OracleError where the Life Stacks are not what a shuffle of the whole deck lays first and next.

    The order within each is luck of its lane, the last card on top; both streams are those that the game has.
    """
    deck = range(52 + jokers)
    table = shared_stream(state, Purpose.SHARED, 0)
    order = sorted(deck, key=lambda card: int(card_key(table, identity(card), 0, card)))
    for seat, lane in enumerate(int(lane) for lane in state.lane):
        own = game_stream(state, seat, Purpose.SHUFFLE, 0)
        half = order[life_stack * lane : life_stack * (lane + 1)]
        wanted = [
            card_name(card) for card in sorted(half, key=lambda card: -int(card_key(own, identity(card), 0, card)))
        ]
        if told[seat] != ("shuffle", seat, wanted):
            raise OracleError(f"the Life Stack of seat {seat}: a shuffle lays {wanted}, the trace says {told[seat]}")


def fixed_games() -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
    """Yield (what is played, its events) of games in which the oracle agrees with every state and every row.

    Raises
    ------
    OracleError
        Where it does not.
    """
    player = Player(RULESET)
    for block, chosen in enumerate(islice(cycle(OPTIONS), GAMES)):
        options = RULESET.options_model.model_validate(chosen)
        label = f"game {block}, {chosen or 'as printed'}"
        side = RULESET.lower_side(options, None)
        table = RULESET.join(RULESET.lower_options(options), side, side)[0]
        cell = Cell("a", "b", "a", "b", 0, table, records(2, POLICY), 7, 1, False, 3, GAMES, "", "")
        words = options_in_words(options)
        trace = play_in_lockstep(player, cell, block, words, Random(block), block % 2)
        told = list(events(rows(trace)))
        check_deal(player.state[0], options.jokers, options.life_stack, told)
        check_game(words, told)
        check_counts(table, player.state[0], trace, told)
        yield label, told
