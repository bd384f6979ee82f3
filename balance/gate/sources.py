"""The head of a comparison: the working tree, or the folder that is named."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from balance.data.files import Location, locate
from balance.data.load import RulesetData, load_data
from balance.errors import UsageError
from balance.rules.ruleset import Ruleset
from balance.runs.plan import models_of

HEAD = "--head"  # the option that names a folder as the head


def load_head(
    ruleset: Ruleset,
    rulesets: Path | None,
    head: Path | None = None,
    variant: str | None = None,
    edits: Sequence[str] = (),
) -> RulesetData:
    """Return the data of the head.

    Parameters
    ----------
    rulesets : Path, optional
        The folder of rulesets, found as by every command.
    head : Path, optional
        Instead of it: a folder of rulesets, or the ruleset's own folder.

    Raises
    ------
    UsageError
        If there is no such folder, or not this ruleset in it.
    DataError
        With every problem of every file.
    """
    location = locate(rulesets)
    if head is not None:
        if not head.is_dir():
            raise UsageError(f"--head {head}: no such folder; expected a folder of rulesets, or one ruleset's")
        is_one = (head / "ruleset.yaml").is_file()
        if is_one and head.resolve().name != ruleset.name:
            raise UsageError(
                f"--head {head}: a ruleset's folder has its name; expected one that is called {ruleset.name}"
            )
        location = Location(head.resolve().parent if is_one else head, HEAD)
    return load_data(ruleset.name, models_of(ruleset), location, variant, tuple(edits))
