"""People at a table: chat, notes of one's own, seats handed to a bot and reclaimed, where notices go."""

from typing import Annotated

import msgspec
from msgspec import Meta

from blockfront.server import wire
from blockfront.server.accounts.keys import fingerprint, new_key
from blockfront.server.boards.board import board_of
from blockfront.server.http.endpoints import Call
from blockfront.server.http.problems import ApiProblem
from blockfront.server.http.routes.play import SideQuery, own_state
from blockfront.server.notify.notices import why_not_email
from blockfront.server.notify.web_push import why_not_push
from blockfront.server.notify.webhooks import why_not_webhook
from blockfront.server.play import steady_time
from blockfront.server.play.changes import nothing
from blockfront.server.play.new_games import seat_key
from blockfront.server.storage.notes import MOST_NOTES, Note, TooManyNotes
from blockfront.server.storage.told import ToldSoFar
from blockfront.server.wire import RowNumber
from blockfront.server.wire import people as wire_people


class ChatQuery(msgspec.Struct):
    after: RowNumber = 0
    limit: Annotated[int, Meta(ge=1, le=500)] = 200


async def chat(call: Call, given: ChatQuery) -> wire_people.Chat:
    """The chat of this table, and how much of it I have read."""
    room, seat = await call.server.seat(call)
    rows = await call.server.storage.chat(room.id, given.after, given.limit)
    lines = [wire_people.ChatLine(row["number"], row["seat"], room.seats[row["seat"]].name, row["text"], row["at"]) for row in rows]
    return wire_people.Chat(lines, room.seats[seat].chat_read, await call.server.storage.chat_length(room.id))


async def say(call: Call, given: wire_people.Say) -> wire.Done:
    """Send a chat line to everybody who has a seat."""
    room, seat = await call.server.seat(call)
    await call.server.changes.say(room.id, seat, given.text)
    return wire.Done()


async def team_talk(call: Call, given: ChatQuery) -> wire_people.TeamTalk:
    """The talk among the seats of my side, and the places they pointed at."""
    room, seat = await call.server.seat(call)
    if not room.seats.team_of(seat):
        return wire_people.TeamTalk([])
    lines = await call.server.storage.team_talk(room.id, room.seats[seat].sides[0], given.after, given.limit)
    return wire_people.TeamTalk([room.team_line(line) for line in lines])


async def say_to_team(call: Call, given: wire_people.SayToTeam) -> wire.Done:
    """Say something to those who share my side, or point at a hex; nobody else learns of it."""
    room, seat = await call.server.seat(call)
    await call.server.changes.say_to_team(room.id, seat, given)
    return wire.Done()


async def notes(call: Call, given: SideQuery) -> wire_people.OwnNotes:
    """My notes on hexes and units; nobody else gets them."""
    room, seat = await call.server.seat(call)
    return wire_people.OwnNotes(await call.server.storage.notes.of(room.id, seat, room.viewer_of(seat, given.side)))


async def put_note(call: Call, given: wire_people.PutNote) -> wire_people.OwnNotes:
    """Write a private note on a hex or a unit; answers with all my notes."""
    room, seat = await call.server.seat(call)
    side, board = room.viewer_of(seat, given.side), board_of(room.match.game.title.id)
    if given.about == "block" and given.number >= len(board.blocks):
        raise ApiProblem("refused", "There is no such unit.")
    if given.about == "hex" and given.number > max(hex_.hex for hex_ in board.hexes) + len(board.geometry.boxes):
        raise ApiProblem("refused", "There is no such hex.")
    try:
        note = Note(given.about, given.number, given.text.strip(), steady_time.now())
        await call.server.storage.notes.put(room.id, seat, side, note)
    except TooManyNotes:
        raise ApiProblem("refused", f"A seat can keep at most {MOST_NOTES} notes.") from None
    return wire_people.OwnNotes(await call.server.storage.notes.of(room.id, seat, side))


async def told(call: Call, given: SideQuery) -> ToldSoFar:
    """How many lines of my log I had been told when I was last here, on any device; nobody else gets it."""
    room, seat = await call.server.seat(call)
    return await call.server.storage.told.of(room.id, seat, room.viewer_of(seat, given.side))


async def tell(call: Call, given: wire_people.Tell) -> wire.Done:
    """Note how many lines of my log I have been told, so that another device goes on from there."""
    room, seat = await call.server.seat(call)
    side = room.viewer_of(seat, given.side)
    before = await call.server.storage.told.of(room.id, seat, side)
    lines = min(max(given.lines, before.lines or 0), len(room.log(side)))
    await call.server.storage.told.put(room.id, seat, side, ToldSoFar(lines, steady_time.now()))
    return wire.Done()


async def chat_read(call: Call, given: wire_people.ChatRead) -> wire.Done:
    """Note how many lines of the chat I have read."""
    room, seat = await call.server.seat(call)
    total = await call.server.storage.chat_length(room.id)
    read = min(total, max(given.read, room.seats[seat].chat_read))
    await call.server.changes.set_seat(room.id, seat, {"chat_read": read}, nothing)
    return wire.Done()


async def happenings(call: Call) -> wire_people.Happenings:
    """What happened to the seats of this table, the oldest first."""
    room, _ = await call.server.seat(call)
    kept = await call.server.storage.happenings(room.id)
    return wire_people.Happenings([msgspec.convert(one, wire_people.Happening, from_attributes=True) for one in kept])


async def hand_over(call: Call, given: wire_people.HandOver) -> wire.GameState:
    """Let a bot play for me: to the end of this phase or player turn, or until I reclaim the seat. Everybody at the table is told."""
    room, seat = await call.server.seat(call)
    return await call.server.changes.hand_over(room.id, seat, given.until, own_state(seat))


async def reclaim(call: Call) -> wire.GameState:
    """Take my seat back from the bot that plays for me."""
    room, seat = await call.server.seat(call)
    return await call.server.changes.reclaim(room.id, seat, own_state(seat))


async def kept_notices(call: Call) -> wire_people.NoticeChannels:
    """How I am notified that this game waits for me."""
    room, seat = await call.server.seat(call)
    return await call.server.notices.channels(room.id, seat)


async def notices(call: Call, given: wire_people.ChangeNotices) -> wire_people.NoticeChannels:
    """Change how I am notified that this game waits for me; answers with what is stored."""
    room, seat = await call.server.seat(call)
    if given.webhook and (reason := why_not_webhook(given.webhook)):
        raise ApiProblem("refused", reason)
    if given.push and (reason := why_not_push(given.push)):
        raise ApiProblem("refused", reason)
    if given.email and not call.server.settings.smtp_host:
        raise ApiProblem("refused", "This server sends no e-mail.")
    if given.email and (reason := why_not_email(given.email)):
        raise ApiProblem("refused", reason)
    wanted = {name: value for name, value in msgspec.structs.asdict(given).items() if value is not msgspec.UNSET}
    kept = msgspec.structs.replace(await call.server.notices.channels(room.id, seat), **wanted)
    await call.server.changes.set_seat(room.id, seat, {"notices": msgspec.json.encode(kept).decode()}, nothing)
    return kept


async def renew_link(call: Call) -> wire.SeatKey:
    """A new link for my seat; the old one stops working, and whoever is connected by it is disconnected."""
    room, seat = await call.server.seat(call)
    key = new_key()
    await call.server.changes.renew_key(room.id, seat, fingerprint(key))
    return seat_key(room, seat, key)
