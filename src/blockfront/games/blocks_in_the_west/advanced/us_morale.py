"""Sections 5.5 and 13.8.1.3: the United States leave the war after too many American losses."""

from typing import Final

from blockfront.blocks.months import month_number
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_in_the_west.advanced.ch06_mulberries import lose_harbours
from blockfront.games.blocks_series.power_events import MoraleFell
from blockfront.games.blocks_series.rules.ch05_powers import Powers
from blockfront.games.blocks_series.rules.ch07_turn.p07_losses import Losses
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import Victory
from blockfront.games.blocks_series.state import NO_HEX, SeriesState
from blockfront.hexes.hexset import mask_of

AMERICA, HEIR, FREE_FRANCE = "usa", "uk", "free_france"
BREAKING_POINT: Final = 10
HARMLESS: Final = ("activation", "sea")  # causes of losses that do not count
HELP_FROM: Final = month_number("1942-01") or 0


class AmericanLosses(Losses):
    """Counts American losses until the United States give up."""

    @rule("BW-13.8.1.3b")
    def take_step(self, state: SeriesState, block: int, cause: str, events: list[Event]) -> None:
        """Every eliminated American ground unit counts as a loss, even if it is rebuilt later."""
        was_there = state.location[block] >= 0
        super().take_step(state, block, cause, events)
        if was_there and state.location[block] < 0 and cause not in HARMLESS:
            self.grieve(state, block, events)

    @rule("BW-13.8.1.3b")
    def give_up(self, state: SeriesState, block: int, events: list[Event]) -> None:
        super().give_up(state, block, events)
        self.grieve(state, block, events)

    def grieve(self, state: SeriesState, block: int, events: list[Event]) -> None:
        if self.order[block].nation == AMERICA and self.units.is_ground[block]:
            state.morale += 1
            events.append(MoraleFell(losses=state.morale))

    @rule("BW-18.1d", "BW-13.8.1.3d")
    def mourns_at_sea(self, block: int) -> bool:
        return self.order[block].nation == AMERICA and self.units.is_ground[block]

    @rule("BW-R121")
    def keeps_its_land(self, state: SeriesState, power: int) -> bool:
        """When the United States leave the war their units are removed without points, and their land does not change hands."""
        leaves = self.rules.tables.powers[power].id == AMERICA and state.morale >= BREAKING_POINT
        return leaves or super().keeps_its_land(state, power)

    @rule("BW-R121")
    def disarm(self, state: SeriesState, power: int, events: list[Event]) -> None:
        """The artificial harbour of the United States leaves with them."""
        super().disarm(state, power, events)
        if self.rules.tables.powers[power].id != AMERICA:
            return
        lose_harbours(state, mask_of(hex_ for builder, hex_, _ in state.mulberries if builder == power and hex_ != NO_HEX), events)
        state.mulberries[:] = [harbour for harbour in state.mulberries if harbour[0] != power]


class AmericaLeaves(Victory):
    """The United States leave the war when their losses reach the breaking point."""

    @rule("BW-5.5b", "BW-13.8.1.3c", "BW-7.11c")
    def fallen_powers(self, state: SeriesState) -> list[int]:
        found = super().fallen_powers(state)
        if state.morale < BREAKING_POINT:
            return found
        america = self.rules.tables.power(AMERICA)
        leaves = not state.surrendered >> america & 1 and america not in found
        return [*found, america] if leaves else found


class AfterAmerica(Powers):
    """Who leads, and who pays, without the United States."""

    @rule("BW-R121", "BW-3.20b")
    def leader(self, state: SeriesState | None, side: int) -> int:
        """Great Britain leads the Allies when the United States have left."""
        found = super().leader(state, side)
        if state is not None and self._names[found] == AMERICA and state.surrendered >> found & 1:
            return self._names.index(HEIR)
        return found

    @rule("BW-5.7c", "BW-R121")
    def patron(self, state: SeriesState, power: int) -> int | None:
        """From 1942 on the United States pay for the Free French, until they leave the war."""
        found = super().patron(state, power)
        if self._names[power] != FREE_FRANCE or found is None:
            return found
        return None if state.month < HELP_FROM or state.surrendered >> self._names.index(AMERICA) & 1 else found
