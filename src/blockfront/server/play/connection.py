"""The WebSocket of a game: one reader and one writer for each connection."""

import asyncio
import contextlib
import logging
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from blockfront.server.context import Server
from blockfront.server.http.problems import OUT_OF_ORDER, ApiProblem, internal, out_of_order
from blockfront.server.play.changes import nothing
from blockfront.server.play.room import Room, Watcher
from blockfront.server.wire import socket as messages

MAX_MESSAGE = 65_536
WAITING = 200  # messages a slow client may leave unread before it is disconnected
HELLO_SECONDS = 10.0
_log = logging.getLogger("blockfront.sockets")
_decoder = msgspec.json.Decoder(messages.ClientMessage)
_encoder = msgspec.json.Encoder()

POLICY, TOO_SLOW, COME_BACK = 1008, 1013, 1012


class Connection:
    """One browser at one game."""

    def __init__(self, server: Server, socket: WebSocket) -> None:
        self._server = server
        self._socket = socket
        self._out: asyncio.Queue[Any] = asyncio.Queue(WAITING)
        self._closing = 0
        self._room: Room | None = None
        self._watcher: Watcher | None = None

    async def run(self) -> None:
        """Serve the connection from the greeting to its end. A page of another site is refused before the greeting."""
        try:
            self._server.check_origin(self._socket.headers)
        except ApiProblem:
            await self._socket.close(POLICY)
            return
        await self._socket.accept()
        writer = asyncio.create_task(self._write())
        try:
            await asyncio.wait_for(self._greet(), HELLO_SECONDS)
            while not self._closing:
                await self._handle(await self._read())
        except (WebSocketDisconnect, TimeoutError, _Goodbye):
            pass
        finally:
            self._leave()
            self._out_end()
            with contextlib.suppress(Exception):
                await asyncio.wait_for(writer, 2)
            await self._close()

    async def _close(self) -> None:
        if self._socket.client_state == WebSocketState.CONNECTED and self._socket.application_state == WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await self._socket.close(self._closing or POLICY)

    # ---- writing

    def send(self, message: Any) -> None:
        """Queue a message. None ends the connection, and so does a client that reads too slowly."""
        if message is None:
            self._closing = COME_BACK
            message = _END
        try:
            self._out.put_nowait(message)
        except asyncio.QueueFull:
            self._closing = TOO_SLOW
            self._leave()
            self._out = asyncio.Queue(WAITING)
            self._out.put_nowait(_END)

    def _out_end(self) -> None:
        with contextlib.suppress(asyncio.QueueFull):
            self._out.put_nowait(_END)

    async def _write(self) -> None:
        while (message := await self._out.get()) is not _END:
            await self._socket.send_text(_encoder.encode(message).decode())
        await self._close()

    # ---- reading

    async def _read(self) -> messages.ClientMessage:
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        text = received.get("text") or received.get("bytes") or b""
        if len(text) > MAX_MESSAGE:
            self._refuse(0, ApiProblem("too_large", f"The message is larger than {MAX_MESSAGE} bytes."))
            raise _Goodbye
        try:
            message: messages.ClientMessage = _decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._refuse(0, ApiProblem("malformed", f"The message cannot be understood: {error}"))
            raise _Goodbye from None
        return message

    @property
    def _address(self) -> str:
        return self._socket.client.host if self._socket.client else ""

    def _refuse(self, id_: int, problem: ApiProblem) -> None:
        self.send(messages.ProblemMessage(id_, problem.problem))

    async def _greet(self) -> None:
        """Wait for the client's first message, which says for which seat it connects."""
        try:
            self._server.limits.take(self._address)
            hello = await self._read()
            if not isinstance(hello, messages.Hello):
                raise ApiProblem("malformed", "The first message must be `hello`.")
            game = str(self._socket.path_params["game"])
            cookies = self._socket.headers.get("cookie", "")
            room, seat = await self._server.seat_of(game, hello.token or "", cookies)
            viewer = room.spectator() if seat is None else room.viewer_of(seat, hello.side)
            self._sit(room, Watcher(self.send, seat, viewer, by_changes=hello.changes), hello.log_from)
        except ApiProblem as problem:
            self._refuse(0, problem)
            raise _Goodbye from None
        except OUT_OF_ORDER:
            _log.exception("database out of order")
            self._refuse(0, out_of_order())
            raise _Goodbye from None

    def _sit(self, room: Room, watcher: Watcher, log_from: int) -> None:
        self._room, self._watcher = room, watcher
        self.send(room.greet(watcher, log_from))
        self._server.rooms.presence_changed(room)
        self._server.rooms.wake(room)

    def _leave(self) -> None:
        if self._room is not None and self._watcher in self._room.watchers:
            self._room.watchers.discard(self._watcher)
            self._server.rooms.presence_changed(self._room)

    async def _handle(self, message: messages.ClientMessage) -> None:
        if isinstance(message, messages.Hello):
            self._refuse(0, ApiProblem("malformed", "This connection has already sent `hello`."))
            return
        try:
            self._server.limits.take(self._address)
            await self._carry_out(message)
            self.send(messages.AnswerMessage(message.id))
        except ApiProblem as problem:
            self._refuse(message.id, problem)
        except OUT_OF_ORDER:
            _log.exception("database out of order")
            self._refuse(message.id, out_of_order())
        except Exception:
            _log.exception("not handled")
            self._refuse(message.id, internal())

    async def _carry_out(self, message: messages.ClientMessage) -> None:
        room, watcher = self._room, self._watcher
        assert room is not None
        assert watcher is not None
        if isinstance(message, messages.Ping):
            return
        if watcher.seat is None:
            raise ApiProblem("forbidden", "Spectators can only watch.")
        changes = self._server.changes
        match message:
            case messages.SubmitMessage():
                await changes.submit(room.id, watcher.seat, message, nothing)
            case messages.UndoMessage():
                await changes.undo(room.id, watcher.seat, watcher.viewer, message, nothing)
            case messages.SayMessage():
                await changes.say(room.id, watcher.seat, message.text)
            case messages.TeamMessage():
                await changes.say_to_team(room.id, watcher.seat, message)
            case messages.LookAs():
                async with room.lock:
                    if self._closing:
                        return
                    watcher.viewer = room.viewer_of(watcher.seat, message.side)
                    self.send(room.greet(watcher, 0))


class _Goodbye(Exception):
    """Ends a connection once all queued messages are sent."""


_END = object()
