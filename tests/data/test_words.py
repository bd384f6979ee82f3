"""Effects in words: every word reads and writes, and what is no effect is told where, with what could stand there."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from balance.cli.main import run
from balance.data.dialect import check_effect
from balance.data.words import Amount, Effect, EffectError, If, Price, Step, all_words, read_effect
from balance.rules.combo_fighter.tokens import DIALECT, NAMES
from balance.vocab import Condition, Cost, Operator, Trigger, Verb, written
from tests.data.conftest import FILES
from tests.properties.strategies import ICONS, SIGNATURES, effects

ANN = "fighters/ann.yaml"
WHENS = (
    "always, playing, winning with, emptying a hand of, calling, won, lost, tied, dealing, taking, hit,"
    " clearing the table, end of round"
)
STEPS = "flip, total, damage, initiative, no signatures, X is opposing damage, counter, double one, draw, remove, win"
COSTS = "discard, reveal, deal nothing"
CONDITIONS = "won, lost, tied, signature, no signature, holding, counter, against initiative, alike"
DECK = "red, blue, yellow, BS, BT, RS, RT, YT"


# ---------------------------------------------------------------- reading and writing


def reads_as(effect: Effect) -> None:
    """The effect's two halves read as the effect, and as nothing else."""
    again = read_effect(effect.when, effect.what)
    assert again == effect
    assert str(again) == str(effect) == f"{effect.when}: {effect.what}"


FLIP = (Step(Verb.FLIP),)


def test_the_lists_above_are_all_words():
    listed = [", ".join(all_words(enum)) for enum in (Trigger, Verb, Cost, Condition)]
    assert listed == [WHENS, STEPS, COSTS, CONDITIONS]


@pytest.mark.parametrize("trigger", [word for word in Trigger if word], ids=written)
def test_every_trigger(trigger):
    for subject in ({}, {"n": 3}, {"cards": ("RT", "blue")}, {"name": "One Two if, 3"}):
        reads_as(Effect(trigger, FLIP, **subject))
        reads_as(Effect(trigger, FLIP, condition=If(Condition.HOLDING, cards=("BC",)), **subject))


@pytest.mark.parametrize("word", [word for word in Condition if word], ids=written)
def test_every_condition(word):
    for subject in ({}, {"n": 4}, {"cards": ("red",)}):
        reads_as(Effect(Trigger.WON, FLIP, condition=If(word, **subject)))
        reads_as(Effect(Trigger.WON, (Step(Verb.FLIP, condition=If(word, **subject)), *FLIP)))


@pytest.mark.parametrize("word", [word for word in Cost if word], ids=written)
def test_every_cost(word):
    for price in (Price(word), Price(word, 2, 2), Price(word, 1, 4, ("blue", "RT"))):
        reads_as(Effect(Trigger.WON, FLIP, is_optional=True, price=price))


@pytest.mark.parametrize("verb", [word for word in Verb if word], ids=written)
def test_every_verb(verb):
    for operator in Operator:
        for amount in (Amount(operator, 2), Amount(operator, 1, True), Amount(operator, 12, True)):
            reads_as(Effect(Trigger.WON, (Step(verb, amount), Step(verb, amount, True, 4, ("YS",)))))
    reads_as(Effect(Trigger.WON, (Step(verb), *FLIP), is_optional=True))


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(effects(ICONS, True))
def test_any_effect_that_may_act_reads_as_itself(effect):
    reads_as(effect)
    assert list(check_effect(effect, DIALECT, [*NAMES, *ICONS], SIGNATURES)) == []


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(effects(ICONS, True), st.randoms(use_true_random=False))
def test_spaces_do_not_matter(effect, random):
    """As many as one likes between words; inside the quotes a name is as it is."""

    def spaced(text):
        parts = text.split('"')
        parts[::2] = [part.replace(" ", " " * random.randint(1, 3)) for part in parts[::2]]
        return " " * random.randint(0, 2) + '"'.join(parts) + " " * random.randint(0, 2)

    assert read_effect(spaced(effect.when), spaced(effect.what)) == effect


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(
    effects(ICONS, True), st.integers(0, 99), st.sampled_from([*STEPS.split(), "may", "->", ",", "7", "RT", "if", "?"])
)
def test_an_effect_with_a_word_more_reads_as_what_it_says_or_is_told(effect, at, word):
    """Whatever is read, is read whole: written again it has the same words."""
    words = effect.what.replace(",", " ,").split()
    words.insert(at % (len(words) + 1), word)
    text = " ".join(words)
    try:
        again = read_effect(effect.when, text)
    except EffectError as error:
        is_told = bool(error.message) and 0 <= error.column <= len(text)
    else:
        is_told = "".join(again.what.split()) == "".join(text.split())
    assert is_told


@pytest.mark.parametrize(
    ("text", "n"), [("002", 2), ("0000000000012", 12), ("99", 99), ("100", 100), ("1" + "0" * 5000, 10**8)]
)
def test_numbers(text, n):
    """A very large one is cut, and still too large for every word."""
    assert read_effect("won", f"total +{text}").steps[0].amount == Amount(Operator.ADD, n)


# ---------------------------------------------------------------- what is said


def token(*lines: str, b: str = "dealing: total +2", active: str = "face_up") -> str:
    """Return a power token with such lines on side A; the first one stands in line 17 of Ann's file, column 9."""
    side_b = f"  b:\n    name: Fury\n    effects:\n      - {b}\n" if b else ""
    effects = "".join(f"      - {line}\n" for line in lines)
    return f"power:\n  active: {active}\n  a:\n    name: Calm\n    effects:\n{effects}{side_b}"


def told(shop, *lines, **other):
    shop.write(ANN, FILES[ANN] + token(*lines, **other))
    said = shop.said()
    assert all(line.startswith(f"{ANN}:") for line in said)
    return [line.removeprefix(f"{ANN}:") for line in said]


@pytest.mark.parametrize(
    ("line", "messages"),
    [
        # misspelt words
        ("end of ruond: flip",
         [f"17:9: 'end of ruond' cannot stand here; expected one of {WHENS}. Did you mean 'end of round'?"]),
        ("end: flip", [f"17:9: 'end' cannot stand here; expected one of {WHENS}. Did you mean 'end of round'?"]),
        ("Dealing: flip", [f"17:9: 'Dealing' cannot stand here; expected one of {WHENS}. Did you mean 'dealing'?"]),
        ("5: flip", [f"17:9: '5' cannot stand here; expected one of {WHENS}."]),
        ("dealing: totl +2",
         [f"17:18: 'totl +2' cannot stand here; expected one of {STEPS} or 'may'. Did you mean 'total'?"]),
        ("always: no signature", [f"17:17: 'no signature' cannot stand here; expected one of {STEPS} or 'may'."
                                  " Did you mean 'no signatures'?"]),
        ("dealing: total +2, flp",
         [f"17:28: 'flp' cannot stand here; expected one of {STEPS}. Did you mean 'flip'?"]),
        ("end of round: may dicard 3 blue -> flip",
         [f"17:27: 'dicard 3 blue' cannot stand here; expected one of {COSTS}, {STEPS}. Did you mean 'discard'?"]),
        ("won if sigature: flip",
         [f"17:16: 'sigature' cannot stand here; expected one of {CONDITIONS}. Did you mean 'signature'?"]),
        ("always if holding RR: damage +1",
         [f"17:19: 'RR' is no card of this deck; expected {DECK}. Did you mean 'RT'?"]),
        ("always: damage +1 redd", [f"17:17: 'redd' is no card of this deck; expected {DECK}. Did you mean 'red'?"]),
        ("playing BC: flip", [f"17:9: 'BC' is no card of this deck; expected {DECK}. Did you mean 'BT'?"]),
        ('calling "One Tow": flip',
         ["17:17: no signature 'One Tow'; known: One Two, Low Blow. Did you mean 'One Two'?"]),
        ("dealing: total +2x", [f"17:18: 'x' is no card of this deck; expected {DECK}. Did you mean 'X'?"]),
        # words that are missing
        ("dealing: total", ["17:18: 'total' needs an amount, for example 'total +2'"]),
        ("emptying a hand of 5: draw", ["17:31: 'draw' needs an amount, for example 'draw 2'"]),
        ("playing: flip", ["17:9: 'playing' needs cards: icons or colours, as in 'playing YT'"]),
        ("playing 3: flip", ["17:9: 'playing' needs cards: icons or colours, as in 'playing YT'"]),
        ("won if holding: flip", ["17:16: 'holding' needs cards: icons or colours, as in 'holding YT'"]),
        ("won if counter: flip", ["17:16: 'counter' needs a number, as in 'counter 3'"]),
        ("emptying a hand of five: flip",
         ["17:9: 'emptying a hand of' needs a number, not 'five', as in 'emptying a hand of 3'"]),
        ("end of round: may discard blue -> flip", ["17:27: 'discard' needs a number, as in 'discard 3 blue'"]),
        ("clearing the table: remove", ["17:29: 'remove' needs cards: icons or colours, as in 'remove YT'"]),
        ("calling One Two: flip", ["17:9: 'calling' is followed by a name in double quotes; expected"
                                   " 'calling \"One Two\"'"]),
        ("end of round: discard 3 blue -> flip",
         [f"17:23: 'discard 3 blue' cannot stand here; expected one of {STEPS} or 'may'."
          " Did you mean 'may discard 3 blue -> ...'?"]),
        ("end of round: may discard 3 blue", ["17:41: the text ends too early; expected '->'."]),
        ("end of round: may discard 3 blue, flip", ["17:41: ', flip' cannot stand here; expected '->'."]),
        ("won: flip if", [f"17:21: the text ends too early; expected one of {CONDITIONS}."]),
        ("won: counter +1 up to", ["17:30: the text ends too early; expected a number."]),
        ('won: ""', [f"17:15: the text ends too early; expected one of {STEPS} or 'may'."]),
        ("won:", ["17:9: this value is wrong; expected one line 'WHEN: WHAT', for example 'dealing: total +2'"]),
        # words that are too many
        ("won: flip flip", ["17:14: 'flip' cannot follow 'flip'; expected ',' before the next step"]),
        ("dealing: total +2 and flip",
         [f"17:18: 'and' is no card of this deck; expected {DECK}. Steps are parted by ','."]),
        ("dealing: total +2 flip",
         [f"17:18: 'flip' is no card of this deck; expected {DECK}. Steps are parted by ','."]),
        ("always: damage +1 RT, BT",
         [f"17:31: 'BT' cannot stand here; expected one of {STEPS}. Several cards stand without commas."]),
        ("won if counter 4 RT: flip", ["17:16: 'RT' cannot follow 'counter'; remove 'RT'"]),
        ("dealing: total +2 blue", ["17:18: 'total' is about the whole round; cards go with 'each' only"]),
        ("won: flip 2", ["17:14: 'flip' has no amount; remove '2'"]),
        ("won: flip up to 2", ["17:14: 'up to' does not go with 'flip'; remove it"]),
        ('won "One Two": flip', ["17:9: 'won' does not go with a name; remove '\"One Two\"'"]),
        ("won 3: flip", ["17:9: 'won' does not go with a number; remove '3'"]),
        # numbers
        ("dealing: total 2",
         ["17:18: 'total 2' means nothing; expected 'total +2' or 'total -2' or 'total x2' or 'total = 2'"]),
        ("won: counter x2", ["17:14: 'counter x2' means nothing; expected 'counter +2' or 'counter -2' or"
                             " 'counter = 2'"]),
        ("dealing: total +0", ["17:18: 0 is wrong; expected a number from 1 to 99"]),
        ("dealing: total = 100", ["17:18: 100 is wrong; expected a number from 0 to 99"]),
        (f"dealing: total +{'9' * 5000}", ["17:18: this number is wrong; expected a number from 1 to 99"]),
        ("won: counter +1 up to 400", ["17:14: 'up to' 400 is wrong; expected a number from 1 to 99"]),
        ("won if counter 0: flip", ["17:16: 0 is wrong; expected a number from 1 to 99"]),
        ("emptying a hand of 5: draw 9", ["17:31: 'draw 9' is too much; expected at most 5"]),
        ("emptying a hand of 5: draw 3, draw 4", ["17:31: the effect draws 7 cards; at most 5"]),
        ("end of round: may discard 0 -> flip", ["17:27: 0 is wrong; expected a number from 1 to 99"]),
        ("end of round: may discard 3 to 1 -> flip",
         ["17:27: '3 to 1' counts no cards; expected the smaller number first"]),
        ("end of round: may discard 1 to 9 -> flip", ["17:27: the cost takes up to 9 cards; at most 7"]),
        ("won: counter +X", ["17:14: X goes with 'total +X' and 'total -X' only; expected a number"]),
        # words that cannot act there
        ("dealing: draw 2", ["17:18: 'draw' cannot act on 'dealing'; expected one of flip, total, counter"]),
        ("always: win", ["17:17: 'win' cannot act on 'always'; expected one of damage, initiative, no signatures,"
                         " X is opposing damage"]),
        ("won if lost: flip", ["17:16: 'if lost' cannot be asked on 'won'; expected one of signature, no signature,"
                               " holding, counter, against initiative"]),
        ("always if holding RT: X is opposing damage",
         ["17:19: 'X is opposing damage' has no condition: it lasts as long as its side; remove 'if holding RT'"]),
        ("always if holding RT: damage +1, no signatures",
         ["17:19: 'no signatures' has no condition: it lasts as long as its side; remove 'if holding RT'"]),
        ("dealing: may total +2", ["17:18: nothing can be optional on 'dealing'; remove 'may'"]),
        ("dealing: may discard 1 -> total +2",
         ["17:22: nothing can be optional on 'dealing'; remove 'may discard 1 ->'"]),
        ("lost: may reveal 3 -> total -1",
         ["17:19: 'reveal' cannot be the cost on 'lost'; expected 'may' without a cost or 'may discard'"]),
        ("won: total +1 each", ["17:14: 'each' counts the cards paid; this effect has no cost in cards"]),
        ("won: may deal nothing -> counter +1 each", ["17:34: 'each' does not go with 'counter'; remove it"]),
        ("won if alike: flip",
         ["17:16: 'alike' is about the cards paid; put it behind a step: 'may discard 2 -> flip if alike'"]),
        ("won: may flip if alike", ["17:26: 'alike' is about the cards paid; this effect has no cost in cards"]),
        ("won: double one", ["17:14: 'double one' is a choice without a cost; expected 'may double one'"]),
        ("won: may discard 1 -> double one",
         ["17:31: 'double one' is a choice without a cost; expected 'may double one'"]),
        ("won: may double one, double one",
         ["17:30: 'double one' stands twice; one card is all that can be doubled"]),
    ],
)  # fmt: skip
def test_what_is_said(shop, line, messages):
    assert told(shop, line) == messages


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("flip", "'flip' is"),
        ("'won: flip'", "'won: flip' is"),
        ("{won: flip, lost: flip}", "this value is"),
        ("[won, flip]", "this value is"),
        ("{won: {flip: 1}}", "this value is"),
        ("won: 5", "this value is"),
        ("~", "no value is"),
        ("{}", "this value is"),
    ],
)
def test_what_is_no_line(shop, line, shown):
    assert told(shop, line) == [
        f"17:9: {shown} wrong; expected one line 'WHEN: WHAT', for example 'dealing: total +2'"
    ]  # fmt: skip


def test_a_flip_needs_somewhere_to_go(shop):
    assert told(shop, "won: counter +1, flip", b="") == [
        "17:26: 'flip' needs a side B; add 'b:' to the power token"
    ]  # fmt: skip
    assert told(shop, "won: flip", active="both") == [
        "17:14: 'flip' means nothing where both sides act; remove it or 'active: both'"
    ]


def test_two_offers_at_the_end_of_a_round(shop):
    second = "one thing can be offered at the end of a round; this is the second"
    offer = "end of round: may counter +1"
    assert told(shop, offer, offer) == [f"18:9: {second}"]
    assert told(shop, offer, b=offer) == []
    assert told(shop, offer, b=offer, active="both") == [f"21:9: {second}"]


def test_cards_that_deal_x_need_to_know_what_it_is(shop):
    nobody = "'Guard' deals X, and no power token says what X is"
    shop.edit(ANN, "opening: 1, combo: 1, box: [RT, YT]", "opening: X, combo: 1, box: [RT, YT]")
    assert shop.said() == [f"{ANN}:6:84: {nobody}"]
    text = (shop.folder / ANN).read_text(encoding="utf-8")
    shop.write(ANN, text + token("won: flip"))
    assert shop.said() == [f"{ANN}:6:84: {nobody}"]
    shop.write(ANN, text + token("won: counter +1"))
    assert shop.said() == []
    shop.write(ANN, text + token("always: X is opposing damage"))
    assert shop.said() == []


def test_too_many_effects_and_steps(shop):
    assert told(shop, *["won: counter +1"] * 12) == ["13:3: the token has 13 effects; at most 12"]
    assert told(shop, *["won: counter +1, counter +1, counter +1, counter +1, counter +1"] * 5) == [
        "13:3: the token has 26 steps; at most 24"
    ]


def test_all_faults_of_a_token_at_once(shop):
    said = told(shop, "won: flp", "wno: flip", "won: total +2, draw 1, win 3", b="won: totl +1")
    assert [line.split(": ")[0] for line in said] == ["17:14", "18:9", "19:24", "19:32", "23:14"]


# ---------------------------------------------------------------- where


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("'end of ruond': flip", "17:10"),
        ('"end of ruond": flip', "17:10"),
        ("end of round: 'may dicard 3 -> flip'", "17:28"),
        ('end of round: "may dicard 3 -> flip"', "17:28"),
        ('{end of round: "may dicard 3 -> flip"}', "17:29"),
        ("end of round:    may   dicard 3 -> flip", "17:32"),
        ("won:\n          flip, flp", "18:17"),
        ("won: >\n          flip,\n          flp", "17:14"),  # of a text of several lines, its beginning
        ("won: |\n          flip, flp", "17:14"),
        ("won: flip,\n          flp", "17:14"),
        ("? won\n        : flip, flp", "18:17"),
        ("won: 'flip,'", "17:20"),
    ],
)
def test_the_place_of_a_fault(shop, line, place):
    said = told(shop, line)
    assert len(said) == 1
    assert said[0].startswith(f"{place}: ")


def test_the_place_with_other_line_ends_and_letters(shop):
    text = FILES[ANN].replace("name: Ann", "name: Ånn 拳 🥊") + token("won: flip, flp")
    shop.write(ANN, b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert [line.split(": ")[0] for line in shop.said()] == [f"{ANN}:17:20"]
    shop.write(ANN, FILES[ANN] + token("won: flip, 拳"))
    assert [line.split(": ")[0] for line in shop.said()] == [f"{ANN}:17:20"]


def test_validate_says_where(shop, capsys):
    for line, place in (("won: totl +2", "17:14"), ("won: 'totl +2'", "17:15"), ("wno: flip", "17:9")):
        shop.write(ANN, FILES[ANN] + token(line))
        path = shop.folder / ANN
        assert run(["validate", str(path)]) == 4
        out, err = capsys.readouterr()
        assert f"{path}:{place}: '" in err
        assert len(err.splitlines()) == 1
        assert "Traceback" not in out + err


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        ('fighters.ann.power.b.effects=[{dealing: "totl +2, flip"}]',
         f"'totl +2' cannot stand here; expected one of {STEPS} or 'may'. Did you mean 'total'?"),
        ('fighters.ann.power.b.effects=[{deling: "total +2, flip"}]',
         f"'deling' cannot stand here; expected one of {WHENS}. Did you mean 'dealing'?"),
        ('fighters.ann.power.b.effects=[{dealing: "total +2, draw 1"}]',
         "'draw' cannot act on 'dealing'; expected one of flip, total, counter"),
        ("fighters.ann.power.b.effects=[flip]",
         "'flip' is wrong; expected one line 'WHEN: WHAT', for example 'dealing: total +2'"),
        ("fighters.ann.power.b.effects=[]", "this value is wrong; expected at least 1 entries"),
        ("fighters.ann.power.active=bth", "'bth' is not one of face_up, both. Did you mean 'both'?"),
        ("fighters.ann.power.c.effects=[{won: flip}]", "no 'power' entry 'c'; known: a, active, b."),
    ],
)  # fmt: skip
def test_edits_of_a_token(shop, edit, message):
    shop.write(ANN, FILES[ANN] + token("won: flip"))
    assert shop.said() == []
    assert shop.said([edit]) == [f"--set {edit}: {message}"]


def test_an_edit_of_a_token_that_is_fine(shop):
    shop.write(ANN, FILES[ANN] + token("won: flip"))
    data = shop.load(['fighters.ann.power.b.effects=[{dealing: "total +2, flip"}]'])
    assert data.sides["ann"].power.b.effects == [{"dealing": "total +2, flip"}]
    assert shop.load(["fighters.ann.power=null"]).sides["ann"].power is None
    edit = "fighters.bob.power={a: {name: Calm, effects: [{won: counter +1}]}}"
    assert shop.load([edit]).sides["bob"].power.a.effects == [{"won": "counter +1"}]
    said = shop.said(["fighters.ann.power.b=null"])  # and the flip of side A?
    assert said == [f"{ANN}:17:14: 'flip' needs a side B; add 'b:' to the power token"]


def test_only_alike_stands_behind_a_step():
    effect = read_effect("won", "counter +1, total +2 if signature")
    (error,) = check_effect(effect, DIALECT, ["red", "RT"], [])
    assert (error.is_when, error.column) == (False, 24)
    assert error.message == "'if signature' cannot stand behind a step, only 'if alike' can; put it behind 'won'"
