"""Mixed play of small games against linear programming, and play without knowing the hands against plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from balance.core.equilibrium import GAME, ONE, OPTIONS_MAX, average, guaranteed, respond, settle, solve, take_best
from balance.core.jit import JIT
from balance.core.protocol import records

LARGEST = 2**23  # of payoffs either way: their differences stay below 2**24
STEPS = 50_000 if JIT else 150


def game_of(payoff: Any, cap: Any = None) -> Any:
    payoff = np.asarray(payoff)
    game = records(1, GAME)[0]
    game.rows_n, game.columns_n = payoff.shape
    game.payoff[: game.rows_n, : game.columns_n] = payoff
    game.cap[: game.columns_n] = ONE if cap is None else cap
    return game


def value_of(payoff: np.ndarray, cap: Any = None) -> float:
    """Return the value to the rows when no column is taken more often than its cap."""
    rows, columns = payoff.shape
    most = np.ones(columns) if cap is None else np.asarray(cap) / ONE
    found = linprog(
        np.append(np.zeros(columns), 1),
        A_ub=np.hstack([payoff, -np.ones((rows, 1))]),
        b_ub=np.zeros(rows),
        A_eq=np.append(np.ones(columns), 0)[None],
        b_eq=[1],
        bounds=[(0, m) for m in most] + [(None, None)],
    )
    assert found.success
    return float(found.fun)


def shortfall(payoff: np.ndarray, steps: int) -> float:
    """Return what a mix may miss of the value at most.

    Regret matching with linear weights: 2 x spread x root(rows / steps); a mix in 4096ths is off by a unit a row, twice
    (the step's and the average's); whole numbers by a unit at each of four roundings.
    """
    spread = int(payoff.max()) - int(payoff.min())
    return spread * (2 * np.sqrt(len(payoff) / steps) + 2 * len(payoff) / ONE) + 4


def check(payoff: np.ndarray, cap: Any = None, steps: int = STEPS) -> None:
    game = game_of(payoff, cap)
    solve(game, steps)
    assert (game.mix[: game.rows_n] >= 0).all()
    assert game.mix[: game.rows_n].sum() == ONE * steps * (steps + 1) // 2
    value = value_of(payoff, cap)
    got = guaranteed(game, steps)
    assert value - shortfall(payoff, steps) <= got <= value + 1


def random_games(n: int, largest: int) -> Any:
    rng = np.random.default_rng(7)
    for _ in range(n):
        shape = rng.integers(1, OPTIONS_MAX + 1, 2)
        payoff = rng.integers(-largest, largest, shape)
        cap = rng.integers(1, ONE + 1, shape[1])
        cap = np.minimum(cap * max(1, -(-ONE // int(cap.sum()))), ONE)  # they add up to ONE or more
        while cap.sum() < ONE:
            cap[cap.argmin()] = ONE
        yield payoff, cap


@pytest.mark.parametrize("is_capped", [False, True])
@pytest.mark.parametrize("largest", [1000, LARGEST])
def test_the_mix_gets_the_value_of_linear_programming(is_capped: bool, largest: int) -> None:
    for payoff, cap in random_games(100 if JIT else 5, largest):
        check(payoff, cap if is_capped else None)


def test_few_steps_promise_no_more_than_the_value() -> None:
    for payoff, cap in random_games(100 if JIT else 20, 300):
        check(payoff, cap, 12)


@pytest.mark.parametrize("offset", [-LARGEST, 0, LARGEST])
def test_what_all_payoffs_have_in_common_changes_nothing(offset: int) -> None:
    """Only differences matter: the mix of a game far from nought is as good."""
    check(offset + np.array([[5000, -2000, 700], [-4000, 3000, 100], [0, -900, 2500]]))


def test_rock_paper_scissors() -> None:
    game = game_of(1000 * np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]))
    solve(game, 2000)
    assert np.allclose(game.mix[:3] / game.mix[:3].sum(), 1 / 3, atol=0.02)
    assert -40 <= guaranteed(game, 2000) <= 0


def test_a_dominated_row_is_left_alone() -> None:
    game = game_of([[300, 100, 250], [200, 0, 150], [100, 300, 200]])
    solve(game, 500)
    assert game.mix[1] < 0.01 * game.mix[:3].sum()
    assert game.mix[0] > 0.2 * game.mix[:3].sum()


def test_one_row_gets_its_worst_column() -> None:
    game = game_of([[70, -30, 20]])
    solve(game, 12)
    assert game.mix[0] == ONE * 78
    assert guaranteed(game, 12) == -30


def test_one_row_gets_its_worst_columns_as_often_as_they_can_be() -> None:
    game = game_of([[70, -30, 20]], [ONE, ONE // 4, ONE // 4])
    solve(game, 12)
    assert guaranteed(game, 12) == (70 * 2 - 30 + 20) // 4


def test_one_column_gets_the_best_row() -> None:
    game = game_of([[10], [400], [-50]])
    solve(game, 500)
    assert game.mix[1] > 0.99 * game.mix[:3].sum()
    assert 396 <= guaranteed(game, 500) <= 400


# ---------------------------------------------------------------- without knowing the hands


def settled(payoff: Any, steps: int, *, private: Any = None, row_cap: Any = None, cap: Any = None) -> Any:
    game = game_of(payoff, cap)
    game.row_cap[: game.rows_n] = ONE if row_cap is None else row_cap
    private = np.asarray(payoff if private is None else private)
    game.held_n = len(private)
    game.private[: game.held_n, : game.columns_n] = private
    changes = np.zeros((steps, OPTIONS_MAX), np.int64)
    settle(game, changes)
    respond(game, changes)
    average(game, changes)
    return game


def shares(weights: Any) -> np.ndarray:
    return np.asarray(weights) / np.sum(weights)


def best_held(gains: list[int], caps: list[int]) -> list[int]:
    """Return how often each option is the best one held; the first of equal ones comes first."""
    taken, left = [0] * len(gains), ONE
    order = sorted(range(len(gains)), key=lambda option: (-gains[option], option))
    for option in order[:-1]:
        share = left * caps[option] // ONE
        if left - share < 64:
            break
        taken[option], left = share, left - share
    else:
        option = order[-1]
    taken[option] = left
    return taken


def played_out(
    payoff: Any, private: Any, row_cap: list[int], cap: list[int], steps: int
) -> tuple[list[int], list[int]]:
    """Return (mix, answer) of fictitious play by turns: the columns have seen the rows of the same step."""
    mix = [0] * len(private)
    answer, played = [0] * len(payoff[0]), [0] * len(payoff)
    for step in range(1, steps + 1):
        rows = best_held([sum(a * n for a, n in zip(line, answer, strict=True)) for line in payoff], row_cap)
        gains = [sum(a * n for a, n in zip(line, answer, strict=True)) for line in private]
        mix[gains.index(max(gains))] += step
        played = [p + step * r for p, r in zip(played, rows, strict=True)]
        losses = [-sum(line[c] * n for line, n in zip(payoff, played, strict=True)) for c in range(len(answer))]
        answer = [a + step * c for a, c in zip(answer, best_held(losses, cap), strict=True)]
    return mix, answer


@pytest.mark.parametrize("largest", [3, 1000, LARGEST])
def test_settling_is_fictitious_play(largest: int) -> None:
    """Whole numbers of any size without an overflow; payoffs of a few values have many equal options."""
    rng = np.random.default_rng(11)
    for _ in range(20 if JIT else 8):
        rows, columns, held = rng.integers(1, OPTIONS_MAX + 1, 3)
        payoff, private = (rng.integers(-largest, largest, (n, columns)).tolist() for n in (rows, held))
        row_cap, cap = (rng.integers(0, ONE + 1, n).tolist() for n in (rows, columns))
        game = settled(payoff, 64, private=private, row_cap=row_cap, cap=cap)
        mix, answer = played_out(payoff, private, row_cap, cap, 64)
        assert game.mix[:held].tolist() == mix
        assert game.answer[:columns].tolist() == answer
        assert sum(mix) == 64 * 65 // 2
        assert sum(answer) == ONE * 64 * 65 // 2


@pytest.mark.parametrize(
    ("payoff", "mine", "theirs"),
    [
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], [1 / 3] * 3, [1 / 3] * 3),
        ([[1, -1], [-1, 1]], [1 / 2, 1 / 2], [1 / 2, 1 / 2]),
        # p 2 - (1 - p) = -p + (1 - p), so p = 2/5; the same for the columns.
        ([[2, -1], [-1, 1]], [2 / 5, 3 / 5], [2 / 5, 3 / 5]),
        # 3 p = 1 - p, so p = 1/4; 3 q = 1 - q.
        ([[3, 0], [0, 1]], [1 / 4, 3 / 4], [1 / 4, 3 / 4]),
    ],
    ids=["circle", "pennies", "uneven", "apart"],
)
def test_both_hold_everything(payoff: Any, mine: Any, theirs: Any) -> None:
    """Fictitious play of two sides nears the equilibrium; the distance shrinks with the root of the steps."""
    game = settled(1000 * np.array(payoff), 2000 if JIT else 500)
    assert np.abs(shares(game.mix[: len(mine)]) - mine).max() < 0.06
    assert np.abs(shares(game.answer[: len(theirs)]) - theirs).max() < 0.06


def test_a_column_that_is_never_held_is_never_played() -> None:
    """Paper without scissors to fear: the rows stay with paper, though scissors would beat it."""
    payoff = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    game = settled(payoff, 64, cap=[ONE, ONE, 0])
    assert game.answer[2] == 0
    # Without scissors: rock or paper against paper or (beaten) rock.
    assert shares(game.mix[:3])[1] + shares(game.mix[:3])[2] > 0.9


def test_the_second_best_is_played_as_often_as_the_best_is_missing() -> None:
    """Column 1 hurts most, but is held in one hand of four only."""
    game = settled([[0, -100, 50]], 64, cap=[ONE, ONE // 4, ONE])
    assert game.answer[:3].tolist() == [3 * ONE // 4 * 2080, ONE // 4 * 2080, 0]


def test_the_hand_really_held_decides_what_the_mix_counts() -> None:
    """The public game is all about row 0, but the hand makes more of the other opener."""
    game = settled([[10, 10], [0, 0]], 10, private=[[10, 0], [0, 30]], cap=[ONE, ONE])
    assert game.answer[:2].tolist() == [ONE * 55, 0]  # equal columns: the first
    assert game.mix[:2].tolist() == [55, 0]
    game = settled([[10, 9], [0, 0]], 10, private=[[10, 0], [0, 30]], cap=[ONE, ONE])
    assert game.answer[:2].tolist() == [0, ONE * 55]
    # The first step has seen nothing; from then on 30 is more.
    assert game.mix[:2].tolist() == [1, 54]
    game = settled([[10, 9], [0, 0]], 10, private=[[5, 5]])
    assert game.mix[0] == 55


def test_the_other_side_does_not_see_the_private_payoffs() -> None:
    payoff = [[3, -2, 1], [-1, 4, 0]]
    one = settled(payoff, 64, private=[[100, -100, 0], [-7, 9, 1]])
    two = settled(payoff, 64, private=[[0, 0, 0]])
    assert one.answer[:3].tolist() == two.answer[:3].tolist()


# ---------------------------------------------------------------- the best one held


def taken_of(gains: list[int], caps: list[int]) -> list[int]:
    n = len(gains)
    order, taken = np.random.default_rng(n).permutation(n), np.full(n, 999)
    take_best(np.array(gains), np.array(caps), order, taken, n)
    return taken.tolist()


def test_shares_add_up_to_one_and_follow_the_order() -> None:
    rng = np.random.default_rng(3)
    for _ in range(300):
        n = int(rng.integers(1, OPTIONS_MAX + 1))
        gains, caps = rng.integers(-5, 5, n).tolist(), rng.integers(0, ONE + 1, n).tolist()
        taken = taken_of(gains, caps)
        assert sum(taken) == ONE
        assert min(taken) >= 0
        assert taken == best_held(gains, caps)


@pytest.mark.parametrize(
    ("gains", "caps", "taken"),
    [
        ([1, 2, 3], [ONE, ONE, ONE], [0, 0, ONE]),
        ([1, 2, 3], [ONE, ONE // 2, ONE // 2], [ONE // 4, ONE // 4, ONE // 2]),
        ([3, 2, 1], [ONE // 2, ONE // 4, 0], [ONE // 2, ONE // 8, ONE * 3 // 8]),  # the last takes what is left
        ([5, 5], [ONE // 4, ONE], [ONE // 4, ONE * 3 // 4]),
        ([1, 9], [ONE, ONE - 63], [0, ONE]),  # less than 64 of ONE is not worth a step
        ([1, 9], [ONE, ONE - 64], [64, ONE - 64]),
        ([0, 9, 5], [ONE, 0, ONE], [0, 0, ONE]),  # never held
        ([-7], [0], [ONE]),
    ],
)
def test_shares_by_hand(gains: list[int], caps: list[int], taken: list[int]) -> None:
    assert taken_of(gains, caps) == taken
