"""Chapters 27 and 29: garrisons and Soviet partisans."""

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_series.actions import EndPhase, Move, RailMove, Resolve, Retreat, TakeLoss
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Rolled
from blockfront.games.blocks_series.power_actions import PlacePartisans
from blockfront.games.blocks_series.power_events import PartisansJoined, PartisansScattered
from blockfront.games.blocks_series.rules.ch29_partisans import RED
from blockfront.games.blocks_series.state import COMBAT, MOVEMENT, PRODUCTION, REACTION, STRATEGIC_RAIL
from blockfront.hexes.hexset import members

OPTIONS = ("advanced", "partisans")
BEHIND_THE_FRONT = ("western_district",)


def occupied(
    axis: dict[str, str], soviet: dict[str, str] | None = None, *, active: str = "axis", month: str = "1941-09"
) -> Position:
    """The western district is the Axis's, but for where Soviets stand."""
    return position(
        "sbe5",
        axis=axis,
        soviet=soviet or {"Moscow": "s-8a 3"},
        axis_holds=BEHIND_THE_FRONT,
        month=month,
        active=active,
        points={"germany": 9},
        options=OPTIONS,
    )


def with_partisans(here: Position, **bands: int) -> Position:
    here.state.partisans[:] = sorted((here.hex(place.replace("_", "-")), RED, number) for place, number in bands.items())
    here.state.derived = {}
    return here


def railways_around_minsk(here: Position) -> list[str]:
    board = here.game.rules.board
    return [board.name(hex_) for hex_ in members(board.neighbours(here.hex("Minsk")) & board.rail_hexes)]


def placements(here: Position) -> set[int]:
    return {action.hex for action in here.legal() if isinstance(action, PlacePartisans)}


def allowance(here: Position) -> int:
    """How many partisans the Soviets get to place, one after the other."""
    number = 0
    while hexes := placements(here):
        here.play(PlacePartisans(min(hexes)))
        number += 1
    return number


# ---- placing


@clause("BE-29.0a")
@pytest.mark.parametrize(("month", "some"), [("1941-08", False), ("1941-09", True), ("1943-01", True)])
def test_partisans_rise_from_september_1941(month: str, some: bool) -> None:
    here = occupied({"Brest-Litovsk": "g-1k 4"}, active="soviet", month=month).begin(PRODUCTION)
    assert bool(placements(here)) == some


@clause("BE-29.1a", "BE-29.1b", "BE-27.0c")
def test_a_third_of_the_minor_and_all_major_cities_without_garrison() -> None:
    garrisoned = {"Minsk": "g-1k 4", "Grodno": "g-2k 4", "Bialystok": "g-jg54 3"}  # an air unit is a garrison as any other
    none = occupied({"Warsaw": "g-1k 4"}, active="soviet").begin(PRODUCTION)
    some = occupied(garrisoned, active="soviet").begin(PRODUCTION)
    (rising,) = none.game.rules.partisans.risings(none.state)
    cities = none.game.rules.board.minors & rising.land & none.state.control[AXIS]
    assert cities.bit_count() == 8
    assert allowance(none) == 8 // 3 + 1  # and Minsk
    assert allowance(some) == 6 // 3


@clause("BE-29.1b", "BE-R53")
def test_a_support_unit_of_an_ally_garrisons_too() -> None:
    here = occupied({"Minsk": "g-18a 4"}, active="soviet").begin(PRODUCTION)
    assert allowance(here) == 8 // 3


@clause("BE-29.1c")
def test_the_lands_of_a_year_stay_quiet() -> None:
    here = position(
        "sbe5",
        axis={"Warsaw": "g-1k 4"},
        soviet={"Moscow": "s-8a 3"},
        axis_holds=("baltic_states", "bessarabia", "Vyborg", "Salla", "petsamo"),
        month="1941-10",
        active="soviet",
        options=OPTIONS,
    ).begin(PRODUCTION)
    assert not placements(here)


@clause("BE-29.1d")
def test_they_keep_to_railways_outside_all_zones() -> None:
    here = occupied({"Baranovichi": "g-1k 4"}, active="soviet").begin(PRODUCTION)
    board, found = here.game.rules.board, placements(here)
    assert here.hex("Borisov") in found
    assert all(board.rail_hexes >> hex_ & 1 and here.state.control[AXIS] >> hex_ & 1 for hex_ in found)
    around = board.around(1 << here.hex("Baranovichi"))
    assert around & board.rail_hexes & here.state.control[AXIS]
    assert not any(around >> hex_ & 1 for hex_ in found)
    assert PlacePartisans(here.hex("Moscow")) not in here.legal()


@clause("BE-29.1e", "BE-29.1f")
def test_one_a_turn_and_three_in_all_in_a_hex() -> None:
    here = with_partisans(occupied({"Warsaw": "g-1k 4"}, active="soviet"), Borisov=1, Orsha=3).begin(PRODUCTION)
    assert here.hex("Orsha") not in placements(here)
    here.play(PlacePartisans(here.hex("Borisov")))
    assert here.game.rules.partisans.number(here.state, here.hex("Borisov")) == 2
    assert placements(here)
    assert here.hex("Borisov") not in placements(here)


@clause("BE-29.1g")
@pytest.mark.parametrize(("there", "free"), [(19, 1), (20, 0)])
def test_twenty_on_the_map(there: int, free: int) -> None:
    here = occupied({"Warsaw": "g-1k 4"}, active="soviet")
    hexes = list(members(here.game.rules.board.area("kiev_district")))
    numbers = [3] * (there // 3) + ([there % 3] if there % 3 else [])
    here.state.partisans[:] = [(hex_, RED, number) for hex_, number in zip(hexes, numbers, strict=False)]
    assert allowance(here.begin(PRODUCTION)) == free


@clause("BE-29.1l")
def test_scattered_partisans_may_be_placed_again() -> None:
    here = with_partisans(occupied({"Orsha": "g-1k 4"}), Borisov=1).begin(MOVEMENT)
    here.play(Move(here.block("g-1k"), here.hex("Borisov"))).end_phase()
    assert not here.state.partisans
    here.state.active = SOVIET
    here.state.location[here.block("g-1k")] = -1
    here.state.occupied[AXIS] = 0
    here.state.derived = {}
    here.begin(PRODUCTION)
    assert here.hex("Borisov") in placements(here)


# ---- what one does


@clause("BE-29.1h")
@pytest.mark.parametrize(("number", "open_"), [(0, True), (1, False), (2, False)])
def test_one_partisan_stops_trains(number: int, open_: bool) -> None:
    here = occupied({"Brest-Litovsk": "g-1k 4", "Orsha": "g-2k 4"})
    if number:
        with_partisans(here, **dict.fromkeys(railways_around_minsk(here), number))
    here.begin(STRATEGIC_RAIL)
    assert (RailMove(here.block("g-1k"), here.hex("Minsk")) in here.legal()) == open_


@clause("BE-29.1h", "BE-29.0b")
def test_a_single_one_is_gone_when_the_axis_enters() -> None:
    here = with_partisans(occupied({"Orsha": "g-1k 4"}), Borisov=1, Baranovichi=1).begin(MOVEMENT)
    here.play(Move(here.block("g-1k"), here.hex("Borisov")))
    assert here.state.partisans  # the other side has not seen the move yet
    here.end_phase()
    assert [event.hex for event in here.told(PartisansScattered)] == [here.hex("Borisov")]
    assert [band[0] for band in here.state.partisans] == [here.hex("Baranovichi")]


@clause("BE-11.2j", "BE-29.1h", "BE-29.1k")
@pytest.mark.parametrize("place", ["Minsk", "around it"])
def test_points_do_not_pass_partisans(place: str) -> None:
    here = occupied({"Smolensk": "g-1k 4"}, month="1941-10")
    income, germany = here.game.rules.production.income, here.game.rules.tables.power("germany")
    before = income(here.state, germany)[0]
    with_partisans(here, **dict.fromkeys(["Minsk"] if place == "Minsk" else railways_around_minsk(here), 1))
    assert income(here.state, germany)[0] == before - 1  # the people of Minsk


@clause("BE-11.2j", "BE-29.1h")
def test_soviet_trains_and_points_are_not_troubled() -> None:
    here = with_partisans(occupied({"Warsaw": "g-1k 4"}), Borisov=3)
    partisans = here.game.rules.partisans
    assert partisans.hexes(here.state, AXIS, 3)
    assert not partisans.hexes(here.state, SOVIET)


# ---- what two and three do


def supplied(here: Position, key: str) -> bool:
    lacking, _ = here.game.rules.supply.unsupplied(here.state, [here.block(key)])
    return not lacking


def lone_unit() -> tuple[Position, list[int]]:
    """A German unit two hexes from the railway, and the hexes beside it."""
    here = occupied({"2229": "g-1k 4"})
    board = here.game.rules.board
    return here, list(members(board.around(1 << here.hex("2229")) & board.playable))


@clause("BE-29.1i", "BE-29.0c")
@pytest.mark.parametrize(("number", "reached"), [(1, True), (2, False)])
def test_two_block_supply_over_land(number: int, reached: bool) -> None:
    here, around = lone_unit()
    sources = here.game.rules.supply.sources(here.state, here.game.rules.tables.power("germany")).everything
    here.state.partisans[:] = sorted((hex_, RED, number) for hex_ in around)
    here.state.derived = {}
    if sources >> here.hex("2229") & 1:
        here.state.control[SOVIET] |= 1 << here.hex("2229")  # not on the railway itself
        here.state.control[AXIS] &= ~(1 << here.hex("2229"))
        here.state.derived = {}
    assert supplied(here, "g-1k") == reached


@clause("BE-29.1j")
@pytest.mark.parametrize(("number", "linked"), [(2, True), (3, False)])
def test_three_cut_the_railway(number: int, linked: bool) -> None:
    here = occupied({"Smolensk": "g-1k 4"})
    with_partisans(here, **dict.fromkeys(railways_around_minsk(here), number))
    germany = here.game.rules.tables.power("germany")
    assert here.game.rules.supply.is_linked(here.state, germany, here.hex("Minsk")) == linked


@clause("BE-29.0c")
@pytest.mark.parametrize("number", [0, 1])
def test_the_axis_never_retreats_onto_partisans(number: int) -> None:
    here = occupied({"Minsk": "g-1k 3"}, {"Minsk": "s-8a 4"}, active="soviet")
    back = here.game.rules.retreats.hexes(here.state, here.block("g-1k"))
    assert back
    here.state.partisans[:] = [(hex_, RED, 1) for hex_ in members(back)] if number else []
    here.state.derived = {}
    assert bool(here.game.rules.retreats.hexes(here.state, here.block("g-1k"))) == (not number)


# ---- fighting them


def hunted(number: int, units: str = "g-1k 4", at: str = "2325") -> Position:
    """A German unit has entered a hex with partisans; its movement is over."""
    here = with_partisans(occupied({"Orsha": units, "Vitebsk": "g-2k 4"}), **{at: number}).begin(MOVEMENT)
    block = here.block(units.split()[0])
    moves = [a for a in here.legal() if isinstance(a, Move) and a.block == block and a.to == here.hex(at)]
    assert moves
    assert all(move.entry >= 0 for move in moves)
    here.play(moves[0])
    assert not any(isinstance(a, Move) and a.block == block for a in here.legal())
    here.end_phase().end_phase()
    while here.step in ("Reaction", "ReserveReaction"):
        here.end_phase()
    return here


@clause("BE-29.1i")
def test_two_fight_as_a_brigade_with_one_step() -> None:
    here = hunted(2)
    assert here.state.phase in (REACTION, COMBAT)
    if here.step == "CombatPhase":
        here.play(Resolve(here.hex("2325")))
    here.play(Roll((5,)))  # one die, and a five misses
    fired = here.told(Rolled)[-1]
    assert (fired.side, fired.shots, fired.hits) == (SOVIET, ((-1, 1, 6),), 0)
    here.play(Roll((6, 1, 1, 1)))
    assert not here.state.partisans
    assert here.strength("g-1k") == 4
    assert here.is_at("g-1k", "2325")


@clause("BE-29.1j")
def test_three_fight_with_two_steps() -> None:
    here = hunted(3)
    if here.step == "CombatPhase":
        here.play(Resolve(here.hex("2325")))
    here.play(Roll((6, 6)))
    assert here.told(Rolled)[-1].shots == ((-1, 2, 6),)
    assert here.strength("g-1k") == 2
    here.play(Roll((6, 1)))  # a hit leaves a step
    assert [band[2] for band in here.state.partisans] == [2]
    assert EndPhase() in here.legal()
    here.play(EndPhase())
    here.play(Roll((1,)), Roll((1, 6)))
    assert not here.state.partisans


@clause("BE-29.1i", "BE-29.0b")
def test_attackers_may_leave_but_partisans_stay() -> None:
    here = hunted(2)
    if here.step == "CombatPhase":
        here.play(Resolve(here.hex("2325")))
    here.play(Roll((1,)), Roll((1, 1, 1, 1)))
    back = [action for action in here.legal() if isinstance(action, Retreat)]
    assert back
    here.play(back[0])
    assert not here.is_at("g-1k", "2325")
    assert [band[2] for band in here.state.partisans] == [2]


@clause("BE-29.1i")
def test_hits_fall_on_the_strongest_and_the_owner_chooses_among_equals() -> None:
    here = with_partisans(occupied({"Orsha": "g-1k 3, g-2k 3"}), **{"2325": 3}).begin(MOVEMENT)
    for key in ("g-1k", "g-2k"):
        here.play(next(a for a in here.legal() if isinstance(a, Move) and a.block == here.block(key) and a.to == here.hex("2325")))
    here.end_phase().end_phase()
    while here.step in ("Reaction", "ReserveReaction"):
        here.end_phase()
    if here.step == "CombatPhase":
        here.play(Resolve(here.hex("2325")))
    here.play(Roll((6, 1)))
    assert set(here.legal()) == {TakeLoss(here.block("g-1k")), TakeLoss(here.block("g-2k"))}
    here.play(TakeLoss(here.block("g-2k")))
    assert (here.strength("g-1k"), here.strength("g-2k")) == (3, 2)


@clause("BE-3.19h", "BE-29.0b")
def test_they_watch_and_hold_nothing() -> None:
    here = with_partisans(occupied({"Orsha": "g-1k 4"}), Borisov=3)
    zones = here.game.rules.zones
    assert zones.zone(here.state, SOVIET) == zones.zone(occupied({"Orsha": "g-1k 4"}).state, SOVIET)
    assert here.holds(AXIS, "Borisov")


@clause("BE-29.0d")
def test_a_soviet_unit_that_comes_takes_them_in() -> None:
    here = occupied({"Warsaw": "g-1k 4"}, {"Smolensk": "s-8a 3"}, active="soviet")
    with_partisans(here, Orsha=2, Borisov=3).begin(MOVEMENT)
    before = here.points("ussr")
    here.play(Move(here.block("s-8a"), here.hex("Orsha"))).end_phase()
    assert here.told(PartisansJoined)[0].number == 2
    assert here.points("ussr") == before + 2
    assert [band[0] for band in here.state.partisans] == [here.hex("Borisov")]
