"""Modifiers: playing one, the chain of cancels, and what it does when it stands."""

import numpy as np

from balance.core.jit import kernel
from balance.core.trace import record
from balance.rules.powercreep.cards import BOTH_JOKERS, bit, can_cancel, has, is_red, kind_of
from balance.rules.powercreep.moves import discard, drop_modifier, fall, lay_on_fighter, leave_hand
from balance.rules.powercreep.state import FIGHTERS, NOBODY, Decision, Kind, Stage
from balance.vocab import Event


@kernel
def begin_play(state, seat, modifier, target, trace):
    """Play a modifier from the hand; it lies nowhere until it is known whether it stands."""
    leave_hand(state.seat[seat], modifier)
    state.player = seat
    state.played = modifier
    state.target = target
    state.chain_n = 0
    state.seat[seat].modifiers_n += 1
    record(trace, Event.PLAY, seat, modifier, -1 if target == NOBODY else target)
    return Stage.CANCEL


@kernel
def ask_cancel(cards, state, trace):
    """Ask whether what was played last is canceled, the two players in turn, until one does not or cannot (PC-22)."""
    seat = 1 - state.player if state.chain_n % 2 == 0 else state.player
    if cards.options.has_cancels == 1 and state.seat[seat].hand & can_cancel(state.played):
        state.decision = Decision.CANCEL
        state.actor = seat
        return Stage.NONE
    return resolve(cards, state, trace)


@kernel
def cancel(state, seat, card, trace):
    """Discard a card of the suit to cancel the modifier, or the cancel before (PC-23)."""
    record(trace, Event.CANCEL, seat, card, 0)
    discard(state, seat, card, trace)
    state.seat[seat].cancels_n += 1
    state.chain_n += 1
    return Stage.CANCEL


@kernel
def resolve(cards, state, trace):
    """Discard the modifier if it was canceled an odd number of times, else let it do what it does."""
    modifier, seat = np.int64(state.played), np.int64(state.player)
    kind = kind_of(modifier)
    if state.chain_n % 2 == 1:
        state.seat[seat].canceled_n += 1
        record(trace, Event.CANCELED, seat, modifier, 0)
    elif Kind.JACK <= kind <= Kind.KING:
        attach(cards, state, trace)
        return after(state)
    state.discards |= bit(modifier)
    record(trace, Event.DISCARD, seat, modifier, 0)
    if state.chain_n % 2 == 1:
        return after(state)
    if kind == Kind.JOKER:
        return Stage.TAKE
    shoot(cards, state, trace)
    return after(state)


@kernel
def attach(cards, state, trace):
    """Put a J, Q or K on its fighter: it adds to one of its colour and takes off another, from now on (PC-18 to PC-20).

    One that is played in combat stays only to the end of the turn.
    """
    modifier, fighter = np.int64(state.played), np.int64(state.target)
    change = cards.options.worth[kind_of(modifier)]
    if is_red(modifier) != is_red(state.top[fighter]):
        change = -change
        state.adverse |= bit(modifier)
    state.worth[fighter] = np.int64(state.worth[fighter]) + change
    lay_on_fighter(state, modifier, fighter)
    if state.attacker >= 0:
        state.lent |= bit(modifier)
    record(trace, Event.MODIFY, np.int64(state.player), fighter, change)


@kernel
def shoot(cards, state, trace):
    """Send what the Ace was aimed at to the discard pile: a fighter with all it carries, or one modifier (PC-28)."""
    target = np.int64(state.target)
    record(trace, Event.SHOOT, np.int64(state.player), target, 0)
    if target < FIGHTERS:
        fall(state, target, trace)
    else:
        drop_modifier(cards, state, target, trace)


@kernel
def after(state):
    """Return what comes when a modifier is done with: the exchange goes on with the other player, or the turn."""
    state.played = -1
    if state.attacker < 0:
        return Stage.TURN
    state.passes_n = 0
    state.speaker = 1 - state.player
    return Stage.COMBAT


@kernel
def to_take(state):
    """Return the cards that a Joker played now could take: another card, a Joker once a turn (PC-25, PC-27)."""
    found = state.discards
    if state.played >= 0:
        found &= ~bit(state.played)
    if state.has_dug:
        found &= ~BOTH_JOKERS
    return found


@kernel
def ask_take(state):
    """Ask which card the Joker takes."""
    state.decision = Decision.TAKE
    state.actor = state.player
    return Stage.NONE


@kernel
def take(state, card, trace):
    """Take a card from the discard pile into the hand, for all to see."""
    seat = np.int64(state.player)
    me = state.seat[seat]
    state.discards &= ~bit(card)
    me.hand |= bit(card)
    me.known |= bit(card)
    if has(BOTH_JOKERS, card):
        state.has_dug = 1
        state.guards_n += 1
    record(trace, Event.TAKE, seat, card, 0)
    return after(state)
