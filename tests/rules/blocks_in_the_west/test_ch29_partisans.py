"""Chapters 27 and 29 of the West: partisans of conquered countries."""

from typing import Any

import pytest

from blockfront.core.actions import Roll
from blockfront.core.chance import Dice
from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, position
from blockfront.games.blocks_series.actions import EndPhase, Move, RailMove, Resolve
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Rolled
from blockfront.games.blocks_series.power_actions import PlacePartisans
from blockfront.games.blocks_series.power_events import PartisansJoined
from blockfront.games.blocks_series.rules.ch29_partisans import BLUE, RED
from blockfront.games.blocks_series.state import MOVEMENT, PRODUCTION, STRATEGIC_RAIL
from blockfront.hexes.hexset import members

OPTIONS = ("partisans",)
FRANCE, BELGIUM, NETHERLANDS, NORWAY = "FR", "BE", "NL", "NO"


def occupied(axis: dict[str, str] | None = None, allies: dict[str, str] | None = None, *, active: str = "axis", **more: Any) -> Position:
    """July 1944: the countries of the West are the Axis's."""
    return position(
        "sbw9",
        axis=axis or {"Berlin": "infantry 3"},
        allies=allies or {"London": "uk infantry 3"},
        month="1944-07",
        active=active,
        options=OPTIONS,
        **more,
    )


def with_partisans(here: Position, number: int, *places: str, colour: int = BLUE) -> Position:
    here.state.partisans[:] = sorted((here.hex(place), colour, number) for place in places)
    here.state.derived = {}
    return here


def placements(here: Position, nation: str = "", *, paid: bool = False) -> set[int]:
    land = here.game.rules.board.nation(nation) if nation else -1
    found = (action for action in here.legal() if isinstance(action, PlacePartisans) and action.paid == paid)
    return {action.hex for action in found if land >> action.hex & 1}


def allowance(here: Position, nation: str) -> int:
    number = 0
    while hexes := placements(here, nation):
        here.play(PlacePartisans(min(hexes)))
        number += 1
    return number


@clause("BW-29.0a", "BW-29.0b", "BW-29.1a", "BW-29.1b", "BW-27.0a")
@pytest.mark.parametrize(("nation", "number"), [(BELGIUM, 3 // 3 + 2), (NETHERLANDS, 6 // 3 + 1), (NORWAY, 4 // 3 + 1)])
def test_each_conquered_nation_by_its_cities(nation: str, number: int) -> None:
    assert allowance(occupied(active="allies").begin(PRODUCTION), nation) == number


@clause("BW-29.0b")
def test_only_conquered_powers_rise() -> None:
    axis, allies = {"Ruhr": "infantry 3"}, {"London": "uk infantry 3"}
    here = position("sbw3", axis=axis, allies=allies, month="1940-06", active="allies", options=OPTIONS)
    here.state.control[AXIS] |= here.game.rules.board.nation(BELGIUM)
    here.state.control[ALLIES] &= ~here.state.control[AXIS]
    here.begin(PRODUCTION)
    assert not placements(here, BELGIUM)
    here.state.surrendered |= 1 << here.game.rules.tables.power("belgium")
    assert placements(here, BELGIUM)


@clause("BW-29.1c")
def test_luxembourg_and_denmark_stay_quiet() -> None:
    here = occupied(active="allies", points={"uk": 5}).begin(PRODUCTION)
    for nation in ("LU", "DK"):
        assert here.game.rules.board.nation(nation) & here.state.control[AXIS]
        assert not placements(here, nation)
        assert not placements(here, nation, paid=True)


@clause("BW-27.0a", "BW-27.0b")
@pytest.mark.parametrize(("garrison", "number"), [("infantry 3", 3 // 3), ("fighter 2", 3 // 3)])
def test_units_and_their_zones_garrison(garrison: str, number: int) -> None:
    """Whoever is in Utrecht also holds Amsterdam, Den Haag and Arnhem beside it: Groningen, Vlissingen and Eindhoven are left."""
    here = occupied({"Utrecht": garrison}, active="allies").begin(PRODUCTION)
    assert allowance(here, NETHERLANDS) == number


@clause("BW-29.1d", "BW-R101")
def test_anywhere_in_the_country_outside_axis_zones() -> None:
    here = occupied({"Paris": "infantry 3"}, active="allies").begin(PRODUCTION)
    found, board = placements(here, FRANCE), here.game.rules.board
    zone = here.game.rules.zones.zone(here.state, AXIS)
    assert zone & board.nation(FRANCE)
    assert not found & set(members(zone))
    assert any(not board.rail_hexes >> hex_ & 1 for hex_ in found)
    here.play(PlacePartisans(here.hex("Lyon")))
    assert here.hex("Lyon") not in placements(here, FRANCE)  # one a turn
    assert placements(here, FRANCE)


@clause("BW-29.1g", "BW-R101")
def test_three_in_a_hex() -> None:
    here = with_partisans(occupied(active="allies"), 3, "Lyon").begin(PRODUCTION)
    assert here.hex("Lyon") not in placements(here)
    assert here.hex("Dijon") in placements(here)


@clause("BW-29.1f", "BW-29.0i")
@pytest.mark.parametrize(("colour", "free"), [(BLUE, False), (RED, True)])
def test_ten_blue_discs(colour: int, free: bool) -> None:
    here = with_partisans(occupied(active="allies", points={"uk": 5}), 2, "Lyon", "Dijon", "Nancy", "Tours", "Nantes", colour=colour)
    assert bool(placements(here.begin(PRODUCTION))) == free


@clause("BW-29.0c", "BW-R61")
def test_great_britain_pays_for_more() -> None:
    here = occupied(active="allies", points={"uk": 0, "usa": 9}).begin(PRODUCTION)
    here.state.pool[:] = [0] * len(here.state.pool)
    assert not placements(here, paid=True)
    here.state.pool[here.game.rules.tables.power("usa") * 5] = 9
    assert not placements(here, paid=True)  # not the United States
    here.state.pool[here.game.rules.tables.power("uk") * 5] = 1
    here.play(PlacePartisans(here.hex("Lyon"), paid=True))
    assert here.points("uk") == 0
    assert here.game.rules.partisans.number(here.state, here.hex("Lyon")) == 1
    assert len(placements(here, NORWAY)) > 0  # what is free stays free


@clause("BW-29.0d", "BW-29.0e", "BW-29.0f", "BW-29.1e")
@pytest.mark.parametrize(("number", "trains", "railway"), [(0, True, True), (1, False, True), (2, False, True), (3, False, False)])
def test_partisans_sabotage_their_hex(number: int, trains: bool, railway: bool) -> None:
    here = occupied({"Dijon": "de-1ss 4"}, points={"germany": 5})
    board, germany = here.game.rules.board, here.game.rules.tables.power("germany")
    around = members(board.neighbours(here.hex("Dijon")) & board.rail_hexes)
    if number:
        with_partisans(here, number, *(board.name(hex_) for hex_ in around))
    assert here.game.rules.supply.is_linked(here.state, germany, here.hex("Dijon")) == railway
    assert not here.game.rules.zones.zone(here.state, ALLIES) >> here.hex("Dijon") & 1
    here.begin(STRATEGIC_RAIL)
    assert any(isinstance(action, RailMove) for action in here.legal()) == trains


@clause("BW-29.0f", "BW-29.1e")
def test_a_single_one_closes_a_railway_to_trains_not_to_supply() -> None:
    here = with_partisans(occupied(), 1, "Lyon")
    rules = here.game.rules
    assert rules.partisans.hexes(here.state, AXIS) == 1 << here.hex("Lyon")
    assert not rules.partisans.hexes(here.state, ALLIES)
    assert rules.supply.is_linked(here.state, rules.tables.power("germany"), here.hex("Lyon"))
    assert not rules.rail.network(here.state, AXIS) >> here.hex("Lyon") & 1


@clause("BW-29.0h")
def test_the_axis_never_retreats_onto_partisans() -> None:
    here = occupied({"Dijon": "de-1ss 4"}, {"Dijon": "us-3 4"}, active="allies")
    back = here.game.rules.retreats.hexes(here.state, here.block("de-1ss"))
    assert back
    with_partisans(here, 1, *(here.game.rules.board.name(hex_) for hex_ in members(back)))
    assert not here.game.rules.retreats.hexes(here.state, here.block("de-1ss"))


@clause("BW-29.1e")
def test_two_fight_with_a_die() -> None:
    here = with_partisans(occupied({"Dijon": "infantry 3"}), 2, "Autun").begin(MOVEMENT)
    here.play(next(a for a in here.legal() if isinstance(a, Move) and a.to == here.hex("Autun") and a.entry >= 0)).end_phase()
    while here.step != "PartisanFight":
        here.play(Resolve(here.hex("Autun"))) if here.step == "CombatPhase" else here.end_phase()
    here.play(Roll((6,)))
    assert here.told(Rolled)[-1].shots == ((-1, 1, 6),)
    dice = here.game.chance(here.state)
    assert isinstance(dice, Dice)
    here.play(Roll((6,) * dice.count))
    assert not here.state.partisans
    assert here.state.occupied[AXIS] >> here.hex("Autun") & 1


@clause("BW-29.0g", "BW-29.0i", "BW-5.7d")
@pytest.mark.parametrize(("unit", "joined"), [("ff-2db 3", 2), ("us-3 4", 0)])
def test_french_partisans_join_a_french_army_alone(unit: str, joined: int) -> None:
    here = with_partisans(occupied(None, {"Dijon": unit}, active="allies"), 2, "Autun").begin(MOVEMENT)
    before = here.points("free_france")
    here.play(Move(here.block(unit.split()[0]), here.hex("Autun"))).end_phase()
    assert sum(event.number for event in here.told(PartisansJoined)) == joined
    assert here.points("free_france") == before + joined
    assert bool(here.state.partisans) == (not joined)


@clause("BW-29.0g", "BW-29.0i")
def test_a_french_army_does_not_recruit_belgians() -> None:
    here = with_partisans(occupied(None, {"Lille": "ff-2db 3"}, active="allies"), 2, "Ostend").begin(MOVEMENT)
    here.play(Move(here.block("ff-2db"), here.hex("Ostend"))).end_phase()
    assert here.state.partisans


def rolled(here: Position) -> int:
    """Dice that chance is to roll now."""
    dice = here.game.chance(here.state)
    assert isinstance(dice, Dice)
    return dice.count


@clause("BW-R60", "BW-29.1e")
def test_three_fight_with_two_dice_and_two_hits_are_their_end() -> None:
    here = with_partisans(occupied({"Dijon": "infantry 4"}), 3, "Autun").begin(MOVEMENT)
    here.play(next(a for a in here.legal() if isinstance(a, Move) and a.to == here.hex("Autun") and a.entry >= 0)).end_phase()
    while here.step != "PartisanFight":
        here.play(Resolve(here.hex("Autun"))) if here.step == "CombatPhase" else here.end_phase()
    here.play(Roll((1, 1)))
    assert here.told(Rolled)[-1].shots == ((-1, 2, 6),)
    here.play(Roll((6, *(1,) * (rolled(here) - 1))))
    assert here.game.rules.partisans.number(here.state, here.hex("Autun")) == 2  # a hit costs one of them
    here.play(EndPhase(), Roll((1,)))
    assert here.told(Rolled)[-1].shots == ((-1, 1, 6),)
    here.play(Roll((6, *(1,) * (rolled(here) - 1))))
    assert not here.state.partisans  # the third goes with the last
