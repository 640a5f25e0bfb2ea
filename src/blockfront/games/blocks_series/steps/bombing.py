"""Chapter 32: raids, one after the other: target, aircraft, interception, air combat, flak, bombs."""

from __future__ import annotations

from typing import Final, NamedTuple

from blockfront.blocks.fire_dice import count_hits
from blockfront.core.actions import Action, Roll
from blockfront.core.chance import Chance, Dice
from blockfront.core.choices import Choices, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.game import Prompt
from blockfront.core.refusals import Refusal
from blockfront.core.sides import ALONE, CHANCE_ALONE, Side
from blockfront.games.blocks_series.actions import EndPhase, TakeLoss
from blockfront.games.blocks_series.events import Rolled
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_AIR, AIR_TO_GROUND, ANTI_AIRCRAFT, STEP_NAMES, Shot, strongest
from blockfront.games.blocks_series.state import HALF_HIT, IN_FLIGHT, MOVED, NO_BLOCK, NO_HEX, SeriesState, without_flags
from blockfront.games.blocks_series.steps.air_war import AirWarMonth
from blockfront.games.blocks_series.steps.base import SeriesStep, privately
from blockfront.games.blocks_series.steps.bombardment import Bombardment
from blockfront.games.blocks_series.steps.convoys import ConvoyWar
from blockfront.games.blocks_series.steps.headquarters import Activations, Deactivation
from blockfront.games.blocks_series.steps.losses import hit, reveal
from blockfront.games.blocks_series.strategic_actions import Bomb, Recall, Sortie
from blockfront.games.blocks_series.strategic_events import RadarContact, RaidBrokenOff, RaidDeclared, RaidLaunched, SortieFlown


def declare_raid(step: SeriesStep, state: SeriesState, action: Bomb, side: int, events: list[Event]) -> None:
    """Begin a raid on its target."""
    events.append(RaidDeclared(side=side, hex=action.hex, target=action.target))
    step.call(state, Raid, Raid.SEND, action.hex, action.target, Raid.FIRST_ROLL, 0, 0)


class StrategicWarfarePhase(SeriesStep):
    """Frame: (number, stage). The inactive side may send as many raids as it can."""

    BOMBING, END, CONVOYS, WEAPONS = range(4)
    clause = "BE-32.0b"
    resolves_itself = False

    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        if frame[1] == self.BOMBING:
            if self.rules.strategic.has_bombers():
                return True
            self.set_frame(state, self.CONVOYS)
            return False
        if frame[1] == self.CONVOYS:
            self.set_frame(state, self.WEAPONS)
            if self.rules.strategic.has_air_war(state):
                self.call(state, AirWarMonth, AirWarMonth.SEND, NO_HEX, 0)
            if self.rules.strategic.has_convoys(state):
                self.call(state, ConvoyWar, *ConvoyWar.opening())
            return False
        if frame[1] == self.WEAPONS:
            self.set_frame(state, self.END)
            self.call(state, Bombardment, Bombardment.FLYING_BOMBS, NO_HEX, NO_BLOCK)
            return False
        self.rules.strategic.end_phase(state)
        state.flags = without_flags(state.flags, MOVED | HALF_HIT)
        self.done(state)
        self.call(state, Deactivation)
        return False

    def to_act(self, state: SeriesState, frame: Frame) -> frozenset[Side]:
        return ALONE[self.rules.strategic.raiding_side(state)]

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        return Listed([EndPhase(), *self.rules.strategic.targets(state)])

    @rule("BE-32.0b")
    @rule("BW-32.0b")
    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, Bomb):
            declare_raid(self, state, action, side, events)
        else:
            self.set_frame(state, self.CONVOYS)

    def why_not(self, state: SeriesState, frame: Frame, action: Action, side: Side) -> Refusal | None:
        return self.rules.strategic.why_no_raid(state, action.hex, action.target) if isinstance(action, Bomb) else None


class Flight(NamedTuple):
    """The frame of a raid on the stack; everybody may know it."""

    number: int
    stage: int
    hex: int
    target: int
    part: int
    hits_on_first: int  # still to be taken by side 0
    hits_on_second: int

    @property
    def hits(self) -> tuple[int, int]:
        return self.hits_on_first, self.hits_on_second


class Raid(SeriesStep):
    """Frame: a `Flight`. Aircraft of a raid stay at their bases on the map; they are face up from the first shot on."""

    SEND, REACT, MEET, AIR, FLAK, BOMBS = range(6)
    FIRST_ROLL, SECOND_ROLL, HITS, DEFENDER_LEAVES, ATTACKER_LEAVES, NEXT = range(6)  # parts of a stage
    clause = "BE-32.0b"
    resolves_itself = False

    # ---- the course of a raid

    @rule("BE-32.0b", "BE-32.0d", "BE-32.0g")
    @rule("BW-32.0i")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        flight = Flight(*frame)
        if flight.stage in (self.SEND, self.REACT):
            return True
        if flight.stage == self.MEET:
            self._meet(state, flight, events)
        elif flight.part == self.HITS:
            return self._needs_loss(state, flight, events)
        elif not self._flying(state, self._raiders(state)):
            self._close(state, flight, 0, events)
        elif flight.part in (self.FIRST_ROLL, self.SECOND_ROLL):
            if self._shots(state, flight):
                return True
            if flight.stage == self.BOMBS:
                self._close(state, flight, 0, events)
            else:
                self._keep(state, self._after(flight))
        elif flight.part in (self.DEFENDER_LEAVES, self.ATTACKER_LEAVES):
            if self._goes_on(state, flight):
                return True
            self._keep(state, flight._replace(part=self.NEXT))
        else:
            self._next_stage(state, flight)
        return False

    def _keep(self, state: SeriesState, flight: Flight) -> None:
        state.frames[-1] = tuple(flight)

    def _raiders(self, state: SeriesState) -> int:
        return self.rules.strategic.raiding_side(state)

    def _flying(self, state: SeriesState, side: int) -> list[int]:
        return self.rules.strategic.flying(state, side)

    def _after(self, flight: Flight) -> Flight:
        """The next part of a stage; flak and bombs have one roll, and aircraft cannot leave before them."""
        part = flight.part + 1
        if part == self.SECOND_ROLL and flight.stage != self.AIR:
            part = self.HITS
        if part == self.HITS and not any(flight.hits):
            part = self.DEFENDER_LEAVES if flight.stage == self.AIR else self.NEXT
        if part == self.DEFENDER_LEAVES and flight.stage != self.AIR:
            part = self.NEXT
        return flight._replace(part=part)

    def _next_stage(self, state: SeriesState, flight: Flight) -> None:
        again = flight.stage == self.AIR and self._goes_on(state, flight)
        self._keep(state, flight._replace(stage=flight.stage if again else flight.stage + 1, part=self.FIRST_ROLL))

    @rule("BE-7.7.1e")
    @rule("BW-32.0i", "BW-7.7.1c")
    def _goes_on(self, state: SeriesState, flight: Flight) -> bool:
        """Whether another round of air combat is to come."""
        strategic = self.rules.strategic
        return not strategic.is_short(state) and any(strategic.air_shots(state, flight.hex, side) for side in (0, 1))

    @rule("BE-7.7c", "BE-32.0d")
    @rule("BW-7.7c", "BW-32.0d")
    def _meet(self, state: SeriesState, flight: Flight, events: list[Event]) -> None:
        """Turn up the aircraft of both sides."""
        both = [block for side in (0, 1) for block in self._flying(state, side)]
        for block in both:
            state.aloft |= 1 << block
        state.spotted = 0
        reveal(state, both + self.rules.strategic.gunners(state, flight.hex), events)
        self._keep(state, flight._replace(stage=self.AIR, part=self.FIRST_ROLL))

    def _close(self, state: SeriesState, flight: Flight, hits: int, events: list[Event]) -> None:
        self.rules.strategic.damage(state, flight.hex, flight.target, hits, events)
        self.rules.strategic.land(state)
        state.flags = without_flags(state.flags, HALF_HIT)
        self.done(state)

    # ---- fire

    def _firing_side(self, state: SeriesState, flight: Flight) -> int:
        raiders = self._raiders(state)
        if flight.stage == self.AIR:
            return raiders if flight.part == self.FIRST_ROLL else 1 - raiders
        return 1 - raiders if flight.stage == self.FLAK else raiders

    def _shots(self, state: SeriesState, flight: Flight) -> list[Shot]:
        strategic = self.rules.strategic
        if flight.stage == self.AIR:
            return strategic.air_shots(state, flight.hex, self._firing_side(state, flight))
        return strategic.flak(state, flight.hex) if flight.stage == self.FLAK else strategic.bomb_shots(state, flight.hex)

    def chance(self, state: SeriesState, frame: Frame) -> Chance:
        return Dice(sum(shot.dice for shot in self._shots(state, Flight(*frame))))

    def _roll(self, state: SeriesState, flight: Flight, faces: tuple[int, ...], events: list[Event]) -> None:
        shots, side = self._shots(state, flight), self._firing_side(state, flight)
        hits = start = 0
        for shot in shots:
            hits += count_hits(faces[start : start + shot.dice], shot.lowest)
            start += shot.dice
        step = STEP_NAMES[_STEP_OF[flight.stage - self.AIR]]
        told = tuple((shot.block, shot.dice, shot.lowest) for shot in shots)
        events.append(Rolled(hex=flight.hex, step=step, side=side, shots=told, faces=faces, hits=hits))
        if flight.stage == self.BOMBS:
            self._close(state, flight, hits, events)
        else:
            self._keep(state, self._after(_without_hits(flight, 1 - side, -hits)))

    # ---- losses

    def _victim(self, flight: Flight) -> int | None:
        return next((side for side in (0, 1) if flight.hits[side]), None)

    @rule("BE-7.7.9a", "BE-32.0d")
    @rule("BW-7.7.9a", "BW-32.0c")
    def _candidates(self, state: SeriesState, side: int) -> list[int]:
        """The strongest in the air take hits first, escorts as well as bombers."""
        flying = [block for block in self._flying(state, side) if self.rules.air.value(state, block)]
        return strongest(flying, {block: self.rules.air.value(state, block) for block in flying})

    def _needs_loss(self, state: SeriesState, flight: Flight, events: list[Event]) -> bool:
        side = self._victim(flight)
        if side is None:
            self._keep(state, self._after(flight))
            return False
        candidates = self._candidates(state, side)
        if len(candidates) > 1:
            return True
        self._keep(state, _without_hits(flight, side, 1 if candidates else flight.hits[side]))
        for block in candidates:
            hit(self.rules, state, block, events)
        return False

    # ---- decisions

    def to_act(self, state: SeriesState, frame: Frame) -> frozenset[Side]:
        flight, raiders = Flight(*frame), self._raiders(state)
        if flight.stage == self.SEND:
            return ALONE[raiders]
        if flight.stage == self.REACT:
            return ALONE[1 - raiders]
        if flight.part in (self.FIRST_ROLL, self.SECOND_ROLL):
            return CHANCE_ALONE
        if flight.part == self.HITS:
            return ALONE[self._victim(flight) or 0]
        return ALONE[1 - raiders if flight.part == self.DEFENDER_LEAVES else raiders]

    @rule("BW-7.7.1c", "BW-32.0b", "BW-32.0d")
    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        flight = Flight(*frame)
        if flight.stage in (self.SEND, self.REACT):
            sorties = self.rules.strategic.sorties(state, side, flight.hex, flight.target)
            may_end = flight.stage == self.REACT or self._has_bomber(state, side) or not sorties
            return Listed([EndPhase(), *sorties] if may_end else sorties)
        if flight.part == self.HITS:
            return Listed([TakeLoss(block) for block in self._candidates(state, side)])
        return Listed([EndPhase(), *(Recall(block) for block in self._flying(state, side))])

    def _has_bomber(self, state: SeriesState, side: int) -> bool:
        """Whether the raid has a bomber; it needs one as long as one can be sent."""
        return any(not self.rules.units.is_fighter[block] for block in self._flying(state, side))

    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        flight = Flight(*frame)
        if isinstance(action, Roll):
            self._roll(state, flight, action.faces, events)
        elif isinstance(action, TakeLoss):
            self._keep(state, _without_hits(flight, self._victim(flight) or 0, 1))
            hit(self.rules, state, action.block, events)
        elif isinstance(action, Sortie):
            self.rules.strategic.send(state, action.hq, action.block)
            events.append(SortieFlown(hq=action.hq, block=action.block, seen_by=privately(side)))
        elif isinstance(action, Recall):
            state.flags[action.block] &= ~IN_FLIGHT
            state.aloft &= ~(1 << action.block)
            state.derived = {}
            events.append(RaidBrokenOff(block=action.block))
        elif flight.stage == self.SEND:
            self._launch(state, flight, side, events)
        elif flight.stage == self.REACT:
            self._intercept(state, flight, side, events)
        else:
            self._keep(state, flight._replace(part=flight.part + 1))

    @rule("BW-13.8.1.2f", "BW-32.0b")
    def _launch(self, state: SeriesState, flight: Flight, side: Side, events: list[Event]) -> None:
        """Launch the raid: its blocks are seen, and radar may show the other side what they are."""
        raiders = self._flying(state, side)
        for block in raiders:
            state.aloft |= 1 << block
        events.append(RaidLaunched(side=side, hex=flight.hex, aircraft=len(raiders)))
        if self.rules.strategic.spot(state, flight.hex, raiders):
            contact = tuple((block, state.steps[block]) for block in raiders)
            events.append(RadarContact(hex=flight.hex, blocks=contact, seen_by=privately(1 - side)))
        self._keep(state, flight._replace(stage=self.REACT))
        self.call(state, Activations, side)

    def _intercept(self, state: SeriesState, flight: Flight, side: Side, events: list[Event]) -> None:
        self.rules.strategic.rise(state, flight.hex)
        events.append(RaidLaunched(side=side, hex=flight.hex, aircraft=len(self._flying(state, side))))
        self._keep(state, flight._replace(stage=self.MEET))
        self.call(state, Activations, side)

    def prompt(self, state: SeriesState, frame: Frame, side: Side) -> Prompt:
        flight = Flight(*frame)
        if flight.stage == self.SEND:
            return Prompt("send_raid", "BE-32.0b", {"hex": flight.hex})
        if flight.stage == self.REACT:
            return Prompt("intercept_raid", "BE-32.0d", {"hex": flight.hex})
        if flight.part == self.HITS:
            return Prompt("choose_loss", "BE-7.7.9a", {"hex": flight.hex})
        return Prompt("break_off_raid", "BE-7.7.1d", {"hex": flight.hex})

    def why_not(self, state: SeriesState, frame: Frame, action: Action, side: Side) -> Refusal | None:
        return Refusal("BE-32.0d", "cannot_fly_raid") if isinstance(action, Sortie) else None


_STEP_OF: Final = (AIR_TO_AIR, ANTI_AIRCRAFT, AIR_TO_GROUND)


def _without_hits(flight: Flight, side: int, number: int) -> Flight:
    if side == 0:
        return flight._replace(hits_on_first=flight.hits_on_first - number)
    return flight._replace(hits_on_second=flight.hits_on_second - number)
