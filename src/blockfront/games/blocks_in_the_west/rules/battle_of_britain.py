"""Special rules of the Battle of Britain: air superiority over England, and the cost of a landing."""

from typing import Final

from blockfront.blocks.months import month_number
from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_west.rules.conditions import ByConditions
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import YELLOW, Production
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import Victory
from blockfront.games.blocks_series.rules.ch18_sea import Crossing, Sea
from blockfront.games.blocks_series.rules.ch24_landings import AmphibiousLandings, Landings
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import RADAR_OUT
from blockfront.games.blocks_series.ruleset import Layer, Rules
from blockfront.games.blocks_series.sea_actions import Land
from blockfront.games.blocks_series.state import BARGES, FLEET_UNCOVERED, MARKED, SeriesState
from blockfront.hexes.grid import HexSet

BRITISH: Final = ("uk", "canada")
GERMAN: Final = ("germany",)
BROKEN, WEAK = 6, 8  # highest strength at which British fighters count as broken, or weak
BRIDGEHEAD: Final = 3  # supplied combat units that make a bridgehead
FLEET_NEEDS: Final = 6  # strength of fighters with which the Royal Navy is covered
UNDER_THE_GUNS: Final = Crossing(2, 4)
BATTLE_BEGINS: Final = month_number("1940-07") or 0
BARGES_READY: Final = month_number("1940-08") or 0


def fighter_strength(rules: Rules, state: SeriesState, powers: tuple[str, ...], where: HexSet) -> int:
    """The total strength of the fighters of these powers in a part of the map."""
    units, order = rules.units, rules.order
    fighters = [block for block in range(len(order)) if units.is_fighter[block] and order[block].nation in powers]
    there = [block for block in fighters if state.location[block] >= 0 and where >> state.location[block] & 1]
    return sum(rules.air.value(state, block) for block in there)


class BattleOfBritain(ByConditions):
    """Victory over England, in the air or on land."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.britain = self.board.nation("GB")
        self.axis = rules.tables.powers[rules.tables.power("germany")].side

    def is_met(self, state: SeriesState, when: str) -> bool:
        british = fighter_strength(self.rules, state, BRITISH, self.britain)
        german = fighter_strength(self.rules, state, GERMAN, -1)
        silent = self.rules.strategic.radar(state) == RADAR_OUT
        answers = {
            "london_or_bridgehead": self.is_london_lost(state) or self._bridgehead(state) >= BRIDGEHEAD,
            "fighters_broken_or_radar_out": british <= BROKEN or (silent and german > british),
            "fighters_weak": british <= WEAK,
            "fighters_hold_and_lead": british > WEAK and british >= german and not self._landed(state),
            "fighters_hold": british > WEAK,
        }
        return answers[when] if when in answers else super().is_met(state, when)

    def tallies(self, state: SeriesState) -> dict[str, tuple[int, int]]:
        german, british = fighter_strength(self.rules, state, GERMAN, -1), fighter_strength(self.rules, state, BRITISH, self.britain)
        return {"fighters": (british, german) if self.axis else (german, british)}

    def is_london_lost(self, state: SeriesState) -> bool:
        return bool(state.control[self.axis] >> self.board.hex("London") & 1)

    def _landed(self, state: SeriesState) -> list[int]:
        """German ground units in Great Britain."""
        ground = self.units.ground[self.axis]
        return [block for block in ground if state.location[block] >= 0 and self.britain >> state.location[block] & 1]

    def _bridgehead(self, state: SeriesState) -> int:
        return sum(self.units.is_combat[block] and not state.flags[block] & MARKED for block in self._landed(state))

    @rule("BW-7.11a")
    def sudden(self, state: SeriesState) -> tuple[int, int, str, str] | None:
        """The fall of London ends the game at once."""
        if self.is_london_lost(state):
            return self.axis, 0, "decisive", "objectives"
        return super().sudden(state)


class RoyalNavy(Sea):
    """German voyages while the Royal Navy is covered."""

    def crossing(self, state: SeriesState, power: int, origin: int, target: int, *, is_landing: bool = False) -> Crossing:
        """While fighters cover the Royal Navy, every German voyage on the Atlantic is far more dangerous."""
        found = super().crossing(state, power, origin, target, is_landing=is_landing)
        atlantic = "atlantic" in self.waters_of(state, origin) | self.waters_of(state, target)
        if self.rules.tables.powers[power].id not in GERMAN or not atlantic or found.is_safe or state.month < BATTLE_BEGINS:
            return found
        return found if state.turning_points & FLEET_UNCOVERED else UNDER_THE_GUNS._replace(steps=found.steps)


class FleetCover(Definitions):
    """Whether fighters cover the fleet this month."""

    def month_begins(self, state: SeriesState) -> None:
        """At the start of a month it is determined whether fighters cover the fleet."""
        super().month_begins(state)
        covered = fighter_strength(self.rules, state, BRITISH, self.board.nation("GB")) >= FLEET_NEEDS
        state.turning_points = state.turning_points & ~FLEET_UNCOVERED | (0 if covered else FLEET_UNCOVERED)


class Sealion(AmphibiousLandings):
    """Landings in England, and the price of barges."""

    @rule("BW-24.0a", "BW-0.4b")
    def orders(self, state: SeriesState, hq: int) -> list[Action]:
        """From July on Germany lands on nobody's coast before August, nor without paying for its barges."""
        if self._price(state, hq) and (state.month < BARGES_READY or not self._can_sail(state, hq)):
            return []
        return super().orders(state, hq)

    def _price(self, state: SeriesState, hq: int) -> int:
        prices = self.rules.scenario.special.landing_prices if state.month >= BATTLE_BEGINS else ()
        return next((price.yellow for price in prices if price.power == self.units.power[hq]), 0)

    def _can_sail(self, state: SeriesState, hq: int) -> bool:
        if state.turning_points & BARGES:
            return True
        return self.rules.production.can_pay(state, self.units.power[hq], self._price(state, hq), (YELLOW,))

    def land(self, state: SeriesState, action: Land) -> Crossing:
        """The first landing costs the price of the barges, and so does every turn after it."""
        price = self._price(state, action.hq)
        if price and not state.turning_points & BARGES:
            state.turning_points |= BARGES
            self.rules.production.pay(state, self.units.power[action.hq], price, (YELLOW,))
        return super().land(state, action)


class BargeUpkeep(Production):
    """Barges cost points every turn."""

    def receive(self, state: SeriesState, power: int) -> tuple[int, ...]:
        """Once barges have sailed, they cost their price every turn."""
        points = super().receive(state, power)
        if state.turning_points & BARGES:
            price = sum(price.yellow for price in self.rules.scenario.special.landing_prices if price.power == power)
            place = power * len(COLOURS) + YELLOW
            state.pool[place] = max(0, state.pool[place] - price)
        return points


SEALION: Final[Layer] = {Sea: RoyalNavy, Definitions: FleetCover, Landings: Sealion, Production: BargeUpkeep}
BATTLE_OF_BRITAIN: Final[tuple[Layer, ...]] = (SEALION, {Victory: BattleOfBritain})
