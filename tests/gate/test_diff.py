"""`balance diff` from end to end, on a few hundred games of a small ruleset."""

import csv
import json

import numpy as np
import pytest

from balance import rules
from balance.frames.diff import diff, field_moves, realised_gain
from balance.gate.sources import load_head
from balance.runs.paired import plan_direct, plan_pairs, play_pairs
from balance.runs.store import Store

RULESET = rules.get("combo-fighter")
FEW = ("--games", "400")
BUFF = ("fighters/boris.yaml", "opening: 7, combo: 3", "opening: 9, combo: 6")


def outputs(repository, name):
    return (repository.folder / "reports" / "out" / "combo-fighter" / name).read_text(encoding="utf-8")


def test_an_edit_against_the_merge_base(repository):
    line = repository.edit(*BUFF)
    code, out, err = repository.balance("diff", "combo-fighter", *FEW)
    assert (code, err) == (0, "")
    boris = "rulesets/combo-fighter/fighters/boris.yaml"
    assert f"{boris}:{line}:93: Boris Wolfram / Thunder Clap: opening 7 -> 9 (the 2 matchups of boris)" in out
    assert "boris:grace" in out
    assert "grace:renee" not in out
    assert "2 cells of 6 are untouched: equal card, option and policy hashes under behaviour" in out
    assert "The direct effect" in " ".join(out.split())
    assert "Common luck took" in out
    plain = json.loads(outputs(repository, "diff.json"))
    assert (plain["schema"], plain["kind"], plain["untouched"], plain["effect"]) == (1, "diff", 2, "total")
    assert [(edit["line"], edit["kind"]) for edit in plain["edits"]] == [(line, "opening"), (line, "combo")]
    rows = list(csv.DictReader(outputs(repository, "diff.csv").splitlines()))
    assert [row["policy"] for row in rows] == ["greedy"] * 2 + ["aggressive"] * 2
    assert [row["blocks"] for row in rows] == ["200"] * 2 + ["50"] * 2
    assert {(row["a"], row["b"]) for row in rows} == {("boris", "grace"), ("boris", "renee")}
    assert outputs(repository, "diff.md").startswith("<!-- balance:diff:combo-fighter -->\n")
    assert "Thunder Clap: opening 7 -&gt; 9" in outputs(repository, "diff.html")
    again = repository.balance("diff", "combo-fighter", *FEW)[1]
    assert "0 played, 2,000 from the store" in again
    assert again.splitlines()[:-1] == out.splitlines()[:-1]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("name: Boris Wolfram", "name: Boris"),
        ("name: Boris Wolfram", "# a comment\nname: Boris Wolfram"),
        ("name: Drill and Blast", "name: Drill"),
    ],
)
def test_a_harmless_edit_plays_nothing(repository, old, new):
    repository.edit("fighters/boris.yaml", old, new)
    code, out, err = repository.balance("diff", "combo-fighter", *FEW)
    assert (code, err) == (0, "")
    assert ("No edits" in out) == new.startswith("#")
    assert ("(no game)" in out) != new.startswith("#")
    assert "Under greedy no matchup is touched: all 3 are the same games." in out
    assert "6 cells of 6 are untouched" in out
    assert "\n0 games in" in out
    assert "Winner changed" not in out  # nor a table without rows
    assert "the largest differences first" not in outputs(repository, "diff.html")


def test_a_rule_touches_every_matchup_and_a_policy_its_level(bare):
    code, out, _ = bare.balance("diff", "combo-fighter", "--set", "hand_size=6", *FEW)
    assert code == 0
    assert "--set hand_size=6: option: hand_size 5 -> 6 (every matchup)" in out
    assert "3 touched matchups" in out
    code, out, _ = bare.balance("diff", "combo-fighter", "--set", "policies.greedy.weights.junk=-1", *FEW)
    assert code == 0
    assert "(every matchup under greedy)" in out
    assert "Under aggressive no matchup is touched" in out


def test_head_and_base_folders_swapped_turn_the_sign(bare):
    import shutil

    shutil.copytree(bare.folder / "rulesets", bare.folder / "before")
    bare.edit(*BUFF)
    there = bare.balance("diff", "combo-fighter", "--base", "before", "--json", *FEW)
    back = bare.balance("diff", "combo-fighter", "--base", "rulesets", "--head", "before", "--json", *FEW)
    assert (there[0], back[0]) == (0, 0)
    moves = [
        {(r["policy"], r["a"], r["b"]): r["difference"] for r in json.loads(out)["rows"]} for _, out, _ in (there, back)
    ]
    assert moves[0] == {key: -value for key, value in moves[1].items()}
    assert any(moves[0].values())


def test_an_edited_fighter_comes_first(repository):
    """Renee is second by name, so her matchup with Boris is turned for the reader; the table keeps its order."""
    repository.edit("fighters/renee.yaml", "opening: 4, combo: 3", "opening: 40, combo: 3")
    code, _, _ = repository.balance("diff", "combo-fighter", *FEW, "--policy", "greedy")
    assert code == 0
    row = next(line for line in outputs(repository, "diff.md").splitlines() if line.startswith("| renee:boris |"))
    base, head, difference, interval = (cell.strip().removesuffix(" %") for cell in row.split("|")[2:6])
    low, high = interval.split(" to ")
    assert float(low) < float(difference) < float(high)
    assert 0 < float(difference) == pytest.approx(float(head) - float(base), abs=0.15)
    kept = next(row for row in csv.DictReader(outputs(repository, "diff.csv").splitlines()) if row["a"] == "boris")
    assert float(kept["difference"]) / 10 == pytest.approx(-float(difference), abs=0.051)
    assert float(kept["hi"]) / 10 == pytest.approx(-float(low), abs=0.051)


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--base", "nowhere"], 2, "--base nowhere: no such file or folder, and no commit: not a git repository"),
        ([], 5, "no base: not a git repository"),
        (["--head", "nowhere"], 2, "--head nowhere: no such folder"),
        (["--set", "hand_size=66"], 4, "--set hand_size=66: 66 is wrong"),
        (["--set", "hand_size=6", "--policy", "nobody"], 2, "no policy 'nobody'"),
        (["--set", "hand_size=6", "--fighters", "boriz"], 2, "no fighter 'boriz'"),
        (["--set", "hand_size=6", "--fighters", "boris"], 2, "boris alone: a mirror has no score to compare"),
        (
            ["--set", "hand_size=6", "--policy", "second", "--policy", "second"],
            2,
            "--policy second --policy second: exp",
        ),
    ],
)
def test_refused(bare, words, code, message):
    found, out, err = bare.balance("diff", "combo-fighter", *words)
    assert (found, out) == (code, "")
    assert err.startswith(message)


def test_the_table_is_what_the_outcomes_say(bare, tmp_path):
    """Every number of a row again, from the bytes by hand."""
    base = load_head(RULESET, None)
    head = load_head(RULESET, None, edits=["fighters.boris.cards.thunder-clap.opening=12"])
    plan = plan_pairs(RULESET, base, head, levels=[("standard", 600)])
    assert plan.edited == ("boris",)
    assert [(pair.head.a, pair.head.b) for pair in plan.touched] == [("boris", "grace"), ("boris", "renee")]
    result = play_pairs(plan, plan.touched, Store(tmp_path / "store"), jobs=2)
    points = np.array([0, 0, 0.5, 1, 0.5])
    differences = {}
    for pair, row in zip(result.pairs, sorted(diff(result).to_dicts(), key=lambda row: row["b"]), strict=True):
        a, b = points[pair.base.outcomes], points[pair.head.outcomes]
        differences[row["b"]] = (b - a).mean()
        assert row["difference"] == pytest.approx(1000 * (b - a).mean(), abs=0.051)
        assert row["base_per_mille"] == pytest.approx(1000 * a.mean(), abs=0.051)
        assert row["winner_changed"] == pytest.approx(
            1000 * (pair.base.outcomes != pair.head.outcomes).mean(), abs=0.051
        )
        gain = (a.mean(axis=1).var() + b.mean(axis=1).var()) / (b - a).mean(axis=1).var()
        assert row["gain"] == pytest.approx(gain, abs=0.006)
        first = pair.moved_games[0]
        assert pair.base.outcomes[tuple(first)] != pair.head.outcomes[tuple(first)]
        assert (pair.base.outcomes[: first[0]] == pair.head.outcomes[: first[0]]).all()
    (move,) = field_moves(result)
    assert (move.side, move.opponents) == ("boris", 2)
    assert move.difference.estimate == pytest.approx(sum(differences.values()) / 2)
    assert realised_gain(result.pairs) > 1


NUMBER = "fighters.boris.cards.thunder-clap.opening=12"


def direct_of(*edits, games=400, store):
    base, head = load_head(RULESET, None), load_head(RULESET, None, edits=list(edits))
    plan = plan_pairs(RULESET, base, head, levels=[("standard", games)])
    direct = plan_direct(plan)
    both = [play_pairs(one, one.touched, store, jobs=2) for one in (plan, direct)]
    return plan, direct, *both


def test_the_direct_effect_has_the_new_cards_and_the_old_choices(bare, tmp_path):
    store = Store(tmp_path / "store")
    plan, direct, total, apart = direct_of(NUMBER, store=store)
    assert [pair.base for pair in direct.pairs] == [pair.base for pair in plan.touched]
    assert {pair.head.key for pair in direct.pairs}.isdisjoint(pair.head.key for pair in plan.touched)
    assert apart.games_stored == 2 * 400  # the base
    for one, other in zip(total.pairs, apart.pairs, strict=True):
        assert (one.base.outcomes == other.base.outcomes).all()
        assert (one.head.outcomes != other.head.outcomes).any()
    points = np.array([0, 0, 0.5, 1, 0.5])
    rows = sorted(diff(total, apart).to_dicts(), key=lambda row: row["b"])
    for row, pair in zip(rows, apart.pairs, strict=True):
        move = (points[pair.head.outcomes] - points[pair.base.outcomes]).mean()
        assert row["direct"] == pytest.approx(1000 * move, abs=0.051)
        assert row["direct_lo"] < row["direct"] < row["direct_hi"]
    assert diff(total)["direct"].to_list() == [None, None]


def test_who_believes_the_base_begins_as_in_the_base(bare, tmp_path):
    """With a policy that reads no card, direct and total are the same games: only choices tell them apart."""
    base = load_head(RULESET, None)
    head = load_head(RULESET, None, edits=[NUMBER])
    plan = plan_pairs(RULESET, base, head, levels=[("random", 200)])
    total, apart = (
        play_pairs(one, one.touched, Store(tmp_path / "store"), jobs=2) for one in (plan, plan_direct(plan))
    )
    for one, other in zip(total.pairs, apart.pairs, strict=True):
        assert (one.head.outcomes == other.head.outcomes).all()
        assert (one.base.outcomes != one.head.outcomes).any()


@pytest.mark.parametrize(
    ("edits", "message"),
    [
        (["hand_size=6"], "--direct: the rules changed"),
        (["policies.greedy.weights.junk=-1"], "--direct: a policy changed"),
        (
            ["fighters.boris.cards.circle.copies=6", "fighters.boris.cards.rush.copies=7"],
            "--direct: more changed in boris",
        ),
        (
            ["fighters.boris.cards.circle.box=[RT, RS, BS, BC]"],
            "printed numbers (star, initiative, opening, combo, damage)",
        ),
        (["fighters.boris.power.b.effects=[{dealing: total +3}]"], "--direct: more changed in boris"),
    ],
)
def test_nobody_overlooks_more_than_a_number(bare, edits, message):
    words = [word for edit in edits for word in ("--set", edit)]
    code, out, err = bare.balance("diff", "combo-fighter", "--direct", *words, *FEW)
    assert (code, out) == (2, "")
    assert message in err


def test_the_direct_effect_is_told_beside_the_total_one(bare):
    code, out, _ = bare.balance("diff", "combo-fighter", "--direct", "--set", NUMBER, "--policy", "greedy", *FEW)
    assert code == 0
    assert "Direct" in out
    assert "By the cards alone, nobody playing otherwise: Boris Wolfram moved by +" in out
    assert "still weigh every action by the cards of the base" in out
    plain = json.loads(outputs(bare, "diff.json"))
    assert plain["has_direct"]
    assert plain["command"].endswith(" --direct")
    assert all(row["direct_lo"] < row["direct"] < row["direct_hi"] for row in plain["rows"])
    row = next(line for line in outputs(bare, "diff.md").splitlines() if line.startswith("| boris:grace |"))
    assert row.split(" | ")[-1].startswith("+")
    assert "<th" in outputs(bare, "diff.html")
    alone = bare.balance("diff", "combo-fighter", "--set", NUMBER, "--policy", "greedy", *FEW)[1]
    assert "nobody playing otherwise" not in alone
    assert "(--direct)" in alone
