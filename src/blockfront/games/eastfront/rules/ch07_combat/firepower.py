"""Section 7.3 and table T16: how well units fire."""

from blockfront.core.clauses import rule
from blockfront.games.eastfront.loading.data_model import DOUBLE, NO_FIRE, SINGLE, TRIPLE
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import REBUILT, EastFrontState


class Firepower(Chapter):
    @rule("EF-7.31a", "EF-0.1c", "EF-2.67b")
    def dice(self, state: EastFrontState, block: int) -> int:
        """One die per point of combat value."""
        return self.units.value(block, state.steps[block])

    @rule("EF-5.1d", "EF-2.26a")
    def can_fire(self, state: EastFrontState, block: int) -> bool:
        return self.units.offence[block] < NO_FIRE and self.dice(state, block) > 0

    @rule("EF-7.32a", "EF-7.32b", "EF-7.32c", "EF-7.32d", "EF-7.32f", "EF-R6", "EF-12.24c", "EF-12.24d", "EF-1.34e", "EF-W41.1b")
    def offensive(self, state: EastFrontState, block: int, hex_: int) -> int:
        """Lowest hitting face of an active unit."""
        if self.is_siege_fire(state, block, hex_):
            return TRIPLE
        if self.rules.weather.slackens_offence(state, self.units.side[block], hex_):
            return SINGLE
        if self.is_mountain_unit_at_home(block, hex_):
            return DOUBLE
        return self.units.offence[block]

    @rule("EF-2.63a", "EF-2.63c", "EF-11.42c", "EF-R54", "EF-S42.1a")
    def is_siege_fire(self, state: EastFrontState, block: int, hex_: int) -> bool:
        """Whether the siege corps fires as siege artillery: at the Original Defender of a fortress, while the corps has its guns."""
        return (
            self.units.is_siege[block]
            and self.rules.facts(state).siege_artillery
            and not state.flags[block] & REBUILT
            and bool(self.board.fortresses >> hex_ & 1)
            and self.rules.battles.original_defender(state, hex_) != self.units.side[block]
        )

    @rule("EF-2.62a", "EF-7.32f")
    def is_mountain_unit_at_home(self, block: int, hex_: int) -> bool:
        return self.units.type[block] == "mountain" and bool(self.board.mountain >> hex_ & 1)

    @rule("EF-1.41b", "EF-7.32e", "EF-7.32f", "EF-12.24d", "EF-7.32g", "EF-1.46d", "EF-1.42a", "EF-R6", "EF-7.23d")
    def defensive(self, state: EastFrontState, block: int, hex_: int, fortress_shot: bool) -> int:
        """Lowest hitting face of a passive unit; `fortress_shot` is set when the fortress has already fired its one triple fire."""
        if not fortress_shot and self.is_fortress_gun(state, block, hex_):
            return TRIPLE
        lowest = self.units.defence[block]
        if self.board.major_cities >> hex_ & 1 or self.is_mountain_unit_at_home(block, hex_):
            lowest = min(lowest, DOUBLE)
        return lowest

    @rule("EF-1.46d", "EF-7.32g", "EF-R49", "EF-7.23c", "EF-R46")
    def is_fortress_gun(self, state: EastFrontState, block: int, hex_: int) -> bool:
        """Whether a unit is now the largest of the Original Defender in a fortress, which fires triple."""
        side = self.units.side[block]
        if not self.board.fortresses >> hex_ & 1 or self.rules.battles.original_defender(state, hex_) != side:
            return False
        here = self.rules.battles.units_of(state, hex_, side)
        return self.dice(state, block) == max(self.dice(state, other) for other in here)
