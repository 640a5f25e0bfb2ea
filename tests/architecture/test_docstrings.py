"""Whoever opens a file learns from it what it is for, and what each of its classes is."""

import ast
from pathlib import Path

import blockfront

PACKAGE = Path(blockfront.__file__).parent
SPOKEN_FOR = ("actions", "events", "rows", "wire", "routes")  # their classes are records whose names and fields say it all
DRAWINGS = PACKAGE / "atlas"  # every change of its text has all maps drawn again


def modules() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}


def test_every_module_says_what_it_is_for() -> None:
    silent = [path for path, tree in modules().items() if tree.body and not ast.get_docstring(tree)]
    assert not silent, [str(path.relative_to(PACKAGE)) for path in silent]


def test_each_of_several_classes_says_what_it_is() -> None:
    """The only class of a module may leave it to the module."""
    silent = []
    for path, tree in modules().items():
        names = (*path.relative_to(PACKAGE).parts[:-1], *path.stem.split("_"))
        if DRAWINGS in path.parents or not set(SPOKEN_FOR).isdisjoint(names):
            continue
        classes = [one for one in tree.body if isinstance(one, ast.ClassDef) and not one.name.startswith("_")]
        silent += [f"{path.relative_to(PACKAGE)}: {one.name}" for one in classes if len(classes) > 1 and not ast.get_docstring(one)]
    assert not silent
