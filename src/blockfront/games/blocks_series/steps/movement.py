"""Sections 7.4, 7.5 and 7.10: rail moves, ground moves, exploitation, air moves."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from blockfront.core.actions import Action
from blockfront.core.choices import Actions, ByUnit, Choices, Joined, Later, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.core.sides import ALONE, Side
from blockfront.games.blocks_series.actions import Command, EndPhase, Evacuate, Fly, Move, RailMove, Scout, Ship, SpecialAction
from blockfront.games.blocks_series.events import Commanded, Eliminated, Encountered, Moved, Sustained
from blockfront.games.blocks_series.power_actions import DeclareOpenCity, Jump, SailHome
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.rules.ch13_headquarters import COMMAND, LANDING, SUPPLY_COAST
from blockfront.games.blocks_series.rules.stacking import on_map
from blockfront.games.blocks_series.sea_actions import Hold, Land
from blockfront.games.blocks_series.state import EXPLOITATION, IN_FLIGHT, MARKED, MOVED, NO_HEX, SeriesState, without_flags
from blockfront.games.blocks_series.steps.base import ActiveStep, privately
from blockfront.games.blocks_series.steps.bombing import declare_raid
from blockfront.games.blocks_series.steps.crossings import Crossings, embark
from blockfront.games.blocks_series.steps.encounters import Encounters
from blockfront.games.blocks_series.steps.headquarters import Activations, Deactivation
from blockfront.games.blocks_series.steps.landings import Harbours, Landfall, declare_landings, go_ashore
from blockfront.games.blocks_series.steps.losses import remove, unmark
from blockfront.games.blocks_series.steps.powers import Assistance, Interruption, Landing
from blockfront.games.blocks_series.steps.reconnaissance import fly_reconnaissance
from blockfront.games.blocks_series.steps.showing import Showing
from blockfront.games.blocks_series.strategic_actions import Bomb
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

MODES: Final[Mapping[type[Action], str]] = {Move: "land", Fly: "air", RailMove: "rail"}
OFTEN, NOW_AND_THEN, SELDOM = 20.0, 8.0, 1.0  # how often a random player moves on or commands rather than ends


class ByBlock(ByUnit):
    """Actions by unit; checking an action looks only at the unit it names."""

    __slots__ = ()

    def __contains__(self, action: object, /) -> bool:
        if not isinstance(action, Move | Fly | RailMove):
            return False
        return action.block in self.units and action in self.actions_of(action.block)


class Marching(ByBlock):
    """Moves of ground units; most are kept from the previous list."""

    __slots__ = ("_movement", "_side", "_state")

    def __init__(self, movement: Movement, state: SeriesState, side: int, units: Sequence[int]) -> None:
        super().__init__(units, lambda block: movement.moves(state, block) if movement.may_move(state, block) else ())
        self._movement = movement
        self._state = state
        self._side = side

    def list_all(self) -> list[Action]:
        return self._movement.listed(self._state, self._side, self.units)

    def families(self) -> Iterable[Actions]:
        return self._movement.marches(self._state, self._side, self.units)


class ByHeadquarters(Joined):
    """Orders of headquarters by kind; checking an order looks only at the headquarters it names."""

    __slots__ = ("_staffs",)

    def __init__(self, staffs: Sequence[int], kinds_of_orders: Callable[[int], list[Choices]]) -> None:
        super().__init__([Later(Action, partial(_joined, kinds_of_orders, hq)) for hq in staffs])
        self._staffs = staffs

    def __contains__(self, action: object, /) -> bool:
        if not isinstance(action, Command | SpecialAction | Scout | Ship | Land | Hold) or action.hq not in self._staffs:
            return False
        return action in self.parts[self._staffs.index(action.hq)]


def _joined(kinds_of_orders: Callable[[int], list[Choices]], hq: int) -> Choices:
    return Joined(kinds_of_orders(hq))


class MovingStep(ActiveStep):
    """Units move one by one, unseen by the opponent until the phase ends. Frame: (number, stage)."""

    BEGIN, MOVING, END = range(3)
    resolves_itself = False  # others must not learn that nothing can move

    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        if frame[1] == self.BEGIN:
            self.begin(state)
            self.set_frame(state, self.MOVING)
            return False
        if frame[1] == self.MOVING:
            return True
        self.end(state, events)
        self.done(state)
        self.show(state)
        return False

    def show(self, state: SeriesState) -> None:
        """Show the opponent the moves and which headquarters acted; ships make their crossings."""
        if state.at_sea:
            self.call(state, Crossings)
        if state.neutral:
            self.call(state, Assistance)
        self.call(state, Activations, state.active)
        self.call(state, Showing, state.active)

    def begin(self, state: SeriesState) -> None:
        """Clear what earlier phases have noted, when the phase begins."""

    def end(self, state: SeriesState, events: list[Event]) -> None:
        """Settle what is due at the end of the phase."""

    def offers(self, state: SeriesState, side: int) -> ByBlock:
        """The actions of units."""
        raise NotImplementedError

    def must_go_on(self, state: SeriesState, side: int) -> bool:
        return False

    @rule("BE-37.0b")
    @rule("BW-7.5a")
    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        moves = self.offers(state, side)
        units = moves.units
        if self.must_go_on(state, side) and any(len(moves.actions_of(unit)) for unit in units):
            return moves
        end = Listed((EndPhase(),))
        if self.rules.headquarters.command:
            orders = Later(Action, partial(self._orders, state, side))
            return Joined((moves, orders, end), (OFTEN, NOW_AND_THEN, SELDOM)) if units else Joined((orders, end), (OFTEN, SELDOM))
        return Joined((moves, end), (OFTEN, SELDOM)) if units else end

    def _orders(self, state: SeriesState, side: int) -> Choices:
        headquarters = self.rules.headquarters
        return ByHeadquarters(headquarters.commanders(state, side), partial(headquarters.kinds_of_orders, state))

    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, Move | Fly | RailMove):
            origin = state.location[action.block]
            self.carry_out(state, action)
            events.append(Moved(block=action.block, origin=origin, to=action.to, mode=MODES[type(action)], seen_by=privately(side)))
            return
        if isinstance(action, EndPhase):
            self.set_frame(state, self.END)
            return
        if isinstance(action, Command | SpecialAction):
            self._order(state, action, side, events)
            return
        if isinstance(action, Scout):
            fly_reconnaissance(self, state, action, events)
            return
        if isinstance(action, Ship):
            embark(self, state, action, events)
            return
        if isinstance(action, Land):
            go_ashore(self, state, action, events)
            return
        assert isinstance(action, Hold)
        self.rules.landings.hold(state, action)
        events.append(Commanded(hq=action.hq, kind=LANDING, block=action.block, seen_by=privately(side)))

    @rule("BE-13.0b")
    def _order(self, state: SeriesState, action: Command | SpecialAction, side: int, events: list[Event]) -> None:
        kind = action.kind if isinstance(action, SpecialAction) else COMMAND
        self.rules.headquarters.give_order(state, action.hq, kind, action.block)
        events.append(Commanded(hq=action.hq, kind=kind, block=action.block, seen_by=privately(side)))
        if kind == SUPPLY_COAST:
            events.append(Sustained(hex=state.location[action.block]))

    def carry_out(self, state: SeriesState, action: Move | Fly | RailMove) -> None:
        raise NotImplementedError

    def why_not(self, state: SeriesState, frame: Frame, action: Action, side: Side) -> Refusal | None:
        return self.rules.headquarters.why_not(state, action, side) or self.refusal(state, action, side)

    def refusal(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        raise NotImplementedError


class RailPhase(MovingStep):
    """The Strategic Rail Phase."""

    clause = "BE-7.4b"

    def begin(self, state: SeriesState) -> None:
        state.rail_moves.clear()
        state.dropped = state.doubled = 0
        state.drops.clear()
        self.rules.headquarters.begin_turn(state, state.active)
        _forget_moves(state)

    def end(self, state: SeriesState, events: list[Event]) -> None:
        state.rail_moves.clear()
        if self.rules.landings.is_played():
            state.travelled = mask_of(block for block in self.rules.order.of_side[state.active] if state.flags[block] & MOVED)
        _forget_moves(state)

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        found = super().legal(state, frame, side)
        evacuations = self.rules.rail.evacuations(state, side) + self.rules.powers.declarations(state, side)
        return Joined((found, Listed(evacuations)), (OFTEN, SELDOM)) if evacuations else found

    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, Evacuate):
            self.rules.rail.evacuate(state, action, events)
            return
        if isinstance(action, DeclareOpenCity):
            self.rules.powers.declare(state, action, events)
            return
        origin = state.location[action.block] if isinstance(action, RailMove) else NO_HEX
        super().apply(state, frame, action, side, events)
        if isinstance(action, RailMove) and self.rules.rail.may_be_cancelled(state, side):
            state.drops.append((action.block, action.to))
            self.call(state, Interruption, origin, action.to)

    def offers(self, state: SeriesState, side: int) -> ByBlock:
        rail = self.rules.rail
        return ByBlock(rail.waiting(state, side), lambda block: rail.offered(state, block))

    def carry_out(self, state: SeriesState, action: Move | Fly | RailMove) -> None:
        assert isinstance(action, RailMove)
        self.rules.rail.carry_out(state, action)

    def refusal(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        return self.rules.rail.why_not(state, action, side)


class GroundStep(MovingStep):
    """Moves of ground units, leg by leg."""

    @rule("BE-7.5a", "BE-7.5.1a", "BE-7.5.2a")
    @rule("BW-7.5a", "BW-7.5.1a", "BW-7.5.2a")
    def begin(self, state: SeriesState) -> None:
        self.rules.movement.begin(state)
        state.passed = 0

    def carry_out(self, state: SeriesState, action: Move | Fly | RailMove) -> None:
        assert isinstance(action, Move)
        self.rules.movement.carry_out(state, action)

    def refusal(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        return self.rules.movement.why_not(state, action, side)


class GroundMovement(GroundStep):
    """The Movement Phase of ground units."""

    clause = "BE-7.5a"

    @rule("BE-7.5.3g", "BE-7.6.2a", "BE-R30")
    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        """Aircraft found alone flee before the unit moves on; their flight also shows the opponent which unit came."""
        if isinstance(action, SailHome):
            self.rules.movement.sail_home(state, action, events)
            return
        super().apply(state, frame, action, side, events)
        if isinstance(action, Move) and self._looks_behind(state, action.to, side):
            events.append(Encountered(hexes=(), seen_by=privately(side)))
        if isinstance(action, Move) and self.rules.movement.overruns(state, action.block):
            self.call(state, Encounters, Encounters.LOOK)
            self.call(state, Showing, side)

    def _looks_behind(self, state: SeriesState, hex_: int, side: int) -> bool:
        """Whether entering a hex reveals something: aircraft alone flee, so if nobody flees, not all blocks there are aircraft."""
        if self.rules.definitions.faces_are_open():
            return False
        enemies = self.rules.fire.units_at(state, hex_, 1 - side)
        hidden = [block for block in enemies if not (state.face_up >> block & 1 or state.seen_steps[block])]
        return bool(hidden) and all(self.rules.units.is_air[block] for block in enemies if block not in hidden)

    def show(self, state: SeriesState) -> None:
        if state.landings:
            self.call(state, Landfall)
        super().show(state)

    @rule("BE-3.10e", "BE-7.3.2c", "BE-5.5n")
    @rule("BW-3.10e")
    def must_go_on(self, state: SeriesState, side: int) -> bool:
        """Whether the phase cannot end yet: units can still leave an overfull hex, or have to leave a country."""
        overfull = self.rules.definitions.overstacked(state, side)
        return bool(overfull and self._can_leave(state, side, overfull)) or bool(self.rules.powers.must_march(state, side))

    def _can_leave(self, state: SeriesState, side: int, hexes: HexSet) -> bool:
        movement, location = self.rules.movement, state.location
        here = (block for block in self.rules.units.ground[side] if location[block] >= 0 and hexes >> location[block] & 1)
        return any(len(movement.moves(state, block)) for block in here if movement.may_move(state, block))

    def refusal(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        """Why the phase cannot end yet, or why a unit cannot go there."""
        if not isinstance(action, EndPhase):
            return super().refusal(state, action, side)
        overfull = self.rules.definitions.overstacked(state, side)
        if overfull and self._can_leave(state, side, overfull):
            return Refusal("BE-7.3.2c", "hex_overfull", {"hex": next(iter(members(overfull)))})
        late = self.rules.powers.must_march(state, side)
        return self.rules.powers.why_march(state, late[0]) if late else None

    def offers(self, state: SeriesState, side: int) -> ByBlock:
        return Marching(self.rules.movement, state, side, on_map(self.rules.units, state, side).ground)

    def end(self, state: SeriesState, events: list[Event]) -> None:
        self.rules.headquarters.end_movement(state, state.active)
        _expel(self, state, events, is_air=False)
        if state.landings or state.holding:
            declare_landings(state, events)

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        found = super().legal(state, frame, side)
        sailing = self.rules.movement.sailings(state, side)
        return Joined((found, Listed(sailing)), (OFTEN, NOW_AND_THEN)) if sailing else found


class Exploitation(GroundStep):
    """The Exploitation Phase: a second movement for armour and whoever goes with it."""

    clause = "BE-7.10a"

    @rule("BW-6.7.1b", "BW-24.0c")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        """Artificial harbours are placed before any unit moves: this is the last moment for it."""
        begins = frame[1] == self.BEGIN
        waits = super().run(state, frame, events)
        if begins and self.rules.landings.harbours(state):
            self.call(state, Harbours)
        return waits

    def carry_out(self, state: SeriesState, action: Move | Fly | RailMove) -> None:
        self.rules.blitz.fuel(state, action.block)
        super().carry_out(state, action)

    def show(self, state: SeriesState) -> None:
        self.call(state, Deactivation)
        super().show(state)

    @rule("BE-7.10a", "BE-7.10d")
    @rule("BW-7.10a")
    def offers(self, state: SeriesState, side: int) -> ByBlock:
        return ByBlock(self.rules.blitz.exploiters(state, side), lambda block: self.rules.movement.moves(state, block))

    @rule("BE-7.10c")
    @rule("BW-7.10b")
    def end(self, state: SeriesState, events: list[Event]) -> None:
        """Remove the marks that this supply check has put on armour."""
        self.rules.headquarters.end_movement(state, state.active)
        for block in self.rules.units.ground[state.active]:
            if self.rules.units.is_armour[block] and state.flags[block] & MARKED and state.phase == EXPLOITATION:
                unmark(state, block)


class AirStep(MovingStep):
    """Flights of air units."""

    def begin(self, state: SeriesState) -> None:
        _forget_moves(state)

    def end(self, state: SeriesState, events: list[Event]) -> None:
        _forget_moves(state)

    def carry_out(self, state: SeriesState, action: Move | Fly | RailMove) -> None:
        assert isinstance(action, Fly)
        self.rules.air.fly(state, action.block, action.to)

    def refusal(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        return self.rules.air.why_not(state, action, side)


class AirMovement(AirStep):
    """The Air Movement Phase: missions and changes of airfield."""

    clause = "BE-7.5.2b"

    def offers(self, state: SeriesState, side: int) -> ByBlock:
        air, flags = self.rules.air, state.flags
        units = [block for block in on_map(self.rules.units, state, side).aircraft if not flags[block] & (IN_FLIGHT | MOVED)]
        return ByBlock(units, lambda block: air.flights(state, block) if air.may_fly(state, block) else ())

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        found, jumps = super().legal(state, frame, side), self.rules.airborne.jumps(state, side)
        raids = self.rules.strategic.targets(state) if self.rules.strategic.raids_with_flights() else []
        return Joined((found, Listed([*jumps, *raids])), (OFTEN, NOW_AND_THEN)) if jumps or raids else found

    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, Bomb):
            declare_raid(self, state, action, side, events)
            return
        if not isinstance(action, Jump):
            super().apply(state, frame, action, side, events)
            return
        origin = state.location[action.block]
        self.rules.airborne.jump(state, action)
        events.append(Moved(block=action.block, origin=origin, to=action.to, mode="air", seen_by=privately(side)))

    def end(self, state: SeriesState, events: list[Event]) -> None:
        super().end(state, events)
        for block in self.rules.airborne.ambushed(state) if state.drops else ():
            events.append(Eliminated(block=block, hex=state.location[block], cause="ambush"))
            remove(self.rules, state, block)
        _expel(self, state, events, is_air=True)
        self.rules.strategic.watch(state, events)


class Reaction(AirStep):
    """The inactive side's aircraft join battles, its fighters meet airborne units; then those that nobody met land."""

    clause = "BE-7.6a"

    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        if frame[1] == self.BEGIN and not self.rules.air.has_reaction(state):
            self.done(state)
            self._land_jumpers(state)
            return False
        if frame[1] != self.END:
            return super().run(state, frame, events)
        self.end(state, events)
        self.done(state)
        self._land_jumpers(state)
        self.call(state, Activations, 1 - state.active)
        self.call(state, Showing, 1 - state.active)
        return False

    @rule("BE-7.6a", "BE-7.6b")
    @rule("BW-7.6a", "BW-7.6b")
    def to_act(self, state: SeriesState, frame: Frame) -> frozenset[Side]:
        return ALONE[1 - state.active]

    def _land_jumpers(self, state: SeriesState) -> None:
        state.battles |= state.occupied[0] & state.occupied[1] & mask_of(hex_ for _, hex_ in state.drops)
        if self.rules.airborne.waiting(state):
            self.call(state, Landing)

    def offers(self, state: SeriesState, side: int) -> ByBlock:
        units = [block for block in self.rules.units.aircraft[side] if self.rules.air.may_fly(state, block)]
        return ByBlock(units, lambda block: self.rules.air.reactions(state, block))


def _expel(step: MovingStep, state: SeriesState, events: list[Event], is_air: bool) -> None:
    """Eliminate units that have not left a place they had to leave."""
    for block in step.rules.powers.overstayers(state, state.active):
        if step.rules.units.is_air[block] == is_air:
            events.append(Eliminated(block=block, hex=state.location[block], cause="interned"))
            remove(step.rules, state, block)


def _forget_moves(state: SeriesState) -> None:
    state.flags = without_flags(state.flags, MOVED)
