"""JSON Schemas: fresh beside the shipped data, named by every file, with words that help."""

import json
import re

import pytest
from hypothesis import HealthCheck, given, settings

from balance import rules
from balance.data.dialect import check_effect
from balance.data.json_schema import schemas
from balance.data.words import all_words, read_effect
from balance.rules.combo_fighter.tokens import DIALECT, NAMES
from balance.runs.plan import models_of
from balance.vocab import Condition, Cost, Trigger, Verb
from tests.games import RULESETS, data_of
from tests.properties.strategies import ICONS, SIGNATURES, effects


@pytest.mark.parametrize("name", rules.names())
def test_the_written_schemas_are_fresh(name):
    folder = RULESETS / name / "schema"
    found = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.json")}
    assert found == schemas(models_of(rules.get(name))), f"balance schema {name} writes them anew"


@pytest.mark.parametrize("path", sorted(RULESETS.rglob("*.yaml")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_file_names_its_schema(path):
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("# yaml-language-server: $schema=")
    assert (path.parent / first.split("$schema=")[1]).resolve().is_file()


def test_a_designer_reads_what_a_field_means():
    texts = schemas(models_of(rules.get("combo-fighter")))
    card = json.loads(texts["fighters.json"])["$defs"]["Card"]
    for field in ("slot", "copies", "icon", "start", "star", "initiative", "opening", "combo", "box"):
        assert card["properties"][field]["description"]
    model = json.loads(texts["policies.json"])["$defs"]["PolicyModel"]
    policy = model["properties"]
    assert model["if"] == {"required": ["search"]}
    assert model["else"]["properties"]["choose"]["required"] == ["opener", "combo", "payment", "discards", "offer"]
    assert {decision for decision, modes in policy["choose"]["properties"].items() if "search" in modes["enum"]} == {
        "opener",
        "combo",
    }
    assert "line" in policy["weights"]["propertyNames"]["enum"]
    assert "prefixItems" not in "".join(texts.values())


def effect_line():
    texts = schemas(models_of(rules.get("combo-fighter")))
    return json.loads(texts["fighters.json"])["$defs"]["Face"]["properties"]["effects"]["items"]


def is_accepted(line):
    """Say whether the schema of an effect's line takes a table, by the few keywords that it uses."""
    schema = effect_line()
    assert set(schema) == {
        *["type", "minProperties", "maxProperties", "patternProperties", "additionalProperties"],
        *["description", "examples"],
    }
    [(when_pattern, what_schema)] = schema["patternProperties"].items()
    if not isinstance(line, dict) or len(line) != 1 or schema["additionalProperties"] is not False:
        return False
    return all(
        re.search(when_pattern, when) and isinstance(what, str) and re.search(what_schema["pattern"], what)
        for when, what in line.items()
    )


def test_the_schema_takes_every_shipped_effect_and_its_own_examples():
    for fighter in data_of("combo-fighter").sides.values():
        for _, face in fighter.power.faces() if fighter.power else []:
            assert all(is_accepted(line) for line in face.effects)
    examples = effect_line()["examples"]
    assert len(examples) >= 4
    for example in examples:
        assert is_accepted(example)
        [(when, what)] = example.items()
        effect = read_effect(when, what)
        assert str(effect) == f"{when}: {what}"
        assert list(check_effect(effect, DIALECT, [*NAMES, *ICONS], SIGNATURES)) == []


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(effects(ICONS, True))
def test_the_schema_takes_every_effect_that_may_act(effect):
    assert is_accepted({effect.when: effect.what})


@pytest.mark.parametrize(
    "line",
    [
        *["flip", ["won", "flip"], {}, {"won": "flip", "lost": "flip"}, {"won": 5}, {"won": None}],
        *[{"wno": "flip"}, {"end": "flip"}, {"woning": "flip"}, {"won": "flp"}, {"won": ""}, {"won": "flips"}],
    ],
    ids=str,
)
def test_an_editor_marks_what_is_no_effect(line):
    assert not is_accepted(line)


def test_every_field_of_a_fighter_and_its_token_is_described():
    texts = schemas(models_of(rules.get("combo-fighter")))
    schema = json.loads(texts["fighters.json"])
    for model in (schema, *schema["$defs"].values()):
        for name, field in model.get("properties", {}).items():
            assert len(field["description"]) > 5, name
    line = effect_line()
    assert all(word in line["description"] for enum in (Trigger, Condition) for word in all_words(enum))
    [what] = line["patternProperties"].values()
    assert all(word in what["description"] for enum in (Verb, Cost) for word in all_words(enum))
