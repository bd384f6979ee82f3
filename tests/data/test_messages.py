"""What is said about values that the models refuse, and about files that do not agree with themselves."""

import pytest

from balance import rules

ANN = "fighters/ann.yaml"
BOB = "fighters/bob.yaml"
CARD = "slot, name, copies, icon, start, star, initiative, opening, combo, box, doubtful, note"
DAMAGE = "a number from 0 to 50, or X (which the power token defines)"
FEATURES = ", ".join(sorted(feature.name.lower() for feature in rules.get("combo-fighter").features if feature))


# ---------------------------------------------------------------- fields and values


@pytest.mark.parametrize(
    ("old", "new", "messages"),
    [
        (
            "opening: 3",
            "openning: 3",
            [
                "4:5: field 'opening' is missing; expected Damage as the first card of a round: a number or X.",
                f"4:81: unknown field 'openning'; known: {CARD}. Did you mean 'opening'?",
            ],
        ),
        ("opening: 3", "opening: 3, xyzzy: 1", [f"4:93: unknown field 'xyzzy'; known: {CARD}."]),
        (
            "name: Ann\n",
            "name: Ann\nstile: x\n",
            ["2:1: unknown field 'stile'; known: name, provenance, source, style, cards, signatures, power."
             " Did you mean 'style'?"],
        ),
        ("name: Ann\n", "", ["1:1: field 'name' is missing; expected As printed."]),
        (
            "provenance: stand-in\n",
            "",
            ["1:1: field 'provenance' is missing; expected Where the numbers come from; required."],
        ),
        (
            "moxie: {icon: BS, damage: 10}",
            "moxie: {icon: BS}",
            ["10:63: field 'damage' is missing; expected Total damage of the Moxie version."],
        ),
        (
            "moxie: {icon: BS, damage: 10}",
            "moxie: {icon: BS, damage: 10, bonus: 3}",
            ["10:86: unknown field 'bonus'; known: icon, damage."],
        ),
        ("copies: 10, icon: RT", "copies: ten, icon: RT", ["4:39: 'ten' is wrong; expected a valid integer"]),
        ("copies: 10, icon: RT", "copies: 10.0, icon: RT", ["4:39: 10.0 is wrong; expected a valid integer"]),
        ("copies: 10, icon: RT", "copies: '10', icon: RT", ["4:39: '10' is wrong; expected a valid integer"]),
        ("copies: 10, icon: RT", "copies: 1:30, icon: RT", ["4:39: '1:30' is wrong; expected a valid integer"]),
        ("copies: 10, icon: RT", "copies: 0, icon: RT", ["4:39: 0 is wrong; expected a number from 1 to 15"]),
        ("copies: 10, icon: RT", "copies: 16, icon: RT", ["4:39: 16 is wrong; expected a number from 1 to 15"]),
        ("slot: 1", "slot: 0", ["4:12: 0 is wrong; expected a number from 1 to 99"]),
        ("slot: 1", "slot: 100", ["4:12: 100 is wrong; expected a number from 1 to 99"]),
        ("initiative: 5", "initiative: -1", ["4:78: -1 is wrong; expected a number from 0 to 99"]),
        ("initiative: 5", "initiative: 100", ["4:78: 100 is wrong; expected a number from 0 to 99"]),
        ("opening: 3", "opening: 51", [f"4:90: 51 is wrong; expected {DAMAGE}"]),
        ("opening: 3", "opening: -1", [f"4:90: -1 is wrong; expected {DAMAGE}"]),
        ("opening: 3", "opening: x", [f"4:90: 'x' is wrong; expected {DAMAGE}"]),
        ("combo: 2", "combo: 1.5", [f"4:100: 1.5 is wrong; expected {DAMAGE}"]),
        ("star: true", "star: yes", ["6:69: 'yes' is wrong; expected a valid boolean"]),
        ("star: true", "star: 1", ["6:69: 1 is wrong; expected a valid boolean"]),
        ("name: Red Hook", "name: 7", ["4:21: 7 is wrong; expected a valid string"]),
        (
            "icon: RT, start",
            "icon: TR, start",
            ["4:49: 'TR' is not one of RT, RS, RC, BT, BS, BC, YT, YS, YC. Did you mean 'YT'?"],
        ),
        (
            "box: [BT, YT]}",
            "box: [BT, rt]}",
            ["4:113: 'rt' is not one of RT, RS, RC, BT, BS, BC, YT, YS, YC. Did you mean 'RT'?"],
        ),
        ("box: [BT, YT]}", "box: [BT, 5]}", ["4:113: 5 is not one of RT, RS, RC, BT, BS, BC, YT, YS, YC."]),
        (
            "stand-in",
            "fan transcription",
            ["2:13: 'fan transcription' is not one of rulebook, publisher, fan-transcription, stand-in."
             " Did you mean 'fan-transcription'?"],
        ),
        ("stand-in", "guessed", ["2:13: 'guessed' is not one of rulebook, publisher, fan-transcription, stand-in."]),
    ],
)  # fmt: skip
def test_field(shop, old, new, messages):
    assert shop.broken(ANN, old, new) == [f"{ANN}:{message}" for message in messages]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("hand_size: 5", "hand_size: 8", "2:12: 8 is wrong; expected a number from 4 to 7"),
        ("hand_size: 5", "hand_size: 3", "2:12: 3 is wrong; expected a number from 4 to 7"),
        ("at_once", "at_onse", "3:12: 'at_onse' is not one of at_once, end_of_round. Did you mean 'at_once'?"),
        ("round_limit: 500", "round_limit: 501", "8:14: 501 is wrong; expected a number from 1 to 500"),
        ("moxie: true", "moxie: no", "5:8: 'no' is wrong; expected a valid boolean"),
        (
            "moxie: true",
            "moxy: true",
            "5:1: unknown field 'moxy'; known: hand_size, reshuffle, signatures, moxie, power_tokens,"
            " signatures_ignore_boxes, round_limit. Did you mean 'moxie'?",
        ),
    ],
)
def test_option(shop, old, new, message):
    assert shop.broken("options.yaml", old, new) == [f"options.yaml:{message}"]


def test_options_left_out_are_at_their_defaults(shop):
    shop.write("options.yaml", "hand_size: 6\n")
    options = shop.load().options
    assert (options.hand_size, options.reshuffle, options.moxie, options.round_limit) == (6, "at_once", True, 500)


@pytest.mark.parametrize(
    ("old", "new", "messages"),
    [
        ("standard: clever", "standard: clevr",
         ["1:11: no policy 'clevr'; known: clever, random. Did you mean 'clever'?"]),
        ("second: random", "second: none", ["2:9: no policy 'none'; known: clever, random."]),
        ("second: random\n", "",
         ["1:1: field 'second' is missing; expected The second level of every table; without effect where sides are"
          " policies."]),
        (
            "opener: mixed",
            "opener: mix",
            ["9:22: no mode 'mix'; known: best, mixed, random, search, soft. Did you mean 'mixed'?"],
        ),
        (
            "payment: best",
            "payment: bst",
            ["9:51: no mode 'bst'; known: best, mixed, random, soft. Did you mean 'best'?"],
        ),
        (
            "payment: best, ",
            "",
            ["9:13: 'clever' does not say how to choose 'payment'; expected one of random, best, mixed, soft"],
        ),
        (
            "payment: best",
            "pament: best",
            [
                "9:13: 'clever' does not say how to choose 'payment'; expected one of random, best, mixed, soft",
                "9:42: no decision 'pament'; known: combo, discards, offer, opener, payment. Did you mean 'payment'?",
            ],
        ),
        (
            "line: 16",
            "lines: 16",
            [f"11:7: no feature 'lines'; known: {FEATURES}. Did you mean 'line'?"],
        ),
        ("line: 16", "line: 1.5", ["11:13: 1.5 is wrong; expected a valid integer"]),
        ("title: plays lines", "title: plays lines\n    noise: 1001",
         ["9:12: 1001 is wrong; expected a number from 0 to 1000"]),
        ("title: plays lines", "title: plays lines\n    noise: -1",
         ["9:12: -1 is wrong; expected a number from 0 to 1000"]),
        (
            "title: plays lines",
            "title: plays lines\n    nois: 1",
            ["9:5: unknown field 'nois'; known: title, choose, search, weights, noise, reference. Did you mean"
             " 'noise'?"],
        ),
    ],
)  # fmt: skip
def test_policy(shop, old, new, messages):
    assert shop.broken("policies.yaml", old, new) == [f"policies.yaml:{message}" for message in messages]


SEARCHING = """\
  deep:
    title: plays it out
    choose: {opener: search}
    search: {script: clever, rollouts: 16}
"""


def test_a_policy_that_searches_leaves_the_rest_to_its_script(shop):
    shop.edit("policies.yaml", "      spent: -1\n", "      spent: -1\n" + SEARCHING)
    data = shop.load()
    assert data.script("deep") is data.policies["clever"]
    assert data.script("clever") is None
    shop.edit("policies.yaml", ", rollouts: 16", "")
    assert shop.load().policies["deep"].search.rollouts == 256


@pytest.mark.parametrize(
    ("old", "new", "messages"),
    [
        ("script: clever", "script: clevr",
         ["16:22: no policy 'clevr'; known: clever, random. Did you mean 'clever'?"]),
        ("script: clever", "script: deep", ["16:22: 'deep' searches itself; expected one of random, clever"]),
        ("rollouts: 16", "rollouts: 0", ["16:40: 0 is wrong; expected a number from 1 to 65536"]),
        ("rollouts: 16", "rollouts: 65537", ["16:40: 65537 is wrong; expected a number from 1 to 65536"]),
        ("rollouts: 16", "rolouts: 16",
         ["16:30: unknown field 'rolouts'; known: script, rollouts. Did you mean 'rollouts'?"]),
        (
            "opener: search",
            "opener: search, payment: search",
            [
                "15:39: 'payment' cannot be searched; expected one of random, best, mixed, soft, or search for"
                " opener or combo"
            ],
        ),
        ("opener: search", "opener: best", ["16:5: 'deep' searches nothing; expected 'search' for a decision"]),
        (
            "    search: {script: clever, rollouts: 16}\n",
            "",
            [
                *[
                    f"15:13: 'deep' does not say how to choose '{decision}'; expected one of random, best, mixed, soft"
                    for decision in ("combo", "discards", "offer", "payment")
                ],
                "15:22: 'deep' does not say how it searches; expected, beside 'choose', search: {script: ...}",
            ],
        ),
        (
            "16}\n",
            "16}\n    weights: {line: 16}\n",
            ["17:5: 'deep' searches, so it takes the weights of its script; expected none of its own"],
        ),
    ],
)  # fmt: skip
def test_search(shop, old, new, messages):
    shop.edit("policies.yaml", "      spent: -1\n", "      spent: -1\n" + SEARCHING)
    assert shop.broken("policies.yaml", old, new) == [f"policies.yaml:{message}" for message in messages]


@pytest.mark.parametrize("weight", [10**30, -(10**30), 2**62, -(2**62)])
def test_weights_that_kernels_cannot_hold_are_refused(shop, weight):
    """A weight is multiplied by damages and card counts in 64 bits."""
    said = shop.broken("policies.yaml", "line: 16", f"line: {weight}")
    assert len(said) == 1
    assert said[0].startswith(f"policies.yaml:11:13: {weight} is wrong; expected ")


def test_ruleset_file(shop):
    assert shop.broken("ruleset.yaml", "publisher: Nobody\n", "publischer: Nobody\n") == [
        "ruleset.yaml:1:1: field 'publisher' is missing; expected a text",
        "ruleset.yaml:2:1: unknown field 'publischer'; known: title, publisher, scope, minutes. Did you mean"
        " 'publisher'?",
    ]


# ---------------------------------------------------------------- what must agree within a fighter

RED = "  - {slot: 1, name: Red Hook, copies: 10, icon: RT,"


@pytest.mark.parametrize(
    ("old", "new", "messages"),
    [
        ("copies: 10, icon: RT", "copies: 9, icon: RT", ["4:3: the deck has 49 cards; expected 50 (+1)"]),
        ("copies: 10, icon: RT", "copies: 13, icon: RT", ["4:3: the deck has 53 cards; expected 50 (-3)"]),
        ("icon: BS, start: true", "icon: BS", ["4:3: 4 cards are marked 'start: true'; expected 5"]),
        (
            "signatures:",
            "  - {slot: 6, name: Duck, copies: 1, icon: YC, start: true, opening: 0, combo: 0, box: []}\nsignatures:",
            [
                "4:3: 6 cards are marked 'start: true'; expected 5",
                "4:3: the deck has 51 cards; expected 50 (-1)",
            ],
        ),
        ("slot: 3", "slot: 1", ["6:12: slot '1' is taken by 'Red Hook'; each once"]),
        ("name: Guard", "name: Red Kick", ["6:21: name 'Red Kick' is taken by 'Red Kick'; each once"]),
        ("icon: BS, start", "icon: BT, start", [
            "7:46: icon 'BT' is taken by 'Guard'; each once",
            "8:99: no icon 'BS'; this deck has BT, RS, RT, YT. Did you mean 'BT'?",
            "10:70: no icon 'BS'; this deck has BT, RS, RT, YT. Did you mean 'BT'?",
        ]),
        ("box: [BT, YT]", "box: [BT, YC, YT]", [
            "4:113: no icon 'YC'; this deck has BS, BT, RS, RT, YT. Did you mean 'YT'?",
        ]),
        ("box: [BT, YT]", "box: [BT, YT, BT]", ["4:117: icon 'BT' stands twice in the box; once is enough"]),
        ("initiative: 5, ", "", ["4:5: 'Red Hook' is red and has no initiative; add 'initiative: N'"]),
        ("start: true, star: true", "start: true, initiative: 3", [
            "6:75: 'Guard' is not red and cannot have an initiative; remove it",
        ]),
        ("initiative: 5", "star: true, initiative: 5", [
            "4:72: 'Red Hook' is red; a star works on blue and yellow cards only",
        ]),
        ("box: [BT, YT]}", "box: [BT, YT], doubtful: [combo, colour]}", [
            "4:136: a card has no field 'colour'",
        ]),
        ("sequence: [RS, RT]", "sequence: [RS, RC]", [
            "11:37: no icon 'RC'; this deck has BS, BT, RS, RT, YT. Did you mean 'RS'?",
        ]),
        ("sequence: [RS, RT]", "sequence: [RS, BT]", [
            "11:37: 'BT' is not in the box of 'Red Kick' (RT); the combo cannot be played",
        ]),
        ("sequence: [RS, RT]", "sequence: [BS, RT]", [
            "11:37: 'RT' is not in the box of 'Sweep' (nothing); the combo cannot be played",
        ]),
        ("moxie: {icon: BS", "moxie: {icon: RS", [
            "10:70: 'RS' is not in the box of 'Throw' (RT, BT, BS); the combo cannot be played",
        ]),
        ("moxie: {icon: BS", "moxie: {icon: BC", [
            "10:70: no icon 'BC'; this deck has BS, BT, RS, RT, YT. Did you mean 'BS'?",
        ]),
        ("moxie: {icon: BS, damage: 10}", "moxie: {icon: BS, damage: 7}", [
            "10:82: the Moxie version of 'One Two' deals 7, the base 7; expected more (the number is the total, not the"
            " bonus)",
        ]),
        ("sequence: [RS, RT]", "sequence: [RT, BT, YT]", [
            "11:32: 'Low Blow' has the same sequence as 'One Two'; each needs its own",
        ]),
        ("sequence: [RS, RT]", "sequence: [RT, BT, YT, BS]", [
            "11:32: 'Low Blow' has the same sequence as 'One Two'; each needs its own",
        ]),
        ("sequence: [RS, RT], damage: 6", "sequence: [RT, BT], damage: 6, moxie: {icon: YT, damage: 9}", [
            "11:67: 'Low Blow' has the same sequence as 'One Two'; each needs its own",
        ]),
    ],
)  # fmt: skip
def test_fighter_agrees_with_itself(shop, old, new, messages):
    assert shop.broken(ANN, old, new) == [f"{ANN}:{message}" for message in messages]


def test_the_first_of_three_alike_is_named(shop):
    shop.edit(ANN, "slot: 3", "slot: 1")
    assert shop.broken(ANN, "slot: 5", "slot: 1") == [
        f"{ANN}:6:12: slot '1' is taken by 'Red Hook'; each once",
        f"{ANN}:8:12: slot '1' is taken by 'Red Hook'; each once",
    ]


def test_a_signature_that_the_deck_cannot_hold(shop):
    """Four of a card of which the deck has three."""
    shop.edit(BOB, "copies: 6, icon: YS", "copies: 3, icon: YS")
    shop.edit(BOB, "copies: 12", "copies: 15")
    text = "signatures:\n  - {name: Long Leap, sequence: [YS, YS, YS], damage: 9, moxie: {icon: YS, damage: 12}}\n"
    shop.write(BOB, (shop.folder / BOB).read_text(encoding="utf-8") + text)
    assert shop.said() == [f"{BOB}:10:5: 'Long Leap' needs 4 'Leap', the deck has 3"]


def test_signatures_out_of_bounds(shop):
    text = (shop.folder / ANN).read_text(encoding="utf-8")
    one = "  - {name: N, sequence: [RT, BT], damage: 1}\n"
    shop.write(ANN, text + one + one)
    said = shop.said()
    assert len(said) == 1
    assert said[0].startswith(f"{ANN}:10:3: ")
    assert "3" in said[0]
    shop.write(ANN, text.replace("[RS, RT]", "[RT]"))
    assert [line.split(": ")[0] for line in shop.said()] == [f"{ANN}:11:32"]
    shop.write(ANN, text.replace("[RS, RT]", "[RT, BT, RT, BT, RT]"))
    assert [line.split(": ")[0] for line in shop.said()] == [f"{ANN}:11:32"]


# ---------------------------------------------------------------- everything at once


def test_all_problems_of_all_files_at_once_sorted(shop):
    shop.edit(ANN, "opening: 3", "opening: 99")
    shop.edit(ANN, "damage: 6}", "damage: many}")
    shop.edit(ANN, "icon: YT, start", "icon: YX, start")
    shop.edit(BOB, "copies: 15", "copies: 14")
    shop.edit(BOB, "icon: RT, start: true, initiative: 1", "icon: RT, start: true")
    shop.edit("options.yaml", "hand_size: 5", "hand_size: 9")
    shop.edit("policies.yaml", "spent: -1", "spend: -1")
    shop.edit("ruleset.yaml", "title: Small", "title: [")
    assert shop.said() == [
        f"{ANN}:4:90: 99 is wrong; expected {DAMAGE}",
        f"{ANN}:8:46: 'YX' is not one of RT, RS, RC, BT, BS, BC, YT, YS, YC. Did you mean 'YT'?",
        f"{ANN}:11:50: 'many' is wrong; expected a valid integer",
        f"{BOB}:4:3: the deck has 49 cards; expected 50 (+1)",
        f"{BOB}:4:5: 'Punch' is red and has no initiative; add 'initiative: N'",
        "options.yaml:2:12: 9 is wrong; expected a number from 4 to 7",
        f"policies.yaml:12:7: no feature 'spend'; known: {FEATURES}. Did you mean 'spent'?",
        "ruleset.yaml:3:6: not valid YAML: expected ',' or ']', but got ':'",
    ]


def test_lines_are_sorted_as_numbers(shop):
    shop.edit(ANN, "opening: 3", "opening: 99")
    shop.edit(ANN, "opening: 2", "opening: 98")
    shop.edit(ANN, "damage: 7,", "damage: 97,")
    shop.edit(ANN, "damage: 6}", "damage: 96}")
    assert [line.split(":")[1] for line in shop.said()] == ["4", "8", "10", "11"]
