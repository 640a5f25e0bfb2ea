"""The parts of a running server, put together and taken apart."""

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from blockfront.server.boards import MapDrawings
from blockfront.server.endpoints import Call
from blockfront.server.keys import fingerprint
from blockfront.server.limits import Allowances
from blockfront.server.problems import ApiProblem, unknown_token
from blockfront.server.room import Room
from blockfront.server.rooms import Rooms
from blockfront.server.settings import Settings
from blockfront.server.storage import Storage


class Server:
    """Everything the endpoints work with."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.storage = Storage(settings.database)
        self.rooms = Rooms(self.storage, is_alone=self.storage.is_sqlite or settings.workers == 1)
        self.drawings = MapDrawings(Path(settings.cache_folder) if settings.cache_folder else None)
        self.limits = Allowances(settings.rate, settings.burst)

    async def start(self) -> None:
        await self.storage.open()

    async def stop(self) -> None:
        await self.storage.close()

    def check_origin(self, headers: Mapping[str, str]) -> None:
        """Refuse what a page of another site sends; programs send no Origin."""
        origin = headers.get("origin", "")
        if not origin:
            return
        allowed = {headers.get("host", ""), urlsplit(self.settings.public_url).netloc} - {""}
        if urlsplit(origin).netloc not in allowed:
            raise ApiProblem("wrong_origin", "This page may not use this server.")

    async def seat(self, call: Call) -> tuple[Room, int]:
        """The game of the address and the caller's seat in it; an unknown key and a wrong game look the same."""
        return await self.seat_of(call.path("game"), call.token)

    async def seat_of(self, game: str, token: str) -> tuple[Room, int]:
        row = await self.storage.seat_of_key(fingerprint(token)) if token else None
        if row is None or row["game"] != game:
            raise unknown_token()
        return await self.rooms.get(game), row["seat"]
