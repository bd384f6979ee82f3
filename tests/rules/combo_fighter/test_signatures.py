"""Signature combos: when they may be called, and what they replace."""

import pytest

from balance.rules.combo_fighter import RULESET
from tests.rules.combo_fighter.cast import BORIS, GRACE, fighter
from tests.rules.combo_fighter.harness import Duel

RT20 = "RT " * 20
# Its signatures leave the boxes, but for the last one.
LEAPER = fighter(
    "Leaper",
    "RT 10s i5 3/2 RS",
    "RS 10s i3 2/1 BT",
    "BT 10s    0/1 YT",
    "YT 10s    0/1 RT",
    "BC 10s    0/4",
    signatures=("RT YT BT 9 BC 12", "BC BC BC 5", "RT RS BT 8"),
)


def won(first: object, hand: str, opener: str, **options: object) -> Duel:
    """The first fighter wins the round with `opener` against Grace."""
    loser = {"R": "YT", "B": "RT", "Y": "BT"}[opener[0]]
    duel = Duel(first, GRACE, **options).put(0, hand, RT20).put(1, f"{loser} RT RT", RT20).start()
    return duel.do(opener, loser)


def test_cf_12_a_signature_keeps_to_the_boxes() -> None:
    assert won(LEAPER, "RT YT BT BC", "RT").legal() == {"stop"}


def test_cf_12_a_signature_in_the_boxes_can_be_called() -> None:
    duel = won(LEAPER, "RT RS BT", "RT").do("RS", "BT")
    assert duel.legal() == {"stop", "call"}
    duel.do("call")
    assert duel.events()[-2:] == [("signature", 0, 8), ("damage", 1, 8)]


def test_cf_12_data_with_a_signature_out_of_the_boxes_is_refused() -> None:
    options = RULESET.options_model()
    assert [path for path, _ in RULESET.check(options, LEAPER)] == [
        ("signatures", 0, "sequence", 1),
        ("signatures", 0, "sequence", 2),
        ("signatures", 0, "moxie", "icon"),
        ("signatures", 1, "sequence", 1),
        ("signatures", 1, "sequence", 2),
    ]
    assert not list(RULESET.check(options, BORIS))
    assert not list(RULESET.check(options, GRACE))
    assert not list(RULESET.check(RULESET.options_model(signatures_ignore_boxes=True), LEAPER))


def test_cf_12_option_lets_a_signature_leave_the_boxes_and_commits() -> None:
    duel = won(LEAPER, "RT RT YT BT BC", "RT", signatures_ignore_boxes=True)
    assert duel.legal() == {"YT", "stop"}
    duel.do("YT")
    # The other RT is in the box of YT, but the signature must now be completed.
    assert duel.legal() == {"BT"}
    assert duel.do("BT").legal() == {"BC", "call"}
    assert duel.do("BC").legal() == {"call"}
    duel.do("call")
    assert duel.events()[-2:] == [("signature", 0, 12), ("damage", 1, 12)]


def test_cf_12_option_base_version_after_leaving_the_boxes() -> None:
    duel = won(LEAPER, "RT YT BT BC", "RT", signatures_ignore_boxes=True).do("YT", "BT", "call")
    assert duel.events()[-2:] == [("signature", 0, 9), ("damage", 1, 9)]


def test_cf_12_option_needs_the_whole_signature_in_hand() -> None:
    assert won(LEAPER, "RT YT BC", "RT", signatures_ignore_boxes=True).legal() == {"stop"}
    assert won(LEAPER, "RT YT YT", "RT", signatures_ignore_boxes=True).legal() == {"stop"}


def test_cf_12_option_counts_copies() -> None:
    assert won(LEAPER, "BC BC BC RT", "BC", signatures_ignore_boxes=True).legal() == {"BC", "stop"}
    assert won(LEAPER, "BC BC RT RT", "BC", signatures_ignore_boxes=True).legal() == {"stop"}


def test_cf_12_option_cards_in_the_boxes_do_not_commit() -> None:
    duel = won(LEAPER, "RT RS BT YT", "RT", signatures_ignore_boxes=True).do("RS")
    assert duel.legal() == {"BT", "stop"}
    assert duel.do("BT").legal() == {"YT", "stop", "call"}
    assert duel.do("YT").legal() == {"stop"}


def test_cf_12_option_commits_for_one_round_only() -> None:
    duel = won(LEAPER, "BC BC BC RT", "BC", signatures_ignore_boxes=True).do("BC", "BC", "call", "RT RT", "", "")
    duel.put(0, "RT RS", RT20).put(1, "YT RT", RT20).do("RT", "YT")
    assert duel.legal() == {"RS", "stop"}


def test_cf_13_the_opener_must_be_its_first_card() -> None:
    # Laser Flash, then Shoulder Tackle, Step Back, Thunder Clap: Ukrainian Hangover but for the opener.
    duel = won(BORIS, "RT BS YS RC RS", "RT").do("BS", "YS", "RC")
    assert duel.legal() == {"RS", "stop"}
    duel.do("stop")
    assert ("damage", 1, 6) in duel.events()  # 0 + 3 + 0 + 3


def test_cf_13_the_order_must_be_exact() -> None:
    assert "call" not in won(BORIS, "BT YT BS RT", "YT").do("BS").legal()
    assert "call" not in won(BORIS, "BT RT YT BS", "BT").do("RT", "BS", "YT").legal()


def test_cf_14_calling_is_a_choice() -> None:
    printed = won(BORIS, "BT YT BS YT", "BT").do("YT", "BS")
    assert printed.legal() == {"YT", "stop", "call"}
    printed.do("stop")
    assert [event for event in printed.events() if event[0] in ("signature", "damage")] == [("damage", 1, 3)]
    called = won(BORIS, "BT YT BS YT", "BT").do("YT", "BS", "call")
    assert called.events()[-2:] == [("signature", 0, 6), ("damage", 1, 6)]


def test_cf_14_the_signature_replaces_the_printed_damage_even_when_lower() -> None:
    # Rush, Block, Laser Flash: 0 + 0 + 2 printed, 6 called.
    assert ("damage", 1, 6) in won(BORIS, "BC BT RT", "BC").do("BT", "RT", "call").events()
    weak = fighter("Weak", *(_card(card) for card in LEAPER.cards), signatures=("RT RS BT 1",))
    assert ("damage", 1, 1) in won(weak, "RT RS BT", "RT").do("RS", "BT", "call").events()
    assert ("damage", 1, 5) in won(weak, "RT RS BT", "RT").do("RS", "BT", "stop").events()


def _card(card: object) -> str:
    initiative = "" if card.initiative is None else f"i{card.initiative}"
    return f"{card.icon} {card.copies}s {initiative} {card.opening}/{card.combo} {' '.join(card.box)}"


def test_cf_15_base_or_moxie_is_the_players_choice() -> None:
    duel = won(BORIS, "BT YT BS YS RS", "BT").do("YT", "BS")
    assert duel.legal() == {"YS", "stop", "call"}  # stop here for 6, or play on
    assert duel.do("YS").legal() == {"RS", "stop", "call"}
    duel.do("call")
    assert duel.events()[-2:] == [("signature", 0, 10), ("damage", 1, 10)]


def test_cf_15_one_card_too_many_and_nothing_can_be_called() -> None:
    duel = won(BORIS, "BT YT YT BS YS", "BT").do("YT", "BS")
    assert duel.do("YT").legal() == {"stop"}  # not the Moxie card
    past = won(BORIS, "BT YT BS YS RS", "BT").do("YT", "BS", "YS", "RS")
    assert past.legal() == {"stop"}


def test_cf_15_a_prefix_cannot_be_called() -> None:
    assert won(BORIS, "BT YT BS RT", "BT").do("YT").legal() == {"RT", "BS", "stop"}


def test_the_loser_calls_nothing() -> None:
    duel = won(BORIS, "BT YT BS", "BT").do("stop", "", "")
    assert duel.asked == (0, "opener")  # the next round: Grace was never asked for a combo


@pytest.mark.parametrize("copies", [1, 2])
def test_a_signature_may_use_a_card_twice(copies: int) -> None:
    # Kiev Coal Train with Moxie plays Laser Flash twice.
    duel = won(BORIS, "BC BT RT " + "RT " * (copies - 1), "BC").do("BT", "RT")
    assert duel.legal() == ({"stop", "call"} if copies == 1 else {"RT", "stop", "call"})
    if copies == 2:
        duel.do("RT", "call")
        assert ("signature", 0, 10) in duel.events()
