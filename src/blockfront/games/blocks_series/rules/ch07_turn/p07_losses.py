"""Losses: how units are hit, leave the map and surrender, and what the surrender of a power means for them."""

from blockfront.blocks import effects
from blockfront.blocks.block_state import ELIMINATED
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.sides import EVERYBODY, audience
from blockfront.games.blocks_series.events import Eliminated, HalfHit, LostStep, PowerSurrendered, Surrendered
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.rules.stacking import eliminate
from blockfront.games.blocks_series.state import DISBANDED, GONE, HALF_HIT, NO_HEX, SeriesState


class Losses(Chapter):
    @rule("BE-5.4b", "BE-4.5a", "BE-SBE7c")
    @rule("BW-4.5a")
    def remove(self, state: SeriesState, block: int) -> None:
        """Take a unit off the map, for good if its power does not rebuild. Guards units that are not disbanded are counted."""
        power = self.rules.tables.powers[self.units.power[block]]
        state.dead_guards += int("guards" in self.units.tags[block] and not state.flags[block] & DISBANDED)
        state.flags[block] = 0
        state.spent[block] = 0
        state.entered[block] = state.fought_at[block] = NO_HEX
        state.aloft &= ~(1 << block)
        eliminate(self.units, state, block, ELIMINATED if power.rebuilds else GONE)

    def remove_for_good(self, state: SeriesState, block: int) -> None:
        self.remove(state, block)
        effects.put_aside(state, block, GONE)

    def take_step(self, state: SeriesState, block: int, cause: str, events: list[Event]) -> None:
        """Take one step position off a unit; one without any left is eliminated."""
        hex_, open_face = state.location[block], state.face_up >> block & 1
        state.flags[block] &= ~HALF_HIT
        if state.steps[block] > 1:
            effects.set_steps(state, block, state.steps[block] - 1)
            seen_by = EVERYBODY if open_face else audience(self.units.side[block])
            if open_face:
                effects.show_steps(state, block)
            events.append(LostStep(block=block, steps=state.steps[block], hex=hex_, cause=cause, seen_by=seen_by))
            return
        self.remove(state, block)
        events.append(Eliminated(block=block, hex=hex_, cause=cause))

    @rule("BE-3.15a", "BE-3.15c", "BE-3.15d", "BE-7.7.8a", "BE-7.7.8b", "BE-7.7.8c", "BE-7.7.10a", "BE-R37")
    @rule("BW-3.15a", "BW-3.15c", "BW-7.7.8a", "BW-7.7.8b", "BW-7.7.10a", "BW-R31")
    def hit(self, state: SeriesState, block: int, events: list[Event]) -> None:
        """Apply one hit: it takes a step, or the first half of a step that takes two hits."""
        needed = self.units.hits_to_lose(block, state.steps[block])
        if needed > 1 and not state.flags[block] & HALF_HIT:
            state.flags[block] |= HALF_HIT
            events.append(HalfHit(block=block))
            return
        self.take_step(state, block, "battle", events)

    @rule("BE-4.5a", "BE-4.5b", "BE-7.9d")
    @rule("BW-4.5a", "BW-7.9c")
    def give_up(self, state: SeriesState, block: int, events: list[Event]) -> None:
        """Let a unit surrender: it is shown as it leaves the map, and the enemy gets points for it."""
        hex_ = state.location[block]
        self.rules.production.reward(state, block)
        self.remove(state, block)
        events.append(Surrendered(block=block, hex=hex_))

    def may_give_up(self, hex_: int) -> bool:
        """Whether defenders of a hex may ever give up after the first round of a battle."""
        return False

    def mourns_at_sea(self, block: int) -> bool:
        """Whether a die is rolled for what the loss of a unit at sea means for its country."""
        return False

    def grieve(self, state: SeriesState, block: int, events: list[Event]) -> None:
        """Apply what the loss of a unit means for its country."""

    def giving_up(self, state: SeriesState, hex_: int) -> list[int]:
        """Defenders that give up after the first round of a battle."""
        return []

    @rule("BE-7.11b", "BE-5.5m")
    @rule("BW-5.0b")
    def surrender(self, state: SeriesState, power: int, events: list[Event]) -> None:
        """Take a power out of the war together with its units."""
        state.surrendered |= 1 << power
        events.append(PowerSurrendered(power=power))
        self.disarm(state, power, events)

    def keeps_its_land(self, state: SeriesState, power: int) -> bool:
        """Whether a power that leaves the war now keeps its land, and nobody gains points for its units."""
        return False

    def disarm(self, state: SeriesState, power: int, events: list[Event]) -> None:
        """Remove the units of a power that has surrendered, all for good."""
        for block in range(len(self.order)):
            if self.units.power[block] == power and state.location[block] >= 0:
                self.remove_for_good(state, block)
