"""The golden games: one told game for each ruleset, variant and policy level (``scripts/playthroughs`` writes them)."""

from pathlib import Path

from balance import load, rules
from balance.data.load import variant_names
from balance.runs.replay import replay
from tests.games import RULESETS

FOLDER = Path(__file__).resolve().parent
BLOCK, EPOCH = 3, 1


def expected_files() -> dict[Path, tuple[str, str | None, str]]:
    """Return (ruleset, variant, policy level) of every golden file."""
    files = {}
    for name in rules.names():
        files[FOLDER / f"{name}.txt"] = (name, None, "standard")
        files[FOLDER / f"{name}.second.txt"] = (name, None, "second")
        for variant in variant_names(RULESETS / name):
            files[FOLDER / f"{name}.{variant}.txt"] = (name, variant, "standard")
    return files


def told(name: str, variant: str | None, level: str) -> str:
    """Return the text of one golden game: the first two sides in sorted order."""
    data = load(name, rulesets=RULESETS, variant=variant)
    first, second = list(data.sides)[:2]
    game = replay(data, first, second, block=BLOCK, game=2, policy=level, epoch=EPOCH)
    head = f"{data.about.title} ({data.about.scope}), {variant or 'no variant'}, {game.cell.policy_a}"
    return "\n".join([head, f"{' against '.join(game.sides)}, block {BLOCK}, game 2", *game.lines]) + "\n"


if __name__ == "__main__":
    wanted = expected_files()
    for stale in set(FOLDER.glob("*.txt")) - set(wanted):
        stale.unlink()
    for path, game in wanted.items():
        path.write_text(told(*game), encoding="utf-8")
    print(f"{len(wanted)} games written to {FOLDER}")
