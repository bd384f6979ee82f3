"""Battles: the exchange before one, comparing values, protecting, bombs, damage."""

import numpy as np

from balance.core.jit import kernel
from balance.core.trace import record
from balance.rules.powercreep.cards import bit, fighters_of, first, has, kind_of, rest
from balance.rules.powercreep.legal import can_play_in_combat
from balance.rules.powercreep.moves import discard, fall, finish, owner_of, pack_of, take_damage
from balance.rules.powercreep.state import NOBODY, Decision, End, Kind, Stage
from balance.vocab import Event


@kernel
def begin_attack(cards, state, attacker, defender, trace):
    """Send a fighter at another one, or at the Life Stack; from now on the turn is battles alone (PC-30)."""
    state.is_battling = 1
    state.battled |= bit(attacker)
    state.attacker = attacker
    state.defender = defender
    state.passes_n = 0
    state.speaker = 1 - state.active
    record(trace, Event.ATTACK, np.int64(state.active), attacker, -1 if defender == NOBODY else defender)
    return Stage.COMBAT if cards.options.is_combat else Stage.BATTLE


@kernel
def ask_combat(cards, state):
    """Ask for a modifier before the battle, the defending player first, until both fight in a row (PC-45).

    A shot at one of the two calls the battle off; the attacker has then not battled, but for the option (PC-46).
    """
    field = state.seat[0].field | state.seat[1].field
    is_attacker_left = has(field, state.attacker)
    if not is_attacker_left or (state.defender != NOBODY and not has(field, state.defender)):
        if is_attacker_left and cards.options.is_shot_attack_used == 0:
            state.battled &= ~bit(state.attacker)
        state.attacker = -1
        return Stage.TURN
    while state.passes_n < 2:
        if can_play_in_combat(cards, state, np.int64(state.speaker)):
            state.decision = Decision.COMBAT
            state.actor = state.speaker
            return Stage.NONE
        pass_on(state)
    return Stage.BATTLE


@kernel
def pass_on(state):
    """Choose to fight; the other may still play."""
    state.passes_n += 1
    state.speaker = 1 - state.speaker
    return Stage.COMBAT


@kernel
def compare(cards, state, trace):
    """Find out who falls and who takes how much (PC-21, PC-32 to PC-35)."""
    seat = np.int64(state.active)
    me = state.seat[seat]
    strength = np.int64(state.worth[state.attacker])
    state.falling = 0
    state.hit = -1
    state.points = 0
    state.is_hurt = 0
    if state.defender == NOBODY:
        me.directs_n += 1
        record(trace, Event.COMPARE, seat, strength, 0)
        if strength > 0:
            state.hit, state.points = 1 - seat, strength
    else:
        me.battles_n += 1
        resistance = np.int64(state.worth[state.defender])
        record(trace, Event.COMPARE, seat, strength, resistance)
        is_upright = has(state.seat[1 - seat].attack, state.defender)
        if strength > resistance:
            state.falling = bit(state.defender)
            if is_upright:
                state.hit, state.points = 1 - seat, strength - resistance
        elif strength < resistance:
            state.falling = bit(state.attacker)
            state.hit, state.points = seat, resistance - strength
        elif is_upright:
            state.falling = bit(state.attacker) | bit(state.defender)
    state.asking = state.falling if cards.options.can_protect else 0
    if cards.options.is_damage_first:
        return hurt(cards, state, Stage.PROTECT, trace)
    return Stage.PROTECT


@kernel
def hurt(cards, state, stage, trace):
    """Let the loser take the damage, once; return `stage`, or NONE when the game is over with it."""
    if state.hit < 0 or state.is_hurt:
        return stage
    state.is_hurt = 1
    loser = np.int64(state.hit)
    take_damage(cards, state, loser, np.int64(state.points), trace)
    if state.seat[loser].stack_n > 0:
        return stage
    end = End.BATTLE
    if loser == state.active:
        end = End.COUNTER
    elif state.defender == NOBODY:
        end = End.DIRECT
    finish(state, loser, end, trace)
    return Stage.NONE


@kernel
def in_question(state):
    """Return the fighter whose owner is asked next: the defender, then the attacker."""
    is_defender = state.defender != NOBODY and has(state.asking, state.defender)
    return np.int64(state.defender if is_defender else state.attacker)


@kernel
def ask_protect(state):
    """Ask the owners of falling fighters whether they discard a card instead (PC-35, PC-36)."""
    while state.asking:
        fighter = in_question(state)
        seat = owner_of(state, fighter)
        if state.seat[seat].hand:
            state.decision = Decision.PROTECT
            state.actor = seat
            return Stage.NONE
        state.asking &= ~bit(fighter)
    return Stage.CASUALTIES


@kernel
def protect(state, seat, card, trace):
    """Discard a card of the hand, any, in place of the fighter."""
    fighter = in_question(state)
    record(trace, Event.PROTECT, seat, fighter, card)
    discard(state, seat, card, trace)
    state.seat[seat].protects_n += 1
    state.falling &= ~bit(fighter)
    state.asking &= ~bit(fighter)
    return Stage.PROTECT


@kernel
def give_up(state):
    """Let the fighter fall."""
    state.asking &= ~bit(in_question(state))
    return Stage.PROTECT


@kernel
def is_bomb(cards, state, fighter):
    """Say whether a fighter takes along what sends it to the discard pile in a battle (PC-39)."""
    if cards.options.has_bombs == 0:
        return False
    if cards.options.is_bomb_by_value:
        return state.worth[fighter] == 2
    if kind_of(fighter) != Kind.TWO:
        return False
    return cards.options.is_stack_bomb == 1 or fighters_of(pack_of(state, fighter)) == bit(fighter)


@kernel
def bury(cards, state, trace):
    """Send the fallen to the discard pile, bombs with what felled them; then the damage is taken (PC-37, PC-38)."""
    if state.falling:
        falling = state.falling
        attacker, defender = np.int64(state.attacker), np.int64(state.defender)
        for fighter in (attacker, defender):
            other = attacker + defender - fighter
            if has(falling, fighter) and is_bomb(cards, state, fighter) and not has(falling, other):
                state.falling |= bit(other)
                state.seat[owner_of(state, fighter)].bombs_n += 1
                record(trace, Event.BOMB, owner_of(state, fighter), fighter, other)
        falling = state.falling
        while falling:
            fall(state, first(falling), trace)
            falling = rest(falling)
    stage = hurt(cards, state, Stage.TURN, trace)
    state.attacker = -1
    return stage
