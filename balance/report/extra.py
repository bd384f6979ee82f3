"""What a report has besides the matchups, from games of its own: cards and luck, which it has always, and skill."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

    from balance.runs.executor import RunResult
    from balance.runs.plan import Plan


@dataclass(frozen=True, slots=True)
class Extra:
    """Tables of what takes games of its own.

    Attributes
    ----------
    cards : polars.DataFrame or None
        `frames.cards.cards` of every side.
    luck : polars.DataFrame or None
        `frames.luck.field_luck` of the main sides, of all where fewer than two are; None where there is nothing to
        measure it by.
    skill, averages : polars.DataFrame or None
        `frames.skill.skill` and `frames.skill.averages` of every side.
    """

    cards: pl.DataFrame | None = None
    luck: pl.DataFrame | None = None
    skill: pl.DataFrame | None = None
    averages: pl.DataFrame | None = None

    @property
    def has_effects(self) -> bool:
        """Say whether cards were forced into opening hands."""
        return self.cards is not None and self.cards["effect"].null_count() < len(self.cards)


def play_extra(
    result: RunResult,
    play: Callable[[Plan], RunResult],
    *,
    card_games: int,
    is_forcing: bool = False,
    luck_games: int = 0,
    skill_games: int = 0,
) -> Extra:
    """Play what a report of a run has besides, under its first policy and with its luck; nothing for a single side.

    Parameters
    ----------
    play : callable
        The result of a plan, with all outcomes kept.
    card_games : int
        Games a card and opponent, never more than the run has of a matchup.
    is_forcing : bool
        Whether cards are forced into opening hands, to say what they are worth; without it they are only counted.
    luck_games : int
        Games with part of their luck renewed, of all matchups together; of a matchup no more than cards are counted in,
        which are those that they are held against.
    skill_games : int
        Games a matchup and level of skill, likewise; 0 for none.
    """
    import polars as pl

    from balance.frames import skill as of_skill
    from balance.frames.cards import cards
    from balance.frames.luck import field_luck
    from balance.runs.plan import together
    from balance.runs.skill import NOISES, plan_skill
    from balance.runs.variations import plan_cards, plan_field_luck

    data, policy, epoch, luck_by = result.plan.data, result.plan.levels[0], result.plan.epoch, result.plan.luck_by
    stems = tuple(result.plan.side_hashes)
    if len(stems) < 2:
        return Extra()
    played = max(cell.tally.games for cell in result.cells if cell.cell.level == 0)
    planned = [
        plan_cards(
            data, stem, against=[other for other in stems if other != stem], policy=policy,
            games=min(played, card_games), luck_by=luck_by, epoch=epoch, is_forcing=is_forcing,
        )
        for stem in stems
    ]  # fmt: skip
    main = tuple(stem for stem in stems if not data.apart(stem))
    lucky = plan_field_luck(
        data, main if len(main) > 1 else stems, policy=policy, games=luck_games,
        most=min(played, card_games), luck_by=luck_by, epoch=epoch,
    )  # fmt: skip
    found = play(together([*(one.plan for one in planned), *(one.plan for one in lucky)]))
    extra = Extra(
        cards=pl.concat([cards(one, found.part(one.plan)) for one in planned]),
        luck=field_luck(lucky, found) if lucky else None,
    )
    if skill_games:
        slider = plan_skill(
            data,
            policy=None if data.is_between_policies else policy,
            noises=NOISES,
            games=min(played, skill_games),
            sides=stems,
            luck_by=luck_by,
            epoch=epoch,
        )
        slid = play(slider.plan)
        extra = replace(extra, skill=of_skill.skill(slider, slid), averages=of_skill.averages(slider, slid))
    return extra
