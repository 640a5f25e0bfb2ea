"""Option: the weather of the West Front is ignored until Soviet units have entered it."""

from blockfront.core.clauses import rule
from blockfront.games.eastfront.rules.ch12_weather import Weather
from blockfront.games.eastfront.state import SOVIET, EastFrontState


class WestWeatherWaits(Weather):
    @rule("EF-12.3b")
    def holds_in_the_west(self, state: EastFrontState) -> bool:
        """Once Soviet units have entered the West Front; the east's weather holds there before."""
        return bool(state.west_front or state.occupied[SOVIET] & self.rules.regions.west_front)
