"""JSON Schema of every kind of data file, for editors (yaml-language-server and the like)."""

from __future__ import annotations

import json
from typing import Any

from balance.data.gate_files import ChangeFile, GateFile
from balance.data.load import MODES, SEARCH, Models
from balance.data.schema import PoliciesFile, RulesetFile, VariantFile


def schemas(models: Models) -> dict[str, str]:
    """Return the text of each schema by file name: the side files', options, policies and so on."""
    found = {f"{models.sides}.json": models.side.model_json_schema()} if models.sides else {}
    found |= {
        "options.json": models.options.model_json_schema(),
        "policies.json": _policies(models),
        "ruleset.json": RulesetFile.model_json_schema(),
        "variants.json": VariantFile.model_json_schema(),
        "gate.json": GateFile.model_json_schema(),
        "changes.json": ChangeFile.model_json_schema(),
    }
    return {name: json.dumps(schema, indent=1, ensure_ascii=False) + "\n" for name, schema in found.items()}


def _policies(models: Models) -> dict[str, Any]:
    """Return the schema of `policies.yaml` with the ruleset's own decisions, modes and features as its words."""
    schema: dict[str, Any] = PoliciesFile.model_json_schema()
    policy = schema["$defs"]["PolicyModel"]["properties"]
    decisions = [decision.name.lower() for decision in models.decisions if decision]
    features = [feature.name.lower() for feature in models.features if feature]
    searched = {decision.name.lower(): {"enum": [*MODES, SEARCH]} for decision in models.searched}
    policy["choose"] |= {"propertyNames": {"enum": decisions}, "additionalProperties": {"enum": list(MODES)}}
    policy["choose"]["properties"] = searched
    # A policy that searches leaves the rest to its script, weights included.
    complete = {"properties": {"choose": {"required": decisions}}}
    schema["$defs"]["PolicyModel"] |= {"if": {"required": ["search"]}, "then": {"not": {"required": ["weights"]}}}
    schema["$defs"]["PolicyModel"]["else"] = complete
    policy["weights"]["propertyNames"] = {"enum": features}
    return schema
