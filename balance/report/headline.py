"""What a game designer reads first: is the cast balanced, and which matchups are lopsided however they are played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from balance.data.load import EACH_ITS_OWN
from balance.frames.formats import DUEL, Format
from balance.report.kinds import BAND, EVEN, OUTSIDE, Kind, Where, kind_of, where
from balance.report.numbers import Score, listed, notation, plural, rounded_up, score_text
from balance.report.scopes import all_title, left_out, main_title, of_main

if TYPE_CHECKING:
    from balance.report.model import Cell, Level, Side

    Matchup = tuple[Cell, ...]  # of two different sides, a cell a policy
    ByKind = Mapping[Kind, Sequence[Matchup]]

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
        How many matchups are of which kind, and who wins the lopsided ones; each counts once.
    lopsided, in_part : tuple of str
        One sentence a matchup that is lopsided, under all policies and under some, the most lopsided first.
    depends : tuple of str
        Matchups that depend on the policy.
    sure : tuple of str
        What is clear under each policy, how sure that is, and what would settle what is open.
    settle : tuple of str
        What each open matchup would take, the least first.
    notes : tuple of str
        What going first is worth where players take turns, and what limits the above: one policy only, sides left out.
    """

    about: str
    verdict: str
    lead: str
    lopsided: tuple[str, ...]
    in_part: tuple[str, ...]
    depends: tuple[str, ...]
    sure: tuple[str, ...]
    settle: tuple[str, ...]
    notes: tuple[str, ...]


def answers(
    sides: Sequence[Side], levels: Sequence[Level], format: Format, first_seat: Mapping[str, Score]
) -> tuple[Headline, Headline | None]:
    """Return the headline of the main sides, and that of all where some are kept apart.

    Where there are fewer than two main sides, that of all is the answer, and the only one.
    """
    if all(side.is_main for side in sides):
        return headline(sides, levels, format, first_seat=first_seat), None
    of_all = headline(sides, levels, format, first_seat=first_seat, is_everybody=True)
    if sum(side.is_main for side in sides) < 2:
        return of_all, None
    return headline(sides, levels, format, first_seat=first_seat), of_all


def headline(
    sides: Sequence[Side],
    levels: Sequence[Level],
    format: Format = DUEL,
    *,
    first_seat: Mapping[str, Score] = MappingProxyType({}),
    is_everybody: bool = False,
) -> Headline:
    """Return the headline of a run: of the main sides only, unless everybody is asked for.

    The scores of the cells are those of the format, a chance to win the series for example, and so is the band.

    Parameters
    ----------
    first_seat : mapping
        Scores of the first player under the first policy, by the side that meets itself, the one to tell of first;
        empty where nobody goes first.
    is_everybody : bool
        Count the sides that are kept apart too.
    """
    counted = [side for side in sides if is_everybody or side.is_main]
    names = {side.stem: side.name for side in sides}
    pairs = [cells for cells in _pairs(levels) if is_everybody or cells[0].is_main]
    policies = [level.policy for level in levels]
    by_kind: dict[Kind, list[Matchup]] = {kind: [] for kind in Kind}
    for cells in sorted(pairs, key=_distance, reverse=True):
        by_kind[kind_of([_score(cell) for cell in cells])].append(cells)
    open_ones = sorted((cell for cells in pairs for cell in cells if where(_score(cell)) is Where.OPEN), key=_needed)
    return Headline(
        about=all_title(sides) if is_everybody else main_title(sides),
        verdict="" if policies[0] == EACH_ITS_OWN else _verdict(by_kind, sides[0].nouns[1]),
        lead=_lead(by_kind, policies, format, sides[0].nouns[1], of_main(sides)) + _winners(by_kind, names),
        lopsided=tuple(_lopsided_sentence(cells, names, format) for cells in by_kind[Kind.LOPSIDED]),
        in_part=tuple(_in_part_sentence(cells, names, format) for cells in by_kind[Kind.IN_PART]),
        depends=tuple(_depends_sentence(cells, names, format) for cells in by_kind[Kind.DEPENDS]),
        sure=_sure(pairs, format),
        settle=tuple(_settle_sentence(cell, names, format, policies) for cell in open_ones),
        notes=(
            *_first_seat_note(first_seat, counted, all_title(sides) if is_everybody else main_title(sides, "the ")),
            *_notes(by_kind[Kind.LOPSIDED], policies, format),
            *([] if is_everybody else left_out(sides)),
        ),
    )


def _pairs(levels: Sequence[Level]) -> list[Matchup]:
    """Return each matchup of two different sides as its cells, one a level."""
    by_level = [[cell for cell in level.matchups if not cell.is_mirror] for level in levels]
    return list(zip(*by_level, strict=True))


def _score(cell: Cell) -> Score:
    assert cell.score is not None
    return cell.score


def _distance(cells: Matchup) -> float:
    """Return how far from even a matchup is, under the first policy that shows it outside the band."""
    return abs(_score(_telling(cells)).estimate - EVEN)


def _telling(cells: Matchup) -> Cell:
    """Return the first cell of a matchup that is surely outside the band; the first of all where none is."""
    return next((cell for cell in cells if where(_score(cell)) in OUTSIDE), cells[0])


def _under(policies: list[str]) -> str:
    return f"under {'both policies, ' if len(policies) == 2 else ''}{listed(policies)}"


def _verdict(by_kind: ByKind, many: str) -> str:
    """Return whether the cast is balanced, as far as these games can tell.

    Among many matchups some look lopsided by luck, so a plain no takes one that is outside the band by intervals for
    all of them at once.
    """
    count = {kind: len(cells) for kind, cells in by_kind.items()}
    pairs, lopsided = sum(count.values()), count[Kind.LOPSIDED]
    what = "matchup" if pairs == 1 else "cast"
    if not pairs:
        return ""
    if any(_is_sure(cells[0]) for cells in by_kind[Kind.LOPSIDED]):
        if lopsided > NEARLY * pairs:
            return f"No, the {what} is not balanced."
        if lopsided + count[Kind.EVEN] == pairs:
            return f"Nearly: the cast is balanced but for {plural(lopsided, 'matchup')}."
        return f"Not wholly: {plural(lopsided, 'matchup')} {_is(lopsided)} lopsided, and others may be."
    if lopsided:
        return f"Probably not, but it takes more games to be sure that the {what} is not balanced."
    if count[Kind.DEPENDS]:
        return f"It depends on how the {many} are played."
    if count[Kind.IN_PART]:
        return "No under one policy, not clear yet under the other: it takes more games."
    return "Not clear yet: it takes more games." if count[Kind.OPEN] else f"Yes, the {what} is balanced."


def _is_sure(cell: Cell) -> bool:
    """Say whether a matchup is outside the band by the limits for all at once, where it has some."""
    return where(cell.at_once or _score(cell)) in OUTSIDE


def _lead(by_kind: ByKind, policies: list[str], format: Format, many: str, of_main: str) -> str:
    """Return how many matchups are of which kind; each counts once, so the numbers add up."""
    pairs = sum(map(len, by_kind.values()))
    if not pairs:
        return f"No headline: it takes two different {many} {of_main}."
    band, under = f"{BAND[0]:.0f} to {BAND[1]:.0f} %{format.unit}", _under(policies)
    some = "under one policy only" if len(policies) == 2 else "under some policies only"
    said = {
        Kind.LOPSIDED: f"lopsided {under}: outside {band}" + ", with the same favourite" * (len(policies) > 1),
        Kind.IN_PART: f"surely lopsided {some}",
        Kind.DEPENDS: f"on how the {many} are played",
        Kind.EVEN: f"even {under}: inside {band}",
        Kind.OPEN: f"open {under}: not clearly inside or outside {band}",
    }
    counts = [(kind, len(by_kind[kind])) for kind in Kind if by_kind[kind]]
    if len(counts) == 1:
        kind = counts[0][0]
        return f"{'The only matchup' if pairs == 1 else f'All {pairs} matchups'} {_verb(*counts[0])} {said[kind]}."
    short = said | {Kind.EVEN: "even", Kind.OPEN: "open"}
    rest = listed([f"{n} {_verb(kind, n)} {short[kind]}" for kind, n in counts if kind is not Kind.LOPSIDED])
    lopsided = len(by_kind[Kind.LOPSIDED])
    if not lopsided:
        return f"None of {pairs} matchups is clearly lopsided {under}: {rest}."
    others = f"The other {rest}" if pairs - lopsided == 1 else f"Of the others {rest}"
    return f"{lopsided} of {pairs} matchups {_is(lopsided)} {said[Kind.LOPSIDED]}. {others}."


def _verb(kind: Kind, count: int) -> str:
    return _is(count) if kind is not Kind.DEPENDS else "depends" if count == 1 else "depend"


def _winners(by_kind: ByKind, names: dict[str, str]) -> str:
    """Return the sentence that counts who wins the lopsided matchups; nothing where the list is as short."""
    lopsided = by_kind[Kind.LOPSIDED]
    if len(lopsided) < 3:
        return ""
    wins = Counter(names[_from_favourite(cells)[0].row] for cells in lopsided)
    counted = [f"{name} {count}" for name, count in wins.most_common()]
    return f" Favourite in the lopsided ones: {listed(counted)}."


def _from_favourite(cells: Matchup) -> Matchup:
    """Return a matchup as seen from the side that wins it under the first policy that shows it outside the band."""
    return cells if _score(_telling(cells)).estimate > EVEN else tuple(cell.swapped() for cell in cells)


def _lopsided_sentence(cells: Matchup, names: dict[str, str], format: Format) -> str:
    return f"{_beats(_from_favourite(cells), names)}: {_scores(_from_favourite(cells), format)}."


def _in_part_sentence(cells: Matchup, names: dict[str, str], format: Format) -> str:
    cells = _from_favourite(cells)
    sure, unsure = (
        listed([cell.policy for cell in cells if (where(_score(cell)) in OUTSIDE) is is_outside])
        for is_outside in (True, False)
    )
    return f"{_beats(cells, names)} under {sure}, but under {unsure} it is open: {_scores(cells, format)}."


def _beats(cells: Matchup, names: dict[str, str]) -> str:
    return f"{names[cells[0].row]} beats {names[cells[0].column]} {notation(_score(_telling(cells)).estimate)}"


def _depends_sentence(cells: Matchup, names: dict[str, str], format: Format) -> str:
    a, b = names[cells[0].row], names[cells[0].column]
    return f"{a} against {b} depends on how it is played: {_scores(cells, format)} for {a}."


def _scores(cells: Matchup, format: Format) -> str:
    return listed([f"{score_text(_score(cell))}{format.unit} under {cell.policy}" for cell in cells])


def _sure(pairs: Sequence[Matchup], format: Format) -> tuple[str, ...]:
    """Return what is clear: of a single matchup in one sentence, else policy by policy."""
    lines = f"{BAND[0]:.0f} to {BAND[1]:.0f} %{format.unit}"
    if len(pairs) != 1:
        return tuple(_sure_under(cells, lines) for cells in zip(*pairs, strict=True))
    policies: dict[str, list[str]] = {}
    for cell in pairs[0]:
        place = where(_score(cell))
        clear = "not clearly inside or outside" if place is Where.OPEN else "clearly inside"
        policies.setdefault("clearly outside" if place in OUTSIDE else clear, []).append(cell.policy)
    said = listed([f"{place} {lines} under {listed(some)}" for place, some in policies.items()])
    open_ones = [cell for cell in pairs[0] if where(_score(cell)) is Where.OPEN]
    return (f"It is {said}.{_to_settle(open_ones, is_single=True)}",)


def _sure_under(cells: Sequence[Cell], lines: str) -> str:
    """Return how many matchups are clear under a policy, how sure that is, and how many games the others would take."""
    outside = [cell for cell in cells if where(_score(cell)) in OUTSIDE]
    open_ones = [cell for cell in cells if where(_score(cell)) is Where.OPEN]
    inside = len(cells) - len(outside) - len(open_ones)
    counts = (
        (len(outside), f"clearly outside {lines}"),
        (inside, "clearly inside" if outside else f"clearly inside {lines}"),
        (len(open_ones), "open"),
    )
    text = f"Under {cells[0].policy} {listed([f'{n} {_is(n)} {place}' for n, place in counts if n])}."
    if outside and all(cell.at_once for cell in outside):
        sure = sum(map(_is_sure, outside))
        which = "All" if sure == len(outside) > 1 else str(sure)
        text += f" {which} of those outside {_is(sure)} so by 95 % intervals that hold for all matchups at once, too."
    return text + _to_settle(open_ones)


def _to_settle(open_ones: Sequence[Cell], *, is_single: bool = False) -> str:
    """Return how many games would settle what is open, behind a sentence; empty where nothing is."""
    if not open_ones:
        return ""
    within = [cell.games_to_settle for cell in open_ones if cell.games_to_settle and _needed(cell) <= GAMES_MOST]
    rest = len(open_ones) - len(within)
    text = ""
    if within:
        which = f"{len(within)} of the open ones" if rest else "it" if is_single else "what is open"
        text += f" About {rounded_up(max(within))} games a matchup settle {which}, if the scores stay where they are."
    if rest:
        which = f"{rest} {_is(rest)}" if within else "It is" if is_single else "What is open is"
        text += f" {which} so close to a line that it takes more than {GAMES_MOST:,} games."
    return text


def _needed(cell: Cell) -> float:
    """Return the games that would settle a matchup; infinitely many where no number does."""
    return float("inf") if cell.games_to_settle is None else cell.games_to_settle


def _settle_sentence(cell: Cell, names: dict[str, str], format: Format, policies: Sequence[str]) -> str:
    about = "more games than can be told"
    if cell.games_to_settle is not None:
        about = f"about {rounded_up(cell.games_to_settle)} games"
    under = f" under {cell.policy}" if len(policies) > 1 else ""
    return f"{names[cell.row]} against {names[cell.column]}: {score_text(_score(cell))}{format.unit}{under}, {about}."


def _first_seat_note(first_seat: Mapping[str, Score], sides: Sequence[Side], who: str) -> list[str]:
    """Return what going first is worth to the side to tell of, and to whom it is worth least and most."""
    names = {side.stem: side.name for side in sides}
    scores = [(score, names[stem]) for stem, score in first_seat.items() if stem in names]
    if not scores:
        return []
    score, name = scores[0]
    worth = "an advantage" if score.low > EVEN else "a disadvantage" if score.high < EVEN else "which may be luck"
    text = f"Who goes first scores {score_text(score)} where {name} meets itself, {worth}"
    if len(scores) > 1:
        low, high = (pick(scores, key=lambda pair: pair[0].estimate) for pick in (min, max))
        ends = [f"from {score_text(low[0])} ({low[1]})", f"to {score_text(high[0])} ({high[1]})"]
        text += f"; of {who[0].lower()}{who[1:]}, {' '.join(ends)}"
    return [f"{text}."]


def _notes(lopsided: Sequence[Matchup], policies: Sequence[str], format: Format) -> list[str]:
    notes = []
    if format.is_series:
        notes.append(f"Every percentage here is a chance to win the series: {format.title}.")
    turned = [cells for cells in lopsided if any(map(_is_turned, cells))]
    if turned:
        notes.append(f"Truncated games could turn the favourite in {len(turned)} of the lopsided ones.")
    if len(policies) == 1 and policies[0] != EACH_ITS_OWN:
        notes.append(f"Only one policy was played ({policies[0]}): other play may give other favourites.")
    return notes


def _is_turned(cell: Cell) -> bool:
    """Say whether the score could be on either side of 50 % if the truncated games were played out."""
    return cell.bounds is not None and cell.bounds[0] <= EVEN <= cell.bounds[1]


def _is(count: int) -> str:
    return "is" if count == 1 else "are"
