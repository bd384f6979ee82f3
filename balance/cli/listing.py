"""`balance rulesets`, `policies` and `variants`: what there is to choose from."""

from __future__ import annotations

from balance.cli import options


def rulesets(rulesets: options.Rulesets = None) -> None:
    """List the rulesets and where their data is.

    Example: balance rulesets
    """
    from balance import rules
    from balance.data.files import locate, ruleset_names

    location = locate(rulesets)
    print(f"{location.folder} (found by {location.found_by})")
    for name in ruleset_names(location):
        if name in rules.names():
            about = options.load(name, location.folder).about
            print(f"  {name}: {about.title}, {about.publisher}; {about.scope}")
        else:
            print(f"  {name}: data only, this version cannot play it")


def policies(ruleset: options.RulesetName, rulesets: options.Rulesets = None) -> None:
    """List a ruleset's policies and how they decide.

    Every table of fighters is made under two of them, the first and the second level.

    Example: balance policies combo-fighter
    """
    data = options.load(ruleset, rulesets)
    levels = {data.standard: " (first level)", data.second: " (second level)"}
    for name, policy in data.policies.items():
        level = "" if data.is_between_policies else levels.get(name, "")
        reference = " (reference)" if policy.reference else ""
        print(f"{name}{level}{reference}: {policy.title}")
        print(f"  {', '.join(f'{decision} {mode}' for decision, mode in policy.choose.items())}")
        if policy.search:
            search = policy.search
            print(f"  search by {search.rollouts} rollouts of {search.script} an option; the rest as it does")
        if policy.weights:
            print(f"  weights {', '.join(f'{feature} {weight}' for feature, weight in policy.weights.items())}")


def variants(ruleset: options.RulesetName, rulesets: options.Rulesets = None) -> None:
    """List a ruleset's options and variants.

    Options are shown with the values in force.

    Example: balance variants combo-fighter
    """
    from balance.data.load import read_variants

    data = options.load(ruleset, rulesets)
    print("Options, for --set:")
    for name, field in type(data.options).model_fields.items():
        print(f"  {name}={_yaml(getattr(data.options, name))}  {field.description} {_range(field.metadata)}".rstrip())
    print("Variants, for --variant:")
    for name, variant in read_variants(data.folder).items():
        print(f"  {name}: {variant.title} ({', '.join(variant.set)})")


def _yaml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _range(metadata: list[object]) -> str:
    low = next((bound.ge for bound in metadata if hasattr(bound, "ge")), None)
    high = next((bound.le for bound in metadata if hasattr(bound, "le")), None)
    return f"[{low} to {high}]" if low is not None and high is not None else ""
