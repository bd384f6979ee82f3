"""Mixed play of a one-shot game: how often to take each option when the other side answers best.

Two ways. `solve` is regret matching for the rows (Hart and Mas-Colell 2000, with the floor and the weights of Tammelin
2014) against columns that answer best each time. The rows' average then guarantees nearly the value of the game. The
column player may be held back: a column that is only available now and then cannot be taken more often than that
(`cap`). `settle` and `respond` are fictitious play between two who do not know each other's hand.
"""

import numpy as np

from balance.core.jit import kernel

OPTIONS_MAX = 9
_NEGLIGIBLE = 64  # of ONE: options taken less often than that together are left out
ONE = 4096  # a probability of one, in `cap` and in the columns' answers

# One game and the scratch of solving it.
GAME = np.dtype(
    [
        ("rows_n", np.int64),
        ("columns_n", np.int64),
        ("payoff", np.int64, (OPTIONS_MAX, OPTIONS_MAX)),  # to the rows; differences below 2**24
        # How often a column can be taken at most, of ONE; they add up to ONE or more.
        ("cap", np.int64, (OPTIONS_MAX,)),
        ("mix", np.int64, (OPTIONS_MAX,)),  # filled by `solve` and `respond`: weight of each row
        ("answer", np.int64, (OPTIONS_MAX,)),  # filled by `average`: weight of each column
        ("regret", np.int64, (OPTIONS_MAX,)),
        ("now", np.int64, (OPTIONS_MAX,)),  # rows' mix of this step, of ONE
        ("loss", np.int64, (OPTIONS_MAX,)),
        ("order", np.int64, (OPTIONS_MAX,)),
        # Of `settle` and `respond` alone.
        ("row_cap", np.int64, (OPTIONS_MAX,)),  # how often a row can be taken at most
        ("held_n", np.int64),  # options that the row player really holds
        ("private", np.int64, (OPTIONS_MAX, OPTIONS_MAX)),  # payoff of these
        ("reply", np.int64, (OPTIONS_MAX,)),
        ("taken", np.int64, (OPTIONS_MAX,)),
        ("gain", np.int64, (OPTIONS_MAX,)),
        ("row_order", np.int64, (OPTIONS_MAX,)),
        ("push", np.int64, (OPTIONS_MAX,)),  # what this step's mix of one side adds to each option of the other
        ("counter_push", np.int64, (OPTIONS_MAX,)),
    ],
    align=True,
)


@kernel
def solve(game, steps):
    """Fill `game.mix` with the weights of the rows, after `steps` steps; they add up to ONE times the sum 1 .. steps.

    What the mix falls short of the value of the game shrinks with the root of the number of steps at worst.
    """
    for row in range(game.rows_n):
        game.mix[row] = 0
        game.regret[row] = 0
    for step in range(1, steps + 1):
        match_regrets(game)
        answer_best(game)
        value = 0
        for row in range(game.rows_n):
            gain = gain_of(game, row)
            game.loss[row] = gain  # free until the next answer
            value += game.now[row] * gain
        value //= ONE
        for row in range(game.rows_n):
            game.regret[row] = max(game.regret[row] + game.loss[row] - value, 0)
            game.mix[row] += step * game.now[row]


@kernel
def match_regrets(game):
    """Set the rows' mix of this step in proportion to their regrets, even where there are none; it adds up to ONE."""
    total = top = 0
    for row in range(game.rows_n):
        total += game.regret[row]
        if game.regret[row] > game.regret[top]:
            top = row
    left = ONE
    for row in range(game.rows_n):
        game.now[row] = game.regret[row] * ONE // total if total > 0 else ONE // game.rows_n
        left -= game.now[row]
    game.now[top] += left  # what rounding left over, or all payoffs would have to be near nought


@kernel
def answer_best(game):
    """Set the columns' answer to the rows' mix: the worst column for the rows as often as it can be, then the next."""
    for column in range(game.columns_n):
        loss = 0
        for row in range(game.rows_n):
            loss += game.now[row] * game.payoff[row, column]
        place = column
        while place > 0 and game.loss[game.order[place - 1]] > loss:
            game.order[place] = game.order[place - 1]
            place -= 1
        game.order[place] = column
        game.loss[column] = loss
    left = ONE
    for i in range(game.columns_n):
        column = game.order[i]
        game.answer[column] = min(game.cap[column], left)
        left -= game.answer[column]


@kernel
def gain_of(game, row):
    """Return the payoff of a row against the columns' answer."""
    gain = 0
    for column in range(game.columns_n):
        gain += game.answer[column] * game.payoff[row, column]
    return gain // ONE


@kernel
def guaranteed(game, steps):
    """Return what the mix of `solve` gets at least, in the unit of the payoffs."""
    weights = steps * (steps + 1) // 2
    left = ONE
    top = 0
    for row in range(game.rows_n):
        game.now[row] = game.mix[row] // weights
        left -= game.now[row]
        if game.now[row] > game.now[top]:
            top = row
    game.now[top] += left  # lost to rounding
    answer_best(game)
    value = 0
    for row in range(game.rows_n):
        value += game.now[row] * gain_of(game, row)
    return value // ONE


@kernel
def settle(game, changes):
    """Play the game out between two players who do not know each other's hand; fill `changes`.

    Fictitious play (Brown 1951), later steps weighing more: at each step both sides take the best option that they hold
    against all that the other has done so far, each option being held with a chance of its own (`row_cap`, `cap`). A
    mix is nearly that of the step before, so what it does to the other side is changed by the difference alone.

    Parameters
    ----------
    changes : int64[steps, OPTIONS_MAX]
        Filled with what each step changes in the columns' mix, of ONE; `respond` and `average` read it.
    """
    for column in range(game.columns_n):
        game.loss[column] = game.reply[column] = game.push[column] = 0
        game.order[column] = column
    for row in range(game.rows_n):
        game.regret[row] = game.now[row] = game.counter_push[row] = 0
        game.row_order[row] = row
    for step in range(1, len(changes) + 1):
        take_best(game.regret, game.row_cap, game.row_order, game.taken, game.rows_n)
        for row in range(game.rows_n):
            change = game.taken[row] - game.now[row]
            if change != 0:
                game.now[row] = game.taken[row]
                for column in range(game.columns_n):
                    game.push[column] += change * game.payoff[row, column]
        for column in range(game.columns_n):
            game.loss[column] -= step * game.push[column]
        take_best(game.loss, game.cap, game.order, game.taken, game.columns_n)
        for column in range(game.columns_n):
            change = game.taken[column] - game.reply[column]
            changes[step - 1, column] = change
            if change != 0:
                game.reply[column] = game.taken[column]
                for row in range(game.rows_n):
                    game.counter_push[row] += change * game.payoff[row, column]
        for row in range(game.rows_n):
            game.regret[row] += step * game.counter_push[row]


@kernel
def respond(game, changes):
    """Fill `game.mix` with what the hand that is really held (`private`) would have done in a game that is settled.

    At each step it takes its best option against all that the columns had done before (`changes` of `settle`); the
    weights add up to the sum 1 .. steps.
    """
    for row in range(game.held_n):
        game.mix[row] = game.gain[row] = game.push[row] = 0
    for step in range(1, len(changes) + 1):
        best = 0
        for row in range(1, game.held_n):
            if game.gain[row] > game.gain[best]:
                best = row
        game.mix[best] += step
        for column in range(game.columns_n):
            change = changes[step - 1, column]
            if change != 0:
                for row in range(game.held_n):
                    game.push[row] += change * game.private[row, column]
        for row in range(game.held_n):
            game.gain[row] += step * game.push[row]


@kernel
def average(game, changes):
    """Fill `game.answer` with the weights of the columns in a settled game; they add up to ONE times 1 + .. + steps."""
    steps = len(changes)
    for column in range(game.columns_n):
        game.answer[column] = 0
        for step in range(1, steps + 1):  # what changes here stays for the steps to come
            game.answer[column] += changes[step - 1, column] * (steps * (steps + 1) - step * (step - 1)) // 2


@kernel
def take_best(gains, caps, order, taken, n):
    """Set `taken` to how often each option is the best one held; what is left in the end goes to the last.

    `order` holds the options in any order and is sorted: the best first, of equal ones the first. Sorting starts from
    it, so what was nearly sorted takes few steps. Indices are unsigned, so that none is looked at for being negative:
    these are the innermost loops of all.
    """
    for i in range(n):
        option, place = order[i], i
        gain = gains[np.uint64(option)]
        taken[np.uint64(option)] = 0
        while place > 0:
            other = order[np.uint64(place - 1)]
            others = gains[np.uint64(other)]
            if others > gain or (others == gain and other < option):
                break
            order[np.uint64(place)] = other
            place -= 1
        order[np.uint64(place)] = option
    left = ONE
    for i in range(n):
        option = order[i]
        share = left * caps[np.uint64(option)] // ONE
        if i == n - 1 or left - share < _NEGLIGIBLE:
            taken[np.uint64(option)] = left
            return
        taken[np.uint64(option)] = share
        left -= share
