"""Drawings of maps, and small ones of scenarios. They take seconds to make, so they are made in advance and stored under the fingerprint of
the data and code they are drawn from.

    python -m blockfront.server.boards.drawings build/maps src/blockfront/server/static/maps

draws what is missing in the first folder and copies it to the second, from where every server takes it.
"""

import asyncio
import gzip
import hashlib
import logging
import multiprocessing
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from blockfront.atlas import draw_map
from blockfront.games import catalogue
from blockfront.server.boards.pictures import draw_picture
from blockfront.server.workers import Worker

SHIPPED = Path(__file__).parents[1] / "static" / "maps"
THEMES = ("light", "dark")
_log = logging.getLogger("blockfront.drawings")


class Drawing(NamedTuple):
    """The map of a title, or the picture of one of its scenarios in a theme."""

    title: str
    scenario: str = ""
    theme: str = ""


class MapDrawings:
    """Finds a drawing among the shipped ones or those this server has stored, or draws it in a separate process."""

    def __init__(self, folder: Path | None, shipped: Path = SHIPPED) -> None:
        self._folder = folder
        self._shipped = shipped
        self._drawn: dict[Drawing, bytes] = {}
        self._packed: dict[Drawing, bytes] = {}
        self._locks: dict[Drawing, asyncio.Lock] = {}
        self._pool = Worker()
        self._ahead: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to draw everything in advance, if this server has a folder to store drawings in."""
        if self._folder is not None:
            self._ahead = asyncio.get_running_loop().create_task(self._draw_all())

    async def stop(self) -> None:
        if self._ahead is not None:
            self._ahead.cancel()
            await asyncio.gather(self._ahead, return_exceptions=True)
        self._pool.close()

    async def svg(self, wanted: Drawing) -> bytes:
        """A drawing as SVG; callers who ask while it is being drawn wait for it."""
        async with self._locks.setdefault(wanted, asyncio.Lock()):
            if wanted not in self._drawn:
                self._drawn[wanted] = await self._load_or_draw(wanted)
        return self._drawn[wanted]

    async def packed(self, wanted: Drawing) -> bytes:
        """A drawing as gzip, which browsers ask for: compressed once, as small as possible."""
        drawn = await self.svg(wanted)
        if wanted not in self._packed:
            self._packed[wanted] = await asyncio.to_thread(gzip.compress, drawn, 9, mtime=0)
        return self._packed[wanted]

    async def _draw_all(self) -> None:
        for title in catalogue.titles():
            try:
                await self.svg(Drawing(title.id))
            except (OSError, BrokenProcessPool):
                _log.exception("map not drawn", extra={"title": title.id})

    async def _load_or_draw(self, wanted: Drawing) -> bytes:
        name = await asyncio.to_thread(file_name, wanted)
        for folder in filter(None, (self._shipped, self._folder)):
            if (folder / name).is_file():
                return await asyncio.to_thread((folder / name).read_bytes)
        drawn = await self._pool.run(draw, "/".join(wanted).encode())
        if self._folder is not None:
            await asyncio.to_thread(_keep, self._folder / name, drawn)
        return drawn


def draw(wanted: bytes) -> bytes:
    """Draw one picture, named as title/scenario/theme; runs in a worker process."""
    drawing = Drawing(*wanted.decode().split("/"))
    return (draw_picture(*drawing) if drawing.scenario else draw_map(catalogue.map_of(drawing.title))).encode()


def _keep(path: Path, drawn: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    unfinished.write_bytes(drawn)
    unfinished.replace(path)


def file_name(wanted: Drawing) -> str:
    """The file name of a drawing: it contains a fingerprint of the map's data files and of the drawing code."""
    return f"{'-'.join(filter(None, wanted))}-{_fingerprint(wanted.title, bool(wanted.scenario))}.svg"


@cache
def _fingerprint(title_id: str, is_picture: bool) -> str:
    digest = hashlib.sha256()
    data = catalogue.contract(title_id).data
    files = [*_files_of_map(title_id), *_files_below(resources.files("blockfront.atlas"))]
    if is_picture:
        files += [data / "pictures.toml", resources.files("blockfront.server.boards") / "pictures.py"]
    for file in files:
        if not file.name.endswith(".pyc"):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _files_of_map(title_id: str) -> Iterator[Traversable]:
    """The data files of a title's map, including those of the maps it is put together from."""
    made = catalogue.contract(title_id)
    if made.read_map is None:
        yield from _files_below(made.data / "map")
        return
    yield from _files_below(made.data)
    for title in catalogue.titles():
        if catalogue.contract(title.id).read_map is None:
            yield from _files_below(catalogue.contract(title.id).data / "map")


def _files_below(folder: Traversable) -> Iterator[Traversable]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _files_below(entry)
        else:
            yield entry


def all_drawings() -> Iterator[Drawing]:
    for title in catalogue.titles():
        yield Drawing(title.id)
        yield from (Drawing(title.id, scenario.id, theme) for scenario in title.scenarios for theme in THEMES)


def draw_into(kept: Path, shipped: Path) -> None:
    """Draw what is missing in the first folder, several at a time, and make the second folder a copy of it."""
    wanted = {drawing: kept / file_name(drawing) for drawing in all_drawings()}
    missing = [drawing for drawing, path in wanted.items() if not path.is_file()]
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        for drawing, drawn in zip(missing, pool.map(draw, ["/".join(one).encode() for one in missing]), strict=True):
            _keep(wanted[drawing], drawn)
    shipped.mkdir(parents=True, exist_ok=True)
    for old in set(shipped.glob("*.svg")) - {shipped / path.name for path in wanted.values()}:
        old.unlink()
    for path in wanted.values():
        shutil.copyfile(path, shipped / path.name)


if __name__ == "__main__":
    draw_into(Path(sys.argv[1]), Path(sys.argv[2]))
