"""Section 6.4: retreats, rearguards and pursuit fire."""

from typing import NamedTuple

from blockfront.blocks import effects
from blockfront.blocks.fire_dice import count_hits
from blockfront.core.actions import Action, Roll
from blockfront.core.chance import Chance, Dice
from blockfront.core.choices import Choices, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.sides import Side, audience
from blockfront.games.eastfront.actions import Mobilise, Move, Rearguard
from blockfront.games.eastfront.events import Moved, PartialHit, Rolled
from blockfront.games.eastfront.loading.data_model import NO_FIRE
from blockfront.games.eastfront.state import NO_HEX, REARGUARD, EastFrontState
from blockfront.games.eastfront.steps.base import ActiveStep, ChanceStep, EastFrontStep
from blockfront.games.eastfront.steps.losses import reveal, take_step
from blockfront.games.eastfront.steps.showing import Showing


class PursuitFrame(NamedTuple):
    """The numbers in the frame of a pursuit."""

    number: int
    rearguard: int
    to: int  # where a deploying headquarters goes; NO_HEX for rearguards, which choose afterwards
    partial: int


class Pursuit(ChanceStep):
    """All enemy units in the hex fire at the last unit to leave it."""

    @rule("EF-6.41b", "EF-6.42a", "EF-5.21d", "EF-6.42f")
    def run(self, state: EastFrontState, frame: Frame, events: list[Event]) -> bool:
        pursuit = PursuitFrame(*frame)
        if state.location[pursuit.rearguard] >= 0 and self._pursuers(state, pursuit.rearguard):
            return True
        self._end(state, pursuit, events)
        return False

    def _pursuers(self, state: EastFrontState, rearguard: int) -> list[int]:
        enemy = 1 - self.rules.units.side[rearguard]
        return [
            block
            for block in self.rules.battles.units_of(state, state.location[rearguard], enemy)
            if not state.fired >> block & 1
            and self.rules.firepower.dice(state, block)
            and self.rules.movement.pursuit_firepower(state, block, rearguard) < NO_FIRE
        ]

    def chance(self, state: EastFrontState, frame: Frame) -> Chance:
        rearguard = PursuitFrame(*frame).rearguard
        return Dice(self.rules.firepower.dice(state, self._pursuers(state, rearguard)[0]))

    @rule("EF-6.42a", "EF-6.42b", "EF-6.42c", "EF-6.42e")
    def apply(self, state: EastFrontState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Roll)
        pursuit = PursuitFrame(*frame)
        rearguard = pursuit.rearguard
        pursuer = self._pursuers(state, rearguard)[0]
        hex_, owner = state.location[rearguard], self.rules.units.side[rearguard]
        lowest = self.rules.movement.pursuit_firepower(state, pursuer, rearguard)
        hits = count_hits(action.faces, lowest)
        state.fired |= 1 << pursuer
        events.append(Rolled(hex=hex_, kind="pursuit", side=1 - owner, block=pursuer, faces=action.faces, lowest=lowest, hits=hits))
        needed = self.rules.defence.pursuit_hits_per_step(state, hex_, owner)
        partial = pursuit.partial + hits
        while partial >= needed and state.location[rearguard] >= 0:
            partial -= needed
            take_step(self.rules, state, rearguard, "pursuit", events)
        if partial and state.location[rearguard] >= 0:
            events.append(PartialHit(block=rearguard, hits=partial, needed=needed))
        state.frames[-1] = pursuit._replace(partial=partial)

    def _end(self, state: EastFrontState, pursuit: PursuitFrame, events: list[Event]) -> None:
        rearguard = pursuit.rearguard
        hex_, owner = state.location[rearguard], self.rules.units.side[rearguard]
        state.fired = 0
        self.done(state)
        if hex_ < 0:
            return
        for block in self.rules.battles.units_of(state, hex_, 1 - owner):
            if self.rules.battles.original_defender(state, hex_) != owner:
                effects.hide(state, block)
        if pursuit.to != NO_HEX:
            effects.place(state, rearguard, owner, pursuit.to)
            events.append(Moved(block=rearguard, origin=hex_, to=pursuit.to, mode="deploy"))


@rule("EF-6.41b")
def begin_pursuit(step: EastFrontStep, state: EastFrontState, rearguard: int, to: int, events: list[Event]) -> None:
    """Reveal the rearguard and its pursuers and let them fire."""
    enemy = 1 - step.rules.units.side[rearguard]
    reveal(state, [rearguard, *step.rules.battles.units_of(state, state.location[rearguard], enemy)], events)
    state.fired = 0
    step.call(state, Pursuit, rearguard, to, 0)


class Rearguards(ActiveStep):
    """When all other moves are made, rearguards are pursued and leave, seen by everybody, in the order their owner chooses.

    Frame: (number, rearguard that has been pursued and must leave now, or NO_HEX).
    """

    clause = "EF-6.41f"
    resolves_itself = False  # how many ways are left depends on a speed that the opponent need not know

    def _waiting(self, state: EastFrontState) -> list[int]:
        return [b for b in self.rules.order.of_side[state.active] if state.flags[b] & REARGUARD and state.location[b] >= 0]

    @rule("EF-6.41b", "EF-6.41f")
    def run(self, state: EastFrontState, frame: Frame, events: list[Event]) -> bool:
        leaving = frame[1]
        if leaving != NO_HEX:
            if state.location[leaving] >= 0 and self._ways(state, leaving):
                return True
            state.flags[leaving] &= ~REARGUARD
            self.set_frame(state, NO_HEX)
            return False
        waiting = self._waiting(state)
        if not waiting:
            self.done(state)
            return False
        return True

    def _ways(self, state: EastFrontState, rearguard: int) -> list[Action]:
        """The moves that complete a rearguard's retreat; an active headquarters mobilises."""
        ordered = self.rules.special_moves.ways_out(state, rearguard)
        if ordered is not None:
            return ordered
        moves = self.rules.movement.disengaging(state, rearguard)
        if self.rules.headquarters.is_active(state, rearguard):
            return [Mobilise(move.block, move.to, move.exit) for move in moves]
        return list(moves)

    def legal(self, state: EastFrontState, frame: Frame, side: Side) -> Choices:
        if frame[1] != NO_HEX:
            return Listed(self._ways(state, frame[1]))
        return Listed([Rearguard(block) for block in self._waiting(state)])

    def apply(self, state: EastFrontState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, Rearguard):
            self.set_frame(state, action.block)
            begin_pursuit(self, state, action.block, NO_HEX, events)
            return
        if isinstance(action, Mobilise):
            self.rules.headquarters.spend(state, action.hq, events)
            action = Move(action.hq, action.to, exit=action.exit)
        self.set_frame(state, NO_HEX)
        if isinstance(action, Move):
            self._leave(state, action, side, events)
        else:
            self.rules.special_moves.complete(state, action, side, events)
        self.call(state, Showing, state.active)

    def _leave(self, state: EastFrontState, action: Move, side: int, events: list[Event]) -> None:
        state.flags[action.block] &= ~REARGUARD
        if state.location[action.block] < 0:
            return
        origin = state.location[action.block]
        self.rules.movement.carry_out(state, action)
        effects.hide(state, action.block)
        moved = Moved(block=action.block, origin=origin, to=action.to, mode="retreat", seen_by=audience(side))
        events.append(moved)
