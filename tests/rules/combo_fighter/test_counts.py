"""A card forced into the opening hand, and what each card is counted for."""

import numpy as np
import pytest

from balance.core.play import record_choice
from balance.core.protocol import legal
from balance.rules.combo_fighter.counts import CardCount, count_cards
from balance.vocab import Event, Outcome
from tests.rules.combo_fighter.cast import BORIS, GRACE
from tests.rules.combo_fighter.harness import Duel, by_speed

RT20 = "RT " * 20


def deal(block: int, forced: str = "", rotation: int = 0) -> Duel:
    """Return a game dealt, Boris first, with one of his cards forced into his hand."""
    duel = Duel(BORIS, GRACE, block=block, rotation=rotation)
    duel.state.forced[0] = 1 + duel.icons[rotation].index(forced) if forced else 0
    return duel.deal()


def deck(duel: Duel, seat: int) -> list[str]:
    """Return a deck, top card first."""
    me = duel.state.seat[seat]
    return [duel.icons[seat][kind] for kind in me.deck[: me.deck_n][::-1]]


@pytest.mark.parametrize("rotation", [0, 1])
@pytest.mark.parametrize("forced", ["RS", "RT"])
def test_a_forced_card_changes_places_with_a_starting_card(forced: str, rotation: int) -> None:
    left, places = set(), set()
    for block in range(by_speed(200, 10)):
        plain, duel = deal(block, rotation=rotation), deal(block, forced, rotation)
        before, after = (game.words(rotation, game.state.seat[rotation].hand).split() for game in (plain, duel))
        gone = [icon for icon in before if icon not in after]
        assert len(gone) == 1
        assert sorted(after) == sorted([icon for icon in before if icon != gone[0]] + [forced])
        moved = [i for i, (a, b) in enumerate(zip(deck(plain, rotation), deck(duel, rotation), strict=True)) if a != b]
        assert [(deck(plain, rotation)[i], deck(duel, rotation)[i]) for i in moved] == [(forced, gone[0])]
        me, rival = duel.state.seat[rotation], duel.state.seat[1 - rotation]
        assert me.known == me.hand
        assert rival.tobytes() == plain.state.seat[1 - rotation].tobytes()
        left.add(gone[0])
        places.add(moved[0])
    if by_speed(1, 0):
        assert left == {"RT", "RC", "YT", "BT", "BS"} - {forced}
        assert max(places) > 40 > 5 > min(places)


def test_the_record_shows_the_deck_as_it_lies() -> None:
    duel = deal(3, "RS")
    recorded = [duel.icons[0][row[2]] for row in duel.trace if row[0] == Event.CARD and row[1] == 0]
    assert recorded == deck(duel, 0)


def test_a_card_without_a_copy_in_the_deck_cannot_be_forced() -> None:
    duel = Duel(GRACE, BORIS)
    duel.state.forced[0] = 1 + duel.icons[0].index("RC")  # one copy, and that one is in the hand
    plain = Duel(GRACE, BORIS).deal()
    duel.deal()
    assert duel.state.seat[0].tobytes() == plain.state.seat[0].tobytes()


def do(duel: Duel, *actions: str) -> None:
    """Take legal actions as the play loop does: with the choices recorded."""
    for action in actions:
        n = legal(duel.cards, duel.state, duel.actions)
        code = duel.offered()[action][0]
        record_choice(duel.cards, duel.state, duel.state.actor, duel.actions, n, code, duel.trace)
        duel.do(action)


def counted(duel: Duel, outcome: Outcome) -> dict[tuple[str, str], int]:
    """Return what the first side's cards are counted for, by icon and column, zeros left out."""
    counts = np.zeros((2, 9, 3, len(CardCount)), np.int64)
    count_cards(duel.cards, duel.state, outcome, duel.trace, counts)
    seat = duel.state.side.tolist().index(0)
    assert counts[0].sum(axis=(0, 2))[[i for i in range(3) if i != (0, 0, 1, 2, 1)[outcome]]].sum() == 0
    total = counts[0].sum(axis=1)
    icons = duel.icons[seat]
    return {
        (icon, column.name): int(total[kind, column])
        for kind, icon in enumerate(icons)
        for column in CardCount
        if column and total[kind, column]
    }


def test_openers_combos_and_damage() -> None:
    duel = Duel(BORIS, GRACE, round_limit=2).put(0, "RC RT RS YT YT", RT20).put(1, "YT YT RT BT BT", RT20).start()
    do(duel, "RC", "YT", "RT", "stop", "", "YT", "")  # Thunder Clap 7, Laser Flash 2; Boris discards a Circle
    do(duel, "YT", "YT", "", "")
    found = counted(duel, Outcome.TRUNCATED)
    assert found["RC", "OPENED"] == found["RC", "WON"] == found["RT", "COMBO"] == found["YT", "OPENED"] == 1
    assert (found["RC", "DAMAGE"], found["RT", "DAMAGE"]) == (7, 2)
    assert ("YT", "WON") not in found
    assert found["YT", "DISCARDED"] == 1
    assert found["RS", "GAMES_DRAWN"] == found["RS", "OPENING"] == 1
    assert found["RS", "IDLE"] == 1  # through the first round; the second one is the last
    assert found["YT", "IDLE"] == 1  # two, and one of them discarded
    assert found["RT", "DRAWN"] == 1 + 3 + 1
    assert found["RT", "OPENING"] == found["RT", "GAMES_DRAWN"] == found["RT", "GAMES_PLAYED"] == 1
    assert ("RS", "GAMES_PLAYED") not in found


def test_a_signature_is_shared_out_among_its_cards() -> None:
    duel = Duel(BORIS, GRACE, round_limit=1).put(0, "BS YS RC", RT20).put(1, "RT RT BT", RT20).start()
    do(duel, "BS", "RT", "YS", "RC", "call", "", "", "")  # 7 for three cards
    found = counted(duel, Outcome.TRUNCATED)
    assert [found[icon, "DAMAGE"] for icon in ("BS", "YS", "RC")] == [3, 2, 2]


def test_payments_and_cards_lost_from_the_deck() -> None:
    duel = Duel(BORIS, GRACE, round_limit=1).put(0, "YT RT BT", RT20).put(1, "RC RT", RT20).start()
    do(duel, "YT", "RC", "stop", "RT BT", "", "")  # 8, two of them from the hand
    found = counted(duel, Outcome.LOSS)
    assert found["BT", "PAID"] == found["RT", "PAID"] == 1
    assert found["RT", "MILLED"] == 6
    assert ("YT", "DAMAGE") not in found


@pytest.mark.parametrize("rotation", [0, 1])
def test_results_are_those_of_the_side(rotation: int) -> None:
    duel = Duel(BORIS, GRACE, rotation=rotation).deal()
    for outcome, results in ((Outcome.WIN, (2, 0)), (Outcome.LOSS, (0, 2)), (Outcome.DRAW, (1, 1))):
        counts = np.zeros((2, 9, 3, len(CardCount)), np.int64)
        count_cards(duel.cards, duel.state, outcome, duel.trace, counts)
        for side in range(2):
            assert counts[side, :8, :, 0].sum(axis=0).nonzero()[0].tolist() == [results[side]]
