"""The options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from balance.data.load import RulesetData

RulesetName = Annotated[str, typer.Argument(metavar="RULESET", help="For example combo-fighter.")]
Rulesets = Annotated[
    Path | None,
    typer.Option(help="Folder of rulesets; else $BALANCE_RULESETS, ./rulesets, then the packaged copy.", metavar="DIR"),
]
Variant = Annotated[str | None, typer.Option(help="A variant of the rules; see `balance variants`.", metavar="NAME")]
Edits = Annotated[
    list[str],
    typer.Option(
        "--set",
        help="Lay an edit over the data, as often as you like: hand_size=6,"
        " fighters.boris.cards.headbutt.opening=5, policies.greedy.weights.spent=0.",
        metavar="PATH=VALUE",
    ),
]
BaseOption = Annotated[
    str | None,
    typer.Option(
        "--base",
        help="A commit, branch or tag, a folder, an earlier version of one data file, or a baseline.jsonl; by default"
        " the data without --set and --variant, or without any the merge base with the main branch.",
        metavar="REF|DIR|FILE",
    ),
]
HeadOption = Annotated[
    Path | None,
    typer.Option("--head", help="A folder of rulesets or one ruleset's, instead of the data as found.", metavar="DIR"),
]
Fighters = Annotated[
    str | None,
    typer.Option(
        "--fighters", help="Only these: boris,grace. Policies, where the sides are policies.", metavar="A,B,..."
    ),
]
PolicyOfBoth = Annotated[
    str | None, typer.Option("--policy", help="The policy of both sides; standard by default.", metavar="NAME")
]
Epoch = Annotated[int, typer.Option(help="Renews all luck of the run.", min=0, max=2**32 - 1)]
LuckBy = Annotated[
    str, typer.Option(help="Whether luck stays with the seat or with the side: seat or side.", metavar="SCHEME")
]
Jobs = Annotated[int | None, typer.Option(help="Threads; all processors by default.", min=1)]
Out = Annotated[
    Path | None, typer.Option(help="Folder of the outputs; ./reports/out/RULESET by default.", metavar="DIR")
]
StoreFolder = Annotated[
    Path | None,
    typer.Option(
        "--store", help="Folder of played chunks and drawn pictures; the user's cache by default.", metavar="DIR"
    ),
]
Json = Annotated[bool, typer.Option("--json", help="JSON on standard output instead of a table.")]


def pair_of(matchup: str) -> tuple[str, str]:
    """Return the two names of A:B.

    Raises
    ------
    UsageError
        If it is written in another way.
    """
    from balance.errors import UsageError

    a, separator, b = matchup.partition(":")
    if not separator or not a or not b or ":" in b:
        raise UsageError(f"{matchup}: expected two sides as A:B, for example boris:grace")
    return a, b


def load(
    ruleset: str, rulesets: Path | None, variant: str | None = None, edits: list[str] | None = None
) -> RulesetData:
    """Return a ruleset's checked data for a command."""
    import balance

    return balance.load(ruleset, rulesets=rulesets, variant=variant, edits=edits or [])


def command_line(command: str, words: list[str], data: RulesetData, options: dict[str, object | None]) -> list[str]:
    """Return the command line that does the same again with the same data; what is None or off is left out."""
    line = ["balance", command, *words, *data.named_by]
    for name, value in options.items():
        for one in value if isinstance(value, list) else [value]:
            if one is True:
                line.append(f"--{name}")
            elif one is not None and one is not False:
                line += [f"--{name}", str(one)]
    return line
