"""The best mix of sides, and how each side does against it.

Who may pick any side plays a symmetric zero-sum game, whose payoff is the score minus one half. A mix of sides is in
equilibrium if no side scores above one half against it. Where several are, the one of greatest entropy is taken, so
that sides which are alike share their weight (Nash averaging; Balduzzi, Tuyls, Perolat and Graepel 2018, NeurIPS 31).
"""

from dataclasses import dataclass

import numpy as np

from balance.stats.intervals import check_level
from balance.stats.simplex import GAIN, equilibria
from balance.stats.tables import Array, ScoreTable, bootstrap_noise

DRAWS = 2000


@dataclass(frozen=True, slots=True, eq=False)
class NashMix:
    """The mix and the scores against it, in the order of the table.

    Parameters
    ----------
    weights, scores
        float64[n]: shares of the mix, which add up to 1; scores against it, 0 to 0.5 (up to `GAIN`).
    weight_limits, score_limits
        float64[n, 2]: pointwise, percentiles of the bootstrap.
    """

    weights: Array
    scores: Array
    weight_limits: Array
    score_limits: Array


def nash_mix(table: ScoreTable, level: float = 0.95, draws: int = DRAWS) -> NashMix:
    """Return the equilibrium mix of greatest entropy and the score of each side against it, with intervals.

    The limits are percentiles over tables drawn anew about this one with its standard errors (parametric bootstrap).
    A mix jumps when two sides are nearly alike, and its weights are as uncertain as their limits say; the scores
    against it hardly move then.

    Parameters
    ----------
    table
        The scores.
    level
        Two-sided coverage, 0 to 1.
    draws
        Tables drawn.

    Raises
    ------
    ValueError
        A level out of range.
    """
    check_level(level)
    weights = maxent_equilibrium(table.scores - 0.5)
    drawn = np.clip(table.scores + bootstrap_noise(table.variances, draws), 0, 1) - 0.5
    mixes = equilibria(drawn)
    scores = 0.5 + np.einsum("bij,bj->bi", drawn, mixes)
    tails = [(1 - level) / 2, (1 + level) / 2]
    own = 0.5 + (table.scores - 0.5) @ weights
    return NashMix(weights, own, _about(weights, mixes, tails), _about(own, scores, tails))


def _about(estimate: Array, drawn: Array, tails: list[float]) -> Array:
    """Return percentiles, float64[n, 2], that hold the estimate."""
    low, high = np.quantile(drawn, tails, axis=0)
    return np.stack([np.minimum(low, estimate), np.maximum(high, estimate)], axis=1)


def maxent_equilibrium(payoff: Array) -> Array:
    """Return the equilibrium of greatest entropy of a symmetric zero-sum game.

    Equilibria mix only sides that score one half against every equilibrium. So if one of them mixes every side that
    scores one half against it, and there were another, then a small step away from that one would lead to a third: it
    would lie between two, and be no vertex. The simplex method finds vertices, so there is no other. Where it does not
    mix them all, see `_most_even`.

    Parameters
    ----------
    payoff
        float64[n, n], antisymmetric, within -0.5 and 0.5.

    Returns
    -------
    numpy.ndarray
        float64[n]: a mix against which no side gains more than `GAIN`.
    """
    mix: Array = equilibria(payoff[None])[0]
    is_even = payoff @ mix > -GAIN
    if (is_even == (mix > GAIN)).all():
        return mix
    found = _most_even(payoff)
    # Ties in all digits but the last few are beyond it; the vertex then stands for what can be told.
    return found if (payoff @ found).max() <= 1.001 * GAIN else mix


def _most_even(payoff: Array) -> Array:
    """Return the mix of greatest entropy among those against which no side gains more than `GAIN`.

    Its dual is min over l >= 0 of log sum exp(payoff l) + tolerance x sum(l), and the mix is the softmax of payoff l.
    It is solved by Newton's method with a logarithmic barrier (Boyd and Vandenberghe 2004, chapter 11). At weight w of
    the barrier the mix is feasible and its entropy within n w of the greatest.
    """
    dual, weight = np.ones(len(payoff)), 1.0

    def value(dual: Array) -> float:
        lift = payoff @ dual
        top = lift.max()
        return float(top + np.log(np.exp(lift - top).sum()) + slack * dual.sum() - weight * np.log(dual).sum())

    while True:
        slack = max(GAIN, weight)  # so that the dual variables stay moderate while the barrier is high
        for _ in range(50):
            mix = _softmax(payoff @ dual)
            gradient = slack - payoff @ mix - weight / dual
            curvature = payoff.T @ (np.diag(mix) - np.outer(mix, mix)) @ payoff + np.diag(weight / dual**2)
            try:
                step = -np.linalg.solve(curvature, gradient)
            except np.linalg.LinAlgError:
                break
            decrement = -float(gradient @ step)
            if decrement < 1e-3 * weight:
                break
            shrink = step < 0
            length = min(1.0, 0.99 * float((dual[shrink] / -step[shrink]).min())) if shrink.any() else 1.0
            now = value(dual)
            while length > 1e-9 and value(dual + length * step) > now - 0.1 * length * decrement:
                length /= 2
            dual = dual + length * step
        if weight < 1e-12:
            return _softmax(payoff @ dual)
        weight /= 5


def _softmax(lift: Array) -> Array:
    weights = np.exp(lift - lift.max())
    found: Array = weights / weights.sum()
    return found
