"""Hashes by which results know what they stand on, and what of a file does and does not matter to the kernels."""

from random import Random

import numpy as np
import pytest

from balance import rules
from balance.core.policies import POLICY
from balance.core.protocol import records
from balance.data.lower import hash_of, lower_policy, matchup_id, model_hash, record_hash
from balance.data.schema import PolicyModel
from balance.rules.combo_fighter.policies import Feature
from balance.rules.combo_fighter.state import SHEET, Decision
from balance.vocab import Mode

RULESET = rules.get("combo-fighter")
ANN = "fighters/ann.yaml"


def sheet_of(data, stem="ann"):
    return RULESET.lower_side(data.options, data.sides[stem])[0]


def hash_of_sheet(data, stem="ann"):
    return record_hash(sheet_of(data, stem), RULESET.hidden)


# ---------------------------------------------------------------- hashes


def test_frozen_hashes():
    """Stored results and committed baselines are named by these."""
    assert hash_of() == "e4a6a0577479b2b4"
    assert hash_of("a", 1, b"\0") == hash_of("a", "1", "\0")
    assert matchup_id("boris", "grace") == int(hash_of("matchup", "boris", "grace"), 16)


def test_parts_do_not_run_into_each_other():
    parts = [("ab", "c"), ("a", "bc"), ("abc",), ("abc", ""), ("", "abc"), ("a", "b", "c"), ("c", "ab")]
    assert len({hash_of(*words) for words in parts}) == len(parts)


def test_matchup_is_the_same_from_both_sides():
    assert matchup_id("a", "b") == matchup_id("b", "a")
    assert len({matchup_id(a, b) for a in "abcdef" for b in "abcdef"}) == 21
    assert all(0 <= matchup_id(a, "x") < 2**64 for a in "abcdef")


PADDED = np.dtype([("flag", np.int8), ("number", np.int64), ("many", np.int16, (3,))], align=True)


def test_record_hash_ignores_padding_and_derived_fields():
    assert PADDED.itemsize > 1 + 8 + 6
    clean, dirty = np.zeros(1, PADDED), np.zeros(1, PADDED)
    dirty.view(np.uint8)[:] = 255
    for name in PADDED.names:
        dirty[name] = 0
    assert clean.tobytes() != dirty.tobytes()
    assert record_hash(clean[0]) == record_hash(dirty[0])
    dirty["number"] = 1
    assert record_hash(clean[0]) != record_hash(dirty[0])
    assert record_hash(clean[0], ("number",)) == record_hash(dirty[0], ("number",))
    assert record_hash(clean[0], ("number",)) != record_hash(clean[0])


def test_record_hash_ignores_padding_of_records_within_records():
    nested = np.dtype([("inner", PADDED, (2,)), ("number", np.int64)], align=True)
    clean, dirty = np.zeros(1, nested), np.zeros(1, nested)
    dirty.view(np.uint8)[:] = 255
    dirty["number"] = 0
    for name in PADDED.names:
        dirty["inner"][name] = 0
    assert clean.tobytes() != dirty.tobytes()
    assert record_hash(clean[0]) == record_hash(dirty[0])
    dirty["inner"][0, 1]["number"] = 1
    assert record_hash(clean[0]) != record_hash(dirty[0])


def test_record_hash_tells_fields_apart():
    a, b = np.zeros(1, PADDED), np.zeros(1, PADDED)
    a["many"][0, 0], b["many"][0, 1] = 1, 1
    assert record_hash(a[0]) != record_hash(b[0])
    renamed = np.zeros(1, np.dtype([("flag", np.int8), ("numbers", np.int64), ("many", np.int16, (3,))], align=True))
    assert record_hash(renamed[0]) != record_hash(np.zeros(1, PADDED)[0])


def test_model_hash_is_of_the_values():
    a = PolicyModel(title="", choose={"opener": "best", "combo": "best"}, weights={"line": 1, "dig": 2})
    b = PolicyModel(title="", choose={"combo": "best", "opener": "best"}, weights={"dig": 2, "line": 1})
    assert model_hash(a) == model_hash(b)
    assert model_hash(a) != model_hash(a.model_copy(update={"noise": 1}))


# ---------------------------------------------------------------- what of a fighter file matters


def test_order_of_cards_does_not_matter(shop):
    lines = (shop.folder / ANN).read_text(encoding="utf-8").splitlines(keepends=True)
    before = hash_of_sheet(shop.load())
    for seed in range(5):
        cards = Random(seed).sample(lines[3:8], 5)
        shop.write(ANN, "".join([*lines[:3], *cards, *lines[8:]]))
        assert hash_of_sheet(shop.load()) == before


def test_order_of_a_box_and_of_fields_does_not_matter(shop):
    before = hash_of_sheet(shop.load())
    shop.edit(ANN, "box: [RT, BT, BS]", "box: [BS, RT, BT]")
    shop.edit(ANN, "slot: 1, name: Red Hook", "name: Red Hook, slot: 1")
    assert hash_of_sheet(shop.load()) == before


@pytest.mark.parametrize(
    "edit",
    [
        "fighters.ann.name=Eve",
        "fighters.ann.style=wild",
        "fighters.ann.provenance=rulebook",
        "fighters.ann.source=heard of",
        "fighters.ann.cards.guard.name=Shield",
        "fighters.ann.cards.guard.doubtful=[star]",
        "fighters.ann.cards.guard.note=who knows",
        "fighters.ann.signatures.one-two.name=Two One",
        "fighters.ann.cards.guard.star=true",
    ],
)
def test_words_do_not_matter(shop, edit):
    """And neither does an edit that says what the file says already."""
    assert hash_of_sheet(shop.load([edit])) == hash_of_sheet(shop.load())


@pytest.mark.parametrize(
    "edits",
    [
        ["fighters.ann.cards.guard.opening=2"],
        ["fighters.ann.cards.guard.combo=2"],
        ["fighters.ann.cards.guard.star=false"],
        ["fighters.ann.cards.red-hook.initiative=6"],
        ["fighters.ann.cards.guard.box=[RT, YT, BS]"],
        ["fighters.ann.cards.guard.slot=6"],
        ["fighters.ann.cards.guard.copies=9", "fighters.ann.cards.throw.copies=11"],
        ["fighters.ann.signatures.one-two.damage=8"],
        ["fighters.ann.signatures.one-two.moxie.damage=11"],
        ["fighters.ann.signatures.one-two.moxie=null"],
        ["signatures=false"],
        ["moxie=false"],
    ],
    ids=str,
)
def test_numbers_matter(shop, edits):
    assert hash_of_sheet(shop.load(edits)) != hash_of_sheet(shop.load())
    assert hash_of_sheet(shop.load(edits), "bob") == hash_of_sheet(shop.load(), "bob") or "moxie" in edits[0]


def test_derived_tables_are_not_in_the_hash(shop):
    """A larger hand makes longer tables of lines, of the same sheet."""
    small, large = shop.load(), shop.load(["hand_size=7"])
    assert (sheet_of(small)["tail"] != sheet_of(large)["tail"]).any()
    assert hash_of_sheet(small) == hash_of_sheet(large)
    assert set(RULESET.hidden) < set(SHEET.names)


def test_values_in_the_sheet(shop):
    sheet = sheet_of(shop.load())
    assert sheet["kinds_n"] == 5
    assert sheet["start"] == 0x11111
    assert sheet["rest"] == 0x99999
    assert sheet["colour"][:5].tolist() == [1, 1, 2, 2, 3]
    assert sheet["star"][:5].tolist() == [0, 0, 1, 0, 0]
    assert sheet["initiative"][:5].tolist() == [5, 2, 0, 0, 0]
    assert sheet["opening"][:5].tolist() == [3, 5, 1, 0, 2]
    assert sheet["combo"][:5].tolist() == [2, 0, 1, 3, 4]
    assert sheet["box"][:5].tolist() == [0b10100, 0b00001, 0b10001, 0, 0b01101]
    assert sheet["versions_n"] == 3
    assert sheet["length"][:3].tolist() == [3, 4, 2]
    assert sheet["damage"][:3].tolist() == [7, 10, 6]
    assert sheet["signature"][:3].tolist() == [0, 0, 1]
    assert sheet["is_moxie"][:3].tolist() == [0, 1, 0]
    assert sheet["sequence"][:3].tolist() == [[0, 2, 4, -1, -1], [0, 2, 4, 3, -1], [1, 0, -1, -1, -1]]


# ---------------------------------------------------------------- policies


def test_lowered_policy(shop):
    data = shop.load()
    lowered = lower_policy(data.policies["clever"], POLICY, RULESET.decisions, RULESET.features)
    assert (lowered.shape, lowered.dtype) == ((1,), POLICY)
    modes, weights = lowered[0]["mode"], lowered[0]["weight"]
    assert modes[Decision.OPENER] == Mode.MIXED
    assert {int(modes[decision]) for decision in (Decision.COMBO, Decision.PAYMENT, Decision.DISCARDS)} == {Mode.BEST}
    assert (weights[Feature.LINE], weights[Feature.SPENT], np.count_nonzero(weights)) == (16, -1, 2)
    assert lowered[0]["noise"] == 0


def test_title_of_a_policy_does_not_matter_but_its_weights_do():
    def named(**fields):
        model = PolicyModel(**({"title": "", "choose": dict.fromkeys(("opener", "combo"), "best")} | fields))
        both = records(1, POLICY)
        both[0] = lower_policy(model, POLICY, RULESET.decisions, RULESET.features)[0]
        return record_hash(both[0])

    assert named() == named(title="other") == named(weights={"line": 0})
    assert len({named(), named(noise=1), named(weights={"line": 1}), named(weights={"spent": 1})}) == 4
    assert named() != named(choose={"opener": "best", "combo": "random"})
