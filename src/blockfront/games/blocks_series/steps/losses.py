"""Losing steps, leaving the map and turning faces up, for use by the steps; chapters decide what follows."""

from collections.abc import Sequence

from blockfront.blocks import effects
from blockfront.core.events import Event
from blockfront.games.blocks_series.events import Revealed
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import MARKED, SeriesState


def reveal(state: SeriesState, blocks: Sequence[int], events: list[Event]) -> None:
    """Turn the faces of units up."""
    for block in blocks:
        effects.reveal(state, block, state.turn)
    events.append(Revealed(blocks=tuple((block, state.steps[block]) for block in blocks)))


def remove(rules: Rules, state: SeriesState, block: int) -> None:
    rules.losses.remove(state, block)


def take_step(rules: Rules, state: SeriesState, block: int, cause: str, events: list[Event]) -> None:
    rules.losses.take_step(state, block, cause, events)


def hit(rules: Rules, state: SeriesState, block: int, events: list[Event]) -> None:
    rules.losses.hit(state, block, events)


def give_up(rules: Rules, state: SeriesState, block: int, events: list[Event]) -> None:
    rules.losses.give_up(state, block, events)


def surrender(rules: Rules, state: SeriesState, power: int, events: list[Event]) -> None:
    rules.losses.surrender(state, power, events)


def unmark(state: SeriesState, block: int) -> None:
    state.flags[block] &= ~MARKED
