"""Runs that play a cell again in variations: a card forced into an opening hand, or some of the luck renewed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from balance import rules
from balance.core.luck import renewed_bit
from balance.data.load import RulesetData
from balance.errors import UsageError, unknown
from balance.rules.ruleset import CardInfo, Ruleset
from balance.runs.plan import Cell, Plan, default_sides, plan_matchups, varied
from balance.vocab import Purpose

LUCK_BLOCKS_MIN = 20  # of a matchup, below which normal intervals of its correlations are not to be trusted

_WORDS = {
    Purpose.SHUFFLE: "shuffles",
    Purpose.DICE: "dice",
    Purpose.POLICY: "choices",
    Purpose.SHARED: "shared cards",
}


@dataclass(frozen=True, slots=True)
class CardsPlan:
    """The cells of a card run.

    Attributes
    ----------
    plan : Plan
        Its cells are, for each opponent in turn, the ordinary games with cards counted, then those with each card
        forced that can be.
    side : str
        File stem of the side whose cards these are.
    opponents : tuple of str
    cards : tuple of CardInfo
        All cards of the side.
    forced : tuple of int
        Positions of the cards that are forced, in the order of the cells.
    """

    plan: Plan
    side: str
    opponents: tuple[str, ...]
    cards: tuple[CardInfo, ...]
    forced: tuple[int, ...]


def plan_cards(
    data: RulesetData,
    side: str,
    *,
    against: Sequence[str] = (),
    policy: str,
    games: int,
    luck_by: str = "seat",
    epoch: int = 1,
    is_forcing: bool = True,
) -> CardsPlan:
    """Plan the games that tell what each card of a side does, and what having it is worth.

    Parameters
    ----------
    against : sequence of str
        Opponents by file stem; all other sides when empty, but for policies that search.
    policy : str
        Name of the policy that both sides play.
    games : int
        Games a card and opponent.
    luck_by : str
        As in `plan_matchups`.
    is_forcing : bool
        Without it cards are only counted, in one cell an opponent, and nothing says what having one is worth.

    Raises
    ------
    UsageError
        For unknown names, the side as its own opponent, or no opponent at all.
    """
    ruleset = rules.get(data.name)
    fighter = data.side(side)
    opponents = tuple(sorted(set(against or (one for one in default_sides(ruleset, data) if one != side))))
    if side in opponents:
        raise UsageError(
            f"--against {side}: a {data.nouns[0]} against itself has no win rate; expected other {data.nouns[1]}"
        )
    if not opponents:
        raise UsageError(f"{side} is alone in the data; expected at least one opponent")
    plan = plan_matchups(
        ruleset, data, sides=(side, *opponents), levels=((policy, games),), luck_by=luck_by, epoch=epoch
    )
    cards = ruleset.deck(fighter)
    forced = tuple(i for i, card in enumerate(cards) if card.spare > 0 and is_forcing)
    cells: list[Cell] = []
    for opponent in opponents:
        cell = _cell(plan, side, opponent)
        cells.append(varied(cell, is_counting=True))
        for card in forced:
            cells.append(varied(cell, forced=(1 + card, 0) if cell.a == side else (0, 1 + card)))
    return CardsPlan(replace(plan, cells=tuple(cells)), side, opponents, cards, forced)


@dataclass(frozen=True, slots=True)
class Source:
    """A source of luck: the luck of some sides for some purpose.

    Attributes
    ----------
    name : str
        In words, with the side's file stem.
    kept, renewed : int
        Positions among the plan's cells: all luck renewed but this source's, and this source's alone renewed.
    """

    name: str
    kept: int
    renewed: int


@dataclass(frozen=True, slots=True)
class LuckPlan:
    """The cells of a luck run: the ordinary games first, then what the sources need."""

    plan: Plan
    sources: tuple[Source, ...]


def plan_luck(data: RulesetData, a: str, b: str, *, policy: str, games: int, epoch: int = 1) -> LuckPlan:
    """Plan the games that tell which luck decides a matchup: of each side for each purpose, and of both together.

    Raises
    ------
    UsageError
        For unknown names or a number of games out of range.
    """
    ruleset = rules.get(data.name)
    for stem in (a, b):
        if stem not in data.sides:
            raise UsageError(unknown(data.nouns[0], stem, data.sides))
    plan = plan_matchups(ruleset, data, sides=(a, b), levels=((policy, games),), epoch=epoch)
    cell = _cell(plan, a, b)
    bits = _bits(ruleset)
    wanted: list[tuple[str, int]] = []
    for purpose in ruleset.luck:
        word = _word(purpose)
        stems = (cell.a, cell.b) if cell.a != cell.b else (f"{a} (first)", f"{a} (second)")
        if purpose != Purpose.SHARED:  # which is of the table, whoever's is renewed
            wanted += [(f"{word} of {stems[side]}", bits[purpose][side]) for side in range(2)]
        wanted.append((f"all {word}", sum(bits[purpose])))
    return _luck_plan(plan, cell, cell, wanted)


def plan_field_luck(
    data: RulesetData,
    sides: Sequence[str],
    *,
    policy: str,
    games: int,
    most: int,
    luck_by: str = "seat",
    epoch: int = 1,
) -> tuple[LuckPlan, ...]:
    """Plan the games that tell which luck decides the matchups of several sides: of both sides for each purpose.

    A plan a matchup of two different sides, mirrors telling nothing of the field. Its ordinary games are those in which
    `plan_cards` counts cards. None where a side searches, or where the games are too few for an interval to hold.

    Parameters
    ----------
    games : int
        Games with luck renewed, of all matchups together.
    most : int
        Ordinary games a matchup.
    """
    ruleset = rules.get(data.name)
    wanted = [(_word(purpose), sum(bits)) for purpose, bits in _bits(ruleset).items()]
    replayed = len(sides) * (len(sides) - 1) // 2 * len(_masks(wanted))
    each = min(most, games // max(1, replayed))
    if each < 2 * LUCK_BLOCKS_MIN:
        return ()
    plan = plan_matchups(ruleset, data, sides=tuple(sides), levels=((policy, each),), luck_by=luck_by, epoch=epoch)
    cells = [cell for cell in plan.cells if cell.a != cell.b]
    if any(cell.is_searching for cell in cells):
        return ()
    return tuple(_luck_plan(plan, cell, varied(cell, is_counting=True), wanted) for cell in cells)


def _bits(ruleset: Ruleset) -> dict[Purpose, list[int]]:
    """Return what renews the luck of each side, by purpose."""
    return {purpose: [renewed_bit(side, purpose) for side in range(2)] for purpose in ruleset.luck}


def _word(purpose: Purpose) -> str:
    return _WORDS.get(purpose, purpose.name.lower())


def _masks(wanted: Sequence[tuple[str, int]]) -> dict[int, int]:
    """Return the places of the luck to renew, of each source by itself and of all the others, in order."""
    everything = _everything(wanted)
    masks = sorted({mask for _, mine in wanted for mask in (mine, everything & ~mine)})
    return {mask: i for i, mask in enumerate(masks)}


def _everything(wanted: Sequence[tuple[str, int]]) -> int:
    return reduce(or_, (mine for _, mine in wanted))


def _luck_plan(plan: Plan, cell: Cell, base: Cell, wanted: Sequence[tuple[str, int]]) -> LuckPlan:
    """Return the plan of the sources that are wanted; `base` is the cell's games as they are."""
    at, everything = _masks(wanted), _everything(wanted)
    cells = (base, *(varied(cell, renewed=mask) for mask in at))
    sources = tuple(Source(name, 1 + at[everything & ~mine], 1 + at[mine]) for name, mine in wanted)
    return LuckPlan(replace(plan, cells=cells), sources)


def _cell(plan: Plan, a: str, b: str) -> Cell:
    """Return the matchup of two sides."""
    first, second = sorted((a, b))
    return next(cell for cell in plan.cells if (cell.a, cell.b) == (first, second))
