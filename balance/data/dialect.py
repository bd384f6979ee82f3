"""Which words of an effect may stand together: what each word takes, and what a ruleset allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from balance.data.words import DIGITS_MAX, Amount, Effect, EffectError, If, Step, Words
from balance.errors import nearest
from balance.vocab import Condition, Cost, Operator, Trigger, Verb, written

INT_MAX = 99
_ADDING = (Operator.ADD, Operator.SUBTRACT)
_PLAIN = (Operator.NONE,)


@dataclass(frozen=True, slots=True)
class Form:
    """What stands behind a word. True: it must; None: it may; False: it cannot."""

    number: bool | None = False
    cards: bool | None = False
    name: bool | None = False
    operators: tuple[Operator, ...] = ()  # of an amount, which then must stand there
    each: bool | None = False
    limit: bool | None = False


_FORMS: dict[type[IntEnum], dict[Any, Form]] = {
    Trigger: {
        Trigger.PLAYING: Form(cards=True),
        Trigger.WINNING_WITH: Form(cards=True),
        Trigger.EMPTYING_A_HAND_OF: Form(number=True),
        Trigger.CALLING: Form(name=None),
    },
    Condition: {
        Condition.HOLDING: Form(cards=True),
        Condition.COUNTER: Form(number=True),
        Condition.AGAINST_INITIATIVE: Form(number=True),
    },
    Cost: {
        Cost.DISCARD: Form(number=True, cards=None),
        Cost.REVEAL: Form(number=True),
    },
    Verb: {
        Verb.TOTAL: Form(operators=(*_ADDING, Operator.TIMES, Operator.SET), each=None, cards=None),
        Verb.DAMAGE: Form(operators=(*_ADDING, Operator.TIMES), cards=None),
        Verb.INITIATIVE: Form(operators=_ADDING, cards=None),
        Verb.COUNTER: Form(operators=(*_ADDING, Operator.SET), limit=None),
        Verb.DRAW: Form(operators=_PLAIN),
        Verb.REMOVE: Form(cards=True),
    },
}


def form_of(word: IntEnum) -> Form:
    """Return what may stand behind a word."""
    return _FORMS[type(word)].get(word, Form())


@dataclass(frozen=True, slots=True)
class Dialect:
    """Which words a ruleset allows: by trigger the verbs, the conditions and the costs ("may" alone is Cost.NONE)."""

    verbs: Mapping[Trigger, frozenset[Verb]]
    conditions: Mapping[Trigger, frozenset[Condition]]
    costs: Mapping[Trigger, frozenset[Cost]]
    draw_max: int


def check_effect(effect: Effect, dialect: Dialect, cards: Iterable[str], names: Iterable[str]) -> Iterator[EffectError]:
    """Yield every word of an effect that cannot act where it stands.

    Parameters
    ----------
    dialect : Dialect
        The ruleset's.
    cards : iterable of str
        The words that mean cards: icons and colours of the deck.
    names : iterable of str
        The names that `calling` may name.
    """
    trigger = effect.trigger
    known, called = list(cards), list(names)
    if trigger not in dialect.verbs:
        allowed = [written(word) for word in dialect.verbs]
        yield EffectError(True, 0, f"'{written(trigger)}' is not used in this game; expected one of {_list(allowed)}")
        return
    yield from _check_form(True, 0, trigger, effect.n, effect.cards, known, name=effect.name)
    if effect.name is not None and effect.name not in called:
        column = effect.when.index('"')
        known_names = _list(called) or "none"
        message = f"no signature '{effect.name}'; known: {known_names}.{nearest(effect.name, called)}"
        yield EffectError(True, column, message)
    if effect.condition:
        yield from _check_condition(True, effect.condition, trigger, dialect, known)
        if effect.condition.word == Condition.ALIKE:
            message = "'alike' is about the cards paid; put it behind a step: 'may discard 2 -> flip if alike'"
            yield EffectError(True, effect.condition.column, message)
    if effect.is_optional:
        yield from _check_price(effect, dialect, known)
    for step in effect.steps:
        yield from _check_step(effect, step, dialect, known)


def _check_price(effect: Effect, dialect: Dialect, cards: list[str]) -> Iterator[EffectError]:
    trigger, price = effect.trigger, effect.price
    allowed = dialect.costs.get(trigger, frozenset())
    word = price.word if price else Cost.NONE
    column = price.column if price else 0
    if word not in allowed:
        hint = [f"'may {written(cost)}'" if cost else "'may' without a cost" for cost in sorted(allowed)]
        if hint:
            what = f"'{written(word)}' cannot be the cost" if price else "'may' needs a cost"
            message = f"{what} on '{written(trigger)}'; expected {_list(hint, ' or ')}"
        else:
            message = f"nothing can be optional on '{written(trigger)}'; remove 'may{f' {price} ->' if price else ''}'"
        yield EffectError(False, column, message)
    if price:
        yield from _check_form(False, column, price.word, price.least, price.cards, cards)
        if price.least is not None and price.most is not None and price.most < price.least:
            message = f"'{price.least} to {price.most}' counts no cards; expected the smaller number first"
            yield EffectError(False, column, message)


def _check_step(effect: Effect, step: Step, dialect: Dialect, cards: list[str]) -> Iterator[EffectError]:
    verb, trigger = step.verb, effect.trigger
    form = form_of(verb)
    allowed = dialect.verbs[trigger]
    if verb not in allowed:
        words = [written(word) for word in sorted(allowed)]
        yield EffectError(
            False, step.column,
            f"'{written(verb)}' cannot act on '{written(trigger)}'; expected one of {_list(words)}",
        )  # fmt: skip
    yield from _check_form(False, step.column, verb, None, step.cards, cards)
    if step.amount is None and form.operators:
        example = f"'{written(verb)} {Amount(form.operators[0], 2)}'"
        yield EffectError(False, step.column, f"'{written(verb)}' needs an amount, for example {example}")
    if step.amount is not None:
        yield from _check_amount(step, form, dialect)
    if step.is_each and form.each is False:
        yield EffectError(False, step.column, f"'each' does not go with '{written(verb)}'; remove it")
    counted = effect.price is not None and effect.price.word in (Cost.DISCARD, Cost.REVEAL)
    if step.is_each and form.each is None and not counted:
        yield EffectError(False, step.column, "'each' counts the cards paid; this effect has no cost in cards")
    if verb == Verb.TOTAL and step.cards and not step.is_each and set(step.cards) <= set(cards):
        yield EffectError(False, step.column, "'total' is about the whole round; cards go with 'each' only")
    if step.limit is not None and form.limit is False:
        yield EffectError(False, step.column, f"'up to' does not go with '{written(verb)}'; remove it")
    if verb == Verb.DOUBLE_ONE and (not effect.is_optional or effect.price):
        yield EffectError(False, step.column, "'double one' is a choice without a cost; expected 'may double one'")
    elif verb == Verb.DOUBLE_ONE and any(s.verb == verb and s.column < step.column for s in effect.steps):
        yield EffectError(False, step.column, "'double one' stands twice; one card is all that can be doubled")
    if step.condition and step.condition.word != Condition.ALIKE:
        asked = f"if {written(step.condition.word)}"
        message = f"'{asked}' cannot stand behind a step, only 'if alike' can; put it behind '{written(trigger)}'"
        yield EffectError(False, step.condition.column, message)
    elif step.condition and not counted:
        message = "'alike' is about the cards paid; this effect has no cost in cards"
        yield EffectError(False, step.condition.column, message)


def _check_amount(step: Step, form: Form, dialect: Dialect) -> Iterator[EffectError]:
    verb, amount = step.verb, step.amount
    assert amount is not None
    if not form.operators:
        yield EffectError(False, step.column, f"'{written(verb)}' has no amount; remove '{amount}'")
    elif amount.operator not in form.operators:
        examples = [f"'{written(verb)} {Amount(operator, 2)}'" for operator in form.operators]
        yield EffectError(
            False, step.column, f"'{written(verb)} {amount}' means nothing; expected {_list(examples, ' or ')}"
        )
    if amount.is_x and (amount.operator not in _ADDING or verb != Verb.TOTAL):
        yield EffectError(False, step.column, "X goes with 'total +X' and 'total -X' only; expected a number")
    if amount.n > INT_MAX or (amount.operator in (*_ADDING, Operator.TIMES, Operator.NONE) and amount.n == 0):
        least = int(amount.operator != Operator.SET)
        message = f"{_shown(amount.n)} is wrong; expected a number from {least} to {INT_MAX}"
        yield EffectError(False, step.column, message)
    if verb == Verb.DRAW and amount.n > dialect.draw_max:
        yield EffectError(False, step.column, f"'draw {amount.n}' is too much; expected at most {dialect.draw_max}")
    if step.limit is not None and not 1 <= step.limit <= INT_MAX:
        message = f"'up to' {_shown(step.limit)} is wrong; expected a number from 1 to {INT_MAX}"
        yield EffectError(False, step.column, message)


def _check_condition(
    is_when: bool, condition: If, trigger: Trigger, dialect: Dialect, cards: list[str]
) -> Iterator[EffectError]:
    allowed = dialect.conditions.get(trigger, frozenset())
    if condition.word not in allowed and condition.word != Condition.ALIKE:
        words = [written(word) for word in sorted(allowed)]
        expected = f"expected one of {_list(words)}" if words else "no condition can stand there"
        message = f"'if {written(condition.word)}' cannot be asked on '{written(trigger)}'; {expected}"
        yield EffectError(is_when, condition.column, message)
    yield from _check_form(is_when, condition.column, condition.word, condition.n, condition.cards, cards)


def _check_form(
    is_when: bool, column: int, word: IntEnum, n: int | None, cards: Words, known: list[str], name: str | None = None
) -> Iterator[EffectError]:
    form, text, said = form_of(word), written(word), " ".join(cards)
    message = ""
    if form.name is None and cards:
        message = f"'{text}' is followed by a name in double quotes; expected '{text} \"{said}\"'"
    elif form.number and n is None:
        instead = f", not '{said}'" if cards and form.cards is False else ""
        message = f"'{text}' needs a number{instead}, as in '{text} 3{' blue' if form.cards is None else ''}'"
    elif form.cards and not cards:
        message = f"'{text}' needs cards: icons or colours, as in '{text} {known[-1]}'"
    elif form.number is False and n is not None:
        message = f"'{text}' does not go with a number; remove '{n}'"
    elif form.name is False and name is not None:
        message = f"'{text}' does not go with a name; remove '\"{name}\"'"
    elif n is not None and not 1 <= n <= INT_MAX:
        message = f"{_shown(n)} is wrong; expected a number from 1 to {INT_MAX}"
    elif form.cards is False and cards:
        end = "expected ',' before the next step" if type(word) is Verb else f"remove '{said}'"
        message = f"'{said}' cannot follow '{text}'; {end}"
    if message:
        yield EffectError(is_when, column, message)
    for card in cards if form.cards is not False else ():
        if card not in known:
            is_step = card in ("and", "then") or any(verb and card == written(verb).split()[0] for verb in Verb)
            near = " Did you mean 'X'?" if card == "x" else nearest(card, known)
            hint = " Steps are parted by ','." if is_step else near
            yield EffectError(is_when, column, f"'{card}' is no card of this deck; expected {_list(known)}.{hint}")
            if is_step:  # what follows is no card either
                return


def _shown(n: int) -> str:
    """Return a number as a message has it; of a very large one only the beginning has been read."""
    return str(n) if n < 10 ** (DIGITS_MAX - 1) else "this number"


def _list(words: Iterable[str], last: str = ", ") -> str:
    return last.join(words)
