"""Every reading that the ruleset implements has a test that names it."""

import ast
from pathlib import Path

READINGS = tuple(range(1, 58))


def names_by_reading() -> dict[int, list[str]]:
    """Return the names of the tests of this folder by the reading they name."""
    found: dict[int, list[str]] = {}
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_pc_"):
                found.setdefault(int(node.name.split("_")[2]), []).append(node.name)
    return found


def test_every_reading_has_a_test() -> None:
    found = names_by_reading()
    assert not set(READINGS) - set(found), "readings without a test"
    assert not set(found) - set(READINGS), "tests of readings that are not listed"


def test_no_two_tests_share_a_name() -> None:
    names = [name for tests in names_by_reading().values() for name in tests]
    assert sorted(names) == sorted(set(names))
