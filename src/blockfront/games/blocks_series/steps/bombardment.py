"""Chapter 26: flying bombs, and rockets that are aimed."""

from blockfront.blocks.fire_dice import count_hits
from blockfront.core.actions import Action, Roll
from blockfront.core.chance import Chance, Dice
from blockfront.core.choices import Choices, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.sides import ALONE, CHANCE_ALONE, Side
from blockfront.games.blocks_series.actions import EndPhase
from blockfront.games.blocks_series.state import NO_BLOCK, NO_HEX, SeriesState
from blockfront.games.blocks_series.steps.base import SeriesStep
from blockfront.games.blocks_series.strategic_actions import AimRocket, AimRocketAtUnit
from blockfront.games.blocks_series.strategic_events import FlyingBombs, RocketAimed, RocketsHit


class Bombardment(SeriesStep):
    """Frame: (number, stage, hex or NO_HEX, handle or NO_BLOCK of the rockets' target)."""

    FLYING_BOMBS, AIM, ROCKETS = range(3)
    clause = "BW-26.2c"
    resolves_itself = False

    @rule("BW-26.1b", "BW-26.2b")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        strategic = self.rules.strategic
        if frame[1] == self.FLYING_BOMBS and strategic.flying_bombs(state):
            return True
        if frame[1] == self.AIM and strategic.has_rockets(state):
            return True
        if frame[1] == self.ROCKETS:
            return True
        if frame[1] == self.FLYING_BOMBS:
            self.set_frame(state, self.AIM, NO_HEX, NO_BLOCK)
        else:
            self.done(state)
        return False

    def to_act(self, state: SeriesState, frame: Frame) -> frozenset[Side]:
        return ALONE[1 - state.active] if frame[1] == self.AIM else CHANCE_ALONE

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        return Listed([EndPhase(), *self.rules.strategic.rocket_targets(state)])

    def chance(self, state: SeriesState, frame: Frame) -> Chance:
        strategic = self.rules.strategic
        return Dice(strategic.flying_bombs(state) if frame[1] == self.FLYING_BOMBS else strategic.rocket_dice()[0])

    @rule("BW-26.1b", "BW-26.2b", "BW-26.2c", "BW-R58")
    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        strategic = self.rules.strategic
        if isinstance(action, AimRocket | AimRocketAtUnit):
            handle = action.handle if isinstance(action, AimRocketAtUnit) else NO_BLOCK
            events.append(RocketAimed(hex=action.hex, handle=handle, at_unit=handle != NO_BLOCK))
            self.set_frame(state, self.ROCKETS, action.hex, handle)
        elif not isinstance(action, Roll):
            self.done(state)
        elif frame[1] == self.FLYING_BOMBS:
            lost = strategic.lose_points(state, count_hits(action.faces, strategic.rocket_dice()[1]))
            events.append(FlyingBombs(faces=action.faces, lost=lost))
            self.set_frame(state, self.AIM, NO_HEX, NO_BLOCK)
        else:
            hits = count_hits(action.faces, strategic.rocket_dice()[1])
            events.append(RocketsHit(faces=action.faces, hits=hits))
            self.done(state)
            if frame[3] != NO_BLOCK:
                strategic.struck_by_rocket(state, frame[3], hits, events)
            else:
                strategic.lose_points(state, hits)
