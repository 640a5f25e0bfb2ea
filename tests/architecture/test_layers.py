"""Who may import whom: the arrows of ARCHITECTURE.md, found by reading every import in the package."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "blockfront"
SERIES = "games.blocks_series"
TITLES = sorted(path.name for path in (PACKAGE / "games").iterdir() if path.is_dir() and path.name != "__pycache__")
ENGINE = ("core", "hexes", "maps", "blocks")
PLAYED = ("eastfront", "blocks_series", "blocks_in_the_east", "blocks_in_the_west")  # whose players know the title

ALLOWED: dict[str, tuple[str, ...]] = {
    "core": ("core",),
    "hexes": ("hexes",),
    "maps": ("core", "hexes", "maps"),
    "blocks": ENGINE,
    "atlas": ("core.data_files", "hexes", "maps", "blocks", "atlas"),
    "testing": (*ENGINE, "testing"),
    "games.catalogue": (*ENGINE, "games.catalogue"),
    "odds": (*ENGINE, "games.catalogue", "odds"),
    "sim": (*ENGINE, "games.catalogue", "ai", "atlas", "sim"),
    "ai": (*ENGINE, "games.catalogue", "ai"),
    "server": (*ENGINE, "games.catalogue", "ai", "sim", "atlas", "odds", "server"),
    "cli": (*ENGINE, "games.catalogue", "ai", "sim", "atlas", "odds", "server", "testing", "cli"),
    **{f"games.{title}": (*ENGINE, f"games.{title}", *([SERIES] if title.startswith("blocks_in") else [])) for title in TITLES},
}
EXCEPT: dict[str, tuple[str, ...]] = {f"ai.{title}": (f"games.{title}", SERIES) for title in PLAYED}
ENGINE_DEPENDENCIES = {"msgspec"}


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        yield ".".join(part for part in parts if part != "__init__"), path


def imports(source: str) -> Iterator[tuple[int, str]]:
    """(line, module) of every import, those inside functions included."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            is_package = (PACKAGE.parent / Path(*node.module.split("."))).is_dir()
            for alias in node.names:
                yield node.lineno, f"{node.module}.{alias.name}" if is_package else node.module


def within(module: str, layers: tuple[str, ...]) -> bool:
    return any(module == layer or module.startswith(f"{layer}.") for layer in layers)


def layer_of(module: str) -> str | None:
    return max((layer for layer in ALLOWED if within(module, (layer,))), key=len, default=None)


def wrong_imports(module: str, source: str) -> Iterator[str]:
    layer = layer_of(module)
    if layer is None:
        return
    allowed = ALLOWED[layer] + tuple(more for part, extra in EXCEPT.items() if within(module, (part,)) for more in extra)
    for line, imported in imports(source):
        name = imported.removeprefix("blockfront.")
        if imported.startswith("blockfront.") and layer_of(name) and not within(name, allowed):
            yield f"{module}, line {line}: {layer} must not import {name}"


def test_no_layer_imports_what_lies_above_it() -> None:
    wrong = [mistake for module, path in modules() for mistake in wrong_imports(module, path.read_text(encoding="utf-8"))]
    assert not wrong, "\n".join(wrong)


def test_every_module_belongs_to_a_layer() -> None:
    homeless = [module for module, _ in modules() if module not in ("", "games") and layer_of(module) is None]
    assert homeless == []


def test_the_engine_needs_nothing_but_msgspec() -> None:
    for module, path in modules():
        layer = layer_of(module)
        if layer in (*ENGINE, "testing") or (layer and layer.startswith("games.")):
            roots = {name.partition(".")[0] for _, name in imports(path.read_text(encoding="utf-8"))}
            assert not roots - set(sys.stdlib_module_names) - {"annotationlib"} - ENGINE_DEPENDENCIES - {"blockfront"}, module


@pytest.mark.parametrize(
    ("module", "statement", "is_wrong"),
    [
        ("core.game", "from blockfront.blocks.effects import place", True),
        ("core.game", "import blockfront.blocks.effects", True),
        ("core.game", "from blockfront.core.sides import Side", False),
        ("hexes.grid", "from blockfront.core.sides import Side", True),
        ("blocks.effects", "from blockfront.games import catalogue", True),
        ("atlas.svg.writing", "from blockfront.core.game import Game", True),
        ("games.proving_ground.game", "from blockfront.games.eastfront.state import State", True),
        ("games.proving_ground.game", "def late():\n    from blockfront.games.eastfront import state", True),
        ("games.proving_ground.game", "from blockfront.blocks.effects import place", False),
        ("server.play.room", "from blockfront.games.proving_ground.game import make", True),
        ("server.play.room", "from blockfront.games import catalogue", False),
        ("sim.arena", "from blockfront.games.eastfront.game import make", True),
        ("ai.greedy", "from blockfront.games.eastfront.state import State", True),
        ("ai.eastfront.captain", "from blockfront.games.eastfront.state import State", False),
    ],
)
def test_wrong_imports_are_found(module: str, statement: str, is_wrong: bool) -> None:
    assert bool(list(wrong_imports(module, statement))) == is_wrong


def test_modules_stay_short() -> None:
    """About 400 lines, and never more than 600."""
    long = {str(path.relative_to(PACKAGE)): count for _, path in modules() if (count := len(path.read_text().splitlines())) > 600}
    assert long == {}
