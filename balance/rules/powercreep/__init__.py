"""Powercreep!Beta. The rules in our own words are in this folder's README."""

from balance.core.protocol import NAMES, Game, register
from balance.data.schema import Side
from balance.rules.powercreep import counts, legal, policies, rules
from balance.rules.powercreep.features import Feature
from balance.rules.powercreep.lint import warnings
from balance.rules.powercreep.narrate import name_action, narrate
from balance.rules.powercreep.schema import Options, check, deck, join, lower_options, lower_side, study
from balance.rules.powercreep.state import (
    ACTIONS_MAX,
    BINS,
    CARDS,
    FIELD_STEPS,
    KINDS,
    LIFE_STEPS,
    MEMO,
    STATE,
    TURNS_MAX,
    Decision,
    End,
)
from balance.rules.ruleset import CountInfo, MeasureInfo, Ruleset, TotalInfo
from balance.vocab import Purpose

_ROOMS = (counts, legal, policies, rules)
_FUNCTIONS = {name: getattr(room, name) for room in _ROOMS for name in NAMES if hasattr(room, name)}

RULESET = Ruleset(
    name="powercreep",
    game=register(Game(STATE, _FUNCTIONS)),
    cards=CARDS,
    memo=MEMO,
    actions_max=ACTIONS_MAX,
    bins=BINS,
    measures=(
        MeasureInfo("rounds", "Turns of both players"),
        MeasureInfo("end", "What empties the Life Stack", tuple(end.name.lower() for end in End)),
        MeasureInfo("winner", "Who wins", ("none", "first player", "second player")),
        MeasureInfo("life_left", "Life Stack left to the winner"),
        MeasureInfo("guards", "Positions changed, Jokers taken by Jokers"),
        MeasureInfo("modifiers_a", "Modifiers played by the first side"),
        MeasureInfo("modifiers_b", "Modifiers played by the second side"),
        MeasureInfo("cancels_a", "Cards discarded to cancel by the first side"),
        MeasureInfo("cancels_b", "Cards discarded to cancel by the second side"),
        MeasureInfo("protects_a", "Fighters protected by the first side"),
        MeasureInfo("protects_b", "Fighters protected by the second side"),
        MeasureInfo("bombs_a", "Fighters taken along by bombs by the first side"),
        MeasureInfo("bombs_b", "Fighters taken along by bombs by the second side"),
    ),
    totals=(
        TotalInfo("pay", "Paid for", group="summons"),
        TotalInfo("trip", "Trips", group="summons"),
        TotalInfo("run", "Runs", group="summons"),
        TotalInfo("stack", "Laid on another", group="summons"),
        TotalInfo("stood", "Took effect", group="modifiers"),
        TotalInfo("canceled", "Canceled", group="modifiers"),
        TotalInfo("battles", "On a fighter", group="attacks"),
        TotalInfo("directs", "Direct", group="attacks"),
        TotalInfo("damage", "Damage dealt per attack of its own", per="attacks"),
    ),
    groups={"summons": "How fighters come", "modifiers": "What becomes of modifiers", "attacks": "Attacks"},
    standings=(LIFE_STEPS, FIELD_STEPS),
    turns_max=TURNS_MAX,
    cards_max=KINDS,
    card_counts=(
        CountInfo("games", "Games"),
        CountInfo("opening", "Copies in the opening hand"),
        CountInfo("drawn", "Came to the hand"),
        CountInfo("summoned", "Summoned from the hand"),
        CountInfo("played", "Played as a modifier"),
        CountInfo("canceled", "Canceled", per="played"),
        CountInfo("cancels", "Discarded to cancel"),
        CountInfo("protects", "Discarded to protect"),
        CountInfo("attacked", "Attacks with it", note="Attacks with it: of fighters whose lowest card it is."),
        CountInfo("felled", "Fighters felled by them", per="attacked"),
        CountInfo("milled", "Lost from the Life Stack"),
        CountInfo("shown", "Shown"),
        CountInfo("games_drawn", "Games in which it came to the hand"),
        CountInfo("games_played", "Games in which it was played"),
        CountInfo("tripped", "Summoned by a trip", per="summoned"),
        CountInfo("run", "Summoned by a run", per="summoned"),
        CountInfo("stacked", "Laid on another", per="summoned"),
    ),
    luck=(Purpose.SHARED, Purpose.SHUFFLE, Purpose.POLICY),
    is_simultaneous=False,
    sides="",
    side_model=Side,
    options_model=Options,
    decisions=Decision,
    features=Feature,
    searched=(Decision.TURN, Decision.CANCEL, Decision.COMBAT, Decision.PROTECT),
    check=check,
    lint=warnings,
    lower_options=lower_options,
    lower_side=lower_side,
    join=join,
    study=study,
    hidden=(),
    numbers=(),
    narrate=narrate,
    name_action=name_action,
    deck=deck,
)
