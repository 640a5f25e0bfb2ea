"""Headquarters of armour go to where they command most before they are woken, and what they command exploits."""

from blockfront.ai.blocks_series.evaluation.weights import DEFAULT
from blockfront.ai.blocks_series.phases.movement import Mover
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, position
from blockfront.games.blocks_series.actions import Command, Move
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.state import EXPLOITATION, MOVEMENT

ADVANCED = frozenset({"advanced"})
OURS = ("baltic_district", "western_district", "kiev_district")


def in_the_east(units: dict[str, str], phase: int, enemy: str = "Minsk") -> tuple[Position, Mover]:
    here = position("sbe5", axis=units, soviet={enemy: "s-8a 3"}, axis_holds=OURS, month="1941-07", options=ADVANCED).begin(phase)
    return here, Mover(here.game, here.state, AXIS, DEFAULT)


def led(here: Position, mover: Mover) -> set[str]:
    return {here.game.order[action.block].key for action in mover.actions if isinstance(action, Command)}


def test_a_headquarters_goes_within_five_hexes_of_its_armour_before_it_commands() -> None:
    """BE-13.3a and BE-13.3c: it reaches five hexes, and moves first."""
    here, mover = in_the_east({"Warsaw": "g-4pzg 4", "Minsk": "g-41pz 5, g-47pz 5"}, MOVEMENT, enemy="Orsha")
    staff = here.block("g-4pzg")
    assert not here.game.rules.headquarters.orders_of(here.state, staff)
    mover.staffs.lead()
    assert isinstance(mover.actions[0], Move)
    assert mover.actions[0].block == staff
    assert led(here, mover) == {"g-41pz", "g-47pz"}


def test_it_does_not_command_from_a_hex_next_to_the_enemy_if_it_need_not() -> None:
    here, mover = in_the_east({"2026": "g-4pzg 4, g-41pz 5"}, MOVEMENT)
    board, state = here.game.rules.board, mover.state
    assert board.around(1 << here.hex("2026")) & state.occupied[1 - AXIS]
    mover.staffs.lead()
    assert led(here, mover) == {"g-41pz"}
    assert not board.around(1 << state.location[here.block("g-4pzg")]) & state.occupied[1 - AXIS]


def test_a_tired_headquarters_follows_its_armour_without_being_woken() -> None:
    """BE-13.3c: more than half its movement points would wake it, and cost a step."""
    here, mover = in_the_east({"Minsk": "g-4pzg 2", "Warsaw": "g-41pz 5"}, MOVEMENT, enemy="Moscow")
    staff, board = here.block("g-4pzg"), here.game.rules.board
    mover.staffs.lead()
    assert not led(here, mover)
    assert board.grid.distance(mover.state.location[staff], here.hex("Warsaw")) < board.grid.distance(here.hex("Minsk"), here.hex("Warsaw"))
    mover.rules.headquarters.end_movement(mover.state, AXIS)
    assert not mover.state.active_hqs >> staff & 1


def test_commanded_armour_exploits() -> None:
    """BE-13.7b: in the Exploitation Phase only those move whom an armour headquarters commands in it."""
    here, mover = in_the_east({"Siedlce": "g-4pzg 4", "Baranovichi": "g-41pz 5, g-47pz 5"}, EXPLOITATION, enemy="Moscow")
    assert here.block("g-41pz") not in here.game.rules.blitz.exploiters(here.state, AXIS)
    actions = mover.exploit()
    assert led(here, mover) == {"g-41pz", "g-47pz"}
    assert {here.block("g-41pz"), here.block("g-47pz")} <= {action.block for action in actions if isinstance(action, Move)}


def test_armour_far_from_the_enemy_marches_under_command_if_it_attacks() -> None:
    """BE-13.5a: without command it has half its movement points."""
    units = {"Siedlce": "g-4pzg 4", "Baranovichi": "g-41pz 5"}
    here, mover = in_the_east(units, MOVEMENT, enemy="Moscow")
    mover.staffs.lead()
    assert led(here, mover) == {"g-41pz"}
    tired, mover = in_the_east({**units, "Siedlce": "g-4pzg 2"}, MOVEMENT, enemy="Moscow")
    mover.staffs.lead()
    assert not led(tired, mover)
