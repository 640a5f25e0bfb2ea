"""Chapter 18: what becomes of units that cross seas the enemy controls."""

from blockfront.blocks import effects
from blockfront.core.actions import Action, Roll
from blockfront.core.chance import Chance, Dice
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.sides import Side
from blockfront.games.blocks_series.actions import Ship
from blockfront.games.blocks_series.events import Crossed, Eliminated, Moved
from blockfront.games.blocks_series.options.ch18_naval_transport import ARRIVES_TO, DAMAGED_TO
from blockfront.games.blocks_series.state import MOVED, NO_HEX, SeriesState
from blockfront.games.blocks_series.steps.base import ChanceStep, SeriesStep, privately
from blockfront.games.blocks_series.steps.losses import remove, take_step
from blockfront.hexes.hexset import members


class Crossings(ChanceStep):
    """Frame: (number,). Units at sea by handle, which everybody knows; where they land has been shown."""

    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        if state.at_sea:
            return True
        self.done(state)
        return False

    def chance(self, state: SeriesState, frame: Frame) -> Chance:
        return Dice(1)

    @rule("BE-18.1a")
    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        """Up to three it arrives, up to five it loses a step, on a six it is lost."""
        assert isinstance(action, Roll)
        block = min(members(state.at_sea), key=lambda at_sea: state.handle[at_sea])
        state.at_sea &= ~(1 << block)
        hex_ = state.location[block]
        events.append(Crossed(handle=state.handle[block], hex=hex_, faces=action.faces))
        if action.faces[0] > DAMAGED_TO:
            remove(self.rules, state, block)
            events.append(Eliminated(block=block, hex=hex_, cause="sea"))
        elif action.faces[0] > ARRIVES_TO:
            take_step(self.rules, state, block, "sea", events)


@rule("BE-18.0a", "BE-18.1a")
def embark(step: SeriesStep, state: SeriesState, action: Ship, events: list[Event]) -> None:
    """The unit goes to its port; the dice for dangerous crossings are rolled when the phase's moves are shown."""
    rules, block, origin = step.rules, action.block, state.location[action.block]
    side = rules.units.side[block]
    if rules.headquarters.is_dangerous(state, side, origin, action.to):
        state.at_sea |= 1 << block
    rules.headquarters.ship(state, action.hq, block)
    effects.place(state, block, side, action.to)
    state.entered[block] = NO_HEX
    state.flags[block] |= MOVED
    events.append(Moved(block=block, origin=origin, to=action.to, mode="sea", seen_by=privately(side)))
