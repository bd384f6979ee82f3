"""What a fighter's file may say and yet hardly means: warnings, never errors."""

from __future__ import annotations

from collections.abc import Iterator

from balance.data.schema import Column, Path_, Problems
from balance.data.words import Effect, Step, Words
from balance.data.yaml_text import KEY
from balance.rules.combo_fighter.schema import STARTING_CARDS, Card, Fighter, Options, Signature
from balance.rules.combo_fighter.state import COUNTER_MAX, DECK_MAX
from balance.rules.combo_fighter.tokens import NAMES, Power, effects_of
from balance.vocab import Condition, Cost, Operator, Trigger, Verb


def warnings(options: Options, fighter: Fighter) -> Problems:
    """Yield (path, message) for cards, signatures and words of the power token that look like a slip."""
    cards: dict[str, Card] = {card.icon: card for card in fighter.cards}
    x_cards = {card.icon for card in fighter.cards if "X" in (card.opening, card.combo)}
    named = [_icons(words, fighter.cards) for words in _card_words(fighter.power)]
    for i, card in enumerate(fighter.cards):
        if not any(card.icon in other.box for other in fighter.cards):
            yield ("cards", i), f"no combo box leads to '{card.name}' ({card.icon}); it can only open a round"
        for other in fighter.cards:
            is_x = bool({card.icon, other.icon} & x_cards)
            is_told_apart = any((card.icon in icons) != (other.icon in icons) for icons in named)
            if not is_x and not is_told_apart and _is_dominated(card, other, fighter.cards):
                yield ("cards", i), f"'{card.name}' is nowhere better than '{other.name}' and somewhere worse"
                break
    for i, signature in enumerate(fighter.signatures):
        if not _moves_token(fighter, signature) and not x_cards & set(signature.sequence):
            yield from _damage_warnings(signature, ("signatures", i), cards)
        yield from _length_warnings(options, signature, ("signatures", i), cards)
    if fighter.power:
        yield from _token_warnings(options, fighter, fighter.power, bool(x_cards))


def _moves_token(fighter: Fighter, signature: Signature) -> bool:
    """Say whether calling a signature does something on the power token, which may be worth more than damage."""
    effects = [effect for _, _, effect in effects_of(fighter.power)] if fighter.power else []
    for effect in effects:
        is_asked = effect.condition is not None and effect.condition.word == Condition.SIGNATURE
        if is_asked or (effect.trigger == Trigger.CALLING and effect.name in (None, signature.name)):
            return True
    return False


def _is_dominated(card: Card, other: Card, cards: list[Card]) -> bool:
    """Say whether `other` can replace `card` anywhere and is better somewhere; only cards of one colour compare."""
    if card is other or card.icon[0] != other.icon[0]:
        return False
    leading = ({c.icon for c in cards if card.icon in c.box}, {c.icon for c in cards if other.icon in c.box})
    boxes = (set(card.box), set(other.box))
    numbers = [(c.initiative or 0, c.star, c.opening, c.combo) for c in (card, other)]
    is_no_better = all(x <= y for x, y in zip(*numbers, strict=True)) and leading[0] <= leading[1]
    is_same = numbers[0] == numbers[1] and leading[0] == leading[1] and boxes[0] == boxes[1]
    return is_no_better and boxes[0] <= boxes[1] and not is_same


def _damage_warnings(signature: Signature, at: tuple[str, int], cards: dict[str, Card]) -> Problems:
    first, *rest = (cards[icon] for icon in signature.sequence)
    plain = _printed(first.opening) + sum(_printed(card.combo) for card in rest)
    if plain > signature.damage:
        yield (*at, "damage"), f"'{signature.name}' deals {signature.damage}, its cards played plainly {plain}"
    if signature.moxie:
        plain += _printed(cards[signature.moxie.icon].combo)
        if plain > signature.moxie.damage:
            message = (
                f"the Moxie version of '{signature.name}' deals {signature.moxie.damage}, its cards plainly {plain}"
            )
            yield (*at, "moxie", "damage"), message


def _length_warnings(options: Options, signature: Signature, at: tuple[str, int], cards: dict[str, Card]) -> Problems:
    length = len(signature.sequence) + (signature.moxie is not None)
    if length > options.hand_size:
        what = "the Moxie version of " if len(signature.sequence) <= options.hand_size else ""
        yield at, f"{what}'{signature.name}' takes {length} cards, a hand has {options.hand_size}"


def _printed(damage: int | str) -> int:
    """Return a printed damage; an X counts 0."""
    return damage if isinstance(damage, int) else 0


# ---------------------------------------------------------------- power tokens


def _card_words(power: Power | None) -> Iterator[Words]:
    """Yield each list of cards that a token names."""
    for _, _, effect in effects_of(power) if power else []:
        parts = [effect, effect.condition, effect.price, *effect.steps]
        yield from (part.cards for part in parts if part and part.cards)


def _icons(words: Words, cards: list[Card]) -> set[str]:
    """Return the icons that words mean; all of them for no words."""
    colours = {word[0].upper() for word in words if word in NAMES}
    return {card.icon for card in cards if not words or card.icon in words or card.icon[0] in colours}


def _token_warnings(options: Options, fighter: Fighter, power: Power, has_x_cards: bool) -> Problems:
    effects: list[tuple[Path_, Effect]] = []
    for letter, i, effect in effects_of(power):
        effects.append((("power", letter, "effects", i, *power.faces()[letter == "b"][1].effects[i]), effect))
    flips = [at[1] for at, effect in effects for step in effect.steps if step.verb == Verb.FLIP]
    if power.b and power.active == "face_up" and "a" not in flips:
        yield ("power", "b"), "side B is never turned up: nothing on side A flips the token"
    yield from _counter_warnings(power, effects, has_x_cards)
    can_draw = any(step.verb == Verb.DRAW for _, effect in effects for step in effect.steps)
    hand = DECK_MAX if can_draw else max(options.hand_size, STARTING_CARDS)
    for at, effect in effects:
        yield from _idle(hand, fighter, effect, at)
        for step in effect.steps:
            if step.verb == Verb.INITIATIVE and not any(icon[0] == "R" for icon in _icons(step.cards, fighter.cards)):
                yield (*at, Column(step.column)), f"'{step}' does nothing: red cards alone have an initiative"


def _counter_warnings(power: Power, effects: list[tuple[Path_, Effect]], has_x_cards: bool) -> Problems:
    """Yield what is wrong between the words that change the counter and those that look at it."""
    steps = [(at, step) for at, effect in effects for step in effect.steps]
    changing = [(at, step) for at, step in steps if step.verb == Verb.COUNTER]
    opposing = {at[1] for at, step in steps if step.verb == Verb.X_IS_OPPOSING_DAMAGE}
    is_x_counter = not opposing if power.active == "both" else len(opposing) < len(power.faces())
    uses_x = has_x_cards or any(step.amount and step.amount.is_x for _, step in steps)
    conditions = [(at, effect.condition) for at, effect in effects if effect.condition]
    asked = [((*at, KEY, Column(c.column)), c.n or 0) for at, c in conditions if c.word == Condition.COUNTER]
    if changing and not asked and not (uses_x and is_x_counter):
        at, step = changing[0]
        yield (*at, Column(step.column)), "nothing looks at the counter, neither 'if counter N' nor X"
    highest = max((_highest(step) for _, step in changing), default=0)
    for at, n in asked:
        if n > highest:
            yield at, f"'if counter {n}' never holds: the counter goes up to {highest}"
    if not opposing and not highest:
        for at, step in steps:
            if step.amount and step.amount.is_x:
                yield (*at, Column(step.column)), f"'{step}' does nothing: X is the counter, and nothing raises it"


def _highest(step: Step) -> int:
    """Return the highest value to which a step can bring the counter."""
    if step.amount is None or step.amount.operator == Operator.SUBTRACT:
        return 0
    if step.amount.operator == Operator.SET:
        return step.amount.n
    return COUNTER_MAX if step.limit is None else step.limit


def _idle(hand: int, fighter: Fighter, effect: Effect, at: Path_) -> Problems:
    """Yield why an effect can never act; `hand` is the largest hand there can be."""
    if effect.trigger == Trigger.EMPTYING_A_HAND_OF and (effect.n or 0) > hand:
        yield (*at, KEY), f"a hand has {hand} cards, so one of {effect.n} is never emptied"
    is_asked = effect.condition is not None and effect.condition.word == Condition.SIGNATURE
    if not fighter.signatures and (effect.trigger == Trigger.CALLING or is_asked):
        yield (*at, KEY), f"'{effect.when}' never happens: the fighter has no signature combos"
    if effect.price and effect.price.word == Cost.DISCARD:
        icons = _icons(effect.price.cards, fighter.cards)
        copies = sum(card.copies for card in fighter.cards if card.icon in icons)
        if (effect.price.least or 0) > min(hand, copies):
            has = f"the deck has {copies}" if copies < hand else f"a hand has {hand}"
            yield (*at, Column(effect.price.column)), f"'{effect.price}' can never be paid: {has} such cards"
