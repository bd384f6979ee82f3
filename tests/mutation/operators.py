"""Every single change of a kernel that these operators make: a comparison turned, a number one off, a step left out.

Where `mutants.txt` breaks rules the way a person would, this breaks each line of a module whatever it says.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from tests.mutation.mutants import ROOT, Mutant

_COMPARED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
}  # fmt: skip
_COMPUTED: dict[type[ast.operator], str] = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.BitAnd: "|", ast.BitOr: "&",
}  # fmt: skip
Node: TypeAlias = ast.expr | ast.stmt


@dataclass
class Turned(Mutant):
    """A change that an operator makes; `at` is its line and `text` the whole broken module."""

    at: int = 0
    text: str = ""

    def broken(self) -> str:
        """Return the broken text."""
        return self.text

    def line(self) -> int:
        """Return the number of the first line that is broken."""
        return self.at


def turned(module: str) -> list[Turned]:
    """Return every change of the kernels of a module below `balance`, in the order of the text, names all different."""
    path = ROOT.joinpath("balance", *module.split(".")).with_suffix(".py")
    source = path.read_text(encoding="utf-8")
    enums = _members(path.with_name("state.py")) | _members(ROOT / "balance" / "vocab.py")
    found = []
    taken: Counter[str] = Counter()
    for function in ast.parse(source).body:
        if isinstance(function, ast.FunctionDef) and _is_kernel(function):
            changes = sorted(_changes(function, enums), key=lambda change: (change[0].lineno, change[0].col_offset))
            for node, new in changes:
                text = _replaced(source, node, new)
                name = f"{path.stem}.{function.name}: {_line(source, node)} -> {_line(text, node)}"
                taken[name] += 1
                name += f" ({taken[name]})" if taken[name] > 1 else ""
                found.append(Turned(module, name, at=node.lineno, text=text))
    return found


def one_a_line(mutants: list[Turned], share: int = 1) -> list[Turned]:
    """Return one change of every line that can be changed, or of one line in `share`, drawn by their names."""
    lines: dict[tuple[str, int], Turned] = {}
    for mutant in mutants:
        taken = lines.setdefault((mutant.module, mutant.at), mutant)
        if _lot(mutant) < _lot(taken):
            lines[mutant.module, mutant.at] = mutant
    return [mutant for mutant in lines.values() if _lot(mutant)[-1] % share == 0]


def _lot(mutant: Turned) -> bytes:
    return sha256(mutant.name.encode()).digest()


def _is_kernel(function: ast.FunctionDef) -> bool:
    return any(isinstance(one, ast.Name) and one.id == "kernel" for one in function.decorator_list)


def _members(path: Path) -> dict[str, list[str]]:
    """Return the names of the members of each enum of a file; what is traced is left out, nobody overlooks it."""
    return {
        one.name: [line.targets[0].id for line in one.body if isinstance(line, ast.Assign)]  # type: ignore[attr-defined]
        for one in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(one, ast.ClassDef) and one.name != "Event"
    }


def _changes(function: ast.FunctionDef, enums: dict[str, list[str]]) -> Iterator[tuple[Node, str]]:
    """Yield (what is replaced, by what): a node of the text, and the words in its place."""
    # What a statement left out, or another operator, breaks in the same way.
    covered: set[ast.AST] = set()
    for node in (node for statement in function.body for node in ast.walk(statement)):
        if isinstance(node, ast.Assign | ast.AugAssign) and isinstance(node.value, ast.Constant):
            covered |= {node.value} if node.value.value == 1 else set()
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq | ast.NotEq):
            covered |= {one for one in node.comparators if isinstance(one, ast.Constant) and one.value in (0, 1)}
        elif isinstance(node, ast.BinOp) and type(node.op) in (ast.Add, ast.Sub):
            covered |= {node.left, node.right}
        elif isinstance(node, ast.UnaryOp):
            covered.add(node.operand)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "record":
            covered |= set(node.args)  # a bare number stands where a row of the trace has nothing to tell
        if isinstance(node, ast.stmt):
            yield from _of_statement(node)
        elif isinstance(node, ast.expr) and not (node in covered and isinstance(node, ast.Constant)):
            yield from ((node, new) for new in _of_expression(node, enums))


def _of_statement(node: ast.stmt) -> Iterator[tuple[Node, str]]:
    """Leave out what changes anything but a name, and turn conditions that no other operator turns."""
    if isinstance(node, ast.Assign):
        if any(isinstance(one, ast.Attribute | ast.Subscript) for target in node.targets for one in ast.walk(target)):
            yield node, "pass"
    elif isinstance(node, ast.AugAssign) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        yield node, "pass"
    elif isinstance(node, ast.If | ast.While) and isinstance(node.test, ast.Name | ast.Attribute | ast.Call):
        yield node.test, f"not ({ast.unparse(node.test)})"


def _of_expression(node: ast.expr, enums: dict[str, list[str]]) -> Iterator[str]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield f"{ast.unparse(node.left)} {_COMPARED[type(node.ops[0])]} {ast.unparse(node.comparators[0])}"
    elif isinstance(node, ast.BoolOp):
        other = " or " if isinstance(node.op, ast.And) else " and "
        yield f"({other.join(f'({ast.unparse(value)})' for value in node.values)})"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.BinOp) and type(node.op) in _COMPUTED:
        left, right = ast.unparse(node.left), ast.unparse(node.right)
        if isinstance(node.op, ast.BitAnd) and isinstance(node.right, ast.UnaryOp):
            yield f"({left})"
        else:
            yield f"(({left}) {_COMPUTED[type(node.op)]} ({right}))"
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield str(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield str({0: 1, 1: 0}.get(node.value, node.value + 1))
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in enums:
        members = enums[node.value.id]
        yield f"{node.value.id}.{members[members.index(node.attr) - 1]}"


def _replaced(source: str, node: Node, new: str) -> str:
    lines = source.splitlines(keepends=True)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    first, last = lines[node.lineno - 1].encode(), lines[node.end_lineno - 1].encode()
    text = first[: node.col_offset] + new.encode() + last[node.end_col_offset :]
    return "".join([*lines[: node.lineno - 1], text.decode(), *lines[node.end_lineno :]])


def _line(text: str, node: Node) -> str:
    return text.splitlines()[node.lineno - 1].strip()
