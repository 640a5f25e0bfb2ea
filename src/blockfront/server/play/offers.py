"""The legal choices of a decision, grouped by block, as a seat is offered them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from random import Random
from typing import Any, Final, NamedTuple, TypeGuard
from weakref import WeakKeyDictionary

import msgspec

from blockfront.blocks.secret_set_ups import SetUps
from blockfront.core.actions import Action
from blockfront.core.chance import CommittedRandom
from blockfront.core.choices import Actions, ByUnit, Choices, Joined, Later
from blockfront.core.match import Match
from blockfront.core.sides import Side
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members
from blockfront.server import wire

LONG_LIST: Final = 120  # more choices than these are given block by block
_KEPT: Final = 20_000  # families of actions whose groups are known
_EXAMPLES: Final = 2  # set-ups that are drawn: each takes up to a tenth of a second in the largest scenarios
_SET_UPS_KEPT: Final = 200  # decisions whose set-ups are known


_Group = wire.ChoiceGroup  # actions of one block, or of none, not in words; shared by all who are shown it


class _Offer(NamedTuple):
    """A seat's choices in some state: families of actions; by block, the groups and the numbers of the families they come from."""

    state: tuple[Any, ...]
    families: list[Iterable[Action]]
    groups: dict[int | None, list[_Group]]
    numbers: dict[int | None, list[int]]
    total: int


_last: WeakKeyDictionary[Match, _Offer] = WeakKeyDictionary()  # after its groups a client soon asks for the choices of one


def legal_of(match: Match, seat: int, viewer: Side, block: int | None = None, each: int | None = None) -> wire.Legal:
    """Legal actions grouped by block. A long list has only the groups, unless one block or a number of each kind is asked for."""
    decision = match.decision_of(match.seats[seat])
    if viewer not in match.to_act():
        return wire.Legal(decision, 0, [])
    return _grouped(match, viewer, decision, _offer(match, seat, viewer, decision), block, each)


def quick_legal_of(match: Match, seat: int, viewer: Side) -> wire.Legal | None:
    """As `legal_of`, for a seat that has to decide; None for a set-up, whose examples take a while to draw."""
    choices = match.game.legal(match.state, viewer)
    if _is_of_set_ups(choices):
        return None
    decision = match.decision_of(match.seats[seat])
    return _grouped(match, viewer, decision, _offer(match, seat, viewer, decision, choices), None)


def is_set_up(match: Match, viewer: Side) -> bool:
    """Whether the decision is a set-up: its examples are drawn in a thread, so that other games go on meanwhile."""
    return viewer in match.to_act() and _is_of_set_ups(match.game.legal(match.state, viewer))


def _is_of_set_ups(choices: Choices) -> TypeGuard[SetUps]:
    """`isinstance(choices, SetUps)` remembered by class, since checking a protocol takes longer than making most lists."""
    kind = type(choices)
    found = _set_up_kinds.get(kind)
    if found is None:
        found = _set_up_kinds[kind] = isinstance(choices, SetUps)
    return found


_set_up_kinds: dict[type, bool] = {}


def _offer(match: Match, seat: int, viewer: Side, decision: int, choices: Choices | None = None) -> _Offer:
    last = match.entries[-1].digest if match.entries else match.state.digest()
    state = (last, len(match.entries), decision, seat, viewer)
    found = _last.get(match)
    if found is None or found.state != state:
        choices = match.game.legal(match.state, viewer) if choices is None else choices
        offered = _drawn(match, viewer, decision, choices) if _is_of_set_ups(choices) else choices
        found = _last[match] = _sorted_by_block(state, [*_families(_own(match, seat, viewer, offered))])
    return found


def _sorted_by_block(state: tuple[Any, ...], families: list[Iterable[Action]]) -> _Offer:
    groups: dict[int | None, list[_Group]] = {}
    numbers: dict[int | None, list[int]] = {}
    count = 0
    for number, family in enumerate(families):
        for group in _groups_of(family):
            block = group.block
            count += group.count
            if block in groups:
                groups[block].append(group)
                numbers[block].append(number)
            else:
                groups[block], numbers[block] = [group], [number]
    return _Offer(state, families, groups, numbers, count)


def _grouped(match: Match, viewer: Side, decision: int, offer: _Offer, block: int | None, each: int | None = None) -> wire.Legal:
    is_short = offer.total <= LONG_LIST or each is not None
    shown = [*offer.groups] if block is None else [known for known in (block,) if known in offer.groups]
    spelt = {known for known in shown if is_short or known is None or known == block}
    choices = _choices(match, viewer, offer, spelt, each if offer.total > LONG_LIST else None)
    return wire.Legal(decision, offer.total, [_merged(known, offer.groups[known], choices.get(known)) for known in shown])


def _own(match: Match, seat: int, viewer: Side, offered: Choices | list[Action]) -> Choices | list[Action]:
    """The actions that the seat itself commands, if it shares its side."""
    held = match.seats[seat]
    return [action for action in offered if match.commands(held, action, viewer)] if held.parts else offered


_set_ups: dict[tuple[str, str, Side, int], list[Action]] = {}


def _drawn(match: Match, viewer: Side, decision: int, choices: SetUps) -> list[Action]:
    """Example set-ups drawn from the committed stream, because opponents know those that the rules list."""
    key = (match.commitment, match.state.digest(), viewer, decision)
    found = _set_ups.get(key)
    if found is None:
        if len(_set_ups) >= _SET_UPS_KEPT:
            _set_ups.clear()
        numbers = [secret_numbers(match, "offered", viewer, decision, number) for number in range(min(_EXAMPLES, len(choices)))]
        found = _set_ups[key] = [choices.drawn(rng) for rng in numbers]
    return found


def secret_numbers(match: Match, purpose: str, side: Side, decision: int, number: int = 0) -> Random:
    """Random numbers for a decision: always the same ones, but nobody can compute them before the seed is told."""
    return CommittedRandom(match.seed, f"{purpose}/{side}/{decision}/{number}")


def _families(choices: Choices | Actions) -> Iterator[Iterable[Action]]:
    """The actions in order, in the families that rules keep from one decision to the next."""
    if isinstance(choices, Joined):
        for part in choices.parts:
            yield from _families(part)
    elif isinstance(choices, Later):
        yield from _families(choices.choices)
    elif isinstance(choices, ByUnit):
        yield from choices.families()
    else:
        yield choices


_known: dict[int, tuple[Any, list[_Group]]] = {}  # groups of a family that rules keep, by its identity


def _groups_of(family: Iterable[Action]) -> list[_Group]:
    if (legs := getattr(family, "legs", None)) is not None:
        return _reached(*legs())
    if not isinstance(family, list | tuple):
        return _counted(list(family))
    found = _known.get(id(family))
    if found is None or found[0] is not family:
        if len(_known) >= _KEPT:
            _known.clear()
        found = _known[id(family)] = (family, _counted(family))
    return found[1]


def _reached(block: int, targets: HexSet, kind: type[Action], others: Sequence[Action]) -> list[_Group]:
    """The groups of one unit: of its actions that differ only in the hex, and of some others, mostly of the same kind."""
    pointed = targets
    for action in others:
        if type(action) is not kind:
            found = [_leading_to(block, targets, kind, targets.bit_count())] if targets else []
            return [*found, *_counted(others)]
        pointed |= 1 << action.to  # type: ignore[attr-defined]  # as all legs have
    return [_leading_to(block, pointed, kind, targets.bit_count() + len(others))] if pointed else []


@lru_cache(maxsize=_KEPT)
def _leading_to(block: int, hexes: HexSet, kind: type[Action], count: int) -> _Group:
    return _Group(block, count, [*members(hexes)], [_tag(kind)], [])


def _counted(actions: Sequence[Action]) -> list[_Group]:
    """The actions grouped by block, in the order in which blocks first occur."""
    kinds = set(map(type, actions))
    if len(actions) > 1 and len(kinds) == 1:
        (kind,) = kinds
        if (whole := _of_one_unit(kind, actions)) is not None:
            return [whole]
        if (alone := _of_units_apart(kind, actions)) is not None:
            return alone
    by_block: dict[int | None, list[Action]] = {}
    for action in actions:
        block = _named(action, _BLOCKS)
        if block in by_block:
            by_block[block].append(action)
        else:
            by_block[block] = [action]
    return [
        _alone(block, _named(its[0], _HEXES), type(its[0])) if len(its) == 1 else _group(block, its) for block, its in by_block.items()
    ]


def _of_one_unit(kind: type[Action], actions: Sequence[Action]) -> _Group | None:
    """The group of a list of one kind, if one unit has all of it; most long lists are like that, and this is the fast way."""
    if len(_BLOCKS[kind]) != 1 or len(_HEXES[kind]) > 1:
        return None
    units: set[Any] = set(map(attrgetter(*_BLOCKS[kind]), actions))
    unit = units.pop()
    if units or type(unit) is not int or unit < 0:
        return None
    pointed: set[Any] = set(map(attrgetter(*_HEXES[kind]), actions)) if _HEXES[kind] else set()
    if not set(map(type, pointed)) <= {int}:
        return None
    hexes = sorted(pointed)
    return _Group(unit, len(actions), hexes if not hexes or hexes[0] >= 0 else [hex_ for hex_ in hexes if hex_ >= 0], [_tag(kind)], [])


def _of_units_apart(kind: type[Action], actions: Sequence[Action]) -> list[_Group] | None:
    """The groups of a list of one kind that names no hexes, if each action has a unit of its own: so are orders and disbandings."""
    if not _BLOCKS[kind] or _HEXES[kind]:
        return None
    units = [*map(attrgetter(_BLOCKS[kind][0]), actions)]
    if len(set(units)) < len(units) or set(map(type, units)) != {int} or min(units) < 0:
        return None
    return [_alone(unit, None, kind) for unit in units]


@lru_cache(maxsize=_KEPT)
def _alone(block: int | None, hex_: int | None, kind: type[Action]) -> _Group:
    """The group of a single action; remembered, since most orders and purchases are offered again and again."""
    return _Group(block, 1, [] if hex_ is None else [hex_], [_tag(kind)], [])


def _group(block: int | None, actions: list[Action]) -> _Group:
    pointed = {hex_ for action in actions if (hex_ := _named(action, _HEXES)) is not None}
    kinds = dict.fromkeys(map(type, actions))
    return _Group(block, len(actions), sorted(pointed), [_tag(kind) for kind in kinds], [])


@cache
def _tag(kind: type[Action]) -> str:
    return str(kind.__struct_config__.tag)


def _merged(block: int | None, groups: list[_Group], choices: list[wire.Choice] | None) -> wire.ChoiceGroup:
    one = groups[0] if len(groups) == 1 else _of_several(groups)
    return one if choices is None else wire.ChoiceGroup(block, one.count, one.hexes, one.kinds, choices)


_together: dict[tuple[int, ...], tuple[list[_Group], _Group]] = {}  # of groups that are shared, by their identities


def _of_several(groups: list[_Group]) -> _Group:
    key = tuple(map(id, groups))
    found = _together.get(key)
    if found is None:
        if len(_together) >= _KEPT:
            _together.clear()
        lists = [group.hexes for group in groups if group.hexes]  # orders have none
        hexes = lists[0] if len(lists) == 1 else sorted({hex_ for hexes in lists for hex_ in hexes})
        kinds = list(dict.fromkeys(kind for group in groups for kind in group.kinds))
        whole = _Group(groups[0].block, sum([group.count for group in groups]), hexes, kinds, [])
        found = _together[key] = (groups, whole)
    return found[1]


def _choices(
    match: Match, viewer: Side, offer: _Offer, wanted: set[int | None], each: int | None = None
) -> dict[int | None, list[wire.Choice]]:
    """The choices of some blocks in words: all of them, or at most `each` of every kind."""
    found: dict[int | None, list[wire.Choice]] = {}
    told: dict[tuple[int | None, str], int] = {}
    words = _words.setdefault(match.game, {})
    for number in sorted({number for block in wanted for number in offer.numbers[block]}):
        for action in offer.families[number]:
            block = _named(action, _BLOCKS)
            if block not in wanted:
                continue
            if each is not None:
                kind = (block, _tag(type(action)))
                told[kind] = told.get(kind, 0) + 1
                if told[kind] > each and block is not None:
                    continue
            found.setdefault(block, []).append(_choice(match, viewer, action, block, words))
    return found


_words: WeakKeyDictionary[Any, dict[Action, wire.Choice]] = WeakKeyDictionary()  # by game: what depends on the action alone


def _choice(match: Match, viewer: Side, action: Action, block: int | None, words: dict[Action, wire.Choice]) -> wire.Choice:
    said = words.get(action)
    if said is None:
        text = match.game.action_text(action)
        said = wire.Choice(msgspec.to_builtins(action), text, block, _named(action, _HEXES))
        if block is not None:  # others are few, or as large as a whole set-up
            if len(words) >= _KEPT:
                words.clear()
            words[action] = said
    cost = match.game.cost(match.state, action, viewer)
    if cost is None:
        return said
    points = match.game.points(match.state, action, viewer) if cost else ()
    return wire.Choice(said.action, said.text, block, said.hex, cost, points)


class _Fields(dict[type, tuple[str, ...]]):
    """By kind of action, which of the given fields it has."""

    def __init__(self, *names: str) -> None:
        self._names = names

    def __missing__(self, kind: type) -> tuple[str, ...]:
        fields: tuple[str, ...] = getattr(kind, "__struct_fields__", ())
        found = self[kind] = tuple(name for name in self._names if name in fields)
        return found


_BLOCKS: Final = _Fields("block", "hq")
_HEXES: Final = _Fields("to", "hex", "target")  # a raid has both: its target is a kind


def _named(action: Action, fields: _Fields) -> int | None:
    """The value of the first of these fields that names something; None if none does."""
    for name in fields[type(action)]:
        value = getattr(action, name)
        if type(value) is int and value >= 0:
            return value
    return None
