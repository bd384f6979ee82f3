"""What lies on the table of a Powercreep!Beta game as the oracle sees it: rule options, cards, fighters, piles.

A card is its name: a rank and a suit ("10H", "KC"), or one of "Joker1" and "Joker2". Every card exists once, so a
fighter is named by its bottom card, which no stack summon changes, and a modifier by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

FIGHTER_RANKS = tuple(str(number) for number in range(2, 11))
MODIFIER_RANKS = ("A", "J", "Q", "K")
SUITS = ("C", "D", "H", "S")
RED = ("D", "H")
JOKERS = ("Joker1", "Joker2")

ATTACK, DEFENSE = "attack", "defense"
SEATS = (0, 1)


@dataclass(frozen=True)
class Options:
    """The rule options; defaults are the rulebook's, or the reading where it is silent."""

    hand_size: int = 6  # cards drawn before the game
    hand_limit: int = 7  # at the end of a turn
    damage_hand_limit: int = 7  # beyond it damage goes to the discard pile
    life_stack: int = 27  # cards dealt to each player
    jokers: int = 2
    summon_costs: Mapping[str, int] = field(
        default_factory=lambda: {**dict.fromkeys(("2", "3", "4", "5", "6"), 0), "7": 1, "8": 1, "9": 2, "10": 2}
    )
    modifier_values: Mapping[str, int] = field(default_factory=lambda: {"J": 1, "Q": 2, "K": 3})
    first_turn_battle: bool = False  # the first player may battle on the first turn
    idle_draw: int = 1  # cards that a turn without any action may draw at its end
    trips: bool = True
    runs: bool = True
    stacks: bool = True
    stack_from: str = "both"  # PC-15: both, hand, field
    cancels: bool = True
    protect: bool = True
    protect_after_damage: bool = False  # PC-36
    bombs: bool = True
    stack_of_twos_is_bomb: bool = True  # PC-39
    bombs_by_value: bool = False
    modifiers_in_combat: bool = False
    joker_in_combat: bool = False  # PC-45
    shot_battle_is_used: bool = False  # PC-46
    combat_targets: str = "any"  # PC-52: any, battling


def deck(jokers: int = 2) -> list[str]:
    """Every card of the game."""
    return [rank + suit for rank in FIGHTER_RANKS + MODIFIER_RANKS for suit in SUITS] + list(JOKERS[:jokers])


def is_joker(card: str) -> bool:
    return card in JOKERS


def suit_of(card: str) -> str | None:
    """A Joker has none (PC-23)."""
    return None if is_joker(card) else card[-1]


@cache
def rank_of(card: str) -> str:
    return "Joker" if is_joker(card) else card[:-1]


@cache
def is_fighter(card: str) -> bool:
    return rank_of(card) in FIGHTER_RANKS


def is_red(card: str) -> bool:
    return suit_of(card) in RED


def cancels(card: str, played: str) -> bool:
    """Any card of the suit will do, fighters included; a Joker cancels only the other Joker (PC-23)."""
    return is_joker(card) if is_joker(played) else suit_of(card) == suit_of(played)


@dataclass
class Modifier:
    """A J, Q or K on a fighter. What it adds was fixed when it took effect (PC-19)."""

    card: str
    amount: int
    leaves_at_end_of_turn: bool = False


@dataclass(eq=False)
class Fighter:
    """A fighter on a field: one card or a stack. Compared as the thing that it is."""

    cards: list[str]  # bottom card first
    position: str
    modifiers: list[Modifier] = field(default_factory=list)
    has_battled: bool = False
    has_turned: bool = False

    @property
    def name(self) -> str:
        return self.cards[0]

    @property
    def rank(self) -> str:
        return rank_of(self.cards[0])

    @property
    def is_red(self) -> bool:
        """The card on top decides (PC-18)."""
        return is_red(self.cards[-1])

    @property
    def value(self) -> int:
        """The ranks and everything on them, perhaps below 0 (PC-17, PC-21)."""
        return sum(int(rank_of(card)) for card in self.cards) + sum(modifier.amount for modifier in self.modifiers)

    @property
    def all_cards(self) -> list[str]:
        return self.cards + [modifier.card for modifier in self.modifiers]


class Lost(Exception):
    """A Life Stack has no cards left; raised by the draw, caught where the game runs."""

    def __init__(self, seat: int, by: str) -> None:
        self.seat = seat
        self.by = by


class Table:
    """Where every card is. What happens is told in `log`, an event of words each.

    turn      seat, number of the turn
    hand      seat, cards, cards left in the Life Stack
    draw      seat, card                 from the Life Stack to the hand
    mill      seat, card                 from the Life Stack to the discard pile
    show      seat, card                 it stays in the hand
    summon    seat, card, position
    stack     seat, card or fighter, the fighter it is laid on
    position  seat, fighter, position
    play      seat, modifier, target
    cancel    seat, card
    canceled  seat, modifier             that now has no effect; the seat that played it
    take      seat, card                 from the discard pile
    shoot     seat, fighter or modifier
    modify    seat, fighter, amount      what the modifier adds; the seat that played it
    attack    seat, fighter, fighter or Life Stack
    compare   seat, value of the attacker, value of the defender (0 for a Life Stack)
    protect   seat, fighter, card        discarded for it
    bomb      seat, bomb, fighter        that it takes along; the bomb's owner
    fall      seat, fighter, cards       with everything on it; its owner
    damage    seat, points               the seat that takes them
    discard   seat, card                 from the seat's hand, as it was played, or off its fighter
    """

    def __init__(self, options: Options, stacks: tuple[list[str], list[str]]) -> None:
        self.options = options
        self.stacks = [list(stack) for stack in stacks]  # top card first
        self.hands: list[list[str]] = [[], []]
        self.fields: list[list[Fighter]] = [[], []]
        self.discard: list[str] = []  # one for both (PC-26), top card last
        self.played: list[str] = []  # a modifier whose fate is open
        self.seen: list[set[str]] = [set(), set()]  # by holder: cards that were shown or taken openly (PC-12)
        self.all_cards = sorted(self.stacks[0] + self.stacks[1])
        self.log: list[tuple[Any, ...]] = []
        known = deck(options.jokers)
        assert len(set(self.all_cards)) == len(self.all_cards)
        assert set(self.all_cards) <= set(known)
        assert all(len(stack) == options.life_stack for stack in self.stacks)

    def tell(self, *event: Any) -> None:
        self.log.append(event)

    def audit(self) -> None:
        """Every card is in one place."""
        cards = self.stacks[0] + self.stacks[1] + self.hands[0] + self.hands[1] + self.discard + self.played
        cards += [card for _, fighter in self.fighters() for card in fighter.all_cards]
        assert sorted(cards) == self.all_cards, "a card was lost or made"

    def fighters(self) -> Iterator[tuple[int, Fighter]]:
        """Yield (owner, fighter) of both fields."""
        for seat in SEATS:
            for fighter in self.fields[seat]:
                yield seat, fighter

    def fighter(self, name: str) -> Fighter:
        return next(fighter for _, fighter in self.fighters() if fighter.name == name)

    def owner(self, wanted: Fighter) -> int:
        return next(seat for seat, fighter in self.fighters() if fighter == wanted)

    def is_on_field(self, wanted: Fighter) -> bool:
        return any(fighter == wanted for _, fighter in self.fighters())

    def draw(self, seat: int, by: str) -> None:
        """Take the top card of the Life Stack; the hand has no limit here (PC-5)."""
        self._take_top(seat, "draw", self.hands[seat], by)

    def damage(self, seat: int, amount: int, by: str) -> None:
        """Draw; once the hand is full the rest goes to the discard pile (PC-4). An empty stack ends it (PC-3)."""
        if amount > 0:
            self.tell("damage", seat, amount)
        for _ in range(amount):
            if len(self.hands[seat]) < self.options.damage_hand_limit:
                self._take_top(seat, "draw", self.hands[seat], by)
            else:
                self._take_top(seat, "mill", self.discard, by)

    def _take_top(self, seat: int, word: str, to: list[str], by: str) -> None:
        card = self.stacks[seat].pop(0)
        to.append(card)
        self.tell(word, seat, card)
        if not self.stacks[seat]:
            raise Lost(seat, by)  # PC-1: at once

    def summon(self, seat: int, card: str, position: str) -> None:
        self.hands[seat].remove(card)
        self.fields[seat].append(Fighter([card], position))
        self.tell("summon", seat, card, position)

    def stack(self, seat: int, upper: str, lower: str) -> None:
        """The lower fighter keeps its position (PC-16); every modifier stays with the stack."""
        below = self.fighter(lower)
        if upper in self.hands[seat]:
            self.hands[seat].remove(upper)
            below.cards.append(upper)
        else:
            above = self.fighter(upper)
            self.fields[seat].remove(above)
            below.cards += above.cards
            below.modifiers += above.modifiers
        self.tell("stack", seat, upper, lower)

    def discard_from_hand(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.discard.append(card)
        self.tell("discard", seat, card)

    def discard_fighter(self, gone: Fighter) -> None:
        """A fighter, or a whole stack, goes with every modifier on it."""
        seat = self.owner(gone)
        self.fields[seat].remove(gone)
        self.discard += gone.all_cards
        self.tell("fall", seat, gone.name, tuple(sorted(gone.all_cards)))

    def discard_modifier(self, name: str) -> None:
        for seat, fighter in self.fighters():
            for modifier in fighter.modifiers:
                if modifier.card == name:
                    fighter.modifiers.remove(modifier)
                    self.discard.append(name)
                    self.tell("discard", seat, name)
                    return
        raise AssertionError(f"{name} lies on no fighter")

    def lay_out(self, seat: int, card: str) -> None:
        """A modifier leaves the hand, and waits for whether it is canceled."""
        self.hands[seat].remove(card)
        self.played.append(card)

    def put_away(self, seat: int, card: str) -> None:
        self.played.remove(card)
        self.discard.append(card)
        self.tell("discard", seat, card)

    def attach(self, card: str, fighter: Fighter, leaves_at_end_of_turn: bool) -> int:
        """It adds to a fighter of its own colour and takes off from the other, now and for good (PC-18, PC-19)."""
        amount = self.options.modifier_values[rank_of(card)]
        if is_red(card) != fighter.is_red:
            amount = -amount
        self.played.remove(card)
        fighter.modifiers.append(Modifier(card, amount, leaves_at_end_of_turn))
        return amount

    def take_back(self, seat: int, card: str) -> None:
        self.discard.remove(card)
        self.hands[seat].append(card)
        self.show(seat, card)

    def show(self, seat: int, card: str) -> None:
        self.seen[seat].add(card)

    def known(self, seat: int) -> set[str]:
        """The cards in a hand that the other player has seen (PC-12); none comes back there unseen."""
        return self.seen[seat] & set(self.hands[seat])
