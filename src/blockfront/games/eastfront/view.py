"""What a viewer of EastFront sees, built only from what they may know, and states guessed back from it."""

from collections.abc import Iterable
from functools import partial
from random import Random

import msgspec
from msgspec import structs

from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY, block_columns, shown_together
from blockfront.blocks.forces import Belief
from blockfront.blocks.sightings import Sightings, guess_blocks, sightings, with_flag
from blockfront.core.clauses import rule
from blockfront.core.sides import Side
from blockfront.games.eastfront.loading.data_model import NATIONS
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import (
    BLITZ_MOVEMENT,
    COMMAND,
    DISPERSED,
    GONE,
    MOVEMENT,
    NO_HEX,
    PREP,
    PRODUCTION,
    REARGUARD,
    REBUILT,
    SOVIET,
    UNSUPPLIED,
    WITHDRAWN,
    EastFrontState,
)
from blockfront.hexes.hexset import listed, mask_of, members

OPEN_PLACES = frozenset((ELIMINATED, NOT_IN_PLAY, GONE))


class OwnFacts(msgspec.Struct, frozen=True):
    """What only the side itself knows about its current phase."""

    budget: int
    flags: tuple[int, ...]  # of the side's blocks, in order
    command: tuple[int, ...]  # of the side's blocks, in order
    entered_from: tuple[tuple[int, int], ...]
    ports_used: tuple[int, ...]
    in_command: tuple[int, ...]
    supreme_moves: int
    new_battles: tuple[int, ...]
    chosen: tuple[int, ...]
    strikes: tuple[tuple[int, ...], ...]
    axis_defends: tuple[int, ...]
    beachhead: int  # as in the state; only the Soviets have one
    landed: tuple[int, ...]  # blocks
    landings: tuple[tuple[int, ...], ...]
    evacuations: tuple[tuple[int, ...], ...]


class EastFrontView(msgspec.Struct, frozen=True):
    """What one viewer knows. Lists of hexes are in ascending order; blocks of other sides are named by handle."""

    viewer: int
    month: int
    half: int
    active: int
    phase: int
    turn: int
    place_in_chain: int = msgspec.field(name="chapter")  # spelled as clients and saved views expect it
    weather: int
    west_weather: int
    blocks: Sightings
    axis_hexes: tuple[int, ...]
    soviet_hexes: tuple[int, ...]
    axis_last: tuple[int, ...]
    axis_defends: tuple[int, ...]
    new_battles: tuple[int, ...]
    chosen: tuple[int, ...]
    fought: tuple[int, ...]
    fired: tuple[int, ...]
    went_back: tuple[int, ...]
    strikes: tuple[tuple[int, ...], ...]
    unsupplied: tuple[int, ...]  # handles
    crossings: tuple[int, ...]
    entries: tuple[tuple[int, int], ...]  # (handle, hex it engaged from) of others' blocks
    landed: tuple[int, ...]  # handles of others' blocks that came from the sea
    dispersed: tuple[int, ...]  # handles of others' paratroops
    rearguards: tuple[int, ...]  # handles of others' blocks
    evacuations: tuple[tuple[int, int, int], ...]  # (handle, port, headquarters) of others' rearguards that leave by sea
    command: tuple[tuple[int, int], ...]  # (block, command state) of others' revealed headquarters
    beachhead: int  # hex of the deployed Beachhead, or -1
    beaches: tuple[int, ...]
    released: tuple[int, ...]
    surrendered: int
    west_front: int
    rebuilt: tuple[int, ...]  # others' blocks that were eliminated and are known to have come back
    base: tuple[int, ...]
    levels: tuple[int, ...]
    done: int
    frames: tuple[tuple[int, ...], ...]
    outcome: tuple[int, ...]
    own: OwnFacts | None


class ViewBuilder:
    """The part of the game that builds views from states, and states from views."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.order = rules.order

    @rule("EF-0.2a", "EF-0.2b", "EF-0.2e", "EF-R7")
    def view(self, state: EastFrontState, viewer: Side) -> EastFrontView:
        sees_plans = viewer == state.active or not self._is_planning(state)
        picks_openly = viewer == state.active or not self._is_choosing(state)
        return EastFrontView(
            viewer=viewer,
            month=state.month,
            half=state.half,
            active=state.active,
            phase=state.phase,
            turn=state.turn,
            place_in_chain=state.place_in_chain,
            weather=state.weather,
            west_weather=state.west_weather,
            blocks=sightings(state, self.order, viewer, OPEN_PLACES),
            axis_hexes=listed(state.friendly[0]),
            soviet_hexes=listed(state.friendly[1]),
            axis_last=listed(state.axis_last),
            axis_defends=listed(state.axis_defends & shown_together(state, self.order)) if state.axis_defends else (),
            new_battles=listed(state.new_battles) if sees_plans else (),
            chosen=listed(state.chosen) if picks_openly else (),
            fought=listed(state.fought),
            fired=listed(state.fired),
            went_back=listed(state.went_back),
            strikes=tuple(state.strikes) if picks_openly else (),
            unsupplied=self._unsupplied(state, viewer),
            crossings=tuple(state.crossings) if sees_plans else (),
            entries=self._entries(state, viewer) if sees_plans else (),
            landed=self._landed(state, viewer) if sees_plans else (),
            dispersed=self._handles(state, viewer, with_flag(state.flags, DISPERSED)),
            rearguards=self._handles(state, viewer, with_flag(state.flags, REARGUARD)) if sees_plans else (),
            evacuations=self._evacuations(state, viewer) if sees_plans else (),
            command=self._command(state, viewer),
            beachhead=self._deployed_beachhead(state),
            beaches=listed(state.beaches),
            released=listed(state.released),
            surrendered=state.surrendered,
            west_front=state.west_front,
            rebuilt=self._rebuilt(state, viewer),
            base=tuple(state.base),
            levels=tuple(state.levels),
            done=state.done,
            frames=tuple(state.frames),
            outcome=tuple(state.outcome),
            own=self._own(state, viewer) if viewer >= 0 else None,
        )

    def _is_planning(self, state: EastFrontState) -> bool:
        """Whether the active player is giving orders that have not been shown yet."""
        if state.phase not in (COMMAND, MOVEMENT, BLITZ_MOVEMENT):
            return False
        rules = self.rules
        return not any(frame[:2] == rules.shown_movement or frame[0] in rules.between_phases for frame in state.frames)

    def _is_choosing(self, state: EastFrontState) -> bool:
        """Whether the active player is choosing strikes or battles that have not been announced yet."""
        return bool(state.frames) and state.frames[-1][0] in self.rules.secret_steps

    def _unsupplied(self, state: EastFrontState, viewer: int) -> tuple[int, ...]:
        """Handles of other sides' unsupplied blocks; the viewer's own are known by block."""
        sides, shown = self.order.sides, state.shown
        cut_off = (b for b in with_flag(state.flags, UNSUPPLIED) if shown[b] >= 0 and sides[b] != viewer)
        return tuple(sorted(state.handle[block] for block in cut_off))

    def _entries(self, state: EastFrontState, viewer: int) -> tuple[tuple[int, int], ...]:
        if state.entered_from.count(NO_HEX) == len(state.entered_from):
            return ()
        found = [
            (state.handle[block], entry)
            for block, entry in enumerate(state.entered_from)
            if entry != NO_HEX and self.order.sides[block] != viewer and state.shown[block] >= 0
        ]
        return tuple(sorted(found))

    def _handles(self, state: EastFrontState, viewer: int, blocks: Iterable[int]) -> tuple[int, ...]:
        """Handles of those among the blocks that belong to other sides and are still where they were last shown."""
        sides, location, shown = self.order.sides, state.location, state.shown
        return tuple(sorted(state.handle[b] for b in blocks if shown[b] >= 0 and sides[b] != viewer and location[b] == shown[b]))

    def _landed(self, state: EastFrontState, viewer: int) -> tuple[int, ...]:
        """Other sides' blocks that have just engaged from the sea; only the owner remembers which landed earlier."""
        return self._handles(state, viewer, (b for b in members(state.landed) if state.entered_from[b] != NO_HEX))

    def _evacuations(self, state: EastFrontState, viewer: int) -> tuple[tuple[int, int, int], ...]:
        others = [(state.handle[block], port, hq) for block, port, hq in state.evacuations if self.order.sides[block] != viewer]
        return tuple(sorted(others))

    @rule("EF-0.2e")
    def _deployed_beachhead(self, state: EastFrontState) -> int:
        """The hex of the deployed Beachhead, which everybody sees, or -1; whether it is Ready off the map is secret."""
        hex_ = WITHDRAWN - state.beachhead if state.beachhead <= WITHDRAWN else state.beachhead
        return max(hex_, PREP)

    def _command(self, state: EastFrontState, viewer: int) -> tuple[tuple[int, int], ...]:
        return tuple(
            (hq, state.command[hq])
            for hqs in self.rules.units.hqs
            for hq in hqs
            if self.order.sides[hq] != viewer and state.face_up >> hq & 1 and state.command[hq]
        )

    def _rebuilt(self, state: EastFrontState, viewer: int) -> tuple[int, ...]:
        """Other sides' rebuilt blocks, which everybody knows: they were seen among the eliminated and no longer are."""
        sides = self.order.sides
        return tuple(b for b in with_flag(state.flags, REBUILT) if sides[b] != viewer and state.shown[b] != ELIMINATED)

    def _own(self, state: EastFrontState, viewer: int) -> OwnFacts:
        mine, pick = self.order.of_side[viewer], self.order.pick[viewer]
        active = viewer == state.active
        entered = pick(state.entered_from)
        return OwnFacts(
            budget=state.budget[viewer],
            flags=tuple(pick(state.flags)),
            command=tuple(pick(state.command)),
            entered_from=tuple((b, hex_) for b, hex_ in zip(mine, entered, strict=True) if hex_ != NO_HEX),
            ports_used=tuple(state.ports_used) if active else (),
            in_command=listed(state.in_command) if active else (),
            supreme_moves=state.supreme_moves if active else 0,
            new_battles=listed(state.new_battles) if active else (),
            chosen=listed(state.chosen) if active else (),
            strikes=tuple(state.strikes) if active else (),
            axis_defends=listed(state.axis_defends) if active else (),
            beachhead=state.beachhead if viewer == SOVIET else PREP,
            landed=listed(state.landed & self.order.side_masks[viewer]),
            landings=tuple(state.landings) if active else (),
            evacuations=tuple(state.evacuations) if active else (),
        )

    # ---- guessing

    def guess(self, view: EastFrontView, rng: Random) -> EastFrontState:
        """A whole state that would look like this to the viewer."""
        state = empty_state(self.rules)
        self._fill_turn(state, view)

        belief = self.belief(view, state)
        possible_steps = partial(self.possible_steps, state)
        guess_blocks(state, self.order, belief.sights, possible_steps, belief.may_stand, rng, belief.not_among)
        self._fill_public(state, view)
        if view.own is not None:
            self._fill_own(state, view.viewer, view.own)
        self._fill_plans(state, view)
        return state

    def belief(self, view: EastFrontView, state: EastFrontState) -> Belief:
        """What hidden units can be and where. Any may be held beyond the map edge, the only place that is secret."""
        return Belief(self._naming_paratroops(view), partial(self.rules.movement.territory, state), self._not_among(view))

    def _naming_paratroops(self, view: EastFrontView) -> Sightings:
        """The sightings with dropped blocks identified: they can only be the paratroops, even if nobody has seen their face."""
        if not view.dispersed:
            return view.blocks
        corps: dict[int, int] = {side: block for block, side in enumerate(self.order.sides) if self.rules.units.type[block] == "para"}
        seen = [structs.replace(sight, block=corps[sight.side]) if sight.handle in view.dispersed else sight for sight in view.blocks.seen]
        return structs.replace(view.blocks, seen=tuple(seen))

    @rule("EF-11.41a", "EF-11.41b", "EF-2.4a")
    def possible_steps(self, state: EastFrontState, block: int, seen: int, turn: int) -> range:
        """The steps a hidden unit can have: no fewer than when last seen, and at most one more for each Production since."""
        full = self.rules.units.full[block]
        if not seen:
            return range(1, full + 1)
        return range(seen, min(full, seen + self.rules.scenarios.productions_since(state, turn)) + 1)

    def _not_among(self, view: EastFrontView) -> dict[int, tuple[int, ...]]:
        """Blocks that some handles cannot be: units that engaged are not headquarters, which never engage by themselves."""
        return {handle: self.rules.units.all_hqs for handle, _ in view.entries}

    def _fill_turn(self, state: EastFrontState, view: EastFrontView) -> None:
        for name in ("month", "half", "active", "phase", "turn", "place_in_chain", "weather", "west_weather", "surrendered"):
            setattr(state, name, getattr(view, name))
        state.released = mask_of(view.released)

    def _fill_public(self, state: EastFrontState, view: EastFrontView) -> None:
        for name in ("axis_last", "axis_defends", "new_battles", "chosen", "fought", "fired", "went_back"):
            setattr(state, name, mask_of(getattr(view, name)))
        state.friendly[:] = [mask_of(view.axis_hexes), mask_of(view.soviet_hexes)]
        state.surrendered, state.west_front, state.done = view.surrendered, view.west_front, view.done
        for block in view.rebuilt:
            state.flags[block] |= REBUILT
        state.base[:], state.levels[:] = view.base, view.levels
        state.strikes[:] = view.strikes
        state.crossings[:] = view.crossings
        state.frames[:] = view.frames
        state.outcome[:] = view.outcome
        by_handle = {handle: block for block, handle in enumerate(state.handle)}
        for handle in view.unsupplied:
            state.flags[by_handle[handle]] |= UNSUPPLIED
        for handle, entry in view.entries:
            state.entered_from[by_handle[handle]] = entry
        for flag, handles in ((DISPERSED, view.dispersed), (REARGUARD, view.rearguards)):
            for handle in handles:
                state.flags[by_handle[handle]] |= flag
        state.landed = mask_of(by_handle[handle] for handle in view.landed)
        state.evacuations[:] = [(by_handle[handle], port, hq) for handle, port, hq in view.evacuations]
        state.beachhead, state.beaches = view.beachhead, mask_of(view.beaches)
        for hq, command in view.command:
            state.command[hq] = command

    def _fill_own(self, state: EastFrontState, viewer: int, own: OwnFacts) -> None:
        for block, flags, command in zip(self.order.of_side[viewer], own.flags, own.command, strict=True):
            state.flags[block], state.command[block] = flags, command
        for number, entry in own.entered_from:
            state.entered_from[number] = entry
        state.budget[viewer] = own.budget
        state.landed |= mask_of(own.landed)
        if viewer == SOVIET:
            state.beachhead = own.beachhead
        if viewer == state.active:
            state.ports_used[:] = own.ports_used
            state.landings[:] = own.landings
            state.evacuations[:] = own.evacuations
            state.in_command = mask_of(own.in_command)
            state.supreme_moves = own.supreme_moves
            state.new_battles, state.chosen = mask_of(own.new_battles), mask_of(own.chosen)
            state.strikes[:] = own.strikes
            state.axis_defends = mask_of(own.axis_defends)

    def _fill_plans(self, state: EastFrontState, view: EastFrontView) -> None:
        """Set the other side's hidden plans as if its current phase had just begun."""
        if view.viewer != state.active and self._is_planning(state) and state.phase != COMMAND:
            self.rules.headquarters.refresh_command(state)
            if state.phase == MOVEMENT:
                state.supreme_moves = self.rules.headquarters.supreme_moves(state, state.active)
        if state.phase == PRODUCTION:
            for side in (0, 1):
                if side != view.viewer and not state.done >> side & 1:
                    state.budget[side] = view.levels[side]


def empty_state(rules: Rules) -> EastFrontState:
    """A state with no unit in play, at the start of the first scenario."""
    number = len(rules.order)
    first = rules.chain[0]
    columns = block_columns(rules.order, rules.board.grid.size)
    return EastFrontState(
        **columns,
        month=first.first_month,
        half=first.first_half,
        active=first.moves_first,
        phase=0,
        turn=0,
        place_in_chain=0,
        weather=0,
        west_weather=0,
        flags=bytearray(number),
        command=bytearray(number),
        friendly=[0, 0],
        axis_last=rules.board.map.west_mask(first.start_line),
        axis_defends=0,
        in_command=0,
        supreme_moves=0,
        entered_from=[NO_HEX] * number,
        crossings=[],
        new_battles=0,
        chosen=0,
        fought=0,
        fired=0,
        went_back=0,
        strikes=[],
        released=mask_of(first.released),
        base=[setup.base_production for setup in first.sides],
        levels=[0, 0],
        budget=[0, 0],
        surrendered=sum(1 << NATIONS.index(nation) for nation in first.surrendered),
        west_front=0,
        beachhead=PREP,
        landed=0,
        beaches=0,
        landings=[],
        evacuations=[],
        ports_used=[],
        done=0,
        outcome=[],
        answers={},
    )
