"""Chapter 13: headquarters are turned up when they act, and turned back at the end of their activation."""

from blockfront.blocks import effects
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.games.blocks_series.events import Activated
from blockfront.games.blocks_series.state import SeriesState
from blockfront.games.blocks_series.steps.base import SeriesStep
from blockfront.games.blocks_series.steps.losses import take_step
from blockfront.hexes.hexset import members


class Activations(SeriesStep):
    """Frame: (number, side). Headquarters that a side has activated unseen become known together with its moves."""

    @rule("BE-13.2a")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        self.done(state)
        new = [hq for hq in members(state.active_hqs & ~state.face_up) if state.location[hq] >= 0]
        if new:
            for hq in new:
                effects.reveal(state, hq, state.turn)
            events.append(Activated(side=frame[1], blocks=tuple((hq, state.steps[hq]) for hq in new)))
        return False


class Deactivation(SeriesStep):
    """Frame: (number,)."""

    @rule("BE-13.6a", "BE-13.6b", "BE-13.7b", "BE-R46")
    @rule("BW-R50", "BW-R95")
    @rule("BW-13.6a", "BW-13.8c")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        """Turn back every active headquarters; each loses a step, and leaves the map if that was the last."""
        self.done(state)
        self._stand_up(state)
        if state.active_hqs:
            for hq in members(state.active_hqs):
                for _ in range(self.rules.headquarters.wear(state, hq)):
                    if state.location[hq] >= 0:
                        take_step(self.rules, state, hq, "activation", events)
                effects.hide(state, hq)
            state.active_hqs = state.commanded = 0
            state.orders.clear()
        return False

    @rule("BE-19.0e")
    def _stand_up(self, state: SeriesState) -> None:
        """Hide units that were revealed in this turn, and forget what was scouted."""
        state.scouted = 0
        for block in members(state.face_up & ~state.active_hqs):
            effects.hide(state, block)
