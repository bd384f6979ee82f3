"""What happens to cards, and to the game as a whole: drawing, discarding, falling, damage, the end."""

import numpy as np

from balance.core.jit import kernel
from balance.core.trace import record
from balance.rules.powercreep.cards import bit, first, has, kind_of, rest, size
from balance.rules.powercreep.state import STACK_MAX, Decision
from balance.vocab import Event


@kernel
def finish(state, loser, end, trace):
    """End the game: the Life Stack of `loser` has no cards left."""
    state.decision = Decision.NONE
    state.actor = -1
    state.winner = 1 - loser
    state.end = end
    record(trace, Event.END, state.winner, end, 0)


@kernel
def take_top(state, seat):
    """Take the top card off a Life Stack and return it; where it goes is up to the caller."""
    me = state.seat[seat]
    me.stack_n -= 1
    return np.int64(state.deck[STACK_MAX * seat + me.stack_n])


@kernel
def draw(state, seat, trace):
    """Draw the top card of the own Life Stack."""
    card = take_top(state, seat)
    state.seat[seat].hand |= bit(card)
    record(trace, Event.DRAW, seat, card, 0)


@kernel
def leave_hand(me, card):
    """Take a card out of a hand."""
    me.hand &= ~bit(card)
    me.known &= ~bit(card)


@kernel
def discard(state, seat, card, trace):
    """Put a card of a hand on the discard pile."""
    leave_hand(state.seat[seat], card)
    state.discards |= bit(card)
    record(trace, Event.DISCARD, seat, card, 0)


@kernel
def take_damage(cards, state, seat, points, trace):
    """Draw cards as damage; beyond the limit of the hand they go to the discard pile (PC-3, PC-4).

    Drawing stops when the Life Stack is empty, with which the game is lost.
    """
    me = state.seat[seat]
    record(trace, Event.DAMAGE, seat, points, 0)
    held = size(me.hand)
    drawn = min(points, np.int64(me.stack_n))
    state.seat[1 - seat].damage += drawn
    for _ in range(drawn):
        if held < cards.options.damage_limit:
            held += 1
            draw(state, seat, trace)
        else:
            card = take_top(state, seat)
            state.discards |= bit(card)
            record(trace, Event.MILL, seat, card, 0)


@kernel
def owner_of(state, fighter):
    """Return the seat on whose field a fighter lies."""
    return 0 if has(state.seat[0].field, fighter) else 1


@kernel
def carrier_of(state, modifier):
    """Return the fighter that carries a modifier, by its bottom card."""
    return np.int64(state.under[modifier])


@kernel
def lay_on_fighter(state, card, fighter):
    """Make a card part of a fighter on a field."""
    state.laid |= bit(card)
    state.under[card] = fighter


@kernel
def pack_of(state, fighter):
    """Return every card of a fighter on a field, fighters and modifiers alike."""
    pack = bit(fighter)
    left = state.laid
    while left:
        card = first(left)
        left = rest(left)
        if state.under[card] == fighter:
            pack |= bit(card)
    return pack


@kernel
def worth_on_fighter(cards, state, modifier):
    """Return what a modifier on a fighter adds to its value, below 0 if it takes off."""
    change = cards.options.worth[kind_of(modifier)]
    return -change if has(state.adverse, modifier) else change


@kernel
def fall(state, fighter, trace):
    """Send a fighter to the discard pile, with all that lies under and on it."""
    seat = owner_of(state, fighter)
    me = state.seat[seat]
    pack = pack_of(state, fighter)
    record(trace, Event.FALL, seat, fighter, pack)
    leave_field(state, me, fighter)
    come_off(state, pack)
    state.discards |= pack


@kernel
def come_off(state, cards_off):
    """Forget of some cards that they lay on a fighter."""
    state.laid &= ~cards_off
    state.adverse &= ~cards_off
    state.lent &= ~cards_off


@kernel
def leave_field(state, me, fighter):
    """Forget a fighter; its bottom card may come back as another one in the same turn."""
    gone = ~bit(fighter)
    me.field &= gone
    me.attack &= gone
    state.turned &= gone
    state.battled &= gone
    state.worth[fighter] = 0


@kernel
def drop_modifier(cards, state, modifier, trace):
    """Send a modifier off its fighter to the discard pile; the fighter's value reverts at once (PC-28, PC-47)."""
    fighter = carrier_of(state, modifier)
    state.worth[fighter] = np.int64(state.worth[fighter]) - worth_on_fighter(cards, state, modifier)
    come_off(state, bit(modifier))
    state.discards |= bit(modifier)
    record(trace, Event.DISCARD, owner_of(state, fighter), modifier, 0)
