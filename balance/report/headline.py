"""What a game designer reads first: is the cast balanced, and which matchups are lopsided however they are played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from balance.data.load import EACH_ITS_OWN
from balance.frames.formats import DUEL, Format
from balance.report.numbers import count_text, listed, notation, plural, rounded_up, score_text

if TYPE_CHECKING:
    from balance.report.model import Cell, Level, Side

BAND = (45.0, 55.0)  # percent; a matchup within it counts as even
EVEN = 50.0
SENTENCES_SHOWN = 10  # of a group at first sight
NEARLY = 0.1  # of the matchups; a cast with so few lopsided ones is called nearly balanced
GAMES_MOST = 1_000_000  # a matchup that takes more is not worth waiting for


@dataclass(frozen=True, slots=True)
class Headline:
    """The first sentences of a report, in groups.

    Attributes
    ----------
    about : str
        Whom it is about.
    verdict : str
        Whether the cast is balanced, in a few words; empty where there is nothing to judge.
    lead : str
        How many matchups are lopsided, under which policies, and who wins them.
    lopsided : tuple of str
        One sentence a matchup, the most lopsided first.
    depends : tuple of str
        Matchups whose favourite changes with the policy.
    sure : tuple of str
        How sure that is, and what would settle what is open.
    settle : tuple of str
        What each open matchup would take, the least first.
    notes : tuple of str
        What limits the above: a favourite that is not sure, one policy only, stand-ins left out.
    """

    about: str
    verdict: str
    lead: str
    lopsided: tuple[str, ...]
    depends: tuple[str, ...]
    sure: tuple[str, ...]
    settle: tuple[str, ...]
    notes: tuple[str, ...]


def headline(
    sides: Sequence[Side],
    levels: Sequence[Level],
    format: Format = DUEL,
    *,
    surely_outside: int | None = None,
    is_everybody: bool = False,
) -> Headline:
    """Return the headline of a run: published numbers only, unless everybody is asked for.

    The scores of the cells are those of the format, a chance to win the series for example, and so is the band.

    A matchup is lopsided if under the first policy its score is outside 45 to 55 % and its interval excludes 50 %, and
    if it is on the same side of 50 % under every policy. It depends on how it is played if it is on different sides of
    50 % and at least one of the intervals excludes 50 %; otherwise it is only too close to call.

    Parameters
    ----------
    surely_outside : int, optional
        Matchups outside the band under the first policy, by intervals that hold for all of them at once.
    is_everybody : bool
        Count the matchups of stand-ins too.
    """
    names = {side.stem: side.name for side in sides}
    pairs = [cells for cells in _pairs(levels) if is_everybody or cells[0].is_main]
    left_out = [] if is_everybody else [side.name for side in sides if not side.is_main]
    policies = [level.policy for level in levels]
    lopsided = sorted((cells for cells in pairs if is_lopsided(cells)), key=lambda cells: -_distance(cells[0]))
    depends = [cells for cells in pairs if is_dependent(cells)]
    open_ones = sorted((cells[0] for cells in pairs if is_open(cells[0])), key=_needed)
    return Headline(
        about=_about(sides, is_everybody),
        verdict=""
        if policies[0] == EACH_ITS_OWN
        else _verdict(lopsided, len(depends), len(open_ones), len(pairs), sides[0].nouns[1]),
        lead=_lead(len(lopsided), len(depends), len(pairs), policies, format, sides[0]) + _winners(lopsided, names),
        lopsided=tuple(_lopsided_sentence(cells, names, format) for cells in lopsided),
        depends=tuple(_depends_sentence(cells, names, format) for cells in depends),
        sure=tuple(_sure(surely_outside, open_ones, len(pairs), policies[0], format)),
        settle=tuple(_settle_sentence(cell, names, format) for cell in open_ones),
        notes=tuple(_notes(lopsided, len(pairs), policies, left_out, format)),
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


def is_open(cell: Cell) -> bool:
    """Say whether a matchup is not yet clearly inside or outside the band of even ones."""
    return cell.score is not None and any(cell.score.holds(line) for line in BAND)


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


def _about(sides: Sequence[Side], is_everybody: bool) -> str:
    if is_everybody:
        stand_ins = sum(not side.is_main for side in sides)
        return f"All {len(sides)} {sides[0].nouns[1]}, {plural(stand_ins, 'stand-in')} included"
    published = sum(side.is_main for side in sides)
    what = sides[0].nouns[published != 1]
    return f"{count_text(published)} {what}" + ("" if sides[0].is_policy else " with published numbers")


def _verdict(lopsided: Sequence[Sequence[Cell]], depends: int, open_ones: int, pairs: int, many: str) -> str:
    """Return whether the cast is balanced, as far as these games can tell.

    Among many matchups some look lopsided by luck, so a plain no takes one that is on its side of 50 % by intervals for
    all of them at once.
    """
    if not pairs:
        return ""
    what = "matchup" if pairs == 1 else "cast"
    if lopsided and not any(_is_sure(cells[0]) for cells in lopsided):
        return f"Probably not, but it takes more games to be sure that the {what} is not balanced."
    if len(lopsided) > NEARLY * pairs:
        return f"No, the {what} is not balanced."
    if lopsided:
        return f"Nearly: the cast is balanced but for {plural(len(lopsided), 'matchup')}."
    if depends:
        return f"It depends on how the {many} are played."
    return "Not clear yet: it takes more games." if open_ones else f"Yes, the {what} is balanced."


def _is_sure(cell: Cell) -> bool:
    """Say whether a matchup is on one side of 50 % by the limits for all at once, where it has some."""
    score = cell.at_once or cell.score
    return score is not None and not score.holds(EVEN)


def _lead(lopsided: int, depends: int, pairs: int, policies: list[str], format: Format, side: Side) -> str:
    many = side.nouns[1]
    if not pairs:
        of_kind = "" if side.is_policy else " with published numbers"
        return f"No headline: it takes two different {many}{of_kind}."
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


def _sure(surely: int | None, open_ones: Sequence[Cell], pairs: int, policy: str, format: Format) -> list[str]:
    """Return how many matchups leave no doubt under the first policy, and how many games the others would take."""
    if not pairs:
        return []
    lines = f"{BAND[0]:.0f} to {BAND[1]:.0f} %{format.unit}"
    sentences = []
    if surely is not None and pairs > 1:
        sentences.append(
            f"{surely} of {pairs} {_is(surely)} surely outside {lines} under {policy}, by 95 % intervals that hold for"
            " all matchups at once."
        )
    if not open_ones:
        which = "It" if pairs == 1 else "Every matchup"
        return [*sentences, f"{which} is clearly inside or outside {lines} under {policy}."]
    within = [cell.games_to_settle for cell in open_ones if _needed(cell) <= GAMES_MOST]
    count, rest = len(open_ones), len(open_ones) - len(within)
    text = f"{plural(count, 'matchup')} {_is(count)} still open: not clearly inside or outside {lines} under {policy}."
    if within:
        most = rounded_up(max(games for games in within if games is not None))
        which = f"{len(within)} of them" if rest else "it" if count == 1 else "all of them"
        text += f" About {most} games a matchup settle {which}, if the scores stay where they are."
    if rest:
        which = f"{rest} {_is(rest)}" if within else "It is" if count == 1 else "All are"
        text += f" {which} so close to a line that it takes more than {GAMES_MOST:,} games."
    return [*sentences, text]


def _needed(cell: Cell) -> float:
    """Return the games that would settle a matchup; infinitely many where no number does."""
    return float("inf") if cell.games_to_settle is None else cell.games_to_settle


def _settle_sentence(cell: Cell, names: dict[str, str], format: Format) -> str:
    assert cell.score is not None
    about = "more games than can be told"
    if cell.games_to_settle is not None:
        about = f"about {rounded_up(cell.games_to_settle)} games"
    return f"{names[cell.row]} against {names[cell.column]}: {score_text(cell.score)}{format.unit}, {about}."


def _notes(
    lopsided: Sequence[Sequence[Cell]], pairs: int, policies: list[str], left_out: list[str], format: Format
) -> list[str]:
    notes = []
    if format.is_series:
        notes.append(f"Every percentage here is a chance to win the series: {format.title}.")
    close = [cells for cells in lopsided if any(cell.score and cell.score.holds(EVEN) for cell in cells[1:])]
    if close:
        which = "it is" if pairs == 1 else f"{len(close)} of the lopsided ones {_is(len(close))}"
        notes.append(f"Under {listed(policies[1:])} {which} too close to call.")
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
