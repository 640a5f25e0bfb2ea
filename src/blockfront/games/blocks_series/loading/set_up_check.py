"""Checks a fixed set-up against the map: places and areas exist, and no unit stands where it may not."""

from collections import defaultdict
from collections.abc import Iterator

from blockfront.core.data_files import Problems
from blockfront.games.blocks_series.loading.board import Board
from blockfront.games.blocks_series.loading.data_model import ScenarioData, Tables
from blockfront.games.blocks_series.scenario_model import Placement, SecretPlan
from blockfront.maps.model import UnknownName

Stacks = dict[tuple[int, int], list[Placement]]  # by hex and side


def check_set_up(scenario: ScenarioData, tables: Tables, board: Board, problems: Problems) -> None:
    """Note every mistake, under the name of the scenario."""
    file = f"{scenario.id}.toml"
    for area in _areas(scenario):
        if area not in board.map.areas:
            problems.add(file, 0, f"the map has no area {area!r}")
    for place in dict.fromkeys(_places(scenario)):
        if _hex(board, place) is None:
            problems.add(file, 0, f"the map has no place {place!r}")
    plans = [option for choice in scenario.choices for option in choice.options if option.set_up]
    for plan in (SecretPlan("", ""), *plans):
        for text in _set_up_problems(scenario, tables, board, plan):
            problems.add(file, 0, text)


def _areas(scenario: ScenarioData) -> Iterator[str]:
    yield scenario.area
    yield from scenario.area_control.values()
    yield from (entry.area for entry in scenario.special.bound)
    yield from (entry.area for entry in scenario.special.closed_areas)


def _places(scenario: ScenarioData) -> Iterator[str]:
    yield from (placement.place for placement in scenario.set_up)
    yield from (place for arrival in scenario.arrivals for place in arrival.places)
    yield from (place for places in scenario.anchors.values() for place in places)
    yield from (objective.place for objective in (*scenario.objectives, *scenario.lost_places))
    yield from (*scenario.place_control, *scenario.siegfried, *scenario.maginot, *scenario.forts)
    yield from (*(scenario.evacuation.ports if scenario.evacuation else ()), *(entry.place for entry in scenario.quick_surrenders))
    for option in (option for choice in scenario.choices for option in choice.options):
        yield from (*option.enter_places, *option.enter_from, *option.reserve_from, *(placement.place for placement in option.set_up))
    yield from (mulberry.place for mulberry in scenario.special.mulberries)


def _hex(board: Board, place: str) -> int | None:
    try:
        return board.hex(place)
    except UnknownName:
        return None


def _set_up_problems(scenario: ScenarioData, tables: Tables, board: Board, plan: SecretPlan) -> Iterator[str]:
    """What is wrong with the set-up, including the changes that a plan makes to it."""
    moved = {*plan.left_out, *(placement.block for placement in plan.set_up)}
    stacks: Stacks = defaultdict(list)
    for placement in (*plan.set_up, *(placement for placement in scenario.set_up if placement.block not in moved)):
        hex_ = _hex(board, placement.place)
        if hex_ is not None:
            stacks[hex_, tables.order.sides[placement.block]].append(placement)
    theatre = board.map.area_mask(scenario.area) if scenario.area in board.map.areas else 0
    for box in scenario.boxes:
        theatre |= board.box(box)
    for (hex_, side), stack in stacks.items():
        if not theatre >> hex_ & 1:
            yield f"{board.name(hex_)} is not in the area of the scenario"
        if side == 0 and (hex_, 1) in stacks:
            yield f"{board.name(hex_)} holds units of both sides"
        yield from _stack_problems(stack, tables, board, hex_)


def _stack_problems(stack: list[Placement], tables: Tables, board: Board, hex_: int) -> Iterator[str]:
    kinds = [tables.classes[tables.order[placement.block].type] for placement in stack]
    ground = sum(kind.kind != "air" for kind in kinds)
    combat = sum(kind.kind != "air" and kind.is_combat for kind in kinds)
    air = len(kinds) - ground
    if hex_ < board.grid.size and (ground > tables.numbers.ground_units or combat > tables.numbers.combat_units or air > 1):
        yield f"{board.name(hex_)} holds too many units: {ground} on the ground, {combat} of them for combat, {air} in the air"
    if air and not board.cities >> hex_ & 1:
        yield f"{board.name(hex_)} has air units and is no city"
