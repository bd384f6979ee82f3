"""How Powercreep policies value what they may do: the weighted sum of an action's features (`features.Feature`)."""

import numpy as np

from balance.core.jit import kernel
from balance.rules.powercreep.battles import in_question
from balance.rules.powercreep.cards import ALL_FIGHTERS, bit, can_cancel, first, has, kind_of, rank_of, rest
from balance.rules.powercreep.features import Feature
from balance.rules.powercreep.foresight import (
    is_foreseeing,
    look_ahead,
    value_of_outlook,
    value_of_staying,
    value_of_stopping,
)
from balance.rules.powercreep.prospects import (
    benefit,
    can_battle,
    outcome,
    payers,
    points_of,
    ready,
    strongest,
    swing,
    worth_of_battle,
)
from balance.rules.powercreep.state import JOKER_CARD, NOBODY, Decision, Move, Position

_JOKER_STAKES = 8  # points that a Joker serves its player by: about what it takes


@kernel
def weigh(cards, state, policy, memo, actions, n):
    """Fill `worth` of each action: the weighted sum of its features."""
    prepare(cards, state, policy, memo)
    for i in range(n):
        actions[i].worth = value(cards, state, policy, memo, actions[i].code)


@kernel
def prepare(cards, state, policy, memo):
    """Work out, once a decision, what `value` reads from the memo."""
    seat = np.int64(state.actor)
    memo.can_battle = can_battle(cards, state, seat)
    memo.strongest = strongest(state, 1 - seat)
    if policy.weight[Feature.SWING] != 0 and state.seat[seat].hand & ~ALL_FIGHTERS:
        memo.outcome = outcome(cards, state, policy, seat)
    if state.decision == Decision.TURN and is_foreseeing(policy):
        look_ahead(cards, state, policy, memo)


@kernel
def value(cards, state, policy, memo, code):
    """Return the weighted sum of the action's features."""
    move, a, b = code >> 12, (code >> 6) & 63, code & 63
    if move == Move.PASS:
        return 0
    if state.decision == Decision.TURN:
        return value_of_turn(cards, state, policy, memo, move, a, b)
    if state.decision == Decision.COMBAT:
        return value_of_modifier(cards, state, policy, memo, a, b)
    weight = policy.weight
    if state.decision == Decision.SHOW:
        return 0
    if state.decision == Decision.PAYMENT:
        return weight[Feature.COST] * state.worth[a]
    if state.decision == Decision.TAKE:
        return weight[Feature.TAKE] * points_of(cards, a)
    worth = value_of_leaving(cards, state, policy, a)
    if state.decision == Decision.CANCEL:
        worth += weight[Feature.STAKES] * stakes(cards, state)
        if is_foreseeing(policy):
            worth += value_of_stopping(cards, state, policy)
    elif state.decision == Decision.PROTECT:
        worth += weight[Feature.SAVED] * max(np.int64(state.worth[in_question(state)]), 1)
        if is_foreseeing(policy):
            worth += value_of_staying(cards, state, policy, in_question(state))
    return worth


@kernel
def value_of_leaving(cards, state, policy, card):
    """Return what it is worth that a card leaves the hand."""
    worth = policy.weight[Feature.CARD] * points_of(cards, card)
    if state.seat[state.actor].hand & can_cancel(card) == bit(card):
        worth += policy.weight[Feature.SUIT]
    return worth


@kernel
def stakes(cards, state):
    """Return the points by which the modifier on its way serves its player if it stands."""
    if state.played >= JOKER_CARD:
        return _JOKER_STAKES
    return benefit(cards, state, np.int64(state.player), np.int64(state.played), np.int64(state.target))


@kernel
def value_of_turn(cards, state, policy, memo, move, a, b):
    """Return the value of something done in the own turn."""
    weight = policy.weight
    seat = np.int64(state.actor)
    if move == Move.END:
        return weight[Feature.END]
    if move == Move.END_DRAWING:
        is_last = state.seat[seat].stack_n <= cards.options.idle_draw
        return weight[Feature.IDLE] + (weight[Feature.DECK_OUT] if is_last else 0)
    worth = value_of_outlook(cards, state, policy, memo, move, a, b) if is_foreseeing(policy) else 0
    if move == Move.ATTACK:
        strength = np.int64(state.worth[a])
        resistance = 0 if b == NOBODY else np.int64(state.worth[b])
        return worth + weight[Feature.ATTACK] + worth_of_battle(
            cards, state, policy, seat, seat, a, strength, b, resistance
        )  # fmt: skip
    if move == Move.PLAY:
        worth += value_of_modifier(cards, state, policy, memo, a, b)
    elif move == Move.STACK:
        worth += value_of_stack(cards, state, policy, memo, a, b)
    elif move == Move.TURN:
        upright = value_upright(cards, state, policy, memo, a, np.int64(state.worth[a]))
        worth += -upright if has(state.seat[seat].attack, a) else upright
    else:
        worth += weight[Feature.SUMMON] * rank_of(a)
        if move == Move.PAY_SUMMON:
            worth += value_of_paying(cards, state, policy, memo, kind_of(a))
        else:
            worth += weight[Feature.FREE]
        if b == Position.ATTACK:
            worth += value_upright(cards, state, policy, memo, a, rank_of(a))
    return worth + weight[Feature.BEFORE] if worth > 0 else worth


@kernel
def value_of_paying(cards, state, policy, memo, kind):
    """Return what it is worth to lose the fighters that a summon takes, and the battles that they could have begun."""
    weight = policy.weight
    seat = np.int64(state.actor)
    worth = 0
    left = payers(cards, state, seat, kind)
    while left:
        fighter = first(left)
        left = rest(left)
        strength = np.int64(state.worth[fighter])
        worth += weight[Feature.COST] * strength
        if memo.can_battle and has(state.seat[seat].attack & ~state.battled, fighter):
            worth -= weight[Feature.READY] * ready(cards, state, policy, seat, fighter, strength) // 1000
    return worth


@kernel
def value_upright(cards, state, policy, memo, fighter, strength):
    """Return what it is worth that a fighter is in attack position."""
    weight = policy.weight
    seat = np.int64(state.actor)
    worth = weight[Feature.UPRIGHT] + weight[Feature.EXPOSED] * max(memo.strongest - strength, 0)
    if weight[Feature.READY] != 0 and memo.can_battle:
        worth += weight[Feature.READY] * ready(cards, state, policy, seat, fighter, strength) // 1000
    return worth


@kernel
def value_of_stack(cards, state, policy, memo, upper, lower):
    """Return the value of laying a card or fighter on another fighter."""
    weight = policy.weight
    seat = np.int64(state.actor)
    me = state.seat[seat]
    low = np.int64(state.worth[lower])
    gained = 0
    if has(me.hand, upper):
        high = rank_of(upper)
        worth = weight[Feature.STACK] * high
    else:
        high = np.int64(state.worth[upper])
        worth = weight[Feature.MERGE]
        if has(me.attack, upper):
            gained = -ready(cards, state, policy, seat, upper, high)
    if weight[Feature.READY] != 0 and memo.can_battle:
        if has(me.attack, lower):
            gained += ready(cards, state, policy, seat, lower, low + high)
            gained -= ready(cards, state, policy, seat, lower, low)
        worth += weight[Feature.READY] * gained // 1000
    return worth


@kernel
def value_of_modifier(cards, state, policy, memo, modifier, target):
    """Return the value of playing a modifier.

    One that serves the other gains nothing for the own attacks, whatever they look like one by one: a defender that
    several could fell would count for each of them, and an attack that is part of a plan for the turn may look bad.
    """
    weight = policy.weight
    seat = np.int64(state.actor)
    worth = weight[Feature.MODIFIER] + value_of_leaving(cards, state, policy, modifier)
    if modifier >= JOKER_CARD:
        return worth + weight[Feature.JOKER]
    points = benefit(cards, state, seat, modifier, target)
    worth += weight[Feature.BENEFIT] * points
    if weight[Feature.SWING] != 0:
        gained = swing(cards, state, policy, seat, modifier, target, memo.outcome)
        worth += weight[Feature.SWING] * (min(gained, 0) if points < 0 else gained) // 1000
    return worth
