"""Chapter 19: one flight of reconnaissance: flak tries to stop it, then a die tells whether it saw something."""

from typing import Final

from blockfront.blocks import effects
from blockfront.blocks.fire_dice import count_hits
from blockfront.core.actions import Action, Roll
from blockfront.core.chance import Chance, Dice
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.sides import Side
from blockfront.games.blocks_series.actions import Scout
from blockfront.games.blocks_series.events import Activated, ReconnaissanceFlown, ReconnaissanceIntercepted, ReconnaissanceMade
from blockfront.games.blocks_series.rules.ch13_headquarters import RECONNOITRE
from blockfront.games.blocks_series.state import SeriesState
from blockfront.games.blocks_series.steps.base import ChanceStep, SeriesStep
from blockfront.games.blocks_series.steps.losses import reveal

LOWEST_FACES: Final = (2, 3, 4, 5, 6)


class Reconnaissance(ChanceStep):
    """Frame: (number, stage, headquarters, hex, flak dice that hit from 2, from 3, … from 6 on). The headquarters is face up."""

    FLAK, FLIGHT = range(2)

    def chance(self, state: SeriesState, frame: Frame) -> Chance:
        return Dice(sum(frame[4:]) if frame[1] == self.FLAK else 1)

    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Roll)
        if frame[1] == self.FLAK:
            self._intercept(state, frame, action.faces, events)
        else:
            self._look(state, frame, action.faces, events)

    @rule("BE-19.1c")
    def _intercept(self, state: SeriesState, frame: Frame, faces: tuple[int, ...], events: list[Event]) -> None:
        hits = start = 0
        for lowest, dice in zip(LOWEST_FACES, frame[4:], strict=True):
            hits += count_hits(faces[start : start + dice], lowest)
            start += dice
        events.append(ReconnaissanceIntercepted(hex=frame[3], faces=faces, hits=hits))
        if hits:
            self.done(state)
        else:
            self.set_frame(state, self.FLIGHT, *frame[2:])

    @rule("BE-19.1d")
    def _look(self, state: SeriesState, frame: Frame, faces: tuple[int, ...], events: list[Event]) -> None:
        hq, hex_ = frame[2], frame[3]
        seen = self.rules.headquarters.succeeds(state, hq, hex_, faces[0])
        events.append(ReconnaissanceMade(hex=hex_, faces=faces, seen=seen))
        self.done(state)
        if seen:
            state.scouted |= 1 << hex_
            reveal(state, self.rules.fire.units_at(state, hex_, 1 - state.active), events)


@rule("BE-19.1a", "BE-19.1c", "BE-13.2a")
def fly_reconnaissance(step: SeriesStep, state: SeriesState, action: Scout, events: list[Event]) -> None:
    """Activate the headquarters openly; the flak of the hex shows how many dice it has."""
    hq, hex_ = action.hq, action.hex
    if not state.face_up >> hq & 1:
        effects.reveal(state, hq, state.turn)
        events.append(Activated(side=step.rules.units.side[hq], blocks=((hq, state.steps[hq]),)))
    state.active_hqs |= 1 << hq
    state.orders.append((hq, RECONNOITRE, hex_))
    shots = step.rules.headquarters.interception(state, hex_)
    dice = tuple(sum(shot.dice for shot in shots if shot.lowest == lowest) for lowest in LOWEST_FACES)
    events.append(ReconnaissanceFlown(hq=hq, hex=hex_, dice=dice))
    step.call(state, Reconnaissance, Reconnaissance.FLAK if any(dice) else Reconnaissance.FLIGHT, hq, hex_, *dice)
