"""SBW3, Fall Gelb: parachutists, quick surrenders, the Stukas' second mission, Dunkirk, and who wins."""

from typing import Final

from blockfront.blocks import effects
from blockfront.blocks.months import month_number
from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_in_the_west.rules.conditions import ByConditions
from blockfront.games.blocks_series.actions import Fly
from blockfront.games.blocks_series.events import Moved
from blockfront.games.blocks_series.options.ch31_reserves import ReserveMovement
from blockfront.games.blocks_series.power_actions import SailHome
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch07_turn.p04_strategic_rail import StrategicRail
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.rules.ch07_turn.p06_air import AirOperations
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_AIR, Fire, FireContext
from blockfront.games.blocks_series.rules.ch07_turn.p07_losses import Losses
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import Victory
from blockfront.games.blocks_series.rules.ch13_headquarters import Headquarters
from blockfront.games.blocks_series.rules.ch23_airborne import EXPERT_TECH, Airborne, AirborneAssaults, Escorts, JumpingFire
from blockfront.games.blocks_series.rules.stacking import relocate
from blockfront.games.blocks_series.ruleset import Layer
from blockfront.games.blocks_series.state import (
    AXIS,
    COMBAT,
    IN_FLIGHT,
    MOVEMENT,
    NO_PLAN,
    SPEARHEAD,
    STRATEGIC_RAIL,
    SeriesState,
)
from blockfront.games.blocks_series.steps.base import privately
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

MAY: Final = month_number("1940-05") or 0
BATTLE_BEGINS: Final = month_number("1940-07") or 0  # from then on the rules of the Battle of Britain hold
ALLIES: Final = 1
STUKA: Final = "stuka"
OUTNUMBERED, DROP = "outnumbered", "drop"
BROKEN: Final = 3  # with fewer British combat units the expeditionary force counts as broken
CITIES: Final = ("Brussels", "Den Haag", "Lille", "Reims")
CITIES_FOR_A_DRAW: Final = 3


class MayDrops(AirborneAssaults):
    """German parachutists in May 1940, who need no order."""

    @rule("BW-23.0c", "BW-R85")
    def is_ordered(self, state: SeriesState, block: int) -> bool:
        """In May each German airborne unit may jump once, without an order from a headquarters; from July on the usual rule holds."""
        if state.month >= BATTLE_BEGINS:
            return super().is_ordered(state, block)
        return state.month == MAY and self.order[block].nation == "germany" and not state.jumped >> block & 1

    @rule("BW-23.0o", "BW-R81")
    def tech(self, state: SeriesState, block: int, hex_: int) -> int:
        """Against surprised neutrals, parachutists of TECH 2 act as if they had TECH 3."""
        level, powers = super().tech(state, block, hex_), self.rules.powers
        surprised = any(powers.homelands[self.rules.tables.power(name)] >> hex_ & 1 for name in self.rules.scenario.neutrals)
        return EXPERT_TECH if state.month == MAY and surprised and level >= EXPERT_TECH - 1 else level

    @rule("BW-5.6.2e")
    def landed(self, state: SeriesState, hex_: int, events: list[Event]) -> None:
        """A fortress is destroyed when parachutists land in its hex."""
        super().landed(state, hex_, events)
        if state.dropped >> hex_ & 1:
            state.razed |= self.board.fortresses & 1 << hex_


class QuickSurrenders(Losses):
    """The Dutch and the Belgians give up early."""

    def may_give_up(self, hex_: int) -> bool:
        return super().may_give_up(hex_) or any(self.board.hex(case.place) == hex_ for case in self.rules.scenario.quick_surrenders)

    @rule("BW-5.6.1a", "BW-5.0h")
    def giving_up(self, state: SeriesState, hex_: int) -> list[int]:
        """The Dutch surrender at Den Haag when outnumbered, the Belgians at Eben Emael after an airborne landing."""
        found = super().giving_up(state, hex_)
        for case in self.rules.scenario.quick_surrenders:
            if self.board.hex(case.place) != hex_ or self.rules.tables.powers[case.power].side == state.active:
                continue
            attackers = self.rules.fire.units_at(state, hex_, state.active)
            defenders = self.rules.fire.units_at(state, hex_, 1 - state.active)
            theirs = [block for block in defenders if self.units.power[block] == case.power]
            after_drop = case.when == DROP and state.dropped >> hex_ & 1
            if after_drop or (case.when == OUTNUMBERED and self._outnumber(state, attackers, theirs)):
                found += theirs
        return found

    def _outnumber(self, state: SeriesState, attackers: list[int], defenders: list[int]) -> bool:
        """Whether the attackers include a combat unit and have more steps than the defenders."""
        if not any(self.units.is_combat[block] for block in attackers):
            return False
        value = self.rules.fire.value
        return sum(value(state, block) for block in attackers) > sum(value(state, block) for block in defenders)


class Spearhead(AirOperations):
    """A second mission for one Stuka unit."""

    @rule("BW-0.4b")
    def second_missions(self, state: SeriesState, side: int) -> list[Action]:
        """In May one Stuka unit that has fought may fly to a second battle."""
        found = super().second_missions(state, side)
        if side != AXIS or state.month != MAY or state.phase != COMBAT or state.turning_points & SPEARHEAD:
            return found
        for block in self.units.aircraft[side]:
            if STUKA not in self.units.tags[block] or not state.flags[block] & IN_FLIGHT or not self.value(state, block):
                continue
            if state.fought_at[block] == state.location[block] and not state.battles >> state.location[block] & 1:
                found += [Fly(block, hex_) for hex_ in members(self.missions(state, block, state.battles))]
        return found

    def fly_on(self, state: SeriesState, block: int, to: int) -> None:
        self.fly(state, block, to)
        state.turning_points |= SPEARHEAD
        state.doubled |= 1 << block


class TiredStukas(Fire):
    """Half the dice on the second mission."""

    @rule("BW-0.4b")
    def maluses(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        """On its second mission an air unit rolls half its dice."""
        return super().maluses(state, context, step, block) + int(bool(state.doubled >> block & 1) and step != AIR_TO_AIR)


class Dynamo(ReserveMovement):
    """The evacuation over the sea; and, under one plan, reserves behind the front."""

    def _ports(self, country: str) -> HexSet:
        return self.board.port_hexes & self.board.nation(country)

    @rule("BW-0.4b")
    def sailings(self, state: SeriesState, side: int) -> list[Action]:
        found = super().sailings(state, side)
        order = self.rules.scenario.evacuation
        if order is None or state.month != order.month or state.phase != MOVEMENT or state.evacuated >= order.most:
            return found
        coast = mask_of(self.board.hex(place) for place in order.ports) & ~state.occupied[1 - side]
        ports = self._ports(order.to_country) & state.control[side] & ~state.occupied[1 - side]
        for block in self.units.ground[side]:
            hex_ = state.location[block]
            if hex_ >= 0 and coast >> hex_ & 1 and self.units.power[block] in order.powers:
                found += [SailHome(block, to) for to in members(ports & self.rules.definitions.room_for(state, block))]
        return found

    def sail_home(self, state: SeriesState, action: SailHome, events: list[Event]) -> None:
        """An evacuated unit loses a step; a unit with only one step is lost."""
        origin, side = state.location[action.block], self.units.side[action.block]
        state.evacuated += 1
        if state.steps[action.block] > self.units.weakest[action.block]:
            self.rules.losses.take_step(state, action.block, "evacuation", events)
            relocate(self.units, state, action.block, action.to)
            state.spent[action.block] = self.allowance(state, action.block)
            events.append(Moved(block=action.block, origin=origin, to=action.to, mode="sea", seen_by=privately(side)))
        else:
            effects.set_steps(state, action.block, 1)
            self.rules.losses.take_step(state, action.block, "evacuation", events)

    def may_move(self, state: SeriesState, block: int) -> bool:
        """Units that were in reserve in the enemy's turn may move in their own."""
        return super(ReserveMovement, self).may_move(state, block)


class PlannedReserves(Headquarters):
    """Reserves that a plan allows."""

    def has_reserves(self) -> bool:
        return True


class PlannedMonths(Definitions):
    """What a plan allows or forbids from month to month."""

    @rule("BW-5.1c")
    def is_frozen(self, state: SeriesState, block: int) -> bool:
        """A plan may allow rail moves to units that otherwise may not move."""
        found = super().is_frozen(state, block)
        if not found or state.phase != STRATEGIC_RAIL or state.neutral >> self.units.power[block] & 1:
            return found
        chosen = zip(self.rules.scenario.choices, state.plans, strict=True)
        return not any(plan != NO_PLAN and block in choice.options[plan].rail_units for choice, plan in chosen)

    @rule("BW-5.1c")
    def month_begins(self, state: SeriesState) -> None:
        """Under one plan the units in certain places count as in reserve."""
        super().month_begins(state)
        for choice, plan in zip(self.rules.scenario.choices, state.plans, strict=True):
            option = choice.options[plan] if plan != NO_PLAN else None
            if option is not None and option.reserve_month == state.month:
                places = mask_of(self.board.hex(place) for place in option.reserve_from)
                mine = self.units.ground[self.rules.tables.powers[choice.power].side]
                there = (b for b in mine if state.location[b] >= 0 and places >> state.location[b] & 1)
                state.reserve |= mask_of(b for b in there if not self.units.is_work[b])


class PlannedRail(StrategicRail):
    """Rail moves that a plan adds."""

    @rule("BW-5.1c", "BW-7.4f")
    def limits(self, state: SeriesState, side: int) -> tuple[tuple[HexSet, int], ...]:
        """A plan may give its power more rail moves in some countries."""
        found = list(super().limits(state, side))
        limited = super().limited(state, side)
        for choice, plan in zip(self.rules.scenario.choices, state.plans, strict=True):
            option = choice.options[plan] if plan != NO_PLAN else None
            if option is None or option.rail_month != state.month or self.rules.tables.powers[choice.power].side != side:
                continue
            power = self.rules.tables.power(option.rail_power)
            place = next(number for number, powers in enumerate(limited) if powers >> power & 1)
            found.append((~self._inside(option.rail_countries), found[place][1]))
            found[place] = (-1, option.rail_moves)
        return tuple(found)

    def limited(self, state: SeriesState, side: int) -> tuple[int, ...]:
        found = list(super().limited(state, side))
        for choice, plan in zip(self.rules.scenario.choices, state.plans, strict=True):
            option = choice.options[plan] if plan != NO_PLAN else None
            if option is not None and option.rail_month == state.month and self.rules.tables.powers[choice.power].side == side:
                found.append(1 << self.rules.tables.power(option.rail_power))
        return tuple(found)

    def _inside(self, countries: tuple[str, ...]) -> HexSet:
        found = 0
        for country in countries:
            found |= self.board.nation(country)
        return found


class FranceDecides(ByConditions):
    """Who wins Fall Gelb: France, the British army and the cities of the Low Countries decide."""

    def is_met(self, state: SeriesState, when: str) -> bool:
        france_out = bool(state.surrendered >> self.rules.tables.power("france") & 1)
        held = [place for place in (*CITIES, "Paris") if state.control[AXIS] >> self.board.hex(place) & 1]
        return {
            "france_out_and_british_broken": france_out and self._british(state) < BROKEN,
            "france_out": france_out,
            "paris_or_three_cities_axis": "Paris" in held or len(held) >= CITIES_FOR_A_DRAW,
            "low_countries_axis": {"Brussels", "Den Haag"} <= set(held),
            "low_countries_held": True,
        }[when]

    def tallies(self, state: SeriesState) -> dict[str, tuple[int, int]]:
        return {"british_units": (0, self._british(state))}

    def _british(self, state: SeriesState) -> int:
        return sum(state.location[b] >= 0 for b in self.units.combat[ALLIES] if self.order[b].nation == "uk")


FALL_GELB: Final[tuple[Layer, ...]] = (
    {
        Airborne: MayDrops,
        Losses: QuickSurrenders,
        AirOperations: Spearhead,
        Movement: Dynamo,
        Headquarters: PlannedReserves,
        Definitions: PlannedMonths,
        StrategicRail: PlannedRail,
        Victory: FranceDecides,
    },
    {Fire: JumpingFire, AirOperations: Escorts},
    {Fire: TiredStukas},
)
