"""Chapters 19 and 22: air reconnaissance and its effects."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from blockfront.core.actions import Action
from blockfront.core.choices import Choices, Later, Listed
from blockfront.core.clauses import rule
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.actions import Scout
from blockfront.games.blocks_series.advanced.ch13_headquarters import FREE_ORDERS, CommandingHeadquarters
from blockfront.games.blocks_series.loading.data_model import FIELDS
from blockfront.games.blocks_series.options.open_ground import is_open_ground
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_GROUND, ANTI_AIRCRAFT, ARTILLERY, Fire, FireContext, Shot
from blockfront.games.blocks_series.rules.ch13_headquarters import RECONNOITRE
from blockfront.games.blocks_series.state import AIR_MOVEMENT, GOOD, NO_BLOCK, SeriesState
from blockfront.hexes.hexset import members

RANGES: Final = (5, 5, 10, 15)  # by fighter TECH
SUCCEEDS_TO: Final = 4
TECH_HELPS, TERRAIN_HIDES, CITY_HIDES, FORTRESS_HIDES, WEATHER_HIDES = -2, 2, 2, 4, 2
AIMING_TECH: Final = 2
STUKA_DICE: Final = 2


class ScoutingHeadquarters(CommandingHeadquarters):
    """Headquarters that fly reconnaissance."""

    free_orders = (*FREE_ORDERS, RECONNOITRE)  # BE-19.1a: reconnaissance comes on top of the commands

    # ---- who may scout

    @cached_property
    def _scouts(self) -> tuple[tuple[int, ...], ...]:
        """The headquarters of each side that can ever fly reconnaissance."""
        return tuple(tuple(hq for hq in mine if self.could_scout(hq)) for mine in self.units.headquarters)

    def could_scout(self, hq: int) -> bool:
        minor = self.rules.tables.powers[self.units.power[hq]].is_minor
        return self.units.type[hq] == "air_hq" or (minor and self.is_high_command(hq))

    @rule("BE-19.1a", "BE-13.8.3b")
    def scouting_left(self, state: SeriesState, hq: int) -> int:
        """Attempts left this turn: one for each action point of an air headquarters, one for an active high command of a minor ally."""
        made = sum(order[0] == hq and order[1] == RECONNOITRE for order in state.orders)
        if self.units.type[hq] == "air_hq":
            return self.action_points(state, hq) - made
        minor = self.rules.tables.powers[self.units.power[hq]].is_minor
        return 1 - made if minor and self.is_high_command(hq) and state.active_hqs >> hq & 1 else 0

    def may_scout(self, state: SeriesState, hq: int) -> bool:
        """Reconnaissance is flown when the active side's aircraft move, in any weather."""
        if state.phase != AIR_MOVEMENT or state.location[hq] < 0 or self.units.side[hq] != state.active:
            return False
        return self.scouting_left(state, hq) > 0 and self.is_free(state, hq)

    def commanders(self, state: SeriesState, side: int) -> Sequence[int]:
        found = super().commanders(state, side)
        if state.phase != AIR_MOVEMENT:
            return found
        more = [hq for hq in self._scouts[side] if hq not in found and self.may_scout(state, hq)]
        return sorted([*found, *more]) if more else found

    def gives_orders(self, state: SeriesState, hq: int) -> bool:
        return super().gives_orders(state, hq) or self.may_scout(state, hq)

    def kinds_of_orders(self, state: SeriesState, hq: int) -> list[Choices]:
        orders = super().kinds_of_orders(state, hq) if super().gives_orders(state, hq) else []
        return [*orders, Later(Scout, lambda: Listed(self.flights_of(state, hq)))] if self.may_scout(state, hq) else orders

    @rule("BE-19.1b", "BE-19.0c")
    @rule("BW-19.1b", "BW-19.0c", "BW-R46")
    def flights_of(self, state: SeriesState, hq: int) -> list[Action]:
        """Enemy-occupied hexes within range that are not scouted yet; after a failure it may be tried again."""
        reach = self.board.within(state.location[hq], RANGES[self.fighter_tech(state, hq)])
        hexes = state.occupied[1 - self.units.side[hq]] & reach & self.rules.theatre & ~state.scouted
        return [Scout(hq, hex_) for hex_ in members(hexes)]

    def fighter_tech(self, state: SeriesState, hq: int) -> int:
        return self.rules.definitions.level(state, self.units.power[hq], FIELDS.index("fighter"))

    # ---- how it goes

    @rule("BE-19.1c", "BE-19.1f", "BE-R69")
    @rule("BW-19.1c", "BW-19.1g", "BW-R45")
    def interception(self, state: SeriesState, hex_: int) -> list[Shot]:
        """The enemy's anti-aircraft fire at reconnaissance of the hex."""
        return self.rules.fire.volley(state, FireContext(hex_, 1, False), ANTI_AIRCRAFT, 1 - state.active)

    @rule("BE-19.1d")
    @rule("BW-19.1d")
    def succeeds(self, state: SeriesState, hq: int, hex_: int, face: int) -> bool:
        return face + self.difficulty(state, hq, hex_) <= SUCCEEDS_TO

    @rule("BE-19.1e", "BE-R50")
    def difficulty(self, state: SeriesState, hq: int, hex_: int) -> int:
        """The number added to the die roll; TECH 0 hinders no more than TECH 1."""
        found = TECH_HELPS * max(0, self.fighter_tech(state, hq) - 1) + WEATHER_HIDES * int(self.rules.weather.at(state, hex_) != GOOD)
        found += TERRAIN_HIDES * (self.board.rough >> hex_ & 1)
        fortification = self.rules.definitions.fortification(state, hex_)
        if fortification == "fortress":
            return found + FORTRESS_HIDES
        return found + CITY_HIDES * int(fortification == "bunker" or bool(self.board.majors >> hex_ & 1))

    def why_not(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        if not isinstance(action, Scout):
            return super().why_not(state, action, side)
        if action.hq not in self.units.headquarters[side] or not self.may_scout(state, action.hq):
            return Refusal("BE-19.1a", "cannot_scout")
        return Refusal("BE-19.1b", "not_to_be_scouted", {"hq": action.hq})


class UninterceptedScouting(ScoutingHeadquarters):
    """Reconnaissance that nobody intercepts."""

    @rule("BE-E85")
    def interception(self, state: SeriesState, hex_: int) -> list[Shot]:
        return []


class ScoutedFire(Fire):
    """Fire at targets that nobody has scouted."""

    def maluses(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        return super().maluses(state, context, step, block) + self.unscouted(state, context, step, block)

    @rule("BE-19.0a", "BE-19.0b", "BE-SBE5e")
    @rule("BW-19.0a")
    def unscouted(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        """In the first round attacking aircraft and artillery have a malus against targets that were not scouted."""
        if step not in (AIR_TO_GROUND, ARTILLERY) or not context.first() or state.scouted >> context.hex & 1:
            return 0
        return int(self.units.side[block] == state.active and self.needs_scouting(state, context.hex, block))

    @rule("BE-19.0b")
    def needs_scouting(self, state: SeriesState, hex_: int, block: int) -> bool:
        """Whether a unit has that malus: not long-range bombers, nor the siege gun against fortifications."""
        if self.units.is_long_range[block]:
            return False
        return "gustav" not in self.units.tags[block] or not self.rules.definitions.fortification(state, hex_)

    @rule("BE-19.2a")
    @rule("BW-19.2a")
    def is_aimed(self, state: SeriesState, context: FireContext, step: int) -> bool:
        """After reconnaissance in good weather, aircraft and artillery of TECH 2 choose among equal targets."""
        is_scouted = self.rules.weather.at(state, context.hex) == GOOD and state.scouted >> context.hex & 1
        if step not in (AIR_TO_GROUND, ARTILLERY) or not is_scouted:
            return super().is_aimed(state, context, step)
        shooters = [block for block in self.units_at(state, context.hex, state.active) if self.fires_in(state, context, step, block)]
        return bool(shooters) and all(self.rules.definitions.tech(state, block) >= AIMING_TECH for block in shooters)

    @rule("BE-19.0d")
    def note_opening(self, state: SeriesState, hex_: int) -> None:
        """Defenders that are all revealed already count as scouted."""
        super().note_opening(state, hex_)
        defenders = self.units_at(state, hex_, 1 - state.active)
        if all(state.face_up >> block & 1 for block in defenders):
            state.scouted |= 1 << hex_

    @rule("BE-19.0d", "BE-19.0e")
    @rule("BW-19.1f")
    def stays_revealed(self, state: SeriesState) -> int:
        """Revealed units stay revealed until the Final Supply Phase."""
        return -1


class Jericho(Fire):
    """Stukas roll more dice against scouted troops."""

    @rule("BE-22.0a")
    @rule("BW-22.0a")
    def volley(self, state: SeriesState, context: FireContext, step: int, side: int) -> list[Shot]:
        """Stukas at full strength have two more dice against scouted troops in open ground without fighter cover."""
        found = super().volley(state, context, step, side)
        if step != AIR_TO_GROUND or side != state.active or not self.may_howl(state, context):
            return found
        return [shot._replace(dice=shot.dice + STUKA_DICE) if self._is_full_stuka(state, shot.block) else shot for shot in found]

    def heeds_enemy(self, context: FireContext, step: int) -> bool:
        return step == AIR_TO_GROUND or super().heeds_enemy(context, step)

    def has_own_volley(self, context: FireContext, step: int) -> bool:
        return step == AIR_TO_GROUND or super().has_own_volley(context, step)

    @rule("BW-22.0b")
    def may_howl(self, state: SeriesState, context: FireContext) -> bool:
        if not state.scouted >> context.hex & 1 or not is_open_ground(self.rules, state, context.hex):
            return False
        return not any(self.units.is_fighter[block] for block in self.fighting(state, context, 1 - state.active))

    def _is_full_stuka(self, state: SeriesState, block: int) -> bool:
        return block != NO_BLOCK and "stuka" in self.units.tags[block] and state.steps[block] == self.units.full[block]
