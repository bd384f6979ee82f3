"""Equilibria of many symmetric zero-sum games at once, by the simplex method.

The linear program max sum(y) with (payoff + 1) y <= 1, y >= 0 has the equilibria as its scaled solutions, and it starts
feasible, at y = 0. Bland's rule (1977, Mathematics of Operations Research 2) keeps it from going round in circles.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

GAIN = 1e-9
"""The most that a side may score above one half against a mix. Pivoting can lose all its digits where payoffs are tied
in all but the last of theirs; such games, of which real tables have none, are solved again in fractions."""

_PIVOT = 1e-11  # a smaller entry is taken for rounding
_STEPS_A_SIDE = 50  # a game of 20 sides takes some 40 pivots in all


def equilibria(payoffs: Array) -> Array:
    """Return one equilibrium of each of many symmetric zero-sum games.

    Parameters
    ----------
    payoffs
        float64[games, n, n], each antisymmetric and within -0.5 and 0.5.

    Returns
    -------
    numpy.ndarray
        float64[games, n]: mixes, a vertex of the set of equilibria each; the only one unless payoffs are tied. No side
        gains more than `GAIN` against any of them, which is looked at for every game.
    """
    mixes: Array = _vertices(payoffs, _PIVOT)
    gain = np.einsum("bij,bj->bi", payoffs, mixes).max(1)
    for i in np.flatnonzero((gain > GAIN) | (mixes.sum(1) < 0.5)):
        exact = np.array([Fraction(value) for value in payoffs[i].ravel().tolist()], dtype=object)
        mixes[i] = _vertices(exact.reshape(1, *payoffs[i].shape), 0).astype(np.float64)[0]
    return mixes


def _vertices(payoffs: Any, tolerance: float) -> Any:
    """Return mixes of floats or of fractions, whatever the payoffs are; zeros for games that did not come to an end."""
    games, n, _ = payoffs.shape
    tableau = np.zeros((games, n + 1, n + 1), dtype=payoffs.dtype)
    tableau[:, :n, :n] = payoffs + 1
    tableau[:, :n, n] = 1
    tableau[:, n, :n] = -1
    outside = np.tile(np.arange(n), (games, 1))  # variables at 0, by column; below n the weights, from n on the slacks
    inside = outside + n  # the others, by row
    mixes = np.zeros((games, n), dtype=payoffs.dtype)
    at = np.arange(games)  # the games that are not solved yet
    for _ in range(_STEPS_A_SIDE * n):
        is_better = tableau[:, n, :n] < -tolerance
        is_open = is_better.any(1)
        if not is_open.all():
            held = np.zeros((int((~is_open).sum()), 2 * n), dtype=payoffs.dtype)
            np.put_along_axis(held, inside[~is_open], tableau[~is_open, :n, n], axis=1)
            held = np.maximum(held[:, :n], 0)
            mixes[at[~is_open]] = held / held.sum(1, keepdims=True)
            at, tableau, outside, inside = at[is_open], tableau[is_open], outside[is_open], inside[is_open]
            is_better = is_better[is_open]
        if not at.size:
            break
        rows = np.arange(at.size)
        column = np.where(is_better, outside, 2 * n).argmin(1)
        entries = tableau[rows, :, column]
        row = _leaving(tableau[:, :n, n], entries[:, :n], inside, tolerance)
        _pivot(tableau, rows, row, column, entries)
        outside[rows, column], inside[rows, row] = inside[rows, row], outside[rows, column]
    return mixes


def _leaving(room: Any, entries: Any, inside: Any, tolerance: float) -> Any:
    """Return the row that reaches 0 first in each game, of several the one of the lowest variable."""
    is_met = entries > tolerance
    ratios = np.full_like(room, np.inf)
    np.divide(room, entries, out=ratios, where=is_met)
    first = ratios.min(1)[:, None]
    is_first = ratios <= (first + tolerance / 10 if tolerance else first)  # a sum with a float would be no fraction
    return np.where(is_first, inside, inside.max() + 1).argmin(1)


def _pivot(tableau: Any, rows: Any, row: Any, column: Any, entries: Any) -> None:
    """Exchange a row and a column of each tableau in place."""
    pivot = entries[rows, row]
    line = tableau[rows, row] / pivot[:, None]
    tableau -= entries[:, :, None] * line[:, None, :]
    tableau[rows, :, column] = -entries / pivot[:, None]
    tableau[rows, row] = line
    tableau[rows, row, column] = 1 / pivot
