"""What a player may do at each decision. Reading ids (CF-...) are those of this folder's README."""

import numpy as np

from balance.core.jit import kernel, trailing_zeros
from balance.core.luck import identity, joined
from balance.core.piles import CHOOSE, count, every, holds, lowest, one, size
from balance.rules.combo_fighter.effects import most_to_pay
from balance.rules.combo_fighter.state import ACCEPT, CALL, DECLINE, DOUBLE_SIGNATURE, SEQUENCE_MAX, STOP, Decision
from balance.vocab import Cost, Verb

_STOP_IDENTITY = identity(1000)  # beyond every slot
_CALL_IDENTITY = identity(1001)
_DECLINE_IDENTITY = identity(1002)
_TAKE_IDENTITY = identity(1003)  # joined with what tells ways to take an offer apart


@kernel
def legal(cards, state, actions):
    """Fill the legal actions of the decision at hand."""
    me = state.seat[state.actor]
    sheet = cards.side[state.side[state.actor]]
    if state.decision == Decision.OPENER:
        return legal_openers(sheet, me, actions)
    if state.decision == Decision.COMBO:
        return legal_combo(cards, sheet, me, actions)
    if state.decision == Decision.PAYMENT:
        return subsets(sheet, me.hand, max(me.damage - me.deck_n, 0), me.damage, actions)
    if state.decision == Decision.OFFER:
        return legal_offer(state, sheet, me, actions)
    hand = free_hand(sheet, me)
    return subsets(sheet, hand, 0, size(hand), actions)


@kernel
def free_hand(sheet, me):
    """Return the hand at the end of a round, less the cards that pay for the offer just taken."""
    if me.offered != DECLINE and sheet.effect[me.offer].cost == Cost.DISCARD:
        return me.hand - me.offered
    return me.hand


@kernel
def legal_openers(sheet, me, actions):
    """Every kind in hand may open; nobody can pass (CF-25)."""
    n = 0
    left = me.hand
    while left:
        kind = lowest(left)
        add_action(actions, n, kind, count(left, kind), sheet.identity[kind])
        n += 1
        left &= ~every(kind)
    return n


@kernel
def legal_combo(cards, sheet, me, actions):
    """Go on with a card in the box, stop (CF-24), or call the signature that is spelt exactly (CF-13 to CF-15)."""
    n = 0
    last = np.int64(me.played[me.played_n - 1])
    for kind in range(sheet.kinds_n):
        copies = count(me.hand, kind)
        if copies == 0:
            continue
        is_in_box = is_linked(sheet, last, kind) and me.is_committed == 0
        if is_in_box or (cards.options.is_ignoring_boxes and completes(sheet, me, kind)):
            add_action(actions, n, kind, copies, sheet.identity[kind])
            n += 1
    if called_version(sheet, me) >= 0:
        add_action(actions, n, CALL, 1, _CALL_IDENTITY)
        n += 1
    if me.is_committed == 0 or n == 0:  # a token may take the signature away that the fighter was committed to
        add_action(actions, n, STOP, 1, _STOP_IDENTITY)
        n += 1
    return n


@kernel
def add_action(actions, n, code, copies, luck_identity):
    """Write one action record."""
    actions[n].code = code
    actions[n].copies = copies
    actions[n].identity = luck_identity


@kernel
def is_linked(sheet, last, kind):
    """Say whether `kind` is in the combo box of `last`."""
    return (sheet.box[last] >> kind) & 1 == 1


@kernel
def completes(sheet, me, kind):
    """Say whether `kind` continues a signature that the hand can complete (option of CF-12)."""
    return sheet.is_mute[me.face] == 0 and in_reach(sheet, me, kind) != 0


@kernel
def in_reach(sheet, me, kind):
    """Return the bits of the signature versions that `kind` goes on with and the hand can complete."""
    reach = 0
    if me.played_n >= SEQUENCE_MAX:
        return reach
    left = me.live & sheet.steps[me.played_n, kind]
    while left:
        version = trailing_zeros(left)
        left &= left - 1
        if holds(me.hand, sheet.need[version, me.played_n]):
            reach |= 1 << version
    return reach


@kernel
def called_version(sheet, me):
    """Return the signature version that the played cards spell exactly, -1 if none."""
    if me.live and sheet.is_mute[me.face] == 0:
        for version in range(sheet.versions_n):
            if (me.live >> version) & 1 == 1 and sheet.length[version] == me.played_n:
                return version
    return -1


@kernel
def legal_offer(state, sheet, me, actions):
    """Decline, or take the offer in one of its ways: cards that pay, a number to reveal, what to double, or yes."""
    effect = sheet.effect[me.offer]
    if effect.cost == Cost.DISCARD:
        n = subsets(sheet, me.hand & effect.cost_cards, effect.least, most_to_pay(state, me, effect), actions)
        add_action(actions, n, DECLINE, 1, _DECLINE_IDENTITY)
        return n + 1
    add_action(actions, 0, DECLINE, 1, _DECLINE_IDENTITY)
    n = 1
    if effect.cost == Cost.REVEAL:
        for cards in range(effect.least, most_to_pay(state, me, effect) + 1):
            add_action(actions, n, cards, 1, joined(_TAKE_IDENTITY, np.uint64(cards)))
            n += 1
    elif is_doubling(sheet, effect):
        n = legal_doubles(sheet, me, actions, n)
    else:
        add_action(actions, n, ACCEPT, 1, _TAKE_IDENTITY)
        n += 1
    return n


@kernel
def is_doubling(sheet, effect):
    """Say whether one of the steps of an effect is `double one`."""
    for i in range(effect.first, effect.first + effect.steps_n):
        if sheet.step[i].verb == Verb.DOUBLE_ONE:
            return True
    return False


@kernel
def legal_doubles(sheet, me, actions, n):
    """Add what can be doubled: the signature, or each card with damage, equal ones once (CF-38)."""
    if me.called >= 0:
        add_action(actions, n, DOUBLE_SIGNATURE, 1, joined(_TAKE_IDENTITY, _CALL_IDENTITY))
        return n + 1
    for i in range(me.played_n):
        kind = np.int64(me.played[i])
        is_new = me.part[i] > 0
        for j in range(1, i):  # the opener is unlike every other card: its damage is another number of the card
            if me.played[j] == kind and me.part[j] == me.part[i]:
                is_new = False
        if is_new:
            luck = joined(_TAKE_IDENTITY, sheet.identity[kind])
            add_action(actions, n, ACCEPT + i, 1, joined(luck, np.uint64(i)))
            n += 1
    return n


@kernel
def subsets(sheet, hand, least, most, actions):
    """Fill every sub-multiset of `hand` with `least` to `most` cards; its copies count the physical ways."""
    add_action(actions, 0, 0, 1, np.uint64(0))
    n = 1
    left = hand
    while left:
        kind = lowest(left)
        held = count(left, kind)
        left &= ~every(kind)
        before = n
        cards_identity = np.uint64(0)
        for taken in range(1, held + 1):
            cards_identity = joined(cards_identity, sheet.identity[kind])
            for i in range(before):
                code = actions[i].code + taken * one(kind)
                copies = actions[i].copies * CHOOSE[held, taken]
                add_action(actions, n, code, copies, joined(actions[i].identity, cards_identity))
                n += 1
    if least == 0 and most >= size(hand):
        return n
    kept = 0
    for i in range(n):
        if least <= size(actions[i].code) <= most:
            actions[kept] = actions[i]
            kept += 1
    return kept
