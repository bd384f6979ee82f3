"""Independent rule oracle for Combo Fighter duels.

It reads the event stream of one finished game and derives the whole stream again from the rules. Only the order of
each shuffle and the chosen actions are believed, and both are checked for legality. Piles are plain lists of slots,
top card first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from tests.oracle.combo_fighter_sheets import BEATS, Card, Multiset, Options, Seat, Version, read_options, read_seat
from tests.oracle.combo_fighter_words import Effect, Phrase

TIE = -1
OVER = "nothing: the stream is over"
SETUP_ROUND = 0
MAX_COUNTER = 99
MAX_TABLE = 12  # the duel has no longer chain: a draw that could lead beyond is not offered

Action = int | str | Multiset | tuple[str, int] | tuple[str, str]


class OracleError(AssertionError):
    """The trace and the rules disagree."""


class _GameWon(Exception):
    """A token has won the game for this seat; raised by the step, caught where the game runs."""

    def __init__(self, seat: int) -> None:
        self.seat = seat


@dataclass
class Deed:
    """An effect that is being carried out."""

    seat: Seat
    effect: Effect
    action: Any = None  # what was chosen when it was offered
    paid: list[Card] = field(default_factory=list)


def check_game(
    sheets: Sequence[Mapping[str, Any]], options: Mapping[str, Any], events: Sequence[tuple[Any, ...]]
) -> None:
    """Raise OracleError at the first event that the rules do not produce.

    Event numbers in messages count from 0. Sheets or options that the duel cannot be played with raise ValueError.
    """
    if len(sheets) != 2:
        raise ValueError("a duel needs two sheets")
    rules = read_options(options)
    _Game(rules, [read_seat(number, sheet, rules) for number, sheet in enumerate(sheets)], events).run()


# --- multisets -------------------------------------------------------------------------------------------------------


def _multiset(pile: Iterable[int]) -> Multiset:
    return tuple(sorted(pile))


def _sub_multisets(pile: Iterable[int]) -> set[Multiset]:
    """Every different selection from the pile, the empty one and the whole pile included."""
    selections: set[Multiset] = {()}
    for slot in sorted(pile):
        selections |= {(*selection, slot) for selection in selections}
    return selections


def _holds(pile: Iterable[int], wanted: Iterable[int]) -> bool:
    return not Counter(wanted) - Counter(pile)


def _in_order(items: Iterable[Any]) -> list[Any]:
    """A fixed order for any mix of actions; also safe for nonsense out of a bad trace."""
    return sorted(items, key=repr)


# --- the game --------------------------------------------------------------------------------------------------------


class _Game:
    def __init__(self, rules: Options, seats: list[Seat], events: Sequence[tuple[Any, ...]]) -> None:
        self.rules = rules
        self.seats = seats
        self.events = events
        self.position = 0  # number of the next event
        self.round = SETUP_ROUND
        self.damage = [0, 0]  # of this round, by victim

    def run(self) -> None:
        self._setup()
        try:
            result = self._play_rounds()
        except _GameWon as won:
            self._audit()
            result = f"seat_{won.seat}"
        self._expect("end", result or "truncated")  # CF-26
        if self.position != len(self.events):
            self._fail("no event after the end", self.events[self.position], self.position)

    def _play_rounds(self) -> str | None:
        result = None
        while result is None and self.round < self.rules.round_limit:
            self.round += 1
            result = self._play_round()
        return result

    def _other(self, seat: Seat) -> Seat:
        return self.seats[1 - seat.number]

    # Reading the trace

    def _fail(self, expected: object, actual: object, number: int | None = None) -> NoReturn:
        """Report the event with this number, or else the one read last."""
        number = self.position - 1 if number is None else number
        where = f"event {number} (round {self.round})"
        raise OracleError(f"{where}: the rules expect {expected}, the trace says {actual!r}")

    def _next(self) -> Any:
        event = self.events[self.position] if self.position < len(self.events) else OVER
        self.position += 1
        return event

    def _expect(self, *expected: object) -> None:
        """The next event must be exactly this one."""
        event = self._next()
        if event != expected:
            self._fail(repr(expected), event)

    def _read_shuffle(self, seat: Seat, pile: list[int]) -> list[int]:
        """Take the new order of a pile from the trace."""
        match self._next():
            case ("shuffle", seat.number, tuple(order)) if _in_order(order) == _in_order(pile):
                return list(order)
            case event:
                self._fail(f"('shuffle', {seat.number}, some order of {_multiset(pile)})", event)

    def _ask(self, seat: Seat, question: str, legal: set[Any]) -> Any:
        """Check the offered actions and return the chosen one."""
        wanted = _in_order(legal)
        match self._next():
            case ("ask", seat.number, str(asked), list(offered)) if asked == question and _in_order(offered) == wanted:
                pass  # the same set, and no action twice
            case event:
                self._fail(f"('ask', {seat.number}, {question!r}, {wanted}) in any order", event)
        match self._next():
            case ("choice", seat.number, action) if action in wanted:
                return action
            case event:
                self._fail(f"('choice', {seat.number}, one of {wanted})", event)

    # Checks of the piles

    def _audit(self) -> None:
        """No card is lost or made, and life has not risen."""
        for seat in self.seats:
            cards = sorted(seat.hand + seat.deck + seat.discard + seat.table + seat.removed)
            if cards != seat.all_cards:  # CF-1
                self._fail(f"seat {seat.number} to own {seat.all_cards}", cards)
            if seat.life > seat.life_mark:
                self._fail(f"seat {seat.number} with life of at most {seat.life_mark}", seat.life)
            seat.life_mark = seat.life

    # Drawing and staggering

    def _setup(self) -> None:
        for seat in self.seats:
            seat.deck = self._read_shuffle(seat, seat.deck)
        for seat in self.seats:
            self._draw_up(seat)
        self._audit()

    def _draw_up(self, seat: Seat) -> None:
        """Draw to the hand size; a hand that is larger already stays as it is."""
        self._draw(seat, self.rules.hand_size - len(seat.hand))

    def _draw(self, seat: Seat, number: int) -> None:
        for _ in range(number):
            if not seat.deck:
                self._fail(f"seat {seat.number} to have a card to draw", "empty piles", self.position)
            slot = seat.deck.pop(0)
            seat.hand.append(slot)
            self._expect("draw", seat.number, slot)
            if not seat.deck:  # CF-6, CF-8: also when the hand is just full; CF-11: also when dug for on purpose; CF-31
                self._stagger(seat)
                self._reshuffle(seat)

    def _stagger(self, seat: Seat) -> None:
        if not seat.staggering:  # CF-9: running out again has no further penalty
            seat.staggering = True
            self._expect("stagger", seat.number)

    def _reshuffle(self, seat: Seat) -> None:
        """The discard pile, never the cards on the table, becomes the new deck (CF-7)."""
        self._audit()
        seat.deck = self._read_shuffle(seat, seat.discard)
        seat.discard = []
        seat.life_mark = seat.life  # the only place where life may rise

    # One round

    def _play_round(self) -> str | None:
        """Return the result of the game if this round ends it."""
        self._expect("round", self.round)
        for seat in self.seats:
            self._expect(
                "snapshot",
                seat.number,
                _multiset(seat.hand),
                len(seat.deck),
                _multiset(seat.discard),  # CF-47
                seat.staggering,
            )
            if seat.power is not None:
                self._expect("token", seat.number, seat.side, seat.counter)
            seat.opener = seat.initiative = seat.outcome = seat.called = None
        self.damage = [0, 0]
        self._play_openers()
        winner = self._find_winner()
        self._expect("winner", winner)
        if winner == TIE:
            self._tie()
        else:
            self._win_round(self.seats[winner])
        self._total_damage()
        self._audit()
        result = self._deal()
        if result is None:
            self._end_round()
        self._audit()
        return result

    def _play_openers(self) -> None:
        chosen: list[int] = []
        for seat in self.seats:  # both choose before either card is revealed
            if not seat.hand:
                self._fail(f"seat {seat.number} to have a card to play", "an empty hand", self.position)  # CF-25
            chosen.append(self._ask(seat, "opener", set(seat.hand)))
        for seat, slot in zip(self.seats, chosen, strict=True):
            self._play(seat, slot)
            self._expect("reveal", seat.number, slot)
            seat.opener = seat.cards[slot]
        for seat in self.seats:
            self._value_last_card(seat)
            if seat.opener is not None and seat.opener.colour == "R":
                seat.initiative = self._initiative(seat)  # as it is now, whatever a token does later
        for seat in self.seats:
            self._happens(seat, "playing")  # CF-37: also when the round is then lost

    def _play(self, seat: Seat, slot: int) -> None:
        seat.hand.remove(slot)
        seat.table.append(slot)

    def _find_winner(self) -> int:
        first, second = (seat.cards[seat.table[0]] for seat in self.seats)
        if BEATS[first.colour] == second.colour:  # CF-22: a star does not matter here
            return 0
        if BEATS[second.colour] == first.colour:
            return 1
        if first.colour == "R":
            ranks = [self._initiative(seat) for seat in self.seats]
        else:
            ranks = [int(first.star), int(second.star)]  # CF-21
        if ranks[0] == ranks[1]:
            return TIE
        return 0 if ranks[0] > ranks[1] else 1

    def _tie(self) -> None:
        for seat in self.seats:
            seat.outcome = "tied"
            self.damage[1 - seat.number] = seat.values[0]
        for seat in self.seats:
            self._happens(seat, "tied")  # CF-18: and neither "won" nor "lost"

    def _win_round(self, winner: Seat) -> None:
        loser = self._other(winner)
        winner.outcome = "won"
        loser.outcome = "lost"
        self._happens(winner, "winning with")  # CF-28
        self._play_combo(winner)
        self.damage[loser.number] = winner.called.damage if winner.called else sum(winner.values)  # CF-16
        self._happens(winner, "won")
        self._happens(loser, "lost")  # CF-23: the loser's card deals nothing

    def _play_combo(self, seat: Seat) -> None:
        """Let the winner go on until the fighter stops or calls."""
        committed = False  # an off-box card binds the fighter to finish a signature (CF-12, option)
        while True:
            self._happens(seat, "emptying")  # CF-30: the opener counts
            box = seat.cards[seat.table[-1]].box
            in_box = {slot for slot in seat.hand if seat.cards[slot].icon in box}
            legal: set[Action] = set()
            if not committed:
                legal |= in_box
                legal.add("stop")  # CF-24
            if self.rules.signatures_ignore_boxes:
                legal |= {slot for slot in seat.hand if self._leads_to_signature(seat, slot)}
            called = self._exact_version(seat)
            if called is not None:
                legal.add("call")  # CF-14: an offer, not a duty

            if not legal:
                legal.add("stop")  # a token has made the signature impossible: nothing is left to be bound to

            action = self._ask(seat, "combo", legal)
            if action == "stop":
                return
            if action == "call":
                assert called is not None
                self._expect("signature", seat.number, called.name, called.is_moxie, called.damage)
                seat.called = called
                self._happens(seat, "calling")
                return
            if action not in in_box:
                committed = True
            self._play(seat, action)
            self._value_last_card(seat)
            self._happens(seat, "playing")

    def _exact_version(self, seat: Seat) -> Version | None:
        """The version made of all cards played this round, the opener first (CF-13) and no card more (CF-15)."""
        for version in self._versions(seat):
            if version.sequence == tuple(seat.table):  # CF-33: a chain that drew cards is too long
                return version
        return None

    def _versions(self, seat: Seat) -> list[Version]:
        """What the fighter may call at this moment."""
        return [] if self._in_force(seat, "no signatures") else seat.versions

    def _leads_to_signature(self, seat: Seat, slot: int) -> bool:
        """Would this card continue a version that the hand can complete?"""
        played = tuple(seat.table)
        return any(
            version.sequence[: len(played) + 1] == (*played, slot)
            and _holds(seat.hand, version.sequence[len(played) :])
            for version in self._versions(seat)
        )

    # What is in force

    def _in_force(self, seat: Seat, word: str) -> list[Phrase]:
        """The steps with this word that always act, as things stand now."""
        return [
            step
            for effect in seat.effects("always")
            if effect.has(word) and self._is_met(seat, effect)
            for step in effect.steps
            if step.word == word
        ]

    def _value_last_card(self, seat: Seat) -> None:
        """Fix what the card just played is worth; later changes do not touch it (CF-35)."""
        card = seat.cards[seat.table[-1]]
        printed = card.opening if len(seat.table) == 1 else card.combo
        value = self._x(seat) if isinstance(printed, str) else printed
        for step in self._in_force(seat, "damage"):
            if step.means(card.icon):
                value = max(0, self._changed(seat, value, step))
        seat.values.append(value)

    def _initiative(self, seat: Seat) -> int:
        """The initiative of a red opener; what was compared stands for the rest of the round."""
        if seat.initiative is not None:
            return seat.initiative
        assert seat.opener is not None
        value = seat.opener.initiative
        for step in self._in_force(seat, "initiative"):  # CF-18
            if step.means(seat.opener.icon):
                value = max(0, self._changed(seat, value, step))
        return value

    def _x(self, seat: Seat) -> int:
        if not self._in_force(seat, "X is opposing damage"):
            return seat.counter
        opener = self._other(seat).opener
        return 0 if opener is None else opener.larger_printed  # CF-42

    def _amount(self, seat: Seat, step: Phrase) -> int:
        return step.number * self._x(seat) if step.is_of_x else step.number

    def _changed(self, seat: Seat, value: int, step: Phrase) -> int:
        amount = self._amount(seat, step)
        match step.sign:
            case "+":
                return value + amount
            case "-":
                return value - amount
            case "x":
                return value * amount
            case "=":
                return amount
        raise AssertionError(step.sign)

    # Effects

    def _happens(self, seat: Seat, trigger: str) -> None:
        """A trigger comes. Which side is up counts now; the rest when an effect's turn comes."""
        for effect in seat.effects(trigger):
            if not (self._is_about(seat, effect) and self._is_met(seat, effect)):
                continue
            if not effect.is_optional:
                self._carry_out(Deed(seat, effect))
                continue
            action = self._offer(seat, effect, seat.hand)
            if action != "decline":
                self._accept(Deed(seat, effect, action))

    def _is_about(self, seat: Seat, effect: Effect) -> bool:
        about = self.TRIGGERS.get(effect.when.word)
        return about is None or about(self, seat, effect)

    def _is_met(self, seat: Seat, effect: Effect) -> bool:
        condition = effect.condition
        return condition is None or self.CONDITIONS[condition.word](self, seat, condition)

    def _offer(self, seat: Seat, effect: Effect, hand: list[int]) -> Any:
        """Ask about an optional effect; one that cannot be paid is declined unasked."""
        choices = self._choices(seat, effect, hand)
        if not choices:
            return "decline"
        self._expect("offer", seat.number, effect.side, effect.index)
        return self._ask(seat, "offer", {"decline"} | choices)

    def _choices(self, seat: Seat, effect: Effect, hand: list[int]) -> set[Any]:
        if effect.cost is not None:
            return self.COSTS[effect.cost.word](self, seat, effect, hand)
        if effect.has("double one"):
            return self._doubles(seat)
        return {"accept"}

    def _accept(self, deed: Deed) -> None:
        if deed.effect.cost is not None:
            self.PAY[deed.effect.cost.word](self, deed)
        self._carry_out(deed)

    def _carry_out(self, deed: Deed) -> None:
        for step in deed.effect.steps:
            if not step.if_alike or self._is_alike(deed):
                self.STEPS[step.word](self, deed, step)
        self._audit()

    def _is_alike(self, deed: Deed) -> bool:
        colours = [card.colour for card in deed.paid]
        return len(set(colours)) < len(colours)

    # Triggers that are about something

    def _when_playing(self, seat: Seat, effect: Effect) -> bool:
        return effect.when.means(seat.cards[seat.table[-1]].icon)

    def _when_winning_with(self, seat: Seat, effect: Effect) -> bool:
        return effect.when.means(seat.cards[seat.table[0]].icon)

    def _when_emptying(self, seat: Seat, effect: Effect) -> bool:
        draw = sum(step.number for step in effect.steps if step.word == "draw")
        if len(seat.table) + draw > MAX_TABLE:  # not offered: the chain could become too long
            return False
        return not seat.hand and len(seat.table) >= effect.when.number  # CF-30

    def _when_calling(self, seat: Seat, effect: Effect) -> bool:
        assert seat.called is not None
        return effect.when.name in (None, seat.called.name)  # in either version

    def _when_dealing(self, seat: Seat, effect: Effect) -> bool:
        return self.damage[1 - seat.number] > 0

    def _when_taking(self, seat: Seat, effect: Effect) -> bool:
        return self.damage[seat.number] > 0

    TRIGGERS: Mapping[str, Callable[[_Game, Seat, Effect], bool]] = {
        "playing": _when_playing,
        "winning with": _when_winning_with,
        "emptying": _when_emptying,
        "calling": _when_calling,
        "dealing": _when_dealing,
        "taking": _when_taking,
    }

    # Conditions

    def _if_outcome(self, seat: Seat, condition: Phrase) -> bool:
        return seat.outcome == condition.word

    def _if_signature(self, seat: Seat, condition: Phrase) -> bool:
        return seat.called is not None

    def _if_no_signature(self, seat: Seat, condition: Phrase) -> bool:
        return seat.called is None

    def _if_holding(self, seat: Seat, condition: Phrase) -> bool:
        return any(condition.means(seat.cards[slot].icon) for slot in seat.hand)  # CF-34

    def _if_counter(self, seat: Seat, condition: Phrase) -> bool:
        return seat.counter >= condition.number

    def _if_against_initiative(self, seat: Seat, condition: Phrase) -> bool:
        other = self._other(seat)
        if other.opener is None or other.opener.colour != "R":
            return False
        return self._initiative(other) >= condition.number

    CONDITIONS: Mapping[str, Callable[[_Game, Seat, Phrase], bool]] = {
        "won": _if_outcome,
        "lost": _if_outcome,
        "tied": _if_outcome,
        "signature": _if_signature,
        "no signature": _if_no_signature,
        "holding": _if_holding,
        "counter": _if_counter,
        "against initiative": _if_against_initiative,
    }

    # Costs: the ways to pay

    def _sizes(self, seat: Seat, effect: Effect) -> range:
        """How many cards may pay: the last card of hand and deck is not given away in the middle of a round."""
        cost = effect.cost
        assert cost is not None
        most = cost.number if cost.most is None else cost.most
        kept = 0 if effect.when.word == "end of round" else 1  # CF-10
        return range(cost.number, min(most, seat.life - kept) + 1)

    def _ways_to_discard(self, seat: Seat, effect: Effect, hand: list[int]) -> set[Any]:
        cost = effect.cost
        assert cost is not None
        fitting = [slot for slot in hand if cost.means(seat.cards[slot].icon)]
        sizes = self._sizes(seat, effect)
        return {cards for cards in _sub_multisets(fitting) if len(cards) in sizes}

    def _ways_to_reveal(self, seat: Seat, effect: Effect, hand: list[int]) -> set[Any]:
        return {("reveal", number) for number in self._sizes(seat, effect) if number <= len(seat.deck)}

    def _ways_to_deal_nothing(self, seat: Seat, effect: Effect, hand: list[int]) -> set[Any]:
        return {"accept"} if self.damage[1 - seat.number] > 0 else set()

    COSTS: Mapping[str, Callable[[_Game, Seat, Effect, list[int]], set[Any]]] = {
        "discard": _ways_to_discard,
        "reveal": _ways_to_reveal,
        "deal nothing": _ways_to_deal_nothing,
    }

    def _doubles(self, seat: Seat) -> set[Any]:
        """What can count twice: the signature, or one card of each different kind of contribution (CF-38)."""
        if seat.called is not None:
            return {("double", "signature")} if seat.called.damage > 0 else set()
        first: dict[tuple[int, bool, int], int] = {}
        for place, (slot, value) in enumerate(zip(seat.table, seat.values, strict=True)):
            if value > 0:
                first.setdefault((slot, place == 0, value), place)
        return {("double", place) for place in first.values()}

    # Costs: paying

    def _pay_discard(self, deed: Deed) -> None:
        deed.paid = [deed.seat.cards[slot] for slot in deed.action]
        self._discard(deed.seat, deed.action)

    def _pay_reveal(self, deed: Deed) -> None:
        number = deed.action[1]
        deed.paid = [deed.seat.cards[slot] for slot in deed.seat.deck[:number]]
        self._mill(deed.seat, number)

    def _pay_deal_nothing(self, deed: Deed) -> None:
        self._set_total(1 - deed.seat.number, 0)

    PAY: Mapping[str, Callable[[_Game, Deed], None]] = {
        "discard": _pay_discard,
        "reveal": _pay_reveal,
        "deal nothing": _pay_deal_nothing,
    }

    # Steps

    def _flip(self, deed: Deed, step: Phrase) -> None:
        seat = deed.seat
        seat.side = "B" if seat.side == "A" else "A"
        self._expect("flip", seat.number, seat.side)

    def _change_total(self, deed: Deed, step: Phrase) -> None:
        seat = deed.seat
        dealt = deed.effect.when.word in ("won", "dealing")
        victim = 1 - seat.number if dealt else seat.number
        times = sum(step.means(card.icon) for card in deed.paid) if step.each else 1
        value = self.damage[victim]
        for _ in range(times):
            value = max(0, self._changed(seat, value, step))
        self._set_total(victim, value)

    def _set_total(self, victim: int, value: int) -> None:
        self.damage[victim] = value
        self._expect("total", victim, value)

    def _change_counter(self, deed: Deed, step: Phrase) -> None:
        seat = deed.seat
        value = self._changed(seat, seat.counter, step)
        if step.most is not None and step.sign == "+":
            value = min(value, max(step.most, seat.counter))  # a counter above the bound already stays
        value = min(max(value, 0), MAX_COUNTER)
        if value != seat.counter:
            seat.counter = value
            self._expect("counter", seat.number, value)

    def _double_one(self, deed: Deed, step: Phrase) -> None:
        seat = deed.seat
        _, chosen = deed.action
        if chosen == "signature":
            assert seat.called is not None
            value = seat.called.damage
        else:
            value = seat.values[chosen]  # CF-38
        victim = 1 - seat.number
        self._set_total(victim, self.damage[victim] + value)

    def _draw_cards(self, deed: Deed, step: Phrase) -> None:
        if not deed.seat.deck:  # the reshuffle was put off
            self._reshuffle(deed.seat)
        self._draw(deed.seat, step.number)  # CF-31

    def _remove(self, deed: Deed, step: Phrase) -> None:
        seat = deed.seat
        seat.leaving |= {place for place, slot in enumerate(seat.table) if step.means(seat.cards[slot].icon)}

    def _win(self, deed: Deed, step: Phrase) -> None:
        raise _GameWon(deed.seat.number)  # CF-43

    STEPS: Mapping[str, Callable[[_Game, Deed, Phrase], None]] = {
        "flip": _flip,
        "total": _change_total,
        "counter": _change_counter,
        "double one": _double_one,
        "draw": _draw_cards,
        "remove": _remove,
        "win": _win,
    }

    # Damage

    def _total_damage(self) -> None:
        """CF-17: what the dealer adds comes before what the victim does; in a tie too (CF-18)."""
        for seat in self.seats:
            self._happens(seat, "dealing")
        for seat in self.seats:
            self._happens(seat, "taking")

    def _deal(self) -> str | None:
        damage = self.damage
        victims = [seat for seat in self.seats if damage[seat.number] > 0]  # CF-20: nobody, perhaps
        for seat in victims:
            self._expect("damage", seat.number, damage[seat.number])
        # CF-4: a lethal hit needs no staggering first; a staggering fighter falls to any point of damage
        fallen = [seat.number for seat in victims if seat.staggering or seat.life <= damage[seat.number]]
        for number in fallen:
            self._expect("knock_out", number)
        if len(fallen) == 2:
            return "draw"  # CF-19
        if fallen:
            return f"seat_{1 - fallen[0]}"

        for seat in victims:
            self._happens(seat, "hit")  # CF-39
        payments: list[Multiset] = []
        for seat in victims:  # CF-53: both choose before either pays
            payments.append(self._ask(seat, "payment", self._payments(seat, damage[seat.number])))
        for seat, payment in zip(victims, payments, strict=True):
            self._pay(seat, payment, damage[seat.number])
        return None

    def _payments(self, seat: Seat, amount: int) -> set[Multiset]:
        """The hand cards a victim may give (CF-2), picked without seeing the top of the deck (CF-3).

        Cards on the table cannot pay (CF-23).
        """
        return {cards for cards in _sub_multisets(seat.hand) if 0 <= amount - len(cards) <= len(seat.deck)}

    def _pay(self, seat: Seat, payment: Multiset, amount: int) -> None:
        self._discard(seat, payment)
        self._mill(seat, amount - len(payment))

    def _mill(self, seat: Seat, number: int) -> None:
        """Turn cards from the top of the deck into the discard pile."""
        for _ in range(number):
            slot = seat.deck.pop(0)
            seat.discard.append(slot)
            self._expect("mill", seat.number, slot)
        if not seat.deck:  # CF-5: only looked at when the whole hit is paid; CF-6
            self._stagger(seat)
            if self.rules.reshuffle == "at_once":  # CF-7
                self._reshuffle(seat)
                self._draw_up(seat)

    def _discard(self, seat: Seat, cards: Multiset) -> None:
        for slot in cards:
            seat.hand.remove(slot)
            seat.discard.append(slot)

    # End of the round

    def _end_round(self) -> None:
        for seat in self.seats:
            self._clear_table(seat)
        # CF-53: both choose everything before either acts
        plans = [self._plan_end(seat) for seat in self.seats]
        for seat, (deeds, cards) in zip(self.seats, plans, strict=True):  # CF-45
            for deed in deeds:
                self._act_at_end(deed)
            self._discard(seat, cards)
            if not seat.deck:  # CF-10: no knock-out, even with an empty hand
                if self.rules.reshuffle == "at_once" or not seat.staggering:
                    self._fail(f"seat {seat.number} to have a deck left", "an empty deck", self.position)
                self._reshuffle(seat)
            self._draw_up(seat)

    def _clear_table(self, seat: Seat) -> None:
        self._happens(seat, "clearing the table")
        for place, slot in enumerate(seat.table):
            if place in seat.leaving:  # CF-36: only here, and only what was played
                seat.removed.append(slot)
                self._expect("remove", seat.number, slot)
            else:
                seat.discard.append(slot)
        seat.table = []
        seat.values = []
        seat.leaving = set()

    def _plan_end(self, seat: Seat) -> tuple[list[Deed], Multiset]:
        """Ask for the offer and for the discards; return what will act and what will be discarded."""
        deeds: list[Deed] = []
        hand = seat.hand
        for effect in seat.effects("end of round"):  # CF-44: after any round
            if not effect.is_optional:
                deeds.append(Deed(seat, effect))
            elif self._is_met(seat, effect):
                action = self._offer(seat, effect, hand)
                if action == "decline":
                    continue
                deeds.append(Deed(seat, effect, action))
                if effect.cost is not None and effect.cost.word == "discard":
                    hand = list((Counter(hand) - Counter(action)).elements())
        return deeds, self._ask(seat, "discards", _sub_multisets(hand))

    def _act_at_end(self, deed: Deed) -> None:
        if deed.effect.is_optional:
            self._accept(deed)
        elif self._is_met(deed.seat, deed.effect):
            self._carry_out(deed)
