"""The damage of a round: totals, knock-outs, payment."""

from balance.core.jit import kernel
from balance.core.piles import size
from balance.core.trace import record
from balance.rules.combo_fighter.cleanup import ask_last
from balance.rules.combo_fighter.effects import act, clear_table
from balance.rules.combo_fighter.moves import finish, leave_hand, life, mill
from balance.rules.combo_fighter.state import SEATS, Decision, End
from balance.vocab import Event, Trigger


@kernel
def resolve_damage(cards, state, trace):
    """Total the damage, knock out whoever cannot pay or was staggering, else ask for payment (CF-4, CF-17, CF-19)."""
    for seat in range(SEATS):
        if state.seat[seat].damage > 0:
            act(cards, state, 1 - seat, Trigger.DEALING, 0, trace)
            act(cards, state, seat, Trigger.TAKING, 0, trace)
    for seat in range(SEATS):
        if state.seat[seat].damage > 0:
            record(trace, Event.DAMAGE, seat, state.seat[seat].damage, 0)
    is_out_0 = is_knocked_out(state.seat[0])
    is_out_1 = is_knocked_out(state.seat[1])
    for seat in range(SEATS):
        if (is_out_0, is_out_1)[seat]:
            record(trace, Event.KNOCK_OUT, seat, 0, 0)
    if is_out_0 and is_out_1:
        finish(state, -1, End.DOUBLE_KNOCK_OUT, trace)
    elif is_out_0 or is_out_1:
        loser = state.seat[0] if is_out_0 else state.seat[1]
        end = End.HIT_STAGGERING if loser.is_staggering else End.OUT_OF_CARDS
        finish(state, 1 if is_out_0 else 0, end, trace)
    else:
        for seat in range(SEATS):
            if state.seat[seat].damage > 0:
                act(cards, state, seat, Trigger.HIT, 0, trace)
        ask_payment(cards, state, 0, trace)


@kernel
def is_knocked_out(me):
    """A hit takes a staggering fighter, and any fighter whose life (CF-1: hand and deck) it exhausts (CF-4)."""
    return me.damage > 0 and (me.is_staggering != 0 or me.damage >= life(me))


@kernel
def ask_payment(cards, state, first, trace):
    """Ask the next victim from seat `first` on; when all have chosen, carry the payments out."""
    for seat in range(first, SEATS):
        if state.seat[seat].damage > 0:
            state.decision = Decision.PAYMENT
            state.actor = seat
            return
    for seat in range(SEATS):
        if state.seat[seat].damage > 0:
            pay(cards, state, seat, trace)
    for seat in range(SEATS):
        clear_table(cards, state, seat, trace)
        me = state.seat[seat]
        me.offered = 0
        me.is_answered = 0
    state.trigger = Trigger.END_OF_ROUND
    ask_last(cards, state, trace)


@kernel
def pay(cards, state, seat, trace):
    """Discard the chosen hand cards, then from the top of the deck, unseen when chosen (CF-2, CF-3)."""
    me = state.seat[seat]
    me.is_pending = 0
    leave_hand(me, me.pending)
    me.pile += me.pending
    mill(cards, state, seat, me.damage - size(me.pending), trace)
