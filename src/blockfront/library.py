"""What `import blockfront` offers, gathered from the packages below it."""

from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from blockfront.core import record
from blockfront.core.actions import Action
from blockfront.core.events import Event
from blockfront.core.game import AnyGame, Title
from blockfront.core.match import Match
from blockfront.core.sandbox import Sandbox
from blockfront.core.sides import CHANCE
from blockfront.games import catalogue
from blockfront.games.odds import battle_odds as odds

__all__ = ["Match", "Moment", "make", "odds", "position", "replay", "titles"]


def titles() -> tuple[Title, ...]:
    """Everything that can be played: titles with their sides, scenarios and options."""
    return catalogue.titles()


def make(title: str, scenario: str | None = None, options: Iterable[str] | None = None) -> AnyGame:
    """A game of a title; by default of its first scenario, with the title's default options.

    Games are immutable and hold no state: `game.setup()` gives a first state, `Match(game)` plays one.
    """
    return catalogue.game(title, scenario or catalogue.title(title).scenarios[0].id, None if options is None else frozenset(options))


def position(title: str, *setting: Any, **units: Any) -> Sandbox:
    """A position to try things in. Its parameters are those of the title's own `aids.scene.position`."""
    place = catalogue.contract(title).position
    if place is None:
        raise ValueError(f"positions of {catalogue.title(title).name} cannot be set up by hand yet")
    return place(*setting, **units)


class Moment(NamedTuple):
    """One recorded action with its events and the state after it."""

    number: int
    side: str  # "chance" for dice
    action: Action
    text: str
    events: tuple[Event, ...]
    state: Any

    def __repr__(self) -> str:
        return f"{self.number} {self.side}: {self.text}"


def replay(file: str | PathLike[str]) -> Iterator[Moment]:
    """A recorded game step by step. Each action is checked: `RecordError` names the line that is wrong."""
    kept = record.load(Path(file))
    game = record.game_of(kept, catalogue.game)
    before = game.setup()
    for number, (taken, action, after) in enumerate(record.replay(kept, game), start=1):
        side = "chance" if taken.side == CHANCE else game.title.sides[taken.side]
        text = game.action_text(action)
        events = tuple(game.apply(before, action, taken.side))
        before = after.copy()
        yield Moment(number, side, action, text, events, before.copy())
