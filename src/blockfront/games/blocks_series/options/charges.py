"""Chapters 20 and 21: cavalry and tanks that charge fire before the defenders, whose fire then hits them first."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.options.open_ground import is_open_ground
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import (
    ARMOUR_ATTACK,
    CAVALRY_CHARGE,
    CHARGING,
    GROUND,
    OTHERS,
    Fire,
    FireContext,
)
from blockfront.games.blocks_series.state import SeriesState


class Charges(Fire):
    """What charges of cavalry and of armour have in common."""

    def defending_ground(self, state: SeriesState, hex_: int) -> list[int]:
        return [block for block in self.units_at(state, hex_, 1 - state.active) if self.units.is_ground[block]]

    def charge_of(self, state: SeriesState, block: int) -> int:
        """The kind of charge that a unit can take part in."""
        return 0

    def is_charging(self, state: SeriesState, context: FireContext, block: int) -> bool:
        return bool(context.charge & self.charge_of(state, block)) and self.units.side[block] == state.active

    @rule("BE-20.0b", "BE-20.0d", "BE-21.0b")
    @rule("BW-20.0b", "BW-21.0c", "BW-R100")
    def fires_in(self, state: SeriesState, context: FireContext, step: int, block: int) -> bool:
        """In ground combat charging units fire before the defenders, the other attackers after them."""
        if not super().fires_in(state, context, step, block):
            return False
        if step != GROUND or not context.charge or self.units.side[block] != state.active:
            return True
        return self.is_charging(state, context, block) == (context.wave == CHARGING) or context.wave not in (CHARGING, OTHERS)

    @rule("BE-20.0c", "BE-21.0b", "BE-21.0c")
    @rule("BW-20.0c", "BW-21.0c", "BW-R100")
    def targets(self, state: SeriesState, context: FireContext, step: int, side: int) -> list[int]:
        """The defenders' fire hits charging units first, the strongest of them first; only further hits fall on others."""
        found = super().targets(state, context, step, side)
        if step != GROUND or not context.charge or side != state.active:
            return found
        return [block for block in found if self.is_charging(state, context, block)] or found


class CavalryCharge(Charges):
    """Cavalry that charges."""

    @rule("BE-20.0a")
    @rule("BW-20.0a")
    def charges(self, state: SeriesState, hex_: int) -> int:
        """Cavalry may charge defenders without cavalry and armour."""
        found = super().charges(state, hex_)
        if not is_open_ground(self.rules, state, hex_) or not any(map(self._is_cavalry, self.units_at(state, hex_, state.active))):
            return found
        defenders = self.defending_ground(state, hex_)
        stopped = any(self._is_cavalry(block) or self.units.is_armour[block] for block in defenders)
        return found if stopped or not defenders else found | CAVALRY_CHARGE

    def _is_cavalry(self, block: int) -> bool:
        return self.units.type[block] == "cavalry"

    def charge_of(self, state: SeriesState, block: int) -> int:
        return CAVALRY_CHARGE if self._is_cavalry(block) else super().charge_of(state, block)


class PanzerAttack(Charges):
    """Tanks that charge."""

    @rule("BE-21.0a")
    @rule("BW-21.0a")
    def charges(self, state: SeriesState, hex_: int) -> int:
        """Armour may charge defenders without armour; tankettes of TECH 1 do not count."""
        found = super().charges(state, hex_)
        mine = self.units_at(state, hex_, state.active)
        if not is_open_ground(self.rules, state, hex_) or not any(self.charge_of(state, block) & ARMOUR_ATTACK for block in mine):
            return found
        defenders = self.defending_ground(state, hex_)
        stopped = any(self._counts_as_armour(state, block) for block in defenders)
        return found if stopped or not defenders else found | ARMOUR_ATTACK

    @rule("BW-21.0b", "BW-R84")
    def _counts_as_armour(self, state: SeriesState, block: int) -> bool:
        if not self.units.is_armour[block]:
            return False
        return self.units.type[block] != "tankette" or self.rules.definitions.tech(state, block) > 1

    def charge_of(self, state: SeriesState, block: int) -> int:
        if self.units.is_combat[block] and self._counts_as_armour(state, block):
            return ARMOUR_ATTACK
        return super().charge_of(state, block)
