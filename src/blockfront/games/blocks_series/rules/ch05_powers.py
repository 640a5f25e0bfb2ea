"""Chapter 5: where the units of each power may go, attack and draw supply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.rules.stacking import HELD_BY
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

if TYPE_CHECKING:
    from blockfront.games.blocks_series.ruleset import Rules


class Powers(Chapter):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        powers = rules.tables.powers
        self._names = [power.id for power in powers]
        self._territory = tuple(self._zone(power) for power in range(len(powers)))
        self._attack = tuple(self.board.area(*power.attacks) if power.attacks else -1 for power in powers)
        self._shunned = tuple(tuple(self._names.index(name) for name in power.shuns) for power in powers)
        self._outsiders = tuple(self._shunned_by(side) for side in range(len(rules.sides)))
        self._of_power = tuple(tuple(b for b, power in enumerate(self.units.power) if power == number) for number in range(len(powers)))
        self._sources = tuple(self._main_sources(power.id, power.source) for power in powers)
        self._supply = tuple(self._supply_area(power) for power in range(len(powers)))
        self._capitals = tuple(self.board.hex(power.capital or power.source) for power in powers)
        self._patrons = tuple(self._names.index(power.patron) if power.patron else None for power in powers)
        self.homelands = tuple(self.home(power.homeland, power.nation) for power in powers)

    # ---- where they may be

    @rule("BE-5.3b", "BE-5.3f", "BE-5.4c", "BE-5.5g", "BE-5.6a", "BE-5.7a", "BE-5.8a", "BE-5.3e")
    def _zone(self, number: int) -> HexSet:
        """The hexes in which units of a power may operate."""
        power, board = self.rules.tables.powers[number], self.board
        zone = board.playable & self.rules.theatre
        if power.operates:
            allowed = board.area(*power.operates) | mask_of(board.box_hexes[box] for box in power.boxes)
            if power.beyond:
                allowed |= self._enemy_land(power.side) & ~board.map.west_mask(power.beyond)
            zone &= allowed
        return zone & ~self.closed_land(number)

    def _enemy_land(self, side: int) -> HexSet:
        found = 0
        for power in self.rules.tables.powers:
            found |= self.home(power.homeland, power.nation) if power.side != side else 0
        return found

    def operations(self, power: int) -> HexSet:
        """The hexes in which units of a power may operate at all."""
        return self._territory[power]

    @rule("BE-5.3d")
    def territory(self, state: SeriesState, block: int) -> HexSet:
        """The hexes a unit may be in: its power's zone without hexes of powers it shuns."""
        power = self.units.power[block]
        zone = self._territory[power]
        for other in self._shunned[power]:
            zone &= ~self.held_by(state, other)
        return zone

    def held_by(self, state: SeriesState, power: int) -> HexSet:
        """The hexes with units of a power."""
        key = (HELD_BY, power)
        found: HexSet | None = state.derived.get(key)
        if found is None:
            location = state.location
            found = state.derived[key] = mask_of([location[b] for b in self._of_power[power] if location[b] >= 0])
        return found

    def _shunned_by(self, side: int) -> tuple[int, ...]:
        powers = self.rules.tables.powers
        return tuple(sorted({other for number, power in enumerate(powers) if power.side == side for other in self._shunned[number]}))

    def shunned_hexes(self, state: SeriesState, side: int) -> list[HexSet]:
        """For each power that others of its side shun, the hexes with its units."""
        return [self.held_by(state, power) for power in self._outsiders[side]]

    def guests(self, state: SeriesState) -> frozenset[int]:
        """Units in a country that admits only a few foreign ones."""
        return frozenset()

    @rule("BE-5.5f")
    def attack_zone(self, state: SeriesState, block: int) -> HexSet:
        """The hexes in which a unit may attack."""
        return self._attack[self.units.power[block]]

    def has_fixed_attack_zone(self, state: SeriesState, block: int) -> bool:
        """Whether the hexes in which a unit may attack never depend on events elsewhere."""
        return True

    @rule("BE-5.3c", "BE-R19")
    def supportable(self, state: SeriesState, block: int, hexes: HexSet) -> HexSet:
        """Those of the hexes in which an air unit may fight: for a minor ally, only where all ground units are its own."""
        power = self.units.power[block]
        if not self.rules.tables.powers[power].is_minor:
            return hexes
        ground = self.units.ground[self.units.side[block]]
        kin = mask_of(state.location[b] for b in ground if self.units.power[b] == power and state.location[b] >= 0)
        others = mask_of(state.location[b] for b in ground if state.location[b] >= 0) & ~kin
        return hexes & ~others

    def must_march(self, state: SeriesState, side: int) -> list[int]:
        """Units that have to leave a country and can still move."""
        return []

    def why_march(self, state: SeriesState, block: int) -> Refusal:
        """Why a unit has to move before the phase ends."""
        return Refusal("BE-5.5n", "must_leave_country", {"block": block})

    def base_area(self, state: SeriesState, block: int) -> HexSet:
        """The hexes in which an air unit's power allows it to be based."""
        return -1

    # ---- entering the war

    def moves_shown(self, state: SeriesState, side: int, events: list[Event]) -> None:
        """What happens to other powers because of moves that have just been shown."""

    def after_moves(self, state: SeriesState, side: int, events: list[Event]) -> None:
        """What else happens at once because of the present positions of a side's units."""

    def requests(self, state: SeriesState) -> list[int]:
        """Minor powers that wait for their leader's help."""
        return []

    def assist(self, state: SeriesState, power: int) -> None:
        """Grant a minor power the help of its leader."""
        raise TypeError("nobody asks for help in this game")

    # ---- leaving it

    def may_ask_armistice(self, state: SeriesState) -> list[int]:
        """Powers that may ask for an armistice in this Victory Phase."""
        return []

    def sign_armistice(self, state: SeriesState, power: int, events: list[Event]) -> None:
        raise TypeError("nobody signs an armistice in this game")

    def declarations(self, state: SeriesState, side: int) -> list[Action]:
        """What governments may declare in the Strategic Rail Phase."""
        return []

    def declare(self, state: SeriesState, action: Action, events: list[Event]) -> None:
        raise TypeError("nothing is declared in this game")

    def overstayers(self, state: SeriesState, side: int) -> list[int]:
        """Units in places where they may no longer be when movement ends."""
        return []

    # ---- supply

    @rule("BE-5.3f", "BE-5.5h")
    def _supply_area(self, number: int) -> HexSet:
        power, board = self.rules.tables.powers[number], self.board
        area = self.rules.theatre | board.map.land_mask & ~board.playable
        if power.supply_within:
            area &= board.area(*power.supply_within) | mask_of(board.box_hexes[box] for box in power.boxes)
        anchored = self._sources[number] if power.id in self.rules.scenario.anchors else 0
        return area & ~self.closed_land(number) | anchored

    @rule("BE-5.3f")
    def closed_land(self, number: int) -> HexSet:
        """Countries that a power may not enter or trace supply through: homes of powers it shuns, and powers out of the war."""
        neutral = self.board.area(*self.rules.tables.powers[number].closed)
        return self.shunned_land(number) | neutral | self.rules.definitions.closed_land()

    @rule("BE-5.3f")
    def shunned_land(self, number: int) -> HexSet:
        """The home countries of allies that a power shuns."""
        return self.board.area(*self.rules.tables.powers[number].shuns)

    def supply_area(self, state: SeriesState, power: int) -> HexSet:
        """The hexes through which a power may trace supply."""
        return self._supply[power]

    def _main_sources(self, power: str, source: str) -> HexSet:
        places = self.rules.scenario.anchors.get(power) or (source,)
        return mask_of(self.board.hex(place) for place in places)

    def main_sources(self, state: SeriesState, power: int) -> HexSet:
        """The hexes from which all supply of a power comes; a scenario may name places at the edge of its land."""
        return self._sources[power]

    def capital(self, state: SeriesState, power: int) -> int:
        return self._capitals[power]

    def home(self, area: str, nation: str) -> HexSet:
        """The home country of a power: an area, or all hexes of its nation."""
        return self.board.area(area) if area else self.board.nation(nation)

    # ---- paying

    @rule("BE-5.2c", "BE-5.2d")
    @rule("BW-5.4b")
    def patron(self, state: SeriesState, power: int) -> int | None:
        """The great power that may pay for a minor ally."""
        if self._patrons[power] is not None or not self.rules.tables.powers[power].is_minor:
            return self._patrons[power]
        return self.leader(state, self.rules.tables.powers[power].side)

    def leader(self, state: SeriesState | None, side: int) -> int:
        """The power that leads a side: the one the scenario names, else its first great power."""
        named = self.rules.scenario.leaders.get(self.rules.sides[side])
        if named is not None:
            return self._names.index(named)
        return next(n for n, power in enumerate(self.rules.tables.powers) if power.side == side and not power.is_minor)
