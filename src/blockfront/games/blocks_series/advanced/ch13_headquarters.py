"""Chapter 13: armour and aircraft act fully only when a headquarters commands them."""

from collections.abc import Sequence
from typing import Final

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.actions import Command, SpecialAction
from blockfront.games.blocks_series.rules.ch13_headquarters import (
    COMMAND,
    FREE_RAIL,
    HELP_AIR,
    HELP_ARMOUR,
    HELP_MARKED,
    STAND_BY,
    Headquarters,
)
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import (
    EXPLOITATION,
    GOOD,
    LIGHT_RAIN,
    MARKED,
    NO_BLOCK,
    NO_HEX,
    SeriesState,
)
from blockfront.hexes.grid import HexSet
from blockfront.hexes.reach import step

FREE_ORDERS: Final = (STAND_BY,)  # they cost no action point


class CommandingHeadquarters(Headquarters):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.in_play = self.kinds_in_play()
        self._subordinates: dict[int, tuple[int, ...]] = {}
        self._clients_of: dict[tuple[int, int], tuple[int, ...]] = {}
        self._duties: dict[tuple[int, int], tuple[int, ...]] = {}

    def kinds_in_play(self) -> frozenset[int]:
        """Kinds of special action of this game; a chapter that answers `may_help` for further ones adds them."""
        return frozenset((HELP_ARMOUR, HELP_AIR, HELP_MARKED, FREE_RAIL))

    # ---- full supply

    @rule("BE-13.0a", "BE-13.2a", "BE-13.2b")
    @rule("BW-13.2a")
    def is_commanded(self, state: SeriesState, block: int) -> bool:
        """Armour and aircraft need a headquarters; an active armour headquarters supplies itself."""
        if not (self.units.is_armour[block] or self.units.is_air[block]):
            return True
        return bool((state.commanded | state.active_hqs) >> block & 1)

    @rule("BE-13.8.1a", "BE-13.8.1b")
    @rule("BW-13.8.1d3")
    def is_hampered(self, state: SeriesState, block: int) -> bool:
        """A marked unit that a high command supplies keeps its barrel and acts without hindrance."""
        return bool(state.flags[block] & MARKED) and not self.is_ordered(state, HELP_MARKED, block)

    @rule("BE-7.4b", "BE-13.8.1a")
    @rule("BW-13.8.1d4", "BW-7.4e")
    def pays_fare(self, state: SeriesState, block: int) -> bool:
        return self.is_ordered(state, FREE_RAIL, block)

    def is_ordered(self, state: SeriesState, kind: int, block: int) -> bool:
        """Whether an action of a kind has been taken for a unit."""
        return any(order[1] == kind and order[2] == block for order in state.orders)

    # ---- who may act

    @rule("BE-13.0b", "BE-13.3d", "BE-7.4h", "BE-13.8a", "BE-3.12a")
    @rule("BW-13.1a", "BW-13.3d", "BW-13.8a")
    def commanders(self, state: SeriesState, side: int) -> Sequence[int]:
        """Armour headquarters act when ground units move, those of the air when aircraft do, high commands in the Strategic Rail Phase."""
        return [hq for hq in self._on_duty(side, state.phase) if self.may_act(state, hq)]

    def _on_duty(self, side: int, phase: int) -> tuple[int, ...]:
        """Headquarters of a side that could ever act in a phase."""
        found = self._duties.get((side, phase))
        if found is None:
            mine = self.units.headquarters[side]
            found = self._duties[side, phase] = tuple(hq for hq in mine if self._has_duty(hq, phase))
        return found

    def _has_duty(self, hq: int, phase: int) -> bool:
        facts, orders = self.units.staff[hq], self.rules.tables.orders
        if phase in facts.phases and facts.leads and phase in orders.leading[facts.leads]:
            return True
        kinds = facts.actions if phase in facts.phases else facts.later
        return any(kind in facts.actions and kind in self.in_play and phase in orders.actions[kind] for kind in kinds)

    def gives_orders(self, state: SeriesState, hq: int) -> bool:
        """Whether a headquarters is among those that may act."""
        return self.may_act(state, hq)

    def may_act(self, state: SeriesState, hq: int) -> bool:
        if state.location[hq] < 0 or not (self.leads_now(state, hq) or self.actions_now(state, hq)):
            return False
        return self.points_left(state, hq) > 0 and self.is_free(state, hq)

    def is_free(self, state: SeriesState, hq: int) -> bool:
        """Whether a headquarters on the map is neither in a battle nor bound to stand still."""
        fights = state.occupied[1 - self.units.side[hq]] >> state.location[hq] & 1
        return not fights and not self.rules.definitions.is_frozen(state, hq)

    def leads_now(self, state: SeriesState, hq: int) -> bool:
        """Whether a headquarters commands units of its kind in this phase."""
        facts = self.units.staff[hq]
        return bool(facts.leads) and state.phase in facts.phases and state.phase in self.rules.tables.orders.leading[facts.leads]

    def actions_now(self, state: SeriesState, hq: int) -> list[int]:
        """Kinds of special action that a headquarters may take in this phase."""
        facts, orders = self.units.staff[hq], self.rules.tables.orders
        if not facts.actions:
            return []
        is_its_phase, is_active = state.phase in facts.phases, state.active_hqs >> hq & 1
        return [
            kind
            for kind in facts.actions
            if kind in self.in_play and state.phase in orders.actions[kind] and (is_its_phase or (is_active and kind in facts.later))
        ]

    def is_able_to(self, state: SeriesState, hq: int, kind: int) -> bool:
        return kind in self.actions_now(state, hq) and self.is_free(state, hq) and self.may_repeat(state, hq, kind)

    def may_repeat(self, state: SeriesState, hq: int, kind: int) -> bool:
        """Whether a headquarters may take an action of a kind once more in this activation."""
        return kind in self.units.staff[hq].repeats or not any(order[0] == hq and order[1] == kind for order in state.orders)

    @rule("BE-3.9b", "BE-13.3f")
    def is_high_command(self, hq: int) -> bool:
        """National high commands; they act without limit of range."""
        return self.units.type[hq] == "national_hq"

    @rule("BE-13.4a", "BE-13.5e", "BE-3.12a")
    @rule("BW-13.0a", "BW-13.4a", "BW-13.5d", "BW-3.12a")
    def action_points(self, state: SeriesState, hq: int) -> int:
        """As many as it has steps; half of them when it is out of supply."""
        steps = self.units.value(hq, state.steps[hq])
        return max(1, steps // 2) if state.flags[hq] & MARKED else steps

    def points_left(self, state: SeriesState, hq: int) -> int:
        given = [order for order in state.orders if order[0] == hq and order[1] not in FREE_ORDERS]
        return self.action_points(state, hq) - len(given)

    # ---- orders

    def orders_of(self, state: SeriesState, hq: int) -> list[Action]:
        found: list[Action] = []
        if self.leads_now(state, hq):
            found += [Command(hq, block) for block in self.command_targets(state, hq)]
        for kind in self.actions_now(state, hq):
            found += [SpecialAction(hq, kind, block) for block in self.special_targets(state, hq, kind)]
        return found

    @rule("BE-13.1a", "BE-13.3a", "BE-13.7b", "BE-13.7c")
    @rule("BW-13.1c", "BW-13.1e", "BW-13.1f", "BW-13.3a", "BW-R114")
    def command_targets(self, state: SeriesState, hq: int) -> list[int]:
        """Units of the headquarters' kind and nation within its range that nobody commands yet."""
        units, side = self.units, self.units.side[hq]
        reach = self.reach(state, hq)
        candidates = units.ground[side] if units.staff[hq].leads == "armour" else units.aircraft[side]
        return [
            block
            for block in candidates
            if block != hq
            and units.nation[block] == units.nation[hq]
            and state.location[block] >= 0
            and reach >> state.location[block] & 1
            and self.is_led(state, hq, block)
            and self.is_waiting(state, block)
        ]

    def may_command(self, state: SeriesState, hq: int, block: int) -> bool:
        """Whether a unit is among the targets of a headquarters that commands now."""
        units, hex_ = self.units, state.location[block]
        if block == hq or units.nation[block] != units.nation[hq] or hex_ < 0 or not self.reach(state, hq) >> hex_ & 1:
            return False
        return self.is_led(state, hq, block) and self.is_waiting(state, block)

    def is_led(self, state: SeriesState, hq: int, block: int) -> bool:
        """Whether a unit is of the kind that a headquarters commands."""
        leads = self.units.staff[hq].leads
        if leads == "armour":
            return self.counts_as_armour(state, block)
        return self.units.is_air[block] and (leads == "air" or self.units.is_fighter[block] == (leads == "fighter"))

    def counts_as_armour(self, state: SeriesState, block: int) -> bool:
        return self.units.is_armour[block]

    def is_waiting(self, state: SeriesState, block: int) -> bool:
        """Whether command would help a unit: it has none and could still act."""
        if (state.commanded | state.active_hqs) >> block & 1 or self.rules.definitions.is_frozen(state, block):
            return False
        if state.occupied[1 - self.units.side[block]] >> state.location[block] & 1:
            return False
        if state.phase == EXPLOITATION:
            return self.rules.blitz.is_able(state, block) and not state.flags[block] & MARKED
        return True

    @rule("BE-13.3a", "BE-13.3b", "BE-13.3e", "BE-13.3f", "BE-9.3g")
    @rule("BW-13.3a", "BW-13.3b")
    def reach(self, state: SeriesState, hq: int) -> HexSet:
        """Hexes within command range: neither enemies nor their zones, water or mountains lie between."""
        facts = self.units.staff[hq]
        if not facts.is_near:
            return self.board.area(facts.area) if facts.area else self.board.playable
        hex_, enemy = state.location[hq], 1 - self.units.side[hq]
        key = ("command", enemy, hex_, facts.stops_at_mountains)
        found: HexSet | None = state.derived.get(key)
        if found is None:
            board = self.board
            passable = ~(state.occupied[enemy] | self.rules.zones.zone(state, enemy) | (board.mountains if facts.stops_at_mountains else 0))
            found = frontier = 1 << hex_
            for _ in range(self.command_range(state, hex_)):
                frontier = step(board.grid, frontier & board.grid.cells, board.march_sides) | board.jump(frontier, board.land_jumps)
                frontier &= ~found
                found |= frontier
                frontier &= passable
            state.derived[key] = found
        return found

    @rule("BE-39.0f")
    @rule("BW-13.3e", "BW-R104")
    def command_range(self, state: SeriesState, hex_: int) -> int:
        """Shorter in bad weather, though not in light rain."""
        numbers, weather = self.numbers, self.rules.weather.at(state, hex_)
        return numbers.command_range if weather in (GOOD, LIGHT_RAIN) else numbers.command_range_in_bad_weather

    @rule("BE-13.8a", "BE-13.8.1a", "BE-13.8.3a", "BE-13.1c")
    @rule("BW-13.8.1d", "BW-13.8.1.1f", "BW-R49")
    def special_targets(self, state: SeriesState, hq: int, kind: int) -> list[int]:
        """Units for which a headquarters may take an action, no kind of action twice."""
        if not self.may_repeat(state, hq, kind):
            return []
        if kind in FREE_ORDERS:
            return [] if state.active_hqs >> hq & 1 else [NO_BLOCK]
        facts, location = self.units.staff[hq], state.location
        reach = self.reach(state, hq) if facts.is_near or facts.area else -1
        return [
            block
            for block in self._clients(hq, kind)
            if location[block] >= 0 and reach >> location[block] & 1 and self.may_help(state, hq, kind, block)
        ]

    def _clients(self, hq: int, kind: int) -> tuple[int, ...]:
        """Units for which a headquarters could ever take an action of a kind."""
        found = self._clients_of.get((hq, kind))
        if found is None:
            found = self._clients_of[hq, kind] = tuple(block for block in self.subordinates(hq) if self.could_help(kind, block))
        return found

    def could_help(self, kind: int, block: int) -> bool:
        """Whether a unit is of a sort that an action of a kind may help at some time."""
        return not self.units.is_air[block] if kind == HELP_ARMOUR else self.units.is_air[block] if kind == HELP_AIR else True

    def subordinates(self, hq: int) -> tuple[int, ...]:
        """Units for which a headquarters could ever take an action."""
        found = self._subordinates.get(hq)
        if found is None:
            side = self.order.of_side[self.units.side[hq]]
            found = self._subordinates[hq] = tuple(block for block in side if self.is_subordinate(hq, block))
        return found

    @rule("BW-13.8.1d1", "BW-13.8.1d2", "BW-13.8.1d3", "BW-13.8.1d4", "BW-13.4b")
    def may_help(self, state: SeriesState, hq: int, kind: int, block: int) -> bool:
        """Whether an action of a kind would do something for a subordinate unit."""
        if kind == FREE_RAIL:
            return not self.pays_fare(state, block) and self.rules.rail.can_go(state, block)
        if state.flags[block] & MARKED:
            helps = kind == HELP_MARKED and not self.is_ordered(state, HELP_MARKED, block) and not self.units.is_static[block]
        else:
            helps = (kind == HELP_ARMOUR and self.counts_as_armour(state, block)) or (kind == HELP_AIR and self.units.is_air[block])
        return helps and self.is_waiting(state, block)

    @rule("BE-13.1b", "BE-13.8.3a", "BE-13.8.3c")
    @rule("BW-13.1f", "BW-13.8.1c", "BW-13.8.1.1c", "BW-13.8.5b", "BW-R114")
    def is_subordinate(self, hq: int, block: int) -> bool:
        """High commands act for their own nation; one of the great power also for its allies."""
        serves = self.units.staff[hq].serves
        if block == hq or (serves and serves not in self.units.tags[block]):
            return False
        return self.units.nation[hq] == self.units.nation[block] or "commands_allies" in self.units.tags[hq]

    @rule("BE-13.2a", "BE-13.4a", "BE-R72")
    @rule("BW-13.2a", "BW-13.4a")
    def give_order(self, state: SeriesState, hq: int, kind: int, block: int) -> None:
        """The headquarters is active from now on; the order holds until it is turned back."""
        state.active_hqs |= 1 << hq
        state.orders.append((hq, kind, block))
        if kind in (COMMAND, HELP_ARMOUR, HELP_AIR, HELP_MARKED):
            state.commanded |= 1 << block

    # ---- the course of a turn

    @rule("BE-13.8.2a", "BE-R47")
    def begin_turn(self, state: SeriesState, side: int) -> None:
        """Some high commands act in every turn, whether there is something to do for them or not."""
        for hq in self.units.headquarters[side]:
            if state.location[hq] >= 0 and "always_active" in self.units.tags[hq]:
                state.active_hqs |= 1 << hq

    @rule("BE-13.2b", "BE-13.3c", "BE-R45")
    def end_movement(self, state: SeriesState, side: int) -> None:
        """An armour headquarters that attacks, exploits or went farther than half its points is active thereby, unless commanded."""
        for hq in self.units.headquarters[side]:
            if state.location[hq] < 0 or not self.units.is_armour[hq] or state.commanded >> hq & 1:
                continue
            half = 0 if state.phase == EXPLOITATION else self.rules.movement.full_allowance(state, hq) // 2
            if state.spent[hq] > half or state.entered[hq] != NO_HEX:
                state.active_hqs |= 1 << hq

    # ---- refusals

    def why_not(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        if not isinstance(action, Command | SpecialAction):
            return None
        if action.hq not in self.units.headquarters[side] or not self.may_act(state, action.hq):
            return Refusal("BE-13.0b", "not_a_headquarters")
        if isinstance(action, SpecialAction):
            return Refusal("BE-13.8a", "no_special_action", {"hq": action.hq})
        if action.block not in self.order.of_side[side]:
            return Refusal("BE-3.1a", "not_your_unit")
        return Refusal("BE-13.1a", "not_under_command", {"hq": action.hq, "block": action.block})
