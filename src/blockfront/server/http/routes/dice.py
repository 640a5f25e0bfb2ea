"""The dice of a finished game, so that anybody can recompute them."""

import asyncio

import msgspec

from blockfront.core import record
from blockfront.core.actions import Roll
from blockfront.core.sides import CHANCE
from blockfront.server.http.endpoints import Call
from blockfront.server.http.problems import ApiProblem
from blockfront.server.http.routes.records import room_and_viewers
from blockfront.server.play.room import Room

SIDES = 6


class ThrowOfDice(msgspec.Struct):
    """`number` counts everything that chance decided; each die is `HMAC-SHA256(seed, "number/place")`."""

    number: int
    faces: list[int]


class VerifiedDice(msgspec.Struct):
    """`problem` is empty if everything agrees: commitment, every throw and every state of the game."""

    commitment: str
    seed: str
    sides: int
    throws: list[ThrowOfDice]
    problem: str


async def dice(call: Call) -> VerifiedDice:
    """All dice of a game that is over, after the server has played it through again and recomputed each of them."""
    room, _ = await room_and_viewers(call, None, False)
    if room.match.result is None:
        raise ApiProblem("conflict", "The seed of the dice is revealed when the game is over.")
    return await asyncio.to_thread(_verified, room)


def _verified(room: Room) -> VerifiedDice:
    match = room.match
    problem = ""
    try:
        record.verify(record.read(record.write(match)), match.game)
    except record.RecordError as error:
        problem = str(error)
    chance = [entry.action for entry in match.entries if entry.side == CHANCE]
    throws = [ThrowOfDice(number, list(action.faces)) for number, action in enumerate(chance) if isinstance(action, Roll)]
    return VerifiedDice(match.commitment, match.seed.hex(), SIDES, throws, problem)
