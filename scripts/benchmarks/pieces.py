"""Part `profile`: where the time of a game goes.

Pieces are measured alone, over and over, so branches are foretold better and caches are warmer than in a game: their
sum is a floor of the code as it is, and `all else` holds what that hides besides the play loop and the measures.
All of it is processor time of the thread, so that a busy machine does not pass for a slow piece.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from reference_shuffle import CARDS

from balance.core.protocol import ACTION, records
from balance.core.trace import NO_TRACE
from balance.rules.combo_fighter.state import DECK_MAX, MEMO, STATE, Decision

from . import loops
from .measure import Figure
from .workload import Games, Reference

T = TypeVar("T")

RUN_NS = 5e6  # of one timed loop
GAMES = 1000  # of each cell, to count in
KINDS = (Decision.OPENER, Decision.COMBO, Decision.PAYMENT, Decision.DISCARDS)
HANDS = (Decision.PAYMENT, Decision.DISCARDS)  # decisions over the subsets of a hand


@dataclass(frozen=True)
class Piece:
    """A piece of a game: nanoseconds, how often, and whether it is within a piece named before."""

    name: str
    count: float
    values: list[float]
    is_within: bool = False


def processor_ns(work: Callable[[], T]) -> tuple[float, T]:
    """Return the nanoseconds of processor time that some work takes in this thread, and what it returns."""
    start = time.thread_time_ns()
    result = work()
    return time.thread_time_ns() - start, result


class Survey:
    """What happened in some games of one cell, and samples of its real decisions."""

    def __init__(self, pieces: Pieces, cell: Any) -> None:
        self.cell = cell
        self.counts = np.zeros((len(Decision), 4), np.int64)
        self.kept = np.zeros(len(Decision), np.int64)
        self.samples = records(len(Decision) * loops.SAMPLES, STATE)
        self.codes = np.zeros(len(self.samples), np.int64)
        self.shuffled = loops.survey(
            cell.cards, cell.policies, GAMES, pieces.blank, pieces.state, pieces.actions, pieces.memo, NO_TRACE,
            self.counts, self.samples, self.codes, self.kept,
        )  # fmt: skip


class Pieces:
    """The pieces of the games under one policy."""

    def __init__(self, policy: str, runs: int) -> None:
        self.policy, self.runs = policy, runs
        self.play = Games(policy)
        self.actions = records(self.play.plan.ruleset.actions_max, ACTION)
        self.memo = records(1, MEMO)[0]
        self.blank, self.state = records(1, STATE), records(1, STATE)
        self.surveys = [Survey(self, cell) for cell in self.play.plan.cells]

    def count(self, column: int, *kinds: Decision) -> float:
        """Return how often something happens in a game, over some kinds of decision."""
        total = sum(int(survey.counts[list(kinds), column].sum()) for survey in self.surveys)
        return total / GAMES / len(self.surveys)

    def nanoseconds(self, loop: Callable[[int], object], work: float = 1) -> list[float]:
        """Return the nanoseconds of one unit of work; a pass of the loop does `work` of them."""

        def pass_of(n: int) -> float:
            return processor_ns(lambda: loop(n))[0] / n

        pass_of(1)  # compiles
        n = max(int(RUN_NS / pass_of(20)), 1)
        return [pass_of(n) / work for _ in range(self.runs)]

    def at_samples(self, kind: Decision, loop: Callable[[int, Survey, int, int], object], work: float) -> list[float]:
        """Return the nanoseconds of one unit of work in a loop over all samples of a kind."""

        def over_cells(n: int) -> None:
            for survey in self.surveys:
                loop(n, survey, kind * loops.SAMPLES, int(survey.kept[kind]))

        return self.nanoseconds(over_cells, work)

    def legal(self, n: int, at: Survey, first: int, kept: int) -> int:
        """List at the samples of one cell."""
        return int(loops.legal_loop(n, at.cell.cards, at.samples, first, kept, self.actions))

    def choose(self, n: int, at: Survey, first: int, kept: int) -> None:
        """List and choose at the samples of one cell."""
        loops.choose_loop(n, at.cell.cards, at.cell.policies, at.samples, first, kept, self.actions, self.memo)

    def apply(self, n: int, at: Survey, first: int, kept: int) -> None:
        """Copy the samples of one cell and carry out their choices."""
        loops.apply_loop(n, at.cell.cards, at.samples, at.codes, first, kept, self.state, NO_TRACE)

    def value(self, n: int, at: Survey, first: int, kept: int) -> None:
        """Value the actions at the samples of one cell."""
        loops.value_loop(n, at.cell.cards, at.cell.policies, at.samples, first, kept, self.actions, self.memo)

    def of_decision(self, kind: Decision, copy: float) -> list[Piece]:
        """Return the pieces of one kind of decision."""
        name, asked, real = kind.name.lower(), self.count(loops.ASKED, kind), self.count(loops.REAL, kind)
        samples = sum(int(survey.kept[kind]) for survey in self.surveys)
        listing = self.at_samples(kind, self.legal, samples)
        both = self.at_samples(kind, self.choose, samples)
        applying = self.at_samples(kind, self.apply, samples)
        least = Figure("", "", listing).median
        pieces = [
            Piece(f"{name}: list", asked, listing),
            Piece(f"{name}: choose", real, [value - least for value in both]),
            Piece(f"{name}: carry out", asked, [value - copy for value in applying]),
        ]
        if self.policy == "random":
            return pieces
        actions = sum(self.legal(1, at, kind * loops.SAMPLES, int(at.kept[kind])) for at in self.surveys)
        value = self.at_samples(kind, self.value, actions)
        return [*pieces, Piece(f"{name}: value of an action", self.count(loops.WEIGHED, kind), value, is_within=True)]

    def all(self) -> list[Piece]:
        """Return every piece."""
        cards = self.surveys[0].cell.cards
        sheet, deck, shuffler = cards.side[0], np.zeros(DECK_MAX, np.int8), self.state[0].shuffler
        shuffled = sum(survey.shuffled for survey in self.surveys) / GAMES / len(self.surveys)
        copies = self.nanoseconds(lambda n: loops.copy_loop(n, self.blank, self.state))
        copy = Figure("", "", copies).median
        deals = self.nanoseconds(lambda n: loops.setup_loop(n, cards, self.blank, self.state, NO_TRACE))
        pieces = [Piece("copy the blank state", 1, copies), Piece("deal", 1, [value - copy for value in deals])]
        for kind in KINDS:
            pieces += self.of_decision(kind, copy)
        shuffles = self.nanoseconds(lambda n: loops.shuffle_loop(n, sheet, deck, shuffler))
        subsets = self.nanoseconds(lambda n: loops.subsets_loop(n, sheet, self.actions))
        race = self.nanoseconds(lambda n: loops.race_loop(n, self.actions))  # among the subsets just listed
        draws = self.nanoseconds(lambda n: loops.draw_loop(n, self.actions))
        listed = self.count(loops.LISTED, *HANDS) / loops.SUBSETS
        pieces += [
            Piece(f"keyed shuffle of {CARDS} cards", shuffled / CARDS, shuffles, is_within=True),
            Piece("16 subsets of a hand of 4", listed, subsets, is_within=True),
        ]
        if self.policy == "random":
            raced = self.count(loops.WEIGHED, *KINDS)
            pieces.append(Piece("race among 16", raced / loops.SUBSETS, race, is_within=True))
        else:  # mixed openers draw for every action, the others about once
            raced = self.count(loops.WEIGHED, KINDS[0]) + self.count(loops.REAL, *KINDS[1:])
        return [*pieces, Piece("draw of an action", raced, draws, is_within=True)]


def profile(is_quick: bool) -> list[Figure]:
    """Measure the pieces and lay them beside the whole."""
    shuffle = Reference()
    figures = []
    for policy in ("random", "greedy"):
        measured = Pieces(policy, 7 if is_quick else 21)
        pieces = measured.all()
        wholes, units = [], []
        for _ in range(measured.runs):
            ns, played = processor_ns(measured.play)
            wholes.append(ns / played.games)
            units.append(processor_ns(shuffle)[0] / shuffle.shuffles)
        whole, unit = Figure("", "", wholes).median, Figure("", "", units).median
        left = whole
        for piece in pieces:
            figure = Figure(f"{policy}: {piece.name}", "ns", piece.values)
            left -= 0 if piece.is_within else figure.median * piece.count
            note = share(figure.median, piece.count, whole, unit) + (", within the above" if piece.is_within else "")
            figures.append(Figure(figure.name, "ns", piece.values, note=note))
        figures.append(Figure(f"{policy}: all else", "ns", [left], note=share(left, 1, whole, unit)))
        figures.append(Figure(f"{policy}: a whole game", "ns", wholes, note=share(whole, 1, whole, unit)))
    return figures


def share(each: float, count: float, whole: float, unit: float) -> str:
    """Return what a piece makes of a game."""
    total = each * count
    return f"x {count:6.2f} = {total / 1000:5.2f} us, {total / whole:4.0%}, {total / unit:4.1f} shuffles"
