"""The table of a side's cards: what having one is worth, and what each does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from balance.stats import BlockTally, PairedTally, tally, tally_pair
from balance.stats.compare import difference_interval
from balance.stats.discoveries import difference_p, discoveries
from balance.vocab import Outcome

if TYPE_CHECKING:
    from balance.runs.executor import CellResult, RunResult
    from balance.runs.variations import CardsPlan
    from balance.stats.counting import Outcomes

LEVEL = 0.95
FALSE_DISCOVERY_RATE = 0.1
MAIN, EVERYONE = TOGETHER = ("main", "all")  # opponents: the main ones, and all
RESULTS = ("lost", "neither", "won")

SCHEMA = {
    "side": pl.String,
    # File stem. "all" is the average over the opponents, each counting the same; "main" is that over those that nothing
    # keeps apart (`RulesetData.apart`), with rows only where there are such and others too.
    "opponent": pl.String,
    "provenance": pl.String,  # of the side
    "provenance_opponent": pl.String,  # of all together: each that occurs, ", " between them
    "card": pl.String,
    "text": pl.String,
    "copies": pl.Int64,
    "policy": pl.String,
    "games": pl.Int64,
    # One more copy in the opening hand against the same games without it; per mille of the score.
    "effect": pl.Float64,
    "lo": pl.Float64,  # pointwise 95 % interval
    "hi": pl.Float64,
    "p": pl.Float64,
    "is_found": pl.Boolean,  # at a false discovery rate of 10 % over the cards; for opponents together only
    "moved": pl.Float64,  # per mille of the games that had another outcome
    # What goes with the card, biased: long games show more cards, and who is ahead plays others.
    "biased_seen": pl.Float64,  # score of the games in which it came to the hand, less the average; per mille
    "biased_played": pl.Float64,  # the same of those in which it was played
}

_SWAPPED = np.array([Outcome.NONE, Outcome.WIN, Outcome.DRAW, Outcome.LOSS, Outcome.TRUNCATED], np.uint8)


@dataclass(frozen=True, slots=True)
class _Seen:
    """The games of a side against one opponent or several of them (`met`), the side's outcomes first."""

    opponent: str
    met: tuple[str, ...]
    base: BlockTally
    counts: np.ndarray  # int64[cards, results, columns]
    pairs: dict[int, PairedTally]  # by the forced card


def cards(planned: CardsPlan, result: RunResult) -> pl.DataFrame:
    """Return the table of cards: columns as in `SCHEMA`, then the ruleset's counts of each card, a game.

    Parameters
    ----------
    planned : CardsPlan
    result : RunResult
        The run of its plan, with all outcomes kept.

    Returns
    -------
    polars.DataFrame
        A row a card for the main opponents together, for all together, then for each of them. Every opponent has the
        same number of games, so pooling them averages them.
    """
    each = _each(planned, result)
    main = [seen for seen in each if not planned.plan.data.apart(seen.opponent)]
    together = [_pooled(planned, MAIN, main)] if 0 < len(main) < len(each) else []
    together.append(_pooled(planned, EVERYONE, each))
    counted = {f"{info.name}_per_game": pl.Float64 for info in planned.plan.ruleset.card_counts[1:]}
    schema: dict[str, Any] = SCHEMA | counted
    rows = [row for seen in (*together, *each) for row in _rows(planned, seen)]
    return pl.DataFrame(rows, schema=schema, orient="row")


def answer(rows: Sequence[dict[str, Any]], side: str) -> list[dict[str, Any]]:
    """Return the rows of a side's cards that are told of first: against its main opponents, else against all."""
    own = [row for row in rows if row["side"] == side]
    return [row for row in own if row["opponent"] == MAIN] or [row for row in own if row["opponent"] == EVERYONE]


def _pooled(planned: CardsPlan, name: str, each: Sequence[_Seen]) -> _Seen:
    return _Seen(
        name,
        tuple(seen.opponent for seen in each),
        _sum([seen.base for seen in each]),
        np.sum([seen.counts for seen in each], axis=0),
        {card: _sum([seen.pairs[card] for seen in each]) for card in planned.forced},
    )


def counts(planned: CardsPlan, result: RunResult) -> pl.DataFrame:
    """Return what each card did as whole numbers, by opponent and by the result of the game for the side.

    Columns: opponent, card, result ("lost", "neither" or "won"), then the ruleset's counts of cards.
    """
    names = [info.name for info in planned.plan.ruleset.card_counts]
    rows = [
        {"opponent": seen.opponent, "card": card.name, "result": word}
        | dict(zip(names, seen.counts[i, j].tolist(), strict=True))
        for seen in _each(planned, result)
        for i, card in enumerate(planned.cards)
        for j, word in enumerate(RESULTS)
    ]
    text = {name: pl.String for name in ("opponent", "card", "result")}
    schema: dict[str, Any] = text | dict.fromkeys(names, pl.Int64)
    return pl.DataFrame(rows, schema=schema, orient="row")


def _sum(tallies: list[Any]) -> Any:
    total = tallies[0]
    for other in tallies[1:]:
        total = total + other
    return total


def _each(planned: CardsPlan, result: RunResult) -> list[_Seen]:
    size = 1 + len(planned.forced)
    seen = []
    for i, opponent in enumerate(planned.opponents):
        base, *forced = result.cells[i * size : (i + 1) * size]
        side = 0 if base.cell.a == planned.side else 1
        mine = _outcomes(base, side)
        pairs = {
            card: tally_pair(mine, _outcomes(cell, side)) for card, cell in zip(planned.forced, forced, strict=True)
        }
        seen.append(_Seen(opponent, (opponent,), tally(mine), base.counts[side], pairs))
    return seen


def _outcomes(cell: CellResult, side: int) -> Outcomes:
    """Return the outcomes of a cell for one of its sides."""
    if not len(cell.outcomes):
        raise ValueError(f"{cell.cell.a}:{cell.cell.b} kept no outcomes; run it with is_keeping")
    return cell.outcomes if side == 0 else _SWAPPED[cell.outcomes]


def _rows(planned: CardsPlan, seen: _Seen) -> list[dict[str, Any]]:
    infos = planned.plan.ruleset.card_counts
    names = [info.name for info in infos]
    score = seen.base.score
    of_side, of_opponents = (_provenance(planned, stems) for stems in ((planned.side,), seen.met))
    rows: list[dict[str, Any]] = []
    for i, card in enumerate(planned.cards):
        counts = seen.counts[i]
        games = int(counts[:, names.index("games")].sum())
        row: dict[str, Any] = dict.fromkeys(SCHEMA)
        row |= {
            "side": planned.side,
            "opponent": seen.opponent,
            "provenance": of_side,
            "provenance_opponent": of_opponents,
            "card": card.name,
            "text": card.text,
            "copies": card.copies,
            "policy": planned.plan.levels[0],
            "games": seen.base.games,
            "biased_seen": _score_minus(counts[:, names.index("games_drawn")], score),
            "biased_played": _score_minus(counts[:, names.index("games_played")], score),
        }
        row |= {
            f"{name}_per_game": round(int(counts[:, column].sum()) / games, 4)
            for column, name in enumerate(names)
            if column
        }
        if i in seen.pairs:
            row |= _effect(seen.pairs[i])
        rows.append(row)
    if seen.opponent in TOGETHER:
        tested = [row for row in rows if row["p"] is not None]
        for row, is_found in zip(tested, discoveries([row["p"] for row in tested], FALSE_DISCOVERY_RATE), strict=True):
            row["is_found"] = is_found
    return rows


def _provenance(planned: CardsPlan, stems: Sequence[str]) -> str:
    return ", ".join(sorted({planned.plan.data.sides[stem].provenance.value for stem in stems}))


def _effect(pair: PairedTally) -> dict[str, Any]:
    interval = difference_interval(pair, LEVEL)
    return {
        "effect": round(1000 * interval.estimate, 2) + 0.0,
        "lo": round(1000 * interval.low, 2) + 0.0,
        "hi": round(1000 * interval.high, 2) + 0.0,
        "p": float(f"{difference_p(pair):.3g}"),
        "moved": round(1000 * pair.discordant_games / pair.games, 1),
    }


def _score_minus(by_result: np.ndarray, average: float) -> float | None:
    """Return the score of games counted by result (lost, neither, won), less the average; per mille."""
    games = int(by_result.sum())
    if not games:
        return None
    return round(1000 * (float(by_result[2] + by_result[1] / 2) / games - average), 1) + 0.0
