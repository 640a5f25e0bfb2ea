"""Section 35.1: one month of the air war over a homeland: bombers are placed, fighters sent, then the dice fall hex by hex."""

from blockfront.blocks.fire_dice import count_hits
from blockfront.core.actions import Action, Roll
from blockfront.core.chance import Chance, Dice
from blockfront.core.choices import Choices, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.game import Prompt
from blockfront.core.sides import ALONE, CHANCE_ALONE, Side
from blockfront.games.blocks_series.actions import EndPhase
from blockfront.games.blocks_series.events import Rolled
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_AIR, AIR_TO_GROUND, ANTI_AIRCRAFT, STEP_NAMES
from blockfront.games.blocks_series.rules.ch35_air_war import FIGHTER, AirWar
from blockfront.games.blocks_series.state import NO_BLOCK, NO_HEX, SeriesState
from blockfront.games.blocks_series.steps.base import SeriesStep
from blockfront.games.blocks_series.steps.losses import reveal
from blockfront.games.blocks_series.strategic_actions import Scramble, SendBomber
from blockfront.games.blocks_series.strategic_events import BomberSent, PointBombed, Scrambled


class AirWarMonth(SeriesStep):
    """Frame: (number, stage, hex, hits of the raiders or hits of the bombs that are still to be taken)."""

    SEND, SCRAMBLE, RAIDERS, DEFENDERS, FLAK, BOMBS, POINTS = range(7)
    clause = "BE-35.1a"
    resolves_itself = False

    @property
    def war(self) -> AirWar:
        found = self.rules.strategic
        assert isinstance(found, AirWar)
        return found

    @rule("BE-35.1a", "BE-35.1b", "BE-35.1c", "BE-35.1d", "BE-35.1e", "BE-35.1g")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        stage, hex_ = frame[1], frame[2]
        if stage == self.SEND or (stage == self.SCRAMBLE and state.squadrons):
            return True
        if stage == self.SCRAMBLE or (stage == self.RAIDERS and hex_ == NO_HEX):
            self._next_hex(state)
        elif stage == self.POINTS:
            if frame[3] and self.war.points_at(state, hex_):
                return True
            self.war.finish(state, hex_)
            self._next_hex(state)
        elif self._dice(state, frame):
            return True
        else:
            self.set_frame(state, stage + 1, hex_, frame[3])
        return False

    def _next_hex(self, state: SeriesState) -> None:
        left = self.war.attacked(state)
        if left:
            self.set_frame(state, self.RAIDERS, left[0], 0)
        else:
            state.squadrons.clear()
            self.done(state)

    def _dice(self, state: SeriesState, frame: Frame) -> int:
        """The dice of the stage; bad weather halves those of air combat and flak."""
        stage, hex_, war = frame[1], frame[2], self.war
        raiders, defenders = (sum(s.steps for s in war.over(state, hex_, raiders=side)) for side in (True, False))
        if stage in (self.RAIDERS, self.DEFENDERS):
            dice = (raiders if stage == self.RAIDERS else defenders) if raiders and defenders else 0
        elif stage == self.FLAK:
            dice = war.flak_dice() if raiders else 0
        else:
            return raiders
        return max(1, dice >> war.hinders(state, hex_)) if dice else 0

    def _lowest(self, state: SeriesState, stage: int) -> int:
        if stage in (self.RAIDERS, self.DEFENDERS):
            return self.war.lowest_air(state, raiders=stage == self.RAIDERS)
        return self.war.lowest_flak(state) if stage == self.FLAK else self.war.lowest_bombs(state)

    def to_act(self, state: SeriesState, frame: Frame) -> frozenset[Side]:
        if frame[1] == self.SEND:
            return ALONE[1 - self.war.bombed_side()]
        return ALONE[self.war.bombed_side()] if frame[1] == self.SCRAMBLE else CHANCE_ALONE

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        offered = self.war.placements(state) if frame[1] == self.SEND else self.war.scrambles(state)
        return Listed([EndPhase(), *offered])

    def chance(self, state: SeriesState, frame: Frame) -> Chance:
        if frame[1] == self.POINTS:
            return Dice(1, faces=len(self.war.points_at(state, frame[2])))
        return Dice(self._dice(state, frame))

    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, SendBomber):
            self.war.send_bomber(state, action)
            events.append(BomberSent(bomber=action.bomber, hex=action.hex))
        elif isinstance(action, Scramble):
            self.war.scramble(state, action)
            if action.unit >= FIGHTER:
                reveal(state, [action.unit - FIGHTER], events)
            events.append(Scrambled(hex=action.hex))
        elif isinstance(action, EndPhase):
            self.set_frame(state, frame[1] + 1, NO_HEX, 0)
        elif isinstance(action, Roll) and frame[1] == self.POINTS:
            target = self.war.lose_point(state, frame[2], action.faces[0])
            events.append(PointBombed(hex=frame[2], target=target))
            self.set_frame(state, self.POINTS, frame[2], frame[3] - 1)
        elif isinstance(action, Roll):
            self._fire(state, frame, action.faces, events)

    @rule("BE-35.1c", "BE-35.1d", "BE-35.1e", "BE-35.1f")
    def _fire(self, state: SeriesState, frame: Frame, faces: tuple[int, ...], events: list[Event]) -> None:
        """Both sides fire in the air before hits are taken; then flak, then bombs."""
        _, stage, hex_, kept = frame
        lowest, war = self._lowest(state, stage), self.war
        hits = count_hits(faces, lowest)
        step = STEP_NAMES[(AIR_TO_AIR, AIR_TO_AIR, ANTI_AIRCRAFT, AIR_TO_GROUND)[stage - self.RAIDERS]]
        owner = war.bombed_side() if stage in (self.DEFENDERS, self.FLAK) else 1 - war.bombed_side()
        events.append(Rolled(hex=hex_, step=step, side=owner, shots=((NO_BLOCK, len(faces), lowest),), faces=faces, hits=hits))
        if stage == self.DEFENDERS:
            war.strike(state, hex_, hits, events, raiders=True)
            war.strike(state, hex_, kept, events, raiders=False)
        elif stage == self.FLAK:
            war.strike(state, hex_, hits, events, raiders=True)
        self.set_frame(state, stage + 1, hex_, hits if stage in (self.RAIDERS, self.BOMBS) else 0)

    def prompt(self, state: SeriesState, frame: Frame, side: Side) -> Prompt:
        return Prompt("scramble" if frame[1] == self.SCRAMBLE else "AirWarMonth", "BE-35.1b" if frame[1] == self.SCRAMBLE else "BE-35.1a")
