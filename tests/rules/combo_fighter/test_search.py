"""Choosing by rollouts: what a world may hold, what a rollout counts, and what a search must find."""

from typing import Any

import numpy as np
import pytest

from balance.core.jit import JIT
from balance.core.luck import decision_key, stream
from balance.core.play import play
from balance.core.policies import POLICY
from balance.core.protocol import ACTION, legal, records
from balance.core.search import SCRIPTS, Searcher, imagine, most_points, new_searcher, rollout, search
from balance.core.trace import NO_TRACE
from balance.rules.combo_fighter import RULESET
from balance.rules.combo_fighter.state import CALL, STOP, Decision
from balance.vocab import Mode, Purpose
from tests.rules.combo_fighter.cast import frozen_fighters
from tests.rules.combo_fighter.harness import Duel, by_speed, shipped_policy

WORLDS = by_speed(200, 20)


def searching(rollouts: int, script: str = "greedy", noise: int = 0) -> Any:
    """Return both sides' policies: openers and combos by search, all else by the script."""
    policies = records(4, POLICY)
    policies[:] = shipped_policy(script)
    for side in range(2):
        policies[side].mode[Decision.OPENER] = policies[side].mode[Decision.COMBO] = Mode.SEARCH
        policies[side].rollouts = rollouts
        policies[side].noise = noise
    return policies


def scratch() -> Searcher:
    return new_searcher(RULESET.game.state, RULESET.memo, RULESET.actions_max, RULESET.row_length)


def found(duel: Duel, policies: Any, searcher: Searcher | None = None) -> int:
    """Return the code that the deciding seat's search takes, -1 if it does not search."""
    n = legal(duel.cards, duel.state, duel.actions)
    seat = int(duel.state.actor)
    i = search(duel.cards, policies, duel.state, seat, searcher or scratch(), duel.actions, n)
    return int(duel.actions[i].code) if i >= 0 else -1


def opening(seat: int) -> Duel:
    """Return a game in which a seat is asked for its opener, the other's being laid already where it is asked first."""
    anvil, bellows = frozen_fighters()["anvil"], frozen_fighters()["bellows"]
    duel = Duel(anvil, bellows, block=3).deal()
    if seat == 1:
        legal(duel.cards, duel.state, duel.actions)
        RULESET.game.functions["apply"](duel.cards, duel.state, duel.actions[0].code, NO_TRACE)
    assert duel.state.actor == seat
    return duel


@pytest.mark.parametrize("seat", [0, 1])
def test_a_world_keeps_what_the_seat_sees_and_renews_all_else(seat: int) -> None:
    duel, searcher = opening(seat), scratch()
    mine, other = duel.state.seat[seat], duel.state.seat[1 - seat]
    decks, hands, laid = set(), set(), set()
    for key in range(WORLDS):
        imagine(duel.cards, shipped_policy("greedy"), duel.state, seat, np.uint64(key), searcher)
        world = searcher.world[0]
        assert (world.key, world.actor, world.decision) == (key, seat, Decision.OPENER)
        assert (world.seat[seat].hand, world.seat[seat].pile) == (mine.hand, mine.pile)
        assert world.seat[1 - seat].known == other.known
        assert world.seat[1 - seat].is_pending == (seat == 1)
        decks.add(world.seat[seat].deck[: mine.deck_n].tobytes())
        hands.add(int(world.seat[1 - seat].hand))
        laid.add(int(world.seat[1 - seat].pending))
    assert len(decks) > WORLDS / 2
    assert hands == {int(other.hand)}  # the starting hand is public
    assert len(laid) > seat  # greedy mixes its openers, so it is asked in every world anew


def test_the_hidden_opener_is_not_looked_at() -> None:
    choices = set()
    first = opening(0)
    for i in range(legal(first.cards, first.state, first.actions)):
        duel = opening(0)
        legal(duel.cards, duel.state, duel.actions)
        RULESET.game.functions["apply"](duel.cards, duel.state, duel.actions[i].code, NO_TRACE)
        choices.add(found(duel, searching(by_speed(64, 3))))
    assert len(choices) == 1


def test_the_real_luck_to_come_is_not_looked_at() -> None:
    """With the key of the game replaced under the same worlds nothing could change; so no rollout uses that key."""
    duel, searcher = opening(0), scratch()
    points = []
    for key in (5, 6):
        duel.state.key = key
        imagine(duel.cards, shipped_policy("greedy"), duel.state, 0, np.uint64(77), searcher)
        n = legal(duel.cards, duel.state, duel.actions)
        codes = [int(duel.actions[i].code) for i in range(n)]
        points.append([rollout(duel.cards, shipped_policy("greedy"), 0, code, searcher) for code in codes])
    assert points[0] == points[1]


def test_a_rollout_leaves_its_world_and_the_game_as_they_were() -> None:
    duel, searcher = opening(0), scratch()
    before = duel.state.tobytes()
    imagine(duel.cards, shipped_policy("greedy"), duel.state, 0, np.uint64(8), searcher)
    world = searcher.world.tobytes()
    n = legal(duel.cards, duel.state, duel.actions)
    codes = [int(duel.actions[i].code) for i in range(n)]
    first = [rollout(duel.cards, shipped_policy("greedy"), 0, code, searcher) for code in codes]
    assert [rollout(duel.cards, shipped_policy("greedy"), 0, code, searcher) for code in codes[::-1]] == first[::-1]
    assert (searcher.world.tobytes(), duel.state.tobytes()) == (world, before)


@pytest.mark.parametrize("rotation", [0, 1])
def test_points_are_those_of_the_side(rotation: int) -> None:
    """A combo that knocks out scores 2 in every world, whichever side plays it; stopping before it may score less."""
    duel = lethal(rotation)
    side = int(duel.state.side[0])
    assert side == rotation
    for key in range(by_speed(50, 5)):
        imagine(duel.cards, shipped_policy("greedy"), duel.state, 0, np.uint64(key), searcher := scratch())
        assert rollout(duel.cards, shipped_policy("greedy"), side, STOP, searcher) == 2
        assert rollout(duel.cards, shipped_policy("greedy"), 1 - side, STOP, searcher) == 0


def lethal(rotation: int) -> Duel:
    """Return a game in which seat 0 has won the round against a staggering fighter: any damage wins."""
    anvil = frozen_fighters()["anvil"]
    duel = Duel(anvil, anvil, rotation=rotation)
    icons = duel.icons[0]
    hand = " ".join(icons[:3])
    duel.put(0, hand, deck=" ".join(icons * 4)).put(1, hand, deck=icons[0], staggering=True).start()
    functions = RULESET.game.functions
    for first in range(3):  # find openers with which seat 0 wins and deals something
        for second in range(3):
            kept = duel.state.copy()
            functions["apply"](duel.cards, duel.state, first, NO_TRACE)
            functions["apply"](duel.cards, duel.state, second, NO_TRACE)
            if duel.state.actor == 0 and duel.state.decision == Decision.COMBO and duel.state.seat[0].dealt > 0:
                return duel
            duel.state = kept
    raise AssertionError("no pair of openers in which seat 0 deals damage")


@pytest.mark.parametrize("truncated", [False, True])
def test_a_truncated_rollout_is_worth_one_half(truncated: bool) -> None:
    anvil, bellows = frozen_fighters()["anvil"], frozen_fighters()["bellows"]
    duel = Duel(anvil, bellows, round_limit=1 if truncated else 500).deal()
    seen = set()
    for key in range(by_speed(40, 8)):
        imagine(duel.cards, shipped_policy("greedy"), duel.state, 0, np.uint64(key), searcher := scratch())
        legal(duel.cards, duel.state, duel.actions)
        seen.add(rollout(duel.cards, shipped_policy("greedy"), 0, duel.actions[0].code, searcher))
    assert seen == {1} if truncated else {0, 2} <= seen


@pytest.mark.parametrize("rotation", [0, 1])
def test_the_points_are_those_of_the_side_s_script_in_worlds_of_their_own(rotation: int) -> None:
    """The definition, written out: every world has a key of its own, and all options are tried in all of them."""
    anvil, bellows = frozen_fighters()["anvil"], frozen_fighters()["bellows"]
    duel = Duel(anvil, bellows, rotation=rotation, round_limit=9).deal()
    policies, searcher = searching(rollouts := by_speed(20, 3)), scratch()
    policies[SCRIPTS + 1 - rotation] = shipped_policy("random")
    found(duel, policies, searcher)
    n = legal(duel.cards, duel.state, duel.actions)
    codes = [int(duel.actions[i].code) for i in range(n)]
    points = searcher.points[:n].tolist()
    mine = np.uint64(stream(duel.state.key, 0, Purpose.REDEAL, 0))
    worlds = np.uint64(decision_key(mine, Decision.OPENER, 1, 0))
    script, expected = policies[SCRIPTS + rotation], [0] * n
    for world in range(rollouts):
        key = np.uint64(stream(worlds, 0, Purpose.REDEAL, world))
        imagine(duel.cards, script, duel.state, 0, key, searcher)
        for i, code in enumerate(codes):
            expected[i] += rollout(duel.cards, script, rotation, code, searcher)
    assert points == expected


def test_what_is_not_searched_is_left_to_the_script() -> None:
    duel = opening(0)
    policies = searching(2)
    policies[0].mode[Decision.OPENER] = Mode.MIXED
    assert found(duel, policies) == -1
    assert found(duel, searching(2, noise=1000)) == -1


def test_the_most_points_win_and_the_race_decides_among_equals() -> None:
    actions = records(3, ACTION)
    actions.identity[:] = [11, 22, 33]
    actions.copies[:] = [1, 1, 6]
    points = np.array([3, 5, 4], np.int64)
    assert {most_points(points, actions, 3, np.uint64(luck)) for luck in range(50)} == {1}
    assert most_points(points[::-1].copy(), actions, 2, np.uint64(1)) == 1
    points[:] = [5, 2, 5]
    n = by_speed(4000, 1000)
    wins = [most_points(points, actions, 3, np.uint64(luck)) for luck in range(n)]
    assert set(wins) == {0, 2}
    # Six of seven go to the one with six copies; five standard deviations, wrong once in two million runs.
    assert abs(wins.count(2) / n - 6 / 7) < 5 * (6 / 49 / n) ** 0.5


def test_a_search_does_not_depend_on_the_order_of_the_options_or_on_its_scratch() -> None:
    duel = opening(0)
    policies = searching(by_speed(32, 2))
    searcher = scratch()
    straight = found(duel, policies, searcher)
    assert found(duel, policies, searcher) == straight
    n = legal(duel.cards, duel.state, duel.actions)
    turned = records(RULESET.actions_max, ACTION)
    turned[:n] = duel.actions[:n][::-1]
    i = search(duel.cards, policies, duel.state, 0, searcher, turned, n)
    assert turned[i].code == straight


@pytest.mark.skipif(not JIT, reason="too many rollouts for plain Python")
def test_a_search_takes_what_wins_at_once() -> None:
    duel = lethal(0)
    for key in range(20):
        duel.state.key = key
        imagine(duel.cards, shipped_policy("greedy"), duel.state, 0, np.uint64(key), searcher := scratch())
        code = found(duel, searching(64), searcher)
        imagine(duel.cards, shipped_policy("greedy"), duel.state, 0, np.uint64(key), searcher)
        assert code == CALL or rollout(duel.cards, shipped_policy("greedy"), 0, code, searcher) == 2


@pytest.mark.skipif(not JIT, reason="too many rollouts for plain Python")
def test_search_beats_its_script() -> None:
    """64 rollouts an option against greedy, 100 games of a mirror: the luck is fixed, so always the same score.

    Four standard deviations: were it no better than greedy, one key in thirty thousand would say so.
    """
    anvil = frozen_fighters()["anvil"]
    policies = searching(64)
    policies[1] = shipped_policy("greedy")
    searcher, wins, n = scratch(), 0, 100
    for block in range(n):
        duel = Duel(anvil, anvil, block=block)
        play(duel.cards, policies, duel.state, duel.actions, duel.memo, NO_TRACE, searcher)
        wins += duel.state.winner == 0
    assert wins > n / 2 + 4 * n**0.5 / 2
