"""What a battle would come to, and what cards are worth, as far as the deciding seat knows.

Worth is in the units of the policy's weights. No hand but the own is looked at, so neither a protecting card of the
other nor a modifier in combat is reckoned with.
"""

import numpy as np

from balance.core.jit import kernel
from balance.rules.powercreep.battles import is_bomb
from balance.rules.powercreep.cards import bit, first, has, is_red, kind_of, rank_of, rest
from balance.rules.powercreep.features import Feature
from balance.rules.powercreep.moves import carrier_of, owner_of, worth_on_fighter
from balance.rules.powercreep.state import FIGHTERS, JOKER_CARD, NOBODY, Kind

_NONE = -(1 << 60)  # of no battle at all
_ACE_POINTS = 11
_JOKER_POINTS = 9
_MODIFIER_POINTS = 3  # what a J, Q or K is worth in hand beside twice its number


@kernel
def points_of(cards, card):
    """Return what a card in hand counts for: its rank, of a modifier a number of the same scale."""
    kind = kind_of(card)
    if kind < Kind.ACE:
        return rank_of(card)
    if kind == Kind.ACE:
        return _ACE_POINTS
    if kind == Kind.JOKER:
        return _JOKER_POINTS
    return _MODIFIER_POINTS + 2 * cards.options.worth[kind]


@kernel
def worth_of_battle(cards, state, policy, seat, attacking, attacker, strength, defender, resistance):
    """Return what a battle is worth to `seat` if `attacking` begins it, with the values that both would have.

    A direct attack ends the game if it does so together with those that can follow it; that of a fighter which is not
    yet in attack position only if these cannot do without it.
    """
    weight = policy.weight
    is_own = seat == attacking
    dealt = weight[Feature.DEALT] if is_own else weight[Feature.TAKEN]
    taken = weight[Feature.TAKEN] if is_own else weight[Feature.DEALT]
    felled = weight[Feature.FELLED] if is_own else weight[Feature.LOST]
    lost = weight[Feature.LOST] if is_own else weight[Feature.FELLED]
    lethal = weight[Feature.LETHAL] if is_own else -weight[Feature.LETHAL]
    stack_n = np.int64(state.seat[1 - attacking].stack_n)
    if defender == NOBODY:
        if strength <= 0:
            return weight[Feature.NOTHING]
        attackers = state.seat[attacking].attack & ~state.battled
        following = total(state, attackers & ~bit(attacker))
        is_lethal = strength + following >= stack_n and (has(attackers, attacker) or following < stack_n)
        return dealt * min(strength, stack_n) + (lethal if is_lethal else 0)
    is_upright = has(state.seat[1 - attacking].attack, defender)
    worth = 0
    if strength > resistance and is_upright:
        points = strength - resistance
        worth += dealt * min(points, stack_n) + (lethal if points >= stack_n else 0)
    elif strength < resistance:
        points, stack_n = resistance - strength, np.int64(state.seat[attacking].stack_n)
        worth += taken * min(points, stack_n) - (lethal if points >= stack_n else 0)
    is_lost = strength < resistance or (strength == resistance and is_upright)
    is_felled = strength > resistance or (strength == resistance and is_upright)
    if is_felled and not is_lost:
        is_lost = is_taking_along(cards, state, defender, resistance)
    elif is_lost and not is_felled:
        is_felled = is_taking_along(cards, state, attacker, strength)
    if is_felled:
        worth += felled * max(resistance, 1)
    if is_lost:
        worth += lost * max(strength, 1)
    if not is_felled and not is_lost:
        worth += weight[Feature.NOTHING]
    return worth


@kernel
def total(state, fighters):
    """Return the sum of the values of some fighters, those below 0 left out."""
    found = 0
    while fighters:
        found += max(np.int64(state.worth[first(fighters)]), 0)
        fighters = rest(fighters)
    return found


@kernel
def is_taking_along(cards, state, fighter, value):
    """Say whether a fighter that falls with this value takes the other one along."""
    if cards.options.has_bombs == 1 and cards.options.is_bomb_by_value:
        return value == 2
    return is_bomb(cards, state, fighter)


@kernel
def best_attack(cards, state, policy, seat, attacker, strength):
    """Return the worth of the best battle that an own fighter could begin with a value; nothing if there is none."""
    against = state.seat[1 - seat].field
    if against == 0:
        return worth_of_battle(cards, state, policy, seat, seat, attacker, strength, NOBODY, 0)
    top = _NONE
    while against:
        defender = first(against)
        against = rest(against)
        resistance = np.int64(state.worth[defender])
        worth = worth_of_battle(cards, state, policy, seat, seat, attacker, strength, defender, resistance)
        top = max(top, worth)
    return top


@kernel
def ready(cards, state, policy, seat, attacker, strength):
    """Return what an own fighter in attack position adds to this turn: its best battle, never less than nothing."""
    return max(best_attack(cards, state, policy, seat, attacker, strength), 0)


@kernel
def can_battle(cards, state, seat):
    """Say whether a seat may battle in this turn."""
    return seat == state.active and (state.turn_n > 1 or cards.options.is_first_turn_battle == 1)


@kernel
def strongest(state, seat):
    """Return the largest value on a field, in whatever position; 0 on an empty one."""
    top = 0
    field = state.seat[seat].field
    while field:
        top = max(top, np.int64(state.worth[first(field)]))
        field = rest(field)
    return top


@kernel
def benefit(cards, state, seat, modifier, target):
    """Return the points by which a modifier, if it stands, moves the fields in favour of a seat; a Joker none."""
    if modifier >= JOKER_CARD:
        return 0
    if kind_of(modifier) == Kind.ACE:
        if target < FIGHTERS:
            value = max(np.int64(state.worth[target]), 1)
            return -value if has(state.seat[seat].field, target) else value
        change = worth_on_fighter(cards, state, target)
        return -change if has(state.seat[seat].field, carrier_of(state, target)) else change
    change = change_of(cards, state, modifier, target)
    return change if has(state.seat[seat].field, target) else -change


@kernel
def change_of(cards, state, modifier, fighter):
    """Return what a J, Q or K would add to a fighter."""
    is_same = is_red(modifier) == is_red(state.top[fighter])
    change = cards.options.worth[kind_of(modifier)]
    return change if is_same else -change


@kernel
def all_attacks(cards, state, policy, seat):
    """Return what the fighters in attack position that have not battled would bring, each its best."""
    total = 0
    left = state.seat[seat].attack & ~state.battled
    while left:
        fighter = first(left)
        left = rest(left)
        total += ready(cards, state, policy, seat, fighter, np.int64(state.worth[fighter]))
    return total


@kernel
def cost_of(cards, state, seat, kind):
    """Return the points of the cheapest fighters that could pay for a summon."""
    left = payers(cards, state, seat, kind)
    total = 0
    while left:
        total += np.int64(state.worth[first(left)])
        left = rest(left)
    return total


@kernel
def payers(cards, state, seat, kind):
    """Return the cheapest fighters that could pay for a summon."""
    left = state.seat[seat].field
    found = 0
    for _ in range(cards.options.cost[kind]):
        cheapest = -1
        low = 0
        field = left
        while field:
            fighter = first(field)
            field = rest(field)
            value = np.int64(state.worth[fighter])
            if cheapest < 0 or value < low:
                cheapest, low = fighter, value
        if cheapest < 0:
            return found
        found |= bit(cheapest)
        left &= ~bit(cheapest)
    return found


@kernel
def swing(cards, state, policy, seat, modifier, target, before):
    """Return how much more the own attacks of this turn, or the battle at hand, are worth once a modifier stands.

    They are worth `before` as things are (`outcome`). The modifier is laid down for a moment and taken up again, so the
    state is as before.
    """
    if modifier >= JOKER_CARD or (state.attacker < 0 and not can_battle(cards, state, seat)):
        return 0
    if kind_of(modifier) == Kind.ACE and target < FIGHTERS:
        owner = state.seat[owner_of(state, target)]
        if state.attacker >= 0:  # nobody to battle any more
            return -before if target in (state.attacker, state.defender) else 0
        owner.field &= ~bit(target)
        was_upright = owner.attack & bit(target)
        owner.attack &= ~bit(target)
        after = outcome(cards, state, policy, seat)
        owner.field |= bit(target)
        owner.attack |= was_upright
        return after - before
    if kind_of(modifier) == Kind.ACE:
        fighter = carrier_of(state, target)
        change = -worth_on_fighter(cards, state, target)
    else:
        fighter = target
        change = change_of(cards, state, modifier, target)
    worth = np.int64(state.worth[fighter])
    state.worth[fighter] = worth + change
    after = outcome(cards, state, policy, seat)
    state.worth[fighter] = worth
    return after - before


@kernel
def outcome(cards, state, policy, seat):
    """Return what the battle at hand is worth to a seat; where there is none, all attacks it could still make."""
    if state.attacker < 0:
        return all_attacks(cards, state, policy, seat)
    defender = np.int64(state.defender)
    resistance = 0 if defender == NOBODY else np.int64(state.worth[defender])
    attacker = np.int64(state.attacker)
    strength = np.int64(state.worth[attacker])
    return worth_of_battle(
        cards, state, policy, seat, np.int64(state.active), attacker, strength, defender, resistance
    )  # fmt: skip
