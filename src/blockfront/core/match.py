"""One game being played: seats, submitted actions, chance, undo, standing orders, snapshots."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from blockfront import __version__
from blockfront.core.actions import Action
from blockfront.core.chance import CommittedRandom, commitment, new_seed
from blockfront.core.columns import Columns
from blockfront.core.description import describe
from blockfront.core.events import Event, visible_to
from blockfront.core.following import is_offered, retaken
from blockfront.core.game import AnyGame, Result
from blockfront.core.pictures import drawn
from blockfront.core.refusals import MATCH_CLAUSE, Refusal, Refused
from blockfront.core.secrecy import seen_by_others
from blockfront.core.sides import CHANCE, Side, in_audience
from blockfront.core.teams import commands


class Seat(msgspec.Struct, frozen=True):
    """A place at the table. It holds one side, shares one with another seat, or holds them all (solo, hot-seat)."""

    name: str
    sides: frozenset[Side]
    parts: frozenset[str] = frozenset()  # what it commands of a side that it shares; nothing: everything

    def knows_of(self, entry: "Entry") -> bool:
        """Whether the seat's side took the action of an entry or saw any of its events."""
        return entry.side in self.sides or any(in_audience(event.seen_by, side) for event in entry.events for side in self.sides)


class Entry(msgspec.Struct, frozen=True):
    """One action that was taken, with the events it caused."""

    side: Side
    action: Action
    events: tuple[Event, ...]
    seat: str = ""  # empty for chance and standing orders
    digest: str = ""  # of the state after it


FIRST_FORMAT: Final = 1  # of records: steps of a state by their places
FORMAT: Final = 2  # steps by their names


class Origin(msgspec.Struct, frozen=True):
    """How a game was begun. Its format stays the same to the end, so that all its lines have the same kind of digest."""

    rules: int  # version of the title's rules
    engine: str = __version__
    format: int = FORMAT

    @property
    def by_place(self) -> bool:
        """Whether digests and snapshots write steps by their places, as in format 1."""
        return self.format == FIRST_FORMAT


def begun(rules: int, engine: str) -> Origin:
    """The origin of a stored game: engines before 0.2 wrote the first format."""
    first, second, *_ = (*(int(part) for part in engine.split(".") if part.isdigit()), 0, 0)
    return Origin(rules, engine, FIRST_FORMAT if (first, second) < (0, 2) else FORMAT)


Throw = Callable[[AnyGame, Any, int], Action]  # game, state, number of the throw -> chance's answer


def committed_throw(seed: bytes) -> Throw:
    """Chance's answer from the committed stream: throw n depends only on the seed and n."""

    def throw(game: AnyGame, state: Any, number: int) -> Action:
        return game.chance(state).sample(CommittedRandom(seed, number))

    return throw


class _Mark(NamedTuple):
    """What must be known about an entry while it, or an earlier one, can still be undone."""

    before: Columns  # the state before it
    final: bool  # it cannot be taken back itself
    noticed: frozenset[str]  # other seats that know of it: they take back nothing before it


class Match:
    """Plays a game between seats.

    `submit` checks seat, decision number and legality, applies the action, lets chance and standing orders answer, and returns the
    new entries. An action may be undone until chance acts, another player learns something new, or others have to decide. What a seat
    may undo depends only on what it knows: hidden actions of others neither allow nor forbid it.
    """

    def __init__(
        self,
        game: AnyGame,
        seats: Iterable[Seat] | None = None,
        *,
        seed: bytes | None = None,
        throw: Throw | None = None,
        state: Columns | None = None,
        entries: Iterable[Entry] = (),
        decisions: Mapping[str, int] | None = None,
        origin: Origin | None = None,
        set_aside: range | None = None,
        is_followed: bool = False,
    ) -> None:
        """A new match, or one that continues after `entries`, given their final `state`, the seats' `decisions` counts and the `origin`.

        Entries that were `set_aside` could not be repeated under these rules: they are kept, and `state` is the one before them. A match
        that `is_followed` waits for recorded actions (`follow`): chance and standing orders do not answer by themselves until a seat
        acts.
        """
        self.game = game
        self.origin = origin or Origin(game.title.rules)
        sides = range(len(game.title.sides))
        self.seats = tuple(seats or (Seat(game.title.sides[side], frozenset((Side(side),))) for side in sides))
        self.seed = seed or new_seed()
        self.commitment = commitment(self.seed)
        self._throw = throw or committed_throw(self.seed)
        self.state: Any = game.setup() if state is None else state
        self.entries: list[Entry] = list(entries)
        self.set_aside = set_aside  # numbers of entries
        self.snapshots: list[tuple[int, Columns]] = [(len(self.entries), self.state.copy())]  # (entries before it, state)
        self.standing_orders: dict[Side, frozenset[str]] = {}
        self._decisions: dict[str, int] = dict(decisions or {})
        self._window: list[_Mark] = []  # for the last entries; nobody can undo those before them
        self._throws = sum(entry.side == CHANCE for entry in self.entries)
        self._turn = game.player_turn(self.state)
        self._viewers = frozenset(game.title.viewers)
        self.agreed_to_end: set[Side] = set()  # sides that wish to stop
        self.ready: set[str] = set()  # seats that wait for their team mates to end what their side may do
        self._result: Result | None = None
        if not is_followed:
            self.let_others_answer()

    def decision_of(self, seat: Seat) -> int:
        """The number of the seat's pending decision, which a submission must name: it grows with everything the seat does or sees.

        What others do unseen does not change it, so it tells nothing about that.
        """
        return self._decisions.get(seat.name, 0)

    @property
    def result(self) -> Result | None:
        return self._result or self.game.result(self.state)

    def to_act(self) -> frozenset[Side]:
        return frozenset() if self.result else self.game.to_act(self.state)

    def submit(self, seat: Seat, action: Action, *, decision: int | None = None, side: Side | None = None) -> list[Entry]:
        """Take an action for a seat; raises `Refused` and changes nothing if it is not allowed."""
        self.check_decision(seat, decision)
        side = self._acting_side(seat, side)
        if action not in self.game.legal(self.state, side):
            refusal = self.game.why_not(self.state, action, side) or Refusal(MATCH_CLAUSE, "not_offered")
            raise Refused(refusal, self.game.refusal_text(refusal))
        if not self.commands(seat, action, side):
            raise self._refused("not_your_part")
        first = len(self.entries)
        if self.game.ends(action):
            self.ready.add(seat.name)
            if self.awaited(side):
                return []
        self._take(side, action, seat.name)
        self.let_others_answer()
        return self.entries[first:]

    # ---- seats that share a side

    def commands(self, seat: Seat, action: Action, side: Side) -> bool:
        """Whether the seat itself, and not a team mate, may take this action of its side."""
        return not seat.parts or commands(seat.parts, self.game.concerned(self.state, action, side), self.game.divisions(side))

    def awaited(self, side: Side) -> list[Seat]:
        """Seats of a shared side that command parts of it and are not yet ready to end what the side may do now."""
        team = [seat for seat in self.seats if side in seat.sides]
        return [seat for seat in team if seat.parts and seat.name not in self.ready] if len(team) > 1 else []

    def is_ready(self, seat: Seat) -> None:
        """Note that the seat is ready and waits for its team mates."""
        self.ready.add(seat.name)

    def check_decision(self, seat: Seat, decision: int | None) -> None:
        """Refuse an answer to another decision than the seat's pending one; None stands for whatever is pending."""
        if seat not in self.seats:
            raise self._refused("no_such_seat")
        if decision is not None and decision != self.decision_of(seat):
            raise self._refused("stale_decision", given=decision, expected=self.decision_of(seat))

    def _acting_side(self, seat: Seat, side: Side | None) -> Side:
        if self.result is not None:
            raise self._refused("game_over")
        sides = self.game.to_act(self.state) & seat.sides
        if side is not None:
            sides &= frozenset((side,))
        if not sides:
            raise self._refused("not_your_decision")
        return min(sides)

    def _refused(self, because: str, **values: Any) -> Refused:
        refusal = Refusal(MATCH_CLAUSE, because, values)
        return Refused(refusal, self.game.refusal_text(refusal))

    def _take(self, side: Side, action: Action, seat: str = "") -> None:
        before = self.state.copy()
        events = tuple(self.game.apply(self.state, action, side))
        self.ready.discard(seat)
        if self.ready and (self.game.ends(action) or self.game.to_act(self.state) != self.game.to_act(before)):
            self.ready.clear()
        self._throws += side == CHANCE
        self.entries.append(Entry(side, action, events, seat, self.state.digest(by_place=self.origin.by_place)))
        self._count_decision(self.entries[-1])
        self.agreed_to_end.discard(side)
        self._mark(before, self.entries[-1])
        turn = self.game.player_turn(self.state)
        if turn != self._turn:
            self._turn = turn
            self.snapshots.append((len(self.entries), self.state.copy()))

    def _mark(self, before: Columns, entry: Entry) -> None:
        """Note how to undo the entry, and which seats may no longer undo anything before it."""
        final = entry.side == CHANCE or not entry.seat or self._became_known(before, entry.side, entry.events)
        if final and not self._window:
            return
        others = [seat for seat in self.seats if seat.name != entry.seat]
        noticed = frozenset(seat.name for seat in others if entry.side in seat.sides or (final and self._notices(seat, before, entry)))
        if final and len(noticed) == len(others):
            self._window.clear()
        else:
            self._window.append(_Mark(before, final, noticed))

    def is_unseen(self, number: int) -> bool:
        """Whether no other side can notice the last entries, this many of them."""
        return 0 < number <= len(self._window) and not any(mark.final for mark in self._window[-number:])

    def _notices(self, seat: Seat, before: Columns, entry: Entry) -> bool:
        """Whether a seat can notice that an entry was made."""
        if (self.game.to_act(self.state) ^ self.game.to_act(before)) & seat.sides:
            return True
        if any(visible_to(list(entry.events), side) for side in seat.sides):
            return True
        return self._sees_change(before, entry.side, seat.sides)

    def _became_known(self, before: Columns, side: Side, events: tuple[Event, ...]) -> bool:
        """Whether an action told another viewer something, or changed which side decides: then it cannot be undone."""
        hands_over = self.game.to_act(self.state) != self.game.to_act(before)
        if hands_over or any(event.is_news(side) for event in events):
            return True
        return self._sees_change(before, side, self._viewers - {side})

    def _sees_change(self, before: Columns, side: Side, others: Iterable[Side]) -> bool:
        """Whether an action changed what others see; their views are compared only if the changed columns leave it open."""
        seen = seen_by_others(before, self.state, side, self.game.belongings(side))
        if seen is None:
            return any(self.game.view(before, viewer) != self.game.view(self.state, viewer) for viewer in others)
        return seen

    def follow(self, side: Side, action: Action, seat: str = "") -> None:
        """Repeat a recorded action, under newer rules together with answers they need first; raises `CannotFollow` if it cannot be."""
        for who, answer in retaken(self.game, self.state, side, action, self.origin.rules):
            self._take(who, answer, seat if answer is action else "")

    def _count_decision(self, entry: Entry) -> None:
        for seat in self.seats:
            if seat.knows_of(entry):
                self._decisions[seat.name] = self.decision_of(seat) + 1

    def let_others_answer(self) -> None:
        """Let chance and standing orders answer until a person has to decide."""
        while not self.result:
            actors = self.game.to_act(self.state)
            if CHANCE in actors:
                self._take(CHANCE, self._throw(self.game, self.state, self._throws))
                continue
            answer = self._standing_answer(actors)
            if answer is None:
                return
            self._take(*answer)

    def set_standing_orders(self, seat: Seat, orders: frozenset[str]) -> list[Entry]:
        """Set the standing orders of the seat's sides; returns the entries of what they answered at once."""
        if seat not in self.seats:
            raise self._refused("no_such_seat")
        for side in seat.sides:
            self.standing_orders[side] = orders
        first = len(self.entries)
        self.let_others_answer()
        return self.entries[first:]

    def _standing_answer(self, actors: frozenset[Side]) -> tuple[Side, Action] | None:
        for side in sorted(actors):
            orders = self.standing_orders.get(side)
            action = self.game.standing_answer(self.state, side, orders) if orders else None
            if action is not None:
                return side, action
        return None

    def undoable(self, seat: Seat) -> list[int]:
        """Numbers of the entries that the seat may undo one after the other, the last first.

        Unseen later actions of others do not prevent it: else the seat could tell that there were some.
        """
        found: list[int] = []
        first = len(self.entries) - len(self._window)
        for number in range(len(self.entries) - 1, first - 1, -1) if self.result is None else ():
            mark, is_own = self._window[number - first], self.entries[number].seat == seat.name
            if seat.name in mark.noticed or (is_own and mark.final):
                break
            if is_own:
                found.append(number)
        return found

    def can_undo(self, seat: Seat) -> bool:
        """Whether the seat made the last entry it knows of, and no other viewer has learnt anything from it."""
        return bool(self.undoable(seat))

    def undo(self, seat: Seat) -> Entry:
        """Undo the seat's last action and return it. Unseen later actions of others are kept."""
        numbers = self.undoable(seat)
        if not numbers or not self._take_back(numbers[0]):
            raise self._refused("nothing_to_undo")
        return self._taken_back

    def _take_back(self, number: int) -> bool:
        """Remove an entry and repeat the later ones; returns False and changes nothing if they would come out differently."""
        first = len(self.entries) - len(self._window)
        state = self._window[number - first].before.copy()
        later: list[tuple[Entry, _Mark]] = []
        for entry, mark in zip(self.entries[number + 1 :], self._window[number - first + 1 :], strict=True):
            before = state.copy()
            if not is_offered(self.game, state, entry.side, entry.action):
                return False
            if tuple(self.game.apply(state, entry.action, entry.side)) != entry.events:
                return False
            again = msgspec.structs.replace(entry, digest=state.digest(by_place=self.origin.by_place))
            later.append((again, mark._replace(before=before)))
        self._taken_back = self.entries[number]
        self.state = state
        self.entries[number:] = [entry for entry, _ in later]
        self._window[number - first :] = [mark for _, mark in later]
        self._turn = self.game.player_turn(self.state)
        self.snapshots[:] = [one for one in self.snapshots if one[0] <= number]
        self._count_decision(self._taken_back)
        return True

    def concede(self, seat: Seat, side: Side | None = None) -> Result:
        """Give up for the seat's side, or the named one if the seat plays several; the opponent wins."""
        giving_up = seat.sides if side is None else seat.sides & {side}
        if len(giving_up) != 1 or self.result is not None:
            raise self._refused("game_over" if self.result else "concede_needs_one_side")
        (side,) = giving_up
        self._result = Result(winner=Side(1 - side), level="conceded", reason="conceded")
        return self._result

    def agree_to_end(self, seat: Seat) -> Result | None:
        """Note a seat's offer to end the game, valid until its side acts; once every side offers, the game ends without a winner."""
        if self.result is not None:
            raise self._refused("game_over")
        self.agreed_to_end |= seat.sides
        if len(self.agreed_to_end) == len(self.game.title.sides):
            self._result = Result(winner=None, level="agreed", reason="agreed")
        return self._result

    def disagree(self, seat: Seat) -> None:
        """Withdraw the seat's offer to end the game, or decline that of the others."""
        self.agreed_to_end.clear()

    def __repr__(self) -> str:
        return describe(self.game, self.state, self.result)

    def _repr_svg_(self) -> str | None:
        return drawn("position", self.game, self.state)
