"""What a turn as a whole could come to, and what an action changes in that: one's own attacks, and the other's reply.

An action is carried out on the fields alone, looked at, and taken back, so the state is as before. As in `prospects`,
of the other's hand only its size and the cards that were shown count.
"""

import numpy as np

from balance.core.jit import kernel
from balance.rules.powercreep.battles import is_bomb
from balance.rules.powercreep.cards import bit, can_cancel, has, kind_of, rank_of
from balance.rules.powercreep.features import Feature
from balance.rules.powercreep.moves import carrier_of, worth_on_fighter
from balance.rules.powercreep.plans import plan, reach
from balance.rules.powercreep.prospects import (
    all_attacks,
    can_battle,
    change_of,
    is_taking_along,
    outcome,
    payers,
    swing,
    total,
)
from balance.rules.powercreep.state import FIGHTERS, JOKER_CARD, NOBODY, Kind, Move, Position


@kernel
def lay(cards, state, seat, move, a, b):
    """Carry out what a seat does on the fields; return whose value changed, -1 for nobody's, and by how much."""
    me, other = state.seat[seat], state.seat[1 - seat]
    fighter, change, gone = -1, 0, 0
    if move == Move.PAY_SUMMON or move == Move.TRIP or move == Move.RUN:
        if move == Move.PAY_SUMMON:
            gone = payers(cards, state, seat, kind_of(a))
            state.has_paid = 1
        me.hand &= ~bit(a)
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
        me.hand &= ~bit(a)
    elif move == Move.TURN:
        me.attack ^= bit(a)
        state.turned |= bit(a)
    elif move == Move.PLAY:
        me.hand &= ~bit(a)
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
def kept_of(state, seat):
    """Return what `lay` changes besides a value, for `take_back`."""
    me, other = state.seat[seat], state.seat[1 - seat]
    return me.hand, me.field, me.attack, other.field, other.attack, state.turned, np.int64(state.has_paid)


@kernel
def take_back(state, seat, kept, fighter, change):
    """Make everything again what it was before `lay`."""
    me, other = state.seat[seat], state.seat[1 - seat]
    me.hand, me.field, me.attack, other.field, other.attack, state.turned, state.has_paid = kept
    if fighter >= 0:
        state.worth[fighter] = np.int64(state.worth[fighter]) - change


@kernel
def look_ahead(cards, state, policy, memo):
    """Work out what the attacks of both could come to as things stand."""
    seat = np.int64(state.actor)
    memo.is_sure = memo.is_open = memo.is_sure_now = memo.is_open_now = 0
    if can_battle(cards, state, seat):
        needed = np.int64(state.seat[1 - seat].stack_n)
        attackers = state.seat[seat].attack & ~state.battled
        memo.is_sure_now, memo.is_open_now = plan(cards, state, memo, seat, needed, attackers, 0, 1)
        memo.is_sure, memo.is_open = plan_of_turn(cards, state, memo, seat)
        memo.margin = margin(state, seat)
    memo.is_in_danger = is_in_danger(cards, state, memo, seat)
    memo.reply = reply(cards, state, policy, seat)


@kernel
def plan_of_turn(cards, state, memo, seat):
    """Return `plan` of the attacks of the own turn, brought up for them what may still be."""
    me = state.seat[seat]
    needed = np.int64(state.seat[1 - seat].stack_n)
    if state.is_battling:
        return plan(cards, state, memo, seat, needed, me.attack & ~state.battled, 0, 1)
    attackers = me.field & (me.attack | ~state.turned)
    return plan(cards, state, memo, seat, needed, attackers, me.hand, np.int64(state.has_paid))


@kernel
def plan_after_attack(cards, state, memo, seat, a, b):
    """Return `plan` of the attacks that are left after one; what it fells may be protected."""
    me, other = state.seat[seat], state.seat[1 - seat]
    is_upright = b != NOBODY and has(other.attack, b)
    needed = np.int64(other.stack_n) - damage_of(state, a, b, is_upright)
    attackers = me.attack & ~state.battled & ~bit(a)
    is_sure = True
    if b != NOBODY and other.hand and cards.options.can_protect and casualties(cards, state, a, b, is_upright) & bit(b):
        is_sure = plan(cards, state, memo, seat, needed, attackers, 0, 1)[0]
    kept = kept_of(state, seat)
    lay(cards, state, seat, Move.ATTACK, a, b)
    is_sure_then, is_open = plan(cards, state, memo, seat, needed, me.attack & attackers, 0, 1)
    take_back(state, seat, kept, -1, 0)
    return is_sure and is_sure_then, is_open


@kernel
def margin(state, seat):
    """Return by how much the own fighters in attack position are worth more than all of the other's."""
    return total(state, state.seat[seat].attack) - total(state, state.seat[1 - seat].field)


@kernel
def is_in_danger(cards, state, memo, seat):
    """Say whether the other could end the game in its next turn, whatever is protected, as far as its hand is known."""
    other = state.seat[1 - seat]
    needed = np.int64(state.seat[seat].stack_n)
    return plan(cards, state, memo, 1 - seat, needed, other.field, other.known, 0)[0]


@kernel
def reply(cards, state, policy, seat):
    """Return what the attacks of the other's next turn would be worth to it; each fighter may be turned before."""
    other = state.seat[1 - seat]
    upright = other.attack
    other.attack = other.field
    worth = all_attacks(cards, state, policy, 1 - seat)
    other.attack = upright
    return worth


@kernel
def value_of_outlook(cards, state, policy, memo, move, a, b):
    """Return what an action of the own turn is worth by what the attacks of both could come to after it."""
    if move == Move.PLAY and a >= JOKER_CARD:
        return 0
    weight = policy.weight
    seat = np.int64(state.actor)
    is_sure, is_open, is_nearer = False, False, move == Move.ATTACK
    if memo.is_open and is_nearer:
        is_sure, is_open = plan_after_attack(cards, state, memo, seat, a, b)
    kept = kept_of(state, seat)
    fighter, change = lay(cards, state, seat, move, a, b)
    if memo.is_open and not is_nearer:
        is_sure, is_open = plan_of_turn(cards, state, memo, seat)
        is_nearer = margin(state, seat) > memo.margin
    is_threatened = is_in_danger(cards, state, memo, seat)
    worth = weight[Feature.REPLY] * (memo.reply - reply(cards, state, policy, seat)) // 1000
    take_back(state, seat, kept, fighter, change)
    if is_threatened != memo.is_in_danger:
        worth += -weight[Feature.DANGER] if is_threatened else weight[Feature.DANGER]
    if not is_nearer or (move == Move.PLAY and is_answered(cards, state, a)):
        return worth
    if move == Move.PLAY and not memo.is_sure:
        is_sure = is_sure and (cards.options.has_cancels == 0 or state.seat[1 - seat].hand == 0)
    # What attacks alone can do is not prepared any further.
    if is_sure:
        return worth + (weight[Feature.FINAL] if move == Move.ATTACK or not memo.is_sure_now else 0)
    if is_open and not memo.is_sure and (move == Move.ATTACK or not memo.is_open_now):
        worth += weight[Feature.DANGER]
    return worth


@kernel
def value_of_stopping(cards, state, policy):
    """Return what a modifier on its way, or for its player the cancel of it, decides in the attacks of this turn."""
    weight = policy.weight
    player, played, target = np.int64(state.player), np.int64(state.played), np.int64(state.target)
    if played >= JOKER_CARD:
        return 0
    now = outcome(cards, state, policy, player)
    worth = weight[Feature.REPLY] * swing(cards, state, policy, player, played, target, now) // 1000
    if state.attacker >= 0 or not can_battle(cards, state, player):
        return worth
    me, other = state.seat[player], state.seat[1 - player]
    kept = kept_of(state, player)
    before = reach(state, player, me.attack & ~state.battled, other.field)
    fighter, change = lay(cards, state, player, Move.PLAY, played, target)
    after = reach(state, player, me.attack & ~state.battled, other.field)
    take_back(state, player, kept, fighter, change)
    if before < other.stack_n <= after:
        worth += weight[Feature.FINAL] if state.actor == player else weight[Feature.DANGER]
    return worth


@kernel
def value_of_staying(cards, state, policy, fighter):
    """Return what it is worth that a fighter stays, besides its value.

    It may keep the attacks that are left from ending the game. A bomb that stays takes nothing along, and what falls to
    one is not to be kept.
    """
    weight = policy.weight
    seat = np.int64(state.actor)
    worth = 0
    rival = np.int64(state.attacker) + np.int64(state.defender) - fighter
    if has(state.falling, rival):
        if is_bomb(cards, state, rival) and not has(state.asking, rival):
            return -weight[Feature.LETHAL]
    elif is_bomb(cards, state, fighter):
        worth -= weight[Feature.FELLED] * max(np.int64(state.worth[rival]), 1)
    if seat == state.active or weight[Feature.DANGER] == 0:
        return worth
    me, other = state.seat[seat], state.seat[1 - seat]
    attackers = other.attack & ~state.battled
    needed = np.int64(me.stack_n)
    if state.hit == seat and not state.is_hurt:
        needed -= np.int64(state.points)
    is_safe = reach(state, 1 - seat, attackers, me.field) < needed
    if is_safe and reach(state, 1 - seat, attackers, me.field & ~bit(fighter)) >= needed:
        worth += weight[Feature.DANGER]
    return worth


@kernel
def is_answered(cards, state, modifier):
    """Say whether the other is known to hold a card that cancels a modifier: it was shown, or taken by a Joker."""
    return cards.options.has_cancels == 1 and state.seat[1 - state.actor].known & can_cancel(modifier) != 0


@kernel
def is_foreseeing(policy):
    """Say whether a policy weighs anything of this."""
    weight = policy.weight
    return weight[Feature.FINAL] != 0 or weight[Feature.DANGER] != 0 or weight[Feature.REPLY] != 0
