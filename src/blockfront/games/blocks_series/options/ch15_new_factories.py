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
from blockfront.games.blocks_series.power_actions import InvestFor
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


def side_of(builder: int) -> int:
    """The side of a builder: the first two builders have the numbers of their sides, all others belong to the second side."""
    return min(builder, 1)


class NewFactories(ColouredProduction):
    """Projects are (builder, kind, box, month of the last payment); factories are (builder, hex, kind, first month of production)."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.tracks = tuple(tuple(tuple(self.board.hex(city) for city in pair) for pair in track) for track in self.cities_of_tracks())

    # ---- what a title says

    def cities_of_tracks(self) -> tuple[Track, ...]:
        """The cities on the production track of each builder."""
        raise NotImplementedError

    def builders(self, side: int) -> tuple[int, ...]:
        """The numbers of those who build for a side."""
        return (side,)

    def payer(self, builder: int) -> int:
        """The power that pays for a builder's factories."""
        return self.leader(side_of(builder))

    def plants(self, builder: int) -> int:
        """How many kinds of PLANTS a builder may build."""
        return len(PLANTS)

    def ground(self, state: SeriesState, builder: int) -> HexSet:
        """The land on which a builder may place a factory."""
        return state.control[side_of(builder)] & ~state.occupied[1 - side_of(builder)]

    def serves(self, builder: int, block: int) -> bool:
        """Whether a unit may be built in the factories of a builder."""
        return side_of(builder) == self.units.side[block]

    def full_cities(self, state: SeriesState, kind: int) -> HexSet:
        """Cities that can take no more factories of a kind."""
        return mask_of(hex_ for _, hex_, other, _ in state.built if other == kind)

    def spare_cities(self, state: SeriesState, builder: int) -> HexSet:
        """The cities for new factories when the whole track is full: major cities of the homeland."""
        return self.board.majors & self.rules.powers.homelands[self.payer(builder)]

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
        """A builder may pay a yellow point a turn for each project, or begin a new one; hydrogenation plants are German only."""
        found = super().projects(state, side)
        able = [
            builder for builder in self.builders(side) if self.counts_sites() and self.can_pay(state, self.payer(builder), 1, (YELLOW,))
        ]
        for builder in able:
            mine = [(kind, box) for owner, kind, box, paid in state.projects if owner == builder and paid != state.month]
            begun = sorted({(kind, box) for kind, box in mine if box < LAST_BOX})
            found = [*found, *(self._payment(builder, kind, box) for kind, box in begun)]
            found += [self._payment(builder, kind, 0) for kind in range(self.plants(builder))]
        return found

    def _payment(self, builder: int, kind: int, box: int) -> Action:
        alone = len(self.builders(side_of(builder))) == 1
        return Invest(kind, box) if alone else InvestFor(self.payer(builder), kind, box)

    def undertake(self, state: SeriesState, action: Action, events: list[Event]) -> None:
        if not isinstance(action, Invest | InvestFor):
            super().undertake(state, action, events)
            return
        all_ours = self.builders(state.active)
        builder = all_ours[0] if isinstance(action, Invest) else next(one for one in all_ours if self.payer(one) == action.power)
        self.pay(state, self.payer(builder), 1, (YELLOW,))
        if action.box:
            state.projects.remove(next(p for p in state.projects if p[:3] == (builder, action.kind, action.box) and p[3] != state.month))
        state.projects[:] = sorted([*state.projects, (builder, action.kind, action.box + 1, state.month)])
        events.append(Invested(side=state.active, kind=action.kind, box=action.box + 1))

    def why_not(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        if isinstance(action, Invest | InvestFor):
            return self._why_no_payment(state, action, side)
        return super().why_not(state, action, side)

    def _why_no_payment(self, state: SeriesState, action: Invest | InvestFor, side: int) -> Refusal:
        ours = self.builders(side)
        payers = ours[:1] if isinstance(action, Invest) else [one for one in ours if self.payer(one) == action.power]
        if not self.counts_sites() or not payers or not 0 <= action.kind < self.plants(payers[0]):
            return Refusal("BE-15.1a", "no_such_project")
        if action.box:
            months = [paid for owner, kind, box, paid in state.projects if (owner, kind, box) == (payers[0], action.kind, action.box)]
            if not months or action.box >= LAST_BOX:
                return Refusal("BE-15.1a", "no_such_project")
            if all(month == state.month for month in months):
                return Refusal("BE-15.1a", "project_is_paid")
        return Refusal("BE-15.1a", "no_yellow_point")

    # ---- sites

    def arrived(self, state: SeriesState) -> int:
        """The kind of factory that needs a site: finished projects of the active side come before evacuated factories."""
        for place, builder in enumerate(self.builders(state.active)):
            done = [kind for owner, kind, box, _ in state.projects if owner == builder and box == LAST_BOX]
            for kind in done:
                if self._free(state, builder, kind) or self._elsewhere(state, builder):
                    return NEW + place * len(PLANTS) + kind
        return super().arrived(state)

    def _finished(self, state: SeriesState, kind: int) -> tuple[int, int]:
        """The builder and the plant of a factory that `arrived` has named."""
        place, plant = divmod(kind - NEW, len(PLANTS))
        return self.builders(state.active)[place], plant

    @rule("BE-15.1d", "BE-R48")
    def _free(self, state: SeriesState, builder: int, kind: int) -> HexSet:
        """Cities on the builder's track that it holds and that have no new factory of this kind."""
        named = mask_of(city for pair in self.tracks[builder] for city in pair)
        return named & ~self.full_cities(state, kind) & self.ground(state, builder)

    @rule("BE-15.1f", "BE-E79")
    @rule("BW-15.1c")
    def _elsewhere(self, state: SeriesState, builder: int) -> HexSet:
        """Cities beside the track, for a builder whose whole track is full."""
        return self.spare_cities(state, builder) & self.ground(state, builder)

    @rule("BE-15.1d", "BE-15.1e", "BE-15.1f")
    @rule("BW-15.1b", "BW-15.1c", "BW-15.1e")
    def homes_for(self, state: SeriesState, kind: int, face: int) -> list[int]:
        """A die names two cities; any major city will do, but only when all of the track are full."""
        if kind < NEW:
            return super().homes_for(state, kind, face)
        builder, plant = self._finished(state, kind)
        free, named = self._free(state, builder, plant), mask_of(self.tracks[builder][face - 1])
        return list(members(free & named if free else self._elsewhere(state, builder)))

    @rule("BE-15.1g")
    @rule("BW-15.1d")
    def resettle(self, state: SeriesState, kind: int, hex_: int, events: list[Event]) -> None:
        """A new factory produces from the next turn on."""
        if kind < NEW:
            super().resettle(state, kind, hex_, events)
            return
        builder, plant = self._finished(state, kind)
        state.projects.remove(next(project for project in state.projects if project[:3] == (builder, plant, LAST_BOX)))
        state.built[:] = sorted([*state.built, (builder, hex_, plant, state.month + 1)])
        events.append(FactoryBuilt(hex=hex_, kind=plant))

    @rule("BE-15.0a", "BE-15.1g")
    def _sites_now(self, state: SeriesState) -> tuple[Site, ...]:
        new = [self._site(hex_, PLANTS[kind], 1, self.payer(builder)) for builder, hex_, kind, month in state.built if state.month >= month]
        return (*super()._sites_now(state), *new)

    def industry(self, state: SeriesState, block: int) -> HexSet:
        found = super().industry(state, block)
        if found in (-1, self.board.shipyards) or self.rules.tables.powers[self.units.power[block]].is_minor:
            return found
        wanted = PLANTS.index("armour" if self.units.is_armour[block] else "aircraft")
        return found | mask_of(hex_ for builder, hex_, kind, _ in state.built if kind == wanted and self.serves(builder, block))


class LostFactories(Definitions):
    """New factories are lost with their city."""

    @rule("BE-3.3b")
    def capture(self, state: SeriesState, side: int, hexes: HexSet, events: list[Event]) -> None:
        """New factories are destroyed when their city falls, after their worth to the enemy is counted."""
        super().capture(state, side, hexes, events)
        state.built[:] = [factory for factory in state.built if side_of(factory[0]) == side or not hexes >> factory[1] & 1]
