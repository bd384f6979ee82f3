"""The duel's rules, in the order in which a round happens. Reading ids (CF-...) are those of this folder's README."""

from balance.core.jit import kernel
from balance.core.luck import stream
from balance.core.piles import minus, one, shuffle_into, size
from balance.core.trace import record
from balance.rules.combo_fighter.legal import called_version, is_linked
from balance.rules.combo_fighter.state import CALL, SEATS, STOP, Colour, Decision, End, Measure, Reshuffle
from balance.vocab import Event, Outcome, Purpose


@kernel
def setup(cards, state, trace):
    """Deal: five starting cards in hand, the rest shuffled; a larger hand size draws up, a smaller one waits."""
    for seat in range(SEATS):
        me = state.seat[seat]
        sheet = cards.side[state.side[seat]]
        me.hand = sheet.start
        me.known = sheet.start
        shuffle(state, seat, sheet, sheet.rest, trace)
    for seat in range(SEATS):
        draw_up(cards, state, seat, trace)
    start_round(cards, state, trace)


@kernel
def shuffle(state, seat, sheet, cards, trace):
    """Make `cards` the new deck; every deck of a game has a shuffle stream of its own."""
    me = state.seat[seat]
    luck = stream(state.key, state.lane[seat], Purpose.SHUFFLE, me.shuffles_n)
    me.shuffles_n += 1
    me.deck_n = shuffle_into(me.deck, cards, sheet.identity, luck, state.shuffler)
    if len(trace) > 0:
        record(trace, Event.SHUFFLE, seat, me.deck_n, 0)
        for i in range(me.deck_n - 1, -1, -1):
            record(trace, Event.CARD, seat, me.deck[i], 0)


@kernel
def draw_up(cards, state, seat, trace):
    """Draw to the hand size; a deck that runs out is made anew at once and drawing goes on (CF-6, CF-8, CF-9)."""
    me = state.seat[seat]
    if me.deck_n == 0:
        restock(cards, state, seat, trace)
    missing = cards.options.hand_size - size(me.hand)
    while missing > 0 and me.deck_n > 0:
        missing -= 1
        me.deck_n -= 1
        kind = me.deck[me.deck_n]
        me.hand += one(kind)
        record(trace, Event.DRAW, seat, kind, 0)
        if me.deck_n == 0:
            stagger(state, seat, trace)
            restock(cards, state, seat, trace)


@kernel
def stagger(state, seat, trace):
    """Turn the staggering card face up; it stays so for the rest of the game."""
    me = state.seat[seat]
    if me.is_staggering == 0:
        me.is_staggering = 1
        record(trace, Event.STAGGER, seat, 0, 0)


@kernel
def restock(cards, state, seat, trace):
    """Shuffle the discard pile into a new deck; cards on the table are not in it (CF-7)."""
    me = state.seat[seat]
    pile = me.pile
    me.pile = 0
    shuffle(state, seat, cards.side[state.side[seat]], pile, trace)


@kernel
def start_round(cards, state, trace):
    """Open the next round, or stop at the round limit (CF-26)."""
    if state.round_n >= cards.options.round_limit:
        finish(state, -1, End.ROUND_LIMIT, trace)
        return
    state.round_n += 1
    state.decision = Decision.OPENER
    state.actor = 0
    for seat in range(SEATS):
        me = state.seat[seat]
        me.played_n = 0
        me.dealt = 0
        me.damage = 0
        me.is_committed = 0
        me.live = (1 << cards.side[state.side[seat]].versions_n) - 1
    if len(trace) > 0:
        record(trace, Event.ROUND, -1, state.round_n, 0)
        for seat in range(SEATS):
            me = state.seat[seat]
            record(trace, Event.HAND, seat, me.hand, me.deck_n)
            record(trace, Event.PILE, seat, me.pile, me.is_staggering)


@kernel
def actor(cards, state):
    """Return the deciding seat, -1 when the game is over."""
    return state.actor


@kernel
def decision(cards, state):
    """Return (Decision, round, step); only a combo asks one seat more than once a round, a step a card."""
    step = state.seat[state.actor].played_n if state.decision == Decision.COMBO else 0
    return state.decision, state.round_n, step


@kernel
def apply(cards, state, code, trace):
    """Carry out one choice; a choice of a simultaneous step stays hidden until both are made (CF-3, CF-53)."""
    seat = state.actor
    if state.decision == Decision.COMBO:
        if code < STOP:
            play_card(cards, state, seat, code)
        else:
            end_combo(cards, state, seat, code, trace)
        return
    me = state.seat[seat]
    me.pending = code
    me.is_pending = 1
    if state.decision == Decision.PAYMENT:
        ask_payment(cards, state, seat + 1, trace)
    elif seat == 0:
        state.actor = 1
    elif state.decision == Decision.OPENER:
        reveal(cards, state, trace)
    else:
        end_round(cards, state, trace)


@kernel
def reveal(cards, state, trace):
    """Turn both openers over and find the winner of the round."""
    for seat in range(SEATS):
        me = state.seat[seat]
        me.is_pending = 0
        play_card(cards, state, seat, me.pending)
        record(trace, Event.REVEAL, seat, me.pending, 0)
    state.winner = round_winner(cards, state)
    record(trace, Event.WINNER, state.winner, 0, 0)
    if state.winner >= 0:
        state.decision = Decision.COMBO
        state.actor = state.winner
        return
    state.ties_n += 1
    for seat in range(SEATS):  # a tie: both deal their opening damage (CF-20: which may be nothing)
        state.seat[1 - seat].damage = state.seat[seat].dealt
    resolve_damage(cards, state, trace)


@kernel
def play_card(cards, state, seat, kind):
    """Put a card on the table: the first deals its opening damage, the others their combo damage."""
    me = state.seat[seat]
    sheet = cards.side[state.side[seat]]
    if me.played_n == 0:
        me.dealt = sheet.opening[kind]
    else:
        if not is_linked(sheet, me.played[me.played_n - 1], kind):
            me.is_committed = 1
        me.dealt += sheet.combo[kind]
    leave_hand(me, one(kind))
    me.live &= sheet.steps[me.played_n, kind] if me.played_n < sheet.steps.shape[0] else 0
    me.played[me.played_n] = kind
    me.played_n += 1


@kernel
def leave_hand(me, cards):
    """Take cards out of the hand; the ones the opponent knew of are taken first."""
    me.hand -= cards
    if me.known:
        me.known = minus(me.known, cards)


@kernel
def round_winner(cards, state):
    """Compare the openers: the win circle, then initiative for red and the star for the others (CF-21, CF-22)."""
    sheet_a, sheet_b = cards.side[state.side[0]], cards.side[state.side[1]]
    a, b = state.seat[0].played[0], state.seat[1].played[0]
    ahead = (sheet_a.colour[a] - sheet_b.colour[b]) % 3
    if ahead != 0:
        return ahead - 1  # one step ahead on the circle beats, two steps are one behind
    if sheet_a.colour[a] == Colour.RED:
        edge = sheet_a.initiative[a] - sheet_b.initiative[b]
    else:
        edge = sheet_a.star[a] - sheet_b.star[b]
    if edge == 0:
        return -1
    return 0 if edge > 0 else 1


@kernel
def end_combo(cards, state, seat, code, trace):
    """Deal the printed damage, or the signature's instead when it is called."""
    me = state.seat[seat]
    damage = me.dealt
    if code == CALL:
        sheet = cards.side[state.side[seat]]
        version = called_version(sheet, me)
        damage = sheet.damage[version]
        me.signatures_n += 1
        me.moxie_n += sheet.is_moxie[version]
        record(trace, Event.SIGNATURE, seat, version, damage)
    state.seat[1 - seat].damage = damage
    resolve_damage(cards, state, trace)


@kernel
def resolve_damage(cards, state, trace):
    """Knock out whoever cannot pay or was staggering; otherwise ask the victims how they pay (CF-4, CF-19)."""
    for seat in range(SEATS):
        if state.seat[seat].damage > 0:
            record(trace, Event.DAMAGE, seat, state.seat[seat].damage, 0)
    is_out_0 = is_knocked_out(state.seat[0])
    is_out_1 = is_knocked_out(state.seat[1])
    for seat in range(SEATS):
        if (is_out_0, is_out_1)[seat]:
            record(trace, Event.KNOCK_OUT, seat, 0, 0)
    if is_out_0 and is_out_1:
        finish(state, -1, End.DOUBLE_KNOCK_OUT, trace)
    elif is_out_0 or is_out_1:
        loser = state.seat[0] if is_out_0 else state.seat[1]
        end = End.HIT_STAGGERING if loser.is_staggering else End.OUT_OF_CARDS
        finish(state, 1 if is_out_0 else 0, end, trace)
    else:
        ask_payment(cards, state, 0, trace)


@kernel
def is_knocked_out(me):
    """A hit takes a staggering fighter, and any fighter whose life (CF-1: hand and deck) it exhausts (CF-4)."""
    return me.damage > 0 and (me.is_staggering != 0 or me.damage >= life(me))


@kernel
def life(me):
    """Return cards in hand and deck; table, discard pile and staggering card do not count (CF-1)."""
    return size(me.hand) + me.deck_n


@kernel
def ask_payment(cards, state, first, trace):
    """Ask the next victim from seat `first` on; when all have chosen, carry the payments out."""
    for seat in range(first, SEATS):
        if state.seat[seat].damage > 0:
            state.decision = Decision.PAYMENT
            state.actor = seat
            return
    for seat in range(SEATS):
        if state.seat[seat].damage > 0:
            pay(cards, state, seat, trace)
    clear_table(state)
    state.decision = Decision.DISCARDS
    state.actor = 0


@kernel
def pay(cards, state, seat, trace):
    """Discard the chosen hand cards, then from the top of the deck, unseen when chosen (CF-2, CF-3)."""
    me = state.seat[seat]
    me.is_pending = 0
    leave_hand(me, me.pending)
    me.pile += me.pending
    for _ in range(me.damage - size(me.pending)):
        me.deck_n -= 1
        kind = me.deck[me.deck_n]
        me.pile += one(kind)
        record(trace, Event.MILL, seat, kind, 0)
    if me.deck_n == 0:  # only now, with the whole hit paid (CF-5)
        stagger(state, seat, trace)
        if cards.options.reshuffle == Reshuffle.AT_ONCE:
            draw_up(cards, state, seat, trace)


@kernel
def clear_table(state):
    """Discard the cards played this round, the loser's opener too (CF-23)."""
    for seat in range(SEATS):
        me = state.seat[seat]
        for i in range(me.played_n):
            me.pile += one(me.played[i])
        me.played_n = 0


@kernel
def end_round(cards, state, trace):
    """Carry out both players' discards, then both draw; the two do not interact (CF-11, CF-45)."""
    for seat in range(SEATS):
        me = state.seat[seat]
        me.is_pending = 0
        leave_hand(me, me.pending)
        me.pile += me.pending
        draw_up(cards, state, seat, trace)
    start_round(cards, state, trace)


@kernel
def finish(state, winner, end, trace):
    """End the game; `winner` is -1 for a draw or a truncated game."""
    state.decision = Decision.NONE
    state.actor = -1
    state.winner = winner
    state.end = end
    record(trace, Event.END, winner, end, 0)


@kernel
def fill_row(cards, state, row):
    """Write the outcome for side 0 and the measures (`state.Measure`)."""
    if state.end == End.ROUND_LIMIT:
        row[0] = Outcome.TRUNCATED
    elif state.winner < 0:
        row[0] = Outcome.DRAW
    else:
        row[0] = Outcome.WIN if state.side[state.winner] == 0 else Outcome.LOSS
    row[Measure.ROUNDS] = state.round_n
    row[Measure.END] = state.end
    row[Measure.TIES] = state.ties_n
    for seat in range(SEATS):
        me = state.seat[seat]
        row[Measure.SIGNATURES_A + state.side[seat]] = me.signatures_n
        row[Measure.MOXIE_A + state.side[seat]] = me.moxie_n
    row[Measure.LIFE_LEFT] = life(state.seat[state.winner]) if state.winner >= 0 else 0


@kernel
def redeal(cards, state, seat, luck):
    """Resample the other hand and both decks, uniformly over the worlds that `seat` cannot tell apart.

    The other's starting cards that were not seen leaving the hand are known to be in it (a copy that leaves is taken to
    be the known one, which is what a player who watched the physical card sees). A hidden choice of the other seat is
    taken back and asked again (CF-47: discard piles are public, so the unseen cards are those of the deck and hand).
    """
    for target in range(SEATS):
        me = state.seat[target]
        sheet = cards.side[state.side[target]]
        unseen = sheet.start + sheet.rest - me.pile
        for i in range(me.played_n):
            unseen -= one(me.played[i])
        hand = me.hand if target == seat else me.known
        missing = size(me.hand) - size(hand)
        mine = stream(luck, target, Purpose.REDEAL, 0)
        me.deck_n = shuffle_into(me.deck, unseen - hand, sheet.identity, mine, state.shuffler)
        for _ in range(missing):
            me.deck_n -= 1
            hand += one(me.deck[me.deck_n])
        me.hand = hand
    rival = state.seat[1 - seat]
    if rival.is_pending:
        rival.is_pending = 0
        rival.pending = 0
        state.actor = 1 - seat
