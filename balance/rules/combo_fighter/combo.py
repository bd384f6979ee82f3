"""The combo of a won round, card by card, up to the damage; and the offers that may interrupt it."""

import numpy as np

from balance.core.jit import kernel
from balance.core.piles import one
from balance.core.trace import record
from balance.rules.combo_fighter.effects import act, card_damage, run_queue, take, wake, x_of
from balance.rules.combo_fighter.legal import called_version, is_linked
from balance.rules.combo_fighter.moves import leave_hand
from balance.rules.combo_fighter.state import CALL, DECLINE, Decision, Stage
from balance.vocab import Event, Trigger


@kernel
def begin_combo(cards, state):
    """Before the next card is asked for: wake the effects of an emptied hand."""
    me = state.seat[state.winner]
    state.queue = 0
    if me.hand == 0:
        wake(cards, state, state.winner, Trigger.EMPTYING_A_HAND_OF, me.played_n)


@kernel
def ask_combo(cards, state, trace):
    """Carry out what is queued, then ask the winner of the round for the next card."""
    if not run_queue(cards, state, state.winner, trace):
        state.decision = Decision.COMBO
        state.actor = state.winner
    return Stage.NONE


@kernel
def answer_offer(cards, state, seat, code, trace):
    """Take or decline an offer; return the Stage that it interrupted.

    At the end of a round the answer stays hidden (CF-53).
    """
    me = state.seat[seat]
    if state.trigger == Trigger.END_OF_ROUND:
        me.offered = code
        me.is_answered = 1
        return Stage.LAST
    if code != DECLINE:
        take(cards, state, seat, cards.side[state.side[seat]].effect[me.offer], code, trace)
        if state.actor < 0:  # it has won the game
            return Stage.NONE
    return Stage.COMBO if state.trigger == Trigger.EMPTYING_A_HAND_OF else Stage.SETTLE


@kernel
def end_combo(cards, state, seat, code, trace):
    """Fix the damage of the cards, or the signature's instead when it is called."""
    me = state.seat[seat]
    damage = me.dealt
    if code == CALL:
        sheet = cards.side[state.side[seat]]
        version = called_version(sheet, me)
        damage = int(sheet.damage[version])
        me.called = version
        me.signatures_n += 1
        me.moxie_n += sheet.is_moxie[version]
        record(trace, Event.SIGNATURE, seat, version, damage)
        act(cards, state, seat, Trigger.CALLING, version, trace)
    state.seat[1 - seat].damage = damage
    wake(cards, state, seat, Trigger.WON, 0)


@kernel
def settle(cards, state, trace):
    """Carry out the effects of the won and the lost round up to the next offer; return the next Stage."""
    if state.trigger == Trigger.WON:
        if run_queue(cards, state, state.winner, trace) or state.actor < 0:
            return Stage.NONE
        wake(cards, state, 1 - state.winner, Trigger.LOST, 0)
    if run_queue(cards, state, 1 - state.winner, trace):
        return Stage.NONE
    return Stage.DAMAGE


@kernel
def put_on_table(cards, state, seat, kind):
    """Move a card from the hand to the table."""
    me = state.seat[seat]
    sheet = cards.side[state.side[seat]]
    leave_hand(me, one(kind))
    me.live &= sheet.steps[me.played_n, kind] if me.played_n < sheet.steps.shape[0] else 0
    me.played[me.played_n] = kind
    me.played_n += 1


@kernel
def play_card(cards, state, seat, kind, trace):
    """Go on with a card, for its combo damage."""
    me = state.seat[seat]
    sheet = cards.side[state.side[seat]]
    if not is_linked(sheet, np.int64(me.played[me.played_n - 1]), kind):
        me.is_committed = 1
    put_on_table(cards, state, seat, kind)
    x = x_of(cards, state, seat)
    part = card_damage(sheet, me.face, x, me.hand, kind, np.int64(sheet.combo[kind]))
    me.part[me.played_n - 1] = part
    me.dealt += part
    record(trace, Event.VALUE, seat, kind, part)
    act(cards, state, seat, Trigger.PLAYING, kind, trace)
