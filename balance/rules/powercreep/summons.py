"""How fighters come to the field and lie on it: pay, trip, run and stack summons, and positions."""

import numpy as np

from balance.core.jit import kernel
from balance.core.trace import record
from balance.rules.powercreep.cards import bit, every, first, has, kind_of, rank_of, rest
from balance.rules.powercreep.moves import fall, lay_on_fighter, leave_field, leave_hand, pack_of
from balance.rules.powercreep.state import Decision, Move, Position, Stage, Summon
from balance.vocab import Event


@kernel
def begin_summon(cards, state, move, card, position):
    """Say what is summoned and how; what it takes is asked one card after the other."""
    state.summoned = card
    state.position = position
    state.shown = 0
    if move == Move.PAY_SUMMON:
        state.summon = Summon.PAY
        state.has_paid = 1
        state.due = cards.options.cost[kind_of(card)]
    else:
        state.summon = Summon.TRIP if move == Move.TRIP else Summon.RUN
        state.due = 2
    return Stage.SUMMON


@kernel
def ask_summon(state, trace):
    """Ask for the next card that the summon takes; when nothing is due any more the fighter comes to the field."""
    if state.due > 0:
        state.decision = Decision.PAYMENT if state.summon == Summon.PAY else Decision.SHOW
        state.actor = state.active
        return Stage.NONE
    seat, card = np.int64(state.active), np.int64(state.summoned)
    me = state.seat[seat]
    leave_hand(me, card)
    me.known |= state.shown & me.hand  # what was shown may be remembered (PC-12)
    me.field |= bit(card)
    if state.position == Position.ATTACK:
        me.attack |= bit(card)
    state.worth[card] = rank_of(card)
    state.top[card] = card
    me.summons_n[state.summon] += 1
    state.summon = Summon.NONE
    record(trace, Event.SUMMON, seat, card, np.int64(state.position))
    return Stage.TURN


@kernel
def to_show(state, me):
    """Return the cards that may be shown next: of a trip the same rank, of a run the one below, then the one above."""
    kind = kind_of(state.summoned)
    if state.summon == Summon.RUN:
        kind += -1 if state.due == 2 else 1
    return me.hand & every(kind) & ~state.shown & ~bit(state.summoned)


@kernel
def show(state, card, trace):
    """Show a card of the hand."""
    state.shown |= bit(card)
    state.due -= 1
    record(trace, Event.SHOW, np.int64(state.active), card, 0)
    return Stage.SUMMON


@kernel
def pay(state, fighter, trace):
    """Discard a fighter from the own field as payment, a stack as one (PC-8); nothing explodes (PC-10)."""
    state.due -= 1
    fall(state, fighter, trace)
    return Stage.SUMMON


@kernel
def lay_on(state, upper, lower, trace):
    """Lay a card of the hand or a fighter of the field on another fighter of its rank (PC-15 to PC-19).

    The stack lies as the lower one did; everything that either carried stays on it.
    """
    seat = np.int64(state.active)
    me = state.seat[seat]
    record(trace, Event.STACK, seat, upper, lower)
    if has(me.hand, upper):
        leave_hand(me, upper)
        lay_on_fighter(state, upper, lower)
        state.worth[lower] += rank_of(upper)
        state.top[lower] = upper
    else:
        moving = pack_of(state, upper)
        while moving:
            lay_on_fighter(state, first(moving), lower)
            moving = rest(moving)
        state.worth[lower] += state.worth[upper]
        state.top[lower] = state.top[upper]
        leave_field(state, me, upper)
    me.summons_n[Summon.STACK] += 1
    return Stage.TURN


@kernel
def turn(state, fighter, trace):
    """Turn a fighter to its other position, once a turn (PC-51)."""
    seat = np.int64(state.active)
    me = state.seat[seat]
    me.attack ^= bit(fighter)
    state.turned |= bit(fighter)
    state.guards_n += 1
    position = Position.ATTACK if has(me.attack, fighter) else Position.DEFENSE
    record(trace, Event.POSITION, seat, fighter, position)
    return Stage.TURN
