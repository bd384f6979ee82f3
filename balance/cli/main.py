"""The `balance` command: its subcommands, and how errors become one line and an exit code."""

from __future__ import annotations

import os
import sys
import traceback
from typing import Annotated

import typer
from typer.exceptions import TyperException

from balance.cli import (
    accept,
    baseline,
    cards,
    check,
    diff,
    doctor,
    explain,
    listing,
    luck,
    matchups,
    replay,
    schema,
    skill,
    sweep,
    validate,
)
from balance.errors import BalanceError

CRASH, DISK, INTERRUPTED = 70, 74, 130

app = typer.Typer(
    name="balance",
    help="Monte Carlo balance analysis of tabletop fighting and card games.",
    epilog="Example: balance matchups combo-fighter",
    no_args_is_help=True,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # importing rich would double the time of --help
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def _options(
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error; works at any place.")] = False,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.", is_eager=True)] = False,
) -> None:
    # run() reads --debug itself, so that it works behind the command too.
    if version:
        from balance.runs.version import package_version

        print(f"balance {package_version()}")
        raise typer.Exit


app.command("matchups")(matchups.matchups)
app.command("cards")(cards.cards)
app.command("luck")(luck.luck)
app.command("skill")(skill.skill)
app.command("sweep")(sweep.sweep)
app.command("diff")(diff.diff)
app.command("check")(check.check)
app.command("explain")(explain.explain)
app.command("accept")(accept.accept)
app.add_typer(baseline.app, name="baseline")
app.command("replay")(replay.replay)
app.command("doctor")(doctor.doctor)
app.command("validate")(validate.validate)
app.command("schema")(schema.schema)
app.command("rulesets")(listing.rulesets)
app.command("policies")(listing.policies)
app.command("variants")(listing.variants)


def main() -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command line; return the exit code.

    0 fine; 1 a regression and 3 inconclusive, from the gate alone; 2 usage, 4 data invalid, 5 not comparable, 70 crash,
    74 disk or permission, 130 interrupted.
    """
    is_debug = "--debug" in arguments
    try:
        result = app([word for word in arguments if word != "--debug"], prog_name="balance", standalone_mode=False)
        sys.stdout.flush()
        if result == INTERRUPTED:  # typer's way to say Ctrl-C
            _say("interrupted")
        return result if isinstance(result, int) else 0
    except BrokenPipeError:
        # Somebody reads only the head of the output; nothing is wrong, and the interpreter must not flush again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if is_debug and not isinstance(error, TyperException):
            traceback.print_exception(error)
        return _told(error)
    except KeyboardInterrupt:
        _say("interrupted")
        return INTERRUPTED


def _told(error: Exception) -> int:
    """Say an error in one line, its place first; return its exit code."""
    if isinstance(error, TyperException):
        context = getattr(error, "ctx", None)
        if type(error).__name__ == "NoArgsIsHelpError":  # the message is the help
            print(error.format_message())
        else:
            command = context.command_path if context else "balance"
            example = _example(context.command.help or context.command.epilog) if context else ""
            _say(f"{command}: {_not_a_number(error) or error.format_message()}\n{example}Try '{command} --help'.")
        return error.exit_code
    if isinstance(error, typer.Abort):
        _say("interrupted")
        return INTERRUPTED
    if isinstance(error, BalanceError):
        _say(str(error))
        return error.exit_code
    if isinstance(error, OSError):
        _say(f"{error.filename or 'disk'}: {error.strerror or error}")
        return DISK
    _say(f"balance: internal error, {type(error).__name__}: {error}\nRun it again with --debug for the traceback.")
    return CRASH


def _not_a_number(error: Exception) -> str:
    """Return what an option of a number was given and what it expects; nothing for any other error."""
    from pydantic import ValidationError

    option, cause = getattr(error, "param", None), error.__cause__
    kind = getattr(getattr(option, "type_descriptor", None), "annotation", None)
    if option is None or not isinstance(cause, ValidationError) or kind not in (int, float):
        return ""
    least, most = (getattr(option, end, None) for end in ("min", "max"))
    expected = "a whole number" if kind is int else "a number"
    if least is not None and most is not None:
        expected += f" from {least} to {most}"
    elif least is not None:
        expected += f" of {least} or more"
    return f"{max(option.opts, key=len)} {cause.errors()[0]['input']}: expected {expected}"


def _example(help: str | None) -> str:
    """Return the example of a help text as a line by itself; nothing where there is none."""
    return next((f"{line.strip()}\n" for line in (help or "").splitlines() if line.strip().startswith("Example:")), "")


def _say(text: str) -> None:
    print(text, file=sys.stderr)
