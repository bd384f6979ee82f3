"""Combo Fighter: the two-player duel. The rules in our own words are in this folder's README."""

from balance.core.protocol import NAMES, Game, register
from balance.rules.combo_fighter import counts, legal, policies, rules
from balance.rules.combo_fighter.features import Feature
from balance.rules.combo_fighter.lint import warnings
from balance.rules.combo_fighter.narrate import narrate
from balance.rules.combo_fighter.schema import Fighter, Options, check, deck, join, lower_options, lower_side, study
from balance.rules.combo_fighter.state import (
    ACTIONS_MAX,
    BINS,
    CARDS,
    KINDS_MAX,
    LIFE_STEPS,
    MEMO,
    ROUND_LIMIT_MAX,
    STATE,
    TOKENS,
    Decision,
    End,
)
from balance.rules.ruleset import CountInfo, MeasureInfo, Ruleset, TotalInfo
from balance.vocab import Purpose

_ROOMS = (counts, legal, policies, rules)
_FUNCTIONS = {name: getattr(room, name) for room in _ROOMS for name in NAMES if hasattr(room, name)}

RULESET = Ruleset(
    name="combo-fighter",
    game=register(Game(STATE, _FUNCTIONS)),
    cards=CARDS,
    memo=MEMO,
    actions_max=ACTIONS_MAX,
    bins=BINS,
    measures=(
        MeasureInfo("rounds", "Rounds"),
        MeasureInfo("end", "How games end", tuple(end.name.lower() for end in End)),
        MeasureInfo("ties", "Tied rounds"),
        MeasureInfo("signatures_a", "Signature combos called by the first side"),
        MeasureInfo("signatures_b", "Signature combos called by the second side"),
        MeasureInfo("moxie_a", "Moxie versions called by the first side"),
        MeasureInfo("moxie_b", "Moxie versions called by the second side"),
        MeasureInfo("life_left", "Life left to the winner"),
        MeasureInfo("flips_a", "Power tokens turned over by the first side"),
        MeasureInfo("flips_b", "Power tokens turned over by the second side"),
    ),
    totals=(
        TotalInfo("damage", "Damage per won round", per="won"),
        TotalInfo("red_by_circle", "Red beats yellow", group="won"),
        TotalInfo("red_by_initiative", "Red by initiative", group="won"),
        TotalInfo("blue_by_circle", "Blue beats red", group="won"),
        TotalInfo("blue_by_star", "Blue by its star", group="won"),
        TotalInfo("yellow_by_circle", "Yellow beats blue", group="won"),
        TotalInfo("yellow_by_star", "Yellow by its star", group="won"),
    ),
    groups={"won": "How rounds are won"},
    standings=(LIFE_STEPS, TOKENS),
    turns_max=ROUND_LIMIT_MAX,
    cards_max=KINDS_MAX,
    card_counts=(
        CountInfo("games", "Games"),
        CountInfo("opening", "Copies in the opening hand"),
        CountInfo("drawn", "Came to the hand"),
        CountInfo("opened", "Opened a round"),
        CountInfo("won", "Openings that won the round", per="opened"),
        CountInfo("combo", "Played in a combo"),
        CountInfo(
            "damage",
            "Damage dealt",
            note="Damage is what a card was valued at in rounds not lost; a signature's is shared out among its cards.",
        ),
        CountInfo("paid", "Paid from the hand"),
        CountInfo("milled", "Lost from the deck"),
        CountInfo("discarded", "Discarded"),
        CountInfo(
            "idle",
            "Held through a round",
            note="Held: rounds that a copy was in hand from the start to the end, each copy for itself.",
        ),
        CountInfo("games_drawn", "Games in which it came to the hand"),
        CountInfo("games_played", "Games in which it was played"),
    ),
    luck=(Purpose.SHUFFLE, Purpose.POLICY),
    is_simultaneous=True,
    sides="fighters",
    side_model=Fighter,
    options_model=Options,
    decisions=Decision,
    features=Feature,
    searched=(Decision.OPENER, Decision.COMBO),
    check=check,
    lint=warnings,
    lower_options=lower_options,
    lower_side=lower_side,
    join=join,
    study=study,
    hidden=(
        "tail",
        "opened",
        "following",
        "useful",
        "rank_offset",
        "rows_n",
        "printed",
        "usual_damage",
        "usual_cards",
        "worth",
    ),
    numbers=("star", "initiative", "opening", "combo", "damage"),
    narrate=narrate,
    name_action=None,
    deck=deck,
)
