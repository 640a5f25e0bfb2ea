"""Rules, options and steps write block columns through `blocks.effects` alone."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from blockfront.blocks.block_state import BlockState

PACKAGE = Path(__file__).parents[2] / "src" / "blockfront"
COLUMNS = frozenset(BlockState.__annotations__) - {"frames", "derived"}
WRITTEN_BY_RULES = [path for part in ("rules", "options", "advanced", "steps") for path in sorted(PACKAGE.glob(f"games/*/{part}/**/*.py"))]


def writes(source: str) -> Iterator[int]:
    """Lines that assign to a block column of a state, whole or at one place."""
    for node in ast.walk(ast.parse(source)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
        for target in targets:
            for part in target.elts if isinstance(target, ast.Tuple) else [target]:
                column = part.value if isinstance(part, ast.Subscript) else part
                if isinstance(column, ast.Attribute) and column.attr in COLUMNS and ast.unparse(column.value).endswith("state"):
                    yield column.lineno


def test_only_effects_write_block_columns() -> None:
    assert len(WRITTEN_BY_RULES) > 100
    wrong = [f"{path.relative_to(PACKAGE)}:{line}" for path in WRITTEN_BY_RULES for line in writes(path.read_text(encoding="utf-8"))]
    assert wrong == []


@pytest.mark.parametrize(
    ("code", "is_wrong"),
    [
        ("state.location[block] = 3", True),
        ("state.location[a], state.steps[b] = 3, 4", True),
        ("self.state.face_up |= 1 << block", True),
        ("state.location[block] = state.shown[block] = GONE", True),
        ("state.flags[block] |= MOVED", False),
        ("effects.place(state, block, side, 3)", False),
        ("found = state.location[block]", False),
    ],
)
def test_wrong_writes_are_found(code: str, is_wrong: bool) -> None:
    assert bool(list(writes(code))) == is_wrong
