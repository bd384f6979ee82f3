"""What a ruleset package says about itself: one frozen record, found by its folder's name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from balance.core.protocol import Game
from balance.data.schema import Problems, Side, StrictModel


@dataclass(frozen=True, slots=True)
class MeasureInfo:
    """A measure of `fill_row`: its column is its position, from 1; `names` labels values of an enum."""

    name: str
    title: str
    names: tuple[str, ...] = ()


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
    is_simultaneous: bool  # no seat acts first, so a mirror is one game a key
    sides: str  # folder of the side files
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
    narrate: Callable[..., Any]

    @property
    def package(self) -> str:
        """Return the name of the ruleset's package under `balance.rules`."""
        return self.name.replace("-", "_")
