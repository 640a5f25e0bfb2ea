"""Section 35.1: bombers of distant allies over a power's homeland, and the aircraft that meet them. They are not units on the map."""

from typing import Final, NamedTuple

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import YELLOW, Production
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import SITES, StrategicWarfare
from blockfront.games.blocks_series.state import IN_FLIGHT, MOVED, SeriesState
from blockfront.games.blocks_series.strategic_actions import RepairInterceptor, Scramble, SendBomber
from blockfront.games.blocks_series.strategic_events import InterceptorRepaired, SquadronsHit
from blockfront.hexes.grid import HexSet

MOST_IN_A_HEX: Final = 2
INTERCEPTOR: Final = 10  # squadrons from here on are interceptors,
FIGHTER: Final = 100  # and from here on fighters of the map
BLUE: Final = COLOURS.index("blue")


class Squadron(NamedTuple):
    """A row of the column `squadrons`: a bomber, interceptor or fighter unit over a hex, with its dice."""

    unit: int
    hex: int
    steps: int


class AirWar(StrategicWarfare):
    """The air war over a homeland; the title says who takes part, and when."""

    bombers: tuple[tuple[int, int], ...] = ()  # month from which one comes, steps
    interceptors: tuple[int, ...] = ()  # steps of each at full strength

    def is_fought(self, state: SeriesState) -> bool:
        return super().is_fought(state) or self.has_air_war(state)

    def bombed_side(self) -> int:
        return 0

    def homeland(self) -> HexSet:
        return 0

    def has_air_war(self, state: SeriesState) -> bool:
        return state.active == self.bombed_side() and any(since <= state.month for since, _ in self.bombers)

    # ---- who flies where

    def points_at(self, state: SeriesState, hex_: int) -> list[int]:
        """The kinds of target in a hex, one entry for every point it yields now."""
        lost = sum(hits for place, _, hits in state.bombed if place == hex_)
        found = [
            SITES.index(site.kind)
            for site in self.board.sites
            if site.hex == hex_ and site.kind in SITES and site.since <= state.month
            for _ in range(site.value)
        ]
        return found[: max(0, len(found) - lost)]

    def placements(self, state: SeriesState) -> list[Action]:
        sent = [Squadron(*row) for row in state.squadrons]
        held = state.control[self.bombed_side()] & self.homeland()
        full = {hex_ for hex_ in {squadron.hex for squadron in sent} if sum(s.hex == hex_ for s in sent) >= MOST_IN_A_HEX}
        sites = {site.hex for site in self.board.sites if site.kind in SITES and held >> site.hex & 1}
        hexes = sorted(hex_ for hex_ in sites if hex_ not in full and self.points_at(state, hex_))
        ready = [n for n, (since, _) in enumerate(self.bombers) if since <= state.month and all(s.unit != n for s in sent)]
        return [SendBomber(number, hex_) for number in ready for hex_ in hexes]

    @rule("BE-35.1g", "BE-R56")
    def send_bomber(self, state: SeriesState, action: SendBomber) -> None:
        state.squadrons.append((action.bomber, action.hex, self.bombers[action.bomber][1]))

    def interceptor_steps(self, state: SeriesState) -> list[int]:
        return list(state.interceptors) or list(self.interceptors)

    @rule("BE-35.1b", "BE-35.1h")
    def scrambles(self, state: SeriesState) -> list[Action]:
        """Interceptors, and fighters based in the homeland, may go to attacked hexes without an order."""
        sent = {row[0] for row in state.squadrons}
        targets = sorted({row[1] for row in state.squadrons if row[0] < INTERCEPTOR})
        ready = [INTERCEPTOR + n for n, steps in enumerate(self.interceptor_steps(state)) if steps]
        home = self.homeland()
        for block in self.units.aircraft[self.bombed_side()]:
            hex_ = state.location[block]
            based = hex_ >= 0 and home >> hex_ & 1 and not state.flags[block] & (IN_FLIGHT | MOVED)
            if based and self.units.is_fighter[block] and self.rules.air.value(state, block):
                ready.append(FIGHTER + block)
        return [Scramble(unit, hex_) for unit in ready if unit not in sent for hex_ in targets]

    def scramble(self, state: SeriesState, action: Scramble) -> None:
        """Send an interceptor or a fighter against the bombers over a hex."""
        if action.unit >= FIGHTER:
            steps = self.rules.air.value(state, action.unit - FIGHTER)
            state.flags[action.unit - FIGHTER] |= MOVED
        else:
            steps = self.interceptor_steps(state)[action.unit - INTERCEPTOR]
        state.squadrons.append((action.unit, action.hex, steps))

    # ---- fire

    def over(self, state: SeriesState, hex_: int, *, raiders: bool) -> list[Squadron]:
        rows = [Squadron(*row) for row in state.squadrons]
        return [squadron for squadron in rows if squadron.hex == hex_ and (squadron.unit < INTERCEPTOR) == raiders and squadron.steps]

    def lowest_air(self, state: SeriesState, *, raiders: bool) -> int:
        raise NotImplementedError

    def lowest_flak(self, state: SeriesState) -> int:
        raise NotImplementedError

    def lowest_bombs(self, state: SeriesState) -> int:
        raise NotImplementedError

    def flak_dice(self) -> int:
        raise NotImplementedError

    def hinders(self, state: SeriesState, hex_: int) -> int:
        """How many times the weather halves the dice of air combat and flak."""
        return 0

    def strike(self, state: SeriesState, hex_: int, hits: int, events: list[Event], *, raiders: bool) -> None:
        """Apply hits to one side, the strongest first; units of the map lose steps there too."""
        taken: dict[int, int] = {}
        for _ in range(hits):
            here = self.over(state, hex_, raiders=raiders)
            if not here:
                break
            hit = max(here, key=lambda squadron: (squadron.steps, -squadron.unit))
            taken[hit.unit] = taken.get(hit.unit, 0) + 1
            state.squadrons[state.squadrons.index(tuple(hit))] = (hit.unit, hit.hex, hit.steps - 1)
        for unit, number in taken.items():
            if unit >= FIGHTER:
                for _ in range(number):
                    if state.location[unit - FIGHTER] >= 0:
                        self.rules.losses.hit(state, unit - FIGHTER, events)
            elif unit >= INTERCEPTOR:
                steps = self.interceptor_steps(state)
                steps[unit - INTERCEPTOR] = max(0, steps[unit - INTERCEPTOR] - number)
                state.interceptors[:] = steps
        events.append(SquadronsHit(hex=hex_, raiders=raiders, hits=sum(taken.values())))

    def finish(self, state: SeriesState, hex_: int) -> None:
        """Bring home what flew over a hex; bombers are at full strength next time."""
        state.squadrons[:] = [row for row in state.squadrons if row[1] != hex_]

    def attacked(self, state: SeriesState) -> list[int]:
        return sorted({row[1] for row in state.squadrons if row[0] < INTERCEPTOR})

    def lose_point(self, state: SeriesState, hex_: int, face: int) -> int:
        """Take a point at random from a hex; returns the kind of target it was."""
        target = self.points_at(state, hex_)[face - 1]
        state.bombed.append((hex_, target, 1))
        state.derived = {}
        return target


class InterceptorRepairs(Production):
    """Buying steps for interceptors."""

    def projects(self, state: SeriesState, side: int) -> list[Action]:
        """Offer steps of an interceptor for a yellow and a blue point each."""
        found, war = super().projects(state, side), self.rules.strategic
        if not isinstance(war, AirWar) or side != war.bombed_side() or not state.interceptors:
            return found
        payer = self.rules.powers.leader(state, side)
        weak = [n for n, steps in enumerate(state.interceptors) if steps < war.interceptors[n]]
        if not weak or not self.can_pay(state, payer, 1, (YELLOW, BLUE)):
            return found
        return found + [RepairInterceptor(number) for number in weak]

    def undertake(self, state: SeriesState, action: Action, events: list[Event]) -> None:
        if not isinstance(action, RepairInterceptor):
            super().undertake(state, action, events)
            return
        war = self.rules.strategic
        assert isinstance(war, AirWar)
        self.pay(state, self.rules.powers.leader(state, war.bombed_side()), 1, (YELLOW, BLUE))
        state.interceptors[action.interceptor] += 1
        events.append(InterceptorRepaired(interceptor=action.interceptor))


