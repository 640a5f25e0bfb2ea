"""Section 13.8.1.2: the chain of radar stations along the Channel."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.sides import audience
from blockfront.games.blocks_series.loading.data_model import NO_FIRE
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import YELLOW, Production
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_AIR, AIR_TO_GROUND, Fire, FireContext
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import RADAR_FULL, RADAR_OUT, RADAR_SOME, StrategicWarfare
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import IN_FLIGHT, SeriesState
from blockfront.games.blocks_series.strategic_actions import RestoreRadar
from blockfront.games.blocks_series.strategic_events import RadarContact, RadarRestored
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members
from blockfront.maps.model import folded

STATIONS: Final = ("Ventnor", "Poling", "Pevensey", "Rye", "Dover", "Dunkirk (Kent)")  # in order along the coast
OWNER: Final = "uk"
COUNTRY: Final = "GB"
RADAR_TECH: Final = 2
PRICE: Final = 1
NOBODY: Final = -1  # a power that is not in this game


class RadarNetwork(StrategicWarfare):
    """How well the chain works, and whom it guides."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.stations = tuple(self.board.hex(place) for place in STATIONS if folded(place) in self.board.map.names)
        owners = [number for number, power in enumerate(rules.tables.powers) if power.id == OWNER]
        self.radar_power = owners[0] if owners else NOBODY
        self.radar_side = rules.tables.powers[self.radar_power].side if owners else NOBODY
        self.britain = self._country()

    @rule("BW-13.8.1.2e")
    def _country(self) -> HexSet:
        """The hexes of Great Britain and its islands."""
        return self.board.nation(COUNTRY) & self.board.map.playable_mask

    @rule("BW-13.8.1.2d", "BW-13.8.1.2f", "BW-13.8.1.2g", "BW-13.8.1.2h", "BW-R64")
    def radar(self, state: SeriesState) -> int:
        """How well radar works: in full, in part if two neighbouring stations work, or not at all."""
        if not self.stations:
            return super().radar(state)
        works = [not state.silenced >> number & 1 for number in range(len(self.stations))]
        if works and all(works):
            return RADAR_FULL
        return RADAR_SOME if any(first and second for first, second in pairwise(works)) else RADAR_OUT

    @rule("BW-13.8.1.2f", "BW-R126")
    def guides(self, state: SeriesState, hex_: int, block: int) -> bool:
        """Whether radar guides a fighter in this hex: a British one over Great Britain while radar works."""
        if self.units.power[block] != self.radar_power or not self.units.is_fighter[block] or not self.britain >> hex_ & 1:
            return False
        return self.radar(state) != RADAR_OUT

    @rule("BW-13.8.1.2f")
    def spot(self, state: SeriesState, hex_: int, blocks: Sequence[int]) -> bool:
        """While the whole chain works, the British identify enemy aircraft over Great Britain."""
        if not self.britain >> hex_ & 1 or self.radar(state) != RADAR_FULL:
            return super().spot(state, hex_, blocks)
        state.spotted |= mask_of(blocks)
        return True

    @rule("BW-13.8.1.2f")
    def watch(self, state: SeriesState, events: list[Event]) -> None:
        """Show the British the enemy aircraft that have flown into Great Britain, if radar spots them."""
        if not self.stations or state.active == self.radar_side:
            super().watch(state, events)
            return
        flying = [b for b in self.units.aircraft[state.active] if state.flags[b] & IN_FLIGHT and state.location[b] >= 0]
        for hex_ in members(mask_of(state.location[block] for block in flying)):
            there = [block for block in flying if state.location[block] == hex_]
            if self.spot(state, hex_, there):
                contact = tuple((block, state.steps[block]) for block in there)
                events.append(RadarContact(hex=hex_, blocks=contact, seen_by=audience(self.radar_side)))


class RadarLosses(Definitions):
    """Stations are lost with their hex."""

    @rule("BW-13.8.1.2j")
    def capture(self, state: SeriesState, side: int, hexes: HexSet, events: list[Event]) -> None:
        """Stations that the enemy captures are destroyed."""
        super().capture(state, side, hexes, events)
        network = self.rules.strategic
        if isinstance(network, RadarNetwork) and side != network.radar_side:
            for number, hex_ in enumerate(network.stations):
                state.silenced |= (hexes >> hex_ & 1) << number


class RadarFire(Fire):
    """British fighters fire better with radar."""

    @rule("BW-13.8.1.2f", "BW-13.8.1.2g", "BW-13.8.1.2h", "BW-R64", "BW-R126")
    def lowest(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        """Over Great Britain radar gives British fighters at least the firepower of TECH 2."""
        found = super().lowest(state, context, step, block)
        if step not in (AIR_TO_AIR, AIR_TO_GROUND) or self.rules.definitions.tech(state, block) >= RADAR_TECH:
            return found
        if not self.rules.strategic.guides(state, context.hex, block):
            return found
        kind = self.units.kind[block]
        guided = kind.air[RADAR_TECH] if step == AIR_TO_AIR else kind.attack[RADAR_TECH]
        return guided if guided >= NO_FIRE else max(self.best_firepower(), guided - self.bonuses(state, context, step, block))


class RadarProduction(Production):
    """Restoring a station."""

    @rule("BW-13.8.1.2k", "BW-32.4a", "BW-R64")
    def projects(self, state: SeriesState, side: int) -> list[Action]:
        """A station that is out may be restored for a yellow point, if its hex is held."""
        found, network = super().projects(state, side), self.rules.strategic
        if not state.silenced or not isinstance(network, RadarNetwork) or side != network.radar_side:
            return found
        if not self.can_pay(state, network.radar_power, PRICE, (YELLOW,)):
            return found
        held = state.control[side]
        out = [number for number, hex_ in enumerate(network.stations) if state.silenced >> number & 1 and held >> hex_ & 1]
        return found + [RestoreRadar(number) for number in out]

    def undertake(self, state: SeriesState, action: Action, events: list[Event]) -> None:
        network = self.rules.strategic
        if not isinstance(action, RestoreRadar) or not isinstance(network, RadarNetwork):
            super().undertake(state, action, events)
            return
        self.pay(state, network.radar_power, PRICE, (YELLOW,))
        state.silenced &= ~(1 << action.station)
        events.append(RadarRestored(hex=network.stations[action.station]))
