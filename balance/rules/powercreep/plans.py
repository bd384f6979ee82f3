"""Whether the attacks of a whole turn can empty a Life Stack, with all that a hand could bring up for them.

A plan is greedy: everything comes to the field and goes at the other, so it may miss an end of the game. The other does
nothing but protect and cancel. Values are changed for a moment and put back, so the state is as before.
"""

import numpy as np

from balance.core.jit import kernel
from balance.rules.powercreep.cards import (
    ACES,
    CHANGERS,
    bit,
    every,
    fighters_of,
    first,
    has,
    is_red,
    kind_of,
    rank_of,
    rest,
    size,
)
from balance.rules.powercreep.prospects import cost_of, payers, total
from balance.rules.powercreep.state import Kind, StackFrom


@kernel
def plan(cards, state, memo, seat, needed, attackers, hand, has_paid):
    """Return whether some fighters, and what a hand brings up before they attack, can deal `needed` damage in a turn.

    Returns
    -------
    is_sure, is_open : bool
        Without modifiers, both if the other protects everything and if it protects nothing; and with them, if it
        neither protects nor cancels.
    """
    other = state.seat[1 - seat]
    if needed <= 0:
        return True, True
    if total(state, attackers) + points_in(cards, hand) < needed:
        return False, False
    touched = attackers | fighters_of(hand)
    keep(state, memo, touched)
    if hand:
        attackers = bring_up(cards, state, seat, attackers, hand, has_paid)
    is_open = reach(state, seat, attackers, other.field) >= needed
    is_sure = is_open
    if is_sure and other.field and other.hand and cards.options.can_protect:
        is_sure = through(state, seat, attackers) >= needed
    if not is_open and hand & (CHANGERS | ACES):
        strengthen(cards, state, attackers, hand)
        against = without_largest(state, other.field, size(hand & ACES))
        is_open = reach(state, seat, attackers, against) >= needed
    put_back(state, memo, touched)
    return is_sure, is_open


@kernel
def points_in(cards, hand):
    """Return the most that the cards of a hand can add to the attacks of a turn."""
    found = 0
    left = fighters_of(hand)
    while left:
        found += rank_of(first(left))
        left = rest(left)
    left = hand & CHANGERS
    while left:
        found += cards.options.worth[kind_of(first(left))]
        left = rest(left)
    return found


@kernel
def keep(state, memo, fighters):
    """Remember the values of some fighters."""
    while fighters:
        memo.worth[first(fighters)] = state.worth[first(fighters)]
        fighters = rest(fighters)


@kernel
def put_back(state, memo, fighters):
    """Give some fighters the values that were kept."""
    while fighters:
        state.worth[first(fighters)] = memo.worth[first(fighters)]
        fighters = rest(fighters)


@kernel
def bring_up(cards, state, seat, attackers, hand, has_paid):
    """Give the fighters of a hand values as if they lay on the field; return them with those that attack already.

    All of a rank come together, on a fighter of their rank, or on the first of them that a trip, a run or the one pay
    summon brings.
    """
    me = state.seat[seat]
    options = cards.options
    fighters = fighters_of(hand)
    can_stack = options.has_stacks == 1 and options.stack_from != StackFrom.FIELD
    paid, paid_worth, most = -1, 0, 0
    left = fighters
    while left:
        card = first(left)
        kind = kind_of(card)
        held = left & every(kind)
        left &= ~held
        worth = rank_of(card) * (size(held) if can_stack else 1)
        lower = attackers & me.field & every(kind)
        if lower and can_stack:
            state.worth[first(lower)] = np.int64(state.worth[first(lower)]) + worth
        elif is_free(cards, fighters, kind):
            state.worth[card] = worth
            attackers |= bit(card)
        elif not has_paid and options.cost[kind] <= size(me.field):
            gained = worth - cost_of(cards, state, seat, kind)
            if gained > most:
                paid, paid_worth, most = card, worth, gained
    if paid >= 0:
        attackers &= ~payers(cards, state, seat, kind_of(paid))
        attackers |= bit(paid)
        state.worth[paid] = paid_worth
    return attackers


@kernel
def is_free(cards, fighters, kind):
    """Say whether some fighters in hand make a trip of a kind, or a run with it in the middle."""
    if cards.options.has_trips == 1 and size(fighters & every(kind)) >= 3:
        return True
    if cards.options.has_runs == 0 or kind == Kind.TWO or kind == Kind.TEN:
        return False
    return fighters & every(kind - 1) != 0 and fighters & every(kind + 1) != 0


@kernel
def strengthen(cards, state, attackers, hand):
    """Give the J, Q and K of a hand to the strongest attacker of their colour."""
    for colour in range(2):
        strongest = -1
        left = attackers
        while left:
            fighter = first(left)
            left = rest(left)
            if is_red(state.top[fighter] if has(~hand, fighter) else fighter) != (colour == 1):
                continue
            if strongest < 0 or state.worth[fighter] > state.worth[strongest]:
                strongest = fighter
        left = hand & CHANGERS
        while left and strongest >= 0:
            modifier = first(left)
            left = rest(left)
            if is_red(modifier) == (colour == 1):
                state.worth[strongest] = np.int64(state.worth[strongest]) + cards.options.worth[kind_of(modifier)]


@kernel
def without_largest(state, fighters, n):
    """Return some fighters without the `n` of the largest values."""
    while n > 0 and fighters:
        fighters &= ~bit(largest(state, fighters))
        n -= 1
    return fighters


@kernel
def reach(state, seat, attackers, against):
    """Return the damage that some fighters of a seat deal in one turn if nobody protects.

    The largest defenders are met first, each by the weakest attacker that clears it away; when all are gone the
    attackers that are left go for the Life Stack.
    """
    upright = state.seat[1 - seat].attack
    dealt = 0
    is_open = True
    while against:
        defender = largest(state, against)
        against &= ~bit(defender)
        is_upright = has(upright, defender)
        resistance = np.int64(state.worth[defender])
        attacker = weakest(state, attackers, resistance if is_upright else resistance + 1)
        if attacker < 0:
            is_open = False
            continue
        attackers &= ~bit(attacker)
        if is_upright:
            dealt += np.int64(state.worth[attacker]) - resistance
    return dealt + total(state, attackers) if is_open else dealt


@kernel
def through(state, seat, attackers):
    """Return the damage that some fighters of a seat deal in one turn if every fighter they fell is protected.

    All go for the weakest one in attack position, since what it loses by is damage all the same.
    """
    left = state.seat[1 - seat].field & state.seat[1 - seat].attack
    if left == 0:
        return 0
    low = 1 << 30
    while left:
        low = min(low, np.int64(state.worth[first(left)]))
        left = rest(left)
    dealt = 0
    while attackers:
        dealt += max(np.int64(state.worth[first(attackers)]) - low, 0)
        attackers = rest(attackers)
    return dealt


@kernel
def largest(state, fighters):
    """Return the fighter of the largest value of some that are not none."""
    found = first(fighters)
    fighters = rest(fighters)
    while fighters:
        fighter = first(fighters)
        fighters = rest(fighters)
        if state.worth[fighter] > state.worth[found]:
            found = fighter
    return found


@kernel
def weakest(state, fighters, low):
    """Return the fighter of the smallest value that is `low` or more, -1 when there is none."""
    found = -1
    while fighters:
        fighter = first(fighters)
        fighters = rest(fighters)
        if state.worth[fighter] >= low and (found < 0 or state.worth[fighter] < state.worth[found]):
            found = fighter
    return found
