"""The gallery: one small table of the published fighters, as picture and CSV (``scripts/gallery`` writes it)."""

import contextlib
import io
import os
import tempfile
from pathlib import Path
from unittest import mock

from balance.cli.main import run
from balance.data.load import RulesetData
from tests.games import data_of

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "reports" / "gallery"
RULESET, GAMES = "combo-fighter", 1000
KEPT = ("matchups.csv", "matchups.png")


def command() -> list[str]:
    """Return the command line that makes it, but for the folder: what a reader may type."""
    data: RulesetData = data_of(RULESET)
    published = [stem for stem, side in data.sides.items() if side.provenance.is_published]
    return ["matchups", RULESET, "--fighters", ",".join(published), "--games", str(GAMES)]


def made() -> dict[str, bytes]:
    """Return the files of the gallery; it plays from the top of the checkout, which the picture names as its data."""
    with (
        tempfile.TemporaryDirectory() as out,
        contextlib.chdir(ROOT),
        mock.patch.dict(os.environ),
        contextlib.redirect_stdout(io.StringIO()) as said,
    ):
        os.environ.pop("BALANCE_RULESETS", None)
        if code := run([*command(), "--out", out, "--store", f"{out}/store"]):
            raise RuntimeError(f"balance {' '.join(command())}: exit {code}\n{said.getvalue()}")
        return {name: (Path(out) / name).read_bytes() for name in KEPT}


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, content in made().items():
        (FOLDER / name).write_bytes(content)
        print(f"{FOLDER.relative_to(ROOT) / name}: {len(content):,} bytes")
