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
    Scene,
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
    """The memory of a battle, as it lies on the stack."""

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

    def scene(self) -> Scene:
        wave = CHARGING if self.stage == CHARGE else OTHERS if self.charge and self.stage == ATTACK else EVERYBODY_FIRES
        return Scene(self.hex, self.round, bool(self.raid), self.charge, wave, self.stage == A2A and self.has_fired == REPEATED)


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

    What lies around it is not: whether a unit has a place to go to is its owner's business, so whoever may leave is asked.
    """

    resolves_itself = False

    @staticmethod
    def opening(hex_: int) -> tuple[int, ...]:
        return (hex_, 1, OPEN, FIRST_ROLL, 0, 0, 0, 0, 0, 0)

    # ---- the course of a battle

    @rule("BE-7.7.1e", "BE-7.7.5c", "BE-7.7d", "BE-7.7.12a", "BE-7.7.12b", "BE-7.7.11a", "BE-R79", "BE-R80")
    @rule("BW-7.7.5b", "BW-7.7d", "BW-7.7.12a")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        fight = _fight(frame)
        if fight.stage == OPEN:
            self._open(state, fight, events)
        elif fight.stage == GIVE_WAY:
            return self._give_way(state, fight, events)
        elif fight.part == HITS:
            return self._needs_loss(state, fight, events)
        elif not self._both_fight(state, fight):
            if state.drops and self.rules.airborne.waiting(state):
                self.call(state, Landing)  # whoever met them in the air is gone
            else:
                self._close(state, fight, events)
        elif fight.stage == ROUND_END:
            self._end_round(state, fight, events)
        elif fight.stage == DECLARE:
            return True
        elif fight.part in (FIRST_ROLL, SECOND_ROLL):
            return self._needs_roll(state, fight)
        elif fight.part in (DEFENDER_LEAVES, ATTACKER_LEAVES):
            if fight.stage in LEAVING and self._may_leave(state, fight):
                return True
            self._remember(state, _passed_on(fight))
        else:
            self._next_stage(state, fight, events)
        return False

    def _remember(self, state: SeriesState, fight: BattleFrame) -> None:
        state.frames[-1] = fight

    @rule("BW-R37")
    def _both_fight(self, state: SeriesState, fight: BattleFrame) -> bool:
        if not (state.occupied[0] & state.occupied[1]) >> fight.hex & 1:
            return False
        fire, scene = self.rules.fire, fight.scene()
        return scene.first() or (bool(fire.fighting(state, scene, 0)) and bool(fire.fighting(state, scene, 1)))

    @rule("BE-7.7b", "BE-7.7c", "BE-3.22c", "BE-1.3a")
    @rule("BW-7.7b", "BW-7.7c", "BW-1.3a")
    def _open(self, state: SeriesState, fight: BattleFrame, events: list[Event]) -> None:
        sides = [self.rules.fire.units_at(state, fight.hex, side) for side in (0, 1)]
        self.rules.fire.note_opening(state, fight.hex)
        events.append(BattleOpened(hex=fight.hex, side=state.active))
        reveal(state, [block for units in sides for block in units], events)
        for block in sides[0] + sides[1]:
            if state.flags[block] & IN_FLIGHT:
                state.aloft |= 1 << block
        if state.month == self.rules.frozen_month:
            state.woken |= mask_of(sides[1 - state.active])
        for block in sides[state.active]:
            state.flags[block] |= ATTACKED
            state.fought_at[block] = fight.hex
        raid = any(self.rules.units.is_air[block] for block in sides[state.active])
        self._remember(state, fight._replace(stage=A2A, raid=int(raid)))

    def _land(self, state: SeriesState, fight: BattleFrame, events: list[Event]) -> None:
        """Who jumped over the battle and is still alive comes down into it."""
        for block in self.rules.airborne.land(state, fight.hex, events):
            hit(self.rules, state, block, events)

    @rule("BE-23.0d", "BE-23.0e")
    @rule("BW-7.7.3.1a", "BW-7.7.1c")
    def _next_stage(self, state: SeriesState, fight: BattleFrame, events: list[Event]) -> None:
        """Air combat goes on while both sides have aircraft in the air; else the next stage follows."""
        again = fight.stage == A2A and self.rules.fire.is_air_battle(state, fight.scene()) and self._shots_of_stage(state, fight)
        stage = A2A if again else fight.stage + 1
        if stage == A2G and state.drops:
            self._land(state, fight, events)
        if again and self._has_strategic_bombers(state, fight.hex):
            fight = fight._replace(has_fired=REPEATED)
        fight = fight._replace(stage=stage, part=FIRST_ROLL)
        self._remember(state, self._begin_ground_combat(state, fight) if stage == DECLARE else fight)

    def _has_strategic_bombers(self, state: SeriesState, hex_: int) -> bool:
        """Whether there are units that take part in one round of air combat alone."""
        return any(self.rules.units.is_strategic[block] for side in (0, 1) for block in self.rules.fire.units_at(state, hex_, side))

    @rule("BE-20.0d")
    def _begin_ground_combat(self, state: SeriesState, fight: BattleFrame) -> BattleFrame:
        """The attacker may declare a charge; one that was declared goes on in every round in which it is possible."""
        possible = self.rules.fire.charges(state, fight.hex)
        charge = possible & fight.declared
        if possible and (not fight.declared or (charge & CAVALRY_CHARGE and possible & ~charge & GREAT_CHARGE)):
            return fight._replace(charge=0)
        return fight._replace(charge=charge, stage=CHARGE if charge else DEFENCE)

    @rule("BE-20.0a", "BE-20.0d", "BE-20.0e", "BE-21.0a", "BE-21.0c")
    def _charges(self, state: SeriesState, fight: BattleFrame) -> list[Action]:
        """Charges that can be declared; those that go on can only become great ones."""
        possible = self.rules.fire.charges(state, fight.hex)
        if fight.declared:
            going_on = possible & fight.declared
            return [Charge(going_on), Charge(going_on | GREAT_CHARGE)]
        kinds = (kinds for kinds in range(1, possible + 1) if not kinds & ~possible)
        return [Charge(kind) for kind in kinds if kind & CAVALRY_CHARGE or not kind & GREAT_CHARGE]

    def _declare(self, state: SeriesState, fight: BattleFrame, kinds: int, events: list[Event]) -> None:
        if kinds:
            events.append(Charged(hex=fight.hex, kinds=kinds))
        self._remember(state, fight._replace(declared=fight.declared | kinds, charge=kinds, stage=CHARGE if kinds else DEFENCE))

    @rule("BE-7.7.12a", "BE-7.7.12b", "BE-R79", "BE-12.4.1c")
    @rule("BW-7.7.12a")
    def _end_round(self, state: SeriesState, fight: BattleFrame, events: list[Event]) -> None:
        """Another round from anti-aircraft fire on; where nobody could fire any more, the attackers give way."""
        if fight.round == 1 and self._end_desperate_attack(state, fight, events):
            return
        if fight.round == 1 and self._surrender_quickly(state, fight, events):
            return
        if self._waits(state, fight, events):
            return
        if not fight.has_fired:
            events.append(GaveWay(hex=fight.hex))
            self._remember(state, fight._replace(stage=GIVE_WAY))
            return
        events.append(RoundBegan(hex=fight.hex, round=fight.round + 1))
        self._remember(state, fight._replace(round=fight.round + 1, stage=AA, part=FIRST_ROLL, has_fired=0))

    @rule("BW-R129", "BW-24.5e")
    def _waits(self, state: SeriesState, fight: BattleFrame, events: list[Event]) -> bool:
        """A landing that is contested after its first round waits for the second wave."""
        if state.wave != FIRST_WAVE or fight.round != 1 or not self.rules.landings.hexes(state) >> fight.hex & 1:
            return False
        later = fight._replace(round=2, stage=AA, part=FIRST_ROLL, has_fired=0)
        state.paused.append(tuple(later)[1:])
        state.battles |= 1 << fight.hex
        events.append(BattlePaused(hex=fight.hex))
        self.done(state)
        return True

    def _end_desperate_attack(self, state: SeriesState, fight: BattleFrame, events: list[Event]) -> bool:
        """Attackers out of supply surrender when the first round has not cleared the hex; True when any did."""
        desperate = self.rules.fire.desperate(state, fight.hex)
        for block in desperate:
            give_up(self.rules, state, block, events)
        return bool(desperate)

    def _surrender_quickly(self, state: SeriesState, fight: BattleFrame, events: list[Event]) -> bool:
        """Units of some minor powers give up after the first round; True when any did."""
        beaten = self.rules.losses.giving_up(state, fight.hex)
        for block in beaten:
            give_up(self.rules, state, block, events)
        return bool(beaten)

    @rule("BE-R79", "BE-7.7.15c")
    @rule("BW-7.7.15c", "BW-7.7.17a")
    def _give_way(self, state: SeriesState, fight: BattleFrame, events: list[Event]) -> bool:
        """Attacking ground units that can neither fire nor be fired at must retreat."""
        attackers = [b for b in self.rules.fire.units_at(state, fight.hex, state.active) if self.rules.units.is_ground[b]]
        if not attackers or not self._both_fight(state, fight):
            self._close(state, fight, events)
            return False
        if self.rules.retreats.options(state, attackers[0]):
            return True
        events.append(Eliminated(block=attackers[0], hex=fight.hex, cause="no_retreat"))
        remove(self.rules, state, attackers[0])
        return False

    @rule("BE-7.7.8d", "BE-3.1b", "BE-R80")
    @rule("BW-7.7.11a", "BW-3.1.1a")
    def _close(self, state: SeriesState, fight: BattleFrame, events: list[Event]) -> None:
        """Half hits expire, faces are hidden, the hex goes to attackers who hold it alone."""
        kept = self.rules.fire.stays_revealed(state)
        if state.paused:
            for block in (b for side in (0, 1) for b in self.rules.fire.units_at(state, fight.hex, side)):
                state.flags[block] &= ~HALF_HIT
        else:
            state.flags = without_flags(state.flags, HALF_HIT)
        for block in members(state.face_up & ~kept):
            effects.hide(state, block)
        events.append(BattleClosed(hex=fight.hex))
        ground = any(self.rules.units.is_ground[block] for block in self.rules.fire.units_at(state, fight.hex, state.active))
        if ground and not state.occupied[1 - state.active] >> fight.hex & 1:
            self.rules.definitions.capture(state, state.active, 1 << fight.hex, events)
            if state.landings and self.rules.landings.hexes(state) >> fight.hex & 1:
                note_beaches(state, 1 << fight.hex, events)
        elif state.landings and not state.occupied[state.active] >> fight.hex & 1:
            self._win_back(state, fight.hex, events)
        self.done(state)

    def _win_back(self, state: SeriesState, hex_: int, events: list[Event]) -> None:
        """Reserves that throw landed units back into the sea take their beach."""
        defenders = self.rules.fire.units_at(state, hex_, 1 - state.active)
        if any(self.rules.units.is_ground[block] for block in defenders):
            self.rules.definitions.capture(state, 1 - state.active, 1 << hex_, events)

    # ---- fire

    def _firing_side(self, state: SeriesState, fight: BattleFrame) -> int | None:
        """Who rolls in this part of the stage; both sides do in the air and in anti-aircraft fire."""
        attacker, defender = state.active, 1 - state.active
        if fight.part == SECOND_ROLL:
            return defender if fight.stage in AT_ONCE else None
        return defender if fight.stage in (DEFENDING_GUNS, DEFENCE) else attacker

    def _shots(self, state: SeriesState, fight: BattleFrame, side: int) -> list[Shot]:
        return self.rules.fire.shots(state, fight.scene(), STEP_OF[fight.stage], side)

    def _shots_of_stage(self, state: SeriesState, fight: BattleFrame) -> bool:
        return any(self._shots(state, fight, side) for side in (0, 1))

    def _volley(self, state: SeriesState, fight: BattleFrame) -> list[Shot]:
        """What is fired in this part of the stage; worked out once for a frame, as nothing changes before the roll that replaces it."""
        known: tuple[BattleFrame, list[Shot]] | None = state.derived.get("volley")
        if known is None or known[0] is not fight:
            side = self._firing_side(state, fight)
            known = state.derived["volley"] = fight, [] if side is None else self._shots(state, fight, side)
        return known[1]

    def _needs_roll(self, state: SeriesState, fight: BattleFrame) -> bool:
        if self._volley(state, fight):
            return True
        self._remember(state, _passed_on(fight))
        return False

    def chance(self, state: SeriesState, frame: Frame) -> Chance:
        fight = _fight(frame)
        return Dice(sum([shot.dice for shot in self._volley(state, fight)]))

    @rule("BE-7.7.1b", "BE-7.7.3c", "BE-7.7.4a", "BE-7.7.5a", "BE-7.7.2f", "BE-3.14a")
    @rule("BW-7.7.1b", "BW-7.7.4a", "BW-7.7.5a", "BW-3.11a")
    def _roll(self, state: SeriesState, fight: BattleFrame, faces: tuple[int, ...], events: list[Event]) -> None:
        side = self._firing_side(state, fight)
        assert side is not None
        shots = self._volley(state, fight)
        hits = start = 0
        for shot in shots:
            hits += count_hits(faces[start : start + shot.dice], shot.lowest)
            start += shot.dice
        events.append(
            Rolled(
                hex=fight.hex,
                step=STEP_NAMES[STEP_OF[fight.stage]],
                side=side,
                shots=tuple((shot.block, shot.dice, shot.lowest) for shot in shots),
                faces=faces,
                hits=hits,
            )
        )
        self.rules.fire.note_fire(state, fight.scene(), shots)
        fight = _without_hits(fight, 1 - side, -hits)._replace(part=fight.part + 1, has_fired=max(1, fight.has_fired))
        self._remember(state, fight)
        if STEP_OF[fight.stage] == ARTILLERY:
            self._spend_ammunition(state, [shot.block for shot in shots], events)

    @rule("BE-6.1.4d", "BE-7.7.4c", "BE-R33", "BE-6.4e")
    @rule("BW-6.1.4c", "BW-7.7.4c", "BW-7.7.2d")
    def _spend_ammunition(self, state: SeriesState, blocks: list[int], events: list[Event]) -> None:
        for block in blocks:
            take_step(self.rules, state, block, "ammunition", events)

    # ---- losses

    def _victim(self, fight: BattleFrame) -> int | None:
        """The side that has hits to take; the first side's are taken first."""
        return next((side for side in (0, 1) if fight.hits[side]), None)

    def _chooser(self, state: SeriesState, fight: BattleFrame) -> int:
        """Who chooses among equal units: their owner, unless the attacker's fire is aimed."""
        victim = self._victim(fight) or 0
        aimed = victim != state.active and self.rules.fire.is_aimed(state, fight.scene(), STEP_OF[fight.stage])
        return state.active if aimed else victim

    def _needs_loss(self, state: SeriesState, fight: BattleFrame, events: list[Event]) -> bool:
        """Take hits that leave no choice; True when the owner has to choose among equals."""
        side = self._victim(fight)
        if side is None:
            self._remember(state, _passed_on(fight))
            return False
        candidates = self._loses(state, fight, side)
        if len(candidates) > 1:
            return True
        self._remember(state, _without_hits(fight, side, 1 if candidates else fight.hits[side]))
        for block in candidates:
            self._strike(state, fight, block, events)
        return False

    def _strike(self, state: SeriesState, fight: BattleFrame, block: int, events: list[Event]) -> None:
        """A unit takes a hit; one that jumps beside aircraft suffers what they suffer."""
        companion = self.rules.airborne.companion(state, fight.hex, self.rules.units.side[block]) if state.drops else None
        hit(self.rules, state, block, events)
        if companion is not None and companion != block and fight.stage in (A2A, AA):
            hit(self.rules, state, companion, events)

    def _loses(self, state: SeriesState, fight: BattleFrame, side: int) -> list[int]:
        return self.rules.fire.loss_candidates(state, fight.scene(), STEP_OF[fight.stage], side)

    # ---- leaving

    def _leaving_side(self, state: SeriesState, fight: BattleFrame) -> int:
        return 1 - state.active if fight.part == DEFENDER_LEAVES else state.active

    @rule("BE-7.7.1d", "BE-7.7.13a", "BE-7.7.13b", "BE-7.7.13c", "BE-7.7.18a", "BE-3.21b", "BE-6.1.1e")
    @rule("BW-7.7.1c", "BW-7.7.13a", "BW-7.7.13b", "BW-6.1.1d", "BW-7.7.18a")
    def _may_leave(self, state: SeriesState, fight: BattleFrame) -> list[int]:
        """Aircraft in the air after every stage; after ground combat everybody who can, but desperate attackers who did not win."""
        fire, scene, side = self.rules.fire, fight.scene(), self._leaving_side(state, fight)
        units = [block for block in fire.fighting(state, scene, side) if not self.rules.definitions.is_frozen(state, block)]
        if fight.stage != ATTACK:
            return [block for block in units if self.rules.units.is_air[block] and fire.is_in_the_air(state, block, scene)]
        doomed = fire.desperate(state, fight.hex) if side == state.active and scene.first() else []
        return [block for block in units if block not in doomed and self._may_go(state, block, scene)]

    @rule("BE-6.1.1e", "BE-R29")
    @rule("BW-6.1.1d", "BW-R93")
    def _may_go(self, state: SeriesState, block: int, scene: Scene) -> bool:
        """Whether a unit may leave when a round ends: all but static infantry, and aircraft that cannot take off."""
        fire = self.rules.fire
        if self.rules.units.is_ground[block]:
            return not (self.rules.units.is_static[block] or self.rules.units.is_work[block])
        return fire.is_in_the_air(state, block, scene) or fire.may_take_off(state, block)

    def _leavers(self, state: SeriesState, fight: BattleFrame) -> Choices:
        """Withdrawals, retreats and ways back to the ships that are possible."""
        air, is_air = self.rules.air.retreats, self.rules.units.is_air
        return ByUnit(self._may_leave(state, fight), lambda b: air(state, b) if is_air[b] else self._ways_out(state, b), "block")

    def _ways_out(self, state: SeriesState, block: int) -> list[Action]:
        found = self.rules.retreats.options(state, block)
        if state.landings and self.rules.units.side[block] == state.active:
            return found + self.rules.landings.reembarkations(state, block)
        return found

    @rule("BE-24.0f", "BW-24.1k", "BW-24.1l", "BW-R82")
    def _reembark(self, state: SeriesState, action: Reembark, events: list[Event]) -> None:
        """Marines lose a step on the way to the ships; then the sea takes its toll."""
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
        fight = _fight(frame)
        if fight.stage in (DECLARE, GIVE_WAY):
            return ALONE[state.active]
        if fight.part in (FIRST_ROLL, SECOND_ROLL):
            return CHANCE_ALONE
        if fight.part == HITS:
            return ALONE[self._chooser(state, fight)]
        return ALONE[self._leaving_side(state, fight)]

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        fight = _fight(frame)
        if fight.stage == GIVE_WAY:
            attackers = [b for b in self.rules.fire.units_at(state, fight.hex, side) if self.rules.units.is_ground[b]]
            return Listed(self.rules.retreats.options(state, attackers[0]))
        if fight.stage == DECLARE:
            return Listed(self._charges(state, fight) if fight.declared else (EndPhase(), *self._charges(state, fight)))
        if fight.part == HITS:
            return Listed([TakeLoss(block) for block in self._loses(state, fight, self._victim(fight) or 0)])
        return Joined((Listed((EndPhase(),)), self._leavers(state, fight)))

    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        fight = _fight(frame)
        if isinstance(action, Roll):
            self._roll(state, fight, action.faces, events)
        elif fight.stage == DECLARE:
            self._declare(state, fight, action.kinds if isinstance(action, Charge) else 0, events)
        elif isinstance(action, TakeLoss):
            self._remember(state, _without_hits(fight, self._victim(fight) or 0, 1))
            self._strike(state, fight, action.block, events)
        elif isinstance(action, Fly):
            fly_openly(self, state, action, events)
        elif isinstance(action, Retreat):
            self._retreat(state, action, events)
        elif isinstance(action, Reembark):
            self._reembark(state, action, events)
        else:
            events.append(StayedOn(hex=fight.hex, side=side))
            self._remember(state, fight._replace(part=fight.part + 1))

    def prompt(self, state: SeriesState, frame: Frame, side: Side) -> Prompt:
        fight = _fight(frame)
        if fight.stage == GIVE_WAY:
            return Prompt("give_way", "BE-R79", {"hex": fight.hex})
        if fight.stage == DECLARE:
            return Prompt("make_great_charge" if fight.declared else "declare_charge", "BE-20.0a", {"hex": fight.hex})
        if fight.part == HITS:
            return Prompt("choose_loss", "BE-7.7.9a", {"hex": fight.hex})
        return Prompt("choose_retreat", "BE-7.7.13a", {"hex": fight.hex})


@rule("BW-R129", "BW-24.5f")
def resume(step: SeriesStep, state: SeriesState, hex_: int, events: list[Event]) -> None:
    """A battle that waited goes on with its second round; who has joined it since is turned up."""
    paused = next(fight for fight in state.paused if fight[0] == hex_)
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


def _fight(frame: Frame) -> BattleFrame:
    """A frame that this step left on the stack is a fight already; one that was just put there or read from a file is not."""
    return frame if isinstance(frame, BattleFrame) else BattleFrame(*frame)


def _passed_on(fight: BattleFrame) -> BattleFrame:
    """The next part of the stage in which something can happen."""
    part = fight.part + 1
    if part == SECOND_ROLL and fight.stage not in AT_ONCE:
        part = HITS
    if part == HITS and not (fight.hits_on_first or fight.hits_on_second):
        part = DEFENDER_LEAVES
    if part in (DEFENDER_LEAVES, ATTACKER_LEAVES) and fight.stage not in LEAVING:
        part = NEXT
    return fight._replace(part=part)


def _without_hits(fight: BattleFrame, side: int, number: int) -> BattleFrame:
    if side == 0:
        return fight._replace(hits_on_first=fight.hits_on_first - number)
    return fight._replace(hits_on_second=fight.hits_on_second - number)
