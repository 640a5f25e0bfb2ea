"""Sections 16.1 and 16.4: satellites: restriction to their country, release, surrender, defection, conquest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blockfront.blocks import effects
from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.eastfront.events import Defected, Eliminated, Released
from blockfront.games.eastfront.loading.data_model import NATIONS
from blockfront.games.eastfront.loading.regions import HUNGARIAN
from blockfront.games.eastfront.loading.tables import defector_key
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import AXIS, GONE, OFF_MAP, REBUILT, SOVIET, UNSUPPLIED, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of
from blockfront.hexes.reach import step

if TYPE_CHECKING:
    from blockfront.games.eastfront.ruleset import Rules

NO_NATION = -1


class Satellites(Chapter):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.regions = rules.regions
        blocks = self.order.blocks
        self.nation = tuple(NATIONS.index(block.nation) if block.nation in NATIONS else NO_NATION for block in blocks)
        self.expeditions = tuple(self.order.where(tag="expedition"))
        self.of_nation = tuple(tuple(b for b in self.order.of_side[AXIS] if self.nation[b] == nation) for nation in range(len(NATIONS)))
        self.twin = {int(b): int(self.order.key(defector_key(blocks[b].key))) for units in self.of_nation for b in units}
        self.may_be_rebuilt = tuple("never_rebuilt" not in block.tags for block in blocks)
        releases = rules.tables.releases
        self._released_by = tuple((1 << rules.board.map.hex(city), mask_of(units)) for city, units in releases.items())

    # ---- restriction

    @rule("EF-2.66a", "EF-2.66c", "EF-11.42b", "EF-S41.4a", "EF-W41.4a", "EF-S42.4a", "EF-W42.4a")
    def is_restricted(self, state: EastFrontState, block: int) -> bool:
        """Whether a unit must keep to its country; a unit that changed sides must once it has been rebuilt."""
        if not self.units.is_satellite[block]:
            return False
        if self.units.side[block] == SOVIET:
            return bool(state.flags[block] & REBUILT)
        return not state.released >> block & 1

    @rule("EF-2.66a", "EF-16.4a", "EF-R39")
    def home(self, block: int) -> HexSet:
        """A satellite unit's country (Romania in the borders of 1939) and the hexes around it; for other units the whole map."""
        if not self.units.is_satellite[block]:
            return self.board.playable
        nation = self.nation[block]
        return self.regions.homes[nation] if nation != NO_NATION else 0

    def country(self, block: int) -> HexSet:
        """The country of a satellite unit, without the hexes around it; for other units nothing."""
        nation = self.nation[block]
        return self.regions.countries[nation] if nation != NO_NATION else 0

    def territory(self, state: EastFrontState, block: int) -> HexSet:
        """Hexes a unit may be in: its home while it is restricted, otherwise the whole map."""
        return self.home(block) if self.is_restricted(state, block) else self.board.playable

    @rule("EF-2.66a", "EF-S41.4b")
    def may_start_in(self, state: EastFrontState, block: int) -> HexSet:
        """Hexes a unit may be set up in: its territory; German units not in Hungary before it is at war."""
        return self.territory(state, block) & ~self._closed(state, block)

    @rule("EF-S41.4b")
    def closed_to_germans(self, state: EastFrontState) -> HexSet:
        """Hexes no German unit may be in: Hungary while it is not yet at war."""
        return self.regions.countries[HUNGARIAN] if self.hungary_waits(state) else 0

    def _closed(self, state: EastFrontState, block: int) -> HexSet:
        is_german = self.units.side[block] == AXIS and not self.units.is_satellite[block]
        return self.closed_to_germans(state) if is_german else 0

    @rule("EF-2.66a", "EF-16.4a", "EF-R57", "EF-S41.4b")
    def may_enter(self, state: EastFrontState, block: int) -> HexSet:
        """Hexes a unit may move into: its territory; a unit outside may only come nearer."""
        if not self.units.is_satellite[block]:
            return self.board.playable & ~self._closed(state, block)
        if self.nation[block] == HUNGARIAN and self.hungary_waits(state):
            return 0
        if not self.is_outside(state, block):
            return self.territory(state, block)
        nation = self.nation[block]
        return self.regions.nearer_home(nation, state.location[block]) if nation != NO_NATION else 0

    @rule("EF-S41.4b")
    def hungary_waits(self, state: EastFrontState) -> bool:
        """Whether Hungary is not yet at war: its units stand still and no German unit may enter."""
        scenario = self.rules.chain[state.place_in_chain]
        return scenario.facts.hungary_waits and state.month == scenario.first_month

    @rule("EF-16.4d", "EF-R57")
    def is_outside(self, state: EastFrontState, block: int) -> bool:
        """Whether a restricted unit stands outside its territory, where it counts as unsupplied."""
        if not self.is_restricted(state, block):
            return False
        hex_ = state.location[block]
        return hex_ >= 0 and not self.home(block) >> hex_ & 1

    # ---- release

    @rule("EF-16.4b", "EF-16.4c", "EF-16.4d", "EF-R51", "EF-2.66b", "EF-2.66c", "EF-S43.2a")
    def follow_control(self, state: EastFrontState, axis_before: HexSet, events: list[Event]) -> None:
        """Release Expeditions when the Axis takes a city that frees them; restrict them all when the Soviets retake one."""
        released = state.released
        for block in self.expeditions:
            if released >> block & 1 and state.location[block] in (ELIMINATED, GONE):
                released &= ~(1 << block)
        cities = mask = 0
        for city, units in self._released_by:
            cities |= city
            mask |= units if state.axis_last & city else 0
        if axis_before & ~state.axis_last & cities:
            released = 0
        if state.axis_last & ~axis_before & cities and not self.rules.facts(state).satellites_stay_restricted:
            released |= mask & ~self._never_again(state)
        self._set_released(state, released, events)

    def _never_again(self, state: EastFrontState) -> int:
        """Expeditions that were eliminated once: no city releases them again."""
        return mask_of(b for b in self.expeditions if state.location[b] in (ELIMINATED, GONE) or state.flags[b] & REBUILT)

    def _set_released(self, state: EastFrontState, released: int, events: list[Event]) -> None:
        changed = released ^ state.released
        if changed:
            events += [Released(block=b, free=bool(released >> b & 1)) for b in self.expeditions if changed >> b & 1]
            state.released = released

    @rule("EF-S43.2a", "EF-W43.1a", "EF-S44.1a")
    def withdraw(self, state: EastFrontState, events: list[Event]) -> None:
        """Restrict all satellites and remove the Italians, from the fifth scenario on."""
        self._set_released(state, 0, events)
        for block in self.expeditions:
            if self.nation[block] == NO_NATION and state.location[block] != GONE:
                events.append(Eliminated(block=block, hex=state.location[block], cause="withdrawn"))
                effects.eliminate(state, block, AXIS, GONE)

    # ---- surrender

    @rule("EF-16.1a", "EF-16.1b")
    def may_sue(self, state: EastFrontState) -> list[int]:
        """Nations the Soviets may roll for: not surrendered yet, with a national hex under Soviet control."""
        if state.active != SOVIET or not self.rules.facts(state).satellites_may_surrender:
            return []
        held = state.friendly[SOVIET]
        return [n for n, hexes in enumerate(self.regions.countries) if held & hexes and not state.surrendered >> n & 1]

    @rule("EF-16.1c")
    def surrender_number(self, state: EastFrontState, nation: int) -> int:
        """A nation surrenders on a roll below this: the number of its hexes under Soviet control and of its eliminated units."""
        hexes = self.regions.countries[nation] & state.friendly[SOVIET]
        return hexes.bit_count() + sum(state.location[block] == ELIMINATED for block in self.of_nation[nation])

    @rule("EF-16.1f")
    def defectors(self, state: EastFrontState, nation: int) -> list[int]:
        """Units of a nation that may change sides: on the map, without other Axis units in the hex or exerting control next to it."""
        others = [b for b in self.order.of_side[AXIS] if self.nation[b] != nation and state.location[b] >= 0]
        held = mask_of(state.location[block] for block in others)
        sources = mask_of(state.location[b] for b in others if not state.flags[b] & UNSUPPLIED) & ~state.occupied[SOVIET]
        held |= step(self.board.grid, sources, self.board.zoc_sides)
        return [b for b in self.of_nation[nation] if state.location[b] >= 0 and not held >> state.location[b] & 1]

    @rule("EF-16.1f")
    def defect(self, state: EastFrontState, block: int, events: list[Event]) -> None:
        """A unit changes to the Soviet side where it stands, and everybody sees it."""
        hex_, steps, twin = state.location[block], state.steps[block], self.twin[block]
        effects.eliminate(state, block, AXIS, GONE)
        effects.set_steps(state, twin, steps)
        effects.place(state, twin, SOVIET, hex_)
        effects.show_place(state, twin)
        effects.reveal(state, twin, state.turn)
        effects.hide(state, twin)
        events.append(Defected(block=twin, hex=hex_))

    @rule("EF-16.1d", "EF-16.1e")
    def surrender(self, state: EastFrontState, nation: int, events: list[Event]) -> None:
        """A nation leaves the war: its Axis units are gone for good, and control of its hexes does not change."""
        state.surrendered |= 1 << nation
        events += [Eliminated(block=block, hex=state.location[block], cause="surrender") for block in self.in_arms(state, nation)]
        for block in self.of_nation[nation]:
            if state.location[block] != GONE:
                effects.eliminate(state, block, AXIS, GONE)

    def in_arms(self, state: EastFrontState, nation: int) -> list[int]:
        """A nation's units on the Axis side, on the map or held beyond the edge."""
        return [block for block in self.of_nation[nation] if state.location[block] >= 0 or state.location[block] <= OFF_MAP]

    def has_defected(self, state: EastFrontState, block: int) -> bool:
        """Whether an Axis unit fights, or has fought, on the Soviet side."""
        return block in self.twin and state.location[self.twin[block]] != NOT_IN_PLAY

    @rule("EF-16.11a")
    def after_player_turn(self, state: EastFrontState) -> None:
        """At the end of a Soviet turn, a country that has surrendered and has no Axis unit left becomes Soviet."""
        if state.active == SOVIET and state.surrendered:
            for nation, hexes in enumerate(self.regions.countries):
                if state.surrendered >> nation & 1 and not state.occupied[AXIS] & hexes:
                    state.axis_last &= ~hexes
