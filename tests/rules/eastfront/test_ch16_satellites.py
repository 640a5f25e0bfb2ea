"""EF-16.1 and EF-16.4: satellites keep to their country, are released, surrender and change sides."""

from typing import Any

import pytest

from blockfront.blocks import effects
from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY
from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.games.eastfront.actions import Activate, Arrive, BuildCadre, Defect, EndPhase, Move, RailMove, Surrender
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.events import Defected, Eliminated, Released, Revealed, Surrendered
from blockfront.games.eastfront.loading.data_model import NATIONS
from blockfront.games.eastfront.loading.regions import regions
from blockfront.games.eastfront.state import AXIS, COMMAND, GONE, OFF_MAP, SOVIET, SUPPLY, UNSUPPLIED
from blockfront.games.eastfront.steps.production import ProductionPhase

ROMANIAN, BULGARIAN, HUNGARIAN = range(len(NATIONS))
ITALIANS = "ax-sat-8i"


def in_movement(here: Position) -> Position:
    """The Axis moves with OKH active: every unit can have a Supreme Move."""
    here.begin(COMMAND)
    return here.play(Activate(here.block("ax-hq-okh")), EndPhase())


def targets(here: Position, key: str, kind: type[Any] = Move) -> set[int]:
    block = here.block(key)
    return {action.to for action in here.legal() if isinstance(action, kind) and action.block == block}


def released(here: Position) -> set[str]:
    order = here.game.rules.order
    return {order[block].key for block in range(len(order)) if here.state.released >> block & 1}


# ---- restriction


@clause("EF-2.66a", "EF-16.4a", "EF-S41.4a", "EF-R57")
def test_a_restricted_unit_goes_no_further_than_the_hexes_next_to_its_country() -> None:
    here = in_movement(position("s41", axis={"Kishinev": "ax-sat-3r 3", "Ploesti": "supreme 3"}, month="1941-07"))
    reached = targets(here, "ax-sat-3r")
    assert {here.hex("Balta"), here.hex("0818"), here.hex("Balti"), here.hex("Galati")} <= reached
    assert here.hex("Odessa") not in reached  # two hexes away, not next to Romania
    german = in_movement(position("s41", axis={"Kishinev": "ax-inf-11 3", "Ploesti": "supreme 3"}, month="1941-07"))
    assert here.hex("Odessa") in targets(german, "ax-inf-11")


@clause("EF-R39", "EF-16.4a")
def test_romania_is_that_of_1939_without_transylvania() -> None:
    here = position("s44")
    satellites = here.game.rules.satellites
    home = satellites.home(here.block("ax-sat-1r"))
    for place in ("Cernauti", "Kishinev", "Izmail", "Bucharest", "Balta"):
        assert home >> here.hex(place) & 1, place
    assert not home >> here.hex("Miskolc") & 1
    assert satellites.home(here.block("ax-sat-1h")) >> here.hex("Cluj") & 1
    cluj = 1 << here.hex("Cluj")
    assert regions().countries[HUNGARIAN] & cluj
    assert not regions().countries[ROMANIAN] & cluj
    assert not regions().countries[ROMANIAN] & 1 << here.hex("Kishinev")  # national hexes are those of June 1941


@clause("EF-2.66a", "EF-R57")
def test_a_restricted_unit_may_not_pass_outside_by_rail() -> None:
    here = in_movement(position("s41", axis={"Bucharest": "ax-sat-1r 2, ax-inf-11 3", "Ploesti": "supreme 3"}, month="1941-07"))
    home = here.game.rules.satellites.home(here.block("ax-sat-1r"))
    by_rail = targets(here, "ax-sat-1r", RailMove)
    assert by_rail
    assert all(home >> hex_ & 1 for hex_ in by_rail)
    assert any(not home >> hex_ & 1 for hex_ in targets(here, "ax-inf-11", RailMove))


@clause("EF-S41.4b")
def test_hungary_is_closed_in_june_1941() -> None:
    june = in_movement(position("s41", axis={"Debrecen": "ax-sat-2h 4", "Poprad": "ax-inf-17 4", "Warsaw": "supreme 3"}, half=2))
    assert not targets(june, "ax-sat-2h")
    assert not targets(june, "ax-sat-2h", RailMove)
    hungary = regions().countries[HUNGARIAN]
    german = targets(june, "ax-inf-17") | targets(june, "ax-inf-17", RailMove)
    assert german
    assert not any(hungary >> hex_ & 1 for hex_ in german)
    july = in_movement(position("s41", axis={"Debrecen": "ax-sat-2h 4", "Poprad": "ax-inf-17 4", "Warsaw": "supreme 3"}, month="1941-07"))
    assert targets(july, "ax-sat-2h")
    assert any(hungary >> hex_ & 1 for hex_ in targets(july, "ax-inf-17"))


@clause("EF-S41.4b", "EF-5.21a")
def test_no_headquarters_deploys_into_hungary_in_june_1941() -> None:
    for month, expected in (("1941-06", False), ("1941-07", True)):
        here = position("s41", axis={"Poprad": "hq 3"}, month=month, half=2).begin(COMMAND)
        deploying = {action.to for action in here.legal() if isinstance(action, Activate)}
        assert (here.hex("Miskolc") in deploying) == expected


# ---- release


@clause("EF-16.4b", "EF-2.66b", "EF-R51")
def test_the_capture_of_odessa_releases_the_third_romanian_army() -> None:
    here = position("s41", axis={"Odessa": "infantry 3", "Bucharest": "ax-sat-3r 3, ax-sat-4r 3"}, month="1941-08")
    assert released(here) == {"ax-sat-3r"}


@clause("EF-16.4b")
def test_a_siege_of_odessa_releases_nobody() -> None:
    here = position("s41", axis={"Odessa": "infantry 3"}, soviet={"Odessa": "infantry 1"}, month="1941-08")
    assert released(here) == set()


@clause("EF-16.4c", "EF-S42.4a", "EF-W41.4a")
def test_the_capture_of_sevastopol_releases_the_other_three() -> None:
    here = position("s42", soviet={"Sevastopol": "infantry 1"})
    assert released(here) == {"ax-sat-3r"}
    here = position("s42", axis={"Sevastopol": "infantry 3"})
    assert released(here) == {"ax-sat-3r", "ax-sat-4r", "ax-sat-2h", ITALIANS}


@clause("EF-16.4c")
def test_the_italians_may_enter_with_three_in_the_production_after_sevastopol() -> None:
    before = position("s42", month="1942-08").run(ProductionPhase, 0)
    italians = before.block(ITALIANS)
    assert not [action for action in before.legal(AXIS) if isinstance(action, Arrive) and action.block == italians]
    here = position("s42", axis={"Sevastopol": "infantry 3"}, month="1942-08").run(ProductionPhase, 0)
    bucharest = here.hex("Bucharest")
    assert {action.early for action in here.legal(AXIS) if isinstance(action, Arrive) and action.block == italians} == {0}
    here.play(Arrive(italians, bucharest), side=AXIS)
    assert here.is_at(ITALIANS, "Bucharest")
    assert here.value(ITALIANS) == 3


@clause("EF-16.4d")
@pytest.mark.parametrize("city", ["Odessa", "Sevastopol"])
def test_when_the_soviets_retake_a_city_all_are_restricted_again(city: str) -> None:
    here = position("w42", axis={"Kharkov": "ax-sat-3r 3, ax-sat-2h 3"}, soviet={city: "infantry 3"})
    assert released(here) == set()


@clause("EF-16.4d", "EF-16.4b")
def test_what_the_loss_of_a_city_took_its_capture_gives_back() -> None:
    here = position("w42", soviet={"Odessa": "so-inf-5 3"})
    assert released(here) == set()
    state = here.state
    effects.eliminate(state, here.block("so-inf-5"), SOVIET)
    effects.set_steps(state, here.block("ax-inf-11"), 3)
    effects.place(state, here.block("ax-inf-11"), AXIS, here.hex("Odessa"))
    here.fix_control()
    assert released(here) == {"ax-sat-3r", "ax-sat-4r", "ax-sat-2h", ITALIANS}
    assert {(event.block, event.free) for event in here.told(Released)} == {
        (here.block(key), True) for key in ("ax-sat-3r", "ax-sat-4r", "ax-sat-2h", ITALIANS)
    }


@clause("EF-16.4d", "EF-R57")
def test_a_unit_restricted_far_from_home_counts_as_unsupplied() -> None:
    here = position("w42", axis={"Kharkov": "ax-sat-3r 3, infantry 3"}, soviet={"Odessa": "infantry 3"}, active=SOVIET).begin(SUPPLY)
    assert here.state.flags[here.block("ax-sat-3r")] & UNSUPPLIED
    assert here.value("ax-sat-3r") == 2
    german = here.block(next(key for key in here.at("Kharkov", AXIS) if key != "ax-sat-3r"))
    assert not here.state.flags[german] & UNSUPPLIED


@clause("EF-R57")
def test_a_unit_restricted_far_from_home_may_only_come_nearer() -> None:
    here = in_movement(position("w42", axis={"Kharkov": "ax-sat-3r 3", "Warsaw": "supreme 3"}, soviet={"Odessa": "infantry 3"}))
    romania = here.game.rules.satellites.home(here.block("ax-sat-3r"))
    distance = here.game.rules.board.grid.distance

    def to_romania(hex_: int) -> int:
        return min(distance(hex_, other) for other in range(here.game.rules.board.grid.size) if romania >> other & 1)

    reached = targets(here, "ax-sat-3r") | targets(here, "ax-sat-3r", RailMove)
    assert reached
    assert all(to_romania(hex_) < to_romania(here.hex("Kharkov")) for hex_ in reached)


@clause("EF-16.4d")
def test_italians_have_no_country_to_go_to() -> None:
    here = in_movement(position("w42", axis={"Kharkov": f"{ITALIANS} 3", "Warsaw": "supreme 3"}, soviet={"Odessa": "infantry 3"}))
    assert not targets(here, ITALIANS)


# ---- rebuilt units


@clause("EF-2.66c", "EF-11.42b")
def test_a_rebuilt_expedition_is_restricted_for_good() -> None:
    here = position("w42", eliminated=("ax-sat-3r",), month="1943-01").run(ProductionPhase, 0)
    block = here.block("ax-sat-3r")
    places = {action.hex for action in here.legal(AXIS) if isinstance(action, BuildCadre) and action.block == block}
    assert here.hex("Bucharest") in places
    assert all(regions().homes[ROMANIAN] >> hex_ & 1 for hex_ in places)
    here.play(BuildCadre(block, here.hex("Bucharest")), side=AXIS)
    assert here.game.rules.satellites.is_restricted(here.state, block)
    here.game.rules.satellites.follow_control(here.state, here.state.axis_last & ~(1 << here.hex("Odessa")), here.events)  # taken again
    assert "ax-sat-4r" in released(here)
    assert "ax-sat-3r" not in released(here)


@clause("EF-11.42b")
def test_the_italians_can_never_be_rebuilt() -> None:
    here = position("w42", eliminated=(ITALIANS, "ax-inf-1"), month="1943-01").run(ProductionPhase, 0)
    rebuilt = {action.block for action in here.legal(AXIS) if isinstance(action, BuildCadre)}
    assert here.block("ax-inf-1") in rebuilt
    assert here.block(ITALIANS) not in rebuilt


@clause("EF-S43.2a", "EF-W43.1a", "EF-S44.1a")
@pytest.mark.parametrize("scenario", ["s43", "w43", "s44"])
def test_from_summer_1943_on_no_city_releases_anybody(scenario: str) -> None:
    here = position(scenario, soviet_holds=("Odessa", "Sevastopol"))
    here.state.axis_last |= 1 << here.hex("Odessa") | 1 << here.hex("Sevastopol")
    here.game.rules.satellites.follow_control(here.state, 0, here.events)
    assert released(here) == set()
    assert here.state.location[here.block(ITALIANS)] == GONE


# ---- surrender


def romania_invaded(**changes: str) -> Position:
    """Soviet units at Jassy and Botosani; an army in Bucharest, one beside German units at Galati."""
    axis = {"Bucharest": "ax-sat-3r 3", "Galati": "ax-sat-4r 2, infantry 3", "Ploesti": "ax-sta-2r 1"} | changes
    return position("s44", axis=axis, soviet={"Jassy": "infantry 3", "Botosani": "armor 3"}, active=SOVIET)


@clause("EF-16.1a", "EF-16.1b", "EF-4.46b")
def test_the_soviets_may_roll_once_for_each_invaded_satellite() -> None:
    here = romania_invaded().begin(SUPPLY)
    assert here.side == SOVIET
    assert here.legal() == [EndPhase(), Surrender(ROMANIAN)]
    here.play(Surrender(ROMANIAN), Roll((6,)))
    assert not here.told(Surrendered)[0].succeeded
    assert not here.state.frames  # rolled for once, and nothing is left to roll for


@clause("EF-16.1b")
def test_there_is_no_roll_in_an_axis_supply_phase_or_without_a_national_hex() -> None:
    here = romania_invaded()
    here.state.active = AXIS
    assert not here.begin(SUPPLY).state.frames
    outside = position("s44", soviet={"Kishinev": "infantry 3"}, axis={"Jassy": "infantry 3"}, active=SOVIET).begin(SUPPLY)
    assert not outside.state.frames


@clause("EF-16.1a")
def test_before_winter_1942_no_satellite_sues_for_peace() -> None:
    assert not position("s42", soviet={"Jassy": "infantry 3"}, active=SOVIET).begin(SUPPLY).state.frames
    assert position("w42", soviet={"Jassy": "infantry 3"}, active=SOVIET).begin(SUPPLY).state.frames


@clause("EF-16.1c", "EF-R19")
def test_the_roll_must_be_less_than_hexes_and_lost_units_together() -> None:
    axis = {"Galati": "ax-sat-4r 2", "Buzau": "infantry 3", "Brasov": "infantry 3"}
    soviet = {"Jassy": "infantry 3", "Botosani": "armor 3"}
    for face, succeeded in ((3, False), (2, True)):
        here = position("s44", axis=axis, soviet=soviet, eliminated=("ax-sat-1r",), active=SOVIET, axis_holds=("romania",)).begin(SUPPLY)
        here.play(Surrender(ROMANIAN), Roll((face,)))
        told = here.told(Surrendered)[0]
        assert (told.needed, told.succeeded) == (3, succeeded)


@clause("EF-16.1d", "EF-16.1f")
def test_all_units_but_the_defecting_one_are_gone_for_good() -> None:
    here = romania_invaded().begin(SUPPLY)
    here.state.location[here.block("ax-sat-1r")] = ELIMINATED
    here.play(Surrender(ROMANIAN), Roll((1,)))
    assert here.legal() == [Defect(here.block("ax-sat-3r")), Defect(here.block("ax-sta-2r"))]
    here.play(Defect(here.block("ax-sat-3r")))
    state = here.state
    for key in ("ax-sat-3r", "ax-sat-4r", "ax-sat-1r", "ax-sta-2r"):
        assert state.location[here.block(key)] == GONE, key
    assert here.at("Bucharest", SOVIET) == ["so-sat-3r"]
    assert here.value("so-sat-3r") == 3
    assert here.told(Defected)[0].block == here.block("so-sat-3r")
    assert {event.block for event in here.told(Eliminated)} == {here.block("ax-sat-4r"), here.block("ax-sta-2r")}
    assert not here.game.rules.production.rebuildable(state, AXIS)


@clause("EF-16.1f")
def test_units_held_by_other_axis_units_cannot_change_sides() -> None:
    here = romania_invaded(Buzau="infantry 3")  # next to Bucharest and Ploesti
    here.begin(SUPPLY).play(Surrender(ROMANIAN), Roll((1,)))
    assert not here.told(Defected)
    assert here.state.location[here.block("ax-sat-3r")] == GONE
    assert here.state.location[here.block("so-sat-3r")] == NOT_IN_PLAY


@clause("EF-16.1f", "EF-8.2b", "EF-8.2c")
def test_rivers_and_lack_of_supply_loosen_the_hold() -> None:
    for place, unsupplied, free in (("Tarnovo", False, True), ("0521", False, False), ("0521", True, True)):
        here = position("s44", axis={"Bucharest": "ax-sat-3r 3", place: "infantry 3"}, soviet={"Jassy": "infantry 3"}, active=SOVIET)
        german = here.block(here.at(place, AXIS)[0])
        here.state.flags[german] |= UNSUPPLIED if unsupplied else 0
        assert bool(here.game.rules.satellites.defectors(here.state, ROMANIAN)) == free, place


@clause("EF-16.1e")
def test_surrender_changes_no_control_and_cannot_be_undone() -> None:
    here = romania_invaded().begin(SUPPLY)
    before = here.state.axis_last
    here.play(Surrender(ROMANIAN), Roll((1,)), Defect(here.block("ax-sta-2r")))
    assert here.state.axis_last == before
    here.fix_control()
    assert here.state.friendly[AXIS] >> here.hex("Constanta") & 1
    assert ROMANIAN not in here.game.rules.satellites.may_sue(here.state)


@clause("EF-16.1d", "EF-16.7d")
def test_a_surrendering_unit_beyond_the_edge_is_gone_too() -> None:
    here = position("s44", axis={"Debrecen": "ax-sat-1h 2"}, soviet={"Szolnok": "infantry 3"}, active=SOVIET)
    guard = here.block("ax-sat-3h")
    here.state.location[guard] = here.state.shown[guard] = OFF_MAP - here.hex("Szolnok")
    here.state.steps[guard] = 2
    here.begin(SUPPLY).play(Surrender(HUNGARIAN), Roll((1,)))
    assert here.told(Surrendered)[0].succeeded
    assert (guard, 2) in here.told(Revealed)[0].blocks  # shown like those on the map: where it stood was its owner's secret
    assert here.state.location[guard] == GONE


@clause("EF-16.11a")
def test_a_country_without_axis_units_turns_soviet_at_the_end_of_a_soviet_turn() -> None:
    here = position("s44", axis={"Bucharest": "ax-sat-3r 3"}, soviet={"Jassy": "infantry 3", "Botosani": "armor 3"}, active=SOVIET)
    romania = regions().countries[ROMANIAN]
    here.begin(SUPPLY).play(Surrender(ROMANIAN), Roll((1,)))
    assert not here.state.frames
    assert not here.state.axis_last & romania
    here.fix_control()
    assert here.state.friendly[SOVIET] & romania == romania


@clause("EF-16.11a")
def test_an_axis_unit_in_the_country_keeps_it() -> None:
    here = position(
        "s44",
        axis={"Bucharest": "ax-sat-3r 3", "Craiova": "infantry 1"},
        soviet={"Jassy": "infantry 3", "Botosani": "armor 3"},
        active=SOVIET,
    )
    here.begin(SUPPLY).play(Surrender(ROMANIAN), Roll((1,)))
    assert here.state.surrendered == 1 << ROMANIAN
    assert here.state.axis_last >> here.hex("Ploesti") & 1


@clause("EF-0.1a", "EF-16.1f")
def test_a_defected_unit_fights_for_the_soviets_wherever_they_like() -> None:
    here = romania_invaded().begin(SUPPLY)
    here.play(Surrender(ROMANIAN), Roll((1,)), Defect(here.block("ax-sat-3r")))
    twin = here.block("so-sat-3r")
    assert here.game.rules.units.side[twin] == SOVIET
    assert here.game.rules.satellites.may_enter(here.state, twin) == here.game.rules.board.playable
