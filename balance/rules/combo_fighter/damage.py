"""The damage of a round: totals, knock-outs, payment."""

from balance.core.jit import kernel
from balance.core.piles import size
from balance.core.trace import record
from balance.rules.combo_fighter.effects import act, clear_table
from balance.rules.combo_fighter.moves import finish, leave_hand, life, mill
from balance.rules.combo_fighter.state import SEATS, Decision, End, Stage
from balance.vocab import Event, Trigger


@kernel
def resolve_damage(cards, state, trace):
    """Total the damage, knock out whoever cannot pay or was staggering (CF-4, CF-17, CF-19); return the next Stage."""
    for seat in range(SEATS):  # what both deal, then what both take: in a tie no seat comes first
        if state.seat[1 - seat].damage > 0:
            act(cards, state, seat, Trigger.DEALING, 0, trace)
    for seat in range(SEATS):
        if state.seat[seat].damage > 0:
            act(cards, state, seat, Trigger.TAKING, 0, trace)
    for seat in range(SEATS):
        if state.seat[seat].damage > 0:
            record(trace, Event.DAMAGE, seat, state.seat[seat].damage, 0)
    if state.winner >= 0:
        state.seat[state.winner].hits += state.seat[1 - state.winner].damage
    is_out_0 = is_knocked_out(state.seat[0])
    is_out_1 = is_knocked_out(state.seat[1])
    for seat in range(SEATS):
        if (is_out_0, is_out_1)[seat]:
            record(trace, Event.KNOCK_OUT, seat, 0, 0)
    if is_out_0 and is_out_1:
        finish(state, -1, End.DOUBLE_KNOCK_OUT, trace)
        return Stage.NONE
    if is_out_0 or is_out_1:
        loser = state.seat[0] if is_out_0 else state.seat[1]
        end = End.HIT_STAGGERING if loser.is_staggering else End.OUT_OF_CARDS
        finish(state, 1 if is_out_0 else 0, end, trace)
        return Stage.NONE
    for seat in range(SEATS):
        if state.seat[seat].damage > 0:
            act(cards, state, seat, Trigger.HIT, 0, trace)
    return Stage.PAYMENT


@kernel
def is_knocked_out(me):
    """A hit takes a staggering fighter, and any fighter whose life (CF-1: hand and deck) it exhausts (CF-4)."""
    return me.damage > 0 and (me.is_staggering != 0 or me.damage >= life(me))


@kernel
def ask_payment(cards, state, trace):
    """Ask the victims; when all have chosen, carry the payments out and clear the table. Return the next Stage."""
    for seat in range(SEATS):
        if state.seat[seat].damage > 0 and state.seat[seat].is_pending == 0:
            state.decision = Decision.PAYMENT
            state.actor = seat
            return Stage.NONE
    for seat in range(SEATS):
        if state.seat[seat].damage > 0:
            pay(cards, state, seat, trace)
    for seat in range(SEATS):
        clear_table(cards, state, seat, trace)
        me = state.seat[seat]
        me.offered = 0
        me.is_answered = 0
    state.trigger = Trigger.END_OF_ROUND
    return Stage.LAST


@kernel
def pay(cards, state, seat, trace):
    """Discard the chosen hand cards, then from the top of the deck, unseen when chosen (CF-2, CF-3)."""
    me = state.seat[seat]
    me.is_pending = 0
    leave_hand(me, me.pending)
    me.pile += me.pending
    mill(cards, state, seat, me.damage - size(me.pending), trace)
