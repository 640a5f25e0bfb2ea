"""What a viewer of a Blocks game sees, built up from an empty view, and states guessed from views."""

from collections.abc import Collection, Mapping
from functools import partial
from operator import mul
from random import Random

import msgspec
from msgspec.structs import replace

from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY, shown_together
from blockfront.blocks.forces import Belief
from blockfront.blocks.sightings import Sightings, guess_blocks, sightings, with_flag
from blockfront.core.clauses import rule
from blockfront.core.sides import Side
from blockfront.games.blocks_series.battle_sightings import helped_attackers
from blockfront.games.blocks_series.first_state import empty_state
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.radar_sightings import on_radar, with_radar
from blockfront.games.blocks_series.rules.ch13_headquarters import HELP_MARKED
from blockfront.games.blocks_series.rules.ch23_airborne import JUMPERS
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import (
    BLITZ,
    BOATS_KEPT,
    GONE,
    HALF_HIT,
    IN_FLIGHT,
    MARKED,
    MOVEMENT,
    NO_HEX,
    NO_PLAN,
    NO_WEATHER,
    PLANS_KNOWN,
    STRATEGIC_WARFARE,
    SeriesState,
)
from blockfront.games.blocks_series.steps.movement import GroundMovement
from blockfront.games.blocks_series.steps.showing import Showing
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import listed, mask_of, members

_UNTIL_SHOWN = frozenset({GroundMovement.number, Showing.number})  # while one of these is to be done, nobody else has seen the moves
OPEN_LISTS = (
    "ruins",
    "mended",
    "falling",
    "dismantled",
    "transit",
    "resettled",
    "projects",
    "built",
    "bombed",
    "bombed_out",
    "partisans",
    "raised",
    "moored",
)  # columns that everybody sees
# that everybody knows
OPEN_NUMBERS = (
    *("happened", "neutral", "assisted", "refused", "turning_points", "silenced", "boats", "morale"),
    *("coast_weather", "eastern_weather", "eastern_variable"),
)
OWN_TRACES = ("soviet_trail", "soviet_approach", "western_approach", "disembarked")  # what the moves of the active side alone tell of
OPEN_PLACES = frozenset((ELIMINATED, NOT_IN_PLAY, GONE))


class OwnFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a side knows of its own doings; lists by unit hold its own units, in order."""

    flags: tuple[int, ...]
    spent: tuple[int, ...]
    active_hqs: tuple[int, ...]
    at_sea: tuple[int, ...]
    gifts: tuple[int, ...]
    motorised: tuple[int, ...]
    reserve: tuple[int, ...]
    commanded: tuple[int, ...]
    orders: tuple[tuple[int, ...], ...]
    woken: tuple[int, ...]
    entered: tuple[tuple[int, int], ...]
    fought_at: tuple[tuple[int, int], ...]
    pool: tuple[int, ...]  # of its powers: power * 5 + colour, those of others 0
    due: tuple[int, ...]
    pocket: tuple[int, ...]
    aid: tuple[int, ...]
    placed: tuple[int, ...]
    rail_moves: tuple[int, ...]
    passed: tuple[int, ...]
    battles: tuple[int, ...]
    claims: tuple[tuple[int, ...], ...]
    berths: tuple[tuple[int, ...], ...]
    sustained: tuple[int, ...]
    owed: tuple[int, ...]  # by power, as `aid`
    plans: tuple[int, ...]  # what its powers have chosen, NO_PLAN for those of others that are secret
    drops: tuple[tuple[int, ...], ...]
    jumped: tuple[int, ...]
    spent_on: tuple[tuple[int, ...], ...]
    evacuated: int
    doubled: tuple[int, ...]
    voyages: tuple[tuple[int, ...], ...] = ()
    landings: tuple[tuple[int, ...], ...] = ()
    holding: tuple[int, ...] = ()
    travelled: tuple[int, ...] = ()
    overseas: tuple[tuple[int, ...], ...] = ()
    served: tuple[int, ...] = ()
    met: tuple[int, ...] = ()
    mustered: tuple[int, ...] = ()
    purses: int = 0
    soviet_trail: tuple[int, ...] = ()
    soviet_approach: tuple[int, ...] = ()
    western_approach: tuple[int, ...] = ()
    disembarked: tuple[int, ...] = ()


class SeriesView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One viewer's knowledge. Lists of hexes are ascending; units of others go by handle. What few games have is last."""

    viewer: int
    month: int
    active: int
    phase: int
    turn: int
    weather: int
    variable_weather: int
    blocks: Sightings
    axis_hexes: tuple[int, ...]  # controlled by the first side
    second_hexes: tuple[int, ...]  # controlled by the second side; other land is neutral or closed
    battles: tuple[int, ...]
    fallen: tuple[int, ...]
    razed: tuple[int, ...]
    scouted: tuple[int, ...]
    levels: tuple[int, ...]
    research: tuple[int, ...]
    studied: int
    ruins: tuple[tuple[int, ...], ...]
    mended: tuple[tuple[int, ...], ...]
    falling: tuple[tuple[int, ...], ...]
    dismantled: tuple[tuple[int, ...], ...]
    transit: tuple[tuple[int, ...], ...]
    resettled: tuple[tuple[int, ...], ...]
    projects: tuple[tuple[int, ...], ...]
    built: tuple[tuple[int, ...], ...]
    wrecked: tuple[int, ...]
    marked: tuple[int, ...]  # handles of others' units that bear the barrel
    at_sea: tuple[int, ...]  # handles of others' units that cross a sea the viewer's side controls
    aloft: tuple[int, ...]  # handles of others' air units on a mission
    half_hit: tuple[int, ...]  # units
    active_hqs: tuple[int, ...]  # headquarters everybody sees acting
    entries: tuple[tuple[int, int], ...]  # (unit, hex it came from) of others' units in the battle being fought
    dead_guards: int
    surrendered: int
    happened: int
    neutral: int
    assisted: int
    refused: int
    turning_points: int
    plans: tuple[int, ...]  # that everybody knows
    dropped: tuple[int, ...]
    doubled: tuple[int, ...]
    frames: tuple[tuple[int, ...], ...]
    outcome: tuple[int, ...]
    own: OwnFacts | None
    landings: tuple[tuple[int, int, int], ...] = ()  # (handle, hex, port) of others' landings that have been shown
    holding: tuple[int, ...] = ()  # handles of others' units on hold
    wave: int = 0
    paused: tuple[tuple[int, ...], ...] = ()
    beachheads: tuple[int, ...] = ()
    mulberries: tuple[tuple[int, ...], ...] = ()
    parachutes: tuple[tuple[int, int], ...] = ()  # (handle, hex) of others' units that come down where no enemy is
    jumped: tuple[int, ...] = ()  # units with open faces that came from the air
    bombed: tuple[tuple[int, ...], ...] = ()
    bombed_out: tuple[tuple[int, ...], ...] = ()
    silenced: int = 0
    boats: int = 0
    moored: tuple[tuple[int, ...], ...] = ()
    morale: int = 0
    squadrons: tuple[tuple[int, ...], ...] = ()
    interceptors: tuple[int, ...] = ()
    sunk: tuple[int, ...] = ()
    spotted: tuple[int, ...] = ()  # handles of others' air units that the viewer's radar shows him
    partisans: tuple[tuple[int, ...], ...] = ()
    raised: tuple[tuple[int, ...], ...] = ()
    coast_weather: int = 0
    eastern_weather: int = 0
    eastern_variable: int = NO_WEATHER
    soviet_land: tuple[int, ...] = ()  # of `second_hexes` those that the Soviets hold, where powers of that side keep apart
    helped: tuple[int, ...] = ()  # handles of others' marked units that attack with the supply of a leader


class ViewBuilder:
    """The part of a game that makes views of states, and states from views."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.order = rules.order
        self._grounded = frozenset(block for block, flies in enumerate(rules.units.is_air) if not flies)
        self._winged = frozenset(block for block, flies in enumerate(rules.units.is_air) if flies)
        sides = range(len(self.order.of_side))
        self._has_power = tuple(tuple(int(power.side == side) for power in rules.tables.powers) for side in sides)
        self._has_points = tuple(tuple(own for own in owns for _ in COLOURS) for owns in self._has_power)

    @rule("BE-1.3a", "BE-1.3c")
    @rule("BW-1.3a")
    def view(self, state: SeriesState, viewer: Side) -> SeriesView:
        open_faces, handle, sides = members(state.face_up), state.handle, self.order.sides
        return SeriesView(
            viewer=viewer,
            month=state.month,
            active=state.active,
            phase=state.phase,
            turn=state.turn,
            weather=state.weather,
            variable_weather=state.variable_weather,
            coast_weather=state.coast_weather,
            eastern_weather=state.eastern_weather,
            eastern_variable=state.eastern_variable,
            soviet_land=listed(state.soviet_land),
            blocks=self._sightings(state, viewer),
            axis_hexes=listed(state.control[0]),
            second_hexes=listed(state.control[1]),
            battles=listed(state.battles & self._shown_battles(state, viewer)) if state.battles else (),
            fallen=listed(state.fallen),
            razed=listed(state.razed),
            scouted=listed(state.scouted),
            levels=tuple(state.levels),
            research=tuple(state.research),
            studied=state.studied,
            ruins=tuple(state.ruins),
            falling=tuple(state.falling),
            mended=tuple(state.mended),
            dismantled=tuple(state.dismantled),
            transit=tuple(state.transit),
            resettled=tuple(state.resettled),
            projects=tuple(state.projects),
            built=tuple(state.built),
            wrecked=listed(state.wrecked),
            marked=self._handles(state, viewer, MARKED),
            at_sea=self._crossing(state, viewer) if state.at_sea else (),
            aloft=tuple(sorted([handle[b] for b in members(state.aloft) if sides[b] != viewer])) if state.aloft else (),
            half_hit=tuple([block for block in open_faces if state.flags[block] & HALF_HIT]),
            active_hqs=listed(state.active_hqs & state.face_up),
            entries=tuple([(b, state.entered[b]) for b in open_faces if sides[b] != viewer and state.entered[b] != NO_HEX]),
            dead_guards=state.dead_guards,
            surrendered=state.surrendered,
            happened=state.happened,
            neutral=state.neutral,
            assisted=state.assisted,
            refused=state.refused,
            turning_points=state.turning_points,
            plans=self._known_plans(state),
            dropped=listed(state.dropped),
            doubled=listed(state.doubled & state.face_up),
            bombed=tuple(state.bombed),
            bombed_out=tuple(state.bombed_out),
            silenced=state.silenced,
            boats=state.boats if viewer == state.active else state.boats & ~BOATS_KEPT,
            moored=tuple(state.moored),
            sunk=tuple(state.sunk),
            morale=state.morale,
            squadrons=tuple(state.squadrons),
            interceptors=tuple(state.interceptors),
            spotted=tuple(sorted(handle[b] for b in on_radar(state, self.order, viewer))) if state.spotted else (),
            partisans=tuple(state.partisans),
            raised=tuple(state.raised),
            frames=tuple(state.frames),
            outcome=tuple(state.outcome),
            own=self._own(state, viewer) if viewer >= 0 else None,
            landings=self._landings(state, viewer) if state.landings else (),
            holding=self._on_hold(state, viewer) if state.holding else (),
            wave=state.wave,
            paused=tuple(state.paused),
            beachheads=listed(state.beachheads),
            mulberries=tuple(state.mulberries),
            parachutes=self._parachutes(state, viewer) if state.drops else (),
            jumped=listed(state.jumped & state.face_up),
            helped=helped_attackers(state, self.order, viewer) if state.orders else (),
        )

    @rule("BW-R132")
    def _landings(self, state: SeriesState, viewer: int) -> tuple[tuple[int, int, int], ...]:
        """The landings of others that have been shown."""
        shown = [landing for landing in state.landings if state.shown[landing[0]] == landing[1] == state.location[landing[0]]]
        return tuple(sorted((state.handle[block], hex_, port) for block, hex_, port in shown if self.order.sides[block] != viewer))

    def _parachutes(self, state: SeriesState, viewer: int) -> tuple[tuple[int, int], ...]:
        """Airborne units over hexes without enemies; everybody sees what they are once they are shown."""
        sides, shown = self.order.sides, state.shown
        seen = [{shown[block] for block in blocks} for blocks in self.order.of_side]
        jumping = [b for b, hex_ in state.drops if shown[b] == hex_ and state.flags[b] & IN_FLIGHT and sides[b] != viewer]
        return tuple(sorted((state.handle[b], shown[b]) for b in jumping if shown[b] not in seen[1 - sides[b]]))

    @rule("BW-R132")
    def _on_hold(self, state: SeriesState, viewer: int) -> tuple[int, ...]:
        """Units on hold, which are marked in everybody's sight when landings are declared: as soon as what moved has been shown."""
        if state.phase == MOVEMENT and any(frame[0] in _UNTIL_SHOWN for frame in state.frames):
            return ()
        return tuple(sorted(state.handle[block] for block in members(state.holding) if self.order.sides[block] != viewer))

    @rule("BE-1.3a", "BE-1.3b")
    @rule("BW-1.3a", "BW-R139")
    def _sightings(self, state: SeriesState, viewer: Side) -> Sightings:
        found = sightings(state, self.order, viewer, OPEN_PLACES)
        if state.spotted:
            found = with_radar(state, self.order, viewer, found)
        if not self.rules.definitions.faces_are_open():
            return found
        by_handle = {state.handle[b]: b for b, side in enumerate(self.order.sides) if side != viewer and state.shown[b] >= 0}
        seen = tuple(
            replace(sight, block=by_handle[sight.handle], steps=state.steps[by_handle[sight.handle]], seen_turn=state.turn)
            for sight in found.seen
        )
        return replace(found, seen=seen)

    def _shown_battles(self, state: SeriesState, viewer: int) -> int:
        """Hexes in which everybody sees both sides; none for the inactive side in the Blitz Phase, whose moves are still unseen."""
        if state.phase == BLITZ and viewer != state.active:
            return 0
        found = shown_together(state, self.order)
        if bands := self.rules.partisans.hexes(state, state.active):
            seen = mask_of(h for h in self.order.pick[state.active](state.shown) if h >= 0)
            found |= seen & bands
        return found

    def _crossing(self, state: SeriesState, viewer: int) -> tuple[int, ...]:
        """Units at sea whose transport has been shown."""
        shown = (b for b in members(state.at_sea) if state.shown[b] == state.location[b])
        return tuple(sorted(state.handle[b] for b in shown if self.order.sides[b] != viewer))

    def _known_plans(self, state: SeriesState) -> tuple[int, ...]:
        """Plans that everybody knows: all once they are revealed; before that, those chosen openly."""
        choices = self.rules.scenario.choices
        if state.turning_points & PLANS_KNOWN:
            return tuple(state.plans)
        if not choices or all(choice.secret for choice in choices):
            return ()
        return tuple(NO_PLAN if choice.secret else plan for choice, plan in zip(choices, state.plans, strict=True))

    def _handles(self, state: SeriesState, viewer: int, flag: int) -> tuple[int, ...]:
        sides, shown, handle = self.order.sides, state.shown, state.handle
        return tuple(sorted([handle[b] for b in with_flag(state.flags, flag) if shown[b] >= 0 and sides[b] != viewer]))

    def _own_hexes(self, hexes: list[int], viewer: int) -> tuple[tuple[int, int], ...]:
        """Pairs (unit, hex) of the viewer's units that have a hex in this column."""
        mine = self.order.pick[viewer](hexes)
        if mine.count(NO_HEX) == len(mine):
            return ()
        return tuple((block, hex_) for block, hex_ in zip(self.order.of_side[viewer], mine, strict=True) if hex_ != NO_HEX)

    def _own(self, state: SeriesState, viewer: int) -> OwnFacts:
        mine, active = self.order.side_masks[viewer], viewer == state.active
        pick, powers, points = self.order.pick[viewer], self._has_power[viewer], self._has_points[viewer]
        return OwnFacts(
            flags=tuple(pick(state.flags)),
            spent=tuple(pick(state.spent)),
            active_hqs=listed(state.active_hqs & mine),
            at_sea=listed(state.at_sea & mine),
            gifts=tuple(state.gifts) if active else (),
            motorised=listed(state.motorised & mine),
            reserve=listed(state.reserve & mine),
            commanded=listed(state.commanded & mine),
            woken=listed(state.woken & mine),
            orders=tuple([order for order in state.orders if self.order.sides[order[0]] == viewer]) if state.orders else (),
            entered=self._own_hexes(state.entered, viewer),
            fought_at=self._own_hexes(state.fought_at, viewer),
            pool=tuple(map(mul, state.pool, points)),
            due=tuple(map(mul, state.due, points)),
            pocket=tuple(state.pocket) if active else (),
            aid=tuple(map(mul, state.aid, powers)),
            placed=tuple(state.placed) if active else (),
            rail_moves=tuple(state.rail_moves) if active else (),
            passed=listed(state.passed) if active else (),
            battles=listed(state.battles) if active else (),
            claims=tuple(state.claims) if active else (),
            berths=tuple(state.berths) if active else (),
            sustained=listed(state.sustained & mine),
            owed=tuple(map(mul, state.owed, powers)),
            plans=self._own_plans(state, powers) if state.plans else (),
            drops=tuple(state.drops) if active else (),
            jumped=listed(state.jumped & mine),
            spent_on=tuple(state.spent_on) if active else (),
            evacuated=state.evacuated if active else 0,
            served=listed(state.served & mine),
            doubled=listed(state.doubled & mine),
            voyages=tuple(state.voyages) if active else (),
            landings=tuple(state.landings) if active else (),
            holding=listed(state.holding & mine),
            travelled=listed(state.travelled & mine),
            overseas=tuple(state.overseas) if active else (),
            met=listed(state.met) if active else (),
            mustered=listed(state.mustered) if active else (),
            purses=state.purses if active else 0,
            **({name: listed(getattr(state, name)) for name in OWN_TRACES} if active else {}),
        )

    def _own_plans(self, state: SeriesState, powers: tuple[int, ...]) -> tuple[int, ...]:
        """Plans of the viewer's powers, and those that were chosen openly."""
        chosen = zip(self.rules.scenario.choices, state.plans, strict=True)
        return tuple(plan if powers[choice.power] or not choice.secret else NO_PLAN for choice, plan in chosen)

    # ---- guessing

    def guess(self, view: SeriesView, rng: Random) -> SeriesState:
        """A complete state that would look like this to the viewer."""
        state = empty_state(self.rules)
        for name in ("month", "active", "phase", "turn", "weather", "variable_weather", "dead_guards", "surrendered", *OPEN_NUMBERS):
            setattr(state, name, getattr(view, name))
        state.control[:] = [mask_of(view.axis_hexes), mask_of(view.second_hexes)]
        belief = self.belief(view, state)
        possible_steps = partial(self.possible_steps, state, self.may_have_lost(view))
        guess_blocks(state, self.order, belief.sights, possible_steps, belief.may_stand, rng, belief.not_among)
        self._fill_public(state, view)
        if view.own is not None:
            self._fill_own(state, view.viewer, view.own)
        if state.turn:
            for number, choice in enumerate(self.rules.scenario.choices):
                if state.plans[number] == NO_PLAN:
                    state.plans[number] = int(rng.random() * len(choice.options))
        return state

    def belief(self, view: SeriesView, state: SeriesState) -> Belief:
        """Where hidden units can be, judged in a state with the turn and the control of the view."""
        enemies = {sight.location for sight in view.blocks.seen} & {own.shown for own in view.blocks.own}
        may_be_aloft = mask_of(hex_ for hex_ in enemies if hex_ >= 0) | mask_of(view.battles)
        airfields = self.rules.board.cities | may_be_aloft

        def may_stand(block: int) -> HexSet:
            """Where a hidden unit can be: ground units in their power's land, aircraft in cities and battles."""
            return airfields if self.rules.units.is_air[block] else self.rules.powers.territory(state, block)

        return Belief(view.blocks, may_stand, self._cannot_be(view))

    @rule("BE-7.3b", "BE-1.3a")
    @rule("BW-7.3c", "BW-1.3a")
    def possible_steps(self, state: SeriesState, may_have_lost: Collection[int], block: int, seen: int, turn: int) -> range:
        """The steps a known unit can have now: it grows only in the Production of its side's turns, then by any number of steps.

        Steps are lost in sight of the enemy, except by units that are cut off, besieged or at sea.
        """
        full = self.rules.units.full[block]
        if not seen:
            return range(1, full + 1)
        if self.rules.definitions.faces_are_open():
            return range(seen, seen + 1)
        last_own_turn = state.turn - (state.active != self.order.sides[block])
        return range(1 if block in may_have_lost else seen, (full if last_own_turn > turn else seen) + 1)

    def may_have_lost(self, view: SeriesView) -> frozenset[int]:
        """Known blocks that may have lost a step unseen since their face was seen: those marked, at sea or in a battle."""
        troubled = {*view.marked, *view.at_sea}
        mine = {own.shown for own in view.blocks.own}
        known = [sight for sight in view.blocks.seen if sight.block >= 0 and sight.handle not in view.spotted]
        return frozenset(sight.block for sight in known if sight.handle in troubled or sight.location in mine)

    def _fill_public(self, state: SeriesState, view: SeriesView) -> None:
        for name in ("battles", "fallen", "razed", "scouted", "wrecked", "dropped", "soviet_land"):
            setattr(state, name, mask_of(getattr(view, name)))
        by_handle = {handle: block for block, handle in enumerate(state.handle)}
        for handle in view.marked:
            state.flags[by_handle[handle]] |= MARKED
        for handle in view.at_sea:
            state.at_sea |= 1 << by_handle[handle]
        for handle in view.aloft:
            block = by_handle[handle]
            state.flags[block] |= IN_FLIGHT
            state.aloft |= 1 << block
        state.spotted = mask_of(by_handle[handle] for handle in view.spotted)
        state.active_hqs = mask_of(view.active_hqs)
        state.doubled, state.jumped = mask_of(view.doubled), mask_of(view.jumped)
        self._fill_landings(state, view, by_handle)
        over_empty_hexes = {by_handle[handle]: hex_ for handle, hex_ in view.parachutes}
        over_others = {block: state.location[block] for block in view.jumped if state.flags[block] & IN_FLIGHT}
        for block in over_empty_hexes:
            state.flags[block] |= IN_FLIGHT
        state.drops[:] = (over_others | over_empty_hexes).items()
        state.orders[:] = [(by_handle[handle], HELP_MARKED, by_handle[handle]) for handle in view.helped]
        for block in view.half_hit:
            state.flags[block] |= HALF_HIT
        for block, hex_ in view.entries:
            state.entered[block] = hex_
        state.sunk[:], state.squadrons[:], state.interceptors[:] = view.sunk, view.squadrons, view.interceptors
        state.levels[:], state.research[:], state.studied = view.levels, view.research, view.studied
        for name in OPEN_LISTS:
            getattr(state, name)[:] = getattr(view, name)
        if view.plans:
            state.plans[:] = view.plans
        state.frames[:] = view.frames
        state.outcome[:] = view.outcome

    def _cannot_be(self, view: SeriesView) -> Mapping[int, Collection[int]]:
        """By handle, the units that a hidden block cannot be: raiders are not ground units, landing units neither aircraft nor works.

        Airborne units must be trained to jump. Where ground units have entered a hex of hidden blocks, one of these is a ground unit.
        """
        handles = [*(landing[0] for landing in view.landings), *view.holding]
        raids = view.phase == STRATEGIC_WARFARE or self.rules.strategic.raids_with_flights()
        flying = dict.fromkeys(view.aloft if raids else (), self._grounded) | dict.fromkeys(self._keepers(view), self._winged)
        if not handles and not view.parachutes:
            return flying
        units, mine = self.rules.units, self.order.of_side[view.active]
        others = [block for block in mine if not units.is_ground[block] or units.is_work[block]]
        earthbound = [block for block in mine if JUMPERS not in units.tags[block]]
        return {**flying, **dict.fromkeys(handles, others), **dict.fromkeys([handle for handle, _ in view.parachutes], earthbound)}

    def _keepers(self, view: SeriesView) -> list[int]:
        """In the viewer's Movement Phase, one hidden block in each hex he has entered: had all been aircraft, they would have fled."""
        if view.phase != MOVEMENT or view.viewer != view.active:
            return []
        units, hidden = self.rules.units, dict[int, int]()
        entered = {own.location for own in view.blocks.own if units.is_ground[own.block]}
        for sight in view.blocks.seen:
            if sight.location in entered:
                if sight.block < 0:
                    hidden.setdefault(sight.location, sight.handle)
                elif not units.is_air[sight.block]:
                    entered.discard(sight.location)
                    hidden.pop(sight.location, None)
        return list(hidden.values())

    def _fill_landings(self, state: SeriesState, view: SeriesView, by_handle: dict[int, int]) -> None:
        """Fill in the landings and the units on hold, found by their handles."""
        state.wave, state.paused[:], state.beachheads = view.wave, view.paused, mask_of(view.beachheads)
        state.mulberries[:] = view.mulberries
        state.holding = mask_of(by_handle[handle] for handle in view.holding)
        state.landings[:] = [(by_handle[handle], hex_, port) for handle, hex_, port in view.landings]

    def _fill_own(self, state: SeriesState, viewer: int, own: OwnFacts) -> None:
        for block, flags, spent in zip(self.order.of_side[viewer], own.flags, own.spent, strict=True):
            state.flags[block], state.spent[block] = flags, spent
        state.active_hqs |= mask_of(own.active_hqs)
        state.at_sea |= mask_of(own.at_sea)
        state.motorised, state.reserve = mask_of(own.motorised), mask_of(own.reserve)
        state.woken = mask_of(own.woken)
        state.commanded, state.orders[:] = mask_of(own.commanded), [*state.orders, *own.orders]
        for number, hex_ in own.entered:
            state.entered[number] = hex_
        for number, hex_ in own.fought_at:
            state.fought_at[number] = hex_
        state.pool[:] = own.pool
        for number, points in enumerate(own.due):
            state.due[number] += points
        for number, points in enumerate(own.aid):
            state.aid[number] += points
        state.owed[:] = own.owed
        if not state.turning_points & PLANS_KNOWN:
            state.plans[:] = own.plans
        state.jumped |= mask_of(own.jumped)
        state.travelled = mask_of(own.travelled)
        state.holding |= mask_of(own.holding)
        state.doubled |= mask_of(own.doubled)
        state.served = mask_of(own.served)
        state.evacuated = own.evacuated
        if viewer == state.active:
            state.drops[:], state.spent_on[:], state.voyages[:] = own.drops, own.spent_on, own.voyages
            state.landings[:], state.overseas[:] = own.landings, own.overseas
            state.pocket[:] = own.pocket
            state.placed[:], state.rail_moves[:] = own.placed, own.rail_moves
            state.passed, state.battles = mask_of(own.passed), mask_of(own.battles)
            state.met, state.mustered, state.purses = mask_of(own.met), mask_of(own.mustered), own.purses
            state.claims[:], state.berths[:], state.sustained = own.claims, own.berths, mask_of(own.sustained)
            state.gifts[:] = own.gifts
            for name in OWN_TRACES:
                setattr(state, name, mask_of(getattr(own, name)))
