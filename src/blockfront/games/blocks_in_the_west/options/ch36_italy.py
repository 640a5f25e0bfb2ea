"""Chapter 36: the dismissal of Mussolini, the surrender of Italy, and the republic of Salò."""

from typing import Final

from blockfront.blocks import effects
from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_series.advanced.ch11_income import Site, SiteIncome
from blockfront.games.blocks_series.power_events import MussoliniMoved, RepublicDeclared
from blockfront.games.blocks_series.rules.ch05_powers import Powers
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import YELLOW, Payments
from blockfront.games.blocks_series.rules.ch07_turn.p07_losses import Losses
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import Victory
from blockfront.games.blocks_series.rules.stacking import relocate
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import LIGURIA, MUSSOLINI_FREED, MUSSOLINI_HELD, MUSSOLINI_LOST, REPUBLIC, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

CERTAIN: Final = 7  # with this many enemy units in Italy no die is needed
PRISON, REFUGE, CORPS_PLACE = "Gran Sasso", "Salò", "Milan"
RECRUITING: Final = ("Milan", "Turin", "Salò")
MUSSOLINI, CORPS = "it-mussolini", "rsi-lig"
REPUBLICS_POINTS: Final = (1, 0, 1, 0, 0)
DISMISSED: Final = MUSSOLINI_HELD | MUSSOLINI_FREED | MUSSOLINI_LOST


class ItalyWavers(Victory):
    """When Mussolini is dismissed and Italy surrenders."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.italy, self.rsi = rules.tables.power("italy"), rules.tables.power("rsi")
        self.axis = rules.tables.powers[self.italy].side
        self.land = self.board.nation("IT")
        islands = (self.board.area(name) & self.board.map.land_mask for name in ("sicily", "sardinia", "corsica"))
        self.sicily, self.sardinia, self.corsica = islands

    def is_in_the_war(self, state: SeriesState) -> bool:
        """Whether Italy fights in this scenario and has not surrendered."""
        absent = "italy" in self.rules.scenario.absent
        return not absent and not state.surrendered >> self.italy & 1 and self.rules.scenario.special.circumstances.italy == "at_war"

    @rule("BW-36.0a", "BW-5.4c", "BW-R67")
    def units_in_italy(self, state: SeriesState) -> int:
        """Enemy ground and air units on Italian soil, Sicily and Sardinia included, Malta and Corsica not."""
        soil = self.land | self.sicily | self.sardinia
        here = self.order.of_side[1 - self.axis]
        return sum(state.location[block] >= 0 and bool(soil >> state.location[block] & 1) for block in here)

    @rule("BW-36.0a")
    def dismissal(self, state: SeriesState) -> int:
        """The number of enemy units that count for the dismissal roll of this Victory Phase; 0 when there is no roll."""
        if not self.is_in_the_war(state) or state.turning_points & DISMISSED:
            return super().dismissal(state)
        return self.units_in_italy(state)

    def is_certain(self, units: int) -> bool:
        return units >= CERTAIN

    @rule("BW-36.0b")
    def dismiss(self, state: SeriesState, events: list[Event]) -> None:
        """Mussolini is dismissed and imprisoned in the mountains."""
        block = self.order.key(MUSSOLINI)
        if state.location[block] >= 0:
            effects.eliminate(state, block, self.axis, NOT_IN_PLAY)
        state.turning_points |= MUSSOLINI_HELD
        events.append(MussoliniMoved(hex=self.board.hex(PRISON), lost=False))

    @rule("BW-36.0c", "BW-7.11c")
    def fallen_powers(self, state: SeriesState) -> list[int]:
        """After Mussolini's dismissal Italy surrenders when Sicily, or both Corsica and Sardinia, are lost."""
        found = super().fallen_powers(state)
        if self.italy in found or not self.is_in_the_war(state) or not state.turning_points & DISMISSED:
            return found
        lost = state.control[1 - self.axis]
        islands = not self.sicily & ~lost or not (self.corsica | self.sardinia) & ~lost
        return [*found, self.italy] if islands else found

    @rule("BW-36.1a", "BW-36.1d", "BW-R68")
    def proclaim(self, state: SeriesState, events: list[Event]) -> None:
        """Once Italy has surrendered and Mussolini is free, the republic of Salò is declared; it ends when Salò falls."""
        super().proclaim(state, events)
        held = bool(state.control[self.axis] >> self.board.hex(REFUGE) & 1)
        if state.turning_points & REPUBLIC and not held:
            state.turning_points &= ~REPUBLIC
            self.rules.losses.surrender(state, self.rsi, events)
        elif held and self._is_possible(state):
            state.turning_points |= REPUBLIC
            events.append(RepublicDeclared(hex=self.board.hex(REFUGE)))

    def _is_possible(self, state: SeriesState) -> bool:
        """Whether the republic can be declared and has not been yet."""
        ready = state.surrendered >> self.italy & 1 and state.turning_points & MUSSOLINI_FREED
        return bool(ready) and not state.turning_points & REPUBLIC and not state.surrendered >> self.rsi & 1


class ItalianUnits(Losses):
    """What becomes of Italian units."""

    @rule("BW-36.0d", "BW-36.0e", "BW-5.0g")
    def disarm(self, state: SeriesState, power: int, events: list[Event]) -> None:
        """Italy surrenders before its capital falls: its units are removed, Germany keeps its land, and nobody gains points."""
        tables = self.rules.tables
        italy = tables.power("italy")
        capital = self.rules.powers.capital(state, italy)
        if power not in (italy, tables.power("rsi")) or (power == italy and state.control[1 - tables.powers[italy].side] >> capital & 1):
            super().disarm(state, power, events)
            return
        for block in range(len(self.order)):
            if self.units.power[block] == power and state.location[block] >= 0 and self.order[block].key != MUSSOLINI:
                self.remove_for_good(state, block)


class RepublicOfSalo(Powers):
    """Mussolini's rescue and the republic of Salò."""

    def is_declared(self, state: SeriesState) -> bool:
        return bool(state.turning_points & REPUBLIC)

    @rule("BW-36.1e", "BW-R68")
    def main_sources(self, state: SeriesState, power: int) -> HexSet:
        """Under the republic, Italian units are supplied from Salò."""
        if self._names[power] == "italy" and self.is_declared(state):
            return 1 << self.board.hex(REFUGE)
        return super().main_sources(state, power)

    @rule("BW-36.1b", "BW-36.1c")
    def after_moves(self, state: SeriesState, side: int, events: list[Event]) -> None:
        """A ground unit that reaches Mussolini's prison decides his fate: enemies eliminate him, Germans bring him to Salò."""
        super().after_moves(state, side, events)
        if not state.turning_points & MUSSOLINI_HELD:
            return
        prison, axis = self.board.hex(PRISON), self.rules.tables.powers[self._names.index("italy")].side
        there = [block for block in self.rules.fire.units_at(state, prison, side) if self.units.is_ground[block]]
        if there and side != axis:
            state.turning_points = state.turning_points & ~MUSSOLINI_HELD | MUSSOLINI_LOST
            events.append(MussoliniMoved(hex=prison, lost=True))
        elif any(self._names[self.units.power[block]] == "germany" for block in there):
            self._free(state, axis, events)

    def _free(self, state: SeriesState, axis: int, events: list[Event]) -> None:
        block, refuge = self.order.key(MUSSOLINI), self.board.hex(REFUGE)
        state.turning_points = state.turning_points & ~MUSSOLINI_HELD | MUSSOLINI_FREED
        if state.control[axis] >> refuge & 1 and not state.occupied[1 - axis] >> refuge & 1:
            effects.set_steps(state, block, self.units.full[block])
            effects.place(state, block, axis, refuge)
            effects.show_place(state, block)
        events.append(MussoliniMoved(hex=refuge, lost=False))


class RepublicsProduction(SiteIncome):
    """Who gets the points of Italian sites."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.italy, self.rsi = rules.tables.power("italy"), rules.tables.power("rsi")
        self.recruiting = mask_of(self.board.hex(place) for place in RECRUITING)

    def _is_declared(self, state: SeriesState) -> bool:
        return bool(state.turning_points & REPUBLIC)

    @rule("BW-36.0g")
    def profits(self, site: Site, holder: int, surrendered: int) -> int | None:
        """After the surrender, yellow points of Italian sites go to Germany; those of other colours are lost."""
        side = self.rules.tables.powers[self.italy].side
        if site.owner != self.italy or holder != side or not surrendered >> self.italy & 1:
            return super().profits(site, holder, surrendered)
        return self.rules.powers.leader(None, side) if site.colour == YELLOW else None

    @rule("BW-36.1e")
    def income(self, state: SeriesState, power: int) -> tuple[int, ...]:
        return REPUBLICS_POINTS if power == self.rsi and self._is_declared(state) else super().income(state, power)

    @rule("BW-36.1d")
    def receive(self, state: SeriesState, power: int) -> tuple[int, ...]:
        """The Liguria corps appears when the republic receives its first points."""
        points = super().receive(state, power)
        if power == self.rsi and self._is_declared(state) and not state.turning_points & LIGURIA:
            self._raise_corps(state)
        return points

    def _raise_corps(self, state: SeriesState) -> None:
        block, hex_, side = self.order.key(CORPS), self.board.hex(CORPS_PLACE), self.rules.tables.powers[self.rsi].side
        held = state.control[side] >> hex_ & ~state.occupied[1 - side] >> hex_ & 1
        if not held or state.location[block] not in (NOT_IN_PLAY, ELIMINATED):
            return
        state.turning_points |= LIGURIA
        effects.set_steps(state, block, self.units.full[block])
        relocate(self.units, state, block, hex_)

    @rule("BW-36.1f", "BW-36.1g", "BW-R68")
    def can_pay(self, state: SeriesState, power: int, price: int, colours: tuple[int, ...], hex_: int = -1) -> bool:
        """The republic pays for Italian units, and Germany may help."""
        return super().can_pay(state, self._payer(state, power), price, colours, hex_)

    def pay(self, state: SeriesState, power: int, price: int, colours: tuple[int, ...], hex_: int = -1) -> None:
        super().pay(state, self._payer(state, power), price, colours, hex_)

    def _payer(self, state: SeriesState, power: int) -> int:
        return self.rsi if power == self.italy and self._is_declared(state) else power

    @rule("BW-36.1f", "BW-11.2f", "BW-R68")
    def places(self, state: SeriesState, block: int) -> HexSet:
        """The republic builds Italian units in three cities; in Salò, its capital, armour and aircraft need no factory."""
        found, power = super().places(state, block), self.units.power[block]
        if power not in (self.italy, self.rsi) or not self._is_declared(state):
            return found
        side = self.units.side[block]
        capital = 1 << self.board.hex(REFUGE) & state.control[side] & ~state.occupied[1 - side] & self.linked_cities(state, power)
        if self.units.is_air[block]:
            capital &= ~self.rules.definitions.crowding(state, side).based
        return found & self.recruiting | capital & ~self.filled_cities(state.placed)

    def may_rebuild(self, state: SeriesState, block: int, payments: Payments | None = None) -> bool:
        """Between the surrender and the republic no Italian unit is rebuilt."""
        lost = self.units.power[block] == self.italy and state.surrendered >> self.italy & 1 and not self._is_declared(state)
        return not lost and super().may_rebuild(state, block, payments)


