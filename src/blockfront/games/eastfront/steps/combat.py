"""Sections 4.43 and 4.45: the Combat Phases: air strikes, choice of battles, rounds, deactivation."""

from blockfront.blocks.block_state import battle_hexes
from blockfront.core.actions import Action
from blockfront.core.choices import Choices, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.core.sides import Side
from blockfront.games.eastfront.actions import EndPhase, Fight, Resolve, Strike
from blockfront.games.eastfront.events import BattlesChosen, StrikesAssigned
from blockfront.games.eastfront.state import BLITZ, COMBAT, ORDERS, EastFrontState
from blockfront.games.eastfront.steps.base import ActiveStep, EastFrontStep
from blockfront.games.eastfront.steps.battle import BattleRound
from blockfront.games.eastfront.steps.losses import reveal
from blockfront.hexes.hexset import members


class CombatPhase(EastFrontStep):
    """A Combat Phase. Frame: (number, stage)."""

    @rule("EF-4.43a", "EF-4.43c", "EF-4.43d", "EF-4.45c", "EF-5.42c")
    def run(self, state: EastFrontState, frame: Frame, events: list[Event]) -> bool:
        stage = frame[1]
        self.set_frame(state, stage + 1)
        if stage == 0:
            state.chosen = state.fought = 0
            state.strikes.clear()
            self.call(state, AssignStrikes)
        elif stage == 1:
            self.call(state, ChooseBattles)
        elif stage == 2:
            self.call(state, ResolveBattles)
        else:
            self._deactivate(state, events)
            state.strikes.clear()
            state.new_battles = 0
            self.done(state)
        return False

    def _deactivate(self, state: EastFrontState, events: list[Event]) -> None:
        """Every active headquarters pays a step; one that blitzes stays active after the first Combat Phase."""
        for hq in self.rules.headquarters.active(state, state.active):
            stays = state.phase == COMBAT and state.command[hq] & ORDERS == BLITZ
            self.rules.headquarters.spend(state, hq, events, still_active=stays)


class AssignStrikes(ActiveStep):
    """The active player assigns air strikes. Frame: (number,)."""

    clause = "EF-7.13a"

    def legal(self, state: EastFrontState, frame: Frame, side: Side) -> Choices:
        return Listed((EndPhase(), *self.rules.air.strikes(state, side)))

    def answers_itself(self, state: EastFrontState, frame: Frame) -> bool:
        """Once a strike is assigned the player still confirms, to be able to think again."""
        return not state.strikes

    def why_not(self, state: EastFrontState, frame: Frame, action: Action, side: Side) -> Refusal | None:
        return self.rules.air.why_not_strike(state, action, side) if isinstance(action, Strike) else None

    @rule("EF-7.13a", "EF-13.13b")
    def apply(self, state: EastFrontState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, Strike):
            state.strikes.append((action.hq, action.hex))
            return
        events.append(StrikesAssigned(strikes=tuple(state.strikes)))
        self.done(state)


class ChooseBattles(ActiveStep):
    """The active player chooses the battles to fight. Frame: (number,)."""

    clause = "EF-7.14a"

    def legal(self, state: EastFrontState, frame: Frame, side: Side) -> Choices:
        return Listed((EndPhase(), *(Fight(hex_) for hex_ in members(self.rules.battles.optional(state)))))

    @rule("EF-7.14a")
    def why_not(self, state: EastFrontState, frame: Frame, action: Action, side: Side) -> Refusal | None:
        if not isinstance(action, Fight):
            return None
        hex_ = action.hex
        if not 0 <= hex_ < self.rules.board.grid.size or not battle_hexes(state) >> hex_ & 1:
            return Refusal("EF-7.14a", "no_battle_there", {"hex": hex_})
        decided = self.rules.battles.mandatory(state) | state.chosen
        return Refusal("EF-7.14a", "fought_anyway", {"hex": hex_}) if decided >> hex_ & 1 else None

    @rule("EF-7.14a", "EF-4.43a", "EF-0.2b")
    def apply(self, state: EastFrontState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, Fight):
            state.chosen |= 1 << action.hex
            return
        state.chosen |= self.rules.battles.mandatory(state)
        events.append(BattlesChosen(hexes=tuple(members(state.chosen))))
        units = [block for hex_ in members(state.chosen) for owner in (0, 1) for block in self.rules.battles.units_of(state, hex_, owner)]
        reveal(state, units, events)
        self.done(state)


class ResolveBattles(ActiveStep):
    """The active player fights the chosen battles one after another. Frame: (number,)."""

    clause = "EF-7.21a"

    def run(self, state: EastFrontState, frame: Frame, events: list[Event]) -> bool:
        if not state.chosen:
            self.done(state)
            return False
        return True

    def legal(self, state: EastFrontState, frame: Frame, side: Side) -> Choices:
        return Listed([Resolve(hex_) for hex_ in members(state.chosen)])

    @rule("EF-7.21a", "EF-4.43a")
    def apply(self, state: EastFrontState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Resolve)
        bit = 1 << action.hex
        state.chosen &= ~bit
        state.fought |= bit
        self.call(state, BattleRound, action.hex, BattleRound.OPEN, 0, 0, 0, -1, 0, -1, 0, 0)
