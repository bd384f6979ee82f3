"""Independent rule oracle for Combo Fighter duels, without power tokens.

It reads the event stream of one finished game and derives the whole stream again from the rules. Only the order of
each shuffle and the chosen actions are believed, and both are checked for legality. Piles are plain lists of slots,
top card first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

DECK_CARDS = 50
STARTING_CARDS = 5
MAX_HAND_SIZE = 24  # below half of the deck a reshuffle always brings enough cards for a full hand
BEATS = {"B": "R", "R": "Y", "Y": "B"}
TIE = -1
OVER = "nothing: the stream is over"
SETUP_ROUND = 0

Multiset = tuple[int, ...]
Action = int | str | Multiset


class OracleError(AssertionError):
    """The trace and the rules disagree."""


@dataclass(frozen=True)
class Card:
    """One card kind of a deck."""

    slot: int
    icon: str
    star: bool
    initiative: int
    opening: int
    combo: int
    box: frozenset[str]

    @property
    def colour(self) -> str:
        return self.icon[0]

    @property
    def rank(self) -> int:
        """What decides between two openers of this colour."""
        return self.initiative if self.colour == "R" else int(self.star)  # CF-21


@dataclass(frozen=True)
class Version:
    """A signature combo in its base or its Moxie version, written with slots."""

    name: str
    is_moxie: bool
    sequence: Multiset
    damage: int


@dataclass(frozen=True)
class Options:
    """The rule options of a game."""

    hand_size: int
    reshuffle: str
    signatures: bool
    moxie: bool
    signatures_ignore_boxes: bool
    round_limit: int


@dataclass
class Seat:
    """One fighter with its piles."""

    number: int
    cards: dict[int, Card]
    versions: list[Version]
    all_cards: list[int]  # the 50 cards, sorted
    hand: list[int]
    deck: list[int]
    discard: list[int] = field(default_factory=list)
    table: list[int] = field(default_factory=list)
    staggering: bool = False
    life_mark: int = DECK_CARDS

    @property
    def life(self) -> int:
        return len(self.hand) + len(self.deck)  # CF-1


def check_game(
    sheets: Sequence[Mapping[str, Any]], options: Mapping[str, Any], events: Sequence[tuple[Any, ...]]
) -> None:
    """Raise OracleError at the first event that the rules do not produce.

    Event numbers in messages count from 0. Sheets or options that the duel cannot be played with raise ValueError.
    """
    if len(sheets) != 2:
        raise ValueError("a duel needs two sheets")
    rules = _read_options(options)
    _Game(rules, [_read_seat(number, sheet, rules) for number, sheet in enumerate(sheets)], events).run()


# --- input -----------------------------------------------------------------------------------------------------------


def _read_options(options: Mapping[str, Any]) -> Options:
    rules = Options(
        hand_size=options["hand_size"],
        reshuffle=options["reshuffle"],
        signatures=options["signatures"],
        moxie=options["moxie"],
        signatures_ignore_boxes=options["signatures_ignore_boxes"],
        round_limit=options["round_limit"],
    )
    if rules.reshuffle not in ("at_once", "end_of_round"):
        raise ValueError(f"unknown reshuffle option {rules.reshuffle!r}")
    if not 1 <= rules.hand_size <= MAX_HAND_SIZE:
        raise ValueError(f"hand_size must lie between 1 and {MAX_HAND_SIZE}")
    if rules.round_limit < 1:
        raise ValueError("round_limit must be at least 1")
    return rules


def _read_card(entry: Mapping[str, Any]) -> Card:
    icon = entry["icon"]
    if icon[0] not in BEATS:
        raise ValueError(f"icon {icon!r} has no known colour")
    card = Card(
        slot=entry["slot"],
        icon=icon,
        star=bool(entry.get("star", False)),
        initiative=entry["initiative"] if icon[0] == "R" else 0,
        opening=entry["opening"],
        combo=entry["combo"],
        box=frozenset(entry.get("box") or ()),
    )
    for value in (card.initiative, card.opening, card.combo):
        if not isinstance(value, int) or value < 0:
            raise ValueError(f"card {icon}: {value!r} is not a plain number")
    return card


def _read_seat(number: int, sheet: Mapping[str, Any], rules: Options) -> Seat:
    cards: dict[int, Card] = {}
    slot_of: dict[str, int] = {}
    hand: list[int] = []
    all_cards: list[int] = []
    for entry in sheet["cards"]:
        card = _read_card(entry)
        if card.slot in cards or card.icon in slot_of:
            raise ValueError(f"slot {card.slot} or icon {card.icon} is used twice")
        cards[card.slot] = card
        slot_of[card.icon] = card.slot
        all_cards += [card.slot] * entry["copies"]
        if entry.get("start", False):
            hand.append(card.slot)
    if len(all_cards) != DECK_CARDS or len(hand) != STARTING_CARDS:
        raise ValueError(f"seat {number}: {len(all_cards)} cards, {len(hand)} of them starting cards")
    deck = sorted((Counter(all_cards) - Counter(hand)).elements())
    versions = _read_versions(sheet, slot_of, rules)
    return Seat(number, cards, versions, sorted(all_cards), hand, deck)


def _read_versions(sheet: Mapping[str, Any], slot_of: Mapping[str, int], rules: Options) -> list[Version]:
    if not rules.signatures:
        return []
    versions: list[Version] = []
    for entry in sheet.get("signatures") or ():
        base = tuple(slot_of[icon] for icon in entry["sequence"])
        versions.append(Version(entry["name"], False, base, entry["damage"]))
        moxie = entry.get("moxie")
        if rules.moxie and moxie:
            versions.append(Version(entry["name"], True, (*base, slot_of[moxie["icon"]]), moxie["damage"]))
    if len({version.sequence for version in versions}) != len(versions):
        raise ValueError("two signature versions share one sequence")
    return versions


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

    def run(self) -> None:
        self._setup()
        result = None
        while result is None and self.round < self.rules.round_limit:
            self.round += 1
            result = self._play_round()
        self._expect("end", result or "truncated")  # CF-26
        if self.position != len(self.events):
            self._fail("no event after the end", self.events[self.position], self.position)

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
            cards = sorted(seat.hand + seat.deck + seat.discard + seat.table)
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
        while len(seat.hand) < self.rules.hand_size:
            slot = seat.deck.pop(0)
            seat.hand.append(slot)
            self._expect("draw", seat.number, slot)
            if not seat.deck:  # CF-6, CF-8: also when the hand is just full; CF-11: also when dug for on purpose
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
        self._play_openers()
        winner = self._find_winner()
        self._expect("winner", winner)
        damage = [0, 0]  # by victim
        if winner == TIE:
            for seat in self.seats:
                damage[1 - seat.number] = self._printed_damage(seat)
        else:
            damage[1 - winner] = self._play_combo(self.seats[winner])  # CF-23: the loser's card deals nothing
        self._audit()
        result = self._deal(damage)
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

    def _play(self, seat: Seat, slot: int) -> None:
        seat.hand.remove(slot)
        seat.table.append(slot)

    def _find_winner(self) -> int:
        first, second = (seat.cards[seat.table[0]] for seat in self.seats)
        if BEATS[first.colour] == second.colour:  # CF-22: a star does not matter here
            return 0
        if BEATS[second.colour] == first.colour:
            return 1
        if first.rank == second.rank:
            return TIE
        return 0 if first.rank > second.rank else 1

    def _play_combo(self, seat: Seat) -> int:
        """Let the winner go on; return the damage dealt."""
        committed = False  # an off-box card binds the fighter to finish a signature (CF-12, option)
        while True:
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

            action = self._ask(seat, "combo", legal)
            if action == "stop":
                return self._printed_damage(seat)
            if action == "call":
                assert called is not None
                self._expect("signature", seat.number, called.name, called.is_moxie, called.damage)
                return called.damage
            if action not in in_box:
                committed = True
            self._play(seat, action)

    def _exact_version(self, seat: Seat) -> Version | None:
        """The version made of all cards played this round, the opener first (CF-13) and no card more (CF-15)."""
        for version in seat.versions:
            if version.sequence == tuple(seat.table):
                return version
        return None

    def _leads_to_signature(self, seat: Seat, slot: int) -> bool:
        """Would this card continue a version that the hand can complete?"""
        played = tuple(seat.table)
        return any(
            version.sequence[: len(played) + 1] == (*played, slot)
            and _holds(seat.hand, version.sequence[len(played) :])
            for version in seat.versions
        )

    def _printed_damage(self, seat: Seat) -> int:
        opener, *followers = (seat.cards[slot] for slot in seat.table)
        return opener.opening + sum(card.combo for card in followers)

    # Damage

    def _deal(self, damage: list[int]) -> str | None:
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
        for _ in range(amount - len(payment)):
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
            seat.discard += seat.table
            seat.table = []
        chosen: list[Multiset] = []
        for seat in self.seats:  # CF-53: both choose before either discards
            chosen.append(self._ask(seat, "discards", _sub_multisets(seat.hand)))
        for seat, cards in zip(self.seats, chosen, strict=True):  # CF-45
            self._discard(seat, cards)
            if not seat.deck:  # CF-10: no knock-out, even with an empty hand
                if self.rules.reshuffle == "at_once" or not seat.staggering:
                    self._fail(f"seat {seat.number} to have a deck left", "an empty deck", self.position)
                self._reshuffle(seat)
            self._draw_up(seat)
