"""How the scenarios of Blocks in the East are won."""

from typing import Final

from blockfront.blocks.months import month_number
from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_east.rules.ch07_turn import SOVIET, EasternVictory
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import NOBODY_WINS, Rung, Victory
from blockfront.games.blocks_series.state import AXIS, SeriesState

Outcome = tuple[int, int, str, str]  # winner, margin, level, reason
DRAW: Final = (NOBODY_WINS, 0, "draw", "last_turn")
GUARDS_TO_DESTROY: Final = 8
BRIDGEHEAD: Final = 4  # ground units required west of the Dniepr
LAST_DECISIVE_MONTH: Final = month_number("1944-12") or 0


class Leningrad(Victory):
    """Road to Leningrad: the city taken or cut off."""

    def deciding_places(self) -> tuple[int, tuple[str, ...]]:
        return AXIS, ("Leningrad",)

    @rule("BE-SBE1d", "BE-R68")
    def final(self, state: SeriesState) -> Outcome:
        """The Axis wins with Leningrad taken, or cut off from Siberia by rail and over the Road of Life."""
        return (AXIS, 1, "victory", "objectives") if self._is_cut_off(state) else DRAW

    def _is_cut_off(self, state: SeriesState) -> bool:
        leningrad, volkhov = self.board.hex("Leningrad"), self.board.hex("Volkhov")
        if state.control[AXIS] >> leningrad & 1:
            return True
        linked = self.rules.supply.sources(state, self.rules.tables.power("ussr")).by_rail
        return not linked >> leningrad & 1 and not linked >> volkhov & 1


class Moscow(Victory):
    """Road to Moscow: the city taken or surrounded."""

    def deciding_places(self) -> tuple[int, tuple[str, ...]]:
        return AXIS, ("Moscow",)

    @rule("BE-SBE2d", "BE-R61", "BE-R68")
    def final(self, state: SeriesState) -> Outcome:
        """The Axis wins with Moscow taken or completely surrounded."""
        moscow = self.board.hex("Moscow")
        won = state.control[AXIS] >> moscow & 1 or self._is_surrounded(state, moscow)
        return (AXIS, 1, "victory", "objectives") if won else DRAW

    def _is_surrounded(self, state: SeriesState, hex_: int) -> bool:
        around = self.board.neighbours(hex_)
        closed = state.occupied[AXIS] | self.rules.zones.zone(state, AXIS)
        ussr = self.rules.tables.power("ussr")
        covered = self.rules.supply.covered(state, ussr, self.rules.supply.sources(state, ussr).everything)
        return not around & ~closed and not covered >> hex_ & 1


class Citadel(Victory):
    """Citadel: destroyed Guards against a bridgehead over the Dnieper."""

    def ladder(self) -> tuple[Rung, ...]:
        return (
            Rung(AXIS, "victory", "guards_destroyed"),
            Rung(NOBODY_WINS, "draw", "guards_and_bridgehead_or_neither"),
            Rung(SOVIET, "victory", "bridgehead"),
        )

    def tallies(self, state: SeriesState) -> dict[str, tuple[int, int]]:
        return {"guards_destroyed": (state.dead_guards, 0), "bridgehead": (0, self._bridgehead(state))}

    @rule("BE-SBE7c", "BE-R64", "BE-E116")
    def final(self, state: SeriesState) -> Outcome:
        """Eight destroyed Guards units win for the Axis, a bridgehead beyond the Dniepr for the Soviets; both or neither is a draw."""
        destroyed = state.dead_guards >= GUARDS_TO_DESTROY
        across = self._bridgehead(state) >= BRIDGEHEAD
        if destroyed == across:
            return NOBODY_WINS, state.dead_guards, "draw", "last_turn"
        return (AXIS if destroyed else SOVIET), state.dead_guards, "victory", "objectives"

    def _bridgehead(self, state: SeriesState) -> int:
        """Soviet ground units west of the Dniepr that are in supply."""
        west = self.board.area("west_of_dniepr")
        units: list[int] = [b for b in self.units.ground[SOVIET] if state.location[b] >= 0 and west >> state.location[b] & 1]
        lacking, _ = self.rules.supply.unsupplied(state, units)
        return len(units) - len(lacking)


class Bagration(EasternVictory):
    """Bagration: Berlin and Peenemünde."""

    def deciding_places(self) -> tuple[int, tuple[str, ...]]:
        return SOVIET, ("Berlin", "Peenemünde")

    @rule("BE-SBE8c", "BE-R65")
    def sudden(self, state: SeriesState) -> Outcome | None:
        """The war ends when the Soviets hold both Berlin and Peenemünde."""
        held = all(state.control[SOVIET] >> self.board.hex(place) & 1 for place in ("Berlin", "Peenemünde"))
        return (SOVIET, 0, _soviet_level(state.month), "objectives") if held else None

    def final(self, state: SeriesState) -> Outcome:
        return DRAW

    @rule("BE-SBE8c")
    def fallen_powers(self, state: SeriesState) -> list[int]:
        """Germany does not surrender when Berlin alone falls."""
        germany = self.rules.tables.power("germany")
        return [power for power in super().fallen_powers(state) if power != germany]


class Campaign(EasternVictory):
    """The campaign: four Soviet cities, or Berlin."""

    def deciding_places(self) -> tuple[int, tuple[str, ...]]:
        return AXIS, CITIES

    @rule("BE-SBE9b", "BE-SBE9c", "BE-7.11f")
    def sudden(self, state: SeriesState) -> Outcome | None:
        """The Axis wins with all four cities, the Soviets win with Berlin."""
        if len(self._cities(state)) == len(CITIES):
            return AXIS, len(CITIES), "victory", "objectives"
        if state.control[SOVIET] >> self.board.hex("Berlin") & 1:
            return SOVIET, 0, _soviet_level(state.month), "objectives"
        return None

    def final(self, state: SeriesState) -> Outcome:
        return DRAW

    def _cities(self, state: SeriesState) -> set[str]:
        return {place for place in CITIES if state.control[AXIS] >> self.board.hex(place) & 1}

    @rule("BE-SBE9b", "BE-E117")
    def collapse_roll(self, state: SeriesState) -> int:
        """The highest face on which the Soviet Union collapses: 1 with two of the right cities lost, 2 with three, 0 for no roll."""
        held = self._cities(state)
        if not held & {"Moscow", "Baku"} or not held & {"Leningrad", "Stalingrad"}:
            return 0
        return len(held) - 1

    @rule("BE-SBE9b")
    def collapsed(self, state: SeriesState) -> Outcome:
        return AXIS, len(self._cities(state)), "victory", "objectives"


CITIES: Final = ("Moscow", "Leningrad", "Stalingrad", "Baku")


def _soviet_level(month: int) -> str:
    return "decisive" if month <= LAST_DECISIVE_MONTH else "marginal"
