"""Chapter 18: what happens to units that cross seas the enemy controls."""

from blockfront.blocks import effects
from blockfront.core.actions import Action, Roll
from blockfront.core.chance import Chance, Dice
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.sides import Side
from blockfront.games.blocks_series.actions import Ship
from blockfront.games.blocks_series.events import Crossed, Eliminated, Moved
from blockfront.games.blocks_series.power_events import MourningRolled
from blockfront.games.blocks_series.rules.ch18_sea import DANGEROUS, Crossing
from blockfront.games.blocks_series.state import EXPLOITATION, MOVED, NO_HEX, SeriesState
from blockfront.games.blocks_series.steps.base import ChanceStep, SeriesStep, privately
from blockfront.games.blocks_series.steps.losses import remove, take_step
from blockfront.hexes.hexset import members


class Crossings(ChanceStep):
    """Frame: (number,). Units at sea are rolled for by handle, which everybody knows; where they land has been shown."""

    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        if state.at_sea:
            return True
        self.done(state)
        return False

    def chance(self, state: SeriesState, frame: Frame) -> Chance:
        return Dice(1)

    @rule("BE-18.1a")
    @rule("BW-18.1a", "BW-18.1b", "BW-18.1e", "BW-R31", "BW-R109")
    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        """The unit arrives, loses steps or is lost, as its crossing says; losing the last step means it is lost."""
        assert isinstance(action, Roll)
        block = min(members(state.at_sea), key=lambda at_sea: state.handle[at_sea])
        crossing = _crossing_of(state, block)
        state.at_sea &= ~(1 << block)
        state.voyages[:] = [voyage for voyage in state.voyages if voyage[0] != block]
        hex_ = state.location[block]
        events.append(Crossed(handle=state.handle[block], hex=hex_, faces=action.faces))
        if action.faces[0] > crossing.damaged_to:
            remove(self.rules, state, block)
            events.append(Eliminated(block=block, hex=hex_, cause="sea"))
        elif action.faces[0] > crossing.arrives_to:
            for _ in range(crossing.steps):
                if state.location[block] == hex_:
                    take_step(self.rules, state, block, "sea", events)
        if state.location[block] < 0 and self.rules.losses.mourns_at_sea(block):
            self.call(state, MourningRoll, block)


class MourningRoll(ChanceStep):
    """Frame: (number, unit that was sunk)."""

    def chance(self, state: SeriesState, frame: Frame) -> Chance:
        return Dice(1)

    @rule("BW-18.1d", "BW-13.8.1.3d")
    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        """The loss weighs on morale only on a one."""
        assert isinstance(action, Roll)
        events.append(MourningRolled(faces=action.faces))
        self.done(state)
        if action.faces[0] == 1:
            self.rules.losses.grieve(state, frame[1], events)


def _crossing_of(state: SeriesState, block: int) -> Crossing:
    """The dangers of a unit's passage; the usual ones if no others were noted."""
    return next((Crossing(*voyage[1:]) for voyage in state.voyages if voyage[0] == block), DANGEROUS)


def set_sail(state: SeriesState, block: int, crossing: Crossing) -> None:
    """Put a unit at sea until its die is rolled, unless the crossing is safe."""
    if crossing.is_safe:
        return
    state.at_sea |= 1 << block
    if crossing != DANGEROUS:
        state.voyages.append((block, *crossing))


@rule("BE-18.0a", "BE-18.1a")
@rule("BW-18.0a", "BW-18.1a", "BW-24.7c", "BW-3.7h")
def embark(step: SeriesStep, state: SeriesState, action: Ship, events: list[Event]) -> None:
    """Move the unit to its port; dangerous crossings are rolled for when the phase's moves are shown."""
    rules, block, origin = step.rules, action.block, state.location[action.block]
    side = rules.units.side[block]
    set_sail(state, block, rules.sea.crossing(state, rules.units.power[block], origin, action.to))
    rules.headquarters.ship(state, action.hq, block)
    effects.place(state, block, side, action.to)
    state.entered[block] = NO_HEX
    state.flags[block] |= MOVED
    if state.phase == EXPLOITATION:
        state.spent[block] = rules.movement.allowance(state, block)
    events.append(Moved(block=block, origin=origin, to=action.to, mode="sea", seen_by=privately(side)))
