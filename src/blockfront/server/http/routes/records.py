"""Games as files, and step by step: replay, export, import."""

import asyncio
import logging

import msgspec

from blockfront.ai.thoughts import in_words
from blockfront.ai.thoughts import read as thoughts_of
from blockfront.core import record
from blockfront.core.game import AnyGame
from blockfront.core.sides import SPECTATOR, Side
from blockfront.games import catalogue
from blockfront.server import wire
from blockfront.server.http.endpoints import Call, Media
from blockfront.server.http.problems import ApiProblem
from blockfront.server.play import new_games
from blockfront.server.play.room import Room
from blockfront.server.storage.store import Thought
from blockfront.server.wire import Count, SideNumber
from blockfront.server.wire import people as wire_people

RECORD = "application/jsonl"
_log = logging.getLogger("blockfront.records")
MAX_RECORD = 8_500_000


class ReplayQuery(msgspec.Struct):
    """`side`: whose view to use, any side's once the game is over; `truth`: everything that all sides see, only once it is over."""

    line: Count = 0
    side: SideNumber | None = None
    truth: bool = False


async def room_and_viewers(call: Call, side: int | None, truth: bool) -> tuple[Room, list[Side]]:
    """The game, and the viewers whose views the caller may have: while the game runs, only his own side."""
    room, seat = await call.server.seat_or_none(call)
    if seat is None:
        room.spectator()
    if room.match.result is None:
        if truth:
            raise ApiProblem("forbidden", "What both sides saw is shown only when the game is over.")
        return room, [SPECTATOR if seat is None else room.viewer_of(seat, side)]
    sides = [Side(number) for number in range(len(room.match.game.title.sides))]
    if truth:
        return room, sides
    if side is None:
        return room, [SPECTATOR if seat is None else room.viewer_of(seat, None)]
    if side not in sides:
        raise ApiProblem("not_found", "There is no such side.")
    return room, [Side(side)]


async def replay(call: Call, given: ReplayQuery) -> wire_people.ReplayFrame:
    """The position after a line of the log; without a line, the present one. While the game runs: by my own log, as I saw it."""
    room, viewers = await room_and_viewers(call, given.side, given.truth)
    state = None
    while state is None:
        async with room.lock:
            log = room.log(viewers[0]) if not given.truth else room.whole_log()
            if given.line >= max(1, len(log.lines)):
                raise ApiProblem("not_found", "The log has no such line.")
            entries = log.entries[given.line] + 1 if log.lines else len(room.match.entries)
            state = await asyncio.to_thread(room.replay.state, entries)
    views = [room.match.game.view(state, viewer) for viewer in viewers]
    return wire_people.ReplayFrame(given.line, len(log.lines), [msgspec.to_builtins(view) for view in views], list(viewers))


class TruthQuery(msgspec.Struct):
    """`side`: the log as this side saw it; without it as all together did."""

    log_from: Count = 0
    side: SideNumber | None = None


async def true_log(call: Call, given: TruthQuery) -> wire.Log:
    """Everything that happened, as all sides together saw it; only when the game is over."""
    room, _ = await room_and_viewers(call, None, True)
    _, viewers = await room_and_viewers(call, given.side, given.side is None)
    lines = room.whole_log().lines if given.side is None else room.log(viewers[0]).lines
    return wire.Log(len(lines), lines[given.log_from :])


async def thoughts(call: Call) -> wire_people.Thoughts:
    """What bots planned and why, in the order of the game; only when the game is over."""
    room, _ = await room_and_viewers(call, None, True)
    kept = await call.server.rooms.storage.thoughts(room.id)
    return wire_people.Thoughts([_told(room.match.game, one) for one in kept])


def _told(game: AnyGame, kept: Thought) -> wire_people.Thought:
    explanation = thoughts_of(kept.text)
    sentences = [] if isinstance(explanation, str) else [wire_people.ThoughtSentence(one.name, one.values) for one in explanation]
    return wire_people.Thought(kept.side, in_words(game, explanation), kept.at, sentences)


async def export(call: Call) -> Media:
    """The game as a record file that anybody can verify; only when the game is over, since it holds the secrets of all sides."""
    room, _ = await room_and_viewers(call, None, False)
    if room.match.result is None:
        raise ApiProblem("conflict", "A record holds the secrets of all sides: it is available only when the game is over.")
    text = await asyncio.to_thread(record.write, room.match)
    name = f"{room.facts['title']}-{room.facts['scenario']}-{room.id}.jsonl"
    return Media(text.encode(), RECORD, {"content-disposition": f'attachment; filename="{name}"'})


async def import_record(call: Call, given: wire_people.ImportRecord) -> wire.GameCreated:
    """Import a finished game from a record file: dice and actions are verified, then everyone who knows its id can replay it."""
    try:
        kept = await asyncio.to_thread(record.read, given.record)
        game = await asyncio.to_thread(record.game_of, kept, catalogue.game)
        await asyncio.to_thread(record.verify, kept, game)
    except record.RecordError as error:
        raise ApiProblem("refused", f"The record is not valid: {error}") from None
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        _log.info("record not read", exc_info=True)  # a file from outside may hold anything
        raise ApiProblem("refused", "The record is not valid: it is not written the way games are.") from None
    return await new_games.take_in(call.server.rooms, kept, game, given.name)
