"""Notifies people who are not connected that a game waits for them. A notice names the game and says nothing about what happens in it."""

import asyncio
import email.utils
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
TLS_PORT = 465  # where mail servers expect TLS from the first byte on
QUIET = 60.0  # seconds between two notices to the same seat


class Notices:
    """Sends a notice when a seat that is not connected becomes the one to decide."""

    def __init__(self, settings: Settings, storage: Storage, push: WebPush) -> None:
        self._settings = settings
        self._push = push
        self._tls: ssl.SSLContext | None = None  # the system's certificates, unless a test brings its own
        self._storage = storage
        self._last: dict[tuple[str, int], float] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def announce(self, room: Room, due: frozenset[Side]) -> None:
        """Notify the people who have to decide since the last change and are not connected."""
        connected = room.connected()
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
        """Wait until all notices on their way are sent."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def channels(self, game: str, seat: int) -> wire_people.NoticeChannels:
        """Where the person at a seat wants to be notified."""
        stored = next((row["notices"] for row in await self._storage.seats(game) if row["seat"] == seat), "")
        return msgspec.json.decode(stored, type=wire_people.NoticeChannels) if stored else wire_people.NoticeChannels()

    async def _send(self, game: str, seat: int, text: str) -> None:
        channels = await self.channels(game, seat)
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
        message["Date"] = email.utils.localtime()
        message["Message-ID"] = email.utils.make_msgid(domain=settings.smtp_sender.rpartition("@")[2] or None)
        message.set_content(text)
        with self._mail_server() as server:
            if settings.smtp_user:
                server.login(settings.smtp_user, settings.smtp_password)
            server.send_message(message)

    def _mail_server(self) -> smtplib.SMTP:
        """A connection to the mail server, encrypted as the settings say; a password is never sent unencrypted."""
        settings, context = self._settings, self._tls or ssl.create_default_context()
        wanted = settings.smtp_security
        if wanted == "tls" or (wanted == "auto" and settings.smtp_port == TLS_PORT):
            return smtplib.SMTP_SSL(settings.smtp_host, settings.smtp_port, timeout=10, context=context)
        server = smtplib.SMTP(settings.smtp_host, settings.smtp_port, timeout=10)
        try:
            server.ehlo()
            is_needed = wanted == "starttls" or bool(settings.smtp_user)
            if is_needed or (wanted == "auto" and server.has_extn("starttls")):
                server.starttls(context=context)
        except BaseException:
            server.close()
            raise
        return server


def why_not_email(address: str) -> str:
    """What is wrong with an e-mail address; empty if nothing is. It must be a single bare address that cannot end a header."""
    return "" if re.fullmatch(r"[^\s@<>,;:\"]+@[^\s@<>,;:\"]+", address) else "This is not an e-mail address."


def notice_text(room: Room) -> str:
    return f"blockfront: your decision in {room.facts['name']} ({room.match.game.title.name})."
