"""Variants are edits with a name; every shipped one loads, a broken one is told with its file."""

from pathlib import Path

import pytest

import balance
from balance.data.load import read_variants, variant_names
from balance.errors import DataError, UsageError

SHIPPED = Path(__file__).parents[2] / "rulesets"
BIG = "variants/big.yaml"


@pytest.mark.parametrize("name", variant_names(SHIPPED / "combo-fighter"))
def test_shipped_variant(name):
    plain = balance.load("combo-fighter", rulesets=SHIPPED)
    varied = balance.load("combo-fighter", rulesets=SHIPPED, variant=name)
    assert varied.variant == name
    assert varied.edits == tuple(read_variants(varied.folder)[name].set)
    assert (varied.options, varied.sides) != (plain.options, plain.sides)  # it does something


def test_shipped_variants():
    assert variant_names(SHIPPED / "combo-fighter") == [
        "block-without-star",
        "boris-flips-back",
        "free-signatures",
        "large-hand",
        "late-reshuffle",
        "no-moxie",
        "no-signatures",
        "no-tokens",
        "small-hand",
        "wrestle-anywhere",
    ]


def test_edits_lie_over_the_variant(shop):
    data = shop.load(["hand_size=7"], "big")
    assert data.options.hand_size == 7
    assert data.edits == ("hand_size=6", "hand_size=7")
    assert shop.load(variant="big").options.hand_size == 6


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("bigg", "no variant 'bigg'; known: big. Did you mean 'big'?"),
        ("", "no variant ''; known: big."),
        ("../options", "no variant '../options'; known: big."),
    ],
)
def test_unknown_variant(shop, name, message):
    with pytest.raises(UsageError) as caught:
        shop.load(variant=name)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title: [\n", f"{BIG}:2:1: not valid YAML: expected the node content, but found '<stream end>'"),
        ("set: [hand_size=6]\n", f"{BIG}:1:1: field 'title' is missing; expected a text"),
        ("title: x\nset: {hand_size: 6}\n", f"{BIG}:2:6: this value is wrong; expected a valid list"),
        ("title: x\nset: [6]\n", f"{BIG}:2:7: 6 is wrong; expected a valid string"),
        (
            "title: x\nset: [hand_size=6]\nsets: 1\n",
            f"{BIG}:3:1: unknown field 'sets'; known: title, set. Did you mean 'set'?",
        ),
        ("title: x\nset: [hand_size=9]\n", f"{BIG} hand_size=9: 9 is wrong; expected a number from 4 to 7"),
        (
            "title: x\nset: [hand_sise=6]\n",
            f"{BIG} hand_sise=6: no option 'hand_sise'; known: hand_size, moxie, power_tokens, reshuffle,"
            " round_limit, signatures, signatures_ignore_boxes. Did you mean 'hand_size'?",
        ),
        ("title: x\nset: [hand_size]\n", f"{BIG} hand_size: expected PATH=VALUE, for example hand_size=6"),
    ],
)
def test_broken_variant(shop, text, message):
    shop.write(BIG, text)
    assert shop.said() == []  # nobody asked for it
    assert shop.said(variant="big") == [message]
    assert shop.said_of_variants() == [message]


def test_a_variant_without_edits(shop):
    shop.write(BIG, "title: x\nset: []\n")
    said = shop.said(variant="big")
    assert len(said) == 1
    assert said[0].startswith(f"{BIG}:2:6: ")


def test_problems_of_all_variants_at_once(shop):
    shop.write("variants/a.yaml", "title: x\nset: [hand_size=9]\n")
    shop.write("variants/z.yaml", "title: x\nset: [moxie=9]\n")
    assert shop.said_of_variants() == [
        "variants/a.yaml hand_size=9: 9 is wrong; expected a number from 4 to 7",
        "variants/z.yaml moxie=9: 9 is wrong; expected a valid boolean",
    ]


def test_listing_tells_all_broken_variants(shop):
    shop.write("variants/a.yaml", "title: 1\nset: [hand_size=6]\n")
    shop.write("variants/z.yaml", "- x\n")
    with pytest.raises(DataError) as caught:
        read_variants(shop.folder)
    assert [problem.place.path.name for problem in caught.value.problems] == ["a.yaml", "z.yaml"]
