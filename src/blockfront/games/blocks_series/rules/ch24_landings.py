"""Chapter 24: amphibious landings. There are none unless an option, a scenario or a title's advanced game adds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.actions import Ship
from blockfront.games.blocks_series.loading.data_model import FIELDS
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import ANTI_AIRCRAFT, ARTILLERY, GROUND, Fire, FireContext
from blockfront.games.blocks_series.rules.ch13_headquarters import LANDING
from blockfront.games.blocks_series.rules.ch18_sea import Crossing
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.rules.stacking import relocate
from blockfront.games.blocks_series.sea_actions import Hold, Land, PlaceMulberry, Reembark
from blockfront.games.blocks_series.state import EXPLOITATION, GOOD, IN_FLIGHT, MARKED, MOVED, MOVEMENT, NO_BLOCK, NO_HEX, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

if TYPE_CHECKING:
    from blockfront.games.blocks_series.ruleset import Rules

RANGE: Final = 5
PRICES: Final = ((5, 1), (10, 2), (15, 3), (20, 4))  # (greatest distance in hexes, action points)
LANDING_TECH: Final = 2
EXPERT_TECH: Final = 3
NAVAL: Final = FIELDS.index("naval")
NO_WAVE, FIRST_WAVE, SECOND_WAVE = range(3)
SPENT: Final = 99  # movement points used by a unit that may go no farther
BARRED_TERRAIN: Final = ("mountain", "forest", "hill")


class Landings(Chapter):
    """A game without landings."""

    def is_played(self) -> bool:
        return False

    def has_waves(self) -> bool:
        """Whether the first rounds of landings come before all other battles, and a second wave follows them."""
        return False

    def may_command(self, state: SeriesState, hq: int) -> bool:
        """Whether a headquarters can order landings now."""
        return False

    def orders(self, state: SeriesState, hq: int) -> list[Action]:
        """Landings that a headquarters may order, and units it may hold for the second wave."""
        return []

    def land(self, state: SeriesState, action: Land) -> Crossing:
        raise TypeError("nobody lands in this game")

    def hold(self, state: SeriesState, action: Hold) -> None:
        raise TypeError("nobody waits in this game")

    def hexes(self, state: SeriesState) -> HexSet:
        """Hexes in which units of the active side are landing or have landed in this turn."""
        return 0

    def is_landing(self, state: SeriesState, block: int) -> bool:
        return False

    def hurt(self, state: SeriesState) -> list[int]:
        """Units that take a hit because the coast they have just reached is difficult."""
        return []

    def ashore(self, state: SeriesState, events: list[Event]) -> None:
        """What follows at once when units have come ashore, whether they have to fight for the beach or not."""

    def second_wave(self, state: SeriesState) -> list[Action]:
        """Landings of units on hold."""
        return []

    def reembarkations(self, state: SeriesState, block: int) -> list[Action]:
        """The ways for a landed unit to go back to the ships."""
        return []

    def reembark(self, state: SeriesState, action: Reembark) -> Crossing:
        raise TypeError("nobody embarks in this game")

    def follow_ups(self, state: SeriesState, hq: int) -> list[Action]:
        """Armour that a headquarters may send over the sea after a landing."""
        return []

    def harbours(self, state: SeriesState) -> list[Action]:
        """Artificial harbours that can be placed now."""
        return []

    def place_harbour(self, state: SeriesState, action: PlaceMulberry, events: list[Event]) -> None:
        raise TypeError("there are no artificial harbours in this game")

    def why_not(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        return Refusal("BW-24.0a", "cannot_land") if isinstance(action, Land | Hold | Reembark) else None


class AmphibiousLandings(Landings):
    """Landings as the chapter has them."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        board = self.board
        self.shoals = board.theatre("shoals")
        self.barred = tuple(board.terrain[kind] for kind in self.barred_terrain())
        self.facing = self._facing_beaches()

    def barred_terrain(self) -> tuple[str, ...]:
        """Terrain on which only experts can land."""
        return BARRED_TERRAIN

    @rule("BW-24.1a", "BW-R55", "BW-R57")
    def _facing_beaches(self) -> dict[int, HexSet]:
        """The beaches opposite each port."""
        areas = [area for area in self.board.map.areas.values() if area.kind == "facing_beaches"]
        ports = {_slug(port.name): port.hex for port in self.board.map.ports}
        return {ports[area.id.removeprefix("facing_")]: self.board.area(area.id) for area in areas}

    def facing_beaches(self, state: SeriesState, port: int) -> HexSet:
        """The beaches opposite a port in this month."""
        return self.facing.get(port, 0)

    def has_waves(self) -> bool:
        return True

    # ---- who lands

    @rule("BW-24.0c", "BW-13.8.4a", "BW-24.0e", "BW-R83", "BW-R105")
    def may_command(self, state: SeriesState, hq: int) -> bool:
        """Naval headquarters may, and high commands activated earlier, while they have action points."""
        headquarters = self.rules.headquarters
        if state.phase != MOVEMENT or state.location[hq] < 0 or LANDING not in self.units.staff[hq].actions:
            return False
        return headquarters.points_left(state, hq) > 0 and headquarters.is_able_to(state, hq, LANDING)

    @rule("BW-24.0d", "BW-24.5c")
    def naval_tech(self, state: SeriesState, hq: int) -> int:
        """The TECH level of a headquarters' fleet."""
        return self.rules.definitions.level(state, self.units.power[hq], NAVAL)

    @rule("BE-24.0a", "BW-24.0a", "BW-14.0a")
    def is_trained(self, block: int) -> bool:
        """Whether a unit is trained for a coast: marines for any, regular infantry for beaches."""
        return self.units.is_marine[block] or self.units.type[block] == "infantry"

    @rule("BW-24.1b", "BW-24.1c", "BW-R130")
    def is_ready(self, state: SeriesState, block: int) -> bool:
        """Whether a unit is ready: in a harbour since the turn began, fully supplied, and has not acted."""
        hex_ = state.location[block]
        if hex_ < 0 or not self.units.is_ground[block] or self.units.is_work[block] or self.units.is_fixed[block]:
            return False
        if state.flags[block] & (MARKED | IN_FLIGHT | MOVED) or (state.travelled | state.holding | state.active_hqs) >> block & 1:
            return False
        if not self.launches(state, self.units.power[block]) >> hex_ & 1 or self.units.is_static[block]:
            return False
        return not self.rules.definitions.is_frozen(state, block)

    @rule("BW-11.3c", "BW-14.0b")
    def launches(self, state: SeriesState, power: int) -> HexSet:
        """Harbours from which landings can start and to which they can return: those outside shoals."""
        return self.rules.sea.harbours(state, power) & ~self.shoals

    @rule("BE-24.0b", "BW-24.1d")
    def may_invade(self, state: SeriesState, block: int) -> bool:
        """Whether a unit may invade: at full strength, of the right kind and TECH."""
        if not self.is_trained(block) or state.steps[block] < self.units.full[block]:
            return False
        return self.rules.definitions.tech(state, block) >= LANDING_TECH and self.rules.movement.may_attack(state, block)

    def tech(self, state: SeriesState, block: int, hex_: int) -> int:
        """The TECH level that counts for a unit at a target."""
        return self.rules.definitions.tech(state, block)

    def is_marine(self, state: SeriesState, block: int, hex_: int) -> bool:
        """Whether a unit lands as marines at a target."""
        return self.units.is_marine[block]

    # ---- where

    @rule("BW-24.1f", "BW-24.3a", "BW-11.3c", "BW-14.0b")
    def hurdles(self, state: SeriesState, hex_: int) -> int:
        """What makes a coast difficult, so that only experts can land there: shoals, rough terrain, a major city."""
        terrain = any(hexes >> hex_ & 1 for hexes in self.barred)
        return int(self.shoals >> hex_ & 1) + int(terrain) + int(self.board.majors >> hex_ & 1)

    @rule("BE-24.0b", "BW-24.1e", "BW-9.2b", "BW-R127")
    def is_fair(self, state: SeriesState, hex_: int) -> bool:
        """Whether the weather of a coast allows landings."""
        return self.rules.weather.at(state, hex_) == GOOD

    def forbidden(self, state: SeriesState) -> HexSet:
        """Coasts whose fortifications prevent any landing."""
        return 0

    @rule("BW-24.0b", "BW-24.1a", "BW-24.1g", "BW-24.8a", "BW-24.8b", "BW-R57", "BW-14.0a")
    def price(self, state: SeriesState, block: int, port: int, hex_: int) -> int:
        """The action points for a landing, 0 if out of reach: greater distances need expert marines and more points."""
        if self.facing_beaches(state, port) >> hex_ & 1:
            return 1
        if not self.is_marine(state, block, hex_):
            return 0
        for distance, points in PRICES:
            if self.rules.sea.sailed(state, port, distance) >> hex_ & 1:
                return points if points == 1 or self.tech(state, block, hex_) >= EXPERT_TECH else 0
        return 0

    @rule("BW-24.0a", "BW-24.1e", "BW-24.1f", "BW-24.3a", "BW-24.8c")
    def targets(self, state: SeriesState, block: int) -> dict[int, int]:
        """Coasts that a unit could invade from its port, with the action points for each."""
        port, side = state.location[block], self.units.side[block]
        reach = PRICES[-1][0] if self.tech(state, block, port) >= EXPERT_TECH else RANGE
        coast = self.rules.sea.sailed(state, port, reach) | self.facing_beaches(state, port)
        coast &= self.board.map.playable_mask & self.rules.theatre & ~state.control[side] & ~self.forbidden(state)
        coast &= self.rules.powers.territory(state, block) & self.rules.powers.attack_zone(state, block) & self.room(state, block)
        found: dict[int, int] = {}
        for hex_ in members(coast):
            hurdles = self.hurdles(state, hex_)
            expert = self.is_marine(state, block, hex_) and self.tech(state, block, hex_) >= EXPERT_TECH
            price = self.price(state, block, port, hex_)
            if price and hurdles <= int(expert) and self.is_fair(state, hex_):
                found[hex_] = price
        return found

    @rule("BW-24.6c", "BW-3.10a")
    def room(self, state: SeriesState, block: int) -> HexSet:
        """Hexes with room for one more landing unit."""
        return self.rules.definitions.room_for(state, block)

    # ---- the first wave

    @rule("BW-24.5d", "BW-R54", "BW-24.0d")
    def orders(self, state: SeriesState, hq: int) -> list[Action]:
        """Landings that a headquarters has the points for, and units that it may hold for the second wave."""
        if not self.may_command(state, hq):
            return []
        headquarters, points = self.rules.headquarters, self.rules.headquarters.points_left(state, hq)
        mine = [b for b in self.units.ground[self.units.side[hq]] if headquarters.is_subordinate(hq, b) and self.is_ready(state, b)]
        idle = [block for block in mine if not state.spent[block]]
        found: list[Action] = []
        for block in idle:
            if self.may_invade(state, block) and self.may_lead(state, hq, block):
                found += [Land(block, to, hq) for to, price in self.targets(state, block).items() if price <= points]
        if self.may_hold(state, hq):
            found += [Hold(hq, block) for block in idle]
        return found

    @rule("BW-24.0d")
    def may_hold(self, state: SeriesState, hq: int) -> bool:
        """Whether a fleet can carry a second wave: from TECH 2 on."""
        return self.has_waves() and self.naval_tech(state, hq) >= LANDING_TECH

    @rule("BW-24.0d", "BW-24.5c", "BW-13.8.1.1m")
    def may_lead(self, state: SeriesState, hq: int, block: int) -> bool:
        """Whether a headquarters can order one more landing: a fleet of TECH 1 lands only one unit."""
        return self.naval_tech(state, hq) >= LANDING_TECH or not any(order[0] == hq and order[1] == LANDING for order in state.orders)

    @rule("BW-24.5d", "BW-24.8b", "BW-R43", "BW-R54")
    def land(self, state: SeriesState, action: Land) -> Crossing:
        """Send the unit to its beach and note the danger of its passage."""
        block, port = action.block, state.location[action.block]
        if action.hq != NO_BLOCK:
            for _ in range(self.price(state, block, port, action.to)):
                self.rules.headquarters.give_order(state, action.hq, LANDING, block)
        crossing = self.rules.sea.crossing(state, self.units.power[block], port, action.to, is_landing=True)
        if state.control[self.units.side[block]] >> action.to & 1:
            state.disembarked |= 1 << block
        relocate(self.units, state, block, action.to)
        state.entered[block] = NO_HEX
        state.flags[block] |= MOVED
        state.spent[block] = SPENT
        state.holding &= ~(1 << block)
        state.landings.append((block, action.to, port))
        return crossing

    @rule("BW-24.5d", "BW-R54")
    def hold(self, state: SeriesState, action: Hold) -> None:
        self.rules.headquarters.give_order(state, action.hq, LANDING, action.block)
        state.holding |= 1 << action.block
        state.spent[action.block] = SPENT

    def hexes(self, state: SeriesState) -> HexSet:
        return mask_of(to for block, to, _ in state.landings if state.location[block] == to)

    def is_landing(self, state: SeriesState, block: int) -> bool:
        return any(unit == block and state.location[block] == to for unit, to, _ in state.landings)

    @rule("BE-24.0i", "BW-24.3a")
    def hurt(self, state: SeriesState) -> list[int]:
        """The expert units that have just landed on a difficult coast: each takes a hit."""
        here = [(block, to) for block, to, _ in state.landings if state.location[block] == to and state.flags[block] & MOVED]
        return [block for block, to in here if self.hurdles(state, to)]

    # ---- the second wave

    @rule("BW-24.5e", "BW-24.5f", "BW-24.5g", "BW-24.5h", "BW-R130", "BW-24.0c")
    def second_wave(self, state: SeriesState) -> list[Action]:
        found: list[Action] = []
        for block in members(state.holding):
            if state.location[block] >= 0:
                hexes = self.secured(state, block) | self.contested(state, block) | mask_of(self.second_invasions(state, block))
                found += [Land(block, to) for to in members(hexes)]
        return found

    @rule("BW-24.5g", "BW-24.5h", "BW-R130")
    def secured(self, state: SeriesState, block: int) -> HexSet:
        """Friendly coasts without enemies, with marines or paratroops in or next to them: any unit on hold may land there."""
        return self.within_reach(state, block) & self.friendly_shore(state, block)

    def within_reach(self, state: SeriesState, block: int) -> HexSet:
        """Coasts that a unit on hold can reach from its port."""
        port = state.location[block]
        return self.rules.sea.sailed(state, port, RANGE) | self.facing_beaches(state, port)

    @rule("BW-24.5g", "BW-24.7b")
    def friendly_shore(self, state: SeriesState, block: int) -> HexSet:
        """A side's coasts without enemies, with marines or paratroops in or next to them and room for a unit."""
        side = self.units.side[block]
        vanguard = [b for b in self.units.ground[side] if self.units.is_marine[b] or self.units.is_paratroop[b]]
        held = mask_of(state.location[b] for b in vanguard if state.location[b] >= 0 and not state.holding >> b & 1)
        covered = (held | self.board.watch_from(held)) & ~(1 << state.location[block])
        found = self.rules.sea.coast() & covered & state.control[side] & ~state.occupied[1 - side] & self.rules.theatre
        return found & self.board.map.playable_mask & self.room(state, block) & self.rules.powers.territory(state, block)

    # ---- armour by sea

    @rule("BW-24.7a", "BW-24.7b")
    def follow_ups(self, state: SeriesState, hq: int) -> list[Action]:
        """In the exploitation after a successful landing, an armour headquarters may send armour there from any port."""
        side, headquarters = self.units.side[hq], self.rules.headquarters
        if state.phase != EXPLOITATION or self.units.staff[hq].leads != "armour" or headquarters.points_left(state, hq) <= 0:
            return []
        if not self.hexes(state) & state.beachheads & state.control[side] or state.location[hq] < 0:
            return []
        reach = headquarters.reach(state, hq)
        kin = [b for b in self.units.ground[side] if self.units.nation[b] == self.units.nation[hq] and b != hq]
        mine = [block for block in kin if self.may_follow(state, block, reach)]
        return [Ship(hq, block, to) for block in mine for to in members(self._shores(state, block))]

    def may_follow(self, state: SeriesState, block: int, reach: HexSet) -> bool:
        """Whether a unit is armour in supply, in a harbour, that has not moved in this phase."""
        hex_ = state.location[block]
        if hex_ < 0 or not reach >> hex_ & 1 or state.spent[block] or state.flags[block] & MARKED:
            return False
        idle = not (state.active_hqs | state.reserve | state.motorised) >> block & 1
        return idle and self.rules.blitz.is_able(state, block) and bool(self.launches(state, self.units.power[block]) >> hex_ & 1)

    def _shores(self, state: SeriesState, block: int) -> HexSet:
        power, port = self.units.power[block], state.location[block]
        shore = members(self.friendly_shore(state, block) & ~self.shoals)
        return mask_of(hex_ for hex_ in shore if self.rules.sea.may_sail(state, power, port, hex_))

    @rule("BW-24.5f")
    def contested(self, state: SeriesState, block: int) -> HexSet:
        """Beaches of the first wave that are still fought over: marines may join there."""
        if not self.units.is_marine[block]:
            return 0
        port = state.location[block]
        near = self.rules.sea.sailed(state, port, RANGE) | self.facing_beaches(state, port)
        fought = self.hexes(state) & state.occupied[0] & state.occupied[1] & mask_of(fight[0] for fight in state.paused)
        return near & fought & self.room(state, block)

    @rule("BW-24.5f", "BW-24.5g", "BW-R130")
    def second_invasions(self, state: SeriesState, block: int) -> list[int]:
        """New coasts for units at full strength: marines any in range, other combat units beaches that face their port."""
        if not self.units.is_combat[block] or state.steps[block] < self.units.full[block]:
            return []
        if self.rules.definitions.tech(state, block) < LANDING_TECH or not self.rules.movement.may_attack(state, block):
            return []
        fought = mask_of(fight[0] for fight in state.paused)
        facing = self.facing_beaches(state, state.location[block])
        found = {hex_ for hex_, price in self.targets(state, block).items() if price == 1 and not fought >> hex_ & 1}
        if self.units.is_armour[block]:
            found = {hex_ for hex_ in found if not self.has_ground_units(state, hex_, 1 - self.units.side[block])}
        return sorted(hex_ for hex_ in found if self.units.is_marine[block] or facing >> hex_ & 1)

    def has_ground_units(self, state: SeriesState, hex_: int, side: int) -> bool:
        return any(self.units.is_ground[block] for block in self.rules.fire.units_at(state, hex_, side))

    # ---- back to the ships

    @rule("BE-24.0f", "BW-24.1k", "BW-24.1l", "BW-R82")
    def reembarkations(self, state: SeriesState, block: int) -> list[Action]:
        """Marines that landed this turn may go back to a friendly port in range, for an action point of a headquarters."""
        if not self.units.is_marine[block] or not self.is_landing(state, block):
            return []
        able = [hq for hq in self.units.headquarters[self.units.side[block]] if self.may_recall(state, hq, block)]
        if not able:
            return []
        origin = state.location[block]
        start = next(port for unit, _, port in state.landings if unit == block)
        harbours = self.launches(state, self.units.power[block]) & self.rules.definitions.room_for(state, block)
        near = mask_of(port for port in members(harbours) if port == start or self.rules.sea.sailed(state, port, RANGE) >> origin & 1)
        return [Reembark(hq, block, to) for hq in able for to in members(near)]

    def may_recall(self, state: SeriesState, hq: int, block: int) -> bool:
        """Whether a headquarters that orders landings has a point left to recall one of its units."""
        headquarters = self.rules.headquarters
        if state.location[hq] < 0 or not state.active_hqs >> hq & 1 or headquarters.points_left(state, hq) <= 0:
            return False
        return LANDING in self.units.staff[hq].actions and headquarters.is_subordinate(hq, block)

    @rule("BE-24.0f", "BW-24.1k", "BW-24.1l", "BW-R43")
    def reembark(self, state: SeriesState, action: Reembark) -> Crossing:
        """Send the unit back to the port for an action point; it has already lost its step."""
        origin = state.location[action.block]
        self.rules.headquarters.give_order(state, action.hq, LANDING, action.block)
        crossing = self.rules.sea.crossing(state, self.units.power[action.block], origin, action.to, is_landing=True)
        relocate(self.units, state, action.block, action.to)
        return crossing

    def why_not(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        if not isinstance(action, Land | Hold | Reembark):
            return None
        if not 0 <= action.block < len(self.order) or self.units.side[action.block] != side:
            return Refusal("BE-3.1a", "not_your_unit")
        if isinstance(action, Reembark):
            return Refusal("BW-24.1k", "cannot_reembark", {"block": action.block})
        if isinstance(action, Hold):
            return Refusal("BW-24.5d", "cannot_hold", {"block": action.block})
        if not self.board.is_hex(action.to):
            return Refusal("BE-7.5.4a", "no_such_hex")
        return self._why_not_there(state, action)

    def _why_not_there(self, state: SeriesState, action: Land) -> Refusal:
        """The first condition for a landing that is not met."""
        block, facts = action.block, {"block": action.block, "hex": action.to}
        if not self.is_fair(state, action.to):
            return Refusal("BW-24.1e", "landing_weather", facts)
        if action.hq != NO_BLOCK and not self.is_ready(state, block):
            return Refusal("BW-24.1b", "not_ready_to_land", facts)
        if action.hq != NO_BLOCK and not self.may_invade(state, block):
            return Refusal("BW-24.1d", "unfit_to_land", facts)
        expert = self.is_marine(state, block, action.to) and self.tech(state, block, action.to) >= EXPERT_TECH
        if self.hurdles(state, action.to) > int(expert):
            return Refusal("BW-24.1f", "coast_is_barred", facts)
        if action.hq == NO_BLOCK:
            return Refusal("BW-24.5g", "coast_out_of_reach", facts)
        return self._why_not_in_first_wave(state, action, facts)

    def _why_not_in_first_wave(self, state: SeriesState, action: Land, facts: dict[str, int]) -> Refusal:
        """Of a headquarters' landing, for which coast, weather and unit are fit."""
        block, to, there = action.block, action.to, 1 << action.to
        if state.control[self.units.side[block]] & there:
            return Refusal("BW-24.0a", "coast_is_ours", {"hex": to})
        if self.forbidden(state) & there:
            return Refusal("BW-24.2a", "coast_is_closed", {"hex": to})
        if not self.rules.powers.territory(state, block) & self.rules.powers.attack_zone(state, block) & there:
            return Refusal("BE-5.3b", "not_its_territory", facts)
        if not self.room(state, block) & there:
            return Refusal("BE-3.10a", "hex_full", {"hex": to})
        if not (self.orders_landings(action.hq, block) and self.may_command(state, action.hq)):
            return Refusal("BW-24.0c", "no_landing_order", {"block": block})
        price = self.price(state, block, state.location[block], to)
        if not price:
            return Refusal("BW-24.1g", "coast_too_far" if self.is_marine(state, block, to) else "coast_not_facing", facts)
        if price > self.rules.headquarters.points_left(state, action.hq):
            return Refusal("BW-24.8b", "landing_too_dear", {"hex": to, "hq": action.hq, "points": price})
        return Refusal("BW-24.1g", "coast_out_of_reach", facts)

    def orders_landings(self, hq: int, block: int) -> bool:
        """Whether a headquarters could order landings of a unit."""
        return hq in self.units.headquarters[self.units.side[block]] and self.rules.headquarters.is_subordinate(hq, block)


class LandingFire(Fire):
    """How landing units fight in the first round."""

    @rule("BE-24.0e", "BW-24.1j")
    def maluses(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        found = super().maluses(state, context, step, block)
        if not state.landings or not context.first() or step not in (GROUND, ANTI_AIRCRAFT):
            return found
        return found + int(self.units.side[block] == state.active and self.rules.landings.is_landing(state, block))

    @rule("BE-24.0e", "BW-24.1i")
    def bonuses(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        """Defending ground units have a bonus; fortification units fire as usual."""
        found = super().bonuses(state, context, step, block)
        if not state.landings or not context.first() or step not in (GROUND, ARTILLERY) or self.units.side[block] == state.active:
            return found
        against_landing = self.rules.landings.hexes(state) >> context.hex & 1
        return found + int(bool(against_landing) and self.units.is_ground[block] and not self.units.is_work[block])


def _slug(name: str) -> str:
    """A port's name as it is spelled in ids of areas."""
    return "_".join("".join(letter if letter.isalnum() else " " for letter in name.lower()).split())
