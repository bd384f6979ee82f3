"""Shares of the variance by source, on functions whose Sobol indices are known."""

import numpy as np
import pytest

from balance.stats.shares import correlation, field_share, share
from balance.vocab import Outcome

W, L, D = Outcome.WIN, Outcome.LOSS, Outcome.DRAW
BLOCKS = 40_000


def games(function, seed=1):
    """Return a function that gives the outcomes with the chosen sources of three renewed, and the others kept."""
    rng = np.random.default_rng(seed)
    luck = rng.random((2, 3, BLOCKS, 2))

    def played(*renewed):
        chosen = [luck[int(i in renewed), i] for i in range(3)]
        return np.array([L, D, W], np.uint8)[function(*chosen)]

    return played


def shares(function, source):
    played = games(function)
    others = [i for i in range(3) if i != source]
    return share(played(), played(*others), played(source))


def exclusive(u, v, w):
    """The first two decide together, neither by itself: first-order 0, total 1."""
    return 2 * ((u < 0.5) ^ (v < 0.5))


def additive(u, v, w):
    """Two coins, the score is their mean: 1/2 each, no interaction."""
    return (u < 0.5).astype(int) + (v < 0.5)


def both(u, v, w):
    """A win takes two of two coins: variance 3/16; first-order 1/3 each, total 2/3."""
    return 2 * ((u < 0.5) & (v < 0.5))


@pytest.mark.parametrize(
    ("function", "source", "first", "total"),
    [
        (exclusive, 0, 0, 1),
        (exclusive, 1, 0, 1),
        (additive, 0, 0.5, 0.5),
        (additive, 1, 0.5, 0.5),
        (both, 0, 1 / 3, 2 / 3),
        (both, 1, 1 / 3, 2 / 3),
    ],
)
def test_known_shares_lie_in_their_intervals(function, source, first, total):
    """Standard errors are below 1/sqrt(2 x 40,000) = 0.0036 or so; 0.02 is more than five of them."""
    found = shares(function, source)
    assert found.first.estimate == pytest.approx(first, abs=0.02)
    assert found.total.estimate == pytest.approx(total, abs=0.02)
    for interval in (found.first, found.total):
        assert 0 <= interval.low <= interval.high <= 1
        assert interval.half_width < 0.02


@pytest.mark.parametrize("function", [exclusive, additive, both])
def test_luck_that_does_nothing_has_no_share(function):
    found = shares(function, 2)
    assert found.total.estimate == 0.0
    assert 0 < found.total.high < 0.002  # nothing moved in 40,000 blocks
    assert found.first.low == 0.0 <= found.first.estimate < 0.02


def test_intervals_cover():
    """Of 200 samples of 200 blocks about 190 intervals hold the truth of 1/3 (95 % nominal; standard error 3.1)."""
    played = games(both, seed=9)
    base, kept = played(), played(1, 2)
    held = 0
    for i in range(200):
        rows = slice(200 * i, 200 * (i + 1))
        interval = correlation(base[rows], kept[rows])
        held += interval.low <= 1 / 3 <= interval.high
    assert 178 <= held <= 199


def test_blocks_are_the_unit():
    """Games of a block that repeat each other bring nothing: the interval is that of one game a block."""
    played = games(both, seed=3)
    base, kept = played()[:, :1], played(1, 2)[:, :1]
    one = correlation(base, kept)
    two = correlation(np.repeat(base, 2, axis=1), np.repeat(kept, 2, axis=1))
    assert two.estimate == pytest.approx(one.estimate)
    assert two.half_width == pytest.approx(one.half_width)


def test_without_variance_there_is_nothing_to_share():
    draws = np.full((10, 2), D, np.uint8)
    assert share(draws, draws, draws) is None


def test_games_must_be_the_same_blocks():
    draws = np.full((10, 2), D, np.uint8)
    with pytest.raises(ValueError, match="same blocks"):
        correlation(draws, draws[1:])
    with pytest.raises(ValueError, match="at least one"):
        correlation(draws[:0], draws[:0])


def test_what_a_seat_is_worth_is_no_luck():
    """Independent games of which the first of each block is won in 70 %, the second in 30 %: nothing is shared."""
    rng = np.random.default_rng(5)
    base, other, third = (
        np.array([L, W], np.uint8)[(rng.random((BLOCKS, 2)) < [0.7, 0.3]).astype(int)] for _ in range(3)
    )
    found = correlation(base, other)
    # The standard error is 1/sqrt(2 x 40,000) = 0.0035.
    assert found.estimate == pytest.approx(0, abs=0.014)
    assert found.low < 0 < found.high
    assert share(base, other, third).total.high == 1.0


def test_intervals_cover_where_seats_differ():
    """As `test_intervals_cover`; the score is that of a coin which is shared, or one which is not, by the seat's odds.

    Of each pair of games 60 % share their coin, so the correlation is 0.6.
    """
    rng = np.random.default_rng(6)
    held = 0
    for _ in range(200):
        luck, other = rng.random((2, 200, 2))
        other = np.where(rng.random((200, 2)) < 0.6, luck, other)
        base, kept = (np.array([L, W], np.uint8)[(x < [0.7, 0.4]).astype(int)] for x in (luck, other))
        interval = correlation(base, kept)
        held += interval.low <= 0.6 <= interval.high
    assert 178 <= held <= 199


# ---------------------------------------------------------------- several matchups


def sharing(rng, odds, shared, blocks):
    """Return two sets of games, won at the odds, of which a part share their luck: their correlation is that part."""
    luck, other = rng.random((2, blocks, 2))
    other = np.where(rng.random((blocks, 2)) < shared, luck, other)
    return [np.array([L, W], np.uint8)[(x < odds).astype(int)] for x in (luck, other)]


def test_one_matchup_is_its_own_field():
    played = games(both)
    one = played(), played(1, 2), played(0)
    assert field_share([one]) == share(*one)


def test_intervals_of_a_field_cover_where_most_matchups_are_lopsided():
    """Of 300 fields about 285 intervals hold the truth of 0.5 (standard error 3.8).

    A mean of the correlations of the matchups would hold it in 180, with one loss in a hundred games telling nothing.
    """
    rng = np.random.default_rng(12)
    odds = [0.5, 0.4, 0.6, 0.7, 0.9, 0.95, 0.97, 0.98, 0.99, 0.99, 0.995, 0.005, 1.0, 1.0]
    held = 0
    for _ in range(300):
        field = [(*sharing(rng, p, 0.5, 46), sharing(rng, p, 0.5, 46)[0]) for p in odds]
        first = field_share(field).first
        held += first.low <= 0.5 <= first.high
    assert 270 <= held <= 297


def test_a_matchup_without_variance_moves_nothing():
    rng = np.random.default_rng(2)
    open_one = (*sharing(rng, 0.5, 0.3, 400), sharing(rng, 0.5, 0.3, 400)[0])
    settled = (np.full((400, 2), W, np.uint8),) * 3
    alone, both_of_them = field_share([open_one]), field_share([open_one, settled])
    assert both_of_them.first.estimate == pytest.approx(alone.first.estimate)
    assert both_of_them.first.half_width == pytest.approx(alone.first.half_width)
    assert field_share([settled, settled]) is None


def test_four_matchups_tell_twice_as_much_as_one():
    rng = np.random.default_rng(3)
    field = [(*sharing(rng, 0.5, 0.3, 400), sharing(rng, 0.5, 0.3, 400)[0]) for _ in range(4)]
    one = sum(field_share([matchup]).first.half_width for matchup in field) / 4
    assert field_share(field).first.half_width == pytest.approx(one / 2, rel=0.05)


def test_what_a_side_is_worth_in_its_matchup_is_no_luck():
    """Won in 90 % here and in 10 % there, with luck of their own: over both nothing is shared."""
    rng = np.random.default_rng(4)
    field = [(*sharing(rng, p, 0.0, 5000), sharing(rng, p, 0.0, 5000)[0]) for p in (0.9, 0.1)]
    assert field_share(field).first.estimate < 0.03
    assert field_share(field).total.estimate > 0.97
