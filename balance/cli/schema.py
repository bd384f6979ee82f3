"""`balance schema`: JSON Schema of the data files, for editors."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli import options


def schema(
    ruleset: options.RulesetName,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder to write to; the ruleset's own folder 'schema' by default.", metavar="DIR"),
    ] = None,
    rulesets: options.Rulesets = None,
) -> None:
    """Write JSON Schemas of the data files, for editors.

    An editor completes and checks with them while you type. The shipped files name theirs in the first line, for the
    YAML language server.

    Example: balance schema combo-fighter
    """
    from balance import rules
    from balance.data.files import locate, ruleset_folder
    from balance.data.json_schema import schemas
    from balance.errors import StorageError
    from balance.runs.plan import models_of
    from balance.runs.store import write_whole

    models = models_of(rules.get(ruleset))
    folder = out or ruleset_folder(locate(rulesets), ruleset) / "schema"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in schemas(models).items():
            write_whole(folder / name, text.encode())
    except OSError as error:
        raise StorageError(
            f"{folder}: cannot be written ({error.strerror}); choose another folder with --out"
        ) from error
    print(f"{', '.join(schemas(models))} written to {folder}")
