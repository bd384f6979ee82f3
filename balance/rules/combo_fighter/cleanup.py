"""The end of a round: what both may do hidden from each other, and the draw."""

from balance.core.jit import kernel, trailing_zeros
from balance.core.trace import record
from balance.rules.combo_fighter.effects import can_act, holds, run_steps, take
from balance.rules.combo_fighter.moves import draw_up, leave_hand
from balance.rules.combo_fighter.state import DECLINE, SEATS, Decision, Stage
from balance.vocab import Event, Trigger


@kernel
def ask_last(cards, state, trace):
    """Ask both for what they may do at the end of the round, hidden until all is chosen (CF-44, CF-53)."""
    if not find_last(cards, state):
        return Stage.CLEANUP
    if state.decision == Decision.OFFER:
        record(trace, Event.OFFER, state.actor, state.seat[state.actor].offer, 0)
    return Stage.NONE


@kernel
def find_last(cards, state):
    """Find the first question of the end of the round that is still open; return False when there is none."""
    for seat in range(SEATS):
        me = state.seat[seat]
        if me.is_answered == 0:
            offer = last_offer(cards, state, seat)
            if offer >= 0:
                me.offer = offer
                state.decision = Decision.OFFER
                state.actor = seat
                return True
            me.is_answered = 1
        if me.is_pending == 0:
            state.decision = Decision.DISCARDS
            state.actor = seat
            return True
    return False


@kernel
def last_offer(cards, state, seat):
    """Return the effect that is offered to a seat at the end of the round, -1 for none; a side offers at most one."""
    sheet = cards.side[state.side[seat]]
    queue = sheet.at[state.seat[seat].face, Trigger.END_OF_ROUND]
    while queue:
        i = trailing_zeros(queue)
        queue &= queue - 1
        if sheet.effect[i].is_optional and can_act(cards, state, seat, sheet.effect[i]):
            return i
    return -1


@kernel
def end_round(cards, state, trace):
    """Carry out both players' effects and discards, then both draw; the two do not interact (CF-11, CF-45)."""
    for seat in range(SEATS):
        me = state.seat[seat]
        sheet = cards.side[state.side[seat]]
        me.is_pending = 0
        if sheet.at[me.face, Trigger.END_OF_ROUND]:
            last_effects(cards, state, seat, trace)
        leave_hand(me, me.pending)
        me.pile += me.pending
        draw_up(cards, state, seat, trace)
    return Stage.ROUND


@kernel
def last_effects(cards, state, seat, trace):
    """Carry out the effects of the end of the round, an accepted offer at its place among them."""
    sheet = cards.side[state.side[seat]]
    me = state.seat[seat]
    queue = sheet.at[me.face, Trigger.END_OF_ROUND]
    while queue:
        i = trailing_zeros(queue)
        queue &= queue - 1
        effect = sheet.effect[i]
        if effect.is_optional:
            if i == me.offer and me.offered != DECLINE:
                take(cards, state, seat, effect, me.offered, trace)
        elif holds(cards, state, seat, effect.condition, effect.condition_n, effect.condition_cards):
            run_steps(cards, state, seat, Trigger.END_OF_ROUND, effect, DECLINE, trace)
