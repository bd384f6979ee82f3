"""The gate on real edits: what is drawn, when a true move is told, and what counts as right."""

import json
import re
import sys
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from balance import rules
from balance.data.differences import edits_between
from balance.stats.gate import Result
from balance.stats.pairs import tally_pair
from balance.vocab import Outcome
from tests.games import RULESETS, data_of

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))

from real_edits import bench, command, draws, truth
from real_edits.truth import Other, Size, is_right, told

NAME = "combo-fighter"
FIGHTERS = data_of(NAME).sides
FIELDS = {
    "opening": "opening", "combo damage": "combo", "initiative": "initiative", "star": "star",
    "copies moved": "copies", "box": "box", "signature": "signatures", "token": "power",
}  # fmt: skip


# ------------------------------------------------------------------ draws


def test_the_same_seed_draws_the_same_edits_and_none_twice():
    drawn = list(islice(draws.draws(FIGHTERS, 3), 300))
    assert drawn == list(islice(draws.draws(FIGHTERS, 3), 300))
    assert drawn != list(islice(draws.draws(FIGHTERS, 4), 300))
    assert len({tuple(draw.edits) for draw in drawn}) == 300


def test_draws_go_over_all_kinds_and_fighters_and_end():
    everything = list(draws.draws(FIGHTERS, 1))
    listed = [draws.edits_of(stem, fighter) for stem, fighter in FIGHTERS.items()]
    assert len(everything) == sum(len(places) for kinds in listed for places in kinds.values())
    first = everything[:400]
    assert {draw.kind for draw in first} == set(draws.KINDS)
    assert {draw.edits[0].split(".")[1] for draw in first} == set(FIGHTERS)
    counts = [sum(draw.kind == kind for draw in everything[:160]) for kind in draws.KINDS]
    assert min(counts) >= 8  # of 20 expected each


def test_every_edit_is_of_its_kind_and_of_one_fighter():
    base, refused = data_of(NAME), 0
    for draw in islice(draws.draws(FIGHTERS, 5), 32):
        head = bench.loaded(RULESETS, draw.edits)
        if head is None:
            refused += 1
            continue
        found = edits_between(base, head)
        assert {edit.kind for edit in found} == {FIELDS[draw.kind]}, draw
        assert len({edit.document for edit in found}) == 1
        assert len(found) == len(draw.edits) == (2 if draw.kind == "copies moved" else 1)
    assert refused < 10


def test_what_one_place_of_a_fighter_can_be():
    places = draws.edits_of("boris", FIGHTERS["boris"])
    root = "fighters.boris"
    assert [[f"{root}.cards.headbutt.opening={n}"] for n in (2, 3, 5, 6)] == [
        edits for edits in places["opening"] if "headbutt" in edits[0]
    ]
    assert [f"{root}.cards.circle.opening=-1"] not in places["opening"]
    assert [f"{root}.cards.circle.copies=6", f"{root}.cards.rush.copies=7"] in places["copies moved"]
    assert [f"{root}.cards.rush.star=false"] in places["star"]
    assert [f"{root}.cards.circle.star=true"] in places["star"]
    assert not any("headbutt" in edits[0] for edits in places["star"])  # red
    assert [f"{root}.cards.circle.box=[RT, RS]"] in places["box"]
    assert [f"{root}.cards.circle.box=[RT, RS, BS, BC]"] in places["box"]
    assert [f"{root}.signatures.drill-and-blast.moxie.damage=12"] in places["signature"]
    assert [f'{root}.power.b.effects=[{{"dealing": "total +3"}}]'] in places["token"]


def test_names_in_a_token_are_no_numbers():
    lines = [{'calling "Route 66"': "counter +1 up to 3"}, {"lost": "flip"}]
    moved = list(draws._other_words(lines))
    assert [line for line, _ in moved] == [
        {'calling "Route 66"': f"counter +{a} up to {b}"} for a, b in ((0, 3), (2, 3), (1, 2), (1, 4))
    ]
    assert all(rest == {"lost": "flip"} for _, rest in moved)


# ------------------------------------------------------------------ truth


def tally_of(move: float, blocks: int, moved: float = 0.1):
    """Return a tally of which a share of the blocks moved by a win, gains and losses as the mean move asks for."""
    n = round(moved * blocks)
    gains = round(n / 2 + move * blocks)  # a win more in one of two games is half a point of a block's score
    base = np.full((blocks, 2), Outcome.LOSS, np.uint8)
    head = base.copy()
    head[:gains, 0] = Outcome.WIN
    base[gains:n, 0] = Outcome.WIN
    found = tally_pair(base, head)
    assert found.head.score - found.base.score == pytest.approx(move, abs=1 / blocks)
    return found


def test_the_size_of_a_move_is_told_by_its_interval():
    few, many = 2048, 65_536
    assert told({"a:b": tally_of(0.0, many), "a:c": tally_of(0.002, many)}) == (Size.SMALL, [])
    assert told({"a:b": tally_of(0.0, many), "a:c": tally_of(0.035, many)}) == (Size.LARGE, [])
    assert told({"a:b": tally_of(0.0, many), "a:c": tally_of(-0.035, many)}) == (Size.LARGE, [])
    assert told({"a:b": tally_of(0.0, many), "a:c": tally_of(-0.012, many)}) == (Size.BETWEEN, [])
    assert told({"a:b": tally_of(0.0, few), "a:c": tally_of(0.002, few)}) == (Size.UNTOLD, ["a:b", "a:c"])
    assert told({"a:b": tally_of(0.0, many), "a:c": tally_of(0.0049, many)}) == (Size.UNTOLD, ["a:c"])
    assert told({"a:b": tally_of(0.0, few), "a:c": tally_of(0.026, few)}) == (Size.UNTOLD, ["a:c"])
    assert told({"a:b": tally_of(0.0, many), "a:c": tally_of(0.0251, many)})[0] is Size.UNTOLD


def test_one_large_move_among_many_is_held_to_a_stricter_level():
    least = next(n / 10_000 for n in range(250, 400) if told({"a:b": tally_of(n / 10_000, 20_000)})[0] is Size.LARGE)
    rest = {f"a:{i}": tally_of(0.0, 20_000) for i in range(8)}
    assert told({**rest, "a:b": tally_of(least, 20_000)})[0] is Size.UNTOLD


def test_a_small_move_is_held_to_the_same_level_whatever_else_was_played():
    most = max(n / 10_000 for n in range(50) if told({"a:b": tally_of(n / 10_000, 60_000)})[0] is Size.SMALL)
    assert most > 0.001
    assert told({f"a:{i}": tally_of(most, 60_000) for i in range(9)})[0] is Size.SMALL


@pytest.mark.parametrize(
    ("size", "others", "right"),
    [
        (Size.LARGE, (0.2,), [Result.FAIL]),
        (Size.SMALL, (0.2, 0.9), [Result.PASS]),
        (Size.SMALL, (0.2, 1.5), [Result.PASS, Result.FAIL]),
        (Size.SMALL, (2.5, 0.0), [Result.FAIL]),
        (Size.LARGE, (2.5,), [Result.FAIL]),
    ],
)
def test_what_is_right(size, others, right):
    found = [Other("draws", move, 2.0) for move in others]
    assert [verdict for verdict in Result if is_right(size, found, verdict)] == right


# ------------------------------------------------------------------ from end to end


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """Return a folder of rulesets with three fighters, a fast policy and a small budget."""
    from tests.gate.conftest import small_ruleset

    folder = tmp_path_factory.mktemp("edits")
    small_ruleset(folder / NAME, "boris", "grace", "renee")
    (folder / NAME / "gate.yaml").write_text("blocks: 1500\nsecond_blocks: 64\n", encoding="utf-8")
    return folder


def run(monkeypatch, capsys, small, folder, words):
    """Return exit code, table and progress of the command, with short runs."""
    monkeypatch.setattr(command, "RULESETS", small)
    monkeypatch.setattr(truth, "SIZES", (256, 512))
    monkeypatch.setattr(bench, "SIZES", (256, 512))
    code = command.main([*words, "--folder", str(folder), "--jobs", "2"])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_edits_are_kept_and_gone_on_with(monkeypatch, capsys, small, tmp_path):
    code, out, err = run(monkeypatch, capsys, small, tmp_path, ["--edits", "2"])
    assert code == 0
    rows = [line for line in out.splitlines() if line.startswith("|")]
    assert rows[-1].split(" | ")[1] == "2"
    assert {row.count("|") for row in rows} == {13}
    assert re.search(r"^\d+ draws; drawn anew: \d+ in between, ", out, re.M)
    kept = sorted(tmp_path.glob("7-*.json"))
    assert len(kept) == len(err.splitlines())
    judged = [found for found in (json.loads(path.read_bytes()) for path in kept) if "gate" in found]
    assert len(judged) == 2
    for found in judged:
        assert found["truth"]["size"] in ("small", "large")
        assert set(found["truth"]["moves"]) == set(found["truth"]["blocks"])
        assert len(found["truth"]["moves"]) == 2
        assert found["gate"]["seconds_of"]["base"] == 0  # the store had it
        assert 0 < sum(found["gate"]["seconds_of"].values()) <= found["gate"]["seconds"]
    stamps = [path.stat().st_mtime_ns for path in kept]

    assert run(monkeypatch, capsys, small, tmp_path, ["--edits", "2"])[:2] == (0, out)
    assert [path.stat().st_mtime_ns for path in kept] == stamps
    assert run(monkeypatch, capsys, small, tmp_path, ["--show"])[:2] == (0, out)
    assert not [path for path in tmp_path.iterdir() if path.is_dir() and path.name != "store"]

    run(monkeypatch, capsys, small, tmp_path, ["--edits", "2", "--again", "1"])
    changed = [path for path, stamp in zip(kept, stamps, strict=True) if path.stat().st_mtime_ns != stamp]
    assert len(changed) == 1
    again = json.loads(changed[0].read_bytes())
    times = {"seconds": 0, "processor": 0, "seconds_of": 0}
    assert {**again["gate"], **times} == {**judged[0]["gate"], **times}

    (small / NAME / "gate.yaml").write_text("blocks: 1400\nsecond_blocks: 64\n", encoding="utf-8")
    assert run(monkeypatch, capsys, small, tmp_path, ["--show"])[0] == 5  # judged by other margins


def test_the_gate_is_that_of_the_command(small, tmp_path):
    from balance.gate import check as gates
    from balance.gate.base import Base
    from balance.runs.store import Store

    own = bench.Bench(small, tmp_path, 5, 2)
    head = own.head(["fighters.boris.cards.headbutt.opening=6"])
    found = own.judge(head)
    base = Base(own.base, "base")
    whole = gates.check(
        rules.get(NAME), head, base, None, own.gate, [], gates.Request(), Store(tmp_path / "other"), jobs=2
    )
    judged = whole.judged.of_level(0)
    assert found["verdict"] == whole.result.name
    assert found["failed"] == [c.text for c, j in judged.items() if j.verdict.result() is Result.FAIL]
    assert found["open"] == [c.text for c, j in judged.items() if j.verdict.result() is Result.INCONCLUSIVE]


@pytest.mark.parametrize("words", [["--edits", "0"], ["--jobs", "-1"], ["--again", "-1"], ["--epoch", "-3"]])
def test_what_it_refuses(words, capsys):
    with pytest.raises(SystemExit, match="2"):
        command.parse(words)
    assert capsys.readouterr().err


def test_the_truth_needs_luck_of_its_own(capsys, tmp_path):
    assert command.main(["--epoch", "1", "--folder", str(tmp_path)]) == 2
    assert "that of the gate" in capsys.readouterr().err


def test_shares_of_ordered_values():
    assert [command.at([1, 2, 3, 4], share) for share in (0.5, 0.75, 0.76, 0.95, 1.0)] == [2, 3, 4, 4, 4]
    assert command.at([7], 0.5) == 7
