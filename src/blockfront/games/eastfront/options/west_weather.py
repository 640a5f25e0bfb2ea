"""Option: the West Front has weather of its own from the first month on."""

from blockfront.core.clauses import rule
from blockfront.games.eastfront.rules.ch12_weather import Weather
from blockfront.games.eastfront.state import EastFrontState


class WestWeatherFromTheStart(Weather):
    @rule("EF-12.3a", "EF-12.3b")
    def holds_in_the_west(self, state: EastFrontState) -> bool:
        return True
