"""What a release does beside building the baseline: fresh luck for the gate, and the accepted changes filed away."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from balance.data.gate_files import CHANGES, GATE, Change
from balance.runs.store import write_whole

RELEASED = "released"


def renew_epoch(folder: Path, epoch: int) -> None:
    """Write the epoch into ``gate.yaml``, every other line as it was."""
    path = folder / GATE
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    renewed, count = re.subn(r"(?m)^epoch:[ \t]*\d+", f"epoch: {epoch}", text, count=1)
    if not count:
        renewed = f"{text.rstrip()}\nepoch: {epoch}\n".lstrip()
    write_whole(path, renewed.encode())


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
