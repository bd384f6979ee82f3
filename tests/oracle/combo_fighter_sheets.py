"""Combo Fighter sheets as the oracle reads them: rule options, cards, signatures and the piles of a fighter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.combo_fighter_words import SIDES, Effect, read_power

DECK_CARDS = 50
STARTING_CARDS = 5
MAX_HAND_SIZE = 24  # below half of the deck a reshuffle always brings enough cards for a full hand
BEATS = {"B": "R", "R": "Y", "Y": "B"}

Multiset = tuple[int, ...]


@dataclass(frozen=True)
class Card:
    """One card kind of a deck."""

    slot: int
    icon: str
    star: bool
    initiative: int
    opening: int | str  # "X": what the fighter's token says
    combo: int | str
    box: frozenset[str]

    @property
    def colour(self) -> str:
        return self.icon[0]

    @property
    def larger_printed(self) -> int:
        """The larger printed damage; an X counts 0 (CF-42)."""
        return max(value for value in (self.opening, self.combo, 0) if isinstance(value, int))


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
    power_tokens: bool


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
    removed: list[int] = field(default_factory=list)
    staggering: bool = False
    life_mark: int = DECK_CARDS
    # The power token: the effects of each side, or nothing
    power: dict[str, list[Effect]] | None = None
    both_sides: bool = False
    side: str = "A"
    counter: int = 0
    # This round
    opener: Card | None = None  # once it is revealed
    initiative: int | None = None  # of a red opener, once openers have been compared
    values: list[int] = field(default_factory=list)  # what each card on the table was worth when it was played
    outcome: str | None = None  # "won", "lost" or "tied"
    called: Version | None = None
    leaving: set[int] = field(default_factory=set)  # places on the table whose cards leave the game

    @property
    def life(self) -> int:
        return len(self.hand) + len(self.deck)  # CF-1

    def effects(self, trigger: str) -> list[Effect]:
        """What the token does now at a trigger, side A's effects before side B's."""
        if self.power is None:
            return []
        active = SIDES if self.both_sides else (self.side,)
        return [effect for side in active for effect in self.power[side] if effect.when.word == trigger]


def read_options(options: Mapping[str, Any]) -> Options:
    rules = Options(
        hand_size=options["hand_size"],
        reshuffle=options["reshuffle"],
        signatures=options["signatures"],
        moxie=options["moxie"],
        signatures_ignore_boxes=options["signatures_ignore_boxes"],
        round_limit=options["round_limit"],
        power_tokens=options["power_tokens"],
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
    for value in (card.opening, card.combo):
        if value != "X" and (not isinstance(value, int) or value < 0):
            raise ValueError(f"card {icon}: {value!r} is neither a plain number nor X")
    if not isinstance(card.initiative, int) or card.initiative < 0:
        raise ValueError(f"card {icon}: {card.initiative!r} is not a plain number")
    return card


def read_seat(number: int, sheet: Mapping[str, Any], rules: Options) -> Seat:
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
    seat = Seat(number, cards, _read_versions(sheet, slot_of, rules), sorted(all_cards), hand, deck)
    power = sheet.get("power")
    if rules.power_tokens and power:
        seat.power = read_power(power)
        seat.both_sides = power.get("active") == "both"
    return seat


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
