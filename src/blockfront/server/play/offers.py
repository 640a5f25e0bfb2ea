"""The choices of a decision, block by block, as a seat is offered them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from random import Random
from typing import Any, Final, NamedTuple
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
    """The choices of a seat in some state: families of actions, each with its groups, and the groups by block."""

    state: tuple[Any, ...]
    families: list[tuple[Iterable[Action], list[_Group]]]
    groups: dict[int | None, list[_Group]]


_last: WeakKeyDictionary[Match, _Offer] = WeakKeyDictionary()  # whoever is shown groups soon asks for the choices of one


def legal_of(match: Match, seat: int, viewer: Side, block: int | None = None, each: int | None = None) -> wire.Legal:
    """The legal actions grouped by block; of a long list only the groups, unless one block is asked for, or so many of each kind."""
    decision = match.decision_of(match.seats[seat])
    if viewer not in match.to_act():
        return wire.Legal(decision, 0, [])
    return _grouped(match, viewer, decision, _offer(match, seat, viewer, decision), block, each)


def quick_legal_of(match: Match, seat: int, viewer: Side) -> wire.Legal | None:
    """The same for a seat that has to decide; None for a set-up, whose examples take a while to draw."""
    choices = match.game.legal(match.state, viewer)
    if _is_of_set_ups(choices):
        return None
    decision = match.decision_of(match.seats[seat])
    return _grouped(match, viewer, decision, _offer(match, seat, viewer, decision, choices), None)


def is_set_up(match: Match, viewer: Side) -> bool:
    """Whether a set-up is asked for: its examples are drawn in a thread, so that other games go on meanwhile."""
    return viewer in match.to_act() and _is_of_set_ups(match.game.legal(match.state, viewer))


def _is_of_set_ups(choices: Choices) -> bool:
    """As `isinstance`, which takes longer to look at a protocol than most lists take to make."""
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
        offered = _drawn(match, viewer, decision, choices) if isinstance(choices, SetUps) else choices
        families = [(family, _groups_of(family)) for family in _families(_own(match, seat, viewer, offered))]
        groups: dict[int | None, list[_Group]] = {}
        for _, its in families:
            for group in its:
                groups.setdefault(group.block, []).append(group)
        found = _last[match] = _Offer(state, families, groups)
    return found


def _grouped(match: Match, viewer: Side, decision: int, offer: _Offer, block: int | None, each: int | None = None) -> wire.Legal:
    found = offer.groups
    count = sum([group.count for groups in found.values() for group in groups])
    is_short = count <= LONG_LIST or each is not None
    spelt = {known for known in found if (block is None and (is_short or known is None)) or known == block}
    choices = _choices(match, viewer, offer.families, spelt, each if count > LONG_LIST else None)
    groups = [_merged(known, its, choices.get(known)) for known, its in found.items() if block is None or known == block]
    return wire.Legal(decision, count, groups)


def _own(match: Match, seat: int, viewer: Side, offered: Choices | list[Action]) -> Choices | list[Action]:
    """What is the seat's to take, where it commands a part of its side."""
    held = match.seats[seat]
    return [action for action in offered if match.commands(held, action, viewer)] if held.parts else offered


_set_ups: dict[tuple[str, str, Side, int], list[Action]] = {}


def _drawn(match: Match, viewer: Side, decision: int, choices: SetUps) -> list[Action]:
    """Set-ups drawn from the committed stream: the opponents know those that the rules list."""
    key = (match.commitment, match.state.digest(), viewer, decision)
    found = _set_ups.get(key)
    if found is None:
        if len(_set_ups) >= _SET_UPS_KEPT:
            _set_ups.clear()
        numbers = [secret_numbers(match, "offered", viewer, decision, number) for number in range(min(_EXAMPLES, len(choices)))]
        found = _set_ups[key] = [choices.drawn(rng) for rng in numbers]
    return found


def secret_numbers(match: Match, purpose: str, side: Side, decision: int, number: int = 0) -> Random:
    """Random numbers of a decision that nobody can work out before the seed is told, the same whenever they are asked for."""
    return CommittedRandom(match.seed, f"{purpose}/{side}/{decision}/{number}")


def _families(choices: Choices | Actions) -> Iterator[Iterable[Action]]:
    """The actions in their order, in the families that rules keep from one decision to the next."""
    if isinstance(choices, Joined):
        for part in choices.parts:
            yield from _families(part)
    elif isinstance(choices, Later):
        yield from _families(choices.choices)
    elif isinstance(choices, ByUnit):
        yield from map(choices.actions_of, choices.units)
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
    """The groups of a unit's actions that differ in the hex alone, and of some others."""
    found = [_leading_to(block, targets, kind)] if targets else []
    return [*found, *_counted(others)] if others else found


@lru_cache(maxsize=_KEPT)
def _leading_to(block: int, targets: HexSet, kind: type[Action]) -> _Group:
    return _Group(block, targets.bit_count(), [*members(targets)], [_tag(kind)], [])


def _counted(actions: Sequence[Action]) -> list[_Group]:
    kinds = set(map(type, actions))
    if len(kinds) == 1 and (whole := _of_one_unit(kinds.pop(), actions)) is not None:
        return [whole]
    numbers: dict[int | None, int] = {}
    hexes: dict[int | None, set[int]] = {}
    tags: dict[int | None, dict[str, None]] = {}
    for action in actions:
        block, hex_ = _named(action, _BLOCKS), _named(action, _HEXES)
        if block not in numbers:
            numbers[block], hexes[block], tags[block] = 0, set(), {}
        numbers[block] += 1
        tags[block][_tag(type(action))] = None
        if hex_ is not None:
            hexes[block].add(hex_)
    return [_Group(block, number, sorted(hexes[block]), list(tags[block]), []) for block, number in numbers.items()]


def _of_one_unit(kind: type[Action], actions: Sequence[Action]) -> _Group | None:
    """The group of actions of one kind if they are all of one unit: most long lists are, and need no look at each action."""
    if len(_BLOCKS[kind]) != 1 or len(_HEXES[kind]) > 1:
        return None
    units: set[Any] = set(map(attrgetter(*_BLOCKS[kind]), actions))
    unit = units.pop()
    if units or type(unit) is not int or unit < 0:
        return None
    pointed: set[Any] = set(map(attrgetter(*_HEXES[kind]), actions)) if _HEXES[kind] else set()
    return _Group(unit, len(actions), sorted(hex_ for hex_ in pointed if type(hex_) is int and hex_ >= 0), [_tag(kind)], [])


@cache
def _tag(kind: type[Action]) -> str:
    return str(kind.__struct_config__.tag)


def _merged(block: int | None, groups: list[_Group], choices: list[wire.Choice] | None) -> wire.ChoiceGroup:
    if len(groups) == 1:
        (one,) = groups
        return one if choices is None else wire.ChoiceGroup(block, one.count, one.hexes, one.kinds, choices)
    hexes = sorted({hex_ for group in groups for hex_ in group.hexes})
    kinds = list(dict.fromkeys(kind for group in groups for kind in group.kinds))
    return wire.ChoiceGroup(block, sum([group.count for group in groups]), hexes, kinds, choices or [])


def _choices(
    match: Match, viewer: Side, families: list[tuple[Iterable[Action], list[_Group]]], wanted: set[int | None], each: int | None = None
) -> dict[int | None, list[wire.Choice]]:
    """The choices of some blocks in words; of each kind all, or so many."""
    found: dict[int | None, list[wire.Choice]] = {}
    told: dict[tuple[int | None, str], int] = {}
    words = _words.setdefault(match.game, {})
    for family, groups in families:
        if any(group.block in wanted for group in groups):
            for action in family:
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
    """Which of some fields a kind of action has."""

    def __init__(self, *names: str) -> None:
        self._names = names

    def __missing__(self, kind: type) -> tuple[str, ...]:
        fields: tuple[str, ...] = getattr(kind, "__struct_fields__", ())
        found = self[kind] = tuple(name for name in self._names if name in fields)
        return found


_BLOCKS: Final = _Fields("block", "hq")
_HEXES: Final = _Fields("to", "hex", "target")  # a raid has both: its target is a kind


def _named(action: Action, fields: _Fields) -> int | None:
    """The first of some fields that names something."""
    for name in fields[type(action)]:
        value = getattr(action, name)
        if type(value) is int and value >= 0:
            return value
    return None
