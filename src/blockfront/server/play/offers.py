"""The choices of a decision, block by block, as a seat is offered them."""

from collections.abc import Iterable, Iterator
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
from blockfront.core.stack_game import tag_of
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import listed
from blockfront.server import wire

LONG_LIST: Final = 120  # more choices than these are given block by block
_KEPT: Final = 20_000  # families of actions whose groups are known
_EXAMPLES: Final = 2  # set-ups that are drawn: each takes up to a tenth of a second in the largest scenarios
_SET_UPS_KEPT: Final = 200  # decisions whose set-ups are known


class _Group(NamedTuple):
    """Actions of one block, or of none."""

    block: int | None
    number: int
    hexes: tuple[int, ...]  # where they point, ascending
    kinds: tuple[str, ...]


class _Offer(NamedTuple):
    """The choices of a seat in some state: families of actions, and their groups by block."""

    state: tuple[Any, ...]
    families: list[Iterable[Action]]
    groups: dict[int | None, list[_Group]]


_last: WeakKeyDictionary[Match, _Offer] = WeakKeyDictionary()  # whoever is shown groups soon asks for the choices of one


def legal_of(match: Match, seat: int, viewer: Side, block: int | None = None, each: int | None = None) -> wire.Legal:
    """The legal actions grouped by block; of a long list only the groups, unless one block is asked for, or so many of each kind."""
    decision = match.decision_of(match.seats[seat])
    if viewer not in match.to_act():
        return wire.Legal(decision, 0, [])
    return _grouped(match, viewer, decision, _offer(match, seat, viewer, decision), block, each)


def quick_legal_of(match: Match, seat: int, viewer: Side) -> wire.Legal | None:
    """The same for who has to decide; None for a set-up, whose examples take a while to draw."""
    choices = match.game.legal(match.state, viewer)
    if isinstance(choices, SetUps):
        return None
    decision = match.decision_of(match.seats[seat])
    return _grouped(match, viewer, decision, _offer(match, seat, viewer, decision, choices), None)


def is_set_up(match: Match, viewer: Side) -> bool:
    """Whether a set-up is asked for: its examples are drawn in a thread, so that other games go on meanwhile."""
    return viewer in match.to_act() and isinstance(match.game.legal(match.state, viewer), SetUps)


def _offer(match: Match, seat: int, viewer: Side, decision: int, choices: Choices | None = None) -> _Offer:
    state = (match.state.digest(), len(match.entries), decision, seat, viewer)
    found = _last.get(match)
    if found is None or found.state != state:
        choices = match.game.legal(match.state, viewer) if choices is None else choices
        offered = _drawn(match, viewer, decision, choices) if isinstance(choices, SetUps) else choices
        families = list(_families(_own(match, seat, viewer, offered)))
        groups: dict[int | None, list[_Group]] = {}
        for family in families:
            for group in _groups_of(family):
                groups.setdefault(group.block, []).append(group)
        found = _last[match] = _Offer(state, families, groups)
    return found


def _grouped(match: Match, viewer: Side, decision: int, offer: _Offer, block: int | None, each: int | None = None) -> wire.Legal:
    found = offer.groups
    count = sum(group.number for groups in found.values() for group in groups)
    is_short = count <= LONG_LIST or each is not None
    spelt = {known for known in found if (block is None and (is_short or known is None)) or known == block}
    choices = _choices(match, viewer, offer.families, spelt, each if count > LONG_LIST else None)
    groups = [_merged(known, its, choices.get(known, [])) for known, its in found.items() if block is None or known == block]
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
        return _counted(family)
    found = _known.get(id(family))
    if found is None or found[0] is not family:
        if len(_known) >= _KEPT:
            _known.clear()
        found = _known[id(family)] = (family, _counted(family))
    return found[1]


def _reached(block: int, targets: HexSet, kind: type[Action], others: Iterable[Action]) -> list[_Group]:
    """The groups of a unit's actions that differ in the hex alone, and of some others."""
    tag = str(kind.__struct_config__.tag)
    found = [_Group(block, targets.bit_count(), listed(targets), (tag,))] if targets else []
    return [*found, *_counted(others)] if others else found


def _counted(actions: Iterable[Action]) -> list[_Group]:
    by_block: dict[int | None, list[Action]] = {}
    for action in actions:
        by_block.setdefault(_named(action, _BLOCKS), []).append(action)
    return [
        _Group(
            block,
            len(its),
            tuple(sorted({hex_ for action in its if (hex_ := _named(action, _HEXES)) is not None})),
            tuple(dict.fromkeys(map(tag_of, its))),
        )
        for block, its in by_block.items()
    ]


def _merged(block: int | None, groups: list[_Group], choices: list[wire.Choice]) -> wire.ChoiceGroup:
    if len(groups) == 1:
        (one,) = groups
        return wire.ChoiceGroup(block, one.number, list(one.hexes), list(one.kinds), choices)
    hexes = sorted({hex_ for group in groups for hex_ in group.hexes})
    kinds = list(dict.fromkeys(kind for group in groups for kind in group.kinds))
    return wire.ChoiceGroup(block, sum(group.number for group in groups), hexes, kinds, choices)


def _choices(
    match: Match, viewer: Side, families: list[Iterable[Action]], wanted: set[int | None], each: int | None = None
) -> dict[int | None, list[wire.Choice]]:
    """The choices of some blocks in words; of each kind all, or so many."""
    found: dict[int | None, list[wire.Choice]] = {}
    told: dict[tuple[int | None, str], int] = {}
    for family in families:
        if not wanted.isdisjoint(group.block for group in _groups_of(family)):
            for action in family:
                block = _named(action, _BLOCKS)
                if block not in wanted:
                    continue
                kind = (block, tag_of(action))
                told[kind] = told.get(kind, 0) + 1
                if each is None or told[kind] <= each or block is None:
                    found.setdefault(block, []).append(_choice(match, viewer, action, block))
    return found


def _choice(match: Match, viewer: Side, action: Action, block: int | None) -> wire.Choice:
    words = match.game.action_text(match.state, action, viewer)
    cost = match.game.cost(match.state, action, viewer)
    points = match.game.points(match.state, action, viewer) if cost else ()
    return wire.Choice(msgspec.to_builtins(action), words, block, _named(action, _HEXES), cost, points)


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
