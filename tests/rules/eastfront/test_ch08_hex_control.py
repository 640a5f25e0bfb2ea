"""Chapter 8: hex control, fixed at the start of a phase; what command and movement may do with it."""

from blockfront.blocks import effects
from blockfront.core.clauses import clause
from blockfront.games.eastfront.actions import Move
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.state import ACTIVE, AXIS, COMBAT, MOVEMENT, SOVIET, UNSUPPLIED

SOUTH = ("Rostov", "Rostov E1", "Rostov E2", "Kamensko", "Kamensko E1", "Mariupol", "Voroshilovgrad", "Millerovo", "Salsk")


def holder(here: Position, place: str) -> str:
    """Who controls a hex in this phase."""
    axis, soviet = (here.state.friendly[side] >> here.hex(place) & 1 for side in (AXIS, SOVIET))
    assert not (axis and soviet)
    return "axis" if axis else "soviet" if soviet else "disputed"


def take_away(here: Position, *keys: str) -> Position:
    for key in keys:
        block = here.block(key)
        effects.eliminate(here.state, block, here.game.rules.units.side[block])
    return here.fix_control()


# ---- when control is determined


@clause("EF-8.1a")
def test_control_stays_as_it_was_until_the_next_phase_begins() -> None:
    here = position("s42", soviet={"Salsk": "so-inf-12 3", "Moscow": "supreme 3"}, axis_holds=SOUTH, active=SOVIET)
    here.state.command[here.block("so-hq-stavka")] = ACTIVE
    here.begin(MOVEMENT)
    assert holder(here, "Rostov") == "axis"
    here.play(Move(here.block("so-inf-12"), here.hex("Rostov")))
    assert holder(here, "Rostov") == "axis"
    here.end_phase()
    assert here.state.phase != MOVEMENT
    assert holder(here, "Rostov") == "soviet"


@clause("EF-8.1b", "EF-8.34a")
def test_passing_through_a_hex_does_not_change_its_control() -> None:
    here = position("s42", soviet={"Salsk E1": "so-tk-4 3", "Moscow": "supreme 3"}, axis_holds=SOUTH, active=SOVIET)
    here.state.command[here.block("so-hq-stavka")] = ACTIVE
    here.begin(MOVEMENT)
    assert holder(here, "Rostov E1") == "axis"
    here.play(Move(here.block("so-tk-4"), here.hex("Kamensko")))  # over Rostov E1 and the Don
    here.end_phase()
    assert holder(here, "Kamensko") == "soviet"
    assert holder(here, "Rostov E1") == "axis"  # the unit's zone does not reach back across the river


# ---- status


@clause("EF-8.31a", "EF-8.32a", "EF-8.33a")
def test_units_and_zones_make_hexes_friendly_enemy_or_disputed() -> None:
    here = position("s42", axis={"Voroshilovgrad": "ax-inf-1 3"}, soviet={"Rostov": "so-inf-12 3"}, axis_holds=SOUTH)
    assert holder(here, "Voroshilovgrad") == "axis"
    assert holder(here, "Rostov") == "soviet"
    assert holder(here, "Kamensko") == "disputed"  # in the zones of both
    assert holder(here, "Rostov E1") == "axis"  # across the Don from Rostov: in no zone


@clause("EF-8.31b", "EF-7.12b")
def test_a_battle_hex_is_the_original_defenders() -> None:
    here = position("s42", axis={"Rostov": "ax-inf-1 3"}, soviet={"Rostov": "so-inf-12 3"})
    assert holder(here.fix_control(), "Rostov") == "soviet"
    here.state.axis_defends |= 1 << here.hex("Rostov")
    assert holder(here.fix_control(), "Rostov") == "axis"


@clause("EF-8.2c", "EF-8.2d")
def test_engaged_and_unsupplied_units_have_no_zone_of_control() -> None:
    here = position("s42", soviet={"Rostov": "so-inf-12 3"}, axis_holds=SOUTH)
    zone = here.game.rules.control.zone_of_control
    assert zone(here.state, SOVIET) >> here.hex("Kamensko") & 1
    here.state.flags[here.block("so-inf-12")] |= UNSUPPLIED
    assert not zone(here.state, SOVIET) >> here.hex("Kamensko") & 1
    engaged = position("s42", axis={"Rostov": "ax-inf-1 3"}, soviet={"Rostov": "so-inf-12 3"}, axis_holds=SOUTH)
    assert not zone(engaged.state, SOVIET) >> engaged.hex("Kamensko") & 1
    occupied = position("s42", axis={"Kamensko": "ax-inf-1 3"}, soviet={"Rostov": "so-inf-12 3"}, axis_holds=SOUTH)
    assert not zone(occupied.state, SOVIET) >> occupied.hex("Kamensko") & 1


@clause("EF-8.34a")
def test_a_hex_in_nobodys_zone_is_its_last_controllers_even_after_a_dispute() -> None:
    here = position("s42", axis={"Voroshilovgrad": "ax-inf-1 3"}, soviet={"Rostov": "so-inf-12 3"}, axis_holds=SOUTH)
    assert holder(here, "Kamensko") == "disputed"
    assert holder(take_away(here, "ax-inf-1", "so-inf-12"), "Kamensko") == "axis"
    assert holder(here, "Rostov") == "soviet"  # left empty by both, and last Soviet
    taken = position("s42", soviet={"Rostov": "so-inf-12 3"}, axis_holds=SOUTH)
    assert holder(taken, "Kamensko") == "soviet"
    assert holder(take_away(taken, "so-inf-12"), "Kamensko") == "soviet"


# ---- what control permits


@clause("EF-R24", "EF-8.4b", "EF-5.3b", "EF-5.3e")
def test_command_is_traced_through_friendly_and_disputed_hexes_never_to_a_pocket_behind_enemies() -> None:
    units = {"Voroshilovgrad": "ax-hq-south 2", "Kamensko E1": "ax-pz-41 4"}

    def is_commanded(here: Position) -> bool:
        zone = here.game.rules.headquarters.zone(here.state, here.block("ax-hq-south"))
        return bool(zone >> here.hex("Kamensko E1") & 1)

    assert is_commanded(position("s42", axis=units, axis_holds=SOUTH))
    disputed = position("s42", axis=units, soviet={"Rostov": "infantry 2"}, axis_holds=SOUTH)
    assert holder(disputed, "Kamensko") == "disputed"
    assert is_commanded(disputed)
    pocket = position("s42", axis=units, soviet={"Kamensko": "infantry 2"}, axis_holds=SOUTH)
    assert not is_commanded(pocket)
    pocket.state.command[pocket.block("ax-hq-south")] = ACTIVE
    assert pocket.begin(MOVEMENT).refusal(Move(pocket.block("ax-pz-41"), pocket.hex("Kotelnikovo"))).clause == "EF-5.3d"


@clause("EF-R24", "EF-7.4a")
def test_a_battle_behind_enemy_hexes_gets_no_support() -> None:
    units = {"Kamensko": "ax-hq-south 2", "Salsk": "ax-pz-41 4"}
    here = position("s42", axis=units, soviet={"Rostov E1": "infantry 2", "Salsk": "infantry 2"}, axis_holds=SOUTH)
    here.state.command[here.block("ax-hq-south")] = ACTIVE
    here.begin(COMBAT)
    assert not here.game.rules.battles.is_supported(here.state, here.hex("Salsk"))
    open_way = position("s42", axis=units, soviet={"Salsk": "infantry 2"}, axis_holds=SOUTH)
    open_way.state.command[open_way.block("ax-hq-south")] = ACTIVE
    open_way.begin(COMBAT)
    assert open_way.game.rules.battles.is_supported(open_way.state, open_way.hex("Salsk"))
