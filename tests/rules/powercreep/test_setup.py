"""Dealing, and the games that play themselves."""

from collections import Counter

import numpy as np
import pytest

from balance.core.luck import card_key, identity, renewed_bit
from balance.core.protocol import HEADER
from balance.rules.powercreep.deal import earliest, force
from balance.runs.chunks import Chunk
from balance.runs.plan import varied
from balance.vocab import Event, Outcome, Purpose
from tests.games import cells_of, player_of, trace_of
from tests.rules.powercreep.harness import NAMES, NUMBER, RULESET, Table, bits, games, words

NAME = RULESET.name


def of_policies(policy_a: str, policy_b: str):
    """Return a cell, whatever its sides are called, under two policies."""
    return cells_of(NAME, (), policy_a, policy_b)[1]


def test_two_life_stacks_of_27_and_hands_of_6():
    for table in games(5):
        for seat in range(2):
            assert len(table.hand(seat).split()) == (6 if seat else 7)  # the first turn has begun with a card
            assert table.stack(seat) == (21 if seat else 20)
        assert table.everything() == (1 << 54) - 1
        assert table.asked == (0, "turn")


def test_all_54_cards_can_be_anywhere():
    hands = Counter(card for table in games(200) for seat in range(2) for card in table.hand(seat).split())
    assert len(hands) == 54
    # 13 of 54 cards are in hands: mean 48 a card, standard deviation below 6.1; six of these.
    assert all(48.1 - 37 < count < 48.1 + 37 for count in hands.values())


def test_fewer_cards_are_dealt_by_options():
    table = Table(jokers=1, life_stack=20, hand_size=4).deal()
    assert [table.stack(seat) for seat in range(2)] == [15, 16]
    assert table.everything() == (1 << 53) - 1
    assert int(table.state.removed).bit_count() == 53 - 40


def test_taking_jokers_out_leaves_the_order_of_the_rest():
    with_jokers, without = (Table(jokers=jokers, life_stack=26).deal() for jokers in (2, 0))
    for seat in range(2):
        dealt = [[int(card) for card in table.half(seat)[:26]] for table in (with_jokers, without)]
        common = set(dealt[0]) & set(dealt[1])
        assert len(common) >= 26 - 4  # two Jokers less shift two cards from one half to the other
        assert [card for card in dealt[0] if card in common] == [card for card in dealt[1] if card in common]


def test_each_half_of_the_deck_is_luck_of_its_own_lane():
    cell = of_policies("random", "random")

    def stacks(renewed: int) -> list[list[int]]:
        trace = trace_of(NAME, varied(cell, renewed=renewed), 5)
        first = trace[: np.flatnonzero(trace[:, 0] == Event.ROUND)[0]]
        return [first[(first[:, 0] == Event.CARD) & (first[:, 1] == seat), 2].tolist() for seat in range(2)]

    plain = stacks(0)
    turned = stacks(renewed_bit(0, Purpose.SHUFFLE))
    assert turned[1] == plain[1]
    assert turned[0] != plain[0]
    assert sorted(turned[0]) == sorted(plain[0])
    shared = [stacks(renewed_bit(side, Purpose.SHARED)) for side in range(2)]
    assert shared[0] == shared[1]
    assert sorted(shared[0][0]) != sorted(plain[0])


@pytest.mark.parametrize("side", [0, 1])
def test_a_forced_kind_comes_to_the_opening_hand(side):
    cell = of_policies("random", "random")
    player = player_of(NAME)
    came = 0
    for kind in range(14):
        hands = []
        for forced in ((0, 0), (0, 1 + kind) if side else (1 + kind, 0)):
            state = player.begin(varied(cell, forced=forced), 11, 0)
            RULESET.game.functions["setup"](cell.cards, state, np.zeros((0, 4), np.int64))
            hands.append([words(seat.hand).split() for seat in state.seat])
        count = [sum(bits(card) >> (4 * kind) & 15 > 0 for card in hand[side]) for hand in hands]
        assert count[1] <= count[0] + 1
        came += count[1] == count[0] + 1
        assert len(set(hands[0][side]) - set(hands[1][side])) <= 1
        assert len(set(hands[0][1 - side]) - set(hands[1][1 - side])) <= 1  # by the card of the first turn
    assert came >= 12


def test_a_forced_card_comes_from_the_own_stack_be_it_the_lowest_there():
    table = Table(life_stack=4, hand_size=1)
    halves = ("9c 2c 3c 4c", "9d 5c 6c 7c")
    for seat, half in enumerate(halves):
        table.half(seat)[:4] = [NUMBER[card] for card in half.split()]
    table.state.forced[0] = 1 + (NUMBER["9c"] >> 2)
    force(table.cards, table.state, 0)
    assert [[NAMES[card] for card in table.half(seat)[:4]] for seat in range(2)] == [
        ["4c", "2c", "3c", "9c"], halves[1].split(),
    ]  # fmt: skip


def test_a_game_in_which_nobody_acts_ends_on_turn_41():
    result = player_of(NAME).play(Chunk(of_policies("passive", "passive"), 0, 50))
    turns, winner = result.histograms[0], result.histograms[2]
    assert turns.nonzero()[0].tolist() == [41]
    assert winner.nonzero()[0].tolist() == [2]
    # Seat 0 loses: side 0 in the first game of a pair, side 1 in the second.
    assert (result.outcomes == [Outcome.LOSS, Outcome.WIN]).all()


def test_a_game_of_extra_cards_alone_ends_on_turn_21():
    result = player_of(NAME).play(Chunk(of_policies("idle", "idle"), 0, 50))
    assert result.histograms[0].nonzero()[0].tolist() == [21]
    assert (result.outcomes == [Outcome.LOSS, Outcome.WIN]).all()


def test_every_card_stays_in_the_game():
    for options in ({}, {"modifiers_in_combat": True, "bombs_by_value": True, "joker_in_combat": True}):
        for table in games(20, **options):
            while not table.is_over:
                table.do(table.choice("random"))  # which counts the cards
            assert table.turn_n <= 41


def test_a_state_is_small():
    """Less the header that every ruleset has, the scratch of a shuffle and the course of the game: some 450 bytes."""
    state = RULESET.game.state
    fields = sum(state[name].itemsize for name in state.names)
    assert fields <= state.itemsize < fields + state.alignment  # no padding but at the end
    rest = np.dtype(HEADER).itemsize + state["keys"].itemsize + state["course"].itemsize
    assert state.itemsize - rest <= 456


@pytest.mark.parametrize("n", [0, 1, 5, 27, 53, 54])
def test_the_earliest_cards_are_those_a_shuffle_lays_first(n):
    for luck in map(np.uint64, range(40)):
        keys = sorted(int(card_key(luck, identity(card), 0, card)) for card in range(54))
        first = {key & 255 for key in keys[:n]}
        assert earliest((1 << 54) - 1, n, luck) == sum(1 << card for card in first)
