"""Edits: every form of a path, what happens to the value, and where a mistake is said to be."""

import pytest

from balance import rules
from balance.data.edits import edit_for_each, slug
from balance.errors import UsageError

FILES = "fighters.ann, fighters.bob, options, policies, ruleset"
OPTIONS = "hand_size, moxie, power_tokens, reshuffle, round_limit, signatures, signatures_ignore_boxes"
CARD = "slot, name, copies, icon, start, star, initiative, opening, combo, box, doubtful, note"
FEATURES = ", ".join(sorted(feature.name.lower() for feature in rules.get("combo-fighter").features if feature))
CARDS = "guard, red-hook, red-kick, sweep, throw"


def ann(data):
    return data.sides["ann"]


# ---------------------------------------------------------------- paths that lead somewhere


@pytest.mark.parametrize(
    ("edit", "value_of", "value"),
    [
        ("hand_size=6", lambda data: data.options.hand_size, 6),
        ("hand_size = 6", lambda data: data.options.hand_size, 6),
        ("options.hand_size=6", lambda data: data.options.hand_size, 6),
        ("hand-size=6", lambda data: data.options.hand_size, 6),
        ("moxie=false", lambda data: data.options.moxie, False),
        ("reshuffle=end_of_round", lambda data: data.options.reshuffle, "end_of_round"),
        ("ruleset.title=Big", lambda data: data.about.title, "Big"),
        ("fighters.ann.name=Eve", lambda data: ann(data).name, "Eve"),
        ("fighters.ann.name='7'", lambda data: ann(data).name, "7"),
        ("fighters.ann.style='a: b'", lambda data: ann(data).style, "a: b"),
        ("fighters.ann.style=x=y", lambda data: ann(data).style, "x=y"),
        ("fighters.ann.cards.red-hook.opening=5", lambda data: ann(data).cards[0].opening, 5),
        ("fighters.ann.cards.1.opening=5", lambda data: ann(data).cards[0].opening, 5),
        ("fighters.bob.cards.7.opening=5", lambda data: data.sides["bob"].cards[3].opening, 5),
        ("fighters.ann.cards.sweep.star=true", lambda data: ann(data).cards[3].star, True),
        ("fighters.ann.cards.guard.box=[YT, BS]", lambda data: ann(data).cards[2].box, ["YT", "BS"]),
        ("fighters.ann.signatures.one-two.damage=8", lambda data: ann(data).signatures[0].damage, 8),
        ("fighters.ann.signatures.one-two.moxie.damage=11", lambda data: ann(data).signatures[0].moxie.damage, 11),
        ("fighters.ann.signatures.one-two.moxie=null", lambda data: ann(data).signatures[0].moxie, None),
        ("fighters.ann.signatures=[]", lambda data: ann(data).signatures, []),
        ("policies.standard=random", lambda data: data.standard, "random"),
        ("policies.clever.weights.spent=0", lambda data: data.policies["clever"].weights["spent"], 0),
        ("policies.clever.weights.dig=-5", lambda data: data.policies["clever"].weights["dig"], -5),
        ("policies.clever.noise=10", lambda data: data.policies["clever"].noise, 10),
        ("policies.clever.choose.combo=mixed", lambda data: data.policies["clever"].choose["combo"], "mixed"),
        ("policies.random.weights.line=3", lambda data: data.policies["random"].weights, {"line": 3}),
    ],
)  # fmt: skip
def test_path(shop, edit, value_of, value):
    data = shop.load([edit])
    assert value_of(data) == value
    assert data.edits == (edit,)


def test_the_file_is_not_touched(shop):
    before = (shop.folder / "fighters/ann.yaml").read_bytes()
    shop.load(["fighters.ann.cards.red-hook.opening=5"])
    assert (shop.folder / "fighters/ann.yaml").read_bytes() == before
    assert ann(shop.load()).cards[0].opening == 3


def test_the_last_edit_of_a_field_holds(shop):
    assert shop.load(["hand_size=6", "hand_size=7"]).options.hand_size == 7


def test_edits_build_on_each_other(shop):
    data = shop.load(["fighters.ann.cards.red-hook.name=Jab", "fighters.ann.cards.jab.opening=9"])
    assert (ann(data).cards[0].name, ann(data).cards[0].opening) == ("Jab", 9)


def test_an_option_that_the_file_leaves_at_its_default(shop):
    shop.write("options.yaml", "hand_size: 5\n")
    assert shop.load(["moxie=false"]).options.moxie is False
    assert shop.said(["moxi=false"]) == [
        f"--set moxi=false: no option 'moxi'; known: {OPTIONS}. Did you mean 'moxie'?"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("Laser Flash", "laser-flash"),
        ("Renée's Kick!", "renee-s-kick"),
        ("  Low -- Blow ", "low-blow"),
        ("拳", ""),
        ("hand_size", "hand-size"),
    ],
)
def test_slug(name, word):
    assert slug(name) == word


# ---------------------------------------------------------------- paths that lead nowhere


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        ("", "expected PATH=VALUE, for example hand_size=6"),
        ("hand_size", "expected PATH=VALUE, for example hand_size=6"),
        ("=6", "expected PATH=VALUE, for example hand_size=6"),
        ("hand_sise=6", f"no option 'hand_sise'; known: {OPTIONS}. Did you mean 'hand_size'?"),
        ("options.hand_sise=6", f"no option 'hand_sise'; known: {OPTIONS}. Did you mean 'hand_size'?"),
        ("xyzzy=6", f"no option 'xyzzy'; known: {OPTIONS}."),
        ("fighters.amn.name=x", f"no data file 'fighters.amn'; known: {FILES}. Did you mean 'fighters.ann'?"),
        # Paths that begin in the middle.
        ("guard.opening=1", f"no data file 'guard.opening'; known: {FILES}."
         " Did you mean 'fighters.ann.cards.guard.opening'?"),
        ("Red-Hook.opening=1", f"no data file 'Red-Hook.opening'; known: {FILES}."
         " Did you mean 'fighters.ann.cards.red-hook.opening'?"),
        ("ann.cards.guard.opening=1", f"no data file 'ann.cards'; known: {FILES}."
         " Did you mean 'fighters.ann.cards.guard.opening'?"),
        ("ann.guard.opening=1", f"no data file 'ann.guard'; known: {FILES}."
         " Did you mean 'fighters.ann.cards.guard.opening'?"),
        ("ann.name=x", f"no data file 'ann.name'; known: {FILES}. Did you mean 'fighters.ann.name'?"),
        ("fighters.guard.opening=1", f"no data file 'fighters.guard'; known: {FILES}."
         " Did you mean 'fighters.ann.cards.guard.opening'?"),
        ("one-two.moxie.damage=1", f"no data file 'one-two.moxie'; known: {FILES}."
         " Did you mean 'fighters.ann.signatures.one-two.moxie.damage'?"),
        ("clever.noise=1", f"no data file 'clever.noise'; known: {FILES}. Did you mean 'policies.clever.noise'?"),
        ("guard=1", f"no option 'guard'; known: {OPTIONS}. Did you mean 'fighters.ann.cards.guard'?"),
        ("ann=1", f"no option 'ann'; known: {OPTIONS}. Did you mean 'fighters.ann'?"),
        ("1.opening=1", f"no data file '1.opening'; known: {FILES}. Did you mean 'options'?"),
        ("fighter.ann.name=x", f"no data file 'fighter.ann'; known: {FILES}. Did you mean 'fighters.ann'?"),
        ("fighters.ann=x", "'fighters.ann' names a whole file; go on to a field"),
        ("options=x", "'options' names a whole file; go on to a field"),
        ("fighters.ann.nam=x", "unknown field 'nam'; known: name, provenance, source, style, cards, signatures, power."
         " Did you mean 'name'?"),
        ("fighters.ann.cards.gard.opening=1", f"no 'cards' entry 'gard'; known: {CARDS}. Did you mean 'guard'?"),
        ("fighters.ann.cards.6.opening=1", f"no 'cards' entry '6'; known: {CARDS}."),
        ("fighters.ann.cards.guard.openin=1", f"unknown field 'openin'; known: {CARD}. Did you mean 'opening'?"),
        ("fighters.ann.cards.guard.opening.x=1", "'x' leads nowhere"),
        ("fighters.ann.signatures.one.damage=1", "no 'signatures' entry 'one'; known: low-blow, one-two."
         " Did you mean 'one-two'?"),
        ("policies.clevr.noise=1", "no policy 'clevr'; known: clever, random. Did you mean 'clever'?"),
        ("policies.clever.weights.lin=1", f"no feature 'lin'; known: {FEATURES}. Did you mean 'line'?"),
        ("policies.clever.nois=1", "unknown field 'nois'; known: title, choose, search, weights, noise, reference."
         " Did you mean 'noise'?"),
    ],
)  # fmt: skip
def test_path_that_leads_nowhere(shop, edit, message):
    said = edit or "''"
    assert shop.said([edit]) == [f"--set {said}: {message}"]


# ---------------------------------------------------------------- values that are refused, at the edit's own place


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        ("hand_size=9", "9 is wrong; expected a number from 4 to 7"),
        ("hand_size=six", "'six' is wrong; expected a valid integer"),
        ("hand_size=6.0", "6.0 is wrong; expected a valid integer"),
        ("hand_size='6'", "'6' is wrong; expected a valid integer"),
        ("hand_size=[6]", "this value is wrong; expected a valid integer"),
        ("moxie=no", "'no' is wrong; expected a valid boolean"),
        ("fighters.ann.cards.guard.opening=99",
         "99 is wrong; expected a number from 0 to 50, or X (which the power token defines)"),
        ("fighters.ann.cards.guard.icon=XX", "'XX' is not one of RT, RS, RC, BT, BS, BC, YT, YS, YC."),
        ("fighters.ann.cards.red-hook.star=true",
         "'Red Hook' is red; a star works on blue and yellow cards only"),
        ("fighters.ann.signatures.one-two.moxie.damage=7",
         "the Moxie version of 'One Two' deals 7, the base 7; expected more (the number is the total, not the bonus)"),
        ("fighters.ann.cards.guard.box=[YT, YC]",
         "no icon 'YC'; this deck has BS, BT, RS, RT, YT. Did you mean 'YT'?"),
        ("fighters.ann.cards.guard.box=[YT, YT]", "icon 'YT' stands twice in the box; once is enough"),
        ("fighters.ann.signatures.low-blow.sequence=[RS, BT]",
         "'BT' is not in the box of 'Red Kick' (RT); the combo cannot be played"),
        ("policies.standard=clevr", "no policy 'clevr'; known: clever, random. Did you mean 'clever'?"),
        ("policies.clever.noise=1001", "1001 is wrong; expected a number from 0 to 1000"),
        ("policies.clever.weights.line=x", "'x' is wrong; expected a valid integer"),
    ],
)  # fmt: skip
def test_value_that_is_refused(shop, edit, message):
    assert shop.said([edit]) == [f"--set {edit}: {message}"]


def test_a_card_that_several_sides_have(shop):
    """Three of them are named."""
    text = (shop.folder / "fighters/ann.yaml").read_text(encoding="utf-8")
    for i in range(3):
        shop.write(f"fighters/eve{i}.yaml", text.replace("name: Ann", f"name: Eve{i}"))
    (said,) = shop.said(["guard.opening=1"])
    meant = " or ".join(f"'fighters.{stem}.cards.guard.opening'" for stem in ("ann", "eve0", "eve1"))
    assert said.endswith(f" Did you mean {meant}, or one of 1 more?")


@pytest.mark.parametrize("edit", ["fighters.ann.cards.guard.copies=11", "fighters.ann.cards.red-hook.initiative=null"])
def test_an_edit_that_upsets_the_whole_is_named(shop, edit):
    """The file alone is fine, so a message about it must say which edit is to blame."""
    said = shop.said([edit])
    assert len(said) == 1
    assert edit in said[0]


@pytest.mark.parametrize(
    "value", ["2020-99-99", "9" * 5000, "!!int x", "!!float x", "[" * 2000, "!x 5", "*a", '"6', "{"]
)
def test_value_that_is_no_yaml(shop, value):
    """It is refused like any other wrong value, not an accident."""
    said = shop.said([f"hand_size={value}"])
    assert len(said) == 1
    assert said[0].startswith("--set hand_size=")


def test_problems_of_edits_come_all_at_once(shop):
    assert shop.said(["hand_sise=6", "fighters.ann.cards.gard.opening=1", "moxie=5"]) == [
        f"--set fighters.ann.cards.gard.opening=1: no 'cards' entry 'gard'; known: {CARDS}. Did you mean 'guard'?",
        f"--set hand_sise=6: no option 'hand_sise'; known: {OPTIONS}. Did you mean 'hand_size'?",
        "--set moxie=5: 5 is wrong; expected a valid boolean",
    ]


def test_a_broken_file_is_told_before_edits_of_it(shop):
    shop.write("fighters/ann.yaml", "name: [\n")
    said = shop.said(["fighters.ann.cards.guard.opening=1"])
    assert said == ["fighters/ann.yaml:2:1: not valid YAML: expected the node content, but found '<stream end>'"]


# ---------------------------------------------------------------- a value each


@pytest.mark.parametrize(
    ("edit", "edits"),
    [
        ("hand_size=6", ["hand_size=6"]),
        ("hand_size=4..7", ["hand_size=4", "hand_size=5", "hand_size=6", "hand_size=7"]),
        ("swing=-1..1", ["swing=-1", "swing=0", "swing=1"]),
        ("king=3..3", ["king=3"]),
        (" king = 1, 2 ,5..6", ["king=1", "king=2", "king=5", "king=6"]),
        ("king=2,1..3,2", ["king=2", "king=1", "king=3"]),
        ("reshuffle=at_once,end_of_round", ["reshuffle=at_once", "reshuffle=end_of_round"]),
        ("box=[RT, RC],[]", ["box=[RT, RC]", "box=[]"]),
        ('effects=[{dealing: "total +2, flip"}]', ['effects=[{dealing: "total +2, flip"}]']),
        ("name='a, b',c", ["name='a, b'", "name=c"]),
    ],
)
def test_an_edit_for_each_value(edit, edits):
    assert edit_for_each(edit) == edits


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        ("hand_size=4..", "--set hand_size=4..: '4..' is no range; expected two whole numbers, for example 4..7"),
        ("hand_size=..7", "--set hand_size=..7: '..7' is no range; expected two whole numbers, for example 4..7"),
        ("king=a..c", "--set king=a..c: 'a..c' is no range; expected two whole numbers, for example 4..7"),
        ("king=7..4", "--set king=7..4: nothing is from 7 up to 4; expected 4..7"),
        ("king=1..1000", "--set king=1..1000: 1,000 values; expected 100 at most"),
        ("king=", "--set king=: a value is empty; expected for example king=1,2,3 or king=4..7"),
        ("king=1,,2", "--set king=1,,2: a value is empty; expected for example king=1,2,3 or king=4..7"),
        ("", "--set '': expected PATH=VALUES, for example hand_size=4..7"),
        ("=4", "--set =4: expected PATH=VALUES, for example hand_size=4..7"),
    ],
)
def test_values_refused(edit, said):
    with pytest.raises(UsageError) as error:
        edit_for_each(edit)
    assert str(error.value) == said
