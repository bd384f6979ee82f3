"""Warnings about fighters: each of its own kind, none for the shipped data."""

import shutil

import pytest

import balance
from balance.cli.main import run
from balance.rules.combo_fighter.lint import warnings
from tests.games import RULESETS


def told(*edits):
    data = balance.load("combo-fighter", rulesets=RULESETS, edits=edits)
    return [(at, text) for side in data.sides.values() for at, text in warnings(data.options, side)]


def test_the_shipped_fighters_raise_no_warning():
    assert told() == []


@pytest.mark.parametrize(
    ("edits", "at", "text"),
    [
        (
            ["fighters.gaekere.cards.mount.box=[RT, BT]", "fighters.gaekere.cards.block.box=[RT, YT]"],
            ("cards", 1),
            "no combo box leads to 'Hammer Fist' (RS); it can only open a round",
        ),
        (
            [
                "fighters.francisco.cards.block.box=[RT, RS, RC, YS, YT]",
                "fighters.francisco.cards.punch.box=[RS, BT, BS, YT]",
                "fighters.francisco.cards.low-kick.box=[RT, BT, BS, YS]",
                "fighters.francisco.cards.step-in.box=[RT, RS, BT, BS]",
            ],
            ("cards", 3),
            "'Soak' is nowhere better than 'Block' and somewhere worse",
        ),
        (
            ["fighters.francisco.signatures.power-punch.damage=1"],
            ("signatures", 0, "damage"),
            "'Power Punch' deals 1, its cards played plainly 2",
        ),
        (
            ["fighters.boris.cards.headbutt.combo=10"],
            ("signatures", 2, "moxie", "damage"),
            "the Moxie version of 'Ukrainian Hangover' deals 12, its cards plainly 13",
        ),
        (
            [
                "hand_size=4",
                "fighters.gaekere.cards.block.box=[RT, RS, YT, BT]",
                "fighters.gaekere.signatures.triangle-choke.moxie={icon: BT, damage: 26}",
            ],
            ("signatures", 2),
            "the Moxie version of 'Triangle Choke' takes 5 cards, a hand has 4",
        ),
    ],
    ids=["never chained to", "dominated", "worth less", "Moxie worth less", "longer than a hand"],
)
def test_each_warning(edits, at, text):
    assert (at, text) in told(*edits)


def test_validate_warns_and_is_strict_on_demand(tmp_path, capsys):
    shutil.copytree(RULESETS, tmp_path / "rulesets")
    path = tmp_path / "rulesets" / "combo-fighter" / "fighters" / "francisco.yaml"
    path.write_text(path.read_text().replace("sequence: [BT, YT, RT], damage: 5", "sequence: [BT, YT, RT], damage: 1"))
    line = f"{path}:15:57: 'Power Punch' deals 1, its cards played plainly 2\n"
    assert run(["validate", "--rulesets", str(tmp_path / "rulesets")]) == 0
    assert capsys.readouterr().err == f"warning: {line}"
    assert run(["validate", "--strict", "--rulesets", str(tmp_path / "rulesets")]) == 4
    assert capsys.readouterr().err == line
