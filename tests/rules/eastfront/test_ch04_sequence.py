"""Chapters 4 and 12.2: the month, the Fortnight, the Player Turn, and who has the first one."""

import pytest

from blockfront.core.actions import Action, Deal, Roll
from blockfront.core.chance import Dice
from blockfront.core.clauses import clause
from blockfront.core.events import Event
from blockfront.core.sides import CHANCE
from blockfront.games.eastfront.actions import Activate, EndPhase
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.events import PhaseBegan, WeatherSet
from blockfront.games.eastfront.game import make
from blockfront.games.eastfront.loading.tables import scenario
from blockfront.games.eastfront.state import AXIS, DRY, MUD, PHASES, PRODUCTION, SNOW, SOVIET
from blockfront.games.eastfront.steps.calendar import Fortnight, Month

TURN = ("command", "movement", "combat", "supply")


def quiet(scenario: str, date: str, *, half: int = 1) -> Position:
    """Units far apart, so that nothing happens unless somebody acts."""
    axis, soviet = {"Minsk": "ax-inf-1 3, ax-hq-centre 3"}, {"Moscow": "so-inf-12 3"}
    waits = ("west_weather_waits",)  # one pair of dice for the weather
    return position(scenario, month=date, half=half, axis=axis, soviet=soviet, options=waits).with_nobody_due()


def month(scenario: str, date: str, *dice: tuple[int, int]) -> Position:
    """A whole month in which nobody does anything, with these dice for its weather."""
    return idle(quiet(scenario, date).run(Month, 0), *dice)


def idle(here: Position, *dice: tuple[int, int]) -> Position:
    """Everybody ends every phase until nothing is left to decide."""
    rolls = list(dice)
    while here.state.frames:
        side = here.side
        action: Action = EndPhase()
        if side == CHANCE:
            action = Roll(rolls.pop(0)) if isinstance(here.game.chance(here.state), Dice) else Deal(1)
        here.play(action, side=side)
    assert not rolls, "dice left over"
    return here


def story(here: Position) -> list[str]:
    """Phases and weather in the order they came: `1 axis command`, `weather dry`."""
    return [line for event in here.events if (line := line_of(event))]


def line_of(event: Event) -> str:
    if isinstance(event, WeatherSet):
        return "weather"
    if not isinstance(event, PhaseBegan):
        return ""
    name = PHASES[event.phase]
    return name if name == "production" else f"{event.half} {('axis', 'soviet')[event.side]} {name}"


def turns(here: Position) -> list[tuple[int, int]]:
    """(half, side) of the Player Turns."""
    return [(event.half, event.side) for event in here.told(PhaseBegan) if PHASES[event.phase] == "command"]


# ---- months and Fortnights


@clause("EF-4.1a", "EF-11.1a", "EF-11.3a")
def test_a_month_begins_with_the_points_of_its_production() -> None:
    here = quiet("s43", "1943-08").run(Month, 0)
    assert here.state.phase == PRODUCTION
    assert here.state.budget == here.state.levels
    assert min(here.state.budget) > 0


@clause("EF-4.1a", "EF-4.1b", "EF-0.3b", "EF-4.4a", "EF-4.4b")
def test_a_month_is_production_and_two_fortnights_each_with_weather_and_a_turn_for_each_side() -> None:
    fortnights = [["weather", *(f"{half} {side} {phase}" for side in ("axis", "soviet") for phase in TURN)] for half in (1, 2)]
    assert story(month("s43", "1943-08")) == ["production", *fortnights[0], *fortnights[1]]


@clause("EF-3.22e", "EF-11.1a", "EF-4.1a")
def test_the_first_month_of_a_game_has_no_production() -> None:
    assert "production" not in story(month("s43", "1943-07"))
    assert "production" in story(month("s43", "1943-08"))


@clause("EF-S41.2a", "EF-3.22e")
def test_june_1941_is_one_fortnight_without_production() -> None:
    here = quiet("s41", "1941-06", half=2)
    assert turns(idle(here.run(Month, 0))) == [(2, AXIS), (2, SOVIET)]
    assert "production" not in story(here)


@clause("EF-4.4b", "EF-5.7g")
def test_blitz_phases_follow_the_combat_when_a_headquarters_blitzes() -> None:
    here = quiet("s43", "1943-08").run(Fortnight, 0, 0)
    here.play(Activate(here.block("ax-hq-centre"), blitz=True))
    axis = [line for line in story(idle(here)) if "axis" in line]
    assert axis == [f"1 axis {name}" for name in ("command", "movement", "combat", "blitz_movement", "blitz_combat", "supply")]


# ---- weather


@clause("EF-4.3a", "EF-12.1b", "EF-R28")
def test_in_a_variable_month_two_dice_are_rolled_anew_for_each_fortnight() -> None:
    here = month("s43", "1943-10", (1, 2), (3, 3))
    assert [(event.weather, event.faces) for event in here.told(WeatherSet)] == [(MUD, (1, 2)), (DRY, (3, 3))]


@clause("EF-4.3a", "EF-12.1a")
@pytest.mark.parametrize(("scenario", "date", "weather"), [("s43", "1943-09", DRY), ("w43", "1944-01", SNOW), ("w43", "1944-04", MUD)])
def test_in_other_months_nobody_rolls(scenario: str, date: str, weather: int) -> None:
    assert [(event.weather, event.faces) for event in month(scenario, date).told(WeatherSet)] == [(weather, ())] * 2


@clause("EF-4.4a", "EF-12.21a")
@pytest.mark.parametrize(("scenario", "date", "first"), [("s43", "1943-09", AXIS), ("w43", "1944-01", SOVIET), ("w43", "1944-04", AXIS)])
def test_the_axis_is_first_in_dry_weather_and_mud_the_soviets_in_snow(scenario: str, date: str, first: int) -> None:
    assert turns(month(scenario, date)) == [(1, first), (1, 1 - first), (2, first), (2, 1 - first)]


@clause("EF-12.21b", "EF-12.21a")
def test_when_snow_comes_the_soviets_have_two_turns_in_a_row_and_when_it_melts_the_axis() -> None:
    november = month("s43", "1943-11", (1, 2), (1, 1))  # mud, then snow
    assert turns(november) == [(1, AXIS), (1, SOVIET), (2, SOVIET), (2, AXIS)]
    march = month("w43", "1944-03", (1, 1), (1, 2))  # snow, then mud
    assert turns(march) == [(1, SOVIET), (1, AXIS), (2, AXIS), (2, SOVIET)]


# ---- Edelweiss


@clause("EF-EDW.2a", "EF-EDW.0a")
def test_edelweiss_begins_in_the_second_half_of_july_and_ends_with_august() -> None:
    game = make("edelweiss", frozenset())
    here = Position(game, game.setup())
    assert (here.state.half, here.state.active) == (2, AXIS)
    idle(here)
    assert turns(here) == [(2, SOVIET), (1, AXIS), (1, SOVIET), (2, AXIS), (2, SOVIET)]
    august = story(here).index("production")
    assert story(here)[:august].count("2 soviet supply") == 1
    assert story(here)[august:].count("2 soviet supply") == 1
    assert story(here).count("production") == 1


@clause("EF-R64", "EF-EDW.1a")
def test_the_fixed_set_up_of_edelweiss_puts_two_headquarters_side_by_side() -> None:
    game = make("edelweiss", frozenset())
    here = Position(game, game.setup())
    assert here.is_at("ax-hq-a", "Kamensko")
    assert here.is_at("ax-hq-okh", "Voroshilovgrad")
    assert game.rules.board.distance(here.hex("Kamensko"), here.hex("Voroshilovgrad")) == 1


@clause("EF-EDW.1a", "EF-EDW.1b")
def test_units_of_edelweiss_start_with_their_stated_values() -> None:
    game = make("edelweiss", frozenset())
    here = Position(game, game.setup())
    stated = {game.order[placement.block].key: placement.cv for placement in scenario("edelweiss").fixed if placement.place}
    assert stated
    assert {key: here.value(key) for key in stated} == stated
