"""Who may import whom: the arrows of ARCHITECTURE.md, found by reading every import in the package."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "blockfront"
SERIES = "games.blocks_series"
JOINED = "games.blocks_east_and_west"
TITLES = sorted(path.name for path in (PACKAGE / "games").iterdir() if path.is_dir() and path.name != "__pycache__")
ENGINE = ("core", "hexes", "maps", "blocks")
PLAYED = ("eastfront", "blocks_series", "blocks_in_the_east", "blocks_in_the_west", "blocks_east_and_west")  # whose players know the title

ALLOWED: dict[str, tuple[str, ...]] = {
    "core": ("core",),
    "hexes": ("hexes",),
    "maps": ("core", "hexes", "maps"),
    "blocks": ENGINE,
    "atlas": ("core.data_files", "hexes", "maps", "blocks", "atlas"),
    "testing": (*ENGINE, "testing"),
    "games.catalogue": (*ENGINE, "games.catalogue", *(f"games.{title}.{part}" for title in TITLES for part in ("title", "contract"))),
    "games.odds": (*ENGINE, "games.catalogue", "games.odds"),
    "library": (*ENGINE, "games.catalogue", "games.odds", "library"),
    "__main__": ("cli",),
    "sim": (*ENGINE, "games.catalogue", "ai", "atlas", "sim"),
    "ai": (*ENGINE, "games.catalogue", "ai"),
    "ai.registry": (*ENGINE, "ai"),
    **{f"ai.{title}": (*ENGINE, "ai", f"games.{title}", SERIES) for title in PLAYED},
    "server": (*ENGINE, "games.catalogue", "ai", "sim", "atlas", "games.odds", "server"),
    "cli": (*ENGINE, "games.catalogue", "ai", "sim", "atlas", "games.odds", "server", "testing", "cli"),
    **{f"games.{title}": (*ENGINE, f"games.{title}", *([SERIES] if title.startswith("blocks_") else [])) for title in TITLES},
    JOINED: (*ENGINE, JOINED, SERIES, "games.blocks_in_the_east", "games.blocks_in_the_west"),  # the one title that is made of others
}
BARRED: dict[str, tuple[str, ...]] = {  # what lies inside an allowed package and is not meant
    "ai": tuple(f"ai.{title}" for title in PLAYED),
    "ai.eastfront": ("ai.blocks_series", "ai.blocks_in_the_east", "ai.blocks_in_the_west", SERIES),
    "ai.blocks_series": ("ai.eastfront", "ai.blocks_in_the_east", "ai.blocks_in_the_west"),
}
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
    allowed, barred = ALLOWED[layer], BARRED.get(layer, ())
    for line, imported in imports(source):
        name = imported.removeprefix("blockfront.")
        if imported.startswith("blockfront.") and layer_of(name) and (not within(name, allowed) or within(name, barred)):
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
        ("games.blocks_east_and_west.layers", "from blockfront.games.blocks_in_the_west.layers import WESTERN", False),
        ("games.blocks_east_and_west.layers", "from blockfront.games.eastfront.state import State", True),
        ("games.blocks_in_the_west.layers", "from blockfront.games.blocks_in_the_east.layers import EASTERN", True),
        ("server.play.room", "from blockfront.games.proving_ground.game import make", True),
        ("server.play.room", "from blockfront.games import catalogue", False),
        ("sim.arena", "from blockfront.games.eastfront.game import make", True),
        ("ai.greedy", "from blockfront.games.eastfront.state import State", True),
        ("ai.eastfront.captain", "from blockfront.games.eastfront.state import State", False),
        ("ai.eastfront.captain", "from blockfront.ai.blocks_series.captain import Captain", True),
        ("ai.recruit", "from blockfront.ai.eastfront.players import PLAYERS", True),
        ("ai.search.race", "from blockfront.games.eastfront.game import EastFront", True),
        ("ai.search.race", "from blockfront.ai.blocks_series.search.general import SeriesMind", True),
        ("ai.search.race", "from blockfront.ai.search.mind import Mind", False),
        ("ai.registry", "from blockfront.ai.eastfront.players import PLAYERS", False),
        ("games.eastfront.contract", "from blockfront.ai.registry import TitlePlayers", True),
        ("games.catalogue", "from blockfront.games.eastfront.contract import CONTRACT", False),
        ("games.catalogue", "from blockfront.games.eastfront.game import make", True),
    ],
)
def test_wrong_imports_are_found(module: str, statement: str, is_wrong: bool) -> None:
    assert bool(list(wrong_imports(module, statement))) == is_wrong


def test_modules_stay_short() -> None:
    """About 400 lines, and never more than 600."""
    long = {str(path.relative_to(PACKAGE)): count for _, path in modules() if (count := len(path.read_text().splitlines())) > 600}
    assert long == {}
