"""The manifest: what it says is so, and the behaviour digest stands still unless rules, luck or policies move."""

import json
import shutil
from pathlib import Path

import pytest

from balance import rules
from balance.data.lower import hash_of
from balance.runs import manifest
from balance.runs.executor import run
from balance.runs.manifest import behaviour_digest, digest_parts, manifest_of
from balance.runs.plan import plan_matchups
from balance.runs.store import Store
from balance.vocab import Outcome
from tests.games import RULESETS, data_of

NAME = "combo-fighter"
DIGESTS = Path(__file__).parent / "digests.json"  # written by `python -m tests.runs.test_manifest`


def parts_by_label(name, blocks=manifest.DIGEST_BLOCKS):
    return {label: hash_of(outcomes) for label, outcomes in digest_parts(rules.get(name), blocks)}


@pytest.mark.parametrize("name", rules.names())
def test_the_behaviour_digest_stands_still(name):
    """When it moves on purpose, say so in the changelog: results before and after are not comparable."""
    expected = json.loads(DIGESTS.read_text())[name]
    assert parts_by_label(name) == expected["parts"]
    assert behaviour_digest(rules.get(name)) == expected["digest"]


@pytest.mark.parametrize("name", rules.names())
def test_the_digest_sees_every_option_set_and_every_outcome(name):
    parts = digest_parts(rules.get(name), 512)
    assert len({outcomes for _, outcomes in parts}) == len(parts)
    seen = set().union(*(set(outcomes) for _, outcomes in parts))
    possible = {outcome for outcome in Outcome if outcome}
    if name == "powercreep":  # somebody always wins
        possible = {Outcome.LOSS, Outcome.WIN}
    assert seen == {outcome.value for outcome in possible}


def test_the_digest_is_kept_and_found_again(tmp_path, monkeypatch):
    monkeypatch.setenv("BALANCE_CACHE", str(tmp_path))
    first = behaviour_digest(rules.get(NAME))
    kept = list(tmp_path.rglob("digest-*.json"))
    assert len(kept) == 1
    kept[0].write_text(json.dumps({"digest": "kept"}))
    assert behaviour_digest(rules.get(NAME)) == "kept"
    kept[0].write_text("damaged")
    assert behaviour_digest(rules.get(NAME)) == first


def test_another_roster_is_another_digest(tmp_path, monkeypatch):
    monkeypatch.setenv("BALANCE_CACHE", str(tmp_path / "cache"))
    shipped = manifest._package(rules.get(NAME))
    package = tmp_path / "balance" / "rules" / shipped.name
    shutil.copytree(shipped, package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(shipped.parents[1] / "data", tmp_path / "balance" / "data")
    monkeypatch.setattr(manifest, "_package", lambda ruleset: package)
    monkeypatch.setattr(manifest, "digest_parts", lambda ruleset: [("", (package / "roster.yaml").read_bytes())])
    first = behaviour_digest(rules.get(NAME))
    with (package / "roster.yaml").open("a") as roster:
        roster.write("# another\n")
    assert behaviour_digest(rules.get(NAME)) != first
    assert len(list(tmp_path.rglob("digest-*.json"))) == 2


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    data = data_of(NAME, ("hand_size=6",))
    plan = plan_matchups(
        rules.get(NAME), data, sides=("boris", "grace"), levels=(("greedy", 40), ("random", 10)), epoch=5
    )
    return manifest_of(run(plan, Store(tmp_path_factory.mktemp("store")), jobs=1), ["balance", "matchups", "a b"])


def test_the_script_of_a_search_is_told_with_it():
    data = data_of(NAME)
    told = manifest._policy(data, "search")
    assert set(told["search"]) == {"script", "rollouts"}
    assert told["script"] == manifest._policy(data, told["search"]["script"])
    assert not {"search", "script"} & set(told["script"])


def test_a_manifest_says_what_the_run_stands_on(made):
    assert made.ruleset == NAME
    assert made.scope == "two-player duel with power tokens"
    assert made.data_folder == str(RULESETS / NAME)
    assert made.data_found_by == "--rulesets"
    assert made.edits == ["hand_size=6"]
    assert made.options["hand_size"] == 6
    assert list(made.sides) == ["boris", "grace"]
    assert made.sides["boris"]["provenance"] == "fan-transcription"
    assert made.levels == ["greedy", "random"]
    assert made.blocks == {"greedy": 20, "random": 5}
    assert (made.epoch, made.luck_by, made.truncated) == (5, "seat", 0)
    assert made.games == 40 + 2 * 40 + 10 + 2 * 10
    assert made.command == "balance matchups 'a b'"
    assert set(made.versions) == {"balance", "numba", "numpy", "polars"}
    assert json.loads(json.dumps(made.to_json())) == made.to_json()


if __name__ == "__main__":
    found = {
        name: {"digest": behaviour_digest(rules.get(name)), "parts": parts_by_label(name)} for name in rules.names()
    }
    DIGESTS.write_text(json.dumps(found, indent=1) + "\n")
