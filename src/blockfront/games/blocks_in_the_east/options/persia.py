"""Chapter 37: Persia joins the Axis in August 1941, falls with Teheran, and opens the Persian corridor."""

from typing import Final

from blockfront.blocks.months import month_number
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_in_the_east.options.lend_lease import PERSIAN
from blockfront.games.blocks_in_the_east.rules.ch03_definitions import EasternDefinitions
from blockfront.games.blocks_in_the_east.rules.ch05_powers import EasternPowers
from blockfront.games.blocks_in_the_east.rules.ch07_turn import SOVIET
from blockfront.games.blocks_in_the_east.rules.history import PERSIA_AT_WAR, PERSIA_FELL
from blockfront.games.blocks_series.actions import Move
from blockfront.games.blocks_series.power_events import PersiaChanged
from blockfront.games.blocks_series.rules.ch02_set_up import Post, SetUp
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Production
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import AXIS, MOVEMENT, SeriesState
from blockfront.hexes.grid import HexSet

JOINS: Final = month_number("1941-08") or 0
FELL_IN_HISTORY: Final = month_number("1941-09") or 0
COUNTED_FROM: Final = JOINS - 1  # so that the month of the fall is stored as a number from one on
MONTHS_TO_OPEN: Final = 9
NOT_BEFORE: Final = month_number("1942-06") or 0
CLOSE: Final = 6  # a unit within this many hexes must return to an empty Teheran


class PersianWar(EasternDefinitions):
    """Who holds Persia, from month to month."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.persia, self.teheran = self.board.area("persia"), self.board.hex("Teheran")

    def closed_land(self) -> HexSet:
        return super().closed_land() & ~self.board.area("persia")

    def initial_control(self) -> list[HexSet]:
        """At the start Persia belongs to nobody; in scenarios that begin after its fall, to the Soviets."""
        axis, soviet = super().initial_control()
        persia = self.board.area("persia")
        later = self.rules.scenario.first_month > FELL_IN_HISTORY
        return [axis & ~persia, soviet | persia if later else soviet & ~persia]

    @rule("BE-37.0a")
    def begin_month(self, state: SeriesState, events: list[Event]) -> None:
        """In August 1941 Persia becomes a minor power of the Axis without units."""
        super().begin_month(state, events)
        if state.month >= JOINS and not state.happened & PERSIA_AT_WAR:
            state.happened |= PERSIA_AT_WAR
            state.control[AXIS] |= self.persia
            state.derived = {}
            events.append(PersiaChanged(fell=0))

    @rule("BE-37.0b")
    def capture(self, state: SeriesState, side: int, hexes: HexSet, events: list[Event]) -> None:
        """When Teheran falls, all of Persia falls."""
        super().capture(state, side, hexes, events)
        if side == SOVIET and hexes >> self.teheran & 1 and not PERSIA_FELL.read(state.happened):
            state.happened = PERSIA_FELL.write(state.happened, state.month - COUNTED_FROM)
            events.append(PersiaChanged(fell=1))
            super().capture(state, side, self.persia & ~state.occupied[AXIS], events)

    def garrison(self, state: SeriesState) -> list[int]:
        return [b for b in self.rules.fire.units_at(state, self.teheran, SOVIET) if self.units.is_ground[b]]

    def needs_garrison(self, state: SeriesState) -> bool:
        return bool(PERSIA_FELL.read(state.happened)) and bool(self.rules.theatre >> self.teheran & 1)

    @rule("BE-37.0b")
    def duty(self, state: SeriesState, block: int) -> HexSet:
        """The last Soviet ground unit in Teheran must stay there."""
        found = super().duty(state, block)
        if state.location[block] != self.teheran or not self.needs_garrison(state):
            return found
        return found & 1 << self.teheran if self.garrison(state) == [block] else found

    def why_bound(self, state: SeriesState, block: int) -> Refusal:
        if state.location[block] == self.teheran:
            return Refusal("BE-37.0b", "bound_to_its_post", {"block": block})
        return super().why_bound(state, block)


class PersianPowers(EasternPowers):
    """Who may enter Persia, and the Soviets' duty to take Teheran."""

    def _war(self) -> PersianWar:
        definitions = self.rules.definitions
        assert isinstance(definitions, PersianWar)
        return definitions

    @rule("BE-37.0a")
    def territory(self, state: SeriesState, block: int) -> HexSet:
        """No unit enters Persia before August 1941."""
        zone = super().territory(state, block)
        return zone if state.happened & PERSIA_AT_WAR else zone & ~self._war().persia

    def supply_area(self, state: SeriesState, power: int) -> HexSet:
        area = super().supply_area(state, power)
        return area if state.happened & PERSIA_AT_WAR else area & ~self._war().persia

    @rule("BE-37.0b")
    def must_march(self, state: SeriesState, side: int) -> list[int]:
        """While no Soviet ground unit is in Teheran, units that can reach it must march there."""
        found, war = super().must_march(state, side), self._war()
        if side != SOVIET or state.phase != MOVEMENT or not war.needs_garrison(state) or war.garrison(state):
            return found
        if state.occupied[AXIS] >> war.teheran & 1:
            return found
        near, movement = self.board.within(war.teheran, CLOSE), self.rules.movement
        able = [b for b in self.units.ground[side] if state.location[b] >= 0 and near >> state.location[b] & 1]
        able = [b for b in able if movement.may_move(state, b)]
        return [*found, *(b for b in able if any(isinstance(m, Move) and m.to == war.teheran for m in movement.moves(state, b)))]

    def why_march(self, state: SeriesState, block: int) -> Refusal:
        war = self._war()
        if self.units.side[block] == SOVIET and war.needs_garrison(state) and not war.garrison(state):
            return Refusal("BE-37.0b", "teheran_needs_garrison", {"block": block})
        return super().why_march(state, block)


class PersianMovement(Movement):
    """The moves of a unit in Teheran depend on more than the hexes it can reach."""

    def looks_near(self, state: SeriesState, block: int) -> bool:
        return state.location[block] != self.board.hex("Teheran") and super().looks_near(state, block)


class PersianSetUp(SetUp):
    """Set-ups of scenarios that begin after Persia's fall."""

    def history(self) -> int:
        found = super().history()
        if self.rules.scenario.first_month <= FELL_IN_HISTORY:
            return found
        return PERSIA_FELL.write(found | PERSIA_AT_WAR, FELL_IN_HISTORY - COUNTED_FROM)

    def _occupied_capital(self) -> HexSet:
        later = self.rules.scenario.first_month > FELL_IN_HISTORY
        return 1 << self.board.hex("Teheran") & self.rules.theatre if later else 0

    def zone(self, block: int) -> HexSet:
        found = super().zone(block)
        return found | self._occupied_capital() if self.units.side[block] == SOVIET and found.bit_count() > 1 else found

    @rule("BE-37.0b")
    def posts(self, side: int) -> tuple[Post, ...]:
        """In scenarios that begin after Persia's fall a Soviet unit starts in Teheran."""
        teheran = self._occupied_capital()
        if side != SOVIET or not teheran:
            return super().posts(side)
        units = tuple(b for b in self.forces(side) if self.units.is_combat[b] and self.units.is_ground[b] and not self.units.is_static[b])
        return (*super().posts(side), Post(units, teheran, 1, "BE-37.0b", "teheran_unmanned"))


class PersianCorridor(Production):
    """Lend-Lease through Persia."""

    @rule("BE-37.0c", "BE-34.0f", "BE-R55")
    def deliveries(self, state: SeriesState, power: int) -> tuple[tuple[int, int], ...]:
        """Gifts come through Persia nine months after its fall, and never before June 1942."""
        found = super().deliveries(state, power)
        if not found:
            return found
        fell = PERSIA_FELL.read(state.happened)
        is_open = fell and state.month >= max(NOT_BEFORE, COUNTED_FROM + fell + MONTHS_TO_OPEN)
        return found if is_open else tuple((0, 0) if route == PERSIAN else points for route, points in enumerate(found))
