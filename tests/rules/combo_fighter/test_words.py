"""Every word of a power token: what it does, and where it stops.

SCRAP deals RT 3/2 (initiative 5), RS 2/1 (2), BT 0/2, YT 1/1; its rival PLAIN deals RT 4/2 (5), RS 2/3 (3), BT 0/1,
YT 0/0, BC 0/4.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from balance.core.jit import JIT
from balance.core.luck import game_key
from balance.core.play import begin, play
from balance.core.policies import POLICY
from balance.core.protocol import ACTION, records
from balance.core.trace import is_complete, new_trace, rows
from balance.data.words import If, Step, read_effect
from balance.rules import combo_fighter
from balance.rules.combo_fighter import RULESET
from balance.rules.combo_fighter.tokens import DIALECT, effects_of
from balance.vocab import Condition, Cost, Operator, Trigger, Verb, written
from tests.oracle import combo_fighter_words as oracle
from tests.oracle.combo_fighter_oracle import check_game
from tests.oracle.convert import oracle_game
from tests.rules.combo_fighter.cast import (
    FRANCISCO,
    GAEKERE,
    KAGAMI,
    PLAIN,
    RADIANT,
    RENEE,
    STAFF,
    fighter,
    tokened,
    wordsmiths,
)
from tests.rules.combo_fighter.harness import Duel, lowered, shipped_policy

RT20 = "RT " * 20
NEVER = ("calling: counter +1",)  # a side B that does nothing here
SCRAP = fighter(
    "Scrap",
    "RT 12s i5 3/2 RT RS BT YT",
    "RS 10s i2 2/1 RT",
    "BT 10s  * 0/2 BT RT YT",
    "BC 4      0/0",
    "YT 8s     1/1 YT BT RT",
    "YS 6s     0/0 RT",
    signatures=("BT YT BT 6 RT 9", "RT RS RT 0"),
)

# Its signature leaves the boxes.
LEAPER = fighter(
    "Leaper", "RT 10s i5 3/2", "RS 10s i3 2/1", "BT 10s 0/1", "YT 10s 0/1", "BC 10s 0/4", signatures=("RT YT BT 9",)
)


def token(*a: str, b: tuple[str, ...] = NEVER, active: str = "face_up") -> Any:
    """Return a fighter with these lines on side A."""
    return tokened(SCRAP, a=a, b=b, active=active)


def met(
    one: Any, hand: str, against: str = "YT", *, rival: Any = PLAIN, deck: str = RT20, pile: str = "", **token: Any
) -> Duel:
    """The first card of `hand` and `against` are on the table."""
    duel = Duel(one, rival).put(0, hand, deck, pile, **token).put(1, f"{against} RT RT RT", RT20).start()
    duel.events()
    return duel.do(hand.split()[0], against)


def told(duel: Duel, *words: str) -> list[tuple[Any, ...]]:
    """Return the events of some kinds."""
    return [event for event in duel.events() if event[0] in words]


def changes(duel: Duel) -> list[tuple[Any, ...]]:
    """Return what a token did."""
    return told(duel, "flip", "counter", "total", "remove")


# ------------------------------------------------------------------------------------------------ when


def test_word_trigger_always() -> None:
    one = token("always: damage +2 RT", b=("lost: flip",))
    assert told(met(one, "RT RT").do("RT", "stop"), "damage") == [("damage", 1, 9)]
    assert told(met(one, "RT RS").do("RS", "stop"), "damage") == [("damage", 1, 6)]
    assert told(met(one, "RT RT", side="B").do("RT", "stop"), "damage") == [("damage", 1, 5)]


def test_word_trigger_playing() -> None:
    one = token("playing RS: flip", "always: damage +5 RS")
    assert told(met(one, "RS RT"), "reveal", "flip", "winner")[2:] == [("flip", 0, "B"), ("winner", 0)]
    assert changes(met(one, "RS RT", "BT")) == [("flip", 0, "B")]  # the round is lost
    assert changes(met(one, "RT RS")) == []
    assert changes(met(one, "RT RS").do("RS")) == [("flip", 0, "B")]
    assert changes(met(one, "RT RS", side="B").do("RS")) == []


def test_word_trigger_playing_comes_after_the_card_is_valued() -> None:
    one = token("playing RS: flip", "always: damage +5 RS, initiative +9 RS")
    duel = met(one, "RS RT RS").do("RT", "RS", "stop")
    assert told(duel, "damage") == [("damage", 1, 7 + 2 + 1)]
    # Initiative is valued with the card as well: 2 + 9 against 5.
    assert told(met(one, "RS RT", "RT"), "winner") == [("winner", 0)]


def test_word_trigger_playing_seat_0_first() -> None:
    one = token("playing RT: flip")
    assert changes(met(one, "RT", "RT", rival=one)) == [("flip", 0, "B"), ("flip", 1, "B")]


def test_word_trigger_winning_with() -> None:
    one = token("winning with BT: flip")
    assert told(met(one, "BT BT", "RT"), "winner", "flip") == [("winner", 0), ("flip", 0, "B")]
    assert changes(met(one, "BT BT", "YT")) == []  # lost
    assert changes(met(one, "BC BT", "RT")) == []  # with another card
    assert changes(met(one, "YT BT", "BT").do("BT")) == []  # not the opener
    assert changes(met(token("winning with RT: flip"), "RT RT", "RT")) == []  # tied


def test_word_trigger_emptying_a_hand_of() -> None:
    one = token("emptying a hand of 3: counter +1")
    assert changes(met(one, "RT RT RT").do("RT")) == []
    assert changes(met(one, "RT RT RT").do("RT", "RT")) == [("counter", 0, 1)]
    assert changes(met(one, "RT RT RT RT").do("RT", "RT", "RT")) == [("counter", 0, 1)]  # at least
    assert changes(met(one, "RT RT").do("RT")) == []
    opener = token("emptying a hand of 1: counter +1")
    assert changes(met(opener, "RT")) == [("counter", 0, 1)]
    assert changes(met(opener, "RT", "BT").do("stop")) == []  # the loser has no combo
    assert changes(met(opener, "RT", "RT")) == []  # nor has anybody in a tie


def test_a_hand_is_emptied_once() -> None:
    one = token("emptying a hand of 2: draw 2", "emptying a hand of 2: counter +1")
    duel = met(one, "RT RT").do("RT")
    assert duel.hand(0) == "RT RT"  # no empty hand any more when the turn of the second comes
    assert changes(duel) == []


def test_word_trigger_calling() -> None:
    hand = "BT YT BT RT"
    one = token("calling: counter +1", 'calling "BT YT BT 6 RT 9": counter +2', 'calling "RT RS RT 0": counter +4')
    called = met(one, hand, "RT").do("YT", "BT", "call")
    assert told(called, "signature", "counter") == [("signature", 0, 6), ("counter", 0, 1), ("counter", 0, 3)]
    assert changes(met(one, hand, "RT").do("YT", "BT", "RT", "call")) == [("counter", 0, 1), ("counter", 0, 3)]
    assert changes(met(one, "RT RS RT").do("RS", "RT", "call")) == [("counter", 0, 1), ("counter", 0, 5)]
    assert changes(met(one, hand, "RT").do("YT", "BT", "stop")) == []


def test_word_trigger_won() -> None:
    one = token("won: counter +1")
    assert changes(met(one, "RT RT").do("RT")) == []  # the combo goes on
    duel = met(one, "RT RT").do("stop")
    assert told(duel, "counter", "damage") == [("counter", 0, 1), ("damage", 1, 3)]
    assert changes(met(one, "RT RT", "BT").do("stop")) == []
    assert changes(met(one, "RT RT", "RT")) == []


def test_word_trigger_lost() -> None:
    one = token("lost: counter +1")
    duel = met(one, "YT RT", "RT").do("stop")
    assert told(duel, "counter", "damage") == [("counter", 0, 1), ("damage", 0, 4)]
    assert changes(met(one, "RT RT").do("stop")) == []
    assert changes(met(one, "RT RT", "RT")) == []
    # What the winner does comes first.
    winner = tokened(PLAIN, a=("won: counter +1",))
    assert changes(met(one, "YT RT", "RT", rival=winner).do("stop")) == [("counter", 1, 1), ("counter", 0, 1)]


def test_word_trigger_tied() -> None:
    one = token("tied: counter +1")
    duel = met(one, "RT RT", "RT", rival=one)
    assert told(duel, "counter", "damage")[:2] == [("counter", 0, 1), ("counter", 1, 1)]
    assert changes(met(one, "RT RT").do("stop")) == []
    assert changes(met(one, "YT RT", "RT").do("stop")) == []


def test_word_trigger_dealing() -> None:
    one = token("dealing: total +2")
    assert changes(met(one, "RT RT").do("stop")) == [("total", 1, 5)]
    assert changes(met(one, "BT RT", "RT").do("stop")) == []  # not a point
    assert changes(met(one, "RT RT", "RT")) == [("total", 1, 5)]  # a tie
    assert changes(met(one, "YT RT", "RT").do("stop")) == []  # the other deals
    # As long as a point is left.
    assert changes(met(token("dealing: total -9", "dealing: counter +1"), "RT RT").do("stop")) == [("total", 1, 0)]


def test_word_trigger_taking() -> None:
    one = token("taking: total +2")
    assert changes(met(one, "YT RT", "RT").do("stop")) == [("total", 0, 6)]
    assert changes(met(one, "BT RT", "YT").do("stop")) == []  # lost, but not a point
    assert changes(met(one, "RT RT", "RT")) == [("total", 0, 6)]
    assert changes(met(one, "RT RT").do("stop")) == []
    # After everything that the dealer does.
    dealer = tokened(PLAIN, a=("dealing: total -9",))
    assert changes(met(one, "YT RT", "RT", rival=dealer).do("stop")) == [("total", 0, 0)]


def test_word_trigger_dealing_and_taking_of_a_tie() -> None:
    # What both deal comes before what both take.
    both = token("dealing: total +1", "taking: total +2")
    assert changes(met(both, "RT RT", "RT", rival=both)) == [
        ("total", 1, 4), ("total", 0, 4), ("total", 0, 6), ("total", 1, 6),
    ]  # fmt: skip


def test_word_trigger_hit() -> None:
    one = token("hit: flip")
    duel = met(one, "YT RT", "RT").do("stop")
    assert told(duel, "damage", "flip") == [("damage", 0, 4), ("flip", 0, "B")]
    assert duel.asked == (0, "payment")  # before paying
    assert changes(met(one, "BT RT", "YT").do("stop")) == []
    assert changes(met(one, "RT RT").do("stop")) == []
    assert changes(met(token("taking: total = 0", "hit: flip"), "YT RT", "RT").do("stop")) == [("total", 0, 0)]
    over = met(one, "YT RT", "RT", deck="RT RT").do("stop")
    assert over.is_over
    assert changes(over) == []


def test_word_trigger_clearing_the_table() -> None:
    one = token("clearing the table: remove RS")
    duel = met(one, "RT RS RT RS").do("RS", "RT", "stop", "")
    assert told(duel, "mill", "remove")[-2:] == [("mill", 1, "RT"), ("remove", 0, "RS")]
    assert (duel.pile(0), duel.hand(0), duel.removed(0)) == ("RT RT", "RS", "RS")


def test_word_trigger_end_of_round() -> None:
    one = token("end of round: counter +1")
    for hand, against in (("RT RT", "YT"), ("RT RT", "BT"), ("RT RT", "RT")):
        duel = met(one, hand, against)
        while duel.asked[1] != "discards":
            duel.do("stop" if duel.asked[1] == "combo" else min(duel.legal(), key=len))
        duel.do("")
        assert changes(duel) == []  # both choose first
        duel.do("")
        assert told(duel, "counter", "draw", "round")[0] == ("counter", 0, 1)


def test_word_trigger_end_of_round_acts_before_the_own_discards_and_draws() -> None:
    one = token("end of round if holding RS: counter +1")
    duel = met(one, "YS RS", "YT").do("RS")
    assert duel.asked == (1, "discards")
    assert told(duel.do(""), "counter", "draw")[0] == ("counter", 0, 1)


def test_a_flip_wakes_nothing_of_the_other_side() -> None:
    one = token("won: flip", "won: counter +1", b=("won: counter +4", "dealing: total +2"))
    assert changes(met(one, "RT RT").do("stop")) == [("flip", 0, "B"), ("counter", 0, 1), ("total", 1, 5)]
    assert changes(met(one, "RT RT", side="B").do("stop")) == [("counter", 0, 4), ("total", 1, 5)]


def test_both_sides_act_where_both_are_active() -> None:
    one = token("won: counter +1", b=("won: counter = 7", "dealing: total +1"), active="both")
    assert changes(met(one, "RT RT").do("stop")) == [("counter", 0, 1), ("counter", 0, 7), ("total", 1, 4)]


# ------------------------------------------------------------------------------------------------ if


def ended(line: str, hand: str, against: str, *, rival: Any = PLAIN, **state: Any) -> list[tuple[Any, ...]]:
    """Return what the token did in a whole round, the combo stopped at once."""
    duel = met(token(line), hand, against, rival=rival, **state)
    while duel.round_n == 1 and not duel.is_over:
        legal = duel.legal()
        duel.do("stop" if "stop" in legal else min(legal, key=len))
    return changes(duel)


ONE_MORE = [("counter", 0, 1)]


def test_word_condition_won() -> None:
    line = "end of round if won: counter +1"
    assert ended(line, "RT RT", "YT") == ONE_MORE
    assert ended(line, "RT RT", "BT") == []
    assert ended(line, "RT RT", "RT") == []
    # Not before the winner is found.
    one = token("playing RT if won: counter +1")
    assert changes(met(one, "RT RT")) == []
    assert changes(met(one, "RT RT").do("RT")) == ONE_MORE


def test_word_condition_lost() -> None:
    line = "end of round if lost: counter +1"
    assert ended(line, "RT RT", "YT") == []
    assert ended(line, "RT RT", "BT") == ONE_MORE
    assert ended(line, "RT RT", "RT") == []


def test_word_condition_tied() -> None:
    line = "end of round if tied: counter +1"
    assert ended(line, "RT RT", "YT") == []
    assert ended(line, "RT RT", "BT") == []
    assert ended(line, "RT RT", "RT") == ONE_MORE


def test_word_condition_signature() -> None:
    one = token("won if signature: counter +1", "end of round if signature: counter +2")
    duel = met(one, "BT YT BT", "RT").do("YT", "BT", "call")
    assert changes(duel) == ONE_MORE
    assert changes(duel.do("", "", "")) == [("counter", 0, 3)]
    assert changes(met(one, "BT YT BT", "RT").do("YT", "BT", "stop")) == []
    duel.put(0, "RT RT", RT20, counter=0).put(1, "YT RT", RT20)
    assert changes(duel.do("RT", "YT", "stop")) == []  # last round's is over


def test_word_condition_no_signature() -> None:
    one = token("won if no signature: counter +1")
    assert changes(met(one, "BT YT BT", "RT").do("YT", "BT", "stop")) == ONE_MORE
    assert changes(met(one, "BT YT BT", "RT").do("YT", "BT", "call")) == []


def test_word_condition_holding() -> None:
    one = token("always if holding RS BC: damage +1 red")
    assert told(met(one, "RT RS").do("stop"), "damage") == [("damage", 1, 4)]
    assert told(met(one, "RT BC").do("stop"), "damage") == [("damage", 1, 4)]
    assert told(met(one, "RT YT").do("stop"), "damage") == [("damage", 1, 3)]
    assert told(met(one, "RS YT").do("stop"), "damage") == [("damage", 1, 2)]  # a card just played is not held
    assert told(met(token("playing RS if holding RS: counter +1"), "RS RS"), "counter") == ONE_MORE
    assert told(met(token("playing RS if holding RS: counter +1"), "RS RT"), "counter") == []


def test_word_condition_counter() -> None:
    one = token("won if counter 2: flip")
    assert changes(met(one, "RT RT", counter=1).do("stop")) == []
    assert changes(met(one, "RT RT", counter=2).do("stop")) == [("flip", 0, "B")]
    assert changes(met(one, "RT RT", counter=3).do("stop")) == [("flip", 0, "B")]
    # It is looked at when the turn of its effect comes.
    step = token("won: counter +1", "won if counter 2: flip")
    assert changes(met(step, "RT RT", counter=1).do("stop")) == [("counter", 0, 2), ("flip", 0, "B")]


def test_word_condition_against_initiative() -> None:
    line = "end of round if against initiative 4: counter +1"
    assert ended(line, "BT RT", "RT") == ONE_MORE  # 5
    assert ended(line, "BT RT", "RS") == []  # 3
    assert ended(line, "BT RT", "BT") == []
    assert ended("end of round if against initiative 5: counter +1", "BT RT", "RT") == ONE_MORE  # at least
    # With what the other's token adds.
    faster = tokened(PLAIN, a=("always: initiative +1 RS",))
    assert ended(line, "BT RT", "RS", rival=faster) == ONE_MORE


def test_word_condition_alike() -> None:
    one = token("won: may discard 2 -> total +3 if alike, counter +1")
    assert changes(met(one, "RT RT RS").do("stop", "RT RS")) == [("total", 1, 6), ("counter", 0, 1)]
    assert changes(met(one, "RT BT BC").do("stop", "BT BC")) == [("total", 1, 6), ("counter", 0, 1)]
    assert changes(met(one, "RT YT YS").do("stop", "YT YS")) == [("total", 1, 6), ("counter", 0, 1)]
    assert changes(met(one, "RT RT BT").do("stop", "RT BT")) == ONE_MORE


# ------------------------------------------------------------------------------------------------ costs


def test_word_cost_none_is_a_free_choice() -> None:
    one = token("won: may total +3, flip")
    duel = met(one, "RT RT").do("stop")
    assert duel.asked == (0, "offer")
    assert duel.legal() == {"decline", "accept"}
    assert duel.events()[-1] == ("offer", 0, "won: may total +3, flip")
    assert changes(duel.do("accept")) == [("total", 1, 6), ("flip", 0, "B")]
    assert changes(met(one, "RT RT").do("stop", "decline")) == []


def test_word_cost_discard() -> None:
    one = token("won: may discard 1 to 2 red -> total +2")
    duel = met(one, "RT RT RS BT").do("stop")
    assert duel.legal() == {"decline", "RT", "RS", "RT RS"}
    assert changes(duel.do("RT RS")) == [("total", 1, 5)]
    assert (duel.hand(0), duel.pile(0)) == ("BT", "RT RS")
    assert met(one, "RT BT YT").do("stop").asked == (1, "payment")  # nothing to pay with
    assert met(token("won: may discard 2 red -> total +2"), "RT RT BT").do("stop").asked == (1, "payment")
    assert met(token("lost: may discard 1 -> total -2"), "YT RT", "RT").do("stop").legal() == {"decline", "RT"}


def test_word_cost_discard_leaves_a_card() -> None:
    one = token("won: may discard 1 to 2 -> total +2")
    assert met(one, "RT RT RT", deck="").do("stop").legal() == {"decline", "RT"}
    assert met(one, "RT RT", deck="").do("stop").asked == (1, "payment")
    assert met(one, "RT RT RT", deck="RT").do("stop").legal() == {"decline", "RT", "RT RT"}
    # At the end of the round everything may go: what is drawn then is not the fighter's last card.
    last = token("end of round: may discard 1 to 2 -> counter +1")
    duel = Duel(last, PLAIN, reshuffle="end_of_round").put(0, "YS RT RT", "", RT20, True).put(1, "YT RT", RT20)
    assert duel.start().do("YS", "YT").legal() == {"decline", "RT", "RT RT"}


def test_word_cost_reveal() -> None:
    one = token("won: may reveal 1 to 3 -> total +1 each red")
    duel = met(one, "RT RT", deck="RT BT RS RT").do("stop")
    assert duel.legal() == {"decline", "reveal 1", "reveal 2", "reveal 3"}
    duel.do("reveal 3")
    assert told(duel, "mill", "total")[:4] == [("mill", 0, "RT"), ("mill", 0, "BT"), ("mill", 0, "RS"), ("total", 1, 5)]
    assert duel.pile(0) == "RT RS BT"
    assert met(one, "RT RT RT RT", deck="RT RT").do("stop").legal() == {"decline", "reveal 1", "reveal 2"}
    assert met(one, "RT", deck="RT RT").do("stop").legal() == {"decline", "reveal 1"}  # the last card stays
    assert met(one, "RT RT RT", deck="").do("stop").asked == (1, "payment")
    three = token("won: may reveal 3 -> total +1")
    assert met(three, "RT RT RT", deck="RT RT").do("stop").asked == (1, "payment")
    assert met(three, "RT RT RT", deck="RT RT RT").do("stop").legal() == {"decline", "reveal 3"}


def test_word_cost_reveal_that_empties_the_deck() -> None:
    one = token("won: may reveal 2 -> flip")
    duel = met(one, "RT RT RT RT", deck="RT RT", pile="YT " * 9).do("stop")
    duel.events()
    assert duel.do("reveal 2").events()[:4] == [
        ("mill", 0, "RT"),
        ("mill", 0, "RT"),
        ("stagger", 0),
        ("shuffle", 0, 11),
    ]
    assert duel.sizes(0) == (5, 9)  # drawn up at once, and only then the steps
    late = Duel(one, PLAIN, reshuffle="end_of_round").put(0, "RT RT", "RT RT", "YT " * 9).put(1, "YT RT RT RT", RT20)
    late.start().do("RT", "YT", "stop").events()
    assert late.do("reveal 2").events() == [
        *[("mill", 0, "RT")] * 2, ("stagger", 0), ("flip", 0, "B"), ("damage", 1, 3),
    ]  # fmt: skip


def test_word_cost_deal_nothing() -> None:
    one = token("won: may deal nothing -> counter +2, flip")
    duel = met(one, "RT RT").do("stop")
    assert duel.legal() == {"decline", "accept"}
    assert changes(duel.do("accept")) == [("total", 1, 0), ("counter", 0, 2), ("flip", 0, "B")]
    assert duel.asked[1] == "discards"
    assert met(one, "BT RT", "RT").do("stop").asked[1] == "discards"  # no damage to give up
    assert told(met(one, "RT RT").do("stop", "decline"), "damage") == [("damage", 1, 3)]


# ------------------------------------------------------------------------------------------------ what


def test_word_verb_flip() -> None:
    one = token("won: flip", b=("won: flip", "lost: counter +1"))
    duel = met(one, "RT RT").do("stop")
    assert duel.side(0) == "B"
    assert duel.row()[9:11] == [1, 0]
    assert changes(met(one, "RT RT", side="B").do("stop")) == [("flip", 0, "A")]


def test_word_verb_total() -> None:
    one = token("won: total +3", "lost: total +2")
    assert changes(met(one, "RT RT").do("stop")) == [("total", 1, 6)]  # dealt
    assert changes(met(one, "YT RT", "RT").do("stop")) == [("total", 0, 6)]  # taken
    assert changes(met(one, "BT RT", "RT").do("stop")) == [("total", 1, 3)]  # `won` asks for no damage
    x = token("won: total +2X", "lost: total -X")
    assert changes(met(x, "RT RT", counter=3).do("stop")) == [("total", 1, 9)]
    assert changes(met(x, "YT RT", "RT", counter=3).do("stop")) == [("total", 0, 1)]
    each = token("won: may discard 3 -> total +2 each RT BT")
    assert changes(met(each, "RT RT RS BT").do("stop", "RT RS BT")) == [("total", 1, 7)]


def test_word_verb_damage() -> None:
    one = token("always: damage +2 RT BT")
    assert told(met(one, "RT RS RT").do("RS", "RT", "stop"), "damage") == [("damage", 1, 5 + 1 + 4)]
    assert told(met(one, "RT BT", "RT"), "damage") == [("damage", 0, 4), ("damage", 1, 5)]
    every = token("always: damage +1")
    assert told(met(every, "YT BT RT", "BT").do("BT", "RT", "stop"), "damage") == [("damage", 1, 2 + 3 + 3)]


def test_word_verb_initiative() -> None:
    one = token("always: initiative +1 RT")
    assert told(met(one, "RT RT", "RT"), "winner") == [("winner", 0)]
    assert told(met(one, "RS RT", "RS"), "winner") == [("winner", 1)]  # 2 against 3
    assert told(met(one, "BT RT", "BT"), "winner") == [("winner", 0)]  # the star
    assert told(met(SCRAP, "RT RT", "RT"), "winner") == [("winner", -1)]


def test_word_verb_no_signatures() -> None:
    one = token("always: no signatures")
    assert met(one, "BT YT BT RT", "RT").do("YT", "BT").legal() == {"RT", "stop"}
    assert "call" in met(one, "BT YT BT RT", "RT", side="B").do("YT", "BT").legal()


def test_a_commitment_ends_when_the_token_takes_the_signature_away() -> None:
    # Outside the boxes for the signature, and mute half-way: nothing to go on with but to stop.
    one = tokened(LEAPER, a=("playing YT: flip",), b=("always: no signatures",))
    duel = Duel(one, PLAIN, signatures_ignore_boxes=True).put(0, "RT YT BT", RT20).put(1, "YT RT", RT20).start()
    assert duel.do("RT", "YT", "YT").legal() == {"stop"}


def test_the_mute_do_not_leave_the_boxes() -> None:
    one = tokened(LEAPER, a=("always: no signatures",))
    duel = Duel(one, PLAIN, signatures_ignore_boxes=True).put(0, "RT YT BT", RT20).put(1, "YT RT", RT20).start()
    assert duel.do("RT", "YT").legal() == {"stop"}


def test_word_verb_x_is_opposing_damage() -> None:
    cards = ("RT 10s i5 X/2 RT RS", "RS 10s i2 2/X RT", "BT 10s X/2 BT", "BC 10s 0/0", "YT 10s 1/1 RS")
    one = fighter("Mirror", *cards, a=("always: X is opposing damage",), b=("won: counter +1", "lost: flip"))
    assert told(met(one, "BT RT", "RS").do("stop"), "damage") == [("damage", 1, 3)]  # 2/3
    assert told(met(one, "BT RT", "RT").do("stop"), "damage") == [("damage", 1, 4)]  # 4/2
    assert told(met(one, "RT RS", "YT").do("RS", "stop"), "damage") == []  # 0/0
    assert told(met(one, "YT RS", "BC").do("RS", "stop"), "damage") == [("damage", 1, 1 + 4)]
    # Without the line X is the counter.
    assert told(met(one, "BT RT", "RT", side="B", counter=7).do("stop"), "damage") == [("damage", 1, 7)]
    assert told(met(one, "BT RT", "RS", counter=7).do("stop"), "damage") == [("damage", 1, 3)]


def test_word_verb_counter() -> None:
    one = token("won: counter +3 up to 4", "lost: counter -2", "tied: counter = 5")
    assert changes(met(one, "RT RT").do("stop")) == [("counter", 0, 3)]
    assert changes(met(one, "RT RT", counter=2).do("stop")) == [("counter", 0, 4)]
    assert changes(met(one, "RT RT", counter=4).do("stop")) == []
    assert changes(met(one, "RT RT", counter=9).do("stop")) == []  # a higher one is left alone
    assert changes(met(one, "YT RT", "RT", counter=1).do("stop")) == [("counter", 0, 0)]
    assert changes(met(one, "RT RT", "RT", counter=9)) == [("counter", 0, 5)]
    assert changes(met(one, "RT RT", "RT", counter=5)) == []
    assert changes(met(token("won: counter +3"), "RT RT", counter=98).do("stop")) == [("counter", 0, 99)]


def test_word_verb_double_one() -> None:
    one = token("always: damage +1 RT", "won: may double one")
    duel = met(one, "RT RS RT").do("RS", "RT", "stop")
    assert duel.legal() == {"decline", "double 0", "double 1", "double 2"}
    assert changes(duel.do("double 2")) == [("total", 1, 4 + 1 + 3 + 3)]  # as it was valued
    assert met(one, "BT BT", "RT").do("stop").asked[1] == "discards"
    called = met(one, "BT YT BT RT", "RT").do("YT", "BT", "call")
    assert changes(called.do("double signature")) == [("total", 1, 12)]
    assert met(one, "RT RS RT").do("RS", "RT", "call").asked[1] == "discards"  # a signature of 0


def test_word_verb_draw() -> None:
    one = token("emptying a hand of 2: draw 2")
    duel = met(one, "RT RT", deck="BT YT RS " + RT20).do("RT")
    assert told(duel, "draw") == [("draw", 0, "BT"), ("draw", 0, "YT")]
    assert duel.legal() == {"BT", "YT", "stop"}
    # Again and again, but no chain is longer than twelve cards.
    endless = met(one, "RT RT").do("RT", *["RT", "RT"] * 5)
    assert endless.hand(0) == ""
    assert endless.legal() == {"stop"}


def test_word_verb_remove() -> None:
    one = token("clearing the table: remove red")
    duel = met(one, "RT RS YT BT RS").do("RS", "stop", "")
    assert changes(duel) == [("remove", 0, "RT"), ("remove", 0, "RS")]
    assert (duel.pile(0), duel.removed(0)) == ("", "RT RS")
    assert changes(met(one, "YT RT", "BT").do("stop", "")) == []
    lost = token("clearing the table if lost: remove red")
    assert changes(met(lost, "RT RT").do("stop", "")) == []
    assert changes(met(lost, "RT RT", "BT").do("stop")) == [("remove", 0, "RT")]


def test_word_verb_win() -> None:
    one = token("won if counter 2: win", "won: total +1")
    duel = met(one, "RT RT", counter=2).do("stop")
    assert duel.result == (0, "POWER_TOKEN")
    assert told(duel, "total", "damage", "end") == [("end", 0, "POWER_TOKEN")]
    assert not met(one, "RT RT", counter=1).do("stop").is_over
    offered = met(token("won: may discard 1 -> win"), "RT RT").do("stop", "RT")
    assert offered.result == (0, "POWER_TOKEN")


def test_word_verb_win_ends_everything_at_once() -> None:
    for line, answers in (("won: win, counter +1", ()), ("won: may discard 1 -> win, counter +1", ("RT",))):
        for later in ("won: counter +1", "won: may flip"):
            duel = met(token(line, later), "RT RT").do("stop", *answers)
            assert duel.is_over
            assert duel.events()[-1] == ("end", 0, "POWER_TOKEN")


# ------------------------------------------------------------------------------------------------ numbers


def test_word_operator_add() -> None:
    assert changes(met(token("won: total +4"), "RT RT").do("stop")) == [("total", 1, 7)]
    assert told(met(token("always: damage +4 RT"), "RT RT").do("stop"), "damage") == [("damage", 1, 7)]
    assert changes(met(token("won: counter +4"), "RT RT").do("stop")) == [("counter", 0, 4)]


def test_word_operator_subtract() -> None:
    assert changes(met(token("won: total -2"), "RT RT").do("stop")) == [("total", 1, 1)]
    assert changes(met(token("won: total -4"), "RT RT").do("stop")) == [("total", 1, 0)]  # never below 0
    assert told(met(token("always: damage -2 RT"), "RT RT").do("RT", "stop"), "damage") == [("damage", 1, 1)]
    assert told(met(token("always: damage -9 RT"), "RT RS").do("RS", "stop"), "damage") == [("damage", 1, 1)]
    assert told(met(token("always: initiative -3 RT"), "RT RT", "RS"), "winner") == [("winner", 1)]
    assert changes(met(token("won: counter -2"), "RT RT", counter=3).do("stop")) == [("counter", 0, 1)]


def test_word_operator_times() -> None:
    assert changes(met(token("won: total x3"), "RT RT").do("stop")) == [("total", 1, 9)]
    assert told(met(token("always: damage x3 RT"), "RT RT").do("RT", "stop"), "damage") == [("damage", 1, 15)]
    each = token("won: may discard 1 to 2 -> total x2 each")
    assert changes(met(each, "RT RT RT").do("stop", "RT RT")) == [("total", 1, 12)]


def test_word_operator_set() -> None:
    assert changes(met(token("won: total = 7"), "RT RT").do("stop")) == [("total", 1, 7)]
    assert changes(met(token("taking: total = 0"), "YT RT", "RT").do("stop")) == [("total", 0, 0)]
    assert changes(met(token("won: counter = 7"), "RT RT", counter=9).do("stop")) == [("counter", 0, 7)]


# ------------------------------------------------------------------------------------------------ every word

ENUMS: tuple[type[IntEnum], ...] = (Trigger, Condition, Cost, Verb, Operator)
WORDS = [word for enum in ENUMS for word in enum if word]
PUBLISHED = (RADIANT, STAFF, RENEE, FRANCISCO, KAGAMI, GAEKERE)
# The oracle has names of its own for few of them.
ORACLE_NAMES = {"test_word_trigger_emptying_a_hand_of": "emptying"}
ORACLE_TABLES: dict[type[IntEnum], Any] = {
    Trigger: oracle.TRIGGERS, Condition: oracle.CONDITIONS, Cost: oracle.COSTS, Verb: oracle.STEPS,
}  # fmt: skip


def name_of(word: IntEnum) -> str:
    """Return the name that a word's test begins with."""
    return f"test_word_{type(word).__name__.lower()}_{word.name.lower()}"


@cache
def used_words() -> set[str]:
    """Return the words of the wordsmiths' tokens, by the names of their tests: members of two enums may be equal."""
    found: list[IntEnum] = []
    for one in wordsmiths().values():
        for _, _, effect in effects_of(one.power):
            conditions: list[If | None] = [effect.condition, *(step.condition for step in effect.steps)]
            steps: tuple[Step, ...] = effect.steps
            found += [effect.trigger, *(step.verb for step in steps)]
            found += [condition.word for condition in conditions if condition]
            found += [step.amount.operator for step in steps if step.amount]
            found += [effect.price.word] if effect.price else []
    return {name_of(word) for word in found}


@cache
def allowed_words() -> set[str]:
    """Return the words that the dialect lets act somewhere; operators and `alike` go with a word, not a trigger."""
    found: list[IntEnum] = [Condition.ALIKE, *Operator, *DIALECT.verbs]
    for table in (DIALECT.verbs, DIALECT.conditions, DIALECT.costs):
        for words in table.values():
            found += words
    return {name_of(word) for word in found}


@cache
def readme() -> str:
    """Return what players read about the words."""
    text = (Path(combo_fighter.__file__).parent / "README.md").read_text(encoding="utf-8")
    return text.partition("## Power tokens in words")[2].partition("### The readings")[0]


@pytest.mark.parametrize("word", WORDS, ids=lambda word: name_of(word).removeprefix("test_word_"))
def test_every_word_is_allowed_used_known_told_and_tested(word: IntEnum) -> None:
    assert name_of(word) in allowed_words(), "no trigger, or the dialect does not allow it"
    assert name_of(word) in used_words(), "no wordsmith's token uses it"
    names = ORACLE_TABLES.get(type(word))
    if word is Condition.ALIKE:
        assert oracle.Phrase("total", if_alike=True).if_alike
    elif names is None:
        assert oracle.STEPS["total"].count(written(word)), "the oracle does not count with it"
    else:
        assert ORACLE_NAMES.get(name_of(word), written(word)) in names, "the oracle does not know it"
    tables = [line for line in readme().splitlines() if line.startswith("| `")]
    assert any(written(word) in line.split("|")[1] for line in tables), "the README's tables do not have it"
    assert name_of(word) in globals(), "it has no test of its own"


def test_the_wordsmiths_are_valid() -> None:
    for one in wordsmiths().values():
        assert list(RULESET.check(RULESET.options_model(), one)) == []
        assert list(RULESET.lint(RULESET.options_model(), one)) == []


def test_every_line_reads_as_it_is_written() -> None:
    for one in (*wordsmiths().values(), *PUBLISHED):
        for _, _, effect in effects_of(one.power):
            assert read_effect(effect.when, effect.what) == effect


# ------------------------------------------------------------------------------------------------ with the oracle


SLOW = pytest.mark.skipif(not JIT, reason="the tables of best lines take long in plain Python")


def game(first: Any, second: Any, policy: str, block: int, **options: Any) -> tuple[tuple[Any, Any], np.ndarray]:
    """Return (fighters by seat, trace) of one game, both under one policy."""
    model = RULESET.options_model(**options)
    cards = RULESET.join(RULESET.lower_options(model), lowered(first, model), lowered(second, model))[0]
    both = records(2, POLICY)
    both[0] = both[1] = shipped_policy(policy)
    state = records(1, RULESET.game.state)[0]
    begin(state, np.uint64(game_key(np.uint64(3), np.uint64(4), np.uint64(block))), block % 2, False)
    trace = new_trace(60_000)
    play(cards, both, state, records(RULESET.actions_max, ACTION), records(1, RULESET.memo)[0], trace)
    assert is_complete(trace)
    return ((first, second), (second, first))[block % 2], rows(trace)


@SLOW
@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("mine", ["scribe", "glossator"])
def test_the_oracle_agrees_with_games_of_the_wordsmiths(mine: str, policy: str) -> None:
    seen = set()
    for i, rival in enumerate((*wordsmiths().values(), *PUBLISHED)):
        for block in range(12):
            seats, trace = game(wordsmiths()[mine], rival, policy, 100 * i + block)
            sheets, options, events = oracle_game(seats, RULESET.options_model(), trace)
            check_game(sheets, options, events)
            seen |= {event[0] for event in events}
            # The same game in sentences: whatever a token does is told.
            assert list(RULESET.narrate(seats, RULESET.options_model(), trace.tolist()))
    assert {"token", "offer", "flip", "counter", "total"} <= seen


@SLOW
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_the_oracle_agrees_when_the_reshuffle_waits_and_boxes_are_left(policy: str) -> None:
    options = {"reshuffle": "end_of_round", "signatures_ignore_boxes": True}
    scribe, glossator = wordsmiths().values()
    for block in range(20):
        seats, trace = game(scribe, glossator, policy, block, **options)
        check_game(*oracle_game(seats, RULESET.options_model(**options), trace))
