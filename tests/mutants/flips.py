"""Rules that are wrong in one place: a comparison, a constant, a set or a table cell of what cites a clause is flipped."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
GAMES: Final = ROOT / "src" / "blockfront" / "games"
PACKAGES: Final = ("eastfront", "blocks_series", "blocks_in_the_east")
NO_RULES: Final = frozenset(("blocks.csv", "clauses.csv", "messages.toml", "powers.toml"))  # facts that other tests compare as a whole

COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OFF_MAP: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {ast.Lt: ast.GtE, ast.GtE: ast.Lt}
CLAUSE = re.compile(r"\b(?:EF|BE)-[A-Z0-9][A-Za-z0-9.]*")
CELL = re.compile(r"(?<![\w.\"-])\d+(?![\w.\"-])")


class Flip(NamedTuple):
    """One wrong rule."""

    path: Path
    line: int
    name: str  # the function, or the file of a table
    number: int  # which of the places in that function or table
    clauses: frozenset[str]
    told: str

    @property
    def titles(self) -> tuple[str, ...]:
        """Those whose tests may notice; both Blocks games share their series."""
        package = self.path.relative_to(GAMES).parts[0]
        return ("blocks_in_the_east", "blocks_in_the_west") if package == "blocks_series" else (package,)

    @property
    def identity(self) -> str:
        """Names the flip whatever is written around it: a sample stays the same while other rules are added."""
        return f"{self.path.relative_to(ROOT)} {self.name} {self.number} {self.told}"

    @property
    def is_table(self) -> bool:
        return self.path.suffix != ".py"

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line} {self.name} {self.number}: {self.told} ({', '.join(sorted(self.clauses))})"


# ---- code


def _cited(node: ast.FunctionDef) -> frozenset[str]:
    """Clauses that the decorators of a function cite."""
    found = set()
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "rule":
            found |= {str(argument.value) for argument in decorator.args if isinstance(argument, ast.Constant)}
    return frozenset(found)


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{part.name}", part) for part in node.body if isinstance(part, ast.FunctionDef))


def _is_bit(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value == 1


def _is_zero(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0


def _is_joined_set(node: ast.AST | None) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr) and not _is_bit(node.right)


def _flipped(node: ast.AST) -> tuple[ast.AST, str] | None:
    """A node that says something else, and what was done."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARED:
        off_map = _is_zero(node.comparators[0])  # no unit and no hex has a number between "not there" and "there"
        other = (OFF_MAP if off_map and type(node.ops[0]) in OFF_MAP else COMPARED)[type(node.ops[0])]()
        return ast.Compare(node.left, [other], node.comparators), f"{type(node.ops[0]).__name__} is {type(other).__name__}"
    if isinstance(node, ast.Return) and _is_joined_set(node.value):
        assert isinstance(node.value, ast.BinOp)
        return ast.Return(node.value.left), f"{ast.unparse(node.value.right)[:40]} is dropped from what is returned"
    if isinstance(node, ast.Return) and isinstance(node.value, ast.UnaryOp) and isinstance(node.value.op, ast.Not):
        return ast.Return(node.value.operand), "not is dropped from what is returned"
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return ast.Constant(not node.value), f"{node.value} is {not node.value}"
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return ast.Constant(node.value + 1), f"{node.value} is {node.value + 1}"
    return None


def _skipped(node: ast.AST) -> bool:
    """What tells nothing of a rule: assertions and sentences."""
    return isinstance(node, ast.Assert | ast.JoinedStr) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def _is_no_rule(node: ast.AST, field: str, value: object, is_step: bool) -> bool:
    """Annotations, bits, places in tuples, the number of the other side, nothing at all (an empty set), everything or nobody (-1 as an
    answer), whether a step has to wait, and what only checks the program (`zip(strict=True)`)."""
    if isinstance(node, ast.Return) and isinstance(value, ast.Constant) and isinstance(value.value, bool) and is_step:
        return True
    if isinstance(node, ast.Return) and isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub) and _is_bit(value.operand):
        return True
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return True
    if isinstance(node, ast.FunctionDef | ast.AnnAssign):
        return field not in ("body", "value")
    if isinstance(node, ast.Subscript):
        return field == "slice"
    if isinstance(node, ast.Compare) and type(node.ops[0]) in OFF_MAP:
        return field == "comparators" and _is_zero(node.comparators[0])
    if isinstance(node, ast.BinOp) and isinstance(value, ast.Constant):
        is_other_side = isinstance(node.op, ast.Sub) and field == "left" and _is_bit(value)
        return is_other_side or isinstance(node.op, ast.BitAnd | ast.LShift | ast.RShift)
    empty = isinstance(value, ast.Constant) and value.value in (0, "") and value.value is not False
    return empty and isinstance(node, ast.Return | ast.Assign | ast.AugAssign | ast.IfExp)


def _children(node: ast.AST, is_step: bool) -> Iterator[tuple[ast.AST, str, int | None]]:
    """(child, field, place in its list) of everything in a node that can be flipped."""
    for field, value in ast.iter_fields(node):
        if _is_no_rule(node, field, value, is_step):
            continue
        if isinstance(value, ast.AST) and not _skipped(value):
            yield value, field, None
        elif isinstance(value, list):
            yield from ((part, field, place) for place, part in enumerate(value) if isinstance(part, ast.AST) and not _skipped(part))


def _places(node: ast.AST, is_step: bool | None = None) -> Iterator[tuple[ast.AST, str, int | None, ast.AST, str]]:
    """(parent, field, place, flipped node, what was done) in the order of the text. `is_step`: inside what runs a step of the game."""
    if is_step is None:
        is_step = isinstance(node, ast.FunctionDef) and node.name == "run"
    for child, field, place in _children(node, is_step):
        changed = _flipped(child)
        if changed is not None:
            yield node, field, place, changed[0], changed[1]
        yield from _places(child, is_step)


def _of_code(path: Path) -> Iterator[Flip]:
    for name, function in _functions(ast.parse(path.read_text(encoding="utf-8"))):
        clauses = _cited(function)
        if clauses:
            for number, (parent, field, place, _, told) in enumerate(_places(function)):
                value = getattr(parent, field)
                line = getattr(value if place is None else value[place], "lineno", function.lineno)
                yield Flip(path, line, name, number, clauses, told)


def wrong_code(flip: Flip) -> tuple[str, CodeType]:
    """The dotted name of the module, and the code of its function with the flip."""
    tree = ast.parse(flip.path.read_text(encoding="utf-8"))
    function = next(node for name, node in _functions(tree) if name == flip.name)
    parent, field, place, changed, _ = list(_places(function))[flip.number]
    old = getattr(parent, field) if place is None else getattr(parent, field)[place]
    ast.copy_location(changed, old)
    if place is None:
        setattr(parent, field, copy.deepcopy(changed))
    else:
        getattr(parent, field)[place] = copy.deepcopy(changed)
    module = compile(ast.fix_missing_locations(tree), str(flip.path), "exec")
    dotted = ".".join(flip.path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    return dotted, _code_of(module, flip.name)


def _code_of(code: CodeType, name: str) -> CodeType:
    first, _, rest = name.partition(".")
    found = next(part for part in code.co_consts if isinstance(part, CodeType) and part.co_name == first)
    return _code_of(found, rest) if rest else found


def put_in(module: Any, name: str, code: CodeType) -> None:
    """Give a function of a module another code; everybody who has it calls that now."""
    found: Any = module
    for part in name.split("."):
        found = vars(found)[part]
    while not isinstance(found, FunctionType):
        found = getattr(found, "__wrapped__", None) or getattr(found, "__func__", None) or found.fget
    found.__code__ = code


# ---- tables


def _of_table(path: Path) -> Iterator[Flip]:
    text = path.read_text(encoding="utf-8")
    clauses = frozenset(CLAUSE.findall("\n".join(line for line in text.splitlines() if "#" in line)))
    for number, (line, _) in enumerate(_cells(text)):
        yield Flip(path, line, path.name, number, clauses, f"a number in {text.splitlines()[line - 1][:50]!r} is one more")


def _cells(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    """(line, number in it) of everything below the head of a table."""
    lines = text.splitlines()
    head = next(number for number, line in enumerate(lines) if not line.startswith("#"))
    for number, line in enumerate(lines):
        if number > head or "=" in line:
            for match in CELL.finditer(line.partition("#")[0]):
                yield number + 1, match


def wrong_table(flip: Flip) -> str:
    lines = flip.path.read_text(encoding="utf-8").splitlines()
    line, match = list(_cells("\n".join(lines)))[flip.number]
    old = lines[line - 1]
    lines[line - 1] = f"{old[: match.start()]}{int(match.group()) + 1}{old[match.end() :]}"
    return "\n".join(lines)


def all_flips() -> list[Flip]:
    """Every rule of EastFront and the Blocks that can be made wrong in one place."""
    found: list[Flip] = []
    for package in PACKAGES:
        for path in sorted((GAMES / package).rglob("*.py")):
            if "aids" not in path.parts and "loading" not in path.parts:
                found += _of_code(path)
        tables = (path for path in sorted((GAMES / package / "data").glob("*")) if path.suffix in (".csv", ".toml"))
        found += [flip for path in tables if path.name not in NO_RULES for flip in _of_table(path) if flip.clauses]
    return found
