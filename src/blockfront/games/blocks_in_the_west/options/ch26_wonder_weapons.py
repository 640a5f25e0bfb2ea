"""Chapter 26: V1, V2, and a war that continues after May 1945."""

from typing import Final

from blockfront.blocks.months import month_number
from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_series.events import Revealed
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import YELLOW
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import Victory
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import StrategicWarfare
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.games.blocks_series.strategic_actions import AimRocket, AimRocketAtUnit
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members

V1_FROM: Final = month_number("1944-06") or 0
V2_FROM: Final = month_number("1944-09") or 0
V1_DICE, V2_DICE, HITS_ON = 2, 4, 6
RANGE: Final = 5
WORKSHOPS: Final = ("Berlin", "Peenemünde")
COASTS: Final = ("FR", "BE")
BATTERY: Final = "v2"  # tag of the corps that launches V2 rockets
WAR_ENDS: Final = month_number("1945-05") or 0  # scenarios with an earlier end are not extended
DECISION: Final = month_number("1945-07") or 0
LAST_STAND: Final = month_number("1945-12") or 0


class WonderWeapons(StrategicWarfare):
    """V1 and V2 against Great Britain, and the works and launch sites they need."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.bombarded = rules.tables.power("uk")
        self.launching = 1 - rules.tables.powers[self.bombarded].side

    def is_fought(self, state: SeriesState) -> bool:
        return super().is_fought(state) or bool(self.flying_bombs(state)) or self.has_rockets(state)

    @rule("BW-26.2a")
    def has_rockets(self, state: SeriesState) -> bool:
        """Whether rockets could be launched, judged by what everybody sees; where their corps is stays its owner's secret."""
        return state.active != self.launching and state.month >= V2_FROM and self._has_workshops(state)

    def _has_workshops(self, state: SeriesState) -> bool:
        held = state.control[self.launching]
        return all(held >> self.board.hex(place) & 1 for place in WORKSHOPS)

    def _launch_sites(self, state: SeriesState) -> HexSet:
        """Coastal cities in France and Belgium that the Axis holds and that are not cut off."""
        coast = 0
        for country in COASTS:
            coast |= self.board.nation(country)
        germany = self.rules.powers.leader(state, self.launching)
        linked = self.rules.supply.sources(state, germany).everything
        return coast & self.board.cities & self.rules.sea.coast() & state.control[self.launching] & linked

    @rule("BW-26.1a", "BW-26.1b")
    def flying_bombs(self, state: SeriesState) -> int:
        """The dice that the V1 rolls in the British phase."""
        if state.active == self.launching or state.month < V1_FROM or not self._has_workshops(state):
            return super().flying_bombs(state)
        return V1_DICE if self._launch_sites(state) else 0

    @rule("BW-26.2a", "BW-R58")
    def rocket_targets(self, state: SeriesState) -> list[Action]:
        """Enemy units and cities within five hexes of the rocket corps, whatever its strength."""
        if not self.has_rockets(state):
            return super().rocket_targets(state)
        batteries = [b for b in self.units.ground[self.launching] if BATTERY in self.units.tags[b] and state.location[b] >= 0]
        if not batteries:
            return []
        near = self.board.within(state.location[batteries[0]], RANGE)
        held = state.control[1 - self.launching]
        cities = [AimRocket(hex_) for hex_ in members(near & self.board.cities & held)]
        seen = [b for b in self.order.of_side[1 - self.launching] if state.shown[b] >= 0 and near >> state.shown[b] & 1]
        units = sorted((state.shown[block], state.handle[block]) for block in seen)
        return [*cities, *(AimRocketAtUnit(hex_, handle) for hex_, handle in units)]

    def rocket_dice(self) -> tuple[int, int]:
        return V2_DICE, HITS_ON

    @rule("BW-26.1b", "BW-26.2c")
    def lose_points(self, state: SeriesState, number: int) -> int:
        """Take yellow points from those that Great Britain receives this turn; returns how many."""
        place = self.bombarded * len(COLOURS) + YELLOW
        coming = self.rules.production.income(state, self.bombarded)[YELLOW] + state.due[place]
        lost = max(0, min(number, coming))
        state.due[place] -= lost
        return lost

    @rule("BW-26.2c")
    def struck_by_rocket(self, state: SeriesState, handle: int, hits: int, events: list[Event]) -> None:
        """A unit struck by a rocket loses a step for each hit."""
        block, told = state.handle.index(handle), len(events)
        steps = state.steps[block]
        for _ in range(hits):
            if state.location[block] >= 0:
                self.rules.losses.take_step(state, block, "battle", events)
        if state.location[block] < 0:
            events.insert(told, Revealed(blocks=((block, steps),)))  # an eliminated unit is shown


class LastStand(Victory):
    """The war goes on if Berlin and Peenemünde hold out."""

    def _holds_out(self, state: SeriesState) -> bool:
        germany = self.rules.tables.powers[self.rules.tables.power("germany")].side
        return all(state.control[germany] >> self.board.hex(place) & 1 for place in WORKSHOPS)

    @rule("BW-26.3a", "BW-R59", "BW-R140")
    def last_month(self, state: SeriesState) -> int:
        """If Berlin and Peenemünde hold out the war goes on through July 1945, and if they do so in July, to December."""
        usual = super().last_month(state)
        if usual < WAR_ENDS or state.month < usual:
            return usual
        if state.month > DECISION:
            return LAST_STAND
        if usual < state.month < DECISION:
            return DECISION
        if not self._holds_out(state):
            return state.month
        return DECISION if state.month < DECISION else LAST_STAND

    @rule("BW-26.3b", "BW-R59")
    def overriding(self, state: SeriesState) -> tuple[int, int, str, str] | None:
        """The Axis wins if it still holds Berlin and Peenemünde in December 1945."""
        if state.month >= LAST_STAND and self._holds_out(state):
            side = self.rules.tables.powers[self.rules.tables.power("germany")].side
            return side, 0, "decisive", "objectives"
        return super().overriding(state)
