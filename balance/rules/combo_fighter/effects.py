"""What the words of power tokens do, one function a kind of word; the README says what each word means.

Effects are rows of the sheet (`state.EFFECT`), lowered by `tokens.py`; the bits in `sheet.at` say which of them
a trigger wakes on the side that is up. A fighter without a token pays one comparison a trigger.
"""

import numpy as np

from balance.core.jit import kernel, trailing_zeros
from balance.core.piles import count, every, one, size
from balance.core.trace import record
from balance.rules.combo_fighter.moves import draw, finish, leave_hand, life, mill
from balance.rules.combo_fighter.state import (
    ACCEPT,
    DECLINE,
    DOUBLE_SIGNATURE,
    PLAYED_MAX,
    Colour,
    Decision,
    End,
    X,
)
from balance.vocab import Condition, Cost, Event, Operator, Trigger, Verb

# ---------------------------------------------------------------- numbers that a token changes


@kernel
def changed(number, operator, amount):
    """Return a number after a change; never below 0."""
    if operator == Operator.ADD:
        return number + amount
    if operator == Operator.SUBTRACT:
        return max(number - amount, 0)
    if operator == Operator.TIMES:
        return number * amount
    return amount


@kernel
def modified(sheet, face, hand, kind, verb, number):
    """Return a number of a card (`verb` says which) under the lasting effects of a side, with `hand` still in hand."""
    if sheet.changed[face] & every(kind):
        return modified_by_token(sheet, face, hand, kind, verb, number)
    return number


@kernel
def modified_by_token(sheet, face, hand, kind, verb, number):
    """Return what the lasting effects make of a number."""
    queue = sheet.at[face, Trigger.ALWAYS]
    while queue:
        effect = sheet.effect[trailing_zeros(queue)]
        queue &= queue - 1
        if effect.condition == Condition.HOLDING and hand & effect.condition_cards == 0:
            continue
        for i in range(effect.first, effect.first + effect.steps_n):
            step = sheet.step[i]
            if step.verb == verb and step.cards & every(kind):
                number = changed(number, step.operator, step.amount)
    return number


@kernel
def card_damage(sheet, face, x, hand, kind, printed):
    """Return the damage of a card that has just left `hand`: printed or X, and what the token makes of it (CF-35)."""
    return modified(sheet, face, hand, kind, Verb.DAMAGE, x if printed == X else printed)


@kernel
def x_of(cards, state, seat):
    """Return X: the counter, or the larger printed damage of the opposing opener, whose own X counts 0 (CF-42)."""
    me = state.seat[seat]
    if cards.side[state.side[seat]].is_x_opposing[me.face] == 0:
        return me.counter
    rival = state.seat[1 - seat]
    if rival.played_n == 0:
        return 0
    sheet = cards.side[state.side[1 - seat]]
    return max(int(sheet.opening[rival.played[0]]), int(sheet.combo[rival.played[0]]), 0)


# ---------------------------------------------------------------- when


@kernel
def woken(sheet, me, trigger, about):
    """Return the bits of the effects that a trigger wakes; `about`: the kind, the version or the number of cards."""
    queue = sheet.at[me.face, trigger]
    awake = 0
    while queue:
        i = trailing_zeros(queue)
        queue &= queue - 1
        effect = sheet.effect[i]
        is_about = True
        if trigger == Trigger.PLAYING or trigger == Trigger.WINNING_WITH:
            is_about = effect.trigger_cards & every(about) != 0
        elif trigger == Trigger.CALLING:
            is_about = (effect.trigger_versions >> about) & 1 == 1
        elif trigger == Trigger.EMPTYING_A_HAND_OF:
            is_about = about >= effect.trigger_n
        if is_about:
            awake |= 1 << i
    return awake


@kernel
def act(cards, state, seat, trigger, about, trace):
    """Carry out the effects of a trigger that offers nothing."""
    if cards.side[state.side[seat]].at[state.seat[seat].face, trigger]:
        carry_out(cards, state, seat, trigger, about, trace)


@kernel
def carry_out(cards, state, seat, trigger, about, trace):
    """Carry out the effects that the trigger wakes."""
    sheet = cards.side[state.side[seat]]
    me = state.seat[seat]
    queue = woken(sheet, me, trigger, about)
    while queue:
        effect = sheet.effect[trailing_zeros(queue)]
        queue &= queue - 1
        if trigger == Trigger.DEALING or trigger == Trigger.TAKING:
            if state.seat[victim_of(trigger, seat)].damage == 0:
                return
        if holds(cards, state, seat, effect.condition, effect.condition_n, effect.condition_cards):
            run_steps(cards, state, seat, trigger, effect, DECLINE, trace)


@kernel
def wake(cards, state, seat, trigger, about):
    """Queue the effects of a trigger that may offer something; `run_queue` carries them out."""
    state.trigger = trigger
    state.queue = 0
    if cards.side[state.side[seat]].at[state.seat[seat].face, trigger]:
        state.queue = woken(cards.side[state.side[seat]], state.seat[seat], trigger, about)


@kernel
def run_queue(cards, state, seat, trace):
    """Carry out the queued effects; stop and return True when one of them is offered to the seat."""
    return state.queue != 0 and run_effects(cards, state, seat, trace)


@kernel
def run_effects(cards, state, seat, trace):
    """Carry out the effects of a queue that is not empty."""
    sheet = cards.side[state.side[seat]]
    while state.queue:
        i = trailing_zeros(state.queue)
        state.queue &= state.queue - 1
        effect = sheet.effect[i]
        if not can_act(cards, state, seat, effect):
            continue
        if effect.is_optional:
            pose(state, seat, i, trace)
            return True
        run_steps(cards, state, seat, state.trigger, effect, DECLINE, trace)
        if state.actor < 0:  # an effect has won the game
            return False
    return False


@kernel
def pose(state, seat, i, trace):
    """Put an offer to a seat."""
    state.seat[seat].offer = i
    state.decision = Decision.OFFER
    state.actor = seat
    record(trace, Event.OFFER, seat, i, 0)


# ---------------------------------------------------------------- if


@kernel
def holds(cards, state, seat, condition, n, condition_cards):
    """Say whether a condition holds for a seat now."""
    if condition == Condition.NONE:
        return True
    me = state.seat[seat]
    if condition == Condition.WON:
        return state.winner == seat
    if condition == Condition.LOST:
        return state.winner == 1 - seat
    if condition == Condition.TIED:
        return state.winner == -1
    if condition == Condition.SIGNATURE:
        return me.called >= 0
    if condition == Condition.NO_SIGNATURE:
        return me.called < 0
    if condition == Condition.HOLDING:
        return me.hand & condition_cards != 0
    if condition == Condition.COUNTER:
        return me.counter >= n
    if condition == Condition.AGAINST_INITIATIVE:
        return state.seat[1 - seat].initiative >= n
    return is_alike(cards.side[state.side[seat]], state.paid)


@kernel
def is_alike(sheet, paid):
    """Say whether two of the cards have the same colour (condition `alike`)."""
    for colour in (Colour.RED, Colour.BLUE, Colour.YELLOW):
        n = 0
        for kind in range(sheet.kinds_n):
            if sheet.colour[kind] == colour:
                n += count(paid, kind)
        if n > 1:
            return True
    return False


# ---------------------------------------------------------------- costs


@kernel
def can_act(cards, state, seat, effect):
    """Say whether the condition of an effect holds, its cost can be paid and its choice is not empty."""
    if not holds(cards, state, seat, effect.condition, effect.condition_n, effect.condition_cards):
        return False
    sheet = cards.side[state.side[seat]]
    me = state.seat[seat]
    if effect.cost == Cost.DISCARD and size(me.hand & effect.cost_cards) < effect.least:
        return False
    if effect.cost == Cost.REVEAL and me.deck_n < effect.least:
        return False
    if effect.cost == Cost.DEAL_NOTHING and state.seat[1 - seat].damage == 0:
        return False
    # A cost before the end of the round leaves a card of hand and deck.
    if state.trigger != Trigger.END_OF_ROUND and effect.least > 0 and effect.least >= life(me):
        return False
    if state.trigger == Trigger.EMPTYING_A_HAND_OF and me.hand != 0:  # an effect before it has drawn
        return False
    drawn = 0
    for i in range(effect.first, effect.first + effect.steps_n):
        step = sheet.step[i]
        if step.verb == Verb.DOUBLE_ONE and not can_double(sheet, me):
            return False
        if step.verb == Verb.DRAW:
            drawn += step.amount
    return me.played_n + drawn <= PLAYED_MAX  # no endless chain of fresh hands


@kernel
def can_double(sheet, me):
    """Say whether there is damage to double."""
    if me.called >= 0:
        return sheet.damage[me.called] > 0
    for i in range(me.played_n):
        if me.part[i] > 0:
            return True
    return False


@kernel
def most_to_pay(state, me, effect):
    """Return how many cards may pay the cost of an effect."""
    most = min(effect.most, me.deck_n) if effect.cost == Cost.REVEAL else effect.most
    if state.trigger != Trigger.END_OF_ROUND:
        most = min(most, life(me) - 1)
    return most


@kernel
def take(cards, state, seat, effect, code, trace):
    """Take an offer: pay its cost, then carry out its steps."""
    me = state.seat[seat]
    if effect.cost == Cost.DISCARD:
        leave_hand(me, code)
        me.pile += code
        state.paid = code
    elif effect.cost == Cost.REVEAL:
        state.paid = mill(cards, state, seat, code, trace)
    elif effect.cost == Cost.DEAL_NOTHING:
        state.seat[1 - seat].damage = 0
        record(trace, Event.TOTAL, 1 - seat, 0, 0)
    run_steps(cards, state, seat, state.trigger, effect, code, trace)


# ---------------------------------------------------------------- what


@kernel
def run_steps(cards, state, seat, trigger, effect, code, trace):
    """Carry out the steps of an effect in order; `code` is how an offer was taken."""
    sheet = cards.side[state.side[seat]]
    for i in range(effect.first, effect.first + effect.steps_n):
        step = sheet.step[i]
        if state.actor < 0:  # the step before has won the game
            return
        if holds(cards, state, seat, step.condition, step.condition_n, step.condition_cards):
            run_step(cards, state, seat, trigger, step, code, trace)


@kernel
def run_step(cards, state, seat, trigger, step, code, trace):
    """Carry out one step; DAMAGE, INITIATIVE, NO_SIGNATURES and X_IS_OPPOSING_DAMAGE last and are read where needed."""
    if step.verb == Verb.FLIP:
        flip(state, seat, trace)
    elif step.verb == Verb.TOTAL:
        change_total(cards, state, seat, trigger, step, trace)
    elif step.verb == Verb.COUNTER:
        change_counter(state, seat, step, trace)
    elif step.verb == Verb.DOUBLE_ONE:
        double_one(cards, state, seat, code, trace)
    elif step.verb == Verb.DRAW:
        draw(cards, state, seat, step.amount, trace)
    elif step.verb == Verb.WIN:
        finish(state, seat, End.POWER_TOKEN, trace)


@kernel
def flip(state, seat, trace):
    """Turn the power token over."""
    me = state.seat[seat]
    me.face = 1 - me.face
    me.flips_n += 1
    record(trace, Event.FLIP, seat, me.face, 0)


@kernel
def victim_of(trigger, seat):
    """Return whose damage `total` changes: the other's where the fighter deals, else the fighter's own."""
    return 1 - seat if trigger == Trigger.WON or trigger == Trigger.DEALING else seat


@kernel
def change_total(cards, state, seat, trigger, step, trace):
    """Change the damage of the round."""
    victim = victim_of(trigger, seat)
    amount = step.amount * x_of(cards, state, seat) if step.is_x else step.amount
    times = size(state.paid & step.cards) if step.is_each else 1
    damage = state.seat[victim].damage
    for _ in range(times):
        damage = changed(damage, step.operator, amount)
    state.seat[victim].damage = damage
    record(trace, Event.TOTAL, victim, damage, 0)


@kernel
def change_counter(state, seat, step, trace):
    """Change the counter; adding does not raise it above the limit."""
    me = state.seat[seat]
    counter = changed(me.counter, step.operator, step.amount)
    if step.operator == Operator.ADD:
        counter = max(min(counter, step.limit), me.counter)
    if counter != me.counter:
        me.counter = counter
        record(trace, Event.COUNTER, seat, counter, 0)


@kernel
def double_one(cards, state, seat, code, trace):
    """Add the damage of the chosen card, or of the signature, once more (CF-38)."""
    me = state.seat[seat]
    rival = state.seat[1 - seat]
    if code == DOUBLE_SIGNATURE:
        rival.damage += cards.side[state.side[seat]].damage[me.called]
    else:
        rival.damage += me.part[code - ACCEPT]
    record(trace, Event.TOTAL, 1 - seat, rival.damage, 0)


@kernel
def removed_cards(cards, state, seat):
    """Return the mask of the cards that leave the game when the table is cleared (step `remove`)."""
    sheet = cards.side[state.side[seat]]
    me = state.seat[seat]
    queue = sheet.at[me.face, Trigger.CLEARING_THE_TABLE]
    mask = 0
    while queue:
        effect = sheet.effect[trailing_zeros(queue)]
        queue &= queue - 1
        if holds(cards, state, seat, effect.condition, effect.condition_n, effect.condition_cards):
            for i in range(effect.first, effect.first + effect.steps_n):
                mask |= sheet.step[i].cards
    return mask


@kernel
def clear_table(cards, state, seat, trace):
    """Discard the cards played this round, the loser's opener too (CF-23); some leave the game instead (CF-37)."""
    me = state.seat[seat]
    sheet = cards.side[state.side[seat]]
    gone = removed_cards(cards, state, seat) if sheet.at[me.face, Trigger.CLEARING_THE_TABLE] else 0
    for i in range(me.played_n):
        kind = np.int64(me.played[i])
        if gone & every(kind):
            me.removed += one(kind)
            record(trace, Event.REMOVE, seat, kind, 0)
        else:
            me.pile += one(kind)
    me.played_n = 0
