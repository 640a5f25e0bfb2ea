"""The wire format: every request and response of the HTTP API.

The OpenAPI document and the client's TypeScript types are generated from these structs. Nothing here can hold a secret of another
side: views, texts and events are made for one viewer before they get here.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from blockfront.core.game import Result

SideNumber = Annotated[int, Meta(ge=0, le=15)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
WITHOUT_NUL = r"^[^\x00]*$"  # the one character a database may not be able to keep
ShortText = Annotated[str, Meta(max_length=80, pattern=WITHOUT_NUL)]
Name = Annotated[str, Meta(min_length=1, max_length=80, pattern=WITHOUT_NUL)]
Identifier = Annotated[str, Meta(min_length=1, max_length=60)]
Token = Annotated[str, Meta(min_length=20, max_length=100)]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
RowNumber = Annotated[int, Meta(ge=0, le=2**31 - 1)]  # what a column of the database holds
PlayerKind = Literal["me", "bot", "open", "invited"]
SeatedPlayer = Literal["person", "bot", "open", "invited"]
Term = Literal["phase", "turn", "back"]  # for how long a bot plays: to the end of the phase or player turn, or until the person is back


class Detail(msgspec.Struct):
    """One of several reasons. `because` names a sentence and `values` fill its blanks; both are empty where only `text` tells it."""

    text: str
    because: str = ""
    values: dict[str, Any] = {}
    clause: str = ""


class Problem(msgspec.Struct):
    """Why a request was not carried out. `error` is for programs, `message` for people, `clause` a clause of the rules."""

    error: str
    message: str
    clause: str = ""
    because: str = ""  # name of the refusal's sentence
    values: dict[str, Any] = {}  # what fills its blanks
    details: list[Detail] = []  # every reason, where there are several


class Done(msgspec.Struct):
    done: bool = True


# ---- lobby


class ClockSettings(msgspec.Struct, frozen=True):
    """`move`: seconds for every decision in a row; `total`: seconds for a side's whole game.

    When a total is used up, `grace` seconds are left for every decision in a row, also for whoever takes a seat back; null: a tenth of it.
    Clocks stand still until every side has a player.
    """

    kind: Literal["none", "move", "total"] = "none"
    seconds: Annotated[int, Meta(ge=0, le=366 * 86400)] = 0
    grace: Annotated[int, Meta(ge=1, le=366 * 86400)] | None = None


class SeatRequest(msgspec.Struct):
    """A seat holds one side, shares one with another seat (team), or holds them all (solo)."""

    sides: Annotated[list[Identifier], Meta(min_length=1, max_length=16)]
    player: PlayerKind
    name: ShortText = ""
    bot: Identifier = "recruit"
    parts: Annotated[list[Identifier], Meta(max_length=16)] = []  # of a shared side: what this seat commands; none: everything


class CreateGame(msgspec.Struct):
    title: Identifier
    scenario: Identifier
    seats: Annotated[list[SeatRequest], Meta(min_length=1, max_length=16)]
    options: Annotated[list[Identifier], Meta(max_length=64)] | None = None  # null: the title's defaults
    name: ShortText = ""
    clock: ClockSettings = ClockSettings()
    listed: bool = False  # shown in the lobby to everybody
    spectators: bool = False


class SeatKey(msgspec.Struct):
    """A seat of yours: whoever has the token plays the seat."""

    game: str
    seat: int
    sides: list[str]
    token: str
    path: str  # opens the seat in the browser


class Invitation(msgspec.Struct):
    """A link that lets one person take a seat, once."""

    game: str
    seat: int
    sides: list[str]
    invitation: str
    path: str


class GameCreated(msgspec.Struct):
    game: str
    seats: list[SeatKey]
    invitations: list[Invitation]


class JoinByInvitation(msgspec.Struct):
    invitation: Token
    name: ShortText = ""


class LookAtInvitation(msgspec.Struct):
    invitation: Token


class JoinOpenSeat(msgspec.Struct):
    seat: SeatNumber
    name: ShortText = ""


class MyGames(msgspec.Struct):
    """Tokens of the seats this browser holds; seats of the account that is logged in are added."""

    tokens: Annotated[list[Token], Meta(max_length=200)] = []


class SeatInfo(msgspec.Struct):
    seat: int
    name: str
    sides: list[int]
    player: SeatedPlayer
    bot: str = ""
    taken_over: bool = False  # a bot plays for an absent person, who may reclaim the seat
    until: Term | None = None  # how long it does
    connected: bool = False
    parts: list[str] = []  # what it commands of a side that it shares with others


class GameInfo(msgspec.Struct):
    """What everybody may know of a game."""

    game: str
    name: str
    title: str
    scenario: str
    options: list[str]
    sides: list[str]
    seats: list[SeatInfo]
    clock: ClockSettings
    spectators: bool
    created: float
    commitment: str  # of the dice
    paused: bool = False  # bots play for everybody, each until the person is back: the game waits for one of them
    result: Result | None = None
    seed: str = ""  # revealed when the game is over


class GameSummary(msgspec.Struct):
    """A line of a list of games; `seat` and `my_decision` are set if it is my game."""

    info: GameInfo
    to_act: list[int]
    seat: int | None = None
    my_decision: bool = False
    chat_unread: int = 0
    changed: float = 0.0
    agreed_to_end: list[int] = []  # sides that offer to end the game
    clocks: list["ClockInfo"] = []  # of my games, where time is counted


class InvitedTo(msgspec.Struct):
    """The game an invitation is for, and the seat it opens."""

    info: GameInfo
    seat: int


class UnreadableGame(msgspec.Struct):
    """A game that belongs in the list but cannot be opened now, with the reason."""

    game: str
    name: str
    title: str
    scenario: str
    message: str


class GameList(msgspec.Struct):
    games: list[GameSummary]
    unreadable: list[UnreadableGame] = []


# ---- play


class LogLine(msgspec.Struct):
    """An event this viewer has seen, in words and as data. Lines are numbered in the viewer's own log."""

    number: int
    text: str
    event: Any
    at: float


class PromptInfo(msgspec.Struct):
    text: str
    clause: str
    message: str
    values: Any


class ClockInfo(msgspec.Struct):
    """A side's clock as it stood at the last hand-over; it runs from `since` (seconds of the epoch), or not when that is 0."""

    side: int
    seconds_left: float
    since: float


class GameState(msgspec.Struct):
    """The game as one viewer knows it. `view` is the title's own (see the namespace of the title in the generated types)."""

    info: GameInfo
    seat: int | None
    viewer: int  # side, or -2 for a spectator
    decision: int
    to_act: list[int]
    my_decision: bool
    prompt: PromptInfo | None
    view: Any
    can_undo: bool
    undo_to: int | None  # lines of my log that undo cannot reach; null when nothing can be taken back
    agreed_to_end: list[int]
    standing_orders: list[str]
    log_length: int
    clocks: list[ClockInfo]
    ready: list[int] = []  # seats of my side that wait for the others of it to end what the side may do now


class Update(msgspec.Struct):
    """The new state, and the log from line `log_from` on: a client drops its lines from there and adds these."""

    state: GameState
    log_from: int
    lines: list[LogLine]


class Log(msgspec.Struct):
    log_length: int
    lines: list[LogLine]


class Choice(msgspec.Struct):
    """A legal action: submit `action` as it stands. `hex` is where it points, if anywhere; `cost` the production points it takes."""

    action: Any
    text: str
    block: int | None = None
    hex: int | None = None
    cost: int | None = None
    points: tuple[int, ...] = ()  # the same by colour, where points have colours


class ChoiceGroup(msgspec.Struct):
    """The legal actions of one block (or headquarters), or those that belong to none (`block` null)."""

    block: int | None
    count: int
    hexes: list[int]  # where they point, ascending
    kinds: list[str]  # tags of the actions
    choices: list[Choice]  # empty in a long list: ask for the block


class Legal(msgspec.Struct):
    decision: int
    count: int
    groups: list[ChoiceGroup]


class WhyNot(msgspec.Struct):
    action: Any
    side: SideNumber | None = None


class WhyNotAnswer(msgspec.Struct):
    """As in `Problem`: the sentence by name and values, and all reasons if there are several."""

    allowed: bool
    text: str = ""
    clause: str = ""
    because: str = ""
    values: dict[str, Any] = {}
    details: list[Detail] = []


class Submit(msgspec.Struct):
    action: Any
    decision: Count  # the number of the decision that is answered, from GameState
    side: SideNumber | None = None  # for a seat of several sides
    log_from: Count | None = None  # answer with the log from this line on; default: the new lines


class Undo(msgspec.Struct):
    """Take back my last action; with `to`, all that came after that many lines of my log (`undo_to` of the state: the whole turn)."""

    decision: Count
    side: SideNumber | None = None
    to: Count | None = None


class Undone(Update):
    """The whole log, and my actions that were taken back, in the order they were taken: submit them again to redo them."""

    actions: list[Any]


class StandingOrders(msgspec.Struct):
    orders: Annotated[list[Identifier], Meta(max_length=32)]
    side: SideNumber | None = None


class Concede(msgspec.Struct):
    """Which side gives up, if the seat plays several."""

    side: SideNumber | None = None


class AgreeToEnd(msgspec.Struct):
    agree: bool = True
