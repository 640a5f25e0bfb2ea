"""Chapter 15: new factories, and factories that are half built when the campaign begins."""

from typing import Final

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.actions import Invest
from blockfront.games.blocks_series.advanced.ch11_income import Site
from blockfront.games.blocks_series.advanced.ch11_production import ColouredProduction
from blockfront.games.blocks_series.events import FactoryBuilt, Invested
from blockfront.games.blocks_series.loading.data_model import PLANTS
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import YELLOW
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

LAST_BOX: Final = 10
HALF_WAY: Final = 5
NEW: Final = 10  # added to the kind of a factory that wants its first site
Track = tuple[tuple[str, ...], ...]  # the cities that each face of a die names


class NewFactories(ColouredProduction):
    """Projects are (side, kind, box, month of the last payment); factories are (side, hex, kind, first month of production)."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.tracks = tuple(tuple(tuple(self.board.hex(city) for city in pair) for pair in track) for track in self.cities_of_tracks())

    # ---- what a title says

    def cities_of_tracks(self) -> tuple[Track, ...]:
        """The cities on the production track of each side."""
        raise NotImplementedError

    def builder(self, side: int) -> int:
        """The power that pays for a side's new factories."""
        return self.leader(side)

    def plants(self, side: int) -> int:
        """How many kinds of PLANTS a side may build."""
        return len(PLANTS)

    def full_cities(self, state: SeriesState, kind: int) -> HexSet:
        """Cities that can take no more factories of a kind."""
        return mask_of(hex_ for _, hex_, other, _ in state.built if other == kind)

    def spare_cities(self, state: SeriesState, side: int) -> HexSet:
        """The cities for new factories when the whole track is full: major cities of the homeland."""
        return self.board.majors & self.rules.powers.homelands[self.builder(side)]

    @rule("BE-SBE9h", "BE-R67")
    def first_projects(self) -> list[tuple[int, ...]]:
        """The factories that are half built at the start, each as a project."""
        found = [
            (self.rules.tables.powers[self.rules.tables.power(name)].side, kind, HALF_WAY, 0)
            for name, numbers in self.rules.scenario.half_built.items()
            for kind, number in enumerate(numbers)
            for _ in range(number)
        ]
        return sorted(found)

    # ---- paying

    @rule("BE-15.1a", "BE-15.1b", "BE-15.1c", "BE-11.2d", "BE-15.0a")
    @rule("BW-15.0a", "BW-15.0b", "BW-15.1a")
    def projects(self, state: SeriesState, side: int) -> list[Action]:
        """A side may pay a yellow point a turn for each project, or begin a new one; hydrogenation plants are German only."""
        found = super().projects(state, side)
        if not self.counts_sites() or not self.can_pay(state, self.builder(side), 1, (YELLOW,)):
            return found
        kinds = range(self.plants(side))
        begun = {(kind, box) for owner, kind, box, paid in state.projects if owner == side and box < LAST_BOX and paid != state.month}
        return [*found, *(Invest(kind, box) for kind, box in sorted(begun)), *(Invest(kind, 0) for kind in kinds)]

    def undertake(self, state: SeriesState, action: Action, events: list[Event]) -> None:
        if not isinstance(action, Invest):
            super().undertake(state, action, events)
            return
        side = state.active
        self.pay(state, self.builder(side), 1, (YELLOW,))
        if action.box:
            state.projects.remove(next(p for p in state.projects if p[:3] == (side, action.kind, action.box) and p[3] != state.month))
        state.projects[:] = sorted([*state.projects, (side, action.kind, action.box + 1, state.month)])
        events.append(Invested(side=side, kind=action.kind, box=action.box + 1))

    def why_not(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        return Refusal("BE-15.1a", "no_such_project") if isinstance(action, Invest) else super().why_not(state, action, side)

    # ---- sites

    def arrived(self, state: SeriesState) -> int:
        """The kind of factory that needs a site: finished projects of the active side come before evacuated factories."""
        done = (kind for side, kind, box, _ in state.projects if side == state.active and box == LAST_BOX)
        side, elsewhere = state.active, self._elsewhere(state, state.active)
        return next((NEW + kind for kind in done if self._free(state, side, kind) or elsewhere), super().arrived(state))

    @rule("BE-15.1d", "BE-R48")
    def _free(self, state: SeriesState, side: int, kind: int) -> HexSet:
        """Cities on the side's track that it holds and that have no new factory of this kind."""
        full = self.full_cities(state, kind)
        return mask_of(city for pair in self.tracks[side] for city in pair) & ~full & state.control[side] & ~state.occupied[1 - side]

    @rule("BE-15.1f", "BE-E79")
    @rule("BW-15.1c")
    def _elsewhere(self, state: SeriesState, side: int) -> HexSet:
        """Cities beside the track, for a side whose whole track is full."""
        return self.spare_cities(state, side) & state.control[side] & ~state.occupied[1 - side]

    @rule("BE-15.1d", "BE-15.1e", "BE-15.1f")
    @rule("BW-15.1b", "BW-15.1c", "BW-15.1e")
    def homes_for(self, state: SeriesState, kind: int, face: int) -> list[int]:
        """A die names two cities; any major city will do, but only when all of the track are full."""
        if kind < NEW:
            return super().homes_for(state, kind, face)
        free = self._free(state, state.active, kind - NEW)
        named = mask_of(self.tracks[state.active][face - 1])
        return list(members(free & named if free else self._elsewhere(state, state.active)))

    @rule("BE-15.1g")
    @rule("BW-15.1d")
    def resettle(self, state: SeriesState, kind: int, hex_: int, events: list[Event]) -> None:
        """A new factory produces from the next turn on."""
        if kind < NEW:
            super().resettle(state, kind, hex_, events)
            return
        side, plant = state.active, kind - NEW
        state.projects.remove(next(project for project in state.projects if project[:3] == (side, plant, LAST_BOX)))
        state.built[:] = sorted([*state.built, (side, hex_, plant, state.month + 1)])
        events.append(FactoryBuilt(hex=hex_, kind=plant))

    @rule("BE-15.0a", "BE-15.1g")
    def _sites_now(self, state: SeriesState) -> tuple[Site, ...]:
        new = [self._site(hex_, PLANTS[kind], 1, self.builder(side)) for side, hex_, kind, month in state.built if state.month >= month]
        return (*super()._sites_now(state), *new)

    def industry(self, state: SeriesState, block: int) -> HexSet:
        found = super().industry(state, block)
        if found in (-1, self.board.shipyards) or self.rules.tables.powers[self.units.power[block]].is_minor:
            return found
        wanted = PLANTS.index("armour" if self.units.is_armour[block] else "aircraft")
        return found | mask_of(hex_ for side, hex_, kind, _ in state.built if kind == wanted and side == self.units.side[block])


class LostFactories(Definitions):
    """New factories are lost with their city."""

    @rule("BE-3.3b")
    def capture(self, state: SeriesState, side: int, hexes: HexSet, events: list[Event]) -> None:
        """New factories are destroyed when their city falls, after their worth to the enemy is counted."""
        super().capture(state, side, hexes, events)
        state.built[:] = [factory for factory in state.built if factory[0] == side or not hexes >> factory[1] & 1]
