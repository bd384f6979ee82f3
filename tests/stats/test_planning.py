"""How many games it takes."""

import numpy as np
import pytest

from balance.stats import (
    BAND,
    Moments,
    blocks_for_width,
    fight_interval,
    fight_moments,
    games_to_settle,
    score_interval,
    score_moments,
    wilson,
)
from tests.stats.worlds import draw_tallies, floor, logistic, tally_of


@pytest.mark.parametrize("counts", [(300, 150, 120, 430), (430, 120, 150, 300), (300, 200, 200, 305)])
def test_the_interval_then_holds_no_line(counts):
    """At the number of games that is told, Wilson's limit lies on the line; at one percent fewer it still holds it."""
    tally = tally_of(*counts)
    moments = score_moments(tally)
    trials_a_game = moments.smoothed * (1 - moments.smoothed) / moments.variance / tally.games
    for lines in ((0.5,), BAND):
        needed = games_to_settle(moments, tally.games, lines)
        for games, is_settled in ((needed, True), (0.99 * needed, False)):
            interval = wilson(moments.estimate, trials_a_game * games)
            assert any(interval.low < line < interval.high for line in lines) != is_settled
        own = score_interval(tally)
        assert (needed <= tally.games) == (not any(own.low <= line <= own.high for line in lines))


def test_no_number_settles_a_score_on_a_line():
    assert games_to_settle(Moments(0.5, 0.5, 0.001, 10), 20) is None
    assert games_to_settle(Moments(0.45, 0.45, 0.001, 10), 20, BAND) is None
    assert games_to_settle(Moments(0.5, 0.5, 0.001, 10), 20, BAND) is not None


def test_the_known_number_for_half_a_point():
    """1.96^2 / 4 / 0.005^2 = 38,415 games of a fair coin, for an interval of half a point and to see 50.5 %."""
    fair = wilson(0.5, 4096)
    blocks = blocks_for_width([(4096, fair), (4096, wilson(0.3, 4096))], 0.005)
    assert blocks == pytest.approx(38_415, rel=0.002)
    assert games_to_settle(Moments(0.505, 0.505, 0.505 * 0.495 / 1000, 500), 1000) == pytest.approx(38_415, rel=0.002)


@pytest.mark.parametrize("bad", [([], 0.01), ([(10, wilson(0.5, 20))], 0.0), ([(10, wilson(0.5, 20))], float("nan"))])
def test_what_is_no_width(bad):
    with pytest.raises(ValueError, match="expected above 0"):
        blocks_for_width(*bad)


def test_fights_settle_like_games_without_draws():
    tally = tally_of(300, 150, 120, 430)
    assert games_to_settle(fight_moments(tally), tally.games) == games_to_settle(score_moments(tally), tally.games)
    assert fight_interval(tally) == score_interval(tally)


def test_intervals_hold_after_a_pilot():
    """A pilot of 100 blocks chooses the number for 1.5 points, and is part of it: width and coverage, 1,000 tables."""
    odds = np.array([[0, 0.4, -0.1], [-0.4, 0, 1.2], [0.1, -1.2, 0]])
    generator = np.random.default_rng(5)
    held, widths = np.zeros(3), []
    for _ in range(1000):
        pilot = draw_tallies(odds, 100, generator)
        blocks = blocks_for_width([(tally.blocks, score_interval(tally)) for _, _, tally in pilot], 0.015)
        rest = draw_tallies(odds, blocks - 100, generator)
        intervals = [
            (score_interval(first + second), logistic(odds[i, j]))
            for (i, j, first), (_, _, second) in zip(pilot, rest, strict=True)
        ]
        held += [interval.low <= truth <= interval.high for interval, truth in intervals]
        widths.append(max(interval.half_width for interval, _ in intervals))
    assert (held / 1000).min() >= floor(0.95, 1000)
    assert np.mean(widths) == pytest.approx(0.015, rel=0.05)
    assert np.quantile(widths, 0.99) < 1.1 * 0.015
