"""The invented fighters: within the limits of the published decks, and with what the rulebook implies of each."""

import runpy
from pathlib import Path

import pytest

import balance
from balance import rules
from balance.data.words import Amount
from balance.rules.combo_fighter.tokens import effects_of
from balance.vocab import Condition, Cost, Operator, Trigger, Verb

ROOT = Path(__file__).parents[2]
DATA = balance.load("combo-fighter", rulesets=ROOT / "rulesets")
PUBLISHED = [stem for stem, side in DATA.sides.items() if side.provenance.is_published]
STAND_INS = ["luyan", "ruby", "sno", "tele"]
COLOURS = {"R": (10, 27), "B": (10, 20), "Y": (11, 22)}


def effects(stem, side):
    return [effect for letter, _, effect in effects_of(DATA.sides[stem].power) if letter == side]


def signature(stem, name):
    return next(entry for entry in DATA.sides[stem].signatures if entry.name == name)


def calls(stem, name, verb):
    """Say whether calling a signature does something on side A."""
    return any(
        effect.trigger == Trigger.CALLING and effect.name == name and effect.steps[0].verb == verb
        for effect in effects(stem, "a")
    )


# ---------------------------------------------------------------- the limits of the published decks


@pytest.mark.parametrize("stem", STAND_INS)
def test_is_marked_and_without_warnings(stem):
    fighter = DATA.sides[stem]
    assert fighter.provenance == "stand-in"
    assert fighter.source.startswith("invented here (stand-in); obeys what the rulebook implies")
    assert list(rules.get("combo-fighter").lint(DATA.options, fighter)) == []


@pytest.mark.parametrize("stem", [*PUBLISHED, *STAND_INS])
def test_cards_within_the_limits(stem):
    cards = DATA.sides[stem].cards
    assert 6 <= len(cards) <= 8
    assert [card.slot for card in cards] == list(range(1, len(cards) + 1))
    assert sum(card.copies for card in cards) == 50
    assert sum(card.start for card in cards) == 5
    assert sum(card.copies == 1 for card in cards) <= 1
    assert all(card.copies == 1 or 4 <= card.copies <= 12 for card in cards)
    assert sum(card.copies for card in cards if card.star) <= 14
    for colour, (low, high) in COLOURS.items():
        assert low <= sum(card.copies for card in cards if card.icon[0] == colour) <= high
    for card in cards:
        if card.icon[0] == "R":
            assert 2 <= card.initiative <= 8 or card.copies == 1
            assert card.opening == "X" or 0 <= card.opening <= 7 or card.copies == 1
            # What is fast hits softly, and the other way round.
            assert card.initiative + (3 if card.opening == "X" else card.opening) <= 9 or card.copies == 1
            assert card.combo in range(4)
        else:
            assert card.opening in (0, "X")
            assert card.combo == "X" or card.combo in range(6)
        assert len(card.box) <= 3


@pytest.mark.parametrize("stem", [*PUBLISHED, *STAND_INS])
def test_signatures_within_the_limits(stem):
    """One that moves the token may deal less, the three of Kagami nothing."""
    fighter = DATA.sides[stem]
    assert len(fighter.signatures) == 3
    named = {effect.name for _, _, effect in effects_of(fighter.power) if effect.trigger == Trigger.CALLING}
    for entry in fighter.signatures:
        if len(entry.sequence) == 4:
            assert 11 <= entry.damage <= 25
        elif entry.name in named or stem == "kagami":
            assert 0 <= entry.damage <= 4
        else:
            assert 5 <= entry.damage <= 7 or entry.damage == 12
        assert entry.moxie is None or 8 <= entry.moxie.damage <= 12


# ---------------------------------------------------------------- what the rulebook implies


def test_tele_gives_damage_up_for_a_warning_that_lasts():
    power = DATA.sides["tele"].power
    assert power.b.name == "Earthquake Warning"
    [on] = effects("tele", "a")
    assert on.trigger == Trigger.WON
    assert on.price.word == Cost.DEAL_NOTHING
    assert [step.verb for step in on.steps] == [Verb.FLIP]
    *lasting, off = effects("tele", "b")
    assert all(effect.trigger == Trigger.ALWAYS for effect in lasting)
    assert (off.trigger, off.condition.word, off.steps[0].verb) == (Trigger.END_OF_ROUND, Condition.LOST, Verb.FLIP)


def test_sno_switches_to_a_stance_that_fast_attacks_break():
    stance = signature("sno", "Switch Stance")
    cards = {card.icon: card for card in DATA.sides["sno"].cards}
    first, *rest = stance.sequence
    assert stance.damage <= 2 < cards[first].opening + sum(cards[icon].combo for icon in rest)
    assert calls("sno", "Switch Stance", Verb.FLIP)
    good, bad = effects("sno", "b")
    assert good.steps[0].amount.operator == Operator.SUBTRACT
    assert (bad.trigger, bad.condition.word, bad.condition.n) == (Trigger.TAKING, Condition.AGAINST_INITIATIVE, 8)
    assert bad.steps[0].amount == Amount(Operator.TIMES, 3)
    # Nobody invented here joins those it is a poor idea against.
    fast = {stem for stem in DATA.sides for card in DATA.sides[stem].cards if (card.initiative or 0) >= 8}
    assert fast == {"grace", "renee"}


def test_ruby_can_dance_to_twenty_with_two_or_three_cards():
    assert calls("ruby", "Warm Up", Verb.FLIP)
    assert DATA.sides["ruby"].power.b.name == "Dance Fever"
    [dance] = effects("ruby", "b")
    assert dance.trigger == Trigger.WON
    assert (dance.price.word, dance.price.least, dance.price.most) == (Cost.REVEAL, 1, 3)
    assert all(step.is_each for step in dance.steps if step.verb == Verb.TOTAL)
    each = sum(step.amount.n for step in dance.steps if step.verb == Verb.TOTAL)
    combo = max(entry.damage for entry in DATA.sides["ruby"].signatures)
    assert combo + each < 20 <= combo + 2 * each
    assert combo + 3 * each <= 30


def test_lu_yan_counts_cups_to_three_and_wobbles_when_he_loses():
    assert calls("luyan", "Bottoms Up", Verb.COUNTER)
    counting = effects("luyan", "a")[0].steps[0]
    assert (counting.amount, counting.limit) == (Amount(Operator.ADD, 1), 3)
    assert DATA.sides["luyan"].power.b.name == "Drunken Wobble"
    [wobble] = effects("luyan", "b")
    assert (wobble.trigger, wobble.price.word) == (Trigger.LOST, Cost.DISCARD)
    assert wobble.steps[0].amount.is_x


# ---------------------------------------------------------------- the knobs of scripts/tune-stand-ins

TUNE = runpy.run_path(str(ROOT / "scripts" / "tune-stand-ins"), run_name="tune")


def test_knobs_are_for_the_stand_ins():
    assert sorted(TUNE["KNOBS"]) == STAND_INS
    assert not any(side.provenance.is_published for stem, side in DATA.sides.items() if stem in TUNE["KNOBS"])


@pytest.mark.parametrize("stem", STAND_INS)
def test_knobs_name_numbers_and_can_be_written(stem):
    fighter = DATA.sides[stem]
    values = TUNE["numbers"](fighter)
    text = (ROOT / "rulesets/combo-fighter/fighters" / f"{stem}.yaml").read_text(encoding="utf-8")
    for knob in TUNE["KNOBS"][stem]:
        assert knob.low <= values[knob.path] <= knob.high
        turned = TUNE["turned"](knob, 1, values) or TUNE["turned"](knob, -1, values)
        changed = TUNE["edits"](stem, fighter, turned)
        assert len(changed) == (2 if knob.source else 1)
        again = balance.load("combo-fighter", rulesets=ROOT / "rulesets", edits=changed).sides[stem]
        assert TUNE["numbers"](again) == turned
        lines = zip(text.splitlines(), TUNE["rewritten"](text, fighter, turned).splitlines(), strict=True)
        assert sum(old != new for old, new in lines) == len(changed)
    assert TUNE["rewritten"](text, fighter, values) == text
