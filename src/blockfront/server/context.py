"""The parts of a running server: created together, started and stopped."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from blockfront.server.accounts.keys import fingerprint, is_id
from blockfront.server.accounts.users import Accounts
from blockfront.server.boards.drawings import MapDrawings
from blockfront.server.bots.bot_runner import BotRunner
from blockfront.server.http.endpoints import Call
from blockfront.server.http.limits import Allowances
from blockfront.server.http.metrics import Metrics
from blockfront.server.http.problems import ApiProblem, unknown_token
from blockfront.server.notify.notices import Notices
from blockfront.server.notify.web_push import WebPush
from blockfront.server.play.changes import Changes
from blockfront.server.play.housekeeping import Housekeeping
from blockfront.server.play.room import Room
from blockfront.server.play.rooms import Rooms
from blockfront.server.play.study import Study
from blockfront.server.settings import Settings
from blockfront.server.storage.listener import PgListener
from blockfront.server.storage.store import Storage

_KEYS_KEPT = 50_000


class Server:
    """Everything that the endpoints work with."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.storage = Storage(settings.database)
        self.rooms = Rooms(self.storage, is_alone=self.storage.is_sqlite)  # PostgreSQL may serve other servers as well
        self.drawings = MapDrawings(Path(settings.cache_folder) if settings.cache_folder else None)
        self.limits = Allowances(settings.rate, settings.burst)
        self.accounts = Accounts(self.storage, secure=settings.secure_cookies) if settings.accounts else None
        self.changes = Changes(self.rooms)
        self.bots = BotRunner(self.rooms, self.changes, settings.bot_processes, settings.bot_seconds)
        self.study = Study()
        self.push = WebPush(self.storage, settings.public_url)
        self.notices = Notices(settings, self.storage, self.push)
        self.listener = None if self.rooms.is_alone else PgListener(self.rooms, self.storage.url)
        self.housekeeping = Housekeeping(self.rooms, self.changes, settings.housekeeping_seconds, self._leads)
        self.metrics = Metrics()
        self.loop: asyncio.AbstractEventLoop | None = None
        self._keys: dict[str, tuple[str, int]] = {}
        self.rooms.wake = self.bots.wake
        self.changes.now_due = self.notices.announce

    async def start(self) -> None:
        """Open the database, then start what runs in the background."""
        self.loop = asyncio.get_running_loop()
        await self.storage.open()
        await self.push.open()
        if self.listener is not None:
            await self.listener.start()
        self.housekeeping.start()
        self.drawings.start()

    async def stop(self) -> None:
        """Stop in order: end maintenance and bots, deliver notices on their way, disconnect watchers, close the database."""
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
        """The id of the logged-in user, or None."""
        found = await self.accounts.user(cookies) if self.accounts else None
        return found[0] if found else None

    def check_origin(self, headers: Mapping[str, str]) -> None:
        """Refuse requests from pages of other sites; programs send no Origin header and are let through."""
        origin = headers.get("origin", "")
        if not origin:
            return
        allowed = {headers.get("host", ""), urlsplit(self.settings.public_url).netloc} - {""}
        if urlsplit(origin).netloc not in allowed:
            raise ApiProblem("wrong_origin", "This page may not use this server.")

    async def seat(self, call: Call) -> tuple[Room, int]:
        """The game of the URL and the caller's seat in it; an unknown key and the key of another game get the same refusal."""
        try:
            room, seat = await self.seat_of(call.path("game"), call.token, call.request.headers.get("cookie", ""))
        except ApiProblem as problem:
            raise (unknown_token() if problem.problem.error == "not_found" else problem) from None
        if seat is None:
            raise unknown_token()
        return room, seat

    async def seat_or_none(self, call: Call) -> tuple[Room, int | None]:
        """The game of the URL and the caller's seat; None if the caller has neither a key nor an account with a seat in it."""
        return await self.seat_of(call.path("game"), call.token, call.request.headers.get("cookie", ""))

    async def seat_of(self, game: str, token: str, cookies: str) -> tuple[Room, int | None]:
        """The seat opened by a key, or else by the logged-in user. A key that does not fit is refused; a user without a seat is not."""
        if token:
            return await self._seat_of_key(game, fingerprint(token))
        user = await self.user(cookies) if is_id(game) else None
        row = await self.storage.seat_of_user(game, user) if user else None
        return await self.rooms.get(game), row["seat"] if row else None

    async def _seat_of_key(self, game: str, key: str) -> tuple[Room, int]:
        """The seat that a key opens. Seats are remembered by key, but each time the key is compared again, since a link can be renewed."""
        if key not in self._keys:
            row = await self.storage.seat_of_key(key)
            if row is None:
                raise unknown_token()
            if len(self._keys) >= _KEYS_KEPT:
                self._keys.clear()
            self._keys[key] = (row["game"], row["seat"])
        found, seat = self._keys[key]
        if found != game:
            raise unknown_token()
        room = await self.rooms.get(game)
        if room.seats[seat].key != key:
            del self._keys[key]
            raise unknown_token()
        return room, seat
