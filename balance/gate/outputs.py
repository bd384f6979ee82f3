"""A gate run for other programs: JUnit XML, annotations of the edited lines, a Markdown summary, a page.

Nothing is sent anywhere: hosts read the files, or the lines that are printed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from balance.data.differences import Edit
from balance.errors import IncomparableError
from balance.gate.asked import Asked, hints
from balance.gate.base import git
from balance.gate.check import Checked
from balance.gate.claims import ALL
from balance.gate.diff_page import touched_by
from balance.gate.markdown import MARKER, ROWS_MAX, cut, escaped, table
from balance.gate.told import Row, rows_of, sentences
from balance.report.numbers import count_text, percent_text
from balance.report.page import Page, TextCell, TextTable
from balance.stats.gate import Result

ANNOTATIONS_MAX = 10  # a step shows no more of a kind
HEADS = ("Claim", "Verdict", "Base", "Head", "Difference", "Interval", "Policy", "Against", "Winner changed", "Blocks")
TERMINAL_HEADS = 7
_ORDER = {"FAIL": 0, "INCONCLUSIVE": 1, "WARN": 2, "PASS": 3}


def build(checked: Checked, command: str, digest: str) -> Page:
    """Return the report of a gate run: what decides first."""
    head = checked.judged.plan.head
    data = head.data
    rows = rows_of(checked)
    edits = tuple(
        (TextCell(str(edit.place)), TextCell(str(edit)), TextCell(touched_by(checked.judged.plan, edit)))
        for edit in checked.edits
    )
    made = [
        ("Command", command),
        ("Base", checked.base.name if checked.base else "none"),
        ("Head", f"{data.folder} (found by {data.location.found_by})"),
        ("Baseline", str(checked.anchor.path) if checked.anchor else "none"),
        ("Policies", f"{head.levels[0]} decides" + "".join(f", {level} warns" for level in head.levels[1:])),
        ("Looks", "; ".join(", ".join(map(count_text, looks)) + " blocks" for looks in checked.judged.looks)),
        ("Epoch of the luck", str(head.epoch)),
        ("Digest of the behaviour", digest),
        ("Compile key", head.compile_key),
    ]
    return Page(
        title=f"{data.about.title}: the gate",
        scope=data.about.scope,
        changes=", ".join([*([f"variant {data.variant}"] if data.variant else []), *data.edits]),
        lead=(*sentences(checked), *(f"Warning: {warning}" for warning in checked.warnings)),
        tables=(
            TextTable(
                "Claims, the worst first",
                (
                    "Intervals hold for all looks and claims at once. Scores are those of the first one named.",
                    "Differences are in points, those of lengths in % of the median.",
                ),
                HEADS, tuple(map(_cells, rows)), TERMINAL_HEADS,
            ),
            TextTable("Edits", (), ("Where", "What", "Can touch"), edits, 3),
        ),
        made=tuple(made),
    )  # fmt: skip


def _cells(row: Row) -> tuple[TextCell, ...]:
    return (
        TextCell(row.claim.text),
        TextCell(row.judged, float(_ORDER[row.word])),
        TextCell(row.base),
        TextCell(row.head),
        TextCell(row.difference_text, row.difference),
        TextCell(row.interval, row.low),
        TextCell(row.policy),
        TextCell(row.against),
        TextCell(percent_text(row.winner_changed), row.winner_changed),
        TextCell(count_text(row.blocks), row.blocks),
    )


def markdown(checked: Checked, asked: Asked) -> str:
    """Return the run as Markdown, for the summary of a job or a comment."""
    data = checked.judged.plan.head.data
    said = list(sentences(checked))
    lines = [
        MARKER.format(kind="check", ruleset=data.name),
        f"### {escaped(data.about.title)}: {escaped(said[0])}",
        "",
        *(
            f"- {escaped(f'{edit.place}: {edit} ({touched_by(checked.judged.plan, edit)})')}"
            for edit in checked.edits[:ROWS_MAX]
        ),
        "",
        *(f"{escaped(sentence)}  " for sentence in said[1:]),
        *(f"**Warning:** {escaped(warning)}  " for warning in checked.warnings[:ROWS_MAX]),
    ]
    rows = rows_of(checked)
    if rows:
        heads = ("Claim", "Verdict", "Base", "Head", "Difference", "Interval", "Policy", "Winner changed", "Blocks")
        lines += ["", *table(heads, [_texts(row) for row in rows], "check.html")]
    steps = [f"    {hint}" for hint in hints(checked, asked)]
    return cut(
        [*lines, *(["", *steps] if steps else []), "", f"Made again by `{asked.command.replace('`', '')}`"],
        "check.html",
    )


def _texts(row: Row) -> list[str]:
    against = " since the baseline" if row.against == "anchor" else ""
    return [
        row.claim.text + against, row.judged, row.base, row.head, row.difference_text,
        row.interval, row.policy, percent_text(row.winner_changed), count_text(row.blocks),
    ]  # fmt: skip


def junit(checked: Checked) -> bytes:
    """Return the run as JUnit XML: a suite a policy and comparison, a case a claim.

    What is inconclusive is a skipped case, and so is what fails without deciding, with the reason.
    """
    plan = checked.judged.plan
    root = ElementTree.Element("testsuites", name="balance")
    suites: dict[str, list[Row]] = {}
    for row in rows_of(checked):
        suites.setdefault(f"{plan.head.data.name} {row.policy} against {row.against}", []).append(row)
    for name, rows in suites.items():
        failures = sum(row.word == "FAIL" for row in rows)
        skipped = sum(row.word in ("WARN", "INCONCLUSIVE") for row in rows)
        suite = ElementTree.SubElement(
            root, "testsuite", name=name, tests=str(len(rows)), failures=str(failures), skipped=str(skipped), errors="0"
        )
        for row in rows:
            case = ElementTree.SubElement(suite, "testcase", classname=name, name=row.claim.text)
            values = {"difference": row.difference, "low": row.low, "high": row.high, "blocks": row.blocks}
            properties = ElementTree.SubElement(case, "properties")
            for key, value in values.items():
                ElementTree.SubElement(
                    properties, "property", name=key, value=f"{value:.4g}" if key != "blocks" else str(value)
                )
            if row.word == "FAIL":
                ElementTree.SubElement(case, "failure", message=row.sentence(), type=str(row.verdict))
            elif row.word != "PASS":
                ElementTree.SubElement(case, "skipped", message=f"{row.word}: {row.sentence()}")
    if checked.targets.rows:
        name = f"{plan.head.data.name} targets"
        left = [row for row in checked.targets.rows if row.verdict.name == "LEFT"]
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=name,
            tests=str(len(checked.targets.rows)),
            failures=str(len(left)),
            skipped="0",
            errors="0",
        )
        for target in checked.targets.rows:
            case = ElementTree.SubElement(suite, "testcase", classname=name, name=target.name)
            if target in left:
                message = f"{target.verdict}: {100 * target.base:.1f} -> {100 * target.head.estimate:.1f} %"
                ElementTree.SubElement(case, "failure", message=message, type=str(target.verdict))
    ElementTree.indent(root)
    return bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"


def noted_edits(checked: Checked) -> Iterator[tuple[Edit, Row, int]]:
    """Yield the edited lines with the worst claim that each can touch and how many fail, the worst first.

    One a line, since hosts show few; edits of --set have no line.
    """
    found: dict[tuple[Path, int], tuple[Edit, Row, int]] = {}
    for edit in checked.edits:
        stem = edit.document.partition(".")[2]
        rows = [
            row
            for row in rows_of(checked)
            if row.against == "base" and (not stem or stem in row.claim.matchup.split(":") or row.claim.matchup == ALL)
        ]
        if edit.place.line and rows and touched_by(checked.judged.plan, edit) != "no game":
            worst = min(rows, key=lambda row: _ORDER[row.word])
            failed = sum(row.word == worst.word for row in rows)
            found.setdefault((edit.place.path, edit.place.line), (edit, worst, failed))
    yield from sorted(
        found.values(), key=lambda item: (_ORDER[item[1].word], str(item[0].place.path), item[0].place.line)
    )


def _message(edit: Edit, row: Row, count: int) -> str:
    more = f" and {count - 1} more" if count > 1 else ""
    return f"{edit}: {row.word} {row.sentence()}{more}"


def github(checked: Checked) -> list[str]:
    """Return workflow commands that mark the edited lines, at most ten."""
    kinds = {"FAIL": "error", "INCONCLUSIVE": "warning", "WARN": "warning", "PASS": "notice"}
    lines = []
    for edit, row, count in list(noted_edits(checked))[:ANNOTATIONS_MAX]:
        where = f"file={_property(_inside(edit.place.path))},line={edit.place.line},col={edit.place.column}"
        title = _property(f"balance: {row.word}")
        lines.append(f"::{kinds[row.word]} {where},title={title}::{_data(_message(edit, row, count))}")
    return lines


def gitlab(checked: Checked) -> str:
    """Return a code quality report of the edited lines."""
    severities = {"FAIL": "major", "INCONCLUSIVE": "minor", "WARN": "minor", "PASS": "info"}
    found = []
    for edit, row, count in noted_edits(checked):
        path = _inside(edit.place.path)
        name = f"{path} {edit.subject} {row.claim.text}"
        found.append(
            {
                "description": _message(edit, row, count),
                "check_name": "balance",
                "fingerprint": hashlib.sha256(name.encode()).hexdigest(),
                "severity": severities[row.word],
                "location": {"path": path, "lines": {"begin": edit.place.line}},
            }
        )
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def _inside(path: Path) -> str:
    """Return a path as the host knows it: from the top of the repository, with slashes."""
    whole = path.resolve()
    try:
        return whole.relative_to(Path(git(whole.parent, "rev-parse", "--show-toplevel").strip()).resolve()).as_posix()
    except (IncomparableError, ValueError):
        return path.as_posix()


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def terminal_lines(checked: Checked) -> Iterator[str]:
    """Yield what keeps the run from passing, a line each."""
    for row in rows_of(checked):
        if row.result is not Result.PASS and row.is_decisive:
            yield f"{row.word} {row.sentence()}"
