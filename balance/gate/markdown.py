"""Markdown for the summary of a job or the comment on a change, within what hosts take.

Step summaries end at 1 MiB and comments at 65,536 characters; a text that fits both is written once. The marker in the
first line lets a bot find its own comment again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from balance.gate.diff_page import Diff, direct_text, edit_lines, rows_of, sentences
from balance.report.numbers import percent_text, signed_text

MARKER = "<!-- balance:{kind}:{ruleset} -->"
ROWS_MAX = 50
CHARACTERS_MAX = 60_000


def escaped(text: str) -> str:
    """Return a text of the data in which nothing is markup, a mention or a link."""
    for character in "\\`*_{}[]<>#|~@":
        text = text.replace(
            character, "&lt;" if character == "<" else f"\\{character}" if character != "@" else "@\u200b"
        )
    return text.replace("\n", " ")


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], rest: str) -> Iterator[str]:
    """Yield the lines of a table, cut after `ROWS_MAX` rows; `rest` says where the others are."""
    yield f"| {' | '.join(heads)} |"
    yield f"|{'|'.join(['---'] + ['---:'] * (len(heads) - 1))}|"
    for row in rows[:ROWS_MAX]:
        yield f"| {' | '.join(map(escaped, row))} |"
    if len(rows) > ROWS_MAX:
        yield ""
        yield f"{len(rows) - ROWS_MAX} more rows in {rest}."


def cut(lines: Sequence[str], rest: str) -> str:
    """Return the lines as one text, shortened at a line where it would be too long for a comment."""
    kept: list[str] = []
    room = CHARACTERS_MAX
    for line in lines:
        room -= len(line.encode()) + 1
        if room < 0:
            return "\n".join([*kept, "", f"Shortened; the rest is in {rest}.", ""])
        kept.append(line)
    return "\n".join([*kept, ""])


def diff_markdown(diff: Diff) -> str:
    """Return a comparison as Markdown."""
    head = diff.plan.head
    lines = [
        MARKER.format(kind="diff", ruleset=head.data.name),
        f"### {escaped(head.data.about.title)}: head against {escaped(diff.base.name)}",
        "",
        *(f"- {escaped(line)}" for line in list(edit_lines(diff))[:ROWS_MAX]),
        "",
        *(f"{escaped(sentence)}  " for sentence in sentences(diff)),
    ]
    for policy in head.levels:
        rows = rows_of(diff, policy)
        if rows:
            cells = [_row(row) for row in rows]
            heads: tuple[str, ...] = ("Matchup", "Base", "Head", "Difference", "95 %", "Winner changed", "Common luck")
            if diff.direct is not None:
                heads, cells = (*heads, "Direct"), [[*_row(row), direct_text(row)] for row in rows]
            lines += ["", f"Under {escaped(policy)}:", "", *table(heads, cells, "diff.html")]
    lines += ["", f"Made again by `{diff.command.replace('`', '')}`"]
    return cut(lines, "diff.html")


def _row(row: dict) -> list[str]:  # type: ignore[type-arg]
    return [
        row["name"],
        f"{row['base_per_mille'] / 10:.1f} %",
        f"{row['head_per_mille'] / 10:.1f} %",
        signed_text(row["difference"] / 10),
        f"{signed_text(row['lo'] / 10)} to {signed_text(row['hi'] / 10)}",
        percent_text(row["winner_changed"] / 10),
        "–" if row["gain"] is None else f"{row['gain']:.1f} x",
    ]
