"""Who may import whom: what the import contracts in pyproject.toml cannot say."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "balance"
RULES = PACKAGE / "rules"
ORACLE = ROOT / "tests" / "oracle"

# Each costs a second or more to import: only the command that needs one pays for it.
HEAVY = ["matplotlib", "numba", "pandas", "polars", "scipy", "statsmodels"]


def imported(path: Path, root: Path = ROOT) -> Iterator[str]:
    """Yield the full names that a file imports, anywhere in it, relative ones resolved."""
    package = path.relative_to(root).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = list(package[: len(package) - node.level + 1]) if node.level else []
            module = ".".join(base + ([node.module] if node.module else []))
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def is_within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def offenders(folder: Path, *packages: str, allowed: Path | None = None) -> list[str]:
    """Return "file: import" for each import of one of the packages outside the allowed folder."""
    return sorted(
        {
            f"{path.relative_to(ROOT)}: {name}"
            for path in folder.rglob("*.py")
            if allowed is None or not path.is_relative_to(allowed)
            for name in imported(path)
            if any(is_within(name, package) for package in packages)
        }
    )


def test_only_core_imports_numba():
    assert offenders(PACKAGE, "numba", "llvmlite", allowed=PACKAGE / "core") == []


def test_balance_imports_no_tests_and_no_scripts():
    assert offenders(PACKAGE, "tests", "scripts", "bootstrap", "pytest", "hypothesis") == []


def test_statistics_oracles_stay_in_the_tests():
    assert offenders(PACKAGE, "scipy", "statsmodels") == []


def test_oracle_imports_nothing_of_balance():
    """The oracles and the files they are made of; what turns traces into their words, and the tests, know both."""
    waiting = sorted(ORACLE.glob("*_oracle.py"))
    assert waiting
    read: set[Path] = set()
    while waiting:
        path = waiting.pop()
        read.add(path)
        for name in imported(path):
            assert not is_within(name, "balance"), f"{path.name}: {name}"
            if is_within(name, "tests"):
                part = ORACLE / f"{name.removeprefix('tests.oracle.').split('.')[0]}.py"
                assert part.is_file(), f"{path.name}: {name}"
                waiting += [part] * (part not in read)
    assert {"combo_fighter_oracle.py", "combo_fighter_sheets.py", "combo_fighter_words.py"} <= {p.name for p in read}


def test_rulesets_do_not_import_each_other():
    rulesets = sorted(path.name for path in RULES.iterdir() if (path / "__init__.py").exists())
    assert rulesets != []
    crossings = [
        offender
        for ruleset in rulesets
        for offender in offenders(RULES / ruleset, *(f"balance.rules.{name}" for name in rulesets if name != ruleset))
    ]
    assert crossings == []


def test_every_ruleset_is_under_the_contract():
    contract = (ROOT / "pyproject.toml").read_text(encoding="utf-8").split('id = "rulesets"')[1]
    rulesets = [path.name for path in RULES.iterdir() if (path / "__init__.py").exists()]
    assert [name for name in rulesets if f"({name})" not in contract] == []


def test_starting_the_command_loads_nothing_heavy():
    code = f"import sys, balance, balance.cli.main; print(*[name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import numba.core", ["numba.core"]),
        ("def f():\n    from numba import njit", ["numba", "numba.njit"]),
        ("from . import jit", ["balance.core", "balance.core.jit"]),
        ("from .jit import kernel", ["balance.core.jit", "balance.core.jit.kernel"]),
        ("from ..rules import powercreep", ["balance.rules", "balance.rules.powercreep"]),
    ],
)
def test_imported_sees_every_form(tmp_path, text, names):
    path = tmp_path / "balance" / "core" / "example.py"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    assert list(imported(path, tmp_path)) == names
