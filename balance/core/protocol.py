"""The functions a ruleset registers, and the stubs the play loop calls them by.

The stubs are dispatched on the record type of the state, so there is one `play` for all rulesets and numba's cache
still hits in a new process (functions passed as arguments and closures never would). With JIT off the Python body of a
stub looks the function up by the dtype of the state.

What each function must do
--------------------------
setup(cards, state, trace)
    Deal. The header is set; everything else is zero.
actor(cards, state) -> seat
    Who decides next; -1 when the game is over.
legal(cards, state, actions) -> n
    Fill the first n records of `actions` (dtype ACTION). Never zero while the game goes on.
apply(cards, state, code, trace)
    Carry out the action and everything that follows, up to the next decision.
decision(cards, state) -> (kind, turn, step)
    What is being decided and the coordinates of its luck.
weigh(cards, state, policy, memo, actions, n)
    Fill `worth` of the first n actions from what the deciding seat may know: compared by BEST and SOFT, a weight for
    MIXED (at most luck.WEIGHT_MAX).
redeal(cards, state, seat, luck)
    Resample what `seat` cannot see, uniformly over consistent worlds; a hidden pending choice of another seat is taken
    back, so the actor may change.
fill_row(cards, state, row)
    Outcome for side 0 in row[0], then the declared measures, then the declared totals, side 0 before side 1.
fill_course(cards, state, course, at) -> n
    How the finished game went: from row `at` on (standing of side 0, standing of side 1) at the start of each round or
    turn, n rows. A standing is a small number (`Ruleset.standings`) that says how a side is off, for the table of
    chances (`stats.course`); a ruleset without one returns 0.
count_cards(cards, state, outcome, trace, counts)
    Add what each card did in the finished game to counts[side, card, result, column], from its trace; the result is 0
    for a loss of that side, 2 for a win and 1 for anything else, the columns are declared (`Ruleset.card_counts`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from balance.vocab import Purpose

ACTION = np.dtype(
    [
        ("code", np.int64),  # what is done; its meaning belongs to the kind of decision
        ("copies", np.int64),  # physical ways to do it: the weight of the action for a random policy
        ("identity", np.uint64),  # names the action's own luck in the exponential race
        ("worth", np.int64),  # to the policy that weighs it; `legal` leaves it alone
    ]
)

# Fields every state record starts with; `core.play` sets them, `setup` must leave them alone.
HEADER = [
    ("key", np.uint64),  # all luck of the game
    ("lane", np.int64, (2,)),  # seat -> lane of luck
    ("side", np.int64, (2,)),  # seat -> side, the index into the card table
    ("policy_luck", np.uint64, (2,)),  # seat -> the stream of its choices, set by `policies.take_key`
    # What makes a game a variation of another one; all zero in an ordinary game.
    ("twist", np.uint64, (2, len(Purpose))),  # by seat and purpose: what turns the key into that of renewed luck
    ("forced", np.int64, (2,)),  # side -> 1 + the card that `setup` puts into its opening hand; 0 without
]

# What a variation asks for; the other key is that of the same block in the other epoch.
VARIATION = np.dtype(
    [
        ("renewed", np.int64),  # bits of the luck that is renewed (luck.renewed_bit)
        ("forced", np.int64, (2,)),
    ]
)


def records(n: int, dtype: np.dtype) -> np.recarray:
    """Return a zeroed array of `n` records that the same code takes with JIT on and off."""
    return np.zeros(n, np.dtype((np.record, dtype))).view(np.recarray)


@dataclass(frozen=True, slots=True)
class Game:
    """The compiled face of a ruleset: the state's dtype and the protocol functions by name."""

    state: np.dtype
    functions: dict[str, Callable[..., Any]]


_GAMES: dict[object, Game] = {}
_PYTHON: dict[np.dtype, Game] = {}
NAMES = (
    "setup", "actor", "legal", "apply", "decision", "weigh", "redeal", "fill_row", "fill_course",
    "count_cards",
)  # fmt: skip


def register(game: Game) -> Game:
    """Make a ruleset known to the stubs; its module calls this once, at import."""
    missing = sorted(set(NAMES) - set(game.functions))
    if missing:
        raise TypeError(f"the ruleset does not register {', '.join(missing)}")
    _GAMES[numba.from_dtype(game.state)] = game
    _PYTHON[game.state] = game
    return game


def _typed(name: str, state: object) -> Callable[..., Any] | None:
    """Return the Python function for numba to compile in place of a stub; None refuses the type."""
    game = _GAMES.get(state)
    if game is None:
        return None
    function = game.functions[name]
    return getattr(function, "py_func", function)


def _plain(name: str, state: np.record) -> Callable[..., Any]:
    return _PYTHON[state.dtype].functions[name]


def setup(cards, state, trace):
    """Deal the game."""
    return _plain("setup", state)(cards, state, trace)


def actor(cards, state):
    """Return the deciding seat, -1 when the game is over."""
    return _plain("actor", state)(cards, state)


def legal(cards, state, actions):
    """Fill the legal actions and return their number."""
    return _plain("legal", state)(cards, state, actions)


def apply(cards, state, code, trace):
    """Carry out one action."""
    return _plain("apply", state)(cards, state, code, trace)


def decision(cards, state):
    """Return (kind, turn, step) of the decision at hand."""
    return _plain("decision", state)(cards, state)


def weigh(cards, state, policy, memo, actions, n):
    """Fill what each of the first n actions is worth to the policy."""
    return _plain("weigh", state)(cards, state, policy, memo, actions, n)


def redeal(cards, state, seat, luck):
    """Resample what a seat cannot see."""
    return _plain("redeal", state)(cards, state, seat, luck)


def fill_row(cards, state, row):
    """Write the outcome, the measures and the totals of a finished game."""
    return _plain("fill_row", state)(cards, state, row)


def fill_course(cards, state, course, at):
    """Write how a finished game went and return the number of its rounds."""
    return _plain("fill_course", state)(cards, state, course, at)


def count_cards(cards, state, outcome, trace, counts):
    """Count what each card did in a finished game."""
    return _plain("count_cards", state)(cards, state, outcome, trace, counts)


@overload(setup, strict=True)
def _setup(cards, state, trace):
    return _typed("setup", state)


@overload(actor, strict=True)
def _actor(cards, state):
    return _typed("actor", state)


@overload(legal, strict=True)
def _legal(cards, state, actions):
    return _typed("legal", state)


@overload(apply, strict=True)
def _apply(cards, state, code, trace):
    return _typed("apply", state)


@overload(decision, strict=True)
def _decision(cards, state):
    return _typed("decision", state)


@overload(weigh, strict=True)
def _weigh(cards, state, policy, memo, actions, n):
    return _typed("weigh", state)


@overload(redeal, strict=True)
def _redeal(cards, state, seat, luck):
    return _typed("redeal", state)


@overload(fill_row, strict=True)
def _fill_row(cards, state, row):
    return _typed("fill_row", state)


@overload(fill_course, strict=True)
def _fill_course(cards, state, course, at):
    return _typed("fill_course", state)


@overload(count_cards, strict=True)
def _count_cards(cards, state, outcome, trace, counts):
    return _typed("count_cards", state)
