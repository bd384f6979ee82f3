"""What a player may do at each decision. Reading ids (PC-...) are those of this folder's README."""

import numpy as np

from balance.core.jit import kernel
from balance.rules.powercreep.cards import (
    ACES,
    ALL_FIGHTERS,
    BOTH_JOKERS,
    CHANGERS,
    bit,
    can_cancel,
    every,
    fighters_of,
    first,
    has,
    kind_of,
    one_joker,
    rest,
    size,
)
from balance.rules.powercreep.modifiers import to_take
from balance.rules.powercreep.state import (
    JOKER_CARD,
    NOBODY,
    CombatTargets,
    Decision,
    Kind,
    Move,
    Position,
    StackFrom,
)
from balance.rules.powercreep.summons import to_show


@kernel
def legal(cards, state, actions):
    """Fill the legal actions of the decision at hand."""
    me = state.seat[state.actor]
    if state.decision == Decision.TURN:
        return legal_turn(cards, state, me, actions)
    if state.decision == Decision.COMBAT:
        n = legal_modifiers(cards, state, me, in_reach(cards, state), actions, 0)
        return add(actions, n, Move.PASS, NOBODY, NOBODY)
    if state.decision == Decision.CANCEL:
        n = picks(me.hand & can_cancel(state.played), actions)
        return add(actions, n, Move.PASS, NOBODY, NOBODY)
    if state.decision == Decision.PROTECT:
        n = picks(me.hand, actions)
        return add(actions, n, Move.PASS, NOBODY, NOBODY)
    if state.decision == Decision.SHOW:
        return picks(to_show(state, me), actions)
    if state.decision == Decision.PAYMENT:
        return picks(me.field, actions)
    if state.decision == Decision.TAKE:
        return picks(to_take(state), actions)
    return picks(me.hand, actions)


@kernel
def add(actions, n, move, a, b):
    """Write one action and return how many there are now; an action is called by what it does, Jokers by their kind."""
    actions[n].code = move << 12 | a << 6 | b
    actions[n].copies = 1
    actions[n].identity = np.uint64((move << 12 | (JOKER_CARD if a == JOKER_CARD + 1 else a) << 6 | b) + 1)
    return n + 1


@kernel
def picks(choice, actions):
    """Fill one action for each card of a set."""
    n = 0
    left = one_joker(choice)
    while left:
        card = first(left)
        left = rest(left)
        n = add(actions, n, Move.PICK, card, NOBODY)
        if card == JOKER_CARD and choice & BOTH_JOKERS == BOTH_JOKERS:
            actions[n - 1].copies = 2
    return n


@kernel
def legal_turn(cards, state, me, actions):
    """Everything that the active player may do: before the first battle anything, then only battles (PC-30)."""
    n = add(actions, 0, Move.END, NOBODY, NOBODY)
    if state.is_battling == 0:
        if state.is_idle and cards.options.idle_draw > 0:
            n = add(actions, n, Move.END_DRAWING, NOBODY, NOBODY)
        n = legal_summons(cards, state, me, actions, n)
        n = legal_stacks(cards, me, actions, n)
        left = me.field & ~state.turned
        while left:
            n = add(actions, n, Move.TURN, first(left), NOBODY)
            left = rest(left)
        n = legal_modifiers(cards, state, me, state.seat[0].field | state.seat[1].field, actions, n)
    if state.turn_n > 1 or cards.options.is_first_turn_battle:
        n = legal_attacks(state, me, actions, n)
    return n


@kernel
def legal_summons(cards, state, me, actions, n):
    """Pay summons of what the field can pay for (PC-7, PC-9), trips and runs of what the hand can show."""
    fighters_n = size(me.field)
    left = fighters_of(me.hand)
    while left:
        card = first(left)
        left = rest(left)
        kind = kind_of(card)
        is_paid = state.has_paid == 0 and cards.options.cost[kind] <= fighters_n
        is_trip = cards.options.has_trips == 1 and size(me.hand & every(kind)) >= 3
        is_run = False
        if cards.options.has_runs == 1 and Kind.TWO < kind < Kind.TEN:
            is_run = me.hand & every(kind - 1) != 0 and me.hand & every(kind + 1) != 0
        for position in (Position.ATTACK, Position.DEFENSE):
            if is_paid:
                n = add(actions, n, Move.PAY_SUMMON, card, position)
            if is_trip:
                n = add(actions, n, Move.TRIP, card, position)
            if is_run:
                n = add(actions, n, Move.RUN, card, position)
    return n


@kernel
def legal_stacks(cards, me, actions, n):
    """Lay a fighter of the hand, or of the field, on one of its rank on the own field (PC-15)."""
    upper = 0
    if cards.options.has_stacks == 0:
        return n
    if cards.options.stack_from != StackFrom.FIELD:
        upper |= fighters_of(me.hand)
    if cards.options.stack_from != StackFrom.HAND:
        upper |= me.field
    while upper:
        card = first(upper)
        upper = rest(upper)
        lower = me.field & every(kind_of(card)) & ~bit(card)
        while lower:
            n = add(actions, n, Move.STACK, card, first(lower))
            lower = rest(lower)
    return n


@kernel
def legal_modifiers(cards, state, me, fighters, actions, n):
    """Play a J, Q or K on one of `fighters`, an Ace on one or on a modifier on one, a Joker (PC-20, PC-25, PC-45).

    In the exchange before a battle only the active player may play an Ace, and nobody a Joker but for the option.
    """
    is_combat = state.attacker >= 0
    left = me.hand & CHANGERS
    while left:
        n = add_targets(actions, n, first(left), fighters)
        left = rest(left)
    if not is_combat or state.actor == state.active:
        left = me.hand & ACES
        if left:
            targets = fighters | modifiers_on(state, fighters)
            while left:
                n = add_targets(actions, n, first(left), targets)
                left = rest(left)
    jokers = me.hand & BOTH_JOKERS
    if jokers and to_take(state) and (not is_combat or cards.options.is_joker_in_combat):
        n = add(actions, n, Move.PLAY, first(jokers), NOBODY)
        actions[n - 1].copies = size(jokers)
    return n


@kernel
def modifiers_on(state, fighters):
    """Return the modifiers that some fighters carry."""
    found = 0
    on_field = state.laid & ~ALL_FIGHTERS
    while on_field:
        modifier = first(on_field)
        on_field = rest(on_field)
        if has(fighters, state.under[modifier]):
            found |= bit(modifier)
    return found


@kernel
def add_targets(actions, n, modifier, targets):
    """Add playing a modifier on each of its targets."""
    while targets:
        n = add(actions, n, Move.PLAY, modifier, first(targets))
        targets = rest(targets)
    return n


@kernel
def in_reach(cards, state):
    """Return the fighters that a modifier may be played on before a battle (PC-52)."""
    if cards.options.combat_targets == CombatTargets.ANY:
        return state.seat[0].field | state.seat[1].field
    battling = bit(state.attacker)
    if state.defender != NOBODY:
        battling |= bit(state.defender)
    return battling


@kernel
def can_play_in_combat(cards, state, seat):
    """Say whether a seat holds anything that it may play before the battle; the attacker is always a target."""
    hand = state.seat[seat].hand
    if hand & CHANGERS or (seat == state.active and hand & ACES):
        return True
    return cards.options.is_joker_in_combat == 1 and hand & BOTH_JOKERS != 0 and to_take(state) != 0


@kernel
def legal_attacks(state, me, actions, n):
    """Send a fighter in attack position that has not battled yet at any fighter, at the Life Stack where there is none.

    A fighter of no value is a fighter (PC-43); the condition is looked at before each battle (PC-42).
    """
    against = state.seat[1 - state.active].field
    left = me.attack & ~state.battled
    while left:
        attacker = first(left)
        left = rest(left)
        if against == 0:
            n = add(actions, n, Move.ATTACK, attacker, NOBODY)
        targets = against
        while targets:
            n = add(actions, n, Move.ATTACK, attacker, first(targets))
            targets = rest(targets)
    return n
