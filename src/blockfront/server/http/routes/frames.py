"""Several moments of a game at once, each as the viewer saw it, so that a client can show what happened while its player was away."""

import asyncio
from bisect import bisect_right
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from blockfront.server.http.endpoints import Call
from blockfront.server.http.routes.records import looker
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
    room, (viewer, *_) = await looker(call, given.side, False)
    found: dict[int, Frame] = {}
    for wanted in sorted({int(number) for number in given.lines.split(",")}):
        lines, state = await state_after(room, viewer, wanted)
        found[lines] = Frame(lines, msgspec.to_builtins(room.match.game.view(state, viewer)))
    return Frames(list(found.values()))


async def state_after(room: Room, viewer: Any, wanted: int) -> tuple[int, Any]:
    """The state after the action that wrote the wanted line of a viewer's log, and how many lines the log had then."""
    state = None
    while state is None:
        async with room.lock:
            log: ViewerLog = room.log(viewer)
            entries = log.entries[min(wanted, len(log.lines)) - 1] + 1 if wanted and log.lines else 0
            state = await asyncio.to_thread(room.replay.state, entries)
    return bisect_right(log.entries, entries - 1), state


