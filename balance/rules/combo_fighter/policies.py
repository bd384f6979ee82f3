"""What a Combo Fighter policy can weigh: features of each action, from what the deciding seat may know.

The features are words of `policies.yaml`; the value of an action is the weighted sum of its features. All of these look
at the own hand, the own deck's size and the damage to pay, never at hidden cards.
"""

from enum import IntEnum

from balance.core.jit import kernel
from balance.core.piles import count, every, holds, lowest, minus, one, size
from balance.rules.combo_fighter.legal import called_version, is_linked
from balance.rules.combo_fighter.lines import DAMAGE, damage_of, opening_tail, rank
from balance.rules.combo_fighter.state import STOP, Decision


class Feature(IntEnum):
    """Index of each weight; the comment says what is counted, and at which decision."""

    NONE = 0
    LINE = 1  # opener, combo: damage of the best line that goes through the action
    SIGNATURE = 2  # opener, combo: that line is a signature (which is taken when it deals at least as much)
    SPENT = 3  # combo: cards that line still plays
    PAID = 4  # payment: cards from the hand
    PAID_LINE = 5  # payment: of these, cards of the best line of the hand
    PAID_DAMAGE = 6  # payment: printed opening and combo damage of the cards from the hand
    JUNK = 7  # discards: cards of a kind that is in no damaging line of the hand
    USEFUL = 8  # discards: all other cards
    DIG = 9  # discards: 1 if drawing up again would dig into staggering


@kernel
def prepare(cards, state, policy, memo):
    """Work out, once a decision, what `value` reads from the memo."""
    me = state.seat[state.actor]
    sheet = cards.side[state.side[state.actor]]
    if state.decision == Decision.PAYMENT:
        memo.line = best_line(sheet, me.hand)
    elif state.decision == Decision.DISCARDS:
        memo.junk = junk_kinds(sheet, me.hand)
        # Drawing the last card of the deck is what staggers; a staggering fighter loses nothing by it (CF-8, CF-9).
        spare = me.deck_n - 1 - (cards.options.hand_size - size(me.hand))
        memo.discards_max = size(me.hand) if me.is_staggering else max(spare, 0)


@kernel
def value(cards, state, policy, memo, code):
    """Return the weighted sum of the action's features."""
    me = state.seat[state.actor]
    sheet = cards.side[state.side[state.actor]]
    weight = policy.weight
    if state.decision == Decision.OPENER:
        damage, is_signature, _ = line_through(sheet, me, code)
        return weight[Feature.LINE] * damage + weight[Feature.SIGNATURE] * is_signature
    if state.decision == Decision.COMBO:
        damage, is_signature, spent = combo_line(sheet, me, code)
        worth = weight[Feature.LINE] * damage + weight[Feature.SIGNATURE] * is_signature
        return worth + weight[Feature.SPENT] * spent
    if state.decision == Decision.PAYMENT:
        return value_of_payment(sheet, me, memo, weight, code)
    junk = size(code & memo.junk)
    discards = size(code)
    worth = weight[Feature.JUNK] * junk + weight[Feature.USEFUL] * (discards - junk)
    return worth + weight[Feature.DIG] * (discards > memo.discards_max)


@kernel
def combo_line(sheet, me, code):
    """Return (damage, is signature, cards still played) of the best line after a combo action."""
    if code < STOP:
        return line_through(sheet, me, code)
    if code == STOP:
        return me.dealt, 0, 0
    return int(sheet.damage[called_version(sheet, me)]), 1, 0


@kernel
def line_through(sheet, me, kind):
    """Return (damage, is signature, cards still played) of the best line that plays `kind` next."""
    if me.played_n == 0:
        tail = opening_tail(sheet, me.hand, kind)
        total = damage_of(tail)
        spent = DAMAGE * total - tail + 1
    elif me.is_committed or not is_linked(sheet, me.played[me.played_n - 1], kind):
        total, spent = 0, 0  # out of the boxes only the signature counts
    else:
        tail = DAMAGE * sheet.combo[kind] + sheet.tail[rank(sheet, me.hand - one(kind)), kind]
        total = me.dealt + damage_of(tail)
        spent = DAMAGE * damage_of(tail) - tail + 1
    is_signature = 0
    for version in range(sheet.versions_n):
        damage = int(sheet.damage[version])
        if damage > total or (damage == total and is_signature == 0):
            if is_in_reach(sheet, me, version, kind):
                total, is_signature = damage, 1
                spent = sheet.length[version] - me.played_n
    return total, is_signature, spent


@kernel
def is_in_reach(sheet, me, version, kind):
    """Say whether playing `kind` next leads to a signature version that the hand can complete."""
    at = me.played_n
    if (me.live >> version) & 1 == 0 or at >= sheet.length[version] or sheet.sequence[version, at] != kind:
        return False
    return holds(me.hand, sheet.need[version, at])


@kernel
def best_line(sheet, hand):
    """Return the multiset of the best line of a hand; the first kind of equal ones opens."""
    best = -1
    opener = 0
    for kind in range(sheet.kinds_n):
        if count(hand, kind) > 0:
            tail = opening_tail(sheet, hand, kind)
            if tail > best:
                best, opener = tail, kind
    total = damage_of(best)
    line = 0
    for version in range(sheet.versions_n):
        if sheet.damage[version] >= max(total, 1) and holds(hand, sheet.need[version, 0]):
            total = int(sheet.damage[version])
            line = sheet.need[version, 0]
    if line or total <= 0:
        return line
    return plain_line(sheet, hand, opener)


@kernel
def plain_line(sheet, hand, opener):
    """Return the multiset of the best plain line that `opener` starts, by walking the table of tails."""
    line = one(opener)
    last = opener
    while True:
        left = hand - line
        goal = sheet.tail[rank(sheet, left), last]
        if goal <= 0:
            return line
        for kind in range(sheet.kinds_n):
            if count(left, kind) > 0 and is_linked(sheet, last, kind):
                if DAMAGE * sheet.combo[kind] - 1 + sheet.tail[rank(sheet, left - one(kind)), kind] == goal:
                    line += one(kind)
                    last = kind
                    break


@kernel
def junk_kinds(sheet, hand):
    """Return the bits of the kinds in hand that are in no damaging line.

    A damaging line is a chain whose last card adds damage, or a signature that deals damage.
    """
    useful = 0
    left = hand
    while left:
        kind = lowest(left)
        left &= ~every(kind)
        rest = sheet.useful[rank(sheet, hand - one(kind)), kind]
        if sheet.opening[kind] > 0 or rest:
            useful |= (1 << kind) | rest
    junk = 0
    left = hand
    while left:
        kind = lowest(left)
        left &= ~every(kind)
        if (useful >> kind) & 1 == 0:
            junk |= every(kind)
    for version in range(sheet.versions_n):
        if sheet.damage[version] > 0 and holds(hand, sheet.need[version, 0]):
            for i in range(sheet.length[version]):
                junk &= ~every(sheet.sequence[version, i])
    return junk


@kernel
def value_of_payment(sheet, me, memo, weight, code):
    """Return the value of paying with these hand cards, the deck paying the rest."""
    in_line = size(minus(code, minus(me.hand, memo.line)))
    printed = 0
    left = code
    while left:
        kind = lowest(left)
        printed += sheet.opening[kind] + sheet.combo[kind]
        left -= one(kind)
    worth = weight[Feature.PAID] * size(code) + weight[Feature.PAID_LINE] * in_line
    return worth + weight[Feature.PAID_DAMAGE] * printed
