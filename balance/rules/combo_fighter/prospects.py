"""What a matchup promises before a game begins: tables that policies look up, filled once for each matchup.

usual     what the best line behind each opener deals and costs, on average over the rest of a hand
worth     what cards kept in hand are worth in the next round, once the hand is filled up from the deck
outlook   the chance to win by life alone, as if both sides dealt what they usually do

All are made from the two deck lists alone, which are public. Points and cards are counted in sixteenths (`UNIT`).
"""

import numpy as np

from balance.core.equilibrium import ONE, guaranteed, solve
from balance.core.jit import kernel
from balance.core.piles import CHOOSE, count, holds, lowest, one, size
from balance.rules.combo_fighter.forecast import CERTAIN, TIES, WINS, contest, dealt, odds, speed
from balance.rules.combo_fighter.lines import DAMAGE, damage_of, form, opening_damage, opening_tail, rank
from balance.rules.combo_fighter.state import FACES, LIFE_MAX, SEATS

UNIT = 16
_STEPS = 12  # of the equilibrium of one round
_WON = CERTAIN * 2 // 5  # rounds that a side wins in `outlook`; one round in five is a tie


@kernel
def fill(cards, game, picked):
    """Fill the tables of a matchup.

    Parameters
    ----------
    cards : state.CARDS
        Both sheets joined; `usual_damage`, `usual_cards`, `worth` and `outlook` are written.
    game : core.equilibrium.GAME
        Scratch.
    picked : int64[state.HAND_MAX]
        Scratch.
    """
    hand_size = cards.options.hand_size
    for side in range(SEATS):
        sheet = cards.side[side]
        for face in range(faces_of(sheet)):
            for kind in range(sheet.kinds_n):
                fill_usual(sheet, face, kind, hand_size, picked)
    for side in range(SEATS):
        sheet, rival = cards.side[side], cards.side[1 - side]
        for face in range(faces_of(sheet)):
            for rival_face in range(faces_of(rival)):
                fill_worth(sheet, face, rival, rival_face, hand_size, game, picked)
    fill_outlook(cards, hand_size)
    cards.is_studied = 1


@kernel
def faces_of(sheet):
    """Return the number of sides of the power token that differ."""
    return FACES if sheet.is_turning else 1


# ---------------------------------------------------------------- hands one by one


@kernel
def first_hand(picked, cards):
    """Begin a walk over all multisets of so many cards."""
    for i in range(cards):
        picked[i] = 0


@kernel
def next_hand(picked, cards, kinds):
    """Step to the next non-decreasing sequence of kinds; return False behind the last."""
    i = cards - 1
    while i >= 0 and picked[i] == kinds - 1:
        i -= 1
    if i < 0:
        return False
    following = picked[i] + 1
    for j in range(i, cards):
        picked[j] = following
    return True


@kernel
def hand_of(picked, cards):
    """Return the multiset of the walk."""
    hand = 0
    for i in range(cards):
        hand += one(picked[i])
    return hand


@kernel
def ways(deck, hand):
    """Return how many physical hands out of a deck are this multiset; 0 when it cannot be."""
    n = 1
    while hand:
        kind = lowest(hand)
        copies = count(hand, kind)
        if count(deck, kind) < copies:
            return 0
        n *= CHOOSE[count(deck, kind), copies]
        hand -= copies * one(kind)
    return n


# ---------------------------------------------------------------- usual lines


@kernel
def face_form(sheet, face):
    """Return the part of the table of best lines for a side of the token and the usual X."""
    return form(sheet, face, sheet.x_usual if sheet.is_x_opposing[face] else 0)


@kernel
def face_behind(sheet, face, kind):
    """Return the side of the token that is up behind an opener that has won the round."""
    return 1 - face if (sheet.opener_flips[face] >> (4 * kind)) & 15 else face


@kernel
def line_behind(sheet, face, form_i, hand, kind):
    """Return (damage, cards, version) of the line that pays best behind an opener; version is -1 for a plain line."""
    tail = opening_tail(sheet, form_i, hand, kind)
    damage = damage_of(tail)
    cards = DAMAGE * damage - tail + 1
    called = -1
    if sheet.is_mute[face] == 0:
        for version in range(sheet.versions_n):
            if sheet.sequence[version, 0] == kind and holds(hand, sheet.need[version, 0]):
                if np.int64(sheet.damage[version]) - sheet.length[version] > damage - cards:
                    damage, cards = np.int64(sheet.damage[version]), np.int64(sheet.length[version])
                    called = version
    return damage, cards, called


@kernel
def fill_usual(sheet, face, kind, hand_size, picked):
    """Average the line behind an opener over what else may be in hand."""
    deck = sheet.start + sheet.rest - one(kind)
    up = face_behind(sheet, face, kind)
    form_i = face_form(sheet, up)
    total = damage_sum = cards_sum = 0
    first_hand(picked, hand_size - 1)
    while True:
        others = hand_of(picked, hand_size - 1)
        n = ways(deck, others)
        if n > 0:
            damage, cards, _ = line_behind(sheet, up, form_i, others + one(kind), kind)
            total += n
            damage_sum += n * damage
            cards_sum += n * cards
        if not next_hand(picked, hand_size - 1, sheet.kinds_n):
            break
    sheet.usual_damage[face, kind] = UNIT * damage_sum // total
    sheet.usual_cards[face, kind] = UNIT * cards_sum // total


# ---------------------------------------------------------------- worth of cards in hand


@kernel
def fill_worth(sheet, face, rival, rival_face, hand_size, game, picked):
    """Value every full hand by one round in equilibrium, and every smaller one by the hands it can become."""
    deck = sheet.start + sheet.rest
    for cards in range(hand_size, -1, -1):
        first_hand(picked, cards)
        while True:
            hand = hand_of(picked, cards)
            if ways(deck, hand) == 0:
                worth = 0
            elif cards == hand_size:
                worth = worth_of_round(sheet, face, rival, rival_face, hand, game)
            else:
                worth = worth_of_refill(sheet, face, rival_face, deck - hand, hand)
            sheet.worth[face, rival_face, rank(sheet, hand)] = max(min(worth, 32_000), -32_000)
            if cards == 0 or not next_hand(picked, cards, sheet.kinds_n):
                break


@kernel
def worth_of_refill(sheet, face, rival_face, deck, hand):
    """Return the average worth after one more card from the deck."""
    worth = 0
    for kind in range(sheet.kinds_n):
        copies = count(deck, kind)
        if copies > 0:
            worth += copies * sheet.worth[face, rival_face, rank(sheet, hand + one(kind))]
    return worth // size(deck)


@kernel
def worth_of_round(sheet, face, rival, rival_face, hand, game):
    """Return what a full hand gains in a round against all that the rival's deck may hold, both playing well."""
    columns_of(rival, game, size(hand))
    game.rows_n = 0
    left = hand
    while left:
        kind = lowest(left)
        left &= ~(15 << (4 * kind))
        after = hand - one(kind)
        up = face_behind(sheet, face, kind)
        damage, cards, version = line_behind(sheet, up, face_form(sheet, up), hand, kind)
        initiative = speed(sheet, face, after, kind)
        won = UNIT * dealt(sheet, up, 0, rival, rival_face, 0, damage, version >= 0, initiative, False)
        won -= UNIT * (cards - 1)
        opening = opening_damage(sheet, face_form(sheet, face), after, kind)
        tied = UNIT * dealt(sheet, face, 0, rival, rival_face, 0, opening, False, initiative, True)
        for rival_kind in range(rival.kinds_n):
            result = contest(sheet, face, after, kind, rival, rival_face, 0, rival_kind)
            if result == WINS:
                payoff = won
            elif result == TIES:
                payoff = tied - usual_loss(rival, rival_face, sheet, face, rival_kind, True)
            else:
                payoff = np.int64(rival.usual_cards[rival_face, rival_kind]) - UNIT
                payoff -= usual_loss(rival, rival_face, sheet, face, rival_kind, False)
            game.payoff[game.rows_n, rival_kind] = payoff
        game.rows_n += 1
    solve(game, _STEPS)
    return guaranteed(game, _STEPS)


@kernel
def columns_of(rival, game, hand_size):
    """Set how often each kind of a whole deck can be an opener."""
    deck = rival.start + rival.rest
    game.columns_n = rival.kinds_n
    for kind in range(rival.kinds_n):
        game.cap[kind] = odds(count(deck, kind), size(deck), hand_size, ONE)


@kernel
def usual_loss(sheet, face, victim, victim_face, kind, is_tie):
    """Return the damage, in sixteenths, that an opener usually brings to the other side."""
    if is_tie:
        damage = opening_damage(sheet, face_form(sheet, face), 0, kind)
        return UNIT * dealt(sheet, face, 0, victim, victim_face, 0, damage, False, speed(sheet, face, 0, kind), True)
    # Totals change whole points: the rest of the average is carried over.
    usual = np.int64(sheet.usual_damage[face, kind])
    up = face_behind(sheet, face, kind)
    damage = dealt(sheet, up, 0, victim, victim_face, 0, usual // UNIT, False, speed(sheet, face, 0, kind), False)
    return UNIT * damage + (usual % UNIT if damage > 0 else 0)


# ---------------------------------------------------------------- outlook


@kernel
def fill_outlook(cards, hand_size):
    """Fill the chance of side 0 to win by how far each side is from staggering; 0 is a staggering fighter.

    Every round both spend a card, the winner of the round spends the rest of a usual line and takes the usual damage
    off the other: half, all and one and a half of it, once, twice and once in four rounds.
    """
    damage_0, cards_0 = usual_round(cards.side[0])
    damage_1, cards_1 = usual_round(cards.side[1])
    for a in range(LIFE_MAX):
        for b in range(LIFE_MAX):
            tie = CERTAIN - 8 * (_WON // 4)
            chance = 0
            for i in range(4):
                half = 1 if i == 0 else 3 if i == 3 else 2
                chance += _WON // 4 * after_hit(cards, a - cards_0, b, half * damage_0, hand_size, False)
                chance += _WON // 4 * after_hit(cards, a, b - cards_1, half * damage_1, hand_size, True)
            if a == 0 and b == 0:
                cards.outlook[a, b] = CERTAIN // 2
            else:
                chance += tie * np.int64(cards.outlook[max(a - 1, 0), max(b - 1, 0)])
                cards.outlook[a, b] = chance // CERTAIN


@kernel
def after_hit(cards, a, b, half_points, hand_size, is_on_0):
    """Return the chance of side 0 after a round in which one side was hit; lives below 0 have staggered."""
    hit = a if is_on_0 else b
    damage = half_points // (2 * UNIT)
    left = hit - 1 - damage
    if hit == 0 or left <= -hand_size:
        return 0 if is_on_0 else CERTAIN
    if is_on_0:
        return np.int64(cards.outlook[max(left, 0), max(b, 0)])
    return np.int64(cards.outlook[max(a, 0), max(left, 0)])


@kernel
def usual_round(sheet):
    """Return the usual damage (in sixteenths, at least a point) and the cards of a won round."""
    damage = cards = 0
    deck = sheet.start + sheet.rest
    for kind in range(sheet.kinds_n):
        damage += count(deck, kind) * sheet.usual_damage[0, kind]
        cards += count(deck, kind) * sheet.usual_cards[0, kind]
    return max(damage // size(deck), UNIT), max((cards // size(deck) + UNIT // 2) // UNIT, 1)
