"""Sections 4.42 and 4.44: the Movement Phases."""

from collections.abc import Sequence

from blockfront.blocks import effects
from blockfront.core.actions import Action
from blockfront.core.choices import ByUnit, Choices, Joined, Later, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.core.sides import Side, audience
from blockfront.games.eastfront.actions import EndPhase, Mobilise, Move, NavalMove, RailMove, Rearguard, mover
from blockfront.games.eastfront.events import Moved
from blockfront.games.eastfront.state import BLITZ, MOVED, MOVEMENT, NO_HEX, ORDERS, REARGUARD, EastFrontState
from blockfront.games.eastfront.steps.base import ActiveStep
from blockfront.games.eastfront.steps.losses import stand_up
from blockfront.games.eastfront.steps.retreat import Rearguards
from blockfront.games.eastfront.steps.showing import Showing
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

OFTEN, SOMETIMES, SELDOM = 20.0, 3.0, 1.0  # how often a random player chooses a kind of move


class MovementPhase(ActiveStep):
    """A Movement Phase. Moves are shown before rearguards are pursued, and again at the end. Frame: (number, stage)."""

    BEGIN, MOVING, FINISH, SHOW = range(4)
    clause = "EF-4.42a"
    resolves_itself = False  # the opponent must not learn that there is nothing to move

    @rule("EF-4.42a", "EF-4.42b", "EF-4.42d", "EF-4.44a", "EF-4.44d", "EF-6.1c", "EF-6.33c")
    def run(self, state: EastFrontState, frame: Frame, events: list[Event]) -> bool:
        stage = frame[1]
        if stage == self.BEGIN:
            self._begin(state)
            self.set_frame(state, self.MOVING)
        elif stage == self.MOVING:
            return True
        elif stage == self.FINISH:
            self.set_frame(state, self.SHOW)
            self.rules.special_moves.show(state)
            stand_up(self.rules, state)
            if any(state.flags[block] & REARGUARD for block in self.rules.order.of_side[state.active]):
                self.call(state, Rearguards, NO_HEX)
                self.call(state, Showing, state.active)
        else:
            self.rules.movement.settle_battles(state)
            self.rules.special_moves.settle(state)
            stand_up(self.rules, state)
            state.crossings.clear()
            state.in_command = state.supreme_moves = 0
            self.done(state)
            self.call(state, Showing, state.active)
        return False

    def _begin(self, state: EastFrontState) -> None:
        for block in self.rules.order.of_side[state.active]:
            state.flags[block] &= ~MOVED
            state.entered_from[block] = NO_HEX
        state.crossings.clear()
        state.new_battles = 0
        supreme = self.rules.headquarters.supreme_moves(state, state.active)
        state.supreme_moves = supreme if state.phase == MOVEMENT else 0
        self.rules.headquarters.refresh_command(state)

    # ---- choices

    def legal(self, state: EastFrontState, frame: Frame, side: Side) -> Choices:
        movement = self.rules.movement
        blocks = movement.movable(state, side)
        by_land: list[tuple[Choices, float]] = []
        if blocks:
            by_land.append((Later(Move, lambda: ByUnit(blocks, movement.moves_of_side(state, side), "block")), OFTEN))
            by_land.append((Later(Rearguard, lambda: self._covering(state, side, blocks)), SELDOM))
        others = [(family, SOMETIMES) for family in self.rules.strategic.moves(state, side)]
        others += [(family, SOMETIMES) for family in self.rules.special_moves.families(state, side)]
        crowded = movement.crowded(state, side)
        held_up = self._left_by(state, crowded, by_land + others) if crowded else 0
        hqs = [hq for hq in self.rules.headquarters.active(state, side) if not held_up or held_up >> state.location[hq] & 1]
        offered = by_land
        if hqs:
            offered.append((ByUnit(hqs, lambda hq: self._mobilising(state, hq), "hq", "block"), SELDOM))
        offered += others
        if crowded and not held_up:
            held_up = self._left_by(state, crowded, offered)
        if not held_up and not self.rules.special_moves.is_owed(state, side):
            offered.append((Listed((EndPhase(),)), SELDOM))
        return Joined([family for family, _ in offered], [weight for _, weight in offered])

    @rule("EF-6.22a", "EF-5.21e", "EF-6.2a")
    def _left_by(self, state: EastFrontState, crowded: HexSet, offered: list[tuple[Choices, float]]) -> HexSet:
        """Crowded hexes that a unit can still leave. While there are any, the phase may not end and its command may not be given up."""
        found, location = 0, state.location
        for offer, _ in offered:
            family = offer.choices if isinstance(offer, Later) else offer
            if isinstance(family, ByUnit) and family.names_by("block"):
                inside = [block for block in family.units if location[block] >= 0 and crowded >> location[block] & 1]
                movers = [block for block in inside if len(family.actions_of(block))]
            else:
                movers = [block for order in family if location[block := mover(order)] >= 0]
            found |= mask_of(location[block] for block in movers)
        return crowded & found

    def _covering(self, state: EastFrontState, side: int, blocks: Sequence[int]) -> Choices:
        """Units in battles that may cover a retreat."""
        engaged = [block for block in blocks if state.occupied[1 - side] >> state.location[block] & 1]
        return ByUnit(engaged, lambda block: self.rules.movement.rearguards(state, block), "block")

    @rule("EF-5.41a", "EF-5.41b", "EF-5.62a", "EF-5.62b", "EF-5.62c", "EF-5.7b", "EF-5.7f", "EF-4.42c", "EF-4.44c", "EF-5.42a")
    def _mobilising(self, state: EastFrontState, hq: int) -> Sequence[Action]:
        """The ways to deactivate a headquarters now and move it; one that blitzes may do so only in Blitz Movement."""
        if state.flags[hq] & REARGUARD or (state.phase == MOVEMENT and state.command[hq] & ORDERS == BLITZ):
            return []
        movement = self.rules.movement
        moves = movement.moves(state, hq)
        found = movement.cached(state, ("mobilising", hq), moves, lambda: [Mobilise(hq, move.to, move.exit) for move in moves])
        others: list[Action] = [*movement.rearguards(state, hq)]
        if self.rules.units.is_supreme[hq]:
            others += self.rules.strategic.mobilisations(state, hq)
        return [*found, *others] if others else found

    # ---- carrying out

    def apply(self, state: EastFrontState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, EndPhase):
            self.set_frame(state, self.FINISH)
        elif isinstance(action, Move):
            self._move(state, action, side, events)
        elif isinstance(action, Rearguard):
            self._name_rearguard(state, action.block)
        elif isinstance(action, Mobilise):
            self._mobilise(state, action, side, events)
        elif isinstance(action, RailMove | NavalMove):
            self.rules.strategic.carry_out(state, action, side, events)
        else:
            self.rules.special_moves.carry_out(state, action, side, events)

    @rule("EF-6.52a", "EF-6.1a")
    def _move(self, state: EastFrontState, action: Move, side: int, events: list[Event]) -> None:
        origin = state.location[action.block]
        if self.rules.movement.needs_supreme_move(state, action.block):
            state.supreme_moves -= 1
        self.rules.movement.carry_out(state, action)
        events.append(Moved(block=action.block, origin=origin, to=action.to, mode="land", seen_by=audience(side)))

    @rule("EF-6.41a", "EF-6.52a")
    def _name_rearguard(self, state: EastFrontState, block: int) -> None:
        """Name a rearguard. Out of command it uses a Supreme Move to retreat; an active headquarters mobilises instead."""
        mobilises = self.rules.headquarters.is_active(state, block)
        if not mobilises and self.rules.movement.needs_supreme_move(state, block):
            state.supreme_moves -= 1
        state.flags[block] |= REARGUARD

    @rule("EF-5.41a", "EF-5.62b", "EF-5.62c", "EF-5.7h", "EF-5.43b")
    def _mobilise(self, state: EastFrontState, action: Mobilise, side: int, events: list[Event]) -> None:
        """Mobilise a headquarters: it pays its step, then moves, and its command ends at once."""
        hq, origin = action.hq, state.location[action.hq]
        spent: list[Event] = []
        if action.rail or action.sea:
            self.rules.strategic.pay_for_mobilisation(state, action)
        self.rules.headquarters.spend(state, hq, spent)
        events += spent
        if state.location[hq] >= 0:
            if action.rail or action.sea:
                effects.place(state, hq, side, action.to)
            else:
                self.rules.movement.carry_out(state, Move(hq, action.to, exit=action.exit))
            events.append(Moved(block=hq, origin=origin, to=action.to, mode="mobilise", seen_by=audience(side)))
        self.rules.headquarters.refresh_command(state)
        if self.rules.units.is_supreme[hq]:
            state.supreme_moves = 0

    def why_not(self, state: EastFrontState, frame: Frame, action: Action, side: Side) -> Refusal | None:
        if isinstance(action, Move | Rearguard):
            return self.rules.movement.why_not(state, action, side)
        if isinstance(action, RailMove | NavalMove):
            return self.rules.strategic.why_not(state, action, side)
        if isinstance(action, Mobilise | EndPhase) and (crowded := members(self.rules.movement.crowded(state, side))):
            return Refusal("EF-6.22a", "too_many_stay", {"hex": crowded[0], "most": self.rules.board.stacking[crowded[0]]})
        return self.rules.special_moves.why_not(state, action, side)
