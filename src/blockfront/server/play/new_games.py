"""Creates games: new ones as a player asks for them, or finished ones from a record file."""

import asyncio
from typing import Any

import msgspec

from blockfront import __version__
from blockfront.core.chance import commitment, new_seed
from blockfront.core.game import AnyGame
from blockfront.core.match import Match
from blockfront.core.options import BadOptions
from blockfront.core.record import Record
from blockfront.core.sides import Side
from blockfront.core.teams import why_not_divided
from blockfront.server import wire
from blockfront.server.accounts.keys import fingerprint, new_id, new_key
from blockfront.server.bots.worker import levels_for
from blockfront.server.http.problems import ApiProblem
from blockfront.server.play import steady_time
from blockfront.server.play.game_cache import game_of
from blockfront.server.play.journal import Journal, rows_of_record
from blockfront.server.play.room import Room
from blockfront.server.play.rooms import Rooms
from blockfront.server.play.seats import SeatRow, match_seats, with_grace
from blockfront.server.storage.store import Change


async def create(rooms: Rooms, wanted: wire.CreateGame, user: str | None) -> wire.GameCreated:
    """Create a game with its seats; the secret keys of the seats are told only in this answer."""
    options = None if wanted.options is None else frozenset(wanted.options)
    try:
        game = await asyncio.to_thread(game_of, wanted.title, wanted.scenario, options)
    except (BadOptions, ValueError) as error:
        raise ApiProblem("refused", str(error)) from None
    rows = _seat_rows(wanted, game, levels_for(game.title.id))
    seed, now, id_ = new_seed(), steady_time.now(), new_id()
    keys = {row.seat: new_key() for row in rows if row.player == "person"}
    invitations = {row.seat: new_key() for row in rows if row.player == "invited"}
    for seat, key in keys.items():
        rows[seat].key, rows[seat].user = fingerprint(key), user
    facts = _facts(id_, wanted, game, seed, now)
    room = Room(facts, rows, Journal(Match(game, match_seats(rows), seed=seed)))
    change = Change(id_, room.journal.new_rows(now), room.journal.snapshots()[0])
    facts.update(room.list_facts())
    await rooms.storage.create_game(facts, [_stored(id_, row, invitations) for row in rows], change)
    rooms.add(room)  # no notices: nobody can have chosen a channel yet
    return wire.GameCreated(
        game=id_,
        seats=[seat_key(room, seat, key) for seat, key in keys.items()],
        invitations=[_invitation(room, seat, key) for seat, key in invitations.items()],
    )


async def take_in(rooms: Rooms, kept: Record, game: AnyGame, name: str) -> wire.GameCreated:
    """Store a finished game from a verified record: its seats belong to nobody, spectators are welcome, its dice are kept."""
    assert kept.seed is not None
    assert kept.end is not None
    now, id_ = steady_time.now(), new_id()
    rows = [SeatRow(side, title, [side], "person", "", False, {}, 0, 0.0, 0.0, None) for side, title in enumerate(game.title.sides)]
    journal = Journal(Match(game, match_seats(rows), seed=kept.seed, origin=kept.header.origin, is_followed=True))
    written = rows_of_record(kept, now)
    if kept.end.winner in (None, *range(len(game.title.sides))):
        journal.follow(written)
    if journal.match.result != kept.end:
        raise ApiProblem("refused", "The record is not valid: the game cannot have ended like that.")
    for number, entry in enumerate(journal.match.entries):
        written[number] = msgspec.structs.replace(written[number], told=msgspec.json.encode(entry.events).decode())
    wanted = wire.CreateGame(game.title.id, game.scenario, [], name=name, spectators=True)
    facts = {**_facts(id_, wanted, game, kept.seed, now), "imported": True, "engine": kept.header.engine, "rules": kept.header.rules}
    room = Room(facts, rows, journal)
    facts.update(room.list_facts())
    await rooms.storage.create_game(facts, [_stored(id_, row, {}) for row in rows], Change(id_, written))
    rooms.add(room)
    return wire.GameCreated(id_, [], [])


def _seat_rows(wanted: wire.CreateGame, game: AnyGame, bots: frozenset[str]) -> list[SeatRow]:
    """Database rows for the requested seats; raises a problem that lists everything wrong with the request."""
    problems: list[str] = []
    names = game.title.sides
    rows = []
    for number, seat in enumerate(wanted.seats):
        unknown = [side for side in seat.sides if side not in names]
        problems += [f"seat {number}: there is no side {side!r}; there are {', '.join(names)}" for side in unknown]
        if seat.player == "bot" and seat.bot not in bots:
            problems.append(f"seat {number}: there is no bot {seat.bot!r}; there are {', '.join(sorted(bots))}")
        sides = sorted({names.index(side) for side in seat.sides if side in names})
        player = "person" if seat.player == "me" else seat.player
        bot = seat.bot if seat.player == "bot" else ""
        name = seat.name or (f"Bot ({bot})" if bot else "")
        rows.append(SeatRow(number, name, sides, player, bot, False, {}, 0, 0.0, 0.0, None, parts=seat.parts))
    problems += _wrong_parts(rows, game)
    problems += game.why_not_seated([frozenset(Side(side) for side in row.sides) for row in rows])
    for side, name in enumerate(names):
        if not any(side in row.sides for row in rows):
            problems.append(f"nobody plays the side {name!r}")
    if problems:
        raise ApiProblem("refused", "; ".join(problems), details=[wire.Detail(problem) for problem in problems])
    return rows


def _wrong_parts(rows: list[SeatRow], game: AnyGame) -> list[str]:
    """What is wrong with seats that share a side: it must be the same side, divided into parts that the title knows."""
    found = [f"seat {row.seat}: only a seat of one side has parts of it" for row in rows if row.parts and len(row.sides) != 1]
    for number, name in enumerate(game.title.sides):
        team = [row for row in rows if row.sides == [number]]
        wrong = why_not_divided([row.parts for row in team], game.divisions(Side(number)))
        if wrong:
            found.append(f"side {name!r}: {wrong}")
    return found


def _facts(id_: str, wanted: wire.CreateGame, game: AnyGame, seed: bytes, now: float) -> dict[str, Any]:
    return {
        "id": id_,
        "title": game.title.id,
        "scenario": game.scenario,
        "options": msgspec.json.encode(sorted(game.options)).decode(),
        "engine": __version__,
        "rules": game.title.rules,
        "seed": seed,
        "commitment": commitment(seed),
        "name": wanted.name or game.title.scenario(game.scenario).name,
        "clock": "" if wanted.clock.kind == "none" else msgspec.json.encode(with_grace(wanted.clock)).decode(),
        "listed": wanted.listed,
        "spectators": wanted.spectators,
        "imported": False,
        "created": now,
        "since": now,
    }


def _stored(game: str, row: SeatRow, invitations: dict[int, str]) -> dict[str, Any]:
    values = msgspec.structs.asdict(row)
    return {
        **values,
        "game": game,
        "sides": msgspec.json.encode(row.sides).decode(),
        "orders": "{}",
        "parts": msgspec.json.encode(row.parts).decode(),
        "invitation": fingerprint(invitations[row.seat]) if row.seat in invitations else None,
        "notices": "",
    }


def seat_key(room: Room, seat: int, key: str) -> wire.SeatKey:
    return wire.SeatKey(room.id, seat, _side_names(room, seat), key, f"/#/game/{room.id}/seat/{key}")


def _invitation(room: Room, seat: int, key: str) -> wire.Invitation:
    return wire.Invitation(room.id, seat, _side_names(room, seat), key, f"/#/join/{key}")


def _side_names(room: Room, seat: int) -> list[str]:
    names = room.match.game.title.sides
    return [names[side] for side in room.seats[seat].sides]
