"""What the client needs to draw a title: the map as SVG, and the board as data. Made once, kept in memory and on disk."""

import asyncio
import hashlib
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Protocol, cast

from blockfront.atlas import draw_map, hex_centre, sheet_geometry
from blockfront.blocks.map_files import load_map
from blockfront.blocks.map_model import MapData
from blockfront.blocks.order_of_battle import OrderOfBattle
from blockfront.games import catalogue
from blockfront.server import wire_boards
from blockfront.server.problems import ApiProblem


class _HasOrder(Protocol):
    @property
    def order(self) -> OrderOfBattle: ...


@cache
def map_of(title_id: str) -> MapData:
    return load_map(resources.files(f"blockfront.games.{title_id}") / "data" / "map")


def known_title(title_id: str) -> str:
    if title_id not in {title.id for title in catalogue.titles()}:
        raise ApiProblem("not_found", "There is no such title.")
    return title_id


@cache
def board_of(title_id: str) -> wire_boards.Board:
    """Map and order of battle of a title as data."""
    title = catalogue.title(title_id)
    drawn = map_of(title_id)
    game = cast(_HasOrder, catalogue.game(title_id, title.scenarios[0].id))
    return wire_boards.Board(
        title=title_id,
        geometry=sheet_geometry(drawn),
        hexes=_hexes(drawn),
        places=[wire_boards.BoardPlace(place.hex, place.name, place.kind, sorted(place.tags)) for place in drawn.places],
        ports=[wire_boards.BoardPort(port.hex, port.name, port.size) for port in drawn.ports],
        production=[wire_boards.BoardSite(site.hex, site.name, site.kind, site.value) for site in drawn.production],
        blocks=_blocks(game.order),
    )


def _hexes(drawn: MapData) -> list[wire_boards.BoardHex]:
    found = []
    for hex_, data in drawn.hexes.items():
        x, y = hex_centre(drawn, hex_)
        label, name = drawn.grid.label(hex_), drawn.hex_name(hex_)
        found.append(wire_boards.BoardHex(hex_, label, name, x, y, data.terrain, data.water, data.nation, data.play))
    return found


def _blocks(order: OrderOfBattle) -> list[wire_boards.BoardBlock]:
    return [
        wire_boards.BoardBlock(
            block=number,
            key=block.key,
            name=block.name,
            type=block.type,
            side=block.side,
            nation=block.nation,
            strengths=list(block.strengths),
            tags=sorted(block.tags),
            colours=list(block.colours),
        )
        for number, block in enumerate(order.blocks)
    ]


class MapDrawings:
    """Map drawings take seconds to make: they are kept in a folder under the fingerprint of what they are drawn from."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._drawn: dict[str, bytes] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def svg(self, title_id: str) -> bytes:
        async with self._locks.setdefault(title_id, asyncio.Lock()):
            if title_id not in self._drawn:
                self._drawn[title_id] = await asyncio.to_thread(self._load_or_draw, title_id)
        return self._drawn[title_id]

    def _load_or_draw(self, title_id: str) -> bytes:
        if self._folder is None:
            return draw_map(map_of(title_id)).encode()
        path = self._folder / f"{title_id}-{_fingerprint(title_id)}.svg"
        if not path.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            unfinished = path.with_suffix(".part")
            unfinished.write_bytes(draw_map(map_of(title_id)).encode())
            unfinished.replace(path)
        return path.read_bytes()


def _fingerprint(title_id: str) -> str:
    """Of the map's data files and of the code that draws them."""
    digest = hashlib.sha256()
    folders = (resources.files(f"blockfront.games.{title_id}") / "data" / "map", resources.files("blockfront.atlas"))
    for folder in folders:
        for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if file.is_file():
                digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
