"""Chapter 9: rain, snow, and what they do to supply, flight and fire."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.loading.data_model import WEATHERS
from blockfront.games.blocks_series.rules.ch04_supply import Supply
from blockfront.games.blocks_series.rules.ch07_turn.p06_air import AirOperations
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_AIR, AIR_TO_GROUND, ANTI_AIRCRAFT, GROUND, Fire, Scene
from blockfront.games.blocks_series.rules.ch09_weather import Weather
from blockfront.games.blocks_series.state import GOOD, RAIN, SNOW, SeriesState


class YearsWeather(Weather):
    @rule("BE-9.0a", "BE-R43")
    def fixed(self, state: SeriesState) -> int | None:
        """From the turn track; two months of the year are rolled for."""
        weather = self.rules.tables.weather[state.month % 12]
        return WEATHERS.index(weather) if weather in WEATHERS else None

    @rule("BE-9.0b")
    def rolled(self, state: SeriesState, face: int) -> int | None:
        return GOOD if face <= self.numbers.good_weather_to else RAIN


class WeatherSupply(Supply):
    @rule("BE-9.1a", "BE-39.0c")
    def path_length(self, state: SeriesState, power: int) -> int:
        length = super().path_length(state, power)
        return length if state.weather == GOOD else length - 1


class WeatherFlights(AirOperations):
    @rule("BE-9.2d")
    def may_fight(self, state: SeriesState, block: int) -> bool:
        """Rain grounds everybody."""
        return state.weather != RAIN and super().may_fight(state, block)


class WeatherFire(Fire):
    @rule("BE-9.2d")
    def is_in_the_air(self, state: SeriesState, block: int, scene: Scene) -> bool:
        """In rain nothing flies, not even aircraft whose own airfield is attacked."""
        return not (state.weather == RAIN and self.grounds_everybody()) and super().is_in_the_air(state, block, scene)

    def grounds_everybody(self) -> bool:
        """Whether rain also keeps aircraft down that are based where a battle is fought."""
        return True

    @rule("BE-9.3a", "BE-9.3c", "BE-9.3d")
    def maluses(self, state: SeriesState, scene: Scene, step: int, block: int) -> int:
        found = super().maluses(state, scene, step, block)
        return found + int(state.weather != GOOD and self._is_hindered(state, step, block))

    @rule("BE-39.0e")
    def _is_hindered(self, state: SeriesState, step: int, block: int) -> bool:
        """Attacking combat units and anti-aircraft fire in all bad weather, aircraft unless they cannot fly at all."""
        if state.weather == SNOW and self.is_used_to_snow(block):
            return False
        if step == GROUND:
            return self.units.side[block] == state.active
        if step == ANTI_AIRCRAFT:
            return True
        return step in (AIR_TO_AIR, AIR_TO_GROUND) and state.weather != RAIN

    @rule("BE-9.3f")
    def is_used_to_snow(self, block: int) -> bool:
        return self.units.is_mountain[block] or self.rules.tables.powers[self.units.power[block]].snow_immune

    @rule("BE-9.3b")
    def bonuses(self, state: SeriesState, scene: Scene, step: int, block: int) -> int:
        found = super().bonuses(state, scene, step, block)
        in_rain = state.weather == RAIN and step == GROUND and self.units.side[block] != state.active
        return found + int(in_rain)

    @rule("BE-9.3e")
    def crossed_river(self, state: SeriesState, hex_: int, block: int) -> bool:
        """Frozen rivers hinder nobody."""
        return state.weather != SNOW and super().crossed_river(state, hex_, block)
