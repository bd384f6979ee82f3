"""What a ruleset package says about itself: one frozen record, found by its folder's name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from balance.core.protocol import Game
from balance.data.schema import Problems, Side, StrictModel
from balance.rules.telling import Line
from balance.vocab import Purpose


@dataclass(frozen=True, slots=True)
class MeasureInfo:
    """A measure of `fill_row`: its column is its position, from 1; `names` labels values of an enum."""

    name: str
    title: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TotalInfo:
    """A number of each side that `fill_row` writes behind the measures and that is added up over games.

    A total of a `group` is shown as its share of the group; one with `per` is shown for each of that group's.
    """

    name: str
    title: str
    group: str = ""
    per: str = ""


@dataclass(frozen=True, slots=True)
class CountInfo:
    """A column of `count_cards`: what is counted of each card; games, games_drawn and games_played have meanings.

    A column with `per` counts a part of that other column, and is shown as its share; a `note` says what is meant.
    """

    name: str
    title: str
    per: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class CardInfo:
    """A card of a side as `count_cards` numbers them; a card with `spare` copies can be forced into an opening hand."""

    name: str
    text: str  # what it is, in a word: an icon
    copies: int
    spare: int  # copies that are not in the opening hand already


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A ruleset: its models, its lowering, its compiled game and its words."""

    name: str  # folder under rulesets/, with hyphens
    game: Game
    cards: np.dtype
    memo: np.dtype
    actions_max: int
    bins: int  # bins of every measure's histogram
    measures: tuple[MeasureInfo, ...]
    totals: tuple[TotalInfo, ...]  # two columns each in a row, side 0 first
    groups: dict[str, str]  # groups of totals by name, with their titles
    standings: tuple[int, int]  # a standing is fine * (a coarse state) + (a fine one): how many of each
    turns_max: int  # rows of the longest course
    cards_max: int  # cards that `count_cards` tells apart, a side
    card_counts: tuple[CountInfo, ...]  # its columns
    luck: tuple[Purpose, ...]  # what streams of luck are for in it
    is_simultaneous: bool  # no seat acts first, so none has an advantage
    sides: str  # folder of the side files; empty where a side is a policy and nothing else
    side_model: type[Side]
    options_model: type[StrictModel]
    decisions: type[IntEnum]
    features: type[IntEnum]
    searched: tuple[IntEnum, ...]  # decisions that a policy may make by search: few options, and much hangs on them
    check: Callable[[Any, Any], Problems]  # options, side -> problems
    lint: Callable[[Any, Any], Problems]  # options, side -> warnings
    lower_options: Callable[[Any], np.recarray]  # options -> recarray[1]
    lower_side: Callable[[Any, Any], np.recarray]  # options, side -> recarray[1]
    join: Callable[[np.recarray, np.recarray, np.recarray], np.recarray]  # options, side, side -> recarray[1] of cards
    study: Callable[[Any, Any], None]  # cards, policies: fills what these policies look up about a matchup, once
    hidden: tuple[str, ...]  # fields of a lowered side that are derived from the others
    numbers: tuple[str, ...]  # fields of printed numbers: they change what an action is worth, never what it is
    narrate: Callable[[tuple[Any, Any], Any, list[list[int]]], Iterator[Line]]  # sides by seat, options, trace rows
    # State at a decision, code of an action -> what the seat would do, as its line has it; None where only what follows
    # tells.
    name_action: Callable[[Any, int], str] | None
    deck: Callable[[Any], tuple[CardInfo, ...]]  # side -> its cards in the order of the kernels

    @property
    def is_between_policies(self) -> bool:
        """Say whether a matchup is one of policies, the seats bringing nothing else."""
        return not self.sides

    @property
    def turn(self) -> str:
        """Return what the steps of a game are called: rounds where both sides act at once, else turns."""
        return "round" if self.is_simultaneous else "turn"

    @property
    def row_length(self) -> int:
        """Return the numbers that `fill_row` writes: the outcome, the measures, two for each total."""
        return 1 + len(self.measures) + 2 * len(self.totals)

    @property
    def package(self) -> str:
        """Return the name of the ruleset's package under `balance.rules`."""
        return self.name.replace("-", "_")
