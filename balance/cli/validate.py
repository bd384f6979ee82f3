"""`balance validate`: every problem of every data file, with its place."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from balance.cli import options


def validate(
    target: Annotated[
        str | None, typer.Argument(metavar="[RULESET|PATH]", help="A ruleset, its folder or one of its files.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count as problems.")] = False,
    rulesets: options.Rulesets = None,
) -> None:
    """Check data files and list every problem.

    All problems at once, sorted, as file:line:column; exit code 4 if there is one.

    Warnings are about what can hardly be meant: two fighters of one name, a card that no combo box leads to, a card
    that another one beats in everything, a signature worth less than its cards, a signature longer than a hand.

    Example: balance validate combo-fighter
    """
    from balance import rules
    from balance.data.files import Location, locate, ruleset_names
    from balance.data.gate_files import check_gate_files
    from balance.data.load import check_variants, load_data, shared_names
    from balance.errors import DataError, Problem, UsageError
    from balance.runs.plan import models_of

    only: Path | None = None
    location = locate(rulesets)
    if target is not None and target not in ruleset_names(location) and Path(target).exists():
        only = Path(target)
        # The path as it is given reads best in messages; from within the folder only the whole one leads upwards.
        above = [*(path for path in (only, *only.parents) if path.name not in ("", "..")), only.resolve()]
        above += only.resolve().parents
        folder = next((path for path in above if (path / "ruleset.yaml").is_file()), None)
        if folder is None:
            raise UsageError(
                f"{target}: no ruleset.yaml here or above; expected a ruleset's folder or one of its files"
            )
        location, names = Location(folder.parent, "the path given"), [folder.name]
    elif target is not None and target not in ruleset_names(location) and Path(target).name != target:
        raise UsageError(f"{target}: no such file or folder; expected a ruleset's folder or one of its files")
    else:
        names = [target] if target is not None else ruleset_names(location)
    problems: list[Problem] = []
    warnings: list[Problem] = []
    lines = []
    for name in names:
        if target is None and name not in rules.names():
            lines.append(f"{location.folder / name}: not checked, this version cannot play it")
            continue
        ruleset = rules.get(name)
        models = models_of(ruleset)
        try:
            data = load_data(name, models, location)
            found = [*check_variants(name, models, location), *check_gate_files(data)]
        except DataError as error:
            found = error.problems
        else:
            if models.sides:
                warnings += shared_names(data, models.sides)
            for stem, side in data.sides.items() if models.sides else ():
                document = data.documents[f"{models.sides}.{stem}"]
                warnings += [Problem(document.place(at), text) for at, text in ruleset.lint(data.options, side)]
            variants = len(list((data.folder / "variants").glob("*.yaml")))
            lines.append(
                f"{data.folder}: fine ({f'{len(data.sides)} {models.sides}, ' if models.sides else ''}"
                f"{len(data.policies)} policies, {variants} variants; found by {location.found_by})"
            )
        if only is not None and only.is_file():
            whole = only.resolve()
            found = [problem for problem in found if problem.place.path.resolve() == whole]
            warnings = [warning for warning in warnings if warning.place.path.resolve() == whole]
            lines = lines or [f"{only}: fine"]
        problems += found
    if problems or (strict and warnings):
        raise DataError([*problems, *(warnings if strict else [])])
    for warning in sorted(warnings):
        print(f"warning: {warning}", file=sys.stderr)
    print("\n".join(lines))
