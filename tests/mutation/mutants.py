"""The ways in which the kernels are broken, one at a time, as mutants.txt tells them.

@ module below balance
# name of the mutant
? rule tests that are asked first (a file without test_ and .py, or file::test); folder/file for those of others
= why nobody can notice
 whole lines of context
-whole lines as they are
+whole lines as they are broken
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Mutant:
    """One change of a kernel's text; `equivalent` says why nobody can notice."""

    module: str
    name: str
    first: str = ""
    equivalent: str = ""
    body: list[str] = field(default_factory=list)

    @property
    def ruleset(self) -> str:
        """Return the package whose tests are asked; what all rulesets share is shown to those of Combo Fighter."""
        parts = self.module.split(".")
        return parts[1] if parts[0] == "rules" else "combo_fighter"

    @property
    def path(self) -> Path:
        """Return the file of the module."""
        return ROOT.joinpath("balance", *self.module.split(".")).with_suffix(".py")

    def source(self) -> str:
        """Return the text as it is."""
        return self.path.read_text(encoding="utf-8")

    def broken(self) -> str:
        """Return the broken text; the original lines must stand in it exactly once."""
        source = "\n" + self.source()
        original, mutated = self._lines(" -"), self._lines(" +")
        n = source.count(original)
        if n != 1:
            raise ValueError(f"{self.name}: the original stands {n} times in {self.module}; expected once")
        return source.replace(original, mutated)[1:]

    def line(self) -> int:
        """Return the number of the first line that is broken."""
        before = ("\n" + self.source()).partition(self._lines(" -"))[0].count("\n")
        return before + next(i for i, line in enumerate(self.body, 1) if line[0] != " ")

    def _lines(self, marks: str) -> str:
        return "\n" + "".join(line[1:] + "\n" for line in self.body if line[0] in marks)


def read(text: str) -> list[Mutant]:
    """Return the mutants of a text."""
    mutants: list[Mutant] = []
    module = ""
    for number, line in enumerate(text.splitlines(), 1):
        rest = line[2:]
        if line.startswith("@ "):
            module = rest
        elif line.startswith("# "):
            mutants.append(Mutant(module, rest))
        elif line.startswith("? "):
            mutants[-1].first = rest
        elif line.startswith("= "):
            mutants[-1].equivalent = rest
        elif line.startswith(("-", "+", " ")):
            mutants[-1].body.append(line)
        elif line:
            raise ValueError(f"line {number}: {line!r} is no part of a mutant")
    return mutants


MUTANTS = read((Path(__file__).parent / "mutants.txt").read_text(encoding="utf-8"))
