"""One order of battle of both games: western blocks and powers first, with their numbers, then those that only the East has."""

from importlib import resources

import msgspec

from blockfront.blocks.order_of_battle import Block, OrderOfBattle
from blockfront.core.data_files import Problems, read_csv
from blockfront.games.blocks_series.loading.data_model import FIELDS, Power, Tables, TechStep

VALUES = ("nation", "type", "strengths", "colours")  # in which a formation of both games must agree
UNKNOWN_FIELD = 1  # TECH of eastern powers in fields that the East does not know


class SharedRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    west: str
    east: str


def shared_formations() -> dict[str, str]:
    """The western key of every formation that both games have, by its eastern one."""
    problems = Problems()
    file = resources.files("blockfront.games.blocks_in_the_west") / "data" / "shared_blocks.csv"
    found = {row.east: row.west for _, row in read_csv(file, SharedRow, problems)}
    problems.raise_if_any()
    return found


def joined_tables(west: Tables, east: Tables) -> Tables:
    """The tables of both; a shared formation whose values differ is an error."""
    shared, problems = shared_formations(), Problems()
    for eastern_key, western_key in shared.items():
        _compare(west.order[west.order.key(western_key)], east.order[east.order.key(eastern_key)], problems)
    problems.raise_if_any()
    added = [number for number, block in enumerate(east.order.blocks) if block.key not in shared]
    known = {power.id for power in west.powers}
    powers = (*west.powers, *(_widened(power) for power in east.powers if power.id not in known))
    names = [power.id for power in powers]
    steps = [step for step in east.calendar if east.powers[step.power].id not in known]
    return msgspec.structs.replace(
        west,
        order=OrderOfBattle((*west.order.blocks, *(east.order[number] for number in added))),
        facts=(*west.facts, *(east.facts[number] for number in added)),
        classes={**east.classes, **west.classes},
        powers=powers,
        groups={**east.groups, **west.groups},
        calendar=(*west.calendar, *(_renumbered(step, names.index(east.powers[step.power].id)) for step in steps)),
        headquarters={**east.headquarters, **west.headquarters},
    )


def _compare(west: Block, east: Block, problems: Problems) -> None:
    for value in VALUES:
        one, other = getattr(west, value), getattr(east, value)
        if one != other:
            problems.add("shared_blocks.csv", 0, f"{west.key} and {east.key}: {value} is {one!r} in the west and {other!r} in the east")


def _widened(power: Power) -> Power:
    return msgspec.structs.replace(power, tech=(*power.tech, *(UNKNOWN_FIELD for _ in range(len(FIELDS) - len(power.tech)))))


def _renumbered(step: TechStep, power: int) -> TechStep:
    return msgspec.structs.replace(step, power=power)
