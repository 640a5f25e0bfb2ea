"""What a viewer sees of blocks, built up from an empty view, and states guessed from it.

A side sees everything about its own blocks. Of others it sees handles and colours where they were last shown, faces that are turned up
or remembered, which blocks lie in open places off the map (such as the eliminated), and how many of each colour lie in secret ones.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import repeat
from random import Random
from types import MappingProxyType
from typing import Any, Final

import msgspec

from blockfront.blocks.block_state import BlockState
from blockfront.blocks.effects import recount
from blockfront.blocks.order_of_battle import OrderOfBattle
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members


class OwnBlock(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A block of the viewer's, and what the opponent knows of it."""

    block: int
    location: int
    shown: int
    steps: int
    face_up: bool
    seen_steps: int  # as the opponent knows or remembers it, 0 when he does not
    seen_turn: int


class SeenBlock(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A block of somebody else on the map. `block` and `steps` are -1 and 0 while its face is unknown; its colour is never hidden."""

    handle: int
    side: int
    location: int
    block: int = -1
    steps: int = 0  # now, when face up; else when last seen
    face_up: bool = False
    seen_turn: int = 0
    pool: int = 0  # its colour, as the order of battle numbers them


class OpenBlock(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A block of somebody else in an open place off the map."""

    block: int
    location: int


class SecretPlace(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A place off the map where the viewer knows how many blocks of a colour a side has, not which."""

    side: int
    location: int
    number: int
    pool: int = 0


class Sightings(msgspec.Struct, frozen=True):
    """What one viewer sees of all blocks: his own, those of others on the map and in open places, and numbers in secret ones."""

    own: tuple[OwnBlock, ...]
    seen: tuple[SeenBlock, ...]
    open: tuple[OpenBlock, ...]
    secret: tuple[SecretPlace, ...]


Others = tuple[tuple[SeenBlock, ...], tuple[OpenBlock, ...], tuple[SecretPlace, ...]]


def sightings(state: BlockState, order: OrderOfBattle, viewer: int, open_places: frozenset[int]) -> Sightings:
    """What a viewer (a side, or the spectator) sees. Lists are sorted by what he sees, never by hidden identity.

    Lists that have not changed are the same objects as last time: a move seldom affects more than one side.
    """
    own = _own(state, order, viewer) if viewer >= 0 else ()
    mine = order.side_masks[viewer] if viewer >= 0 else 0
    up = state.face_up & ~mine
    columns = state.shown, state.handle, state.seen_steps, state.seen_turn  # of which others see everything
    basis = [pick(column) for side, pick in enumerate(order.pick) if side != viewer for column in columns]
    facts = (basis, up, [state.steps[block] for block in members(up)])
    key = (viewer, open_places)
    last = order.last_seen.get(key)
    if last is None or last[0] != facts:
        last = order.last_seen[key] = facts, _others(state, order, viewer, open_places)
    return Sightings(own, *last[1])


def _others(state: BlockState, order: OrderOfBattle, viewer: int, open_places: frozenset[int]) -> Others:
    """Blocks of others on the map and in open places, and the numbers of those in secret places."""
    handle = state.handle
    on_map: list[tuple[int, int, int]] = []
    opened: list[OpenBlock] = []
    hidden: dict[tuple[int, int, int], int] = {}
    for side, blocks in enumerate(order.of_side):
        if side == viewer:
            continue
        for block, place in zip(blocks, order.pick[side](state.shown), strict=True):
            if place >= 0:
                on_map.append((place, handle[block], block))
            elif place in open_places:
                opened.append(OpenBlock(block, place))
            else:
                key = side, place, order.pool_of[block]
                hidden[key] = hidden.get(key, 0) + 1
    if viewer < 0:
        opened.sort(key=lambda one: one.block)
    on_map.sort()
    secret = tuple(SecretPlace(side, place, number, pool) for (side, place, pool), number in sorted(hidden.items()))
    return _seen(state, order, on_map), tuple(opened), secret


def _own(state: BlockState, order: OrderOfBattle, viewer: int) -> tuple[OwnBlock, ...]:
    """The viewer's own blocks in order. The opponent knows the steps of face-up blocks, and remembers those he last saw of others."""
    pick, mine, up = order.pick[viewer], order.of_side[viewer], state.face_up & order.side_masks[viewer]
    columns = state.location, state.shown, state.steps, state.seen_steps, state.seen_turn
    facts = ([pick(column) for column in columns], up)
    last: tuple[tuple[list[Any], int], tuple[OwnBlock, ...]] | None = order.last_seen.get(viewer)
    if last is not None and last[0] == facts:
        return last[1]
    changed = _few_changes(last[0][0], facts[0]) if last is not None and last[0][1] == up else None
    rows = _own_rows(mine, facts[0], up) if last is None or changed is None else _with_own_rows(last[1], mine, facts[0], up, changed)
    order.last_seen[viewer] = facts, rows
    return rows


def _own_rows(mine: Sequence[int], columns: list[Any], up: int) -> tuple[OwnBlock, ...]:
    location, shown, steps, known, turns = columns
    faces: list[bool] | Iterable[bool] = repeat(False)
    if up:
        faces = [bool(up >> block & 1) for block in mine]
        known = [now if face else before for now, before, face in zip(steps, known, faces, strict=True)]
    turns = [turn if seen else 0 for turn, seen in zip(turns, known, strict=True)]
    return tuple(map(OwnBlock, mine, location, shown, steps, faces, known, turns))


def _with_own_rows(
    rows: tuple[OwnBlock, ...], mine: Sequence[int], columns: list[Any], up: int, changed: Iterable[int]
) -> tuple[OwnBlock, ...]:
    """The earlier rows, with those replaced that have changed."""
    now = list(rows)
    for place in changed:
        (now[place],) = _own_rows(mine[place : place + 1], [column[place : place + 1] for column in columns], up)
    return tuple(now)


_PIECE: Final = 16  # entries compared at once
_FEW: Final = 3  # pieces in which something has changed: with more of them all is made again


def _few_changes(before: list[Any], now: list[Any]) -> set[int] | None:
    """The indices at which columns differ, if they are few."""
    found: set[int] = set()
    pieces = 0
    for old, new in zip(before, now, strict=True):
        if old == new:
            continue
        for start in range(0, len(new), _PIECE):
            if old[start : start + _PIECE] != new[start : start + _PIECE]:
                pieces += 1
                if pieces > _FEW:
                    return None
                found.update(place for place in range(start, min(start + _PIECE, len(new))) if old[place] != new[place])
    return found


def _seen(state: BlockState, order: OrderOfBattle, on_map: list[tuple[int, int, int]]) -> tuple[SeenBlock, ...]:
    """Sightings of others' blocks, each given with its place and handle."""
    sides, pool_of, seen_steps, face_up = order.sides, order.pool_of, state.seen_steps, state.face_up
    seen: list[SeenBlock] = []
    for place, handle, block in on_map:
        is_up = bool(face_up >> block & 1)
        known = state.steps[block] if is_up else seen_steps[block]
        if known:
            seen.append(SeenBlock(handle, sides[block], place, block, known, is_up, state.seen_turn[block], pool_of[block]))
        else:
            seen.append(SeenBlock(handle, sides[block], place, -1, 0, is_up, 0, pool_of[block]))
    return tuple(seen)


PossibleSteps = Callable[[int, int, int], Sequence[int]]  # (block, steps and turn when last seen, or 0) -> what it may have now
MayStand = Callable[[int], HexSet]  # block -> hexes in which it could be
MayHide = Callable[[int, int], bool]  # (block, secret place off the map) -> whether it could be there
NotAmong = Mapping[int, Collection[int]]  # handle -> blocks it cannot be, wherever it stands


class Lots:
    """Random numbers for a guess, one for every handle and two for every block, so that a change in one place leaves the rest as is.

    The same lots therefore give a battle the same units until something is learnt that matters to it.
    """

    def __init__(self, number: int, rng: Random) -> None:
        numbers = [draw() for draw in repeat(rng.random, 3 * number)]
        self.of_handle, self.of_block, self._of_strength = numbers[:number], numbers[number : 2 * number], numbers[2 * number :]

    def steps(self, block: int, possible: Sequence[int]) -> int:
        return possible[int(self._of_strength[block] * len(possible))]


def guess_blocks(
    state: BlockState,
    order: OrderOfBattle,
    sights: Sightings,
    possible_steps: PossibleSteps,
    may_stand: MayStand,
    rng: Random,
    not_among: NotAmong = MappingProxyType({}),
    may_hide: MayHide = lambda block, place: True,
) -> None:
    """Fill the block columns of a fresh state with a position the viewer cannot rule out."""
    lots = Lots(len(order), rng)
    for own in sights.own:
        _place_own(state, own)
    for opened in sights.open:
        state.location[opened.block] = state.shown[opened.block] = opened.location
    named = {sight.block for sight in sights.seen if sight.block >= 0}
    taken = named | {own.block for own in sights.own} | {opened.block for opened in sights.open}
    seen_of: dict[tuple[int, int], list[SeenBlock]] = {colour: [] for colour in order.of_colour}
    for sight in sights.seen:
        seen_of[sight.side, sight.pool].append(sight)
    for colour, blocks in order.of_colour.items():
        nameless: list[int] = sorted([block for block in blocks if block not in taken], key=lots.of_block.__getitem__)
        for place in sights.secret:
            if (place.side, place.pool) == colour:
                _fill_secretly(state, place, nameless, possible_steps, may_hide, lots)
        for block, sight in _name(seen_of[colour], nameless, may_stand, not_among, lots):
            _place_seen(state, block, sight, possible_steps, lots)
    _guess_handles(state, order, sights, lots)
    recount(state, order)


def _name(
    seen: list[SeenBlock], nameless: list[int], may_stand: MayStand, not_among: NotAmong, lots: Lots
) -> list[tuple[int, SeenBlock]]:
    """Give every sighting a block: its own if that is known, else one that may stand there, blocks with the fewest places first."""
    found = [(sight.block, sight) for sight in seen if sight.block >= 0]
    open_sights = sorted((sight for sight in seen if sight.block < 0), key=lambda sight: lots.of_handle[sight.handle])
    if not open_sights:
        return found
    places = {sight.location for sight in open_sights}
    within: dict[HexSet, set[int]] = {}  # those of the places that lie in a set of hexes: many blocks have the same
    fits: dict[int, set[int]] = {}
    for block in nameless:
        zone = may_stand(block)
        if zone not in within:
            within[zone] = {place for place in places if zone >> place & 1}
        fits[block] = within[zone]
    barred = {block for blocks in not_among.values() for block in blocks}
    for block in sorted(nameless, key=lambda block: (len(fits[block]), block not in barred)):
        fitting, is_barred = fits[block], block in barred
        number = 0
        for place, sight in enumerate(open_sights):
            if sight.location in fitting and not (is_barred and block in not_among.get(sight.handle, ())):
                number = place
                break
        found.append((block, open_sights.pop(number)))
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
    may_hide: MayHide,
    lots: Lots,
) -> None:
    chosen = [block for block in nameless if may_hide(block, place.location)][: place.number]
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
    """Deal the handles that the viewer does not see among the blocks without a visible handle."""
    seen = {sight.handle for sight in sights.seen}
    own = {own.block for own in sights.own}
    shown, pool_of = state.shown, order.pool_of
    for blocks in order.of_side:
        rest = sorted([handle for handle in blocks if handle not in seen], key=lots.of_handle.__getitem__)
        of_colour: dict[int, list[int]] = {}
        for handle in rest:
            of_colour.setdefault(pool_of[handle], []).append(handle)
        without = [block for block in blocks if shown[block] < 0 or block in own]
        for block in sorted(without, key=lambda block: pool_of[block] not in of_colour):
            handles = of_colour.get(pool_of[block]) or next(filter(None, of_colour.values()))  # dealt without regard to colour once
            state.handle[block] = handles.pop()


def with_flag(flags: bytearray, flag: int) -> list[int]:
    """Blocks whose flags have any bit of `flag`, in the order of the order of battle."""
    bits = flags.translate(_HAS[flag])
    found, block = [], bits.find(1)
    while block >= 0:
        found.append(block)
        block = bits.find(1, block + 1)
    return found


_HAS: Final = tuple(bytes(bool(flags & flag) for flags in range(256)) for flag in range(256))
