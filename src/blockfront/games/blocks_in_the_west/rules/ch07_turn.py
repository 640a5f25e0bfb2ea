"""Chapter 7 in the West: rail moves, zones, retreats, motorised infantry with armour, the surrender of powers."""

from blockfront.blocks import effects
from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.sides import audience
from blockfront.games.blocks_in_the_west.rules.ch03_definitions import WesternDefinitions
from blockfront.games.blocks_in_the_west.rules.ch04_supply import WesternSupply
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.actions import BlitzMove
from blockfront.games.blocks_series.events import Starved
from blockfront.games.blocks_series.rules.ch07_turn.p04_strategic_rail import StrategicRail
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.rules.ch07_turn.p06_air import AirOperations
from blockfront.games.blocks_series.rules.ch07_turn.p07_losses import Losses
from blockfront.games.blocks_series.rules.ch07_turn.p07_retreats import Retreats
from blockfront.games.blocks_series.rules.ch07_turn.p08_blitz import Blitz
from blockfront.games.blocks_series.rules.ch08_zones_of_control import ZonesOfControl
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import BLITZED, MARKED, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.sides import Sides, both_ways, without

MOTOR_TECH = 2  # from this level on motorised infantry follows and exploits like armour


class WesternZones(ZonesOfControl):
    """Zones of control in the West: neutrals have none."""

    @rule("BW-3.19a", "BW-6.6g", "BW-8.0c", "BW-R119")
    def exerting(self, state: SeriesState, side: int, hexes: HexSet) -> HexSet:
        """Neutral units have no zone of control, and zones do not extend into neutral land."""
        found = super().exerting(state, side, hexes)
        return found & ~self.rules.definitions.neutral_land(state) if state.neutral else found

    def _around(self, state: SeriesState, side: int, hexes: HexSet) -> HexSet:
        found = super()._around(state, side, hexes)
        return found & ~self.rules.definitions.neutral_land(state) if state.neutral else found


class WesternRail(StrategicRail):
    """Rail moves in the West: broken bridges, neutral powers."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        rivers = rules.scenario.closed_rails
        self._shut = tuple(self._crossings(rivers.get(name, ())) for name in rules.sides)

    def _crossings(self, names: tuple[str, ...]) -> Sides:
        rivers = [river for river in self.board.map.rivers if river.name in names]
        return both_ways(self.board.grid, (side for river in rivers for side in river.sides))

    def tracks(self, state: SeriesState, side: int) -> Sides:
        """Trains do not cross rivers whose bridges are destroyed."""
        return without(super().tracks(state, side), self._shut[side])

    @rule("BW-7.4c", "BW-R96", "BW-R119")
    def closed_to_trains(self, state: SeriesState, side: int) -> HexSet:
        """Units of neutral powers do not stop trains that pass them."""
        if not state.neutral:
            return super().closed_to_trains(state, side)
        return self.board.around(state.occupied[1 - side] & ~self.rules.definitions.neutral_land(state))


class WesternMovement(Movement):
    """Movement in the West: who stops a unit."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.west = western(self.board)

    @rule("BW-7.5.3i")
    def goes_on(self, state: SeriesState, block: int) -> bool:
        """In the West any enemy unit stops a ground unit, even aircraft on the ground."""
        return not self.west >> state.location[block] & 1 and super().goes_on(state, block)


class WesternAir(AirOperations):
    """Air missions in the West: clouds and spared cities."""

    @rule("BW-7.5.2b", "BW-7.6a")
    def may_fight(self, state: SeriesState, block: int) -> bool:
        """In some months clouds keep the air units of a side from fighting."""
        grounded = any(month == state.month and self.units.side[block] in sides for month, sides in self.rules.scenario.no_missions)
        return not grounded and super().may_fight(state, block)

    @rule("BW-5.1l")
    def missions(self, state: SeriesState, block: int, hexes: HexSet) -> HexSet:
        """Air units do not attack spared cities; they may still defend hexes of their own side."""
        found = super().missions(state, block, hexes)
        if self.units.side[block] != state.active:
            return found
        definitions = self.rules.definitions
        return found & ~definitions.spared_cities(state, block) if isinstance(definitions, WesternDefinitions) else found


class WesternRetreats(Retreats):
    """Retreats in the West."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.west = western(self.board)

    @rule("BW-6.1.1d", "BW-6.6f", "BW-R25")
    def options(self, state: SeriesState, block: int) -> list[Action]:
        return [] if self.units.is_work[block] else super().options(state, block)

    @rule("BW-7.7.14a", "BW-7.7.14b", "BW-7.7.15a", "BW-7.7.15b", "BW-7.7.15c", "BW-7.7.17a", "BW-R36", "BW-29.0h")
    def hexes(self, state: SeriesState, block: int) -> HexSet:
        """A unit may retreat to any hex from which it can reach supply, or with own units or a city, whoever controls the hex."""
        side, origin = self.units.side[block], state.location[block]
        if not self.west >> origin & 1:
            return super().hexes(state, block)
        enemy = 1 - side
        near = self.board.neighbours(origin) & self.rules.powers.territory(state, block) & ~state.occupied[enemy]
        near &= ~self.rules.zones.zone(state, enemy) & self.rules.definitions.room_for(state, block)
        near &= ~self.rules.movement.barred(state, block) & ~self.rules.definitions.neutral_land(state)
        near &= ~self.rules.partisans.hexes(state, side)
        if not near:
            return 0
        own = state.occupied[side] | self.board.cities & state.control[side]
        supply = self.rules.supply
        assert isinstance(supply, WesternSupply)
        return near & (own | supply.retreat_ways(state, side, self.units.power[block], origin))


class WesternBlitz(Blitz):
    """Motorised infantry that follows armour."""

    @rule("BW-6.1.6b", "BW-6.1.6c", "BW-7.10a")
    def is_able(self, state: SeriesState, block: int) -> bool:
        """Motorised infantry exploits from TECH 2 on, but never blitzes by itself."""
        return self._is_motorised(state, block) or super().is_able(state, block)

    def _is_motorised(self, state: SeriesState, block: int) -> bool:
        return self.units.is_motorised[block] and self.rules.definitions.tech(state, block) >= MOTOR_TECH

    @rule("BW-6.1.6d", "BW-7.8a")
    def movers(self, state: SeriesState, side: int) -> list[int]:
        return [block for block in super().movers(state, side) if not self.units.is_motorised[block]]

    @rule("BW-6.1.6d", "BW-7.8c", "BW-R30")
    def followers(self, state: SeriesState, side: int, hex_: int) -> list[Action]:
        """Motorised infantry follows the armour with which it fought, as artillery and aircraft do."""
        found = super().followers(state, side, hex_)
        origins = {state.fought_at[b] for b in self.rules.fire.units_at(state, hex_, side) if state.flags[b] & BLITZED}
        for block in self.units.motorised[side]:
            here = state.location[block]
            if here < 0 or here == hex_ or state.flags[block] & (BLITZED | MARKED) or state.fought_at[block] not in origins:
                continue
            if self._is_motorised(state, block) and self.targets(state, block) >> hex_ & 1:
                found.append(BlitzMove(block, hex_))
        return found

    @rule("BW-7.10a", "BW-7.10b")
    def exploiters(self, state: SeriesState, side: int) -> list[int]:
        movement = self.rules.movement
        able = [b for b in self.units.motorised[side] if state.location[b] >= 0 and not state.flags[b] & MARKED]
        able = [b for b in able if self._is_motorised(state, b) and self.may_exploit(state, b)]
        ready = [b for b in able if movement.may_move(state, b)]
        return sorted([*super().exploiters(state, side), *ready])


class WesternLosses(Losses):
    """The surrender of powers in the West."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.west = western(self.board)

    @rule("BW-5.0c", "BW-5.0d")
    def disarm(self, state: SeriesState, power: int, events: list[Event]) -> None:
        """When a power surrenders, units with a zero step are reduced to it and others removed for points; the enemy takes its land."""
        home = self.rules.powers.homelands[power]
        if not home & self.west or self.keeps_its_land(state, power):
            super().disarm(state, power, events)
            return
        for block in range(len(self.order)):
            if self.units.power[block] != power or state.location[block] < 0:
                continue
            if self.units.has_zero[block]:
                self._fall_silent(state, block, events)
            else:
                self.rules.production.reward(state, block)
                self.remove_for_good(state, block)
        self.hand_over(state, power, events)

    def _fall_silent(self, state: SeriesState, block: int, events: list[Event]) -> None:
        if state.steps[block] > 1:
            effects.set_steps(state, block, 1)
            events.append(Starved(block=block, hex=state.location[block], seen_by=audience(self.units.side[block])))

    @rule("BW-5.0e", "BW-5.0f", "BW-36.0d", "BW-R12", "BW-R117", "BW-R116")
    def hand_over(self, state: SeriesState, power: int, events: list[Event]) -> None:
        """All hexes of a power go to the enemy, except those with units of its allies; sites that nobody entered stay intact.

        A republic on land that its patron holds, as that of Salò, has none to hand over.
        """
        side = self.rules.tables.powers[power].side
        home = self.rules.powers.homelands[power] if self.rules.tables.powers[power].nation else 0
        land = home & state.control[side] & ~state.occupied[side]
        wrecked, razed = state.wrecked, state.razed
        self.rules.definitions.capture(state, 1 - side, land, events)
        state.wrecked, state.razed = wrecked, razed

