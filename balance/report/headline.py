"""What a game designer should read first: the matchups that are lopsided however the fighters are played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from balance.data.load import EACH_ITS_OWN
from balance.frames.formats import DUEL, Format
from balance.report.numbers import listed, notation, plural, score_text

if TYPE_CHECKING:
    from balance.report.model import Cell, Level, Side

BAND = (45.0, 55.0)  # percent; a matchup within it counts as even
EVEN = 50.0
SENTENCES_SHOWN = 10  # of a group at first sight


@dataclass(frozen=True, slots=True)
class Headline:
    """The first sentences of a report, in groups.

    Attributes
    ----------
    lead : str
        How many matchups are lopsided, under which policies, and who wins them.
    lopsided : tuple of str
        One sentence a matchup, the most lopsided first.
    depends : tuple of str
        Matchups whose favourite changes with the policy.
    notes : tuple of str
        What limits the above: a favourite that is not sure, one policy only, stand-ins left out.
    """

    lead: str
    lopsided: tuple[str, ...]
    depends: tuple[str, ...]
    notes: tuple[str, ...]


def headline(sides: Sequence[Side], levels: Sequence[Level], format: Format = DUEL, many: str = "fighters") -> Headline:
    """Return the headline of a run: published numbers only.

    The scores of the cells are those of the format, a chance to win the series for example, and so is the band.

    A matchup is lopsided if under the first policy its score is outside 45 to 55 % and its interval excludes 50 %, and
    if it is on the same side of 50 % under every policy. It depends on how it is played if it is on different sides of
    50 % and at least one of the intervals excludes 50 %; otherwise it is only too close to call. `many` is what sides
    are called.
    """
    names = {side.stem: side.name for side in sides}
    pairs = [cells for cells in _pairs(levels) if cells[0].is_published]
    left_out = [side.name for side in sides if not side.is_published]
    policies = [level.policy for level in levels]
    lopsided = sorted((cells for cells in pairs if is_lopsided(cells)), key=lambda cells: -_distance(cells[0]))
    depends = [cells for cells in pairs if is_dependent(cells)]
    return Headline(
        _lead(len(lopsided), len(depends), len(pairs), policies, format, many) + _winners(lopsided, names),
        tuple(_lopsided_sentence(cells, names, format) for cells in lopsided),
        tuple(_depends_sentence(cells, names, format) for cells in depends),
        tuple(_notes(lopsided, policies, left_out, format)),
    )


def is_lopsided(cells: Sequence[Cell]) -> bool:
    """Say whether a matchup, given under every policy, may be named as lopsided."""
    score = cells[0].score
    assert score is not None
    is_outside = not BAND[0] <= score.estimate <= BAND[1]
    return is_outside and not score.holds(EVEN) and len(_favourites(cells)) == 1


def is_dependent(cells: Sequence[Cell]) -> bool:
    """Say whether the favourite of a matchup changes with the policy by more than chance."""
    is_clear = any(cell.score is not None and not cell.score.holds(EVEN) for cell in cells)
    return is_clear and len(_favourites(cells)) > 1


def _favourites(cells: Sequence[Cell]) -> set[int]:
    """Return the sides of 50 % that a matchup is on: -1, 0 or 1."""
    scores = [cell.score.estimate for cell in cells if cell.score is not None]
    return {(score > EVEN) - (score < EVEN) for score in scores}


def _pairs(levels: Sequence[Level]) -> list[tuple[Cell, ...]]:
    """Return each matchup of two different sides as its cells, one a level."""
    by_level = [[cell for cell in level.matchups if not cell.is_mirror] for level in levels]
    return list(zip(*by_level, strict=True))


def _distance(cell: Cell) -> float:
    assert cell.score is not None
    return abs(cell.score.estimate - EVEN)


def _under(policies: list[str]) -> str:
    return f"under {'both policies, ' if len(policies) == 2 else ''}{listed(policies)}"


def _lead(lopsided: int, depends: int, pairs: int, policies: list[str], format: Format, many: str) -> str:
    if not pairs:
        return f"No headline: it takes two different {many} with published numbers."
    where = f"outside {BAND[0]:.0f} to {BAND[1]:.0f} %{format.unit}"
    if len(policies) == 1:
        condition = f"{where} under {policies[0]}"
    else:
        condition = f"{where} under {policies[0]}, with the same favourite {_under(policies)}"
    verb = _is(lopsided)
    if not lopsided:
        first = f"None of {plural(pairs, 'matchup')} is lopsided: none is clearly {condition}."
    elif lopsided == pairs:
        first = f"{'The only matchup' if pairs == 1 else f'All {pairs} matchups'} {verb} lopsided: {condition}."
    else:
        first = f"{lopsided} of {pairs} matchups {verb} lopsided: {condition}."
    rest = pairs - lopsided - depends
    sentences = [first]
    if depends:
        sentences.append(f"{depends} {'depends' if depends == 1 else 'depend'} on how the {many} are played.")
    if lopsided and rest:
        sentences.append(f"The other {rest} {_is(rest)} even, or too close to call.")
    return " ".join(sentences)


def _winners(lopsided: Sequence[Sequence[Cell]], names: dict[str, str]) -> str:
    """Return the sentence that counts who wins the lopsided matchups; nothing where the list is as short."""
    if len(lopsided) < 3:
        return ""
    wins = Counter(names[_from_favourite(cells)[0].row] for cells in lopsided)
    counted = [f"{name} {count}" for name, count in wins.most_common()]
    return f" Favourite in the lopsided ones: {listed(counted)}."


def _from_favourite(cells: Sequence[Cell]) -> Sequence[Cell]:
    """Return a matchup as seen from the side that wins it under the first policy."""
    score = cells[0].score
    assert score is not None
    return cells if score.estimate > EVEN else [cell.swapped() for cell in cells]


def _lopsided_sentence(cells: Sequence[Cell], names: dict[str, str], format: Format) -> str:
    cells = _from_favourite(cells)
    first = cells[0].score
    assert first is not None
    return f"{names[cells[0].row]} beats {names[cells[0].column]} {notation(first.estimate)}: {_scores(cells, format)}."


def _depends_sentence(cells: Sequence[Cell], names: dict[str, str], format: Format) -> str:
    a, b = names[cells[0].row], names[cells[0].column]
    return f"{a} against {b} depends on how it is played: {_scores(cells, format)} for {a}."


def _scores(cells: Sequence[Cell], format: Format) -> str:
    scores = [(score_text(cell.score), cell.policy) for cell in cells if cell.score is not None]
    return listed([f"{text}{format.unit} under {policy}" for text, policy in scores])


def _notes(lopsided: Sequence[Sequence[Cell]], policies: list[str], left_out: list[str], format: Format) -> list[str]:
    notes = []
    if format.is_series:
        notes.append(f"Every percentage here is a chance to win the series: {format.title}.")
    close = [cells for cells in lopsided if any(cell.score and cell.score.holds(EVEN) for cell in cells[1:])]
    if close:
        notes.append(
            f"Under {listed(policies[1:])} {len(close)} of the lopsided ones {_is(len(close))} too close to call."
        )
    turned = [cells for cells in lopsided if _is_turned(cells[0])]
    if turned:
        notes.append(f"Truncated games could turn the favourite in {len(turned)} of the lopsided ones.")
    if len(policies) == 1 and policies[0] != EACH_ITS_OWN:
        notes.append(f"Only one policy was played ({policies[0]}): other play may give other favourites.")
    if left_out:
        notes.append(f"Left out here, because their numbers are stand-ins and not published: {listed(left_out)}.")
    return notes


def _is_turned(cell: Cell) -> bool:
    """Say whether the score could be on either side of 50 % if the truncated games were played out."""
    return cell.bounds is not None and cell.bounds[0] <= EVEN <= cell.bounds[1]


def _is(count: int) -> str:
    return "is" if count == 1 else "are"
