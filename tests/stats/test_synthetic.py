"""The synthetic ruleset: its laws are what they say, and sampled counts are the tallies of played blocks."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.stats import tally_pair
from balance.stats.measures import Measure, recoded
from balance.stats.synthetic import BlockLaw, outcomes_of, pair_of

share = st.floats(0, 1)
laws = st.tuples(st.floats(0.05, 0.95), st.floats(-0.05, 0.05), share, share, share)


def law_of(drawn: tuple[float, float, float, float, float]) -> BlockLaw:
    score, move, draws, shared, alike = drawn
    return BlockLaw.edited(score, move, draws=draws, shared=shared, alike=alike)


@given(laws)
def test_a_law_has_the_scores_it_was_made_for(drawn: tuple[float, float, float, float, float]) -> None:
    law = law_of(drawn)
    assert law.base == pytest.approx(drawn[0])
    assert law.move == pytest.approx(drawn[1])
    assert law.chances.sum() == pytest.approx(1)
    assert law.chances.min() >= 0


@given(laws, st.integers(1, 500), st.sampled_from([Measure.SCORE, Measure.DRAWS, Measure.FIRST_SEAT]))
@settings(deadline=None)
def test_counts_are_the_tallies_of_their_blocks(
    drawn: tuple[float, float, float, float, float], blocks: int, measure: Measure
) -> None:
    counts = law_of(drawn).sample(blocks, np.random.default_rng(blocks))
    base, head = (recoded(outcomes, measure) for outcomes in outcomes_of(counts))
    assert pair_of(counts, measure) == tally_pair(base, head)


def test_samples_follow_the_law() -> None:
    """A million blocks; the tolerances are four standard errors."""
    law = BlockLaw.edited(0.4, 0.03, draws=0.1, shared=0.6, alike=0.3)
    pair = pair_of(law.sample(1_000_000, np.random.default_rng(1)))
    assert pair.base.score == pytest.approx(0.4, abs=0.002)
    assert pair.head.score - pair.base.score == pytest.approx(0.03, abs=0.002)
    assert pair.discordant_games / pair.games == pytest.approx(law.discordant_share, abs=0.002)
    assert pair.base.draws / pair.games == pytest.approx(0.1, abs=0.001)
    assert pair.base.design_effect == pytest.approx(1.3, abs=0.005)
    assert pair.base.seat_gap == pytest.approx(0, abs=0.003)


def test_shared_luck_moves_nothing_without_an_edit() -> None:
    law = BlockLaw.edited(0.5, 0.0, shared=1.0)
    assert law.discordant_share == pytest.approx(0)
    assert pair_of(law.sample(1000, np.random.default_rng(1))).discordant_games == 0
    assert BlockLaw.edited(0.5, 0.02, draws=0, shared=1.0).discordant_share == pytest.approx(0.02)


def test_more_draws_at_an_equal_score() -> None:
    law = BlockLaw.edited(0.4, 0.0, draws=0.1, more_draws=0.02)
    assert (law.base, law.head) == (pytest.approx(0.4), pytest.approx(0.4))
    assert law.game.sum(0) == pytest.approx([0.54, 0.12, 0.34])
    assert law.game.sum(1) == pytest.approx([0.55, 0.10, 0.35])


def test_refusals() -> None:
    with pytest.raises(ValueError, match="adds up to 1"):
        BlockLaw(np.full((3, 3), 0.2))
    with pytest.raises(ValueError, match="0 to 1"):
        BlockLaw(np.full((3, 3), 1 / 9), alike=2)
    with pytest.raises(ValueError, match="adds up"):
        BlockLaw.edited(0.99, 0.02)
