"""Lead changes, low points and decisive rounds, against games written by hand and a walk through the tables."""

import numpy as np
import pytest

from balance.stats.course import DECIDED, MARGIN, PRIOR, CourseTally, chances, count_courses, course_means, course_tally
from balance.vocab import Outcome

W, L, D, T = Outcome.WIN, Outcome.LOSS, Outcome.DRAW, Outcome.TRUNCATED
STANDINGS = (3, 2)
LOW, EVEN, HIGH = 0.1, 0.5, 0.95


def counted(games):
    """Return the counts of games, each the chances of side a at the start of its rounds and its outcome."""
    result = np.array([outcome for _, outcome in games], np.uint8)
    lengths = np.array([len(chance) for chance, _ in games], np.uint16)
    tally = count_courses(result, lengths, np.array([p for chance, _ in games for p in chance]))
    return tally.lead_changes, tally.low_points, tally.decided_at


def random_games(seed, blocks):
    """Return (outcomes, lengths, course) made at random."""
    rng = np.random.default_rng(seed)
    outcomes = rng.choice([W, L, D, T], (blocks, 2), p=[0.5, 0.4, 0.05, 0.05]).astype(np.uint8)
    lengths = rng.integers(1, 9, outcomes.size).astype(np.uint16)
    return outcomes, lengths, rng.integers(0, 6, (lengths.sum(), 2)).astype(np.uint8)


@pytest.mark.parametrize(
    ("places", "outcome", "changes"),
    [
        ([EVEN, HIGH, HIGH], W, 0),  # the first lead is no change
        ([EVEN, HIGH, HIGH], L, 1),  # the end is one
        ([HIGH, EVEN, HIGH], W, 0),  # a lead that is not taken over is kept
        ([HIGH, EVEN, LOW, EVEN, HIGH], W, 2),
        ([LOW, HIGH, LOW], W, 3),
        ([LOW, HIGH], D, 1),  # nobody leads at the end of a draw
        ([LOW, HIGH], T, 1),
        ([EVEN, EVEN], L, 0),
    ],
)
def test_lead_changes(places, outcome, changes):
    found = counted([(places, outcome)])[0]
    assert found.nonzero()[0].tolist() == [changes]
    assert found[changes] == 1


def test_low_points_are_the_winners():
    low_points = counted([([EVEN, LOW, HIGH], W), ([HIGH, EVEN], W), ([0.9375, EVEN], L), ([LOW], D)])[1]
    assert low_points.sum() == 3
    assert [int(i) for i in low_points.nonzero()[0]] == [6, 10, 50]


@pytest.mark.parametrize(
    ("places", "outcome", "percent"),
    [
        ([HIGH, HIGH], W, 0),
        ([EVEN, HIGH, HIGH, HIGH], W, 25),
        ([HIGH, EVEN, HIGH], W, 66),
        ([HIGH, HIGH, EVEN], W, 100),
        ([HIGH, HIGH], L, 100),
    ],
)
def test_a_game_is_decided_when_the_winner_stays_at_ninety_percent(places, outcome, percent):
    found = counted([(places, outcome)])[2]
    assert found.nonzero()[0].tolist() == [percent]


def test_no_game_is_judged_by_itself():
    outcomes = np.array([[W], [L], [W], [L]], np.uint8)
    game = np.arange(4)
    course = np.array([(4, 0)] * 4, np.uint8)
    even, odd = chances(game, outcomes, course, STANDINGS)[:2]
    assert even < 0.5 < odd  # the even blocks won, the odd ones lost
    mean = (2 + PRIOR / 2) / (2 + PRIOR)  # of all rounds; then of the coarse pair, then of the pair
    for _ in range(2):
        mean = (2 + PRIOR * mean) / (2 + PRIOR)
    assert odd == pytest.approx(mean)


def test_against_a_slow_count():
    outcomes, lengths, course = random_games(5, 120)
    found = course_tally(outcomes, lengths, course, STANDINGS)
    chance = chances(np.repeat(np.arange(len(lengths)), lengths), outcomes, course, STANDINGS)
    leads, lows, decided = {}, {}, {}
    at = 0
    for outcome, n in zip(outcomes.ravel(), lengths, strict=True):
        path = chance[at : at + n]
        at += n
        leader = changes = 0
        for p in [*path, *([1.0] if outcome == W else [0.0] if outcome == L else [])]:
            now = 1 if p >= 0.5 + MARGIN else -1 if p <= 0.5 - MARGIN else 0
            changes += now != 0 and leader not in (0, now)
            leader = now or leader
        leads[changes] = leads.get(changes, 0) + 1
        if outcome in (W, L):
            mine = path if outcome == W else 1 - path
            low = int(100 * mine.min())
            lows[low] = lows.get(low, 0) + 1
            last = max((i + 1 for i, p in enumerate(mine) if p < DECIDED), default=0)
            share = 100 * last // int(n)
            decided[share] = decided.get(share, 0) + 1
    for counts, slow in ((found.lead_changes, leads), (found.low_points, lows), (found.decided_at, decided)):
        assert {int(i): int(counts[i]) for i in counts.nonzero()[0]} == slow


def test_tallies_add_up():
    one, other = (course_tally(*random_games(seed, 30), STANDINGS) for seed in (1, 2))
    both = one + other + CourseTally.empty()
    assert both.games == 120 == one.games + other.games
    assert both.won == both.low_points.sum() == both.decided_at.sum()
    assert both.comebacks == one.comebacks + other.comebacks
    assert 0 <= both.mean_low_point <= 1


def test_courses_and_games_must_agree():
    outcomes, lengths, course = random_games(3, 10)
    with pytest.raises(ValueError, match="expected"):
        course_tally(outcomes[1:], lengths, course, STANDINGS)
    with pytest.raises(ValueError, match="rows"):
        course_tally(outcomes, lengths, course[1:], STANDINGS)


def test_the_chances_of_a_race_are_those_of_its_recursion():
    """Two sides of five lives, each round takes one from side a (40 %) or side b (60 %).

    A pair of standings that n rounds judge has a standard error of at most 1/(2 sqrt(n)); 0.03 is about three of the
    mean over 1,000 games.
    """
    rng = np.random.default_rng(11)
    truth = np.zeros((6, 6))
    truth[1:, 0] = 1.0
    for a in range(1, 6):
        for b in range(1, 6):
            truth[a, b] = 0.6 * truth[a, b - 1] + 0.4 * truth[a - 1, b]
    outcomes, lengths, course = [], [], []
    for _ in range(2000):
        a = b = 5
        rounds = 0
        while a and b:
            course.append((a, b))
            rounds += 1
            if rng.random() < 0.6:
                b -= 1
            else:
                a -= 1
        outcomes.append(W if a else L)
        lengths.append(rounds)
    outcomes = np.array(outcomes, np.uint8).reshape(-1, 2)
    course = np.array(course, np.uint8)
    found = chances(np.repeat(np.arange(2000), lengths), outcomes, course, (6, 1))
    off = found - truth[course[:, 0], course[:, 1]]
    assert np.abs(off).mean() < 0.03
    assert abs(off.mean()) < 0.03


def test_means_of_all_and_of_halves():
    """Each half is judged by itself, and the halves of a split have all blocks between them."""
    outcomes, lengths, course = random_games(8, 64)
    whole, halves = course_means(outcomes, lengths, course, STANDINGS)
    tally = course_tally(outcomes, lengths, course, STANDINGS)
    assert whole.tolist() == pytest.approx([tally.mean_lead_changes, tally.comebacks / tally.games])
    assert halves.shape == (15, 2, 2)
    # Split 1 is that of even and odd groups of two blocks.
    is_first = np.arange(64) // 2 % 2 == 0
    rows = np.repeat(np.repeat(is_first, 2), lengths)
    for half, kept, kept_rows in ((0, is_first, rows), (1, ~is_first, ~rows)):
        part = course_tally(outcomes[kept], lengths.reshape(-1, 2)[kept].ravel(), course[kept_rows], STANDINGS)
        assert halves[0, half].tolist() == pytest.approx([part.mean_lead_changes, part.comebacks / part.games])


@pytest.mark.parametrize(("blocks", "splits"), [(1, 0), (3, 0), (4, 1), (15, 3), (31, 7), (32, 15), (100, 15)])
def test_few_blocks_have_few_halves(blocks, splits):
    whole, halves = course_means(*random_games(9, blocks), STANDINGS)
    assert halves.shape == (splits, 2, 2)
    assert np.isfinite(whole).all()
    assert np.isfinite(halves).all()
