"""Messages of the WebSocket: `{"type": …}` both ways. The first message of a client is `hello`."""

import msgspec

from blockfront.server.wire import Count, Problem, SeatInfo, SideNumber, Submit, Token, Undo, Update
from blockfront.server.wire.people import ChatLine, Say, SayToTeam, TeamLine


class Hello(msgspec.Struct, tag="hello"):
    """Sit down at a seat, or watch when there is no token. `log_from`: the lines of the log the client already has."""

    token: Token | None = None
    side: SideNumber | None = None  # for a seat of several sides: as which to look
    log_from: Count = 0


class SubmitMessage(Submit, tag="submit"):
    id: Count = 0


class UndoMessage(Undo, tag="undo"):
    id: Count = 0


class SayMessage(Say, tag="say"):
    id: Count = 0


class TeamMessage(SayToTeam, tag="team"):
    id: Count = 0


class LookAs(msgspec.Struct, tag="look_as"):
    """A seat of several sides turns to another of them."""

    side: SideNumber
    id: Count = 0


class Ping(msgspec.Struct, tag="ping"):
    id: Count = 0


ClientMessage = Hello | SubmitMessage | UndoMessage | SayMessage | TeamMessage | LookAs | Ping


class UpdateMessage(Update, tag="update"):
    """Sent after `hello` and whenever something changed that this viewer may know."""


class AnswerMessage(msgspec.Struct, tag="answer"):
    """The request of this id was carried out; what it changed comes as an update, before it."""

    id: int


class ProblemMessage(msgspec.Struct, tag="problem"):
    """The request of this id was refused; nothing has changed."""

    id: int
    problem: Problem


class SaidMessage(msgspec.Struct, tag="said"):
    line: ChatLine


class TeamSaidMessage(msgspec.Struct, tag="team_said"):
    """Somebody of my side said something to us alone, or points at a place."""

    line: TeamLine


class SeatsMessage(msgspec.Struct, tag="seats"):
    """Somebody came, went, joined or was taken over."""

    seats: list[SeatInfo]


ServerMessage = UpdateMessage | AnswerMessage | ProblemMessage | SaidMessage | TeamSaidMessage | SeatsMessage
