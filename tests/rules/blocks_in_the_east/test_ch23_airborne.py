"""Chapter 23: airborne assaults in the East."""

from typing import Any

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_series.actions import EndPhase, Fly, RailMove, Rebuild, SpecialAction
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Eliminated
from blockfront.games.blocks_series.power_actions import Jump
from blockfront.games.blocks_series.power_events import Dropped
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import GROUND, FireContext
from blockfront.games.blocks_series.rules.ch13_headquarters import AIRBORNE_ASSAULT
from blockfront.games.blocks_series.state import AIR_MOVEMENT, IN_FLIGHT, PRODUCTION, STRATEGIC_RAIL
from blockfront.hexes.hexset import members

OPTIONS = ("advanced", "airborne")


def airfield(unit: str = "g-7fd 3", *, options: tuple[str, ...] = (), **more: Any) -> Position:
    """German parachutists in Minsk in October 1941; the FHQ is at its post."""
    usual = {"axis": {"Minsk": unit, "Rastenburg": "g-fhq 4"}, "soviet": {"Moscow": "s-8a 3"}, "month": "1941-10"}
    given = {**usual, "axis_holds": ("western_district",), **more}
    return position("sbe9", options=(*OPTIONS, *options), **given)


def ordered(here: Position, key: str = "g-7fd", hq: str = "g-fhq") -> Position:
    here.begin(STRATEGIC_RAIL)
    here.play(SpecialAction(here.block(hq), AIRBORNE_ASSAULT, here.block(key)))
    here.state.active_hqs |= 1 << here.block(hq)
    orders = list(here.state.orders)
    here.begin(AIR_MOVEMENT)
    here.state.orders[:] = orders
    return here


def targets(here: Position, key: str = "g-7fd") -> set[int]:
    return {action.to for action in here.legal() if isinstance(action, Jump) and action.block == here.block(key)}


def may_be_ordered(here: Position, key: str = "g-7fd", hq: str = "g-fhq") -> bool:
    here.begin(STRATEGIC_RAIL)
    return SpecialAction(here.block(hq), AIRBORNE_ASSAULT, here.block(key)) in here.legal()


@clause("BE-23.0a")
def test_who_may_be_told_to_jump() -> None:
    assert may_be_ordered(airfield())
    assert not may_be_ordered(airfield("g-7fd 2"))  # not at full strength
    assert not may_be_ordered(airfield(weather="rain"))
    assert not may_be_ordered(airfield("g-1k 4"), "g-1k")
    marked = airfield()
    marked.state.flags[marked.block("g-7fd")] |= 1
    assert not may_be_ordered(marked)
    assert not may_be_ordered(airfield(axis={"2325": "g-7fd 3", "Rastenburg": "g-fhq 4"}))  # no airfield


@clause("BE-23.0a")
@pytest.mark.parametrize(("month", "able"), [("1942-02", False), ("1942-06", True)])
def test_soviets_from_tech_two_on_the_stavkas_order(month: str, able: bool) -> None:
    here = position("sbe9", soviet={"Moscow": "s-stavka 3", "Tula": "s-1abc 3"}, month=month, active="soviet", options=OPTIONS)
    assert may_be_ordered(here, "s-1abc", "s-stavka") == able


@clause("BE-23.0a")
def test_nobody_jumps_unasked_and_who_is_asked_waits() -> None:
    here = airfield().begin(AIR_MOVEMENT)
    assert not targets(here)
    rail = airfield(points={"germany": 5}).begin(STRATEGIC_RAIL)
    block = rail.block("g-7fd")
    assert any(isinstance(action, RailMove) and action.block == block for action in rail.legal())
    rail.play(SpecialAction(rail.block("g-fhq"), AIRBORNE_ASSAULT, block))
    assert not any(isinstance(action, RailMove) and action.block == block for action in rail.legal())


@clause("BE-23.0a")
def test_targets_are_clear_hexes_within_five() -> None:
    here = ordered(airfield())
    board, found = here.game.rules.board, targets(here)
    assert found
    assert all(board.within(here.hex("Minsk"), 5) >> hex_ & 1 for hex_ in found)
    assert not any(board.rough >> hex_ & 1 or board.majors >> hex_ & 1 for hex_ in found)
    assert any(board.minors >> hex_ & 1 for hex_ in found)


@clause("BE-23.0h", "BE-E87")
@pytest.mark.parametrize(("options", "rough"), [((), True), (("plain_drops",), False)])
def test_tech_three_lands_in_one_difficulty(options: tuple[str, ...], rough: bool) -> None:
    here = ordered(airfield(month="1944-12", options=options))
    board, found = here.game.rules.board, targets(here)
    difficult = [hex_ for hex_ in found if board.rough >> hex_ & 1 or board.majors >> hex_ & 1]
    assert bool(difficult) == rough
    assert not any(board.rough >> hex_ & board.majors >> hex_ & 1 for hex_ in found)
    if rough:
        hex_ = next(h for h in difficult if board.rough >> h & 1 and not board.cities >> h & 1)
        here.play(Jump(here.block("g-7fd"), hex_)).end_phase().end_phase()  # the enemy has no fighters to meet them
        assert here.strength("g-7fd") == 2  # a hit on landing


# ---- gliders


def gliders(bomber: str = "g-1fk 4", at: str = "Vilnius", options: tuple[str, ...] = ()) -> Position:
    here = airfield("g-22ll 2", options=options, axis={"Minsk": "g-22ll 2", "Rastenburg": "g-fhq 4", at: bomber})
    ordered(here, "g-22ll")
    return here.command("g-1fk")


@clause("BE-23.0b")
@pytest.mark.parametrize(("bomber", "able"), [("g-1fk 4", True), ("g-1fk 3", False)])
def test_gliders_need_a_full_bomber(bomber: str, able: bool) -> None:
    here = gliders(bomber)
    assert bool(targets(here, "g-22ll")) == able
    assert all(action.tow == here.block("g-1fk") for action in here.legal() if isinstance(action, Jump))


@clause("BE-23.0b")
def test_the_bomber_flies_with_them_and_comes_home() -> None:
    here = gliders()
    to = min(targets(here, "g-22ll"))
    here.play(Jump(here.block("g-22ll"), to, here.block("g-1fk")))
    assert here.state.location[here.block("g-1fk")] == to
    assert here.flags("g-1fk") & IN_FLIGHT
    here.end_phase().end_phase()
    assert here.step == "AirReturn"
    here.play(next(action for action in here.legal() if isinstance(action, Fly)))
    assert not here.flags("g-1fk") & IN_FLIGHT
    assert here.state.location[here.block("g-22ll")] == to


@clause("BE-E86", "BE-23.0b")
@pytest.mark.parametrize(("options", "far"), [((), 5), (("far_gliders",), 10)])
def test_how_far_gliders_go(options: tuple[str, ...], far: int) -> None:
    here = gliders(options=options)
    within = here.game.rules.board.within
    found = targets(here, "g-22ll")
    assert all(within(here.hex("Minsk"), far) >> hex_ & 1 for hex_ in found)
    assert any(not within(here.hex("Minsk"), far - 1) >> hex_ & 1 for hex_ in found)


# ---- the assault


def over(target: str, defenders: str = "", *, escort: str = "") -> Position:
    """The parachutists are over a target, with an escort if one is named."""
    axis = {"Minsk": "g-7fd 3", "Rastenburg": "g-fhq 4"} | ({"Vilnius": escort} if escort else {})
    soviet = {"Moscow": "s-8a 3"} | ({target: defenders} if defenders else {})
    here = airfield(axis=axis, soviet=soviet)
    here.state.control[SOVIET] |= 1 << here.hex(target)
    here.state.control[AXIS] &= ~(1 << here.hex(target))
    here.state.derived = {}
    ordered(here)
    if escort:
        here.command(escort.split()[0])
    return here.play(Jump(here.block("g-7fd"), here.hex(target)))


@clause("BE-23.0c")
def test_fighters_may_escort_them_to_an_empty_hex() -> None:
    here = over("2325", escort="g-jg54 3")
    assert Fly(here.block("g-jg54"), here.hex("2325")) in here.legal()
    here.play(Fly(here.block("g-jg54"), here.hex("2325")))
    assert here.flags("g-jg54") & IN_FLIGHT


@clause("BE-23.0c")
def test_the_enemys_fighters_react_where_his_units_are() -> None:
    here = over("2325", "s-10a 2")
    here.state.location[here.block("s-west-f")] = here.state.shown[here.block("s-west-f")] = here.hex("Smolensk")
    here.state.occupied[SOVIET] |= 1 << here.hex("Smolensk")
    here.state.control[SOVIET] |= here.game.rules.board.area("ussr") & ~here.game.rules.board.area("western_district")
    here.state.derived = {}
    here.command("s-west-f")
    here.end_phase()
    assert here.step in ("Reaction", "ReserveReaction")


@clause("BE-23.0d", "BE-R51")
def test_flak_of_a_place_strikes_those_who_jump_alone() -> None:
    here = over("Mogilev")  # a minor city: one die, a six hits
    here.play(EndPhase(), EndPhase())  # nobody comes to meet them
    here.play(Roll((6,)))
    assert here.strength("g-7fd") == 2
    assert here.is_at("g-7fd", "Mogilev")


@clause("BE-23.0d", "BE-R51")
def test_a_hit_on_the_escort_hits_them_too() -> None:
    here = over("Mogilev", escort="g-jg54 3")
    here.play(Fly(here.block("g-jg54"), here.hex("Mogilev"))).play(EndPhase(), EndPhase())
    here.play(Roll((6,)))
    assert here.strength("g-jg54") == 2
    assert here.strength("g-7fd") == 2


@clause("BE-23.0e")
def test_they_land_and_fight_with_a_malus_at_first() -> None:
    here = over("2325", "s-10a 2")
    here.end_phase()
    while here.step != "Battle":
        here.end_phase() if here.step != "CombatPhase" else here.play(here.legal()[0])
    while not here.told(Dropped):
        here.play(Roll((1,) * here.dice))
    fire, hex_ = here.game.rules.fire, here.hex("2325")
    first, later = (fire.volley(here.state, FireContext(hex_, number, raid=False), GROUND, AXIS) for number in (1, 2))
    assert [shot.dice for shot in first] == [1]
    assert [shot.dice for shot in later] == [3]


@clause("BE-23.0f", "BE-3.10f")
def test_they_may_make_a_full_hex_fuller() -> None:
    units = {"Minsk": "g-7fd 3", "Rastenburg": "g-fhq 4", "2325": "g-1k 4, g-2k 4, g-18a 4"}
    here = airfield(axis=units, soviet={"Moscow": "s-8a 3", "2325": "s-10a 2"}, soviet_holds=("2325",))
    ordered(here)
    assert here.hex("2325") in targets(here)


@clause("BE-23.0i")
def test_they_are_rebuilt_where_aircraft_are_made() -> None:
    here = airfield("g-1k 4", eliminated=("g-7fd",), month="1941-10").begin(PRODUCTION)
    for number in range(len(here.state.pool)):
        here.state.pool[number] = 9
    board = here.game.rules.board
    where = {action.hex for action in here.legal() if isinstance(action, Rebuild) and action.block == here.block("g-7fd")}
    assert where
    assert where <= set(members(board.factories("aircraft", here.state.month) & board.area("germany")))
    before = here.points("germany"), here.points("germany", "blue")
    here.play(Rebuild(here.block("g-7fd"), min(where)))
    assert (here.points("germany"), here.points("germany", "blue")) == (before[0] - 1, before[1] - 1)


@clause("BE-23.0g")
@pytest.mark.parametrize("in_reserve", [True, False])
def test_a_jump_at_armour_in_reserve_is_fatal(in_reserve: bool) -> None:
    here = over("2325", "s-3mc 2")
    here.state.reserve = 1 << here.block("s-3mc") if in_reserve else 0
    here.end_phase()
    assert [event.block for event in here.told(Eliminated)] == ([here.block("g-7fd")] if in_reserve else [])
    assert bool(here.state.reserve) == in_reserve  # the armour may still react
