"""What a fighter's file may say and yet hardly means: warnings, never errors."""

from __future__ import annotations

from balance.data.schema import Problems
from balance.rules.combo_fighter.schema import Card, Fighter, Options, Signature
from balance.rules.combo_fighter.tokens import effects_of
from balance.vocab import Condition, Trigger


def warnings(options: Options, fighter: Fighter) -> Problems:
    """Yield (path, message) for cards and signatures that look like a slip."""
    cards: dict[str, Card] = {card.icon: card for card in fighter.cards}
    x_cards = {card.icon for card in fighter.cards if "X" in (card.opening, card.combo)}
    for i, card in enumerate(fighter.cards):
        if not any(card.icon in other.box for other in fighter.cards):
            yield ("cards", i), f"no combo box leads to '{card.name}' ({card.icon}); it can only open a round"
        for other in fighter.cards:
            if not {card.icon, other.icon} & x_cards and _is_dominated(card, other, fighter.cards):
                yield ("cards", i), f"'{card.name}' is nowhere better than '{other.name}' and somewhere worse"
                break
    for i, signature in enumerate(fighter.signatures):
        if not _moves_token(fighter, signature) and not x_cards & set(signature.sequence):
            yield from _damage_warnings(signature, ("signatures", i), cards)
        yield from _length_warnings(options, signature, ("signatures", i), cards)


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
