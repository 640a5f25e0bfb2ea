"""Battles: the order in which they are fought, fire, losses, and breaking off an attack."""

from blockfront.blocks.block_choices import BlockTargets
from blockfront.blocks.effects import eliminate, hide, lose_step, place, reveal, show_place
from blockfront.core.actions import Action, Roll
from blockfront.core.chance import Chance
from blockfront.core.choices import Choices, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.game import Prompt
from blockfront.core.refusals import Refusal
from blockfront.core.sides import CHANCE_ALONE, Side, other
from blockfront.games.proving_ground.actions import Fight, Press, Retreat, TakeLoss, Withdraw
from blockfront.games.proving_ground.events import (
    AttackBrokenOff,
    BattleBegan,
    Eliminated,
    Fired,
    Retreated,
    Revealed,
    StepLost,
)
from blockfront.games.proving_ground.state import State
from blockfront.games.proving_ground.steps.base import PlayStep
from blockfront.hexes.hexset import members


class FightBattles(PlayStep):
    """The active side chooses the next battle; the sides fire, take losses, press on or withdraw."""

    @rule("PG-6.1")
    def run(self, state: State, frame: Frame, events: list[Event]) -> bool:
        if self.rules.combat.battles(state):
            return True
        self.done(state)
        return False

    def to_act(self, state: State, frame: Frame) -> frozenset[Side]:
        return self.active(state)

    @rule("PG-6.1")
    def legal(self, state: State, frame: Frame, side: Side) -> Choices:
        return Listed([Fight(hex_) for hex_ in members(self.rules.combat.battles(state))])

    @rule("PG-6.2")
    def apply(self, state: State, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Fight)
        hex_ = action.target
        events.append(BattleBegan(target=hex_))
        for owner in (Side(0), Side(1)):
            for block in self.rules.blocks.in_hex(state, hex_, owner):
                reveal(state, block, state.turn)
                strength = self.rules.blocks.strength(state, block)
                events.append(Revealed(block=block, target=hex_, strength=strength))
        self.call(state, Battle, hex_, 1, 0)

    def prompt(self, state: State, frame: Frame, side: Side) -> Prompt:
        return Prompt("choose_battle", "PG-6.1")


class Battle(PlayStep):
    """One battle. Frame: hex, round, stage (0 defender fires, 1 attacker fires, 2 press or withdraw)."""

    @rule("PG-6.3", "PG-6.6", "PG-6.7")
    def run(self, state: State, frame: Frame, events: list[Event]) -> bool:
        _, hex_, round_, stage = frame
        if not self.rules.combat.battles(state) >> hex_ & 1:
            self._stand_up(state)
            self.done(state)
        elif stage == 0:
            self.set_frame(state, hex_, round_, 1)
            self.call(state, Fire, hex_, other(state.active))
        elif stage == 1:
            self.set_frame(state, hex_, round_, 2)
            self.call(state, Fire, hex_, state.active)
        elif self.rules.combat.must_withdraw(round_):
            self._break_off(state, hex_, events)
        else:
            return True
        return False

    def to_act(self, state: State, frame: Frame) -> frozenset[Side]:
        return self.active(state)

    @rule("PG-6.6")
    def legal(self, state: State, frame: Frame, side: Side) -> Choices:
        return Listed([Press(), Withdraw()])

    @rule("PG-6.6")
    def apply(self, state: State, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        _, hex_, round_, _ = frame
        if isinstance(action, Press):
            self.set_frame(state, hex_, round_ + 1, 0)
        else:
            self._break_off(state, hex_, events)

    def _break_off(self, state: State, hex_: int, events: list[Event]) -> None:
        events.append(AttackBrokenOff(target=hex_))
        self.call(state, BreakOff, hex_)

    def prompt(self, state: State, frame: Frame, side: Side) -> Prompt:
        return Prompt("press_or_withdraw", "PG-6.6", {"target": frame[1]})

    @rule("PG-6.9")
    def _stand_up(self, state: State) -> None:
        """Hide every block again, except an active headquarters; both sides remember the faces they saw."""
        showing = self.rules.board.headquarters(state.active) if state.hq_active else -1
        for block in range(len(self.rules.board.order)):
            if block != showing:
                hide(state, block)


class Fire(PlayStep):
    """One side fires. Frame: hex, firing side."""

    def to_act(self, state: State, frame: Frame) -> frozenset[Side]:
        return CHANCE_ALONE

    @rule("PG-6.3")
    def chance(self, state: State, frame: Frame) -> Chance:
        return self.rules.combat.dice(state, frame[1], frame[2])

    @rule("PG-6.3")
    def apply(self, state: State, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Roll)
        _, hex_, firing = frame
        hits = self.rules.combat.hits(state, hex_, firing, action.faces)
        events.append(Fired(side=firing, target=hex_, faces=action.faces, hits=hits))
        self.done(state)
        if hits:
            self.call(state, TakeLosses, hex_, other(firing), hits)


class TakeLosses(PlayStep):
    """The owner chooses which blocks take the hits. Frame: hex, side that loses, hits left."""

    def run(self, state: State, frame: Frame, events: list[Event]) -> bool:
        _, hex_, loser, hits = frame
        if hits and self.rules.combat.must_lose(state, hex_, loser):
            return True
        self.done(state)
        return False

    def to_act(self, state: State, frame: Frame) -> frozenset[Side]:
        return frozenset((Side(frame[2]),))

    @rule("PG-6.5")
    def legal(self, state: State, frame: Frame, side: Side) -> Choices:
        return Listed([TakeLoss(block) for block in self.rules.combat.must_lose(state, frame[1], frame[2])])

    def why_not(self, state: State, frame: Frame, action: Action, side: Side) -> Refusal | None:
        return Refusal("PG-6.5", "strongest_first") if isinstance(action, TakeLoss) else None

    @rule("PG-6.5", "PG-1.2")
    def apply(self, state: State, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, TakeLoss)
        _, hex_, loser, hits = frame
        self.set_frame(state, hex_, loser, hits - 1)
        if lose_step(state, action.block, loser):
            events.append(Eliminated(block=action.block))
            self.end_if_headquarters_lost(state, loser, events)
        else:
            strength = self.rules.blocks.strength(state, action.block)
            events.append(StepLost(block=action.block, strength=strength))

    def prompt(self, state: State, frame: Frame, side: Side) -> Prompt:
        return Prompt("take_loss", "PG-6.5", {"target": frame[1], "hits": frame[3]})


class BreakOff(PlayStep):
    """The attackers retreat one by one; blocks that cannot are eliminated. Frame: hex."""

    @rule("PG-6.8")
    def run(self, state: State, frame: Frame, events: list[Event]) -> bool:
        if self._can_retreat(state, frame[1]):
            return True
        for block in self.rules.blocks.in_hex(state, frame[1], state.active):
            eliminate(state, block, state.active)
            events.append(Eliminated(block=block))
        if not self.end_if_headquarters_lost(state, state.active, events):
            self.done(state)
        return False

    def _can_retreat(self, state: State, hex_: int) -> dict[int, int]:
        blocks = self.rules.blocks.in_hex(state, hex_, state.active)
        options = {block: self.rules.combat.retreat_options(state, block) for block in blocks}
        return {block: hexes for block, hexes in options.items() if hexes}

    def to_act(self, state: State, frame: Frame) -> frozenset[Side]:
        return self.active(state)

    @rule("PG-6.8")
    def legal(self, state: State, frame: Frame, side: Side) -> Choices:
        return BlockTargets(Retreat, self._can_retreat(state, frame[1]))

    @rule("PG-6.8")
    def apply(self, state: State, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Retreat)
        place(state, action.block, side, action.target)
        show_place(state, action.block)
        events.append(Retreated(block=action.block, origin=frame[1], target=action.target))

    def prompt(self, state: State, frame: Frame, side: Side) -> Prompt:
        return Prompt("retreat", "PG-6.8", {"target": frame[1]})
