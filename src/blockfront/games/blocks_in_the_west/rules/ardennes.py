"""SBW2, Ardennes 1944: clouds, surprise in the forest, tanks without fuel, Skorzeny, Antwerp."""

from typing import Final

from blockfront.blocks.months import month_number
from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import YELLOW
from blockfront.games.blocks_series.rules.ch07_turn.p04_strategic_rail import StrategicRail
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import Fire, FireContext
from blockfront.games.blocks_series.rules.ch07_turn.p08_blitz import Blitz
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import Victory
from blockfront.games.blocks_series.rules.stacking import relocate
from blockfront.games.blocks_series.ruleset import Layer, Rules
from blockfront.games.blocks_series.state import AXIS, BLITZ, COMBAT, MOVE_CANCELLED, SeriesState
from blockfront.hexes.hexset import mask_of

DECEMBER: Final = month_number("1944-12") or 0
JANUARY: Final = month_number("1945-01") or 0
SURPRISED: Final = ("Bastogne", "Luxembourg")


class SurprisedDefence(Fire):
    """Defenders who are surprised in the Ardennes."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._surprised = mask_of(self.board.hex(place) for place in SURPRISED)

    def is_surprised(self, state: SeriesState, hex_: int) -> bool:
        """Whether a hex is surprised: one of those named by the scenario, in the Axis combat of December."""
        return state.month == DECEMBER and state.active == AXIS and state.phase == COMBAT and bool(self._surprised >> hex_ & 1)

    @rule("BW-0.4b")
    def bonuses(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        """Surprised defenders have no Bonus."""
        surprised = self.units.side[block] != AXIS and self.is_surprised(state, context.hex)
        return 0 if surprised else super().bonuses(state, context, step, block)

    @rule("BW-0.4b")
    def terrain_malus(self, state: SeriesState, hex_: int, block: int) -> int:
        """Forest does not hinder attackers who have surprise."""
        forest = self.board.terrain["forest"] >> hex_ & 1
        hidden = forest and self.units.side[block] == AXIS and self.is_surprised(state, hex_)
        return 0 if hidden else super().terrain_malus(state, hex_, block)


class DryTanks(Blitz):
    """In January a German armour unit that moves on after battle or exploits costs a yellow point."""

    def is_dry(self, state: SeriesState, block: int) -> bool:
        return state.month == JANUARY and self.units.is_armour[block] and self.order[block].nation == "germany"

    def _can_pay(self, state: SeriesState, block: int) -> bool:
        return self.rules.production.can_pay(state, self.units.power[block], 1, (YELLOW,))

    @rule("BW-0.4b", "BW-7.8a")
    def movers(self, state: SeriesState, side: int) -> list[int]:
        return [b for b in super().movers(state, side) if not self.is_dry(state, b) or self._can_pay(state, b)]

    @rule("BW-0.4b", "BW-7.10a")
    def exploiters(self, state: SeriesState, side: int) -> list[int]:
        found = super().exploiters(state, side)
        return [b for b in found if not self.is_dry(state, b) or state.spent[b] or self._can_pay(state, b)]

    def fuel(self, state: SeriesState, block: int) -> None:
        super().fuel(state, block)
        if self.is_dry(state, block) and (state.phase == BLITZ or not state.spent[block]):
            self.rules.production.pay(state, self.units.power[block], 1, (YELLOW,))


class Skorzeny(StrategicRail):
    """Skorzeny's men stop one Allied train."""

    @rule("BW-0.4b")
    def may_be_cancelled(self, state: SeriesState, side: int) -> bool:
        """Once, in December, an Allied rail move may be cancelled."""
        is_allied = side != AXIS and state.month == DECEMBER
        return (is_allied and not state.turning_points & MOVE_CANCELLED) or super().may_be_cancelled(state, side)

    def cancel(self, state: SeriesState, block: int, origin: int) -> None:
        relocate(self.units, state, block, origin)


class Antwerp(Victory):
    """The Axis wins with Antwerp."""

    @rule("BW-0.4b")
    def sudden(self, state: SeriesState) -> tuple[int, int, str, str] | None:
        """The Axis wins at once when it takes Antwerp."""
        if state.control[AXIS] >> self.board.hex("Antwerp") & 1:
            return AXIS, self.points(state), "decisive", "objectives"
        return super().sudden(state)


ARDENNES: Final[tuple[Layer, ...]] = ({Fire: SurprisedDefence, Blitz: DryTanks, StrategicRail: Skorzeny, Victory: Antwerp},)
