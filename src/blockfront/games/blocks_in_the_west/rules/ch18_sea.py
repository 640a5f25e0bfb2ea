"""Chapter 18 in the West: three seas, inland ports, the Kiel Canal, the Channel and its strait, and their changes over the years."""

from typing import Final

from blockfront.blocks.months import month_number
from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.rules.ch18_sea import DANGEROUS, FACES, SAFE, Crossing, Sea, Seas
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, neighbours_mask

THROUGH_GIBRALTAR: Final = frozenset(("uk", "canada", "usa", "france", "free_france"))
AXIS_POWERS: Final = frozenset(("germany", "italy", "rsi"))
INNER: Final = "inner_port_"
GIBRALTAR: Final[Seas] = frozenset(("atlantic", "mediterranean"))
CANAL: Final[Seas] = frozenset(("atlantic", "baltic"))
MAPLE: Final = month_number("1944-04") or 0
WEAKENED: Final = Crossing(FACES - 1, FACES)  # a six costs a step, and no unit is sunk


class WesternSea(Sea):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        board = self.board
        self.west = western(board)
        self._powers = tuple(power.id for power in rules.tables.powers)
        self.mouths = dict(self._inner_ports())
        self._shut_by: dict[Seas, HexSet] = {}
        self._canal = board.theatre("kiel_canal")
        for mouth in self.mouths.values():
            self.watched |= mouth
        self.watched |= self._canal
        self._strait = board.theatre("strait_of_calais")
        ports = [port for port in board.map.ports if self.west >> port.hex & 1]
        channel, east = (mask_of(port.hex for port in ports if tag in port.tags) for tag in ("channel", "east"))
        self._channel = channel | self._beside("channel") & ~board.port_hexes
        self._east = east | self._beside("north_sea") & ~board.port_hexes & ~self._channel

    def _inner_ports(self) -> list[tuple[int, HexSet]]:
        """Ports that lie up a river, each with the coastal hex at its mouth."""
        if not self.west:
            return []
        mouths = [(area.id.removeprefix(INNER).title(), area.id) for area in self.board.map.areas.values() if area.id.startswith(INNER)]
        return [(self.board.hex(place), self.board.area(area)) for place, area in mouths]

    def _beside(self, water: str) -> HexSet:
        """Coastal hexes on a stretch of water."""
        return neighbours_mask(self.board.grid, self.board.theatre(water)) & self.coast() & self.west

    def is_axis(self, power: int) -> bool:
        return self._powers[power] in AXIS_POWERS

    # ---- ports

    @rule("BW-7.5.5d", "BW-18.0c", "BW-R110")
    def ports(self, state: SeriesState, power: int) -> HexSet:
        """Ports a power can use. An inland port needs the hex at its mouth; the Axis cannot use ports on seas closed to it."""
        held = state.control[self.rules.tables.powers[power].side]
        found = super().ports(state, power)
        for port, mouth in self.mouths.items():
            if mouth & ~held:
                found &= ~(1 << port)
        return found & ~self._shut(self.banned(state, power))

    def _shut(self, banned: Seas) -> HexSet:
        """Ports that lie only on closed seas."""
        if banned not in self._shut_by:
            west = ((hex_, seas) for hex_, seas in self.seas.items() if self.west >> hex_ & 1)
            self._shut_by[banned] = mask_of(hex_ for hex_, seas in west if seas <= banned)
        return self._shut_by[banned]

    @rule("BW-36.0f", "BW-18.1.2b", "BW-18.1.2c", "BW-18.1.3d", "BW-18.1.3e", "BW-7.5.5f")
    def banned(self, state: SeriesState, power: int) -> Seas:
        """Seas on which the Axis neither sails nor has supply: the Mediterranean without Italy, and the Atlantic from April 1944 on."""
        if not self.is_axis(power):
            return frozenset()
        found = {"mediterranean"} if self.italy_is_out(state) else set()
        return frozenset(found | {"atlantic"} if state.month >= MAPLE else found)

    def circumstances(self, state: SeriesState) -> tuple[int, ...]:
        return *super().circumstances(state), int(self.italy_is_out(state)), int(state.month >= MAPLE)

    def italy_is_out(self, state: SeriesState) -> bool:
        """Whether Italy has surrendered, before the scenario or during it."""
        if self.rules.scenario.special.circumstances.italy == "surrendered":
            return True
        return "italy" in self._powers and bool(state.surrendered >> self._powers.index("italy") & 1)

    # ---- ways

    @rule("BW-18.0b", "BW-R106", "BW-7.5.5e", "BW-18.1.3a", "BW-R110")
    def reach(self, state: SeriesState, power: int, seas: Seas) -> Seas:
        """The Allies may pass Gibraltar; a side that holds both banks of the Kiel Canal may pass it, the Axis only until April 1944."""
        found = super().reach(state, power, seas)
        if found & GIBRALTAR and self._powers[power] in THROUGH_GIBRALTAR:
            found |= GIBRALTAR
        if found & CANAL and self.has_canal(state, power):
            found |= CANAL
        return found - self.banned(state, power)

    @rule("BW-7.5.5e", "BW-18.1.3a")
    def has_canal(self, state: SeriesState, power: int) -> bool:
        held = state.control[self.rules.tables.powers[power].side]
        return bool(self._canal) and not self._canal & ~held and not (self.is_axis(power) and state.month >= MAPLE)

    @rule("BW-11.3c", "BW-14.0b")
    def _rings(self, origin: int, sea: str) -> list[HexSet]:
        """Landings avoid shoals, except for a landing hex that lies behind them."""
        shoals, everywhere = self.board.theatre("shoals"), super()._rings(origin, sea)
        if not shoals:
            return everywhere
        deep = self._spread(origin, sea, (self._open[sea] | self._straits) & ~shoals)
        return [around | reached & shoals for around, reached in zip(deep, everywhere, strict=True)]

    @rule("BW-18.1a", "BW-18.1c", "BW-7.5.5c", "BW-R41", "BW-R43", "BW-R111")
    def crossing(self, state: SeriesState, power: int, origin: int, target: int, *, is_landing: bool = False) -> Crossing:
        """The risk of a voyage: that of its worst sea, or of mines in the Channel; a landing loses twice in a strait not held."""
        if not (self.west >> origin & 1 and self.west >> target & 1):
            return super().crossing(state, power, origin, target, is_landing=is_landing)
        worst = SAFE
        for sea in self._crossed(state, power, origin, target):
            found = self._in_water(state, power, sea)
            worst = found if found.is_worse_than(worst) else worst
        if (self._channel >> origin | self._channel >> target) & 1 and not self._is_swept(state, power):
            worst = DANGEROUS if DANGEROUS.is_worse_than(worst) else worst
        held = state.control[self.rules.tables.powers[power].side]
        if is_landing and self._passes_strait(origin, target) and self._strait & ~held and not worst.is_safe:
            return worst._replace(steps=2)
        return worst

    @rule("BW-R106")
    def _crossed(self, state: SeriesState, power: int, origin: int, target: int) -> Seas:
        """The seas of a voyage: those that both ends share, else all seas at both ends."""
        here, there = self.waters_of(state, origin), self.waters_of(state, target)
        return here & there or here | there

    @rule("BW-18.1.1a", "BW-18.1.2a", "BW-18.1.3c", "BW-R42")
    def _in_water(self, state: SeriesState, power: int, sea: str) -> Crossing:
        """The risk on one sea. The Axis is safe in the Baltic; its danger to others lessens when Italy surrenders and in April 1944."""
        enemy = 1 - self.rules.tables.powers[power].side
        if (sea == "baltic" and self.is_axis(power)) or not self.rules.definitions.controls_sea(state, enemy, sea):
            return SAFE
        faded = (sea == "mediterranean" and self.italy_is_out(state)) or (sea == "atlantic" and state.month >= MAPLE)
        return WEAKENED if faded and not self.is_axis(power) else DANGEROUS

    @rule("BW-18.1.3b")
    def _is_swept(self, state: SeriesState, power: int) -> bool:
        """Whether the mines in the Channel are harmless to a power."""
        return state.month >= MAPLE and not self.is_axis(power)

    @rule("BW-R111")
    def _passes_strait(self, origin: int, target: int) -> bool:
        """Whether origin and target are on different sides of the Strait of Calais; Dover and Calais are on both."""
        ends = [self._east >> hex_ & 1 for hex_ in (origin, target) if not self._strait >> hex_ & 1]
        return len(set(ends)) > 1
