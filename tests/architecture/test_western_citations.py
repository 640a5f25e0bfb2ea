"""Titles of the Blocks series share code: a clause of the West is tested only by a test that plays a game of the West."""

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]
TITLE = "blocks_in_the_west"
PLAYED_BY = (TITLE, "blockfront.games", "tests.golden")  # modules from which a test has its games
ON_PAPER = {"BW-0.2a", "BW-R143"}  # the size of a hex, and formations that both books name: facts of the map and the lists


def cited(function: ast.FunctionDef) -> Iterator[str]:
    for mark in function.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "clause":
            yield from (word.value for word in mark.args if isinstance(word, ast.Constant) and isinstance(word.value, str))


def top_level(tree: ast.Module) -> dict[str, ast.AST]:
    """What a module defines, by name."""
    found: dict[str, ast.AST] = {}
    for part in tree.body:
        if isinstance(part, ast.FunctionDef | ast.ClassDef):
            found[part.name] = part
        elif isinstance(part, ast.Assign | ast.AnnAssign):
            targets = part.targets if isinstance(part, ast.Assign) else [part.target]
            found |= {target.id: part for target in targets if isinstance(target, ast.Name)}
    return found


def is_western(module: str | None) -> bool:
    return module is not None and (TITLE in module or module in PLAYED_BY)


def plays(part: ast.AST, games: set[str], known: dict[str, ast.AST], seen: set[str]) -> bool:
    """Whether a part of a module uses one of the names from which games come, itself or through others of the module."""
    names = {node.id for node in ast.walk(part) if isinstance(node, ast.Name)} - seen
    seen |= names
    return bool(names & games) or any(plays(known[name], games, known, seen) for name in names if name in known)


def test_every_clause_of_the_west_is_tested_by_a_western_game() -> None:
    played, merely_cited = set[str](), set[str]()
    for path in TESTS.rglob("*.py"):
        if TITLE not in str(path.relative_to(TESTS)):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imports = [part for part in tree.body if isinstance(part, ast.ImportFrom) and is_western(part.module)]
        games, known = {name.asname or name.name for part in imports for name in part.names}, top_level(tree)
        for part in known.values():
            if isinstance(part, ast.FunctionDef):
                (played if plays(part, games, known, set()) else merely_cited).update(cited(part))
    assert len(played) > 700
    assert {name for name in merely_cited - played if name.startswith("BW-")} == ON_PAPER
