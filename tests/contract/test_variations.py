"""What every ruleset must keep when a game is played again with some of its luck renewed or a card forced."""

from dataclasses import replace

import numpy as np
import pytest

from balance import rules
from balance.core.luck import game_key, renewed_bit
from balance.core.play import OTHER_EPOCH
from balance.runs.chunks import Chunk, Player, decode, encode
from balance.runs.plan import EPOCH_MAX, varied
from balance.runs.replay import trace_game
from balance.vocab import Event, Purpose
from tests.games import cells_of, dealt, player_of

BLOCKS = 60


@pytest.fixture(params=rules.names())
def name(request):
    return request.param


def outcomes(name, cell):
    return player_of(name).play(Chunk(cell, 0, BLOCKS)).outcomes


def everything(ruleset):
    return sum(renewed_bit(side, purpose) for side in range(2) for purpose in ruleset.luck)


def test_all_luck_renewed_is_the_game_of_the_other_epoch(name):
    cell = cells_of(name)[1]
    other = replace(cell, epoch=cell.epoch + int(OTHER_EPOCH))
    assert other.epoch > EPOCH_MAX
    renewed = varied(cell, renewed=everything(rules.get(name)))
    assert np.array_equal(outcomes(name, renewed), outcomes(name, other))
    assert not np.array_equal(outcomes(name, renewed), outcomes(name, cell))


def test_luck_that_is_not_used_changes_nothing_when_renewed(name):
    ruleset = rules.get(name)
    cell = cells_of(name)[1]
    for purpose in Purpose:
        if purpose and purpose not in ruleset.luck:
            both = renewed_bit(0, purpose) | renewed_bit(1, purpose)
            assert np.array_equal(outcomes(name, varied(cell, renewed=both)), outcomes(name, cell))


def test_each_bit_renews_the_luck_of_one_side(name):
    """The deck of the other side lies as it did, and stays with the side when the seats are swapped."""
    cell = cells_of(name)[1]
    player = player_of(name)
    for side in range(2):
        renewed = varied(cell, renewed=renewed_bit(side, Purpose.SHUFFLE))
        for rotation in range(2):
            decks = []
            for played in (cell, renewed):
                trace, _ = trace_game(player, played, 3, rotation)
                first = trace[: np.flatnonzero(trace[:, 0] == Event.ROUND)[0]]
                decks.append(
                    [first[(first[:, 0] == Event.CARD) & (first[:, 1] == seat), 2].tolist() for seat in range(2)]
                )
            for seat in range(2):
                is_renewed = (seat + rotation) % 2 == side
                assert (decks[0][seat] != decks[1][seat]) == is_renewed


def test_the_other_epoch_is_no_epoch_that_can_be_asked_for():
    assert int(OTHER_EPOCH) > EPOCH_MAX
    keys = {int(game_key(np.uint64(epoch), np.uint64(1), 0)) for epoch in (0, 1, 2**32, 2**32 + 1)}
    assert len(keys) == 4


def test_variations_have_keys_of_their_own(name):
    cell = replace(cells_of(name)[1], key="0" * 16)
    made = [varied(cell), varied(cell, renewed=4), varied(cell, forced=(1, 0)), varied(cell, forced=(0, 1)),
            varied(cell, is_counting=True)]  # fmt: skip
    assert len({one.key for one in [cell, *made]}) == 6
    assert {one.identity for one in made} == {cell.identity}


@pytest.mark.parametrize("policy", ["standard", "second"])
def test_counting_changes_no_game(name, policy):
    cell = cells_of(name, (), policy, policy)[1]
    plain, counted = (player_of(name).play(Chunk(one, 5, 20)) for one in (cell, varied(cell, is_counting=True)))
    assert all(np.array_equal(a, b) for a, b in zip(plain.arrays[:-1], counted.arrays[:-1], strict=True))
    assert len(plain.counts) == 0
    assert counted.counts.shape[0] == 2
    packed = encode(counted)
    again = decode(packed)
    assert again is not None
    assert np.array_equal(again.counts, counted.counts)


def test_counts_add_up_over_chunks_and_short_traces(name):
    cell = varied(cells_of(name)[1], is_counting=True)
    whole = player_of(name).play(Chunk(cell, 0, 30))
    parts = [player_of(name).play(Chunk(cell, first, count)) for first, count in ((0, 11), (11, 19))]
    assert np.array_equal(whole.counts, sum(part.counts for part in parts))
    short = Player(rules.get(name))
    from balance.core.trace import new_trace

    short.trace = new_trace(40)  # far too short for any game
    assert np.array_equal(short.play(Chunk(cell, 0, 30)).counts, whole.counts)
    assert len(short.trace) > 41


def test_a_replay_of_a_variation_is_the_batch_game(name):
    cell = varied(cells_of(name)[1], forced=(2, 0), renewed=renewed_bit(1, Purpose.POLICY))
    batch = player_of(name).play(Chunk(cell, 7, 3)).outcomes
    again = [[trace_game(player_of(name), cell, 7 + b, r)[1] for r in range(2)] for b in range(3)]
    assert np.array_equal(batch, again)


@pytest.mark.parametrize("policy", ["standard", "second"])
def test_a_forced_card_keeps_all_cards(name, policy):
    """A game has the same cards as without."""
    ruleset = rules.get(name)
    cell = cells_of(name, (), policy, policy)[1]
    moved = 0
    for card in range(4):
        forced = outcomes(name, varied(cell, forced=(1 + card, 0)))
        moved += not np.array_equal(forced, outcomes(name, cell))
        for rotation in range(2):
            player = player_of(name)
            state = player.begin(varied(cell, forced=(1 + card, 0)), 2, rotation)
            ruleset.game.functions["setup"](cell.cards, state, np.zeros((0, 4), np.int64))
            found = dealt(name, state)
            state = player.begin(cell, 2, rotation)
            ruleset.game.functions["setup"](cell.cards, state, np.zeros((0, 4), np.int64))
            assert found == dealt(name, state)
    assert moved
