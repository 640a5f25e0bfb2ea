"""Chapter 9: friendly rail lines, Rail Movement, off-map rail, rail supply."""

import pytest

from blockfront.core.clauses import clause
from blockfront.games.eastfront.actions import Activate, EndPhase, Move, RailMove
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.state import ACTIVE, AXIS, COMMAND, MOVEMENT, SOVIET

FAR_AWAY = {"Astrakhan": "infantry 3"}
HINTERLAND = ("germany", "general_government", "slovakia", "hungary")


def with_okh(axis: dict[str, str], soviet: dict[str, str] | None = None, *, okh: int = 3, soviet_holds: tuple[str, ...] = ()) -> Position:
    """Summer 1943: OKH is active in Warsaw, and the Axis is about to move."""
    axis = {**axis, "Warsaw": f"ax-hq-okh {okh}"}
    here = position("s43", axis=axis, soviet=soviet or FAR_AWAY, soviet_holds=soviet_holds)
    here.state.command[here.block("ax-hq-okh")] = ACTIVE
    return here


def defending(here: Position, place: str) -> Position:
    """A battle has the Axis as Original Defender."""
    here.state.axis_defends |= 1 << here.hex(place)
    return here.fix_control()


def trains(here: Position, key: str) -> list[RailMove]:
    block = here.block(key)
    return [action for action in here.legal() if isinstance(action, RailMove) and action.block == block]


def stations(here: Position, key: str) -> set[int]:
    return {action.to for action in trains(here, key)}


def supplied(here: Position, side: int = AXIS) -> int:
    return here.game.rules.railways.supplied(here.state, side)


# ---- lines


@clause("EF-9.11a", "EF-1.6c", "EF-1.1a", "EF-1.1b")
def test_each_side_is_fed_from_the_rail_entries_of_its_own_edge() -> None:
    here = position("s43")
    railways, area = here.game.rules.railways, here.game.rules.board.map.area_mask
    for side, edge in ((AXIS, "west_edge"), (SOVIET, "east_edge")):
        entries = railways.home_entries(side)
        assert entries
        assert not entries & ~area(edge)
        assert railways.origins(side) & entries == entries
        assert not railways.origins(1 - side) & entries


@clause("EF-1.6a", "EF-9.21a")
def test_a_line_crosses_the_hexsides_of_its_track_only() -> None:
    here = with_okh({"Poltava": "ax-inf-1 3"}).begin(MOVEMENT)
    distance = here.game.rules.strategic.distance
    block = here.block("ax-inf-1")
    assert distance(here.state, block, here.hex("Lubny"), -1) == 1
    assert here.game.rules.board.distance(here.hex("Poltava"), here.hex("Cherkassy")) == 1  # both on railways, but no track between
    assert distance(here.state, block, here.hex("Cherkassy"), -1) > 1


@clause("EF-9.3a", "EF-8.4f", "EF-9.12c", "EF-9.12d")
def test_a_line_runs_through_friendly_hexes_and_into_battles_but_not_through_them() -> None:
    def reached(here: Position) -> list[bool]:
        return [bool(supplied(here) >> here.hex(place) & 1) for place in ("Perekop", "Simferopol", "Feodosia", "Kerch")]

    assert reached(position("s43", soviet=FAR_AWAY)) == [True, True, True, True]
    battle = defending(position("s43", axis={"Perekop": "infantry 3"}, soviet={"Perekop": "infantry 2"}), "Perekop")
    assert reached(battle) == [True, False, False, False]
    attack = position("s43", axis={"Perekop": "infantry 3"}, soviet={"Perekop": "infantry 2"}).fix_control()
    assert reached(attack) == [False, False, False, False]  # the Soviets control the battle
    disputed = position("s43", axis={"Simferopol": "infantry 3"}, soviet={"Kerch": "infantry 2"})
    assert reached(disputed) == [True, True, False, False]
    enemy = position("s43", soviet={"Kerch": "infantry 2"})
    assert reached(enemy) == [True, True, False, False]


@clause("EF-9.31b", "EF-1.41c", "EF-1.5a", "EF-11.32a")
def test_a_city_without_a_line_produces_nothing() -> None:
    whole = position("s43", soviet=FAR_AWAY)
    level = whole.game.rules.production.level(whole.state, AXIS)
    cut = defending(position("s43", axis={"Zaporozhye": "infantry 3"}, soviet={"Zaporozhye": "infantry 2"}), "Zaporozhye")
    assert cut.game.rules.production.level(cut.state, AXIS) == level  # the line runs into the battle
    lost = position("s43", soviet={"Krivoy Rog": "infantry 2", "Dnepropetrovsk": "infantry 2"})
    assert lost.game.rules.production.level(lost.state, AXIS) == level - 2 - 2 * 1  # the city, and the mines double


# ---- Rail Movement


@clause("EF-9.2a", "EF-9.21a")
def test_rail_moves_need_an_active_supreme_headquarters_and_cost_a_supreme_move_each() -> None:
    here = position(
        "s43", axis={"Warsaw": "ax-hq-okh 1", "Minsk": "ax-inf-1 3, ax-hq-centre 3", "Kiev": "ax-inf-5 3, ax-inf-6 3"}, soviet=FAR_AWAY
    )
    here.begin(COMMAND).play(Activate(here.block("ax-hq-centre")), EndPhase())
    assert trains(here, "ax-inf-1") == []
    assert here.refusal(RailMove(here.block("ax-inf-1"), here.hex("Orsha"))).clause == "EF-9.2a"
    here.begin(COMMAND).play(Activate(here.block("ax-hq-okh")), EndPhase())
    assert here.state.supreme_moves == 2
    here.play(RailMove(here.block("ax-inf-1"), here.hex("Orsha")))
    here.play(RailMove(here.block("ax-inf-5"), here.hex("Lubny")))
    assert here.state.supreme_moves == 0
    assert trains(here, "ax-inf-6") == []


@clause("EF-9.21c", "EF-6.53d")
def test_rail_and_land_moves_are_never_combined() -> None:
    here = with_okh({"Minsk": "ax-inf-1 3", "Kiev": "ax-inf-5 3"}).begin(MOVEMENT)
    here.play(Move(here.block("ax-inf-1"), here.hex("Orsha")))
    assert trains(here, "ax-inf-1") == []
    here.play(RailMove(here.block("ax-inf-5"), here.hex("Lubny")))
    assert here.refusal(Move(here.block("ax-inf-5"), here.hex("Poltava"))).clause == "EF-6.53d"


@clause("EF-9.21c", "EF-9.21a")
def test_a_unit_beside_the_railway_cannot_board_a_train() -> None:
    here = with_okh({"Krasnograd": "ax-inf-1 3", "Slutsk": "ax-inf-5 3"}).begin(MOVEMENT)
    assert trains(here, "ax-inf-1")
    assert trains(here, "ax-inf-5") == []


@clause("EF-8.4d", "EF-9.21d", "EF-9.21a")
def test_trains_run_to_and_through_friendly_hexes_without_battle_only() -> None:
    free = with_okh({"Melitopol": "ax-inf-1 3"}).begin(MOVEMENT)
    assert {free.hex("Perekop"), free.hex("Simferopol")} <= stations(free, "ax-inf-1")
    battle = with_okh({"Melitopol": "ax-inf-1 3", "Perekop": "ax-inf-5 3"}, {"Perekop": "infantry 2"})
    assert not {free.hex("Perekop"), free.hex("Simferopol")} & stations(defending(battle, "Perekop").begin(MOVEMENT), "ax-inf-1")
    disputed = with_okh({"Simferopol": "ax-inf-1 3"}, {"Kerch": "infantry 2"}).begin(MOVEMENT)
    assert disputed.hex("Feodosia") not in stations(disputed, "ax-inf-1")


@clause("EF-9.22a", "EF-6.33a", "EF-1.6b")
def test_disengaging_by_rail_uses_up_the_hexside_even_across_the_sivash() -> None:
    units = "ax-inf-1 3, ax-inf-5 3, ax-inf-6 3, ax-inf-8 3"
    here = defending(with_okh({"Perekop": units}, {"Perekop": "infantry 2"}), "Perekop").begin(MOVEMENT)
    north, south = here.hex("Melitopol"), here.hex("Simferopol")
    assert {train.exit for train in trains(here, "ax-inf-1")} == {north}  # the line does not run through the battle to the south
    here.play(RailMove(here.block("ax-inf-1"), north, north))
    assert trains(here, "ax-inf-5") == []
    assert here.state.supreme_moves == 5
    here.play(Move(here.block("ax-inf-5"), south, exit=south))  # another side is free


@clause("EF-9.22a", "EF-9.22b")
def test_trains_leave_only_battles_that_are_friendly() -> None:
    units = {"Poltava": "ax-inf-1 3, ax-inf-5 3"}
    own = defending(with_okh(units, {"Poltava": "infantry 2"}), "Poltava").begin(MOVEMENT)
    assert trains(own, "ax-inf-1")
    attacked = with_okh(units, {"Poltava": "infantry 2"}).fix_control().begin(MOVEMENT)
    assert trains(attacked, "ax-inf-1") == []


# ---- off the map


def at_the_edge(axis: dict[str, str], soviet: dict[str, str] | None = None, *, okh: int = 3) -> Position:
    """Nothing but what stands there is Axis between Danzig and Hungary, so that no line on the map joins them."""
    return with_okh(axis, soviet, okh=okh, soviet_holds=HINTERLAND)


@clause("EF-9.5a", "EF-9.5b", "EF-R14")
def test_trains_go_off_the_map_between_entries_of_the_home_edge() -> None:
    here = at_the_edge({"Danzig": "ax-inf-1 3", "Budapest": "ax-inf-5 3"}).begin(MOVEMENT)
    block = here.block("ax-inf-1")
    assert here.game.rules.strategic.distance(here.state, block, here.hex("Budapest"), -1) == 1 + 2 * 6  # to Bromberg, six edge hexes
    here.play(RailMove(block, here.hex("Budapest")))
    assert here.state.supreme_moves == 4
    east = position("s43", soviet={"2603": "so-inf-12 3", "2605": "so-inf-24 3", "Moscow": "supreme 3"}, active=SOVIET)
    railways = east.game.rules.railways
    assert railways.beyond_the_edge(SOVIET, east.hex("2603"))[4] == 1 << east.hex("2605")
    assert not any(hexes & railways.home_entries(AXIS) for hexes in railways.beyond_the_edge(SOVIET, east.hex("2603")).values())


@clause("EF-9.5c")
def test_a_train_that_could_not_come_back_onto_the_map_does_not_leave_it() -> None:
    here = at_the_edge({"Danzig": "ax-inf-1 3", "Budapest": "ax-inf-5 3"}, okh=1).begin(MOVEMENT)
    assert here.hex("Budapest") in stations(here, "ax-inf-1")  # two Supreme Moves are enough for 13 hexes
    here.state.supreme_moves = 1
    assert here.hex("Budapest") not in stations(here, "ax-inf-1")
    assert all(here.game.rules.board.is_hex(hex_) for hex_ in stations(here, "ax-inf-1"))


@clause("EF-9.5d", "EF-9.5e")
def test_off_the_map_too_trains_never_engage() -> None:
    here = at_the_edge({"Danzig": "ax-inf-1 3", "Budapest": "ax-inf-5 3"}, {"Budapest": "infantry 2"})
    assert here.hex("Budapest") not in stations(defending(here, "Budapest").begin(MOVEMENT), "ax-inf-1")
    enemy = at_the_edge({"Danzig": "ax-inf-1 3"}, {"Budapest": "infantry 2"}).begin(MOVEMENT)
    assert enemy.hex("Budapest") not in stations(enemy, "ax-inf-1")


@clause("EF-9.12b", "EF-1.6c", "EF-9.11a")
def test_baku_feeds_soviet_railways_alone() -> None:
    here = position("s43", axis={"Danzig": "ax-inf-1 3"}, soviet={"Moscow": "infantry 3"})
    railways, baku = here.game.rules.railways, here.hex("Baku")
    assert not railways.origins(AXIS) >> baku & 1
    assert railways.origins(SOVIET) >> baku & 1
    assert railways.origins(AXIS) == here.game.rules.board.west_entries


@clause("EF-9.5d", "EF-12.24a")
@pytest.mark.parametrize(("weather", "limit"), [("dry", 2), ("mud", 1), ("snow", 2)])
def test_in_mud_one_unit_leaves_a_battle_over_the_map_edge(weather: str, limit: int) -> None:
    here = position("s43", axis={"Danzig": "ax-inf-1 3"}, soviet={"Moscow": "infantry 3"}, weather=weather)
    assert here.game.rules.weather.edge_limit(here.state, here.hex("Danzig")) == limit


@clause("EF-9.5d", "EF-9.5e", "EF-9.22a")
@pytest.mark.parametrize(("place", "limit"), [("Danzig", 2), ("Krakow", 1)])
def test_a_battle_at_a_rail_entry_may_be_left_off_the_map_within_the_limit_of_its_terrain(place: str, limit: int) -> None:
    units = {place: "ax-inf-1 3, ax-inf-5 3, ax-inf-6 3, ax-inf-8 3", "Budapest": "ax-pz-41 4"}
    here = defending(at_the_edge(units, {place: "infantry 2"}), place).begin(MOVEMENT)
    budapest = here.hex("Budapest")
    for key in ("ax-inf-1", "ax-inf-5", "ax-inf-6")[:limit]:
        here.play(RailMove(here.block(key), budapest, here.hex(place)))
    assert not [train for train in trains(here, "ax-inf-8") if train.exit == here.hex(place)]
    assert len(here.at("Budapest", AXIS)) == 1 + limit


@clause("EF-9.5e", "EF-9.22b", "EF-9.22c")
def test_neither_attackers_nor_a_rearguard_leave_the_map_by_rail() -> None:
    attack = at_the_edge({"Danzig": "ax-inf-1 3, ax-inf-5 3", "Budapest": "ax-pz-41 4"}, {"Danzig": "infantry 2"}).fix_control()
    assert trains(attack.begin(MOVEMENT), "ax-inf-1") == []
    alone = at_the_edge({"Danzig": "ax-inf-1 3", "Budapest": "ax-pz-41 4"}, {"Danzig": "infantry 2"})
    assert trains(defending(alone, "Danzig").begin(MOVEMENT), "ax-inf-1") == []
