"""The search for a best response: what candidates are, that the better one wins the race, and that it is repeatable."""

import random
import runpy
import shlex
from pathlib import Path

import pytest

import balance
from balance import rules
from balance.runs.duels import arena
from tests.games import data_of

ROOT = Path(__file__).parents[2]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "best-response"))
NAME = "combo-fighter"
FEATURES = SCRIPT["features_of"](rules.get(NAME))


def race_against(policy):
    return SCRIPT["Race"](arena(rules.get(NAME), data_of(NAME), sides=("boris", "grace")), policy, 1)


def test_candidates_begin_with_the_shipped_policies_and_repeat_with_the_seed():
    data = data_of(NAME)
    found = SCRIPT["candidates"](data, FEATURES, ("features", "modes"), 300, 7)
    shipped = [policy for policy in data.policies.values() if policy.search is None]
    assert found[: len(shipped)] == shipped
    assert len(found) == 300
    assert found == SCRIPT["candidates"](data, FEATURES, ("features", "modes"), 300, 7)
    assert found != SCRIPT["candidates"](data, FEATURES, ("features", "modes"), 300, 8)
    assert found[:50] == SCRIPT["candidates"](data, FEATURES, ("features", "modes"), 50, 7)


def test_every_feature_is_turned_over_dropped_and_invented():
    greedy = data_of(NAME).policies["greedy"]
    luck = random.Random(1)
    seen = {feature: set() for feature in FEATURES}
    for _ in range(600):
        changed = SCRIPT["candidate"](greedy, FEATURES, ("features",), luck)
        assert changed.choose == greedy.choose
        for feature in FEATURES:
            before, after = greedy.weights.get(feature, 0), changed.weights.get(feature, 0)
            seen[feature].add((after > 0) - (after < 0))
            assert before == 0 or abs(after) <= min(16 * abs(before), 10**9)
    assert all(signs == {-1, 0, 1} for signs in seen.values())


def test_modes_alone():
    greedy = data_of(NAME).policies["greedy"]
    luck = random.Random(2)
    changed = [SCRIPT["candidate"](greedy, FEATURES, ("modes",), luck) for _ in range(200)]
    assert all(model.weights == greedy.weights for model in changed)
    assert {model.choose["combo"] for model in changed} == {"best", "mixed", "random"}


def test_the_better_candidate_wins_the_race():
    data, said = data_of(NAME), []
    models = [data.policies["random"]] * 6 + [data.policies["greedy"]] + [data.policies["random"]] * 5
    best, score = race_against("random").winner(models, 4, 9, said.append)
    assert best == 6
    assert score > 0.65
    assert [line.split(":")[0] for line in said] == [
        "12 candidates, 4 games a pair of fighters",
        "4 candidates, 12 games a pair of fighters",
        "1 candidates, 36 games a pair of fighters",
    ]


def test_after_the_last_round_the_best_is_taken():
    data, said = data_of(NAME), []
    models = [data.policies["random"], data.policies["greedy"], data.policies["random"]]
    assert race_against("random").winner(models, 4, 1, said.append)[0] == 1
    assert len(said) == 1


def test_games_of_earlier_rounds_are_not_played_again():
    race = race_against("random")
    greedy = data_of(NAME).policies["greedy"]
    assert race.half_points(greedy, 0, 9) == race.half_points(greedy, 0, 3) + race.half_points(greedy, 3, 6)


@pytest.fixture
def found(tmp_path, capsys):
    def run(words):
        options = SCRIPT["parse"](shlex.split(f"{words} --store {tmp_path} --jobs 1"))
        assert SCRIPT["main"](options) == 0
        return capsys.readouterr().out

    return run


def test_what_it_prints_beats_random_and_can_be_read_again(found, tmp_path):
    words = "random --candidates 9 --final 10"
    out = found(words)
    assert found(words) == out
    policy, _, sentence = out.partition("\n\n")
    assert sentence.startswith("Candidate ")
    score = float(sentence.split("epoch 2: ")[1].split(" %")[0])
    assert score > 75
    text = "standard: against-random\nsecond: against-random\npolicies:\n" + policy + "\n"
    folder = tmp_path / "rulesets" / NAME
    source = ROOT / "rulesets" / NAME
    (folder / "fighters").mkdir(parents=True)
    for name in ("ruleset.yaml", "options.yaml", "fighters/boris.yaml"):
        (folder / name).write_text((source / name).read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "policies.yaml").write_text(text, encoding="utf-8")
    assert balance.load(NAME, rulesets=tmp_path / "rulesets").policies["against-random"].weights


@pytest.mark.parametrize(
    "words", ["random --kinds wishes", "random --candidates 0", "random --rounds 0", "random --final 0"]
)
def test_what_it_refuses(words, capsys):
    with pytest.raises(SystemExit, match="2"):
        SCRIPT["parse"](shlex.split(words))
    assert "expected" in capsys.readouterr().err
