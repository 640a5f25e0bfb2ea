"""Chapter 13 in the West: kinds of headquarters, leaders with action points, motorised infantry under command."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_west.rules.ch07_turn import MOTOR_TECH
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.advanced.ch13_headquarters import CommandingHeadquarters
from blockfront.games.blocks_series.options.ch18_naval_transport import ShippingHeadquarters
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Production
from blockfront.games.blocks_series.rules.ch13_headquarters import AIRBORNE_ASSAULT, STAND_BY
from blockfront.games.blocks_series.rules.ch23_airborne import JUMPERS, AirborneAssaults
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import EXPLOITATION, SeriesState
from blockfront.hexes.grid import HexSet

CONFERENCE_LEADERS: Final = ("us-ike", "gb-churchill")  # leaders who may repeat actions after Casablanca
POSTS: Final = {"de-fhq": "Berlin"}  # headquarters that are rebuilt in one place only


class WesternHeadquarters(CommandingHeadquarters):
    """Actions of leaders, and whom headquarters command."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        listed = [placement.block for placement in rules.scenario.set_up] + [arrival.block for arrival in rules.scenario.arrivals]
        sides = {self.units.side[block] for block in listed if self.units.is_hq[block]}
        self._alone = frozenset(range(len(rules.sides))) - sides if listed else frozenset[int]()  # sides with no headquarters at all

    def kinds_in_play(self) -> frozenset[int]:
        return super().kinds_in_play() | ({AIRBORNE_ASSAULT, STAND_BY} if western(self.board) else set())

    # ---- motorised infantry

    @rule("BW-6.1.6b", "BW-6.1.6c", "BW-13.1c")
    def counts_as_armour(self, state: SeriesState, block: int) -> bool:
        """From TECH 2 on motorised infantry may count as armour."""
        return self._is_motorised(state, block) or super().counts_as_armour(state, block)

    def _is_motorised(self, state: SeriesState, block: int) -> bool:
        return self.units.is_motorised[block] and self.rules.definitions.tech(state, block) >= MOTOR_TECH

    @rule("BW-6.1.6b", "BW-6.1.6c", "BW-R85")
    def is_commanded(self, state: SeriesState, block: int) -> bool:
        """Motorised infantry moves without command but exploits only under an armour headquarters; a side without any needs none."""
        if self.units.side[block] in self._alone:
            return True
        if state.phase == EXPLOITATION and self.units.is_motorised[block]:
            return bool(state.commanded >> block & 1)
        return super().is_commanded(state, block)

    # ---- leaders

    @rule("BW-13.8.4a", "BW-R52")
    def may_repeat(self, state: SeriesState, hq: int, kind: int) -> bool:
        """After the Casablanca conference two leaders may repeat an action of the same kind."""
        conferred = self.rules.scenario.special.circumstances.casablanca and self.order[hq].key in CONFERENCE_LEADERS
        return conferred or super().may_repeat(state, hq, kind)

    def could_help(self, kind: int, block: int) -> bool:
        return super().could_help(kind, block) and (kind != AIRBORNE_ASSAULT or JUMPERS in self.units.tags[block])

    @rule("BW-23.0c", "BW-R105")
    def may_help(self, state: SeriesState, hq: int, kind: int, block: int) -> bool:
        """Headquarters may order an airborne assault for a unit that is ready and has no order yet."""
        if kind != AIRBORNE_ASSAULT:
            return super().may_help(state, hq, kind, block)
        airborne = self.rules.airborne
        if not isinstance(airborne, AirborneAssaults):
            return False
        return airborne.is_ready(state, block) and not self.is_ordered(state, AIRBORNE_ASSAULT, block)


class WesternShipping(ShippingHeadquarters):
    """Which headquarters order ships."""

    def has_ships(self) -> bool:
        return bool(western(self.board)) or super().has_ships()


class OrderedAssaults(AirborneAssaults):
    """Airborne assaults that a headquarters orders."""

    @rule("BW-23.0c")
    def is_ordered(self, state: SeriesState, block: int) -> bool:
        """Whether a headquarters has spent an action on the airborne assault."""
        headquarters = self.rules.headquarters
        ordered = isinstance(headquarters, CommandingHeadquarters) and headquarters.is_ordered(state, AIRBORNE_ASSAULT, block)
        return ordered or super().is_ordered(state, block)


class WesternCommandProduction(Production):
    """Where leaders are rebuilt."""

    @rule("BW-13.8.1.1a", "BW-13.8.1g")
    def places(self, state: SeriesState, block: int) -> HexSet:
        """The FHQ is rebuilt in Berlin; other leaders anywhere in their country."""
        post = POSTS.get(self.order[block].key)
        return super().places(state, block) & (1 << self.board.hex(post) if post else -1)
