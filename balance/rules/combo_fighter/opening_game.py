"""The round as a game of openers: what each kind in hand promises against all that the other may hold.

Rows are own openers, columns those of the other side. What each knows of the other's hand: the starting cards that have
not left it; the rest is any of what the deck list and the discard pile leave.
"""

import numpy as np

from balance.core.equilibrium import ONE, average, respond, settle
from balance.core.jit import kernel
from balance.core.luck import exponential
from balance.core.piles import count, every, lowest, one, size
from balance.core.policies import SOFT_UNIT
from balance.rules.combo_fighter.features import Feature
from balance.rules.combo_fighter.forecast import (
    CERTAIN,
    LOSES,
    TIES,
    WINS,
    compared,
    contest,
    dealt,
    edge,
    odds,
    speed,
)
from balance.rules.combo_fighter.lines import form, opening_damage, plain_line
from balance.rules.combo_fighter.moves import life
from balance.rules.combo_fighter.position import (
    chance,
    chance_after,
    face_after_loss,
    flat,
    form_of,
    worth_of_call,
    worth_of_hand,
    worth_of_turn,
    worth_of_win,
)
from balance.rules.combo_fighter.prospects import UNIT, face_behind, line_behind
from balance.rules.combo_fighter.state import STEPS

NEVER = -(1 << 30)  # value of an opener that is not part of the equilibrium
_WHOLE = np.uint64((1 << 64) - 1)
_LOG_UNIT = 1 << 32  # of `exponential`


@kernel
def weigh_openers(cards, state, policy, memo):
    """Fill `memo.opener` with what each kind in hand brings as an opener: EXPECTED, EQUILIBRIUM, ANSWER, weighed."""
    game = memo.game
    game.columns_n = list_holdings(cards, state, 1 - state.actor, memo.column_kind, memo.column_copies)
    for column in range(game.columns_n):
        memo.column_loss[column] = worth_of_usual(cards, state, policy, 1 - state.actor, memo.column_kind[column])
    is_public = policy.weight[Feature.ANSWER] != 0 or policy.weight[Feature.EQUILIBRIUM] != 0
    if is_public:
        fill_caps(cards, state, 1 - state.actor, memo.column_kind, game.columns_n, game.cap)
        fill_public(cards, state, policy, memo)
    fill_rows(cards, state, policy, memo)
    if is_public:
        settle(game, memo.changes)
        respond(game, memo.changes)
    if policy.weight[Feature.ANSWER] != 0:
        average(game, memo.changes)
    for row in range(game.held_n):
        worth = 0
        if policy.weight[Feature.EXPECTED] != 0:
            worth += policy.weight[Feature.EXPECTED] * memo.row_expected[row]
        if policy.weight[Feature.ANSWER] != 0:
            worth += policy.weight[Feature.ANSWER] * against_answer(game, row)
        if policy.weight[Feature.EQUILIBRIUM] != 0:
            worth += policy.weight[Feature.EQUILIBRIUM] * logarithm(game.mix[row])
        if policy.weight[Feature.BEATS] != 0 or policy.weight[Feature.LOSES] != 0:
            worth += weighed_contests(cards, state, policy, memo, memo.row_kind[row])
        memo.opener[memo.row_kind[row]] = worth


@kernel
def logarithm(weight):
    """Return the base 2 logarithm of a weight of the mix as part of all, in SOFT_UNITs; far below for a part of 0."""
    if weight == 0:
        return NEVER
    part = np.uint64(weight) * (_WHOLE // np.uint64(STEPS * (STEPS + 1) // 2))
    return -(exponential(part) // (_LOG_UNIT // SOFT_UNIT))


@kernel
def weighed_contests(cards, state, policy, memo, kind):
    """Return the weighted shares of what the other may hold that an opener beats and loses to."""
    me, rival = state.seat[state.actor], state.seat[1 - state.actor]
    sheet, rival_sheet = cards.side[state.side[state.actor]], cards.side[state.side[1 - state.actor]]
    total = beats = loses = 0
    for column in range(memo.game.columns_n):
        copies = memo.column_copies[column]
        total += copies
        left = me.hand - one(kind)
        result = contest(sheet, me.face, left, kind, rival_sheet, rival.face, 0, memo.column_kind[column])
        beats += copies * (result == WINS)
        loses += copies * (result == LOSES)
    worth = policy.weight[Feature.BEATS] * (1000 * beats // max(total, 1))
    return worth + policy.weight[Feature.LOSES] * (1000 * loses // max(total, 1))


@kernel
def against_answer(game, row):
    """Return the average payoff of a row in hand over the columns, as often as the equilibrium takes them."""
    total = payoff = 0
    for column in range(game.columns_n):
        total += game.answer[column]
        payoff += game.answer[column] * game.private[row, column]
    return payoff // max(total, 1)


@kernel
def unseen_by_other(cards, state, seat):
    """Return the cards that a seat may hold or draw, as the other knows it: the deck list less what was seen."""
    holder = state.seat[seat]
    sheet = cards.side[state.side[seat]]
    return sheet.start + sheet.rest - holder.pile - holder.removed - holder.known


@kernel
def list_holdings(cards, state, seat, kinds, copies):
    """List the kinds that a seat may hold, and the expected copies of each to a common scale; return their number."""
    holder = state.seat[seat]
    unseen = unseen_by_other(cards, state, seat)
    cards_n = max(size(unseen), 1)
    drawn = size(holder.hand) - size(holder.known)
    n = 0
    for kind in range(cards.side[state.side[seat]].kinds_n):
        expected_n = count(holder.known, kind) * cards_n + count(unseen, kind) * drawn
        if expected_n > 0:
            kinds[n] = kind
            copies[n] = expected_n
            n += 1
    return n


@kernel
def fill_caps(cards, state, seat, kinds, n, caps):
    """Fill the chance, of ONE, that each kind is in the hand of a seat, as the other knows it."""
    holder = state.seat[seat]
    unseen = unseen_by_other(cards, state, seat)
    drawn = size(holder.hand) - size(holder.known)
    for i in range(n):
        if count(holder.known, kinds[i]) > 0:
            caps[i] = ONE
        else:
            caps[i] = odds(count(unseen, kinds[i]), size(unseen), drawn, ONE)


@kernel
def list_edges(sheet, face, known, kinds, n, colours, edges):
    """List what decides contests of openers, with the known part of a hand left behind them."""
    for i in range(n):
        kind = kinds[i]
        colours[i] = sheet.colour[kind]
        edges[i] = edge(sheet, face, known - one(kind) if count(known, kind) > 0 else known, kind)


@kernel
def fill_public(cards, state, policy, memo):
    """Fill the payoffs of all openers that either side may hold, as if neither hand were known."""
    seat = state.actor
    me, rival = state.seat[seat], state.seat[1 - seat]
    sheet, rival_sheet = cards.side[state.side[seat]], cards.side[state.side[1 - seat]]
    game = memo.game
    game.rows_n = list_holdings(cards, state, seat, memo.row_kind, memo.opener)
    fill_caps(cards, state, seat, memo.row_kind, game.rows_n, game.row_cap)
    list_edges(rival_sheet, rival.face, 0, memo.column_kind, game.columns_n, memo.column_colour, memo.column_edge)
    for row in range(game.rows_n):
        kind = memo.row_kind[row]
        won = worth_of_usual(cards, state, policy, seat, kind)
        colour, mine = np.int64(sheet.colour[kind]), edge(sheet, me.face, 0, kind)
        for column in range(game.columns_n):
            result = compared(colour, mine, memo.column_colour[column], memo.column_edge[column])
            if result == WINS:
                payoff = won
            elif result == TIES:
                payoff = worth_of_tie(cards, state, policy, memo.form, 0, kind, memo.column_kind[column])
            else:
                payoff = memo.column_loss[column]
            game.payoff[row, column] = payoff


@kernel
def fill_rows(cards, state, policy, memo):
    """Fill the payoffs of the openers in hand against everything the other may hold, and their averages."""
    seat = state.actor
    me, rival = state.seat[seat], state.seat[1 - seat]
    sheet, rival_sheet = cards.side[state.side[seat]], cards.side[state.side[1 - seat]]
    columns_n = memo.game.columns_n
    list_edges(rival_sheet, rival.face, rival.known, memo.column_kind, columns_n, memo.column_colour, memo.column_edge)
    copies = 0
    for column in range(columns_n):
        copies += memo.column_copies[column]
    row = 0
    left = me.hand
    while left:
        kind = lowest(left)
        left &= ~every(kind)
        after = me.hand - one(kind)
        won = worth_of_opening(cards, state, policy, memo, kind)
        kept = policy.weight[Feature.HAND] * worth_of_hand(cards, state, seat, me.face, rival.face, after)
        colour, mine = np.int64(sheet.colour[kind]), edge(sheet, me.face, after, kind)
        total = 0
        for column in range(columns_n):
            result = compared(colour, mine, memo.column_colour[column], memo.column_edge[column])
            if result == WINS:
                payoff = won
            elif result == TIES:
                payoff = kept + worth_of_tie(cards, state, policy, memo.form, after, kind, memo.column_kind[column])
            else:
                payoff = kept + memo.column_loss[column]
            memo.game.private[row, column] = payoff
            total += memo.column_copies[column] * payoff
        memo.row_kind[row] = kind
        memo.row_expected[row] = total // max(copies, 1)
        row += 1
    memo.game.held_n = row


@kernel
def worth_of_opening(cards, state, policy, memo, kind):
    """Return the worth of the line that pays best behind an opener, should it win."""
    me = state.seat[state.actor]
    sheet = cards.side[state.side[state.actor]]
    face = face_behind(sheet, me.face, kind)
    form_i = form_of(sheet, memo, face)
    damage, cards_n, version = line_behind(sheet, face, form_i, me.hand, kind)
    if version >= 0:
        return worth_of_call(cards, state, policy, version, kind, me.hand - sheet.need[version, 0], face)
    left = me.hand - plain_line(sheet, form_i, me.hand, kind)
    return worth_of_win(cards, state, policy, kind, left, cards_n, damage, False, face)


@kernel
def worth_of_usual(cards, state, policy, winner, kind):
    """Return the worth, to the deciding seat, of a round that `winner` wins with an opener and its usual line.

    The cards kept in hand are not in it.
    """
    seat = state.actor
    me, victim = state.seat[winner], state.seat[1 - winner]
    sheet, victim_sheet = cards.side[state.side[winner]], cards.side[state.side[1 - winner]]
    damage, cards_n, is_signature = usual_line(sheet, me, kind)  # in sixteenths
    up = face_behind(sheet, me.face, kind)
    hit = dealt(
        sheet, up, me.counter, victim_sheet, victim.face, victim.counter, damage // UNIT, is_signature,
        speed(sheet, me.face, 0, kind), False,
    )  # fmt: skip
    left = life(victim) - 1 - hit
    if hit > 0 and (left <= 0 or victim.is_staggering):
        return policy.weight[Feature.OUTLOOK] * CERTAIN if winner == seat else 0
    spent = life(me) - cards_n // UNIT
    after = chance_after(cards, state, winner, spent, left, True, is_signature, False)
    if hit > 0:  # the rest of the average
        more = chance(cards, state, winner, spent, left - 1) - chance(cards, state, winner, spent, left)
        after += more * (damage % UNIT) // UNIT
    face = face_after_loss(victim_sheet, victim.face, hit > 0)
    if winner == seat:
        turn = worth_of_turn(cards, state, seat, up, face)
    else:
        after = CERTAIN - after
        turn = worth_of_turn(cards, state, seat, face, up)
    return policy.weight[Feature.OUTLOOK] * after + policy.weight[Feature.TURN] * turn


@kernel
def usual_line(sheet, holder, kind):
    """Return (damage, cards, is_signature) behind an opener, in sixteenths; exact if the other knows the whole hand."""
    if holder.known == holder.hand:
        x = sheet.x_usual if sheet.is_x_opposing[holder.face] else holder.counter
        up = face_behind(sheet, holder.face, kind)
        damage, cards_n, version = line_behind(sheet, up, form(sheet, up, x), holder.hand, kind)
        return UNIT * damage, UNIT * cards_n, version >= 0
    face = flat(sheet, holder.face)
    return np.int64(sheet.usual_damage[face, kind]), np.int64(sheet.usual_cards[face, kind]), False


@kernel
def worth_of_tie(cards, state, policy, form_i, hand, kind, rival_kind):
    """Return the worth of a tie of two openers, but for the cards kept in hand."""
    seat = state.actor
    me, rival = state.seat[seat], state.seat[1 - seat]
    sheet, rival_sheet = cards.side[state.side[seat]], cards.side[state.side[1 - seat]]
    opening = opening_damage(sheet, form_i, hand, kind)
    rival_x = rival_sheet.x_usual if rival_sheet.is_x_opposing[rival.face] else rival.counter
    rival_opening = opening_damage(rival_sheet, form(rival_sheet, rival.face, rival_x), 0, rival_kind)
    initiative = speed(sheet, me.face, 0, kind)
    rival_initiative = speed(rival_sheet, rival.face, 0, rival_kind)
    hit = dealt(sheet, me.face, me.counter, rival_sheet, rival.face, rival.counter, opening, False, initiative, True)
    suffered = dealt(
        rival_sheet, rival.face, rival.counter, sheet, me.face, me.counter, rival_opening, False, rival_initiative, True
    )
    mine, theirs = life(me) - 1 - suffered, life(rival) - 1 - hit
    is_out = suffered > 0 and (mine <= 0 or me.is_staggering)
    is_rival_out = hit > 0 and (theirs <= 0 or rival.is_staggering)
    if is_out or is_rival_out:
        return policy.weight[Feature.OUTLOOK] * (CERTAIN // 2 if is_out and is_rival_out else CERTAIN * is_rival_out)
    after = chance_after(cards, state, seat, mine, theirs, False, False, True)
    return policy.weight[Feature.OUTLOOK] * after
