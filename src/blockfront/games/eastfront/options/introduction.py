"""Option: a first game. Units keep to the scenario's part of the map, and places that the scenario names decide the game.

The book gives Edelweiss neither a limit nor a victory; both are ours (BF-200, BF-201). In other scenarios the option changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.games.eastfront.actions import Move, Rearguard
from blockfront.games.eastfront.rules.ch06_movement import Movement
from blockfront.games.eastfront.rules.ch16_satellites import Satellites
from blockfront.games.eastfront.rules.ch17_victory import LEVELS, NOBODY, OUR_AIM, Victory
from blockfront.games.eastfront.state import AXIS, SOVIET, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

if TYPE_CHECKING:
    from blockfront.games.eastfront.ruleset import Rules


class KeptInTheatre(Satellites):
    """No unit enters a hex outside the scenario's part of the map."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        opening, areas = rules.chain[0], rules.board.map
        self.theatre: HexSet = areas.area_mask(opening.theatre) & rules.board.playable if opening.theatre else rules.board.playable
        elsewhere = mask_of(areas.hex(placed.place) for placed in opening.fixed if placed.place)
        self._may_stand = self.theatre | elsewhere  # units that start outside the theatre stay there

    @rule("EF-EDW.0a")
    def may_enter(self, state: EastFrontState, block: int) -> HexSet:
        return super().may_enter(state, block) & self._may_stand


class MovesInTheatre(Movement):
    """Rebuilt units, too, keep to the scenario's part of the map."""

    @rule("EF-EDW.0a")
    def territory_of_rebuilt(self, block: int) -> HexSet:
        return super().territory_of_rebuilt(block) & self._theatre

    def why_not(self, state: EastFrontState, action: Move | Rearguard, side: int) -> Refusal | None:
        refusal = super().why_not(state, action, side)
        if refusal is None or refusal.because not in ("restricted", "too_far") or isinstance(action, Rearguard):
            return refusal
        is_inside = self._theatre >> action.to & 1
        return refusal if is_inside else Refusal("EF-EDW.0a", "outside_the_scenario", {"block": action.block, "hex": action.to})

    @property
    def _theatre(self) -> HexSet:
        satellites = self.rules.satellites
        assert isinstance(satellites, KeptInTheatre)
        return satellites.theatre


class VictoryByPlaces(Victory):
    """Victory by the places that the scenario names."""

    def deciding_places(self, state: EastFrontState) -> tuple[int, ...]:
        return tuple(self.board.map.hex(place) for place in self.rules.scenario_of(state).our_aim)

    @rule("EF-EDW.0a")
    def close_scenario(self, state: EastFrontState, events: list[Event]) -> None:
        """The Axis wins with all named places, the Soviets win if it has none, otherwise nobody wins."""
        super().close_scenario(state, events)
        places = self.deciding_places(state)
        if not places:
            return
        held = sum(state.friendly[AXIS] >> place & 1 for place in places)
        winner = AXIS if held == len(places) else SOVIET if held == 0 else NOBODY
        margin = {AXIS: 1, SOVIET: -1, NOBODY: 0}[winner]
        state.outcome[:] = [winner, margin, LEVELS.index("draw" if winner == NOBODY else "marginal"), OUR_AIM]


LAYERS = {Satellites: KeptInTheatre, Movement: MovesInTheatre, Victory: VictoryByPlaces}
