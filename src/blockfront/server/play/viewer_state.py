"""What one viewer is told of a game: the only place where answers about a running game are made.

Everything is a function of the viewer's own view and of the events he has seen. Numbers of entries, times of unseen actions and who
among several has already answered stay here.
"""

from bisect import bisect_left
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from blockfront.blocks.secret_set_ups import SetUps
from blockfront.core.actions import Action
from blockfront.core.chance import CommittedRandom
from blockfront.core.events import SetAside, plain, visible_to
from blockfront.core.match import Match
from blockfront.core.sides import CHANCE, SPECTATOR, Side
from blockfront.core.stack_game import tag_of
from blockfront.server import wire

LONG_LIST = 120  # more choices than these are given block by block


class ViewerLog:
    """The log of one viewer, or of all together (None), kept up to date with the match; lines know the entry they come from."""

    def __init__(self, viewer: Side | None) -> None:
        self.viewer = viewer
        self.lines: list[wire.LogLine] = []
        self.entries: list[int] = []  # entry of each line
        self._read = 0

    def catch_up(self, match: Match, times: Sequence[float]) -> None:
        """Read the entries that are new since the last time."""
        if self._read > len(match.entries):
            self._read = len(match.entries)
            while self.entries and self.entries[-1] >= self._read:
                self.entries.pop()
                self.lines.pop()
        for number in range(self._read, len(match.entries)):
            events = list(match.entries[number].events)
            for event in events if self.viewer is None else visible_to(events, self.viewer):
                text = match.game.event_text(event)
                self.lines.append(wire.LogLine(len(self.lines), text, plain(event), times[number]))
                self.entries.append(number)
            if match.set_aside and number == match.set_aside[-1]:
                at = self.lines[-1].at if self.lines else 0.0  # not when something unseen was done
                self.lines.append(wire.LogLine(len(self.lines), match.game.event_text(SetAside()), plain(SetAside()), at))
                self.entries.append(number)
        self._read = len(match.entries)

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


def visible_to_act(match: Match, viewer: Side) -> list[int]:
    """Whose decision it is, as far as the viewer may know: who has answered a secret question is secret itself."""
    if match.result is not None:
        return []
    actors = match.to_act() - {CHANCE}
    if viewer in actors:
        return [viewer]
    if viewer == SPECTATOR and len(match.game.title.sides) > 1:
        guessed = match.game.guess(match.game.view(match.state, viewer), Random(0))
        return sorted(match.game.to_act(guessed) - {CHANCE})
    return sorted(actors)


def prompt_of(match: Match, viewer: Side) -> wire.PromptInfo | None:
    """What a viewer is asked; None where it is not his decision."""
    if match.result is not None or viewer not in match.to_act():
        return None
    prompt = match.game.prompt(match.state, viewer)
    return wire.PromptInfo(match.game.prompt_text(prompt), prompt.clause, prompt.message, prompt.values)


def content_of(state: wire.GameState) -> bytes:
    """What makes two states the same for a client: everything but who is connected."""
    seats = [(one.name, one.player, one.taken_over, one.until) for one in state.info.seats]
    return msgspec.json.encode((msgspec.structs.replace(state, info=None), seats, state.info.result))


# ---- choices


def legal_of(match: Match, seat: int, viewer: Side, block: int | None) -> wire.Legal:
    """The legal actions grouped by block; of a long list only the groups, unless one block is asked for."""
    decision = match.decision_of(match.seats[seat])
    if match.result is not None or viewer not in match.to_act():
        return wire.Legal(decision, 0, [])
    actions = [action for action in _offered(match, viewer, decision) if match.commands(match.seats[seat], action, viewer)]
    by_block: dict[int | None, list[Action]] = {}
    for action in actions:
        by_block.setdefault(_block(action), []).append(action)
    is_short = len(actions) <= LONG_LIST
    groups = [
        _group(match, viewer, known, its, with_choices=is_short or known is None or known == block)
        for known, its in by_block.items()
        if block is None or known == block
    ]
    return wire.Legal(decision, len(actions), groups)


def _offered(match: Match, viewer: Side, decision: int) -> list[Action]:
    """The legal actions. Of set-ups examples are drawn from the committed stream: the opponents know those that the rules list."""
    choices = match.game.legal(match.state, viewer)
    if not isinstance(choices, SetUps):
        return list(choices)
    return [choices.drawn(secret_numbers(match, "offered", viewer, decision, number)) for number in range(len(choices))]


def secret_numbers(match: Match, purpose: str, side: Side, decision: int, number: int = 0) -> Random:
    """Random numbers of a decision that nobody can work out before the seed is told, the same whenever they are asked for."""
    return CommittedRandom(match.seed, f"{purpose}/{side}/{decision}/{number}")


def _group(match: Match, viewer: Side, block: int | None, actions: list[Action], *, with_choices: bool) -> wire.ChoiceGroup:
    hexes = sorted({hex_ for action in actions if (hex_ := _hex(action)) is not None})
    kinds = list(dict.fromkeys(tag_of(action) for action in actions))
    choices = [_choice(match, viewer, action) for action in actions] if with_choices else []
    return wire.ChoiceGroup(block, len(actions), hexes, kinds, choices)


def _choice(match: Match, viewer: Side, action: Action) -> wire.Choice:
    words = match.game.action_text(match.state, action, viewer)
    cost = match.game.cost(match.state, action, viewer)
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
