"""The fighters of the rule tests, with the numbers the examples use, and a way to write more in a line.

They are copies on purpose: whoever edits the data for players does not move the rules.
"""

from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from balance.rules import combo_fighter
from balance.rules.combo_fighter import RULESET

Fighter = Any


def fighter(
    name: str,
    *cards: str,
    signatures: tuple[str, ...] = (),
    a: tuple[str, ...] = (),
    b: tuple[str, ...] = (),
    active: str = "face_up",
) -> Fighter:
    """Return a fighter; slots count from 1 in the order of the cards.

    A card is written "ICON COPIES[s] [iINITIATIVE] [*] OPENING/COMBO [ICON of the box ...]", s for a starting card and
    * for a star; X is a damage. A signature is written "ICON ICON ICON DAMAGE [ICON of Moxie, total DAMAGE]", which is
    its name as well. The lines of `a` and `b` are the effects of the sides of the power token.
    """
    sheet = {
        "name": name,
        "provenance": "stand-in",
        "cards": [_card(slot, words.split()) for slot, words in enumerate(cards, 1)],
        "signatures": [_signature(words, words.split()) for words in signatures],
    }
    return RULESET.side_model.model_validate(sheet | _power(a, b, active))


def tokened(
    one: Fighter, *, a: tuple[str, ...], b: tuple[str, ...] = (), active: str = "face_up", name: str = ""
) -> Fighter:
    """Return a fighter with another power token."""
    sheet = one.model_dump(mode="json", exclude_none=True)
    sheet |= {"name": name or one.name} | _power(a, b, active)
    found = RULESET.side_model.model_validate(sheet)
    assert not list(RULESET.check(RULESET.options_model(signatures_ignore_boxes=True), found))
    return found


def _power(a: tuple[str, ...], b: tuple[str, ...], active: str) -> dict[str, Any]:
    sides = {"a": a, "b": b}
    faces = {
        letter: {"name": letter.upper(), "effects": [dict([line.split(": ", 1)]) for line in lines]}
        for letter, lines in sides.items()
        if lines
    }
    return {"power": {"active": active} | faces} if faces else {}


def _card(slot: int, words: list[str]) -> dict[str, Any]:
    icon, copies = words.pop(0), words.pop(0)
    card: dict[str, Any] = {"slot": slot, "name": icon, "icon": icon}
    card["start"] = copies.endswith("s")
    card["copies"] = int(copies.rstrip("s"))
    if words[0].startswith("i"):
        card["initiative"] = int(words.pop(0)[1:])
    if words[0] == "*":
        card["star"] = bool(words.pop(0))
    card["opening"], card["combo"] = (n if n == "X" else int(n) for n in words.pop(0).split("/"))
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

# The six published fighters with their power tokens; Boris and Grace also come without, see above.
RADIANT = tokened(BORIS, a=("end of round: may discard 3 blue -> flip",), b=("dealing: total +2",))
STAFF = tokened(
    GRACE,
    a=("always if holding RC: initiative +3 red, damage +1 red", "playing RC: flip"),
    b=("clearing the table: remove RC",),
)

# RT Jab, RS Cross, RC Kick, BT Knee, YT Close Distance, YS Circle
RENEE = fighter(
    "Renee",
    "RT 12s i8 1/2 RT RS YT",
    "RS 9s  i6 2/3 RC YT YS",
    "RC 6s  i4 4/3 BT YT",
    "BT 10s    0/2 RT YT YS",
    "YT 7s     0/0 RT RS BT",
    "YS 6      0/0 RT RC",
    signatures=("RT YT RS 6 YS 10", "RS YS RC 6 YT 10", "RT RT YT BT 11"),
    a=("calling: flip",),
    b=("emptying a hand of 5: may draw 5, flip",),
)

# RT Punch, RS Low Kick, RC High Kick, BT Soak, BS Block, YT Step In, YS Step Out
FRANCISCO = fighter(
    "Francisco",
    "RT 11s i7 2/2 RS BT YT",
    "RS 8s  i5 3/3 RT BT YS",
    "RC 6s  i3 5/3 BS YT",
    "BT 5s     0/0 RC YT",
    "BS 9   *  0/0 RT RS YS",
    "YT 7s     0/0 RT RS BT",
    "YS 4      0/0 RC BS",
    signatures=("BT YT RT 5", "BS RS BT 6 YT 8", "BS YS RC 7 YT 10"),
    a=("hit: flip",),
    b=("won: may double one, flip",),
)

# RT Sticky Hands, BT Deflect, BS Direct, YT Lead, YS Evade, YC Follow
KAGAMI = fighter(
    "Kagami",
    "RT 10s i5 0/0 BS YC",
    "BT 9s     X/0 RT YS",
    "BS 9s     0/X RT YT",
    "YT 7s     X/0 RT YS",
    "YS 7      0/0 BS YC",
    "YC 8s  *  0/X RT BT YS",
    signatures=("YT RT BS 0", "YS BS YT 0", "YC BT YS 0"),
    a=("always: X is opposing damage",),
    b=(
        "won if no signature: counter +1",
        "won if signature: counter +2",
        "won if counter 4: win",
        "lost: counter = 0",
        "tied: counter = 0",
    ),
    active="both",
)

# RT Elbow, RS Hammer Fist, BT Block, BC Wrestle, YT Mount, YC Roll
GAEKERE = fighter(
    "Gaekere",
    "RT 11s i5 3/2 BT YT",
    "RS 10s i2 5/3",
    "BT 8s     0/0 RT RS YT",
    "BC 8s  *  0/0 YT YC",
    "YT 7s     0/0 RT RS BT",
    "YC 6   *  0/0 BT BC",
    signatures=("YC BT YT 12", "YC BC YT 12", "YC BC YC BT 25"),
    a=("taking: total +2", "always: no signatures", "winning with BC: flip"),
    b=("taking: total = 0", "always: damage x3 red", "end of round if lost: flip"),
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
    """Return the two fighters without tokens of the frozen roster; between them they touch every other rule."""
    sides = frozen_roster()["sides"]
    return {stem: RULESET.side_model.model_validate(sides[stem]) for stem in ("anvil", "bellows")}


@cache
def wordsmiths() -> dict[str, Fighter]:
    """Return the two fighters of wordsmith.yaml, whose power tokens use every word."""
    sheets = YAML(typ="safe", pure=True).load(Path(__file__).parent / "wordsmith.yaml")
    return {stem: RULESET.side_model.model_validate(sheet) for stem, sheet in sheets.items()}
