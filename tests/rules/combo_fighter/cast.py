"""The fighters of the rule tests: Boris and Grace with the numbers the examples use, and a way to write more in a line.

They are copies on purpose: whoever edits the data for players does not move the rules.
"""

from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from balance.rules import combo_fighter
from balance.rules.combo_fighter import RULESET

Fighter = Any


def fighter(name: str, *cards: str, signatures: tuple[str, ...] = ()) -> Fighter:
    """Return a fighter; slots count from 1 in the order of the cards.

    A card is written "ICON COPIES[s] [iINITIATIVE] [*] OPENING/COMBO [ICON of the box ...]", s for a starting card and
    * for a star. A signature is written "ICON ICON ICON DAMAGE [ICON of Moxie, total DAMAGE]".
    """
    return RULESET.side_model.model_validate(
        {
            "name": name,
            "provenance": "stand-in",
            "cards": [_card(slot, words.split()) for slot, words in enumerate(cards, 1)],
            "signatures": [_signature(words, words.split()) for words in signatures],
        }
    )


def _card(slot: int, words: list[str]) -> dict[str, Any]:
    icon, copies = words.pop(0), words.pop(0)
    card: dict[str, Any] = {"slot": slot, "name": icon, "icon": icon}
    card["start"] = copies.endswith("s")
    card["copies"] = int(copies.rstrip("s"))
    if words[0].startswith("i"):
        card["initiative"] = int(words.pop(0)[1:])
    if words[0] == "*":
        card["star"] = bool(words.pop(0))
    card["opening"], card["combo"] = (int(number) for number in words.pop(0).split("/"))
    return card | {"box": words}


def _signature(name: str, words: list[str]) -> dict[str, Any]:
    at = next(i for i, word in enumerate(words) if word.isdigit())
    signature: dict[str, Any] = {"name": name, "sequence": words[:at], "damage": int(words[at])}
    if words[at + 1 :]:
        signature["moxie"] = {"icon": words[at + 1], "damage": int(words[at + 2])}
    return signature


# RT Laser Flash, RS Headbutt, RC Thunder Clap, YT Circle, YS Step Back, BT Block, BS Shoulder Tackle, BC Rush
BORIS = fighter(
    "Boris",
    "RT 6s i7 0/2  RT RC BS",
    "RS 6  i4 4/3  BT YT YS",
    "RC 6s i2 7/3  RT RS",
    "YT 7s    0/0  RT RS BS",
    "YS 5     0/0  RS RC BC",
    "BT 7s    0/0  RT RS YT",
    "BS 7s    0/3  YT YS",
    "BC 6  *  0/5  BT BS BC",
    signatures=("BT YT BS 6 YS 10", "BC BT RT 6 RT 10", "BS YS RC 7 RS 12"),
)

# RC Phoenix Strike, RT Snake Snap, RS Tiger Slash, BT Elbow, BS Evade, YT Spin, YS Side Step, YC Swoop
GRACE = fighter(
    "Grace",
    "RC 1s  i10 8/0",
    "RT 12s i6  1/2  RS BT YT",
    "RS 10s i3  3/2  RT BS YS",
    "BT 6s      0/2  RT RC YS",
    "BS 6       0/0  RS YT YC",
    "YT 6s      0/0  RT BT",
    "YS 5       0/0  RT RS BS",
    "YC 4   *   0/0  RS RC",
    signatures=("YT RT BT 7 YS 9", "YS RS BS 7 YT 9", "YS BS YC RC 15"),
)

# Five kinds, all of them starting cards.
PLAIN = fighter(
    "Plain",
    "RT 10s i5 4/2 RT RS",
    "RS 10s i3 2/3 BT",
    "BT 10s    0/1 YT",
    "YT 10s    0/0 RT",
    "BC 10s *  0/4 BC",
)

# Without combos nobody ever gets hurt by it.
CALM = fighter("Calm", "RT 10s i5 0/2 RT", "RS 10s i3 0/2", "BT 10s * 0/2", "BS 10s 0/0", "YT 10s 0/0")


def frozen_roster() -> dict[str, Any]:
    """Return the package's frozen roster: sides, options and policies as plain data."""
    path = Path(combo_fighter.__file__).parent / "roster.yaml"
    return YAML(typ="safe", pure=True).load(path)


def frozen_fighters() -> dict[str, Fighter]:
    """Return the two fighters of the frozen roster; between them they touch every rule."""
    return {stem: RULESET.side_model.model_validate(side) for stem, side in frozen_roster()["sides"].items()}
