"""Chapter 11: production levels, replacements, cadres, reinforcements, arrival."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY, battle_hexes
from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.games.eastfront.action_cache import cadres_of
from blockfront.games.eastfront.actions import Arrive, BuildCadre, BuyStep, EndPhase
from blockfront.games.eastfront.loading.data_model import Reinforcement
from blockfront.games.eastfront.loading.tables import scenario
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import AXIS, DISBANDED, NEW, REBUILT, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

if TYPE_CHECKING:
    from blockfront.games.eastfront.ruleset import Rules

ON_TIME, FOR_A_STEP, FOR_POINTS = 0, 1, 2  # how an arrival is paid for


class Production(Chapter):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        numbers, kinds = rules.tables.numbers, tuple(zip(rules.tables.types_of, self.units.side, strict=True))
        self._step_costs = self._costs([kind.step_cost[side] for kind, side in kinds], numbers.hq_step_surcharge)
        self._cadre_costs = self._costs([kind.cadre_cost[side] for kind, side in kinds], numbers.hq_cadre_surcharge)
        self._centres = tuple(self._yields(factor) for factor in (numbers.axis_resource_factor, 1))
        self._ss = tuple(tuple(block for block in blocks if self.units.is_ss[block]) for blocks in self.order.of_side)
        self._schedule = tuple(self._listed(side) for side in (0, 1))

    def _costs(self, usual: list[int], surcharge: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Prices by block: the usual ones, and those for times when headquarters cost more."""
        return tuple(usual), tuple(cost + surcharge * is_hq for cost, is_hq in zip(usual, self.units.is_hq, strict=True))

    @rule("EF-11.5a", "EF-11.51a")
    def _listed(self, side: int) -> tuple[Reinforcement, ...]:
        """Reinforcements of the scenarios being played, and those of the month after the last one, which may come early."""
        last = self.rules.chain[-1]
        after = scenario(last.next).sides[side].reinforcements if last.next else ()
        played = [r for data in self.rules.chain for r in data.sides[side].reinforcements]
        return (*played, *(r for r in after if r.month == last.last_month + 1))

    def schedule(self, side: int) -> tuple[Reinforcement, ...]:
        """Every reinforcement that a side has in this game, whether it has come or not."""
        return self._schedule[side]

    def _yields(self, resource_factor: int) -> tuple[tuple[int, int], ...]:
        """(hex, production points) of every centre on the map."""
        return tuple((c.hex, c.value * (1 if c.kind == "city" else resource_factor)) for c in self.board.map.production)

    # ---- levels

    @rule("EF-11.2a", "EF-11.31a", "EF-11.3a", "EF-17.1a")
    def level(self, state: EastFrontState, side: int) -> int:
        """Production points a month: base, cities and resources under control with rail/sea supply."""
        base = state.base[side] - self.rules.objectives.base_penalty(state, side)
        return base + self.from_map(state, side)

    @rule("EF-11.1b", "EF-R51")
    def determine_levels(self, state: EastFrontState) -> None:
        """Set both production levels by control at the start of a phase."""
        state.levels[:] = [self.level(state, side) for side in (0, 1)]

    @rule("EF-11.32a", "EF-11.33a", "EF-1.41c", "EF-1.5a", "EF-1.5b", "EF-1.5c", "EF-11.33b", "EF-9.31b", "EF-R40")
    def from_map(self, state: EastFrontState, side: int) -> int:
        """Production points from the centres on the map; resources count double for the Axis."""
        producing = self.rules.supply.sources(state, side) & state.friendly[side]
        return sum([value for hex_, value in self._centres[side] if producing >> hex_ & 1])

    # ---- costs

    def cost(self, state: EastFrontState, action: Action) -> int | None:
        """Production points an action takes; None where nothing is bought."""
        if isinstance(action, BuyStep):
            return self.step_cost(state, action.block)
        if isinstance(action, BuildCadre):
            return self.cadre_cost(state, action.block)
        if isinstance(action, Arrive):
            return self.cadre_cost(state, action.block) if action.early == FOR_POINTS else 0
        return None

    @rule("EF-11.42d", "EF-2.62b", "EF-2.61a", "EF-16.2a", "EF-16.6a", "EF-W41.1a", "EF-W44.4a")
    def step_cost(self, state: EastFrontState, block: int) -> int:
        is_dear = self.units.is_hq[block] and self.rules.objectives.hqs_cost_more(state, self.units.side[block])
        return self._step_costs[is_dear][block]

    @rule("EF-11.42a", "EF-11.42d", "EF-16.2a", "EF-16.6a", "EF-W41.1a", "EF-W44.4a")
    def cadre_cost(self, state: EastFrontState, block: int) -> int:
        is_dear = self.units.is_hq[block] and self.rules.objectives.hqs_cost_more(state, self.units.side[block])
        return self._cadre_costs[is_dear][block]

    # ---- replacements

    @rule("EF-11.41a", "EF-11.41b", "EF-11.41c", "EF-2.65d", "EF-10.5b", "EF-10.7a", "EF-2.4d", "EF-2.4e", "EF-6.53f")
    def steps(self, state: EastFrontState, side: int) -> list[BuyStep]:
        """Steps that may be bought now for `untouched` units: unengaged, below maximum, with a supply line."""
        location, steps, full = state.location, state.steps, self.units.full
        supply, reach, battles = self.rules.supply, self.rules.supply.in_reach(state, side), battle_hexes(state)
        budget, has_ss_left = state.budget[side], self.ss_steps_left(state, side) > 0
        costs = self._step_costs[self.rules.objectives.hqs_cost_more(state, side)]
        return [
            BuyStep(block)
            for block in self.untouched(state, side)
            if steps[block] < full[block]
            and not battles >> location[block] & 1
            and costs[block] <= budget
            and (has_ss_left or not self.units.is_ss[block])
            and supply.has_line(state, block, reach)
        ]

    @rule("EF-11.41c", "EF-2.65d")
    def ss_steps_left(self, state: EastFrontState, side: int) -> int:
        """SS steps that may still be rebuilt in this Production. A cadre counts as a step, a reinforcement does not."""
        flags, shown = state.flags, state.shown
        used = [block for block in self._ss[side] if flags[block] & (NEW | DISBANDED) == NEW and shown[block] != NOT_IN_PLAY]
        return self.rules.tables.numbers.ss_steps_per_month - len(used)

    # ---- arrival

    @rule("EF-11.6c", "EF-1.41d", "EF-1.42b")
    def arrival_hexes(self, state: EastFrontState, side: int) -> Sequence[int]:
        """Arrival places that can take another new unit in this Production. The list is shared: read it, never change it."""
        location, flags, shown = state.location, state.flags, state.shown
        new = [block for block in self.order.of_side[side] if flags[block] & NEW]
        arrived = [location[block] for block in new if shown[block] < 0 <= location[block]]
        taken = [hex_ for hex_ in set(arrived) if arrived.count(hex_) >= self.capacity(hex_)]
        hexes = self.arrival_places(state, side) & self.rules.movement.room(state, side) & ~mask_of(taken)
        return self.cached(state, ("arrival hexes", side), hexes, lambda: members(hexes))

    @rule("EF-11.6a", "EF-11.6b", "EF-11.6d", "EF-1.44b", "EF-1.41e", "EF-1.44a", "EF-16.7e", "EF-R52", "EF-R34")
    def arrival_places(self, state: EastFrontState, side: int) -> HexSet:
        """Home Cities, home Rail Entry hexes, for the Axis also Victory Cities: rail-supplied and without battle."""
        places = self.board.home_cities[side] | self.rules.railways.home_entries(side)
        if side == AXIS:
            places |= self.board.victory_cities
        open_hexes = self.rules.supply.sources(state, side) & state.friendly[side] & ~battle_hexes(state)
        return places & open_hexes

    def capacity(self, hex_: int) -> int:
        """How many new units a place takes in one Production."""
        numbers = self.rules.tables.numbers
        if self.board.major_cities >> hex_ & 1:
            return numbers.arrivals_in_major_city
        if self.board.minor_cities >> hex_ & 1:
            return numbers.arrivals_in_minor_city
        return numbers.arrivals_in_rail_entry

    @rule("EF-11.42a", "EF-11.42b", "EF-11.42e", "EF-2.4c", "EF-5.1g", "EF-11.52a")
    def rebuildable(self, state: EastFrontState, side: int) -> list[int]:
        """Eliminated units that may be rebuilt at their last step with the points left."""
        location, flags, may_come_back = state.location, state.flags, self.rules.satellites.may_be_rebuilt
        costs = self._cadre_costs[self.rules.objectives.hqs_cost_more(state, side)]
        budget, has_ss_left = state.budget[side], self.ss_steps_left(state, side) > 0
        return [
            block
            for block in self.order.of_side[side]
            if location[block] == ELIMINATED
            and not flags[block] & NEW
            and may_come_back[block]
            and (has_ss_left or not self.units.is_ss[block])
            and costs[block] <= budget
        ]

    def cadres(self, state: EastFrontState, side: int, hexes: Sequence[int]) -> Callable[[int], Sequence[BuildCadre]]:
        """The hexes in which each unit of a side may be rebuilt. The lists are shared: read them, never change them."""
        known: dict[int, list[BuildCadre]] = self.cached(state, ("cadres", side), hexes, dict)
        everywhere = self.board.playable

        def listed(block: int) -> Sequence[BuildCadre]:
            found = known.get(block)
            if found is None:
                home = self.rules.movement.territory_of_rebuilt(block)
                found = known[block] = cadres_of(block).into(hexes if home == everywhere else [h for h in hexes if home >> h & 1])
            return found

        return listed

    @rule("EF-3.12a", "EF-11.5a")
    def due(self, state: EastFrontState, side: int, month: int) -> list[Reinforcement]:
        """Reinforcements of the scenarios being played that are not yet in play and whose month has come."""
        return [r for r in self._schedule[side] if r.month <= month and state.location[r.block] == NOT_IN_PLAY]

    @rule("EF-11.5a", "EF-16.5a")
    def must_arrive(self, state: EastFrontState, side: int) -> list[int]:
        """Units whose month has come and that have a place to arrive: Production does not end before they are placed."""
        due = [r.block for r in self.due(state, side, state.month)]
        return (due if due and self.arrival_hexes(state, side) else []) + self.rules.objectives.must_arrive(state, side)

    @rule("EF-11.5a", "EF-11.51a", "EF-R15")
    def arrivals(self, state: EastFrontState, side: int, hexes: Sequence[int]) -> list[Arrive]:
        """Reinforcements that may be placed now: those of this month, and next month's at the cost of a step or of points."""
        on_time = self.due(state, side, state.month)
        found = [Arrive(r.block, hex_) for r in on_time for hex_ in hexes]
        for reinforcement in self.due(state, side, state.month + 1):
            if reinforcement in on_time:
                continue
            block = reinforcement.block
            if reinforcement.cv > self.units.lowest[block]:
                found += [Arrive(block, hex_, FOR_A_STEP) for hex_ in hexes]
            if self.cadre_cost(state, block) <= state.budget[side]:
                found += [Arrive(block, hex_, FOR_POINTS) for hex_ in hexes]
        return found + self.rules.objectives.special_arrivals(state, side, hexes)

    def arrival_value(self, state: EastFrontState, action: Arrive) -> int:
        """Combat value a reinforcement arrives with."""
        side = self.units.side[action.block]
        for reinforcement in self.due(state, side, state.month + 1):
            if reinforcement.block == action.block:
                return reinforcement.cv - (action.early == FOR_A_STEP)
        return self.rules.objectives.special_value(action.block)

    def other_purchases(self, state: EastFrontState, side: int) -> list[Action]:
        """Other purchases, which only optional chapters offer."""
        return []

    def carry_out(self, state: EastFrontState, action: Action, side: int, events: list[Event]) -> None:
        """Make one of the purchases of `other_purchases`."""
        raise TypeError(f"no option knows the purchase {action}")

    def close(self, state: EastFrontState, events: list[Event]) -> None:
        """Effects at the end of both sides' Production: without options there are none."""

    @rule("EF-11.52a", "EF-11.41b")
    def untouched(self, state: EastFrontState, side: int) -> list[int]:
        """Units on the map that are not new and have gained no step in this Production: they may gain one, or be disbanded."""
        location, flags = state.location, state.flags
        return [block for block in self.order.of_side[side] if location[block] >= 0 and not flags[block] & NEW]

    @rule("EF-2.66c", "EF-11.42b", "EF-11.42c", "EF-2.63c")
    def mark_rebuilt(self, state: EastFrontState, block: int) -> None:
        state.flags[block] |= REBUILT

    # ---- refusals

    def why_not(self, state: EastFrontState, action: Action, side: int) -> Refusal | None:
        """Why a purchase is not offered."""
        if isinstance(action, EndPhase):
            waiting = self.must_arrive(state, side)
            return Refusal("EF-11.5a", "reinforcement_waits", {"block": waiting[0]}) if waiting else None
        if not isinstance(action, BuyStep | BuildCadre | Arrive):
            return None
        block = action.block
        if not 0 <= block < len(self.order):
            return None
        if self.units.side[block] != side:
            return Refusal("EF-0.1a", "not_yours", {"block": block})
        if isinstance(action, BuyStep):
            return self._why_no_step(state, block, side)
        if isinstance(action, BuildCadre):
            if state.location[block] != ELIMINATED or not self.rules.satellites.may_be_rebuilt[block]:
                return Refusal("EF-11.42a", "not_eliminated", {"block": block})
            if self.units.is_ss[block] and self.ss_steps_left(state, side) <= 0:
                return Refusal("EF-11.41c", "one_ss_step", {"block": block})
            if self.cadre_cost(state, block) > state.budget[side]:
                return self.too_dear(self.cadre_cost(state, block), state.budget[side])
        return Refusal("EF-11.6a", "no_arrival_there", {"hex": action.hex}) if self.board.is_hex(action.hex) else None

    def _why_no_step(self, state: EastFrontState, block: int, side: int) -> Refusal:
        values = {"block": block}
        hex_ = state.location[block]
        if hex_ < 0:
            return Refusal("EF-1.2a", "not_on_the_map", values)
        if state.flags[block] & NEW:
            return Refusal("EF-11.41b", "had_its_step", values)
        if state.steps[block] >= self.units.full[block]:
            return Refusal("EF-11.41a", "at_full_strength", values)
        if battle_hexes(state) >> hex_ & 1:
            return Refusal("EF-11.41a", "engaged", values)
        if self.step_cost(state, block) > state.budget[side]:
            return self.too_dear(self.step_cost(state, block), state.budget[side])
        if self.units.is_ss[block] and self.ss_steps_left(state, side) <= 0:
            return Refusal("EF-11.41c", "one_ss_step", values)
        return Refusal("EF-10.7a", "no_supply_line", values)

    def too_dear(self, cost: int, left: int) -> Refusal:
        return Refusal("EF-11.3a", "too_dear", {"cost": cost, "left": left})
