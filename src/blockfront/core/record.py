"""Games as files: one JSON line per action, chained by checksums, with dice that anyone can verify after the end.

line 1      header: format, title, scenario, options, engine and rules version it was begun with, commitment, seats
then        {"n": 0, "snapshot": "…"}                                 before the action of that number
            {"n": 0, "side": 0, "action": {…}, "state": "digest"}     state: after the action
last line   {"n": 9, "end": {…}, "seed": "…"}                         only when the game is over

Every line ends with `sum`, a checksum of itself and all lines before it. A record of an unfinished game holds secrets of both sides.
"""

import base64
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from blockfront import __version__
from blockfront.core.actions import Action
from blockfront.core.chance import CommittedRandom, Dice, commitment, first_format_deal
from blockfront.core.following import CannotFollow, follow, retaken
from blockfront.core.game import AnyGame, Result
from blockfront.core.match import FIRST_FORMAT, FORMAT, Entry, Match, Origin, Seat, committed_throw
from blockfront.core.options import options_as_begun
from blockfront.core.sides import CHANCE, Side

FindGame = Callable[[str, str, frozenset[str]], AnyGame]


class RecordError(ValueError):
    """A record file that cannot be read or is not consistent; names the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class OtherRules(RecordError):
    """An unaltered record of a game that the present rules would play differently from some line on."""

    def __init__(self, line: int, made_under: int, now: int) -> None:
        super().__init__(line, f"made under rules {made_under}, these are {now}; intact, not replayable from line {line}")

    def __str__(self) -> str:
        return self.reason


class Header(msgspec.Struct, frozen=True):
    """The first line of a record: which game it is, and with which rules, seats and commitment it was begun."""

    blockfront: int
    title: str
    scenario: str
    options: list[str]
    engine: str
    commitment: str
    seats: list[str]
    rules: int = 1  # not in format 1

    @property
    def origin(self) -> Origin:
        return Origin(self.rules, self.engine, self.blockfront)


class Taken(msgspec.Struct, frozen=True):
    """One recorded action."""

    line: int
    side: Side
    action: dict[str, Any]
    digest: str


class Record(msgspec.Struct):
    """The parsed content of a record file."""

    header: Header
    taken: list[Taken]
    snapshots: dict[int, bytes]
    end: Result | None = None
    seed: bytes | None = None
    last_line: int = 1
    damage: str = ""  # what ended a record that was recovered


class Writer:
    """Appends lines, each carrying the checksum of itself and everything before it."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._chain = ""

    def add(self, content: dict[str, Any]) -> str:
        """Append a line and return it."""
        self._chain = _checksum(self._chain, content)
        line = json.dumps({**content, "sum": self._chain}, separators=(",", ":"), ensure_ascii=False)
        self.lines.append(line)
        return line


def _checksum(chain: str, content: dict[str, Any]) -> str:
    text = json.dumps(content, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(f"{chain}\n{text}".encode()).hexdigest()[:16]


def header(game: AnyGame, dice: str, seats: list[str], origin: Origin) -> dict[str, Any]:
    """The content of the first line."""
    described = Header(origin.format, game.title.id, game.scenario, sorted(game.options), origin.engine, dice, seats, origin.rules)
    content = dict(msgspec.to_builtins(described))
    if origin.format == FIRST_FORMAT:
        del content["rules"]
    return content


def write(match: Match) -> str:
    """A match as the text of a record file; the seed is included only if the game is over."""
    writer = Writer()
    writer.add(header(match.game, match.commitment, [seat.name for seat in match.seats], match.origin))
    snapshots, by_place = dict(match.snapshots), match.origin.by_place
    for number, entry in enumerate(match.entries):
        if number in snapshots:
            writer.add({"n": number, "snapshot": base64.b64encode(snapshots[number].to_bytes(by_place=by_place)).decode()})
        action = msgspec.to_builtins(entry.action)
        writer.add({"n": number, "side": entry.side, "action": action, "state": entry.digest})
    if match.result is not None:
        end = msgspec.to_builtins(match.result)
        writer.add({"n": len(match.entries), "end": end, "seed": match.seed.hex()})
    return "\n".join(writer.lines) + "\n"


def read(text: str, *, recover: bool = False) -> Record:
    """Parse a record. With `recover`, a damaged record is read up to the damage instead of refused; the header must be intact."""
    lines = text.split("\n")
    heading, chain = _read_header(lines[0])
    record = Record(heading, [], {})
    if lines[-1] == "":
        lines.pop()
    elif not recover:
        raise RecordError(len(lines), "the file is cut off in the middle of this line")
    for number, line in enumerate(lines[1:], start=2):
        try:
            chain = _read_line(record, number, line, chain)
        except RecordError as error:
            if not recover:
                raise
            record.damage = str(error)
            break
        record.last_line = number
    return record


def _parse(number: int, line: str) -> dict[str, Any]:
    try:
        content = json.loads(line)
    except json.JSONDecodeError as error:
        raise RecordError(number, f"this is not a JSON object: column {error.colno}: {error.msg.removesuffix(' at')}") from None
    if not isinstance(content, dict):
        raise RecordError(number, "this is not a JSON object")
    return content


def _read_header(line: str) -> tuple[Header, str]:
    """The header, and the checksum that the next line continues."""
    content = _parse(1, line)
    if "blockfront" not in content:
        raise RecordError(1, "this is not a blockfront game: the first line has no 'blockfront' format number")
    if content["blockfront"] not in range(1, FORMAT + 1):
        raise RecordError(1, f"the file has format {content['blockfront']}; this program reads up to format {FORMAT}")
    given = content.pop("sum", None)
    chain = _checksum("", content)
    if given != chain:
        raise RecordError(1, "the checksum does not fit: the header was altered")
    try:
        return msgspec.convert(content, Header), chain
    except msgspec.ValidationError as error:
        raise RecordError(1, f"the header is not complete: {error}") from None


def _read_line(record: Record, number: int, line: str, chain: str) -> str:
    content = _parse(number, line)
    given = content.pop("sum", None)
    chain = _checksum(chain, content)
    if given != chain:
        raise RecordError(number, "the checksum does not fit: this line, or one before it, was altered or removed")
    if record.end is not None:
        raise RecordError(number, "there is more after the end of the game")
    if content.get("n") != len(record.taken):
        raise RecordError(number, f"action {content.get('n')} where {len(record.taken)} was due")
    try:
        _add_content(record, number, content)
    except (KeyError, ValueError, TypeError) as error:
        raise RecordError(number, f"the line lacks what it should hold: {error}") from None
    return chain


def _add_content(record: Record, number: int, content: dict[str, Any]) -> None:
    if "snapshot" in content:
        record.snapshots[content["n"]] = base64.b64decode(content["snapshot"], validate=True)
    elif "end" in content:
        record.end = msgspec.convert(content["end"], Result)
        record.seed = bytes.fromhex(content["seed"])
    else:
        record.taken.append(Taken(number, Side(content["side"]), content["action"], content["state"]))


def load(path: Path, *, recover: bool = False) -> Record:
    """Read a record file."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RecordError(1, "this is not text: a blockfront game is a UTF-8 file with one JSON object a line") from None
    return read(text, recover=recover)


def game_of(record: Record, find_game: FindGame) -> AnyGame:
    """The game object for a record; a record of a newer engine is refused."""
    if _version(record.header.engine) > _version(__version__):
        reason = f"the game was played with engine {record.header.engine}; this is {__version__}: please update"
        raise RecordError(1, reason)
    header = record.header
    try:
        game = find_game(header.title, header.scenario, frozenset(header.options))
        as_begun = options_as_begun(frozenset(header.options), game.title.retired, header.rules)
        return game if as_begun == game.options else find_game(header.title, header.scenario, as_begun)
    except ValueError as error:
        raise RecordError(1, str(error)) from None


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".") if part.isdigit())


def replay(record: Record, game: AnyGame) -> Iterator[tuple[Taken, Action, Any]]:
    """Each action with the state after it; checks that the action is legal and the state is the recorded one."""
    return replay_from(game.setup(), record, game)


def replay_from(state: Any, record: Record, game: AnyGame, first: int = 0, end: int | None = None) -> Iterator[tuple[Taken, Action, Any]]:
    """As `replay`, for the actions from `first` to `end`, starting with the given state, which is changed in place."""
    by_place = record.header.origin.by_place
    for one in record.taken[first:end]:
        action = _action(one, game)
        try:
            follow(game, state, one.side, action)
        except CannotFollow as error:
            raise RecordError(one.line, str(error)) from None
        if state.digest(by_place=by_place) != one.digest:
            reason = "the game now plays differently: the state after this action is not the recorded one"
            raise RecordError(one.line, reason)
        yield one, action, state


def _action(taken: Taken, game: AnyGame) -> Action:
    try:
        action: Action = msgspec.convert(taken.action, game.action_type)
    except msgspec.ValidationError as error:
        raise RecordError(taken.line, f"{game.title.name} has no such action: {error}") from None
    return action


def resume(record: Record, game: AnyGame, seed: bytes, seats: Iterable[Seat] | None = None) -> Match:
    """Continue an unfinished game from its last snapshot: earlier actions are kept but not played again.

    So a game can continue even if newer rules would have played its beginning differently. Actions after the snapshot that were taken
    under other rules are repeated even if they would not be legal now; those that cannot be repeated are set aside with all after them.
    """
    if record.end is not None:
        raise RecordError(record.last_line, "the game is over")
    if commitment(seed) != record.header.commitment:
        raise RecordError(1, "the seed is not the one that was committed to")
    number = max(record.snapshots, default=0)
    state = state_before(record, game, number)
    set_aside = None
    if record.header.rules == game.title.rules:
        for _ in replay_from(state, record, game, number):
            pass
    else:
        for place, one in enumerate(record.taken[number:], start=number):
            try:
                answers = retaken(game, state, one.side, _action(one, game), record.header.rules)
            except CannotFollow:
                set_aside = range(place, len(record.taken))
                break
            for side, action in answers:
                game.apply(state, action, side)
    entries = [Entry(one.side, _action(one, game), (), digest=one.digest) for one in record.taken]
    return Match(game, seats, seed=seed, state=state, entries=entries, origin=record.header.origin, set_aside=set_aside)


def state_before(record: Record, game: AnyGame, number: int) -> Any:
    """The state before the action of this number, from a snapshot; the set-up if there is no snapshot."""
    if number not in record.snapshots:
        return game.setup()
    try:
        return game.state_type.from_bytes(record.snapshots[number])
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise RecordError(record.last_line, f"the snapshot before action {number} cannot be read: {error}") from None


def verify(record: Record, game: AnyGame) -> int:
    """Recompute every roll and every state of a finished game; returns the number of throws checked.

    Raises `OtherRules` if the record is intact and its dice are the committed ones, but the rules have changed since.
    """
    if record.end is None or record.seed is None:
        raise RecordError(record.last_line, "the game is not finished: the closing line with the seed is missing")
    if commitment(record.seed) != record.header.commitment:
        raise RecordError(record.last_line, "the seed is not the one that was committed to at the start")
    try:
        return _recomputed(record, game, record.seed, record.end)
    except RecordError as error:
        if record.header.rules == game.title.rules:
            raise
        _check_dice(record, record.seed)
        raise OtherRules(error.line, record.header.rules, game.title.rules) from None


def _recomputed(record: Record, game: AnyGame, seed: bytes, end: Result) -> int:
    throw = committed_throw(seed)
    state = game.setup()
    throws = 0
    for taken, action, after in replay(record, game):
        if taken.side == CHANCE:
            if action != throw(game, state, throws) and not _is_old_deal(record, seed, throws, action):
                raise _wrong_throw(taken, throws)
            throws += 1
        state = after.copy()
    played = game.result(state)
    if played is not None and played != end:
        raise RecordError(record.last_line, "the result is not the one the game came to")
    if played is None and end.reason not in ("conceded", "agreed"):
        raise RecordError(record.last_line, "the game had not come to a result")
    return throws


def _is_old_deal(record: Record, seed: bytes, number: int, action: Action) -> bool:
    """Whether this is a shuffle of format 1 from the committed stream; such a game may also contain newer shuffles."""
    return record.header.blockfront == FIRST_FORMAT and action == first_format_deal(seed, number)


def _check_dice(record: Record, seed: bytes) -> None:
    """Compare every die of the record with the committed stream, whatever the rules asked for."""
    thrown = [taken for taken in record.taken if taken.side == CHANCE]
    for number, taken in enumerate(thrown):
        faces = taken.action.get("faces")
        if faces is not None and Dice(len(faces)).sample(CommittedRandom(seed, number)).faces != tuple(faces):
            raise _wrong_throw(taken, number)


def _wrong_throw(taken: Taken, number: int) -> RecordError:
    return RecordError(taken.line, f"throw {number + 1} is not what the committed dice gave")
