"""The table of openings: what each opener of a hand promises, worked out once for a matchup.

For every hand of at most TABLED_MAX cards, for the sides of both tokens and for who is staggering (the *situation*):

promise    what an opener brings on average against the whole deck of the other, in sixteenths of a point
habit      how often the equilibrium of the round opens with it, neither side knowing the other's hand

So a policy finds in two lines of memory what `opening_game` weighs anew at each decision. What the table cannot know is
what was shown since: discard piles, how far both are from staggering, counters.

What a payoff counts: the damage dealt less the damage taken, in points; a card on the table as a point; the worth of
the cards kept (`prospects`); the worth of a token that is turned over, for TURNS rounds; a hit on a fighter who is
staggering as KNOCK_OUT. All cards of a deck are as likely to be across the table as they are in the whole deck.
"""

import numpy as np

from balance.core.equilibrium import ONE, respond, settle
from balance.core.jit import kernel
from balance.core.piles import count, every, lowest, one, size
from balance.rules.combo_fighter.features import Feature
from balance.rules.combo_fighter.forecast import TIES, WINS, contest, dealt, odds, speed
from balance.rules.combo_fighter.lines import opening_damage, plain_line, rank
from balance.rules.combo_fighter.opening_game import logarithm
from balance.rules.combo_fighter.position import face_after_loss, flat
from balance.rules.combo_fighter.prospects import (
    UNIT,
    face_behind,
    face_form,
    faces_of,
    first_hand,
    hand_of,
    line_behind,
    next_hand,
    usual_loss,
    ways,
)
from balance.rules.combo_fighter.state import SEATS, SITUATIONS, TABLED_MAX

KNOCK_OUT = 32 * UNIT  # what the last hit of a game is worth; lives are about as many points
TURNS = 4  # rounds that a token is taken to stay on a side
HABIT_UNIT = 4  # units of a logarithm in one of `habit`, so that it fits 16 bits
_LEAST, _MOST = -32_000, 32_000


# ---------------------------------------------------------------- looking up


@kernel
def look_up_openers(cards, state, policy, memo):
    """Fill `memo.promised` with what each kind in hand promises as an opener: PROMISE and HABIT, weighed.

    Of more than TABLED_MAX cards each kind is looked up with the last of the others.
    """
    me, rival = state.seat[state.actor], state.seat[1 - state.actor]
    side = state.side[state.actor]
    sheet = cards.side[side]
    i = situation(me.is_staggering, rival.is_staggering)
    face, rival_face = flat(sheet, me.face), flat(cards.side[1 - side], rival.face)
    is_large = size(me.hand) > TABLED_MAX
    at = 0 if is_large else TABLED_MAX * rank(sheet, me.hand)
    left = me.hand
    while left:
        kind = lowest(left)
        left &= ~every(kind)
        if is_large:
            at = place_of(sheet, cut(me.hand, kind), kind)
        promise = policy.weight[Feature.PROMISE] * cards.promise[side, i, face, rival_face, at]
        habit = policy.weight[Feature.HABIT] * HABIT_UNIT * cards.habit[side, i, face, rival_face, at]
        memo.promised[kind] = promise + habit
        at += 1


@kernel
def situation(is_staggering, is_rival_staggering):
    """Return which part of the table holds."""
    return 2 * int(is_staggering) + int(is_rival_staggering)


@kernel
def cut(hand, kind):
    """Return a hand of TABLED_MAX cards: one of a kind and the last of the others."""
    others = hand - one(kind)
    while size(others) >= TABLED_MAX:
        others -= one(lowest(others))
    return others + one(kind)


@kernel
def place_of(sheet, hand, kind):
    """Return the place of an opener in the table: by the hand, then by its position among the kinds of the hand."""
    at = TABLED_MAX * rank(sheet, hand)
    while lowest(hand) != kind:
        hand &= ~every(lowest(hand))
        at += 1
    return at


# ---------------------------------------------------------------- filling


@kernel
def fill(cards, games, changes, losses, picked):
    """Fill the table of both sides, once `prospects.fill` has filled the others.

    Parameters
    ----------
    cards : state.CARDS
        `promise` and `habit` are written.
    games : core.equilibrium.GAME[SITUATIONS]
        Scratch.
    changes : int64[SITUATIONS, STEPS, OPTIONS_MAX]
        Scratch of `settle`.
    losses : int64[2, state.KINDS_MAX]
        Scratch: what each opener of the other usually deals, in a round that it wins and in a tie.
    picked : int64[state.HAND_MAX]
        Scratch.
    """
    for side in range(SEATS):
        sheet, rival = cards.side[side], cards.side[1 - side]
        for face in range(faces_of(sheet)):
            for rival_face in range(faces_of(rival)):
                for column in range(rival.kinds_n):
                    for is_tie in range(2):
                        losses[is_tie, column] = usual_loss(rival, rival_face, sheet, face, column, is_tie == 1)
                for i in range(SITUATIONS):
                    fill_public(sheet, face, rival, rival_face, cards.options.hand_size, i, games[i])
                    settle(games[i], changes[i])
                for hand_n in range(1, TABLED_MAX + 1):
                    first_hand(picked, hand_n)
                    while True:
                        hand = hand_of(picked, hand_n)
                        if ways(sheet.start + sheet.rest, hand) > 0:
                            fill_hand(cards, side, face, rival_face, hand, games, changes, losses)
                        if not next_hand(picked, hand_n, sheet.kinds_n):
                            break
    cards.is_tabled = 1


@kernel
def fill_public(sheet, face, rival, rival_face, hand_size, i, game):
    """Fill the payoffs of all openers of both decks in a situation, as if neither hand were known."""
    deck, rival_deck = sheet.start + sheet.rest, rival.start + rival.rest
    game.rows_n, game.columns_n = sheet.kinds_n, rival.kinds_n
    for column in range(rival.kinds_n):
        game.cap[column] = odds(count(rival_deck, column), size(rival_deck), hand_size, ONE)
    for row in range(sheet.kinds_n):
        game.row_cap[row] = odds(count(deck, row), size(deck), hand_size, ONE)
        for column in range(rival.kinds_n):
            result = contest(sheet, face, 0, row, rival, rival_face, 0, column)
            if result == WINS:
                payoff = usual_win(sheet, face, rival, rival_face, row, i & 1)
            elif result == TIES:
                hit = usual_loss(sheet, face, rival, rival_face, row, True)
                loss = usual_loss(rival, rival_face, sheet, face, column, True)
                payoff = hit - loss + knock_outs(i, hit, loss)
            else:
                payoff = -usual_win(rival, rival_face, sheet, face, column, i & 2)
            game.payoff[row, column] = payoff


@kernel
def usual_win(sheet, face, victim, victim_face, kind, is_knocking):
    """Return what a round won by an opener and its usual line brings."""
    hit = usual_loss(sheet, face, victim, victim_face, kind, False)
    worth = hit - sheet.usual_cards[face, kind] + UNIT + TURNS * gained(sheet, face, victim, victim_face, kind, hit)
    return worth + KNOCK_OUT if is_knocking and hit > 0 else worth


@kernel
def gained(sheet, face, victim, victim_face, kind, hit):
    """Return what the winner of a round gains a round by the tokens that it turns over."""
    after = flat(sheet, face_behind(sheet, face, kind))
    victim_after = flat(victim, face_after_loss(victim, victim_face, hit > 0))
    return np.int64(sheet.worth[after, victim_after, 0]) - sheet.worth[face, victim_face, 0]


@kernel
def knock_outs(i, hit, loss):
    """Return what is won and lost by hits on fighters who are staggering."""
    worth = KNOCK_OUT if i & 1 and hit > 0 else 0
    return worth - KNOCK_OUT if i & 2 and loss > 0 else worth


@kernel
def fill_hand(cards, side, face, rival_face, hand, games, changes, losses):
    """Fill the places of one hand in all situations."""
    sheet, rival = cards.side[side], cards.side[1 - side]
    held_n = 0
    left = hand
    while left:
        kind = lowest(left)
        left &= ~every(kind)
        fill_private(sheet, face, rival, rival_face, hand, kind, games, losses, held_n)
        held_n += 1
    deck = rival.start + rival.rest
    at = TABLED_MAX * rank(sheet, hand)
    for i in range(SITUATIONS):
        game = games[i]
        game.held_n = held_n
        respond(game, changes[i])
        for row in range(held_n):
            total = 0
            for column in range(game.columns_n):
                total += count(deck, column) * game.private[row, column]
            cards.promise[side, i, face, rival_face, at + row] = max(min(total // size(deck), _MOST), _LEAST)
            habit = logarithm(game.mix[row]) // HABIT_UNIT
            cards.habit[side, i, face, rival_face, at + row] = max(habit, _LEAST)


@kernel
def fill_private(sheet, face, rival, rival_face, hand, kind, games, losses, row):
    """Fill the payoffs of one opener of a hand against the other's deck in all situations."""
    after = hand - one(kind)
    now = np.int64(sheet.worth[face, rival_face, 0])
    kept = np.int64(sheet.worth[face, rival_face, rank(sheet, after)])
    initiative = speed(sheet, face, after, kind)
    won_hit, won = win(sheet, face, rival, rival_face, hand, kind, initiative)
    opening = opening_damage(sheet, face_form(sheet, face), after, kind)
    tie_hit = UNIT * dealt(sheet, face, 0, rival, rival_face, 0, opening, False, initiative, True)
    for column in range(rival.kinds_n):
        result = contest(sheet, face, after, kind, rival, rival_face, 0, column)
        if result == WINS:
            hit, loss, payoff = won_hit, 0, won
        elif result == TIES:
            hit, loss = tie_hit, losses[1, column]
            payoff = hit - loss + kept
        else:
            hit, loss = 0, losses[0, column]
            after_face = flat(sheet, face_after_loss(sheet, face, loss > 0))
            rival_after = flat(rival, face_behind(rival, rival_face, column))
            turned = np.int64(sheet.worth[after_face, rival_after, 0]) - now
            payoff = np.int64(rival.usual_cards[rival_face, column]) - UNIT - loss + kept + TURNS * turned
        for i in range(SITUATIONS):
            games[i].private[row, column] = payoff + knock_outs(i, hit, loss)


@kernel
def win(sheet, face, rival, rival_face, hand, kind, initiative):
    """Return (hit, payoff) of a round won by an opener of a hand and the line that pays best behind it."""
    after = flat(sheet, face_behind(sheet, face, kind))
    form_i = face_form(sheet, after)
    damage, cards_n, version = line_behind(sheet, after, form_i, hand, kind)
    if version >= 0:
        left = hand - sheet.need[version, 0]
        if (sheet.call_flips[after] >> version) & 1:
            after = flat(sheet, 1 - after)
    else:
        left = hand - plain_line(sheet, form_i, hand, kind)
    hit = UNIT * dealt(sheet, after, 0, rival, rival_face, 0, damage, version >= 0, initiative, False)
    rival_after = flat(rival, face_after_loss(rival, rival_face, hit > 0))
    turned = np.int64(sheet.worth[after, rival_after, 0]) - sheet.worth[face, rival_face, 0]
    payoff = hit - UNIT * (cards_n - 1) + sheet.worth[after, rival_after, rank(sheet, left)] + TURNS * turned
    return hit, payoff
