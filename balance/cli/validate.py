"""`balance validate`: every problem of every data file, with its place."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli import options


def validate(
    target: Annotated[
        str | None, typer.Argument(metavar="[RULESET|PATH]", help="A ruleset, its folder or one of its files.")
    ] = None,
    rulesets: options.Rulesets = None,
) -> None:
    """Check data files: all problems at once, sorted, as file:line:column; exit code 4 if there is one.

    Example: balance validate combo-fighter
    """
    from balance import rules
    from balance.data.files import Location, locate, ruleset_names
    from balance.data.load import check_variants, load_data
    from balance.errors import DataError, UsageError
    from balance.runs.plan import models_of

    only: Path | None = None
    if target is not None and Path(target).exists():
        only = Path(target)
        folder = next((path for path in (only, *only.parents) if (path / "ruleset.yaml").is_file()), None)
        if folder is None:
            raise UsageError(
                f"{target}: no ruleset.yaml here or above; expected a ruleset's folder or one of its files"
            )
        location, names = Location(folder.parent, "the path given"), [folder.name]
    else:
        location = locate(rulesets)
        names = [target] if target is not None else ruleset_names(location)
    problems = []
    lines = []
    for name in names:
        models = models_of(rules.get(name))
        try:
            data = load_data(name, models, location)
            found = check_variants(name, models, location)
        except DataError as error:
            found = error.problems
        else:
            variants = len(list((data.folder / "variants").glob("*.yaml")))
            lines.append(
                f"{data.folder}: fine ({len(data.sides)} {models.sides}, {len(data.policies)} policies,"
                f" {variants} variants; found by {location.found_by})"
            )
        if only is not None and only.is_file():
            found = [problem for problem in found if problem.place.path == only]
            lines = lines or [f"{only}: fine"]
        problems += found
    if problems:
        raise DataError(problems)
    print("\n".join(lines))
