"""Option: the weather of the West Front is ignored until Soviet units have entered it."""

from blockfront.core.clauses import rule
from blockfront.games.eastfront.rules.ch12_weather import Weather
from blockfront.games.eastfront.state import SOVIET, EastFrontState


class WestWeatherWaits(Weather):
    @rule("EF-12.3b")
    def holds_in_the_west(self, state: EastFrontState) -> bool:
        """The West Front has its own weather only once Soviet units have entered it; before that it has the east's."""
        return bool(state.west_front or state.occupied[SOVIET] & self.rules.regions.west_front)
