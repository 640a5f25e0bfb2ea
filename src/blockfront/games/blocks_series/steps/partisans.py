"""Chapter 29: a fight against partisans only: they fire as one brigade, never leave, and no aircraft take part."""

from typing import Final, NamedTuple

from blockfront.blocks import effects
from blockfront.blocks.fire_dice import count_hits
from blockfront.core.actions import Action, Roll
from blockfront.core.chance import Chance, Dice
from blockfront.core.choices import ByUnit, Choices, Joined, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.game import Prompt
from blockfront.core.sides import ALONE, CHANCE_ALONE, Side
from blockfront.games.blocks_series.actions import EndPhase, Retreat, TakeLoss
from blockfront.games.blocks_series.events import BattleClosed, BattleOpened, Retreated, Rolled, RoundBegan, StayedOn
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import ARTILLERY, GROUND, STEP_NAMES, FireContext, Shot, strongest
from blockfront.games.blocks_series.rules.stacking import relocate
from blockfront.games.blocks_series.state import ATTACKED, HALF_HIT, NO_BLOCK, NO_HEX, SeriesState, without_flags
from blockfront.games.blocks_series.steps.base import SeriesStep
from blockfront.games.blocks_series.steps.losses import give_up, hit, reveal, take_step
from blockfront.hexes.hexset import members

OPEN, GUNS, DEFENCE, LOSSES, ATTACK, LEAVE = range(6)  # stages of a round
STEP_OF: Final = {GUNS: ARTILLERY, DEFENCE: GROUND, ATTACK: GROUND}


class Skirmish(NamedTuple):
    """The frame of a fight with partisans on the stack."""

    number: int
    hex: int
    round: int = 1
    stage: int = OPEN
    hits: int = 0  # still to be taken by the attackers

    def context(self) -> FireContext:
        return FireContext(self.hex, self.round, raid=False)


class PartisanFight(SeriesStep):
    """Frame: a `Skirmish`. Both sides know the units in it; whether a unit can retreat is known to its owner only."""

    clause = "BE-29.1i"
    resolves_itself = False

    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        skirmish = Skirmish(*frame)
        if skirmish.stage == OPEN:
            self._open(state, skirmish, events)
        elif not self._attackers(state, skirmish) or not self.rules.partisans.steps(state, skirmish.hex):
            self._close(state, skirmish, events)
        elif skirmish.stage in STEP_OF:
            if self._volley(state, skirmish):
                return True
            self._set(state, skirmish._replace(stage=skirmish.stage + 1))
        elif skirmish.stage == LEAVE and skirmish.round == 1 and (desperate := self._desperate(state, skirmish)):
            for block in desperate:
                give_up(self.rules, state, block, events)
        elif skirmish.stage == LOSSES:
            return self._needs_choice(state, skirmish, events)
        else:
            return True
        return False

    def _set(self, state: SeriesState, skirmish: Skirmish) -> None:
        state.frames[-1] = skirmish

    def _attackers(self, state: SeriesState, skirmish: Skirmish) -> list[int]:
        return [b for b in self.rules.fire.units_at(state, skirmish.hex, state.active) if self.rules.units.is_ground[b]]

    def _open(self, state: SeriesState, skirmish: Skirmish, events: list[Event]) -> None:
        attackers = self._attackers(state, skirmish)
        events.append(BattleOpened(hex=skirmish.hex, side=state.active))
        reveal(state, attackers, events)
        for block in attackers:
            state.flags[block] |= ATTACKED
            state.fought_at[block] = skirmish.hex
        self._set(state, skirmish._replace(stage=GUNS))

    def _close(self, state: SeriesState, skirmish: Skirmish, events: list[Event]) -> None:
        """End the fight: half hits expire, faces are hidden, and a hex that was won becomes the attacker's."""
        state.flags = without_flags(state.flags, HALF_HIT)
        for block in members(state.face_up & ~self.rules.fire.stays_revealed(state)):
            effects.hide(state, block)
        events.append(BattleClosed(hex=skirmish.hex))
        if self._attackers(state, skirmish):
            self.rules.definitions.capture(state, state.active, 1 << skirmish.hex, events)
        self.done(state)

    # ---- fire

    @rule("BE-29.1i", "BE-29.1j")
    @rule("BW-29.1e")
    def _volley(self, state: SeriesState, skirmish: Skirmish) -> list[Shot]:
        """Partisans roll a die for each step and hit with sixes; the attackers fire as in any battle."""
        if skirmish.stage == DEFENCE:
            return [Shot(NO_BLOCK, self.rules.partisans.steps(state, skirmish.hex), self.rules.tables.numbers.partisan_firepower)]
        return self.rules.fire.volley(state, skirmish.context(), STEP_OF[skirmish.stage], state.active)

    def chance(self, state: SeriesState, frame: Frame) -> Chance:
        return Dice(sum(shot.dice for shot in self._volley(state, Skirmish(*frame))))

    def _roll(self, state: SeriesState, skirmish: Skirmish, faces: tuple[int, ...], events: list[Event]) -> None:
        shots, hits, start = self._volley(state, skirmish), 0, 0
        for shot in shots:
            hits += count_hits(faces[start : start + shot.dice], shot.lowest)
            start += shot.dice
        side = 1 - state.active if skirmish.stage == DEFENCE else state.active
        told = tuple((shot.block, shot.dice, shot.lowest) for shot in shots)
        events.append(Rolled(hex=skirmish.hex, step=STEP_NAMES[STEP_OF[skirmish.stage]], side=side, shots=told, faces=faces, hits=hits))
        self._set(state, skirmish._replace(stage=skirmish.stage + 1, hits=hits if skirmish.stage == DEFENCE else 0))
        if skirmish.stage == DEFENCE:
            return
        for _ in range(min(hits, self.rules.partisans.steps(state, skirmish.hex))):
            self.rules.partisans.take_hit(state, skirmish.hex, events)
        for shot in shots if skirmish.stage == GUNS else ():
            take_step(self.rules, state, shot.block, "ammunition", events)

    # ---- losses

    def _targets(self, state: SeriesState, skirmish: Skirmish) -> list[int]:
        attackers = self._attackers(state, skirmish)
        return strongest(attackers, {block: self.rules.fire.value(state, block) for block in attackers})

    def _needs_choice(self, state: SeriesState, skirmish: Skirmish, events: list[Event]) -> bool:
        if not skirmish.hits:
            self._set(state, skirmish._replace(stage=ATTACK))
            return False
        targets = self._targets(state, skirmish)
        if len(targets) > 1:
            return True
        self._set(state, skirmish._replace(hits=skirmish.hits - 1))
        hit(self.rules, state, targets[0], events)
        return False

    @rule("BE-12.4.1a")
    def _desperate(self, state: SeriesState, skirmish: Skirmish) -> list[int]:
        """Unsupplied attackers, which surrender if the first round has not cleared the hex."""
        return [block for block in self._attackers(state, skirmish) if self.rules.headquarters.is_hampered(state, block)]

    # ---- decisions

    def to_act(self, state: SeriesState, frame: Frame) -> frozenset[Side]:
        return CHANCE_ALONE if Skirmish(*frame).stage in STEP_OF else ALONE[state.active]

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        skirmish = Skirmish(*frame)
        if skirmish.stage == LOSSES:
            return Listed([TakeLoss(block) for block in self._targets(state, skirmish)])
        able = [b for b in self._attackers(state, skirmish) if not self.rules.definitions.is_frozen(state, b)]
        return Joined((Listed((EndPhase(),)), ByUnit(able, lambda block: self.rules.retreats.options(state, block), "block")))

    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        skirmish = Skirmish(*frame)
        if isinstance(action, Roll):
            self._roll(state, skirmish, action.faces, events)
        elif isinstance(action, TakeLoss):
            self._set(state, skirmish._replace(hits=skirmish.hits - 1))
            hit(self.rules, state, action.block, events)
        elif isinstance(action, Retreat):
            origin = state.location[action.block]
            relocate(self.rules.units, state, action.block, action.to)
            effects.show_place(state, action.block)
            state.entered[action.block] = NO_HEX
            events.append(Retreated(block=action.block, origin=origin, to=action.to))
        else:
            events.append(StayedOn(hex=skirmish.hex, side=side))
            events.append(RoundBegan(hex=skirmish.hex, round=skirmish.round + 1))
            self._set(state, skirmish._replace(round=skirmish.round + 1, stage=GUNS))

    def prompt(self, state: SeriesState, frame: Frame, side: Side) -> Prompt:
        skirmish = Skirmish(*frame)
        return Prompt("choose_loss" if skirmish.stage == LOSSES else "choose_retreat", self.clause, {"hex": skirmish.hex})
