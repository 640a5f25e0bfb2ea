"""People and records on the wire: chat, notices, accounts, replays, the state of the service."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from blockfront.server.storage.notes import About, Note
from blockfront.server.wire import WITHOUT_NUL, Count, Name, RowNumber, ShortText, SideNumber, Term, Token


class ChatLine(msgspec.Struct):
    number: int
    seat: int
    name: str
    text: str
    at: float


class Chat(msgspec.Struct):
    lines: list[ChatLine]
    read: int  # number of lines this seat has read
    total: int


class Say(msgspec.Struct):
    text: Annotated[str, Meta(min_length=1, max_length=2000, pattern=WITHOUT_NUL)]


class TeamLine(msgspec.Struct):
    """A line that only the seats of one side see; with a hex, it points at a place."""

    number: int
    seat: int
    name: str
    text: str
    hex: int | None
    at: float


class TeamTalk(msgspec.Struct):
    lines: list[TeamLine]


class SayToTeam(msgspec.Struct):
    """Words, a hex to point at, or both."""

    text: Annotated[str, Meta(max_length=2000, pattern=WITHOUT_NUL)] = ""
    hex: Annotated[int, Meta(ge=0, le=100_000)] | None = None


class PutNote(msgspec.Struct):
    """A note of my own on a hex or a block, in place of what I noted there before; without text it is removed."""

    about: About
    number: Annotated[int, Meta(ge=0, le=100_000)]
    text: Annotated[str, Meta(max_length=1000, pattern=WITHOUT_NUL)]
    side: SideNumber | None = None


class OwnNotes(msgspec.Struct):
    notes: list[Note]


class Tell(msgspec.Struct):
    """How many lines of my log I have been told."""

    lines: RowNumber
    side: SideNumber | None = None


class HandOver(msgspec.Struct):
    """How long a bot plays for me: to the end of this phase or player turn, or until I return."""

    until: Term


class ChatRead(msgspec.Struct):
    read: Count


class ReplayFrame(msgspec.Struct):
    """The position after a line of the log, as the viewer saw it; after the end, as any side or all sides together (the truth) saw it."""

    line: int
    lines: int
    views: list[Any]  # one, or one per side for the truth
    viewers: list[int]


class ThoughtSentence(msgspec.Struct):
    """A sentence of a bot: its name among the title's thoughts, and the values for its blanks."""

    name: str
    values: dict[str, Any]


class Thought(msgspec.Struct):
    """What a bot was thinking from this time on: in English, and by the names of its sentences if they have any."""

    side: int
    text: str
    at: float
    sentences: list[ThoughtSentence] = []


class Thoughts(msgspec.Struct):
    thoughts: list[Thought]


class Happening(msgspec.Struct):
    """What happened to a seat: a bot took it over, by wish or when time ran out; its owner returned; an offer to end, or its answer."""

    seat: int
    what: Literal["handed_over", "late", "back", "offered", "withdrawn", "declined"]
    at: float


class Happenings(msgspec.Struct):
    happenings: list[Happening]


class ImportRecord(msgspec.Struct):
    """A finished game as the text of a record file; it is verified and can then be replayed."""

    record: Annotated[str, Meta(min_length=2, max_length=8_000_000)]
    name: ShortText = ""


class NoticeChannels(msgspec.Struct):
    """How a seat is notified that it has to decide, as stored. An empty text is a channel that is off."""

    webhook: Annotated[str, Meta(max_length=500)] = ""
    email: Annotated[str, Meta(max_length=200)] = ""
    push: "PushSubscription | None" = None


class ChangeNotices(msgspec.Struct):
    """Channels to be set; those left out stay as they are. An empty text, or null for `push`, switches one off."""

    webhook: Annotated[str, Meta(max_length=500)] | msgspec.UnsetType = msgspec.UNSET
    email: Annotated[str, Meta(max_length=200)] | msgspec.UnsetType = msgspec.UNSET
    push: "PushSubscription | msgspec.UnsetType | None" = msgspec.UNSET


class PushSubscription(msgspec.Struct):
    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


Password = Annotated[str, Meta(min_length=8, max_length=200)]


class Credentials(msgspec.Struct):
    """Who logs in. Seats whose tokens are sent along, and that belong to no account yet, are added to this one."""

    name: Name
    password: Password
    tokens: Annotated[list[Token], Meta(max_length=200)] = []


class Rename(msgspec.Struct):
    name: Name
    password: Password  # the present one


class ChangePassword(msgspec.Struct):
    password: Password  # the present one
    new_password: Password


class DeleteAccount(msgspec.Struct):
    password: Password


class Account(msgspec.Struct):
    name: str


class Health(msgspec.Struct):
    status: Literal["ok"]
    version: str
    database: str
