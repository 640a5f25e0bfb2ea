"""The parts of a running server, put together and taken apart."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from blockfront.server.accounts.keys import fingerprint
from blockfront.server.accounts.users import Accounts, session_key
from blockfront.server.boards.drawings import MapDrawings
from blockfront.server.bots.bot_runner import BotRunner
from blockfront.server.http.endpoints import Call
from blockfront.server.http.limits import Allowances
from blockfront.server.http.metrics import Metrics
from blockfront.server.http.problems import ApiProblem, unknown_token
from blockfront.server.notify.notices import Notices
from blockfront.server.notify.web_push import WebPush
from blockfront.server.play.housekeeping import Housekeeping
from blockfront.server.play.room import Room
from blockfront.server.play.rooms import Rooms
from blockfront.server.play.study import Study
from blockfront.server.settings import Settings
from blockfront.server.storage.listener import PgListener
from blockfront.server.storage.store import Storage

_REMEMBERED = 50_000  # keys of seats


class Server:
    """Everything the endpoints work with."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.storage = Storage(settings.database)
        self.rooms = Rooms(self.storage, is_alone=self.storage.is_sqlite)  # PostgreSQL may serve other servers as well
        self.drawings = MapDrawings(Path(settings.cache_folder) if settings.cache_folder else None)
        self.limits = Allowances(settings.rate, settings.burst)
        self.accounts = Accounts(self.storage, secure=settings.secure_cookies) if settings.accounts else None
        self.bots = BotRunner(settings.bot_processes, settings.bot_seconds)
        self.study = Study()
        self.push = WebPush(self.storage, settings.public_url)
        self.notices = Notices(settings, self.storage, self.push)
        self.listener = None if self.rooms.is_alone else PgListener(self.rooms, self.storage.url)
        self.housekeeping = Housekeeping(self.rooms, settings.housekeeping_seconds, self._leads)
        self.metrics = Metrics()
        self.loop: asyncio.AbstractEventLoop | None = None
        self._keys: dict[str, tuple[str, int]] = {}
        self.rooms.on_wake.append(self.bots.wake)
        self.rooms.on_change.append(self.notices.changed)

    async def start(self) -> None:
        self.loop = asyncio.get_running_loop()
        await self.storage.open()
        await self.push.open()
        if self.listener is not None:
            await self.listener.start()
        self.housekeeping.start()
        self.drawings.start()

    async def stop(self) -> None:
        """Finish what was begun: no new rounds, no new bot decisions, notices delivered, watchers sent away, database closed."""
        await self.housekeeping.stop()
        await self.drawings.stop()
        await self.bots.close()
        self.study.close()
        await self.notices.settle()
        if self.listener is not None:
            await self.listener.stop()
        for room in self.rooms.open_rooms():
            async with room.lock:
                self.rooms.drop(room)
        await self.storage.close()

    async def _leads(self) -> bool:
        return self.listener is None or await self.listener.leads()

    async def user(self, cookies: str) -> str | None:
        """The id of who is logged in."""
        found = await self.accounts.user(cookies) if self.accounts else None
        return found[0] if found else None

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
        return await self.seat_of(call.path("game"), call.token, call.request.headers.get("cookie", ""))

    async def seat_of(self, game: str, token: str, cookies: str) -> tuple[Room, int]:
        """The seat of a key, or of who is logged in."""
        if token:
            found = await self._seat_of_key(fingerprint(token))
        else:
            user = await self.user(cookies)
            row = await self.storage.seat_of_user(game, user) if user else None
            found = (row["game"], row["seat"]) if row else None
        if found is None or found[0] != game:
            raise unknown_token()
        return await self.rooms.get(game), found[1]

    async def _seat_of_key(self, key: str) -> tuple[str, int] | None:
        """Game and seat of a key. Keys are never taken away, so those once found are remembered."""
        if key not in self._keys:
            row = await self.storage.seat_of_key(key)
            if row is None:
                return None
            if len(self._keys) >= _REMEMBERED:
                self._keys.clear()
            self._keys[key] = (row["game"], row["seat"])
        return self._keys[key]

    def has_key(self, call: Call) -> bool:
        """Whether the caller claims a seat, by a key or by being logged in."""
        return bool(call.token) or (self.accounts is not None and bool(session_key(call.request.headers.get("cookie", ""))))
