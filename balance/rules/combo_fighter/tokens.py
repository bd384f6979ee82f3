"""Power tokens: which words a fighter's token may use, what must agree within it, and its rows of integers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from pydantic import Field, WithJsonSchema
from pydantic.functional_validators import PlainValidator
from pydantic_core import PydanticCustomError

from balance.data.dialect import Dialect, check_effect
from balance.data.schema import Column, Path_, Problems, StrictModel
from balance.data.words import Amount, Effect, EffectError, If, Step, Words, all_words, read_effect
from balance.data.yaml_text import KEY
from balance.rules.combo_fighter.state import (
    COUNTER_MAX,
    EFFECTS_MAX,
    FACES,
    LEVELS_MAX,
    STEPS_MAX,
    Colour,
)
from balance.vocab import Condition, Cost, Operator, Trigger, Verb

if TYPE_CHECKING:
    from balance.rules.combo_fighter.schema import Fighter

DRAW_MAX = 5
PAID_MAX = 7  # cards that a cost may take
NAMES = {"red": Colour.RED, "blue": Colour.BLUE, "yellow": Colour.YELLOW}

_LASTING = frozenset({Verb.NO_SIGNATURES, Verb.X_IS_OPPOSING_DAMAGE})
_MARKS = frozenset({Verb.FLIP, Verb.COUNTER})
_ANY_TIME = frozenset({Condition.HOLDING, Condition.COUNTER})
_OPENED = _ANY_TIME | {Condition.AGAINST_INITIATIVE}
_CALLED = frozenset({Condition.SIGNATURE, Condition.NO_SIGNATURE})
_RESULT = frozenset({Condition.WON, Condition.LOST, Condition.TIED})

DIALECT = Dialect(
    verbs={
        Trigger.ALWAYS: frozenset({Verb.DAMAGE, Verb.INITIATIVE, Verb.NO_SIGNATURES, Verb.X_IS_OPPOSING_DAMAGE}),
        Trigger.PLAYING: _MARKS,
        Trigger.WINNING_WITH: _MARKS,
        Trigger.EMPTYING_A_HAND_OF: _MARKS | {Verb.DRAW},
        Trigger.CALLING: _MARKS,
        Trigger.WON: _MARKS | {Verb.TOTAL, Verb.DOUBLE_ONE, Verb.WIN},
        Trigger.LOST: _MARKS | {Verb.TOTAL},
        Trigger.TIED: _MARKS,
        Trigger.DEALING: _MARKS | {Verb.TOTAL},
        Trigger.TAKING: _MARKS | {Verb.TOTAL},
        Trigger.HIT: _MARKS,
        Trigger.CLEARING_THE_TABLE: frozenset({Verb.REMOVE}),
        Trigger.END_OF_ROUND: _MARKS,
    },
    conditions={
        Trigger.ALWAYS: frozenset({Condition.HOLDING}),
        Trigger.PLAYING: _ANY_TIME | {Condition.WON},
        Trigger.WINNING_WITH: _OPENED,
        Trigger.EMPTYING_A_HAND_OF: frozenset({Condition.COUNTER, Condition.AGAINST_INITIATIVE}),
        Trigger.CALLING: _OPENED,
        Trigger.WON: _OPENED | _CALLED,
        Trigger.LOST: _OPENED,
        Trigger.TIED: _OPENED,
        Trigger.DEALING: _OPENED | _CALLED | _RESULT,
        Trigger.TAKING: _OPENED | _RESULT,
        Trigger.HIT: _OPENED | _RESULT,
        Trigger.CLEARING_THE_TABLE: _OPENED | _CALLED | _RESULT,
        Trigger.END_OF_ROUND: _OPENED | _CALLED | _RESULT,
    },
    costs={
        Trigger.EMPTYING_A_HAND_OF: frozenset({Cost.NONE}),
        Trigger.WON: frozenset(Cost),
        Trigger.LOST: frozenset({Cost.NONE, Cost.DISCARD}),
        Trigger.END_OF_ROUND: frozenset({Cost.NONE, Cost.DISCARD}),
    },
    draw_max=DRAW_MAX,
)


# ---------------------------------------------------------------- models

_LINE = "one line 'WHEN: WHAT', for example 'dealing: total +2'"


def _line(given: Any) -> dict[str, str]:
    """Return an effect's line if it is one: a table with one field, both texts."""
    if isinstance(given, dict) and len(given) == 1 and all(isinstance(what, str) for what in given.values()):
        return given
    raise PydanticCustomError("effect_line", _LINE)


_TRIGGERS = all_words(Trigger)
_STEPS = all_words(Verb)


def _beginning(words: list[str]) -> str:
    """Return the pattern of a text that begins with one of some words."""
    return rf"^\s*({'|'.join(words)})\b".replace(" ", r"\s+")


# What an editor can say while somebody types; reading the file says the rest.
Line = Annotated[
    dict[str, str],
    PlainValidator(_line),
    WithJsonSchema(
        {
            "type": "object",
            "minProperties": 1,
            "maxProperties": 1,
            "patternProperties": {
                _beginning(_TRIGGERS): {
                    "type": "string",
                    "pattern": _beginning(["may", *_STEPS]),
                    "patternErrorMessage": f"Expected 'may' or one of {', '.join(_STEPS)}.",
                    "description": "Steps parted by commas. 'may' makes them a choice, 'may COST ->' one with a cost."
                    f" Steps: {', '.join(_STEPS)}. Costs: {', '.join(all_words(Cost))}.",
                }
            },
            "additionalProperties": False,
            "description": f"An effect, {_LINE}. WHEN is one of {', '.join(_TRIGGERS)}, perhaps with 'if' and one of"
            f" {', '.join(all_words(Condition))}.",
            "examples": [
                {"dealing": "total +2"},
                {"end of round": "may discard 3 blue -> flip"},
                {"always if holding RC": "initiative +3 red, damage +1 red"},
                {"playing RC YC": "flip"},
                {"won if no signature": "counter +1 up to 5"},
            ],
        }
    ),
]


class Face(StrictModel):
    """One side of a power token."""

    name: str = Field(min_length=1, description="As printed on that side.")
    effects: list[Line] = Field(min_length=1, description="What it does, one effect a line: 'dealing: total +2'.")


class Power(StrictModel):
    """A power token: it begins with side A face up."""

    a: Face = Field(description="The side that is up when the fight begins.")
    b: Face | None = Field(default=None, description="The side that 'flip' turns up; a token without flips needs none.")
    active: Literal["face_up", "both"] = Field(
        default="face_up", description="Which sides act: the one that is face up, or both all the time."
    )
    doubtful: str = Field(default="", description="What the source leaves in doubt about it, in words.")

    def faces(self) -> list[tuple[str, Face]]:
        """Return the sides with their letters."""
        return [("a", self.a)] + ([("b", self.b)] if self.b else [])


def lines_of(power: Power) -> Iterator[tuple[str, int, str, str]]:
    """Yield (side, index within it, when, what) of each effect in the order in which effects of one trigger act."""
    for letter, face in power.faces():
        for i, line in enumerate(face.effects):
            for when, what in line.items():
                yield letter, i, when, what


def effects_of(power: Power) -> list[tuple[str, int, Effect]]:
    """Return (side, index within it, effect) of a checked token, in the order of `lines_of`."""
    return [(letter, i, read_effect(when, what)) for letter, i, when, what in lines_of(power)]


# ---------------------------------------------------------------- checking


def check_power(fighter: Fighter) -> Problems:
    """Yield (path, message) for everything in a token that cannot be read, cannot act or does not agree."""
    power = fighter.power
    if power is None:
        return
    icons: set[str] = {card.icon for card in fighter.cards}
    cards, names = [*NAMES, *sorted(icons)], [signature.name for signature in fighter.signatures]
    effects: list[tuple[Path_, Effect]] = []
    for letter, i, when, what in lines_of(power):
        at: Path_ = ("power", letter, "effects", i, when)
        try:
            effect = read_effect(when, what)
        except EffectError as error:
            yield _place(at, error), error.message
            continue
        effects.append((at, effect))
        for wrong in check_effect(effect, DIALECT, cards, names):
            yield _place(at, wrong), wrong.message
        yield from _check_sides(power, effect, at)
    yield from _check_sizes(power, effects)


def _place(at: Path_, error: EffectError) -> Path_:
    return (*at, KEY, Column(error.column)) if error.is_when else (*at, Column(error.column))


def _check_sides(power: Power, effect: Effect, at: Path_) -> Problems:
    for step in effect.steps:
        where: Path_ = (*at, Column(step.column))
        if step.verb == Verb.FLIP and power.active == "both":
            yield where, "'flip' means nothing where both sides act; remove it or 'active: both'"
        elif step.verb == Verb.FLIP and power.b is None:
            yield where, "'flip' needs a side B; add 'b:' to the power token"
        if step.verb in _LASTING and effect.condition:
            condition = (*at, KEY, Column(effect.condition.column))
            yield condition, f"'{step}' has no condition: it lasts as long as its side; remove '{effect.condition}'"
    if effect.price and effect.price.most is not None and effect.price.most > PAID_MAX:
        yield (*at, Column(effect.price.column)), f"the cost takes up to {effect.price.most} cards; at most {PAID_MAX}"


def _check_sizes(power: Power, effects: list[tuple[Path_, Effect]]) -> Problems:
    if len(effects) > EFFECTS_MAX:
        yield ("power",), f"the token has {len(effects)} effects; at most {EFFECTS_MAX}"
    steps = sum(len(effect.steps) for _, effect in effects)
    if steps > STEPS_MAX:
        yield ("power",), f"the token has {steps} steps; at most {STEPS_MAX}"
    offers: dict[Any, Path_] = {}
    for at, effect in effects:
        if effect.is_optional and effect.trigger == Trigger.END_OF_ROUND:
            side = "" if power.active == "both" else at[1]
            if side in offers:
                yield (
                    (*at, KEY),
                    "one thing can be offered at the end of a round; this is the second",
                )
            offers[side] = at
        draws = [step.amount.n for step in effect.steps if step.verb == Verb.DRAW and step.amount]
        if sum(draws) > DRAW_MAX >= max(draws):
            yield (*at, Column(0)), f"the effect draws {sum(draws)} cards; at most {DRAW_MAX}"


def defines_x(power: Power | None) -> bool:
    """Say whether a token gives X a value: by a counter that changes or by the opposing opener."""
    if power is None:
        return False
    for _, _, when, what in lines_of(power):
        try:
            steps = read_effect(when, what).steps
        except EffectError:
            return True  # told by itself
        if any(step.verb in (Verb.COUNTER, Verb.X_IS_OPPOSING_DAMAGE) for step in steps):
            return True
    return False


# ---------------------------------------------------------------- lowering


def lower_power(power: Power, sheet: np.record, icons: list[str], versions: list[str]) -> None:
    """Write a token into a sheet.

    Parameters
    ----------
    icons : list of str
        The icon of each kind.
    versions : list of str
        The signature's name of each version.
    """
    effects = effects_of(power)
    sheet.effects_n = len(effects)
    first = 0
    for i, (letter, _, effect) in enumerate(effects):
        row = sheet.effect[i]
        faces = range(FACES) if power.active == "both" else [int(letter == "b")]
        for face in faces:
            sheet.at[face, effect.trigger] |= 1 << i
        _lower_effect(effect, row, icons, versions)
        row.first, row.steps_n = first, len(effect.steps)
        for step in effect.steps:
            _lower_step(step, sheet.step[first], icons)
            first += 1
        for face in faces:
            _sum_up(effect, face, sheet, icons, versions)
    sheet.is_turning = power.active != "both"
    is_one_face = power.active == "both" or not (sheet.changed.any() or sheet.is_x_opposing.any())
    sheet.faces_n = 1 if is_one_face else FACES
    is_x_on_cards = (sheet.opening < 0).any() or (sheet.combo < 0).any()
    sheet.levels_n = min(_x_max(effects, sheet) + 1, LEVELS_MAX) if is_x_on_cards else 1


def _lower_effect(effect: Effect, row: np.record, icons: list[str], versions: list[str]) -> None:
    row.trigger = effect.trigger
    row.trigger_n = effect.n or 0
    row.trigger_cards = mask(effect.cards, icons)
    row.trigger_versions = sum(1 << i for i, name in enumerate(versions) if effect.name in (None, name))
    _lower_condition(effect.condition, row, icons)
    row.is_optional = effect.is_optional
    if effect.price:
        row.cost = effect.price.word
        row.least = effect.price.least or 0
        row.most = effect.price.most or 0
        row.cost_cards = mask(effect.price.cards, icons)


def _lower_step(step: Step, row: np.record, icons: list[str]) -> None:
    amount = step.amount or Amount(Operator.NONE, 0)
    row.verb, row.operator, row.amount, row.is_x = step.verb, amount.operator, amount.n, amount.is_x
    row.is_each = step.is_each
    row.limit = COUNTER_MAX if step.limit is None else step.limit
    row.cards = mask(step.cards, icons)
    _lower_condition(step.condition, row, icons)


def _lower_condition(condition: If | None, row: np.record, icons: list[str]) -> None:
    if condition:
        row.condition = condition.word
        row.condition_n = condition.n or 0
        row.condition_cards = mask(condition.cards, icons)


def _sum_up(effect: Effect, face: int, sheet: np.record, icons: list[str], versions: list[str]) -> None:
    """Note what kernels ask often, and what a policy may know without playing it out."""
    for step in effect.steps:
        is_sure = step.condition is None and effect.condition is None
        if effect.trigger == Trigger.ALWAYS and step.verb in (Verb.DAMAGE, Verb.INITIATIVE):
            sheet.changed[face] |= mask(step.cards, icons)
        elif step.verb == Verb.NO_SIGNATURES:
            sheet.is_mute[face] = 1
        elif step.verb == Verb.X_IS_OPPOSING_DAMAGE:
            sheet.is_x_opposing[face] = 1
        elif effect.trigger == Trigger.WINNING_WITH and step.verb == Verb.FLIP and is_sure:
            sheet.opener_flips[face] |= mask(effect.cards, icons)
        elif effect.trigger in (Trigger.CALLING, Trigger.WON) and not effect.is_optional and step.condition is None:
            _sum_up_call(effect, step, face, sheet, versions)
        if not effect.is_optional and step.condition is None:
            _sum_up_round(effect, step, face, sheet, icons)


def _sum_up_call(effect: Effect, step: Step, face: int, sheet: np.record, versions: list[str]) -> None:
    """Note what calling a signature does beyond its damage; what any won round does is no reason to call one."""
    is_call = effect.trigger == Trigger.CALLING and effect.condition is None
    is_signature = effect.condition is not None and effect.condition.word == Condition.SIGNATURE
    if not (is_call or is_signature):
        return
    for i, name in enumerate(versions):
        if effect.name in (None, name):
            if step.verb == Verb.FLIP:
                sheet.call_flips[face] |= 1 << i
            elif step.verb == Verb.COUNTER and step.amount and step.amount.operator == Operator.ADD:
                sheet.call_counts[face, i] += step.amount.n
                sheet.call_limit[face, i] = COUNTER_MAX if step.limit is None else step.limit


def _sum_up_round(effect: Effect, step: Step, face: int, sheet: np.record, icons: list[str]) -> None:
    """Note what a round surely does to the token by being won, lost or tied."""
    condition = effect.condition.word if effect.condition else Condition.NONE
    if step.verb == Verb.TOTAL:
        sheet.is_changing_dealt[face] |= effect.trigger in (Trigger.WON, Trigger.DEALING)
        sheet.is_changing_taken[face] |= effect.trigger in (Trigger.LOST, Trigger.TAKING)
    elif step.verb == Verb.FLIP:
        is_loss = condition == Condition.LOST or (condition == Condition.NONE and effect.trigger == Trigger.LOST)
        sheet.loss_flips[face] |= is_loss
        if condition == Condition.NONE and effect.trigger == Trigger.HIT:
            sheet.hit_flips[face] = 1
        elif condition == Condition.NONE and effect.trigger == Trigger.PLAYING:
            sheet.playing_flips[face] |= mask(effect.cards, icons)
    elif step.verb == Verb.WIN and condition == Condition.COUNTER and effect.condition:
        sheet.counter_goal[face] = effect.condition.n or 0
    elif step.verb == Verb.COUNTER and step.amount and condition in _WON_BY:
        if effect.trigger == Trigger.WON and step.amount.operator == Operator.ADD:
            for is_signature in _WON_BY[condition]:
                sheet.won_counts[face, is_signature] += step.amount.n
        is_reset = step.amount.operator == Operator.SET and step.amount.n == 0
        sheet.is_reset_by_loss[face] |= is_reset and effect.trigger == Trigger.LOST
        sheet.is_reset_by_tie[face] |= is_reset and effect.trigger == Trigger.TIED


# Whether a round won under a condition was won by a signature.
_WON_BY = {Condition.NONE: (0, 1), Condition.NO_SIGNATURE: (0,), Condition.SIGNATURE: (1,)}


def mask(words: Words, icons: list[str]) -> int:
    """Return the multiset mask of the kinds that words name: icons and colours; all kinds for no words."""
    kinds = range(len(icons))
    colours = {word[0].upper() for word in words if word in NAMES}
    chosen = [kind for kind in kinds if not words or icons[kind] in words or icons[kind][0] in colours]
    return sum(15 << (4 * kind) for kind in chosen)


def _x_max(effects: list[tuple[str, int, Effect]], sheet: np.record) -> int:
    """Return the largest X worth a form of its own in the table of best lines."""
    if sheet.is_x_opposing.any():
        return LEVELS_MAX - 1
    limits = [
        step.limit if step.limit is not None else COUNTER_MAX
        for _, _, effect in effects
        for step in effect.steps
        if step.verb == Verb.COUNTER and step.amount and step.amount.operator == Operator.ADD
    ]
    return max(limits, default=0)
