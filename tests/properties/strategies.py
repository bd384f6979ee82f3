"""Hypothesis strategies: fighters nobody has printed, with power tokens of any words, and any rule options."""

from typing import Any

from hypothesis import strategies as st

from balance.data.dialect import form_of
from balance.data.words import Amount, Effect, If, Price, Step
from balance.rules.combo_fighter.schema import Card, Fighter, Moxie, Options, Signature
from balance.rules.combo_fighter.tokens import DIALECT, NAMES, PAID_MAX, Face, Power, defines_x
from balance.vocab import Condition, Cost, Operator, Trigger, Verb

ICONS = ["RT", "RS", "RC", "BT", "BS", "BC", "YT", "YS", "YC"]
START, DECK, COPIES_MAX = 5, 50, 15
SIGNATURES = ["signature 0", "signature 1", "signature 2"]


@st.composite
def fighters(draw: Any, has_tokens: bool = True) -> Fighter:
    """A fighter of 5 to 9 kinds and 50 cards with any numbers, boxes and signatures, box-legal or not.

    Most have a power token; where it says what X is, some cards deal X.
    """
    icons = draw(st.permutations(ICONS))[: draw(st.integers(START, len(ICONS)))]
    slots = draw(st.lists(st.integers(1, 99), min_size=len(icons), max_size=len(icons), unique=True))
    copies = [1] * len(icons)
    for _ in range(DECK - len(icons)):
        open_kinds = [i for i, n in enumerate(copies) if n < COPIES_MAX]
        copies[draw(st.sampled_from(open_kinds))] += 1
    power = draw(powers(icons)) if has_tokens and draw(st.sampled_from([True, True, True, False])) else None
    numbers = st.integers(0, 8)
    if defines_x(power):
        numbers |= st.just("X")
    cards = [
        Card(
            slot=slots[i],
            name=f"card {slots[i]}",
            copies=copies[i],
            icon=icon,
            start=i < START,
            star=icon[0] != "R" and draw(st.booleans()),
            initiative=draw(st.integers(0, 10)) if icon[0] == "R" else None,
            opening=draw(numbers),
            combo=draw(numbers),
            box=draw(st.lists(st.sampled_from(icons), unique=True, max_size=4)),
        )
        for i, icon in enumerate(icons)
    ]
    signatures: list[Signature] = []
    seen: set[tuple[str, ...]] = set()
    for number in range(draw(st.integers(0, 3))):
        sequence = draw(st.lists(st.sampled_from(icons), min_size=2, max_size=4))
        damage = draw(st.integers(0, 20))
        moxie = Moxie(icon=draw(st.sampled_from(icons)), damage=damage + 3) if draw(st.booleans()) else None
        versions = {tuple(sequence)} | ({(*sequence, moxie.icon)} if moxie else set())
        if not versions & seen:
            signatures.append(Signature(name=SIGNATURES[number], sequence=sequence, damage=damage, moxie=moxie))
            seen |= versions
    fighter = Fighter(name="nobody", provenance="stand-in", cards=cards, signatures=signatures, power=power)
    return fighter.model_copy(update={"power": only_calling({s.name for s in signatures}, power)})


def only_calling(names: set[str], power: Power | None) -> Power | None:
    """Return a token without the effects that name a signature which the fighter has not got."""
    if power is None:
        return None
    sides = {}
    for letter, face in power.faces():
        lines = [line for line in face.effects if all('"' not in w or w.split('"')[1] in names for w in line)]
        sides[letter] = face.model_copy(update={"effects": lines or [{"hit": "counter +1"}]})
    return power.model_copy(update=sides)


@st.composite
def powers(draw: Any, icons: list[str]) -> Power:
    """A power token of one or two sides that uses any words of the game."""
    has_b, is_both = draw(st.booleans()), draw(st.sampled_from([False, False, True]))
    can_flip = has_b and not is_both
    sides: dict[str, Face] = {}
    has_offer = False  # a side, or a token of two active sides, has one at the end of a round
    for letter in "ab" if has_b else "a":
        has_offer = has_offer and is_both
        lines = []
        for effect in draw(st.lists(effects(icons, can_flip), min_size=1, max_size=4)):
            is_offer = effect.is_optional and effect.trigger == Trigger.END_OF_ROUND
            if not (is_offer and has_offer):
                lines.append({effect.when: effect.what})
            has_offer = has_offer or is_offer
        sides[letter] = Face(name=f"side {letter}", effects=lines or [{"hit": "counter +1"}])
    return Power(**sides, active="both" if is_both else "face_up")


@st.composite
def effects(draw: Any, icons: list[str], can_flip: bool) -> Effect:
    """An effect of the game's words; those that can be offered come more often."""
    trigger = draw(st.sampled_from([*sorted(DIALECT.verbs), *sorted(DIALECT.costs)]))
    cards = st.lists(st.sampled_from([*NAMES, *icons]), min_size=1, max_size=3, unique=True).map(tuple)
    form = form_of(trigger)
    condition = None
    if draw(st.sampled_from([False, False, True])):
        condition = draw(conditions(trigger, cards))
    costs = sorted(DIALECT.costs.get(trigger, ()))
    is_optional = bool(costs) and draw(st.sampled_from([True, True, False]))
    price = draw(prices(costs, cards)) if is_optional else None
    is_counted = price is not None and price.word in (Cost.DISCARD, Cost.REVEAL)
    verbs = sorted(DIALECT.verbs[trigger] - ({Verb.FLIP} if not can_flip else set()))
    if condition is None:  # every game would end with the first won round
        verbs = [verb for verb in verbs if verb != Verb.WIN]
    else:
        verbs = [verb for verb in verbs if verb not in (Verb.NO_SIGNATURES, Verb.X_IS_OPPOSING_DAMAGE)]
    can_double = is_optional and price is None
    verbs = [verb for verb in verbs if verb != Verb.DOUBLE_ONE or can_double]
    chosen = draw(st.lists(st.sampled_from(verbs), min_size=1, max_size=3))
    once = {Verb.DOUBLE_ONE, Verb.DRAW}  # one card to double, and no more to draw than a hand
    chosen = [verb for i, verb in enumerate(chosen) if verb not in once or verb not in chosen[:i]]
    return Effect(
        trigger=trigger,
        steps=tuple([draw(steps(verb, cards, is_counted)) for verb in chosen]),
        n=draw(st.integers(1, 6)) if form.number else None,
        name=draw(st.none() | st.sampled_from(SIGNATURES)) if form.name is None else None,
        cards=draw(cards) if form.cards else (),
        condition=condition,
        is_optional=is_optional,
        price=price,
    )


@st.composite
def conditions(draw: Any, trigger: Trigger, cards: Any) -> If:
    """A condition that a trigger may have."""
    word = draw(st.sampled_from(sorted(DIALECT.conditions[trigger])))
    form = form_of(word)
    return If(word, draw(st.integers(1, 5)) if form.number else None, draw(cards) if form.cards else ())


@st.composite
def prices(draw: Any, costs: list[Cost], cards: Any) -> Price | None:
    """One of the costs; None for "may" alone."""
    word = draw(st.sampled_from(costs))
    if word == Cost.NONE:
        return None
    form = form_of(word)
    if not form.number:
        return Price(word)
    least = draw(st.integers(1, 3))
    most = draw(st.just(least) | st.integers(least, PAID_MAX))
    return Price(word, least, most, draw(st.just(()) | cards) if form.cards is None else ())


@st.composite
def steps(draw: Any, verb: Verb, cards: Any, is_counted: bool) -> Step:
    """A step of a verb; small amounts come often."""
    form = form_of(verb)
    amount = None
    if form.operators:
        operator = draw(st.sampled_from(form.operators))
        least = 0 if operator == Operator.SET else 1
        most = {Operator.NONE: DIALECT.draw_max, Operator.TIMES: 3}.get(operator, 9)
        is_x = verb == Verb.TOTAL and operator in (Operator.ADD, Operator.SUBTRACT) and draw(st.booleans())
        amount = Amount(operator, draw(st.integers(least, 3 if is_x else most)), is_x)
    is_each = form.each is None and is_counted and draw(st.booleans())
    has_cards = form.cards or (form.cards is None and (verb != Verb.TOTAL or is_each) and draw(st.booleans()))
    return Step(
        verb,
        amount,
        is_each,
        draw(st.none() | st.integers(1, 6)) if form.limit is None and amount.operator == Operator.ADD else None,
        draw(cards) if has_cards else (),
        If(Condition.ALIKE) if is_counted and draw(st.booleans()) else None,
    )


options = st.builds(
    Options,
    hand_size=st.integers(4, 7),
    reshuffle=st.sampled_from(["at_once", "end_of_round"]),
    signatures=st.booleans(),
    moxie=st.booleans(),
    signatures_ignore_boxes=st.booleans(),
    power_tokens=st.sampled_from([True, True, True, False]),
    round_limit=st.sampled_from([1, 7, 60, 500]),
)
