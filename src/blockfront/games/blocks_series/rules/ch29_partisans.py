"""Chapters 27 and 29: garrisons and partisans. There are no partisans unless an option or a scenario adds them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.power_actions import PlacePartisans
from blockfront.games.blocks_series.power_events import PartisansHit, PartisansJoined, PartisansPlaced, PartisansScattered
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import YELLOW
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.state import AXIS, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

if TYPE_CHECKING:
    from blockfront.games.blocks_series.ruleset import Rules

BLUE, RED = range(2)  # colours of discs: of the Western powers, and of the Soviets
BARS_TRAINS, FIGHTS, CUTS_RAILWAYS = 1, 2, 3  # partisans in a hex that are enough for it


class Rising(NamedTuple):
    """An occupied country that raises partisans."""

    land: HexSet  # where they may be placed, and whose cities count
    power: int  # whose player places them
    colour: int
    liberators: tuple[int, ...] = ()  # powers whose ground units the partisans join
    heir: int = -1  # and the power that profits


class Partisans(Chapter):
    """A game without partisans."""

    def risings(self, state: SeriesState) -> tuple[Rising, ...]:
        """The countries that raise partisans now."""
        return ()

    def hexes(self, state: SeriesState, side: int, number: int = BARS_TRAINS) -> HexSet:
        """Hexes with at least this many partisans that are enemies of a side."""
        return 0

    def number(self, state: SeriesState, hex_: int) -> int:
        return 0

    def steps(self, state: SeriesState, hex_: int) -> int:
        """The steps with which the partisans of a hex fight; each step rolls a die."""
        return 0

    def fights(self, state: SeriesState) -> HexSet:
        """Hexes in which ground units of the active side have to fight partisans only."""
        return 0

    def placements(self, state: SeriesState, side: int) -> list[PlacePartisans]:
        """Partisans that a side may place now."""
        return []

    def place(self, state: SeriesState, action: PlacePartisans, events: list[Event]) -> None:
        raise TypeError("there are no partisans in this game")

    def begin_production(self, state: SeriesState) -> None:
        """Allow one new partisan in every hex again."""

    def meet(self, state: SeriesState, block: int, way: Sequence[int]) -> None:
        """Note that a ground unit passes partisans; the effect comes when its moves are shown."""

    def moves_shown(self, state: SeriesState, side: int, events: list[Event]) -> None:
        """Axis units scatter partisans; partisans join units that liberate them."""

    def take_hit(self, state: SeriesState, hex_: int, events: list[Event]) -> None:
        raise TypeError("there are no partisans in this game")


class Bands(Partisans):
    """A game with partisans: the column `partisans` holds (hex, colour, number)."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._known: tuple[list[Frame], dict[int, HexSet]] = ([], {})  # partisans; by number, the hexes with at least as many of them

    def most(self, colour: int) -> int:
        """The most partisans of a colour that may be on the map at once."""
        return self.numbers.partisans_on_map[("blue", "red")[colour]]

    # ---- where they are

    @rule("BE-3.19h", "BE-29.0b", "BE-29.0c")
    @rule("BW-29.0d", "BW-29.0e", "BW-29.0f")
    def hexes(self, state: SeriesState, side: int, number: int = BARS_TRAINS) -> HexSet:
        """Partisans are enemies of the Axis only; they never move, and neither control hexes nor exert zones."""
        if side != AXIS or not state.partisans:
            return 0
        if self._known[0] != state.partisans:
            self._known = state.partisans.copy(), {}
        found = self._known[1].get(number)
        if found is None:
            there: dict[int, int] = {}
            for hex_, _, here in state.partisans:
                there[hex_] = there.get(hex_, 0) + here
            found = self._known[1][number] = mask_of(hex_ for hex_, here in there.items() if here >= number)
        return found

    def number(self, state: SeriesState, hex_: int) -> int:
        return sum(here for place, _, here in state.partisans if place == hex_)

    # ---- placing them

    @rule("BE-29.1a", "BE-29.1b", "BE-R53", "BE-27.0c")
    @rule("BW-27.0a", "BW-29.1a")
    def allowance(self, state: SeriesState, rising: Rising) -> int:
        """The number of partisans a country may raise: by cities without a garrison, a third of the minor and all major ones."""
        open_cities = rising.land & state.control[AXIS] & ~self.garrisoned(state)
        minor, major = (open_cities & cities & self.rules.theatre for cities in (self.board.minors, self.board.majors))
        return minor.bit_count() // self.numbers.cities_a_partisan + major.bit_count()

    @rule("BE-29.1b", "BE-R53")
    def garrisoned(self, state: SeriesState) -> HexSet:
        """Cities with a garrison: any Axis unit counts."""
        return state.occupied[AXIS]

    def ground(self, state: SeriesState, rising: Rising) -> HexSet:
        """The hexes of a country in which partisans may be placed."""
        return rising.land

    @rule("BE-29.1d", "BE-29.1e", "BE-29.1f", "BE-29.1l")
    @rule("BW-29.1d", "BW-29.1g", "BW-R101")
    def places(self, state: SeriesState, rising: Rising) -> HexSet:
        """Hexes behind the Axis front and outside all Axis zones; one more partisan a turn in each, up to three in a hex."""
        land = self.ground(state, rising) & self.board.map.playable_mask & self.rules.theatre & state.control[AXIS]
        land &= ~(state.occupied[0] | state.occupied[1] | self.rules.zones.zone(state, AXIS))
        return land & ~self.hexes(state, AXIS, self.numbers.partisans_a_hex) & ~mask_of(hex_ for hex_, _ in state.raised)

    @rule("BE-29.0a", "BE-29.1g")
    @rule("BW-29.0a", "BW-29.0b", "BW-29.0i", "BW-29.1f")
    def placements(self, state: SeriesState, side: int) -> list[PlacePartisans]:
        found: list[PlacePartisans] = []
        for rising in self.risings(state):
            if self.rules.tables.powers[rising.power].side != side or not self._has_discs(state, rising.colour):
                continue
            raised = sum(not paid and rising.land >> hex_ & 1 for hex_, paid in state.raised)
            if raised < self.allowance(state, rising):
                found += [PlacePartisans(hex_) for hex_ in members(self.places(state, rising))]
        return found

    def _has_discs(self, state: SeriesState, colour: int) -> bool:
        return sum(here for _, other, here in state.partisans if other == colour) < self.most(colour)

    def place(self, state: SeriesState, action: PlacePartisans, events: list[Event]) -> None:
        rising = next(rising for rising in self.risings(state) if rising.land >> action.hex & 1)
        state.raised[:] = sorted([*state.raised, (action.hex, int(action.paid))])
        here = next((number for hex_, colour, number in state.partisans if (hex_, colour) == (action.hex, rising.colour)), 0)
        self._set(state, action.hex, rising.colour, here + 1)
        events.append(PartisansPlaced(hex=action.hex, number=self.number(state, action.hex)))

    def _set(self, state: SeriesState, hex_: int, colour: int, number: int) -> None:
        others = [band for band in state.partisans if band[:2] != (hex_, colour)]
        state.partisans[:] = sorted([*others, (hex_, colour, number)] if number else others)
        state.derived = {}

    def begin_production(self, state: SeriesState) -> None:
        state.raised.clear()

    # ---- meeting them

    def meet(self, state: SeriesState, block: int, way: Sequence[int]) -> None:
        if not state.partisans:
            return
        met = mask_of(way) & self.hexes(state, AXIS)
        if met and self.units.side[block] != AXIS:
            met &= self._joining(state, self.units.power[block])
        state.met |= met

    def _joining(self, state: SeriesState, power: int) -> HexSet:
        """Hexes whose partisans join units of a power."""
        found = 0
        for rising in self.liberated(state):
            if power in rising.liberators:
                found |= mask_of(hex_ for hex_, colour, _ in state.partisans if colour == rising.colour and rising.land >> hex_ & 1)
        return found

    def liberated(self, state: SeriesState) -> tuple[Rising, ...]:
        """The countries whose partisans may still be on the map."""
        return self.risings(state)

    def moves_shown(self, state: SeriesState, side: int, events: list[Event]) -> None:
        standing, bands = 0, self.hexes(state, AXIS) & state.occupied[side]
        for block in self.units.ground[side] if bands else ():
            hex_ = state.location[block]
            if hex_ >= 0 and bands >> hex_ & 1:
                standing |= 1 << hex_ if side == AXIS else 1 << hex_ & self._joining(state, self.units.power[block])
        entered, state.met = state.met | standing, 0
        if not entered:
            return
        if side == AXIS:
            self._scatter(state, entered & ~self.hexes(state, AXIS, FIGHTS), events)
        else:
            self._join(state, entered, events)

    @rule("BE-29.1h")
    @rule("BW-29.1e")
    def _scatter(self, state: SeriesState, hexes: HexSet, events: list[Event]) -> None:
        """Remove a single partisan when an Axis ground unit enters its hex."""
        for hex_ in members(hexes & self.hexes(state, AXIS)):
            self._disperse(state, hex_)
            events.append(PartisansScattered(hex=hex_))

    def _disperse(self, state: SeriesState, hex_: int) -> None:
        state.partisans[:] = [band for band in state.partisans if band[0] != hex_]
        state.derived = {}

    @rule("BE-29.0d")
    @rule("BW-29.0g", "BW-29.0i", "BW-5.7d")
    def _join(self, state: SeriesState, hexes: HexSet, events: list[Event]) -> None:
        """Turn partisans into yellow points for the power that liberates their country."""
        for rising in self.liberated(state):
            here = hexes & rising.land
            for hex_, colour, number in [band for band in state.partisans if here >> band[0] & 1 and band[1] == rising.colour]:
                self._set(state, hex_, colour, 0)
                state.pool[rising.heir * len(COLOURS) + YELLOW] += number
                events.append(PartisansJoined(hex=hex_, power=rising.heir, number=number))

    # ---- fighting them

    @rule("BE-29.1i", "BE-29.1j")
    @rule("BW-29.1e")
    def steps(self, state: SeriesState, hex_: int) -> int:
        """Two partisans fight with one step, three with two."""
        return max(0, min(self.number(state, hex_), self.numbers.partisans_a_hex) - 1)

    @rule("BE-29.1i", "BE-29.1j")
    @rule("BW-29.1e")
    def fights(self, state: SeriesState) -> HexSet:
        bands = self.hexes(state, state.active, FIGHTS)
        return bands and bands & self.rules.definitions.crowding(state, state.active).ground[0] & ~state.occupied[1 - state.active]

    @rule("BW-R60")
    def take_hit(self, state: SeriesState, hex_: int, events: list[Event]) -> None:
        """A hit removes one partisan; a hit on the last step scatters the rest."""
        left = self.steps(state, hex_) - 1
        if left <= 0:
            self._disperse(state, hex_)
            events.append(PartisansScattered(hex=hex_))
            return
        _, colour, number = next(band for band in state.partisans if band[0] == hex_)
        self._set(state, hex_, colour, number - 1)
        events.append(PartisansHit(hex=hex_, number=self.number(state, hex_)))
