"""What a turn as a whole could come to, and what an action changes in that: one's own attacks, and the other's reply.

An action is carried out on the fields alone, looked at, and taken back, so the state is as before. As in `prospects`,
no hand but the own is looked at: nobody protects, cancels or brings up anything else.
"""

import numpy as np

from balance.core.jit import kernel
from balance.rules.powercreep.cards import bit, can_cancel, first, has, kind_of, rank_of, rest
from balance.rules.powercreep.features import Feature
from balance.rules.powercreep.moves import carrier_of, worth_on_fighter
from balance.rules.powercreep.prospects import all_attacks, can_battle, change_of, is_taking_along, payers, swing
from balance.rules.powercreep.state import FIGHTERS, JOKER_CARD, NOBODY, Kind, Move, Position


@kernel
def reach(state, seat, attackers):
    """Return the damage that some fighters of a seat deal in one turn.

    The largest defenders are met first, each by the weakest attacker that clears it away; when all are gone the
    attackers that are left go for the Life Stack.
    """
    other = state.seat[1 - seat]
    against = other.field
    total = 0
    is_open = True
    while against:
        defender = largest(state, against)
        against &= ~bit(defender)
        is_upright = has(other.attack, defender)
        resistance = np.int64(state.worth[defender])
        attacker = weakest(state, attackers, resistance if is_upright else resistance + 1)
        if attacker < 0:
            is_open = False
            continue
        attackers &= ~bit(attacker)
        if is_upright:
            total += np.int64(state.worth[attacker]) - resistance
    while is_open and attackers:
        total += max(np.int64(state.worth[first(attackers)]), 0)
        attackers = rest(attackers)
    return total


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


@kernel
def lay(cards, state, seat, move, a, b):
    """Carry out what a seat does on the fields; return whose value changed, -1 for nobody's, and by how much."""
    me, other = state.seat[seat], state.seat[1 - seat]
    fighter, change, gone = -1, 0, 0
    if move == Move.PAY_SUMMON or move == Move.TRIP or move == Move.RUN:
        if move == Move.PAY_SUMMON:
            gone = payers(cards, state, seat, kind_of(a))
        me.field |= bit(a)
        if b == Position.ATTACK:
            me.attack |= bit(a)
        fighter, change = a, rank_of(a) - np.int64(state.worth[a])
    elif move == Move.STACK:
        fighter = b
        change = rank_of(a)
        if has(me.field, a):
            change = np.int64(state.worth[a])
            gone = bit(a)
    elif move == Move.TURN:
        me.attack ^= bit(a)
    elif move == Move.PLAY:
        if a < JOKER_CARD and kind_of(a) != Kind.ACE:
            fighter, change = b, change_of(cards, state, a, b)
        elif a < JOKER_CARD and b < FIGHTERS:
            gone = bit(b)
        elif a < JOKER_CARD:
            fighter = carrier_of(state, b)
            change = -worth_on_fighter(cards, state, b)
    elif b != NOBODY:
        gone = casualties(cards, state, a, b, has(other.attack, b))
    me.field &= ~gone
    me.attack &= ~gone
    other.field &= ~gone
    other.attack &= ~gone
    if fighter >= 0:
        state.worth[fighter] = np.int64(state.worth[fighter]) + change
    return fighter, change


@kernel
def casualties(cards, state, attacker, defender, is_upright):
    """Return the fighters that fall in a battle."""
    strength, resistance = np.int64(state.worth[attacker]), np.int64(state.worth[defender])
    if strength == resistance:
        return bit(attacker) | bit(defender) if is_upright else 0
    loser, value = (defender, resistance) if strength > resistance else (attacker, strength)
    if is_taking_along(cards, state, loser, value):
        return bit(attacker) | bit(defender)
    return bit(loser)


@kernel
def damage_of(state, attacker, defender, is_upright):
    """Return the damage that an attack deals to the other player."""
    strength = np.int64(state.worth[attacker])
    if defender == NOBODY:
        return max(strength, 0)
    return max(strength - np.int64(state.worth[defender]), 0) if is_upright else 0


@kernel
def fields_of(state):
    """Return both fields and what lies in attack position on them, for `take_back`."""
    first_player, second_player = state.seat[0], state.seat[1]
    return first_player.field, first_player.attack, second_player.field, second_player.attack


@kernel
def take_back(state, fields, fighter, change):
    """Make the fields again what they were before `lay`."""
    state.seat[0].field, state.seat[0].attack, state.seat[1].field, state.seat[1].attack = fields
    if fighter >= 0:
        state.worth[fighter] = np.int64(state.worth[fighter]) - change


@kernel
def look_ahead(cards, state, policy, memo):
    """Work out what the attacks of both could come to as things stand."""
    seat = np.int64(state.actor)
    attackers = state.seat[seat].attack
    memo.is_final, memo.is_in_danger, memo.reply = outlook(cards, state, policy, seat, attackers, 0)


@kernel
def outlook(cards, state, policy, seat, attackers, dealt):
    """Return what attacks could come to.

    That is whether those left of the own turn empty the other's Life Stack, `dealt` being done already, whether those
    of the other's next turn empty the own, and what these would be worth to the other.
    """
    me, other = state.seat[seat], state.seat[1 - seat]
    is_final = False
    if can_battle(cards, state, seat):
        is_final = dealt + reach(state, seat, attackers & ~state.battled) >= other.stack_n
    is_in_danger = reach(state, 1 - seat, other.field) >= me.stack_n
    upright = other.attack
    other.attack = other.field  # each may be turned before it attacks
    reply = all_attacks(cards, state, policy, 1 - seat)
    other.attack = upright
    return is_final, is_in_danger, reply


@kernel
def value_of_outlook(cards, state, policy, memo, move, a, b):
    """Return what an action of the own turn is worth by what the attacks of both could come to after it."""
    weight = policy.weight
    seat = np.int64(state.actor)
    me, other = state.seat[seat], state.seat[1 - seat]
    dealt, attacked = 0, 0
    if move == Move.ATTACK:
        dealt, attacked = damage_of(state, a, b, b != NOBODY and has(other.attack, b)), bit(a)
    fields = fields_of(state)
    fighter, change = lay(cards, state, seat, move, a, b)
    is_final, is_in_danger, reply = outlook(cards, state, policy, seat, me.attack & ~attacked, dealt)
    take_back(state, fields, fighter, change)
    if move == Move.PLAY and is_answered(cards, state, a):
        is_final = False
    worth = weight[Feature.REPLY] * (memo.reply - reply) // 1000
    if is_final and (move == Move.ATTACK or not memo.is_final):
        worth += weight[Feature.FINAL]
    if is_in_danger != memo.is_in_danger:
        worth += -weight[Feature.DANGER] if is_in_danger else weight[Feature.DANGER]
    return worth


@kernel
def value_of_stopping(cards, state, policy):
    """Return what a modifier on its way, or for its player the cancel of it, decides in the attacks of this turn."""
    weight = policy.weight
    player, played, target = np.int64(state.player), np.int64(state.played), np.int64(state.target)
    if played >= JOKER_CARD:
        return 0
    worth = weight[Feature.REPLY] * swing(cards, state, policy, player, played, target) // 1000
    if state.attacker >= 0 or not can_battle(cards, state, player):
        return worth
    me, stack_n = state.seat[player], state.seat[1 - player].stack_n
    fields = fields_of(state)
    before = reach(state, player, me.attack & ~state.battled)
    fighter, change = lay(cards, state, player, Move.PLAY, played, target)
    after = reach(state, player, me.attack & ~state.battled)
    take_back(state, fields, fighter, change)
    if before < stack_n <= after:
        worth += weight[Feature.FINAL] if state.actor == player else weight[Feature.DANGER]
    return worth


@kernel
def value_of_staying(state, policy, fighter):
    """Return what it is worth that a fighter stays because it keeps the attacks that are left from ending the game."""
    seat = np.int64(state.actor)
    if seat == state.active or policy.weight[Feature.DANGER] == 0:
        return 0
    me, other = state.seat[seat], state.seat[1 - seat]
    attackers = other.attack & ~state.battled
    points = np.int64(state.points) if state.hit == seat and not state.is_hurt else 0
    is_safe = points + reach(state, 1 - seat, attackers) < me.stack_n
    field = me.field
    me.field = field & ~bit(fighter)
    is_lost = points + reach(state, 1 - seat, attackers) >= me.stack_n
    me.field = field
    return policy.weight[Feature.DANGER] if is_safe and is_lost else 0


@kernel
def is_answered(cards, state, modifier):
    """Say whether the other is known to hold a card that cancels a modifier: it was shown, or taken by a Joker."""
    return cards.options.has_cancels == 1 and state.seat[1 - state.actor].known & can_cancel(modifier) != 0


@kernel
def is_foreseeing(policy):
    """Say whether a policy weighs anything of this."""
    weight = policy.weight
    return weight[Feature.FINAL] != 0 or weight[Feature.DANGER] != 0 or weight[Feature.REPLY] != 0
