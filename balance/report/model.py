"""What a report of a matchup run says, before anything is rendered. `balance.report.build` makes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from balance.report.numbers import Score

if TYPE_CHECKING:
    from balance.frames.formats import Format
    from balance.report.commands import Command
    from balance.report.games import Game
    from balance.report.headline import Headline
    from balance.report.length import Length
    from balance.report.measures import Measures
    from balance.report.profiles import Profiles
    from balance.report.standings import Field
    from balance.report.why import Reasons

TRUNCATED_MAX = 0.1  # percent of a cell's games; above it the bounds of the score are shown


@dataclass(frozen=True, slots=True)
class Side:
    """A side of the report: who it is and what its numbers rest on.

    Attributes
    ----------
    apart : str
        Why it is kept apart from the main sides, in the word that marks it (`RulesetData.apart`); empty for a main one.
    nouns : (str, str)
        What one is called, and several.
    """

    stem: str
    name: str
    provenance: str
    apart: str
    source: str
    doubtful: tuple[str, ...]
    digest: str
    nouns: tuple[str, str] = ("fighter", "fighters")

    @property
    def is_main(self) -> bool:
        """Say whether answers are about it."""
        return not self.apart

    @property
    def is_policy(self) -> bool:
        """Say whether it is a policy and nothing else, with no numbers of its own."""
        return self.nouns[1] == "policies"


@dataclass(frozen=True, slots=True)
class Cell:
    """One matchup under one policy, seen from the row's side; percentages, and rounds as whole numbers.

    Attributes
    ----------
    apart : str
        The word for a side of it that is kept apart; empty where both are main sides.
    score : Score or None
        In the report's format; None for a mirror, which has no win rate; so are `seat_gap` and `design_effect`, which
        are of single games.
    single : Score or None
        The score in a single game, where `score` is that of a series.
    script_difference : float or None
        Largest difference of the score between the policies; None with one policy.
    bounds : tuple of float, or None
        The score if all truncated games had been lost, and if all had been won; None where they are too few to matter.
    at_once : Score or None
        `score` with limits that hold for all matchups of the policy at once.
    games_to_settle : int or None
        Games for the interval to hold neither end of the band of even matchups, the score staying where it is; None
        where no number does, or where the score is none.
    why : tuple of Reasons
        What happened in the games, for both sides.
    replays : tuple of Game
        Games worth a look, with the commands that tell them.
    """

    row: str
    column: str
    policy: str
    apart: str
    score: Score | None
    single: Score | None
    blocks: int
    games: int
    wins: int
    draws: int
    losses: int
    truncated: int
    bounds: tuple[float, float] | None
    seat_gap: float | None
    design_effect: float | None
    script_difference: float | None
    rounds: tuple[int, int, int]  # p10, p50, p90
    at_once: Score | None = None
    games_to_settle: int | None = None
    why: tuple[Reasons, ...] = ()
    replays: tuple[Game, ...] = ()

    @property
    def is_main(self) -> bool:
        """Say whether it is between main sides."""
        return not self.apart

    @property
    def is_mirror(self) -> bool:
        """Say whether a side meets itself."""
        return self.row == self.column

    @property
    def of_mirror(self) -> tuple[str, str]:
        """Return what tells the sides of a mirror apart: their seats, unless luck goes by side and each has both."""
        return ("first", "second") if self.games > self.blocks else ("seat 0", "seat 1")

    def swapped(self) -> Cell:
        """Return the same matchup seen from the other side."""
        return replace(
            self,
            row=self.column,
            column=self.row,
            score=self.score.swapped() if self.score else None,
            single=self.single.swapped() if self.single else None,
            at_once=self.at_once.swapped() if self.at_once else None,
            wins=self.losses,
            losses=self.wins,
            bounds=(100 - self.bounds[1], 100 - self.bounds[0]) if self.bounds else None,
            why=tuple(reasons.swapped() for reasons in self.why),
        )


@dataclass(frozen=True, slots=True)
class Level:
    """All matchups under one policy, as a square in the order of the report's sides: row against column."""

    policy: str
    title: str
    digest: str
    grid: tuple[tuple[Cell, ...], ...]

    @property
    def matchups(self) -> tuple[Cell, ...]:
        """Return each matchup once, mirrors included, in the order of the sides."""
        return tuple(cell for i, row in enumerate(self.grid) for cell in row[i:])

    @property
    def games(self) -> int:
        """Return the games of all matchups."""
        return sum(cell.games for cell in self.matchups)

    @property
    def games_per_cell(self) -> int:
        """Return the games of the largest matchup."""
        return max(cell.games for cell in self.matchups)


@dataclass(frozen=True, slots=True)
class SelfCheck:
    """The score of seat 0 over the mirrors, which simultaneous play puts at 50 %."""

    score: Score
    games: int


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that a report says.

    Attributes
    ----------
    publisher : str
        Empty where it is not known.
    scope : str
        What of the game is covered; shown in every output.
    changes : str
        The variant and the edits laid over the data; empty without any.
    headline : Headline
        The answer for the main sides; for all where there are fewer than two of them.
    everybody : Headline or None
        The same for all sides; None where that is the answer.
    length : Length or None
        How long games take; None for a report made of tables alone.
    made : tuple of (label, value)
        How the numbers were made and can be made again.
    limits : tuple of str
        What the numbers do not say.
    more : tuple of Command
        What to ask next.
    fields : tuple of Field
        How strong the sides are: the main ones, then all.
    profiles : Profiles or None
        Each fighter alone; None without a field.
    precision : str
        How the number of games was chosen; empty where it was given.
    turn : str
        What the steps of a game are called: round or turn.
    game : str
        What the game itself is called.
    """

    title: str
    format: Format
    publisher: str
    scope: str
    changes: str
    sides: tuple[Side, ...]
    levels: tuple[Level, ...]
    headline: Headline
    measures: Measures
    self_check: SelfCheck | None
    games: int
    truncated: int
    data_folder: str
    data_found_by: str
    epoch: int
    made: tuple[tuple[str, str], ...]
    everybody: Headline | None = None
    length: Length | None = None
    limits: tuple[str, ...] = ()
    more: tuple[Command, ...] = ()
    fields: tuple[Field, ...] = ()
    profiles: Profiles | None = None
    precision: str = ""
    turn: str = "round"
    game: str = ""

    @property
    def order(self) -> tuple[int, ...]:
        """Return the positions of the sides from the strongest to the weakest under the first policy."""
        if not self.fields:
            return tuple(range(len(self.sides)))
        at = {side.stem: i for i, side in enumerate(self.sides)}
        ranked = [at[side.stem] for side, _ in self.fields[-1].standings]
        return (*ranked, *(i for i in at.values() if i not in ranked))

    @property
    def has_draws(self) -> bool:
        """Say whether any game was drawn."""
        return any(cell.draws for level in self.levels for cell in level.matchups)

    @property
    def draws(self) -> str:
        """Return what becomes of a drawn game; empty where there was none, unless it tells what a series is."""
        return self.format.draws if self.has_draws or self.format.is_series else ""

    @property
    def apart(self) -> str:
        """Return the word for sides that are kept apart; empty where there are none."""
        return next((side.apart for side in self.sides if side.apart), "")

    @property
    def truncated_cells(self) -> tuple[Cell, ...]:
        """Return the matchups with so many truncated games that their bounds are shown."""
        return tuple(cell for level in self.levels for cell in level.matchups if cell.bounds)
