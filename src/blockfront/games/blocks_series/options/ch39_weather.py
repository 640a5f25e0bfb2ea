"""Chapter 39: light rain between good weather and rain."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.advanced.ch09_weather import YearsWeather
from blockfront.games.blocks_series.state import GOOD, LIGHT_RAIN, RAIN, SeriesState

BY_FACE = (GOOD, GOOD, LIGHT_RAIN, LIGHT_RAIN, RAIN, RAIN)


class LightRain(YearsWeather):
    """The third weather. Its effects are in the table of terrain and in chapter 9, beside those of the others."""

    @rule("BE-39.0a", "BE-39.0b", "BE-R59")
    def rolled(self, state: SeriesState, face: int) -> int | None:
        """Each weather has a third of the faces; the weather of the previous variable month is rolled again."""
        weather = BY_FACE[face - 1]
        return None if weather == state.variable_weather else weather
