"""The interval of a mean over cells: exact where it can be, and it covers."""

from math import sqrt

import numpy as np
import pytest

from balance.stats import field_interval, score_interval, tally
from balance.vocab import Outcome

LOSS, DRAW, WIN = int(Outcome.LOSS), int(Outcome.DRAW), int(Outcome.WIN)


def cell(*blocks):
    return tally(np.array(blocks, np.uint8))


def test_one_cell_is_nearly_its_own_interval():
    """With a single cell only the divisor differs: blocks against blocks + 1."""
    rng = np.random.default_rng(1)
    one = tally(rng.choice(np.array([LOSS, DRAW, WIN], np.uint8), (400, 2)))
    field, own = field_interval([one]), score_interval(one)
    assert field.estimate == own.estimate
    assert field.low == pytest.approx(own.low, abs=2e-4)
    assert field.high == pytest.approx(own.high, abs=2e-4)


def test_the_spread_between_cells_does_not_count():
    """Ten cells won outright and ten lost: the mean is one half and nothing is uncertain but what was not seen."""
    sure = [cell(*[(WIN, WIN)] * 40)] * 10 + [cell(*[(LOSS, LOSS)] * 40)] * 10
    mixed = [cell(*[(WIN, WIN)] * 20, *[(LOSS, LOSS)] * 20)] * 20
    assert field_interval(sure).estimate == field_interval(mixed).estimate == 0.5
    assert field_interval(sure).half_width < field_interval(mixed).half_width / 1.4
    # 800 blocks that are won or lost as one: a proportion of 800 trials.
    assert field_interval(mixed).half_width == pytest.approx(1.96 * sqrt(0.25 / 800), rel=0.02)


def test_cells_of_one_block_are_taken_for_one_cell():
    blocks = [(WIN, WIN)] * 30 + [(LOSS, WIN)] * 10
    assert field_interval([cell(block) for block in blocks]) == field_interval([cell(*blocks)])


def test_swapping_the_sides_mirrors_it():
    rng = np.random.default_rng(2)
    cells = [rng.choice(np.array([LOSS, DRAW, WIN], np.uint8), (12, 2), p=(0.2, 0.2, 0.6)) for _ in range(9)]
    here = field_interval([tally(outcomes) for outcomes in cells])
    there = field_interval([tally((4 - outcomes).astype(np.uint8)) for outcomes in cells])
    assert there.low == pytest.approx(1 - here.high, abs=1e-12)
    assert there.high == pytest.approx(1 - here.low, abs=1e-12)


@pytest.mark.parametrize(
    "cells", [[], [cell((WIN, WIN)), cell((WIN, WIN), (LOSS, WIN))], [tally(np.zeros((0, 2), np.uint8))]]
)
def test_what_it_refuses(cells):
    with pytest.raises(ValueError, match=r"expected|needs"):
        field_interval(cells)


@pytest.mark.parametrize(("blocks", "chances"), [(2, (0.3, 0.95)), (10, (0.5, 0.9)), (25, (0.02, 0.1))])
def test_coverage(blocks, chances):
    """Cells of chances that range from the one to the other, games of a block alike half of the time.

    The nominal 95 % may be missed by 4 standard deviations of the tries on the low side.
    """
    rng = np.random.default_rng(blocks)
    truth = np.linspace(*chances, 12)
    tries, covered = 600, 0
    for _ in range(tries):
        first, second = (rng.random((12, blocks)) < truth[:, None] for _ in range(2))
        second = np.where(rng.random((12, blocks)) < 0.5, first, second)
        outcomes = np.where(np.stack([first, second], -1), WIN, LOSS).astype(np.uint8)
        found = field_interval([tally(rows) for rows in outcomes])
        covered += found.low <= truth.mean() <= found.high
    assert 0.95 - 4 * sqrt(0.05 * 0.95 / tries) <= covered / tries <= 0.99
