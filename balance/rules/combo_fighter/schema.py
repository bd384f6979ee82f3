"""What a fighter file and the options may say, what must agree within them, and how they become integer tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from balance.core import luck, piles
from balance.core.equilibrium import GAME, OPTIONS_MAX
from balance.core.protocol import records
from balance.data.schema import Path_, Problems, Side, StrictModel
from balance.rules.combo_fighter import lines, opening_table, prospects, tokens
from balance.rules.combo_fighter.features import LOOKED_UP, TABLED
from balance.rules.combo_fighter.state import (
    CARDS,
    DECK_MAX,
    HAND_MAX,
    KINDS_MAX,
    OPTIONS,
    ROUND_LIMIT_MAX,
    SEQUENCE_MAX,
    SHEET,
    SITUATIONS,
    STEPS,
    TAIL_MAX,
    Colour,
    Reshuffle,
    X,
)
from balance.rules.combo_fighter.tokens import Power
from balance.rules.ruleset import CardInfo

STARTING_CARDS = 5
SIGNATURES_MAX = 3

Icon = Literal["RT", "RS", "RC", "BT", "BS", "BC", "YT", "YS", "YC"]
POINTS_MAX = 50
Points = Annotated[int, Field(ge=0, le=POINTS_MAX)]
_COLOURS = {"R": Colour.RED, "B": Colour.BLUE, "Y": Colour.YELLOW}


def _damage(given: Any) -> int | str:
    """Return a card's damage if it is one."""
    if given == "X" or (type(given) is int and 0 <= given <= POINTS_MAX):
        return given  # type: ignore[no-any-return]
    raise PydanticCustomError("card_damage", "a number from 0 to 50, or X (which the power token defines)")


Damage = Annotated[
    int | Literal["X"],
    PlainValidator(_damage),
    WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 0, "maximum": POINTS_MAX}, {"const": "X"}]}),
]


class Card(StrictModel):
    """One kind of move card."""

    slot: Annotated[int, Field(ge=1, le=99)] = Field(description="Stable number of this card; never reuse one.")
    name: str = Field(min_length=1, description="As printed on the card.")
    copies: Annotated[int, Field(ge=1, le=piles.COPIES_MAX)] = Field(description="Copies, the starting card included.")
    icon: Icon = Field(description="Colour R, B or Y, then shape T, S or C.")
    start: bool = Field(default=False, description="One copy is in the starting hand.")
    star: bool = Field(default=False, description="Has priority against its own colour (blue and yellow).")
    initiative: Annotated[int, Field(ge=0, le=99)] | None = Field(default=None, description="Red cards only.")
    opening: Damage = Field(description="Damage as the first card of a round: a number or X.")
    combo: Damage = Field(description="Damage as a later card of a combo: a number or X.")
    box: list[Icon] = Field(description="Icons that may follow this card.")
    doubtful: list[str] = Field(default=[], description="Fields of this card that the source leaves in doubt.")
    note: str = Field(default="", description="Why they are doubtful.")


class Moxie(StrictModel):
    """The Moxie version of a signature combo: one more card, more damage."""

    icon: Icon = Field(description="Icon of the one card more.")
    damage: Points = Field(description="Total damage of the Moxie version.")


class Signature(StrictModel):
    """A signature combo."""

    name: str = Field(min_length=1, description="As printed on the character sheet.")
    sequence: list[Icon] = Field(
        min_length=2, max_length=SEQUENCE_MAX - 1, description="Icons of its cards in order, the opener first."
    )
    damage: Points = Field(description="Damage instead of that of the cards.")
    moxie: Moxie | None = Field(default=None, description="The version with one card more, where there is one.")


class Fighter(Side):
    """A fighter: the side of a Combo Fighter matchup."""

    style: str = Field(default="", description="Fighting style, as printed.")
    cards: list[Card] = Field(min_length=1, max_length=KINDS_MAX, description="The kinds of cards, 50 cards in all.")
    signatures: list[Signature] = Field(
        default=[], max_length=SIGNATURES_MAX, description="The signature combos, at most three."
    )
    power: Power | None = Field(default=None, description="The power token.")

    def doubtful(self) -> list[str]:
        """Return what is doubtful, one sentence a card."""
        doubts = [f"{card.name} ({', '.join(card.doubtful)}): {card.note}" for card in self.cards if card.doubtful]
        return doubts + ([f"power token: {self.power.doubtful}"] if self.power and self.power.doubtful else [])


class Options(StrictModel):
    """The rule options of the duel; the defaults are the rulebook's, or our reading of it."""

    hand_size: Annotated[int, Field(ge=4, le=HAND_MAX)] = Field(
        default=5, description="Cards in hand after a refill, after staggering and (if larger) after the setup."
    )
    reshuffle: Literal["at_once", "end_of_round"] = Field(
        default="at_once", description="CF-7: when a deck emptied by damage is made anew."
    )
    signatures: bool = Field(default=True, description="Signature combos may be called.")
    moxie: bool = Field(default=True, description="Signature combos have their Moxie versions.")
    power_tokens: bool = Field(default=True, description="Fighters have their power tokens; without them X counts 0.")
    signatures_ignore_boxes: bool = Field(
        default=False, description="CF-12: a signature's cards need not be in the combo boxes."
    )
    round_limit: Annotated[int, Field(ge=1, le=ROUND_LIMIT_MAX)] = Field(
        default=ROUND_LIMIT_MAX, description="CF-26: rounds after which a game is stopped as truncated."
    )


def check(options: Options, fighter: Fighter) -> Problems:
    """Yield (path, message) for everything in a fighter that does not agree with itself under the options.

    A signature outside the boxes could never be called, unless the option of CF-12 lets it leave them.
    """
    yield from _check_cards(fighter.cards)
    yield from tokens.check_power(fighter)
    if not tokens.defines_x(fighter.power):
        for i, card in enumerate(fighter.cards):
            for field in ("opening", "combo"):
                if getattr(card, field) == "X":
                    yield ("cards", i, field), f"'{card.name}' deals X, and no power token says what X is"
    icons: dict[str, Card] = {card.icon: card for card in fighter.cards}
    for i, signature in enumerate(fighter.signatures):
        yield from _check_signature(options, signature, ("signatures", i), icons)
    seen: dict[tuple[str, ...], str] = {}
    for i, signature in enumerate(fighter.signatures):
        for sequence, word_at, _ in _versions(signature):
            if sequence in seen:
                where: Path_ = ("signatures", i, *(word for word in word_at if word))
                yield where, f"'{signature.name}' has the same sequence as '{seen[sequence]}'; each needs its own"
            seen[sequence] = signature.name


def _check_cards(cards: list[Card]) -> Problems:
    for field in ("slot", "name", "icon"):
        first: dict[object, int] = {}
        for i, card in enumerate(cards):
            value = getattr(card, field)
            if value in first:
                yield ("cards", i, field), f"{field} '{value}' is taken by '{cards[first[value]].name}'; each once"
            first.setdefault(value, i)
    total = sum(card.copies for card in cards)
    if total != DECK_MAX:
        yield ("cards",), f"the deck has {total} cards; expected {DECK_MAX} ({DECK_MAX - total:+d})"
    starting = sum(card.start for card in cards)
    if starting != STARTING_CARDS:
        yield ("cards",), f"{starting} cards are marked 'start: true'; expected {STARTING_CARDS}"
    icons: set[str] = {card.icon for card in cards}
    for i, card in enumerate(cards):
        is_red = card.icon[0] == "R"
        if is_red and card.initiative is None:
            yield ("cards", i), f"'{card.name}' is red and has no initiative; add 'initiative: N'"
        if not is_red and card.initiative is not None:
            yield ("cards", i, "initiative"), f"'{card.name}' is not red and cannot have an initiative; remove it"
        if is_red and card.star:
            yield ("cards", i, "star"), f"'{card.name}' is red; a star works on blue and yellow cards only"
        for j, icon in enumerate(card.box):
            if icon not in icons:
                yield ("cards", i, "box", j), _no_icon(icon, icons)
            elif icon in card.box[:j]:
                yield ("cards", i, "box", j), f"icon '{icon}' stands twice in the box; once is enough"
        for j, field in enumerate(card.doubtful):
            if field not in Card.model_fields:
                yield ("cards", i, "doubtful", j), f"a card has no field '{field}'"


def _no_icon(icon: str, icons: set[str]) -> str:
    alike = [known for known in sorted(icons) if known[0] == icon[0] or known[1] == icon[1]]
    hint = f" Did you mean '{alike[0]}'?" if alike else ""
    return f"no icon '{icon}'; this deck has {', '.join(sorted(icons))}.{hint}"


def _versions(signature: Signature) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], int]]:
    """Yield (sequence, path of its last word, damage) of the base and the Moxie version."""
    yield tuple(signature.sequence), ("sequence", ""), signature.damage
    if signature.moxie:
        yield (*signature.sequence, signature.moxie.icon), ("moxie", "icon"), signature.moxie.damage


def _check_signature(
    options: Options, signature: Signature, at: tuple[str | int, ...], icons: dict[str, Card]
) -> Problems:
    places = [(*at, "sequence", j) for j in range(len(signature.sequence))]
    sequence: list[str] = list(signature.sequence)
    if signature.moxie:
        sequence.append(signature.moxie.icon)
        places.append((*at, "moxie", "icon"))
        if signature.moxie.damage <= signature.damage:
            yield (
                (*at, "moxie", "damage"),
                f"the Moxie version of '{signature.name}' deals {signature.moxie.damage}, the base {signature.damage};"
                " expected more (the number is the total, not the bonus)",
            )
    for icon, place in zip(sequence, places, strict=True):
        if icon not in icons:
            yield place, _no_icon(icon, set(icons))
    if any(icon not in icons for icon in sequence):
        return
    for icon, needed in Counter(sequence).items():
        if needed > icons[icon].copies:
            yield at, f"'{signature.name}' needs {needed} '{icons[icon].name}', the deck has {icons[icon].copies}"
    if options.signatures_ignore_boxes:
        return
    for last, icon, place in zip(sequence[:-1], sequence[1:], places[1:], strict=True):
        if icon not in icons[last].box:
            boxed = ", ".join(icons[last].box) or "nothing"
            yield place, f"'{icon}' is not in the box of '{icons[last].name}' ({boxed}); the combo cannot be played"


def lower_options(options: Options) -> np.recarray:
    """Return the options as integers, a recarray[1] of `state.OPTIONS`."""
    lowered = records(1, OPTIONS)
    lowered[0].hand_size = options.hand_size
    lowered[0].reshuffle = Reshuffle[options.reshuffle.upper()]
    lowered[0].is_ignoring_boxes = options.signatures_ignore_boxes
    lowered[0].round_limit = options.round_limit
    return lowered


def lower_side(options: Options, fighter: Fighter) -> np.recarray:
    """Return a fighter's sheet, a recarray[1] of `state.SHEET`; cards by slot, the table of best lines filled."""
    sheets = records(1, SHEET)
    sheet = sheets[0]
    cards = sorted(fighter.cards, key=lambda card: card.slot)
    kind_of: dict[str, int] = {card.icon: kind for kind, card in enumerate(cards)}
    sheet.kinds_n = len(cards)
    for kind, card in enumerate(cards):
        sheet.identity[kind] = luck.identity(card.slot)
        sheet.start += int(card.start) << (4 * kind)
        sheet.rest += (card.copies - int(card.start)) << (4 * kind)
        sheet.colour[kind] = _COLOURS[card.icon[0]]
        if card.icon[0] == "B":
            sheet.blue |= piles.COPIES_MAX << (4 * kind)
        sheet.star[kind] = card.star
        sheet.initiative[kind] = card.initiative or 0
        sheet.opening[kind] = X if card.opening == "X" else card.opening
        sheet.combo[kind] = X if card.combo == "X" else card.combo
        sheet.printed[kind] = max(sheet.opening[kind], 0) + max(sheet.combo[kind], 0)
        sheet.box[kind] = sum(1 << kind_of[icon] for icon in card.box)
    _lower_signatures(options, fighter, sheet, kind_of)
    sheet.faces_n = sheet.levels_n = 1
    if fighter.power and options.power_tokens:
        versions = [fighter.signatures[version.signature].name for version in playable_versions(options, fighter)]
        tokens.lower_power(fighter.power, sheet, [card.icon for card in cards], versions)
    lines.fill(sheet, max(options.hand_size, STARTING_CARDS), np.zeros(TAIL_MAX, np.int64))
    return sheets


def deck(fighter: Fighter) -> tuple[CardInfo, ...]:
    """Return the cards of a fighter in the order of the lowered sheet."""
    cards = sorted(fighter.cards, key=lambda card: card.slot)
    return tuple(CardInfo(card.name, card.icon, card.copies, card.copies - int(card.start)) for card in cards)


def join(options: np.recarray, sheet_a: np.recarray, sheet_b: np.recarray) -> np.recarray:
    """Return the card table of a matchup, a recarray[1] of `state.CARDS`, from its lowered parts."""
    table = records(1, CARDS)
    table[0].options = options[0]
    table[0].side[0] = sheet_a[0]
    table[0].side[1] = sheet_b[0]
    for side in range(2):  # what X is about, from the deck list of the other
        table[0].side[side].x_usual = _usual_damage(table[0].side[1 - side])
    return table


def study(table: np.record, policies: np.recarray) -> None:
    """Fill what some policies look up about a matchup, `state.CARDS`, if one of these does and it is not yet there."""
    if not table.is_studied and (policies.weight[:, LOOKED_UP] != 0).any():
        prospects.fill(table, records(1, GAME)[0], np.zeros(HAND_MAX, np.int64))
    if not table.is_tabled and (policies.weight[:, TABLED] != 0).any():
        changes = np.zeros((SITUATIONS, STEPS, OPTIONS_MAX), np.int64)
        losses = np.zeros((2, KINDS_MAX), np.int64)
        opening_table.fill(table, records(SITUATIONS, GAME), changes, losses, np.zeros(HAND_MAX, np.int64))


def _usual_damage(sheet: np.record) -> int:
    """Return the larger printed damage of a card, on average over a deck and rounded; X counts 0."""
    copies = [(int(sheet.start + sheet.rest) >> (4 * kind)) & piles.COPIES_MAX for kind in range(sheet.kinds_n)]
    total = sum(n * max(int(sheet.opening[k]), int(sheet.combo[k]), 0) for k, n in enumerate(copies))
    return (2 * total + DECK_MAX) // (2 * DECK_MAX)


@dataclass(frozen=True, slots=True)
class Version:
    """A signature version that can be played: base or Moxie form, icons in order."""

    signature: int
    is_moxie: bool
    icons: tuple[str, ...]
    damage: int


def playable_versions(options: Options, fighter: Fighter) -> list[Version]:
    """Return the signature versions that the options allow and the boxes let be played, in the order of the sheet."""
    boxes: dict[str, list[Icon]] = {card.icon: card.box for card in fighter.cards}
    versions = []
    for i, signature in enumerate(fighter.signatures if options.signatures else []):
        for is_moxie, (icons, _, damage) in enumerate(_versions(signature)):
            is_linked = all(b in boxes[a] for a, b in pairwise(icons))
            if (options.moxie or not is_moxie) and (is_linked or options.signatures_ignore_boxes):
                versions.append(Version(i, bool(is_moxie), icons, damage))
    return versions


def _lower_signatures(options: Options, fighter: Fighter, sheet: np.record, kind_of: dict[str, int]) -> None:
    sheet.sequence[:] = -1
    versions = playable_versions(options, fighter)
    sheet.versions_n = len(versions)
    for i, version in enumerate(versions):
        sequence = [kind_of[icon] for icon in version.icons]
        sheet.signature[i] = version.signature
        sheet.is_moxie[i] = version.is_moxie
        sheet.length[i] = len(sequence)
        sheet.damage[i] = version.damage
        for at, kind in enumerate(sequence):
            sheet.sequence[i, at] = kind
            sheet.steps[at, kind] |= 1 << i
            sheet.need[i, at] = sum(1 << (4 * later) for later in sequence[at:])
