"""Titles, boards, and games before they are played: making, joining, listing."""

import asyncio
from typing import Literal

import msgspec

from blockfront import __version__
from blockfront.games import catalogue
from blockfront.server import wire
from blockfront.server.accounts.keys import fingerprint, new_key
from blockfront.server.accounts.names import skeleton
from blockfront.server.boards import board as boards
from blockfront.server.boards.drawings import Drawing
from blockfront.server.boards.scenario import facts_of, known_scenario
from blockfront.server.bots.worker import bot_levels
from blockfront.server.context import Server
from blockfront.server.http.endpoints import DAY, Call, Media
from blockfront.server.http.problems import ApiProblem
from blockfront.server.play import new_games
from blockfront.server.play.new_games import seat_key
from blockfront.server.wire import boards as wire_boards


async def titles(call: Call) -> wire_boards.Titles:
    """Every title with its scenarios and options, the bots there are, and what this server offers."""
    server = call.server
    return wire_boards.Titles(list(catalogue.titles()), bot_levels(), server.settings.accounts, __version__, server.push.public_key)


async def board(call: Call) -> wire_boards.Board:
    """Hexes, places and blocks of a title as data."""
    return await asyncio.to_thread(boards.board_of, boards.known_title(call.path("title")))


async def map_svg(call: Call) -> Media:
    """The map of a title as a drawing, in the same units as the board's hex centres."""
    return await _drawing(call, Drawing(boards.known_title(call.path("title"))))


async def _drawing(call: Call, wanted: Drawing) -> Media:
    headers = {"cache-control": DAY, "vary": "Accept-Encoding"}
    if "gzip" in call.request.headers.get("accept-encoding", ""):
        return Media(await call.server.drawings.packed(wanted), "image/svg+xml", headers | {"content-encoding": "gzip"})
    return Media(await call.server.drawings.svg(wanted), "image/svg+xml", headers)


class Lit(msgspec.Struct, frozen=True):
    """The client's theme for which a picture is drawn."""

    theme: Literal["light", "dark"] = "light"


async def scenario_picture(call: Call, given: Lit) -> Media:
    """The part of the map a scenario is about, with the front and the first arrows."""
    title, scenario = known_scenario(call.path("title"), call.path("scenario"))
    return await _drawing(call, Drawing(title, scenario, given.theme))


async def scenario_facts(call: Call) -> wire_boards.ScenarioFacts:
    """The scenario's aim, what the first side sees of a fixed set-up, and the part of the map in the picture."""
    return await asyncio.to_thread(facts_of, *known_scenario(call.path("title"), call.path("scenario")))


async def create_game(call: Call, given: wire.CreateGame) -> wire.GameCreated:
    """Create a game. Answers with the keys of my seats and the invitations for those of others."""
    user = await call.server.user(call.request.headers.get("cookie", ""))
    return await new_games.create(call.server.rooms, given, user)


async def invitation(call: Call, given: wire.LookAtInvitation) -> wire.InvitedTo:
    """What an invitation is for, before the seat is taken: the public facts of the game."""
    row = await call.server.storage.seat_of_invitation(fingerprint(given.invitation))
    if row is None:
        raise ApiProblem("not_found", "This invitation has been used, or never was one.")
    room = await call.server.rooms.get(row["game"])
    return wire.InvitedTo(room.info(), row["seat"])


async def join(call: Call, given: wire.JoinByInvitation) -> wire.SeatKey:
    """Take the seat an invitation is for. An invitation works once."""
    stored = fingerprint(given.invitation)
    row = await call.server.storage.seat_of_invitation(stored)
    if row is None:
        raise ApiProblem("not_found", "This invitation has been used, or never was one.")
    return await _take_seat(call, row["game"], row["seat"], "invited", stored, given.name)


async def join_open_seat(call: Call, given: wire.JoinOpenSeat) -> wire.SeatKey:
    """Take an open seat of a game."""
    room = await call.server.rooms.get(call.path("game"))
    if given.seat >= len(room.seats) or room.seats[given.seat].player != "open":
        raise ApiProblem("conflict", "This seat is not open.")
    return await _take_seat(call, room.id, given.seat, "open", None, given.name)


async def _take_seat(call: Call, game: str, seat: int, kind: str, invitation: str | None, name: str) -> wire.SeatKey:
    key = new_key()
    user = await call.server.user(call.request.headers.get("cookie", ""))
    room = await call.server.rooms.get(game)
    if name and any(skeleton(name) == skeleton(row.name) for row in room.seats if row.seat != seat):
        raise ApiProblem("conflict", "Somebody at this table has a name that looks like this one.")
    taken = await call.server.changes.take_seat(game, seat, kind, invitation, name, user, fingerprint(key))
    if taken is None:
        raise ApiProblem("conflict", "Somebody else has just taken this seat.")
    return seat_key(taken, seat, key)


class GamesQuery(msgspec.Struct):
    finished: bool = False


async def listed_games(call: Call, given: GamesQuery) -> wire.GameList:
    """Games shown to everybody: with open seats or spectators, running or finished."""
    listed = _Listed(call.server)
    for game in await call.server.storage.listed_games(finished=given.finished):
        await listed.add(game, None, 0)
    return wire.GameList(listed.summaries, listed.unreadable)


async def my_games(call: Call, given: wire.MyGames) -> wire.GameList:
    """The games of my seats, those that wait for me first."""
    storage = call.server.storage
    listed = _Listed(call.server)
    user = await call.server.user(call.request.headers.get("cookie", ""))
    for row in await storage.seats_of([fingerprint(token) for token in given.tokens], user):
        await listed.add(row["game"], row["seat"], await storage.chat_length(row["game"]))
    listed.summaries.sort(key=lambda one: (not one.my_decision, -one.changed))
    return wire.GameList(listed.summaries, listed.unreadable)


class _Listed:
    """A list of games; a game that cannot be opened is left out and named, without spoiling the list."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.summaries: list[wire.GameSummary] = []
        self.unreadable: list[wire.UnreadableGame] = []

    async def add(self, game: str, seat: int | None, chat_length: int) -> None:
        try:
            room = await self._server.rooms.get(game)
        except ApiProblem as problem:
            facts = await self._server.storage.game(game)
            if facts is not None:
                message = problem.problem.message
                self.unreadable.append(wire.UnreadableGame(game, facts["name"], facts["title"], facts["scenario"], message))
        else:
            self.summaries.append(room.summary(seat, chat_length))
