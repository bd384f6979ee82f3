"""What each kind of card did in a finished game, read off its trace."""

from enum import IntEnum

from balance.core.jit import kernel
from balance.rules.powercreep.cards import bit, every, first, has, kind_of, size
from balance.rules.powercreep.state import KINDS, SEATS
from balance.vocab import Event, Outcome


class CardCount(IntEnum):
    """Column of each count of a kind of card; column 0 counts the games."""

    NONE = 0
    OPENING = 1  # copies in the opening hand
    DRAWN = 2  # copies that came to the hand, the opening hand and what Jokers took included
    SUMMONED = 3  # copies that came to the field from the hand, on other fighters included
    PLAYED = 4  # modifiers played
    CANCELED = 5  # of these, those without effect
    CANCELS = 6  # copies discarded to cancel
    PROTECTS = 7  # copies discarded to protect
    ATTACKED = 8  # attacks of fighters with such a bottom card
    FELLED = 9  # fighters of the other that fell to one in a battle it began
    MILLED = 10  # copies lost from the Life Stack
    SHOWN = 11  # copies shown for a trip or run
    GAMES_DRAWN = 12  # games in which a copy came to the hand
    GAMES_PLAYED = 13  # games in which a copy was summoned or played
    TRIPPED = 14  # of the copies summoned, those by a trip
    RUN = 15  # those by a run
    STACKED = 16  # those laid on another fighter; the rest is paid for


@kernel
def count_cards(cards, state, outcome, trace, counts):
    """Add what each card did to counts[side, kind, result, CardCount]; the result is of the side: loss, none, win."""
    for seat in range(SEATS):
        side = state.side[seat]
        result = 1
        if outcome == Outcome.WIN:
            result = 2 - 2 * side
        elif outcome == Outcome.LOSS:
            result = 2 * side
        drawn, played = walk(seat, trace, counts[side], result)
        for kind in range(KINDS):
            mine = counts[side, kind, result]
            mine[0] += 1
            mine[CardCount.GAMES_DRAWN] += (drawn >> kind) & 1
            mine[CardCount.GAMES_PLAYED] += (played >> kind) & 1


@kernel
def walk(seat, trace, counts, result):
    """Walk through the trace for one seat; return the bits of the kinds that came to the hand, and that were played."""
    drawn = played = 0
    field = 0  # own fighters, by bottom card
    sent = attacker = -1  # the own fighter that attacks, and from the comparison on the one that fought
    is_dealt = False
    shown = -1  # a card shown for the fighter on its way: of its rank for a trip, of another for a run
    for row in range(1, trace[0, 0] + 1):
        event, who, a = trace[row, 0], trace[row, 1], trace[row, 2]
        if event == Event.ROUND:
            attacker = -1
        elif event == Event.FALL and who != seat and attacker >= 0:
            counts[kind_of(attacker), result, CardCount.FELLED] += 1
        elif event == Event.ATTACK:
            attacker = -1
            if who == seat:
                sent = a
                counts[kind_of(a), result, CardCount.ATTACKED] += 1
        elif event == Event.COMPARE:
            attacker = sent if who == seat else -1
        elif event == Event.PLAY:
            if who == seat:
                counts[kind_of(a), result, CardCount.PLAYED] += 1
                played |= 1 << kind_of(a)
        elif who != seat:
            continue
        elif event == Event.HAND and not is_dealt:
            is_dealt = True
            hand = a
            while hand:
                kind = kind_of(first(hand))
                counts[kind, result, CardCount.OPENING] += size(hand & every(kind))
                hand &= ~every(kind)
        elif event == Event.DRAW or event == Event.TAKE:
            counts[kind_of(a), result, CardCount.DRAWN] += 1
            drawn |= 1 << kind_of(a)
        elif event == Event.FALL:
            field &= ~bit(a)
        elif event == Event.STACK and has(field, a):
            field &= ~bit(a)  # laid on another one, from the field
        elif event == Event.SUMMON or event == Event.STACK:
            counts[kind_of(a), result, CardCount.SUMMONED] += 1
            played |= 1 << kind_of(a)
            if event == Event.STACK:
                counts[kind_of(a), result, CardCount.STACKED] += 1
            else:
                field |= bit(a)
                if shown >= 0:
                    way = CardCount.TRIPPED if kind_of(shown) == kind_of(a) else CardCount.RUN
                    counts[kind_of(a), result, way] += 1
                shown = -1
        elif event == Event.CANCELED:
            counts[kind_of(a), result, CardCount.CANCELED] += 1
        elif event == Event.CANCEL:
            counts[kind_of(a), result, CardCount.CANCELS] += 1
        elif event == Event.PROTECT:
            counts[kind_of(trace[row, 3]), result, CardCount.PROTECTS] += 1
        elif event == Event.MILL:
            counts[kind_of(a), result, CardCount.MILLED] += 1
        elif event == Event.SHOW:
            counts[kind_of(a), result, CardCount.SHOWN] += 1
            shown = a
    return drawn, played
