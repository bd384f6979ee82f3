"""The golden games of each ruleset's sides, variants and policies, told (``scripts/playthroughs`` writes them)."""

from pathlib import Path

from balance import load, rules
from balance.data.load import variant_names
from balance.runs.plan import default_sides
from balance.runs.replay import replay
from tests.games import RULESETS

FOLDER = Path(__file__).resolve().parent
BLOCK, EPOCH = 3, 1


Game = tuple[str, str | None, str, tuple[str, str]]  # ruleset, variant, policy level, the two sides


def expected_files() -> dict[Path, Game]:
    """Return what is played in every golden file: each side once, each variant, each policy level.

    Where sides are policies, variants are played by the two that levels would be.
    """
    files: dict[Path, Game] = {}
    for name in rules.names():
        data, ruleset = load(name, rulesets=RULESETS), rules.get(name)
        sides = list(default_sides(ruleset, data))
        for pair in zip(sides[::2], sides[1::2], strict=False):
            files[FOLDER / f"{name}.{'-'.join(pair)}.txt"] = (name, None, "standard", pair)
        if ruleset.is_between_policies:
            sides = [data.second, data.standard]
        else:
            files[FOLDER / f"{name}.second.txt"] = (name, None, "second", (sides[0], sides[1]))
        for variant in variant_names(RULESETS / name):
            files[FOLDER / f"{name}.{variant}.txt"] = (name, variant, "standard", touched(name, variant, sides))
    return files


def touched(name: str, variant: str, sides: list[str]) -> tuple[str, str]:
    """Return two sides, first those that a variant edits."""
    edits = load(name, rulesets=RULESETS, variant=variant).edits
    edited = [side for side in sides if any(f".{side}." in edit.partition("=")[0] for edit in edits)]
    first, second = sorted([*edited, *(side for side in sides if side not in edited)][:2])
    return first, second


def told(name: str, variant: str | None, level: str, sides: tuple[str, str]) -> str:
    """Return the text of one golden game."""
    data = load(name, rulesets=RULESETS, variant=variant)
    game = replay(data, *sides, block=BLOCK, game=2, policy=level, epoch=EPOCH)
    head = f"{data.about.title} ({data.about.scope}), {variant or 'no variant'}"
    if game.cell.policy_a == game.cell.policy_b:
        head += f", {game.cell.policy_a}"
    return "\n".join([head, f"{' against '.join(game.sides)}, block {BLOCK}, game 2", *game.lines]) + "\n"


if __name__ == "__main__":
    wanted = expected_files()
    for stale in set(FOLDER.glob("*.txt")) - set(wanted):
        stale.unlink()
    for path, game in wanted.items():
        path.write_text(told(*game), encoding="utf-8")
    print(f"{len(wanted)} games written to {FOLDER}")
