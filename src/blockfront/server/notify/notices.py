"""Telling people who are not connected that a game waits for them. A notice names the game and nothing that happens in it."""

import asyncio
import logging
import re
import smtplib
import ssl
import time
from email.message import EmailMessage

import httpx
import msgspec

from blockfront.core.sides import Side
from blockfront.server.notify import webhooks
from blockfront.server.notify.web_push import WebPush
from blockfront.server.play.room import Room
from blockfront.server.settings import Settings
from blockfront.server.storage.store import Storage
from blockfront.server.wire import people as wire_people

_log = logging.getLogger("blockfront.notices")
QUIET = 60.0  # seconds between two notices to the same seat


class Notices:
    """Sends a notice when a seat that is not connected has to decide and had not to before."""

    def __init__(self, settings: Settings, storage: Storage, push: WebPush) -> None:
        self._settings = settings
        self._push = push
        self._storage = storage
        self._last: dict[tuple[str, int], float] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def changed(self, room: Room, before: frozenset[Side]) -> None:
        connected = room.connected()
        due = room.table.to_act() - before
        for row in room.seats:
            is_due = row.player == "person" and not row.taken_over and row.seat not in connected and due & set(row.sides)
            if is_due:
                task = asyncio.get_running_loop().create_task(self._send(room.id, row.seat, notice_text(room)))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def _is_time(self, game: str, seat: int) -> bool:
        now = time.monotonic()
        if now - self._last.get((game, seat), -QUIET) < QUIET:
            return False
        self._last[game, seat] = now
        return True

    async def settle(self) -> None:
        """Wait for notices on their way."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _send(self, game: str, seat: int, text: str) -> None:
        stored = next((row["notices"] for row in await self._storage.seats(game) if row["seat"] == seat), "")
        channels = msgspec.json.decode(stored, type=wire_people.NoticeChannels) if stored else wire_people.NoticeChannels()
        if channels == wire_people.NoticeChannels() or not self._is_time(game, seat):
            return
        text = f"{text} {self._settings.public_url}/#/game/{game}" if self._settings.public_url else text
        try:
            if channels.webhook and self._settings.webhooks:
                await webhooks.post(channels.webhook, text)
            if channels.push is not None:
                await self._push.send(channels.push, text)
            if channels.email and self._settings.smtp_host:
                await asyncio.to_thread(self._mail, channels.email, text)
        except (OSError, ValueError, httpx.HTTPError, smtplib.SMTPException) as error:
            _log.warning("notice not delivered", extra={"game": game, "seat": seat, "problem": type(error).__name__})

    def _mail(self, to: str, text: str) -> None:
        settings = self._settings
        message = EmailMessage()
        message["From"], message["To"] = settings.smtp_sender, to
        message["Subject"] = " ".join(text.partition(" http")[0].split())
        message.set_content(text)
        with smtplib.SMTP(settings.smtp_host, settings.smtp_port, timeout=10) as server:
            if settings.smtp_user:
                server.starttls(context=ssl.create_default_context())
                server.login(settings.smtp_user, settings.smtp_password)
            server.send_message(message)


def why_not_email(address: str) -> str:
    """What is wrong with an address; empty when nothing is. One address, no names, nothing that could end a header."""
    return "" if re.fullmatch(r"[^\s@<>,;:\"]+@[^\s@<>,;:\"]+", address) else "This is not an e-mail address."


def notice_text(room: Room) -> str:
    return f"blockfront: your decision in {room.facts['name']} ({room.table.game.title.name})."
