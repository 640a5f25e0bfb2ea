"""EF-12.3: weather of the West Front, and two weathers at once (EF-R16)."""

import pytest

from blockfront.core.actions import Roll
from blockfront.core.chance import Dice
from blockfront.core.clauses import clause
from blockfront.core.options import options_as_begun
from blockfront.games import catalogue
from blockfront.games.eastfront.actions import Activate, EndPhase, Move
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.events import WeatherSet
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import AXIS, COMMAND, DRY, MUD, SNOW, SOVIET
from blockfront.games.eastfront.steps.calendar import Fortnight, WeatherRoll
from blockfront.games.eastfront.title import TITLE

WAITS = "west_weather_waits"


def rolled(month: str, faces: tuple[int, ...], *options: str, soviet: dict[str, str] | None = None) -> tuple[int, int]:
    """The weather in the east and in the west after the dice of a Fortnight."""
    here = position("s44", month=month, soviet=soviet, options=options).run(WeatherRoll)
    if faces:
        chance = here.game.chance(here.state)
        assert isinstance(chance, Dice)
        assert chance.count == len(faces)
        here.play(Roll(faces))
    assert not here.state.frames
    return here.state.weather, here.state.west_weather


@clause("EF-12.3a", "EF-12.1b", "EF-R28")
@pytest.mark.parametrize(
    ("month", "faces", "expected"),
    [
        ("1945-01", (), (SNOW, MUD)),
        ("1945-02", (1, 1), (SNOW, DRY)),
        ("1945-02", (1, 2), (SNOW, MUD)),
        ("1945-03", (1, 1), (SNOW, DRY)),
        ("1945-03", (1, 2), (MUD, DRY)),
        ("1945-04", (), (MUD, DRY)),
        ("1945-05", (6, 6), (DRY, DRY)),
        ("1945-07", (), (DRY, DRY)),
        ("1944-10", (3, 4), (MUD, DRY)),
        ("1944-11", (1, 1, 1, 2), (SNOW, MUD)),
        ("1944-11", (1, 2, 1, 1), (MUD, DRY)),
        ("1944-12", (), (SNOW, MUD)),
    ],
)
def test_the_west_has_a_calendar_and_dice_of_its_own(month: str, faces: tuple[int, ...], expected: tuple[int, int]) -> None:
    assert rolled(month, faces) == expected


@clause("EF-12.3b")
def test_by_the_option_the_east_s_weather_holds_until_the_soviets_come() -> None:
    assert rolled("1944-12", (), WAITS) == (SNOW, SNOW)
    assert rolled("1944-11", (1, 2), WAITS) == (MUD, MUD)
    assert rolled("1944-12", (), WAITS, soviet={"Sofia": "infantry 3"}) == (SNOW, SNOW)
    assert rolled("1944-12", (), WAITS, soviet={"0321": "infantry 3"}) == (SNOW, MUD)
    assert rolled("1944-11", (1, 1, 1, 2), WAITS, soviet={"0321": "infantry 3"}) == (SNOW, MUD)


@clause("EF-12.3a", "EF-12.3b")
@pytest.mark.parametrize(
    ("options", "rules", "played_with"),
    [
        (["west_weather"], 1, {"west_weather"}),  # the base rule, as an option once
        (["sea_power"], 1, {"sea_power", WAITS}),  # the relaxation, once by leaving that out
        (["sea_power"], 2, {"sea_power"}),
        ([WAITS], 2, {WAITS}),
    ],
)
def test_older_games_keep_the_weather_they_were_begun_with(options: list[str], rules: int, played_with: set[str]) -> None:
    begun = options_as_begun(frozenset(options), TITLE.retired, rules)
    assert begun == played_with
    game = catalogue.game("eastfront", "s44", begun)
    assert isinstance(game, EastFront)
    assert game.rules.weather.holds_in_the_west(game.setup()) is (WAITS not in played_with)


@clause("EF-12.3c", "EF-12.21a", "EF-R16")
def test_player_order_follows_the_east() -> None:
    here = position("s44", month="1945-01", options=()).run(Fortnight, 0, 0)
    assert here.told(WeatherSet)[0].west_weather == MUD
    assert here.state.active == SOVIET


# ---- two weathers at once


def two_weathers(axis: dict[str, str] | None = None, soviet: dict[str, str] | None = None, *, active: int = AXIS) -> Position:
    """Dry in the east, mud in the west."""
    here = position("s44", month="1944-08", axis=axis, soviet=soviet, active=active, options=())
    here.state.west_weather = MUD
    return here


def moves(here: Position, key: str) -> set[int]:
    here.begin(COMMAND).play(Activate(here.game.rules.units.supreme[here.state.active]), EndPhase())
    return {action.to for action in here.legal() if isinstance(action, Move) and action.block == here.block(key)}


@clause("EF-R16", "EF-1.7a", "EF-12.23a")
def test_speed_is_that_of_the_hex_where_a_unit_starts() -> None:
    weather = two_weathers(axis={"Belgrade": "ax-pz-41 3", "Bucharest": "ax-pz-56 3"})
    speed = weather.game.rules.weather.speed
    assert speed(weather.state, weather.block("ax-pz-41")) == 1
    assert speed(weather.state, weather.block("ax-pz-56")) == 3


@clause("EF-R16")
def test_a_unit_that_comes_into_mud_must_stop() -> None:
    here = two_weathers(axis={"Novi Sad": "ax-pz-41 3", "Warsaw": "supreme 3"})
    reached = moves(here, "ax-pz-41")
    assert here.hex("Belgrade") in reached
    assert here.hex("0221") not in reached  # two hexes into the mud
    dry = position("s44", month="1944-08", axis={"Novi Sad": "ax-pz-41 3", "Warsaw": "supreme 3"}, options=())
    assert dry.hex("0221") in moves(dry, "ax-pz-41")


@clause("EF-R16", "EF-2.24b")
def test_cavalry_stops_at_the_edge_of_the_mud_but_not_within_it() -> None:
    coming = two_weathers(soviet={"Novi Sad": "so-cav-1 3", "Moscow": "supreme 3"}, active=SOVIET)
    reached = moves(coming, "so-cav-1")
    assert coming.hex("Belgrade") in reached
    assert coming.hex("0221") not in reached
    inside = two_weathers(soviet={"Belgrade": "so-cav-1 3", "Moscow": "supreme 3"}, active=SOVIET)
    assert inside.hex("0321") in moves(inside, "so-cav-1")


@clause("EF-R16", "EF-12.22a")
def test_headquarters_follow_the_weather_of_their_hex() -> None:
    here = two_weathers(axis={"Belgrade": "ax-hq-south 2", "Bucharest": "ax-hq-a 2"})
    headquarters = here.game.rules.headquarters
    assert headquarters.effective_value(here.state, here.block("ax-hq-south")) == 1
    assert headquarters.effective_value(here.state, here.block("ax-hq-a")) == 2
    assert not headquarters.deploy_hexes(here.state, here.block("ax-hq-south"))
    assert headquarters.deploy_hexes(here.state, here.block("ax-hq-a"))


@clause("EF-R16", "EF-12.24b", "EF-12.24c", "EF-12.24f")
def test_combat_follows_the_weather_of_the_battle() -> None:
    here = two_weathers()
    weather, state = here.game.rules.weather, here.state
    west, east = here.hex("0220"), here.hex("Bucharest")
    assert (weather.at(state, west), weather.at(state, east)) == (MUD, DRY)
    clear_east = here.hex("0721")
    assert weather.gives_double_defence(state, west)
    assert not weather.gives_double_defence(state, clear_east)
    assert weather.slackens_offence(state, AXIS, west)
    assert not weather.slackens_offence(state, AXIS, clear_east)
    assert (weather.river_repulse(state, west), weather.river_repulse(state, clear_east)) == (3, 2)
