"""What a fighter's file may say and yet hardly means: warnings, never errors."""

from __future__ import annotations

from balance.data.schema import Problems
from balance.rules.combo_fighter.schema import Card, Fighter, Options, Signature


def warnings(options: Options, fighter: Fighter) -> Problems:
    """Yield (path, message) for cards and signatures that look like a slip."""
    cards: dict[str, Card] = {card.icon: card for card in fighter.cards}
    for i, card in enumerate(fighter.cards):
        if not any(card.icon in other.box for other in fighter.cards):
            yield ("cards", i), f"no combo box leads to '{card.name}' ({card.icon}); it can only open a round"
        for other in fighter.cards:
            if _is_dominated(card, other, fighter.cards):
                yield ("cards", i), f"'{card.name}' is nowhere better than '{other.name}' and somewhere worse"
                break
    for i, signature in enumerate(fighter.signatures):
        yield from _signature_warnings(options, signature, ("signatures", i), cards)


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


def _signature_warnings(
    options: Options, signature: Signature, at: tuple[str, int], cards: dict[str, Card]
) -> Problems:
    icons: list[str] = list(signature.sequence)
    plain = cards[icons[0]].opening + sum(cards[icon].combo for icon in icons[1:])
    if plain > signature.damage:
        yield (*at, "damage"), f"'{signature.name}' deals {signature.damage}, its cards played plainly {plain}"
    if signature.moxie:
        plain += cards[signature.moxie.icon].combo
        if plain > signature.moxie.damage:
            message = (
                f"the Moxie version of '{signature.name}' deals {signature.moxie.damage}, its cards plainly {plain}"
            )
            yield (*at, "moxie", "damage"), message
    length = len(icons) + (signature.moxie is not None)
    if length > options.hand_size:
        what = "the Moxie version of " if len(icons) <= options.hand_size else ""
        yield at, f"{what}'{signature.name}' takes {length} cards, a hand has {options.hand_size}"
