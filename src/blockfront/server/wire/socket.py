"""Messages of the WebSocket: `{"type": …}` both ways. The first message of a client is `hello`."""

from typing import Any

import msgspec

from blockfront.server.wire import ChoiceGroup, Count, Legal, LogLine, Problem, SeatInfo, SideNumber, Submit, Token, Undo, Update
from blockfront.server.wire.people import ChatLine, Say, SayToTeam, TeamLine


class Hello(msgspec.Struct, tag="hello"):
    """Sit down at a seat, or watch when there is no token. `log_from`: the lines of the log the client already has."""

    token: Token | None = None
    side: SideNumber | None = None  # for a seat that plays several sides: whose view to use
    log_from: Count = 0
    changes: bool = False  # send what has changed (`change`) instead of whole updates, and the choices with them


class SubmitMessage(Submit, tag="submit"):
    id: Count = 0


class UndoMessage(Undo, tag="undo"):
    id: Count = 0


class SayMessage(Say, tag="say"):
    id: Count = 0


class TeamMessage(SayToTeam, tag="team"):
    id: Count = 0


class LookAs(msgspec.Struct, tag="look_as"):
    """A seat that plays several sides switches to the view of another."""

    side: SideNumber
    id: Count = 0


class Ping(msgspec.Struct, tag="ping"):
    id: Count = 0


ClientMessage = Hello | SubmitMessage | UndoMessage | SayMessage | TeamMessage | LookAs | Ping


class UpdateMessage(Update, tag="update", omit_defaults=True):
    """Sent after `hello`, and whenever something changes that this viewer may know."""

    legal: Legal | None = None  # the choices of my decision, for clients that asked for changes; not those of a set-up


class LegalChange(msgspec.Struct):
    """The choices now: the groups that are new or have changed, and the blocks of all groups in their order."""

    decision: int
    count: int
    groups: list[ChoiceGroup]
    blocks: list[int | None]


Patch = tuple[list[str | int], Any]  # names and places that lead to a value, and the value


class ChangeMessage(msgspec.Struct, tag="change"):
    """What has changed since the last `update` or `change`: fields of the state, places in its view, the log, the choices of my decision.

    `state` has the fields of `GameState` that have changed; changes of the view come in `view`.
    """

    state: dict[str, Any]
    view: list[Patch]
    log_from: int
    lines: list[LogLine]
    legal: LegalChange | None


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
    """A team mate said something to our side alone, or points at a place."""

    line: TeamLine


class SeatsMessage(msgspec.Struct, tag="seats"):
    """Sent when a seat is taken, somebody connects or leaves, or a bot takes a seat over."""

    seats: list[SeatInfo]


ServerMessage = UpdateMessage | ChangeMessage | AnswerMessage | ProblemMessage | SaidMessage | TeamSaidMessage | SeatsMessage
