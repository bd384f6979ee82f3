"""What the options may say, what must agree within them, and how they become integers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from balance.core.protocol import records
from balance.data.schema import Problems, Side, StrictModel
from balance.rules.powercreep.state import (
    CARDS,
    JOKER_CARD,
    KINDS,
    OPTIONS,
    RANKS,
    SEATS,
    SHEET,
    STACK_MAX,
    SUITS,
    CombatTargets,
    Kind,
    StackFrom,
)
from balance.rules.ruleset import CardInfo

KIND_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "Ace", "Jack", "Queen", "King", "Joker")
Cost = Annotated[int, Field(ge=0, le=4)]
Worth = Annotated[int, Field(ge=0, le=9)]


def _cost(rank: int, default: int) -> Any:
    return Field(
        default=default, description=f"Fighters that the pay summon of {'an' if rank == 8 else 'a'} {rank} discards."
    )


class Options(StrictModel):
    """The rule options; the defaults are the rulebook's, or our reading of it."""

    modifiers_in_combat: bool = Field(default=False, description="Setup option: modifiers before a battle is fought.")
    bombs_by_value: bool = Field(default=False, description="Setup option: the bomb is any fighter worth 2.")
    joker_in_combat: bool = Field(default=False, description="PC-45: a Joker may be played before a battle, too.")
    combat_targets: Literal["any", "battling"] = Field(
        default="any", description="PC-52: fighters that a modifier may be played on before a battle."
    )
    shot_attack_counts: bool = Field(
        default=False, description="PC-46: an attack that a shot calls off is the fighter's battle of the turn."
    )
    trips: bool = Field(default=True, description="Three of a rank may be shown to summon one of them.")
    runs: bool = Field(default=True, description="Three ranks in a row may be shown to summon the middle one.")
    stacks: bool = Field(default=True, description="A fighter may be laid on another of its rank.")
    stack_from: Literal["both", "hand", "field"] = Field(
        default="both", description="PC-15: where the fighter comes from that is laid on another."
    )
    cancels: bool = Field(default=True, description="A modifier may be canceled by a card of its suit.")
    bombs: bool = Field(default=True, description="A bomb that falls takes the other fighter along, of either kind.")
    stacks_of_twos_are_bombs: bool = Field(default=True, description="PC-39: where the bomb is a printed 2.")
    protect: bool = Field(default=True, description="A card of the hand may be discarded in place of a fighter.")
    protect_after_damage: bool = Field(default=False, description="PC-36: protecting is asked after damage is drawn.")
    idle_draw: Annotated[int, Field(ge=0, le=3)] = Field(
        default=1, description="Cards that a turn without any action may draw at its end."
    )
    first_turn_battle: bool = Field(default=False, description="The first player may battle on the first turn.")
    hand_size: Annotated[int, Field(ge=1, le=12)] = Field(default=6, description="Cards drawn before the first turn.")
    hand_limit: Annotated[int, Field(ge=0, le=STACK_MAX)] = Field(
        default=7, description="Cards kept at the end of the own turn."
    )
    damage_limit: Annotated[int, Field(ge=0, le=STACK_MAX)] = Field(
        default=7, description="Cards in hand from which on damage goes to the discard pile."
    )
    jokers: Annotated[int, Field(ge=0, le=2)] = Field(default=2, description="Jokers in the deck.")
    life_stack: Annotated[int, Field(ge=2, le=STACK_MAX)] = Field(
        default=27, validate_default=True, description="Cards dealt to each player; more than the opening hand."
    )
    cost_of_2: Cost = _cost(2, 0)
    cost_of_3: Cost = _cost(3, 0)
    cost_of_4: Cost = _cost(4, 0)
    cost_of_5: Cost = _cost(5, 0)
    cost_of_6: Cost = _cost(6, 0)
    cost_of_7: Cost = _cost(7, 1)
    cost_of_8: Cost = _cost(8, 1)
    cost_of_9: Cost = _cost(9, 2)
    cost_of_10: Cost = _cost(10, 2)
    jack: Worth = Field(default=1, description="What a Jack adds or takes off.")
    queen: Worth = Field(default=2, description="What a Queen adds or takes off.")
    king: Worth = Field(default=3, description="What a King adds or takes off.")

    @field_validator("life_stack")
    @classmethod
    def _fits(cls, cards: int, info: ValidationInfo) -> int:
        """Refuse stacks that the deck cannot fill or that the opening hand would empty."""
        deck = JOKER_CARD + info.data.get("jokers", 0)
        if SEATS * cards > deck:
            most = deck // SEATS
            raise PydanticCustomError("life_stack", f"at most {most}: {deck} cards are dealt to two players")
        hand = info.data.get("hand_size", 0)
        if cards <= hand:
            raise PydanticCustomError("life_stack", f"more than {hand}: the opening hand is drawn from it")
        return cards


def check(options: Options, side: Side) -> Problems:
    """Yield nothing: a side is a policy, which is checked as such."""
    yield from ()


def lower_options(options: Options) -> np.recarray:
    """Return the options as integers, a recarray[1] of `state.OPTIONS`."""
    lowered = records(1, OPTIONS)
    record = lowered[0]
    record.is_combat = options.modifiers_in_combat
    record.is_bomb_by_value = options.bombs_by_value
    record.is_joker_in_combat = options.joker_in_combat
    record.combat_targets = CombatTargets[options.combat_targets.upper()]
    record.stack_from = StackFrom[options.stack_from.upper()]
    record.can_protect = options.protect
    record.is_damage_first = options.protect_after_damage
    record.is_stack_bomb = options.stacks_of_twos_are_bombs
    record.is_shot_attack_used = options.shot_attack_counts
    record.is_first_turn_battle = options.first_turn_battle
    for name in ("trips", "runs", "stacks", "cancels", "bombs"):
        record[f"has_{name}"] = getattr(options, name)
    for name in ("life_stack", "hand_size", "hand_limit", "damage_limit", "idle_draw", "jokers"):
        record[name] = getattr(options, name)
    for kind in range(RANKS):
        record.cost[kind] = getattr(options, f"cost_of_{KIND_NAMES[kind]}")
    for kind in (Kind.JACK, Kind.QUEEN, Kind.KING):
        record.worth[kind] = getattr(options, kind.name.lower())
    return lowered


def lower_side(options: Options, side: Side) -> np.recarray:
    """Return what a side brings to the table besides its policy: nothing, a recarray[1] of `state.SHEET`."""
    return records(1, SHEET)


def join(options: np.recarray, sheet_a: np.recarray, sheet_b: np.recarray) -> np.recarray:
    """Return the table of a game, a recarray[1] of `state.CARDS`."""
    table = records(1, CARDS)
    table[0].options = options[0]
    return table


def study(table: np.record, policies: np.recarray) -> None:
    """Look nothing up: no policy needs tables of a matchup."""


def deck(side: Side) -> tuple[CardInfo, ...]:
    """Return the kinds of cards in the order of the kernels; any of them may be forced into an opening hand."""
    return tuple(
        CardInfo(name, "fighter" if kind < RANKS else "modifier", copies := SUITS if kind < KINDS - 1 else 2, copies)
        for kind, name in enumerate(KIND_NAMES)
    )
