"""Sections 7.2 to 7.5: one round of battle: air strike, defensive fire and offensive fire, with losses after each shot."""

from typing import NamedTuple

from blockfront.blocks import effects
from blockfront.blocks.fire_dice import count_hits, count_in_range
from blockfront.core.actions import Action, Roll
from blockfront.core.chance import Chance, Dice
from blockfront.core.choices import Choices, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.game import Prompt
from blockfront.core.sides import ALONE, CHANCE_ALONE, NOBODY, Side
from blockfront.games.eastfront.actions import Fire, FireAll, Repulse, TakeLoss
from blockfront.games.eastfront.events import BattleClosed, BattleOpened, PartialHit, Rolled, WentBack
from blockfront.games.eastfront.rules.ch07_combat.defence import UNTOUCHABLE
from blockfront.games.eastfront.state import NO_HEX, EastFrontState
from blockfront.games.eastfront.steps.base import EastFrontStep
from blockfront.games.eastfront.steps.losses import take_step

NO_BLOCK = -1


class Round(NamedTuple):
    """The frame of a round of battle on the stack."""

    number: int
    hex: int
    stage: int
    supported: int
    repulse: int  # highest die that repulses in this round
    hits: int  # still to be taken by the side being fired at
    partial_block: int  # unit with hits that do not yet make a step
    partial: int
    shooter: int  # unit (or headquarters with an air strike) about to roll
    repulses: int  # attackers still to go back
    flags: int


def _round(frame: Frame) -> Round:
    """A frame as a `Round`. Frames read from saved games are plain tuples."""
    return frame if isinstance(frame, Round) else Round(*frame)


FORTRESS_SHOT = 1  # the fortress has fired its triple fire
IN_USUAL_ORDER = 2  # the firing side chose to fire all units in the usual order
# When Repulses and hits wait until all defenders have fired, their numbers so far are kept in bits above the flags.
GATHERED_REPULSES, GATHERED_HITS, GATHERED = 8, 16, 255


class BattleRound(EastFrontStep):
    """One round of battle. Frame: a `Round`."""

    OPEN, AIR, DEFENSIVE, OFFENSIVE, CLOSE = range(5)
    KINDS = ("", "air", "defensive", "offensive", "")

    # ---- the course of a round

    @rule("EF-7.22a", "EF-7.22b", "EF-7.22c", "EF-7.51b", "EF-13.15a")
    def run(self, state: EastFrontState, frame: Frame, events: list[Event]) -> bool:
        round_ = _round(frame)
        if round_.stage == self.OPEN:
            self._open(state, round_, events)
        elif round_.repulses:
            return self._needs_repulse(state, round_)
        elif round_.hits:
            return self._needs_loss(state, round_)
        elif round_.stage == self.CLOSE or not self._both_sides_left(state, round_.hex):
            self._close(state, round_, events)
        elif round_.shooter != NO_BLOCK:
            return True
        else:
            return self._next_shooter(state, round_)
        return False

    def _both_sides_left(self, state: EastFrontState, hex_: int) -> bool:
        return bool(state.occupied[0] & state.occupied[1] & 1 << hex_)

    @rule("EF-7.5a", "EF-7.51a", "EF-2.67c", "EF-0.2b")
    def _open(self, state: EastFrontState, round_: Round, events: list[Event]) -> None:
        hex_ = round_.hex
        state.fired = state.went_back = 0
        supported = self.rules.battles.is_supported(state, hex_)
        repulse = self.rules.assaults.repulse_number(state, hex_)
        events.append(BattleOpened(hex=hex_, active=state.active, supported=supported, assault=repulse > 0))
        for side in (0, 1):
            self._remove_empty_statics(state, hex_, side, events)
        state.frames[-1] = round_._replace(stage=self.AIR, supported=int(supported), repulse=repulse)

    def _remove_empty_statics(self, state: EastFrontState, hex_: int, side: int, events: list[Event]) -> None:
        units = self.rules.battles.units_of(state, hex_, side)
        if units and all(self.rules.units.is_static[b] and not self.rules.firepower.dice(state, b) for b in units):
            for block in units:
                take_step(self.rules, state, block, "battle", events)

    def _firing_side(self, state: EastFrontState, stage: int) -> int:
        return 1 - state.active if stage == self.DEFENSIVE else state.active

    def _shooters(self, state: EastFrontState, round_: Round) -> list[int]:
        """Units still to fire, in the usual order: best firepower first, then the strongest."""
        side = self._firing_side(state, round_.stage)
        units = [
            block
            for block in self.rules.battles.units_of(state, round_.hex, side)
            if not state.fired >> block & 1 and self.rules.firepower.can_fire(state, block)
        ]
        return sorted(units, key=lambda block: (self._lowest(state, round_, block), -state.steps[block], block))

    def _next_shooter(self, state: EastFrontState, round_: Round) -> bool:
        """Find the unit that fires next; True when the firing side has to choose."""
        if round_.stage == self.AIR:
            striker = next((hq for hq, hex_ in state.strikes if hex_ == round_.hex), NO_BLOCK)
            if striker == NO_BLOCK or state.fired >> striker & 1:
                state.fired = 0
                state.frames[-1] = round_._replace(stage=self.DEFENSIVE)
            else:
                state.frames[-1] = round_._replace(shooter=striker)
            return False
        shooters = self._shooters(state, round_)
        if not shooters and round_.flags >> GATHERED_REPULSES:
            self._release(state, round_)
            return False
        if not shooters:
            state.fired = 0
            state.frames[-1] = round_._replace(stage=round_.stage + 1, flags=round_.flags & ~IN_USUAL_ORDER)
            return False
        if len(shooters) > 1 and not round_.flags & IN_USUAL_ORDER:
            return True
        state.frames[-1] = round_._replace(shooter=shooters[0])
        return False

    # ---- fire

    def _lowest(self, state: EastFrontState, round_: Round, block: int) -> int:
        """Lowest hitting face of a unit in the current stage."""
        if round_.stage == self.AIR:
            return self.rules.air.firepower(state, state.active)
        if round_.stage == self.DEFENSIVE:
            shot = bool(round_.flags & FORTRESS_SHOT)
            return self.rules.firepower.defensive(state, block, round_.hex, shot)
        return self.rules.firepower.offensive(state, block, round_.hex)

    def chance(self, state: EastFrontState, frame: Frame) -> Chance:
        round_ = _round(frame)
        if round_.stage == self.AIR:
            return Dice(self.rules.air.dice(state, round_.shooter))
        return Dice(self.rules.firepower.dice(state, round_.shooter))

    @rule("EF-7.31a", "EF-7.32a", "EF-7.32b", "EF-7.32c", "EF-7.51a", "EF-R48", "EF-0.1b")
    def _roll(self, state: EastFrontState, round_: Round, faces: tuple[int, ...], events: list[Event]) -> None:
        shooter = round_.shooter
        lowest = self._lowest(state, round_, shooter)
        hits = count_hits(faces, lowest)
        repulses = count_in_range(faces, 1, round_.repulse) if round_.stage == self.DEFENSIVE else 0
        side = self._firing_side(state, round_.stage)
        flags = round_.flags
        if round_.stage == self.DEFENSIVE and self.rules.firepower.is_fortress_gun(state, shooter, round_.hex):
            flags |= FORTRESS_SHOT
        kind = self.KINDS[round_.stage]
        events.append(
            Rolled(
                hex=round_.hex,
                kind=kind,
                side=side,
                block=shooter,
                faces=faces,
                lowest=lowest,
                hits=hits,
                repulses=repulses,
            )
        )
        state.fired |= 1 << shooter
        targets = self.rules.battles.units_of(state, round_.hex, 1 - side)
        repulses = min(repulses, len(targets))
        if self._hits_per_step(state, round_, 1 - side) == UNTOUCHABLE:
            hits = 0
        if round_.stage == self.DEFENSIVE and round_.repulse and self.rules.assaults.gathers_fire():
            gathered = flags + (repulses << GATHERED_REPULSES) + (hits << GATHERED_HITS)
            state.frames[-1] = round_._replace(shooter=NO_BLOCK, flags=gathered)
            return
        state.frames[-1] = round_._replace(shooter=NO_BLOCK, hits=hits, repulses=repulses, flags=flags)

    @rule("EF-7.51e", "EF-7.51h", "EF-R48")
    def _release(self, state: EastFrontState, round_: Round) -> None:
        """All defenders have fired: now attackers are repulsed, and the hits fall on those that stay."""
        attackers = len(self.rules.battles.units_of(state, round_.hex, state.active))
        repulses = min(round_.flags >> GATHERED_REPULSES & GATHERED, attackers)
        hits = round_.flags >> GATHERED_HITS & GATHERED
        state.frames[-1] = round_._replace(repulses=repulses, hits=hits, flags=round_.flags & GATHERED)

    def _hits_per_step(self, state: EastFrontState, round_: Round, side: int) -> int:
        return self.rules.defence.hits_per_step(state, round_.hex, side, bool(round_.supported))

    # ---- repulses and losses

    def _needs_repulse(self, state: EastFrontState, round_: Round) -> bool:
        if self._repulse_candidates(state, round_):
            return True
        state.frames[-1] = round_._replace(repulses=0)
        return False

    def _repulse_candidates(self, state: EastFrontState, round_: Round) -> list[int]:
        units = self.rules.battles.units_of(state, round_.hex, state.active)
        return self.rules.defence.repulse_candidates(state, units)

    def _needs_loss(self, state: EastFrontState, round_: Round) -> bool:
        if self._loss_candidates(state, round_):
            return True
        state.frames[-1] = round_._replace(hits=0)
        return False

    @rule("EF-7.33b", "EF-7.34d", "EF-7.35b", "EF-7.51e", "EF-R48", "EF-7.33e")
    def _loss_candidates(self, state: EastFrontState, round_: Round) -> list[int]:
        """Units that may take the next hit: a unit already partly hit, else the strongest; repulsed units only when no others are left."""
        side = 1 - self._firing_side(state, round_.stage)
        units = self.rules.battles.units_of(state, round_.hex, side)
        if not units and round_.stage == self.DEFENSIVE:
            blocks = self.rules.order.of_side[side]
            units = [b for b in blocks if state.went_back >> b & 1 and state.location[b] >= 0]
        if round_.partial_block in units:
            return [round_.partial_block]
        return self.rules.defence.loss_candidates(state, units)

    @rule("EF-7.51d", "EF-7.51f", "EF-7.51h", "EF-6.22b")
    def _go_back(self, state: EastFrontState, round_: Round, block: int, events: list[Event]) -> None:
        to, costs = self.rules.assaults.way_back(state, block), self.rules.assaults.repulse_loss(state, block)
        effects.place(state, block, state.active, to)
        effects.show_place(state, block)
        state.entered_from[block] = NO_HEX
        state.went_back |= 1 << block
        events.append(WentBack(block=block, origin=round_.hex, to=to))
        self.rules.assaults.after_repulse(state, block)
        for _ in range(costs):
            take_step(self.rules, state, block, "repulse", events)
        state.frames[-1] = round_._replace(repulses=round_.repulses - 1)

    @rule("EF-7.33a", "EF-7.33d", "EF-7.34b", "EF-7.34c", "EF-7.35a", "EF-7.35b", "EF-13.15b")
    def _hit(self, state: EastFrontState, round_: Round, block: int, events: list[Event]) -> None:
        side = self.rules.units.side[block]
        needed = self._hits_per_step(state, round_, side)
        partial = round_.partial + 1 if round_.partial_block == block else 1
        if partial < needed:
            events.append(PartialHit(block=block, hits=partial, needed=needed))
            state.frames[-1] = round_._replace(hits=round_.hits - 1, partial_block=block, partial=partial)
            return
        take_step(self.rules, state, block, "battle", events)
        round_ = round_._replace(hits=round_.hits - 1)
        if round_.partial_block == block:  # when the other side loses steps, partial hits stay
            round_ = round_._replace(partial_block=NO_BLOCK, partial=0)
        state.frames[-1] = round_

    @rule("EF-7.21b", "EF-0.2c", "EF-7.34e", "EF-7.12c")
    def _close(self, state: EastFrontState, round_: Round, events: list[Event]) -> None:
        """Hide the Original Defender's units again; when the battle is over, those of both sides."""
        hex_ = round_.hex
        over = not self._both_sides_left(state, hex_)
        defender = self.rules.battles.original_defender(state, hex_)
        for side in (0, 1):
            if over or side == defender:
                for block in self.rules.battles.units_of(state, hex_, side):
                    if not self.rules.headquarters.is_active(state, block):
                        effects.hide(state, block)
        for block in self.rules.order.of_side[state.active]:
            if state.went_back >> block & 1:
                effects.hide(state, block)
        events.append(BattleClosed(hex=hex_, over=over))
        state.fired = state.went_back = 0
        self.done(state)

    # ---- decisions

    def to_act(self, state: EastFrontState, frame: Frame) -> frozenset[Side]:
        round_ = _round(frame)
        if round_.stage in (self.OPEN, self.CLOSE):
            return NOBODY
        if round_.repulses:
            return ALONE[state.active]
        side = self._firing_side(state, round_.stage)
        if round_.hits:
            return ALONE[1 - side]
        if round_.shooter != NO_BLOCK:
            return CHANCE_ALONE
        return ALONE[side]

    def legal(self, state: EastFrontState, frame: Frame, side: Side) -> Choices:
        round_ = _round(frame)
        if round_.repulses:
            return Listed([Repulse(block) for block in self._repulse_candidates(state, round_)])
        if round_.hits:
            return Listed([TakeLoss(block) for block in self._loss_candidates(state, round_)])
        return Listed((FireAll(), *(Fire(block) for block in self._shooters(state, round_))))

    def apply(self, state: EastFrontState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        round_ = _round(frame)
        if isinstance(action, Roll):
            self._roll(state, round_, action.faces, events)
        elif isinstance(action, TakeLoss):
            self._hit(state, round_, action.block, events)
        elif isinstance(action, Repulse):
            self._go_back(state, round_, action.block, events)
        elif isinstance(action, Fire):
            state.frames[-1] = round_._replace(shooter=action.block)
        else:
            state.frames[-1] = round_._replace(flags=round_.flags | IN_USUAL_ORDER)

    def prompt(self, state: EastFrontState, frame: Frame, side: Side) -> Prompt:
        round_ = _round(frame)
        if round_.repulses:
            return Prompt("choose_repulsed", "EF-7.51c", {"hex": round_.hex})
        if round_.hits:
            return Prompt("choose_loss", "EF-7.33b", {"hex": round_.hex})
        return Prompt("choose_shooter", "EF-7.31a", {"hex": round_.hex})
