"""Facts of the shipped Combo Fighter data."""

from pathlib import Path

import pytest

import balance

DATA = balance.load("combo-fighter", rulesets=Path(__file__).parents[2] / "rulesets")
STEMS = ["boris", "francisco", "gaekere", "grace", "renee"]


def test_the_five_fighters():
    assert {stem: side.name for stem, side in DATA.sides.items()} == {
        "boris": "Boris Wolfram",
        "francisco": "Francisco Ferro",
        "gaekere": "Gaekere Baako",
        "grace": "Grace Lee",
        "renee": "Renée IJzer",
    }
    assert list(DATA.sides) == STEMS


@pytest.mark.parametrize("stem", STEMS)
def test_deck(stem):
    fighter = DATA.sides[stem]
    assert sum(card.copies for card in fighter.cards) == 50
    assert sum(card.start for card in fighter.cards) == 5
    assert len({card.icon for card in fighter.cards}) == len(fighter.cards)
    assert [card.slot for card in fighter.cards] == list(range(1, len(fighter.cards) + 1))
    assert len(fighter.signatures) == 3
    assert fighter.provenance == "fan-transcription"
    assert fighter.provenance.is_published
    assert "fan transcription" in fighter.source


def test_numbers_that_the_rulebook_prints():
    cards = {(stem, card.name): card for stem in STEMS for card in DATA.sides[stem].cards}
    assert cards["boris", "Headbutt"].initiative == 4
    assert cards["grace", "Snake Snap"].initiative == 6
    assert cards["boris", "Rush"].star
    assert not cards["grace", "Elbow"].star
    assert cards["boris", "Thunder Clap"].icon == "RC"


def test_doubtful_fields_are_marked_and_explained():
    doubts = {
        (stem, card.name): card.doubtful for stem in STEMS for card in DATA.sides[stem].cards if card.doubtful
    }  # fmt: skip
    assert doubts == {
        ("francisco", "Block"): ["star"],
        ("francisco", "Step Out"): ["box"],
        ("gaekere", "Roll"): ["box"],
        ("grace", "Elbow"): ["box"],
        ("renee", "Circle"): ["icon", "initiative", "opening", "combo"],
    }
    for stem in STEMS:
        for card in DATA.sides[stem].cards:
            assert bool(card.note) == bool(card.doubtful)
    assert DATA.sides["grace"].doubtful() == [
        "Elbow (box): YS is not in the transcription; added because the Moxie step of Spitting Cobra needs it"
    ]


def test_options_in_force_are_the_defaults():
    assert DATA.options == type(DATA.options)()


def test_policies():
    assert (DATA.standard, DATA.second) == ("greedy", "random")
    assert set(DATA.policies) == {"greedy", "random"}
    assert set(DATA.policies["random"].choose.values()) == {"random"}
    assert all(policy.noise == 0 for policy in DATA.policies.values())


def test_scope_says_what_is_left_out():
    assert DATA.about.scope == "two-player duel, power tokens off"
