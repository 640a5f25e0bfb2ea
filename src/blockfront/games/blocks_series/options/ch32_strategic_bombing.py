"""Chapter 32: bombers against factories, centres, ports and railway stations, in the enemy's Strategic Warfare Phase."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.loading.data_model import FIELDS, NO_FIRE
from blockfront.games.blocks_series.loading.printed_sites import PrintedSite
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_AIR, ANTI_AIRCRAFT, FireContext, Shooter, Shot, pooled
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import FACTORIES, MULBERRY, PORT, SITES, STATION, StrategicWarfare
from blockfront.games.blocks_series.state import GOOD, IN_FLIGHT, MOVED, NO_BLOCK, RAIN, SeriesState, without_flags
from blockfront.games.blocks_series.strategic_actions import Bomb, Sortie
from blockfront.games.blocks_series.strategic_events import RaidEnded
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

INFANTRY: Final = FIELDS.index("infantry")
BOMBING_TECH: Final = 2
NO_SHIPS_FROM, NO_SUPPLY_FROM = 1, 3  # hits on a port
PORTS: Final = (PORT, MULBERRY)


class StrategicBombing(StrategicWarfare):
    """Raids: targets, bombers, interceptors, damage."""

    @cached_property
    def kinds(self) -> dict[int, tuple[int, ...]]:
        """The kinds of target in each hex."""
        return {hex_: kinds for hex_ in members(self.rules.theatre) if (kinds := self._kinds_at(hex_))}

    @cached_property
    def _worthwhile(self) -> HexSet:
        return mask_of(self.kinds)

    @cached_property
    def _countries(self) -> tuple[tuple[tuple[int, HexSet], ...], ...]:
        """For each side, its powers that have a nation, with the hexes of that nation."""
        powers = [(number, power) for number, power in enumerate(self.rules.tables.powers) if power.nation]
        sides = range(len(self.rules.sides))
        return tuple(tuple((number, self.board.nation(power.nation)) for number, power in powers if power.side == side) for side in sides)

    @cached_property
    def _sites(self) -> dict[int, list[PrintedSite]]:
        """The sites on the map, by hex."""
        found: dict[int, list[PrintedSite]] = {}
        for site in self.board.sites:
            found.setdefault(site.hex, []).append(site)
        return found

    def target_hexes(self, state: SeriesState) -> HexSet:
        """The hexes with a target of any kind."""
        return self._worthwhile

    def kinds_now(self, state: SeriesState) -> dict[int, tuple[int, ...]]:
        """As `kinds`, including what has been built since the start."""
        return self.kinds

    @rule("BE-35.0a", "BE-32.0b")
    @rule("BW-7.1a", "BW-32.0b")
    def is_fought(self, state: SeriesState) -> bool:
        return True

    def has_bombers(self) -> bool:
        return True

    # ---- targets

    @rule("BE-32.0a", "BE-32.3a")
    @rule("BW-32.0a", "BW-32.3a", "BW-R136")
    def _kinds_at(self, hex_: int) -> tuple[int, ...]:
        """The kinds of target printed on the map in a hex: sites, a port, the station of a city on a railway."""
        found = {SITES.index(site.kind) for site in self._sites.get(hex_, ()) if site.kind in SITES}
        if self.board.port_hexes >> hex_ & 1:
            found.add(PORT)
        if self.board.cities >> hex_ & self.board.rail_hexes >> hex_ & 1:
            found.add(STATION)
        return tuple(sorted(found))

    def is_worth(self, state: SeriesState, hex_: int, target: int) -> bool:
        """Whether a target still has something to bomb."""
        if target >= len(SITES):
            return True
        if target in FACTORIES and state.wrecked >> hex_ & 1:
            return False
        printed = [site for site in self._sites.get(hex_, ()) if site.kind == SITES[target] and site.since <= state.month]
        return sum(site.value for site in printed) > state.bombed_out.count((hex_, target))

    @rule("BE-32.0b")
    @rule("BW-32.0b", "BW-32.0l", "BW-R63", "BW-R136")
    def targets(self, state: SeriesState) -> list[Action]:
        """The targets of raids: one in every hex of the active side that a bomber can be sent to."""
        side = self.raiding_side(state)
        bombers = [block for block in self.units.aircraft[side] if state.location[block] >= 0 and self.is_bomber(state, block)]
        reach = 0
        for block in self.senders(state, bombers):
            reach |= self.reach(state, block)
        open_hexes = reach & state.control[1 - side] & ~mask_of(raid[0] for raid in state.bombed)
        there = [(hex_, kind) for hex_, kinds in self.kinds_now(state).items() if open_hexes >> hex_ & 1 for kind in kinds]
        return [Bomb(hex_, kind) for hex_, kind in there if self.is_worth(state, hex_, kind)]

    def why_no_raid(self, state: SeriesState, hex_: int, target: int) -> Refusal:
        """The first condition of a raid that is not met."""
        side = self.raiding_side(state)
        if not self.board.is_hex(hex_):
            return Refusal("BE-7.5.4a", "no_such_hex")
        if not state.control[1 - side] >> hex_ & 1:
            return Refusal("BE-32.0a", "not_to_be_bombed", {"hex": hex_})
        bombers = [block for block in self.units.aircraft[side] if state.location[block] >= 0 and self.is_bomber(state, block)]
        ready = self.senders(state, bombers)
        if not ready:
            return Refusal("BE-32.0c", "cannot_bomb")
        if not any(self.board.within(state.location[block], self.rules.air.range_of(state, block)) >> hex_ & 1 for block in ready):
            return Refusal("BE-32.0b", "too_far_to_bomb", {"hex": hex_})
        if not any(self.sky(state, block) >> hex_ & 1 for block in ready):
            return Refusal("BE-9.2d", "no_bombing_weather", {"hex": hex_})
        if any(raid[0] == hex_ for raid in state.bombed):
            return Refusal("BE-32.0b", "was_bombed", {"hex": hex_})
        return Refusal("BE-32.0a", "nothing_to_bomb", {"hex": hex_})

    # ---- who flies

    def reach(self, state: SeriesState, block: int) -> HexSet:
        """The hexes to which an air unit may be sent: within range, where the weather allows flying."""
        near = self.board.within(state.location[block], self.rules.air.range_of(state, block)) & self.rules.theatre
        return near & self.target_hexes(state) & self.sky(state, block)

    def weather_over(self, state: SeriesState, hex_: int) -> int:
        return self.rules.weather.at(state, hex_)

    @rule("BE-9.2d")
    def sky(self, state: SeriesState, block: int) -> HexSet:
        """The hexes where the weather allows an air unit to fly: everywhere except in rain."""
        return ~self.rules.weather.where(state, RAIN)

    def is_ready(self, state: SeriesState, block: int) -> bool:
        """Whether an air unit can take off: it is based, has strength and supply, no enemy is in its hex, and it has not flown twice."""
        hex_ = state.location[block]
        if hex_ < 0 or state.flags[block] & (IN_FLIGHT | MOVED) or state.occupied[1 - self.units.side[block]] >> hex_ & 1:
            return False
        if self.rules.headquarters.is_hampered(state, block) or self.rules.definitions.is_frozen(state, block):
            return False
        return self.rules.air.value(state, block) > 0

    @rule("BE-32.0c", "BE-R76")
    @rule("BW-32.0f")
    def is_bomber(self, state: SeriesState, block: int) -> bool:
        """Whether an air unit is a bomber of TECH 2, or a long-range bomber of any TECH."""
        if self.units.is_fighter[block]:
            return False
        return self.is_far_flying(block) or self.rules.definitions.tech(state, block) >= BOMBING_TECH

    def is_far_flying(self, block: int) -> bool:
        return self.units.is_long_range[block] or self.units.is_strategic[block]

    def senders(self, state: SeriesState, blocks: Sequence[int]) -> dict[int, list[int]]:
        """For each of these air units that can fly, the headquarters that can send it (NO_BLOCK: it needs none)."""
        return {block: [NO_BLOCK] for block in blocks if self.is_ready(state, block)}

    @rule("BE-32.0b", "BE-32.0d")
    @rule("BW-32.0b", "BW-32.0c", "BW-32.0d", "BW-32.0l")
    def sorties(self, state: SeriesState, side: int, hex_: int, target: int) -> list[Action]:
        """The attacker's bombers and escorts, or fighters of the target's owner, that can still join."""
        raids, units = side == self.raiding_side(state), self.units
        able = [b for b in units.aircraft[side] if state.location[b] >= 0 and (units.is_fighter[b] or (raids and self.is_bomber(state, b)))]
        near = [block for block in able if self.reach(state, block) >> hex_ & 1]
        return [Sortie(hq, block) for block, hqs in self.senders(state, near).items() for hq in hqs]

    def send(self, state: SeriesState, hq: int, block: int) -> None:
        state.flags[block] |= IN_FLIGHT | MOVED
        state.derived = {}

    @rule("BE-6.3.1d")
    @rule("BW-32.0d")
    def rise(self, state: SeriesState, hex_: int) -> list[int]:
        """Fighters based in the target hex take off without an order."""
        side = 1 - self.raiding_side(state)
        found = [b for b in self.rules.fire.units_at(state, hex_, side) if self.units.is_fighter[b] and self.may_rise(state, b, hex_)]
        for block in found:
            self.send(state, NO_BLOCK, block)
        return found

    def may_rise(self, state: SeriesState, block: int, hex_: int) -> bool:
        return not state.flags[block] & IN_FLIGHT and self.rules.air.value(state, block) > 0 and bool(self.sky(state, block) >> hex_ & 1)

    def flying(self, state: SeriesState, side: int) -> list[int]:
        return [block for block in self.units.aircraft[side] if state.flags[block] & IN_FLIGHT and state.location[block] >= 0]

    # ---- how it goes

    @rule("BE-32.0g", "BE-6.3.2e")
    @rule("BW-32.0i", "BW-6.3.3c")
    def is_short(self, state: SeriesState) -> bool:
        """Whether there is only one round of air combat: if long-range bombers take part."""
        return any(self.is_far_flying(block) for side in (0, 1) for block in self.flying(state, side))

    @rule("BE-32.0d")
    @rule("BW-32.0c", "BW-32.0i", "BW-32.0j")
    def air_shots(self, state: SeriesState, hex_: int, side: int) -> list[Shot]:
        """All aircraft fire, provided both sides have some and one of them has fighters."""
        both = [self.flying(state, 0), self.flying(state, 1)]
        if not all(both) or not any(self.units.is_fighter[block] for units in both for block in units):
            return []
        fire, context = self.rules.fire, FireContext(hex_, 1, True)
        shooters = [
            Shooter(block, fire.lowest(state, context, AIR_TO_AIR, block), self.hindrance(state, hex_))
            for block in both[side]
            if self.rules.air.value(state, block)
        ]
        return self._dice(state, [shooter for shooter in shooters if shooter.lowest < NO_FIRE])

    def _dice(self, state: SeriesState, shooters: Sequence[Shooter]) -> list[Shot]:
        return pooled(shooters, {shooter.unit: self.rules.air.value(state, shooter.unit) for shooter in shooters})

    @rule("BE-9.3c", "BE-32.0f")
    @rule("BW-32.0j")
    def hindrance(self, state: SeriesState, hex_: int) -> int:
        """The number of maluses for the weather."""
        return int(self.weather_over(state, hex_) != GOOD)

    @rule("BE-32.0e")
    @rule("BW-32.0h", "BW-R62")
    def flak(self, state: SeriesState, hex_: int) -> list[Shot]:
        """The guns of the target's owner, by its TECH level of infantry."""
        power = self.owner(state, hex_)
        dice, lowest = self.numbers.bombing_flak[self.rules.definitions.level(state, power, INFANTRY)]
        return [Shot(NO_BLOCK, max(1, dice >> self.hindrance(state, hex_)), lowest)]

    def owner(self, state: SeriesState, hex_: int) -> int:
        """The power that owns a target: that of the hex's nation if it fights and its side holds the hex, else the leader of the side."""
        side = 1 - self.raiding_side(state)
        for number, home in self._countries[side]:
            if home >> hex_ & 1 and not state.surrendered >> number & 1:
                return number
        return self.rules.powers.leader(state, side)

    @rule("BE-32.0c", "BE-32.0f", "BE-32.0g", "BE-R76")
    @rule("BW-32.0f", "BW-32.0g", "BW-32.0i")
    def bomb_shots(self, state: SeriesState, hex_: int) -> list[Shot]:
        """The bombing dice of the surviving bombers; escorts drop no bombs."""
        bombers = [
            b for b in self.flying(state, self.raiding_side(state)) if not self.units.is_fighter[b] and self.rules.air.value(state, b)
        ]
        tech = self.rules.definitions.tech
        shooters = [Shooter(b, self.units.kind[b].attack[tech(state, b)], self.bombing_maluses(state, hex_, b)) for b in bombers]
        return self._dice(state, [shooter for shooter in shooters if shooter.lowest < NO_FIRE])

    def bombing_maluses(self, state: SeriesState, hex_: int, block: int) -> int:
        """Bombers not built for strategic bombing roll half their dice; bad weather halves them again."""
        return int(not self.is_far_flying(block)) + self.hindrance(state, hex_)

    # ---- damage

    @rule("BE-32.1a", "BE-32.0g")
    @rule("BW-32.1a", "BW-32.1b", "BW-32.0k")
    def damage(self, state: SeriesState, hex_: int, target: int, hits: int, events: list[Event]) -> None:
        """Record the hits until the end of the owner's turn; very many in one raid destroy a factory for good."""
        state.bombed.append((hex_, target, hits))
        destroyed = int(target in FACTORIES and hits >= self.numbers.hits_to_destroy_factory)
        if destroyed:
            state.bombed_out.append((hex_, target))
        state.derived = {}
        events.append(RaidEnded(hex=hex_, target=target, hits=hits, destroyed=destroyed))

    def land(self, state: SeriesState) -> None:
        for side in (0, 1):
            for block in self.flying(state, side):
                state.flags[block] &= ~IN_FLIGHT
                state.aloft &= ~(1 << block)
        state.spotted = 0
        state.derived = {}

    def end_phase(self, state: SeriesState) -> None:
        state.flags = without_flags(state.flags, MOVED)

    def _hit(self, state: SeriesState, targets: tuple[int, ...], least: int = 1) -> HexSet:
        return mask_of(hex_ for hex_, kind, hits in state.bombed if kind in targets and hits >= least)

    @rule("BE-32.2a")
    @rule("BW-32.2a")
    def shut_ports(self, state: SeriesState) -> HexSet:
        return self._hit(state, PORTS, NO_SHIPS_FROM)

    @rule("BE-32.2a")
    @rule("BW-32.2b")
    def cut_ports(self, state: SeriesState) -> HexSet:
        return self._hit(state, PORTS, NO_SUPPLY_FROM)

    @rule("BE-32.3a")
    @rule("BW-32.3a")
    def shut_stations(self, state: SeriesState) -> HexSet:
        return self._hit(state, (STATION,))

    @rule("BE-32.3a")
    @rule("BW-32.3a", "BW-R63")
    def lost_trains(self, state: SeriesState, hexes: HexSet, powers: int) -> int:
        raids = [(hex_, hits) for hex_, kind, hits in state.bombed if kind == STATION and hexes >> hex_ & 1]
        return sum(hits for hex_, hits in raids if powers >> self.owner(state, hex_) & 1)


class ClassicBombing(StrategicBombing):
    """The rule of older editions: the active side bombs when its aircraft move, and a target defends itself like any place."""

    @rule("BE-E98")
    def is_fought(self, state: SeriesState) -> bool:
        return super(StrategicBombing, self).is_fought(state)

    def has_bombers(self) -> bool:
        return False

    @rule("BE-E98")
    def raids_with_flights(self) -> bool:
        return True

    @rule("BE-E98")
    def raiding_side(self, state: SeriesState) -> int:
        return state.active

    @rule("BE-E98", "BE-32.0g")
    def begin_turn(self, state: SeriesState, events: list[Event]) -> None:
        """Damage from bombing lasts through the next turn of its owner."""
        state.bombed[:] = [raid for raid in state.bombed if state.control[state.active] >> raid[0] & 1]
        state.derived = {}

    def is_ready(self, state: SeriesState, block: int) -> bool:
        """For the active side, aircraft that could fly a mission; for the other side, fighters as usual."""
        if self.units.side[block] != state.active:
            return super().is_ready(state, block)
        return state.location[block] >= 0 and self.rules.air.may_fly(state, block) and self.rules.air.may_fight(state, block)

    def flying(self, state: SeriesState, side: int) -> list[int]:
        """The aircraft of the raid, without those on missions over the front."""
        enemy = state.occupied[1 - side]
        return [block for block in super().flying(state, side) if not enemy >> state.location[block] & 1]

    @rule("BE-E98")
    def flak(self, state: SeriesState, hex_: int) -> list[Shot]:
        """The anti-aircraft guns of the place and of the units in it."""
        return self.rules.fire.volley(state, FireContext(hex_, 1, True), ANTI_AIRCRAFT, 1 - self.raiding_side(state))

    def gunners(self, state: SeriesState, hex_: int) -> list[int]:
        return [block for block in self.rules.fire.units_at(state, hex_, 1 - self.raiding_side(state)) if self.units.is_ground[block]]

    @rule("BE-E98")
    def bombing_maluses(self, state: SeriesState, hex_: int, block: int) -> int:
        """Bombers not built for strategic bombing have a malus against targets that were not scouted."""
        blind = not self.is_far_flying(block) and not state.scouted >> hex_ & 1
        return int(blind) + self.hindrance(state, hex_)
