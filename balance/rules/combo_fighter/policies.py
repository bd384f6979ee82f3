"""What a Combo Fighter policy can weigh: features of each action, from what the deciding seat may know.

The features are words of `policies.yaml`; the value of an action is the weighted sum of its features. All of these look
at the own hand, the own deck's size and the damage to pay, never at hidden cards.
"""

from enum import IntEnum

import numpy as np

from balance.core.jit import kernel
from balance.core.piles import count, every, holds, lowest, minus, one, size
from balance.rules.combo_fighter.effects import x_of
from balance.rules.combo_fighter.legal import called_version, free_hand, is_linked
from balance.rules.combo_fighter.lines import DAMAGE, damage_of, form, next_tail, opening_damage, opening_tail, place
from balance.rules.combo_fighter.moves import life
from balance.rules.combo_fighter.state import ACCEPT, DECK_MAX, DECLINE, DOUBLE_SIGNATURE, STOP, Decision
from balance.vocab import Condition, Cost, Operator, Verb

OUT_OF_REACH = -(1 << 40)  # below any line


class Feature(IntEnum):
    """Index of each weight; the comment says what is counted, and at which decision."""

    NONE = 0
    LINE = 1  # opener, combo: damage of the best line that goes through the action
    SIGNATURE = 2  # opener, combo: 1 if that line is a signature
    SPENT = 3  # combo: cards that line still plays
    PAID = 4  # payment: cards from the hand
    PAID_LINE = 5  # payment: of these, cards of the best line of the hand
    PAID_DAMAGE = 6  # payment: printed opening and combo damage of the cards from the hand
    JUNK = 7  # discards: cards of a kind that is in no damaging line of the hand
    USEFUL = 8  # discards: all other cards
    DIG = 9  # discards: 1 if drawing up again would dig into staggering
    FLIP = 10  # opener, combo: 1 if that line turns the power token over (by winning or by calling); offer: to side B
    COUNT = 11  # opener, combo: what calling that signature adds to the counter
    TAKEN = 12  # offer: 1 if it is taken and does something
    GAIN = 13  # offer: damage dealt more (less: negative) as far as it can be known, reveals by the usual damage
    COST = 14  # offer: cards that pay
    COST_MORE = 15  # offer: of these, cards beyond the least
    COST_LINE = 16  # offer: of these, cards of the best line of the hand
    COST_DIG = 17  # offer: 1 if it empties the deck
    FINISH = 18  # offer: 1 if the hit knocks the other out when it is taken, but not without; -1 the other way round


@kernel
def prepare(cards, state, policy, memo):
    """Work out, once a decision, what `value` reads from the memo."""
    me = state.seat[state.actor]
    sheet = cards.side[state.side[state.actor]]
    memo.form = form(sheet, me.face, planned_x(cards, state, state.actor))
    if state.decision == Decision.PAYMENT or state.decision == Decision.OFFER:
        memo.line = best_line(sheet, me, memo.form, me.hand)
    elif state.decision == Decision.DISCARDS:
        hand = free_hand(sheet, me)
        memo.junk = junk_kinds(sheet, me, memo.form, hand)
        # Drawing the last card of the deck is what staggers; a staggering fighter loses nothing by it (CF-8, CF-9).
        spare = me.deck_n - 1 - (cards.options.hand_size - size(hand))
        memo.discards_max = size(hand) if me.is_staggering else max(spare, 0)


@kernel
def planned_x(cards, state, seat):
    """Return X as far as the seat knows it: before the opposing opener is seen, the usual one of that deck."""
    sheet = cards.side[state.side[seat]]
    me = state.seat[seat]
    if sheet.is_x_opposing[me.face] and me.played_n == 0:
        return sheet.x_usual
    return x_of(cards, state, seat)


@kernel
def value(cards, state, policy, memo, code):
    """Return the weighted sum of the action's features."""
    me = state.seat[state.actor]
    sheet = cards.side[state.side[state.actor]]
    if state.decision == Decision.OPENER:
        return value_of_opener(cards, state, sheet, me, memo, policy, code)
    if state.decision == Decision.COMBO:
        return value_of_combo(sheet, me, me.face, memo.form, policy, code)
    if state.decision == Decision.PAYMENT:
        return value_of_payment(sheet, me, memo, policy, code)
    if state.decision == Decision.OFFER:
        return value_of_offer(cards, state, sheet, me, memo, policy, code)
    junk = size(code & memo.junk)
    discards = size(code)
    worth = policy.weight[Feature.JUNK] * junk + policy.weight[Feature.USEFUL] * (discards - junk)
    return worth + policy.weight[Feature.DIG] * (discards > memo.discards_max)


@kernel
def value_of_opener(cards, state, sheet, me, memo, policy, kind):
    """Return the value of an opener by the best line behind it, should it win."""
    face, form_i, worth = me.face, memo.form, 0
    if sheet.opener_flips[face] & every(kind):  # the combo would be played on the other side of the token
        face = 1 - face
        form_i = form(sheet, face, planned_x(cards, state, state.actor))
        worth = policy.weight[Feature.FLIP]
    return worth + value_of_line(sheet, me, face, form_i, policy, kind)


@kernel
def value_of_combo(sheet, me, face, form_i, policy, code):
    """Return the value of going on with a card, stopping or calling."""
    if code < STOP:
        return value_of_line(sheet, me, face, form_i, policy, code)
    if code == STOP:
        return policy.weight[Feature.LINE] * me.dealt
    return value_of_call(sheet, me, face, policy, called_version(sheet, me))


@kernel
def value_of_call(sheet, me, face, policy, version):
    """Return the value of calling a signature version, the cards it still takes not counted."""
    worth = policy.weight[Feature.LINE] * sheet.damage[version] + policy.weight[Feature.SIGNATURE]
    if (sheet.call_flips[face] >> version) & 1:
        worth += policy.weight[Feature.FLIP]
    if sheet.call_counts[face, version] > 0:
        room = max(sheet.call_limit[face, version] - me.counter, 0)
        worth += policy.weight[Feature.COUNT] * min(sheet.call_counts[face, version], room)
    return worth


@kernel
def value_of_line(sheet, me, face, form_i, policy, kind):
    """Return the value of the best line that plays `kind` next: plain, or a signature that the hand can complete."""
    if me.played_n == 0:
        tail = opening_tail(sheet, form_i, me.hand, kind)
        worth = policy.weight[Feature.LINE] * damage_of(tail)
        spent = 0  # the cards it takes are no matter before it has won
    elif me.is_committed or not is_linked(sheet, np.int64(me.played[me.played_n - 1]), kind):
        worth = OUT_OF_REACH  # out of the boxes only the signature counts
        spent = policy.weight[Feature.SPENT]
    else:
        tail = next_tail(sheet, form_i, me.hand, kind)
        damage = damage_of(tail)
        worth = policy.weight[Feature.LINE] * (me.dealt + damage)
        spent = policy.weight[Feature.SPENT]
        worth += spent * (DAMAGE * damage - tail)
    if me.live and sheet.is_mute[face] == 0:
        for version in range(sheet.versions_n):
            if is_in_reach(sheet, me, version, kind):
                called = value_of_call(sheet, me, face, policy, version)
                worth = max(worth, called + spent * (sheet.length[version] - me.played_n))
    return worth


@kernel
def is_in_reach(sheet, me, version, kind):
    """Say whether playing `kind` next leads to a signature version that the hand can complete."""
    at = me.played_n
    if (me.live >> version) & 1 == 0 or at >= sheet.length[version] or sheet.sequence[version, at] != kind:
        return False
    return holds(me.hand, sheet.need[version, at])


@kernel
def best_line(sheet, me, form_i, hand):
    """Return the multiset of the most damaging line of a hand; the first kind of equal ones opens."""
    best = -1
    opener = 0
    for kind in range(sheet.kinds_n):
        if count(hand, kind) > 0:
            tail = opening_tail(sheet, form_i, hand, kind)
            if tail > best:
                best, opener = tail, kind
    total = damage_of(best)
    line = 0
    if sheet.is_mute[me.face] == 0:
        for version in range(sheet.versions_n):
            if sheet.damage[version] >= max(total, 1) and holds(hand, sheet.need[version, 0]):
                total = int(sheet.damage[version])
                line = sheet.need[version, 0]
    if line or total <= 0:
        return line
    return plain_line(sheet, form_i, hand, opener)


@kernel
def plain_line(sheet, form_i, hand, opener):
    """Return the multiset of the best plain line that `opener` starts, by walking the table of tails."""
    line = one(opener)
    last = opener
    while True:
        left = hand - line
        goal = sheet.tail[place(sheet, form_i, left, last)]
        if goal <= 0:
            return line
        for kind in range(sheet.kinds_n):
            if count(left, kind) > 0 and is_linked(sheet, last, kind):
                if next_tail(sheet, form_i, left, kind) == goal:
                    line += one(kind)
                    last = kind
                    break


@kernel
def junk_kinds(sheet, me, form_i, hand):
    """Return the bits of the kinds in hand that are in no damaging line.

    A damaging line is a chain whose last card adds damage, or a signature that deals damage or moves the token.
    """
    useful = 0
    left = hand
    while left:
        kind = lowest(left)
        left &= ~every(kind)
        after = hand - one(kind)
        rest = sheet.useful[place(sheet, form_i, after, kind)]
        if opening_damage(sheet, form_i, after, kind) > 0 or rest:
            useful |= (1 << kind) | rest
    junk = 0
    left = hand
    while left:
        kind = lowest(left)
        left &= ~every(kind)
        if (useful >> kind) & 1 == 0:
            junk |= every(kind)
    for version in range(sheet.versions_n):
        is_moving = (sheet.call_flips[me.face] >> version) & 1 or sheet.call_counts[me.face, version] > 0
        if (sheet.damage[version] > 0 or is_moving) and sheet.is_mute[me.face] == 0:
            if holds(hand, sheet.need[version, 0]):
                for i in range(sheet.length[version]):
                    junk &= ~every(np.int64(sheet.sequence[version, i]))
    return junk


@kernel
def value_of_payment(sheet, me, memo, policy, code):
    """Return the value of paying with these hand cards, the deck paying the rest."""
    in_line = size(minus(code, minus(me.hand, memo.line)))
    printed = 0
    left = code
    while left:
        kind = lowest(left)
        printed += max(int(sheet.opening[kind]), 0) + max(int(sheet.combo[kind]), 0)
        left -= one(kind)
    worth = policy.weight[Feature.PAID] * size(code) + policy.weight[Feature.PAID_LINE] * in_line
    return worth + policy.weight[Feature.PAID_DAMAGE] * printed


@kernel
def value_of_offer(cards, state, sheet, me, memo, policy, code):
    """Return the value of taking an offer this way; declining is worth nothing."""
    if code == DECLINE:
        return 0
    effect = sheet.effect[me.offer]
    gain = gain_of_offer(cards, state, sheet, me, effect, code)
    worth = policy.weight[Feature.GAIN] * gain
    is_turning, is_doing = what_offer_does(sheet, effect)
    if is_turning and me.face == 0:
        worth += policy.weight[Feature.FLIP]
    if is_doing or gain > 0:
        worth += policy.weight[Feature.TAKEN]
    if effect.cost == Cost.DISCARD or effect.cost == Cost.REVEAL:
        paid = code if effect.cost == Cost.REVEAL else size(code)
        worth += policy.weight[Feature.COST] * paid + policy.weight[Feature.COST_MORE] * (paid - effect.least)
    if effect.cost == Cost.DISCARD:
        worth += policy.weight[Feature.COST_LINE] * size(minus(code, minus(me.hand, memo.line)))
    elif effect.cost == Cost.REVEAL:
        worth += policy.weight[Feature.COST_DIG] * (code >= me.deck_n and me.is_staggering == 0)
    if state.winner == state.actor:
        rival = state.seat[1 - state.actor]
        finishes = is_lethal(rival, rival.damage + gain) - is_lethal(rival, rival.damage)
        worth += policy.weight[Feature.FINISH] * finishes
    return worth


@kernel
def what_offer_does(sheet, effect):
    """Return whether an offer surely flips the token, and whether it surely does more than to change a total."""
    is_turning = False
    is_doing = False
    for i in range(effect.first, effect.first + effect.steps_n):
        step = sheet.step[i]
        if step.condition == Condition.NONE and step.verb != Verb.TOTAL:
            is_doing = True
            if step.verb == Verb.FLIP:
                is_turning = True
    return is_turning, is_doing


@kernel
def is_lethal(rival, damage):
    """Return 1 if so much damage knocks a fighter out, else 0."""
    return int(damage > 0 and (rival.is_staggering != 0 or damage >= life(rival)))


@kernel
def gain_of_offer(cards, state, sheet, me, effect, code):
    """Return the damage that an offer adds to what is dealt, or takes off what is suffered, as far as it is known.

    Of revealed cards the colours are not known: `each` is counted by the share of such cards in the whole deck.
    """
    gain = 0
    for i in range(effect.first, effect.first + effect.steps_n):
        step = sheet.step[i]
        if step.verb == Verb.DOUBLE_ONE:
            gain += int(sheet.damage[me.called]) if code == DOUBLE_SIGNATURE else me.part[code - ACCEPT]
        elif step.verb == Verb.TOTAL and (step.operator == Operator.ADD or step.operator == Operator.SUBTRACT):
            amount = step.amount * x_of(cards, state, state.actor) if step.is_x else step.amount
            if step.is_each and effect.cost == Cost.REVEAL:
                amount = amount * code * size((sheet.start + sheet.rest) & step.cards) // DECK_MAX
            elif step.is_each:
                amount *= size(code & step.cards)
            # Less damage taken counts as much as more damage dealt, up to what there is to take.
            gain += min(amount, me.damage) if step.operator == Operator.SUBTRACT else amount
    if effect.cost == Cost.DEAL_NOTHING:
        gain -= state.seat[1 - state.actor].damage
    return gain
