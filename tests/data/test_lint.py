"""Warnings about fighters: each of its own kind, none for the shipped data."""

import shutil

import pytest

import balance
from balance.cli.main import run
from balance.data.files import read_yaml
from balance.rules.combo_fighter.lint import warnings
from tests.data.conftest import FILES
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


def test_validate_warns_of_two_fighters_of_one_name(tmp_path, capsys):
    """A copy that was not renamed, as it is made to begin a fighter of one's own."""
    shutil.copytree(RULESETS, tmp_path / "rulesets")
    folder = tmp_path / "rulesets" / "combo-fighter" / "fighters"
    shutil.copy(folder / "boris.yaml", folder / "nova.yaml")
    (line,) = [i for i, text in enumerate((folder / "boris.yaml").read_text().splitlines(), 1) if text[:5] == "name:"]
    said = [
        f"warning: {folder / f'{stem}.yaml'}:{line}:7: 'Boris Wolfram' is the name in {other}.yaml too, so reports"
        " cannot tell them apart; expected a name of its own, and for a copy a provenance of its own\n"
        for stem, other in (("boris", "nova"), ("nova", "boris"))
    ]
    assert run(["validate", "--rulesets", str(tmp_path / "rulesets")]) == 0
    assert capsys.readouterr().err == "".join(said)
    assert run(["validate", str(folder / "nova.yaml")]) == 0
    assert capsys.readouterr().err == said[1]


# ---------------------------------------------------------------- power tokens

SIDE_B = "side B is never turned up: nothing on side A flips the token"
UNSEEN = "nothing looks at the counter, neither 'if counter N' nor X"


def token_told(shop, a, b=(), active="face_up", edits=()):
    """Return (line of the token's effect, column, text) of each warning about a token of such lines on Ann."""
    lines = ["power:", f"  active: {active}", "  a:", "    name: Calm", "    effects:", *(f"      - {w}" for w in a)]
    if b:
        lines += ["  b:", "    name: Fury", "    effects:", *(f"      - {line}" for line in b)]
    path = shop.folder / "fighters/ann.yaml"
    text = FILES["fighters/ann.yaml"]
    shop.write("fighters/ann.yaml", text + "\n".join(lines) + "\n")
    data = shop.load(edits)
    document = read_yaml(path)[0]
    effects = [number for number, line in enumerate(document.lines, 1) if line.startswith("      - ")]
    found = [(document.place(at), said) for at, said in warnings(data.options, data.sides["ann"]) if at[0] == "power"]
    return [
        (effects.index(place.line) + 1 if place.line in effects else 0, place.column, said) for place, said in found
    ]


@pytest.mark.parametrize(
    ("a", "b", "active"),
    [
        (["end of round: may discard 3 blue -> flip"], ["dealing: total +2"], "face_up"),
        (["dealing: total +2"], ["dealing: total +2"], "both"),
        (["won: counter +1", "won if counter 3: win"], [], "face_up"),
        (["won: counter +1 up to 3", "won if counter 3: win"], [], "face_up"),
        (["won: counter +1 up to 3", "dealing: total +X"], [], "face_up"),
        (["won: counter = 3", "dealing if counter 3: total +1"], [], "face_up"),
        (["always: X is opposing damage", "dealing: total +X"], [], "face_up"),
        (["won: counter +1, flip"], ["always: X is opposing damage", "won: counter +1"], "face_up"),
        (["emptying a hand of 5: draw 2", "emptying a hand of 6: flip"], ["dealing: total +1"], "face_up"),
        (["always: initiative +1 red"], [], "face_up"),
        (["always: initiative +1"], [], "face_up"),
    ],
)
def test_a_token_that_is_fine(shop, a, b, active):
    told = token_told(shop, a, b, active)
    if "X is opposing damage" in str(b):  # on side A X is the counter, but nothing uses X
        assert told == [(1, 14, UNSEEN)]
    else:
        assert told == []


@pytest.mark.parametrize(
    ("a", "b", "told"),
    [
        (["dealing: total +2"], ["dealing: total +3"], [(0, 5, SIDE_B)]),
        (["dealing: total +2"], ["dealing: flip"], [(0, 5, SIDE_B)]),
        (["dealing: total +2", "won: counter +1"], [], [(2, 14, UNSEEN)]),
        (["lost: counter +1", "always: X is opposing damage", "dealing: total +X"], [], [(1, 15, UNSEEN)]),
        (
            ["won: counter +1 up to 3", "won if counter 4: win"],
            [],
            [(2, 16, "'if counter 4' never holds: the counter goes up to 3")],
        ),
        (
            ["lost: counter -1", "won if counter 1: win"],
            [],
            [(2, 16, "'if counter 1' never holds: the counter goes up to 0")],
        ),
        (
            ["dealing: counter = 0, total +2X"],
            [],
            [(1, 31, "'total +2X' does nothing: X is the counter, and nothing raises it")],
        ),
        (["emptying a hand of 6: flip"], ["hit: flip"], [(1, 9, "a hand has 5 cards, so one of 6 is never emptied")]),
        (
            ["always: damage +1 BT, initiative +1 BT yellow"],
            [],
            [(1, 31, "'initiative +1 BT yellow' does nothing: red cards alone have an initiative")],
        ),
        (["won: may discard 6 -> total +9"], [], [(1, 18, "'discard 6' can never be paid: a hand has 5 such cards")]),
    ],
)
def test_each_warning_about_a_token(shop, a, b, told):
    assert token_told(shop, a, b) == told


def test_a_cost_that_the_deck_does_not_hold(shop):
    edits = ["hand_size=7", "fighters.ann.cards.sweep.copies=5", "fighters.ann.cards.throw.copies=15"]
    told = token_told(shop, ["won: may discard 6 to 7 BS -> total +9"], edits=edits)
    assert [text for _, _, text in told] == ["'discard 6 to 7 BS' can never be paid: the deck has 5 such cards"]


def test_calling_without_signatures(shop):
    lines = ["calling: flip", "won if signature: flip"]
    told = token_told(shop, lines, ["hit: flip"], edits=["fighters.ann.signatures=[]"])
    assert [text for _, _, text in told] == [
        "'calling' never happens: the fighter has no signature combos",
        "'won if signature' never happens: the fighter has no signature combos",
    ]


def test_a_card_that_the_token_names_is_not_worse(shop):
    """The token may be worth more than the numbers, unless it treats both cards alike."""
    edits = ["fighters.ann.cards.sweep.combo=1"]
    worse = "'Sweep' is nowhere better than 'Guard' and somewhere worse"

    def worse_told(line):
        token_told(shop, [line])
        data = shop.load(edits)
        return [text for _, text in warnings(data.options, data.sides["ann"]) if "worse" in text]

    assert worse_told("playing BS: counter +1") == []
    assert worse_told("won: may discard 2 BS red -> total +1") == []
    assert worse_told("playing blue: counter +1") == worse_told("dealing: total +2") == [worse]
