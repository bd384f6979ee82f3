"""Properties of the duel for any fighters, options and luck."""

from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy import stats

from balance import rules
from balance.core.protocol import records
from balance.data.lower import record_hash
from balance.rules.combo_fighter.state import DECK_MAX
from balance.runs.chunks import Chunk
from balance.runs.replay import trace_game
from balance.vocab import Event, Outcome
from tests.games import cells_of, player_of
from tests.oracle.combo_fighter_oracle import check_game
from tests.oracle.convert import oracle_game
from tests.properties.strategies import fighters, options

NAME = "combo-fighter"
RULESET = rules.get(NAME)
POLICIES = ("random", "greedy")
BLOCKS = st.integers(0, 2**31)
many = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
some = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


def cell_of(given_options: Any, a: Any, b: Any, policy: str) -> Any:
    """Return a cell in which the two fighters meet; its matchup number is the same whoever they are."""
    lowered = RULESET.lower_side(given_options, a), RULESET.lower_side(given_options, b)
    table = RULESET.join(RULESET.lower_options(given_options), *lowered)
    return replace(cells_of(NAME, (), policy, policy)[1], cards=table[0])


def size(packed: int) -> int:
    return sum((packed >> shift) & 15 for shift in range(0, 60, 4))


@many
@given(fighters(), fighters(), options, st.sampled_from(POLICIES), BLOCKS)
def test_the_oracle_agrees_for_any_fighters(a, b, given_options, policy, block):
    cell = cell_of(given_options, a, b, policy)
    trace, _ = trace_game(player_of(NAME), cell, block, 0)
    check_game(*oracle_game((a, b), given_options, trace))


@many
@given(fighters(), fighters(), options, st.sampled_from(POLICIES), BLOCKS)
def test_cards_are_conserved_and_life_rises_only_by_a_reshuffle(a, b, given_options, policy, block):
    trace, _ = trace_game(player_of(NAME), cell_of(given_options, a, b, policy), block, 1)
    life = [DECK_MAX, DECK_MAX]
    shuffles = [0, 0]
    removed = [0, 0]  # by a power token
    for event, seat, x, y in trace.tolist():
        if event == Event.SHUFFLE:
            shuffles[seat] += 1
        elif event == Event.REMOVE:
            removed[seat] += 1
        elif event == Event.HAND:
            hand, deck = size(x), y
            assert hand >= 4
            assert deck >= 1
        elif event == Event.PILE:
            assert hand + deck + size(x) == DECK_MAX - removed[seat]
            assert hand + deck <= life[seat] or shuffles[seat]
            life[seat] = hand + deck
            shuffles[seat] = 0


@some
@given(fighters(), fighters(), options, st.sampled_from(POLICIES), BLOCKS)
def test_swapping_the_labels_gives_exactly_the_opposite(a, b, given_options, policy, block):
    swapped = np.array([Outcome.NONE, Outcome.WIN, Outcome.DRAW, Outcome.LOSS, Outcome.TRUNCATED], np.uint8)
    player = player_of(NAME)
    one = player.play(Chunk(cell_of(given_options, a, b, policy), block, 20)).outcomes
    other = player.play(Chunk(cell_of(given_options, b, a, policy), block, 20)).outcomes
    assert np.array_equal(other[:, ::-1], swapped[one])


@some
@given(fighters(), fighters(), options, st.sampled_from(POLICIES), BLOCKS)
def test_luck_by_side_only_relabels(a, b, given_options, policy, block):
    """Play is simultaneous: with each side keeping its luck the second game of a block is the first (CF-46)."""
    cell = replace(cell_of(given_options, a, b, policy), is_luck_by_side=True)
    outcomes = player_of(NAME).play(Chunk(cell, block, 20)).outcomes
    assert np.array_equal(outcomes[:, 0], outcomes[:, 1])


@some
@given(fighters(), options, st.sampled_from(POLICIES), BLOCKS)
def test_a_mirror_pair_repeats_itself(a, given_options, policy, block):
    """With luck by seat a mirror's second game is the first with the names changed, so it is not played (CF-46)."""
    outcomes = player_of(NAME).play(Chunk(cell_of(given_options, a, a, policy), block, 20)).outcomes
    decided = {Outcome.WIN: Outcome.LOSS, Outcome.LOSS: Outcome.WIN}
    assert [decided.get(Outcome(x), x) for x in outcomes[:, 0].tolist()] == outcomes[:, 1].tolist()


@some
@given(fighters(), options, st.randoms(use_true_random=False))
def test_the_order_of_cards_in_the_file_does_not_matter(fighter, given_options, random):
    cards = list(fighter.cards)
    random.shuffle(cards)
    again = fighter.model_copy(update={"cards": cards})
    one, other = (RULESET.lower_side(given_options, side)[0] for side in (fighter, again))
    assert record_hash(one) == record_hash(other)


@some
@given(fighters(), fighters(), options, BLOCKS)
def test_redeal_keeps_what_is_seen(a, b, given_options, block):
    """A redeal leaves the own hand, both piles, sizes and known cards alone, and conserves every kind."""
    cell = cell_of(given_options, a, b, "random")
    player = player_of(NAME)
    functions = RULESET.game.functions
    state = player.begin(cell, block, 0)
    no_trace = np.zeros((0, 4), np.int64)
    functions["setup"](cell.cards, state, no_trace)
    copies = records(1, RULESET.game.state)
    for step in range(60):
        seat = functions["actor"](cell.cards, state)
        if seat < 0:
            return
        copies[0] = state
        other = copies[0]
        functions["redeal"](cell.cards, other, seat, np.uint64(step))
        mine, theirs = other.seat[seat], other.seat[1 - seat]
        assert mine.hand == state.seat[seat].hand
        for s in range(2):
            assert other.seat[s].pile == state.seat[s].pile
            assert other.seat[s].deck_n == state.seat[s].deck_n
            assert size(int(other.seat[s].hand)) == size(int(state.seat[s].hand))
            assert kinds_of(other.seat[s]) == kinds_of(state.seat[s])
        known = int(state.seat[1 - seat].known)
        assert all((int(theirs.hand) >> k & 15) >= (known >> k & 15) for k in range(0, 60, 4))
        n = functions["legal"](cell.cards, state, player.actions)
        functions["apply"](cell.cards, state, player.actions[step % n].code, no_trace)


def kinds_of(seat: Any) -> list[int]:
    """Return the cards of each kind in hand and deck together."""
    counts = [(int(seat.hand) >> k) & 15 for k in range(0, 60, 4)]
    for kind in seat.deck[: seat.deck_n]:
        counts[kind] += 1
    return counts


def test_redeal_is_uniform():
    """Chi-square over many redeals: each unseen card is in the hidden hand as often as its copies say."""
    cell = cells_of(NAME, (), "random", "random")[1]
    player = player_of(NAME)
    functions = RULESET.game.functions
    state = player.begin(cell, 4, 0)
    no_trace = np.zeros((0, 4), np.int64)
    functions["setup"](cell.cards, state, no_trace)
    for step in range(30):
        n = functions["legal"](cell.cards, state, player.actions)
        functions["apply"](cell.cards, state, player.actions[(7 * step) % n].code, no_trace)
    seat = functions["actor"](cell.cards, state)
    rival = state.seat[1 - seat]
    known = int(rival.known)
    unseen = np.array(kinds_of(rival)) - [(known >> k) & 15 for k in range(0, 60, 4)]
    hidden = size(int(rival.hand)) - size(known)
    assert hidden >= 2
    copies = records(1, RULESET.game.state)
    draws = 20_000
    seen = np.zeros(15)
    for luck in range(draws):
        copies[0] = state
        functions["redeal"](cell.cards, copies[0], seat, np.uint64(luck))
        hand = int(copies[0].seat[1 - seat].hand)
        seen += [((hand >> k) & 15) - ((known >> k) & 15) for k in range(0, 60, 4)]
    expected = draws * hidden * unseen / unseen.sum()
    used = unseen > 0
    assert seen[~used].sum() == 0
    # Counts within a hand are negatively correlated, so the statistic is below a chi-square: 1e-5 is a safe bound.
    statistic = ((seen[used] - expected[used]) ** 2 / expected[used]).sum()
    assert statistic < stats.chi2.ppf(1 - 1e-5, used.sum() - 1)
