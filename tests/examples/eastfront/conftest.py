"""Positions made by hand on the EastFront map, and the figures of the rulebook's examples."""

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from blockfront.blocks import effects
from blockfront.core.actions import Action, Roll
from blockfront.core.events import Event
from blockfront.core.sides import CHANCE, Side
from blockfront.games.eastfront.game import make
from blockfront.games.eastfront.state import ACTIVE, COMBAT, EastFrontState
from blockfront.games.eastfront.steps.combat import CombatPhase
from blockfront.games.eastfront.steps.command import CommandPhase
from blockfront.games.eastfront.steps.production import ProductionPhase
from blockfront.games.eastfront.view import empty_state

AXIS, SOVIET = Side(0), Side(1)
SIDES = {"axis": AXIS, "soviet": SOVIET}
DATA = Path(__file__).parents[2] / "data" / "eastfront"


class Table:
    """A board with nothing on it, and hands to put units there."""

    def __init__(self, scenario: str = "s43", options: frozenset[str] = frozenset()) -> None:
        self.game = make(scenario, options)
        self.rules = self.game.rules
        self.state: EastFrontState = empty_state(self.rules)
        self.state.phase = COMBAT
        self.shown = 0  # blocks that were face up when dice were rolled

    def hex(self, place: str | int) -> int:
        return place if isinstance(place, int) else int(self.rules.board.map.hex(place))

    def put(self, side: str, unit_type: str, cv: int, place: str | int, key: str = "") -> int:
        """Put a unit of a type (or the one of a key) in a hex; returns its block."""
        order = self.rules.order
        block = order.key(key) if key else self._unused(SIDES[side], unit_type, cv)
        effects.set_steps(self.state, block, order[block].steps_for(cv))
        effects.place(self.state, block, order[block].side, self.hex(place))
        return int(block)

    def _unused(self, side: Side, unit_type: str, cv: int) -> int:
        """The first block of a type off the map that can have the strength, without special abilities."""
        for block in self.rules.order.where(side=side, type=unit_type):
            facts = self.rules.order[block]
            if self.state.location[block] < 0 and cv in facts.strengths and not facts.tags & {"satellite", "supreme"}:
                return block
        raise AssertionError(f"no {unit_type} of CV {cv} left")

    def value(self, block: int) -> int:
        return self.rules.order[block].strength(self.state.steps[block])

    def activate(self, hq: int) -> None:
        self.state.command[hq] = ACTIVE

    def attack(self, side: str, hex_: int, entries: Mapping[int, int]) -> None:
        """A new battle: units of a side have entered a hex, each from another one."""
        self.state.active = SIDES[side]
        self.rules.battles.begin(self.state, hex_, SIDES[side])
        for block, origin in entries.items():
            self.state.entered_from[block] = origin
        self.rules.control.determine(self.state)

    def combat_phase(self, answer: Callable[[list[Action]], Action], dice: list[tuple[int, ...]]) -> list[Event]:
        """The whole Combat Phase with given answers and dice; returns what happened."""
        number = {type(step): step.number for step in self.game.stack.steps}
        self.state.frames[:] = [(number[CommandPhase], 0), (number[CombatPhase], 0)]
        events: list[Event] = []
        self.game.stack.settle(self.state, events)
        rolls = iter(dice)
        while self.state.frames[-1][0] != number[CommandPhase]:
            (side,) = self.game.to_act(self.state)
            if side == CHANCE:
                self.shown |= self.state.face_up
                action: Action = Roll(next(rolls))
                assert action in self.game.chance(self.state), action
            else:
                action = answer(list(self.game.legal(self.state, side)))
            events += self.game.apply(self.state, action, side)
        assert next(rolls, None) is None, "dice are left over"
        return events

    def begin_production(self) -> None:
        number = {type(step): step.number for step in self.game.stack.steps}
        self.state.frames[:] = [(number[ProductionPhase], ProductionPhase.PRODUCING)]
        self.rules.control.determine(self.state)

    def may(self, action: Action, side: Side) -> bool:
        return action in self.game.legal(self.state, side)

    def control(self, hex_: int) -> str:
        self.rules.control.determine(self.state)
        for name, side in SIDES.items():
            if self.state.friendly[side] >> hex_ & 1:
                return name
        return "disputed"

    def lay_out(self, figure: Mapping[str, Any]) -> dict[str, int]:
        """A place on the map, turned as needed, where a figure's rivers and open sides are as drawn: hexes by name."""
        board = self.rules.board
        at = {board.grid.axial(hex_): int(hex_) for hex_ in board.map.hexes if board.playable >> hex_ & 1}
        for centre in at:
            for turn in range(6):
                places = {name: _turned(centre, offset, turn) for name, offset in figure["hexes"].items()}
                if all(place in at for place in places.values()):
                    laid = {name: at[place] for name, place in places.items()}
                    if self._is_as_drawn(laid, figure):
                        return laid
        raise AssertionError("the figure fits nowhere on the map")

    def _is_as_drawn(self, laid: Mapping[str, int], figure: Mapping[str, Any]) -> bool:
        board = self.rules.board

        def is_open(one: str, other: str) -> bool:
            across = any(neighbour == laid[other] for _, neighbour in board.neighbours[laid[one]])
            return across and not board.is_river(laid[one], laid[other])

        rivers = all(board.is_river(laid[one], laid[other]) for one, other in figure["rivers"])
        return rivers and all(is_open(one, other) for one, other in figure["open_sides"])


def _turned(centre: tuple[int, int], offset: tuple[int, int], turn: int) -> tuple[int, int]:
    q, r = offset
    for _ in range(turn):
        q, r = -r, q + r
    return centre[0] + q, centre[1] + r


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def new_table() -> Callable[..., Table]:
    return Table


@pytest.fixture
def example() -> Callable[[str], Mapping[str, Any]]:
    """The figures of an example by its id."""
    examples = tomllib.loads((DATA / "examples.toml").read_text(encoding="utf-8"))
    return lambda name: examples[name]
