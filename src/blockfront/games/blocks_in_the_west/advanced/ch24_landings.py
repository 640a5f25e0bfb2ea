"""Chapter 24 in the West: coasts closed by redoubts, and surprise against neutrals."""

from blockfront.blocks.fog_of_war import remembered_steps
from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.rules.ch24_landings import EXPERT_TECH, LANDING_TECH, AmphibiousLandings
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of


class WesternLandings(AmphibiousLandings):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        board = self.board
        self._utrecht, self._islands = board.theatre("utrecht_ban"), board.theatre("channel_islands_ban")
        self._guards = tuple(board.hex(place) for place in ("Den Haag", "Amsterdam")) if self._utrecht else ()
        self._fort = board.hex("Channel Islands") if self._islands else -1
        self._dated = tuple(
            (beach.month, mask_of(board.hex(port) for port in beach.ports), 1 << board.hex(beach.place))
            for beach in rules.scenario.special.dated_beaches
        )

    @rule("BW-24.1a", "BW-0.4b")
    def facing_beaches(self, state: SeriesState, port: int) -> HexSet:
        """In one month of a scenario some beaches can be reached from other ports as well."""
        found = super().facing_beaches(state, port)
        for month, ports, beach in self._dated:
            found |= beach if month == state.month and ports >> port & 1 else 0
        return found

    def is_played(self) -> bool:
        return bool(western(self.board)) or super().is_played()

    @rule("BW-24.2a", "BW-24.2b", "BW-3.7.1e", "BW-R20")
    def forbidden(self, state: SeriesState) -> HexSet:
        """Redoubts at Den Haag and Amsterdam close Utrecht, a Festung on the Channel Islands the coast behind them.

        A redoubt counts as a Festung until it has been seen weaker, so that the answer does not reveal its strength.
        """
        found, enemy = super().forbidden(state), 1 - state.active
        known = {block: remembered_steps(state, block) for block in self.units.works[enemy]}
        works = {state.location[block]: not known[block] or known[block] == self.units.full[block] for block in known}
        if self._guards and all(hex_ in works for hex_ in self._guards):
            found |= self._utrecht
        if works.get(self._fort):
            found |= self._islands
        return found

    @rule("BW-24.4a", "BW-R81")
    def _surprises(self, state: SeriesState, block: int, hex_: int) -> bool:
        """Infantry of TECH 2 acts as expert marines against a neutral country in the turn in which it is first attacked."""
        if not self.rules.definitions.neutral_land(state) >> hex_ & 1:
            return False
        return self.is_trained(block) and self.rules.definitions.tech(state, block) >= LANDING_TECH

    def tech(self, state: SeriesState, block: int, hex_: int) -> int:
        return EXPERT_TECH if self._surprises(state, block, hex_) else super().tech(state, block, hex_)

    def is_marine(self, state: SeriesState, block: int, hex_: int) -> bool:
        return self._surprises(state, block, hex_) or super().is_marine(state, block, hex_)
