"""Hypothesis strategies: fighters nobody has printed, and any rule options."""

from typing import Any

from hypothesis import strategies as st

from balance.rules.combo_fighter.schema import Card, Fighter, Moxie, Options, Signature

ICONS = ["RT", "RS", "RC", "BT", "BS", "BC", "YT", "YS", "YC"]
START, DECK, COPIES_MAX = 5, 50, 15


@st.composite
def fighters(draw: Any) -> Fighter:
    """A fighter of 5 to 9 kinds and 50 cards with any numbers, boxes and signatures, box-legal or not."""
    icons = draw(st.permutations(ICONS))[: draw(st.integers(START, len(ICONS)))]
    slots = draw(st.lists(st.integers(1, 99), min_size=len(icons), max_size=len(icons), unique=True))
    copies = [1] * len(icons)
    for _ in range(DECK - len(icons)):
        open_kinds = [i for i, n in enumerate(copies) if n < COPIES_MAX]
        copies[draw(st.sampled_from(open_kinds))] += 1
    cards = [
        Card(
            slot=slots[i],
            name=f"card {slots[i]}",
            copies=copies[i],
            icon=icon,
            start=i < START,
            star=icon[0] != "R" and draw(st.booleans()),
            initiative=draw(st.integers(0, 10)) if icon[0] == "R" else None,
            opening=draw(st.integers(0, 8)),
            combo=draw(st.integers(0, 5)),
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
            signatures.append(Signature(name=f"signature {number}", sequence=sequence, damage=damage, moxie=moxie))
            seen |= versions
    return Fighter(name="nobody", provenance="stand-in", cards=cards, signatures=signatures)


options = st.builds(
    Options,
    hand_size=st.integers(4, 7),
    reshuffle=st.sampled_from(["at_once", "end_of_round"]),
    signatures=st.booleans(),
    moxie=st.booleans(),
    signatures_ignore_boxes=st.booleans(),
    round_limit=st.sampled_from([1, 7, 60, 500]),
)
