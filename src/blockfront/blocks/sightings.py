"""What a viewer sees of blocks, built up from nothing, and states guessed back from it.

A side sees its own blocks whole. Of others it sees handles and colours where they were last shown, faces that are turned up or
remembered, which blocks lie in open places off the map (such as the eliminated), and how many of each colour lie in secret ones.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from types import MappingProxyType

import msgspec

from blockfront.blocks.block_state import BlockState
from blockfront.blocks.effects import recount
from blockfront.blocks.fog_of_war import remembered_steps
from blockfront.blocks.order_of_battle import OrderOfBattle


class OwnBlock(msgspec.Struct, frozen=True, array_like=True):
    """A block of the viewer's, and what the opponent knows of it."""

    block: int
    location: int
    shown: int
    steps: int
    face_up: bool
    seen_steps: int  # as the opponent knows or remembers it, 0 when he does not
    seen_turn: int


class SeenBlock(msgspec.Struct, frozen=True, array_like=True):
    """A block of somebody else on the map. `block` and `steps` are -1 and 0 while its face is unknown; its colour is never hidden."""

    handle: int
    side: int
    location: int
    block: int = -1
    steps: int = 0  # now, when face up; else when last seen
    face_up: bool = False
    seen_turn: int = 0
    pool: int = 0  # its colour, as the order of battle numbers them


class OpenBlock(msgspec.Struct, frozen=True, array_like=True):
    """A block of somebody else in an open place off the map."""

    block: int
    location: int


class SecretPlace(msgspec.Struct, frozen=True, array_like=True):
    """A place off the map where the viewer knows how many blocks of a colour a side has, not which."""

    side: int
    location: int
    number: int
    pool: int = 0


class Sightings(msgspec.Struct, frozen=True):
    own: tuple[OwnBlock, ...]
    seen: tuple[SeenBlock, ...]
    open: tuple[OpenBlock, ...]
    secret: tuple[SecretPlace, ...]


def sightings(state: BlockState, order: OrderOfBattle, viewer: int, open_places: frozenset[int]) -> Sightings:
    """What a viewer (a side, or the spectator) sees. Lists are sorted by what he sees, never by hidden identity."""
    own: list[OwnBlock] = []
    seen: list[SeenBlock] = []
    opened: list[OpenBlock] = []
    hidden: dict[tuple[int, int, int], int] = {}
    for block, side in enumerate(order.sides):
        place = state.shown[block]
        if side == viewer:
            own.append(_own(state, block))
        elif place >= 0:
            seen.append(_seen(state, block, side, order.pool_of[block]))
        elif place in open_places:
            opened.append(OpenBlock(block, place))
        else:
            key = side, place, order.pool_of[block]
            hidden[key] = hidden.get(key, 0) + 1
    seen.sort(key=lambda sight: (sight.location, sight.handle))
    secret = tuple(SecretPlace(side, place, number, pool) for (side, place, pool), number in sorted(hidden.items()))
    return Sightings(tuple(own), tuple(seen), tuple(opened), secret)


def _own(state: BlockState, block: int) -> OwnBlock:
    known = remembered_steps(state, block)
    return OwnBlock(
        block=block,
        location=state.location[block],
        shown=state.shown[block],
        steps=state.steps[block],
        face_up=bool(state.face_up >> block & 1),
        seen_steps=known,
        seen_turn=state.seen_turn[block] if known else 0,
    )


def _seen(state: BlockState, block: int, side: int, pool: int) -> SeenBlock:
    known = remembered_steps(state, block)
    return SeenBlock(
        handle=state.handle[block],
        side=side,
        location=state.shown[block],
        block=block if known else -1,
        steps=known,
        face_up=bool(state.face_up >> block & 1),
        seen_turn=state.seen_turn[block] if known else 0,
        pool=pool,
    )


PossibleSteps = Callable[[int, int, int], Sequence[int]]  # (block, steps and turn when last seen, or 0) -> what it may have now
MayLie = Callable[[int, int], bool]  # (block, place) -> whether it could be there: a hex, or a secret place off the map
NotAmong = Mapping[int, Collection[int]]  # handle -> blocks it cannot be, wherever it stands


class Lots:
    """Random numbers of a guess, one for every handle and two for every block: what changes elsewhere leaves the rest as it was.

    So the same lots deal a battle the same units as long as nothing is learnt that bears on it.
    """

    def __init__(self, number: int, rng: Random) -> None:
        self.of_handle = [rng.random() for _ in range(number)]
        self.of_block = [rng.random() for _ in range(number)]
        self._of_strength = [rng.random() for _ in range(number)]

    def steps(self, block: int, possible: Sequence[int]) -> int:
        return possible[int(self._of_strength[block] * len(possible))]


def guess_blocks(
    state: BlockState,
    order: OrderOfBattle,
    sights: Sightings,
    possible_steps: PossibleSteps,
    may_lie: MayLie,
    rng: Random,
    not_among: NotAmong = MappingProxyType({}),
) -> None:
    """Fill the block columns of a fresh state with a position the viewer cannot rule out."""
    lots = Lots(len(order), rng)
    for own in sights.own:
        _place_own(state, own)
    for opened in sights.open:
        state.location[opened.block] = state.shown[opened.block] = opened.location
    named = {sight.block for sight in sights.seen if sight.block >= 0}
    taken = named | {own.block for own in sights.own} | {opened.block for opened in sights.open}
    for side, pool in _colours(order):
        blocks = (block for block in order.of_side[side] if order.pool_of[block] == pool)
        nameless: list[int] = sorted((block for block in blocks if block not in taken), key=lots.of_block.__getitem__)
        for place in sights.secret:
            if (place.side, place.pool) == (side, pool):
                _fill_secretly(state, place, nameless, possible_steps, may_lie, lots)
        seen = [sight for sight in sights.seen if (sight.side, sight.pool) == (side, pool)]
        for block, sight in _name(seen, nameless, may_lie, not_among, lots):
            _place_seen(state, block, sight, possible_steps, lots)
    _guess_handles(state, order, sights, lots)
    recount(state, order)


def _colours(order: OrderOfBattle) -> list[tuple[int, int]]:
    """(side, colour) of all blocks: a hidden block is taken for one of its own colour only."""
    return sorted(set(zip(order.sides, order.pool_of, strict=True)))


def _name(
    seen: list[SeenBlock], nameless: list[int], may_lie: MayLie, not_among: NotAmong, lots: Lots
) -> list[tuple[int, SeenBlock]]:
    """Every sighting with a block: its own when that is known, else one that may stand there, the choosiest blocks first."""
    found = [(sight.block, sight) for sight in seen if sight.block >= 0]
    open_sights = sorted((sight for sight in seen if sight.block < 0), key=lambda sight: lots.of_handle[sight.handle])
    places = {sight.location for sight in open_sights}
    fits = {block: {place for place in places if may_lie(block, place)} for block in nameless}
    barred = {block for blocks in not_among.values() for block in blocks}
    for block in sorted(nameless, key=lambda block: (len(fits[block]), block not in barred)):
        able = (s for s in open_sights if s.location in fits[block] and not (block in barred and block in not_among.get(s.handle, ())))
        sight = next(able, open_sights[0])
        open_sights.remove(sight)
        found.append((block, sight))
    return found


def _place_own(state: BlockState, own: OwnBlock) -> None:
    block = own.block
    state.location[block], state.shown[block], state.steps[block] = own.location, own.shown, own.steps
    state.face_up |= own.face_up << block
    state.seen_steps[block], state.seen_turn[block] = own.seen_steps, own.seen_turn


def _fill_secretly(
    state: BlockState,
    place: SecretPlace,
    nameless: list[int],
    possible_steps: PossibleSteps,
    may_lie: MayLie,
    lots: Lots,
) -> None:
    chosen = [block for block in nameless if may_lie(block, place.location)][: place.number]
    for block in chosen:
        nameless.remove(block)
        state.location[block] = state.shown[block] = place.location
        state.steps[block] = lots.steps(block, possible_steps(block, 0, 0))


def _place_seen(state: BlockState, block: int, sight: SeenBlock, possible_steps: PossibleSteps, lots: Lots) -> None:
    state.location[block] = state.shown[block] = sight.location
    state.handle[block] = sight.handle
    state.face_up |= sight.face_up << block
    possible = (sight.steps,) if sight.face_up else possible_steps(block, sight.steps, sight.seen_turn)
    state.steps[block] = lots.steps(block, possible)
    state.seen_steps[block], state.seen_turn[block] = sight.steps, sight.seen_turn


def _guess_handles(state: BlockState, order: OrderOfBattle, sights: Sightings, lots: Lots) -> None:
    """Handles the viewer does not see are dealt among the blocks that bear none he sees."""
    seen = {sight.handle for sight in sights.seen}
    bearing = {block for block in range(len(order)) if state.shown[block] >= 0}
    bearing -= {own.block for own in sights.own}
    for blocks in order.of_side:
        rest = sorted((handle for handle in blocks if handle not in seen), key=lots.of_handle.__getitem__)
        of_colour: dict[int, list[int]] = {}
        for handle in rest:
            of_colour.setdefault(order.pool_of[handle], []).append(handle)
        without = [block for block in blocks if block not in bearing]
        for block in sorted(without, key=lambda block: order.pool_of[block] not in of_colour):
            handles = of_colour.get(order.pool_of[block]) or next(filter(None, of_colour.values()))  # dealt without regard to colour once
            state.handle[block] = handles.pop()
