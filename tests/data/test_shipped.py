"""Facts of the shipped Combo Fighter data."""

from pathlib import Path

import pytest

import balance
from balance.rules.combo_fighter.tokens import effects_of, lines_of

DATA = balance.load("combo-fighter", rulesets=Path(__file__).parents[2] / "rulesets")
STEMS = ["boris", "francisco", "gaekere", "grace", "kagami", "renee"]  # the published ones


def test_the_six_published_fighters():
    published = {stem: side.name for stem, side in DATA.sides.items() if side.provenance.is_published}
    assert published == {
        "boris": "Boris Wolfram",
        "francisco": "Francisco Ferro",
        "gaekere": "Gaekere Baako",
        "grace": "Grace Lee",
        "kagami": "Kagami Yoshida",
        "renee": "Renée IJzer",
    }
    assert list(published) == STEMS
    assert list(DATA.sides) == sorted(DATA.sides)


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
        ("kagami", "Follow"): ["icon", "star"],
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
    assert (DATA.standard, DATA.second) == ("standard", "expert")
    assert set(DATA.policies) == {"random", "greedy", "aggressive", "cautious", "standard", "expert", "search"}
    assert set(DATA.policies["random"].choose.values()) == {"random"}
    assert all(policy.noise == 0 for policy in DATA.policies.values())


def test_what_searches_is_a_yardstick_and_no_level():
    searching = {name: policy.search for name, policy in DATA.policies.items() if policy.search}
    assert set(searching) == {"search"}
    assert not set(searching) & {DATA.standard, DATA.second}
    assert searching["search"].rollouts >= 256


def test_scope_says_what_is_played():
    assert DATA.about.scope == "two-player duel with power tokens"


TOKENS = {
    "boris": ["end of round: may discard 3 blue -> flip", "dealing: total +2"],
    "francisco": ["hit: flip", "won: may double one, flip"],
    "gaekere": [
        *["taking: total +2", "always: no signatures", "winning with BC: flip"],
        *["taking: total = 0", "always: damage x3 red", "end of round if lost: flip"],
    ],
    "grace": [
        *["always if holding RC: initiative +3 red, damage +1 red", "playing RC: flip"],
        "clearing the table: remove RC",
    ],
    "kagami": [
        "always: X is opposing damage",
        *["won if no signature: counter +1", "won if signature: counter +2", "won if counter 4: win"],
        *["lost: counter = 0", "tied: counter = 0"],
    ],
    "renee": ["calling: flip", "emptying a hand of 5: may draw 5, flip"],
}  # fmt: skip


@pytest.mark.parametrize("stem", STEMS)
def test_power_token(stem):
    """Read and written again a line is the line of the file; `lines_of` has side A before side B."""
    power = DATA.sides[stem].power
    assert [str(effect) for _, _, effect in effects_of(power)] == TOKENS[stem]
    assert [f"{when}: {what}" for _, _, when, what in lines_of(power)] == TOKENS[stem]
    assert power.b is not None
    assert power.active == ("both" if stem == "kagami" else "face_up")


def test_only_cards_of_kagami_deal_x():
    x = {stem for stem in STEMS for card in DATA.sides[stem].cards if "X" in (card.opening, card.combo)}
    assert x == {"kagami"}


def test_a_policy_named_like_a_level_can_be_edited():
    data = balance.load(
        "combo-fighter", rulesets=Path(__file__).parents[2] / "rulesets", edits=["policies.standard.weights.hand=61"]
    )
    assert (data.standard, data.policies["standard"].weights["hand"]) == ("standard", 61)
    data = balance.load(
        "combo-fighter", rulesets=Path(__file__).parents[2] / "rulesets", edits=["policies.standard=greedy"]
    )
    assert data.standard == "greedy"
