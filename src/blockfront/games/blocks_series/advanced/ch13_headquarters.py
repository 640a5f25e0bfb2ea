"""Chapter 13: armour and aircraft act fully only when a headquarters commands them."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from blockfront.core.actions import Action
from blockfront.core.choices import Choices, Later, Listed
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
    SUPPLY_COAST,
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
FOR_MARKED_UNITS: Final = (HELP_MARKED, SUPPLY_COAST)  # actions that do nothing for others


class CommandingHeadquarters(Headquarters):
    command = True
    free_orders: tuple[int, ...] = FREE_ORDERS

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.in_play = self.kinds_in_play()
        self._subordinates: dict[int, tuple[int, ...]] = {}
        self._clients_of: dict[tuple[int, int], tuple[int, ...]] = {}
        self._duties: dict[tuple[int, int], tuple[int, ...]] = {}
        self._leading: dict[tuple[int, int], bool] = {}  # by headquarters and phase
        self._actions: dict[tuple[int, int, int], list[int]] = {}  # by headquarters, phase and whether it is active

    def kinds_in_play(self) -> frozenset[int]:
        """The kinds of special action in this game; a chapter whose `may_help` knows further kinds adds them."""
        return frozenset((HELP_ARMOUR, HELP_AIR, HELP_MARKED, FREE_RAIL))

    # ---- full supply

    @rule("BE-13.0a", "BE-13.2a", "BE-13.2b")
    @rule("BW-13.2a")
    def is_commanded(self, state: SeriesState, block: int) -> bool:
        """Armour and aircraft need a headquarters; an active armour headquarters commands itself."""
        if not (self.units.is_armour[block] or self.units.is_air[block]):
            return True
        return bool((state.commanded | state.active_hqs) >> block & 1)

    @rule("BE-13.8.1a", "BE-13.8.1b")
    @rule("BW-13.8.1d3")
    def is_hampered(self, state: SeriesState, block: int) -> bool:
        """A marked unit that a high command supplies stays marked but is not hampered."""
        return bool(state.flags[block] & MARKED) and not self.is_ordered(state, HELP_MARKED, block)

    @rule("BE-7.4b", "BE-13.8.1a")
    @rule("BW-13.8.1d4", "BW-7.4e")
    def pays_fare(self, state: SeriesState, block: int) -> bool:
        return self.is_ordered(state, FREE_RAIL, block)

    def is_ordered(self, state: SeriesState, kind: int, block: int) -> bool:
        """Whether an action of this kind has been taken for a unit."""
        return any(order[1] == kind and order[2] == block for order in state.orders)

    # ---- who may act

    @rule("BE-13.0b", "BE-13.3d", "BE-7.4h", "BE-13.8a", "BE-3.12a")
    @rule("BW-13.1a", "BW-13.3d", "BW-13.8a")
    def commanders(self, state: SeriesState, side: int) -> Sequence[int]:
        """Armour headquarters act when ground units move, air headquarters when aircraft do, high commands in the Strategic Rail Phase."""
        return [hq for hq in self._on_duty(side, state.phase) if self.may_act(state, hq)]

    def _on_duty(self, side: int, phase: int) -> tuple[int, ...]:
        """The headquarters of a side that can act in this phase at all."""
        found = self._duties.get((side, phase))
        if found is None:
            mine = self.units.headquarters[side]
            found = self._duties[side, phase] = tuple(hq for hq in mine if self._has_duty(hq, phase))
        return found

    def _has_duty(self, hq: int, phase: int) -> bool:
        facts, orders = self.units.staff[hq], self.rules.tables.orders
        if self._leads(hq, phase):
            return True
        kinds = facts.actions if phase in facts.phases else facts.later
        return any(kind in facts.actions and kind in self.in_play and phase in orders.actions[kind] for kind in kinds)

    def gives_orders(self, state: SeriesState, hq: int) -> bool:
        """Whether a headquarters is among those that may act now."""
        return self.may_act(state, hq)

    def may_act(self, state: SeriesState, hq: int) -> bool:
        if state.location[hq] < 0 or not (self.leads_now(state, hq) or self.actions_now(state, hq)):
            return False
        return self.points_left(state, hq) > 0 and self.is_free(state, hq)

    def is_free(self, state: SeriesState, hq: int) -> bool:
        """Whether a headquarters is on the map, outside of battles, and not forbidden to move."""
        fights = state.occupied[1 - self.units.side[hq]] >> state.location[hq] & 1
        return not fights and not self.rules.definitions.is_frozen(state, hq)

    def leads_now(self, state: SeriesState, hq: int) -> bool:
        """Whether a headquarters commands units of its kind in this phase."""
        found = self._leading.get((hq, state.phase))
        return self._leads(hq, state.phase) if found is None else found

    def _leads(self, hq: int, phase: int) -> bool:
        facts, leading = self.units.staff[hq], self.rules.tables.orders.leading
        found = self._leading[hq, phase] = bool(facts.leads) and phase in facts.phases and phase in leading[facts.leads]
        return found

    def actions_now(self, state: SeriesState, hq: int) -> list[int]:
        """The kinds of special action that a headquarters may take in this phase."""
        is_active = state.active_hqs >> hq & 1
        key = (hq, state.phase, is_active)
        found = self._actions.get(key)
        if found is None:
            facts, orders = self.units.staff[hq], self.rules.tables.orders
            able = facts.actions if state.phase in facts.phases else facts.later if is_active else ()
            mine = [kind for kind in facts.actions if kind in able and kind in self.in_play]
            found = self._actions[key] = [kind for kind in mine if state.phase in orders.actions[kind]]
        return found

    def is_able_to(self, state: SeriesState, hq: int, kind: int) -> bool:
        return kind in self.actions_now(state, hq) and self.is_free(state, hq) and self.may_repeat(state, hq, kind)

    def may_repeat(self, state: SeriesState, hq: int, kind: int) -> bool:
        """Whether a headquarters may take an action of this kind in this activation; most kinds are allowed once."""
        return kind in self.units.staff[hq].repeats or not any(order[0] == hq and order[1] == kind for order in state.orders)

    @rule("BE-3.9b", "BE-13.3f")
    def is_high_command(self, hq: int) -> bool:
        """Whether a headquarters is a national high command, whose range is unlimited."""
        return self.units.type[hq] == "national_hq"

    @rule("BE-13.4a", "BE-13.5e", "BE-3.12a")
    @rule("BW-13.0a", "BW-13.4a", "BW-13.5d", "BW-3.12a")
    def action_points(self, state: SeriesState, hq: int) -> int:
        """A headquarters has as many action points as steps; half as many when out of supply."""
        steps = self.units.value(hq, state.steps[hq])
        return max(1, steps // 2) if state.flags[hq] & MARKED else steps

    def points_left(self, state: SeriesState, hq: int) -> int:
        left, free = self.action_points(state, hq), self.free_orders
        for order in state.orders:
            if order[0] == hq and order[1] not in free:
                left -= 1
        return left

    # ---- orders

    def kinds_of_orders(self, state: SeriesState, hq: int) -> list[Choices]:
        found: list[Choices] = []
        if self.leads_now(state, hq):
            found.append(Later(Command, lambda: Listed([Command(hq, block) for block in self.command_targets(state, hq)])))
        return found + [Later(SpecialAction, partial(self._special_actions, state, hq, kind)) for kind in self.actions_now(state, hq)]

    def _special_actions(self, state: SeriesState, hq: int, kind: int) -> Choices:
        return Listed([SpecialAction(hq, kind, block) for block in self.special_targets(state, hq, kind)])

    @rule("BE-13.1a", "BE-13.3a", "BE-13.7b", "BE-13.7c")
    @rule("BW-13.1c", "BW-13.1e", "BW-13.1f", "BW-13.3a", "BW-R114")
    def command_targets(self, state: SeriesState, hq: int) -> list[int]:
        """Units of the headquarters' kind and nation within its range that no headquarters commands yet."""
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
        """Whether a headquarters may command this unit now."""
        units, hex_ = self.units, state.location[block]
        if block == hq or units.nation[block] != units.nation[hq] or hex_ < 0 or not self.reach(state, hq) >> hex_ & 1:
            return False
        return self.is_led(state, hq, block) and self.is_waiting(state, block)

    def is_led(self, state: SeriesState, hq: int, block: int) -> bool:
        """Whether a unit is of a kind that a headquarters commands."""
        leads = self.units.staff[hq].leads
        if leads == "armour":
            return self.counts_as_armour(state, block)
        return self.units.is_air[block] and (leads == "air" or self.units.is_fighter[block] == (leads == "fighter"))

    def counts_as_armour(self, state: SeriesState, block: int) -> bool:
        return self.units.is_armour[block]

    def is_waiting(self, state: SeriesState, block: int) -> bool:
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
        """The hexes within command range; enemies, their zones, water and mountains block the way."""
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
        """The range of a headquarters, shorter in bad weather, though not in light rain."""
        numbers, weather = self.numbers, self.rules.weather.at(state, hex_)
        return numbers.command_range if weather in (GOOD, LIGHT_RAIN) else numbers.command_range_in_bad_weather

    @rule("BE-13.8a", "BE-13.8.1a", "BE-13.8.3a", "BE-13.1c")
    @rule("BW-13.8.1d", "BW-13.8.1.1f", "BW-R49")
    def special_targets(self, state: SeriesState, hq: int, kind: int) -> list[int]:
        """The units for which a headquarters may take a special action; each kind helps a unit only once."""
        if not self.may_repeat(state, hq, kind):
            return []
        if kind in FREE_ORDERS:
            return [] if state.active_hqs >> hq & 1 else [NO_BLOCK]
        facts, location, flags = self.units.staff[hq], state.location, state.flags
        clients: Sequence[int] = self._clients(hq, kind)
        if kind in FOR_MARKED_UNITS:
            clients = [block for block in clients if flags[block] & MARKED]
        reach = self.reach(state, hq) if facts.is_near or facts.area else -1
        return [
            block for block in clients if location[block] >= 0 and reach >> location[block] & 1 and self.may_help(state, hq, kind, block)
        ]

    def _clients(self, hq: int, kind: int) -> tuple[int, ...]:
        """The units for which a headquarters could ever take an action of this kind."""
        found = self._clients_of.get((hq, kind))
        if found is None:
            found = self._clients_of[hq, kind] = tuple(block for block in self.subordinates(hq) if self.could_help(kind, block))
        return found

    def could_help(self, kind: int, block: int) -> bool:
        """Whether an action of this kind could ever help such a unit."""
        return not self.units.is_air[block] if kind == HELP_ARMOUR else self.units.is_air[block] if kind == HELP_AIR else True

    def subordinates(self, hq: int) -> tuple[int, ...]:
        """The units for which a headquarters could ever take any action."""
        found = self._subordinates.get(hq)
        if found is None:
            side = self.order.of_side[self.units.side[hq]]
            found = self._subordinates[hq] = tuple(block for block in side if self.is_subordinate(hq, block))
        return found

    @rule("BW-13.8.1d1", "BW-13.8.1d2", "BW-13.8.1d3", "BW-13.8.1d4", "BW-13.4b")
    def may_help(self, state: SeriesState, hq: int, kind: int, block: int) -> bool:
        """Whether an action of this kind would now help a subordinate unit."""
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
        """High commands act for their own nation; that of the great power also acts for its allies."""
        serves = self.units.staff[hq].serves
        if block == hq or (serves and serves not in self.units.tags[block]):
            return False
        return self.units.nation[hq] == self.units.nation[block] or "commands_allies" in self.units.tags[hq]

    @rule("BE-13.2a", "BE-13.4a", "BE-R72")
    @rule("BW-13.2a", "BW-13.4a")
    def give_order(self, state: SeriesState, hq: int, kind: int, block: int) -> None:
        """Activate the headquarters; its order holds until it is deactivated."""
        state.active_hqs |= 1 << hq
        state.orders.append((hq, kind, block))
        if kind in (COMMAND, HELP_ARMOUR, HELP_AIR, HELP_MARKED):
            state.commanded |= 1 << block

    # ---- the course of a turn

    @rule("BE-13.8.2a", "BE-R47")
    def begin_turn(self, state: SeriesState, side: int) -> None:
        """Activate the high commands that are always active."""
        for hq in self.units.headquarters[side]:
            if state.location[hq] >= 0 and "always_active" in self.units.tags[hq]:
                state.active_hqs |= 1 << hq

    @rule("BE-13.2b", "BE-13.3c", "BE-R45")
    def end_movement(self, state: SeriesState, side: int) -> None:
        """Activate each uncommanded armour headquarters that attacks, exploits or has spent more than half its points."""
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
        if action.hq not in self.units.headquarters[side]:
            return Refusal("BE-13.0b", "not_a_headquarters")
        if not self.may_act(state, action.hq):
            is_exhausted = state.location[action.hq] >= 0 and self.points_left(state, action.hq) <= 0
            return Refusal("BE-13.4a", "no_action_point", {"hq": action.hq}) if is_exhausted else Refusal("BE-13.0b", "not_a_headquarters")
        if isinstance(action, SpecialAction):
            return Refusal("BE-13.8a", "no_special_action", {"hq": action.hq})
        if action.block not in self.order.of_side[side]:
            return Refusal("BE-3.1a", "not_your_unit")
        return self._why_no_command(state, action.hq, action.block)

    def _why_no_command(self, state: SeriesState, hq: int, block: int) -> Refusal:
        """The first condition of command that is not met."""
        units, hex_, facts = self.units, state.location[block], {"hq": hq, "block": block}
        if hex_ < 0:
            return Refusal("BE-3.1a", "not_on_the_map", {"block": block})
        if units.nation[block] != units.nation[hq]:
            return Refusal("BE-13.1a", "not_of_its_nation", facts)
        if block == hq or not self.leads_now(state, hq) or not self.is_led(state, hq, block):
            return Refusal("BE-13.1a", "not_of_its_kind", facts)
        if (state.commanded | state.active_hqs) >> block & 1:
            return Refusal("BE-13.2a", "is_commanded", {"block": block})
        if self.rules.definitions.is_frozen(state, block):
            return Refusal("BE-3.21b", "frozen", {"block": block})
        if self.is_waiting(state, block) and not self.reach(state, hq) >> hex_ & 1:
            return Refusal("BE-13.3a", "out_of_command", facts)
        return Refusal("BE-13.1a", "not_under_command", facts)
