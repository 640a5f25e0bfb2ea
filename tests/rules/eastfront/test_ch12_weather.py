"""Section 12.2: what weather does to headquarters and to the speed of units."""

import pytest

from blockfront.core.clauses import clause
from blockfront.games.eastfront.actions import Activate, EndPhase, Move
from blockfront.games.eastfront.aids.scene import position
from blockfront.games.eastfront.state import ACTIVE, COMMAND, MOVEMENT, SOVIET
from blockfront.hexes.hexset import members


@clause("EF-12.22c", "EF-5.8e", "EF-12.22a", "EF-12.22b")
@pytest.mark.parametrize(
    ("weather", "okh", "stavka", "ordinary"),
    [("dry", (3, 3), (3, 3), (2, 2)), ("mud", (3, 2), (3, 2), (1, 1)), ("snow", (3, 2), (3, 3), (1, 2))],
)
def test_in_its_capital_a_supreme_headquarters_works_in_any_weather(
    weather: str, okh: tuple[int, int], stavka: tuple[int, int], ordinary: tuple[int, int]
) -> None:
    def values(axis_place: str, soviet_place: str) -> list[int]:
        axis = {axis_place: "ax-hq-okh 3", "Kiev": "ax-hq-south 2"}
        soviet = {soviet_place: "so-hq-stavka 3", "Voronezh": "so-hq-west 2"}
        here = position("s43", axis=axis, soviet=soviet, weather=weather)
        keys = ("ax-hq-okh", "so-hq-stavka", "ax-hq-south", "so-hq-west")
        return [here.game.rules.headquarters.effective_value(here.state, here.block(key)) for key in keys]

    assert values("Warsaw", "Moscow") == [okh[0], stavka[0], *ordinary]
    assert values("Minsk", "Tula") == [okh[1], stavka[1], *ordinary]


@clause("EF-12.22c", "EF-5.61a")
def test_the_exemption_counts_for_supreme_moves() -> None:
    for place, moves in (("Warsaw", 6), ("Minsk", 4)):
        here = position("s43", axis={place: "ax-hq-okh 3"}, weather="mud").begin(COMMAND)
        here.play(Activate(here.block("ax-hq-okh")), EndPhase())
        assert here.state.supreme_moves == moves


@clause("EF-12.23a", "EF-12.23b", "EF-2.24b", "EF-12.24a")
@pytest.mark.parametrize(
    ("weather", "armor", "infantry", "cavalry", "shock"), [("dry", 3, 2, 3, 1), ("mud", 1, 1, 2, 1), ("snow", 2, 1, 2, 1)]
)
def test_how_far_units_move(weather: str, armor: int, infantry: int, cavalry: int, shock: int) -> None:
    units = {"Tambov": "so-tk-4 3, so-inf-12 3, so-cav-1 3, so-shock-1 3", "Moscow": "so-hq-stavka 3"}
    here = position("s43", axis={"Minsk": "infantry 3"}, soviet=units, active=SOVIET, weather=weather)
    here.state.command[here.block("so-hq-stavka")] = ACTIVE
    here.begin(MOVEMENT)
    board, origin = here.game.rules.board, here.hex("Tambov")

    def farthest(key: str) -> int:
        block = here.block(key)
        return max(board.distance(origin, move.to) for move in here.legal() if isinstance(move, Move) and move.block == block)

    assert [farthest(key) for key in ("so-tk-4", "so-inf-12", "so-cav-1", "so-shock-1")] == [armor, infantry, cavalry, shock]


@clause("EF-12.24a", "EF-12.24b", "EF-12.24g")
@pytest.mark.parametrize(("weather", "clear", "forest", "swamp"), [("dry", 1, 2, 2), ("mud", 2, 2, 2), ("snow", 1, 2, 2)])
def test_hits_that_cost_a_step(weather: str, clear: int, forest: int, swamp: int) -> None:
    here = position("s43", weather=weather)
    ground = here.game.rules.board.map

    def needed(terrain: str) -> int:
        towns = ground.kind_mask("major", "capital", "minor", "fortress")
        hex_ = members(ground.terrain_mask(terrain) & ground.playable_mask & ~towns)[0]
        return here.game.rules.defence.hits_per_step(here.state, hex_, SOVIET, True)

    assert (needed("clear"), needed("forest"), needed("swamp")) == (clear, forest, swamp)


@clause("EF-13.12a", "EF-7.13c", "EF-5.8b")
@pytest.mark.parametrize(("value", "weather", "dice"), [(2, "dry", 2), (2, "mud", 1), (1, "mud", 0)])
def test_air_dice_fall_with_the_mud_down_to_none(value: int, weather: str, dice: int) -> None:
    here = position("s43", axis={"Kiev": f"ax-hq-south {value}"}, weather=weather)
    assert here.game.rules.air.dice(here.state, here.block("ax-hq-south")) == dice
