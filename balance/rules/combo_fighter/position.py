"""What a position is worth after an action: life, the cards kept, and the sides of the tokens.

The worth is a sum of three features. OUTLOOK is the chance to win by life alone, HAND the worth of the cards kept in
hand, both looked up in the tables of `prospects`; TURN is what a token that is turned over is worth a round.
"""

import numpy as np

from balance.core.jit import kernel, trailing_zeros
from balance.core.piles import count, every, lowest, one, size
from balance.rules.combo_fighter.features import Feature
from balance.rules.combo_fighter.forecast import CERTAIN, counted, dealt, speed, track
from balance.rules.combo_fighter.legal import in_reach, is_linked
from balance.rules.combo_fighter.lines import combo_damage, form, opening_damage, rank
from balance.rules.combo_fighter.moves import life

OUT_OF_REACH = -(1 << 40)  # below any line


# ---------------------------------------------------------------- life, hand, tokens


@kernel
def chance(cards, state, seat, mine, theirs):
    """Return the chance to win by life alone, of CERTAIN; lives after the round, hand cards included."""
    a = 0 if state.seat[seat].is_staggering else max(mine - cards.options.hand_size, 0)
    b = 0 if state.seat[1 - seat].is_staggering else max(theirs - cards.options.hand_size, 0)
    if state.side[seat] == 0:
        return np.int64(cards.outlook[a, b])
    return CERTAIN - cards.outlook[b, a]


@kernel
def chance_after(cards, state, seat, mine, theirs, is_won, is_signature, is_tie):
    """Return the chance to win after a round, counters on their way to a win included."""
    me, rival = state.seat[seat], state.seat[1 - seat]
    sheet, rival_sheet = cards.side[state.side[seat]], cards.side[state.side[1 - seat]]
    base = chance(cards, state, seat, mine, theirs)
    if sheet.counter_goal[me.face] == 0 and rival_sheet.counter_goal[rival.face] == 0:
        return base
    my_goal = rival_goal = 0
    if sheet.counter_goal[me.face]:
        my_goal = track_after(sheet, me, is_won, is_signature, is_tie)
    if rival_sheet.counter_goal[rival.face]:
        rival_goal = track_after(rival_sheet, rival, not is_won and not is_tie, is_signature, is_tie)
    return base + (CERTAIN - base) * my_goal // CERTAIN - base * rival_goal // CERTAIN


@kernel
def track_after(sheet, me, is_won, is_signature, is_tie):
    """Return what a counter promises after a round."""
    if is_tie:
        return 0 if sheet.is_reset_by_tie[me.face] else track(sheet, me.face, me.counter)
    return track(sheet, me.face, counted(sheet, me.face, me.counter, is_won, is_signature))


@kernel
def worth_of_hand(cards, state, seat, face, rival_face, hand):
    """Return the worth of cards kept in hand; of more than a full hand the last kinds count."""
    while size(hand) > cards.options.hand_size:
        hand -= one(lowest(hand))
    sheet = cards.side[state.side[seat]]
    return np.int64(
        sheet.worth[flat(sheet, face), flat(cards.side[state.side[1 - seat]], rival_face), rank(sheet, hand)]
    )


@kernel
def flat(sheet, face):
    """Return the side of a token to look tables up by: 0 where both are the same."""
    return face if sheet.is_turning else 0


@kernel
def worth_of_turn(cards, state, seat, face, rival_face):
    """Return what a seat gains a round by these sides of the tokens instead of the present ones."""
    me, rival = state.seat[seat], state.seat[1 - seat]
    if face == me.face and rival_face == rival.face:
        return 0
    after = worth_of_hand(cards, state, seat, face, rival_face, 0)
    return after - worth_of_hand(cards, state, seat, me.face, rival.face, 0)


@kernel
def face_after_loss(sheet, face, is_hit):
    """Return the side of a token after a lost round."""
    is_turned = sheet.loss_flips[face] or (is_hit and sheet.hit_flips[face])
    return 1 - face if is_turned else face


@kernel
def weighed(cards, state, policy, seat, chance_to_win, face, rival_face, hand):
    """Return the weighted sum of OUTLOOK, HAND and TURN."""
    worth = policy.weight[Feature.OUTLOOK] * chance_to_win
    worth += policy.weight[Feature.HAND] * worth_of_hand(cards, state, seat, face, rival_face, hand)
    return worth + policy.weight[Feature.TURN] * worth_of_turn(cards, state, seat, face, rival_face)


# ---------------------------------------------------------------- a round that is won


@kernel
def worth_of_win(cards, state, policy, opener, left, played_n, damage, is_signature, face):
    """Return the worth of a won round.

    Parameters
    ----------
    opener : int
        Kind of the first card.
    left, played_n : int
        Hand and number of cards on the table when the combo is over.
    damage : int
        Of the cards or of the signature.
    face : int
        Side of the token that is then up.
    """
    seat = state.actor
    me, rival = state.seat[seat], state.seat[1 - seat]
    sheet, rival_sheet = cards.side[state.side[seat]], cards.side[state.side[1 - seat]]
    initiative = me.initiative if me.played_n > 0 else speed(sheet, me.face, me.hand - one(opener), opener)
    hit = dealt(
        sheet, face, me.counter, rival_sheet, rival.face, rival.counter, damage, is_signature, initiative, False
    )
    theirs = life(rival) - hit - (1 if rival.played_n == 0 else 0)
    rival_face = face_after_loss(rival_sheet, rival.face, hit > 0)
    if hit > 0 and (theirs <= 0 or rival.is_staggering):
        return policy.weight[Feature.OUTLOOK] * CERTAIN
    mine = life(me) + me.played_n - played_n
    after = chance_after(cards, state, seat, mine, theirs, True, is_signature, False)
    return weighed(cards, state, policy, seat, after, face, rival_face, left)


@kernel
def worth_of_call(cards, state, policy, version, opener, left, face):
    """Return the worth of a signature version once it is called while this side of the token is up."""
    sheet = cards.side[state.side[state.actor]]
    me = state.seat[state.actor]
    after = 1 - face if (sheet.call_flips[face] >> version) & 1 else face
    length, damage = np.int64(sheet.length[version]), np.int64(sheet.damage[version])
    worth = worth_of_win(cards, state, policy, opener, left, length, damage, True, after)
    if sheet.call_counts[face, version] > 0:
        room = max(sheet.call_limit[face, version] - me.counter, 0)
        worth += policy.weight[Feature.COUNT] * min(sheet.call_counts[face, version], room)
    return worth


@kernel
def worth_of_line(cards, state, policy, memo, kind):
    """Return the worth of the best line that plays `kind` next, should the round be won: plain, or a signature."""
    me = state.seat[state.actor]
    sheet = cards.side[state.side[state.actor]]
    opener = kind if me.played_n == 0 else np.int64(me.played[0])
    top = OUT_OF_REACH
    reach = 0 if sheet.is_mute[me.face] else in_reach(sheet, me, kind)
    while reach:
        version = trailing_zeros(reach)
        reach &= reach - 1
        left = me.hand - sheet.need[version, me.played_n]
        top = max(top, worth_of_call(cards, state, policy, version, opener, left, me.face))
    is_plain = me.played_n == 0 or (
        me.is_committed == 0 and is_linked(sheet, np.int64(me.played[me.played_n - 1]), kind)
    )
    if is_plain:
        begin_walk(sheet, me, memo, kind)
        top = max(top, walk(cards, state, policy, memo, sheet, me, opener))
    return top


@kernel
def begin_walk(sheet, me, memo, kind):
    """Put the next card on the imagined table."""
    left = me.hand - one(kind)
    face = me.face
    if me.played_n == 0:
        damage = opening_damage(sheet, memo.form, left, kind)
        if sheet.opener_flips[face] & every(kind):
            face = 1 - face
    else:
        damage = me.dealt + combo_damage(sheet, memo.form, left, kind)
    put(sheet, memo, 0, kind, left, damage, face)


@kernel
def put(sheet, memo, depth, kind, left, damage, face):
    """Note a card on the imagined table."""
    memo.walk_kind[depth] = kind
    memo.walk_hand[depth] = left
    memo.walk_damage[depth] = damage
    memo.walk_face[depth] = 1 - face if sheet.playing_flips[face] & every(kind) else face
    memo.walk_next[depth] = 0


@kernel
def walk(cards, state, policy, memo, sheet, me, opener):
    """Return the worth of the best plain line from the card that `begin_walk` put, stopping at any point."""
    depth = 0
    top = OUT_OF_REACH
    while depth >= 0:
        left, damage, face = memo.walk_hand[depth], memo.walk_damage[depth], memo.walk_face[depth]
        if memo.walk_next[depth] == 0:
            played_n = me.played_n + 1 + depth
            top = max(top, worth_of_win(cards, state, policy, opener, left, played_n, damage, False, face))
        kind = next_in_box(sheet, memo.walk_kind[depth], left, memo.walk_next[depth])
        if kind < 0:
            depth -= 1
            continue
        memo.walk_next[depth] = kind + 1
        after = left - one(kind)
        more = combo_damage(sheet, form_of(sheet, memo, face), after, kind)
        depth += 1
        put(sheet, memo, depth, kind, after, damage + more, face)
    return top


@kernel
def form_of(sheet, memo, face):
    """Return the form of the best lines for a side of the token, X as in the form of the memo."""
    return form(sheet, face, memo.form % sheet.levels_n)


@kernel
def next_in_box(sheet, last, left, kind):
    """Return the first kind from `kind` on that may follow the last card, -1 if none."""
    while kind < sheet.kinds_n:
        if count(left, kind) > 0 and is_linked(sheet, last, kind):
            return kind
        kind += 1
    return -1


# ---------------------------------------------------------------- payments and discards


@kernel
def worth_of_rest(cards, state, policy, hand):
    """Return the worth of the cards that stay in hand; a payment costs the same life from hand or deck."""
    me, rival = state.seat[state.actor], state.seat[1 - state.actor]
    return policy.weight[Feature.HAND] * worth_of_hand(cards, state, state.actor, me.face, rival.face, hand)


@kernel
def weigh_discards(cards, state, policy, memo, hand_n):
    """Fill the worth of life by the number of cards discarded and drawn; a staggering fighter draws for nothing."""
    me, rival = state.seat[state.actor], state.seat[1 - state.actor]
    for n in range(hand_n + 1):
        after = chance(cards, state, state.actor, hand_n + me.deck_n - n, life(rival))
        memo.life[n] = policy.weight[Feature.OUTLOOK] * after
