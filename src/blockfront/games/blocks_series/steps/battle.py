"""Section 7.7: one battle: rounds of air combat, anti-aircraft fire, bombing, artillery and ground combat, with retreats between."""

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
from blockfront.games.blocks_series.actions import Charge, EndPhase, Fly, Retreat, TakeLoss
from blockfront.games.blocks_series.events import (
    BattleClosed,
    BattleOpened,
    Charged,
    Eliminated,
    GaveWay,
    Retreated,
    Rolled,
    RoundBegan,
    StayedOn,
)
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import (
    AIR_TO_AIR,
    AIR_TO_GROUND,
    ANTI_AIRCRAFT,
    ARTILLERY,
    CAVALRY_CHARGE,
    CHARGING,
    EVERYBODY_FIRES,
    GREAT_CHARGE,
    GROUND,
    OTHERS,
    STEP_NAMES,
    FireContext,
    Shot,
)
from blockfront.games.blocks_series.rules.ch24_landings import FIRST_WAVE
from blockfront.games.blocks_series.rules.stacking import relocate
from blockfront.games.blocks_series.sea_actions import Reembark
from blockfront.games.blocks_series.sea_events import BattlePaused
from blockfront.games.blocks_series.state import ATTACKED, HALF_HIT, IN_FLIGHT, NO_HEX, SeriesState, without_flags
from blockfront.games.blocks_series.steps.base import SeriesStep
from blockfront.games.blocks_series.steps.crossings import Crossings, set_sail
from blockfront.games.blocks_series.steps.encounters import fly_openly
from blockfront.games.blocks_series.steps.landings import note_beaches
from blockfront.games.blocks_series.steps.losses import give_up, hit, remove, reveal, take_step
from blockfront.games.blocks_series.steps.powers import Landing
from blockfront.hexes.hexset import mask_of, members


class BattleFrame(NamedTuple):
    """The frame of a battle on the stack."""

    number: int
    hex: int
    round: int
    stage: int
    part: int
    hits_on_first: int  # still to be taken by side 0
    hits_on_second: int
    raid: int
    has_fired: int  # whether anybody rolled a die in this round; REPEATED in air combat that goes on
    declared: int = 0  # kinds of charge the attacker has declared
    charge: int = 0  # those of them that take place in this round

    @property
    def hits(self) -> tuple[int, int]:
        return self.hits_on_first, self.hits_on_second

    def context(self) -> FireContext:
        wave = CHARGING if self.stage == CHARGE else OTHERS if self.charge and self.stage == ATTACK else EVERYBODY_FIRES
        return FireContext(self.hex, self.round, bool(self.raid), self.charge, wave, self.stage == A2A and self.has_fired == REPEATED)


# stages of a round
OPEN, A2A, AA, A2G, ATTACKING_GUNS, DEFENDING_GUNS, DECLARE, CHARGE, DEFENCE, ATTACK, ROUND_END, GIVE_WAY = range(12)
STEP_OF: Final = {
    A2A: AIR_TO_AIR,
    AA: ANTI_AIRCRAFT,
    A2G: AIR_TO_GROUND,
    ATTACKING_GUNS: ARTILLERY,
    DEFENDING_GUNS: ARTILLERY,
    CHARGE: GROUND,
    DEFENCE: GROUND,
    ATTACK: GROUND,
}
AT_ONCE: Final = (A2A, AA, A2G)  # in these stages both sides fire before hits are taken
LEAVING: Final = (A2A, AA, A2G, DEFENDING_GUNS, ATTACK)  # after these stages units may leave

REPEATED: Final = 2

# parts of a stage
FIRST_ROLL, SECOND_ROLL, HITS, DEFENDER_LEAVES, ATTACKER_LEAVES, NEXT = range(6)


class Battle(SeriesStep):
    """Frame: a `BattleFrame`. Everything in the hex is open: faces were turned up when the battle began.

    What lies around it is not: whether a unit has a place to go to is known to its owner only, so everyone who may leave is asked.
    """

    resolves_itself = False

    @staticmethod
    def opening(hex_: int) -> tuple[int, ...]:
        return (hex_, 1, OPEN, FIRST_ROLL, 0, 0, 0, 0, 0, 0)

    # ---- the course of a battle

    @rule("BE-7.7.1e", "BE-7.7.5c", "BE-7.7d", "BE-7.7.12a", "BE-7.7.12b", "BE-7.7.11a", "BE-R79", "BE-R80")
    @rule("BW-7.7.5b", "BW-7.7d", "BW-7.7.12a")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        battle = battle_frame(frame)
        if battle.stage == OPEN:
            self._open(state, battle, events)
        elif battle.stage == GIVE_WAY:
            return self._give_way(state, battle, events)
        elif battle.part == HITS:
            return self._needs_loss(state, battle, events)
        elif not self._both_fight(state, battle):
            if state.drops and self.rules.airborne.waiting(state):
                self.call(state, Landing)  # the aircraft that met them are gone
            else:
                self._close(state, battle, events)
        elif battle.stage == ROUND_END:
            self._end_round(state, battle, events)
        elif battle.stage == DECLARE:
            return True
        elif battle.part in (FIRST_ROLL, SECOND_ROLL):
            return self._needs_roll(state, battle)
        elif battle.part in (DEFENDER_LEAVES, ATTACKER_LEAVES):
            if battle.stage in LEAVING and self._may_leave(state, battle):
                return True
            self._set(state, _passed_on(battle))
        else:
            self._next_stage(state, battle, events)
        return False

    def _set(self, state: SeriesState, battle: BattleFrame) -> None:
        state.frames[-1] = battle

    @rule("BW-R37")
    def _both_fight(self, state: SeriesState, battle: BattleFrame) -> bool:
        if not (state.occupied[0] & state.occupied[1]) >> battle.hex & 1:
            return False
        fire, context = self.rules.fire, battle.context()
        return context.first() or (bool(fire.fighting(state, context, 0)) and bool(fire.fighting(state, context, 1)))

    @rule("BE-7.7b", "BE-7.7c", "BE-3.22c", "BE-1.3a")
    @rule("BW-7.7b", "BW-7.7c", "BW-1.3a")
    def _open(self, state: SeriesState, battle: BattleFrame, events: list[Event]) -> None:
        sides = [self.rules.fire.units_at(state, battle.hex, side) for side in (0, 1)]
        self.rules.fire.note_opening(state, battle.hex)
        events.append(BattleOpened(hex=battle.hex, side=state.active))
        reveal(state, [block for units in sides for block in units], events)
        for block in sides[0] + sides[1]:
            if state.flags[block] & IN_FLIGHT:
                state.aloft |= 1 << block
        if state.month == self.rules.frozen_month:
            state.woken |= mask_of(sides[1 - state.active])
        for block in sides[state.active]:
            state.flags[block] |= ATTACKED
            state.fought_at[block] = battle.hex
        raid = any(self.rules.units.is_air[block] for block in sides[state.active])
        self._set(state, battle._replace(stage=A2A, raid=int(raid)))

    def _land(self, state: SeriesState, battle: BattleFrame, events: list[Event]) -> None:
        """Airborne units that jumped over the battle and survived land in it."""
        for block in self.rules.airborne.land(state, battle.hex, events):
            hit(self.rules, state, block, events)

    @rule("BE-23.0d", "BE-23.0e")
    @rule("BW-7.7.3.1a", "BW-7.7.1c")
    def _next_stage(self, state: SeriesState, battle: BattleFrame, events: list[Event]) -> None:
        """Air combat goes on while both sides have aircraft in the air; else the next stage follows."""
        again = battle.stage == A2A and self.rules.fire.is_air_battle(state, battle.context()) and self._shots_of_stage(state, battle)
        stage = A2A if again else battle.stage + 1
        if stage == A2G and state.drops:
            self._land(state, battle, events)
        if again and self._has_strategic_bombers(state, battle.hex):
            battle = battle._replace(has_fired=REPEATED)
        battle = battle._replace(stage=stage, part=FIRST_ROLL)
        self._set(state, self._begin_ground_combat(state, battle) if stage == DECLARE else battle)

    def _has_strategic_bombers(self, state: SeriesState, hex_: int) -> bool:
        """Whether there are units that take part in only one round of air combat."""
        return any(self.rules.units.is_strategic[block] for side in (0, 1) for block in self.rules.fire.units_at(state, hex_, side))

    @rule("BE-20.0d")
    def _begin_ground_combat(self, state: SeriesState, battle: BattleFrame) -> BattleFrame:
        """The attacker may declare a charge; a declared charge continues in every round in which it is possible."""
        possible = self.rules.fire.charges(state, battle.hex)
        charge = possible & battle.declared
        if possible and (not battle.declared or (charge & CAVALRY_CHARGE and possible & ~charge & GREAT_CHARGE)):
            return battle._replace(charge=0)
        return battle._replace(charge=charge, stage=CHARGE if charge else DEFENCE)

    @rule("BE-20.0a", "BE-20.0d", "BE-20.0e", "BE-21.0a", "BE-21.0c")
    def _charges(self, state: SeriesState, battle: BattleFrame) -> list[Action]:
        """Charges that can be declared; a charge that continues can only become a great one."""
        possible = self.rules.fire.charges(state, battle.hex)
        if battle.declared:
            going_on = possible & battle.declared
            return [Charge(going_on), Charge(going_on | GREAT_CHARGE)]
        kinds = (kinds for kinds in range(1, possible + 1) if not kinds & ~possible)
        return [Charge(kind) for kind in kinds if kind & CAVALRY_CHARGE or not kind & GREAT_CHARGE]

    def _declare(self, state: SeriesState, battle: BattleFrame, kinds: int, events: list[Event]) -> None:
        if kinds:
            events.append(Charged(hex=battle.hex, kinds=kinds))
        self._set(state, battle._replace(declared=battle.declared | kinds, charge=kinds, stage=CHARGE if kinds else DEFENCE))

    @rule("BE-7.7.12a", "BE-7.7.12b", "BE-R79", "BE-12.4.1c")
    @rule("BW-7.7.12a")
    def _end_round(self, state: SeriesState, battle: BattleFrame, events: list[Event]) -> None:
        """Begin another round from anti-aircraft fire on; if nobody can fire any more, the attackers give way."""
        if battle.round == 1 and self._end_desperate_attack(state, battle, events):
            return
        if battle.round == 1 and self._surrender_quickly(state, battle, events):
            return
        if self._waits(state, battle, events):
            return
        if not battle.has_fired:
            events.append(GaveWay(hex=battle.hex))
            self._set(state, battle._replace(stage=GIVE_WAY))
            return
        events.append(RoundBegan(hex=battle.hex, round=battle.round + 1))
        self._set(state, battle._replace(round=battle.round + 1, stage=AA, part=FIRST_ROLL, has_fired=0))

    @rule("BW-R129", "BW-24.5e")
    def _waits(self, state: SeriesState, battle: BattleFrame, events: list[Event]) -> bool:
        """Whether a landing still contested after its first round waits for the second wave."""
        if state.wave != FIRST_WAVE or battle.round != 1 or not self.rules.landings.hexes(state) >> battle.hex & 1:
            return False
        later = battle._replace(round=2, stage=AA, part=FIRST_ROLL, has_fired=0)
        state.paused.append(tuple(later)[1:])
        state.battles |= 1 << battle.hex
        events.append(BattlePaused(hex=battle.hex))
        self.done(state)
        return True

    def _end_desperate_attack(self, state: SeriesState, battle: BattleFrame, events: list[Event]) -> bool:
        """Unsupplied attackers surrender if the first round has not cleared the hex; returns whether any did."""
        desperate = self.rules.fire.desperate(state, battle.hex)
        for block in desperate:
            give_up(self.rules, state, block, events)
        return bool(desperate)

    def _surrender_quickly(self, state: SeriesState, battle: BattleFrame, events: list[Event]) -> bool:
        """Units of some minor powers surrender after the first round; returns whether any did."""
        beaten = self.rules.losses.giving_up(state, battle.hex)
        for block in beaten:
            give_up(self.rules, state, block, events)
        return bool(beaten)

    @rule("BE-R79", "BE-7.7.15c")
    @rule("BW-7.7.15c", "BW-7.7.17a")
    def _give_way(self, state: SeriesState, battle: BattleFrame, events: list[Event]) -> bool:
        """Attacking ground units that can neither fire nor be fired at must retreat."""
        attackers = [b for b in self.rules.fire.units_at(state, battle.hex, state.active) if self.rules.units.is_ground[b]]
        if not attackers or not self._both_fight(state, battle):
            self._close(state, battle, events)
            return False
        if self.rules.retreats.options(state, attackers[0]):
            return True
        events.append(Eliminated(block=attackers[0], hex=battle.hex, cause="no_retreat"))
        remove(self.rules, state, attackers[0])
        return False

    @rule("BE-7.7.8d", "BE-3.1b", "BE-R80")
    @rule("BW-7.7.11a", "BW-3.1.1a")
    def _close(self, state: SeriesState, battle: BattleFrame, events: list[Event]) -> None:
        """End the battle: half hits expire, faces are hidden, attackers alone in the hex take it."""
        kept = self.rules.fire.stays_revealed(state)
        if state.paused:
            for block in (b for side in (0, 1) for b in self.rules.fire.units_at(state, battle.hex, side)):
                state.flags[block] &= ~HALF_HIT
        else:
            state.flags = without_flags(state.flags, HALF_HIT)
        for block in members(state.face_up & ~kept):
            effects.hide(state, block)
        events.append(BattleClosed(hex=battle.hex))
        ground = any(self.rules.units.is_ground[block] for block in self.rules.fire.units_at(state, battle.hex, state.active))
        if ground and not state.occupied[1 - state.active] >> battle.hex & 1:
            self.rules.definitions.capture(state, state.active, 1 << battle.hex, events)
            if state.landings and self.rules.landings.hexes(state) >> battle.hex & 1:
                note_beaches(state, 1 << battle.hex, events)
        elif state.landings and not state.occupied[state.active] >> battle.hex & 1:
            self._win_back(state, battle.hex, events)
        self.done(state)

    def _win_back(self, state: SeriesState, hex_: int, events: list[Event]) -> None:
        """Reserves that drive landed units out retake their beach."""
        defenders = self.rules.fire.units_at(state, hex_, 1 - state.active)
        if any(self.rules.units.is_ground[block] for block in defenders):
            self.rules.definitions.capture(state, 1 - state.active, 1 << hex_, events)

    # ---- fire

    def _firing_side(self, state: SeriesState, battle: BattleFrame) -> int | None:
        """The side that rolls in this part of the stage; in air combat and anti-aircraft fire both do."""
        attacker, defender = state.active, 1 - state.active
        if battle.part == SECOND_ROLL:
            return defender if battle.stage in AT_ONCE else None
        return defender if battle.stage in (DEFENDING_GUNS, DEFENCE) else attacker

    def _shots(self, state: SeriesState, battle: BattleFrame, side: int) -> list[Shot]:
        return self.rules.fire.shots(state, battle.context(), STEP_OF[battle.stage], side)

    def _shots_of_stage(self, state: SeriesState, battle: BattleFrame) -> bool:
        return any(self._shots(state, battle, side) for side in (0, 1))

    def _volley(self, state: SeriesState, battle: BattleFrame) -> list[Shot]:
        """The shots in this part of the stage, worked out once for a frame: nothing changes until the next roll."""
        known: tuple[BattleFrame, list[Shot]] | None = state.derived.get("volley")
        if known is None or known[0] is not battle:
            side = self._firing_side(state, battle)
            known = state.derived["volley"] = battle, [] if side is None else self._shots(state, battle, side)
        return known[1]

    def _needs_roll(self, state: SeriesState, battle: BattleFrame) -> bool:
        if self._volley(state, battle):
            return True
        self._set(state, _passed_on(battle))
        return False

    def chance(self, state: SeriesState, frame: Frame) -> Chance:
        battle = battle_frame(frame)
        return Dice(sum([shot.dice for shot in self._volley(state, battle)]))

    @rule("BE-7.7.1b", "BE-7.7.3c", "BE-7.7.4a", "BE-7.7.5a", "BE-7.7.2f", "BE-3.14a")
    @rule("BW-7.7.1b", "BW-7.7.4a", "BW-7.7.5a", "BW-3.11a")
    def _roll(self, state: SeriesState, battle: BattleFrame, faces: tuple[int, ...], events: list[Event]) -> None:
        side = self._firing_side(state, battle)
        assert side is not None
        shots = self._volley(state, battle)
        hits = start = 0
        for shot in shots:
            hits += count_hits(faces[start : start + shot.dice], shot.lowest)
            start += shot.dice
        events.append(
            Rolled(
                hex=battle.hex,
                step=STEP_NAMES[STEP_OF[battle.stage]],
                side=side,
                shots=tuple((shot.block, shot.dice, shot.lowest) for shot in shots),
                faces=faces,
                hits=hits,
            )
        )
        self.rules.fire.note_fire(state, battle.context(), shots)
        battle = _without_hits(battle, 1 - side, -hits)._replace(part=battle.part + 1, has_fired=max(1, battle.has_fired))
        self._set(state, battle)
        if STEP_OF[battle.stage] == ARTILLERY:
            self._spend_ammunition(state, [shot.block for shot in shots], events)

    @rule("BE-6.1.4d", "BE-7.7.4c", "BE-R33", "BE-6.4e")
    @rule("BW-6.1.4c", "BW-7.7.4c", "BW-7.7.2d")
    def _spend_ammunition(self, state: SeriesState, blocks: list[int], events: list[Event]) -> None:
        for block in blocks:
            take_step(self.rules, state, block, "ammunition", events)

    # ---- losses

    def _victim(self, battle: BattleFrame) -> int | None:
        """The side that has hits to take; those on the first side are taken first."""
        return next((side for side in (0, 1) if battle.hits[side]), None)

    def _chooser(self, state: SeriesState, battle: BattleFrame) -> int:
        """The side that chooses among equal units: their owner, unless the attacker's fire is aimed."""
        victim = self._victim(battle) or 0
        aimed = victim != state.active and self.rules.fire.is_aimed(state, battle.context(), STEP_OF[battle.stage])
        return state.active if aimed else victim

    def _needs_loss(self, state: SeriesState, battle: BattleFrame, events: list[Event]) -> bool:
        """Take hits that leave no choice; returns whether a side has to choose among equals."""
        side = self._victim(battle)
        if side is None:
            self._set(state, _passed_on(battle))
            return False
        candidates = self._loses(state, battle, side)
        if len(candidates) > 1:
            return True
        self._set(state, _without_hits(battle, side, 1 if candidates else battle.hits[side]))
        for block in candidates:
            self._strike(state, battle, block, events)
        return False

    def _strike(self, state: SeriesState, battle: BattleFrame, block: int, events: list[Event]) -> None:
        """Apply a hit to a unit; an airborne unit beside aircraft takes the same losses as they do."""
        companion = self.rules.airborne.companion(state, battle.hex, self.rules.units.side[block]) if state.drops else None
        hit(self.rules, state, block, events)
        if companion is not None and companion != block and battle.stage in (A2A, AA):
            hit(self.rules, state, companion, events)

    def _loses(self, state: SeriesState, battle: BattleFrame, side: int) -> list[int]:
        return self.rules.fire.loss_candidates(state, battle.context(), STEP_OF[battle.stage], side)

    # ---- leaving

    def _leaving_side(self, state: SeriesState, battle: BattleFrame) -> int:
        return 1 - state.active if battle.part == DEFENDER_LEAVES else state.active

    @rule("BE-7.7.1d", "BE-7.7.13a", "BE-7.7.13b", "BE-7.7.13c", "BE-7.7.18a", "BE-3.21b", "BE-6.1.1e")
    @rule("BW-7.7.1c", "BW-7.7.13a", "BW-7.7.13b", "BW-6.1.1d", "BW-7.7.18a")
    def _may_leave(self, state: SeriesState, battle: BattleFrame) -> list[int]:
        """Units that may leave: aircraft in the air after every stage; after ground combat all that can, except desperate attackers."""
        fire, context, side = self.rules.fire, battle.context(), self._leaving_side(state, battle)
        units = [block for block in fire.fighting(state, context, side) if not self.rules.definitions.may_not_leave(state, block)]
        if battle.stage != ATTACK:
            return [block for block in units if self.rules.units.is_air[block] and fire.is_in_the_air(state, block, context)]
        doomed = fire.desperate(state, battle.hex) if side == state.active and context.first() else []
        return [block for block in units if block not in doomed and self._may_go(state, block, context)]

    @rule("BE-6.1.1e", "BE-R29")
    @rule("BW-6.1.1d", "BW-R93")
    def _may_go(self, state: SeriesState, block: int, context: FireContext) -> bool:
        """Whether a unit may leave at the end of a round: all but static infantry, and aircraft that cannot take off."""
        fire = self.rules.fire
        if self.rules.units.is_ground[block]:
            return not (self.rules.units.is_static[block] or self.rules.units.is_work[block])
        return fire.is_in_the_air(state, block, context) or fire.may_take_off(state, block)

    def _leavers(self, state: SeriesState, battle: BattleFrame) -> Choices:
        """The possible withdrawals, retreats and re-embarkations."""
        air, is_air = self.rules.air.retreats, self.rules.units.is_air
        return ByUnit(self._may_leave(state, battle), lambda b: air(state, b) if is_air[b] else self._ways_out(state, b), "block")

    def _ways_out(self, state: SeriesState, block: int) -> list[Action]:
        found = self.rules.retreats.options(state, block)
        if state.landings and self.rules.units.side[block] == state.active:
            return found + self.rules.landings.reembarkations(state, block)
        return found

    @rule("BE-24.0f", "BW-24.1k", "BW-24.1l", "BW-R82")
    def _reembark(self, state: SeriesState, action: Reembark, events: list[Event]) -> None:
        """Marines lose a step when they re-embark; then they face the dangers of the sea."""
        origin = state.location[action.block]
        take_step(self.rules, state, action.block, "embarking", events)
        if state.location[action.block] != origin:
            return
        set_sail(state, action.block, self.rules.landings.reembark(state, action))
        effects.show_place(state, action.block)
        events.append(Retreated(block=action.block, origin=origin, to=action.to))
        if state.at_sea:
            self.call(state, Crossings)

    def _retreat(self, state: SeriesState, action: Retreat, events: list[Event]) -> None:
        block, origin = action.block, state.location[action.block]
        relocate(self.rules.units, state, block, action.to)
        effects.show_place(state, block)
        state.entered[block] = NO_HEX
        events.append(Retreated(block=block, origin=origin, to=action.to))

    # ---- decisions

    def to_act(self, state: SeriesState, frame: Frame) -> frozenset[Side]:
        battle = battle_frame(frame)
        if battle.stage in (DECLARE, GIVE_WAY):
            return ALONE[state.active]
        if battle.part in (FIRST_ROLL, SECOND_ROLL):
            return CHANCE_ALONE
        if battle.part == HITS:
            return ALONE[self._chooser(state, battle)]
        return ALONE[self._leaving_side(state, battle)]

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        battle = battle_frame(frame)
        if battle.stage == GIVE_WAY:
            attackers = [b for b in self.rules.fire.units_at(state, battle.hex, side) if self.rules.units.is_ground[b]]
            return Listed(self.rules.retreats.options(state, attackers[0]))
        if battle.stage == DECLARE:
            return Listed(self._charges(state, battle) if battle.declared else (EndPhase(), *self._charges(state, battle)))
        if battle.part == HITS:
            return Listed([TakeLoss(block) for block in self._loses(state, battle, self._victim(battle) or 0)])
        return Joined((Listed((EndPhase(),)), self._leavers(state, battle)))

    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        battle = battle_frame(frame)
        if isinstance(action, Roll):
            self._roll(state, battle, action.faces, events)
        elif battle.stage == DECLARE:
            self._declare(state, battle, action.kinds if isinstance(action, Charge) else 0, events)
        elif isinstance(action, TakeLoss):
            self._set(state, _without_hits(battle, self._victim(battle) or 0, 1))
            self._strike(state, battle, action.block, events)
        elif isinstance(action, Fly):
            fly_openly(self, state, action, events)
        elif isinstance(action, Retreat):
            self._retreat(state, action, events)
        elif isinstance(action, Reembark):
            self._reembark(state, action, events)
        else:
            events.append(StayedOn(hex=battle.hex, side=side))
            self._set(state, battle._replace(part=battle.part + 1))

    def prompt(self, state: SeriesState, frame: Frame, side: Side) -> Prompt:
        battle = battle_frame(frame)
        if battle.stage == GIVE_WAY:
            return Prompt("give_way", "BE-R79", {"hex": battle.hex})
        if battle.stage == DECLARE:
            return Prompt("make_great_charge" if battle.declared else "declare_charge", "BE-20.0a", {"hex": battle.hex})
        if battle.part == HITS:
            return Prompt("choose_loss", "BE-7.7.9a", {"hex": battle.hex})
        return Prompt("choose_retreat", "BE-7.7.13a", {"hex": battle.hex})


@rule("BW-R129", "BW-24.5f")
def resume(step: SeriesStep, state: SeriesState, hex_: int, events: list[Event]) -> None:
    """Continue a battle that waited, with its second round; units that have joined since are turned up."""
    paused = next(battle for battle in state.paused if battle[0] == hex_)
    state.paused.remove(paused)
    here = [step.rules.fire.units_at(state, hex_, side) for side in (0, 1)]
    joined = [block for units in here for block in units if not state.face_up >> block & 1]
    for block in here[state.active]:
        state.flags[block] |= ATTACKED
        state.fought_at[block] = hex_
    if joined:
        reveal(state, joined, events)
    step.call(state, Battle, *paused)
    events.append(RoundBegan(hex=hex_, round=paused[1]))


def battle_frame(frame: Frame) -> BattleFrame:
    """The frame as a `BattleFrame`; one that was just put on the stack or read from a file is still a plain tuple."""
    return frame if isinstance(frame, BattleFrame) else BattleFrame(*frame)


def _passed_on(battle: BattleFrame) -> BattleFrame:
    """The frame at the next part of the stage in which something can happen."""
    part = battle.part + 1
    if part == SECOND_ROLL and battle.stage not in AT_ONCE:
        part = HITS
    if part == HITS and not (battle.hits_on_first or battle.hits_on_second):
        part = DEFENDER_LEAVES
    if part in (DEFENDER_LEAVES, ATTACKER_LEAVES) and battle.stage not in LEAVING:
        part = NEXT
    return battle._replace(part=part)


def _without_hits(battle: BattleFrame, side: int, number: int) -> BattleFrame:
    if side == 0:
        return battle._replace(hits_on_first=battle.hits_on_first - number)
    return battle._replace(hits_on_second=battle.hits_on_second - number)
