"""What a release does beside building the baseline: fresh luck for the gate, and the accepted changes filed away."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from balance.data.files import Document, read_text, read_yaml
from balance.data.gate_files import CHANGES, GATE, Change
from balance.errors import UsageError
from balance.runs.store import write_whole

RELEASED = "released"


def with_epoch(folder: Path, epoch: int) -> bytes:
    """Return ``gate.yaml`` with another epoch, every other line as it was.

    Raises
    ------
    UsageError
        If the epoch cannot be put into the file as it is written.
    """
    path = folder / GATE
    before = read_yaml(path)[0] if path.is_file() else Document(path)
    lines = list(before.lines)
    if ("epoch",) in before.positions:
        line, column = before.positions["epoch",]
        found = lines[line - 1]
        lines[line - 1] = found[: column - 1] + re.sub(r"[^\s,}]+", str(epoch), found[column - 1 :], count=1)
    else:
        lines = [*"\n".join(lines).rstrip().split("\n"), f"epoch: {epoch}", ""]
    text = "\n".join(lines).lstrip("\n")
    after = Document(path)
    if read_text(text, after) or after.tree != {**(before.tree or {}), "epoch": epoch}:
        raise UsageError(
            f"{path}: the epoch cannot be written into it; write 'epoch: {epoch - 1}' on a line of its own"
        )
    return text.encode()


def archive(folder: Path, changes: Sequence[Change], epoch: int) -> list[str]:
    """Move the accepted changes to a folder of the release; return what they were, a line each."""
    target = folder / CHANGES / RELEASED / str(epoch)
    told = []
    for change in changes:
        target.mkdir(parents=True, exist_ok=True)
        # Two folders deeper, so the name of its schema starts two folders higher.
        text = change.path.read_text(encoding="utf-8").replace("$schema=../schema/", "$schema=../../../schema/", 1)
        write_whole(target / change.path.name, text.encode())
        change.path.unlink()
        moves = ", ".join(f"{claim} {low:+g} to {high:+g}" for claim, (low, high) in change.expect.items())
        told.append(f"- {change.file.reason} ({moves})")
    return told
