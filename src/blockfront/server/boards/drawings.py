"""Map drawings. They take seconds to make, so they are made in advance and stored under the fingerprint of the data and code they are
drawn from.

    python -m blockfront.server.boards.drawings build/maps src/blockfront/server/static/maps

draws what is missing in the first folder and copies it to the second, from where every server takes it.
"""

import asyncio
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

from blockfront.atlas import draw_map
from blockfront.games import catalogue
from blockfront.server.workers import Worker

SHIPPED = Path(__file__).parents[1] / "static" / "maps"
_log = logging.getLogger("blockfront.drawings")


class MapDrawings:
    """Drawings come from the folder that was shipped, from the one this server keeps, or are drawn in a process of their own."""

    def __init__(self, folder: Path | None, shipped: Path = SHIPPED) -> None:
        self._folder = folder
        self._shipped = shipped
        self._drawn: dict[str, bytes] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._pool = Worker()
        self._ahead: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Draw ahead, where drawings are kept."""
        if self._folder is not None:
            self._ahead = asyncio.get_running_loop().create_task(self._draw_all())

    async def stop(self) -> None:
        if self._ahead is not None:
            self._ahead.cancel()
            await asyncio.gather(self._ahead, return_exceptions=True)
        self._pool.close()

    async def svg(self, title_id: str) -> bytes:
        async with self._locks.setdefault(title_id, asyncio.Lock()):
            if title_id not in self._drawn:
                self._drawn[title_id] = await self._load_or_draw(title_id)
        return self._drawn[title_id]

    async def _draw_all(self) -> None:
        for title in catalogue.titles():
            try:
                await self.svg(title.id)
            except (OSError, BrokenProcessPool):
                _log.exception("map not drawn", extra={"title": title.id})

    async def _load_or_draw(self, title_id: str) -> bytes:
        name = await asyncio.to_thread(file_name, title_id)
        for folder in filter(None, (self._shipped, self._folder)):
            if (folder / name).is_file():
                return await asyncio.to_thread((folder / name).read_bytes)
        drawn = await self._pool.run(draw, title_id.encode())
        if self._folder is not None:
            await asyncio.to_thread(_keep, self._folder / name, drawn)
        return drawn


def draw(title_id: bytes) -> bytes:
    """Runs in a worker process."""
    return draw_map(catalogue.map_of(title_id.decode())).encode()


def _keep(path: Path, drawn: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    unfinished.write_bytes(drawn)
    unfinished.replace(path)


@cache
def file_name(title_id: str) -> str:
    """Names the map's data files and the code that draws them by their fingerprint."""
    digest = hashlib.sha256()
    folders = (catalogue.contract(title_id).data / "map", resources.files("blockfront.atlas"))
    for folder in folders:
        for file in _files_below(folder):
            if not file.name.endswith(".pyc"):
                digest.update(file.read_bytes())
    return f"{title_id}-{digest.hexdigest()[:16]}.svg"


def _files_below(folder: Traversable) -> Iterator[Traversable]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _files_below(entry)
        else:
            yield entry


def draw_into(kept: Path, shipped: Path) -> None:
    """Draw what is missing in a folder, several maps at a time, and make another folder a copy of it."""
    wanted = {title.id: kept / file_name(title.id) for title in catalogue.titles()}
    missing = [title for title, path in wanted.items() if not path.is_file()]
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        for title, drawn in zip(missing, pool.map(draw, [title.encode() for title in missing]), strict=True):
            _keep(wanted[title], drawn)
    shipped.mkdir(parents=True, exist_ok=True)
    for old in set(shipped.glob("*.svg")) - {shipped / path.name for path in wanted.values()}:
        old.unlink()
    for path in wanted.values():
        shutil.copyfile(path, shipped / path.name)


if __name__ == "__main__":
    draw_into(Path(sys.argv[1]), Path(sys.argv[2]))
