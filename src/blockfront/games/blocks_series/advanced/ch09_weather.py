"""Chapter 9: rain, snow, and what they do to supply, flight and fire."""

from blockfront.core.clauses import rule
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.loading.data_model import WEATHERS
from blockfront.games.blocks_series.rules.ch04_supply import Supply
from blockfront.games.blocks_series.rules.ch07_turn.p06_air import AirOperations
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_AIR, AIR_TO_GROUND, ANTI_AIRCRAFT, GROUND, Fire, FireContext
from blockfront.games.blocks_series.rules.ch09_weather import EVERYWHERE, Weather
from blockfront.games.blocks_series.state import GOOD, RAIN, SNOW, SeriesState
from blockfront.hexes.grid import HexSet


class YearsWeather(Weather):
    """Weather by the calendar, with months for which it is rolled."""

    @rule("BE-9.0a", "BE-R43")
    def fixed(self, state: SeriesState) -> int | None:
        """The weather printed on the turn track; None in the months for which it is rolled."""
        weather = self.rules.tables.weather[state.month % 12]
        return WEATHERS.index(weather) if weather in WEATHERS else None

    @rule("BE-9.0b")
    def rolled(self, state: SeriesState, face: int) -> int | None:
        return GOOD if face <= self.numbers.good_weather_to else RAIN


class WeatherSupply(Supply):
    """Supply paths are shorter in bad weather."""

    @rule("BE-9.1a", "BE-39.0c")
    @rule("BW-9.1a", "BW-39.0d")
    def path_length(self, state: SeriesState, power: int, weather: int) -> int:
        length = super().path_length(state, power, weather)
        return length if weather == GOOD else length - 1


class WeatherFlights(AirOperations):
    """Rain keeps aircraft on the ground."""

    @rule("BE-9.2d")
    def may_fight(self, state: SeriesState, block: int) -> bool:
        """As in the basic game, but no aircraft fly where it rains."""
        return self.rules.weather.where(state, RAIN) != EVERYWHERE and super().may_fight(state, block)

    @rule("BW-9.2c", "BW-9.3f", "BW-R127")
    def missions(self, state: SeriesState, block: int, hexes: HexSet) -> HexSet:
        return super().missions(state, block, hexes & ~self.rules.weather.where(state, RAIN))

    def why_not_there(self, state: SeriesState, block: int, to: int) -> Refusal:
        is_mission = state.occupied[1 - self.units.side[block]] >> to & 1 and self.may_fight(state, block)
        if is_mission and self.rules.weather.where(state, RAIN) >> to & 1:
            return Refusal("BE-9.2d", "rain_over_battle", {"hex": to})
        return super().why_not_there(state, block, to)


class WeatherFire(Fire):
    """Fire in rain and snow."""

    @rule("BE-9.2d")
    @rule("BW-9.2c")
    def is_in_the_air(self, state: SeriesState, block: int, context: FireContext) -> bool:
        """In rain nothing flies, not even aircraft whose own airfield is attacked."""
        rains = self.rules.weather.at(state, context.hex) == RAIN
        return not (rains and self.grounds_everybody()) and super().is_in_the_air(state, block, context)

    def grounds_everybody(self) -> bool:
        """Whether rain also keeps aircraft on the ground at the airfield where a battle is fought."""
        return True

    @rule("BE-9.3a", "BE-9.3c", "BE-9.3d")
    @rule("BW-9.3a", "BW-9.3b", "BW-39.0d")
    def maluses(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        found = super().maluses(state, context, step, block)
        weather = self.rules.weather.at(state, context.hex)
        return found + int(weather != GOOD and self._is_hindered(state, context, step, block, weather))

    @rule("BE-39.0e", "BE-9.3d", "BE-9.3f")
    def _is_hindered(self, state: SeriesState, context: FireContext, step: int, block: int, weather: int) -> bool:
        """Whether bad weather is a malus: for attackers on the ground, anti-aircraft fire, and aircraft that can fly at all."""
        if weather == SNOW and self.is_used_to_snow(block, context.hex):
            return False
        if step == GROUND:
            return self.units.side[block] == state.active
        if step == ANTI_AIRCRAFT:
            return True
        return step in (AIR_TO_AIR, AIR_TO_GROUND) and weather != RAIN

    @rule("BE-9.3f")
    def is_used_to_snow(self, block: int, hex_: int) -> bool:
        return self.units.is_mountain[block] or self.rules.tables.powers[self.units.power[block]].snow_immune

    @rule("BE-9.3b")
    @rule("BW-9.3a")
    def bonuses(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        found = super().bonuses(state, context, step, block)
        if step != GROUND or self.units.side[block] == state.active:
            return found
        return found + int(self.rules.weather.at(state, context.hex) == RAIN)

    @rule("BE-9.3e")
    def crossed_river(self, state: SeriesState, hex_: int, block: int) -> bool:
        """As in the basic game, but a frozen river hinders nobody."""
        return super().crossed_river(state, hex_, block) and not self.rules.weather.is_frozen(state, hex_, state.entered[block])
