"""Chapter 3: control, stacking, airfields, TECH levels, frozen units, battle hexes."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.events import Captured
from blockfront.games.blocks_series.loading.board import Railways
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.rules.stacking import (
    AIR_STACKS,
    CROWDING,
    GROUND_STACKS,
    OF_UNITS,
    OF_ZONES,
    ON_MAP,
    AirStacks,
    Crowding,
    GroundStacks,
    at_least,
    keep_known,
)
from blockfront.games.blocks_series.scenario_model import CLOSED
from blockfront.games.blocks_series.state import AIR_MOVEMENT, IN_FLIGHT, PHASES, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

if TYPE_CHECKING:
    from blockfront.games.blocks_series.ruleset import Rules


LAST_PHASE: Final = len(PHASES)  # the number of no phase: later than all of them


class Definitions(Chapter):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._standstills = self._last_phases()
        self.idle_coasts: HexSet = 0  # land whose ports give nobody control of a sea
        self._levels: dict[int, tuple[tuple[int, ...], ...]] = {}  # by month
        self._techs: tuple[int, tuple[int, ...]] = (-1, ())  # of all units in the month that was last asked for

    def _last_phases(self) -> dict[tuple[int, int, int], int]:
        """By month, active side and unit: the last phase of the turn in which a scenario keeps the unit in place."""
        found: dict[tuple[int, int, int], int] = {}
        for still in self.rules.scenario.standstills:
            last = AIR_MOVEMENT if still.ends_after_moves else LAST_PHASE
            sides = range(len(self.rules.sides)) if still.turn_of < 0 else (still.turn_of,)
            for key in product(still.months, sides, still.blocks):
                found[key] = max(last, found.get(key, 0))
        return found

    # ---- control

    @rule("BE-3.1b", "BE-R4", "BE-3.7b", "BE-R7")
    @rule("BW-3.1.1a", "BW-R5")
    def initial_control(self) -> list[HexSet]:
        """Control at the start: the land on either side of the scenario's line, and the boxes; or country by country."""
        scenario, board = self.rules.scenario, self.board
        if scenario.country_control:
            return self._control_by_country()
        west = board.map.west_mask(scenario.start_line) & board.map.land_mask
        axis = west
        for box in scenario.axis_boxes:
            axis |= board.box(box)
        land = (board.map.land_mask | board.boxes) & ~self.closed_land()
        return [axis & land, land & ~axis]

    def closed_land(self) -> HexSet:
        """Countries that belong to no side and are never entered."""
        status = self.rules.scenario.country_control
        return mask_of(hex_ for country in status if status[country] == CLOSED for hex_ in members(self.board.nation(country)))

    def _control_by_country(self) -> list[HexSet]:
        """Control from countries, then areas, then single places; neutral and closed land belongs to no side."""
        scenario, board, sides = self.rules.scenario, self.board, self.rules.sides
        found = [0 for _ in sides]
        for nation, owner in scenario.country_control.items():
            if owner in sides:
                found[sides.index(owner)] |= board.nation(nation)
        for owner, area in scenario.area_control.items():
            _hand_over(found, sides.index(owner), board.area(area) & board.map.land_mask)
        for place, owner in scenario.place_control.items():
            _hand_over(found, sides.index(owner), 1 << board.hex(place))
        return found

    def neutral_land(self, state: SeriesState) -> HexSet:
        """The land of powers that are not in the war yet."""
        return 0

    @rule("BE-3.22a", "BE-29.1i")
    @rule("BW-3.22a", "BW-29.1e")
    def battle_hexes(self, state: SeriesState) -> HexSet:
        """The hexes with a battle: units of both sides, or of the active side and partisans."""
        return state.occupied[0] & state.occupied[1] | self.rules.partisans.fights(state)

    @rule("BE-3.1a", "BE-3.1c", "BE-3.3a", "BE-3.3b", "BE-7.7.6n", "BE-7.7.6o", "BE-R35")
    @rule("BW-3.1a", "BW-3.1.1b", "BW-3.3a", "BW-BOX1h", "BW-BOX1i", "BW-3.3.2a", "BW-R5")
    def capture(self, state: SeriesState, side: int, hexes: HexSet, events: list[Event]) -> None:
        """Give hexes to a side: fortresses become bunkers; bunkers and enemy factories are destroyed."""
        taken = hexes & ~state.control[side]
        if not taken:
            return
        state.control[side] |= taken
        state.control[1 - side] &= ~taken
        state.razed |= (self.board.bunkers | state.fallen) & taken & ~(self.board.fortresses & ~state.fallen)
        state.fallen |= self.board.fortresses & taken
        state.wrecked |= taken
        keep_known(state, *OF_UNITS[0], *OF_UNITS[1], *ON_MAP)
        events.append(Captured(side=side, hexes=tuple(members(taken))))

    @rule("BE-3.1b", "BE-3.1c", "BE-3.19e", "BE-R4")
    @rule("BW-3.1.1a", "BW-3.19b", "BW-R5", "BW-R118")
    def claim(self, state: SeriesState, side: int, events: list[Event]) -> None:
        """Give a side the empty land that lies only in its own zones of control; cities and fortifications must be entered."""
        enemy = 1 - side
        zones = self.rules.zones
        land = self.board.map.playable_mask & self.rules.theatre & ~self.must_be_entered(state)
        taken = zones.zone(state, side) & state.control[enemy] & land & ~zones.zone(state, enemy) & ~state.occupied[enemy]
        if taken:
            state.control[side] |= taken
            state.control[enemy] &= ~taken
            keep_known(state, *OF_UNITS[0], *OF_UNITS[1], *ON_MAP, *OF_ZONES)
            events.append(Captured(side=side, hexes=tuple(members(taken))))

    def must_be_entered(self, state: SeriesState) -> HexSet:
        """Places that are captured only by entering them."""
        return self.board.cities | self.board.bunkers

    def fortified_places(self) -> HexSet:
        """Hexes that have or had a fortification."""
        return self.board.fortresses | self.board.bunkers

    @rule("BE-3.3f", "BE-7.7.6k", "BE-7.7.6l")
    def fortification(self, state: SeriesState, hex_: int) -> str:
        """The fortification that strengthens a hex now: fortress, bunker or none."""
        if (self.board.fortresses & ~state.fallen) >> hex_ & 1:
            return "fortress"
        return "bunker" if self.fortified(state) >> hex_ & 1 else ""

    def fortified(self, state: SeriesState) -> HexSet:
        """The hexes that a fortification strengthens now."""
        return self.board.fortresses & ~state.fallen | (self.board.bunkers | state.fallen) & ~state.razed

    @rule("BE-3.1d", "BE-3.1e")
    @rule("BW-3.1.2b", "BW-3.1.2c")
    def controls_sea(self, state: SeriesState, side: int, sea: str) -> bool:
        """Whether a side controls a sea area, with one major port or two minor ones; both sides may."""
        control, ports = state.control[side] & ~self.idle_coasts, self.board.sea_ports[sea]
        return any((ports[size] & control).bit_count() >= needed for size, needed in self.numbers.sea_control.items())

    def railways(self, state: SeriesState) -> Railways:
        """The railways that exist now."""
        return self.board.railways

    def sea_routes(self, state: SeriesState) -> tuple[tuple[int, int], ...]:
        """The blue sea routes that exist now, as pairs of ports."""
        return self.board.sea_routes

    # ---- stacking

    @rule("BE-3.10a", "BE-3.10b", "BE-3.10c")
    @rule("BW-3.10a", "BW-3.10d", "BW-3.10b")
    def crowding(self, state: SeriesState, side: int) -> Crowding:
        found: Crowding | None = state.derived.get(CROWDING[side])
        if found is None:
            found = state.derived[CROWDING[side]] = self._count(state, side)
        return found

    def _count(self, state: SeriesState, side: int) -> Crowding:
        ground, combat = self._ground_stacks(state, side)
        air, based, in_flight = self._air_stacks(state, side)
        return Crowding(ground, combat, air, based, in_flight & ~ground[0] & ~based)

    def _air_stacks(self, state: SeriesState, side: int) -> AirStacks:
        found: AirStacks | None = state.derived.get(AIR_STACKS[side])
        if found is None:
            flying: list[int] = []
            landed: list[int] = []
            for block in self.units.aircraft[side]:
                hex_ = state.location[block]
                if hex_ >= 0:
                    (flying if state.flags[block] & IN_FLIGHT else landed).append(hex_)
            found = AirStacks(at_least(flying + landed), mask_of(landed), mask_of(flying))
            state.derived[AIR_STACKS[side]] = found
        return found

    def _ground_stacks(self, state: SeriesState, side: int) -> GroundStacks:
        found: GroundStacks | None = state.derived.get(GROUND_STACKS[side])
        if found is None:
            location = state.location
            combat = at_least([location[block] for block in self.units.combat[side]])
            ground = at_least([location[block] for block in self.units.support[side]], combat)
            found = state.derived[GROUND_STACKS[side]] = GroundStacks(ground, combat)
        return found

    @rule("BE-3.10a", "BE-3.10c")
    @rule("BW-3.10a", "BW-3.10d")
    def room_for(self, state: SeriesState, block: int) -> HexSet:
        """Hexes with room for one more ground unit of this kind, as far as its duties allow it to go there."""
        return self.space_for(state, block) & self.duty(state, block)

    def duty(self, state: SeriesState, block: int) -> HexSet:
        """The hexes to which a unit may go without leaving a post that its side must man."""
        return -1

    def why_bound(self, state: SeriesState, block: int) -> Refusal:
        """Why a unit must stay at its post."""
        return Refusal("BE-27.0b", "bound_to_its_post", {"block": block})

    def space_for(self, state: SeriesState, block: int) -> HexSet:
        """Hexes with space for one more ground unit of this kind."""
        crowding, limits = self.crowding(state, self.units.side[block]), self.numbers
        full = crowding.ground[limits.ground_units - 1]
        if self.units.is_combat[block]:
            full |= crowding.combat[limits.combat_units - 1]
        return ~full

    def overstacked(self, state: SeriesState, side: int) -> HexSet:
        crowding, limits = self.crowding(state, side), self.numbers
        return crowding.ground[limits.ground_units] | crowding.combat[limits.combat_units]

    def is_legal_stack(self, ground: int, combat: int) -> bool:
        return ground <= self.numbers.ground_units and combat <= self.numbers.combat_units

    # ---- airfields

    @rule("BE-3.4a", "BE-3.4c", "BE-R5")
    @rule("BW-3.4a")
    def airfields(self, state: SeriesState, power: int) -> HexSet:
        """The side's cities and fortresses that could serve this power as supply sources."""
        side = self.rules.tables.powers[power].side
        return self.board.cities & state.control[side] & self.rules.supply.sources(state, power).everything

    @rule("BE-3.4b")
    @rule("BW-3.4b")
    def free_airfields(self, state: SeriesState, block: int) -> HexSet:
        side = self.units.side[block]
        taken = self.crowding(state, side).based | state.occupied[1 - side]
        open_to_it = self.rules.powers.territory(state, block) & self.rules.powers.base_area(state, block)
        return self.airfields(state, self.units.power[block]) & ~taken & open_to_it

    # ---- TECH

    @rule("BE-3.13a", "BE-3.13b", "BE-3.13c", "BE-3.13d", "BE-6.1.1c", "BE-R70", "BE-R78", "BE-17.1a", "BE-17.1b", "BE-17.0a")
    @rule("BW-3.13a")
    def levels(self, month: int) -> tuple[tuple[int, ...], ...]:
        """The TECH levels by power and field in a month."""
        known = self._levels.get(month)
        if known is None:
            found = [list(power.tech) for power in self.rules.tables.powers]
            for rise in self.rules.tables.calendar:
                if rise.month <= month:
                    found[rise.power][rise.field] = max(found[rise.power][rise.field], rise.level)
            known = self._levels[month] = tuple(tuple(levels) for levels in found)
        return known

    def initial_levels(self) -> list[int]:
        """The TECH levels at the start, in games where they do not follow the calendar."""
        return []

    def begin_month(self, state: SeriesState, events: list[Event]) -> None:
        """Do what a new month brings about by itself."""

    def level(self, state: SeriesState, power: int, field: int) -> int:
        """The present TECH level of a power in a field."""
        return self.levels(state.month)[power][field]

    @rule("BW-3.13c")
    def tech(self, state: SeriesState, block: int) -> int:
        month, techs = self._techs
        if month != state.month:
            self._techs = month, techs = state.month, self.rules.techs(state.month)
        return techs[block]

    def tech_of_unit(self, month: int, block: int) -> int:
        level = self.levels(month)[self.units.power[block]][self.units.field[block]]
        return max(level, 2) if "shock" in self.units.tags[block] else level

    # ---- fog of war

    @rule("BE-1.3c")
    @rule("BW-1.3a")
    def faces_are_open(self) -> bool:
        """Whether everybody sees every unit."""
        return False

    # ---- frozen units

    @rule("BE-3.21a", "BE-3.21b", "BE-3.21c", "BE-3.21d", "BE-3.21e")
    @rule("BW-3.21a")
    def is_frozen(self, state: SeriesState, block: int) -> bool:
        """Whether a unit may not move: in the first turn of scenarios that begin in June 1941, or in a month the scenario names."""
        if state.phase <= self._standstills.get((state.month, state.active, block), -1):
            return True
        if state.month != self.rules.frozen_month:
            return False
        group = self.rules.tables.groups.get(self.rules.tables.facts[block].group)
        if group is None or not group.frozen:
            return False
        return group.frozen == "all" or self.units.is_ground[block]

    @rule("BE-3.21b")
    def may_not_leave(self, state: SeriesState, block: int) -> bool:
        """Whether a unit may not even retreat: one that is frozen."""
        return self.is_frozen(state, block)

    def moves_shown(self, state: SeriesState, side: int, events: list[Event]) -> None:
        """What happens because of a side's moves that have just been shown, before the hexes they passed change hands."""
        if state.partisans:
            self.rules.partisans.moves_shown(state, side, events)

    def month_begins(self, state: SeriesState) -> None:
        """What happens at the start of a month."""

    def is_surprise(self, state: SeriesState) -> bool:
        """Whether it is a first turn in which the attackers surprise the enemy."""
        return False


def _hand_over(control: list[HexSet], side: int, hexes: HexSet) -> None:
    for other in range(len(control)):
        control[other] = control[other] | hexes if other == side else control[other] & ~hexes
