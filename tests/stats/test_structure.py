"""Spread and intransitive share: against closed forms, against true halves of the blocks, and by simulation.

Coverage: as in `test_ratings`, with R = 400. At a true value on the border of what is possible (no spread, no or full
intransitivity) the limits may hold up to all of the time.
"""

from operator import itemgetter

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import ncx2

from balance.stats import intransitive_share, score_moments, score_table, spread, tally
from balance.stats.structure import hodge, log_odds, log_odds_variance
from balance.stats.tables import bootstrap_noise
from balance.vocab import Outcome
from tests.stats.worlds import (
    BLOCKS,
    REPLICATIONS,
    WORLDS,
    cycle,
    draw_table,
    exact_table,
    floor,
    logistic,
    transitive,
)


def spread_of(odds):
    off = ~np.eye(len(odds), dtype=bool)
    return float(np.sqrt(((logistic(odds)[off] - 0.5) ** 2).mean()))


def share_of(odds):
    return float((hodge(odds)[1] ** 2).sum() / (odds**2).sum())


def fit_of_rows(odds):
    """The transitive part by least squares over all pairs."""
    n = len(odds)
    rows, columns = np.triu_indices(n, 1)
    design = np.zeros((len(rows), n))
    design[np.arange(len(rows)), rows], design[np.arange(len(rows)), columns] = 1, -1
    rating = np.linalg.lstsq(design, odds[rows, columns], rcond=None)[0]
    return rating[:, None] - rating[None, :]


@pytest.mark.parametrize("n", [2, 3, 6, 9])
def test_the_hodge_split_is_least_squares(n):
    odds = np.triu(np.random.default_rng(n).normal(size=(n, n)), 1)
    odds = odds - odds.T
    found, rest = hodge(odds)
    assert found == pytest.approx(fit_of_rows(odds))
    assert found + rest == pytest.approx(odds)
    assert (found * rest).sum() == pytest.approx(0, abs=1e-9)
    assert rest.sum(1) == pytest.approx(np.zeros(n), abs=1e-9)


def test_shares_of_known_tables():
    for odds, share in ((cycle(5, 0.3), 1), (transitive(5, 0.3), 0), (WORLDS["clones"], 0.9)):
        found = intransitive_share(exact_table(logistic(odds), 1e-6))
        assert found.estimate == pytest.approx(share, abs=1e-4)
        assert found.high - found.low < 1e-3


def test_of_nothing_there_are_no_shares():
    assert intransitive_share(exact_table(np.array([[0.5, 0.6], [0.4, 0.5]]))) is None
    assert intransitive_share(exact_table(np.full((4, 4), 0.5))) is None
    assert intransitive_share(exact_table(logistic(cycle(5, 0.02)), 0.02)) is None


def test_the_spread_is_an_exact_noncentral_interval():
    """With equal errors the sum of squares is noncentral chi-square, whose interval is known."""
    deviation = 0.02
    for odds in (transitive(8, 0.3), cycle(7, 0.1), WORLDS["even"]):
        scores = logistic(odds)
        cells = len(odds) * (len(odds) - 1) // 2
        found = spread(exact_table(scores, deviation), draws=20_000)
        squares = ((np.triu(scores, 1) + np.tril(np.full_like(scores, 0.5)) - 0.5) ** 2).sum() / deviation**2
        assert found.estimate == pytest.approx(np.sqrt(max(0, squares / cells - 1)) * deviation)
        for tail, limit in ((0.975, found.low), (0.025, found.high)):

            def off(centre, tail=tail, squares=squares, cells=cells):
                return ncx2.cdf(squares, cells, max(centre, 1e-12)) - tail

            centre = brentq(off, 0, 1e5) if off(0) > 0 else 0.0
            assert limit == pytest.approx(np.sqrt(centre / cells) * deviation, abs=0.001)


def test_noise_alone_is_no_spread():
    """45 cells with standard errors of 2 points show a spread of 2 points, which is taken out."""
    generator = np.random.default_rng(2)
    squares = []
    for _ in range(300):
        noise = np.triu(generator.normal(0, 0.02, (10, 10)), 1)
        found = spread(exact_table(0.5 + noise - noise.T, 0.02), draws=100)
        squares.append(found.estimate**2)
        assert found.estimate < 0.02
    assert np.mean(np.array(squares) == 0) == pytest.approx(0.5, abs=0.12)


def test_which_side_is_called_a_does_not_matter():
    table = draw_table(WORLDS["both"], 300, np.random.default_rng(6))
    order = [3, 0, 4, 2, 1]
    assert spread(table.of(order)).estimate == pytest.approx(spread(table).estimate)
    assert intransitive_share(table.of(order)).estimate == pytest.approx(intransitive_share(table).estimate)


def test_the_share_is_the_mean_over_all_halves_of_the_blocks():
    """Halves of the outcome bytes, by parity after 300 shuffles, give products whose mean is that of the integers."""
    generator = np.random.default_rng(7)
    n, blocks = 4, 400
    odds = transitive(n, 0.2) + np.triu(generator.normal(0, 0.3, (n, n)), 1) * 1.0
    odds = np.triu(odds, 1) - np.triu(odds, 1).T
    cells = {}
    for i, j in zip(*np.triu_indices(n, 1), strict=True):
        is_won = generator.random((blocks, 2)) < logistic(odds[i, j])
        cells[int(i), int(j)] = np.where(is_won, Outcome.WIN, Outcome.LOSS).astype(np.uint8)

    def of(part):
        return score_table(n, [(i, j, score_moments(tally(part(outcomes)))) for (i, j), outcomes in cells.items()])

    products = np.zeros(2)
    for _ in range(300):
        order = generator.permutation(blocks)
        first, second = (log_odds(of(itemgetter(order[k::2]))) for k in (0, 1))
        products += [(hodge(first)[1] * hodge(second)[1]).sum() / 300, (first * second).sum() / 300]
    whole = of(lambda outcomes: outcomes)
    a, v = log_odds(whole), log_odds_variance(whole)
    cyclic = (hodge(a)[1] ** 2).sum() - (1 - 2 / n) * v.sum()
    # The halves scatter by a tenth of the noise that is subtracted; curvature adds a percent.
    assert products[0] == pytest.approx(cyclic, abs=0.25 * (1 - 2 / n) * v.sum())
    assert products[1] == pytest.approx((a**2).sum() - v.sum(), abs=0.25 * v.sum())
    assert intransitive_share(whole).estimate == pytest.approx(products[0] / products[1], abs=0.02)


def test_the_noise_that_the_cyclic_part_keeps():
    variances = draw_table(WORLDS["clones"], 60, np.random.default_rng(3)).variances
    noise = bootstrap_noise(variances, 20_000)
    assert (hodge(noise)[1] ** 2).sum((1, 2)).mean() == pytest.approx((1 - 2 / 5) * variances.sum(), rel=0.02)


@pytest.mark.parametrize("blocks", BLOCKS)
@pytest.mark.parametrize("name", WORLDS)
def test_spread_and_share_hold(name, blocks):
    odds, generator = WORLDS[name], np.random.default_rng(blocks + 3)
    true_spread = spread_of(odds)
    true_share = share_of(odds) if true_spread else None
    of_spread, of_share, told = 0, 0, 0
    for _ in range(REPLICATIONS):
        table = draw_table(odds, blocks, generator)
        found = spread(table, draws=400)
        of_spread += found.low <= true_spread <= found.high
        if true_share is not None:
            found = intransitive_share(table, draws=400)
            told += found is not None
            of_share += found is not None and found.low - 1e-9 <= true_share <= found.high + 1e-9
    assert of_spread / REPLICATIONS >= floor(0.95)
    if true_share is not None:
        assert told >= 0.95 * REPLICATIONS
        assert of_share / told >= floor(0.95, told)


def test_the_simulation_can_tell_noise_left_in():
    """Of a transitive table the naive share is noise, and the naive spread of even matchups too."""
    generator = np.random.default_rng(10)
    for _ in range(20):
        table = draw_table(WORLDS["transitive"], 150, generator)
        naive = (hodge(log_odds(table))[1] ** 2).sum() / (log_odds(table) ** 2).sum()
        assert naive > intransitive_share(table, draws=100).estimate
        even = draw_table(WORLDS["even"], 150, generator)
        assert spread_of(np.log(even.scores / (1 - even.scores))) > spread(even, draws=100).estimate + 0.005
