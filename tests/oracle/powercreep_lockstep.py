"""A compiled game of Powercreep!Beta and the oracle side by side, decision by decision, with choices of the test's own.

The policies of the game itself end their turns early or play sensibly. `restless` does neither, so fields grow tall and
the rare cases come up; and here every field of the state can be compared, not only what a trace tells.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from balance.core.play import record_choice
from balance.core.trace import is_complete, new_trace, rows
from balance.rules.powercreep.state import Decision
from balance.runs.chunks import Player
from balance.runs.plan import Cell
from tests.oracle.powercreep_check import OracleError, Reader, deal
from tests.oracle.powercreep_convert import ASKED, answer, card_name, card_names, events
from tests.oracle.powercreep_oracle import Game
from tests.oracle.powercreep_prompts import END, END_DRAWING, FIGHT, PASS, Answer
from tests.oracle.powercreep_table import ATTACK, Options, rank_of

_ROWS = 1 << 16
_WEIGHTS = {"stack": 8.0, "trip": 4.0, "run": 4.0, "battle": 0.3, "turn": 0.5}


def restless(luck: Random, legal: list[Answer]) -> int:
    """Choose at random, but seldom end the turn and seldom let a chance to cancel, play or protect go by."""
    weights = [_WEIGHTS.get(words[0], 1.0) for words in legal]
    for i, words in enumerate(legal):
        if words in (END, END_DRAWING):
            weights[i] = 0.04 * sum(weights)
        elif words in (PASS, FIGHT):
            weights[i] = 0.6 * sum(weights)
    return luck.choices(range(len(legal)), weights)[0]


def play_in_lockstep(
    player: Player, cell: Cell, block: int, options: Options, luck: Random, rotation: int = 0
) -> np.ndarray:
    """Play one game and compare the state at every decision; return its trace with the header, int64[rows + 1, 4].

    The finished game is `player.state[0]`.
    """
    functions = player.ruleset.game.functions
    trace = new_trace(_ROWS)
    state = player.begin(cell, block, rotation)
    functions["setup"](cell.cards, state, trace)
    reader = Reader(events(rows(trace)))
    game = Game(options, (deal(reader, 0), deal(reader, 1)))
    playing = game.play()
    prompt = next(playing)
    asked: set[tuple[int, ...]] = set()  # where each decision has its luck: no two may share it
    while True:
        seat = functions["actor"](cell.cards, state)
        if seat < 0:
            raise OracleError(f"turn {game.turn}: the game is over, the rules ask {prompt}")
        n = functions["legal"](cell.cards, state, player.actions)
        at = tuple(int(one) for one in functions["decision"](cell.cards, state))
        _same(game, "place of its luck, met before", at in asked, False)
        asked.add(at)
        decision = Decision(at[0])
        codes = [int(action.code) for action in player.actions[:n]]
        legal = [answer(decision, code) for code in codes]
        _same(game, "actions with luck of their own", len({int(one.identity) for one in player.actions[:n]}), n)
        _same(game, "prompt", (seat, ASKED[decision]), (prompt.seat, prompt.kind))
        _compare_state(state, game)
        i = restless(luck, legal)
        _same(game, "choice", legal[i] in prompt.legal, True)
        record_choice(cell.cards, state, seat, player.actions, n, codes[i], trace)
        functions["apply"](cell.cards, state, codes[i], trace)
        try:
            prompt = playing.send(legal[i])
        except StopIteration:
            at_the_end = functions["actor"](cell.cards, state), state.decision
            _same(game, "actor and decision at the end", at_the_end, (-1, Decision.NONE))
            assert is_complete(trace)
            return trace


def _same(game: Game, what: str, actual: Any, wanted: Any) -> None:
    if actual != wanted:
        raise OracleError(f"turn {game.turn}: {what}: the rules expect {wanted}, the state says {actual}")


def _compare_state(state: Any, game: Game) -> None:
    """Compare every field of a state that stands for something on the table."""
    table = game.table

    def same(what: str, actual: Any, wanted: Any) -> None:
        _same(game, what, actual, wanted)

    def same_cards(what: str, bits: int, cards: Any) -> None:
        same(what, card_names(int(bits)), tuple(sorted(cards)))

    same("turn and seat", (int(state.turn_n), int(state.active)), (game.turn, game.active))
    for number in (0, 1):
        seat, field = state.seat[number], table.fields[number]
        whose = f" of seat {number}"
        same_cards("hand" + whose, seat.hand, table.hands[number])
        shown = state.shown if state.decision == Decision.SHOW and number == game.active else 0  # so far
        same_cards("known" + whose, int(seat.known) | int(shown), table.known(number))
        same_cards("field" + whose, seat.field, [fighter.name for fighter in field])
        same_cards("attack" + whose, seat.attack, [fighter.name for fighter in field if fighter.position == ATTACK])
        half = state.deck[27 * number : 27 * number + seat.stack_n]
        stack = [card_name(int(card)) for card in half][::-1]
        same("stack" + whose, stack, table.stacks[number])
    same_cards("discard pile", state.discards, table.discard)
    by_name = {card_name(card): card for card in range(54)}
    lent = []
    for _, fighter in table.fighters():
        card = by_name[fighter.name]
        under = [laid for laid in range(52) if (int(state.laid) >> laid) & 1 and state.under[laid] == card]
        same_cards(f"cards of {fighter.name}", sum(1 << one for one in [card, *under]), fighter.all_cards)
        same(f"value of {fighter.name}", int(state.worth[card]), fighter.value)
        same(f"top of {fighter.name}", card_name(int(state.top[card])), fighter.cards[-1])
        for modifier in fighter.modifiers:
            worth = table.options.modifier_values[rank_of(modifier.card)]
            sign = -1 if (int(state.adverse) >> by_name[modifier.card]) & 1 else 1
            same(f"amount of {modifier.card}", sign * worth, modifier.amount)
            lent += [modifier.card] if modifier.leaves_at_end_of_turn else []
    same_cards("lent", state.lent, lent)
    flags = (bool(state.is_idle), bool(state.is_battling), bool(state.has_paid), bool(state.has_dug))
    same("flags", flags, (not game.has_acted, game.has_battled, game.has_paid, game.joker_took_joker))
    own = table.fields[game.active]
    on_field = int(state.seat[game.active].field)
    same_cards("turned", int(state.turned) & on_field, [fighter.name for fighter in own if fighter.has_turned])
    same_cards("battled", int(state.battled) & on_field, [fighter.name for fighter in own if fighter.has_battled])
