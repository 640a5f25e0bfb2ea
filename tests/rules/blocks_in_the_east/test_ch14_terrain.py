"""Chapter 14: terrain in detail."""

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.aids.battle_scene import battle, dice
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, position
from blockfront.games.blocks_series.actions import Move
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.loading.data_model import WEATHERS
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import ANTI_AIRCRAFT, GROUND
from blockfront.games.blocks_series.state import MOVEMENT, SNOW
from blockfront.hexes.hexset import members

TERRAIN = ("terrain_details",)


def hex_beside(here: Position, kind: str, beside: str) -> tuple[int, int]:
    """A playable Soviet hex of one terrain next to one of another, both free of cities and rivers between them."""
    board = here.game.rules.board
    land = board.area("ussr") & board.playable & ~board.cities & ~here.game.rules.board.jump_ends
    for hex_ in members(board.terrain[kind] & land):
        for near in members(board.neighbours(hex_) & board.terrain[beside] & land):
            return hex_, near
    raise AssertionError(f"no {kind} beside {beside}")


def cost(here: Position, key: str, kind: str) -> int:
    entry = here.game.rules.movement.costs(here.state, here.block(key))
    some = members(here.game.rules.board.terrain[kind] & here.game.rules.board.playable)[0]
    return next(points for points, hexes in entry if hexes >> some & 1)


def costs(key: str, weather: str, options: tuple[str, ...] = TERRAIN) -> list[int]:
    here = position(weather=weather, options=options)
    return [cost(here, key, kind) for kind in ("clear", "forest", "hill", "mountain", "swamp")]


@clause("BE-14.0a", "BE-14.0b")
@pytest.mark.parametrize(
    ("key", "weather", "open_"),
    [
        ("g-41pz", "good", False),
        ("g-4pzg", "good", False),
        ("g-1k", "good", True),
        ("g-1k", "snow", False),
        ("g-1k", "rain", False),
        ("g-41pz", "snow", False),
        ("g-49geb", "snow", True),
    ],
)
def test_who_may_enter_mountains(key: str, weather: str, open_: bool) -> None:
    start = position()
    mountain, near = hex_beside(start, "mountain", "hill")
    name = start.game.rules.board.name(near)
    here = position(axis={name: f"{key} 3"}, weather=weather, options=TERRAIN)
    network = here.game.rules.movement.network(here.state, here.block(key))
    assert bool(network.open_hexes >> mountain & 1) == open_
    without = position(axis={name: f"{key} 3"}, weather=weather)
    assert without.game.rules.movement.network(without.state, without.block(key)).open_hexes >> mountain & 1


@clause("BE-14.0a")
def test_armour_is_told_why_it_stays_below() -> None:
    start = position()
    mountain, near = hex_beside(start, "mountain", "hill")
    here = position(axis={start.game.rules.board.name(near): "g-41pz 3"}, options=TERRAIN).begin(MOVEMENT)
    refusal = here.game.why_not(here.state, Move(here.block("g-41pz"), mountain), AXIS)
    assert refusal is not None
    assert (refusal.clause, refusal.because) == ("BE-14.0a", "not_its_terrain")


@clause("BE-14.0a", "BE-14.0b")
def test_nobody_retreats_into_forbidden_mountains() -> None:
    start = position()
    mountain, near = hex_beside(start, "mountain", "hill")
    place = start.game.rules.board.name(near)
    for weather, open_ in (("good", True), ("snow", False)):
        here = position(soviet={place: "s-8a 3", start.game.rules.board.name(mountain): "s-7a 3"}, weather=weather, options=TERRAIN)
        assert bool(here.game.rules.retreats.hexes(here.state, here.block("s-8a")) >> mountain & 1) == open_


@clause("BE-14.0c")
def test_mountain_units_climb_for_one_point_less() -> None:
    assert costs("g-49geb", "good") == [1, 2, 1, 2, 3]
    assert costs("g-49geb", "snow") == [2, 2, 2, 2, 2]
    assert costs("g-1k", "good") == [1, 2, 2, 3, 3]
    assert costs("g-49geb", "good", ()) == [1, 2, 2, 3, 3]


@clause("BE-14.0e")
def test_tanks_founder_in_swamps_until_they_freeze() -> None:
    start = position()
    swamp, _ = hex_beside(start, "swamp", "clear")
    place = start.game.rules.board.name(swamp)

    def found(options: tuple[str, ...], weather: int) -> list[tuple[int, int]]:
        here = battle("g-41pz 5, g-1k 4", "s-8a 3, fighter 3", place, options=options)
        here.state.weather = weather
        return dice(here, place, GROUND, AXIS) + dice(here, place, ANTI_AIRCRAFT, AXIS)

    assert [number for number, _ in found((), 0)][:2] == [2, 2]
    assert [number for number, _ in found(TERRAIN, 0)][:2] in ([1, 2], [2, 1])
    assert found(TERRAIN, SNOW) == found((), SNOW)


@clause("BE-14.0f")
@pytest.mark.parametrize(
    ("weather", "expected"),
    [("good", [1, 2, 2, 3, 2]), ("rain", [2, 2, 2, 3, 2]), ("light_rain", [2, 2, 2, 3, 2]), ("snow", [2, 2, 3, 3, 2])],
)
def test_cavalry_pays_at_most_two(weather: str, expected: list[int]) -> None:
    key = next(b.key for b in position().game.order.blocks if b.type == "cavalry")
    assert costs(key, weather) == expected


@clause("BE-E78")
def test_cavalry_may_gallop_over_clear_land() -> None:
    key = next(b.key for b in position().game.order.blocks if b.type == "cavalry")
    for weather in WEATHERS:
        assert costs(key, weather, (*TERRAIN, "swift_cavalry"))[0] == 1
