"""What happens to cards, and to the game as a whole: drawing, discarding, falling, damage, the end."""

import numpy as np

from balance.core.jit import kernel
from balance.core.trace import record
from balance.rules.powercreep.cards import bit, card_at, first, has, kind_of, rest, size
from balance.rules.powercreep.state import Decision
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
def draw(state, seat, trace):
    """Draw the top card of the own Life Stack."""
    me = state.seat[seat]
    me.stack_n -= 1
    card = card_at(me.stack, me.stack_n)
    me.hand |= bit(card)
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
    drawn = min(points, me.stack_n)
    state.seat[1 - seat].damage += drawn
    for _ in range(drawn):
        if held < cards.options.damage_limit:
            held += 1
            draw(state, seat, trace)
        else:
            me.stack_n -= 1
            card = card_at(me.stack, me.stack_n)
            state.discards |= bit(card)
            record(trace, Event.MILL, seat, card, 0)


@kernel
def owner_of(state, fighter):
    """Return the seat on whose field a fighter lies."""
    return 0 if has(state.seat[0].field, fighter) else 1


@kernel
def carrier_of(state, modifier):
    """Return the fighter that carries a modifier, by its bottom card."""
    field = state.seat[0].field | state.seat[1].field
    while field:
        fighter = first(field)
        field = rest(field)
        if has(state.pack[fighter], modifier):
            return fighter
    return -1


@kernel
def fall(state, fighter, trace):
    """Send a fighter to the discard pile, with all that lies under and on it."""
    seat = owner_of(state, fighter)
    me = state.seat[seat]
    pack = state.pack[fighter]
    record(trace, Event.FALL, seat, fighter, pack)
    leave_field(state, me, fighter)
    state.lent &= ~pack
    state.discards |= pack


@kernel
def leave_field(state, me, fighter):
    """Forget a fighter; its bottom card may come back as another one in the same turn."""
    gone = ~bit(fighter)
    me.field &= gone
    me.attack &= gone
    state.turned &= gone
    state.battled &= gone
    state.pack[fighter] = 0
    state.worth[fighter] = 0


@kernel
def drop_modifier(cards, state, modifier, trace):
    """Send a modifier off its fighter to the discard pile; the fighter's value reverts at once (PC-28, PC-47)."""
    fighter = carrier_of(state, modifier)
    state.pack[fighter] &= ~bit(modifier)
    change = np.int64(state.sign[modifier]) * cards.options.worth[kind_of(modifier)]
    state.worth[fighter] = np.int64(state.worth[fighter]) - change
    state.lent &= ~bit(modifier)
    state.discards |= bit(modifier)
    record(trace, Event.DISCARD, owner_of(state, fighter), modifier, 0)
