"""What is expected of a round before it is played: who wins it, what tokens make of damage, how far a track is."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

import pytest

from balance.rules.combo_fighter.forecast import (
    CERTAIN,
    LOSES,
    TIES,
    TRACK_MAX,
    WINS,
    contest,
    counted,
    dealt,
    expects,
    odds,
    speed,
    track,
)
from balance.vocab import Condition
from tests.rules.combo_fighter.cast import BORIS, GAEKERE, GRACE, KAGAMI, PLAIN, RADIANT, STAFF, fighter, tokened
from tests.rules.combo_fighter.harness import Duel

BEATS = {"R": "Y", "Y": "B", "B": "R"}
COUNTING = "calling: counter +1"  # does nothing here


def sheet_of(one: Any, other: Any = PLAIN) -> Any:
    return Duel(one, other).cards.side[0]


@cache
def token(*lines: str) -> Any:
    """Return the sheet of PLAIN with such a token."""
    return sheet_of(tokened(PLAIN, a=lines))


def cards_of(one: Any, words: str) -> int:
    icons = [card.icon for card in one.cards]
    return sum(1 << 4 * icons.index(icon) for icon in words.split())


# ---------------------------------------------------------------- openers


def result_of(mine: Any, theirs: Any) -> int:
    """Return what the rules say of two openers without a token."""
    if mine.icon[0] != theirs.icon[0]:
        return WINS if BEATS[mine.icon[0]] == theirs.icon[0] else LOSES
    edges = [card.initiative if card.icon[0] == "R" else card.star for card in (mine, theirs)]
    return TIES if edges[0] == edges[1] else WINS if edges[0] > edges[1] else LOSES


@pytest.mark.parametrize("other", [BORIS, PLAIN, GRACE], ids=["Boris", "Plain", "Grace"])
def test_contests_are_those_of_the_rules(other: Any) -> None:
    cards = Duel(GRACE, other).cards
    for (i, mine), (j, theirs) in product(enumerate(GRACE.cards), enumerate(other.cards)):
        assert contest(cards.side[0], 0, 0, i, cards.side[1], 0, 0, j) == result_of(mine, theirs)


def test_a_token_changes_initiative_by_what_is_left_in_hand() -> None:
    """Snake Snap 6, with Phoenix Strike in hand 9; Laser Flash 7. On side B the staff is gone."""
    cards = Duel(STAFF, BORIS).cards
    one, other = cards.side[0], cards.side[1]
    snap, flash = 1, 0
    strike = cards_of(STAFF, "RC")
    assert [speed(one, 0, hand, snap) for hand in (0, strike)] == [6, 9]
    assert speed(one, 1, strike, snap) == 6
    assert speed(one, 0, strike, 3) == 0  # the Elbow is blue
    blue = sheet_of(tokened(PLAIN, a=("always: initiative +3 blue",)))
    assert speed(blue, 0, 0, 2) == 0
    assert contest(one, 0, strike, snap, other, 0, 0, flash) == WINS
    assert contest(one, 0, 0, snap, other, 0, 0, flash) == LOSES
    assert contest(one, 1, strike, snap, other, 0, 0, flash) == LOSES
    assert contest(other, 0, 0, flash, one, 0, strike, snap) == LOSES
    assert contest(other, 0, 0, flash, one, 1, strike, snap) == WINS


# ---------------------------------------------------------------- damage


def deal(one: Any, other: Any, damage: int = 5, **facts: Any) -> int:
    """Return the damage of a round from one sheet to another."""
    facts = {"face": 0, "counter": 0, "other_face": 0, "other_counter": 0, "is_signature": False} | facts
    return int(
        dealt(
            one, facts["face"], facts["counter"], other, facts["other_face"], facts["other_counter"], damage,
            facts["is_signature"], facts.get("initiative", 0), facts.get("is_tie", False),
        )
    )  # fmt: skip


def test_without_a_token_damage_stays() -> None:
    plain = token()
    assert deal(plain, plain) == 5
    assert deal(plain, plain, 0) == 0
    assert deal(plain, plain, -2) == -2


def test_what_both_tokens_surely_do_is_counted() -> None:
    plain, radiant, ground = token(), sheet_of(RADIANT), sheet_of(GAEKERE)
    assert [deal(radiant, plain, face=face) for face in (0, 1)] == [5, 7]
    assert [deal(plain, ground, other_face=face) for face in (0, 1)] == [7, 0]
    assert deal(radiant, ground, face=1) == 9
    assert deal(radiant, plain, 0, face=1) == 0  # nothing is added to nothing


def test_winning_and_losing_do_nothing_in_a_tie() -> None:
    plain, won, lost = token(), token("won: total +4"), token("lost: total -1")
    assert (deal(won, plain), deal(won, plain, is_tie=True)) == (9, 5)
    assert (deal(plain, lost), deal(plain, lost, is_tie=True)) == (4, 5)
    both = token("dealing: total +3", "taking: total -1")
    assert deal(both, both, is_tie=True) == 7
    assert deal(lost, won) == 5  # the other way round nothing is said


def test_totals_change_in_the_order_of_the_rules() -> None:
    one = token("won: total +1", "dealing: total x2")
    other = token("lost: total +10", "taking: total -3")
    assert deal(one, other) == (5 + 1 + 10) * 2 - 3
    nothing = token("lost: total = 0")
    assert deal(one, nothing) == 0  # and stays so
    assert deal(token("won: total = 0", "dealing: total +2"), nothing) == 0


def test_what_may_be_done_is_left_out() -> None:
    plain = token()
    assert deal(token("won: may total +4"), plain) == 5
    assert deal(token("dealing: total +2", "won: may total +4"), plain) == 7


def test_a_total_changes_by_the_counter() -> None:
    one = token("won: total +2X", COUNTING)
    assert [deal(one, token(), counter=n) for n in (0, 1, 3)] == [5, 7, 11]
    assert deal(one, token(), other_counter=3) == 5
    other = token("lost: total -X", COUNTING)
    assert deal(token(), other, other_counter=3) == 2


def test_x_of_the_other_opener_is_the_usual_one() -> None:
    one = sheet_of(tokened(PLAIN, a=("always: X is opposing damage", "dealing: total +X")))
    assert one.x_usual == 2  # 4, 3, 1, 0 and 4, ten cards each
    assert deal(one, token(), counter=9) == 5 + 2


def test_conditions_of_a_total() -> None:
    signature, plain = token("dealing if signature: total +3"), token()
    assert [deal(signature, plain, is_signature=is_one) for is_one in (False, True)] == [5, 8]
    fearful = token("taking if against initiative 8: total x3")
    assert [deal(plain, fearful, initiative=n) for n in (7, 8, 9)] == [5, 15, 15]
    assert deal(fearful, plain, initiative=9) == 5


@pytest.mark.parametrize(
    ("condition", "n", "facts", "holds"),
    [
        # counter, is_winner, is_signature, initiative
        (Condition.NONE, 0, (0, False, False, 0), True),
        (Condition.WON, 0, (0, True, False, 0), True),
        (Condition.WON, 0, (0, False, False, 0), False),
        (Condition.LOST, 0, (0, True, False, 0), False),
        (Condition.LOST, 0, (0, False, False, 0), True),
        (Condition.SIGNATURE, 0, (0, True, True, 0), True),
        (Condition.SIGNATURE, 0, (0, True, False, 0), False),
        (Condition.NO_SIGNATURE, 0, (0, True, True, 0), False),
        (Condition.NO_SIGNATURE, 0, (0, True, False, 0), True),
        (Condition.NO_SIGNATURE, 0, (0, False, False, 0), False),
        (Condition.COUNTER, 3, (2, True, False, 9), False),
        (Condition.COUNTER, 3, (3, True, False, 9), True),
        (Condition.AGAINST_INITIATIVE, 8, (9, False, False, 7), False),
        (Condition.AGAINST_INITIATIVE, 8, (0, False, False, 8), True),
        (Condition.HOLDING, 0, (9, True, True, 9), False),  # cannot be known
    ],
)
def test_conditions(condition: int, n: int, facts: tuple[Any, ...], holds: bool) -> None:
    assert bool(expects(int(condition), n, *facts)) == holds


# ---------------------------------------------------------------- chances


@pytest.mark.parametrize("copies", [0, 1, 4, 12, 46, 50])
@pytest.mark.parametrize("drawn", [0, 1, 5])
def test_odds_are_hypergeometric(copies: int, drawn: int) -> None:
    """Each card drawn rounds down once, which is less than one of CERTAIN."""
    exact = 1 - Fraction(comb(50 - copies, drawn), comb(50, drawn))
    assert 0 <= odds(copies, 50, drawn, CERTAIN) - CERTAIN * exact <= drawn


def test_a_track_is_a_row_of_won_rounds() -> None:
    kagami = sheet_of(KAGAMI)
    assert [track(kagami, 0, counter) for counter in range(6)] == [
        CERTAIN * 16 // 625, CERTAIN * 8 // 125, CERTAIN * 4 // 25, CERTAIN * 2 // 5, CERTAIN, CERTAIN,
    ]  # fmt: skip
    assert track(token(), 0, 3) == 0  # no goal
    far = token(f"won if counter {TRACK_MAX + 1}: win", COUNTING)
    assert track(far, 0, 0) == 0
    assert track(far, 0, 1) == CERTAIN * 2**TRACK_MAX // 5**TRACK_MAX


def test_the_counter_after_a_round() -> None:
    kagami = sheet_of(KAGAMI)
    assert counted(kagami, 0, 1, True, False) == 2
    assert counted(kagami, 0, 1, True, True) == 3
    assert counted(kagami, 0, 3, False, False) == 0
    assert counted(token("won: counter +1"), 0, 3, False, False) == 3


def test_cards_that_turn_the_token_when_they_are_played() -> None:
    staff = sheet_of(STAFF)
    assert [staff.playing_flips[0] >> (4 * kind) & 15 == 15 for kind in range(8)] == [True] + [False] * 7
    assert staff.playing_flips[1] == 0
    few = fighter("Few", "RT 10s i5 4/2", "RS 10s i3 2/3", "BT 10s 0/1", "YT 10s 0/0", "BC 10s * 0/4")
    assert not sheet_of(few).playing_flips.any()
