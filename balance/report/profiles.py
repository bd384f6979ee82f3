"""Each side by itself: how it stands, what it does, what errors in play change, what its cards do and are worth.

What a plain run counts is always there. Where something takes games of its own that were not asked for, a command that
plays them is named once for all sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from balance.frames.cards import FALSE_DISCOVERY_RATE, MAIN, TOGETHER, answer
from balance.frames.ratings import ALL
from balance.frames.sides import side_measures
from balance.frames.skill import EVEN, GONE, GROWN, MATCHUP, SURVIVES, TURNED
from balance.report.cards import BIAS_NOTE, EFFECT_NOTE, by_effect, effects_table, uses_table
from balance.report.measures import SHARES, part_of
from balance.report.numbers import Score, count_text, listed, percent_text, score_text, value_text
from balance.report.plots import Plot, skill_plot, skill_range
from balance.report.scopes import of_main

if TYPE_CHECKING:
    from balance.report.commands import Command
    from balance.report.extra import Extra
    from balance.report.feel import SideRows
    from balance.report.model import Side
    from balance.report.page import TextTable
    from balance.report.standings import Field, Standing
    from balance.rules.ruleset import Ruleset

NOTHING = "–"
_VERDICTS = {
    SURVIVES: "Lopsided at every skill",
    GROWN: "Lopsided under good play only",
    GONE: "Lopsided under poor play only",
    TURNED: "Turned round by good play",
    EVEN: "Even, or too close to call, at best and at worst",
}


@dataclass(frozen=True, slots=True)
class Line:
    """What is counted, and its value under each policy."""

    label: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Lines that belong together."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Profile:
    """A side by itself.

    Attributes
    ----------
    headline : str
        How it stands under the first policy, against the published sides where it is one.
    groups : tuple of Group
        Standing and deeds under each policy.
    skill : Plot or None
        Its average at several levels of skill; None where they were not played.
    verdicts : tuple of str
        What becomes of its matchups from the best play to the worst.
    worth, uses : TextTable or None
        What each card is worth in the opening hand, None where none was forced there; and what each does.
    """

    side: Side
    headline: str
    groups: tuple[Group, ...]
    skill: Plot | None
    verdicts: tuple[str, ...]
    worth: TextTable | None
    uses: TextTable | None


@dataclass(frozen=True, slots=True)
class Ranking:
    """Profiles whose ranks are among the same sides, the strongest first; `title` says among which."""

    title: str
    sides: tuple[Profile, ...]


@dataclass(frozen=True, slots=True)
class Profiles:
    """All sides, each by itself; `notes` explain their tables, and `whole` measures what is missing, of all sides."""

    notes: tuple[str, ...]
    rankings: tuple[Ranking, ...]
    whole: Command | None

    @property
    def sides(self) -> tuple[Profile, ...]:
        """Return all profiles, those with published numbers first."""
        return tuple(profile for ranking in self.rankings for profile in ranking.sides)


def profiles_of(
    ruleset: Ruleset,
    fields: Sequence[Field],
    rows: SideRows,
    extra: Extra,
    whole: Command | None,
) -> Profiles | None:
    """Return the profiles of all sides; None without a field.

    Those with published numbers come first, ranked among themselves, then the others, ranked among all.

    Parameters
    ----------
    rows : dict
        Rows of `frames.sides`.
    whole : Command or None
        What measures all that `extra` does not have.
    """
    if not fields:
        return None
    rankings: list[Ranking] = []
    shown: set[str] = set()
    for field in fields:
        new = [(side, standings) for side, standings in field.standings if side.stem not in shown]
        shown |= {side.stem for side, _ in new}
        profiles = tuple(_profile(side, standings, fields, ruleset, rows, extra) for side, standings in new)
        title = field.title if len(new) == len(field.standings) else _ranked_among(field, len(new))
        rankings.append(Ranking(title, profiles))
    return Profiles(_notes(fields[-1], extra, ruleset), tuple(rankings), whole)


def _ranked_among(field: Field, count: int) -> str:
    everybody = f"all {len(field.standings)} {field.standings[0][0].nouns[1]}"
    return f"The other {'one' if count == 1 else count}, ranked among {everybody}"


def _profile(
    side: Side,
    standings: Sequence[Standing],
    fields: Sequence[Field],
    ruleset: Ruleset,
    rows: SideRows,
    extra: Extra,
) -> Profile:
    in_fields = [(field, of) for field in fields for one, of in field.standings if one.stem == side.stem]
    of_side = [rows[standing.policy, side.stem] for standing in standings]
    cards = _cards(side, extra)
    worth = None
    if cards and any(row["effect"] is not None for row in cards):
        worth = replace(effects_table(cards), title=f"What each card of {side.name} is worth", notes=())
    uses = None
    if cards:
        shown = replace(uses_table(cards, ruleset.card_counts), notes=())
        uses = replace(shown, title=f"What each card of {side.name} does, a game")
    return Profile(
        side=side,
        headline=_headline(*in_fields[0]),
        groups=(*(_standing(*one) for one in in_fields), *_deeds(of_side, ruleset)),
        skill=_skill(side, extra),
        verdicts=_verdicts(side, extra, {other.stem: other.name for other, _ in fields[-1].standings}),
        worth=worth,
        uses=uses,
    )


def _notes(field: Field, extra: Extra, ruleset: Ruleset) -> tuple[str, ...]:
    """Return what is to be known about the tables of cards and of skill."""
    notes = []
    if extra.averages is not None:
        notes.append(
            "Skill: the same policy with some of its decisions made at random, on both sides and with the same luck. An"
            " imbalance that stays from the most errors to none is in the numbers; one that goes is a matter of play."
        )
    if extra.cards is not None:
        row = next(row for row in extra.cards.iter_rows(named=True) if row["opponent"] not in TOGETHER)
        side = field.standings[0][0]
        of_them = f" {of_main([side])}" if MAIN in extra.cards["opponent"] else ""
        notes.append(
            f"Cards: {count_text(row['games'])} games against each of the other {side.nouns[1]}{of_them}, all counting"
            f" the same, under {row['policy']}."
        )
        notes += [info.note for info in ruleset.card_counts if info.note]
    if extra.has_effects:
        notes += [
            EFFECT_NOTE,
            f"Found: the effect stands at a false discovery rate of {100 * FALSE_DISCOVERY_RATE:.0f} % over the cards"
            " of a side (+ or -).",
            BIAS_NOTE,
        ]
    return tuple(notes)


def _headline(field: Field, standings: tuple[Standing, ...]) -> str:
    first = standings[0]
    if len(field.standings) == 2:
        return f"{score_text(first.average)} against {first.best[0]}"
    return (
        f"{score_text(first.average)} on average, rank {first.rank_text} of {len(field.standings)}; best against"
        f" {first.best[0]} ({value_text(first.best[1])} %), worst against {first.worst[0]}"
        f" ({value_text(first.worst[1])} %)"
    )


def _standing(field: Field, standings: tuple[Standing, ...]) -> Group:
    ranks = Line("Rank, best and worst possible", tuple(standing.rank_text for standing in standings))
    if len(field.standings) == 2:
        name = standings[0].best[0]
        return Group(field.title, (Line(f"Against {name}", tuple(score_text(one.average) for one in standings)), ranks))
    return Group(
        field.title,
        (
            Line("Average against the others", tuple(score_text(one.average) for one in standings)),
            ranks,
            Line("Best matchup", tuple(f"{one.best[0]}, {score_text(one.best[1])}" for one in standings)),
            Line("Worst matchup", tuple(f"{one.worst[0]}, {score_text(one.worst[1])}" for one in standings)),
        ),
    )


def _deeds(rows: Sequence[dict[str, Any]], ruleset: Ruleset) -> list[Group]:
    """Return what a side does under each policy, from its rows of `frames.sides`."""
    names = side_measures(ruleset.measures)
    lengths = tuple(f"{row['rounds_p50']} ({row['rounds_p10']} to {row['rounds_p90']})" for row in rows)
    acts = [Line(f"{ruleset.turn.capitalize()}s: median (p10 to p90)", lengths)]
    acts += [Line(f"{title} a game", _means(rows, f"{name}_per_game")) for name, title in names.items()]
    for part, (_, title) in SHARES.items():
        if part in names:
            acts.append(Line(title, tuple(percent_text(part_of(row, part)) for row in rows)))
    groups = [Group("What it does", tuple(acts))]
    for group, title in ruleset.groups.items():
        lines = [
            Line(total.title, _shares(rows, f"{total.name}_per_mille"))
            for total in ruleset.totals
            if total.group == group and any(row[f"{total.name}_per_mille"] for row in rows)
        ]
        lines += [
            Line(total.title, _means(rows, f"{total.name}_per_{group}"))
            for total in ruleset.totals
            if total.per == group
        ]
        groups.append(Group(title, tuple(lines)))
    leads = (
        Line("Lead changes a game", _means(rows, "lead_changes")),
        Line("Comebacks, share of won games", _shares(rows, "comebacks")),
        Line(f"Decided before the last {ruleset.turn}", _shares(rows, "decided_early")),
    )
    return [group for group in (*groups, Group("Who leads in its games", leads)) if group.lines]


def _means(rows: Sequence[dict[str, Any]], name: str) -> tuple[str, ...]:
    return tuple(NOTHING if row[name] is None else f"{row[name]:.2f}" for row in rows)


def _shares(rows: Sequence[dict[str, Any]], name: str) -> tuple[str, ...]:
    return tuple(percent_text(None if row[name] is None else row[name] / 10) for row in rows)


def _cards(side: Side, extra: Extra) -> list[dict[str, Any]]:
    """Return the rows of a side's cards against everybody, the most worth having first; no rows without a table."""
    if extra.cards is None:
        return []
    return by_effect(answer(extra.cards.to_dicts(), side.stem))


def _skill(side: Side, extra: Extra) -> Plot | None:
    if extra.averages is None:
        return None
    rows = extra.averages.to_dicts()
    scopes = {row["scope"] for row in rows if row["side"] == side.stem}
    scope = MAIN if MAIN in scopes else ALL
    shown = [row for row in rows if row["side"] == side.stem and row["scope"] == scope]
    scores = {
        row["noise"]: Score(*(row[f"average{end}"] / 10 for end in ("_per_mille", "_lo", "_hi"))) for row in shown
    }
    limits = [row[f"average_{end}"] / 10 for row in rows for end in ("lo", "hi")]
    field = f"those {of_main([side])}" if scope == MAIN else "all"
    return skill_plot(side, field, min(shown, key=lambda row: row["noise"])["policy"], scores, skill_range(limits))


def _verdicts(side: Side, extra: Extra, names: dict[str, str]) -> tuple[str, ...]:
    """Return which matchups of a side are lopsided at which skill."""
    if extra.skill is None:
        return ()
    best = extra.skill["noise"].min()
    found: dict[str, list[str]] = {verdict: [] for verdict in _VERDICTS}
    for row in extra.skill.filter(question=MATCHUP).iter_rows(named=True):
        if row["noise"] == best and side.stem in (row["a"], row["b"]):
            found[row["verdict"]].append(names[row["b"] if row["a"] == side.stem else row["a"]])
    return tuple(f"{_VERDICTS[verdict]}: against {listed(who)}." for verdict, who in found.items() if who)
