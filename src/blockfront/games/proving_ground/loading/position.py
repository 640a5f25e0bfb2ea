"""Positions of Proving Ground as text (docs/notation.md): scenarios, tests and reports read and write them.

Headings: `turns first turn active phase weather plan blue, plan red, control blue, control red`. Units are called by type, name or
key; `*` is face up, `(moved)` and `(rebuilt)` are flags, `Reserve` and `Eliminated` are the places off the map.
"""

from collections.abc import Iterable

from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY
from blockfront.blocks.effects import place
from blockfront.blocks.position_text import (
    ForceText,
    HexText,
    PositionError,
    PositionText,
    UnitText,
    split_place,
)
from blockfront.games.proving_ground.loading.board import Board
from blockfront.games.proving_ground.state import RESERVE, State, empty_state
from blockfront.games.proving_ground.title import TITLE
from blockfront.hexes.grid import Hex, HexSet
from blockfront.hexes.hexset import mask_of, members

_OFF_MAP = {"Reserve": RESERVE, "Eliminated": ELIMINATED}


def read_blocks(board: Board, position: PositionText) -> State:
    """A state with the blocks, control, plans and turn of a position; the caller sets the pending decision."""
    state = empty_state(board)
    mistakes: list[tuple[int, str]] = []
    for hex_ in position.hexes:
        try:
            location = _location(board, hex_.place)
            for force in hex_.forces:
                side = TITLE.side(force.side)
                for unit in force.units:
                    _place_unit(board, state, side, unit, location)
        except ValueError as error:
            mistakes.append((hex_.line, str(error)))
    if mistakes:
        raise PositionError(mistakes)
    state.turn = int(position.heading("turn", "0"))
    state.active = TITLE.side(position.heading("active", "blue"))
    state.mud = int(position.heading("weather") == "mud")
    state.control = [_control(board, state, position, side) for side in TITLE.sides]
    names = [plan.name for plan in board.numbers.plan]
    plans = [position.heading(f"plan {side}") for side in TITLE.sides]
    state.plan = [1 + names.index(plan) if plan else 0 for plan in plans]
    return state


def _location(board: Board, text: str) -> int:
    if text in _OFF_MAP:
        return _OFF_MAP[text]
    name, words = split_place(text, lambda name: name.isdigit() or any(p.name == name for p in board.map.places))
    location = board.map.hex(name)
    terrain = board.map.hexes[location].terrain
    if wrong := [word for word in words if word != terrain]:
        raise ValueError(f"{name} is {terrain}, not {' '.join(wrong)}")
    return location


def _place_unit(board: Board, state: State, side: int, unit: UnitText, location: int) -> None:
    block = _find_block(board, state, side, unit)
    facts = board.order[block]
    state.steps[block] = facts.full if unit.strength is None else facts.steps_for(unit.strength)
    if location == ELIMINATED:
        state.steps[block] = 0
    place(state, block, side, location)
    state.shown[block] = location
    bit = 1 << block
    state.face_up |= bit if "*" in unit.flags else 0
    state.moved |= bit if "moved" in unit.flags else 0
    state.rebuilt |= bit if "rebuilt" in unit.flags else 0


def _find_block(board: Board, state: State, side: int, unit: UnitText) -> int:
    """The first block not in play that has this type, name or key and can have this strength."""
    for block in board.order.of_side[side]:
        facts = board.order[block]
        fits = unit.type in (facts.type, facts.name, facts.key)
        shows = unit.strength is None or unit.strength in facts.strengths
        if fits and shows and state.location[block] == NOT_IN_PLAY:
            return block
    strength = "" if unit.strength is None else f" that can show {unit.strength}"
    raise ValueError(f"{TITLE.sides[side]} has no {unit.type!r} left{strength}")


def _control(board: Board, state: State, position: PositionText, side: str) -> HexSet:
    """The hexes that a side controls: those listed, or without a list its base and every hex where it stands alone."""
    number = TITLE.side(side)
    listed = position.heading(f"control {side}")
    if listed:
        return mask_of(board.map.hex(name) for name in listed.split(","))
    return state.occupied[number] & ~state.occupied[1 - number] | 1 << board.bases[number]


def write_blocks(board: Board, state: State, *, names: bool = False) -> tuple[HexText, ...]:
    """The blocks in play by place, named by type, or by name if `names` is set."""
    order = board.order
    places: dict[int, list[int]] = {}
    for block in range(len(order)):
        if state.location[block] != NOT_IN_PLAY:
            places.setdefault(state.location[block], []).append(block)
    words = {location: name for name, location in _OFF_MAP.items()}
    return tuple(
        HexText(
            words[location] if location < 0 else board.map.hex_name(Hex(location)),
            tuple(_forces(board, state, places[location], names)),
        )
        for location in sorted(places, key=lambda location: (location < 0, abs(location)))
    )


def _forces(board: Board, state: State, blocks: list[int], names: bool) -> Iterable[ForceText]:
    for side, side_name in enumerate(TITLE.sides):
        units = tuple(_unit(board, state, block, names) for block in blocks if board.order.sides[block] == side)
        if units:
            yield ForceText(side_name, units)


def _unit(board: Board, state: State, block: int, names: bool) -> UnitText:
    facts = board.order[block]
    flags = ["*"] if state.face_up >> block & 1 else []
    flags += ["moved"] if state.moved >> block & 1 else []
    flags += ["rebuilt"] if state.rebuilt >> block & 1 else []
    strength = facts.strength(state.steps[block]) if state.steps[block] else None
    return UnitText(facts.name if names else facts.type, strength, tuple(flags))


def write_state(board: Board, state: State, *, names: bool = True) -> PositionText:
    """The whole board as text, with the headings that `read_blocks` understands."""
    headings = [("turn", str(state.turn)), ("active", TITLE.sides[state.active])]
    headings += [("weather", "mud")] if state.mud else []
    for side, name in enumerate(TITLE.sides):
        if state.plan[side]:
            headings.append((f"plan {name}", board.numbers.plan[state.plan[side] - 1].name))
    for side, name in enumerate(TITLE.sides):
        held = ", ".join(board.map.hex_name(hex_) for hex_ in members(state.control[side]))
        headings.append((f"control {name}", held))
    return PositionText(tuple(headings), write_blocks(board, state, names=names))
