"""The rulesets, one package each; a package is found by its name and imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from balance.errors import UsageError, unknown

if TYPE_CHECKING:
    from balance.rules.ruleset import Ruleset


def names() -> list[str]:
    """Return the names of all rulesets that this version can play, sorted."""
    packages = Path(__file__).parent.glob("*/rules.py")
    return sorted(path.parent.name.replace("_", "-") for path in packages)


def get(name: str) -> Ruleset:
    """Return a ruleset by name, compiling nothing yet.

    Raises
    ------
    UsageError
        If there is none of that name.
    """
    if name not in names():
        raise UsageError(unknown("ruleset", name, names()))
    ruleset: Ruleset = import_module(f"balance.rules.{name.replace('-', '_')}").RULESET
    return ruleset
