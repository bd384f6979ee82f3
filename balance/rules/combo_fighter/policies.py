"""How Combo Fighter policies value what they may do: the weighted sum of an action's features (`features.Feature`)."""

import numpy as np

from balance.core.jit import kernel, trailing_zeros
from balance.core.piles import count, every, holds, lowest, minus, one, size
from balance.rules.combo_fighter.effects import x_of
from balance.rules.combo_fighter.features import Feature
from balance.rules.combo_fighter.legal import called_version, free_hand, in_reach, is_linked
from balance.rules.combo_fighter.lines import (
    DAMAGE,
    damage_of,
    form,
    next_tail,
    opening_damage,
    opening_tail,
    place,
    plain_line,
)
from balance.rules.combo_fighter.offers import value_of_offer
from balance.rules.combo_fighter.opening_game import weigh_openers
from balance.rules.combo_fighter.opening_table import look_up_openers
from balance.rules.combo_fighter.position import (
    OUT_OF_REACH,
    weigh_discards,
    worth_of_call,
    worth_of_line,
    worth_of_rest,
    worth_of_win,
)
from balance.rules.combo_fighter.state import STOP, Decision


@kernel
def weigh(cards, state, policy, memo, actions, n):
    """Fill `worth` of each action: the weighted sum of its features."""
    prepare(cards, state, policy, memo)
    me = state.seat[state.actor]
    sheet = cards.side[state.side[state.actor]]
    if state.decision == Decision.OPENER:
        for i in range(n):
            actions[i].worth = value_of_opener(cards, state, sheet, me, memo, policy, actions[i].code)
    elif state.decision == Decision.COMBO:
        for i in range(n):
            actions[i].worth = value_of_combo(cards, state, sheet, me, memo, policy, actions[i].code)
    elif state.decision == Decision.PAYMENT:
        for i in range(n):
            actions[i].worth = value_of_payment(cards, state, sheet, me, memo, policy, actions[i].code)
    elif state.decision == Decision.DISCARDS:
        for i in range(n):
            actions[i].worth = value_of_discards(cards, state, sheet, me, memo, policy, actions[i].code)
    else:
        for i in range(n):
            actions[i].worth = value_of_offer(cards, state, sheet, me, memo, policy, actions[i].code)


@kernel
def prepare(cards, state, policy, memo):
    """Work out, once a decision, what the values read from the memo; only what the policy weighs."""
    me = state.seat[state.actor]
    sheet = cards.side[state.side[state.actor]]
    weight = policy.weight
    memo.form = form(sheet, me.face, planned_x(cards, state, state.actor))
    memo.is_weighing = weight[Feature.OUTLOOK] != 0 or weight[Feature.HAND] != 0
    if state.decision == Decision.OPENER:
        memo.is_weighing_openers = is_weighing_openers(policy)
        memo.is_looking_up = weight[Feature.PROMISE] != 0 or weight[Feature.HABIT] != 0
        if memo.is_weighing_openers:
            weigh_openers(cards, state, policy, memo)
        if memo.is_looking_up:
            look_up_openers(cards, state, policy, memo)
    elif state.decision == Decision.PAYMENT:
        if weight[Feature.PAID_LINE] != 0:
            memo.line = best_line(sheet, me, memo.form, me.hand)
    elif state.decision == Decision.OFFER:
        memo.line = best_line(sheet, me, memo.form, me.hand)
    elif state.decision == Decision.DISCARDS:
        hand = free_hand(sheet, me)
        memo.is_sorting = weight[Feature.JUNK] != 0 or weight[Feature.USEFUL] != 0
        if memo.is_sorting:
            memo.junk = junk_kinds(sheet, me, memo.form, hand)
        # Drawing the last card of the deck is what staggers; a staggering fighter loses nothing by it (CF-8, CF-9).
        spare = me.deck_n - 1 - (cards.options.hand_size - size(hand))
        memo.discards_max = size(hand) if me.is_staggering else max(spare, 0)
        if memo.is_weighing:
            weigh_discards(cards, state, policy, memo, size(hand))


@kernel
def planned_x(cards, state, seat):
    """Return X as far as the seat knows it: before the opposing opener is seen, the usual one of that deck."""
    sheet = cards.side[state.side[seat]]
    me = state.seat[seat]
    if sheet.is_x_opposing[me.face] and me.played_n == 0:
        return sheet.x_usual
    return x_of(cards, state, seat)


@kernel
def value_of_discards(cards, state, sheet, me, memo, policy, code):
    """Return the value of discarding these cards at the end of a round."""
    cards_n = size(code)
    worth = policy.weight[Feature.DIG] if cards_n > memo.discards_max else 0
    if policy.weight[Feature.BLUE] != 0:
        worth += policy.weight[Feature.BLUE] * size(code & sheet.blue)
    if memo.is_sorting:
        junk = size(code & memo.junk)
        worth += policy.weight[Feature.JUNK] * junk + policy.weight[Feature.USEFUL] * (cards_n - junk)
    if memo.is_weighing:
        worth += memo.life[cards_n] + worth_of_rest(cards, state, policy, free_hand(sheet, me) - code)
    return worth


@kernel
def value_of_opener(cards, state, sheet, me, memo, policy, kind):
    """Return the value of an opener: by the best line behind it, should it win, and by what the other may hold."""
    worth = policy.weight[Feature.BLUE] if sheet.blue & every(kind) else 0
    if policy.weight[Feature.LINE] != 0:
        face, form_i = me.face, memo.form
        if sheet.opener_flips[face] & every(kind):  # the combo would be played on the other side of the token
            face = 1 - face
            form_i = form(sheet, face, planned_x(cards, state, state.actor))
            worth += policy.weight[Feature.FLIP]
        worth += value_of_line(sheet, me, face, form_i, policy, kind)
    if memo.is_weighing_openers:
        worth += memo.opener[kind]
    if memo.is_looking_up:
        worth += memo.promised[kind]
    return worth


@kernel
def is_weighing_openers(policy):
    """Say whether a policy asks what the other may hold."""
    return (
        policy.weight[Feature.EXPECTED] != 0
        or policy.weight[Feature.ANSWER] != 0
        or policy.weight[Feature.EQUILIBRIUM] != 0
        or policy.weight[Feature.BEATS] != 0
        or policy.weight[Feature.LOSES] != 0
    )


@kernel
def value_of_combo(cards, state, sheet, me, memo, policy, code):
    """Return the value of going on with a card, stopping or calling."""
    worth = 0
    if policy.weight[Feature.LINE] != 0:
        if code < STOP:
            worth = value_of_line(sheet, me, me.face, memo.form, policy, code)
        elif code == STOP:
            worth = policy.weight[Feature.LINE] * me.dealt
        else:
            worth = value_of_call(sheet, me, me.face, policy, called_version(sheet, me))
    if memo.is_weighing:
        opener = np.int64(me.played[0])
        if code < STOP:
            worth += worth_of_line(cards, state, policy, memo, code)
        elif code == STOP:
            worth += worth_of_win(cards, state, policy, opener, me.hand, me.played_n, me.dealt, False, me.face)
        else:
            worth += worth_of_call(cards, state, policy, called_version(sheet, me), opener, me.hand, me.face)
    return worth


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
    if sheet.is_mute[face] == 0:
        reach = in_reach(sheet, me, kind)
        while reach:
            version = trailing_zeros(reach)
            reach &= reach - 1
            called = value_of_call(sheet, me, face, policy, version)
            worth = max(worth, called + spent * (sheet.length[version] - me.played_n))
    return worth


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
def value_of_payment(cards, state, sheet, me, memo, policy, code):
    """Return the value of paying with these hand cards, the deck paying the rest."""
    worth = policy.weight[Feature.PAID] * size(code)
    if policy.weight[Feature.BLUE] != 0:
        worth += policy.weight[Feature.BLUE] * size(code & sheet.blue)
    if policy.weight[Feature.PAID_LINE] != 0:
        worth += policy.weight[Feature.PAID_LINE] * size(minus(code, minus(me.hand, memo.line)))
    if policy.weight[Feature.PAID_DAMAGE] != 0:
        worth += policy.weight[Feature.PAID_DAMAGE] * printed_damage(sheet, code)
    if memo.is_weighing:
        worth += worth_of_rest(cards, state, policy, me.hand - code)
    return worth


@kernel
def printed_damage(sheet, cards):
    """Return the printed opening and combo damage of a multiset."""
    printed = 0
    while cards:
        kind = lowest(cards)
        printed += count(cards, kind) * np.int64(sheet.printed[kind])
        cards &= ~every(kind)
    return printed
