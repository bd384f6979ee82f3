"""What a player may do at each decision. Reading ids (CF-...) are those of this folder's README."""

import numpy as np

from balance.core.jit import kernel
from balance.core.luck import identity, joined
from balance.core.piles import CHOOSE, count, every, holds, lowest, one, size
from balance.rules.combo_fighter.state import CALL, STOP, Decision

_STOP_IDENTITY = identity(1000)  # beyond every slot
_CALL_IDENTITY = identity(1001)


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
    return subsets(sheet, me.hand, 0, size(me.hand), actions)


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
    last = me.played[me.played_n - 1]
    for kind in range(sheet.kinds_n):
        copies = count(me.hand, kind)
        if copies == 0:
            continue
        is_in_box = is_linked(sheet, last, kind) and me.is_committed == 0
        if is_in_box or (cards.options.is_ignoring_boxes and completes(sheet, me, kind)):
            add_action(actions, n, kind, copies, sheet.identity[kind])
            n += 1
    if me.is_committed == 0:
        add_action(actions, n, STOP, 1, _STOP_IDENTITY)
        n += 1
    if called_version(sheet, me) >= 0:
        add_action(actions, n, CALL, 1, _CALL_IDENTITY)
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
    at = me.played_n
    for version in range(sheet.versions_n):
        is_next = (me.live >> version) & 1 == 1 and at < sheet.length[version]
        if is_next and sheet.sequence[version, at] == kind and holds(me.hand, sheet.need[version, at]):
            return True
    return False


@kernel
def called_version(sheet, me):
    """Return the signature version that the played cards spell exactly, -1 if none."""
    if me.live:
        for version in range(sheet.versions_n):
            if (me.live >> version) & 1 == 1 and sheet.length[version] == me.played_n:
                return version
    return -1


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
