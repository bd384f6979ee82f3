"""What a seat may know, and who is first."""

from collections import Counter

from balance.core.trace import NO_TRACE
from tests.games import cells_of, player_of
from tests.rules.powercreep.harness import RULESET, Table, games

NAME = RULESET.name


def test_pc_49_only_hidden_cards_are_dealt_anew():
    for table in games(10):
        while not table.is_over and table.turn_n < 12:
            table.do(table.choice("random"))
        if table.is_over:
            continue
        seat = table.asked[0]
        before = table.hand(seat), table.field(0), table.field(1), table.pile(), table.known(1 - seat)
        sizes = table.stack(0), table.stack(1), len(table.hand(1 - seat).split())
        other = set()
        for luck in range(5):
            table.redeal(seat, luck)
            assert (table.hand(seat), table.field(0), table.field(1), table.pile(), table.known(1 - seat)) == before
            assert (table.stack(0), table.stack(1), len(table.hand(1 - seat).split())) == sizes
            assert table.everything() == (1 << 54) - 1
            other.add(table.hand(1 - seat))
        assert sizes[2] - len(before[4].split()) < 2 or len(other) > 1


def test_pc_49_a_known_card_stays_and_none_comes_besides():
    table = Table().put(0, hand="2c").put(1, hand="3c 4c 5c", known="5c").turn(0)
    for luck in range(5):
        hand = table.redeal(0, luck).hand(1).split()
        assert len(hand) == 3
        assert "5c" in hand


def test_pc_49_every_hidden_card_is_as_likely_in_the_other_hand():
    table = Table().put(0, hand="2c").put(1, hand="3c 4c 5c", known="5c").turn(0)
    counts = Counter(card for luck in range(3000) for card in table.redeal(0, luck).hand(1).split())
    assert counts.pop("5c") == 3000
    # 54 less the 2 cards in sight; two of the others: mean 115 in 3,000, standard deviation 10.6, six of these.
    assert len(counts) == 52
    assert all(51 < count < 179 for count in counts.values())


def test_pc_49_a_modifier_on_its_way_is_dealt_to_nobody():
    table = Table().put(0, hand="Kc", field="4d").put(1, hand="4s 6c").turn(0).do("play Kc on 4d")
    assert table.asked == (1, "cancel")
    for luck in range(5):
        assert table.redeal(1, luck).everything() == (1 << 54) - 1


def test_pc_49_cards_out_of_the_game_are_hidden_too():
    table = Table(life_stack=20).deal()
    removed = {table.redeal(0, luck).state.removed for luck in range(5)}
    assert len(removed) == 5


def test_pc_50_the_other_player_is_first_in_the_second_game_of_a_pair():
    cell = cells_of(NAME)[1]
    for rotation in range(2):
        state = player_of(NAME).begin(cell, 0, rotation)
        RULESET.game.functions["setup"](cell.cards, state, NO_TRACE)
        assert state.active == 0
        assert state.side[0] == rotation
