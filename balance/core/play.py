"""The only play loop: one game, and a chunk of blocks.

Batch, trace, replay, search and the tests all use `play` or its steps.
"""

import numpy as np

from balance.core.jit import kernel, wrapping_kernel
from balance.core.luck import game_key
from balance.core.policies import choose, take_key
from balance.core.protocol import actor, apply, count_cards, decision, fill_course, fill_row, legal, setup
from balance.core.search import search
from balance.core.trace import record
from balance.vocab import Event

OTHER_EPOCH = np.uint64(1 << 32)  # added to an epoch for renewed luck; above every epoch that can be asked for


@kernel
def begin(state, key, rotation, is_luck_by_side):
    """Set the header of a zeroed state: the key, which side sits where, whose luck lane each seat has.

    Rotation 0 seats side 0 at seat 0; rotation 1 swaps the two sides. With luck by seat the lanes stay with the seats,
    with luck by side they move with the sides.
    """
    for seat in range(2):
        side = (seat + rotation) % 2
        state.side[seat] = side
        state.lane[seat] = side if is_luck_by_side else seat
    take_key(state, key)


@wrapping_kernel
def vary(state, epoch, matchup, block, variation):
    """Set the header's part of a variation (`protocol.VARIATION`), after `begin`."""
    if variation.renewed:
        other = game_key(np.uint64(epoch) + OTHER_EPOCH, matchup, block)
        for seat in range(2):
            for purpose in range(state.twist.shape[1]):
                if (variation.renewed >> (2 * purpose + state.side[seat])) & 1:
                    state.twist[seat, purpose] = state.key ^ other
        take_key(state, state.key)
    for side in range(2):
        state.forced[side] = variation.forced[side]


@kernel
def play(cards, policies, state, actions, memo, trace, searcher=None, believed=None):
    """Play one game from a header set by `begin` to its outcome; return the number of real decisions.

    Parameters
    ----------
    cards : record
        The lowered card table of the matchup.
    policies : POLICY[2]
        By side; with a searcher POLICY[4], see `search`.
    state : record
        Zero but for the header; holds the finished game afterwards.
    actions : ACTION[n]
        Scratch, as long as the ruleset's largest set of legal actions.
    memo : record
        Scratch of `weigh`.
    trace : int64[rows, 4]
        `NO_TRACE`, or the recorder.
    searcher : Searcher or None
        Scratch of `search`; None, where no policy searches, leaves all of it out of what is compiled.
    believed : record or None
        The card table that policies weigh their actions by, where it is not the true one (`plan.believing`).

    Returns
    -------
    int
        Decisions with two or more legal actions.
    """
    known = cards if believed is None else believed
    setup(cards, state, trace)
    decisions = 0
    while True:
        seat = actor(cards, state)
        if seat < 0:
            return decisions
        n = legal(cards, state, actions)
        i = 0
        if n > 1:
            decisions += 1
            i = -1
            if searcher is not None:
                i = search(cards, policies, state, seat, searcher, actions, n)
            if i < 0:
                i = choose(known, state, seat, policies[state.side[seat]], memo, actions, n)
        code = actions[i].code
        if len(trace) > 0:
            record_choice(cards, state, seat, actions, n, code, trace)
        apply(cards, state, code, trace)


@kernel
def record_choice(cards, state, seat, actions, n, code, trace):
    """Record what was asked, everything that was legal, and what was chosen."""
    record(trace, Event.ASK, seat, decision(cards, state)[0], n)
    for i in range(n):
        record(trace, Event.LEGAL, seat, actions[i].code, actions[i].copies)
    record(trace, Event.CHOICE, seat, code, 0)


@kernel
def play_chunk(
    cards, policies, epoch, matchup, first, rotations, is_luck_by_side, variation, blank, state, actions, memo,
    trace, outcomes, row, histograms, extremes, totals, lengths, course, counts, searcher=None, believed=None,
):  # fmt: skip
    """Play blocks first, first + 1, ... and keep one byte a game and integers that add up over games.

    Parameters
    ----------
    epoch, matchup : uint64
        With the block's index, the coordinates of its key.
    first : int
        Index of the first block.
    rotations : int
        Games a block: 2, or 1 for a mirror whose luck stays with the seat.
    variation : VARIATION
        What is renewed or forced; all zero for ordinary games.
    blank : record
        A zeroed state to start each game from.
    trace : int64[rows, 4]
        `trace.NO_TRACE` in batch runs (a global array would be read-only to the compiler, hence the argument).
    outcomes : uint8[blocks, rotations]
        Filled: vocab.Outcome for side 0.
    row : int64[1 + measures + totals]
        Scratch of `fill_row`.
    histograms : int64[measures, bins]
        Added to; a value beyond the last bin is counted in it.
    extremes : int64[measures, 2, 3]
        Smallest and largest (value, block, rotation) of each measure; the first block wins ties.
    totals : int64[totals]
        Added to.
    lengths : uint16[games watched]
        Filled for the first games of the chunk: rows that each left in `course`.
    course : uint8[rows, 2]
        Filled by `fill_course`, one watched game after the other; long enough for the longest of games.
    counts : int64[sides, cards, results, columns]
        Added to by `count_cards`, with `trace` as scratch; of length 0 nothing is counted.
    searcher : Searcher or None
    believed : record or None
        See `play`.

    Returns
    -------
    int
        Decisions with two or more legal actions, summed; -1 if a game to be counted was too long for the trace, so
        that everything must be played again with a longer one.
    """
    decisions = 0
    at = 0
    watched = 0
    for b in range(len(outcomes)):
        key = game_key(epoch, matchup, first + b)
        for rotation in range(rotations):
            state[0] = blank[0]
            game = state[0]
            begin(game, key, rotation, is_luck_by_side)
            vary(game, epoch, matchup, first + b, variation)
            if len(counts) > 0:
                trace[0, 0] = 0
            decisions += play(cards, policies, game, actions, memo, trace, searcher, believed)
            fill_row(cards, game, row)
            outcomes[b, rotation] = row[0]
            keep_measures(row, first + b, rotation, histograms, extremes)
            for i in range(len(totals)):
                totals[i] += row[1 + len(histograms) + i]
            if watched < len(lengths):
                n = fill_course(cards, game, course, at)
                lengths[watched] = n
                at += n
                watched += 1
            if len(counts) > 0:
                if trace[0, 0] >= len(trace):
                    return -1
                count_cards(cards, game, row[0], trace, counts)
    return decisions


@kernel
def keep_measures(row, block, rotation, histograms, extremes):
    """Add one game's measures to the histograms and the extremes."""
    last = histograms.shape[1] - 1
    for m in range(histograms.shape[0]):
        measure = row[1 + m]
        histograms[m, min(max(measure, 0), last)] += 1
        for end in range(2):
            held = extremes[m, end, 0]
            is_first = extremes[m, end, 1] < 0
            if is_first or (end == 0 and measure < held) or (end == 1 and measure > held):
                extremes[m, end, 0] = measure
                extremes[m, end, 1] = block
                extremes[m, end, 2] = rotation


def no_extremes(measures: int) -> np.ndarray:
    """Return int64[measures, 2, 3] in which nothing has been seen (block -1)."""
    extremes = np.zeros((measures, 2, 3), np.int64)
    extremes[:, :, 1] = -1
    return extremes
