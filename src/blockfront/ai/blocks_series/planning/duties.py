"""Assigns units to guard what would be lost in the enemy's next turn; this comes before attacks, which assigned units do not join."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from blockfront.ai.search.needs import Need, meet, worst
from blockfront.games.blocks_series.actions import Move
from blockfront.games.blocks_series.state import EXPLOITATION
from blockfront.hexes.hexset import members

if TYPE_CHECKING:
    from blockfront.ai.blocks_series.phases.movement import Mover

LEAST: Final = 1.0  # least expected loss that counts as a need
MOST: Final = 12  # most needs examined in a turn
TOGETHER: Final = 2  # combat units that are enough to hold a place
LINKS: Final = 6  # railway hexes that are examined, those with most attackers near first
LEGS: Final = 6  # places that are considered for a unit that leaves
ARMOUR: Final = 1.0  # cost of armour that stays behind
FOOT: Final = 0.4  # the same for other units
FOUGHT: Final = 0.6  # chance that the enemy comes where he must fight, relative to where he may walk in: fighting takes his best units
DEEP: Final = 0.5  # chance that he comes where only armour that moves twice can get: it cannot be everywhere


class Duty(NamedTuple):
    """A unit that stays in a hex or goes there, and the loss that this prevents."""

    gain: float
    hex: int
    block: int
    move: Move | None


class Duties:
    """Reads the state of a plan while it changes; only units with a duty are counted on to stay where they are."""

    def __init__(self, mover: Mover) -> None:
        self.mover, self.rules, self.side = mover, mover.rules, mover.side
        self.units, self.ground, self.exposure, self.weights = mover.units, mover.ground, mover.exposure, mover.weights
        self.settled: dict[int, int] = {}  # by unit: the hex where it stays
        self._links: dict[int, float] | None = None

    def fulfil(self, movable: Collection[int]) -> None:
        """Meets the worst needs one after another; units that cannot move are counted as staying."""
        state = self.mover.state
        for block in self.rules.order.of_side[self.side]:
            hex_ = state.location[block]
            stays = hex_ >= 0 and block not in movable
            if stays and not self.mover.gives_up(block, hex_):
                self.settled[block] = hex_
        meet(self._in_turn(), self._answers, self._accept, lambda duty: 0.0)

    # ---- needs

    def needs(self) -> list[Need]:
        """Lists what is at risk, worst first: places that matter, railways that supply others, guns and staffs left alone."""
        name = self.rules.board.name
        places = {**self.ground.kept, **self._railways()} if self.mover.posts is None else {}
        lost = [Need(1 << hex_, self._lost(hex_, self._there(hex_)), name(hex_)) for hex_ in places]
        return worst([*lost, *self._alone()], LEAST)

    def _in_turn(self) -> Iterator[Need]:
        """Yields the worst remaining need again and again, except those that turned out to have no answer."""
        given_up = 0
        for _ in range(MOST):
            need = next((need for need in self.needs() if not need.hexes & given_up), None)
            if need is None:
                return
            before = len(self.settled)
            yield need
            if len(self.settled) == before:
                given_up |= need.hexes

    def _lost(self, hex_: int, there: Sequence[int]) -> float:
        """Returns the expected loss with a hex if only the given units defend it."""
        worth = self.weights.hold * self.weights.goal * self.ground.kept.get(hex_, 0.0) + self._railways().get(hex_, 0.0)
        chance = 1.0 if self.exposure.reach.walked >> hex_ & 1 else DEEP
        if any(self.units.is_ground[block] for block in there):
            chance = FOUGHT
        return worth * chance * self.exposure.falls(hex_, there) if worth else 0.0

    def _railways(self) -> dict[int, float]:
        """Returns the occupied railway hexes that the enemy could reach, with the worth of the supply that depends on each."""
        if self._links is None:
            self._links = {}
            lifelines, board, state = self.mover.lifelines, self.rules.board, self.mover.state
            if lifelines is not None and self.weights.pocket and not self.ground.is_last_turn(state):
                open_ = board.rail_hexes & state.control[self.side] & ~state.occupied[1 - self.side] & self.exposure.reach.again
                near = sorted(members(open_ & state.occupied[self.side]), key=lambda hex_: (-self.exposure.fighters(hex_), hex_))
                for hex_ in near[:LINKS]:
                    if hanging := lifelines.hanging_on(hex_):
                        self._links[hex_] = self.weights.pocket * hanging
        return self._links

    def _alone(self) -> Iterator[Need]:
        """Yields guns and staffs without a combat unit; an attacker's can catch up with it except in the Exploitation Phase."""
        state, units = self.mover.state, self.units
        if self.ground.attacks and state.phase != EXPLOITATION:
            return
        stays = self.settled if state.phase == EXPLOITATION else range(len(self.rules.order))
        for hex_ in sorted({state.location[b] for b in units.ground[self.side] if units.is_support[b] and state.location[b] >= 0}):
            here = self._here(hex_)
            if state.occupied[1 - self.side] >> hex_ & 1 or any(units.is_combat[b] and b in stays for b in here):
                continue
            loss = self.weights.forsaken * self.exposure.loss(hex_, [b for b in here if units.is_support[b]])
            yield Need(1 << hex_, loss, f"{self.rules.board.name(hex_)}, guns or staff alone")

    # ---- answers

    def _answers(self, need: Need) -> Iterator[Duty]:
        """Yields possible duties: staying, coming to a place that matters, or taking lone guns away."""
        hex_ = need.hexes.bit_length() - 1
        counts = hex_ in self.ground.kept or hex_ in self._railways()
        if counts:
            there = self._there(hex_)
            if sum(self.units.is_combat[b] for b in there) < TOGETHER:
                for block, move in self._able(hex_):
                    gain = need.worth - self._lost(hex_, [*there, block]) - self._missed(block, move)
                    yield Duty(gain, hex_, block, move)
            return
        guns = [b for b in self._here(hex_) if self.units.is_support[b]]
        for block, move in self._able(hex_):
            if move is None:
                left = self.weights.forsaken * self.exposure.loss(hex_, [*guns, block]) * len(guns) / (len(guns) + 1)
                yield Duty(need.worth - left - self._missed(block, move), hex_, block, move)
        yield from self._leaving(hex_, guns, need)

    def _leaving(self, hex_: int, guns: Sequence[int], need: Need) -> Iterator[Duty]:
        """Yields moves of lone guns or staffs to where they are out of reach or have company."""
        mover, state = self.mover, self.mover.state
        for block in guns:
            if block in self.settled or state.entered[block] >= 0:
                continue
            legs = [m for m in self.rules.movement.moves(state, block) if isinstance(m, Move) and m.entry < 0]
            here = mover.worth(block, hex_)
            for move in sorted(legs, key=lambda m: (-mover.worth(block, m.to), m.to))[:LEGS]:
                there = [b for b in self._there(move.to) if b != block]
                spared = need.worth / len(guns) - self.weights.forsaken * (
                    self.exposure.loss(move.to, [*there, block]) - self.exposure.loss(move.to, there)
                )
                yield Duty(spared + min(0.0, mover.worth(block, move.to) - here), move.to, block, move)

    def _able(self, hex_: int) -> Iterator[tuple[int, Move | None]]:
        """Yields ground units without a duty that stand in a hex (move None) or can walk there without a fight."""
        state, movement = self.mover.state, self.rules.movement
        near = self.rules.board.within(hex_, 8)
        for block in self.mover.able:
            here = state.location[block]
            if block in self.settled or here < 0 or state.entered[block] >= 0 or not near >> here & 1 or self.mover.gives_up(block, hex_):
                continue
            if here == hex_:
                yield block, None
            elif (move := Move(block, hex_)) in movement.moves(state, block):
                yield block, move

    def _missed(self, block: int, move: Move | None) -> float:
        """Returns the cost of tying a unit down, and of its leaving where it is now."""
        spared = FOOT * self.mover.value_of(block) / 4
        usual = spared + (ARMOUR if self.units.is_armour[block] else FOOT)
        cost = -spared if self.ground.is_last_turn(self.mover.state) else usual  # nothing is saved for later, so the best units stay
        if move is None:
            return cost
        here = self.mover.worth(block, self.mover.state.location[block])
        return cost + max(0.0, self.mover.caution.left_behind(block)) + max(0.0, here - self.mover.worth(block, move.to))

    def _accept(self, duty: Duty) -> None:
        self.settled[duty.block] = duty.hex
        if duty.move is not None:
            self.mover.do(duty.move)

    def _here(self, hex_: int) -> list[int]:
        return self.rules.fire.units_at(self.mover.state, hex_, self.side)

    def _there(self, hex_: int) -> list[int]:
        """Lists the units that are sure to be in a hex."""
        return [block for block in self._here(hex_) if block in self.settled]
