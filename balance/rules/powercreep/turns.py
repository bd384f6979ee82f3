"""The frame of a turn: the card at its start, the extra card of an idle one, discarding down, whose turn is next."""

import numpy as np

from balance.core.jit import kernel
from balance.core.trace import record
from balance.rules.powercreep.cards import first, size
from balance.rules.powercreep.moves import draw, drop_modifier, finish
from balance.rules.powercreep.state import FIELD_STEPS, SEATS, Decision, End, Stage
from balance.vocab import Event


@kernel
def standing(me):
    """Return how a player is off, as one small number: cards of the Life Stack by twos, and fighters on the field."""
    return FIELD_STEPS * ((np.int64(me.stack_n) + 1) // 2) + min(size(me.field), FIELD_STEPS - 1)


@kernel
def start_turn(state, trace):
    """Begin the turn of the active player with a card (PC-1)."""
    active = np.int64(state.active)
    state.turn_n += 1
    state.step_n = 0
    state.is_idle = 1
    state.is_battling = 0
    state.has_paid = 0
    state.has_dug = 0
    state.turned = 0
    state.battled = 0
    for seat in range(SEATS):
        state.course[state.turn_n - 1, state.side[seat]] = standing(state.seat[seat])
    if len(trace) > 0:
        record(trace, Event.ROUND, active, np.int64(state.turn_n), 0)
        for seat in range(SEATS):
            record(trace, Event.HAND, seat, state.seat[seat].hand, np.int64(state.seat[seat].stack_n))
    draw(state, active, trace)
    if state.seat[active].stack_n == 0:
        finish(state, active, End.DRAW, trace)
        return Stage.NONE
    return Stage.TURN


@kernel
def ask_turn(state):
    """Ask the active player what to do next; a turn ends by saying so (PC-48)."""
    state.decision = Decision.TURN
    state.actor = state.active
    return Stage.NONE


@kernel
def draw_idle(cards, state, trace):
    """Draw the extra card of a turn without any action (PC-1, PC-6)."""
    active = np.int64(state.active)
    for _ in range(cards.options.idle_draw):
        draw(state, active, trace)
        if state.seat[active].stack_n == 0:
            finish(state, active, End.IDLE_DRAW, trace)
            return Stage.NONE
    return Stage.END


@kernel
def end_turn(cards, state, trace):
    """Discard what was played in combat, then down to the limit, card by card (PC-5, PC-47); then it is the other's."""
    while state.lent:
        drop_modifier(cards, state, first(state.lent), trace)
    if size(state.seat[state.active].hand) > cards.options.hand_limit:
        state.decision = Decision.DISCARD
        state.actor = state.active
        return Stage.NONE
    state.active = 1 - state.active
    return Stage.START
