"""What one viewer is told of a game: the only place where answers about a running game are made.

Everything is a function of the viewer's own view and of the events he has seen. Numbers of entries, times of unseen actions and who
among several has already answered stay here.
"""

from bisect import bisect_left
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from blockfront.core.actions import Action
from blockfront.core.events import plain, visible_to
from blockfront.core.match import Seat
from blockfront.core.sides import CHANCE, SPECTATOR, Side
from blockfront.core.stack_game import tag_of
from blockfront.server import wire
from blockfront.server.play.table import Table

LONG_LIST = 120  # more choices than these are given block by block


class ViewerLog:
    """The log of one viewer, or of all together (None), kept up to date with the table; lines know the entry they come from."""

    def __init__(self, viewer: Side | None) -> None:
        self.viewer = viewer
        self.lines: list[wire.LogLine] = []
        self.entries: list[int] = []  # entry of each line
        self._read = 0

    def catch_up(self, table: Table) -> None:
        if self._read > len(table.entries):
            self._read = len(table.entries)
            while self.entries and self.entries[-1] >= self._read:
                self.entries.pop()
                self.lines.pop()
        for number in range(self._read, len(table.entries)):
            events = list(table.entries[number].events)
            for event in events if self.viewer is None else visible_to(events, self.viewer):
                text = table.game.event_text(event)
                self.lines.append(wire.LogLine(len(self.lines), text, plain(event), table.times[number]))
                self.entries.append(number)
        self._read = len(table.entries)

    def lines_before(self, entry: int) -> int:
        """How many lines come from entries before this one."""
        return bisect_left(self.entries, entry)

    def entries_after(self, lines: int, undoable: Sequence[int]) -> int:
        """How many of the entries that can be taken back, the last first, can go while these lines stay."""
        number = 0
        while number < len(undoable) and self.lines_before(undoable[number]) >= lines:
            number += 1
        return number

    def forget(self, entry: int) -> None:
        """Entries from this one on were taken back, and others may have taken their place."""
        self._read = min(self._read, entry)
        while self.entries and self.entries[-1] >= entry:
            self.entries.pop()
            self.lines.pop()


def visible_to_act(table: Table, viewer: Side) -> list[int]:
    """Whose decision it is, as far as the viewer may know: who has answered a secret question is secret itself."""
    if table.result is not None:
        return []
    actors = table.to_act() - {CHANCE}
    if viewer in actors:
        return [viewer]
    if viewer == SPECTATOR and len(table.game.title.sides) > 1:
        guessed = table.game.guess(table.game.view(table.state, viewer), Random(0))
        return sorted(table.game.to_act(guessed) - {CHANCE})
    return sorted(actors)


def view_json(table: Table, viewer: Side) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(table.game.view(table.state, viewer)))


def prompt_of(table: Table, viewer: Side) -> wire.PromptInfo | None:
    if table.result is not None or viewer not in table.to_act():
        return None
    prompt = table.game.prompt(table.state, viewer)
    return wire.PromptInfo(table.game.prompt_text(prompt), prompt.clause, prompt.message, prompt.values)


def state_of(
    table: Table, info: wire.GameInfo, seat: int | None, viewer: Side, log: ViewerLog, clocks: list[wire.ClockInfo]
) -> wire.GameState:
    """The whole answer for one viewer; `seat` is None for spectators."""
    held: Seat | None = None if seat is None else table.seats[seat]
    is_mine = held is not None and table.result is None and viewer in table.to_act()
    undoable = [] if held is None else table.undoable(held)
    return wire.GameState(
        info=info,
        seat=seat,
        viewer=viewer,
        decision=0 if held is None else table.decision_of(held),
        to_act=visible_to_act(table, viewer),
        my_decision=is_mine,
        prompt=prompt_of(table, viewer) if held is not None else None,
        view=view_json(table, viewer),
        can_undo=bool(undoable),
        undo_to=log.lines_before(undoable[-1]) if undoable else None,
        agreed_to_end=sorted(table.agreed_to_end),
        standing_orders=sorted(table.standing_orders.get(viewer, ())) if held is not None else [],
        log_length=len(log.lines),
        clocks=clocks,
    )


def content_of(state: wire.GameState) -> bytes:
    """What makes two states the same for a client: everything but who is connected."""
    seats = [(one.name, one.player, one.taken_over, one.until) for one in state.info.seats]
    return msgspec.json.encode((msgspec.structs.replace(state, info=None), seats, state.info.result))


# ---- choices


def legal_of(table: Table, seat: int, viewer: Side, block: int | None) -> wire.Legal:
    """The legal actions grouped by block; of a long list only the groups, unless one block is asked for."""
    decision = table.decision_of(table.seats[seat])
    if table.result is not None or viewer not in table.to_act():
        return wire.Legal(decision, 0, [])
    actions = list(table.game.legal(table.state, viewer))
    by_block: dict[int | None, list[Action]] = {}
    for action in actions:
        by_block.setdefault(_block(action), []).append(action)
    is_short = len(actions) <= LONG_LIST
    groups = [
        _group(table, viewer, known, its, with_choices=is_short or known is None or known == block)
        for known, its in by_block.items()
        if block is None or known == block
    ]
    return wire.Legal(decision, len(actions), groups)


def _group(table: Table, viewer: Side, block: int | None, actions: list[Action], *, with_choices: bool) -> wire.ChoiceGroup:
    hexes = sorted({hex_ for action in actions if (hex_ := _hex(action)) is not None})
    kinds = list(dict.fromkeys(tag_of(action) for action in actions))
    choices = [_choice(table, viewer, action) for action in actions] if with_choices else []
    return wire.ChoiceGroup(block, len(actions), hexes, kinds, choices)


def _choice(table: Table, viewer: Side, action: Action) -> wire.Choice:
    words = table.game.action_text(table.state, action, viewer)
    cost = table.game.cost(table.state, action, viewer)
    return wire.Choice(msgspec.to_builtins(action), words, _block(action), _hex(action), cost)


def _field(action: Action, *names: str) -> int | None:
    for name in names:
        value: Any = getattr(action, name, None)
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
    return None


def _block(action: Action) -> int | None:
    return _field(action, "block", "hq")


def _hex(action: Action) -> int | None:
    return _field(action, "to", "target", "hex")
