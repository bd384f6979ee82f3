"""What a report has besides the matchups, from games of its own: cards, which are always counted, and skill."""

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
    skill, averages : polars.DataFrame or None
        `frames.skill.skill` and `frames.skill.averages` of every side.
    """

    cards: pl.DataFrame | None = None
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
    skill_games : int
        Games a matchup and level of skill, likewise; 0 for none.
    """
    import polars as pl

    from balance.frames import skill as of_skill
    from balance.frames.cards import cards
    from balance.runs.plan import together
    from balance.runs.skill import NOISES, plan_skill
    from balance.runs.variations import plan_cards

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
    of_cards = play(together([one.plan for one in planned]))
    extra = Extra(cards=pl.concat([cards(one, of_cards.part(one.plan)) for one in planned]))
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
        found = play(slider.plan)
        extra = replace(extra, skill=of_skill.skill(slider, found), averages=of_skill.averages(slider, found))
    return extra
