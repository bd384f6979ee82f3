"""JSON Schemas: fresh beside the shipped data, named by every file, with words that help."""

import json

import pytest

from balance import rules
from balance.data.json_schema import schemas
from balance.runs.plan import models_of
from tests.games import RULESETS


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
    policy = json.loads(texts["policies.json"])["$defs"]["PolicyModel"]["properties"]
    assert policy["choose"]["required"] == ["opener", "combo", "payment", "discards", "offer"]
    assert "line" in policy["weights"]["propertyNames"]["enum"]
    assert "prefixItems" not in "".join(texts.values())
