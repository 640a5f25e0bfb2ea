"""What headquarters can do, as data of their class or of a single block."""

from collections.abc import Collection, Mapping
from importlib.resources.abc import Traversable
from typing import Final, Literal

import msgspec

from blockfront.core.data_files import Problems, not_one_of, read_csv
from blockfront.games.blocks_series.state import ORDERS, PHASES

ANY: Final = "any"
LEADS: Final = {"armour": "lead_armour", "air": "lead_air", "fighter": "lead_air", "bomber": "lead_air"}
Leads = Literal["", "armour", "air", "fighter", "bomber"]


def is_headquarters(kind: str) -> bool:
    """Whether a class of unit is a kind of headquarters."""
    return kind.endswith("_hq")


class HeadquartersFacts(msgspec.Struct, frozen=True):
    """A row of the table of headquarters."""

    phases: frozenset[int]  # in which it acts
    leads: Leads = ""  # units of which it commands as many as it has action points
    is_near: bool = False  # whether only within the command range
    stops_at_mountains: bool = False
    actions: tuple[int, ...] = ()  # kinds of special action, in their order
    repeats: frozenset[int] = frozenset()  # those it takes more than once in an activation
    later: frozenset[int] = frozenset()  # those for which it keeps its points once it is active
    serves: str = ""  # a tag of the units for which alone it takes special actions
    area: str = ""  # where alone it commands


class OrderPhases(msgspec.Struct, frozen=True):
    """The phases in which each kind of action is useful."""

    leading: Mapping[str, frozenset[int]]  # by what is led
    actions: Mapping[int, frozenset[int]]  # by kind of special action


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    headquarters: str
    phases: tuple[str, ...]
    leads: Leads = ""
    near: bool = False
    mountains: bool = False
    actions: tuple[str, ...] = ()
    repeats: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    serves: str = ""
    area: str = ""


class _OrderRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    order: str
    phases: tuple[str, ...]


def read_headquarters(path: Traversable, problems: Problems) -> dict[str, HeadquartersFacts]:
    """The table of headquarters, by class or by key of a block."""
    found = {}
    for line, row in read_csv(path, _Row, problems):
        kinds = [_numbers(words, ORDERS, "action", path.name, line, problems) for words in (row.actions, row.repeats, row.later)]
        for other in kinds[1:]:
            if set(other) - set(kinds[0]):
                problems.add(path.name, line, "only actions of the headquarters can be repeated or kept for later")
        found[row.headquarters] = HeadquartersFacts(
            phases=_phases(row.phases, path.name, line, problems),
            leads=row.leads,
            is_near=row.near,
            stops_at_mountains=row.mountains,
            actions=tuple(sorted(kinds[0])),
            repeats=frozenset(kinds[1]),
            later=frozenset(kinds[2]),
            serves=row.serves,
            area=row.area,
        )
    return found


def read_order_phases(path: Traversable, problems: Problems) -> OrderPhases:
    """The phases in which each kind of order may be given."""
    leading: dict[str, frozenset[int]] = {}
    actions: dict[int, frozenset[int]] = {}
    for line, row in read_csv(path, _OrderRow, problems):
        phases = _phases(row.phases, path.name, line, problems)
        if row.order in LEADS.values():
            leading |= {led: phases for led, name in LEADS.items() if name == row.order}
        elif row.order in ORDERS:
            actions[ORDERS.index(row.order)] = phases
        else:
            problems.add(path.name, line, not_one_of("order", row.order, ORDERS))
    return OrderPhases(leading, actions)


def check_headquarters(
    facts: Collection[str], classes: Collection[str], keys: Collection[str], used: Collection[str], problems: Problems
) -> None:
    """Note rows that name no class or block, and classes of headquarters without a row."""
    for name in facts:
        if name not in classes and name not in keys:
            problems.add("headquarters.csv", 0, f"{name} is neither a class nor a block")
    for name in used:
        if name not in facts:
            problems.add("headquarters.csv", 0, f"{name} has no row")


def _phases(words: tuple[str, ...], file: str, line: int, problems: Problems) -> frozenset[int]:
    return frozenset(range(len(PHASES))) if words == (ANY,) else frozenset(_numbers(words, PHASES, "phase", file, line, problems))


def _numbers(words: tuple[str, ...], known: tuple[str, ...], what: str, file: str, line: int, problems: Problems) -> list[int]:
    for word in words:
        if word not in known:
            problems.add(file, line, not_one_of(what, word, known))
    return [known.index(word) for word in words if word in known]
