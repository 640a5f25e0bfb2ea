"""Several moments of a game at once, each as the viewer saw it, so that a client can show what happened while its player was away."""

import asyncio
from bisect import bisect_right
from collections.abc import AsyncIterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from blockfront.core.sides import Side
from blockfront.server.http.endpoints import Call
from blockfront.server.http.routes.records import room_and_viewers
from blockfront.server.play.room import Room
from blockfront.server.play.viewer_state import ViewerLog
from blockfront.server.wire import SideNumber

MOST_FRAMES = 60


class FramesQuery(msgspec.Struct):
    """`lines`: numbers of log lines, separated by commas. `side`: whose view to use, any side's once the game is over."""

    lines: Annotated[str, Meta(pattern=rf"^\d{{1,7}}(,\d{{1,7}}){{0,{MOST_FRAMES - 1}}}$")]
    side: SideNumber | None = None


class Frame(msgspec.Struct):
    """The viewer's view when the log had this many lines."""

    lines: int
    view: Any


class Frames(msgspec.Struct):
    frames: list[Frame]


async def frames(call: Call, given: FramesQuery) -> Frames:
    """The positions after these numbers of log lines, in the order of the game. While it runs: by my own log, as I saw them."""
    room, (viewer, *_) = await room_and_viewers(call, given.side, False)
    game = room.match.game
    return Frames([Frame(lines, msgspec.to_builtins(game.view(state, viewer))) async for lines, state in states_after(room, viewer, given)])


async def states_after(room: Room, viewer: Side, given: FramesQuery) -> AsyncIterator[tuple[int, Any]]:
    """The state after each of the given lines of a viewer's log, with the number of lines the log had then; each state once."""
    reached = -1
    for wanted in sorted({int(number) for number in given.lines.split(",")}):
        lines, state = await state_after(room, viewer, wanted)
        if lines != reached:
            reached = lines
            yield lines, state


async def state_after(room: Room, viewer: Side, wanted: int) -> tuple[int, Any]:
    """The state after the action that wrote the wanted line of a viewer's log, and how many lines the log had then."""
    state = None
    while state is None:
        async with room.lock:
            log: ViewerLog = room.log(viewer)
            entries = log.entries[min(wanted, len(log.lines)) - 1] + 1 if wanted and log.lines else 0
            state = await asyncio.to_thread(room.replay.state, entries)
    return bisect_right(log.entries, entries - 1), state
